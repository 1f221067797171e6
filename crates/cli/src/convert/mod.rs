//! `convert`: to and from glTF, OBJ and every format.

mod job;
mod plan;

use crate::input::{self, LookArgs, ReadArgs, Walk};
use crate::output::Existing;
use crate::progress::{Ordered, Progress};
use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;
use formats::pipeline::Source;
use formats::{LoadOptions, Lod, Rest};
use rayon::prelude::*;
use scene::{Files, Folder};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Convert to and from glTF, OBJ and every format
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  xenomesh convert models -o out                         a folder of models to GLB\n  \
    xenomesh convert hero.xps --motion run.pose -o hero.glb\n  \
    xenomesh convert body.xac hair.xac --motion walk.xsm -o npc.glb\n  \
    xenomesh convert hero.glb -o hero.xps                  back\n  \
    xenomesh convert menu.bgp -o menu.svg                  a state machine as a drawing"
)]
pub struct Args {
    /// Files, folders, patterns, or archive.cat:inner/path
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,
    /// One file if it has an extension (several inputs then become one scene), else a folder
    #[arg(short, long, value_name = "OUT", required = true)]
    output: PathBuf,
    /// Target: glb, gltf, obj, svg, dot, mmd, or a format of `xenomesh formats` [default: by OUT, else glb]
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Motions to bind: xsm, xpm, pose, ani
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Motion")]
    motion: Vec<String>,
    /// `auto` binds the motions of the model's folder that fit it
    #[arg(long, value_name = "auto", help_heading = "Motion")]
    motions: Option<Motions>,
    /// Which pose is the rest pose
    #[arg(long, value_enum, default_value = "bind", help_heading = "Motion")]
    rest: RestArg,
    #[command(flatten)]
    look: LookArgs,
    /// Level of detail, 0 = finest; all = a scene for each, with the same joints (three.js wants them one by one)
    #[arg(long, value_name = "N|all", default_value = "0", value_parser = parse_lod, help_heading = "What to take")]
    lod: Lod,
    /// Collision meshes too
    #[arg(long, help_heading = "What to take")]
    collision: bool,
    /// Hidden parts: keep them as hidden nodes, or omit them
    #[arg(long, value_enum, default_value = "keep", help_heading = "What to take")]
    hidden: Hidden,
    /// Keep the N strongest influences of each vertex
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Steps")]
    max_influences: Option<u32>,
    /// Multiply all lengths
    #[arg(long, value_name = "F", value_parser = parse_scale, help_heading = "Steps")]
    scale: Option<f32>,
    /// Turn joints along their bones; same skinning, nicer to pose in Blender
    #[arg(long, help_heading = "Steps")]
    orient_bones: bool,
    /// Rename joints: a file of `old;new` lines
    #[arg(long, value_name = "FILE", help_heading = "Steps")]
    bone_map: Option<PathBuf>,
    /// Target game or variant: xrebirth, tos, paradox, xps2, xps3
    #[arg(long, value_name = "NAME", help_heading = "Writing game formats")]
    profile: Option<String>,
    /// The original file: supplies whatever the detour through glTF lost
    #[arg(long, value_name = "ORIGINAL", help_heading = "Writing game formats")]
    template: Option<PathBuf>,
    /// Drop keys that interpolation restores within this error (0 keeps all)
    #[arg(long, value_name = "E", default_value_t = 0.0, help_heading = "Writing game formats")]
    key_error: f32,
    /// Replace existing outputs
    #[arg(long, conflicts_with = "skip_existing")]
    force: bool,
    /// Pass over inputs whose output exists
    #[arg(long)]
    skip_existing: bool,
    /// How many files at once [default: all cores]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Say only what failed
    #[arg(short, long)]
    quiet: bool,
    /// Say everything, notes of no consequence too
    #[arg(short, long, conflicts_with = "quiet")]
    verbose: bool,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Motions {
    Auto,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RestArg {
    Bind,
    DefaultPose,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Hidden {
    Keep,
    Omit,
}

fn parse_lod(text: &str) -> Result<Lod, String> {
    match text {
        "all" => Ok(Lod::All),
        _ => text.parse().map(Lod::One).map_err(|_| format!("{text:?} is neither a number nor `all`")),
    }
}

fn parse_scale(text: &str) -> Result<f32, String> {
    text.parse::<f32>()
        .ok()
        .filter(|f| f.is_finite() && *f > 0.0)
        .ok_or_else(|| format!("{text:?} is not a number above 0"))
}

/// What was asked for, understood: everything a job needs besides its inputs.
pub struct Recipe {
    load: LoadOptions,
    motions: Vec<Source>,
    auto: bool,
    texture_folders: Option<Vec<Arc<dyn Files>>>,
    omit_hidden: bool,
    max_influences: Option<u32>,
    scale: Option<f32>,
    orient_bones: bool,
    bone_map: Option<String>,
    profile: Option<String>,
    template: Option<Vec<u8>>,
    template_beside: Vec<Vec<u8>>,
    key_error: f32,
    existing: Existing,
}

/// Folders to look for textures in.
pub fn texture_folders(folders: &[PathBuf]) -> Vec<Arc<dyn Files>> {
    folders.iter().map(|dir| -> Arc<dyn Files> { Arc::new(Folder::new(dir)) }).collect()
}

/// Where the textures of a model are looked for.
pub fn search<'a>(
    source: &'a Source,
    folders: &'a [Arc<dyn Files>],
    limit: u64,
) -> scene::textures::Search<'a> {
    scene::textures::Search {
        files: &*source.files,
        folder: source.path.rsplit_once('/').map_or("", |(dir, _)| dir),
        extra: folders.iter().map(|f| &**f as &dyn Files).collect(),
        game: None, // the source's own files lie over the game's already
        limit,
    }
}

/// Runs it.
pub fn run(args: Args) -> Result<ExitCode> {
    let target = plan::Target::choose(args.to.as_deref(), &args.output)?;
    let recipe = recipe(&args)?;
    let walk = if matches!(target, plan::Target::Drawing(_)) { Walk::Drawings } else { Walk::Models };
    let mut inputs = input::find(&args.inputs, args.look.game.as_deref(), walk)?;
    if walk == Walk::Models {
        input::drop_companions(&mut inputs, |i| &i.source.label);
    }
    if inputs.is_empty() {
        bail!("no file in {} is of a known format; see `xenomesh formats`", args.inputs.join(", "));
    }
    let jobs = plan::jobs(inputs, &args.output, &target)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0)).build()?;
    let progress = Progress::new(jobs.len(), args.quiet);
    let printer = Ordered::new(&progress);
    let level = if args.quiet {
        job::Level::Quiet
    } else if args.verbose {
        job::Level::Verbose
    } else {
        job::Level::Normal
    };
    let outcomes: Vec<job::Outcome> = pool.install(|| {
        jobs.par_iter()
            .enumerate()
            .map(|(i, job)| {
                let (outcome, text) = job::run(job, &target, &recipe, level);
                progress.step();
                printer.say(i, text);
                outcome
            })
            .collect()
    });
    drop(printer);
    drop(progress);
    let count = |o: job::Outcome| outcomes.iter().filter(|x| **x == o).count();
    let (done, failed, skipped) =
        (count(job::Outcome::Done), count(job::Outcome::Failed), count(job::Outcome::Skipped));
    if !args.quiet && outcomes.len() > 1 {
        let skipped = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
        let failed = if failed > 0 { format!(", {failed} failed") } else { String::new() };
        anstream::eprintln!("{done} converted{skipped}{failed}");
    }
    Ok(match (count(job::Outcome::Unwritable), failed) {
        (0, 0) => ExitCode::SUCCESS,
        (0, _) => ExitCode::from(1),
        _ => ExitCode::from(2),
    })
}

