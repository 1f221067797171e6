use super::*;
use crate::math::{add, normalize_or, scale};
use scene::{ImageId, Material, MaterialId, MeshId, Node, Slot, TextureSlot};
use std::f32::consts::PI;

/// A scene of one mesh with one material.
fn scene_of(mesh: Mesh, material: Material) -> Scene {
    let mut scene = Scene::default();
    let count = mesh.indices.len() as u32;
    let primitive =
        Primitive { material: Some(MaterialId(0)), start: 0, count, topology: Topology::Triangles };
    scene.add_mesh(Mesh { primitives: vec![primitive], ..mesh });
    scene.add_material(material);
    scene.add_node(Node { mesh: Some(MeshId(0)), ..Node::default() });
    scene
}

fn unlit(color: [f32; 4]) -> Material {
    Material { base_color: color, unlit: true, ..Material::default() }
}

/// A grid in the XY plane that faces +Z, `n` × `n` cells over −1…1, with a wave so that edges fall anywhere.
fn sheet(n: u32, wave: f32) -> Mesh {
    let mut mesh = Mesh::default();
    let mut uv = Vec::new();
    for y in 0..=n {
        for x in 0..=n {
            let (u, v) = (x as f32 / n as f32, y as f32 / n as f32);
            let inner = x > 0 && y > 0 && x < n && y < n;
            let shift = if inner { wave * libm::sinf((x * 7 + y * 13) as f32) } else { 0.0 };
            mesh.positions.push([u * 2.0 - 1.0 + shift, 1.0 - v * 2.0 - shift, 0.0]);
            uv.push([u, v]);
        }
    }
    mesh.uvs.push(uv);
    let at = |x: u32, y: u32| y * (n + 1) + x;
    for y in 0..n {
        for x in 0..n {
            mesh.indices.extend([
                at(x, y),
                at(x, y + 1),
                at(x + 1, y),
                at(x + 1, y),
                at(x, y + 1),
                at(x + 1, y + 1),
            ]);
        }
    }
    mesh
}

fn ball(rings: u32) -> Mesh {
    let mut mesh = Mesh::default();
    let segments = rings * 2;
    for r in 0..=rings {
        for s in 0..=segments {
            let (a, b) = (PI * r as f32 / rings as f32, 2.0 * PI * s as f32 / segments as f32);
            let n = [libm::sinf(a) * libm::sinf(b), libm::cosf(a), libm::sinf(a) * libm::cosf(b)];
            mesh.positions.push(n);
            mesh.normals.push(n);
        }
    }
    let at = |r: u32, s: u32| r * (segments + 1) + s;
    for r in 0..rings {
        for s in 0..segments {
            let (a, b, c, d) = (at(r, s), at(r + 1, s), at(r, s + 1), at(r + 1, s + 1));
            mesh.indices.extend([a, b, c, c, b, d]);
        }
    }
    mesh
}

const FRONT: Angle = Angle { yaw: 0.0, pitch: 0.0 };

fn shoot(scene: &Scene, angle: Angle, size: u32) -> Picture {
    let look = Look { size: [size, size], ..Look::default() };
    picture(scene, &Pose::rest(scene), angle, &look).expect("something to see")
}

#[test]
fn neighbours_share_an_edge_without_gap_or_overlap() {
    // Half see-through: a gap would be lighter, an overlap darker than the rest.
    let glass = Material { alpha: Alpha::Blend, double_sided: true, ..unlit([0.2, 0.4, 0.8, 0.5]) };
    let p = shoot(&scene_of(sheet(23, 0.02), glass), FRONT, 257);
    let middle = p.pixel(128, 128);
    assert_eq!(middle[3], 128);
    for y in 20..236 {
        for x in 20..236 {
            assert_eq!(p.pixel(x, y), middle, "at {x},{y}");
        }
    }
}

#[test]
fn solid_neighbours_leave_no_holes() {
    let p = shoot(&scene_of(sheet(50, 0.008), unlit([1.0, 0.0, 0.0, 1.0])), FRONT, 200);
    assert!((12..188).all(|y| (12..188).all(|x| p.pixel(x, y) == [255, 0, 0, 255])));
    assert_eq!(p.pixel(2, 2), [0; 4]);
}

