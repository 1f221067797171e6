"""Sentences instead of tracebacks, and the list of findings in the sidebar."""

import contextlib
import functools
import re
import textwrap
import traceback

import bpy
import xenomesh
from bpy.props import CollectionProperty, IntProperty, StringProperty

from .words import say

ORDER = {"error": 0, "warning": 1, "info": 2}


@contextlib.contextmanager
def sentences(operator):
    """Errors become reports of the operator, never tracebacks; ``failed`` says whether there was one."""
    state = {"failed": False}
    try:
        yield state
    except xenomesh.ExistingFileError as error:
        state["failed"] = True
        text = "{file} exists: switch Replace Files on, or choose another name"
        operator.report({"ERROR"}, say(text, file=error.file))
    except xenomesh.XenomeshError as error:
        state["failed"] = True
        text = str(error)
        tip = getattr(error, "help", "")
        operator.report({"ERROR"}, f"{text}. {tip}" if tip else text)
    except (OSError, ValueError, MemoryError) as error:
        state["failed"] = True
        operator.report({"ERROR"}, str(error))
    except Exception as error:  # noqa: BLE001 - nobody who poses models can use a traceback: it goes to the console
        state["failed"] = True
        traceback.print_exc()
        text = "something went wrong that should not: {error}; please report it with what the console shows"
        operator.report({"ERROR"}, say(text, error=f"{type(error).__name__}: {error}"))


def reported(execute):
    """For ``execute`` of operators: whatever goes wrong is a report."""

    @functools.wraps(execute)
    def run(self, context):
        with sentences(self) as state:
            result = execute(self, context)
        return {"CANCELLED"} if state["failed"] else result

    return run


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

    @reported
    def execute(self, context):
        found = context.window_manager.xenomesh_findings
        item = context.scene.objects.get(found[self.index].object) if self.index < len(found) else None
        if item is None:
            self.report({"INFO"}, say("this is about the file, not about an object"))
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
        operator.report({"WARNING"}, say("{count} more; see Findings in the sidebar", count=len(shown) - most))


def draw(layout, context, most=20, letters=None):
    """The list, each with a button that selects its object; sentences are broken where the sidebar ends."""
    icons = {"error": "CANCEL", "warning": "ERROR", "info": "INFO"}
    found = context.window_manager.xenomesh_findings
    if letters is None:
        letters = int((context.region.width if context.region else 300) / (6.5 * (context.preferences.system.ui_scale or 1.0))) - 8
    for i, one in enumerate(found[:most]):
        column = layout.column(align=True)
        first, *rest = textwrap.wrap(one.name, max(letters, 20)) or [""]
        row = column.row(align=True)
        row.label(text=first, icon=icons.get(one.severity, "INFO"), translate=False)
        if one.object:
            row.operator("xenomesh.show", text="", icon="RESTRICT_SELECT_OFF").index = i
        for line in [*rest, *textwrap.wrap(one.help, max(letters, 20))]:
            column.label(text=line, icon="BLANK1", translate=False)
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
