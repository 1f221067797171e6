//! Findings all Anark files share.

wire::codes! { SHARED = "ANARK":
    VERSION Warning
        "the version is none that is known for this kind of file"
        "the file is of another game; what is read may be wrong";
    HEADER Warning fixable
        "a header field differs from the constant every known file has"
        "the file was made by another program or damaged; --fix restores the constant";
    SECTION_SIZE Error fixable
        "the length of a section is not that of its records"
        "the runtime refuses such a file; --fix recomputes the length";
    SECTION_REST Error fixable
        "a section has bytes behind its last record"
        "the runtime refuses such a file; --fix drops the bytes";
    RECORDS_MISFIT Error
        "a record runs over the end of its section"
        "the file is damaged from this byte on; get another copy";
    COUNT Error fixable
        "a count of the memory section is not the number of records"
        "the runtime sizes its memory by the counts and may crash; --fix recounts";
    TRAILING Warning fixable
        "there are bytes behind the last section"
        "they have no meaning; --fix drops them";
    NOT_FINITE Warning
        "a number is infinite or not a number"
        "set it to a number; conversion takes 0";
    COMPANION Warning
        "a file beside this one belongs to it but cannot be read, or not all of it"
        "validate that file by itself";
    ID_NOT_IN_DAE Warning
        "the COLLADA file beside this one has no object with this scene item id"
        "export the scene again, or correct the id";
    LOST Warning
        "something of the model has no place in an Anark file"
        "meshes belong into the COLLADA file beside it; skins and morph targets do not exist";
}
