//! What `wire` promises to every format: bounds, counts, limits, paths, findings. One test per promise.

extern crate xenomesh_wire as wire;

use bytes::Bytes;
use proptest::prelude::*;
use wire::{Columns, Endian, Error, Limits, Reader, Severity, Sink, Text, Trace, Wire, Writer, bulk, codes};

wire::codes! { HERO = "HERO":
    NO_HEAD Error fixable
        "the hero has no head"
        "--fix adds one";
    TALL Info
        "the hero is tall"
        "nothing to do";
}

wire::codes! { MIXED:
    HERO_LATE Warning
        "the hero is late"
        "wait";
}

wire::record! {
    /// A record of every kind of field.
    #[derive(Debug, Clone, PartialEq)]
    struct Bone {
        name: Text,
        parent: i16,
        head: [f32; 3],
    }
}

fn code_of<T: std::fmt::Debug>(result: wire::Result<T>) -> &'static str {
    result.map_err(|e| e.code().id).err().unwrap_or("nothing failed")
}

#[test]
fn codes_are_named_as_their_id() {
    assert_eq!((NO_HEAD.id, NO_HEAD.severity, NO_HEAD.fixable), ("HERO_NO_HEAD", Severity::Error, true));
    assert_eq!((TALL.id, TALL.severity, TALL.fixable), ("HERO_TALL", Severity::Info, false));
    assert_eq!(HERO_LATE.id, "HERO_LATE");
    assert_eq!(HERO.iter().map(|c| c.id).collect::<Vec<_>>(), ["HERO_NO_HEAD", "HERO_TALL"]);
    assert_eq!(MIXED.len(), 1);
}

#[test]
fn nothing_is_read_past_the_end() {
    let mut r = Reader::new(&[1, 2, 3]);
    assert_eq!(r.u16().unwrap(), 0x0201);
    assert_eq!(code_of(r.u16()), codes::TRUNCATED.id);
    assert_eq!((r.position(), r.remaining(), r.peek(9)), (2, 1, &[3][..]), "a failed read moves nothing");
    assert_eq!(code_of(r.take(usize::MAX)), codes::TRUNCATED.id);
    assert_eq!(code_of(r.seek(4)), codes::TRUNCATED.id);
    assert_eq!(code_of(r.seek(u64::MAX)), codes::TRUNCATED.id);
    r.seek(3).unwrap();
    assert!(r.is_empty() && r.rest().is_empty());
}

#[test]
fn counts_are_checked_before_anything_is_allocated() {
    let bytes = [0_u8; 64];
    let mut r = Reader::new(&bytes);
    assert_eq!(r.count(16, 4).unwrap(), 16);
    assert_eq!(code_of(r.count(17, 4)), codes::COUNT_TOO_LARGE.id);
    assert_eq!(code_of(r.count(usize::MAX, 2)), codes::COUNT_TOO_LARGE.id, "the product overflows");
    assert_eq!(code_of(r.list::<u32>(1 << 40)), codes::COUNT_TOO_LARGE.id);
    assert_eq!(code_of(r.bulk::<[f32; 3]>(usize::MAX)), codes::COUNT_TOO_LARGE.id);
    assert_eq!(code_of(r.view::<[u8; 8]>(9)), codes::COUNT_TOO_LARGE.id);
    assert!(r.columns(9, 8).is_err());
    assert_eq!(r.position(), 0);
    assert_eq!(code_of(Reader::new(&[0xff; 4]).get::<Text>()), codes::COUNT_TOO_LARGE.id);
}

#[test]
fn charges_add_up_to_the_limit_and_no_further() {
    let mut r = Reader::new(&[]).with_limits(Limits { bytes: 100, depth: 2 });
    r.charge(60).unwrap();
    assert_eq!(r.limits().bytes, 40);
    let error = r.charge(41).unwrap_err();
    assert_eq!((error.code().id, r.limits().bytes), (codes::LIMIT.id, 40), "what was refused is not charged");
    r.charge(40).unwrap();
    assert_eq!(code_of(r.charge(u64::MAX)), codes::LIMIT.id);
}

