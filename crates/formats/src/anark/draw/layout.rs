//! Where the boxes and lines of a state machine go.
//!
//! States stand in columns by their distance from the first one; columns that grow too tall are split. Every transition
//! leaves its row on the right and enters its target on the left. Lines to one target share their way: in each column
//! they pass, they get one lane between the boxes, so that no line crosses a box and fifty states stay readable.

use std::collections::{BTreeMap, HashMap, HashSet};

/// Space between boxes of a column.
const GAP: f64 = 26.0;
/// Height of a lane.
const LANE: f64 = 10.0;
/// Space between columns.
const GUTTER: f64 = 110.0;
/// Margin around the picture.
const MARGIN: f64 = 30.0;
/// Columns are not split below this height.
const MIN_COLUMN: f64 = 900.0;
/// With more lanes than this nobody sees anything: the remaining lines go straight.
const MAX_LANES: usize = 100_000;

/// One state to be placed.
pub(super) struct Card {
    /// Size.
    pub width: f64,
    /// Size.
    pub height: f64,
    /// Height of the line end on the left, from the top.
    pub entry: f64,
    /// Transitions to existing states: target and height of the line start on the right, from the top.
    pub exits: Vec<(usize, f64)>,
}

/// A place in the picture.
pub(super) type Point = (f64, f64);

/// One piece of a line, drawn in the colour of its target.
pub(super) struct Piece {
    /// Where it leads.
    pub target: usize,
    /// SVG path data.
    pub path: String,
    /// The end of a way.
    pub arrow: bool,
}

/// The finished picture.
pub(super) struct Arrangement {
    /// Size.
    pub width: f64,
    /// Size.
    pub height: f64,
    /// Upper left corners of the cards.
    pub places: Vec<Point>,
    /// The lines.
    pub pieces: Vec<Piece>,
}

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Thing {
    Card(usize),
    /// A lane to a target: forwards or back.
    Lane(usize, bool),
}

struct Grid<'a> {
    cards: &'a [Card],
    column: Vec<usize>,
    columns: Vec<Vec<Thing>>,
    /// Lanes that exist: target, direction, column.
    lanes: HashSet<(usize, bool, usize)>,
    /// Middle of each thing, by column.
    middle: Vec<HashMap<Thing, f64>>,
    links: Vec<Vec<(Thing, Thing)>>,
    /// Links within a column: a card and the lane that leads back from it or to it.
    neighbours: Vec<Vec<(Thing, Thing)>>,
}

/// Places everything.
pub(super) fn layout(cards: &[Card]) -> Arrangement {
    let column = columns(cards);
    let n = column.iter().max().map_or(0, |c| c + 1);
    let mut grid = Grid {
        cards,
        columns: vec![Vec::new(); n],
        lanes: HashSet::new(),
        middle: vec![HashMap::new(); n],
        links: vec![Vec::new(); n],
        neighbours: vec![Vec::new(); n],
        column,
    };
    grid.fill();
    grid.arrange();
    grid.finish()
}

/// Columns by distance from the first state; what nothing reaches starts again at the left.
fn columns(cards: &[Card]) -> Vec<usize> {
    let mut depth: Vec<Option<usize>> = vec![None; cards.len()];
    let mut layers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for root in 0..cards.len() {
        let mut wave = vec![root];
        let mut d = 0;
        while !wave.is_empty() {
            let mut next = Vec::new();
            for i in wave {
                let Some(slot @ None) = depth.get_mut(i) else { continue };
                *slot = Some(d);
                layers.entry(d).or_default().push(i);
                next.extend(cards.get(i).into_iter().flat_map(|c| c.exits.iter().map(|e| e.0)));
            }
            wave = next;
            d += 1;
        }
    }
    let area: f64 = cards.iter().map(|c| (c.width + GUTTER) * (c.height + GAP)).sum();
    let limit = MIN_COLUMN.max(area.sqrt() * 0.9);
    let mut out = vec![0; cards.len()];
    let mut column = 0;
    for layer in layers.into_values() {
        let mut height = 0.0;
        for i in layer {
            let h = cards.get(i).map_or(0.0, |c| c.height + GAP);
            if height > 0.0 && height + h > limit {
                column += 1;
                height = 0.0;
            }
            height += h;
            if let Some(slot) = out.get_mut(i) {
                *slot = column;
            }
        }
        column += 1;
    }
    out
}

