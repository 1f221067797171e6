"""Times of the package for ``cargo xtask bench python``, which compares them with the library's and the program's.

``bench.py read FILE``: seconds of CPU to open one large file as a scene, the first time and the best of several more;
and seconds until an array is there.
``bench.py threads FILE``: seconds for two files one after the other, and by two threads.
``bench.py catalogue FOLDER``: seconds for a table of the folder.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

import xenomesh
from xenomesh.catalogue import catalogue

RUNS = 7


def best(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of the fastest run."""
    out = float("inf")
    for _ in range(RUNS):
        start = clock()
        kept = work()
        out = min(out, clock() - start)
        del kept
    return out


def scene_of(path: str) -> xenomesh.Scene:
    """What is measured: the file read, every vertex reachable as an array."""
    return xenomesh.open(path).scene(textures=False)


def read(path: str) -> dict[str, float]:
    """One large file."""
    start = time.process_time()
    scene = scene_of(path)
    first = time.process_time() - start
    column: Any = max((m.positions for m in scene.meshes), key=len)
    while isinstance(column, np.ndarray):  # down to what the library gave, or the array would only be handed back
        column = column.base
    column = column.obj if isinstance(column, memoryview) else column
    array = best(lambda: np.asarray(column))
    del scene, column
    return {"first": first, "again": best(lambda: scene_of(path), time.process_time), "array": array}


def threads(path: str) -> dict[str, float]:
    """Two files."""
    with ThreadPoolExecutor(2) as pool:
        both = best(lambda: list(pool.map(scene_of, [path, path])))
    return {"one": best(lambda: [scene_of(path), scene_of(path)]), "both": both}


def table(folder: str) -> dict[str, float]:
    """A folder of small files, by as many processes as there are cores."""
    with tempfile.TemporaryDirectory() as out:
        done = catalogue(folder, f"{out}/table")
    if done.failed:
        raise SystemExit(f"{done.failed} files failed")
    return {"seconds": done.seconds, "files": done.files}


if __name__ == "__main__":
    print(json.dumps({"read": read, "threads": threads, "catalogue": table}[sys.argv[1]](sys.argv[2])))
