//! What can go wrong, by whose fault it is.

use std::path::PathBuf;

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file: code, message, byte offset and field path.
    #[error(transparent)]
    File(#[from] wire::Error),
    /// An option has a value that cannot be used. The name is the one of [`crate::ConvertOptions`].
    #[error("{option}: {message}")]
    Option {
        /// Which option.
        option: &'static str,
        /// What is wrong with its value.
        message: String,
    },
    /// What was asked for makes no sense as a whole.
    #[error("{0}")]
    Request(String),
    /// An output could not be written.
    #[error("{} {message}", path.display())]
    Output {
        /// Which file.
        path: PathBuf,
        /// Why.
        message: String,
    },
    /// The cancel flag was set.
    #[error("cancelled")]
    Cancelled,
}

/// The usual result.
pub type Result<T, E = Error> = std::result::Result<T, E>;
