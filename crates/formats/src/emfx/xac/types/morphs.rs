//! Chunks 9 and 12.

use crate::emfx::types::bulk;
use crate::emfx::types::bulk::{half, put_u32};
use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Text, Wire, Writer, record};

/// 12: all morph targets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MorphTargets {
    /// Level of detail.
    pub lod: u32,
    /// Targets.
    pub targets: Vec<MorphTarget>,
}

/// 9 and the items of 12: a slider.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MorphTarget {
    /// Smallest weight.
    #[serde(with = "wire::exact")]
    pub range_min: f32,
    /// Largest weight.
    #[serde(with = "wire::exact")]
    pub range_max: f32,
    /// Level of detail.
    pub lod: u32,
    /// Bits of the sounds it is for.
    pub phonemes: u32,
    /// Name; XPM tracks bind by it.
    pub name: Text,
    /// Changes of meshes.
    pub deltas: Vec<MeshDeltas>,
    /// Changes of nodes.
    pub transforms: Vec<MorphTransform>,
}

/// Changes of one mesh.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MeshDeltas {
    /// Owner of the mesh.
    pub node: u32,
    /// Value of 0.
    #[serde(with = "wire::exact")]
    pub min: f32,
    /// Value of 65535.
    #[serde(with = "wire::exact")]
    pub max: f32,
    /// Change of position.
    pub positions: Vec<[u16; 3]>,
    /// Change of normal: -1 + 2·b/255.
    pub normals: Vec<[u8; 3]>,
    /// Change of the first tangent.
    pub tangents: Vec<[u8; 3]>,
    /// Vertices, of all submeshes put together.
    pub vertices: Vec<u32>,
}

record! {
    /// Change of one node.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct MorphTransform {
        /// Node.
        pub node: u32,
        /// Rotation at full weight.
        #[serde(with = "wire::exact")]
        pub rotation: [f32; 4],
        /// Scale rotation at full weight.
        #[serde(with = "wire::exact")]
        pub scale_rotation: [f32; 4],
        /// Added, times the weight.
        #[serde(with = "wire::exact")]
        pub position: [f32; 3],
        /// Added, times the weight.
        #[serde(with = "wire::exact")]
        pub scale: [f32; 3],
    }
}

impl MorphTargets {
    /// Reads it.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        let n = r.field("count", Reader::u32)? as usize;
        let lod = r.field("lod", Reader::u32)?;
        let targets = r.field("targets", |r| r.list_with(n, 28, |r, _| MorphTarget::read(r)))?;
        Ok(Self { lod, targets })
    }

    /// Writes it.
    pub fn write(&self, w: &mut Writer) {
        w.u32(self.targets.len() as u32);
        w.u32(self.lod);
        for t in &self.targets {
            t.write(w);
        }
    }
}

impl MorphTarget {
    /// Reads it.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        let range_min = r.field("range_min", Reader::f32)?;
        let range_max = r.field("range_max", Reader::f32)?;
        let lod = r.field("lod", Reader::u32)?;
        let deltas = r.field("delta_count", |r| r.count_u32(16))?;
        let transforms = r.field("transform_count", |r| r.count_u32(60))?;
        Ok(Self {
            range_min,
            range_max,
            lod,
            phonemes: r.field("phonemes", Reader::u32)?,
            name: r.field("name", |r| r.get())?,
            deltas: r.field("deltas", |r| r.list_with(deltas, 16, |r, _| MeshDeltas::read(r)))?,
            transforms: r.field("transforms", |r| r.list(transforms))?,
        })
    }

    /// Writes it.
    pub fn write(&self, w: &mut Writer) {
        w.f32(self.range_min);
        w.f32(self.range_max);
        w.u32(self.lod);
        w.u32(self.deltas.len() as u32);
        w.u32(self.transforms.len() as u32);
        w.u32(self.phonemes);
        self.name.write(w);
        for d in &self.deltas {
            d.write(w);
        }
        w.put_all(&self.transforms);
    }
}

impl MeshDeltas {
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let node = r.field("node", Reader::u32)?;
        let min = r.field("min", Reader::f32)?;
        let max = r.field("max", Reader::f32)?;
        let n = r.field("vertex_count", |r| r.count_u32(16))?;
        let three = |b: &[u8; 6], e| [half(b, 0, e), half(b, 2, e), half(b, 4, e)];
        Ok(Self {
            node,
            min,
            max,
            positions: r.field("positions", |r| bulk::rows(r, n, three))?,
            normals: r.field("normals", |r| bulk::rows(r, n, |b, _| *b))?,
            tangents: r.field("tangents", |r| bulk::rows(r, n, |b, _| *b))?,
            vertices: r.field("vertices", |r| r.bulk(n))?,
        })
    }

    fn write(&self, w: &mut Writer) {
        w.u32(self.node);
        w.f32(self.min);
        w.f32(self.max);
        w.u32(self.vertices.len() as u32);
        w.put_all(&self.positions);
        w.put_all(&self.normals);
        w.put_all(&self.tangents);
        put_u32(w, &self.vertices);
    }

    /// Change of position of entry `i`.
    pub fn position(&self, packed: [u16; 3]) -> [f32; 3] {
        packed.map(|u| self.min + (self.max - self.min) * (f32::from(u) / 65535.0))
    }
}

/// Change of normal or tangent of one byte, as `XAC ` files have it.
pub fn unit(b: u8) -> f32 {
    -1.0 + 2.0 * f32::from(b) / 255.0
}
