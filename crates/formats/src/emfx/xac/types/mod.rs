//! The chunks of an actor as structs. Padding is a field: shipped files hold stack garbage there.

pub mod materials;
pub mod mesh;
pub mod morphs;

use super::super::types::body::Seen;
use super::super::types::bulk::{float, rows, u16_at};
use super::super::types::can_end;
use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Text, Wire, Writer, bulk, record};

record! {
    /// 7: where the actor comes from.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct ActorInfo {
        /// Levels of detail.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lods: u32 = 4,
        /// Node that carries the trajectory.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub trajectory_node: u32 = 3..=4,
        /// Node that feeds root motion.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub extraction_node: u32 = 3..=4,
        /// What of it: 1 position, 2 rotation, 4 scale.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub extraction_mask: u32 = 3,
        /// 1 position, 2 rotation, 4 scale.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub repositioning_mask: u32 = 1..=2,
        /// Node that feeds root motion, `0xffffffff` none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub repositioning_node: u32 = 1..=2,
        /// High and low.
        pub exporter_version: [u8; 2],
        /// Garbage.
        pub pad: [u8; 2],
        /// Height correction of the root.
        #[serde(default, with = "wire::exact", skip_serializing_if = "Option::is_none")]
        pub retarget_root_offset: f32 = 2..=4,
        /// Application it was exported from.
        pub source_application: Text,
        /// File it was exported from.
        pub original_file: Text,
        /// Build date of the exporter, not of the export.
        pub exporter_date: Text,
        /// Name.
        pub actor_name: Text,
    }
}

record! {
    /// 0 and the items of 11: a node.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Node {
        /// Local rotation.
        #[serde(with = "wire::exact")]
        pub rotation: [f32; 4],
        /// Axes in which the scale acts.
        #[serde(with = "wire::exact")]
        pub scale_rotation: [f32; 4],
        /// Local position.
        #[serde(with = "wire::exact")]
        pub position: [f32; 3],
        /// Local scale.
        #[serde(with = "wire::exact")]
        pub scale: [f32; 3],
        /// Filler, -1 everywhere; never applied.
        #[serde(with = "wire::exact")]
        pub shear: [f32; 3],
        /// In which skeletal LODs it is.
        pub skeletal_lods: u32,
        /// In which motion LODs it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub motion_lods: u32 = 4,
        /// Index of its parent, `0xffffffff` for a root.
        pub parent: u32,
        /// Number of children: a hint.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub children: u32 = 4,
        /// Bit 0: counts for the bounding box. The others are garbage.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub flags: u8 = 2..=4,
        /// Garbage.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pad: [u8; 3] = 2..=4,
        /// Oriented bounding box: rows 0-2 axes, row 3 centre, column 3 half extents.
        #[serde(default, with = "wire::exact", skip_serializing_if = "Option::is_none")]
        pub obb: [f32; 16] = 3..=4,
        /// Importance.
        #[serde(default, with = "wire::exact", skip_serializing_if = "Option::is_none")]
        pub importance: f32 = 4,
        /// Name; motions bind by it.
        pub name: Text,
    }
}

/// No parent, no node.
pub const NONE: u32 = u32::MAX;

/// 11: all nodes, as chunk 0 has them in version 4.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Nodes {
    /// Number of roots: a hint.
    pub roots: u32,
    /// Nodes, parents first.
    pub nodes: Vec<Node>,
}

impl Nodes {
    /// Reads it.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        r.set_version(4);
        let n = r.field("count", Reader::u32)? as usize;
        let roots = r.field("roots", Reader::u32)?;
        Ok(Self { roots, nodes: r.list_with(n, 160, |r, _| r.get())? })
    }

    /// Writes it.
    pub fn write(&self, w: &mut Writer) {
        w.set_version(4);
        w.u32(self.nodes.len() as u32);
        w.u32(self.roots);
        w.put_all(&self.nodes);
    }
}

/// 2: which nodes move the vertices of a mesh.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Skin {
    /// Owner of the mesh.
    pub node: u32,
    /// Level of detail, version 4 only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lod: Option<u32>,
    /// Number of distinct nodes, versions 3 and 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local_bones: Option<u32>,
    /// Whether it is for the collision mesh.
    pub collision: u8,
    /// Garbage.
    pub pad: [u8; 3],
    /// Influences of all vertices; ranges may be shared.
    pub influences: Vec<Influence>,
    /// First influence and their number, per original vertex.
    pub table: Vec<[u32; 2]>,
}