fn recipe(args: &Args) -> Result<Recipe> {
    let mut load = args.read.options()?;
    load.lod = args.lod;
    load.collision = args.collision;
    load.rest = if args.rest == RestArg::DefaultPose { Rest::DefaultPose } else { Rest::Bind };
    let text = |path: &Path| std::fs::read_to_string(path).with_context(|| path.display().to_string());
    let motions = input::find(&args.motion, args.look.game.as_deref(), Walk::All)?;
    Ok(Recipe {
        load,
        motions: motions.into_iter().map(|i| i.source).collect(),
        auto: args.motions.is_some(),
        texture_folders: args.look.folders(),
        omit_hidden: args.hidden == Hidden::Omit,
        max_influences: args.max_influences,
        scale: args.scale,
        orient_bones: args.orient_bones,
        bone_map: args.bone_map.as_deref().map(text).transpose().context("--bone-map")?,
        profile: args.profile.clone(),
        template: args
            .template
            .as_deref()
            .map(|p| std::fs::read(p).with_context(|| format!("--template {}", p.display())))
            .transpose()?,
        template_beside: args.template.as_deref().map(beside).unwrap_or_default(),
        key_error: args.key_error,
        existing: match (args.force, args.skip_existing) {
            (true, _) => Existing::Replace,
            (_, true) => Existing::Skip,
            _ => Existing::Keep,
        },
    })
}

/// The other half of an Anark scene: a BSG has no names, a BGF no places.
fn beside(template: &Path) -> Vec<Vec<u8>> {
    let extension = template.extension().map(|e| e.to_ascii_lowercase());
    let other = match extension.as_ref().and_then(|e| e.to_str()) {
        Some("bsg") => "bgf",
        Some("bgf") => "bsg",
        _ => return Vec::new(),
    };
    std::fs::read(template.with_extension(other)).into_iter().collect()
}
