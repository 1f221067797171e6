//! `<size>` and `<size_raw>` of a part, written and corrected.

use super::super::types::Part;
use super::super::write::{Changes, number};
use super::File;
use super::sweep::{Size, Sweep, raw_max};
use super::tree::ByPart;
use crate::egosoft::xml::{Edits, Xml};

/// The mesh that decides about a part's size: its collision mesh, else its finest level.
fn measured<'a>(files: &ByPart<'a, File>, part: &str) -> Option<&'a File> {
    let of = |collision: bool| files.of(part).iter().find(|f| f.collision == collision && f.lod == 0);
    of(true).or_else(|| of(false)).copied()
}

/// Centre and half extent that a part sweeps, those of its mesh at rest, and whether something moves it.
fn sizes(file: &File, part: &str, sweep: &Sweep<'_>) -> Option<(Size, Size, bool)> {
    let rest = file.xmf.bounds()?;
    let swept = sweep.of(part, &file.xmf);
    Some((swept.unwrap_or(rest), rest, swept.is_some()))
}

/// Whether `max` of the size that a part had at rest is how far the low corner of its mesh was from 0.
fn counts_from_low(file: &File, part: &Part) -> bool {
    let (Some((max, _)), Some((center, half))) = (part.size_raw, file.old_bounds) else { return false };
    let scale = half.iter().fold(0.01_f32, |a, b| a.max(*b));
    let near = |other: [f32; 3]| max.iter().zip(other).all(|(a, b)| (a - b).abs() <= scale * 0.02);
    near(raw_max(center, half)) && !near(half)
}

/// The elements of a new part.
pub(in super::super) fn size_xml(changes: &Changes<'_>, part: &str, indent: &str) -> String {
    let made = measured(&changes.files, part).and_then(|file| sizes(file, part, changes.sweep));
    let Some((size, raw, moves)) = made else { return String::new() };
    let element = |name: &str, (center, max): Size| {
        let ([x, y, z], [cx, cy, cz]) = (max.map(number), center.map(number));
        format!(
            "{indent}<{name}>\n{indent}  <max x=\"{x}\" y=\"{y}\" z=\"{z}\"/>\n\
             {indent}  <center x=\"{cx}\" y=\"{cy}\" z=\"{cz}\"/>\n{indent}</{name}>\n"
        )
    };
    let raw = if moves { element("size_raw", raw) } else { String::new() };
    element("size", size) + &raw
}

/// A size is touched only where the mesh or what moves it was edited, and no longer fits.
pub(in super::super) fn edit_size(xml: &Xml, part: &Part, changes: &Changes<'_>, edits: &mut Edits) {
    let same_mesh = changes.files.of(&part.name).iter().all(|f| f.same_places);
    if same_mesh && !changes.sweep.hangs_on(&part.name, &changes.moved) {
        return;
    }
    let Some(file) = measured(&changes.files, &part.name) else { return };
    let Some((size, (center, half), _)) = sizes(file, &part.name, changes.sweep) else { return };
    let raw = (center, if counts_from_low(file, part) { raw_max(center, half) } else { half });
    let known = [("size", size, part.size), ("size_raw", raw, part.size_raw)];
    for (name, (center, max), old) in known {
        let (Some(element), Some((old_max, old_center))) = (xml.child(part.element, name), old) else {
            continue;
        };
        let scale = max.iter().fold(0.01_f32, |a, b| a.max(*b));
        let far = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > scale * 0.005);
        if !far(max, old_max) && !far(center, old_center) {
            continue;
        }
        for (child, values) in [("max", max), ("center", center)] {
            let Some(id) = xml.child(element, child) else { continue };
            for (axis, v) in ["x", "y", "z"].into_iter().zip(values) {
                edits.set_attr(xml, id, axis, &number(v));
            }
        }
    }
}
