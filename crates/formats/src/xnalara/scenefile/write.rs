//! From a scene file to bytes.

use super::types::{Body, Contents, Generation, Item, Light, SceneFile, XPS, is_xps};
use wire::{Endian, Wire, Writer};

/// The bytes.
pub fn write(file: &SceneFile) -> Vec<u8> {
    let mut w = Writer::new(Endian::Little);
    w.u16(file.major);
    w.u16(file.minor);
    match &file.body {
        Body::Unresolved(bytes) => w.bytes(bytes),
        Body::Known(c) => {
            let xps = c.generation == Generation::Xps;
            w.set_version(u32::from(file.minor) + if xps { XPS } else { 0 });
            contents(&mut w, c);
        }
    }
    w.finish()
}

fn contents(w: &mut Writer, c: &Contents) {
    w.u32(c.items.len() as u32);
    for i in &c.items {
        item(w, i);
    }
    w.put(&c.camera);
    w.put_all(&c.before_lights);
    for l in &c.lights {
        light(w, l);
    }
    if let Some(s) = &c.surroundings {
        w.put(s);
    }
    w.bytes(&c.rest);
}

fn item(w: &mut Writer, i: &Item) {
    let xps = is_xps(w.version());
    i.kind.write(w);
    if let Some(d) = &i.directory {
        d.write(w);
    }
    w.u8(i.visible);
    w.put_all(&i.scale);
    if xps {
        w.u32(i.bones.len() as u32);
    }
    w.put_all(&i.bones);
    w.put(&i.position);
    w.put(&i.accessories);
    if xps {
        w.u16(i.more_accessories.len() as u16);
        w.put_all(&i.more_accessories);
    }
    w.put_all(&i.glow);
}

fn light(w: &mut Writer, l: &Light) {
    if let Some(b) = l.unknown_before {
        w.u8(b);
    }
    w.put(&l.direction);
    if let Some(i) = l.intensity {
        w.f32(i);
    }
    w.bytes(&l.color);
    w.f32(l.shadow_depth);
}
