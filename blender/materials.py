"""Surfaces as node trees, and node trees as surfaces."""

import math

import bpy

from .keep import digest, get, keep_extras, put, set_name

SHADERS = ("BSDF_PRINCIPLED", "EMISSION", "BACKGROUND")
PLACES = {"baseColor", "normal", "emissive", "specular", "metallicRoughness"}
COLOR_SLOTS = {"baseColor", "emissive", "lightmap", "environment"}


class Images:
    """Pictures of a scene as Blender's, made when first used."""

    def __init__(self, scene, pack=True):
        self.scene, self.pack, self.made = scene, pack, {}

    def get(self, index, color):
        """The image, as colour or as data."""
        if (index, color) not in self.made:
            self.made[index, color] = self._make(self.scene.images[index], color)
        return self.made[index, color]

    def _make(self, image, color):
        name = image.name or "image"
        if image.data is None:
            made = bpy.data.images.new(name, 1, 1)
            made.source = "FILE"
            made.filepath = image.file
        elif not self.pack and image.found and image.found.lower().endswith((".png", ".jpg", ".jpeg")) and not _touched(image):
            made = bpy.data.images.load(image.found, check_existing=True)
        else:
            made = bpy.data.images.new(name, 8, 8)
            data = bytes(image.data)
            made.pack(data=data, data_len=len(data))
            made.source = "FILE"
        made.colorspace_settings.name = "sRGB" if color else "Non-Color"
        set_name(made, name)
        put(made, file=image.file, found=image.found, seen=_packed(made))
        return made


def _packed(image):
    return digest(bytes(image.packed_file.data)) if image.packed_file else ""


def is_painted(image):
    """Whether somebody changed the pixels of a picture since the import."""
    facts = get(image)
    return image.is_dirty or "file" not in facts or facts.get("seen", "") != _packed(image)


def labelled(material):
    """Pictures of a material by what they are for."""
    nodes = material.node_tree.nodes if material.node_tree else []
    return {n.label: n.image for n in nodes if n.type == "TEX_IMAGE" and n.image and _is_slot(n.label)}


def _is_slot(label):
    return label in PLACES or label in {"lightmap", "mask", "environment"} or label.startswith("other:")


def _touched(image):
    ops = image.ops
    return ops.invert_red or ops.invert_green or ops.invert_blue or ops.drop_alpha


def build(scene, images, colored, token):
    """All materials of a scene. ``colored``: indices of materials whose meshes have vertex colours that matter."""
    return [_build(i, m, images, i in colored, token) for i, m in enumerate(scene.materials)]


def _build(index, material, images, colored, token):
    made = bpy.data.materials.new(material.name or "material")
    set_name(made, material.name)
    made.use_nodes = True
    made.use_backface_culling = not material.double_sided
    made.diffuse_color = material.base_color
    tree = made.node_tree
    tree.nodes.clear()
    Tree(tree, material, images, colored).build()
    if material.alpha == "blend" and hasattr(made, "surface_render_method"):
        made.surface_render_method = "BLENDED"
    put(made, seen=digest(facts(made)), material=index, of=token)
    keep_extras(made, material.extras)
    return made


