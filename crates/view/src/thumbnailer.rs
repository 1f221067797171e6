//! Previews in file managers of freedesktop systems (GNOME, KDE, Xfce, …): which files to make, and what they say.

use formats::{FORMATS, Kind};
use std::fmt::Write as _;

/// A file below the user's data folder (`~/.local/share`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where, with `/`.
    pub path: &'static str,
    /// What it says.
    pub text: String,
}

/// Extensions that other kinds of files have too: their previews are not ours.
const COMMON: &[&str] = &["xml", "glb", "gltf", "scene", "ani"];

/// The thumbnailer and the types of files it is for; `program` is the full path of this program.
pub fn entries(program: &str) -> [Entry; 2] {
    let (mut types, mut names) = (String::new(), Vec::new());
    for format in FORMATS.iter().filter(|f| f.kind == Kind::Model) {
        let patterns: Vec<&str> = format.extensions.iter().copied().filter(|e| !COMMON.contains(e)).collect();
        if patterns.is_empty() {
            continue;
        }
        let name = format!("model/x-xenomesh-{}", format.id);
        let _ = writeln!(
            types,
            "  <mime-type type=\"{name}\">\n    <comment>{}</comment>",
            escaped(format.title)
        );
        for pattern in patterns {
            let _ = writeln!(types, "    <glob pattern=\"*.{}\"/>", escaped(pattern));
        }
        types.push_str("  </mime-type>\n");
        names.push(name);
    }
    let quoted = program.replace('\\', "\\\\").replace('"', "\\\"");
    let thumbnailer = format!(
        "[Thumbnailer Entry]\nTryExec={program}\nExec=\"{quoted}\" thumb --quiet --force --size %s --picture %o %i\nMimeType={};\n",
        names.join(";")
    );
    let mime = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\n{types}</mime-info>\n"
    );
    [
        Entry { path: "mime/packages/xenomesh.xml", text: mime },
        Entry { path: "thumbnailers/xenomesh.thumbnailer", text: thumbnailer },
    ]
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    #[test]
    fn models_have_a_type_and_a_thumbnailer() {
        let [mime, thumbnailer] = super::entries("/opt/x y/xenomesh");
        assert!(mime.text.contains("*.xps\"") && mime.text.contains("*.xac\""), "{}", mime.text);
        assert!(!mime.text.contains("*.xml\"") && !mime.text.contains("*.xsm\""), "{}", mime.text);
        assert!(thumbnailer.text.contains("Exec=\"/opt/x y/xenomesh\" thumb "), "{}", thumbnailer.text);
        assert!(thumbnailer.text.contains("model/x-xenomesh-xac;"), "{}", thumbnailer.text);
    }
}
