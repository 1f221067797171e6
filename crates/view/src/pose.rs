//! Where every node and vertex is at a moment of a motion. Pure: a scene and a time in, matrices and columns out.

use crate::math::{Affine, V3, add, cofactor, direction, normalize_or, point, scale, slerp};
use rayon::prelude::*;
use scene::{Animation, Channel, Influences, Interpolation, Mesh, NodeId, Property, Scene, Skin};

/// All nodes of a scene, placed.
#[derive(Debug, Clone)]
pub struct Pose {
    /// World matrix by node.
    pub world: Vec<Affine>,
    /// Morph weights by node; empty = all zero.
    pub weights: Vec<Vec<f32>>,
}

struct Local {
    t: [f64; 3],
    r: [f64; 4],
    s: [f64; 3],
}

impl Pose {
    /// The scene as it stands.
    pub fn rest(scene: &Scene) -> Self {
        Self::posed(scene, None, 0.0)
    }

    /// The scene at `seconds` of a motion; before its first and after its last key it holds.
    pub fn at(scene: &Scene, animation: &Animation, seconds: f64) -> Self {
        Self::posed(scene, Some(animation), seconds)
    }

    fn posed(scene: &Scene, animation: Option<&Animation>, seconds: f64) -> Self {
        let wide = |v: [f32; 3]| v.map(f64::from);
        let mut locals: Vec<Local> = scene
            .nodes
            .iter()
            .map(|n| Local { t: wide(n.translation), r: n.rotation.map(f64::from), s: wide(n.scale) })
            .collect();
        let mut weights: Vec<Vec<f32>> = scene.nodes.iter().map(|n| n.weights.clone()).collect();
        for channel in animation.map_or(&[][..], |a| &a.channels) {
            let node = channel.node.0 as usize;
            let (Some(local), Some(w)) = (locals.get_mut(node), weights.get_mut(node)) else { continue };
            match channel.property {
                Property::Translation => replace(&mut local.t, sample(channel, 3, seconds)),
                Property::Scale => replace(&mut local.s, sample(channel, 3, seconds)),
                Property::Rotation => replace(&mut local.r, sample(channel, 4, seconds)),
                Property::Weights => {
                    let targets = scene.nodes[node].mesh.and_then(|m| scene.meshes.get(m.0 as usize));
                    let width = targets.map_or(0, |m| m.targets.len());
                    if let Some(values) = sample(channel, width, seconds) {
                        *w = values.iter().map(|v| *v as f32).collect();
                    }
                }
            }
        }
        Self { world: compose(scene, &locals), weights }
    }
}

fn replace<const N: usize>(slot: &mut [f64; N], values: Option<Vec<f64>>) {
    if let Some(values) = values.and_then(|v| <[f64; N]>::try_from(v).ok()) {
        *slot = values;
    }
}

/// Products from the roots down. A parent that is not there, or a ring of parents, leaves a node a root.
fn compose(scene: &Scene, locals: &[Local]) -> Vec<Affine> {
    let local = |i: usize| Affine::from_trs(locals[i].t, locals[i].r, locals[i].s);
    let mut world: Vec<Affine> = (0..locals.len()).map(local).collect();
    let (children, roots) = scene.children();
    let mut stack: Vec<NodeId> = roots;
    while let Some(id) = stack.pop() {
        for child in &children[id.0 as usize] {
            world[child.0 as usize] = world[id.0 as usize].then_inner(&local(child.0 as usize));
            stack.push(*child);
        }
    }
    world
}

