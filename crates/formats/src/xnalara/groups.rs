//! Render groups: what the number in front of a mesh name means.
//!
//! Groups 1–29 are known from four programs, 30–33 and 36–43 from three, 34 and 35 from one (XNALaraMesh).

use Map::{B, B1, B2, D, E, G, L, M, S};
use Param::{Bump1Repeat, Bump2Repeat, BumpRepeat, GlowRepeat, Reflection, SpecularAmount, SpecularRepeat};
use scene::Slot;

/// What a texture slot of a group holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Map {
    /// Diffuse colour.
    D,
    /// Lightmap.
    L,
    /// Normal map ("bump").
    B,
    /// Mask: red weights the first mini bump, green the second.
    M,
    /// First mini bump.
    B1,
    /// Second mini bump.
    B2,
    /// Specular colour.
    S,
    /// Environment.
    E,
    /// Glow.
    G,
}

impl Map {
    /// The slot of a material it fills.
    pub fn slot(self) -> Slot {
        match self {
            D => Slot::BaseColor,
            L => Slot::Lightmap,
            B => Slot::Normal,
            M => Slot::Mask,
            B1 => Slot::Other("bump1".into()),
            B2 => Slot::Other("bump2".into()),
            S => Slot::Specular,
            E => Slot::Environment,
            G => Slot::Emissive,
        }
    }
}

/// What a number in a mesh name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Param {
    /// Strength of highlights.
    SpecularAmount,
    /// Tiling of the first mini bump.
    Bump1Repeat,
    /// Tiling of the second mini bump.
    Bump2Repeat,
    /// Tiling of both mini bumps.
    BumpRepeat,
    /// Strength of the environment map.
    Reflection,
    /// Tiling of the specular map.
    SpecularRepeat,
    /// Tiling of the glow map.
    GlowRepeat,
}

impl Param {
    /// The name in extras.
    pub fn label(self) -> &'static str {
        match self {
            SpecularAmount => "specularAmount",
            Bump1Repeat => "bump1Repeat",
            Bump2Repeat => "bump2Repeat",
            BumpRepeat => "bumpRepeat",
            Reflection => "reflection",
            SpecularRepeat => "specularRepeat",
            GlowRepeat => "glowRepeat",
        }
    }
}

/// How light is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shading {
    /// By the scene's lights.
    Lit,
    /// Not at all.
    Shadeless,
    /// Lights and baked vertex colours.
    VertexLit,
    /// Baked vertex colours only.
    VertexColor,
}

/// One render group.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// Its number.
    pub id: u8,
    /// Slots in the order of the textures.
    pub slots: &'static [Map],
    /// Alpha is blended.
    pub blended: bool,
    /// Follows the skeleton.
    pub posed: bool,
    /// Meaning of the numbers in the name.
    pub params: &'static [Param],
    /// How light is used.
    pub shading: Shading,
}

const SP: &[Param] = &[SpecularAmount];
const SP_R12: &[Param] = &[SpecularAmount, Bump1Repeat, Bump2Repeat];

macro_rules! groups {
    ($($opaque:literal, $blended:literal, $slots:expr, $posed:literal, $params:expr, $shading:ident;)*) => {
        &[$(
            Group { id: $opaque, slots: &$slots, blended: false, posed: $posed, params: $params, shading: Shading::$shading },
            Group { id: $blended, slots: &$slots, blended: true, posed: $posed, params: $params, shading: Shading::$shading },
        )*]
    };
}

/// Pairs of an opaque and a blended group. 13 has no blended twin and stands for both.
static GROUPS: &[Group] = groups! {
    1, 20, [D, L, B, M, B1, B2], true, SP_R12, Lit;
    2, 8, [D, L, B], true, SP, Lit;
    3, 9, [D, L], true, &[], Lit;
    4, 6, [D, B], true, SP, Lit;
    5, 7, [D], true, &[], Lit;
    10, 21, [D], true, &[], Shadeless;
    11, 12, [D, B], false, SP, VertexLit;
    14, 15, [D], false, &[], VertexColor;
    16, 18, [D], false, &[], Lit;
    17, 19, [D, L], false, &[], Lit;
    22, 23, [D, L, B, M, B1, B2, S], true, SP_R12, Lit;
    24, 25, [D, L, B, S], true, SP, Lit;
    26, 27, [D, B, E, M], true, &[Reflection], Lit;
    28, 29, [D, B, M, B1, B2, E], true, &[Reflection, SpecularAmount, BumpRepeat], Lit;
    30, 31, [D, B, G], true, SP, Lit;
    32, 33, [D], true, SP, Lit;
    34, 35, [D, B, M, S], true, &[], Lit;
    36, 37, [D, B, G], true, &[SpecularAmount, GlowRepeat], Lit;
    38, 39, [D, B, S, G], true, SP, Lit;
    40, 41, [D, B, S], true, SP, Lit;
    42, 43, [D, B, S], true, &[SpecularAmount, SpecularRepeat], Lit;
};

