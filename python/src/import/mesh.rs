//! Meshes.

use super::{At, Counts};
use pyo3::prelude::*;
use scene::{Colors, Influences, MaterialId, Mesh, MorphTarget, Primitive, Topology};

const TOPOLOGIES: [(&str, Topology); 3] =
    [("triangles", Topology::Triangles), ("lines", Topology::Lines), ("points", Topology::Points)];

/// A mesh.
pub fn mesh(at: &At<'_>, counts: Counts) -> PyResult<Mesh> {
    let positions = at.column("positions", None)?;
    let n = positions.len();
    let indices: Vec<u32> = at.flat("indices")?;
    if let Some((i, index)) = indices.iter().enumerate().find(|(_, v)| **v as usize >= n) {
        return Err(at.get("indices")?.bad(format!("entry {i} is vertex {index}: there are {n} vertices")));
    }
    let primitives = at.list("primitives", |p| primitive(p, counts, indices.len()))?;
    Ok(Mesh {
        name: at.value("name")?,
        normals: at.column("normals", Some(n))?,
        tangents: at.column("tangents", Some(n))?,
        uvs: at.list("uvs", |uv| {
            let rows = uv.rows()?;
            uv.same_length(rows.len(), Some(n)).map(|()| rows)
        })?,
        colors: at.list("colors", |c| colors(c, n))?,
        influences: at.some("influences")?.map(|i| influences(&i, n)).transpose()?,
        targets: at.list("targets", |t| target(t, n))?,
        lod: at.value("lod")?,
        collision: at.value("collision")?,
        extras: at.extras()?,
        positions,
        indices,
        primitives,
    })
}

fn primitive(at: &At<'_>, counts: Counts, indices: usize) -> PyResult<Primitive> {
    let (start, count): (u32, u32) = (at.value("start")?, at.value("count")?);
    if u64::from(start) + u64::from(count) > indices as u64 {
        return Err(at.bad(format!("indices {start}..{} of {indices}", u64::from(start) + u64::from(count))));
    }
    Ok(Primitive {
        material: at.index("material", counts.materials, "materials")?.map(MaterialId),
        start,
        count,
        topology: at.choice("topology", &TOPOLOGIES)?,
    })
}

fn colors(at: &At<'_>, count: usize) -> PyResult<Colors> {
    let (made, rows) = if at.is::<u8>() {
        let rows = at.rows::<u8, 4>()?;
        let n = rows.len();
        (Colors::U8(rows), n)
    } else {
        let rows = at.rows::<f32, 4>()?;
        let n = rows.len();
        (Colors::F32(rows), n)
    };
    at.same_length(rows, Some(count)).map(|()| made)
}

fn influences(at: &At<'_>, vertices: usize) -> PyResult<Influences> {
    let made =
        Influences { starts: at.flat("starts")?, joints: at.flat("joints")?, weights: at.flat("weights")? };
    let entries = made.joints.len();
    at.get("starts")?.same_length(made.starts.len(), Some(vertices + 1))?;
    at.get("weights")?.same_length(made.weights.len(), Some(entries))?;
    let ascending = made.starts.is_sorted() && made.starts.first() == Some(&0);
    if !ascending || made.starts.last().is_none_or(|last| *last as usize != entries) {
        return Err(at.get("starts")?.bad(format!("must ascend from 0 to {entries}")));
    }
    Ok(made)
}

fn target(at: &At<'_>, vertices: usize) -> PyResult<MorphTarget> {
    let chosen: Vec<u32> = at.flat("vertices")?;
    let n = Some(chosen.len());
    if !chosen.is_sorted_by(|a, b| a < b) {
        return Err(at.get("vertices")?.bad("must be strictly ascending"));
    }
    if chosen.last().is_some_and(|last| *last as usize >= vertices) {
        return Err(at.get("vertices")?.bad(format!("there are {vertices} vertices")));
    }
    Ok(MorphTarget {
        name: at.value("name")?,
        vertices: chosen,
        positions: at.column("positions", n)?,
        normals: at.column("normals", n)?,
        tangents: at.column("tangents", n)?,
    })
}
