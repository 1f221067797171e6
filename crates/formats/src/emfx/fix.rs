//! Repairs, recounting and scrubbing.

use super::body::{Body, Nested};
use super::check::{is_unit, number_of, rank};
use super::chunk::Emfx;
use super::maths::{to_f32, unit};
use super::xac::actor::{Actor, SurfaceKind};
use super::xac::types::{Influence, LayerData, Mesh, MorphTarget, NONE, Node, Skin};
use super::xpm::types::MorphTrack;
use super::xsm::types::{Quat, RotationKeys, Submotion, pack};
use std::collections::{HashMap, HashSet};
use wire::Text;

/// Recomputes sizes and counts.
pub fn recount(file: &mut Emfx) {
    for chunk in &mut file.chunks {
        if let Body::LodActor(lod) = &mut chunk.body
            && let Nested::Actor(inner) = &mut lod.file
        {
            recount(inner);
        }
    }
    let (children, roots) = {
        let actor = Actor::new(file);
        let mut children = vec![0_u32; actor.nodes.len()];
        let mut roots = 0_u32;
        for i in 0..actor.nodes.len() {
            match actor.parent(i).and_then(|p| children.get_mut(p)) {
                Some(slot) => *slot += 1,
                None => roots += 1,
            }
        }
        (children, roots)
    };
    let totals: Vec<(u32, bool)> = {
        let actor = Actor::new(file);
        actor.materials.iter().map(|m| (m.lod, matches!(m.kind, SurfaceKind::Fx(_)))).collect()
    };
    let mut number = children.iter();
    for chunk in &mut file.chunks {
        match &mut chunk.body {
            Body::Node(node) => node.children = node.children.map(|_| number.next().copied().unwrap_or(0)),
            Body::Nodes(list) => {
                list.roots = roots;
                for node in &mut list.nodes {
                    node.children = Some(number.next().copied().unwrap_or(0));
                }
            }
            Body::Material(m) if chunk.version >= 2 => {
                m.layers.0.truncate(255);
                m.layer_count = m.layers.0.len() as u8;
            }
            Body::MaterialInfo(info) => {
                let of = |fx: bool| {
                    let here = |m: &&(u32, bool)| info.lod.is_none_or(|l| l == m.0) && m.1 == fx;
                    totals.iter().filter(here).count() as u32
                };
                (info.standard, info.fx) = (of(false), of(true));
                info.total = info.standard + info.fx;
            }
            Body::Mesh(mesh) => mesh_totals(mesh),
            Body::Skin(skin) => local_bones(skin),
            Body::MorphTarget(t) => t.deltas.iter_mut().for_each(even),
            Body::MorphTargets(list) => {
                list.targets.iter_mut().flat_map(|t| &mut t.deltas).for_each(even);
            }
            Body::Wavelet(w) => {
                w.info.chunks = w.chunks.len() as u32;
                w.info.submotions = w.submotions.len() as u32;
                w.mappings.resize(w.submotions.len(), [0; 4]);
            }
            _ => {}
        }
    }
    file.true_sizes();
}

/// All arrays of a delta as long as the shortest.
fn even(d: &mut super::xac::morphs::MeshDeltas) {
    let n = d.positions.len().min(d.normals.len()).min(d.tangents.len()).min(d.vertices.len());
    d.positions.truncate(n);
    d.normals.truncate(n);
    d.tangents.truncate(n);
    d.vertices.truncate(n);
}

