"""File → Import, and files dropped on the window."""

import os

import bpy
import xenomesh
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, IntProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

from . import actions, bones, build
from .keep import get
from .report import findings, sentences

MODELS = ("xps", "mesh", "ascii", "scene", "xac", "_xmac", "xmf", "xml", "bsg", "bgf")
MOTIONS = ("pose", "xsm", "xpm", "_xmot", "ani")


class IMPORT_SCENE_OT_xenomesh(bpy.types.Operator, ImportHelper):
    """Import XNALara/XPS, EMotionFX, Egosoft and Anark models, with textures, bones and motions"""

    bl_idname = "import_scene.xenomesh"
    bl_label = "Import Game Model"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filename_ext = ".xps"
    filter_glob: StringProperty(default=";".join(f"*.{e}" for e in MODELS + MOTIONS), options={"HIDDEN"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})

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
    pack: BoolProperty(name="Pack Textures", description="Put the textures into the .blend file", default=True)
    textures: StringProperty(name="Texture Folder", description="Look for textures here too", subtype="DIR_PATH")
    game: StringProperty(name="Game Folder", description="The folder of the game, archives included", subtype="DIR_PATH")
    lods: BoolProperty(name="All Levels of Detail", default=False)
    collision: BoolProperty(name="Collision Meshes", default=False)
    nla: BoolProperty(name="Motions as NLA Tracks", default=False)
    hidden: EnumProperty(
        name="Hidden Items",
        items=[
            ("keep", "In a Hidden Collection", "Optional items and hidden parts are there, not shown"),
            ("omit", "Leave Out", "Do not import them"),
        ],
        default="keep",
    )

    def draw(self, _context):
        layout = self.layout
        layout.use_property_split = True
        for name in ("orient", "connect", "motions", "activate", "default_pose", "nla"):
            layout.prop(self, name)
        layout.separator()
        for name in ("normals", "pack", "textures", "game"):
            layout.prop(self, name)
        layout.separator()
        for name in ("lods", "collision", "hidden"):
            layout.prop(self, name)

    def paths(self):
        if self.files and any(f.name for f in self.files):
            return [os.path.join(self.directory, f.name) for f in self.files if f.name]
        return [self.filepath]

    def invoke(self, context, event):
        if self.directory and any(f.name for f in self.files):
            return self.execute(context)  # dropped
        return ImportHelper.invoke(self, context, event)

    def execute(self, context):
        paths = self.paths()
        models = [p for p in paths if not is_motion(p)]
        motions = [p for p in paths if is_motion(p)]
        if context.mode != "OBJECT" and bpy.ops.object.mode_set.poll():
            bpy.ops.object.mode_set(mode="OBJECT")
        manager = context.window_manager
        manager.progress_begin(0, 1)
        done = 0
        try:
            target = None if models else armature_of(context)
            if target is not None:
                for path in motions:
                    with sentences(self) as state:
                        bind_motion(self, context, target, path)
                    done += not state["failed"]
            else:
                for path in models or motions:
                    with sentences(self) as state:
                        self.one(context, path, motions if models else [], manager.progress_update)
                    done += not state["failed"]
        finally:
            manager.progress_end()
        return {"FINISHED"} if done else {"CANCELLED"}

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

    def one(self, context, path, motions, progress):
        model = xenomesh.open(path)
        options = self.recipe(motions)
        scene = model.scene(**options)
        name = os.path.basename(path)
        for extension in (".mesh.ascii", os.path.splitext(name)[1]):
            if extension and name.lower().endswith(extension):
                name = name[: -len(extension)]
                break
        render = context.scene.render
        settings = build.Settings(
            normals=self.normals, pack=self.pack, connect=self.connect, nla=self.nla, activate=self.activate,
            fps=render.fps / render.fps_base,
        )
        made = build.Importer(scene, name, settings, progress).build(
            {"path": os.path.abspath(path), "format": model.format, "version": model.version, "options": options}
        )
        for item in context.selected_objects:
            item.select_set(False)
        if made is not None:
            context.view_layer.objects.active = made
            made.select_set(True)
        end = max((a.seconds for a in scene.animations), default=0.0)
        if end > 0:
            context.scene.frame_end = max(context.scene.frame_end, int(end * settings.fps + 0.999))
        findings(self, [f for f in model.findings if f.severity != "info"])
        self.report({"INFO"}, f"{name}: {len(scene.meshes)} meshes, {len(scene.nodes)} nodes, {len(scene.animations)} motions")


def is_motion(path):
    """By its extension."""
    return path.lower().rsplit(".", 1)[-1] in MOTIONS


def armature_of(context):
    """The selected armature, or that of the selected mesh."""
    item = context.active_object
    if item is None:
        return None
    return item if item.type == "ARMATURE" else item.find_armature()


def bind_motion(operator, context, target, path):
    """A pose or motion onto an armature that was imported."""
    from .collect import source_of

    source = source_of(context, [target])
    if source is None:
        raise ValueError(f"{target.name} was not imported from a file: motions are bound through the file")
    options = dict(source["options"], motion=[path], motions=None, textures=False)
    scene = xenomesh.open(source["path"]).scene(**options)
    if not scene.animations:
        raise ValueError(f"no track of {os.path.basename(path)} has the name of a bone of {target.name}")
    rig = rig_of(target, scene)
    objects = {get(o)["node"]: o for o in target.children_recursive if "node" in get(o)}
    keys = {i: [o.data.shape_keys] for i, o in objects.items() if o.type == "MESH" and o.data.shape_keys}
    render = context.scene.render
    own = [scene.animations[-1]] if len(scene.animations) > 1 else scene.animations
    scene.animations = own
    bones.disconnect(rig, bones.translated(scene))
    for made in actions.Builder(scene, rig, objects, keys, render.fps / render.fps_base).build():
        slot = next(iter(made.slots), None) if hasattr(made, "slots") else None
        actions.assign(target, made, slot)
        operator.report({"INFO"}, f"{made.name} is now the action of {target.name}")


def rig_of(target, scene):
    """What is known about an armature that was imported before."""
    import numpy as np

    from .frames import DOWN

    nodes = bones.joint_nodes(scene)
    worlds = bones.bind_worlds(scene, nodes)
    rig = bones.Rig(target)
    for bone in target.data.bones:
        i = bone.get("xenomesh_node")
        if i in worlds:
            rig.bones[i] = bone.name
            above = worlds.get(scene.nodes[i].parent, np.eye(4))
            rig.keep[i] = np.linalg.inv(worlds[i]) @ DOWN @ np.array(bone.matrix_local, np.float64)
            rig.bind[i] = np.linalg.inv(above) @ worlds[i]
    return rig


class IO_FH_xenomesh(bpy.types.FileHandler):
    """Dropped files."""

    bl_idname = "IO_FH_xenomesh"
    bl_label = "Game Model"
    bl_import_operator = "import_scene.xenomesh"
    bl_file_extensions = ";".join(f".{e}" for e in MODELS + MOTIONS)

    @classmethod
    def poll_drop(cls, context):
        return context.area is not None and context.area.type in {"VIEW_3D", "OUTLINER"}


def menu(self, _context):
    """File → Import."""
    self.layout.operator(IMPORT_SCENE_OT_xenomesh.bl_idname, text="Game Model (XPS, XAC, XMF, BSG …)")


CLASSES = (IMPORT_SCENE_OT_xenomesh, IO_FH_xenomesh)


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
