//! Poses (`.pose`): text, one line per bone.
//!
//! | form | line |
//! |---|---|
//! | new | `name: rx ry rz [tx ty tz [sx sy sz]]` (degrees, model units, factors), name before the last colon |
//! | old | `rx ry rz`, no colon, in bone order |
//!
//! Known: all of it, and the maths (`super::super::maths`). Guessed: that scale is innermost.

mod notes;
mod scene;
#[cfg(test)]
mod tests;
pub mod types;

pub(super) use notes::Clip;
pub(super) use scene::{DEFAULT_POSE, chosen, lines_at, lines_between};
pub use scene::{add_animation, apply, bind};

use super::rules as codes;
use crate::rules::{self, Pass};
use crate::xnalara::from_scene;
use crate::xnalara::maths::BonePose;
use crate::{
    Confidence, Context, Document, Format, Frames, Kind, Output, Outputs, WriteOptions, dump, from_value,
};
use ::scene::{Node, Scene};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io;
use types::{Bad, Line, Parsed};
use wire::{Reader, Result, Sink, Text};

/// The format.
pub static FORMAT: Format = Format {
    id: "pose",
    title: "XNALara/XPS pose",
    extensions: &["pose"],
    extension: "pose",
    kind: Kind::Motion,
    codes: &[codes::ALL],
    ..Format::of::<Pose>()
};

/// A pose: the text, and what it says.
#[derive(Debug, Clone)]
pub struct Pose {
    source: Vec<u8>,
    old_style: bool,
    lines: Vec<Line>,
    bad: Vec<Bad>,
}

#[derive(Serialize, Deserialize)]
struct Repr {
    source: Text,
    lines: Vec<Line>,
}

fn read(r: &mut Reader<'_>) -> Result<Pose> {
    let source = r.rest();
    let parsed = types::parse(source);
    if parsed.lines.is_empty() && parsed.bad.is_empty() {
        return Err(r.error(&wire::codes::TRUNCATED, "the text is empty, a pose has a line per bone"));
    }
    if parsed.lines.is_empty() {
        return Err(r.error(&wire::codes::VALUE, "no line reads `bone: numbers`: this is no pose"));
    }
    if r.is_tracing() {
        let start = r.position();
        r.field("lines", |r| {
            for (i, (name, values)) in parsed.spans.iter().enumerate() {
                r.index(i, |r| {
                    let upto = |r: &mut Reader<'_>, end: usize| {
                        let here = r.position() - start;
                        r.take(end.saturating_sub(here)).map(|_| ())
                    };
                    r.field("bone", |r| upto(r, name.end))?;
                    r.field("values", |r| upto(r, values.last().map_or(name.end, |v| v.end)))
                })?;
            }
            Ok(())
        })?;
    }
    let rest = r.remaining();
    r.field("rest", |r| r.take(rest))?;
    let Parsed { old_style, lines, bad, .. } = parsed;
    Ok(Pose { source: source.to_vec(), old_style, lines, bad })
}

impl Pose {
    /// What the text says, without places.
    pub fn parsed(&self) -> Parsed {
        Parsed { old_style: self.old_style, lines: self.lines.clone(), ..Parsed::default() }
    }
}

/// `walk012` → `walk`, 12.
fn numbered(stem: &str) -> Option<(&str, u32)> {
    let digits = stem.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (base, number) = stem.split_at_checked(stem.len() - digits)?;
    (digits >= 2).then(|| number.parse().ok().map(|n| (base, n)))?
}

/// Frames per second of poses that follow each other.
pub const CLIP_FPS: f32 = 24.0;

impl Document for Pose {
    fn sniff(_: &[u8], _: &str) -> Confidence {
        Confidence::No
    }

    fn trial(r: &mut Reader<'_>, name: &str, _: &mut Sink) -> Option<(Confidence, Result<Self>)> {
        if name.rsplit('.').next() != Some("pose") || r.rest().contains(&0) {
            return None;
        }
        let read = read(r);
        let good = read.as_ref().is_ok_and(|pose| pose.lines.len() > pose.bad.len());
        Some((if good { Confidence::Content } else { Confidence::Extension }, read))
    }

