"""Arrays are in the library's memory, are read-only unless asked for, and are checked when they are given back."""

from __future__ import annotations

import gc
import time

import numpy as np
import pytest

import xenomesh
from xenomesh import FieldError, Mesh, Node, Scene, Skin
from xenomesh._xenomesh import Column

HERO = "samples/xnalara/character_v3_15.xps"


def column_of(array: np.ndarray) -> Column:
    while isinstance(array, np.ndarray):
        array = array.base
    return array.obj if isinstance(array, memoryview) else array


def test_every_long_array_has_the_address_of_the_library() -> None:
    scene = xenomesh.open(HERO).scene()
    seen = 0
    for mesh in scene.meshes:
        arrays = [mesh.positions, mesh.normals, mesh.indices, *mesh.uvs, *mesh.colors]
        arrays += [mesh.influences.joints, mesh.influences.weights, mesh.influences.starts]
        for array in arrays:
            column = column_of(array)
            assert isinstance(column, Column)
            assert array.__array_interface__["data"][0] == column.address
            assert array.nbytes == column.nbytes
            seen += 1
    assert seen > 50
    binds = scene.skins[0].inverse_binds
    assert binds.__array_interface__["data"][0] == column_of(binds).address


def test_looking_at_a_large_array_takes_no_time() -> None:
    n = 500_000
    mesh = Mesh("large", np.zeros((n, 3), np.float32))
    copy = Scene("s", meshes=[mesh]).copy().meshes[0].positions
    column = column_of(copy)
    best = min(_timed(lambda: np.asarray(column)) for _ in range(20))
    assert best < 0.002, f"{best * 1e6:.0f} µs"
    assert len(np.asarray(column)) == n


def _timed(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def test_arrays_are_read_only_unless_asked_for() -> None:
    model = xenomesh.open(HERO)
    with pytest.raises(ValueError, match="read-only"):
        model.scene().meshes[0].positions[0, 0] = 1
    with pytest.raises(ValueError):
        model.scene().meshes[0].positions.flags.writeable = True
    scene = model.scene(writable=True)
    scene.meshes[0].positions += 1
    assert np.allclose(scene.meshes[0].positions - 1, model.scene().meshes[0].positions, atol=1e-6)
    assert scene.to_glb() != model.scene().to_glb()


def test_an_array_keeps_its_memory_alive() -> None:
    array = xenomesh.open(HERO).scene().meshes[0].positions
    copy = array.copy()
    gc.collect()
    blocks = [np.full(array.shape, 9, np.float32) for _ in range(50)]
    assert np.array_equal(array, copy)
    assert len(blocks) == 50


def test_pixels_and_data_need_no_copy() -> None:
    model = xenomesh.open(HERO)
    assert model.data.readonly and model.data == model.write()
    image = next(i for i in model.scene().images if i.data is not None)
    assert isinstance(image.data, memoryview) and isinstance(image.data.obj, Column)
    assert image.pixels().base is not None


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("positions", np.zeros((3, 2)), "shape must be (n, 3)"),
        ("positions", np.array([["a", "b", "c"]]), "type must be float32"),
        ("positions", [[0, 0, np.nan]], "not finite"),
        ("positions", [[0, 0, 1e60]], "not finite"),
        ("positions", None, "not None"),
        ("indices", [0.5], "type must be uint32"),
        ("indices", [-1], "-1 does not fit into uint32"),
        ("indices", [2**40], "does not fit into uint32"),
        ("uvs", [np.zeros((3, 3))], "shape must be (n, 2)"),
        ("colors", [np.zeros((3, 3))], "shape must be (n, 4)"),
    ],
)
def test_assigning_checks(field: str, value: object, text: str) -> None:
    mesh = Mesh("body", np.zeros((3, 3)))
    with pytest.raises(FieldError) as caught:
        setattr(mesh, field, value)
    assert isinstance(caught.value, ValueError)
    assert text in str(caught.value)
    assert caught.value.path.startswith(f"Mesh('body').{field}")