#[test]
fn a_disc_covers_its_area() {
    let p = shoot(&scene_of(ball(200), unlit([1.0; 4])), FRONT, 256);
    let covered: f64 = p.rgba.chunks_exact(4).map(|c| f64::from(c[3]) / 255.0).sum();
    let widest = (0..256)
        .map(|y| (0..256).map(|x| f64::from(p.pixel(x, y)[3]) / 255.0).sum::<f64>())
        .fold(0.0, f64::max);
    let exact = std::f64::consts::PI * widest * widest / 4.0;
    assert!((covered - exact).abs() / exact < 0.003, "{covered} {exact}");
    assert!((widest - 256.0 * 0.92).abs() < 1.0, "the frame leaves 4 % on each side, found {widest}");
}

#[test]
fn backs_are_seen_only_if_asked_for() {
    let from_behind = Angle { yaw: 180.0, pitch: 0.0 };
    let single = scene_of(sheet(1, 0.0), unlit([1.0; 4]));
    assert_eq!(shoot(&single, from_behind, 64).pixel(32, 32), [0; 4]);
    assert_eq!(shoot(&single, FRONT, 64).pixel(32, 32), [255; 4]);
    let double = scene_of(sheet(1, 0.0), Material { double_sided: true, ..unlit([1.0; 4]) });
    assert_eq!(shoot(&double, from_behind, 64).pixel(32, 32), [255; 4]);
    // A mirrored node keeps its front.
    let mut mirrored = single.clone();
    mirrored.nodes[0].scale = [-1.0, 1.0, 1.0];
    assert_eq!(shoot(&mirrored, FRONT, 64).pixel(32, 32), [255; 4]);
}

fn with_picture(mut scene: Scene, width: u32, texels: &[[u8; 4]]) -> Scene {
    let height = texels.len() as u32 / width;
    let p = Picture { width, height, rgba: texels.concat() };
    scene.images.push(scene::Image { data: Some(p.png().unwrap().into()), ..scene::Image::default() });
    scene.materials[0].textures.push(TextureSlot::new(Slot::BaseColor, ImageId(0)));
    scene
}

#[test]
fn textures_are_perspective_correct_and_upright() {
    let (r, g, b, w) = ([255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255; 4]);
    let mut scene = with_picture(scene_of(sheet(1, 0.0), unlit([1.0; 4])), 2, &[r, g, b, w]);
    scene.materials[0].textures[0].clamp = true;
    let p = shoot(&scene, FRONT, 128);
    for (x, y, want) in [(20, 20, r), (107, 20, g), (20, 107, b), (107, 107, w)] {
        assert_eq!(p.pixel(x, y), want);
    }
    // Seen from below the lower half is nearer and larger: the seam is above the middle of the picture.
    let p = shoot(&scene, Angle { yaw: 0.0, pitch: -60.0 }, 256);
    let column: Vec<[u8; 4]> = (0..256).map(|y| p.pixel(100, y)).collect();
    let (first, last) =
        (column.iter().position(|c| c[3] > 127).unwrap(), column.iter().rposition(|c| c[3] > 127).unwrap());
    let seam = column.iter().rposition(|c| c[0] > c[2]).unwrap();
    assert!((seam as f64) < 0.47 * (first + last) as f64, "{first} {seam} {last}");
}

