"""What the program can be asked for, Python can be asked for."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

import xenomesh
from xenomesh import ConvertOptions, Model, OpenOptions, Scene, SceneOptions, WriteOptions
from xenomesh import _xenomesh as core

HERO = "samples/xnalara/character_v3_15.xps"
LIBRARY: dict[str, Any] = json.loads(core.convert_options())

# Each option of each verb: what it is called in Python, or why it is not there.
PRINTING = "printing"
FILES = "a path is an argument of save() or convert()"
VERBS: dict[str, dict[str, str]] = {
    "inspect": {
        "json": "inspect", "layout": "layout", "textures": "inspect.textures", "game": "inspect.game",
        "encoding": "open.encoding", "names": "open.names", "limit": "open.limit", "follow": "open.follow",
    },
    "validate": {
        "json": PRINTING, "fix": "fix.infos", "output": FILES, "force": FILES, "game": "open.game",
        "encoding": "open.encoding", "names": "open.names", "limit": "open.limit", "follow": "open.follow",
    },
    "dump": {
        "output": FILES, "force": FILES, "encoding": "open.encoding", "names": "open.names", "limit": "open.limit",
        "follow": "open.follow",
    },
    "build": {"output": FILES, "recount": "build.recount", "force": FILES},
    "thumb": {
        "output": FILES, "picture": FILES, "install": "for file managers", "size": "thumbnail.size",
        "angle": "thumbnail.yaw", "time": "thumbnail.seconds", "motion": "scene.motion", "clip": "thumbnail.animation",
        "wireframe": "thumbnail.wireframe",
        "background": "thumbnail.background", "sheet": FILES, "animate": FILES, "textures": "scene.textures",
        "no-textures": "scene.textures", "game": "scene.game", "colours": "scene.colours", "force": FILES,
        "quiet": PRINTING,
        "encoding": "open.encoding", "names": "open.names", "limit": "open.limit", "follow": "open.follow",
    },
    "formats": {"json": "formats"},
}  # fmt: skip


def keys(kind: Any) -> set[str]:
    return set(kind.__required_keys__ | kind.__optional_keys__)


def parameters(function: Any) -> set[str]:
    return {p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_KEYWORD} - {"self"}


def flags(verb: str) -> set[str]:
    text = xenomesh.run(verb, "--help").stdout
    options = text.split("Options:", 1)[1].split("\nExamples", 1)[0]
    found = set(re.findall(r"^\s+(?:-\w, )?--([a-z][a-z-]*)", options, re.M)) - {"help", "version"}
    assert found, verb
    return found


def test_convert_takes_what_the_library_takes() -> None:
    assert keys(ConvertOptions) | {"to"} == set(LIBRARY)


def test_convert_takes_what_the_program_takes() -> None:
    program = {f.replace("-", "_") for f in flags("convert")} - {"output", "quiet", "verbose"}
    assert program == set(LIBRARY)


def test_other_signatures_name_options_of_the_library() -> None:
    scene = (parameters(Model.scene) | keys(SceneOptions)) - {"tangents", "writable"}
    write = (parameters(Scene.write) | keys(WriteOptions)) - {"file_name"}
    assert scene <= set(LIBRARY) and write <= set(LIBRARY) and keys(OpenOptions) <= set(LIBRARY)
    # What is for reading only, for writing only, or for many files, and nothing else, is missing in one of them.
    assert set(LIBRARY) - scene - write == {"follow", "force", "skip_existing", "jobs", "raw"}


def test_every_option_of_every_verb_has_its_place() -> None:
    places: dict[str, Any] = {
        "inspect": Model.inspect, "layout": Model.layout, "fix": Model.fix, "open": xenomesh.open, "build": xenomesh.build,
        "scene": Model.scene, "thumbnail": xenomesh.thumbnail, "formats": xenomesh.formats,
    }  # fmt: skip
    for verb, known in VERBS.items():
        assert flags(verb) == set(known), verb
        for place in known.values():
            function, _, name = place.partition(".")
            if function in places and name:
                more = {"open": keys(OpenOptions), "scene": keys(SceneOptions)}
                allowed = parameters(places[function]) | more.get(function, set())
                assert name in allowed, place


def test_defaults_said_are_the_same_as_not_said(tmp_path) -> None:
    said = {k: v for k, v in LIBRARY.items() if k not in ("to",)}
    xenomesh.convert(HERO, tmp_path / "a.glb", **said)
    xenomesh.convert(HERO, tmp_path / "b.glb")
    assert (tmp_path / "a.glb").read_bytes() == (tmp_path / "b.glb").read_bytes()


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"scale": 0.0}, "scale"), ({"scale": -1.0}, "scale"), ({"max_influences": 0}, "max_influences"),
        ({"key_error": -1.0}, "key_error"), ({"jobs": 0}, "jobs"), ({"max_influences": -3}, "max_influences: invalid value"),
        ({"lod": "some"}, "lod"), ({"rest": "lying"}, "rest: unknown variant `lying`"), ({"hidden": "maybe"}, "hidden"),
        ({"encoding": "klingon"}, "klingon"), ({"profile": "nonsense", "to": "xps"}, "nonsense"),
        ({"template": "samples/nothing.xps", "to": "xps"}, "nothing.xps"), ({"bone_map": "samples/nothing.txt"}, "nothing.txt"),
        ({"names": ["samples/nothing.txt"]}, "nothing.txt"), ({"attach": ["helmet.xac"]}, "helmet.xac"),
        ({"motion": ["samples/nothing.pose"]}, "nothing.pose"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_said(options: dict[str, Any], text: str, tmp_path) -> None:
    with pytest.raises((ValueError, OSError)) as caught:
        for done in xenomesh.convert(HERO, tmp_path / "out", **options):
            if done.error is not None:
                raise done.error
    assert text in str(caught.value) and isinstance(caught.value, xenomesh.XenomeshError)
    assert not list(tmp_path.rglob("*.*"))


def test_unknown_options_are_type_errors(tmp_path) -> None:
    for use in (
        lambda: xenomesh.open(HERO, colour="red"),
        lambda: xenomesh.open(HERO).scene(colour="red"),
        lambda: xenomesh.convert(HERO, tmp_path / "x.glb", colour="red"),
        lambda: xenomesh.open(HERO).scene(textures=False).to_glb.__self__.write("glb", colour="red"),
        lambda: xenomesh.thumbnail(Scene("s"), 16, colour="red"),
    ):
        with pytest.raises(TypeError, match="colour"):
            use()


def test_wrong_types_name_the_option() -> None:
    for name, value in {"limit": "much", "encoding": 3, "names": 7}.items():
        with pytest.raises(TypeError, match=f"{name}: invalid type"):
            xenomesh.open(HERO, **{name: value})


def test_one_path_is_a_list_of_one(tmp_path) -> None:
    model = xenomesh.open(HERO)
    assert len(model.scene(motion="samples/xnalara/wave.pose", textures=False).animations) == 1
    moved = tmp_path / HERO.rsplit("/", 1)[-1]
    moved.write_bytes(bytes(model.data))
    assert all(i.data is None for i in xenomesh.open(moved).scene().images)
    assert any(i.data is not None for i in xenomesh.open(moved).scene(textures="samples/xnalara").images)
    report = xenomesh.open(moved).inspect(textures=Path("samples/xnalara"))
    assert all(t["found"] for m in report["scene"]["materials"] for t in m["textures"])
    (done,) = xenomesh.convert(moved, tmp_path / "a.glb", textures="samples/xnalara", motion=Path("samples/xnalara/wave.pose"))
    assert done.error is None and not [f for f in done.findings if f.code.startswith("TEXTURE_MISSING")]


def test_mistakes_of_the_caller_are_said_plainly(tmp_path) -> None:
    scene = Scene("s")
    for use, text in (
        (lambda: xenomesh.convert([], tmp_path / "o"), "no input is named"),
        (lambda: xenomesh.convert(HERO, tmp_path / "o", scale=float("nan")), "scale: nan is not a finite number"),
        (lambda: scene.save(tmp_path / "noextension"), "an extension"),
        (lambda: xenomesh.thumbnail(scene, 16, background=(300, 0, 0)), "from 0 to 255"),
        (lambda: xenomesh.open_archive(HERO), "not an archive"),
        (lambda: xenomesh.run("inspect", "samples/nothing.xps"), "there is no such file"),
    ):
        with pytest.raises((xenomesh.XenomeshError)) as caught:
            use()
        assert text in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_fix_of_notes() -> None:
    path = "tests/data/codes/XAC_NODE_FLAGS.xac"
    def codes(findings: list[xenomesh.Finding]) -> set[str]:
        return {f.code for f in findings}

    model = xenomesh.open(path)
    assert "XAC_NODE_FLAGS" in codes(model.findings)
    assert "XAC_NODE_FLAGS" in codes(model.fix())
    assert "XAC_NODE_FLAGS" not in codes(model.fix(infos=True))
    assert "XAC_NODE_FLAGS" not in codes(xenomesh.open_bytes(model.write(), "a.xac").findings)


def test_fix_gives_the_programs_bytes(tmp_path) -> None:
    tried = 0
    for path in sorted(Path("tests/data/codes").glob("XAC_*.xac"))[:20]:
        for infos, word in ((False, []), (True, ["all"])):
            out = tmp_path / f"{path.stem}-{infos}"
            xenomesh.run("validate", path, "--fix", *word, "-o", out, check=False)
            model = xenomesh.open(path)
            model.fix(infos=infos)
            if (out / path.name).exists():
                assert model.write() == (out / path.name).read_bytes(), path
                tried += 1
    assert tried > 10


def test_layout_tiles_the_file() -> None:
    model = xenomesh.open(HERO)
    at = 0
    for start, length, path in model.layout():
        assert start == at and path
        at += length
    assert at == len(model.data)
    model.scrub()
    model.fix()
    assert model.layout() == []


def test_attach_and_games() -> None:
    model = xenomesh.open(HERO)
    bone = model.scene(textures=False).nodes[3].name
    plain, more = model.scene(textures=False), model.scene(textures=False, attach=[f"samples/xnalara/eyes_loose.mesh.ascii@{bone}"])
    assert len(more.meshes) > len(plain.meshes)
    actor = "samples/tos-game/data/char_hi.ipf"
    member = next(p for p in xenomesh.open_archive(actor) if p.endswith(".xac"))
    alone = xenomesh.open_bytes(xenomesh.open_archive(actor)[member], "a.xac")
    assert all(i.data is None for i in alone.scene().images)
    within = xenomesh.open(f"{actor}:{member}", game="samples/tos-game").scene()
    assert within.images and any(i.data is not None for i in within.images)
    later = xenomesh.open(f"{actor}:{member}").scene(game="samples/tos-game")
    assert later.to_glb() == within.to_glb()


def test_run() -> None:
    assert xenomesh.run("hash", "Button0").stdout.strip().endswith("Button0")
    failed = xenomesh.run("convrt", check=False)
    assert failed.returncode == 2 and "convert" in failed.stderr
    with pytest.raises(xenomesh.WriteError, match="similar"):
        xenomesh.run("convrt")
