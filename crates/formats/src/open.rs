//! Bytes to a document, whatever their format.

use crate::registry::recognise;
use crate::{Document, Format, LoadOptions};
use bytes::Bytes;
use wire::{Reader, Result, Sink, Trace};

wire::codes! { FILE = "FILE":
    UNREADABLE Error
        "the file cannot be opened or read"
        "check that it exists, is a file and may be read";
}
wire::codes! { MOTION:
    MOTION_UNBOUND Warning
        "no track of the motion has the name of a node of the model"
        "the motion belongs to another skeleton";
    MOTION_NONE Info
        "the definitions of the game name no motion for the model"
        "nothing to do, unless it moves in the game; name its motions with --motion";
    MOTION_BOUND Info
        "a motion was bound to the model"
        "nothing to do";
}

/// A document and how its bytes are laid out.
pub struct Opened {
    /// What the bytes were taken for.
    pub format: &'static Format,
    /// The document.
    pub document: Box<dyn Document>,
    /// The byte map, when asked for.
    pub trace: Option<Trace>,
}

/// Identifies and reads bytes.
pub fn open(
    bytes: &Bytes,
    file_name: &str,
    options: &LoadOptions,
    traced: bool,
    sink: &mut Sink,
) -> Result<Opened> {
    let mut format = None;
    open_as(&mut format, bytes, file_name, options, traced, sink)
}

/// The same; a format that is known is not looked for, one that is found is said even if reading then fails.
pub fn open_as(
    format: &mut Option<&'static Format>,
    bytes: &Bytes,
    file_name: &str,
    options: &LoadOptions,
    traced: bool,
    sink: &mut Sink,
) -> Result<Opened> {
    let mut reader = Reader::shared(bytes).with_limits(options.limits);
    if traced {
        reader = reader.with_trace();
    }
    let (format, read) = if let Some(known) = *format {
        (known, known.read_now(&mut reader, sink))
    } else {
        let found = recognise(&reader, file_name)?;
        *format = Some(found.format);
        (found.format, found.read(&mut reader, sink))
    };
    let mut document = read?;
    document.set_names(&options.names);
    Ok(Opened { format, document, trace: reader.take_trace() })
}
