//! The coordinate convention of the family, in one place, and small quaternion helpers.
//!
//! EMotionFX is left-handed, +Y up; glTF is right-handed. The mirror is z → −z: positions by [`Mirror::Z`], scales as they are, triangles reversed, UVs as they are, tangents mirrored with w kept.

use glam::{DMat3, DQuat, DVec3};
use scene::Mirror;

/// The family's mirror.
pub const MIRROR: Mirror = Mirror::Z;

/// A point or direction to the other handedness and back.
pub fn mirror(point: [f32; 3]) -> [f32; 3] {
    MIRROR.point(point)
}

/// A rotation to the other handedness and back.
pub fn mirror_quat(rotation: [f32; 4]) -> [f32; 4] {
    MIRROR.quat(rotation)
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

/// How far a turned scale may be from the same scale not turned before it takes two nodes to say it.
const TURNED: f64 = 1e-4;

/// Whether a scale is the same along all axes.
pub fn uniform(scale: [f32; 3]) -> bool {
    uniform_within(scale, NOISE)
}

/// Whether a scale is the same along all axes, but for a share of it.
pub fn uniform_within([x, y, z]: [f32; 3], share: f32) -> bool {
    let tolerance = share * x.abs().max(y.abs()).max(z.abs());
    (x - y).abs() <= tolerance && (x - z).abs() <= tolerance
}

/// Whether a rotation is none.
pub fn identity(q: DQuat) -> bool {
    DVec3::new(q.x, q.y, q.z).length() <= f64::from(NOISE)
}

/// Local transform of a node in the scene's space: T·R·Q·S·Q⁻¹, whatever the multiply order says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Local {
    /// Multiply order, 0 or 1: kept, without meaning.
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
    /// Whether one TRS cannot say T·R·Q·S·Q⁻¹.
    pub fn needs_two(&self) -> bool {
        turned(self.scale, self.scale_rotation)
    }

    /// Rotations of the outer and the inner node: R·Q and Q⁻¹.
    pub fn halves(&self) -> (DQuat, DQuat) {
        halves(self.rotation, self.scale_rotation)
    }
}

/// Whether Q·S·Q⁻¹ differs from S by more than noise.
pub fn turned(scale: [f32; 3], scale_rotation: DQuat) -> bool {
    let s = DMat3::from_diagonal(vec(scale));
    let q = DMat3::from_quat(scale_rotation);
    let off = (q * s * q.transpose() - s).to_cols_array();
    let size = vec(scale).abs().max_element();
    off.iter().any(|v| v.abs() > TURNED * size)
}

/// Rotations of the outer and the inner node of a split transform.
pub fn halves(rotation: DQuat, scale_rotation: DQuat) -> (DQuat, DQuat) {
    (rotation * scale_rotation, scale_rotation.conjugate())
}

/// R and Q back from the rotations of the outer and the inner node.
pub fn join(outer: DQuat, inner: DQuat) -> (DQuat, DQuat) {
    (outer * inner, inner.conjugate())
}
