//! `--template`: the original file, opened once, refused with one sentence where it is of no use.

use crate::{Error, Model, Result, Source, Target};
use formats::{Document, LoadOptions, WriteOptions};
use scene::Files;
use scene::textures::Originals;
use std::path::Path;
use std::sync::Arc;
use wire::Sink;

/// The original of what is being written, and what belongs to it.
#[derive(Clone, Debug)]
pub struct Template {
    source: Source,
    /// The document, and the other half of an Anark scene: a BSG has no names, a BGF no places.
    originals: Vec<Arc<dyn Document>>,
    /// Files that the original names: of a component, and the COLLADA file of an Anark scene.
    files: Vec<(String, Vec<u8>)>,
}

impl Template {
    /// Opens it, from a file system in the place of the disk if there is one.
    pub(crate) fn open(path: &Path, files: Option<&Arc<dyn Files>>, options: &LoadOptions) -> Result<Self> {
        let source = |path: &Path| match files {
            Some(files) => {
                let typed = path.to_string_lossy().into_owned();
                let path = files.resolve(&typed).unwrap_or_else(|| typed.clone());
                Source { files: files.clone(), path, label: typed }
            }
            // What a component names is below the root of its game.
            None => crate::Inputs::new(crate::Walk::All)
                .find(&[path.to_string_lossy()])
                .ok()
                .and_then(|found| found.into_iter().next())
                .map_or_else(|| Source::on_disk(path), |input| input.source),
        };
        let open = |path: &Path| Model::open(&source(path), options);
        let model =
            open(path).map_err(|e| refuse(&path.display().to_string(), &format!("cannot be read: {e}")))?;
        let half = match model.format() {
            "bsg" => Some("bgf"),
            "bgf" => Some("bsg"),
            _ => None,
        };
        let mut out = Self::of(model);
        if let Some(half) = half {
            out.originals.extend(open(&path.with_extension(half)).ok().map(|m| Arc::from(m.document)));
            let meshes = source(&path.with_extension("dae"));
            let there = meshes.files.resolve(&meshes.path);
            let bytes = there.and_then(|there| meshes.files.read(&there).ok());
            out.files.extend(bytes.map(|bytes| (meshes.path, bytes)));
        }
        Ok(out)
    }

    /// Of bytes that are not in a file; the name decides where the content does not.
    pub fn from_bytes(name: &str, bytes: impl Into<Vec<u8>>) -> Result<Self> {
        let model =
            Model::from_bytes(name, bytes).map_err(|e| refuse(name, &format!("cannot be read: {e}")))?;
        Ok(Self::of(model))
    }

    fn of(model: Model) -> Self {
        #[cfg(feature = "egosoft")]
        let files = model.as_().map_or_else(Vec::new, |component| {
            formats::egosoft::component::companions(component, &model.source.context(&LoadOptions::default()))
        });
        #[cfg(not(feature = "egosoft"))]
        let files = Vec::new();
        Self { source: model.source, originals: vec![Arc::from(model.document)], files }
    }

    /// Whether a target can take anything from it.
    pub(crate) fn check(&self, target: &Target) -> Result<()> {
        let Some(own) = self.originals.first() else { return Ok(()) };
        let accepted = match target {
            Target::Game(format) => format.accepts(&**own),
            _ => Err(no_use(target)),
        };
        accepted.map_err(|why| refuse(&self.source.label, &why))
    }

    /// Where it is: there its pictures are.
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// As the writers of the formats take it; `pictures`: where its pictures may be.
    pub(crate) fn fill(&self, options: &mut WriteOptions, pictures: &mut Originals<'_>) {
        let load = LoadOptions::default();
        let scene = self.originals.first().map(|d| d.to_scene(&self.source.context(&load), &mut Sink::new()));
        if let Some(Ok(scene)) = scene {
            let files = scene.images.into_iter().map(|i| i.file);
            options.template_pictures = files.filter(|f| pictures.has(f)).collect();
        }
        options.originals.clone_from(&self.originals);
        options.template_files.clone_from(&self.files);
    }
}

fn no_use(target: &Target) -> String {
    format!("is of no use: a {} file takes nothing from a template", target.extension())
}

/// Refuses a picture as the template of anything but a picture of its kind.
pub(crate) fn check_picture((label, bytes): &(String, Vec<u8>), target: &Target) -> Result<()> {
    let is_dds = scene::textures::is_dds(bytes);
    if bytes.starts_with(&[0x1f, 0x8b]) && !is_dds {
        return Err(refuse(label, "is packed and holds no DDS"));
    }
    match target {
        Target::Picture("dds" | "gz") if is_dds => Ok(()),
        Target::Picture("tga") if !is_dds => Ok(()),
        Target::Picture("dds" | "gz") => Err(refuse(label, "is not a DDS; the template must be one")),
        Target::Picture("tga") => Err(refuse(label, "is a DDS; the template must be a TGA")),
        Target::Game(format) if !format.templates.is_empty() => {
            let wanted = format.templates.join(" or ");
            Err(refuse(label, &format!("is a picture; the template must be of format {wanted}")))
        }
        _ => Err(refuse(label, &no_use(target))),
    }
}

fn refuse(label: &str, why: &str) -> Error {
    Error::Option { option: "template", message: format!("{label} {why}") }
}

/// Whether a target knows a profile. Formats without any ignore what others know.
pub(crate) fn check_profile(profile: &str, target: &Target) -> Result<()> {
    let own: &[&str] = match target {
        Target::Game(format) => format.profiles,
        _ => &[],
    };
    let mut list: Vec<&str> = own.to_vec();
    if list.is_empty() {
        list = formats::FORMATS.iter().flat_map(|f| f.profiles).copied().collect();
    }
    if profile.is_empty() || list.iter().any(|p| p.eq_ignore_ascii_case(profile)) {
        return Ok(());
    }
    let mut seen = std::collections::HashSet::new();
    list.retain(|p| seen.insert(*p));
    let message = format!("unknown profile {profile:?}; {} knows {}", target.extension(), list.join(", "));
    Err(Error::Option { option: "profile", message })
}
