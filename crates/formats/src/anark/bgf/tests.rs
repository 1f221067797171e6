use super::*;
use crate::anark::hash::hash;
use crate::anark::section::Section;
use crate::anark::value::{Attribute, AttributeName, Name, Name16, Param, StringRef, ValueType};
use crate::{LoadOptions, exercise};
use proptest::collection::vec;
use proptest::prelude::*;
use scene::Memory as Files;
use wire::Reader;

fn arb_text() -> impl Strategy<Value = Text> {
    prop_oneof!["[a-zA-Z.]{0,12}".prop_map(Text::from), vec(any::<u8>(), 0..6).prop_map(Text)]
}

fn arb_name() -> impl Strategy<Value = Name> {
    prop_oneof![any::<u32>(), Just(hash(b"Scene")), Just(hash(b"position.x"))].prop_map(Name)
}

/// Any valid attribute for a file with so many strings.
fn arb_attribute(strings: usize) -> impl Strategy<Value = Attribute> {
    let value = prop_oneof![
        any::<i32>().prop_map(|v| (1, v as u32)),
        (-1e6_f32..1e6).prop_map(|v| (3, v.to_bits())),
        any::<bool>().prop_map(|v| (4, u32::from(v))),
        (0..strings.max(1) as u32).prop_map(move |v| if strings == 0 { (1, v) } else { (5, v) }),
    ];
    let name = prop_oneof![any::<u32>(), Just(hash(b"textstring")), Just(hash(b"opacity"))];
    (name, value, 0..4_u32).prop_map(|(name, (ty, value), flags)| Attribute {
        type_and_name: name & 0x07FF_FFFF | ty << 27 | flags << 30,
        value,
    })
}

fn arb_element(strings: usize) -> impl Strategy<Value = (Element, u32)> {
    let large = prop::option::of((any::<u8>(), any::<u32>()));
    let rest = (0..9000_u32, 1..=8_u8, any::<u8>(), large, vec(arb_attribute(strings), 0..4), any::<u32>());
    (arb_name(), rest).prop_map(|(name, (id, ty, flags, large, attributes, parent))| {
        let large = large.map(|(unknown_0x0e, period_ms)| Large { unknown_0x0e, period_ms });
        let flags = flags & !flag::LARGE | if large.is_some() { flag::LARGE } else { 0 };
        let ty = ElementType(ty);
        (Element { name, parent: -1, scene_item_id: id, ty, flags, large, attributes }, parent)
    })
}

fn arb_animation() -> impl Strategy<Value = Animation> {
    let key = (1..5000_u32, any::<[i16; 3]>());
    let name = prop_oneof![any::<u32>(), Just(hash(b"position.x") & 0x07FF_FFFF), Just(hash(b"rotation.y"))];
    (any::<u32>(), name, any::<u8>(), any::<u8>(), vec(key, 1..5)).prop_map(|(element, name, a, b, keys)| {
        let mut time_ms = 0;
        let keyframes = keys
            .into_iter()
            .map(|(dt, [value, p1, p2])| {
                time_ms += dt;
                let f = |v: i16| f32::from(v) / 8.0;
                Keyframe { time_ms, value: f(value), p1: f(p1), p2: f(p2), ..Keyframe::default() }
            })
            .collect();
        let attribute = AttributeName(name);
        Animation { element, attribute, enabled: a, can_sync_first_keyframe: b, keyframes }
    })
}

fn arb_logic(strings: usize) -> impl Strategy<Value = Logic> {
    let action = (any::<u32>(), any::<u32>(), arb_name(), arb_attribute(strings))
        .prop_map(|(element_a, element_b, id, attribute)| Action { element_a, element_b, id, attribute });
    let event = (arb_name(), vec(action, 0..3)).prop_map(|(event, actions)| LogicEvent { event, actions });
    (any::<u32>(), vec(event, 0..3)).prop_map(|(element, events)| Logic { element, events })
}

fn arb_param(strings: usize) -> impl Strategy<Value = Param> {
    let string = Param { type_hash: Name(hash(b"string")), value: 0 };
    let float = Param { type_hash: Name(hash(b"float3.y")), value: 1.5_f32.to_bits() };
    prop_oneof![
        any::<u32>().prop_map(|v| Param { type_hash: Name(7), value: v }),
        Just(float),
        Just(Param { type_hash: Name(hash(b"bool")), value: 1 }),
        Just(if strings == 0 { float } else { string }),
    ]
}

