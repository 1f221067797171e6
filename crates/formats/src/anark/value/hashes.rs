//! Hashes and string indices, as names and numbers in JSON.

use crate::anark::hash::{ATTRIBUTE_MASK, hash};
use crate::anark::names::{Scope, from_name, hex};
use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use wire::{Reader, Result, Wire, Writer};

/// A full 32-bit hash: a name in JSON where it is known, else `"0x…"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Name(pub u32);

/// The hash of an attribute in an animation. Its width is not proven, so that all 32 bits are kept: a name in JSON when
/// it is known and the upper five bits are those of the name or zero, else `"0x…"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct AttributeName(pub u32);

macro_rules! wire_u32 {
    ($name:ident) => {
        impl Wire for $name {
            const MIN_SIZE: usize = 4;
            fn read(r: &mut Reader<'_>) -> Result<Self> {
                r.u32().map(Self)
            }
            fn write(&self, w: &mut Writer) {
                w.u32(self.0);
            }
        }
    };
}
wire_u32!(Name);
wire_u32!(AttributeName);
wire_u32!(StringRef);

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        Scope::with(|scope| match scope.names.full(self.0) {
            Some(name) => s.serialize_str(name),
            None => s.serialize_str(&hex(self.0)),
        })
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Ok(Self(from_name(&String::deserialize(d)?)))
    }
}

impl Serialize for AttributeName {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        // Only the 27-bit form gets a name: it is what `build` makes of a name.
        Scope::with(|scope| match scope.names.attribute(self.0) {
            Some(name) if self.0 & !ATTRIBUTE_MASK == 0 => s.serialize_str(name),
            Some(name) if self.0 == hash(name.as_bytes()) => {
                let mut map = s.serialize_map(Some(1))?;
                map.serialize_entry("full", name)?;
                map.end()
            }
            _ => s.serialize_str(&hex(self.0)),
        })
    }
}

impl<'de> Deserialize<'de> for AttributeName {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        match Value::deserialize(d)? {
            Value::String(s) if s.starts_with("0x") => Ok(Self(from_name(&s))),
            Value::String(s) => Ok(Self(from_name(&s) & ATTRIBUTE_MASK)),
            Value::Object(map) => match map.get("full") {
                Some(Value::String(s)) => Ok(Self(from_name(s))),
                _ => Err(de::Error::custom("expected {\"full\": name}")),
            },
            other => Err(de::Error::custom(format!("{other} is not an attribute name"))),
        }
    }
}

/// An index into the strings of the file. JSON may also give the string itself; `build` finds or adds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StringRef(pub u32);

impl Serialize for StringRef {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_u32(self.0)
    }
}

impl<'de> Deserialize<'de> for StringRef {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        string_ref(&Value::deserialize(d)?, None).map(Self).map_err(de::Error::custom)
    }
}

/// A string as it is, or by its index and, next to it, its text.
pub(super) fn string_ref(value: &Value, text: Option<&str>) -> Result<u32, String> {
    match value {
        Value::String(s) => Ok(Scope::intern(s.as_str().into())),
        other => unsigned(other).map(|index| Scope::follow(index, text)),
    }
}

pub(super) fn unsigned(value: &Value) -> Result<u32, String> {
    match value {
        Value::Bool(b) => Ok(u32::from(*b)),
        other => other
            .as_u64()
            .and_then(|v| u32::try_from(v).ok())
            .ok_or_else(|| format!("{other} is not a number from 0 to {}", u32::MAX)),
    }
}
