//! Which formats there are and how a file is told to be one of them.

use crate::document::FromScene;
use crate::{Document, Kind, Support};
use wire::{Code, Error, Reader, Result, Sink};

/// How sure a format is that a file is its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// It is not.
    No,
    /// The extension fits and nothing speaks against it.
    Extension,
    /// The content fits (a trial parse, a typical first line).
    Content,
    /// A signature.
    Magic,
}

/// One format.
pub struct Format {
    /// Id in JSON and for `--to`.
    pub id: &'static str,
    /// For people.
    pub title: &'static str,
    /// Extensions it is recognised by, longest first, without the leading dot.
    pub extensions: &'static [&'static str],
    /// The extension it is written with.
    pub extension: &'static str,
    /// What it is for.
    pub kind: Kind,
    /// What works.
    pub support: Support,
    /// Is a file of this format? Bytes of the whole file and its lower-case name.
    pub sniff: fn(&[u8], &str) -> Confidence,
    /// Reads it.
    pub read: fn(&mut Reader<'_>, &mut Sink) -> Result<Box<dyn Document>>,
    /// Makes it from the `document` part of a dump.
    pub build: fn(serde_json::Value) -> Result<Box<dyn Document>>,
    /// Makes it from a scene, where that works.
    pub from_scene: Option<FromScene>,
    /// Ids of the formats that `from_scene` takes as a template; none if it has no use for one.
    pub templates: &'static [&'static str],
    /// What `--profile` may say to it; none if it has no variants.
    pub profiles: &'static [&'static str],
    /// Every code its reader, checker and converter can raise.
    pub codes: &'static [&'static [&'static Code]],
}

wire::codes! { CODES = "FILE":
    UNKNOWN_FORMAT Error
        "the file is of no format this program knows"
        "see `xenomesh formats` for what is supported";
}

/// All formats, in the order of `xenomesh formats`. One line each.
#[rustfmt::skip]
pub static FORMATS: &[&Format] = &[
    #[cfg(feature = "xnalara")] &crate::xnalara::xps::CLASSIC,
    #[cfg(feature = "xnalara")] &crate::xnalara::xps::FORMAT,
    #[cfg(feature = "xnalara")] &crate::xnalara::ascii::FORMAT,
    #[cfg(feature = "xnalara")] &crate::xnalara::pose::FORMAT,
    #[cfg(feature = "xnalara")] &crate::xnalara::scenefile::FORMAT,
    #[cfg(feature = "emotionfx")] &crate::emfx::xac::FORMAT,
    #[cfg(feature = "emotionfx")] &crate::emfx::xsm::FORMAT,
    #[cfg(feature = "emotionfx")] &crate::emfx::xpm::FORMAT,
    #[cfg(feature = "egosoft")] &crate::egosoft::xmf::FORMAT,
    #[cfg(feature = "egosoft")] &crate::egosoft::ani::FORMAT,
    #[cfg(feature = "egosoft")] &crate::egosoft::cat::FORMAT,
    &crate::paradox::gfx::FORMAT,
    &crate::ipf::FORMAT,
    #[cfg(feature = "anark")] &crate::anark::bgp::FORMAT,
    #[cfg(feature = "anark")] &crate::anark::bgf::FORMAT,
    #[cfg(feature = "anark")] &crate::anark::bsg::FORMAT,
    #[cfg(feature = "egosoft")] &crate::egosoft::component::FORMAT,
    &crate::gltf::FORMAT,
];

/// Files of other programs, perhaps with the same extensions: the sentence to say about them.
#[rustfmt::skip]
static FOREIGN: &[Foreign] = &[
    #[cfg(feature = "xnalara")] crate::xnalara::sentence,
    #[cfg(feature = "emotionfx")] crate::emfx::sentence,
    #[cfg(feature = "anark")] crate::anark::foreign,
    crate::ipf::foreign,
    crate::paradox::gfx::foreign,
    // Last: what a family knows about its own extensions is more exact.
    crate::foreign::sentence,
];

type Foreign = fn(&[u8], &str) -> Option<String>;

/// The format with an id.
pub fn by_id(id: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|f| f.id == id)
}

/// Every code any format can raise, sorted by id.
pub fn codes() -> Vec<&'static Code> {
    let shared = [wire::codes::CODES, CODES, crate::open::FILE, crate::open::MOTION];
    let shared = shared.iter().chain(scene::codes::ALL);
    let mut all: Vec<&'static Code> =
        shared.chain(FORMATS.iter().flat_map(|f| f.codes)).copied().flatten().copied().collect();
    all.sort_by_key(|c| c.id);
    all.dedup_by_key(|c| c.id);
    all
}

/// The file name without its format extension, whatever its case.
pub fn stem(file_name: &str) -> &str {
    let lower = file_name.to_ascii_lowercase();
    let known = FORMATS
        .iter()
        .flat_map(|f| f.extensions)
        .filter(|e| lower.strip_suffix(**e).is_some_and(|s| s.ends_with('.') && s.len() > 1))
        .map(|e| e.len() + 1)
        .max();
    let cut = known.or_else(|| file_name.rfind('.').filter(|i| *i > 0).map(|i| file_name.len() - i));
    cut.and_then(|n| file_name.get(..file_name.len() - n)).unwrap_or(file_name)
}

/// Which format a file is of.
pub fn identify(bytes: &[u8], file_name: &str) -> Result<&'static Format> {
    let name = file_name.to_ascii_lowercase();
    let best = FORMATS
        .iter()
        .copied()
        .map(|f| ((f.sniff)(bytes, &name), f))
        .fold((Confidence::No, None), |best, (sure, f)| if sure > best.0 { (sure, Some(f)) } else { best });
    match best {
        (Confidence::Magic | Confidence::Content, Some(f)) => Ok(f),
        (weak, guess) => {
            if let Some(sentence) = FOREIGN.iter().find_map(|f| f(bytes, &name)) {
                return Err(Error::new(&UNKNOWN_FORMAT, sentence));
            }
            match guess {
                Some(f)
                    if weak == Confidence::Extension && (!bytes.is_empty() || f.kind == Kind::Archive) =>
                {
                    Ok(f)
                }
                _ if bytes.is_empty() => Err(Error::new(&UNKNOWN_FORMAT, "the file is empty")),
                _ => Err(Error::new(&UNKNOWN_FORMAT, "the content is of no format this program knows")),
            }
        }
    }
}

/// Identifies and reads a file.
pub fn read(r: &mut Reader<'_>, file_name: &str, sink: &mut Sink) -> Result<Box<dyn Document>> {
    (identify(r.rest(), file_name)?.read)(r, sink)
}
