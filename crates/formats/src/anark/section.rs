//! A section: a byte length, then records whose number stands elsewhere.
//!
//! The runtime refuses a file whose records do not fill the length exactly. We read what can be read: the length is
//! trusted first; where the records then do not come out right, the count is tried, and taken if the whole rest of the
//! file is in order after it, by its lengths or at least by its counts. What no record fits is kept as bytes.

use super::rules::{RECORDS_MISFIT, SECTION_REST, SECTION_SIZE};
use serde::{Deserialize, Serialize};
use wire::{Error, Reader, Result, Sink, Wire, Writer};

/// Records and what surrounds them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
pub struct Section<T> {
    /// Stored byte length, right or wrong.
    #[serde(default)]
    pub size: u32,
    /// The records.
    pub list: Vec<T>,
    /// Bytes within the length that are no records.
    #[serde(default, with = "wire::exact::hex", skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
}

impl<T> Default for Section<T> {
    fn default() -> Self {
        Self { size: 0, list: Vec::new(), rest: Vec::new() }
    }
}

impl<T: Wire> Section<T> {
    /// A section with its right size.
    pub fn new(list: Vec<T>) -> Self {
        let mut out = Self { size: 0, list, rest: Vec::new() };
        out.size = out.actual_size();
        out
    }

    /// The bytes that records and rest take.
    pub fn actual_size(&self) -> u32 {
        let mut w = Writer::new(wire::Endian::Little);
        w.put_all(&self.list);
        (w.len() + self.rest.len()) as u32
    }

    /// Appends length, records and rest.
    pub fn write(&self, w: &mut Writer) {
        w.u32(self.size);
        w.put_all(&self.list);
        w.bytes(&self.rest);
    }

    /// Reads a section that should have `count` records. `rest_is_clean` looks at what follows. A record that does not
    /// fit is a finding.
    pub fn read(
        r: &mut Reader<'_>,
        name: &'static str,
        count: u32,
        rest_is_clean: impl Fn(Reader<'_>) -> bool,
        sink: &mut Sink,
    ) -> Result<Self> {
        let (section, misfit) = r.field(name, |r| Self::read_lenient(r, count, rest_is_clean))?;
        if let Some(e) = misfit {
            let e = e.in_field(name);
            let (found, size) = (section.list.len(), section.size);
            let message =
                format!("{found} of {count} records fit the section of {size} bytes: {}", e.message());
            sink.push_at(&RECORDS_MISFIT, e.offset().unwrap_or(0), e.path(), message);
        }
        Ok(section)
    }

    /// The error is that of the first record that did not fit.
    fn read_lenient(
        r: &mut Reader<'_>,
        count: u32,
        rest_is_clean: impl Fn(Reader<'_>) -> bool,
    ) -> Result<(Self, Option<Error>)> {
        let (at, start) = (r.offset(), r.position() + 4);
        let size = r.field("size", Reader::u32)?;
        let by_length = r.attempt(|r| {
            r.within(size as usize, |r| match greedy::<T>(r, count as usize)? {
                (list, None) if list.len() == count as usize && r.is_empty() => Ok(list),
                _ => Err(r.error(&wire::codes::VALUE, "count and length do not fit")),
            })
        });
        if let Ok(list) = by_length {
            Ok((Self { size, list, rest: Vec::new() }, None))
        } else {
            r.seek(start as u64)?;
            Self::read_damaged(r, at, size, count, rest_is_clean)
        }
    }

    #[cold]
    fn read_damaged(
        r: &mut Reader<'_>,
        at: u64,
        size: u32,
        count: u32,
        rest_is_clean: impl Fn(Reader<'_>) -> bool,
    ) -> Result<(Self, Option<Error>)> {
        let by_count = r.attempt(|r| {
            let list = records::<T>(r, count as usize)?;
            if rest_is_clean(r.fork()) {
                Ok(list)
            } else {
                Err(r.error(&wire::codes::VALUE, "what follows is not a section"))
            }
        });
        if let Ok(list) = by_count {
            return Ok((Self { size, list, rest: Vec::new() }, None));
        }
        if size as usize > r.remaining() {
            let left = r.remaining();
            return Err(Error::at(
                &wire::codes::TRUNCATED,
                at,
                format!("the section says {size} bytes, {left} remain"),
            )
            .in_field("size"));
        }
        r.within(size as usize, |r| {
            let (list, misfit) = greedy::<T>(r, count as usize)?;
            let rest = r.field("rest", |r| Ok(r.take(r.remaining())?.to_vec()))?;
            Ok((Self { size, list, rest }, misfit))
        })
    }

    /// Whether a section of `count` records fills its length exactly; the reader goes after it.
    pub fn skip_clean(r: &mut Reader<'_>, count: u32) -> bool {
        let Ok(size) = r.u32() else { return false };
        r.within(size as usize, |r| {
            records::<T>(r, count as usize)?;
            Ok(r.is_empty())
        })
        .unwrap_or(false)
    }

    /// Whether `count` records follow, whatever the length says; the reader goes after them.
    pub fn skip_counted(r: &mut Reader<'_>, count: u32) -> bool {
        r.u32().is_ok() && records::<T>(r, count as usize).is_ok()
    }

    /// Finds a wrong size, and bytes after the records; `of` finds the section again. Sizes are recounted after repairs.
    pub(super) fn rules<D: 'static>(
        &self,
        name: &str,
        counted: u32,
        of: fn(&mut D) -> &mut Self,
        pass: &mut crate::rules::Pass<'_, D>,
    ) where
        T: 'static,
    {
        let actual = self.actual_size();
        if actual != self.size {
            let message = format!("the section says {} bytes, its records take {actual}", self.size);
            pass.repair(&SECTION_SIZE, format!("{name}.size"), message, |_| {});
        }
        // Bytes that are what became of some records stay.
        if !self.rest.is_empty() && self.has(counted) {
            let message = format!("{} bytes after the last of {} records", self.rest.len(), self.list.len());
            pass.repair(&SECTION_REST, format!("{name}.rest"), message, move |d| of(d).rest.clear());
        }
    }

    fn has(&self, counted: u32) -> bool {
        self.list.len() >= counted as usize
    }
}

fn records<T: Wire>(r: &mut Reader<'_>, count: usize) -> Result<Vec<T>> {
    r.field("list", |r| r.list::<T>(count))
}

/// As many records as fit: the counted ones, and more only if they fill the section to its end.
fn greedy<T: Wire>(r: &mut Reader<'_>, count: usize) -> Result<(Vec<T>, Option<Error>)> {
    r.field("list", |r| {
        let mut out: Vec<T> = Vec::with_capacity(count.min(r.remaining() / T::MIN_SIZE.max(1)).min(1 << 16));
        while out.len() < count && !r.is_empty() {
            match r.attempt(|r| r.index(out.len(), T::read)) {
                Ok(record) => out.push(record),
                Err(e) => return Ok((out, Some(e.in_field("list")))),
            }
        }
        let counted = out.len();
        let more = r.attempt(|r| {
            while !r.is_empty() {
                out.push(r.index(out.len(), T::read)?);
            }
            Ok(())
        });
        if more.is_err() {
            out.truncate(counted);
        }
        Ok((out, None))
    })
}
