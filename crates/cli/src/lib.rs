//! The `xenomesh` command: argument structs and printing only. A library, so that the Python package has it too.

mod archive;
mod args;
mod convert;
mod details;
mod dump;
mod gallery;
mod hash;
mod info;
mod inspect;
mod mods;
mod progress;
mod scrub;
mod show;
mod terminal;
mod thumb;
mod validate;
mod view;

use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

/// Opens, shows, checks, repairs and converts game models, and writes them back without losing a byte.
#[derive(Parser)]
#[command(name = "xenomesh", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Examples:\n  xenomesh hero.xps                           to hero.glb next to it\n  \
    xenomesh models --open                      a folder in the viewer\n  \
    xenomesh convert models -o out              a folder of models to GLB\n  \
    xenomesh inspect hero.xps                   what is inside\n  \
    xenomesh validate models --json             what is wrong, for a script\n\n\
    Exit status: 0 all good, 1 at least one input failed (validate: has an error), 2 could not run.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Inspect(inspect::Args),
    Validate(validate::Args),
    Thumb(thumb::Args),
    Gallery(gallery::Args),
    View(view::Args),
    Convert(Box<convert::Args>),
    Dump(dump::DumpArgs),
    Build(dump::BuildArgs),
    Scrub(scrub::Args),
    Unpack(archive::UnpackArgs),
    Pack(archive::PackArgs),
    Mod(mods::Args),
    Hash(hash::Args),
    Formats(info::FormatsArgs),
    Completions(info::CompletionsArgs),
}

/// Runs the command with its arguments, the program's name first. Returns the exit status.
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
    let (arguments, verbless) = with_verb(arguments.into_iter().map(Into::into).collect());
    let status = run_verb(&arguments);
    if verbless {
        keep_window(&arguments);
    }
    status
}

/// Files alone are converted: `xenomesh hero.xps`; with `--open` they are shown. A plain word that is no file goes to the
/// parser, which knows the verbs; no verb has a dot or a slash.
fn with_verb(mut arguments: Vec<OsString>) -> (Vec<OsString>, bool) {
    let open = arguments.iter().skip(1).position(|a| a == "--open").map(|i| i + 1);
    let word = arguments.iter().skip(1).find(|a| *a != "--open").and_then(|a| a.to_str());
    let Some(first) = word else { return (arguments, false) };
    let verb = first == "help" || Cli::command().get_subcommands().any(|c| c.get_name() == first);
    let path = xenomesh::is_input(first) || first.contains(['.', '/', '\\']);
    if verb || first.starts_with('-') || !path {
        return (arguments, false);
    }
    if let Some(at) = open {
        arguments.remove(at);
    }
    arguments.insert(1, if open.is_some() { "view" } else { "convert" }.into());
    (arguments, open.is_none())
}

/// A file dropped on the program opens a window that would be gone before it is read.
fn keep_window(arguments: &[OsString]) {
    let prompt = std::env::var_os("PROMPT").is_some();
    if cfg!(windows) && was_dropped(arguments, prompt, std::io::stderr().is_terminal()) {
        crate::say!("\npress Enter to close this window");
        let _ = std::io::stdin().read_line(&mut String::new());
    }
}

/// Whether files were dropped on the program, and there is a window to keep. Explorer gives full paths and nothing else,
/// and, in contrast to a command line, no prompt. The arguments have their verb already.
fn was_dropped(arguments: &[OsString], prompt: bool, terminal: bool) -> bool {
    let full = |a: &OsString| {
        let text = a.to_string_lossy();
        let drive = text.get(1..3) == Some(":\\") && text.starts_with(|c: char| c.is_ascii_alphabetic());
        drive || text.starts_with("\\\\")
    };
    let files = arguments.get(2..).unwrap_or_default();
    terminal && !prompt && !files.is_empty() && files.iter().all(full)
}

fn run_verb(arguments: &[OsString]) -> u8 {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(e) => {
            // Where even this cannot be printed, the status has to do.
            let _ = e.print();
            return u8::try_from(e.exit_code()).unwrap_or(2);
        }
    };
    // A second handler cannot be there; without one an interruption may leave a `.tmp` file, nothing worse.
    let _ = ctrlc::set_handler(|| {
        xenomesh::output::remove_unfinished();
        std::process::exit(130);
    });
    scene::parallel::start();
    let result = match cli.command {
        Command::Inspect(args) => inspect::run(args),
        Command::Validate(args) => validate::run(args),
        Command::Thumb(args) => thumb::run(args),
        Command::Gallery(args) => gallery::run(args),
        Command::View(args) => view::run(args),
        Command::Convert(args) => convert::run(*args),
        Command::Dump(args) => dump::run_dump(args),
        Command::Build(args) => dump::run_build(args),
        Command::Scrub(args) => scrub::run(args),
        Command::Unpack(args) => archive::run_unpack(args),
        Command::Pack(args) => archive::run_pack(args),
        Command::Mod(args) => mods::run(args),
        Command::Hash(args) => hash::run(args),
        Command::Formats(args) => info::run_formats(args),
        Command::Completions(args) => info::run_completions(args),
    };
    match result {
        // The standard library gives no number for a status; commands use these.
        Ok(code) => (0..=2).find(|n| ExitCode::from(*n) == code).unwrap_or(1),
        Err(e) if is_broken_pipe(&e) => 0,
        Err(e) => {
            crate::say!("xenomesh: {e:#}");
            2
        }
    }
}

/// `xenomesh inspect … | head` is no failure.
fn is_broken_pipe(e: &anyhow::Error) -> bool {
    e.chain()
        .filter_map(|c| c.downcast_ref::<std::io::Error>())
        .any(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_needs_no_verb() {
        let with = |typed: &[&str]| {
            let all = std::iter::once("xenomesh").chain(typed.iter().copied()).map(OsString::from).collect();
            let (arguments, verbless) = with_verb(all);
            let words: Vec<String> =
                arguments.iter().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
            (words.join(" "), verbless)
        };
        assert_eq!(with(&["lost.xps"]), ("convert lost.xps".into(), true));
        assert_eq!(with(&["a/b", "c.xps"]), ("convert a/b c.xps".into(), true));
        assert_eq!(with(&["src", "--open"]), ("view src".into(), false));
        assert_eq!(with(&["--open", "src"]), ("view src".into(), false));
        assert_eq!(
            with(&["convret"]),
            ("convret".into(), false),
            "left to the parser, which knows what is meant"
        );
        assert_eq!(with(&["--version"]), ("--version".into(), false));
        assert_eq!(with(&["inspect", "a.xps"]), ("inspect a.xps".into(), false));
    }

    #[test]
    fn a_drop_keeps_its_window() {
        let all = |typed: &[&str]| -> Vec<OsString> {
            ["xenomesh", "convert"].iter().chain(typed).map(OsString::from).collect()
        };
        let dropped = |typed: &[&str]| was_dropped(&all(typed), false, true);
        assert!(dropped(&[r"C:\models\hero.xps"]));
        assert!(dropped(&[r"C:\models\hero.xps", r"\\server\share\café.mesh"]));
        assert!(!dropped(&["hero.xps"]), "typed in its folder");
        assert!(!dropped(&[r"C:\models\hero.xps", "--force"]), "nobody drops an option");
        assert!(!dropped(&[r"é:\a"]) && !dropped(&["C:hero.xps"]) && !dropped(&[]));
        assert!(!was_dropped(&all(&[r"C:\models\hero.xps"]), true, true), "a command line has a prompt");
        assert!(!was_dropped(&all(&[r"C:\models\hero.xps"]), false, false), "a pipe has no window");
    }
}
