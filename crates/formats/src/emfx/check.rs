//! Rules of the family. Repairs are in `fix.rs`.

use super::body::{Body, Nested};
use super::chunk::{Emfx, Magic};
use super::codes;
use super::xac::actor::{Actor, Surface, SurfaceKind};
use super::xac::types::{
    COLOR32, COLOR128, LayerData, Mesh, NONE, NORMAL, Node, ORIGINAL, POSITION, Skin, TANGENT, UV,
};
use super::xpm::types::MorphTrack;
use super::xsm::types::{Quat, Submotion};
use super::xsmtime::XsmTime;
use std::collections::{HashMap, HashSet};
use wire::{Code, Sink};

/// Looks for everything that is wrong.
pub fn check(file: &Emfx, sink: &mut Sink) {
    match file.header.magic {
        Magic::Xac => actor(file, sink),
        Magic::Xsm => motion(file, sink),
        Magic::Xpm => morph_motion(file, sink),
    }
    for (i, chunk) in file.chunks.iter().enumerate() {
        if let Body::LodActor(lod) = &chunk.body
            && let Nested::Actor(inner) = &lod.file
        {
            let start = sink.findings().len();
            check(inner, sink);
            sink.prefix_from(start, &format!("chunks[{i}].lod_actor.file"));
        }
    }
}

/// Times of a companion file.
pub fn xsmtime(file: &XsmTime, sink: &mut Sink) {
    for (i, pair) in file.items.windows(2).enumerate() {
        if let [a, b] = pair
            && (b.time < a.time || b.time.is_nan())
        {
            let text = format!("time {} follows {}", b.time, a.time);
            sink.push(&codes::KEY_TIME, format!("items[{}].time", i + 1), text);
        }
    }
    if !file.trailing.is_empty() {
        sink.push(
            &codes::TRAILING,
            "trailing",
            format!("{} bytes behind the last item", file.trailing.len()),
        );
    }
}

fn actor(file: &Emfx, sink: &mut Sink) {
    let actor = Actor::new(file);
    if actor.nodes.is_empty() {
        sink.push(&codes::NO_NODES, "chunks", "there is no chunk of nodes");
    }
    nodes(file, &actor, sink);
    materials(file, &actor, sink);
    meshes(&actor, sink);
    skins(&actor, sink);
    morphs(&actor, sink);
    references(file, actor.nodes.len(), sink);
    order(file, sink);
    let mut levels: Vec<u32> = actor.lods.iter().map(|l| l.1.level).collect();
    if levels != actor.nested_levels()
        && let Some((chunk, _)) = actor.lods.first()
    {
        levels.sort_unstable();
        let text = format!("levels {levels:?} are taken in order of appearance");
        sink.push(&codes::LOD_LEVEL, format!("chunks[{chunk}].lod_actor.level"), text);
    }
}

/// Whether a quaternion is finite and of length one.
pub fn is_unit(q: [f32; 4]) -> bool {
    let len = q.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt();
    (len - 1.0).abs() < 1e-2
}

