//! XML as a flat tree of spans over its source.
//!
//! The source text is kept: writing back is the text itself, and edits replace spans in place, so comments, order,
//! spacing and everything unknown survive. Entities other than the five of XML are refused: none of the games uses
//! them, and they are how small files become large ones.

use quick_xml::Reader;
use quick_xml::escape::{escape, unescape};
use quick_xml::events::{BytesStart, Event};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;
use wire::{Error, Result};

wire::codes! { CODES = "XML":
    MALFORMED Error
        "the XML cannot be parsed"
        "correct the text at the place named";
    ENTITY Error
        "the XML declares entities"
        "no game file does; remove the declaration";
    DEPTH Error
        "XML elements are nested too deep"
        "the file is damaged or made to do harm";
}

/// Deeper than any game file.
const MAX_DEPTH: usize = 64;

/// Index of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementId(u32);

type Span = (u32, u32);

#[derive(Debug, Clone)]
struct Node {
    name: Span,
    attributes: Span,
    parent: Option<ElementId>,
    first: Option<ElementId>,
    last: Option<ElementId>,
    next: Option<ElementId>,
    /// `<name …>` or `<name …/>`.
    open: Span,
    /// `</name>`; empty after `/>`.
    close: Span,
}

#[derive(Debug, Clone)]
struct AttributeSpan {
    name: Span,
    /// The raw value between the quotes.
    value: Span,
}

/// A parsed document.
#[derive(Debug, Clone)]
pub struct Xml {
    source: Vec<u8>,
    /// The source with a `?` for each byte that is not UTF-8: offsets are the same.
    text: String,
    nodes: Vec<Node>,
    attributes: Vec<AttributeSpan>,
    /// Of each element: which of its name among its siblings, and whether there are others. Made when first needed.
    twins: OnceLock<Vec<(u32, bool)>>,
}

fn range(s: Span) -> Range<usize> {
    s.0 as usize..s.1 as usize
}

fn same_length_text(source: &[u8]) -> String {
    let mut out = String::with_capacity(source.len());
    for chunk in source.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| '?'));
    }
    out
}

impl Xml {
    /// Parses a document.
    pub fn parse(source: &[u8]) -> Result<Self> {
        if u32::try_from(source.len()).is_err() {
            return Err(Error::new(&MALFORMED, "the XML is larger than 4 GiB"));
        }
        let text = same_length_text(source);
        let mut nodes = Vec::new();
        let mut attributes = Vec::new();
        Parser { text: &text, nodes: &mut nodes, attributes: &mut attributes, stack: Vec::new() }.run()?;
        if nodes.is_empty() {
            return Err(Error::at(&MALFORMED, 0, "no element in the XML"));
        }
        Ok(Self { source: source.to_vec(), text, nodes, attributes, twins: OnceLock::new() })
    }

    /// The bytes it was parsed from.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// The outermost element.
    pub fn root(&self) -> ElementId {
        ElementId(0)
    }

    fn node(&self, id: ElementId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    fn slice(&self, s: Span) -> &str {
        self.text.get(range(s)).unwrap_or_default()
    }

    /// The name of an element.
    pub fn name(&self, id: ElementId) -> &str {
        self.node(id).map_or("", |n| self.slice(n.name))
    }

    /// The parent of an element.
    pub fn parent(&self, id: ElementId) -> Option<ElementId> {
        self.node(id)?.parent
    }

    /// Children of an element.
    pub fn children(&self, id: ElementId) -> impl Iterator<Item = ElementId> + '_ {
        let first = self.node(id).and_then(|n| n.first);
        std::iter::successors(first, |c| self.node(*c).and_then(|n| n.next))
    }

    /// Children with a name.
    pub fn named<'a>(&'a self, id: ElementId, name: &'a str) -> impl Iterator<Item = ElementId> + 'a {
        self.children(id).filter(move |c| self.name(*c) == name)
    }

    /// The first child with a name.
    pub fn child(&self, id: ElementId, name: &str) -> Option<ElementId> {
        self.children(id).find(|c| self.name(*c) == name)
    }

    /// The first element down a path of names.
    pub fn path(&self, id: ElementId, names: &[&str]) -> Option<ElementId> {
        names.iter().try_fold(id, |at, name| self.child(at, name))
    }

