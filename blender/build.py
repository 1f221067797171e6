"""A scene of the library as objects of Blender."""

from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Matrix

from . import actions, bones, looks, materials, meshes
from .frames import UP, compose
from .keep import digest, get, keep_extras, put, rounded, set_name


@dataclass
class Settings:
    """What the import dialog asks."""

    normals: bool = True
    pack: bool = True
    connect: bool = True
    nla: bool = False
    fps: float = 24.0
    activate: bool = True


class Importer:
    """Puts one scene into a collection of its own."""

    def __init__(self, scene, name, settings, token=None):
        self.scene, self.settings, self.token = scene, settings, token
        self.collection, self.parts = None, {}
        self.objects, self.keys = {}, {}
        self.rig = None
        self.name = name

    def build(self, source):
        """Everything in steps, each of which says how much is done; ``source``: facts about the file, kept on the collection."""
        scene, settings = self.scene, self.settings
        self.collection = bpy.data.collections.new(self.name)
        bpy.context.scene.collection.children.link(self.collection)
        self.materials = materials.build(scene, materials.Images(scene, settings.pack), _colored(scene), self.token)
        yield 0.2
        self.rig = bones.build(scene, self.collection, self.name, settings.connect)
        yield 0.3
        for i, node in enumerate(scene.nodes):
            if self.rig is None or i not in self.rig.bones or node.mesh is not None:
                self.object(i, node)
                yield 0.3 + 0.5 * i / len(scene.nodes)
        self.hang()
        builder = actions.Builder(scene, self.rig, self.objects, self.keys, settings.fps, settings.activate, self.token)
        made = []
        for i, animation in enumerate(scene.animations):
            made += builder.animation(i, animation)
            yield 0.8 + 0.2 * i / len(scene.animations)
        if settings.nla:
            for holder in [self.rig.object if self.rig else None, *self.objects.values(), *[k for l in self.keys.values() for k in l]]:
                if holder is not None:
                    _to_nla(holder, made)
        self.describe(source)

    def main(self):
        """What is active after the import."""
        return self.rig.object if self.rig is not None else next(iter(self.objects.values()), None)

    def object(self, i, node):
        scene = self.scene
        mesh = None if node.mesh is None else scene.meshes[node.mesh]
        skinned = mesh is not None and node.skin is not None and self.rig is not None
        name = (mesh.name if mesh is not None and (skinned or not node.name) else node.name) or f"node{i}"
        if mesh is not None:
            data = meshes.build(mesh, mesh.name or name, self.materials, self.settings.normals)
            set_name(data, mesh.name)
        elif node.light is not None:
            data = looks.light(scene.lights[node.light])
        elif node.camera is not None:
            data = looks.camera(scene.cameras[node.camera])
        else:
            data = None
        made = bpy.data.objects.new(name, data)
        if data is None:
            made.empty_display_size = 0.05 * _size(scene)
        made.rotation_mode = "QUATERNION"
        set_name(made, name)
        self.part(node, mesh).objects.link(made)
        self.objects[i] = made
        if skinned:
            self.bind(made, mesh, scene.skins[node.skin])
        if mesh is not None and mesh.targets:
            self.shapes(made, mesh, i, node)
        if mesh is not None:
            # What else was edited is seen on export, by comparing with the file: nothing has to be kept for that.
            facts = {"shapes": shapes_digest(made.data), "normals": self.settings.normals}
            put(made.data, mesh=node.mesh, seen=facts, called=data.name, of=self.token)
            keep_extras(made.data, mesh.extras)
        elif node.light is not None or node.camera is not None:
            look = node.light if node.light is not None else node.camera
            put(data, look=look, seen=looks.look_digest(data), of=self.token)

    def bind(self, made, mesh, skin):
        for joint in skin.joints.tolist():
            made.vertex_groups.new(name=self.rig.bones.get(joint, self.scene.nodes[joint].name))
        modifier = made.modifiers.new("Armature", "ARMATURE")
        modifier.object = self.rig.object
        made.parent = self.rig.object

    def shapes(self, made, mesh, i, node):
        made.shape_key_add(name="Basis", from_mix=False)
        base = np.empty((mesh.vertex_count, 3), np.float32)
        made.data.vertices.foreach_get("co", base.ravel())
        for k, target in enumerate(mesh.targets):
            key = made.shape_key_add(name=target.name or f"shape{k}", from_mix=False)
            set_name_of_key(made.data.shape_keys, key, target.name)
            moved = base.copy()
            moved[target.vertices] += _up(target.positions)
            key.data.foreach_set("co", moved.ravel())
            key.slider_min, key.slider_max = -10.0, 10.0
            # From 5.0 on Blender makes new shape keys with full strength.
            key.value = float(node.weights[k]) if k < len(node.weights) else 0.0
        self.keys.setdefault(i, []).append(made.data.shape_keys)

    def part(self, node, mesh):
        """Which collection: levels, collision and hidden items have their own."""
        if mesh is not None and mesh.collision:
            return self.side("Collision")
        if mesh is not None and mesh.lod:
            return self.side(f"LOD {mesh.lod}")
        if not node.visible:
            return self.side("Hidden items")
        return self.collection

    def side(self, name):
        if name not in self.parts:
            made = bpy.data.collections.new(f"{self.name} {name}")
            self.collection.children.link(made)
            made.hide_viewport = made.hide_render = True
            self.parts[name] = made
        return self.parts[name]

    def hang(self):
        """Parents and places."""
        for i, made in self.objects.items():
            node = self.scene.nodes[i]
            if made.parent is not None:
                continue
            local = compose(node.translation, node.rotation, node.scale)
            parent = node.parent
            if self.rig is not None and i in self.rig.bones:
                parent, local = i, np.eye(4)
            if self.rig is not None and parent in self.rig.bones:
                self.on_bone(made, parent, local)
                continue
            if parent in self.objects:
                made.parent = self.objects[parent]
            made.matrix_basis = Matrix(object_matrix(self.scene, i, local).tolist())

    def on_bone(self, made, parent, local):
        bone = self.rig.object.data.bones[self.rig.bones[parent]]
        made.parent, made.parent_type, made.parent_bone = self.rig.object, "BONE", bone.name
        made.matrix_parent_inverse = (bone.matrix_local @ Matrix.Translation((0, bone.length, 0))).inverted()
        above = actions.Builder(self.scene, self.rig, {}, {}, 1.0).above(parent)
        made.matrix_basis = Matrix((UP @ above @ local @ _right(made)).tolist())

    def describe(self, source):
        """Facts for exporting back."""
        for i, made in self.objects.items():
            put(made, node=i, seen=place_digest(made), called=made.name, of=self.token)
            keep_extras(made, self.scene.nodes[i].extras)
        if self.rig is not None:
            put(self.rig.object, rig=True)
            for i, name in self.rig.bones.items():
                bone = self.rig.object.data.bones[name]
                bone["xenomesh_seen"] = bone_digest(bone)
                bone["xenomesh_node"] = i
                keep_extras(bone, self.scene.nodes[i].extras)
                if self.token is not None:
                    bone["xenomesh_of"] = self.token
        put(self.collection, **source, token=self.token)
        keep_extras(self.collection, self.scene.extras)


