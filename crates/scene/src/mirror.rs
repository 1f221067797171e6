//! The mirror between a left-handed format and the scene, in one place.
//!
//! | what | [`Mirror::X`] | [`Mirror::Z`] |
//! |---|---|---|
//! | points, directions | −x, y, z | x, y, −z |
//! | angles about the axes | x, −y, −z | −x, −y, z |
//! | quaternions | x, −y, −z, w | −x, −y, z, w |
//!
//! Scales and UVs stay as they are. Every mirror is its own inverse, so one function serves both directions.

use std::ops::Neg;

/// The axis that changes its sign between a format and the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mirror {
    /// x → −x.
    X,
    /// z → −z.
    Z,
}

impl Mirror {
    /// Factors of the coordinates of a point.
    pub const fn signs(self) -> [f32; 3] {
        match self {
            Self::X => [-1.0, 1.0, 1.0],
            Self::Z => [1.0, 1.0, -1.0],
        }
    }

    /// A point or a direction.
    #[inline]
    pub fn point<T: Neg<Output = T>>(self, [x, y, z]: [T; 3]) -> [T; 3] {
        match self {
            Self::X => [-x, y, z],
            Self::Z => [x, y, -z],
        }
    }

    /// A point; a zero on the mirrored axis is 0, not −0.
    #[inline]
    pub fn fresh(self, point: [f32; 3]) -> [f32; 3] {
        match (self, self.point(point)) {
            (Self::X, [x, y, z]) => [x + 0.0, y, z],
            (Self::Z, [x, y, z]) => [x, y, z + 0.0],
        }
    }

    /// Angles about the three axes.
    #[inline]
    pub fn angles<T: Neg<Output = T>>(self, [x, y, z]: [T; 3]) -> [T; 3] {
        match self {
            Self::X => [x, -y, -z],
            Self::Z => [-x, -y, z],
        }
    }

    /// A rotation as x, y, z, w.
    #[inline]
    pub fn quat<T: Neg<Output = T>>(self, [x, y, z, w]: [T; 4]) -> [T; 4] {
        let [x, y, z] = self.angles([x, y, z]);
        [x, y, z, w]
    }
}

#[cfg(test)]
mod tests {
    use super::Mirror;
    use glam::{EulerRot, Mat4, Quat, Vec3};

    const BOTH: [Mirror; 2] = [Mirror::X, Mirror::Z];

    fn matrix(m: Mirror) -> Mat4 {
        Mat4::from_scale(Vec3::from(m.signs()))
    }

    #[test]
    fn points_and_rotations_are_those_of_the_mirrored_space() {
        let (p, q) = (Vec3::new(1.0, -2.0, 3.0), Quat::from_euler(EulerRot::XYZ, 0.4, -1.1, 2.0));
        for m in BOTH {
            assert_eq!(Vec3::from(m.point(p.to_array())), matrix(m).transform_point3(p), "{m:?}");
            let want = matrix(m) * Mat4::from_quat(q) * matrix(m);
            let got = Mat4::from_quat(Quat::from_array(m.quat(q.to_array())));
            assert!(got.abs_diff_eq(want, 1e-6), "{m:?}: {got} is not {want}");
        }
    }

    #[test]
    fn angles_turn_as_quaternions_do() {
        for m in BOTH {
            for (axis, euler) in [EulerRot::XYZ, EulerRot::ZYX, EulerRot::YZX].into_iter().enumerate() {
                let [a, b, c] = [0.3, -0.7, 1.9_f32];
                let names = [[0, 1, 2], [2, 1, 0], [1, 2, 0]][axis];
                let mut about = [0.0; 3];
                for (at, v) in names.into_iter().zip([a, b, c]) {
                    about[at] = v;
                }
                let about = m.angles(about);
                let want = m.quat(Quat::from_euler(euler, a, b, c).to_array());
                let [a, b, c] = names.map(|at| about[at]);
                assert!(
                    Quat::from_euler(euler, a, b, c).abs_diff_eq(Quat::from_array(want), 1e-6),
                    "{m:?} {euler:?}"
                );
            }
        }
    }

    #[test]
    fn a_mirror_is_its_own_inverse_and_leaves_no_minus_zero() {
        for m in BOTH {
            let (p, q) = ([1.0_f32, -2.0, 3.0], [0.1_f64, 0.2, 0.3, 0.9]);
            assert_eq!(m.point(m.point(p)), p);
            assert_eq!(m.angles(m.angles(p)), p);
            assert_eq!(m.quat(m.quat(q)), q);
            assert!(m.fresh([0.0; 3]).iter().all(|v| v.is_sign_positive()));
            assert_eq!(m.fresh(p), m.point(p));
        }
    }
}
