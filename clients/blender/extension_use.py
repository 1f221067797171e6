"""More of what people do with the extension: artists' edits, sets of files, containers, poses, textures.

`extension.py` calls `steps`; `t` is its module (check, import_model, export, facts, SAMPLES, WORK).
"""

import filecmp
import os
import shutil
import sys
import zipfile

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import edits  # noqa: E402
import extension_formats  # noqa: E402
import extension_look  # noqa: E402
import extension_words  # noqa: E402
import extension_work  # noqa: E402
from edits import xps_reader  # noqa: E402
from extension_edits import HERO, artist, sentence  # noqa: E402
from extension_export import motions_alone, ship_alone, which_objects  # noqa: E402

SHIP = "egosoft/ship/assets/units/size_s/ship_sample.xml"


def steps(t, xenomesh, name):
    """Every check as a function without arguments."""
    own = [
        sets, looks, containers, several, dropped, poses, textures, collections, armatures, modifiers, painted, bending,
        motions_alone, ship_alone, which_objects, *extension_formats.STEPS, *extension_work.STEPS, *extension_words.STEPS,
        *extension_look.STEPS,
    ]  # fmt: skip
    out = [lambda e=e: artist(t, xenomesh, e) for e in edits.EDITS]
    return out + [lambda f=f: f(t, xenomesh, name) for f in own]


# --- sets of files --------------------------------------------------------------------------------------------------


def sets(t, xenomesh, _):
    """Ships with all their parts and motions, user interfaces with their data, and scenes: unedited, byte for byte."""
    for name, options, least in ((SHIP, {}, 8), (SHIP, {"lods": True, "collision": True}, 27), ("anark/main.bsg", {}, 2)):
        path = os.path.join(t.SAMPLES, name)
        source = t.import_model(path, **options)
        folder = os.path.join(t.WORK, "set", str(least))
        os.makedirs(folder)
        t.export(name, os.path.join(folder, os.path.basename(path)), format=source["format"])
        made = [os.path.relpath(os.path.join(d, f), folder) for d, _, files in os.walk(folder) for f in files]
        game = [f for f in made if f.endswith((".xml", ".xmf", ".ani", ".bsg", ".bgf"))]
        t.check(len(game) == least, f"{name}: {len(game)} files, expected {least}: {sorted(game)}")
        for file in game:
            same = filecmp.cmp(os.path.join(folder, file), os.path.join(os.path.dirname(path), file), shallow=False)
            t.check(same, f"{name}: {file} changed without an edit")
    path = os.path.join(t.SAMPLES, "xnalara/meeting_xps.scene")
    t.import_model(path)
    target = os.path.join(t.WORK, "meeting.scene")
    t.export("meeting", target, format="scene")
    t.check(filecmp.cmp(path, target, shallow=False), "a .scene changed without an edit")
    next(o for o in bpy.data.objects if o.type == "MESH").data.vertices[0].co.x += 1
    sentence(t, lambda: bpy.ops.export_scene.xenomesh(filepath=target, format="scene", overwrite=True), "export the models")
    edited_ship(t, xenomesh)