impl Grid<'_> {
    fn column_of(&self, card: usize) -> usize {
        self.column.get(card).copied().unwrap_or(0)
    }

    fn put(&mut self, column: usize, thing: Thing) {
        if let Some(list) = self.columns.get_mut(column) {
            list.push(thing);
        }
    }

    /// Adds a lane; `false` if it is there already, and with it the way on to its target.
    fn lane(&mut self, target: usize, forward: bool, column: usize) -> bool {
        let new = self.lanes.insert((target, forward, column));
        if new {
            self.put(column, Thing::Lane(target, forward));
        }
        new
    }

    fn link(&mut self, column: usize, a: Thing, b: Thing) {
        if let Some(list) = self.links.get_mut(column) {
            list.push((a, b));
        }
    }

    /// Cards, the lanes they need, and what should be close to what.
    fn fill(&mut self) {
        for card in 0..self.cards.len() {
            self.put(self.column_of(card), Thing::Card(card));
        }
        for source in 0..self.cards.len() {
            let from = self.column_of(source);
            let targets: Vec<usize> =
                self.cards.get(source).into_iter().flat_map(|c| c.exits.iter().map(|e| e.0)).collect();
            for target in targets.into_iter().filter(|t| *t != source) {
                let to = self.column_of(target);
                if self.lanes.len() + from.abs_diff(to) > MAX_LANES {
                    continue;
                }
                if to > from {
                    self.forwards(source, target, from, to);
                } else {
                    self.backwards(source, target, from, to);
                }
            }
        }
    }

    fn forwards(&mut self, source: usize, target: usize, from: usize, to: usize) {
        let lane = Thing::Lane(target, true);
        let mut last = Thing::Card(source);
        for c in from + 1..to {
            let new = self.lane(target, true, c);
            self.link(c - 1, last, lane);
            if !new {
                return;
            }
            last = lane;
        }
        self.link(to - 1, last, Thing::Card(target));
    }

    fn backwards(&mut self, source: usize, target: usize, from: usize, to: usize) {
        let lane = Thing::Lane(target, false);
        self.near(from, source, lane);
        for c in (to..=from).rev() {
            let new = self.lane(target, false, c);
            if c < from {
                self.link(c, lane, lane);
            }
            if !new {
                return;
            }
        }
        self.near(to, target, lane);
    }

    fn near(&mut self, column: usize, card: usize, lane: Thing) {
        if let Some(list) = self.neighbours.get_mut(column) {
            list.push((Thing::Card(card), lane));
        }
    }

    fn height(&self, thing: Thing) -> f64 {
        match thing {
            Thing::Card(i) => self.cards.get(i).map_or(0.0, |c| c.height),
            Thing::Lane(..) => LANE,
        }
    }

    fn gap(a: Thing, b: Thing) -> f64 {
        match (a, b) {
            (Thing::Lane(..), Thing::Lane(..)) => 0.0,
            (Thing::Card(_), Thing::Card(_)) => GAP,
            _ => GAP / 2.0,
        }
    }

    /// Orders the columns and moves things towards what they are linked to, several times over.
    fn arrange(&mut self) {
        for c in 0..self.columns.len() {
            self.stack(c, &HashMap::new());
        }
        for round in 0..12 {
            let order: Vec<usize> = if round % 2 == 0 {
                (0..self.columns.len()).collect()
            } else {
                (0..self.columns.len()).rev().collect()
            };
            for c in order {
                let wish = self.wishes(c);
                if round < 8 {
                    let mut list = self.columns.get(c).cloned().unwrap_or_default();
                    list.sort_by(|a, b| {
                        let at = |t: &Thing| wish.get(t).copied().unwrap_or(0.0);
                        at(a).total_cmp(&at(b)).then(a.cmp(b))
                    });
                    if let Some(slot) = self.columns.get_mut(c) {
                        *slot = list;
                    }
                }
                self.stack(c, &wish);
            }
        }
    }

    /// Where each thing of a column would like its middle: the mean of what it is linked to.
    fn wishes(&self, c: usize) -> HashMap<Thing, f64> {
        let mut sums: HashMap<Thing, (f64, f64)> = HashMap::new();
        let mut add = |thing: Thing, at: Option<&f64>, weight: f64| {
            if let Some(at) = at {
                let slot = sums.entry(thing).or_default();
                slot.0 += at * weight;
                slot.1 += weight;
            }
        };
        let before = c.checked_sub(1);
        for (a, b) in before.and_then(|b| self.links.get(b)).into_iter().flatten() {
            add(*b, before.and_then(|b| self.middle.get(b)?.get(a)), 1.0);
        }
        for (a, b) in self.links.get(c).into_iter().flatten() {
            add(*a, self.middle.get(c + 1).and_then(|m| m.get(b)), 1.0);
        }
        for (a, b) in self.neighbours.get(c).into_iter().flatten() {
            // A lane wants to be near its card; the card does not care.
            add(*b, self.middle.get(c).and_then(|m| m.get(a)), 0.7);
        }
        let own = self.middle.get(c);
        self.columns
            .get(c)
            .into_iter()
            .flatten()
            .map(|t| {
                let rest = own.and_then(|m| m.get(t)).copied().unwrap_or(0.0);
                (*t, sums.get(t).map_or(rest, |(sum, weight)| sum / weight))
            })
            .collect()
    }

    /// Places a column in its order, each thing as near to its wish as the others let it.
    fn stack(&mut self, c: usize, wish: &HashMap<Thing, f64>) {
        let list = self.columns.get(c).cloned().unwrap_or_default();
        // Groups of things that touch; a group sits where the mean of its members' wishes is.
        let mut groups: Vec<Group> = Vec::new();
        let mut offset = 0.0;
        let mut last: Option<Thing> = None;
        let mut tops = Vec::with_capacity(list.len());
        for thing in &list {
            offset += last.map_or(0.0, |l| Self::gap(l, *thing));
            tops.push(offset);
            let h = self.height(*thing);
            let want = wish.get(thing).map_or(0.0, |m| m - h / 2.0 - offset);
            groups.push(Group { want, weight: 1.0, members: 1 });
            // Wishes relative to the stack must not fall from one group to the next.
            while let [.., a, b] = groups.as_slice()
                && a.want > b.want
            {
                let merged = Group {
                    want: (a.want * a.weight + b.want * b.weight) / (a.weight + b.weight),
                    weight: a.weight + b.weight,
                    members: a.members + b.members,
                };
                groups.truncate(groups.len() - 2);
                groups.push(merged);
            }
            offset += h;
            last = Some(*thing);
        }
        let shifts = groups.iter().flat_map(|g| std::iter::repeat_n(g.want, g.members));
        let placed: HashMap<Thing, f64> = list
            .iter()
            .zip(tops)
            .zip(shifts)
            .map(|((t, top), shift)| (*t, top + shift + self.height(*t) / 2.0))
            .collect();
        if let Some(slot) = self.middle.get_mut(c) {
            *slot = placed;
        }
    }

    fn middle_of(&self, column: usize, thing: Thing) -> f64 {
        self.middle.get(column).and_then(|m| m.get(&thing)).copied().unwrap_or(0.0)
    }

    fn finish(self) -> Arrangement {
        let top = self
            .middle
            .iter()
            .flatten()
            .map(|(t, m)| m - self.height(*t) / 2.0)
            .fold(f64::INFINITY, f64::min);
        let shift = if top.is_finite() { MARGIN - top } else { 0.0 };
        let mut lefts = Vec::new();
        let mut x = MARGIN + 40.0;
        for list in &self.columns {
            let width = list.iter().map(|t| self.width(*t)).fold(40.0, f64::max);
            lefts.push((x, x + width));
            x += width + GUTTER;
        }
        let places: Vec<Point> = (0..self.cards.len())
            .map(|i| {
                let c = self.column_of(i);
                let left = lefts.get(c).map_or(0.0, |l| l.0);
                (left, self.middle_of(c, Thing::Card(i)) - self.height(Thing::Card(i)) / 2.0 + shift)
            })
            .collect();
        let height = self
            .middle
            .iter()
            .flatten()
            .map(|(t, m)| m + self.height(*t) / 2.0 + shift)
            .fold(MARGIN, f64::max);
        let pieces =
            Router { grid: &self, lefts: &lefts, places: &places, shift, pieces: BTreeMap::new() }.route();
        Arrangement {
            width: (x - GUTTER + MARGIN + 20.0).max(200.0),
            height: height + MARGIN,
            places,
            pieces,
        }
    }

    fn width(&self, thing: Thing) -> f64 {
        match thing {
            Thing::Card(i) => self.cards.get(i).map_or(0.0, |c| c.width),
            Thing::Lane(..) => 0.0,
        }
    }
}

