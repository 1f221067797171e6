//! Which way a bone bends, so that joints can be turned to bend about their local X.
//!
//! As a rigger sets it by hand: knees and elbows bend in the plane that front and back span with the bone, fingers in the
//! one of up and down; everything else has its X to the model's left. A hinge that is bent at rest shows its plane itself.
//! The model stands as glTF has it: Y up, facing +Z, its left at +X.

use glam::Vec3;

/// A hinge bent by more than this at rest (degrees) says its own plane; less is noise of the modeller.
const BENT: f32 = 20.0;

/// What a bone is, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Limb {
    Finger,
    /// Elbow and forearm.
    Elbow,
    /// Knee and shin.
    Knee,
    /// Other bones of arms.
    Arm,
    Other,
}

impl Limb {
    fn of(name: &str) -> Self {
        let name = name.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|w| name.contains(w));
        match () {
            () if has(&["finger", "thumb", "pinky"]) => Self::Finger,
            () if has(&["elbow", "forearm", "lowerarm", "lower arm", "lower_arm"]) => Self::Elbow,
            () if has(&["knee", "calf", "shin", "lowerleg", "lower leg", "lower_leg"]) => Self::Knee,
            () if has(&["arm", "wrist", "hand", "shoulder", "clavicle"]) => Self::Arm,
            () => Self::Other,
        }
    }

    fn is_hinge(self) -> bool {
        matches!(self, Self::Finger | Self::Elbow | Self::Knee)
    }
}

/// A bone and its neighbours: name, direction, head.
#[derive(Debug, Clone, Copy)]
pub struct Bone<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where it points to, of length one.
    pub along: Vec3,
    /// Where it begins.
    pub head: Vec3,
    /// Direction of the bone above.
    pub above: Option<Vec3>,
    /// Name and direction of the only bone below.
    pub below: Option<(&'a str, Vec3)>,
}

impl Bone<'_> {
    /// The axis it bends about; turning by a positive angle bends it. Across the bone, of length one.
    pub fn axis(&self) -> Vec3 {
        let limb = Limb::of(self.name);
        let at_rest = match (self.above, self.below) {
            (Some(above), _) if limb.is_hinge() => hinge(above, self.along),
            // The upper half of a limb bends in the plane of its hinge.
            (_, Some((name, below))) if Limb::of(name).is_hinge() && Limb::of(name) != Limb::Finger => {
                hinge(self.along, below)
            }
            _ => None,
        };
        let axis = at_rest.or_else(|| self.about(limb)).unwrap_or(Vec3::X);
        let across = axis - self.along * axis.dot(self.along);
        across.try_normalize().unwrap_or_else(|| self.along.any_orthonormal_vector())
    }

    /// What an artist would take for it.
    fn about(&self, limb: Limb) -> Option<Vec3> {
        let upright = self.along.y.abs() > 0.9;
        let sideways = self.along.x.abs() > 0.7;
        let towards = match limb {
            // Palms face down; of arms that hang, to the body.
            Limb::Finger if !upright => -Vec3::Y,
            Limb::Finger => Vec3::X * -self.head.x.signum(),
            Limb::Elbow | Limb::Arm => Vec3::Z,
            Limb::Knee => -Vec3::Z,
            Limb::Other if sideways => Vec3::Z,
            Limb::Other => return Some(Vec3::X),
        };
        self.along.cross(towards).try_normalize()
    }
}

/// The axis of a joint between two bones that are bent against each other.
fn hinge(above: Vec3, below: Vec3) -> Option<Vec3> {
    let bent = above.angle_between(below).to_degrees();
    (bent > BENT && bent < 180.0 - BENT).then(|| above.cross(below).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(name: &str, along: [f32; 3], above: Option<[f32; 3]>) -> Vec3 {
        let along = Vec3::from(along).normalize();
        let above = above.map(|v| Vec3::from(v).normalize());
        Bone { name, along, head: Vec3::new(0.5, 1.0, 0.0), above, below: None }.axis()
    }

    #[test]
    fn joints_bend_the_way_people_do() {
        let bends = |name: &str, along: [f32; 3], to: Vec3| {
            let turn = glam::Quat::from_axis_angle(axis(name, along, None), 0.5);
            let moved = turn * Vec3::from(along).normalize() - Vec3::from(along).normalize();
            assert!(moved.dot(to) > 0.2, "{name}: {moved}");
        };
        bends("leg left knee", [0.01, -1.0, 0.0], -Vec3::Z);
        bends("Bip01 R Calf", [-0.01, -1.0, 0.02], -Vec3::Z);
        bends("arm left elbow", [0.7, -0.7, 0.0], Vec3::Z);
        bends("arm right elbow", [-1.0, 0.0, 0.0], Vec3::Z);
        bends("arm left finger 2b", [0.9, -0.3, 0.1], -Vec3::Y);
        bends("arm left finger 2b", [0.0, -1.0, 0.0], -Vec3::X);
        bends("spine middle", [0.0, 1.0, 0.0], Vec3::Z);
        bends("tail", [1.0, 0.0, 0.0], Vec3::Z);
    }

    #[test]
    fn a_bent_hinge_says_its_own_plane() {
        let straight = axis("arm left elbow", [1.0, 0.0, 0.05], Some([1.0, 0.0, 0.0]));
        assert!(straight.distance(-Vec3::Y) < 1e-3, "{straight}");
        let bent = axis("arm left elbow", [1.0, 0.0, -1.0], Some([1.0, 0.0, 0.0]));
        assert!(bent.distance(Vec3::Y) < 1e-6, "backwards, as it stands: {bent}");
        let other = axis("spine", [0.0, 1.0, -1.0], Some([0.0, 1.0, 0.0]));
        assert!(other.distance(Vec3::X) < 1e-6, "no hinge: {other}");
    }

    #[test]
    fn always_across_the_bone() {
        for along in [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [0.6, 0.0, 0.8]] {
            for name in ["finger", "elbow", "knee", "hand", "x"] {
                let a = axis(name, along, Some([0.0, 0.0, 1.0]));
                assert!(
                    a.dot(Vec3::from(along)).abs() < 1e-6 && (a.length() - 1.0).abs() < 1e-5,
                    "{name} {along:?} {a}"
                );
            }
        }
    }
}
