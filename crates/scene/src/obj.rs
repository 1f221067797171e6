//! Wavefront OBJ and MTL, out only: people ask for it.
//!
//! The rest pose in world space, V up, one object per node that shows a mesh, materials with their pictures.

use crate::{Alpha, Image, Material, Mesh, MeshId, Node, NodeId, Scene, Slot, Topology};
use glam::{Mat3, Mat4, Vec3};
use std::collections::HashSet;
use std::fmt::Write;

/// An OBJ and the files next to it.
#[derive(Debug, Clone, Default)]
pub struct Obj {
    /// The `.obj`.
    pub obj: Vec<u8>,
    /// Name and bytes of the `.mtl` and the pictures.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Makes an OBJ; `stem` names the `.mtl`. Of several levels of detail the finest is written.
pub fn write(scene: &Scene, stem: &str) -> Obj {
    let stem = if stem.is_empty() { "model" } else { stem };
    let pictures = crate::gltf::image_names(&scene.images);
    let materials = unique(scene.materials.iter().map(|m| m.name.as_str()), "material");
    let mut out = String::from("# xenomesh\n");
    if !scene.materials.is_empty() {
        let _ = writeln!(out, "mtllib {}", one_line(&format!("{stem}.mtl")));
    }
    let shown = shown_nodes(scene);
    let names = unique(
        shown.iter().map(|(_, n, m)| if m.name.is_empty() { n.name.as_str() } else { &m.name }),
        "mesh",
    );
    let world = scene.world_matrices();
    let mut vertices = 1;
    for ((id, node, mesh), name) in shown.iter().zip(&names) {
        let (positions, normals, mirrored) = placed(scene, &world, *id, node, mesh);
        write_mesh(&mut out, mesh, name, &materials, &positions, &normals, mirrored, vertices);
        vertices += mesh.positions.len();
    }
    let mut files = Vec::new();
    if !scene.materials.is_empty() {
        files.push((format!("{stem}.mtl"), mtl(scene, &materials, &pictures).into_bytes()));
    }
    let mut done = HashSet::new();
    for texture in scene.materials.iter().flat_map(|m| &m.textures).filter(|t| statement(&t.slot).is_some()) {
        let at = texture.image.0 as usize;
        if let (Some(Image { data: Some(data), .. }), Some(name)) = (scene.images.get(at), pictures.get(at))
            && done.insert(name)
        {
            files.push((name.clone(), data.to_vec()));
        }
    }
    Obj { obj: out.into_bytes(), files }
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '_' } else { c }).collect::<String>().trim().to_owned()
}

/// Names that fit a line and differ from each other.
fn unique<'a>(names: impl Iterator<Item = &'a str>, default: &str) -> Vec<String> {
    let mut taken = HashSet::new();
    names
        .map(|name| {
            let mut base = one_line(name);
            if base.is_empty() {
                default.clone_into(&mut base);
            }
            let numbered = |n: usize| if n == 0 { base.clone() } else { format!("{base}_{n}") };
            let free = numbered(crate::free_number(0, |n| taken.contains(&numbered(n))));
            taken.insert(free.clone());
            free
        })
        .collect()
}

/// Nodes with something to draw, in file order, of the finest level of detail.
fn shown_nodes(scene: &Scene) -> Vec<(NodeId, &Node, &Mesh)> {
    let (children, roots) = scene.children();
    let lod = |n: &NodeId| scene.node(*n).and_then(|n| n.lod);
    let finest = roots.iter().filter_map(lod).min();
    let mut stack: Vec<NodeId> = roots.into_iter().filter(|r| lod(r).is_none() || lod(r) == finest).collect();
    let mut reached = vec![false; scene.nodes.len()];
    while let Some(id) = stack.pop() {
        let at = id.0 as usize;
        reached.get_mut(at).into_iter().for_each(|r| *r = true);
        stack.extend(children.get(at).into_iter().flatten().copied());
    }
    let all = scene.nodes.iter().zip(reached).enumerate().filter(|(_, (_, reached))| *reached);
    all.filter_map(|(i, (node, _))| {
        let MeshId(mesh) = node.mesh?;
        Some((NodeId(i as u32), node, scene.meshes.get(mesh as usize)?))
    })
    .collect()
}

type Placed = (Vec<Vec3>, Vec<Vec3>, bool);