fn nodes(file: &Emfx, actor: &Actor<'_>, sink: &mut Sink) {
    let mut names: HashMap<&[u8], usize> = HashMap::new();
    let mut children = vec![0_u32; actor.nodes.len()];
    for i in 0..actor.nodes.len() {
        if let Some(slot) = actor.parent(i).and_then(|p| children.get_mut(p)) {
            *slot += 1;
        }
    }
    for (i, (path, node)) in actor.nodes.iter().enumerate() {
        if node.parent != NONE && node.parent as usize >= i {
            let text = format!("parent {} of node {i} does not come before it", node.parent);
            sink.push(&codes::NODE_PARENT, format!("{path}.parent"), text);
        }
        if node.name.0.is_empty() {
            sink.push(&codes::NODE_NAME_EMPTY, format!("{path}.name"), format!("node {i} has no name"));
        } else if let Some(first) = names.insert(node.name.as_bytes(), i) {
            let text = format!("node {i} has the name {:?} of node {first}", node.name);
            sink.push(&codes::NODE_NAME_TWICE, format!("{path}.name"), text);
        }
        one_node(path, node, children.get(i).copied().unwrap_or(0), sink);
    }
    // Garbage of the exporter: once, not for each of hundreds of nodes.
    let mut odd = actor.nodes.iter().filter_map(|(path, n)| Some((path, n.flags.filter(|f| *f > 1)?)));
    if let Some((path, flags)) = odd.next() {
        let more = odd.count();
        let others = if more > 0 { format!(", as do {more} other nodes") } else { String::new() };
        let text = format!("flags {flags:#04x} have bits without meaning{others}; only bit 0 counts");
        sink.push(&codes::NODE_FLAGS, format!("{path}.flags"), text);
    }
    for (i, chunk) in file.chunks.iter().enumerate() {
        if let Body::Nodes(list) = &chunk.body {
            let roots = (0..actor.nodes.len()).filter(|n| actor.parent(*n).is_none()).count();
            if actor.nodes.len() == list.nodes.len() && list.roots as usize != roots {
                let text = format!("{} roots are counted, there are {roots}", list.roots);
                sink.push(&codes::NODE_COUNTS, format!("chunks[{i}].nodes.roots"), text);
            }
        }
    }
}

fn one_node(path: &str, node: &Node, children: u32, sink: &mut Sink) {
    for (field, q) in [("rotation", node.rotation), ("scale_rotation", node.scale_rotation)] {
        if !is_unit(q) {
            sink.push(&codes::NODE_QUAT, format!("{path}.{field}"), format!("{q:?} is not of length 1"));
        }
    }
    for (field, v) in [("position", node.position), ("scale", node.scale)] {
        if v.iter().any(|c| !c.is_finite()) {
            sink.push(&codes::NODE_VALUE, format!("{path}.{field}"), format!("{v:?} is not finite"));
        }
    }
    if node.children.is_some_and(|c| c != children) {
        let text = format!("{} children are counted, there are {children}", node.children.unwrap_or(0));
        sink.push(&codes::NODE_COUNTS, format!("{path}.children"), text);
    }
}

fn materials(file: &Emfx, actor: &Actor<'_>, sink: &mut Sink) {
    for (i, chunk) in file.chunks.iter().enumerate() {
        if let Body::MaterialInfo(info) = &chunk.body {
            let lod = info.lod.unwrap_or(0);
            let of_lod: Vec<&Surface<'_>> =
                actor.materials.iter().filter(|m| info.lod.is_none() || m.lod == lod).collect();
            let fx = of_lod.iter().filter(|m| matches!(m.kind, SurfaceKind::Fx(_))).count() as u32;
            let total = of_lod.len() as u32;
            if (info.total, info.standard, info.fx) != (total, total - fx, fx) {
                let text = format!(
                    "{} materials are counted ({} standard, {} fx), there are {total} ({}, {fx})",
                    info.total,
                    info.standard,
                    info.fx,
                    total - fx
                );
                sink.push(&codes::MATERIAL_COUNT, format!("chunks[{i}].material_info.total"), text);
            }
        }
        if let Body::MaterialLayer(layer) = &chunk.body
            && usize::from(layer.material) >= actor.materials.len()
        {
            let text = format!("there is no material {}", layer.material);
            sink.push(&codes::MATERIAL_LAYER, format!("chunks[{i}].material_layer.material"), text);
        }
    }
    for (number, m) in actor.materials.iter().enumerate() {
        let SurfaceKind::Standard(s) = m.kind else { continue };
        let path = format!("chunks[{}].material", m.chunk);
        let numbers = [s.shine, s.shine_strength, s.opacity, s.ior];
        let colors = s.ambient.iter().chain(&s.diffuse).chain(&s.specular).chain(&s.emissive);
        if colors.chain(&numbers).any(|v| !v.is_finite()) {
            sink.push(&codes::MATERIAL_VALUE, path.clone(), "a colour or number is not finite");
        }
        let own = number_of(actor, number);
        for (n, layer) in s.layers.0.iter().enumerate() {
            if usize::from(layer.material) != own {
                let text = format!("the layer names material {}, its own is {own}", layer.material);
                sink.push(&codes::MATERIAL_LAYER, format!("{path}.layers[{n}].material"), text);
            }
            let numbers = [
                layer.amount,
                layer.u_offset,
                layer.v_offset,
                layer.u_tiling,
                layer.v_tiling,
                layer.rotation,
            ];
            if numbers.iter().any(|v| !v.is_finite()) {
                sink.push(&codes::MATERIAL_VALUE, format!("{path}.layers[{n}]"), "a number is not finite");
            }
        }
    }
}

