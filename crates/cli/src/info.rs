//! `formats` and `completions`.

use anyhow::Result;
use clap::CommandFactory;
use formats::FORMATS;
use std::io::Write;
use std::process::ExitCode;

/// List the formats and what works with each
#[derive(clap::Args)]
#[command(after_help = "Example:\n  xenomesh formats --json")]
pub struct FormatsArgs {
    /// As JSON, for scripts
    #[arg(long)]
    json: bool,
}

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "Example:\n  xenomesh completions bash > /etc/bash_completion.d/xenomesh")]
pub struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

/// Runs `formats`.
pub fn run_formats(args: FormatsArgs) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    if args.json {
        let list: Vec<serde_json::Value> = FORMATS
            .iter()
            .map(|f| {
                serde_json::json!({
                    "id": f.id, "title": f.title, "extensions": f.extensions,
                    "read": f.support.read, "write": f.support.write, "validate": f.support.validate,
                    "toGltf": f.support.to_gltf, "fromGltf": f.support.from_gltf,
                })
            })
            .collect();
        serde_json::to_writer_pretty(&mut out, &serde_json::json!({ "formats": list }))?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mark = |yes: bool| if yes { "yes" } else { "–" };
    writeln!(
        out,
        "{:<14} {:<34} {:<24} read  write  validate  to glTF  from glTF",
        "format", "what", "extensions"
    )?;
    for f in FORMATS {
        let s = f.support;
        let extensions: Vec<String> = f.extensions.iter().map(|e| format!(".{e}")).collect();
        writeln!(
            out,
            "{:<14} {:<34} {:<24} {:<5} {:<6} {:<9} {:<8} {}",
            f.id,
            f.title,
            extensions.join(" "),
            mark(s.read),
            mark(s.write),
            mark(s.validate),
            mark(s.to_gltf),
            mark(s.from_gltf)
        )?;
    }
    writeln!(out, "\nOut only: glb, gltf, obj, dae (models); svg, dot, mmd (Anark state machines).")?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `completions`.
pub fn run_completions(args: CompletionsArgs) -> Result<ExitCode> {
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "xenomesh", &mut std::io::stdout());
    Ok(ExitCode::SUCCESS)
}
