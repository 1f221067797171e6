"""The edits of `edits.py` by the extension's own import and export, without a detour through glTF."""

import os

import bpy
import edits
from edits import xps_reader

HERO = "xnalara/character_v3_15.xps"


def reports():
    """The findings in the sidebar: severity, sentence, object."""
    return [(f.severity, f.name, f.object) for f in bpy.context.window_manager.xenomesh_findings]


def remove_lightmap():
    """Our own node tree has the lightmap as a node of its own, Blender's importer in a group."""
    tree = bpy.data.materials["3_head"].node_tree
    for node in [n for n in tree.nodes if n.label == "lightmap"]:
        tree.nodes.remove(node)


OWN = {"remove_lightmap": remove_lightmap}


def artist(t, xenomesh, edit):
    """One edit of the list, exported by the extension, read by a reader that shares nothing with it."""
    original = os.path.join(t.SAMPLES, HERO)
    if not edits.GLB:
        edits.GLB.append(os.path.join(t.WORK, "hero.glb"))
        xenomesh.open(original).scene().save(edits.GLB[0])
    folder = os.path.join(t.WORK, "edits", edit.name)
    os.makedirs(folder)
    # Angles of poses are about the file's axes: bones as the file has them.
    t.import_model(original, orient=not edit.out.endswith(".pose"))
    OWN.get(edit.name, edit.make)()
    path = os.path.join(folder, edit.out)
    options = {"format": "pose" if edit.out.endswith(".pose") else "xps", "what": "scene", "overwrite": True}
    args = dict(zip(edit.args[::2], edit.args[1::2]))
    if "--profile" in args:
        options["profile"] = args["--profile"]
    if "--frame" in args:
        bpy.context.scene.frame_set(int(args["--frame"]))
    if "--frames" in args:
        bpy.context.scene.frame_start, bpy.context.scene.frame_end = 0, 24
        options["poses"] = "range"
        path = os.path.join(folder, "wave.pose")
    result = bpy.ops.export_scene.xenomesh(filepath=path, **options)
    said = " ".join(m for _, m, _ in reports())
    t.check(result == {"FINISHED"}, f"{edit.name}: {result}")
    if options["format"] == "pose":
        model = {f: xps_reader.pose(os.path.join(folder, f)) for f in os.listdir(folder)}
    else:
        model = xps_reader.Model(path)
        wrong = [f.message for f in xenomesh.open(path).findings if f.severity != "info"]
        t.check(not wrong, f"{edit.name}: not valid: {wrong}")
    wrong = edit.wants(model, xps_reader.Model(original), said)
    t.check(wrong is None, f"{edit.name}: {wrong}")
    silent = edit.says and not any(w in said for w in edit.says.split("|"))
    t.check(not silent, f"{edit.name}: nothing is said about it: {said}")


def sentence(t, call, word):
    """An operator that must refuse with a sentence."""
    try:
        result = call()
        t.check(False, f"not refused: {result}")
    except RuntimeError as error:
        t.check("Traceback" not in str(error) and word in str(error), f"the sentence: {error}")
