"""Files that hold several models: folders, archives, definitions of actor types."""

import fnmatch
import os

import xenomesh

from .words import say

MODELS = ("xps", "mesh", "ascii", "scene", "xac", "_xmac", "xmf", "xml", "bsg", "bgf")
MOTIONS = ("pose", "xsm", "xpm", "_xmot", "ani")
ARCHIVES = ("cat", "ipf", "zip")
CONTAINERS = (*ARCHIVES, "gfx")
MOST = 30
"""Models of an archive that are imported without being chosen."""


def extension(path):
    """Lower case, without the dot."""
    return path.lower().rsplit(".", 1)[-1]


def is_motion(path):
    """By its extension."""
    return extension(path) in MOTIONS


def is_container(path):
    """Whether it holds models of its own."""
    return os.path.isdir(path) or extension(path) in CONTAINERS


def on_disk(path):
    """The file itself of ``archive.cat:inner/path``."""
    for kind in CONTAINERS:
        at = path.lower().find(f".{kind}:")
        if at >= 0:
            return path[: at + len(kind) + 1]
    return path


def title(path):
    """What a model is called in Blender: the file's name without its extension, or the actor type."""
    if ".gfx:" in path.lower():
        return path[path.lower().index(".gfx:") + 5 :]
    name = os.path.basename(path.replace("\\", "/"))
    for ending in (".mesh.ascii", os.path.splitext(name)[1]):
        if ending and name.lower().endswith(ending.lower()):
            return name[: -len(ending)]
    return name


def entries(path):
    """Names of the models in a container, as they are shown to choose from."""
    if os.path.isdir(path):
        return _of_folder(path)
    if extension(path) == "gfx":
        return [t["name"] for t in xenomesh.open(path).inspect().get("details", {}).get("types", [])]
    return [n for n in xenomesh.open_archive(path) if extension(n) in MODELS and not _is_side(n)]


def _of_folder(path):
    names = sorted(n for n in os.listdir(path) if extension(n) in MODELS)
    scenes = {n.lower()[:-4] for n in names if extension(n) == "bsg"}
    return [n for n in names if not (extension(n) == "bgf" and n.lower()[:-4] in scenes) and not _is_library(path, n)]


def _is_library(folder, name):
    """XML that is no model."""
    if extension(name) != "xml":
        return False
    try:
        return xenomesh.open(os.path.join(folder, name)).format != "component"
    except xenomesh.XenomeshError:
        return True


def _is_side(name):
    """Coarser levels, collision meshes and XML that is no component."""
    lower = name.lower()
    return (
        "-collision" in lower or any(f"-lod{n}" in lower for n in range(1, 8))
        or lower.endswith(".xml") and not lower.startswith("assets/") or "/macros/" in lower
    )  # fmt: skip


def members(path, only=""):
    """Paths of the models that a chosen path stands for; a model stands for itself."""
    if not is_container(path):
        return [path]
    known = entries(path)
    wanted = [w.strip() for w in only.split(";") if w.strip()]
    chosen = [n for n in known if not wanted or any(n == w or fnmatch.fnmatchcase(n.lower(), w.lower()) for w in wanted)]
    name = os.path.basename(path.rstrip("/\\"))
    if not chosen:
        if wanted:
            raise ValueError(say("{name}: none of its models is called {only}", name=name, only=only))
        raise ValueError(say("{name}: there is no model in it", name=name))
    if not wanted and len(chosen) > MOST and extension(path) in ARCHIVES:
        text = "{name} holds {count} models: say which in Only, for instance *ship*"
        raise ValueError(say(text, name=name, count=len(chosen)))
    return [os.path.join(path, n) if os.path.isdir(path) else f"{path}:{n}" for n in chosen]
