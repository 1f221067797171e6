"""A pose or motion onto an armature that was imported before."""

import os

import numpy as np
import xenomesh

from . import actions, bones
from .collect import source_of
from .frames import DOWN
from .keep import get
from .words import say


def armature_of(context):
    """The selected armature, or that of the selected mesh."""
    item = context.active_object
    if item is None:
        return None
    return item if item.type == "ARMATURE" else item.find_armature()


def bind_motion(operator, context, target, path):
    """Makes the actions of a file, and the first one active."""
    source = source_of(context, [target])
    if source is None:
        raise ValueError(say("{name} was not imported from a file: motions are bound through the file", name=target.name))
    options = dict(source["options"], motion=[path], motions=None, textures=False)
    model = xenomesh.open(source["path"])
    before = len(model.scene(**dict(options, motion=[])).animations)
    scene = model.scene(**options)
    scene.animations = scene.animations[before:]
    if not scene.animations:
        text = "no track of {file} has the name of a bone of {name}"
        raise ValueError(say(text, file=os.path.basename(path), name=target.name))
    rig = rig_of(target, scene)
    objects = {get(o)["node"]: o for o in target.children_recursive if "node" in get(o)}
    keys = {i: [o.data.shape_keys] for i, o in objects.items() if o.type == "MESH" and o.data.shape_keys}
    render = context.scene.render
    bones.disconnect(rig, bones.translated(scene))
    builder = actions.Builder(scene, rig, objects, keys, render.fps / render.fps_base, False, source.get("token"))
    for made in builder.build():
        moved = [h for h in [target, *objects.values(), *[k for l in keys.values() for k in l]] if moves(made, h)]
        for holder in moved:
            actions.assign(holder, made, actions.slot_of(made, holder))
        text = "{name} is now the action of {holders}" if moved else "{name} moves nothing of this model"
        operator.report({"INFO"}, say(text, name=made.name, holders=", ".join(h.name for h in moved[:3])))


def moves(action, holder):
    """Whether an action has something for a data block."""
    if hasattr(action, "slots"):
        return actions.slot_of(action, holder) is not None
    return get(action).get("moves") == holder.name


def rig_of(target, scene):
    """What is known about an armature that was imported before."""
    worlds = bones.bind_worlds(scene, bones.joint_nodes(scene))
    rig = bones.Rig(target)
    for bone in target.data.bones:
        i = bone.get("xenomesh_node")
        if i in worlds:
            rig.bones[i] = bone.name
            above = worlds.get(scene.nodes[i].parent, np.eye(4))
            rig.keep[i] = np.linalg.inv(worlds[i]) @ DOWN @ np.array(bone.matrix_local, np.float64)
            rig.bind[i] = np.linalg.inv(above) @ worlds[i]
    return rig
