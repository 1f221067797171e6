//! Materials and images.

use super::{At, Counts};
use pyo3::prelude::*;
use scene::{Alpha, Image, ImageId, Material, PixelOps, Slot, Specular, TextureSlot, TextureTransform};
use std::sync::Arc;

/// A material.
pub fn material(at: &At<'_>, counts: Counts) -> PyResult<Material> {
    let cutoff = at.number("alpha_cutoff")?;
    let alpha = [("opaque", Alpha::Opaque), ("mask", Alpha::Mask(cutoff)), ("blend", Alpha::Blend)];
    Ok(Material {
        name: at.value("name")?,
        base_color: at.numbers("base_color")?,
        metallic: at.number("metallic")?,
        roughness: at.number("roughness")?,
        emissive: at.numbers("emissive")?,
        specular: at.some("specular")?.map(|s| specular(&s)).transpose()?,
        ior: at.maybe_number("ior")?,
        alpha: at.choice("alpha", &alpha)?,
        double_sided: at.value("double_sided")?,
        unlit: at.value("unlit")?,
        textures: at.list("textures", |t| texture(t, counts))?,
        extras: at.extras()?,
    })
}

fn specular(at: &At<'_>) -> PyResult<Specular> {
    Ok(Specular { factor: at.number("factor")?, color: at.numbers("color")? })
}

fn texture(at: &At<'_>, counts: Counts) -> PyResult<TextureSlot> {
    let label: String = at.value("slot")?;
    let image =
        at.index("image", counts.images, "images")?.ok_or_else(|| at.bad("a texture needs an image"))?;
    Ok(TextureSlot {
        slot: slot(at, &label)?,
        image: ImageId(image),
        uv: at.value("uv")?,
        transform: at.some("transform")?.map(|t| transform(&t)).transpose()?,
        strength: at.number("strength")?,
        clamp: at.value("clamp")?,
    })
}

fn transform(at: &At<'_>) -> PyResult<TextureTransform> {
    Ok(TextureTransform {
        offset: at.numbers("offset")?,
        rotation: at.number("rotation")?,
        scale: at.numbers("scale")?,
    })
}

fn slot(at: &At<'_>, label: &str) -> PyResult<Slot> {
    const KNOWN: [Slot; 8] = [
        Slot::BaseColor,
        Slot::Normal,
        Slot::Emissive,
        Slot::Specular,
        Slot::MetallicRoughness,
        Slot::Lightmap,
        Slot::Mask,
        Slot::Environment,
    ];
    if let Some(name) = label.strip_prefix("other:") {
        return Ok(Slot::Other(name.to_owned()));
    }
    let names = || KNOWN.iter().map(Slot::label).collect::<Vec<_>>().join(", ");
    KNOWN.iter().find(|s| s.label() == label).cloned().map_or_else(
        || Err(at.get("slot")?.bad(format!("must be one of {}, other:NAME, not {label:?}", names()))),
        Ok,
    )
}

/// An image.
pub fn image(at: &At<'_>) -> PyResult<Image> {
    let data = match at.some("data")? {
        Some(field) => {
            let bytes: Arc<[u8]> = field.scalars::<u8>()?.0.into();
            if scene::textures::mime(&bytes).is_none() {
                return Err(field.bad("the bytes must be a PNG or a JPEG"));
            }
            Some(bytes)
        }
        None => None,
    };
    let mime = data.as_deref().and_then(scene::textures::mime).unwrap_or_default().to_owned();
    let ops = at.get("ops")?;
    let mut extras = at.extras()?;
    let channels = scene::ImageChannel::from_json(extras.remove("channels").as_ref());
    Ok(Image {
        file: at.value("file")?,
        ops: PixelOps {
            invert_red: ops.value("invert_red")?,
            invert_green: ops.value("invert_green")?,
            invert_blue: ops.value("invert_blue")?,
            drop_alpha: ops.value("drop_alpha")?,
            red_only: ops.value("red_only")?,
        },
        data,
        mime,
        found: at.maybe("found")?,
        channels,
        extras,
    })
}
