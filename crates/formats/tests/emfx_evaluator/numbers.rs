//! Random numbers and quaternions.

use glam::{DQuat, DVec3};

pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    pub fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }
    pub fn chance(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }
    pub fn unit(&mut self) -> f32 {
        self.below(1 << 20) as f32 / (1 << 20) as f32
    }
    pub fn span(&mut self, a: f32, b: f32) -> f32 {
        a + (b - a) * self.unit()
    }
    pub fn vec3(&mut self, a: f32, b: f32) -> [f32; 3] {
        [self.span(a, b), self.span(a, b), self.span(a, b)]
    }
    pub fn quat(&mut self) -> [f32; 4] {
        loop {
            let q = [self.span(-1.0, 1.0), self.span(-1.0, 1.0), self.span(-1.0, 1.0), self.span(-1.0, 1.0)];
            let len = q.iter().map(|v| v * v).sum::<f32>().sqrt();
            if len > 0.2 {
                return q.map(|v| v / len);
            }
        }
    }
    pub fn scale(&mut self) -> [f32; 3] {
        match self.below(4) {
            0 => [1.0; 3],
            1 => [self.span(0.6, 1.6); 3],
            2 => self.vec3(0.6, 1.6),
            _ => {
                let [x, y, z] = self.vec3(0.6, 1.6);
                [-x, y, z]
            }
        }
    }
}

pub fn q(v: [f32; 4]) -> DQuat {
    DQuat::from_array(v.map(f64::from)).normalize()
}

pub fn v(v: [f32; 3]) -> DVec3 {
    DVec3::from_array(v.map(f64::from))
}

pub fn nlerp(a: DQuat, b: DQuat, t: f64) -> DQuat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    (a * (1.0 - t) + b * t).normalize()
}
