"""The neutral model: nodes, meshes, skins, materials, images, animations, lights and cameras.

Conventions are glTF's: right-handed, +Y up, counter-clockwise front faces, V down, quaternions xyzw, seconds, linear
colours. Units are those of the file. Objects refer to each other by index (``node.mesh`` is an index into
``scene.meshes``), so that whole lists can be handed to other libraries as arrays.

Arrays of a scene that was read lie in the library's memory: no copy was made. They are read-only unless the scene was
asked for with ``writable=True``. Assigning an array checks it and raises :class:`~xenomesh.FieldError` (a
``ValueError``) that names the field.

>>> import numpy as np
>>> from xenomesh import Mesh, Node, Scene
>>> mesh = Mesh("triangle", positions=[[0, 0, 0], [1, 0, 0], [0, 1, 0]], indices=[0, 1, 2])
>>> mesh.positions.dtype, mesh.positions.shape
(dtype('float32'), (3, 3))
>>> mesh.normals = np.zeros((3, 2))
Traceback (most recent call last):
xenomesh.FieldError: the shape must be (n, 3), not (3, 2) in Mesh('triangle').normals [FIELD]
>>> scene = Scene("one", nodes=[Node("root", mesh=0)], meshes=[mesh])
>>> scene.to_glb()[:4]
b'glTF'
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from . import _xenomesh as core
from ._arrays import Spec, matrices, of_library
from ._errors import FieldError, WriteError
from ._findings import Finding
from ._options import PathLike, WriteOptions

__all__ = [
    "Alpha", "Animation", "Camera", "Channel", "Image", "Influences", "Light", "Material", "Mesh", "MorphTarget",
    "Node", "PixelOps", "Primitive", "Scene", "Skin", "Specular", "Texture", "TextureTransform", "Written",
]  # fmt: skip

F32: TypeAlias = NDArray[np.float32]
U32: TypeAlias = NDArray[np.uint32]
U16: TypeAlias = NDArray[np.uint16]
U8: TypeAlias = NDArray[np.uint8]
Vec2: TypeAlias = tuple[float, float]
Vec3: TypeAlias = tuple[float, float, float]
Vec4: TypeAlias = tuple[float, float, float, float]
Extras: TypeAlias = dict[str, Any]
Alpha: TypeAlias = Literal["opaque", "mask", "blend"]
Topology: TypeAlias = Literal["triangles", "lines", "points"]
Path: TypeAlias = Literal["translation", "rotation", "scale", "weights"]
Interpolation: TypeAlias = Literal["step", "linear", "cubicspline"]
NodeKind: TypeAlias = Literal["source", "helper", "holder"]

_T = TypeVar("_T", bound="_Checked")
_WIDTHS = {"translation": 3, "rotation": 4, "scale": 3}


class _Checked:
    """Checks what is assigned to a field."""

    _arrays: ClassVar[Mapping[str, Spec]] = {}
    _lists: ClassVar[Mapping[str, Spec]] = {}
    _vectors: ClassVar[Mapping[str, int]] = {}
    _choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def __setattr__(self, name: str, value: Any) -> None:
        if (spec := self._arrays.get(name)) is not None:
            value = spec.check(value, self._label(name))
        elif (spec := self._lists.get(name)) is not None:
            value = [spec.check(one, f"{self._label(name)}[{i}]") for i, one in enumerate(value)]
        elif (length := self._vectors.get(name)) is not None:
            value = _vector(value, length, self._label(name))
        elif (allowed := self._choices.get(name)) is not None and value not in allowed:
            raise FieldError(f"must be one of {', '.join(allowed)}, not {value!r}", "FIELD", path=self._label(name))
        object.__setattr__(self, name, value)

    def _label(self, name: str) -> str:
        own = self.__dict__.get("name")
        return f"{type(self).__name__}({own!r}).{name}" if isinstance(own, str) else f"{type(self).__name__}.{name}"

    def _settle(self, path: str) -> None:
        """Checks again what can have changed without an assignment: elements of lists."""
        for name, spec in self._lists.items():
            values = getattr(self, name)
            for i, one in enumerate(values):
                if not (isinstance(one, np.ndarray) and of_library(one)):
                    values[i] = spec.check(one, f"{path}.{name}[{i}]")

    @classmethod
    def _made(cls: type[_T], values: dict[str, Any]) -> _T:
        """From the library, which has checked everything."""
        made = cls.__new__(cls)
        for name in cls._arrays:
            if (column := values[name]) is not None:
                values[name] = np.asarray(column)
        for name in cls._lists:
            values[name] = [np.asarray(column) for column in values[name]]
        if (extras := values.get("extras")) is not None:
            values["extras"] = json.loads(extras) if extras else {}
        made.__dict__.update(values)
        return made


def _vector(value: Any, length: int, path: str) -> tuple[float, ...]:
    try:
        vector = tuple(float(x) for x in value)
    except (TypeError, ValueError):
        raise FieldError(f"must be {length} numbers, not {value!r}", "FIELD", path=path) from None
    if len(vector) != length:
        raise FieldError(f"must be {length} numbers, not {len(vector)}", "FIELD", path=path)
    if not all(map(math.isfinite, vector)):
        raise FieldError("a number is not finite", "FIELD", path=path)
    return vector


@dataclass(eq=False)
class Node(_Checked):
    """One node of the hierarchy: bone, part, element, or what shows a mesh."""

    _vectors = {"translation": 3, "rotation": 4, "scale": 3}
    _arrays = {"weights": Spec((np.float32,))}
    _choices = {"kind": ("source", "helper", "holder")}

    name: str = ""
    """Name, kept exactly."""
    parent: int | None = None
    """Index of the parent, or a root. Parents need not come first."""
    translation: Vec3 = (0.0, 0.0, 0.0)
    """Local translation."""
    rotation: Vec4 = (0.0, 0.0, 0.0, 1.0)
    """Local rotation, xyzw."""
    scale: Vec3 = (1.0, 1.0, 1.0)
    """Local scale."""
    mesh: int | None = None
    """Index of the mesh it shows."""
    skin: int | None = None
    """Index of the skin that binds this mesh."""
    light: int | None = None
    """Index of the light that shines here."""
    camera: int | None = None
    """Index of the camera that looks from here."""
    weights: F32 = field(default_factory=lambda: np.empty(0, np.float32), repr=False)
    """Initial morph weights; empty = all zero."""
    visible: bool = True
    """Hidden nodes (optional items) are kept."""
    lod: int | None = None
    """Only in the glTF scene of this level of detail; ``None`` = in all. Looked at on roots."""
    kind: NodeKind = "source"
    """``source``: of the file's hierarchy. ``helper``: half of a transform that one TRS cannot say.
    ``holder``: an identity root that holds a skinned mesh."""
    raw_name: bytes | None = field(default=None, repr=False)
    """The name's bytes in the file where they were not UTF-8; motions bind by these first."""
    extras: Extras = field(default_factory=dict, repr=False)
    """What has no field above, by format family."""

    def local_matrix(self) -> F32:
        """Translation · rotation · scale as a 4 × 4 matrix for column vectors."""
        return cast(F32, matrices(core.local_matrices([(self.translation, self.rotation, self.scale)]))[0])


