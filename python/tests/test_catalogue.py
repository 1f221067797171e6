"""The table of a folder: complete, the same by every engine, restartable, failures as rows."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import xenomesh
from xenomesh import _worker
from xenomesh import _xenomesh as core
from xenomesh.catalogue import _COLUMNS, Options, _Careful, _Worker, catalogue, find, read, row

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


def test_a_batch_says_what_inspect_says_of_every_sample() -> None:
    """Read without the bytes of findings and the format's details, and all else is the same."""
    paths = find("samples")
    made = _worker.make(core, paths, Options()._core())
    assert [r["path"] for r in made] == paths and set(made[0]) == set(_COLUMNS)
    for one in made:
        model = xenomesh.open(one["path"])
        report = model.inspect()
        scene = report["scene"]
        assert one["sha256"] == hashlib.sha256(model.data).hexdigest() and one["bytes"] == report["bytes"]
        assert (one["format"], one["version"]) == (report["format"], report["version"])
        for column in ("vertices", "triangles"):
            assert one[column] == sum(m[column] for m in scene["meshes"])
        assert one["meshes"] == len(scene["meshes"]) and one["joints"] == len(scene["joints"])
        assert one["materials"] == [m["name"] for m in scene["materials"]]
        assert one["textures"] == [t for m in scene["materials"] for t in m["textures"]]
        names = [(a["name"], np.float32(a["seconds"])) for a in scene["animations"]]
        assert [(a["name"], np.float32(a["seconds"])) for a in one["animations"]] == names
        parts = ("code", "severity", "path", "message")
        said = sorted(tuple(f[k] for k in parts) for f in report["findings"])
        assert sorted(tuple(f[k] for k in parts) for f in one["findings"]) == said


def test_ships_are_found_and_other_xml_is_not(tmp_path) -> None:
    (tmp_path / "notes.xml").write_text("<notes/>")
    ship = Path("samples/egosoft/ship")
    for file in ship.rglob("*"):
        if file.is_file():
            target = tmp_path / file.relative_to(ship)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    found = [p for p in find(tmp_path) if p.endswith(".xml")]
    listed = xenomesh.run("inspect", "--json", tmp_path).stdout
    want = {f["path"] for f in json.loads(listed)["files"] if f["format"] == "component"}
    assert want and set(found) == want
    assert all(row(p)["meshes"] for p in found)


def test_a_glb_is_the_one_that_convert_writes(tmp_path) -> None:
    path = "samples/xnalara/character_v3_15.xps"
    made = row(path, Options(glb=str(tmp_path)))
    xenomesh.convert(path, tmp_path / "same.glb")
    assert Path(made["glb"]).read_bytes() == (tmp_path / "same.glb").read_bytes()
    assert Path(made["glb"]).name == made["sha256"] + ".glb"


def test_a_file_that_ends_the_worker_costs_its_own_row_only(tmp_path) -> None:
    """The others of the batch are done all the same."""
    good = find("samples/xnalara")[:3]
    careful = _Careful(Options())
    worker = _Worker(Options())
    careful._worker = worker
    ends = tmp_path / "ends.xps"
    answer = worker.rows

    def fatal(paths: list[str]) -> list[dict]:
        if str(ends) in paths:
            worker.process.kill()
        return answer(paths)

    worker.rows = fatal  # type: ignore[method-assign]
    rows = careful.rows([*good[:2], str(ends), good[2]])
    careful.close()
    # Each is asked for alone after the first end; nothing ends the second worker, so that the file is just missing.
    assert [r["path"] for r in rows] == [*good[:2], str(ends), good[2]]
    assert [r["error_code"] for r in rows] == [None, None, "FILE_UNREADABLE", None]


