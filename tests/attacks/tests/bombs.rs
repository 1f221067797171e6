//! Small files that would become large work: one file named over and over, data under a thousand names, paths that are
//! all folders. Each ends soon and within little memory.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test")]

use attacks::root;
use scene::{Files, Memory};
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};
use xenomesh::{Converter, LoadOptions, Model, Source};

#[global_allocator]
static METER: meter::Meter = meter::Meter;

/// What each of these may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Runs something, and fails if it takes long or much.
fn within<T>(bytes: u64, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let (out, used) = meter::measure(work);
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
    assert!(used.peak <= bytes, "{} bytes, not {bytes}", used.peak);
    out
}

/// A ZIP archive of one deflated piece of data under many names.
fn zip(names: &[String], bytes: &[u8]) -> Vec<u8> {
    let mut deflate = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    deflate.write_all(bytes).unwrap();
    let stored = deflate.finish().unwrap();
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    let sizes = [crc.sum(), stored.len() as u32, bytes.len() as u32].map(u32::to_le_bytes).concat();
    let mut out = b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0".to_vec();
    out.extend(&sizes);
    out.extend(b"\x01\0\0\0a");
    out.extend(stored);
    let start = out.len() as u32;
    for name in names {
        out.extend(b"PK\x01\x02\x14\0\x14\0\0\0\x08\0\0\0\0\0");
        out.extend(&sizes);
        out.extend((name.len() as u16).to_le_bytes());
        out.extend([0; 16]);
        out.extend(name.as_bytes());
    }
    let (count, length) = (names.len() as u16, out.len() as u32 - start);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([count, count].map(u16::to_le_bytes).concat());
    out.extend([length, start].map(u32::to_le_bytes).concat());
    out.extend([0; 2]);
    out
}

fn open_zip(bytes: Vec<u8>) -> std::io::Result<formats::zip::Zip> {
    formats::zip::Zip::new(Box::new(bytes), "x.zip")
}

#[test]
fn folders_of_an_archive_take_as_much_memory_as_its_names() {
    let deep = zip(&[format!("{}b.xac", "a/".repeat(32_000)), "c.xac".into()], b"x");
    let many: Vec<String> = (0..4000).map(|i| format!("{i}/{}b.xac", "a/".repeat(60))).collect();
    let many = zip(&many, b"");
    for (bytes, shown) in [(deep, 1), (many, 4000)] {
        let limit = 64 * bytes.len() as u64;
        let list = within(limit, || open_zip(bytes).unwrap().list(""));
        assert_eq!(list.len(), shown);
    }
    let line = |name: &str| format!("{name} 1 1500000000 0cc175b9c0f1b6a831c399e269772661\n");
    let text = line(&("a/".repeat(100_000) + "b")) + &line("c");
    let limit = 64 * text.len() as u64;
    let archive = formats::egosoft::cat::Archive::new(text.into(), Box::new(vec![0; 2]), "x.cat").unwrap();
    assert_eq!(within(limit, || archive.list("")).len(), 1);
}

#[test]
fn folders_of_an_archive_are_listed_one_by_one() {
    let names = ["A/x.xac", "a/Y.xac", "a", "b/c/d.xac", "b.xac", "b/c/e.xac"].map(str::to_owned);
    let zip = open_zip(zip(&names, b"")).unwrap();
    let list = |folder: &str| -> Vec<String> {
        let entries = zip.list(folder).into_iter();
        entries.map(|e| if e.folder { e.name + "/" } else { e.name }).collect()
    };
    assert_eq!(list(""), ["A/", "a", "b/", "b.xac"]);
    assert_eq!(list("a"), ["Y.xac", "x.xac"]);
    assert_eq!(list("B"), ["c/"]);
    assert_eq!(list("b/C"), ["d.xac", "e.xac"]);
    assert!(list("b/c/d.xac").is_empty() && list("..").is_empty());
}

#[test]
fn one_piece_of_data_under_many_names_is_refused() {
    let names: Vec<String> = (0..1000).map(|i| format!("{i}.xac")).collect();
    let error = open_zip(zip(&names, &vec![0; 1 << 20])).err().unwrap();
    assert!(error.to_string().contains("overlap"), "{error}");
    assert!(open_zip(zip(&names[..1], &vec![0; 1 << 20])).is_ok());
}

