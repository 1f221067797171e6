"""Opening, writing, dumping, repairing; errors; archives; the table of formats."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import samples

import xenomesh

EVERYTHING = samples(
    ".xps", ".mesh", ".ascii", ".pose", ".scene", ".xac", ".xsm", ".xpm", ".xmf", ".ani", ".cat", ".bgp", ".bgf", ".bsg"
)


@pytest.mark.parametrize("path", EVERYTHING)
def test_bytes_survive(path: str) -> None:
    data = Path(path).read_bytes()
    model = xenomesh.open(path)
    assert model.write() == data
    assert bytes(model.data) == data
    assert xenomesh.open_bytes(data, path).format == model.format
    if len(data) < 60_000:
        assert xenomesh.build(model.dump_json()).write() == data
        assert xenomesh.build(model.dump()).write() == data


def test_inspect_is_the_programs() -> None:
    path = "samples/xnalara/character_saved.xps"
    printed = subprocess.run([sys.executable, "-m", "xenomesh", "inspect", path, "--json"], capture_output=True, check=True)
    (expected,) = json.loads(printed.stdout)["files"]
    assert xenomesh.open(path).inspect() == expected


def test_findings_and_fix(tmp_path) -> None:
    model = xenomesh.open("tests/data/codes/XNA_INDEX_RANGE.mesh")
    (finding,) = [f for f in model.findings if f.code == "XNA_INDEX_RANGE"]
    assert finding.severity == "error" and finding.fixable and finding.offset is not None
    assert finding.path and finding.message and finding.help
    assert [f for f in model.fix() if f.severity != "info"] == []
    model.save(tmp_path / "fixed.mesh")
    assert [f for f in xenomesh.open(tmp_path / "fixed.mesh").findings if f.severity != "info"] == []
    with pytest.raises(FileExistsError):
        model.save(tmp_path / "fixed.mesh")
    model.save(tmp_path / "fixed.mesh", overwrite=True)


def test_scrub() -> None:
    model = xenomesh.open("samples/xnalara/character_saved.xps")
    assert model.scrub()
    assert model.scrub() == []
    assert model.write() != bytes(model.data)


def test_errors_say_what_where_and_what_to_do() -> None:
    with pytest.raises(FileNotFoundError) as missing:
        xenomesh.open("samples/nothing.xps")
    assert missing.value.code == "FILE_UNREADABLE" and missing.value.help
    assert "samples/nothing.xps" in str(missing.value)
    data = Path("samples/emfx/xrebirth/character.xac").read_bytes()
    with pytest.raises(xenomesh.ReadError) as cut:
        xenomesh.open_bytes(data[:7], "a.xac")
    assert cut.value.code and cut.value.help
    assert isinstance(cut.value, ValueError)
    again = pickle.loads(pickle.dumps(cut.value))
    assert (again.code, again.offset, str(again)) == (cut.value.code, cut.value.offset, str(cut.value))
    with pytest.raises(xenomesh.ReadError) as unknown:
        xenomesh.open_bytes(b"nothing at all", "a.bin")
    assert unknown.value.code == "FILE_UNKNOWN_FORMAT"
    with pytest.raises(xenomesh.XenomeshError):
        xenomesh.open("samples")
    with pytest.raises(xenomesh.XenomeshError):
        xenomesh.build("{}")


def test_errors_have_an_offset() -> None:
    seen = 0
    for path in samples(".xps", ".xac", ".xmf", ".bgf"):
        data = Path(path).read_bytes()
        try:
            xenomesh.open_bytes(data[: len(data) // 3], path)
        except xenomesh.ReadError as error:
            if error.offset is not None:
                assert 0 <= error.offset <= len(data)
                assert f"{error.offset:#x}" in str(error)
                seen += 1
    assert seen > 3


def make_zip(path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for file in sorted(Path("samples/xnalara").iterdir()):
            out.write(file, f"hero/{file.name}")
    return path


@pytest.mark.parametrize("kind", ["cat", "ipf", "zip"])
def test_archives(kind: str, tmp_path) -> None:
    where = {
        "cat": lambda: Path("samples/egosoft/ship.cat"),
        "ipf": lambda: Path("samples/tos-game/data/char_hi.ipf"),
        "zip": lambda: make_zip(tmp_path / "hero.zip"),
    }[kind]()  # fmt: skip
    archive = xenomesh.open_archive(where)
    ending = {"cat": ".xmf", "ipf": ".xac", "zip": ".xps"}[kind]
    assert len(archive) == len(set(archive)) >= 1 and list(archive) == sorted(archive)
    path = next(p for p in archive if p.endswith(ending))
    assert archive[path] == archive[path.upper()] and path in archive
    model = archive.open(path)
    assert model.write() == archive[path] and f".{model.format}" == ending
    assert model.path == f"{where}:{path}"
    assert xenomesh.open(f"{where}:{path}").write() == archive[path]
    assert dict(archive.items())[path] == archive[path]
    assert "nothing" not in archive
    for bad in ("nothing", "../../Cargo.toml", "/etc/passwd", "", "..", "C:\\windows\\win.ini"):
        with pytest.raises(KeyError):
            archive[bad]
        with pytest.raises(xenomesh.XenomeshError):
            archive.open(bad)
    if kind != "ipf":  # pictures of Tree of Savior lie in another archive
        assert any(i.data is not None for i in archive.open(path).scene().images) or kind == "cat"
    done = xenomesh.convert(f"{where}:{path}", tmp_path / "out.glb")
    assert done[0].error is None and (tmp_path / "out.glb").read_bytes()[:4] == b"glTF"


def test_a_ship_in_an_archive_has_its_parts_and_pictures() -> None:
    ship = xenomesh.open_archive("samples/egosoft/ship.cat").open("assets/units/size_s/ship_sample.xml")
    outside = xenomesh.open("samples/egosoft/ship/assets/units/size_s/ship_sample.xml")
    inside, same = ship.scene(), outside.scene()
    assert any(i.data is not None for i in inside.images)
    assert inside.to_glb() == same.to_glb()


def test_files_that_are_not_archives(tmp_path) -> None:
    for name in ("a.zip", "a.ipf", "a.cat"):
        bad = tmp_path / name
        bad.write_bytes(b"PK\x03\x04 nothing")
        with pytest.raises(OSError) as caught:
            list(xenomesh.open_archive(bad))
        assert isinstance(caught.value, xenomesh.XenomeshError) and name in str(caught.value)
        with pytest.raises(FileNotFoundError):
            xenomesh.open_archive(tmp_path / f"no-{name}")
    with pytest.raises(xenomesh.XenomeshError):
        xenomesh.open_archive(tmp_path)


def test_formats() -> None:
    table = {f.id: f for f in xenomesh.formats()}
    assert table["xps"].extensions == ("xps",) and table["xps"].from_gltf
    assert table["xsm"].kind == "motion"
    rows = json.loads(xenomesh.run("formats", "--json").stdout)["formats"]
    mine = [
        {
            "id": f.id, "title": f.title, "extensions": list(f.extensions), "read": f.read, "write": f.write,
            "validate": f.validate, "toGltf": f.to_gltf, "fromGltf": f.from_gltf,
        }
        for f in xenomesh.formats()
    ]  # fmt: skip
    assert rows == mine
