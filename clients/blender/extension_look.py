"""What materials look like: quads of an XNALara file, each with another render group, rendered under known light.

`extension_use.py` lists the steps; `t` is the module of `extension.py`. Alone, with a picture for each light:
    python extension_look.py ZIP WORK [CYCLES | BLENDER_EEVEE_NEXT | BLENDER_EEVEE]
"""

import math
import os
import sys

import bpy
import numpy as np

GREY = 0.2158605
"""What 128 of 255 is in light."""
QUADS = [
    # name, textures, vertex colour
    ("5_plain", ["grey"], (255, 255, 255, 255)),
    ("3_lightmap", ["white", "grey"], (255, 255, 255, 255)),
    ("5_painted", ["white"], (128, 255, 255, 255)),
    ("10_shadeless", ["red"], (255, 255, 255, 255)),
    ("7_clear", ["clear"], (255, 255, 255, 255)),
    ("30_glow_0", ["black", "flat", "blue"], (255, 255, 255, 255)),
    ("4_up_0", ["white", "up"], (255, 255, 255, 255)),
    ("4_down_0", ["white", "down"], (255, 255, 255, 255)),
    ("20_masked_0_1_1", ["white", "white", "flat", "mask1", "up", "down"], (255, 255, 255, 255)),
    ("20_second_0_1_1", ["white", "white", "flat", "mask2", "up", "down"], (255, 255, 255, 255)),
    ("20_neither_0_1_1", ["white", "white", "flat", "black", "up", "down"], (255, 255, 255, 255)),
    ("26_mirror_0.5", ["black", "flat", "lime"], (255, 255, 255, 255)),
    ("40_shiny_1", ["black", "flat", "white"], (255, 255, 255, 255)),
    ("40_matt_1", ["black", "flat", "black"], (255, 255, 255, 255)),
]
COLORS = {
    "grey": (128, 128, 128, 255), "white": (255, 255, 255, 255), "black": (0, 0, 0, 255), "red": (255, 0, 0, 255),
    "blue": (0, 0, 255, 255), "lime": (0, 255, 0, 255), "clear": (255, 255, 255, 0), "flat": (128, 128, 255, 255),
    # Direct3D's way, as the format has it: little green looks up.
    "up": (128, 38, 218, 255), "down": (128, 218, 218, 255), "mask1": (255, 0, 0, 255), "mask2": (0, 255, 0, 255),
}  # fmt: skip
LIGHTS = {"front": (math.pi / 2, 0, 0), "above": (math.pi / 4, 0, 0), "dark": None}
PIXELS = 16
"""Of a quad's side."""


def model(xenomesh, folder):
    """The file, in XNALara's text: unit squares next to each other that look to the front."""
    os.makedirs(folder, exist_ok=True)
    for name, color in COLORS.items():
        image = xenomesh.Image.from_pixels(np.full((8, 8, 4), color, np.uint8))
        with open(os.path.join(folder, f"{name}.png"), "wb") as file:
            file.write(image.data)
    lines = ["0", str(len(QUADS))]
    for x, (name, textures, color) in enumerate(QUADS):
        lines += [name, "1", str(len(textures))]
        for texture in textures:
            lines += [f"{texture}.png", "0"]
        lines.append("4")
        for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
            lines += [f"{x + u} {v} 0", "0 0 1", " ".join(map(str, color)), f"{u} {1 - v}"]
        lines += ["2", "0 2 1", "0 3 2"]
    path = os.path.join(folder, "look.mesh.ascii")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return path


