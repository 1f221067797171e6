"""What the edits of `edits.py` are made of: the registry, Blender's parts by name, and what must hold afterwards."""

import os
import sys

import bpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import xps_reader  # noqa: E402

EDITS = []
# The unedited GLB, once it is made.
GLB = []
WAYS = ("plain", "properties", "template", "both")
# Where a picture differs everywhere or is framed anew.
ANYWHERE = None


class Edit:
    def __init__(self, make, wants, ways, says, at, seen, args, out, export):
        self.name, self.make, self.wants, self.ways, self.says = make.__name__, make, wants, ways, says
        self.at, self.seen, self.args, self.out, self.export = at, seen, args, out, export


def edit(*, wants=None, ways=WAYS, says=None, at=(), seen=False, args=(), out="out.xps", **export):
    """Registers an edit: `wants(model, original, log)` returns what is wrong, or nothing.

    `at`: meshes whose pixels may change (ANYWHERE: all); `seen`: they must change. For an `out` that is a pose, the model
    is its folder's poses: file name -> bone -> numbers.
    """

    def register(make):
        EDITS.append(Edit(make, wants, ways, says, at, seen, args, out, export))
        return make

    return register


def obj(name):
    return bpy.data.objects[name]


def rig():
    return next(o for o in bpy.data.objects if o.type == "ARMATURE")


def shader(name):
    nodes = bpy.data.materials[name].node_tree.nodes
    return next(n for n in nodes if n.type == "BSDF_PRINCIPLED")


def unlink(name, socket):
    tree = bpy.data.materials[name].node_tree
    for link in list(shader(name).inputs[socket].links):
        tree.links.remove(link)


def picture(name, color):
    image = bpy.data.images.new(name, 8, 8)
    image.generated_color = color
    image.pack()
    return image


def texture(material, image, socket, normal=False):
    tree = bpy.data.materials[material].node_tree
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = image
    out = node.outputs["Color"]
    if normal:
        image.colorspace_settings.name = "Non-Color"
        between = tree.nodes.new("ShaderNodeNormalMap")
        tree.links.new(out, between.inputs["Color"])
        out = between.outputs["Normal"]
    tree.links.new(out, shader(material).inputs[socket])


def select(*objects):
    bpy.ops.object.select_all(action="DESELECT")
    for o in objects:
        o.select_set(True)
    bpy.context.view_layer.objects.active = objects[0]


# What must hold.


def has(*names, hasnt=(), count=None):
    def check(model, original, _):
        there = model.names()
        if missing := [n for n in names if n not in there]:
            return f"no {missing} in {there}"
        if extra := [n for n in hasnt if n in there]:
            return f"{extra} still in {there}"
        if count is not None and len(there) != count:
            return f"{len(there)} meshes instead of {count}: {there}"
        return None

    return check


def textures(mesh, *stems):
    def check(model, original, log):
        found = model.named(mesh)
        if found is None:
            return f"no {mesh} in {model.names()}"
        if len(found["textures"]) != len(stems):
            return f"{found['textures']} instead of {stems}"
        for file, stem in zip(found["textures"], stems):
            if stem and not file.lower().startswith(stem.lower()):
                return f"{found['textures']} instead of {stems}"
        return None

    return check


def every(*checks):
    return lambda m, o, log: next((w for w in (c(m, o, log) for c in checks) if w), None)


def same(model, original, _):
    if model.names() != original.names() and sorted(model.names()) != sorted(original.names()):
        return f"{model.names()}"
    if sorted(model.bones) and {b[0] for b in model.bones} != {b[0] for b in original.bones}:
        return "other bones"
    for mesh in original.meshes:
        now = model.named(mesh["name"])
        low, high = ([f(c) for c in zip(*mesh["positions"])] for f in (min, max))
        low2, high2 = ([f(c) for c in zip(*now["positions"])] for f in (min, max))
        if any(abs(a - b) > 1e-5 for a, b in zip(low + high, low2 + high2)):
            return f"{mesh['name']} moved"
        colors = {tuple(c) for c in mesh["colors"]}
        if not {tuple(c) for c in now["colors"]} <= colors:
            return f"{mesh['name']} has other colours"
    return None


def order(model, original, _):
    if model.names() != original.names():
        return f"{model.names()} instead of {original.names()}"
    if [b[0] for b in model.bones] != [b[0] for b in original.bones]:
        return "bones in another order"
    files = [m["textures"] for m in original.meshes]
    return None if [m["textures"] for m in model.meshes] == files else "other textures"


def parents_first(model, *_):
    late = [b[0] for i, b in enumerate(model.bones) if b[1] >= i]
    return f"parents after children: {late}" if late or model.bones[0][1] != -1 else None


def posed(bone, least):
    def check(model, original, log):
        if not model.pose:
            return "no default pose"
        lines = {l.rsplit(":", 1)[0]: [float(v) for v in l.rsplit(":", 1)[1].split()] for l in model.pose.splitlines() if ":" in l}
        return None if max(abs(v) for v in lines[bone][:3]) > least else f"{bone}: {lines[bone]}"

    return check