@dataclass(eq=False)
class Influences(_Checked):
    """Which joints move a vertex, any number of them. Vertex ``v`` has entries ``starts[v]:starts[v + 1]``.

    >>> i = Influences.from_padded([[0, 1], [1, 0]], [[0.5, 0.5], [1.0, 0.0]])
    >>> i.starts.tolist(), i.joints.tolist(), i.weights.tolist()
    ([0, 2, 3], [0, 1, 1], [0.5, 0.5, 1.0])
    >>> joints, weights = i.padded()
    >>> joints.tolist(), weights.tolist()
    ([[0, 1], [1, 0]], [[0.5, 0.5], [1.0, 0.0]])
    """

    _arrays = {"starts": Spec((np.uint32,)), "joints": Spec((np.uint16,)), "weights": Spec((np.float32,))}

    starts: U32 = field(repr=False)
    """One more entry than there are vertices, ascending."""
    joints: U16 = field(repr=False)
    """Indices into ``Skin.joints``."""
    weights: F32 = field(repr=False)
    """Weights as stored; the glTF writer sorts, merges and normalises."""

    @classmethod
    def from_padded(cls, joints: Any, weights: Any) -> Influences:
        """From two ``(vertices, k)`` arrays; entries of weight 0 are left out."""
        joints, weights = np.asarray(joints), np.asarray(weights, np.float32)
        if joints.shape != weights.shape or joints.ndim != 2:
            text = f"joints and weights must be two (n, k) arrays, not {joints.shape} and {weights.shape}"
            raise FieldError(text, "FIELD", path="Influences")
        used = weights != 0
        starts = np.zeros(len(joints) + 1, np.uint32)
        np.cumsum(used.sum(axis=1), out=starts[1:])
        return cls(starts, joints[used], weights[used])

    def counts(self) -> U32:
        """Number of influences of each vertex."""
        return np.diff(self.starts)

    def padded(self, width: int | None = None) -> tuple[U16, F32]:
        """As two ``(vertices, width)`` arrays filled up with zeros; the first ``width`` influences, or all."""
        counts = self.counts().astype(np.intp)
        if width is None:
            width = int(counts.max(initial=0))
        joints = np.zeros((len(counts), width), np.uint16)
        weights = np.zeros((len(counts), width), np.float32)
        column = np.arange(len(self.joints)) - np.repeat(self.starts[:-1].astype(np.intp), counts)
        row = np.repeat(np.arange(len(counts)), counts)
        fits = column < width
        joints[row[fits], column[fits]] = self.joints[fits]
        weights[row[fits], column[fits]] = self.weights[fits]
        return joints, weights

    def by_joint(self) -> Iterator[tuple[int, U32, F32]]:
        """For each joint in use: its number, the vertices it moves, and their weights. What vertex groups need."""
        vertices = np.repeat(np.arange(len(self.starts) - 1, dtype=np.uint32), self.counts())
        order = np.argsort(self.joints, kind="stable")
        joints, first = np.unique(self.joints[order], return_index=True)
        for joint, rows in zip(joints.tolist(), np.split(order, first[1:]), strict=True):
            yield joint, vertices[rows], self.weights[rows]


