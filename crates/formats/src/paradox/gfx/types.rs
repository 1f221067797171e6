//! Actor types: what the entries of `EMFXActorType` blocks mean.

use super::read::{Entry, Script, Token, Value};

/// One actor type.
#[derive(Debug, Clone, Default)]
pub struct ActorType {
    /// What the game calls it.
    pub name: String,
    /// The `.xac`, from the game's root, with `/`.
    pub actor: String,
    /// Its motions in file order.
    pub motions: Vec<Motion>,
    /// What hangs on it.
    pub attached: Vec<Attached>,
    /// Size; 1 if nothing else is said.
    pub scale: f32,
    /// Motions are made to fit the actor's own bind pose.
    pub retargeting: bool,
    /// From its key to its closing brace.
    pub start: u32,
    /// The end of its block.
    pub end: u32,
    /// Keys that no meaning is known for.
    pub unknown: Vec<Token>,
    /// Values that are no numbers or no words: key and value.
    pub wrong: Vec<(Token, Token)>,
}

/// A motion for a state.
#[derive(Debug, Clone)]
pub struct Motion {
    /// `idle`, `move`, `attack` …: the name of the clip.
    pub state: String,
    /// The `.xsm`, from the game's root, with `/`.
    pub file: String,
    /// Where the file is named.
    pub at: u32,
}

/// Another type on a node.
#[derive(Debug, Clone)]
pub struct Attached {
    /// The type.
    pub name: String,
    /// The node.
    pub node: String,
    /// Where it says so.
    pub at: u32,
}

/// Every actor type of a script.
pub fn actor_types(script: &Script) -> Vec<ActorType> {
    let mut out = Vec::new();
    for outer in script.entries() {
        let Value::Block(_, inner) = &outer.value else { continue };
        for entry in inner {
            if let (Some(key), Value::Block(block, entries)) = (entry.key, &entry.value)
                && script.word(key).eq_ignore_ascii_case(b"EMFXActorType")
            {
                out.push(actor_type(script, key, *block, entries));
            }
        }
    }
    out
}

fn path(script: &Script, token: Token) -> String {
    script.shown(token).replace('\\', "/")
}

fn actor_type(script: &Script, key: Token, block: Token, entries: &[Entry]) -> ActorType {
    let mut out = ActorType { scale: 1.0, start: key.start, end: block.end, ..ActorType::default() };
    for entry in entries {
        let Some(key) = entry.key else { continue };
        let name = String::from_utf8_lossy(script.word(key)).to_ascii_lowercase();
        match (name.as_str(), &entry.value) {
            ("name", Value::Word(v)) => out.name = script.shown(*v),
            ("actorfile", Value::Word(v)) => out.actor = path(script, *v),
            ("scale", Value::Word(v)) => match number(script, *v).filter(|n| *n > 0.0) {
                Some(n) => out.scale = n,
                None => out.wrong.push((key, *v)),
            },
            ("retargeting", Value::Word(v)) => match &script.word(*v).to_ascii_lowercase()[..] {
                b"yes" | b"1" | b"true" => out.retargeting = true,
                b"no" | b"0" | b"false" => out.retargeting = false,
                _ => out.wrong.push((key, *v)),
            },
            ("animation", Value::Block(_, inner)) => {
                let motion = named(script, inner, "name").zip(named(script, inner, "file"));
                out.motions.extend(motion.map(|(state, file)| Motion {
                    state: script.shown(state),
                    file: path(script, file),
                    at: file.start,
                }));
            }
            ("attach", Value::Block(_, inner)) => {
                let what = named(script, inner, "name").zip(named(script, inner, "node"));
                out.attached.extend(what.map(|(name, node)| Attached {
                    name: script.shown(name),
                    node: script.shown(node),
                    at: name.start,
                }));
            }
            (_, Value::Word(v)) if is_motion(script.word(*v)) => {
                out.motions.push(Motion { state: script.shown(key), file: path(script, *v), at: v.start });
            }
            // A few say what is to be said.
            _ if out.unknown.len() < 20 => out.unknown.push(key),
            _ => {}
        }
    }
    out
}

fn is_motion(word: &[u8]) -> bool {
    let lower = word.to_ascii_lowercase();
    lower.ends_with(b".xsm") || lower.ends_with(b".xpm")
}

fn number(script: &Script, token: Token) -> Option<f32> {
    std::str::from_utf8(script.word(token)).ok()?.parse::<f32>().ok().filter(|n| n.is_finite())
}

/// The word of a key.
fn named(script: &Script, entries: &[Entry], name: &str) -> Option<Token> {
    entries.iter().find_map(|e| match (e.key, &e.value) {
        (Some(key), Value::Word(v)) if script.word(key).eq_ignore_ascii_case(name.as_bytes()) => Some(*v),
        _ => None,
    })
}
