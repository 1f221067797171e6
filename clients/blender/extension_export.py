"""Exports that are not a whole model: motions alone, and which objects an export is about.

`extension_use.py` lists them; `t` is the module of `extension.py`.
"""

import os

import bpy
import numpy as np
from extension_edits import HERO


def motions_alone(t, xenomesh, _):
    """Motions, face motions and animations of ships as files of their own: each says what the original says."""
    folder = os.path.join(t.SAMPLES, "emfx/xrebirth")
    for motion, kind in (("character.walk.xsm", "xsm"), ("character.talk.xpm", "xpm")):
        t.import_model(os.path.join(folder, "character.xac"))
        bpy.ops.import_scene.xenomesh(filepath=os.path.join(folder, motion))
        target = os.path.join(t.WORK, f"alone.{kind}")
        t.export(motion, target, format=kind)
        want = xenomesh.open(os.path.join(folder, motion)).inspect()["scene"]
        got = xenomesh.open(target).inspect()["scene"]
        long = [abs(a["animations"][0]["seconds"]) for a in (want, got)]
        t.check(abs(long[0] - long[1]) < 1 / 24, f"{motion}: {long[1]} s, expected {long[0]} s")
        missing = set(want["joints"]) - set(got["joints"])
        t.check(not missing and got["animations"][0]["channels"] > 0, f"{motion}: without {sorted(missing)[:4]}")
        again = played(t, xenomesh, os.path.join(folder, "character.xac"), os.path.join(folder, motion), target)
        t.check(again < 1e-3, f"{motion}: moves differently by {again}")


def ship_alone(t, xenomesh, _):
    """The animation of a ship without its meshes."""
    path = os.path.join(t.SAMPLES, "egosoft/ship/assets/units/size_s/ship_sample.xml")
    t.import_model(path)
    target = os.path.join(t.WORK, "alone.ani")
    t.export("ship", target, format="ani")
    got = xenomesh.open(target)
    moving = sum(a["channels"] for a in got.inspect()["scene"]["animations"])
    t.check(got.format == "ani" and moving > 0, f"alone.ani: {moving} channels")
    t.check(not [f for f in got.findings if f.severity == "error"], f"alone.ani: {got.findings}")


def played(t, xenomesh, model, before, after):
    """The largest difference of two motions on a model, at Blender's frames."""
    out = 0.0
    a, b = (xenomesh.open(model).scene(motion=[m], textures=False).animations[0] for m in (before, after))
    others = {(c.node, c.path): c for c in b.channels}
    frames = np.arange(0, a.seconds + 1e-6, 1 / 24)
    for channel in a.channels:
        want = np.array([t.value(channel, at) for at in frames])
        other = others.get((channel.node, channel.path))
        # What does not move may be left out.
        got = np.array([t.value(other, at) for at in frames]) if other is not None else want[:1]
        turned = channel.path == "rotation" and np.sum(want[0] * got[0]) < 0
        out = max(out, float(np.abs(want - (-got if turned else got)).max()))
    return out


def which_objects(t, xenomesh, _):
    """The selection, a collection, a model or the scene."""
    path = os.path.join(t.SAMPLES, HERO)
    t.import_model(path)
    bpy.ops.import_scene.xenomesh(filepath=os.path.join(t.SAMPLES, "xnalara/character.mesh"))
    models = [c for c in bpy.data.collections if "path" in t.facts(c)]
    parts = [[o for o in c.all_objects if o.type == "MESH"] for c in models]
    t.check(len(models) == 2 and all(len(p) > 3 for p in parts), f"imported: {[len(p) for p in parts]}")
    for item in bpy.context.selected_objects:
        item.select_set(False)
    belt = next(o for o in parts[0] if o.name.startswith("5_belt"))
    belt.hide_set(False)
    belt.select_set(True)
    bpy.context.view_layer.objects.active = belt
    layers = bpy.context.view_layer.layer_collection.children
    bpy.context.view_layer.active_layer_collection = layers[models[1].name]
    wanted = {"selection": 1, "collection": len(parts[1]), "model": len(parts[0]), "scene": len(parts[0]) + len(parts[1])}
    for what, count in wanted.items():
        target = os.path.join(t.WORK, f"{what}.glb")
        done = bpy.ops.export_scene.xenomesh(filepath=target, format="glb", what=what, overwrite=True)
        t.check(done == {"FINISHED"}, f"{what}: {done}")
        scene = xenomesh.open(target).scene()
        held = [n for n in scene.nodes if n.mesh is not None]
        t.check(len(held) == count, f"{what}: {len(held)} meshes, expected {count}")
        t.check(all(n.skin is not None for n in held), f"{what}: a mesh came without its armature")
