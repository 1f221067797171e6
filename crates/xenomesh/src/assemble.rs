//! Models and motions put together into one scene.

use crate::{Model, Source, auto};
use formats::{Document, Kind, LoadOptions, MOTION_UNBOUND, by_id};
use scene::Scene;
use wire::{Error, Result, Sink};

/// Reads a document from a source, without its byte map.
fn document(source: &Source, options: &LoadOptions, sink: &mut Sink) -> Result<Box<dyn Document>> {
    let bytes = source.read()?;
    Ok(formats::open(&bytes, source.file_name(), options, false, sink)?.document)
}

/// Whether a document moves things rather than being one.
fn is_motion(document: &dyn Document) -> bool {
    by_id(document.format()).is_some_and(|f| f.kind == Kind::Motion)
}

/// Models and motions put together into one scene, before any step.
///
/// Motions among the inputs are bound to the models among them; a motion alone becomes a skeleton. `motions` are bound
/// afterwards; with `auto`, so are those that
/// the game's definitions name for the model, or a guess.
pub fn assemble(
    inputs: &[Source],
    motions: &[Source],
    auto: bool,
    options: &LoadOptions,
    sink: &mut Sink,
) -> Result<Scene> {
    let mut scene = with_attached(inputs, motions, auto, &[], options, sink)?;
    formats::settle(&mut scene);
    Ok(scene)
}

/// The same with models hung on nodes, before scales leave their joints: what is attached takes the scale of its node.
pub(crate) fn with_attached(
    inputs: &[Source],
    motions: &[Source],
    auto: bool,
    attached: &[(Source, String)],
    options: &LoadOptions,
    sink: &mut Sink,
) -> Result<Scene> {
    let mut scenes = Vec::new();
    let mut moving: Moving<'_> = Vec::new();
    for source in inputs {
        let doc = document(source, options, sink).map_err(|e| name_input(e, source, inputs.len()))?;
        if is_motion(&*doc) {
            moving.push((source, doc));
        } else {
            let scene = doc
                .to_scene(&source.context(options), sink)
                .map_err(|e| name_input(e, source, inputs.len()))?;
            scenes.push(scene);
        }
    }
    moving.extend(open_motions(motions, options, sink)?);
    let mut scene = match (scenes.len(), moving.is_empty()) {
        (0, true) => Scene::default(),
        (0, false) => {
            let (source, doc) = moving.remove(0);
            doc.to_scene(&source.context(options), sink)?
        }
        (1, _) => scenes.remove(0),
        _ => {
            scenes.iter_mut().for_each(formats::restore);
            scene::steps::merge(scenes, sink)
        }
    };
    bind(&mut scene, &moving, options, sink)?;
    if auto && let Some(first) = inputs.first() {
        auto::bind(&mut scene, first, options, sink);
    }
    for what in attached {
        attach(&mut scene, what, options, sink)?;
    }
    Ok(scene)
}

/// The same around a model that is open already.
pub(crate) fn around(
    model: &Model,
    motions: &[Source],
    auto: bool,
    options: &LoadOptions,
    sink: &mut Sink,
) -> Result<Scene> {
    let mut scene = model.document.to_scene(&model.source.context(options), sink)?;
    bind(&mut scene, &open_motions(motions, options, sink)?, options, sink)?;
    if auto {
        auto::bind(&mut scene, &model.source, options, sink);
    }
    Ok(scene)
}

/// Motions with where they come from.
type Moving<'a> = Vec<(&'a Source, Box<dyn Document>)>;

fn open_motions<'a>(motions: &'a [Source], options: &LoadOptions, sink: &mut Sink) -> Result<Moving<'a>> {
    let open = |source: &'a Source| {
        let doc = document(source, options, sink)
            .map_err(|e| Error::new(e.code(), format!("{}: {e}", source.label)))?;
        Ok((source, doc))
    };
    motions.iter().map(open).collect()
}

fn name_input(e: Error, source: &Source, inputs: usize) -> Error {
    if inputs > 1 { Error::new(e.code(), format!("{}: {e}", source.label)) } else { e }
}

