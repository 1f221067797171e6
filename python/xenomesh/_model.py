"""Opening files, and every verb of the program as a function."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray

from . import _xenomesh as core
from ._errors import FieldError, ReadError, WriteError
from ._findings import Finding
from ._options import ConvertOptions, Lod, OpenOptions, PathLike, SceneOptions
from .scene import Scene, _bone_map, _options

__all__ = [
    "Archive", "Converted", "Format", "Model", "Progress", "build", "convert", "formats", "open", "open_archive",
    "open_bytes", "run", "thumbnail",
]  # fmt: skip

Progress: TypeAlias = Callable[[int, int, str], "bool | None"]
"""Called with (done, all, what was done last). Returning ``False`` or raising cancels."""


class Model:
    """An open file: all of its bytes as structure.

    >>> import xenomesh
    >>> model = xenomesh.open("samples/xnalara/character_v3_15.xps")
    >>> model.format, model.version
    ('xps', '3.15')
    >>> model.write() == model.data
    True
    """

    __slots__ = ("_core",)
    _core: core.CoreModel

    def __init__(self, handle: core.CoreModel) -> None:
        self._core = handle

    def __repr__(self) -> str:
        return f"Model({self.path!r}, format={self.format!r}, version={self.version!r})"

    @property
    def path(self) -> str:
        """Where it was opened."""
        return self._core.path

    @property
    def format(self) -> str:
        """Id of the format: ``xps``, ``xac``, ``gltf`` …"""
        return self._core.format

    @property
    def version(self) -> str:
        """As people say it: ``3.15``; empty if the format has none."""
        return self._core.version

    @property
    def data(self) -> memoryview:
        """The bytes that were read, without a copy."""
        return memoryview(self._core.data)

    @property
    def findings(self) -> list[Finding]:
        """Everything that is wrong with it, worst kinds first as the program prints them."""
        return Finding._list(self._core.findings())

    def write(self) -> bytes:
        """The file; exactly the bytes that were read while nothing was changed."""
        return self._core.write()

    def save(self, path: PathLike, *, overwrite: bool = False) -> None:
        """Writes the file, next to its place first and then renamed."""
        core.save_file(os.fspath(path), self.write(), overwrite)

    def dump(self) -> Any:
        """Every field of the file as Python objects: what ``xenomesh dump`` prints."""
        return json.loads(self._core.dump())

    def dump_json(self) -> str:
        """Every field of the file as JSON text."""
        return self._core.dump()

    def fix(self, *, infos: bool = False) -> list[Finding]:
        """Repairs what can be repaired, in place. Returns what remains.

        ``infos``: what is only worth a note, too (``--fix all`` of the program).

        >>> broken = open("tests/data/codes/XNA_INDEX_RANGE.mesh")
        >>> any(f.code == "XNA_INDEX_RANGE" for f in broken.findings)
        True
        >>> [f.code for f in broken.fix()]  # its picture is not there
        ['TEXTURE_MISSING']
        """
        return Finding._list(self._core.fix(infos))

    def scrub(self) -> list[str]:
        """Removes what identifies a person (host, user, paths, addresses), in place; returns what it was."""
        return self._core.scrub()

    def inspect(self, *, textures: PathLike | Iterable[PathLike] = (), game: PathLike | None = None) -> dict[str, Any]:
        """What is inside: one entry of ``xenomesh inspect --json``.

        Pictures are looked for next to the file, in the folders ``textures``, and in the files and archives of ``game``.
        """
        return dict(json.loads(self._core.inspect(_options({"textures": textures, "game": game}))))

    def layout(self) -> list[tuple[int, int, str]]:
        """Which byte is which field: ``(offset, length, path)`` in the order of reading; empty once it was changed.

        >>> open("samples/xnalara/wave.pose").layout()[0][0]
        0
        """
        return self._core.layout()

    def scene(
        self,
        *,
        motion: PathLike | Iterable[PathLike] = (),
        motions: Literal["auto"] | None = None,
        textures: bool | PathLike | Iterable[PathLike] = True,
        game: PathLike | None = None,
        lod: Lod = 0,
        collision: bool = False,
        rest: Literal["bind", "default-pose"] = "bind",
        hidden: Literal["keep", "omit"] = "keep",
        max_influences: int | None = None,
        scale: float | None = None,
        orient_bones: bool = False,
        bone_map: Mapping[str, str] | PathLike | None = None,
        tangents: bool = False,
        writable: bool = False,
        **options: Unpack[SceneOptions],
    ) -> Scene:
        """The model as a scene; motions alone become a skeleton with that animation.

        ``motion``: files to bind by node name. ``textures``: look for pictures next to the model and in these folders
        (``False``: leave them as names). ``tangents``: make them where a normal map needs them. ``writable``: arrays
        may be changed in place. The other options are those of ``xenomesh convert``: see :class:`SceneOptions`.
        """
        recipe: dict[str, Any] = {
            "motion": motion,
            "motions": motions,
            "game": game,
            "lod": lod,
            "collision": collision,
            "rest": rest,
            "hidden": hidden,
            "max_influences": max_influences,
            "scale": scale,
            "orient_bones": orient_bones,
            **_textures(textures),
            **options,
        }
        lines = _bone_map(bone_map, recipe)
        return Scene._from_core(*self._core.scene(_options(recipe), lines, tangents, writable))


def _textures(textures: bool | PathLike | Iterable[PathLike]) -> dict[str, Any]:
    if isinstance(textures, bool):
        return {"no_textures": not textures}
    return {"textures": textures}


def open(path: PathLike, *, game: PathLike | None = None, follow: bool = False, **options: Unpack[OpenOptions]) -> Model:  # noqa: A001
    """Opens a file of any known format, or one inside an archive (``archive.cat:inner/path``).

    ``game``: a game folder whose files and archives are looked into for what is not next to the file. ``follow``: links
    out of the folder too. ``encoding``: code page of names that are not UTF-8; guessed if absent. ``names``: text files
    with a name a line, for hashes. ``limit``: most bytes that reading may use beyond the file's own size.
    """
    return Model(core.open(os.fspath(path), _options({"game": game, "follow": follow, **options})))


def open_bytes(data: bytes, name: str = "", **options: Unpack[OpenOptions]) -> Model:
    """Opens bytes; ``name`` (``hero.xps``) helps where content alone does not say what it is."""
    return Model(core.open_bytes(bytes(data), name, _options(options)))


def build(dump: Any, *, recount: bool = False) -> Model:
    """The file that ``dump`` describes: what ``Model.dump`` or ``Model.dump_json`` gave, edited or not.

    ``recount``: recompute sizes and counts after an edit.
    """
    text = dump if isinstance(dump, str) else json.dumps(dump)
    return Model(core.build(text, recount))


@dataclass
class Converted:
    """What became of one input of :func:`convert`."""

    input: str
    """The input."""
    outputs: list[str]
    """Files that were written."""
    findings: list[Finding] = field(default_factory=list, repr=False)
    """What was noticed or lost."""
    error: Exception | None = None
    """Why it failed, if it did."""
    skipped: bool = False
    """The output existed and ``skip_existing`` was asked for."""


def convert(
    inputs: PathLike | Iterable[PathLike],
    output: PathLike | None = None,
    *,
    to: str | None = None,
    progress: Progress | None = None,
    **options: Unpack[ConvertOptions],
) -> list[Converted]:
    """Converts files, folders, patterns and archive members, as ``xenomesh convert`` does.

    ``output`` with an extension is one file (several inputs become one scene), else a folder that mirrors the inputs.
    ``options`` are the options of the command with ``_`` for ``-``: see :class:`ConvertOptions`. ``progress(done, all,
    name)`` is called after each input; returning ``False`` or raising stops, as Ctrl-C does: after the files in work, and
    none is left half written.
    """
    many = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
    if not many:
        raise WriteError("no input is named", "WIRE_REQUEST")
    where = None if output is None else os.fspath(output)
    done = core.convert([os.fspath(i) for i in many], where, _options({**options, "to": to}), progress)
    return [Converted(i, o, Finding._list(f), e, s) for i, o, f, e, s in done]


@dataclass(frozen=True)
class Format:
    """One row of ``xenomesh formats``."""

    id: str
    """``xps``, ``xac`` …"""
    title: str
    """What people call it."""
    extensions: tuple[str, ...]
    """Without the dot."""
    kind: Literal["model", "motion", "archive", "companion"]
    """What it is for."""
    read: bool
    """Reads it."""
    write: bool
    """Writes it, byte for byte."""
    validate: bool
    """Has rules for it."""
    to_gltf: bool
    """Converts it to glTF."""
    from_gltf: bool
    """Makes it from a scene."""
    profiles: tuple[str, ...] = ()
    """Values of ``profile`` when a scene is written."""


def formats() -> list[Format]:
    """The support table."""
    return [
        Format(name, title, tuple(endings), kind, works[0], works[1], works[2], works[3], works[4], tuple(profiles))
        for name, title, endings, kind, works, profiles in core.formats()
    ]


def thumbnail(
    model: PathLike | Model | Scene,
    size: int = 256,
    *,
    yaw: float = 30.0,
    pitch: float = 15.0,
    wireframe: bool = False,
    background: tuple[int, int, int] | None = None,
    animation: int = 0,
    seconds: float | None = None,
    **options: Any,
) -> NDArray[np.uint8]:
    """A picture: ``(size, size, 4)`` RGBA, transparent where nothing is unless ``background`` (sRGB) is given.

    ``yaw``, ``pitch``: from where, in degrees around the model and from above. ``seconds``: when in the animation.
    ``options`` are those of :meth:`Model.scene`.

    >>> thumbnail("samples/xnalara/character.mesh", 64, background=(32, 36, 44))[0, 0].tolist()
    [32, 36, 44, 255]
    """
    if background is not None and (len(background) != 3 or not all(c in range(256) for c in background)):
        raise FieldError(f"must be three numbers from 0 to 255, not {background!r}", "FIELD", path="background")
    if isinstance(model, Scene) and options:
        raise TypeError(f"options of reading ({', '.join(options)}) are for files, not for a scene")
    if not isinstance(model, (Model, Scene)):
        model = open(model)
    if isinstance(model, Model):
        model = model.scene(**options)
    return np.asarray(core.thumbnail(model, size, yaw, pitch, wireframe, background, animation, seconds))


def run(*arguments: PathLike, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Runs the program with these arguments in a process of its own: verbs that make files and have no function above.

    ``check``: an exit status that is not 0 raises :class:`~xenomesh.WriteError` with what the program said.

    >>> run("hash", "Button0").stdout.split()[-1]
    'Button0'
    >>> run("formats").stdout.splitlines()[0].split()[:2]
    ['format', 'what']
    """
    given = [os.fspath(a) for a in arguments]
    command = [sys.executable, "-m", "xenomesh", *given]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)
    if check and done.returncode:
        message = done.stderr.strip() or done.stdout.strip() or f"the exit status is {done.returncode}"
        raise WriteError(message, "WIRE_REQUEST", help=f"xenomesh {' '.join(given[:1])} --help shows examples")
    return done


