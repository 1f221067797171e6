//! Plain arithmetic on arrays: one order of operations, so that every machine gets the same bits.
//!
//! No fused multiply-add, no vector unit with its own idea of a sum; sines come from `libm`.

/// Three numbers.
pub type V3 = [f32; 3];

/// Sum.
#[inline]
pub fn add(a: V3, b: V3) -> V3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Difference.
#[inline]
pub fn sub(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Product with a number.
#[inline]
pub fn scale(a: V3, s: f32) -> V3 {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// Component by component.
#[inline]
pub fn mul(a: V3, b: V3) -> V3 {
    [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

/// Scalar product.
#[inline]
pub fn dot(a: V3, b: V3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Vector product.
#[inline]
pub fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Length one, or `fallback` where there is no direction.
#[inline]
pub fn normalize_or(a: V3, fallback: V3) -> V3 {
    let len2 = dot(a, a);
    if len2 > 1e-30 && len2.is_finite() { scale(a, 1.0 / len2.sqrt()) } else { fallback }
}

/// From `a` to `b`.
#[inline]
pub fn mix(a: V3, b: V3, t: f32) -> V3 {
    add(a, scale(sub(b, a), t))
}

/// An affine matrix: three rows of four.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Affine(pub [[f64; 4]; 3]);

impl Affine {
    /// Changes nothing.
    pub const IDENTITY: Self = Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// Translation · rotation (xyzw, normalised here) · scale.
    pub fn from_trs(t: [f64; 3], q: [f64; 4], s: [f64; 3]) -> Self {
        let len2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        let n = if len2 > 1e-30 && len2.is_finite() { 2.0 / len2 } else { 0.0 };
        let [x, y, z, w] = q;
        let (xx, yy, zz) = (x * x * n, y * y * n, z * z * n);
        let (xy, xz, yz) = (x * y * n, x * z * n, y * z * n);
        let (wx, wy, wz) = (w * x * n, w * y * n, w * z * n);
        Self([
            [(1.0 - yy - zz) * s[0], (xy - wz) * s[1], (xz + wy) * s[2], t[0]],
            [(xy + wz) * s[0], (1.0 - xx - zz) * s[1], (yz - wx) * s[2], t[1]],
            [(xz - wy) * s[0], (yz + wx) * s[1], (1.0 - xx - yy) * s[2], t[2]],
        ])
    }

    /// From a column-major 4×4 matrix whose last row is 0 0 0 1.
    pub fn from_columns(m: &[f32; 16]) -> Self {
        let at = |r: usize, c: usize| f64::from(m[c * 4 + r]);
        Self([0, 1, 2].map(|r| [at(r, 0), at(r, 1), at(r, 2), at(r, 3)]))
    }

    /// `self · other`.
    pub fn then_inner(&self, other: &Self) -> Self {
        let (a, b) = (&self.0, &other.0);
        let mut out = [[0.0; 4]; 3];
        for (row, o) in a.iter().zip(&mut out) {
            for (c, cell) in o.iter_mut().enumerate() {
                *cell = row[0] * b[0][c] + row[1] * b[1][c] + row[2] * b[2][c];
            }
            o[3] += row[3];
        }
        Self(out)
    }

    /// A point through it.
    pub fn point(&self, p: [f64; 3]) -> [f64; 3] {
        self.0.map(|r| r[0] * p[0] + r[1] * p[1] + r[2] * p[2] + r[3])
    }

    /// As single precision rows, for vertices.
    pub fn rows(&self) -> [[f32; 4]; 3] {
        self.0.map(|r| r.map(|v| v as f32))
    }
}

/// A point through single-precision rows.
#[inline]
pub fn point(m: &[[f32; 4]; 3], p: V3) -> V3 {
    [
        m[0][0] * p[0] + m[0][1] * p[1] + m[0][2] * p[2] + m[0][3],
        m[1][0] * p[0] + m[1][1] * p[1] + m[1][2] * p[2] + m[1][3],
        m[2][0] * p[0] + m[2][1] * p[1] + m[2][2] * p[2] + m[2][3],
    ]
}

/// A direction through single-precision rows.
#[inline]
pub fn direction(m: &[[f32; 4]; 3], p: V3) -> V3 {
    [
        m[0][0] * p[0] + m[0][1] * p[1] + m[0][2] * p[2],
        m[1][0] * p[0] + m[1][1] * p[1] + m[1][2] * p[2],
        m[2][0] * p[0] + m[2][1] * p[1] + m[2][2] * p[2],
    ]
}

/// The cofactors of the linear part: what normals go through (up to length), and its determinant.
pub fn cofactor(m: &[[f32; 4]; 3]) -> ([[f32; 4]; 3], f32) {
    let row = |r: usize| [m[r][0], m[r][1], m[r][2]];
    let (a, b, c) = (row(0), row(1), row(2));
    let (x, y, z) = (cross(b, c), cross(c, a), cross(a, b));
    let pad = |v: V3| [v[0], v[1], v[2], 0.0];
    ([pad(x), pad(y), pad(z)], dot(a, x))
}

/// Spherical interpolation along the shorter way, as glTF asks.
pub fn slerp(a: [f64; 4], b: [f64; 4], t: f64) -> [f64; 4] {
    let mut cos = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    let sign = if cos < 0.0 { -1.0 } else { 1.0 };
    cos *= sign;
    let (wa, wb) = if cos > 0.999_999_5 {
        (1.0 - t, t)
    } else {
        let angle = libm::acos(cos);
        let sin = libm::sin(angle);
        (libm::sin((1.0 - t) * angle) / sin, libm::sin(t * angle) / sin)
    };
    let mut out = [0.0; 4];
    for i in 0..4 {
        out[i] = a[i] * wa + b[i] * wb * sign;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_and_half_of_it() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let z90 = [0.0, 0.0, half, half];
        let m = Affine::from_trs([1.0, 2.0, 3.0], z90, [2.0, 1.0, 1.0]);
        let p = m.point([1.0, 0.0, 0.0]);
        assert!((p[0] - 1.0).abs() < 1e-12 && (p[1] - 4.0).abs() < 1e-12 && (p[2] - 3.0).abs() < 1e-12);
        // The longer spelling of the same turn takes the same way.
        for target in [z90, z90.map(|v| -v)] {
            let q = slerp([0.0, 0.0, 0.0, 1.0], target, 0.5);
            assert!((q[2] - libm::sin(std::f64::consts::PI / 8.0)).abs() < 1e-12, "{q:?}");
        }
    }

    #[test]
    fn products_apply_from_the_right() {
        let a = Affine::from_trs([1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0], [1.0; 3]);
        let b = Affine::from_trs([0.0, 5.0, 0.0], [0.0, 0.0, 0.0, 1.0], [3.0; 3]);
        let (once, twice) = (a.then_inner(&b).point([1.0, 1.0, 1.0]), a.point(b.point([1.0, 1.0, 1.0])));
        for (x, y) in once.iter().zip(twice) {
            assert!((x - y).abs() < 1e-12);
        }
    }

    #[test]
    fn mirrored_normals_keep_their_side() {
        let mirror = [[-1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0]];
        let (n, det) = cofactor(&mirror);
        assert!(det < 0.0);
        // cofactor/determinant is the inverse transpose
        let out = scale(direction(&n, [1.0, 0.0, 0.0]), 1.0 / det);
        assert_eq!(out, [-1.0, 0.0, 0.0]);
    }
}
