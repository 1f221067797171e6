//! The formulas of the format, in its own left-handed space.

use crate::encode::name;
use crate::file::{Actor, Node};
use crate::numbers::{q, v};
use glam::{DMat4, DQuat, DVec3};
use std::collections::HashMap;

/// Value of a track at a time: the first of two keys with the same time counts.
pub fn track<T: Copy>(keys: &[(T, f32)], pose: T, time: f64, mix: impl Fn(T, T, f64) -> T) -> T {
    let mut list: Vec<(T, f32)> = Vec::new();
    for k in keys {
        if list.last().is_none_or(|l| l.1 < k.1) {
            list.push(*k);
        }
    }
    let Some(first) = list.first() else { return pose };
    if time <= f64::from(first.1) {
        return first.0;
    }
    for pair in list.windows(2) {
        let (t0, t1) = (f64::from(pair[0].1), f64::from(pair[1].1));
        if time < t1 {
            return mix(pair[0].0, pair[1].0, (time - t0) / (t1 - t0));
        }
    }
    list[list.len() - 1].0
}

pub type Trs = (DVec3, DQuat, DVec3, DQuat);

/// Whatever the multiply order of the header.
pub fn local((t, r, s, q): Trs) -> DMat4 {
    let (t, r, s) = (DMat4::from_translation(t), DMat4::from_quat(r), DMat4::from_scale(s));
    let (q, inverse) = (DMat4::from_quat(q), DMat4::from_quat(q.conjugate()));
    t * r * q * s * inverse
}

pub fn bind(n: &Node) -> Trs {
    (v(n.position), q(n.rotation), v(n.scale), q(n.scale_rotation))
}

pub fn worlds(a: &Actor, locals: &[Trs]) -> Vec<DMat4> {
    let mut out: Vec<DMat4> = Vec::new();
    for (n, l) in a.nodes.iter().zip(locals) {
        let m = local(*l);
        out.push(n.parent.map_or(m, |p| out[p] * m));
    }
    out
}

/// World positions of every mesh, by owner, morphed by weights and moved by local transforms.
pub fn evaluate(a: &Actor, locals: &[Trs], weights: &[f64]) -> HashMap<String, Vec<DVec3>> {
    let at_bind: Vec<Trs> = a.nodes.iter().map(bind).collect();
    let (rest, moved) = (worlds(a, &at_bind), worlds(a, locals));
    let mut out = HashMap::new();
    for m in &a.meshes {
        let mut points: Vec<DVec3> = m.positions.iter().map(|p| v(*p)).collect();
        for (t, w) in a.targets.iter().zip(weights) {
            for (node, min, max, packed, vertices) in &t.deltas {
                if *node == m.node {
                    for (p, i) in packed.iter().zip(vertices) {
                        let d = p.map(|u| f64::from(*min) + f64::from(max - min) * f64::from(u) / 65535.0);
                        points[*i as usize] += DVec3::from_array(d) * *w;
                    }
                }
            }
        }
        for (i, p) in points.iter_mut().enumerate() {
            *p = match &m.skin {
                None => moved[m.node].transform_point3(*p),
                Some((influences, table)) => {
                    let [start, count] = table[m.originals[i] as usize];
                    let mut sum = DVec3::ZERO;
                    for (w, node) in &influences[start as usize..(start + count) as usize] {
                        let m = moved[usize::from(*node)] * rest[usize::from(*node)].inverse();
                        sum += m.transform_point3(*p) * f64::from(*w);
                    }
                    sum
                }
            };
        }
        out.insert(name(m.node), points);
    }
    out
}
