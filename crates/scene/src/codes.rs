//! Codes that no single format owns: what the glTF writer had to repair, what the glTF reader refuses, textures, steps.

wire::codes! { SCENE_CODES = "SCENE":
    NONFINITE Warning
        "numbers that are not finite were replaced by their neutral value"
        "the source holds NaN or infinity; export it again";
    NORMALS_REBUILT Info
        "normals without a direction were rebuilt from the triangles around them"
        "nothing to do, unless the surface looks wrong";
    NORMALS_LENGTH Info
        "normals that are not of length one were normalised"
        "nothing to do";
    TANGENTS_DROPPED Info
        "stored tangents are not usable and were left out"
        "they are computed again where a normal map needs them";
    COLUMN_LENGTH Warning
        "a vertex attribute does not have one entry per vertex and was left out"
        "export the source again";
    INDEX_RANGE Warning
        "faces that use vertices which do not exist were left out"
        "export the source again";
    MESH_EMPTY Info
        "a mesh without faces has no place in glTF"
        "nothing to do; its name is kept";
    INFLUENCES_MISSING Warning
        "vertices without any weight were bound to their first joint"
        "check the weights in the source";
    JOINT_RANGE Warning
        "weights on joints that do not exist were left out"
        "check the weights in the source";
    INFLUENCES_CAPPED Warning
        "vertices with too many influences kept the strongest"
        "nothing to do, unless the surface deforms wrongly";
    JOINTS_MERGED Info
        "vertices that name a joint more than once had those weights added"
        "nothing to do";
    SKIN_EMPTY Warning
        "a skin without joints, or without weights, was left out"
        "check the weights in the source";
    LIGHTS_LEFT_OUT Warning
        "lights or cameras have no place in the format that is written"
        "nothing to do, unless the game is to have them; glb, gltf and Egosoft components hold lights";
    COLORS_CLAMPED Info
        "vertex colours outside of 0 to 1 were clamped"
        "nothing to do";
    UV_SET_MISSING Warning
        "a material uses a UV set that the mesh does not have; that texture was left out for this mesh"
        "check the UV layers in the source";
    REFERENCE Warning
        "something refers to an object that does not exist; the reference was left out"
        "export the source again";
    PARENT_CYCLE Warning
        "nodes that are their own ancestors became roots"
        "check the hierarchy in the source";
    KEY_TIMES Warning
        "key times that are negative, repeated or out of order were put right"
        "check the motion in the source";
    CHANNEL_DROPPED Warning
        "an animation channel cannot be written and was left out"
        "check the motion in the source";
    MATERIAL_RANGE Info
        "material values outside of what glTF allows were clamped"
        "nothing to do";
    PICTURE_KEPT Warning
        "another picture of that name is in the folder already"
        "it is kept; the model uses the new one";
    BONES_APART Warning
        "bones of two models have the same name and different places"
        "each model keeps its own; use --bone-map where they are the same";
    BONE_MAP Warning
        "a line of the bone map cannot be followed"
        "each line is old;new, and no two nodes may get one name";
}

wire::codes! { GLTF_CODES:
    GLTF_TOO_LARGE Error
        "the model does not fit into 4 GiB, the most glTF can hold"
        "convert its parts one by one";
    GLTF_HEADER Error
        "the header or a chunk of a GLB is not what glTF 2.0 says"
        "the file is damaged, cut off, or of glTF 1.0";
    GLTF_JSON Error
        "the JSON of a glTF does not follow the specification"
        "run the Khronos validator on it, or export it again";
    GLTF_BUFFER Error
        "a buffer of a glTF is missing or too short"
        "put the .bin next to the .gltf";
    GLTF_ACCESSOR Error
        "an accessor of a glTF does not fit its buffer or its use"
        "run the Khronos validator on it, or export it again";
    GLTF_INDEX Error
        "a glTF refers to an object that does not exist"
        "run the Khronos validator on it, or export it again";
    GLTF_EXTENSION Error
        "a glTF requires an extension that is not supported"
        "export it without geometry compression";
    GLTF_EXTENSION_IGNORED Warning
        "a glTF requires an extension that is not known and was ignored"
        "check whether the result looks right";
    GLTF_MATRIX Warning
        "a node's matrix has a shear or no volume, which was left out"
        "apply the transforms before exporting";
    GLTF_IMAGE Warning
        "a picture of a glTF is missing, does not decode, or is neither PNG nor JPEG"
        "put it next to the .gltf, or save it again";
    GLTF_EXTRAS Warning
        "extras.xenomesh is not the JSON that was written there"
        "use --template to supply what it held";
}

wire::codes! { TEXTURE_CODES:
    TEXTURE_MISSING Warning
        "a texture was not found"
        "put it next to the model, or name its folder with --textures";
    TEXTURE_UNREADABLE Warning
        "a texture was found and cannot be decoded"
        "save it again as DDS, TGA, PNG, JPEG or BMP";
    TEXTURE_KIND Warning
        "a changed picture cannot be written in the format that the original had"
        "save it in that format with another program if the game needs it";
    TEXTURE_LIMIT Warning
        "a texture needs more memory than the limit allows and was left out"
        "save it smaller, or raise --limit";
    TEXTURE_PAINTED Warning
        "a picture shows a country's colours, which the game paints itself"
        "the original picture stays; convert without --colours to edit it";
    TEXTURE_EXTENSION Info
        "a texture was found under another extension than the model says"
        "nothing to do";
}

/// Every list of this crate.
pub static ALL: &[&[&wire::Code]] = &[SCENE_CODES, GLTF_CODES, TEXTURE_CODES];
