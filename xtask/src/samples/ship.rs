//! The ship: several parts, three levels of detail, collision meshes, a wreck, a spinning radar, materials of a library
//! and textures, once as a folder of game files and once as an archive.

use super::shapes::{Builder, Ring};
use super::textures::{Encoding, encode, invert_green, noise, paint, shade};
use anyhow::{Context, Result};
use flate2::{Compression, GzBuilder};
use formats::egosoft::ani::scene::curves::{BEZIER, BEZIER_LINEAR_TIME, LINEAR, STEP, TCB};
use formats::egosoft::ani::{Ani, Anim, Description, Fixed, Key};
use formats::egosoft::cat::pack_memory;
use formats::egosoft::component::FRAMES_PER_SECOND;
use formats::egosoft::xmf::{Xmf, from_mesh};
use glam::DVec3;
use scene::Mesh;
use std::io::Write as _;
use std::path::Path;
use wire::Sink;

const FOLDER: &str = "assets/units/size_s";
const NAME: &str = "ship_sample";
/// Segments of the three levels.
const SEGMENTS: [u32; 3] = [24, 12, 6];
const HULL: &str = "sample_ship.hull";
const GLASS: &str = "sample_ship.glass";
const GLOW: &str = "sample_ship.glow";

/// An ellipse across the ship, which looks along +Z.
fn ring(x: f64, y: f64, z: f64, rx: f64, ry: f64) -> Ring {
    Ring { center: DVec3::new(x, y, z), side: DVec3::X * rx, front: DVec3::NEG_Y * ry }
}

/// One part of the ship.
struct Part {
    name: &'static str,
    /// Offset, as the game has it: +X is to the right of somebody who sits in the ship.
    position: [f32; 3],
    /// Degrees about the ship's length.
    roll: f32,
    parent: Option<&'static str>,
    materials: &'static [&'static str],
    wreck: bool,
    shape: fn(&mut Builder, u32),
}

const PARTS: [Part; 6] = [
    Part {
        name: "part_main",
        position: [0.0; 3],
        roll: 0.0,
        parent: None,
        materials: &[HULL, GLASS],
        wreck: true,
        shape: hull,
    },
    Part {
        name: "part_wing_left",
        position: [-1.0, 0.0, -1.5],
        roll: -6.0,
        parent: Some("part_main"),
        materials: &[HULL],
        wreck: false,
        shape: wing_left,
    },
    Part {
        name: "part_wing_right",
        position: [1.0, 0.0, -1.5],
        roll: 6.0,
        parent: Some("part_main"),
        materials: &[HULL],
        wreck: false,
        shape: wing_right,
    },
    Part {
        name: "part_engine",
        position: [0.0, 0.1, -4.0],
        roll: 0.0,
        parent: Some("part_main"),
        materials: &[HULL, GLOW],
        wreck: false,
        shape: engine,
    },
    Part {
        name: "anim_radar",
        position: [0.0, 1.15, -1.0],
        roll: 0.0,
        parent: Some("part_main"),
        materials: &[HULL],
        wreck: false,
        shape: radar,
    },
    // Hinged at its front edge, on a connection turned by a quarter about the ship's length; its pivot is the hinge.
    Part {
        name: "anim_ramp",
        position: [-0.35, -0.9, -1.0],
        roll: 90.0,
        parent: Some("part_main"),
        materials: &[HULL],
        wreck: false,
        shape: ramp,
    },
];

/// Where the ramp's hinge is from its connection, in the part's own axes.
const RAMP_PIVOT: [f32; 3] = [0.0, -0.35, -0.2];

