//! Codes of the family and the rules every model file shares, each with its repair.

pub(crate) mod fix;
pub(crate) mod geometry;

use super::groups::Map;
use super::model::{Mesh, Model, Parent, Texture, hierarchy, parent_of};
use super::names::{GroupTag, MeshName, is_generic_stem};
use crate::Names;
use crate::rules::Pass;
use std::collections::{HashMap, HashSet};
use wire::{Sink, Text};

wire::codes! { ALL = "XNA":
    TANGENT_PER_VERTEX Error fixable
        "one tangent per vertex is stored where there must be one per UV layer"
        "a fault of XNALaraMesh's exporter: other programs cannot read the file; --fix writes one per layer";
    TANGENT_ORDER Warning fixable
        "tangents are stored between the UV layers instead of after them"
        "only XNALaraMesh reads the file as meant; --fix puts them in order";
    POSITION_TWICE Error fixable
        "every vertex stores its position twice"
        "a fault of GLLara's exporter: other programs cannot read the file; --fix writes it once";
    BONE_BLOCK_MISSING Error fixable
        "the bone count is missing"
        "a fault of XNALaraMesh's exporter for models without bones; --fix writes it";
    STRING_LENGTH Error fixable
        "a string of 128 to 255 bytes has its length in one byte"
        "a fault of GLLara's exporter: other programs cannot read the file; --fix writes two bytes";
    STRING_PREFIX Info fixable
        "the length of a string is stored in more bytes than it needs"
        "harmless; --fix shortens it";
    LAYOUT_VERSION Warning fixable
        "the vertices are laid out differently from what the version says"
        "programs disagree on such files; --fix writes what the version says";
    BONELESS_V3 Warning fixable
        "a version 3 model has no bones, and programs disagree whether its vertices have weights then"
        "--fix adds a bone `root`, as XNALaraMesh does";
    TRAILING_BYTES Warning fixable
        "there are bytes of unknown meaning after the model"
        "they are kept; --fix removes them";
    TOOL_NAME Warning fixable
        "the header does not name XNAaraL"
        "some programs refuse the file; --fix writes the name";
    VERSION_UNKNOWN Warning fixable
        "the version of the header is not one that was ever seen"
        "it was read by trial; --fix writes the known version that is laid out like it";
    SETTINGS_UNKNOWN Info
        "the settings block holds items of unknown meaning"
        "they are kept as they are";
    POSE_LENGTH Warning fixable
        "the stored length of the default pose is not the length of its text"
        "XNALaraMesh counts characters instead of bytes; --fix counts again";
    POSE_PADDING Info fixable
        "the default pose is padded with characters instead of zeros"
        "XNALaraMesh does so; --fix writes zeros";
    FLAGS_MISSING Warning fixable
        "the settings give some but not all directions of normal maps"
        "XNALaraMesh cannot import such a file; --fix adds the default";
    NORMAL_AXES Warning
        "the normal maps have their axes in other channels"
        "glTF needs X, Y, Z in red, green, blue: swap the channels of the picture";
    PRIVACY Info
        "the file says who made it on which machine"
        "`xenomesh scrub` removes it, from a GLB made of it too";
    EXTENSION Info
        "the extension is that of the other kind of binary model"
        "XPS goes by the content, some programs by the name";
    NAME_ENCODING Warning fixable
        "a name is not UTF-8"
        "shown in a guessed code page (--encoding); --fix stores it as UTF-8";
    NAME_EMPTY Warning fixable
        "a name is empty"
        "programs find meshes and bones by name; --fix makes one up";
    NAME_LONG Info
        "a name is longer than some programs read"
        "shorten it if you need those programs";
    NAME_HASH Warning fixable
        "a name contains #, which begins a comment in ASCII files"
        "programs disagree where the name ends; --fix writes - instead";
    MESH_DUPLICATE Warning fixable
        "two meshes have the same name"
        "classic XNALara shows only one of them; --fix renames";
    BONE_DUPLICATE Warning fixable
        "two bones have the same name"
        "poses move only one of them; --fix renames";
    PARENT_MISSING Error fixable
        "the parent of a bone does not exist"
        "--fix makes the bone a root";
    PARENT_SELF Warning fixable
        "a bone is its own parent"
        "some tools mark roots so, others refuse it; --fix writes -1";
    PARENT_CYCLE Error fixable
        "bones are each other's parents"
        "--fix cuts the circle";
    WEIGHTS_SUM Warning fixable
        "weights of vertices do not sum to one"
        "programs divide by the sum; --fix stores the divided weights";
    WEIGHTS_ZERO Warning fixable
        "weights of vertices sum to zero"
        "programs then use the first bone; --fix writes that";
    WEIGHTS_BONE Error fixable
        "vertices use bones that do not exist"
        "--fix removes those weights";
    INDEX_RANGE Error fixable
        "triangles name vertices that do not exist"
        "--fix removes the triangles";
    NOT_FINITE Error fixable
        "numbers are infinite or not numbers"
        "--fix writes zeros";
    NORMALS_BAD Info fixable
        "normals have no length"
        "--fix computes them from the triangles";
    TANGENTS_DUMMY Info
        "the stored tangents are placeholders"
        "they are left out and computed where needed";
    GROUP_UNKNOWN Warning fixable
        "no program knows this render group"
        "it is shown as diffuse with masks, as XNALaraMesh does; --fix writes group 5";
    GROUP_MISSING Warning fixable
        "a mesh name does not begin with a render group"
        "it is shown as group 5, diffuse only; --fix writes that";
    CLASSIC_MATERIALS Info
        "materials of this model were built into classic XNALara"
        "it is shown as group 5, diffuse only";
    PROTECTED Info
        "the mesh is marked as protected by its author"
        "ask the author before you pass it on";
    TEXTURES_FEW Warning fixable
        "a mesh has fewer textures than its render group uses"
        "programs count slots; --fix fills them with missing.png, as XNALaraMesh does";
    TEXTURES_MANY Info
        "a mesh has more textures than its render group uses"
        "the others are kept but not shown";
    TEXTURE_PATH Info
        "a texture is named with a full path on somebody's disk"
        "only the file name counts";
    MESH_TINY Info
        "a mesh has fewer than three vertices"
        "some programs skip it";
    WEIGHTS_MANY Info
        "a mesh has more than 65535 weights in all"
        "GLLara stops at such a version 3 file; 2.15 stores four a vertex and loads";
    BONES_PER_MESH Info
        "a mesh uses more than 59 bones"
        "classic XNALara skips such a mesh";
    INDEX_16BIT Info
        "a mesh has more than 65535 vertices"
        "classic XNALara shows it wrong";
    UV_LAYERS Info
        "a mesh has no UV layer, or more than two"
        "some programs refuse it";
    TEXT_TUPLE Warning fixable
        "a line holds more or fewer numbers than it should"
        "programs that read line by line lose their place; --fix writes the file anew";
    TEXT_NUMBER Warning fixable
        "a number cannot be read as one"
        "it is taken as zero; --fix writes that";
    TEXT_COMMA Info fixable
        "numbers have a decimal comma"
        "written on a computer set to such a language; --fix writes points";
    TEXT_BLANK Info fixable
        "the text has blank or comment lines between its values"
        "programs that read line by line lose their place; --fix removes them";
    TEXT_TANGENTS Info fixable
        "the text has a line of tangents after each UV"
        "an old form few programs read; --fix removes them";
    TEXT_UV Warning fixable
        "vertices have a UV line although the mesh says it has no UV layers"
        "--fix counts the layer";
    POSE_LINE Warning fixable
        "a line of the pose cannot be understood"
        "--fix removes it";
    POSE_VALUES Warning fixable
        "a line of the pose has neither 3, 6 nor 9 numbers"
        "--fix adds the missing ones";
    POSE_BONE Info
        "the pose moves bones the model does not have"
        "they are skipped";
    SCENE_TAIL Warning
        "the end of the scene could not be understood"
        "it is kept as it is; the models are placed";
    SCENE_UNRESOLVED Warning
        "without its models it is unclear where one item of the scene ends"
        "put the models where the scene says they are";
    SCENE_MODEL Warning
        "a model of the scene was not found"
        "put it where the scene says it is, or next to the scene";
    SCENE_BONES Warning
        "the scene poses another number of bones than the model has"
        "the model is not the one the scene was made with";
    POSE_EMPTY Warning
        "the pose moves nothing"
        "in Blender, untick Use Rest Position Armature on export, or set a key for the pose";
    LOST_ANIMATION Warning
        "the format has no animation"
        "convert the motion to .pose files";
    LOST_MORPHS Warning
        "the format has no shape keys"
        "apply them before converting";
    LOST_TOPOLOGY Warning
        "the format has triangles only"
        "points and lines are left out";
    LOST_BIND Info
        "the format has no bone rotations"
        "bones keep their place; rotations of the rest pose are left out";
    LOST_WEIGHTS Warning
        "the format has four weights a vertex"
        "the largest four are kept and scaled to one; .xps 3 keeps all";
    LOST_COLORS Warning
        "the format has one colour set of 8 bits"
        "others are left out, values rounded";
    LOST_MATERIAL Warning
        "part of a material has no place in any render group"
        "choose the group by hand in the mesh name";
    LOST_PICTURE Warning
        "a render group has a slot for which the material has no picture"
        "a picture of one colour that changes nothing is written for it";
    EDITS_DIFFER Warning
        "names and material disagree about the render group"
        "the newest edit is written; make the others agree with it";
    RENAMED Warning
        "a name had to change for the format"
        "poses and switches go by name: look at it";
}