#[test]
fn nesting_is_bounded_and_comes_back_up() {
    fn dive(r: &mut Reader<'_>, depth: u32) -> wire::Result<()> {
        if depth == 0 { Ok(()) } else { r.nested(|r| dive(r, depth - 1)) }
    }
    let mut r = Reader::new(&[]).with_limits(Limits { bytes: 0, depth: 3 });
    for _ in 0..10 {
        dive(&mut r, 3).unwrap();
    }
    assert_eq!(code_of(dive(&mut r, 4)), codes::DEPTH.id);
}

#[test]
fn a_window_hides_what_follows_and_ends() {
    let mut r = Reader::new(&[1, 2, 3, 4]);
    let inside = r.within(2, |r| {
        assert_eq!((r.remaining(), r.rest()), (2, &[1, 2][..]));
        assert_eq!(code_of(r.u32()), codes::TRUNCATED.id);
        r.u8()
    });
    assert_eq!((inside.unwrap(), r.position(), r.remaining()), (1, 1, 3));
    assert_eq!(code_of(r.within(4, |r| r.u8())), codes::TRUNCATED.id);
}

#[test]
fn a_failed_attempt_changes_nothing() {
    let mut r = Reader::new(&[1, 2, 3, 4]).with_limits(Limits { bytes: 10, depth: 5 }).with_trace();
    let failed = r.attempt(|r| {
        r.set_endian(Endian::Big);
        r.charge(5)?;
        r.field("a", |r| r.u16())?;
        r.field("b", |r| r.u32())
    });
    assert_eq!(failed.unwrap_err().path(), "b");
    assert_eq!((r.position(), r.endian(), r.limits().bytes), (0, Endian::Little, 10));
    r.field("c", |r| r.u32()).unwrap();
    let ranges = r.take_trace().unwrap().ranges();
    assert_eq!(ranges.iter().map(|r| r.path.as_str()).collect::<Vec<_>>(), ["c"]);
}

#[test]
fn a_fork_moves_alone() {
    let mut r = Reader::new(&[1, 2]).with_trace();
    let mut trial = r.fork();
    trial.u16().unwrap();
    assert!(!trial.is_tracing());
    assert_eq!((r.position(), r.u8().unwrap()), (0, 1));
}

#[test]
fn kept_bytes_are_a_part_of_a_shared_file() {
    let file = Bytes::from(vec![1, 2, 3, 4]);
    let mut r = Reader::shared(&file);
    r.u8().unwrap();
    let kept = r.keep(2).unwrap();
    assert_eq!(&kept[..], [2, 3]);
    assert_eq!(kept.as_ptr(), file.get(1..).unwrap().as_ptr(), "no copy");
    assert_eq!(&Reader::new(&[5, 6]).keep(2).unwrap()[..], [5, 6], "a copy where nothing is shared");
}

#[test]
fn offsets_of_a_nested_document_count_from_its_base() {
    let mut r = Reader::new(&[0]).with_base(0x1000).with_trace();
    r.field("inner", |r| r.u8()).unwrap();
    assert_eq!(r.u8().unwrap_err().offset(), Some(0x1001));
    r.note(0, 1, "noted");
    let starts: Vec<u64> = r.take_trace().unwrap().ranges().iter().map(|r| r.start).collect();
    assert_eq!(starts, [0x1000, 0x1000]);
}

#[test]
fn errors_say_where_in_bytes_and_structure() {
    let error = Error::at(&NO_HEAD, 0x1a4, "no head").in_field("name").in_index(3).in_field("heroes");
    assert_eq!(error.path(), "heroes[3].name");
    assert_eq!(error.to_string(), "no head at 0x1a4 in heroes[3].name");
    assert_eq!(format!("{error:?}"), "[HERO_NO_HEAD] no head at 0x1a4 in heroes[3].name");
    assert_eq!(Error::new(&TALL, "tall").to_string(), "tall");
}

