"""What Blender has no place for, and how an edit is recognised.

Objects, bones and materials carry custom properties: ``xenomesh`` (a JSON string: where they come from and fingerprints of
small parts), ``xenomesh_extras`` (what the file says and Blender has no place for; used if the file is gone) and
``xenomesh_name`` (the whole name where Blender had to cut it at 63 bytes). On export the original file is read again;
geometry is compared with it, all else by fingerprint; parts that are unchanged are taken from it, so that only what was
edited changes, and nothing at all if nothing was.
"""

import hashlib
import json

import numpy as np

KEY = "xenomesh"
EXTRAS = "xenomesh_extras"


def digest(*parts):
    """A fingerprint of arrays and texts."""
    out = hashlib.blake2b(digest_size=12)
    for part in parts:
        if isinstance(part, np.ndarray):
            out.update(np.ascontiguousarray(part).tobytes())
        elif isinstance(part, bytes):
            out.update(part)
        else:
            out.update(json.dumps(part, sort_keys=True, default=float).encode())
        out.update(b"\0")
    return out.hexdigest()


def put(holder, **facts):
    """Adds facts to a data block."""
    known = get(holder)
    known.update(facts)
    holder[KEY] = json.dumps(known)


def get(holder):
    """All facts of a data block."""
    text = holder.get(KEY) if holder is not None else None
    if not isinstance(text, str):
        return {}
    try:
        facts = json.loads(text)
    except ValueError:
        return {}
    return facts if isinstance(facts, dict) else {}


def keep_extras(holder, extras):
    """What the file says about an object, bone or material and Blender has no place for, as a custom property."""
    if extras:
        holder[EXTRAS] = json.dumps(extras)


def extras_of(holder):
    """And back; empty if there is nothing, or nothing that can be read."""
    try:
        extras = json.loads(holder[EXTRAS]) if holder is not None and EXTRAS in holder else {}
    except (TypeError, ValueError):
        return {}
    return extras if isinstance(extras, dict) else {}


def set_name(holder, name):
    """Keeps the name where Blender changed it."""
    if holder.name != name:
        holder["xenomesh_name"] = name
        holder["xenomesh_as"] = holder.name


def name_of(holder):
    """The name to write: the original one unless somebody renamed the object since."""
    if "xenomesh_name" in holder and holder.get("xenomesh_as") == holder.name:
        return str(holder["xenomesh_name"])
    return holder.name


def rounded(values, digits=6):
    """Numbers for a fingerprint that survives Blender's own float arithmetic."""
    return np.round(np.asarray(values, np.float64), digits) + 0.0
