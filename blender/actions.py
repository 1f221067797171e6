"""Motion: channels of a scene as actions, and actions as channels.

One code for Blender 4.2 to 5.x: actions have slots and channel bags from 4.4 on, and nothing else from 5.0 on.
"""

import bpy
import numpy as np

from . import bones
from .frames import UP, compose, decompose
from .keep import digest, get, put, set_name

LAYERED = "layers" in bpy.types.Action.bl_rna.properties
"""Whether one action can move several data blocks."""
INTERPOLATION = {"step": 0, "linear": 1, "cubicspline": 2}
STEP = np.radians(10.0)
"""Blender takes straight lines between quaternions: longer turns get keys in between."""


def curves_of(action, holder, kind):
    """The f-curves of an action for one data block; made when they are not there. Also the slot, where there are slots."""
    if not hasattr(action, "layers"):
        return action.fcurves, None
    slot = slot_of(action, holder) or action.slots.new(id_type=kind, name=holder.name)
    layer = action.layers[0] if len(action.layers) else action.layers.new("Layer")
    strip = layer.strips[0] if len(layer.strips) else layer.strips.new(type="KEYFRAME")
    return strip.channelbag(slot, ensure=True).fcurves, slot


def slot_of(action, holder):
    """The slot of an action for a data block, where there are slots."""
    if not hasattr(action, "slots"):
        return None
    kind = "KEY" if holder.bl_rna.identifier == "Key" else "OBJECT"
    return next((s for s in action.slots if s.target_id_type == kind and s.name_display == holder.name), None)


def all_curves(action):
    """Every f-curve of an action, whoever it is for."""
    if not hasattr(action, "layers"):
        return list(action.fcurves)
    return [c for layer in action.layers for strip in layer.strips for bag in strip.channelbags for c in bag.fcurves]


def slot_curves(action, slot):
    """The f-curves for one slot; all of them where there are no slots."""
    if not hasattr(action, "layers"):
        return list(action.fcurves)
    bags = [strip.channelbag(slot) for layer in action.layers for strip in layer.strips] if slot else []
    return [c for bag in bags if bag is not None for c in bag.fcurves]


def assign(holder, action, slot):
    """Makes an action the active one of a data block."""
    data = holder.animation_data or holder.animation_data_create()
    data.action = action
    if slot is not None:
        data.action_slot = slot


def write_curve(curves, path, index, frames, values, interpolation, before=None, after=None):
    """One f-curve by whole arrays. ``before`` and ``after``: slopes per frame of cubic splines."""
    curve = curves.new(path, index=index)
    points = curve.keyframe_points
    points.add(len(frames))
    points.foreach_set("co", np.stack([frames, values], axis=1).astype(np.float32).ravel())
    points.foreach_set("interpolation", np.full(len(frames), INTERPOLATION[interpolation], np.int32))
    if before is not None:
        gaps = np.diff(frames, append=frames[-1:] + 1.0) / 3.0
        ahead = np.stack([frames + gaps, values + after * gaps], axis=1)
        gaps = np.diff(frames, prepend=frames[:1] - 1.0) / 3.0
        earlier = np.stack([frames - gaps, values - before * gaps], axis=1)
        free = np.zeros(len(frames), np.int32)
        points.foreach_set("handle_left_type", free)
        points.foreach_set("handle_right_type", free)
        points.foreach_set("handle_left", earlier.astype(np.float32).ravel())
        points.foreach_set("handle_right", ahead.astype(np.float32).ravel())
    curve.update()