fn mesh_totals(mesh: &mut Mesh) {
    mesh.indices = mesh.submeshes.iter().map(|s| s.indices.len() as u32).sum();
    let rows = |l: &super::xac::types::VertexLayer| {
        let bytes = match &l.data {
            LayerData::F32(v) => v.len() * 4,
            LayerData::U32(v) => v.len() * 4,
            LayerData::Bytes(v) => v.len(),
        };
        (l.size > 0).then(|| (bytes / l.size as usize) as u32)
    };
    // What the layers hold decides; the last submesh takes what is over, the surplus is cut from the end.
    if let Some(n) = mesh.layers.iter().filter_map(rows).min() {
        for l in &mut mesh.layers {
            let bytes = l.size as usize * n as usize;
            match &mut l.data {
                LayerData::F32(v) => v.truncate(bytes / 4),
                LayerData::U32(v) => v.truncate(bytes / 4),
                LayerData::Bytes(v) => v.truncate(bytes),
            }
        }
        mesh.vertices = n;
    }
    let mut left = mesh.vertices;
    let last = mesh.submeshes.len().saturating_sub(1);
    for (i, s) in mesh.submeshes.iter_mut().enumerate() {
        s.vertices = if i == last { left } else { s.vertices.min(left) };
        left -= s.vertices;
    }
    if let Some(most) = mesh.originals().and_then(|o| o.iter().max().copied()) {
        mesh.original_vertices = mesh.original_vertices.max(most.saturating_add(1));
    }
}

fn local_bones(skin: &mut Skin) {
    if let Some(count) = &mut skin.local_bones {
        *count = skin.influences.iter().map(|i| i.node).collect::<HashSet<_>>().len() as u32;
    }
}

/// Repairs what can be repaired.
pub fn fix(file: &mut Emfx) {
    file.header.version = [1, 0];
    file.header.multiply_order = file.header.multiply_order.min(1);
    file.trailing.clear();
    file.chunks
        .retain(|c| !matches!(c.body, Body::Unknown(_)) || c.version <= 8 || super::chunk::known_id(c.id));
    for chunk in &mut file.chunks {
        chunk.slack.clear();
        if let Body::LodActor(lod) = &mut chunk.body
            && let Nested::Actor(inner) = &mut lod.file
        {
            fix(inner);
        }
    }
    fix_nodes(file);
    let nodes = Actor::new(file).nodes.len();
    fix_materials(file);
    fix_meshes(file, nodes);
    fix_morphs(file, nodes);
    fix_references(file, nodes);
    fix_motions(file);
    if file.chunks.iter().any(|c| rank(&c.body) < 8) {
        sort(file);
    }
    // A chunk that is larger than the file now says how large it is.
    recount(file);
}

/// Chunks in the order the engine needs, each skin behind its mesh.
fn sort(file: &mut Emfx) {
    let wrong = {
        let ranks: Vec<u8> = file.chunks.iter().map(|c| rank(&c.body)).filter(|r| *r < 8).collect();
        !ranks.is_sorted_by(|a, b| a <= b || (*a == 2 && *b == 1)) || {
            let mut seen = HashSet::new();
            file.chunks.iter().any(|c| match &c.body {
                Body::Mesh(m) => {
                    seen.insert((m.node, m.collision != 0, m.lod.unwrap_or(0)));
                    false
                }
                Body::Skin(s) => !seen.contains(&(s.node, s.collision != 0, s.lod.unwrap_or(0))),
                _ => false,
            })
        }
    };
    if wrong {
        file.chunks.sort_by_key(|c| {
            let kind = u8::from(matches!(c.body, Body::Skin(_)));
            (rank(&c.body), kind)
        });
    }
}

fn each_node(file: &mut Emfx) -> impl Iterator<Item = &mut Node> {
    file.chunks.iter_mut().flat_map(|c| match &mut c.body {
        Body::Node(n) => std::slice::from_mut(&mut **n),
        Body::Nodes(list) => list.nodes.as_mut_slice(),
        _ => &mut [],
    })
}

