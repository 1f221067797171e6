"""Imports GLB files into Blender and compares bones, meshes and evaluated vertices with what we expect of them.

compare.py PLAN.json RESULT.json

The plan is written by `cargo xtask` (xtask/src/test/blender.rs): for each file the joints, the meshes, and where in a file of
little-endian f32 the expected world positions lie for each animation (-1: none) and time, with the largest difference that is
allowed then as a share of the size. The result is one entry per file.
"""
import json
import os
import struct
import sys
import traceback

import bpy
import numpy as np

NAME_LIMIT = 63  # bytes of a name in Blender


def variant(path, animation, out):
    """A copy of a GLB with one of its animations, or none, so that nothing is left over from another."""
    data = open(path, "rb").read()
    length = struct.unpack_from("<I", data, 12)[0]
    doc = json.loads(data[20 : 20 + length])
    animations = doc.pop("animations", [])
    if animation >= 0:
        doc["animations"] = [animations[animation]]
    text = json.dumps(doc, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    head = struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A)
    with open(out, "wb") as f:
        f.write(head + text + rest)


def load(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 24
    bpy.ops.import_scene.gltf(filepath=path, import_pack_images=False)


def go_to(seconds):
    frame = seconds * bpy.context.scene.render.fps
    whole = int(np.floor(frame))
    bpy.context.scene.frame_set(whole, subframe=float(frame - whole))


def positions(obj):
    """World positions of an object after shape keys and armature, as glTF has its axes."""
    evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    local = np.empty(len(mesh.vertices) * 3, np.float32)
    mesh.vertices.foreach_get("co", local)
    evaluated.to_mesh_clear()
    matrix = np.array(evaluated.matrix_world, np.float64)
    world = local.reshape(-1, 3).astype(np.float64) @ matrix[:3, :3].T + matrix[:3, 3]
    return np.stack([world[:, 0], world[:, 2], -world[:, 1]], axis=1)


def clip(name):
    return name.encode()[:NAME_LIMIT].decode(errors="ignore")


def candidates(mesh):
    """Mesh objects that may be a node: Blender numbers what it has twice, and a moving skinned node becomes an empty with
    an object named after the mesh."""
    out = []
    for obj in bpy.context.scene.objects:
        if obj.type != "MESH":
            continue
        base, dot, number = obj.name.rpartition(".")
        for short in (clip(mesh["name"]), clip(mesh["mesh"])):
            if obj.name == short or (dot and number.isdigit() and (base == short or short.startswith(base))):
                out.append(obj)
                break
    return out


def compare(entry, scratch):
    problems = []
    size = entry["size"] or 1.0
    blob = np.fromfile(entry["data"], np.float32).astype(np.float64)
    strict = min(tolerance for one in entry["variants"] for _, tolerance in one["times"])
    worst = {True: 0.0, False: 0.0}
    compared = 0
    at = 0
    for one in entry["variants"]:
        variant(entry["glb"], one["animation"], scratch)
        load(scratch)
        if one["animation"] < 0:
            bones = {b.name for o in bpy.data.objects if o.type == "ARMATURE" for b in o.data.bones}
            missing = [j for j in entry["joints"] if clip(j) not in bones and not any(b.startswith(clip(j)[:58]) for b in bones)]
            if missing:
                problems.append(f"bones missing: {missing[:5]}")
        taken = {}
        for time, tolerance in one["times"]:
            go_to(time)
            for i, mesh in enumerate(entry["meshes"]):
                want = blob[at : at + mesh["vertices"] * 3].reshape(-1, 3)
                at += mesh["vertices"] * 3
                if i not in taken:
                    fits = [
                        (float(np.abs(p - want).max(initial=0.0)), o.name)
                        for o in candidates(mesh)
                        if o.name not in taken.values()
                        for p in [positions(o)]
                        if len(p) == len(want)
                    ]
                    if not fits:
                        counts = {o.name: len(o.data.vertices) for o in candidates(mesh)}
                        problems.append(f"no object {mesh['name']!r} with {len(want)} vertices; there are {counts}")
                        return problems, worst, compared
                    taken[i] = min(fits)[1]
                got = positions(bpy.data.objects[taken[i]])
                error = float(np.abs(got - want).max(initial=0.0)) / size
                worst[tolerance <= strict] = max(worst[tolerance <= strict], error)
                compared += 1
                if not error <= tolerance:
                    v = int(np.abs(got - want).max(axis=1).argmax())
                    problems.append(
                        f"animation {one['animation']} at {time:.4f} s, {mesh['name']!r}[{v}]: "
                        f"expected {want[v].round(5).tolist()}, Blender has {got[v].round(5).tolist()}"
                    )
                    if len(problems) > 5:
                        return problems, worst, compared
    if at != len(blob):
        problems.append(f"{len(blob) - at} expected numbers were not looked at")
    return problems, worst, compared


def main():
    plan = json.load(open(sys.argv[1]))
    results = []
    for entry in plan:
        try:
            problems, worst, compared = compare(entry, sys.argv[2] + ".glb")
        except Exception:
            problems, worst, compared = [traceback.format_exc(limit=3)], {True: 0.0, False: 0.0}, 0
        results.append(
            {"glb": entry["glb"], "problems": problems, "worst": worst[True], "between": worst[False], "compared": compared}
        )
    json.dump(results, open(sys.argv[2], "w"))


if __name__ == "__main__":
    code = 0
    try:
        main()
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