/// The value of a channel at a time: `width` numbers, or `None` if it has no complete key.
pub fn sample(channel: &Channel, width: usize, seconds: f64) -> Option<Vec<f64>> {
    let per_key = if channel.interpolation == Interpolation::CubicSpline { 3 * width } else { width };
    let keys = channel.times.len().min(channel.values.len().checked_div(per_key)?);
    let times = channel.times.get(..keys).filter(|t| !t.is_empty())?;
    let cubic = channel.interpolation == Interpolation::CubicSpline;
    let part = |key: usize, which: usize| -> Vec<f64> {
        let from = key * per_key + if cubic { which * width } else { 0 };
        channel.values[from..from + width].iter().map(|v| f64::from(*v)).collect()
    };
    const VALUE: usize = 1;
    let after = times.partition_point(|t| f64::from(*t) <= seconds);
    if after == 0 || after == keys {
        return Some(part(if after == 0 { 0 } else { keys - 1 }, VALUE));
    }
    let (k0, k1) = (after - 1, after);
    let (t0, t1) = (f64::from(times[k0]), f64::from(times[k1]));
    let dt = t1 - t0;
    let u = if dt > 0.0 { (seconds - t0) / dt } else { 0.0 };
    let (a, b) = (part(k0, VALUE), part(k1, VALUE));
    let rotation = channel.property == Property::Rotation;
    Some(match channel.interpolation {
        Interpolation::Step => a,
        Interpolation::Linear => match (rotation, <[f64; 4]>::try_from(&*a), <[f64; 4]>::try_from(&*b)) {
            (true, Ok(a), Ok(b)) => slerp(a, b, u).to_vec(),
            _ => a.iter().zip(&b).map(|(a, b)| a + (b - a) * u).collect(),
        },
        Interpolation::CubicSpline => {
            let (out, into) = (part(k0, 2), part(k1, 0));
            let (u2, u3) = (u * u, u * u * u);
            let (h00, h10) = (2.0 * u3 - 3.0 * u2 + 1.0, (u3 - 2.0 * u2 + u) * dt);
            let (h01, h11) = (-2.0 * u3 + 3.0 * u2, (u3 - u2) * dt);
            (0..width).map(|i| h00 * a[i] + h10 * out[i] + h01 * b[i] + h11 * into[i]).collect()
        }
    })
}

/// The columns of a mesh in the world.
#[derive(Debug, Clone, Default)]
pub struct Posed {
    /// Positions.
    pub positions: Vec<V3>,
    /// Unit normals, or empty.
    pub normals: Vec<V3>,
    /// Unit tangents and handedness, or empty.
    pub tangents: Vec<[f32; 4]>,
    /// A mirrored instance: front faces run the other way.
    pub mirrored: bool,
}

const CHUNK: usize = 4096;

/// Places the mesh of a node: morphed, then skinned or moved as a whole.
pub fn place(scene: &Scene, pose: &Pose, node: NodeId, tangents: bool) -> Posed {
    let at = node.0 as usize;
    let Some(mesh) = scene.nodes.get(at).and_then(|n| n.mesh).and_then(|m| scene.meshes.get(m.0 as usize))
    else {
        return Posed::default();
    };
    let morphed = morph(mesh, &pose.weights[at]);
    let base = morphed.as_ref().unwrap_or(mesh);
    let skin = scene.nodes[at].skin.and_then(|s| scene.skins.get(s.0 as usize));
    match (skin, &mesh.influences) {
        (Some(skin), Some(influences)) => skinned(pose, base, skin, influences, tangents),
        _ => rigid(&pose.world[at], base, tangents),
    }
}

/// The mesh with its targets added, or `None` if none of them counts.
fn morph(mesh: &Mesh, weights: &[f32]) -> Option<Mesh> {
    let active: Vec<_> = mesh.targets.iter().zip(weights).filter(|(_, w)| **w != 0.0).collect();
    if active.is_empty() {
        return None;
    }
    let mut out = Mesh {
        positions: mesh.positions.clone(),
        normals: mesh.normals.clone(),
        tangents: mesh.tangents.clone(),
        ..Mesh::default()
    };
    for (target, w) in active {
        for (i, v) in target.vertices.iter().enumerate() {
            let v = *v as usize;
            if let (Some(p), Some(d)) = (out.positions.get_mut(v), target.positions.get(i)) {
                *p = add(*p, scale(*d, *w));
            }
            if let (Some(n), Some(d)) = (out.normals.get_mut(v), target.normals.get(i)) {
                *n = add(*n, scale(*d, *w));
            }
            if let (Some(t), Some(d)) = (out.tangents.get_mut(v), target.tangents.get(i)) {
                let moved = add([t[0], t[1], t[2]], scale(*d, *w));
                *t = [moved[0], moved[1], moved[2], t[3]];
            }
        }
    }
    Some(out)
}

