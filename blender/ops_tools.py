"""What the sidebar offers: names, render groups, poses, checking and repairing."""

import itertools
import os

import bpy
import xenomesh
from bpy.props import EnumProperty, FloatProperty, StringProperty

from . import names
from .collect import source_of
from .containers import on_disk, title
from .keep import get
from .report import findings, reported
from .words import say, shown


class _OnArmature:
    @classmethod
    def poll(cls, context):
        return _armature(context) is not None


def _armature(context):
    item = context.active_object
    if item is None:
        return None
    return item if item.type == "ARMATURE" else item.find_armature()


class XENOMESH_OT_bones_to_blender(_OnArmature, bpy.types.Operator):
    """Rename left and right bones to .L and .R, so that Blender mirrors poses; vertex groups follow"""

    bl_idname = "xenomesh.bones_to_blender"
    bl_label = "Bones to .L/.R"
    bl_options = {"REGISTER", "UNDO"}

    @reported
    def execute(self, context):
        count = 0
        for bone in _armature(context).data.bones:
            new, side = names.to_blender(bone.name)
            if side and new != bone.name:
                bone["xenomesh_side"] = bone.name
                bone.name = new
                count += 1
        self.report({"INFO"}, say("{count} bones renamed", count=count))
        return {"FINISHED"}


class XENOMESH_OT_bones_to_xps(_OnArmature, bpy.types.Operator):
    """Give left and right bones the names they had before"""

    bl_idname = "xenomesh.bones_to_xps"
    bl_label = "Bones to left/right"
    bl_options = {"REGISTER", "UNDO"}

    @reported
    def execute(self, context):
        count = 0
        for bone in _armature(context).data.bones:
            new = names.to_xps(bone.name, bone.get("xenomesh_side"))
            if new != bone.name:
                bone.name = new
                if "xenomesh_side" in bone:
                    del bone["xenomesh_side"]
                count += 1
        self.report({"INFO"}, say("{count} bones renamed", count=count))
        return {"FINISHED"}


class XENOMESH_OT_hide_unused(_OnArmature, bpy.types.Operator):
    """Hide bones that move no vertex and carry no bone that does; again: show them"""

    bl_idname = "xenomesh.hide_unused"
    bl_label = "Hide Unused Bones"
    bl_options = {"REGISTER", "UNDO"}

    @reported
    def execute(self, context):
        rig = _armature(context)
        used = set()
        for item in rig.children_recursive:
            if item.type != "MESH":
                continue
            groups = {g.index: g.name for g in item.vertex_groups}
            for vertex in item.data.vertices:
                used.update(groups[g.group] for g in vertex.groups if g.weight > 0 and g.group in groups)
        for name in list(used):
            bone = rig.data.bones.get(name)
            while bone is not None and bone.parent is not None:
                used.add(bone.parent.name)
                bone = bone.parent
        idle = [b for b in rig.data.bones if b.name not in used]
        hide = not all(_hidden(rig, b) for b in idle)
        for bone in idle:
            _hide(rig, bone, hide)
        if not idle:
            self.report({"INFO"}, say("every bone is used"))
            return {"FINISHED"}
        self.report({"INFO"}, say("{count} bones hidden" if hide else "{count} bones shown", count=len(idle)))
        return {"FINISHED"}


def _hidden(rig, bone):
    pose = rig.pose.bones[bone.name]
    return pose.hide if hasattr(pose, "hide") else bone.hide


def _hide(rig, bone, value):
    pose = rig.pose.bones[bone.name]
    if hasattr(pose, "hide"):
        pose.hide = value
    else:
        bone.hide = value


