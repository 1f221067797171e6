"""The mutations of ``crates/formats/tests/hardening.rs``, the same numbers from the same seeds, through Python.

Run as a program in a process of its own: ``mutations.py FORMAT COUNT``. It prints the number of the attempt before it is
made, so that whoever started it knows which one ended it.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

MASK = (1 << 64) - 1
EVERY_LENGTH = 16 << 10
INFLATED = 1 << 20


class Random:
    """SplitMix64, as in ``crates/formats/tests/common``."""

    def __init__(self, text: str, number: int) -> None:
        seed = 0xCBF29CE484222325
        for byte in text.encode():
            seed = ((seed ^ byte) * 0x100000001B3) & MASK
        self.state = seed ^ (number * 0x9E3779B97F4A7C15 & MASK)

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        return 0 if n == 0 else self.next() % n


def put(out: bytearray, at: int, data: bytes) -> None:
    data = data[: max(len(out) - at, 0)]
    out[at : at + len(data)] = data


def change(out: bytearray, random: Random) -> None:
    window = min(len(out), 256) if random.below(2) == 0 else len(out)
    at = random.below(window)
    kind = random.below(10)
    if kind <= 1:
        put(out, at, bytes([random.next() & 0xFF]))
    elif kind == 2:
        bit = 1 << random.below(8)
        put(out, at, bytes([(out[at] if at < len(out) else 0) ^ bit]))
    elif kind <= 4:
        left = max(len(out) - at, 0)
        choices = [0, 1, 2, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, left, left // 4, left + 1]
        value = choices[random.below(len(choices))]
        put(out, at, struct.pack(">I" if random.below(4) == 0 else "<I", value))
    elif kind == 5:
        choices = ["0000c07f", "0000807f", "000080bf", "00000000", "caf24971", "00008000"]
        put(out, at, bytes.fromhex(choices[random.below(len(choices))]))
    elif kind == 6:
        n = min(random.below(64), len(out) - at)
        del out[at : at + n]
    elif kind == 7:
        n = random.below(32)
        out[at:at] = bytes(random.next() & 0xFF for _ in range(n))
    elif kind == 8:
        n = min(random.below(512), len(out) - at)
        piece = out[at : at + n]
        to = random.below(len(out))
        out[to:to] = piece
    else:
        digits = b'0123456789-.eE#<>"/\n ,{}[]'
        put(out, at, bytes([digits[random.below(len(digits))]]))


def mutate(data: bytes, random: Random) -> bytes:
    out = bytearray(data)
    for _ in range(random.below(4) + 1):
        change(out, random)
    return bytes(out)


def checksum(count: int) -> int:
    """What both languages make of the same start, as one number (FNV-1a)."""
    start = bytes(i * 7 % 251 for i in range(600))
    value = 0xCBF29CE484222325
    for i in range(count):
        for byte in mutate(start, Random("xps", i)):
            value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


def use(data: bytes, name: str, whole: bool) -> str:
    """Everything that can be done with a file. The code of the error, if there is one."""
    import xenomesh

    try:
        model = xenomesh.open_bytes(data, name, limit=INFLATED)
        if model.write() != data:
            raise AssertionError("what parses is not written back as it was")
        model.findings
        model.inspect()
        if whole:
            xenomesh.build(model.dump_json())
            model.layout()
        scene = model.scene(textures=False)
        for mesh in scene.meshes:
            mesh.bounds()
        scene.world_matrices()
        scene.to_glb()
        model.fix(infos=whole)
        model.write()
    except xenomesh.XenomeshError as error:
        if not (error.code and str(error)):
            raise AssertionError("an error without a code or a message") from error
        return error.code
    return ""


def files_of(format_id: str) -> list[tuple[str, bytes]]:
    import xenomesh

    paths = [p for folder in ("samples", "tests/data") for p in Path(folder).rglob("*") if p.is_file()]
    found = []
    for path in sorted(paths, key=lambda p: p.parts):
        data = path.read_bytes()
        try:
            if xenomesh.open_bytes(data, path.name, limit=INFLATED).format == format_id:
                found.append((path.name, data))
        except xenomesh.XenomeshError:
            continue
    return sorted(found, key=lambda f: len(f[1]))


def main() -> None:
    format_id, count = sys.argv[1], int(sys.argv[2])
    files = files_of(format_id)
    small = sum(len(data) <= EVERY_LENGTH for _, data in files)
    seen: dict[str, int] = {}
    for i in range(count):
        print(f"mutation {i}", flush=True)
        random = Random(format_id, i)
        at = i // 50 % len(files) if small == 0 or i % 50 == 0 else random.below(small)
        name, data = files[at]
        mutated = mutate(data, random)
        code = use(mutated, name, len(mutated) <= EVERY_LENGTH and i % 8 == 0)
        seen[code] = seen.get(code, 0) + 1
    for i in range(count // 4):
        name, data = files[i % len(files)]
        n = Random(format_id, -1 - i & MASK).below(len(data))
        print(f"{name} cut to {n}", flush=True)
        use(data[:n], name, False)
    print(f"files {len(files)}, opened {seen.pop('', 0)}, raised {sum(seen.values())}, codes {len(seen)}")


if __name__ == "__main__":
    main()
