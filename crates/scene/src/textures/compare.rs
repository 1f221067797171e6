//! Whether a picture of a scene is the one in a file.

use super::{decode, decode_rgba};
use crate::{Image, PixelOps};

/// Whether the file shows the same picture, whatever its encoding: then there is nothing to write.
pub fn is_picture(image: &Image, file: &[u8], name: &str, limit: u64) -> bool {
    let Some(data) = image.data.as_deref() else { return false };
    if data == file && image.ops == PixelOps::default() {
        return true;
    }
    let Ok((width, height, mut there)) = decode_rgba(file, name, limit) else { return false };
    let Ok(mut pixels) = decode::decode(data, "", limit) else { return false };
    if (pixels.width, pixels.height) != (width, height) {
        return false;
    }
    // Alpha that was dropped cannot be compared.
    let no_alpha = image.ops.drop_alpha;
    pixels.apply(PixelOps { drop_alpha: no_alpha, ..image.ops });
    if no_alpha {
        there.as_chunks_mut::<4>().0.iter_mut().for_each(|p| p[3] = 255);
    }
    pixels.into_rgba() == there
}
