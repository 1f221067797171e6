//! Pose maths. Bones have no rest rotation, so "local" axes are the model's axes carried along by the parent:
//! `local = T(head − parentHead) · T(t) · Ry · Rx · Rz · S`, column vectors.

use glam::{EulerRot, Quat, Vec3};

/// Quaternion (xyzw) of angles in degrees: Z first, then X, then Y.
pub fn quaternion(degrees: [f32; 3]) -> [f32; 4] {
    let [x, y, z] = degrees.map(|d| f64::from(d).to_radians());
    let q = glam::DQuat::from_euler(EulerRot::YXZ, y, x, z).normalize();
    q.as_quat().to_array()
}

/// Angles in degrees of a quaternion (xyzw), the other way round.
pub fn degrees(rotation: [f32; 4]) -> [f32; 3] {
    let q = Quat::from_array(rotation).as_dquat();
    let q = if q.length_squared() > 1e-12 { q.normalize() } else { glam::DQuat::IDENTITY };
    let m = glam::DMat3::from_quat(q);
    // m.x_axis is the first column: R<row><col> = m.<col>_axis.<row>.
    let sin_x = -m.z_axis.y;
    let x = sin_x.clamp(-1.0, 1.0).asin();
    let (y, z) = if (1.0 - sin_x * sin_x).max(0.0).sqrt() < 1e-6 {
        let y = if sin_x > 0.0 { m.y_axis.x.atan2(m.y_axis.z) } else { (-m.x_axis.z).atan2(m.x_axis.x) };
        (y, 0.0)
    } else {
        (m.z_axis.x.atan2(m.z_axis.z), m.x_axis.y.atan2(m.y_axis.y))
    };
    [x, y, z].map(|a| {
        let d = a.to_degrees() as f32;
        if d == 0.0 { 0.0 } else { d }
    })
}

/// What a pose does to one bone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BonePose {
    /// Degrees about X, Y, Z.
    pub rotation: [f32; 3],
    /// Model units.
    pub translation: [f32; 3],
    /// Factors.
    pub scale: [f32; 3],
}

impl BonePose {
    /// Changes nothing.
    pub const IDENTITY: Self = Self { rotation: [0.0; 3], translation: [0.0; 3], scale: [1.0; 3] };

    /// Whether nobody can see the difference: angles by what they do, not by how they are spelled.
    pub fn is_close(&self, other: &Self) -> bool {
        let near = |a: &[f32; 3], b: &[f32; 3], by: f32| a.iter().zip(b).all(|(a, b)| (a - b).abs() < by);
        let (a, b) = (quaternion(self.rotation), quaternion(other.rotation));
        let turn = Quat::from_array(a).angle_between(Quat::from_array(b));
        turn < 1e-3
            && near(&self.translation, &other.translation, 1e-4)
            && near(&self.scale, &other.scale, 1e-3)
    }

    /// Whether it changes nothing.
    pub fn is_identity(&self) -> bool {
        *self == Self::IDENTITY
    }
}

/// Unit normals of triangles summed up at their vertices; for files whose normals are unusable.
pub fn normals(positions: &[[f32; 3]], indices: &[u32]) -> Vec<[f32; 3]> {
    let mut out = vec![Vec3::ZERO; positions.len()];
    let at = |i: u32| positions.get(i as usize).map(|p| Vec3::from_array(*p));
    for t in indices.as_chunks::<3>().0 {
        if let [Some(a), Some(b), Some(c)] = t.map(at) {
            let n = (c - a).cross(b - a);
            for i in t {
                if let Some(slot) = out.get_mut(*i as usize)
                    && n.is_finite()
                {
                    *slot += n;
                }
            }
        }
    }
    out.into_iter().map(|n| n.try_normalize().unwrap_or(Vec3::Y).to_array()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rotate(degrees: [f32; 3], v: [f32; 3]) -> [f32; 3] {
        (Quat::from_array(quaternion(degrees)) * Vec3::from_array(v)).to_array()
    }

    fn close(a: [f32; 3], b: [f32; 3]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6)
    }

    #[test]
    fn worked_by_hand() {
        // Single axes, right-handed.
        assert!(close(rotate([90.0, 0.0, 0.0], [0.0, 1.0, 0.0]), [0.0, 0.0, 1.0]));
        assert!(close(rotate([0.0, 90.0, 0.0], [0.0, 0.0, 1.0]), [1.0, 0.0, 0.0]));
        assert!(close(rotate([0.0, 0.0, 90.0], [1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]));
        // All three: Z turns x to y, X turns y to z, Y turns z to x.
        assert!(close(rotate([90.0, 90.0, 90.0], [1.0, 0.0, 0.0]), [1.0, 0.0, 0.0]));
        // Z leaves z, X turns z to -y, Y leaves y.
        assert!(close(rotate([90.0, 90.0, 90.0], [0.0, 0.0, 1.0]), [0.0, -1.0, 0.0]));
        // q = qy·qx·qz for 90°, 90°, 0°: (½, ½, -½, ½).
        let q = quaternion([90.0, 90.0, 0.0]);
        assert!(q.iter().zip([0.5, 0.5, -0.5, 0.5]).all(|(a, b)| (a - b).abs() < 1e-6), "{q:?}");
    }

    #[test]
    fn straight_up_and_down() {
        for x in [90.0, -90.0] {
            let d = degrees(quaternion([x, 30.0, 0.0]));
            assert!((d[0] - x).abs() < 0.05 && (d[1] - 30.0).abs() < 0.05 && d[2] == 0.0, "{d:?}");
        }
    }

    proptest! {
        #[test]
        fn back_and_forth(x in -89.0_f32..89.0, y in -179.0_f32..179.0, z in -179.0_f32..179.0) {
            let d = degrees(quaternion([x, y, z]));
            for (a, b) in d.iter().zip([x, y, z]) {
                prop_assert!((a - b).abs() < 1e-2, "{d:?}");
            }
        }
    }
}
