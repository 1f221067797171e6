//! Paradox definitions (`.gfx`): a Clausewitz script in CP1252.
//!
//! | in `objectTypes = { EMFXActorType = { … } … }` | meaning                                        |
//! |--------------------------------------------|----------------------------------------------------|
//! | `name`                                     | what the game calls it                             |
//! | `actorfile`                                | the `.xac`, from the game's root                   |
//! | `idle`, `move`, `attack`, … `= x.xsm`      | the motion for that state                          |
//! | `animation = { name file … }`              | the same, spelled out                              |
//! | `attach = { name node attachId }`          | another type, hung on a node                       |
//! | `scale`                                    | size                                               |
//! | `retargeting = yes`                        | positions and scales of motions relative to the bind |
//!
//! Known from 32 files with 1,040 actor types. The text is kept as it is: blanks, comments, unknown keys.

mod read;
pub mod rules;
mod scene;
mod types;

#[cfg(test)]
mod tests;

pub use read::{Entry, Script, Token, Value};
pub use types::{ActorType, Attached, Motion};

pub use self::scene::{find_file, node_named};

use crate::{Confidence, Context, Document, Format, Kind, from_value};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::io;
use wire::{Limits, Reader, Result, Sink, Text};

/// The registry entry.
pub static FORMAT: Format = Format {
    id: "gfx",
    title: "Paradox actor types (GFX)",
    extensions: &["gfx"],
    extension: "gfx",
    kind: Kind::Archive,
    codes: &[rules::CODES],
    ..Format::one_way::<Gfx>()
};

/// The sentence to say about a file of another program with the same extension.
pub fn foreign(bytes: &[u8], name: &str) -> Option<String> {
    (name.ends_with(".gfx") && (bytes.starts_with(b"GFX") || bytes.starts_with(b"CFX"))).then(|| {
        "this is a Scaleform movie; only the definitions of Paradox games are supported as .gfx".to_owned()
    })
}

/// A file with definitions.
#[derive(Debug, Clone)]
pub struct Gfx {
    /// The text.
    pub script: Script,
    /// Its actor types.
    pub types: Vec<ActorType>,
    said: Sink,
}

/// What stands before a token, and the token.
#[derive(Serialize, Deserialize)]
struct Dump {
    tokens: Vec<[Text; 2]>,
    /// What follows the last one.
    after: Text,
}

/// A type's name as a file name.
pub fn file_stem(name: &str) -> String {
    let clean: String =
        name.chars().map(|c| if c.is_control() || "<>:\"/\\|?*".contains(c) { '_' } else { c }).collect();
    let clean = clean.trim_end_matches([' ', '.']).to_owned();
    if ::scene::safe_relative(&clean).is_none() { format!("_{clean}") } else { clean }
}

impl Gfx {
    /// Reads a file.
    pub fn read(r: &mut Reader<'_>, _sink: &mut Sink) -> Result<Self> {
        let depth = r.limits().depth;
        let text = r.rest().to_vec();
        let gfx = Self::parse(text, depth)?;
        if r.is_tracing() {
            let mut end = 0_u32;
            for (i, token) in gfx.script.tokens().iter().enumerate() {
                let gap = token.start - end;
                if gap > 0 {
                    r.field("blank", |r| r.index(i, |r| r.take(gap as usize).map(drop)))?;
                }
                r.field("tokens", |r| r.index(i, |r| r.take((token.end - token.start) as usize).map(drop)))?;
                end = token.end;
            }
            r.field("after", |r| r.take(r.remaining()).map(drop))?;
        } else {
            r.take(r.remaining())?;
        }
        Ok(gfx)
    }

    fn parse(text: Vec<u8>, depth: u32) -> Result<Self> {
        let mut said = Sink::new();
        let script = Script::parse(text, depth, &mut said)?;
        let types = types::actor_types(&script);
        Ok(Self { script, types, said })
    }

