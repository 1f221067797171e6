//! `thumb`: previews as PNG.

use crate::args::{LookArgs, ReadArgs, understood};
use crate::progress::{Ordered, Progress};
use crate::show;
use ::view::camera::Angle;
use ::view::raster::{Background, LARGEST, Look, Picture, apng};
use ::view::thumb::{RATE, Shot, moving, sheet, sheet_cell, still};
use anyhow::{Context as _, Result, bail};
use scene::parallel::prelude::*;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use xenomesh::{ConvertOptions, Diagnostic, Input, Recipe, Scene, Sink, output};

/// Make pictures of models: PNG previews, contact sheets, turntables
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  xenomesh thumb models -o previews\n  xenomesh thumb models --sheet overview.png\n  \
    xenomesh thumb hero.xac --motion walk.xsm --time 0.4 -o .\n  \
    xenomesh thumb hero.xac --motion walk.xsm --animate -o .\n  \
    xenomesh thumb ship.xml --clip landinggears_activating --time 3 -o .\n  xenomesh thumb --install"
)]
pub struct Args {
    /// Files, folders, patterns, or archive.cat:inner/path
    #[arg(required_unless_present = "install", value_name = "PATH")]
    paths: Vec<String>,
    /// Folder for the pictures
    #[arg(short, long, value_name = "DIR", required_unless_present_any = ["sheet", "picture", "install"])]
    output: Option<PathBuf>,
    /// The one picture of one model, by its full name
    #[arg(long, value_name = "FILE", conflicts_with_all = ["output", "sheet"])]
    picture: Option<PathBuf>,
    /// Show previews in the file manager from now on (Linux desktops); writes below ~/.local/share
    #[arg(long, conflicts_with_all = ["paths", "output", "sheet", "picture"])]
    install: bool,
    /// Pixels a side
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(16..=i64::from(LARGEST)))]
    size: u32,
    /// From where, in degrees: around the model (0 = its front, 90 = its left) and from above
    #[arg(long, value_name = "YAW,PITCH", default_value = "30,15", value_parser = parse_angle, allow_hyphen_values = true)]
    angle: Angle,
    /// Seconds into the motion
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    time: Option<f64>,
    /// Motions to bind: xsm, xpm, pose, ani; the last one is shown
    #[arg(long, value_name = "FILE", num_args = 1..)]
    motion: Vec<String>,
    /// Which of a model's own motions is shown, such as a ship's landinggears_activating [default: the first]
    #[arg(long, value_name = "NAME", conflicts_with = "motion")]
    clip: Option<String>,
    /// Triangles drawn as lines
    #[arg(long)]
    wireframe: bool,
    /// transparent, or a colour such as #20242c
    #[arg(long, value_name = "COLOUR", default_value = "transparent", value_parser = parse_background)]
    background: Background,
    /// One picture of all models with their names
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// Animated PNG: the motion if there is one, else a full turn
    #[arg(long)]
    animate: bool,
    #[command(flatten)]
    look: LookArgs,
    /// Replace existing pictures
    #[arg(long)]
    force: bool,
    /// Report only what failed
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// The motion that is shown: the one asked for, the last that was bound, else the first.
fn chosen(scene: &Scene, args: &Args) -> Result<usize, String> {
    let Some(name) = &args.clip else {
        return Ok(if args.motion.is_empty() { 0 } else { scene.animations.len().saturating_sub(1) });
    };
    scene.animations.iter().position(|a| a.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names: Vec<String> = scene.animations.iter().map(|a| format!("{:?}", a.name)).collect();
        let there =
            if names.is_empty() { "it has none".into() } else { format!("it has {}", names.join(", ")) };
        format!("no motion is called {name:?}; {there}")
    })
}

fn parse_angle(text: &str) -> Result<Angle, String> {
    let parsed = text.split_once(',').map_or((text, "15"), |(a, b)| (a, b));
    let number = |s: &str| s.trim().parse::<f64>().ok().filter(|v| v.is_finite());
    match (number(parsed.0), number(parsed.1)) {
        (Some(yaw), Some(pitch)) => Ok(Angle { yaw, pitch }),
        _ => Err(format!("{text:?} is not a pair of degrees such as 30,15")),
    }
}

fn parse_background(text: &str) -> Result<Background, String> {
    if text == "transparent" || text == "none" {
        return Ok(Background::Transparent);
    }
    let hex = text.strip_prefix('#').unwrap_or(text);
    match u32::from_str_radix(hex, 16) {
        Ok(v) if hex.len() == 6 => Ok(Background::Plain([(v >> 16) as u8, (v >> 8) as u8, v as u8])),
        _ => Err(format!("{text:?} is neither `transparent` nor a colour such as #20242c")),
    }
}

enum Thumb {
    Picture(Picture),
    Failed,
    Unwritable,
}

