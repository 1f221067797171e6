"""Exports to every format: one edit in each, from one family to another, and when the original is gone.

`extension_use.py` lists them; `t` is the module of `extension.py`.
"""

import os
import shutil

import bpy
import numpy as np
from extension_edits import HERO, sentence

SETS = {"scene", "component"}
"""Formats of several files: `extension_use.py` has them."""


def largest():
    """The mesh with the most vertices."""
    return max((o for o in bpy.data.objects if o.type == "MESH"), key=lambda o: len(o.data.vertices))


def same(a, b):
    return a is None and b is None or a is not None and b is not None and np.array_equal(a, b)


def one_vertex(t, xenomesh, _):
    """A vertex moved in each game format: it arrives, and nothing else is another."""
    for name in t.MODELS:
        path = os.path.join(t.SAMPLES, name)
        source = t.import_model(path, orient=False)
        if source["format"] in SETS:
            continue
        item = largest()
        index = t.facts(item.data)["mesh"]
        size = max(item.dimensions)
        item.data.vertices[0].co.x += 0.05 * size
        target = os.path.join(t.WORK, "one", os.path.basename(path))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        t.export(name, target, format=source["format"])
        options = dict(source["options"], textures=False)
        before, after = (xenomesh.open(p).scene(**options) for p in (path, target))
        compare(t, name, before, after, index)
        if source["format"] != "xmf":  # its materials are in a library next to the original
            compare_looks(t, name, before, after)
        moved = np.abs(before.meshes[index].positions - after.meshes[index].positions).max(axis=1)
        t.check(np.flatnonzero(moved > 1e-3 * size).tolist() == [0], f"{name}: moved {np.flatnonzero(moved > 1e-3 * size)[:5]}")
        wrong = [f.message for f in xenomesh.open(target).findings if f.severity == "error"]
        t.check(not wrong, f"{name}: the edited file has errors: {wrong[:3]}")


def compare(t, name, before, after, index):
    """Everything but positions and normals of one mesh."""
    t.check([m.name for m in before.meshes] == [m.name for m in after.meshes], f"{name}: other meshes")
    for i, (a, b) in enumerate(zip(before.meshes, after.meshes)):
        for column in ("indices",) if i == index else ("indices", "positions", "normals"):
            t.check(same(getattr(a, column), getattr(b, column)), f"{name}: {column} of {a.name} changed")
        for k in ("uvs", "colors"):
            t.check(all(map(same, getattr(a, k), getattr(b, k))), f"{name}: {k} of {a.name} changed")
        if a.influences is not None:
            kept = b.influences is not None and same(a.influences.weights, b.influences.weights)
            t.check(kept, f"{name}: weights of {a.name} changed")
        t.check([m.name for m in a.targets] == [m.name for m in b.targets], f"{name}: shape keys of {a.name} changed")
    t.check([n.name for n in before.nodes] == [n.name for n in after.nodes], f"{name}: other nodes")
    t.check(np.array_equal(before.world_matrices(), after.world_matrices()), f"{name}: nodes moved")


def compare_looks(t, name, before, after):
    """Materials and pictures."""
    look = [[(m.name, m.base_color, m.alpha, m.unlit, [(x.slot, x.uv) for x in m.textures]) for m in s.materials] for s in (before, after)]
    t.check(look[0] == look[1], f"{name}: other materials")
    t.check([i.file for i in before.images] == [i.file for i in after.images], f"{name}: other pictures")


TARGETS = [
    ("xps", ""), ("xps", "xps2"), ("xps", "xps3"), ("xnalara-bin", ""), ("xnalara-ascii", ""),
    ("xac", "xrebirth"), ("xac", "x4"), ("xac", "tos"), ("xac", "paradox"), ("xmf", ""), ("glb", ""),
]  # fmt: skip


def every_format(t, xenomesh, _):
    """From one family to another: as many triangles, at the same place."""
    for model in (HERO, "emfx/xrebirth/character.xac"):
        for kind, profile in TARGETS:
            t.import_model(os.path.join(t.SAMPLES, model))
            meshes = [o for o in bpy.data.objects if o.type == "MESH"]
            triangles = sum(len(o.data.polygons) for o in meshes)
            extension = {"xnalara-bin": "mesh", "xnalara-ascii": "mesh.ascii"}.get(kind, kind)
            target = os.path.join(t.WORK, "every", f"{kind}-{profile or 'plain'}", f"out.{extension}")
            os.makedirs(os.path.dirname(target), exist_ok=True)
            t.export(f"{model} to {kind} {profile}", target, format=kind, profile=profile)
            made = xenomesh.open(target)
            scene = made.scene(textures=False)
            drawn = sum(p.count for m in scene.meshes for p in m.primitives if p.topology == "triangles") // 3
            t.check(made.format == kind or kind == "glb", f"{target} is {made.format}")
            t.check(drawn == triangles, f"{model} to {kind} {profile}: {drawn} triangles, expected {triangles}")
            want = xenomesh.open(os.path.join(t.SAMPLES, model)).scene(textures=False)
            off = np.abs(np.subtract(t.extent(want), t.extent(scene))).max()
            t.check(off < 1e-3, f"{model} to {kind} {profile}: the corners are off by {off}")
        for kind in ("bgf", "scene"):  # these are not made of a model alone
            target = os.path.join(t.WORK, f"every.{kind}")
            sentence(t, lambda: bpy.ops.export_scene.xenomesh(filepath=target, format=kind), "")  # noqa: B023
            t.check(not os.path.exists(target), f"{kind}: refused, and written")


def original_gone(t, xenomesh, _):
    """Without the file it came from a model is written from Blender alone, with what was kept in custom properties."""
    for model, kind in ((HERO, "xps"), ("emfx/xrebirth/character.xac", "xac")):
        path = os.path.join(t.SAMPLES, model)
        folder = os.path.join(t.WORK, f"gone-{kind}")
        os.makedirs(folder)
        own = shutil.copy(path, os.path.join(folder, f"moved.{kind}"))
        t.import_model(own)
        os.remove(own)
        target = os.path.join(folder, f"out.{kind}")
        t.export(model, target, format=kind)
        before, after = (xenomesh.open(p).scene(textures=False) for p in (path, target))
        names = [{n.name: m for n, m in zip(s.nodes, s.world_matrices())} for s in (before, after)]
        skinned = {before.nodes[j].name for s in before.skins for j in s.joints.tolist()}
        off = {n for n in skinned if n not in names[1] or not np.allclose(names[0][n], names[1][n], atol=1e-4)}
        t.check(not off, f"{model}: joints with other axes: {sorted(off)[:5]}")
        extras = [{m.name: pictures_in(m.extras) for m in s.materials} for s in (before, after)]
        t.check(extras[0] == extras[1], f"{model}: extras of materials: {extras[1]}, expected {extras[0]}")


def pictures_in(extras):
    """What an XPS material says about its group, or an EMotionFX one about its layers."""
    layers = extras.get("emfx", {}).get("standard", {}).get("layers", [])
    return extras.get("xnalara"), [(x["texture"], x["map_type"]) for x in layers]


STEPS = [one_vertex, every_format, original_gone]
