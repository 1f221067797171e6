//! Opening files of strangers' folders: regular files only, seen on the open handle, and nothing that leads elsewhere.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

/// Opens a regular file. A pipe does not wait for a writer, a device is not read, a folder is not a file: each is an
/// error with a sentence.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Without it, opening a pipe waits for ever. Regular files do not care.
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    let file = match options.open(path) {
        Ok(file) => file,
        // A socket cannot even be opened.
        Err(e) => return Err(std::fs::metadata(path).ok().and_then(|m| special(&m)).unwrap_or(e)),
    };
    match special(&file.metadata()?) {
        Some(e) => Err(e),
        None => Ok(file),
    }
}

/// The bytes of a regular file, as many as it has when it is opened. One that grows or shrinks meanwhile is an error.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_opened(&open(path)?)
}

fn read_opened(file: &File) -> io::Result<Vec<u8>> {
    let size = file.metadata()?.len();
    let mut out = Vec::new();
    out.try_reserve_exact(usize::try_from(size).map_err(|_| io::ErrorKind::OutOfMemory)?)
        .map_err(|_| io::ErrorKind::OutOfMemory)?;
    file.take(size.saturating_add(1)).read_to_end(&mut out)?;
    if out.len() as u64 == size {
        return Ok(out);
    }
    Err(io::Error::other(format!("it changed while it was read: {size} bytes became {}", out.len())))
}

/// An I/O error as one plain clause.
pub fn plain(e: &io::Error) -> String {
    match e.kind() {
        io::ErrorKind::NotFound if e.raw_os_error().is_some() || e.get_ref().is_none() => {
            "there is no such file".into()
        }
        io::ErrorKind::PermissionDenied => "access to it is not permitted".into(),
        io::ErrorKind::IsADirectory => "it is a folder, not a file".into(),
        io::ErrorKind::NotADirectory => "a part of its path is a file, not a folder".into(),
        io::ErrorKind::StorageFull => "the disk is full".into(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk can only be read".into(),
        _ => e.to_string(),
    }
}

fn special(meta: &std::fs::Metadata) -> Option<io::Error> {
    if meta.is_file() {
        None
    } else if meta.is_dir() {
        Some(io::ErrorKind::IsADirectory.into())
    } else {
        let message = "it is a pipe, a device or a socket; only regular files are read";
        Some(io::Error::new(io::ErrorKind::InvalidInput, message))
    }
}

/// A file on its way to its name: written next to it under a name that nobody else has, and renamed when it is whole.
/// The rename replaces a link at the target, it does not write through it.
pub struct Temporary {
    path: PathBuf,
    target: PathBuf,
    finished: bool,
}

/// What is being written, and folders that were looked through for what earlier runs left.
static UNFINISHED: LazyLock<Mutex<(HashSet<PathBuf>, HashSet<PathBuf>)>> = LazyLock::new(Mutex::default);
static NUMBER: AtomicU64 = AtomicU64::new(0);

impl Temporary {
    /// An empty file for a target.
    pub fn create(target: &Path) -> io::Result<(Self, File)> {
        let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{PREFIX}{}-{number}{SUFFIX}", std::process::id()));
            let mut lists = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    if lists.1.insert(folder.to_owned()) {
                        clean(folder);
                    }
                    lists.0.insert(path.clone());
                    return Ok((Self { path, target: target.to_owned(), finished: false }, file));
                }
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(e),
            }
        }
    }

    /// Gives it its name.
    pub fn commit(mut self) -> io::Result<()> {
        std::fs::rename(&self.path, &self.target)?;
        self.finished = true;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).0.remove(&self.path);
        if !self.finished {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

const PREFIX: &str = ".xenomesh-";
const SUFFIX: &str = ".part";

/// Removes what is not finished: for a program that is about to end in the middle of something.
pub fn remove_unfinished() {
    for path in &UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).0 {
        let _ = std::fs::remove_file(path);
    }
}

