//! Payloads to columns, mirrored on the way (x → −x).
//!
//! A stream is taken apart in pieces that stay in the nearest cache while each element is taken from them: vertices are
//! some 30 bytes, of which every column wants a few.

use super::super::types::decl;
use super::super::types::decl::{Attribute, Meaning, decode, half, ty};
use super::super::types::{Buffer, INDEX_U16, INDEX_U32};
use crate::egosoft::MIRROR;
use scene::Colors;
use wire::Endian;

/// Vertices of a stream, one after another.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    bytes: &'a [u8],
    stride: usize,
}

impl<'a> Rows<'a> {
    /// All of a buffer.
    pub(super) fn of(b: &'a Buffer) -> Self {
        let stride = (b.desc.item_size as usize).max(1);
        let n = (b.desc.count() as usize).min(b.data.len() / stride);
        Self { bytes: b.data.get(..n * stride).unwrap_or_default(), stride }
    }

    /// How many.
    pub(super) fn len(self) -> usize {
        self.bytes.len() / self.stride
    }

    /// Whether there is none.
    pub(super) fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Pieces of some kilobytes.
    pub(super) fn blocks(self) -> impl Iterator<Item = Self> {
        let size = (8192 / self.stride).max(1) * self.stride;
        self.bytes.chunks(size).map(move |bytes| Self { bytes, stride: self.stride })
    }

    /// `N` bytes of each vertex. Attributes are within the vertex; zeros stand for what would not be.
    #[inline]
    fn take<const N: usize>(self, offset: usize) -> impl Iterator<Item = &'a [u8; N]> {
        let vertices = self.bytes.chunks_exact(self.stride);
        vertices.map(move |v| v.get(offset..).and_then(<[u8]>::first_chunk::<N>).unwrap_or(&[0; N]))
    }

    /// Four bytes of each vertex, side by side, and how many of them there are: so that the compiler makes wide code of what is
    /// done with them. The rest of the last are those of the one before.
    #[inline]
    fn lanes(self, offset: usize) -> impl Iterator<Item = ([[u8; 4]; LANES], usize)> {
        let mut lanes = [[0; 4]; LANES];
        self.bytes.chunks(self.stride * LANES).map(move |bytes| {
            let part = Self { bytes, ..self };
            for (slot, four) in lanes.iter_mut().zip(part.take::<4>(offset)) {
                *slot = *four;
            }
            (lanes, part.len())
        })
    }
}

/// How many directions are worked out side by side.
const LANES: usize = 16;

/// Values of one element, as many as were taken so far.
pub(super) enum Column {
    /// Positions, mirrored.
    Positions(Vec<[f32; 3]>),
    /// Normals, mirrored.
    Normals(Vec<[f32; 3]>),
    /// Tangents as if no picture were mirrored: the file stores −dP/du, so this is −mirror(T).
    Tangents(Vec<[f32; 4]>),
    /// UVs as they are.
    Uvs(Vec<[f32; 2]>),
    /// Colours, as wide as the file has them.
    Colors(Colors),
    /// Nothing a scene has a place for.
    None,
}

impl Column {
    /// An empty column of colours with room.
    pub(super) fn colors(ty: u32, n: usize) -> Self {
        Self::Colors(match ty {
            ty::D3DCOLOR | ty::UBYTE4 | ty::UBYTE4N => Colors::U8(Vec::with_capacity(n)),
            _ => Colors::F32(Vec::with_capacity(n)),
        })
    }

    /// Takes the element of some vertices.
    pub(super) fn append(&mut self, rows: Rows<'_>, a: &Attribute, endian: Endian) {
        match self {
            Self::Positions(to) => positions(rows, a, endian, to),
            Self::Normals(to) => directions(rows, a, endian, MIRROR.signs(), |n| n, to),
            Self::Tangents(to) => {
                directions(rows, a, endian, MIRROR.signs().map(|s| -s), |[x, y, z]| [x, y, z, 1.0], to);
            }
            Self::Uvs(to) => uvs(rows, a, endian, to),
            Self::Colors(to) => colors(rows, a, endian, to),
            Self::None => {}
        }
    }
}

