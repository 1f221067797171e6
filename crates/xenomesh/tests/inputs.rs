//! What people type as an input, and which files that means: folders, patterns, archives, games, and what is not there.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use xenomesh::{Error, Input, Inputs, LoadOptions, Memory, Model, Walk, is_input};

fn samples(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    root.join(path).to_string_lossy().into_owned()
}

fn sample(path: &str) -> Vec<u8> {
    std::fs::read(samples(path)).unwrap()
}

/// A scratch folder that goes away.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("xenomesh-inputs-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        self.at(name)
    }

    fn at(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Where the outputs would be, below an output folder.
fn names(found: &[Input]) -> Vec<&str> {
    found.iter().map(|i| i.relative.as_str()).collect()
}

fn format(input: &Input) -> &'static str {
    Model::open(&input.source, &LoadOptions::default()).unwrap().format()
}

/// What an input fails with, as a person reads it: which one, and the sentence.
fn failure(input: &Input) -> String {
    let error = Model::open(&input.source, &LoadOptions::default()).unwrap_err();
    format!("{}: {error}", input.source.label)
}

fn request(result: Result<Vec<Input>, Error>) -> String {
    match result {
        Err(Error::Request(message)) => message,
        Err(other) => panic!("another error: {other}"),
        Ok(found) => panic!("found {:?}", names(&found)),
    }
}

