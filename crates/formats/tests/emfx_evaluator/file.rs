//! What a file says, made up at random.

use crate::numbers::Rng;

pub struct Node {
    pub rotation: [f32; 4],
    pub scale_rotation: [f32; 4],
    pub position: [f32; 3],
    pub scale: [f32; 3],
    pub parent: Option<usize>,
}

pub struct Mesh {
    pub node: usize,
    pub positions: Vec<[f32; 3]>,
    pub originals: Vec<u32>,
    pub submeshes: Vec<(Vec<u32>, u32)>,
    /// Influences and table; `None` for a rigid mesh.
    pub skin: Option<Skin>,
}

/// Weights with their nodes; first and number of them per original vertex.
pub type Skin = (Vec<(f32, u16)>, Vec<[u32; 2]>);

pub struct Target {
    pub min: f32,
    pub max: f32,
    /// Node, min, max, packed positions, vertices.
    pub deltas: Vec<(usize, f32, f32, Vec<[u16; 3]>, Vec<u32>)>,
    /// Node, rotation, position, scale.
    pub transforms: Vec<(usize, [f32; 4], [f32; 3], [f32; 3])>,
}

pub struct Actor {
    pub order: u8,
    pub nodes: Vec<Node>,
    pub meshes: Vec<Mesh>,
    pub targets: Vec<Target>,
}

pub type Keys<T> = Vec<(T, f32)>;

pub struct Submotion {
    pub name: String,
    pub pose: ([f32; 4], [f32; 4], [f32; 3], [f32; 3]),
    pub positions: Keys<[f32; 3]>,
    pub rotations: Keys<[f32; 4]>,
    pub scales: Keys<[f32; 3]>,
    pub scale_rotations: Keys<[f32; 4]>,
}

pub struct MorphTrack {
    pub name: String,
    pub pose: f32,
    pub min: f32,
    pub max: f32,
    pub keys: Vec<(f32, u16)>,
}

pub fn actor(r: &mut Rng) -> Actor {
    let n = if r.chance(6) { 40 } else { 1 + r.below(9) as usize };
    let deep = n == 40;
    let plain_turns = r.chance(2);
    let nodes = (0..n)
        .map(|i| Node {
            rotation: r.quat(),
            scale_rotation: if plain_turns || deep { [0.0, 0.0, 0.0, 1.0] } else { r.quat() },
            position: r.vec3(-1.0, 1.0),
            scale: if deep { [1.0; 3] } else { r.scale() },
            parent: if i == 0 || (!deep && r.chance(5)) {
                None
            } else if deep {
                Some(i - 1)
            } else {
                Some(r.below(i as u64) as usize)
            },
        })
        .collect::<Vec<_>>();
    let mut meshes: Vec<Mesh> = Vec::new();
    for _ in 0..=r.below(2) {
        let node = r.below(n as u64) as usize;
        if meshes.iter().all(|m| m.node != node) {
            meshes.push(mesh(r, node, n));
        }
    }
    let targets = (0..r.below(4)).map(|_| target(r, &meshes, n)).collect();
    Actor { order: r.below(2) as u8, nodes, meshes, targets }
}

pub fn mesh(r: &mut Rng, node: usize, nodes: usize) -> Mesh {
    let originals = 3 + r.below(5) as u32;
    let mut positions = Vec::new();
    let mut of = Vec::new();
    let mut submeshes = Vec::new();
    for _ in 0..=r.below(2) {
        let count = 3 + r.below(5) as u32;
        for _ in 0..count {
            positions.push(r.vec3(-2.0, 2.0));
            of.push(r.below(u64::from(originals)) as u32);
        }
        let indices = (0..3 * (1 + r.below(4))).map(|_| r.below(u64::from(count)) as u32).collect();
        submeshes.push((indices, count));
    }
    let skin = (!r.chance(3)).then(|| {
        let mut influences: Vec<(f32, u16)> = Vec::new();
        let mut table: Vec<[u32; 2]> = Vec::new();
        for i in 0..originals {
            if i > 0 && r.chance(4) {
                let shared = table[r.below(u64::from(i)) as usize];
                table.push(shared);
                continue;
            }
            let n = 1 + r.below(4);
            let weights: Vec<f32> = (0..n).map(|_| r.span(0.1, 1.0)).collect();
            let sum: f32 = weights.iter().sum();
            table.push([influences.len() as u32, n as u32]);
            influences.extend(weights.iter().map(|w| (w / sum, r.below(nodes as u64) as u16)));
        }
        (influences, table)
    });
    Mesh { node, positions, originals: of, submeshes, skin }
}

pub fn target(r: &mut Rng, meshes: &[Mesh], nodes: usize) -> Target {
    let (min, max) = if r.chance(3) { (-1.0, 2.0) } else { (0.0, 1.0) };
    let mut deltas = Vec::new();
    for m in meshes {
        if r.chance(4) {
            continue;
        }
        let mut vertices: Vec<u32> = (0..m.positions.len() as u32).filter(|_| r.chance(2)).collect();
        if r.chance(2) {
            vertices.reverse();
        }
        let low = r.span(-1.0, 0.0);
        let high = if r.chance(5) { low } else { r.span(0.0, 1.0) };
        let packed = vertices.iter().map(|_| std::array::from_fn(|_| r.below(65536) as u16)).collect();
        deltas.push((m.node, low, high, packed, vertices));
    }
    let mut transforms = Vec::new();
    if r.chance(2) {
        let node = r.below(nodes as u64) as usize;
        transforms.push((node, r.quat(), r.vec3(-0.5, 0.5), r.vec3(0.0, 0.3)));
    }
    Target { min, max, deltas, transforms }
}

pub fn times(r: &mut Rng) -> Vec<f32> {
    let n = match r.below(5) {
        0 | 1 => 0,
        2 => 1,
        _ => 2 + r.below(4),
    };
    let mut t = if r.chance(4) { 0.3 } else { 0.0 };
    (0..n)
        .map(|_| {
            let at = t;
            // Now and then two keys at the same time.
            t += if r.chance(8) { 0.0 } else { r.span(0.05, 0.5) };
            at
        })
        .collect()
}

/// With `packed` the rotations are what 16 bits can say.
pub fn submotion(r: &mut Rng, name: String, deep: bool, packed: bool) -> Submotion {
    let turn = |r: &mut Rng| {
        let q = r.quat();
        if packed { q.map(|c| (c * 32767.0).round() / 32767.0) } else { q }
    };
    let pose = (
        turn(r),
        if deep || r.chance(2) { [0.0, 0.0, 0.0, 1.0] } else { turn(r) },
        r.vec3(-1.0, 1.0),
        if deep { [1.0; 3] } else { r.scale() },
    );
    let turns = |r: &mut Rng| times(r).into_iter().map(|t| (turn(r), t)).collect::<Keys<_>>();
    let positions = times(r).into_iter().map(|t| (r.vec3(-1.0, 1.0), t)).collect();
    let rotations = turns(r);
    let scales = if deep { Vec::new() } else { times(r).into_iter().map(|t| (r.scale(), t)).collect() };
    let scale_rotations = if deep || r.chance(2) { Vec::new() } else { turns(r) };
    Submotion { name, pose, positions, rotations, scales, scale_rotations }
}