/// The fourth number of each vertex: whether all are the same.
#[derive(Default)]
pub(super) struct Fourth {
    first: Option<Vec<u8>>,
    differs: bool,
}

impl Fourth {
    /// Looks at some more vertices.
    pub(super) fn append(&mut self, rows: Rows<'_>, a: &Attribute) {
        let size = decl::size_of(a.ty).unwrap_or(4);
        let at = a.offset + size - size / 4;
        match size / 4 {
            1 => self.look::<1>(rows, at),
            2 => self.look::<2>(rows, at),
            _ => self.look::<4>(rows, at),
        }
    }

    fn look<const N: usize>(&mut self, rows: Rows<'_>, at: usize) {
        let first =
            self.first.get_or_insert_with(|| rows.take::<N>(at).next().map_or(Vec::new(), |w| w.to_vec()));
        let first = first.first_chunk::<N>().copied().unwrap_or([0; N]);
        self.differs |= rows.take::<N>(at).filter(|w| **w != first).count() > 0;
    }

    /// The number they share.
    pub(super) fn shared(&self) -> Option<&[u8]> {
        self.first.as_deref().filter(|_| !self.differs)
    }

    /// Every one of them.
    pub(super) fn all(b: &Buffer, a: &Attribute) -> Vec<u8> {
        let size = decl::size_of(a.ty).unwrap_or(4);
        part(b, a.offset + size - size / 4, size / 4)
    }
}

/// One value per vertex of any type, slowly.
fn any<T>(
    rows: Rows<'_>,
    a: &Attribute,
    endian: Endian,
    m: Meaning,
    to: &mut Vec<T>,
    f: impl Fn([f32; 4]) -> T,
) {
    let one = |v: &[u8]| f(decode(v.get(a.offset..).unwrap_or_default(), a.ty, endian, m));
    to.extend(rows.bytes.chunks_exact(rows.stride).map(one));
}

#[inline]
fn f32s<const N: usize, const B: usize>(b: &[u8; B], endian: Endian) -> [f32; N] {
    let mut out = [0.0; N];
    for (slot, four) in out.iter_mut().zip(b.as_chunks::<4>().0) {
        *slot = match endian {
            Endian::Little => f32::from_le_bytes(*four),
            Endian::Big => f32::from_be_bytes(*four),
        };
    }
    out
}

#[inline]
fn halves<const N: usize, const B: usize>(b: &[u8; B], endian: Endian) -> [f32; N] {
    let mut out = [0.0; N];
    for (slot, two) in out.iter_mut().zip(b.as_chunks::<2>().0) {
        *slot = half(match endian {
            Endian::Little => u16::from_le_bytes(*two),
            Endian::Big => u16::from_be_bytes(*two),
        });
    }
    out
}

fn positions(rows: Rows<'_>, a: &Attribute, endian: Endian, to: &mut Vec<[f32; 3]>) {
    let mirror = |v: [f32; 3]| MIRROR.point(v);
    match a.ty {
        ty::FLOAT3 | ty::FLOAT4 => to.extend(rows.take::<12>(a.offset).map(|v| mirror(f32s(v, endian)))),
        ty::FLOAT16_4 => to.extend(rows.take::<8>(a.offset).map(|v| mirror(halves(v, endian)))),
        _ => any(rows, a, endian, Meaning::Plain, to, |[x, y, z, _]| mirror([x, y, z])),
    }
}

/// The positions of a whole buffer, mirrored.
pub(crate) fn all_positions(b: &Buffer, a: &Attribute, endian: Endian) -> Vec<[f32; 3]> {
    let rows = Rows::of(b);
    let mut out = Vec::with_capacity(rows.len());
    positions(rows, a, endian, &mut out);
    out
}

