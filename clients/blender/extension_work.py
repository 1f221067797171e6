"""Working with the extension: undo, Esc, errors, findings, presets, repairing.

`extension_use.py` lists them; `t` is the module of `extension.py`.
"""

import os
import random
import shutil
import sys
import threading
import time
import types

import bpy
import edits
from extension_edits import HERO, reports, sentence

def undo(t, *_):
    """Every operator that changes something can be undone."""
    t.import_model(os.path.join(t.SAMPLES, HERO))

    def select(*names):
        for item in bpy.context.selected_objects:
            item.select_set(False)
        for name in names:
            bpy.data.objects[name].select_set(True)
        bpy.context.view_layer.objects.active = bpy.data.objects[names[0]]

    def state():
        meshes = [(o.name, len(o.data.vertices)) for o in bpy.data.objects if o.type == "MESH"]
        rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
        hidden = [getattr(p, "hide", p.bone.hide) or p.bone.hide for p in rig.pose.bones]
        heads = [round(float(b.head_local[k]), 5) for b in rig.data.bones for k in range(3)]
        return [b.name for b in rig.data.bones], hidden, heads, sorted(meshes), sorted(a.name for a in bpy.data.actions)

    def pose():
        rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
        rig.pose.bones["arm left elbow"].rotation_quaternion = (0.8, 0.6, 0, 0)
        bpy.context.view_layer.update()

    rig = next(o.name for o in bpy.data.objects if o.type == "ARMATURE")
    wave = os.path.join(t.SAMPLES, "xnalara/wave.pose")
    cases = [
        ("bones_to_blender", (rig,), {}, None), ("bones_to_xps", (rig,), {}, lambda: bpy.ops.xenomesh.bones_to_blender()),
        ("hide_unused", (rig,), {}, edits.add_bone), ("rest_from_pose", (rig,), {}, pose),
        ("render_group", ("5_belt",), {"group": "7"}, None), ("optional", ("5_belt",), {"mark": "+"}, None),
        ("join_by_group", ("5_trousers", "5_trousers-2"), {}, None), ("weld", ("5_belt",), {"distance": 0.01}, None),
        ("pose_load", (rig,), {"filepath": wave}, None),
    ]  # fmt: skip
    for operator, chosen, options, prepare in cases:
        t.import_model(os.path.join(t.SAMPLES, HERO))
        if operator == "join_by_group":
            same = bpy.data.objects["5_trousers"].data.materials[0]
            bpy.data.objects["5_trousers-2"].data.materials[0] = same
        select(*chosen)
        if prepare:
            prepare()
            select(*chosen)
        before = state()
        bpy.ops.ed.undo_push(message="before")
        result = getattr(bpy.ops.xenomesh, operator)(**options)
        bpy.ops.ed.undo_push(message=operator)
        changed = state() != before
        t.check(result == {"FINISHED"}, f"{operator}: {result}")
        t.check(changed, f"{operator} changes nothing")
        bpy.ops.ed.undo()
        t.check(state() == before, f"{operator} cannot be undone")
        kind = getattr(bpy.types, f"XENOMESH_OT_{operator}")
        t.check("UNDO" in kind.bl_options, f"{operator} says nothing to the undo history")


def escape(t, xenomesh, name):
    """Esc in the middle of an import leaves nothing of it."""
    module = sys.modules[name]
    importer, work = sys.modules[f"{name}.build"], sys.modules[f"{name}.work"]
    t.fresh()
    bpy.ops.mesh.primitive_cube_add()
    before = {k: sorted(b.name for b in getattr(bpy.data, k)) for k in work.BLOCKS}
    scene = xenomesh.open(os.path.join(t.SAMPLES, HERO)).scene()
    job = work.Job(importer.Importer(scene, "hero", importer.Settings(), "x").build({"path": "x"}))
    ended = any(job.advance(0.0) for _ in range(6))
    t.check(not ended and 0 < job.share < 1 and len(bpy.data.meshes) > 1, f"the work is not in steps: {job.share}")
    job.cancel()
    after = {k: sorted(b.name for b in getattr(bpy.data, k)) for k in work.BLOCKS}
    t.check(before == after, f"left behind by a cancelled import: {[(k, set(after[k]) ^ set(before[k])) for k in before]}")
    shares = []
    job = work.Job(importer.Importer(scene, "hero", importer.Settings(), "x").build({"path": "x"}))
    while not job.advance(0.0):
        shares.append(job.share)
    t.check(shares == sorted(shares) and len(shares) > 8, f"progress goes back or stands: {shares}")
    t.check(module is not None and hasattr(sys.modules[f"{name}.ops_import"].IMPORT_SCENE_OT_xenomesh, "modal"), "no modal import")
    loaded = work.in_thread(lambda: 7)
    while True:
        try:
            next(loaded)
        except StopIteration as end:
            t.check(end.value == 7, "a thread's result is lost")
            break


