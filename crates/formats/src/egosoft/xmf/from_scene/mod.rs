//! The neutral model to a mesh, as the studio writes them.
//!
//! A mesh that came from an XMF file has its declaration in extras and gets it back. Others get normals, tangents and
//! colours as D3DCOLOR; for X4 positions and UVs as floats; for X Rebirth positions as half floats where that moves no
//! vertex by more than [`HALF_ERROR`] of the mesh's size, and UVs where that moves none by more than [`UV_ERROR`].

mod alpha;
mod buffers;
mod column;
mod merge;
mod same;
mod streams;
mod tangents;
mod template;

pub(super) use column::direction;
pub use merge::bake;
pub use streams::{HALF_ERROR, UV_ERROR};

use super::rules::{LOST, MATERIAL_NAME, NOTHING_TO_WRITE, WRITE_LIMIT, is_engine_material};
use super::scene::PartName;
use super::types::{MaterialRange, RANGE_SIZE, Xmf};
use crate::egosoft::materials::split;
use crate::egosoft::{base64_bytes, notes};
use crate::{Output, Outputs, WriteOptions};
use scene::{Colors, Extras, Mesh, Primitive, Scene, Topology};
use wire::{Error, Result, Sink};

/// The format's `from_scene`: one mesh, chosen by the name asked for.
pub fn from_scene(scene: &Scene, like: Option<&Xmf>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
    let wanted = PartName::parse(crate::registry::stem(&options.file_name));
    let mut mesh = merge::merge(scene, &wanted)?;
    if let Some(template) = like.filter(|_| !wanted.collision) {
        template.remind(&mut mesh, "");
    }
    let names = material_names(scene, &mesh);
    let asked = Game::named(options.profile.as_deref());
    let xmf = from_mesh_for(
        mesh,
        &names,
        wanted.collision,
        (asked.unwrap_or_else(|| Game::of(scene)), asked),
        sink,
    )?;
    let bytes = match like {
        Some(template) => xmf.with_template(template),
        None => xmf.write(),
    };
    Ok(vec![Output::new(".xmf", bytes)])
}

/// The name each primitive's material goes by in the file.
pub fn material_names(scene: &Scene, mesh: &Mesh) -> Vec<Option<Vec<u8>>> {
    let name = |p: &Primitive| {
        let m = scene.materials.get(p.material?.0 as usize)?;
        let raw = notes::material::RAW_NAME.get(&m.extras).and_then(|t| base64_bytes(&t));
        Some(raw.unwrap_or_else(|| own_name(&m.name, mesh).as_bytes().to_vec()))
    };
    mesh.primitives.iter().map(name).collect()
}

/// The name of a material without the number that Blender gives copies: `collection.material.001`.
fn own_name<'a>(name: &'a str, mesh: &Mesh) -> &'a str {
    let had = notes::mesh::MATERIALS.get(&mesh.extras);
    let known = had.is_some_and(|l| l.iter().any(|n| n == name));
    let copy = name.rsplit_once('.').filter(|(base, number)| {
        number.len() >= 3 && number.bytes().all(|b| b.is_ascii_digit()) && split(base).is_some()
    });
    copy.filter(|_| !known).map_or(name, |(base, _)| base)
}

/// Which game new meshes are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Game {
    /// Floats everywhere; culling and optimisation are 0.
    X4,
    /// Half floats where they do; culling and optimisation of levels are 1.
    XRebirth,
}

impl Game {
    /// By the name of a profile.
    pub fn named(profile: Option<&str>) -> Option<Self> {
        match profile?.to_ascii_lowercase().as_str() {
            "x4" => Some(Self::X4),
            "xrebirth" => Some(Self::XRebirth),
            _ => None,
        }
    }

    /// The game that the meshes of a scene come from; X4 where none says so.
    pub fn of(scene: &Scene) -> Self {
        let flag = |m: &Mesh| notes::mesh::CULLING.get(&m.extras);
        let old = scene.meshes.iter().any(|m| !m.collision && flag(m) == Some(1));
        if old { Self::XRebirth } else { Self::X4 }
    }
}

