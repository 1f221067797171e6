"""A menu in Blender: its COLLADA file, its cameras and lights, and the way of a mesh back.

menu.py MODEL.glb MESHES.dae OUT_DIR RESULT.json
"""
import json
import math
import os
import sys

import bpy

model, meshes, out, result = sys.argv[-4:]
found = {}


def fresh():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def world(name):
    o = bpy.data.objects[name]
    return [list(o.matrix_world @ v.co) for v in o.data.vertices]


# COLLADA, by an importer we did not write.
fresh()
bpy.ops.wm.collada_import(filepath=meshes)
found["collada"] = {
    o.name: {"points": world(o.name), "polygons": len(o.data.polygons), "materials": [m.name for m in o.data.materials if m]}
    for o in bpy.data.objects
    if o.type == "MESH"
}

# The model: what Blender makes of cameras and lights.
fresh()
bpy.ops.import_scene.gltf(filepath=model)
found["cameras"] = {
    o.name: {
        "type": o.data.type,
        "yfov": o.data.angle_y,
        "near": o.data.clip_start,
        "far": o.data.clip_end,
        # Looks along its own -Z.
        "looks": list(o.matrix_world.to_3x3() @ __import__("mathutils").Vector((0, 0, -1))),
        "at": list(o.matrix_world.translation),
    }
    for o in bpy.data.objects
    if o.type == "CAMERA"
}
found["lights"] = {
    o.name: {"type": o.data.type, "angle": getattr(o.data, "spot_size", 0.0)} for o in bpy.data.objects if o.type == "LIGHT"
}

# As it is, by the default export and with everything ticked.
bpy.ops.export_scene.gltf(filepath=os.path.join(out, "plain.glb"))
bpy.ops.export_scene.gltf(
    filepath=os.path.join(out, "ticked.glb"), export_cameras=True, export_lights=True, export_extras=True
)

# Edited: a narrower view, a corner of the backdrop pulled out.
bpy.data.objects["MainCamera"].data.angle_y = math.radians(30)
bpy.data.objects["Backdrop"].data.vertices[0].co.x *= 1.25
bpy.ops.export_scene.gltf(
    filepath=os.path.join(out, "edited.glb"), export_cameras=True, export_lights=True, export_extras=True
)
found["moved"] = bpy.data.objects["Backdrop"].data.vertices[0].co.x

with open(result, "w", encoding="utf-8") as f:
    json.dump(found, f)
sys.stdout.flush()
os._exit(0)
