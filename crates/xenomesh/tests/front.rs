//! What the front door promises: templates, names, cancelling, one order of steps.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use xenomesh::{Converter, Error, Event, FORMATS, Memory, Model, STEPS, Status};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sample(path: &str) -> Vec<u8> {
    std::fs::read(root().join("samples").join(path)).unwrap()
}

/// A sample of every format, under a short name.
const TEMPLATES: &[(&str, &str)] = &[
    ("hero.mesh", "xnalara/character.mesh"),
    ("hero.xps", "xnalara/character_v2_15.xps"),
    ("hero.mesh.ascii", "xnalara/character.mesh.ascii"),
    ("wave.pose", "xnalara/wave.pose"),
    ("meeting.scene", "xnalara/meeting_xps.scene"),
    ("hero.xac", "emfx/xrebirth/character.xac"),
    ("walk.xsm", "emfx/xrebirth/character.walk.xsm"),
    ("talk.xpm", "emfx/xrebirth/character.talk.xpm"),
    ("ship.xmf", "egosoft/ship/assets/units/size_s/ship_sample_data/part_main-lod0.xmf"),
    ("ship.ani", "egosoft/ship/assets/units/size_s/ship_sample_data.ani"),
    ("ship.xml", "egosoft/ship/assets/units/size_s/ship_sample.xml"),
    ("main.bgf", "anark/main.bgf"),
    ("main.bsg", "anark/main.bsg"),
    ("menu.bgp", "anark/menu.bgp"),
    ("units.gfx", "paradox-game/interface/units.gfx"),
    ("ship.cat", "egosoft/ship.cat"),
    ("char_hi.ipf", "tos-game/data/char_hi.ipf"),
];

/// Times that Tree of Savior keeps next to a motion: of the format of motions, and no motion.
const TIMES: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

/// The pictures that can be templates.
const PICTURES: &[(&str, &str)] = &[("denim.dds", "emfx/tos/denim.dds"), ("skin.tga", "emfx/tos/skin.tga")];

fn disk() -> Memory {
    let mut files = Memory::default();
    for (name, path) in TEMPLATES.iter().chain(PICTURES) {
        files.insert(*name, sample(path));
    }
    files.insert("walk.xsmtime", TIMES);
    files.insert("empty.gltf", *br#"{"asset":{"version":"2.0"}}"#);
    files
}

/// Every target there is.
fn targets() -> Vec<&'static str> {
    let games = FORMATS.iter().filter(|f| f.from_scene.is_some()).map(|f| f.id);
    let others = ["glb", "gltf", "obj", "dae", "svg", "dot", "mmd", "png", "dds", "gz", "tga", "bmp", "jpg"];
    games.chain(others).collect()
}

fn refused(converter: Converter, template: &str) -> String {
    match converter.template(template).convert(["hero.mesh"]) {
        Err(Error::Option { option: "template", message }) => message,
        other => panic!("{template} was not refused: {other:?}"),
    }
}

#[test]
fn a_template_of_another_format_is_one_error_that_names_it_for_every_target() {
    let files = Arc::new(disk());
    let mut accepted = 0;
    for target in targets() {
        let wanted = xenomesh::formats::by_id(target).map_or(&[][..], |f| f.templates);
        for name in TEMPLATES.iter().map(|t| t.0).chain(["walk.xsmtime", "empty.gltf"]) {
            let format =
                Model::from_bytes(name, xenomesh::Files::read(&*files, name).unwrap()).unwrap().format();
            let converter = Converter::new().files(files.clone()).to(target).no_textures();
            if wanted.contains(&format) && name != "walk.xsmtime" {
                // It is taken; what becomes of the model is another matter.
                assert_eq!(
                    converter.template(name).convert(["hero.mesh"]).unwrap().len(),
                    1,
                    "{target} {name}"
                );
                accepted += 1;
            } else {
                let message = refused(converter, name);
                assert!(message.starts_with(name), "{target}: {message}");
            }
        }
    }
    assert!(accepted >= 3 * 3 + 3 * 3 + 2 * 2 + 2, "{accepted}");
}

