//! Typed values: attributes of elements and slides, parameters.

use super::hashes::{AttributeName, Name, string_ref, unsigned};
use crate::anark::hash::{ATTRIBUTE_MASK, attribute_hash, hash};
use crate::anark::names::{Scope, shown};
use crate::anark::words::PARAM_TYPES;
use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use wire::{Reader, Result, Text, Wire, Writer};

/// What the four bytes of a value mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// `i32`.
    Int,
    /// `f32`.
    Float,
    /// 0 or 1.
    Bool,
    /// Index into the strings.
    String,
    /// Not known; the three bits as they are.
    Unknown(u8),
}

impl ValueType {
    /// By the three bits of an attribute.
    pub fn from_bits(bits: u8) -> Self {
        match bits {
            1 => Self::Int,
            3 => Self::Float,
            4 => Self::Bool,
            5 => Self::String,
            other => Self::Unknown(other & 7),
        }
    }

    /// The three bits.
    pub fn bits(self) -> u8 {
        match self {
            Self::Int => 1,
            Self::Float => 3,
            Self::Bool => 4,
            Self::String => 5,
            Self::Unknown(bits) => bits & 7,
        }
    }
}

impl Serialize for ValueType {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int => s.serialize_str("int"),
            Self::Float => s.serialize_str("float"),
            Self::Bool => s.serialize_str("bool"),
            Self::String => s.serialize_str("string"),
            Self::Unknown(bits) => s.serialize_u8(*bits),
        }
    }
}

impl<'de> Deserialize<'de> for ValueType {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        match &Value::deserialize(d)? {
            Value::String(s) if s == "int" => Ok(Self::Int),
            Value::String(s) if s == "float" => Ok(Self::Float),
            Value::String(s) if s == "bool" => Ok(Self::Bool),
            Value::String(s) if s == "string" => Ok(Self::String),
            other => match other.as_u64() {
                Some(bits @ 0..=7) => Ok(Self::from_bits(bits as u8)),
                _ => Err(de::Error::custom(format!(
                    "{other} is not a type; expected int, float, bool, string or 0 to 7"
                ))),
            },
        }
    }
}

/// Four bytes whose meaning stands elsewhere, for JSON.
struct Typed(u32, ValueType);

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
struct Float(#[serde(with = "wire::exact")] f32);

impl Serialize for Typed {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match (self.1, self.0) {
            (ValueType::Int, v) => s.serialize_i32(v as i32),
            (ValueType::Float, v) => Float(f32::from_bits(v)).serialize(s),
            (ValueType::Bool, v @ 0..=1) => s.serialize_bool(v == 1),
            (_, v) => s.serialize_u32(v),
        }
    }
}

impl Typed {
    /// `text` is what an index stood for.
    fn parse(value: Value, ty: ValueType, text: Option<&str>) -> Result<u32, String> {
        match ty {
            ValueType::Int => value
                .as_i64()
                .and_then(|v| i32::try_from(v).ok())
                .map(|v| v as u32)
                .ok_or_else(|| format!("{value} is not a 32-bit integer")),
            ValueType::Float => {
                crate::from_value::<Float>(&value).map(|f| f.0.to_bits()).map_err(|e| e.to_string())
            }
            ValueType::String => string_ref(&value, text),
            ValueType::Bool | ValueType::Unknown(_) => unsigned(&value),
        }
    }
}

/// A named value of an element, a slide or an action: 8 bytes.
///
/// `type_and_name`: bits 0–26 name hash, 27–29 type, 30–31 unknown and kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attribute {
    /// Type and name.
    pub type_and_name: u32,
    /// The four bytes.
    pub value: u32,
}

impl Attribute {
    /// An attribute from its parts.
    pub fn new(name: &str, ty: ValueType, value: u32) -> Self {
        let name = attribute_hash(name.as_bytes());
        Self { type_and_name: name | u32::from(ty.bits()) << 27, value }
    }

    /// The 27-bit name hash.
    pub fn name(&self) -> u32 {
        self.type_and_name & ATTRIBUTE_MASK
    }

    /// What the value means.
    pub fn ty(&self) -> ValueType {
        ValueType::from_bits((self.type_and_name >> 27) as u8 & 7)
    }

