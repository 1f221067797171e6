//! Puts the models of a scene into one.

mod stage;

use super::super::notes::{StageNote, node as notes, stage as stage_notes};
use super::super::pose;
use super::super::pose::types::{Line, Parsed};
use super::super::rules as codes;
use super::types::{Generation, Item, SceneFile};
use crate::{Context, LoadOptions, Rest};
use scene::{MaterialId, MeshId, Node, NodeId, NodeKind, Scene, SkinId};
use wire::{Error, Result, Sink};

/// The scene of all models that are found.
pub fn to_scene(file: &SceneFile, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
    let mut out = Scene { name: cx.stem().to_owned(), ..Scene::default() };
    let resolved = if file.contents().is_none() { Some(resolve(file, cx, sink)?) } else { None };
    let contents = resolved.as_ref().unwrap_or(file).contents();
    let Some(contents) = contents else {
        let message = "no number of bones makes the items fit, the models' own neither";
        return Err(Error::at(&wire::codes::VALUE, 4, message).in_field("items"));
    };
    // A pose is part of the scene: the models' own default poses do not count.
    let options = LoadOptions { rest: Rest::Bind, ..cx.options.clone() };
    let models: Vec<Option<Scene>> =
        contents.items.iter().enumerate().map(|(i, item)| load(item, i, cx, &options, sink)).collect();
    let again = recount(resolved.as_ref().unwrap_or(file), &models);
    let contents = again.as_ref().and_then(SceneFile::contents).unwrap_or(contents);
    for (i, (item, model)) in contents.items.iter().zip(models).enumerate() {
        place(&mut out, item, i, model, contents.generation, sink);
    }
    stage::add(&mut out, contents);
    out.extras = stage_notes::FORMAT.with(&super::FORMAT.id.to_owned());
    let note = StageNote { camera: contents.camera.clone(), lights: contents.lights.clone() };
    stage_notes::SCENE.put(&mut out.extras, &note);
    Ok(out)
}

/// Reads a scene anew, item by item, with the number of bones each model has.
fn resolve(file: &SceneFile, cx: &Context<'_>, sink: &mut Sink) -> Result<SceneFile> {
    let bytes = super::write(file);
    let options = LoadOptions { rest: Rest::Bind, ..cx.options.clone() };
    let mut counts = Vec::new();
    while let Some(item) = super::read::next_item(&mut wire::Reader::new(&bytes), &counts)? {
        match load(&item, counts.len(), cx, &options, sink) {
            Some(model) => counts.push(bones(&model)),
            None => break,
        }
    }
    file.resolved(&counts)
}

fn bones(scene: &Scene) -> usize {
    scene.nodes.iter().filter(|n| n.kind == NodeKind::Source).count()
}

/// Classic scenes: what the models say about the number of bones is better than what fits.
fn recount(file: &SceneFile, models: &[Option<Scene>]) -> Option<SceneFile> {
    let contents = file.contents()?;
    if contents.generation == Generation::Xps {
        return None;
    }
    let counts: Vec<usize> = contents
        .items
        .iter()
        .zip(models)
        .map(|(item, model)| model.as_ref().map_or(item.bones.len(), bones))
        .collect();
    if contents.items.iter().map(|i| i.bones.len()).eq(counts.iter().copied()) {
        return None;
    }
    let again = file.resolved(&counts).ok()?;
    again.contents().filter(|c| c.surroundings.is_some() && c.rest.is_empty())?;
    Some(again)
}

/// Where the model of an item is, if it can be found.
///
/// Directories are Windows paths relative to a folder we do not have: their last parts are looked for in the folder of
/// the scene and in every folder above it, longest first.
pub fn locate(item: &Item, cx: &Context<'_>) -> Option<String> {
    let kind = item.kind.text.lossy();
    let directory = item.directory.as_ref().map(|d| d.text.lossy()).unwrap_or_default();
    let parts: Vec<&str> = directory
        .split(['\\', '/'])
        .filter(|p| !p.is_empty() && !p.contains(':') && *p != "." && *p != "..")
        .collect();
    let names = [".mesh", ".mesh.ascii", ".xps", ".ascii"].map(|e| format!("{kind}{e}"));
    let mut base = Some(cx.folder());
    while let Some(folder) = base {
        for skip in 0..=parts.len() {
            let tail = parts.get(skip..).unwrap_or_default().join("/");
            for name in &names {
                let path: Vec<&str> = [folder, &tail, name].into_iter().filter(|p| !p.is_empty()).collect();
                if let Some(found) = cx.files.resolve(&path.join("/")) {
                    return Some(found);
                }
            }
        }
        base = if folder.is_empty() { None } else { Some(scene::folder_of(folder)) };
    }
    None
}