def test_names_that_are_no_text(tmp_path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.xps"
    try:
        with open(name, "wb") as file:
            file.write(Path("samples/xnalara/character_v3_15.xps").read_bytes())
    except OSError:
        pytest.skip("names are text here")
    assert catalogue(tmp_path, tmp_path / "t", jobs=1).failed == 0
    (made,) = read(tmp_path / "t")
    assert made["path"].endswith("/\\xff.xps") and made["vertices"] > 100
    assert catalogue(tmp_path, tmp_path / "t", jobs=1).files == 0


def test_options_are_checked_before_any_work(tmp_path) -> None:
    with pytest.raises(xenomesh.FieldError, match="thumbnail"):
        catalogue("samples", tmp_path / "t", thumbnail=1 << 20)


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
    paths = ["samples/xnalara/character.mesh", "samples/xnalara/wave.pose"]
    made = catalogue(paths, tmp_path / "t", jobs=1, memory=16 << 20)
    assert made.files == 2 and made.failed >= 1
    assert {r["error_code"] for r in read(tmp_path / "t")} <= {"WORKER_ENDED", "FILE_UNREADABLE", None}


def test_pipes_and_folders_are_rows(tmp_path) -> None:
    paths = [tmp_path]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.xps")
        paths.append(tmp_path / "pipe.xps")
    rows = [row(str(p)) for p in paths]
    assert all(r["error_code"] and r["sha256"] is None for r in rows)


def test_urls(tmp_path) -> None:
    pytest.importorskip("fsspec")
    url = Path("samples/emfx/xrebirth").resolve().as_uri()
    catalogue(url, tmp_path / "t", jobs=1)
    rows = read(tmp_path / "t")
    local = {Path(p).name: row(p) for p in find("samples/emfx/xrebirth")}
    assert len(rows) == len(local)
    for made in rows:
        assert made["sha256"] == local[Path(made["path"]).name]["sha256"]


@pytest.fixture(scope="module")
def cluster():
    """Ray on this machine, started once. Required where the tests say so, so that it cannot go missing unseen."""
    if os.environ.get("XENOMESH_RAY") != "required":
        pytest.importorskip("ray")
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=256 << 20)
    yield ray
    ray.shutdown()


def test_ray_gives_the_same(cluster, tmp_path) -> None:
    (tmp_path / "bad.xps").write_bytes(b"nothing")
    source = ["samples", tmp_path / "bad.xps", tmp_path / "missing.xac"]
    a = catalogue(source, tmp_path / "local", jobs=2, thumbnail=16)
    b = catalogue(source, tmp_path / "ray", jobs=2, thumbnail=16, engine="ray")
    local = plain(read(tmp_path / "local"))
    assert len(local) > 40 and (a.files, a.failed) == (b.files, b.failed) and a.failed == 2
    assert plain(read(tmp_path / "ray")) == local
    assert catalogue(source, tmp_path / "ray", engine="ray").files == 0


def test_ray_goes_on_where_a_local_run_stopped(cluster, tmp_path) -> None:
    files = find("samples/xnalara")
    catalogue(files[:4], tmp_path / "t", jobs=1, batch=2)
    second = catalogue(files, tmp_path / "t", batch=3, engine="ray")
    assert second.skipped == 4 and [r["path"] for r in read(tmp_path / "t")] == files


def test_ray_holds_tasks_to_their_memory(cluster, tmp_path) -> None:
    greedy = tmp_path / "greedy.glb"
    scene = xenomesh.Scene("large", nodes=[xenomesh.Node("n", mesh=0)], meshes=[xenomesh.Mesh("m", np.ones((4_000_000, 3)))])
    scene.meshes[0].indices = np.arange(3_999_999, dtype=np.uint32)
    greedy.write_bytes(scene.to_glb())
    source = [greedy, "samples/xnalara/wave.pose"]
    for engine in ("local", "ray"):
        made = catalogue(source, tmp_path / engine, jobs=1, engine=engine, memory=memory_in_use() + (80 << 20))
        rows = {Path(r["path"]).name: r for r in read(tmp_path / engine)}
        assert made.failed == 1 and rows["wave.pose"]["error_code"] is None
        assert rows["greedy.glb"]["error_code"] in ("WORKER_ENDED", "FILE_UNREADABLE")


def memory_in_use() -> int:
    """What a worker needs for itself: address space after its imports."""
    code = "import xenomesh.catalogue, re; print(re.search(r'VmPeak:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    return int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) * 1024


def test_control_c_leaves_a_table_that_goes_on(tmp_path) -> None:
    if os.name == "nt":
        pytest.skip("signals")
    code = (
        "import os, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\nfrom xenomesh.catalogue import catalogue\n"
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


def test_what_is_missing_is_named(tmp_path, monkeypatch) -> None:
    with pytest.raises(xenomesh.WriteError, match="engine must be local or ray"):
        catalogue("samples", tmp_path / "t", engine="spark")  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'xenomesh\[catalogue\]'"):
        catalogue("samples", tmp_path / "t")
    assert not list(tmp_path.iterdir())


def test_options_of_a_row(tmp_path) -> None:
    made = row("samples/xnalara/character.mesh", Options(thumbnail=16))
    assert xenomesh.decode_image(made["thumbnail"]).shape == (16, 16, 4)
