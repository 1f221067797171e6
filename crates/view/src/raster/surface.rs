//! Materials and light.

use super::texture::{Gamma, Layer, Texture, Use};
use crate::math::{V3, add, cross, dot, mix, mul, normalize_or, scale, sub};
use scene::{Alpha, Material, Scene, Slot};

/// A material made ready.
pub(crate) struct Surface {
    pub base: [f32; 4],
    metallic: f32,
    roughness: f32,
    emissive: V3,
    specular: V3,
    /// Reflection at grazing angles: none where the specular factor is 0.
    grazing: f32,
    pub alpha: Alpha,
    pub double_sided: bool,
    unlit: bool,
    base_map: Option<Layer>,
    normal_map: Option<Layer>,
    emissive_map: Option<Layer>,
    metal_map: Option<Layer>,
    light_map: Option<Layer>,
}

impl Surface {
    pub fn new(m: &Material) -> Self {
        let layer = |slot: Slot| m.texture(&slot).map(Layer::new);
        let specular = m.specular.map_or([0.04; 3], |s| scale(s.color, 0.04 * s.factor));
        Self {
            base: m.base_color,
            metallic: m.metallic,
            roughness: m.roughness,
            emissive: m.emissive,
            specular: specular.map(|v| v.min(1.0)),
            grazing: m.specular.map_or(1.0, |s| s.factor.clamp(0.0, 1.0)),
            alpha: m.alpha,
            double_sided: m.double_sided,
            unlit: m.unlit,
            base_map: layer(Slot::BaseColor),
            normal_map: layer(Slot::Normal),
            emissive_map: layer(Slot::Emissive),
            metal_map: layer(Slot::MetallicRoughness),
            light_map: layer(Slot::Lightmap),
        }
    }

    /// Grey clay, for wireframes and models without material.
    pub fn clay(double_sided: bool) -> Self {
        let m = Material {
            base_color: clay([1.0; 4]),
            roughness: CLAY_ROUGHNESS,
            double_sided,
            ..Material::default()
        };
        Self::new(&m)
    }

    pub fn wants_tangents(&self) -> bool {
        self.normal_map.is_some()
    }

    /// Marks the pictures this surface needs and how they are meant.
    pub fn mark(&self, wanted: &mut [Option<Use>]) {
        let colors = [&self.base_map, &self.emissive_map].map(|l| (l, Use::Color));
        let data = [&self.normal_map, &self.metal_map, &self.light_map].map(|l| (l, Use::Data));
        for (layer, kind) in data.into_iter().chain(colors) {
            if let Some(slot) = layer.as_ref().and_then(|l| wanted.get_mut(l.image)) {
                *slot = Some(kind);
            }
        }
    }

    /// Forgets pictures that are not there. Without the picture of its colours it is clay, not a blank white shape.
    pub fn forget_missing(&mut self, textures: &[Option<Texture>]) {
        let gone = |l: &Layer| textures.get(l.image).is_none_or(Option::is_none);
        if self.base_map.as_ref().is_some_and(gone) {
            self.base = clay(self.base);
            self.unlit = false;
            (self.metallic, self.roughness) = (0.0, CLAY_ROUGHNESS);
        }
        for layer in [
            &mut self.base_map,
            &mut self.normal_map,
            &mut self.emissive_map,
            &mut self.metal_map,
            &mut self.light_map,
        ] {
            if layer.as_ref().is_some_and(gone) {
                *layer = None;
            }
        }
    }

    /// Nothing this surface draws is see-through, whatever its mode says.
    pub fn is_solid(&self, textures: &[Option<Texture>], vertex_alpha: bool) -> bool {
        let map = self.base_map.as_ref().and_then(|l| textures.get(l.image)?.as_ref());
        self.base[3] >= 1.0 && !vertex_alpha && map.is_none_or(|t| !t.translucent)
    }
}

/// The colour of clay, linear.
const CLAY: [f32; 3] = [0.55, 0.56, 0.58];
/// How rough clay is.
pub(crate) const CLAY_ROUGHNESS: f32 = 0.8;

