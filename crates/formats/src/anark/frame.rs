//! What the files share around their records: byte order, declared sizes, counted lists.

use wire::{Endian, Error, Reader, Result, Text, Wire, Writer, codes};

/// Reads byte 0, the order of everything after it.
pub(super) fn byte_order(r: &mut Reader<'_>) -> Result<u8> {
    let at = r.offset();
    let order = r.field("byte_order", Reader::u8)?;
    if order > 1 {
        return Err(Error::at(&codes::VALUE, at, wrong_order(order)).in_field("byte_order"));
    }
    r.set_endian(endian(order));
    Ok(order)
}

/// The byte order a file is written in.
pub(super) fn endian(order: u8) -> Endian {
    if order == 1 { Endian::Big } else { Endian::Little }
}

fn wrong_order(order: u8) -> String {
    format!("byte order {order}, expected 0 (little) or 1 (big)")
}

/// JSON may say anything: what could not be written, or not be read again, is refused.
pub(super) fn check_order(order: u8) -> Result<()> {
    if order > 1 {
        return Err(Error::new(&codes::JSON, wrong_order(order)).in_field("byte_order"));
    }
    Ok(())
}

/// As [`check_order`], for the magic.
pub(super) fn check_magic(magic: &Text) -> Result<()> {
    if magic.as_bytes().len() != 8 {
        let message = format!("the magic {magic:?} is not 8 bytes long");
        return Err(Error::new(&codes::JSON, message).in_field("magic"));
    }
    Ok(())
}

/// A size that stands before what it measures.
#[derive(Clone, Copy)]
pub(super) struct Declared {
    /// Where it stands.
    pub at: u64,
    /// What it says.
    pub size: u32,
    /// What the known fields take.
    pub known: u32,
}

impl Declared {
    /// Reads the size in front of `known` bytes.
    pub fn read(r: &mut Reader<'_>, field: &'static str, known: u32) -> Result<Self> {
        let at = r.offset();
        let size = r.field(field, Reader::u32)?;
        if size == known.swap_bytes() {
            let message = format!(
                "{field} is {size}, and {known} in the other byte order: byte 0 of the file says the wrong one; \
                 set it to 0 for little, 1 for big"
            );
            return Err(Error::at(&codes::VALUE, at, message).in_field(field));
        }
        Ok(Self { at, size, known })
    }

    /// After the known fields: what a larger structure has more. `fits` looks at what follows; a size that leads
    /// elsewhere is wrong, and the known fields are all there is.
    pub fn rest(
        self,
        r: &mut Reader<'_>,
        field: &'static str,
        fits: impl Fn(Reader<'_>) -> bool,
    ) -> Result<Vec<u8>> {
        if self.size == self.known {
            return Ok(Vec::new());
        }
        let more = self.size.checked_sub(self.known).map(|n| n as usize);
        let follows = |skip: usize| {
            let mut there = r.fork();
            there.take(skip).is_ok() && fits(there)
        };
        match more {
            Some(more) if follows(more) || !follows(0) => r.field("rest", |r| Ok(r.take(more)?.to_vec())),
            None if !follows(0) => {
                let message = format!("{field} is {}, expected {}", self.size, self.known);
                Err(Error::at(&codes::VALUE, self.at, message).in_field(field))
            }
            _ => Ok(Vec::new()),
        }
    }
}

/// A `u32` count and that many records.
pub(super) fn list<T: Wire>(r: &mut Reader<'_>, count: &'static str, name: &'static str) -> Result<Vec<T>> {
    let n = r.field(count, |r| r.count_u32(T::MIN_SIZE))?;
    r.field(name, |r| r.list(n))
}

/// Writes what [`list`] reads.
pub(super) fn put_list<T: Wire>(w: &mut Writer, list: &[T]) {
    w.u32(list.len() as u32);
    w.put_all(list);
}
