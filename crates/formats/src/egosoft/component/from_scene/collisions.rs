//! Collision meshes of new parts.

use super::{File, Objects, Placed};
use crate::egosoft::xmf;
use ::scene::MeshId;
use std::collections::{HashMap, HashSet};
use wire::{Result, Sink};

/// New parts get a collision mesh, made of their finest level.
pub(super) fn add_collisions<'p>(
    objects: &Objects<'_>,
    placed: impl Iterator<Item = &'p Placed>,
    files: &mut Vec<File>,
    sink: &mut Sink,
) -> Result<()> {
    let there = files.iter().filter(|f| f.collision).map(|f| f.part.to_ascii_lowercase());
    let there: HashSet<String> = there.collect();
    let mut finest: HashMap<String, MeshId> = HashMap::new();
    for node in &objects.scene.nodes {
        let Some(id) = node.mesh else { continue };
        let mesh = objects.scene.meshes.get(id.0 as usize);
        if mesh.is_some_and(|m| m.lod == 0 && !m.collision) {
            finest.entry(objects.part_name(node).to_ascii_lowercase()).or_insert(id);
        }
    }
    for p in placed.filter(|p| !there.contains(&p.name.to_ascii_lowercase())) {
        let mesh = finest.get(&p.name.to_ascii_lowercase());
        if let Some(mesh) = mesh.and_then(|id| objects.scene.meshes.get(id.0 as usize)) {
            let mut mesh = mesh.clone();
            mesh.extras.clear();
            let xmf = xmf::from_mesh_for(mesh, &[], true, objects.game, sink)?;
            files.push(File {
                part: p.name.clone(),
                lod: 0,
                collision: true,
                wreck: false,
                old: false,
                unchanged: false,
                same_places: false,
                old_bounds: None,
                same_materials: false,
                had: None,
                xmf,
            });
        }
    }
    Ok(())
}
