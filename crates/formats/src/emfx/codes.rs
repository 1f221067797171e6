//! Every finding of the EMotionFX family.

use wire::{Code, Severity};

macro_rules! codes {
    ($list:ident: $($name:ident = $id:literal, $severity:ident, $fixable:literal, $summary:literal, $help:literal;)*) => {
        $(#[doc = $summary] pub const $name: Code = Code {
            id: $id, severity: Severity::$severity, summary: $summary, help: $help, fixable: $fixable,
        };)*
        /// All of them.
        pub const $list: &[&Code] = &[$(&$name),*];
    };
}

codes! { SHARED:
    MAGIC = "EMFX_MAGIC", Error, false,
        "the file does not begin with `XAC `, `XSM ` or `XPM `", "it is of another format; look at its first bytes";
    ENDIAN = "EMFX_ENDIAN", Error, false,
        "the byte order flag is neither 0 nor 1", "the file is damaged or newer than the format known here";
    VERSION = "EMFX_VERSION", Warning, true,
        "the file version is not 1.0", "readers for 1.0 may refuse it; --fix writes 1.0";
    MULTIPLY_ORDER = "EMFX_MULTIPLY_ORDER", Warning, true,
        "the multiplication order is neither 0 nor 1", "--fix writes 1, as it is read";
    TRAILING = "EMFX_TRAILING_BYTES", Warning, true,
        "bytes behind the last chunk belong to nothing", "--fix removes them";
    SIZE = "EMFX_CHUNK_SIZE", Warning, true,
        "the declared size of a chunk is not its true size", "--fix writes true sizes; the engine ignores them";
    SIZE_QUIRK = "EMFX_CHUNK_SIZE_EXPORTER", Info, true,
        "the declared size of a chunk is wrong in the way the original exporters write it",
        "nothing to do; --fix writes true sizes";
    SIZE_ZERO = "EMFX_CHUNK_SIZE_ZERO", Info, true,
        "a known chunk declares zero bytes, as one public exporter writes them", "--fix writes true sizes";
    SIZE_PAST_END = "EMFX_CHUNK_SIZE_PAST_END", Warning, true,
        "a chunk declares more bytes than the file has", "--fix writes true sizes";
    UNKNOWN_CHUNK = "EMFX_UNKNOWN_CHUNK", Info, false,
        "a chunk id or version is not known; its bytes are kept", "nothing to do";
    GARBAGE_CHUNK = "EMFX_NOT_A_CHUNK", Warning, true,
        "what follows a chunk is no chunk header; its bytes are kept", "--fix removes it";
    BROKEN_CHUNK = "EMFX_BROKEN_CHUNK", Error, false,
        "a known chunk does not parse; its bytes are kept", "export it again, or edit the output of dump";
    LOD_DEPTH = "XAC_LOD_DEPTH", Error, false,
        "a nested level-of-detail actor holds another one", "export the levels of detail side by side";
    LOD_BROKEN = "XAC_LOD_BROKEN", Error, false,
        "a nested level-of-detail actor does not parse; its bytes are kept", "export that level again";
}

