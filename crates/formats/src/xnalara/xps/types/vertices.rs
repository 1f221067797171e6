//! Vertices of a mesh: kept as bytes with their layout, decoded into columns on demand.
//!
//! | # | field | type | present |
//! |---|---|---|---|
//! | 1 | position | 3 × f32 | always (twice in GLLara's tangent-less files) |
//! | 2 | normal | 3 × f32 | always |
//! | 3 | colour | 4 × u8 | always |
//! | 4 | UV | layers × 2 × f32 | always |
//! | 5 | tangent | layers × 4 × f32 | headerless and x.12 files |
//! | 6 | weight count | u16 | 3.x |
//! | 7 | bone index | n × u16 | the model has bones |
//! | 8 | bone weight | n × f32 | the model has bones |

use super::{Layout, Tangents, WeightLayout};
use crate::xnalara::model::{Geometry, Weights};
use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Columns, Endian, Writer};

/// Vertices as they are in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Vertices {
    /// How each is laid out.
    pub layout: Layout,
    /// UV layers of each.
    pub uv_layers: u32,
    /// How many.
    pub count: u32,
    /// All of them.
    pub bytes: Bytes,
}

impl Vertices {
    /// Where the next vertex begins, from the bytes that begin with one.
    pub fn step(bytes: &[u8], fixed: usize, weights: WeightLayout) -> Option<usize> {
        Some(match weights {
            WeightLayout::None => fixed,
            WeightLayout::Fixed => fixed + 24,
            WeightLayout::CountOnly => fixed + 2,
            WeightLayout::Counted => {
                let n = bytes.get(fixed..)?.first_chunk::<2>()?;
                fixed + 2 + 6 * usize::from(u16::from_le_bytes(*n))
            }
        })
    }

    /// Columns of everything.
    pub fn decode(&self) -> Geometry {
        let fixed = self.layout.fixed_size(self.uv_layers).unwrap_or(0);
        match self.layout.weights {
            WeightLayout::Counted | WeightLayout::CountOnly => self.decode_counted(fixed),
            WeightLayout::Fixed => self.decode_fixed(fixed + 24, Some(fixed)),
            WeightLayout::None => self.decode_fixed(fixed, None),
        }
    }

    fn decode_fixed(&self, stride: usize, weights_at: Option<usize>) -> Geometry {
        let c = Columns::new(&self.bytes, stride, Endian::Little);
        let at = self.offsets();
        let mut g = at.room(c.len());
        let (mut bones, mut weights) = (Vec::new(), Vec::new());
        if weights_at.is_some() {
            g.weights.starts = (0..=self.count).map(|v| v * 4).collect();
            bones.reserve_exact(c.len());
            weights.reserve_exact(c.len());
        }
        for block in c.blocks() {
            at.append(block, &mut g);
            if let Some(offset) = weights_at {
                block.append::<[u16; 4]>(offset, &mut bones);
                block.append::<[f32; 4]>(offset + 8, &mut weights);
            }
        }
        g.weights.bones = bones.into_flattened();
        g.weights.weights = weights.into_flattened();
        g
    }

    /// Variable vertices: one pass of a cursor. The fixed parts of some vertices are gathered side by side first, so that
    /// they become columns at the speed of all others.
    fn decode_counted(&self, fixed: usize) -> Geometry {
        const SOME: usize = 96;
        let n = self.count as usize;
        let at = self.offsets();
        let mut heads = Vec::with_capacity(SOME * fixed);
        let mut g = at.room(n.min(self.bytes.len() / fixed.max(1)));
        let mut w = Weights::default();
        w.starts.reserve_exact(g.positions.capacity() + 1);
        let room = self.bytes.len().saturating_sub(n.saturating_mul(fixed + 2)) / 6;
        w.bones.reserve_exact(room);
        w.weights.reserve_exact(room);
        w.starts.push(0);
        let mut rest: &[u8] = &self.bytes;
        while let Some((head, tail)) = rest.split_at_checked(fixed) {
            let Some((count, tail)) = tail.split_first_chunk::<2>() else { break };
            let count = match self.layout.weights {
                WeightLayout::CountOnly => 0,
                _ => usize::from(u16::from_le_bytes(*count)),
            };
            let Some((bones, tail)) = tail.split_at_checked(2 * count) else { break };
            let Some((weights, tail)) = tail.split_at_checked(4 * count) else { break };
            heads.extend_from_slice(head);
            w.bones.extend(bones.as_chunks::<2>().0.iter().map(|b| u16::from_le_bytes(*b)));
            w.weights.extend(weights.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)));
            w.starts.push(w.bones.len() as u32);
            rest = tail;
            if heads.len() >= SOME * fixed {
                at.append(Columns::new(&heads, fixed, Endian::Little), &mut g);
                heads.clear();
            }
        }
        at.append(Columns::new(&heads, fixed, Endian::Little), &mut g);
        g.weights = w;
        g
    }

    fn offsets(&self) -> Offsets {
        let normal = if self.layout.position_twice { 24 } else { 12 };
        let uv0 = normal + 16;
        let layers = self.uv_layers as usize;
        let (uvs, tangents) = match self.layout.tangents {
            Tangents::None => ((0..layers).map(|i| uv0 + 8 * i).collect(), Vec::new()),
            Tangents::PerLayer => (
                (0..layers).map(|i| uv0 + 8 * i).collect(),
                (0..layers).map(|i| uv0 + 8 * layers + 16 * i).collect(),
            ),
            Tangents::Interleaved => {
                ((0..layers).map(|i| uv0 + 24 * i).collect(), (0..layers).map(|i| uv0 + 24 * i + 8).collect())
            }
            Tangents::Single => ((0..layers).map(|i| uv0 + 8 * i).collect(), vec![uv0 + 8 * layers]),
        };
        Offsets { again: self.layout.position_twice.then_some(12), normal, uvs, tangents }
    }

    /// Lays columns out. Missing values of a column are zero, fixed weights beyond four are cut.
    pub fn encode(g: &Geometry, layout: Layout) -> Self {
        let uv_layers = g.uvs.len() as u32;
        let fixed = layout.fixed_size(uv_layers).unwrap_or(0);
        let mut w = Writer::with_capacity(Endian::Little, g.len() * (fixed + 26));
        for v in 0..g.len() {
            encode_vertex(&mut w, g, v, layout);
        }
        Self { layout, uv_layers, count: g.len() as u32, bytes: w.finish().into() }
    }
}

