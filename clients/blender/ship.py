"""A ship through Blender and back: python ship.py PROGRAM SHIP.xml WORK

Opens `--lod all --collision` GLBs, edits them as a modder does, exports with Blender's default settings (custom properties
on and off), converts back, and looks at the files with a reader of its own. One line `ok …` or `FAIL …` for each check.
"""
import os
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import bpy
from mathutils import Vector

PROGRAM, SHIP, WORK = sys.argv[-3], Path(sys.argv[-2]), Path(sys.argv[-1])
FAILED = 0


def check(name, good, why=""):
    global FAILED
    FAILED += not good
    print(f"ok {name}" if good else f"FAIL {name}: {why}", flush=True)


def program(*args):
    done = subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True)
    return done.returncode, done.stderr


def fresh(glb):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(glb))


def back(name, extras, template, **export):
    """Exports what is open, converts it, and gives the folder and what the program said."""
    glb, out = WORK / f"{name}.glb", WORK / name / SHIP.name
    bpy.ops.export_scene.gltf(filepath=str(glb), export_format="GLB", export_extras=extras, **export)
    more = ["--template", SHIP] if template else []
    code, said = program("convert", glb, "--to", "component", "-o", out, "--force", *more)
    check(f"{name} converts", code == 0, said)
    return out, said


def files_of(xml):
    """Every file of a component by its name, the XML as `xml`."""
    text = xml.read_text(encoding="utf-8")
    folder = re.search(r'geometry="([^"]*)"', text)[1].replace("\\", "/").rstrip("/").split("/")[-1]
    found = {"xml": xml.read_bytes()}
    siblings = {p.name.lower(): p for p in xml.parent.iterdir()}
    for candidate in (folder.lower(), (xml.stem + "_data").lower()):
        if candidate in siblings:
            found |= {p.name.lower(): p.read_bytes() for p in siblings[candidate].iterdir() if p.suffix.lower() == ".xmf"}
            break
    for candidate in (folder.lower() + ".ani", (xml.stem + "_data.ani").lower()):
        if candidate in siblings:
            found["ani"] = siblings[candidate].read_bytes()
            break
    return found


def named(files):
    """Without meshes that the XML names nowhere: folders of real ships hold some."""
    text = files["xml"].decode("utf-8", "replace").lower()
    part = lambda n: re.sub(r"-(lod\d+|collision)\.xmf$", "", n)
    return {n: b for n, b in files.items() if not n.endswith(".xmf") or f'"{part(n)}"' in text}


def differing(xml):
    old, new = named(files_of(SHIP)), named(files_of(xml))
    return sorted(n for n in old.keys() | new.keys() if old.get(n) != new.get(n))


def mesh(data):
    """Positions, elements and material names of an XMF file."""
    buffers, size, ranges, range_size = data[8], data[9], data[10], data[11]
    base = 64 + buffers * size + ranges * range_size
    out = {"elements": [], "positions": [], "materials": []}
    for i in range(buffers):
        d = data[64 + i * size : 64 + (i + 1) * size]
        kind, _, offset, packed, _, form, stored, items, stride = struct.unpack("<9I", d[:36])
        raw = data[base + offset : base + offset + stored]
        raw = zlib.decompress(raw) if packed else raw
        if kind == 30:
            out["indices"] = items
            continue
        count = struct.unpack("<I", d[56:60])[0] if size > 56 else 0
        listed = [struct.unpack("<IBB", d[60 + 8 * k : 66 + 8 * k]) for k in range(count)] or [(form, 0, 0)]
        out["elements"] += listed
        at = 0
        widths = {0: 4, 1: 8, 2: 12, 3: 16, 4: 4, 5: 4, 6: 4, 7: 8, 8: 4, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 14: 4, 15: 4, 16: 8}
        for ty, usage, _ in listed:
            if usage == 0 and not out["positions"]:
                code = "<3f" if ty in (2, 3) else "<3e"
                out["positions"] = [struct.unpack_from(code, raw, v * stride + at) for v in range(items)]
            at += widths[ty]
    for i in range(ranges):
        r = data[64 + buffers * size + i * range_size :][8:136]
        out["materials"].append(r.split(b"\0")[0].decode())
    return out


