//! All primitives of a mesh as one set of columns: equal accessors are shared, others follow each other.

use super::super::json::{self, Attributes, U8};
use super::material::Materials;
use super::{In, extras, morph};
use crate::codes::{COLUMN_LENGTH, GLTF_JSON, INDEX_RANGE};
use crate::{Colors, Influences, Mesh, Primitive, Scene, Topology};
use serde_json::Value;
use std::collections::HashMap;
use wire::{Error, Result};

/// Vertices that one or more primitives share.
pub struct Block<'a> {
    attributes: &'a Attributes,
    /// Morph targets.
    pub targets: &'a [Attributes],
    /// First vertex.
    pub start: usize,
    /// Number of vertices.
    pub count: usize,
}

/// Reads all meshes; mesh `i` of the document is mesh `i` of the scene. Returns their default weights.
pub fn read(input: &mut In<'_, '_>, scene: &mut Scene, materials: &Materials) -> Result<Vec<Vec<f32>>> {
    let root = input.root;
    for (i, mesh) in root.meshes.iter().enumerate() {
        let made = one(input, mesh, materials, &format!("meshes[{i}]"))
            .map_err(|e| e.in_index(i).in_field("meshes"))?;
        scene.meshes.push(made);
    }
    Ok(root.meshes.iter().map(|m| m.weights.clone()).collect())
}

fn one(input: &mut In<'_, '_>, mesh: &json::Mesh, materials: &Materials, path: &str) -> Result<Mesh> {
    let read = extras::read(mesh.extras.as_ref(), &["targetNames"], path, input.sink);
    let mut made = Mesh {
        name: mesh.name.clone(),
        lod: extras::number(read.model.get("lod")).unwrap_or(0),
        collision: read.model.get("collision").and_then(Value::as_bool).unwrap_or(false),
        extras: read.extras,
        ..Mesh::default()
    };
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut known = HashMap::new();
    for (p, primitive) in mesh.primitives.iter().enumerate() {
        let at = |e: Error| e.in_index(p).in_field("primitives");
        let block = block_of(input, &mut blocks, &mut known, primitive).map_err(at)?;
        let Some(block) = blocks.get(block) else { continue };
        let indices = corners(input, primitive, block, path).map_err(at)?;
        let topology = match primitive.mode.unwrap_or(4) {
            0 => Topology::Points,
            1..=3 => Topology::Lines,
            _ => Topology::Triangles,
        };
        let start = made.indices.len() as u32;
        made.indices.extend(indices);
        let count = made.indices.len() as u32 - start;
        let material = match primitive.material {
            None => None,
            Some(m) => Some(materials.get(m).map_err(|e| at(e.in_field("material")))?),
        };
        made.primitives.push(Primitive { material, start, count, topology });
    }
    for (column, block) in blocks.iter().enumerate() {
        positions(input, &mut made, block).map_err(|e| e.in_index(column).in_field("primitives"))?;
    }
    columns(input, &mut made, &blocks)?;
    made.targets = morph::read(input, mesh, &blocks)?;
    Ok(made)
}

/// The block of a primitive, made if new.
fn block_of<'a>(
    input: &In<'_, '_>,
    blocks: &mut Vec<Block<'a>>,
    known: &mut HashMap<String, usize>,
    primitive: &'a json::Primitive,
) -> Result<usize> {
    let position = primitive
        .attributes
        .get("POSITION")
        .ok_or_else(|| Error::new(&GLTF_JSON, "there is no POSITION").in_field("attributes"))?;
    // The writer leaves tangents out of points; that is still the same block.
    let mut rest = primitive.attributes.clone();
    let tangent = rest.shift_remove("TANGENT");
    rest.sort_unstable_keys();
    let plain = format!("{rest:?} {:?}", primitive.targets);
    let full = format!("{tangent:?} {plain}");
    if let Some(at) = known.get(if tangent.is_some() { &full } else { &plain }) {
        return Ok(*at);
    }
    let start = blocks.last().map_or(0, |b| b.start + b.count);
    let count = input.data.count(*position)?;
    let fits = start.checked_add(count).is_some_and(|n| u32::try_from(n).is_ok());
    if !fits {
        return Err(Error::new(&wire::codes::LIMIT, format!("{count} more vertices than 32 bits can count")));
    }
    blocks.push(Block { attributes: &primitive.attributes, targets: &primitive.targets, start, count });
    let at = blocks.len() - 1;
    known.entry(plain).or_insert(at);
    known.insert(full, at);
    Ok(at)
}

