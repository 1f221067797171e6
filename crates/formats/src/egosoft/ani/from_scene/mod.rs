//! Channels to animations.

pub(crate) mod same;

use super::rules::{LOST, NAME_LONG, last_time};
use super::scene::curves::{BEZIER, LINEAR, STEP, angles, turn};
use super::scene::mark;
use super::types::{Ani, Anim, Description, Key};
use crate::egosoft::MIRROR;
use crate::egosoft::base64_bytes;
use crate::egosoft::component::FRAMES_PER_SECOND;
use crate::egosoft::fixed::Fixed;
use crate::egosoft::notes::{self, AniNote};
use glam::{DQuat, Quat, Vec3};
use same::{is_still, still_moves};
use scene::curves::inserted;
use scene::{Animation, Channel, Interpolation, Node, NodeId, Property, Scene};
use std::collections::{BTreeMap, HashMap, HashSet};
use wire::{Error, Reader, Result, Sink};

/// Largest angle between slerp and the angles written, in radians.
const TOLERANCE: f64 = 1e-4;

/// All animations of a scene.
pub fn from_channels(scene: &Scene, sink: &mut Sink) -> Result<Ani> {
    rebuild_all(scene, None, sink).map(|(ani, _)| ani)
}

/// All animations of a scene, and of each whether it is another than that of the file it came from. `file` is that file,
/// where it is known: programs lose what the extras of animations keep.
pub fn rebuild_all(scene: &Scene, file: Option<&Ani>, sink: &mut Sink) -> Result<(Ani, Vec<bool>)> {
    // By place in the original file; new ones follow.
    let mut anims: Vec<(usize, bool, Anim)> = Vec::new();
    let known = file.map(by_clip).unwrap_or_default();
    for animation in &scene.animations {
        let mut originals = originals(notes::animation::ANI.get(&animation.extras));
        if originals.is_empty() {
            originals = of_file(&known, &animation.name);
        }
        let clip_end = originals.iter().map(|o| last_time(&o.anim)).fold(0.0, f32::max);
        let mut of_part: HashMap<String, &Original> = HashMap::new();
        for o in &originals {
            of_part.entry(o.part.to_ascii_lowercase()).or_insert(o);
        }
        for (part, channels) in by_part(scene, animation, sink) {
            let old = of_part.get(&part.to_ascii_lowercase()).copied();
            let own = leading(&channels);
            match old {
                Some(o)
                    if o.mark == mark(channels.iter().copied())
                        || still_moves(&o.anim, clip_end, scene, &own) =>
                {
                    anims.push((o.index, false, o.anim.clone()));
                }
                _ => {
                    let mut anim = rebuild(scene, animation, &part, &own)?;
                    if let Some(o) = old {
                        keep(&mut anim, &o.anim);
                    }
                    anims.push((old.map_or(usize::MAX, |o| o.index), true, anim));
                }
            }
        }
    }
    if let Some(file) = file {
        keep_rest(scene, file, &mut anims, sink);
    } else {
        let unbound = originals(notes::scene::UNBOUND.get(&scene.extras));
        anims.extend(unbound.into_iter().map(|o| (o.index, false, o.anim)));
    }
    anims.sort_by_key(|(i, _, _)| *i);
    let rebuilt = anims.iter().map(|(_, rebuilt, _)| *rebuilt).collect();
    let mut ani = Ani { anims: anims.into_iter().map(|(_, _, a)| a).collect(), ..Ani::empty() };
    ani.recount();
    Ok((ani, rebuilt))
}

/// What a scene cannot show stays: animations without keys or motion, and those of parts that are not in it. A scene
/// without any animation was written without them.
fn keep_rest(scene: &Scene, file: &Ani, anims: &mut Vec<(usize, bool, Anim)>, sink: &mut Sink) {
    let there: HashSet<usize> = anims.iter().map(|(i, _, _)| *i).collect();
    let names: HashSet<String> = scene.nodes.iter().map(|n| n.name.to_ascii_lowercase()).collect();
    for (i, anim) in file.anims.iter().enumerate().filter(|(i, _)| !there.contains(i)) {
        let part = String::from_utf8_lossy(anim.desc.part());
        let shown = names.contains(&part.to_ascii_lowercase());
        if !shown || scene.animations.is_empty() || is_still(anim) {
            anims.push((i, false, anim.clone()));
        } else {
            let name = anim.desc.subname.lossy();
            let message = format!("animation {name:?} of {part:?} is not in the scene; it is left out");
            sink.push(&LOST, name, message);
        }
    }
}

