//! Slides as animations: exact curves for position, scale and pivot, samples for rotation, extras for the rest.
//!
//! A scene has about a hundred slides. Slides on the same time base (begin and end) that belong to different elements
//! and move different things play side by side, so that they share one animation; two slides of one element are
//! alternatives and never do. Slides that move nothing glTF could move are listed in the scene's extras.

use super::super::bgf::rules::TOO_MANY_KEYS;
use super::nodes::{Item, PlacedNode, Tree, axes};
use super::{EULER_ORDER, mirror, mirror_angles};
use crate::anark::bgf::{Animation, Bgf, Slide};
use crate::anark::hash::ATTRIBUTE_MASK;
use crate::anark::names::Dictionary;
use crate::anark::notes::{ClipNote, FAMILY, SlideNote, TrackNote, channel as notes};
use scene::curves::bezier::{self, Curve, Join, Key};
use scene::curves::{Budget, euler, inserted};
use scene::{Channel, NodeId, Property, Scene};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use wire::Sink;

/// The vector attributes of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Vector {
    Position,
    Rotation,
    Scale,
    Pivot,
}

impl Vector {
    pub const ALL: [Self; 4] = [Self::Position, Self::Rotation, Self::Scale, Self::Pivot];

    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
            Self::Pivot => "pivot",
        }
    }

    /// Signs of the axes on the way to glTF.
    pub fn signs(self, inverted: bool) -> [f32; 3] {
        match self {
            Self::Position | Self::Pivot => mirror([1.0; 3]),
            Self::Rotation => mirror_angles([1.0; 3]),
            Self::Scale => [1.0, if inverted { -1.0 } else { 1.0 }, 1.0],
        }
    }

    fn rest(self, item: &Item) -> [f32; 3] {
        match self {
            Self::Position => item.graph.translation,
            Self::Rotation => item.graph.rotation,
            Self::Scale => item.graph.scale,
            Self::Pivot => item.graph.pivot,
        }
    }
}

/// Which attribute is which axis of which vector.
pub(super) fn vectors() -> HashMap<u32, (Vector, usize)> {
    Vector::ALL
        .into_iter()
        .flat_map(|v| axes(v.name()).into_iter().enumerate().map(move |(axis, hash)| (hash, (v, axis))))
        .collect()
}

/// What drives one axis in a slide.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Drive {
    Value(f32),
    Animation(usize),
}

/// What a slide does, sorted out.
#[derive(Default)]
struct Content {
    /// By item: what drives the axes of its vectors.
    moves: BTreeMap<(usize, Vector), [Option<Drive>; 3]>,
    /// Animations that glTF cannot show.
    other: BTreeSet<usize>,
    /// Values that glTF cannot show: element, attribute, value.
    values: Vec<Value>,
}

struct Converter<'a> {
    bgf: &'a Bgf,
    tree: &'a Tree,
    names: &'a Dictionary,
    vectors: HashMap<u32, (Vector, usize)>,
}

/// Adds the slides of a scene as animations; returns those that no animation shows.
pub(super) fn add(
    scene: &mut Scene,
    bgf: &Bgf,
    tree: &Tree,
    placed: &[PlacedNode],
    names: &Dictionary,
    sink: &mut Sink,
) -> Vec<ClipNote> {
    let c = Converter { bgf, tree, names, vectors: vectors() };
    let mut used = HashSet::new();
    let mut still: Vec<ClipNote> = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut by_time: HashMap<(u32, u32), Vec<usize>> = HashMap::new();
    for (i, slide) in bgf.slides.list.iter().enumerate() {
        let content = c.content(slide, &mut used);
        if content.moves.is_empty() && content.other.is_empty() {
            let one = |s| ClipNote { slides: vec![s], values: content.values, ..ClipNote::default() };
            still.extend(c.slide(i).map(one));
            continue;
        }
        let same_time = by_time.entry((slide.begin_ms, slide.end_ms)).or_default();
        // A scene has few alternatives for one time; more would only cost time.
        let fitting = same_time
            .iter()
            .take(64)
            .copied()
            .find(|g| groups.get(*g).is_some_and(|g| g.takes(slide, &content)));
        if let Some(group) = fitting.and_then(|g| groups.get_mut(g)) {
            group.add(i, slide, content);
        } else {
            same_time.push(groups.len());
            let mut group = Group::default();
            group.add(i, slide, content);
            groups.push(group);
        }
    }
    groups.extend(c.leftovers(&used));
    let keys: usize = bgf.animations.list.iter().map(|a| a.keyframes.len()).sum();
    // In proportion to the file, so that memory is too: a key takes 24 bytes there and 40 here.
    let mut budget = Room { keys: 100_000 + 16 * keys, inserted: Budget::of(20_000 + 10 * keys) };
    for group in groups {
        if budget.keys == 0 {
            sink.push(&TOO_MANY_KEYS, "slides", "no more slides are converted");
            break;
        }
        let (animation, note) = c.animation(&group, placed, &mut budget);
        if animation.channels.is_empty() {
            still.push(note);
        }
        scene.animations.push(animation);
    }
    still
}

