//! Where the picture is taken from.

use crate::math::V3;

/// From where, in degrees: yaw 0 looks at the model's front (+Z towards the viewer), 90 at its left side (+X);
/// pitch 90 looks down on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Angle {
    /// Around the vertical.
    pub yaw: f64,
    /// Above the horizon.
    pub pitch: f64,
}

impl Default for Angle {
    /// Three quarters, from a little above.
    fn default() -> Self {
        Self { yaw: 30.0, pitch: 15.0 }
    }
}

/// A perspective camera that looks along its −Z, in a square or other frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Right, up and backwards: the rows that turn the world into the camera's axes.
    pub axes: [V3; 3],
    /// Where it stands.
    pub eye: V3,
    /// Half the opening, as a slope, horizontally and vertically.
    pub slope: [f32; 2],
    /// Distances between which everything is.
    pub depth: [f32; 2],
}

/// Vertical opening of every preview, in degrees.
pub const FIELD_OF_VIEW: f64 = 30.0;

impl Camera {
    /// Frames points tightly: each side of the picture touches the model but for `margin` (0.05 = 5 %).
    ///
    /// The four side planes are pushed against the points and the camera put where they meet; exact and linear.
    pub fn framing(
        points: impl Iterator<Item = V3>,
        angle: Angle,
        size: [u32; 2],
        margin: f64,
    ) -> Option<Self> {
        let axes = axes(angle);
        let narrow = libm::tan((FIELD_OF_VIEW / 2.0).to_radians());
        let aspect = f64::from(size[0].max(1)) / f64::from(size[1].max(1));
        let slope = if aspect >= 1.0 { [narrow * aspect, narrow] } else { [narrow, narrow / aspect] };
        let tight = slope.map(|s| s * (1.0 - 2.0 * margin));
        let mut support = [[f64::NEG_INFINITY; 2]; 2];
        let mut depth = [f64::INFINITY, f64::NEG_INFINITY];
        for p in points {
            let p = p.map(f64::from);
            let [x, y, z] = axes.map(|a| a[0] * p[0] + a[1] * p[1] + a[2] * p[2]);
            if !(x.is_finite() && y.is_finite() && z.is_finite()) {
                continue;
            }
            for (s, (v, t)) in support.iter_mut().zip([(x, tight[0]), (y, tight[1])]) {
                s[0] = s[0].max(v + t * z);
                s[1] = s[1].max(t * z - v);
            }
            depth = [depth[0].min(z), depth[1].max(z)];
        }
        if depth[0] > depth[1] {
            return None;
        }
        let across = |s: [f64; 2]| (s[0] - s[1]) / 2.0;
        let back = |s: [f64; 2], t: f64| (s[0] + s[1]) / (2.0 * t);
        let reach = (depth[1] - depth[0]).max(depth[1].abs() * 1e-3).max(1e-6);
        let z = back(support[0], tight[0]).max(back(support[1], tight[1])).max(depth[1] + reach * 0.01);
        let local = [across(support[0]), across(support[1]), z];
        let world = [0, 1, 2].map(|i| axes[0][i] * local[0] + axes[1][i] * local[1] + axes[2][i] * local[2]);
        let (near, far) = ((z - depth[1]) * 0.99, (z - depth[0]) * 1.01);
        Some(Self {
            axes: axes.map(|a| a.map(|v| v as f32)),
            eye: world.map(|v| v as f32),
            slope: slope.map(|s| s as f32),
            depth: [near as f32, far as f32],
        })
    }
}

fn axes(angle: Angle) -> [[f64; 3]; 3] {
    let (yaw, pitch) = (angle.yaw.to_radians(), angle.pitch.clamp(-90.0, 90.0).to_radians());
    let (sy, cy) = (libm::sin(yaw), libm::cos(yaw));
    let (sp, cp) = (libm::sin(pitch), libm::cos(pitch));
    [[cy, 0.0, -sy], [-sy * sp, cp, -cy * sp], [sy * cp, sp, cy * cp]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{dot, sub};

    #[test]
    fn the_frame_touches_the_model() {
        let cloud: Vec<V3> = (0..200_i16)
            .map(|i| [f32::from(i * 37 % 101), f32::from(i * 53 % 89) * 2.0, f32::from(i % 17)])
            .collect();
        for (yaw, pitch, size) in
            [(30.0, 15.0, [512, 512]), (200.0, -40.0, [640, 360]), (0.0, 90.0, [100, 300])]
        {
            let c = Camera::framing(cloud.iter().copied(), Angle { yaw, pitch }, size, 0.0).unwrap();
            let mut most = [0.0_f32; 2];
            for p in &cloud {
                let d = sub(*p, c.eye);
                let depth = -dot(c.axes[2], d);
                assert!(depth >= c.depth[0] && depth <= c.depth[1]);
                for (i, most) in most.iter_mut().enumerate() {
                    *most = most.max((dot(c.axes[i], d) / depth / c.slope[i]).abs());
                }
            }
            assert!(most[0] < 1.0001 && most[1] < 1.0001, "{most:?}");
            assert!(most[0].max(most[1]) > 0.999, "{most:?}");
        }
    }

    #[test]
    fn a_point_and_nothing() {
        let c = Camera::framing([[3.0, 4.0, 5.0]].into_iter(), Angle::default(), [64, 64], 0.05).unwrap();
        assert!(c.eye.iter().all(|v| v.is_finite()) && c.depth[0] > 0.0);
        let nothing = [[f32::NAN; 3]];
        assert_eq!(Camera::framing(nothing.into_iter(), Angle::default(), [64, 64], 0.05), None);
    }
}
