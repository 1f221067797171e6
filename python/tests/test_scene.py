"""Scenes: read, made from arrays, edited, written to every format."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import MODELS, ROOT, samples

import xenomesh
from xenomesh import Animation, Channel, Image, Influences, Material, Mesh, MorphTarget, Node, Scene, Skin, Texture

HERO = "samples/xnalara/character_v3_15.xps"


@pytest.mark.parametrize("path", samples(*MODELS))
def test_every_sample_goes_through_python_unchanged(path: str) -> None:
    model = xenomesh.open(path)
    scene = model.scene(lod="all", collision=True)
    scene.check()
    assert scene.copy().to_glb() == scene.to_glb()
    assert scene.nodes


def test_the_glb_is_the_programs(tmp_path) -> None:
    (done,) = xenomesh.convert(HERO, tmp_path / "hero.glb")
    assert done.error is None
    scene = xenomesh.open(HERO).scene(tangents=True)
    assert scene.to_glb() == (tmp_path / "hero.glb").read_bytes()


def test_every_fixture_gives_a_scene_that_can_be_written() -> None:
    tried = 0
    for path in sorted((ROOT / "tests/data/codes").glob("*.*")):
        try:
            scene = xenomesh.open(path).scene(textures=False)
        except xenomesh.XenomeshError:
            continue
        scene.to_glb()
        tried += 1
    assert tried > 100


def humanoid() -> Scene:
    """Two bones, a strip of four vertices, a shape key, a motion, a picture."""
    mesh = Mesh(
        "strip",
        [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]],
        normals=[[0, 0, 1]] * 4,
        uvs=[[[0, 1], [1, 1], [0, 0], [1, 0]]],
        influences=Influences.from_padded([[0], [0], [1], [1]], np.ones((4, 1))),
        targets=[MorphTarget("smile", [2, 3], [[0, 0.5, 0], [0, 0.5, 0]])],
        extras={"note": {"made": "in Python", "n": 3}},
    )
    mesh.set_triangles([[0, 1, 2], [1, 3, 2]], [0, 1])
    picture = Image.from_pixels(np.full((4, 4, 3), (255, 0, 0), np.uint8), "red.png")
    turn = [[0, 0, 0, 1], [0, 0, 0.70710677, 0.70710677]]
    return Scene(
        "humanoid",
        nodes=[Node("root"), Node("arm", 0, (0, 0.5, 0)), Node("strip", mesh=0, skin=0)],
        meshes=[mesh],
        skins=[Skin("skin", [0, 1], [np.eye(4), [[1, 0, 0, 0], [0, 1, 0, -0.5], [0, 0, 1, 0], [0, 0, 0, 1]]])],
        materials=[Material("plain", roughness=0.5), Material("red", textures=[Texture("baseColor", 0)])],
        images=[picture],
        animations=[
            Animation("wave", [Channel(1, "rotation", [0, 1], turn), Channel(2, "weights", [0, 1], [[0], [1]])])
        ],
    )


def test_a_scene_made_of_arrays_survives_gltf() -> None:
    again = Scene.from_gltf(humanoid().to_glb())
    mesh = again.meshes[0]
    assert [n.name for n in again.nodes][:2] == ["root", "arm"]
    assert again.nodes[1].translation == (0.0, 0.5, 0.0) and again.nodes[1].parent == 0
    assert mesh.extras["note"] == {"made": "in Python", "n": 3}
    assert mesh.targets[0].name == "smile"
    assert np.allclose(mesh.targets[0].dense(4)[:, 1], [0, 0, 0.5, 0.5])
    assert mesh.triangle_materials().tolist() == [0, 1]
    assert np.allclose(again.skins[0].inverse_binds[1][:, 3], [0, -0.5, 0, 1])
    wave = again.animations[0]
    assert (wave.name, wave.seconds, len(wave.channels)) == ("wave", 1.0, 2)
    rotation = next(c for c in wave.channels if c.path == "rotation")
    assert rotation.values.shape == (2, 4)
    assert again.images[0].pixels()[0, 0].tolist() == [255, 0, 0, 255]
    assert again.materials[1].texture("baseColor").image == 0


MADE = [f.id for f in xenomesh.formats() if f.from_gltf and f.id not in ("gltf", "bgf")]


@pytest.mark.parametrize("to", [*MADE, "gltf", "obj", "glb"])
def test_a_scene_made_of_arrays_is_written_to_every_format(to: str, tmp_path) -> None:
    written = humanoid().write(to)
    path = tmp_path / next(iter(written.files))
    for file, content in written.files.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_bytes(content)
    assert written.main
    if to == "obj":
        assert b"usemtl" in written.main
        return
    model = xenomesh.open(path)
    assert [f for f in model.findings if f.severity != "info"] == []
    scene = model.scene()
    if to not in ("xmf", "xpm", "component", "bsg"):  # no skeleton there, or numbers for names
        assert any("arm" in n.name for n in scene.nodes)
    if not scene.meshes:
        assert to in ("pose", "xsm", "xpm", "ani", "bsg")
        return
    positions = np.concatenate([m.positions for m in scene.meshes])
    assert positions.min(axis=0) == pytest.approx([0, 0, 0], abs=1e-5)
    assert positions.max(axis=0) == pytest.approx([1, 1, 0], abs=1e-5)


def test_a_bgf_needs_its_original() -> None:
    with pytest.raises(xenomesh.WriteError, match="original BGF"):
        humanoid().write("bgf")
    path = "samples/anark/main.bgf"
    model = xenomesh.open(path)
    assert model.scene().write("bgf", template=path, file_name="main.bgf").main == model.write()


def test_profiles(tmp_path) -> None:
    versions = {p: xenomesh.open_bytes(humanoid().write("xps", profile=p).main, "a.xps").version for p in ("xps2", "xps3")}
    assert versions["xps2"].startswith("2.") and versions["xps3"].startswith("3.")
    with pytest.raises(xenomesh.WriteError, match="nonsense"):
        humanoid().write("xac", profile="nonsense")


@pytest.mark.parametrize("path", samples(".xps", ".mesh", ".xac"))
def test_an_unedited_scene_with_its_template_is_the_file_again(path: str) -> None:
    model = xenomesh.open(path)
    scene = model.scene(textures=False)
    again = scene.write(model.format, file_name=path.rsplit("/", 1)[-1], template=path, no_textures=True)
    assert again.main == model.write()
    assert scene.write(model.format, file_name=path.rsplit("/", 1)[-1], template=bytes(model.data), no_textures=True).main == again.main


def test_an_edit_is_in_the_file() -> None:
    model = xenomesh.open(HERO)
    scene = model.scene(writable=True)
    scene.meshes[2].positions[:, 1] += 0.25
    scene.nodes[5].name = "renamed"
    written = scene.write("xps", template=HERO).main
    again = xenomesh.open_bytes(written, "a.xps").scene(textures=False)
    assert np.allclose(again.meshes[2].positions, scene.meshes[2].positions, atol=1e-6)
    assert np.array_equal(again.meshes[1].positions, scene.meshes[1].positions)
    assert "renamed" in [n.name for n in again.nodes]


def test_saving(tmp_path) -> None:
    scene = xenomesh.open(HERO).scene()
    out = tmp_path / "deep" / "hero.gltf"
    scene.save(out)
    assert {"hero.gltf", "hero.bin"} <= {p.name for p in out.parent.iterdir()}
    with pytest.raises(FileExistsError) as caught:
        scene.save(out)
    assert isinstance(caught.value, xenomesh.XenomeshError) and "overwrite" in caught.value.help
    scene.save(out, overwrite=True)
    again = Scene.from_gltf(out.read_bytes(), folder=out.parent)
    assert len(again.meshes) == len(scene.meshes) and again.images[0].data is not None
    assert not list(tmp_path.rglob("*.tmp"))
    with pytest.raises(xenomesh.WriteError, match="is not a format"):
        scene.save(tmp_path / "hero.xyz")


def test_options_of_reading() -> None:
    model = xenomesh.open("samples/xnalara/character.mesh")
    plain = model.scene(textures=False)
    assert all(i.data is None for i in plain.images)
    moved = model.scene(motion=["samples/xnalara/wave.pose"], textures=False)
    assert len(moved.animations) == 1 and not plain.animations
    scaled = model.scene(scale=2.0, textures=False)
    assert np.allclose(scaled.meshes[0].positions, plain.meshes[0].positions * 2)
    old = plain.nodes[3].name
    renamed = model.scene(bone_map={old: "Tail"}, textures=False)
    assert renamed.nodes[3].name == "Tail"
    few = model.scene(max_influences=1, textures=False)
    assert few.meshes[0].influences.counts().max() <= 1
    with pytest.raises(TypeError, match="there is no option `colour`"):
        model.scene(colour="red")
    with pytest.raises(ValueError):
        model.scene(lod="some")


def test_matrices() -> None:
    scene = xenomesh.open(HERO).scene(textures=False)
    world, local, parents = scene.world_matrices(), scene.local_matrices(), scene.parents()
    for i, parent in enumerate(parents):
        expected = local[i] if parent < 0 else world[parent] @ local[i]
        assert np.allclose(world[i], expected, atol=1e-5)
    skin = scene.skins[0]
    assert np.allclose(skin.inverse_binds @ world[skin.joints], np.eye(4), atol=1e-5)
    assert np.allclose(scene.nodes[1].local_matrix()[:3, 3], scene.nodes[1].translation)


def test_pictures_of_all_kinds() -> None:
    from pathlib import Path

    for name in ("hair.dds", "cloth.tga", "face.png"):
        path = Path("samples/xnalara") / name
        pixels = xenomesh.decode_image(path.read_bytes(), name)
        assert pixels.shape[2] == 4 and pixels.dtype == np.uint8 and pixels.any()
    with pytest.raises(xenomesh.ReadError):
        xenomesh.decode_image(b"nothing")
    with pytest.raises(xenomesh.ReadError, match="limit"):
        xenomesh.decode_image(Path("samples/xnalara/face.png").read_bytes(), limit=10)
    with pytest.raises(xenomesh.FieldError, match="PNG or a JPEG"):
        Image("x.png", b"nothing")


def test_thumbnails() -> None:
    picture = xenomesh.thumbnail(HERO, 96)
    assert picture.shape == (96, 96, 4) and picture.dtype == np.uint8
    assert 0.05 < (picture[..., 3] > 0).mean() < 0.95
    other = xenomesh.thumbnail(HERO, 96, yaw=120)
    assert not np.array_equal(picture, other)
    assert not xenomesh.thumbnail(Scene("empty"), 8).any()
    with pytest.raises(xenomesh.FieldError):
        xenomesh.thumbnail(HERO, 0)


def test_saving_can_be_cancelled(tmp_path) -> None:
    scene, asked = xenomesh.open(HERO).scene(), []

    def stop(*event: object) -> bool:
        asked.append(event)
        return False

    with pytest.raises(xenomesh.Cancelled):
        scene.save(tmp_path / "out.xps", progress=stop)
    assert asked == [(0, asked[0][1], "out.xps")] and asked[0][1] > 1
    assert not list(tmp_path.iterdir())
    scene.save(tmp_path / "out.xps", progress=lambda *_: None)
    assert len(list(tmp_path.iterdir())) == asked[0][1]
