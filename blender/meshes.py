"""Geometry: whole arrays by ``foreach_set``, weights by the deform layer."""

import bmesh
import bpy
import numpy as np

from .frames import points_down, points_up
from .keep import digest


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


def build(mesh, name, materials, normals=True):
    """Mesh data. ``materials``: Blender's, by index of the scene."""
    data = bpy.data.meshes.new(name)
    count = mesh.vertex_count
    data.vertices.add(count)
    data.vertices.foreach_set("co", points_up(mesh.positions).ravel())
    if mesh.influences is not None:
        _write_weights(data, mesh.influences)
    corners, of_triangle, edges = triangles_of(mesh)
    if len(edges):
        data.edges.add(len(edges))
        data.edges.foreach_set("vertices", edges.ravel())
    if len(corners):
        data.loops.add(corners.size)
        data.loops.foreach_set("vertex_index", corners.ravel())
        data.polygons.add(len(corners))
        data.polygons.foreach_set("loop_start", np.arange(0, corners.size, 3, dtype=np.int32))
        data.polygons.foreach_set("use_smooth", np.ones(len(corners), bool))
        used = [m for m in dict.fromkeys(of_triangle.tolist())]
        slots = np.zeros(max(used, default=-1) + 2, np.int32)
        for slot, material in enumerate(used):
            data.materials.append(materials[material] if material >= 0 else None)
            slots[material] = slot
        data.polygons.foreach_set("material_index", slots[of_triangle])
    flat = corners.ravel()
    for i, uvs in enumerate(mesh.uvs):
        layer = data.uv_layers.new(name="UVMap" if i == 0 else f"UVMap.{i:03}", do_init=False)
        if layer is not None and len(flat):
            rows = uvs[flat].astype(np.float32)
            rows[:, 1] = 1.0 - rows[:, 1]
            layer.uv.foreach_set("vector", rows.ravel())
    for i, colors in enumerate(mesh.colors):
        _write_colors(data, f"Color{i or ''}", colors)
    data.update(calc_edges=True, calc_edges_loose=bool(len(edges)))
    if normals and mesh.normals is not None and len(corners):
        rows = points_up(mesh.normals)
        length = np.linalg.norm(rows, axis=1, keepdims=True)
        data.normals_split_custom_set_from_vertices(np.divide(rows, length, where=length > 0, out=rows))
    return data


def _write_colors(data, name, colors):
    """Bytes are shown values to Blender, linear ones to a scene: floats keep both exact."""
    rows = colors.astype(np.float32) / 255.0 if colors.dtype == np.uint8 else np.asarray(colors, np.float32)
    layer = data.color_attributes.new(name, "FLOAT_COLOR", "POINT")
    layer.data.foreach_set("color", np.ascontiguousarray(rows).ravel())


def _canonical(influences):
    """Entries sorted by joint, those of one joint added up, none without weight: how Blender keeps them."""
    counts = np.diff(influences.starts).astype(np.int64)
    vertex = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
    joint = influences.joints.astype(np.int64)
    weight = influences.weights.astype(np.float64)
    use = weight > 0
    vertex, joint, weight = vertex[use], joint[use], weight[use]
    key = vertex * (1 << 17) + joint
    keys, first = np.unique(key, return_inverse=True)
    sums = np.bincount(first, weights=weight, minlength=len(keys)).astype(np.float32)
    starts = np.searchsorted(keys >> 17, np.arange(len(counts) + 1))
    return starts, (keys & 0x1FFFF).astype(np.int64), np.minimum(sums, 1.0)


def _write_weights(data, influences):
    starts, joints, weights = _canonical(influences)
    joints, weights, starts = joints.tolist(), weights.tolist(), starts.tolist()
    work = bmesh.new()
    work.from_mesh(data)
    layer = work.verts.layers.deform.verify()
    for vertex, a, b in zip(work.verts, starts[:-1], starts[1:], strict=True):
        entry = vertex[layer]
        for k in range(a, b):
            entry[joints[k]] = weights[k]
    work.to_mesh(data)
    work.free()


def weights_digest(influences, nodes):
    """Fingerprint of weights as they are about to be written; ``nodes``: of the joints."""
    starts, joints, weights = _canonical(influences)
    return digest(starts.astype(np.int64), joints, weights, nodes)


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


def read(data):
    """Everything of a mesh as arrays per corner, in the file's axes."""
    loops = np.empty(len(data.loops), np.int32)
    data.loops.foreach_get("vertex_index", loops)
    positions = np.empty((len(data.vertices), 3), np.float32)
    data.vertices.foreach_get("co", positions.ravel())
    data.calc_loop_triangles()
    triangles = np.empty((len(data.loop_triangles), 3), np.int32)
    data.loop_triangles.foreach_get("loops", triangles.ravel())
    polygons = np.empty(len(data.loop_triangles), np.int32)
    data.loop_triangles.foreach_get("polygon_index", polygons)
    slots = np.zeros(len(data.polygons), np.int32)
    if len(slots):
        data.polygons.foreach_get("material_index", slots)
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


def fingerprints(found):
    """One per part, so that an edit of the UVs leaves the rest as it was."""
    names = ("positions", "normals")
    out = {name: digest(found[name]) for name in names}
    out["topology"] = digest(found["loops"], found["triangles"])
    out["slots"] = digest(found["slots"])
    out["uvs"] = [digest(u) for u in found["uvs"]]
    out["colors"] = [digest(c) for c in found["colors"]]
    return out


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
