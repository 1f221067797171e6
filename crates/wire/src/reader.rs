//! The only place where bytes of strangers are indexed.

use crate::{Code, Columns, Endian, Error, Result, Scalar, Trace, Wire, codes};
use bytes::Bytes;
use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

/// What a reader may use up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes that may be allocated beyond the size of the file itself (inflating, shared arrays).
    pub bytes: u64,
    /// How deep structures may nest.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 1 << 30, depth: 64 }
    }
}

/// A cursor over a borrowed file: bounds, counts, limits, field paths and the trace are its business.
#[derive(Debug)]
pub struct Reader<'a> {
    data: &'a [u8],
    /// The file as a whole, where it may be kept.
    file: Option<&'a Bytes>,
    pos: usize,
    end: usize,
    base: u64,
    endian: Endian,
    version: u32,
    limits: Limits,
    trace: Option<Trace>,
}

macro_rules! number {
    ($($name:ident),*) => {$(
        #[doc = concat!("Reads one `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(&mut self) -> Result<$name> {
            let bytes = self.array()?;
            Ok(match self.endian {
                Endian::Little => $name::from_le_bytes(bytes),
                Endian::Big => $name::from_be_bytes(bytes),
            })
        }
    )*};
}

impl<'a> Reader<'a> {
    /// A little-endian reader over a whole file.
    pub fn new(data: &'a [u8]) -> Self {
        Self {
            data,
            file: None,
            pos: 0,
            end: data.len(),
            base: 0,
            endian: Endian::Little,
            version: 0,
            limits: Limits::default(),
            trace: None,
        }
    }

    /// A reader over a file whose parts may be kept: [`Reader::keep`] then copies nothing.
    pub fn shared(file: &'a Bytes) -> Self {
        Self { file: Some(file), ..Self::new(file) }
    }

    /// Sets the limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Starts recording which bytes are which field.
    #[must_use]
    pub fn with_trace(mut self) -> Self {
        self.trace = Some(Trace::default());
        self
    }

    /// Offsets in errors count from here: for a document inside another file.
    #[must_use]
    pub fn with_base(mut self, base: u64) -> Self {
        self.base = base;
        self
    }

    /// Ends recording.
    pub fn take_trace(&mut self) -> Option<Trace> {
        self.trace.take()
    }

    /// Records a range by hand, positions counted within this reader's data: for text, whose parsers keep spans.
    pub fn note(&mut self, start: u64, len: u64, path: impl Into<String>) {
        let base = self.base;
        if let Some(trace) = &mut self.trace {
            trace.add(base.saturating_add(start), len, path);
        }
    }

    /// Whether somebody wants a trace: field-by-field reading is then worth its time.
    pub fn is_tracing(&self) -> bool {
        self.trace.is_some()
    }

