//! Every finding of the EMotionFX family.

wire::codes! { SHARED = "EMFX":
    MAGIC Error
        "the file does not begin with `XAC `, `XSM ` or `XPM `"
        "it is of another format; look at its first bytes";
    ENDIAN Error
        "the byte order flag is neither 0 nor 1"
        "the file is damaged or newer than the format known here";
    VERSION Warning fixable
        "the file version is not 1.0"
        "readers for 1.0 may refuse it; --fix writes 1.0";
    MULTIPLY_ORDER Warning fixable
        "the multiplication order is neither 0 nor 1"
        "--fix writes 1, as it is read";
    TRAILING_BYTES Warning fixable
        "there are bytes of unknown meaning after the last chunk"
        "--fix removes them";
    CHUNK_SIZE Warning fixable
        "the declared size of a chunk is not its true size"
        "--fix writes true sizes; the engine ignores them";
    CHUNK_SIZE_EXPORTER Info fixable
        "the declared size of a chunk is wrong in the way the original exporters write it"
        "nothing to do; --fix all writes true sizes";
    CHUNK_SIZE_ZERO Info fixable
        "a known chunk declares zero bytes, as one public exporter writes them"
        "--fix all writes true sizes";
    CHUNK_SIZE_PAST_END Warning fixable
        "a chunk declares more bytes than the file has"
        "--fix writes true sizes";
    UNKNOWN_CHUNK Info
        "a chunk id or version is not known; its bytes are kept"
        "nothing to do";
    NOT_A_CHUNK Warning fixable
        "what follows a chunk is not a chunk header; its bytes are kept"
        "--fix removes it";
    BROKEN_CHUNK Error
        "a known chunk does not parse; its bytes are kept"
        "export it again, or edit the output of dump";
}

wire::codes! { ACTOR = "XAC":
    LOD_DEPTH Error
        "a nested level-of-detail actor holds another one"
        "export the levels of detail side by side";
    LOD_BROKEN Error
        "a nested level-of-detail actor does not parse; its bytes are kept"
        "export that level again";
    NODE_PARENT Error fixable
        "a node's parent does not come before it"
        "the engine makes it a root bone, and so does --fix";
    NODE_NAME_TWICE Error fixable
        "two nodes have the same name, so motions bind to one of them only"
        "--fix appends a number";
    NODE_NAME_EMPTY Warning fixable
        "a node has no name, so no motion can bind to it"
        "--fix names it";
    NODE_QUAT Warning fixable
        "a rotation of a node is not a finite unit quaternion"
        "--fix normalises it";
    NODE_VALUE Error fixable
        "a position or scale of a node is not finite"
        "--fix writes 0 and 1";
    NODE_COUNTS Warning fixable
        "the stored number of children or roots is not the true one"
        "--fix counts again";
    NODE_FLAGS Info fixable
        "node flags hold bits without meaning: garbage of an older exporter"
        "nothing to do; --fix all keeps bit 0";
    NO_NODES Error
        "the actor has no nodes"
        "meshes need a node; export the hierarchy too";
    MESH_NODE Error fixable
        "a mesh or skin belongs to a node that does not exist"
        "--fix removes it";
    MESH_TWICE Warning
        "a node has two visual or two collision meshes"
        "the engine keeps the last one; put one on another node";
    MESH_TOTALS Error fixable
        "the totals of a mesh are not the sums of its submeshes"
        "--fix counts again where the layers agree";
    MESH_INDICES Error fixable
        "a triangle uses a vertex outside of its submesh"
        "--fix removes the triangle";
    MESH_TRIANGLES Error fixable
        "the number of indices is not a multiple of three"
        "--fix removes the rest";
    MESH_MATERIAL Error fixable
        "a submesh uses a material that does not exist"
        "--fix uses the first material";
    MESH_NO_POSITIONS Error
        "a mesh has no layer of positions"
        "it cannot be shown; export it again";
    MESH_LAYER Warning
        "a vertex layer is of unknown kind, of unusual size, or there twice"
        "nothing to do; the bytes are kept";
    MESH_ORIGINALS Warning fixable
        "original vertex numbers are missing or larger than their count"
        "--fix corrects the count";
    MESH_TANGENT Warning fixable
        "tangents are not finite; positions, normals and UVs are fine"
        "--fix replaces them with a direction along the surface";
    MESH_VALUE Error fixable
        "positions, normals or UVs are not finite"
        "--fix writes zeros";
    SKIN_TABLE Error fixable
        "a skin's table points outside of its influences or does not have one entry per original vertex"
        "--fix binds those vertices to the mesh's own node";
    SKIN_NODE Error fixable
        "an influence names a node that does not exist"
        "--fix removes the influence";
    SKIN_WEIGHT Error fixable
        "a weight is not finite or negative"
        "--fix removes the influence and normalises the rest; the only one of a vertex becomes 1";
    SKIN_SUM Warning fixable
        "the weights of a vertex do not sum to 1"
        "--fix normalises them";
    SKIN_INFLUENCES Warning fixable
        "a vertex has more than four influences"
        "the engine's shaders take four; --fix keeps the strongest";
    SKIN_LOCAL_BONES Warning fixable
        "the stored number of distinct nodes of a skin is not the true one"
        "--fix counts again";
    SKIN_NO_MESH Error fixable
        "a skin belongs to no mesh read before it"
        "--fix removes it";
    MATERIAL_COUNT Warning fixable
        "the stored number of materials is not the true one"
        "--fix counts again";
    MATERIAL_VALUE Warning fixable
        "a number of a material is not finite"
        "--fix writes its usual value";
    MATERIAL_LAYER Warning fixable
        "a texture layer names another material than its own, or one that does not exist"
        "--fix corrects it";
    OPACITY_MAP Info
        "glTF cannot hold a separate opacity texture, which is kept in extras only"
        "put it into the alpha channel of the diffuse texture";
    MORPH_NODE Error fixable
        "a shape key changes a node or mesh that does not exist"
        "--fix removes that change";
    MORPH_VERTEX Error fixable
        "a shape key changes a vertex that does not exist"
        "--fix removes that vertex";
    MORPH_COUNT Error
        "a shape key changes more vertices than its mesh has; the engine skips it"
        "export the shape key again";
    MORPH_PHONEMES Info fixable
        "the phonemes of a shape key have bits beyond the twelve sets"
        "nothing to do; --fix all clears them";
    MORPH_SETS Info
        "shape keys are stored in several chunks, or in one for another level of detail"
        "nothing to do; they are written back as one chunk";
    BONES_OF_GAME Warning
        "a mesh has more bones than the shaders of the game take"
        "split the mesh in Blender (edit mode, select, P) so that each part uses fewer bones, or remove weights";
    MORPH_VALUE Error fixable
        "a range of a shape key is not finite or the wrong way round"
        "--fix corrects it";
    NODE_REFERENCE Error fixable
        "a limit, group, motion source, attachment or info names a node that does not exist"
        "--fix removes the reference";
    CHUNK_ORDER Warning fixable
        "a chunk comes before another one that it needs"
        "--fix sorts the chunks";
    LOD_LEVEL Info
        "levels of nested actors repeat or leave gaps; their order counts"
        "nothing to do";
    LOD_LEFT_OUT Info
        "the actor has other levels of detail, which were not asked for"
        "--lod all takes all of them";
    BIND_SINGULAR Warning
        "a joint has a scale of zero, so its bind cannot be inverted"
        "give the node a scale";
    LOST Warning
        "something of the scene has no place in the format"
        "see the message";
}

