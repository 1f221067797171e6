//! Polygons to triangles.

use glam::Vec3;

/// Larger polygons are taken as convex, because cutting ears takes the cube of the corners.
const MOST: usize = 64;

/// Triangles of a polygon as places in it: a fan from the first corner or, where that would leave the outline, ear after
/// ear.
pub(super) fn triangles(corners: &[[f32; 3]]) -> Vec<[usize; 3]> {
    let n = corners.len();
    let fan = || (2..n).map(|i| [0, i - 1, i]).collect();
    if !(4..=MOST).contains(&n) {
        return fan();
    }
    let outline = Outline::new(corners);
    if (0..n).all(|i| outline.turn(i, (i + 1) % n, (i + 2) % n) >= 0.0) {
        return fan();
    }
    // An outline that crosses itself has no right answer.
    outline.ears().unwrap_or_else(fan)
}

struct Outline {
    points: Vec<Vec3>,
    normal: Vec3,
}

impl Outline {
    fn new(corners: &[[f32; 3]]) -> Self {
        let first = corners.first().copied().map(Vec3::from).unwrap_or_default();
        let points: Vec<Vec3> = corners.iter().map(|p| Vec3::from(*p) - first).collect();
        let next = points.iter().cycle().skip(1);
        let normal = points.iter().zip(next).map(|(a, b)| a.cross(*b)).sum::<Vec3>().normalize_or_zero();
        Self { points, normal }
    }

    fn at(&self, i: usize) -> Vec3 {
        self.points.get(i).copied().unwrap_or_default()
    }

    /// Positive where the way over three corners turns as the whole outline does.
    fn turn(&self, a: usize, b: usize, c: usize) -> f32 {
        let (a, b, c) = (self.at(a), self.at(b), self.at(c));
        (b - a).cross(c - b).dot(self.normal)
    }

    /// Whether nothing else is in a corner that turns the right way.
    fn is_ear(&self, [a, b, c]: [usize; 3], left: &[usize]) -> bool {
        let inside = |p: usize| {
            let is_corner = [a, b, c].iter().any(|k| self.at(*k) == self.at(p));
            !is_corner && [(a, b), (b, c), (c, a)].iter().all(|(from, to)| self.turn(*from, *to, p) >= 0.0)
        };
        self.turn(a, b, c) > 0.0 && !left.iter().any(|p| inside(*p))
    }

    fn ears(&self) -> Option<Vec<[usize; 3]>> {
        let mut left: Vec<usize> = (0..self.points.len()).collect();
        let mut out = Vec::with_capacity(left.len());
        while left.len() > 3 {
            let m = left.len();
            let corner =
                |k: usize| Some([*left.get((k + m - 1) % m)?, *left.get(k)?, *left.get((k + 1) % m)?]);
            let (k, ear) =
                (0..m).filter_map(|k| Some((k, corner(k)?))).find(|(_, ear)| self.is_ear(*ear, &left))?;
            out.push(ear);
            left.remove(k);
        }
        out.push(<[usize; 3]>::try_from(left).ok()?);
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(corners: &[[f32; 3]], triangles: &[[usize; 3]]) -> f32 {
        let at = |i: usize| Vec3::from(corners[i]);
        triangles
            .iter()
            .map(|[a, b, c]| (at(*b) - at(*a)).cross(at(*c) - at(*a)).z / 2.0)
            .inspect(|a| assert!(*a > 0.0))
            .sum()
    }

    #[test]
    fn convex_ones_are_fans_and_concave_ones_stay_inside() {
        let square = [[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [2.0, 2.0, 1.0], [0.0, 2.0, 1.0]];
        assert_eq!(triangles(&square), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(triangles(&square[..3]), [[0, 1, 2]]);
        assert!(triangles(&square[..2]).is_empty());
        // An L whose fan from the first corner would cover what is not there.
        let l = [
            [2.0, 1.0, 0.0],
            [1.0, 1.0, 0.0],
            [1.0, 3.0, 0.0],
            [0.0, 3.0, 0.0],
            [0.0, 0.0, 0.0],
            [2.0, 0.0, 0.0],
        ];
        let cut = triangles(&l);
        assert_eq!((cut.len(), area(&l, &cut)), (4, 4.0));
        let star: Vec<[f32; 3]> = (0..32_u8)
            .map(|i| {
                let (r, a) =
                    (if i % 2 == 0 { 1.6 } else { 0.5 }, f32::from(i) * std::f32::consts::TAU / 32.0);
                [r * a.cos(), r * a.sin(), 0.0]
            })
            .collect();
        let cut = triangles(&star);
        let want = 32.0 * 0.5 * 1.6 * 0.5 * (std::f32::consts::TAU / 32.0).sin();
        assert!(cut.len() == 30 && (area(&star, &cut) - want).abs() < 1e-4);
    }

    #[test]
    fn hopeless_outlines_are_fans() {
        let crossed = [[0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        assert_eq!(triangles(&crossed).len(), 2);
        assert_eq!(triangles(&[[f32::NAN; 3]; 5]).len(), 3);
        assert_eq!(triangles(&[[1.0; 3]; 100]).len(), 98);
    }
}
