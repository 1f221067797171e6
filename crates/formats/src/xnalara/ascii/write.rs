//! From a model to text: only what changed is spelled anew, or everything.

use super::read;
use super::read::scan::Span;
use crate::xnalara::model::{Mesh, Model};
use crate::xnalara::numbers::spell_f32;
use std::fmt::Write;
use wire::Sink;

/// One value of the text, in reading order.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Value<'a> {
    Name(&'a [u8]),
    Int(i64),
    Float(u32),
}

/// Every value in the order the reader meets them.
fn values(model: &Model) -> Vec<Value<'_>> {
    let mut out = Vec::new();
    let floats = |out: &mut Vec<_>, v: &[f32]| out.extend(v.iter().map(|f| Value::Float(f.to_bits())));
    for b in &model.bones {
        out.push(Value::Name(b.name.as_bytes()));
        out.push(Value::Int(i64::from(b.parent)));
        floats(&mut out, &b.head);
    }
    for m in &model.meshes {
        out.push(Value::Name(m.name.as_bytes()));
        for t in &m.textures {
            out.push(Value::Name(t.file.as_bytes()));
            out.push(Value::Int(i64::from(t.uv_layer)));
        }
        let g = &m.geometry;
        for v in 0..g.len() {
            floats(&mut out, g.positions.get(v).map_or(&[], |p| p.as_slice()));
            floats(&mut out, g.normals.get(v).map_or(&[], |p| p.as_slice()));
            out.extend(g.colors.get(v).into_iter().flatten().map(|c| Value::Int(i64::from(*c))));
            for uv in &g.uvs {
                floats(&mut out, uv.get(v).map_or(&[], |p| p.as_slice()));
            }
            let (bones, weights) = g.weights.of(v);
            out.extend(bones.iter().map(|b| Value::Int(bone_number(*b))));
            floats(&mut out, weights);
        }
        out.extend(m.indices.iter().map(|i| Value::Int(i64::from(*i))));
    }
    out
}

fn bone_number(bone: u16) -> i64 {
    if bone == u16::MAX { -1 } else { i64::from(bone) }
}

/// The same shape: counts and lengths of everything.
fn same_shape(a: &Model, b: &Model) -> bool {
    a.bones.len() == b.bones.len()
        && a.meshes.len() == b.meshes.len()
        && a.meshes.iter().zip(&b.meshes).all(|(a, b)| {
            a.uv_layers == b.uv_layers
                && a.textures.len() == b.textures.len()
                && a.indices.len() == b.indices.len()
                && a.geometry.len() == b.geometry.len()
                && a.geometry.uvs.len() == b.geometry.uvs.len()
                && a.geometry.weights.starts == b.geometry.weights.starts
        })
}

/// The source with what differs from `model` spelled anew.
pub fn respell(source: &[u8], model: &Model) -> Vec<u8> {
    let Ok(parsed) = read::parse::<true>(source, &mut Sink::new()) else { return spell(model) };
    // By bits: a value that is not a number is not even equal to itself.
    if parsed.model == *model || (same_shape(&parsed.model, model) && values(&parsed.model) == values(model))
    {
        return source.to_vec();
    }
    replace(source, &parsed.model, &parsed.spans, model).unwrap_or_else(|| spell(model))
}

fn replace(source: &[u8], was: &Model, spans: &[Span], is: &Model) -> Option<Vec<u8>> {
    let (old, new) = (values(was), values(is));
    if !same_shape(was, is) || old.len() != spans.len() || old.len() != new.len() {
        return None;
    }
    let mut out = Vec::with_capacity(source.len());
    let mut done = 0;
    for ((a, b), (start, end)) in old.iter().zip(&new).zip(spans) {
        if a == b {
            continue;
        }
        let (start, end) = (*start as usize, *end as usize);
        // A value that is not written out, or a name that would be none, cannot be put in place.
        if start == end {
            return None;
        }
        out.extend_from_slice(source.get(done..start)?);
        match b {
            Value::Name([]) => return None,
            Value::Name(name) => out.extend_from_slice(name),
            Value::Int(v) => out.extend_from_slice(v.to_string().as_bytes()),
            Value::Float(bits) => out.extend_from_slice(spell_f32(f32::from_bits(*bits)).as_bytes()),
        }
        done = end;
    }
    out.extend_from_slice(source.get(done..)?);
    Some(out)
}

/// A new text, as every program reads it: one item a line, the comments of the original program.
pub fn spell(model: &Model) -> Vec<u8> {
    let mut out = Spelled(Vec::new());
    out.line(format_args!("{} # bones", model.bones.len()));
    for b in &model.bones {
        out.name(b.name.as_bytes());
        out.line(format_args!("{}", b.parent));
        out.floats(&b.head);
    }
    out.line(format_args!("{} # meshes", model.meshes.len()));
    for m in &model.meshes {
        mesh(&mut out, m, !model.bones.is_empty());
    }
    out.0
}

fn mesh(out: &mut Spelled, m: &Mesh, bones: bool) {
    let g = &m.geometry;
    out.name(m.name.as_bytes());
    out.line(format_args!("{} # uv layers", g.uvs.len()));
    out.line(format_args!("{} # textures", m.textures.len()));
    for t in &m.textures {
        out.name(t.file.as_bytes());
        out.line(format_args!("{} # uv layer index", t.uv_layer));
    }
    out.line(format_args!("{} # vertices", g.len()));
    for v in 0..g.len() {
        out.floats(&g.positions.get(v).copied().unwrap_or_default());
        out.floats(&g.normals.get(v).copied().unwrap_or_default());
        let [r, gr, b, a] = g.colors.get(v).copied().unwrap_or([255; 4]);
        out.line(format_args!("{r} {gr} {b} {a}"));
        for uv in &g.uvs {
            out.floats(&uv.get(v).copied().unwrap_or_default());
        }
        if bones {
            let (ids, weights) = g.weights.of(v);
            if ids.is_empty() {
                out.line(format_args!("0"));
                out.line(format_args!("0"));
            } else {
                let ids: Vec<String> = ids.iter().map(|b| bone_number(*b).to_string()).collect();
                out.line(format_args!("{}", ids.join(" ")));
                out.floats(weights);
            }
        }
    }
    out.line(format_args!("{} # faces", m.indices.len() / 3));
    for [a, b, c] in m.indices.as_chunks::<3>().0 {
        out.line(format_args!("{a} {b} {c}"));
    }
}

struct Spelled(Vec<u8>);

impl Spelled {
    fn name(&mut self, name: &[u8]) {
        self.0.extend_from_slice(name);
        self.0.push(b'\n');
    }

    fn line(&mut self, args: std::fmt::Arguments<'_>) {
        // Writing to a vector cannot fail.
        let _ = std::io::Write::write_fmt(&mut self.0, args);
        self.0.push(b'\n');
    }

    fn floats(&mut self, values: &[f32]) {
        let mut line = String::with_capacity(values.len() * 12);
        for (i, v) in values.iter().enumerate() {
            if i > 0 {
                line.push(' ');
            }
            let _ = line.write_str(&spell_f32(*v));
        }
        self.name(line.as_bytes());
    }
}