/// How many keys there may still be: those of the file, and others.
struct Room {
    keys: usize,
    inserted: Budget,
}

/// Slides that become one animation.
#[derive(Default)]
struct Group {
    slides: Vec<usize>,
    owners: HashSet<u32>,
    content: Content,
}

impl Group {
    fn takes(&self, slide: &Slide, content: &Content) -> bool {
        // Few targets at most are looked at: the smaller set decides.
        !self.owners.contains(&slide.element)
            && content.moves.keys().all(|k| !self.content.moves.contains_key(k))
            && self.slides.len() < 256
    }

    fn add(&mut self, index: usize, slide: &Slide, content: Content) {
        self.slides.push(index);
        self.owners.insert(slide.element);
        self.content.moves.extend(content.moves);
        self.content.other.extend(content.other);
        self.content.values.extend(content.values);
    }
}

impl Converter<'_> {
    fn content(&self, slide: &Slide, used: &mut HashSet<usize>) -> Content {
        let mut out = Content::default();
        for setting in &slide.settings {
            let item = self.tree.by_element.get(&(setting.element as usize)).copied();
            for value in &setting.values {
                let known = self.vectors.get(&value.name()).copied().zip(item);
                if let (Some(((vector, axis), item)), Some(number)) = (known, value.number()) {
                    set(&mut out, (item, vector), axis, Drive::Value(number));
                } else {
                    out.values.push(json!({
                        "element": setting.element,
                        "attribute": self.names.show_attribute(value.name()),
                        "value": value.json(&self.bgf.strings.list),
                    }));
                }
            }
            for r in setting.refs.iter().filter(|r| r.is_logic == 0 && r.enable != 0) {
                self.drive(usize::from(r.index), &mut out, used);
            }
        }
        // A value that is the rest value moves nothing.
        out.moves.retain(|(item, vector), axes| {
            let rest = self.tree.items.get(*item).map(|i| vector.rest(i)).unwrap_or_default();
            axes.iter().zip(rest).any(|(drive, rest)| match drive {
                Some(Drive::Value(v)) => *v != rest,
                Some(Drive::Animation(_)) => true,
                None => false,
            })
        });
        out
    }

    /// Notes an animation: on an axis if glTF can show it. One that is not enabled is not played.
    fn drive(&self, index: usize, out: &mut Content, used: &mut HashSet<usize>) {
        let Some(animation) = self.bgf.animations.list.get(index) else { return };
        used.insert(index);
        let item = self.tree.by_element.get(&(animation.element as usize)).copied();
        match self.vectors.get(&(animation.attribute.0 & ATTRIBUTE_MASK)).copied().zip(item) {
            Some(((vector, axis), item)) if !animation.keyframes.is_empty() && animation.enabled != 0 => {
                set(out, (item, vector), axis, Drive::Animation(index));
            }
            _ => {
                out.other.insert(index);
            }
        }
    }

    /// Animations no slide switches on: nothing is left out.
    fn leftovers(&self, used: &HashSet<usize>) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for index in (0..self.bgf.animations.list.len()).filter(|i| !used.contains(i)) {
            let mut content = Content::default();
            self.drive(index, &mut content, &mut HashSet::new());
            let axis_of = |c: &Content| c.moves.iter().next().map(|(k, axes)| (*k, *axes));
            let fits = |g: &Group| match axis_of(&content) {
                Some((key, axes)) => g.content.moves.get(&key).is_none_or(|have| {
                    have.iter().zip(axes).all(|(have, new)| have.is_none() || new.is_none())
                }),
                None => true,
            };
            let at = groups.iter().take(16).position(fits).unwrap_or_else(|| {
                groups.push(Group::default());
                groups.len() - 1
            });
            if let Some(group) = groups.get_mut(at) {
                for (key, axes) in content.moves {
                    for (axis, drive) in axes.into_iter().enumerate() {
                        if let Some(drive) = drive {
                            set(&mut group.content, key, axis, drive);
                        }
                    }
                }
                group.content.other.extend(content.other);
            }
        }
        groups
    }

    fn animation(
        &self,
        group: &Group,
        placed: &[PlacedNode],
        budget: &mut Room,
    ) -> (scene::Animation, ClipNote) {
        let mut out = scene::Animation { name: self.name(group), ..scene::Animation::default() };
        for ((item, vector), axes) in &group.content.moves {
            if budget.keys == 0 {
                break;
            }
            if let (Some(source), Some(place)) = (self.tree.items.get(*item), placed.get(*item)) {
                out.channels.extend(self.channels(source, place, *vector, axes, budget));
            }
        }
        let tracks: Vec<TrackNote> = group
            .content
            .other
            .iter()
            .filter_map(|i| {
                let a = self.bgf.animations.list.get(*i)?;
                budget.keys = budget.keys.saturating_sub(a.keyframes.len());
                (budget.keys > 0).then(|| self.track(*i, a))
            })
            .collect();
        let keys = group.content.other.iter().filter_map(|i| self.bgf.animations.list.get(*i));
        let last = keys.flat_map(|a| &a.keyframes).map(|k| k.time_ms).max();
        let note = ClipNote {
            slides: group.slides.iter().filter_map(|i| self.slide(*i)).collect(),
            tracks,
            values: group.content.values.clone(),
            seconds: last.map(|last| (f64::from(last) / 1000.0) as f32),
        };
        out.extras = note.extras();
        (out, note)
    }

    /// `Menu: Open`; slides of one name share it, others are listed.
    fn name(&self, group: &Group) -> String {
        let slides: Vec<&Slide> = group.slides.iter().filter_map(|i| self.bgf.slides.list.get(*i)).collect();
        let one = |s: &Slide| format!("{}: {}", self.element(s.element), s.name.shown());
        match slides.as_slice() {
            [] => "not in any slide".into(),
            [one_slide] => one(one_slide),
            [first, rest @ ..] if rest.iter().all(|s| s.name == first.name) => {
                format!("{} of {} elements, {} ms", first.name.shown(), slides.len(), first.end_ms)
            }
            [first, rest @ ..] => format!("{} and {} more, {} ms", one(first), rest.len(), first.end_ms),
        }
    }

    fn element(&self, index: u32) -> String {
        let name = self.bgf.elements.list.get(index as usize).map(|e| self.names.show(e.name.0));
        name.unwrap_or_else(|| format!("element {index}"))
    }

    fn slide(&self, index: usize) -> Option<SlideNote> {
        let s = self.bgf.slides.list.get(index)?;
        let active = |wanted: bool| -> Vec<u32> {
            let fitting = s.settings.iter().filter(|e| (e.activate != 0) == wanted);
            fitting.map(|e| e.element).collect()
        };
        Some(SlideNote {
            index,
            element: self.element(s.element),
            slide: s.name.shown(),
            begin_ms: s.begin_ms,
            end_ms: s.end_ms,
            period_ms: s.end_ms.saturating_sub(s.begin_ms),
            period_factor: s.period_factor().into(),
            paused: !s.playing(),
            wrap: s.wraps(),
            flags: s.flags,
            activates: active(true),
            deactivates: active(false),
        })
    }

    /// An animation that glTF cannot show.
    fn track(&self, index: usize, a: &Animation) -> TrackNote {
        TrackNote {
            animation: index,
            element: self.element(a.element),
            attribute: self.names.show_attribute(a.attribute.0),
            keys: a.keyframes.iter().map(|k| (k.time_ms, k.value, k.p1, k.p2)).collect(),
            enabled: (a.enabled == 0).then_some(false),
        }
    }

    fn channels(
        &self,
        item: &Item,
        place: &PlacedNode,
        vector: Vector,
        drives: &[Option<Drive>; 3],
        budget: &mut Room,
    ) -> Vec<Channel> {
        let rest = vector.rest(item);
        let inverted = item.graph.invert_y != 0;
        let signs = vector.signs(inverted);
        let offset = if vector == Vector::Position { place.offset } else { [0.0; 3] };
        let mut curves: [Curve; 3] = std::array::from_fn(|axis| {
            let pick = |v: [f32; 3]| v.get(axis).copied().unwrap_or(0.0);
            let drive = drives.get(axis).copied().flatten();
            self.curve(drive.unwrap_or(Drive::Value(pick(rest))), pick(signs), pick(offset))
        });
        // A channel says which animations it is made of, for converting back.
        let sources: Vec<Option<usize>> = drives
            .iter()
            .map(|d| match d {
                Some(Drive::Animation(i)) => Some(*i),
                _ => None,
            })
            .collect();
        let extras = |sources: &Vec<Option<usize>>, new: &[u32], total: usize| {
            let mut out = notes::VECTOR.with(&vector.name().into());
            notes::ANIMATIONS.put(&mut out, sources);
            if inverted {
                notes::INVERT_Y.put(&mut out, &true);
            }
            if let Some(Value::Object(own)) = out.get_mut(FAMILY) {
                inserted::mark(own, new, total);
            }
            out
        };
        let mut plain =
            |node: NodeId, property: Property, curves: &[Curve; 3], sources: &Vec<Option<usize>>| {
                let joined = bezier::join_within(curves, 1e-4, &mut budget.inserted);
                let total = joined.times.len();
                budget.keys = budget.keys.saturating_sub(total - joined.inserted.len());
                Channel {
                    node,
                    property,
                    interpolation: joined.interpolation,
                    extras: extras(sources, &joined.inserted, total),
                    times: joined.times,
                    values: joined.values,
                }
            };
        match vector {
            Vector::Position => vec![plain(place.position, Property::Translation, &curves, &sources)],
            Vector::Scale => vec![plain(place.turning, Property::Scale, &curves, &sources)],
            Vector::Rotation => {
                let sampled = euler::sample(&curves, EULER_ORDER);
                budget.keys = budget.keys.saturating_sub(sampled.times.len());
                vec![Channel {
                    node: place.turning,
                    property: Property::Rotation,
                    interpolation: sampled.interpolation,
                    times: sampled.times,
                    values: sampled.values.into_iter().flatten().collect(),
                    extras: extras(&sources, &[], 0),
                }]
            }
            Vector::Pivot => {
                let Some(node) = place.pivot else { return Vec::new() };
                let to = plain(node, Property::Translation, &curves, &sources);
                let minus = signs.map(|s| -s);
                curves = std::array::from_fn(|axis| {
                    let pick = |v: [f32; 3]| v.get(axis).copied().unwrap_or(0.0);
                    let drive = drives.get(axis).copied().flatten();
                    self.curve(drive.unwrap_or(Drive::Value(pick(rest))), pick(minus), 0.0)
                });
                vec![to, plain(place.node, Property::Translation, &curves, &Vec::new())]
            }
        }
    }

    /// One axis in glTF space: `sign · value + offset`.
    fn curve(&self, drive: Drive, sign: f32, offset: f32) -> Curve {
        match drive {
            Drive::Value(v) => Curve::constant(sign * v + offset),
            Drive::Animation(i) => {
                let keys = self.bgf.animations.list.get(i).map(|a| keys(a, sign, offset));
                Curve::new(&keys.unwrap_or_default())
            }
        }
    }
}

/// The keys of an animation, `sign · value + offset`.
pub(super) fn keys(a: &Animation, sign: f32, offset: f32) -> Vec<Key> {
    let last = a.keyframes.len().saturating_sub(1);
    a.keyframes
        .iter()
        .enumerate()
        .map(|(i, k)| Key {
            time: (f64::from(k.time_ms) / 1000.0) as f32,
            value: sign * k.value + offset,
            // The inner values of the last key mean nothing.
            join: if i == last {
                Join::Linear
            } else {
                Join::Bezier(sign * k.p1 + offset, sign * k.p2 + offset)
            },
        })
        .collect()
}

fn set(content: &mut Content, key: (usize, Vector), axis: usize, drive: Drive) {
    let slot = content.moves.entry(key).or_default().get_mut(axis);
    if let Some(slot) = slot {
        // An animation outweighs the value it starts from, whichever comes first.
        match (&slot, drive) {
            (Some(Drive::Animation(_)), Drive::Value(_)) => {}
            _ => *slot = Some(drive),
        }
    }
}
