//! Plain structs with public fields; what a format cannot say is a default.

use crate::{Image, ImageChannel, KnownImages, Material, PixelOps};
use serde_json::{Map, Value};

/// Index into [`Scene::nodes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);
/// Index into [`Scene::meshes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MeshId(pub u32);
/// Index into [`Scene::skins`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SkinId(pub u32);
/// Index into [`Scene::materials`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MaterialId(pub u32);
/// Index into [`Scene::images`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ImageId(pub u32);

/// Index into [`Scene::lights`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LightId(pub u32);
/// Index into [`Scene::cameras`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CameraId(pub u32);

/// What has no home in the model, by format family (`"xnalara"`, `"emfx"`, `"xmf"`, `"anark"`): any JSON.
///
/// In glTF it becomes `extras.xenomesh`, one JSON string; other keys of a glTF's `extras` are kept under `"gltf"`.
pub type Extras = Map<String, Value>;

/// A whole model, or several put together.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// Shown name; usually the file's stem.
    pub name: String,
    /// The hierarchy in file order. Parents need not come first.
    pub nodes: Vec<Node>,
    /// Geometry.
    pub meshes: Vec<Mesh>,
    /// Bindings of geometry to nodes.
    pub skins: Vec<Skin>,
    /// Surfaces.
    pub materials: Vec<Material>,
    /// Pictures that materials use.
    pub images: Vec<Image>,
    /// Motion.
    pub animations: Vec<Animation>,
    /// Lights that nodes hold.
    pub lights: Vec<Light>,
    /// Cameras that nodes hold.
    pub cameras: Vec<Camera>,
    /// What has no home above.
    pub extras: Extras,
    /// Where [`Scene::image`] finds what it added; not part of the model.
    pub known_images: KnownImages,
}

/// What a node is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NodeKind {
    /// A node of the source's hierarchy (bone, part, element): listed by `inspect` as a joint.
    #[default]
    Source,
    /// `<name>#scale`, half of a transform that one TRS cannot say.
    Helper,
    /// `<owner>#mesh`, an identity root that holds a skinned mesh.
    Holder,
}

/// One node of the hierarchy.
#[derive(Debug, Clone)]
pub struct Node {
    /// Name, kept exactly.
    pub name: String,
    /// The name's bytes in the file where they were not UTF-8; motions bind by these first.
    pub raw_name: Option<Vec<u8>>,
    /// What it is for.
    pub kind: NodeKind,
    /// Parent, or a root.
    pub parent: Option<NodeId>,
    /// Local translation.
    pub translation: [f32; 3],
    /// Local rotation, xyzw.
    pub rotation: [f32; 4],
    /// Local scale.
    pub scale: [f32; 3],
    /// Geometry it shows.
    pub mesh: Option<MeshId>,
    /// Binding of that geometry.
    pub skin: Option<SkinId>,
    /// A light that shines along the node's −Z: `KHR_lights_punctual`.
    pub light: Option<LightId>,
    /// A camera that looks along the node's −Z, +Y upwards.
    pub camera: Option<CameraId>,
    /// Initial morph weights; empty = all zero.
    pub weights: Vec<f32>,
    /// Hidden nodes carry `KHR_node_visibility`.
    pub visible: bool,
    /// Only in the glTF scene of this LOD; `None` = in all. Looked at on roots.
    pub lod: Option<u32>,
    /// What has no home above.
    pub extras: Extras,
}

impl Default for Node {
    fn default() -> Self {
        Self {
            name: String::new(),
            raw_name: None,
            kind: NodeKind::Source,
            parent: None,
            translation: [0.0; 3],
            rotation: [0.0, 0.0, 0.0, 1.0],
            scale: [1.0; 3],
            mesh: None,
            skin: None,
            light: None,
            camera: None,
            weights: Vec::new(),
            visible: true,
            lod: None,
            extras: Extras::new(),
        }
    }
}

/// What a light is like.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum LightKind {
    /// To all sides.
    #[default]
    Point,
    /// A cone; angles from its axis in radians, where it starts to fade and where it ends.
    Spot {
        /// Inner angle.
        inner: f32,
        /// Outer angle.
        outer: f32,
    },
    /// Parallel, from far away.
    Directional,
}

/// A light: `KHR_lights_punctual`.
#[derive(Debug, Clone, PartialEq)]
pub struct Light {
    /// Name, kept exactly.
    pub name: String,
    /// What it is like.
    pub kind: LightKind,
    /// Linear RGB.
    pub color: [f32; 3],
    /// Candela; lux if directional.
    pub intensity: f32,
    /// Where it ends, if it does.
    pub range: Option<f32>,
}

impl Default for Light {
    fn default() -> Self {
        Self { name: String::new(), kind: LightKind::Point, color: [1.0; 3], intensity: 1.0, range: None }
    }
}

/// How a camera maps space to a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Projection {
    /// Far things are small.
    Perspective {
        /// Whole vertical angle of view in radians, below π.
        yfov: f32,
        /// Width by height; `None` = that of the window.
        aspect: Option<f32>,
    },
    /// Far things are as large as near ones.
    Orthographic {
        /// Half of the width that is seen.
        xmag: f32,
        /// Half of the height that is seen.
        ymag: f32,
    },
}

