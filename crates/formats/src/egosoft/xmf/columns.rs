//! Payloads to columns, mirrored on the way (x → −x).

use super::decl::{Attribute, Meaning, decode, half, ty};
use super::types::{Buffer, INDEX_U16, INDEX_U32};
use scene::Colors;
use wire::{Endian, Reader};

/// One value per vertex from the bytes at `offset`. The caller has checked that `N` bytes fit there.
fn strided<const N: usize, T>(b: &Buffer, offset: usize, f: impl Fn(&[u8; N]) -> T) -> Vec<T> {
    let stride = b.desc.item_size as usize;
    let n = b.desc.count() as usize;
    if stride == N && offset == 0 {
        return b.data.as_chunks::<N>().0.iter().take(n).map(f).collect();
    }
    if stride == 0 {
        return Vec::new();
    }
    let n = n.min(b.data.len() / stride);
    let values = b.data.get(offset..).unwrap_or_default().chunks(stride).take(n);
    values.map(|v| f(v.first_chunk::<N>().unwrap_or(&[0; N]))).collect()
}

/// Four bytes of each vertex side by side: what is done to them afterwards can be done to many at once.
pub(super) fn gathered(b: &Buffer, offset: usize) -> Vec<[u8; 4]> {
    strided::<4, _>(b, offset, |v| *v)
}