/// The animations of a file by the lower-case name of their clip, with their places.
type ByClip<'a> = HashMap<String, Vec<(usize, &'a Anim)>>;

fn by_clip(file: &Ani) -> ByClip<'_> {
    let mut out = ByClip::new();
    for (i, anim) in file.anims.iter().enumerate() {
        out.entry(anim.desc.subname.lossy().to_ascii_lowercase()).or_default().push((i, anim));
    }
    out
}

/// The animations of a file that a clip may be.
fn of_file(known: &ByClip<'_>, clip: &str) -> Vec<Original> {
    let clip = clip.to_ascii_lowercase();
    let base = clip.rsplit_once('.').filter(|(_, number)| number.bytes().all(|b| b.is_ascii_digit()));
    let list = known.get(&clip).or_else(|| known.get(base?.0)).map(Vec::as_slice).unwrap_or_default();
    let one = |(index, anim): &(usize, &Anim)| Original {
        index: *index,
        part: String::from_utf8_lossy(anim.desc.part()).into_owned(),
        mark: String::new(),
        anim: (*anim).clone(),
    };
    list.iter().map(one).collect()
}

struct Original {
    index: usize,
    part: String,
    mark: String,
    anim: Anim,
}

/// What extras kept of the file this came from.
fn originals(list: Option<Vec<AniNote>>) -> Vec<Original> {
    let one = |note: AniNote| {
        let bytes = base64_bytes(&note.raw)?;
        // As a file of its own: a header in front, then the description and its keys.
        let mut file = Ani::empty().write();
        file.splice(0..8, [1, 0, 0, 0, 176, 0, 0, 0]);
        file.extend_from_slice(&bytes);
        let ani = Ani::read(&mut Reader::new(&file)).ok()?;
        Some(Original {
            index: note.index,
            part: note.part,
            mark: note.mark,
            anim: ani.anims.into_iter().next()?,
        })
    };
    list.into_iter().flatten().filter_map(one).collect()
}

/// Channels by the name of the node, in the order of nodes.
fn by_part<'a>(scene: &Scene, animation: &'a Animation, sink: &mut Sink) -> Vec<(String, Vec<&'a Channel>)> {
    let mut nodes: BTreeMap<NodeId, Vec<&Channel>> = BTreeMap::new();
    for c in &animation.channels {
        if c.property == Property::Weights {
            sink.push(&LOST, animation.name.clone(), "the motion of shape keys is left out");
        } else {
            nodes.entry(c.node).or_default().push(c);
        }
    }
    let mut out: Vec<(String, Vec<&Channel>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (id, channels) in nodes {
        let name = scene.node(id).map_or("", |n| n.name.as_str());
        let at = *places.entry(name).or_insert(out.len());
        match out.get_mut(at) {
            Some((_, list)) => list.extend(channels),
            None => out.push((name.to_owned(), channels)),
        }
    }
    out
}

/// The channels of one node: levels of detail are copies of a part, and Blender moves only those of the scene it shows.
fn leading<'a>(channels: &[&'a Channel]) -> Vec<&'a Channel> {
    let moves = |c: &&&Channel| {
        let width = if c.property == Property::Rotation { 4 } else { 3 };
        let mut values = c.values.chunks_exact(width);
        let first = values.next();
        values.any(|v| first.is_some_and(|f| f.iter().zip(v).any(|(a, b)| (a - b).abs() > 1e-6)))
    };
    let node = channels.iter().find(moves).or(channels.first()).map(|c| c.node);
    channels.iter().copied().filter(|c| Some(c.node) == node).collect()
}

