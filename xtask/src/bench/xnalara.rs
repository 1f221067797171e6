//! Rows of the XNALara family.

use super::Bench;
use anyhow::{Result, anyhow};
use bytes::Bytes;
use formats::xnalara::ascii;
use formats::xnalara::model::{Bone, Geometry, Mesh, Model, Texture, Weights};
use formats::xnalara::xps::{self, Xps, from_model, standard_header};
use formats::{Context, Document, LoadOptions};
use scene::Memory;
use wire::{Reader, Sink};

/// A grid of `side` × `side` vertices on 40 bones.
fn grid(side: usize) -> Model {
    let n = side * side;
    let at = |v: usize| ((v % side) as f32 / side as f32, (v / side) as f32 / side as f32);
    let mut weights = Weights::default();
    for v in 0..n {
        let b = |k: usize| ((v / side + k) % 40) as u16;
        weights.push([(b(0), 0.5), (b(1), 0.25), (b(2), 0.125), (b(3), 0.125)]);
    }
    let mut indices = Vec::new();
    for v in 0..n as u32 {
        let (x, y, s) = (v as usize % side, v as usize / side, side as u32);
        if x + 1 < side && y + 1 < side {
            indices.extend([v, v + s, v + 1, v + 1, v + s, v + s + 1]);
        }
    }
    Model {
        bones: (0..40)
            .map(|i| Bone { name: format!("bone {i}").into(), parent: i - 1, head: [0.0, i as f32, 0.0] })
            .collect(),
        meshes: vec![Mesh {
            name: "5_grid".into(),
            textures: vec![Texture { file: "grid.png".into(), uv_layer: 0 }],
            uv_layers: 1,
            geometry: Geometry {
                positions: (0..n).map(|v| [at(v).0 * 1.234_567, at(v).1 * 0.987_654, 0.012_345_6]).collect(),
                normals: vec![[0.0, 0.0, 1.0]; n],
                colors: vec![[255; 4]; n],
                uvs: vec![(0..n).map(|v| [at(v).0, at(v).1]).collect()],
                tangents: vec![vec![[1.0, 0.0, 0.0, 1.0]; n]],
                weights,
                ..Geometry::default()
            },
            indices,
        }],
    }
}

fn read(bytes: &Bytes, name: &str) -> Result<Box<dyn Document>> {
    formats::read(&mut Reader::shared(bytes), name, &mut Sink::new()).map_err(|e| anyhow!("{name}: {e}"))
}

fn columns(bytes: &Bytes, name: &str) -> Option<Model> {
    let doc = read(bytes, name).ok()?;
    doc.as_any().downcast_ref::<Xps>().map(Xps::model)
}

fn glb(bytes: &Bytes, name: &str) -> Vec<u8> {
    let files = Memory::default();
    let options = LoadOptions::default();
    let cx = Context { files: &files, path: name, options: &options };
    let mut sink = Sink::new();
    let write = scene::gltf::WriteOptions::default();
    let made = read(bytes, name)
        .ok()
        .and_then(|d| d.to_scene(&cx, &mut sink).ok())
        .and_then(|s| scene::gltf::write_glb(&s, &write, &mut Sink::new()).ok());
    made.unwrap_or_default()
}

/// All rows.
pub fn rows(bench: &mut Bench) -> Result<()> {
    // Larger than any cache: nobody finds a file there.
    let mut model = grid(1000);
    let classic = Bytes::from(xps::write(&from_model(&model, None, None)));
    let v2 = Bytes::from(xps::write(&from_model(&model, Some(standard_header(2, 15, None)), None)));
    let v3 = Bytes::from(xps::write(&from_model(&model, Some(standard_header(3, 15, None)), None)));
    bench.reading("XNALara headerless into columns", &classic, 0.4, || columns(&classic, "x.mesh"));
    bench.reading("XPS 2.15 into columns", &v2, 0.4, || columns(&v2, "x.xps"));
    bench.reading("XPS 3.15 into columns", &v3, 0.15, || columns(&v3, "x.xps"));
    for (what, bytes, name) in
        [("headerless", &classic, "generic_item.mesh"), ("2.15", &v2, "x.xps"), ("3.15", &v3, "x.xps")]
    {
        let out = glb(bytes, name);
        bench.converting(&format!("XPS {what} to GLB"), bytes, &out, 4.0, || glb(bytes, name));
    }
    tangents(bench)?;
    model = grid(200);
    let text = Bytes::from(ascii::spell(&model));
    bench.rate("XNALara ASCII", text.len(), 150e6, || read(&text, "x.mesh.ascii").is_ok());
    Ok(())
}

/// Made where a material has a normal map and the file no tangents; the row of its own that the other rows leave out.
fn tangents(bench: &mut Bench) -> Result<()> {
    let bytes = Bytes::from(xps::write(&from_model(&grid(400), None, None)));
    let (files, options) = (Memory::default(), LoadOptions::default());
    let cx = Context { files: &files, path: "generic_item.mesh", options: &options };
    let mut scene = read(&bytes, "x.mesh")?.to_scene(&cx, &mut Sink::new()).map_err(|e| anyhow!("{e}"))?;
    let mesh = scene.meshes.first_mut().ok_or_else(|| anyhow!("no mesh"))?;
    mesh.tangents.clear();
    let triangles = mesh.indices.len() / 3;
    let seconds = bench.seconds(|| scene::steps::generate_tangents(&mut mesh.clone(), 0));
    let name = format!("MikkTSpace tangents of {triangles} triangles");
    bench.note(&name, format!("{:.1} million triangles/s", triangles as f64 / seconds / 1e6));
    Ok(())
}
