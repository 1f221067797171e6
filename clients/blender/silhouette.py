"""Renders GLB files with Blender's Workbench from given cameras: what is covered, as the picture's alpha.

silhouette.py PLAN.json

The plan is written by `cargo xtask` (xtask/src/test/silhouette.rs): for each file the camera in glTF's axes, the size, the names
of hidden nodes and where the picture goes.
"""
import json
import math
import os
import sys
import traceback

import bpy
from mathutils import Matrix

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from compare import clip, load, variant  # noqa: E402


def turned(v):
    """glTF's axes to Blender's."""
    return (v[0], -v[2], v[1])


def render(entry):
    scratch = entry["out"] + ".glb"
    variant(entry["glb"], -1, scratch)
    load(scratch)
    os.remove(scratch)
    scene = bpy.context.scene
    hidden = {clip(name) for name in entry["hidden"]}
    for obj in scene.objects:
        obj.hide_render = obj.type != "MESH" or any(o.name in hidden for o in parents(obj))
    data = bpy.data.cameras.new("camera")
    data.sensor_fit = "VERTICAL"
    data.angle = math.radians(entry["fov"])
    data.clip_start, data.clip_end = entry["depth"][0] * 0.5, entry["depth"][1] * 2.0
    camera = bpy.data.objects.new("camera", data)
    right, up, back = (turned(a) for a in entry["axes"])
    eye = turned(entry["eye"])
    camera.matrix_world = Matrix([[right[i], up[i], back[i], eye[i]] for i in range(3)] + [[0, 0, 0, 1]])
    scene.collection.objects.link(camera)
    scene.camera = camera
    scene.render.engine = "BLENDER_WORKBENCH"
    scene.display.shading.color_type = "MATERIAL"
    scene.display.render_aa = "8"
    scene.render.film_transparent = True
    scene.render.resolution_x = scene.render.resolution_y = entry["size"]
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.render.filepath = entry["out"]
    bpy.ops.render.render(write_still=True)


def parents(obj):
    while obj:
        yield obj
        obj = obj.parent


if __name__ == "__main__":
    code = 0
    try:
        for one in json.load(open(sys.argv[1])):
            render(one)
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
