"""Drives the Blender extension as people do: installed from its zip, by operators, on every sample.

Usage: python extension.py ZIP SAMPLES WORK RESULT.json, with BLENDER_USER_RESOURCES set to an empty folder.
The evaluator is written from the glTF specification and shares nothing with the extension.
"""

import json
import os
import re
import shutil
import sys
import traceback
import zipfile

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import extension_use  # noqa: E402

ZIP, SAMPLES, WORK, RESULT = sys.argv[1:5]
LIMIT = 1e-4
UP = np.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]], float)

MODELS = """xnalara/character_v3_15.xps xnalara/character_v2_15.xps xnalara/character_v1_12.xps xnalara/character_saved.xps
xnalara/character.mesh xnalara/character.mesh.ascii xnalara/meeting_xps.scene emfx/xrebirth/character.xac
emfx/paradox/character.xac emfx/tos/character.xac emfx/risen-big-endian/character.xac
egosoft/ship/assets/units/size_s/ship_sample.xml
egosoft/ship/assets/units/size_s/ship_sample_data/part_main-lod0.xmf anark/main.bsg anark/main.bgf""".split()

passed, problems, notes = 0, [], []
worst_seen = 0.0


def check(ok, text):
    global passed
    if ok:
        passed += 1
    else:
        problems.append(text)


def facts(holder):
    text = holder.get("xenomesh")
    return json.loads(text) if isinstance(text, str) else {}


def fresh():
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=False)
    for block in (bpy.data.objects, bpy.data.actions, bpy.data.materials, bpy.data.images, bpy.data.collections):
        for one in list(block):
            block.remove(one)


def matrix(t, r, s):
    x, y, z, w = np.asarray(r, float) / np.linalg.norm(r)
    out = np.eye(4)
    out[:3, :3] = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    ) * np.asarray(s, float)
    out[:3, 3] = t
    return out


def value(channel, t):
    times, rows = np.asarray(channel.times, float), np.asarray(channel.values, float)
    k = int(np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(times) - 1))
    cubic = channel.interpolation == "cubicspline"
    at = (lambda i: rows[i, 1]) if cubic else (lambda i: rows[i])
    if k == len(times) - 1 or t <= times[0] or channel.interpolation == "step":
        out = at(0 if t <= times[0] else k)
    else:
        span = times[k + 1] - times[k]
        u, a, b = (t - times[k]) / span, at(k), at(k + 1)
        if cubic:
            m, n = rows[k, 2] * span, rows[k + 1, 0] * span
            out = (2 * u**3 - 3 * u**2 + 1) * a + (u**3 - 2 * u**2 + u) * m + (3 * u**2 - 2 * u**3) * b + (u**3 - u**2) * n
        elif channel.path == "rotation":
            b = -b if a @ b < 0 else b
            angle = np.arccos(np.clip(a @ b, -1, 1))
            out = a if angle < 1e-9 else (np.sin((1 - u) * angle) * a + np.sin(u * angle) * b) / np.sin(angle)
        else:
            out = (1 - u) * a + u * b
    return out / np.linalg.norm(out) if channel.path == "rotation" else out


def expected(scene, animation, t):
    """World positions of every mesh by node."""
    parts = [{"translation": n.translation, "rotation": n.rotation, "scale": n.scale} for n in scene.nodes]
    weights = {i: n.weights for i, n in enumerate(scene.nodes)}
    for channel in animation.channels if animation is not None else []:
        if channel.path == "weights":
            weights[channel.node] = value(channel, t)
        else:
            parts[channel.node][channel.path] = value(channel, t)
    local = [matrix(p["translation"], p["rotation"], p["scale"]) for p in parts]
    worlds = {}

    def world(i):
        if i not in worlds:
            parent = scene.nodes[i].parent
            worlds[i] = local[i] if parent is None else world(parent) @ local[i]
        return worlds[i]

    out = {}
    for i, node in enumerate(scene.nodes):
        if node.mesh is None:
            continue
        mesh = scene.meshes[node.mesh]
        points = np.array(mesh.positions, float)
        for target, weight in zip(mesh.targets, weights[i]):
            points[target.vertices] += weight * target.positions
        points = np.c_[points, np.ones(len(points))]
        if node.skin is None or mesh.influences is None:
            out[i] = (points @ world(i).T)[:, :3]
            continue
        skin = scene.skins[node.skin]
        moves = np.array([world(j) @ b for j, b in zip(skin.joints.tolist(), np.array(skin.inverse_binds, float))])
        joints, strength = mesh.influences.padded()
        total = strength.sum(axis=1, keepdims=True)
        strength = strength / np.where(total == 0, 1, total)
        moved = np.zeros((len(points), 3))
        for k in range(joints.shape[1]):
            moved += strength[:, k : k + 1] * np.einsum("nij,nj->ni", moves[joints[:, k]], points)[:, :3]
        out[i] = moved
    return out


