//! No panic, hang or unbounded memory on any input: truncations and seeded mutations of every fixture.
#![allow(clippy::unwrap_used, reason = "a test")]

extern crate xenomesh_formats as formats;

mod common;

use attacks::{Random, mutate, set};
use common::Case;
use formats::exercise::{Outcome, Plan, run};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use wire::{Limits, Range, Reader, Sink};

#[global_allocator]
static METER: meter::Meter = meter::Meter;

/// Mutations per format.
const MUTATIONS: usize = 10_000;
/// Files up to this size are cut at every length.
const EVERY_LENGTH: usize = 16 << 10;
/// Larger files are cut at each field boundary, one byte around it, and at this many seeded lengths.
const SEEDED: usize = 1_000;
/// One case may take this long on a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);
/// What a damaged file may inflate to here; part of the memory bound.
const INFLATED: u64 = 1 << 20;
/// Formats that hold compressed parts.
const COMPRESSED: &[&str] = &["xmf", "ipf"];

/// One thing to try.
struct Attempt<'a> {
    case: &'a Case,
    bytes: Vec<u8>,
    what: String,
    plan: Plan,
}

fn plan(dump: bool) -> Plan {
    Plan { trace: dump, dump, convert: true, limits: Limits { bytes: INFLATED, ..Limits::default() } }
}

/// Runs one attempt and says what went wrong, if anything did.
fn judge(attempt: &Attempt<'_>) -> Option<String> {
    let mut files = scene::Memory::default();
    files.insert(attempt.case.name(), attempt.bytes.clone());
    let started = Instant::now();
    let (result, used) = meter::measure(|| {
        catch_unwind(AssertUnwindSafe(|| {
            // What comes back is dropped here, within the measurement.
            run(&attempt.bytes, &files, attempt.case.name(), &attempt.plan)
                .map(|o| matches!(o, Outcome::Read(_)))
        }))
    });
    let inflated = if COMPRESSED.contains(&attempt.case.format) { INFLATED } else { 0 };
    let allowed = 64 * (attempt.bytes.len() as u64 + inflated) + (16 << 20);
    let problem = match result {
        Err(panic) => Some(format!("panicked: {}", text_of(&panic))),
        Ok(Err(why)) => Some(why),
        Ok(Ok(_)) if started.elapsed() > PATIENCE => Some(format!("took {:?}", started.elapsed())),
        Ok(Ok(_)) if used.peak > allowed => Some(format!("held {} bytes, allowed are {allowed}", used.peak)),
        Ok(Ok(_)) => None,
    };
    problem.map(|p| format!("{} {}: {p}", attempt.case.label, attempt.what))
}

fn text_of(panic: &Box<dyn std::any::Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
}

/// Runs `make(0..n)` on all cores; keeps the first few problems.
fn all<'a>(n: usize, make: impl Fn(usize) -> Attempt<'a> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= n || problems.lock().unwrap().len() >= 20 {
                        break;
                    }
                    if let Some(problem) = judge(&make(i)) {
                        problems.lock().unwrap().push(problem);
                    }
                }
            });
        }
    });
    problems.into_inner().unwrap()
}

/// The lengths a file is cut at.
fn lengths(case: &Case) -> Vec<usize> {
    let len = case.bytes.len();
    if len <= EVERY_LENGTH {
        return (0..len).collect();
    }
    let mut out: Vec<usize> = Vec::new();
    for range in fields(case) {
        let at = range.start as usize;
        out.extend([at.saturating_sub(1), at, at + 1]);
    }
    let mut random = Random::new(&case.label, 1);
    out.extend((0..SEEDED).map(|_| random.below(len)));
    out.retain(|n| *n < len);
    out.sort_unstable();
    out.dedup();
    out
}