/// One value per vertex of any type, slowly.
fn any<T: Default>(
    b: &Buffer,
    a: &Attribute,
    endian: Endian,
    m: Meaning,
    f: impl Fn([f32; 4]) -> T,
) -> Vec<T> {
    let stride = (b.desc.item_size as usize).max(1);
    let n = b.desc.count() as usize;
    let one = |v: &[u8]| f(decode(v.get(a.offset..).unwrap_or_default(), a.ty, endian, m));
    b.data.chunks_exact(stride).take(n).map(one).collect()
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

/// Positions, mirrored.
pub(super) fn positions(b: &Buffer, a: &Attribute, endian: Endian) -> Vec<[f32; 3]> {
    let mirror = |[x, y, z]: [f32; 3]| [-x, y, z];
    match a.ty {
        ty::FLOAT3 | ty::FLOAT4 => strided::<12, _>(b, a.offset, |v| mirror(f32s(v, endian))),
        ty::FLOAT16_4 => strided::<8, _>(b, a.offset, |v| mirror(halves(v, endian))),
        _ => any(b, a, endian, Meaning::Plain, |[x, y, z, _]| [-x, y, z]),
    }
}

/// UVs as they are.
pub(super) fn uvs(b: &Buffer, a: &Attribute, endian: Endian) -> Vec<[f32; 2]> {
    match a.ty {
        ty::FLOAT2 | ty::FLOAT3 | ty::FLOAT4 => strided::<8, _>(b, a.offset, |v| f32s(v, endian)),
        ty::FLOAT16_2 | ty::FLOAT16_4 => gathered(b, a.offset).iter().map(|v| halves(v, endian)).collect(),
        _ => any(b, a, endian, Meaning::Plain, |[u, v, _, _]| [u, v]),
    }
}

/// Colours, as wide as the file has them.
pub(super) fn colors(b: &Buffer, a: &Attribute, endian: Endian) -> Colors {
    match a.ty {
        ty::D3DCOLOR => Colors::U8(strided::<4, _>(b, a.offset, |&[b, g, r, a]| [r, g, b, a])),
        ty::UBYTE4 | ty::UBYTE4N => Colors::U8(strided::<4, _>(b, a.offset, |v| *v)),
        _ => Colors::F32(any(b, a, endian, Meaning::Plain, |v| v)),
    }
}

/// A zero of studio files decodes to −0.0039 (they truncate 127.5): nearer to zero than this is zero.
pub(super) const SNAP: f32 = 1.0 / 127.0;

/// The direction a D3DCOLOR stands for, stored axes, unit length.
#[inline]
pub(super) fn color_direction(&[b, g, r, _]: &[u8; 4]) -> [f32; 3] {
    unit([axis(r), axis(g), axis(b)])
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

/// How many directions are worked out side by side.
const LANES: usize = 16;

/// The directions of many D3DCOLORs, turned: in lanes, so that the compiler makes wide code of it.
fn color_directions<T>(b: &Buffer, offset: usize, sign: [f32; 3], make: impl Fn([f32; 3]) -> T) -> Vec<T> {
    let stored = gathered(b, offset);
    let mut out = Vec::with_capacity(stored.len());
    let (groups, rest) = stored.as_chunks::<LANES>();
    for group in groups {
        out.extend(lanes(group, sign).map(&make));
    }
    let mut last = [[0; 4]; LANES];
    last.iter_mut().zip(rest).for_each(|(slot, v)| *slot = *v);
    out.extend(lanes(&last, sign).map(&make).into_iter().take(rest.len()));
    out
}

#[inline]
fn lanes(group: &[[u8; 4]; LANES], [sx, sy, sz]: [f32; 3]) -> [[f32; 3]; LANES] {
    let mut out = group.map(|[b, g, r, _]| [axis(r), axis(g), axis(b)]);
    let mut length = out.map(|[x, y, z]| x * x + y * y + z * z);
    for l in &mut length {
        // Zero is the only length without a direction; it stays as it is.
        *l = if *l > 0.0 { *l } else { 1.0 };
        *l = l.sqrt();
    }
    for ([x, y, z], l) in out.iter_mut().zip(length) {
        (*x, *y, *z) = (*x / l * sx, *y / l * sy, *z / l * sz);
    }
    out
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
fn directions<T: Default>(
    b: &Buffer,
    a: &Attribute,
    endian: Endian,
    sign: [f32; 3],
    make: impl Fn([f32; 3]) -> T,
) -> Vec<T> {
    let [sx, sy, sz] = sign;
    let turn = |[x, y, z]: [f32; 3]| make([x * sx, y * sy, z * sz]);
    match a.ty {
        ty::D3DCOLOR => color_directions(b, a.offset, sign, make),
        ty::FLOAT3 | ty::FLOAT4 => strided::<12, _>(b, a.offset, |v| turn(unit_if_far(f32s(v, endian)))),
        _ => any(b, a, endian, Meaning::Direction, |[x, y, z, _]| turn(unit_if_far([x, y, z]))),
    }
}

/// Normals, mirrored.
pub(super) fn normals(b: &Buffer, a: &Attribute, endian: Endian) -> Vec<[f32; 3]> {
    directions(b, a, endian, [-1.0, 1.0, 1.0], |n| n)
}

/// Tangents as if no picture were mirrored: the file stores −dP/du, so this is −mirror(T).
pub(super) fn tangents(b: &Buffer, a: &Attribute, endian: Endian) -> Vec<[f32; 4]> {
    directions(b, a, endian, [1.0, -1.0, -1.0], |[x, y, z]| [x, y, z, 1.0])
}

/// The bytes of one element of all vertices.
pub(super) fn raw(b: &Buffer, a: &Attribute) -> Vec<u8> {
    let size = super::decl::size_of(a.ty).unwrap_or(0);
    let stride = (b.desc.item_size as usize).max(1);
    let vertices = b.data.chunks_exact(stride).take(b.desc.count() as usize);
    vertices.flat_map(|v| v.get(a.offset..a.offset + size).unwrap_or_default()).copied().collect()
}

/// All indices, if format and item size agree.
pub(super) fn indices(b: &Buffer, endian: Endian) -> Option<Vec<u32>> {
    let mut r = Reader::new(&b.data);
    r.set_endian(endian);
    let n = b.desc.count() as usize;
    match (b.desc.format, b.desc.item_size) {
        (INDEX_U16, 2) => {
            let bytes = r.take(n * 2).ok()?;
            let pairs = bytes.as_chunks::<2>().0.iter();
            Some(match endian {
                Endian::Little => pairs.map(|p| u16::from_le_bytes(*p).into()).collect(),
                Endian::Big => pairs.map(|p| u16::from_be_bytes(*p).into()).collect(),
            })
        }
        (INDEX_U32, 4) => r.bulk::<u32>(n).ok(),
        _ => None,
    }
}
