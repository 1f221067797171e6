use super::*;
use crate::*;
use glam::{Mat4, Vec3, Vec4};
use wire::Sink;

fn node(name: &str, parent: Option<NodeId>, translation: [f32; 3]) -> Node {
    Node { name: name.into(), parent, translation, ..Node::default() }
}

/// Hip, two legs, a skinned mesh with a vertex at each bone, a swing of the left leg.
fn legs() -> Scene {
    let mut s = Scene::default();
    let hip = s.add_node(Node { rotation: [0.5, 0.5, 0.5, 0.5], ..node("hip", None, [0.0, 1.0, 0.0]) });
    let left = s.add_node(node("left", Some(hip), [0.2, -0.1, 0.3]));
    let right = s.add_node(Node { scale: [2.0; 3], ..node("right", Some(hip), [-0.2, -0.1, 0.3]) });
    let foot =
        s.add_node(Node { rotation: [0.6, 0.0, 0.0, 0.8], ..node("foot", Some(left), [0.0, -0.5, 0.0]) });
    s.add_node(node("sword", Some(foot), [0.1, 0.2, 0.3]));
    let world = s.world_matrices();
    let joints = vec![hip, left, right, foot];
    let inverse_binds = joints.iter().map(|j| world[j.0 as usize].inverse().to_cols_array()).collect();
    s.skins.push(Skin { name: "s".into(), joints, inverse_binds });
    let mesh = s.add_mesh(Mesh {
        positions: vec![[0.0, 1.0, 0.1], [0.3, 0.5, 0.2], [-0.3, 0.4, 0.0], [0.2, 0.1, 0.4]],
        influences: Some(Influences {
            starts: vec![0, 1, 3, 4, 6],
            joints: vec![0, 0, 1, 2, 3, 1],
            weights: vec![1.0, 0.25, 0.75, 1.0, 0.5, 0.5],
        }),
        indices: vec![0, 1, 2, 1, 2, 3],
        ..Mesh::default()
    });
    s.add_node(Node {
        mesh: Some(mesh),
        skin: Some(SkinId(0)),
        kind: NodeKind::Holder,
        ..node("m#mesh", None, [0.0; 3])
    });
    let rotation = |values: Vec<f32>, interpolation| Channel {
        node: left,
        property: Property::Rotation,
        interpolation,
        times: vec![0.0, 1.0],
        values,
        extras: Extras::new(),
    };
    let cubic = [
        [0.1f32; 4],
        [0.0, 0.0, 0.0, 1.0],
        [0.2, 0.0, 0.1, 0.0],
        [0.0, 0.3, 0.0, 0.1],
        [0.0, 0.6, 0.0, 0.8],
        [0.1; 4],
    ];
    s.animations.push(Animation {
        name: "swing".into(),
        channels: vec![
            rotation(cubic.concat(), Interpolation::CubicSpline),
            Channel { property: Property::Translation, ..rotation(vec![0.1; 6], Interpolation::Linear) },
        ],
        extras: Extras::new(),
    });
    s
}

/// Where the skin puts every vertex, with the first animation at its last key.
fn posed(scene: &Scene, key: bool) -> Vec<Vec3> {
    let mut s = scene.clone();
    for c in s.animations.iter().flat_map(|a| &a.channels).filter(|_| key) {
        let width = c.values.len() / c.times.len();
        let last = &c.values[width..];
        let target = &mut s.nodes[c.node.0 as usize];
        match c.property {
            Property::Rotation => target.rotation = Vec4::from_slice(&last[4..8]).normalize().to_array(),
            Property::Translation => target.translation.copy_from_slice(&last[..3]),
            _ => {}
        }
    }
    let world = s.world_matrices();
    let mesh = &s.meshes[0];
    let skin = &s.skins[0];
    (0..mesh.positions.len())
        .map(|v| {
            let p = Vec3::from(mesh.positions[v]);
            let moved = mesh.influences.as_ref().unwrap().of(v).map(|(j, w)| {
                let m = world[skin.joints[j as usize].0 as usize]
                    * Mat4::from_cols_array(&skin.inverse_binds[j as usize]);
                m.transform_point3(p) * w
            });
            moved.sum()
        })
        .collect()
}

fn close(a: &[Vec3], b: &[Vec3]) {
    assert_eq!(a.len(), b.len());
    for (x, y) in a.iter().zip(b) {
        assert!(x.abs_diff_eq(*y, 1e-5), "{x} is not {y}");
    }
}