/// What the rules have to know about the file around the model.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// Base name of the file.
    pub stem: &'a str,
    /// Whether it has a "Generic Item 2" header.
    pub header: bool,
    /// Whether it is text.
    pub text: bool,
}

/// Rules for all model files. `place`: where an element of a mesh is.
pub fn rules(
    model: &Model,
    about: About<'_>,
    encoding: Option<&str>,
    place: geometry::Locate<'_>,
    pass: &mut Pass<'_, Model>,
) {
    let names = Names::detect(model.names(), encoding).or_else(|_| Names::detect([], None));
    let names = names.as_ref().ok();
    bones(model, about, names, pass);
    let mut seen: HashMap<&[u8], usize> = HashMap::new();
    let mut twice = false;
    for (i, mesh) in model.meshes.iter().enumerate() {
        let path = format!("meshes[{i}]");
        pass.part(
            &format!("{path}.name"),
            move |model| model.meshes.get_mut(i).map(|m| &mut m.name),
            |pass| name(&mesh.name, "5_unnamed", about, names, pass),
        );
        if let Some(first) = seen.insert(mesh.name.as_bytes(), i) {
            let message = format!("{:?} is also the name of meshes[{first}]", mesh.name.lossy());
            pass.report(&MESH_DUPLICATE, format!("{path}.name"), message);
            twice = true;
        }
        pass.part(&path, move |model| model.meshes.get_mut(i), |pass| material(mesh, about, names, pass));
        geometry::rules(model, i, place, pass);
    }
    if twice {
        pass.keep(&MESH_DUPLICATE, |m| distinct(m.meshes.iter_mut().map(|m| &mut m.name), fix::rename_part));
    }
}