def stage(engine):
    """A camera that looks straight at the quads, one light, nothing else."""
    scene = bpy.context.scene
    scene.render.engine = engine
    scene.render.resolution_x, scene.render.resolution_y = PIXELS * len(QUADS), PIXELS
    scene.render.resolution_percentage = 100
    scene.render.film_transparent = True
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.view_settings.view_transform = "Raw"
    scene.render.dither_intensity = 0
    if engine == "CYCLES":
        scene.cycles.samples, scene.cycles.device, scene.cycles.use_denoising = 8, "CPU", False
    else:
        scene.eevee.taa_render_samples = 4
    scene.world = bpy.data.worlds.new("dark")
    scene.world.use_nodes = True
    for node in scene.world.node_tree.nodes:
        if node.type == "BACKGROUND":
            node.inputs["Strength"].default_value = 0.0
    camera = bpy.data.objects.new("eye", bpy.data.cameras.new("eye"))
    camera.data.type, camera.data.ortho_scale = "ORTHO", float(len(QUADS))
    camera.location, camera.rotation_euler = (len(QUADS) / 2, -5, 0.5), (math.pi / 2, 0, 0)
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.angle = 0.0
    for item in (camera, sun):
        scene.collection.objects.link(item)
    scene.camera = camera
    return sun


def render(xenomesh, sun, light, path):
    """Colour of each quad under a light, in light's own numbers; the last is alpha."""
    turn = LIGHTS[light]
    sun.data.energy = 0.0 if turn is None else math.pi
    sun.rotation_euler = turn or (0, 0, 0)
    bpy.context.scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    with open(path, "rb") as file:
        rows = xenomesh.scene.decode_image(file.read(), path).astype(float) / 255.0
    middle = rows[PIXELS // 4 : -PIXELS // 4]
    return {name: middle[:, k * PIXELS + 4 : (k + 1) * PIXELS - 4].mean(axis=(0, 1)) for k, (name, _, _) in enumerate(QUADS)}


def seen(t, xenomesh, folder, engine):
    """All lights, and what must be seen."""
    t.import_model(model(xenomesh, folder))
    sun = stage(engine)
    shots = {light: render(xenomesh, sun, light, os.path.join(folder, f"{engine}-{light}.png")) for light in LIGHTS}

    def shows(light, name, color, off=0.04):
        got = shots[light][name]
        t.check(np.abs(got[: len(color)] - color).max() < off, f"{engine}, {light}: {name} is {got.round(3)}, expected {color}")

    def brighter(light, a, b, times):
        x, y = (shots[light][n][:3].mean() for n in (a, b))
        t.check(x > times * max(y, 1e-3), f"{engine}, {light}: {a} {x:.3f} is not {times} × {b} {y:.3f}")

    shows("front", "5_plain", (GREY, GREY, GREY))
    shows("front", "3_lightmap", (GREY, GREY, GREY))
    shows("front", "5_painted", (GREY, 1.0, 1.0))
    for light in LIGHTS:
        shows(light, "10_shadeless", (1.0, 0.0, 0.0))
        shows(light, "7_clear", (0.0, 0.0, 0.0, 0.0))
    shows("dark", "5_plain", (0.0, 0.0, 0.0, 1.0))
    shows("dark", "30_glow_0", (0.0, 0.0, 1.0))
    brighter("above", "4_up_0", "4_down_0", 2)
    brighter("above", "20_masked_0_1_1", "20_neither_0_1_1", 1.1)
    brighter("above", "20_neither_0_1_1", "20_second_0_1_1", 1.1)
    green = shots["above"]["26_mirror_0.5"]
    t.check(green[1] > 0.12 and green[1] > 5 * green[0], f"{engine}: the picture of the surroundings is not seen: {green.round(3)}")
    brighter("front", "40_shiny_1", "40_matt_1", 1.5)


def cycles(t, xenomesh, _):
    """Every kind of material in Cycles."""
    seen(t, xenomesh, os.path.join(t.WORK, "look"), "CYCLES")


STEPS = [cycles]


class Alone:
    """What `extension.py` gives, for this file alone."""

    problems, passed = [], 0

    def check(self, ok, text):
        self.passed += bool(ok)
        if not ok:
            self.problems.append(text)

    def import_model(self, path):
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=False)
        bpy.ops.import_scene.xenomesh(filepath=path)


def main():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.extensions.package_install_files(filepath=sys.argv[1], repo="user_default", enable_on_install=True)
    import xenomesh

    t = Alone()
    seen(t, xenomesh, sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "CYCLES")
    print(f"{t.passed} passed", *t.problems, sep="\n")
    sys.stdout.flush()
    os._exit(len(t.problems))


if __name__ == "__main__":
    main()