struct Group {
    want: f64,
    weight: f64,
    members: usize,
}

/// Draws the lines; a piece that several lines share is drawn once.
struct Router<'a> {
    grid: &'a Grid<'a>,
    lefts: &'a [(f64, f64)],
    places: &'a [Point],
    shift: f64,
    pieces: BTreeMap<(usize, String), bool>,
}

impl Router<'_> {
    fn route(mut self) -> Vec<Piece> {
        for (source, card) in self.grid.cards.iter().enumerate() {
            for (target, exit) in &card.exits {
                self.way(source, *target, card.width, *exit);
            }
        }
        self.pieces.into_iter().map(|((target, path), arrow)| Piece { target, path, arrow }).collect()
    }

    /// Adds a piece; `false` if it is there already.
    fn add(&mut self, target: usize, path: String, arrow: bool) -> bool {
        self.pieces.insert((target, path), arrow).is_none()
    }

    fn sides(&self, column: usize) -> (f64, f64) {
        self.lefts.get(column).copied().unwrap_or((0.0, 0.0))
    }

    fn lane(&self, column: usize, target: usize, forward: bool) -> f64 {
        self.grid.middle_of(column, Thing::Lane(target, forward)) + self.shift
    }

    fn way(&mut self, source: usize, target: usize, width: f64, exit: f64) {
        let (from, to) = (self.grid.column_of(source), self.grid.column_of(target));
        let Some((left, top)) = self.places.get(source).copied() else { return };
        let start = (left + width, top + exit);
        let entry = self.grid.cards.get(target).map_or(0.0, |c| c.entry);
        let Some(end) = self.places.get(target).map(|p| (p.0, p.1 + entry)) else { return };
        if source == target {
            // A loop on the right, back into the head of its own box.
            let (x, y) = start;
            let head = top + entry;
            self.add(
                target,
                format!("M{x:.1} {y:.1}C{:.1} {y:.1} {:.1} {head:.1} {x:.1} {head:.1}", x + 46.0, x + 46.0),
                true,
            );
            return;
        }
        // Up to the edge of the column, so that narrow boxes do not bend lines into wide ones.
        let edge = (self.sides(from).1, start.1);
        if edge.0 > start.0 {
            self.add(target, format!("M{:.1} {:.1}H{:.1}", start.0, start.1, edge.0), false);
        }
        let first = if to > from { from + 1 } else { from };
        if to != from + 1 && !self.grid.lanes.contains(&(target, to > from, first)) {
            self.add(target, curve(edge, end), true);
        } else if to > from {
            let mut at = edge;
            for c in from + 1..to {
                let (l, r) = self.sides(c);
                let y = self.lane(c, target, true);
                self.add(target, curve(at, (l, y)), false);
                if !self.add(target, format!("M{l:.1} {y:.1}H{r:.1}"), false) {
                    return;
                }
                at = (r, y);
            }
            self.add(target, curve(at, end), true);
        } else {
            let (_, r) = self.sides(from);
            let y = self.lane(from, target, false);
            self.add(target, turn(edge, (r, y), 1.0), false);
            for c in (to..=from).rev() {
                let (l, r) = self.sides(c);
                let y = self.lane(c, target, false);
                if !self.add(target, format!("M{r:.1} {y:.1}H{l:.1}"), false) {
                    return;
                }
                if c > to {
                    let (_, next) = self.sides(c - 1);
                    self.add(target, curve((l, y), (next, self.lane(c - 1, target, false))), false);
                }
            }
            let (l, _) = self.sides(to);
            self.add(target, turn((l, self.lane(to, target, false)), end, -1.0), true);
        }
    }
}

/// A curve through a gutter, level at both ends.
fn curve((ax, ay): Point, (bx, by): Point) -> String {
    let mid = f64::midpoint(ax, bx);
    format!("M{ax:.1} {ay:.1}C{mid:.1} {ay:.1} {mid:.1} {by:.1} {bx:.1} {by:.1}")
}

/// A half turn, out to one side; the farther it goes up or down, the wider.
fn turn((ax, ay): Point, (bx, by): Point, side: f64) -> String {
    let out = side * (18.0 + (by - ay).abs() * 0.18).min(GUTTER * 0.55);
    format!("M{ax:.1} {ay:.1}C{:.1} {ay:.1} {:.1} {by:.1} {bx:.1} {by:.1}", ax + out, bx + out)
}
