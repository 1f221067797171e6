"""Lets Blender make models as its users do, as input that this project did not write.

make.py OUT_DIR
"""
import math
import os
import sys

import bpy


def fresh():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 24


def material(name, color, picture=None, alpha=1.0, emission=None, normal=None):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    shader = m.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*color, 1.0)
    shader.inputs["Alpha"].default_value = alpha
    if picture:
        node = m.node_tree.nodes.new("ShaderNodeTexImage")
        node.image = picture
        m.node_tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
    if normal:
        node = m.node_tree.nodes.new("ShaderNodeTexImage")
        node.image = normal
        node.image.colorspace_settings.name = "Non-Color"
        bump = m.node_tree.nodes.new("ShaderNodeNormalMap")
        m.node_tree.links.new(node.outputs["Color"], bump.inputs["Color"])
        m.node_tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    if emission:
        shader.inputs["Emission Color"].default_value = (*emission, 1.0)
        shader.inputs["Emission Strength"].default_value = 1.0
    return m


def picture(name, f, size=32):
    image = bpy.data.images.new(name, size, size)
    image.pixels = [c for y in range(size) for x in range(size) for c in (*f(x / size, y / size), 1.0)]
    image.pack()
    return image


def export(folder, name, **options):
    path = os.path.join(folder, name)
    form = "GLB" if name.endswith(".glb") else "GLTF_SEPARATE"
    bpy.ops.export_scene.gltf(filepath=path, export_format=form, export_extras=True, **options)
    print("made", name)


def tentacle(folder):
    """A skinned tube with a subdivision modifier, two materials, two UV maps and a bending action."""
    fresh()
    bpy.ops.mesh.primitive_cylinder_add(vertices=10, radius=0.2, depth=2.0, location=(0, 0, 1.0))
    tube = bpy.context.object
    tube.name = "Tentacle"
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.subdivide(number_cuts=3)
    bpy.ops.object.mode_set(mode="OBJECT")
    tube.data.uv_layers.new(name="Second")
    checks = picture("checks", lambda u, v: (1, 1, 1) if (int(u * 8) + int(v * 8)) % 2 else (0.8, 0.1, 0.2))
    bumps = picture("bumps", lambda u, v: (0.5 + 0.2 * math.sin(u * 25), 0.5, 0.9))
    tube.data.materials.append(material("checked skin", (1, 1, 1), checks, normal=bumps))
    tube.data.materials.append(material("plain top", (0.1, 0.4, 0.9)))
    for face in tube.data.polygons:
        face.material_index = 1 if face.center.z > 0.5 else 0
    tube.modifiers.new("Smooth", "SUBSURF").levels = 1

    data = bpy.data.armatures.new("Rig")
    rig = bpy.data.objects.new("Rig", data)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    parent = None
    for i in range(4):
        bone = data.edit_bones.new(f"bone {i + 1}")
        bone.head, bone.tail = (0, 0, i * 0.5), (0, 0.02 * i, i * 0.5 + 0.5)
        bone.parent = parent
        parent = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    for i in range(4):
        group = tube.vertex_groups.new(name=f"bone {i + 1}")
        for v in tube.data.vertices:
            height = v.co.z + 1.0
            weight = max(0.0, 1.0 - abs(height - (i * 0.5 + 0.25)) / 0.5)
            if weight > 0:
                group.add([v.index], weight, "REPLACE")
    tube.modifiers.new("Rig", "ARMATURE").object = rig
    tube.parent = rig
    for i in range(4):
        bone = rig.pose.bones[f"bone {i + 1}"]
        bone.rotation_mode = "QUATERNION"
        for frame, angle in ((0, 0.0), (12, 0.5), (24, -0.3), (36, 0.0)):
            bone.rotation_quaternion = (math.cos(angle / 2), math.sin(angle / 2), 0, 0)
            bone.keyframe_insert("rotation_quaternion", frame=frame)
    rig.pose.bones["bone 1"].location = (0, 0, 0)
    rig.pose.bones["bone 1"].keyframe_insert("location", frame=0)
    rig.pose.bones["bone 1"].location = (0.1, 0.2, 0)
    rig.pose.bones["bone 1"].keyframe_insert("location", frame=36)
    rig.animation_data.action.name = "sway"
    export(folder, "tentacle.glb", export_apply=True, export_tangents=True)
    export(folder, "tentacle.gltf", export_apply=True)


