//! Files of other programs with our extensions: better a name than a desynchronised parse.

/// What to say about a file of another program, if it is known.
pub fn sentence(bytes: &[u8], name: &str) -> Option<String> {
    let extension = name.rsplit('.').next()?;
    if !matches!(extension, "mesh" | "xps" | "ascii" | "scene" | "pose") {
        return None;
    }
    let what = known(bytes)?;
    Some(format!("this is another program's .{extension}: {what}"))
}

fn known(bytes: &[u8]) -> Option<&'static str> {
    let head = bytes.get(..bytes.len().min(256)).unwrap_or_default();
    let has = |needle: &[u8]| head.windows(needle.len()).any(|w| w == needle);
    let starts = |needle: &[u8]| head.starts_with(needle);
    let text = head.trim_ascii_start();
    if has(b"[MeshSerializer") {
        return Some("an Ogre mesh (Torchlight and other Ogre games); convert it with Ogre's own tools");
    }
    if text.starts_with(b"<") && has(b"<mesh") {
        return Some("an Ogre XML mesh");
    }
    if text.starts_with(b"<") && has(b"<scene") {
        return Some("an Ogre dotScene file");
    }
    let list: [(&[u8], &str); 20] = [
        (b"version ", "a Roblox mesh"),
        (b"%YAML", "a Unity asset"),
        (b"UnityFS", "a Unity asset bundle"),
        (b"MeshVersionFormatted", "a Medit mesh"),
        (b"$MeshFormat", "a Gmsh mesh"),
        (b"xof ", "a DirectX .x model"),
        (b"glTF", "a binary glTF; give it the extension .glb"),
        (b"ply", "a PLY model"),
        (b"RSRC", "a Godot resource"),
        (b"[gd_", "a Godot resource"),
        (b"IDST", "a Source or GoldSrc model"),
        (b"MESH", "a mesh of another game that begins with MESH"),
        (b"mesh", "a mesh of another game that begins with mesh"),
        (b"BMSH", "a mesh of another game that begins with BMSH"),
        (b"NIFF", "a mesh of another game that begins with NIFF"),
        (b"Gamebryo", "a Gamebryo model"),
        (b"Kaydara", "an FBX model"),
        (b"PK\x03\x04", "a ZIP archive; unpack it first"),
        (b"Rar!", "a RAR archive; unpack it first"),
        (b"7z\xbc\xaf", "a 7-Zip archive; unpack it first"),
    ];
    list.into_iter().find(|(magic, _)| starts(magic)).map(|(_, what)| what)
}

#[cfg(test)]
mod tests {
    #[test]
    fn other_games_are_named() {
        let ogre = b"\x00\x10[MeshSerializer_v1.41]\n\x00\x30\x00";
        let e = crate::identify(ogre, "Hero.MESH").err().unwrap();
        assert!(e.message().contains("Ogre"), "{e}");
        assert!(
            crate::identify(b"version 2.00\n\x0c\0", "hat.mesh").err().unwrap().message().contains("Roblox")
        );
        assert_eq!(super::sentence(b"glTF", "x.glb"), None);
    }
}
