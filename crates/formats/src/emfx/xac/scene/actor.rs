//! An actor file by meaning: which chunks are nodes, materials, meshes, wherever they are.

use super::super::types::materials::{FxMaterial, Layer, Material};
use super::super::types::{Mesh, MorphTarget, NONE, Node, Skin};
use crate::Names;
use crate::emfx::types::Emfx;
use crate::emfx::types::body::{Body, LodActor};
use wire::{Result, Text};

/// A view of an actor file.
#[derive(Default)]
pub struct Actor<'a> {
    /// Multiply order, 0 or 1.
    pub order: u8,
    /// Nodes with the path of each.
    pub nodes: Vec<(String, &'a Node)>,
    /// Materials of both kinds in file order.
    pub materials: Vec<Surface<'a>>,
    /// Meshes with their chunk number.
    pub meshes: Vec<(usize, &'a Mesh)>,
    /// Skins with their chunk number.
    pub skins: Vec<(usize, &'a Skin)>,
    /// Morph targets with their path.
    pub targets: Vec<(String, &'a MorphTarget)>,
    /// Nested actors with their chunk number.
    pub lods: Vec<(usize, &'a LodActor)>,
}

/// A material of one kind or the other.
pub struct Surface<'a> {
    /// Chunk number.
    pub chunk: usize,
    /// Chunk version.
    pub version: u32,
    /// Level of detail.
    pub lod: u32,
    /// Content.
    pub kind: SurfaceKind<'a>,
    /// Layers in chunks of their own.
    pub layers: Vec<&'a Layer>,
}

/// Standard or with an effect.
#[derive(Clone, Copy, PartialEq)]
pub enum SurfaceKind<'a> {
    /// Chunk 3.
    Standard(&'a Material),
    /// Chunk 5.
    Fx(&'a FxMaterial),
}

impl Surface<'_> {
    /// Its name.
    pub fn name(&self) -> &Text {
        match self.kind {
            SurfaceKind::Standard(m) => &m.name,
            SurfaceKind::Fx(m) => &m.name,
        }
    }
}

impl<'a> Actor<'a> {
    /// Looks through the chunks of a file.
    pub fn new(file: &'a Emfx) -> Self {
        let mut out = Self { order: file.header.multiply_order.min(1), ..Self::default() };
        let mut separate: Vec<&Layer> = Vec::new();
        for (i, chunk) in file.chunks.iter().enumerate() {
            match &chunk.body {
                Body::Node(node) => out.nodes.push((format!("chunks[{i}].node"), node)),
                Body::Nodes(list) => {
                    let path = |n: usize| format!("chunks[{i}].nodes[{n}]");
                    out.nodes.extend(list.nodes.iter().enumerate().map(|(n, node)| (path(n), node)));
                }
                Body::Mesh(mesh) => out.meshes.push((i, mesh)),
                Body::Skin(skin) => out.skins.push((i, skin)),
                Body::Material(m) => out.materials.push(Surface {
                    chunk: i,
                    version: chunk.version,
                    lod: m.lod.unwrap_or(0),
                    kind: SurfaceKind::Standard(m),
                    layers: Vec::new(),
                }),
                Body::FxMaterial(m) => out.materials.push(Surface {
                    chunk: i,
                    version: chunk.version,
                    lod: m.lod.unwrap_or(0),
                    kind: SurfaceKind::Fx(m),
                    layers: Vec::new(),
                }),
                Body::MaterialLayer(layer) => separate.push(layer),
                Body::MorphTarget(t) => out.targets.push((format!("chunks[{i}].morph_target"), t)),
                Body::MorphTargets(list) => {
                    let path = |n: usize| format!("chunks[{i}].morph_targets.targets[{n}]");
                    out.targets.extend(list.targets.iter().enumerate().map(|(n, t)| (path(n), t)));
                }
                Body::LodActor(lod) => out.lods.push((i, lod)),
                _ => {}
            }
        }
        for layer in separate {
            if let Some(material) = out.materials.get_mut(usize::from(layer.material)) {
                material.layers.push(layer);
            }
        }
        out
    }

    /// The parent of a node, if it comes before it.
    pub fn parent(&self, index: usize) -> Option<usize> {
        let parent = self.nodes.get(index)?.1.parent;
        (parent != NONE && (parent as usize) < index).then_some(parent as usize)
    }

    /// The skin of a mesh.
    pub fn skin_of(&self, mesh: &Mesh) -> Option<(usize, &'a Skin)> {
        self.skins.iter().find(|(_, s)| s.key() == mesh.key()).copied()
    }

    /// The material a submesh of a level of detail means, as an index into `materials`.
    pub fn material(&self, lod: u32, index: u32) -> Option<usize> {
        let of_lod = |lod: u32| self.materials.iter().enumerate().filter(move |(_, m)| m.lod == lod);
        let first = self.materials.first().map_or(0, |m| m.lod);
        let lod = [lod, 0].into_iter().find(|l| of_lod(*l).next().is_some()).unwrap_or(first);
        of_lod(lod).nth(index as usize).map(|(i, _)| i)
    }

    /// How the names of this file are decoded.
    pub fn names(&self, encoding: Option<&str>) -> Result<Names> {
        let nodes = self.nodes.iter().map(|(_, n)| n.name.as_bytes());
        let targets = self.targets.iter().map(|(_, t)| t.name.as_bytes());
        let surfaces = self.materials.iter().flat_map(|m| {
            let inline = match m.kind {
                SurfaceKind::Standard(s) => {
                    s.layers.0.iter().map(|l| l.texture.as_bytes()).collect::<Vec<_>>()
                }
                SurfaceKind::Fx(f) => f.bitmaps.iter().map(|b| b.value.as_bytes()).collect(),
            };
            let name = match m.kind {
                SurfaceKind::Standard(s) => &s.name,
                SurfaceKind::Fx(f) => &f.name,
            };
            inline.into_iter().chain([name.as_bytes()]).chain(m.layers.iter().map(|l| l.texture.as_bytes()))
        });
        Names::detect(nodes.chain(targets).chain(surfaces), encoding)
    }

    /// The levels of detail of the nested actors: their own numbers if those are different and not 0, else 1, 2, 3 …
    pub fn nested_levels(&self) -> Vec<u32> {
        let mut sorted: Vec<u32> = self.lods.iter().map(|(_, l)| l.level).collect();
        let stored = sorted.clone();
        sorted.sort_unstable();
        let distinct = sorted.first() != Some(&0)
            && sorted.iter().zip(sorted.iter().skip(1)).all(|(a, b)| a < b)
            && sorted.last().is_none_or(|l| *l <= 64);
        if distinct { stored } else { (1..=stored.len() as u32).collect() }
    }
}