/// Builds the file of one mesh as small as it can be: half floats where they do.
pub fn from_mesh(mesh: Mesh, names: &[Option<Vec<u8>>], collision: bool, sink: &mut Sink) -> Result<Xmf> {
    from_mesh_with(mesh, names, collision, None, sink)
}

/// Builds the file of one mesh for a game: for new ones `game.0`; where one was asked for (`game.1`) all are for it.
pub fn from_mesh_for(
    mesh: Mesh,
    names: &[Option<Vec<u8>>],
    collision: bool,
    game: (Game, Option<Game>),
    sink: &mut Sink,
) -> Result<Xmf> {
    let fresh = !mesh.extras.contains_key(notes::FAMILY);
    let mut xmf = from_mesh_with(mesh, names, collision, Some(game.0), sink)?;
    if let Some(game) = game.1.or(fresh.then_some(game.0)) {
        let flag = u8::from(game == Game::XRebirth);
        xmf.header.culling_cw = flag;
        xmf.header.mesh_optimization = if collision { 0 } else { flag.into() };
    }
    Ok(xmf)
}

fn from_mesh_with(
    mut mesh: Mesh,
    names: &[Option<Vec<u8>>],
    collision: bool,
    game: Option<Game>,
    sink: &mut Sink,
) -> Result<Xmf> {
    if mesh.influences.is_some() || !mesh.targets.is_empty() {
        sink.push(&LOST, mesh.name.clone(), "skin weights and shape keys are left out");
    }
    let mut extras = mesh.extras.clone();
    if mesh.indices.is_empty() && mesh.primitives.is_empty() {
        mesh.indices = (0..mesh.positions.len() as u32 / 3 * 3).collect();
    }
    let groups = groups(&mut mesh, names, sink);
    if mesh.positions.is_empty() || mesh.indices.is_empty() {
        return Err(Error::new(&NOTHING_TO_WRITE, format!("mesh {:?} has no triangles", mesh.name)));
    }
    sanitise(&mut mesh);
    let kept = Xmf::kept(&extras).filter(|_| !collision);
    let original = kept.and_then(|x| x.to_mesh("", &mut Sink::new()).ok());
    if let Some(original) = &original {
        alpha::restore(&mut mesh, &original.mesh, sink);
    }
    if let Some(n) = notes::mesh::VERTICES.get(&extras) {
        merge::unsplit(&mut mesh, n);
    }
    if let Some(original) = &original {
        tangents::renew(&mut mesh, &original.mesh, &mut extras);
    }
    let mut xmf = if collision {
        buffers::collision(&mesh, &extras)
    } else {
        buffers::lod(&mut mesh, &extras, game, sink)?
    };
    xmf.header.culling_cw = notes::mesh::CULLING.get(&extras).unwrap_or(0);
    if let Some(v) = notes::mesh::OPTIMIZATION.get(&extras) {
        xmf.header.mesh_optimization = v;
    }
    if !collision && !unnamed(&groups, &extras) {
        for (first, count, name) in groups {
            if let Some(name) = name {
                let name = fit_name(&name, sink)?;
                xmf.materials.push(MaterialRange {
                    first_index: first,
                    num_indices: count,
                    name,
                    extra: Vec::new(),
                });
            }
        }
    }
    if xmf.materials.len() > 255 {
        return Err(Error::new(&WRITE_LIMIT, format!("{} materials, 255 is the most", xmf.materials.len())));
    }
    xmf.measure();
    // Studio files leave the box empty; it is filled in unless the mesh comes from such a file.
    if !extras.contains_key(notes::FAMILY) || notes::mesh::BOUNDS.is_in(&extras) {
        (xmf.header.bounds_center, xmf.header.bounds_half_size) = xmf.bounds().unwrap_or_default();
    }
    xmf.recount();
    // What a visible mesh had says nothing about a collision mesh made of it.
    if !collision || buffers::was_collision(&extras) {
        return Ok(match xmf.remembered(&extras) {
            Some(old) => xmf.merged(&old),
            None => xmf,
        });
    }
    Ok(xmf)
}