fn rigid(world: &Affine, mesh: &Mesh, tangents: bool) -> Posed {
    let m = world.rows();
    let (normal_matrix, det) = cofactor(&m);
    let sign = if det < 0.0 { -1.0 } else { 1.0 };
    let turn = |n: &V3| scale(normalize_or(direction(&normal_matrix, *n), [0.0; 3]), sign);
    Posed {
        positions: each(&mesh.positions, |p| point(&m, *p)),
        normals: each(&mesh.normals, turn),
        tangents: if tangents { each(&mesh.tangents, |t| tangent(&m, *t)) } else { Vec::new() },
        mirrored: det < 0.0,
    }
}

fn each<T: Sync, U: Send>(list: &[T], f: impl Fn(&T) -> U + Sync + Send) -> Vec<U> {
    list.par_iter().with_min_len(CHUNK).map(f).collect()
}

fn tangent(m: &[[f32; 4]; 3], t: [f32; 4]) -> [f32; 4] {
    let d = normalize_or(direction(m, [t[0], t[1], t[2]]), [0.0; 3]);
    [d[0], d[1], d[2], t[3]]
}

fn skinned(pose: &Pose, mesh: &Mesh, skin: &Skin, influences: &Influences, tangents: bool) -> Posed {
    let palette: Vec<[[f32; 4]; 3]> = skin
        .joints
        .iter()
        .enumerate()
        .map(|(j, node)| {
            let world = pose.world.get(node.0 as usize).copied().unwrap_or(Affine::IDENTITY);
            let inverse = skin.inverse_binds.get(j).map_or(Affine::IDENTITY, Affine::from_columns);
            world.then_inner(&inverse).rows()
        })
        .collect();
    let blended = |v: usize| blend(&palette, influences, v);
    let count = mesh.positions.len();
    let rows: Vec<(V3, V3, [f32; 4])> = (0..count)
        .into_par_iter()
        .with_min_len(CHUNK)
        .map(|v| {
            let m = blended(v);
            let n = mesh.normals.get(v).map_or([0.0; 3], |n| normalize_or(direction(&m, *n), [0.0; 3]));
            let t = match mesh.tangents.get(v) {
                Some(t) if tangents => tangent(&m, *t),
                _ => [0.0; 4],
            };
            (point(&m, mesh.positions[v]), n, t)
        })
        .collect();
    Posed {
        positions: rows.iter().map(|r| r.0).collect(),
        normals: if mesh.normals.is_empty() { Vec::new() } else { rows.iter().map(|r| r.1).collect() },
        tangents: if tangents && !mesh.tangents.is_empty() {
            rows.iter().map(|r| r.2).collect()
        } else {
            Vec::new()
        },
        mirrored: false,
    }
}

