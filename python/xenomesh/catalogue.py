"""A table of every model in a folder, a bucket or a list: one row a file, in Parquet.

Files are handed out in batches to local processes, or to Ray (``pip install xenomesh[ray]``) where one machine is not
enough; the rows are the same. A batch is read, hashed and summed up by the compiled part alone, one file at a time. A
file that cannot be read is a row with its error. Rows are written while the work goes on: started again with the same
output, :func:`catalogue` passes over what is in the table already.

>>> import tempfile, os
>>> from xenomesh.catalogue import catalogue, read
>>> table = os.path.join(tempfile.mkdtemp(), "models.parquet")
>>> catalogue("samples/xnalara", table, jobs=1).files > 10
True
>>> rows = read(table)
>>> rows[0]["format"], rows[0]["error_code"]
('xnalara-bin', None)
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from . import _model, _worker
from . import _xenomesh as core
from ._errors import WriteError
from ._options import PathLike

__all__ = ["Options", "Summary", "catalogue", "read", "row", "schema"]

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Options:
    """What a row is to hold besides facts."""

    thumbnail: int = 0
    """Pixels a side of a PNG in the row; 0 = none."""
    glb: str | None = None
    """Folder for a GLB of every model, named by its hash; ``None`` = none."""
    limit: int = 1 << 30
    """Most bytes that one file may ask for beyond its own size."""
    memory: int | None = None
    """Most bytes that a worker may use at all, where the system can hold it to that."""

    def _core(self) -> tuple[int, str | None, int]:
        """As the compiled part takes them."""
        return self.thumbnail, self.glb, self.limit


@dataclass(frozen=True)
class Summary:
    """What :func:`catalogue` did."""

    files: int
    """Files that were looked at in this run."""
    failed: int
    """Those of them that are rows with an error."""
    skipped: int
    """Files that were in the table already."""
    seconds: float
    """How long it took."""


def catalogue(
    source: PathLike | Iterable[PathLike],
    output: PathLike,
    *,
    engine: Literal["local", "ray"] = "local",
    jobs: int | None = None,
    batch: int = 40,
    thumbnail: int = 0,
    glb: PathLike | None = None,
    limit: int = 1 << 30,
    memory: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Summary:
    """Makes or continues the table ``output``, a folder of Parquet files.

    ``source`` is a folder (walked, hidden files skipped), a URL that fsspec knows (``s3://…``, files are then read whole
    and what lies next to them is not looked at), a file, or a list of these. ``jobs``: worker processes. ``batch``:
    files handed out at a time. ``progress(done, all)`` is called after each batch.
    """
    start = time.perf_counter()
    engines = {"local": _local, "ray": _ray}
    if engine not in engines:
        raise WriteError(f"engine must be local or ray, not {engine!r}", "WIRE_REQUEST")
    _need("pyarrow", "catalogue")
    if engine == "ray":
        _need("ray", "ray")
    output = os.fspath(output)
    os.makedirs(output, exist_ok=True)
    options = Options(thumbnail, None if glb is None else os.fspath(glb), limit, memory)
    core.catalogue_rows([], *options._core())  # raises here what would end every worker
    if options.glb is not None:
        os.makedirs(options.glb, exist_ok=True)
    found = find(source)
    known = _known(output)
    paths = [p for p in found if _worker.shown(p) not in known]
    batches = [paths[i : i + batch] for i in range(0, len(paths), batch)]
    run = engines[engine]
    done = failed = 0
    part = _next_part(output)
    for rows in run(batches, options, jobs):
        _write_part(os.path.join(output, f"part-{part:06}.parquet"), rows)
        part += 1
        done += len(rows)
        failed += sum(r["error_code"] is not None for r in rows)
        if progress is not None:
            progress(done, len(paths))
    return Summary(done, failed, len(found) - len(paths), time.perf_counter() - start)


def _need(package: str, extra: str) -> None:
    """Says what to install before any work is done. Importing it can wait until workers have something to do."""
    if importlib.util.find_spec(package) is None:
        raise ModuleNotFoundError(f"no module named {package!r}: pip install 'xenomesh[{extra}]'", name=package)


def find(source: PathLike | Iterable[PathLike]) -> list[str]:
    """Files of known formats, sorted, each once. XML of a folder is looked into: ships are, most else is not."""
    sources = [source] if isinstance(source, (str, os.PathLike)) else source
    endings = tuple(f".{e}" for f in _model.formats() if f.kind != "archive" for e in f.extensions if e != "xml")
    out: set[str] = set()
    xml: list[str] = []
    for given in sources:
        one = os.fspath(given)
        if "://" in one:
            out.update(_find_url(one, endings))
        elif os.path.isdir(one):
            for folder, folders, files in os.walk(one):
                folders[:] = [f for f in folders if not f.startswith(".")]
                paths = [os.path.join(folder, f).replace(os.sep, "/") for f in files if not f.startswith(".")]
                out.update(p for p in paths if p.lower().endswith(endings))
                xml += (p for p in paths if p.lower().endswith(".xml") and _worker.shown(p) == p)
        else:
            out.add(one)
    out.update(path for path, model in zip(xml, core.catalogue_models(xml)) if model)
    return sorted(out)


def _find_url(url: str, endings: tuple[str, ...]) -> Iterator[str]:
    import fsspec

    files, path = fsspec.core.url_to_fs(url)
    for name in files.find(path):
        if name.lower().endswith(endings):
            yield files.unstrip_protocol(name)


def row(path: str, options: Options = Options()) -> Row:
    """One row. Nothing is raised: a file that cannot be read is a row with its error."""
    return _worker.make(core, [path], options._core())[0]


# --- workers ------------------------------------------------------------------------------------------------------


class _Worker:
    """A process of its own: what ends it ends nothing else."""

    def __init__(self, options: Options) -> None:
        # -P: the folder of the script is not one to import from. One thread each: the number of workers decides.
        command = [sys.executable, "-P", str(_worker.__file__), str(core.__file__)]
        path = os.pathsep.join(p for p in sys.path if p)
        environment = {**os.environ, "PYTHONPATH": path, "RAYON_NUM_THREADS": "1"}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self._send((options._core(), options.memory))

    def _send(self, value: Any) -> None:
        assert self.process.stdin is not None
        _worker.send(self.process.stdin, value)

    def rows(self, paths: Sequence[str]) -> list[Row]:
        """Rows of a batch; an OSError or EOFError if the process has ended."""
        self._send(list(paths))
        assert self.process.stdout is not None
        rows: list[Row] = _worker.receive(self.process.stdout)
        return rows

    def close(self) -> None:
        """Ends the process."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass
        self.process.wait()