def edited_ship(t, xenomesh):
    """One vertex of one part of a ship changes its mesh, and its size in the XML."""
    path = os.path.join(t.SAMPLES, SHIP)
    t.import_model(path)
    item = next(o for o in bpy.data.objects if o.type == "MESH" and "wing_left" in o.name)
    item.data.vertices[0].co.z += 0.25
    folder = os.path.join(t.WORK, "ship")
    os.makedirs(folder)
    t.export("ship", os.path.join(folder, "ship_sample.xml"), format="component")
    made = [os.path.relpath(os.path.join(d, f), folder) for d, _, files in os.walk(folder) for f in files]
    old = os.path.dirname(path)
    other = [f for f in made if os.path.exists(os.path.join(old, f)) and not filecmp.cmp(os.path.join(folder, f), os.path.join(old, f), False)]
    meshes = [f for f in other if f != "ship_sample.xml"]
    t.check(len(meshes) == 1 and "wing_left" in meshes[0], f"moving a vertex of the left wing changed {other}")
    texts = [open(p, encoding="utf-8").read().splitlines() for p in (path, os.path.join(folder, "ship_sample.xml"))]
    changed = [(was, now) for was, now in zip(*texts, strict=True) if was != now]
    wing = texts[0].index('          <part name="part_wing_left">')
    # The size at rest, and the one it sweeps.
    t.check([now.split()[0] for _, now in changed] == ["<max", "<center"] * 2, f"lines of the XML: {changed}")
    t.check(all(wing < texts[0].index(was) < wing + 40 for was, _ in changed), f"not of the wing: {changed}")


def looks(t, xenomesh, _):
    """Lights and cameras, in and out."""
    path = os.path.join(t.SAMPLES, SHIP)
    t.import_model(path)
    lamps = [o for o in bpy.data.objects if o.type == "LIGHT"]
    before = xenomesh.open(path).scene().lights
    t.check(len(lamps) == len(before) > 0, f"{len(lamps)} lights, expected {len(before)}")
    made = xenomesh.Scene(
        "look", nodes=[xenomesh.Node("lamp", light=0), xenomesh.Node("eye", camera=0, translation=(1, 2, 3))],
        lights=[xenomesh.Light("lamp", "spot", (1, 0.5, 0.25), 30.0, 12.0, 0.2, 0.6)], cameras=[xenomesh.Camera("eye", 0.7, znear=0.5, zfar=90.0)],
    )  # fmt: skip
    glb, out = os.path.join(t.WORK, "look.glb"), os.path.join(t.WORK, "look2.glb")
    made.save(glb)
    t.import_model(glb)
    camera = next((o for o in bpy.data.objects if o.type == "CAMERA"), None)
    t.check(camera is not None and abs(camera.data.angle_y - 0.7) < 1e-5, "the camera did not arrive")
    t.check(camera is not None and np.allclose(camera.matrix_world.translation, (1, -3, 2), atol=1e-6), "the camera stands elsewhere")
    next(o for o in bpy.data.objects if o.type == "LIGHT").data.energy *= 2
    bpy.ops.object.camera_add(location=(0, 0, 5))
    bpy.ops.export_scene.xenomesh(filepath=out, format="glb", what="scene")
    after = xenomesh.open(out).scene()
    t.check(len(after.cameras) == 2 and len(after.lights) == 1, f"{after.cameras} {after.lights}")
    if after.lights and after.cameras:
        lamp, eye = after.lights[0], after.cameras[0]
        t.check(lamp.kind == "spot" and abs(lamp.intensity - 60) < 1e-3 and abs(lamp.outer_cone - 0.6) < 1e-5, f"{lamp}")
        t.check(abs(eye.yfov - 0.7) < 1e-5 and abs(eye.znear - 0.5) < 1e-6, f"{eye}")
    node = next(n for n in after.nodes if n.camera == 0)
    t.check(np.allclose(node.translation, (1, 2, 3), atol=1e-5), f"the camera came back at {node.translation}")


# --- what can be chosen -----------------------------------------------------------------------------------------------


def names_in():
    return sorted(c.name for c in bpy.data.collections if c.get("xenomesh"))


