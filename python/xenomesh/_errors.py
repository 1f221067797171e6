"""Exceptions. Each carries what the program prints: code, byte offset, path in the structure, and what to do."""

from __future__ import annotations

__all__ = [
    "XenomeshError", "ReadError", "WriteError", "FileError", "MissingFileError", "ExistingFileError", "Cancelled",
    "FieldError",
]  # fmt: skip


class XenomeshError(Exception):
    """Base of every error of this package.

    >>> import xenomesh
    >>> try:
    ...     xenomesh.open_bytes(b"no model at all", "hero.bin")
    ... except xenomesh.XenomeshError as error:
    ...     print(error.code)
    FILE_UNKNOWN_FORMAT
    """

    code: str
    """Stable code, the same as in ISSUES.md: ``TRUNCATED``, ``XAC_…``."""
    message: str
    """What was found and what was expected, one sentence."""
    offset: int | None
    """Byte in the file, if one is to blame."""
    path: str
    """Field in the structure: ``meshes[3].name``. Empty if none is to blame."""
    help: str
    """What to do."""
    file: str
    """The input it happened in. Empty if none is to blame."""

    def __init__(
        self,
        message: str = "",
        code: str = "",
        offset: int | None = None,
        path: str = "",
        help: str = "",  # noqa: A002 - the word of the program
        file: str = "",
    ) -> None:
        super().__init__(message)
        self.message, self.code, self.offset, self.path, self.help, self.file = message, code, offset, path, help, file

    def __str__(self) -> str:
        text = f"{self.file}: {self.message}" if self.file else self.message
        if self.offset is not None:
            text += f" at {self.offset:#x}"
        if self.path:
            text += f" in {self.path}"
        if self.code:
            text += f" [{self.code}]"
        return text

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.code, self.offset, self.path, self.help, self.file)


class ReadError(XenomeshError, ValueError):
    """The bytes are not a file of a known format, or damaged beyond reading."""


class WriteError(XenomeshError, ValueError):
    """The scene cannot be said in the format asked for, or the request makes no sense."""


class FileError(XenomeshError, OSError):
    """The file system said no."""


class MissingFileError(FileError, FileNotFoundError):
    """There is no such file."""


class ExistingFileError(FileError, FileExistsError):
    """The output is there already, and nobody asked for it to be replaced."""


class Cancelled(XenomeshError):
    """A progress callback returned ``False``."""


class FieldError(XenomeshError, ValueError):
    """A value that was put into a scene does not fit: wrong shape, type or range, or not finite."""