#[test]
fn a_trace_finds_gaps_and_overlaps() {
    let trace = |parts: &[(u64, u64)]| {
        let mut t = Trace::default();
        for (start, len) in parts {
            t.add(*start, *len, "part");
        }
        t
    };
    assert_eq!(trace(&[(4, 2), (0, 4)]).untiled(6), None, "whatever their order");
    assert!(trace(&[(0, 2), (3, 3)]).untiled(6).unwrap().starts_with("gap 0x2..0x3"));
    assert!(trace(&[(0, 4), (3, 3)]).untiled(6).unwrap().contains("overlaps at 0x3"));
    assert!(trace(&[(0, 4)]).untiled(6).unwrap().contains("the file at 0x6"));
    assert!(trace(&[]).untiled(1).is_some(), "nothing does not tile something");
    assert_eq!(trace(&[(0, 0)]).ranges(), [], "empty ranges are no ranges");
}

#[test]
fn a_trace_index_finds_a_field_or_the_one_around_it() {
    let mut t = Trace::default();
    t.add(8, 4, "meshes[1].name");
    t.add(4, 4, "meshes[0].name");
    t.add(12, 4, "meshes[1].vertices");
    let index = t.index();
    assert_eq!(index.find("meshes[1].vertices"), Some(12));
    assert_eq!(index.find("meshes[1]"), Some(8));
    assert_eq!(index.find("meshes"), Some(4), "the first byte, whatever was read first");
    assert_eq!(index.find("meshes[1].vertices[77].position"), Some(12));
    assert_eq!((index.find("bones[0]"), index.find("")), (None, None));
}

#[test]
fn a_sink_caps_each_code_and_counts_the_rest() {
    let mut sink = Sink::new();
    for i in 0..250 {
        sink.push(&NO_HEAD, format!("heroes[{i}]"), "no head");
    }
    sink.push(&TALL, "", "tall");
    assert_eq!(sink.findings().len(), 101);
    assert!(sink.has(&NO_HEAD) && sink.has(&TALL) && !sink.has(&HERO_LATE));
    let all = sink.finish();
    assert_eq!(all.len(), 102);
    assert_eq!(all.last().unwrap().message, "150 more findings of this kind");
}

#[test]
fn a_sink_finds_bytes_by_path() {
    let mut trace = Trace::default();
    trace.add(16, 40, "vertices");
    let mut sink = Sink::new();
    sink.push(&NO_HEAD, "vertices[3].x", "by its path");
    sink.push_into(&NO_HEAD, 12, "vertices[1]", "so many bytes into it");
    sink.push_at(&NO_HEAD, 7, "vertices", "at a byte of its own");
    sink.push(&NO_HEAD, "nowhere", "unknown");
    sink.locate(&trace);
    let offsets: Vec<_> = sink.findings().iter().map(|d| d.offset).collect();
    assert_eq!(offsets, [Some(16), Some(28), Some(7), None]);
}

#[test]
fn sinks_are_put_together() {
    let found = |path: &str| {
        let mut sink = Sink::new();
        sink.push(&NO_HEAD, path, "no head");
        sink
    };
    let mut sink = found("a");
    sink.append(found("a"));
    sink.append_new(found("a"));
    sink.append_new(found("b"));
    sink.prefix_from(1, "inner");
    let paths: Vec<&str> = sink.findings().iter().map(|d| d.path.as_str()).collect();
    assert_eq!(paths, ["a", "inner.a", "inner.b"]);
    let json = serde_json::to_value(sink.findings().first().unwrap()).unwrap();
    assert_eq!((json["code"].as_str(), json["severity"].as_str()), (Some("HERO_NO_HEAD"), Some("error")));
}

