//! The `xenomesh` command.

fn main() {}
