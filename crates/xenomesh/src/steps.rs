//! What happens to a scene between reading and writing, in one table.

use crate::{Recipe, Source, Target};
use scene::{Scene, steps, textures};
use wire::Sink;

/// What a step may look at.
pub struct StepContext<'a> {
    /// What was asked for.
    pub recipe: &'a Recipe,
    /// The first input: pictures are looked for around it.
    pub source: Option<&'a Source>,
    /// What is going to be written.
    pub target: &'a Target,
}

/// One step.
pub struct Step {
    /// Its name, as ARCHITECTURE.md lists it.
    pub name: &'static str,
    /// Does it, if it was asked for.
    pub(crate) run: fn(&mut Scene, &StepContext<'_>, &mut Sink),
}

/// All steps in their order. ARCHITECTURE.md gives the same list, and a test compares the two.
pub static STEPS: &[Step] = &[
    Step { name: "bone_names", run: bone_names },
    Step { name: "bone_map", run: bone_map },
    Step { name: "omit_hidden", run: omit_hidden },
    Step { name: "scale", run: scale },
    Step { name: "max_influences", run: max_influences },
    Step { name: "orient_bones", run: orient_bones },
    Step { name: "textures", run: load_textures },
    Step { name: "colours", run: colours },
    Step { name: "bake_lightmaps", run: bake_lightmaps },
    Step { name: "tangents", run: tangents },
    Step { name: "unorient_bones", run: unorient_bones },
];

/// Sides as Blender mirrors them, and back for a game.
fn bone_names(scene: &mut Scene, cx: &StepContext<'_>, _: &mut Sink) {
    if matches!(cx.target, Target::Game(_)) {
        steps::source_names(scene);
    } else if cx.recipe.blender_names {
        steps::blender_names(scene);
    }
}

fn bone_map(scene: &mut Scene, cx: &StepContext<'_>, sink: &mut Sink) {
    if let Some(map) = &cx.recipe.bone_map {
        steps::bone_map(scene, map, sink);
    }
}

fn omit_hidden(scene: &mut Scene, cx: &StepContext<'_>, _: &mut Sink) {
    if cx.recipe.omit_hidden {
        steps::omit_hidden(scene);
    }
}

fn scale(scene: &mut Scene, cx: &StepContext<'_>, _: &mut Sink) {
    if let Some(factor) = cx.recipe.scale {
        steps::scale(scene, factor);
    }
}

fn max_influences(scene: &mut Scene, cx: &StepContext<'_>, _: &mut Sink) {
    if let Some(n) = cx.recipe.max_influences {
        steps::max_influences(scene, n as usize);
    }
}

fn orient_bones(scene: &mut Scene, cx: &StepContext<'_>, _: &mut Sink) {
    if cx.recipe.orient_bones {
        steps::orient_bones(scene);
    }
}

fn load_textures(scene: &mut Scene, cx: &StepContext<'_>, sink: &mut Sink) {
    if let (Some(folders), Some(source)) = (&cx.recipe.textures, cx.source) {
        textures::load(scene, &cx.recipe.search(source, folders), sink);
        #[cfg(feature = "egosoft")]
        if !matches!(cx.target, Target::Game(_)) {
            formats::egosoft::pictures::note(scene);
        }
    }
}

/// A country's colours, painted for looking at; a game gets the pictures without them.
fn colours(scene: &mut Scene, cx: &StepContext<'_>, sink: &mut Sink) {
    if matches!(cx.target, Target::Game(_)) {
        textures::unpaint(scene, sink);
    } else if !cx.recipe.colours.is_empty() {
        textures::paint(scene, &cx.recipe.colours, cx.recipe.options.limits.bytes);
    }
}

/// Into the base colour where it was asked for, and out of it for a game.
fn bake_lightmaps(scene: &mut Scene, cx: &StepContext<'_>, sink: &mut Sink) {
    let limit = cx.recipe.options.limits.bytes;
    if matches!(cx.target, Target::Game(_)) {
        // The two pictures are not in the glTF: they are looked for as those of a game are.
        if textures::unbake_lightmaps(scene, limit) > 0 {
            load_textures(scene, cx, sink);
        }
    } else if cx.recipe.bake_lightmaps {
        textures::bake_lightmaps(scene, limit);
    }
}

/// Only glTF has them, and only once it is known which normal maps were found.
fn tangents(scene: &mut Scene, cx: &StepContext<'_>, _: &mut Sink) {
    if matches!(cx.target, Target::Glb | Target::Gltf) {
        steps::tangents(scene);
    }
}

/// A game gets its own axes.
fn unorient_bones(scene: &mut Scene, cx: &StepContext<'_>, _: &mut Sink) {
    if matches!(cx.target, Target::Game(_)) {
        steps::unorient_bones(scene);
    }
}
