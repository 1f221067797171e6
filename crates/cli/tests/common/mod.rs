//! A scratch folder that goes away, and the program run in it.
#![allow(dead_code, reason = "each test file takes what it needs")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The program that is tested; another one, an older say, if `XENOMESH_PROGRAM` names it.
pub fn binary() -> std::ffi::OsString {
    std::env::var_os("XENOMESH_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_xenomesh").into())
}

/// A scratch folder that goes away.
pub struct Dir(pub PathBuf);

impl Dir {
    /// An empty one. Names are for people: two of the same name in one process share a folder.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("xenomesh-test-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes a file, its folders too.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    /// The program, to be run in here.
    pub fn program(&self, args: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command.args(args).current_dir(&self.0);
        command
    }

    /// Runs the program, and fails if that takes longer than two minutes.
    pub fn run(&self, args: &[&str]) -> Output {
        finished(&mut self.program(args))
    }

    /// Whether there is a file.
    pub fn has(&self, name: &str) -> bool {
        self.0.join(name).is_file()
    }

    /// A text file.
    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Names in a folder, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.join(folder)).unwrap();
        let mut out: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        out.sort();
        out
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a command to its end; one that hangs is a failure.
pub fn finished(command: &mut Command) -> Output {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let id = child.id();
    let (sent, done) = std::sync::mpsc::channel();
    std::thread::spawn(move || sent.send(child.wait_with_output().unwrap()));
    done.recv_timeout(Duration::from_mins(2)).unwrap_or_else(|_| {
        let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
        panic!("{command:?} hangs")
    })
}

/// The exit code; a program ended by a signal has none.
pub fn code(out: &Output) -> i32 {
    out.status.code().unwrap_or_else(|| panic!("killed: {}", both(out)))
}

/// What was said, on both streams.
pub fn both(out: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

/// Every file below a folder with its bytes, by its path from there.
pub fn tree(folder: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut out = std::collections::BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(bytes) = fs::read(&path) {
                out.insert(path.strip_prefix(folder).unwrap().to_string_lossy().into_owned(), bytes);
            }
        }
    }
    out
}

/// How long something takes.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let out = work();
    (out, started.elapsed())
}
