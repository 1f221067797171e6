//! `view`: a viewer in the browser, on loopback.

use crate::args::{LookArgs, ReadArgs, typed, understood};
use ::view::server::{Open, Options, serve};
use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use xenomesh::Inputs;

/// Look at models in the browser: turn, play, pose, inspect down to the byte
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  xenomesh view hero.xps\n  xenomesh view hero.xac walk.xsm\n  xenomesh view models\n\n\
    The server listens on this machine only and shows only what was opened. Ctrl-C ends it."
)]
pub struct Args {
    /// Files, folders, patterns, or archive.cat:inner/path; more can be dropped on the page
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Port to listen on [default: any free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Print the address, do not open the browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs it.
pub fn run(args: Args) -> Result<ExitCode> {
    let inputs = Inputs::default().game(args.look.game.as_deref()).find(&args.paths).map_err(typed)?;
    let several = inputs.len() > 1;
    let files: Vec<Open> = inputs
        .into_iter()
        .map(|i| {
            let path = Some(PathBuf::from(&i.source.label)).filter(|p| p.is_file());
            let name = if several { i.relative } else { i.source.file_name().to_owned() };
            Open { source: i.source, name, path }
        })
        .collect();
    let options = Options {
        loader: understood(&args.look.options(&args.read))?,
        port: args.port,
        upload_limit: 1 << 30,
    };
    let ready = |url: &str| {
        // The address is data: a script may wait for it.
        anstream::println!("{url}");
        if !args.no_open && !open_browser(url) {
            anstream::eprintln!("no browser could be started; open the address yourself");
        }
    };
    serve(files, options, ready).with_context(|| format!("port {} of 127.0.0.1", args.port))?;
    Ok(ExitCode::SUCCESS)
}

fn open_browser(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "windows") {
        // `start` is part of the shell; its first quoted argument is a title.
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .arg(Path::new(url))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().is_ok()
}
