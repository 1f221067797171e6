//! The state machine as a picture.
//!
//! A box per state: its name in a colour of its own, what happens on entering (+) and leaving (−), and a row per
//! transition with its event. Lines have the colour of the state they lead to.

use super::layout::{Arrangement, Card, layout};
use super::text::by_id;
use crate::anark::bgp::{Action, Bgp, State};
use std::fmt::Write as _;

const HEAD: f64 = 30.0;
const ROW: f64 = 18.0;
const PAD: f64 = 12.0;
const MIN_WIDTH: f64 = 120.0;
/// With more states than this, rows name their target: nobody likes to follow a line through a crowd.
const MANY: usize = 12;
/// Longer texts are cut; the whole of it is in the tooltip.
const MAX_CHARS: usize = 44;

/// Where a line of a box leads.
#[derive(Clone, Copy, PartialEq)]
enum Exit {
    /// It is no transition.
    None,
    /// To a state that does not exist.
    Missing,
    To(usize),
}

/// A line of a box.
struct Row {
    class: &'static str,
    text: String,
    exit: Exit,
}

/// Draws a plan.
pub(super) fn draw(plan: &Bgp) -> String {
    let ids = by_id(plan);
    let many = plan.states.len() > MANY;
    let rows: Vec<Vec<Row>> = plan.states.iter().map(|s| rows(s, many, |id| ids.get(id).copied())).collect();
    let cards: Vec<Card> = plan.states.iter().zip(&rows).map(|(s, rows)| card(s, rows)).collect();
    let picture = layout(&cards);
    let mut out = String::new();
    head(&mut out, &picture, plan);
    for piece in &picture.pieces {
        let arrow =
            if piece.arrow { format!(" marker-end=\"url(#a{})\"", piece.target) } else { String::new() };
        let _ = writeln!(
            out,
            "<path class=\"line\" stroke=\"{}\"{arrow} d=\"{}\"/>",
            ink(piece.target),
            piece.path
        );
    }
    if let Some((x, y)) = picture.places.first() {
        let y = y + HEAD / 2.0;
        let _ = writeln!(out, "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"6\" fill=\"#222\"/>", x - 46.0);
        let _ = writeln!(
            out,
            "<path class=\"line\" stroke=\"#222\" marker-end=\"url(#start)\" d=\"M{:.1} {y:.1}H{x:.1}\"/>",
            x - 40.0
        );
    }
    for (i, ((state, rows), (card, place))) in
        plan.states.iter().zip(&rows).zip(cards.iter().zip(&picture.places)).enumerate()
    {
        draw_card(&mut out, i, state, rows, card, *place);
    }
    let _ = writeln!(
        out,
        "<text class=\"note\" x=\"30\" y=\"{:.0}\">+ on entering   − on leaving   · on the way   ● start; a line has \
         the colour of the state it leads to</text>",
        picture.height + 8.0
    );
    out.push_str("</svg>\n");
    out
}

fn rows<'a>(state: &State, many: bool, find: impl Fn(&[u8]) -> Option<usize> + 'a) -> Vec<Row> {
    let mut out = Vec::new();
    let actions = |out: &mut Vec<Row>, class: &'static str, mark: char, list: &[Action]| {
        for a in list {
            let text = format!("{mark} {} {}", a.verb.shown(), a.asset.shown());
            out.push(Row { class, text, exit: Exit::None });
        }
    };
    actions(&mut out, "in", '+', &state.prelude);
    actions(&mut out, "out", '−', &state.postlude);
    for way in &state.transitions {
        let target = find(way.to_state.bytes());
        let event = if way.event.bytes().is_empty() { "(always)".to_owned() } else { way.event.shown() };
        let (class, text) = match target {
            Some(_) if many => ("way", format!("{event} → {}", way.to_state.shown())),
            Some(_) => ("way", event),
            None => ("bad", format!("{event} → {} (missing)", way.to_state.shown())),
        };
        out.push(Row { class, text, exit: target.map_or(Exit::Missing, Exit::To) });
        actions(&mut out, "act", '·', &way.actions);
    }
    out
}