fn arb_slide(strings: usize) -> impl Strategy<Value = Slide> {
    let reference = (any::<bool>(), any::<u8>(), any::<u16>());
    let setting = (any::<u32>(), any::<u8>(), vec(arb_attribute(strings), 0..3), vec(reference, 0..4));
    let name = prop_oneof![
        "[ -~]{0,16}".prop_map(|s| Name16::from_text(&s).unwrap()),
        any::<[u8; 16]>().prop_map(Name16)
    ];
    (name, any::<u32>(), any::<u8>(), 0..1000_u32, 0..9000_u32, vec(setting, 0..3)).prop_map(
        |(name, element, flags, begin_ms, length, settings)| Slide {
            name,
            element,
            flags,
            begin_ms,
            end_ms: begin_ms + length,
            settings: settings
                .into_iter()
                .map(|(element, activate, values, refs)| Setting {
                    element,
                    activate,
                    values,
                    refs: refs
                        .into_iter()
                        .map(|(logic, enable, index)| Ref { is_logic: u8::from(logic), enable, index })
                        .collect(),
                })
                .collect(),
        },
    )
}

/// Turns random numbers into indices that exist.
fn make_valid(bgf: &mut Bgf) {
    let n = bgf.elements.list.len() as u32;
    if n == 0 {
        bgf.contracts.list.clear();
        bgf.animations.list.clear();
        bgf.logic.list.clear();
        bgf.slides.list.clear();
    }
    let pick = |v: &mut u32| *v %= n.max(1);
    bgf.contracts.list.iter_mut().for_each(|c| pick(&mut c.element));
    bgf.animations.list.iter_mut().for_each(|a| pick(&mut a.element));
    for l in &mut bgf.logic.list {
        pick(&mut l.element);
        for a in l.events.iter_mut().flat_map(|e| &mut e.actions) {
            pick(&mut a.element_a);
            pick(&mut a.element_b);
        }
    }
    let large: Vec<u32> = (0..n).filter(|i| bgf.elements.list[*i as usize].large.is_some()).collect();
    if large.is_empty() {
        bgf.slides.list.clear();
    }
    let animations = bgf.animations.list.len() as u16;
    let actions =
        bgf.logic.list.iter().flat_map(|l| &l.events).map(|e| e.actions.len()).sum::<usize>() as u16;
    for s in &mut bgf.slides.list {
        s.element = large[s.element as usize % large.len()];
        for setting in &mut s.settings {
            pick(&mut setting.element);
            setting.refs.retain(|r| if r.is_logic == 0 { animations > 0 } else { actions > 0 });
            for r in &mut setting.refs {
                r.index %= if r.is_logic == 0 { animations } else { actions };
            }
        }
    }
}

/// Any valid file.
pub(in crate::anark) fn arb_bgf() -> impl Strategy<Value = Bgf> {
    (vec(arb_text(), 0..6), any::<bool>(), any::<[u32; 3]>(), any::<[u16; 2]>()).prop_flat_map(
        |(strings, big, unknown, [width, height])| {
            let n = strings.len();
            let events = vec((0..n.max(1) as u32).prop_map(StringRef), 0..if n == 0 { 1 } else { 4 });
            let contract = (any::<u32>(), events).prop_map(|(element, events)| Contract { element, events });
            let parts = (
                vec(arb_element(n), 0..8),
                vec(contract, 0..3),
                vec(arb_animation(), 0..5),
                vec(arb_logic(n), 0..3),
                vec(arb_param(n), 0..4),
                vec(arb_slide(n), 0..4),
            );
            parts.prop_map(move |(elements, contracts, animations, logic, params, slides)| {
                let elements = elements.into_iter().enumerate().map(|(i, (mut e, parent))| {
                    e.parent = (parent % (i as u32 + 1)) as i32 - 1;
                    e
                });
                let mut bgf = Bgf {
                    strings: Section::new(strings.clone()),
                    elements: Section::new(elements.collect()),
                    contracts: Section::new(contracts),
                    animations: Section::new(animations),
                    logic: Section::new(logic),
                    params: Section::new(params),
                    slides: Section::new(slides),
                    ..Bgf::default()
                };
                bgf.header.byte_order = u8::from(big);
                (bgf.header.width, bgf.header.height) = (width, height);
                for (slot, v) in [5, 7, 24].into_iter().zip(unknown) {
                    bgf.memory.counts[slot] = v;
                }
                make_valid(&mut bgf);
                bgf.recount();
                bgf
            })
        },
    )
}