fn fix_nodes(file: &mut Emfx) {
    let mut names: HashSet<Vec<u8>> = each_node(file).map(|n| n.name.0.clone()).collect();
    let mut used: HashSet<Vec<u8>> = HashSet::new();
    for (i, node) in each_node(file).enumerate() {
        if node.parent != NONE && node.parent as usize >= i {
            node.parent = NONE;
        }
        for q in [&mut node.rotation, &mut node.scale_rotation] {
            if !is_unit(*q) {
                *q = unit(*q).map_or([0.0, 0.0, 0.0, 1.0], to_f32);
            }
        }
        for v in node.position.iter_mut().filter(|v| !v.is_finite()) {
            *v = 0.0;
        }
        for v in node.scale.iter_mut().filter(|v| !v.is_finite()) {
            *v = 1.0;
        }
        if let Some(flags) = &mut node.flags {
            *flags &= 1;
        }
        if node.name.0.is_empty() {
            node.name = format!("node {i}").into();
        }
        let base = node.name.0.clone();
        let mut n = 2;
        while used.contains(&node.name.0) {
            let next: Vec<u8> = base.iter().copied().chain(format!(" {n}").into_bytes()).collect();
            if !names.contains(&next) {
                node.name = Text(next);
            }
            n += 1;
        }
        names.insert(node.name.0.clone());
        used.insert(node.name.0.clone());
    }
}

fn fix_materials(file: &mut Emfx) {
    let numbers: HashMap<usize, usize> = {
        let actor = Actor::new(file);
        (0..actor.materials.len())
            .filter_map(|i| Some((actor.materials.get(i)?.chunk, number_of(&actor, i))))
            .collect()
    };
    let count = numbers.len();
    for (i, chunk) in file.chunks.iter_mut().enumerate() {
        if let Body::Material(m) = &mut chunk.body {
            let own = numbers.get(&i).copied().unwrap_or(0) as u16;
            let colors = [&mut m.ambient, &mut m.diffuse, &mut m.specular, &mut m.emissive];
            let numbers =
                [(&mut m.shine, 0.0), (&mut m.shine_strength, 0.0), (&mut m.opacity, 1.0), (&mut m.ior, 1.5)];
            for v in colors.into_iter().flatten().filter(|v| !v.is_finite()) {
                *v = 1.0;
            }
            for (v, usual) in numbers {
                if !v.is_finite() {
                    *v = usual;
                }
            }
            for layer in &mut m.layers.0 {
                layer.material = own;
                for (v, usual) in [
                    (&mut layer.amount, 1.0),
                    (&mut layer.u_offset, 0.0),
                    (&mut layer.v_offset, 0.0),
                    (&mut layer.u_tiling, 1.0),
                    (&mut layer.v_tiling, 1.0),
                    (&mut layer.rotation, 0.0),
                ] {
                    if !v.is_finite() {
                        *v = usual;
                    }
                }
            }
        }
    }
    file.chunks.retain(|c| !matches!(&c.body, Body::MaterialLayer(l) if usize::from(l.material) >= count));
}