    /// A second reader at the same place, without trace: for trial parses.
    #[must_use]
    pub fn fork(&self) -> Reader<'a> {
        Reader { trace: None, ..*self }
    }

    /// A second reader at the same place, with an empty trace if this one has a trace: it may become this one.
    #[must_use]
    pub fn fresh(&self) -> Reader<'a> {
        Reader { trace: self.trace.as_ref().map(|_| Trace::default()), ..*self }
    }

    /// The byte order in force.
    pub fn endian(&self) -> Endian {
        self.endian
    }

    /// Changes the byte order from here on.
    pub fn set_endian(&mut self, endian: Endian) {
        self.endian = endian;
    }

    /// The version of what is read: which fields records have.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Changes the version from here on.
    pub fn set_version(&mut self, version: u32) {
        self.version = version;
    }

    /// The remaining limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Absolute offset of the next byte.
    pub fn offset(&self) -> u64 {
        self.base.saturating_add(u64::try_from(self.pos).unwrap_or(u64::MAX))
    }

    /// Position of the next byte within the data of this reader.
    pub fn position(&self) -> usize {
        self.pos
    }

    /// Goes to a position of the data.
    pub fn seek(&mut self, position: u64) -> Result<()> {
        match usize::try_from(position) {
            Ok(p) if p <= self.end => {
                self.pos = p;
                Ok(())
            }
            _ => Err(self.error(
                &codes::TRUNCATED,
                format!("offset {position:#x} lies beyond the end at {:#x}", self.end),
            )),
        }
    }

    /// How many bytes remain.
    pub fn remaining(&self) -> usize {
        self.end.saturating_sub(self.pos)
    }

    /// Whether no byte remains.
    pub fn is_empty(&self) -> bool {
        self.remaining() == 0
    }

    /// An error at the next byte.
    pub fn error(&self, code: &'static Code, message: impl Into<String>) -> Error {
        Error::at(code, self.offset(), message)
    }

    /// The next bytes without moving; shorter near the end.
    pub fn peek(&self, n: usize) -> &'a [u8] {
        let end = self.pos.saturating_add(n).min(self.end);
        self.data.get(self.pos..end).unwrap_or_default()
    }

    /// All remaining bytes, without moving.
    pub fn rest(&self) -> &'a [u8] {
        self.data.get(self.pos..self.end).unwrap_or_default()
    }

    /// The next `n` bytes.
    #[inline]
    pub fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        let end = self.pos.checked_add(n).filter(|e| *e <= self.end);
        let Some(bytes) = end.and_then(|end| self.data.get(self.pos..end)) else {
            return Err(self.short(n));
        };
        if self.trace.is_some() {
            self.record(n);
        }
        self.pos = self.pos.saturating_add(n);
        Ok(bytes)
    }

    /// The next `n` bytes, to be kept: a part of the file where that is shared, else a copy.
    pub fn keep(&mut self, n: usize) -> Result<Bytes> {
        let bytes = self.take(n)?;
        Ok(self.file.map_or_else(|| Bytes::copy_from_slice(bytes), |file| file.slice_ref(bytes)))
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let bytes = self.take(N)?;
        <[u8; N]>::try_from(bytes).map_err(|_| self.short(N))
    }

    #[cold]
    fn short(&self, n: usize) -> Error {
        let left = self.remaining();
        self.error(&codes::TRUNCATED, format!("{n} bytes needed, {left} left"))
    }

    #[cold]
    fn record(&mut self, n: usize) {
        let at = self.offset();
        if let Some(trace) = &mut self.trace {
            trace.record(at, u64::try_from(n).unwrap_or(u64::MAX));
        }
    }

    number!(u8, i8, u16, i16, u32, i32, u64, i64, f32, f64);

    /// Reads a record.
    pub fn get<T: Wire>(&mut self) -> Result<T> {
        T::read(self)
    }

    /// Reads `n` records; the count is checked first and each item's errors carry its index.
    pub fn list<T: Wire>(&mut self, n: usize) -> Result<Vec<T>> {
        self.list_with(n, T::MIN_SIZE, |r, _| T::read(r))
    }

    /// Reads `n` items of at least `min_size` bytes each.
    pub fn list_with<T>(
        &mut self,
        n: usize,
        min_size: usize,
        mut item: impl FnMut(&mut Self, usize) -> Result<T>,
    ) -> Result<Vec<T>> {
        let n = self.count(n, min_size)?;
        // Items in memory may be much larger than in the file: grow with what is really there.
        let mut out = Vec::with_capacity(n.min(4096));
        for i in 0..n {
            out.push(self.index(i, |r| item(r, i))?);
        }
        Ok(out)
    }

    /// Checks that `n` items of at least `min_size` bytes can be there.
    pub fn count(&self, n: usize, min_size: usize) -> Result<usize> {
        match n.checked_mul(min_size) {
            Some(bytes) if bytes <= self.remaining() => Ok(n),
            _ => Err(self.error(
                &codes::COUNT_TOO_LARGE,
                format!("count {n} needs at least {min_size} bytes each, {} bytes remain", self.remaining()),
            )),
        }
    }

    /// Reads a `u32` count of items of at least `min_size` bytes and checks it.
    pub fn count_u32(&mut self, min_size: usize) -> Result<usize> {
        let at = self.offset();
        let n = usize::try_from(self.u32()?).unwrap_or(usize::MAX);
        self.count(n, min_size).map_err(|e| Error::at(e.code(), at, e.message()))
    }

    /// Names what is read, for errors and for the trace.
    #[inline]
    pub fn field<T>(&mut self, name: &'static str, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if let Some(t) = &mut self.trace {
            t.enter_field(name);
        }
        let out = f(self);
        if let Some(t) = &mut self.trace {
            t.leave();
        }
        out.map_err(|e| e.in_field(name))
    }

    /// Numbers what is read, for errors and for the trace.
    #[inline]
    pub fn index<T>(&mut self, index: usize, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if let Some(t) = &mut self.trace {
            t.enter_index(index);
        }
        let out = f(self);
        if let Some(t) = &mut self.trace {
            t.leave();
        }
        out.map_err(|e| e.in_index(index))
    }

    /// Reads inside the next `len` bytes only, then goes on after whatever `f` consumed.
    pub fn within<T>(&mut self, len: usize, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let end = self.pos.checked_add(len).filter(|e| *e <= self.end).ok_or_else(|| self.short(len))?;
        let outer = std::mem::replace(&mut self.end, end);
        let out = f(self);
        self.end = outer;
        out
    }

    /// Goes one level down; too deep is an error.
    pub fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.limits.depth = self
            .limits
            .depth
            .checked_sub(1)
            .ok_or_else(|| self.error(&codes::DEPTH, "structures are nested too deep"))?;
        let out = f(self);
        self.limits.depth = self.limits.depth.saturating_add(1);
        out
    }

    /// Tries `f`; if it fails, everything is as before.
    pub fn attempt<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let (pos, end, endian, limits) = (self.pos, self.end, self.endian, self.limits);
        let mark = self.trace.as_ref().map(Trace::position);
        f(self).inspect_err(|_| {
            (self.pos, self.end, self.endian, self.limits) = (pos, end, endian, limits);
            if let (Some(trace), Some(mark)) = (&mut self.trace, mark) {
                trace.rewind(mark);
            }
        })
    }

    /// Takes bytes from the memory budget before something large is made that the file does not hold as such.
    pub fn charge(&mut self, bytes: u64) -> Result<()> {
        match self.limits.bytes.checked_sub(bytes) {
            Some(left) => {
                self.limits.bytes = left;
                Ok(())
            }
            None => Err(self.error(
                &codes::LIMIT,
                format!("{bytes} more bytes needed, {} remain of the limit", self.limits.bytes),
            )),
        }
    }

    /// `n` records in place, no copy.
    pub fn view<T: FromBytes + KnownLayout + Immutable + Unaligned>(&mut self, n: usize) -> Result<&'a [T]> {
        let n = self.count(n, size_of::<T>())?;
        let bytes = self.take(n.saturating_mul(size_of::<T>()))?;
        <[T]>::ref_from_bytes(bytes).map_err(|_| self.short(n))
    }

    /// `n` numbers or small vectors as a new array, at the speed of memcpy.
    pub fn bulk<T: Scalar>(&mut self, n: usize) -> Result<Vec<T>> {
        let n = self.count(n, size_of::<T>())?;
        let bytes = self.take(n.saturating_mul(size_of::<T>()))?;
        Ok(T::decode(bytes, self.endian))
    }

    /// `n` vertices of `stride` bytes, to be split into columns.
    pub fn columns(&mut self, n: usize, stride: usize) -> Result<Columns<'a>> {
        let n = self.count(n, stride)?;
        let endian = self.endian;
        Ok(Columns::new(self.take(n.saturating_mul(stride))?, stride, endian))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_carry_offset_and_path() {
        let mut r = Reader::new(&[1, 0, 0, 0, 5]);
        let e = r
            .field("meshes", |r| {
                let n = r.count_u32(1)?;
                r.list_with(n, 1, |r, _| r.field("name", Reader::u16))
            })
            .unwrap_err();
        assert_eq!(
            (e.offset(), e.path().as_str(), e.code().id),
            (Some(4), "meshes[0].name", "WIRE_TRUNCATED")
        );
    }

    #[test]
    fn a_hostile_count_is_refused_before_allocating() {
        let mut r = Reader::new(&[0xff, 0xff, 0xff, 0xff, 0, 0]);
        let e = r.count_u32(40).unwrap_err();
        assert_eq!((e.offset(), e.code().id), (Some(0), "WIRE_COUNT_TOO_LARGE"));
    }

    #[test]
    fn the_trace_tiles_and_finds() {
        let data = [2, 0, 0, 0, 7, 8];
        let mut r = Reader::new(&data).with_trace();
        let n = r.field("count", |r| r.count_u32(1)).unwrap();
        r.field("items", |r| r.list::<u8>(n)).unwrap();
        let t = r.take_trace().unwrap();
        assert_eq!(t.untiled(6), None);
        assert_eq!(t.index().find("items[1].what.ever"), Some(5));
        assert_eq!(t.index().find("nothing"), None);
    }

    #[test]
    fn attempt_restores_everything() {
        let mut r = Reader::new(&[1, 2, 3]).with_trace();
        assert!(
            r.attempt(|r| {
                r.u16()?;
                r.u32()
            })
            .is_err()
        );
        assert_eq!(r.position(), 0);
        assert!(r.take_trace().unwrap().ranges().is_empty());
    }
}
