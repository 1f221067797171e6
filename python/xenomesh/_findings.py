"""Findings: what is wrong with a file, or was lost when one was made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

__all__ = ["Finding", "Severity"]

Severity: TypeAlias = Literal["error", "warning", "info"]


@dataclass(frozen=True)
class Finding:
    """One finding in one file."""

    code: str
    """Stable code, explained in ISSUES.md."""
    severity: Severity
    """``error``: the program this file is for will refuse it or show it wrong. ``warning``: readers disagree, or
    something is lost. ``info``: worth knowing."""
    message: str
    """What was found and what was expected."""
    path: str = ""
    """Field in the structure: ``meshes[3].name``."""
    offset: int | None = None
    """Byte in the file."""
    fixable: bool = False
    """Whether ``Model.fix`` repairs it."""
    help: str = ""
    """What to do."""

    @classmethod
    def _list(cls, parts: list[tuple[Any, ...]]) -> list[Finding]:
        return [cls(*p) for p in parts]