def _right(made):
    """Lights and cameras look along -Z in both worlds, so their own axes are not turned."""
    return np.eye(4) if made.type in {"LIGHT", "CAMERA"} else UP.T


def object_matrix(scene, i, local):
    """Local matrix of a node as the one of its object."""
    node = scene.nodes[i]
    above = scene.nodes[node.parent] if node.parent is not None else None
    left = np.eye(4) if above is not None and is_looking(above) else UP
    return left @ local @ (np.eye(4) if is_looking(node) else UP.T)


def node_matrix(scene_node, above, matrix):
    """And back: the object's matrix as the local one of its node."""
    left = np.eye(4) if above is not None and is_looking(above) else UP.T
    return left @ np.asarray(matrix, np.float64) @ (np.eye(4) if is_looking(scene_node) else UP)


def is_looking(node):
    """Lights and cameras."""
    return node.mesh is None and (node.light is not None or node.camera is not None)


def shapes_digest(data):
    """Of all shape keys of a mesh."""
    if not data.shape_keys:
        return ""
    parts = []
    for block in data.shape_keys.key_blocks[1:]:
        rows = np.empty(len(block.data) * 3, np.float32)
        block.data.foreach_get("co", rows)
        parts += [block.name, rows]
    return digest(*parts)


def bone_digest(bone):
    """Where a bone is at rest, and on what it hangs."""
    parent = bone.parent.get("xenomesh_node", bone.parent.name) if bone.parent else ""
    return digest(rounded(np.array(bone.matrix_local), 5), parent)


def place_digest(made):
    """Where an object is, and on what it hangs."""
    parent = (made.parent.name if made.parent else "", made.parent_bone)
    return digest(rounded(np.array(made.matrix_basis), 5), list(parent))


def set_name_of_key(keys, block, name):
    """Shape keys have no custom properties of their own: their data block has."""
    if block.name != name:
        put(keys, **{f"shape {block.name}": name})


def _up(rows):
    return np.stack([rows[:, 0], -rows[:, 2], rows[:, 1]], axis=1)


def _size(scene):
    corners = scene.bounds()
    return float(np.max(np.subtract(corners[1], corners[0]))) if corners else 1.0


def _colored(scene):
    """Materials all of whose meshes have vertex colours, at least one of them not white."""
    using, colored, matters = {}, {}, set()
    for mesh in scene.meshes:
        for part in mesh.primitives:
            if part.material is None:
                continue
            using[part.material] = using.get(part.material, 0) + 1
            if mesh.colors:
                colored[part.material] = colored.get(part.material, 0) + 1
                white = 255 if mesh.colors[0].dtype == np.uint8 else 1.0
                if (mesh.colors[0][:, :3] != white).any():
                    matters.add(part.material)
    return {m for m in matters if using[m] == colored.get(m)}


def _to_nla(holder, made):
    """Every motion that moves a data block as a muted track of its own."""
    data = holder.animation_data
    if data is None:
        return
    data.action = None
    for action in made:
        slot = actions.slot_of(action, holder)
        if hasattr(action, "slots") and slot is None or not hasattr(action, "slots") and get(action).get("moves") != holder.name:
            continue
        track = data.nla_tracks.new()
        track.name = action.name
        strip = track.strips.new(action.name, 0, action)
        if slot is not None:
            strip.action_slot = slot
        track.mute = True