/// A base colour with clay for the picture that is missing.
pub(crate) fn clay(base: [f32; 4]) -> [f32; 4] {
    [base[0] * CLAY[0], base[1] * CLAY[1], base[2] * CLAY[2], base[3]]
}

/// A point of a surface, interpolated.
pub(crate) struct Point<'a> {
    /// Texture coordinates by set, each with the change over one pixel to the right and down.
    pub uv: &'a dyn Fn(usize) -> ([f32; 2], [[f32; 2]; 2]),
    pub color: [f32; 4],
    pub normal: V3,
    pub tangent: Option<[f32; 4]>,
    /// Unit, towards the eye.
    pub view: V3,
    /// The eye sees the back.
    pub back: bool,
}

/// Lights that stand around the camera, so that any model is lit from any side.
pub(crate) struct Lights {
    /// Directions towards the lights and their colours.
    lamps: [(V3, V3); 3],
    up: V3,
}

impl Lights {
    /// Key from upper left, fill from the right, rim from behind; axes of the camera.
    pub fn around(axes: [V3; 3]) -> Self {
        let at = |x: f32, y: f32, z: f32| {
            let d = add(add(scale(axes[0], x), scale(axes[1], y)), scale(axes[2], z));
            normalize_or(d, axes[2])
        };
        Self {
            lamps: [
                (at(-0.5, 0.75, 0.85), [1.34, 1.3, 1.22]),
                (at(0.9, 0.1, 0.6), [0.3, 0.35, 0.44]),
                (at(0.4, 0.6, -0.9), [0.5, 0.52, 0.56]),
            ],
            up: [0.0, 1.0, 0.0],
        }
    }

    fn sky(&self, d: V3) -> V3 {
        let t = 0.5 + 0.5 * dot(d, self.up);
        mix([0.13, 0.12, 0.115], [0.37, 0.39, 0.43], t * t * (3.0 - 2.0 * t))
    }
}

/// What shading needs besides the point.
pub(crate) struct Shader<'a> {
    pub textures: &'a [Option<Texture>],
    pub lights: &'a Lights,
    pub gamma: &'static Gamma,
}

impl Shader<'_> {
    fn look(&self, layer: &Layer, p: &Point<'_>, kind: Use) -> [f32; 4] {
        let Some(Some(texture)) = self.textures.get(layer.image) else { return [1.0; 4] };
        let (uv, reach) = (p.uv)(layer.uv);
        let table = if kind == Use::Color { &self.gamma.linear } else { &self.gamma.plain };
        texture.sample(layer.map(uv), reach.map(|d| layer.map_reach(d)), layer.clamp, table)
    }

    /// Alpha only.
    pub fn alpha(&self, s: &Surface, p: &Point<'_>) -> f32 {
        let map = s.base_map.as_ref().map_or(1.0, |l| self.look(l, p, Use::Color)[3]);
        s.base[3] * p.color[3] * map
    }

    /// Colour in linear light, not premultiplied, and alpha.
    pub fn shade(&self, s: &Surface, p: &Point<'_>) -> [f32; 4] {
        let mut base = [0, 1, 2, 3].map(|i| s.base[i] * p.color[i]);
        if let Some(layer) = &s.base_map {
            let t = self.look(layer, p, Use::Color);
            base = [0, 1, 2, 3].map(|i| base[i] * t[i]);
        }
        let alpha = if s.alpha == Alpha::Blend { base[3].clamp(0.0, 1.0) } else { 1.0 };
        let albedo = [base[0], base[1], base[2]];
        if s.unlit {
            return [albedo[0], albedo[1], albedo[2], alpha];
        }
        let n = self.normal(s, p);
        let (mut metal, mut rough) = (s.metallic, s.roughness);
        if let Some(layer) = &s.metal_map {
            let t = self.look(layer, p, Use::Data);
            (rough, metal) = (rough * t[1], metal * t[2]);
        }
        let occlusion =
            s.light_map.as_ref().map_or(1.0, |l| 1.0 + l.strength * (self.look(l, p, Use::Data)[0] - 1.0));
        let rough = rough.clamp(0.12, 1.0);
        let f0 = mix(s.specular, albedo, metal);
        let f90 = s.grazing + (1.0 - s.grazing) * metal;
        let gloss = Gloss { f0, f90, rough };
        let mut light = lit(self.lights, scale(albedo, 1.0 - metal), &gloss, n, p.view, occlusion);
        let glow = s.emissive_map.as_ref().map_or([1.0; 3], |l| {
            let t = self.look(l, p, Use::Color);
            [t[0], t[1], t[2]]
        });
        light = add(light, mul(s.emissive, glow));
        [light[0], light[1], light[2], alpha]
    }

    fn normal(&self, s: &Surface, p: &Point<'_>) -> V3 {
        let mut n = normalize_or(p.normal, p.view);
        if let (Some(layer), Some(t)) = (&s.normal_map, p.tangent) {
            let axis = [t[0], t[1], t[2]];
            let along = sub(axis, scale(n, dot(n, axis)));
            if dot(along, along) > 1e-12 {
                let along = normalize_or(along, axis);
                let across = scale(cross(n, along), t[3]);
                let m = self.look(layer, p, Use::Data);
                let [x, y, z] = [0, 1, 2].map(|i| m[i] * 2.0 - 1.0);
                let bent = add(scale(along, x * layer.strength), scale(across, y * layer.strength));
                n = normalize_or(add(bent, scale(n, z)), n);
            }
        }
        if p.back { scale(n, -1.0) } else { n }
    }
}

