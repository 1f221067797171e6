//! Arrays of small fixed records, read at about the speed of memcpy.

use wire::{Endian, Reader, Result};

/// Reads `n` records of `N` bytes.
pub fn rows<const N: usize, T>(
    r: &mut Reader<'_>,
    n: usize,
    f: impl Fn(&[u8; N], Endian) -> T,
) -> Result<Vec<T>> {
    let n = r.count(n, N)?;
    let endian = r.endian();
    let bytes = r.take(n * N)?;
    Ok(match endian {
        Endian::Little => bytes.as_chunks::<N>().0.iter().map(|b| f(b, Endian::Little)).collect(),
        Endian::Big => bytes.as_chunks::<N>().0.iter().map(|b| f(b, Endian::Big)).collect(),
    })
}

/// A `u32` at a word of a record.
#[inline]
fn u32_at<const N: usize>(b: &[u8; N], at: usize, endian: Endian) -> u32 {
    let four = b.get(at..).and_then(<[u8]>::first_chunk::<4>).copied().unwrap_or_default();
    match endian {
        Endian::Little => u32::from_le_bytes(four),
        Endian::Big => u32::from_be_bytes(four),
    }
}

/// A `u16` of a record.
#[inline]
pub fn u16_at<const N: usize>(b: &[u8; N], at: usize, endian: Endian) -> u16 {
    let two = b.get(at..).and_then(<[u8]>::first_chunk::<2>).copied().unwrap_or_default();
    match endian {
        Endian::Little => u16::from_le_bytes(two),
        Endian::Big => u16::from_be_bytes(two),
    }
}

/// An `f32` of a record.
#[inline]
pub fn float<const N: usize>(b: &[u8; N], at: usize, endian: Endian) -> f32 {
    f32::from_bits(u32_at(b, at, endian))
}