fn card(state: &State, rows: &[Row]) -> Card {
    let name = text_width(&cut(&state.id.shown()), 14.0);
    let widest = rows.iter().map(|r| text_width(&cut(&r.text), 12.0)).fold(name, f64::max);
    let ways = rows.iter().filter(|r| r.exit != Exit::None).count();
    let split = rows.iter().position(|r| r.exit != Exit::None).filter(|p| *p > 0);
    let body = if rows.is_empty() { 0.0 } else { 8.0 + rows.len() as f64 * ROW };
    let mut exits = Vec::with_capacity(ways);
    for (i, row) in rows.iter().enumerate() {
        if let Exit::To(target) = row.exit {
            exits.push((target, row_middle(i, split)));
        }
    }
    Card {
        width: (widest + 2.0 * PAD + 8.0).max(MIN_WIDTH),
        height: HEAD + body + if split.is_some() { 6.0 } else { 0.0 },
        entry: HEAD / 2.0,
        exits,
    }
}

/// Middle of a row from the top of its box; transitions start below a thin line.
fn row_middle(i: usize, split: Option<usize>) -> f64 {
    let more = if split.is_some_and(|s| i >= s) { 6.0 } else { 0.0 };
    HEAD + 4.0 + more + (i as f64 + 0.5) * ROW
}

fn draw_card(out: &mut String, index: usize, state: &State, rows: &[Row], card: &Card, (x, y): (f64, f64)) {
    let (w, h) = (card.width, card.height);
    let name = state.id.shown();
    let _ = writeln!(out, "<g transform=\"translate({x:.1} {y:.1})\"><title>{}</title>", escape(&name));
    let _ = writeln!(out, "<rect class=\"card\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"7\"/>");
    // Round above, straight below.
    let _ = writeln!(
        out,
        "<path fill=\"{}\" d=\"M0 {HEAD}V7A7 7 0 0 1 7 0H{:.1}A7 7 0 0 1 {w:.1} 7V{HEAD}Z\"/>",
        fill(index),
        w - 7.0
    );
    let _ = writeln!(
        out,
        "<rect width=\"{w:.1}\" height=\"{h:.1}\" rx=\"7\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>",
        ink(index)
    );
    let _ = writeln!(out, "<text class=\"name\" x=\"{PAD}\" y=\"20\">{}</text>", escape(&cut(&name)));
    let split = rows.iter().position(|r| r.exit != Exit::None).filter(|p| *p > 0);
    if let Some(s) = split {
        let line = HEAD + 4.0 + s as f64 * ROW + 3.0;
        let _ = writeln!(out, "<path class=\"rule\" d=\"M0 {line:.1}H{w:.1}\"/>");
    }
    for (i, row) in rows.iter().enumerate() {
        let middle = row_middle(i, split);
        let shown = cut(&row.text);
        let tip =
            if shown == row.text { String::new() } else { format!("<title>{}</title>", escape(&row.text)) };
        let (at, anchor) = if row.exit != Exit::None || row.class == "act" {
            (w - PAD, " text-anchor=\"end\"")
        } else {
            (PAD, "")
        };
        let _ = writeln!(
            out,
            "<text class=\"{}\" x=\"{at:.1}\" y=\"{:.1}\"{anchor}>{tip}{}</text>",
            row.class,
            middle + 4.0,
            escape(&shown)
        );
        match row.exit {
            Exit::To(target) => {
                let _ = writeln!(
                    out,
                    "<circle cx=\"{w:.1}\" cy=\"{middle:.1}\" r=\"3\" fill=\"{}\"/>",
                    ink(target)
                );
            }
            Exit::Missing => {
                let _ = writeln!(
                    out,
                    "<path class=\"line\" stroke=\"#c00\" d=\"M{w:.1} {middle:.1}h16m-4 -4l8 8m0 -8l-8 8\"/>"
                );
            }
            Exit::None => {}
        }
    }
    out.push_str("</g>\n");
}

