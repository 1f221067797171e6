//! Texts: what they say in the extras, and letters to look at.
//!
//! The game draws texts with its own fonts. Here they are dot letters inside of the node's box, or as large as the
//! font where there is no box: enough to read a menu in Blender, in a browser and in a preview.

use super::super::from_scene::compare::Matched;
use super::boxes::corners;
use super::font::{ADVANCE, LINE, strokes};
use super::values::{Values, set_text};
use crate::anark::bgf::{Bgf, ElementType};
use crate::anark::bsg::GraphNode;
use crate::anark::notes::{self, TextNote};
use scene::{MaterialId, Mesh, Primitive, Topology};

/// Letters of one text that are drawn.
const MOST_LETTERS: usize = 256;

/// Letters of a scene that are drawn: strings can be used any number of times.
pub(super) const ALL_LETTERS: usize = 4096;

/// Size of a text that names none, as most known texts have it.
const SIZE: f32 = 24.0;

/// What a text says and how, for people and for converting back.
pub(super) fn facts(values: Values<'_>) -> Option<TextNote> {
    if values.element.ty != ElementType::TEXT {
        return None;
    }
    let color = ["r", "g", "b", "a"].map(|c| values.number(&format!("textcolor.{c}")));
    let align =
        |name: &str, words: [&str; 3]| words.get(values.number(name)? as usize).map(|w| (*w).to_owned());
    Some(TextNote {
        string: values.text("textstring").unwrap_or_default().into(),
        font: values.text("font").map(Into::into),
        size: values.number("size"),
        leading: values.number("leading"),
        tracking: values.number("tracking"),
        color: color.iter().any(Option::is_some).then(|| color.map(|v| v.unwrap_or(255.0).into())),
        horizontal: align("horzalign", ["left", "center", "right"]),
        vertical: align("vertalign", ["top", "middle", "bottom"]),
        word_wrap: values.flag("wordwrap"),
    })
}

/// The letters of a text; `None` if there is nothing to draw. `left` is how many letters may still be drawn.
pub(super) fn mesh(
    name: &str,
    graph: &GraphNode,
    values: Values<'_>,
    material: impl FnOnce() -> MaterialId,
    left: &mut usize,
) -> Option<Mesh> {
    let text: String = values.text("textstring")?.chars().take(MOST_LETTERS.min(*left)).collect();
    if text.trim().is_empty() {
        return None;
    }
    *left = left.saturating_sub(text.chars().count());
    let lines: Vec<&str> = text.lines().collect();
    let columns = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0) as f32 * ADVANCE - 1.0;
    let rows = lines.len() as f32 * LINE - 2.0;
    let (low, high) = corners(graph);
    let size = [high[0] - low[0], high[1] - low[1]];
    let boxed = size.iter().all(|v| *v > 0.0 && v.is_finite());
    let unit = if boxed {
        (size[0] / columns).min(size[1] / rows)
    } else {
        values.number("size").filter(|s| *s > 0.0).unwrap_or(SIZE) / LINE
    };
    let align = |name: &str| match values.number(name) {
        Some(0.0) => 0.0,
        Some(2.0) => 1.0,
        _ => 0.5,
    };
    let (across, down) = (align("horzalign"), align("vertalign"));
    // From where, within the box or around the node's own place.
    let (left_edge, width) = if boxed { (low[0], size[0]) } else { (0.0, 0.0) };
    let (top, height) = if boxed { (high[1], size[1]) } else { (0.0, 0.0) };
    let mut out = Mesh { name: name.to_owned(), ..Mesh::default() };
    let z = f32::midpoint(low[2], high[2]);
    for (row, line) in lines.iter().enumerate() {
        let own = line.chars().count() as f32 * ADVANCE - 1.0;
        let x0 = left_edge + (width - own * unit) * across;
        let y0 = top - (height - rows * unit) * down - row as f32 * LINE * unit;
        for (i, c) in line.chars().enumerate() {
            for (x, a, b) in strokes(c) {
                let x = x0 + (i as f32 * ADVANCE + f32::from(x)) * unit;
                let (y1, y2) = (y0 - f32::from(a) * unit, y0 - f32::from(b) * unit);
                quad(&mut out, [x, y2], [x + unit, y1], z);
            }
        }
    }
    if out.indices.is_empty() || !out.positions.iter().flatten().all(|v| v.is_finite()) {
        return None;
    }
    let count = out.indices.len() as u32;
    out.primitives.push(Primitive {
        material: Some(material()),
        start: 0,
        count,
        topology: Topology::Triangles,
    });
    out.extras = notes::mesh::TEXT.with(&true);
    Some(out)
}

fn quad(out: &mut Mesh, low: [f32; 2], high: [f32; 2], z: f32) {
    let first = out.positions.len() as u32;
    let corners = [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]];
    out.positions.extend(corners.map(|[x, y]| [x, y, z]));
    out.normals.extend([[0.0, 0.0, 1.0]; 4]);
    out.indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
}

/// Whether a mesh is the letters of a text.
pub(crate) fn is_text(mesh: &Mesh) -> bool {
    notes::mesh::TEXT.marks(&mesh.extras)
}

/// Puts texts that were changed in the extras into the BGF.
pub(crate) fn back(out: &mut Bgf, matched: &[Matched<'_>]) {
    let string = |n: &scene::Node| Some(notes::node::ELEMENT.get(&n.extras)?.text?.string);
    for m in matched {
        if let (Some(was), Some(is)) = (string(m.was), string(m.is))
            && was != is
        {
            set_text(out, m.element, "textstring", &is);
        }
    }
}
