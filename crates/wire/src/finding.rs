//! Findings: stable codes with severities, and where they are collected.

use crate::{Error, Trace};
use serde::{Serialize, Serializer};
use std::collections::HashMap;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing, nothing to do.
    Info,
    /// Readers disagree on it, or something is lost.
    Warning,
    /// The program this file is for will refuse it or show it wrong.
    Error,
}

/// One kind of finding. A code is never reused or renamed after release.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// `FAMILY_WHAT`, upper case.
    pub id: &'static str,
    /// Default severity.
    pub severity: Severity,
    /// One line: what it means.
    pub summary: &'static str,
    /// One line: what to do.
    pub help: &'static str,
    /// Whether `validate --fix` repairs it.
    pub fixable: bool,
}

/// One finding in one file.
#[derive(Debug, Clone, Serialize)]
pub struct Diagnostic {
    /// Which kind.
    #[serde(serialize_with = "code_id")]
    pub code: &'static Code,
    /// How bad here.
    pub severity: Severity,
    /// Byte offset in the file.
    pub offset: Option<u64>,
    /// Path in the structure, as in errors and `--layout`.
    pub path: String,
    /// What was found and what was expected.
    pub message: String,
    /// Whether `validate --fix` repairs it.
    pub fixable: bool,
}

fn code_id<S: Serializer>(code: &&'static Code, s: S) -> std::result::Result<S::Ok, S::Error> {
    s.serialize_str(code.id)
}

impl From<&Error> for Diagnostic {
    fn from(e: &Error) -> Self {
        Self {
            code: e.code(),
            severity: Severity::Error,
            offset: e.offset(),
            path: e.path(),
            message: e.message().to_owned(),
            fixable: e.code().fixable,
        }
    }
}

/// Collects findings. Keeps the first of each code up to a cap and counts the rest.
#[derive(Debug, Clone)]
pub struct Sink {
    list: Vec<Diagnostic>,
    /// For each of them: bytes from the start of the field its path is found by.
    into: Vec<u64>,
    counts: HashMap<&'static str, usize>,
    cap: usize,
}

impl Default for Sink {
    fn default() -> Self {
        Self::new()
    }
}

impl Sink {
    /// Keeps up to 100 findings of each code.
    pub fn new() -> Self {
        Self { list: Vec::new(), into: Vec::new(), counts: HashMap::new(), cap: 100 }
    }

    /// Adds a finding with no byte offset of its own; [`Sink::locate`] finds it by its path.
    pub fn push(&mut self, code: &'static Code, path: impl Into<String>, message: impl Into<String>) {
        self.add(code, None, 0, path.into(), message.into());
    }

    /// Adds a finding about one of many elements that the trace knows as a whole: `into` bytes from the start of the
    /// field that [`Sink::locate`] finds around its path.
    pub fn push_into(
        &mut self,
        code: &'static Code,
        into: u64,
        path: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.add(code, None, into, path.into(), message.into());
    }

    /// Adds a finding at a byte.
    pub fn push_at(
        &mut self,
        code: &'static Code,
        offset: u64,
        path: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.add(code, Some(offset), 0, path.into(), message.into());
    }

    fn add(&mut self, code: &'static Code, offset: Option<u64>, into: u64, path: String, message: String) {
        let count = self.counts.entry(code.id).or_default();
        *count = count.saturating_add(1);
        if *count <= self.cap {
            self.into.push(into);
            self.list.push(Diagnostic {
                code,
                severity: code.severity,
                offset,
                path,
                message,
                fixable: code.fixable,
            });
        }
    }

    /// Gives every finding without an offset the start of its field, or of the nearest field around it.
    pub fn locate(&mut self, trace: &Trace) {
        let index = trace.index();
        for (d, into) in self.list.iter_mut().zip(&self.into).filter(|(d, _)| d.offset.is_none()) {
            d.offset = index.find(&d.path).map(|at| at.saturating_add(*into));
        }
    }

    /// What was found, in order, plus one line per code that went over the cap.
    pub fn finish(self) -> Vec<Diagnostic> {
        let mut out = self.list;
        let mut over: Vec<_> = self.counts.iter().filter(|(_, n)| **n > self.cap).collect();
        over.sort();
        for (id, n) in over {
            if let Some(first) = out.iter().find(|d| d.code.id == *id).cloned() {
                let more = n.saturating_sub(self.cap);
                out.push(Diagnostic { message: format!("{more} more findings of this kind"), ..first });
            }
        }
        out
    }

    /// The findings so far.
    pub fn findings(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Whether a code was reported.
    pub fn has(&self, code: &Code) -> bool {
        self.counts.contains_key(code.id)
    }

    /// Moves everything of another sink into this one.
    pub fn append(&mut self, other: Sink) {
        for (d, into) in other.list.into_iter().zip(other.into) {
            self.add(d.code, d.offset, into, d.path, d.message);
        }
    }

    /// Moves what another sink found here, except codes already found at the same path.
    pub fn append_new(&mut self, other: Sink) {
        for (d, into) in other.list.into_iter().zip(other.into) {
            if !self.list.iter().any(|known| known.code.id == d.code.id && known.path == d.path) {
                self.add(d.code, d.offset, into, d.path, d.message);
            }
        }
    }

    /// Prefixes the path of every finding from `start` on; for nested documents.
    pub fn prefix_from(&mut self, start: usize, prefix: &str) {
        for d in self.list.iter_mut().skip(start) {
            d.path = if d.path.is_empty() { prefix.to_owned() } else { format!("{prefix}.{}", d.path) };
        }
    }
}

/// Declares finding codes, and the list of them.
///
/// With a prefix the constant is named as the id without it; without one the name is the whole id, for modules that hold
/// codes of several prefixes. Each entry: name, severity, `fixable` where `validate --fix` repairs it, what it means, what
/// to do.
///
/// ```
/// xenomesh_wire::codes! { CODES = "HERO":
///     NO_HEAD Error fixable
///         "the hero has no head"
///         "--fix adds one";
///     TALL Info
///         "the hero is taller than a door"
///         "nothing to do";
/// }
/// assert_eq!(NO_HEAD.id, "HERO_NO_HEAD");
/// assert!(NO_HEAD.fixable && !TALL.fixable);
/// assert_eq!(CODES.len(), 2);
/// ```
#[macro_export]
macro_rules! codes {
    ($list:ident = $prefix:literal: $($name:ident $severity:ident $($fixable:ident)? $summary:literal $help:literal;)*) => {
        $crate::codes!(@list $list $($name)*);
        $($crate::codes!(@one $name (concat!($prefix, "_", stringify!($name))) $severity ($($fixable)?) $summary $help);)*
    };
    ($list:ident: $($name:ident $severity:ident $($fixable:ident)? $summary:literal $help:literal;)*) => {
        $crate::codes!(@list $list $($name)*);
        $($crate::codes!(@one $name (stringify!($name)) $severity ($($fixable)?) $summary $help);)*
    };
    (@list $list:ident $($name:ident)*) => {
        /// The codes declared here, in this order.
        pub static $list: &[&$crate::Code] = &[$(&$name),*];
    };
    (@one $name:ident ($id:expr) $severity:ident ($($fixable:ident)?) $summary:literal $help:literal) => {
        #[doc = $summary]
        pub const $name: $crate::Code = $crate::Code {
            id: $id,
            severity: $crate::Severity::$severity,
            summary: $summary,
            help: $help,
            fixable: $crate::codes!(@fixable $($fixable)?),
        };
    };
    (@fixable fixable) => { true };
    (@fixable) => { false };
}
