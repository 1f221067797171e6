//! What a material shows, and the render group that shows it.
//!
//! A part that has a name keeps its render group as long as its material shows what the group shows. What was added,
//! removed or made transparent since changes the group, and nothing else of the name.

use super::super::rules as codes;
use super::materials::Pictures;
use super::origin::Origin;
use crate::xnalara::groups::{Group, Map, Param, Shading};
use crate::xnalara::names::{GroupTag, MeshName};
use scene::{Alpha, Material, Slot};
use wire::Sink;

/// What can be seen of a render group in glTF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// Maps next to the diffuse one, in a fixed order.
    pub maps: Vec<Map>,
    /// Transparent.
    pub blended: bool,
    /// Without light.
    pub unlit: bool,
}

/// The maps glTF shows.
const SEEN: [Map; 4] = [Map::L, Map::B, Map::S, Map::G];

impl Look {
    /// Of a material.
    pub fn of(material: &Material) -> Self {
        let glows = material.emissive != [0.0; 3];
        let has = |map: &Map| match map {
            Map::G => glows,
            other => material.texture(&other.slot()).is_some(),
        };
        Self {
            maps: SEEN.into_iter().filter(has).collect(),
            blended: material.alpha != Alpha::Opaque,
            unlit: material.unlit,
        }
    }

    /// Of a render group as it was exported with so many textures.
    fn of_group(group: &Group, textures: usize) -> Self {
        let shown = |map: &Map| group.slots.iter().position(|m| m == map).is_some_and(|at| at < textures);
        Self {
            maps: SEEN.into_iter().filter(shown).collect(),
            blended: group.blended,
            unlit: is_unlit(group),
        }
    }

    /// Takes a map as it was.
    fn keep(&mut self, map: Map, was: &Self) {
        self.maps = SEEN
            .into_iter()
            .filter(|m| if *m == map { was.maps.contains(m) } else { self.maps.contains(m) })
            .collect();
    }

    /// The group that shows the most of it with the least besides, the nearest to the one it had.
    pub fn group(&self, had: Option<&Group>) -> &'static Group {
        let hidden: Vec<Map> =
            had.map(|g| g.slots.iter().copied().filter(|m| is_hidden(*m)).collect()).unwrap_or_default();
        let cost = |g: &&'static Group| {
            let missing = self.maps.iter().filter(|m| !g.slots.contains(m));
            // Of a glow and a lightmap, the glow is what people see.
            let missing: u32 = missing.map(|m| if *m == Map::L { 1900 } else { 2000 }).sum();
            let seen = g.slots.iter().filter(|m| SEEN.contains(m) && !self.maps.contains(m)).count() as u32;
            let kept = hidden.iter().filter(|m| !g.slots.contains(m)).count() as u32;
            let new = g.slots.iter().filter(|m| is_hidden(**m) && !hidden.contains(m)).count() as u32;
            let other = |different: bool, cost: u32| if different { cost } else { 0 };
            missing
                + 200 * seen
                + 90 * kept
                + 250 * new
                + other(g.blended != self.blended, 20_000)
                + other(is_unlit(g) != self.unlit, 10_000)
                + other(g.posed != had.is_none_or(|h| h.posed), 1_500)
                + other(had.is_some_and(|h| h.shading != g.shading), 40)
                + params_cost(g, had)
        };
        Group::all().min_by_key(cost).unwrap_or(&crate::xnalara::groups::UNKNOWN)
    }
}

/// Numbers a group wants and nobody has, or has and nobody wants.
fn params_cost(g: &Group, had: Option<&Group>) -> u32 {
    let old = had.map_or(&[][..], |h| h.params);
    let differ =
        g.params.iter().filter(|p| !old.contains(p)).chain(old.iter().filter(|p| !g.params.contains(p)));
    // Groups 34 and 35 are known to one program only.
    differ.count() as u32 * 4 + if matches!(g.id, 34 | 35) { 30 } else { 0 }
}

fn is_unlit(group: &Group) -> bool {
    matches!(group.shading, Shading::Shadeless | Shading::VertexColor)
}

/// Maps that glTF has no place for: they cannot be edited there.
fn is_hidden(map: Map) -> bool {
    matches!(map, Map::M | Map::B1 | Map::B2 | Map::E)
}

