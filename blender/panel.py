"""The sidebar of the 3D view."""

import os

import bpy

from . import names, report
from .keep import extras_of
from .ops_tools import facts_of
from .words import shown


class VIEW3D_PT_xenomesh(bpy.types.Panel):
    """Tab of the sidebar."""

    bl_label = "Game Model"
    bl_idname = "VIEW3D_PT_xenomesh"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Xenomesh"

    def draw(self, context):
        layout = self.layout
        facts = facts_of(context)
        row = layout.row(align=True)
        row.operator("import_scene.xenomesh", text="Import", icon="IMPORT")
        row.operator("export_scene.xenomesh", text="Export", icon="EXPORT")
        if facts:
            box = layout.box()
            box.label(text=os.path.basename(facts["path"]), icon="FILE_3D", translate=False)
            box.label(text=f"{facts['format']} {facts.get('version', '')}", translate=False)
            row = box.row(align=True)
            row.operator("xenomesh.validate", icon="CHECKMARK")
            row.operator("xenomesh.repair", icon="TOOL_SETTINGS")
        layout.operator("xenomesh.check_export", icon="VIEWZOOM")


class VIEW3D_PT_xenomesh_findings(bpy.types.Panel):
    """What was found in the file, or would be lost by an export."""

    bl_label = "Findings"
    bl_parent_id = "VIEW3D_PT_xenomesh"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Xenomesh"

    @classmethod
    def poll(cls, context):
        return len(context.window_manager.xenomesh_findings) > 0

    def draw(self, context):
        report.draw(self.layout, context)


class VIEW3D_PT_xenomesh_bones(bpy.types.Panel):
    """Bones and poses."""

    bl_label = "Bones and Poses"
    bl_parent_id = "VIEW3D_PT_xenomesh"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Xenomesh"

    def draw(self, _context):
        column = self.layout.column(align=True)
        column.operator("xenomesh.pose_load", icon="POSE_HLT")
        row = column.row(align=True)
        row.operator("xenomesh.bones_to_blender")
        row.operator("xenomesh.bones_to_xps")
        column.operator("xenomesh.hide_unused")
        column.operator("xenomesh.rest_from_pose")


class VIEW3D_PT_xenomesh_meshes(bpy.types.Panel):
    """Render groups and optional items."""

    bl_label = "XPS Meshes"
    bl_parent_id = "VIEW3D_PT_xenomesh"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Xenomesh"

    def draw(self, context):
        layout = self.layout
        item = context.active_object
        parts = names.split_mesh_name(item.name) if item is not None and item.type == "MESH" else None
        if parts is not None:
            title = next((t for n, t, _ in names.groups(shown) if n == parts[1]), "")
            layout.label(text=f"{parts[1]}: {title}", translate=False)
        column = layout.column(align=True)
        column.operator_menu_enum("xenomesh.render_group", "group")
        column.operator_menu_enum("xenomesh.optional", "mark")
        column.operator("xenomesh.join_by_group")
        column.operator("xenomesh.weld")


class VIEW3D_PT_xenomesh_kept(bpy.types.Panel):
    """What the file holds that Blender has no place for."""

    bl_label = "Kept from the File"
    bl_parent_id = "VIEW3D_PT_xenomesh"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Xenomesh"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        return any(extras_of(holder) for holder, _ in _holders(context))

    def draw(self, context):
        for holder, icon in _holders(context):
            rows = _rows(extras_of(holder))
            if rows:
                box = self.layout.box()
                box.label(text=holder.name, icon=icon, translate=False)
                for row in rows[:MOST]:
                    box.label(text=row[:120], translate=False)


MOST = 24
"""Lines that are shown of one object."""


def _holders(context):
    """The active object, its data, bone and material, each with an icon."""
    item = context.active_object
    if item is not None:
        bone = item.data.bones.active if item.type == "ARMATURE" else None
        found = [(item, "OBJECT_DATA"), (item.data, "MESH_DATA"), (bone, "BONE_DATA"), (item.active_material, "MATERIAL")]
        yield from (f for f in found if f[0] is not None)


def _rows(value, name=""):
    """A line for each value, named by the way to it."""
    if isinstance(value, dict) and value:
        return [row for key, one in value.items() for row in _rows(one, f"{name}.{key}" if name else str(key))]
    return [f"{name}: {value}"] if name else []


CLASSES = (VIEW3D_PT_xenomesh, VIEW3D_PT_xenomesh_findings, VIEW3D_PT_xenomesh_bones, VIEW3D_PT_xenomesh_meshes, VIEW3D_PT_xenomesh_kept)


def register():
    """Adds the tab."""
    for one in CLASSES:
        bpy.utils.register_class(one)


def unregister():
    """Takes it out."""
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
