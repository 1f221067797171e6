"""Type checkers agree with the code, the stubs with the compiled module, and the examples with what happens."""

from __future__ import annotations

import doctest
import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

import xenomesh

MODULES = ["xenomesh", "xenomesh._errors", "xenomesh._model", "xenomesh.scene", "xenomesh.catalogue"]


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name: str) -> None:
    pytest.importorskip("pyarrow")
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert failed == 0
    assert tried or name == "xenomesh._errors"


def test_the_tutorial(tmp_path) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("duckdb")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testfile(
        str(ROOT / "docs/python.md"), module_relative=False, optionflags=flags, globs={"tmp": tmp_path}
    )
    assert failed == 0 and tried > 15
    shown = sorted((ROOT / "docs/pictures").glob("python-*.png"))
    assert len(shown) == 5
    for picture in shown:
        assert f"pictures/{picture.name}" in (ROOT / "docs/python.md").read_text(encoding="utf-8")
        made, page = (xenomesh.decode_image(p.read_bytes()).astype(int) for p in (tmp_path / picture.name, picture))
        # What the page shows is what it makes; the last digit of a sine may be another one on another system.
        assert made.shape == page.shape and abs(made - page).mean() < 0.5, picture.name


def test_mypy(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    # The installed package by its name, from a folder where nothing else has that name.
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "python/pyproject.toml"), "-p", "xenomesh"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs() -> None:
    pytest.importorskip("mypy")
    command = [
        sys.executable, "-m", "mypy.stubtest", "xenomesh._xenomesh",
        "--mypy-config-file", str(ROOT / "python/pyproject.toml"), "--allowlist", str(ROOT / "python/tests/stubs.txt"),
        "--ignore-unused-allowlist",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


USER = '''
import numpy as np
import xenomesh

model = xenomesh.open("a.xps")
scene: xenomesh.Scene = model.scene(lod="all", rest="bind")
total: int = sum(mesh.vertex_count for mesh in scene.meshes)
scene.meshes[0].positions = np.zeros((3, 3), np.float32)
findings: list[xenomesh.Finding] = scene.save("a.glb")
model.scene(rest="wrong")  # type: ignore[arg-type]
xenomesh.convert("a.xps", "b.glb", max_influences=4, textures=["more"])
xenomesh.convert("a.xps", "b.glb", max_influence=4)  # type: ignore[call-arg]
scene.lights[0].intensity = 3.0
'''


def test_a_users_file_is_checked(tmp_path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "user.py").write_text(USER)
    where = Path(xenomesh.__file__).parent.parent
    installed = where.name == "site-packages"
    environment = os.environ | ({} if installed else {"MYPYPATH": str(where)})
    command = [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "user.py")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
