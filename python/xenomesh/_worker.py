"""A process that makes rows of a table: batches of paths in, rows out.

It is started by its path and loads the compiled part alone: a worker that needs neither numpy nor pyarrow is there in no
time. Values cross as their length and what ``marshal`` makes of them; both ends are the same Python.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import marshal
import os
import sys
from collections.abc import Callable, Sequence
from typing import IO, Any


def send(pipe: IO[bytes], value: Any) -> None:
    """Writes one value."""
    data = marshal.dumps(value)
    pipe.write(len(data).to_bytes(8, "little") + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """Reads one value; ``EOFError`` if the other end is gone."""
    head = pipe.read(8)
    data = pipe.read(int.from_bytes(head, "little"))
    if len(head) < 8 or len(data) < int.from_bytes(head, "little"):
        raise EOFError("the other end is gone")
    return marshal.loads(data)


def make(core: Any, paths: Sequence[str], options: Sequence[Any]) -> list[dict[str, Any]]:
    """Rows of a batch by the compiled part. Nothing is raised for a file: what is wrong with it is in its row."""
    rows: dict[str, dict[str, Any]] = {}
    local = [p for p in paths if "://" not in p and encodable(p)]
    for path, row in zip(local, core.catalogue_rows(local, *options)):
        rows[path] = row
    for path in paths:
        if path not in rows:
            rows[path] = _elsewhere(core, path, options)
    return [rows[path] for path in paths]


def shown(path: str) -> str:
    """A path as text, with the bytes escaped that are not text: names of files need not be text."""
    return path if encodable(path) else os.fsencode(path).decode("utf-8", "backslashreplace")


def encodable(path: str) -> bool:
    """Whether a path is text."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _elsewhere(core: Any, path: str, options: Sequence[Any]) -> dict[str, Any]:
    """The row of a URL, or of a name that is not text: the file is read here."""
    try:
        with _opener(path)(path, "rb") as file:
            data = file.read()
    except Exception as error:  # of whatever storage that is
        row: dict[str, Any] = dict.fromkeys(core.catalogue_row("", b"", *options))
        message = f"{type(error).__name__}: {error}".encode(errors="backslashreplace").decode()
        return {**row, "path": shown(path), "error_code": "FILE_UNREADABLE", "error": message, "seconds": 0.0}
    made: dict[str, Any] = core.catalogue_row(shown(path), data, *options)
    return made


def _opener(path: str) -> Callable[..., Any]:
    if "://" not in path:
        if not os.path.isfile(path):
            raise OSError("it is no regular file")
        return open
    import fsspec

    opener: Callable[..., Any] = fsspec.open
    return opener


def _serve(extension: str) -> None:
    """Answers batches until the other end is gone."""
    answers: IO[bytes] = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that is printed gets between the rows
    asked = sys.stdin.buffer
    options, memory = receive(asked)
    loader = importlib.machinery.ExtensionFileLoader("_xenomesh", extension)
    spec = importlib.util.spec_from_file_location("_xenomesh", extension, loader=loader)
    assert spec is not None
    core: Any = importlib.util.module_from_spec(spec)
    loader.exec_module(core)
    if memory is not None:
        try:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        except (ImportError, ValueError, OSError):
            pass
    while True:
        try:
            paths = receive(asked)
        except EOFError:
            return
        send(answers, make(core, paths, options))


if __name__ == "__main__":
    _serve(sys.argv[1])