/// All promises on some bytes; findings of severity warning and above.
pub(in crate::anark) fn promises(bytes: &[u8], name: &str) -> Vec<wire::Diagnostic> {
    match exercise::exercise(bytes, name).unwrap() {
        exercise::Outcome::Refused(e) => panic!("refused: {e}"),
        exercise::Outcome::Read(seen) => {
            let refused = seen.refused.filter(|e| e.code().id != "BGP_NO_MODEL");
            assert!(refused.is_none(), "{refused:?}");
            // Bits and numbers made by chance; each of these has a fixture of its own.
            let chance = ["BGF_FLAGS", "BGF_SPLINE", "BGF_OPACITY", "BGF_FIT_MODE", "BSG_OPACITY"];
            let serious =
                |f: &wire::Diagnostic| f.severity > wire::Severity::Info && !chance.contains(&f.code.id);
            seen.findings.into_iter().filter(serious).collect()
        }
    }
}

fn json(doc: &dyn Document) -> serde_json::Value {
    let mut out = Vec::new();
    doc.dump(&mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn rebuild(json: &serde_json::Value) -> Box<dyn Document> {
    crate::build(&serde_json::to_vec(json).unwrap()).unwrap()
}

pub(in crate::anark) fn findings(doc: &dyn Document) -> Vec<wire::Diagnostic> {
    let (files, options) = (Files::default(), LoadOptions::default());
    let mut sink = Sink::new();
    doc.check(&Context { files: &files, path: "x.bgf", options: &options }, &mut sink);
    sink.finish()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn valid_files_keep_every_promise(bgf in arb_bgf()) {
        let found = promises(&bgf.to_bytes(), "x.bgf");
        prop_assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn names_given_change_no_byte(mut bgf in arb_bgf(), names in vec("[a-z]{1,9}", 0..4)) {
        bgf.elements.list.iter_mut().zip(&names).for_each(|(e, n)| e.name = Name(hash(n.as_bytes())));
        bgf.set_names(&names);
        let dumped = json(&bgf);
        if let (Some(e), Some(n)) = (dumped["document"]["elements"]["list"].get(0), names.first()) {
            prop_assert_eq!(e["name"].as_str(), Some(n.as_str()));
        }
        prop_assert_eq!(rebuild(&dumped).write(), bgf.to_bytes());
    }

    #[test]
    fn edits_recounted_have_no_findings(bgf in arb_bgf(), text in "[a-zA-Z ]{1,20}", which in any::<u16>()) {
        let mut dumped = json(&bgf);
        let document = &mut dumped["document"];
        // A string renamed, an element and a parameter added with strings spelt out, a key moved, a record dropped.
        if let Some(s) = document["strings"]["list"].as_array_mut().and_then(|l| l.first_mut()) {
            *s = text.clone().into();
        }
        document["elements"]["list"].as_array_mut().unwrap().push(serde_json::json!({
            "name": "Added", "parent": -1, "scene_item_id": 70_000, "type": "dummy", "flags": 1,
            "large": {"unknown_0x0e": 2, "period_ms": 10},
            "attributes": [{"name": "textstring", "type": "string", "value": format!("{text}!")}],
        }));
        document["params"]["list"].as_array_mut().unwrap().push(serde_json::json!({"type": "string", "value": "new"}));
        if let Some(keys) = document["animations"]["list"].get_mut(0).and_then(|a| a["keyframes"].as_array_mut()) {
            let last = keys.last_mut().unwrap();
            last["time_ms"] = (last["time_ms"].as_u64().unwrap() + u64::from(which)).into();
        }
        let contracts = document["contracts"]["list"].as_array_mut().unwrap();
        contracts.pop();
        document["slides"]["list"].as_array_mut().unwrap().truncate(usize::from(which % 3));
        let mut doc = rebuild(&dumped);
        doc.recount();
        let bytes = doc.write();
        let found = promises(&bytes, "x.bgf");
        prop_assert!(found.is_empty(), "{found:?}");
        let again = read(&mut Reader::new(&bytes), &mut Sink::new()).unwrap();
        let added = again.elements.list.last().unwrap();
        let wanted = format!("{text}!");
        prop_assert_eq!(again.string(added.attributes[0].value), Some(wanted.as_str()));
        prop_assert_eq!(again.header.highest_id, 70_000);
        for i in [5, 7, 24] {
            prop_assert_eq!(again.memory.counts[i], bgf.memory.counts[i], "unknown counts stay");
        }
    }

    #[test]
    fn damage_is_read_or_refused_and_fixed(bgf in arb_bgf(), at in any::<prop::sample::Index>(), value: u8) {
        let mut bytes = bgf.to_bytes();
        let at = at.index(bytes.len());
        bytes[at] = value;
        let _ = exercise::exercise(&bytes, "x.bgf").unwrap();
        if let Ok(mut doc) = read(&mut Reader::new(&bytes), &mut Sink::new()) {
            let (files, options) = (Files::default(), LoadOptions::default());
            doc.fix(&Context { files: &files, path: "x.bgf", options: &options });
            let left = findings(&doc);
            let misfit = [&doc.strings.rest, &doc.elements.rest, &doc.slides.rest, &doc.animations.rest, &doc.logic.rest, &doc.contracts.rest, &doc.params.rest];
            if misfit.iter().all(|r| r.is_empty()) {
                prop_assert!(left.iter().all(|f| !f.fixable), "{left:?}");
            }
        }
    }
}

fn small() -> Bgf {
    let mut bgf = Bgf {
        strings: Section::new(vec!["hello".into(), "onUp".into()]),
        elements: Section::new(vec![
            Element {
                name: Name(hash(b"Scene")),
                parent: -1,
                ty: ElementType::DUMMY,
                flags: 5,
                large: Some(Large { unknown_0x0e: 2, period_ms: 0 }),
                ..Element::default()
            },
            Element {
                name: Name(hash(b"Title")),
                parent: 0,
                scene_item_id: 12,
                ty: ElementType::TEXT,
                flags: 1,
                attributes: vec![Attribute::new("textstring", ValueType::String, 0)],
                ..Element::default()
            },
        ]),
        contracts: Section::new(vec![Contract { element: 0, events: vec![StringRef(1)] }]),
        ..Bgf::default()
    };
    bgf.recount();
    bgf
}

#[test]
fn offsets_are_those_of_the_format_page() {
    let mut bgf = small();
    bgf.header.width = 0x1234;
    bgf.header.highest_id = 0x55667788;
    let bytes = bgf.to_bytes();
    assert_eq!(bytes[..6], [0, 4, 0x1A, 0, 0, 0]);
    assert_eq!(&bytes[6..14], b"AnarkBGF");
    assert_eq!(bytes[14..18], [3, 0, 0, 0]);
    assert_eq!(bytes[22..24], [0x34, 0x12]);
    assert_eq!(bytes[27..31], [0x88, 0x77, 0x66, 0x55]);
    assert_eq!(bytes[0x20..0x2C], [0x64, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], "one small, one large");
    assert_eq!(bytes[0x70..0x78], [1, 0, 0, 0, 1, 0, 0, 0], "copies");
    assert_eq!(bytes[0x88..0x90], [17, 0, 0, 0, 5, 0, 0, 0], "strings: size, first length");
    bgf.header.byte_order = 1;
    let big = bgf.to_bytes();
    assert_eq!(big[..6], [1, 4, 0, 0, 0, 0x1A]);
    assert_eq!(&big[6..14], b"AnarkBGF", "the same in both byte orders");
}

#[test]
fn known_hashes_have_names_and_unknown_ones_digits() {
    let dumped = json(&small());
    let list = &dumped["document"]["elements"]["list"];
    assert_eq!(list[0]["name"], "Scene");
    assert_eq!(list[1]["name"], crate::anark::names::hex(hash(b"Title")));
    assert_eq!(list[1]["attributes"][0]["name"], "textstring");
    assert_eq!(list[1]["attributes"][0]["#text"], "hello");
    assert_eq!(dumped["document"]["contracts"]["list"][0]["#events"][0], "onUp");
}

#[test]
fn a_wrong_section_length_is_kept_and_found() {
    let good = small();
    for wrong in [0, 1, 30, 63, 64, 1000, u32::MAX] {
        let mut bgf = good.clone();
        bgf.elements.size = wrong;
        if wrong == good.elements.size {
            continue;
        }
        let bytes = bgf.to_bytes();
        let found = promises(&bytes, "x.bgf");
        assert!(found.iter().any(|f| f.code.id == "ANARK_SECTION_SIZE"), "{wrong}: {found:?}");
        let read = read(&mut Reader::new(&bytes), &mut Sink::new()).unwrap();
        assert_eq!(read.elements.list.len(), 2, "the counts decide the number of records");
    }
}

#[test]
fn string_indices_follow_their_texts() {
    let string = |name: &str, index: u32| Attribute::new(name, ValueType::String, index);
    let mut bgf = Bgf {
        strings: Section::new(["Menu", "gone", "Play", "onUp"].map(Text::from).to_vec()),
        elements: Section::new(vec![Element {
            attributes: vec![string("name", 0), string("textstring", 2)],
            ..Element::default()
        }]),
        contracts: Section::new(vec![Contract { element: 0, events: vec![StringRef(3)] }]),
        params: Section::new(vec![Param { type_hash: Name(hash(b"string")), value: 2 }]),
        ..Bgf::default()
    };
    bgf.recount();
    let built = |edit: &dyn Fn(&mut Vec<Value>)| {
        let mut dumped = json(&bgf);
        edit(dumped["document"]["strings"]["list"].as_array_mut().unwrap());
        let mut doc = rebuild(&dumped);
        doc.recount();
        let out = read(&mut Reader::new(&doc.write()), &mut Sink::new()).unwrap();
        let text = |i: u32| out.string(i).unwrap().to_owned();
        let e = &out.elements.list[0].attributes;
        [e[0].value, e[1].value, out.contracts.list[0].events[0].0, out.params.list[0].value].map(text)
    };
    let same = ["Menu", "Play", "onUp", "Play"];
    assert_eq!(built(&|l| l.insert(0, "First".into())), same);
    assert_eq!(built(&|l| drop(l.remove(1))), same);
    assert_eq!(built(&|l| l.push("Last".into())), same);
    // Renamed in its place, whether the list has grown or not.
    let renamed = ["Menu", "Start", "onUp", "Start"];
    assert_eq!(built(&|l| l[2] = "Start".into()), renamed);
    assert_eq!(
        built(&|l| {
            l[2] = "Start".into();
            l.push("Last".into());
        }),
        renamed
    );
}

#[test]
fn errors_in_json_say_where() {
    let mut bgf = Bgf { elements: Section::new(vec![Element::default(); 3]), ..Bgf::default() };
    bgf.recount();
    let mut dumped = json(&bgf);
    dumped["document"]["elements"]["list"][2].as_object_mut().unwrap().remove("parent");
    let error = crate::build(dumped.to_string().as_bytes()).err().unwrap();
    assert!(error.to_string().contains("missing field `parent`"), "{error}");
    assert_eq!(error.path(), "document.elements.list[2]");
}

#[test]
fn lengths_of_an_edit_without_recount_are_repaired_by_the_counts() {
    let good = small();
    let mut bgf = good.clone();
    bgf.strings.list[0] = "hello world".into();
    bgf.elements.list[1].attributes.clear();
    let bytes = bgf.to_bytes();
    let found = promises(&bytes, "x.bgf");
    let sizes = found.iter().filter(|f| f.code.id == "ANARK_SECTION_SIZE").map(|f| f.path.as_str());
    assert_eq!(sizes.collect::<Vec<_>>(), ["strings.size", "elements.size"], "{found:?}");
    let (files, options) = (Files::default(), LoadOptions::default());
    let mut doc = read(&mut Reader::new(&bytes), &mut Sink::new()).unwrap();
    doc.fix(&Context { files: &files, path: "x.bgf", options: &options });
    assert_eq!((doc.string(0), findings(&doc).len()), (Some("hello world"), 0));
}

#[test]
fn a_wrong_size_of_header_or_memory_is_found_where_it_stands() {
    let good = small();
    for (at, field, code) in
        [(2, "header.header_size", "ANARK_HEADER"), (0x20, "memory.size", "ANARK_SECTION_SIZE")]
    {
        for wrong in [-1_i8, 1, 4, 100] {
            let mut bytes = good.to_bytes();
            bytes[at] = bytes[at].wrapping_add_signed(wrong);
            let found = promises(&bytes, "x.bgf");
            assert_eq!(found.len(), 1, "{field} {wrong}: {found:?}");
            assert_eq!((found[0].code.id, found[0].path.as_str()), (code, field));
            let (files, options) = (Files::default(), LoadOptions::default());
            let mut doc = read(&mut Reader::new(&bytes), &mut Sink::new()).unwrap();
            doc.fix(&Context { files: &files, path: "x.bgf", options: &options });
            assert_eq!(doc.to_bytes(), good.to_bytes());
        }
    }
    let mut larger = good.clone();
    larger.header.rest = vec![7; 3];
    larger.memory.rest = vec![1, 0, 0, 0];
    larger.recount();
    let read = read(&mut Reader::new(&larger.to_bytes()), &mut Sink::new()).unwrap();
    assert_eq!((read.header.rest.len(), read.memory.rest.len()), (3, 4), "a size that leads on is right");
}

#[test]
fn wrong_counts_are_kept_and_found() {
    for (index, wrong) in [(0, 0), (0, 7), (6, 1), (6, 9), (3, 0), (2, 5), (19, 4)] {
        let mut bgf = small();
        bgf.memory.counts[index] = wrong;
        let found = promises(&bgf.to_bytes(), "x.bgf");
        let id = if index == 19 { "BGF_COUNT_COPY" } else { "ANARK_COUNT" };
        let hit = found.iter().find(|f| f.code.id == id).unwrap_or_else(|| panic!("{index}: {found:?}"));
        assert_eq!(hit.path, format!("memory.counts.{}", COUNT_NAMES[index]));
    }
}

#[test]
fn bytes_between_and_after_are_kept() {
    let mut bgf = small();
    bgf.contracts.rest = vec![1, 2, 3];
    bgf.contracts.size += 3;
    bgf.trailing = vec![9; 5];
    let bytes = bgf.to_bytes();
    let found = promises(&bytes, "x.bgf");
    assert!(["ANARK_SECTION_REST", "ANARK_TRAILING"].iter().all(|id| found.iter().any(|f| f.code.id == *id)));
    let (files, options) = (Files::default(), LoadOptions::default());
    let mut doc = read(&mut Reader::new(&bytes), &mut Sink::new()).unwrap();
    doc.fix(&Context { files: &files, path: "x.bgf", options: &options });
    assert_eq!(doc.to_bytes(), small().to_bytes());
}

#[test]
fn a_record_that_does_not_fit_is_named_with_its_byte() {
    let mut bytes = small().to_bytes();
    // The number of attributes of the second element: 0x88 + strings (4 + 17) + size 4 + first element 23 + 14.
    let at = 0x88 + 21 + 4 + 23 + 14;
    assert_eq!(bytes[at..at + 4], [1, 0, 0, 0]);
    bytes[at] = 200;
    let mut sink = Sink::new();
    let doc = read(&mut Reader::new(&bytes), &mut sink).unwrap();
    let found = sink.finish();
    assert_eq!(found[0].code.id, "ANARK_RECORDS_MISFIT");
    assert_eq!(found[0].offset, Some(at as u64));
    assert_eq!(found[0].path, "elements.list[1].num_attributes");
    assert_eq!(doc.to_bytes(), bytes, "and nothing is lost");
}

#[test]
fn paddings_may_be_counted_in_three_ways() {
    let mut bgf = small();
    let setting = |refs: usize| Setting {
        element: 1,
        refs: vec![Ref { is_logic: 0, enable: 1, index: 0 }; refs],
        ..Setting::default()
    };
    bgf.animations =
        Section::new(vec![Animation { keyframes: vec![Keyframe::default()], ..Animation::default() }]);
    bgf.slides = Section::new(vec![
        Slide { settings: vec![setting(1), setting(1)], ..Slide::default() },
        Slide { settings: vec![setting(2), setting(3)], ..Slide::default() },
    ]);
    bgf.recount();
    assert_eq!(bgf.memory.get(Count::Paddings), 3);
    for (stored, fine) in [(3, true), (2, true), (1, true), (0, false), (4, false)] {
        bgf.memory.counts[18] = stored;
        assert_eq!(findings(&bgf).is_empty(), fine, "{stored}");
        let mut again = bgf.clone();
        again.recount();
        assert_eq!(
            again.memory.counts[18],
            if fine { stored } else { 3 },
            "an unchanged file keeps its number"
        );
    }
}

#[test]
fn references_beyond_14_bits_are_found() {
    let mut bgf = small();
    let r = Ref { is_logic: 0, enable: 1, index: 16384 };
    bgf.slides = Section::new(vec![Slide {
        settings: vec![Setting { element: 1, refs: vec![r], ..Setting::default() }],
        ..Slide::default()
    }]);
    bgf.recount();
    let found = findings(&bgf);
    assert!(found.iter().any(|f| f.code.id == "BGF_REF_TOO_LARGE"), "{found:?}");
}
