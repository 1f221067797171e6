//! Scenes no modelling program would make: small, valid to the type checker, and changed by every byte of an input.

use scene::{
    Alpha, Animation, Camera, Channel, Colors, Extras, Image, ImageId, Influences, Interpolation, Light,
    Material, MaterialId, Mesh, MeshId, MorphTarget, Node, NodeId, Primitive, Property, Scene, Skin, SkinId,
    Slot, TextureSlot,
};
use std::sync::Arc;

/// Names that command something somewhere: terminals, HTML, SVG, DOT, Mermaid, MTL, CSV, JSON, XML, paths.
pub const HOSTILE: &[&str] = &[
    "",
    "plain",
    "a\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}b",
    "</script><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "'; rm -rf / #",
    "a\nnewmtl evil\nmap_Kd /etc/passwd",
    "=HYPERLINK(\"http://x\")",
    "x\"]; evil [label=\"y",
    "a\"]\nclick A \"javascript:alert(1)\"\n",
    "]]><!-- --><![CDATA[&amp;&#0;",
    "../../../etc/passwd",
    "C:\\con\\nul",
    "%s%n%x",
    "\u{0}\u{1}\u{7f}\u{85}\u{feff}\u{fffe}",
    "한글 Ünïcode 🦀",
    "bone#scale",
    "bone#mesh",
    "10_a_1_0_0",
];

/// Numbers that arithmetic does not like.
const NUMBERS: &[f32] = &[
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    0.0,
    -0.0,
    -1.0,
    1e30,
    -1e38,
    f32::MAX,
    f32::MIN_POSITIVE,
    1e-45,
    65536.0,
    0.5,
];

/// Bytes as decisions; zeros once they have run out.
struct Dice<'a>(&'a [u8]);

impl Dice<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n.max(1)
    }

    fn index(&mut self) -> u32 {
        match self.byte() {
            255 => u32::MAX,
            254 => 0x7fff_ffff,
            253 => 65_535,
            n => u32::from(n) % 9,
        }
    }

    fn number(&mut self) -> f32 {
        let n = self.below(NUMBERS.len() + 4);
        NUMBERS.get(n).copied().unwrap_or_else(|| f32::from(self.byte()) / 16.0 - 8.0)
    }

    fn name(&mut self) -> String {
        let long = HOSTILE.len() + 1;
        match self.below(long + 1) {
            n if n < HOSTILE.len() => HOSTILE.get(n).copied().unwrap_or_default().to_owned(),
            n if n < long => "x".repeat(usize::from(self.byte()) * 4),
            _ => char::from(self.byte()).to_string(),
        }
    }

    fn slot<'a, T>(&mut self, of: &'a mut [T]) -> Option<&'a mut T> {
        let n = self.below(of.len());
        of.get_mut(n)
    }

    fn change(&mut self, of: &mut [f32]) {
        let value = self.number();
        if let Some(slot) = self.slot(of) {
            *slot = value;
        }
    }
}

/// A small character, then as many changes as the bytes say.
pub fn hostile_scene(bytes: &[u8]) -> Scene {
    let mut dice = Dice(bytes);
    let mut scene = character();
    while !dice.0.is_empty() {
        change(&mut scene, &mut dice);
    }
    scene
}

fn character() -> Scene {
    let mut scene = Scene { name: "hero".into(), ..Scene::default() };
    let mut skin = Skin { name: "skin".into(), ..Skin::default() };
    for i in 0..3_u32 {
        let parent = i.checked_sub(1).map(NodeId);
        let node = Node { name: format!("bone {i}"), parent, ..Node::default() };
        skin.joints.push(scene.add_node(node));
        skin.inverse_binds.push(glam_identity());
    }
    scene.skins.push(skin);
    scene.images.push(Image { file: "hero.png".into(), ..Image::default() });
    let textures = vec![TextureSlot::new(Slot::BaseColor, ImageId(0))];
    scene.add_material(Material { name: "paint".into(), textures, ..Material::default() });
    let mesh = scene.add_mesh(quad());
    let (mesh, skin) = (Some(mesh), Some(SkinId(0)));
    scene.add_node(Node { name: "hero#mesh".into(), mesh, skin, ..Node::default() });
    let keys = |property, width: usize| Channel {
        node: NodeId(1),
        property,
        interpolation: Interpolation::Linear,
        times: vec![0.0, 0.5, 1.0],
        values: vec![1.0; 3 * width],
        extras: Extras::new(),
    };
    scene.animations.push(Animation {
        name: "wave".into(),
        channels: vec![keys(Property::Translation, 3), keys(Property::Rotation, 4), keys(Property::Scale, 3)],
        extras: Extras::new(),
    });
    scene
}

fn glam_identity() -> [f32; 16] {
    std::array::from_fn(|i| if i % 5 == 0 { 1.0 } else { 0.0 })
}

