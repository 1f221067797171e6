"""Left and right in bone names, and XPS mesh names. No bpy in here."""

import re

SIDES = (("left", ".L"), ("right", ".R"))


def to_blender(name):
    """``arm left elbow`` → ``arm elbow.L``: Blender mirrors by the ending."""
    for word, ending in SIDES:
        pattern = re.compile(rf"(^|[\s_.-]){word}($|[\s_.-])", re.IGNORECASE)
        match = pattern.search(name)
        if match:
            rest = (name[: match.start()] + (match[1] if match[2] and match[1] else "") + name[match.end() :]).strip()
            return (rest or name) + ending, word
    return name, None


def to_xps(name, original):
    """Back to the name it had, as long as only the ending was ours."""
    if original and to_blender(original)[0] == name:
        return original
    for word, ending in SIDES:
        if name.endswith(ending):
            return f"{name[: -len(ending)]} {word}"
    return name


_SLOTS = {
    "D": "Diffuse", "L": "Lightmap", "B": "Bump", "M": "Mask", "m": "two Mini Bumps", "S": "Specular",
    "E": "Environment", "G": "Glow",
}  # fmt: skip
_KINDS = [
    ("DLBMm", 1, 20), ("DLB", 2, 8), ("DL", 3, 9), ("DB", 4, 6), ("D", 5, 7),
    ("D", 10, 21, "without light"), ("DB", 11, 12, "not posed"), ("D", 13, None, "without light", "not posed"),
    ("D", 14, 15, "vertex colours", "not posed"), ("D", 16, 18, "not posed"), ("DL", 17, 19, "lightmap on its own UVs", "not posed"),
    ("DLBMmS", 22, 23), ("DLBS", 24, 25), ("DBE", 26, 27), ("DBMmE", 28, 29), ("DBG", 30, 31),
    ("D", 32, 33, "with specular amount"), ("DBMS", 34, 35), ("DBG", 36, 37, "glow repeated"), ("DBSG", 38, 39),
    ("DBS", 40, 41), ("DBS", 42, 43, "specular repeated"),
]  # fmt: skip


def groups(tr=str):
    """Render groups of XPS: number, what it shows, how many textures it wants. ``tr`` translates the pieces."""
    out = []
    for slots, opaque, blended, *notes in _KINDS:
        title = ", ".join(tr(_SLOTS[s]) for s in slots)
        text = tr("{count} textures").format(count=len(slots) + slots.count("m"))
        for number, marks in ((opaque, notes), (blended, ["see-through", *notes])):
            words = ", ".join(tr(m) for m in marks)
            if number is not None:
                out.append((number, f"{title} ({words})" if words else title, f"{text}: {words}" if words else text))
    return sorted(out)


MESH_NAME = re.compile(r"^(\d{1,2})_([+-]?)([^_]*)(.*)$")


def split_mesh_name(name):
    """Optional mark, render group, part, parameters; ``None`` where the name has no group."""
    match = MESH_NAME.match(name)
    if match is None:
        return None
    return match[2], int(match[1]), match[3], match[4]


def with_group(name, group):
    """The name with another render group."""
    mark, _, part, rest = split_mesh_name(name) or ("", 0, name.replace("_", "-"), "")
    return f"{group}_{mark}{part}{rest}"


def with_mark(name, mark):
    """The name as an optional item (``+`` shown, ``-`` hidden at the start) or not; the mark is after the group."""
    _, group, part, rest = split_mesh_name(name) or ("", 5, name.replace("_", "-").lstrip("+-"), "")
    return f"{group}_{mark}{part}{rest}"
