//! Codes that no single format owns: what the glTF writer had to mend, what the glTF reader refuses, textures, steps.

use wire::{Code, Severity};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $id:literal $severity:ident $summary:literal $help:literal;)*) => {
        $($(#[$doc])* pub const $name: Code = Code {
            id: $id, severity: Severity::$severity, summary: $summary, help: $help, fixable: false,
        };)*
        /// Every code of this crate.
        pub fn codes() -> Vec<&'static Code> {
            vec![$(&$name),*]
        }
    };
}

codes! {
    /// NaN or infinity.
    NONFINITE "SCENE_NONFINITE" Warning
        "numbers that are not finite were replaced by their neutral value"
        "the source holds NaN or infinity; export it again";
    /// Normals without a direction.
    NORMALS_REBUILT "SCENE_NORMALS_REBUILT" Warning
        "normals without a direction were rebuilt from the triangles around them"
        "nothing to do, unless the surface looks wrong";
    /// Normals that are not of length one.
    NORMALS_LENGTH "SCENE_NORMALS_LENGTH" Info
        "normals that are not of length one were normalised"
        "nothing to do";
    /// Unusable tangents.
    TANGENTS_DROPPED "SCENE_TANGENTS_DROPPED" Info
        "stored tangents are not usable and were left out"
        "they are computed again where a normal map needs them";
    /// A column of the wrong length.
    COLUMN_LENGTH "SCENE_COLUMN_LENGTH" Warning
        "a vertex attribute does not have one entry per vertex and was left out"
        "export the source again";
    /// Indices beyond the vertices.
    INDEX_RANGE "SCENE_INDEX_RANGE" Warning
        "faces that use vertices which do not exist were left out"
        "export the source again";
    /// A mesh with nothing to draw.
    MESH_EMPTY "SCENE_MESH_EMPTY" Info
        "a mesh without faces has no place in glTF"
        "nothing to do; its name and extras are kept on its node";
    /// A vertex that hangs on nothing.
    INFLUENCES_MISSING "SCENE_INFLUENCES_MISSING" Warning
        "vertices without any weight were bound to their first joint"
        "check the weights in the source";
    /// A joint that is not in the skin.
    JOINT_RANGE "SCENE_JOINT_RANGE" Warning
        "weights on joints that do not exist were left out"
        "check the weights in the source";
    /// More influences than can be written.
    INFLUENCES_CAPPED "SCENE_INFLUENCES_CAPPED" Warning
        "vertices with too many influences kept the strongest"
        "nothing to do, unless the surface deforms wrongly";
    /// The same joint twice on a vertex.
    JOINTS_MERGED "SCENE_JOINTS_MERGED" Info
        "vertices that name a joint more than once had those weights added"
        "nothing to do";
    /// A skin that binds nothing.
    SKIN_EMPTY "SCENE_SKIN_EMPTY" Warning
        "a skin without joints, or without weights, was left out"
        "check the weights in the source";
    /// Colours outside 0–1.
    COLORS_CLAMPED "SCENE_COLORS_CLAMPED" Info
        "vertex colours outside of 0 to 1 were clamped"
        "nothing to do";
    /// A texture on a UV set that is not there.
    UV_SET_MISSING "SCENE_UV_SET_MISSING" Warning
        "a material uses a UV set that the mesh does not have; that texture was left out for this mesh"
        "check the UV layers in the source";
    /// A reference to something that is not there.
    REFERENCE "SCENE_REFERENCE" Warning
        "something refers to an object that does not exist; the reference was left out"
        "export the source again";
    /// A node that is its own ancestor.
    PARENT_CYCLE "SCENE_PARENT_CYCLE" Warning
        "nodes that are their own ancestors became roots"
        "check the hierarchy in the source";
    /// Key times out of order.
    KEY_TIMES "SCENE_KEY_TIMES" Warning
        "key times that are negative, repeated or out of order were put right"
        "check the motion in the source";
    /// A channel that cannot be written.
    CHANNEL_DROPPED "SCENE_CHANNEL_DROPPED" Warning
        "an animation channel cannot be written and was left out"
        "check the motion in the source";
    /// A material value outside of its range.
    MATERIAL_RANGE "SCENE_MATERIAL_RANGE" Info
        "material values outside of what glTF allows were clamped"
        "nothing to do";
    /// Too large for a GLB.
    TOO_LARGE "GLTF_TOO_LARGE" Error
        "the model does not fit into 4 GiB, the most glTF can hold"
        "convert its parts apart";
    /// Not a glTF 2.0 file.
    HEADER "GLTF_HEADER" Error
        "the header or a chunk of a GLB is not what glTF 2.0 says"
        "the file is damaged, cut off, or of glTF 1.0";
    /// JSON that is not a glTF document.
    GLTF_JSON "GLTF_JSON" Error
        "the JSON of a glTF does not follow the specification"
        "run the Khronos validator on it, or export it again";
    /// A buffer that is not there or too short.
    BUFFER "GLTF_BUFFER" Error
        "a buffer of a glTF cannot be had or is too short"
        "put the .bin beside the .gltf";
    /// An accessor that cannot be read.
    ACCESSOR "GLTF_ACCESSOR" Error
        "an accessor of a glTF does not fit its buffer or its use"
        "run the Khronos validator on it, or export it again";
    /// An index beyond its list.
    INDEX "GLTF_INDEX" Error
        "a glTF refers to an object that does not exist"
        "run the Khronos validator on it, or export it again";
    /// Compressed geometry and the like.
    EXTENSION "GLTF_EXTENSION" Error
        "a glTF requires an extension that is not supported"
        "export it without geometry compression";
    /// An extension that was passed over.
    EXTENSION_IGNORED "GLTF_EXTENSION_IGNORED" Warning
        "a glTF requires an extension that was passed over"
        "check whether the result looks right";
    /// A matrix that is more than translation, rotation and scale.
    MATRIX "GLTF_MATRIX" Warning
        "a node's matrix has a shear or no volume, which was left out"
        "apply the transforms before exporting";
    /// A picture that cannot be had.
    IMAGE "GLTF_IMAGE" Warning
        "a picture of a glTF cannot be had or is neither PNG nor JPEG"
        "put it beside the .gltf";
    /// Our extras, changed by somebody.
    EXTRAS "GLTF_EXTRAS" Warning
        "extras.xenomesh is not the JSON that was written there"
        "use --template to supply what it held";
    /// A picture that is nowhere.
    TEXTURE_MISSING "TEXTURE_MISSING" Warning
        "a texture was not found"
        "put it beside the model, or name its folder with --textures";
    /// A picture that does not decode.
    TEXTURE_UNREADABLE "TEXTURE_UNREADABLE" Warning
        "a texture was found and cannot be decoded"
        "save it again as DDS, TGA, PNG, JPEG or BMP";
    /// A picture with another ending.
    TEXTURE_EXTENSION "TEXTURE_EXTENSION" Info
        "a texture was found under another extension than the model says"
        "nothing to do";
    /// A line of a bone map that cannot be followed.
    BONE_MAP "SCENE_BONE_MAP" Warning
        "a line of the bone map cannot be followed"
        "each line is old;new, and no two nodes may get one name";
}