class _Careful:
    """Rows by a process of its own; what ends it is a row, and the next batch gets a new one."""

    _ENDS = (OSError, EOFError)

    def __init__(self, options: Options) -> None:
        self._options = options
        self._worker: _Worker | None = None

    def _attempt(self, paths: Sequence[str]) -> list[Row]:
        if self._worker is None:
            self._worker = _Worker(self._options)
        try:
            return self._worker.rows(paths)
        except self._ENDS:
            self.close()
            raise

    def rows(self, paths: Sequence[str]) -> list[Row]:
        """Rows of a batch. Nothing is raised."""
        try:
            return self._attempt(paths)
        except self._ENDS:
            pass
        # One of them ended the worker: each for itself, and the guilty one is a row.
        out = []
        for path in paths:
            try:
                out += self._attempt([path])
            except self._ENDS:
                message = "the worker process ended: out of memory, or a defect of this program"
                made = {**dict.fromkeys(_COLUMNS), "path": _worker.shown(path)}
                out.append({**made, "error_code": "WORKER_ENDED", "error": message})
        return out

    def close(self) -> None:
        """Ends the process."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None


def _local(batches: list[list[str]], options: Options, jobs: int | None) -> Iterator[list[Row]]:
    mine = threading.local()
    all_of_them: list[_Careful] = []

    def work(paths: list[str]) -> list[Row]:
        if not hasattr(mine, "careful"):
            mine.careful = _Careful(options)
            all_of_them.append(mine.careful)
        rows: list[Row] = mine.careful.rows(paths)
        return rows

    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        try:
            yield from pool.map(work, batches)
        finally:
            pool.shutdown(cancel_futures=True)
            for careful in all_of_them:
                careful.close()


_OF_THIS_TASK: dict[Options, _Careful] = {}
"""In a process of Ray: what stays from one batch to the next."""


def _ray(batches: list[list[str]], options: Options, jobs: int | None) -> Iterator[list[Row]]:
    import pickle

    import ray

    if not ray.is_initialized():
        ray.init(num_cpus=jobs, include_dashboard=False, log_to_driver=False)
    if not batches:
        return

    def work(item: dict[str, Any]) -> dict[str, bytes]:
        import pickle

        from xenomesh.catalogue import _OF_THIS_TASK as kept
        from xenomesh.catalogue import _Careful as Careful

        if options not in kept:
            kept[options] = Careful(options)
        return {"rows": pickle.dumps(kept[options].rows(list(item["paths"])))}

    items = [{"paths": batch} for batch in batches]
    # The cluster plans with the memory that a worker is held to.
    resources: dict[str, Any] = {} if options.memory is None else {"memory": options.memory}
    for answer in ray.data.from_items(items, override_num_blocks=len(items)).map(work, **resources).iter_rows():
        yield pickle.loads(answer["rows"])


# --- the table ----------------------------------------------------------------------------------------------------

_COLUMNS = (
    "path", "sha256", "bytes", "format", "version", "meshes", "vertices", "triangles", "joints", "bounds_min",
    "bounds_max", "materials", "textures", "animations", "findings", "error_code", "error", "thumbnail", "glb",
    "seconds",
)  # fmt: skip


def schema() -> Any:
    """The columns, as pyarrow has them."""
    import pyarrow as pa

    text, number = pa.string(), pa.int64()
    kinds = {
        "bytes": number, "meshes": number, "vertices": number, "triangles": number, "joints": number,
        "bounds_min": pa.list_(pa.float32()), "bounds_max": pa.list_(pa.float32()), "materials": pa.list_(text),
        "textures": pa.list_(pa.struct([("slot", text), ("file", text), ("found", pa.bool_())])),
        "animations": pa.list_(pa.struct([("name", text), ("seconds", pa.float64())])),
        "findings": pa.list_(pa.struct([("code", text), ("severity", text), ("path", text), ("message", text)])),
        "thumbnail": pa.binary(), "seconds": pa.float64(),
    }  # fmt: skip
    return pa.schema([(name, kinds.get(name, text)) for name in _COLUMNS])


def _write_part(path: str, rows: list[Row]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist(rows, schema=schema()), f"{path}.tmp")
    os.replace(f"{path}.tmp", path)


def _parts(output: str) -> list[str]:
    return sorted(os.path.join(output, n) for n in os.listdir(output) if n.endswith(".parquet"))


def _next_part(output: str) -> int:
    numbers = [int(os.path.basename(p)[5:-8]) for p in _parts(output)]
    return max(numbers, default=-1) + 1


def _known(output: str) -> set[str]:
    parts = _parts(output)
    if not parts:
        return set()
    import pyarrow.parquet as pq

    return {p for part in parts for p in pq.read_table(part, columns=["path"])["path"].to_pylist()}


def read(output: PathLike) -> list[Row]:
    """All rows of a table, by path."""
    import pyarrow.parquet as pq

    rows = [r for part in _parts(os.fspath(output)) for r in pq.read_table(part).to_pylist()]
    return sorted(rows, key=lambda r: str(r["path"]))