def extent(scene):
    """Smallest and largest corner of everything at rest."""
    points = np.concatenate(list(expected(scene, None, 0.0).values()))
    return points.min(axis=0), points.max(axis=0)


def shown():
    """World positions of every imported mesh by node, in the file's axes."""
    graph = bpy.context.evaluated_depsgraph_get()
    out = {}
    for item in bpy.data.objects:
        if item.type == "MESH" and "node" in facts(item):
            made = item.evaluated_get(graph)
            data = made.to_mesh()
            points = np.empty((len(data.vertices), 3), np.float32)
            data.vertices.foreach_get("co", points.ravel())
            points = (np.c_[points, np.ones(len(points))] @ np.array(made.matrix_world).T)[:, :3]
            out[facts(item)["node"]] = np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1)
            made.to_mesh_clear()
    return out


def difference(scene, animation, t):
    want, got = expected(scene, animation, t), shown()
    if set(want) != set(got):
        return f"meshes of nodes {sorted(set(want) ^ set(got))} are missing or too many"
    size = max((np.ptp(p, axis=0).max() for p in want.values() if len(p)), default=1.0) or 1.0
    worst = 0.0
    for i, points in want.items():
        if len(points) != len(got[i]):
            return f"{scene.nodes[i].name}: {len(got[i])} vertices, expected {len(points)}"
        if len(points):
            worst = max(worst, float(np.abs(points - got[i]).max()) / size)
    return worst


def assign(holder, found):
    """Makes the action of a data block active, with its slot where there are slots (4.4 on)."""
    kind = "KEY" if holder.bl_rna.identifier == "Key" else "OBJECT"
    for action in found:
        if not hasattr(action, "slots"):
            if facts(action).get("moves") == holder.name:
                (holder.animation_data or holder.animation_data_create()).action = action
                return
            continue
        slot = next((s for s in action.slots if s.target_id_type == kind and s.name_display == holder.name), None)
        if slot is not None:
            data = holder.animation_data or holder.animation_data_create()
            data.action, data.action_slot = action, slot
            return
    if holder.animation_data is not None:
        holder.animation_data.action = None


def play(scene, animation, found):
    """The largest difference over a motion, at and between keys."""
    for holder in [*bpy.data.objects, *bpy.data.shape_keys]:
        assign(holder, found)
    fps = bpy.context.scene.render.fps
    worst = 0.0
    for share in (0.0, 0.31, 0.5, 0.77, 1.0):
        frame = animation.seconds * share * fps
        bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
        got = difference(scene, animation, animation.seconds * share)
        if isinstance(got, str):
            return got
        worst = max(worst, got)
    return worst


def import_model(path, **options):
    fresh()
    result = bpy.ops.import_scene.xenomesh(filepath=path, **options)
    check(result == {"FINISHED"}, f"{path}: import gave {result}")
    source = next(facts(c) for c in bpy.data.collections if "path" in facts(c))
    for collection in bpy.data.collections:
        collection.hide_viewport = False
    return source


