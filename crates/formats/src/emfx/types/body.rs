//! What a chunk holds, by id and version.

use super::super::rules::codes;
use super::super::xac::types::{
    ActorInfo, FxMaterial, Layer, Limit, Material, MaterialInfo, Mesh, MorphTarget, MorphTargets, Node,
    NodeGroups, NodeList, Nodes, Skin,
};
use super::super::xpm::types::{MorphInfo, MorphTrack};
use super::super::xsm::types::wavelet::Wavelet;
use super::super::xsm::types::{MotionInfo, PACKED, Submotion};
use super::Emfx;
use super::events::{EventTable, TimeStamp};
use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Sink, Writer};

/// The content of a chunk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// 0.
    Node(Box<Node>),
    /// 1.
    Mesh(Mesh),
    /// 2.
    Skin(Skin),
    /// 3.
    Material(Box<Material>),
    /// 4.
    MaterialLayer(Layer),
    /// 5.
    FxMaterial(FxMaterial),
    /// 6.
    Limit(Box<Limit>),
    /// 7.
    ActorInfo(Box<ActorInfo>),
    /// 8.
    LodActor(LodActor),
    /// 9.
    MorphTarget(MorphTarget),
    /// 10.
    NodeGroups(NodeGroups),
    /// 11.
    Nodes(Nodes),
    /// 12.
    MorphTargets(MorphTargets),
    /// 13.
    MaterialInfo(MaterialInfo),
    /// 14.
    MotionSources(NodeList),
    /// 15.
    Attachments(NodeList),
    /// 50.
    Events(EventTable),
    /// 51.
    TimeStamp(TimeStamp),
    /// 100.
    MorphTrack(MorphTrack),
    /// 101.
    MorphInfo(MorphInfo),
    /// 102.
    MorphTracks(Vec<MorphTrack>),
    /// 200.
    Submotion(Box<Submotion>),
    /// 201.
    MotionInfo(MotionInfo),
    /// 202.
    Submotions(Vec<Submotion>),
    /// 203.
    Wavelet(Box<Wavelet>),
    /// Unknown, or broken and kept.
    #[serde(with = "wire::exact::hex")]
    Unknown(Vec<u8>),
}

/// 8: a level of detail, a whole actor file of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LodActor {
    /// Level; repeats in shipped files.
    pub level: u32,
    /// Declared byte count of the nested file.
    pub size: u32,
    /// The nested file.
    pub file: Nested,
}

/// A nested file, or its bytes where it does not parse.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nested {
    /// Parsed.
    Actor(Box<Emfx>),
    /// Kept as it is.
    #[serde(with = "wire::exact::hex")]
    Bytes(Vec<u8>),
}

impl LodActor {
    /// Sets every size inside to the truth.
    pub fn true_sizes(&mut self) {
        match &mut self.file {
            Nested::Actor(file) => {
                file.true_sizes();
                self.size = file.to_bytes().len() as u32;
            }
            Nested::Bytes(bytes) => self.size = bytes.len() as u32,
        }
    }

    fn read(r: &mut Reader<'_>, depth: u32, sink: &mut Sink) -> Result<Self> {
        let level = r.field("level", Reader::u32)?;
        let size = r.field("size", |r| r.count_u32(1))?;
        let bytes = |r: &mut Reader<'_>| Ok(Nested::Bytes(r.field("bytes", |r| r.take(size))?.to_vec()));
        let endian = r.endian();
        if depth > 0 {
            let text = "an actor inside a nested actor is kept as bytes";
            sink.push_at(&codes::LOD_DEPTH, r.offset(), "lod_actor.file", text);
            return Ok(Self { level, size: size as u32, file: bytes(r)? });
        }
        let mut inside = Sink::new();
        let nested = r.field("file", |r| {
            r.attempt(|r| r.nested(|r| r.within(size, |r| Emfx::read_stream(r, &mut inside, depth + 1))))
        });
        r.set_endian(endian);
        let file = match nested {
            Ok(file) => {
                inside.prefix_from(0, "lod_actor.file");
                sink.append(inside);
                Nested::Actor(Box::new(file))
            }
            // What was found in it is not said: nothing of bytes can be repaired.
            Err(e) => {
                let at = e.offset().unwrap_or(r.offset());
                sink.push_at(
                    &codes::LOD_BROKEN,
                    at,
                    "lod_actor.file",
                    format!("kept as bytes: {}", e.message()),
                );
                bytes(r)?
            }
        };
        Ok(Self { level, size: size as u32, file })
    }

    fn write(&self, w: &mut Writer) {
        w.u32(self.level);
        w.u32(self.size);
        match &self.file {
            Nested::Actor(file) => file.write_stream(w),
            Nested::Bytes(bytes) => w.bytes(bytes),
        }
    }
}

/// What earlier chunks of a file said that later ones need.
#[derive(Debug, Default)]
pub struct Seen {
    /// How deep this file is nested.
    pub depth: u32,
    /// Node, collision flag, LOD and number of original vertices of each mesh.
    pub meshes: Vec<(u32, bool, u32, u32)>,
}

