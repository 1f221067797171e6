"""Objects of Blender as a scene of the library.

Where the objects were imported, the original file is the template: it is read again, and what nobody edited is taken from
it as it was. ``Collector.changes`` says in words what was edited; while it is empty, the export is the original file.
"""

from dataclasses import replace

import bpy
import numpy as np

from . import bones, build, looks
from .collect_meshes import Meshes
from .collect_motions import Motions
from .collect_surfaces import Surfaces
from .frames import DOWN, UP, compose, decompose
from .keep import extras_of, get, name_of
from .words import say

KINDS = {"MESH", "ARMATURE", "EMPTY", "LIGHT", "CAMERA"}


def source_of(context, objects):
    """Facts about the file the objects came from, if they came from one."""
    for collection in [context.collection, *bpy.data.collections]:
        facts = get(collection)
        if "path" in facts:
            inside = set(collection.all_objects)
            if any(o in inside for o in objects):
                return facts | {"extras": extras_of(collection)}
    return None


class Collector(Meshes, Surfaces, Motions):
    """One export."""

    def __init__(self, xm, context, objects, origin, source=None, with_pose=False):
        self.xm, self.context = xm, context
        shapes = {p.custom_shape for o in bpy.data.objects if o.type == "ARMATURE" for p in o.pose.bones if p.custom_shape}
        self.objects = [o for o in objects if o.type in KINDS and o not in shapes]
        self.origin, self.token = origin, (source or {}).get("token")
        self.has_origin = bool(origin.nodes or origin.meshes)
        self.scene = xm.Scene(self.origin.name, extras=dict(self.origin.extras))
        self.changes, self.nodes, self.bone_nodes, self.bind = [], {}, {}, {}
        self.material_index, self.image_index = {}, {}
        self.new_images = set()
        self.fps = context.scene.render.fps / context.scene.render.fps_base
        self.with_pose = with_pose
        self.rigs = self.armatures()

    def collect(self):
        """Fills the scene, in steps that say how much is done."""
        self.scene.images = list(self.origin.images)
        self.scene.lights, self.scene.cameras = list(self.origin.lights), list(self.origin.cameras)
        self.scene.skins = []
        self.take_materials()
        self.place()
        for i, item in enumerate(self.objects):
            if item.type != "ARMATURE":
                self.fill_object(item)
            yield 0.1 + 0.8 * i / len(self.objects)
        self.stand()
        self.motions()
        self.gone()

    def armatures(self):
        """Those chosen, and those that chosen meshes hang on."""
        found = [o for o in self.objects if o.type == "ARMATURE"]
        found += [m.object for o in self.objects for m in o.modifiers if m.type == "ARMATURE" and m.object]
        return list(dict.fromkeys(found))

    def facts(self, holder):
        """What is known about a data block, if it is of the file that is the template."""
        known = get(holder)
        return known if known.get("of") == self.token else {}

    def origin_of(self, bone):
        """The node that a bone was made of."""
        node = bone.get("xenomesh_node")
        return node if node is not None and bone.get("xenomesh_of") == self.token else None

    def changed(self, text, name):
        """Notes what somebody edited, in words."""
        self.changes.append(say(text, name=name))

    def extras(self, holder):
        """What the file said about something that is not in the original, because the original is gone."""
        return {} if self.has_origin else extras_of(holder)

    # --- nodes ----------------------------------------------------------------------------------------------------

    def place(self):
        entries = []
        for rig in self.rigs:
            by_name = len(self.rigs) == 1
            for k, bone in enumerate(rig.data.bones):
                origin = self.index_of(self.origin_of(bone), name_of(bone) if by_name else None)
                entries.append((origin, 0, k, (rig, bone)))
        for k, item in enumerate(self.objects):
            if item.type != "ARMATURE":
                entries.append((self.index_of(self.facts(item).get("node"), None), 1, k, item))
        entries.sort(key=lambda e: (1 << 30 if e[0] is None else e[0], e[1], e[2]))
        taken = set()
        for origin, is_object, _, item in entries:
            if is_object:
                self.place_object(item, origin, taken)
            else:
                rig, bone = item
                self.bone_nodes[rig.name, bone.name] = self.add_node(bone, origin, taken)
        self.place_rigs()
        for rig in self.rigs:
            self.fill_bones(rig)

    def add_node(self, holder, origin, taken):
        known = self.origin.nodes[origin] if origin is not None and origin not in taken else None
        taken.add(origin)
        made = replace(known) if known is not None else self.xm.Node(name_of(holder), extras=self.extras(holder))
        self.scene.nodes.append(made)
        return len(self.scene.nodes) - 1

    def place_object(self, item, origin, taken):
        if origin in taken and origin not in self.nodes.values():
            bone = next((k for k, i in self.bone_nodes.items() if self.is_on_own_bone(item, k, origin)), None)
            if bone is not None:
                self.nodes[item.name] = self.bone_nodes[bone]
                return
        self.nodes[item.name] = self.add_node(item, origin, taken)

    def is_on_own_bone(self, item, key, origin):
        rig, bone = bpy.data.objects[key[0]], key[1]
        return (
            item.parent_type == "BONE" and item.parent is rig and item.parent_bone == bone
            and self.origin_of(rig.data.bones[bone]) == origin
        )  # fmt: skip

    def place_rigs(self):
        """An armature that was moved, turned or scaled is a node above its bones."""
        for rig in self.rigs:
            world = np.array(rig.matrix_world, np.float64)
            if np.allclose(world, np.eye(4), atol=1e-6):
                continue
            node = self.xm.Node(name_of(rig))
            node.translation, node.rotation, node.scale = (tuple(p) for p in decompose(DOWN @ world @ UP))
            self.nodes[rig.name] = len(self.scene.nodes)
            self.scene.nodes.append(node)
            self.changed("place of {name}", rig.name)

    def index_of(self, stored, name):
        nodes = self.origin.nodes
        if isinstance(stored, int) and 0 <= stored < len(nodes):
            return stored
        if name is None:
            return None
        return next((i for i, n in enumerate(nodes) if n.name == name), None)

    def fill_bones(self, rig):
        worlds = bones.bind_worlds(self.origin, bones.joint_nodes(self.origin))
        for bone in rig.data.bones:
            node = self.scene.nodes[self.bone_nodes[rig.name, bone.name]]
            origin = self.origin_of(bone)
            edited = bone.get("xenomesh_seen") != build.bone_digest(bone) or origin not in worlds
            rest = np.array(bone.matrix_local, np.float64)
            if not edited:
                self.bind[rig.name, bone.name] = worlds[origin]
            elif origin in worlds:
                held = np.linalg.inv(worlds[origin]) @ DOWN @ bones.rigid(DOWN.T @ worlds[origin])
                self.bind[rig.name, bone.name] = DOWN @ rest @ np.linalg.inv(held)
            else:
                self.bind[rig.name, bone.name] = DOWN @ rest
            node.parent = self.bone_nodes[rig.name, bone.parent.name] if bone.parent else self.nodes.get(rig.name)
            if edited:
                above = self.bind[rig.name, bone.parent.name] if bone.parent else np.eye(4)
                self.put_local(node, np.linalg.inv(above) @ self.bind[rig.name, bone.name])
                self.changed("bone {name}", bone.name)
            if node.name != name_of(bone):
                node.name, node.raw_name = name_of(bone), None
                self.changed("name of bone {name}", bone.name)

    def put_local(self, node, local):
        t, r, s = decompose(local)
        node.translation, node.rotation, node.scale = tuple(t), tuple(r), tuple(s)

    def on_bone(self, item):
        """Key of the bone an object hangs on."""
        key = (item.parent.name, item.parent_bone) if item.parent_type == "BONE" and item.parent else None
        return key if key in self.bone_nodes else None

    def fill_object(self, item):
        index = self.nodes[item.name]
        node = self.scene.nodes[index]
        facts = self.facts(item)
        is_new = facts.get("node") is None or facts.get("node") >= len(self.origin.nodes)
        on_bone = self.on_bone(item)
        skinned = self.skin_of(item) is not None
        self.fill_look(item, node)
        if index not in self.bone_nodes.values():
            if on_bone is not None:
                node.parent = self.bone_nodes[on_bone]
            elif item.parent is not None and item.parent.name in self.nodes and not skinned:
                node.parent = self.nodes[item.parent.name]
            elif is_new or item.parent is None:
                node.parent = None
            moving = item.animation_data is not None and item.animation_data.action is not None and not is_new
            if not skinned and not moving and (is_new or facts.get("seen") != build.place_digest(item)):
                self.move(item, node, on_bone)
        if is_new:
            self.changed("new object {name}", item.name)
        elif item.name != facts.get("called", item.name):
            node.name, node.raw_name = name_of(item), None
            self.changed("name of {name}", item.name)
        if item.type == "MESH":
            self.fill_mesh(item, node)

    def move(self, item, node, on_bone):
        matrix = np.array(item.matrix_basis, np.float64)
        if item.parent is not None and on_bone is None:
            matrix = np.array(item.matrix_parent_inverse, np.float64) @ matrix
        above = self.scene.nodes[node.parent] if node.parent is not None else None
        if on_bone is not None:
            local = np.linalg.inv(self.bind[on_bone]) @ build.node_matrix(node, None, matrix)
        else:
            local = build.node_matrix(node, above, matrix)
        self.put_local(node, local)
        self.changed("place of {name}", item.name)

    # --- lights and cameras -----------------------------------------------------------------------------------------

    def fill_look(self, item, node):
        """What a light or a camera is; those of the original as they were, unless edited."""
        if item.type not in {"LIGHT", "CAMERA"}:
            return
        is_light = item.type == "LIGHT"
        made, kept = (self.scene.lights, self.origin.lights) if is_light else (self.scene.cameras, self.origin.cameras)
        facts = self.facts(item.data)
        index = facts.get("look")
        known = kept[index] if isinstance(index, int) and index < len(kept) else None
        if known is not None and facts.get("seen") == looks.look_digest(item.data):
            return
        read = looks.read_light if is_light else looks.read_camera
        if known is not None:
            made[index] = read(self.xm, item.data, known)
        else:
            index = len(made)
            made.append(read(self.xm, item.data, None))
        node.light, node.camera = (index, None) if is_light else (None, index)
        self.changed("light {name}" if is_light else "camera {name}", item.name)

    # --- poses ----------------------------------------------------------------------------------------------------

    def stand(self):
        """The pose as it stands becomes the nodes' own transform, where no action moves them."""
        for rig in self.rigs if self.with_pose else ():
            data = rig.animation_data
            if self.with_pose == "always" or data is None or data.action is None:
                self.pose(rig)

    def pose(self, rig):
        moved = 0
        held = any(p.constraints for p in rig.pose.bones)
        for pose in rig.pose.bones:
            basis = pose.matrix_basis
            if held:
                basis = rig.convert_space(pose_bone=pose, matrix=pose.matrix, from_space="POSE", to_space="LOCAL")
            local = self.posed_local(rig, pose.name, np.array(basis, np.float64))
            node = self.scene.nodes[self.bone_nodes[rig.name, pose.name]]
            before = compose(node.translation, node.rotation, node.scale)
            if not np.allclose(local, before, atol=1e-5):
                self.put_local(node, local)
                moved += 1
        if moved:
            self.changed("pose of {name}", rig.name)

    def posed_local(self, rig, name, basis):
        """Local matrix of a bone's node for the bone's pose."""
        bone = rig.data.bones[name]
        rest = np.array(bone.matrix_local, np.float64)
        keep = np.linalg.inv(self.bind[rig.name, name]) @ DOWN @ rest
        if not bone.parent:
            return DOWN @ rest @ basis @ np.linalg.inv(keep)
        parent = np.array(bone.parent.matrix_local, np.float64)
        above = np.linalg.inv(self.bind[rig.name, bone.parent.name]) @ DOWN @ parent
        return above @ np.linalg.inv(parent) @ rest @ basis @ np.linalg.inv(keep)

    def gone(self):
        kept = {self.facts(o).get("node") for o in self.objects}
        kept |= {self.origin_of(b) for rig in self.rigs for b in rig.data.bones}
        for i, node in enumerate(self.origin.nodes):
            if i not in kept:
                self.changed("{name} was removed", node.name)
