//! Codes, and rules that need more than one file.

use super::from_scene::sweep::raw_max;
use super::scene::files::Finder;
use super::types::{Connection, FRAMES_PER_SECOND, LodEntry, Model, Part};
use crate::Context;
use crate::egosoft::materials::{Library, split};
use crate::egosoft::xmf::Xmf;
use wire::{Reader, Sink};

wire::codes! { CODES = "COMPONENT":
    NONE Error
        "the XML has neither a component nor a macro"
        "only component and macro files are models";
    MESH_MISSING Warning
        "a level of detail without its mesh file"
        "the part is invisible at that distance; add the file or remove the <lod>";
    MESH_BROKEN Error
        "a mesh file that cannot be read"
        "validate the mesh itself for details";
    GEOMETRY Warning
        "the folder with the meshes was not found"
        "give --game, or keep the files in the folders the XML names";
    PARENT Warning
        "a connection whose parent is not a part, or is its own child"
        "it is attached to the component instead; correct the name";
    REFERENCE Warning
        "a part or macro that refers to a component which was not found"
        "give --game, so that index/components.xml can be read";
    ELSEWHERE Info
        "a component, macro or folder of meshes of the game, which is not here"
        "give --game, so that it can be shown and checked too";
    NUMBER Warning
        "a value that is not a number"
        "it counts as 0; correct it";
    MATERIAL Warning
        "a material that is not in the library"
        "the game shows a placeholder; correct the name or add the material";
    MATERIAL_DIFFERS Info
        "a material of the mesh that the XML does not list"
        "the mesh decides; add the material to the <lod>";
    SIZE Info
        "a part's size is not that of its mesh"
        "the game culls it too early or too late; correct <size>";
    NO_COLLISION Info
        "a part without a collision mesh"
        "ships fly through it; tag it nocollision if that is meant";
    NAME Warning
        "a name the game's tools cannot take"
        "use letters, digits, _ and -, 63 bytes at most";
    ANIMATION Warning
        "an animation that the .ani file does not have, or of another length, or a file that cannot be read"
        "the game plays what the .ani holds; correct name or frames";
    AMBIGUOUS Error
        "two objects that would be written as the same mesh file"
        "rename one of them, or give it an ending of its own: -lod1, -collision";
    REMOVED Warning
        "a connection or light of the XML that the scene no longer has"
        "it stays in the XML; remove it there if that is meant";
    STALE_JCS Warning
        "a collision mesh changed, but its cooked physics (.jcs) belong to the old one"
        "remove the .jcs files of the part: the game may crash on stale ones, and does without";
    PART_TWICE Info
        "two parts of one name"
        "studio ships have them too; animations and connections find the first one only";
}

/// Tags that say a part needs no collision mesh.
const NO_COLLISION_TAGS: [&str; 3] = ["nocollision", "triggerpart", "platformcollision"];

/// Looks at a component and everything it uses.
pub fn check(model: &Model<'_>, cx: &Context<'_>, sink: &mut Sink) {
    let library = Library::load(cx.files, cx.path);
    let finder = Finder::new(model, cx);
    check_geometry(model, &finder, sink);
    for connection in &model.connections {
        let path = model.xml.describe(connection.element);
        check_name(&connection.name, &path, sink);
        for at in model.bad_numbers(connection.element) {
            sink.push_at(&NUMBER, at.0, path.clone(), at.1);
        }
        for part in &connection.parts {
            let path = model.xml.describe(part.element);
            check_name(&part.name, &path, sink);
            check_part(&finder, part, connection, &path, library.as_deref(), cx, sink);
        }
    }
    finder.report_missing(sink);
    check_animations(model, &finder, sink);
}

/// Whether the folder with the meshes is there.
pub(super) fn check_geometry(model: &Model<'_>, finder: &Finder<'_, '_>, sink: &mut Sink) {
    if let Some(g) = &model.geometry
        && finder.geometry_folder().is_none()
    {
        // A mod may show meshes of the game.
        let own = g.to_ascii_lowercase().starts_with("extensions");
        let code = if own { &GEOMETRY } else { finder.missing_folder() };
        sink.push(code, model.xml.describe(model.element), format!("{g:?} is not there"));
    }
}

/// Whether the animations of the XML are those of the `.ani`.
fn check_animations(model: &Model<'_>, finder: &Finder<'_, '_>, sink: &mut Sink) {
    if finder.geometry_folder().is_none() {
        return;
    }
    let ani = finder.animations(sink);
    // Texture animations are the shader's own.
    let moving = |c: &&Connection| !c.tags.iter().any(|t| t == "textureanimation");
    for c in model.connections.iter().filter(moving) {
        for a in &c.animations {
            let path = model.xml.describe(c.element);
            let found = ani.iter().flat_map(|a| &a.anims).find(|x| {
                x.desc.subname.lossy().eq_ignore_ascii_case(&a.name)
                    && c.parts.iter().any(|p| p.name.as_bytes().eq_ignore_ascii_case(x.desc.part()))
            });
            let Some(x) = found else {
                let message = format!("{:?} of {:?} is not in the .ani file", a.name, c.name);
                sink.push(&ANIMATION, path, message);
                continue;
            };
            let seconds = (a.end - a.start + 1.0) / FRAMES_PER_SECOND;
            // One frame more or less depends on how the end is counted.
            if (seconds - x.desc.duration).abs() > 1.5 / FRAMES_PER_SECOND {
                let message = format!(
                    "{:?} is {seconds} s long by its frames, {} s in the .ani file",
                    a.name, x.desc.duration
                );
                sink.push(&ANIMATION, path, message);
            }
        }
    }
}

