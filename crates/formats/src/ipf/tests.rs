use super::*;
use crate::LoadOptions;
use crate::archive::Existing;
use proptest::prelude::*;
use scene::{Files, Folder, Memory};
use std::path::PathBuf;
use wire::Text;

fn member(archive: &str, path: &str, bytes: &[u8]) -> Member {
    Member { archive: archive.into(), path: path.into(), bytes: bytes.to_vec() }
}

fn stamp(base: u32, revision: u32) -> Stamp {
    Stamp { base, revision, ..Stamp::default() }
}

fn sample() -> Ipf {
    let members = [
        member("char_texture.ipf", "npc/Wing.dds", &[1; 3000]),
        member("char_texture_low.ipf", "npc/wing.dds", &[2; 700]),
        member("ui.ipf", "empty.lua", b""),
        member("ui.ipf", "sound/Beep.MP3", b"as it is"),
    ];
    pack_memory(&members, &stamp(1, 20000), None).unwrap()
}

fn open(ipf: &Ipf) -> Archive {
    Archive::new(Box::new(ipf.to_bytes()), "a.ipf").unwrap()
}

fn found(ipf: &Ipf) -> Vec<&'static str> {
    let (files, options) = (Memory::default(), LoadOptions::default());
    let cx = Context { files: &files, path: "a.ipf", options: &options };
    let mut sink = Sink::new();
    let bytes = ipf.to_bytes();
    Ipf::read(&mut Reader::new(&bytes)).unwrap().check(&cx, &mut sink);
    sink.findings().iter().map(|f| f.code.id).collect()
}

