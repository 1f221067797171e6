//! What a macro attaches to its component: bridges, docks, engines.
//!
//! `connection@ref` is a connection of the macro's own component, `macro@connection` one of the attached component: both
//! fall together. Attached components are there to look at; they have files of their own and are not written back.

use super::super::Model;
use super::Assembly;
use super::files::{Index, macro_component, missing_code};
use crate::egosoft::notes::{self, Kind, kind};
use crate::egosoft::xml::{ElementId, Xml};
use crate::{Context, LoadOptions, Lod};
use glam::Mat4;
use scene::{Node, NodeId, Scene};
use std::borrow::Cow;
use wire::{Result, Sink};

/// How deep attached macros attach others.
const MAX_DEPTH: usize = 4;
/// Most components that one macro leads to.
const MAX_ATTACHED: usize = 500;

/// The component of a macro with everything that is attached.
pub(crate) fn macro_scene(xml: &Xml, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
    let macros = Index::macros(cx.files, cx.path);
    let mut walk = Walk { cx, macros, missing: Vec::new(), count: 0 };
    let scene = walk.scene(xml, cx.path, cx.options, 0, sink)?;
    let missing = walk.missing;
    if !missing.is_empty() {
        let uses: usize = missing.iter().map(|(_, uses)| uses).sum();
        let names: Vec<&str> = missing.iter().map(|(name, _)| name.as_str()).collect();
        let message = format!("{uses} attached macros are in no index: {}", names.join(", "));
        sink.push(missing_code(cx), "macros", message);
    }
    Ok(scene)
}

struct Walk<'c> {
    cx: &'c Context<'c>,
    macros: Index,
    /// Macros in no index, and how often each is used.
    missing: Vec<(String, usize)>,
    count: usize,
}

impl Walk<'_> {
    fn scene(
        &mut self,
        xml: &Xml,
        path: &str,
        options: &LoadOptions,
        depth: usize,
        sink: &mut Sink,
    ) -> Result<Scene> {
        let at = Context { path, options, ..*self.cx };
        let (path, component) = macro_component(xml, &at)?;
        let at = Context { path: &path, options, ..*self.cx };
        let model = Model::new(&component)?;
        let mut scene = Assembly::new(&model, &at, sink).into_scene(sink)?;
        let named = |x: &Xml, id: ElementId, name: &str| x.attr(id, name).map(|v| v.into_owned());
        for connection in xml.all("connection") {
            let Some(own) = named(xml, connection, "ref") else { continue };
            for m in xml.named(connection, "macro") {
                let Some(reference) = named(xml, m, "ref") else { continue };
                let theirs = named(xml, m, "connection").unwrap_or_default();
                self.attach(&mut scene, &own, &reference, &theirs, (options, depth));
            }
        }
        Ok(scene)
    }

    fn attach(
        &mut self,
        scene: &mut Scene,
        connection: &str,
        reference: &str,
        theirs: &str,
        (options, depth): (&LoadOptions, usize),
    ) {
        self.count += 1;
        let Some(on) =
            connection_named(scene, connection).filter(|_| depth < MAX_DEPTH && self.count <= MAX_ATTACHED)
        else {
            return;
        };
        let files = self.cx.files;
        let found = self.macros.find(files, self.cx.path, reference);
        let read = found.and_then(|path| Some((Xml::parse(&files.read(&path).ok()?).ok()?, path)));
        let Some((xml, path)) = read else {
            match self.missing.iter_mut().find(|(name, _)| name == reference) {
                Some((_, uses)) => *uses += 1,
                None => self.missing.push((reference.to_owned(), 1)),
            }
            return;
        };
        // Levels of detail and collision meshes are for going back to the game, which this does not.
        let lod = if options.lod == Lod::All { Lod::One(0) } else { options.lod };
        let options = LoadOptions { lod, collision: false, ..options.clone() };
        // Storage and the like have no component to look at.
        let Ok(mut other) = self.scene(&xml, &path, &options, depth + 1, &mut Sink::new()) else { return };
        let world = other.world_matrices();
        let joint = connection_named(&other, theirs).and_then(|id| world.get(id.0 as usize));
        let place = joint.map_or(Mat4::IDENTITY, Mat4::inverse);
        let (_, rotation, translation) = place.to_scale_rotation_translation();
        for node in &mut other.nodes {
            node.lod = None;
            if node.parent.is_none() {
                reference.clone_into(&mut node.name);
                node.translation = translation.to_array();
                node.rotation = rotation.to_array();
                node.extras = notes::node::KIND.with(&Kind::Attached);
                notes::attached::MACRO.put(&mut node.extras, &reference.to_owned());
            }
        }
        scene::steps::attach(scene, other, on, reference);
    }
}

/// The first connection of a name; trees of coarser levels follow.
fn connection_named(scene: &Scene, name: &str) -> Option<NodeId> {
    let is = |n: &Node| kind(n) == Some(Kind::Connection) && n.name.eq_ignore_ascii_case(name);
    scene.nodes.iter().position(is).map(|i| NodeId(i as u32))
}

/// The scene without what is attached: by extras, or by the name of a macro that no connection has.
pub(crate) fn without(scene: &Scene, is_connection: impl Fn(&str) -> bool) -> Cow<'_, Scene> {
    let is = |n: &Node| {
        let plain = n.name.rsplit_once('.').map_or(n.name.as_str(), |(base, _)| base);
        kind(n) == Some(Kind::Attached)
            || (kind(n).is_none()
                && n.mesh.is_none()
                && (plain.ends_with("_macro") || n.name.ends_with("_macro"))
                && !is_connection(&n.name))
    };
    if !scene.nodes.iter().any(is) {
        return Cow::Borrowed(scene);
    }
    let (children, roots) = scene.children();
    let mut out = scene.clone();
    let mut open: Vec<(NodeId, bool)> = roots.into_iter().map(|id| (id, false)).collect();
    while let Some((id, above)) = open.pop() {
        let attached = above || scene.node(id).is_some_and(is);
        if let (true, Some(node)) = (attached, out.nodes.get_mut(id.0 as usize)) {
            *node = Node {
                parent: node.parent,
                extras: notes::node::KIND.with(&Kind::Attached),
                ..Node::default()
            };
        }
        open.extend(children.get(id.0 as usize).into_iter().flatten().map(|c| (*c, attached)));
    }
    Cow::Owned(out)
}