def findings(t, xenomesh, _):
    """What would be lost is listed before anything is written, and each line selects its object."""
    t.import_model(os.path.join(t.SAMPLES, HERO))
    t.check(bpy.ops.xenomesh.check_export(format="xps") == {"FINISHED"}, "check an export")
    t.check(not [r for r in reports() if r[0] != "info"], f"an unedited export has findings: {reports()}")
    edits.unlink("5_belt", "Alpha")
    edits.shader("5_belt").inputs["Alpha"].default_value = 0.5
    bpy.ops.xenomesh.check_export(format="xps")
    index = next((i for i, r in enumerate(reports()) if r[2] == "5_belt"), None)
    t.check(index is not None, f"no finding about the belt: {reports()}")
    if index is not None:
        bpy.ops.xenomesh.show(index=index)
        t.check([o.name for o in bpy.context.selected_objects] == ["5_belt"], f"selected: {bpy.context.selected_objects}")
    sentence(t, lambda: bpy.ops.xenomesh.export_anyway(), "export first")
    target = os.path.join(t.WORK, "there.xps")
    shutil.copy(os.path.join(t.SAMPLES, HERO), target)
    sentence(t, lambda: bpy.ops.export_scene.xenomesh(filepath=target, format="xps"), "exists")


# --- Esc --------------------------------------------------------------------------------------------------------------


class Window:
    """A window manager and a workspace that only remember: Blender as a module has no window."""

    def __init__(self):
        self.shown, self.texts, self.timers, self.window = [], [], 0, None
        self.window_manager = self.workspace = self

    def progress_begin(self, *_):
        self.shown.append("begin")

    def progress_update(self, value):
        self.shown.append(value)

    def progress_end(self):
        self.shown.append("end")

    def event_timer_add(self, *_, **__):
        self.timers += 1

    def event_timer_remove(self, _):
        self.timers -= 1

    def modal_handler_add(self, _):
        pass

    def status_text_set(self, text):
        self.texts.append(text)


def operator(base, **parts):
    """An operator of the extension without Blender: its modal part, with what it says in a list."""
    made = type("Made", (base,), {"report": lambda self, kind, text: self.said.append((*kind, text)), **parts})()
    made.said = []
    return made


def event(kind):
    return types.SimpleNamespace(type=kind)


def drive(made, context, escape_after=None):
    """Timer events until it ends, or Esc after so many; every answer."""
    answers = []
    while not answers or answers[-1] == {"RUNNING_MODAL"}:
        kind = "ESC" if escape_after is not None and len(answers) == escape_after else "TIMER"
        answers.append(made.modal(context, event(kind)))
    return answers


def modal_import(t, xenomesh, name):
    """The progress bar of a long import, and Esc in the middle of it."""
    importer, work = sys.modules[f"{name}.build"], sys.modules[f"{name}.work"]
    cancelled = sys.modules[f"{name}.ops_import"].IMPORT_SCENE_OT_xenomesh.cancelled
    scene = xenomesh.open(os.path.join(t.SAMPLES, HERO)).scene()
    for escape_after in (None, 1):
        t.fresh()
        made = operator(work.Modal, finish=lambda *_: {"FINISHED"}, cancelled=cancelled)
        context = Window()
        steps = importer.Importer(scene, "hero", importer.Settings(), "x").build({"path": "x"})
        slow = (time.sleep(0.06) or share for share in steps)
        t.check(made.begin(context, work.Job(slow)) == {"RUNNING_MODAL"}, "the import does not begin")
        t.check(made.modal(context, event("MOUSEMOVE")) == {"RUNNING_MODAL"}, "other events must wait")
        answers = drive(made, context, escape_after)
        t.check(context.shown[0] == "begin" and context.shown[-1] == "end" and context.timers == 0, f"bar: {context.shown}")
        t.check("Esc" in context.texts[0] and context.texts[-1] is None, f"status bar: {context.texts}")
        if escape_after is None:
            t.check(answers[-1] == {"FINISHED"} and len(bpy.data.meshes) > 5, f"{answers[-1]}")
        else:
            t.check(answers[-1] == {"CANCELLED"} and len(bpy.data.meshes) == 0, f"Esc leaves {list(bpy.data.meshes)}")
            t.check(made.said == [("WARNING", "cancelled: nothing was imported")], f"said: {made.said}")


