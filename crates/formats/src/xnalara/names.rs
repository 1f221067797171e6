//! Mesh names: `<renderGroup>_<part>[_<p1>[_<p2>[_<p3>[_<cameraTarget>[_<bone>…]]]]]`.

use super::groups::{self, Group};
use super::numbers::spell_f32;

/// What a mesh name says.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshName {
    /// The number in front.
    pub group: GroupTag,
    /// The part's name, `+` or `-` included.
    pub part: String,
    /// Up to three numbers.
    pub params: Vec<f32>,
    /// Name of a camera pivot.
    pub camera: Option<String>,
    /// Bones whose mean is the pivot.
    pub camera_bones: Vec<String>,
    /// Whether the part can be switched on and off.
    pub optional: Option<Optional>,
}

/// What stands in front of a mesh name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupTag {
    /// A number.
    Number(u32),
    /// A `P`, perhaps with a number: protected by its author.
    Protected(Option<u32>),
    /// Nothing of the kind.
    Missing,
}

/// An optional item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Optional {
    /// `+`: shown at load; `-`: hidden.
    pub shown: bool,
    /// Menu, sub-menus: one switch for all meshes with the same path.
    pub switch: Vec<String>,
    /// Distinguishes the meshes of a switch.
    pub display: Option<String>,
}

impl MeshName {
    /// Takes a name apart; anything is accepted.
    pub fn parse(name: &str) -> Self {
        let mut tokens = name.split('_');
        let first = tokens.next().unwrap_or_default();
        let tag = group_tag(first);
        let rest: Vec<&str> = tokens.collect();
        let mut rest = rest.as_slice();
        let mut part = if tag == GroupTag::Missing {
            first.to_owned()
        } else {
            let head = rest.first().copied().unwrap_or_default();
            rest = rest.get(1..).unwrap_or_default();
            head.to_owned()
        };
        // Underscores before something that is no number still belong to the part (GLLara's reading), as long as
        // numbers follow: otherwise a camera target would be swallowed.
        while let [next, tail @ ..] = rest
            && !next.is_empty()
            && number(next).is_none()
            && tail.iter().any(|t| number(t).is_some())
        {
            part.push('_');
            part.push_str(next);
            rest = tail;
        }
        let mut params = Vec::new();
        let mut words = rest.iter().copied().filter(|t| !t.is_empty()).peekable();
        while params.len() < 3
            && let Some(value) = words.peek().and_then(|t| number(t))
        {
            params.push(value);
            words.next();
        }
        let camera = words.next().map(str::to_owned);
        let camera_bones = words.map(str::to_owned).collect();
        let optional = Optional::parse(&part);
        Self { group: tag, part, params, camera, camera_bones, optional }
    }

    /// The name again, its numbers in their shortest form.
    pub fn spell(&self) -> String {
        let mut out = match self.group {
            GroupTag::Number(n) => format!("{n}_"),
            GroupTag::Protected(Some(n)) => format!("P{n}_"),
            GroupTag::Protected(None) => "P_".to_owned(),
            GroupTag::Missing => String::new(),
        };
        out.push_str(&self.part);
        let numbers = self.params.iter().map(|p| spell_f32(*p));
        for token in numbers.chain(self.camera.clone()).chain(self.camera_bones.iter().cloned()) {
            out.push('_');
            out.push_str(&token);
        }
        out
    }

    /// The numbers of another group, followed by those of this name that say nothing about the group it had: programs
    /// write three, and find the camera target after them.
    pub fn params_after(&self, mut wanted: Vec<f32>, had: &Group) -> Vec<f32> {
        let (used, stored) = (had.params.len(), self.params.len());
        let len = match stored {
            0 => 0,
            _ if self.camera.is_some() => 3,
            n if n > used => n,
            _ => 0,
        };
        for i in wanted.len()..len {
            let own = self.params.get(i).filter(|_| i >= used).copied();
            wanted.push(own.unwrap_or(if i == 0 { 1.0 } else { 0.0 }));
        }
        wanted
    }

    /// The number that counts: 5 where there is none.
    pub fn group_number(&self) -> u32 {
        match self.group {
            GroupTag::Number(n) | GroupTag::Protected(Some(n)) => n,
            GroupTag::Protected(None) | GroupTag::Missing => 5,
        }
    }

