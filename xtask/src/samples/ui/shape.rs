//! Flat shapes of the COLLADA file.

use std::f32::consts::TAU;

/// A shape of the COLLADA file.
pub enum Shape {
    /// Width, height.
    Quad(f32, f32),
    /// Radius, corners.
    Disc(f32, u32),
    /// Block letters, height of a block.
    Letters(&'static str, f32),
}

/// Corners, and polygons by their indices.
pub type Polygons = (Vec<[f32; 2]>, Vec<Vec<usize>>);

impl Shape {
    /// Its outline.
    pub fn polygons(&self) -> Polygons {
        let mut points = Vec::new();
        let mut faces = Vec::new();
        let mut quad = |x0: f32, y0: f32, x1: f32, y1: f32| {
            let first = points.len();
            points.extend([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]);
            faces.push((first..first + 4).collect());
        };
        match self {
            Shape::Quad(w, h) => quad(-w / 2.0, -h / 2.0, w / 2.0, h / 2.0),
            Shape::Letters(text, unit) => {
                let left = -(text.len() as f32 * 4.0 - 1.0) * unit / 2.0;
                for (i, c) in text.chars().enumerate() {
                    for (row, bits) in glyph(c).into_iter().enumerate() {
                        for column in (0..3).filter(|b| bits >> (2 - b) & 1 == 1) {
                            let x = left + (i as f32 * 4.0 + column as f32) * unit;
                            let y = (2.5 - row as f32 - 1.0) * unit;
                            quad(x, y, x + unit * 0.92, y + unit * 0.92);
                        }
                    }
                }
            }
            Shape::Disc(radius, n) => {
                let ring = |i: u32| {
                    // Teeth, so that turning is seen.
                    let r = if i.is_multiple_of(2) { *radius } else { radius * 0.82 };
                    let a = TAU * i as f32 / *n as f32;
                    [round(r * a.cos()), round(r * a.sin())]
                };
                points.extend((0..*n).map(ring));
                faces.push((0..*n as usize).collect());
            }
        }
        (points, faces)
    }
}

/// Three decimals, so that no two machines spell a sine differently.
pub fn round(v: f32) -> f32 {
    (v * 1000.0).round() / 1000.0
}

fn glyph(c: char) -> [u8; 5] {
    match c {
        'X' => [0b101, 0b101, 0b010, 0b101, 0b101],
        'E' => [0b111, 0b100, 0b110, 0b100, 0b111],
        'N' => [0b111, 0b101, 0b101, 0b101, 0b101],
        'O' => [0b111, 0b101, 0b101, 0b101, 0b111],
        'M' => [0b111, 0b111, 0b101, 0b101, 0b101],
        'S' => [0b111, 0b100, 0b111, 0b001, 0b111],
        'H' => [0b101, 0b101, 0b111, 0b101, 0b101],
        _ => [0; 5],
    }
}