def rest_and_motion(xenomesh, name):
    """Every model at rest and moving, with bones along limbs and as they are."""
    global worst_seen
    path = os.path.join(SAMPLES, name)
    for orient in (True, False):
        source = import_model(path, orient=orient, activate=False)
        scene = xenomesh.open(path).scene(**source["options"])
        got = difference(scene, None, 0.0)
        check(not isinstance(got, str) and got < LIMIT, f"{name}: at rest {got}")
        worst_seen = max(worst_seen, got if isinstance(got, float) else 0.0)
    source = import_model(path, motions=True, activate=False)
    scene = xenomesh.open(path).scene(**source["options"])
    index = {facts(a).get("index"): a for a in bpy.data.actions}
    check(len(index) == len(scene.animations), f"{name}: {len(index)} actions, expected {len(scene.animations)}")
    for i, animation in enumerate(scene.animations):
        import_model(path, motions=True, activate=False)  # a fresh pose: actions leave what they do not key as it was
        got = play(scene, animation, [a for a in bpy.data.actions if facts(a).get("index") == i])
        check(not isinstance(got, str) and got < 10 * LIMIT, f"{name}: motion {animation.name} {got}")
        worst_seen = max(worst_seen, got if isinstance(got, float) else 0.0)


def export(name, target, **options):
    active = next((o for o in bpy.data.objects if o.type == "ARMATURE"), None) or next(iter(bpy.data.objects))
    bpy.context.view_layer.objects.active = active
    result = bpy.ops.export_scene.xenomesh(filepath=target, overwrite=True, **options)
    check(result == {"FINISHED"}, f"{name}: export gave {result}")


def unedited(name):
    """What nobody touched comes back byte for byte; sets of files are in `extension_use`."""
    path = os.path.join(SAMPLES, name)
    source = import_model(path, collision=True, lods=False)
    if source["format"] in {"scene", "component"}:
        return
    target = os.path.join(WORK, "same", os.path.basename(path))
    os.makedirs(os.path.dirname(target), exist_ok=True)
    export(name, target, format=source["format"])
    with open(path, "rb") as a, open(target, "rb") as b:
        check(a.read() == b.read(), f"{name}: an unedited import and export changed the file")