/// Binds motions in order; poses that follow each other by number become one clip.
fn bind(
    scene: &mut Scene,
    moving: &[(&Source, Box<dyn Document>)],
    options: &LoadOptions,
    sink: &mut Sink,
) -> Result<()> {
    for (source, doc) in moving {
        let (bound, all) = doc
            .animate(scene, &source.context(options), sink)
            .map_err(|e| Error::new(e.code(), format!("{}: {e}", source.label)))?;
        if bound == 0 && all > 0 {
            sink.push(
                &MOTION_UNBOUND,
                source.file_name(),
                format!("none of its {all} tracks names a node of the model"),
            );
        }
    }
    Ok(())
}

/// Hangs another model on a node.
pub(crate) fn attach(
    scene: &mut Scene,
    (source, node): &(Source, String),
    options: &LoadOptions,
    sink: &mut Sink,
) -> Result<()> {
    let mut other = document(source, options, sink)
        .and_then(|doc| doc.to_scene(&source.context(options), sink))
        .map_err(|e| Error::new(e.code(), format!("{}: {e}", source.label)))?;
    let found = formats::paradox::gfx::node_named(scene, node).ok_or_else(|| {
        let message = format!("{} cannot be attached: the model has no node {node:?}", source.label);
        Error::new(&wire::codes::REQUEST, message)
    })?;
    // A glTF of ours has its joints without scale.
    formats::restore(scene);
    formats::restore(&mut other);
    scene::steps::attach(scene, other, found, formats::stem(source.file_name()));
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use super::*;
    use scene::{Influences, Mesh, Node, NodeId, NodeKind, Primitive, Skin, SkinId};

    fn triangle() -> Mesh {
        Mesh {
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            indices: vec![0, 1, 2],
            primitives: vec![Primitive { count: 3, ..Primitive::default() }],
            ..Mesh::default()
        }
    }

    fn xac(name: &str, scene: &Scene) -> Source {
        let format = by_id("xac").unwrap();
        let options = formats::WriteOptions { file_name: name.into(), ..Default::default() };
        let mut files = format.from_scene.unwrap()(scene, &options, &mut Sink::new()).unwrap();
        Source::in_memory(name, files.remove(0).bytes)
    }

    /// A joint's scale leaves it only when everything hangs where it belongs: also where it left before, in a GLB.
    #[test]
    fn what_is_attached_takes_the_scale_of_a_joint() {
        let mut body = Scene::default();
        body.add_node(Node { name: "hand".into(), scale: [2.0; 3], ..Node::default() });
        let inverse = scaling(0.5);
        body.skins.push(Skin { name: "s".into(), joints: vec![NodeId(0)], inverse_binds: vec![inverse] });
        let influences = Some(Influences::fixed(1, vec![0; 3], vec![1.0; 3]));
        let mesh = body.add_mesh(Mesh { influences, ..triangle() });
        body.add_node(Node {
            name: "body#mesh".into(),
            kind: NodeKind::Holder,
            mesh: Some(mesh),
            skin: Some(SkinId(0)),
            ..Node::default()
        });
        let mut gun = Scene::default();
        let mesh = gun.add_mesh(triangle());
        gun.add_node(Node { name: "gun".into(), mesh: Some(mesh), ..Node::default() });
        let (body, gun) = (xac("body.xac", &body), xac("gun.xac", &gun));
        let options = LoadOptions::default();
        let shown = assemble(std::slice::from_ref(&body), &[], false, &options, &mut Sink::new()).unwrap();
        assert_eq!(shown.nodes[0].scale, [1.0; 3], "the joint has no scale");
        let glb = scene::gltf::write_glb(&shown, &scene::gltf::WriteOptions::default(), &mut Sink::new());
        let glb = Source::in_memory("body.glb", glb.unwrap());
        for input in [body, glb] {
            let attached = [(gun.clone(), "hand".to_owned())];
            let mut s = with_attached(&[input], &[], false, &attached, &options, &mut Sink::new()).unwrap();
            formats::settle(&mut s);
            let at = |name: &str| s.nodes.iter().position(|n| n.name == name).unwrap();
            assert_eq!(s.nodes[at("hand")].scale, [1.0; 3]);
            let world = s.world_matrices()[at("gun")];
            assert!((world.x_axis.length() - 2.0).abs() < 1e-5, "{world}");
        }
    }

    fn scaling(factor: f32) -> [f32; 16] {
        std::array::from_fn(|i| {
            if i == 15 {
                1.0
            } else if i % 5 == 0 {
                factor
            } else {
                0.0
            }
        })
    }
}
