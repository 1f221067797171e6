"""What the bytes of an input make Python say to the compiled module: scenes of wrong objects, arrays of wrong shapes,
files, JSON. The classes of the package, which check first, are not asked. Every refusal is an exception that people can
catch; what was accepted holds together."""

from __future__ import annotations

import sys
from array import array
from types import ModuleType, SimpleNamespace as Thing

REFUSALS: tuple[type[BaseException], ...] = (TypeError, ValueError, OverflowError, RecursionError, BufferError, UnicodeError)
TARGETS = ["glb", "gltf", "obj", "dae", "xps", "xnalara-ascii", "xnalara-bin", "pose", "xac", "xsm", "xpm", "xmf", "ani",
           "component", "bsg", "bgf", "svg", "?"]  # fmt: skip
NAMES = ["x.xac", "x.xsm", "x.xpm", "x.xps", "x.mesh", "x.mesh.ascii", "x.pose", "x.scene", "x.xmf", "x.ani", "x.xml",
         "x.gfx", "x.bgp", "x.bgf", "x.bsg", "x.glb", "x.gltf", "x.png", "x.tga", "x.dds", "\x00", ""]  # fmt: skip
LIMIT = 1 << 20
core = None


def start(package: str) -> None:
    """The module without the package around it, which would want numpy: only its errors are needed."""
    global core, REFUSALS
    around = ModuleType("xenomesh")
    around.__path__ = [package]
    sys.modules["xenomesh"] = around
    import _xenomesh

    sys.modules["xenomesh._xenomesh"] = core = _xenomesh
    from xenomesh._errors import XenomeshError

    REFUSALS += (XenomeshError,)