/// The numbers of a group: those the name has, else what the material says.
pub fn params(group: &Group, old: &[f32], had: Option<&Group>, material: &Material) -> Vec<f32> {
    let amount = || {
        let amount = material.specular.map_or(1.0 - material.roughness, |s| s.factor).clamp(0.0, 1.0);
        // One minus a roughness leaves noise that nobody wants to read in a name.
        (amount * 1e5).round() / 1e5
    };
    let one = |p: &Param| {
        let kept = had.and_then(|h| h.params.iter().position(|o| o == p)).and_then(|at| old.get(at).copied());
        kept.unwrap_or_else(|| if *p == Param::SpecularAmount { amount() } else { 1.0 })
    };
    group.params.iter().map(one).collect()
}

/// The name with the render group of what the material shows now, where that is not what the group shows.
pub fn follow(
    name: &str,
    material: &Material,
    origin: Option<&Origin>,
    pictures: Pictures,
    sink: &mut Sink,
) -> Option<MeshName> {
    let parsed = MeshName::parse(name);
    let (group, known) = parsed.render_group();
    if !known || matches!(parsed.group, GroupTag::Protected(_)) {
        return None;
    }
    let was = Look::of_group(group, origin.map_or(usize::MAX, |o| o.textures.len()));
    let mut now = Look::of(material);
    match pictures {
        Pictures::All => {}
        Pictures::Added => SEEN.into_iter().filter(|m| was.maps.contains(m)).for_each(|m| now.keep(m, &was)),
        Pictures::None => now.maps.clone_from(&was.maps),
    }
    // A group that says no strength of highlights (34, 35) shows none in glTF: its map is the one it had.
    if group.slots.contains(&Map::S) && !group.params.contains(&Param::SpecularAmount) {
        now.keep(Map::S, &was);
    }
    // Without a picture there is nothing whose alpha another program would keep.
    if was.blended && !now.blended && material.texture(&Slot::BaseColor).is_none() {
        now.blended = true;
    }
    let amount = specular_edit(&parsed, group, material);
    if was == now && amount.is_none() {
        return None;
    }
    let new = if was == now { group } else { now.group(Some(group)) };
    let mut params = if was == now {
        parsed.params.clone()
    } else {
        let wanted = params(new, &parsed.params, Some(group), material);
        parsed.params_after(wanted, group)
    };
    if let (Some(value), Some(at)) = (amount, new.params.iter().position(|p| *p == Param::SpecularAmount)) {
        params.resize(params.len().max(at + 1), 1.0);
        if let Some(slot) = params.get_mut(at) {
            *slot = value;
        }
    }
    if std::ptr::eq(new, group) && params == parsed.params {
        return None;
    }
    let made = MeshName { group: GroupTag::Number(u32::from(new.id)), params, ..parsed };
    let message = format!("{name:?} is written as {:?}: {}", made.spell(), differences(&was, &now, amount));
    sink.push(&codes::EDITS_DIFFER, "meshes", message);
    Some(made)
}

/// Another strength of highlights than the name says.
fn specular_edit(parsed: &MeshName, group: &Group, material: &Material) -> Option<f32> {
    let at = group.params.iter().position(|p| *p == Param::SpecularAmount)?;
    let now = material.specular?.factor;
    let was = parsed.param(at).clamp(0.0, 1.0);
    ((now - was).abs() > 2e-3).then(|| (now * 1e4).round() / 1e4)
}

fn differences(was: &Look, now: &Look, amount: Option<f32>) -> String {
    let mut out = Vec::new();
    let change = |is: bool, was: bool, yes: &str, no: &str| match (was, is) {
        (false, true) => Some(yes.to_owned()),
        (true, false) => Some(no.to_owned()),
        _ => None,
    };
    out.extend(change(
        now.blended,
        was.blended,
        "its material is transparent now",
        "its material is opaque now",
    ));
    out.extend(change(
        now.unlit,
        was.unlit,
        "its material takes no light now",
        "its material takes light now",
    ));
    for map in SEEN {
        let name = codes::map_name(map);
        let (yes, no) = (format!("its material has a {name} map now"), format!("its {name} map was removed"));
        out.extend(change(now.maps.contains(&map), was.maps.contains(&map), &yes, &no));
    }
    out.extend(amount.map(|a| format!("its highlights are {a} strong now")));
    out.join(", ")
}