fn hull(b: &mut Builder, n: u32) {
    b.part();
    let rings = [
        ring(0.0, 0.0, 6.0, 0.0, 0.0),
        ring(0.0, 0.0, 5.6, 0.25, 0.18),
        ring(0.0, 0.05, 4.0, 0.7, 0.5),
        ring(0.0, 0.1, 1.5, 1.15, 0.85),
        ring(0.0, 0.1, -1.5, 1.3, 1.0),
        ring(0.0, 0.1, -3.6, 1.0, 0.8),
        ring(0.0, 0.1, -4.0, 0.7, 0.6),
        ring(0.0, 0.1, -4.0, 0.0, 0.0),
    ];
    b.tube(&rings, n, [0.0, 0.0, 2.0, 2.0]);
    b.part();
    b.ellipsoid(DVec3::new(0.0, 0.75, 2.2), [0.5, 0.45, 1.3], n / 3, n, (0.0, 0.55), [0.0, 0.0, 1.0, 0.5]);
}

/// Wings grow away from their origin; `side` −1 is the left one in game axes, so +1 in ours.
fn wing(b: &mut Builder, n: u32, side: f64, length: f64) {
    b.part();
    let cut = |t: f64| {
        let (x, chord) = (side * length * t, 1.6 - 1.0 * t);
        // Along the wing: side × front must point along it.
        Ring {
            center: DVec3::new(x, -0.3 * t, -0.9 * t),
            side: DVec3::Z * chord,
            front: DVec3::Y * (0.16 * (1.0 - 0.6 * t)) * -side,
        }
    };
    let tip = |t: f64| Ring { side: DVec3::ZERO, front: DVec3::ZERO, ..cut(t) };
    b.tube(&[tip(0.0), cut(0.0), cut(0.5), cut(1.0), tip(1.0)], n, [0.0, 0.0, 1.0, 1.0]);
}

fn wing_left(b: &mut Builder, n: u32) {
    wing(b, n, 1.0, 3.2);
    // An antenna on this side only: a mirrored ship shows it on the wrong side.
    b.capsule(
        &[(DVec3::new(3.0, -0.3, -0.6), 0.05), (DVec3::new(3.0, -0.3, 1.6), 0.03)],
        (n / 2).max(3),
        [0.0, 0.0, 0.2, 0.2],
    );
}

fn wing_right(b: &mut Builder, n: u32) {
    wing(b, n, -1.0, 3.2);
}

fn engine(b: &mut Builder, n: u32) {
    b.part();
    for x in [-0.55, 0.55] {
        let rings = [
            ring(x, 0.0, 0.6, 0.0, 0.0),
            ring(x, 0.0, 0.6, 0.42, 0.42),
            ring(x, 0.0, -0.9, 0.5, 0.5),
            ring(x, 0.0, -0.9, 0.36, 0.36),
        ];
        b.tube(&rings, n, [0.0, 0.0, 1.0, 0.5]);
    }
    b.part();
    for x in [-0.55, 0.55] {
        b.tube(&[ring(x, 0.0, -0.9, 0.36, 0.36), ring(x, 0.0, -0.8, 0.0, 0.0)], n, [0.0, 0.0, 1.0, 1.0]);
    }
}

/// A plate that lies towards the ship's tail. The connection turns +y to −x, so the plate's width is along its y.
fn ramp(b: &mut Builder, n: u32) {
    b.part();
    let cut = |z: f64, size: f64| Ring {
        center: DVec3::new(0.0, 0.0, z),
        side: DVec3::X * (0.08 * size),
        front: DVec3::NEG_Y * (0.5 * size),
    };
    b.tube(&[cut(0.0, 0.0), cut(0.0, 1.0), cut(-2.0, 0.9), cut(-2.0, 0.0)], n, [0.0, 0.0, 1.0, 1.0]);
}

fn radar(b: &mut Builder, n: u32) {
    b.part();
    b.capsule(
        &[(DVec3::new(0.0, 0.5, 0.0), 0.07), (DVec3::new(0.0, -0.1, 0.0), 0.09)],
        (n / 2).max(3),
        [0.0, 0.0, 0.3, 0.5],
    );
    let from = b.len();
    b.ellipsoid(DVec3::new(0.0, 0.0, 0.0), [0.7, 0.25, 0.35], n / 3, n, (0.5, 1.0), [0.0, 0.5, 1.0, 0.5]);
    b.ellipsoid(DVec3::new(0.0, 0.0, 0.0), [0.7, 0.05, 0.35], n / 3, n, (0.0, 0.5), [0.0, 0.5, 1.0, 0.5]);
    // The dish looks forward.
    b.shape(from, |p| DVec3::new(p.x, p.z + 0.75, -p.y));
}