fn uvs(rows: Rows<'_>, a: &Attribute, endian: Endian, to: &mut Vec<[f32; 2]>) {
    match a.ty {
        ty::FLOAT2 | ty::FLOAT3 | ty::FLOAT4 => {
            to.extend(rows.take::<8>(a.offset).map(|v| f32s::<2, _>(v, endian)));
        }
        ty::FLOAT16_2 | ty::FLOAT16_4 => {
            to.extend(rows.take::<4>(a.offset).map(|v| halves::<2, _>(v, endian)));
        }
        _ => any(rows, a, endian, Meaning::Plain, to, |[u, v, _, _]| [u, v]),
    }
}

fn colors(rows: Rows<'_>, a: &Attribute, endian: Endian, to: &mut Colors) {
    match to {
        Colors::U8(to) if a.ty == ty::D3DCOLOR => {
            to.extend(rows.take::<4>(a.offset).map(|&[b, g, r, a]| [r, g, b, a]));
        }
        Colors::U8(to) => to.extend(rows.take::<4>(a.offset)),
        Colors::F32(to) => any(rows, a, endian, Meaning::Plain, to, |v| v),
    }
}

/// A zero of studio files decodes to −0.0039 (they truncate 127.5): nearer to zero than this is zero.
pub(super) const SNAP: f32 = 1.0 / 127.0;

/// The direction a D3DCOLOR stands for, stored axes, unit length.
#[inline]
pub(crate) fn color_direction(&[b, g, r, _]: &[u8; 4]) -> [f32; 3] {
    unit([axis(r), axis(g), axis(b)])
}

/// Rows of a D3DCOLOR column whose bytes the direction alone does not give back.
pub(super) struct Odd {
    at: u32,
    rows: Vec<u8>,
    raw: Vec<u8>,
    seen: Seen,
}

impl Odd {
    /// For a column of directions; only bytes can spell one in several ways.
    pub(super) fn of(a: &Attribute, rows: usize) -> Option<Self> {
        let new = || Self { at: 0, rows: Vec::new(), raw: Vec::new(), seen: Seen::of(rows) };
        (a.ty == ty::D3DCOLOR).then(new)
    }

    /// Looks at some more vertices.
    pub(super) fn append(&mut self, rows: Rows<'_>, a: &Attribute) {
        for (stored, i) in rows.take::<4>(a.offset).zip(self.at..) {
            if self.seen.is_odd(stored) {
                self.rows.extend_from_slice(&i.to_le_bytes());
                self.raw.extend_from_slice(stored);
            }
        }
        self.at += rows.len() as u32;
    }

    /// Numbers of the rows and their bytes, little-endian, if there are any.
    pub(super) fn found(&self) -> Option<(&[u8], &[u8])> {
        (!self.rows.is_empty()).then_some((&self.rows, &self.raw))
    }
}

/// Whether these bytes are for sure the only ones of their direction: a quick answer for most of what files hold.
///
/// The writer rounds the direction and tries the bytes next to it, so a direction of about length one comes back. Other bytes of
/// the same direction can only be met where a zero has two spellings, or where all three are equally far from zero.
fn is_plain(&[z, y, x, _]: &[u8; 4]) -> bool {
    // In halves of a step: zero lies between 127 and 128, length one is 255.
    let [x, y, z] = [x, y, z].map(|v| 2 * i32::from(v) - 255);
    let square = x * x + y * y + z * z;
    let far = (square - 255 * 255).abs();
    let zeros = x.abs() == 1 || y.abs() == 1 || z.abs() == 1;
    if zeros {
        let studio = |v: i32| v != 1 && v.abs() < 250;
        far < 780 && studio(x) && studio(y) && studio(z)
    } else {
        far < 1300 && !(x.abs() == y.abs() && y.abs() == z.abs())
    }
}