#[test]
fn a_pattern_stays_within_its_folder_unless_it_says_otherwise() {
    let d = Dir::new("patterns");
    for name in ["a.mesh", "b.xps", "sub/c.mesh", "sub/deep/d.mesh", ".hidden/e.mesh"] {
        d.file(name, sample("xnalara/character.mesh"));
    }
    let find = |pattern: &str| {
        let found = Inputs::new(Walk::Models).find(&[d.at(pattern)]).unwrap();
        assert!(found.iter().all(|i| format(i) == "xnalara-bin"), "{pattern}");
        assert!(
            found.iter().all(|i| Path::new(&i.source.label).is_file()),
            "{pattern}: labels name the file"
        );
        names(&found).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(find("*.mesh"), ["a.mesh"]);
    assert_eq!(find("?.*"), ["a.mesh", "b.xps"]);
    assert_eq!(find("*/*.mesh"), ["sub/c.mesh"]);
    assert_eq!(find("**/*.mesh"), ["a.mesh", "sub/c.mesh", "sub/deep/d.mesh"]);
    assert_eq!(find("sub/*.mesh"), ["c.mesh"], "outputs lie as below the part without signs");
    assert_eq!(find("[ab].*"), ["a.mesh", "b.xps"]);
    let none = request(Inputs::default().find(&[d.at("*.xac")]));
    assert!(none.ends_with("*.xac: no file fits this pattern"), "{none}");
    let wrong = request(Inputs::default().find(&[d.at("x/***.mesh")]));
    assert!(wrong.starts_with("pattern \"***.mesh\": "), "{wrong}");
}

#[test]
fn a_file_whose_name_looks_like_a_pattern_is_that_file() {
    let d = Dir::new("brackets");
    let path = d.file("hero [final].mesh", sample("xnalara/character.mesh"));
    d.file("hero f.mesh", sample("xnalara/character.mesh"));
    let found = Inputs::default().find(&[path]).unwrap();
    assert_eq!(names(&found), ["hero [final].mesh"]);
    assert_eq!(format(&found[0]), "xnalara-bin");
}

#[test]
fn archives_are_folders_whose_names_have_no_case() {
    let d = Dir::new("archives");
    let cat = d.file("01.cat", sample("egosoft/ship.cat"));
    d.file("01.dat", sample("egosoft/ship.dat"));
    let ipf = d.file("char_hi.ipf", sample("tos-game/data/char_hi.ipf"));
    let models = |inner: &str| Inputs::new(Walk::Models).find(&[format!("{cat}:{inner}")]).unwrap();

    let one = models("ASSETS/units/Size_S/ship_sample.xml");
    assert_eq!((names(&one), format(&one[0])), (vec!["ship_sample.xml"], "component"));
    let folder = models("assets/units/size_s/");
    assert!(names(&folder).contains(&"ship_sample.xml"), "{:?}", names(&folder));
    assert!(folder.iter().all(|i| matches!(format(i), "component" | "xmf")), "{:?}", names(&folder));
    let pattern = models("*SHIP_SAMPLE.XML");
    assert_eq!(names(&pattern), ["assets/units/size_s/ship_sample.xml"]);
    assert_eq!(pattern[0].source.label, format!("{cat}:assets/units/size_s/ship_sample.xml"));
    assert_eq!(format(&pattern[0]), "component");
    let everything = models("");
    assert!(names(&everything).contains(&"assets/units/size_s/ship_sample.xml"), "{:?}", names(&everything));

    let none = request(Inputs::default().find(&[format!("{cat}:*.nothing")]));
    assert!(none.ends_with("01.cat:*.nothing: no file fits this pattern"), "{none}");
    // What is not there fails alone, by its name.
    let missing = models("assets/nothing.xml");
    assert_eq!(names(&missing), ["assets/nothing.xml"]);
    assert!(failure(&missing[0]).contains("assets/nothing.xml"), "{}", failure(&missing[0]));

    // An .ipf alone is what is in it where models are wanted, and a file where anything is.
    let inside = Inputs::new(Walk::Models).find(&[&ipf]).unwrap();
    assert!(!inside.is_empty() && inside.iter().all(|i| format(i) == "xac"), "{:?}", names(&inside));
    let itself = Inputs::default().find(&[&ipf]).unwrap();
    assert_eq!((names(&itself), format(&itself[0])), (vec!["char_hi.ipf"], "ipf"));
}

#[test]
fn an_archive_that_cannot_be_opened_is_one_input_that_fails() {
    let d = Dir::new("broken");
    let zip = d.file("x.zip", "not an archive");
    let good = d.file("a.mesh", sample("xnalara/character.mesh"));
    let found = Inputs::new(Walk::Models).find(&[&zip, &good, &d.at("gone.cat:a.xml")]).unwrap();
    assert_eq!(found.len(), 3, "the others are still done");
    assert!(failure(&found[0]).contains("x.zip"), "{}", failure(&found[0]));
    assert_eq!(format(&found[1]), "xnalara-bin");
    assert!(failure(&found[2]).contains("gone.cat"), "{}", failure(&found[2]));
}

#[test]
fn folders_without_anything_to_do_say_what_was_wanted() {
    let d = Dir::new("empty");
    d.file("in/wave.pose", sample("xnalara/wave.pose"));
    std::fs::create_dir_all(d.0.join("none")).unwrap();
    for (walk, folder, words) in [
        (Walk::All, "none", "no file of a known format; see `xenomesh formats`"),
        (Walk::Models, "in", "no model; motions and archives are named one by one"),
        (Walk::Drawings, "in", "no state machine (.bgp)"),
        (Walk::Pictures, "in", "no DDS, gzipped DDS or TGA picture"),
    ] {
        let found = Inputs::new(walk).find(&[d.at(folder)]).unwrap();
        assert_eq!(names(&found), [folder], "{walk:?}");
        assert!(failure(&found[0]).contains(words), "{walk:?}: {}", failure(&found[0]));
    }
    assert_eq!(names(&Inputs::default().find(&[d.at("in")]).unwrap()), ["wave.pose"]);
}

#[test]
fn each_walk_takes_its_own_kind_of_file() {
    let d = Dir::new("kinds");
    for (name, from) in [
        ("hero.xac", "emfx/tos/character.xac"),
        ("walk.xsm", "emfx/tos/character.walk.xsm"),
        ("skin.tga", "emfx/tos/skin.tga"),
        ("denim.dds", "emfx/tos/denim.dds"),
        ("menu.bgp", "anark/menu.bgp"),
        ("main.bgf", "anark/main.bgf"),
        ("main.bsg", "anark/main.bsg"),
        ("ship.xml", "egosoft/ship/assets/units/size_s/ship_sample.xml"),
    ] {
        d.file(name, sample(from));
    }
    d.file("letter.xml", "<letter/>");
    let find = |walk| {
        let found = Inputs::new(walk).find(&[d.at("")]).unwrap();
        names(&found).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(find(Walk::Drawings), ["menu.bgp"]);
    assert_eq!(find(Walk::Pictures), ["denim.dds", "skin.tga"]);
    let models = find(Walk::Models);
    assert!(models.contains(&"hero.xac".to_owned()) && models.contains(&"ship.xml".to_owned()), "{models:?}");
    for no_model in ["walk.xsm", "letter.xml", "skin.tga"] {
        assert!(!models.contains(&no_model.to_owned()), "{models:?}");
    }
    assert_eq!(
        models.iter().filter(|n| n.starts_with("main.")).count(),
        1,
        "both files of a scene are one input: {models:?}"
    );
    let all = find(Walk::All);
    assert!(all.contains(&"walk.xsm".to_owned()) && !all.contains(&"letter.xml".to_owned()), "{all:?}");
}

/// The same rules in a file system that is not the disk (the web page, Python).
#[test]
fn a_file_system_in_memory_is_searched_like_the_disk() {
    let mut files = Memory::default();
    for name in ["in/a.mesh", "in/sub/b.mesh", "c.mesh"] {
        files.insert(name, sample("xnalara/character.mesh"));
    }
    files.insert("poses/wave.pose", sample("xnalara/wave.pose"));
    let inputs = Inputs::new(Walk::Models).within(Some(Arc::new(files)));
    let find = |typed: &str| {
        let found = inputs.find(&[typed]).unwrap();
        found.into_iter().map(|i| (i.relative, i.source.path)).collect::<Vec<_>>()
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(find("in"), [pair("a.mesh", "in/a.mesh"), pair("sub/b.mesh", "in/sub/b.mesh")]);
    assert_eq!(find("in/"), find("in"));
    assert_eq!(find("./in"), find("in"));
    assert_eq!(find(".").len(), 3);
    assert_eq!(find(""), find("."));
    assert_eq!(find("./c.mesh"), [pair("c.mesh", "c.mesh")]);
    assert_eq!(find("in/*.mesh"), [pair("in/a.mesh", "in/a.mesh")]);
    assert_eq!(find("**/*.mesh").len(), 3);
    let none = request(inputs.find(&["*.xac"]));
    assert_eq!(none, "*.xac: no file fits this pattern");
    let empty = inputs.find(&["poses"]).unwrap();
    assert!(failure(&empty[0]).contains("no model"), "{}", failure(&empty[0]));
    let missing = inputs.find(&["gone.mesh"]).unwrap();
    assert!(failure(&missing[0]).contains("gone.mesh"), "{}", failure(&missing[0]));
}

#[test]
fn a_game_is_looked_into_after_the_folder() {
    let d = Dir::new("game");
    d.file("game/01.cat", sample("egosoft/ship.cat"));
    d.file("game/01.dat", sample("egosoft/ship.dat"));
    let own = d.file("mine/a.mesh", sample("xnalara/character.mesh"));
    let inner = "assets/units/size_s/ship_sample.xml";
    let game = d.0.join("game");
    let inputs = Inputs::new(Walk::Models).game(Some(&game));
    let found = inputs.find(&[inner, own.as_str(), "assets/nothing.xml"]).unwrap();
    assert_eq!(names(&found), ["ship_sample.xml", "a.mesh", "nothing.xml"]);
    assert_eq!((format(&found[0]), format(&found[1])), ("component", "xnalara-bin"));
    assert!(failure(&found[2]).contains("nothing.xml"), "{}", failure(&found[2]));
    // Every input sees the game below its own folder, and a walk lists the folder alone.
    assert!(found[1].source.files.resolve(inner).is_some());
    assert_eq!(names(&inputs.find(&[d.at("mine")]).unwrap()), ["a.mesh"]);
    // So does one in memory and one in an archive.
    let mut files = Memory::default();
    files.insert("b.mesh", sample("xnalara/character.mesh"));
    let within = inputs.clone().within(Some(Arc::new(files))).find(&["b.mesh", inner]).unwrap();
    assert_eq!((format(&within[0]), format(&within[1])), ("xnalara-bin", "component"));
    let archive = inputs.find(&[format!("{}:", samples("tos-game/data/char_hi.ipf"))]).unwrap();
    assert!(archive[0].source.files.resolve(inner).is_some() && format(&archive[0]) == "xac");
    // A game that is not there ends everything before it begins.
    let gone = d.0.join("gone");
    let error = Inputs::default().game(Some(&gone)).find(&[own]).err();
    assert!(
        matches!(&error, Some(Error::Option { option: "game", message }) if message.contains("gone")),
        "{error:?}"
    );
}

#[test]
fn one_input_is_one_file_or_one_type_of_a_gfx() {
    let gfx = samples("paradox-game/interface/units.gfx");
    let soldier = Inputs::default().one(&format!("{gfx}:soldier")).unwrap();
    let scene = Model::open(&soldier.source, &LoadOptions::default()).unwrap();
    let scene = scene.scene(&LoadOptions::default()).unwrap();
    assert!(!scene.meshes.is_empty(), "its actor is found from the game's root");
    let unknown = Inputs::default().one(&format!("{gfx}:Nobody")).err().unwrap().to_string();
    assert!(unknown.contains("no actor type is called \"Nobody\"; there are Hat, Soldier"), "{unknown}");
    let folder = Inputs::default().one(&samples("xnalara")).err().unwrap().to_string();
    assert!(folder.starts_with("one file is wanted, not "), "{folder}");
    // Many at once: each is found or fails alone.
    let each =
        Inputs::default().each(&[samples("xnalara/wave.pose"), samples("xnalara"), format!("{gfx}:Hat")]);
    let each: Vec<bool> = each.unwrap().iter().map(Result::is_ok).collect();
    assert_eq!(each, [true, false, true]);
}

#[test]
fn what_can_be_an_input_and_what_is_a_word() {
    for yes in [samples("xnalara"), "*.mesh".into(), "a?.xps".into(), "01.cat:a/b".into(), "x.ZIP:".into()] {
        assert!(is_input(&yes), "{yes}");
    }
    for no in ["convrt", "no-such-file.mesh", "x.cat"] {
        assert!(!is_input(no), "{no}");
    }
}

/// Folders of glTF files are for those who make something else of them.
#[test]
fn a_folder_of_gltf_files_becomes_something_else() {
    let d = Dir::new("gltf");
    let made = xenomesh::Converter::new().convert([samples("xnalara/character.mesh")]).unwrap();
    d.file("g/hero.glb", &made[0].files[0].bytes);
    let convert = |to: &str| xenomesh::Converter::new().to(to).convert([d.at("g")]).unwrap();
    for (to, want) in [("obj", "hero.obj"), ("xmf", "hero.xmf")] {
        let done = convert(to);
        assert_eq!((done.len(), done[0].output.to_string_lossy().as_ref()), (1, want));
        assert!(done[0].error.is_none(), "{:?}", done[0].error);
    }
    assert!(convert("gltf")[0].error.is_some(), "they are glTF already");
    d.file("g/other.mesh", sample("xnalara/character.mesh"));
    let find = |gltf| Inputs::new(Walk::Models).gltf(gltf).find(&[d.at("g")]).unwrap();
    assert_eq!(names(&find(false)), ["other.mesh"]);
    assert_eq!(names(&find(true)), ["hero.glb", "other.mesh"]);
}
