//! `--template`: the original file, opened once, refused with one sentence where it is of no use.

use crate::{Error, Model, Result, Source, Target};
use formats::{LoadOptions, WriteOptions};
use scene::Files;
use scene::textures::Originals;
use std::path::Path;
use std::sync::Arc;

/// The original of what is being written, and what belongs to it.
#[derive(Clone, Debug)]
pub struct Template {
    model: Arc<Model>,
    /// The other half of an Anark scene: a BSG has no names, a BGF no places.
    other_half: Option<Arc<Model>>,
    /// The COLLADA file of an Anark scene.
    meshes: Option<Arc<[u8]>>,
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
            // What a component names lies below the root of its game.
            None => crate::Inputs::new(crate::Walk::All)
                .find(&[path.to_string_lossy()])
                .ok()
                .and_then(|found| found.into_iter().next())
                .map_or_else(|| Source::on_disk(path), |input| input.source),
        };
        let open = |path: &Path| Model::open(&source(path), options);
        let model =
            open(path).map_err(|e| refuse(&path.display().to_string(), &format!("cannot be read: {e}")))?;
        let other = match model.format() {
            "bsg" => open(&path.with_extension("bgf")).ok(),
            "bgf" => open(&path.with_extension("bsg")).ok(),
            _ => None,
        };
        let meshes = matches!(model.format(), "bsg" | "bgf").then(|| {
            let beside = source(&path.with_extension("dae"));
            let there = beside.files.resolve(&beside.path)?;
            beside.files.read(&there).ok().map(|bytes| Arc::from(&bytes[..]))
        });
        Ok(Self { model: Arc::new(model), other_half: other.map(Arc::new), meshes: meshes.flatten() })
    }

    /// Of bytes that lie nowhere; the name decides where the content does not.
    pub fn from_bytes(name: &str, bytes: impl Into<Vec<u8>>) -> Result<Self> {
        let model =
            Model::from_bytes(name, bytes).map_err(|e| refuse(name, &format!("cannot be read: {e}")))?;
        Ok(Self { model: Arc::new(model), other_half: None, meshes: None })
    }

    /// Whether a target can take anything from it.
    pub(crate) fn check(&self, target: &Target) -> Result<()> {
        let accepted = match target {
            Target::Game(format) => format.templates,
            _ => &[],
        };
        let format = self.model.format();
        if accepted.contains(&format) {
            return Ok(());
        }
        let why = match accepted {
            [] => format!("is of no use: a {} file takes nothing from a template", target.extension()),
            [one] => format!("is a file of format {format}; the template must be of format {one}"),
            several => {
                format!("is a file of format {format}; the template must be one of {}", several.join(", "))
            }
        };
        Err(refuse(self.model.label(), &why))
    }

    /// Where it is: there its pictures are.
    pub(crate) fn source(&self) -> &Source {
        self.model.source()
    }

    /// As the writers of the formats take it; `originals`: where its pictures may be.
    pub(crate) fn fill(&self, options: &mut WriteOptions, originals: &mut Originals<'_>) {
        if let Ok(scene) = self.model.scene(&LoadOptions::default()) {
            let files = scene.images.into_iter().map(|i| i.file);
            options.template_pictures = files.filter(|f| originals.has(f)).collect();
        }
        options.template = Some(self.model.bytes().to_vec());
        let half = self.other_half.iter().map(|m| m.bytes().to_vec());
        options.template_beside = half.chain(self.meshes.iter().map(|m| m.to_vec())).collect();
        #[cfg(feature = "egosoft")]
        if self.model.format() == "component" {
            let (source, limits) = (self.source(), LoadOptions::default());
            options.template_files =
                formats::egosoft::component::companions(self.model.bytes(), &source.context(&limits));
        }
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
