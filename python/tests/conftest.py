"""Tests run in the root of the repository: samples and fixtures are named from there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODELS = (".xps", ".mesh", ".mesh.ascii", ".xac", ".xmf", ".bgf", ".gltf", ".glb", ".scene")


def samples(*suffixes: str) -> list[str]:
    """Samples with one of these endings, as paths from the root."""
    found = [p for p in (ROOT / "samples").rglob("*") if p.is_file() and p.name.endswith(suffixes)]
    names = sorted(str(p.relative_to(ROOT)) for p in found)
    assert names, f"there are no samples that end with {suffixes}"
    return names


@pytest.fixture(autouse=True)
def _in_the_root() -> None:
    os.chdir(ROOT)
