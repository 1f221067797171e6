//! Notes in `extras`: each has one name and one type, for whoever writes it and for whoever reads it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use scene::Extras;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::marker::PhantomData;

/// Bytes as text.
pub fn base64_text(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// And back.
pub fn base64_bytes(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// One key below the name of a family.
pub struct Note<T> {
    family: &'static str,
    key: &'static str,
    kind: PhantomData<fn() -> T>,
}

impl<T> Note<T> {
    /// A note of a family.
    pub const fn new(family: &'static str, key: &'static str) -> Self {
        Self { family, key, kind: PhantomData }
    }

    /// As it is in the JSON.
    pub fn value<'a>(&self, extras: &'a Extras) -> Option<&'a Value> {
        extras.get(self.family)?.get(self.key)
    }

    /// Whether it is there.
    pub fn is_in(&self, extras: &Extras) -> bool {
        self.value(extras).is_some()
    }

    /// Takes it out, and the family where nothing remains of it.
    pub fn remove(&self, extras: &mut Extras) {
        let Some(Value::Object(map)) = extras.get_mut(self.family) else { return };
        map.remove(self.key);
        if map.is_empty() {
            extras.remove(self.family);
        }
    }

    /// Takes over what another object has.
    pub fn copy(&self, from: &Extras, to: &mut Extras) {
        if let Some(value) = self.value(from) {
            self.set(to, value.clone());
        }
    }

    fn set(&self, extras: &mut Extras, value: Value) {
        let slot = extras.entry(self.family).or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(map) = slot {
            map.insert(self.key.into(), value);
        }
    }
}

impl<T: DeserializeOwned> Note<T> {
    /// What it says; `None` where it is missing or of another type.
    pub fn get(&self, extras: &Extras) -> Option<T> {
        crate::from_value(self.value(extras)?).ok()
    }
}

impl<T: Serialize> Note<T> {
    /// Notes it.
    pub fn put(&self, extras: &mut Extras, value: &T) {
        if let Ok(value) = serde_json::to_value(value) {
            self.set(extras, value);
        }
    }

    /// Extras with this note; more may follow.
    pub fn with(&self, value: &T) -> Extras {
        let mut out = Extras::new();
        self.put(&mut out, value);
        out
    }
}

impl Note<bool> {
    /// Whether it says yes.
    pub fn marks(&self, extras: &Extras) -> bool {
        self.get(extras) == Some(true)
    }
}

/// Declares the notes of a family by the object they are on: `node { ORDER "order": u8; … }`.
macro_rules! notes {
    ($family:literal: $( $(#[$doc:meta])* $object:ident { $( $(#[$line:meta])* $name:ident $key:literal: $kind:ty; )* } )*) => {
        $(
            $(#[$doc])*
            pub mod $object {
                #[allow(unused_imports, reason = "types of the family")]
                use super::*;
                $( $(#[$line])* pub const $name: $crate::notes::Note<$kind> = $crate::notes::Note::new($family, $key); )*
            }
        )*
    };
}

pub(crate) use notes;
