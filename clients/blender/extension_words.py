"""What people read: translations of every string, and the panels and menus drawn into a list.

`extension_use.py` lists them; `t` is the module of `extension.py`.
"""

import ast
import glob
import os
import re
import sys
import types

import bpy
from extension_edits import HERO

PLACEHOLDER = re.compile(r"\{[^}]*\}|%[sd]|\.[A-Za-z]+|left/right|\*ship\*")
SPEAKS = {"say", "shown", "tr", "changed"}
"""Functions whose first argument is shown."""


def constants(node, names):
    """The texts that an expression can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return constants(node.body, names) + constants(node.orelse, names)
    return names.get(node.id, []) if isinstance(node, ast.Name) else []


def spoken(path):
    """Every text that a source file gives to a function which shows it."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    names = {}
    for node in ast.walk(tree):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts))
            for a, b in pairs:
                if isinstance(a, ast.Name):
                    names.setdefault(a.id, []).extend(constants(b, names))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in SPEAKS and node.args:
                yield from constants(node.args[0], names)
            translated = not any(k.arg == "translate" for k in node.keywords)
            yield from (x for k in node.keywords if k.arg == "text" and translated for x in constants(k.value, names) if x)
            bare = called == "report" and len(node.args) == 2 and isinstance(node.args[1], ast.Constant)
            if bare and node.args[1].value:
                yield f"a report that is not translated: {node.args[1].value}"


def rna_of(kind):
    """What Blender knows about a class, its own properties included."""
    if issubclass(kind, bpy.types.Operator):
        group, name = kind.bl_idname.split(".")
        return getattr(getattr(bpy.ops, group), name).get_rna_type()
    return kind.bl_rna


def of_class(kind):
    """Label, description, properties and their items of a class of Blender."""
    yield getattr(kind, "bl_label", "")
    if issubclass(kind, bpy.types.Operator):
        yield rna_of(kind).description
    inherited = {"filepath", "check_existing", "filter_glob", "rna_type", "name"}
    for one in rna_of(kind).properties if issubclass(kind, (bpy.types.Operator, bpy.types.PropertyGroup)) else ():
        if one.identifier in inherited - set(vars(kind).get("__annotations__", ())) or one.is_hidden or not one.name:
            continue
        if one.name == one.identifier or one.name.lower() == one.identifier.replace("_", " ") and not one.description:
            continue  # nothing that is shown
        yield from (one.name, one.description)
        if one.type == "ENUM" and one.identifier != "group":
            for item in one.enum_items:
                yield from (item.name, item.description)


def every_text(name):
    """All strings that the extension shows, by where they are."""
    folder = os.path.dirname(sys.modules[name].__file__)
    for path in sorted(glob.glob(os.path.join(folder, "*.py"))):
        if not os.path.basename(path).startswith("words"):
            for text in spoken(path):
                yield os.path.basename(path), text
    for module in ("ops_import", "ops_export", "ops_tools", "panel", "report"):
        for kind in sys.modules[f"{name}.{module}"].CLASSES:
            for text in of_class(kind):
                yield kind.__name__, text
    names = sys.modules[f"{name}.names"]
    pieces = []
    names.groups(lambda piece: pieces.append(piece) or piece)
    yield from (("render group", p) for p in dict.fromkeys(pieces))


def words(t, _, name):
    """Every label, tooltip, choice and report has all languages, with the same placeholders; nothing stale."""
    table = sys.modules[f"{name}.words"]
    found = [(place, text) for place, text in every_text(name) if text and text not in table.PROPER]
    t.check(len({text for _, text in found}) > 200, f"only {len(found)} texts were found")
    for locale, texts in table.LANGUAGES.items():
        missing = sorted({f"{place}: {text}" for place, text in found if text not in texts})
        t.check(not missing, f"{locale}: not translated: {missing}")
        stale = sorted(set(texts) - {text for _, text in found})
        t.check(not stale, f"{locale}: nobody shows: {stale}")
        for english, text in texts.items():
            kept = sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(english))
            t.check(text.strip() and kept, f"{locale}: {english}: other placeholders in {text}")
        same = [e for e, x in texts.items() if e == x]
        t.check(len(same) < 8, f"{locale}: the same as in English: {same}")
        letters = {"ja_JP": "[\u3040-\u30ff\u4e00-\u9fff]", "zh_HANS": "[\u4e00-\u9fff]", "ru_RU": "[\u0400-\u04ff]"}.get(locale, "[a-z]")
        foreign = [x for e, x in texts.items() if not re.search(letters, x)]
        t.check(not foreign, f"{locale}: not in its letters: {foreign}")


