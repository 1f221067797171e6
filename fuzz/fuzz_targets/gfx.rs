#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| { formats::exercise::exercise(bytes, "x.gfx").unwrap(); });
