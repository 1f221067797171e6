"""Axes and matrices: files are Y up, Blender is Z up. No bpy in here."""

import numpy as np

UP = np.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]], np.float64)
"""From the file's axes to Blender's: (x, y, z) becomes (x, -z, y)."""
DOWN = UP.T


def points_up(points):
    """(n, 3) positions or directions into Blender's axes, as float32."""
    out = np.empty((len(points), 3), np.float32)
    out[:, 0] = points[:, 0]
    out[:, 1] = -points[:, 2]
    out[:, 2] = points[:, 1]
    return out


def points_down(points):
    """And back."""
    out = np.empty((len(points), 3), np.float32)
    out[:, 0] = points[:, 0]
    out[:, 1] = points[:, 2]
    out[:, 2] = -points[:, 1]
    return out


def rotation_matrix(q):
    """3 × 3 from a quaternion x, y, z, w."""
    x, y, z, w = np.asarray(q, np.float64) / (np.linalg.norm(q) or 1.0)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def compose(translation, rotation, scale):
    """Translation · rotation · scale."""
    out = np.eye(4)
    out[:3, :3] = rotation_matrix(rotation) * np.asarray(scale, np.float64)
    out[:3, 3] = translation
    return out


def inverse(matrix):
    """Of a matrix whose last row is 0 0 0 1; without LAPACK, whose threads cost more than the work."""
    (a, b, c, x), (d, e, f, y), (g, h, i, z), _ = np.asarray(matrix, np.float64).tolist()
    p, q, r = e * i - f * h, f * g - d * i, d * h - e * g
    det = a * p + b * q + c * r
    if det == 0.0:
        return np.linalg.pinv(np.asarray(matrix, np.float64))
    rows = [[p, c * h - b * i, b * f - c * e], [q, a * i - c * g, c * d - a * f], [r, b * g - a * h, a * e - b * d]]
    rows = [[v / det for v in row] for row in rows]
    return np.array([[*row, -(row[0] * x + row[1] * y + row[2] * z)] for row in rows] + [[0.0, 0.0, 0.0, 1.0]])


def quaternion(matrix):
    """x, y, z, w of a 3 × 3 rotation."""
    m = np.asarray(matrix, np.float64)
    trace = m[0, 0] + m[1, 1] + m[2, 2]
    if trace > 0:
        s = 2 * np.sqrt(trace + 1)
        return np.array([(m[2, 1] - m[1, 2]) / s, (m[0, 2] - m[2, 0]) / s, (m[1, 0] - m[0, 1]) / s, s / 4])
    i = int(np.argmax(np.diag(m)))
    j, k = (i + 1) % 3, (i + 2) % 3
    s = 2 * np.sqrt(max(1 + m[i, i] - m[j, j] - m[k, k], 1e-30))
    q = np.empty(4)
    q[i], q[j], q[k] = s / 4, (m[j, i] + m[i, j]) / s, (m[k, i] + m[i, k]) / s
    q[3] = (m[k, j] - m[j, k]) / s
    return q


def decompose(matrix):
    """Translation, rotation (x, y, z, w) and scale; a mirror becomes a negative scale on all axes."""
    m = np.asarray(matrix, np.float64)
    scale = np.linalg.norm(m[:3, :3], axis=0)
    if np.linalg.det(m[:3, :3]) < 0:
        scale = -scale
    safe = np.where(scale == 0, 1.0, scale)
    return m[:3, 3].copy(), quaternion(m[:3, :3] / safe), scale


def rigid(matrix):
    """The same place and direction without scale or shear."""
    m = np.asarray(matrix, np.float64)
    out = np.eye(4)
    x, y = m[:3, 0], m[:3, 1]
    y = y / (np.linalg.norm(y) or 1.0)
    x = x - y * x.dot(y)
    length = np.linalg.norm(x)
    x = x / length if length > 1e-12 else np.cross(y, [0.0, 0.0, 1.0] if abs(y[2]) < 0.9 else [1.0, 0.0, 0.0])
    x = x / (np.linalg.norm(x) or 1.0)
    out[:3, 0], out[:3, 1], out[:3, 2] = x, y, np.cross(x, y)
    out[:3, 3] = m[:3, 3]
    return out


def multiply(a, b):
    """Hamilton product of (n, 4) quaternions x, y, z, w; either side may be a single one."""
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    ax, ay, az, aw = np.moveaxis(a, -1, 0)
    bx, by, bz, bw = np.moveaxis(b, -1, 0)
    return np.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ],
        axis=-1,
    )


def conjugate(q):
    """The opposite rotation."""
    return np.asarray(q, np.float64) * np.array([-1.0, -1.0, -1.0, 1.0])