    /// The render group, and whether its number is known.
    pub fn render_group(&self) -> (&'static Group, bool) {
        Group::by_id(self.group_number()).map_or((&groups::UNKNOWN, false), |g| (g, true))
    }

    /// A number of the name; XNALaraMesh's 1, 0, 0 where it is missing.
    pub fn param(&self, index: usize) -> f32 {
        self.params.get(index).copied().unwrap_or(if index == 0 { 1.0 } else { 0.0 })
    }
}

impl Optional {
    fn parse(part: &str) -> Option<Self> {
        let shown = part.starts_with('+');
        let rest = part.strip_prefix(['+', '-'])?;
        let (menu, display) = match rest.split_once('.') {
            Some((menu, display)) => (menu, Some(display.to_owned())),
            None => (rest, None),
        };
        Some(Self { shown, switch: menu.split('|').map(str::to_owned).collect(), display })
    }
}

fn group_tag(token: &str) -> GroupTag {
    let token = token.trim();
    if let Some(rest) = token.strip_prefix('P') {
        let digits = !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
        return match rest.parse() {
            _ if rest.is_empty() => GroupTag::Protected(None),
            Ok(n) if digits => GroupTag::Protected(Some(n)),
            _ => GroupTag::Missing,
        };
    }
    match number(token) {
        Some(n) if (0.0..1e6).contains(&n) => GroupTag::Number(n as u32),
        _ => GroupTag::Missing,
    }
}

fn number(token: &str) -> Option<f32> {
    let token = token.trim();
    let plain = token.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e' | b'E'));
    let has_digit = token.bytes().any(|b| b.is_ascii_digit());
    if plain && has_digit { token.parse().ok().filter(|v: &f32| v.is_finite()) } else { None }
}

/// Base names that mean "the material comes from mesh names"; any other meant a table inside classic XNALara.
pub fn is_generic_stem(stem: &str) -> bool {
    let lower = stem.to_ascii_lowercase();
    ["generic_item", "xps", "character", "outfit"].iter().any(|n| lower.starts_with(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_form() {
        let n = MeshName::parse("24_body_0.1_16_32.5_head_head neck upper_head jaw");
        assert_eq!(n.group, GroupTag::Number(24));
        assert_eq!((n.part.as_str(), n.params.as_slice()), ("body", &[0.1, 16.0, 32.5][..]));
        assert_eq!(n.camera.as_deref(), Some("head"));
        assert_eq!(n.camera_bones, ["head neck upper", "head jaw"]);
    }

    #[test]
    fn spelled_again() {
        for name in [
            "24_body_0.1_16_32.5_head_head neck upper_head jaw",
            "5_belt",
            "body",
            "P7_x_1",
            "4_-Hat|Red.a_0.5",
        ] {
            assert_eq!(MeshName::parse(name).spell(), name);
        }
    }

    #[test]
    fn loose_forms() {
        let n = MeshName::parse("body");
        assert_eq!((n.group, n.part.as_str(), n.group_number()), (GroupTag::Missing, "body", 5));
        assert_eq!(MeshName::parse("5.9_x").group, GroupTag::Number(5));
        assert_eq!(MeshName::parse("P_x").group, GroupTag::Protected(None));
        assert_eq!(MeshName::parse("P7_x").group_number(), 7);
        assert_eq!(MeshName::parse("").group_number(), 5);
        let n = MeshName::parse("1_left_arm_0.1_2_3_");
        assert_eq!((n.part.as_str(), n.params.len(), n.camera), ("left_arm", 3, None));
        assert_eq!(MeshName::parse("5_hair_front").camera.as_deref(), Some("front"));
        assert_eq!(MeshName::parse("nan_x").group, GroupTag::Missing);
        assert!(!MeshName::parse("99_x").render_group().1);
    }

    #[test]
    fn optional_items() {
        let o = MeshName::parse("4_-Hat|Red.main.x_0.5").optional.unwrap();
        assert!(!o.shown);
        assert_eq!(o.switch, ["Hat", "Red"]);
        assert_eq!(o.display.as_deref(), Some("main.x"));
        assert!(MeshName::parse("4_+Hat").optional.unwrap().shown);
        assert_eq!(MeshName::parse("4_.hat").optional, None);
    }
}