/// The number of a material within its level of detail.
pub fn number_of(actor: &Actor<'_>, index: usize) -> usize {
    let lod = actor.materials.get(index).map_or(0, |m| m.lod);
    actor.materials.iter().take(index).filter(|m| m.lod == lod).count()
}

fn meshes(actor: &Actor<'_>, sink: &mut Sink) {
    let mut owners: HashSet<(u32, bool, u32)> = HashSet::new();
    for (chunk, mesh) in &actor.meshes {
        let path = format!("chunks[{chunk}].mesh");
        if mesh.node as usize >= actor.nodes.len() {
            sink.push(&codes::MESH_NODE, format!("{path}.node"), format!("there is no node {}", mesh.node));
        }
        if !owners.insert((mesh.node, mesh.collision != 0, mesh.lod.unwrap_or(0))) {
            let text = format!("node {} has another mesh of this kind", mesh.node);
            sink.push(&codes::MESH_TWICE, format!("{path}.node"), text);
        }
        layers(mesh, &path, sink);
        submeshes(actor, mesh, &path, sink);
    }
}

fn layers(mesh: &Mesh, path: &str, sink: &mut Sink) {
    let mut seen = HashSet::new();
    for (i, layer) in mesh.layers.iter().enumerate() {
        let at = format!("{path}.layers[{i}]");
        let usual = match layer.kind {
            POSITION | NORMAL => Some(12),
            TANGENT | COLOR128 => Some(16),
            UV => Some(8),
            COLOR32 | ORIGINAL => Some(4),
            _ => None,
        };
        let once = matches!(layer.kind, POSITION | NORMAL | ORIGINAL);
        if usual != Some(layer.size) {
            let text = format!("layer of kind {} has {} bytes per vertex", layer.kind, layer.size);
            sink.push(&codes::MESH_LAYER, format!("{at}.size"), text);
        } else if once && !seen.insert(layer.kind) {
            sink.push(
                &codes::MESH_LAYER,
                format!("{at}.kind"),
                format!("a second layer of kind {}", layer.kind),
            );
        }
        if let LayerData::F32(values) = &layer.data
            && values.iter().any(|v| !v.is_finite())
        {
            let n = values.iter().filter(|v| !v.is_finite()).count();
            sink.push(&codes::MESH_VALUE, format!("{at}.data"), format!("{n} numbers are not finite"));
        }
    }
    if mesh.vertices > 0 && mesh.layers_of(POSITION).next().is_none() {
        sink.push(&codes::MESH_NO_POSITIONS, format!("{path}.layers"), "there is no layer of kind 0");
    }
    match mesh.originals() {
        None if mesh.vertices > 0 => {
            sink.push(&codes::MESH_ORIGINALS, format!("{path}.layers"), "there is no layer of kind 5");
        }
        Some(list) if list.iter().any(|o| *o >= mesh.original_vertices) => {
            let most = list.iter().max().copied().unwrap_or(0);
            let text =
                format!("{} original vertices are counted, number {most} is used", mesh.original_vertices);
            sink.push(&codes::MESH_ORIGINALS, format!("{path}.original_vertices"), text);
        }
        _ => {}
    }
}

