"""Game models as numpy arrays: open, check, repair, edit, convert and write back without losing a byte.

>>> import xenomesh
>>> model = xenomesh.open("samples/xnalara/character_v3_15.xps")
>>> scene = model.scene()
>>> scene.meshes[0].positions.shape[1]
3
"""

from ._errors import (
    Cancelled, ExistingFileError, FieldError, FileError, MissingFileError, ReadError, WriteError, XenomeshError,
)  # fmt: skip
from ._findings import Finding
from ._model import (
    Archive, Converted, Format, Model, build, convert, formats, open, open_archive, open_bytes, run, thumbnail,
)  # fmt: skip
from ._options import ConvertOptions, OpenOptions, SceneOptions, WriteOptions
from ._xenomesh import __version__
from .scene import (
    Animation, Camera, Channel, Image, Influences, Light, Material, Mesh, MorphTarget, Node, PixelOps, Primitive,
    Scene, Skin, Specular, Texture, TextureTransform, Written, decode_image,
)  # fmt: skip

__all__ = [
    "Animation", "Archive", "Camera", "Cancelled", "Channel", "ConvertOptions", "Converted", "ExistingFileError",
    "FieldError", "FileError", "Finding", "Format", "Image", "Influences", "Light", "Material", "Mesh",
    "MissingFileError", "Model", "MorphTarget", "Node", "OpenOptions", "PixelOps", "Primitive", "ReadError", "Scene",
    "SceneOptions", "Skin", "Specular", "Texture", "TextureTransform", "WriteError", "WriteOptions", "Written",
    "XenomeshError", "__version__", "build", "convert", "decode_image", "formats", "open", "open_archive", "open_bytes",
    "run", "thumbnail",
]  # fmt: skip

for _error in (XenomeshError, ReadError, WriteError, FileError, MissingFileError, ExistingFileError, Cancelled, FieldError):
    _error.__module__ = "xenomesh"
del _error
