//! The document of a binary model.

use super::types::Xps;
use super::types::settings::Settings;
use super::{read as reader, rules, scene, write};
use crate::{Context, Document, dump, from_value};
use ::scene::Scene;
use serde_json::{Value, json};
use std::any::Any;
use std::io;
use wire::{Reader, Result, Sink};

/// Reads a binary model.
pub fn read(r: &mut Reader<'_>, _: &mut Sink) -> Result<Box<dyn Document>> {
    Ok(Box::new(reader::read(r)?))
}

/// Makes one from its dump.
pub fn build(value: Value) -> Result<Box<dyn Document>> {
    Ok(Box::new(from_value::<Xps>(value)?))
}

impl Document for Xps {
    fn format(&self) -> &'static str {
        self.format_id()
    }

    fn version(&self) -> String {
        self.header_version().map(|(a, b)| format!("{a}.{b}")).unwrap_or_default()
    }

    fn write(&self) -> Vec<u8> {
        write::write(self)
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        dump(self.format_id(), self, out)
    }

    fn recount(&mut self) {
        if let Some(h) = &mut self.header
            && let Settings::Items(items) = &mut h.settings
        {
            items.recount();
        }
        for m in &mut self.meshes {
            m.uv_layers = m.vertices.uv_layers;
        }
    }

    fn check(&self, cx: &Context<'_>, sink: &mut Sink) {
        rules::check(self, cx, sink);
    }

    fn fix(&mut self, cx: &Context<'_>) {
        rules::fix(self, cx);
    }

    fn scrub(&mut self) -> Vec<String> {
        rules::scrub(self)
    }

    fn details(&self, _: &Context<'_>) -> Value {
        let settings = self.header.as_ref().map(|h| &h.settings);
        json!({
            "header": self.header.is_some(),
            "layout": self.layout,
            "bones": self.bones.len(),
            "defaultPose": settings.is_some_and(|s| s.pose().is_some()),
            "flags": settings.map(|s| (0..8).filter_map(|f| s.flag(f).map(|v| [f, v])).collect::<Vec<_>>()),
            "trailer": self.trailer.is_some(),
            "trailingBytes": self.trailing.len(),
            "renderGroups": crate::xnalara::details::groups(self.meshes.iter().map(|m| m.name.text.lossy())),
            "switches": crate::xnalara::details::switches(self.meshes.iter().map(|m| m.name.text.lossy())),
        })
    }

    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
        scene::to_scene(self, cx, sink)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