#[test]
fn cut_out_and_blended_alpha() {
    let half = |x: u32| if x % 8 < 4 { [255, 255, 255, 255] } else { [255, 255, 255, 0] };
    let texels: Vec<[u8; 4]> = (0..64).map(half).collect();
    let mask = Material { alpha: Alpha::Mask(0.5), ..unlit([0.0, 1.0, 0.0, 1.0]) };
    let p = shoot(&with_picture(scene_of(sheet(4, 0.0), mask), 8, &texels), FRONT, 128);
    assert_eq!((p.pixel(40, 64), p.pixel(90, 64)), ([0, 255, 0, 255], [0; 4]));

    // Two sheets, the nearer one first in the file: still blended back to front.
    let mut mesh = sheet(1, 0.0);
    let far: Vec<V3> = mesh.positions.iter().map(|p| add(*p, [0.0, 0.0, -0.1])).collect();
    mesh.positions.extend(far);
    mesh.indices.extend(mesh.indices.clone().iter().map(|i| i + 4));
    mesh.uvs.clear();
    let (near, far) = ([1.0, 0.0, 0.0, 0.5], [0.0, 0.0, 1.0, 1.0]);
    mesh.colors.push(Colors::F32([near, near, near, near, far, far, far, far].to_vec()));
    let glass = Material { alpha: Alpha::Blend, ..unlit([1.0; 4]) };
    let p = shoot(&scene_of(mesh, glass), FRONT, 64).pixel(32, 32);
    assert_eq!(p, [188, 0, 188, 255], "half red over blue in linear light");
}

#[test]
fn a_normal_map_bends_the_light() {
    let lit = Material { roughness: 1.0, ..Material::default() };
    let mut mesh = sheet(1, 0.0);
    mesh.normals = vec![[0.0, 0.0, 1.0]; 4];
    let plain = shoot(&scene_of(mesh.clone(), lit.clone()), FRONT, 32).pixel(16, 16);
    let shot = |texel: [u8; 4]| {
        let mut scene = with_picture(scene_of(mesh.clone(), lit.clone()), 1, &[texel]);
        scene.materials[0].textures[0].slot = Slot::Normal;
        shoot(&scene, FRONT, 32).pixel(16, 16)
    };
    assert!(shot([128, 128, 255, 255])[0].abs_diff(plain[0]) <= 2);
    // The key light stands upper left: left and up (green) are brighter than right and down.
    let [left, right, up, down] =
        [[40, 128, 220, 255], [215, 128, 220, 255], [128, 215, 220, 255], [128, 40, 220, 255]]
            .map(|t| shot(t)[0]);
    assert!(left > right && up > down, "{left} {right} {up} {down}");
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let mut scene = scene_of(ball(60), Material { roughness: 0.4, metallic: 0.3, ..Material::default() });
    let glass = Material { alpha: Alpha::Blend, base_color: [0.3, 0.6, 1.0, 0.4], ..Material::default() };
    scene.add_material(glass);
    let mut shell = ball(40);
    shell.positions.iter_mut().for_each(|p| *p = scale(*p, 1.2));
    let count = shell.indices.len() as u32;
    shell.primitives =
        vec![Primitive { material: Some(MaterialId(1)), start: 0, count, topology: Topology::Triangles }];
    let shell = scene.add_mesh(shell);
    scene.add_node(Node { mesh: Some(shell), ..Node::default() });
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| shoot(&scene, Angle::default(), 300).png().unwrap())
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(5));
    assert!(one.len() < 120_000, "{}", one.len());
}

#[test]
fn broken_geometry_draws_what_is_left() {
    let mut mesh = sheet(2, 0.0);
    mesh.positions[0] = [f32::NAN; 3];
    mesh.positions[8] = [f32::INFINITY; 3];
    mesh.indices.extend([0, 1, 9999, 4, 4, 4, 7]);
    let p = shoot(&scene_of(mesh, unlit([1.0; 4])), FRONT, 64);
    assert_eq!(p.pixel(32, 32), [255; 4]);
    assert!(picture(&Scene::default(), &Pose::rest(&Scene::default()), FRONT, &Look::default()).is_none());
}

#[test]
fn lines_points_and_bones_can_be_seen() {
    for topology in [Topology::Lines, Topology::Points] {
        let mesh =
            Mesh { positions: vec![[0.0; 3], [1.0, 1.0, 0.0]], indices: vec![0, 1], ..Mesh::default() };
        let mut scene = scene_of(mesh, unlit([1.0; 4]));
        scene.meshes[0].primitives[0].topology = topology;
        let p = shoot(&scene, FRONT, 64);
        let seen = p.rgba.chunks_exact(4).filter(|c| c[3] > 0).count();
        assert!((8..400).contains(&seen), "{topology:?} {seen}");
    }
    let mut scene = Scene::default();
    let root = scene.add_node(Node::default());
    scene.add_node(Node { parent: Some(root), translation: [0.0, 1.0, 0.0], ..Node::default() });
    let seen = shoot(&scene, FRONT, 64).rgba.chunks_exact(4).filter(|c| c[3] > 0).count();
    assert!(seen > 100, "{seen}");
}

