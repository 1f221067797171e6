"""Armatures: which nodes are bones, how they are laid out, and how a node's transform becomes a bone's pose.

A bone lies where its node lies in the bind pose, with the node's axes: ``rest = UP · bind`` without scale. What the rest
cannot hold (scale of the bind) is in ``rest⁻¹``'s counterpart ``keep``, so that skinning is exact:
``pose(t) = UP · world(t) · keep`` with ``keep = bind⁻¹ · UP⁻¹ · rest``.
"""

from dataclasses import dataclass, field

import bpy
import numpy as np
from mathutils import Matrix

from .frames import DOWN, UP, compose, conjugate, decompose, inverse, multiply, quaternion, rigid
from .keep import set_name


@dataclass
class Rig:
    """One armature object and what is needed to pose it."""

    object: object
    bones: dict = field(default_factory=dict)
    """Name of the bone by node."""
    keep: dict = field(default_factory=dict)
    """Matrix by node, see above."""
    bind: dict = field(default_factory=dict)
    """Local bind matrix by node, in the file's axes."""


def joint_nodes(scene):
    """Nodes that must be bones: joints, what is above them, and what other bones hang on."""
    wanted = set()
    for skin in scene.skins:
        for joint in skin.joints.tolist():
            while joint is not None and joint not in wanted:
                wanted.add(joint)
                joint = scene.nodes[joint].parent
    if not scene.skins and scene.animations and not scene.meshes:
        wanted = set(range(len(scene.nodes)))
    # Nodes without anything to show that hang on a bone are bones too: attachment points, unused bones.
    for i, node in enumerate(scene.nodes):
        if node.parent in wanted and node.mesh is None and node.light is None and node.camera is None:
            wanted.add(i)
    return {i for i in wanted if scene.nodes[i].kind != "holder" or scene.nodes[i].mesh is None}


def bind_worlds(scene, nodes):
    """World matrix of each bone in the bind pose."""
    known = {}
    for skin in scene.skins:
        for joint, bind in zip(skin.joints.tolist(), skin.inverse_binds, strict=True):
            if joint not in known and abs(_volume(bind)) > 1e-20:
                known[joint] = inverse(bind)
    local = scene.local_matrices().astype(np.float64)

    def world(i):
        if i not in known:
            parent = scene.nodes[i].parent
            known[i] = local[i] if parent is None else world(parent) @ local[i]
        return known[i]

    return {i: world(i) for i in in_order(scene, nodes)}


def _volume(matrix):
    a, b, c = matrix[:3, :3].tolist()
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])


def in_order(scene, nodes):
    """Parents first, else the order of the file."""
    out, seen = [], set()

    def add(i):
        chain = []
        while i is not None and i in nodes and i not in seen:
            seen.add(i)
            chain.append(i)
            i = scene.nodes[i].parent
        out.extend(reversed(chain))

    for i in sorted(nodes):
        add(i)
    return out


def build(scene, context_collection, name, connect=True):
    """Makes the armature. ``None`` if the scene has no bones."""
    nodes = joint_nodes(scene)
    if not nodes:
        return None
    worlds = bind_worlds(scene, nodes)
    data = bpy.data.armatures.new(name)
    rig = Rig(bpy.data.objects.new(name, data))
    context_collection.objects.link(rig.object)
    rig.object.show_in_front = True
    order = in_order(scene, nodes)
    size = _size([worlds[i] for i in order])
    rests = {i: rigid(UP @ worlds[i]) for i in order}
    lengths = _lengths(scene, order, rests, size)
    _frames(scene, rig, order, worlds, rests)
    moving = translated(scene) | {i for i in order if _is_off(scene, rig, i, size)}
    active = bpy.context.view_layer.objects.active
    bpy.context.view_layer.objects.active = rig.object
    bpy.ops.object.mode_set(mode="EDIT")
    try:
        made = {}
        for i in order:
            bone = data.edit_bones.new(scene.nodes[i].name or f"bone{i}")
            bone.length = lengths[i]
            bone.matrix = Matrix(rests[i].tolist())
            bone.length = lengths[i]
            parent = scene.nodes[i].parent
            if parent in made:
                bone.parent = made[parent]
                meet = (bone.head - made[parent].tail).length < 1e-6 * size
                bone.use_connect = connect and meet and i not in moving
            made[i] = bone
        rig.bones = {i: bone.name for i, bone in made.items()}
    finally:
        bpy.ops.object.mode_set(mode="OBJECT")
        bpy.context.view_layer.objects.active = active
    _describe(scene, rig, order)
    return rig


def translated(scene):
    """Nodes that a motion moves away from their parent: Blender holds connected bones in place."""
    return {c.node for a in scene.animations for c in a.channels if c.path == "translation"}


def disconnect(rig, nodes):
    """Lets bones go that were connected."""
    names = [rig.bones[i] for i in nodes if i in rig.bones and rig.object.data.bones[rig.bones[i]].use_connect]
    if not names:
        return
    active = bpy.context.view_layer.objects.active
    bpy.context.view_layer.objects.active = rig.object
    bpy.ops.object.mode_set(mode="EDIT")
    for name in names:
        rig.object.data.edit_bones[name].use_connect = False
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.context.view_layer.objects.active = active


