"""What artists do in Blender, one edit each, and what must be in the XPS file after it.

`loop.py` makes the edits, converts and compares; this is the list. An edit says what it wants of the result, in which of the
four ways it can hold (Custom Properties or not, template or not), which word the program must say, and which meshes it changes:
the picture may differ there and nowhere else.
"""

import math
import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from edit_tools import (  # noqa: E402, F401
    ANYWHERE,
    EDITS,
    GLB,
    WAYS,
    edit,
    every,
    has,
    obj,
    order,
    parents_first,
    picture,
    posed,
    rig,
    same,
    select,
    shader,
    texture,
    textures,
    unlink,
    xps_reader,
)

KNOWN = ("properties", "template", "both")


@edit(wants=every(same, parents_first), ways=("plain",))
def nothing_at_all():
    pass


@edit(wants=every(same, order), ways=KNOWN)
def nothing_with_what_we_know():
    pass


@edit(at=["5_belt"], wants=has("7_belt", hasnt=["5_belt"]))
def rename_object():
    obj("5_belt").name = "7_belt"


@edit(at=["5_belt"], wants=has("7_belt", hasnt=["5_belt"]))
def rename_mesh():
    obj("5_belt").data.name = "7_belt"


@edit(at=["5_belt"], wants=has("7_belt", hasnt=["5_belt"]))
def rename_material():
    bpy.data.materials["5_belt"].name = "7_belt"


@edit(at=["5_belt"], wants=has("7_belt", hasnt=["5_belt"]), ways=KNOWN)
def rename_all_three():
    obj("5_belt").data.name = bpy.data.materials["5_belt"].name = "7_belt"
    obj("5_belt").name = "7_belt"


@edit(at=["5_belt"], wants=has("6_belt"), ways=KNOWN, says="5_belt")
def rename_two_differently():
    obj("5_belt").data.name = "7_belt"
    obj("5_belt").name = "6_belt"


@edit(at=ANYWHERE, seen=True, wants=has("7_-Hair|Long.main", hasnt=["7_+Hair|Long.main"]))
def hide_optional_item():
    obj("7_+Hair|Long.main").name = "7_-Hair|Long.main"


@edit(wants=has("5_+Belt.a"))
def make_optional():
    obj("5_belt").name = "5_+Belt.a"


@edit(wants=has("5_golden belt"), ways=KNOWN)
def rename_plainly():
    obj("5_belt").name = "golden belt"


@edit(at=["5_belt"], wants=has("24_belt_0.5_1_1"))
def rename_with_numbers():
    obj("5_belt").name = "24_belt_0.5_1_1"


@edit(at=["5_belt"], seen=True, wants=has("7_belt", hasnt=["5_belt"]), says="transparent")
def make_transparent():
    unlink("5_belt", "Alpha")
    shader("5_belt").inputs["Alpha"].default_value = 0.5


@edit(at=["7_+Hair|Long.main"], wants=has("5_+Hair|Long.main"), says="opaque")
def make_opaque():
    unlink("7_+Hair|Long.main", "Alpha")
    shader("7_+Hair|Long.main").inputs["Alpha"].default_value = 1.0


def belt_with_bump(model, original, log):
    names = [n for n in model.names() if n.startswith("4_belt")]
    return textures(names[0], "leather", "bumps")(model, original, log) if names else f"{model.names()}"


@edit(at=["5_belt"], wants=belt_with_bump, says="bump")
def add_normal_map():
    texture("5_belt", picture("bumps", (0.5, 0.5, 1, 1)), "Normal", normal=True)


@edit(at=["4_shirt_0.2"], wants=every(has("32_shirt_0.2"), textures("32_shirt_0.2", "cloth")), says="bump")
def remove_normal_map():
    unlink("4_shirt_0.2", "Normal")


@edit(at=["5_belt"], seen=True, wants=lambda m, o, log: None if any(n.startswith("30_belt_0") and n != "30_belt_0.7" for n in m.names()) else f"{m.names()}")
def add_emission():
    shader("5_belt").inputs["Emission Color"].default_value = (1, 0.2, 0, 1)
    shader("5_belt").inputs["Emission Strength"].default_value = 1.0


@edit(at=["30_belt_0.7"], seen=True, wants=every(has("4_belt_0.7", hasnt=["30_belt_0.7"])), says="glow")
def remove_emission():
    unlink("30_belt_0.7", "Emission Color")
    shader("30_belt_0.7").inputs["Emission Strength"].default_value = 0.0


@edit(at=["5_belt"], seen=True, wants=textures("5_belt", "gold"))
def another_picture():
    unlink("5_belt", "Base Color")
    texture("5_belt", picture("gold", (1, 0.8, 0, 1)), "Base Color")


@edit(at=["5_belt"], seen=True, wants=every(has("5_belt"), textures("5_belt", "out_white")), says="diffuse")
def remove_picture():
    unlink("5_belt", "Base Color")
    shader("5_belt").inputs["Base Color"].default_value = (1, 1, 1, 1)