class Dice:
    """Bytes as decisions; zeros once they have run out."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1] if self.at <= len(self.data) else 0

    def below(self, n: int) -> int:
        return self.byte() % n

    def pick(self, of):
        return of[self.below(len(of))]

    def rest(self) -> bytes:
        return self.data[self.at :]

    def left(self) -> bool:
        return self.at < len(self.data)


class Odd:
    """An object whose answers do not fit together."""

    def __init__(self, length, items):
        self.length, self.items = length, items

    def __len__(self):
        return self.length

    def __iter__(self):
        return iter(self.items)

    def __index__(self):
        self.items.clear()
        return self.length

    def __float__(self):
        raise ZeroDivisionError("odd")


def rows(kind: str, numbers, *shape: int):
    """An array by the buffer protocol."""
    flat = memoryview(array(kind, numbers))
    if not len(flat) or len(shape) < 2:
        return flat
    return flat.cast("B").cast(kind, list(shape))


def numbers(dice: Dice, n: int) -> list[float]:
    odd = [float("nan"), float("inf"), -0.0, 3.4e38, 1e-45, -1.0, 0.5]
    return [odd[b % 7] if (b := dice.byte()) > 200 else b / 16 - 4 for _ in range(n)]


def value(dice: Dice):
    """Something to put where it does not belong."""
    n = dice.below(9)
    kind = dice.below(26)
    if kind == 0:
        return dice.pick([None, True, False, ..., object(), Thing(), type, float("nan"), float("-inf")])
    if kind == 1:
        return dice.pick([-1, 0, 1, 2, 5, 255, 65535, 2**31, 2**32 - 1, 2**32, 2**63, 2**64, -(2**70)])
    if kind == 2:
        return dice.pick(["", "x", "\ud800", "a\0b", "../..", "other:", "other:x", "base_color", "spot", "mask", "weights"])
    if kind == 3:
        return dice.pick([b"", b"\xff" * n, b"\x89PNG\r\n\x1a\n", bytearray(n), "é" * n])
    if kind == 4:
        return Odd(dice.pick([0, 1, 3, 2**31, 2**62]), [0] * n)
    if kind == 5:
        return [value(dice) for _ in range(n % 4)]
    if kind == 6:
        return {"a": [1, {"b": "\ud800" if n > 6 else float("nan")}], "channels": ["x", n], "model": "{"}
    if kind == 7:
        deep: list = []
        for _ in range(dice.byte() * 8):
            deep = [deep]
        return {"deep": deep}
    if kind == 8:
        return memoryview(bytes(range(n * 4))).cast("I")[::-1] if n else memoryview(b"")
    if kind == 9:
        return rows("f", numbers(dice, n * 8), n, 8)[:: dice.pick([1, 2, -1])] if n else array("f")
    if kind == 10:
        return core.local_matrices([((0, 0, 0), (0, 0, 0, 1), (1, 1, 1))] * n)
    if kind == 11:
        return array(dice.pick("bBhHiIlLqQfd"), [0] * n)
    if kind == 12:
        return tuple(numbers(dice, n))
    width = dice.pick([1, 2, 3, 4, 16])
    if kind < 18:
        return rows("f", numbers(dice, n * width), *((n,) if width == 1 else (n, 4, 4) if width == 16 else (n, width)))
    letter, most = dice.pick([("I", 2**32), ("H", 2**16), ("B", 256)])
    drawn = [most - 1 if (b := dice.byte()) == 255 else b % 9 for _ in range(n * (1 if width > 4 else width))]
    return rows(letter, sorted(drawn) if dice.below(2) else drawn, *((n,) if width in (1, 16) else (n, width)))


def triangle() -> Thing:
    """A small scene with one of everything."""
    identity = [float(i % 5 == 0) for i in range(16)]
    mesh = Thing(
        name="m", positions=rows("f", [0, 0, 0, 1, 0, 0, 0, 1, 0], 3, 3), indices=rows("I", [0, 1, 2]),
        normals=rows("f", [0, 0, 1] * 3, 3, 3), tangents=None, uvs=[rows("f", [0, 0, 1, 0, 0, 1], 3, 2)],
        colors=[rows("B", [255] * 12, 3, 4)],
        influences=Thing(starts=rows("I", [0, 1, 2, 3]), joints=rows("H", [0, 1, 0]), weights=rows("f", [1, 1, 1])),
        primitives=[Thing(material=0, start=0, count=3, topology="triangles")],
        targets=[Thing(name="t", vertices=rows("I", [1]), positions=rows("f", [0, 0, 1], 1, 3), normals=None,
                       tangents=None)],
        lod=0, collision=False, extras={},
    )  # fmt: skip
    node = {
        "translation": (0, 0, 0), "rotation": (0, 0, 0, 1), "scale": (1, 1, 1), "mesh": None, "skin": None, "light": None,
        "camera": None, "weights": array("f"), "visible": True, "lod": None, "kind": "source", "raw_name": None,
    }  # fmt: skip
    nodes = [Thing(**(node | {"name": f"n{i}", "parent": None if i == 0 else i - 1, "extras": {}})) for i in range(3)]
    nodes[2].mesh, nodes[2].skin, nodes[1].light, nodes[1].camera = 0, 0, 0, 0
    material = Thing(
        name="p", base_color=(1, 1, 1, 1), metallic=0.0, roughness=1.0, emissive=(0, 0, 0),
        specular=Thing(factor=1.0, color=(1, 1, 1)), ior=None, alpha="mask", alpha_cutoff=0.5, double_sided=False,
        unlit=False, extras={},
        textures=[Thing(slot="base_color", image=0, uv=0, strength=1.0, clamp=False,
                        transform=Thing(offset=(0, 0), rotation=0.0, scale=(1, 1)))],
    )  # fmt: skip
    flags = ("invert_red", "invert_green", "invert_blue", "drop_alpha", "red_only")
    image = Thing(file="p.png", data=None, ops=Thing(**dict.fromkeys(flags, False)), found=None, extras={})
    channel = Thing(node=1, path="translation", interpolation="linear", times=rows("f", [0, 1]),
                    values=rows("f", [0, 0, 0, 1, 1, 1], 2, 3), extras={})  # fmt: skip
    return Thing(
        name="s", nodes=nodes, meshes=[mesh], materials=[material], images=[image], extras={},
        skins=[Thing(name="k", joints=rows("I", [0, 1]), inverse_binds=rows("f", identity * 2, 2, 4, 4))],
        animations=[Thing(name="a", channels=[channel], extras={})],
        lights=[Thing(name="l", kind="spot", color=(1, 1, 1), intensity=1.0, range=None, inner_cone=0.1, outer_cone=0.5)],
        cameras=[Thing(name="c", yfov=1.0, aspect=None, xmag=1.0, ymag=1.0, znear=0.1, zfar=None)],
    )  # fmt: skip


def things(thing: Thing) -> list[Thing]:
    """A thing and everything in it, each once."""
    out, seen = [thing], {id(thing)}
    for one in out:
        for v in vars(one).values():
            for inner in v if isinstance(v, list) else [v]:
                if isinstance(inner, Thing) and id(inner) not in seen:
                    seen.add(id(inner))
                    out.append(inner)
    return out


def scene(dice: Dice) -> Thing:
    """The scene, with as many changes as there are bytes."""
    made = triangle()
    for _ in range(12):
        if not dice.left():
            break
        one = dice.pick(things(made))
        name = dice.pick(sorted(vars(one)) or ["x"])
        how = dice.below(12)
        old = getattr(one, name, None)
        if how == 0:
            vars(one).pop(name, None)
        elif how == 1 and isinstance(old, list) and len(old) < 9:
            old.append(old[-1] if old and dice.below(2) else value(dice))
        elif how == 2 and isinstance(old, list):
            old.clear()
        else:
            setattr(one, name, value(dice))
    return made


def touch(made) -> None:
    """Reads all memory that was handed out, after its owner may have gone."""
    if isinstance(made, (list, tuple)):
        for one in made:
            touch(one)
    elif isinstance(made, dict):
        for one in made.values():
            touch(one)
    elif type(made).__name__ == "Column":
        view = memoryview(made)
        del made
        if view.nbytes != len(view.tobytes()):
            raise AssertionError("a column is not as long as it says")


def use_scene(dice: Dice) -> None:
    job = dice.below(6)
    to, size, options = dice.pick(TARGETS), dice.byte() % 33, dice.pick(OPTIONS)
    made = scene(dice)
    if job == 0:
        touch(core.copy_scene(made))
    elif job == 1:
        touch(core.thumbnail(made, size, 30.0, 10.0, size % 2 == 1, None, 0, 0.5))
    elif job == 2:
        core.check_scene(made)
        files, _ = core.write_scene(made, "glb", "", "{}", None, None)
        touch(core.scene_from_gltf(files[0][1], None, True))
    else:
        core.write_scene(made, to, "", options, "a;b" if size == 1 else None, b"XAC" if size == 2 else None)


OPTIONS = [
    "{}", "{", "[]", '{"scale": 2}', '{"scale": NaN}', '{"scale": 0}', '{"max_influences": 0}', '{"bone_names": "x"}',
    '{"tangents": true}', '{"limit": 1}', '{"nothing": 1}', '{"scale": "\\ud800"}', '{"key_error": 0}',
]  # fmt: skip


def use_file(dice: Dice) -> None:
    name, options = dice.pick(NAMES), dice.pick(['{"limit": 1048576}', "{}", "{", '{"limit": -1}'])
    data = dice.rest()
    touch(core.catalogue_row(name, data, 8, None, LIMIT))
    model = core.open_bytes(data, name, options)
    if model.write() != data:
        raise AssertionError("what parses is not written back as it was")
    column = model.data
    model.findings(), model.inspect("{}"), model.layout(), model.scrub()
    touch(model.scene("{}", None, True, False)[0])
    core.build(model.dump(), True).write()
    model.fix(True), model.write()
    del model
    touch(column)


def use_functions(dice: Dice) -> None:
    job, n = dice.below(6), dice.below(9)
    if job == 0:
        touch(core.decode_image(dice.rest(), dice.pick(NAMES), LIMIT))
    elif job == 1:
        wide, high, channels = (dice.pick([0, 1, 2, 3, 2**31, 2**32 - 1]) for _ in range(3))
        core.encode_png(dice.rest(), wide, high, channels % 256)
    elif job == 2:
        trs = [(tuple(numbers(dice, 3)), tuple(numbers(dice, 4)), tuple(numbers(dice, 3))) for _ in range(n)]
        touch(core.local_matrices(trs))
        parents = [None if (b := dice.byte()) == 0 else 2**32 - 1 if b == 255 else b % 10 for _ in range(dice.below(12))]
        touch(core.world_matrices(trs, parents))
    elif job == 3:
        core.build(dice.rest().decode("utf-8", "replace"), n % 2 == 1)
    elif job == 4:
        touch(core.scene_from_gltf(dice.rest(), None, n % 2 == 1))
    else:
        core.mime(value(dice)), core.decode_image(value(dice), "x.png", LIMIT)


def run(data: bytes) -> None:
    dice = Dice(data)
    job = dice.below(8)
    try:
        (use_file if job == 6 else use_functions if job == 7 else use_scene)(dice)
    except ZeroDivisionError as error:
        if str(error) != "odd":
            raise
    except REFUSALS:
        pass
