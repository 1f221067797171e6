"""Damaged files raise or open; they never end the interpreter, hang, or say something that is no exception of ours."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, samples

import xenomesh

CASES = [
    "samples/xnalara/character.mesh", "samples/xnalara/character_v3_15.xps", "samples/xnalara/eyes_loose.mesh.ascii",
    "samples/xnalara/wave.pose", "samples/emfx/xrebirth/character.xac", "samples/anark/main.bgf",
    "samples/anark/main.bsg", "samples/anark/menu.bgp", "samples/egosoft/ship.cat",
]  # fmt: skip


def mutate(data: bytes, rng: random.Random) -> bytes:
    out = bytearray(data)
    kind = rng.randrange(4)
    if kind == 0:
        del out[rng.randrange(len(out)) :]
    for _ in range(rng.randrange(1, 6)):
        if not out:
            break
        at = rng.randrange(len(out))
        if kind == 1:
            out[at : at + 4] = rng.choice([b"\xff\xff\xff\xff", b"\x00\x00\x00\x80", b"\x00\x00\xc0\x7f", b"\x00" * 4])
        elif kind == 2:
            del out[at : at + rng.randrange(1, 40)]
        else:
            out[at] = rng.randrange(256)
    return bytes(out)


def use(data: bytes, name: str) -> str:
    """Everything that can be done with a file. The code of the error, if there is one."""
    try:
        model = xenomesh.open_bytes(data, name, limit=64 << 20)
        assert model.write() == data, "what parses is written back as it was"
        model.findings
        model.inspect()
        scene = model.scene(textures=False)
        for mesh in scene.meshes:
            mesh.bounds()
        scene.to_glb()
        scene.world_matrices()
        model.fix()
        model.write()
    except xenomesh.XenomeshError as error:
        assert error.code
        return error.code
    return ""


@pytest.mark.parametrize("path", CASES)
def test_mutations(path: str) -> None:
    rng = random.Random(path)
    data = Path(path).read_bytes()
    results = [use(mutate(data, rng), path) for _ in range(60)]
    assert any(results) or any(not r for r in results)
    assert len(results) == 60


def test_every_fixture_of_every_code() -> None:
    paths = sorted(p for p in (ROOT / "tests/data/codes").glob("*.*") if p.is_file())
    assert len(paths) > 150
    for path in paths:
        use(path.read_bytes(), path.name)


def test_glb_mutations() -> None:
    data = xenomesh.open(samples("character.mesh")[0]).scene(textures=False).to_glb()
    rng = random.Random(5)
    for _ in range(60):
        try:
            xenomesh.Scene.from_gltf(mutate(data, rng)).to_glb()
        except xenomesh.XenomeshError as error:
            assert error.code


def test_limits() -> None:
    with pytest.raises(xenomesh.XenomeshError):
        xenomesh.open_archive("samples/xnalara/character.mesh")
    data = Path("samples/xnalara/character.mesh").read_bytes()
    with pytest.raises(TypeError):
        xenomesh.open_bytes(data, limit="much")  # type: ignore[arg-type]


DEEP = """
import xenomesh
extras = []
for _ in range(100_000):
    extras = [extras]
scene = xenomesh.Scene("s", extras={"deep": extras})
try:
    scene.to_glb()
except (xenomesh.FieldError, RecursionError):
    print("raised")
"""


def test_deep_extras_raise() -> None:
    done = subprocess.run([sys.executable, "-c", DEEP], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout == "raised\n", done.stderr
