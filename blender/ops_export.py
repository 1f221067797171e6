"""File → Export: the selection, a collection or the scene into a game's format."""

import os

import bpy
from bpy.props import BoolProperty, EnumProperty, StringProperty
from bpy_extras.io_utils import ExportHelper

from . import report
from .collect import source_of
from .keep import get
from .report import findings, reported, sentences
from .words import say, shown
from .work import Job, Modal, at_once
from .writing import Export

FORMATS = [
    ("xps", "XPS (.xps)", "XNALara Posing Studio", "xps"),
    ("xnalara-bin", "XNALara (.mesh)", "Classic XNALara, binary", "mesh"),
    ("xnalara-ascii", "XNALara Text (.mesh.ascii)", "Classic XNALara, text", "mesh.ascii"),
    ("pose", "Pose (.pose)", "The pose of the armature as it stands", "pose"),
    ("xac", "EMotionFX Actor (.xac)", "Model and skeleton", "xac"),
    ("xsm", "EMotionFX Motion (.xsm)", "Actions", "xsm"),
    ("xpm", "EMotionFX Face Motion (.xpm)", "Actions of shape keys", "xpm"),
    ("xmf", "Egosoft Mesh (.xmf)", "X Rebirth and X4", "xmf"),
    ("ani", "Egosoft Animation (.ani)", "X Rebirth and X4", "ani"),
    ("component", "Egosoft Component (.xml)", "A whole ship: XML, meshes and animation", "xml"),
    ("bsg", "Anark Scene (.bsg)", "User interface of X Rebirth", "bsg"),
    ("bgf", "Anark Data (.bgf)", "User interface of X Rebirth", "bgf"),
    ("scene", "XPS Scene (.scene)", "Where models stand; only as it was imported", "scene"),
    ("glb", "glTF Binary (.glb)", "glTF 2.0 as xenomesh writes it, originals in its extras", "glb"),
]
EXTENSIONS = {key: extension for key, _, _, extension in FORMATS}


WAITING = []
"""The export whose findings are being looked at."""


class Writes(Modal):
    """For operators that write: in steps, with a progress bar where it takes long."""

    def work(self, context, made, steps):
        """Begins, or does it all at once."""
        self.made, self.failed, self.waits = made, False, False
        job = Job(self.guarded(steps))
        if made.threaded:
            return self.begin(context, job)
        job.advance()
        return self.finish(context)

    def guarded(self, steps):
        with sentences(self) as state:
            yield from steps
        self.failed = state["failed"]

    def finish(self, _context):
        if self.failed:
            return {"CANCELLED"}
        if self.waits:
            bpy.ops.xenomesh.export_anyway("INVOKE_DEFAULT")
        return {"FINISHED"}

    def may_stop(self):
        return self.made.stop()

    def cancelled(self):
        return say("cancelled: nothing was written")


class EXPORT_SCENE_OT_xenomesh(Writes, bpy.types.Operator, ExportHelper):
    """Export to XNALara/XPS, EMotionFX, Egosoft, Anark or glTF; unedited parts stay as they were in the original"""

    bl_idname = "export_scene.xenomesh"
    bl_label = "Export Game Model"
    bl_options = {"REGISTER", "PRESET"}

    filename_ext = ".xps"
    filter_glob: StringProperty(default=";".join(f"*.{e}" for e in EXTENSIONS.values()), options={"HIDDEN"})
    check_extension = None

    format: EnumProperty(name="Format", description="Game or program the file is for", items=[f[:3] for f in FORMATS], default="xps")
    what: EnumProperty(
        name="What",
        description="Which objects are written",
        items=[
            ("model", "Whole Model", "Everything of the model the active object belongs to"),
            ("selection", "Selection", "Selected objects and their armature"),
            ("collection", "Collection", "The active collection"),
            ("scene", "Scene", "Every object"),
        ],
        default="model",
    )
    poses: EnumProperty(
        name="Poses",
        description="Which poses become .pose files",
        items=[
            ("current", "This Frame", "The pose as it stands, constraints included"),
            ("range", "Frame Range", "Every frame of the scene's range, a file each"),
            ("keys", "Keys", "Every key of the action, a file each"),
        ],
        default="current",
    )
    profile: StringProperty(name="Profile", description="Target game or variant: xrebirth, tos, paradox, xps2, xps3 …")
    template: BoolProperty(
        name="Original as Template", description="Take what Blender has no place for from the file it was imported from", default=True
    )
    pictures: BoolProperty(name="Textures", description="Write the textures too, next to the file", default=True)
    review: BoolProperty(
        name="Findings First", description="Show what is lost or wrong before anything is written", default=True
    )
    overwrite: BoolProperty(name="Replace Files", description="Replace files that are there already", default=False)

    def draw(self, _context):
        column = self.layout.column()
        column.use_property_split = True  # not for switches: their names would be cut
        for name in ["format", "what", *(["poses"] if self.format == "pose" else []), "profile"]:
            column.prop(self, name)
        for name in ("template", "pictures", "review", "overwrite"):
            self.layout.prop(self, name)

    def invoke(self, context, event):
        source = source_of(context, chosen(context, self.what))
        if source is not None:
            self.format = "xac" if source["format"] == "gfx" else source["format"] if source["format"] in EXTENSIONS else self.format
        return ExportHelper.invoke(self, context, event)

    def check(self, _context):
        stem = os.path.splitext(self.filepath)[0]
        if stem.lower().endswith(".mesh"):
            stem = stem[:-5]
        path = f"{stem}.{EXTENSIONS[self.format]}"
        changed = path != self.filepath
        self.filepath = path
        return changed

    def execute(self, context):
        if context.mode != "OBJECT" and bpy.ops.object.mode_set.poll():
            bpy.ops.object.mode_set(mode="OBJECT")
        objects = chosen(context, self.what)
        if not objects:
            self.report({"ERROR"}, say("nothing to export: select an object of the model"))
            return {"CANCELLED"}
        window = self.options.is_invoke and not bpy.app.background and context.window is not None
        options = self.as_keywords(ignore=("filter_glob", "check_existing", "what"))
        made = Export(context, objects, options, self.report, window and Export.is_long(objects))
        return self.work(context, made, self.steps(context, made, window and self.review))

    def steps(self, context, made, review):
        """Reads, shows what would be lost if somebody can look, writes."""
        yield from made.read()
        if review:
            found = [f for f in (yield from made.check()) if f.severity != "info"]
            report.remember(context, found, made.scene, made.objects)
            if found:
                WAITING[:] = [made]
                self.waits = True
                return
        found = yield from made.write()
        findings(self, context, found, scene=made.scene, objects=made.objects)