fn quad() -> Mesh {
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0_f32]];
    let indices = vec![0, 1, 2, 2, 1, 3];
    let primitive = Primitive { material: Some(MaterialId(0)), start: 0, count: 6, ..Primitive::default() };
    Mesh {
        name: "10_quad_1_0_0".into(),
        positions: corners.iter().map(|[x, y]| [*x, *y, 0.0]).collect(),
        normals: vec![[0.0, 0.0, 1.0]; 4],
        uvs: vec![corners.to_vec()],
        colors: vec![Colors::U8(vec![[255; 4]; 4])],
        influences: Some(Influences::fixed(
            2,
            vec![0, 1, 1, 2, 0, 1, 1, 2],
            vec![0.75, 0.25, 0.5, 0.5, 1.0, 0.0, 0.25, 0.75],
        )),
        indices,
        primitives: vec![primitive],
        targets: vec![MorphTarget {
            name: "smile".into(),
            vertices: vec![0, 2],
            positions: vec![[0.0, 0.1, 0.0]; 2],
            ..MorphTarget::default()
        }],
        ..Mesh::default()
    }
}

/// One change. What a byte means stays as it is: kept inputs depend on it.
fn change(scene: &mut Scene, dice: &mut Dice<'_>) {
    match dice.below(12) {
        0 => names(scene, dice),
        1 => node(scene, dice),
        2 | 3 => columns(scene, dice),
        4 => indices(scene, dice),
        5 => influences(scene, dice),
        6 => material(scene, dice),
        7 => image(scene, dice),
        8 | 9 => channel(scene, dice),
        10 => structure(scene, dice),
        _ => skin(scene, dice),
    }
}

fn names(scene: &mut Scene, dice: &mut Dice<'_>) {
    let name = dice.name();
    match dice.below(8) {
        0 => scene.name = name,
        1 | 2 => drop(dice.slot(&mut scene.nodes).map(|n| n.name = name)),
        3 => drop(dice.slot(&mut scene.meshes).map(|m| m.name = name)),
        4 => drop(dice.slot(&mut scene.materials).map(|m| m.name = name)),
        5 => drop(dice.slot(&mut scene.images).map(|m| m.file = name)),
        6 => drop(dice.slot(&mut scene.animations).map(|m| m.name = name)),
        _ => drop(dice.slot(&mut scene.meshes).and_then(|m| m.targets.first_mut()).map(|t| t.name = name)),
    }
}

fn node(scene: &mut Scene, dice: &mut Dice<'_>) {
    let index = dice.index();
    let Some(node) = dice.slot(&mut scene.nodes) else { return };
    match dice.below(10) {
        0 => dice.change(&mut node.translation),
        1 => dice.change(&mut node.rotation),
        2 => dice.change(&mut node.scale),
        3 => node.parent = Some(NodeId(index)),
        4 => node.parent = None,
        5 => node.mesh = Some(MeshId(index)),
        6 => node.skin = Some(SkinId(index)),
        7 => node.lod = Some(index),
        8 => node.visible = false,
        _ => node.weights = (0..index % 9).map(|_| dice.number()).collect(),
    }
}

fn columns(scene: &mut Scene, dice: &mut Dice<'_>) {
    let Some(mesh) = dice.slot(&mut scene.meshes) else { return };
    match dice.below(12) {
        0 | 1 => dice.change(mesh.positions.as_flattened_mut()),
        2 => dice.change(mesh.normals.as_flattened_mut()),
        3 => drop(mesh.uvs.first_mut().map(|uv| dice.change(uv.as_flattened_mut()))),
        4 => mesh.normals.clear(),
        5 => mesh.uvs.clear(),
        6 => mesh.uvs.push(mesh.positions.iter().map(|p| [p[0], p[1]]).collect()),
        7 => mesh.tangents = mesh.positions.iter().map(|_| std::array::from_fn(|_| dice.number())).collect(),
        8 => mesh.colors = vec![Colors::F32(mesh.positions.iter().map(|_| [dice.number(); 4]).collect())],
        9 => drop(mesh.targets.first_mut().map(|t| dice.change(t.positions.as_flattened_mut()))),
        10 => drop(mesh.targets.first_mut().map(|t| t.vertices = vec![dice.index(), dice.index()])),
        _ => mesh.colors.clear(),
    }
}

fn indices(scene: &mut Scene, dice: &mut Dice<'_>) {
    let index = dice.index();
    let Some(mesh) = dice.slot(&mut scene.meshes) else { return };
    match dice.below(6) {
        0 | 1 => drop(dice.slot(&mut mesh.indices).map(|i| *i = index)),
        2 => drop(mesh.primitives.first_mut().map(|p| p.count = index)),
        3 => drop(mesh.primitives.first_mut().map(|p| p.start = index)),
        4 => drop(mesh.primitives.first_mut().map(|p| p.material = Some(MaterialId(index)))),
        _ => mesh.primitives.clear(),
    }
}

