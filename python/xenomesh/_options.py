"""Every option of ``xenomesh convert`` with its type: what editors offer and type checkers check.

Names are those of the program with ``_`` for ``-``. A test compares them with the library's and with the program's.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Literal, TypeAlias, TypedDict

__all__ = ["ConvertOptions", "Lod", "OpenOptions", "PathLike", "SceneOptions", "WriteOptions"]

PathLike: TypeAlias = str | os.PathLike[str]
Lod: TypeAlias = int | Literal["all"]


class OpenOptions(TypedDict, total=False):
    """How a file is read."""

    encoding: str | None
    """Code page of names that are not UTF-8, such as ``cp949``; guessed if absent."""
    names: PathLike | Sequence[PathLike]
    """Text files with one name a line, to turn hashes (Anark) into names."""
    limit: int | None
    """Most bytes that a file may ask for beyond its own size; 1 GiB if absent."""


class SceneOptions(TypedDict, total=False):
    """Options of :meth:`Model.scene` that its signature does not name."""

    retarget: bool
    """Motions made for another skeleton: add what the model's bind pose differs from theirs."""
    type: str | None
    """Of a ``.gfx`` with several actor types, this one."""
    attach: str | Sequence[str]
    """Models to hang on nodes: ``helmet.xac@Head``."""
    colours: str | None
    """A country's two colours over the masks of Paradox models: ``"RRGGBB,RRGGBB"``."""
    bake_lightmaps: bool
    """Multiply lightmaps into the base colour, for programs that show none."""
    bone_names: Literal["blender"] | None
    """``blender``: sides as Blender mirrors them."""
    encoding: str | None
    """As in :class:`OpenOptions`."""
    names: PathLike | Sequence[PathLike]
    """As in :class:`OpenOptions`."""
    limit: int | None
    """As in :class:`OpenOptions`."""


class WriteOptions(TypedDict, total=False):
    """Options of :meth:`Scene.write` and :meth:`Scene.save` that their signatures do not name."""

    profile: str | None
    """Target game or variant: ``xrebirth``, ``tos``, ``paradox``, ``xps2``, ``xps3``."""
    key_error: float
    """Drop keys that interpolation replaces within this error; 0 keeps all."""
    frame: int | None
    """A frame of the motion, 24 a second, from 0: for poses and the default pose of an ``.xps``."""
    frames: Literal["all"] | None
    """Every key of the motion, a ``.pose`` each."""
    bone_names: Literal["blender"] | None
    """``blender``: sides as Blender mirrors them; always undone towards game formats."""
    textures_to: PathLike | None
    """Where pictures of a game format go instead of next to it."""
    no_textures: bool
    """Leave pictures out."""
    hidden: Literal["keep", "omit"]
    """Hidden parts."""
    max_influences: int | None
    """Keep the strongest influences of each vertex."""
    scale: float | None
    """Multiply all lengths."""
    orient_bones: bool
    """Turn joints along their bones."""
    bake_lightmaps: bool
    """Multiply lightmaps into the base colour, for programs that show none; undone towards game formats."""
    component_class: str | None
    """Class of a new component of X4, such as ``ship_s``."""
    geometry: str | None
    """Where the game finds the meshes of a component."""


class ConvertOptions(WriteOptions, total=False):
    """Options of :func:`convert`: those of the program."""

    raw: PathLike | None
    """Where the decoded buffers of XMF meshes go, with their layout as JSON."""
    motion: PathLike | Sequence[PathLike]
    """Motions to bind."""
    motions: Literal["auto"] | None
    """Bind the motions that the game's ``.gfx`` files name, or a guess from the model's folder."""
    retarget: bool
    """Motions made for another skeleton: add what the model's bind pose differs from theirs."""
    type: str | None
    """Of a ``.gfx`` with several actor types, this one."""
    attach: str | Sequence[str]
    """Models to hang on nodes: ``helmet.xac@Head``."""
    colours: str | None
    """A country's two colours over the masks of Paradox models: ``"RRGGBB,RRGGBB"``."""
    rest: Literal["bind", "default-pose"]
    """Which pose is the rest pose."""
    textures: PathLike | Sequence[PathLike]
    """Folders to look for pictures in besides the model's own."""
    game: PathLike | None
    """A game folder: its files and archives are looked into."""
    lod: Lod
    """Level of detail, 0 = finest."""
    collision: bool
    """Collision meshes too."""
    bone_map: PathLike | None
    """Rename joints: a file of ``old;new`` lines."""
    template: PathLike | None
    """The original file: supplies what glTF cannot hold."""
    encoding: str | None
    """Code page of names that are not UTF-8; guessed if absent."""
    names: PathLike | Sequence[PathLike]
    """Text files with one name a line, to turn hashes (Anark) into names."""
    limit: int | None
    """Most bytes that a file may ask for beyond its own size; 1 GiB if absent."""
    follow: bool
    """Follow links out of the folders that are named."""
    force: bool
    """Replace existing outputs."""
    skip_existing: bool
    """Skip inputs whose output exists."""
    jobs: int | None
    """How many files at once; all cores if absent."""