def languages(t, _, name):
    """Sentences with their values; Blender as a module is built without translations, `languages.py` is for one with."""
    table = sys.modules[f"{name}.words"]
    said = table.say("{count} bones renamed", count=3)
    t.check(bpy.app.build_options.international or said == "3 bones renamed", f"said: {said}")
    for locale, rows in table.table().items():
        both = all((context, text) in rows for text in table.LANGUAGES[locale] for context in ("*", "Operator"))
        t.check(both, f"{locale}: not in the shape Blender wants")


# --- panels and menus -------------------------------------------------------------------------------------------------


class Layout:
    """Takes what a panel draws, and refuses what does not exist."""

    def __init__(self):
        self.labels, self.buttons, self.fields = [], [], []

    def row(self, **_):
        return self

    column = box = row

    def label(self, text="", **_):
        self.labels.append(text)

    def separator(self):
        pass

    def prop(self, data, name, **_):
        getattr(data, name)
        self.fields.append(name)

    def operator(self, idname, text=None, **_):
        group, name = idname.split(".")
        getattr(bpy.ops, group).__getattr__(name).get_rna_type()
        self.buttons.append(idname)
        self.labels.append(text)
        return types.SimpleNamespace()

    def operator_menu_enum(self, idname, name):
        self.operator(idname)
        getattr(bpy.ops.xenomesh, idname.split(".")[1]).get_rna_type().properties[name]


def drawn(kind):
    """What a panel shows now; ``None`` where it says that it shows nothing."""
    if hasattr(kind, "poll") and not kind.poll(bpy.context):
        return None
    layout = Layout()
    kind.draw(types.SimpleNamespace(layout=layout), bpy.context)
    return layout


def panels(t, _, name):
    """The sidebar with a model, with a bone and a material of it, and with nothing."""
    panel = sys.modules[f"{name}.panel"]
    t.import_model(os.path.join(t.SAMPLES, HERO))
    shown = {kind.__name__: drawn(kind) for kind in panel.CLASSES}
    t.check("character_v3_15.xps" in shown["VIEW3D_PT_xenomesh"].labels, f"{shown['VIEW3D_PT_xenomesh'].labels}")
    buttons = {b for layout in shown.values() if layout is not None for b in layout.buttons}
    wanted = "validate repair check_export pose_load bones_to_blender bones_to_xps hide_unused rest_from_pose render_group optional join_by_group weld"
    missing = {f"xenomesh.{w}" for w in wanted.split()} - buttons
    t.check(not missing, f"no button for {missing}")
    bpy.context.view_layer.objects.active = bpy.data.objects["4_shirt_0.2"]
    meshes = drawn(panel.VIEW3D_PT_xenomesh_meshes)
    t.check(any(l and l.startswith("4: Diffuse, Bump") for l in meshes.labels), f"{meshes.labels}")
    kept = drawn(panel.VIEW3D_PT_xenomesh_kept)
    t.check(kept is not None and "xnalara.renderGroup: 4" in kept.labels, f"kept: {kept and kept.labels}")
    rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    rig.data.bones.active = rig.data.bones["arm left elbow"]
    bpy.context.view_layer.objects.active = rig
    kept = drawn(panel.VIEW3D_PT_xenomesh_kept)
    t.check(kept is not None and any(l.startswith("orient") for l in kept.labels), f"of the bone: {kept and kept.labels}")
    t.import_model(os.path.join(t.SAMPLES, "../tests/data/codes/XNA_INDEX_RANGE.mesh"))
    found = drawn(panel.VIEW3D_PT_xenomesh_findings)
    said = " ".join(l for l in found.labels if l) if found is not None else ""
    t.check("1 triangles name vertices beyond 4" in said, f"the findings show: {said}")
    t.check(found is not None and all(len(l or "") < 60 for l in found.labels), f"lines that are cut: {found and found.labels}")
    t.fresh()
    for kind in panel.CLASSES:
        drawn(kind)


def menus(t, _, name):
    """Both entries of the File menu."""
    for kind, module, target in (
        (bpy.types.TOPBAR_MT_file_import, "ops_import", "import_scene.xenomesh"),
        (bpy.types.TOPBAR_MT_file_export, "ops_export", "export_scene.xenomesh"),
    ):
        menu = sys.modules[f"{name}.{module}"].menu
        t.check(menu in kind._dyn_ui_initialize(), f"{target} is not in the menu")
        layout = Layout()
        menu(types.SimpleNamespace(layout=layout), bpy.context)
        t.check(layout.buttons == [target], f"the menu shows {layout.buttons}")


STEPS = [words, languages, panels, menus]
