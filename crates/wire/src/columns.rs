//! Arrays at the speed of memcpy: numbers in a row, and interleaved vertices split into columns.

use crate::{Endian, Wire, Writer};
use zerocopy::byteorder::{BE, F32, LE, U16, U32};
use zerocopy::{Immutable, IntoBytes};

/// Interleaved vertices, borrowed from the file.
#[derive(Debug, Clone, Copy)]
pub struct Columns<'a> {
    bytes: &'a [u8],
    stride: usize,
    endian: Endian,
}

impl<'a> Columns<'a> {
    /// Columns over bytes already in hand.
    pub fn new(bytes: &'a [u8], stride: usize, endian: Endian) -> Self {
        Self { bytes, stride, endian }
    }

    /// The attribute at `offset` within each vertex; empty if it does not fit into the stride.
    pub fn get<T: Scalar>(&self, offset: usize) -> Vec<T> {
        let mut out = Vec::with_capacity(self.len());
        self.append(offset, &mut out);
        out
    }

    /// The same, after what is there.
    pub fn append<T: Scalar>(&self, offset: usize, to: &mut Vec<T>) {
        T::decode_strided(self.bytes, self.stride, offset, self.endian, to);
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(self.stride).unwrap_or(0)
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The vertices in pieces that stay in the nearest cache while several columns are taken from them.
    pub fn blocks(&self) -> impl Iterator<Item = Columns<'a>> + use<'a> {
        let (stride, endian) = (self.stride.max(1), self.endian);
        let size = (8192_usize.div_euclid(stride)).max(1).saturating_mul(stride);
        self.bytes.chunks(size).map(move |bytes| Columns { bytes, stride, endian })
    }
}

/// A number or a small vector that can be read in bulk.
pub trait Scalar: Copy + Sized + Wire + IntoBytes + Immutable {
    /// Decodes packed values.
    fn decode(bytes: &[u8], endian: Endian) -> Vec<Self>;
    /// Decodes one value per stride.
    fn decode_strided(bytes: &[u8], stride: usize, offset: usize, endian: Endian, to: &mut Vec<Self>);
    /// Writes values one after another.
    fn encode(values: &[Self], w: &mut Writer) {
        if w.endian() == Endian::Little && cfg!(target_endian = "little") {
            w.bytes(values.as_bytes());
        } else {
            w.put_all(values);
        }
    }
}

/// Arrays of numbers in [`crate::record!`].
pub mod bulk {
    use crate::{Reader, Result, Scalar, Writer};

    /// Reads `n` values.
    pub fn read<T: Scalar>(r: &mut Reader<'_>, n: usize) -> Result<Vec<T>> {
        r.bulk(n)
    }

