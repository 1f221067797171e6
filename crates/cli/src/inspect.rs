//! `inspect`: what is inside.

use crate::args::{ReadArgs, typed, understood};
use crate::{details, show};
use anyhow::Result;
use scene::parallel::prelude::*;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use xenomesh::wire::Trace;
use xenomesh::{ConvertOptions, FileReport, Inputs, Inspected, inspect};

/// Show what is inside: meshes, joints, materials, animations, findings
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  xenomesh inspect hero.xps\n  xenomesh inspect models --json > report.json\n  \
    xenomesh inspect --layout hero.xac | less"
)]
pub struct Args {
    /// Files, folders, patterns, or archive.cat:inner/path
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// As JSON, for scripts
    #[arg(long)]
    json: bool,
    /// The file as an annotated byte map
    #[arg(long)]
    layout: bool,
    /// Look for textures here too
    #[arg(long, value_name = "DIR", num_args = 1..)]
    textures: Vec<PathBuf>,
    /// A game folder: its files and catalogs are searched too
    #[arg(long, value_name = "DIR")]
    game: Option<PathBuf>,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs it.
pub fn run(args: Args) -> Result<ExitCode> {
    let options =
        ConvertOptions { textures: args.textures.clone(), game: args.game.clone(), ..args.read.options() };
    let recipe = understood(&options)?;
    let inputs = Inputs::default().options(&options).find(&args.paths).map_err(typed)?;
    let mut out = crate::terminal::stdout(args.json);
    let (mut failed, mut first) = (false, true);
    if args.json {
        write!(out, "{{\n  \"files\": [")?;
    }
    // A few files at a time: a report is small, the files it was made from need not be.
    for chunk in inputs.chunks(CHUNK) {
        let all: Vec<Inspected> = chunk
            .par_iter()
            .map(|i| {
                inspect(&i.source, &recipe.options, &|scene, sink| recipe.locate(scene, &i.source, sink))
            })
            .collect();
        for one in &all {
            failed |= one.report.error.is_some();
            match &one.trace {
                _ if args.json => json(&mut out, &one.report, std::mem::take(&mut first))?,
                Some(trace) if args.layout => layout(&mut out, one, trace)?,
                _ => text(&mut out, one)?,
            }
        }
        out.flush()?;
    }
    if args.json {
        writeln!(out, "\n  ]\n}}")?;
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(failed)))
}

const CHUNK: usize = 32;

fn json(out: &mut impl Write, report: &FileReport, first: bool) -> Result<()> {
    let text = serde_json::to_string_pretty(report)?.replace('\n', "\n    ");
    write!(out, "{}\n    {text}", if first { "" } else { "," })?;
    Ok(())
}

fn text(out: &mut impl Write, one: &Inspected) -> Result<()> {
    let r = &one.report;
    let version = if r.version.is_empty() { String::new() } else { format!(" {}", r.version) };
    writeln!(out, "{}: {}{version}, {}", r.path, r.format.unwrap_or("unknown format"), show::size(r.bytes))?;
    if let Some(e) = &r.error {
        let place = e.offset.map(|o| format!(" at {o:#x}")).unwrap_or_default();
        let field = if e.path.is_empty() { String::new() } else { format!(" in {}", e.path) };
        writeln!(out, "  error[{}]: {}{place}{field}", e.code, e.message)?;
    }
    if let Some(scene) = &r.scene {
        section(
            out,
            "meshes",
            scene.meshes.iter().map(|m| {
                let mut line = format!(
                    "{}  {} vertices, {} triangles, {} uv",
                    m.name, m.vertices, m.triangles, m.uv_sets
                );
                for (flag, word) in [(m.skinned, "skinned"), (m.collision, "collision"), (m.lod > 0, "lod")] {
                    if flag {
                        line.push_str(", ");
                        line.push_str(word);
                        if word == "lod" {
                            line.push_str(&format!(" {}", m.lod));
                        }
                    }
                }
                if !m.morph_targets.is_empty() {
                    line.push_str(&format!(", shape keys {}", m.morph_targets.join(" ")));
                }
                if let Some(material) = &m.material {
                    line.push_str(&format!("  [{material}]"));
                }
                line
            }),
        )?;
        section(out, "joints", scene.joints.iter().cloned())?;
        section(
            out,
            "materials",
            scene.materials.iter().map(|m| {
                let textures: Vec<String> = m
                    .textures
                    .iter()
                    .map(|t| format!("{} {}{}", t.slot, t.file, if t.found { "" } else { " (not found)" }))
                    .collect();
                format!("{}  {}", m.name, textures.join(", "))
            }),
        )?;
        section(
            out,
            "animations",
            scene
                .animations
                .iter()
                .map(|a| format!("{}  {:.3} s, {} channels", a.name, a.seconds, a.channels)),
        )?;
    }
    if r.details.as_object().is_some_and(|o| !o.is_empty()) {
        writeln!(out, "  details")?;
        details::print(out, &r.details, 4)?;
    }
    for d in &r.findings {
        anstream::eprintln!("{}", crate::terminal::styled(&show::finding(&r.path, d, Some(&one.data))));
    }
    Ok(())
}

fn section(out: &mut impl Write, title: &str, lines: impl ExactSizeIterator<Item = String>) -> Result<()> {
    if lines.len() > 0 {
        writeln!(out, "  {title} ({})", lines.len())?;
        for line in lines {
            writeln!(out, "    {}", crate::terminal::line(&line))?;
        }
    }
    Ok(())
}

/// Every byte: offset, size, field, first bytes. Gaps are shown as such.
fn layout(out: &mut impl Write, one: &Inspected, trace: &Trace) -> Result<()> {
    writeln!(
        out,
        "{}: {}, {} bytes",
        one.report.path,
        one.report.format.unwrap_or("unknown"),
        one.data.len()
    )?;
    writeln!(out, "{:>10} {:>10}  {:<48} bytes", "offset", "size", "field")?;
    let mut at = 0;
    for r in trace.ranges() {
        if r.start > at {
            row(out, &one.data, at, r.start - at, "(unused bytes)")?;
        }
        row(out, &one.data, r.start, r.len, &r.path)?;
        at = at.max(r.start + r.len);
    }
    let end = one.data.len() as u64;
    if at < end {
        row(out, &one.data, at, end - at, "(unused bytes)")?;
    }
    Ok(())
}

fn row(out: &mut impl Write, data: &[u8], start: u64, len: u64, path: &str) -> Result<()> {
    let from = usize::try_from(start)?;
    let shown = data.get(from..).unwrap_or_default();
    let shown = &shown[..shown.len().min(usize::try_from(len)?).min(16)];
    let hex: String = shown.iter().map(|b| format!("{b:02x} ")).collect();
    let text: String =
        shown.iter().map(|b| if b.is_ascii_graphic() || *b == b' ' { char::from(*b) } else { '.' }).collect();
    let more = if len > 16 { "…" } else { "" };
    writeln!(out, "{start:#010x} {len:>10}  {path:<48} {hex:<49}{text}{more}")?;
    Ok(())
}
