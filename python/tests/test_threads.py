"""Threads work at the same time, and a child of fork can use the package."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import xenomesh
from xenomesh import Mesh, Node, Scene


def large() -> bytes:
    n = 400_000
    rng = np.random.default_rng(3)
    mesh = Mesh("large", rng.random((n, 3)), rng.integers(0, n, n * 3), normals=np.tile([0, 0, 1.0], (n, 1)))
    return Scene("large", nodes=[Node("n", mesh=0)], meshes=[mesh]).to_glb()


def test_the_interpreter_goes_on_while_a_file_is_read() -> None:
    data = large()
    ticks, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0.0005)

    counter = threading.Thread(target=count)
    counter.start()
    before = ticks[0]
    start = time.perf_counter()
    model = xenomesh.open_bytes(data, "large.glb")
    model.findings
    model.inspect()
    seconds = time.perf_counter() - start
    during = ticks[0] - before
    stop.set()
    counter.join()
    # Were the GIL held, the counter would come to run once between two calls at the most.
    assert during >= min(5, seconds * 50), f"{during} ticks in {seconds:.3f} s"


def test_many_threads_at_once() -> None:
    path = "samples/xnalara/character_v3_15.xps"
    expected = xenomesh.open(path).scene().to_glb()
    model = xenomesh.open(path)

    def work(i: int) -> bool:
        own = model if i % 2 else xenomesh.open(path)
        return own.scene().to_glb() == expected and own.write() == bytes(own.data) and not own.findings

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(24)))


FORKING = """
import os, sys
import xenomesh
path = "samples/xnalara/character_v3_15.xps"
expected = xenomesh.open(path).scene().to_glb()   # starts the threads of this process
model = xenomesh.open(path)
children = []
for _ in range(4):
    pid = os.fork()
    if pid == 0:
        good = xenomesh.open(path).scene().to_glb() == expected and model.scene().to_glb() == expected
        os._exit(0 if good else 1)
    children.append(pid)
assert xenomesh.open(path).scene().to_glb() == expected
sys.exit(max(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_fork_after_threads() -> None:
    subprocess.run([sys.executable, "-c", FORKING], check=True, timeout=120)


POOLING = """
import multiprocessing, xenomesh
def vertices(path):
    return sum(m.vertex_count for m in xenomesh.open(path).scene().meshes)
if __name__ == "__main__":
    paths = ["samples/xnalara/character_v3_15.xps", "samples/emfx/xrebirth/character.xac"] * 4
    here = [vertices(p) for p in paths]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(vertices, paths) == here
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_multiprocessing_by_fork() -> None:
    subprocess.run([sys.executable, "-c", POOLING], check=True, timeout=120)