/// Every name once.
fn distinct<'a>(names: impl Iterator<Item = &'a mut Text>, rename: impl Fn(&str, usize) -> String) {
    let mut seen = HashSet::new();
    for name in names {
        *name = fix::unique(&name.lossy(), "", &mut seen, &rename).into();
    }
}

fn encoded(name: &Text, path: &str, names: Option<&Names>, pass: &mut Pass<'_, Text>) {
    if name.as_str().is_none() {
        let utf8: Text = names.map_or_else(|| name.lossy(), |n| n.text(name)).into();
        pass.repair(&NAME_ENCODING, path, format!("{:?} is not UTF-8", name.lossy()), |n| *n = utf8);
    }
}

fn name(
    name: &Text,
    empty: &'static str,
    about: About<'_>,
    names: Option<&Names>,
    pass: &mut Pass<'_, Text>,
) {
    let len = name.0.len();
    encoded(name, "", names, pass);
    if len == 0 {
        pass.repair(&NAME_EMPTY, "", "the name is empty", move |n| *n = empty.into());
    }
    if len > 512 {
        let limits = if len > 16383 { "16383 (XNALaraMesh)" } else { "512 (xnalara-rt)" };
        pass.report(&NAME_LONG, "", format!("the name has {len} bytes, more than {limits}"));
    }
    if about.text && name.0.contains(&b'#') {
        let message = format!("{:?} contains #", name.lossy());
        pass.repair(&NAME_HASH, "", message, |n| *n = n.lossy().replace('#', "-").into());
    }
}