    fn read(r: &mut Reader<'_>, _: &mut Sink) -> Result<Self> {
        read(r)
    }

    fn build(value: Value) -> Result<Self> {
        let Repr { source, lines } = from_value(&value)?;
        let parsed = types::parse(&source.0);
        Ok(Pose { source: source.0, old_style: parsed.old_style, lines, bad: parsed.bad })
    }

    fn from_scene(scene: &Scene, _: Option<&Self>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
        from_scene(scene, options, sink)
    }

    fn format(&self) -> &'static str {
        "pose"
    }

    fn write(&self) -> Vec<u8> {
        types::respell(&self.source, &self.lines)
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let repr = Repr { source: Text(self.source.clone()), lines: self.lines.clone() };
        dump("pose", &repr, out)
    }

    fn check(&self, _: &Context<'_>, sink: &mut Sink) {
        rules::check(self, sink, |pose, pass| pose.rules(None, pass));
    }

    fn fix(&mut self, cx: &Context<'_>) {
        let names = self.lines.iter().map(|l| l.bone.as_bytes());
        let names = crate::Names::detect(names, cx.options.encoding.as_deref());
        rules::fix(self, &|_| true, |pose, pass| pose.rules(names.as_ref().ok(), pass));
        let ending = if self.source.windows(2).any(|w| w == b"\r\n") { "\r\n" } else { "\n" };
        self.source = types::spell(&self.lines, ending, self.old_style);
        self.bad.clear();
    }

    fn details(&self, _: &Context<'_>) -> Value {
        let counts = |n: usize| self.lines.iter().filter(|l| l.values.len() == n).count();
        json!({
            "style": if self.old_style { "old" } else { "new" },
            "bones": self.lines.len(),
            "moved": self.lines.iter().filter(|l| !l.pose().is_identity()).count(),
            "valuesPerLine": { "3": counts(3), "6": counts(6), "9": counts(9) },
            "unreadableLines": self.bad.len(),
        })
    }

    fn tracks(&self) -> Vec<Text> {
        self.lines.iter().map(|l| l.bone.clone()).collect()
    }

    /// Bones without hierarchy: the pose does not know it.
    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
        let names = crate::Names::detect(
            self.lines.iter().map(|l| l.bone.as_bytes()),
            cx.options.encoding.as_deref(),
        )?;
        let mut scene = Scene { name: cx.stem().to_owned(), ..Scene::default() };
        for (i, line) in self.lines.iter().enumerate() {
            let (name, raw_name) = names.decode(line.bone.as_bytes());
            let name = if self.old_style { format!("bone {i}") } else { name };
            scene.add_node(Node { name, raw_name, ..Node::default() });
        }
        self.animate(&mut scene, cx, sink)?;
        Ok(scene)
    }

    fn animate(&self, scene: &mut Scene, cx: &Context<'_>, sink: &mut Sink) -> Result<(usize, usize)> {
        let parsed = self.parsed();
        let bound = scene::bind(scene, &parsed, "lines", sink);
        let result = (bound.moves.len(), bound.lines);
        if let Some((base, number)) = numbered(cx.stem())
            && scene::extend_clip(scene, base, number, &parsed, CLIP_FPS)
        {
            return Ok(result);
        }
        scene::add_animation(scene, cx.stem(), &bound);
        if let Some(animation) = scene.animations.last_mut() {
            scene::remember(animation, cx.stem(), &[parsed]);
        }
        Ok(result)
    }
}