class Tree:
    """One node tree in the making, from right to left."""

    def __init__(self, tree, material, images, colored):
        self.tree, self.material, self.images, self.colored = tree, material, images, colored
        self.rows = 0

    def node(self, kind, x, y, **values):
        made = self.tree.nodes.new(kind)
        made.location = (x, y)
        for name, value in values.items():
            setattr(made, name, value)
        return made

    def link(self, a, b):
        self.tree.links.new(a, b)

    def build(self):
        m = self.material
        out = self.node("ShaderNodeOutputMaterial", 600, 0)
        color, alpha = self.base()
        if m.unlit:
            shader = self.node("ShaderNodeEmission", 200, 0)
            self.join(color, shader.inputs["Color"], m.base_color)
            surface = shader.outputs[0]
            if m.alpha != "opaque":
                clear = self.node("ShaderNodeBsdfTransparent", 200, -150)
                mix = self.node("ShaderNodeMixShader", 400, 0)
                self.join(self.cut(alpha), mix.inputs[0], m.base_color[3])
                self.link(clear.outputs[0], mix.inputs[1])
                self.link(surface, mix.inputs[2])
                surface = mix.outputs[0]
            self.link(surface, out.inputs["Surface"])
            return
        shader = self.node("ShaderNodeBsdfPrincipled", 200, 0)
        self.join(color, shader.inputs["Base Color"], m.base_color)
        shader.inputs["Metallic"].default_value = m.metallic
        shader.inputs["Roughness"].default_value = m.roughness
        if m.alpha != "opaque":
            self.join(self.cut(alpha), shader.inputs["Alpha"], m.base_color[3])
        self.shine(shader)
        self.bumps(shader)
        self.mirror(shader)
        self.glow(shader)
        self.link(shader.outputs[0], out.inputs["Surface"])
        self.others()

    def join(self, socket, target, value):
        if socket is not None:
            self.link(socket, target)
        else:
            target.default_value = value

    def picture(self, texture, color):
        """Image, UV set and tiling."""
        y = 300 - 320 * self.rows
        self.rows += 1
        node = self.node("ShaderNodeTexImage", -600, y, label=texture.slot)
        node.image = self.images.get(texture.image, color)
        node.extension = "EXTEND" if texture.clamp else "REPEAT"
        source = None
        if texture.uv or texture.transform:
            uv = self.node("ShaderNodeUVMap", -1000, y)
            uv.uv_map = "UVMap" if texture.uv == 0 else f"UVMap.{texture.uv:03}"
            source = uv.outputs[0]
        if texture.transform:
            t = texture.transform
            mapping = self.node("ShaderNodeMapping", -800, y)
            sin, cos = math.sin(t.rotation), math.cos(t.rotation)
            mapping.inputs["Location"].default_value = (
                t.offset[0] + t.scale[1] * sin,
                1.0 - t.offset[1] - t.scale[1] * cos,
                0.0,
            )
            mapping.inputs["Rotation"].default_value = (0.0, 0.0, t.rotation)
            mapping.inputs["Scale"].default_value = (t.scale[0], t.scale[1], 1.0)
            self.link(source, mapping.inputs["Vector"])
            source = mapping.outputs[0]
        if source is not None:
            self.link(source, node.inputs["Vector"])
        return node

    def times(self, a, b, x, y):
        """Product of two colours, each a socket or a value."""
        mix = self.node("ShaderNodeMix", x, y, data_type="RGBA", blend_type="MULTIPLY")
        mix.inputs[0].default_value = 1.0
        for socket, target in ((a, mix.inputs[6]), (b, mix.inputs[7])):
            if hasattr(socket, "is_linked"):
                self.link(socket, target)
            else:
                target.default_value = socket
        return mix.outputs[2]

    def base(self):
        """Colour and alpha: picture × factor × lightmap × vertex colours."""
        m = self.material
        texture = m.texture("baseColor")
        color = alpha = None
        if texture is not None:
            node = self.picture(texture, True)
            color, alpha = node.outputs["Color"], node.outputs["Alpha"]
            if any(abs(c - 1.0) > 1e-6 for c in m.base_color[:3]):
                color = self.times(color, (*m.base_color[:3], 1.0), -250, 300)
            if abs(m.base_color[3] - 1.0) > 1e-6:
                scaled = self.node("ShaderNodeMath", -250, 100, operation="MULTIPLY")
                self.link(alpha, scaled.inputs[0])
                scaled.inputs[1].default_value = m.base_color[3]
                alpha = scaled.outputs[0]
        light = m.texture("lightmap")
        if light is not None and light.strength > 0:
            node = self.picture(light, True)
            color = self.times(color if color is not None else m.base_color, node.outputs["Color"], -100, 300)
        if self.colored:
            node = self.node("ShaderNodeVertexColor", -600, 560)
            node.layer_name = "Color"
            color = self.times(color if color is not None else m.base_color, node.outputs["Color"], 0, 400)
        return color, alpha

    def cut(self, alpha):
        """Masks are sharp."""
        if self.material.alpha != "mask" or alpha is None:
            return alpha
        node = self.node("ShaderNodeMath", 0, -200, operation="GREATER_THAN")
        self.link(alpha, node.inputs[0])
        node.inputs[1].default_value = self.material.alpha_cutoff
        return node.outputs[0]

    def shine(self, shader):
        m = self.material
        if m.specular is not None:
            shader.inputs["Specular IOR Level"].default_value = 0.5 * m.specular.factor
            shader.inputs["Specular Tint"].default_value = (*m.specular.color, 1.0)
        texture = m.texture("specular")
        if texture is not None:
            self.link(self.picture(texture, True).outputs["Color"], shader.inputs["Specular Tint"])
        texture = m.texture("metallicRoughness")
        if texture is not None:
            split = self.node("ShaderNodeSeparateColor", -250, -300)
            self.link(self.picture(texture, False).outputs["Color"], split.inputs[0])
            self.link(split.outputs[1], shader.inputs["Roughness"])
            self.link(split.outputs[2], shader.inputs["Metallic"])

    def bumps(self, shader):
        texture = self.material.texture("normal")
        if texture is not None:
            node = self.node("ShaderNodeNormalMap", -100, -500)
            node.inputs["Strength"].default_value = texture.strength
            if texture.uv:
                node.uv_map = f"UVMap.{texture.uv:03}"
            color = self.picture(texture, False).outputs["Color"]
            self.link(self.mini_bumps(color, texture), node.inputs["Color"])
            self.link(node.outputs[0], shader.inputs["Normal"])

    def mini_bumps(self, color, texture):
        """Repeated detail on top of a normal map: red of the mask says how much of the first, green of the second."""
        m = self.material
        if m.texture("mask") is None or m.texture("other:bump1") is None:
            return color
        split = self.node("ShaderNodeSeparateColor", -400, -500)
        self.link(self.picture(m.texture("mask"), False).outputs["Color"], split.inputs[0])
        # Their pixels are the file's own: they are turned here as the normal map was turned when it was read.
        ops = self.images.scene.images[texture.image].ops
        signs = (-1.0 if ops.invert_red else 1.0, -1.0 if ops.invert_green else 1.0, 0.0)
        for amount, slot in zip(split.outputs, ("other:bump1", "other:bump2")):
            mini = m.texture(slot)
            if mini is not None:
                off = self.node("ShaderNodeVectorMath", -400, -650, operation="SUBTRACT")
                self.link(self.picture(mini, False).outputs["Color"], off.inputs[0])
                off.inputs[1].default_value = (0.5, 0.5, 0.5)
                turned = self.node("ShaderNodeVectorMath", -300, -650, operation="MULTIPLY")
                self.link(off.outputs[0], turned.inputs[0])
                turned.inputs[1].default_value = signs
                sum_of = self.node("ShaderNodeVectorMath", -200, -650, operation="MULTIPLY_ADD")
                self.link(turned.outputs[0], sum_of.inputs[0])
                self.link(amount, sum_of.inputs[1])
                self.link(color, sum_of.inputs[2])
                color = sum_of.outputs[0]
        return color

    def mirror(self, shader):
        """A picture of the surroundings, looked up by where the surface faces as the camera sees it."""
        texture = self.material.texture("environment")
        if texture is None:
            return
        base, normal = shader.inputs["Base Color"], shader.inputs["Normal"]
        before = base.links[0].from_socket if base.is_linked else tuple(base.default_value)
        faces = normal.links[0].from_socket if normal.is_linked else self.node("ShaderNodeNewGeometry", -1200, -900).outputs["Normal"]
        turn = self.node("ShaderNodeVectorTransform", -1000, -900, vector_type="NORMAL", convert_from="WORLD", convert_to="CAMERA")
        self.link(faces, turn.inputs[0])
        place = self.node("ShaderNodeMapping", -800, -900)
        place.inputs["Location"].default_value = (0.5, 0.5, 0.0)
        place.inputs["Scale"].default_value = (0.5, 0.5, 0.0)
        self.link(turn.outputs[0], place.inputs["Vector"])
        node = self.picture(texture, True)
        self.link(place.outputs[0], node.inputs["Vector"])
        mix = self.node("ShaderNodeMix", 0, 600, data_type="RGBA")
        mix.inputs[0].default_value = self.material.specular.factor if self.material.specular else 1.0
        self.join(before if hasattr(before, "is_linked") else None, mix.inputs[6], before)
        self.link(node.outputs["Color"], mix.inputs[7])
        self.link(mix.outputs[2], base)

    def glow(self, shader):
        m = self.material
        texture = m.texture("emissive")
        strength = max(m.emissive)
        if texture is not None:
            self.link(self.picture(texture, True).outputs["Color"], shader.inputs["Emission Color"])
            shader.inputs["Emission Strength"].default_value = strength if strength > 0 else 1.0
        elif strength > 0:
            shader.inputs["Emission Color"].default_value = (*m.emissive, 1.0)
            shader.inputs["Emission Strength"].default_value = 1.0

    def others(self):
        """Pictures with no place in the shader stay in the tree, unlinked, named by what they are for."""
        used = {n.label for n in self.tree.nodes if n.type == "TEX_IMAGE"}
        for texture in self.material.textures:
            if texture.slot not in used:
                self.picture(texture, texture.slot in COLOR_SLOTS)