    /// Writes them.
    pub fn write<T: Scalar>(values: &[T], w: &mut Writer) {
        T::encode(values, w);
    }
}

fn strided<const N: usize, T>(
    bytes: &[u8],
    stride: usize,
    offset: usize,
    f: impl Fn(&[u8; N]) -> T,
    to: &mut Vec<T>,
) {
    if stride == 0 || offset.checked_add(N).is_none_or(|end| end > stride) {
        return;
    }
    // Every piece but perhaps the last is a whole stride long, so each begins with a value; mapping all of them keeps
    // the length known, and the loop free of growing.
    let n = bytes.len().checked_div(stride).unwrap_or(0);
    let values = bytes.get(offset..).unwrap_or_default().chunks(stride).take(n);
    to.extend(values.map(|v| f(v.first_chunk::<N>().unwrap_or(&[0; N]))));
}

macro_rules! scalar {
    ($($ty:ty, $size:literal, $unit:ident, $get:expr;)*) => {$(
        impl Scalar for $ty {
            fn decode(bytes: &[u8], endian: Endian) -> Vec<Self> {
                match endian {
                    Endian::Little => packed::<$size, Self>(bytes, |b| {
                        let v: &$unit!(LE) = zerocopy::transmute_ref!(b);
                        $get(v)
                    }),
                    Endian::Big => packed::<$size, Self>(bytes, |b| {
                        let v: &$unit!(BE) = zerocopy::transmute_ref!(b);
                        $get(v)
                    }),
                }
            }
            fn decode_strided(bytes: &[u8], stride: usize, offset: usize, endian: Endian, to: &mut Vec<Self>) {
                match endian {
                    Endian::Little => strided::<$size, Self>(
                        bytes,
                        stride,
                        offset,
                        |b| {
                            let v: &$unit!(LE) = zerocopy::transmute_ref!(b);
                            $get(v)
                        },
                        to,
                    ),
                    Endian::Big => strided::<$size, Self>(
                        bytes,
                        stride,
                        offset,
                        |b| {
                            let v: &$unit!(BE) = zerocopy::transmute_ref!(b);
                            $get(v)
                        },
                        to,
                    ),
                }
            }
        }
    )*};
}

fn packed<const N: usize, T>(bytes: &[u8], f: impl Fn(&[u8; N]) -> T) -> Vec<T> {
    bytes.as_chunks::<N>().0.iter().map(f).collect()
}

macro_rules! u16_1 { ($e:ident) => { U16<$e> }; }
macro_rules! u16_3 { ($e:ident) => { [U16<$e>; 3] }; }
macro_rules! u32_2 { ($e:ident) => { [U32<$e>; 2] }; }
macro_rules! u16_4 { ($e:ident) => { [U16<$e>; 4] }; }
macro_rules! u32_1 { ($e:ident) => { U32<$e> }; }
macro_rules! f32_1 { ($e:ident) => { F32<$e> }; }
macro_rules! f32_2 { ($e:ident) => { [F32<$e>; 2] }; }
macro_rules! f32_3 { ($e:ident) => { [F32<$e>; 3] }; }
macro_rules! f32_4 { ($e:ident) => { [F32<$e>; 4] }; }
macro_rules! u8_1 {
    ($e:ident) => {
        [u8; 1]
    };
}
macro_rules! u8_3 {
    ($e:ident) => {
        [u8; 3]
    };
}
macro_rules! u8_4 {
    ($e:ident) => {
        [u8; 4]
    };
}

scalar! {
    u16, 2, u16_1, |v: &U16<_>| v.get();
    [u16; 3], 6, u16_3, |v: &[U16<_>; 3]| v.map(|x| x.get());
    [u16; 4], 8, u16_4, |v: &[U16<_>; 4]| v.map(|x| x.get());
    u32, 4, u32_1, |v: &U32<_>| v.get();
    f32, 4, f32_1, |v: &F32<_>| v.get();
    [f32; 2], 8, f32_2, |v: &[F32<_>; 2]| v.map(|x| x.get());
    [f32; 3], 12, f32_3, |v: &[F32<_>; 3]| v.map(|x| x.get());
    [f32; 4], 16, f32_4, |v: &[F32<_>; 4]| v.map(|x| x.get());
    [u32; 2], 8, u32_2, |v: &[U32<_>; 2]| v.map(|x| x.get());
    u8, 1, u8_1, |v: &[u8; 1]| u8::from_ne_bytes(*v);
    [u8; 3], 3, u8_3, |v: &[u8; 3]| *v;
    [u8; 4], 4, u8_4, |v: &[u8; 4]| *v;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_split_both_byte_orders() {
        let mut bytes = Vec::new();
        for i in 0..3_u8 {
            bytes.push(i);
            bytes.extend_from_slice(&f32::from(i).to_be_bytes());
            bytes.extend_from_slice(&(f32::from(i) * 2.0).to_be_bytes());
        }
        let c = Columns::new(&bytes, 9, Endian::Big);
        assert_eq!(c.get::<[f32; 2]>(1), [[0.0, 0.0], [1.0, 2.0], [2.0, 4.0]]);
        assert!(c.get::<[f32; 3]>(1).is_empty(), "does not fit the stride");
    }
}