def connection(xml, name):
    found = re.search(rf'<connection name="{name}"[^>]*?(/>|>.*?</connection>)', xml.read_text(encoding="utf-8"), re.S)
    return found[0] if found else ""


def position(text):
    found = re.search(r'<position x="([^"]*)" y="([^"]*)" z="([^"]*)"', text)
    return [float(v) for v in found.groups()] if found else None


def far(a, b):
    return a is None or max(abs(x - y) for x, y in zip(a, b)) > 1e-4


def unedited(glb):
    for extras, template in [(True, False), (True, True), (False, True)]:
        name = f"unedited-{'properties' if extras else 'plain'}{'-template' if template else ''}"
        fresh(glb)
        out, said = back(name, extras, template)
        check(name, not differing(out), f"{differing(out)} {said}")
        pictures = [p.name for p in out.parent.iterdir() if p.suffix.lower() in (".png", ".dds", ".gz", ".tga")]
        check(f"{name} writes no picture", not pictures, pictures)
    # Nothing but names remains without properties and template: what it shows still must be right.
    fresh(glb)
    out, _ = back("unedited-bare", False, False)
    old, new = named(files_of(SHIP)), files_of(out)
    for n in sorted(k for k in old if k.endswith(".xmf")):
        a, b = mesh(old[n]), mesh(new[n]) if n in new else None
        box = lambda m: [f(p[i] for p in m["positions"]) for f in (min, max) for i in range(3)]
        good = b and not far(box(a), box(b)) and sorted(a["materials"]) == sorted(b["materials"]) and a["indices"] == b["indices"]
        check(f"bare {n}", good, b and (a["materials"], b["materials"], box(a), box(b), a["indices"], b["indices"]))


def hull(glb):
    for extras, template in [(True, False), (False, True)]:
        name = f"hull-{'properties' if extras else 'template'}"
        fresh(glb)
        obj = bpy.data.objects["part_main"]
        obj.data.vertices[0].co.z += 0.25
        out, said = back(name, extras, template)
        check(f"{name} changes one mesh", [n for n in differing(out) if n != "xml"] == ["part_main-lod0.xmf"], f"{differing(out)} {said}")
        a, b = (mesh(files_of(x)["part_main-lod0.xmf"]) for x in (SHIP, out))
        check(f"{name} keeps the declaration", a["elements"] == b["elements"], (a["elements"], b["elements"]))
        check(f"{name} keeps materials", a["materials"] == b["materials"], (a["materials"], b["materials"]))
        moved = set(b["positions"]) - set(a["positions"])
        check(f"{name} moves one place", len(moved) == 1, moved)


def hardpoints(glb):
    for extras, template in [(True, False), (False, True)]:
        name = f"hardpoints-{'properties' if extras else 'template'}"
        fresh(glb)
        objects = bpy.data.objects
        objects["con_weapon_01"].location += Vector((0.5, 0.0, 0.25))
        new = objects.new("con_turret_m_09", None)
        bpy.context.scene.collection.objects.link(new)
        new.parent = objects["ship_sample"]
        new.location = (1.0, -2.0, 3.0)
        for gone in [o for o in objects if o.name.split(".")[0] == "con_contents"]:
            objects.remove(gone)
        out, said = back(name, extras, template)
        was, now = position(connection(SHIP, "con_weapon_01")), position(connection(out, "con_weapon_01"))
        # Blender's x, y, z are the game's −x, −z, y.
        check(f"{name} move", not far(now, [was[0] - 0.5, was[1] + 0.25, was[2]]), (was, now))
        made = connection(out, "con_turret_m_09")
        check(f"{name} come", not far(position(made), [-1.0, 3.0, 2.0]) and "turret medium" in made, made)
        check(f"{name} removed is reported", "COMPONENT_REMOVED" in said and "con_contents" in said, said)
        check(f"{name} change nothing else", differing(out) == ["xml"], differing(out))


