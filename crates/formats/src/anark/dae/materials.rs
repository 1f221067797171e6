//! Materials: effects with their colours and pictures.

use super::DaeMaterial;
use super::xml::Tag;
use std::collections::HashMap;

/// Materials by their XML id.
pub(super) fn materials(root: &Tag) -> HashMap<String, DaeMaterial> {
    let images: HashMap<&str, String> = root
        .all("library_images")
        .flat_map(|l| l.all("image"))
        .filter_map(|i| {
            let from = i.child("init_from")?;
            let file = from.child("ref").map_or(from.text.trim(), |r| r.text.trim());
            Some((i.get("id")?, picture_path(file)))
        })
        .collect();
    let effects: HashMap<&str, &Tag> = root
        .all("library_effects")
        .flat_map(|l| l.all("effect"))
        .filter_map(|e| Some((e.get("id")?, e)))
        .collect();
    root.all("library_materials")
        .flat_map(|l| l.all("material"))
        .filter_map(|m| {
            let id = m.get("id")?;
            let effect = m.child("instance_effect").and_then(|i| i.link("url")).and_then(|u| effects.get(u));
            let name = m.get("name").filter(|n| !n.is_empty()).unwrap_or(id).to_owned();
            Some((id.to_owned(), material(name, effect.copied(), &images)))
        })
        .collect()
}

/// A file name out of an URI: without its scheme, `%20` and the like resolved.
fn picture_path(uri: &str) -> String {
    let plain = uri.strip_prefix("file:///").or_else(|| uri.strip_prefix("file://")).unwrap_or(uri);
    let mut out = Vec::with_capacity(plain.len());
    let mut rest = plain.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = (*first == b'%').then(|| tail.get(..2)).flatten();
        let code = code.and_then(|c| u8::from_str_radix(std::str::from_utf8(c).ok()?, 16).ok());
        out.push(code.unwrap_or(*first));
        rest = if code.is_some() { tail.get(2..).unwrap_or_default() } else { tail };
    }
    String::from_utf8(out).unwrap_or_else(|_| plain.to_owned())
}

fn material(name: String, effect: Option<&Tag>, images: &HashMap<&str, String>) -> DaeMaterial {
    let mut out = DaeMaterial {
        name,
        color: [1.0; 4],
        emission: [0.0; 3],
        texture: None,
        unlit: false,
        color_said: false,
        alpha_said: false,
    };
    let Some(effect) = effect else { return out };
    let model = effect
        .walk()
        .into_iter()
        .find(|t| matches!(t.name.as_str(), "phong" | "lambert" | "blinn" | "constant"));
    let Some(model) = model else { return out };
    out.unlit = model.name == "constant";
    let color = |name: &str| {
        let values = model.child(name)?.child("color")?.floats();
        <[f32; 4]>::try_from(values).ok()
    };
    if let Some([r, g, b, _]) = color("emission") {
        out.emission = [r, g, b];
    }
    let main = if out.unlit { "emission" } else { "diffuse" };
    if let Some(value) = color(main) {
        out.color = value;
        out.color_said = true;
        out.alpha_said = value[3] != 1.0;
    }
    let alpha = model.child("transparency").and_then(|t| t.child("float")).map(|t| t.floats());
    if let Some(alpha) = alpha.and_then(|v| v.first().copied()).filter(|a| (0.0..1.0).contains(a) && *a > 0.0)
    {
        out.color[3] = alpha;
        out.alpha_said = true;
    }
    if let Some(sampler) = model.child(main).and_then(|t| t.child("texture")).and_then(|t| t.get("texture")) {
        out.texture = picture(effect, sampler, images);
        out.color_said |= out.texture.is_some();
    }
    out
}

/// A picture by its sampler: sampler → surface → image, or straight to the image.
fn picture(effect: &Tag, sampler: &str, images: &HashMap<&str, String>) -> Option<String> {
    let params: HashMap<&str, &Tag> = effect
        .walk()
        .into_iter()
        .filter(|t| t.name == "newparam")
        .filter_map(|t| Some((t.get("sid")?, t)))
        .collect();
    let mut at = sampler.to_owned();
    for _ in 0..3 {
        if let Some(file) = images.get(at.as_str()) {
            return Some(file.clone());
        }
        let param = params.get(at.as_str())?;
        let next = param.find("source").or_else(|| param.find("init_from"));
        at = match (next, param.find("instance_image")) {
            (Some(tag), _) => tag.text.trim().to_owned(),
            (None, Some(tag)) => tag.link("url")?.to_owned(),
            (None, None) => return None,
        };
    }
    None
}
