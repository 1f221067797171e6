//! Small things all three files are made of, and how they look in JSON.

use super::hash::ATTRIBUTE_MASK;
use super::names::{Scope, from_name, hex};
use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use wire::{Reader, Result, Text, Wire, Writer};

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
            Some(name) if self.0 == super::hash::hash(name.as_bytes()) => {
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
            other => Err(de::Error::custom(format!("{other} is no attribute name"))),
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
        string_ref(&Value::deserialize(d)?).map(Self).map_err(de::Error::custom)
    }
}

fn string_ref(value: &Value) -> Result<u32, String> {
    match value {
        Value::String(s) => Ok(Scope::intern(s.as_str().into())),
        other => unsigned(other),
    }
}

fn unsigned(value: &Value) -> Result<u32, String> {
    match value {
        Value::Bool(b) => Ok(u32::from(*b)),
        other => other
            .as_u64()
            .and_then(|v| u32::try_from(v).ok())
            .ok_or_else(|| format!("{other} is no number from 0 to {}", u32::MAX)),
    }
}

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
                    "{other} is no type; expected int, float, bool, string or 0 to 7"
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
    fn parse(value: Value, ty: ValueType) -> Result<u32, String> {
        match ty {
            ValueType::Int => value
                .as_i64()
                .and_then(|v| i32::try_from(v).ok())
                .map(|v| v as u32)
                .ok_or_else(|| format!("{value} is no 32-bit integer")),
            ValueType::Float => {
                serde_json::from_value::<Float>(value).map(|f| f.0.to_bits()).map_err(|e| e.to_string())
            }
            ValueType::String => string_ref(&value),
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
        let name = super::hash::attribute_hash(name.as_bytes());
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
            Some(text) => super::names::shown(text).map_or_else(|| Value::from(text.lossy()), Value::from),
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
        }
        let p = Parts::deserialize(d)?;
        if p.flags > 3 {
            return Err(de::Error::custom(format!("flags {} do not fit two bits", p.flags)));
        }
        let type_and_name = p.name.0 & ATTRIBUTE_MASK | u32::from(p.ty.bits()) << 27 | p.flags << 30;
        Ok(Self { type_and_name, value: Typed::parse(p.value, p.ty).map_err(de::Error::custom)? })
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
    use super::hash::hash;
    if name.0 == hash(b"bool") {
        ValueType::Bool
    } else if name.0 == hash(b"string") {
        ValueType::String
    } else if super::words::PARAM_TYPES.iter().any(|t| hash(t.as_bytes()) == name.0) {
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
        }
        let p = Parts::deserialize(d)?;
        let value = Typed::parse(p.value, param_type(p.ty)).map_err(de::Error::custom)?;
        Ok(Self { type_hash: p.ty, value })
    }
}

/// A name in a field of 16 bytes, NUL-padded, not necessarily terminated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Name16(pub [u8; 16]);

impl Name16 {
    /// The bytes before the first NUL.
    pub fn bytes(&self) -> &[u8] {
        let len = self.0.iter().position(|b| *b == 0).unwrap_or(16);
        self.0.get(..len).unwrap_or_default()
    }

    /// For people.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }

    /// A field from a name; `None` if it is longer than 16 bytes.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut out = [0; 16];
        out.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Self(out))
    }
}

impl Wire for Name16 {
    const MIN_SIZE: usize = 16;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let bytes = r.take(16)?;
        <[u8; 16]>::try_from(bytes).map(Self).map_err(|_| r.error(&wire::codes::TRUNCATED, "16 bytes needed"))
    }
    fn write(&self, w: &mut Writer) {
        w.bytes(&self.0);
    }
}

impl Serialize for Name16 {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(self.bytes()) {
            Ok(text) if Name16::from_text(text) == Some(*self) => s.serialize_str(text),
            // Garbage behind the terminator, or another code page: all 16 bytes.
            _ => Text(self.0.to_vec()).serialize_hex(s),
        }
    }
}

impl<'de> Deserialize<'de> for Name16 {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = Text::deserialize(d)?;
        let mut out = [0; 16];
        match out.get_mut(..text.0.len()) {
            Some(slot) => slot.copy_from_slice(&text.0),
            None => return Err(de::Error::custom(format!("{text:?} is longer than 16 bytes"))),
        }
        Ok(Self(out))
    }
}

/// A BGP string: its length includes a terminating NUL, which JSON leaves out. A string stored differently is
/// `{"raw": …}` with all of its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct CString(pub Text);

impl CString {
    /// A string with its terminator.
    pub fn new(text: &str) -> Self {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        Self(Text(bytes))
    }

    /// The bytes without one terminator.
    pub fn bytes(&self) -> &[u8] {
        self.0.0.strip_suffix(b"\0").unwrap_or(&self.0.0)
    }

    /// For people.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }

    /// Whether exactly one NUL is there, at the end.
    pub fn terminated(&self) -> bool {
        self.0.0.iter().position(|b| *b == 0).is_some_and(|i| i + 1 == self.0.0.len())
    }
}

impl Wire for CString {
    const MIN_SIZE: usize = 4;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        Text::read(r).map(Self)
    }
    fn write(&self, w: &mut Writer) {
        self.0.write(w);
    }
}

impl Serialize for CString {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(self.bytes()) {
            Ok(text) if self.terminated() => s.serialize_str(text),
            _ => {
                let mut map = s.serialize_map(Some(1))?;
                map.serialize_entry("raw", &self.0)?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for CString {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        match Value::deserialize(d)? {
            Value::String(s) => Ok(Self::new(&s)),
            Value::Object(mut map) => match map.remove("raw") {
                Some(raw) => serde_json::from_value(raw).map(Self).map_err(de::Error::custom),
                None => Err(de::Error::custom("expected a string or {\"raw\": …}")),
            },
            other => Err(de::Error::custom(format!("{other} is no string"))),
        }
    }
}

/// `{"hex": "…"}` even where the bytes would be UTF-8.
trait SerializeHex {
    fn serialize_hex<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error>;
}

impl SerializeHex for Text {
    fn serialize_hex<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let digits: String = self.0.iter().map(|b| format!("{b:02x}")).collect();
        let mut map = s.serialize_map(Some(1))?;
        map.serialize_entry("hex", &digits)?;
        map.end()
    }
}