#[test]
fn hidden_coarse_and_collision_meshes_stay_out() {
    let mut scene = scene_of(sheet(1, 0.0), unlit([1.0; 4]));
    for (visible, collision, lod) in [(false, false, None), (true, true, None), (true, false, Some(1))] {
        let mut mesh = scene.meshes[0].clone();
        mesh.collision = collision;
        let mesh = scene.add_mesh(mesh);
        scene.add_node(Node { mesh: Some(mesh), visible, lod, scale: [9.0; 3], ..Node::default() });
    }
    scene.nodes[0].lod = Some(0);
    assert_eq!(shown(&scene), [NodeId(0)]);
    scene.nodes[0].visible = false;
    assert_eq!(shown(&scene), [NodeId(2)], "collision is better than nothing");
}

#[test]
fn what_can_hardly_be_seen_does_not_widen_the_frame() {
    let mut scene = scene_of(sheet(1, 0.0), unlit([1.0; 4]));
    let curtain = Material { alpha: Alpha::Blend, ..unlit([0.0, 0.0, 0.0, 0.01]) };
    let material = scene.add_material(curtain);
    let mut mesh = scene.meshes[0].clone();
    mesh.primitives[0].material = Some(material);
    let mesh = scene.add_mesh(mesh);
    scene.add_node(Node { mesh: Some(mesh), scale: [9.0; 3], ..Node::default() });
    let widest = |scene: &Scene| {
        let studio = Studio::new(scene);
        let set = studio.pose(&Pose::rest(scene));
        set.points().fold(0.0_f32, |most, p| most.max(p[0]))
    };
    assert_eq!(widest(&scene), 1.0);
    scene.nodes[0].visible = false;
    assert_eq!(widest(&scene), 9.0, "it is all there is");
}

#[test]
fn wireframe_shows_lines() {
    let scene = scene_of(sheet(4, 0.0), unlit([1.0; 4]));
    let look = Look { size: [128, 128], wireframe: true, ..Look::default() };
    let p = picture(&scene, &Pose::rest(&scene), FRONT, &look).unwrap();
    let row: Vec<u8> = (10..118).map(|x| p.pixel(x, 45)[0]).collect();
    assert!(row.iter().any(|v| *v < 100) && row.iter().any(|v| *v > 150), "{row:?}");
}

#[test]
fn unit_vectors_of_nothing() {
    assert_eq!(normalize_or([0.0; 3], [0.0, 1.0, 0.0]), [0.0, 1.0, 0.0]);
}

#[test]
fn what_is_never_seen_neither_frames_nor_hides() {
    let mut scene = scene_of(sheet(2, 0.0), unlit([1.0, 0.0, 0.0, 1.0]));
    let front = |scene: &Scene, wireframe: bool| {
        let studio = Studio::new(scene);
        let set = studio.pose(&Pose::rest(scene));
        let camera = set.camera(Angle { yaw: 0.0, pitch: 0.0 }, [32; 2]).unwrap();
        set.render(&camera, &Look { size: [32; 2], wireframe, ..Look::default() }).rgba
    };
    let alone = [false, true].map(|wireframe| front(&scene, wireframe));
    let mut curtain = scene.meshes[0].clone();
    curtain.primitives[0].material = Some(MaterialId(1));
    scene.add_mesh(curtain);
    scene.add_material(Material { alpha: Alpha::Blend, ..unlit([0.0, 0.0, 0.0, 0.0]) });
    scene.add_node(Node {
        mesh: Some(MeshId(1)),
        translation: [0.5, 0.0, 2.0],
        scale: [3.0; 3],
        ..Node::default()
    });
    assert_eq!([false, true].map(|wireframe| front(&scene, wireframe)), alone);
    scene.nodes.remove(0);
    assert_eq!(front(&scene, false).len(), alone[0].len(), "alone, it frames itself");
}