/// Separate points, lines or triangles, indices into the mesh's columns.
fn corners(
    input: &mut In<'_, '_>,
    primitive: &json::Primitive,
    block: &Block<'_>,
    path: &str,
) -> Result<Vec<u32>> {
    let list: Vec<u32> = if let Some(index) = primitive.indices {
        input.data.integers::<1>(index)?.into_flattened()
    } else {
        input.data.charge(block.count, 4)?;
        (0..block.count as u32).collect()
    };
    let mode = primitive.mode.unwrap_or(4);
    if matches!(mode, 2 | 3 | 5 | 6) {
        input.data.charge(list.len(), 12)?;
    }
    let list = separate(list, mode)?;
    let corners = if mode == 0 { 1 } else { 2 + usize::from(mode > 3) };
    let base = block.start as u32;
    let faces = list.chunks_exact(corners);
    let good = faces.filter(|f| f.iter().all(|i| (*i as usize) < block.count));
    let out: Vec<u32> = good.flatten().map(|i| i + base).collect();
    if out.len() < list.len() {
        let message = format!(
            "{} of {} indices do not make faces of the {} vertices",
            list.len() - out.len(),
            list.len(),
            block.count
        );
        input.sink.push(&INDEX_RANGE, path, message);
    }
    Ok(out)
}

/// Strips, fans and loops taken apart.
fn separate(list: Vec<u32>, mode: u32) -> Result<Vec<u32>> {
    Ok(match mode {
        0 | 1 | 4 => list,
        2 => {
            let ends = list.iter().skip(1).chain(list.first()).filter(|_| list.len() > 1);
            list.iter().zip(ends).flat_map(|(a, b)| [*a, *b]).collect()
        }
        3 => list.windows(2).flatten().copied().collect(),
        5 => {
            let odd =
                |(i, [a, b, c]): (usize, &[u32; 3])| if i % 2 == 0 { [*a, *b, *c] } else { [*b, *a, *c] };
            list.array_windows().enumerate().flat_map(odd).collect()
        }
        6 => {
            let Some((hub, rim)) = list.split_first() else { return Ok(list) };
            rim.array_windows().flat_map(|[a, b]| [*a, *b, *hub]).collect()
        }
        other => {
            return Err(Error::new(&GLTF_JSON, format!("mode is {other}, expected 0 to 6")).in_field("mode"));
        }
    })
}

fn positions(input: &In<'_, '_>, mesh: &mut Mesh, block: &Block<'_>) -> Result<()> {
    let accessor = block.attributes.get("POSITION").copied().unwrap_or_default();
    let mut values = input.data.floats::<3>(accessor)?;
    if mesh.positions.is_empty() {
        mesh.positions = values;
    } else {
        mesh.positions.append(&mut values);
    }
    Ok(())
}

