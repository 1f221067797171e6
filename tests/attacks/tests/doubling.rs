//! Every step is at most n·log n in its input: four times the input of every shape an attacker likes, and the time of the
//! processor (not of the clock) is not sixteen times as long.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test")]

use scene::{
    Animation, Channel, Extras, Interpolation, Material, MaterialId, Mesh, Node, NodeId, Primitive, Property,
    Scene,
};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use wire::Sink;
use xenomesh::{Converter, LoadOptions, Model, Source};

/// Less than this is nothing to complain about, whatever it grows like.
const LITTLE: Duration = Duration::from_millis(300);
/// Four times the input may take this many times as long: linear is 4, quadratic 16.
const MOST: f64 = 9.0;

/// What this process has used of the processors so far, all threads.
fn used() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(ticks * 10)
}

/// Tests run side by side in one process: whoever is measured has it alone.
static ALONE: Mutex<()> = Mutex::new(());

fn time(work: impl FnOnce()) -> Duration {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = used();
    work();
    used().saturating_sub(before)
}

/// Runs every verb on a file of size `n` and of size `4n`.
fn grows(shape: &str, n: u32, mut make: impl FnMut(u32) -> (String, Vec<u8>)) {
    let (small, large) = (make(n), make(4 * n));
    let mut problems = Vec::new();
    for (verb, run) in VERBS {
        let b = time(|| run(&large.0, &large.1));
        if b < LITTLE {
            continue;
        }
        let a = time(|| run(&small.0, &small.1));
        let growth = b.as_secs_f64() / a.as_secs_f64().max(0.02);
        eprintln!("{shape} {verb}: {a:?} → {b:?}, {growth:.1} ×");
        if growth > MOST {
            problems.push(format!("{shape} {verb}: {a:?} became {b:?} on four times the input"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn open(name: &str, bytes: &[u8]) -> Model {
    Model::open(&Source::in_memory(name, bytes), &LoadOptions::default()).unwrap()
}

fn to(name: &str, bytes: &[u8], format: &str) {
    // Some shapes do not fit into some formats, and that is said quickly, too.
    let _ = Converter::new().to(format).convert_model(&open(name, bytes));
}

type Verb = (&'static str, fn(&str, &[u8]));

const VERBS: &[Verb] = &[
    ("inspect", |n, b| drop(open(n, b).inspect())),
    ("validate", |n, b| drop(open(n, b).validate())),
    ("fix", |n, b| {
        open(n, b).fix_all();
    }),
    ("dump", |n, b| drop(open(n, b).dump())),
    ("scrub", |n, b| drop(open(n, b).scrub())),
    ("to glb", |n, b| to(n, b, "glb")),
    ("to obj", |n, b| to(n, b, "obj")),
    ("to xps", |n, b| to(n, b, "xps")),
    ("to xac", |n, b| to(n, b, "xac")),
    ("to component", |n, b| to(n, b, "component")),
    ("to xsm", |n, b| to(n, b, "xsm")),
    ("thumb", |n, b| {
        if let Ok(scene) = open(n, b).scene(&LoadOptions::default()) {
            let look = view::raster::Look { size: [32, 32], ..Default::default() };
            drop(view::thumb::still(&scene, &view::thumb::Shot { look, ..Default::default() }));
        }
    }),
];

fn glb(scene: &Scene) -> (String, Vec<u8>) {
    (
        "x.glb".into(),
        scene::gltf::write_glb(scene, &scene::gltf::WriteOptions::default(), &mut Sink::new()).unwrap(),
    )
}

/// `n` triangles, their corners chosen by a function.
fn triangles(n: u32, corners: impl Fn(u32) -> [u32; 3]) -> Scene {
    let mut scene = Scene::default();
    scene.add_material(Material::default());
    let positions: Vec<[f32; 3]> =
        (0..n + 2).map(|i| [(i as f32 * 0.1).cos(), (i as f32 * 0.1).sin(), i as f32]).collect();
    let count = n * 3;
    let mesh = scene.add_mesh(Mesh {
        name: "m".into(),
        uvs: vec![positions.iter().map(|p| [p[0], p[1]]).collect()],
        normals: vec![[0.0, 0.0, 1.0]; positions.len()],
        positions,
        indices: (0..n).flat_map(corners).collect(),
        primitives: vec![Primitive {
            material: Some(MaterialId(0)),
            start: 0,
            count,
            ..Primitive::default()
        }],
        ..Mesh::default()
    });
    scene.add_node(Node { name: "m".into(), mesh: Some(mesh), ..Node::default() });
    scene
}

/// `n` nodes, each with a name and a parent chosen by functions, all of them moved by a motion.
fn nodes(n: u32, name: impl Fn(u32) -> String, parent: impl Fn(u32) -> Option<u32>) -> Scene {
    let mut scene = triangles(1, |_| [0, 1, 2]);
    for i in 0..n {
        let parent = parent(i).map(|p| NodeId(p + 1));
        scene.add_node(Node { name: name(i), parent, translation: [0.0, 0.01, 0.0], ..Node::default() });
    }
    let channel = |i: u32| Channel {
        node: NodeId(i + 1),
        property: Property::Translation,
        interpolation: Interpolation::Linear,
        times: vec![0.0, 1.0],
        values: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        extras: Extras::new(),
    };
    let channels = (0..n).map(channel).collect();
    scene.animations.push(Animation { name: "a".into(), channels, extras: Extras::new() });
    scene
}

#[test]
fn fans_and_one_shared_vertex() {
    grows("fan", 2000, |n| glb(&triangles(n, |i| [0, i + 1, i + 2])));
    grows("one shared edge", 2000, |n| glb(&triangles(n, |i| [0, 1, i + 2])));
}

#[test]
fn chains_and_stars() {
    grows("chain", 800, |n| glb(&nodes(n, |i| format!("n{i}"), |i| i.checked_sub(1))));
    grows("star", 800, |n| glb(&nodes(n, |i| format!("n{i}"), |i| (i > 0).then_some(0))));
}

#[test]
fn one_name_many_times() {
    grows("one name of nodes", 400, |n| glb(&nodes(n, |_| "same".into(), |i| (i > 0).then_some(0))));
    grows("one name of meshes and materials", 200, |n| {
        let mut scene = triangles(1, |_| [0, 1, 2]);
        for _ in 1..n {
            let material = scene.add_material(Material { name: "same".into(), ..Material::default() });
            let mut mesh = scene.meshes[0].clone();
            mesh.primitives[0].material = Some(material);
            let mesh = Some(scene.add_mesh(mesh));
            scene.add_node(Node { name: "m".into(), mesh, ..Node::default() });
        }
        glb(&scene)
    });
    grows("one name in a catalog", 8000, |n| {
        (
            "x.cat".into(),
            "a/b.xml 1 1500000000 0cc175b9c0f1b6a831c399e269772661\n".repeat(n as usize).into_bytes(),
        )
    });
}

/// Names that are all different are as good an attack as names that are all the same.
#[test]
fn a_picture_for_each_mesh() {
    grows("a picture for each mesh", 3000, |n| {
        let mut text = format!("1\nroot\n-1\n0 0 0\n{n}\n");
        for i in 0..n {
            text += &format!("5_m{i}_1_0_0\n1\n1\nt{i:06}.png\n0\n3\n");
            for corner in ["0 0", "1 0", "0 1"] {
                text += &format!("{corner} {i}\n0 0 1\n255 255 255 255\n0 0\n0 0 0 0\n1 0 0 0\n");
            }
            text += "1\n0 1 2\n";
        }
        ("x.mesh.ascii".into(), text.into_bytes())
    });
}

#[test]
fn one_shared_accessor() {
    grows("one shared accessor", 200, |n| {
        let primitive = r#"{"attributes":{"POSITION":0}}"#;
        let primitives = vec![primitive; n as usize].join(",");
        // 64 triangles, shared by all primitives.
        let data = "AAAA".repeat(64 * 3 * 3);
        let json = format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
            "buffers":[{{"byteLength":{bytes},"uri":"data:application/octet-stream;base64,{data}"}}],
            "bufferViews":[{{"buffer":0,"byteLength":{bytes}}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":144,"type":"VEC3"}}],
            "meshes":[{{"primitives":[{primitives}]}}]}}"#,
            bytes = 64 * 3 * 3 * 3
        );
        ("x.gltf".into(), json.into_bytes())
    });
}

#[test]
fn rings_of_connections() {
    grows("ring", 600, |n| {
        let one = |i: u32| {
            let next = (i + 1) % n;
            format!(
                "<connection name=\"c{i}\" parent=\"p{next}\" tags=\"part\"><parts><part name=\"p{i}\"/></parts></connection>"
            )
        };
        let text: String = (0..n).map(one).collect();
        let xml = format!(
            "<components><component name=\"x\" class=\"ship_s\"><connections>{text}</connections></component></components>"
        );
        ("x.xml".into(), xml.into_bytes())
    });
}

/// Parts that hang on one another, each with a light of the same name.
#[test]
fn chains_of_connections() {
    grows("chain of connections", 400, |n| {
        let one = |i: u32| {
            let parent = i.checked_sub(1).map_or(String::new(), |up| format!(" parent=\"p{up}\""));
            format!(
                "<connection name=\"c{i}\"{parent} tags=\"part\"><parts><part name=\"p{i}\"><lights><omni \
                 name=\"lamp\"><offset><position x=\"{i}\"/></offset></omni></lights></part></parts></connection>"
            )
        };
        let text: String = (0..n).map(one).collect();
        let xml = format!(
            "<components><component name=\"x\" class=\"ship_s\"><connections>{text}</connections></component></components>"
        );
        ("x.xml".into(), xml.into_bytes())
    });
}

/// Entries of a skin may lie over each other: as many entries as influences, and each entry has them all.
#[test]
fn entries_that_share_influences() {
    let sample = std::fs::read(attacks::root().join("samples/emfx/xrebirth/character.xac")).unwrap();
    let mut json: serde_json::Value = serde_json::from_slice(&open("x.xac", &sample).dump()).unwrap();
    grows("shared influences", 2000, |n| {
        let chunks = json["document"]["chunks"].as_array_mut().unwrap();
        let skin = chunks.iter_mut().find_map(|c| c["body"].get_mut("skin")).unwrap();
        let one = skin["influences"][0].clone();
        skin["influences"] = vec![one; n as usize].into();
        skin["table"] = vec![serde_json::json!([0, n]); n as usize].into();
        let mut model = Model::build("", &serde_json::to_vec(&json).unwrap()).unwrap();
        model.recount();
        ("x.xac".into(), model.write())
    });
}

/// Listing an archive looks each file up once: by its number, not by counting to it.
#[test]
fn long_archives() {
    use scene::Files;
    let zip = |n: u32| {
        let mut list = Vec::new();
        for i in 0..n {
            let name = format!("folder/{i}");
            list.extend(b"PK\x01\x02");
            list.extend([0; 24]);
            list.extend((name.len() as u16).to_le_bytes());
            list.extend([0; 16]);
            list.extend(name.bytes());
        }
        let size = (list.len() as u32).to_le_bytes();
        list.extend(b"PK\x05\x06\0\0\0\0");
        list.extend((n as u16).to_le_bytes());
        list.extend((n as u16).to_le_bytes());
        list.extend(size);
        list.extend([0; 6]);
        formats::zip::Zip::new(Box::new(list), "x").unwrap()
    };
    let work = |n: u32| {
        let zip = zip(n);
        time(|| {
            assert_eq!((0..n as usize).filter_map(|i| zip.entry(i)).count(), n as usize);
            assert_eq!(zip.list("folder").len(), n as usize);
            assert!((0..n).all(|i| zip.resolve(&format!("FOLDER/{i}")).is_some()));
        })
    };
    let (a, b) = (work(15_000), work(60_000));
    assert!(b < LITTLE || b.as_secs_f64() / a.as_secs_f64().max(0.02) < MOST, "{a:?} → {b:?}");
}
