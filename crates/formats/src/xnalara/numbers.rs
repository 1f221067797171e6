//! Numbers of the text formats: fast, exact, and as loose as the files are.

/// Powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// The value of a token: decimal comma where there is exactly one and no point, `NaN` and `Infinity` in any case.
#[inline]
pub fn parse_f32(token: &[u8]) -> Option<f32> {
    match fast(token) {
        Some(v) => Some(v),
        None => slow(token),
    }
}

/// Digits and exponent into one double operation, which rounds correctly; then into a float, which does too unless the
/// double is exactly half-way between two floats.
#[inline]
fn fast(token: &[u8]) -> Option<f32> {
    let (negative, digits) = match token {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, token),
    };
    let mut mantissa = 0_u64;
    let mut seen = 0_u32;
    let mut scale = 0_i32;
    let mut point = false;
    let mut rest = digits;
    while let [c, tail @ ..] = rest {
        let d = c.wrapping_sub(b'0');
        if d < 10 {
            mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(d));
            // Leading zeros do not count, so that 0.000012345678 stays here.
            seen += u32::from(mantissa != 0);
            scale -= i32::from(point);
        } else if matches!(c, b'.' | b',') && !point {
            point = true;
        } else {
            break;
        }
        rest = tail;
    }
    if seen > 18 || (mantissa == 0 && !digits.iter().any(u8::is_ascii_digit)) {
        return None;
    }
    if let [b'e' | b'E', tail @ ..] = rest {
        scale = scale.checked_add(exponent(tail)?)?;
    } else if !rest.is_empty() {
        return None;
    }
    if mantissa == 0 {
        return Some(if negative { -0.0 } else { 0.0 });
    }
    if mantissa > 1 << 53 || scale.unsigned_abs() > 22 {
        return None;
    }
    let power = *POWERS.get(scale.unsigned_abs() as usize)?;
    let value = if scale < 0 { mantissa as f64 / power } else { mantissa as f64 * power };
    let half_way = value.to_bits() & 0x1fff_ffff == 0x1000_0000;
    if half_way || value < f64::from(f32::MIN_POSITIVE) || value > f64::from(f32::MAX) {
        return None;
    }
    let value = value as f32;
    Some(if negative { -value } else { value })
}

#[inline]
fn exponent(tail: &[u8]) -> Option<i32> {
    let (negative, digits) = match tail {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, tail),
    };
    if digits.is_empty() || digits.len() > 4 {
        return None;
    }
    let mut out = 0_i32;
    for c in digits {
        let d = c.wrapping_sub(b'0');
        if d > 9 {
            return None;
        }
        out = out * 10 + i32::from(d);
    }
    Some(if negative { -out } else { out })
}

#[cold]
fn slow(token: &[u8]) -> Option<f32> {
    let text = std::str::from_utf8(token).ok()?;
    if text.bytes().filter(|b| *b == b',').count() == 1 && !text.contains('.') {
        return text.replace(',', ".").parse().ok();
    }
    if let Ok(v) = text.parse() {
        return Some(v);
    }
    // .NET spells not-a-number by the language of the machine.
    let lower = text.trim_start_matches(['-', '+']).to_lowercase();
    let value = match lower.as_str() {
        "nan" | "1.#qnan" | "1.#ind" | "-1.#ind" | "nan(ind)" | "n. def." | "non numérique" | "neun" => {
            f32::NAN
        }
        "infinity" | "∞" | "1.#inf" | "+unendlich" | "unendlich" | "infini" => f32::INFINITY,
        _ => return None,
    };
    Some(if text.starts_with('-') { -value } else { value })
}

/// A whole number; `5.0` counts as one.
#[inline]
pub fn parse_int(token: &[u8]) -> Option<i64> {
    let (negative, digits) = match token {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, token),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut out = 0_i64;
    for c in digits {
        let d = c.wrapping_sub(b'0');
        if d > 9 {
            let v = parse_f32(token)?;
            return v.is_finite().then_some(v as i64);
        }
        out = out * 10 + i64::from(d);
    }
    Some(if negative { -out } else { out })
}

/// The shortest spelling that gives the same float again.
pub fn spell_f32(value: f32) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let text = format!("{value:?}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn loose_spellings() {
        assert_eq!(parse_f32(b"0,5"), Some(0.5));
        assert_eq!(parse_f32(b"-1,25E-05"), Some(-1.25e-5));
        assert_eq!(parse_f32(b"1E+10"), Some(1e10));
        assert_eq!(parse_f32(b".5"), Some(0.5));
        assert_eq!(parse_f32(b"5."), Some(5.0));
        assert!(parse_f32(b"NaN").unwrap().is_nan());
        assert_eq!(parse_f32(b"-Infinity"), Some(f32::NEG_INFINITY));
        for bad in [&b""[..], b"-", b".", b"abc", b"1,2,3", b"1.2.3", b"1e", b"0x10"] {
            assert_eq!(parse_f32(bad), None, "{bad:?}");
        }
        assert_eq!((parse_int(b"-1"), parse_int(b"5.0"), parse_int(b"x")), (Some(-1), Some(5), None));
        assert_eq!(parse_f32(b"-0").map(f32::to_bits), Some((-0.0_f32).to_bits()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn exact_like_the_standard_library(bits in any::<u32>(), digits in 1_usize..10) {
            let v = f32::from_bits(bits);
            prop_assume!(v.is_finite());
            for text in [format!("{v}"), format!("{v:e}"), format!("{v:.digits$e}"), format!("{v:.digits$}")] {
                prop_assert_eq!(parse_f32(text.as_bytes()), text.parse().ok(), "{}", text);
            }
            prop_assert_eq!(spell_f32(v).parse::<f32>().unwrap().to_bits(), bits);
        }

        #[test]
        fn exact_on_any_digits(text in "-?[0-9]{1,12}\\.[0-9]{0,12}(e-?[0-9]{1,2})?") {
            prop_assert_eq!(parse_f32(text.as_bytes()), text.parse().ok(), "{}", text);
        }
    }
}
