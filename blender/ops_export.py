"""File → Export: the selection, a collection or the scene into a game's format."""

import os

import bpy
from bpy.props import BoolProperty, EnumProperty, StringProperty
from bpy_extras.io_utils import ExportHelper

from . import report
from .collect import source_of
from .keep import get
from .report import findings, sentences
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


class EXPORT_SCENE_OT_xenomesh(bpy.types.Operator, ExportHelper):
    """Export to XNALara/XPS, EMotionFX, Egosoft, Anark or glTF; what nobody edited stays as it was in the original"""

    bl_idname = "export_scene.xenomesh"
    bl_label = "Export Game Model"
    bl_options = {"REGISTER", "PRESET"}

    filename_ext = ".xps"
    filter_glob: StringProperty(default=";".join(f"*.{e}" for e in EXTENSIONS.values()), options={"HIDDEN"})
    check_extension = None

    format: EnumProperty(name="Format", items=[f[:3] for f in FORMATS], default="xps")
    what: EnumProperty(
        name="What",
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
        layout = self.layout
        layout.use_property_split = True
        names = ["format", "what", *(["poses"] if self.format == "pose" else []), "profile", "template", "pictures"]
        for name in [*names, "review", "overwrite"]:
            layout.prop(self, name)

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
            self.report({"ERROR"}, "nothing to export: select an object of the model")
            return {"CANCELLED"}
        manager = context.window_manager
        manager.progress_begin(0, 100)
        try:
            with sentences(self) as state:
                made = Export(context, objects, self.as_keywords(ignore=("filter_glob", "check_existing", "what")), self.report)
                manager.progress_update(60)
                if self.options.is_invoke and self.review and not bpy.app.background and self.shows(context, made):
                    WAITING[:] = [made]
                    return bpy.ops.xenomesh.export_anyway("INVOKE_DEFAULT")
                findings(self, context, made.write(), scene=made.scene, objects=made.objects)
        finally:
            manager.progress_end()
        return {"CANCELLED"} if state["failed"] else {"FINISHED"}

    def shows(self, context, made):
        """Whether there is something to look at before writing."""
        found = [f for f in made.check() if f.severity != "info"]
        report.remember(context, found, made.scene, made.objects)
        return bool(found)


class XENOMESH_OT_export_anyway(bpy.types.Operator):
    """Write the file although something is lost or wrong"""

    bl_idname = "xenomesh.export_anyway"
    bl_label = "Export Anyway"

    def invoke(self, context, _event):
        return context.window_manager.invoke_props_dialog(self, width=700)

    def draw(self, context):
        report.draw(self.layout, context)

    def execute(self, _context):
        if not WAITING:
            self.report({"ERROR"}, "nothing waits to be written: export first")
            return {"CANCELLED"}
        with sentences(self) as state:
            WAITING.pop().write(self.report)
        return {"CANCELLED"} if state["failed"] else {"FINISHED"}

    def cancel(self, _context):
        WAITING.clear()


class XENOMESH_OT_check_export(bpy.types.Operator):
    """List what an export would lose or get wrong, without writing anything"""

    bl_idname = "xenomesh.check_export"
    bl_label = "Check Export"

    format: EnumProperty(name="Format", items=[f[:3] for f in FORMATS], default="xps")

    @classmethod
    def poll(cls, context):
        return context.active_object is not None and context.mode == "OBJECT"

    def invoke(self, context, _event):
        source = source_of(context, [context.active_object])
        if source is not None and source["format"] in EXTENSIONS:
            self.format = source["format"]
        return self.execute(context)

    def execute(self, context):
        with sentences(self) as state:
            options = {"filepath": f"model.{EXTENSIONS[self.format]}", "format": self.format}
            made = Export(context, model_objects(context), options, self.report)
            found = made.check()
            findings(self, context, found, scene=made.scene, objects=made.objects)
            if not found:
                self.report({"INFO"}, "nothing would be lost")
        return {"CANCELLED"} if state["failed"] else {"FINISHED"}


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
    self.layout.operator(EXPORT_SCENE_OT_xenomesh.bl_idname, text="Game Model (XPS, XAC, XMF, BSG …)")


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
