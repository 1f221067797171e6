//! `convert`: to and from glTF, OBJ and every format.

use crate::args::{LookArgs, ReadArgs, typed};
use crate::progress::{Ordered, Progress};
use crate::show;
use anyhow::Result;
use clap::ValueEnum;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use xenomesh::{
    BoneNames, ConvertOptions, Converted, Converter, Diagnostic, Error, Event, EveryFrame, Hidden, Lod,
    Motions, OutputFile, Rest, Severity, Status, formats,
};

/// Convert to and from glTF, OBJ and every format
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  xenomesh convert models -o out                         a folder of models to GLB\n  \
    xenomesh convert hero.xps --motion run.pose -o hero.glb\n  \
    xenomesh convert body.xac hair.xac --motion walk.xsm -o npc.glb\n  \
    xenomesh convert hero.xps                              to hero.glb next to it\n  \
    xenomesh convert cruiser.xac --motion fire.xsm --retarget -o cruiser.glb\n  \
    xenomesh convert interface/avatars.gfx --game ~/vic2 -o units      every unit with its clips\n  \
    xenomesh convert infantry.xac --colours B22222,FFD700 -o red.glb   in a country's colours\n  \
    xenomesh convert hero.glb -o hero.xps                  back\n  \
    xenomesh convert hero.glb --template hero.xps -o new/hero.xps\n  \
    xenomesh convert hero.glb --frame 12 -o wave.pose      a frame as a pose\n  \
    xenomesh convert hero.xps --motion wave.pose -o posed.xps\n  \
    xenomesh convert menu.bgp -o menu.svg                  a state machine as a drawing\n  \
    xenomesh convert menu.glb --template main.bsg -o new/main.bsg      a menu back: .bsg, .bgf and changed meshes (.dae)\n  \
    xenomesh convert menu.glb -o menu.dae                  meshes of a menu as COLLADA\n  \
    xenomesh convert hull-lod0.xmf --raw buffers -o hull.glb           buffers as the game sees them, next to the model\n\n\
    From Blender back to XPS: a name in XPS form (7_hair) on the object, its mesh or its material decides the render\n\
    group, the newest edit first; without one, what the material shows does. Tick Include > Custom Properties in Blender's\n\
    glTF exporter or give --template; untick Use Rest Position Armature to export a pose without keys. Profiles: xps3\n\
    (XPS 11.8.9 and later), xps2 (older), 2.12, 1.12. --force replaces OUT only, never a picture: one that differs\n\
    gets a name of its own, one that did not change is not written. More: docs/from-blender-to-xps.md.\n\n\
    A ship to Blender and back:\n  \
    xenomesh convert ship.xml --lod all --collision -o ship.glb\n  \
    xenomesh convert ship.glb --template ship.xml -o new/ship.xml\n\n\
    Objects go by their names, with the .001 of Blender's copies or without: NAME or NAME-lod0, NAME-lod1 …,\n\
    NAME-collision, NAME_wreck. Hardpoints are empties named con_… or with a custom property tags:\n\n  \
    custom property   meaning                          without it, from the name\n  \
    tags              tags of the connection           weapon turret engine thruster shield dockarea cockpit\n  \
    \u{20}                                                 storage countermeasure; s m l xl between _ are sizes\n  \
    group             group of the connection          -\n  \
    value             value of the connection          -\n\n  \
    con_turret_m_01 is a medium turret. Moved ones move, new ones are added, removed ones are reported.\n\n\
    Pictures alone: xenomesh convert hull.gz -o hull.png, and back with the kind of the original:\n  \
    xenomesh convert hull.png --template hull.gz -o new/hull.gz"
)]
pub struct Args {
    /// Files, folders, patterns, or archive.cat:inner/path
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,
    /// One file if it has an extension (several inputs then become one scene), else a folder [default: next to the input]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Target: glb, gltf, obj, dae, svg, dot, mmd, or a format of `xenomesh formats` [default: by OUT, else glb]
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Motions to bind: xsm, xpm, pose, ani
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Motion")]
    motion: Vec<String>,
    /// `auto` binds the motions that the game's .gfx files name; without such files, a guess from the model's folder
    #[arg(long, value_name = "auto", help_heading = "Motion")]
    motions: Option<MotionsArg>,
    /// Motions made for another skeleton (xsm): add what the model's bind pose differs from theirs
    #[arg(long, help_heading = "Motion")]
    retarget: bool,
    /// Of a .gfx with several actor types (Paradox games), this one
    #[arg(long = "type", value_name = "NAME", help_heading = "What to take")]
    actor_type: Option<String>,
    /// Attach another model to a node: helmet.xac@Head
    #[arg(long, value_name = "FILE@NODE", num_args = 1.., help_heading = "What to take")]
    attach: Vec<String>,
    /// A frame of the motion (24 a second, from 0) for a .pose, or for the default pose of an .xps
    #[arg(long, value_name = "N", conflicts_with = "frames", help_heading = "Motion")]
    frame: Option<u32>,
    /// `all`: a .pose for every key of the motion: wave.pose, wave002.pose, …
    #[arg(long, value_name = "all", help_heading = "Motion")]
    frames: Option<FramesArg>,
    /// Which pose is the rest pose
    #[arg(long, value_enum, default_value = "bind", help_heading = "Motion")]
    rest: RestArg,
    #[command(flatten)]
    look: LookArgs,
    /// Level of detail, 0 = finest; all = a scene for each, with the same joints (three.js wants them one by one)
    #[arg(long, value_name = "N|all", default_value = "0", help_heading = "What to take")]
    lod: Lod,
    /// Collision meshes too
    #[arg(long, help_heading = "What to take")]
    collision: bool,
    /// Hidden parts: keep them as hidden nodes, or omit them
    #[arg(long, value_enum, default_value = "keep", help_heading = "What to take")]
    hidden: HiddenArg,
    /// Keep the N strongest influences of each vertex
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Steps")]
    max_influences: Option<u32>,
    /// Multiply all lengths
    #[arg(long, value_name = "F", value_parser = parse_scale, help_heading = "Steps")]
    scale: Option<f32>,
    /// Turn joints along their bones, local X the axis they bend about; same skinning, nicer to pose in Blender
    #[arg(long, help_heading = "Steps")]
    orient_bones: bool,
    /// Multiply lightmaps into the base colour: Blender shows no occlusion. Undone when converting back
    #[arg(long, help_heading = "Textures")]
    bake_lightmaps: bool,
    /// Rename joints: a file of `old;new` lines
    #[arg(long, value_name = "FILE", help_heading = "Steps")]
    bone_map: Option<PathBuf>,
    /// `blender`: sides as Blender mirrors them (`arm *side* elbow.L`); always undone towards game formats
    #[arg(long, value_name = "blender", help_heading = "Steps")]
    bone_names: Option<BoneNamesArg>,
    /// Target game or variant: x4, xrebirth, tos, paradox, xps2, xps3
    #[arg(long, value_name = "NAME", help_heading = "Writing game formats")]
    profile: Option<String>,
    /// The original file: supplies what glTF cannot hold
    #[arg(long, value_name = "ORIGINAL", help_heading = "Writing game formats")]
    template: Option<PathBuf>,
    /// Class of a component, such as ship_m [default: that of the template or the model, else ship_s]
    #[arg(long, value_name = "NAME", help_heading = "Writing game formats")]
    component_class: Option<String>,
    /// Where the game finds the meshes of a component [default: that of the template or the model, else
    /// assets\units\size_…\NAME_data]
    #[arg(long, value_name = "PATH", help_heading = "Writing game formats")]
    geometry: Option<String>,
    /// Put the pictures of a game format here instead of next to it
    #[arg(long, value_name = "DIR", help_heading = "Writing game formats")]
    textures_to: Option<PathBuf>,
    /// Also write the decoded buffers of XMF meshes here: NAME.0.bin … and their layout as NAME.raw.json
    #[arg(long, value_name = "DIR", help_heading = "What to take")]
    raw: Option<PathBuf>,
    /// Drop keys that interpolation replaces within this error (0 keeps all)
    #[arg(long, value_name = "E", default_value_t = 0.0, help_heading = "Writing game formats")]
    key_error: f32,
    /// Replace existing outputs
    #[arg(long, conflicts_with = "skip_existing")]
    force: bool,
    /// Skip inputs whose output exists
    #[arg(long)]
    skip_existing: bool,
    /// How many files at once [default: all cores]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Report only what failed
    #[arg(short, long)]
    quiet: bool,
    /// Report everything, also notes that need no action
    #[arg(short, long, conflicts_with = "quiet")]
    verbose: bool,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum MotionsArg {
    Auto,
}

#[derive(Clone, Copy, ValueEnum)]
enum FramesArg {
    All,
}

#[derive(Clone, Copy, ValueEnum)]
enum BoneNamesArg {
    Blender,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RestArg {
    Bind,
    DefaultPose,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum HiddenArg {
    Keep,
    Omit,
}

fn parse_scale(text: &str) -> Result<f32, String> {
    text.parse::<f32>()
        .ok()
        .filter(|f| f.is_finite() && *f > 0.0)
        .ok_or_else(|| format!("{text:?} is not a number above 0"))
}

impl Args {
    /// As the library wants them.
    fn options(&self) -> ConvertOptions {
        ConvertOptions {
            to: self.to.clone(),
            motion: self.motion.clone(),
            motions: self.motions.map(|MotionsArg::Auto| Motions::Auto),
            retarget: self.retarget,
            actor_type: self.actor_type.clone(),
            attach: self.attach.clone(),
            rest: if self.rest == RestArg::DefaultPose { Rest::DefaultPose } else { Rest::Bind },
            lod: self.lod,
            collision: self.collision,
            hidden: if self.hidden == HiddenArg::Omit { Hidden::Omit } else { Hidden::Keep },
            max_influences: self.max_influences,
            scale: self.scale,
            orient_bones: self.orient_bones,
            bake_lightmaps: self.bake_lightmaps,
            bone_map: self.bone_map.clone(),
            profile: self.profile.clone(),
            template: self.template.clone(),
            component_class: self.component_class.clone(),
            geometry: self.geometry.clone(),
            key_error: self.key_error,
            frame: self.frame,
            frames: self.frames.map(|FramesArg::All| EveryFrame::All),
            bone_names: self.bone_names.map(|BoneNamesArg::Blender| BoneNames::Blender),
            textures_to: self.textures_to.clone(),
            raw: self.raw.clone(),
            force: self.force,
            skip_existing: self.skip_existing,
            jobs: self.jobs,
            ..self.look.options(&self.read)
        }
    }

    fn level(&self) -> Level {
        match (self.quiet, self.verbose) {
            (true, _) => Level::Quiet,
            (_, true) => Level::Verbose,
            _ => Level::Normal,
        }
    }
}

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// Failures only.
    Quiet,
    /// Results and warnings.
    Normal,
    /// Notes too.
    Verbose,
}

/// Runs it.
pub fn run(args: Args) -> Result<ExitCode> {
    let level = args.level();
    // How many outputs there will be is known with the first of them.
    let printer: Arc<OnceLock<Ordered>> = Arc::default();
    let shared = printer.clone();
    let converter = Converter::with(args.options()).progress(move |event| {
        if let Event::Finished { job, of, converted } = event {
            let printer = shared.get_or_init(|| Ordered::new(Progress::new(of, level == Level::Quiet)));
            printer.progress().step();
            printer.say(job, report(converted, level));
        }
    });
    let done = match &args.output {
        Some(out) => converter.write(&args.inputs, out),
        None => converter.write_next_to(&args.inputs),
    }
    .map_err(typed)?;
    if let Some(printer) = printer.get() {
        printer.progress().finish();
    }
    let count = |s: Status| done.iter().filter(|c| c.status == s).count();
    let (failed, skipped) = (count(Status::Failed), count(Status::Skipped));
    if level != Level::Quiet && done.len() > 1 {
        let skipped = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
        let failed = if failed > 0 { format!(", {failed} failed") } else { String::new() };
        crate::say!("{} converted{skipped}{failed}", count(Status::Done));
    }
    Ok(match (count(Status::Unwritable), failed) {
        (0, 0) => ExitCode::SUCCESS,
        (0, _) => ExitCode::from(1),
        _ => ExitCode::from(2),
    })
}

/// What is said about one output.
fn report(c: &Converted, level: Level) -> String {
    match &c.error {
        Some(Error::File(e)) => {
            let bytes = match c.sources.as_slice() {
                [one] => one.read().ok(),
                _ => None,
            };
            show::finding(&c.label, &Diagnostic::from(e), bytes.as_deref())
        }
        Some(e) => format!("{}: {e}", c.label),
        None if c.status == Status::Done && level != Level::Quiet => summary(c, level),
        None => String::new(),
    }
}

/// `hero.glb (2 kB)`, with what was written next to it.
fn outputs(c: &Converted) -> String {
    let size = |files: &[OutputFile]| show::size(files.iter().map(|f| f.size).sum());
    let (main, others) = c.files.split_at(1.min(c.files.len()));
    let mut text = format!("{} ({})", c.output.display(), size(main));
    match others {
        [] => {}
        [_, _, _, ..] => text.push_str(&format!(" + {} files ({})", others.len(), size(others))),
        few => {
            for file in few {
                text.push_str(&format!(" + {} ({})", file.name, show::size(file.size)));
            }
        }
    }
    text
}

fn summary(c: &Converted, level: Level) -> String {
    let read: u64 = c.sources.iter().filter_map(|s| std::fs::metadata(&s.label).ok()).map(|m| m.len()).sum();
    let read = if read > 0 { format!(" ({})", show::size(read)) } else { String::new() };
    let mut text = format!("{}{read} → {}{}", c.label, outputs(c), show::counts(&c.findings));
    let least = if level == Level::Verbose { Severity::Info } else { Severity::Warning };
    // What `--motions auto` chose is said without being asked: nobody named it.
    let chosen = |d: &Diagnostic| d.code.id == formats::MOTION_BOUND.id;
    for d in c.findings.iter().filter(|d| d.severity >= least || chosen(d)) {
        let place = if d.path.is_empty() { String::new() } else { format!(" ({})", d.path) };
        text.push_str(&format!("\n  {}[{}]: {}{place}", severity_name(d.severity), d.code.id, d.message));
    }
    text
}

fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// What only the program needs: where to, and how much to say.
    const OWN: [&str; 4] = ["output", "quiet", "verbose", "help"];

    #[test]
    fn every_option_is_one_of_the_library() {
        let known = serde_json::to_value(ConvertOptions::default()).unwrap();
        let known: Vec<&String> = known.as_object().unwrap().keys().collect();
        let cli = crate::Cli::command();
        let convert = cli.find_subcommand("convert").unwrap();
        let typed: Vec<String> =
            convert.get_arguments().filter_map(|a| a.get_long()).map(|l| l.replace('-', "_")).collect();
        for name in typed.iter().filter(|n| !OWN.contains(&n.as_str())) {
            assert!(known.contains(&name), "--{name} is no option of the library");
        }
        for name in known {
            assert!(typed.contains(name), "{name} of the library is no option of `convert`");
        }
    }
}