fn submeshes(actor: &Actor<'_>, mesh: &Mesh, path: &str, sink: &mut Sink) {
    let vertices: u64 = mesh.submeshes.iter().map(|s| u64::from(s.vertices)).sum();
    let indices: u64 = mesh.submeshes.iter().map(|s| s.indices.len() as u64).sum();
    if vertices != u64::from(mesh.vertices) {
        let text = format!("{} vertices are counted, submeshes have {vertices}", mesh.vertices);
        sink.push(&codes::MESH_TOTALS, format!("{path}.vertices"), text);
    }
    if indices != u64::from(mesh.indices) {
        let text = format!("{} indices are counted, submeshes have {indices}", mesh.indices);
        sink.push(&codes::MESH_TOTALS, format!("{path}.indices"), text);
    }
    for (i, s) in mesh.submeshes.iter().enumerate() {
        let at = format!("{path}.submeshes[{i}]");
        if !s.indices.len().is_multiple_of(3) {
            let text = format!("{} indices are no multiple of 3", s.indices.len());
            sink.push(&codes::MESH_TRIANGLES, format!("{at}.index_count"), text);
        }
        let bad = s.indices.iter().filter(|v| **v >= s.vertices).count();
        if bad > 0 {
            let text = format!("{bad} indices are not below the {} vertices of the submesh", s.vertices);
            sink.push(&codes::MESH_INDICES, format!("{at}.indices"), text);
        }
        if actor.material(mesh.lod.unwrap_or(0), s.material).is_none() {
            let text = format!("there is no material {}", s.material);
            sink.push(&codes::MESH_MATERIAL, format!("{at}.material"), text);
        }
        if s.bones.iter().any(|b| *b as usize >= actor.nodes.len()) {
            sink.push(&codes::REFERENCE, format!("{at}.bones"), "a bone of the palette does not exist");
        }
    }
}

fn skins(actor: &Actor<'_>, sink: &mut Sink) {
    for (chunk, skin) in &actor.skins {
        let path = format!("chunks[{chunk}].skin");
        let key = (skin.node, skin.collision != 0, skin.lod.unwrap_or(0));
        let of = |m: &Mesh| (m.node, m.collision != 0, m.lod.unwrap_or(0));
        let mesh = actor.meshes.iter().find(|m| of(m.1) == key && m.0 < *chunk).map(|m| m.1);
        if skin.node as usize >= actor.nodes.len() {
            sink.push(&codes::MESH_NODE, format!("{path}.node"), format!("there is no node {}", skin.node));
        }
        match mesh {
            None => sink.push(
                &codes::SKIN_NO_MESH,
                format!("{path}.node"),
                format!("node {} has no mesh", skin.node),
            ),
            Some(mesh) if mesh.original_vertices as usize != skin.table.len() => {
                let text = format!("{} entries, the mesh has {}", skin.table.len(), mesh.original_vertices);
                sink.push(&codes::SKIN_TABLE, format!("{path}.table"), text);
            }
            Some(_) => {}
        }
        one_skin(actor, skin, &path, sink);
    }
}

fn one_skin(actor: &Actor<'_>, skin: &Skin, path: &str, sink: &mut Sink) {
    let say = |sink: &mut Sink, code: &'static Code, field: &str, n: usize, what: &str| {
        if n > 0 {
            sink.push(code, format!("{path}.{field}"), format!("{n} {what}"));
        }
    };
    let total = skin.influences.len() as u64;
    let outside = skin.table.iter().filter(|[s, n]| u64::from(*s) + u64::from(*n) > total).count();
    say(sink, &codes::SKIN_TABLE, "table", outside, "entries point outside of the influences");
    let missing = skin.influences.iter().filter(|i| usize::from(i.node) >= actor.nodes.len()).count();
    say(sink, &codes::SKIN_NODE, "influences", missing, "influences name nodes that do not exist");
    let bad = skin.influences.iter().filter(|i| !i.weight.is_finite() || i.weight < 0.0).count();
    say(sink, &codes::SKIN_WEIGHT, "influences", bad, "weights are not finite or negative");
    let (mut sums, mut many) = (0_usize, 0_usize);
    for original in 0..skin.table.len() as u32 {
        let own = skin.of(original);
        let sum: f32 = own.iter().map(|i| i.weight).sum();
        sums += usize::from(!own.is_empty() && sum.is_finite() && (sum - 1.0).abs() > 1e-3);
        many += usize::from(own.len() > 4);
    }
    say(sink, &codes::SKIN_SUM, "influences", sums, "vertices have weights that do not sum to 1");
    say(sink, &codes::SKIN_INFLUENCES, "table", many, "vertices have more than four influences");
    let distinct = skin.influences.iter().map(|i| i.node).collect::<HashSet<_>>().len() as u32;
    if skin.local_bones.is_some_and(|n| n != distinct) {
        let text = format!("{} nodes are counted, {distinct} are used", skin.local_bones.unwrap_or(0));
        sink.push(&codes::SKIN_LOCAL_BONES, format!("{path}.local_bones"), text);
    }
}

