//! Anark: a face of 10,000 elements.

use super::Bench;
use anyhow::Result;
use formats::Document;
use formats::anark::bgf::{self, Bgf, Element, ElementType, Large};
use formats::anark::hash::hash;
use formats::anark::section::Section;
use formats::anark::value::{Attribute, Name, ValueType};
use wire::{Reader, Sink};

/// Rows of the family.
pub fn rows(bench: &mut Bench) -> Result<()> {
    let face = face(10_000);
    let bytes = face.to_bytes();
    let (bare, own) = (
        bench.seconds(|| touch(&bytes)),
        bench.seconds(|| bgf::read(&mut Reader::new(&bytes), &mut Sink::new())),
    );
    bench.add(
        "BGF of 10,000 elements: read",
        format!(
            "{:.2} × touching every field ({} KB in {:.2} ms)",
            own / bare,
            bytes.len() / 1000,
            own * 1e3
        ),
        "≤ 3 ×".into(),
        own / bare <= 3.0,
    );
    let mut json = Vec::new();
    face.dump(&mut json)?;
    let size = json.len();
    bench.rate("BGF of 10,000 elements: dump, bytes of JSON", size, 100e6, || {
        let mut out = Vec::with_capacity(size);
        face.dump(&mut out).map_or(0, |()| out.len())
    });
    Ok(())
}

/// A scene the way real ones are: about ten attributes an element.
fn face(n: u32) -> Bgf {
    let names =
        ["position.x", "position.y", "position.z", "rotation.z", "scale.x", "scale.y", "opacity", "boxwidth"];
    let element = |i: u32| {
        let mut attributes: Vec<Attribute> = names
            .iter()
            .map(|name| Attribute::new(name, ValueType::Float, (i as f32 * 0.37).to_bits()))
            .collect();
        attributes.push(Attribute::new("active", ValueType::Bool, 1));
        attributes.push(Attribute::new("name", ValueType::String, i));
        let large = i.is_multiple_of(8).then_some(Large { unknown_0x0e: 2, period_ms: 1000 });
        Element {
            name: Name(hash(format!("Element{i}").as_bytes())),
            parent: i as i32 / 8 - 1,
            scene_item_id: i + 1,
            ty: if large.is_some() { ElementType::DUMMY } else { ElementType::GEOMETRY },
            flags: 1,
            large,
            attributes,
        }
    };
    let mut out = Bgf {
        strings: Section::new((0..n).map(|i| format!("Element{i}").as_str().into()).collect()),
        elements: Section::new((0..n).map(element).collect()),
        ..Bgf::default()
    };
    out.recount();
    out
}

/// Looks at every field once, by hand, and keeps what an owner must keep: the strings and the attributes.
fn touch(bytes: &[u8]) -> u64 {
    let u32_at = |at: usize| {
        bytes.get(at..at + 4).and_then(|b| <[u8; 4]>::try_from(b).ok()).map_or(0, u32::from_le_bytes)
    };
    let mut sum = 0_u64;
    let mut at = 0x88;
    let end = at + 4 + u32_at(at) as usize;
    at += 4;
    let mut strings: Vec<Vec<u8>> = Vec::new();
    while at < end {
        let len = u32_at(at) as usize;
        strings.push(bytes.get(at + 4..at + 4 + len).unwrap_or_default().to_vec());
        at += 4 + len;
    }
    let end = at + 4 + u32_at(at) as usize;
    at += 4;
    let mut lists: Vec<Vec<(u32, u32)>> = Vec::new();
    while at < end {
        sum += u64::from(u32_at(at)) + u64::from(u32_at(at + 4)) + u64::from(u32_at(at + 8));
        let flags = bytes.get(at + 13).copied().unwrap_or(0);
        sum += u64::from(bytes.get(at + 12).copied().unwrap_or(0)) + u64::from(flags);
        at += 14;
        if flags & 4 != 0 {
            sum += u64::from(bytes.get(at).copied().unwrap_or(0)) + u64::from(u32_at(at + 1));
            at += 5;
        }
        let n = u32_at(at) as usize;
        at += 4;
        lists.push((0..n).map(|i| (u32_at(at + 8 * i), u32_at(at + 8 * i + 4))).collect());
        at += 8 * n;
    }
    sum + strings.len() as u64 + lists.len() as u64
}