    /// The value as a number, if it is one.
    pub fn number(&self) -> Option<f32> {
        match self.ty() {
            ValueType::Int => Some(self.value as i32 as f32),
            ValueType::Float => Some(f32::from_bits(self.value)),
            ValueType::Bool => Some(self.value as f32),
            _ => None,
        }
    }

    /// The index of its string, if it is one.
    pub fn string(&self) -> Option<u32> {
        (self.ty() == ValueType::String).then_some(self.value)
    }

    /// The value for people and for extras.
    pub fn json(&self, strings: &[Text]) -> Value {
        match self.string().and_then(|i| strings.get(i as usize)) {
            Some(text) => shown(text).map_or_else(|| Value::from(text.lossy()), Value::from),
            None => serde_json::to_value(Typed(self.value, self.ty())).unwrap_or_default(),
        }
    }
}

impl Wire for Attribute {
    const MIN_SIZE: usize = 8;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            type_and_name: r.field("type_and_name", Reader::u32)?,
            value: r.field("value", Reader::u32)?,
        })
    }
    fn write(&self, w: &mut Writer) {
        w.u32(self.type_and_name);
        w.u32(self.value);
    }
}

impl Serialize for Attribute {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(None)?;
        map.serialize_entry("name", &AttributeName(self.name()))?;
        map.serialize_entry("type", &self.ty())?;
        if self.type_and_name >> 30 != 0 {
            map.serialize_entry("flags", &(self.type_and_name >> 30))?;
        }
        map.serialize_entry("value", &Typed(self.value, self.ty()))?;
        if let Some(index) = self.string() {
            Scope::with(|scope| match scope.text(index) {
                Some(text) => map.serialize_entry("#text", text),
                None => Ok(()),
            })?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Attribute {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Parts {
            name: AttributeName,
            #[serde(rename = "type")]
            ty: ValueType,
            #[serde(default)]
            flags: u32,
            value: Value,
            #[serde(rename = "#text")]
            text: Option<String>,
        }
        let p = Parts::deserialize(d)?;
        if p.flags > 3 {
            return Err(de::Error::custom(format!("flags {} do not fit two bits", p.flags)));
        }
        let type_and_name = p.name.0 & ATTRIBUTE_MASK | u32::from(p.ty.bits()) << 27 | p.flags << 30;
        let value = Typed::parse(p.value, p.ty, p.text.as_deref()).map_err(de::Error::custom)?;
        Ok(Self { type_and_name, value })
    }
}

/// A parameter: type hash and value, 8 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Param {
    /// Hash of `float`, `float3.x`, `long`, `color4.r`, `bool`, `string` …
    pub type_hash: Name,
    /// The four bytes.
    pub value: u32,
}

impl Param {
    /// What the value means. Even a `long` is stored as a float.
    pub fn ty(&self) -> ValueType {
        param_type(self.type_hash)
    }
}

fn param_type(name: Name) -> ValueType {
    if name.0 == hash(b"bool") {
        ValueType::Bool
    } else if name.0 == hash(b"string") {
        ValueType::String
    } else if PARAM_TYPES.iter().any(|t| hash(t.as_bytes()) == name.0) {
        ValueType::Float
    } else {
        ValueType::Unknown(0)
    }
}

impl Wire for Param {
    const MIN_SIZE: usize = 8;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self { type_hash: r.field("type_hash", Name::read)?, value: r.field("value", Reader::u32)? })
    }
    fn write(&self, w: &mut Writer) {
        self.type_hash.write(w);
        w.u32(self.value);
    }
}

impl Serialize for Param {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(None)?;
        map.serialize_entry("type", &self.type_hash)?;
        map.serialize_entry("value", &Typed(self.value, self.ty()))?;
        if self.ty() == ValueType::String {
            Scope::with(|scope| match scope.text(self.value) {
                Some(text) => map.serialize_entry("#text", text),
                None => Ok(()),
            })?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Param {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Parts {
            #[serde(rename = "type")]
            ty: Name,
            value: Value,
            #[serde(rename = "#text")]
            text: Option<String>,
        }
        let p = Parts::deserialize(d)?;
        let value = Typed::parse(p.value, param_type(p.ty), p.text.as_deref()).map_err(de::Error::custom)?;
        Ok(Self { type_hash: p.ty, value })
    }
}