def facts(material):
    """What a node tree shows, in words: the same for the same look."""
    out = {
        "alpha": getattr(material, "surface_render_method", "DITHERED"),
        "culling": bool(material.use_backface_culling),
        "values": {},
        "pictures": {},
        "labels": {label: image.name for label, image in labelled(material).items()},
    }
    if not material.node_tree:
        return out
    for node in material.node_tree.nodes:
        if node.type in SHADERS:
            for socket in node.inputs:
                if socket.is_linked:
                    image = _image_at(socket)
                    out["pictures"][socket.name] = image.name if image else "?"
                elif hasattr(socket.default_value, "__len__"):
                    out["values"][socket.name] = [round(float(v), 5) for v in socket.default_value]
                elif isinstance(socket.default_value, (int, float)):
                    out["values"][socket.name] = round(float(socket.default_value), 5)
        elif node.type == "MATH":
            out["values"]["math"] = [node.operation, round(float(node.inputs[1].default_value), 5)]
        elif node.type == "NORMAL_MAP":
            out["values"]["normal"] = round(float(node.inputs["Strength"].default_value), 5)
    return out


def _image_at(socket, slot=""):
    """The first picture up the links of a socket, and not one that is labelled for something else."""
    seen, queue, other = set(), [socket], None
    while queue:
        at = queue.pop(0)
        for link in at.links:
            node = link.from_node
            if node.name in seen:
                continue
            seen.add(node.name)
            if node.type == "TEX_IMAGE" and node.image:
                if not slot or node.label == slot or not _is_slot(node.label):
                    return node.image
                other = other or (node.image if node.label in PLACES else None)
            queue.extend(s for s in node.inputs if s.is_linked)
    return other


