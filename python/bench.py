"""Ratios of the package against the program, both in one run: ``python python/bench.py FOLDER [LARGE_FILE]``.

Files a second of a catalogue against ``xenomesh inspect --json`` over the same folder (at least 0.7 is wanted), and the
time to open one large file as a scene against the program's read of it (at most 1.3 is wanted).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import xenomesh
from xenomesh.catalogue import catalogue, find


def seconds_of_program(*arguments: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "xenomesh", *arguments], stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def main() -> None:
    """Prints a row for each ratio."""
    folder = sys.argv[1]
    files = len(find(folder))
    table = os.path.join(tempfile.mkdtemp(), "table")
    mine = catalogue(folder, table).seconds
    program = seconds_of_program("inspect", folder, "--json")
    print(f"catalogue  {files / mine:8.1f} files/s, program {files / program:8.1f}: {program / mine:.2f} x (>= 0.7)")
    for path in sys.argv[2:]:
        start = time.perf_counter()
        scene = xenomesh.open(path).scene(textures=False)
        mine = time.perf_counter() - start
        empty = seconds_of_program("--version")
        program = seconds_of_program("inspect", path) - empty
        print(f"open       {mine * 1e3:8.1f} ms, program {program * 1e3:8.1f} ms: {mine / program:.2f} x (<= 1.3)")
        del scene


if __name__ == "__main__":
    main()
