//! Lights in the XML: moved, changed, and new ones.

use super::super::scene::lights::Fresh;
use super::super::types::{Model, read_offset};
use super::super::write::{Changes, edit_offset, insert_into, number, offset_xml};
use crate::egosoft::xml::{Edits, Xml};

/// Lights that were moved or changed, and new ones.
pub(in super::super) fn edit_lights(xml: &Xml, model: &Model<'_>, changes: &Changes<'_>, edits: &mut Edits) {
    for light in changes.lights {
        edit_offset(xml, light.element, read_offset(xml, light.element), light.place, edits);
        for (name, value) in &light.attributes {
            edits.set_attr(xml, light.element, name, &number(*value));
        }
    }
    for part in model.connections.iter().flat_map(|c| &c.parts) {
        let first = model.part(&part.name).is_some_and(|p| p.element == part.element);
        let text =
            if first { lights_xml(Some(&part.name), changes, "              ") } else { String::new() };
        if !text.is_empty() {
            insert_into(xml, part.element, "lights", &text, "            ", edits);
        }
    }
    let text = lights_xml(None, changes, "          ");
    if text.is_empty() {
        return;
    }
    let layers = xml.child(model.element, "layers");
    let layer = || layers.into_iter().flat_map(|l| xml.named(l, "layer"));
    let lit = layer().find(|l| xml.child(*l, "lights").is_some()).or_else(|| layer().next());
    if let Some(layer) = lit {
        insert_into(xml, layer, "lights", &text, "        ", edits);
    } else {
        insert_into(xml, model.element, "layers", &layer_xml(&text), "    ", edits);
    }
}

/// New lights of a part, or of the component as a whole.
pub(in super::super) fn lights_xml(part: Option<&str>, changes: &Changes<'_>, indent: &str) -> String {
    let of_it = |l: &&Fresh| match (l.part.as_deref(), part) {
        (Some(a), Some(b)) => a.eq_ignore_ascii_case(b),
        (a, b) => a.is_none() && b.is_none(),
    };
    let one = |l: &Fresh| {
        let attributes: String =
            l.attributes.iter().map(|(name, v)| format!(" {name}=\"{}\"", number(*v))).collect();
        let offset = offset_xml(&l.place, &format!("{indent}  "));
        format!(
            "{indent}<{kind} name=\"{}\"{attributes}>\n{offset}{indent}</{kind}>\n",
            l.name,
            kind = l.kind
        )
    };
    changes.new_lights.iter().filter(of_it).map(one).collect()
}

pub(in super::super) fn layer_xml(lights: &str) -> String {
    format!("      <layer>\n        <lights>\n{lights}        </lights>\n      </layer>\n")
}
