"""Lights and cameras, both ways."""

from dataclasses import replace

import bpy
import numpy as np

from .keep import digest, name_of, set_name

KINDS = {"point": "POINT", "spot": "SPOT", "directional": "SUN"}
WATTS = 4.0 * np.pi / 683.0 * 100.0
"""Candela as Blender's watts, bright enough to be seen without an exposure of its own."""


def light(light):
    """A light of a scene as Blender's."""
    kind = KINDS[light.kind]
    data = bpy.data.lights.new(light.name or "light", kind)
    data.color = light.color
    data.energy = light.intensity if kind == "SUN" else light.intensity * WATTS
    if kind == "SPOT":
        data.spot_size = min(2.0 * light.outer_cone, np.pi)
        data.spot_blend = 1.0 - min(light.inner_cone / max(light.outer_cone, 1e-6), 1.0)
    if light.range:
        data.use_custom_distance, data.cutoff_distance = True, light.range
    set_name(data, light.name)
    return data


def camera(camera):
    """A camera of a scene as Blender's."""
    data = bpy.data.cameras.new(camera.name or "camera")
    if camera.yfov is None:
        data.type = "ORTHO"
        data.ortho_scale = 2.0 * max(camera.xmag, camera.ymag)
    else:
        data.sensor_fit = "VERTICAL"
        data.angle_y = camera.yfov
    data.clip_start = max(camera.znear, 1e-6)
    if camera.zfar is not None:
        data.clip_end = camera.zfar
    set_name(data, camera.name)
    return data


def look_digest(data):
    """Of everything that is read back from a light or camera."""
    names = ("type", "color", "energy", "spot_size", "spot_blend", "use_custom_distance", "cutoff_distance")
    names += ("angle_y", "ortho_scale", "clip_start", "clip_end", "name")
    values = [getattr(data, n, None) for n in names]
    return digest([[round(float(x), 5) for x in v] if hasattr(v, "__len__") and not isinstance(v, str) else v for v in values])


def read_light(xm, data, known):
    """Blender's light as one of a scene; what Blender has no place for as in the known one."""
    made = replace(known, name=name_of(data)) if known is not None else xm.Light(name_of(data))
    made.kind = {"SPOT": "spot", "SUN": "directional"}.get(data.type, "point")
    made.color = tuple(data.color)
    made.intensity = float(data.energy) if data.type == "SUN" else float(data.energy / WATTS)
    if data.type == "SPOT":
        made.outer_cone = float(data.spot_size) / 2.0
        made.inner_cone = made.outer_cone * (1.0 - float(data.spot_blend))
    made.range = float(data.cutoff_distance) if data.use_custom_distance else None
    return made


def read_camera(xm, data, known):
    """Blender's camera as one of a scene."""
    made = replace(known, name=name_of(data)) if known is not None else xm.Camera(name_of(data))
    if data.type == "ORTHO":
        made.yfov = None
        ratio = known.xmag / known.ymag if known is not None and known.yfov is None and known.ymag else 1.0
        made.xmag = float(data.ortho_scale) / 2.0 * min(ratio, 1.0)
        made.ymag = float(data.ortho_scale) / 2.0 / max(ratio, 1.0)
    else:
        made.yfov = float(data.angle_y)
    made.znear, made.zfar = float(data.clip_start), float(data.clip_end)
    return made
