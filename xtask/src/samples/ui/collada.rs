//! The COLLADA file of the menu.

use super::menu::Menu;
use super::shape::{Shape, round};
use formats::anark::bgf::ElementType;
use std::fmt::Write as _;

impl Menu {
    /// The COLLADA file.
    pub fn collada(&self) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" \
             version=\"1.4.1\">\n <asset><up_axis>Y_UP</up_axis></asset>\n",
        );
        let elements = &self.face.elements.list;
        let id = |i: usize| elements.get(i).map_or(0, |e| e.scene_item_id);
        let of_type = |ty: ElementType| (0..elements.len()).filter(move |i| elements[*i].ty == ty);
        out.push_str(" <library_images>\n");
        for t in of_type(ElementType::TEXTURE) {
            let _ = writeln!(
                out,
                "  <image id=\"AK{}\" name=\"{}\"><init_from>menu_back.tga</init_from></image>",
                id(t),
                self.names[t]
            );
        }
        out.push_str(" </library_images>\n <library_effects>\n");
        for m in of_type(ElementType::MATERIAL) {
            let texture = of_type(ElementType::TEXTURE).find(|t| elements[*t].parent == m as i32);
            let [r, g, b, a] = self.colors[m];
            let diffuse = texture.map_or_else(
                || format!("<color>{r} {g} {b} {a}</color>"),
                |t| format!("<texture texture=\"AK{}\" texcoord=\"uv\"/>", id(t)),
            );
            let _ = writeln!(
                out,
                "  <effect id=\"AK{}-fx\"><profile_COMMON><technique sid=\"t\"><lambert><diffuse>{diffuse}</diffuse>\
                 </lambert></technique></profile_COMMON></effect>",
                id(m)
            );
        }
        out.push_str(" </library_effects>\n <library_materials>\n");
        for m in of_type(ElementType::MATERIAL) {
            let (id, name) = (id(m), &self.names[m]);
            let _ = writeln!(
                out,
                "  <material id=\"AK{id}\" name=\"{name}\"><instance_effect url=\"#AK{id}-fx\"/></material>"
            );
        }
        out.push_str(" </library_materials>\n <library_geometries>\n");
        for (i, shape) in self.shapes.iter().enumerate() {
            if let Some((shape, _)) = shape {
                geometry(&mut out, id(i), &self.names[i], shape);
            }
        }
        out.push_str(" </library_geometries>\n <library_visual_scenes><visual_scene id=\"scene\">\n");
        self.collada_nodes(&mut out, -1);
        out.push_str(" </visual_scene></library_visual_scenes>\n <scene><instance_visual_scene url=\"#scene\"/></scene>\n</COLLADA>\n");
        out
    }

    fn collada_nodes(&self, out: &mut String, parent: i32) {
        for (i, e) in self.face.elements.list.iter().enumerate().filter(|(_, e)| e.parent == parent) {
            let Some(node) = self.nodes[i].map(|n| &self.graph.nodes.list[n]) else { continue };
            let [x, y, z] = node.translation;
            let _ = write!(
                out,
                "<node id=\"AK{}\" name=\"{}\"><translate>{x} {y} {}</translate>",
                e.scene_item_id,
                self.names[i],
                0.0 - z
            );
            if let Some((_, material)) = &self.shapes[i] {
                let material = self.face.elements.list[*material].scene_item_id;
                let _ = write!(
                    out,
                    "<instance_geometry url=\"#AK{}-mesh\"><bind_material><technique_common><instance_material \
                     symbol=\"m\" target=\"#AK{material}\"/></technique_common></bind_material></instance_geometry>",
                    e.scene_item_id
                );
            }
            out.push('\n');
            self.collada_nodes(out, i as i32);
            out.push_str("</node>\n");
        }
    }
}

fn geometry(out: &mut String, id: u32, name: &str, shape: &Shape) {
    let (points, faces) = shape.polygons();
    let size = points.iter().flatten().fold(0.001_f32, |a, b| a.max(b.abs()));
    let positions: Vec<String> = points.iter().map(|[x, y]| format!("{x} {y} 0")).collect();
    let uvs: Vec<String> = points
        .iter()
        .map(|[x, y]| match shape {
            Shape::Quad(w, h) => format!("{} {}", x / w + 0.5, y / h + 0.5),
            _ => format!("{} {}", round(x / size / 2.0 + 0.5), round(y / size / 2.0 + 0.5)),
        })
        .collect();
    let counts: Vec<String> = faces.iter().map(|f| f.len().to_string()).collect();
    let tuples: Vec<String> = faces.iter().flatten().map(|i| format!("{i} 0 {i}")).collect();
    let source = |kind: &str, values: &str, count: usize, stride: usize| {
        format!(
            "<source id=\"AK{id}-{kind}\"><float_array id=\"AK{id}-{kind}-a\" count=\"{}\">{values}</float_array>\
             <technique_common><accessor source=\"#AK{id}-{kind}-a\" count=\"{count}\" stride=\"{stride}\"/></technique_common></source>",
            count * stride
        )
    };
    let _ = writeln!(
        out,
        "  <geometry id=\"AK{id}-mesh\" name=\"{name}\"><mesh>\n   {}\n   {}\n   {}\n   \
         <vertices id=\"AK{id}-v\"><input semantic=\"POSITION\" source=\"#AK{id}-p\"/></vertices>\n   \
         <polylist material=\"m\" count=\"{}\"><input semantic=\"VERTEX\" source=\"#AK{id}-v\" offset=\"0\"/>\
         <input semantic=\"NORMAL\" source=\"#AK{id}-n\" offset=\"1\"/>\
         <input semantic=\"TEXCOORD\" source=\"#AK{id}-t\" offset=\"2\" set=\"0\"/>\
         <vcount>{}</vcount><p>{}</p></polylist>\n  </mesh></geometry>",
        source("p", &positions.join(" "), points.len(), 3),
        source("n", "0 0 1", 1, 3),
        source("t", &uvs.join(" "), points.len(), 2),
        faces.len(),
        counts.join(" "),
        tuples.join(" ")
    );
}