/// Whether the file had no ranges and its one material is still the one the XML gave it.
fn unnamed(groups: &[Group], extras: &Extras) -> bool {
    let none = notes::mesh::MATERIALS.get(extras).is_some_and(|l| l.is_empty());
    let listed = notes::mesh::LISTED.get(extras).filter(|n| !n.is_empty());
    none && groups.iter().all(|g| g.2.as_deref() == listed.as_ref().map(String::as_bytes))
}

/// What triangles without a material are given where others have one.
const NO_MATERIAL: &[u8] = b"generic.none";

type Group = (u32, u32, Option<Vec<u8>>);

/// Triangles in the order of their primitives; the range of each, and its name.
fn groups(mesh: &mut Mesh, names: &[Option<Vec<u8>>], sink: &mut Sink) -> Vec<Group> {
    let n = mesh.positions.len();
    if mesh.primitives.is_empty() {
        mesh.primitives.push(Primitive { count: mesh.indices.len() as u32, ..Primitive::default() });
    }
    let mut indices = Vec::with_capacity(mesh.indices.len());
    let mut out: Vec<Group> = Vec::new();
    for (i, p) in mesh.primitives.iter().enumerate() {
        if p.topology != Topology::Triangles {
            sink.push(&LOST, mesh.name.clone(), "lines and points are left out");
            continue;
        }
        let first = indices.len() as u32;
        for t in mesh.indices_of(p).as_chunks::<3>().0 {
            if t.iter().all(|i| (*i as usize) < n) {
                indices.extend_from_slice(t);
            }
        }
        let count = indices.len() as u32 - first;
        if count > 0 {
            out.push((first, count, names.get(i).cloned().flatten()));
        }
    }
    mesh.indices = indices;
    if out.iter().any(|g| g.2.is_some()) {
        // Ranges cover everything or nothing.
        for g in &mut out {
            g.2.get_or_insert_with(|| NO_MATERIAL.to_vec());
        }
    }
    out
}

/// What is no number would make the game refuse the mesh.
fn sanitise(mesh: &mut Mesh) {
    for p in mesh.positions.iter_mut().flatten() {
        if !p.is_finite() {
            *p = 0.0;
        }
    }
    let n = mesh.positions.len();
    if !mesh.normals.is_empty() && mesh.normals.len() != n {
        mesh.normals.clear();
    }
    if mesh.tangents.len() != n {
        mesh.tangents.clear();
    }
    mesh.uvs.retain(|u| u.len() == n);
    mesh.colors.retain(|c| match c {
        Colors::U8(v) => v.len() == n,
        Colors::F32(v) => v.len() == n,
    });
}

/// A name as the game takes it: `collection.material`, ASCII. Names that already are like that stay as they are.
pub(super) fn plain_name(name: &[u8]) -> Vec<u8> {
    let two = split(&String::from_utf8_lossy(name)).is_some();
    if (two && name.is_ascii()) || is_engine_material(name) {
        return name.to_vec();
    }
    if name.is_empty() {
        return NO_MATERIAL.to_vec();
    }
    let plain = |b: &u8| if b.is_ascii_graphic() { *b } else { b'_' };
    let prefix: &[u8] = if two { b"" } else { b"generic." };
    prefix.iter().copied().chain(name.iter().filter(|b| **b != 0).map(plain)).collect()
}

/// A name in its field, 127 bytes at most.
fn fit_name(name: &[u8], sink: &mut Sink) -> Result<Vec<u8>> {
    let mut out = plain_name(name);
    if out != name {
        let message =
            format!("{:?} is written as {:?}", String::from_utf8_lossy(name), String::from_utf8_lossy(&out));
        sink.push(&MATERIAL_NAME, "materials", message);
    }
    if out.len() > RANGE_SIZE - 9 {
        let message = format!(
            "material name {:?} has {} bytes, 127 is the most",
            String::from_utf8_lossy(&out),
            out.len()
        );
        return Err(Error::new(&WRITE_LIMIT, message));
    }
    out.resize(RANGE_SIZE - 8, 0);
    Ok(out)
}
