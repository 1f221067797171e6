//! What all model files of the family say, as columns: the common ground of binary and ASCII.

use serde::{Deserialize, Serialize};
use wire::Text;

/// One bone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bone {
    /// Name, raw bytes.
    pub name: Text,
    /// Index of the parent as stored; -1 = root.
    pub parent: i32,
    /// Head in model space at rest.
    #[serde(with = "wire::exact")]
    pub head: [f32; 3],
}

/// One texture of a mesh.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texture {
    /// File as stored, path included.
    pub file: Text,
    /// UV layer as stored; renderers ignore it.
    pub uv_layer: u32,
}

/// Which bones move a vertex. Vertex `v` has entries `starts[v]..starts[v + 1]`; no entries at all without bones.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Weights {
    /// One more than there are vertices, or empty.
    pub starts: Vec<u32>,
    /// Bone indices as stored; 0xFFFF = none.
    pub bones: Vec<u16>,
    /// Weights as stored.
    pub weights: Vec<f32>,
}

impl Weights {
    /// Whether vertices carry weights.
    pub fn is_some(&self) -> bool {
        !self.starts.is_empty()
    }

    /// The entries of a vertex.
    pub fn of(&self, vertex: usize) -> (&[u16], &[f32]) {
        let a = self.starts.get(vertex).map_or(0, |s| *s as usize);
        let b = self.starts.get(vertex + 1).map_or(a, |s| *s as usize);
        (self.bones.get(a..b).unwrap_or_default(), self.weights.get(a..b).unwrap_or_default())
    }

    /// Adds a vertex.
    pub fn push(&mut self, entries: impl IntoIterator<Item = (u16, f32)>) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        for (bone, weight) in entries {
            self.bones.push(bone);
            self.weights.push(weight);
        }
        self.starts.push(self.bones.len() as u32);
    }
}

/// Vertices of one mesh, a column per attribute, every bit kept.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Geometry {
    /// Positions; their number is the number of vertices.
    #[serde(with = "wire::exact")]
    pub positions: Vec<[f32; 3]>,
    /// The positions GLLara's writer stores once more; otherwise empty.
    #[serde(default, with = "wire::exact", skip_serializing_if = "Vec::is_empty")]
    pub positions_again: Vec<[f32; 3]>,
    /// Normals.
    #[serde(with = "wire::exact")]
    pub normals: Vec<[f32; 3]>,
    /// Colours, RGBA.
    pub colors: Vec<[u8; 4]>,
    /// UV layers.
    #[serde(with = "wire::exact")]
    pub uvs: Vec<Vec<[f32; 2]>>,
    /// Tangents by layer, where the file stores them.
    #[serde(default, with = "wire::exact", skip_serializing_if = "Vec::is_empty")]
    pub tangents: Vec<Vec<[f32; 4]>>,
    /// Bones and weights.
    #[serde(default, with = "weights_json", skip_serializing_if = "no_weights")]
    pub weights: Weights,
}

fn no_weights(w: &Weights) -> bool {
    !w.is_some()
}

impl Geometry {
    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}

/// One mesh.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mesh {
    /// Name, raw bytes: it says the material.
    pub name: Text,
    /// Textures in slot order.
    pub textures: Vec<Texture>,
    /// Number of UV layers as stored.
    pub uv_layers: u32,
    /// Vertices.
    pub geometry: Geometry,
    /// Triangles as stored, clockwise in front, flat.
    pub indices: Vec<u32>,
}

/// A whole model file without its wrapping.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Model {
    /// Skeleton; parents need not come first.
    pub bones: Vec<Bone>,
    /// Meshes.
    pub meshes: Vec<Mesh>,
}

impl Model {
    /// Every name in it, for guessing their code page.
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        let bones = self.bones.iter().map(|b| b.name.as_bytes());
        let meshes = self.meshes.iter().flat_map(|m| {
            std::iter::once(m.name.as_bytes()).chain(m.textures.iter().map(|t| t.file.as_bytes()))
        });
        bones.chain(meshes)
    }

    /// Bones, names and textures, without geometry.
    pub fn outline(&self) -> Self {
        let empty = |m: &Mesh| Mesh {
            name: m.name.clone(),
            textures: m.textures.clone(),
            uv_layers: m.uv_layers,
            geometry: Geometry::default(),
            indices: Vec::new(),
        };
        Self { bones: self.bones.clone(), meshes: self.meshes.iter().map(empty).collect() }
    }
}

