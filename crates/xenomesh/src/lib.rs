//! Opens, checks, repairs and converts game models: XNALara/XPS, EMotionFX, Egosoft (X Rebirth, X4) and Anark, to and
//! from glTF, and writes them back without losing a byte.
//!
//! Convert a folder of models to GLB:
//!
//! ```no_run
//! use xenomesh::Converter;
//! for done in Converter::new().write(["models"], "out")? {
//!     println!("{}: {:?}, {} findings", done.label, done.status, done.findings.len());
//! }
//! # Ok::<(), xenomesh::Error>(())
//! ```
//!
//! A model with a motion, in memory:
//!
//! ```
//! use xenomesh::Converter;
//! let folder = "../../samples/xnalara";
//! let done = Converter::new().motion(format!("{folder}/wave.pose")).convert([format!("{folder}/character.mesh")])?;
//! let glb = &done[0].files[0];
//! assert_eq!(glb.name, "character.glb");
//! assert!(glb.bytes.starts_with(b"glTF"));
//! # Ok::<(), xenomesh::Error>(())
//! ```
//!
//! What is wrong with a file, and a repaired copy:
//!
//! ```
//! let mut model = xenomesh::open("../../tests/data/codes/XNA_INDEX_RANGE.mesh")?;
//! for finding in model.validate() {
//!     println!("{} at {:?}: {}", finding.code.id, finding.offset, finding.message);
//! }
//! assert_eq!(model.fix(), 0, "nothing is left to repair");
//! let repaired: Vec<u8> = model.write();
//! # assert!(!repaired.is_empty());
//! # Ok::<(), xenomesh::Error>(())
//! ```
//!
//! | piece | what it is for |
//! |---|---|
//! | [`open`], [`Model`] | one file: inspect, validate, fix, scrub, dump, scene, write |
//! | [`Converter`], [`ConvertOptions`] | every option of `xenomesh convert`; files in memory or on disk, progress, cancel |
//! | [`inputs`] | files, folders, patterns and archives as sources |
//! | [`Files`], [`Folder`], [`Memory`], [`Overlay`] | where files come from; a browser or an archive can be the disk |
//! | [`formats`], [`scene`], [`wire`] | the layers below: types of every format, the neutral model, bytes and findings |
//!
//! Nothing in here prints or ends the process.

mod actor_types;
mod archives;
mod assemble;
mod auto;
mod convert;
mod edit;
mod error;
mod findings;
mod input;
mod job;
mod model;
pub mod names;
mod options;
pub mod output;
mod pictures;
mod recipe;
mod report;
mod source;
mod steps;
mod target;
mod template;

#[cfg(feature = "egosoft")]
pub use archives::open_archive;
pub use archives::{is_archive, open_files, open_within};
pub use assemble::assemble;
pub use convert::{Converted, Converter, Event, OutputFile, Status};
pub use error::{Error, Result};
pub use formats::{Document, FORMATS, Format, Kind, LoadOptions, Lod, Repair, Rest};
pub use input::{Input, Inputs, Walk, inputs, is_input};
pub use model::Model;
pub use options::{BoneNames, ConvertOptions, EveryFrame, Hidden, Motions};
pub use recipe::Recipe;
pub use report::{
    AnimationReport, ErrorReport, Facts, FileReport, Inspected, MaterialReport, MeshReport, SceneReport,
    TextureReport, ValidateReport, Validated, facts, inspect, validate,
};
pub use scene::{Files, Folder, Memory, Overlay, Scene};
pub use source::Source;
pub use steps::{STEPS, Step};
pub use target::Target;
pub use template::Template;
pub use wire::{Diagnostic, Severity, Sink};

pub use {formats, scene, wire};

/// The root type of every format, for [`Model::as_`] and [`Model::as_mut`].
///
/// ```
/// use xenomesh::types::{Xac, Xps};
/// let actor = xenomesh::open("../../samples/emfx/xrebirth/character.xac")?;
/// assert!(actor.as_::<Xac>().is_some_and(|file| !file.chunks.is_empty()));
/// assert!(actor.as_::<Xps>().is_none());
/// # Ok::<(), xenomesh::Error>(())
/// ```
pub mod types {
    #[cfg(feature = "anark")]
    pub use formats::anark::bgf::Bgf;
    #[cfg(feature = "anark")]
    pub use formats::anark::bgp::Bgp;
    #[cfg(feature = "anark")]
    pub use formats::anark::bsg::Bsg;
    #[cfg(feature = "egosoft")]
    pub use formats::egosoft::ani::Ani;
    #[cfg(feature = "egosoft")]
    pub use formats::egosoft::cat::Cat;
    #[cfg(feature = "egosoft")]
    pub use formats::egosoft::component::Component;
    #[cfg(feature = "egosoft")]
    pub use formats::egosoft::xmf::Xmf;
    #[cfg(feature = "emotionfx")]
    pub use formats::emfx::{Xac, Xpm, Xsm, XsmTime};
    pub use formats::gltf::Gltf;
    pub use formats::ipf::Ipf;
    pub use formats::paradox::gfx::Gfx;
    #[cfg(feature = "xnalara")]
    pub use formats::xnalara::ascii::Ascii;
    #[cfg(feature = "xnalara")]
    pub use formats::xnalara::pose::Pose;
    #[cfg(feature = "xnalara")]
    pub use formats::xnalara::scenefile::types::SceneFile;
    #[cfg(feature = "xnalara")]
    pub use formats::xnalara::xps::Xps;
}

/// Opens a file: a path, or `archive.cat:inner/path`.
///
/// ```
/// let ship = xenomesh::open("../../samples/egosoft/ship.cat:assets/units/size_s/ship_sample.xml")?;
/// assert_eq!(ship.format(), "component");
/// let report = ship.inspect();
/// assert!(report.error.is_none());
/// # Ok::<(), xenomesh::Error>(())
/// ```
pub fn open(path: impl AsRef<std::path::Path>) -> Result<Model> {
    open_with(path, &LoadOptions::default())
}

/// Opens a file with options of reading. `units.gfx:Soldier` is one actor type of a `.gfx`.
pub fn open_with(path: impl AsRef<std::path::Path>, options: &LoadOptions) -> Result<Model> {
    let typed = path.as_ref().to_string_lossy().into_owned();
    Model::open(&Inputs::default().one(&typed)?.source, options)
}
