"""How long an import takes in Blender: by the extension, through our GLB and Blender's importer, by another add-on.

    python speed.py ZIP WORK RESULT.json [ADDON]

ADDON: a folder with the old XNALara add-on (its modules read_bin_xps and import_xnalara_model); left out if not given.
It was written for Blender 2.80 and fails in every Blender that can be had as a module (4.2 and newer), so what it does
with parts of Blender that are gone is left out here: colours and layers of bones, and its materials. That makes it faster,
not slower. Seconds of CPU, the smallest of three runs, so that other work on the machine counts little.
"""

import contextlib
import importlib
import io
import json
import os
import sys
import time
import types

import bpy
import numpy as np

ZIP, WORK, RESULT = sys.argv[1:4]
ADDON = sys.argv[4] if len(sys.argv) > 4 else None


def grid(xm, side, number):
    """One mesh of side × side vertices, four bones a vertex."""
    n = side * side
    x, y = (np.arange(n) % side) / side, (np.arange(n) // side) / side
    positions = np.stack([x, y + number, 0.1 * np.sin(9 * x)], axis=1).astype(np.float32)
    corner = np.arange(n).reshape(side, side)[:-1, :-1].ravel()
    triangles = np.concatenate([np.stack([corner, corner + 1, corner + side], 1), np.stack([corner + 1, corner + side + 1, corner + side], 1)])
    mesh = xm.Mesh(f"5_part{number}", positions, normals=np.tile(np.float32([0, 0, 1]), (n, 1)), uvs=[np.stack([x, y], 1)])
    mesh.colors = [np.full((n, 4), 255, np.uint8)]
    mesh.set_triangles(triangles, np.full(len(triangles), number))
    first = (np.arange(n) // side) % 37
    joints = np.stack([first, first + 1, first + 2, first + 3], 1)
    mesh.influences = xm.Influences.from_padded(joints, np.tile(np.float32([0.5, 0.25, 0.125, 0.125]), (n, 1)))
    return mesh


def model(xm, side, parts):
    """A model of so many meshes on 40 bones."""
    nodes = [xm.Node(f"bone {i}", None if i == 0 else i - 1, (0, 0.1, 0)) for i in range(40)]
    scene = xm.Scene("grid", nodes, [grid(xm, side, k) for k in range(parts)])
    binds = np.linalg.inv(scene.world_matrices().astype(np.float64)).astype(np.float32)
    scene.skins = [xm.Skin("", np.arange(40, dtype=np.uint32), binds)]
    scene.materials = [xm.Material(f"5_part{k}") for k in range(parts)]
    scene.nodes += [xm.Node(f"5_part{k}", mesh=k, skin=0, kind="holder") for k in range(parts)]
    return scene


def timed(work, runs=3):
    """Smallest CPU time, and what it made."""
    best = None
    for _ in range(runs):
        bpy.ops.wm.read_homefile(use_empty=True)
        begun = time.process_time()
        work()
        spent = time.process_time() - begun
        best = spent if best is None else min(best, spent)
    return best


def addon():
    """The other add-on as a package, without registering anything: a function that imports a file as its operator does,
    and returns the seconds that reading took."""
    package = types.ModuleType("xnalara_addon")
    package.__path__ = [ADDON]
    sys.modules["xnalara_addon"] = package
    work = importlib.import_module("xnalara_addon.import_xnalara_model")
    settings = importlib.import_module("xnalara_addon.xps_types").XpsImportSettings
    bpy.types.Mesh.create_normals_split = lambda _self: None
    bpy.types.Mesh.use_auto_smooth = bpy.props.BoolProperty()
    nothing = lambda *_: None  # noqa: E731
    work.makeBoneGroups = work.hideUnusedBones = work.material_creator.makeMaterial = nothing
    work.visibleBone = lambda _bone: True
    load, reading = work.loadXpsFile, []

    def timed_load(path):
        begun = time.process_time()
        found = load(path)
        reading.append(time.process_time() - begun)
        return found

    def run(path):
        # What its dialog starts with: no displacement, no default pose, everything else.
        with contextlib.redirect_stdout(io.StringIO()):
            work.getInputFilename(settings(path, 0, 0, False, *[True] * 7))
        return reading[-1]

    work.loadXpsFile = timed_load
    return run


def main():
    os.makedirs(WORK, exist_ok=True)
    bpy.ops.extensions.package_install_files(filepath=ZIP, repo="user_default", enable_on_install=True)
    import xenomesh as xm

    rows, old = [], addon() if ADDON else None
    for title, side, parts in (("27,040 vertices", 52, 10), ("1,048,820 triangles", 230, 10)):
        scene = model(xm, side, parts)
        xps, glb = (os.path.join(WORK, f"{side}.{e}") for e in ("xps", "glb"))
        for path in (xps, glb):
            scene.save(path, overwrite=True)
        row = {"model": title, "megabytes": os.path.getsize(xps) / 1e6}
        row["ours"] = timed(lambda: bpy.ops.import_scene.xenomesh(filepath=xps))
        row["vertices"] = sum(len(o.data.vertices) for o in bpy.data.objects if o.type == "MESH")
        row["glb"] = timed(lambda: bpy.ops.import_scene.gltf(filepath=glb))
        row["glb_vertices"] = sum(len(o.data.vertices) for o in bpy.data.objects if o.type == "MESH")
        if ADDON:
            row["addon"] = timed(lambda: row.update(reader=old(xps)), 1)
            row["addon_vertices"] = sum(len(m.vertices) for m in bpy.data.meshes)
        rows.append(row)
        print(row)
        sys.stdout.flush()
    result = {"blender": bpy.app.version_string, "load": os.getloadavg(), "cores": os.cpu_count(), "rows": rows}
    with open(RESULT, "w", encoding="utf-8") as out:
        json.dump(result, out)


bpy.ops.wm.read_factory_settings(use_empty=True)
try:
    main()
finally:
    sys.stdout.flush()
    os._exit(0)