    /// Every element of a name, anywhere, in document order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = ElementId> + 'a {
        (0..self.nodes.len() as u32).map(ElementId).filter(move |id| self.name(*id) == name)
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never true: a document has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn attribute_spans(&self, id: ElementId) -> &[AttributeSpan] {
        self.node(id).and_then(|n| self.attributes.get(range(n.attributes))).unwrap_or_default()
    }

    /// The value of an attribute, unescaped.
    pub fn attr(&self, id: ElementId, name: &str) -> Option<Cow<'_, str>> {
        let a = self.attribute_spans(id).iter().find(|a| self.slice(a.name) == name)?;
        let raw = self.slice(a.value);
        Some(unescape(raw).unwrap_or(Cow::Borrowed(raw)))
    }

    /// All attributes, unescaped.
    pub fn attrs(&self, id: ElementId) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
        self.attribute_spans(id).iter().map(|a| {
            let raw = self.slice(a.value);
            (self.slice(a.name), unescape(raw).unwrap_or(Cow::Borrowed(raw)))
        })
    }

    /// A number.
    pub fn number(&self, id: ElementId, name: &str) -> Option<f32> {
        self.attr(id, name)?.trim().parse().ok()
    }

    /// Three numbers of an element: `x`, `y`, `z`, each 0 if absent.
    pub fn xyz(&self, id: ElementId) -> [f32; 3] {
        ["x", "y", "z"].map(|n| self.number(id, n).filter(|v| v.is_finite()).unwrap_or(0.0))
    }

    /// Where the raw value of an attribute is.
    pub fn attr_range(&self, id: ElementId, name: &str) -> Option<Range<usize>> {
        let a = self.attribute_spans(id).iter().find(|a| self.slice(a.name) == name)?;
        Some(range(a.value))
    }

    /// Byte offset of an element.
    pub fn offset(&self, id: ElementId) -> u64 {
        self.node(id).map_or(0, |n| n.open.0.into())
    }

    /// `<name …>`.
    pub fn open_range(&self, id: ElementId) -> Range<usize> {
        self.node(id).map_or(0..0, |n| range(n.open))
    }

    /// Everything from `<name …>` to `</name>`.
    pub fn whole_range(&self, id: ElementId) -> Range<usize> {
        self.node(id).map_or(0..0, |n| n.open.0 as usize..n.close.1 as usize)
    }

    /// Between `<name …>` and `</name>`; `None` for `<name …/>`.
    pub fn inner_range(&self, id: ElementId) -> Option<Range<usize>> {
        let n = self.node(id)?;
        (n.close.0 < n.close.1).then_some(n.open.1 as usize..n.close.0 as usize)
    }

    /// Text inside an element, markup left out.
    pub fn text(&self, id: ElementId) -> String {
        let Some(inner) = self.inner_range(id) else { return String::new() };
        let raw = self.text.get(inner).unwrap_or_default();
        if self.children(id).next().is_some() {
            String::new()
        } else {
            unescape(raw).unwrap_or(raw.into()).into_owned()
        }
    }

    /// The path of an element as findings name it: `components.component.connections.connection[3]`.
    pub fn describe(&self, id: ElementId) -> String {
        let mut parts = Vec::new();
        let mut at = Some(id);
        while let Some(here) = at {
            parts.push(self.step(here));
            at = self.parent(here);
        }
        parts.reverse();
        parts.join(".")
    }

    /// Byte ranges of all start and end tags, for the trace.
    pub fn tags(&self) -> Vec<(Range<usize>, String)> {
        let mut out = Vec::with_capacity(self.nodes.len() * 2);
        let mut paths: Vec<String> = Vec::with_capacity(self.nodes.len());
        for (i, n) in self.nodes.iter().enumerate() {
            let own = self.step(ElementId(i as u32));
            let path = match n.parent.and_then(|p| paths.get(p.0 as usize)) {
                Some(up) => format!("{up}.{own}"),
                None => own,
            };
            out.push((range(n.open), path.clone()));
            if n.close.0 < n.close.1 {
                out.push((range(n.close), path.clone()));
            }
            paths.push(path);
        }
        out
    }

    /// One step of a path: the name, with a number where siblings share it.
    fn step(&self, id: ElementId) -> String {
        let name = self.name(id);
        match self.twins().get(id.0 as usize) {
            Some((index, true)) => format!("{name}[{index}]"),
            _ => name.to_owned(),
        }
    }

    /// One pass over all elements, however many findings ask.
    fn twins(&self) -> &[(u32, bool)] {
        self.twins.get_or_init(|| {
            let mut last: HashMap<(Option<ElementId>, &str), (u32, usize)> = HashMap::new();
            let mut out: Vec<(u32, bool)> = Vec::with_capacity(self.nodes.len());
            for (i, n) in self.nodes.iter().enumerate() {
                let index = match last.get(&(n.parent, self.slice(n.name))) {
                    Some((index, before)) => {
                        if let Some(first) = out.get_mut(*before) {
                            first.1 = true;
                        }
                        index + 1
                    }
                    None => 0,
                };
                out.push((index, index > 0));
                last.insert((n.parent, self.slice(n.name)), (index, i));
            }
            out
        })
    }
}