def _frames(scene, rig, order, worlds, rests):
    for i in order:
        above = worlds.get(scene.nodes[i].parent, np.eye(4))
        rig.keep[i] = inverse(worlds[i]) @ DOWN @ rests[i]
        rig.bind[i] = inverse(above) @ worlds[i]


def _is_off(scene, rig, i, size):
    """Whether the node stands elsewhere than in the bind pose."""
    node = scene.nodes[i]
    basis = basis_of(rig, scene, i, compose(node.translation, node.rotation, node.scale))
    return np.abs(basis[:3, 3]).max() > 1e-6 * size


def _describe(scene, rig, order):
    deform = {j for skin in scene.skins for j in skin.joints.tolist()}
    moving, groups = weighted(scene), {}
    for i in order:
        bone = rig.object.data.bones[rig.bones[i]]
        node = scene.nodes[i]
        set_name(bone, node.name)
        bone["xenomesh_node"] = i
        bone.use_deform = not deform or i in deform
        unused = node.name.lower().startswith("unused")
        groups.setdefault("Unused" if unused else "Deform" if i in moving else "Other", []).append(bone)
    for name in ("Deform", "Other", "Unused"):
        if name in groups:
            group = rig.object.data.collections.new(name)
            group.is_visible = name != "Unused"
            for bone in groups[name]:
                group.assign(bone)
    for i in order:
        pose = rig.object.pose.bones[rig.bones[i]]
        pose.rotation_mode = "QUATERNION"
    pose_nodes(scene, rig)


def weighted(scene):
    """Nodes that move a vertex."""
    out = set()
    for node in scene.nodes:
        influences = scene.meshes[node.mesh].influences if node.mesh is not None and node.skin is not None else None
        if influences is not None and len(influences.joints):
            joints = scene.skins[node.skin].joints
            moves = np.bincount(influences.joints, influences.weights, len(joints))[: len(joints)] > 0
            out.update(joints[moves].tolist())
    return out


def pose_nodes(scene, rig):
    """Poses the bones as the nodes stand; the rest pose is the bind pose."""
    for i, name in rig.bones.items():
        node = scene.nodes[i]
        basis = basis_of(rig, scene, i, compose(node.translation, node.rotation, node.scale))
        pose = rig.object.pose.bones[name]
        if not np.allclose(basis, np.eye(4), atol=1e-5):
            pose.matrix_basis = Matrix(basis.tolist())


def basis_of(rig, scene, i, local):
    """The bone's pose for a local matrix of its node."""
    above = rig.keep.get(scene.nodes[i].parent, np.eye(4))
    rest = inverse(above) @ rig.bind[i] @ rig.keep[i]
    return inverse(rest) @ inverse(above) @ local @ rig.keep[i]


def is_plain(rig, scene, i):
    """Whether location, rotation and scale of the bone follow from those of the node one by one: no scale in the bind."""
    above = rig.keep.get(scene.nodes[i].parent, np.eye(4))
    one = all(np.allclose(m, np.eye(4), atol=1e-5) for m in (rig.keep[i], above))
    return one and np.allclose(np.linalg.norm(rig.bind[i][:3, :3], axis=0), 1.0, atol=1e-5)


def plain_keys(rig, i, path, values):
    """Keys of the node as keys of the bone, for [`is_plain`] bones. Tangents go the same way, ``path`` + ``'/tangent'``."""
    rotation = quaternion(rig.bind[i][:3, :3])
    if path.startswith("translation"):
        offset = 0.0 if path.endswith("tangent") else rig.bind[i][:3, 3]
        return (np.asarray(values, np.float64) - offset) @ rig.bind[i][:3, :3]
    if path.startswith("rotation"):
        return multiply(conjugate(rotation), values)
    return np.asarray(values, np.float64)


def _size(matrices):
    heads = np.array([m[:3, 3] for m in matrices])
    return float(np.ptp(heads, axis=0).max()) or 1.0


def _lengths(scene, order, rests, size):
    """To the nearest child along the bone, else as long as the parent's half."""
    children = {}
    for i in order:
        children.setdefault(scene.nodes[i].parent, []).append(i)
    out = {}
    for i in order:
        head, along = rests[i][:3, 3], rests[i][:3, 1]
        best = 0.0
        for child in children.get(i, []):
            way = rests[child][:3, 3] - head
            ahead = float(way @ along)
            if ahead > 0.9 * np.linalg.norm(way):
                best = max(best, ahead)
        if best <= 1e-4 * size:
            gaps = [np.linalg.norm(rests[c][:3, 3] - head) for c in children.get(i, [])]
            gaps = [g for g in gaps if g > 1e-4 * size]
            parent = out.get(scene.nodes[i].parent, 0.1 * size)
            best = 0.5 * min(gaps) if gaps else 0.5 * parent
        out[i] = max(best, 2e-3 * size)
    return out


__all__ = ["Rig", "basis_of", "build", "decompose", "is_plain", "joint_nodes", "plain_keys", "pose_nodes"]