/// Answers of [`Odd`] by the direction's bytes: hulls have thousands of vertices that look along an axis.
struct Seen {
    /// The bytes of a direction, and above them whether it is odd; `u32::MAX` is nothing.
    answers: Vec<u32>,
    /// What is left of a hash is the place.
    shift: u32,
}

impl Seen {
    /// For that many rows.
    fn of(rows: usize) -> Self {
        let bits = rows.clamp(16, 1 << 16).ilog2();
        Self { answers: vec![u32::MAX; 1 << bits], shift: 32 - bits }
    }

    /// Whether the direction of these bytes is written with others.
    #[inline]
    fn is_odd(&mut self, stored: &[u8; 4]) -> bool {
        let [z, y, x, _] = *stored;
        let key = u32::from_le_bytes([z, y, x, 0]);
        let place = key.wrapping_mul(0x9E37_79B1) >> self.shift;
        let Some(slot) = self.answers.get_mut(place as usize) else { return true };
        if *slot & 0xFEFF_FFFF != key {
            *slot = key | u32::from(!is_plain(stored) && differs(stored)) << 24;
        }
        *slot >> 24 != 0
    }
}

/// Whether the writer makes other bytes of this direction.
#[inline(never)]
fn differs(stored: &[u8; 4]) -> bool {
    let direction = color_direction(stored);
    let mut back = Vec::with_capacity(4);
    super::super::from_scene::direction(&mut back, direction, ty::D3DCOLOR);
    direction == [0.0; 3] || back.get(..3) != stored.get(..3)
}

#[inline]
fn axis(byte: u8) -> f32 {
    AXIS.get(usize::from(byte)).copied().unwrap_or(0.0)
}

/// What each byte of a direction means.
static AXIS: [f32; 256] = {
    let mut table = [0.0; 256];
    let mut byte = 0;
    while byte < 256 {
        let v = byte as f32 / 127.5 - 1.0;
        #[allow(clippy::indexing_slicing, reason = "worked out by the compiler, which checks it")]
        if v >= SNAP || v <= -SNAP {
            table[byte] = v;
        }
        byte += 1;
    }
    table
};

/// The directions of many D3DCOLORs, turned.
fn color_directions<T: Copy>(
    rows: Rows<'_>,
    offset: usize,
    sign: [f32; 3],
    make: impl Fn([f32; 3]) -> T,
    to: &mut Vec<T>,
) {
    to.reserve(rows.len());
    let mut done = [make([0.0; 3]); LANES];
    for (stored, n) in rows.lanes(offset) {
        let [mut x, mut y, mut z] = [[0.0; LANES]; 3];
        for (((x, y), z), [b, g, r, _]) in x.iter_mut().zip(&mut y).zip(&mut z).zip(&stored) {
            (*x, *y, *z) = (axis(*r), axis(*g), axis(*b));
        }
        unit_lanes(&mut x, &mut y, &mut z, sign);
        for (slot, ((x, y), z)) in done.iter_mut().zip(x.into_iter().zip(y).zip(z)) {
            *slot = make([x, y, z]);
        }
        to.extend_from_slice(done.get(..n).unwrap_or_default());
    }
}

/// Unit length and turned; what has no direction stays zero.
#[inline]
fn unit_lanes(x: &mut [f32; LANES], y: &mut [f32; LANES], z: &mut [f32; LANES], [sx, sy, sz]: [f32; 3]) {
    for ((x, y), z) in x.iter_mut().zip(y).zip(z) {
        let square = *x * *x + *y * *y + *z * *z;
        let scale = 1.0 / (if square > 0.0 { square } else { 1.0 }).sqrt();
        (*x, *y, *z) = (*x * (scale * sx), *y * (scale * sy), *z * (scale * sz));
    }
}

/// Unit length, where there is a direction at all.
#[inline]
pub(super) fn unit([x, y, z]: [f32; 3]) -> [f32; 3] {
    let length = (x * x + y * y + z * z).sqrt();
    if length > 1e-12 && length.is_finite() { [x / length, y / length, z / length] } else { [x, y, z] }
}

