"""Objects of Blender as a scene of the library.

Where the objects were imported, the original file is the template: it is read again, and what nobody edited is taken from
it as it was. ``Collector.changes`` says in words what was edited; while it is empty, the export is the original file.
"""

import os
from dataclasses import replace

import bpy
import numpy as np

from . import actions, bones, build, materials, meshes
from .frames import DOWN, compose, decompose, points_down
from .keep import digest, get, name_of


def source_of(context, objects):
    """Facts about the file the objects came from, if they came from one."""
    for collection in [context.collection, *bpy.data.collections]:
        facts = get(collection)
        if "path" in facts:
            inside = set(collection.all_objects)
            if any(o in inside for o in objects):
                return facts
    return None


class Collector:
    """One export."""

    def __init__(self, xm, context, objects, template=None, options=None, poses=False):
        self.xm, self.context = xm, context
        self.objects = [o for o in objects if o.type in {"MESH", "ARMATURE", "EMPTY", "LIGHT", "CAMERA"}]
        self.template = template
        self.origin = template.scene(**(options or {})) if template is not None else xm.Scene()
        self.scene = xm.Scene(self.origin.name, extras=dict(self.origin.extras))
        self.changes, self.nodes, self.bone_nodes = [], {}, {}
        self.material_index, self.image_index = {}, {}
        self.fps = context.scene.render.fps / context.scene.render.fps_base

    def collect(self):
        """The scene."""
        self.scene.images = list(self.origin.images)
        self.scene.lights, self.scene.cameras = list(self.origin.lights), list(self.origin.cameras)
        self.scene.skins = []
        self.armature = next((o for o in self.objects if o.type == "ARMATURE"), None)
        if self.armature is None:
            self.armature = next((m.object for o in self.objects for m in o.modifiers if m.type == "ARMATURE" and m.object), None)
        self.take_materials()
        self.place()
        self.motions()
        self.gone()
        return self.scene

    # --- nodes ----------------------------------------------------------------------------------------------------

    def place(self):
        entries = []
        if self.armature is not None:
            for k, bone in enumerate(self.armature.data.bones):
                entries.append((self.index_of(bone.get("xenomesh_node"), name_of(bone)), 0, k, bone))
        for k, item in enumerate(self.objects):
            if item.type != "ARMATURE":
                entries.append((self.index_of(get(item).get("node"), None), 1, k, item))
        entries.sort(key=lambda e: (1 << 30 if e[0] is None else e[0], e[1], e[2]))
        taken = set()
        for origin, is_object, _, item in entries:
            if not is_object:
                self.bone_nodes[item.name] = len(self.scene.nodes)
            elif origin is not None and origin in taken:
                first = next((n for n, i in self.nodes.items() if i == origin), None)
                if first is None and self.armature is not None and self.is_on_own_bone(item, origin):
                    self.nodes[item.name] = self.bone_nodes[self.bone_of(origin)]
                    continue
                origin = None
            if is_object:
                self.nodes[item.name] = len(self.scene.nodes)
            known = self.origin.nodes[origin] if origin is not None else None
            taken.add(origin)
            self.scene.nodes.append(replace(known) if known is not None else self.xm.Node(name_of(item)))
        self.fill_bones()
        for item in self.objects:
            if item.type != "ARMATURE":
                self.fill_object(item)

    def index_of(self, stored, name):
        nodes = self.origin.nodes
        if isinstance(stored, int) and 0 <= stored < len(nodes):
            return stored
        if name is None:
            return None
        return next((i for i, n in enumerate(nodes) if n.name == name), None)

    def bone_of(self, origin):
        return next((b.name for b in self.armature.data.bones if b.get("xenomesh_node") == origin), None)

    def is_on_own_bone(self, item, origin):
        return item.parent_type == "BONE" and item.parent_bone == self.bone_of(origin)

    def fill_bones(self):
        if self.armature is None:
            return
        known = bones.joint_nodes(self.origin)
        worlds = bones.bind_worlds(self.origin, known)
        self.bind = {}
        for bone in self.armature.data.bones:
            index = self.bone_nodes[bone.name]
            node = self.scene.nodes[index]
            origin = bone.get("xenomesh_node")
            edited = bone.get("xenomesh_seen") != build.bone_digest(bone) or origin not in worlds
            rest = np.array(bone.matrix_local, np.float64)
            if not edited:
                self.bind[bone.name] = worlds[origin]
            elif origin in worlds:
                held = np.linalg.inv(worlds[origin]) @ DOWN @ bones.rigid(DOWN.T @ worlds[origin])
                self.bind[bone.name] = DOWN @ rest @ np.linalg.inv(held)
            else:
                self.bind[bone.name] = DOWN @ rest
            node.parent = self.bone_nodes[bone.parent.name] if bone.parent else None
            if edited:
                above = self.bind[bone.parent.name] if bone.parent else np.eye(4)
                local = np.linalg.inv(above) @ self.bind[bone.name]
                t, r, s = decompose(local)
                node.translation, node.rotation, node.scale = tuple(t), tuple(r), tuple(s)
                self.changes.append(f"bone {bone.name}")
            if node.name != name_of(bone):
                node.name, node.raw_name = name_of(bone), None
                self.changes.append(f"name of bone {bone.name}")

    def fill_object(self, item):
        index = self.nodes[item.name]
        node = self.scene.nodes[index]
        facts = get(item)
        is_new = facts.get("node") is None or facts.get("node") >= len(self.origin.nodes)
        on_bone = item.parent_type == "BONE" and item.parent_bone in self.bone_nodes
        skinned = self.skin_of(item) is not None
        if index not in self.bone_nodes.values():
            if on_bone:
                node.parent = self.bone_nodes[item.parent_bone]
            elif item.parent is not None and item.parent.name in self.nodes:
                node.parent = self.nodes[item.parent.name]
            elif is_new or item.parent is None:
                node.parent = None
            moving = item.animation_data is not None and item.animation_data.action is not None and not is_new
            if not skinned and not moving and (is_new or facts.get("seen") != build.place_digest(item)):
                self.move(item, node, on_bone)
        if is_new:
            self.changes.append(f"new object {item.name}")
        elif node.kind != "holder" and item.type == "EMPTY" and node.name != name_of(item):
            node.name, node.raw_name = name_of(item), None
            self.changes.append(f"name of {item.name}")
        if item.type == "MESH":
            self.fill_mesh(item, node)

    def move(self, item, node, on_bone):
        matrix = np.array(item.matrix_basis, np.float64)
        if item.parent is not None and not on_bone:
            matrix = np.array(item.matrix_parent_inverse, np.float64) @ matrix
        above = self.scene.nodes[node.parent] if node.parent is not None else None
        if on_bone:
            local = np.linalg.inv(self.bind[item.parent_bone]) @ build.node_matrix(node, None, matrix)
        else:
            local = build.node_matrix(node, above, matrix)
        t, r, s = decompose(local)
        node.translation, node.rotation, node.scale = tuple(t), tuple(r), tuple(s)
        self.changes.append(f"place of {item.name}")

    # --- meshes ---------------------------------------------------------------------------------------------------

    def skin_of(self, item):
        return next((m.object for m in item.modifiers if m.type == "ARMATURE" and m.object is self.armature), None)

    def fill_mesh(self, item, node):
        facts = get(item.data)
        stored = facts.get("mesh")
        known = self.origin.meshes[stored] if isinstance(stored, int) and stored < len(self.origin.meshes) else None
        data, drop = self.data_of(item)
        try:
            found = meshes.read(data)
            seen = facts.get("seen") if known is not None else None
            mesh = self.mesh(item, data, known, found, seen or {})
        finally:
            drop()
        node.mesh = len(self.scene.meshes)
        self.scene.meshes.append(mesh)

    def data_of(self, item):
        """The mesh with its modifiers applied, except those of armatures."""
        if not [m for m in item.modifiers if m.type != "ARMATURE" and m.show_viewport]:
            return item.data, lambda: None
        shown = [(m, m.show_viewport) for m in item.modifiers if m.type == "ARMATURE"]
        for modifier, _ in shown:
            modifier.show_viewport = False
        graph = self.context.evaluated_depsgraph_get()
        evaluated = item.evaluated_get(graph)
        made = bpy.data.meshes.new_from_object(evaluated, preserve_all_data_layers=True, depsgraph=graph)
        for modifier, before in shown:
            modifier.show_viewport = before
        self.changes.append(f"modifiers of {item.name}")
        return made, lambda: bpy.data.meshes.remove(made)

    def mesh(self, item, data, known, found, seen):
        now = meshes.fingerprints(found)
        same = seen.get("topology") == now["topology"] and known is not None
        slots = [self.material(s.material) for s in item.material_slots] or [None]
        name = known.name if known is not None and name_of(item.data) == known.name else name_of(item)
        if same:
            mesh = replace(known)
            order = self.unchanged_order(found)
            if seen.get("positions") != now["positions"]:
                mesh.positions = points_down(found["positions"])
                self.changes.append(f"vertices of {item.name}")
            self.per_vertex(item, mesh, found, seen, now, order)
        else:
            mesh = self.xm.Mesh(name, extras=dict(known.extras) if known is not None else {})
            if known is not None:
                mesh.lod, mesh.collision = known.lod, known.collision
            columns, triangles, vertex = meshes.columns(found)
            mesh.positions, mesh.normals = columns["positions"], columns["normals"]
            mesh.uvs, mesh.colors = columns["uvs"], columns["colors"]
            self.changes.append(f"mesh {item.name}")
        if mesh.name != name:
            mesh.name = name
            self.changes.append(f"name of mesh {item.name}")
        if not same or seen.get("slots") != now["slots"] or self.slots_edited(known, slots):
            chosen = np.array([-1 if s is None else s for s in slots], np.int32)
            of_triangle = chosen[np.minimum(found["slots"], len(chosen) - 1)]
            corners = found["loops"][found["triangles"]] if same else triangles
            mesh.set_triangles(corners.astype(np.uint32), of_triangle)
            if same:
                self.changes.append(f"materials of {item.name}")
        if self.skin_of(item) is not None:
            self.weights(item, data, mesh, seen, None if same else vertex)
        self.shapes(item, mesh, seen, None if same else vertex)
        return mesh

    def unchanged_order(self, found):
        """For each vertex one of its corners."""
        first = np.zeros(len(found["positions"]), np.int64)
        first[found["loops"][::-1]] = np.arange(len(found["loops"]))[::-1]
        return first

    def per_vertex(self, item, mesh, found, seen, now, order):
        if seen.get("normals") != now["normals"] and mesh.normals is not None and len(found["loops"]):
            # Blender keeps normals in few bits: those that did not turn stay as they were.
            rows = points_down(found["normals"][order])
            still = np.sum(rows * mesh.normals, axis=1) > 0.9999 * np.maximum(np.linalg.norm(mesh.normals, axis=1), 1e-9)
            mesh.normals = np.where(still[:, None], mesh.normals, rows)
            self.changes.append(f"normals of {item.name}")
        for k, (rows, mark) in enumerate(zip(found["uvs"], now["uvs"], strict=True)):
            if k >= len(mesh.uvs) or (seen.get("uvs") or [])[k : k + 1] != [mark]:
                one = rows[order].copy()
                one[:, 1] = 1.0 - one[:, 1]
                mesh.uvs = [*mesh.uvs[:k], one, *mesh.uvs[k + 1 :]]
                self.changes.append(f"UVs of {item.name}")
        for k, (rows, mark) in enumerate(zip(found["colors"], now["colors"], strict=True)):
            if k >= len(mesh.colors) or (seen.get("colors") or [])[k : k + 1] != [mark]:
                one = np.clip(rows[order], 0.0, 1.0)
                if k < len(mesh.colors) and mesh.colors[k].dtype == np.uint8:
                    one = np.round(one * 255.0).astype(np.uint8)
                mesh.colors = [*mesh.colors[:k], one, *mesh.colors[k + 1 :]]
                self.changes.append(f"colours of {item.name}")

    def weights(self, item, data, mesh, seen, vertex):
        node = self.scene.nodes[self.nodes[item.name]]
        names = [g.name for g in item.vertex_groups]
        starts, groups, weights = meshes.read_weights(data, len(names))
        if vertex is None and mesh.influences is not None:
            if seen.get("weights") == digest(starts, groups, weights, names) and node.skin is not None:
                node.skin = self.skin(self.origin.skins[node.skin], [])
                return
        joints = [self.bone_nodes.get(n) for n in names]
        known = self.origin.skins[node.skin] if node.skin is not None and node.skin < len(self.origin.skins) else None
        node.skin = self.skin(known, [j for j in joints if j is not None])
        place = {int(j): k for k, j in enumerate(self.scene.skins[node.skin].joints)}
        number = np.array([place.get(j, -1) if j is not None else -1 for j in joints] or [-1], np.int64)
        rows = np.arange(len(starts) - 1) if vertex is None else vertex
        lengths = (starts[1:] - starts[:-1])[rows]
        pick = np.repeat(starts[:-1][rows] - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths) + np.arange(lengths.sum())
        chosen = number[groups[pick]] if len(pick) else np.empty(0, np.int64)
        good = chosen >= 0
        owner = np.repeat(np.arange(len(rows)), lengths)[good]
        begin = np.searchsorted(owner, np.arange(len(rows) + 1))
        mesh.influences = self.xm.Influences(begin.astype(np.uint32), chosen[good].astype(np.uint16), weights[pick][good])
        self.changes.append(f"weights of {item.name}")

    def skin(self, known, extra):
        """The skin with these joints, original ones first; shared where it is the same."""
        joints, binds = [], []
        back = {b.get("xenomesh_node"): b.name for b in self.armature.data.bones if b.get("xenomesh_node") is not None}
        names = {i: n for n, i in self.bone_nodes.items()}
        if known is not None:
            for joint, inverse in zip(known.joints.tolist(), known.inverse_binds, strict=True):
                name = back.get(joint)
                if name is not None:
                    joints.append(self.bone_nodes[name])
                    worlds = np.linalg.inv(inverse.astype(np.float64)) if abs(np.linalg.det(inverse[:3, :3])) > 1e-20 else None
                    moved = worlds is None or not np.allclose(worlds, self.bind[name], atol=1e-5)
                    edited = self.armature.data.bones[name].get("xenomesh_seen") != build.bone_digest(self.armature.data.bones[name])
                    binds.append(np.linalg.inv(self.bind[name]) if edited and moved else inverse)
        for joint in dict.fromkeys([*extra, *([] if known is not None else self.bone_nodes.values())]):
            if joint not in joints:
                joints.append(joint)
                binds.append(np.linalg.inv(self.bind[names[joint]]))
        made = self.xm.Skin(known.name if known is not None else "", np.array(joints, np.uint32), np.array(binds, np.float32).reshape(-1, 4, 4))
        for i, other in enumerate(self.scene.skins):
            if np.array_equal(other.joints, made.joints) and np.array_equal(other.inverse_binds, made.inverse_binds):
                return i
        self.scene.skins.append(made)
        return len(self.scene.skins) - 1

    def shapes(self, item, mesh, seen, vertex):
        keys = item.data.shape_keys
        if vertex is None and (seen.get("shapes") or "") == build.shapes_digest(item.data):
            return
        if keys is None:
            if mesh.targets:
                self.changes.append(f"shape keys of {item.name}")
            mesh.targets = []
            return
        names = get(keys)
        base = np.empty((len(item.data.vertices), 3), np.float32)
        keys.key_blocks[0].data.foreach_get("co", base.ravel())
        targets = []
        for block in keys.key_blocks[1:]:
            rows = np.empty((len(block.data), 3), np.float32)
            block.data.foreach_get("co", rows.ravel())
            delta = points_down(rows - base)
            delta = delta if vertex is None else delta[vertex]
            targets.append(self.xm.MorphTarget.from_dense(names.get(f"shape {block.name}", block.name), delta))
        mesh.targets = targets
        self.changes.append(f"shape keys of {item.name}")

    # --- materials ------------------------------------------------------------------------------------------------

    def take_materials(self):
        """Those of the original in their order, edited or not; new ones follow as they are met."""
        used = [s.material for o in self.objects if o.type == "MESH" for s in o.material_slots if s.material]
        by_index = {get(m).get("material"): m for m in reversed(used)}
        for i, known in enumerate(self.origin.materials):
            own = by_index.get(i)
            made = known if own is None else self.surface(own, known)
            self.scene.materials.append(made)
            if own is not None:
                self.material_index[own.name] = i

    def slots_edited(self, known, slots):
        parts = known.primitives if known is not None else []
        used = {p.material for p in parts if p.material is not None and p.topology == "triangles" and p.count}
        return bool(used - set(slots))

    def material(self, material):
        """Index of a material of Blender in the scene."""
        if material is None:
            return None
        if material.name not in self.material_index:
            self.material_index[material.name] = len(self.scene.materials)
            self.scene.materials.append(self.surface(material, None))
        return self.material_index[material.name]

    def surface(self, material, known):
        name = name_of(material)
        if known is not None and not materials.is_edited(material):
            if known.name != name:
                self.changes.append(f"name of material {material.name}")
                return replace(known, name=name)
            return known
        made = materials.read(material, self.xm, self.image)
        made.name = name
        if known is not None:
            made.extras = dict(known.extras)
            places = {"baseColor", "normal", "emissive", "specular", "metallicRoughness"}
            kept = {t.slot: t for t in known.textures}
            made.textures = [
                replace(kept[t.slot], image=t.image) if t.slot in kept else t for t in made.textures
            ] + [t for t in known.textures if t.slot not in places]
        self.changes.append(f"material {material.name}")
        return made

    def image(self, image):
        if image.name in self.image_index:
            return self.image_index[image.name]
        facts = get(image)
        if facts.get("file") is not None and not image.is_dirty:
            for i, known in enumerate(self.scene.images):
                if known.file == facts["file"]:
                    self.image_index[image.name] = i
                    return i
        width, height = image.size
        pixels = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(pixels)
        rows = np.round(np.clip(pixels.reshape(height, width, 4)[::-1], 0.0, 1.0) * 255.0).astype(np.uint8)
        file = facts.get("file") or os.path.basename(image.filepath_from_user()) or f"{image.name}.png"
        made = self.xm.Image.from_pixels(rows, os.path.splitext(file)[0] + ".png")
        self.image_index[image.name] = len(self.scene.images)
        self.scene.images.append(made)
        return self.image_index[image.name]

    # --- motion ---------------------------------------------------------------------------------------------------

    def motions(self):
        known = {a.name: a for a in self.origin.animations}
        for name, own in self.actions_by_motion().items():
            whole = known.pop(name, None)
            parts = get(own[0]).get("parts", 1)
            if whole is not None and len(own) == parts and not any(actions.is_edited(a) for a in own):
                self.scene.animations.append(self.remapped(whole))
                if name_of(own[0]) != whole.name and parts == 1:
                    self.scene.animations[-1].name = name_of(own[0])
                    self.changes.append(f"name of action {own[0].name}")
                continue
            made = self.xm.Animation(name_of(own[0]), [c for a in own for c in self.motion(a).channels])
            if made.channels:
                self.scene.animations.append(made)
                self.changes.append(f"action {own[0].name}")
        for name in known:
            self.changes.append(f"motion {name} is gone")

    def actions_by_motion(self):
        """Actions that are one motion of the file stay together."""
        out = {}
        for action in self.actions():
            out.setdefault(get(action).get("name", action.name), []).append(action)
        return out

    def actions(self):
        """Those of this model: imported with it, or active on it."""
        holders = [self.armature, *self.objects] if self.armature is not None else list(self.objects)
        active = {h.animation_data.action for h in holders if h is not None and h.animation_data and h.animation_data.action}
        active |= {
            o.data.shape_keys.animation_data.action
            for o in self.objects
            if o.type == "MESH" and o.data.shape_keys and o.data.shape_keys.animation_data and o.data.shape_keys.animation_data.action
        }
        names = {a.name for a in self.origin.animations}
        own = [a for a in bpy.data.actions if get(a).get("name") in names]
        return own + sorted((a for a in active if a not in own), key=lambda a: a.name)

    def remapped(self, known):
        back = {get(o).get("node"): i for o in self.objects for i in [self.nodes.get(o.name)] if i is not None}
        if self.armature is not None:
            back |= {b.get("xenomesh_node"): self.bone_nodes[b.name] for b in self.armature.data.bones}
        kept = [replace(c, node=back[c.node]) for c in known.channels if c.node in back]
        return replace(known, channels=kept)

    def motion(self, action):
        made = self.xm.Animation(name_of(action))
        curves = actions.all_curves(action)
        by_bone, by_key, plain = {}, {}, []
        for curve in curves:
            if curve.data_path.startswith('pose.bones["'):
                name = bpy.utils.unescape_identifier(curve.data_path[len('pose.bones["') : curve.data_path.rindex('"]')])
                by_bone.setdefault(name, []).append(curve)
            elif curve.data_path.startswith('key_blocks["'):
                by_key.setdefault(curve.data_path, []).append(curve)
            else:
                plain.append(curve)
        for name, own in by_bone.items():
            if self.armature is not None and name in self.bone_nodes:
                made.channels += self.bone_channels(name, own)
        for item in self.objects:
            data = item.animation_data
            if item.type != "ARMATURE" and plain and data is not None and data.action is action:
                made.channels += self.object_channels(item, plain)
        if by_key:
            made.channels += self.weight_channels(action, [c for l in by_key.values() for c in l])
        return made

    def bone_channels(self, name, curves):
        frames = actions.times_of(curves)
        path = curves[0].data_path[: curves[0].data_path.rindex('"]') + 2]
        pose = self.armature.pose.bones[name]
        location = actions.values_at(curves, f"{path}.location", frames, (0, 0, 0))
        scale = actions.values_at(curves, f"{path}.scale", frames, (1, 1, 1))
        rotation = self.rotations(curves, path, frames, pose)
        bone = self.armature.data.bones[name]
        above_rest = np.array(bone.parent.matrix_local, np.float64) if bone.parent else np.eye(4)
        rest = np.linalg.inv(above_rest) @ np.array(bone.matrix_local, np.float64)
        keep = np.linalg.inv(self.bind[name]) @ DOWN @ np.array(bone.matrix_local, np.float64)
        above = np.eye(4)
        if bone.parent:
            above = np.linalg.inv(self.bind[bone.parent.name]) @ DOWN @ np.array(bone.parent.matrix_local, np.float64)
        else:
            rest = DOWN @ rest
        parts = []
        for t, r, s in zip(location, rotation, scale, strict=True):
            parts.append(decompose(above @ rest @ compose(t, r, s) @ np.linalg.inv(keep)))
        return self.channels(self.bone_nodes[name], frames, parts)

    def rotations(self, curves, path, frames, holder):
        """x, y, z, w from whatever rotation mode is keyed."""
        dot = f"{path}." if path else ""
        if holder.rotation_mode == "QUATERNION":
            rows = actions.values_at(curves, f"{dot}rotation_quaternion", frames, (1, 0, 0, 0))
            return rows[:, [1, 2, 3, 0]]
        from mathutils import Euler, Quaternion

        if holder.rotation_mode == "AXIS_ANGLE":
            rows = actions.values_at(curves, f"{dot}rotation_axis_angle", frames, (0, 0, 1, 0))
            turns = [Quaternion(r[1:], r[0]) for r in rows]
        else:
            rows = actions.values_at(curves, f"{dot}rotation_euler", frames, (0, 0, 0))
            turns = [Euler(r, holder.rotation_mode).to_quaternion() for r in rows]
        return np.array([[q.x, q.y, q.z, q.w] for q in turns])

    def object_channels(self, item, curves):
        frames = actions.times_of(curves)
        location = actions.values_at(curves, "location", frames, tuple(item.location))
        scale = actions.values_at(curves, "scale", frames, tuple(item.scale))
        rotation = self.rotations(curves, "", frames, item)
        index = self.nodes[item.name]
        node = self.scene.nodes[index]
        above = self.scene.nodes[node.parent] if node.parent is not None else None
        on_bone = item.parent_type == "BONE" and item.parent_bone in self.bone_nodes
        parts = []
        for t, r, s in zip(location, rotation, scale, strict=True):
            matrix = compose(t, r, s)
            if on_bone:
                local = np.linalg.inv(self.bind[item.parent_bone]) @ build.node_matrix(node, None, matrix)
            else:
                if item.parent is not None:
                    matrix = np.array(item.matrix_parent_inverse, np.float64) @ matrix
                local = build.node_matrix(node, above, matrix)
            parts.append(decompose(local))
        return self.channels(index, frames, parts)

    def channels(self, node, frames, parts):
        times = np.array(frames, np.float64) / self.fps
        if len(times) and times[0] < 0:
            times = times - times[0]
        rest = self.scene.nodes[node]
        out = []
        for k, (path, still) in enumerate((("translation", rest.translation), ("rotation", rest.rotation), ("scale", rest.scale))):
            values = np.array([p[k] for p in parts], np.float32)
            if path == "rotation":
                values = actions._continuous(values.astype(np.float64)).astype(np.float32)
                same = np.all(np.abs(np.abs(values @ np.asarray(still)) - 1.0) < 1e-9)
            else:
                same = np.allclose(values, still, atol=1e-7)
            if not same:
                out.append(self.xm.Channel(node, path, times.astype(np.float32), values))
        return out

    def weight_channels(self, action, curves):
        out = []
        for item in self.objects:
            keys = item.data.shape_keys if item.type == "MESH" else None
            if not keys:
                continue
            frames = actions.times_of(curves)
            rows = []
            for block in keys.key_blocks[1:]:
                path = f'key_blocks["{bpy.utils.escape_identifier(block.name)}"].value'
                rows.append(actions.values_at(curves, path, frames, (0.0,))[:, 0])
            if rows and np.any(rows):
                times = (np.array(frames) / self.fps).astype(np.float32)
                out.append(self.xm.Channel(self.nodes[item.name], "weights", times, np.array(rows, np.float32).T))
        return out

    def gone(self):
        kept = {get(o).get("node") for o in self.objects}
        if self.armature is not None:
            kept |= {b.get("xenomesh_node") for b in self.armature.data.bones}
        for i, node in enumerate(self.origin.nodes):
            if i not in kept:
                self.changes.append(f"{node.name} was removed")
