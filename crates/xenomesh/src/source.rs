//! One input: a path in a file system.

use bytes::Bytes;
use formats::{Context, LoadOptions, UNREADABLE};
use scene::{Files, Folder, Memory};
use std::path::Path;
use std::sync::Arc;

/// One input: a path in a file system.
#[derive(Clone)]
pub struct Source {
    /// The file system.
    pub files: Arc<dyn Files>,
    /// Path in there, with `/`.
    pub path: String,
    /// What people call it.
    pub label: String,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").field("label", &self.label).finish_non_exhaustive()
    }
}

impl Source {
    /// A file on disk; what belongs to it is looked for in its folder.
    pub fn on_disk(path: &Path) -> Self {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Self {
            files: Arc::new(Folder::new(parent).naming(&name)),
            path: name,
            label: path.display().to_string(),
        }
    }

    /// Bytes that are not in a file.
    pub fn in_memory(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        let mut files = Memory::default();
        files.insert(name, bytes);
        Self { files: Arc::new(files), path: name.to_owned(), label: name.to_owned() }
    }

    /// Its bytes.
    pub fn read(&self) -> wire::Result<Bytes> {
        self.files
            .read(&self.path)
            .map(Bytes::from)
            .map_err(|e| wire::Error::new(&UNREADABLE, scene::disk::plain(&e)))
    }

    /// Where a document from here is.
    pub fn context<'a>(&'a self, options: &'a LoadOptions) -> Context<'a> {
        Context { files: &*self.files, path: &self.path, options }
    }

    /// The name without folders.
    pub fn file_name(&self) -> &str {
        scene::file_name(&self.path)
    }

    /// The folder it is in: `""` or `a/b`.
    pub fn folder(&self) -> &str {
        scene::folder_of(&self.path)
    }
}