fn bones(model: &Model, about: About<'_>, names: Option<&Names>, pass: &mut Pass<'_, Model>) {
    let mut seen: HashMap<&[u8], usize> = HashMap::new();
    let mut twice = false;
    for (i, bone) in model.bones.iter().enumerate() {
        let path = format!("bones[{i}]");
        pass.part(
            &format!("{path}.name"),
            move |model| model.bones.get_mut(i).map(|b| &mut b.name),
            |pass| name(&bone.name, "bone", about, names, pass),
        );
        if let Some(first) = seen.insert(bone.name.as_bytes(), i) {
            let message = format!("{:?} is also the name of bones[{first}]", bone.name.lossy());
            pass.report(&BONE_DUPLICATE, format!("{path}.name"), message);
            twice = true;
        }
        let name = bone.name.lossy();
        match parent_of(&model.bones, i) {
            Parent::Root | Parent::Bone(_) => {}
            Parent::Itself => {
                let message = format!("{name:?} is its own parent");
                pass.repair(&PARENT_SELF, format!("{path}.parent"), message, move |m| cut(m, i));
            }
            Parent::Missing => {
                let message =
                    format!("{name:?} has parent {}, there are {} bones", bone.parent, model.bones.len());
                pass.repair(&PARENT_MISSING, format!("{path}.parent"), message, move |m| cut(m, i));
            }
        }
        if bone.head.iter().any(|v| !v.is_finite()) {
            let message = format!("{name:?} is at {:?}", bone.head);
            pass.repair(&NOT_FINITE, format!("{path}.position"), message, move |m| {
                m.bones.get_mut(i).into_iter().for_each(|b| zero_bad(&mut b.head));
            });
        }
    }
    if twice {
        let rename = |name: &str, n| format!("{name} {n}");
        pass.keep(&BONE_DUPLICATE, move |m| distinct(m.bones.iter_mut().map(|b| &mut b.name), rename));
    }
    let (_, circles) = hierarchy(&model.bones);
    report_cycles(model, &circles, pass.sink());
    if !circles.is_empty() {
        pass.keep(&PARENT_CYCLE, move |m| circles.into_iter().for_each(|i| cut(m, i)));
    }
}

/// Makes a bone a root.
fn cut(model: &mut Model, bone: usize) {
    model.bones.get_mut(bone).into_iter().for_each(|b| b.parent = -1);
}

fn zero_bad(values: &mut [f32]) {
    values.iter_mut().filter(|v| !v.is_finite()).for_each(|v| *v = 0.0);
}

