//! PKWARE's old cipher as this game uses it: no header, and only the bytes at even places are enciphered; those at odd
//! places pass and do not advance the keys.

/// Twenty bytes that are the same in every archive.
const PASSWORD: [u8; 20] = [
    0x6f, 0x66, 0x4f, 0x31, 0x61, 0x30, 0x75, 0x65, 0x58, 0x41, 0x3f, 0x20, 0x5b, 0xff, 0x73, 0x20, 0x68,
    0x20, 0x25, 0x3f,
];

/// CRC-32 of each byte, polynomial EDB88320.
static TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut out = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut c = i as u32;
        let mut bit = 0;
        while bit < 8 {
            c = if c & 1 != 0 { 0xedb8_8320 ^ (c >> 1) } else { c >> 1 };
            bit += 1;
        }
        #[allow(clippy::indexing_slicing, reason = "i is below 256")]
        {
            out[i] = c;
        }
        i += 1;
    }
    out
}

fn step(crc: u32, byte: u8) -> u32 {
    let row = TABLE.get(usize::from(crc as u8 ^ byte)).copied().unwrap_or_default();
    row ^ (crc >> 8)
}

/// The state of the cipher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keys(u32, u32, u32);

impl Keys {
    /// As they are at the start of an entry.
    pub fn new() -> Self {
        let mut keys = Self(0x1234_5678, 0x2345_6789, 0x3456_7890);
        for byte in PASSWORD {
            keys.advance(byte);
        }
        keys
    }

    fn advance(&mut self, plain: u8) {
        self.0 = step(self.0, plain);
        self.1 = self.1.wrapping_add(self.0 & 0xff).wrapping_mul(0x0808_8405).wrapping_add(1);
        self.2 = step(self.2, (self.1 >> 24) as u8);
    }

    fn mask(self) -> u8 {
        let t = (self.2 & 0xffff) | 2;
        (t.wrapping_mul(t ^ 1) >> 8) as u8
    }
}

/// Deciphers a whole entry in place.
pub fn decipher(data: &mut [u8]) {
    let mut keys = Keys::new();
    for byte in data.iter_mut().step_by(2) {
        *byte ^= keys.mask();
        keys.advance(*byte);
    }
}

/// Enciphers a whole entry in place.
pub fn encipher(data: &mut [u8]) {
    let mut keys = Keys::new();
    for byte in data.iter_mut().step_by(2) {
        let plain = *byte;
        *byte ^= keys.mask();
        keys.advance(plain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_known_values() {
        assert_eq!(Keys::new(), Keys(0x23a3_e784, 0x2acf_d00f, 0x91be_6876));
        let mut zeros = [0; 8];
        encipher(&mut zeros);
        assert_eq!(zeros, [0x7e, 0, 0xd0, 0, 0xc8, 0, 0xb1, 0]);
    }

    proptest! {
        #[test]
        fn both_ways(data: Vec<u8>) {
            let mut work = data.clone();
            encipher(&mut work);
            prop_assert!(work.iter().zip(&data).skip(1).step_by(2).all(|(a, b)| a == b));
            decipher(&mut work);
            prop_assert_eq!(work, data);
        }
    }
}
