"""File → Import, and files dropped on the window."""

import os
import uuid
from ast import literal_eval

import bpy
import xenomesh
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

from . import build
from .containers import CONTAINERS, MODELS, MOTIONS, entries, is_container, is_motion, members, title
from .poses import armature_of, bind_motion
from .report import findings, reported, sentences
from .words import say, shown
from .work import Job, Made, Modal, in_thread

LONG = 2_000_000
"""Bytes of a file from which on the import shows a progress bar."""


class IMPORT_SCENE_OT_xenomesh(Modal, bpy.types.Operator, ImportHelper):
    """Import XNALara/XPS, EMotionFX, Egosoft and Anark models, with textures, bones and motions"""

    bl_idname = "import_scene.xenomesh"
    bl_label = "Import Game Model"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filename_ext = ".xps"
    filter_glob: StringProperty(default=";".join(f"*.{e}" for e in MODELS + MOTIONS + CONTAINERS), options={"HIDDEN"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})

    only: StringProperty(
        name="Only",
        description="Actor types of a .gfx, or files of an archive or folder, separated by semicolons; * stands for anything",
        options={"SKIP_SAVE"},
    )
    orient: BoolProperty(
        name="Bones Along Limbs",
        description="Turn bones so that they point to their children and limbs bend about X; off: exactly as the file has them",
        default=True,
    )
    connect: BoolProperty(name="Connect Bones", description="Connect a bone to its parent where they meet", default=True)
    motions: BoolProperty(
        name="Motions of the Folder", description="Bind the motions next to the model that fit it", default=False
    )
    activate: BoolProperty(
        name="Play First Motion", description="Make the first motion the active action; off: stay in the rest pose", default=True
    )
    default_pose: BoolProperty(name="Default Pose", description="Start in the pose the file says", default=False)
    normals: BoolProperty(name="Custom Normals", description="Shade as the file says", default=True)
    pack: BoolProperty(
        name="Pack Textures", description="Put the textures into the .blend file; off: link those that Blender can read", default=True
    )
    textures: StringProperty(name="Texture Folder", description="Look for textures here too", subtype="DIR_PATH")
    game: StringProperty(name="Game Folder", description="The folder of the game, archives included", subtype="DIR_PATH")
    lods: BoolProperty(
        name="All Levels of Detail", description="Coarser levels too, each in a hidden collection", default=False
    )
    collision: BoolProperty(name="Collision Meshes", description="In a hidden collection", default=False)
    nla: BoolProperty(
        name="Motions as NLA Tracks", description="A muted track for each motion instead of an active action", default=False
    )
    hidden: EnumProperty(
        name="Hidden Items",
        description="Optional items and parts that the file hides",
        items=[
            ("keep", "In a Hidden Collection", "Optional items and hidden parts are there, not shown"),
            ("omit", "Leave Out", "Do not import them"),
        ],
        default="keep",
    )

    def draw(self, _context):
        layout = self.layout
        for name in ("orient", "connect", "motions", "activate", "default_pose", "nla", "normals", "pack", "lods", "collision"):
            layout.prop(self, name)
        column = layout.column()
        column.use_property_split = True  # not for switches: their names would be cut
        for name in ("hidden", "textures", "game", "only"):
            column.prop(self, name)

    def paths(self):
        if self.files and any(f.name for f in self.files):
            return [os.path.join(self.directory, f.name) for f in self.files if f.name]
        return [self.filepath or self.directory]

    def invoke(self, context, event):
        if self.directory and any(f.name for f in self.files):
            return self.execute(context)  # dropped
        return ImportHelper.invoke(self, context, event)

    def execute(self, context):
        paths = self.paths()
        window = self.options.is_invoke and not bpy.app.background and context.window is not None
        if window and len(paths) == 1 and is_container(paths[0]) and not self.only:
            return self.choose(paths[0])
        if context.mode != "OBJECT" and bpy.ops.object.mode_set.poll():
            bpy.ops.object.mode_set(mode="OBJECT")
        long = window and any(os.path.isfile(p) and os.path.getsize(p) > LONG for p in paths)
        self.done = 0
        job = Job(self.steps(context, paths, long))
        if long:
            return self.begin(context, job)
        job.advance()
        return self.finish(context)

    def choose(self, path):
        names = (n for n in self.bl_rna.properties.keys() if n not in NOT_OPTIONS)
        options = self.as_keywords(ignore=NOT_OPTIONS)
        options = {n: options[n] for n in names if n in options}
        return bpy.ops.import_scene.xenomesh_choose("INVOKE_DEFAULT", filepath=path, settings=repr(options))

    def finish(self, _context):
        return {"FINISHED"} if self.done else {"CANCELLED"}

    def cancelled(self):
        return say("cancelled: nothing was imported")

    def steps(self, context, paths, threaded):
        """Everything, a file after the other."""
        motions = [p for p in paths if is_motion(p)]
        models = []
        for path in [p for p in paths if not is_motion(p)]:
            with sentences(self):
                models += members(path, self.only)
        target = None if models else armature_of(context)
        if target is not None:
            for path in motions:
                with sentences(self) as state:
                    bind_motion(self, context, target, path)
                    yield 1.0
                self.done += not state["failed"]
            return
        inputs = models or motions
        for i, path in enumerate(inputs):
            made = Made()
            with sentences(self) as state:
                for share in self.one(context, path, motions if models else [], threaded):
                    yield (i + share) / len(inputs)
            if state["failed"]:
                made.remove()  # half a model helps nobody
            self.done += not state["failed"]

    def recipe(self, motions):
        out = {
            "orient_bones": self.orient,
            "motion": motions,
            "motions": "auto" if self.motions else None,
            "rest": "default-pose" if self.default_pose else "bind",
            "hidden": self.hidden,
            "collision": self.collision,
            "lod": "all" if self.lods else 0,
        }
        if self.textures:
            out["textures"] = [bpy.path.abspath(self.textures)]
        if self.game:
            out["game"] = bpy.path.abspath(self.game)
        return out

    def one(self, context, path, motions, threaded):
        options = self.recipe(motions)

        def load():
            model = xenomesh.open(path)
            return model, model.scene(**options)

        model, scene = (yield from in_thread(load)) if threaded else load()
        name = title(path)
        render = context.scene.render
        settings = build.Settings(
            normals=self.normals, pack=self.pack, connect=self.connect, nla=self.nla, activate=self.activate,
            fps=render.fps / render.fps_base,
        )
        importer = build.Importer(scene, name, settings, uuid.uuid4().hex[:12])
        yield from importer.build(
            {"path": os.path.abspath(path), "format": model.format, "version": model.version, "options": options}
        )
        for item in context.selected_objects:
            item.select_set(False)
        made = importer.main()
        if made is not None:
            context.view_layer.objects.active = made
            made.select_set(True)
        end = max((a.seconds for a in scene.animations), default=0.0)
        if end > 0:
            context.scene.frame_end = max(context.scene.frame_end, int(end * settings.fps + 0.999))
        findings(self, context, [f for f in model.findings if f.severity != "info"])
        text, motions = "{name}: {meshes} meshes, {nodes} nodes, {motions} motions", len(scene.animations)
        self.report({"INFO"}, say(text, name=name, meshes=len(scene.meshes), nodes=len(scene.nodes), motions=motions))


