//! Previews: one picture, a turntable or a motion, and sheets of many.

use crate::camera::{Angle, Camera};
use crate::font;
use crate::pose::Pose;
use crate::raster::{Look, Picture, Studio};
use rayon::prelude::*;
use scene::{Animation, Scene};

/// What a preview shows.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shot {
    /// From where.
    pub angle: Angle,
    /// How.
    pub look: Look,
    /// Which of the scene's motions.
    pub animation: usize,
    /// When in it; `None` = at rest.
    pub seconds: Option<f64>,
}

impl Shot {
    fn motion<'a>(&self, scene: &'a Scene) -> Option<&'a Animation> {
        scene.animations.get(self.animation)
    }
}

/// One picture; `None` if the scene has nothing to see.
pub fn still(scene: &Scene, shot: &Shot) -> Option<Picture> {
    let pose = match (shot.seconds, shot.motion(scene)) {
        (Some(seconds), Some(motion)) => Pose::at(scene, motion, seconds),
        _ => Pose::rest(scene),
    };
    crate::raster::picture(scene, &pose, shot.angle, &shot.look)
}

/// Pictures a second of animated previews.
pub const RATE: u16 = 15;
/// The longest animated preview, in pictures.
const MOST: usize = 90;
/// Pictures of a full turn.
const TURN: usize = 45;

/// The pictures of a motion, or of a full turn where there is none; [`RATE`] a second. The camera does not jump: one
/// frame fits all of it.
pub fn moving(scene: &Scene, shot: &Shot) -> Option<Vec<Picture>> {
    let studio = Studio::within(scene, shot.look.limit);
    if let Some(motion) = shot.motion(scene).filter(|m| m.seconds() > 0.0) {
        let end = f64::from(motion.seconds());
        let count = ((end * f64::from(RATE)) as usize).clamp(2, MOST);
        // A motion longer than that is shown faster rather than cut.
        let times: Vec<f64> = (0..count).map(|i| end * i as f64 / count as f64).collect();
        // Placed twice rather than kept: ninety copies of a large model are too many.
        let at = |t: &f64| studio.pose(&Pose::at(scene, motion, *t));
        let all = times.iter().flat_map(|t| at(t).points().collect::<Vec<_>>());
        let camera = Camera::framing(all, shot.angle, shot.look.size, 0.04)?;
        return Some(times.iter().map(|t| at(t).render(&camera, &shot.look)).collect());
    }
    let pose = match (shot.seconds, shot.motion(scene)) {
        (Some(seconds), Some(motion)) => Pose::at(scene, motion, seconds),
        _ => Pose::rest(scene),
    };
    let set = studio.pose(&pose);
    let points: Vec<_> = set.points().collect();
    let angle = |i: usize| Angle { yaw: shot.angle.yaw + 360.0 * i as f64 / TURN as f64, ..shot.angle };
    let cameras: Option<Vec<Camera>> =
        (0..TURN).map(|i| Camera::framing(points.iter().copied(), angle(i), shot.look.size, 0.04)).collect();
    let cameras = steady(cameras?, &points);
    Some(cameras.par_iter().map(|c| set.render(c, &shot.look)).collect())
}

/// All cameras as far away as the farthest and aimed at one middle, so that the model turns instead of breathing.
fn steady(mut cameras: Vec<Camera>, points: &[[f32; 3]]) -> Vec<Camera> {
    use crate::math::{add, dot, scale, sub};
    let finite = points.iter().filter(|p| p.iter().all(|v| v.is_finite()));
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for p in finite {
        for i in 0..3 {
            (low[i], high[i]) = (low[i].min(p[i]), high[i].max(p[i]));
        }
    }
    let middle = scale(add(low, high), 0.5);
    // How far each camera must stand to see every point while looking at the middle.
    let need = |c: &Camera| {
        points.iter().filter(|p| p.iter().all(|v| v.is_finite())).fold(0.0_f32, |far, p| {
            let d = sub(*p, middle);
            let depth = dot(c.axes[2], d);
            let side = (0..2).map(|i| dot(c.axes[i], d).abs() / (c.slope[i] * 0.92));
            side.fold(far, |far, s| far.max(depth + s))
        })
    };
    let distance = cameras.iter().map(need).fold(0.0, f32::max);
    let radius = dot(sub(high, low), sub(high, low)).sqrt() * 0.5;
    for c in &mut cameras {
        c.eye = add(middle, scale(c.axes[2], distance));
        c.depth = [(distance - radius).max(distance * 0.01), distance + radius];
    }
    cameras
}

/// Pixels a side of the cells of a sheet of so many: no sheet is wider than 4,096.
pub fn sheet_cell(count: usize, size: u32) -> u32 {
    (4096 / columns(count)).clamp(48, size.max(48))
}

fn columns(count: usize) -> u32 {
    (1..4096_u32).find(|c| (c * c) as usize >= count).unwrap_or(4096)
}

/// Many previews on one picture, each with its name below.
pub fn sheet(cells: &[(String, Option<Picture>)], cell: u32) -> Picture {
    let dot = if cell >= 192 { 2 } else { 1 };
    let (across, label) = (columns(cells.len()), (font::HEIGHT + 5) * dot);
    let down = (cells.len() as u32).div_ceil(across);
    let mut out = Picture::filled(across * cell, down * (cell + label), [244, 245, 247, 255]);
    for (i, (name, picture)) in cells.iter().enumerate() {
        let (x, y) = (i as u32 % across * cell, i as u32 / across * (cell + label));
        match picture {
            Some(p) => out.paste(&p.shrunk(cell), x, y),
            None => font::draw(
                &mut out,
                "nothing to see",
                x + 4 * dot,
                y + cell / 2,
                dot,
                cell,
                [170, 60, 50, 255],
            ),
        }
        let width = font::ADVANCE * dot * name.chars().count() as u32;
        let room = cell - 4 * dot;
        let left = x + 2 * dot + room.saturating_sub(width) / 2;
        font::draw(&mut out, name, left, y + cell + dot, dot, room, [40, 44, 52, 255]);
    }
    out
}
