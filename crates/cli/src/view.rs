//! `view`: a viewer in the browser, on loopback.

use crate::args::{LookArgs, ReadArgs, typed, understood};
use ::view::server::{Open, Options, serve};
use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use xenomesh::{Input, Inputs};

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
    let (paths, options) = (args.paths.clone(), args.look.options(&args.read));
    let look = move || -> Result<Vec<Open>> {
        let inputs = Inputs::default().options(&options).find(&paths).map_err(typed)?;
        let several = inputs.len() > 1 || paths.iter().any(|p| Path::new(p).is_dir());
        Ok(inputs.into_iter().map(|i| open(i, several)).collect())
    };
    let files = look()?;
    if let [one] = files.as_slice()
        && let Err(e) = one.source.read()
    {
        bail!("{}: {e}", one.source.label);
    }
    let folders = args.paths.iter().map(PathBuf::from).filter(|p| p.is_dir()).collect();
    let options = Options {
        loader: understood(&args.look.options(&args.read))?,
        port: args.port,
        upload_limit: 1 << 30,
        folders,
        rescan: Some(Box::new(move || look().unwrap_or_default())),
    };
    let ready = |url: &str| {
        // The address is data: a script may wait for it.
        anstream::println!("{}", crate::terminal::line(url));
        if !args.no_open && !open_browser(url) {
            anstream::eprintln!("no browser could be started; open the address yourself");
        }
    };
    serve(files, options, ready).with_context(|| format!("port {} of 127.0.0.1", args.port))?;
    Ok(ExitCode::SUCCESS)
}

fn open(input: Input, several: bool) -> Open {
    let path = Some(PathBuf::from(&input.source.label)).filter(|p| p.is_file());
    let name = if several { input.relative } else { input.source.file_name().to_owned() };
    Open { source: input.source, name, path }
}

/// Opens the address in the user's browser. Everybody on this machine can read the arguments of a program, so the browser
/// gets a file that only the user can read, and the token is in there.
fn open_browser(url: &str) -> bool {
    let Some(file) = door(url) else { return false };
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "windows") {
        // `start` is part of the shell; its first quoted argument is a title.
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let started = command.spawn().is_ok();
    std::thread::spawn(move || {
        std::thread::sleep(DOOR_OPEN);
        // What cannot be removed holds an address that ends with this program.
        let _ = std::fs::remove_dir_all(file.parent().unwrap_or(&file));
    });
    started
}

/// How long the browser may take to start.
const DOOR_OPEN: Duration = Duration::from_mins(1);

/// A page that leads to an address, in a folder of its own.
fn door(url: &str) -> Option<PathBuf> {
    // A folder that is there already is somebody else's.
    let folder = std::env::temp_dir().join(format!("xenomesh-view-{}", std::process::id()));
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(&folder).ok()?;
    let file = folder.join("view.html");
    let page = format!(
        "<!doctype html><meta charset=\"utf-8\"><title>xenomesh view</title>\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\"><a href=\"{url}\">open the viewer</a>\n"
    );
    std::fs::write(&file, page).ok()?;
    Some(file)
}
