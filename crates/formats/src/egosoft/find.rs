//! From paths in game files to paths of a file system.
//!
//! Game files name each other from the game's root. A modder's folder may be that root, be somewhere below it, or hold
//! nothing but one ship; so a path is tried from every folder above the document, whole and without its first parts.

pub use scene::below;
use scene::{Files, safe_relative};

/// Folders from a path's own up to the root: `a/b`, `a`, ``.
pub fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    scene::upwards(scene::folder_of(path))
}

/// Every place a game path may be: the root first, then from the document's folder upwards, then shortened.
fn places(document: &str, game_path: &str) -> Vec<String> {
    // Some tools write a slash before the root's own folders.
    let game_path = game_path.trim().trim_start_matches(['\\', '/']);
    let Some(safe) = safe_relative(game_path) else { return Vec::new() };
    let mut out = vec![safe.clone()];
    out.extend(ancestors(document).map(|a| below(a, &safe)));
    let mut rest = safe.as_str();
    while let Some((_, shorter)) = rest.split_once('/') {
        out.extend(ancestors(document).map(|a| below(a, shorter)));
        rest = shorter;
    }
    out
}

/// The file a game path leads to.
pub fn file(files: &dyn Files, document: &str, game_path: &str) -> Option<String> {
    places(document, game_path).iter().find_map(|p| files.resolve(p))
}

/// The folder a game path leads to: the first that holds anything. Spelled as the listing has it.
pub fn folder(files: &dyn Files, document: &str, game_path: &str) -> Option<String> {
    places(document, game_path).iter().find_map(|p| spelled(files, String::new(), p))
}

/// A folder by its listings; where two differ in case only, the one that leads on.
fn spelled(files: &dyn Files, at: String, rest: &str) -> Option<String> {
    let (part, rest) = rest.split_once('/').unwrap_or((rest, ""));
    if part.is_empty() {
        return Some(at);
    }
    let entries = files.list(&at).into_iter().filter(|e| e.folder && e.name.eq_ignore_ascii_case(part));
    entries.into_iter().find_map(|e| spelled(files, below(&at, &e.name), rest))
}

/// Every file of a name from the game root down: of the game itself, then of its extensions.
pub fn all(files: &dyn Files, document: &str, name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut roots: Vec<&str> = ancestors(document).collect();
    // The outermost is the game itself.
    roots.reverse();
    let mut add = |path: &str| {
        if let Some(found) = files.resolve(path)
            && !out.contains(&found)
        {
            out.push(found);
        }
    };
    for root in &roots {
        add(&below(root, name));
    }
    for root in &roots {
        let dir = below(root, "extensions");
        for entry in files.list(&dir).into_iter().filter(|e| e.folder) {
            add(&format!("{dir}/{}/{name}", entry.name));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::Memory;

    #[test]
    fn paths_are_found_wherever_the_root_is() {
        let mut m = Memory::default();
        m.insert("mods/Assets/units/ship.xml", *b"");
        m.insert("mods/assets/units/Ship_Data/a-lod0.xmf", *b"");
        m.insert("mods/libraries/l.xml", *b"");
        m.insert("mods/extensions/x/libraries/l.xml", *b"");
        let doc = "mods/assets/units/ship.xml";
        assert_eq!(
            folder(&m, doc, "assets\\units\\ship_data").as_deref(),
            Some("mods/assets/units/Ship_Data")
        );
        assert_eq!(folder(&m, doc, "..\\x"), None);
        assert_eq!(
            folder(&m, doc, "\\assets\\units\\ship_data\\").as_deref(),
            Some("mods/assets/units/Ship_Data")
        );
        assert_eq!(folder(&m, doc, "..\\assets\\units\\ship_data"), None);
        assert_eq!(
            all(&m, doc, "libraries/l.xml"),
            ["mods/libraries/l.xml", "mods/extensions/x/libraries/l.xml"]
        );
        let mut bare = Memory::default();
        bare.insert("ship_data/a-lod0.xmf", *b"");
        assert_eq!(folder(&bare, "ship.xml", "assets\\units\\ship_data").as_deref(), Some("ship_data"));
        assert_eq!(
            file(&bare, "ship.xml", "assets/units/SHIP_data/A-lod0.xmf").as_deref(),
            Some("ship_data/a-lod0.xmf")
        );
    }
}