/// Where attributes are within a vertex.
struct Offsets {
    again: Option<usize>,
    normal: usize,
    uvs: Vec<usize>,
    tangents: Vec<usize>,
}

impl Offsets {
    /// Empty columns with room for `n` vertices.
    fn room(&self, n: usize) -> Geometry {
        Geometry {
            positions: Vec::with_capacity(n),
            positions_again: Vec::with_capacity(if self.again.is_some() { n } else { 0 }),
            normals: Vec::with_capacity(n),
            colors: Vec::with_capacity(n),
            uvs: self.uvs.iter().map(|_| Vec::with_capacity(n)).collect(),
            tangents: self.tangents.iter().map(|_| Vec::with_capacity(n)).collect(),
            weights: Weights::default(),
        }
    }

    /// Splits some vertices into columns.
    fn append(&self, block: Columns<'_>, g: &mut Geometry) {
        block.append(0, &mut g.positions);
        if let Some(offset) = self.again {
            block.append(offset, &mut g.positions_again);
        }
        block.append(self.normal, &mut g.normals);
        block.append(self.normal + 12, &mut g.colors);
        self.uvs.iter().zip(&mut g.uvs).for_each(|(offset, to)| block.append(*offset, to));
        self.tangents.iter().zip(&mut g.tangents).for_each(|(offset, to)| block.append(*offset, to));
    }
}

fn at<T: Copy + Default>(column: &[T], i: usize) -> T {
    column.get(i).copied().unwrap_or_default()
}

fn encode_vertex(w: &mut Writer, g: &Geometry, v: usize, layout: Layout) {
    let position = at(&g.positions, v);
    w.put(&position);
    if layout.position_twice {
        w.put(&g.positions_again.get(v).copied().unwrap_or(position));
    }
    w.put(&at(&g.normals, v));
    w.bytes(&at(&g.colors, v));
    let tangent = |i: usize| g.tangents.get(i).map_or([0.0; 4], |t| at(t, v));
    for (i, uv) in g.uvs.iter().enumerate() {
        w.put(&at(uv, v));
        if layout.tangents == Tangents::Interleaved {
            w.put(&tangent(i));
        }
    }
    match layout.tangents {
        Tangents::PerLayer => (0..g.uvs.len()).for_each(|i| w.put(&tangent(i))),
        Tangents::Single => w.put(&tangent(0)),
        Tangents::None | Tangents::Interleaved => {}
    }
    let (bones, weights) = g.weights.of(v);
    match layout.weights {
        WeightLayout::None => {}
        WeightLayout::CountOnly => w.u16(0),
        WeightLayout::Fixed => {
            (0..4).for_each(|i| w.u16(at(bones, i)));
            (0..4).for_each(|i| w.f32(at(weights, i)));
        }
        WeightLayout::Counted => {
            w.u16(bones.len() as u16);
            w.put_all(bones);
            w.put_all(weights);
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Repr {
    layout: Layout,
    /// The declared count where it is not the number of vertices that are there (a file cut short).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    declared: Option<u32>,
    /// Counts with nothing after them, vertex by vertex, where they are not zero.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bare_counts: Vec<u16>,
    #[serde(flatten)]
    geometry: Geometry,
}

impl Serialize for Vertices {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut geometry = self.decode();
        let mut bare_counts = Vec::new();
        if self.layout.weights == WeightLayout::CountOnly {
            geometry.weights = Weights::default();
            let fixed = self.layout.fixed_size(self.uv_layers).unwrap_or(0);
            bare_counts = Columns::new(&self.bytes, fixed + 2, Endian::Little).get::<u16>(fixed);
        }
        let declared = Some(self.count).filter(|n| *n as usize != geometry.len());
        Repr { layout: self.layout, declared, bare_counts, geometry }.serialize(s)
    }
}

impl<'de> Deserialize<'de> for Vertices {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let Repr { layout, declared, bare_counts, geometry } = Repr::deserialize(d)?;
        if geometry.uvs.len() > super::MAX_UV_LAYERS {
            return Err(serde::de::Error::custom("too many UV layers"));
        }
        let mut out = Vertices::encode(&geometry, layout);
        if layout.weights == WeightLayout::CountOnly {
            let fixed = layout.fixed_size(out.uv_layers).unwrap_or(0);
            let mut bytes = out.bytes.to_vec();
            for (v, count) in bytes.chunks_exact_mut(fixed + 2).zip(&bare_counts) {
                if let Some(slot) = v.get_mut(fixed..) {
                    slot.copy_from_slice(&count.to_le_bytes());
                }
            }
            out.bytes = bytes.into();
        }
        out.count = declared.unwrap_or(out.count);
        Ok(out)
    }
}
