//! The ship: several parts, three levels of detail, collision meshes, a wreck, a spinning radar, materials of a library
//! and textures, once as a folder of game files and once as an archive.

mod looks;
mod motion;
mod parts;

use super::shapes::Builder;
use anyhow::{Context, Result};
use formats::egosoft::ani::Ani;
use formats::egosoft::cat::pack_memory;
use formats::egosoft::xmf::{Xmf, from_mesh};
use glam::DVec3;
use looks::{HARDPOINTS, LIBRARY, LIGHTS, pictures};
use motion::{CLIPS, animation, swept};
use parts::{PARTS, Part, RAMP_PIVOT};
use scene::Mesh;
use std::path::Path;
use wire::Sink;

const FOLDER: &str = "assets/units/size_s";
const NAME: &str = "ship_sample";
/// Segments of the three levels.
const SEGMENTS: [u32; 3] = [24, 12, 6];

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

fn xyz(v: [f32; 3]) -> String {
    format!("x=\"{}\" y=\"{}\" z=\"{}\"", number(v[0]), number(v[1]), number(v[2]))
}

/// As the studio has them: half extents; of what moves those of the space it sweeps, and next to them how far the low corner
/// of the part at rest is from 0.
fn sizes(part: &Part, collision: &Xmf, ani: &Ani) -> Result<String> {
    let (center, half) = collision.bounds().context("bounds")?;
    let element = |name: &str, max: [f32; 3], center: [f32; 3]| {
        format!(
            "            <{name}>\n              <max {}/>\n              <center {}/>\n            </{name}>\n",
            xyz(max),
            xyz(center)
        )
    };
    let Some((low, high)) = swept(ani, part.name, &mesh(part, 1, false).positions) else {
        return Ok(element("size", half, center));
    };
    let (middle, reach) = ((low + high) / 2.0, (high - low) / 2.0);
    let size = element("size", reach.as_vec3().to_array(), [-middle.x, middle.y, middle.z].map(|v| v as f32));
    let corner = [0, 1, 2].map(|i| (center[i] - half[i]).abs());
    Ok(size + &element("size_raw", corner, center))
}

fn part_xml(part: &Part, collision: &Xmf, ani: &Ani, at: usize) -> Result<String> {
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
         <parts>\n          <part name=\"{}\"{wreck}>\n            <lods>\n{lods}            </lods>\n{}{pivot}          </part>\n        </parts>\n      </connection>\n",
        xyz(part.position),
        part.name,
        sizes(part, collision, ani)?
    ))
}

/// Every file of the ship by its path in the game.
pub fn files() -> Result<Vec<(String, Vec<u8>)>> {
    let data = format!("{FOLDER}/{NAME}_data");
    let mut out = Vec::new();
    let mut connections = String::new();
    let ani = animation();
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
        connections.push_str(&part_xml(part, &collision, &ani, i + 1)?);
        out.push((format!("{data}/{}-collision.xmf", part.name), collision.write()));
    }
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- made by this project, CC0 -->\n<components>\n  <component name=\"{NAME}\" class=\"ship_s\">\n    \
         <source geometry=\"{}\"/>\n{LIGHTS}    <connections>\n{connections}{HARDPOINTS}    </connections>\n  </component>\n</components>\n",
        data.replace('/', "\\")
    );
    out.push((format!("{FOLDER}/{NAME}.xml"), xml.into_bytes()));
    out.push((format!("{data}.ani"), ani.write()));
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