fn fix_meshes(file: &mut Emfx, nodes: usize) {
    let materials: Vec<u32> = Actor::new(file).materials.iter().map(|m| m.lod).collect();
    let known = |lod: u32, index: u32| {
        let lod = if materials.contains(&lod) { lod } else { 0 };
        (index as usize) < materials.iter().filter(|l| **l == lod).count()
    };
    let mut originals: HashMap<(u32, bool, u32), u32> = HashMap::new();
    for chunk in &mut file.chunks {
        let Body::Mesh(mesh) = &mut chunk.body else { continue };
        let lod = mesh.lod.unwrap_or(0);
        mesh_totals(mesh);
        for layer in &mut mesh.layers {
            if let LayerData::F32(values) = &mut layer.data {
                values.iter_mut().filter(|v| !v.is_finite()).for_each(|v| *v = 0.0);
            }
        }
        for s in &mut mesh.submeshes {
            let limit = s.vertices;
            let good = s.indices.as_chunks::<3>().0.iter().filter(|t| t.iter().all(|i| *i < limit));
            s.indices = good.flatten().copied().collect();
            if !known(lod, s.material) {
                s.material = 0;
            }
            s.bones.retain(|b| (*b as usize) < nodes);
        }
        if mesh.originals().is_none() && mesh.vertices > 0 {
            let data = LayerData::U32((0..mesh.vertices).collect());
            let layer = super::xac::types::VertexLayer {
                kind: super::xac::types::ORIGINAL,
                size: 4,
                keep_originals: 0,
                is_scale: 0,
                pad: [0; 2],
                data,
            };
            mesh.layers.retain(|l| l.kind != super::xac::types::ORIGINAL);
            mesh.layers.insert(0, layer);
            mesh.original_vertices = mesh.vertices;
        }
        originals.insert((mesh.node, mesh.collision != 0, lod), mesh.original_vertices);
    }
    file.chunks.retain_mut(|chunk| match &mut chunk.body {
        Body::Mesh(m) => (m.node as usize) < nodes,
        Body::Skin(s) => {
            let mesh = originals.get(&(s.node, s.collision != 0, s.lod.unwrap_or(0)));
            if let Some(count) = mesh.filter(|_| (s.node as usize) < nodes) {
                fix_skin(s, *count as usize, nodes);
            }
            mesh.is_some() && (s.node as usize) < nodes
        }
        _ => true,
    });
}

/// Rebuilds a skin whose weights, nodes or table are wrong; a sound one stays as it is.
fn fix_skin(skin: &mut Skin, count: usize, nodes: usize) {
    let total = skin.influences.len() as u64;
    let sound = |i: &Influence| i.weight.is_finite() && i.weight >= 0.0 && usize::from(i.node) < nodes;
    let entry = |[s, n]: &[u32; 2]| u64::from(*s) + u64::from(*n) <= total && *n <= 4;
    let sums = (0..skin.table.len() as u32).all(|o| {
        let own = skin.of(o);
        own.is_empty() || (own.iter().map(|i| i.weight).sum::<f32>() - 1.0).abs() <= 1e-3
    });
    if skin.table.len() == count && skin.table.iter().all(entry) && skin.influences.iter().all(sound) && sums
    {
        return;
    }
    let mut influences: Vec<Influence> = Vec::new();
    let mut table = Vec::with_capacity(count);
    for o in 0..count as u32 {
        let mut own: Vec<Influence> =
            skin.of(o).iter().filter(|i| sound(i) && i.weight > 0.0).copied().collect();
        own.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        own.truncate(4);
        let sum: f32 = own.iter().map(|i| i.weight).sum();
        if own.is_empty() || !sum.is_finite() {
            own = vec![Influence { weight: 1.0, node: skin.node as u16, pad: [0; 2] }];
        } else {
            for i in &mut own {
                i.weight /= sum;
            }
        }
        table.push([influences.len() as u32, own.len() as u32]);
        influences.extend(own);
    }
    (skin.influences, skin.table) = (influences, table);
}

fn each_target(file: &mut Emfx) -> impl Iterator<Item = &mut MorphTarget> {
    file.chunks.iter_mut().flat_map(|c| match &mut c.body {
        Body::MorphTarget(t) => std::slice::from_mut(t),
        Body::MorphTargets(list) => list.targets.as_mut_slice(),
        _ => &mut [],
    })
}