#[test]
fn turned_bones_skin_the_same() {
    let before = legs();
    let mut s = before.clone();
    assert_eq!(orient_bones(&mut s), 4);
    for key in [false, true] {
        close(&posed(&s, key), &posed(&before, key));
    }
    let (old, new) = (before.world_matrices(), s.world_matrices());
    for i in 0..4 {
        assert!(old[i].w_axis.abs_diff_eq(new[i].w_axis, 1e-5), "heads stay");
    }
    assert!(old[4].abs_diff_eq(new[4], 1e-5), "what hangs on a bone stays");
    let to_foot = (new[3].w_axis - new[1].w_axis).truncate().normalize();
    assert!(new[1].y_axis.truncate().normalize().abs_diff_eq(to_foot, 1e-5), "+Y points to the child");
    assert!(new[3].y_axis.truncate().normalize().abs_diff_eq(to_foot, 1e-5), "a leaf goes on");
    let mean = ((new[1].w_axis + new[2].w_axis) * 0.5 - new[0].w_axis).truncate().normalize();
    assert!(new[0].y_axis.truncate().normalize().abs_diff_eq(mean, 1e-5), "the mean of two");
    assert_eq!(unorient_bones(&mut s), 4);
    for (a, b) in s.world_matrices().iter().zip(&old) {
        assert!(a.abs_diff_eq(*b, 1e-5));
    }
    assert!(s.nodes.iter().all(|n| n.extras.is_empty()));
}

#[test]
fn uneven_scale_is_not_turned() {
    let mut s = legs();
    s.nodes[1].scale = [1.0, 2.0, 1.0];
    let before = s.clone();
    assert_eq!(orient_bones(&mut s), 3);
    close(&posed(&s, true), &posed(&before, true));
}

#[test]
fn scaling_scales_everything() {
    let before = legs();
    let mut s = before.clone();
    scale(&mut s, 100.0);
    for key in [false, true] {
        let expected: Vec<Vec3> = posed(&before, key).iter().map(|v| *v * 100.0).collect();
        for (a, b) in posed(&s, key).iter().zip(expected) {
            assert!(a.abs_diff_eq(b, 1e-3), "{a} is not {b}");
        }
    }
}

#[test]
fn the_strongest_influences_stay() {
    let mut s = Scene::default();
    s.add_mesh(Mesh {
        positions: vec![[0.0; 3]; 2],
        influences: Some(Influences {
            starts: vec![0, 5, 6],
            joints: vec![0, 1, 2, 3, 1, 7],
            weights: vec![0.1, 0.2, 0.4, 0.1, 0.2, 1.0],
        }),
        ..Mesh::default()
    });
    assert_eq!(max_influences(&mut s, 2), 1);
    let i = s.meshes[0].influences.as_ref().unwrap();
    assert_eq!(i.of(0).collect::<Vec<_>>(), [(1, 0.5), (2, 0.5)]);
    assert_eq!(i.of(1).collect::<Vec<_>>(), [(7, 1.0)]);
    assert_eq!(max_influences(&mut s, 2), 0);
}

#[test]
fn hidden_things_go_and_joints_stay() {
    let mut s = legs();
    let image = s.image("a.png", PixelOps::default());
    let material = s.add_material(Material {
        textures: vec![TextureSlot::new(Slot::BaseColor, image)],
        ..Material::default()
    });
    s.add_material(Material { name: "never used".into(), ..Material::default() });
    let mesh = s.add_mesh(Mesh {
        primitives: vec![Primitive { material: Some(material), ..Primitive::default() }],
        ..Mesh::default()
    });
    s.nodes[3].visible = false; // the foot, a joint
    s.nodes[4].mesh = Some(mesh); // the sword, below it
    omit_hidden(&mut s);
    assert_eq!((s.nodes.len(), s.meshes.len(), s.images.len()), (6, 1, 0));
    assert_eq!(s.materials.len(), 1);
    assert_eq!(s.materials[0].name, "never used");
    s.nodes[5].visible = false;
    omit_hidden(&mut s);
    assert_eq!((s.nodes.len(), s.meshes.len()), (5, 0), "the holder is gone");
}

#[test]
fn bones_get_other_names() {
    let mut s = legs();
    let mut sink = Sink::new();
    s.nodes[1].raw_name = Some(vec![1]);
    s.add_node(node("left#scale", None, [0.0; 3]));
    let n =
        bone_map(&mut s, "\u{feff}# comment\nleft; thigh.L \n\nright;foot\nrubbish\nno such;x\n", &mut sink);
    assert_eq!(n, 2);
    assert_eq!((s.nodes[1].name.as_str(), &s.nodes[1].raw_name), ("thigh.L", &None));
    assert_eq!(s.nodes[6].name, "thigh.L#scale");
    assert_eq!(s.nodes[2].name, "right", "foot is taken");
    assert_eq!(sink.findings().len(), 2);
}

