//! Reads any type out of a JSON value, and says where in it something is wrong.
//!
//! `serde_json` reads values without a place, and a crate that adds the place compiles each type a second time: two fifths of
//! this crate's code. Here the place is added while an error comes back through the arrays and objects around it, and each
//! type is compiled for what it asks for only.

use serde::de::{self, DeserializeSeed, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Number, Value, map};
use std::fmt::{self, Display};
use wire::{Error, codes};

/// What is wrong, with the way to it.
#[derive(Debug)]
pub(super) struct Wrong(pub Error);

impl Wrong {
    fn in_field(self, name: &str) -> Self {
        Self(self.0.in_field(name))
    }

    fn in_index(self, index: usize) -> Self {
        Self(self.0.in_index(index))
    }
}

impl Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Wrong {}

impl de::Error for Wrong {
    fn custom<T: Display>(message: T) -> Self {
        Self(Error::new(&codes::JSON, message.to_string()))
    }
}

/// A value to be read.
#[derive(Clone, Copy)]
pub(super) struct In<'de>(pub &'de Value);

impl<'de> In<'de> {
    fn not(self, expected: &dyn Expected) -> Wrong {
        let found = match self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(b) => Unexpected::Bool(*b),
            Value::Number(n) => of_number(n),
            Value::String(s) => Unexpected::Str(s),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        de::Error::invalid_type(found, expected)
    }

    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let Value::Number(n) = self.0 else { return Err(self.not(&visitor)) };
        match of_number(n) {
            Unexpected::Unsigned(n) => visitor.visit_u64(n),
            Unexpected::Signed(n) => visitor.visit_i64(n),
            Unexpected::Float(n) => visitor.visit_f64(n),
            _ => Err(self.not(&visitor)),
        }
    }

    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::String(s) => visitor.visit_borrowed_str(s),
            _ => Err(self.not(&visitor)),
        }
    }

    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let Value::Array(items) = self.0 else { return Err(self.not(&visitor)) };
        let mut list = List { items, next: 0 };
        let value = visitor.visit_seq(&mut list)?;
        list.end().map(|()| value)
    }

    fn fields<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let Value::Object(fields) = self.0 else { return Err(self.not(&visitor)) };
        visitor.visit_map(Fields { fields: fields.iter(), value: None })
    }
}

fn of_number(n: &Number) -> Unexpected<'_> {
    match (n.as_u64(), n.as_i64(), n.as_f64()) {
        (Some(n), _, _) => Unexpected::Unsigned(n),
        (_, Some(n), _) => Unexpected::Signed(n),
        (_, _, Some(n)) => Unexpected::Float(n),
        _ => Unexpected::Other("number"),
    }
}

/// The methods that are read by one function.
macro_rules! read {
    ($($read:ident: $($method:ident)+;)+) => {$($(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            self.$read(visitor)
        }
    )+)+};
}

impl<'de> de::Deserializer<'de> for In<'de> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(b) => visitor.visit_bool(*b),
            Value::Number(_) => self.number(visitor),
            Value::String(s) => visitor.visit_borrowed_str(s),
            Value::Array(_) => self.list(visitor),
            Value::Object(_) => self.fields(visitor),
        }
    }

    read! {
        number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
            deserialize_u64 deserialize_f32 deserialize_f64;
        text: deserialize_char deserialize_str deserialize_string deserialize_identifier;
        list: deserialize_seq;
        fields: deserialize_map;
    }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Bool(b) => visitor.visit_bool(*b),
            _ => Err(self.not(&visitor)),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            _ => Err(self.not(&visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Wrong> {
        self.list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.list(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.fields(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let (name, value) = match self.0 {
            Value::String(name) => (name, None),
            Value::Object(fields) => match fields.iter().next() {
                Some((name, value)) if fields.len() == 1 => (name, Some(value)),
                _ => return Err(de::Error::invalid_value(Unexpected::Map, &"map with a single key")),
            },
            _ => return Err(de::Error::invalid_type(Unexpected::Other("value"), &"string or map")),
        };
        visitor.visit_enum(Variant { name, value })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_unit()
    }
}

struct List<'de> {
    items: &'de [Value],
    next: usize,
}

impl List<'_> {
    /// Nothing may be left.
    fn end(&self) -> Result<(), Wrong> {
        match self.items.len() {
            n if n == self.next => Ok(()),
            n => Err(de::Error::invalid_length(n, &&*format!("{} elements", self.next))),
        }
    }
}

impl<'de> de::SeqAccess<'de> for &mut List<'de> {
    type Error = Wrong;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Wrong> {
        let at = self.next;
        let Some(value) = self.items.get(at) else { return Ok(None) };
        self.next += 1;
        seed.deserialize(In(value)).map(Some).map_err(|e| e.in_index(at))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

struct Fields<'de> {
    fields: map::Iter<'de>,
    value: Option<(&'de str, &'de Value)>,
}

impl<'de> de::MapAccess<'de> for Fields<'de> {
    type Error = Wrong;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Wrong> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        self.value = Some((name, value));
        seed.deserialize(Name(name)).map(Some).map_err(|e| e.in_field(name))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Wrong> {
        let Some((name, value)) = self.value.take() else {
            return Err(de::Error::custom("a value without its name"));
        };
        seed.deserialize(In(value)).map_err(|e| e.in_field(name))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

/// The name of a field; the numbers of a map with numbers are names too.
struct Name<'de>(&'de str);

impl<'de> Name<'de> {
    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match (self.0.parse(), self.0.parse()) {
            (Ok(n), _) => visitor.visit_u64(n),
            (_, Ok(n)) => visitor.visit_i64(n),
            _ => Err(de::Error::invalid_type(Unexpected::Str(self.0), &visitor)),
        }
    }
}

impl<'de> de::Deserializer<'de> for Name<'de> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_borrowed_str(self.0)
    }

    read! {
        number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
            deserialize_u64;
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_enum(Variant { name: self.0, value: None })
    }

    forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}

struct Variant<'de> {
    name: &'de str,
    value: Option<&'de Value>,
}

impl<'de> de::EnumAccess<'de> for Variant<'de> {
    type Error = Wrong;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Wrong> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self))
    }
}

impl<'de> Variant<'de> {
    /// What the variant holds.
    fn held(&self, expected: &dyn Expected) -> Result<In<'de>, Wrong> {
        self.value.map(In).ok_or_else(|| de::Error::invalid_type(Unexpected::UnitVariant, expected))
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'de> {
    type Error = Wrong;

    fn unit_variant(self) -> Result<(), Wrong> {
        match self.value {
            None | Some(Value::Null) => Ok(()),
            Some(value) => Err(In(value).not(&"unit variant").in_field(self.name)),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Wrong> {
        seed.deserialize(self.held(&"newtype variant")?).map_err(|e| e.in_field(self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Wrong> {
        self.held(&"tuple variant")?.list(visitor).map_err(|e| e.in_field(self.name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.held(&"struct variant")?.fields(visitor).map_err(|e| e.in_field(self.name))
    }
}