/// Floats that already are a direction stay as they are, bit for bit.
#[inline]
fn unit_if_far(v: [f32; 3]) -> [f32; 3] {
    let [x, y, z] = v;
    if (x * x + y * y + z * z - 1.0).abs() < 1e-4 { v } else { unit(v) }
}

/// Directions in stored axes; `sign` mirrors them.
fn directions<T: Copy>(
    rows: Rows<'_>,
    a: &Attribute,
    endian: Endian,
    sign: [f32; 3],
    make: impl Fn([f32; 3]) -> T,
    to: &mut Vec<T>,
) {
    let [sx, sy, sz] = sign;
    let turn = |[x, y, z]: [f32; 3]| make([x * sx, y * sy, z * sz]);
    match a.ty {
        ty::D3DCOLOR => color_directions(rows, a.offset, sign, make, to),
        ty::FLOAT3 | ty::FLOAT4 => {
            to.extend(rows.take::<12>(a.offset).map(|v| turn(unit_if_far(f32s(v, endian)))));
        }
        _ => any(rows, a, endian, Meaning::Direction, to, |[x, y, z, _]| turn(unit_if_far([x, y, z]))),
    }
}

/// The bytes of one element of all vertices.
pub(super) fn raw(b: &Buffer, a: &Attribute) -> Vec<u8> {
    part(b, a.offset, decl::size_of(a.ty).unwrap_or(0))
}

fn part(b: &Buffer, offset: usize, size: usize) -> Vec<u8> {
    let rows = Rows::of(b);
    let vertices = rows.bytes.chunks_exact(rows.stride);
    vertices.flat_map(|v| v.get(offset..offset + size).unwrap_or_default()).copied().collect()
}

/// All indices and the highest of them, if format and item size agree.
pub(crate) fn indices(b: &Buffer, endian: Endian) -> Option<(Vec<u32>, Option<u32>)> {
    let n = b.desc.count() as usize;
    let bytes = b.data.get(..n.checked_mul(b.desc.item_size as usize)?)?;
    match (b.desc.format, b.desc.item_size, endian) {
        (INDEX_U16, 2, Endian::Little) => Some(widened(bytes, |two| u16::from_le_bytes(*two).into())),
        (INDEX_U16, 2, Endian::Big) => Some(widened(bytes, |two| u16::from_be_bytes(*two).into())),
        (INDEX_U32, 4, Endian::Little) => Some(widened(bytes, |four| u32::from_le_bytes(*four))),
        (INDEX_U32, 4, Endian::Big) => Some(widened(bytes, |four| u32::from_be_bytes(*four))),
        _ => None,
    }
}

/// In pieces, so that the highest is looked for while they are near.
fn widened<const N: usize>(bytes: &[u8], f: impl Fn(&[u8; N]) -> u32) -> (Vec<u32>, Option<u32>) {
    let stored = bytes.as_chunks::<N>().0;
    let mut out = Vec::with_capacity(stored.len());
    let mut highest = None;
    for piece in stored.chunks(2048) {
        out.extend(piece.iter().map(&f));
        highest = highest.max(piece.iter().map(&f).max());
    }
    (out, highest)
}

#[cfg(test)]
mod tests {
    use super::{differs, is_plain};

    /// The quick answer is never wrong, and answers most of what lies near length one.
    #[test]
    fn plain_directions_come_back() {
        let (mut near, mut plain) = (0, 0);
        for stored in (0..1_u32 << 24).map(u32::to_le_bytes) {
            let [z, y, x, _] = stored.map(|v| f64::from(v) / 127.5 - 1.0);
            near += u32::from(((x * x + y * y + z * z).sqrt() - 1.0).abs() < 0.01);
            if is_plain(&stored) {
                plain += 1;
                assert!(!differs(&stored), "{stored:?}");
            }
        }
        assert!(plain * 10 > near * 9, "{plain} of {near}");
    }
}
