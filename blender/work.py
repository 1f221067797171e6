"""Long work in steps: a progress bar, and Esc undoes what was made so far."""

import time
from concurrent.futures import ThreadPoolExecutor

import bpy

from .words import say

BLOCKS = ("objects", "meshes", "armatures", "materials", "images", "actions", "collections", "lights", "cameras", "shape_keys")


class Made:
    """What was there when this was made; everything newer can be removed."""

    def __init__(self):
        self.before = {kind: {one.name for one in getattr(bpy.data, kind)} for kind in BLOCKS}

    def remove(self):
        """Removes what is new."""
        for kind in BLOCKS:
            if kind == "shape_keys":  # they go with their meshes
                continue
            blocks = getattr(bpy.data, kind)
            for one in [b for b in blocks if b.name not in self.before[kind]]:
                blocks.remove(one)


class Job:
    """Work whose steps say how much is done, from 0 to 1."""

    def __init__(self, steps):
        self.steps, self.share, self.is_done = steps, 0.0, False
        self.made = Made()

    def advance(self, seconds=None):
        """Works for about that long, or to the end; ``True`` when nothing is left to do."""
        end = None if seconds is None else time.monotonic() + seconds
        for share in self.steps:
            self.share = share
            if end is not None and time.monotonic() > end:
                return False
        self.share, self.is_done = 1.0, True
        return True

    def cancel(self):
        """Stops, and removes what was made."""
        self.steps.close()
        self.made.remove()


def in_thread(call):
    """Runs what does not touch Blender's data next to it; a generator that returns the result."""
    pool = ThreadPoolExecutor(1)
    try:
        future = pool.submit(call)
        while not future.done():
            time.sleep(0.01)
            yield 0.0
        return future.result()
    finally:
        pool.shutdown(wait=False)


def at_once(steps):
    """All steps of a generator; what it returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


class Modal:
    """For operators: ``begin`` starts a job that Blender's window stays alive with, ``finish`` is called at its end."""

    def begin(self, context, job):
        self.job = job
        manager = context.window_manager
        manager.progress_begin(0, 100)
        self.timer = manager.event_timer_add(0.02, window=context.window)
        manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type == "ESC" and self.may_stop():
            self.job.cancel()
            self.stop(context)
            self.report({"WARNING"}, self.cancelled())
            return {"CANCELLED"}
        # Everything else waits: an undo or a deleted object in between would pull the data away.
        if event.type != "TIMER" or not self.job.advance(0.1):
            percent = int(100 * self.job.share)
            context.window_manager.progress_update(percent)
            context.workspace.status_text_set(say("{percent} % – Esc cancels", percent=percent))
            return {"RUNNING_MODAL"}
        self.stop(context)
        return self.finish(context)

    def may_stop(self):
        """Whether it is not too late for Esc."""
        return True

    def stop(self, context):
        context.window_manager.event_timer_remove(self.timer)
        context.window_manager.progress_end()
        context.workspace.status_text_set(None)
