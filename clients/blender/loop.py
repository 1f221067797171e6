"""The posing artist's loop: every edit of `edits.py` made in Blender, converted, and looked at.

    python loop.py PROGRAM SAMPLES SCRATCH [PART OF A NAME]

Each edit is made on the sample character, exported as Blender does by default, with and without Custom Properties, and
converted with and without --template. The result is read by clients/xps_reader.py, which knows nothing of the program; and its
picture (`xenomesh thumb`) is compared with the original's: it may differ where the edited meshes are, and nowhere else.
Prints `ok`/`FAIL` per edit and way; ends with 1 if anything failed.
"""

import json
import os
import shutil
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import edits  # noqa: E402
from edits import ANYWHERE, EDITS, WAYS, xps_reader  # noqa: E402

PROGRAM, SAMPLES, SCRATCH = (os.path.abspath(p) for p in sys.argv[1:4])
ONLY = sys.argv[4] if len(sys.argv) > 4 else ""
ORIGINAL = os.path.join(SAMPLES, "xnalara", "character_v3_15.xps")
GLB = os.path.join(SCRATCH, "original.glb")
SIZE = 192
# Colours this far apart are another colour; Blender's PNG of a texture is the same to the bit, its vertices to 1e-7.
FAR = 24 / 255
# Pixels on outlines may fall to either side.
FEW = 12


def run(*args):
    done = subprocess.run([PROGRAM, *args], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def thumb(model, png):
    code, log = run("thumb", model, "--picture", png, "--size", str(SIZE), "--force", "--quiet")
    if code != 0:
        raise RuntimeError(log)


def painted(mesh, glb):
    """The original with one mesh in a colour nothing else has: shows where it is in the picture."""
    data = open(GLB, "rb").read()
    length = struct.unpack_from("<I", data, 12)[0]
    doc = json.loads(data[20 : 20 + length])
    doc["materials"].append({"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 1, 1]}, "extensions": {"KHR_materials_unlit": {}}})
    doc["extensionsUsed"] = sorted({*doc.get("extensionsUsed", []), "KHR_materials_unlit"})
    for p in next(m for m in doc["meshes"] if m["name"] == mesh)["primitives"]:
        p["material"] = len(doc["materials"]) - 1
        p["attributes"].pop("COLOR_0", None)
    text = json.dumps(doc).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    with open(glb, "wb") as file:
        file.write(data[:8] + struct.pack("<III", 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest)


def pixels(png):
    image = bpy.data.images.load(png)
    out = np.empty(image.size[0] * image.size[1] * 4, np.float32)
    image.pixels.foreach_get(out)
    out = out.reshape(image.size[1], image.size[0], 4)
    bpy.data.images.remove(image)
    # What is not there has no colour.
    out[..., :3] *= out[..., 3:]
    return out


def differ(a, b):
    return np.abs(a - b).max(axis=2) > FAR


def grown(mask, by=2):
    out = mask.copy()
    for dy in range(-by, by + 1):
        for dx in range(-by, by + 1):
            out |= np.roll(mask, (dy, dx), (0, 1))
    return out


class Pictures:
    """The original's picture, and where in it each mesh is seen."""

    def __init__(self):
        png = os.path.join(SCRATCH, "original.png")
        thumb(GLB, png)
        self.plain = pixels(png)
        thumb(ORIGINAL, png)
        self.original = pixels(png)
        self.masks = {}

    def mask(self, mesh):
        if mesh not in self.masks:
            glb = os.path.join(SCRATCH, f"painted{len(self.masks)}.glb")
            painted(mesh, glb)
            thumb(glb, glb + ".png")
            self.masks[mesh] = differ(pixels(glb + ".png"), self.plain)
        return self.masks[mesh]

    def compare(self, edit, png):
        """What is wrong with the picture after an edit, or nothing."""
        changed = differ(pixels(png), self.original)
        if edit.at is ANYWHERE:
            return "the edit does not show" if edit.seen and int(changed.sum()) <= FEW else None
        allowed = np.zeros_like(changed)
        for mesh in edit.at:
            allowed |= self.mask(mesh)
        outside = int((changed & ~grown(allowed)).sum()) if edit.at else int(changed.sum())
        if outside > FEW:
            return f"{outside} pixels differ where nothing was edited ({png})"
        if edit.seen and int((changed & allowed).sum()) <= FEW:
            return f"the edit does not show ({png})"
        return None


def export(edit):
    """Makes an edit once and exports it with and without Custom Properties."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=GLB)
    edit.make()
    out = {}
    for properties in (False, True):
        folder = os.path.join(SCRATCH, f"{edit.name}-{'on' if properties else 'off'}")
        os.makedirs(folder, exist_ok=True)
        out[properties] = os.path.join(folder, "in.glb")
        bpy.ops.export_scene.gltf(filepath=out[properties], export_extras=properties, **edit.export)
    return out


def convert(edit, way, glb):
    """Converts and checks; returns what is wrong or None, and the picture."""
    folder = os.path.join(os.path.dirname(glb), way)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    out = os.path.join(folder, edit.out)
    template = ["--template", ORIGINAL] if way in ("template", "both") else []
    code, log = run("convert", glb, "-o", out, *template, *edit.args)
    if code != 0:
        return log.strip(), None
    poses = edit.out.endswith(".pose")
    if poses:
        model = {f: xps_reader.pose(os.path.join(folder, f)) for f in os.listdir(folder)}
    else:
        model = xps_reader.Model(out)
    code, checked = run("validate", folder)
    if code != 0 or "warning" in checked:
        return "not valid: " + checked.strip(), None
    wrong = edit.wants(model, xps_reader.Model(ORIGINAL), log)
    if wrong is None and edit.says and not any(word in log for word in edit.says.split("|")):
        wrong = f"nothing is said about it: {log.strip()}"
    if poses:
        return wrong, None
    png = out + ".png"
    # Textures that did not change are not written again: the picture needs the original's.
    code, log = run("thumb", out, "--picture", png, "--size", str(SIZE), "--force", "--quiet", "--textures", os.path.dirname(ORIGINAL))
    return (wrong or log.strip() or None if code else wrong), png


def guarded(*args):
    try:
        return convert(*args)
    except Exception as e:  # a broken result is a failure, not the end
        return f"{type(e).__name__}: {e}", None


def main():
    os.makedirs(SCRATCH, exist_ok=True)
    code, log = run("convert", ORIGINAL, "-o", GLB, "--force")
    if code != 0:
        sys.exit(log)
    edits.GLB.append(GLB)
    chosen = [e for e in EDITS if ONLY in e.name]
    failed = done = 0
    with ThreadPoolExecutor(2) as pool:
        waiting = []
        for edit in chosen:
            try:
                glbs = export(edit)
            except Exception as e:
                glbs, wrong = {}, f"{type(e).__name__}: {e}"
            for way in (w for w in WAYS if w in edit.ways):
                if glbs:
                    waiting.append((edit, way, pool.submit(guarded, edit, way, glbs[way in ("properties", "both")])))
                else:
                    waiting.append((edit, way, pool.submit(lambda w=wrong: (w, None))))
        pictures = Pictures()
        for edit, way, result in waiting:
            wrong, png = result.result()
            wrong = wrong or (pictures.compare(edit, png) if png else None)
            done += 1
            failed += wrong is not None
            print(("ok   " if wrong is None else "FAIL ") + f"{edit.name} ({way})" + (f": {wrong}" if wrong else ""))
    print(f"{len(chosen)} edits, {done} conversions, {failed} failed")
    sys.stdout.flush()
    os._exit(1 if failed or not done else 0)


if __name__ == "__main__":
    main()