fn head(out: &mut String, picture: &Arrangement, plan: &Bgp) {
    let (w, h) = (picture.width, picture.height + 24.0);
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" viewBox=\"0 0 {w:.0} {h:.0}\" \
         font-family=\"'DejaVu Sans', Verdana, sans-serif\" font-size=\"12\">"
    );
    out.push_str(
        "<style>.line{fill:none;stroke-width:1.6;stroke-opacity:.85}.card{fill:#fff}.rule{stroke:#ddd}\
         .name{font-size:14px;font-weight:bold;fill:#111}.in{fill:#166a2f}.out{fill:#9a3412}.way{fill:#111}\
         .act{fill:#777;font-size:11px}.bad{fill:#c00}.note{fill:#666;font-size:11px}</style>\n<defs>",
    );
    let marker = |out: &mut String, id: &str, color: &str| {
        let _ = write!(
            out,
            "<marker id=\"{id}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"9\" markerHeight=\"9\" \
             markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L10 5L0 10Z\" fill=\"{color}\"/></marker>"
        );
    };
    marker(out, "start", "#222");
    let mut drawn = std::collections::BTreeSet::new();
    for piece in picture.pieces.iter().filter(|p| p.arrow && drawn.insert(p.target)) {
        marker(out, &format!("a{}", piece.target), &ink(piece.target));
    }
    out.push_str("</defs>\n");
    let _ = writeln!(
        out,
        "<rect width=\"100%\" height=\"100%\" fill=\"#fafafa\"/><title>{} states, {} scenes</title>",
        plan.states.len(),
        plan.assets.len()
    );
}

/// Hues far apart for neighbours: steps of the golden angle.
fn hue(index: usize) -> f64 {
    (210.0 + index as f64 * 137.508) % 360.0
}

fn ink(index: usize) -> String {
    rgb(hue(index), 0.62, [0.40, 0.34, 0.46].get(index % 3).copied().unwrap_or(0.4))
}

fn fill(index: usize) -> String {
    rgb(hue(index), 0.60, 0.88)
}

/// Hexadecimal, since not every viewer knows `hsl()`.
fn rgb(h: f64, s: f64, l: f64) -> String {
    let c = (1.0 - (2.0 * l - 1.0).abs()) * s;
    let x = c * (1.0 - ((h / 60.0) % 2.0 - 1.0).abs());
    let (r, g, b) = match (h / 60.0) as u32 {
        0 => (c, x, 0.0),
        1 => (x, c, 0.0),
        2 => (0.0, c, x),
        3 => (0.0, x, c),
        4 => (x, 0.0, c),
        _ => (c, 0.0, x),
    };
    let byte = |v: f64| ((v + l - c / 2.0) * 255.0).round().clamp(0.0, 255.0) as u8;
    format!("#{:02x}{:02x}{:02x}", byte(r), byte(g), byte(b))
}

/// About as wide as the text will be: wide letters, so that nothing sticks out.
fn text_width(text: &str, size: f64) -> f64 {
    let units: f64 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.36,
            'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.97,
            'A'..='Z' => 0.72,
            c if (c as u32) < 0x250 => 0.63,
            _ => 1.0,
        })
        .sum();
    let bold = if size > 13.0 { 1.1 } else { 1.0 };
    units * size * bold
}

fn cut(text: &str) -> String {
    if text.chars().count() <= MAX_CHARS {
        return text.to_owned();
    }
    text.chars().take(MAX_CHARS - 1).chain(['…']).collect()
}

/// XML text; what XML cannot say at all becomes a replacement character.
fn escape(text: &str) -> String {
    crate::anark::dae::xml::escape(text, |c| match c {
        '\t' | '\n' | '\r' => Some(' '),
        '\u{fffe}' | '\u{ffff}' => Some('\u{fffd}'),
        c => c.is_control().then_some('\u{fffd}'),
    })
}
