"""Actions of Blender as motions of a scene."""

from dataclasses import replace

import bpy
import numpy as np

from . import actions, build
from .frames import compose, decompose
from .keep import get, name_of


class Motions:
    """The part of a collector that reads actions."""

    def motions(self):
        known = {a.name: a for a in self.origin.animations}
        for name, own in self.actions_by_motion().items():
            whole = known.pop(name, None)
            parts = get(own[0]).get("parts", 1)
            if whole is not None and len(own) == parts and not any(actions.is_edited(a) for a in own):
                self.scene.animations.append(self.remapped(whole))
                if name_of(own[0]) != whole.name and parts == 1:
                    self.scene.animations[-1].name = name_of(own[0])
                    self.changed("name of action {name}", own[0].name)
                continue
            made = self.xm.Animation(name_of(own[0]), [c for a in own for c in self.motion(a).channels])
            if made.channels:
                self.scene.animations.append(made)
                self.changed("action {name}", own[0].name)
        for name in known:
            self.changed("motion {name} is gone", name)

    def actions_by_motion(self):
        """Actions that are one motion of the file stay together."""
        out = {}
        for action in self.actions():
            out.setdefault(self.facts(action).get("name", action.name), []).append(action)
        return out

    def actions(self):
        """Those of this model: imported with it, or active on it."""
        keys = [o.data.shape_keys for o in self.objects if o.type == "MESH" and o.data.shape_keys]
        holders = [h for h in [*self.rigs, *self.objects, *keys] if h.animation_data is not None]
        active = {h.animation_data.action for h in holders if h.animation_data.action}
        strips = {s.action for h in holders for t in h.animation_data.nla_tracks for s in t.strips if s.action}
        names = {a.name for a in self.origin.animations}
        own = [a for a in bpy.data.actions if self.facts(a).get("name") in names]
        return own + sorted((a for a in active | strips if a not in own), key=lambda a: a.name)

    def remapped(self, known):
        back = {self.facts(o).get("node"): i for o in self.objects for i in [self.nodes.get(o.name)] if i is not None}
        back |= {self.origin_of(b): self.bone_nodes[rig.name, b.name] for rig in self.rigs for b in rig.data.bones}
        kept = [replace(c, node=back[c.node]) for c in known.channels if c.node in back]
        return replace(known, channels=kept)

    def motion(self, action):
        made = self.xm.Animation(name_of(action))
        by_key, plain = {}, []
        for curve in actions.all_curves(action):
            if curve.data_path.startswith('key_blocks["'):
                by_key.setdefault(curve.data_path, []).append(curve)
            elif not curve.data_path.startswith('pose.bones["'):
                plain.append(curve)
        for rig in self.rigs_of(action):
            for name, own in actions.by_bone(action, rig).items():
                if (rig.name, name) in self.bone_nodes:
                    made.channels += self.bone_channels(rig, name, own)
        for item in self.objects:
            data = item.animation_data
            if item.type != "ARMATURE" and plain and data is not None and data.action is action:
                made.channels += self.object_channels(item, plain)
        if by_key:
            made.channels += self.weight_channels(action, [c for l in by_key.values() for c in l])
        return made

    def rigs_of(self, action):
        """The armatures an action moves: those that have it; the only one, if none has."""
        with_it = [r for r in self.rigs if r.animation_data is not None and r.animation_data.action is action]
        return with_it or (self.rigs if len(self.rigs) == 1 else [])

    def bone_channels(self, rig, name, curves):
        frames = actions.times_of(curves)
        path = curves[0].data_path[: curves[0].data_path.rindex('"]') + 2]
        location = actions.values_at(curves, f"{path}.location", frames, (0, 0, 0))
        scale = actions.values_at(curves, f"{path}.scale", frames, (1, 1, 1))
        rotation = self.rotations(curves, path, frames, rig.pose.bones[name])
        parts = [
            decompose(self.posed_local(rig, name, compose(t, r, s)))
            for t, r, s in zip(location, rotation, scale, strict=True)
        ]
        return self.channels(self.bone_nodes[rig.name, name], frames, parts)

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
        on_bone = self.on_bone(item)
        parts = []
        for t, r, s in zip(location, rotation, scale, strict=True):
            matrix = compose(t, r, s)
            if on_bone is not None:
                local = np.linalg.inv(self.bind[on_bone]) @ build.node_matrix(node, None, matrix)
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