impl Pose {
    /// Lines that say nothing and commas are gone once the text is spelled anew. `names`: how to decode names.
    fn rules(&self, names: Option<&crate::Names>, pass: &mut Pass<'_, Self>) {
        for bad in &self.bad {
            let message = format!("line {}: {:?}", bad.line, bad.found);
            pass.sink().push_at(&codes::POSE_LINE, bad.offset as u64, "", message);
        }
        for (i, line) in self.lines.iter().enumerate().filter(|(_, l)| !l.is_regular()) {
            let message = format!("{:?} has {} numbers", line.bone.lossy(), line.values.len());
            pass.repair(&codes::POSE_VALUES, format!("lines[{i}]"), message, of_line(i, Line::complete));
        }
        let comma = self
            .source
            .split(u8::is_ascii_whitespace)
            .filter(|t| t.contains(&b',') && crate::xnalara::numbers::parse_f32(t).is_some());
        let comma = comma.count();
        if comma > 0 {
            pass.sink().push_at(&codes::TEXT_COMMA, 0, "", format!("{comma} numbers have a comma"));
        }
        for (i, line) in self.lines.iter().enumerate() {
            if line.values.iter().any(|v| !v.is_finite()) {
                let message = format!("{:?}: {:?}", line.bone.lossy(), line.values);
                let path = format!("lines[{i}].values");
                pass.repair(&codes::NOT_FINITE, path, message, of_line(i, Line::settle));
            }
            if line.bone.as_str().is_none() {
                let message = format!("{:?} is not UTF-8", line.bone.lossy());
                let name: Option<Text> = names.map(|n| n.text(&line.bone).into());
                pass.repair(&codes::NAME_ENCODING, format!("lines[{i}].bone"), message, move |pose| {
                    if let (Some(name), Some(line)) = (name, pose.lines.get_mut(i)) {
                        line.bone = name;
                    }
                });
            }
        }
    }
}

/// The repair of a line.
fn of_line(i: usize, how: fn(&mut Line)) -> impl FnOnce(&mut Pose) {
    move |pose| pose.lines.get_mut(i).into_iter().for_each(how)
}

/// Poses from a scene: moments of its first animation, or the nodes as they stand.
fn from_scene(scene: &Scene, options: &WriteOptions, sink: &mut Sink) -> Outputs {
    let skeleton = from_scene::skeleton_of(scene, &from_scene::Order::new(scene, None), sink)?;
    let times = moments(scene, options.frames, sink);
    let mut out = Vec::with_capacity(times.len());
    let mut still = true;
    for (i, time) in times.into_iter().enumerate() {
        let lines = scene::lines_at(scene, &skeleton, time);
        still &= lines.iter().all(|l| l.pose().is_close(&BonePose::IDENTITY));
        let kept: Vec<Line> = lines
            .into_iter()
            .filter(|l| !(l.bone.as_bytes().starts_with(b"unused") && l.pose().is_identity()))
            .collect();
        let suffix = if i == 0 { String::new() } else { format!("{:03}.pose", i + 1) };
        out.push(Output::new(suffix, types::spell(&kept, "\r\n", false)));
    }
    if still {
        sink.push(&codes::POSE_EMPTY, "", "every bone is where it is at rest");
    }
    Ok(out)
}

/// The times to write; `None` = the nodes as they stand.
fn moments(scene: &Scene, frames: Frames, sink: &mut Sink) -> Vec<Option<f32>> {
    let Some(animation) = scene::chosen(scene) else { return vec![None] };
    let others = scene.animations.iter().filter(|a| !std::ptr::eq(*a, animation));
    let names: Vec<&str> = others.map(|a| a.name.as_str()).filter(|n| *n != DEFAULT_POSE).collect();
    if !names.is_empty() {
        sink.push(&codes::LOST_ANIMATION, "animations", format!("left out: {}", names.join(", ")));
    }
    let keys = ::scene::steps::key_times(animation);
    match frames {
        Frames::All if !keys.is_empty() => keys.into_iter().map(Some).collect(),
        Frames::One(n) => {
            let (time, end) = (n as f32 / CLIP_FPS, animation.seconds());
            if time > end + 0.5 / CLIP_FPS {
                let last = (end * CLIP_FPS).round();
                let message =
                    format!("{:?} ends with frame {last}, which is written instead of {n}", animation.name);
                sink.push(&codes::LOST_ANIMATION, "animations", message);
            }
            vec![Some(time)]
        }
        Frames::First | Frames::All => {
            if keys.len() > 1 {
                let message = format!(
                    "the first key of {:?} is written; --frame N takes another, --frames all a file for each",
                    animation.name
                );
                sink.push(&codes::LOST_ANIMATION, "animations", message);
            }
            vec![keys.first().copied()]
        }
    }
}