/// Which bytes are which field.
fn fields(case: &Case) -> Vec<Range> {
    let mut reader = Reader::new(&case.bytes).with_trace();
    let format = formats::by_id(case.format).unwrap();
    let _ = (format.read)(&mut reader, &mut Sink::new());
    reader.take_trace().map(|t| t.ranges()).unwrap_or_default()
}

/// Every number of every small file, one after another, as large as it can be: counts, sizes, indices, offsets.
#[test]
fn largest_numbers() {
    let cases = common::cases(&["samples", "tests/data"]);
    let mut problems = Vec::new();
    for (format, files) in common::by_format(&cases) {
        let mut attempts: Vec<(&Case, usize, Vec<u8>)> = Vec::new();
        for case in files.iter().filter(|c| c.bytes.len() <= EVERY_LENGTH) {
            for range in fields(case).iter().filter(|r| matches!(r.len, 1 | 2 | 4 | 8)) {
                let (at, len) = (range.start as usize, range.len as usize);
                attempts.push((case, at, vec![0xff; len]));
                // The largest number with a sign, in either byte order.
                let mut signed = vec![0xff; len];
                signed[len - 1] = 0x7f;
                attempts.push((case, at, signed.clone()));
                signed.reverse();
                attempts.push((case, at, signed));
            }
        }
        let started = Instant::now();
        problems.extend(all(attempts.len(), |i| {
            let (case, at, value) = &attempts[i];
            let mut bytes = case.bytes.clone();
            set(&mut bytes, *at, value);
            Attempt { case, bytes, what: format!("{value:02x?} at {at:#x}"), plan: plan(i % 16 == 0) }
        }));
        eprintln!("{format}: {} numbers of {} files, {:.1?}", attempts.len(), files.len(), started.elapsed());
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn truncations() {
    let cases = common::cases(&["samples", "tests/data"]);
    let mut problems = Vec::new();
    for (format, mut files) in common::by_format(&cases) {
        files.sort_by_key(|c| c.bytes.len());
        let mut cuts: Vec<(&Case, usize)> = Vec::new();
        for case in &files {
            cuts.extend(lengths(case).into_iter().map(|n| (*case, n)));
        }
        let started = Instant::now();
        problems.extend(all(cuts.len(), |i| {
            let (case, n) = cuts[i];
            Attempt {
                case,
                bytes: case.bytes[..n].to_vec(),
                what: format!("cut to {n}"),
                plan: plan(i % 64 == 0),
            }
        }));
        eprintln!("{format}: {} lengths of {} files, {:.1?}", cuts.len(), files.len(), started.elapsed());
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn mutations() {
    let cases = common::cases(&["samples", "tests/data"]);
    let mut problems = Vec::new();
    for (format, mut files) in common::by_format(&cases) {
        files.sort_by_key(|c| c.bytes.len());
        // Small files find more per second; one larger one keeps them honest.
        let small = files.iter().filter(|c| c.bytes.len() <= EVERY_LENGTH).count();
        let started = Instant::now();
        problems.extend(all(MUTATIONS, |i| {
            let mut random = Random::new(format, i as u64);
            let at = if small == 0 || i % 50 == 0 { i / 50 % files.len() } else { random.below(small) };
            let case = files[at];
            let bytes = mutate(&case.bytes, &mut random);
            let dump = bytes.len() <= EVERY_LENGTH && i % 8 == 0;
            Attempt { case, bytes, what: format!("mutation {i}"), plan: plan(dump) }
        }));
        eprintln!("{format}: {MUTATIONS} mutations of {} files, {:.1?}", files.len(), started.elapsed());
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// `python/tests/mutations.py` makes the same changes from the same numbers: it has this sum, too.
#[test]
fn the_python_tests_make_the_same_changes() {
    let start: Vec<u8> = (0..600_usize).map(|i| (i * 7 % 251) as u8).collect();
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for i in 0..400 {
        for byte in mutate(&start, &mut Random::new("xps", i)) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    assert_eq!(sum, 0xd27c_02e8_9566_67c4);
}