def containers(t, xenomesh, _):
    """Actor types, entries of archives, folders."""
    units = os.path.join(t.SAMPLES, "paradox-game/interface/units.gfx")
    t.fresh()
    bpy.ops.import_scene.xenomesh(filepath=units)
    known = {one["name"] for one in xenomesh.open(units).inspect()["details"]["types"]}
    t.check(set(names_in()) == known > {"Hat", "Soldier"}, f"all types: {names_in()}, expected {sorted(known)}")
    t.fresh()
    bpy.ops.import_scene.xenomesh(filepath=units, only="soldier")
    t.check(names_in() == ["Soldier"], f"one type: {names_in()}")
    t.check(len(bpy.data.actions) >= 1, "a type without its motions")
    t.fresh()
    chosen = [{"name": "Hat", "use": True}, {"name": "Soldier", "use": False}, {"name": "Recruit", "use": True}]
    bpy.ops.import_scene.xenomesh_choose(filepath=units, entries=chosen, settings="{'connect': False}")
    t.check(names_in() == ["Hat", "Recruit"], f"chosen types: {names_in()}")
    sentence(t, lambda: bpy.ops.import_scene.xenomesh(filepath=units, only="Nobody"), "Nobody")
    t.fresh()
    bpy.ops.import_scene.xenomesh(filepath=os.path.join(t.SAMPLES, "egosoft/ship.cat"), only="*ship_sample.xml")
    t.check(names_in() == ["ship_sample"], f"out of a catalog: {names_in()}")
    archive = os.path.join(t.WORK, "models.zip")
    folder = os.path.join(t.WORK, "folder")
    os.makedirs(folder)
    shutil.copy(os.path.join(t.SAMPLES, "xnalara/character_v1_12.xps"), os.path.join(folder, "b.xps"))
    shutil.copy(os.path.join(t.SAMPLES, HERO), os.path.join(folder, "a.xps"))
    shutil.copy(os.path.join(t.SAMPLES, "xnalara/wave.pose"), folder)
    with zipfile.ZipFile(archive, "w") as out:
        out.write(os.path.join(t.SAMPLES, HERO), "inner/hero.xps")
    for path, want in ((archive, ["hero"]), (folder, ["a", "b"])):
        t.fresh()
        bpy.ops.import_scene.xenomesh(filepath=path)
        t.check(names_in() == want, f"{os.path.basename(path)}: {names_in()}")
    for ipf in sorted(os.listdir(os.path.join(t.SAMPLES, "tos-game/data"))):
        found = [n for n in xenomesh.open_archive(os.path.join(t.SAMPLES, "tos-game/data", ipf)) if n.endswith(".xac")]
        if found:
            t.fresh()
            bpy.ops.import_scene.xenomesh(filepath=os.path.join(t.SAMPLES, "tos-game/data", ipf), only=found[0])
            t.check(len(names_in()) == 1, f"{ipf}: {names_in()}")
            return
    t.check(False, "no actor in the sample archives")


def several(t, _, name):
    """Several files at once: models next to each other, motions onto the model."""
    folder = os.path.join(t.SAMPLES, "xnalara")
    t.fresh()
    files = [{"name": "character_v3_15.xps"}, {"name": "character.mesh"}]
    bpy.ops.import_scene.xenomesh(directory=folder, files=files)
    t.check(names_in() == ["character", "character_v3_15"], f"two files: {names_in()}")
    t.fresh()
    bpy.ops.import_scene.xenomesh(directory=folder, files=[{"name": "character_v3_15.xps"}, {"name": "wave.pose"}])
    t.check(len(bpy.data.actions) == 1, f"the pose is no action of the model: {[a.name for a in bpy.data.actions]}")
    if "layers" in bpy.types.Action.bl_rna.properties:
        t.check([a.name for a in bpy.data.actions] == ["wave"], f"the action is called {[a.name for a in bpy.data.actions]}")


