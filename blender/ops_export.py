"""File → Export: the selection, a collection or the scene into a game's format."""

import os

import bpy
import xenomesh
from bpy.props import BoolProperty, EnumProperty, StringProperty
from bpy_extras.io_utils import ExportHelper

from .collect import Collector, source_of
from .report import findings, sentences

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
    ("glb", "glTF Binary (.glb)", "glTF 2.0 as xenomesh writes it, originals in its extras", "glb"),
]
EXTENSIONS = {key: extension for key, _, _, extension in FORMATS}


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
    profile: StringProperty(name="Profile", description="Target game or variant: xrebirth, tos, paradox, xps2, xps3 …")
    template: BoolProperty(
        name="Original as Template", description="Take what Blender has no place for from the file it was imported from", default=True
    )
    overwrite: BoolProperty(name="Replace Files", description="Replace files that are there already", default=False)

    def invoke(self, context, event):
        source = source_of(context, self.chosen(context))
        if source is not None and source.get("format") in EXTENSIONS:
            self.format = source["format"]
        return ExportHelper.invoke(self, context, event)

    def check(self, _context):
        stem = os.path.splitext(self.filepath)[0]
        if stem.lower().endswith(".mesh"):
            stem = stem[:-5]
        path = f"{stem}.{EXTENSIONS[self.format]}"
        changed = path != self.filepath
        self.filepath = path
        return changed

    def chosen(self, context):
        if self.what == "scene":
            return list(context.scene.objects)
        if self.what == "collection":
            return list(context.collection.all_objects)
        if self.what == "selection":
            found = list(context.selected_objects)
            rigs = [o.find_armature() for o in found]
            return list(dict.fromkeys(found + [r for r in rigs if r is not None]))
        return model_objects(context)

    def execute(self, context):
        if context.mode != "OBJECT" and bpy.ops.object.mode_set.poll():
            bpy.ops.object.mode_set(mode="OBJECT")
        objects = self.chosen(context)
        if not objects:
            self.report({"ERROR"}, "nothing to export: select an object of the model")
            return {"CANCELLED"}
        with sentences(self) as state:
            found = export(
                context, objects, self.filepath, self.format, self.profile or None, self.template, self.overwrite, self.report
            )
            findings(self, found)
        return {"CANCELLED"} if state["failed"] else {"FINISHED"}


def model_objects(context):
    """Everything that was imported together with the active object; else what hangs together with it."""
    from .keep import get

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


def export(context, objects, path, kind, profile=None, use_template=True, overwrite=False, report=lambda *_: None):
    """Writes the objects; returns what was lost."""
    source = source_of(context, objects) if use_template else None
    template = None
    if source is not None and os.path.exists(source["path"].split(".cat:")[0]):
        template = xenomesh.open(source["path"])
    elif source is not None:
        report({"WARNING"}, f"the original {source['path']} is gone: what Blender has no place for is lost")
    collector = Collector(xenomesh, context, objects, template, source["options"] if template is not None else None)
    scene = collector.collect()
    single = template is not None and template.format == kind and kind not in {"component"}
    if single and not collector.changes:
        template.save(path, overwrite=overwrite)
        report({"INFO"}, f"{os.path.basename(path)}: nothing was edited, written as the original was")
        return []
    if kind == "pose" or collector.armature is not None:
        pose_into(scene, collector)
    same_family = template is not None and template.format == kind
    request = {"profile": profile} if profile else {}
    if same_family:
        request["template"] = source["path"]
    found = scene.save(path, to=kind, overwrite=overwrite, **request)
    words = ", ".join(collector.changes[:6]) + (f" and {len(collector.changes) - 6} more" if len(collector.changes) > 6 else "")
    report({"INFO"}, f"{os.path.basename(path)} written; edited: {words or 'nothing'}")
    return found


def pose_into(scene, collector):
    """The pose as it stands becomes the nodes' own transform, where no action moves them."""
    import numpy as np

    from .frames import DOWN, decompose

    armature = collector.armature
    if armature is None or (armature.animation_data is not None and armature.animation_data.action is not None):
        return
    for pose in armature.pose.bones:
        basis = np.array(pose.matrix_basis, np.float64)
        if np.allclose(basis, np.eye(4), atol=1e-6):
            continue
        bone = armature.data.bones[pose.name]
        keep = np.linalg.inv(collector.bind[pose.name]) @ DOWN @ np.array(bone.matrix_local, np.float64)
        rest = np.array(bone.matrix_local, np.float64)
        above = np.eye(4)
        if bone.parent:
            rest = np.linalg.inv(np.array(bone.parent.matrix_local, np.float64)) @ rest
            above = np.linalg.inv(collector.bind[bone.parent.name]) @ DOWN @ np.array(bone.parent.matrix_local, np.float64)
        else:
            rest = DOWN @ rest
        node = scene.nodes[collector.bone_nodes[pose.name]]
        t, r, s = decompose(above @ rest @ basis @ np.linalg.inv(keep))
        node.translation, node.rotation, node.scale = tuple(t), tuple(r), tuple(s)


def menu(self, _context):
    """File → Export."""
    self.layout.operator(EXPORT_SCENE_OT_xenomesh.bl_idname, text="Game Model (XPS, XAC, XMF, BSG …)")


def register():
    """Adds the menu entry."""
    bpy.utils.register_class(EXPORT_SCENE_OT_xenomesh)
    bpy.types.TOPBAR_MT_file_export.append(menu)


def unregister():
    """Takes it out."""
    bpy.types.TOPBAR_MT_file_export.remove(menu)
    bpy.utils.unregister_class(EXPORT_SCENE_OT_xenomesh)