fn fix_morphs(file: &mut Emfx, nodes: usize) {
    let vertices: HashMap<(u32, u32), u32> = Actor::new(file)
        .meshes
        .iter()
        .filter(|m| m.1.collision == 0)
        .map(|m| ((m.1.node, m.1.lod.unwrap_or(0)), m.1.vertices))
        .collect();
    let range = |min: &mut f32, max: &mut f32, high: f32| {
        if !min.is_finite() || !max.is_finite() {
            (*min, *max) = (0.0, high);
        } else if *min > *max {
            std::mem::swap(min, max);
        }
    };
    for t in each_target(file) {
        range(&mut t.range_min, &mut t.range_max, 1.0);
        let lod = t.lod;
        t.deltas.retain(|d| vertices.contains_key(&(d.node, lod)));
        for d in &mut t.deltas {
            even(d);
            // The wrong way round, the values run the other way.
            if d.min.is_finite() && d.max.is_finite() && d.min > d.max {
                d.positions.iter_mut().flatten().for_each(|v| *v = 65535 - *v);
            }
            range(&mut d.min, &mut d.max, 0.0);
            let limit = vertices.get(&(d.node, lod)).copied().unwrap_or(0);
            let keep: Vec<bool> = d.vertices.iter().map(|v| *v < limit).collect();
            retain(&mut d.positions, &keep);
            retain(&mut d.normals, &keep);
            retain(&mut d.tangents, &keep);
            retain(&mut d.vertices, &keep);
        }
        t.transforms.retain(|x| {
            let numbers = x.rotation.iter().chain(&x.scale_rotation).chain(&x.position).chain(&x.scale);
            (x.node as usize) < nodes && numbers.clone().all(|v| v.is_finite())
        });
    }
}

fn retain<T>(list: &mut Vec<T>, keep: &[bool]) {
    let mut keep = keep.iter();
    list.retain(|_| keep.next() == Some(&true));
}

fn fix_references(file: &mut Emfx, nodes: usize) {
    let fits = |n: u32| (n as usize) < nodes;
    file.chunks.retain_mut(|chunk| match &mut chunk.body {
        Body::Limit(l) => fits(l.node),
        Body::NodeGroups(g) => {
            g.groups.iter_mut().for_each(|g| g.nodes.retain(|n| fits(u32::from(*n))));
            true
        }
        Body::MotionSources(l) => {
            l.nodes
                .iter_mut()
                .filter(|n| **n != u16::MAX && !fits(u32::from(**n)))
                .for_each(|n| *n = u16::MAX);
            true
        }
        Body::Attachments(l) => {
            l.nodes.retain(|n| fits(u32::from(*n)));
            true
        }
        Body::ActorInfo(info) => {
            for node in [&mut info.repositioning_node, &mut info.trajectory_node, &mut info.extraction_node] {
                if node.is_some_and(|n| n != NONE && !fits(n)) {
                    *node = Some(NONE);
                }
            }
            true
        }
        _ => true,
    });
}

fn fix_motions(file: &mut Emfx) {
    let mut names: HashSet<Vec<u8>> = HashSet::new();
    file.chunks.retain_mut(|chunk| match &mut chunk.body {
        Body::Submotion(s) => {
            fix_submotion(s);
            names.insert(s.name.0.clone())
        }
        Body::Submotions(list) => {
            list.iter_mut().for_each(fix_submotion);
            list.retain(|s| names.insert(s.name.0.clone()));
            true
        }
        Body::MorphTrack(t) => {
            fix_track(t);
            names.insert(t.name.0.clone())
        }
        Body::MorphTracks(list) => {
            list.iter_mut().for_each(fix_track);
            list.retain(|t| names.insert(t.name.0.clone()));
            true
        }
        _ => true,
    });
}

/// Sorted, finite, no time twice.
fn ordered<T>(keys: &mut Vec<T>, time: impl Fn(&T) -> f32, fine: impl Fn(&T) -> bool) {
    keys.retain(|k| time(k).is_finite() && time(k) >= 0.0 && fine(k));
    keys.sort_by(|a, b| time(a).total_cmp(&time(b)));
    keys.dedup_by(|later, earlier| time(later) == time(earlier));
}