codes! { ACTOR:
    NODE_PARENT = "XAC_NODE_PARENT", Error, true,
        "a node's parent does not come before it", "the engine makes it a root; so does --fix";
    NODE_NAME_TWICE = "XAC_NODE_NAME_TWICE", Error, true,
        "two nodes have the same name, so motions bind to one of them only", "--fix appends a number";
    NODE_NAME_EMPTY = "XAC_NODE_NAME_EMPTY", Warning, true,
        "a node has no name, so no motion can bind to it", "--fix names it";
    NODE_QUAT = "XAC_NODE_QUAT", Warning, true,
        "a rotation of a node is not a finite unit quaternion", "--fix normalises it";
    NODE_VALUE = "XAC_NODE_VALUE", Error, true,
        "a position or scale of a node is not finite", "--fix writes 0 and 1";
    NODE_COUNTS = "XAC_NODE_COUNTS", Warning, true,
        "the stored number of children or roots is not the true one", "--fix counts again";
    NODE_FLAGS = "XAC_NODE_FLAGS", Info, true,
        "node flags hold bits without meaning: garbage of an older exporter", "nothing to do; --fix keeps bit 0";
    NO_NODES = "XAC_NO_NODES", Error, false,
        "the actor has no nodes", "meshes need a node; export the hierarchy too";
    MESH_NODE = "XAC_MESH_NODE", Error, true,
        "a mesh or skin belongs to a node that does not exist", "--fix removes it";
    MESH_TWICE = "XAC_MESH_TWICE", Warning, false,
        "a node has two visual or two collision meshes", "the engine keeps the last one; put one on another node";
    MESH_TOTALS = "XAC_MESH_TOTALS", Error, true,
        "the totals of a mesh are not the sums of its submeshes", "--fix counts again where the layers agree";
    MESH_INDICES = "XAC_MESH_INDICES", Error, true,
        "a triangle uses a vertex outside of its submesh", "--fix removes the triangle";
    MESH_TRIANGLES = "XAC_MESH_TRIANGLES", Error, true,
        "the number of indices is no multiple of three", "--fix removes the rest";
    MESH_MATERIAL = "XAC_MESH_MATERIAL", Error, true,
        "a submesh uses a material that does not exist", "--fix uses the first material";
    MESH_NO_POSITIONS = "XAC_MESH_NO_POSITIONS", Error, false,
        "a mesh has no layer of positions", "it cannot be shown; export it again";
    MESH_LAYER = "XAC_MESH_LAYER", Warning, false,
        "a vertex layer is of unknown kind, of unusual size, or there twice", "nothing to do; the bytes are kept";
    MESH_ORIGINALS = "XAC_MESH_ORIGINALS", Warning, true,
        "original vertex numbers are missing or larger than their count", "--fix corrects the count";
    MESH_VALUE = "XAC_MESH_VALUE", Error, true,
        "positions, normals or UVs are not finite", "--fix writes zeros";
    SKIN_TABLE = "XAC_SKIN_TABLE", Error, true,
        "a skin's table points outside of its influences or does not have one entry per original vertex",
        "--fix binds those vertices to the mesh's own node";
    SKIN_NODE = "XAC_SKIN_NODE", Error, true,
        "an influence names a node that does not exist", "--fix removes the influence";
    SKIN_WEIGHT = "XAC_SKIN_WEIGHT", Error, true,
        "a weight is not finite or negative", "--fix removes the influence and normalises the rest";
    SKIN_SUM = "XAC_SKIN_SUM", Warning, true,
        "the weights of a vertex do not sum to 1", "--fix normalises them";
    SKIN_INFLUENCES = "XAC_SKIN_INFLUENCES", Warning, true,
        "a vertex has more than four influences", "the engine's shaders take four; --fix keeps the strongest";
    SKIN_LOCAL_BONES = "XAC_SKIN_LOCAL_BONES", Warning, true,
        "the stored number of distinct nodes of a skin is not the true one", "--fix counts again";
    SKIN_NO_MESH = "XAC_SKIN_NO_MESH", Error, true,
        "a skin belongs to no mesh read before it", "--fix removes it";
    MATERIAL_COUNT = "XAC_MATERIAL_COUNT", Warning, true,
        "the stored number of materials is not the true one", "--fix counts again";
    MATERIAL_VALUE = "XAC_MATERIAL_VALUE", Warning, true,
        "a number of a material is not finite", "--fix writes its usual value";
    MATERIAL_LAYER = "XAC_MATERIAL_LAYER", Warning, true,
        "a texture layer names another material than its own, or one that does not exist", "--fix corrects it";
    MATERIAL_OPACITY_MAP = "XAC_OPACITY_MAP", Info, false,
        "a separate opacity texture has no place in glTF and is kept in extras only",
        "put it into the alpha channel of the diffuse texture";
    MORPH_NODE = "XAC_MORPH_NODE", Error, true,
        "a morph target changes a node or mesh that does not exist", "--fix removes that change";
    MORPH_VERTEX = "XAC_MORPH_VERTEX", Error, true,
        "a morph target changes a vertex that does not exist", "--fix removes that vertex";
    MORPH_COUNT = "XAC_MORPH_COUNT", Error, false,
        "a morph target changes more vertices than its mesh has; the engine skips it", "export the target again";
    MORPH_VALUE = "XAC_MORPH_VALUE", Error, true,
        "a range of a morph target is not finite or the wrong way round", "--fix corrects it";
    REFERENCE = "XAC_NODE_REFERENCE", Error, true,
        "a limit, group, motion source, attachment or info names a node that does not exist",
        "--fix removes the reference";
    CHUNK_ORDER = "XAC_CHUNK_ORDER", Warning, true,
        "a chunk comes before another one that it needs", "--fix sorts the chunks";
    LOD_LEVEL = "XAC_LOD_LEVEL", Info, false,
        "levels of nested actors repeat or leave gaps; their order counts", "nothing to do";
    LOD_LEFT_OUT = "XAC_LOD_LEFT_OUT", Info, false,
        "the actor has other levels of detail, which were not asked for", "--lod all takes all of them";
    SCALE_ROTATION_ORDER = "XAC_SCALE_ROTATION_ORDER", Info, false,
        "a node of multiply order 1 has a scale rotation: how the engine combines them is not known for sure",
        "compare with the game";
    BIND_SINGULAR = "XAC_BIND_SINGULAR", Warning, false,
        "a joint has a scale of zero, so its bind cannot be inverted", "give the node a scale";
    LOST = "XAC_LOST", Warning, false,
        "something of the scene has no place in the format", "see the message";
}