def face(folder):
    """Shape keys, vertex colours, custom properties and a talking action."""
    fresh()
    bpy.ops.mesh.primitive_uv_sphere_add(segments=16, ring_count=10, radius=0.5)
    ball = bpy.context.object
    ball.name = "Face"
    ball["mood"] = "good"
    ball.data.materials.append(material("skin", (0.9, 0.7, 0.6)))
    colors = ball.data.color_attributes.new("Col", "FLOAT_COLOR", "POINT")
    for i, v in enumerate(ball.data.vertices):
        colors.data[i].color = (0.5 + v.co.x, 0.5 + v.co.y, 0.5 + v.co.z, 1.0)
    ball.shape_key_add(name="Basis")
    for name, change in (("wide", (0.4, 0, 0)), ("tall", (0, 0, 0.4)), ("nose", (0, -0.5, 0))):
        key = ball.shape_key_add(name=name)
        for i, v in enumerate(ball.data.vertices):
            if name != "nose" or v.co.y < -0.4:
                key.data[i].co = [c * (1 + d) if name != "nose" else c + d * 0.5 for c, d in zip(v.co, change)]
        for frame, value in ((0, 0.0), (10, 1.0), (20, 0.25), (30, 0.0)):
            key.value = value
            key.keyframe_insert("value", frame=frame)
    ball.data.shape_keys.animation_data.action.name = "talk"
    export(folder, "face.glb", export_morph_normal=True, export_vertex_color="ACTIVE")


def props(folder):
    """Rigid parts in a hierarchy with rotation and scale, several materials, moving parts, hidden and empty nodes."""
    fresh()
    bpy.ops.object.empty_add(location=(1, 2, 0.5), rotation=(0.2, 0.1, 0.7))
    base = bpy.context.object
    base.name = "Base"
    looks = [
        material("glass", (0.6, 0.8, 1.0), alpha=0.4),
        material("lamp", (0.1, 0.1, 0.1), emission=(1.0, 0.7, 0.2)),
        material("paint", (0.8, 0.2, 0.1)),
    ]
    for i, add in enumerate(
        (bpy.ops.mesh.primitive_cube_add, bpy.ops.mesh.primitive_cone_add, bpy.ops.mesh.primitive_torus_add)
    ):
        add(location=(i * 0.8, 0, 0.3 * i), rotation=(0.3 * i, 0, 0.5))
        part = bpy.context.object
        part.name = f"Part {i}"
        part.scale = (0.5, 0.5, 0.5)
        part.parent = base
        for look in looks[: i + 1]:
            part.data.materials.append(look)
        for f in part.data.polygons:
            f.material_index = f.index % (i + 1)
    turning = bpy.data.objects["Part 2"]
    turning.rotation_mode = "QUATERNION"
    for frame, angle in ((0, 0.0), (12, 1.0), (24, 2.0)):
        turning.rotation_quaternion = (math.cos(angle / 2), 0, 0, math.sin(angle / 2))
        turning.keyframe_insert("rotation_quaternion", frame=frame)
        turning.location = (1.6, 0.1 * frame, 0.6)
        turning.keyframe_insert("location", frame=frame)
    turning.animation_data.action.name = "turn"
    export(folder, "props.glb")


if __name__ == "__main__":
    out = sys.argv[-1]
    os.makedirs(out, exist_ok=True)
    code = 0
    try:
        tentacle(out)
        face(out)
        props(out)
    except Exception as e:  # the process must end, whatever happened
        print("error:", e)
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
