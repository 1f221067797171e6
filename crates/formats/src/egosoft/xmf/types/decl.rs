//! Direct3D 9 vertex declarations: types, usages, and how their numbers are coded.

use super::{Buffer, Element, FORMAT_LISTED, SLOTS};
use wire::Endian;

/// D3DDECLTYPE numbers.
pub mod ty {
    #![allow(missing_docs)]
    pub const FLOAT1: u32 = 0;
    pub const FLOAT2: u32 = 1;
    pub const FLOAT3: u32 = 2;
    pub const FLOAT4: u32 = 3;
    pub const D3DCOLOR: u32 = 4;
    pub const UBYTE4: u32 = 5;
    pub const SHORT2: u32 = 6;
    pub const SHORT4: u32 = 7;
    pub const UBYTE4N: u32 = 8;
    pub const SHORT2N: u32 = 9;
    pub const SHORT4N: u32 = 10;
    pub const USHORT2N: u32 = 11;
    pub const USHORT4N: u32 = 12;
    pub const UDEC3: u32 = 13;
    pub const DEC3N: u32 = 14;
    pub const FLOAT16_2: u32 = 15;
    pub const FLOAT16_4: u32 = 16;
    pub const UNUSED: u32 = 17;
}

/// D3DDECLUSAGE numbers.
pub mod usage {
    #![allow(missing_docs)]
    pub const POSITION: u8 = 0;
    pub const NORMAL: u8 = 3;
    pub const PSIZE: u8 = 4;
    pub const TEXCOORD: u8 = 5;
    pub const TANGENT: u8 = 6;
    pub const BINORMAL: u8 = 7;
    pub const POSITIONT: u8 = 9;
    pub const COLOR: u8 = 10;
}

const TYPES: [(&str, usize, usize); 18] = [
    ("FLOAT1", 4, 1),
    ("FLOAT2", 8, 2),
    ("FLOAT3", 12, 3),
    ("FLOAT4", 16, 4),
    ("D3DCOLOR", 4, 4),
    ("UBYTE4", 4, 4),
    ("SHORT2", 4, 2),
    ("SHORT4", 8, 4),
    ("UBYTE4N", 4, 4),
    ("SHORT2N", 4, 2),
    ("SHORT4N", 8, 4),
    ("USHORT2N", 4, 2),
    ("USHORT4N", 8, 4),
    ("UDEC3", 4, 3),
    ("DEC3N", 4, 3),
    ("FLOAT16_2", 4, 2),
    ("FLOAT16_4", 8, 4),
    ("UNUSED", 0, 0),
];

const USAGES: [&str; 14] = [
    "POSITION",
    "BLENDWEIGHT",
    "BLENDINDICES",
    "NORMAL",
    "PSIZE",
    "TEXCOORD",
    "TANGENT",
    "BINORMAL",
    "TESSFACTOR",
    "POSITIONT",
    "COLOR",
    "FOG",
    "DEPTH",
    "SAMPLE",
];

/// Bytes of a type, if it is one.
pub fn size_of(ty: u32) -> Option<usize> {
    TYPES.get(ty as usize).map(|t| t.1)
}

/// Numbers in a type.
pub fn components(ty: u32) -> usize {
    TYPES.get(ty as usize).map_or(0, |t| t.2)
}

/// Bytes of a type that one byte order is about.
pub fn number_size(ty: u32) -> usize {
    match ty {
        ty::D3DCOLOR | ty::UBYTE4 | ty::UBYTE4N | ty::UNUSED => 1,
        ty::SHORT2..=ty::SHORT4 | ty::SHORT2N..=ty::USHORT4N | ty::FLOAT16_2 | ty::FLOAT16_4 => 2,
        _ => 4,
    }
}

/// Whether a type holds floats, of whatever width.
pub fn is_float(ty: u32) -> bool {
    matches!(ty, ty::FLOAT1..=ty::FLOAT4 | ty::FLOAT16_2 | ty::FLOAT16_4)
}

/// Whether a type holds whole numbers, which no scaling makes fractions of.
pub fn is_whole(ty: u32) -> bool {
    matches!(ty, ty::UBYTE4 | ty::SHORT2 | ty::SHORT4 | ty::UDEC3)
}

/// The name of a type.
pub fn type_name(ty: u32) -> String {
    TYPES.get(ty as usize).map_or_else(|| format!("type {ty}"), |t| t.0.to_owned())
}

/// The name of a usage with its index: `TEXCOORD1`.
pub fn usage_name(usage: u8, index: u8) -> String {
    let name = USAGES.get(usage as usize).map_or_else(|| format!("usage {usage} #"), |n| (*n).to_owned());
    format!("{name}{index}")
}