def modal_export(t, xenomesh, name):
    """The progress bar of a long export; Esc while reading, while making the file, and never: only then it is there."""
    ops, writing = sys.modules[f"{name}.ops_export"], sys.modules[f"{name}.writing"]
    for when in ("reading", "making", "never"):
        t.import_model(os.path.join(t.SAMPLES, HERO))
        bpy.data.objects["5_belt"].data.vertices[3].co.z += 0.05
        folder = os.path.join(t.WORK, f"escape-{when}")
        os.makedirs(folder)
        options = {"filepath": os.path.join(folder, "hero.xps"), "format": "xps"}
        made = operator(ops.Writes)
        export = writing.Export(bpy.context, list(bpy.context.scene.objects), options, made.report, threaded=True)
        hold, ended = threading.Event(), threading.Event()
        hold.set() if when == "never" else None

        def save(scene, real=export.save, hold=hold, ended=ended):
            hold.wait(20)
            try:
                return real(scene)
            finally:
                ended.set()

        export.save = save
        before = sorted(m.name for m in bpy.data.meshes)

        def steps(export=export):
            yield from export.read()
            yield from export.write()

        context = Window()
        t.check(made.work(context, export, steps()) == {"RUNNING_MODAL"}, "a long export must show its progress")
        while when == "making" and not [th for th in threading.enumerate() if "ThreadPool" in th.name and export.scene and export.scene.meshes]:
            made.modal(context, event("TIMER"))
        answers = drive(made, context, None if when == "never" else 1)
        hold.set()
        t.check(when == "reading" or ended.wait(20), f"{when}: the file was never made")
        time.sleep(0.2)
        files = sorted(os.listdir(folder))
        if when == "never":
            t.check(answers[-1] == {"FINISHED"} and "hero.xps" in files, f"{answers[-1]} {files}")
        else:
            t.check(answers[-1] == {"CANCELLED"} and not files, f"Esc while {when}: {answers[-1]}, written: {files}")
            t.check(made.said == [("WARNING", "cancelled: nothing was written")], f"said: {made.said}")
        t.check(sorted(m.name for m in bpy.data.meshes) == before, "the export leaves meshes")
        t.check(context.shown[-1] == "end" and context.timers == 0, f"bar: {context.shown}")


# --- errors and repairs -----------------------------------------------------------------------------------------------


def hostile(t, xenomesh, _):
    """Damaged files of every kind: a sentence, or a model, never a traceback; nothing of a failed import stays."""
    rows = random.Random(17)
    for model in t.MODELS:
        with open(os.path.join(t.SAMPLES, model), "rb") as file:
            whole = file.read()
        for k, damage in enumerate(("cut", "flip", "zero")):
            data = bytearray(whole[: rows.randrange(20, len(whole))] if damage == "cut" else whole)
            for _ in range(0 if damage == "cut" else 30):
                data[rows.randrange(len(data))] = rows.randrange(256) if damage == "flip" else 0
            path = os.path.join(t.WORK, f"hostile{k}-{os.path.basename(model)}")
            with open(path, "wb") as file:
                file.write(data)
            t.fresh()
            try:
                bpy.ops.import_scene.xenomesh(filepath=path)
            except RuntimeError as error:
                text = str(error)
                t.check("Traceback" not in text and "should not" not in text, f"{model}, {damage}: {text[-600:]}")
                t.check(not len(bpy.data.objects) and not len(bpy.data.meshes), f"{model}, {damage}: half a model stays")
            os.remove(path)


