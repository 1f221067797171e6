//! Vertex columns of a scene as layers of a mesh.

use super::super::scene::geometry::pack_color;
use super::super::types::mesh::{
    COLOR32, COLOR128, LayerData, NORMAL, ORIGINAL, POSITION, TANGENT, UV, VertexLayer,
};
use super::mesh::Turn;
use crate::emfx::maths::mirror;
use crate::emfx::notes;
use scene::{Colors, Mesh as SceneMesh};

/// Layers in the order the exporters write them: 5, 0, 1, UVs, tangents, colours; or in the order the file had.
pub fn layers(
    mesh: &SceneMesh,
    order: Option<&[u32]>,
    originals: Vec<u32>,
    n: usize,
    turn: Turn,
) -> Vec<VertexLayer> {
    let at = |i: usize| order.map_or(i, |o| o.get(i).copied().unwrap_or(0) as usize);
    let floats = |kind: u32, size: u32, keep: u8, values: Vec<f32>| VertexLayer {
        kind,
        size,
        keep_originals: keep,
        is_scale: 0,
        pad: [0; 2],
        data: LayerData::F32(values),
    };
    fn rows<const N: usize>(
        list: &[[f32; N]],
        n: usize,
        at: &impl Fn(usize) -> usize,
        f: impl Fn([f32; N]) -> [f32; N],
    ) -> Vec<f32> {
        (0..n).flat_map(|i| f(list.get(at(i)).copied().unwrap_or([0.0; N]))).collect()
    }
    let mut out = vec![VertexLayer {
        kind: ORIGINAL,
        size: 4,
        keep_originals: 0,
        is_scale: 0,
        pad: [0; 2],
        data: LayerData::U32(originals),
    }];
    out.push(floats(POSITION, 12, 1, rows(&mesh.positions, n, &at, |p| mirror(turn.point(p)))));
    if !mesh.normals.is_empty() {
        out.push(floats(NORMAL, 12, 1, rows(&mesh.normals, n, &at, |p| mirror(turn.normal(p)))));
    }
    if !mesh.collision {
        for uv in &mesh.uvs {
            out.push(floats(UV, 8, 0, rows(uv, n, &at, |v| v)));
        }
        let turned = |[x, y, z, w]: [f32; 4]| {
            let [x, y, z] = mirror(turn.vector([x, y, z]));
            [x, y, z, w]
        };
        for tangents in super::tangents::columns(mesh, order.is_none() && heads(mesh).is_some()) {
            out.push(floats(TANGENT, 16, 1, rows(&tangents, n, &at, turned)));
        }
        for c in &mesh.colors {
            out.push(match c {
                Colors::F32(list) => floats(COLOR128, 16, 0, rows(list, n, &at, |v| v)),
                Colors::U8(list) => VertexLayer {
                    kind: COLOR32,
                    size: 4,
                    keep_originals: 0,
                    is_scale: 0,
                    pad: [0; 2],
                    data: LayerData::U32(
                        (0..n).map(|i| pack_color(list.get(at(i)).copied().unwrap_or([255; 4]))).collect(),
                    ),
                },
            });
        }
    }
    if order.is_none() { restore(mesh, out, n) } else { out }
}

/// The layers the file had, if the vertices are the same.
fn heads(mesh: &SceneMesh) -> Option<Vec<notes::LayerHead>> {
    let untouched = notes::mesh::FINGERPRINT.get(&mesh.extras) == Some(notes::fingerprint(&mesh.positions));
    notes::mesh::LAYERS.get(&mesh.extras).filter(|_| untouched)
}

/// The order and headers the file had, and the layers a scene has no column for, if the vertices are the same.
fn restore(mesh: &SceneMesh, mut made: Vec<VertexLayer>, n: usize) -> Vec<VertexLayer> {
    let Some(heads) = heads(mesh) else { return made };
    let data = notes::mesh::LAYER_DATA.get(&mesh.extras).unwrap_or_default();
    let tangents = heads.iter().enumerate().filter(|(_, h)| h.0 == TANGENT);
    let whole = tangents.clone().count() > 0 && tangents.clone().all(|(i, _)| data.contains_key(&i));
    let mut out = Vec::new();
    for (i, (kind, size, keep_originals, is_scale, pad)) in heads.into_iter().enumerate() {
        let kept = data.get(&i).and_then(|text| notes::decode(text));
        let kept = kept.filter(|b| b.len() as u64 == u64::from(size) * n as u64);
        if let Some(bytes) = kept {
            let words = || bytes.as_chunks::<4>().0.iter();
            let data = match kind {
                _ if !size.is_multiple_of(4) => LayerData::Bytes(bytes),
                POSITION | NORMAL | TANGENT | UV | COLOR128 | 7 => {
                    LayerData::F32(words().map(|w| f32::from_le_bytes(*w)).collect())
                }
                COLOR32 | ORIGINAL | 8 => LayerData::U32(words().map(|w| u32::from_le_bytes(*w)).collect()),
                _ => LayerData::Bytes(bytes),
            };
            out.push(VertexLayer { kind, size, keep_originals, is_scale, pad, data });
        } else if let Some(at) = made.iter().position(|l| l.kind == kind && l.size == size) {
            out.push(VertexLayer { keep_originals, is_scale, pad, ..made.remove(at) });
        }
    }
    // The tangents of now are those of a layer that rode along.
    made.retain(|l| l.kind != TANGENT || !whole);
    out.extend(made);
    out
}