def edits(xenomesh):
    """One edit at a time arrives, and nothing else changes."""
    path = os.path.join(SAMPLES, "xnalara/character_v3_15.xps")
    before = xenomesh.open(path).scene(textures=False)
    target = os.path.join(WORK, "edited.xps")

    def again(change):
        import_model(path)
        change()
        export("edit", target, format="xps")
        return xenomesh.open(target).scene(textures=False)

    def same_meshes(a, b, but=()):
        for x, y in zip(a.meshes, b.meshes, strict=True):
            if x.name in but:
                continue
            for column in ("positions", "normals", "indices"):
                check(np.array_equal(getattr(x, column), getattr(y, column)), f"{x.name}.{column} changed")
            check(all(np.array_equal(u, v) for u, v in zip(x.uvs, y.uvs, strict=True)), f"{x.name}.uvs changed")

    def vertex():
        bpy.data.objects["5_belt"].data.vertices[3].co.z += 0.05

    after = again(vertex)
    same_meshes(before, after, {"5_belt"})
    belt = [next(m for m in s.meshes if m.name == "5_belt") for s in (before, after)]
    moved = np.flatnonzero(np.abs(belt[0].positions - belt[1].positions).max(axis=1) > 1e-6)
    check(moved.tolist() == [3], f"moving one vertex moved {moved.tolist()}")

    def uv():
        layer = bpy.data.objects["5_belt"].data.uv_layers[0]
        for loop in layer.uv:
            loop.vector.x += 0.25

    belt = next(m for m in again(uv).meshes if m.name == "5_belt")
    old = next(m for m in before.meshes if m.name == "5_belt")
    check(np.allclose(belt.uvs[0][:, 0], old.uvs[0][:, 0] + 0.25, atol=1e-6), "moved UVs did not arrive")
    check(np.array_equal(belt.positions, old.positions), "moving UVs moved vertices")

    def bone():
        bpy.data.armatures[0].bones["head neck upper"].name = "head top"

    after = again(bone)
    check([n.name for n in after.nodes if n.name == "head top"] == ["head top"], "a renamed bone did not arrive")
    same_meshes(before, after)
    for x, y in zip(before.meshes, after.meshes, strict=True):
        check(np.array_equal(x.influences.weights, y.influences.weights), f"renaming a bone changed weights of {x.name}")
    places = [{n.name: m[:3, 3] for n, m in zip(s.nodes, s.world_matrices())} for s in (before, after)]
    places[1]["head neck upper"] = places[1].pop("head top")
    moved = [n for n, place in places[0].items() if not np.allclose(place, places[1].get(n, np.inf), atol=1e-6)]
    check(not moved, f"renaming a bone moved {moved}")

    def weights():
        item = bpy.data.objects["5_belt"]
        group = item.vertex_groups["spine upper"] if "spine upper" in item.vertex_groups else item.vertex_groups[0]
        group.add([0], 1.0, "REPLACE")

    after = again(weights)
    same_meshes(before, after)

    def group():
        item = bpy.data.objects["5_belt"]
        bpy.context.view_layer.objects.active = item
        item.select_set(True)
        bpy.ops.xenomesh.render_group(group="7")

    import_model(path)
    for item in bpy.context.selected_objects:
        item.select_set(False)
    group()
    check("7_belt" in bpy.data.objects, f"the render group is not in the name: {[o.name for o in bpy.data.objects]}")

    def remove():
        bpy.data.objects.remove(bpy.data.objects["5_belt"])

    names = [m.name for m in again(remove).meshes]
    check("5_belt" not in names and len(names) == len(before.meshes) - 1, f"a removed mesh: {names}")

    def faces():
        import bmesh

        item = bpy.data.objects["5_hands"]
        work = bmesh.new()
        work.from_mesh(item.data)
        work.faces.ensure_lookup_table()
        bmesh.ops.delete(work, geom=[work.faces[0]], context="FACES")
        work.to_mesh(item.data)
        work.free()

    after = again(faces)
    counts = [len(next(m for m in s.meshes if m.name == "5_hands").indices) // 3 for s in (before, after)]
    check(counts[1] == counts[0] - 1, f"deleting a face: {counts}")
    same_meshes(before, after, {"5_hands"})


def tools(xenomesh):
    """The sidebar, and undo of names."""
    import_model(os.path.join(SAMPLES, "xnalara/character_v3_15.xps"))
    rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    bpy.context.view_layer.objects.active = rig
    before = [b.name for b in rig.data.bones]
    bpy.ops.xenomesh.bones_to_blender()
    sides = [b.name for b in rig.data.bones if b.name.endswith((".L", ".R"))]
    check(len(sides) > 4 and len(sides) % 2 == 0, f"bones with sides: {sides}")
    bpy.ops.xenomesh.bones_to_xps()
    check([b.name for b in rig.data.bones] == before, "bone names did not come back")
    check(bpy.ops.xenomesh.hide_unused() == {"FINISHED"}, "hide unused")
    check(bpy.ops.xenomesh.validate() == {"FINISHED"}, "validate")
    pose = os.path.join(SAMPLES, "xnalara/wave.pose")
    check(bpy.ops.xenomesh.pose_load(filepath=pose) == {"FINISHED"}, "load a pose")
    check(rig.animation_data is not None and rig.animation_data.action is not None, "the pose is no action")
    target = os.path.join(WORK, "out.pose")
    check(bpy.ops.export_scene.xenomesh(filepath=target, format="pose", overwrite=True) == {"FINISHED"}, "export a pose")


def broken():
    """A damaged file is a sentence, no traceback."""
    path = os.path.join(WORK, "broken.xps")
    with open(os.path.join(SAMPLES, "xnalara/character_v3_15.xps"), "rb") as source, open(path, "wb") as target:
        target.write(source.read()[:5000])
    try:
        bpy.ops.import_scene.xenomesh(filepath=path)
        check(False, "a broken file was imported without a word")
    except RuntimeError as error:
        check("Traceback" not in str(error) and len(str(error)) < 600, f"a broken file says: {error}")


def older():
    """The same extension as it would have been before: another version number."""
    path = os.path.join(WORK, "older.zip")
    with zipfile.ZipFile(ZIP) as old, zipfile.ZipFile(path, "w") as out:
        for one in old.infolist():
            data = old.read(one)
            if one.filename.endswith("blender_manifest.toml"):
                data = re.sub(rb'(?m)^version = ".*"', b'version = "0.0.9"', data)
            out.writestr(one, data)
    return path


def version():
    folder = os.path.join(os.environ["BLENDER_USER_RESOURCES"], "extensions/user_default/xenomesh/blender_manifest.toml")
    with open(folder, encoding="utf-8") as text:
        return re.search(r'(?m)^version = "(.*)"', text.read())[1]


def install():
    """From the zip into an empty user folder, over an older version; enabled twice."""
    bpy.ops.extensions.package_install_files(filepath=older(), repo="user_default", enable_on_install=True)
    check(version() == "0.0.9", f"the older version is {version()}")
    bpy.ops.extensions.package_install_files(filepath=ZIP, repo="user_default", enable_on_install=True)
    check(version() != "0.0.9", "the update did not arrive")
    names = [m for m in bpy.context.preferences.addons.keys() if m.endswith(".xenomesh")]
    check(len(names) == 1, f"enabled: {names}")
    check(hasattr(bpy.ops.import_scene, "xenomesh") and "xenomesh" in dir(bpy.ops.import_scene), "no import operator")
    bpy.ops.preferences.addon_enable(module=names[0])
    handlers = [c for c in bpy.types.FileHandler.__subclasses__() if "xps" in c.bl_file_extensions and c.is_registered]
    check(len(handlers) == 1, f"file handlers: {handlers}")
    return names[0]


def uninstall(name):
    """Gone without a trace."""
    bpy.ops.preferences.addon_disable(module=name)
    check("xenomesh" not in dir(bpy.ops.import_scene), "the operator is still there after disabling")
    left = [c for c in dir(bpy.types) if "xenomesh" in c.lower()]
    check(not left, f"left behind: {left}")
    check(not hasattr(bpy.types.WindowManager, "xenomesh_findings"), "a property is left behind")
    bpy.ops.preferences.addon_enable(module=name)
    leftovers = sys.modules[f"{name}.leftovers"]
    leftovers.clean()
    check(leftovers.unpacked(), "the library was removed although the extension is there")
    repos = [r.module for r in bpy.context.preferences.extensions.repos]
    bpy.ops.extensions.package_uninstall(repo_index=repos.index("user_default"), pkg_id="xenomesh")
    if bpy.app.version < (4, 3, 0):  # what was asked for when it was disabled: without a window no timer runs
        check(bpy.app.timers.is_registered(leftovers.clean), "nobody will look for what Blender leaves")
        leftovers.clean()
    user = os.environ["BLENDER_USER_RESOURCES"]
    left = [d for d, _, files in os.walk(user) if "xenomesh" in d.lower() and files]
    check(not left, f"files left behind: {left}")


def main():
    os.makedirs(WORK, exist_ok=True)
    shutil.rmtree(WORK)
    os.makedirs(WORK)
    name = install()
    import xenomesh

    notes.append(f"Blender {bpy.app.version_string}")
    steps = [lambda m=m: rest_and_motion(xenomesh, m) for m in MODELS]
    steps += [lambda m=m: unedited(m) for m in MODELS]
    steps += [lambda: edits(xenomesh), lambda: tools(xenomesh), broken]
    steps += extension_use.steps(sys.modules[__name__], xenomesh, name) + [lambda: uninstall(name)]
    for step in steps:
        try:
            step()
        except Exception:  # noqa: BLE001 - each step is a test
            problems.append(traceback.format_exc(limit=4))


bpy.ops.wm.read_factory_settings(use_empty=True)
try:
    main()
finally:
    with open(RESULT, "w", encoding="utf-8") as out:
        json.dump({"passed": passed, "problems": problems, "worst": worst_seen, "notes": notes}, out)
    sys.stdout.flush()
    os._exit(0)