wire::codes! { MOTION:
    XSM_KEY_TIME Error fixable
        "a key time is not finite, negative, or smaller than the one before"
        "--fix sorts the keys and removes bad ones";
    XSM_KEY_REPEATED Info fixable
        "the last key of a track is there twice, with the same time and value"
        "nothing to do; --fix all removes it";
    XSM_KEY_TWICE Warning fixable
        "two keys of a track have the same time"
        "the later one is ignored; --fix removes it";
    XSM_KEY_VALUE Error fixable
        "a key or pose value is not finite"
        "--fix removes the key";
    XSM_KEY_QUAT Warning fixable
        "a rotation is not a unit quaternion"
        "--fix normalises it";
    XSM_KEY_LATE Info
        "the first key of a track is not at 0: its value holds until then, while a later engine moves the track to 0"
        "it is not known which of the two the games do: compare with the game";
    XSM_TRACK_TWICE Warning fixable
        "two tracks have the same node name"
        "the first one counts; --fix removes the others";
    XSM_TRACK_UNBOUND Info
        "tracks of the motion have no node in the model and are ignored"
        "add the actor that has those nodes";
    XSM_WAVELET Warning
        "a wavelet compressed motion is kept and described, but not decoded"
        "export it without compression";
    XSM_NO_TRACKS Info
        "the motion has no tracks"
        "nothing to do";
}

wire::codes! { MORPH_MOTION:
    XPM_KEY_TIME Error fixable
        "a key time is not finite, negative, or smaller than the one before"
        "--fix sorts the keys and removes bad ones";
    XPM_KEY_TWICE Warning fixable
        "two keys of a track have the same time"
        "the later one is ignored; --fix removes it";
    XPM_PHONEMES Info fixable
        "the phonemes of a track have bits beyond the twelve sets"
        "nothing to do; --fix all clears them";
    XPM_RANGE Error fixable
        "the range or pose weight of a track is not finite"
        "--fix writes 0 to 1";
    XPM_TRACK_UNBOUND Info
        "tracks of the motion have no shape key in the model and are ignored"
        "add the actor that has them";
    XPM_TRACK_TWICE Warning fixable
        "two tracks move the same shape key"
        "the first one counts; --fix removes the others";
    XPM_NO_TRACKS Info
        "the motion has no tracks"
        "nothing to do";
    XPM_ALONE Info
        "a motion of shape keys without its actor is shown as one slider node per shape key"
        "give the actor too";
}
