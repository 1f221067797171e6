//! From hashes to names and back, and the strings table while JSON is written or read.
//!
//! Serde carries no context, so the dictionary and the strings of the document at hand are in a thread-local scope for
//! the time of one `dump` or `build`.

use super::hash::{ATTRIBUTE_MASK, hash, parse_hex};
use super::words::{ATTRIBUTES, ELEMENTS, PARAM_TYPES};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;
use wire::Text;

/// Names by hash. The first name given for a hash stays.
#[derive(Debug, Clone, Default)]
pub struct Dictionary {
    full: HashMap<u32, Rc<str>>,
    attributes: HashMap<u32, Rc<str>>,
}

/// Attribute hashes of the built-in list.
static BUILT_IN: LazyLock<HashMap<u32, &'static str>> = LazyLock::new(|| {
    let mut out = HashMap::new();
    for name in ATTRIBUTES {
        out.entry(hash(name.as_bytes()) & ATTRIBUTE_MASK).or_insert(*name);
    }
    out
});

/// Full hashes of the built-in lists.
static BUILT_IN_FULL: LazyLock<HashMap<u32, &'static str>> = LazyLock::new(|| {
    let mut out = HashMap::new();
    for name in ELEMENTS.iter().chain(PARAM_TYPES).chain(ATTRIBUTES) {
        out.entry(hash(name.as_bytes())).or_insert(*name);
    }
    out
});

/// The names this program knows.
pub fn built_in<'a>() -> impl Iterator<Item = &'a str> {
    ATTRIBUTES.iter().chain(PARAM_TYPES).chain(ELEMENTS).copied()
}

impl Dictionary {
    /// The built-in names and these.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut out = Self::default();
        out.extend(names);
        out
    }

    /// Adds names.
    pub fn extend<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        for name in names {
            // What looks like a number would not come back as this name.
            if name.is_empty() || name.starts_with("0x") || name.len() > 100 || name.contains('\0') {
                continue;
            }
            let h = hash(name.as_bytes());
            let shared: &Rc<str> = self.full.entry(h).or_insert_with(|| name.into());
            self.attributes.entry(h & ATTRIBUTE_MASK).or_insert_with(|| shared.clone());
        }
    }

    /// The name of a full hash.
    pub fn full(&self, hash: u32) -> Option<&str> {
        self.full.get(&hash).map(AsRef::as_ref).or_else(|| BUILT_IN_FULL.get(&hash).copied())
    }

    /// The name of an attribute, by the low 27 bits.
    pub fn attribute(&self, hash: u32) -> Option<&str> {
        let low = hash & ATTRIBUTE_MASK;
        BUILT_IN.get(&low).copied().or_else(|| self.attributes.get(&low).map(AsRef::as_ref))
    }

    /// The name of a full hash, or its digits.
    pub fn show(&self, hash: u32) -> String {
        self.full(hash).map_or_else(|| hex(hash), str::to_owned)
    }

    /// The name of an attribute, or its digits.
    pub fn show_attribute(&self, hash: u32) -> String {
        self.attribute(hash).map_or_else(|| hex(hash & ATTRIBUTE_MASK), str::to_owned)
    }
}

/// How an unknown hash is written.
pub fn hex(hash: u32) -> String {
    format!("0x{hash:08x}")
}

/// A hash from a name or from its digits.
pub fn from_name(text: &str) -> u32 {
    match text.strip_prefix("0x").and_then(parse_hex) {
        Some(value) => value,
        None => hash(text.as_bytes()),
    }
}

/// What serde may need of the document.
#[derive(Default)]
pub(super) struct Scope {
    /// Names of hashes, for writing.
    pub names: Dictionary,
    /// The strings table; grows while reading.
    pub strings: Vec<Text>,
    index: HashMap<Text, u32>,
    /// Whether strings were added to the table or taken out by hand: then indices follow the texts next to them.
    pub moved: bool,
}

thread_local! {
    static SCOPE: RefCell<Option<Scope>> = const { RefCell::new(None) };
}

impl Scope {
    /// A scope over a strings table.
    pub fn new(names: Dictionary, strings: Vec<Text>) -> Self {
        let mut index = HashMap::new();
        for (i, s) in strings.iter().enumerate() {
            index.entry(s.clone()).or_insert(i as u32);
        }
        Self { names, strings, index, moved: false }
    }

    /// Does something inside the scope and gives it back.
    pub fn enter<T>(self, f: impl FnOnce() -> T) -> (T, Scope) {
        let outer = SCOPE.with(|s| s.borrow_mut().replace(self));
        let out = f();
        let scope = SCOPE.with(|s| std::mem::replace(&mut *s.borrow_mut(), outer));
        (out, scope.unwrap_or_default())
    }

    /// The index of a string, added at the end if it is new.
    pub fn intern(text: Text) -> u32 {
        SCOPE.with(|s| match s.borrow_mut().as_mut() {
            Some(scope) => *scope.index.entry(text).or_insert_with_key(|text| {
                scope.strings.push(text.clone());
                scope.strings.len() as u32 - 1
            }),
            None => u32::MAX,
        })
    }

    /// An index whose text stands next to it. In a table that has moved, the text says which one is meant; a text that
    /// is not there any more was renamed in its place.
    pub fn follow(index: u32, text: Option<&str>) -> u32 {
        Self::with(|scope| {
            let Some(text) = text.filter(|t| scope.moved && scope.text(index) != Some(t)) else {
                return index;
            };
            let ended = format!("{text}\0");
            let found =
                scope.index.get(&Text::from(text)).or_else(|| scope.index.get(&Text::from(ended.as_str())));
            found.copied().unwrap_or(index)
        })
    }

    /// Looks at the scope in force, or at an empty one.
    pub fn with<T>(f: impl FnOnce(&Scope) -> T) -> T {
        SCOPE.with(|s| match s.borrow().as_ref() {
            Some(scope) => f(scope),
            None => f(&Scope::default()),
        })
    }

    /// A string for people: without the terminator some files have.
    pub fn text(&self, index: u32) -> Option<&str> {
        shown(self.strings.get(index as usize)?)
    }
}

/// A string without one trailing NUL, if it is UTF-8.
pub fn shown(text: &Text) -> Option<&str> {
    let s = text.as_str()?;
    Some(s.strip_suffix('\0').unwrap_or(s))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_built_in_names_share_a_hash() {
        assert_eq!(BUILT_IN.len(), ATTRIBUTES.len());
        assert_eq!(BUILT_IN_FULL.len(), ATTRIBUTES.len() + PARAM_TYPES.len() + ELEMENTS.len());
    }

    #[test]
    fn names_and_digits_both_come_back() {
        let names = Dictionary::new(["Button0", "0xdead", "mine"]);
        assert_eq!(names.show(0x22352942), "Button0");
        assert_eq!(names.show_attribute(0x9A7C230D), "position.x");
        assert_eq!(names.show(7), "0x00000007");
        assert_eq!(from_name("0x00000007"), 7);
        assert_eq!(from_name("Button0"), 0x22352942);
        assert_eq!(
            names.show(hash(b"0xdead")),
            hex(hash(b"0xdead")),
            "a name that reads as digits is not used"
        );
    }
}
