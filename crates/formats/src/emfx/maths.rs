//! The coordinate convention of the family, in one place, and small quaternion helpers.
//!
//! EMotionFX is left-handed, +Y up; glTF is right-handed. The mirror is z → −z: positions (x, y, −z), quaternions
//! (−x, −y, z, w), scales as they are, triangles reversed, UVs as they are, tangents mirrored with w kept.

use glam::{DQuat, DVec3};

/// A point or direction to the other handedness and back.
pub fn mirror([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, y, -z]
}

/// A rotation to the other handedness and back.
pub fn mirror_quat([x, y, z, w]: [f32; 4]) -> [f32; 4] {
    [-x, -y, z, w]
}

/// A unit quaternion, or `None` where there is none.
pub fn unit(q: [f32; 4]) -> Option<DQuat> {
    let q = DQuat::from_array(q.map(f64::from));
    let len = q.length();
    (len.is_finite() && len > 1e-12).then(|| q / len)
}

/// As stored.
pub fn to_f32(q: DQuat) -> [f32; 4] {
    q.to_array().map(|v| v as f32)
}

/// As computed with.
pub fn vec(v: [f32; 3]) -> DVec3 {
    DVec3::from_array(v.map(f64::from))
}

/// How far exporter noise goes.
const NOISE: f32 = 1e-6;

/// Whether a scale is the same along all axes.
pub fn uniform([x, y, z]: [f32; 3]) -> bool {
    let tolerance = NOISE * x.abs().max(y.abs()).max(z.abs());
    (x - y).abs() <= tolerance && (x - z).abs() <= tolerance
}

/// Whether a rotation is none.
pub fn identity(q: DQuat) -> bool {
    DVec3::new(q.x, q.y, q.z).length() <= f64::from(NOISE)
}

/// Local transform of a node in the scene's space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Local {
    /// Multiply order, 0 or 1.
    pub order: u8,
    /// T.
    pub translation: [f32; 3],
    /// R.
    pub rotation: DQuat,
    /// S.
    pub scale: [f32; 3],
    /// Q.
    pub scale_rotation: DQuat,
}

impl Local {
    /// Whether one TRS cannot say it: the scale is not uniform and (order 1 or Q ≠ 1).
    pub fn needs_two(&self) -> bool {
        !uniform(self.scale) && (self.order != 0 || !identity(self.scale_rotation))
    }

    /// Rotations of the outer and the inner node: order 0 (R·Q, Q⁻¹), order 1 (Q, Q⁻¹·R).
    pub fn halves(&self) -> (DQuat, DQuat) {
        halves(self.order, self.rotation, self.scale_rotation)
    }
}

/// Rotations of the outer and the inner node of a split transform.
pub fn halves(order: u8, rotation: DQuat, scale_rotation: DQuat) -> (DQuat, DQuat) {
    let inverse = scale_rotation.conjugate();
    if order == 0 { (rotation * scale_rotation, inverse) } else { (scale_rotation, inverse * rotation) }
}

/// R and Q back from the rotations of the outer and the inner node.
pub fn join(order: u8, outer: DQuat, inner: DQuat) -> (DQuat, DQuat) {
    if order == 0 { (outer * inner, inner.conjugate()) } else { (outer * inner, outer) }
}