#[test]
fn a_picture_is_a_template_of_pictures_of_its_kind_only() {
    let mut files = disk();
    for (name, content) in [("packed.gz", sample("emfx/tos/denim.dds")), ("letter.gz", b"a letter".to_vec())]
    {
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gz.write_all(&content).unwrap();
        files.insert(name, gz.finish().unwrap());
    }
    let files = Arc::new(files);
    for target in targets() {
        for name in PICTURES.iter().map(|p| &p.0).chain(&["packed.gz", "letter.gz"]) {
            let converter = || Converter::new().files(files.clone()).to(target).no_textures();
            let fits = match *name {
                "denim.dds" | "packed.gz" => ["dds", "gz"].contains(&target),
                "skin.tga" => target == "tga",
                _ => false,
            };
            if fits {
                assert_eq!(
                    converter().template(*name).convert(["skin.tga"]).unwrap().len(),
                    1,
                    "{target} {name}"
                );
            } else {
                let message = refused(converter(), name);
                assert!(message.starts_with(name), "{target}: {message}");
            }
        }
    }
}

#[test]
fn a_broken_template_is_one_error_that_names_it_for_every_target() {
    let mut files = disk();
    files.insert("cut.xac", sample("emfx/xrebirth/character.xac").get(..6).unwrap());
    files.insert("noise.bin", *b"nothing that anybody knows");
    let files = Arc::new(files);
    for target in targets() {
        for name in ["cut.xac", "noise.bin", "missing.xps"] {
            let message = refused(Converter::new().files(files.clone()).to(target), name);
            assert!(message.starts_with(&format!("{name} cannot be read: ")), "{target}: {message}");
        }
    }
}

#[test]
fn names_of_options_that_nobody_knows_are_refused_before_anything_is_read() {
    let files = Arc::new(disk());
    let converter = || Converter::new().files(files.clone());
    for (converter, wanted, hint) in [
        (converter().encoding("klingon"), "encoding", "cp949"),
        (converter().profile("klingon").to("xps"), "profile", "xps2"),
        (converter().profile("xps2").to("xac"), "profile", "paradox"),
        (converter().profile("klingon"), "profile", "xrebirth"),
        (converter().to("klingon"), "to", "glb"),
        (converter().bone_map("missing.txt"), "bone_map", "no such file"),
    ] {
        match converter.convert(["hero.mesh"]) {
            Err(Error::Option { option, message }) => {
                assert_eq!(option, wanted);
                assert!(message.contains(hint), "{message}");
            }
            other => panic!("{wanted}: {other:?}"),
        }
    }
}

#[test]
fn a_file_is_written_with_the_extension_of_its_format() {
    for f in FORMATS {
        assert!(f.extensions.contains(&f.extension), "{}: {} is not one of its own", f.id, f.extension);
    }
    let files = Arc::new(disk());
    for (to, name) in [
        ("xac", "hero.xac"),
        ("xsm", "hero.xsm"),
        ("xpm", "hero.xpm"),
        ("xps", "hero.xps"),
        ("xnalara-ascii", "hero.mesh.ascii"),
    ] {
        let done = Converter::new().files(files.clone()).to(to).no_textures().convert(["hero.xac"]).unwrap();
        assert_eq!(done[0].output, Path::new(name), "{to}");
        assert_eq!(done[0].files[0].name, name, "{to}");
    }
}

#[test]
fn what_is_cancelled_says_so_and_the_rest_is_not_begun() {
    let flag = Arc::new(AtomicBool::new(false));
    let (set, files) = (flag.clone(), Arc::new(disk()));
    let done = Converter::new()
        .files(files.clone())
        .no_textures()
        .jobs(1)
        .cancel(flag)
        .progress(move |event| {
            if let Event::Finished { .. } = event {
                set.store(true, Ordering::Relaxed);
            }
        })
        .convert(["hero.xps", "hero.mesh", "hero.xac"])
        .unwrap();
    let statuses: Vec<Status> = done.iter().map(|c| c.status).collect();
    assert_eq!(statuses, [Status::Done, Status::Cancelled, Status::Cancelled]);
    assert!(done[1].files.is_empty());

    // In the middle of one file, too.
    let flag = Arc::new(AtomicBool::new(false));
    let set = flag.clone();
    let done = Converter::new()
        .files(files)
        .cancel(flag)
        .progress(move |event| {
            if let Event::Step { step: "textures", .. } = event {
                set.store(true, Ordering::Relaxed);
            }
        })
        .convert(["hero.xps"])
        .unwrap();
    assert_eq!(done[0].status, Status::Cancelled);
}