class Builder:
    """Makes the actions of a scene."""

    def __init__(self, scene, rig, objects, keys, fps, activate=True, token=None):
        self.scene, self.rig, self.objects, self.keys, self.fps = scene, rig, objects, keys, fps
        self.activate, self.token = activate, token

    def build(self):
        """All animations; the first one of each data block becomes active."""
        return [action for i, a in enumerate(self.scene.animations) for action in self.animation(i, a)]

    def animation(self, index, animation):
        """One action; before 4.4, where an action moves one data block, one for each of them."""
        by_node = {}
        for channel in animation.channels:
            if len(channel.times):
                by_node.setdefault(channel.node, {})[channel.path] = channel
        made, used = [], {}
        for node, channels in by_node.items():
            for holder, kind, write in self.targets(node, channels):
                action = self.action_for(animation, holder, made)
                curves, slot = curves_of(action, holder, kind)
                write(curves, channels)
                used[holder.name, kind] = (holder, action, slot)
        made = made or [self.new_action(animation)]
        for holder, own, slot in used.values() if self.activate else ():
            data = holder.animation_data
            if data is None or data.action is None:
                assign(holder, own, slot)
        for action in made:
            put(action, seen=fingerprint(action), name=animation.name, index=index, parts=len(made), of=self.token)
        return made

    def new_action(self, animation, holder=None):
        action = bpy.data.actions.new(f"{animation.name} {holder.name}" if holder else animation.name or "motion")
        if holder:
            put(action, moves=holder.name)
        set_name(action, animation.name)
        action.use_fake_user = True
        return action

    def action_for(self, animation, holder, made):
        if LAYERED:
            found = made[0] if made else None
        else:
            found = next((a for a in made if get(a)["moves"] == holder.name), None)
        if found is None:
            made.append(found := self.new_action(animation, None if LAYERED else holder))
        return found

    def targets(self, node, channels):
        moves = {k: v for k, v in channels.items() if k != "weights"}
        if moves and self.rig is not None and node in self.rig.bones:
            yield self.rig.object, "OBJECT", lambda curves, _: self.bone(curves, node, moves)
        elif moves and node in self.objects:
            yield self.objects[node], "OBJECT", lambda curves, _: self.object(curves, node, moves)
        if "weights" in channels:
            for key in self.keys.get(node, []):
                yield key, "KEY", lambda curves, _, key=key: self.weights(curves, key, channels["weights"])

    # --- bones and objects ----------------------------------------------------------------------------------------

    def bone(self, curves, node, channels):
        name = bpy.utils.escape_identifier(self.rig.bones[node])
        path = f'pose.bones["{name}"].'
        if not bones.is_plain(self.rig, self.scene, node):
            frames, matrices = self.sampled(node, channels)
            basis = [bones.basis_of(self.rig, self.scene, node, m) for m in matrices]
            self.matrices(curves, path, frames, basis)
            return
        for kind, channel in channels.items():
            frames, values, before, after = self.keys_of(channel)

            def into(rows, what):
                return None if rows is None else bones.plain_keys(self.rig, node, what, rows)

            values, before, after = into(values, kind), into(before, f"{kind}/tangent"), into(after, f"{kind}/tangent")
            self.transform(curves, path, kind, channel.interpolation, frames, values, before, after)

    def object(self, curves, node, channels):
        parent = self.scene.nodes[node].parent
        if self.rig is not None and parent in self.rig.bones:
            frames, matrices = self.sampled(node, channels)
            above = UP @ self.above(parent)
            self.matrices(curves, "", frames, [above @ m @ UP.T for m in matrices])
            return
        if self.scene.nodes[node].light is not None or self.scene.nodes[node].camera is not None:
            frames, matrices = self.sampled(node, channels)
            self.matrices(curves, "", frames, [UP @ m for m in matrices])
            return
        for kind, channel in channels.items():
            frames, values, before, after = self.keys_of(channel)
            rows = [None if r is None else _object_axes(kind, r) for r in (values, before, after)]
            self.transform(curves, "", kind, channel.interpolation, frames, *rows)

    def above(self, parent):
        """World of a bone's node in the bind pose."""
        out = np.eye(4)
        while parent is not None and parent in self.rig.bind:
            out = self.rig.bind[parent] @ out
            parent = self.scene.nodes[parent].parent
        return out

    def keys_of(self, channel):
        frames = channel.times.astype(np.float64) * self.fps
        values = np.asarray(channel.values, np.float64)
        if channel.interpolation != "cubicspline":
            return frames, values, None, None
        return frames, values[:, 1], values[:, 0] / self.fps, values[:, 2] / self.fps

    def transform(self, curves, path, kind, interpolation, frames, values, before, after):
        if kind == "rotation":
            if interpolation == "linear":
                frames, values = _short_turns(frames, _continuous(values))
            elif interpolation == "step":
                values = _continuous(values)
            rows = [None if r is None else r[:, [3, 0, 1, 2]] for r in (values, before, after)]
            path += "rotation_quaternion"
        else:
            rows = [values, before, after]
            path += "location" if kind == "translation" else "scale"
        values, before, after = rows
        for i in range(values.shape[1]):
            slopes = (None, None) if before is None else (before[:, i], after[:, i])
            write_curve(curves, path, i, frames, values[:, i], interpolation, *slopes)

    def matrices(self, curves, path, frames, matrices):
        parts = [decompose(m) for m in matrices]
        for kind, k in (("translation", 0), ("rotation", 1), ("scale", 2)):
            values = np.array([p[k] for p in parts])
            self.transform(curves, path, kind, "linear", frames, values, None, None)

    def sampled(self, node, channels):
        """Local matrices at every key of every channel, and between keys that are more than a frame apart."""
        times = np.unique(np.concatenate([c.times.astype(np.float64) for c in channels.values()]))
        dense = [times]
        for a, b in zip(times, times[1:]):
            steps = int(min(np.ceil((b - a) * self.fps), 1000))
            dense.append(np.linspace(a, b, steps, endpoint=False)[1:])
        times = np.unique(np.concatenate(dense))
        rest = self.scene.nodes[node]
        parts = {"translation": rest.translation, "rotation": rest.rotation, "scale": rest.scale}
        rows = {
            kind: evaluate(channels[kind], times) if kind in channels else np.tile(np.asarray(value, float), (len(times), 1))
            for kind, value in parts.items()
        }
        matrices = [compose(t, r, s) for t, r, s in zip(rows["translation"], rows["rotation"], rows["scale"], strict=True)]
        return times * self.fps, matrices

    def weights(self, curves, key, channel):
        frames, values, before, after = self.keys_of(channel)
        for i, block in enumerate(key.key_blocks[1:]):
            if i >= values.shape[1]:
                break
            path = f'key_blocks["{bpy.utils.escape_identifier(block.name)}"].value'
            slopes = (None, None) if before is None else (before[:, i], after[:, i])
            write_curve(curves, path, 0, frames, values[:, i], channel.interpolation, *slopes)


