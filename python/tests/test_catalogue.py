"""The table of a folder: complete, the same by every engine, restartable, failures as rows."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import xenomesh
from xenomesh.catalogue import Options, catalogue, find, read, row

pytest.importorskip("pyarrow")


def plain(rows: list[dict]) -> list[dict]:
    return [{k: v for k, v in r.items() if k not in ("seconds", "glb")} for r in rows]


def test_a_row_says_what_inspect_says() -> None:
    path = "samples/xnalara/character_v3_15.xps"
    made = row(path)
    report = xenomesh.open(path).inspect()
    assert made["vertices"] == sum(m["vertices"] for m in report["scene"]["meshes"])
    assert made["joints"] == len(report["scene"]["joints"])
    assert made["textures"] and all(t["found"] for t in made["textures"])
    assert len(made["sha256"]) == 64 and made["bytes"] == os.path.getsize(path)
    assert np.all(np.array(made["bounds_min"]) < made["bounds_max"])


def test_restart_failures_thumbnails_and_glbs(tmp_path) -> None:
    bad = tmp_path / "bad.xps"
    bad.write_bytes(b"nothing")
    source = ["samples/xnalara", bad]
    out = tmp_path / "table"
    seen: list[tuple[int, int]] = []
    half = find(source)[:5]
    first = catalogue(half, out, jobs=1, batch=2, thumbnail=32, glb=tmp_path / "glb")
    second = catalogue(
        source, out, jobs=2, batch=4, thumbnail=32, glb=tmp_path / "glb", progress=lambda *p: seen.append(p)
    )
    assert (first.files, second.skipped, first.failed + second.failed) == (5, 5, 1)
    rows = read(out)
    assert [r["path"] for r in rows] == find(source)
    assert seen[-1][0] == seen[-1][1] == second.files
    (failed,) = [r for r in rows if r["error_code"]]
    assert failed["path"] == str(bad) and failed["error_code"] == "WIRE_COUNT_TOO_LARGE" and failed["sha256"]
    models = [r for r in rows if r["vertices"]]
    assert all(r["thumbnail"].startswith(b"\x89PNG") and Path(r["glb"]).read_bytes()[:4] == b"glTF" for r in models)
    assert catalogue(source, out, jobs=1).files == 0


def test_a_worker_that_dies_is_a_row(tmp_path) -> None:
    made = catalogue(["samples/xnalara/character.mesh"], tmp_path / "t", jobs=1, memory=64 << 20)
    assert made.files == 1 and made.failed == 1
    assert read(tmp_path / "t")[0]["error_code"] in ("WORKER_ENDED", "FILE_UNREADABLE")


def test_urls(tmp_path) -> None:
    pytest.importorskip("fsspec")
    url = Path("samples/emfx/xrebirth").resolve().as_uri()
    catalogue(url, tmp_path / "t", jobs=1)
    rows = read(tmp_path / "t")
    local = {Path(p).name: row(p) for p in find("samples/emfx/xrebirth")}
    assert len(rows) == len(local)
    for made in rows:
        assert made["sha256"] == local[Path(made["path"]).name]["sha256"]


def test_ray_gives_the_same(tmp_path) -> None:
    pytest.importorskip("ray")
    catalogue("samples", tmp_path / "local", jobs=2)
    catalogue("samples", tmp_path / "ray", jobs=2, engine="ray")
    local = plain(read(tmp_path / "local"))
    assert len(local) > 40
    assert plain(read(tmp_path / "ray")) == local


def test_control_c_leaves_a_table_that_goes_on(tmp_path) -> None:
    if os.name == "nt":
        pytest.skip("signals")
    code = (
        "import os, signal\nfrom xenomesh.catalogue import catalogue\n"
        f"catalogue('samples', {str(tmp_path / 't')!r}, jobs=1, batch=3,"
        " progress=lambda done, of: os.kill(os.getpid(), signal.SIGINT))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert "KeyboardInterrupt" in done.stderr or done.returncode == -signal.SIGINT
    before = len(read(tmp_path / "t"))
    assert before > 0
    made = catalogue("samples", tmp_path / "t", jobs=2)
    assert made.skipped == before
    assert [r["path"] for r in read(tmp_path / "t")] == find("samples")


def test_options_of_a_row(tmp_path) -> None:
    made = row("samples/xnalara/character.mesh", Options(thumbnail=16))
    assert xenomesh.decode_image(made["thumbnail"]).shape == (16, 16, 4)
