"""A reader of binary XNALara/XPS models and poses for tests, written from the format's description alone.

It shares nothing with the program: what both read alike is right, or wrong in the description.
"""

import struct


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        if self.at + n > len(self.data):
            raise ValueError(f"{n} bytes wanted at {self.at}, the file has {len(self.data)}")
        part = self.data[self.at : self.at + n]
        self.at += n
        return part

    def read(self, form):
        values = struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))
        return values[0] if len(values) == 1 else values

    def text(self):
        length = shift = 0
        while True:
            byte = self.read("B")
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return self.take(length).decode("utf-8")


class Model:
    """Bones (name, parent, head), meshes as dictionaries, header or None, default pose as text or None."""

    def __init__(self, path):
        with open(path, "rb") as file:
            r = Reader(file.read())
        self.header = self.pose = None
        major, minor = 0, 0
        if struct.unpack_from("<I", r.data)[0] == 323232:
            r.read("I")
            major, minor = r.read("HH")
            tool, words = r.text(), r.read("I")
            machine, user, files = r.text(), r.text(), r.text()
            self.header = {"version": (major, minor), "tool": tool, "machine": machine, "user": user, "files": files}
            self.settings(Reader(r.take(4 * words)), old=major <= 2 and minor <= 12)
        tangents = self.header is None or (major <= 2 and minor <= 12)
        self.bones = [(r.text(), r.read("h"), r.read("3f")) for _ in range(r.read("I"))]
        self.meshes = [self.mesh(r, tangents, major >= 3) for _ in range(r.read("I"))]
        self.rest = r.data[r.at :]

    def settings(self, r, old):
        if old or not r.data:
            return
        r.read("I")
        for _ in range(r.read("I")):
            kind, count, _info = r.read("3I")
            if kind == 0:
                r.take(4 * count)
            elif kind == 1:
                self.pose = r.take(count).decode("utf-8")
                r.take(-count % 4)
            elif kind == 2:
                r.take(8 * count)
            else:
                return

    def mesh(self, r, tangents, variable):
        name, layers = r.text(), r.read("I")
        textures = [(r.text(), r.read("I")) for _ in range(r.read("I"))]
        out = {"name": name, "layers": layers, "textures": [t[0] for t in textures]}
        positions, normals, colors, uvs, weights = [], [], [], [], []
        for _ in range(r.read("I")):
            positions.append(r.read("3f"))
            normals.append(r.read("3f"))
            colors.append(r.read("4B"))
            uvs.append([r.read("2f") for _ in range(layers)])
            if tangents:
                r.take(16 * layers)
            count = r.read("H") if variable else 4
            if self.bones:
                ids = [r.read("h") for _ in range(count)]
                values = [r.read("f") for _ in range(count)]
                weights.append([(b, w) for b, w in zip(ids, values) if w != 0.0])
        triangles = [r.read("3I") for _ in range(r.read("I"))]
        if any(i >= len(positions) for t in triangles for i in t):
            raise ValueError(f"{name}: a triangle names a vertex beyond {len(positions)}")
        out.update(positions=positions, normals=normals, colors=colors, uvs=uvs, weights=weights, triangles=triangles)
        return out

    def named(self, name):
        return next((m for m in self.meshes if m["name"] == name), None)

    def names(self):
        return [m["name"] for m in self.meshes]


def pose(path):
    """Bone -> nine numbers of a pose file."""
    out = {}
    with open(path, encoding="utf-8-sig") as file:
        for line in file:
            if ":" in line:
                name, values = line.rsplit(":", 1)
                values = [float(v) for v in values.split()]
                out[name.strip()] = values + [0.0] * (6 - len(values)) + [1.0] * (9 - max(6, len(values)))
    return out


def bounds(model):
    points = [p for m in model.meshes for p in m["positions"]]
    return [min(c) for c in zip(*points)], [max(c) for c in zip(*points)]