def dropped(t, *_):
    """Files dropped on the 3D view."""
    handler = next(c for c in bpy.types.FileHandler.__subclasses__() if c.bl_idname == "IO_FH_xenomesh")
    known = set(handler.bl_file_extensions.split(";"))
    for extension in ".xps .mesh .ascii .scene .xac .xmf .xml .bsg .bgf .pose .xsm .xpm .ani .gfx .cat .ipf".split():
        t.check(extension in known, f"{extension} cannot be dropped")
    t.fresh()
    window = bpy.context.window_manager.windows[0]
    area = next((a for a in window.screen.areas if a.type == "VIEW_3D"), window.screen.areas[0])
    area.type = "VIEW_3D"
    region = next(r for r in area.regions if r.type == "WINDOW")
    with bpy.context.temp_override(window=window, area=area, region=region):
        t.check(handler.poll_drop(bpy.context), "the 3D view takes no drop")
        bpy.ops.wm.drop_import_file(directory=os.path.join(t.SAMPLES, "xnalara"), files=[{"name": "character.mesh"}])
        t.check(names_in() == ["character"], f"dropped: {names_in()}")
        files = [{"name": "character_v3_15.xps"}, {"name": "character_v1_12.xps"}]
        bpy.ops.wm.drop_import_file(directory=os.path.join(t.SAMPLES, "xnalara"), files=files)
        t.check(names_in() == ["character", "character_v1_12", "character_v3_15"], f"two dropped: {names_in()}")
        bpy.ops.wm.drop_import_file(directory=os.path.join(t.SAMPLES, "xnalara"), files=[{"name": "wave.pose"}])
    rig = bpy.context.view_layer.objects.active
    moved = rig.animation_data is not None and rig.animation_data.action is not None
    t.check(moved and len(names_in()) == 3, f"a dropped pose is not on the selected armature {rig.name}: {names_in()}")


def poses(t, xenomesh, _):
    """Poses, motions and face motions onto what is selected; tracks on request."""
    folder = os.path.join(t.SAMPLES, "emfx/xrebirth")
    t.import_model(os.path.join(folder, "character.xac"))
    bpy.ops.import_scene.xenomesh(filepath=os.path.join(folder, "character.walk.xsm"))
    rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    t.check(rig.animation_data is not None and rig.animation_data.action is not None, "no motion on the armature")
    bpy.ops.import_scene.xenomesh(filepath=os.path.join(folder, "character.talk.xpm"))
    faces = [k for k in bpy.data.shape_keys if k.animation_data and k.animation_data.action]
    t.check(len(faces) == 1, f"the face motion moves {len(faces)} meshes")
    for orient in (True, False):
        t.import_model(os.path.join(folder, "character.xac"), motions=True, nla=True, orient=orient)
        rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
        tracks = rig.animation_data.nla_tracks
        t.check(len(tracks) >= 1 and rig.animation_data.action is None, f"{len(tracks)} tracks")
        t.check(all(track.mute for track in tracks), "a track plays although nobody asked")
    path = os.path.join(t.SAMPLES, HERO)
    t.import_model(path)
    rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    bpy.context.view_layer.objects.active = rig
    bpy.ops.import_scene.xenomesh(filepath=os.path.join(t.SAMPLES, "xnalara/nod004.pose"))
    out = os.path.join(t.WORK, "again.pose")
    bpy.ops.export_scene.xenomesh(filepath=out, format="pose")
    want, got = xps_reader.pose(os.path.join(t.SAMPLES, "xnalara/nod004.pose")), xps_reader.pose(out)
    far = {b: (want[b], got[b]) for b in want if b in got and np.abs(np.subtract(want[b], got[b])).max() > 2e-3}
    t.check(not far and set(want) & set(got), f"a pose that was loaded came back as another: {dict(list(far.items())[:2])}")
    sentence(t, lambda: bpy.ops.xenomesh.pose_load(filepath=os.path.join(folder, "character.walk.xsm")[:-1]), "")
    frames(t, xenomesh)


def frames(t, xenomesh):
    """A pose for each key of the action."""
    rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    folder = os.path.join(t.WORK, "keys")
    os.makedirs(folder)
    rig.animation_data_clear()
    bone = rig.pose.bones["arm left elbow"]
    for frame, turn in ((0, 0.0), (10, 0.5), (20, 1.0)):
        bone.rotation_quaternion = (np.cos(turn / 2), np.sin(turn / 2), 0, 0)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    bpy.ops.export_scene.xenomesh(filepath=os.path.join(folder, "a.pose"), format="pose", poses="keys")
    t.check(len(os.listdir(folder)) >= 3, f"poses of the keys: {os.listdir(folder)}")


