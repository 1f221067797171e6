"""Opening, writing, dumping, repairing; errors; archives; the table of formats."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
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


def test_archives() -> None:
    archive = xenomesh.open_archive("samples/egosoft/ship.cat")
    assert len(archive) == len(set(archive)) > 10
    path = next(p for p in archive if p.endswith(".xmf"))
    assert archive[path] == archive[path.upper()]
    model = archive.open(path)
    assert model.format == "xmf" and model.write() == archive[path]
    assert xenomesh.open(f"samples/egosoft/ship.cat:{path}").write() == archive[path]
    assert "nothing" not in archive
    with pytest.raises(KeyError):
        archive["nothing"]
    with pytest.raises(xenomesh.XenomeshError):
        archive["../../Cargo.toml"] if "../../Cargo.toml" in archive else archive.open("../../Cargo.toml")
    with pytest.raises(OSError):
        xenomesh.open_archive("samples/nothing.cat")


def test_formats() -> None:
    table = {f.id: f for f in xenomesh.formats()}
    assert table["xps"].extensions == ("xps",) and table["xps"].from_gltf
    assert table["xsm"].kind == "motion"
    assert len(table) >= 15