def lights(glb):
    fresh(glb)
    bpy.data.objects["lamp_left"].location += Vector((0.0, 0.0, 1.0))
    out, said = back("lights", True, False, export_lights=True)
    text = out.read_text(encoding="utf-8")
    lamp = lambda t: position(re.search(r'<omni name="lamp_left".*?</omni>', t, re.S)[0])
    was, now = lamp(SHIP.read_text(encoding="utf-8")), lamp(text)
    check("light moves", not far(now, [was[0], was[1] + 1.0, was[2]]), (was, now))
    rest = lambda t: re.sub(r'<omni name="lamp_left".*?</omni>', "", t, flags=re.S)
    check("other lights stay", rest(text) == rest(SHIP.read_text(encoding="utf-8")), said)


def animation(glb):
    for extras, template in [(True, False), (False, True)]:
        name = f"key-{'properties' if extras else 'template'}"
        fresh(glb)
        curves = [
            c
            for a in bpy.data.actions
            if "engine_boost" in a.name
            for c in a.fcurves
            if c.data_path == "location"
        ]
        for key in (c.keyframe_points[-1] for c in curves):
            key.co.y *= 2.0
            key.handle_left.y = key.handle_right.y = key.co.y
        out, said = back(name, extras, template)
        check(f"{name} changes the animation and the part's size alone", bool(curves) and differing(out) == ["ani", "xml"], f"{differing(out)} {said}")
        # The part comes out twice as far: the size it sweeps grows, and not another line of the XML changes.
        lines = zip(SHIP.read_text(encoding="utf-8").splitlines(), out.read_text(encoding="utf-8").splitlines(), strict=True)
        changed = [(was.strip(), now.strip()) for was, now in lines if was != now]
        depth = lambda line: float(re.search(r'z="([^"]+)"', line)[1])
        check(
            f"{name} sweeps further",
            [was.split()[0] for was, _ in changed] == ["<max", "<center"]
            and depth(changed[0][1]) > depth(changed[0][0])
            and depth(changed[1][1]) < depth(changed[1][0]),
            changed,
        )


def names(glb):
    """A collision mesh that lost its ending in the object's name never takes the place of a visible one."""
    fresh(glb)
    objects = bpy.data.objects
    objects["part_engine-collision"].name = "part_engine-collision.007"
    objects["part_wing_left-collision"].data.name = "Cube.003"
    out, said = back("names", False, True)
    check("collision names", not differing(out), f"{differing(out)} {said}")
    fresh(glb)
    objects = bpy.data.objects
    copy = objects["part_engine"].copy()
    copy.data = copy.data.copy()
    copy.data.vertices[0].co.x += 1.0
    bpy.context.scene.collection.objects.link(copy)
    copy.parent = objects["part_engine"].parent
    copy.name = "part_engine.555"
    glb2, out = WORK / "twice.glb", WORK / "twice" / SHIP.name
    bpy.ops.export_scene.gltf(filepath=str(glb2), export_format="GLB")
    code, said = program("convert", glb2, "--to", "component", "-o", out, "--template", SHIP)
    check("two objects for one file are an error", code == 1 and "part_engine.555" in said and "COMPONENT_AMBIGUOUS" in said, said)


def new_part(glb):
    fresh(glb)
    bpy.ops.mesh.primitive_cube_add(size=2.0, location=(0, 0, 5))
    cube = bpy.context.object
    cube.name = "part_box"
    cube.data.materials.append(bpy.data.materials["sample_ship.hull"])
    out, said = back("new-part", True, False)
    found = files_of(out)
    good = {"part_box-lod0.xmf", "part_box-collision.xmf"} <= found.keys()
    check("a new part has a mesh and a collision mesh", good, f"{sorted(found)} {said}")
    size = re.search(r'<part name="part_box">.*?<max x="1" y="1" z="1"/>', out.read_text(encoding="utf-8"), re.S)
    check("a new part has a size", bool(size), said)
    code, said = program("validate", out)
    check("what comes back validates", code == 0 and "warning" not in said, said)


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    glb = WORK / "ship.glb"
    code, said = program("convert", SHIP, "--lod", "all", "--collision", "-o", glb, "--force")
    check("to GLB", code == 0, said)
    # Any other ship than the sample has other names: it is only looked at unedited.
    steps = (unedited, hull, hardpoints, lights, animation, names, new_part) if SHIP.stem == "ship_sample" else (unedited,)
    for step in steps:
        step(glb)
    print(f"{FAILED} failed")
    sys.stdout.flush()
    os._exit(min(FAILED, 1))


main()
