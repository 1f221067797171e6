"""Every field of a scene crosses the boundary, both ways."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import pytest
from conftest import MODELS, samples

import xenomesh
from xenomesh import (
    Animation, Camera, Channel, Image, Influences, Light, Material, Mesh, MorphTarget, Node, PixelOps, Primitive, Scene,
    Skin, Specular, Texture, TextureTransform,
)  # fmt: skip
from xenomesh import _xenomesh as core

STRENGTH = {"normal": 0.5, "lightmap": 0.25}
SLOTS = (
    "baseColor", "normal", "emissive", "specular", "metallicRoughness", "lightmap", "mask", "environment", "other:dirt",
)  # fmt: skip


def full() -> Scene:
    """A scene in which no field has the value it has if nothing is said."""
    n = 4
    rng = np.random.default_rng(7)
    normals = np.tile([0.0, 0.0, 1.0], (n, 1))
    mesh = Mesh(
        "quad", rng.random((n, 3)), [0, 1, 2, 2, 1, 3, 0, 1, 3], normals, np.tile([1.0, 0.0, 0.0, -1.0], (n, 1)),
        uvs=[rng.random((n, 2)) for _ in range(3)],
        colors=[np.full((n, 4), 99, np.uint8), np.full((n, 4), 0.25, np.float32)],
        influences=Influences.from_padded(np.tile([0, 1], (n, 1)), np.full((n, 2), 0.5)),
        primitives=[Primitive(1, 0, 6), Primitive(0, 6, 2, "lines"), Primitive(None, 8, 1, "points")],
        targets=[MorphTarget("smile", [1, 3], np.eye(2, 3), np.eye(2, 3) / 2, np.eye(2, 3) / 4)],
        lod=2, collision=True, extras={"note": {"of": "mesh"}},
    )  # fmt: skip
    turn = (0.0, math.sin(0.4), 0.0, math.cos(0.4))
    nodes = [
        Node("root", None, (1, 2, 3), turn, (2, 2, 2), light=0, extras={"note": "node"}),
        Node("arm", 0, visible=False, kind="helper", raw_name=b"\xb8\xd3", camera=0, light=1),
        Node("quad#mesh", mesh=0, skin=0, weights=[0.5], lod=2, kind="holder", light=2),
        Node("eye", 1, camera=1),
    ]
    ops = PixelOps(True, True, True, True, True)
    pictures = [Image.from_pixels(np.full((2, 2, 4), (9, 9 * k, 9, 255), np.uint8), f"{k}.png") for k in range(len(SLOTS))]
    pictures[0] = dataclasses.replace(pictures[0], found="elsewhere/0.png", ops=ops, extras={"note": "image"})
    textures = [
        Texture(slot, k, uv=k % 3, transform=TextureTransform((0.1, 0.2), 0.3, (2, 3)), strength=STRENGTH.get(slot, 1.0), clamp=True)
        for k, slot in enumerate(SLOTS)
    ]
    materials = [
        Material("plain", alpha="blend", unlit=True),
        Material(
            "full", (0.1, 0.2, 0.3, 0.4), 0.5, 0.6, (0.7, 0.8, 0.9), Specular(0.25, (0.5, 0.6, 0.7)), 1.3, "mask", 0.75,
            True, False, textures, {"note": "material"},
        ),
    ]  # fmt: skip
    keys = np.tile([0.0, 0.0, 0.0, 1.0], (2, 3, 1))
    channels = [
        Channel(1, "rotation", [0, 1], keys, "cubicspline", {"note": "channel"}),
        Channel(1, "translation", [0, 1], np.eye(2, 3), "step"),
        Channel(1, "scale", [0, 1], np.ones((2, 3)), "linear"),
        Channel(2, "weights", [0, 1], [[0], [1]]),
    ]
    lights = [
        Light("lamp", "spot", (0.5, 0.25, 0.125), 30.0, 12.5, 0.2, 0.7),
        Light("sun", "directional", intensity=3.0),
        Light("bulb", "point", range=2.0),
    ]
    cameras = [
        Camera("lens", 0.9, 1.5, znear=0.2, zfar=99.0),
        Camera("plan", None, None, 2.0, 3.0, 0.5, 50.0),
    ]
    skin = Skin("skin", [0, 1], [np.eye(4), np.diag([2.0, 2.0, 2.0, 1.0])])
    return Scene(
        "all of it", nodes, [mesh], [skin], materials, pictures, [Animation("wave", channels, {"note": "motion"})],
        lights, cameras, {"note": {"of": "scene"}},
    )  # fmt: skip


def differences(a: Any, b: Any, path: str = "scene") -> list[str]:
    """Where two values are not the same."""
    if a is None or b is None:
        return [] if a is b else [path]
    if isinstance(a, np.ndarray):
        same = a.shape == b.shape and a.dtype == b.dtype and np.array_equal(a, b)
        return [] if same else [path]
    if isinstance(a, (memoryview, bytes)):
        return [] if bytes(a) == bytes(b) else [path]
    if dataclasses.is_dataclass(a):
        return [d for f in dataclasses.fields(a) for d in differences(getattr(a, f.name), getattr(b, f.name), f"{path}.{f.name}")]
    if isinstance(a, list):
        if len(a) != len(b):
            return [f"{path}: {len(a)} and {len(b)}"]
        return [d for i, (x, y) in enumerate(zip(a, b, strict=True)) for d in differences(x, y, f"{path}[{i}]")]
    if isinstance(a, tuple):
        return [] if np.allclose(a, b, rtol=1e-6) else [path]
    if isinstance(a, float):
        return [] if a == pytest.approx(b, rel=1e-6) else [path]
    return [] if a == b else [path]


def defaults(value: Any, path: str = "scene") -> list[str]:
    """Fields that are what they are if nothing is said, in every object of their class."""
    seen: dict[tuple[type, str], bool] = {}

    def visit(one: Any) -> None:
        if isinstance(one, list):
            for each in one:
                visit(each)
        if not dataclasses.is_dataclass(one):
            return
        for f in dataclasses.fields(one):
            mine = getattr(one, f.name)
            has = f.default is not dataclasses.MISSING or f.default_factory is not dataclasses.MISSING
            usual = (f.default if f.default is not dataclasses.MISSING else f.default_factory()) if has else None
            said = not has or not isinstance(mine, type(usual)) or bool(differences(usual, mine))
            key = (type(one), f.name)
            seen[key] = seen.get(key, False) or said
            visit(mine)

    visit(value)
    return [f"{kind.__name__}.{name}" for (kind, name), said in seen.items() if not said]


def test_the_full_scene_leaves_no_field_at_its_default() -> None:
    assert defaults(full()) == ["Scene.findings"]


def test_every_field_of_every_class_is_carried_by_the_library() -> None:
    parts = core.copy_scene(full())
    classes: dict[str, tuple[type, Any]] = {
        "scene": (Scene, parts), "nodes": (Node, parts["nodes"][0]), "meshes": (Mesh, parts["meshes"][0]),
        "skins": (Skin, parts["skins"][0]), "materials": (Material, parts["materials"][1]),
        "images": (Image, parts["images"][0]), "animations": (Animation, parts["animations"][0]),
        "channels": (Channel, parts["animations"][0]["channels"][0]), "lights": (Light, parts["lights"][0]),
        "cameras": (Camera, parts["cameras"][0]), "influences": (Influences, parts["meshes"][0]["influences"]),
        "targets": (MorphTarget, parts["meshes"][0]["targets"][0]),
    }  # fmt: skip
    for kind, carried in classes.values():
        assert {f.name for f in dataclasses.fields(kind)} - {"findings"} == set(carried), kind
    tuples = [
        (Primitive, parts["meshes"][0]["primitives"][0]), (Texture, parts["materials"][1]["textures"][0]),
        (TextureTransform, parts["materials"][1]["textures"][0][3]), (Specular, parts["materials"][1]["specular"]),
        (PixelOps, parts["images"][0]["ops"]),
    ]  # fmt: skip
    for kind, carried in tuples:
        assert len(dataclasses.fields(kind)) == len(carried), kind


def test_a_copy_has_every_value() -> None:
    scene = full()
    scene.check()
    assert differences(scene, scene.copy()) == []


def test_what_gltf_has_a_place_for_comes_back_from_a_glb() -> None:
    scene = full()
    again = Scene.from_gltf(scene.to_glb())
    files = [i.file for i in again.images]
    # In the order of the scene: glTF has each in an order of its own.
    again.images.sort(key=lambda i: i.file)
    for material in again.materials:
        for texture in material.textures:
            texture.image = sorted(files).index(files[texture.image])
    order = [c.path for c in scene.animations[0].channels]
    again.animations[0].channels.sort(key=lambda c: order.index(c.path))
    # Where the picture lay on disk is nothing that a file could say.
    assert differences(scene, again) == ["scene.images[0].found"]
    again = Scene.from_gltf(scene.to_glb())
    assert again.to_glb() == Scene.from_gltf(again.to_glb()).to_glb()


def test_the_library_alone_writes_the_same_bytes(tmp_path) -> None:
    first = tmp_path / "full.glb"
    full().save(first)
    (done,) = xenomesh.convert(first, tmp_path / "rust.glb")
    assert done.error is None
    by_rust = (tmp_path / "rust.glb").read_bytes()
    assert xenomesh.open(first).scene(tangents=True).to_glb() == by_rust
    assert Scene.from_gltf(first.read_bytes()).copy().to_glb() == Scene.from_gltf(first.read_bytes()).to_glb()


@pytest.mark.parametrize("path", samples(*MODELS))
def test_every_sample_is_what_the_program_makes(path: str, tmp_path) -> None:
    (done,) = xenomesh.convert(path, tmp_path / "a.glb", lod="all", collision=True)
    assert done.error is None
    scene = xenomesh.open(path).scene(lod="all", collision=True, tangents=True)
    assert differences(scene, scene.copy()) in ([], ["scene.findings: %d and 0" % len(scene.findings)])
    assert scene.to_glb() == (tmp_path / "a.glb").read_bytes()


def test_lights_of_a_ship() -> None:
    ship = "samples/egosoft/ship/assets/units/size_s/ship_sample.xml"
    scene = xenomesh.open(ship).scene(textures=False)
    assert scene.lights and {n.light for n in scene.nodes} - {None} == set(range(len(scene.lights)))
    scene.lights[0].intensity *= 2
    again = Scene.from_gltf(scene.to_glb())
    assert again.lights[0].intensity == pytest.approx(scene.lights[0].intensity)
    written = scene.write("component", template=ship, file_name="ship_sample.xml")
    assert written.files and b"light" in written.main


@pytest.mark.parametrize("to", ["xps", "xac", "xmf", "obj"])
def test_lights_that_are_lost_are_said(to: str) -> None:
    (lost,) = [f for f in full().write(to).findings if f.code == "SCENE_LIGHTS_LEFT_OUT"]
    assert lost.severity == "warning" and "3 lights, 2 cameras" in lost.message


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda s: setattr(s.nodes[0], "light", 3), "nodes[0].light"),
        (lambda s: setattr(s.nodes[0], "camera", 2), "nodes[0].camera"),
        (lambda s: setattr(s.lights[0], "intensity", float("nan")), "lights[0].intensity"),
        (lambda s: setattr(s.lights[0], "range", float("inf")), "lights[0].range"),
        (lambda s: setattr(s.lights[0], "range", "far"), "lights[0].range"),
        (lambda s: setattr(s.lights[0], "outer_cone", None), "lights[0].outer_cone"),
        (lambda s: setattr(s.cameras[0], "znear", None), "cameras[0].znear"),
        (lambda s: setattr(s.cameras[0], "yfov", float("nan")), "cameras[0].yfov"),
        (lambda s: setattr(s.materials[1], "ior", float("inf")), "materials[1].ior"),
        (lambda s: setattr(s.images[0].ops, "red_only", "no"), "images[0].ops.red_only"),
    ],
)
def test_check_names_the_field(change, path: str) -> None:
    scene = full()
    change(scene)
    with pytest.raises(xenomesh.FieldError) as caught:
        scene.check()
    assert caught.value.path == path