#[test]
fn two_models_share_a_skeleton() {
    let mut a = legs();
    a.add_material(Material::default());
    let mut b = legs();
    b.nodes[4].name = "shield".into();
    b.nodes[4].mesh = Some(MeshId(0));
    b.nodes[1].translation = [9.0; 3];
    b.add_material(Material { name: "b".into(), ..Material::default() });
    b.meshes[0].primitives =
        vec![Primitive { material: Some(MaterialId(0)), count: 6, ..Primitive::default() }];
    let s = merge(vec![a.clone(), b], &mut Sink::new());
    let names: Vec<&str> = s.nodes.iter().map(|n| n.name.as_str()).collect();
    assert_eq!(names, ["hip", "left", "right", "foot", "sword", "m#mesh", "shield", "m#mesh"]);
    assert_eq!(s.nodes[1].translation, a.nodes[1].translation);
    assert_eq!(s.nodes[6].parent, Some(NodeId(3)));
    assert_eq!((s.nodes[7].mesh, s.nodes[7].skin), (Some(MeshId(1)), Some(SkinId(1))));
    assert_eq!(s.skins[1].joints, a.skins[0].joints);
    assert_eq!(s.meshes[1].primitives[0].material, Some(MaterialId(1)));
    assert_eq!(s.animations[1].channels[0].node, NodeId(1));
}

/// A weapon's file says `hand`, the body's says what the hand is on: the order of the two is nobody's business.
#[test]
fn a_root_takes_the_parent_that_another_model_has() {
    let body = legs();
    let mut gun = Scene::default();
    let m = gun.add_mesh(Mesh { name: "gun".into(), positions: vec![[0.0; 3]], ..Mesh::default() });
    let foot = gun.add_node(node("foot", None, [7.0; 3]));
    gun.add_node(Node { mesh: Some(m), ..node("gun", Some(foot), [0.0, 0.0, 1.0]) });
    let at = |s: &Scene, name: &str| s.nodes.iter().position(|n| n.name == name).unwrap();
    let before = body.world_matrices();
    for models in [[gun.clone(), body.clone()], [body.clone(), gun.clone()]] {
        let mut s = merge(models.to_vec(), &mut Sink::new());
        let foot = at(&s, "foot");
        assert_eq!(s.nodes[foot].parent, Some(NodeId(at(&s, "left") as u32)));
        assert!(s.world_matrices()[foot].abs_diff_eq(before[3], 1e-5));
        assert_eq!(s.nodes[at(&s, "gun")].parent, Some(NodeId(foot as u32)));
        let mesh = s.meshes.iter().position(|m| m.name != "gun").unwrap();
        s.meshes.swap(0, mesh);
        close(&posed(&s, true), &posed(&body, true));
    }
    // Two that each say the other is above, and a skin that an unskinned file would move.
    let mut upside = Scene::default();
    let left = upside.add_node(node("left", None, [0.0; 3]));
    let foot = upside.add_node(node("foot", Some(left), [0.0; 3]));
    upside.add_node(node("hip", Some(foot), [5.0; 3]));
    let s = merge(vec![body.clone(), upside.clone()], &mut Sink::new());
    assert_eq!(s.nodes[0].parent, None, "nothing is below itself");
    let mut other = Scene::default();
    let top = other.add_node(node("top", None, [0.0; 3]));
    other.add_node(node("hip", Some(top), [5.0; 3]));
    let s = merge(vec![body.clone(), other], &mut Sink::new());
    close(&posed(&s, true), &posed(&body, true));
}

#[test]
fn a_node_with_two_meshes_gets_a_holder() {
    let one = |mesh: &str| {
        let mut s = Scene::default();
        let m = s.add_mesh(Mesh { name: mesh.into(), ..Mesh::default() });
        s.add_node(Node { mesh: Some(m), ..node("part", None, [1.0; 3]) });
        s
    };
    let s = merge(vec![one("a"), one("b")], &mut Sink::new());
    assert_eq!(s.nodes.len(), 2);
    assert_eq!(
        (s.nodes[1].parent, s.nodes[1].mesh, s.nodes[1].kind),
        (Some(NodeId(0)), Some(MeshId(1)), NodeKind::Holder)
    );
}

/// A quad of two triangles with mirrored UVs on a shared edge.
fn mirrored() -> Scene {
    let mut s = Scene::default();
    let image = s.image("n.png", PixelOps::default());
    s.images[0].data = Some(vec![1].into());
    s.add_material(Material { textures: vec![TextureSlot::new(Slot::Normal, image)], ..Material::default() });
    s.add_mesh(Mesh {
        positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]],
        normals: vec![[0.0, 0.0, 1.0]; 4],
        uvs: vec![vec![[0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]],
        influences: Some(Influences::fixed(1, vec![0, 1, 2, 3], vec![1.0; 4])),
        colors: vec![Colors::U8(vec![[1; 4], [2; 4], [3; 4], [4; 4]])],
        indices: vec![0, 1, 2, 0, 2, 3],
        primitives: vec![Primitive { material: Some(MaterialId(0)), count: 6, ..Primitive::default() }],
        targets: vec![MorphTarget { vertices: vec![2], positions: vec![[5.0; 3]], ..MorphTarget::default() }],
        ..Mesh::default()
    });
    s
}