/// World positions and normals at rest, and whether faces turn inside out.
fn placed(scene: &Scene, world: &[Mat4], id: NodeId, node: &Node, mesh: &Mesh) -> Placed {
    let skin = node.skin.and_then(|s| scene.skins.get(s.0 as usize));
    let (Some(skin), Some(influences)) = (skin, &mesh.influences) else {
        let m = world.get(id.0 as usize).copied().unwrap_or(Mat4::IDENTITY);
        let cofactor = normal_matrix(&m);
        let positions = mesh.positions.iter().map(|p| m.transform_point3((*p).into())).collect();
        let normals = mesh.normals.iter().map(|n| (cofactor * Vec3::from(*n)).normalize_or_zero()).collect();
        return (positions, normals, m.determinant() < 0.0);
    };
    let joints: Vec<Mat4> = skin
        .joints
        .iter()
        .enumerate()
        .map(|(j, node)| {
            let bind = skin.inverse_binds.get(j).map_or(Mat4::IDENTITY, Mat4::from_cols_array);
            world.get(node.0 as usize).copied().unwrap_or(Mat4::IDENTITY) * bind
        })
        .collect();
    // At rest in the bind pose nothing moves: keep the numbers of the source.
    if joints.iter().all(|m| m.abs_diff_eq(Mat4::IDENTITY, 1e-4)) {
        let all = |list: &[[f32; 3]]| list.iter().map(|v| Vec3::from(*v)).collect();
        return (all(&mesh.positions), all(&mesh.normals), false);
    }
    let mut mirrored = 0i64;
    let (mut positions, mut normals) = (Vec::new(), Vec::new());
    for (v, p) in mesh.positions.iter().enumerate() {
        let mut m = Mat4::ZERO;
        let mut sum = 0.0;
        for (j, w) in influences.of(v) {
            if let Some(joint) = joints.get(usize::from(j)) {
                m += *joint * w;
                sum += w;
            }
        }
        let m = if sum > 0.0 { m * (1.0 / sum) } else { Mat4::IDENTITY };
        mirrored += if m.determinant() < 0.0 { 1 } else { -1 };
        positions.push(m.transform_point3((*p).into()));
        if let Some(n) = mesh.normals.get(v) {
            normals.push((normal_matrix(&m) * Vec3::from(*n)).normalize_or_zero());
        }
    }
    (positions, normals, mirrored > 0)
}

/// The cofactor matrix: right for normals under any transform, mirrored ones too.
fn normal_matrix(m: &Mat4) -> Mat3 {
    let m = Mat3::from_mat4(*m);
    let sign = if m.determinant() < 0.0 { -1.0 } else { 1.0 };
    let (x, y, z) = (m.x_axis, m.y_axis, m.z_axis);
    Mat3::from_cols(y.cross(z), z.cross(x), x.cross(y)) * sign
}

#[allow(clippy::too_many_arguments)] // one mesh, said once
fn write_mesh(
    out: &mut String,
    mesh: &Mesh,
    name: &str,
    materials: &[String],
    positions: &[Vec3],
    normals: &[Vec3],
    mirrored: bool,
    first: usize,
) {
    let number = |v: f32| if v.is_finite() { v + 0.0 } else { 0.0 }; // never -0
    let _ = writeln!(out, "o {name}");
    for p in positions {
        let _ = writeln!(out, "v {} {} {}", number(p.x), number(p.y), number(p.z));
    }
    let uvs = mesh.uvs.first().filter(|u| u.len() == positions.len());
    // Every vertex takes a number of each kind, so that one number says all three.
    for v in 0..positions.len() {
        let [u, v] = uvs.and_then(|u| u.get(v)).copied().unwrap_or_default();
        let _ = writeln!(out, "vt {} {}", number(u), number(1.0 - v));
    }
    let has_normals = normals.len() == positions.len();
    for v in 0..positions.len() {
        let n = normals.get(v).copied().unwrap_or(Vec3::Y);
        let _ = writeln!(out, "vn {} {} {}", number(n.x), number(n.y), number(n.z));
    }
    let corner = |i: u32| {
        let n = i as usize + first;
        match (uvs.is_some(), has_normals) {
            (true, true) => format!(" {n}/{n}/{n}"),
            (true, false) => format!(" {n}/{n}"),
            (false, true) => format!(" {n}//{n}"),
            (false, false) => format!(" {n}"),
        }
    };
    let whole = [crate::Primitive { count: mesh.indices.len() as u32, ..crate::Primitive::default() }];
    let primitives = if mesh.primitives.is_empty() { &whole[..] } else { &mesh.primitives };
    for p in primitives {
        if let Some(material) = p.material.and_then(|m| materials.get(m.0 as usize)) {
            let _ = writeln!(out, "usemtl {material}");
        }
        let range = mesh.indices_of(p);
        let (letter, corners) = match p.topology {
            Topology::Triangles => ('f', 3),
            Topology::Lines => ('l', 2),
            Topology::Points => ('p', 1),
        };
        for face in range.chunks_exact(corners).filter(|f| f.iter().all(|i| (*i as usize) < positions.len()))
        {
            out.push(letter);
            let turned = mirrored && corners == 3;
            let swapped = match face {
                [a, b, c] if turned => &[*a, *c, *b],
                face => face,
            };
            for at in swapped {
                match letter {
                    'f' => out.push_str(&corner(*at)),
                    _ => drop(write!(out, " {}", *at as usize + first)),
                }
            }
            out.push('\n');
        }
    }
}

