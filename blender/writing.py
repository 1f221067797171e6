"""One export: what is written, what would be lost, and the writing itself, each in steps that Esc can stop."""

import os
from dataclasses import replace
from threading import Lock

import xenomesh

from .collect import Collector, source_of
from .containers import on_disk
from .work import in_thread
from .words import say

POSED = {"xps", "pose", "glb"}
"""Formats that hold a pose besides the rest pose."""
LONG = 50_000
"""Vertices from which on an export shows a progress bar."""


class Export:
    """Everything read from Blender; nothing is written before ``write``, and nothing at all after ``stop``."""

    def __init__(self, context, objects, options, report=lambda *_: None, threaded=False):
        self.context, self.report, self.threaded = context, report, threaded
        self.path, self.kind = options["filepath"], options["format"]
        self.options, self.objects = options, objects
        self.lock, self.goes_on, self.is_writing = Lock(), True, False
        self.source = source_of(context, objects) if options.get("template", True) else None
        self.template, self.is_own, self.scene, self.collector = None, False, None, None

    @staticmethod
    def is_long(objects):
        """Whether it takes long enough for a progress bar."""
        return sum(len(o.data.vertices) for o in objects if o.type == "MESH") > LONG

    def apart(self, call):
        """Runs work of the library; in a thread where the window must stay alive."""
        return (yield from in_thread(call)) if self.threaded else call()

    def stop(self):
        """Nothing is written from now on; ``False`` if the first file is being written already."""
        with self.lock:
            self.goes_on = self.goes_on and self.is_writing
            return not self.is_writing

    def begins(self, *_):
        """Asked before the first file is written, by whatever thread: whether it may be."""
        with self.lock:
            self.is_writing = self.goes_on
            return self.goes_on

    def read(self):
        """Reads the original file and Blender's data."""
        source = self.source
        if source is not None and os.path.exists(on_disk(source["path"])):
            self.template = yield from self.apart(lambda: xenomesh.open(source["path"]))
        elif source is not None:
            text = "the original {path} is gone: what Blender has no place for is lost"
            self.report({"WARNING"}, say(text, path=source["path"]))
        self.is_own = self.template is not None and self.template.format == self.kind
        origin = xenomesh.Scene(extras=source["extras"] if source is not None else {})
        if self.template is not None:
            origin = yield from self.apart(lambda: self.template.scene(**source["options"]))
        with_pose = self.kind in POSED and ("always" if self.kind == "pose" and self.options.get("poses") != "keys" else True)
        self.collector = Collector(xenomesh, self.context, self.objects, origin, source, with_pose)
        self.objects, self.scene = self.collector.objects, self.collector.scene
        yield from self.collector.collect()
        if self.kind == "scene" and (not self.is_own or self.collector.changes):
            raise ValueError(say("a .scene says where models stand and holds none: export the models themselves as .xps"))

    @property
    def is_unedited(self):
        """Whether the original is written as it was."""
        return self.is_own and not self.collector.changes and not self.options.get("profile")

    def request(self):
        out = {"no_textures": not self.options.get("pictures", True)}
        if self.options.get("profile"):
            out["profile"] = self.options["profile"]
        if self.is_own:
            path = self.source["path"]
            out["template"] = path if os.path.exists(path) else bytes(self.template.data)
        if self.kind == "pose" and self.options.get("poses") == "keys":
            out["frames"] = "all"
        return out

    def check(self):
        """What would be lost, and what would be wrong with the file."""
        if self.is_unedited:
            return list(self.template.findings)
        name = os.path.basename(self.path)

        def work():
            made = self.scene.write(self.kind, file_name=name, **self.request())
            found = [f for f in xenomesh.open_bytes(made.main, name).findings if f.severity != "info"]
            return [*made.findings, *found]

        return (yield from self.apart(work))

    def write(self, report=None):
        """Writes; returns what was lost."""
        report = report or self.report
        name = os.path.basename(self.path)
        if self.is_unedited:
            yield from self.apart(self.write_original)
            report({"INFO"}, say("{name}: nothing was edited, written as the original was", name=name))
            return []
        if self.kind == "pose" and self.options.get("poses") == "range":
            return (yield from self.write_poses(report))
        if self.kind == "pose" and self.options.get("poses") != "keys":
            self.scene.animations = []
        found = yield from self.apart(lambda: self.save(self.scene))
        report({"INFO"}, self.edited(name))
        return found

    def edited(self, name):
        """What was edited, in a sentence."""
        changes, most = self.collector.changes, 6
        if not changes:
            return say("{name} written", name=name)
        if len(changes) <= most:
            return say("{name} written; edited: {what}", name=name, what=", ".join(changes))
        text = "{name} written; edited: {what} and {count} more"
        return say(text, name=name, what=", ".join(changes[:most]), count=len(changes) - most)

    def save(self, scene):
        """Makes the files, and asks before the first one is written."""
        overwrite = self.options.get("overwrite", False)
        return scene.save(self.path, to=self.kind, overwrite=overwrite, progress=self.begins, **self.request())

    def write_original(self):
        """The file as it was, with what belongs to it: parts and motions of a ship, data of a scene, pictures."""
        overwrite = self.options.get("overwrite", False)
        if self.kind in {"component", "bsg"} or self.options.get("pictures", True) and self.kind not in {"scene", "pose"}:
            self.save(self.collector.origin)
            overwrite = True
        if self.kind != "component" and self.begins():
            self.template.save(self.path, overwrite=overwrite)

    def write_poses(self, report):
        """A pose for each frame of the scene's range; all are made before the first is written."""
        scene, made, found = self.context.scene, [], []
        stem, before = os.path.splitext(self.path)[0], scene.frame_current
        nodes = self.scene.nodes
        self.scene.animations = []
        frames = range(scene.frame_start, scene.frame_end + 1)
        try:
            for number, frame in enumerate(frames, 1):
                scene.frame_set(frame)
                self.scene.nodes = [replace(n) for n in nodes]
                for rig in self.collector.rigs:
                    self.collector.pose(rig)
                path = f"{stem}{number:03}.pose"
                written = self.scene.write("pose", file_name=os.path.basename(path))
                made.append((path, written.main))
                found = written.findings
                yield number / len(frames)
        finally:
            scene.frame_set(before)
        for path, data in made:
            xenomesh.open_bytes(data, path).save(path, overwrite=self.options.get("overwrite", False))
        report({"INFO"}, say("{count} poses written", count=len(frames)))
        return found
