//! Floats and bytes in JSON that keep every bit.
//!
//! `#[serde(with = "wire::exact")]` works on `f32`, `f64`, arrays and vectors of them. A finite number is a JSON
//! number in its shortest exact spelling, anything else a string of its bits: `"0x7fc00001"`.
//! `#[serde(with = "wire::exact::hex")]` writes bytes (`Vec<u8>`, `[u8; N]`) as one hexadecimal string.

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// A value whose floats survive JSON.
pub trait Exact: Sized {
    /// What serde sees.
    type Repr: Serialize + for<'de> Deserialize<'de>;
    /// To what serde sees.
    fn to_repr(&self) -> Self::Repr;
    /// And back.
    fn from_repr(repr: Self::Repr) -> Self;
}

/// For `#[serde(with = "wire::exact")]`.
pub fn serialize<T: Exact, S: Serializer>(value: &T, s: S) -> Result<S::Ok, S::Error> {
    value.to_repr().serialize(s)
}

/// For `#[serde(with = "wire::exact")]`.
pub fn deserialize<'de, T: Exact, D: Deserializer<'de>>(d: D) -> Result<T, D::Error> {
    T::Repr::deserialize(d).map(T::from_repr)
}

macro_rules! float {
    ($name:ident, $float:ident, $bits:ident, $ser:ident, $width:literal) => {
        /// A float that serde writes as a number, or as the string of its bits when it is not finite.
        #[derive(Clone, Copy)]
        pub struct $name($float);

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                if self.0.is_finite() {
                    s.$ser(self.0)
                } else {
                    s.serialize_str(&format!(concat!("0x{:0", $width, "x}"), self.0.to_bits()))
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                struct V;
                impl Visitor<'_> for V {
                    type Value = $float;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a number or a string of its bits such as \"0x7fc00000\"")
                    }
                    #[allow(clippy::as_conversions)]
                    fn visit_f64<E: de::Error>(self, v: f64) -> Result<$float, E> {
                        Ok(v as $float)
                    }
                    #[allow(clippy::as_conversions)]
                    fn visit_i64<E: de::Error>(self, v: i64) -> Result<$float, E> {
                        Ok(v as $float)
                    }
                    #[allow(clippy::as_conversions)]
                    fn visit_u64<E: de::Error>(self, v: u64) -> Result<$float, E> {
                        Ok(v as $float)
                    }
                    fn visit_str<E: de::Error>(self, v: &str) -> Result<$float, E> {
                        v.strip_prefix("0x")
                            .and_then(|h| $bits::from_str_radix(h, 16).ok())
                            .map($float::from_bits)
                            .ok_or_else(|| E::custom(format!("{v:?} is not a bit pattern")))
                    }
                }
                d.deserialize_any(V).map($name)
            }
        }

        impl Exact for $float {
            type Repr = $name;
            fn to_repr(&self) -> $name {
                $name(*self)
            }
            fn from_repr(repr: $name) -> Self {
                repr.0
            }
        }
    };
}

float!(Bits32, f32, u32, serialize_f32, "8");
float!(Bits64, f64, u64, serialize_f64, "16");

impl<T: Exact + Copy, const N: usize> Exact for [T; N]
where
    T::Repr: Copy,
{
    type Repr = Array<T::Repr, N>;
    fn to_repr(&self) -> Self::Repr {
        Array(self.map(|v| v.to_repr()))
    }
    fn from_repr(repr: Self::Repr) -> Self {
        repr.0.map(T::from_repr)
    }
}

impl<T: Exact> Exact for Vec<T> {
    type Repr = Vec<T::Repr>;
    fn to_repr(&self) -> Self::Repr {
        self.iter().map(T::to_repr).collect()
    }
    fn from_repr(repr: Self::Repr) -> Self {
        repr.into_iter().map(T::from_repr).collect()
    }
}

impl<T: Exact> Exact for Option<T> {
    type Repr = Option<T::Repr>;
    fn to_repr(&self) -> Self::Repr {
        self.as_ref().map(T::to_repr)
    }
    fn from_repr(repr: Self::Repr) -> Self {
        repr.map(T::from_repr)
    }
}

/// An array of any length for serde, which itself stops at 32.
#[derive(Clone, Copy)]
pub struct Array<T, const N: usize>([T; N]);

impl<T: Serialize, const N: usize> Serialize for Array<T, N> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(&self.0)
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Array<T, N> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let list = Vec::<T>::deserialize(d)?;
        let len = list.len();
        <[T; N]>::try_from(list)
            .map(Array)
            .map_err(|_| de::Error::custom(format!("expected {N} values, found {len}")))
    }
}

/// Bytes as one hexadecimal string.
pub mod hex {
    use crate::text::{from_hex, to_hex};
    use serde::de::{self, Deserialize, Deserializer};
    use serde::ser::Serializer;

    /// For `#[serde(with = "wire::exact::hex")]`.
    pub fn serialize<T: AsRef<[u8]>, S: Serializer>(bytes: &T, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&to_hex(bytes.as_ref()))
    }

    /// For `#[serde(with = "wire::exact::hex")]`.
    pub fn deserialize<'de, T: TryFrom<Vec<u8>>, D: Deserializer<'de>>(d: D) -> Result<T, D::Error> {
        let text = String::deserialize(d)?;
        from_hex(&text).and_then(|bytes| T::try_from(bytes).ok()).ok_or_else(|| {
            de::Error::custom(format!("{text:?} is not the right number of hexadecimal pairs"))
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    #[derive(serde::Serialize, serde::Deserialize)]
    struct S {
        #[serde(with = "super")]
        a: Vec<[f32; 3]>,
        #[serde(with = "super")]
        d: f64,
        #[serde(with = "super::hex")]
        h: [u8; 3],
    }

    proptest! {
        #[test]
        fn every_bit_survives_json(bits in prop::collection::vec(any::<[u32; 3]>(), 0..20), d in any::<u64>(), h: [u8; 3]) {
            let s = S { a: bits.iter().map(|b| b.map(f32::from_bits)).collect(), d: f64::from_bits(d), h };
            let back: S = serde_json::from_str(&serde_json::to_string(&s).unwrap()).unwrap();
            prop_assert_eq!(back.a.iter().map(|v| v.map(f32::to_bits)).collect::<Vec<_>>(), bits);
            prop_assert_eq!(back.d.to_bits(), d);
            prop_assert_eq!(back.h, h);
        }
    }
}
