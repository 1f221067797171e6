//! Random numbers that never change, and damage done by them.

/// SplitMix64: small, good enough, the same for ever.
pub struct Random(u64);

impl Random {
    /// Numbers that depend on the seed only.
    pub fn new(text: &str, number: u64) -> Self {
        let seed = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
        Self(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The next number.
    #[allow(clippy::should_implement_trait, reason = "numbers without an end are no iterator here")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.next() % n as u64) as usize }
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// One to four changes of a file.
pub fn mutate(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..=random.below(4) {
        change(&mut out, random);
    }
    out
}

fn change(out: &mut Vec<u8>, random: &mut Random) {
    // Headers and counts sit near the front: half of the changes go there.
    let window = if random.below(2) == 0 { out.len().min(256) } else { out.len() };
    let at = random.below(window);
    match random.below(10) {
        0 | 1 => set(out, at, &[random.next() as u8]),
        2 => {
            let bit = 1_u8 << random.below(8);
            let old = out.get(at).copied().unwrap_or_default();
            set(out, at, &[old ^ bit]);
        }
        3 | 4 => {
            let left = out.len().saturating_sub(at) as u32;
            let value: u32 = random.pick(&[
                0,
                1,
                2,
                0xff,
                0xffff,
                0x7fff_ffff,
                0x8000_0000,
                u32::MAX,
                left,
                left / 4,
                left + 1,
            ]);
            let value = if random.below(4) == 0 { value.swap_bytes() } else { value };
            set(out, at, &value.to_le_bytes());
        }
        5 => {
            let value: f32 = random.pick(&[f32::NAN, f32::INFINITY, -1.0, 0.0, 1e30, f32::MIN_POSITIVE]);
            set(out, at, &value.to_le_bytes());
        }
        6 => {
            let n = random.below(64).min(out.len() - at);
            out.drain(at..at + n);
        }
        7 => {
            let extra: Vec<u8> = (0..random.below(32)).map(|_| random.next() as u8).collect();
            out.splice(at..at, extra);
        }
        8 => {
            let n = random.below(512).min(out.len() - at);
            let piece = out[at..at + n].to_vec();
            let to = random.below(out.len());
            out.splice(to..to, piece);
        }
        _ => {
            let digit = random.pick(b"0123456789-.eE#<>\"/\n ,{}[]");
            set(out, at, &[digit]);
        }
    }
}

/// Overwrites bytes, as far as there are any.
pub fn set(out: &mut [u8], at: usize, bytes: &[u8]) {
    for (slot, b) in out.iter_mut().skip(at).zip(bytes) {
        *slot = *b;
    }
}
