//! A small Tree of Savior folder: the character and its pictures in `data`, a patch that replaces, adds and deletes.

use anyhow::{Context, Result};
use formats::ipf::{Member, Stamp, pack_memory};
use std::path::Path;

/// Writes `tos-game/`.
pub fn write(out: &Path) -> Result<()> {
    let from = out.join("emfx/tos");
    let game = out.join("tos-game");
    for folder in ["data", "patch"] {
        std::fs::create_dir_all(game.join(folder))?;
    }
    let read =
        |name: &str| std::fs::read(from.join(name)).with_context(|| format!("{name} of {}", from.display()));
    let mut textures: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(&from)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if ["dds", "tga", "png"].iter().any(|e| name.ends_with(e)) {
            textures.push(name);
        }
    }
    textures.sort();
    let member =
        |archive: &str, path: String, bytes: Vec<u8>| Member { archive: archive.into(), path, bytes };
    let whole = Stamp { base: 0, revision: 11035, ..Stamp::default() };
    let put = |name: &str, members: &[Member], stamp: &Stamp| -> Result<()> {
        Ok(std::fs::write(game.join(name), pack_memory(members, stamp, None)?.to_bytes())?)
    };
    let actor = member("char_hi.ipf", "npc/Character/character.xac".into(), read("character.xac")?);
    put("data/char_hi.ipf", &[actor], &whole)?;
    let mut pictures = Vec::new();
    for name in &textures {
        pictures.push(member("char_texture.ipf", format!("npc/character/{name}"), read(name)?));
    }
    put("data/char_texture.ipf", &pictures, &whole)?;
    let old = [("old.lua", "-- the first one\n"), ("gone.lua", "-- a patch deletes this\n")];
    let old: Vec<Member> = old.map(|(n, t)| member("ui.ipf", n.into(), t.into())).into();
    put("data/ui.ipf", &old, &whole)?;
    let patch = Stamp {
        base: 378_949,
        revision: 379_124,
        deletions: vec![["data".into(), "gone.lua".into()]],
        ..Stamp::default()
    };
    let new = [
        member("ui.ipf", "old.lua".into(), b"-- the second one\n".to_vec()),
        member("ui.ipf", "sound/beep.mp3".into(), b"stored as it is".to_vec()),
    ];
    put("patch/379124_001001.ipf", &new, &patch)?;
    put("patch/empty.ipf", &[], &Stamp::default())
}