/// How a surface reflects.
struct Gloss {
    /// Straight on.
    f0: V3,
    /// At grazing angles.
    f90: f32,
    rough: f32,
}

impl Gloss {
    /// Schlick's, from the cosine and how much of the edge is seen.
    fn fresnel(&self, cosine: f32, seen: f32) -> V3 {
        let e = 1.0 - cosine.clamp(0.0, 1.0);
        let edge = (e * e) * (e * e) * e * seen;
        self.f0.map(|f0| f0 + (self.f90 - f0).max(0.0) * edge)
    }
}

/// The light from a surface. A matte one shows its colour times `sky(n) + ½ Σ lamp · n·l`, as in the viewer
/// (`web/environment.js`), and there is no tone curve.
fn lit(lights: &Lights, matte: V3, gloss: &Gloss, n: V3, view: V3, occlusion: f32) -> V3 {
    let rough = gloss.rough;
    let nv = dot(n, view).max(1e-3);
    let a2 = (rough * rough) * (rough * rough);
    let mut out = mul(matte, lights.sky(n));
    let mirror = sub(scale(n, 2.0 * dot(n, view)), view);
    let around = mix(lights.sky(mirror), lights.sky(n), rough);
    out = add(out, mul(gloss.fresnel(nv, 1.0 - rough), around));
    out = scale(out, occlusion);
    for (dir, color) in &lights.lamps {
        let nl = dot(n, *dir);
        if nl <= 0.0 {
            continue;
        }
        let h = normalize_or(add(*dir, view), n);
        let (nh, vh) = (dot(n, h).max(0.0), dot(view, h).max(0.0));
        let d = nh * nh * (a2 - 1.0) + 1.0;
        let k = rough * rough * 0.5;
        let visibility = 0.25 / ((nl * (1.0 - k) + k) * (nv * (1.0 - k) + k));
        let glossy = scale(gloss.fresnel(vh, 1.0), (a2 / (d * d)) * visibility * 0.25);
        out = add(out, mul(scale(add(scale(matte, 0.5), glossy), nl), *color));
    }
    out
}

/// Surfaces by material, the last one for primitives without.
pub(crate) fn surfaces(scene: &Scene) -> Vec<Surface> {
    let mut out: Vec<Surface> = scene.materials.iter().map(Surface::new).collect();
    out.push(Surface::clay(true));
    out
}