/// Types that hang on themselves, and one motion under many names.
#[test]
fn definitions_that_name_one_file_over_and_over() {
    let mut files = Memory::default();
    files.insert("a.xac", std::fs::read(root().join("tests/data/codes/XAC_NODE_FLAGS.xac")).unwrap());
    let attach = r#"attach = { name = "A" node = "root" } "#.repeat(40);
    let text =
        format!(r#"objectTypes = {{ EMFXActorType = {{ name = "A" actorfile = "a.xac" {attach} }} }}"#);
    files.insert("x.gfx", text.as_bytes());
    let source = Source { files: Arc::new(files), path: "x.gfx".into(), label: "x.gfx".into() };
    let scene = within(512 << 20, || {
        let model = Model::open(&source, &LoadOptions::default()).unwrap();
        model.scene(&LoadOptions::default()).unwrap()
    });
    assert!(scene.nodes.len() > 40, "{} nodes: nothing is attached", scene.nodes.len());
}

/// A thousand pictures of one name get names of their own at once.
#[test]
fn pictures_of_one_name() {
    let list = |n: usize, text: &str| vec![text.to_owned(); n].join(",");
    let n = 20_000;
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "buffers":[{{"byteLength":36,"uri":"data:application/octet-stream;base64,{}"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"material":0}}]}}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}],
        "textures":[{}],"images":[{}]}}"#,
        "AAAA".repeat(12),
        list(n, r#"{"source":0}"#),
        (0..n).map(|i| format!(r#"{{"uri":"{i}/same.png"}}"#)).collect::<Vec<_>>().join(","),
    );
    let source = Source::in_memory("x.gltf", json);
    for to in ["gltf", "xps", "obj"] {
        let model = Model::open(&source, &LoadOptions::default()).unwrap();
        within(1 << 30, || drop(Converter::new().to(to).convert_model(&model)));
    }
}

/// Half a megabyte: a mesh of four thousand triangles that four thousand nodes show. Formats that give every node a mesh of
/// its own refuse it by name, a picture is taken of as many as there is room for.
#[test]
fn one_mesh_that_every_node_shows() {
    let n = 4000_u32;
    let mut scene = scene::Scene::default();
    let mesh = Some(scene.add_mesh(scene::Mesh {
        name: "m".into(),
        positions: (0..3 * n).map(|i| [i as f32 % 7.0, i as f32 % 5.0, i as f32]).collect(),
        indices: (0..3 * n).collect(),
        primitives: vec![scene::Primitive { start: 0, count: 3 * n, ..scene::Primitive::default() }],
        ..scene::Mesh::default()
    }));
    for i in 0..n {
        scene.add_node(scene::Node { name: format!("n{i}"), mesh, ..scene::Node::default() });
    }
    let options = scene::gltf::WriteOptions::default();
    let glb = scene::gltf::write_glb(&scene, &options, &mut wire::Sink::new()).unwrap();
    let most = 64 * glb.len() as u64 + (16 << 20);
    let model = Model::open(&Source::in_memory("x.glb", glb), &LoadOptions::default()).unwrap();
    for to in attacks::GAMES.iter().copied().chain(["glb", "gltf", "obj", "dae"]) {
        let done = within(most, || Converter::new().to(to).convert_model(&model).map(|d| d.error));
        let said = done.map_or_else(|e| Some(e.to_string()), |e| e.map(|e| e.to_string()));
        let own = !matches!(to, "glb" | "gltf" | "dae");
        assert_eq!(said.is_some_and(|s| s.contains("--limit")), own, "{to}");
    }
    let look = view::raster::Look { size: [32, 32], limit: 64 << 20, ..Default::default() };
    let shot = view::thumb::Shot { look, ..Default::default() };
    assert!(within(256 << 20, || view::thumb::still(&scene, &shot)).is_some());
}

/// Nodes below nodes, twenty thousand deep: every verb on a stack of half of what workers have.
#[test]
fn long_chains_take_no_stack() {
    let mut scene = scene::Scene::default();
    let mesh = scene.add_mesh(scene::Mesh {
        name: "m".into(),
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        indices: vec![0, 1, 2],
        primitives: vec![scene::Primitive { start: 0, count: 3, ..scene::Primitive::default() }],
        ..scene::Mesh::default()
    });
    for i in 0..20_000_u32 {
        let parent = i.checked_sub(1).map(scene::NodeId);
        scene.add_node(scene::Node { name: format!("n{i}"), parent, ..scene::Node::default() });
    }
    scene.nodes.last_mut().unwrap().mesh = Some(mesh);
    let options = scene::gltf::WriteOptions::default();
    let glb = scene::gltf::write_glb(&scene, &options, &mut wire::Sink::new()).unwrap();
    let work = move || {
        let mut model = Model::open(&Source::in_memory("x.glb", glb), &LoadOptions::default()).unwrap();
        drop((model.inspect(), model.validate(), model.scrub(), model.fix_all()));
        for to in attacks::GAMES.iter().copied().chain(["glb", "gltf", "obj"]) {
            let Ok(done) = Converter::new().to(to).convert_model(&model) else { continue };
            for file in done.files.into_iter().filter(|f| !f.bytes.is_empty()) {
                let Ok(again) =
                    Model::open(&Source::in_memory(&file.name, file.bytes), &LoadOptions::default())
                else {
                    continue;
                };
                drop((again.inspect(), again.validate()));
            }
        }
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(work).unwrap().join().unwrap();
}

/// A document of a few kilobytes that names one large file under many spellings, as buffers and as pictures.
#[test]
fn one_file_that_a_gltf_names_over_and_over() {
    let spelled = |i: usize| "./".repeat(i % 50) + "big.png";
    let items =
        |key: &str| (0..400).map(|i| format!(r#"{{"uri":"{}"{key}}}"#, spelled(i))).collect::<Vec<_>>();
    // Noise, so that the picture is as large as it looks.
    let mut random = attacks::Random::new("noise", 0);
    let pixels: Vec<u8> = (0..512 * 512 * 3).map(|_| random.next() as u8).collect();
    let mut png = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_raw(512, 512, pixels).unwrap();
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let png = png.into_inner();
    let most = 64 * png.len() as u64 + (16 << 20);
    for (list, key) in [("images", ""), ("buffers", r#","byteLength":1000"#)] {
        let json = format!(r#"{{"asset":{{"version":"2.0"}},"{list}":[{}]}}"#, items(key).join(","));
        let mut files = Memory::default();
        files.insert("big.png", png.clone());
        files.insert("x.gltf", json.into_bytes());
        let source = Source { files: Arc::new(files), path: "x.gltf".into(), label: "x.gltf".into() };
        let said = within(most, || {
            let model = Model::open(&source, &LoadOptions::default()).unwrap();
            model.scene(&LoadOptions::default()).err().map(|e| e.to_string())
        });
        if list == "images" {
            assert!(said.as_ref().is_some_and(|s| s.contains("than the input can hold")), "{said:?}");
        }
    }
}
