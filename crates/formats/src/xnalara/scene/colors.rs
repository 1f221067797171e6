//! Vertex colours are display values (sRGB): the original programs multiply them with the texture as they are. glTF has
//! linear ones. Floats, so that every byte comes back.

use scene::Colors;
use std::sync::LazyLock;

static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        let v = i as f64 / 255.0;
        let linear = if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) };
        linear as f32
    })
});

/// Linear colours. White and black are the same in both: such columns stay bytes.
pub fn to_linear(colors: Vec<[u8; 4]>) -> Colors {
    let same = |c: &[u8; 4]| c.iter().take(3).all(|v| matches!(v, 0 | 255));
    if colors.iter().all(same) {
        return Colors::U8(colors);
    }
    Colors::F32(colors.into_iter().map(linear).collect())
}

/// A display colour in linear numbers.
pub fn linear([r, g, b, a]: [u8; 4]) -> [f32; 4] {
    let value = |v: u8| LINEAR.get(usize::from(v)).copied().unwrap_or(1.0);
    [value(r), value(g), value(b), f32::from(a) / 255.0]
}

/// A linear colour as display bytes.
pub fn to_display([r, g, b, a]: [f32; 4]) -> [u8; 4] {
    let byte = |v: f64| (v.clamp(0.0, 1.0) * 255.0).round() as u8;
    let shown = |v: f32| {
        let v = f64::from(v).clamp(0.0, 1.0);
        byte(if v <= 0.003_130_8 { v * 12.92 } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 })
    };
    [shown(r), shown(g), shown(b), byte(f64::from(a))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<[u8; 4]> = (0..=255).map(|v| [v, 255 - v, v / 2, v]).collect();
        let Colors::F32(linear) = to_linear(all.clone()) else { panic!("bytes cannot hold them") };
        assert!((linear[128][0] - 0.215_860_5).abs() < 1e-6, "{:?}", linear[128]);
        assert_eq!(linear[128][3], 128.0 / 255.0);
        assert_eq!(linear.into_iter().map(to_display).collect::<Vec<_>>(), all);
    }

    #[test]
    fn white_stays_bytes() {
        assert_eq!(to_linear(vec![[255, 0, 255, 77]]), Colors::U8(vec![[255, 0, 255, 77]]));
    }
}