def red(model, *_):
    colors = model.named("5_belt")["colors"]
    return None if all(c[0] == 255 and abs(c[1] - 188) <= 1 and c[2] == 0 for c in colors) else f"{colors[0]}"


@edit(at=["5_belt"], seen=True, wants=red)
def another_color():
    unlink("5_belt", "Base Color")
    shader("5_belt").inputs["Base Color"].default_value = (1, 0.5, 0, 1)


@edit(at=["3_head"], wants=every(has("5_head", hasnt=["3_head"]), textures("5_head", "face")), says="lightmap")
def remove_lightmap():
    tree = bpy.data.materials["3_head"].node_tree
    for node in [n for n in tree.nodes if n.type == "GROUP"]:
        tree.nodes.remove(node)


@edit(at=["4_shirt_0.2"], wants=has("4_shirt_0.9", hasnt=["4_shirt_0.2"]), says="highlights")
def shinier():
    shader("4_shirt_0.2").inputs["Specular IOR Level"].default_value = 0.45


@edit(at=["5_belt"], wants=has("7_belt"), says="7_belt")
def use_another_material():
    bpy.data.materials.new("x")
    obj("5_belt").data.materials[0] = bpy.data.materials["7_+Hair|Long.main"]


@edit(wants=every(has("5_belt", "5_trousers", "7_+Hair|Long.main", count=9), textures("7_+Hair|Long.main", "hair"), textures("5_belt", "leather")))
def join_meshes():
    select(obj("5_belt"), obj("5_trousers"), obj("7_+Hair|Long.main"))
    bpy.ops.object.join()


@edit(wants=every(has("3_head", "5_eyes", count=9), textures("5_eyes", "eyes"), textures("3_head", "face", "face_light")))
def join_with_lightmap():
    select(obj("3_head"), obj("5_eyes"))
    bpy.ops.object.join()


@edit(at=["5_belt"], wants=has("6_belt", "5_trousers", hasnt=["5_belt"]), ways=("properties", "both"))
def join_and_rename():
    select(obj("5_belt"), obj("5_trousers"))
    bpy.ops.object.join()
    obj("5_belt").name = "6_belt"


@edit(wants=lambda m, o, log: None if len(m.meshes) == 10 and len(set(m.names())) == 10 else f"{m.names()}")
def duplicate():
    select(obj("5_belt"))
    bpy.ops.object.duplicate()


@edit(at=["5_belt"], seen=True, wants=has(count=8, hasnt=["5_belt"]))
def delete():
    bpy.data.objects.remove(obj("5_belt"))


def cube_on_root(model, *_):
    name = next((n for n in model.names() if "ube" in n), None)
    if name is None or not name.startswith("5_"):
        return f"{model.names()}"
    root = next(i for i, b in enumerate(model.bones) if b[1] == -1)
    weights = model.named(name)["weights"]
    return None if all(w == [(root, 1.0)] for w in weights) else f"{weights[0]}"


@edit(at=ANYWHERE, wants=cube_on_root)
def add_unskinned():
    bpy.ops.mesh.primitive_cube_add(size=0.2, location=(0, 0, 2))


@edit(at=ANYWHERE, wants=has("24_gem_0.3"))
def add_named():
    bpy.ops.mesh.primitive_cube_add(size=0.2, location=(0, 0, 2))
    bpy.context.object.name = "24_gem_0.3"


@edit(at=ANYWHERE, wants=has("7_glass"))
def add_new_transparent():
    bpy.ops.mesh.primitive_cube_add(size=0.2, location=(0, 0, 2))
    o = bpy.context.object
    o.name = o.data.name = "glass"
    material = bpy.data.materials.new("glass")
    material.use_nodes = True
    o.data.materials.append(material)
    shader("glass").inputs["Alpha"].default_value = 0.3


@edit(wants=lambda m, *_: None if "head hat" in [b[0] for b in m.bones] and len(m.bones) == 34 else f"{len(m.bones)}")
def add_bone():
    select(rig())
    bpy.ops.object.mode_set(mode="EDIT")
    bone = rig().data.edit_bones.new("head hat")
    bone.head, bone.tail = (0, 0, 1.9), (0, 0, 2.0)
    bone.parent = rig().data.edit_bones["head neck upper"]
    bpy.ops.object.mode_set(mode="OBJECT")


@edit(wants=lambda m, *_: None if "head chin" in [b[0] for b in m.bones] else "not renamed")
def rename_bone():
    rig().data.bones["head jaw"].name = "head chin"


@edit(wants=lambda m, *_: None if "neutral_bone" not in [b[0] for b in m.bones] else "neutral_bone")
def vertices_without_bone():
    o = obj("5_belt")
    for group in o.vertex_groups:
        group.remove([0, 1, 2])


@edit(at=ANYWHERE, wants=lambda m, o, _: None if abs(xps_reader.bounds(m)[1][1] - 2 * xps_reader.bounds(o)[1][1]) < 1e-3 else f"{xps_reader.bounds(m)}")
def scale_everything():
    rig().scale = (2, 2, 2)