    fn from_dump(d: &Dump) -> Result<Self> {
        let mut text: Vec<u8> = d.tokens.iter().flatten().flat_map(|t| t.0.iter().copied()).collect();
        text.extend_from_slice(&d.after.0);
        Self::parse(text, Limits::default().depth)
    }

    fn to_dump(&self) -> Dump {
        let text = self.script.text();
        let part = |from: usize, to: usize| Text(text.get(from..to).unwrap_or_default().to_vec());
        let mut end = 0;
        let tokens = self.script.tokens().iter().map(|t| {
            let from = std::mem::replace(&mut end, t.end as usize);
            [part(from, t.start as usize), part(t.start as usize, t.end as usize)]
        });
        let tokens: Vec<[Text; 2]> = tokens.collect();
        Dump { tokens, after: part(end, text.len()) }
    }

    /// The type of a name, whatever its case.
    pub fn find(&self, name: &str) -> Option<&ActorType> {
        let exact = self.types.iter().find(|t| t.name == name);
        exact.or_else(|| self.types.iter().find(|t| t.name.eq_ignore_ascii_case(name)))
    }

    /// The same text with nothing but one type and what is attached to it, everything else blank: offsets and lines stay.
    pub fn only(&self, name: &str) -> Vec<u8> {
        let mut keep: Vec<&ActorType> = Vec::new();
        let mut next: Vec<&ActorType> = self.find(name).into_iter().collect();
        while let Some(t) = next.pop() {
            if !keep.iter().any(|k| k.start == t.start) {
                keep.push(t);
                next.extend(t.attached.iter().filter_map(|a| self.find(&a.name)));
            }
        }
        let mut out = self.script.text().to_vec();
        for t in &self.types {
            if keep.iter().any(|k| k.start == t.start) {
                continue;
            }
            let range = t.start as usize..t.end as usize;
            for byte in
                out.get_mut(range).unwrap_or_default().iter_mut().filter(|b| !matches!(b, b'\n' | b'\r'))
            {
                *byte = b' ';
            }
        }
        out
    }
}

impl Document for Gfx {
    fn sniff(bytes: &[u8], name: &str) -> Confidence {
        if !name.ends_with(".gfx") || foreign(bytes, name).is_some() || bytes.contains(&0) {
            return Confidence::No;
        }
        let blocks = memchr::memmem::find(bytes, b"Types").is_some() && bytes.contains(&b'{');
        if blocks { Confidence::Content } else { Confidence::Extension }
    }

    fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Self> {
        Gfx::read(r, sink)
    }

    fn build(value: Json) -> Result<Self> {
        Gfx::from_dump(&from_value(&value)?)
    }

    fn format(&self) -> &'static str {
        FORMAT.id
    }

    fn write(&self) -> Vec<u8> {
        self.script.text().to_vec()
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        crate::dump(FORMAT.id, &self.to_dump(), out)
    }

    fn check(&self, cx: &Context<'_>, sink: &mut Sink) {
        rules::check(self, cx, sink);
    }

    fn details(&self, cx: &Context<'_>) -> Json {
        let types: Vec<Json> = self
            .types
            .iter()
            .map(|t| {
                let motions: Vec<Json> =
                    t.motions.iter().map(|m| json!({"state": m.state, "file": m.file})).collect();
                let attached: Vec<Json> =
                    t.attached.iter().map(|a| json!({"type": a.name, "node": a.node})).collect();
                json!({
                    "name": t.name, "actor": t.actor, "found": scene::find_file(cx, &t.actor).is_some(),
                    "scale": t.scale.to_string().parse::<f64>().unwrap_or(1.0), "retargeting": t.retargeting, "motions": motions, "attached": attached,
                })
            })
            .collect();
        json!({"types": types})
    }

    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<::scene::Scene> {
        scene::to_scene(self, scene::chosen(self, cx)?, cx, sink)
    }
}