fn rebuild(scene: &Scene, animation: &Animation, part: &str, channels: &[&Channel]) -> Result<Anim> {
    for name in [part, animation.name.as_str()] {
        if name.len() > 63 {
            return Err(Error::new(&NAME_LONG, format!("{name:?} has {} bytes, 63 is the most", name.len())));
        }
    }
    let mut anim = Anim {
        desc: Description {
            name: Fixed::new(part.as_bytes()),
            subname: Fixed::new(animation.name.as_bytes()),
            num_pos: 0,
            num_rot: 0,
            num_scale: 0,
            num_pre_scale: 0,
            num_post_scale: 0,
            duration: 0.0,
            zero: [0; 2],
        },
        pos: Vec::new(),
        rot: Vec::new(),
        scale: Vec::new(),
        pre_scale: Vec::new(),
        post_scale: Vec::new(),
    };
    let rest = Node::default();
    for c in channels {
        let c = &*inserted::dropped(c, notes::FAMILY);
        let node = scene.node(c.node).unwrap_or(&rest);
        match c.property {
            Property::Translation if anim.pos.is_empty() => {
                let rest = Vec3::from(node.translation);
                anim.pos = vectors(c, |v, is_value| {
                    let v = Vec3::from(v);
                    let v = to_own_axes(node, if is_value { v - rest } else { v });
                    // 0 is written as 0, not −0.
                    MIRROR.point(v.to_array()).map(|v| v + 0.0)
                });
            }
            Property::Scale if anim.scale.is_empty() => {
                let r = node.scale.map(|s| if s == 0.0 { 1.0 } else { s });
                anim.scale = vectors(c, |v, _| [v[0] / r[0], v[1] / r[1], v[2] / r[2]]);
            }
            Property::Rotation if anim.rot.is_empty() => anim.rot = rotations(c, node),
            _ => {}
        }
    }
    anim.desc.duration = last_time(&anim);
    Ok(anim)
}

/// What is in the axes of a node's parent, in the node's own: positions of the file are along the part, however it is turned.
fn to_own_axes(node: &Node, v: Vec3) -> Vec3 {
    let turn = Quat::from_array(node.rotation);
    if turn == Quat::IDENTITY { v } else { turn.normalize().inverse() * v }
}

/// What an edit of the keys leaves as it was: the spelling of names, and the window that plays while the keys still end
/// where they did.
fn keep(anim: &mut Anim, old: &Anim) {
    (anim.desc.name, anim.desc.subname) = (old.desc.name, old.desc.subname);
    if (last_time(anim) - last_time(old)).abs() < 0.5 / FRAMES_PER_SECOND {
        anim.desc.duration = old.desc.duration;
    }
    (anim.pre_scale, anim.post_scale) = (old.pre_scale.clone(), old.post_scale.clone());
}

fn triple(values: &[f32], at: usize) -> [f32; 3] {
    values.get(at * 3..).and_then(<[f32]>::first_chunk::<3>).copied().unwrap_or_default()
}

/// Keys of positions or scales: steps, lines, or Beziers with handles at the thirds of their time.
fn vectors(c: &Channel, f: impl Fn([f32; 3], bool) -> [f32; 3]) -> Vec<Key> {
    let cubic = c.interpolation == Interpolation::CubicSpline;
    let kind = match c.interpolation {
        Interpolation::Step => STEP,
        Interpolation::Linear => LINEAR,
        Interpolation::CubicSpline => BEZIER,
    };
    let n = c.times.len();
    let value = |i: usize| f(triple(&c.values, if cubic { 3 * i + 1 } else { i }), true);
    let mut out: Vec<Key> = Vec::with_capacity(n);
    for (i, time) in c.times.iter().enumerate() {
        let last = i + 1 == n;
        let mut key = Key {
            value: value(i),
            time: *time,
            interpolation: [if last { STEP } else { kind }; 3],
            ..Key::default()
        };
        for (axis, control) in key.control.iter_mut().enumerate().filter(|_| cubic) {
            let pick = |v: [f32; 3]| v.get(axis).copied().unwrap_or(0.0);
            let slope = |place: usize| pick(f(triple(&c.values, 3 * i + place), false));
            // The handles of a curve that is a polynomial of time are at the thirds of each segment.
            let third = |other: Option<&f32>| other.map_or(0.0, |t| (t - time) / 3.0);
            let (after, before) =
                (third(c.times.get(i + 1)), third(i.checked_sub(1).and_then(|p| c.times.get(p))));
            let value = pick(key.value);
            *control = [[time + after, value + slope(2) * after], [time + before, value + slope(0) * before]];
        }
        out.push(key);
    }
    out
}

