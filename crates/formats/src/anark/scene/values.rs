//! The values of an element, by the names of their attributes.

use crate::anark::bgf::{Bgf, Element, ElementType};
use crate::anark::hash::attribute_hash;
use crate::anark::value::{Attribute, ValueType};
use wire::Text;

/// An element with its strings.
#[derive(Clone, Copy)]
pub(super) struct Values<'a> {
    pub bgf: &'a Bgf,
    pub element: &'a Element,
}

impl<'a> Values<'a> {
    pub fn of(bgf: &'a Bgf, index: usize) -> Option<Self> {
        bgf.elements.list.get(index).map(|element| Self { bgf, element })
    }

    fn get(&self, name: &str) -> Option<&'a Attribute> {
        self.element.attribute(attribute_hash(name.as_bytes()))
    }

    /// A finite number.
    pub fn number(&self, name: &str) -> Option<f32> {
        self.get(name)?.number().filter(|v| v.is_finite())
    }

    pub fn flag(&self, name: &str) -> Option<bool> {
        self.number(name).map(|v| v != 0.0)
    }

    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.bgf.string(self.get(name)?.string()?)
    }

    /// `name.r`, `name.g`, `name.b` as a screen shows them, 0–1; `None` if none of them is there.
    pub fn rgb(&self, name: &str) -> Option<[f32; 3]> {
        let parts = ["r", "g", "b"].map(|c| self.number(&format!("{name}.{c}")));
        let any = parts.iter().any(Option::is_some);
        any.then(|| parts.map(|v| (v.unwrap_or(255.0) / 255.0).clamp(0.0, 1.0)))
    }

    /// `name.a`, 0–1.
    pub fn alpha(&self, name: &str) -> Option<f32> {
        self.number(&format!("{name}.a")).map(|v| (v / 255.0).clamp(0.0, 1.0))
    }

    /// Opacity, 0–1.
    pub fn opacity(&self) -> Option<f32> {
        self.number("opacity").map(|v| (v / 100.0).clamp(0.0, 1.0))
    }
}

/// Elements of a type by their parent, in file order.
pub(super) fn children(bgf: &Bgf, ty: ElementType) -> std::collections::HashMap<usize, Vec<usize>> {
    let mut out: std::collections::HashMap<usize, Vec<usize>> = std::collections::HashMap::new();
    for (i, e) in bgf.elements.list.iter().enumerate().filter(|(_, e)| e.ty == ty) {
        if let Ok(parent) = usize::try_from(e.parent) {
            out.entry(parent).or_default().push(i);
        }
    }
    out
}

/// Sets an attribute, or adds it.
pub(super) fn set(bgf: &mut Bgf, element: usize, name: &str, ty: ValueType, value: u32) {
    let Some(element) = bgf.elements.list.get_mut(element) else { return };
    let hash = attribute_hash(name.as_bytes());
    match element.attributes.iter_mut().find(|a| a.name() == hash) {
        Some(a) if a.ty() == ValueType::Int && ty == ValueType::Float => {
            a.value = f32::from_bits(value).round() as i32 as u32;
        }
        Some(a) => {
            // The two bits whose meaning is not known stay.
            let flags = a.type_and_name & 0xC000_0000;
            *a = Attribute::new(name, ty, value);
            a.type_and_name |= flags;
        }
        None => element.attributes.push(Attribute::new(name, ty, value)),
    }
}

/// Sets a number.
pub(super) fn set_number(bgf: &mut Bgf, element: usize, name: &str, value: f32) {
    set(bgf, element, name, ValueType::Float, value.to_bits());
}

/// Sets a string, which is added to the strings if it is new.
pub(super) fn set_text(bgf: &mut Bgf, element: usize, name: &str, text: &str) {
    let list = &mut bgf.strings.list;
    let at = list.iter().position(|s| crate::anark::names::shown(s) == Some(text)).unwrap_or_else(|| {
        list.push(Text::from(text));
        list.len() - 1
    });
    set(bgf, element, name, ValueType::String, at as u32);
}

/// As a screen shows a colour, to linear light.
pub(super) fn linear(v: f32) -> f32 {
    let v = v.clamp(0.0, 1.0);
    if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

/// Linear light to what a screen shows, 0–255.
pub(super) fn display(v: f32) -> f32 {
    // Colours are whole numbers in every known file.
    (screen(v) * 255.0).round()
}

/// Linear light to what a screen shows, 0–1.
pub(super) fn screen(v: f32) -> f32 {
    let v = v.clamp(0.0, 1.0);
    if v <= 0.003_130_8 { v * 12.92 } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 }
}