record! {
    /// One influence.
    #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
    pub struct Influence {
        /// 0-1.
        #[serde(with = "wire::exact")]
        pub weight: f32,
        /// Node.
        pub node: u16,
        /// Garbage.
        pub pad: [u8; 2],
    }
}

/// Whether a chunk can end after `n` table entries.
fn ends_after(r: &Reader<'_>, n: usize) -> bool {
    let mut trial = r.fork();
    n.checked_mul(8).is_some_and(|bytes| trial.take(bytes).is_ok()) && can_end(&trial)
}

fn influence(b: &[u8; 8], e: wire::Endian) -> Influence {
    let [.., p, q] = *b;
    Influence { weight: float(b, 0, e), node: u16_at(b, 4, e), pad: [p, q] }
}

/// Influences of a vertex that are looked at; files of games have four.
const MOST_INFLUENCES: usize = 32;

impl Skin {
    /// Reads it. The table's length is that of the mesh, or what the declared size leaves.
    pub fn read(r: &mut Reader<'_>, version: u32, size: usize, seen: &Seen) -> Result<Self> {
        let end = r.position() + size;
        let node = r.field("node", Reader::u32)?;
        let lod = if version == 4 { Some(r.field("lod", Reader::u32)?) } else { None };
        let local_bones = if version >= 3 { Some(r.field("local_bones", Reader::u32)?) } else { None };
        let total = if version >= 2 { r.field("influence_count", Reader::u32)? as usize } else { 0 };
        let collision = r.field("collision", Reader::u8)?;
        let pad = r.field("pad", |r| r.get())?;
        let originals = seen.originals(node, collision != 0, lod.unwrap_or(0)).map(|n| n as usize);
        let mut skin =
            Self { node, lod, local_bones, collision, pad, influences: Vec::new(), table: Vec::new() };
        if version == 1 {
            skin.read_v1(r, originals, end)?;
            return Ok(skin);
        }
        skin.influences = r.field("influences", |r| rows(r, total, influence))?;
        let by_size = end.saturating_sub(r.position()) / 8;
        let entries = match originals {
            // A mesh that counts too many must not swallow the chunks after.
            Some(n) if n > by_size && !ends_after(r, n) && ends_after(r, by_size) => by_size,
            Some(n) if n <= r.remaining() / 8 => n,
            _ => by_size,
        };
        skin.table = r.field("table", |r| r.bulk(entries))?;
        Ok(skin)
    }

    fn read_v1(&mut self, r: &mut Reader<'_>, originals: Option<usize>, end: usize) -> Result<()> {
        while originals.map_or(r.position() < end, |n| self.table.len() < n) {
            let i = self.table.len();
            r.field("vertices", |r| {
                r.index(i, |r| {
                    let n = usize::from(r.u8()?);
                    self.table.push([self.influences.len() as u32, n as u32]);
                    self.influences.extend(rows(r, n, influence)?);
                    Ok(())
                })
            })?;
        }
        Ok(())
    }

    /// Writes it.
    pub fn write(&self, w: &mut Writer, version: u32) {
        w.u32(self.node);
        if version == 4 {
            w.u32(self.lod.unwrap_or(0));
        }
        if version >= 3 {
            w.u32(self.local_bones.unwrap_or(0));
        }
        if version >= 2 {
            w.u32(self.influences.len() as u32);
        }
        w.u8(self.collision);
        w.bytes(&self.pad);
        if version == 1 {
            for [start, count] in &self.table {
                let range = *start as usize..(*start as usize).saturating_add(*count as usize);
                let list = self.influences.get(range).unwrap_or_default();
                let list = list.get(..255).unwrap_or(list);
                w.u8(list.len() as u8);
                w.put_all(list);
            }
            return;
        }
        w.put_all(&self.influences);
        bulk::write(&self.table, w);
    }

    /// What a skin has in common with its mesh: node, collision, level of detail.
    pub fn key(&self) -> (u32, bool, u32) {
        (self.node, self.collision != 0, self.lod.unwrap_or(0))
    }