@edit(at=ANYWHERE, wants=lambda m, o, _: None if abs(max(p[1] for p in m.named("5_eyes")["positions"]) - max(p[1] for p in o.named("5_eyes")["positions"]) - 0.1) < 1e-4 else "not moved")
def move_vertices():
    for v in obj("5_eyes").data.vertices:
        v.co.z += 0.1


@edit(at=["5_belt"], seen=True, wants=lambda m, *_: None if {tuple(c) for c in m.named("5_belt")["colors"]} == {(10, 128, 200, 255)} else f"{ {tuple(c) for c in m.named('5_belt')['colors']} }")
def paint_vertices():
    for c in obj("5_belt").data.color_attributes[0].data:
        c.color_srgb = (10 / 255, 128 / 255, 200 / 255, 1)


@edit(at=ANYWHERE, wants=posed("arm left elbow", 20), export_rest_position_armature=False)
def pose_without_keys():
    bone = rig().pose.bones["arm left elbow"]
    bone.rotation_mode = "XYZ"
    bone.rotation_euler = (math.radians(40), 0, 0)


@edit(wants=lambda m, o, _: None if abs(len(m.named("5_belt")["triangles"]) - 4 * len(o.named("5_belt")["triangles"])) <= 8 else "not subdivided")
def subdivide():
    select(obj("5_belt"))
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.subdivide()
    bpy.ops.object.mode_set(mode="OBJECT")


@edit(wants=has("5_belt-2", "5_belt"), says="renamed|became|belt")
def two_of_one_name():
    select(obj("5_belt"))
    bpy.ops.object.duplicate()
    bpy.context.object.data = bpy.context.object.data.copy()


@edit(wants=lambda m, o, _: same(m, o, _) or (None if len(m.named("5_eyes")["uvs"][0]) == 2 else "one UV layer"))
def add_uv_layer():
    layer = obj("5_eyes").data.uv_layers.new(name="second")
    layer.active_render = False


@edit(at=["5_belt"], wants=has("10_belt"), says="light")
def shadeless():
    tree = bpy.data.materials["5_belt"].node_tree
    color = shader("5_belt").inputs["Base Color"].links[0].from_socket
    out = next(n for n in tree.nodes if n.type == "OUTPUT_MATERIAL")
    background = tree.nodes.new("ShaderNodeBackground")
    tree.links.new(color, background.inputs["Color"])
    tree.links.new(background.outputs[0], out.inputs["Surface"])
    tree.nodes.remove(shader("5_belt"))


@edit(wants=has("5_" + "x" * 50))
def long_name():
    obj("5_belt").name = "5_" + "x" * 50


@edit(
    wants=every(same, lambda m, o, _: None if m.header["version"] == (2, 15) else f"{m.header}"),
    ways=("plain", "both"),
    args=("--profile", "xps2"),
)
def older_version():
    pass


def wave():
    """The elbow bends by 40° within a second, the export's 24 frames."""
    bone = rig().pose.bones["arm left elbow"]
    bone.rotation_mode = "XYZ"
    for frame, angle in ((0, 0), (24, 40)):
        bone.rotation_euler = (math.radians(angle), 0, 0)
        bone.keyframe_insert("rotation_euler", frame=frame)


def bent(file, least, most, count=1):
    def check(poses, *_):
        if len(poses) != count or file not in poses:
            return f"poses {sorted(poses)}"
        angle = max(abs(v) for v in poses[file]["arm left elbow"][:3])
        return None if least <= angle <= most else f"{angle} degrees"

    return check


@edit(wants=bent("out.pose", 39, 41), ways=("plain", "properties"), args=("--frame", "24"), out="out.pose")
def pose_of_last_frame():
    wave()


@edit(wants=bent("out.pose", 15, 25), ways=("plain", "properties"), args=("--frame", "12"), out="out.pose")
def pose_of_a_frame_between():
    wave()


@edit(wants=bent("wave025.pose", 39, 41, count=25), ways=("plain", "properties"), args=("--frames", "all"), out="wave001.pose")
def pose_of_every_frame():
    wave()


def two(model, original, log):
    names, bones = model.names(), [b[0] for b in model.bones]
    if len(names) != 18 or len(set(names)) != 18:
        return f"{names}"
    if len(set(bones)) != len(bones) or len(bones) != 2 * len(original.bones):
        return f"{len(bones)} bones instead of {2 * len(original.bones)}"
    low, high = xps_reader.bounds(model)
    return None if high[0] - low[0] > 3 else "the second stands in the first"


@edit(at=ANYWHERE, wants=two, ways=("plain", "template"), says="both skeletons keep their own")
def second_character():
    first = set(bpy.data.objects)
    bpy.ops.import_scene.gltf(filepath=GLB[0])
    for o in set(bpy.data.objects) - first:
        if o.parent is None:
            o.location.x += 3


def boneless(model, *_):
    return None if not model.bones and len(model.meshes) == 9 else f"{model.bones}"


@edit(at=ANYWHERE, wants=boneless, ways=("plain", "properties"))
def without_bones():
    for o in [o for o in bpy.data.objects if o.type == "MESH"]:
        o.modifiers.clear()
        o.vertex_groups.clear()
        o.parent = None
    bpy.data.objects.remove(rig())