struct Parser<'a> {
    text: &'a str,
    nodes: &'a mut Vec<Node>,
    attributes: &'a mut Vec<AttributeSpan>,
    stack: Vec<ElementId>,
}

impl<'a> Parser<'a> {
    fn run(&mut self) -> Result<()> {
        // The crate does not count a byte order mark.
        let mark = if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut reader = Reader::from_str(self.text.get(mark..).unwrap_or_default());
        reader.config_mut().allow_dangling_amp = true;
        loop {
            let start = (reader.buffer_position() as usize + mark) as u32;
            let event = reader
                .read_event()
                .map_err(|e| Error::at(&MALFORMED, reader.error_position() + mark as u64, e.to_string()))?;
            let end = (reader.buffer_position() as usize + mark) as u32;
            match event {
                Event::Start(tag) => self.open(&tag, (start, end), false)?,
                Event::Empty(tag) => self.open(&tag, (start, end), true)?,
                Event::End(_) => {
                    if let Some(node) = self.stack.pop().and_then(|id| self.nodes.get_mut(id.0 as usize)) {
                        node.close = (start, end);
                    }
                }
                Event::DocType(t) if t.contains("<!ENTITY") => {
                    return Err(Error::at(
                        &ENTITY,
                        start.into(),
                        "a document type with entities, which no game file has",
                    ));
                }
                Event::Eof => break,
                _ => {}
            }
        }
        match self.stack.last().and_then(|id| self.nodes.get(id.0 as usize)) {
            Some(open) => {
                let name = self.text.get(range(open.name)).unwrap_or_default();
                Err(Error::at(&MALFORMED, open.open.0.into(), format!("<{name}> is never closed")))
            }
            None => Ok(()),
        }
    }

    /// The span of a piece of the text.
    fn span(&self, piece: &str) -> Span {
        let start = (piece.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if start.checked_add(piece.len()).is_some_and(|end| end <= self.text.len()) {
            (start as u32, (start + piece.len()) as u32)
        } else {
            (0, 0)
        }
    }

    fn open(&mut self, tag: &BytesStart<'a>, span: Span, empty: bool) -> Result<()> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(Error::at(
                &DEPTH,
                span.0.into(),
                format!("more than {MAX_DEPTH} elements inside one another"),
            ));
        }
        if self.stack.is_empty() && !self.nodes.is_empty() {
            return Err(Error::at(&MALFORMED, span.0.into(), "a second outermost element"));
        }
        // The name is right after the bracket.
        let name = (span.0 + 1, span.0 + 1 + tag.name().0.len() as u32);
        let first = self.attributes.len() as u32;
        let mut attributes = tag.attributes();
        attributes.with_checks(false);
        for a in attributes {
            let a = a.map_err(|e| Error::at(&MALFORMED, span.0.into(), e.to_string()))?;
            let value = match &a.value {
                Cow::Borrowed(v) => self.span(v),
                Cow::Owned(_) => (0, 0),
            };
            self.attributes.push(AttributeSpan { name: self.span(a.key.0), value });
        }
        let id = ElementId(self.nodes.len() as u32);
        let parent = self.stack.last().copied();
        self.nodes.push(Node {
            name,
            attributes: (first, self.attributes.len() as u32),
            parent,
            first: None,
            last: None,
            next: None,
            open: span,
            close: (span.1, span.1),
        });
        if let Some(p) = parent {
            let before = self.nodes.get_mut(p.0 as usize).and_then(|n| {
                n.first.get_or_insert(id);
                n.last.replace(id)
            });
            if let Some(b) = before.and_then(|b| self.nodes.get_mut(b.0 as usize)) {
                b.next = Some(id);
            }
        }
        if !empty {
            self.stack.push(id);
        }
        Ok(())
    }
}