fn mesh(part: &Part, level: usize, wreck: bool) -> Mesh {
    let mut b = Builder::default();
    (part.shape)(&mut b, SEGMENTS[level]);
    if wreck {
        // Bent and dented, the same everywhere.
        b.shape(0, |p| {
            let dent = 0.12 * ((p.z * 3.0).round() % 2.0);
            DVec3::new(
                p.x * (1.0 - dent) + 0.06 * p.z,
                p.y * (1.0 - dent) - 0.03 * p.z * p.z.abs() * 0.3,
                p.z * 0.95,
            )
        });
    }
    b.finish(part.name).0
}

fn xmf(mut mesh: Mesh, part: &Part, level: Option<usize>) -> Result<Xmf> {
    let names: Vec<Option<Vec<u8>>> = part.materials.iter().map(|m| Some(m.as_bytes().to_vec())).collect();
    if level == Some(0) {
        mesh.colors.push(super::shapes::colors(&mesh, |p| {
            if p[1] > 0.4 { [255, 240, 220, 255] } else { [200, 210, 230, 255] }
        }));
    }
    from_mesh(mesh, &names, level.is_none(), &mut Sink::new())
        .map_err(|e| anyhow::anyhow!("{}: {e}", part.name))
}

fn number(v: f32) -> String {
    format!("{}", v + 0.0)
}

fn part_xml(part: &Part, collision: &Xmf, at: usize) -> Result<String> {
    let (center, half) = collision.bounds().context("bounds")?;
    let xyz = |v: [f32; 3]| format!("x=\"{}\" y=\"{}\" z=\"{}\"", number(v[0]), number(v[1]), number(v[2]));
    let lods: String = (0..SEGMENTS.len())
        .map(|i| {
            // The XML has one order for all levels, and it is not that of the ranges.
            let list: String = part
                .materials
                .iter()
                .rev()
                .enumerate()
                .map(|(m, name)| format!("                  <material id=\"{}\" ref=\"{name}\"/>\n", m + 1))
                .collect();
            format!("              <lod index=\"{i}\">\n                <materials>\n{list}                </materials>\n              </lod>\n")
        })
        .collect();
    let parent = part.parent.map_or(String::new(), |p| format!(" parent=\"{p}\""));
    let wreck = if part.wreck { format!(" wreck=\"{}_wreck\"", part.name) } else { String::new() };
    let list: String = CLIPS
        .iter()
        .filter(|(name, _, _)| *name == part.name)
        .map(|(_, clip, (start, end))| {
            format!("          <animation name=\"{clip}\" start=\"{start}\" end=\"{end}\"/>\n")
        })
        .collect();
    let animations = if list.is_empty() {
        String::new()
    } else {
        format!("        <animations>\n{list}        </animations>\n")
    };
    let turn = if part.roll == 0.0 {
        String::new()
    } else {
        let (sin, cos) = (part.roll.to_radians() / 2.0).sin_cos();
        format!("          <quaternion qx=\"0\" qy=\"0\" qz=\"{}\" qw=\"{}\"/>\n", number(sin), number(cos))
    };
    let pivot = if part.name == "anim_ramp" {
        let place = xyz(RAMP_PIVOT);
        format!(
            "            <pivot>\n              <offset>\n                <position {place}/>\n              </offset>\n            </pivot>\n"
        )
    } else {
        String::new()
    };
    Ok(format!(
        "      <connection name=\"Connection{at:02}\" tags=\"part\"{parent}>\n        <offset>\n          <position {}/>\n{turn}        </offset>\n{animations}        \
         <parts>\n          <part name=\"{}\"{wreck}>\n            <lods>\n{lods}            </lods>\n            <size>\n              \
         <max {}/>\n              <center {}/>\n            </size>\n{pivot}          </part>\n        </parts>\n      </connection>\n",
        xyz(part.position),
        part.name,
        xyz(half),
        xyz(center)
    ))
}