class XENOMESH_OT_rest_from_pose(_OnArmature, bpy.types.Operator):
    """Make the pose as it stands the new rest pose; meshes keep their shape"""

    bl_idname = "xenomesh.rest_from_pose"
    bl_label = "Pose to Rest Pose"
    bl_options = {"REGISTER", "UNDO"}

    @reported
    def execute(self, context):
        rig = _armature(context)
        skinned = [o for o in rig.children_recursive if o.type == "MESH"]
        if any(o.data.shape_keys for o in skinned):
            text = "a mesh has shape keys: remove them first, Blender cannot apply a pose to them"
            self.report({"ERROR"}, say(text))
            return {"CANCELLED"}
        for item in skinned:
            for modifier in [m for m in item.modifiers if m.type == "ARMATURE" and m.object is rig]:
                label = modifier.name
                with context.temp_override(object=item, active_object=item, selected_objects=[item]):
                    bpy.ops.object.modifier_apply(modifier=label)
                again = item.modifiers.new(label, "ARMATURE")
                again.object = rig
        context.view_layer.objects.active = rig
        bpy.ops.object.mode_set(mode="POSE")
        bpy.ops.pose.armature_apply(selected=False)
        bpy.ops.object.mode_set(mode="OBJECT")
        return {"FINISHED"}


ITEMS = []
"""What Blender was given last: it keeps no strings of its own."""


def _group_items(_self, _context):
    ITEMS[:] = [(str(n), f"{n}: {title}", text) for n, title, text in names.groups(shown)]
    return ITEMS


class XENOMESH_OT_render_group(bpy.types.Operator):
    """Choose the XPS render group of the selected meshes; it is the number their names begin with"""

    bl_idname = "xenomesh.render_group"
    bl_label = "Render Group"
    bl_options = {"REGISTER", "UNDO"}

    group: EnumProperty(name="Render Group", description="Which textures XPS expects, and how it draws them", items=_group_items)

    @classmethod
    def poll(cls, context):
        return any(o.type == "MESH" for o in context.selected_objects)

    @reported
    def execute(self, context):
        for item in context.selected_objects:
            if item.type == "MESH":
                item.name = names.with_group(item.name, int(self.group))
        return {"FINISHED"}


class XENOMESH_OT_optional(bpy.types.Operator):
    """Make the selected meshes optional items of XPS (+ shown, - hidden at the start), or fixed parts again"""

    bl_idname = "xenomesh.optional"
    bl_label = "Optional Item"
    bl_options = {"REGISTER", "UNDO"}

    mark: EnumProperty(
        name="Optional",
        description="Whether XPS can switch the mesh on and off",
        items=[("+", "Shown", "Can be switched off"), ("-", "Hidden", "Can be switched on"), ("no", "No", "Always there")],
        default="+",
    )

    @classmethod
    def poll(cls, context):
        return any(o.type == "MESH" for o in context.selected_objects)

    @reported
    def execute(self, context):
        for item in context.selected_objects:
            if item.type == "MESH":
                item.name = names.with_mark(item.name, "" if self.mark == "no" else self.mark)
        return {"FINISHED"}


class XENOMESH_OT_join_by_group(bpy.types.Operator):
    """Join the selected meshes that have the same render group and material"""

    bl_idname = "xenomesh.join_by_group"
    bl_label = "Join by Render Group"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return context.mode == "OBJECT" and sum(o.type == "MESH" for o in context.selected_objects) > 1

    @reported
    def execute(self, context):
        groups = {}
        for item in context.selected_objects:
            parts = names.split_mesh_name(item.name) if item.type == "MESH" else None
            if parts is not None:
                materials = tuple(s.material.name if s.material else "" for s in item.material_slots)
                groups.setdefault((parts[0], parts[1], materials), []).append(item)
        joined = 0
        for items in groups.values():
            if len(items) > 1:
                with context.temp_override(active_object=items[0], object=items[0], selected_editable_objects=items):
                    bpy.ops.object.join()
                joined += len(items) - 1
        self.report({"INFO"}, say("{count} meshes joined into others", count=joined))
        return {"FINISHED"}