/// The weighted sum of a vertex's joints; weights are brought to a sum of one as the glTF writer does.
fn blend(palette: &[[[f32; 4]; 3]], influences: &Influences, vertex: usize) -> [[f32; 4]; 3] {
    let usable =
        |(j, w): (u16, f32)| palette.get(usize::from(j)).filter(|_| w > 0.0 && w.is_finite()).map(|m| (m, w));
    let sum: f32 = influences.of(vertex).filter_map(usable).map(|(_, w)| w).sum();
    let mut out = [[0.0; 4]; 3];
    if sum <= 0.0 {
        return palette.first().copied().unwrap_or([
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
        ]);
    }
    for (m, w) in influences.of(vertex).filter_map(usable) {
        let w = w / sum;
        for (o, r) in out.iter_mut().zip(m) {
            for (o, r) in o.iter_mut().zip(r) {
                *o += r * w;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::{Extras, MeshId, MorphTarget, Node, SkinId};

    fn channel(property: Property, interpolation: Interpolation, times: &[f32], values: &[f32]) -> Channel {
        Channel {
            node: NodeId(0),
            property,
            interpolation,
            times: times.to_vec(),
            values: values.to_vec(),
            extras: Extras::new(),
        }
    }

    fn near(a: &[f64], b: &[f64]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6)
    }

    #[test]
    fn keys_hold_outside_and_join_inside() {
        let times = [1.0, 3.0];
        let values = [0.0, 0.0, 0.0, 2.0, 4.0, 8.0];
        let linear = channel(Property::Translation, Interpolation::Linear, &times, &values);
        assert!(near(&sample(&linear, 3, 0.0).unwrap(), &[0.0; 3]));
        assert!(near(&sample(&linear, 3, 1.5).unwrap(), &[0.5, 1.0, 2.0]));
        assert!(near(&sample(&linear, 3, 9.0).unwrap(), &[2.0, 4.0, 8.0]));
        let step = channel(Property::Translation, Interpolation::Step, &times, &values);
        assert!(near(&sample(&step, 3, 2.9).unwrap(), &[0.0; 3]));
        assert!(near(&sample(&step, 3, 3.0).unwrap(), &[2.0, 4.0, 8.0]));
        assert_eq!(sample(&channel(Property::Scale, Interpolation::Linear, &[0.0], &[1.0]), 3, 0.0), None);
    }

    #[test]
    fn a_cubic_follows_its_polynomial() {
        // p(t) = t³ on [1, 3]: values 1 and 27, slopes 3 and 27.
        let c = channel(
            Property::Weights,
            Interpolation::CubicSpline,
            &[1.0, 3.0],
            &[99.0, 1.0, 3.0, 27.0, 27.0, 99.0],
        );
        for t in [1.0, 1.25, 2.0, 2.75, 3.0_f64] {
            assert!(near(&sample(&c, 1, t).unwrap(), &[t * t * t]), "{t}");
        }
    }

    #[test]
    fn rotations_go_along_the_sphere() {
        let s = std::f32::consts::FRAC_1_SQRT_2;
        let c = channel(
            Property::Rotation,
            Interpolation::Linear,
            &[0.0, 1.0],
            &[0.0, 0.0, 0.0, 1.0, -s, 0.0, 0.0, -s],
        );
        let q = sample(&c, 4, 1.0 / 3.0).unwrap();
        let angle = 2.0 * libm::atan2(q[0], q[3]);
        assert!((angle.to_degrees() - 30.0).abs() < 1e-4, "{q:?}");
    }

    #[test]
    fn a_child_follows_and_a_ring_ends() {
        let mut scene = Scene::default();
        // The child comes first in the file.
        scene.add_node(Node { parent: Some(NodeId(1)), translation: [0.0, 1.0, 0.0], ..Node::default() });
        scene.add_node(Node { translation: [5.0, 0.0, 0.0], ..Node::default() });
        scene.add_node(Node { parent: Some(NodeId(3)), ..Node::default() });
        scene.add_node(Node { parent: Some(NodeId(2)), ..Node::default() });
        let pose = Pose::rest(&scene);
        assert!(near(&pose.world[0].point([0.0; 3]), &[5.0, 1.0, 0.0]));
    }

    #[test]
    fn morphed_then_skinned() {
        let mut scene = Scene::default();
        let mesh = Mesh {
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0]],
            normals: vec![[0.0, 1.0, 0.0]; 2],
            influences: Some(Influences {
                starts: vec![0, 1, 3],
                joints: vec![0, 0, 1],
                weights: vec![9.0, 0.5, 0.5],
            }),
            targets: vec![MorphTarget {
                vertices: vec![1],
                positions: vec![[0.0, 2.0, 0.0]],
                ..MorphTarget::default()
            }],
            ..Mesh::default()
        };
        scene.add_mesh(mesh);
        scene.skins.push(Skin {
            name: String::new(),
            joints: vec![NodeId(1), NodeId(2)],
            inverse_binds: vec![[1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]; 2],
        });
        scene.add_node(Node {
            mesh: Some(MeshId(0)),
            skin: Some(SkinId(0)),
            weights: vec![0.5],
            // glTF: the node of a skinned mesh does not move it.
            translation: [100.0, 0.0, 0.0],
            ..Node::default()
        });
        scene.add_node(Node { translation: [0.0, 0.0, 1.0], ..Node::default() });
        scene.add_node(Node { translation: [0.0, 0.0, 3.0], ..Node::default() });
        let posed = place(&scene, &Pose::rest(&scene), NodeId(0), false);
        assert_eq!(posed.positions, [[0.0, 0.0, 1.0], [1.0, 1.0, 2.0]]);
        assert_eq!(posed.normals, [[0.0, 1.0, 0.0]; 2]);
    }
}
