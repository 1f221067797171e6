//! Which formats there are and how a file is recognised as one of them.

use crate::{Document, Kind, Outputs, Support, WriteOptions};
use scene::Scene;
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

impl Confidence {
    /// What the name alone says; it is lower-case.
    pub fn by_name(name: &str, extensions: &[&str]) -> Self {
        if extensions.iter().any(|e| scene::has_extension(name, e)) { Self::Extension } else { Self::No }
    }
}

/// One format: the entry of its root type.
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
    /// See [`Document::sniff`].
    pub sniff: fn(&[u8], &str) -> Confidence,
    /// See [`Document::trial`].
    pub trial: fn(&mut Reader<'_>, &str, &mut Sink) -> Option<(Confidence, Read)>,
    /// See [`Document::read`].
    pub read: fn(&mut Reader<'_>, &mut Sink) -> Read,
    /// See [`Document::build`].
    pub build: fn(serde_json::Value) -> Read,
    /// See [`Document::from_scene`]; the original is taken from the options.
    pub from_scene: Option<FromScene>,
    /// See [`Document::picture_names`].
    pub picture_names: fn(&Scene, &WriteOptions) -> Vec<String>,
    /// Ids of the formats that `from_scene` takes as a template; none if it has no use for one.
    pub templates: &'static [&'static str],
    /// What `--profile` may say to it; none if it has no variants.
    pub profiles: &'static [&'static str],
    /// Every code its reader, checker and converter can raise.
    pub codes: &'static [&'static [&'static Code]],
}

/// A document of any format, or why there is none.
pub type Read = Result<Box<dyn Document>>;

/// Makes files of a format from a scene. The first output is the main one.
pub type FromScene = fn(&Scene, &WriteOptions, &mut Sink) -> Outputs;

impl Format {
    /// The entry of a format that is also made from scenes. What its root type cannot say is named where the entry is.
    pub const fn of<T: Document>() -> Self {
        Self {
            from_scene: Some(|scene, options, sink| {
                like(options, |l| T::from_scene(scene, l, options, sink))
            }),
            support: Support { from_gltf: true, ..Support::MODEL },
            ..Self::one_way::<T>()
        }
    }

    /// The entry of a format that is not made from scenes.
    pub const fn one_way<T: Document>() -> Self {
        Self {
            id: "",
            title: "",
            extensions: &[],
            extension: "",
            kind: Kind::Model,
            support: Support::MODEL,
            sniff: T::sniff,
            trial: |r, name, sink| T::trial(r, name, sink).map(|(sure, read)| (sure, read.map(boxed))),
            read: |r, sink| T::read(r, sink).map(boxed),
            build: |value| T::build(value).map(boxed),
            from_scene: None,
            picture_names: |scene, options| like(options, |l| T::picture_names(scene, l)),
            templates: &[],
            profiles: &[],
            codes: &[],
        }
    }

    /// Reads a file that is known to be of this format.
    pub(crate) fn read_now(&self, r: &mut Reader<'_>, sink: &mut Sink) -> Read {
        counted::add(&counted::READ);
        (self.read)(r, sink)
    }

    /// Whether an original of some format is of use for files of this one; if not, why.
    pub fn accepts(&self, template: &dyn Document) -> std::result::Result<(), String> {
        let format = template.format();
        if let Some(why) = template.no_template() {
            return Err(format!("is of no use as a template: {why}"));
        }
        match self.templates {
            list if list.contains(&format) => Ok(()),
            [] => Err(format!("is of no use: a {} file takes nothing from a template", self.extension)),
            [one] => Err(format!("is a file of format {format}; the template must be of format {one}")),
            several => {
                let several = several.join(", ");
                Err(format!("is a file of format {format}; the template must be one of {several}"))
            }
        }
    }
}

fn boxed<T: Document>(document: T) -> Box<dyn Document> {
    Box::new(document)
}

/// A file as an original.
#[cfg(test)]
pub(crate) fn original(file_name: &str, bytes: &[u8]) -> Vec<std::sync::Arc<dyn Document>> {
    vec![read(&mut Reader::new(bytes), file_name, &mut Sink::new()).unwrap().into()]
}