/// A camera: glTF's `camera`.
#[derive(Debug, Clone, PartialEq)]
pub struct Camera {
    /// Name, kept exactly.
    pub name: String,
    /// How it maps space to a picture.
    pub projection: Projection,
    /// Distance of the near plane; more than 0 in perspective.
    pub near: f32,
    /// Distance of the far plane, beyond the near one; `None` = without end (perspective only).
    pub far: Option<f32>,
}

impl Default for Camera {
    fn default() -> Self {
        let projection = Projection::Perspective { yfov: std::f32::consts::FRAC_PI_4, aspect: None };
        Self { name: String::new(), projection, near: 0.1, far: None }
    }
}

/// Geometry as columns. Every non-empty column has one entry per vertex.
#[derive(Debug, Clone, Default)]
pub struct Mesh {
    /// Name, kept exactly.
    pub name: String,
    /// Positions; their number is the number of vertices.
    pub positions: Vec<[f32; 3]>,
    /// Normals, or empty.
    pub normals: Vec<[f32; 3]>,
    /// Tangents with handedness, or empty.
    pub tangents: Vec<[f32; 4]>,
    /// UV sets.
    pub uvs: Vec<Vec<[f32; 2]>>,
    /// Colour sets.
    pub colors: Vec<Colors>,
    /// Influences, or `None` for a rigid mesh.
    pub influences: Option<Influences>,
    /// Triangle list (or what `primitives` say), indices into the columns.
    pub indices: Vec<u32>,
    /// Consecutive ranges of `indices`, one per material.
    pub primitives: Vec<Primitive>,
    /// Morph targets.
    pub targets: Vec<MorphTarget>,
    /// Level of detail, 0 = finest.
    pub lod: u32,
    /// Not drawn in the game.
    pub collision: bool,
    /// What has no home above.
    pub extras: Extras,
}

impl Mesh {
    /// The indices of one of its primitives; of one that reaches beyond them, those that are there.
    pub fn indices_of(&self, primitive: &Primitive) -> &[u32] {
        let start = primitive.start as usize;
        let end = start.saturating_add(primitive.count as usize).min(self.indices.len());
        self.indices.get(start..end).unwrap_or_default()
    }

    /// Triangles it draws; lines and points are none.
    pub fn triangle_count(&self) -> usize {
        if self.primitives.is_empty() {
            return self.indices.len() / 3;
        }
        let drawn = self.primitives.iter().filter(|p| p.topology == Topology::Triangles);
        drawn.map(|p| p.count as usize / 3).sum()
    }
}

/// Vertex colours, linear, as wide as the source has them.
#[derive(Debug, Clone, PartialEq)]
pub enum Colors {
    /// 0–255.
    U8(Vec<[u8; 4]>),
    /// 0–1.
    F32(Vec<[f32; 4]>),
}

/// Shape of a primitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Topology {
    /// Separate triangles.
    #[default]
    Triangles,
    /// Separate lines.
    Lines,
    /// Separate points.
    Points,
}

/// A range of indices drawn with one material.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Primitive {
    /// Its surface.
    pub material: Option<MaterialId>,
    /// First index.
    pub start: u32,
    /// Number of indices.
    pub count: u32,
    /// Shape.
    pub topology: Topology,
}

/// Which joints move a vertex, any number of them. Vertex `v` has entries `starts[v]..starts[v + 1]`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Influences {
    /// One more entry than there are vertices.
    pub starts: Vec<u32>,
    /// Indices into [`Skin::joints`].
    pub joints: Vec<u16>,
    /// Weights as stored; the glTF writer sorts, merges and normalises.
    pub weights: Vec<f32>,
}

impl Influences {
    /// The same number of influences for every vertex.
    pub fn fixed(per_vertex: u32, joints: Vec<u16>, weights: Vec<f32>) -> Self {
        let n = joints.len() as u32 / per_vertex.max(1);
        Self { starts: (0..=n).map(|i| i * per_vertex).collect(), joints, weights }
    }

    /// The influences of one vertex.
    pub fn of(&self, vertex: usize) -> impl Iterator<Item = (u16, f32)> + '_ {
        let a = self.starts.get(vertex).map_or(0, |s| *s as usize);
        let b = self.starts.get(vertex + 1).map_or(a, |s| *s as usize);
        let joints = self.joints.get(a..b).unwrap_or_default();
        let weights = self.weights.get(a..b).unwrap_or_default();
        joints.iter().copied().zip(weights.iter().copied())
    }
}

/// A change of some vertices, weighted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MorphTarget {
    /// Name, kept exactly.
    pub name: String,
    /// Which vertices change, strictly ascending.
    pub vertices: Vec<u32>,
    /// Change of position, one per entry of `vertices`.
    pub positions: Vec<[f32; 3]>,
    /// Change of normal, or empty.
    pub normals: Vec<[f32; 3]>,
    /// Change of tangent, or empty.
    pub tangents: Vec<[f32; 3]>,
}