codes! { MOTION:
    KEY_TIME = "XSM_KEY_TIME", Error, true,
        "a key time is not finite, negative, or smaller than the one before", "--fix sorts the keys and removes bad ones";
    KEY_TWICE = "XSM_KEY_TWICE", Warning, true,
        "two keys of a track have the same time", "the later one is dropped; so does --fix";
    KEY_VALUE = "XSM_KEY_VALUE", Error, true,
        "a key or pose value is not finite", "--fix removes the key";
    KEY_QUAT = "XSM_KEY_QUAT", Warning, true,
        "a rotation is not a unit quaternion", "--fix normalises it";
    KEY_LATE = "XSM_KEY_LATE", Info, false,
        "the first key of a track is not at 0", "nothing to do: the first value holds until then";
    TRACK_TWICE = "XSM_TRACK_TWICE", Warning, true,
        "two tracks have the same node name", "the first one counts; --fix removes the others";
    TRACK_UNBOUND = "XSM_TRACK_UNBOUND", Info, false,
        "tracks of the motion have no node in the model and are ignored", "add the actor that has those nodes";
    ORDER_DIFFERS = "XSM_MULTIPLY_ORDER", Info, false,
        "motion and actor have different multiplication orders; the actor's is used", "nothing to do";
    WAVELET = "XSM_WAVELET", Warning, false,
        "a wavelet compressed motion is kept and described, but not decoded", "export it without compression";
    NO_TRACKS = "XSM_NO_TRACKS", Info, false, "the motion has no tracks", "nothing to do";
}

codes! { MORPH_MOTION:
    MORPH_KEY_TIME = "XPM_KEY_TIME", Error, true,
        "a key time is not finite, negative, or smaller than the one before", "--fix sorts the keys and removes bad ones";
    MORPH_KEY_TWICE = "XPM_KEY_TWICE", Warning, true,
        "two keys of a track have the same time", "the later one is dropped; so does --fix";
    MORPH_RANGE = "XPM_RANGE", Error, true,
        "the range or pose weight of a track is not finite", "--fix writes 0 to 1";
    MORPH_UNBOUND = "XPM_TRACK_UNBOUND", Info, false,
        "tracks of the motion have no morph target in the model and are ignored", "add the actor that has them";
    MORPH_TRACK_TWICE = "XPM_TRACK_TWICE", Warning, true,
        "two tracks have the same morph target", "the first one counts; --fix removes the others";
    NO_WEIGHTS = "XPM_NO_TRACKS", Info, false, "the motion has no tracks", "nothing to do";
    MORPH_ALONE = "XPM_ALONE", Info, false,
        "a morph motion without its actor is shown as one slider node per target", "give the actor too";
}

/// The shared codes and those of one format.
pub const fn join<const N: usize>(own: &[&'static Code]) -> [&'static Code; N] {
    let mut out = [&MAGIC; N];
    let mut i = 0;
    while i < N {
        #[allow(clippy::indexing_slicing, reason = "a constant, checked when this compiles")]
        if i < SHARED.len() {
            out[i] = SHARED[i];
        } else {
            out[i] = own[i - SHARED.len()];
        }
        i += 1;
    }
    out
}