class XENOMESH_OT_weld(bpy.types.Operator):
    """Weld vertices that are at the same place, as seams of UVs and normals leave them"""

    bl_idname = "xenomesh.weld"
    bl_label = "Weld Seams"
    bl_options = {"REGISTER", "UNDO"}

    distance: FloatProperty(name="Distance", description="How far apart welded vertices may be", default=1e-5, min=0.0, precision=6)

    @classmethod
    def poll(cls, context):
        return any(o.type == "MESH" for o in context.selected_objects)

    @reported
    def execute(self, context):
        import bmesh

        gone = 0
        for item in context.selected_objects:
            if item.type == "MESH" and not item.data.shape_keys:
                work = bmesh.new()
                work.from_mesh(item.data)
                before = len(work.verts)
                bmesh.ops.remove_doubles(work, verts=work.verts, dist=self.distance)
                gone += before - len(work.verts)
                work.to_mesh(item.data)
                work.free()
        self.report({"INFO"}, say("{count} vertices welded", count=gone))
        return {"FINISHED"}


class XENOMESH_OT_validate(bpy.types.Operator):
    """Say what is wrong with the file this model was imported from"""

    bl_idname = "xenomesh.validate"
    bl_label = "Validate"

    @classmethod
    def poll(cls, context):
        return context.active_object is not None and source_of(context, [context.active_object]) is not None

    @reported
    def execute(self, context):
        source = source_of(context, [context.active_object])
        found = xenomesh.open(source["path"]).findings
        findings(self, context, found, most=30)
        if not found:
            self.report({"INFO"}, say("nothing is wrong with it"))
        return {"FINISHED"}


class XENOMESH_OT_repair(bpy.types.Operator):
    """Write a repaired copy of the file this model was imported from, next to it"""

    bl_idname = "xenomesh.repair"
    bl_label = "Repair"

    @classmethod
    def poll(cls, context):
        return XENOMESH_OT_validate.poll(context)

    @reported
    def execute(self, context):
        source = source_of(context, [context.active_object])
        model = xenomesh.open(source["path"])
        before, remaining = len(model.findings), model.fix()
        if model.write() == model.data:
            self.report({"INFO"}, say("there is nothing that can be repaired"))
            return {"FINISHED"}
        folder, name = os.path.split(on_disk(source["path"]))
        if on_disk(source["path"]) != source["path"]:
            raise ValueError(say("{name} is an archive: unpack it, and repair the file itself", name=name))
        stem = title(name)
        copies = (f"{stem}.repaired{k or ''}{name[len(stem):]}" for k in itertools.count())
        name = next(c for c in copies if not os.path.exists(os.path.join(folder, c)))
        model.save(os.path.join(folder, name))
        count = before - len(remaining)
        findings(self, context, remaining)
        self.report({"INFO"}, say("{count} findings repaired in {name}", count=count, name=name))
        return {"FINISHED"}


class XENOMESH_OT_pose_load(_OnArmature, bpy.types.Operator):
    """Load a pose or motion onto the armature"""

    bl_idname = "xenomesh.pose_load"
    bl_label = "Load Pose or Motion"
    bl_options = {"REGISTER", "UNDO"}

    filepath: StringProperty(name="File", description="Pose, motion or face motion", subtype="FILE_PATH")
    filter_glob: StringProperty(default="*.pose;*.xsm;*.xpm;*.ani", options={"HIDDEN"})

    def invoke(self, context, _event):
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    @reported
    def execute(self, context):
        from .poses import bind_motion

        bind_motion(self, context, _armature(context), self.filepath)
        return {"FINISHED"}


def facts_of(context):
    """What the panel shows."""
    item = context.active_object
    return source_of(context, [item]) if item is not None else None


CLASSES = (
    XENOMESH_OT_bones_to_blender,
    XENOMESH_OT_bones_to_xps,
    XENOMESH_OT_hide_unused,
    XENOMESH_OT_rest_from_pose,
    XENOMESH_OT_render_group,
    XENOMESH_OT_optional,
    XENOMESH_OT_join_by_group,
    XENOMESH_OT_weld,
    XENOMESH_OT_validate,
    XENOMESH_OT_repair,
    XENOMESH_OT_pose_load,
)


def register():
    """Makes the operators known."""
    for one in CLASSES:
        bpy.utils.register_class(one)


def unregister():
    """Forgets them."""
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
