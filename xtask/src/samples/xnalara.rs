//! The character as XNALara and XPS files: every binary version, three spellings of ASCII, poses, scenes.

use super::character::character;
use anyhow::{Context, Result, anyhow};
use formats::WriteOptions;
use formats::xnalara::net::NetString;
use formats::xnalara::scenefile::{self, types as st};
use formats::xnalara::xps::types::settings::{Item, Settings};
use formats::xnalara::xps::types::{Trailer, Xps};
use scene::Scene;
use std::path::Path;
use wire::{Reader, Sink};

/// Waving with the right arm, looking there; all value counts.
const WAVE: &str = "spine upper: 0 8 0\r\nhead neck upper: -5 20 6 0 0 0\r\narm right shoulder 2: 0 -10 -95 0 0 0 1 1 1\r\n\
arm right elbow: 0 -25 -40 0 0 0\r\narm right wrist: 0 0 -15 0 0 0\r\narm left shoulder 2: 0 0 -18 0 0 0\r\n\
leg left thigh: -8 0 0 0 0 0\r\nroot hips: 0 0 0 0 -0,01 0\r\n";

/// Writes the set.
pub fn write(out: &Path) -> Result<()> {
    let dir = out.join("xnalara");
    let sample = character()?;
    sample.write_textures(&dir)?;
    let mut scene = sample.scene;
    // The format has neither; morphs and motion are for other families.
    scene.animations.clear();
    for mesh in &mut scene.meshes {
        mesh.targets.clear();
        if mesh.name == "hair" {
            mesh.name = "7_+Hair|Long.main".into();
        }
    }
    let names: Vec<String> = scene.images.iter().map(|i| i.file.clone()).collect();
    let save = |name: &str, bytes: &[u8]| -> Result<()> {
        std::fs::create_dir_all(&dir)?;
        Ok(std::fs::write(dir.join(name), bytes)?)
    };
    let make = |scene: &Scene, format: &str, name: &str, profile: &str| -> Result<Vec<u8>> {
        let options = WriteOptions {
            file_name: name.into(),
            profile: (!profile.is_empty()).then(|| profile.to_owned()),
            texture_files: names.clone(),
            ..WriteOptions::default()
        };
        let from = formats::by_id(format).and_then(|f| f.from_scene).context("no writer")?;
        let made = from(scene, &options, &mut Sink::new()).map_err(|e| anyhow!("{name}: {e}"))?;
        for extra in made.iter().skip(1) {
            save(&format!("{}{}", name.split('.').next().unwrap_or(name), extra.suffix), &extra.bytes)?;
        }
        let first = made.into_iter().next().context("nothing was made")?;
        save(name, &first.bytes)?;
        Ok(first.bytes)
    };
    make(&scene, "xnalara-bin", "character.mesh", "")?;
    make(&scene, "xps", "character_v1_12.xps", "1.12")?;
    make(&scene, "xps", "character_v2_12.xps", "2.12")?;
    let plain = make(&scene, "xps", "character_v2_15.xps", "xps2")?;
    make(&scene, "xps", "character_v3_15.xps", "xps3")?;
    save("character_saved.xps", &saved(&plain)?)?;
    make(&scene, "xnalara-ascii", "character.mesh.ascii", "")?;
    let small = part(&scene, "eyes");
    let text = make(&small, "xnalara-ascii", "eyes.mesh.ascii", "")?;
    let text = String::from_utf8(text)?;
    save("eyes_comma.mesh.ascii", comma(&text).as_bytes())?;
    save("eyes_loose.mesh.ascii", loose(&text).as_bytes())?;
    std::fs::remove_file(dir.join("eyes.mesh.ascii"))?;
    save("wave.pose", WAVE.as_bytes())?;
    for (i, angle) in [0, 20, 0, -20].iter().enumerate() {
        let text = format!("arm right elbow: 0 0 {} 0 0 0\nhead neck upper: 0 {angle} 0 0 0 0\n", angle - 60);
        save(&format!("nod{:03}.pose", i + 1), text.as_bytes())?;
    }
    let bones = formats::read(&mut Reader::new(&plain), "x.xps", &mut Sink::new())
        .map_err(|e| anyhow!("{e}"))?
        .as_any()
        .downcast_ref::<Xps>()
        .context("not a model")?
        .bones
        .iter()
        .map(|b| b.name.text.lossy())
        .collect::<Vec<_>>();
    save("old_style.pose", "0 0 0\n".repeat(bones.len()).as_bytes())?;
    save("meeting_classic.scene", &scenefile::write(&meeting(&bones, st::Generation::Classic)))?;
    save("meeting_xps.scene", &scenefile::write(&meeting(&bones, st::Generation::Xps)))
}