/// What a stored parent index means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parent {
    /// No parent: -1.
    Root,
    /// A bone of the file.
    Bone(usize),
    /// Its own index: how the Overwatch tool marks roots.
    Itself,
    /// No bone has that number (0x7FFF means "none" to some tools).
    Missing,
}

/// What the parent index of bone `index` means.
pub fn parent_of(bones: &[Bone], index: usize) -> Parent {
    match bones.get(index).map_or(-1, |b| b.parent) {
        -1 => Parent::Root,
        p => match usize::try_from(p) {
            Ok(p) if p == index => Parent::Itself,
            Ok(p) if p < bones.len() => Parent::Bone(p),
            _ => Parent::Missing,
        },
    }
}

/// The parent of every bone with everything broken made a root, and the bones at which cycles were cut.
pub fn hierarchy(bones: &[Bone]) -> (Vec<Option<usize>>, Vec<usize>) {
    let mut parents: Vec<Option<usize>> = (0..bones.len())
        .map(|i| match parent_of(bones, i) {
            Parent::Bone(p) => Some(p),
            _ => None,
        })
        .collect();
    // 0 = not looked at, otherwise the walk that saw it first; each bone is walked over once.
    let mut seen = vec![0_u32; bones.len()];
    let mut cut = Vec::new();
    for start in 0..bones.len() {
        let walk = start as u32 + 1;
        let mut at = start;
        while seen.get(at) == Some(&0) {
            if let Some(s) = seen.get_mut(at) {
                *s = walk;
            }
            match parents.get(at).copied().flatten() {
                Some(p) if seen.get(p) == Some(&walk) => {
                    if let Some(slot) = parents.get_mut(at) {
                        *slot = None;
                    }
                    cut.push(at);
                    break;
                }
                Some(p) => at = p,
                None => break,
            }
        }
    }
    (parents, cut)
}

/// Weights in JSON: a list per vertex.
mod weights_json {
    use super::Weights;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Repr {
        bones: Vec<Vec<u16>>,
        #[serde(with = "wire::exact")]
        weights: Vec<Vec<f32>>,
    }

    pub fn serialize<S: Serializer>(w: &Weights, s: S) -> Result<S::Ok, S::Error> {
        let n = w.starts.len().saturating_sub(1);
        Repr {
            bones: (0..n).map(|v| w.of(v).0.to_vec()).collect(),
            weights: (0..n).map(|v| w.of(v).1.to_vec()).collect(),
        }
        .serialize(s)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Weights, D::Error> {
        let repr = Repr::deserialize(d)?;
        let mut out = Weights { starts: vec![0], ..Weights::default() };
        if repr.bones.len() != repr.weights.len() {
            return Err(serde::de::Error::custom("bones and weights must be given for the same vertices"));
        }
        for (bones, weights) in repr.bones.into_iter().zip(repr.weights) {
            if bones.len() != weights.len() {
                return Err(serde::de::Error::custom("a vertex needs as many weights as bones"));
            }
            out.push(bones.into_iter().zip(weights));
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bones(parents: &[i32]) -> Vec<Bone> {
        parents.iter().map(|p| Bone { name: "b".into(), parent: *p, head: [0.0; 3] }).collect()
    }

    #[test]
    fn broken_parents_become_roots() {
        let b = bones(&[-1, 0, 2, 99, 0x7fff, -7, 7, 6]);
        let (parents, cut) = hierarchy(&b);
        assert_eq!(parents, [None, Some(0), None, None, None, None, Some(7), None]);
        assert_eq!(cut, [7]);
    }

    #[test]
    fn forward_parents_are_fine() {
        let (parents, cut) = hierarchy(&bones(&[1, 2, -1]));
        assert_eq!((parents, cut.len()), (vec![Some(1), Some(2), None], 0));
    }
}