#[test]
fn without_an_output_files_lie_next_to_their_inputs_and_nothing_is_overwritten() {
    let folder = std::env::temp_dir().join(format!("xenomesh-front-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("a")).unwrap();
    std::fs::write(folder.join("a/hero.mesh"), sample("xnalara/character.mesh")).unwrap();
    std::fs::write(folder.join("a/hero.xps"), sample("xnalara/character_v2_15.xps")).unwrap();
    std::fs::write(folder.join("solo.mesh"), sample("xnalara/character.mesh")).unwrap();
    let converter = Converter::new().no_textures();
    let input = folder.to_string_lossy().into_owned();
    let done = converter.write_next_to([&input]).unwrap();
    assert!(done.iter().all(|c| c.status == Status::Done), "{done:?}");
    for name in ["a/hero.mesh.glb", "a/hero.xps.glb", "solo.glb"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    std::fs::write(folder.join("solo.glb"), b"mine").unwrap();
    let again = converter.write_next_to([folder.join("solo.mesh").to_string_lossy()]).unwrap();
    assert_eq!(again[0].status, Status::Failed);
    assert_eq!(std::fs::read(folder.join("solo.glb")).unwrap(), b"mine");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn architecture_lists_the_steps_in_their_order() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, list) = text.split_once("Order of a conversion: ").expect("the sentence is there");
    let (list, _) = list.split_once('.').unwrap();
    let said: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    let steps = STEPS.iter().map(|s| s.name);
    let real: Vec<&str> = ["read"].into_iter().chain(steps).chain(["write"]).collect();
    assert_eq!(said, real);
}

#[test]
fn the_typed_document_of_every_format_can_be_reached() {
    use xenomesh::types as t;
    fn is<T: 'static>(model: &Model) -> bool {
        model.as_::<T>().is_some()
    }
    let models: Vec<Model> = xenomesh::inputs(&[root().join("samples").to_string_lossy()])
        .unwrap()
        .into_iter()
        .filter_map(|i| Model::open(&i.source, &xenomesh::LoadOptions::default()).ok())
        .collect();
    for format in FORMATS {
        // No sample is a glTF file; reading one is tested where they are written.
        let Some(model) = models.iter().find(|m| m.format() == format.id) else {
            assert_eq!(format.id, "gltf");
            continue;
        };
        let checks = [
            is::<t::Xps>,
            is::<t::Ascii>,
            is::<t::Pose>,
            is::<t::SceneFile>,
            is::<t::Xac>,
            is::<t::Xsm>,
            is::<t::Xpm>,
            is::<t::XsmTime>,
            is::<t::Xmf>,
            is::<t::Ani>,
            is::<t::Cat>,
            is::<t::Ipf>,
            is::<t::Gfx>,
            is::<t::Component>,
            is::<t::Bgf>,
            is::<t::Bgp>,
            is::<t::Bsg>,
        ];
        assert_eq!(checks.iter().filter(|c| c(model)).count(), 1, "{}", format.id);
    }
}

/// Every file below a folder, as text.
fn texts(folder: &Path) -> Vec<String> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
        if entry.is_dir() {
            out.extend(texts(&entry));
        } else if entry.extension().is_some_and(|e| e == "rs") {
            out.push(std::fs::read_to_string(entry).unwrap());
        }
    }
    out
}

