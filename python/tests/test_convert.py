"""convert(): the command as a function."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import xenomesh


def test_the_same_bytes_as_the_program(tmp_path) -> None:
    seen: list[tuple[int, int, str]] = []
    done = xenomesh.convert("samples/xnalara", tmp_path / "a", progress=lambda *event: seen.append(event))
    subprocess.run(
        [sys.executable, "-m", "xenomesh", "convert", "samples/xnalara", "-o", tmp_path / "b", "--quiet"], check=True
    )
    a = {p.name: p.read_bytes() for p in (tmp_path / "a").iterdir()}
    b = {p.name: p.read_bytes() for p in (tmp_path / "b").iterdir()}
    assert a == b and len(a) == len(done) > 5
    assert [n for n, _, _ in seen] == list(range(1, len(done) + 1))
    assert all(of == len(done) for _, of, _ in seen)
    assert {label for _, _, label in seen} == {d.input for d in done}
    assert all(Path(o).exists() for d in done for o in d.outputs)


def test_failures_are_entries(tmp_path) -> None:
    (tmp_path / "bad.xps").write_bytes(b"nothing")
    done = xenomesh.convert([tmp_path / "bad.xps", "samples/xnalara/character.mesh"], tmp_path / "out")
    by_name = {Path(d.input).name: d for d in done}
    assert isinstance(by_name["bad.xps"].error, xenomesh.ReadError)
    assert by_name["character.mesh"].error is None
    again = xenomesh.convert("samples/xnalara/character.mesh", tmp_path / "out")
    assert isinstance(again[0].error, FileExistsError)
    skipped = xenomesh.convert("samples/xnalara/character.mesh", tmp_path / "out", skip_existing=True)
    assert skipped[0].skipped
    assert xenomesh.convert("samples/xnalara/character.mesh", tmp_path / "out", force=True)[0].error is None


def test_options(tmp_path) -> None:
    xenomesh.convert(
        "samples/emfx/xrebirth/character.xac", tmp_path / "c.xps", to="xps", profile="xps2", max_influences=4, no_textures=True
    )
    assert xenomesh.open(tmp_path / "c.xps").version.startswith("2.")
    with pytest.raises(TypeError, match="there is no option"):
        xenomesh.convert("samples/xnalara", tmp_path, max_influence=4)
    with pytest.raises(ValueError):
        xenomesh.convert("samples/xnalara", tmp_path / "x", lod="some")
    with pytest.raises(xenomesh.WriteError):
        xenomesh.convert("samples/xnalara", tmp_path / "x", to="nonsense")


def test_a_callback_cancels(tmp_path) -> None:
    with pytest.raises(xenomesh.Cancelled):
        xenomesh.convert("samples", tmp_path / "a", jobs=1, progress=lambda *_: False)
    whole = len(xenomesh.convert("samples", tmp_path / "b", no_textures=True))
    assert len(list((tmp_path / "a").rglob("*.glb"))) < whole

    def fails(done: int, of: int, label: str) -> None:
        raise ZeroDivisionError(label)

    with pytest.raises(ZeroDivisionError):
        xenomesh.convert("samples", tmp_path / "c", jobs=1, progress=fails)
    assert not list(tmp_path.rglob("*.tmp"))


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_control_c_stops_it(tmp_path) -> None:
    def interrupt(done: int, of: int, label: str) -> None:
        if done == 1:
            os.kill(os.getpid(), signal.SIGINT)

    assert threading.current_thread() is threading.main_thread()
    # A run in the background may have been started so that it ignores it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            xenomesh.convert("samples", tmp_path / "a", jobs=1, progress=interrupt)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not list(tmp_path.rglob("*.tmp"))


BUSY = """
import signal, sys, threading, os, time
import xenomesh
signal.signal(signal.SIGINT, signal.default_int_handler)
def later():
    while not os.path.isdir(sys.argv[2]) or not os.listdir(sys.argv[2]):
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=later, daemon=True).start()
try:
    xenomesh.convert([sys.argv[1]], sys.argv[2], jobs=1)
except KeyboardInterrupt:
    print("interrupted", len([f for f in os.listdir(sys.argv[2]) if f.endswith(".glb")]))
# The interpreter is as good as before.
assert xenomesh.open("samples/xnalara/wave.pose").format == "pose"
"""


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_control_c_in_the_middle_without_a_callback(tmp_path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    data = Path("samples/xnalara/character_v3_15.xps").read_bytes()
    for i in range(400):
        (source / f"{i:03}.xps").write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", BUSY, str(source), str(tmp_path / "out")], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    word, count = done.stdout.split()
    assert word == "interrupted" and 0 < int(count) < 400
    for file in (tmp_path / "out").iterdir():
        assert file.suffix == ".glb", "nothing is left half written"
        assert xenomesh.open(file).scene(textures=False).meshes


def test_progress_that_raises_stops_everything(tmp_path) -> None:
    calls = []

    def fails(done: int, of: int, label: str) -> None:
        calls.append(done)
        raise LookupError(f"{done} of {of}: {label}")

    with pytest.raises(LookupError, match="1 of "):
        xenomesh.convert("samples/xnalara", tmp_path / "out", jobs=1, progress=fails)
    assert calls == [1]
    assert not [p for p in tmp_path.rglob("*") if p.is_file() and p.suffix not in (".glb",)]


def test_python_m_is_the_program(tmp_path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "xenomesh", *arguments], capture_output=True, text=True)

    assert run("--version").stdout == f"xenomesh {xenomesh.__version__}\n"
    assert run("formats").returncode == 0
    assert run("validate", "tests/data/codes/XNA_INDEX_RANGE.mesh").returncode == 1
    wrong = run("convrt")
    assert wrong.returncode == 2 and "convert" in wrong.stderr
    assert run("convert", "samples/xnalara/character.mesh", "-o", str(tmp_path / "c.glb")).returncode == 0
    assert (tmp_path / "c.glb").read_bytes()[:4] == b"glTF"