fn check_name(name: &str, path: &str, sink: &mut Sink) {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    if name.is_empty() || name.len() > 63 || !plain {
        sink.push(&NAME, path, format!("name {name:?}"));
    }
}

fn check_part(
    finder: &Finder<'_, '_>,
    part: &Part,
    connection: &Connection,
    path: &str,
    library: Option<&Library>,
    cx: &Context<'_>,
    sink: &mut Sink,
) {
    let files = finder.part(part);
    if part.reference.is_some() || finder.geometry_folder().is_none() {
        return;
    }
    let mut boxes = Vec::new();
    for (lod, declared) in part.lods.iter().enumerate() {
        let Some(file) = files.lods.iter().find(|f| f.lod == declared.index).map(|f| &f.path) else {
            let message = format!("{}-lod{}.xmf of <lod> {lod} is not there", part.name, declared.index);
            sink.push(&MESH_MISSING, path, message);
            continue;
        };
        let Some(xmf) = read(cx, file, path, sink) else { continue };
        if declared.index == 0 {
            boxes.extend(xmf.bounds());
        }
        check_materials(&xmf, declared, path, library, sink);
    }
    match &files.collision {
        Some(file) => {
            if let Some(xmf) = read(cx, file, path, sink) {
                boxes.extend(xmf.bounds());
            }
        }
        None if !part.lods.is_empty()
            && !connection.tags.iter().any(|t| NO_COLLISION_TAGS.contains(&t.as_str())) =>
        {
            sink.push(&NO_COLLISION, path, format!("there is no {}-collision.xmf", part.name));
        }
        None => {}
    }
    check_size(part, connection, &boxes, path, sink);
}

/// The size of a part at rest, against the boxes (centre, half extent) of its finest level and its collision mesh: either
/// may decide. `max` is half the extent, or how far the low corner is from 0; centres are in axes of
/// either kind, so they are not looked at. What a moving part sweeps is sampled by the studio in its own way: no finding.
fn check_size(
    part: &Part,
    connection: &Connection,
    boxes: &[([f32; 3], [f32; 3])],
    path: &str,
    sink: &mut Sink,
) {
    let moves = !connection.animations.is_empty();
    let Some((want, _)) = part.size_raw.or(part.size.filter(|_| !moves)) else { return };
    let fits = |(center, half): &([f32; 3], [f32; 3])| {
        let scale = half.iter().fold(0.01_f32, |a, b| a.max(*b));
        let near = |a: f32, b: f32| (a - b).abs() <= scale * 0.02 + 1e-3;
        let all = |other: [f32; 3]| want.into_iter().zip(other).all(|(a, b)| near(a, b));
        all(raw_max(*center, *half)) || all(*half)
    };
    if let Some((center, half)) = boxes.last().filter(|_| !boxes.iter().any(fits)) {
        let name = if part.size_raw.is_some() { "size_raw" } else { "size" };
        let message = format!("{name} {want:?}, the mesh has half size {half:?} at {center:?}");
        sink.push(&SIZE, path, message);
    }
}

fn read(cx: &Context<'_>, file: &str, path: &str, sink: &mut Sink) -> Option<Xmf> {
    let bytes = cx.files.read(file).ok()?;
    match Xmf::read(&mut Reader::new(&bytes).with_limits(cx.options.limits)) {
        Ok(xmf) => Some(xmf),
        Err(e) => {
            sink.push(&MESH_BROKEN, path, format!("{}: {e}", scene::file_name(file)));
            None
        }
    }
}

/// The mesh decides which range has which material; the XML lists the same set, in any order.
fn check_materials(xmf: &Xmf, lod: &LodEntry, path: &str, library: Option<&Library>, sink: &mut Sink) {
    let mut names = xmf.material_list();
    for name in &names {
        let listed = lod.materials.iter().any(|(_, r)| r.eq_ignore_ascii_case(name));
        if !listed && !lod.materials.is_empty() {
            let message = format!("{name:?} is in the mesh and not in <lod> {}", lod.index);
            sink.push(&MATERIAL_DIFFERS, path, message);
        }
    }
    names.extend(lod.materials.iter().map(|(_, r)| r.clone()));
    names.sort();
    names.dedup();
    let Some(library) = library else { return };
    // A name without a collection is one of the engine's own.
    for name in names.iter().filter(|n| split(n).is_some() && library.get(n).is_none()) {
        sink.push(&MATERIAL, path, format!("material {name:?} of lod {}", lod.index));
    }
}