/// Keys of angles: unwrapped, and enough of them that straight lines between angles follow the rotation.
fn rotations(c: &Channel, node: &Node) -> Vec<Key> {
    let rest = DQuat::from_array(node.rotation.map(f64::from)).normalize().inverse();
    let cubic = c.interpolation == Interpolation::CubicSpline;
    let raw = |i: usize| {
        let four = c
            .values
            .get(i * 4..)
            .and_then(<[f32]>::first_chunk::<4>)
            .copied()
            .unwrap_or([0.0, 0.0, 0.0, 1.0]);
        DQuat::from_array(four.map(f64::from))
    };
    let at = |i: usize| raw(if cubic { 3 * i + 1 } else { i });
    let delta = |q: DQuat| rest * q.normalize();
    let n = c.times.len();
    let kind = if c.interpolation == Interpolation::Step { STEP } else { LINEAR };
    let mut out: Vec<Key> = Vec::with_capacity(n);
    let mut near = [0.0; 3];
    let mut push = |time: f32, q: DQuat, near: &mut [f64; 3]| {
        *near = angles(q, *near);
        out.push(Key { value: near.map(|v| v as f32), time, interpolation: [kind; 3], ..Key::default() });
    };
    for (i, time) in c.times.iter().enumerate() {
        push(*time, delta(at(i)), &mut near);
        if let (Some(next), true) = (c.times.get(i + 1), kind == LINEAR) {
            let dt = f64::from(*next) - f64::from(*time);
            let between = |s: f64| {
                if cubic {
                    hermite(at(i), raw(3 * i + 2) * dt, at(i + 1), raw(3 * i + 3) * dt, s)
                } else {
                    let (a, b) = (at(i), at(i + 1));
                    a.slerp(if a.dot(b) < 0.0 { -b } else { b }, s)
                }
            };
            let steps = cuts(&|s| delta(between(s)), near);
            for k in 1..steps {
                let s = f64::from(k) / f64::from(steps);
                let inner = (f64::from(*time) + dt * s) as f32;
                // Two keys next to each other are a jump: no time is between them.
                if *time < inner && inner < *next {
                    push(inner, delta(between(s)), &mut near);
                }
            }
        }
    }
    if let Some(last) = out.last_mut() {
        last.interpolation = [STEP; 3];
    }
    out
}

fn hermite(p0: DQuat, m0: DQuat, p1: DQuat, m1: DQuat, s: f64) -> DQuat {
    let (s2, s3) = (s * s, s * s * s);
    (p0 * (2.0 * s3 - 3.0 * s2 + 1.0)
        + m0 * (s3 - 2.0 * s2 + s)
        + p1 * (3.0 * s2 - 2.0 * s3)
        + m1 * (s3 - s2))
        .normalize()
}

/// Into how many parts a span must be cut so that lines between angles are good enough.
fn cuts(rotation: &dyn Fn(f64) -> DQuat, near: [f64; 3]) -> u32 {
    let mut n = 1_u32;
    while n < 256 {
        let mut from = near;
        let mut good = true;
        for k in 0..n {
            let at = |s: f64| rotation((f64::from(k) + s) / f64::from(n));
            let to = angles(at(1.0), from);
            for s in [0.25, 0.5, 0.75] {
                let mut mid = [0.0; 3];
                for ((m, a), b) in mid.iter_mut().zip(from).zip(to) {
                    *m = a + (b - a) * s;
                }
                let (a, b) = (turn(mid), at(s));
                good &= a.dot(b).abs() > (TOLERANCE * 0.5).cos();
            }
            from = to;
        }
        if good {
            break;
        }
        n *= 2;
    }
    n
}