fn load(
    item: &Item,
    index: usize,
    cx: &Context<'_>,
    options: &LoadOptions,
    sink: &mut Sink,
) -> Option<Scene> {
    let path = format!("items[{index}]");
    let missing = |sink: &mut Sink, why: &str| {
        let directory = item.directory.as_ref().map(|d| d.text.lossy()).unwrap_or_default();
        let message = format!("{:?} in {directory:?}: {why}", item.kind.text.lossy());
        sink.push(&codes::SCENE_MODEL, path.clone(), message);
    };
    let Some(found) = locate(item, cx) else {
        missing(sink, "not found");
        return None;
    };
    let made = cx.files.read(&found).map_err(|e| e.to_string()).and_then(|bytes| {
        let mut own = Sink::new();
        let opened = crate::open(&bytes.into(), scene::file_name(&found), options, false, &mut own)
            .map_err(|e| e.to_string())?;
        let context = Context { files: cx.files, path: &found, options };
        // A scene that names itself would never end.
        if opened.document.format() == "scene" {
            return Err("it is a scene itself".to_owned());
        }
        let mut scene = opened.document.to_scene(&context, &mut own).map_err(|e| e.to_string())?;
        localise(&mut scene, &context);
        sink.append(own);
        Ok(scene)
    });
    match made {
        Ok(scene) => Some(scene),
        Err(why) => {
            missing(sink, &why);
            None
        }
    }
}

/// Pictures are next to their model, not next to the scene: name them by where they are.
fn localise(scene: &mut Scene, cx: &Context<'_>) {
    for image in &mut scene.images {
        let near = cx.next_to(scene::file_name(&image.file));
        if let Some(found) = cx.files.resolve(&near) {
            image.file = found;
        }
    }
}

fn place(
    out: &mut Scene,
    item: &Item,
    index: usize,
    model: Option<Scene>,
    generation: Generation,
    sink: &mut Sink,
) {
    let directory = item.directory.as_ref().map(|d| d.text.lossy()).unwrap_or_default();
    let kind = item.kind.text.lossy();
    let name = directory.split(['\\', '/']).rfind(|p| !p.is_empty()).unwrap_or(&kind).to_owned();
    let [x, y, z] = match item.scale.as_slice() {
        [x, y, z] => [*x, *y, *z],
        [s, ..] => [*s; 3],
        [] => [1.0; 3],
    };
    let root = out.add_node(Node {
        name,
        kind: NodeKind::Holder,
        translation: item.position,
        scale: [x, y, z],
        visible: item.visible != 0,
        ..Node::default()
    });
    let Some(mut model) = model else { return };
    let classic = generation == Generation::Classic;
    if classic && bones(&model) != item.bones.len() {
        let message = format!("{} bones posed, the model has {}", item.bones.len(), bones(&model));
        sink.push(&codes::SCENE_BONES, format!("items[{index}].bones"), message);
    }
    let lines = item
        .bones
        .iter()
        .map(|b| Line {
            bone: b.name.as_ref().map(|n| n.text.clone()).unwrap_or_default(),
            values: b.values.clone(),
        })
        .collect();
    let parsed = Parsed { old_style: classic, lines, ..Parsed::default() };
    pose::apply(&mut model, &parsed, &format!("items[{index}].bones"), sink);
    model.animations.clear();
    switch(&mut model, item);
    append(out, model, root, item.visible != 0);
}

/// Shows and hides optional parts.
fn switch(model: &mut Scene, item: &Item) {
    for accessory in item.accessories.iter().chain(&item.more_accessories) {
        let name = accessory.name.text.lossy();
        let shown = accessory.visible != 0;
        for node in &mut model.nodes {
            if notes::SWITCH.get(&node.extras).as_ref() == Some(&name) {
                node.visible = shown != notes::ALTERNATE.marks(&node.extras);
            }
        }
    }
}

/// Adds a model below a node; skinned meshes stay roots, as glTF wants them.
fn append(out: &mut Scene, model: Scene, root: NodeId, visible: bool) {
    let (nodes, meshes, skins) = (out.nodes.len() as u32, out.meshes.len() as u32, out.skins.len() as u32);
    let (materials, images) = (out.materials.len() as u32, out.images.len() as u32);
    for mut node in model.nodes {
        node.parent = match node.parent {
            Some(p) => Some(NodeId(p.0 + nodes)),
            None if node.skin.is_some() => None,
            None => Some(root),
        };
        node.mesh = node.mesh.map(|m| MeshId(m.0 + meshes));
        node.skin = node.skin.map(|s| SkinId(s.0 + skins));
        node.visible &= visible;
        out.nodes.push(node);
    }
    for mut mesh in model.meshes {
        for p in &mut mesh.primitives {
            p.material = p.material.map(|m| MaterialId(m.0 + materials));
        }
        out.meshes.push(mesh);
    }
    for mut skin in model.skins {
        for j in &mut skin.joints {
            j.0 += nodes;
        }
        out.skins.push(skin);
    }
    for mut material in model.materials {
        for t in &mut material.textures {
            t.image.0 += images;
        }
        out.materials.push(material);
    }
    out.images.extend(model.images);
}