/// One mesh of the scene, with the skeleton.
fn part(scene: &Scene, name: &str) -> Scene {
    let mut out = scene.clone();
    let keep = |n: &scene::Node| n.mesh.is_none_or(|m| scene.meshes[m.0 as usize].name == name);
    out.nodes.retain(keep);
    out
}

/// As XPS saves it: who and where, a default pose, address and network card.
fn saved(plain: &[u8]) -> Result<Vec<u8>> {
    let doc =
        formats::read(&mut Reader::new(plain), "x.xps", &mut Sink::new()).map_err(|e| anyhow!("{e}"))?;
    let mut xps = doc.as_any().downcast_ref::<Xps>().context("not a model")?.clone();
    let mac = NetString::from("0 0 1 B 4 4 1 1 3 A B 7 ");
    xps.trailer = Some(Trailer { address: [192, 168, 0, 7], mac: mac.clone(), mac_again: mac });
    let header = xps.header.as_mut().context("no header")?;
    header.machine = "CP-ELPMAXE".into();
    header.user = "elpmaxe".into();
    header.files = "elpmaxe@c:\\models\\character.mesh-->c:\\models\\character.xps".into();
    if let Settings::Items(items) = &mut header.settings {
        items.hash = 393;
        if let Some(Item::Pose { text, .. }) = items.items.first_mut() {
            *text = WAVE.replace("\r\n", "\n").replace("-0,01", "-0.01").into();
        }
        items.recount();
    }
    Ok(formats::xnalara::xps::write(&xps))
}

/// A machine with decimal commas, Windows line ends and a byte order mark.
fn comma(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let numbers = !line.is_empty() && line.split(' ').all(|t| t.parse::<f64>().is_ok());
        if numbers { line.replace('.', ",") } else { line.to_owned() }
    });
    format!("\u{feff}{}\r\n", lines.collect::<Vec<_>>().join("\r\n"))
}

/// Blank lines, comments on lines of their own, two triangles on a line.
fn loose(text: &str) -> String {
    let (head, faces) = text.rsplit_once(" # faces\n").unwrap_or((text, ""));
    let pairs: Vec<String> =
        faces.lines().collect::<Vec<_>>().chunks(2).map(|pair| pair.join("\t")).collect();
    let head = head.replace(" # meshes\n", " # meshes\n\n# here they are\n").replace(" # vertices\n", "\n\n");
    format!("{head} # faces\n{}\n", pairs.join("\n"))
}

/// Two characters facing each other.
fn meeting(bones: &[String], generation: st::Generation) -> st::SceneFile {
    let xps = generation == st::Generation::Xps;
    let item = |x: f32, turn: f32| st::Item {
        kind: if xps { "character_v3_15" } else { "character" }.into(),
        directory: Some("data\\people\\xnalara".into()),
        visible: 1,
        scale: vec![1.0; 3],
        bones: bones
            .iter()
            .map(|name| {
                let mut values = vec![0.0; if xps { 9 } else { 6 }];
                values.iter_mut().skip(6).for_each(|s| *s = 1.0);
                match name.as_str() {
                    "root ground" => values[1] = turn,
                    "arm right shoulder 2" => values[2] = -60.0,
                    _ => {}
                }
                st::BonePose { name: xps.then(|| name.as_str().into()), values }
            })
            .collect(),
        position: [x, 0.0, 0.0],
        accessories: vec![st::Accessory { name: "Hair|Long".into(), visible: 1 }],
        more_accessories: Vec::new(),
        glow: vec![1.0; 6],
    };
    let light = |i: usize| st::Light {
        unknown_before: None,
        direction: [0.3 - 0.3 * i as f32, -1.0, -0.5],
        intensity: Some(1.0),
        color: [255, 250, 240],
        shadow_depth: 0.4,
    };
    let contents = st::Contents {
        generation,
        items: vec![item(-0.6, 90.0), item(0.6, -90.0)],
        camera: st::Camera {
            fov: 0.7,
            target: [0.0, 1.0, 0.0],
            distance: 4.0,
            horizontal: 0.3,
            vertical: 0.1,
        },
        before_lights: if xps { vec![1.0] } else { Vec::new() },
        lights: (0..3).map(light).collect(),
        surroundings: Some(st::Surroundings {
            use_post_processing: None,
            post_processing: vec![1.0; 4],
            unknown_after_post: if xps { vec![0] } else { Vec::new() },
            ground_visible: 1,
            ground_texture: "".into(),
            background_color: Some([90, 120, 150]),
            background_image: "".into(),
            background_more: Vec::new(),
            sky: Some(st::Sky { visible: 0, texture: "".into(), values: [0.0; 2] }),
            window: Some(st::Window { fixed: 0, size: [800, 600] }),
        }),
        rest: Vec::new(),
    };
    let minor = if xps { 21 } else { 11 };
    st::SceneFile { major: 1, minor, body: st::Body::Known(Box::new(contents)) }
}
