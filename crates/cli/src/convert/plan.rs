//! Which inputs become which outputs.

use crate::input::Input;
use anyhow::{Result, bail};
use formats::{FORMATS, Format};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What to convert to.
#[derive(Clone, Copy)]
pub enum Target {
    /// Binary glTF.
    Glb,
    /// glTF with its buffer and pictures beside it.
    Gltf,
    /// Wavefront OBJ with MTL.
    Obj,
    /// A drawing: `svg`, `dot`, `mmd`.
    Drawing(&'static str),
    /// A game format.
    Game(&'static Format),
}

const DRAWINGS: [&str; 3] = ["svg", "dot", "mmd"];

impl Target {
    /// By `--to`, else by the output's extension, else GLB.
    pub fn choose(to: Option<&str>, out: &Path) -> Result<Self> {
        if let Some(name) = to {
            return Self::by_name(name);
        }
        if out.is_dir() {
            return Ok(Self::Glb);
        }
        let name = out.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
        if !is_file_name(&name) {
            return Ok(Self::Glb);
        }
        let game = FORMATS
            .iter()
            .copied()
            .filter(|f| f.from_scene.is_some())
            .flat_map(|f| f.extensions.iter().map(move |e| (e, f)))
            .filter(|(e, _)| name.strip_suffix(**e).is_some_and(|s| s.ends_with('.')))
            .max_by_key(|(e, _)| e.len());
        match game {
            Some((_, f)) if f.id != "gltf" => Ok(Self::Game(f)),
            _ => Self::by_name(name.rsplit('.').next().unwrap_or_default()),
        }
    }

    fn by_name(name: &str) -> Result<Self> {
        let name = name.trim_start_matches('.').to_ascii_lowercase();
        match name.as_str() {
            "glb" => return Ok(Self::Glb),
            "gltf" => return Ok(Self::Gltf),
            "obj" => return Ok(Self::Obj),
            _ => {}
        }
        if let Some(kind) = DRAWINGS.iter().find(|d| **d == name) {
            return Ok(Self::Drawing(kind));
        }
        let writable: Vec<&Format> = FORMATS.iter().copied().filter(|f| f.from_scene.is_some()).collect();
        if let Some(f) = writable
            .iter()
            .find(|f| f.id == name)
            .or_else(|| writable.iter().find(|f| f.extensions.contains(&name.as_str())))
        {
            return Ok(Self::Game(f));
        }
        let known: Vec<&str> = writable.iter().map(|f| f.id).filter(|id| *id != "gltf").collect();
        bail!("cannot convert to {name:?}; targets are glb, gltf, obj, svg, dot, mmd, {}", known.join(", "))
    }

    /// Extension of its main file.
    pub fn extension(&self) -> &'static str {
        match self {
            Self::Glb => "glb",
            Self::Gltf => "gltf",
            Self::Obj => "obj",
            Self::Drawing(kind) => kind,
            Self::Game(f) => f.extensions.first().copied().unwrap_or(f.id),
        }
    }
}

/// A name with an extension is a file, one without a folder.
fn is_file_name(name: &str) -> bool {
    name.rfind('.').is_some_and(|i| i > 0 && i + 1 < name.len())
}

/// Some inputs that become one output.
pub struct Job {
    /// What goes in.
    pub inputs: Vec<Input>,
    /// The main file that comes out.
    pub out: PathBuf,
}

/// One job for a file, one per input for a folder.
pub fn jobs(inputs: Vec<Input>, out: &Path, target: &Target) -> Result<Vec<Job>> {
    let name = out.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    if !out.is_dir() && is_file_name(&name) {
        return Ok(vec![Job { inputs, out: out.to_owned() }]);
    }
    std::fs::create_dir_all(out)
        .map_err(|e| anyhow::anyhow!("folder {} cannot be made: {e}", out.display()))?;
    let extension = target.extension();
    let short: Vec<String> = inputs.iter().map(|i| shortened(&i.relative, extension)).collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for name in &short {
        *seen.entry(name.to_lowercase()).or_default() += 1;
    }
    Ok(inputs
        .into_iter()
        .zip(short)
        .map(|(input, short)| {
            let clash = seen.get(&short.to_lowercase()).is_some_and(|n| *n > 1);
            let relative = if clash { format!("{}.{extension}", input.relative) } else { short };
            Job { out: out.join(relative), inputs: vec![input] }
        })
        .collect())
}

fn shortened(relative: &str, extension: &str) -> String {
    let (folder, name) = relative.rsplit_once('/').map_or(("", relative), |(d, n)| (d, n));
    let stem = formats::stem(name);
    if folder.is_empty() { format!("{stem}.{extension}") } else { format!("{folder}/{stem}.{extension}") }
}