fn influences(scene: &mut Scene, dice: &mut Dice<'_>) {
    let index = dice.index();
    let Some(mesh) = dice.slot(&mut scene.meshes) else { return };
    let Some(influences) = &mut mesh.influences else { return };
    match dice.below(5) {
        0 | 1 => dice.change(&mut influences.weights),
        2 => drop(dice.slot(&mut influences.joints).map(|j| *j = index as u16)),
        3 => drop(dice.slot(&mut influences.starts).map(|s| *s = index)),
        _ => mesh.influences = None,
    }
}

fn material(scene: &mut Scene, dice: &mut Dice<'_>) {
    let Some(material) = dice.slot(&mut scene.materials) else { return };
    match dice.below(9) {
        0 => dice.change(&mut material.base_color),
        1 => material.metallic = dice.number(),
        2 => material.roughness = dice.number(),
        3 => dice.change(&mut material.emissive),
        4 => material.alpha = Alpha::Mask(dice.number()),
        5 => material.alpha = Alpha::Blend,
        6 => {
            let slots =
                [Slot::BaseColor, Slot::Normal, Slot::Emissive, Slot::Specular, Slot::Lightmap, Slot::Mask];
            let slot = slots.get(dice.below(6)).cloned().unwrap_or(Slot::Normal);
            let texture = TextureSlot {
                uv: dice.index(),
                strength: dice.number(),
                ..TextureSlot::new(slot, ImageId(dice.index()))
            };
            material.textures.push(texture);
        }
        7 => material.textures.push(TextureSlot::new(Slot::Other(dice.name()), ImageId(0))),
        _ => material.ior = Some(dice.number()),
    }
}

fn image(scene: &mut Scene, dice: &mut Dice<'_>) {
    let Some(image) = dice.slot(&mut scene.images) else { return };
    match dice.below(4) {
        0 => {
            image.data = Some(Arc::from(scene::textures::one_color([dice.byte(); 3])));
            image.mime = "image/png".into();
        }
        1 => {
            let mut data = scene::textures::one_color([9; 3]);
            let (at, byte) = (dice.below(data.len()), dice.byte());
            if let Some(slot) = data.get_mut(at) {
                *slot = byte;
            }
            image.data = Some(data.into());
            image.mime = "image/png".into();
        }
        2 => image.mime = dice.name(),
        _ => image.ops.invert_green = true,
    }
}

fn channel(scene: &mut Scene, dice: &mut Dice<'_>) {
    let index = dice.index();
    let Some(animation) = dice.slot(&mut scene.animations) else { return };
    let Some(channel) = dice.slot(&mut animation.channels) else { return };
    match dice.below(8) {
        0 | 1 => dice.change(&mut channel.times),
        2 | 3 => dice.change(&mut channel.values),
        4 => channel.node = NodeId(index),
        5 => channel.interpolation = [Interpolation::Step, Interpolation::CubicSpline][dice.below(2)],
        6 => channel.values.truncate(index as usize),
        _ => channel.times.truncate(index as usize),
    }
}

fn structure(scene: &mut Scene, dice: &mut Dice<'_>) {
    match dice.below(9) {
        0 => scene.meshes.clear(),
        1 => scene.materials.clear(),
        2 => scene.skins.clear(),
        3 => scene.animations.clear(),
        4 => drop(scene.nodes.pop()),
        5 if scene.nodes.len() < 32 => scene.nodes.extend_from_within(..),
        6 if scene.meshes.len() < 8 => scene.meshes.extend_from_within(..),
        7 => {
            let kind = [
                scene::LightKind::Point,
                scene::LightKind::Spot { inner: dice.number(), outer: dice.number() },
            ];
            let kind = kind[dice.below(2)];
            let light = Light {
                name: dice.name(),
                intensity: dice.number(),
                range: Some(dice.number()),
                kind,
                ..Light::default()
            };
            let id = scene.add_light(light);
            if let Some(node) = dice.slot(&mut scene.nodes) {
                node.light = Some(id);
            }
        }
        _ => {
            let camera = Camera {
                name: dice.name(),
                near: dice.number(),
                far: Some(dice.number()),
                ..Camera::default()
            };
            let id = scene.add_camera(camera);
            if let Some(node) = dice.slot(&mut scene.nodes) {
                node.camera = Some(id);
            }
        }
    }
}

fn skin(scene: &mut Scene, dice: &mut Dice<'_>) {
    let index = dice.index();
    let Some(skin) = dice.slot(&mut scene.skins) else { return };
    match dice.below(4) {
        0 => drop(dice.slot(&mut skin.joints).map(|j| *j = NodeId(index))),
        1 => skin.joints.truncate(index as usize),
        2 => skin.inverse_binds.truncate(index as usize),
        _ => dice.change(skin.inverse_binds.as_flattened_mut()),
    }
}