#[test]
fn a_patch_stays_inside() {
    let mut w = Writer::new(Endian::Big);
    w.u32(0);
    w.patch_u32(0, 0x0102_0304);
    w.patch_u32(1, u32::MAX);
    w.patch_u32(usize::MAX, u32::MAX);
    assert_eq!(w.finish(), [1, 2, 3, 4]);
}

#[test]
fn columns_and_lists_are_the_same_numbers() {
    let values: Vec<f32> = (0..12_u8).map(f32::from).collect();
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    let mut r = Reader::new(&bytes);
    assert_eq!(r.bulk::<f32>(12).unwrap(), values);
    let all = Columns::new(&bytes, 16, Endian::Little);
    let mut parts: Vec<f32> = Vec::new();
    all.blocks().for_each(|b| b.append(4, &mut parts));
    assert_eq!((all.len(), parts), (3, vec![1.0, 5.0, 9.0]));
}

proptest! {
    #[test]
    fn records_survive_both_byte_orders(
        name in prop::collection::vec(any::<u8>(), 0..20), parent: i16, bits: [u32; 3], big: bool,
    ) {
        let endian = if big { Endian::Big } else { Endian::Little };
        let bone = Bone { name: Text(name), parent, head: bits.map(f32::from_bits) };
        let mut w = Writer::new(endian);
        w.put(&bone);
        let bytes = w.finish();
        let mut r = Reader::new(&bytes).with_trace();
        r.set_endian(endian);
        let back: Bone = r.get().unwrap();
        prop_assert!(r.is_empty());
        prop_assert_eq!(r.take_trace().unwrap().untiled(bytes.len() as u64), None);
        let mut again = Writer::new(endian);
        again.put(&back);
        prop_assert_eq!(again.finish(), bytes.clone());
        prop_assert!(bytes.len() >= Bone::MIN_SIZE);
        for cut in 0..bytes.len() {
            let mut r = Reader::new(bytes.get(..cut).unwrap());
            r.set_endian(endian);
            prop_assert!(r.get::<Bone>().is_err(), "{} of {} bytes", cut, bytes.len());
        }
    }

    #[test]
    fn text_survives_json(bytes in prop::collection::vec(any::<u8>(), 0..20)) {
        let text = Text(bytes);
        let back: Text = serde_json::from_str(&serde_json::to_string(&text).unwrap()).unwrap();
        prop_assert_eq!(back, text);
    }
}

wire::record! {
    /// Everything a description can say.
    #[derive(Debug, PartialEq)]
    struct Varied(v) {
        @count length = points * 2;
        @count late = names * 4, 2..;
        since: u8 = 2..,
        only: u16 = v == 1,
        points: Vec<u16> as bulk(length),
        names: Vec<Text> [late],
        pair: Vec<u8> as bulk(if v == 3 { 2 } else { 0 }),
    }
}

#[test]
fn one_description_serves_every_version() {
    let bytes = [2, 0, 0, 0, 1, 0, 0, 0, 9, 5, 0, 6, 0, 1, 0, 0, 0, b'x', 7, 8];
    let mut r = Reader::new(&bytes);
    r.set_version(3);
    let varied: Varied = r.get().unwrap();
    let names = vec![Text(b"x".to_vec())];
    assert_eq!(varied, Varied { since: Some(9), only: None, points: vec![5, 6], names, pair: vec![7, 8] });
    let mut w = Writer::new(Endian::Little);
    w.set_version(3);
    w.put(&varied);
    assert_eq!(w.finish(), bytes);
    let mut r = Reader::new(&[0, 0, 0, 0, 1, 0]);
    r.set_version(1);
    let old: Varied = r.get().unwrap();
    assert_eq!((old.only, old.since, old.names.len(), r.is_empty()), (Some(1), None, 0, true));
    let mut r = Reader::new(&[9, 0, 0, 0, 1, 0]);
    r.set_version(1);
    assert_eq!(code_of(r.get::<Varied>()), "WIRE_COUNT_TOO_LARGE");
}
