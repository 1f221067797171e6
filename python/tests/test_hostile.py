"""Damaged files raise or open; they never end the interpreter, hang, or say something that is no exception of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import mutations
import pytest
from conftest import ROOT, samples

import xenomesh

CHECKSUM = 0xD27C02E8956667C4
HERE = Path(__file__).parent
# More are tried with XENOMESH_MUTATIONS=10000; crates/formats/tests/hardening.rs makes the same ones by the same numbers.
COUNT = os.environ.get("XENOMESH_MUTATIONS", "160")
FORMATS = sorted(f.id for f in xenomesh.formats())


def test_the_numbers_are_those_of_the_suite() -> None:
    # `hardening.rs` has the same number.
    assert mutations.checksum(400) == CHECKSUM


@pytest.mark.parametrize("format_id", FORMATS)
def test_mutations_of_the_suite(format_id: str) -> None:
    command = [sys.executable, str(HERE / "mutations.py"), format_id, COUNT]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=ROOT)
    lines = done.stdout.splitlines() or ["nothing"]
    assert done.returncode == 0, f"{lines[-1]}: exit status {done.returncode}\n{done.stderr[-2000:]}"
    # "files 12, opened 70, raised 90, codes 8"
    numbers = dict(part.split() for part in lines[-1].split(", "))
    assert int(numbers["files"]) > 0 and int(numbers["opened"]) + int(numbers["raised"]) == int(COUNT)
    assert int(numbers["codes"]) > 0


def test_every_fixture_of_every_code() -> None:
    paths = sorted(p for p in (ROOT / "tests/data/codes").glob("*.*") if p.is_file())
    assert len(paths) > 150
    for path in paths:
        mutations.use(path.read_bytes(), path.name, True)


def test_glb_mutations() -> None:
    data = xenomesh.open(samples("character.mesh")[0]).scene(textures=False).to_glb()
    for i in range(120):
        try:
            xenomesh.Scene.from_gltf(mutations.mutate(data, mutations.Random("glb", i))).to_glb()
        except xenomesh.XenomeshError as error:
            assert error.code


def test_limits() -> None:
    with pytest.raises(xenomesh.XenomeshError):
        xenomesh.open_archive("samples/xnalara/character.mesh")
    data = Path("samples/xnalara/character.mesh").read_bytes()
    with pytest.raises(TypeError):
        xenomesh.open_bytes(data, limit="much")  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(0, 0), (2**31, 3), (2**32 - 1, 2**32 - 1), (2, 2)])
def test_pixels_that_are_not_as_many_as_said_raise(size: tuple[int, int]) -> None:
    from xenomesh import _xenomesh as core

    with pytest.raises(xenomesh.FieldError):
        core.encode_png(b"x", *size, 3)


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