def _object_axes(kind, rows):
    if kind == "scale":
        return rows[:, [0, 2, 1]]
    out = rows.copy()
    out[:, 1], out[:, 2] = -rows[:, 2], rows[:, 1]
    return out


def _continuous(values):
    """Neighbours on the same side: q and -q are one rotation, but not on the way between them."""
    out = values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-30)
    turn = np.cumprod(np.where(np.sum(out[1:] * out[:-1], axis=1) < 0, -1.0, 1.0))
    out[1:] *= turn[:, None]
    return out


def _short_turns(frames, values):
    """Keys in between where two of them are more than a step apart, on the shortest arc."""
    out_frames, out_values = [frames[:1]], [values[:1]]
    for i in range(1, len(frames)):
        a, b = values[i - 1], values[i]
        angle = 2.0 * np.arccos(np.clip(a @ b, -1.0, 1.0))
        steps = int(np.ceil(angle / STEP))
        if steps > 1:
            t = np.arange(1, steps) / steps
            half = angle / 2.0
            rows = (np.sin((1 - t) * half)[:, None] * a + np.sin(t * half)[:, None] * b) / np.sin(half)
            out_frames.append(frames[i - 1] + t * (frames[i] - frames[i - 1]))
            out_values.append(rows)
        out_frames.append(frames[i : i + 1])
        out_values.append(values[i : i + 1])
    return np.concatenate(out_frames), np.concatenate(out_values)


