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

/// Centre and `max` of `size`, and of `size_raw` where something moves the part.
fn sizes(files: &ByPart<'_, File>, part: &str, sweep: &Sweep<'_>) -> Option<(Size, Size, bool)> {
    let file = measured(files, part)?;
    let (center, half) = file.xmf.bounds()?;
    let swept = sweep.of(part, &file.xmf);
    Some((swept.unwrap_or((center, half)), (center, raw_max(center, half)), swept.is_some()))
}

/// The elements of a new part.
pub(in super::super) fn size_xml(changes: &Changes<'_>, part: &str, indent: &str) -> String {
    let Some((size, raw, moves)) = sizes(&changes.files, part, changes.sweep) else { return String::new() };
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
    let Some((size, raw, _)) = sizes(&changes.files, &part.name, changes.sweep) else { return };
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
