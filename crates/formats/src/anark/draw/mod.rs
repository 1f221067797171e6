//! Pictures of a game plan.

mod layout;
mod svg;
#[cfg(test)]
mod tests;
mod text;

use super::bgp::Bgp;

/// What to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A picture.
    Svg,
    /// Graphviz.
    Dot,
    /// Mermaid.
    Mmd,
}

impl Kind {
    /// By the extension of the file.
    pub fn by_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "dot" | "gv" => Some(Self::Dot),
            "mmd" | "mermaid" => Some(Self::Mmd),
            _ => None,
        }
    }
}

/// Draws the state machine.
pub fn draw(plan: &Bgp, kind: Kind) -> String {
    match kind {
        Kind::Svg => svg::draw(plan),
        Kind::Dot => text::dot(plan),
        Kind::Mmd => text::mermaid(plan),
    }
}