def evaluate(channel, times):
    """Values of a channel at any times, as glTF plays it."""
    keys = channel.times.astype(np.float64)
    values = np.asarray(channel.values, np.float64)
    cubic = channel.interpolation == "cubicspline"
    middle = values[:, 1] if cubic else values
    at = np.clip(np.searchsorted(keys, times, side="right") - 1, 0, len(keys) - 1)
    after = np.minimum(at + 1, len(keys) - 1)
    gap = keys[after] - keys[at]
    t = np.clip(np.where(gap > 0, (times - keys[at]) / np.where(gap > 0, gap, 1.0), 0.0), 0.0, 1.0)[:, None]
    a, b = middle[at], middle[after]
    if channel.interpolation == "step":
        out = a
    elif cubic:
        m, n = values[at, 2] * gap[:, None], values[after, 0] * gap[:, None]
        out = (2 * t**3 - 3 * t**2 + 1) * a + (t**3 - 2 * t**2 + t) * m + (3 * t**2 - 2 * t**3) * b + (t**3 - t**2) * n
    elif channel.path == "rotation":
        dot = np.sum(a * b, axis=1, keepdims=True)
        b = np.where(dot < 0, -b, b)
        half = np.arccos(np.clip(np.abs(dot), 0.0, 1.0))
        sin = np.sin(half)
        near = sin < 1e-6
        safe = np.where(near, 1.0, sin)
        arc = (np.sin((1 - t) * half) * a + np.sin(t * half) * b) / safe
        out = np.where(near, (1 - t) * a + t * b, arc)
    else:
        out = (1 - t) * a + t * b
    if channel.path == "rotation":
        out = out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-30)
    return out


def fingerprint(action):
    """Of every key of every curve."""
    parts = []
    for curve in sorted(all_curves(action), key=lambda c: (c.data_path, c.array_index)):
        keys = np.empty(len(curve.keyframe_points) * 2, np.float32)
        curve.keyframe_points.foreach_get("co", keys)
        kinds = np.empty(len(curve.keyframe_points), np.int32)
        curve.keyframe_points.foreach_get("interpolation", kinds)
        parts += [curve.data_path, curve.array_index, keys, kinds]
    return digest(*parts)


def is_edited(action):
    """Whether somebody changed a key since the import."""
    return get(action).get("seen") != fingerprint(action)


# --- and back -----------------------------------------------------------------------------------------------------


def by_bone(action, rig):
    """The f-curves of an action by bone, those for one armature where there are slots."""
    data = rig.animation_data
    slot = data.action_slot if data is not None and data.action is action and hasattr(data, "action_slot") else None
    out = {}
    for curve in slot_curves(action, slot) if slot is not None else all_curves(action):
        if curve.data_path.startswith('pose.bones["'):
            name = curve.data_path[len('pose.bones["') : curve.data_path.rindex('"]')]
            out.setdefault(bpy.utils.unescape_identifier(name), []).append(curve)
    return out


def times_of(curves):
    """Frames worth a key: the keys, and every frame between keys that are not joined by straight lines."""
    frames = set()
    for curve in curves:
        points = list(curve.keyframe_points)
        for a, b in zip(points, points[1:] + [None]):
            frames.add(round(float(a.co[0]), 4))
            if b is not None and a.interpolation not in {"LINEAR", "CONSTANT"}:
                frames.update(float(f) for f in range(int(np.ceil(a.co[0])), int(np.floor(b.co[0])) + 1))
    return sorted(frames)


def values_at(curves, path, frames, rest):
    """``(frames, len(rest))`` values of a property."""
    out = np.tile(np.asarray(rest, np.float64), (len(frames), 1))
    for curve in curves:
        if curve.data_path == path and curve.array_index < len(rest):
            out[:, curve.array_index] = [curve.evaluate(f) for f in frames]
    return out
