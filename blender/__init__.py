# SPDX-License-Identifier: GPL-3.0-or-later
"""Xenomesh in Blender: XNALara/XPS, EMotionFX, Egosoft and Anark models in File → Import and Export.

The work is done by the Python package ``xenomesh`` (Rust), which comes along as a wheel; this part only moves whole arrays.
"""

from . import leftovers, ops_export, ops_import, ops_tools, panel, report, words

MODULES = (report, ops_import, ops_export, ops_tools, panel, leftovers)


def register():
    """Called by Blender."""
    words.register(__package__)
    for module in MODULES:
        module.register()


def unregister():
    """Called by Blender; leaves nothing behind."""
    for module in reversed(MODULES):
        module.unregister()
    words.unregister(__package__)