fn morphs(actor: &Actor<'_>, sink: &mut Sink) {
    for (path, t) in &actor.targets {
        if t.range_min > t.range_max || !t.range_min.is_finite() || !t.range_max.is_finite() {
            let text = format!("range {} to {}", t.range_min, t.range_max);
            sink.push(&codes::MORPH_VALUE, format!("{path}.range_min"), text);
        }
        for (i, d) in t.deltas.iter().enumerate() {
            let at = format!("{path}.deltas[{i}]");
            if d.min > d.max || !d.min.is_finite() || !d.max.is_finite() {
                let text = format!("range {} to {}", d.min, d.max);
                sink.push(&codes::MORPH_VALUE, format!("{at}.min"), text);
            }
            let of = |m: &Mesh| m.node == d.node && m.collision == 0 && m.lod.unwrap_or(0) == t.lod;
            let Some((_, mesh)) = actor.meshes.iter().find(|m| of(m.1)) else {
                let text = format!("node {} has no mesh of level {}", d.node, t.lod);
                sink.push(&codes::MORPH_NODE, format!("{at}.node"), text);
                continue;
            };
            let outside = d.vertices.iter().filter(|v| **v >= mesh.vertices).count();
            if outside > 0 {
                let text = format!("{outside} vertices are not below the {} of the mesh", mesh.vertices);
                sink.push(&codes::MORPH_VERTEX, format!("{at}.vertices"), text);
            } else if d.vertices.len() > mesh.vertices as usize {
                let text = format!("{} changes, the mesh has {} vertices", d.vertices.len(), mesh.vertices);
                sink.push(&codes::MORPH_COUNT, format!("{at}.vertex_count"), text);
            }
        }
        for (i, x) in t.transforms.iter().enumerate() {
            if x.node as usize >= actor.nodes.len() {
                let at = format!("{path}.transforms[{i}].node");
                sink.push(&codes::MORPH_NODE, at, format!("there is no node {}", x.node));
            }
            let numbers = x.rotation.iter().chain(&x.scale_rotation).chain(&x.position).chain(&x.scale);
            if numbers.clone().any(|v| !v.is_finite()) {
                sink.push(&codes::MORPH_VALUE, format!("{path}.transforms[{i}]"), "a number is not finite");
            }
        }
    }
}

fn references(file: &Emfx, nodes: usize, sink: &mut Sink) {
    let mut say = |path: String, n: u64| {
        if n >= nodes as u64 {
            sink.push(&codes::REFERENCE, path, format!("there is no node {n}"));
        }
    };
    for (i, chunk) in file.chunks.iter().enumerate() {
        match &chunk.body {
            Body::Limit(l) => say(format!("chunks[{i}].limit.node"), u64::from(l.node)),
            Body::NodeGroups(g) => {
                for (n, group) in g.groups.iter().enumerate() {
                    for node in &group.nodes {
                        say(format!("chunks[{i}].node_groups[{n}].nodes"), u64::from(*node));
                    }
                }
            }
            Body::MotionSources(l) => {
                for node in l.nodes.iter().filter(|n| **n != u16::MAX) {
                    say(format!("chunks[{i}].motion_sources.nodes"), u64::from(*node));
                }
            }
            Body::Attachments(l) => {
                for node in &l.nodes {
                    say(format!("chunks[{i}].attachments.nodes"), u64::from(*node));
                }
            }
            Body::ActorInfo(info) => {
                for (name, node) in [
                    ("repositioning_node", info.repositioning_node),
                    ("trajectory_node", info.trajectory_node),
                    ("extraction_node", info.extraction_node),
                ] {
                    if let Some(node) = node.filter(|n| *n != NONE) {
                        say(format!("chunks[{i}].actor_info.{name}"), u64::from(node));
                    }
                }
            }
            _ => {}
        }
    }
}