/// The one place where an original becomes one of the format that is written: the first of its type, else the first that
/// can stand in for one.
pub(crate) fn like<T: Document, R>(options: &WriteOptions, then: impl FnOnce(Option<&T>) -> R) -> R {
    let own = options.originals.iter().find_map(|d| d.as_any().downcast_ref::<T>());
    let other = match own {
        None => options.originals.iter().find_map(|d| T::adopt(&**d)),
        Some(_) => None,
    };
    then(own.or(other.as_ref()))
}

wire::codes! { CODES = "FILE":
    UNKNOWN_FORMAT Error
        "the file's format is not known to this program"
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

/// How often a file was looked at and read in this process: a test holds that each is, once.
pub mod counted {
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Files whose format was looked for.
    pub static LOOKED: AtomicUsize = AtomicUsize::new(0);
    /// Files that were read, from their first byte.
    pub static READ: AtomicUsize = AtomicUsize::new(0);

    pub(crate) fn add(to: &AtomicUsize) {
        to.fetch_add(1, Ordering::Relaxed);
    }
}

/// Which format a file is of.
pub fn identify(bytes: &[u8], file_name: &str) -> Result<&'static Format> {
    recognise(&Reader::new(bytes), file_name).map(|found| found.format)
}

/// Identifies and reads a file.
pub fn read(r: &mut Reader<'_>, file_name: &str, sink: &mut Sink) -> Read {
    recognise(r, file_name)?.read(r, sink)
}

/// The format of a file; and its document, where only reading decides.
pub struct Recognised<'a> {
    /// The format.
    pub format: &'static Format,
    trial: Option<Trial<'a>>,
}

/// A file that was read to find out what it is.
struct Trial<'a> {
    read: Read,
    sink: Sink,
    reader: Reader<'a>,
}

impl<'a> Recognised<'a> {
    /// The document: what was read already, or read now.
    pub fn read(self, r: &mut Reader<'a>, sink: &mut Sink) -> Read {
        match self.trial {
            Some(trial) => {
                sink.append(trial.sink);
                *r = trial.reader;
                trial.read
            }
            None => self.format.read_now(r, sink),
        }
    }
}

/// Finds out what a file is, and keeps what was read of it.
pub fn recognise<'a>(r: &Reader<'a>, file_name: &str) -> Result<Recognised<'a>> {
    counted::add(&counted::LOOKED);
    let (bytes, name) = (r.rest(), file_name.to_ascii_lowercase());
    let sure: Vec<Confidence> = FORMATS.iter().map(|f| (f.sniff)(bytes, &name)).collect();
    let mut best = (Confidence::No, None);
    if let Some(i) = sure.iter().position(|c| *c == Confidence::Magic) {
        best = (Confidence::Magic, FORMATS.get(i).map(|f| Recognised { format: f, trial: None }));
    } else {
        // The first that is sure by the content wins.
        for (format, sure) in FORMATS.iter().zip(sure) {
            if best.0 == Confidence::Content {
                break;
            }
            let (mut reader, mut sink) = (r.fresh(), Sink::new());
            let tried = (format.trial)(&mut reader, &name, &mut sink);
            let (sure, read) = tried.map_or((sure, None), |(sure, read)| (sure, Some(read)));
            if read.is_some() {
                counted::add(&counted::READ);
            }
            if sure > best.0 {
                let trial = read.map(|read| Trial { read, sink, reader });
                best = (sure, Some(Recognised { format, trial }));
            }
        }
    }
    match best {
        (Confidence::Magic | Confidence::Content, Some(found)) => Ok(found),
        (weak, guess) => {
            if let Some(sentence) = FOREIGN.iter().find_map(|f| f(bytes, &name)) {
                return Err(Error::new(&UNKNOWN_FORMAT, sentence));
            }
            match guess {
                Some(found)
                    if weak == Confidence::Extension
                        && (!bytes.is_empty() || found.format.kind == Kind::Archive) =>
                {
                    Ok(found)
                }
                _ if bytes.is_empty() => Err(Error::new(&UNKNOWN_FORMAT, "the file is empty")),
                _ => {
                    Err(Error::new(&UNKNOWN_FORMAT, "the content is not of a format that this program knows"))
                }
            }
        }
    }
}