    /// The influences of an original vertex, at most 32: entries may lie over each other, and a thousand
    /// entries of a thousand influences each would be a million.
    pub fn of(&self, original: u32) -> &[Influence] {
        let Some([start, count]) = self.table.get(original as usize) else {
            return &[];
        };
        let start = *start as usize;
        let own = self.influences.get(start..start.saturating_add(*count as usize)).unwrap_or_default();
        own.get(..MOST_INFLUENCES).unwrap_or(own)
    }
}

record! {
    /// 6: how far a node may move.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Limit {
        /// Smallest translation.
        #[serde(with = "wire::exact")]
        pub translation_min: [f32; 3],
        /// Largest translation.
        #[serde(with = "wire::exact")]
        pub translation_max: [f32; 3],
        /// Smallest rotation.
        #[serde(with = "wire::exact")]
        pub rotation_min: [f32; 3],
        /// Largest rotation.
        #[serde(with = "wire::exact")]
        pub rotation_max: [f32; 3],
        /// Smallest scale.
        #[serde(with = "wire::exact")]
        pub scale_min: [f32; 3],
        /// Largest scale.
        #[serde(with = "wire::exact")]
        pub scale_max: [f32; 3],
        /// Which are active: translation, rotation, scale (the order is a guess).
        pub flags: [u8; 9],
        /// Garbage.
        pub pad: [u8; 3],
        /// Node.
        pub node: u32,
    }
}

/// 10: named sets of nodes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NodeGroups {
    /// Whether a `u16` count comes first; without it there is one group.
    pub counted: bool,
    /// Groups.
    pub groups: Vec<NodeGroup>,
}

/// One set of nodes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NodeGroup {
    /// Off unless switched on.
    pub disabled: u8,
    /// Garbage.
    pub pad: u8,
    /// Name.
    pub name: Text,
    /// Nodes.
    pub nodes: Vec<u16>,
}

impl NodeGroups {
    /// Reads it: the reading that takes exactly the declared size, else the one with a count.
    pub fn read(r: &mut Reader<'_>, size: usize) -> Result<Self> {
        let fits = |counted: bool, by_size: bool| {
            let mut trial = r.fork();
            let start = trial.position();
            Self::read_as(&mut trial, counted).is_ok()
                && if by_size { trial.position() - start == size } else { can_end(&trial) }
        };
        // Where the size is a lie, the reading that ends at a chunk header.
        let counted = fits(true, true) || !(fits(false, true) || (!fits(true, false) && fits(false, false)));
        Self::read_as(r, counted)
    }

    fn read_as(r: &mut Reader<'_>, counted: bool) -> Result<Self> {
        let n = if counted { usize::from(r.field("count", Reader::u16)?) } else { 1 };
        Ok(Self { counted, groups: r.list_with(n, 8, |r, _| NodeGroup::read(r))? })
    }

    /// Writes it.
    pub fn write(&self, w: &mut Writer) {
        if self.counted {
            w.u16(self.groups.len() as u16);
        }
        for g in &self.groups {
            w.u16(g.nodes.len() as u16);
            w.u8(g.disabled);
            w.u8(g.pad);
            g.name.write(w);
            w.put_all(&g.nodes);
        }
    }
}

impl NodeGroup {
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let n = usize::from(r.field("node_count", Reader::u16)?);
        let disabled = r.field("disabled", Reader::u8)?;
        let pad = r.field("pad", Reader::u8)?;
        let name = r.field("name", |r| r.get())?;
        Ok(Self { disabled, pad, name, nodes: r.field("nodes", |r| r.bulk(n))? })
    }
}

record! {
    /// 14 and 15: a list of nodes.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct NodeList {
        @count count = nodes * 2;
        /// Node numbers.
        pub nodes: Vec<u16> as bulk(count),
    }
}

pub use materials::{FxMaterial, Layer, Layers, Material, MaterialInfo};
pub use mesh::{
    BITANGENT, COLOR32, COLOR128, LayerData, Mesh, NORMAL, ORIGINAL, POSITION, Submesh, TANGENT, UV,
    VertexLayer,
};
pub use morphs::{MorphTarget, MorphTargets};