/// Replacements of spans of one source, applied together.
#[derive(Debug, Default)]
pub struct Edits {
    list: Vec<(Range<usize>, String)>,
}

impl Edits {
    /// Replaces a range; an empty range inserts.
    pub fn replace(&mut self, range: Range<usize>, with: impl Into<String>) {
        self.list.push((range, with.into()));
    }

    /// Sets an attribute, adding it after the element's name if it is not there. Nothing happens if it has the value.
    pub fn set_attr(&mut self, xml: &Xml, id: ElementId, name: &str, value: &str) {
        if let Some(range) = xml.attr_range(id, name) {
            if xml.attr(id, name).as_deref() != Some(value) {
                self.replace(range, escape(value).into_owned());
            }
        } else {
            let at = xml.open_range(id).start + 1 + xml.name(id).len();
            self.replace(at..at, format!(" {name}=\"{}\"", escape(value)));
        }
    }

    /// Whether nothing is to be done.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The source with all replacements made. Overlapping ones: the first wins.
    pub fn apply(mut self, source: &[u8]) -> Vec<u8> {
        self.list.sort_by_key(|(r, _)| (r.start, r.end));
        let mut out = Vec::with_capacity(source.len());
        let mut at = 0;
        for (range, with) in &self.list {
            if range.start < at {
                continue;
            }
            out.extend_from_slice(source.get(at..range.start).unwrap_or_default());
            out.extend_from_slice(with.as_bytes());
            at = range.end;
        }
        out.extend_from_slice(source.get(at..).unwrap_or_default());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\u{feff}<?xml version=\"1.0\"?>\n<!-- hi --><a x='1' y=\"a&amp;b\"><b/><c n=\"2\">t</c><c n=\"3\"/></a>\n";

    #[test]
    fn spans_lie_over_the_source() {
        let x = Xml::parse(TEXT.as_bytes()).unwrap();
        let root = x.root();
        assert_eq!((x.name(root), x.attr(root, "y").as_deref()), ("a", Some("a&b")));
        assert_eq!(&TEXT[x.attr_range(root, "x").unwrap()], "1");
        let c: Vec<_> = x.named(root, "c").collect();
        assert_eq!((c.len(), x.text(c[0]).as_str(), x.number(c[1], "n")), (2, "t", Some(3.0)));
        assert_eq!(&TEXT[x.whole_range(c[0])], "<c n=\"2\">t</c>");
        assert_eq!(x.describe(c[1]), "a.c[1]");
        let tags = x.tags();
        assert_eq!(
            tags.iter().map(|t| &TEXT[t.0.clone()]).collect::<Vec<_>>(),
            ["<a x='1' y=\"a&amp;b\">", "</a>", "<b/>", "<c n=\"2\">", "</c>", "<c n=\"3\"/>"]
        );
    }

    #[test]
    fn edits_touch_nothing_else() {
        let x = Xml::parse(TEXT.as_bytes()).unwrap();
        let mut e = Edits::default();
        let c = x.named(x.root(), "c").next().unwrap();
        e.set_attr(&x, c, "n", "<5>");
        e.set_attr(&x, c, "m", "new");
        e.set_attr(&x, x.root(), "y", "a&b");
        let out = String::from_utf8(e.apply(x.source())).unwrap();
        assert_eq!(out, TEXT.replace("<c n=\"2\"", "<c m=\"new\" n=\"&lt;5&gt;\""));
    }

    #[test]
    fn harm_is_refused() {
        let code = |t: &str| Xml::parse(t.as_bytes()).unwrap_err().code().id;
        let bomb = "<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>";
        assert_eq!(code(bomb), "XML_ENTITY");
        assert_eq!(code(&"<a>".repeat(1000)), "XML_DEPTH");
        assert_eq!(code("<a><b></a>"), "XML_MALFORMED");
        assert_eq!(code("<a>"), "XML_MALFORMED");
        assert_eq!(code("plain"), "XML_MALFORMED");
        assert_eq!(code("<a/><b/>"), "XML_MALFORMED");
        let latin = Xml::parse(b"<a n='S\xe4bel'/>").unwrap();
        assert_eq!(latin.attr(latin.root(), "n").as_deref(), Some("S?bel"));
    }
}