@dataclass(eq=False)
class Primitive(_Checked):
    """A range of indices drawn with one material."""

    _choices = {"topology": ("triangles", "lines", "points")}

    material: int | None = None
    """Index of the material."""
    start: int = 0
    """First index."""
    count: int = 0
    """Number of indices."""
    topology: Topology = "triangles"
    """Shape."""


@dataclass(eq=False)
class MorphTarget(_Checked):
    """A change of some vertices, weighted: a shape key."""

    _arrays = {
        "vertices": Spec((np.uint32,)),
        "positions": Spec((np.float32,), (3,)),
        "normals": Spec((np.float32,), (3,), optional=True),
        "tangents": Spec((np.float32,), (3,), optional=True),
    }

    name: str
    """Name, kept exactly."""
    vertices: U32 = field(repr=False)
    """Which vertices change, strictly ascending."""
    positions: F32 = field(repr=False)
    """Change of position, one per entry of ``vertices``."""
    normals: F32 | None = field(default=None, repr=False)
    """Change of normal."""
    tangents: F32 | None = field(default=None, repr=False)
    """Change of tangent."""

    @classmethod
    def from_dense(cls, name: str, positions: Any, normals: Any = None, tangents: Any = None) -> MorphTarget:
        """From arrays with one row per vertex of the mesh; rows that change nothing are left out."""
        parts = [p if p is None else np.asarray(p, np.float32) for p in (positions, normals, tangents)]
        shapes = {p.shape for p in parts if p is not None}
        if len(shapes) != 1 or any(len(s) != 2 or s[1] != 3 for s in shapes):
            raise FieldError("the changes must be (n, 3) arrays of one length", "FIELD", path=f"MorphTarget({name!r})")
        used = np.any([(p != 0).any(axis=1) for p in parts if p is not None], axis=0)
        kept: list[Any] = [None if p is None else p[used] for p in parts]
        return cls(name, np.flatnonzero(used).astype(np.uint32), kept[0], kept[1], kept[2])

    def dense(self, vertices: int) -> F32:
        """Change of position of every vertex of a mesh: ``(vertices, 3)``."""
        out = np.zeros((vertices, 3), np.float32)
        out[self.vertices] = self.positions
        return out


