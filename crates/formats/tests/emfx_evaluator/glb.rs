//! What a reader of glTF sees.

use crate::numbers::v;
use glam::{DMat4, DQuat, DVec3};
use std::collections::HashMap;

pub struct Glb {
    pub doc: gltf::Document,
    pub bin: Vec<u8>,
}

impl Glb {
    pub fn sample(&self, channel: &gltf::animation::Channel<'_>, time: f64) -> Vec<f64> {
        let reader = channel.reader(|_| Some(&self.bin[..]));
        let times: Vec<f32> = reader.read_inputs().unwrap().collect();
        assert!(times.windows(2).all(|w| w[0] < w[1]) && times[0] >= 0.0, "{times:?}");
        use gltf::animation::util::ReadOutputs::{MorphTargetWeights, Rotations, Scales, Translations};
        let (values, turn): (Vec<Vec<f64>>, bool) = match reader.read_outputs().unwrap() {
            Translations(i) => (i.map(|v| v.map(f64::from).to_vec()).collect(), false),
            Scales(i) => (i.map(|v| v.map(f64::from).to_vec()).collect(), false),
            Rotations(r) => (r.into_f32().map(|v| v.map(f64::from).to_vec()).collect(), true),
            MorphTargetWeights(w) => {
                let all: Vec<f64> = w.into_f32().map(f64::from).collect();
                let n = all.len() / times.len();
                (all.chunks(n).map(<[f64]>::to_vec).collect(), false)
            }
        };
        let next = times.partition_point(|t| f64::from(*t) <= time);
        if next == 0 {
            return values[0].clone();
        }
        let step = channel.sampler().interpolation() == gltf::animation::Interpolation::Step;
        if next == times.len() || step {
            return values[next - 1].clone();
        }
        let (a, b) = (&values[next - 1], &values[next]);
        let (t0, t1) = (f64::from(times[next - 1]), f64::from(times[next]));
        let t = (time - t0) / (t1 - t0);
        if turn {
            let (a, b) = (DQuat::from_slice(a).normalize(), DQuat::from_slice(b).normalize());
            let mut d = a.dot(b);
            let b = if d < 0.0 { -b } else { b };
            d = d.abs().min(1.0);
            let angle = d.acos();
            let out = if angle.sin() < 1e-6 {
                (a * (1.0 - t) + b * t).normalize()
            } else {
                (a * ((1.0 - t) * angle).sin() + b * (t * angle).sin()) / angle.sin()
            };
            return out.to_array().to_vec();
        }
        a.iter().zip(b).map(|(a, b)| a + (b - a) * t).collect()
    }

    /// World positions by mesh name at a time of an animation, or at rest.
    pub fn evaluate(&self, animation: Option<usize>, time: f64) -> HashMap<String, Vec<DVec3>> {
        let nodes: Vec<_> = self.doc.nodes().collect();
        let mut pose: Vec<(DVec3, DQuat, DVec3)> = nodes
            .iter()
            .map(|n| {
                let (t, r, s) = n.transform().decomposed();
                (v(t), DQuat::from_array(r.map(f64::from)).normalize(), v(s))
            })
            .collect();
        let mut weights: HashMap<usize, Vec<f64>> = HashMap::new();
        if let Some(a) = animation {
            for c in self.doc.animations().nth(a).unwrap().channels() {
                let node = c.target().node().index();
                let value = self.sample(&c, time);
                match c.target().property() {
                    gltf::animation::Property::Translation => pose[node].0 = DVec3::from_slice(&value),
                    gltf::animation::Property::Rotation => {
                        pose[node].1 = DQuat::from_slice(&value).normalize()
                    }
                    gltf::animation::Property::Scale => pose[node].2 = DVec3::from_slice(&value),
                    gltf::animation::Property::MorphTargetWeights => {
                        weights.insert(node, value);
                    }
                }
            }
        }
        let mut parent = vec![None; nodes.len()];
        for n in &nodes {
            n.children().for_each(|c| parent[c.index()] = Some(n.index()));
        }
        let world = |i: usize| {
            let mut m = DMat4::IDENTITY;
            let mut at = Some(i);
            while let Some(i) = at {
                let (t, r, s) = pose[i];
                m = DMat4::from_scale_rotation_translation(s, r, t) * m;
                at = parent[i];
            }
            m
        };
        let mut out = HashMap::new();
        for n in nodes.iter().filter(|n| n.mesh().is_some()) {
            let mesh = n.mesh().unwrap();
            let primitive = mesh.primitives().next().unwrap();
            let reader = primitive.reader(|_| Some(&self.bin[..]));
            let mut points: Vec<DVec3> = reader.read_positions().unwrap().map(v).collect();
            if let Some(w) = weights.get(&n.index()) {
                for ((deltas, _, _), w) in reader.read_morph_targets().zip(w) {
                    for (p, d) in points.iter_mut().zip(deltas.into_iter().flatten()) {
                        *p += v(d) * *w;
                    }
                }
            }
            match n.skin() {
                None => points.iter_mut().for_each(|p| *p = world(n.index()).transform_point3(*p)),
                Some(skin) => {
                    let binds: Vec<DMat4> = skin
                        .reader(|_| Some(&self.bin[..]))
                        .read_inverse_bind_matrices()
                        .unwrap()
                        .map(|m| DMat4::from_cols_array_2d(&m.map(|c| c.map(f64::from))))
                        .collect();
                    let joints: Vec<DMat4> =
                        skin.joints().zip(&binds).map(|(j, b)| world(j.index()) * *b).collect();
                    let mut moved = vec![DVec3::ZERO; points.len()];
                    for set in 0.. {
                        let Some(numbers) = reader.read_joints(set) else { break };
                        let shares = reader.read_weights(set).unwrap().into_f32();
                        for ((i, js), ws) in numbers.into_u16().enumerate().zip(shares) {
                            for (j, w) in js.into_iter().zip(ws) {
                                moved[i] += joints[usize::from(j)].transform_point3(points[i]) * f64::from(w);
                            }
                        }
                    }
                    points = moved;
                }
            }
            out.insert(mesh.name().unwrap().to_owned(), points);
        }
        out
    }
}

pub fn compare(
    want: &HashMap<String, Vec<DVec3>>,
    got: &HashMap<String, Vec<DVec3>>,
    tolerance: f64,
    what: &str,
) {
    assert_eq!(want.len(), got.len(), "{what}: meshes");
    let size = want.values().flatten().map(|p| p.length()).fold(1.0, f64::max);
    for (name, points) in want {
        let got = got.get(name).unwrap_or_else(|| panic!("{what}: no mesh {name}"));
        assert_eq!(points.len(), got.len(), "{what}: vertices of {name}");
        for (i, (a, b)) in points.iter().zip(got).enumerate() {
            let mirrored = DVec3::new(a.x, a.y, -a.z);
            let off = (mirrored - *b).length();
            assert!(off <= tolerance * size, "{what}: {name}[{i}] is {b}, expected {mirrored}, off by {off}");
        }
    }
}