/// Which part moves in which clip, and the frames of it.
const CLIPS: [(&str, &str, (u32, u32)); 7] = [
    ("anim_radar", "loop", (1, 300)),
    ("part_wing_left", "wings_folding", (301, 360)),
    ("part_wing_right", "wings_folding", (301, 360)),
    ("part_engine", "engine_idle", (361, 405)),
    ("part_engine", "engine_boost", (406, 465)),
    ("anim_ramp", "ramp_opening", (466, 510)),
    ("anim_ramp", "ramp_closed", (511, 511)),
];

/// A key of all three axes.
fn key(time: f32, value: [f32; 3], interpolation: i32) -> Key {
    Key { time, value, interpolation: [interpolation; 3], ..Key::default() }
}

/// Keys with handles about a third of the time away, `bow` next to the straight line.
fn bowed(mut keys: Vec<Key>, interpolation: i32, bow: [f32; 3]) -> Vec<Key> {
    for i in 1..keys.len() {
        let (from, to) = (keys[i - 1], keys[i]);
        let dt = to.time - from.time;
        keys[i - 1].interpolation = [interpolation; 3];
        for (axis, bow) in bow.into_iter().enumerate() {
            let rise = to.value[axis] - from.value[axis];
            keys[i - 1].control[axis][0] = [from.time + dt * 0.3, from.value[axis] + rise / 3.0 + bow];
            keys[i].control[axis][1] = [from.time + dt * 0.6, from.value[axis] + rise * 2.0 / 3.0 + bow];
        }
    }
    keys
}

/// Every kind of key: straight, stepped, both Beziers, and Kochanek–Bartels.
fn animation() -> Vec<u8> {
    let anim = |(name, clip, (start, end)): (&str, &str, (u32, u32))| Anim {
        desc: Description {
            name: Fixed::new(name.as_bytes()),
            subname: Fixed::new(clip.as_bytes()),
            num_pos: 0,
            num_rot: 0,
            num_scale: 0,
            num_pre_scale: 0,
            num_post_scale: 0,
            duration: (end - start + 1) as f32 / FRAMES_PER_SECOND,
            zero: [0; 2],
        },
        pos: vec![],
        rot: vec![],
        scale: vec![],
        pre_scale: vec![],
        post_scale: vec![],
    };
    let [mut radar, mut left, mut right, mut idle, mut boost, mut ramp, closed] = CLIPS.map(anim);
    radar.rot = vec![key(0.0, [0.0; 3], LINEAR), key(10.0, [0.0, std::f32::consts::TAU, 0.0], STEP)];
    left.rot = vec![
        key(0.0, [0.0; 3], LINEAR),
        key(1.0, [-0.1, 0.0, 0.6], LINEAR),
        key(2.0, [-0.2, 0.3, 1.2], STEP),
    ];
    let slide =
        vec![key(0.0, [0.0; 3], STEP), key(1.0, [0.3, 0.1, 0.0], STEP), key(2.0, [0.4, 0.3, -0.4], STEP)];
    left.pos = bowed(slide, BEZIER_LINEAR_TIME, [0.0, 0.05, 0.0]);
    right.rot = vec![
        key(0.0, [0.0; 3], TCB),
        key(0.5, [-0.1, 0.0, -0.3], TCB),
        key(1.0, [-0.1, -0.2, -0.7], TCB),
        key(2.0, [-0.2, -0.3, -1.2], STEP),
    ];
    right.pos = vec![
        key(0.0, [0.0; 3], TCB),
        key(0.5, [-0.1, 0.1, 0.0], TCB),
        key(1.0, [-0.3, 0.1, -0.1], TCB),
        key(2.0, [-0.4, 0.3, -0.4], STEP),
    ];
    idle.pos = vec![key(0.0, [0.0; 3], STEP), key(0.5, [0.0, 0.0, -0.1], STEP), key(1.0, [0.0; 3], STEP)];
    idle.scale = vec![key(0.0, [1.0; 3], LINEAR), key(1.5, [1.1; 3], STEP)];
    boost.pos =
        bowed(vec![key(0.0, [0.0; 3], STEP), key(2.0, [0.0, 0.0, -0.5], STEP)], BEZIER, [0.0, 0.0, 0.2]);
    // The part's y is across the ship: positive angles about it lower the tail. The last key is outside of the window.
    let lowered =
        [key(0.0, [0.0; 3], STEP), key(1.5, [0.0, 0.7, 0.0], STEP), key(2.0, [0.0, 0.7, 0.0], STEP)];
    ramp.rot = bowed(lowered.to_vec(), BEZIER, [0.0; 3]);
    let mut ani = Ani { anims: vec![radar, left, right, idle, boost, ramp, closed], ..Ani::empty() };
    ani.recount();
    ani.write()
}