/// Removes what runs that were killed left in a folder; nothing that has another name than ours.
fn clean(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|n| n.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.split_once('-'));
        let Some((process, _)) = owner.filter(|(p, n)| [p, n].iter().all(|d| d.parse::<u64>().is_ok()))
        else {
            continue;
        };
        let old =
            || entry.metadata().and_then(|m| m.modified()).is_ok_and(|t| t.elapsed().is_ok_and(|e| e > DAY));
        let gone =
            if Path::new("/proc/self").exists() { !Path::new("/proc").join(process).exists() } else { old() };
        if gone && process != std::process::id().to_string() {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

const DAY: std::time::Duration = std::time::Duration::from_hours(24);

/// The first link on the way from a folder down to a path in it: nothing is written through one.
pub fn link_below(folder: &Path, path: &Path) -> Option<PathBuf> {
    let inner = path.strip_prefix(folder).ok()?.parent()?;
    let mut way = folder.to_owned();
    inner.components().find_map(|part| {
        way.push(part);
        way.is_symlink().then(|| way.clone())
    })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::io::Write;

    fn scratch(name: &str) -> std::path::PathBuf {
        let dir = std::env::temp_dir().join(format!("xenomesh-disk-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        dir
    }

    #[test]
    fn pipes_devices_sockets_and_folders_are_errors_at_once() {
        let dir = scratch("special");
        let pipe = dir.join("pipe.xac");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let socket = dir.join("socket.xac");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        std::os::unix::fs::symlink("/dev/zero", dir.join("zero.xac")).unwrap();
        for path in [&pipe, &socket, &dir.join("zero.xac"), Path::new("/dev/zero")] {
            let e = read(path).unwrap_err();
            assert!(e.to_string().contains("only regular files"), "{}: {e}", path.display());
        }
        assert_eq!(read(&dir).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        std::fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_file_that_shrinks_or_grows_is_an_error() {
        let dir = scratch("shrinks");
        let path = dir.join("x.xac");
        std::fs::write(&path, vec![1; 1 << 20]).unwrap();
        assert_eq!(read(&path).unwrap().len(), 1 << 20);
        // Seen through a handle that has read some of it: what remains is less than its size.
        let file = open(&path).unwrap();
        (&file).read_exact(&mut [0; 100]).unwrap();
        assert!(read_opened(&file).unwrap_err().to_string().contains("changed while it was read"));
        // A writer that cuts and extends it all the time: an error or the whole, never a crash or a part.
        let stop = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    let mut writer = OpenOptions::new().write(true).open(&path).unwrap();
                    writer.set_len(10).unwrap();
                    writer.write_all(&vec![2; 100_000]).unwrap();
                }
            });
            for _ in 0..300 {
                if let Ok(bytes) = read(&path) {
                    assert!(
                        [10, 1 << 20].contains(&bytes.len()) || bytes.len() <= 100_000,
                        "{}",
                        bytes.len()
                    );
                }
            }
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        std::fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn temporary_names_are_ours_alone_and_leftovers_go() {
        let dir = scratch("temporary");
        std::fs::write(dir.join("x.part"), b"mine").unwrap();
        std::fs::write(dir.join(".xenomesh-notes.part"), b"mine too").unwrap();
        // No process has this number.
        std::fs::write(dir.join(".xenomesh-4194305-0.part"), b"left by a killed run").unwrap();
        let outside = dir.join("outside");
        std::fs::write(&outside, b"safe").unwrap();
        std::os::unix::fs::symlink(&outside, dir.join("x")).unwrap();
        let (temporary, mut file) = Temporary::create(&dir.join("x")).unwrap();
        file.write_all(b"new").unwrap();
        temporary.commit().unwrap();
        drop(Temporary::create(&dir.join("never")).unwrap());
        let mut names: Vec<_> = std::fs::read_dir(&dir).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [".xenomesh-notes.part", "outside", "x", "x.part"]);
        assert_eq!(std::fs::read(&outside).unwrap(), b"safe", "not written through the link");
        assert_eq!(std::fs::read(dir.join("x")).unwrap(), b"new");
        std::os::unix::fs::symlink("/", dir.join("root")).unwrap();
        assert_eq!(link_below(&dir, &dir.join("root/etc/x")), Some(dir.join("root")));
        assert_eq!(link_below(&dir, &dir.join("a/x")), None);
        std::fs::remove_dir_all(dir).unwrap();
    }
}
