//! Findings all Anark files share.

use wire::{Code, Severity};

/// Another version than any known file has.
pub const VERSION: Code = Code {
    id: "ANARK_VERSION",
    severity: Severity::Warning,
    summary: "the version is none that is known for this kind of file",
    help: "the file is of another game; what is read may be wrong",
    fixable: false,
};
/// A constant of the header is different.
pub const HEADER: Code = Code {
    id: "ANARK_HEADER",
    severity: Severity::Warning,
    summary: "a header field differs from the constant every known file has",
    help: "the file was made by another program or damaged; --fix restores the constant",
    fixable: true,
};
/// A section's length is wrong.
pub const SECTION_SIZE: Code = Code {
    id: "ANARK_SECTION_SIZE",
    severity: Severity::Error,
    summary: "the length of a section is not that of its records",
    help: "the runtime refuses such a file; --fix recomputes the length",
    fixable: true,
};
/// A section has more bytes than records.
pub const SECTION_REST: Code = Code {
    id: "ANARK_SECTION_REST",
    severity: Severity::Error,
    summary: "a section has bytes behind its last record",
    help: "the runtime refuses such a file; --fix drops the bytes",
    fixable: true,
};
/// A record does not fit its section.
pub const RECORDS_MISFIT: Code = Code {
    id: "ANARK_RECORDS_MISFIT",
    severity: Severity::Error,
    summary: "a record runs over the end of its section",
    help: "the file is damaged from this byte on; get another copy",
    fixable: false,
};
/// A count is wrong.
pub const COUNT: Code = Code {
    id: "ANARK_COUNT",
    severity: Severity::Error,
    summary: "a count of the memory section is not the number of records",
    help: "the runtime sizes its memory by the counts and may crash; --fix recounts",
    fixable: true,
};
/// Bytes behind the end.
pub const TRAILING: Code = Code {
    id: "ANARK_TRAILING",
    severity: Severity::Warning,
    summary: "there are bytes behind the last section",
    help: "they have no meaning; --fix drops them",
    fixable: true,
};
/// A number that is none.
pub const NOT_FINITE: Code = Code {
    id: "ANARK_NOT_FINITE",
    severity: Severity::Warning,
    summary: "a number is infinite or not a number",
    help: "set it to a number; conversion takes 0",
    fixable: false,
};
/// A companion cannot be read.
pub const COMPANION: Code = Code {
    id: "ANARK_COMPANION",
    severity: Severity::Warning,
    summary: "a file beside this one belongs to it but cannot be read, or not all of it",
    help: "validate that file by itself",
    fixable: false,
};
/// The .dae lacks an id.
pub const ID_NOT_IN_DAE: Code = Code {
    id: "ANARK_ID_NOT_IN_DAE",
    severity: Severity::Warning,
    summary: "the COLLADA file beside this one has no object with this scene item id",
    help: "export the scene again, or correct the id",
    fixable: false,
};
