"""Sentences instead of tracebacks, and the list of findings in the sidebar."""

import contextlib
import re

import bpy
import xenomesh
from bpy.props import CollectionProperty, IntProperty, StringProperty

ORDER = {"error": 0, "warning": 1, "info": 2}


@contextlib.contextmanager
def sentences(operator):
    """Errors of the library become reports of the operator; ``failed`` says whether there was one."""
    state = {"failed": False}
    try:
        yield state
    except xenomesh.XenomeshError as error:
        state["failed"] = True
        text = str(error)
        tip = getattr(error, "help", "")
        operator.report({"ERROR"}, f"{text}. {tip}" if tip else text)
    except (OSError, ValueError, MemoryError) as error:
        state["failed"] = True
        operator.report({"ERROR"}, str(error))


class XenomeshFinding(bpy.types.PropertyGroup):
    """One line of the list; ``name`` is the sentence."""

    severity: StringProperty()
    code: StringProperty()
    path: StringProperty()
    help: StringProperty()
    object: StringProperty()


class XENOMESH_OT_show(bpy.types.Operator):
    """Select the object this is about"""

    bl_idname = "xenomesh.show"
    bl_label = "Select Object"
    bl_options = {"REGISTER", "UNDO"}

    index: IntProperty(options={"HIDDEN"})

    def execute(self, context):
        found = context.window_manager.xenomesh_findings
        item = context.scene.objects.get(found[self.index].object) if self.index < len(found) else None
        if item is None:
            self.report({"INFO"}, "this is about the file, not about an object")
            return {"CANCELLED"}
        for other in context.selected_objects:
            other.select_set(False)
        item.hide_set(False)
        item.select_set(True)
        context.view_layer.objects.active = item
        return {"FINISHED"}


def remember(context, found, scene=None, objects=()):
    """Puts findings into the list of the sidebar, worst first, each with the object it is about."""
    kept = context.window_manager.xenomesh_findings
    kept.clear()
    for finding in sorted(found, key=lambda f: ORDER.get(f.severity, 2)):
        one = kept.add()
        one.name, one.severity, one.code = finding.message, finding.severity, finding.code
        one.path, one.help = finding.path, finding.help
        item = about(finding, scene, objects or context.scene.objects)
        one.object = item.name if item is not None else ""


def about(finding, scene, objects):
    """The object of a finding: by the place it names, else by a name in its sentence."""
    names = []
    place = re.search(r"(meshes|nodes|bones|materials|parts)\[(\d+)\]", finding.path)
    if place and scene is not None:
        rows = getattr(scene, {"bones": "nodes", "parts": "meshes"}.get(place[1], place[1]))
        if int(place[2]) < len(rows):
            names.append(rows[int(place[2])].name)
    names += re.findall(r'"((?:[^"\\]|\\.)+)"', finding.message)
    for name in names:
        for item in objects:
            slots = [s.material.name for s in item.material_slots if s.material]
            own = {item.name, item.data.name if item.data else "", str(item.get("xenomesh_name", "")), *slots}
            if name in own or item.type == "ARMATURE" and name in item.data.bones:
                return item
    return None


def findings(operator, context, found, most=8, scene=None, objects=()):
    """Warnings and errors as reports, worst first, a line each; all of them in the list of the sidebar."""
    remember(context, found, scene, objects)
    shown = sorted((f for f in found if f.severity != "info"), key=lambda f: ORDER[f.severity])
    for finding in shown[:most]:
        place = f" ({finding.path})" if finding.path else ""
        operator.report({"WARNING"}, f"{finding.message}{place}")
    if len(shown) > most:
        operator.report({"WARNING"}, f"{len(shown) - most} more; see Findings in the sidebar")


def draw(layout, context, most=20):
    """The list, each line with a button that selects its object."""
    icons = {"error": "CANCEL", "warning": "ERROR", "info": "INFO"}
    found = context.window_manager.xenomesh_findings
    for i, one in enumerate(found[:most]):
        row = layout.row(align=True)
        row.label(text=one.name, icon=icons.get(one.severity, "INFO"), translate=False)
        if one.object:
            row.operator("xenomesh.show", text="", icon="RESTRICT_SELECT_OFF").index = i
        if one.help:
            layout.label(text=one.help, icon="BLANK1", translate=False)
    if len(found) > most:
        layout.label(text=f"… {len(found) - most}", translate=False)


CLASSES = (XenomeshFinding, XENOMESH_OT_show)


def register():
    """Adds the list to the window manager."""
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.WindowManager.xenomesh_findings = CollectionProperty(type=XenomeshFinding)


def unregister():
    """Takes it out."""
    del bpy.types.WindowManager.xenomesh_findings
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