/// The MTL statement of a slot.
fn statement(slot: &Slot) -> Option<&'static str> {
    Some(match slot {
        Slot::BaseColor => "map_Kd",
        Slot::Normal => "map_Bump",
        Slot::Emissive => "map_Ke",
        Slot::Specular => "map_Ks",
        _ => return None,
    })
}

fn mtl(scene: &Scene, names: &[String], pictures: &[String]) -> String {
    let mut out = String::from("# xenomesh\n");
    for (m, name) in scene.materials.iter().zip(names) {
        let [r, g, b, a] = m.base_color;
        let [er, eg, eb] = m.emissive;
        let _ = writeln!(out, "newmtl {name}\nKd {r} {g} {b}\nKe {er} {eg} {eb}");
        if let Some(s) = m.specular {
            let [r, g, b] = s.color.map(|c| c * s.factor);
            let _ = writeln!(out, "Ks {r} {g} {b}");
        }
        let _ = writeln!(out, "d {}\nillum 2", if m.alpha == Alpha::Opaque { 1.0 } else { a });
        write_textures(&mut out, scene, m, pictures);
    }
    out
}

fn write_textures(out: &mut String, scene: &Scene, m: &Material, pictures: &[String]) {
    for texture in &m.textures {
        let Some(word) = statement(&texture.slot) else { continue };
        let first = m.texture(&texture.slot).is_some_and(|t| std::ptr::eq(t, texture));
        let Some(image) = scene.images.get(texture.image.0 as usize).filter(|_| first) else { continue };
        // A picture that was not found keeps the name the source gives it.
        let name = match (&image.data, pictures.get(texture.image.0 as usize)) {
            (Some(_), Some(name)) => name.clone(),
            _ => one_line(crate::file_name(&image.file)),
        };
        let _ = writeln!(out, "{word} {name}");
        if texture.slot == Slot::BaseColor && m.alpha != Alpha::Opaque {
            let _ = writeln!(out, "map_d {name}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MaterialId, PixelOps, Primitive, TextureSlot};

    fn triangle() -> Scene {
        let mut s = Scene::default();
        let image = s.image("tex/a b.dds", PixelOps::default());
        s.images[0].data = Some(vec![1, 2, 3].into());
        s.images[0].mime = "image/png".into();
        s.add_material(Material {
            name: "skin".into(),
            alpha: Alpha::Blend,
            textures: vec![TextureSlot::new(Slot::BaseColor, image)],
            ..Material::default()
        });
        let mesh = s.add_mesh(Mesh {
            name: "tri".into(),
            positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            normals: vec![[0.0, 0.0, 1.0]; 3],
            uvs: vec![vec![[0.25, 0.25]; 3]],
            indices: vec![0, 1, 2],
            primitives: vec![Primitive { material: Some(MaterialId(0)), count: 3, ..Primitive::default() }],
            ..Mesh::default()
        });
        let up =
            s.add_node(Node { translation: [0.0, 2.0, 0.0], scale: [-1.0, 1.0, 1.0], ..Node::default() });
        s.add_node(Node {
            parent: Some(up),
            mesh: Some(mesh),
            translation: [1.0, 0.0, 0.0],
            ..Node::default()
        });
        s
    }

    #[test]
    fn world_space_winding_and_v() {
        let made = write(&triangle(), "x");
        let text = String::from_utf8(made.obj).unwrap();
        assert!(text.contains("mtllib x.mtl\no tri\nv -1 2 0\nv -2 2 0\nv -1 3 0\n"), "{text}");
        assert!(text.contains("vt 0.25 0.75"));
        assert!(text.contains("vn 0 0 1"), "the mirror leaves z alone: {text}");
        assert!(text.contains("usemtl skin\nf 1/1/1 3/3/3 2/2/2"), "turned because mirrored: {text}");
        let names: Vec<&str> = made.files.iter().map(|f| f.0.as_str()).collect();
        assert_eq!(names, ["x.mtl", "a b.png"]);
        let mtl = String::from_utf8(made.files[0].1.clone()).unwrap();
        assert!(mtl.contains("newmtl skin\n") && mtl.contains("map_Kd a b.png\nmap_d a b.png"), "{mtl}");
    }

    #[test]
    fn only_the_finest_level_is_written() {
        let mut s = triangle();
        s.nodes[0].lod = Some(1);
        let mesh = s.add_mesh(Mesh { name: "fine".into(), ..s.meshes[0].clone() });
        s.add_node(Node { mesh: Some(mesh), lod: Some(0), ..Node::default() });
        let text = String::from_utf8(write(&s, "").obj).unwrap();
        assert!(text.contains("o fine") && !text.contains("o tri"));
    }
}