class Archive(Mapping[str, bytes]):
    """A ``.cat``, ``.ipf`` or ``.zip`` as a read-only mapping of paths to bytes."""

    def __init__(self, handle: core.CoreArchive) -> None:
        self._core = handle
        self._names: list[str] | None = None

    @property
    def path(self) -> str:
        """Where it was opened."""
        return self._core.path

    def __getitem__(self, path: str) -> bytes:
        data = self._core.read(path)
        if data is None:
            raise KeyError(path)
        return data

    def __iter__(self) -> Iterator[str]:
        if self._names is None:
            self._names = self._core.names()
        return iter(self._names)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def open(self, path: str, **options: Unpack[OpenOptions]) -> Model:
        """Opens a member, with the archive as its file system."""
        return Model(self._core.open(path, _options(options)))


def open_archive(path: PathLike) -> Archive:
    """Opens an archive (``.cat`` with its ``.dat``, ``.ipf``, ``.zip``) as a file system.

    >>> ship = open_archive("samples/egosoft/ship.cat")
    >>> ship.open("assets/units/size_s/ship_sample.xml").format
    'component'
    """
    name = os.fspath(path)
    if not name.lower().endswith((".cat", ".ipf", ".zip")) and os.path.isfile(name):
        raise ReadError("not an archive: .cat, .ipf and .zip are", "FILE_UNKNOWN_FORMAT", file=name)
    return Archive(core.open_archive(name))
