"""Checks of arrays that are put into a scene: shape, type, range, finite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ._errors import FieldError
from ._xenomesh import Column

__all__ = ["Spec", "of_library", "matrices"]


def of_library(value: object) -> bool:
    """Whether an array is a view of the library's memory: such arrays were checked, or are what a file says."""
    while isinstance(value, np.ndarray):
        value = value.base
    return isinstance(value, memoryview) and isinstance(value.obj, Column) or isinstance(value, Column)


@dataclass(frozen=True)
class Spec:
    """What an array must be."""

    dtype: tuple[type, ...]
    """Allowed element types; the first is the one others are turned into."""
    tail: tuple[int, ...] = ()
    """Shape without the first axis."""
    optional: bool = False
    """Whether ``None`` is a value."""
    low: int | None = None
    """Smallest integer."""

    def check(self, value: Any, path: str) -> Any:
        """The array, converted only if it has to be; or a FieldError that names ``path``."""
        if value is None:
            if self.optional:
                return None
            raise FieldError("an array is needed, not None", "FIELD", path=path)
        if isinstance(value, Column):
            value = np.asarray(value)
        if isinstance(value, np.ndarray) and value.dtype.type in self.dtype and of_library(value):
            self._shape(value, path)
            return value
        try:
            array = np.asarray(value)
        except (ValueError, TypeError) as error:
            raise FieldError(f"not an array: {error}", "FIELD", path=path) from None
        if array.size == 0 and array.ndim <= 1:
            array = array.reshape((0, *self.tail))
        if array.dtype.type not in self.dtype:
            array = self._convert(array, path)
        self._shape(array, path)
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            at = np.argwhere(~np.isfinite(array))[0].tolist()
            raise FieldError("a number is not finite", "FIELD", path=path + "".join(f"[{i}]" for i in at))
        return np.ascontiguousarray(array)

    def _shape(self, array: Any, path: str) -> None:
        if array.ndim != 1 + len(self.tail) or array.shape[1:] != self.tail:
            want = "(n" + "".join(f", {k}" for k in self.tail) + ("," if not self.tail else "") + ")"
            raise FieldError(f"the shape must be {want}, not {array.shape}", "FIELD", path=path)

    def _convert(self, array: Any, path: str) -> Any:
        target = np.dtype(self.dtype[0])
        names = " or ".join(np.dtype(t).name for t in self.dtype)
        if array.dtype.kind not in "fiu" or (target.kind in "iu" and array.dtype.kind == "f"):
            raise FieldError(f"the type must be {names}, not {array.dtype}", "FIELD", path=path)
        if target.kind in "iu" and array.size:
            kind: Any = target
            info = np.iinfo(kind)
            low, high = int(array.min()), int(array.max())
            if low < info.min or high > info.max:
                bad = low if low < info.min else high
                raise FieldError(f"{bad} does not fit into {target.name}", "FIELD", path=path)
        with np.errstate(over="ignore"):
            return array.astype(target)


def matrices(column: Any) -> Any:
    """Column-major 4 × 4 matrices of the library as ``(n, 4, 4)`` with ``m @ v`` for column vectors; no copy."""
    return np.asarray(column).reshape(-1, 4, 4).transpose(0, 2, 1)