/// The usage an implicit element has by the kind of its buffer.
pub fn implicit_usage(kind: u32) -> u8 {
    match kind {
        0 | 1 => usage::POSITION,
        2 | 3 => usage::NORMAL,
        4 => usage::TANGENT,
        5 => usage::BINORMAL,
        8 => usage::COLOR,
        20 => usage::PSIZE,
        _ => usage::TEXCOORD,
    }
}

/// The kind a buffer with one implicit element is written with.
pub fn implicit_kind(usage: u8) -> Option<u32> {
    match usage {
        usage::POSITION => Some(0),
        usage::NORMAL => Some(2),
        usage::TANGENT => Some(4),
        usage::BINORMAL => Some(5),
        usage::COLOR => Some(8),
        usage::PSIZE => Some(20),
        usage::TEXCOORD => Some(6),
        _ => None,
    }
}

/// An element and where it is within a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute {
    /// D3DDECLTYPE.
    pub ty: u32,
    /// D3DDECLUSAGE.
    pub usage: u8,
    /// Which of several.
    pub usage_index: u8,
    /// Bytes from the start of the vertex.
    pub offset: usize,
}

impl Buffer {
    /// Whether elements are listed, rather than implied by kind and format.
    pub fn is_listed(&self) -> bool {
        self.num_elements > 0
    }

    /// The elements in use.
    pub fn elements(&self) -> Vec<Element> {
        if self.is_listed() {
            self.slots.iter().take(self.num_elements.min(SLOTS as u32) as usize).copied().collect()
        } else {
            vec![Element {
                ty: self.desc.format,
                usage: implicit_usage(self.desc.kind),
                // One tool met 101 here; the byte is all there is to an index.
                usage_index: self.desc.usage_index as u8,
                junk: 0,
            }]
        }
    }

    /// Where each element is; what does not fit into a vertex, or has no known type, ends the list with a reason.
    pub fn attributes(&self) -> (Vec<Attribute>, Option<String>) {
        if self.num_elements > SLOTS as u32 {
            return (Vec::new(), Some(format!("{} elements, 16 is the most", self.num_elements)));
        }
        let mut offset = 0;
        let mut out = Vec::new();
        for e in self.elements() {
            let Some(size) = size_of(e.ty) else {
                let why = match e.ty {
                    FORMAT_LISTED => "elements should be listed but are not".to_owned(),
                    n => format!("element type {n}, 17 is the last known"),
                };
                return (out, Some(why));
            };
            if offset + size > self.desc.item_size as usize {
                let why = format!(
                    "elements need at least {} bytes, a vertex has {}",
                    offset + size,
                    self.desc.item_size
                );
                return (out, Some(why));
            }
            out.push(Attribute { ty: e.ty, usage: e.usage, usage_index: e.usage_index, offset });
            offset += size;
        }
        let why = (offset != self.desc.item_size as usize)
            .then(|| format!("elements take {offset} bytes, a vertex has {}", self.desc.item_size));
        (out, why)
    }
}

/// A half float. Exact for zero, subnormal and infinite numbers.
#[inline]
pub fn half(bits: u16) -> f32 {
    let magnitude = u32::from(bits & 0x7fff);
    // The exponent is rebiased by a multiplication, which is right for subnormals too.
    let scaled = f32::from_bits(magnitude << 13) * f32::from_bits(0x7780_0000);
    let value =
        if magnitude >= 0x7c00 { 0x7f80_0000 | ((magnitude & 0x3ff) << 13) } else { scaled.to_bits() };
    f32::from_bits(value | (u32::from(bits & 0x8000) << 16))
}

/// The nearest half float.
pub fn to_half(value: f32) -> u16 {
    half::f16::from_f32(value).to_bits()
}

fn u16_at(b: &[u8], i: usize, endian: Endian) -> u16 {
    let pair = b.get(2 * i..).and_then(<[u8]>::first_chunk::<2>).copied().unwrap_or_default();
    match endian {
        Endian::Little => u16::from_le_bytes(pair),
        Endian::Big => u16::from_be_bytes(pair),
    }
}

fn u32_at(b: &[u8], i: usize, endian: Endian) -> u32 {
    let four = b.get(4 * i..).and_then(<[u8]>::first_chunk::<4>).copied().unwrap_or_default();
    match endian {
        Endian::Little => u32::from_le_bytes(four),
        Endian::Big => u32::from_be_bytes(four),
    }
}

/// What a number of an element is used as; only D3DCOLOR cares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// 0 to 1, or as it is.
    Plain,
    /// −1 to 1.
    Direction,
}