/// One finding per bone at which a circle of parents is cut.
pub fn report_cycles(model: &Model, cut: &[usize], sink: &mut Sink) {
    for i in cut {
        let name = model.bones.get(*i).map(|b| b.name.lossy()).unwrap_or_default();
        sink.push(
            &PARENT_CYCLE,
            format!("bones[{i}].parent"),
            format!("following the parents of {name:?} leads back to it"),
        );
    }
}

/// What XNALaraMesh writes into a slot that has no picture.
const MISSING_TEXTURE: &str = "missing.png";

fn material(mesh: &Mesh, about: About<'_>, names: Option<&Names>, pass: &mut Pass<'_, Mesh>) {
    let shown = mesh.name.lossy();
    let name = MeshName::parse(&shown);
    let (group, known) = name.render_group();
    match name.group {
        GroupTag::Missing if is_classic(about, &name) => {
            let message = format!("{shown:?} of {:?} names no render group", about.stem);
            pass.report(&CLASSIC_MATERIALS, "name", message);
        }
        GroupTag::Missing => {
            pass.report(&GROUP_MISSING, "name", format!("{shown:?} does not begin with a number and _"));
            if !shown.is_empty() {
                pass.keep(&GROUP_MISSING, |m| m.name = format!("5_{}", m.name.lossy()).into());
            }
        }
        GroupTag::Protected(_) => pass.report(&PROTECTED, "name", format!("{shown:?} begins with P")),
        GroupTag::Number(n) if !known => {
            let message = format!("{shown:?} has render group {n}; 1 to 43 are known");
            pass.repair(&GROUP_UNKNOWN, "name", message, |m| {
                let name = m.name.lossy();
                m.name = format!("5_{}", name.split_once('_').map_or("unnamed", |(_, rest)| rest)).into();
            });
        }
        GroupTag::Number(_) => {}
    }
    let (has, wants) = (mesh.textures.len(), group.required_textures());
    if known && !matches!(name.group, GroupTag::Missing) {
        if has < wants {
            let lacks: Vec<String> = group.slots.iter().skip(has).map(|m| map_name(*m).to_owned()).collect();
            let message =
                format!("{has} textures, render group {} uses {wants}: no {}", group.id, lacks.join(", "));
            let none = Texture { file: MISSING_TEXTURE.into(), uv_layer: 0 };
            pass.repair(&TEXTURES_FEW, "textures", message, move |m| m.textures.resize(wants, none));
        } else if has > group.slots.len() {
            let message = format!("{has} textures, render group {} uses {}", group.id, group.slots.len());
            pass.report(&TEXTURES_MANY, "textures", message);
        }
    }
    for (t, texture) in mesh.textures.iter().enumerate() {
        let path = format!("textures[{t}].file");
        let file = texture.file.lossy();
        if is_absolute(&file) {
            pass.report(&TEXTURE_PATH, path.clone(), format!("{file:?} is a whole path"));
        }
        pass.part(
            "",
            move |mesh| mesh.textures.get_mut(t).map(|t| &mut t.file),
            |pass| encoded(&texture.file, &path, names, pass),
        );
    }
    if mesh.uv_layers == 0 || mesh.uv_layers > 2 {
        pass.report(&UV_LAYERS, "uv_layers", format!("{} UV layers", mesh.uv_layers));
    }
}

/// Whether classic XNALara would have used a table of its own for a mesh.
pub fn is_classic(about: About<'_>, name: &MeshName) -> bool {
    name.group == GroupTag::Missing && !about.header && !is_generic_stem(about.stem)
}

/// A name for messages.
pub fn map_name(map: Map) -> &'static str {
    match map {
        Map::D => "diffuse",
        Map::L => "lightmap",
        Map::B => "bump",
        Map::M => "mask",
        Map::B1 => "bump1",
        Map::B2 => "bump2",
        Map::S => "specular",
        Map::E => "environment",
        Map::G => "glow",
    }
}

/// Drive letter, share or root.
pub fn is_absolute(file: &str) -> bool {
    file.starts_with(['/', '\\']) || file.as_bytes().get(1) == Some(&b':')
}
