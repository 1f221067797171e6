//! One fuzz target, chosen by `XENOMESH_TARGET`.
#![no_main]

use std::sync::LazyLock;

static TARGET: LazyLock<attacks::Target> = LazyLock::new(|| {
    let name = std::env::var("XENOMESH_TARGET").unwrap_or_default();
    attacks::target(&name).unwrap_or_else(|| panic!("XENOMESH_TARGET={name:?} is no target"))
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = TARGET.run(bytes) {
        panic!("{}: {why}", TARGET.name);
    }
});
