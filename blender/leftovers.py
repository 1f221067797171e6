"""Files that an old Blender leaves when an extension is removed.

Blender 4.2.0 removes the extension and not what was unpacked of its wheel; later releases do. An extension does not learn that
it is removed, only that it is disabled: so a moment later is looked whether its folder is gone.
"""

import os
import shutil
import sys

import bpy

FIXED = (4, 3, 0)
"""From here on Blender removes them itself, surely."""
FOLDER = os.path.dirname(os.path.abspath(__file__))


def unpacked():
    """Folders of our wheel below Blender's folder for extensions, none other."""
    local = os.path.join(bpy.utils.user_resource("EXTENSIONS"), ".local", "lib")
    place = os.path.join(local, "python{}.{}".format(*sys.version_info[:2]), "site-packages")
    names = os.listdir(place) if os.path.isdir(place) else []
    return [os.path.join(place, n) for n in names if n == "xenomesh" or n.startswith("xenomesh-") and n.endswith(".dist-info")]


def clean():
    """Removes them if the extension is gone. For Blender's timers: it is not called again."""
    if not os.path.exists(FOLDER):
        for path in unpacked():
            shutil.rmtree(path, ignore_errors=True)


def register():
    """Nothing is to be done yet."""


def unregister():
    """Looks again when Blender is done with whatever it does now."""
    if bpy.app.version < FIXED:
        bpy.app.timers.register(clean, first_interval=2.0)
