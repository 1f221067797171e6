//! A file system whose n-th read fails: an error or the whole output, never a panic and never a part.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test")]

use attacks::root;
use scene::{Entry, Files, Folder};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use xenomesh::{Converter, Status};

/// Fails from the n-th access on, or only then.
struct Failing {
    inner: Folder,
    left: AtomicUsize,
    once: bool,
}

impl Failing {
    fn fails(&self) -> bool {
        let left = self.left.load(Ordering::Relaxed);
        if left > 0 {
            self.left.store(left - 1, Ordering::Relaxed);
        }
        left == 1 || (left == 0 && !self.once)
    }
}

impl Files for Failing {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if self.fails() { Err(io::Error::other("the disk is gone")) } else { self.inner.read(path) }
    }
    fn list(&self, folder: &str) -> Vec<Entry> {
        self.inner.list(folder)
    }
    fn resolve(&self, path: &str) -> Option<String> {
        self.inner.resolve(path)
    }
}

#[test]
fn every_access_may_fail() {
    for (folder, file) in [
        ("samples/anark", "main.bgf"),
        ("tests/data/codes/COMPONENT_ANIMATION", "main.xml"),
        ("samples/xnalara", "wave.pose"),
    ] {
        let convert = |left: usize, once: bool| {
            let files =
                Failing { inner: Folder::new(root().join(folder)), left: AtomicUsize::new(left), once };
            let files: Arc<dyn Files> = Arc::new(files);
            Converter::new().files(files).convert([file])
        };
        let whole = convert(usize::MAX, true).unwrap();
        assert_eq!(whole[0].status, Status::Done, "{file}: {:?}", whole[0].error);
        let mut failed = 0;
        for left in 1..16 {
            for once in [true, false] {
                let Ok(done) = convert(left, once) else {
                    failed += 1;
                    continue;
                };
                for one in &done {
                    // What is written although something is missing says so.
                    let same = one.files.iter().map(|f| &f.bytes).eq(whole[0].files.iter().map(|f| &f.bytes));
                    let said = one.error.is_some() || !one.findings.is_empty();
                    assert!(same || said, "{file} {left}: differs without a word");
                    failed += usize::from(one.error.is_some());
                }
            }
        }
        assert!(failed > 0, "{file}: nothing failed");
    }
}
