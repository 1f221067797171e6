//! The twelve phoneme sets of morph targets and morph tracks, one bit each.

/// Names by bit, lowest first.
const NAMES: [&str; 12] = [
    "neutral",
    "M, B, P, X",
    "AA, AO, OW",
    "IH, AE, AH, EY, AY, H",
    "AW",
    "N, NG, CH, J, DH, D, G, T, K, Z, ZH, TH, S, SH",
    "IY, EH, Y",
    "UW, UH, OY",
    "F, V",
    "L, EL",
    "W",
    "R, ER",
];

/// All bits that have a meaning.
pub const ALL: u32 = 0xfff;

/// The names of a mask; bits without a meaning are left out.
pub fn names(mask: u32) -> Vec<&'static str> {
    NAMES.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 != 0).map(|(_, name)| *name).collect()
}

/// The mask of names; `None` where one is not known.
pub fn mask<S: AsRef<str>>(names: &[S]) -> Option<u32> {
    let bit = |name: &S| NAMES.iter().position(|n| n.eq_ignore_ascii_case(name.as_ref().trim()));
    names.iter().try_fold(0, |mask, name| Some(mask | 1 << bit(name)?))
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_survive() {
        for mask in [0, 1, 0x802, super::ALL] {
            assert_eq!(super::mask(&super::names(mask)), Some(mask));
        }
        assert_eq!(super::names(0x1004), ["AA, AO, OW"]);
        assert_eq!(super::mask(&["nobody"]), None);
    }
}