fn pictures() -> Result<Vec<(String, Vec<u8>)>> {
    let panel = |x: u32, y: u32| x % 32 < 2 || y % 32 < 2;
    let plates = paint(128, |x, y| {
        let tint = (noise(x / 32, y / 32, 7) % 24) as i32 - 12;
        if panel(x, y) { [60, 66, 74, 255] } else { shade([150, 160, 172], tint) }
    });
    let bumps = paint(128, |x, y| {
        let edge = |v: u32| match v % 32 {
            0 => 96,
            1 => 160,
            _ => 128,
        };
        [edge(x), 255 - edge(y), 240, 255]
    });
    let glass = paint(16, |_, y| [40, 90, 140 + (y * 4) as u8, 160]);
    let glow = paint(16, |x, y| {
        let d = (x.abs_diff(8) * x.abs_diff(8) + y.abs_diff(8) * y.abs_diff(8)).min(64) as u8;
        [255, 200 - d * 2, 120 - d, 255]
    });
    let mut gz = GzBuilder::new().write(Vec::new(), Compression::best());
    gz.write_all(&encode(&invert_green(&bumps), Encoding::Dds)?)?;
    let dir = "assets/textures/sample";
    Ok(vec![
        (format!("{dir}/ship_hull_diff.dds"), encode(&plates, Encoding::Bc1)?),
        (format!("{dir}/ship_hull_bump.gz"), gz.finish()?),
        (format!("{dir}/ship_glass_diff.tga"), encode(&glass, Encoding::Tga)?),
        (format!("{dir}/ship_glow_diff.tga"), encode(&glow, Encoding::Tga)?),
    ])
}

const LIBRARY: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<materiallibrary>
  <collection name="sample_ship">
    <material name="hull" shader="P1_complex_surface.fx">
      <properties>
        <property type="BitMap" name="diffuse_map" value="assets\textures\sample\ship_hull_diff"/>
        <property type="BitMap" name="normal_map" value="assets\textures\sample\ship_hull_bump"/>
        <property type="Float" name="normalStr" value="1"/>
      </properties>
    </material>
    <material name="glass" shader="P1_alpha_glass.fx">
      <properties>
        <property type="BitMap" name="diffuse_map" value="assets\textures\sample\ship_glass_diff"/>
      </properties>
    </material>
    <material name="glow" shader="P1_glow.fx">
      <properties>
        <property type="BitMap" name="diffuse_map" value="assets\textures\sample\ship_glow_diff"/>
        <property type="BitMap" name="glow_map" value="assets\textures\sample\ship_glow_diff"/>
      </properties>
    </material>
  </collection>
</materiallibrary>
"#;

