//! `cargo xtask bench`: speed and memory as ratios in one run, against fixed limits.
//!
//! A family adds its module and one line to [`FAMILIES`]; its function gets a [`Bench`] and adds rows. Everything is
//! compared with a plain copy of the same bytes made in the same run, because clocks of different machines mean nothing. The
//! allocator is the one users have, with the settings users have.

mod anark;
mod egosoft;
mod emfx;
mod paradox;
mod program;
mod python;
mod view;
mod xnalara;

use anyhow::{Result, bail};
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

/// A family's rows.
type Family = fn(&mut Bench) -> Result<()>;

/// One line per family.
#[rustfmt::skip]
static FAMILIES: &[(&str, Family)] = &[
    ("xnalara", xnalara::rows),
    ("emfx", emfx::rows),
    ("egosoft", egosoft::rows),
    ("anark", anark::rows),
    ("view", view::rows),
    ("paradox", paradox::rows),
    ("program", program::rows),
    ("python", python::rows),
];

/// One line of the result.
struct Row {
    name: String,
    value: String,
    limit: String,
    holds: bool,
}

/// Collects rows.
#[derive(Default)]
pub struct Bench {
    rows: Vec<Row>,
}

#[allow(dead_code, clippy::unused_self, reason = "families take what they need")]
impl Bench {
    /// The best of several runs, in seconds.
    pub fn seconds<T>(&self, mut f: impl FnMut() -> T) -> f64 {
        let mut best = f64::INFINITY;
        let started = Instant::now();
        let mut runs = 0;
        while runs < 7 || (started.elapsed().as_secs_f64() < 1.0 && runs < 200) {
            let began = Instant::now();
            black_box(f());
            best = best.min(began.elapsed().as_secs_f64());
            runs += 1;
        }
        best
    }

    /// The best of several runs of each, in turn: what disturbs the machine for a second then disturbs both.
    fn in_turn<T, U>(&self, mut a: impl FnMut() -> T, mut b: impl FnMut() -> U) -> (f64, f64) {
        let (mut best, started, mut runs) = ((f64::INFINITY, f64::INFINITY), Instant::now(), 0);
        while runs < 7 || (started.elapsed().as_secs_f64() < 2.0 && runs < 200) {
            let began = Instant::now();
            black_box(a());
            best.0 = best.0.min(began.elapsed().as_secs_f64());
            let began = Instant::now();
            black_box(b());
            best.1 = best.1.min(began.elapsed().as_secs_f64());
            runs += 1;
        }
        best
    }

    /// Seconds of a plain copy of the bytes.
    pub fn copy_seconds(&self, bytes: &[u8]) -> f64 {
        self.seconds(|| copy(bytes))
    }

    /// Reading `bytes` must reach a share of the speed of copying them; none of it is a row for information.
    pub fn reading<T>(&mut self, name: &str, bytes: &[u8], least: f64, f: impl FnMut() -> T) {
        let (copy, own) = self.in_turn(|| copy(bytes), f);
        let share = copy / own;
        let value = format!("{:.0} % of memcpy ({})", share * 100.0, rate(bytes.len(), own));
        let limit = if least > 0.0 { format!("≥ {:.0} %", least * 100.0) } else { String::new() };
        self.add(name, value, limit, share >= least);
    }

    /// Reading `bytes` must reach a rate, in bytes a second.
    pub fn rate<T>(&mut self, name: &str, bytes: usize, least: f64, f: impl FnMut() -> T) {
        let own = self.seconds(f);
        self.add(name, rate(bytes, own), rate(least as usize, 1.0), bytes as f64 / own >= least);
    }

    /// Converting `input` to something of `output` bytes may take some times the copying of both.
    pub fn converting<T>(
        &mut self,
        name: &str,
        input: &[u8],
        output: &[u8],
        most: f64,
        f: impl FnMut() -> T,
    ) {
        let (copy, own) = self.in_turn(|| (copy(input), copy(output)), f);
        let times = own / copy;
        let value = format!("{times:.2} × memcpy(in + out) ({})", rate(input.len() + output.len(), own));
        self.add(name, value, format!("≤ {most} ×"), times <= most);
    }

    /// One piece of work against another one that does the least possible.
    pub fn against<T, U>(&mut self, name: &str, least: f64, bare: impl FnMut() -> T, own: impl FnMut() -> U) {
        let (bare, own) = self.in_turn(bare, own);
        let share = bare / own;
        self.add(
            name,
            format!("{:.0} %", share * 100.0),
            format!("≥ {:.0} %", least * 100.0),
            share >= least,
        );
    }

    /// A row for information only.
    pub fn note(&mut self, name: &str, value: String) {
        self.add(name, value, String::new(), true);
    }

    /// A row of any kind.
    pub fn add(&mut self, name: &str, value: String, limit: String, holds: bool) {
        let row = Row { name: name.into(), value, limit, holds };
        print_row(&row);
        self.rows.push(row);
    }
}

/// A plain copy, into new memory as every program has it: pages that the kernel clears are a part of both sides.
fn copy(bytes: &[u8]) -> Vec<u8> {
    black_box(bytes).to_vec()
}

fn print_row(row: &Row) {
    let word = match (row.limit.is_empty(), row.holds) {
        (true, _) => "",
        (_, true) => "ok",
        (_, false) => "TOO SLOW OR TOO LARGE",
    };
    println!("{:44} {:44} {:12} {word}", row.name, row.value, row.limit);
}

fn rate(bytes: usize, seconds: f64) -> String {
    let per_second = bytes as f64 / seconds;
    if per_second >= 1e9 {
        format!("{:.2} GB/s", per_second / 1e9)
    } else {
        format!("{:.0} MB/s", per_second / 1e6)
    }
}

/// `cargo xtask bench [FAMILY]`
pub fn run(args: &[String]) -> Result<bool> {
    if cfg!(debug_assertions) {
        let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
        command.args(["run", "--release", "--quiet", "--package", "xtask", "--", "bench"]).args(args);
        return Ok(command.current_dir(crate::root()).status()?.success());
    }
    if let [what, file] = args
        && what == python::READ
    {
        return python::read_seconds(file).map(|()| true);
    }
    if let Some(unknown) = args.iter().find(|a| !FAMILIES.iter().any(|f| f.0 == a.as_str())) {
        bail!(
            "no family {unknown:?}; there are {}",
            FAMILIES.iter().map(|f| f.0).collect::<Vec<_>>().join(" ")
        );
    }
    let mut bench = Bench::default();
    let block = vec![1_u8; 32 << 20];
    bench.note("memcpy of 32 MiB", rate(block.len(), bench.copy_seconds(&block)));
    drop(block);
    for (_, rows) in FAMILIES.iter().filter(|f| args.is_empty() || args.iter().any(|a| a == f.0)) {
        rows(&mut bench)?;
    }
    let failed = bench.rows.iter().filter(|r| !r.holds).count();
    println!("{} rows, {failed} beyond their limit", bench.rows.len());
    Ok(failed == 0)
}