@dataclass(eq=False)
class Mesh(_Checked):
    """Geometry as columns. Every column has one row per vertex."""

    _arrays = {
        "positions": Spec((np.float32,), (3,)),
        "normals": Spec((np.float32,), (3,), optional=True),
        "tangents": Spec((np.float32,), (4,), optional=True),
        "indices": Spec((np.uint32,)),
    }
    _lists = {"uvs": Spec((np.float32,), (2,)), "colors": Spec((np.float32, np.uint8), (4,))}

    name: str = ""
    """Name, kept exactly."""
    positions: F32 = field(default_factory=lambda: np.empty((0, 3), np.float32), repr=False)
    """``(n, 3)``; n is the number of vertices."""
    indices: U32 = field(default_factory=lambda: np.empty(0, np.uint32), repr=False)
    """Triangle list (or what ``primitives`` say), indices into the columns."""
    normals: F32 | None = field(default=None, repr=False)
    """``(n, 3)``."""
    tangents: F32 | None = field(default=None, repr=False)
    """``(n, 4)``, handedness last."""
    uvs: list[F32] = field(default_factory=list, repr=False)
    """UV sets, each ``(n, 2)``, V down."""
    colors: list[F32 | U8] = field(default_factory=list, repr=False)
    """Colour sets, each ``(n, 4)``, linear: float32 0–1 or uint8 0–255, as the file has them."""
    influences: Influences | None = field(default=None, repr=False)
    """Joints and weights; ``None`` for a rigid mesh."""
    primitives: list[Primitive] = field(default_factory=list, repr=False)
    """Consecutive ranges of ``indices``, one per material. Empty = all of them without a material."""
    targets: list[MorphTarget] = field(default_factory=list, repr=False)
    """Shape keys (morph targets)."""
    lod: int = 0
    """Level of detail, 0 = finest."""
    collision: bool = False
    """Not drawn in the game."""
    extras: Extras = field(default_factory=dict, repr=False)
    """What has no field above, by format family."""

    @property
    def vertex_count(self) -> int:
        """Number of vertices."""
        return len(self.positions)

    @property
    def triangles(self) -> U32:
        """``(m, 3)`` view of ``indices`` for meshes of triangles only."""
        if any(p.topology != "triangles" for p in self.primitives) or len(self.indices) % 3:
            raise FieldError("not all primitives are triangles", "FIELD", path=self._label("triangles"))
        return self.indices.reshape(-1, 3)

    def triangle_materials(self) -> NDArray[np.int32]:
        """Index of the material of each triangle; -1 where it has none."""
        out = np.full(len(self.indices) // 3, -1, np.int32)
        for p in self.primitives:
            if p.material is not None:
                out[p.start // 3 : (p.start + p.count) // 3] = p.material
        return out

    def set_triangles(self, triangles: Any, materials: Any = None) -> None:
        """Replaces indices and primitives: ``(m, 3)`` corners and, if given, a material index (or -1) for each.

        >>> mesh = Mesh("quad", np.eye(4, 3))
        >>> mesh.set_triangles([[0, 1, 2], [0, 2, 3], [1, 2, 3]], [1, 0, 1])
        >>> [(p.material, p.start, p.count) for p in mesh.primitives], mesh.indices.tolist()
        ([(0, 0, 3), (1, 3, 6)], [0, 2, 3, 0, 1, 2, 1, 2, 3])
        """
        corners = Spec((np.uint32,), (3,)).check(triangles, self._label("triangles"))
        if materials is None:
            self.indices, self.primitives = corners.ravel(), []
            return
        chosen = np.asarray(materials)
        if chosen.shape != (len(corners),) or chosen.dtype.kind not in "iu":
            text = f"one integer per triangle is needed: ({len(corners)},), not {chosen.dtype} {chosen.shape}"
            raise FieldError(text, "FIELD", path=self._label("triangle_materials"))
        order = np.argsort(chosen, kind="stable")
        kinds, first = np.unique(chosen[order], return_index=True)
        ends = np.append(first[1:], len(order))
        self.indices = corners[order].ravel()
        self.primitives = [
            Primitive(None if k < 0 else k, int(a) * 3, int(b - a) * 3)
            for k, a, b in zip(kinds.tolist(), first, ends, strict=True)
        ]

    def bounds(self) -> tuple[Vec3, Vec3] | None:
        """Smallest and largest corner of the finite positions; ``None`` without any."""
        good = self.positions[np.isfinite(self.positions).all(axis=1)]
        if not len(good):
            return None
        return cast(tuple[Vec3, Vec3], (tuple(good.min(axis=0).tolist()), tuple(good.max(axis=0).tolist())))


@dataclass(eq=False)
class Skin(_Checked):
    """Which nodes a mesh hangs on."""

    _arrays = {"joints": Spec((np.uint32,)), "inverse_binds": Spec((np.float32,), (4, 4))}

    name: str = ""
    """Name."""
    joints: U32 = field(default_factory=lambda: np.empty(0, np.uint32), repr=False)
    """Node indices by joint number."""
    inverse_binds: F32 = field(default_factory=lambda: np.empty((0, 4, 4), np.float32), repr=False)
    """``(k, 4, 4)`` by joint number: ``inverse_binds[j] @ (x, y, z, 1)`` takes a vertex into the joint's space."""

    @classmethod
    def _made(cls, values: dict[str, Any]) -> Skin:
        made = super()._made(values)
        made.__dict__["inverse_binds"] = matrices(made.inverse_binds)
        return made


@dataclass(eq=False)
class Channel(_Checked):
    """One moving property of one node."""

    _arrays = {"times": Spec((np.float32,))}
    _choices = {
        "path": ("translation", "rotation", "scale", "weights"),
        "interpolation": ("step", "linear", "cubicspline"),
    }

    node: int
    """Index of the node."""
    path: Path
    """What moves."""
    times: F32 = field(repr=False)
    """Seconds, strictly ascending, not negative."""
    values: F32 = field(repr=False)
    """``(keys, width)``; ``(keys, 3, width)`` for cubic splines: in-tangent, value, out-tangent. The width is 3, for
    rotations 4 (xyzw), for weights the number of morph targets."""
    interpolation: Interpolation = "linear"
    """How keys are joined."""
    extras: Extras = field(default_factory=dict, repr=False)
    """What has no field above."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "values":
            label = self._label(name)
            flat = Spec((np.float32,)).check(np.asarray(value).ravel(), label)
            shape = np.shape(value)
            value = flat.reshape(shape if len(shape) in (2, 3) else (len(flat), 1))
        super().__setattr__(name, value)

    @classmethod
    def _made(cls, values: dict[str, Any]) -> Channel:
        values["values"] = np.asarray(values["values"])
        return super()._made(values)


@dataclass(eq=False)
class Animation(_Checked):
    """A named motion."""

    name: str = ""
    """Name, kept exactly."""
    channels: list[Channel] = field(default_factory=list, repr=False)
    """What moves."""
    extras: Extras = field(default_factory=dict, repr=False)
    """What has no field above."""

    @property
    def seconds(self) -> float:
        """The largest key time."""
        return max((float(c.times[-1]) for c in self.channels if len(c.times)), default=0.0)


@dataclass
class Specular:
    """``KHR_materials_specular``."""

    factor: float = 1.0
    """Strength."""
    color: Vec3 = (1.0, 1.0, 1.0)
    """Linear RGB."""


@dataclass
class TextureTransform:
    """``KHR_texture_transform``."""

    offset: Vec2 = (0.0, 0.0)
    """Offset."""
    rotation: float = 0.0
    """Counter-clockwise radians."""
    scale: Vec2 = (1.0, 1.0)
    """Tiling."""


@dataclass
class Texture:
    """One use of a picture by a material."""

    slot: str
    """``baseColor``, ``normal``, ``emissive``, ``specular``, ``metallicRoughness``, ``lightmap``, ``mask``,
    ``environment``, or ``other:<name in the file>``."""
    image: int
    """Index of the image."""
    uv: int = 0
    """UV set."""
    transform: TextureTransform | None = None
    """Tiling, offset, rotation."""
    strength: float = 1.0
    """Normal scale or lightmap strength."""
    clamp: bool = False
    """Clamp instead of repeat."""


@dataclass(eq=False)
class Material(_Checked):
    """A surface, metallic-roughness."""

    _vectors = {"base_color": 4, "emissive": 3}
    _choices = {"alpha": ("opaque", "mask", "blend")}

    name: str = ""
    """Name, kept exactly."""
    base_color: Vec4 = (1.0, 1.0, 1.0, 1.0)
    """Linear RGBA."""
    metallic: float = 0.0
    """0–1."""
    roughness: float = 1.0
    """0–1."""
    emissive: Vec3 = (0.0, 0.0, 0.0)
    """Linear RGB."""
    specular: Specular | None = None
    """Where the file says so."""
    ior: float | None = None
    """Index of refraction, where it is not 1.5."""
    alpha: Alpha = "opaque"
    """How alpha is used."""
    alpha_cutoff: float = 0.5
    """For ``mask``."""
    double_sided: bool = False
    """Drawn from both sides."""
    unlit: bool = False
    """Shown without light."""
    textures: list[Texture] = field(default_factory=list, repr=False)
    """Pictures in use, at most one per slot that glTF has a place for."""
    extras: Extras = field(default_factory=dict, repr=False)
    """Original parameters and whatever else has no field above, by format family."""

    def texture(self, slot: str) -> Texture | None:
        """The picture in a slot."""
        return next((t for t in self.textures if t.slot == slot), None)


@dataclass
class PixelOps:
    """How pixels change between the file and the scene; two uses of a file with different operations are two images."""

    invert_red: bool = False
    """Normal maps whose X points left."""
    invert_green: bool = False
    """Direct3D normal maps."""
    invert_blue: bool = False
    """Inverted blue."""
    drop_alpha: bool = False
    """The file's format does not use it."""
    red_only: bool = False
    """Red in all colours: the file keeps other things in green and blue. Not undone."""


@dataclass(eq=False)
class Image(_Checked):
    """A picture."""

    file: str = ""
    """As the file names it, path included."""
    data: memoryview | bytes | None = field(default=None, repr=False)
    """Encoded PNG or JPEG; ``None`` if it was not looked for or not found."""
    mime: str = ""
    """``image/png`` or ``image/jpeg`` when ``data`` is there."""
    found: str | None = None
    """Where it was found."""
    ops: PixelOps = field(default_factory=PixelOps, repr=False)
    """What was done to its pixels; undone when it is written for a game."""
    extras: Extras = field(default_factory=dict, repr=False)
    """What has no field above."""

    @property
    def name(self) -> str:
        """The file name without folders."""
        return self.file.replace("\\", "/").rsplit("/", 1)[-1]

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "data" and value is not None:
            value = memoryview(value).cast("B") if not isinstance(value, bytes) else value
            if not (kind := core.mime(value)):
                raise FieldError("the bytes must be a PNG or a JPEG", "FIELD", path=self._label("data"))
            object.__setattr__(self, "mime", kind)
        if name == "mime" and not value and self.__dict__.get("data") is not None:
            return
        super().__setattr__(name, value)

    def pixels(self, limit: int = 1 << 30) -> U8:
        """Decoded: ``(height, width, 4)`` RGBA, rows from the top. ``limit``: largest number of decoded bytes."""
        if self.data is None:
            raise FieldError("the image has no data", "FIELD", path=self._label("pixels"))
        return np.asarray(core.decode_image(self.data, self.file, limit))

    @classmethod
    def from_pixels(cls, pixels: Any, file: str = "image.png") -> Image:
        """Encodes ``(height, width, 3 or 4)`` uint8 pixels as PNG.

        >>> image = Image.from_pixels(np.full((2, 3, 3), 200, np.uint8))
        >>> image.mime, image.pixels().shape
        ('image/png', (2, 3, 4))
        """
        array = np.asarray(pixels)
        if array.dtype != np.uint8 or array.ndim != 3 or array.shape[2] not in (3, 4) or 0 in array.shape:
            text = f"pixels must be uint8 (height, width, 3 or 4), not {array.dtype} {array.shape}"
            raise FieldError(text, "FIELD", path=f"Image({file!r}).pixels")
        height, width, channels = array.shape
        flat: Any = np.ascontiguousarray(array).ravel()
        data = core.encode_png(flat, width, height, channels)
        return cls(file=file, data=data)


def decode_image(data: Any, name: str = "", limit: int = 1 << 30) -> U8:
    """Pixels of an encoded picture (PNG, JPEG, DDS, TGA, BMP) as ``(height, width, 4)`` RGBA.

    Nothing in a TGA says that it is one: pass its ``name``.
    """
    return np.asarray(core.decode_image(data, name, limit))


@dataclass(eq=False)
class Light(_Checked):
    """``KHR_lights_punctual``: shines along -Z of its node."""

    _vectors = {"color": 3}
    _choices = {"kind": ("point", "spot", "directional")}

    name: str = ""
    """Name, kept exactly."""
    kind: Literal["point", "spot", "directional"] = "point"
    """Shape."""
    color: Vec3 = (1.0, 1.0, 1.0)
    """Linear RGB."""
    intensity: float = 1.0
    """Candela; lux for directional lights."""
    range: float | None = None
    """Where it ends."""
    inner_cone: float = 0.0
    """Radians from the middle, spot only."""
    outer_cone: float = math.pi / 4
    """Radians from the middle, spot only."""


@dataclass(eq=False)
class Camera(_Checked):
    """Looks along -Z of its node, +Y up."""

    name: str = ""
    """Name, kept exactly."""
    yfov: float | None = 0.8
    """Vertical field of view in radians; ``None`` = orthographic."""
    aspect: float | None = None
    """Width divided by height; ``None`` = that of the canvas."""
    xmag: float = 1.0
    """Half width, orthographic only."""
    ymag: float = 1.0
    """Half height, orthographic only."""
    znear: float = 0.1
    """Nearest distance."""
    zfar: float | None = None
    """Farthest distance; ``None`` = infinite, perspective only."""


@dataclass
class Written:
    """What writing a scene gave."""

    files: dict[str, bytes] = field(repr=False)
    """Contents by file name; the first is the main one."""
    findings: list[Finding] = field(default_factory=list)
    """What was lost or changed."""

    @property
    def main(self) -> bytes:
        """Content of the main file."""
        return next(iter(self.files.values()))


@dataclass(eq=False)
class Scene(_Checked):
    """A whole model, or several put together."""

    name: str = ""
    """Shown name; usually the file's stem."""
    nodes: list[Node] = field(default_factory=list, repr=False)
    """The hierarchy in file order."""
    meshes: list[Mesh] = field(default_factory=list, repr=False)
    """Geometry."""
    skins: list[Skin] = field(default_factory=list, repr=False)
    """Bindings of geometry to nodes."""
    materials: list[Material] = field(default_factory=list, repr=False)
    """Surfaces."""
    images: list[Image] = field(default_factory=list, repr=False)
    """Pictures that materials use."""
    animations: list[Animation] = field(default_factory=list, repr=False)
    """Motion."""
    lights: list[Light] = field(default_factory=list, repr=False)
    """Lights that nodes refer to."""
    cameras: list[Camera] = field(default_factory=list, repr=False)
    """Cameras that nodes refer to."""
    extras: Extras = field(default_factory=dict, repr=False)
    """What has no field above, by format family."""
    findings: list[Finding] = field(default_factory=list, repr=False)
    """What was found when the scene was read."""

    def __repr__(self) -> str:
        parts = [f"{f.name}={len(getattr(self, f.name))}" for f in fields(self)[1:-2]]
        return f"Scene({self.name!r}, {', '.join(p for p in parts if not p.endswith('=0'))})"

    # --- looking around -------------------------------------------------------------------------------------------

    def node_index(self, name: str) -> int:
        """Index of the first node of that name; ``KeyError`` if there is none."""
        for i, node in enumerate(self.nodes):
            if node.name == name:
                return i
        raise KeyError(name)

    def children(self) -> list[list[int]]:
        """Indices of the children of every node."""
        out: list[list[int]] = [[] for _ in self.nodes]
        for i, node in enumerate(self.nodes):
            if node.parent is not None:
                out[node.parent].append(i)
        return out

    def parents(self) -> NDArray[np.int32]:
        """Parent of every node, -1 for roots."""
        return np.array([-1 if n.parent is None else n.parent for n in self.nodes], np.int32)

    def local_matrices(self) -> F32:
        """``(nodes, 4, 4)`` for column vectors."""
        return cast(F32, matrices(core.local_matrices([(n.translation, n.rotation, n.scale) for n in self.nodes])))

    def world_matrices(self) -> F32:
        """``(nodes, 4, 4)`` at rest, for column vectors; cycles of parents count as roots."""
        trs = [(n.translation, n.rotation, n.scale) for n in self.nodes]
        return cast(F32, matrices(core.world_matrices(trs, [n.parent for n in self.nodes])))

    def bounds(self) -> tuple[Vec3, Vec3] | None:
        """Smallest and largest corner of all meshes as they are stored; ``None`` without any vertex."""
        corners = [b for m in self.meshes if (b := m.bounds()) is not None]
        if not corners:
            return None
        low, high = np.min([a for a, _ in corners], axis=0), np.max([b for _, b in corners], axis=0)
        return cast(tuple[Vec3, Vec3], (tuple(low.tolist()), tuple(high.tolist())))

    # --- reading and writing --------------------------------------------------------------------------------------

    @classmethod
    def from_gltf(
        cls, data: bytes | bytearray | memoryview, *, folder: PathLike | None = None, writable: bool = False
    ) -> Scene:
        """From a GLB, or from the text of a ``.gltf`` whose files are in ``folder``."""
        where = None if folder is None else os.fspath(folder)
        return cls._from_core(core.scene_from_gltf(bytes(data), where, writable))

    def to_glb(self) -> bytes:
        """As a GLB. Use :meth:`write` to see what was sanitised or lost."""
        return self.write("glb").main

    def write(
        self,
        to: str = "glb",
        *,
        file_name: str = "",
        template: PathLike | bytes | None = None,
        bone_map: Mapping[str, str] | PathLike | None = None,
        **options: Unpack[WriteOptions],
    ) -> Written:
        """Makes the files of any format that the program writes (``glb``, ``gltf``, ``obj``, ``xps``, ``xac`` …).

        ``template`` is the original file: it supplies whatever the scene has no place for. ``bone_map`` renames joints.
        ``options`` are those of ``xenomesh convert``: ``profile`` (target game or variant), ``key_error``, ``scale`` …;
        see :class:`~xenomesh.WriteOptions`.
        """
        self._settle("")
        files, findings = core.write_scene(self, to, file_name, *_request(template, bone_map, options))
        return Written(dict(files), Finding._list(findings))

    def save(
        self,
        path: PathLike,
        *,
        to: str | None = None,
        template: PathLike | bytes | None = None,
        bone_map: Mapping[str, str] | PathLike | None = None,
        overwrite: bool = False,
        progress: Callable[[int, int, str], bool | None] | None = None,
        **options: Unpack[WriteOptions],
    ) -> list[Finding]:
        """Writes to ``path``, in the format of its extension unless ``to`` says another. See :meth:`write`.

        An existing file is an error unless ``overwrite``. Files are written next to their place and renamed, so that
        none is ever half there; pictures that are there already and did not change stay. Returns what was lost.

        ``progress(0, files, name)`` is called once everything is made and nothing is written yet; returning ``False``
        raises :class:`~xenomesh.Cancelled`, and nothing is written at all.
        """
        self._settle("")
        path = os.fspath(path)
        if to is None and not os.path.splitext(path)[1]:
            raise WriteError("an extension (.glb, .xps …) or to= has to say the format", "WIRE_REQUEST", file=path)
        request = _request(template, bone_map, {**options, "force": overwrite})
        _, findings = core.save_scene(self, to or core.target_of_path(path), path, *request, progress)
        return Finding._list(findings)

    def check(self) -> None:
        """Raises :class:`~xenomesh.FieldError` at the first field that does not fit: lengths, indices, cycles."""
        self._settle("")
        core.check_scene(self)

    def copy(self) -> Scene:
        """A deep copy whose arrays are writable."""
        self._settle("")
        return self._from_core(core.copy_scene(self))

    def _settle(self, path: str) -> None:
        for i, mesh in enumerate(self.meshes):
            mesh._settle(f"meshes[{i}]")

    @classmethod
    def _from_core(cls, parts: dict[str, Any], findings: Iterable[tuple[Any, ...]] = ()) -> Scene:
        for mesh in parts["meshes"]:
            if mesh["influences"] is not None:
                mesh["influences"] = Influences._made(mesh["influences"])
            mesh["primitives"] = [Primitive(*p) for p in mesh["primitives"]]
            mesh["targets"] = [MorphTarget._made(t) for t in mesh["targets"]]
        for animation in parts["animations"]:
            animation["channels"] = [Channel._made(c) for c in animation["channels"]]
        for material in parts["materials"]:
            if material["specular"] is not None:
                material["specular"] = Specular(*material["specular"])
            material["textures"] = [_texture(t) for t in material["textures"]]
        for image in parts["images"]:
            image["ops"] = PixelOps(*image["ops"])
            if image["data"] is not None:
                image["data"] = memoryview(image["data"])
        made: dict[str, Any] = {
            "name": parts["name"],
            "nodes": _all(Node, parts["nodes"]),
            "meshes": _all(Mesh, parts["meshes"]),
            "skins": _all(Skin, parts["skins"]),
            "materials": _all(Material, parts["materials"]),
            "images": _all(Image, parts["images"]),
            "animations": _all(Animation, parts["animations"]),
            "lights": _all(Light, parts["lights"]),
            "cameras": _all(Camera, parts["cameras"]),
            "extras": parts["extras"],
            "findings": Finding._list(list(findings)),
        }
        return cls._made(made)


_MANY = ("motion", "textures", "names", "attach")


def _options(options: Mapping[str, Any]) -> str:
    """Options of ``convert`` as JSON; ``None`` is as good as not said, and one path as good as a list of one."""
    given = {k: v for k, v in options.items() if v is not None}
    for name, value in given.items():
        if name in _MANY:
            one = isinstance(value, (str, os.PathLike))
            given[name] = [value] if one else list(value) if isinstance(value, Iterable) else value
        elif isinstance(value, float) and not math.isfinite(value):
            raise WriteError(f"{name}: {value} is not a finite number", "WIRE_REQUEST")
    return json.dumps(given, default=_plain)


def _plain(value: Any) -> Any:
    """Paths and numbers of numpy for JSON."""
    return value.item() if isinstance(value, np.generic) else os.fspath(value)


def _bone_map(bone_map: Mapping[str, str] | PathLike | None, options: dict[str, Any]) -> str | None:
    """As the lines of a file, or left to the library as a path."""
    if bone_map is None or isinstance(bone_map, (str, os.PathLike)):
        options["bone_map"] = bone_map
        return None
    return "\n".join(f"{old};{new}" for old, new in bone_map.items())


def _request(
    template: PathLike | bytes | None, bone_map: Mapping[str, str] | PathLike | None, options: Mapping[str, Any]
) -> tuple[str, str | None, bytes | None]:
    given = dict(options)
    lines = _bone_map(bone_map, given)
    if isinstance(template, bytes):
        return _options(given), lines, template
    return _options({**given, "template": template}), lines, None


def _all(kind: type[_T], parts: Iterable[dict[str, Any]]) -> list[_T]:
    return [kind._made(part) for part in parts]


def _texture(parts: Sequence[Any]) -> Texture:
    slot, image, uv, transform, strength, clamp = parts
    return Texture(slot, image, uv, None if transform is None else TextureTransform(*transform), strength, clamp)