/// What a chunk needs before it: nodes, materials, its mesh.
pub fn rank(body: &Body) -> u8 {
    match body {
        Body::ActorInfo(_) => 0,
        Body::Node(_) | Body::Nodes(_) => 1,
        Body::Limit(_) | Body::NodeGroups(_) | Body::MotionSources(_) | Body::Attachments(_) => 2,
        Body::MaterialInfo(_) => 3,
        Body::Material(_) | Body::FxMaterial(_) | Body::MaterialLayer(_) => 4,
        Body::Mesh(_) | Body::Skin(_) => 5,
        Body::LodActor(_) => 6,
        Body::MorphTarget(_) | Body::MorphTargets(_) => 7,
        _ => 8,
    }
}

fn order(file: &Emfx, sink: &mut Sink) {
    let last = |rank_of: u8| file.chunks.iter().rposition(|c| rank(&c.body) == rank_of);
    for (i, chunk) in file.chunks.iter().enumerate() {
        let needs: &[(u8, &str)] = match rank(&chunk.body) {
            2 => &[(1, "nodes")],
            5 => &[(1, "nodes"), (4, "materials")],
            7 => &[(1, "nodes"), (5, "meshes")],
            _ => &[],
        };
        for (needed, what) in needs {
            if last(*needed).is_some_and(|l| l > i) {
                let text = format!("chunk {} comes before {what}, which it needs", chunk.id);
                sink.push(&codes::CHUNK_ORDER, format!("chunks[{i}]"), text);
                return;
            }
        }
    }
}

fn motion(file: &Emfx, sink: &mut Sink) {
    let mut names: HashSet<&[u8]> = HashSet::new();
    let mut count = 0_usize;
    for (i, chunk) in file.chunks.iter().enumerate() {
        let list: Vec<(String, &Submotion)> = match &chunk.body {
            Body::Submotion(s) => vec![(format!("chunks[{i}].submotion"), s)],
            Body::Submotions(list) => {
                list.iter().enumerate().map(|(n, s)| (format!("chunks[{i}].submotions[{n}]"), s)).collect()
            }
            Body::Wavelet(_) => {
                sink.push(&codes::WAVELET, format!("chunks[{i}].wavelet"), "the chunk is kept, not decoded");
                count += 1;
                Vec::new()
            }
            _ => Vec::new(),
        };
        count += list.len();
        for (path, s) in list {
            if !names.insert(s.name.as_bytes()) {
                let text = format!("a second track of {:?}", s.name);
                sink.push(&codes::TRACK_TWICE, format!("{path}.name"), text);
            }
            submotion(&path, s, sink);
        }
    }
    if count == 0 {
        sink.push(&codes::NO_TRACKS, "chunks", "there are no submotions");
    }
}

