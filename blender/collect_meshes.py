"""Meshes of Blender as meshes of a scene: the columns that were edited, the others as they were."""

from dataclasses import replace

import bpy
import numpy as np

from . import build, meshes
from .frames import points_down
from .keep import get, name_of
from .words import say


class Meshes:
    """The part of a collector that reads meshes."""

    def skin_of(self, item):
        """The armature that moves a mesh."""
        return next((m.object for m in item.modifiers if m.type == "ARMATURE" and m.object in self.rigs), None)

    def fill_mesh(self, item, node):
        facts = self.facts(item.data)
        stored = facts.get("mesh")
        known = self.origin.meshes[stored] if isinstance(stored, int) and stored < len(self.origin.meshes) else None
        data, drop = self.data_of(item)
        try:
            found = self.in_place(item, meshes.read(data))
            seen = facts.get("seen") if known is not None else None
            mesh = self.mesh(item, data, known, found, seen or {})
        finally:
            drop()
        node.mesh = len(self.scene.meshes)
        self.scene.meshes.append(mesh)

    def in_place(self, item, found):
        """Vertices of a skinned mesh in the armature's space, wherever the object stands."""
        rig = self.skin_of(item)
        if rig is None:
            return found
        off = np.linalg.inv(np.array(rig.matrix_world, np.float64)) @ np.array(item.matrix_world, np.float64)
        if np.allclose(off, np.eye(4), atol=1e-5):
            return found
        turn = np.linalg.inv(off[:3, :3]).T
        normals = found["normals"] @ turn.T
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-30)
        moved = found["positions"] @ off[:3, :3].T + off[:3, 3]
        return found | {"positions": moved.astype(np.float32), "normals": normals.astype(np.float32)}

    def data_of(self, item):
        """The mesh with its modifiers applied, except those of armatures; shape keys stay keys."""
        if not [m for m in item.modifiers if m.type != "ARMATURE" and m.show_viewport]:
            return item.data, lambda: None
        shown = [(m, m.show_viewport) for m in item.modifiers if m.type == "ARMATURE"]
        keys = item.data.shape_keys
        strength = [(k, k.value) for k in keys.key_blocks] if keys else []
        for modifier, _ in shown:
            modifier.show_viewport = False
        for key, _ in strength:
            key.value = 0.0
        try:
            graph = self.context.evaluated_depsgraph_get()
            evaluated = item.evaluated_get(graph)
            made = bpy.data.meshes.new_from_object(evaluated, preserve_all_data_layers=True, depsgraph=graph)
        finally:
            for modifier, before in shown:
                modifier.show_viewport = before
            for key, before in strength:
                key.value = before
        self.changed("modifiers of {name}", item.name)
        return made, lambda: bpy.data.meshes.remove(made)

    def mesh(self, item, data, known, found, seen):
        kept = meshes.unchanged(found, known, seen.get("normals", True)) if known is not None else {"topology": False}
        same = kept["topology"]
        slots = [self.material(s.material) for s in item.material_slots] or [None]
        called = self.facts(item.data).get("called")
        name = known.name if known is not None and item.data.name == called else name_of(item.data)
        if same:
            mesh = replace(known)
            order = self.unchanged_order(found)
            if not kept["positions"]:
                mesh.positions = points_down(found["positions"])
                self.changed("vertices of {name}", item.name)
            self.per_vertex(item, mesh, found, kept, order)
        else:
            mesh = self.xm.Mesh(name, extras=dict(known.extras) if known is not None else self.extras(item.data))
            if known is not None:
                mesh.lod, mesh.collision = known.lod, known.collision
            columns, triangles, vertex = meshes.columns(found)
            mesh.positions, mesh.normals = columns["positions"], columns["normals"]
            mesh.uvs, mesh.colors = columns["uvs"], columns["colors"]
            self.changed("mesh {name}", item.name)
        if mesh.name != name:
            mesh.name = name
            self.changed("name of mesh {name}", item.name)
        if not same or not kept["slots"] or self.slots_edited(known, slots):
            chosen = np.array([-1 if s is None else s for s in slots], np.int32)
            of_triangle = chosen[np.minimum(found["slots"], len(chosen) - 1)]
            corners = found["loops"][found["triangles"]] if same else triangles
            mesh.set_triangles(corners.astype(np.uint32), of_triangle)
            if same:
                self.changed("materials of {name}", item.name)
        self.bind_mesh(item, data, mesh, None if same else vertex)
        self.shapes(item, data, mesh, seen, None if same else vertex)
        return mesh

    def bind_mesh(self, item, data, mesh, vertex):
        node = self.scene.nodes[self.nodes[item.name]]
        if self.skin_of(item) is not None:
            self.weights(item, data, mesh, vertex)
        elif node.skin is not None or mesh.influences is not None:
            node.skin, mesh.influences = None, None
            self.changed("weights of {name}", item.name)

    def unchanged_order(self, found):
        """For each vertex one of its corners."""
        first = np.zeros(len(found["positions"]), np.int64)
        first[found["loops"][::-1]] = np.arange(len(found["loops"]))[::-1]
        return first

    def per_vertex(self, item, mesh, found, kept, order):
        if not kept["normals"]:
            # Blender keeps normals in few bits: those that did not turn stay as they were.
            rows = points_down(found["normals"][order])
            still = np.sum(rows * mesh.normals, axis=1) > meshes.STILL * np.maximum(np.linalg.norm(mesh.normals, axis=1), 1e-9)
            mesh.normals = np.where(still[:, None], mesh.normals, rows)
            self.changed("normals of {name}", item.name)
        for k, (rows, is_same) in enumerate(zip(found["uvs"], kept["uvs"], strict=True)):
            if not is_same:
                one = rows[order].copy()
                one[:, 1] = 1.0 - one[:, 1]
                mesh.uvs = [*mesh.uvs[:k], one, *mesh.uvs[k + 1 :]]
                self.changed("UVs of {name}", item.name)
        for k, (rows, is_same) in enumerate(zip(found["colors"], kept["colors"], strict=True)):
            if not is_same:
                one = np.clip(rows[order], 0.0, 1.0)  # floats: eight linear bits are too few for dark colours
                mesh.colors = [*mesh.colors[:k], one, *mesh.colors[k + 1 :]]
                self.changed("colours of {name}", item.name)

    def weights(self, item, data, mesh, vertex):
        node = self.scene.nodes[self.nodes[item.name]]
        rig = self.skin_of(item)
        names = [g.name for g in item.vertex_groups]
        found = starts, groups, weights = meshes.read_weights(data, len(names))
        if vertex is None and mesh.influences is not None and node.skin is not None:
            skin = self.origin.skins[node.skin]
            if self.joints(rig, names) == skin.joints.tolist() and meshes.same_weights(found, mesh.influences):
                node.skin = self.skin(rig, skin, [])
                return
        joints = [self.bone_nodes.get((rig.name, n)) for n in names]
        known = self.origin.skins[node.skin] if node.skin is not None and node.skin < len(self.origin.skins) else None
        node.skin = self.skin(rig, known, [j for j in joints if j is not None])
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
        self.changed("weights of {name}", item.name)

    def joints(self, rig, names):
        """The bones of vertex groups as nodes of the file, whatever they are called now."""
        found = [rig.data.bones.get(n) for n in names]
        nodes = [None if b is None else self.origin_of(b) for b in found]
        return [n if i is None else i for i, n in zip(nodes, names, strict=True)]

    def skin(self, rig, known, extra):
        """The skin with these joints, original ones first, then new bones; shared where it is the same."""
        joints, binds = [], []
        back = {self.origin_of(b): b for b in rig.data.bones if self.origin_of(b) is not None}
        if known is not None:
            for joint, inverse in zip(known.joints.tolist(), known.inverse_binds, strict=True):
                bone = back.get(joint)
                if bone is not None:
                    joints.append(self.bone_nodes[rig.name, bone.name])
                    binds.append(self.inverse_bind(rig, bone, inverse))
        new = [self.bone_nodes[rig.name, b.name] for b in rig.data.bones if known is None or self.origin_of(b) is None]
        names = {i: key for key, i in self.bone_nodes.items()}
        for joint in dict.fromkeys([*extra, *new]):
            if joint not in joints:
                joints.append(joint)
                binds.append(np.linalg.inv(self.bind[names[joint]]))
        made = self.xm.Skin(known.name if known is not None else "", np.array(joints, np.uint32), np.array(binds, np.float32).reshape(-1, 4, 4))
        for i, other in enumerate(self.scene.skins):
            if np.array_equal(other.joints, made.joints) and np.array_equal(other.inverse_binds, made.inverse_binds):
                return i
        self.scene.skins.append(made)
        return len(self.scene.skins) - 1

    def inverse_bind(self, rig, bone, inverse):
        """That of the file while the bone is where it was."""
        world = np.linalg.inv(inverse.astype(np.float64)) if abs(np.linalg.det(inverse[:3, :3])) > 1e-20 else None
        now = self.bind[rig.name, bone.name]
        moved = world is None or not np.allclose(world, now, atol=1e-5)
        edited = bone.get("xenomesh_seen") != build.bone_digest(bone)
        return np.linalg.inv(now) if edited and moved else inverse

    def shapes(self, item, data, mesh, seen, vertex):
        keys = item.data.shape_keys
        if vertex is None and (seen.get("shapes") or "") == build.shapes_digest(item.data):
            return
        if keys is None:
            if mesh.targets:
                self.changed("shape keys of {name}", item.name)
            mesh.targets = []
            return
        names = get(keys)
        columns = self.shape_columns(item, data)
        base, targets = columns[0], []
        for block, rows in zip(keys.key_blocks[1:], columns[1:], strict=True):
            delta = points_down(rows - base)
            delta = delta if vertex is None else delta[vertex]
            targets.append(self.xm.MorphTarget.from_dense(names.get(f"shape {block.name}", block.name), delta))
        mesh.targets = targets
        self.changed("shape keys of {name}", item.name)

    def shape_columns(self, item, data):
        """Positions of the basis and of every shape key, modifiers applied where there are any."""
        blocks = item.data.shape_keys.key_blocks
        if data is item.data:
            out = [np.empty((len(b.data), 3), np.float32) for b in blocks]
            for rows, block in zip(out, blocks, strict=True):
                block.data.foreach_get("co", rows.ravel())
            return out
        before = (item.show_only_shape_key, item.active_shape_key_index)
        item.show_only_shape_key = True
        out, count = [], len(data.vertices)
        try:
            for i in range(len(blocks)):
                item.active_shape_key_index = i
                item.data.update()
                made, drop = self.data_of(item)
                rows = np.empty((len(made.vertices), 3), np.float32)
                made.vertices.foreach_get("co", rows.ravel())
                drop()
                if len(rows) != count:
                    text = "{name}: a modifier changes the number of vertices with the shape keys; apply it first"
                    raise ValueError(say(text, name=item.name))
                out.append(rows)
        finally:
            item.show_only_shape_key, item.active_shape_key_index = before
        return out