def textures(t, *_):
    """Packed, linked, DDS decoded, missing ones by name."""
    path = os.path.join(t.SAMPLES, HERO)
    t.import_model(path, pack=True)
    t.check(all(i.packed_file for i in bpy.data.images if i.source == "FILE"), "a picture is not packed")
    hair = next(i for i in bpy.data.images if "hair" in i.name)
    t.check(hair.size[0] > 8, f"the DDS has {hair.size[:]} pixels")
    t.import_model(path, pack=False)
    linked = [i for i in bpy.data.images if not i.packed_file and os.path.isfile(bpy.path.abspath(i.filepath))]
    t.check(len(linked) >= 3, f"{len(linked)} pictures are linked")
    dds = [i for i in bpy.data.images if "dds" in i.name.lower()]
    t.check(dds and all(i.packed_file for i in dds), "a decoded DDS must be packed: Blender reads fewer kinds of it")


def collections(t, xenomesh, _):
    """Levels, collision, hidden items and hardpoints."""
    t.fresh()
    bpy.ops.import_scene.xenomesh(filepath=os.path.join(t.SAMPLES, SHIP), lods=True, collision=True)
    names = {c.name: c for c in bpy.data.collections}
    for part in ("LOD 1", "LOD 2", "Collision"):
        found = next((c for n, c in names.items() if n.endswith(part)), None)
        t.check(found is not None and found.hide_viewport and len(found.objects) > 0, f"no hidden collection for {part}")
    empties = [o.name for o in bpy.data.objects if o.type == "EMPTY"]
    nodes = [n for n in xenomesh.open(os.path.join(t.SAMPLES, SHIP)).scene().nodes if n.mesh is None and n.light is None]
    t.check(len(empties) >= len(nodes) > 3, f"hardpoints as empties: {empties}")
    hidden = os.path.join(t.WORK, "edits/hide_optional_item/out.xps")
    t.fresh()
    bpy.ops.import_scene.xenomesh(filepath=hidden)
    found = next((c for c in bpy.data.collections if "Hidden" in c.name), None)
    t.check(found is not None and found.hide_viewport and len(found.objects) == 1, "no hidden collection for an optional item")
    t.fresh()
    bpy.ops.import_scene.xenomesh(filepath=hidden, hidden="omit")
    t.check(not any("Hidden" in c.name for c in bpy.data.collections), "a hidden item although it was to be left out")


def armatures(t, *_):
    """Bones that look like bones, connected where they meet, unused ones in a collection."""
    t.import_model(os.path.join(t.SAMPLES, HERO))
    rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    t.check(sum(b.use_connect for b in rig.data.bones) > 5, "no bone is connected")
    arm, hand = rig.data.bones["arm left elbow"], rig.data.bones["arm left wrist"]
    along = (hand.head_local - arm.head_local).normalized().dot((arm.tail_local - arm.head_local).normalized())
    t.check(along > 0.999, f"the lower arm points {along:.3f} to the hand")
    unused = [b for b in rig.data.bones if b.name.lower().startswith("unused")]
    group = rig.data.collections.get("Unused")
    t.check(not unused or group is not None and not group.is_visible, "unused bones are shown")
    t.import_model(os.path.join(t.SAMPLES, HERO), connect=False)
    rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    t.check(not any(b.use_connect for b in rig.data.bones), "bones are connected although they must not be")


