//! A bar on the terminal for anything longer than a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Counts work; shows itself after a second, on a terminal only.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    allowed: bool,
}

impl Progress {
    /// A bar for so many pieces of work.
    pub fn new(total: usize, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}  {per_sec}  {eta} left  {msg}")
        {
            bar.set_style(style);
        }
        Self { bar, started: Instant::now(), allowed: !quiet && std::io::stderr().is_terminal() }
    }

    /// One piece is done.
    pub fn step(&self) {
        if self.allowed && self.bar.is_hidden() && self.started.elapsed() > Duration::from_secs(1) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }

    /// Prints a line above the bar.
    pub fn line(&self, text: &str) {
        self.bar.suspend(|| anstream::eprintln!("{}", crate::terminal::styled(text)));
    }
}

impl Progress {
    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Prints texts in the order of their numbers, as soon as all before them are there.
pub struct Ordered {
    progress: Progress,
    waiting: Mutex<(usize, BTreeMap<usize, String>)>,
}

impl Ordered {
    /// Starts at 0.
    pub fn new(progress: Progress) -> Self {
        Self { progress, waiting: Mutex::default() }
    }

    /// The bar it prints above.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Text number `i`; an empty one is only counted.
    pub fn say(&self, i: usize, text: String) {
        let Ok(mut waiting) = self.waiting.lock() else { return };
        waiting.1.insert(i, text);
        loop {
            let next = waiting.0;
            let Some(text) = waiting.1.remove(&next) else { break };
            if !text.is_empty() {
                self.progress.line(&text);
            }
            waiting.0 += 1;
        }
    }
}
