//! The string hash of the Anark runtime.

/// Attribute names keep only these bits of their hash.
pub const ATTRIBUTE_MASK: u32 = 0x07FF_FFFF;
/// The multiplier of sdbm.
const MULTIPLIER: u32 = 0x1003F;
/// Longer names are cut here, and then the terminator is not hashed.
const MAX_LEN: usize = 100;

/// The hash of a name: sdbm over at most 100 bytes, the terminating zero included.
///
/// Bytes from 0x80 on are sign-extended, as the `char` of the original compiler is signed.
pub fn hash(name: &[u8]) -> u32 {
    let step = |h: u32, b: u8| h.wrapping_mul(MULTIPLIER).wrapping_add(i32::from(b as i8) as u32);
    let text = name.iter().take(MAX_LEN).take_while(|b| **b != 0);
    let (h, len) = text.fold((0, 0), |(h, len), b| (step(h, *b), len + 1));
    if len < MAX_LEN { step(h, 0) } else { h }
}

/// The hash of an attribute name: the low 27 bits.
pub fn attribute_hash(name: &[u8]) -> u32 {
    hash(name) & ATTRIBUTE_MASK
}

/// How a name fits a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// All 32 bits: element names, parameter types.
    Full,
    /// The low 27 bits: attribute names.
    Attribute,
}

/// The names that have a hash, given in hexadecimal with or without `0x`. `None` if it is no such number.
///
/// A name whose 32 bits fit is [`Fit::Full`]; one whose low 27 bits fit is [`Fit::Attribute`], because a stored
/// attribute carries its type in the other five.
pub fn find<'a>(hex: &str, names: impl IntoIterator<Item = &'a str>) -> Option<Vec<(&'a str, Fit)>> {
    let wanted = parse_hex(hex)?;
    let fits = names.into_iter().filter_map(|name| match hash(name.as_bytes()) {
        h if h == wanted => Some((name, Fit::Full)),
        h if (h ^ wanted) & ATTRIBUTE_MASK == 0 => Some((name, Fit::Attribute)),
        _ => None,
    });
    Some(fits.collect())
}

/// A number of up to eight hexadecimal digits, with or without `0x`.
pub fn parse_hex(text: &str) -> Option<u32> {
    let text = text.trim();
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_from_retail_files() {
        for (name, value) in [
            ("Button0", 0x22352942),
            ("Button1", 0x22362981),
            ("Button6", 0x223B2ABC),
            ("Scene", 0x068C6274),
            ("Material1583", 0x137ED5BA),
            ("name", 0x06B79D95),
            ("position.x", 0x2A7C230D),
            ("textstring", 0x19124062),
            ("source", 0xC6BCC685),
            ("BehaviorScripts", 0x6DDF916A),
            ("float", 0xDA1352C4),
            ("string", 0xCC84E40F),
        ] {
            assert_eq!(hash(name.as_bytes()), value, "{name}");
        }
        assert_eq!(attribute_hash(b"position.x"), 0x027C230D);
        assert_eq!(attribute_hash(b"_AKIsContract"), 0x073F25FB);
        assert_eq!(attribute_hash(b"_AKContractClass"), 0x04A9EC63);
    }

    #[test]
    fn names_recovered_by_search() {
        for (name, value) in [
            ("priority", 0x042455BC),
            ("positionvelocity.x", 0x03972110),
            ("rotationvelocity.x", 0x051A161B),
            ("lookatpoint.x", 0x07C50A18),
            ("lookatlock", 0x055BB8E3),
            ("fogmode", 0x034179DF),
            ("fogtype", 0x05E4F468),
            ("blendmode", 0x01923A6C),
            ("culling", 0x07C539F0),
        ] {
            assert_eq!(attribute_hash(name.as_bytes()), value, "{name}");
        }
    }

    #[test]
    fn the_terminator_counts_only_below_a_hundred_bytes() {
        let long = [b'a'; 150];
        let plain =
            |n: usize| long[..n].iter().fold(0_u32, |h, b| h.wrapping_mul(65599).wrapping_add(u32::from(*b)));
        assert_eq!(hash(&long[..99]), plain(99).wrapping_mul(65599));
        assert_eq!(hash(&long[..100]), plain(100));
        assert_eq!(hash(&long), plain(100));
        assert_eq!(hash(b""), 0);
        assert_eq!(hash(b"ab\0cd"), hash(b"ab"), "a zero ends the name");
        assert_eq!(hash(b"\xff"), (-1_i32 as u32).wrapping_mul(65599), "signed char");
    }

    #[test]
    fn find_distinguishes_full_and_attribute_hashes() {
        let names = ["Button0", "position.x", "Scene"];
        assert_eq!(find("0x22352942", names), Some(vec![("Button0", Fit::Full)]));
        assert_eq!(find("27C230D", names), Some(vec![("position.x", Fit::Attribute)]));
        assert_eq!(
            find("9A7C230D", names),
            Some(vec![("position.x", Fit::Attribute)]),
            "type bits are ignored"
        );
        assert_eq!(find("xyz", names), None);
        assert_eq!(find("+1", names), None);
    }
}
