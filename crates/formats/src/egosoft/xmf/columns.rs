//! Payloads to columns, mirrored on the way (x → −x).

use super::decl::{Attribute, Meaning, decode, half, ty};
use super::types::{Buffer, INDEX_U16, INDEX_U32};
use scene::Colors;
use wire::{Endian, Reader};

/// One value per vertex from the bytes at `offset`. The caller has checked that `N` bytes fit there.
fn strided<const N: usize, T: Default>(b: &Buffer, offset: usize, f: impl Fn(&[u8; N]) -> T) -> Vec<T> {
    let stride = b.desc.item_size as usize;
    let n = b.desc.count() as usize;
    if stride == N && offset == 0 {
        return b.data.as_chunks::<N>().0.iter().take(n).map(f).collect();
    }
    if stride == 0 {
        return Vec::new();
    }
    let value = |v: &[u8]| v.get(offset..).and_then(<[u8]>::first_chunk::<N>).map(&f).unwrap_or_default();
    b.data.chunks_exact(stride).take(n).map(value).collect()
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
        ty::FLOAT16_2 | ty::FLOAT16_4 => strided::<4, _>(b, a.offset, |v| halves(v, endian)),
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
    let axis = |byte: u8| {
        let v = f32::from(byte) / 127.5 - 1.0;
        if v.abs() < SNAP { 0.0 } else { v }
    };
    unit([axis(r), axis(g), axis(b)])
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
fn directions(b: &Buffer, a: &Attribute, endian: Endian, sign: [f32; 3]) -> Vec<[f32; 3]> {
    let [sx, sy, sz] = sign;
    let turn = |[x, y, z]: [f32; 3]| [x * sx, y * sy, z * sz];
    match a.ty {
        ty::D3DCOLOR => strided::<4, _>(b, a.offset, |v| turn(color_direction(v))),
        ty::FLOAT3 | ty::FLOAT4 => strided::<12, _>(b, a.offset, |v| turn(unit_if_far(f32s(v, endian)))),
        _ => any(b, a, endian, Meaning::Direction, |[x, y, z, _]| turn(unit_if_far([x, y, z]))),
    }
}

/// Normals, mirrored.
pub(super) fn normals(b: &Buffer, a: &Attribute, endian: Endian) -> Vec<[f32; 3]> {
    directions(b, a, endian, [-1.0, 1.0, 1.0])
}

/// Tangents without handedness: the file stores −dP/du, so this is −mirror(T).
pub(super) fn tangents(b: &Buffer, a: &Attribute, endian: Endian) -> Vec<[f32; 3]> {
    directions(b, a, endian, [1.0, -1.0, -1.0])
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
