use super::*;
use crate::LoadOptions;
use ::scene::Memory;
use proptest::prelude::*;

const TEXT: &[u8] = b"# S\xe4bel\r\nobjectTypes = {\n\tEMFXActorType = {\n\t\tname = \"Guard\" # a comment } {\n\
\t\tactorfile = \"gfx\\anims\\guard.xac\"\n\t\tidle   = \"gfx\\anims\\static.xsm\"\n\t\tmove=gfx/anims/walk.xsm\n\
\t\tanimation = { name = \"salute\" file =\"gfx\\anims\\salute.xsm\" defaultAnimationTime = 0.2 }\n\
\t\tattach = { name = \"hat\" node = \"Head\" attachId = 2 }\n\t\tscale = 1.5\n\t\tretargeting = yes\n\t\tfuture = { a b }\n\t}\n\
\temfxactortype = { name = Hat actorfile = hat.xac }\n}\nspriteTypes = { spriteType = { name = \"GFX_x\" } }";

fn parse(text: &[u8]) -> Gfx {
    Gfx::parse(text.to_vec(), 64).unwrap()
}

fn found(text: &[u8]) -> Vec<(&'static str, Option<u64>, String)> {
    let (files, options) = (Memory::default(), LoadOptions::default());
    let mut sink = Sink::new();
    parse(text).check(&Context { files: &files, path: "interface/a.gfx", options: &options }, &mut sink);
    sink.findings().iter().map(|f| (f.code.id, f.offset, f.message.clone())).collect()
}

#[test]
fn a_type_is_what_its_keys_say() {
    let gfx = parse(TEXT);
    assert_eq!(gfx.types.len(), 2);
    let guard = gfx.find("GUARD").unwrap();
    assert_eq!((guard.name.as_str(), guard.actor.as_str()), ("Guard", "gfx/anims/guard.xac"));
    let motions: Vec<(&str, &str)> =
        guard.motions.iter().map(|m| (m.state.as_str(), m.file.as_str())).collect();
    assert_eq!(
        motions,
        [
            ("idle", "gfx/anims/static.xsm"),
            ("move", "gfx/anims/walk.xsm"),
            ("salute", "gfx/anims/salute.xsm")
        ]
    );
    assert_eq!((guard.scale, guard.retargeting), (1.5, true));
    assert_eq!((guard.attached[0].name.as_str(), guard.attached[0].node.as_str()), ("hat", "Head"));
    let keys: Vec<String> = guard.unknown.iter().map(|k| gfx.script.shown(*k)).collect();
    assert_eq!(keys, ["future"]);
    assert_eq!((gfx.types[1].name.as_str(), gfx.types[1].scale), ("Hat", 1.0));
}

#[test]
fn one_type_alone_stays_where_it_is() {
    let gfx = parse(TEXT);
    let only = gfx.only("hat");
    assert_eq!(only.len(), TEXT.len());
    let again = parse(&only);
    assert_eq!(again.types.len(), 1);
    assert_eq!((again.types[0].name.as_str(), again.types[0].start), ("Hat", gfx.types[1].start));
    assert_eq!(parse(&gfx.only("Guard")).types.len(), 2, "with what is attached to it");
}

#[test]
fn mistakes_have_a_line_and_a_column() {
    let text = b"objectTypes = {\n  EMFXActorType = {\n    name = \"A\n    scale = big\n  }\n";
    let all = found(text);
    let at = |id: &str| all.iter().find(|f| f.0 == id).unwrap_or_else(|| panic!("no {id} in {all:?}"));
    assert!(at("GFX_QUOTE").2.starts_with("line 3, column 12: "), "{all:?}");
    assert!(at("GFX_BRACE").2.starts_with("line 1, column 15: "), "{all:?}");
    assert!(at("GFX_NUMBER").2.starts_with("line 4, column 13: "), "{all:?}");
    assert_eq!(at("GFX_NUMBER").1, Some(text.windows(3).position(|w| w == b"big").unwrap() as u64));
    assert!(at("GFX_UNNAMED").2.contains("actorfile"));
    assert!(found(b"} = a =").len() == 3);
}

#[test]
fn many_mistakes_are_few_findings_soon() {
    let started = std::time::Instant::now();
    assert!(found(&b"=".repeat(1 << 20)).len() <= 100);
    assert!(Gfx::parse(b"a={".repeat(100), 64).is_err(), "nesting has an end");
    assert!(started.elapsed().as_secs() < 5);
}

#[test]
fn names_become_file_names() {
    assert_eq!(file_stem("A/B: \"c\""), "A_B_ _c_");
    assert_eq!(file_stem("nul"), "_nul");
    assert_eq!(file_stem(".."), "_");
    assert_eq!(file_stem("Guard"), "Guard");
}

#[test]
fn other_programs_have_this_extension_too() {
    let e = crate::identify(b"CFX\x08rest", "a.gfx").err().unwrap();
    assert!(e.to_string().contains("Scaleform"), "{e}");
}

proptest! {
    #[test]
    fn bytes_survive(text in "([a-z]{1,3}|[={}]|\"[a-z ]{0,3}\"?|#[^\n]{0,4}\n|[ \t\r\n]|EMFXActorType ?= ?\\{|[\u{80}-\u{ff}]){0,60}") {
        let bytes: Vec<u8> = text.chars().map(|c| c as u8).collect();
        let mut r = Reader::new(&bytes).with_trace();
        let gfx = Gfx::read(&mut r, &mut Sink::new()).unwrap();
        prop_assert_eq!(&gfx.write(), &bytes);
        prop_assert_eq!(r.take_trace().unwrap().untiled(bytes.len() as u64), None);
        let mut json = Vec::new();
        gfx.dump(&mut json).unwrap();
        prop_assert_eq!(crate::build(&json).unwrap().write(), bytes.clone());
        found(&bytes);
        for t in &gfx.types {
            prop_assert_eq!(gfx.only(&t.name).len(), bytes.len());
        }
    }
}
