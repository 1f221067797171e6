"""Opens GLBs in Blender and exports them again with the default options: untouched, and with one key changed.

trip.py PLAN.json; the plan is a list of {"from", "untouched", "edited"} (paths; the last may be missing).
"""
import json
import os
import sys

import bpy


def curves(action):
    if hasattr(action, "layers"):
        bags = (s for layer in action.layers for strip in layer.strips for s in strip.channelbags)
        return [c for bag in bags for c in bag.fcurves]
    return list(action.fcurves)


def change(action):
    """The middle key of the first curve that moves a bone or an object."""
    for curve in curves(action):
        if curve.data_path.endswith("location") and len(curve.keyframe_points) > 1:
            points = curve.keyframe_points
            points[len(points) // 2].co[1] += 0.25
            curve.update()
            return
    raise SystemExit("no curve to change")


for one in json.load(open(sys.argv[1])):
    for out, edit in ((one["untouched"], False), (one.get("edited"), True)):
        if out is None:
            continue
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.import_scene.gltf(filepath=one["from"])
        if edit:
            change(sorted(bpy.data.actions, key=lambda a: a.name)[0])
        bpy.ops.export_scene.gltf(filepath=out)
sys.stdout.flush()
os._exit(0)
