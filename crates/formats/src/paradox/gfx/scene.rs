//! An actor type as a scene: its actor, its motions as clips named by their states, what is attached, its size.

use super::Gfx;
use super::rules::{ACTOR_MISSING, ATTACH_MISSING, MOTION_MISSING, NONE};
use super::types::ActorType;
use crate::motions;
use crate::{Context, LoadOptions};
use scene::{NodeId, Scene, steps};
use wire::{Error, Result, Sink};

/// How deep types may hang on types.
const DEPTH: u32 = 8;
/// A byte of an actor or a motion becomes about so many of a scene. Types name the same file as often as they like.
const GROWTH: u64 = 8;
/// What the smallest file counts for: that it is opened at all.
const SMALLEST: u64 = 64 << 10;

/// A file of the game, named from the game's root: this file is somewhere below it.
pub fn find_file(cx: &Context<'_>, path: &str) -> Option<String> {
    scene::upwards(cx.folder()).find_map(|folder| cx.files.resolve(&scene::below(folder, path)))
}

/// The type of a file that is called as the document is, else the first.
pub fn chosen<'g>(gfx: &'g Gfx, cx: &Context<'_>) -> Result<&'g ActorType> {
    let wanted = cx.stem();
    let named = gfx.types.iter().find(|t| super::file_stem(&t.name) == wanted);
    named
        .or_else(|| gfx.types.iter().find(|t| find_file(cx, &t.actor).is_some()))
        .or_else(|| gfx.types.first())
        .ok_or_else(|| Error::new(&NONE, "it defines no actor type (EMFXActorType)"))
}

/// A type as a scene.
pub fn to_scene(gfx: &Gfx, t: &ActorType, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
    let mut left = cx.options.limits.bytes;
    one(gfx, t, cx, sink, DEPTH, &mut left)
}

/// What a file becomes, taken from what remains.
fn charge(left: &mut u64, path: &str, size: u64) -> Result<()> {
    *left = left.checked_sub(size.max(SMALLEST).saturating_mul(GROWTH)).ok_or_else(|| {
        Error::new(&wire::codes::LIMIT, format!("{path}: this type names more files than fit into the limit"))
    })?;
    Ok(())
}

fn one(
    gfx: &Gfx,
    t: &ActorType,
    cx: &Context<'_>,
    sink: &mut Sink,
    depth: u32,
    left: &mut u64,
) -> Result<Scene> {
    let place = gfx.script.place(t.start);
    let Some(path) = find_file(cx, &t.actor) else {
        let message = format!("{place}: actor type {:?} has no actor: there is no {:?}", t.name, t.actor);
        return Err(Error::at(&ACTOR_MISSING, t.start.into(), message));
    };
    let bytes = cx.files.read(&path).map_err(|e| Error::new(&crate::UNREADABLE, format!("{path}: {e}")))?;
    charge(left, &path, bytes.len() as u64)?;
    let name = scene::file_name(&path).to_owned();
    let options = LoadOptions { retarget: t.retargeting || cx.options.retarget, ..cx.options.clone() };
    let inner = Context { files: cx.files, path: &path, options: &options };
    // What is wrong with the actor itself is said about its own file.
    let opened = crate::open(&bytes.into(), &name, &options, false, &mut Sink::new())
        .map_err(|e| Error::new(e.code(), format!("{name}: {e}")))?;
    let mut scene = opened.document.to_scene(&inner, sink)?;
    scene.name.clone_from(&t.name);
    if depth == DEPTH {
        bind(gfx, t, &mut scene, cx, &options, sink, left);
    }
    for a in &t.attached {
        let warn = |sink: &mut Sink, why: String| {
            let message = format!("{}: {why}", gfx.script.place(a.at));
            sink.push_at(&ATTACH_MISSING, a.at.into(), "attach", message);
        };
        let Some(node) = node_named(&scene, &a.node) else {
            warn(sink, format!("{:?} has no node {:?} for {:?}", t.name, a.node, a.name));
            continue;
        };
        let Some(other) = gfx.find(&a.name).filter(|_| depth > 0) else {
            warn(sink, format!("no type here is called {:?}", a.name));
            continue;
        };
        match one(gfx, other, cx, sink, depth - 1, left) {
            Ok(other_scene) => steps::attach(&mut scene, other_scene, node, &a.name),
            Err(e) => warn(sink, format!("{:?} is not attached: {}", a.name, e.message())),
        }
    }
    if t.scale != 1.0 {
        steps::scale(&mut scene, t.scale);
    }
    Ok(scene)
}

/// The node of a name: exactly, else whatever its case.
pub fn node_named(scene: &Scene, name: &str) -> Option<NodeId> {
    let exact = scene.nodes.iter().position(|n| n.name == name);
    let at = exact.or_else(|| scene.nodes.iter().position(|n| n.name.eq_ignore_ascii_case(name)))?;
    Some(NodeId(at as u32))
}

/// Every motion that is there, as a clip named by its state.
fn bind(
    gfx: &Gfx,
    t: &ActorType,
    scene: &mut Scene,
    cx: &Context<'_>,
    options: &LoadOptions,
    sink: &mut Sink,
    left: &mut u64,
) {
    for m in &t.motions {
        let missing = |sink: &mut Sink, why: String| {
            sink.push_at(
                &MOTION_MISSING,
                m.at.into(),
                &m.state,
                format!("{}: {why}", gfx.script.place(m.at)),
            );
        };
        let Some(path) = find_file(cx, &m.file) else {
            missing(sink, format!("there is no {:?}", m.file));
            continue;
        };
        let inner = Context { files: cx.files, path: &path, options };
        let read = motions::read(&inner).and_then(|m| charge(left, &path, m.bytes).map(|()| m));
        let motion = match read {
            Ok(motion) => motion,
            Err(e) => {
                missing(sink, format!("{path}: {e}"));
                continue;
            }
        };
        let before = scene.animations.len();
        if let Err(e) = motion.document.animate(scene, &inner, sink) {
            missing(sink, format!("{path}: {e}"));
            continue;
        }
        for clip in scene.animations.iter_mut().skip(before) {
            clip.name.clone_from(&m.state);
        }
    }
}
