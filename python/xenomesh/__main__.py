"""``python -m xenomesh`` and the ``xenomesh`` script: the program itself."""

from __future__ import annotations

import signal
import sys

from ._xenomesh import run


def main() -> int:
    """Runs the program with the arguments of this process; returns its exit status."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run(["xenomesh", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
