//! Repairs of materials.

use super::super::number_of;
use crate::emfx::types::Emfx;
use crate::emfx::types::body::Body;
use crate::emfx::xac::scene::actor::Actor;
use std::collections::HashMap;

pub(super) fn fix_materials(file: &mut Emfx) {
    let numbers: HashMap<usize, usize> = {
        let actor = Actor::new(file);
        (0..actor.materials.len())
            .filter_map(|i| Some((actor.materials.get(i)?.chunk, number_of(&actor, i))))
            .collect()
    };
    let count = numbers.len();
    for (i, chunk) in file.chunks.iter_mut().enumerate() {
        if let Body::Material(m) = &mut chunk.body {
            let own = numbers.get(&i).copied().unwrap_or(0) as u16;
            let colors = [&mut m.ambient, &mut m.diffuse, &mut m.specular, &mut m.emissive];
            let numbers =
                [(&mut m.shine, 0.0), (&mut m.shine_strength, 0.0), (&mut m.opacity, 1.0), (&mut m.ior, 1.5)];
            for v in colors.into_iter().flatten().filter(|v| !v.is_finite()) {
                *v = 1.0;
            }
            for (v, usual) in numbers {
                if !v.is_finite() {
                    *v = usual;
                }
            }
            for layer in &mut m.layers.0 {
                layer.material = own;
                for (v, usual) in [
                    (&mut layer.amount, 1.0),
                    (&mut layer.u_offset, 0.0),
                    (&mut layer.v_offset, 0.0),
                    (&mut layer.u_tiling, 1.0),
                    (&mut layer.v_tiling, 1.0),
                    (&mut layer.rotation, 0.0),
                ] {
                    if !v.is_finite() {
                        *v = usual;
                    }
                }
            }
        }
    }
    file.chunks.retain(|c| !matches!(&c.body, Body::MaterialLayer(l) if usize::from(l.material) >= count));
}
