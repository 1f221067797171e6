//! ASCII models (`.mesh.ascii`): the tree of the headerless binary, one item a line, no tangents.
//!
//! ```text
//! file = boneCount { name  parent  x y z }
//!        meshCount { name  uvLayers  texCount { file  uvLayer }
//!          vertexCount { px py pz  nx ny nz  r g b a  { u v }×uvLayers  [ idx…  weight… ] }
//!          triCount { i j k } }
//! ```
//!
//! Read as loosely as files are: comments after values and on lines of their own, blank lines, any line end, byte order
//! mark, decimal comma, several tuples on a line, weight lines of any length, short colour lines, a UV line although there
//! are no layers, a line of tangents after each UV. A name is its whole line, `#` included.
//!
//! Known: all of it. The source is kept; only what changed is spelled anew.

mod read;
#[cfg(test)]
mod tests;
mod types;
mod write;

pub use types::Ascii;
pub use write::spell;

use crate::{Confidence, Format};

/// The format.
pub static FORMAT: Format = Format {
    id: "xnalara-ascii",
    title: "XNALara model (ASCII)",
    extensions: &["mesh.ascii", "ascii"],
    extension: "mesh.ascii",
    templates: &["xnalara-bin", "xps", "xnalara-ascii"],
    codes: &[super::rules::ALL],
    ..Format::of::<Ascii>()
};

/// A look at the first lines: a count, then a bone or the number of meshes.
fn sniff(bytes: &[u8], name: &str) -> Confidence {
    let start = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    if start.contains(&0) {
        return Confidence::No;
    }
    let ours = name.rsplit('.').next() == Some("ascii");
    let head = if ours { Confidence::Extension } else { Confidence::No };
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let mut lines = start
        .split(|b| *b == b'\n')
        .map(|l| l.split(|b| *b == b'#').next().unwrap_or_default().trim_ascii())
        .filter(|l| !l.is_empty());
    let count =
        |l: Option<&[u8]>| l.and_then(|l| std::str::from_utf8(l).ok()).and_then(|l| l.parse::<u32>().ok());
    let numbers = |l: Option<&[u8]>| {
        let tokens = l.unwrap_or_default().split(u8::is_ascii_whitespace).filter(|t| !t.is_empty());
        tokens.filter(|t| super::numbers::parse_f32(t).is_some()).count()
    };
    let fits = match count(lines.next()) {
        None => false,
        Some(0) => count(lines.next()).is_some(),
        Some(_) => {
            let (_name, parent) = (lines.next(), lines.next());
            let parent = parent.and_then(super::numbers::parse_int);
            parent.is_some_and(|p| (-1..=0x7fff).contains(&p)) && numbers(lines.next()) == 3
        }
    };
    if fits && (ours || name.rsplit('.').next() == Some("mesh")) { Confidence::Content } else { head }
}
