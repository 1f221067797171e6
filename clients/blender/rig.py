"""`--orient-bones` against a rig made by hand: do knees, elbows and fingers bend about the same axis?

    python rig.py PROGRAM SAMPLES SCRATCH

The hand-made rig has the bones of the sample where they are, and each roll set with Blender's own Recalculate Roll as riggers do:
legs and arms by the view from the front (global Y), fingers by the view from above (global Z). The axes may differ by 2 degrees,
and a turn about local X must bend the joint: shins go back, forearms forward, fingers down.
"""

import math
import os
import subprocess
import sys

import bpy
from mathutils import Matrix, Vector

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import xps_reader  # noqa: E402

PROGRAM, SAMPLES, SCRATCH = (os.path.abspath(p) for p in sys.argv[1:4])
ORIGINAL = os.path.join(SAMPLES, "xnalara", "character_v3_15.xps")
# Words of a name: Recalculate Roll's type, and where the bone's tail goes when it bends (Blender's axes, facing -Y).
HINGES = {
    "knee": ("GLOBAL_POS_Y", Vector((0, 1, 0))),
    "thigh": ("GLOBAL_POS_Y", Vector((0, 1, 0))),
    "elbow": ("GLOBAL_NEG_Y", Vector((0, -1, 0))),
    "shoulder 2": ("GLOBAL_NEG_Y", Vector((0, -1, 0))),
    "finger": ("GLOBAL_NEG_Z", Vector((0, 0, -1))),
}
LIMIT = 2.0


def turned(v):
    return Vector((v[0], -v[2], v[1]))


def by_hand(model):
    """Name -> axes of a rig with tails at the children (a last bone goes on as the one above it), rolls by the operator."""
    data = bpy.data.armatures.new("by hand")
    rig = bpy.data.objects.new("by hand", data)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    heads = [turned(b[2]) for b in model.bones]
    for i, (name, parent, _) in enumerate(model.bones):
        bone = data.edit_bones.new(name)
        children = [heads[k] for k, b in enumerate(model.bones) if b[1] == i]
        before = data.edit_bones[model.bones[parent][0]].vector if parent >= 0 else Vector((0, 0, 1))
        bone.head = heads[i]
        bone.tail = sum(children, Vector()) / len(children) if children else heads[i] + before.normalized() * 0.05
    for words, (kind, _) in HINGES.items():
        for bone in data.edit_bones:
            bone.select = bone.select_head = bone.select_tail = words in bone.name
        bpy.ops.armature.calculate_roll(type=kind)
    bpy.ops.object.mode_set(mode="OBJECT")
    return {b.name: b.matrix_local.to_3x3() for b in data.bones}


def main():
    os.makedirs(SCRATCH, exist_ok=True)
    glb = os.path.join(SCRATCH, "oriented.glb")
    subprocess.run([PROGRAM, "convert", ORIGINAL, "-o", glb, "--force", "--orient-bones", "--quiet"], check=True)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=glb)
    ours = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    axes = {b.name: ours.matrix_world.to_3x3() @ b.matrix_local.to_3x3() for b in ours.data.bones}
    hand = by_hand(xps_reader.Model(ORIGINAL))
    worst = compared = failed = 0
    for name, mine in axes.items():
        for words, (_, bends) in HINGES.items():
            if words not in name:
                continue
            compared += 1
            (x, y), (hx, hy) = mine.col[:2], hand[name].col[:2]
            # The rig's X may point either way: both bend about it.
            angle = math.degrees(min(x.angle(hx), (-x).angle(hx)))
            along = math.degrees(y.angle(hy))
            moved = Matrix.Rotation(0.5, 3, x) @ y - y
            worst = max(worst, angle, along)
            if angle > LIMIT or along > LIMIT or moved.normalized().dot(bends) < 0.5:
                failed += 1
                print(f"FAIL {name}: X {angle:.2f}, Y {along:.2f} degrees from the rig made by hand, bends to {tuple(moved)}")
    print(("ok   " if not failed and compared >= 12 else "FAIL ") + f"orient bones: {compared} joints, worst {worst:.2f} degrees")
    sys.stdout.flush()
    os._exit(1 if failed or compared < 12 else 0)


if __name__ == "__main__":
    main()
