//! Which byte range is which field.

use std::collections::HashMap;

/// One field and the bytes it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// First byte.
    pub start: u64,
    /// Number of bytes.
    pub len: u64,
    /// Field path: `meshes[3].name`.
    pub path: String,
}

/// The ranges a reader touched, in reading order.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    ranges: Vec<Range>,
    path: String,
    marks: Vec<usize>,
}

impl Trace {
    pub(crate) fn enter_field(&mut self, name: &str) {
        self.marks.push(self.path.len());
        if !self.path.is_empty() {
            self.path.push('.');
        }
        self.path.push_str(name);
    }

    pub(crate) fn enter_index(&mut self, index: usize) {
        self.marks.push(self.path.len());
        self.path.push_str(&format!("[{index}]"));
    }

    pub(crate) fn leave(&mut self) {
        if let Some(len) = self.marks.pop() {
            self.path.truncate(len);
        }
    }

    pub(crate) fn record(&mut self, start: u64, len: u64) {
        if len == 0 {
            return;
        }
        if let Some(last) = self.ranges.last_mut()
            && last.start.checked_add(last.len) == Some(start)
            && last.path == self.path
        {
            last.len = last.len.saturating_add(len);
            return;
        }
        self.ranges.push(Range { start, len, path: self.path.clone() });
    }

    pub(crate) fn position(&self) -> usize {
        self.ranges.len()
    }

    pub(crate) fn rewind(&mut self, position: usize) {
        self.ranges.truncate(position);
    }

    /// The ranges sorted by their start.
    pub fn ranges(&self) -> Vec<Range> {
        let mut out = self.ranges.clone();
        out.sort_by_key(|r| (r.start, r.len));
        out
    }

    /// Adds a range by hand: for text formats, whose readers keep spans of their own.
    pub fn add(&mut self, start: u64, len: u64, path: impl Into<String>) {
        if len > 0 {
            self.ranges.push(Range { start, len, path: path.into() });
        }
    }

    /// The first gap or overlap, if the ranges do not tile `0..len` exactly.
    pub fn untiled(&self, len: u64) -> Option<String> {
        let mut at = 0_u64;
        for r in self.ranges() {
            if r.start > at {
                return Some(format!("gap {at:#x}..{:#x} before {}", r.start, r.path));
            }
            if r.start < at {
                return Some(format!("{} overlaps at {:#x}", r.path, r.start));
            }
            at = r.start.saturating_add(r.len);
        }
        (at != len).then(|| format!("ranges end at {at:#x}, the file at {len:#x}"))
    }

    /// A lookup by path.
    pub fn index(&self) -> TraceIndex<'_> {
        let mut first: HashMap<&str, u64> = HashMap::new();
        for r in &self.ranges {
            let mut path = r.path.as_str();
            loop {
                let start = first.entry(path).or_insert(r.start);
                *start = (*start).min(r.start);
                match parent(path) {
                    Some(up) => path = up,
                    None => break,
                }
            }
        }
        TraceIndex(first)
    }
}

/// From a path to the offset of its first byte.
pub struct TraceIndex<'a>(HashMap<&'a str, u64>);

impl TraceIndex<'_> {
    /// The offset of a field, or of the nearest field around it.
    pub fn find(&self, path: &str) -> Option<u64> {
        let mut path = path;
        loop {
            if let Some(at) = self.0.get(path) {
                return Some(*at);
            }
            path = parent(path)?;
        }
    }
}

fn parent(path: &str) -> Option<&str> {
    let cut = path.rfind(['.', '['])?;
    path.get(..cut).filter(|p| !p.is_empty())
}