fn submotion(path: &str, s: &Submotion, sink: &mut Sink) {
    let poses = [
        ("pose_rotation", &s.pose_rotation),
        ("bind_rotation", &s.bind_rotation),
        ("pose_scale_rotation", &s.pose_scale_rotation),
        ("bind_scale_rotation", &s.bind_scale_rotation),
    ];
    for (field, q) in poses {
        quat(&format!("{path}.{field}"), q, sink);
    }
    for (field, v) in [
        ("pose_position", s.pose_position),
        ("pose_scale", s.pose_scale),
        ("bind_position", s.bind_position),
        ("bind_scale", s.bind_scale),
    ] {
        if v.iter().any(|c| !c.is_finite()) {
            sink.push(&codes::KEY_VALUE, format!("{path}.{field}"), format!("{v:?} is not finite"));
        }
    }
    for (field, keys) in [("positions", &s.positions), ("scales", &s.scales)] {
        let at = format!("{path}.{field}");
        times(&at, keys.iter().map(|[_, _, _, t]| *t), [&codes::KEY_TIME, &codes::KEY_TWICE], true, sink);
        if keys.iter().any(|[x, y, z, _]| !(x.is_finite() && y.is_finite() && z.is_finite())) {
            sink.push(&codes::KEY_VALUE, at, "a key is not finite");
        }
    }
    for (field, keys) in [("rotations", &s.rotations), ("scale_rotations", &s.scale_rotations)] {
        let at = format!("{path}.{field}");
        let list = keys.keys();
        times(&at, list.iter().map(|k| k.0), [&codes::KEY_TIME, &codes::KEY_TWICE], true, sink);
        if list.iter().any(|k| k.1.iter().any(|c| !c.is_finite())) {
            sink.push(&codes::KEY_VALUE, at, "a key is not finite");
        } else if list.iter().any(|k| !is_unit(k.1)) {
            sink.push(&codes::KEY_QUAT, at, "a key is not of length 1");
        }
    }
}

fn quat(path: &str, q: &Quat, sink: &mut Sink) {
    let v = q.floats();
    if v.iter().any(|c| !c.is_finite()) {
        sink.push(&codes::KEY_VALUE, path, format!("{v:?} is not finite"));
    } else if !is_unit(v) {
        sink.push(&codes::KEY_QUAT, path, format!("{v:?} is not of length 1"));
    }
}

/// Finite, not negative, ascending, none twice; one finding of each kind a track.
fn times(
    path: &str,
    list: impl Iterator<Item = f32>,
    [bad, twice]: [&'static Code; 2],
    late: bool,
    sink: &mut Sink,
) {
    let mut last: Option<f32> = None;
    let (mut wrong, mut same) = (None, None);
    for t in list {
        if !t.is_finite() || t < 0.0 || last.is_some_and(|l| t < l) {
            wrong.get_or_insert((t, last));
        } else if last == Some(t) {
            same.get_or_insert(t);
        }
        if late && last.is_none() && t > 0.0 {
            sink.push(&codes::KEY_LATE, path, format!("the first key is at {t} s"));
        }
        last = Some(t);
    }
    if let Some((t, last)) = wrong {
        let behind = last.map_or_else(String::new, |l| format!(" behind {l} s"));
        sink.push(bad, path, format!("a key is at {t} s{behind}"));
    }
    if let Some(t) = same {
        sink.push(twice, path, format!("two keys are at {t} s"));
    }
}

fn morph_motion(file: &Emfx, sink: &mut Sink) {
    let mut names: HashSet<&[u8]> = HashSet::new();
    let mut count = 0;
    for (i, chunk) in file.chunks.iter().enumerate() {
        let list: Vec<(String, &MorphTrack)> = match &chunk.body {
            Body::MorphTrack(t) => vec![(format!("chunks[{i}].morph_track"), t)],
            Body::MorphTracks(list) => {
                list.iter().enumerate().map(|(n, t)| (format!("chunks[{i}].morph_tracks[{n}]"), t)).collect()
            }
            _ => Vec::new(),
        };
        count += list.len();
        for (path, t) in list {
            if !names.insert(t.name.as_bytes()) {
                sink.push(
                    &codes::MORPH_TRACK_TWICE,
                    format!("{path}.name"),
                    format!("a second track of {:?}", t.name),
                );
            }
            if ![t.min, t.max, t.pose_weight].iter().all(|v| v.is_finite()) {
                let text = format!("range {} to {}, pose {}", t.min, t.max, t.pose_weight);
                sink.push(&codes::MORPH_RANGE, format!("{path}.pose_weight"), text);
            }
            let codes = [&codes::MORPH_KEY_TIME, &codes::MORPH_KEY_TWICE];
            times(&format!("{path}.keys"), t.keys.iter().map(|k| k.time), codes, false, sink);
        }
    }
    if count == 0 {
        sink.push(&codes::NO_WEIGHTS, "chunks", "there are no tracks");
    }
}
