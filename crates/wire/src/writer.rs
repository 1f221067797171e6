//! The reader, backwards.

use crate::{Endian, Wire};

/// Collects the bytes of a file.
#[derive(Debug, Default, Clone)]
pub struct Writer {
    bytes: Vec<u8>,
    endian: Endian,
    version: u32,
}

macro_rules! number {
    ($($name:ident: $ty:ty),*) => {$(
        #[doc = concat!("Appends one `", stringify!($ty), "`.")]
        pub fn $name(&mut self, value: $ty) {
            match self.endian {
                Endian::Little => self.bytes.extend_from_slice(&value.to_le_bytes()),
                Endian::Big => self.bytes.extend_from_slice(&value.to_be_bytes()),
            }
        }
    )*};
}

impl Writer {
    /// An empty writer.
    pub fn new(endian: Endian) -> Self {
        Self { bytes: Vec::new(), endian, version: 0 }
    }

    /// An empty writer with room for a known size.
    pub fn with_capacity(endian: Endian, capacity: usize) -> Self {
        Self { bytes: Vec::with_capacity(capacity), endian, version: 0 }
    }

    /// The byte order in force.
    pub fn endian(&self) -> Endian {
        self.endian
    }

    /// Changes the byte order from here on.
    pub fn set_endian(&mut self, endian: Endian) {
        self.endian = endian;
    }

    /// The version of what is written: which fields records have.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Changes the version from here on.
    pub fn set_version(&mut self, version: u32) {
        self.version = version;
    }

    number!(u8: u8, i8: i8, u16: u16, i16: i16, u32: u32, i32: i32, u64: u64, i64: i64, f32: f32, f64: f64);

    /// Appends bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends a record.
    pub fn put<T: Wire>(&mut self, value: &T) {
        value.write(self);
    }

    /// Appends records one after another.
    pub fn put_all<'a, T: Wire + 'a>(&mut self, values: impl IntoIterator<Item = &'a T>) {
        for v in values {
            v.write(self);
        }
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Overwrites a `u32` written earlier: sizes and offsets known only later. Nothing happens beyond the end.
    pub fn patch_u32(&mut self, at: usize, value: u32) {
        let bytes = match self.endian {
            Endian::Little => value.to_le_bytes(),
            Endian::Big => value.to_be_bytes(),
        };
        if let Some(slot) = at.checked_add(4).and_then(|end| self.bytes.get_mut(at..end)) {
            slot.copy_from_slice(&bytes);
        }
    }

    /// The finished bytes.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}