/// One element decoded; what the type does not have is 0, w is 1.
pub fn decode(bytes: &[u8], ty: u32, endian: Endian, meaning: Meaning) -> [f32; 4] {
    let mut out = [0.0, 0.0, 0.0, 1.0];
    let byte = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let mut fill = |n: usize, f: &dyn Fn(usize) -> f32| {
        for (i, slot) in out.iter_mut().enumerate().take(n) {
            *slot = f(i);
        }
    };
    match ty {
        ty::FLOAT1..=ty::FLOAT4 => fill(components(ty), &|i| f32::from_bits(u32_at(bytes, i, endian))),
        ty::D3DCOLOR => {
            let bgra = |i: usize| {
                f32::from(byte(match i {
                    0 => 2,
                    2 => 0,
                    _ => i,
                }))
            };
            match meaning {
                Meaning::Plain => fill(4, &|i| bgra(i) / 255.0),
                Meaning::Direction => fill(4, &|i| bgra(i) / 127.5 - 1.0),
            }
        }
        ty::UBYTE4 => fill(4, &|i| f32::from(byte(i))),
        ty::UBYTE4N => fill(4, &|i| f32::from(byte(i)) / 255.0),
        ty::SHORT2 | ty::SHORT4 => fill(components(ty), &|i| f32::from(u16_at(bytes, i, endian) as i16)),
        ty::SHORT2N | ty::SHORT4N => {
            fill(components(ty), &|i| (f32::from(u16_at(bytes, i, endian) as i16) / 32767.0).max(-1.0));
        }
        ty::USHORT2N | ty::USHORT4N => {
            fill(components(ty), &|i| f32::from(u16_at(bytes, i, endian)) / 65535.0);
        }
        ty::UDEC3 => {
            let v = u32_at(bytes, 0, endian);
            fill(3, &|i| ((v >> (10 * i)) & 0x3ff) as f32);
        }
        ty::DEC3N => {
            let v = u32_at(bytes, 0, endian);
            // Shifted up to the sign bit and back down.
            fill(3, &|i| (((v >> (10 * i)) << 22) as i32 >> 22) as f32 / 511.0);
        }
        ty::FLOAT16_2 | ty::FLOAT16_4 => fill(components(ty), &|i| half(u16_at(bytes, i, endian))),
        _ => {}
    }
    out
}

/// Appends one element. Numbers beyond what the type can hold are clamped.
pub fn encode(out: &mut Vec<u8>, v: [f32; 4], ty: u32, endian: Endian, meaning: Meaning) {
    let mut put16 = |x: u16| match endian {
        Endian::Little => out.extend_from_slice(&x.to_le_bytes()),
        Endian::Big => out.extend_from_slice(&x.to_be_bytes()),
    };
    let n = components(ty);
    match ty {
        ty::SHORT2 | ty::SHORT4 => v.iter().take(n).for_each(|x| put16(x.round() as i16 as u16)),
        ty::SHORT2N | ty::SHORT4N => {
            v.iter().take(n).for_each(|x| put16((x.clamp(-1.0, 1.0) * 32767.0).round() as i16 as u16));
        }
        ty::USHORT2N | ty::USHORT4N => {
            v.iter().take(n).for_each(|x| put16((x.clamp(0.0, 1.0) * 65535.0).round() as u16));
        }
        ty::FLOAT16_2 | ty::FLOAT16_4 => v.iter().take(n).for_each(|x| put16(to_half(*x))),
        ty::D3DCOLOR => {
            let [x, y, z, w] = v.map(|c| color_byte(c, meaning));
            out.extend_from_slice(&[z, y, x, w]);
        }
        ty::UBYTE4 => out.extend(v.iter().map(|x| x.round() as u8)),
        ty::UBYTE4N => out.extend(v.iter().map(|x| (x.clamp(0.0, 1.0) * 255.0).round() as u8)),
        _ => {
            let mut put32 = |x: u32| match endian {
                Endian::Little => out.extend_from_slice(&x.to_le_bytes()),
                Endian::Big => out.extend_from_slice(&x.to_be_bytes()),
            };
            match ty {
                ty::FLOAT1..=ty::FLOAT4 => v.iter().take(n).for_each(|x| put32(x.to_bits())),
                ty::UDEC3 => put32(pack10(v, |x| x.round().clamp(0.0, 1023.0) as u32)),
                // Ten bits reach a little below −1.
                ty::DEC3N => put32(pack10(v, |x| (x * 511.0).round().clamp(-512.0, 511.0) as i32 as u32)),
                _ => {}
            }
        }
    }
}

fn pack10(v: [f32; 4], f: impl Fn(f32) -> u32) -> u32 {
    v.iter().take(3).enumerate().fold(0, |bits, (i, x)| bits | ((f(*x) & 0x3ff) << (10 * i)))
}

/// A byte of a D3DCOLOR. A zero direction is 0x7f as in studio files, which truncate 127.5.
fn color_byte(value: f32, meaning: Meaning) -> u8 {
    match meaning {
        Meaning::Plain => (value.clamp(0.0, 1.0) * 255.0).round() as u8,
        // 0x7f and 0x80 both stand for zero; only one of them comes back the same from a scene.
        Meaning::Direction => match ((value.clamp(-1.0, 1.0) + 1.0) * 127.5).round() as u8 {
            0x80 => 0x7f,
            byte => byte,
        },
    }
}
