//! Project tasks: `cargo xtask help` lists them.

mod bench;
mod codes;
mod corpus;
mod coverage;
mod evaluate;
mod extension;
mod fixtures;
mod fuzz;
mod new_format;
mod page;
mod samples;
mod soup;
mod test;
mod tree;
mod web;
mod wheel;

use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// One task: its name, what runs, one line of help. Returns whether all is well.
struct Task {
    name: &'static str,
    run: fn(&[String]) -> Result<bool>,
    help: &'static str,
}

static TASKS: &[Task] = &[
    Task {
        name: "test",
        run: test::run,
        help: "everything CI does; --quick, --list, --only a,b, --skip a,b",
    },
    Task {
        name: "codes",
        run: codes::run,
        help: "write ISSUES.md from the codes in the source; --check: compare only",
    },
    Task {
        name: "samples",
        run: samples::run,
        help: "make samples/ anew; --check: compare only; --to DIR: write elsewhere",
    },
    Task {
        name: "fixtures",
        run: fixtures::run,
        help: "make tests/data/codes/ anew; --check: compare only; --to DIR: write elsewhere",
    },
    Task { name: "page", run: page::run, help: "bundle the script of the viewer's page; needs Node" },
    Task {
        name: "web",
        run: web::run,
        help: "the viewer's page for any static host, the library in WebAssembly; -o DIR",
    },
    Task {
        name: "bench",
        run: bench::run,
        help: "speed and memory as ratios, against fixed limits; names of families",
    },
    Task {
        name: "new-format",
        run: new_format::run,
        help: "the files of a new format, entered where formats are listed: new-format NAME",
    },
    Task {
        name: "corpus",
        run: corpus::run,
        help: "every check over a folder of your own files, as a table",
    },
    Task {
        name: "fuzz",
        run: fuzz::run,
        help: "every fuzz target in turn; --minutes N, --only a,b, --commit: keep a small corpus, --kills N",
    },
    Task {
        name: "coverage",
        run: coverage::run,
        help: "lines of the product that the tests run, by crate and file; --missing: the lines that nothing runs",
    },
    Task {
        name: "blender",
        run: extension::run,
        help: "the Blender extension as a zip, the Python wheel inside",
    },
    Task {
        name: "speed",
        run: test::speed,
        help: "seconds of an import in Blender: extension, GLB, and the reader of an add-on's folder if given",
    },
    Task {
        name: "compare",
        run: test::blender_folder,
        help: "compare the GLB files of a folder with what Blender makes of them",
    },
    Task {
        name: "silhouette",
        run: test::silhouette_folder,
        help: "compare our pictures of the GLB files of a folder with Blender's outlines",
    },
    Task {
        name: "foreign",
        run: test::foreign_program,
        help: "models made by Blender through every format and back, with any build of the program",
    },
    Task { name: "help", run: help, help: "this list" },
];

fn help(_: &[String]) -> Result<bool> {
    println!("cargo xtask TASK [ARGUMENTS]\n");
    for task in TASKS {
        println!("  {:10} {}", task.name, task.help);
    }
    Ok(true)
}

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let name = if args.is_empty() { "help".to_owned() } else { args.remove(0) };
    let Some(task) = TASKS.iter().find(|t| t.name == name) else {
        eprintln!("no task {name:?}; `cargo xtask help` lists them");
        return ExitCode::from(2);
    };
    match (task.run)(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("{name}: {e:#}");
            ExitCode::FAILURE
        }
    }
}