#[test]
fn tangents_split_where_the_uvs_mirror() {
    let mut s = mirrored();
    assert_eq!(tangents(&mut s), 1);
    let m = &s.meshes[0];
    assert_eq!(m.positions.len(), 6, "two vertices of the edge are split");
    assert_eq!(m.tangents.len(), 6);
    assert_eq!(m.uvs[0].len(), 6);
    let at = |i: usize| m.indices[i] as usize;
    // Right half: U grows with +X, image up is +Y: right-handed.
    assert_eq!(m.tangents[at(1)], [1.0, 0.0, 0.0, 1.0]);
    // Left half: U grows with -X, up is still +Y: left-handed.
    assert_eq!(m.tangents[at(5)], [-1.0, 0.0, 0.0, -1.0]);
    let i = m.influences.as_ref().unwrap();
    for (copy, source) in (4..6).zip([m.positions[4], m.positions[5]]) {
        let original = m.positions[..4].iter().position(|p| *p == source).unwrap();
        assert_eq!(i.of(copy).collect::<Vec<_>>(), i.of(original).collect::<Vec<_>>());
    }
    assert_eq!(m.targets[0].vertices.len(), 2, "the morph follows");
    assert_eq!(m.targets[0].positions, [[5.0; 3]; 2]);
}

#[test]
fn stored_tangents_and_missing_maps_are_left_alone() {
    let mut s = mirrored();
    s.meshes[0].tangents = vec![[0.0, 1.0, 0.0, 1.0]; 4];
    assert_eq!(tangents(&mut s), 0);
    s.meshes[0].tangents[2] = [0.0; 4];
    assert_eq!(tangents(&mut s), 1, "one bad one is made");
    assert_eq!(s.meshes[0].positions.len(), 4, "nothing is split for it");
    let stored = |i: usize| s.meshes[0].tangents[i] == [0.0, 1.0, 0.0, 1.0];
    assert_eq!([0, 1, 2, 3].map(stored), [true, true, false, true], "the others stay");
    assert!(s.meshes[0].tangents[2][3].abs() == 1.0);
    s.meshes[0].tangents = vec![[0.0; 4]; 4];
    assert_eq!(tangents(&mut s), 1);
    assert_eq!(s.meshes[0].positions.len(), 6, "all of them are");
    let mut s = mirrored();
    s.images[0].data = None;
    assert_eq!(tangents(&mut s), 0);
}

/// `n` triangles around one vertex, or all of them the same three vertices.
fn shared(n: u32, fan: bool) -> Mesh {
    let mut mesh = Mesh { uvs: vec![Vec::new()], ..Mesh::default() };
    let mut add = |p: [f32; 3], uv: [f32; 2]| {
        mesh.positions.push(p);
        mesh.normals.push([0.0, 0.0, 1.0]);
        mesh.uvs[0].push(uv);
    };
    add([0.0; 3], [0.5; 2]);
    for i in 0..=n {
        let (s, c) = (i as f32 / n as f32 * std::f32::consts::TAU).sin_cos();
        add([c, s, 0.0], [0.5 + c * 0.5, 0.5 - s * 0.5]);
    }
    mesh.indices = (0..n).flat_map(|i| if fan { [0, i + 1, i + 2] } else { [0, 1, n / 4] }).collect();
    mesh
}

/// The quadratic fan of issue 19: 40,000 triangles took more than a minute, and recursed 40,000 deep.
#[test]
fn tangents_of_one_shared_vertex_take_linear_time() {
    for fan in [true, false] {
        let mut mesh = shared(10_000, fan);
        let started = std::time::Instant::now();
        assert!(super::tangents::generate_tangents(&mut mesh, 0));
        // Two seconds in a debug build on an idle core; without parts it is forty times that.
        assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
        assert_eq!(mesh.tangents.len(), mesh.positions.len());
        assert!(mesh.tangents.iter().all(|t| t[3].abs() == 1.0));
    }
}

/// Below the bound nothing is split: a fan has one tangent in its middle.
#[test]
fn a_fan_that_is_modelled_is_solved_as_a_whole() {
    let mut mesh = shared(150, true);
    assert!(super::tangents::generate_tangents(&mut mesh, 0));
    assert_eq!(mesh.positions.len(), 152);
}