NOT_OPTIONS = ("filter_glob", "files", "directory", "filepath", "only", "rna_type", "check_existing")


class XenomeshEntry(bpy.types.PropertyGroup):
    """One model of a container; its name is the property Blender gives every one."""

    use: BoolProperty(name="Import", description="Import this model", default=True)


class XENOMESH_UL_entries(bpy.types.UIList):
    """Models to choose from, with Blender's own search below."""

    def draw_item(self, _context, layout, _data, item, _icon, _active, _property, _index):
        layout.prop(item, "use", text=item.name, translate=False)


class IMPORT_SCENE_OT_xenomesh_choose(bpy.types.Operator):
    """Choose actor types of a .gfx, or models of an archive or a folder"""

    bl_idname = "import_scene.xenomesh_choose"
    bl_label = "Choose Models"
    bl_options = {"REGISTER", "UNDO"}

    filepath: StringProperty(subtype="FILE_PATH", options={"HIDDEN"})
    settings: StringProperty(options={"HIDDEN"})
    entries: CollectionProperty(type=XenomeshEntry, options={"HIDDEN", "SKIP_SAVE"})
    at: bpy.props.IntProperty(options={"HIDDEN", "SKIP_SAVE"})
    every: BoolProperty(
        name="All", description="Choose all of them, or none", default=True,
        update=lambda self, _: [setattr(e, "use", self.every) for e in self.entries] and None,
    )  # fmt: skip

    def invoke(self, context, _event):
        with sentences(self) as state:
            names = entries(self.filepath)
            for name in names:
                one = self.entries.add()
                one.name, one.use = name, len(names) <= 30
        if state["failed"] or not len(self.entries):
            return {"CANCELLED"}
        return context.window_manager.invoke_props_dialog(self, width=500)

    def draw(self, _context):
        self.layout.prop(self, "every")
        self.layout.template_list("XENOMESH_UL_entries", "", self, "entries", self, "at", rows=12)

    @reported
    def execute(self, _context):
        chosen = [e.name for e in self.entries if e.use]
        if not chosen:
            self.report({"ERROR"}, say("nothing is chosen"))
            return {"CANCELLED"}
        options = literal_eval(self.settings) if self.settings else {}
        return bpy.ops.import_scene.xenomesh(filepath=self.filepath, only=";".join(chosen), **options)


class IO_FH_xenomesh(bpy.types.FileHandler):
    """Dropped files."""

    bl_idname = "IO_FH_xenomesh"
    bl_label = "Game Model"
    bl_import_operator = "import_scene.xenomesh"
    bl_file_extensions = ";".join(f".{e}" for e in MODELS + MOTIONS + CONTAINERS if e not in {"zip", "xml"}) + ";.xml"

    @classmethod
    def poll_drop(cls, context):
        return context.area is not None and context.area.type in {"VIEW_3D", "OUTLINER"}


def menu(self, _context):
    """File → Import."""
    self.layout.operator(IMPORT_SCENE_OT_xenomesh.bl_idname, text=f"{shown('Game Model')} (XPS, XAC, XMF, BSG …)", translate=False)


CLASSES = (XenomeshEntry, XENOMESH_UL_entries, IMPORT_SCENE_OT_xenomesh, IMPORT_SCENE_OT_xenomesh_choose, IO_FH_xenomesh)


def register():
    """Adds the menu entry."""
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.TOPBAR_MT_file_import.append(menu)


def unregister():
    """Takes it out."""
    bpy.types.TOPBAR_MT_file_import.remove(menu)
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
