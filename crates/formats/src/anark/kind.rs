//! Small numbers that stand for types, with their names in JSON.

use serde::Deserializer;
use serde::de::{Deserialize, Error};

/// A type number: constants, names, JSON, bytes. The names count from 0; an empty one is no type.
macro_rules! kind {
    (
        $(#[$doc:meta])* $name:ident, $names:expr;
        $($(#[$item:meta])* $constant:ident = $value:literal;)*
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name(pub u8);

        impl $name {
            $($(#[$item])* pub const $constant: Self = Self($value);)*

            /// The name, if the type is known.
            pub fn name(self) -> Option<&'static str> {
                $names.get(usize::from(self.0)).copied().filter(|n| !n.is_empty())
            }

            /// For people.
            pub fn shown(self) -> String {
                self.name().map_or_else(|| format!("type {}", self.0), str::to_owned)
            }
        }

        impl wire::Wire for $name {
            const MIN_SIZE: usize = 1;
            fn read(r: &mut wire::Reader<'_>) -> wire::Result<Self> {
                r.u8().map(Self)
            }
            fn write(&self, w: &mut wire::Writer) {
                w.u8(self.0);
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                match self.name() {
                    Some(name) => s.serialize_str(name),
                    None => s.serialize_u8(self.0),
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                $crate::anark::kind::from_json(d, &$names).map(Self)
            }
        }
    };
}
pub(super) use kind;

/// A number by its name in a list, or as it is.
pub(super) fn from_json<'de, D: Deserializer<'de>>(d: D, names: &[&str]) -> Result<u8, D::Error> {
    let value = serde_json::Value::deserialize(d)?;
    let named = || {
        let text = value.as_str().filter(|s| !s.is_empty())?;
        names.iter().position(|n| *n == text).map(|i| i as u8)
    };
    named().or_else(|| value.as_u64().and_then(|v| u8::try_from(v).ok())).ok_or_else(|| {
        let known: Vec<&str> = names.iter().copied().filter(|n| !n.is_empty()).collect();
        D::Error::custom(format!("{value} is not a type; expected one of {} or a number", known.join(", ")))
    })
}
