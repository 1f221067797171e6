"""Materials and pictures of Blender as those of a scene."""

import os
from dataclasses import replace

import numpy as np

from . import materials
from .keep import get, name_of
from .words import say


class Surfaces:
    """The part of a collector that reads materials."""

    def take_materials(self):
        """Those of the original in their order, edited or not; new ones follow as they are met."""
        used = [s.material for o in self.objects if o.type == "MESH" for s in o.material_slots if s.material]
        by_index = {self.facts(m).get("material"): m for m in reversed(used)}
        for i, known in enumerate(self.origin.materials):
            own = by_index.get(i)
            made = known if own is None else self.surface(own, known)
            self.scene.materials.append(made)
            if own is not None:
                self.material_index[own.name] = i

    def slots_edited(self, known, slots):
        parts = known.primitives if known is not None else []
        used = {p.material for p in parts if p.material is not None and p.topology == "triangles" and p.count}
        return bool(used - set(slots))

    def material(self, material):
        """Index of a material of Blender in the scene."""
        if material is None:
            return None
        if material.name not in self.material_index:
            self.material_index[material.name] = len(self.scene.materials)
            self.scene.materials.append(self.surface(material, None))
        return self.material_index[material.name]

    def surface(self, material, known):
        name = name_of(material)
        if known is not None and not materials.is_edited(material):
            known = self.repainted(material, known)
            if known.name != name:
                self.changed("name of material {name}", material.name)
                return replace(known, name=name)
            return known
        made = materials.read(material, self.xm, self.image)
        made.name = name
        # Blender's normal maps are green-up; files of games are not, and are written so.
        for texture in made.textures:
            if texture.slot == "normal" and texture.image in self.new_images:
                self.scene.images[texture.image].ops = self.xm.PixelOps(invert_green=True)
        made.extras = dict(known.extras) if known is not None else self.extras(material)
        if known is not None:
            kept = {t.slot: t for t in known.textures}
            made.textures = [replace(kept[t.slot], image=t.image) if t.slot in kept else t for t in made.textures]
        self.changed("material {name}", material.name)
        return made

    def repainted(self, material, known):
        """The surface with the pictures that somebody painted on."""
        painted = {s: i for s, i in materials.labelled(material).items() if materials.is_painted(i)}
        if not any(t.slot in painted for t in known.textures):
            return known
        self.changed("pictures of material {name}", material.name)
        pictures = [replace(t, image=self.image(painted[t.slot])) if t.slot in painted else t for t in known.textures]
        return replace(known, textures=pictures)

    def named(self, image, file):
        """Index of a picture of which only the name is known."""
        self.image_index[image.name] = len(self.scene.images)
        self.scene.images.append(self.xm.Image(file))
        return self.image_index[image.name]

    def image(self, image):
        """Index of a picture of Blender in the scene."""
        if image.name in self.image_index:
            return self.image_index[image.name]
        facts = get(image)
        known = next((i for i, k in enumerate(self.scene.images) if k.file == facts.get("file")), None)
        if known is not None and not materials.is_painted(image):
            self.image_index[image.name] = known
            return known
        width, height = image.size
        if not image.has_data and facts.get("file"):
            return self.named(image, facts["file"])  # it was not there when the model was imported either
        if not width or not height:
            text = "the picture {name} cannot be read: find it with File → External Data, or remove it"
            raise ValueError(say(text, name=image.name))
        pixels = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(pixels)
        rows = np.round(np.clip(pixels.reshape(height, width, 4)[::-1], 0.0, 1.0) * 255.0).astype(np.uint8)
        file = facts.get("file") or os.path.basename(image.filepath_from_user()) or f"{image.name}.png"
        made = self.xm.Image.from_pixels(rows, file if known is not None else os.path.splitext(file)[0] + ".png")
        if known is not None:
            made.ops = self.scene.images[known].ops
            self.scene.images[known] = made
        else:
            known = len(self.scene.images)
            self.scene.images.append(made)
            self.new_images.add(known)
        self.image_index[image.name] = known
        return known