def is_edited(material):
    """Whether it shows something else than what was imported."""
    return get(material).get("seen") != digest(facts(material))


def read(material, xm, add_image):
    """A node tree as a surface. ``add_image(image)`` gives its index in the scene."""
    made = xm.Material(name=material.name)
    made.double_sided = not material.use_backface_culling
    nodes = material.node_tree.nodes if material.node_tree else []
    shader = next((n for kind in SHADERS for n in nodes if n.type == kind), None)
    if shader is None:
        made.base_color = tuple(material.diffuse_color)
        return made
    made.unlit = shader.type != "BSDF_PRINCIPLED"
    color = shader.inputs["Color" if made.unlit else "Base Color"]
    _slot(made, "baseColor", color, xm, add_image)
    made.base_color = (*(_factor(color) if color.is_linked else color.default_value[:3]), made.base_color[3])
    if made.unlit:
        mix = next((n for n in nodes if n.type == "MIX_SHADER"), None)
        if mix is not None:
            _read_alpha(made, mix.inputs[0])
    else:
        _read_alpha(made, shader.inputs["Alpha"])
        _read_shine(made, shader, xm, add_image)
    for label, image in labelled(material).items():
        if label not in PLACES:
            made.textures.append(xm.Texture(label, add_image(image)))
    return made


def _factor(socket):
    """The colour that a picture is multiplied by."""
    node = socket.links[0].from_node
    while node.type == "MIX" and node.blend_type in {"MULTIPLY", "MIX"}:
        sides = (node.inputs[6], node.inputs[7])
        plain = next((s for s in sides[: 1 if node.blend_type == "MIX" else 2] if not s.is_linked), None)
        if plain is not None:
            return tuple(plain.default_value[:3])
        node = sides[0].links[0].from_node
    return (1.0, 1.0, 1.0)


def _read_alpha(made, alpha):
    if not alpha.is_linked:
        if alpha.default_value < 1.0:
            made.alpha = "blend"
            made.base_color = (*made.base_color[:3], float(alpha.default_value))
        return
    test = alpha.links[0].from_node
    is_mask = test.type == "MATH" and test.operation in {"GREATER_THAN", "ROUND"}
    made.alpha = "mask" if is_mask else "blend"
    if is_mask and test.operation == "GREATER_THAN":
        made.alpha_cutoff = float(test.inputs[1].default_value)
        test = test.inputs[0].links[0].from_node if test.inputs[0].is_linked else test
    if test.type == "MATH" and test.operation == "MULTIPLY" and not test.inputs[1].is_linked:
        made.base_color = (*made.base_color[:3], float(test.inputs[1].default_value))


def _read_shine(made, shader, xm, add_image):
    made.metallic = float(shader.inputs["Metallic"].default_value)
    made.roughness = float(shader.inputs["Roughness"].default_value)
    level = float(shader.inputs["Specular IOR Level"].default_value)
    if abs(level - 0.5) > 1e-6:
        tint = shader.inputs["Specular Tint"].default_value
        made.specular = xm.Specular(level * 2.0, tuple(tint[:3]) if hasattr(tint, "__len__") else (1.0, 1.0, 1.0))
    _slot(made, "normal", shader.inputs["Normal"], xm, add_image)
    _slot(made, "emissive", shader.inputs["Emission Color"], xm, add_image)
    _slot(made, "specular", shader.inputs["Specular Tint"], xm, add_image)
    _slot(made, "metallicRoughness", shader.inputs["Roughness"], xm, add_image)
    strength = float(shader.inputs["Emission Strength"].default_value)
    if made.texture("emissive") is not None:
        made.emissive = (strength,) * 3
    elif strength > 0:
        made.emissive = tuple(float(c) * strength for c in shader.inputs["Emission Color"].default_value[:3])


def _slot(made, slot, socket, xm, add_image):
    image = _image_at(socket, slot) if socket.is_linked else None
    if image is not None:
        made.textures.append(xm.Texture(slot, add_image(image)))