static GROUP_13: Group =
    Group { id: 13, slots: &[D], blended: false, posed: false, params: &[], shading: Shading::Shadeless };

/// What XNALaraMesh makes of a number it does not know.
pub static UNKNOWN: Group = Group {
    id: 0,
    slots: &[D, M, M, M, M, M],
    blended: false,
    posed: true,
    params: &[],
    shading: Shading::Lit,
};

impl Group {
    /// All groups.
    pub fn all() -> impl Iterator<Item = &'static Group> {
        GROUPS.iter().chain([&GROUP_13])
    }

    /// A group by its number.
    pub fn by_id(id: u32) -> Option<&'static Group> {
        if id == 13 {
            return Some(&GROUP_13);
        }
        GROUPS.iter().find(|g| u32::from(g.id) == id)
    }

    /// The fewest textures it draws right with: the mask of 26 and 27 came later.
    pub fn required_textures(&self) -> usize {
        if matches!(self.id, 26 | 27) { 3 } else { self.slots.len() }
    }

    /// The UV layer of a slot: only lightmaps ever use the second.
    pub fn uv_layer(&self, map: Map, uv_layers: u32, header: bool) -> u32 {
        let second = matches!(self.id, 17 | 19) || (header && (22..=25).contains(&self.id));
        u32::from(map == L && second && uv_layers >= 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_from_1_to_43_is_there_once() {
        let mut ids: Vec<u8> = GROUPS.iter().map(|g| g.id).collect();
        ids.push(GROUP_13.id);
        ids.sort_unstable();
        assert_eq!(ids, (1..=43).collect::<Vec<u8>>());
    }

    /// The table of the format's description, a row per pair: opaque, blended, slots, pose, parameters.
    const TABLE: &str = "
        1 20 | D L B M b1 b2 | y | sp r1 r2
        2 8 | D L B | y | sp
        3 9 | D L | y |
        4 6 | D B | y | sp
        5 7 | D | y |
        10 21 | D | y |
        11 12 | D B | n | sp
        13 | D | n |
        14 15 | D | n |
        16 18 | D | n |
        17 19 | D L | n |
        22 23 | D L B M b1 b2 S | y | sp r1 r2
        24 25 | D L B S | y | sp
        26 27 | D B E M | y | rf
        28 29 | D B M b1 b2 E | y | rf sp r
        30 31 | D B G | y | sp
        32 33 | D | y | sp
        34 35 | D B M S | y |
        36 37 | D B G | y | sp gr
        38 39 | D B S G | y | sp
        40 41 | D B S | y | sp
        42 43 | D B S | y | sp sr";

    #[test]
    fn every_row_of_the_table() {
        let mut rows = 0;
        for row in TABLE.trim().lines() {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            for (i, id) in cells[0].split(' ').enumerate() {
                let g = Group::by_id(id.parse().unwrap()).unwrap();
                let slots: Vec<&str> = g.slots.iter().map(|m| map_letter(*m)).collect();
                let params: Vec<&str> = g.params.iter().map(|p| param_letters(*p)).collect();
                assert_eq!(
                    (slots.join(" ").as_str(), params.join(" ").as_str()),
                    (cells[1], cells[3]),
                    "{id}"
                );
                assert_eq!((g.blended, g.posed), (i == 1, cells[2] == "y"), "{id}");
                let shadeless = matches!(id, "10" | "13" | "21");
                assert_eq!(g.shading == Shading::Shadeless, shadeless, "{id}");
                rows += 1;
            }
        }
        assert_eq!(rows, 43);
    }

    fn map_letter(map: Map) -> &'static str {
        match map {
            D => "D",
            L => "L",
            B => "B",
            M => "M",
            B1 => "b1",
            B2 => "b2",
            S => "S",
            E => "E",
            G => "G",
        }
    }

    fn param_letters(param: Param) -> &'static str {
        match param {
            SpecularAmount => "sp",
            Bump1Repeat => "r1",
            Bump2Repeat => "r2",
            BumpRepeat => "r",
            Reflection => "rf",
            SpecularRepeat => "sr",
            GlowRepeat => "gr",
        }
    }

    #[test]
    fn original_program_wins_where_programs_differ() {
        assert!(!Group::by_id(28).unwrap().blended && Group::by_id(29).unwrap().blended);
        assert_eq!(Group::by_id(26).unwrap().required_textures(), 3);
        assert_eq!(Group::by_id(17).unwrap().uv_layer(L, 2, false), 1);
        assert_eq!(Group::by_id(24).unwrap().uv_layer(L, 2, false), 0);
        assert_eq!(Group::by_id(24).unwrap().uv_layer(L, 2, true), 1);
        assert_eq!(Group::by_id(2).unwrap().uv_layer(L, 2, true), 0);
    }
}