impl Seen {
    /// Original vertices of the mesh a skin belongs to.
    pub fn originals(&self, node: u32, collision: bool, lod: u32) -> Option<u32> {
        let mut meshes = self.meshes.iter().rev();
        meshes.find(|m| (m.0, m.1, m.2) == (node, collision, lod)).map(|m| m.3)
    }
}

impl Body {
    /// Reads a chunk by structure; `None` for a kind or version that is not known. `size` is the declared size
    /// within the file, needed where nothing else says where an array ends.
    pub fn read(
        r: &mut Reader<'_>,
        id: u32,
        version: u32,
        size: usize,
        seen: &mut Seen,
        sink: &mut Sink,
    ) -> Result<Option<Self>> {
        r.set_version(version);
        Ok(Some(match (id, version) {
            (0, 1..=4) => Body::Node(Box::new(r.field("node", Reader::get)?)),
            (1, 1..=2) => {
                let mesh = r.field("mesh", Reader::get::<Mesh>)?;
                let key = (mesh.node, mesh.collision != 0, mesh.lod.unwrap_or(0), mesh.original_vertices);
                seen.meshes.push(key);
                Body::Mesh(mesh)
            }
            (2, 1..=4) => Body::Skin(r.field("skin", |r| Skin::read(r, version, size, seen))?),
            (3, 1..=3) => Body::Material(Box::new(r.field("material", Reader::get)?)),
            (4, 1..=2) => Body::MaterialLayer(r.field("material_layer", Reader::get)?),
            (5, 1..=3) => Body::FxMaterial(r.field("fx_material", Reader::get)?),
            (6, 1) => Body::Limit(Box::new(r.field("limit", Reader::get)?)),
            (7, 1..=4) => Body::ActorInfo(Box::new(r.field("actor_info", Reader::get)?)),
            (8, 1) => Body::LodActor(r.field("lod_actor", |r| LodActor::read(r, seen.depth, sink))?),
            (9, 1) => Body::MorphTarget(r.field("morph_target", Reader::get)?),
            (10, 1) => Body::NodeGroups(r.field("node_groups", |r| NodeGroups::read(r, size))?),
            (11, 1) => Body::Nodes(r.field("nodes", Nodes::read)?),
            (12, 1) => Body::MorphTargets(r.field("morph_targets", Reader::get)?),
            (13, 1..=2) => Body::MaterialInfo(r.field("material_info", Reader::get)?),
            (14, 1) => Body::MotionSources(r.field("motion_sources", Reader::get)?),
            (15, 1) => Body::Attachments(r.field("attachments", Reader::get)?),
            (50, 1..=3) => match EventTable::read(r, version, size)? {
                Some(table) => Body::Events(table),
                None => return Ok(None),
            },
            (51, 1) => Body::TimeStamp(r.field("time_stamp", Reader::get)?),
            (100, 1) => Body::MorphTrack(r.field("morph_track", Reader::get)?),
            (101, 1) => Body::MorphInfo(r.field("morph_info", Reader::get)?),
            (102, 1) => Body::MorphTracks(r.field("morph_tracks", Reader::get)?),
            (200, 1..=3) => Body::Submotion(Box::new(r.field("submotion", Reader::get)?)),
            (201, 1..=3) => Body::MotionInfo(r.field("motion_info", Reader::get)?),
            (202, 1..=2) => Body::Submotions(r.field("submotions", |r| {
                // As chunk 200 has them one version later.
                r.set_version(version + 1);
                r.get()
            })?),
            (203, 1) => Body::Wavelet(Box::new(r.field("wavelet", |r| {
                r.set_version(PACKED);
                r.get()
            })?)),
            _ => return Ok(None),
        }))
    }

    /// Writes it.
    pub fn write(&self, w: &mut Writer, version: u32) {
        w.set_version(version);
        match self {
            Body::Node(b) => w.put(&**b),
            Body::Mesh(b) => w.put(b),
            Body::Skin(b) => b.write(w, version),
            Body::Material(b) => w.put(&**b),
            Body::MaterialLayer(b) => w.put(b),
            Body::FxMaterial(b) => w.put(b),
            Body::Limit(b) => w.put(&**b),
            Body::ActorInfo(b) => w.put(&**b),
            Body::LodActor(b) => b.write(w),
            Body::MorphTarget(b) => w.put(b),
            Body::NodeGroups(b) => b.write(w),
            Body::Nodes(b) => b.write(w),
            Body::MorphTargets(b) => w.put(b),
            Body::MaterialInfo(b) => w.put(b),
            Body::MotionSources(b) | Body::Attachments(b) => w.put(b),
            Body::Events(b) => b.write(w),
            Body::TimeStamp(b) => w.put(b),
            Body::MorphTrack(b) => w.put(b),
            Body::MorphInfo(b) => w.put(b),
            Body::MorphTracks(list) => w.put(list),
            Body::Submotion(b) => w.put(&**b),
            Body::MotionInfo(b) => w.put(b),
            Body::Submotions(list) => {
                w.set_version(version + 1);
                w.put(list);
            }
            Body::Wavelet(b) => {
                w.set_version(PACKED);
                w.put(&**b);
            }
            Body::Unknown(bytes) => w.bytes(bytes),
        }
    }
}
