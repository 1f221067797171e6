"""One export: what is written, what would be lost, and the writing itself."""

import os
from dataclasses import replace

import xenomesh

from .collect import Collector, source_of
from .containers import on_disk

POSED = {"xps", "pose", "glb"}
"""Formats that hold a pose besides the rest pose."""


class Export:
    """Everything read from Blender; nothing is written before ``write``."""

    def __init__(self, context, objects, options, report=lambda *_: None):
        self.context, self.report = context, report
        self.path, self.kind = options["filepath"], options["format"]
        self.options = options
        source = source_of(context, objects) if options.get("template", True) else None
        self.source, self.template = source, None
        if source is not None and os.path.exists(on_disk(source["path"])):
            self.template = xenomesh.open(source["path"])
        elif source is not None:
            report({"WARNING"}, f"the original {source['path']} is gone: what Blender has no place for is lost")
        self.is_own = self.template is not None and self.template.format == self.kind
        with_pose = self.kind in POSED and ("always" if self.kind == "pose" and options.get("poses") != "keys" else True)
        self.collector = Collector(xenomesh, context, objects, self.template, source, with_pose)
        self.objects = self.collector.objects
        self.scene = self.collector.collect()
        if self.kind == "scene" and (not self.is_own or self.collector.changes):
            raise ValueError("a .scene says where models stand and holds none: export the models themselves as .xps")

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
        made = self.scene.write(self.kind, file_name=os.path.basename(self.path), **self.request())
        found = [f for f in xenomesh.open_bytes(made.main, os.path.basename(self.path)).findings if f.severity != "info"]
        return [*made.findings, *found]

    def write(self, report=None):
        """Writes; returns what was lost."""
        report = report or self.report
        overwrite = self.options.get("overwrite", False)
        name = os.path.basename(self.path)
        if self.is_unedited:
            self.write_original(overwrite)
            report({"INFO"}, f"{name}: nothing was edited, written as the original was")
            return []
        if self.kind == "pose" and self.options.get("poses") == "range":
            return self.write_poses(report, overwrite)
        if self.kind == "pose" and self.options.get("poses") != "keys":
            self.scene.animations = []
        found = self.scene.save(self.path, to=self.kind, overwrite=overwrite, **self.request())
        changes = self.collector.changes
        words = ", ".join(changes[:6]) + (f" and {len(changes) - 6} more" if len(changes) > 6 else "")
        report({"INFO"}, f"{name} written; edited: {words or 'nothing'}")
        return found

    def write_original(self, overwrite):
        """The file as it was, with what belongs to it: parts and motions of a ship, data of a scene, pictures."""
        if self.kind in {"component", "bsg"} or self.options.get("pictures", True) and self.kind not in {"scene", "pose"}:
            self.collector.origin.save(self.path, to=self.kind, overwrite=overwrite, **self.request())
            overwrite = True
        if self.kind != "component":
            self.template.save(self.path, overwrite=overwrite)

    def write_poses(self, report, overwrite):
        """A pose for each frame of the scene's range."""
        scene, found = self.context.scene, []
        stem = os.path.splitext(self.path)[0]
        nodes, before = self.scene.nodes, scene.frame_current
        self.scene.animations = []
        frames = range(scene.frame_start, scene.frame_end + 1)
        try:
            for number, frame in enumerate(frames, 1):
                scene.frame_set(frame)
                self.scene.nodes = [replace(n) for n in nodes]
                for rig in self.collector.rigs:
                    self.collector.pose(rig)
                found = self.scene.save(f"{stem}{number:03}.pose", to="pose", overwrite=overwrite)
        finally:
            scene.frame_set(before)
        report({"INFO"}, f"{len(frames)} poses written")
        return found