/// Which nodes a mesh hangs on.
#[derive(Debug, Clone, Default)]
pub struct Skin {
    /// Name.
    pub name: String,
    /// Nodes by joint number.
    pub joints: Vec<NodeId>,
    /// Inverse bind matrices by joint number, column-major.
    pub inverse_binds: Vec<[f32; 16]>,
}

/// A named motion.
#[derive(Debug, Clone, Default)]
pub struct Animation {
    /// Name, kept exactly.
    pub name: String,
    /// What moves.
    pub channels: Vec<Channel>,
    /// What has no home above.
    pub extras: Extras,
}

impl Animation {
    /// The largest key time.
    pub fn seconds(&self) -> f32 {
        self.channels.iter().filter_map(|c| c.times.last()).fold(0.0, |a, b| a.max(*b))
    }
}

/// What a channel moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Property {
    /// Three numbers a key.
    Translation,
    /// Four numbers a key, xyzw.
    Rotation,
    /// Three numbers a key.
    Scale,
    /// One number per morph target a key.
    Weights,
}

/// How a channel goes from key to key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Interpolation {
    /// Holds.
    Step,
    /// Straight, rotations on the sphere.
    #[default]
    Linear,
    /// Hermite; each key has in-tangent, value, out-tangent.
    CubicSpline,
}

/// One moving property of one node.
#[derive(Debug, Clone, PartialEq)]
pub struct Channel {
    /// Which node.
    pub node: NodeId,
    /// Which property.
    pub property: Property,
    /// How keys are joined.
    pub interpolation: Interpolation,
    /// Seconds, strictly ascending, not negative.
    pub times: Vec<f32>,
    /// Flat values.
    pub values: Vec<f32>,
    /// What has no home above.
    pub extras: Extras,
}

impl Scene {
    /// Adds a node.
    pub fn add_node(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Adds a mesh.
    pub fn add_mesh(&mut self, mesh: Mesh) -> MeshId {
        self.meshes.push(mesh);
        MeshId(self.meshes.len() as u32 - 1)
    }

    /// Adds a material.
    pub fn add_material(&mut self, material: Material) -> MaterialId {
        self.materials.push(material);
        MaterialId(self.materials.len() as u32 - 1)
    }

    /// Adds a light.
    pub fn add_light(&mut self, light: Light) -> LightId {
        self.lights.push(light);
        LightId(self.lights.len() as u32 - 1)
    }

    /// Adds a camera.
    pub fn add_camera(&mut self, camera: Camera) -> CameraId {
        self.cameras.push(camera);
        CameraId(self.cameras.len() as u32 - 1)
    }

    /// The image of a file and pixel operations, added if new.
    pub fn image(&mut self, file: &str, ops: PixelOps) -> ImageId {
        self.known_images.catch_up(&self.images);
        let known = self.known_images.files.get(&ops).and_then(|files| files.get(file));
        known.copied().unwrap_or_else(|| {
            self.images.push(Image { file: file.to_owned(), ops, ..Image::default() });
            ImageId(self.images.len() as u32 - 1)
        })
    }

    /// The image that is put together of these channels, added if new.
    pub fn packed_image(&mut self, name: &str, channels: Vec<ImageChannel>) -> ImageId {
        self.known_images.catch_up(&self.images);
        self.known_images.packed.get(&KnownImages::key(&channels)).copied().unwrap_or_else(|| {
            self.images.push(Image { file: name.to_owned(), channels, ..Image::default() });
            ImageId(self.images.len() as u32 - 1)
        })
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// Children of every node, in file order, and the roots.
    pub fn children(&self) -> (Vec<Vec<NodeId>>, Vec<NodeId>) {
        let mut children = vec![Vec::new(); self.nodes.len()];
        let mut roots = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            let id = NodeId(i as u32);
            match node.parent.and_then(|p| children.get_mut(p.0 as usize)) {
                Some(list) => list.push(id),
                None => roots.push(id),
            }
        }
        (children, roots)
    }

    /// World matrix of every node at rest.
    pub fn world_matrices(&self) -> Vec<glam::Mat4> {
        let mut world = vec![glam::Mat4::IDENTITY; self.nodes.len()];
        let (children, roots) = self.children();
        let mut stack: Vec<(NodeId, glam::Mat4)> = roots.iter().map(|r| (*r, glam::Mat4::IDENTITY)).collect();
        while let Some((id, parent)) = stack.pop() {
            let (Some(node), Some(slot)) = (self.nodes.get(id.0 as usize), world.get_mut(id.0 as usize))
            else {
                continue;
            };
            let m = parent * node.local_matrix();
            *slot = m;
            stack.extend(children.get(id.0 as usize).into_iter().flatten().map(|c| (*c, m)));
        }
        world
    }
}

impl Node {
    /// Translation · rotation · scale.
    pub fn local_matrix(&self) -> glam::Mat4 {
        glam::Mat4::from_scale_rotation_translation(
            self.scale.into(),
            glam::Quat::from_array(self.rotation),
            self.translation.into(),
        )
    }
}
