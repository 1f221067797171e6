//! Decoded buffers as files of their own (`--raw`): what the game gives to the graphics card, with a layout.

use super::decl::{size_of, type_name, usage_name};
use super::{Buffer, Xmf};
use serde_json::{Value, json};

impl Xmf {
    /// `.raw.json` with the layout, and `.0.bin` … with the buffers.
    pub(crate) fn raw_files(&self) -> Vec<(String, Vec<u8>)> {
        let suffix = |i: usize| format!(".{i}.bin");
        let buffers: Vec<Value> =
            self.buffers.iter().enumerate().map(|(i, b)| layout(i, b, &suffix(i))).collect();
        let materials: Vec<Value> = self
            .materials
            .iter()
            .map(|m| {
                json!({
                    "name": String::from_utf8_lossy(m.trimmed()),
                    "firstIndex": m.first_index,
                    "indices": m.num_indices,
                })
            })
            .collect();
        let layout = json!({
            "format": "xmf",
            "byteOrder": if self.header.big_endian == 0 { "little" } else { "big" },
            "primitiveType": self.header.primitive_type,
            "vertices": self.vertex_count(),
            "buffers": buffers,
            "materials": materials,
        });
        let mut text = serde_json::to_vec_pretty(&layout).unwrap_or_default();
        text.push(b'\n');
        let mut out = vec![(".raw.json".to_owned(), text)];
        out.extend(self.buffers.iter().enumerate().map(|(i, b)| (suffix(i), data(b).to_vec())));
        out
    }
}

/// The bytes of a buffer without what follows its data.
fn data(b: &Buffer) -> &[u8] {
    let size = usize::try_from(b.desc.raw_size()).unwrap_or(usize::MAX);
    b.data.get(..size).unwrap_or(&b.data)
}

fn layout(i: usize, b: &Buffer, file: &str) -> Value {
    let d = &b.desc;
    let mut out = json!({
        "buffer": i,
        "fileSuffix": file,
        "kind": if d.is_index() { "indices" } else { "vertices" },
        "count": d.count(),
        "stride": d.item_size,
        "bytes": data(b).len(),
        "compressedInFile": d.compressed != 0,
    });
    let elements: Vec<Value> = if d.is_index() {
        vec![
            json!({ "type": if d.item_size == 2 { "u16" } else { "u32" }, "offset": 0, "bytes": d.item_size }),
        ]
    } else {
        let list = b.attributes().0;
        let one = |a: &super::decl::Attribute| {
            json!({
                "usage": usage_name(a.usage, a.usage_index),
                "type": type_name(a.ty),
                "offset": a.offset,
                "bytes": size_of(a.ty),
            })
        };
        list.iter().map(one).collect()
    };
    if let Some(map) = out.as_object_mut() {
        map.insert("elements".into(), elements.into());
    }
    out
}