/// Lights as the studio's exporter writes them: a lamp at each wing tip, one that shines down at the ramp, a glow box.
const LIGHTS: &str = r#"    <layers>
      <layer>
        <lights>
          <omni name="lamp_left" r="255" g="0" b="0" range="6" intensity="2">
            <offset>
              <position x="-4.2" y="-0.5" z="-2.4"/>
            </offset>
          </omni>
          <spot name="lamp_ramp" r="255" g="240" b="200" range="8" intensity="3" hotspot="40" falloff="60">
            <offset>
              <position x="0" y="-0.8" z="-1"/>
              <quaternion qx="0.70710677" qy="0" qz="0" qw="0.70710677"/>
            </offset>
          </spot>
          <box name="glow_box" r="120" g="160" b="255" intensity="1">
            <size x="1" y="0.5" z="0.5"/>
            <offset>
              <position x="0" y="0.1" z="-5.2"/>
            </offset>
          </box>
        </lights>
      </layer>
    </layers>
"#;

/// Hardpoints, one of them turned by angles.
const HARDPOINTS: &str = r#"      <connection name="con_weapon_01" tags="weapon small">
        <offset>
          <position x="1.2" y="-0.2" z="2"/>
        </offset>
      </connection>
      <connection name="con_turret_01" group="group_left" tags="turret small hittable " value="2" parent="part_wing_left">
        <offset>
          <position x="-2" y="-0.1" z="0"/>
          <rotation yaw="-90" pitch="15" roll="180"/>
        </offset>
      </connection>
      <connection name="con_contents" tags="contents" value="0"/>
"#;

/// Every file of the ship by its path in the game.
pub fn files() -> Result<Vec<(String, Vec<u8>)>> {
    let data = format!("{FOLDER}/{NAME}_data");
    let mut out = Vec::new();
    let mut connections = String::new();
    for (i, part) in PARTS.iter().enumerate() {
        for level in 0..SEGMENTS.len() {
            out.push((
                format!("{data}/{}-lod{level}.xmf", part.name),
                xmf(mesh(part, level, false), part, Some(level))?.write(),
            ));
        }
        if part.wreck {
            out.push((
                format!("{data}/{}_wreck-lod0.xmf", part.name),
                xmf(mesh(part, 1, true), part, Some(1))?.write(),
            ));
        }
        let collision = xmf(mesh(part, 1, false), part, None)?;
        connections.push_str(&part_xml(part, &collision, i + 1)?);
        out.push((format!("{data}/{}-collision.xmf", part.name), collision.write()));
    }
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- made by this project, CC0 -->\n<components>\n  <component name=\"{NAME}\" class=\"ship_s\">\n    \
         <source geometry=\"{}\"/>\n{LIGHTS}    <connections>\n{connections}{HARDPOINTS}    </connections>\n  </component>\n</components>\n",
        data.replace('/', "\\")
    );
    out.push((format!("{FOLDER}/{NAME}.xml"), xml.into_bytes()));
    out.push((format!("{data}.ani"), animation()));
    let place = format!("{FOLDER}/{NAME}").replace('/', "\\");
    out.push(("index/components.xml".into(), format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<index>\n  <entry name=\"{NAME}\" value=\"{place}\"/>\n</index>\n").into_bytes()));
    let macros = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<macros>\n  <macro name=\"{NAME}_macro\" class=\"ship_s\">\n    <component ref=\"{NAME}\"/>\n  </macro>\n</macros>\n"
    );
    out.push((format!("{FOLDER}/macros/{NAME}_macro.xml"), macros.into_bytes()));
    out.push(("libraries/material_library.xml".into(), LIBRARY.as_bytes().to_vec()));
    out.extend(pictures()?);
    out.sort();
    Ok(out)
}

/// `samples/egosoft/`: the ship as loose files and as an archive.
pub fn write(out: &Path) -> Result<()> {
    let files = files()?;
    let dir = out.join("egosoft");
    for (path, bytes) in &files {
        let target = dir.join("ship").join(path);
        std::fs::create_dir_all(target.parent().context("a folder")?)?;
        std::fs::write(target, bytes)?;
    }
    let list: Vec<(&str, &[u8])> = files.iter().map(|(p, b)| (p.as_str(), b.as_slice())).collect();
    let (text, data) = pack_memory(&list, 1_700_000_000);
    std::fs::write(dir.join("ship.cat"), text)?;
    std::fs::write(dir.join("ship.dat"), data)?;
    Ok(())
}