/// A column over all blocks; blocks without it get `fill`.
fn column<T: Copy>(
    input: &mut In<'_, '_>,
    blocks: &[Block<'_>],
    name: &str,
    fill: T,
    read: impl Fn(&In<'_, '_>, u32) -> Result<Vec<T>>,
) -> Result<Vec<T>> {
    let mut out: Vec<T> = Vec::new();
    for block in blocks {
        let mut values = match block.attributes.get(name) {
            Some(accessor) => read(input, *accessor).map_err(|e| e.in_field(name).in_field("attributes"))?,
            None => Vec::new(),
        };
        if values.len() != block.count {
            if !values.is_empty() {
                let message = format!("{name} has {} entries for {} vertices", values.len(), block.count);
                input.sink.push(&COLUMN_LENGTH, "meshes", message);
            }
            input.data.charge(block.count, size_of::<T>())?;
            values.resize(block.count, fill);
        }
        if out.is_empty() { out = values } else { out.append(&mut values) }
    }
    Ok(out)
}

fn has(blocks: &[Block<'_>], name: &str) -> bool {
    blocks.iter().any(|b| b.attributes.contains_key(name))
}

fn columns(input: &mut In<'_, '_>, mesh: &mut Mesh, blocks: &[Block<'_>]) -> Result<()> {
    if has(blocks, "NORMAL") {
        mesh.normals = column(input, blocks, "NORMAL", [0.0; 3], |i, a| i.data.floats::<3>(a))?;
        fill_normals(mesh, blocks);
    }
    if blocks.iter().all(|b| b.attributes.contains_key("TANGENT")) {
        mesh.tangents = column(input, blocks, "TANGENT", [0.0; 4], |i, a| i.data.floats::<4>(a))?;
    }
    for set in 0.. {
        let name = format!("TEXCOORD_{set}");
        if !has(blocks, &name) {
            break;
        }
        mesh.uvs.push(column(input, blocks, &name, [0.0; 2], |i, a| i.data.floats::<2>(a))?);
    }
    for set in 0.. {
        let name = format!("COLOR_{set}");
        if !has(blocks, &name) {
            break;
        }
        mesh.colors.push(colors(input, blocks, &name)?);
    }
    if has(blocks, "JOINTS_0") {
        mesh.influences = Some(influences(input, blocks)?);
    }
    Ok(())
}

/// Primitives without normals next to primitives with them get smooth ones.
fn fill_normals(mesh: &mut Mesh, blocks: &[Block<'_>]) {
    let lacking: Vec<&Block<'_>> = blocks.iter().filter(|b| !b.attributes.contains_key("NORMAL")).collect();
    if lacking.is_empty() {
        return;
    }
    let made = crate::steps::vertex_normals(&mesh.positions, &mesh.indices);
    for b in lacking {
        let range = b.start..b.start + b.count;
        if let (Some(to), Some(from)) = (mesh.normals.get_mut(range.clone()), made.get(range)) {
            to.copy_from_slice(from);
        }
    }
}

fn colors(input: &mut In<'_, '_>, blocks: &[Block<'_>], name: &str) -> Result<Colors> {
    let mut bytes = true;
    for accessor in blocks.iter().filter_map(|b| b.attributes.get(name)) {
        bytes &= input.data.component(*accessor)?.0 == U8;
    }
    if bytes {
        let read = |i: &In<'_, '_>, a: u32| -> Result<Vec<[u8; 4]>> {
            if i.data.component(a)?.2 == 3 {
                let list = i.data.integers::<3>(a)?;
                return Ok(list.into_iter().map(|[r, g, b]| [r as u8, g as u8, b as u8, 255]).collect());
            }
            Ok(i.data.integers::<4>(a)?.into_iter().map(|c| c.map(|v| v as u8)).collect())
        };
        return column(input, blocks, name, [255; 4], read).map(Colors::U8);
    }
    let read = |i: &In<'_, '_>, a: u32| -> Result<Vec<[f32; 4]>> {
        if i.data.component(a)?.2 == 3 {
            let list = i.data.floats::<3>(a)?;
            return Ok(list.into_iter().map(|[r, g, b]| [r, g, b, 1.0]).collect());
        }
        i.data.floats::<4>(a)
    };
    column(input, blocks, name, [1.0; 4], read).map(Colors::F32)
}

fn influences(input: &mut In<'_, '_>, blocks: &[Block<'_>]) -> Result<Influences> {
    let mut sets = Vec::new();
    for n in 0.. {
        let (joints, weights) = (format!("JOINTS_{n}"), format!("WEIGHTS_{n}"));
        if !has(blocks, &joints) || !has(blocks, &weights) {
            break;
        }
        let j = column(input, blocks, &joints, [0; 4], |i, a| i.data.integers::<4>(a))?;
        let w = column(input, blocks, &weights, [0.0; 4], |i, a| i.data.floats::<4>(a))?;
        sets.push((j, w));
    }
    let vertices = blocks.last().map_or(0, |b| b.start + b.count);
    let mut out = Influences { starts: Vec::with_capacity(vertices + 1), ..Influences::default() };
    out.starts.push(0);
    for v in 0..vertices {
        for (joints, weights) in &sets {
            let (Some(j), Some(w)) = (joints.get(v), weights.get(v)) else { continue };
            for (joint, weight) in j.iter().zip(w).filter(|(_, w)| **w != 0.0) {
                out.joints.push(*joint as u16);
                out.weights.push(*weight);
            }
        }
        out.starts.push(out.joints.len() as u32);
    }
    Ok(out)
}