def bending(t, *_):
    """Elbows and knees bend about local X, the way people bend them; the bones of each use are in their collection."""
    joints = (("arm {} elbow", "arm {} wrist", -1), ("leg {} knee", "leg {} ankle", 1))
    for model in (HERO, "emfx/xrebirth/character.xac", "emfx/paradox/character.xac", "emfx/tos/character.xac"):
        t.import_model(os.path.join(t.SAMPLES, model))
        rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
        for upper, lower, way in [(u.format(s), l.format(s), w) for u, l, w in joints for s in ("left", "right")]:
            before = rig.pose.bones[lower].head.copy()
            rig.pose.bones[upper].rotation_quaternion = (np.cos(0.3), np.sin(0.3), 0, 0)
            bpy.context.view_layer.update()
            moved = rig.pose.bones[lower].head - before
            t.check(moved.y * way > 0.8 * moved.length > 0.01, f"{upper} bends to {tuple(moved)}")
        held = {b.name for c in rig.data.collections for b in c.bones}
        t.check(held == {b.name for b in rig.data.bones}, f"in no collection: {sorted({b.name for b in rig.data.bones} - held)}")
        deform = {b.name for b in rig.data.collections["Deform"].bones}
        used = set()
        for item in (o for o in bpy.data.objects if o.type == "MESH"):
            used |= {item.vertex_groups[g.group].name for v in item.data.vertices for g in v.groups if g.weight > 0}
        t.check(deform == {n for n in used if not n.startswith("unused")}, f"collection Deform: {sorted(deform ^ used)}")


def modifiers(t, xenomesh, _):
    """Modifiers are applied, shape keys stay, whatever their strength is now."""
    path = os.path.join(t.SAMPLES, "emfx/tos/character.xac")
    before = xenomesh.open(path).scene(textures=False)
    t.import_model(path)
    head = next(o for o in bpy.data.objects if o.type == "MESH" and o.data.shape_keys)
    known = next(m for m in before.meshes if m.targets)
    head.data.shape_keys.key_blocks[1].value = 1.0
    mirror = head.modifiers.new("Mirror", "MIRROR")
    mirror.use_mirror_merge = False
    out = os.path.join(t.WORK, "mirrored.xac")
    t.export("mirror", out, format="xac")
    made = next((m for m in xenomesh.open(out).scene(textures=False).meshes if m.targets), None)
    t.check(made is not None and len(made.targets) == len(known.targets), "shape keys are lost by a modifier")
    if made is not None:
        t.check(len(made.indices) == 2 * len(known.indices), f"{len(made.indices)} indices, expected {2 * len(known.indices)}")
        far = np.abs(known.bounds()[1][1] - made.bounds()[1][1])
        t.check(far < 1e-4, f"the strength of a shape key was baked in: {far}")
        moved = [np.abs(m.targets[0].positions).max() for m in (known, made)]
        t.check(abs(moved[0] - moved[1]) < 1e-4, f"the shape key moves by {moved[1]}, expected {moved[0]}")


def painted(t, xenomesh, _):
    """A painted picture is written; the others stay."""
    t.import_model(os.path.join(t.SAMPLES, HERO))
    image = next(n.image for n in bpy.data.materials["5_belt"].node_tree.nodes if n.type == "TEX_IMAGE")
    pixels = np.zeros(image.size[0] * image.size[1] * 4, np.float32)
    pixels[:] = (1, 0, 0, 1) * (len(pixels) // 4)
    image.pixels.foreach_set(pixels)
    image.update()
    image.pack()
    folder = os.path.join(t.WORK, "painted")
    os.makedirs(folder)
    out = os.path.join(folder, "hero.xps")
    t.export("paint", out, format="xps")
    scene = xenomesh.open(out).scene()
    material = next(m for m in scene.materials if m.name == "5_belt")
    shown = scene.images[material.texture("baseColor").image]
    red = shown.pixels()[..., :3].reshape(-1, 3).mean(axis=0) if shown.data is not None else None
    t.check(red is not None and red[0] > 250 and red[1] < 5, f"the painted picture is {red}")