fn folder(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("xenomesh-ipf-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

/// The vector of the format's page.
#[test]
fn the_smallest_archive() {
    let ipf = pack_memory(&[member("ui.ipf", "one.lua", b"x")], &stamp(0, 0), None).unwrap();
    let hex: String = ipf.to_bytes().iter().map(|b| format!("{b:02X}")).collect();
    let page = "D5005D 0700 8316DC8C 03000000 01000000 00000000 0600 75692E697066 6F6E652E6C7561 0100 \
                03000000 0000 24000000 504B0506 00000000 00000000";
    // The page's file table offset stands before the deletion count.
    assert_eq!(hex, page.replace(' ', ""));
    assert_eq!(open(&ipf).read("ui.ipf/one.lua").unwrap(), b"x");
}

#[test]
fn an_archive_is_a_file_system() {
    let a = open(&sample());
    assert_eq!(a.read("CHAR_texture.ipf/npc/wing.DDS").unwrap(), [1; 3000]);
    assert_eq!(a.read("char_texture_low/npc/wing.dds").unwrap(), [2; 700]);
    assert_eq!(a.resolve("npc\\wing.dds").as_deref(), Some("char_texture.ipf/npc/Wing.dds"), "the first");
    assert_eq!(a.find_name("WING.dds").as_deref(), Some("char_texture.ipf/npc/Wing.dds"));
    assert_eq!(a.read("ui.ipf/empty.lua").unwrap(), b"");
    assert_eq!(a.read("sound/beep.mp3").unwrap(), b"as it is");
    assert_eq!(a.resolve("../npc/wing.dds"), None);
    let names: Vec<String> = a.list("").into_iter().map(|e| e.name).collect();
    assert_eq!(names, ["char_texture.ipf", "char_texture_low.ipf", "ui.ipf"]);
    assert_eq!(a.list("UI.ipf").len(), 2);
    assert!(a.with_limit(100).read("npc/wing.dds").unwrap_err().to_string().contains("limit"));
    assert_eq!(found(&sample()), [""; 0]);
}

#[test]
fn whatever_way_it_is_stored() {
    let file = b"the same bytes, the same bytes, the same bytes".to_vec();
    let usual = archive::codec::encode("a.lua", &file, 0).unwrap();
    let mut deflated = usual.clone();
    archive::cipher::decipher(&mut deflated);
    let mut twice = usual.clone();
    archive::cipher::encipher(&mut twice);
    let mut enciphered = file.clone();
    archive::cipher::encipher(&mut enciphered);
    for (stored, coding) in [
        (&usual, Coding::Usual),
        (&deflated, Coding::Deflated),
        (&file, Coding::Plain),
        (&enciphered, Coding::Enciphered),
        (&twice, Coding::Twice),
    ] {
        for name in ["a.lua", "a.JPG"] {
            let record = Record {
                crc: archive::codec::crc32(&file),
                stored: stored.len() as u32,
                size: file.len() as u32,
                offset: 0,
                archive: Text::from("x.ipf"),
                path: Text::from(name),
            };
            let decoded = archive::codec::decode(&record, stored).unwrap();
            assert_eq!((decoded.bytes, decoded.coding), (file.clone(), coding), "{name}");
        }
    }
    assert_eq!(
        archive::codec::encode("a.lua", &file, 11_000).unwrap(),
        deflated,
        "old revisions are not enciphered"
    );
    // Deflated data that happen to be as long as the file: the sizes say nothing.
    let noise: Vec<u8> = (0..40_u8).map(|i| i.wrapping_mul(97) ^ 0x5a).collect();
    let stored = archive::codec::encode("a.png", &noise, 0).unwrap();
    assert!(stored.len() >= noise.len(), "stored larger than the file");
}

#[test]
fn damage_is_found() {
    let with = |change: fn(&mut Ipf)| {
        let mut ipf = sample();
        change(&mut ipf);
        found(&ipf)
    };
    assert_eq!(with(|a| a.records[0].crc ^= 1), ["IPF_CRC"]);
    assert_eq!(with(|a| a.records[0].size -= 1), ["IPF_DATA"]);
    assert_eq!(with(|a| a.records[3].stored += 1), ["IPF_RANGE"]);
    assert_eq!(with(|a| a.footer.deletion_offset = 0), ["IPF_DELETION_OFFSET"]);
    let mut slash = sample();
    slash.records[0].path = Text::from("npc\\Wing.dds");
    assert_eq!(found(&slash), ["IPF_SLASH"]);
    assert_eq!(open(&slash).read("npc/wing.dds").unwrap(), [1; 3000], "read all the same");
    let (files, options) = (Memory::default(), LoadOptions::default());
    slash.fix(&Context { files: &files, path: "a.ipf", options: &options });
    assert_eq!(slash, sample());
}

#[test]
fn a_footer_before_the_end_is_found() {
    let mut ipf = sample();
    ipf.trailer = b"PK\x05\x06 and some more bytes".to_vec();
    assert_eq!(open(&ipf).read("npc/wing.dds").unwrap(), [1; 3000]);
    assert_eq!(found(&ipf), ["IPF_TRAILER"]);
    ipf.trailer = vec![0; 70_000];
    assert!(Archive::new(Box::new(ipf.to_bytes()), "a.ipf").is_err(), "only the last 64 KiB are searched");
}

#[test]
fn many_footers_are_few_tries() {
    let mut bytes = b"PK\x05\x06".repeat(20_000);
    bytes.extend(sample().to_bytes());
    bytes.extend(b"PK\x05\x06".repeat(10_000));
    let started = std::time::Instant::now();
    let _ = Archive::new(Box::new(bytes), "a.ipf");
    assert!(started.elapsed().as_secs() < 5);
}

#[test]
fn unpacking_and_packing_give_the_same_bytes() {
    let dir = folder("pack");
    let mut ipf = sample();
    ipf.records[2].path = Text::from("../../evil.lua");
    ipf.renumber();
    let bad = open(&ipf);
    let all: Vec<&Record> = bad.records().iter().collect();
    let done = unpack(&bad, &all, &dir.join("bad"), true, Existing::Refuse, &mut |_| {}).unwrap();
    assert_eq!((done.written, done.failed.len()), (3, 1));
    assert!(!dir.join("evil.lua").exists());
    let good = open(&sample());
    let all: Vec<&Record> = good.records().iter().collect();
    let out = dir.join("out");
    let done = unpack(&good, &all, &out, true, Existing::Refuse, &mut |_| {}).unwrap();
    assert_eq!((done.written, done.bytes), (4, 3708));
    assert_eq!(std::fs::read(out.join("char_texture.ipf/npc/Wing.dds")).unwrap(), [1; 3000]);
    let target = dir.join("new.ipf");
    let stamp = stamp_of(&out).unwrap();
    assert_eq!(pack(&out, &target, &stamp, Some(&good), false, &mut |_| {}).unwrap(), 4);
    assert_eq!(std::fs::read(&target).unwrap(), sample().to_bytes());
    assert!(pack(&out, &target, &stamp, None, false, &mut |_| {}).is_err(), "does not overwrite");
    std::fs::write(out.join("loose.txt"), b"new").unwrap();
    pack(&out, &target, &Stamp::default(), None, true, &mut |_| {}).unwrap();
    let files = Folder::new(&dir);
    let again = Archive::open(&files, "new.ipf").unwrap();
    assert_eq!(again.read("new.ipf/loose.txt").unwrap(), b"new", "what is in no inner archive is in its own");
    assert_eq!(again.read("char_texture_low/npc/wing.dds").unwrap(), [2; 700]);
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn patches_win_and_delete() {
    let mut files = Memory::default();
    let mut add = |path: &str, members: &[Member], stamp: &Stamp| {
        files.insert(path, pack_memory(members, stamp, None).unwrap().to_bytes());
    };
    let ui = |path: &str, text: &str| member("ui.ipf", path, text.as_bytes());
    add("data/ui.ipf", &[ui("a.lua", "data"), ui("b.lua", "data"), ui("gone.lua", "data")], &stamp(0, 11035));
    add("patch/1000000_001001.ipf", &[ui("A.lua", "newest")], &stamp(999_999, 1_000_000));
    let mut old = stamp(378_949, 379_124);
    old.deletions = vec![["data".into(), "gone.lua".into()]];
    add("patch/379124_001001.ipf", &[ui("a.lua", "older"), ui("c.lua", "patch")], &old);
    assert!(is_game(&files) && !is_game(&Memory::default()));
    let game = Game::open(&files).unwrap();
    for (path, text) in [("ui.ipf/a.lua", "newest"), ("b.lua", "data"), ("UI.ipf/C.lua", "patch")] {
        assert_eq!(game.read(path).unwrap(), text.as_bytes(), "{path}");
    }
    assert_eq!(game.resolve("ui.ipf/gone.lua"), None);
    assert_eq!(game.find_name("gone.lua"), None);
    assert_eq!(game.list("ui.ipf").len(), 3);
    files.insert("patch/2_001001.ipf", *b"cut off");
    assert!(Game::open(&files).err().unwrap().to_string().contains("2_001001.ipf"));
}

#[test]
fn which_length_of_a_deletion_comes_first() {
    for (first, second) in [(4_u16, 9_u16), (9, 4)] {
        let mut table = first.to_le_bytes().to_vec();
        table.extend(second.to_le_bytes());
        table.extend(b"dataa/b/c.lua");
        let list = Deletion::parse(&table, 1).unwrap();
        assert_eq!(list[0].full_path(), "data/a/b/c.lua", "{first} {second}");
    }
    assert_eq!(Deletion::parse(&[1, 0], 1), None);
}

#[test]
fn other_games_have_this_extension_too() {
    let e = crate::identify(b"PK\x03\x04 and so on", "a.ipf").err().unwrap();
    assert!(e.to_string().contains("Granado Espada"), "{e}");
}

prop_compose! {
    fn arb_record()(crc: u32, stored in 0..200_u32, size in 0..400_u32, offset in 0..300_u32,
                    archive in prop::collection::vec(any::<u8>(), 0..12), path in prop::collection::vec(any::<u8>(), 0..20))
                    -> Record {
        Record { crc, stored, size, offset, archive: Text(archive), path: Text(path) }
    }
}

proptest! {
    #[test]
    fn bytes_survive(
        data in prop::collection::vec(any::<u8>(), 0..400),
        records in prop::collection::vec(arb_record(), 0..8),
        between in prop::collection::vec(any::<u8>(), 0..20),
        trailer in prop::collection::vec(any::<u8>(), 0..40),
        deletions in 0..3_u16, base: u32, revision: u32,
    ) {
        let footer = Footer {
            files: records.len() as u16, table_offset: data.len() as u32, deletions,
            deletion_offset: data.len() as u32, magic: *b"PK\x05\x06", base, revision,
        };
        let first = Ipf { data: vec![types::Block(data.into())], records, deletion_table: between, footer, trailer };
        let bytes = first.to_bytes();
        let mut r = Reader::new(&bytes).with_trace();
        let again = Ipf::read(&mut r).unwrap();
        prop_assert_eq!(&again.to_bytes(), &bytes);
        prop_assert_eq!(r.take_trace().unwrap().untiled(bytes.len() as u64), None);
        let mut json = Vec::new();
        again.dump(&mut json).unwrap();
        prop_assert_eq!(crate::build(&json).unwrap().write(), bytes.clone());
        found(&again);
        let a = open(&again);
        for r in a.records() {
            let _ = a.read_record(r);
        }
    }

    #[test]
    fn files_survive(files in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 0..6), revision in 0..30_000_u32) {
        let members: Vec<Member> =
            files.iter().enumerate().map(|(i, bytes)| member("x.ipf", &format!("{i}.lua"), bytes)).collect();
        let ipf = pack_memory(&members, &stamp(0, revision), None).unwrap();
        let a = open(&ipf);
        for m in &members {
            prop_assert_eq!(&a.read(&m.path).unwrap(), &m.bytes);
        }
        let wrong: Vec<&str> = found(&ipf).into_iter().filter(|id| *id != "IPF_CODING").collect();
        prop_assert!(wrong.is_empty(), "{:?}", wrong);
    }
}
