//! XML as a tree.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use wire::{Error, Result, codes};

/// An XML element, small: only what is needed below.
#[derive(Debug, Default)]
pub(super) struct Tag {
    /// Name without its prefix.
    pub name: String,
    attributes: Vec<(String, String)>,
    /// Text directly inside.
    pub text: String,
    /// Elements directly inside.
    pub children: Vec<Tag>,
}

/// Deeper nesting is refused.
const MAX_DEPTH: usize = 200;

impl Tag {
    fn open(e: &BytesStart<'_>) -> Self {
        let attributes = e
            .attributes()
            .flatten()
            .map(|a| {
                let key = a.key.local_name().as_ref().to_owned();
                let raw = a.value.clone().into_owned();
                let value = quick_xml::escape::unescape(&raw).map(|v| v.into_owned()).unwrap_or(raw);
                (key, value)
            })
            .collect();
        let name = e.local_name().as_ref().to_owned();
        Self { name, attributes, ..Self::default() }
    }

    /// An attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(k, _)| k == name).map(|(_, v)| v.as_str())
    }

    /// The id an attribute such as `url="#id"` points to.
    pub fn link(&self, name: &str) -> Option<&str> {
        self.get(name).map(|v| v.strip_prefix('#').unwrap_or(v))
    }

    /// Children of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Tag> {
        self.children.iter().filter(move |c| c.name == name)
    }

    /// The first child of a name.
    pub fn child(&self, name: &str) -> Option<&Tag> {
        self.children.iter().find(|c| c.name == name)
    }

    /// The tag and everything below it, in document order.
    pub fn walk(&self) -> Vec<&Tag> {
        let mut out = Vec::new();
        let mut stack = vec![self];
        while let Some(tag) = stack.pop() {
            out.push(tag);
            stack.extend(tag.children.iter().rev());
        }
        out
    }

    /// The first of a name, anywhere below.
    pub fn find(&self, name: &str) -> Option<&Tag> {
        self.walk().into_iter().find(|t| t.name == name)
    }

    /// Numbers; what is not a number is 0.
    pub fn floats(&self) -> Vec<f32> {
        self.text.split_ascii_whitespace().map(|t| t.parse().unwrap_or(0.0)).collect()
    }

    /// Numbers; what is not a number becomes an index that fits nothing.
    pub fn indices(&self) -> Vec<u32> {
        self.text.split_ascii_whitespace().map(|t| t.parse().unwrap_or(u32::MAX)).collect()
    }
}

/// Reads a document whose root is `COLLADA`.
pub(super) fn parse(bytes: &[u8]) -> Result<Tag> {
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader::from_str(&text);
    reader.config_mut().check_end_names = false;
    let mut stack = vec![Tag::default()];
    let wrong =
        |reader: &Reader<&[u8]>, message: String| Error::at(&codes::VALUE, reader.buffer_position(), message);
    loop {
        match reader.read_event() {
            Ok(Event::Start(e)) => {
                if stack.len() > MAX_DEPTH {
                    return Err(wrong(&reader, "elements are nested too deep".into()));
                }
                stack.push(Tag::open(&e));
            }
            Ok(Event::Empty(e)) => {
                if let Some(top) = stack.last_mut() {
                    top.children.push(Tag::open(&e));
                }
            }
            Ok(Event::End(_)) => {
                if let Some(tag) = stack.pop()
                    && let Some(top) = stack.last_mut()
                {
                    top.children.push(tag);
                } else {
                    return Err(wrong(&reader, "an element ends that never began".into()));
                }
            }
            Ok(Event::Text(t)) => {
                if let Some(top) = stack.last_mut() {
                    top.text.push_str(&t);
                }
            }
            Ok(Event::CData(t)) => {
                if let Some(top) = stack.last_mut() {
                    top.text.push_str(&t);
                }
            }
            Ok(Event::GeneralRef(e)) => {
                if let Some(top) = stack.last_mut()
                    && let Ok(text) = quick_xml::escape::unescape(&format!("&{};", &*e))
                {
                    top.text.push_str(&text);
                }
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(e) => return Err(wrong(&reader, format!("not well-formed XML: {e}"))),
        }
    }
    if stack.len() != 1 {
        return Err(wrong(&reader, format!("{} elements are never closed", stack.len() - 1)));
    }
    let root = stack.pop().unwrap_or_default();
    let found = root.children.into_iter().find(|t| t.name == "COLLADA");
    found.ok_or_else(|| Error::at(&codes::VALUE, 0, "no COLLADA element"))
}

/// Text as XML spells it; `instead` says what becomes of a character that it cannot hold.
pub fn escape(text: &str, instead: impl Fn(char) -> Option<char>) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(instead(c).unwrap_or(c)),
        }
    }
    out
}
