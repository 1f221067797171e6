//! Morph targets, kept sparse.

use super::super::json;
use super::In;
use super::data::Changes;
use super::mesh::Block;
use crate::MorphTarget;
use serde_json::Value;
use wire::Result;

/// All targets of a mesh.
pub fn read(input: &mut In<'_, '_>, mesh: &json::Mesh, blocks: &[Block<'_>]) -> Result<Vec<MorphTarget>> {
    let number = blocks.iter().map(|b| b.targets.len()).max().unwrap_or(0);
    let names = mesh.extras.as_ref().and_then(|e| e.get("targetNames")).and_then(Value::as_array);
    (0..number)
        .map(|t| {
            let mut target = MorphTarget {
                name: names
                    .and_then(|n| n.get(t))
                    .and_then(Value::as_str)
                    .map_or_else(|| format!("target_{t}"), str::to_owned),
                ..MorphTarget::default()
            };
            for name in ["POSITION", "NORMAL", "TANGENT"] {
                let changes = gather(input, blocks, t, name)
                    .map_err(|e| e.in_field(name).in_index(t).in_field("targets"))?;
                add(&mut target, name, changes);
            }
            Ok(target)
        })
        .collect()
}

fn gather(input: &In<'_, '_>, blocks: &[Block<'_>], t: usize, name: &str) -> Result<Option<Changes>> {
    let mut all: Option<Changes> = None;
    for block in blocks {
        let Some(accessor) = block.targets.get(t).and_then(|a| a.get(name)) else { continue };
        let mut changes = match input.data.sparse_floats(*accessor)? {
            Some(mut changes) => {
                changes.sort_by_key(|(v, _)| *v);
                changes.dedup_by_key(|(v, _)| *v);
                // One zero is how a target without changes is written.
                if let [(_, [0.0, 0.0, 0.0])] = changes[..] {
                    changes.clear();
                }
                changes
            }
            None => (0u32..)
                .zip(input.data.floats::<3>(*accessor)?)
                .filter(|(_, v)| v.iter().any(|c| c.to_bits() != 0))
                .collect(),
        };
        changes.retain(|(v, _)| (*v as usize) < block.count);
        for (v, _) in &mut changes {
            *v += block.start as u32;
        }
        all.get_or_insert_default().append(&mut changes);
    }
    Ok(all)
}

/// Adds one attribute; the vertices become the union.
fn add(target: &mut MorphTarget, name: &str, changes: Option<Changes>) {
    let Some(changes) = changes.filter(|c| !c.is_empty()) else { return };
    let same = target.vertices.len() == changes.len()
        && target.vertices.iter().zip(&changes).all(|(a, (b, _))| a == b);
    if !same {
        let mut vertices: Vec<u32> = changes.iter().map(|(v, _)| *v).chain(target.vertices.clone()).collect();
        vertices.sort_unstable();
        vertices.dedup();
        for column in [&mut target.positions, &mut target.normals, &mut target.tangents] {
            if !column.is_empty() {
                let old = target.vertices.iter().copied().zip(column.drain(..)).collect::<Changes>();
                *column = spread(&vertices, &old);
            }
        }
        target.vertices = vertices;
    }
    let values = spread(&target.vertices, &changes);
    match name {
        "POSITION" => target.positions = values,
        "NORMAL" => target.normals = values,
        _ => target.tangents = values,
    }
    if target.positions.is_empty() {
        target.positions = vec![[0.0; 3]; target.vertices.len()];
    }
}

/// Changes at exactly these vertices, zero where there are none. Both ascend.
fn spread(vertices: &[u32], changes: &[(u32, [f32; 3])]) -> Vec<[f32; 3]> {
    let mut next = changes.iter().peekable();
    vertices.iter().map(|v| next.next_if(|(c, _)| c == v).map_or([0.0; 3], |(_, value)| *value)).collect()
}