/// Finite, sorted, of length one.
pub fn fix_submotion(s: &mut Submotion) {
    let whole = [0.0, 0.0, 0.0, 1.0];
    for q in
        [&mut s.pose_rotation, &mut s.bind_rotation, &mut s.pose_scale_rotation, &mut s.bind_scale_rotation]
    {
        if !is_unit(q.floats()) {
            let good = unit(q.floats()).map_or(whole, to_f32);
            *q = match q {
                Quat::F32(_) => Quat::F32(good),
                Quat::Q16(_) => Quat::Q16(pack(good)),
            };
        }
    }
    for v in s.pose_position.iter_mut().chain(&mut s.bind_position).filter(|v| !v.is_finite()) {
        *v = 0.0;
    }
    for v in s.pose_scale.iter_mut().chain(&mut s.bind_scale).filter(|v| !v.is_finite()) {
        *v = 1.0;
    }
    for keys in [&mut s.positions, &mut s.scales] {
        ordered(keys, |[_, _, _, t]| *t, |k| k.iter().all(|v| v.is_finite()));
    }
    for keys in [&mut s.rotations, &mut s.scale_rotations] {
        match keys {
            RotationKeys::F32(list) => {
                ordered(list, |[.., t]| *t, |[x, y, z, w, _]| unit([*x, *y, *z, *w]).is_some());
                for [x, y, z, w, _] in list {
                    if !is_unit([*x, *y, *z, *w]) {
                        [*x, *y, *z, *w] = unit([*x, *y, *z, *w]).map_or(whole, to_f32);
                    }
                }
            }
            RotationKeys::Q16(list) => {
                ordered(list, |k| k.time, |k| k.value != [0; 4]);
                for k in list {
                    let q = super::xsm::types::unpack(k.value);
                    if !is_unit(q) {
                        k.value = pack(unit(q).map_or(whole, to_f32));
                    }
                }
            }
        }
    }
}

/// Finite and sorted.
pub fn fix_track(t: &mut MorphTrack) {
    if !t.min.is_finite() || !t.max.is_finite() {
        (t.min, t.max) = (0.0, 1.0);
    }
    if !t.pose_weight.is_finite() {
        t.pose_weight = 0.0;
    }
    ordered(&mut t.keys, |k| k.time, |_| true);
}

/// Removes folders (they hold user names) from the file an exporter worked on; returns what it was.
pub fn scrub(file: &mut Emfx) -> Vec<String> {
    let mut out = Vec::new();
    let mut cut = |what: &str, text: &mut Text| {
        let at = text.0.iter().rposition(|b| matches!(b, b'\\' | b'/' | b':'));
        if let Some(name) = at.and_then(|i| text.0.get(i + 1..)).map(<[u8]>::to_vec) {
            out.push(format!("{what} {:?}", text.lossy()));
            *text = Text(name);
        }
    };
    for chunk in &mut file.chunks {
        match &mut chunk.body {
            Body::ActorInfo(i) => cut("original file", &mut i.original_file),
            Body::MotionInfo(i) => cut("original file", &mut i.original_file),
            Body::MorphInfo(i) => cut("original file", &mut i.original_file),
            _ => {}
        }
    }
    for chunk in &mut file.chunks {
        if let Body::LodActor(lod) = &mut chunk.body {
            if let Nested::Actor(inner) = &mut lod.file {
                let inside = scrub(inner);
                if !inside.is_empty() {
                    lod.size = inner.to_bytes().len() as u32;
                    chunk.size = lod.size + 8;
                }
                out.extend(inside);
            }
        } else if matches!(chunk.body, Body::ActorInfo(_) | Body::MotionInfo(_) | Body::MorphInfo(_))
            && !out.is_empty()
            && chunk.size != 0
        {
            chunk.size = chunk_size(chunk);
        }
    }
    if !out.is_empty()
        && let Some(mut wrapper) = file.wrapper.take()
    {
        wrapper.byte_count = file.to_bytes().len() as u32;
        file.wrapper = Some(wrapper);
    }
    out
}

fn chunk_size(chunk: &super::chunk::Chunk) -> u32 {
    let mut w = wire::Writer::new(wire::Endian::Little);
    chunk.body.write(&mut w, chunk.version);
    (w.len() + chunk.slack.len()) as u32
}