def triangle() -> Mesh:
    return Mesh("t", np.eye(3), [0, 1, 2], normals=np.eye(3), uvs=[np.zeros((3, 2))])


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda s: setattr(s.meshes[0], "indices", [0, 1, 3]), "meshes[0].indices"),
        (lambda s: setattr(s.meshes[0], "normals", np.eye(2, 3)), "meshes[0].normals"),
        (lambda s: s.meshes[0].uvs.append(np.zeros((4, 2), np.float32)), "meshes[0].uvs[1]"),
        (lambda s: s.meshes[0].uvs.append([["x", "y"]]), "meshes[0].uvs[1]"),
        (lambda s: s.meshes[0].uvs.append(np.full((3, 2), np.inf)), "meshes[0].uvs[1][0][0]"),
        (lambda s: setattr(s.nodes[0], "mesh", 1), "nodes[0].mesh"),
        (lambda s: setattr(s.nodes[0], "mesh", -1), "nodes[0].mesh"),
        (lambda s: setattr(s.nodes[0], "parent", 0), "nodes"),
        (lambda s: setattr(s.nodes[0], "name", 3), "nodes[0].name"),
        (lambda s: s.skins.append(Skin("s", [0, 9], np.eye(4)[None].repeat(2, 0))), "skins[0].joints"),
        (lambda s: s.skins.append(Skin("s", [0], np.zeros((2, 4, 4)))), "skins[0].inverse_binds"),
        (lambda s: s.extras.update(bad=object()), "extras"),
        (lambda s: s.extras.update(own=s.extras), "extras"),
        (lambda s: s.meshes[0].primitives.append(xenomesh.Primitive(None, 0, 6)), "meshes[0].primitives[0]"),
        (lambda s: s.meshes[0].primitives.append(xenomesh.Primitive(2, 0, 3)), "meshes[0].primitives[0].material"),
        (
            lambda s: setattr(s.meshes[0], "influences", xenomesh.Influences([0, 1], [0], [1.0])),
            "meshes[0].influences.starts",
        ),
        (
            lambda s: s.meshes[0].targets.append(xenomesh.MorphTarget("m", [1, 1], np.eye(2, 3))),
            "meshes[0].targets[0].vertices",
        ),
        (
            lambda s: s.animations.append(
                xenomesh.Animation("a", [xenomesh.Channel(0, "rotation", [0.0], [[1, 0, 0]])])
            ),
            "animations[0].channels[0].values",
        ),
    ],
)
def test_a_scene_names_the_field_that_does_not_fit(change, path: str) -> None:
    scene = Scene("s", nodes=[Node("root", mesh=0)], meshes=[triangle()])
    scene.check()
    change(scene)
    for use in (scene.check, scene.to_glb, scene.copy):
        with pytest.raises(FieldError) as caught:
            use()
        assert caught.value.path == path
        assert caught.value.code == "FIELD"


def test_what_writers_cope_with_is_said_by_check() -> None:
    scene = Scene("s", nodes=[Node("root", mesh=0)], meshes=[triangle()])
    channel = xenomesh.Channel(0, "scale", [1.0, 0.5], np.ones((2, 3)))
    scene.animations.append(xenomesh.Animation("a", [channel]))
    scene.to_glb()
    with pytest.raises(FieldError) as caught:
        scene.check()
    assert caught.value.path == "animations[0].channels[0].times"
    scene.animations.clear()
    scene.materials.append(xenomesh.Material("m", metallic=float("nan")))
    with pytest.raises(FieldError) as caught:
        scene.check()
    assert caught.value.path == "materials[0].metallic"


def test_joints_are_checked_against_the_skin() -> None:
    scene = xenomesh.open(HERO).scene(textures=False)
    scene.check()
    influences = scene.meshes[0].influences
    influences.joints = np.full(len(influences.joints), 9999, np.uint16)
    with pytest.raises(FieldError, match="joint 9999 is used") as caught:
        scene.check()
    assert caught.value.path == "meshes[0].influences.joints"


def test_strided_and_other_types_are_converted() -> None:
    base = np.arange(36, dtype=np.float64).reshape(3, 12)
    mesh = Mesh("m", base[:, ::4], np.array([2, 1, 0], np.int64))
    assert mesh.positions.dtype == np.float32 and mesh.indices.dtype == np.uint32
    again = Scene.from_gltf(Scene("s", nodes=[Node("n", mesh=0)], meshes=[mesh]).to_glb())
    assert np.array_equal(again.meshes[0].positions, base[:, ::4].astype(np.float32))


def test_any_number_of_influences_uv_sets_and_colours() -> None:
    n, joints = 5, 12
    mesh = Mesh("m", np.random.default_rng(1).random((n, 3)), [0, 1, 2, 2, 3, 4])
    weights = np.full((n, joints), 1 / joints, np.float32)
    mesh.influences = xenomesh.Influences.from_padded(np.tile(np.arange(joints), (n, 1)), weights)
    mesh.uvs = [np.full((n, 2), i / 4) for i in range(5)]
    mesh.colors = [np.full((n, 4), 128, np.uint8), np.full((n, 4), 0.25, np.float32)]
    bones = [Node(f"b{i}", None if i == 0 else 0) for i in range(joints)]
    skin = Skin("s", np.arange(joints), np.eye(4)[None].repeat(joints, 0))
    scene = Scene("s", nodes=[*bones, Node("mesh", mesh=0, skin=0)], meshes=[mesh], skins=[skin])
    again = Scene.from_gltf(scene.to_glb()).meshes[0]
    assert again.influences.counts().tolist() == [joints] * n
    assert len(again.uvs) == 5 and len(again.colors) == 2
    assert again.colors[0].dtype == np.uint8
    assert np.allclose(again.uvs[3], 0.75)


def test_influences_both_ways() -> None:
    influences = xenomesh.open(HERO).scene().meshes[0].influences
    joints, weights = influences.padded()
    again = xenomesh.Influences.from_padded(joints, weights)
    kept = influences.weights != 0
    assert np.array_equal(again.weights, influences.weights[kept])
    groups = {joint: (v, w) for joint, v, w in influences.by_joint()}
    assert sum(len(v) for v, _ in groups.values()) == len(influences.joints)
    joint = int(influences.joints[0])
    assert 0 in groups[joint][0]