/// Runs it.
pub fn run(args: Args) -> Result<ExitCode> {
    if args.install {
        return install();
    }
    let inputs = args.look.models(&args.paths, &args.read)?;
    if let Some(path) = &args.sheet {
        output::refuse_existing(path, args.force)?;
    }
    let recipe =
        understood(&ConvertOptions { motion: args.motion.clone(), ..args.look.options(&args.read) })?;
    if args.picture.is_some() && inputs.len() != 1 {
        bail!("--picture is for one model, these are {}; -o DIR takes many", inputs.len());
    }
    let names = names(&inputs);
    let cell = sheet_cell(inputs.len(), args.size);
    let printer = Ordered::new(Progress::new(inputs.len(), args.quiet));
    let made: Vec<Thumb> = inputs
        .par_iter()
        .zip(&names)
        .enumerate()
        .map(|(i, (input, name))| {
            let out = args.output.as_ref().map(|dir| dir.join(name)).or_else(|| args.picture.clone());
            let (mut made, text) = one(&args, &recipe, input, out.as_deref());
            // Only the sheet still needs it, and only as large as its cell.
            if let (Thumb::Picture(p), Some(_)) = (&mut made, &args.sheet) {
                *p = p.shrunk(cell);
            } else if let Thumb::Picture(p) = &mut made {
                *p = Picture::filled(0, 0, [0; 4]);
            }
            printer.progress().step();
            printer.say(i, text);
            made
        })
        .collect();
    drop(printer);
    let failed = made.iter().any(|m| matches!(m, Thumb::Failed));
    let unwritable = made.iter().any(|m| matches!(m, Thumb::Unwritable));
    if let Some(path) = &args.sheet {
        let cells: Vec<(String, Option<Picture>)> = made
            .into_iter()
            .zip(&inputs)
            .map(|(m, i)| (i.relative.clone(), if let Thumb::Picture(p) = m { Some(p) } else { None }))
            .collect();
        output::write(path, &sheet(&cells, cell).png()?)?;
        if !args.quiet {
            crate::say!("{} models → {}", cells.len(), path.display());
        }
    }
    Ok(ExitCode::from(if unwritable { 2 } else { u8::from(failed) }))
}

/// A name for each picture; no two inputs share one.
fn names(inputs: &[Input]) -> Vec<String> {
    let relative: Vec<&str> = inputs.iter().map(|i| i.relative.as_str()).collect();
    let labels: Vec<&str> = inputs.iter().map(|i| i.source.label.as_str()).collect();
    let distinct = xenomesh::names::distinct(&relative, &labels);
    let distinct: Vec<&str> = distinct.iter().map(String::as_str).collect();
    xenomesh::names::outputs(&distinct, "png")
}

/// Registers this program as a thumbnailer of the user's desktop.
fn install() -> Result<ExitCode> {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
    let home = || std::env::var_os("HOME").map(|h| Path::new(&h).join(".local/share"));
    let Some(data) = data.or_else(home) else { bail!("neither XDG_DATA_HOME nor HOME says where to write") };
    if cfg!(any(target_os = "windows", target_os = "macos")) {
        bail!(
            "file managers of this system take no freedesktop thumbnailers; `xenomesh gallery` makes a page of previews"
        );
    }
    let program = std::env::current_exe().context("the path of this program is not known")?;
    for entry in ::view::thumbnailer::entries(&program.to_string_lossy()) {
        let path = data.join(entry.path);
        output::write(&path, entry.text.as_bytes())?;
        crate::say!("wrote {}", path.display());
    }
    let mime = Command::new("update-mime-database").arg(data.join("mime")).stderr(Stdio::null()).status();
    if !mime.is_ok_and(|s| s.success()) {
        crate::say!(
            "run `update-mime-database {}` once (package shared-mime-info)",
            data.join("mime").display()
        );
    }
    crate::say!("previews appear in folders that are opened from now on");
    Ok(ExitCode::SUCCESS)
}

/// One preview: the picture, and what to say.
fn one(args: &Args, recipe: &Recipe, input: &Input, out: Option<&Path>) -> (Thumb, String) {
    let label = &input.source.label;
    let free = |path: &Path| {
        output::refuse_existing(path, args.force)?;
        args.output.as_deref().map_or(Ok(()), |dir| output::refuse_links(dir, path))
    };
    if let Some(path) = out
        && let Err(e) = free(path)
    {
        return (Thumb::Failed, format!("{label}: {e}"));
    }
    let mut sink = Sink::new();
    let scene = match recipe.scene(std::slice::from_ref(&input.source), &mut sink) {
        Ok(scene) => scene,
        Err(e) => {
            let bytes = input.source.read().ok();
            return (Thumb::Failed, show::finding(label, &Diagnostic::from(&e), bytes.as_deref()));
        }
    };
    let animation = match chosen(&scene, args) {
        Ok(animation) => animation,
        Err(e) => return (Thumb::Failed, format!("{label}: {e}")),
    };
    let shot = Shot {
        angle: args.angle,
        look: Look {
            size: [args.size; 2],
            background: args.background,
            wireframe: args.wireframe,
            limit: recipe.options.limits.bytes,
        },
        animation,
        seconds: args.time,
    };
    let made = if args.animate {
        moving(&scene, &shot).map(|frames| (apng(&frames, RATE), frames.into_iter().next()))
    } else {
        still(&scene, &shot).map(|p| (p.png(), Some(p)))
    };
    let Some((Ok(png), Some(picture))) = made else {
        return (Thumb::Failed, format!("{label}: nothing to see: no mesh and no bone"));
    };
    let Some(path) = out else { return (Thumb::Picture(picture), String::new()) };
    if let Err(e) = output::write(path, &png).context("preview") {
        return (Thumb::Unwritable, format!("{label}: {e:#}"));
    }
    let text = if args.quiet {
        String::new()
    } else {
        format!("{label} → {} ({})", path.display(), show::size(png.len() as u64))
    };
    (Thumb::Picture(picture), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_and_colours() {
        assert_eq!(parse_angle("-90, 20").unwrap(), Angle { yaw: -90.0, pitch: 20.0 });
        assert_eq!(parse_angle("45").unwrap().pitch, 15.0);
        assert!(parse_angle("left").is_err());
        assert_eq!(parse_background("#0102ff").unwrap(), Background::Plain([1, 2, 255]));
        assert!(parse_background("#12").is_err());
    }
}
