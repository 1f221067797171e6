"""Sentences instead of tracebacks."""

import contextlib

import xenomesh


@contextlib.contextmanager
def sentences(operator):
    """Errors of the library become reports of the operator; ``failed`` says whether there was one."""
    state = {"failed": False}
    try:
        yield state
    except xenomesh.XenomeshError as error:
        state["failed"] = True
        text = str(error)
        tip = getattr(error, "help", "")
        operator.report({"ERROR"}, f"{text}. {tip}" if tip else text)
    except (OSError, ValueError) as error:
        state["failed"] = True
        operator.report({"ERROR"}, str(error))


def findings(operator, found, most=8):
    """Warnings and errors, worst first, a line each."""
    order = {"error": 0, "warning": 1}
    shown = sorted((f for f in found if f.severity in order), key=lambda f: order[f.severity])
    for finding in shown[:most]:
        place = f" ({finding.path})" if finding.path else ""
        operator.report({"WARNING"}, f"{finding.message}{place}")
    if len(shown) > most:
        operator.report({"WARNING"}, f"{len(shown) - most} more; see Validate in the sidebar")