def unexpected(t, _, name):
    """An error nobody thought of is a sentence too, and takes what was made with it."""
    importer = sys.modules[f"{name}.build"].Importer
    real = importer.hang

    def broken(_self):
        raise KeyError("nobody thought of this")

    t.fresh()
    importer.hang = broken
    try:
        sentence(t, lambda: bpy.ops.import_scene.xenomesh(filepath=os.path.join(t.SAMPLES, HERO)), "please report it")
    finally:
        importer.hang = real
    t.check(not len(bpy.data.objects) and not len(bpy.data.collections), "half a model stays")


def repairing(t, xenomesh, _):
    """Repair writes a copy that is in order; a second one does not replace the first."""
    folder = os.path.join(t.WORK, "repair")
    os.makedirs(folder)
    fixture = os.path.join(t.SAMPLES, "../tests/data/codes/XNA_INDEX_RANGE.mesh")
    path = shutil.copy(fixture, os.path.join(folder, "broken.mesh"))
    t.import_model(path)
    t.check(bpy.ops.xenomesh.validate() == {"FINISHED"} and any(r[0] != "info" for r in reports()), f"found: {reports()}")
    for name in ("broken.repaired.mesh", "broken.repaired1.mesh"):
        t.check(bpy.ops.xenomesh.repair() == {"FINISHED"}, "not repaired")
        t.check(os.path.exists(os.path.join(folder, name)), f"no {name}: {os.listdir(folder)}")
    codes = [[f.code for f in xenomesh.open(os.path.join(folder, f)).findings] for f in ("broken.mesh", "broken.repaired.mesh")]
    t.check("XNA_INDEX_RANGE" in codes[0] and "XNA_INDEX_RANGE" not in codes[1], f"before and after: {codes}")
    before = sorted(os.listdir(folder))
    t.import_model(os.path.join(t.SAMPLES, HERO))
    t.check(bpy.ops.xenomesh.repair() == {"FINISHED"}, "nothing to repair is no error")
    t.check(sorted(os.listdir(folder)) == before, "a copy of a file that is in order")


def optional_items(t, xenomesh, _):
    """The switch of the sidebar gives names that the library and XPS take for optional items."""
    t.import_model(os.path.join(t.SAMPLES, HERO))
    item = bpy.data.objects["5_belt"]
    for other in bpy.context.selected_objects:
        other.select_set(False)
    item.select_set(True)
    bpy.context.view_layer.objects.active = item
    for mark, name in (("+", "5_+belt"), ("-", "5_-belt"), ("no", "5_belt")):
        bpy.ops.xenomesh.optional(mark=mark)
        t.check(item.name == name, f"{mark}: {item.name}, expected {name}")
    bpy.ops.xenomesh.optional(mark="-")
    target = os.path.join(t.WORK, "optional.xps")
    t.export("optional", target, format="xps")
    hidden = [n.name for n in xenomesh.open(target).scene(textures=False).nodes if not n.visible]
    t.check(any("belt" in n for n in hidden), f"hidden: {hidden}")
    bpy.ops.xenomesh.render_group(group="7")
    t.check(item.name == "7_-belt", f"another group: {item.name}")


def presets(t, *_):
    """Options of both dialogs can be kept as presets, and are in the preset's file."""
    for kind in (bpy.types.IMPORT_SCENE_OT_xenomesh, bpy.types.EXPORT_SCENE_OT_xenomesh):
        t.check("PRESET" in kind.bl_options, f"{kind.__name__} has no presets")
    t.fresh()
    bpy.ops.import_scene.xenomesh("EXEC_DEFAULT", True, filepath=os.path.join(t.SAMPLES, HERO), connect=False, lods=True)
    t.check(bpy.context.active_operator is not None, "Blender does not remember the import")
    bpy.ops.wm.operator_preset_add(name="mine", operator="IMPORT_SCENE_OT_xenomesh")
    folder = bpy.utils.user_resource("SCRIPTS", path="presets/operator/import_scene.xenomesh")
    with open(os.path.join(folder, "mine.py"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    t.check("op.connect = False" in lines and "op.lods = True" in lines, f"the preset: {lines}")
    t.check(not [x for x in lines if "filepath" in x or "op.files" in x], f"the preset keeps a file: {lines}")
    shutil.rmtree(folder)


STEPS = [
    undo, escape, modal_import, modal_export, findings, hostile, unexpected, repairing, optional_items, presets,
]  # fmt: skip
