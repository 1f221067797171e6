"""Geometry: whole arrays by ``foreach_set``, weights by the deform layer."""

import gc
from contextlib import contextmanager

import bmesh
import bpy
import numpy as np

from .frames import points_down, points_up


def triangles_of(mesh):
    """Corners, material index of each triangle, and edges of line primitives. Triangles without area in the index list
    (a corner twice) are left out: Blender cannot hold them."""
    corners, materials, lines = [], [], []
    parts = mesh.primitives or [None]
    for part in parts:
        start, count, kind, material = 0, len(mesh.indices), "triangles", None
        if part is not None:
            start, count, kind, material = part.start, part.count, part.topology, part.material
        indices = mesh.indices[start : start + count].astype(np.int32)
        if kind == "triangles":
            whole = indices[: len(indices) // 3 * 3].reshape(-1, 3)
            corners.append(whole)
            materials.append(np.full(len(whole), -1 if material is None else material, np.int32))
        elif kind == "lines":
            lines.append(indices[: len(indices) // 2 * 2].reshape(-1, 2))
    corners = np.concatenate(corners) if corners else np.empty((0, 3), np.int32)
    materials = np.concatenate(materials) if materials else np.empty(0, np.int32)
    edges = np.concatenate(lines) if lines else np.empty((0, 2), np.int32)
    good = (corners[:, 0] != corners[:, 1]) & (corners[:, 1] != corners[:, 2]) & (corners[:, 0] != corners[:, 2])
    edges = edges[edges[:, 0] != edges[:, 1]]
    return corners[good], materials[good], edges


def _slots_of(materials):
    """Materials in the order of their slots, and the slot of each triangle."""
    used, first = np.unique(materials, return_index=True)
    used = used[np.argsort(first)]
    slots = np.zeros(max(used.tolist(), default=-1) + 2, np.int32)
    slots[used] = np.arange(len(used), dtype=np.int32)
    return used.tolist(), slots[materials]


def _uvs_at(uvs, corners):
    """Of each corner, with V as Blender counts it."""
    rows = np.array(uvs, np.float32, order="C")
    rows[:, 1] = 1.0 - rows[:, 1]
    return rows.view(np.int64).ravel()[corners].view(np.float32).reshape(-1, 2)


def _color_rows(colors):
    """Bytes are shown values to Blender, linear ones to a scene: floats keep both exact."""
    rows = colors.astype(np.float32) / 255.0 if colors.dtype == np.uint8 else np.asarray(colors, np.float32)
    return np.ascontiguousarray(rows)


def _put(data, name, field, rows):
    """Whole arrays into an attribute of Blender: a copy of memory, where properties of elements go one by one."""
    data.attributes[name].data.foreach_set(field, rows.ravel())


@contextmanager
def _no_collecting():
    """Millions of short-lived lists: each would set Python looking for cycles that are not there."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def build(mesh, name, materials, normals=True):
    """Mesh data. ``materials``: Blender's, by index of the scene."""
    data = bpy.data.meshes.new(name)
    count = mesh.vertex_count
    data.vertices.add(count)
    if count:
        _put(data, "position", "vector", points_up(mesh.positions))
    if mesh.influences is not None:
        _write_weights(data, mesh.influences)
    corners, of_triangle, edges = triangles_of(mesh)
    if len(edges):
        data.edges.add(len(edges))
        data.edges.foreach_set("vertices", edges.ravel())
    if len(corners):
        _write_triangles(data, corners)
        used, slots = _slots_of(of_triangle)
        for material in used:
            data.materials.append(materials[material] if material >= 0 else None)
        if len(used) > 1:
            data.attributes.new("material_index", "INT", "FACE")
            _put(data, "material_index", "value", slots)
    flat = corners.ravel()
    for i, uvs in enumerate(mesh.uvs):
        layer = data.uv_layers.new(name="UVMap" if i == 0 else f"UVMap.{i:03}", do_init=False)
        if layer is not None and len(flat):
            layer.uv.foreach_set("vector", _uvs_at(uvs, flat).ravel())
    for i, colors in enumerate(mesh.colors):
        layer = data.color_attributes.new(f"Color{i or ''}", "FLOAT_COLOR", "POINT")
        layer.data.foreach_set("color", _color_rows(colors).ravel())
    data.update(calc_edges=True, calc_edges_loose=bool(len(edges)))
    if normals and mesh.normals is not None and len(corners):
        _write_normals(data, mesh.normals)
    return data


def _write_triangles(data, corners):
    """Faces; they are smooth unless something says otherwise."""
    data.loops.add(corners.size)
    _put(data, ".corner_vert", "value", corners)
    data.polygons.add(len(corners))
    data.polygons.foreach_set("loop_start", np.arange(0, corners.size, 3, dtype=np.int32))


def _write_normals(data, normals):
    rows = points_up(normals)
    length = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    rows /= np.where(length > 0, length, 1)[:, None]
    # Lists: Blender takes numbers out of an array one by one, each a new object.
    with _no_collecting():
        data.normals_split_custom_set_from_vertices(rows.tolist())


def _canonical(influences):
    """Entries sorted by joint, those of one joint added up, none without weight: how Blender keeps them."""
    counts = np.diff(influences.starts).astype(np.int64)
    vertex = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
    key = vertex * (1 << 17) + influences.joints
    weight = np.asarray(influences.weights)
    if not (weight > 0).all():
        use = weight > 0
        key, weight = key[use], weight[use]
    if len(key) > 1 and not (key[1:] > key[:-1]).all():
        order = np.argsort(key, kind="stable")
        key, weight = key[order], weight[order]
        if (key[1:] == key[:-1]).any():
            key, first = np.unique(key, return_inverse=True)
            weight = np.bincount(first, weights=weight, minlength=len(key))
    starts = np.searchsorted(key, np.arange(len(counts) + 1, dtype=np.int64) << 17)
    return starts, key & 0x1FFFF, np.minimum(weight, 1.0).astype(np.float32)


def _write_weights(data, influences):
    starts, joints, weights = (a.tolist() for a in _canonical(influences))
    work = bmesh.new()
    work.from_mesh(data)
    layer = work.verts.layers.deform.verify()
    with _no_collecting():
        for vertex, a, b in zip(work.verts, starts[:-1], starts[1:], strict=True):
            entry = vertex[layer]
            for k in range(a, b):
                entry[joints[k]] = weights[k]
    work.to_mesh(data)
    work.free()


def read_weights(data, groups):
    """Starts, group indices and weights of a mesh with ``groups`` vertex groups."""
    work = bmesh.new()
    work.from_mesh(data)
    layer = work.verts.layers.deform.active
    starts, joints, weights = [0], [], []
    for vertex in work.verts:
        if layer is not None:
            for group, weight in sorted(vertex[layer].items()):
                if weight > 0 and group < groups:
                    joints.append(group)
                    weights.append(weight)
        starts.append(len(joints))
    work.free()
    return np.array(starts, np.int64), np.array(joints, np.int64), np.array(weights, np.float32)


def _get(data, name, field, shape, kind):
    """An attribute as an array; zeros if it is not there."""
    rows = np.zeros(shape, kind)
    if rows.size and name in data.attributes:
        data.attributes[name].data.foreach_get(field, rows.ravel())
    return rows


def read(data):
    """Everything of a mesh as arrays per corner, in Blender's axes."""
    loops = _get(data, ".corner_vert", "value", len(data.loops), np.int32)
    positions = _get(data, "position", "vector", (len(data.vertices), 3), np.float32)
    slots = _get(data, "material_index", "value", len(data.polygons), np.int32)
    triangles, polygons = _triangles(data)
    normals = np.empty((len(loops), 3), np.float32)
    if len(loops):
        data.corner_normals.foreach_get("vector", normals.ravel())
    uvs = []
    for layer in data.uv_layers:
        rows = np.empty((len(loops), 2), np.float32)
        layer.uv.foreach_get("vector", rows.ravel())
        uvs.append(rows)
    colors = []
    for layer in data.color_attributes:
        rows = np.empty((len(layer.data), 4), np.float32)
        layer.data.foreach_get("color", rows.ravel())
        colors.append(rows[loops] if layer.domain == "POINT" else rows)
    return {
        "positions": positions,
        "loops": loops,
        "triangles": triangles,
        "slots": slots[polygons],
        "normals": normals,
        "uvs": uvs,
        "colors": colors,
    }


def _triangles(data):
    """Corners of triangles, and the face of each; asked of Blender only where a face has more corners than three."""
    if len(data.loops) == 3 * len(data.polygons):
        starts = np.empty(len(data.polygons), np.int32)
        data.polygons.foreach_get("loop_start", starts)
        if np.array_equal(starts, np.arange(0, len(data.loops), 3, dtype=np.int32)):
            return _in_order(len(starts)), np.arange(len(starts), dtype=np.int32)
    data.calc_loop_triangles()
    triangles = np.empty((len(data.loop_triangles), 3), np.int32)
    data.loop_triangles.foreach_get("loops", triangles.ravel())
    polygons = np.empty(len(data.loop_triangles), np.int32)
    data.loop_triangles.foreach_get("polygon_index", polygons)
    return triangles, polygons


def _in_order(count):
    return np.arange(3 * count, dtype=np.int32).reshape(-1, 3)


def _same(a, b):
    """Bit by bit: not-a-number is equal to itself."""
    return a.shape == b.shape and a.dtype == b.dtype and np.array_equal(a.view(np.uint32), b.view(np.uint32))


def unchanged(found, mesh, with_normals):
    """Which parts of what was read are still as :func:`build` made them of this mesh of a file: one answer per part, so
    that an edit of the UVs leaves the rest as it was."""
    corners, of_triangle, _ = triangles_of(mesh)
    flat = corners.ravel()
    out = {"topology": _same(found["loops"], flat) and _same(found["triangles"], _in_order(len(corners)))}
    if not out["topology"] or len(found["positions"]) != mesh.vertex_count:
        return {"topology": False}
    out["positions"] = _same(found["positions"], points_up(mesh.positions))
    out["slots"] = _same(found["slots"], _slots_of(of_triangle)[1])
    uvs = [_same(rows, _uvs_at(uvs, flat)) for rows, uvs in zip(found["uvs"], mesh.uvs, strict=False)]
    colors = [_same(rows, _color_rows(c)[flat]) for rows, c in zip(found["colors"], mesh.colors, strict=False)]
    out["uvs"] = uvs + [False] * (len(found["uvs"]) - len(uvs))
    out["colors"] = colors + [False] * (len(found["colors"]) - len(colors))
    out["normals"] = mesh.normals is None or not len(flat) or _same_normals(found, mesh, flat, with_normals)
    return out


def _same_normals(found, mesh, flat, with_normals):
    """Whether none has turned: by what the file says, and where Blender cannot show that, by making the mesh again."""
    if with_normals:
        rows = points_up(mesh.normals)
        length = np.maximum(np.sqrt(np.einsum("ij,ij->i", rows, rows)), 1e-9)
        if (np.einsum("ij,ij->i", rows[flat], found["normals"]) > STILL * length[flat]).all():
            return True
    again = bpy.data.meshes.new("xenomesh")
    try:
        again.vertices.add(mesh.vertex_count)
        _put(again, "position", "vector", points_up(mesh.positions))
        _write_triangles(again, flat.reshape(-1, 3))
        again.update(calc_edges=True)
        if with_normals:
            _write_normals(again, mesh.normals)
        rows = np.empty((len(flat), 3), np.float32)
        again.corner_normals.foreach_get("vector", rows.ravel())
    finally:
        bpy.data.meshes.remove(again)
    return _same(rows, found["normals"])


STILL = 0.9999
"""The cosine up to which a normal has not turned: Blender keeps them in few bits."""


def same_weights(found, influences):
    """Whether weights that were read are those that were written."""
    starts, joints, weights = _canonical(influences)
    return np.array_equal(found[0], starts) and np.array_equal(found[1], joints) and np.array_equal(found[2], weights)


def columns(found):
    """Vertices as a file has them: one for each difference of position, normal, UV or colour. Returns the columns, the
    triangles, and for each new vertex the one of Blender it is."""
    loops = found["loops"]
    parts = [loops.reshape(-1, 1).astype(np.uint32), (np.round(found["normals"], 4) + 0.0).view(np.uint32)]
    parts += [(u + 0.0).view(np.uint32) for u in found["uvs"]]
    parts += [(c + 0.0).view(np.uint32) for c in found["colors"]]
    rows = np.ascontiguousarray(np.concatenate(parts, axis=1)) if len(loops) else np.empty((0, 1), np.uint32)
    if not len(rows):
        return {"positions": points_down(found["positions"]), "uvs": [], "colors": [], "normals": None}, rows.reshape(-1, 3), (
            np.arange(len(found["positions"]))
        )
    voids = rows.view([("", rows.dtype)] * rows.shape[1]).ravel()
    _, first, inverse = np.unique(voids, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    first, inverse = first[order], rank[inverse]
    vertex = loops[first]
    uvs = []
    for layer in found["uvs"]:
        one = layer[first].copy()
        one[:, 1] = 1.0 - one[:, 1]
        uvs.append(one)
    out = {
        "positions": points_down(found["positions"][vertex]),
        "normals": points_down(found["normals"][first]),
        "uvs": uvs,
        "colors": [c[first].copy() for c in found["colors"]],
    }
    return out, inverse[found["triangles"]].astype(np.uint32), vertex
