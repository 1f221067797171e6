//! The `xenomesh` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(xenomesh_cli::run(std::env::args_os()))
}
