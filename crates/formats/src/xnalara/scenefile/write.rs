//! From a scene file to bytes.

use super::types::{Accessory, Body, Contents, Generation, Item, Light, SceneFile, Surroundings};
use wire::{Endian, Writer};

/// The bytes.
pub fn write(file: &SceneFile) -> Vec<u8> {
    let mut w = Writer::new(Endian::Little);
    w.u16(file.major);
    w.u16(file.minor);
    match &file.body {
        Body::Unresolved(bytes) => w.bytes(bytes),
        Body::Known(c) => contents(&mut w, c),
    }
    w.finish()
}

fn contents(w: &mut Writer, c: &Contents) {
    w.u32(c.items.len() as u32);
    for i in &c.items {
        item(w, i, c.generation == Generation::Xps);
    }
    w.f32(c.camera.fov);
    w.put(&c.camera.target);
    w.f32(c.camera.distance);
    w.f32(c.camera.horizontal);
    w.f32(c.camera.vertical);
    w.put_all(&c.before_lights);
    for l in &c.lights {
        light(w, l);
    }
    if let Some(s) = &c.surroundings {
        surroundings(w, s);
    }
    w.bytes(&c.rest);
}

fn item(w: &mut Writer, i: &Item, xps: bool) {
    i.kind.write(w);
    if let Some(d) = &i.directory {
        d.write(w);
    }
    w.u8(i.visible);
    w.put_all(&i.scale);
    if xps {
        w.u32(i.bones.len() as u32);
    }
    for b in &i.bones {
        if let Some(name) = &b.name {
            name.write(w);
        }
        w.put_all(&b.values);
    }
    w.put(&i.position);
    w.u32(i.accessories.len() as u32);
    accessories(w, &i.accessories);
    if xps {
        w.u16(i.more_accessories.len() as u16);
        accessories(w, &i.more_accessories);
    }
    w.put_all(&i.glow);
}

fn accessories(w: &mut Writer, list: &[Accessory]) {
    for a in list {
        a.name.write(w);
        w.u8(a.visible);
    }
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

fn surroundings(w: &mut Writer, s: &Surroundings) {
    if let Some(b) = s.use_post_processing {
        w.u8(b);
    }
    w.put_all(&s.post_processing);
    w.bytes(&s.unknown_after_post);
    w.u8(s.ground_visible);
    s.ground_texture.write(w);
    if let Some(c) = s.background_color {
        w.bytes(&c);
    }
    s.background_image.write(w);
    for b in &s.background_more {
        b.write(w);
    }
    if let Some(sky) = &s.sky {
        w.u8(sky.visible);
        sky.texture.write(w);
        w.put(&sky.values);
    }
    if let Some(win) = &s.window {
        w.u8(win.fixed);
        w.put(&win.size);
    }
}