#[test]
fn architecture_says_where_every_format_is() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, table) = page.split_once("| format | folder | root type |").expect("the table is there");
    let mut said: Vec<&str> = Vec::new();
    for row in table.lines().skip(2).take_while(|l| l.starts_with('|')) {
        let cells: Vec<Vec<&str>> =
            row.split('|').map(|cell| cell.split('`').skip(1).step_by(2).collect()).collect();
        let (ids, folder, kind) = (&cells[1], cells[2][0], cells[3][0]);
        let source = texts(&root().join("crates/formats/src").join(folder));
        let holds = |what: &str| source.iter().any(|text| text.contains(what));
        let made = holds("root! {") && holds(&format!("\n    {kind},\n"));
        assert!(made || holds(&format!("pub struct {kind} ")), "{folder} has no {kind}");
        for id in ids {
            assert!(
                holds(&format!("Format = Format {{\n    id: \"{id}\"")),
                "{folder} does not declare {id}"
            );
        }
        said.extend(ids);
    }
    let mut real: Vec<&str> = FORMATS.iter().map(|f| f.id).collect();
    said.sort_unstable();
    real.sort_unstable();
    assert_eq!(said, real);
}

/// Names in backticks of each column of a table of ARCHITECTURE.md.
fn rows(page: &str, head: &str) -> Vec<Vec<Vec<String>>> {
    let (_, table) = page.split_once(head).unwrap_or_else(|| panic!("no table {head}"));
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let rows = table.lines().skip(2).take_while(|l| l.starts_with('|'));
    rows.map(|row| row.split('|').skip(1).map(names).collect()).collect()
}

/// Names of the modules of a folder.
fn modules(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|e| e.unwrap().path());
    let mut out: Vec<String> = paths
        .filter(|p| p.is_file() || !texts(p).is_empty())
        .map(|p| p.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    out.sort();
    out
}

#[test]
fn every_folder_follows_the_plan() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let source = root().join("crates/formats/src");
    let plan: Vec<String> =
        rows(&page, "| file or folder | always | holds |").into_iter().map(|r| r[0][0].clone()).collect();
    let formats = rows(&page, "| format | folder | root type |");
    let folders: Vec<&str> = formats.iter().map(|r| r[1][0].as_str()).collect();
    let families = rows(&page, "| family | also at its root |");
    for folder in &folders {
        let found = modules(&source.join(folder));
        let stray: Vec<&String> = found.iter().filter(|m| !plan.contains(m)).collect();
        assert!(stray.is_empty(), "{folder} has {stray:?}, which the plan does not know");
        let shared = folder.split_once('/').map_or(Vec::new(), |(family, _)| modules(&source.join(family)));
        for needed in ["mod", "types"] {
            assert!(found.iter().any(|m| m == needed), "{folder} has no {needed}");
        }
        for needed in ["rules", "tests"] {
            assert!(found.iter().chain(&shared).any(|m| m == needed), "{folder} has no {needed}");
        }
        let text = std::fs::read_to_string(source.join(folder).join("mod.rs")).unwrap();
        assert!(text.contains("pub static FORMAT: Format = Format {"), "{folder}/mod.rs has no FORMAT");
        let layout = text.contains("\n//! | ") || text.contains("\n//! ```text");
        assert!(layout, "{folder}/mod.rs does not begin with the layout of the file");
    }
    let mut said: Vec<&str> = Vec::new();
    for row in &families {
        let family = row[0][0].as_str();
        let own = folders.iter().filter_map(|f| f.strip_prefix(family)?.strip_prefix('/'));
        let mut known: Vec<&str> = own.chain(plan.iter().chain(&row[1]).map(String::as_str)).collect();
        known.sort_unstable();
        let found = modules(&source.join(family));
        let stray: Vec<&String> = found.iter().filter(|m| !known.contains(&m.as_str())).collect();
        assert!(stray.is_empty(), "{family} has {stray:?}, which ARCHITECTURE.md does not name");
        for name in &row[1] {
            assert!(found.contains(name), "{family} has no {name}");
        }
        said.push(family);
    }
    let mut real: Vec<&str> = folders.iter().filter_map(|f| Some(f.split_once('/')?.0)).collect();
    real.dedup();
    said.sort_unstable();
    real.sort_unstable();
    real.dedup();
    assert_eq!(said, real);
}