class XENOMESH_OT_export_anyway(Writes, bpy.types.Operator):
    """Write the file although something is lost or wrong"""

    bl_idname = "xenomesh.export_anyway"
    bl_label = "Export Anyway"

    def invoke(self, context, _event):
        return context.window_manager.invoke_props_dialog(self, width=700)

    def draw(self, context):
        report.draw(self.layout, context, letters=100)

    def execute(self, context):
        if not WAITING:
            self.report({"ERROR"}, say("nothing waits to be written: export first"))
            return {"CANCELLED"}
        made = WAITING.pop()
        return self.work(context, made, made.write(self.report))

    def cancel(self, _context):
        WAITING.clear()


class XENOMESH_OT_check_export(bpy.types.Operator):
    """List what an export would lose or get wrong, without writing anything"""

    bl_idname = "xenomesh.check_export"
    bl_label = "Check Export"

    format: EnumProperty(name="Format", description="Game or program the file is for", items=[f[:3] for f in FORMATS], default="xps")

    @classmethod
    def poll(cls, context):
        return context.active_object is not None and context.mode == "OBJECT"

    def invoke(self, context, _event):
        source = source_of(context, [context.active_object])
        if source is not None and source["format"] in EXTENSIONS:
            self.format = source["format"]
        return self.execute(context)

    @reported
    def execute(self, context):
        options = {"filepath": f"model.{EXTENSIONS[self.format]}", "format": self.format}
        made = Export(context, model_objects(context), options, self.report)
        at_once(made.read())
        found = at_once(made.check())
        findings(self, context, found, scene=made.scene, objects=made.objects)
        if not found:
            self.report({"INFO"}, say("nothing would be lost"))
        return {"FINISHED"}


def chosen(context, what):
    """The objects an export is about."""
    if what == "scene":
        return list(context.scene.objects)
    if what == "collection":
        return list(context.collection.all_objects)
    if what == "selection":
        found = list(context.selected_objects)
        rigs = [o.find_armature() for o in found]
        return list(dict.fromkeys(found + [r for r in rigs if r is not None]))
    return model_objects(context)


def model_objects(context):
    """Everything that was imported together with the active object; else what hangs together with it."""
    item = context.active_object
    for collection in bpy.data.collections:
        if "path" in get(collection) and item is not None and item.name in collection.all_objects:
            return list(collection.all_objects)
    if item is None:
        return list(context.scene.objects)
    top = item
    while top.parent is not None:
        top = top.parent
    return [top, *top.children_recursive]


def menu(self, _context):
    """File → Export."""
    self.layout.operator(EXPORT_SCENE_OT_xenomesh.bl_idname, text=f"{shown('Game Model')} (XPS, XAC, XMF, BSG …)", translate=False)


CLASSES = (EXPORT_SCENE_OT_xenomesh, XENOMESH_OT_export_anyway, XENOMESH_OT_check_export)


def register():
    """Adds the menu entry."""
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.TOPBAR_MT_file_export.append(menu)


def unregister():
    """Takes it out."""
    WAITING.clear()
    bpy.types.TOPBAR_MT_file_export.remove(menu)
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
