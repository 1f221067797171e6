//! Findings all Anark files share.

wire::codes! { SHARED = "ANARK":
    VERSION Warning
        "no file of this kind with this version is known"
        "the file is of another game; what is read may be wrong";
    HEADER Warning fixable
        "a header field differs from the constant every known file has"
        "the file was made by another program or damaged; --fix restores the constant";
    SECTION_SIZE Error fixable
        "the stored length of a section is not the length of its records"
        "the runtime refuses such a file; --fix recomputes the length";
    SECTION_REST Error fixable
        "a section has bytes after its last record"
        "the runtime refuses such a file; --fix drops the bytes";
    RECORDS_MISFIT Error
        "a record runs over the end of its section"
        "the file is damaged from this byte on; get another copy";
    COUNT Error fixable
        "a count of the memory section is not the number of records"
        "the runtime sizes its memory by the counts and may crash; --fix recounts";
    TRAILING Warning fixable
        "there are bytes after the last section"
        "they have no meaning; --fix drops them";
    NOT_FINITE Warning
        "a number is infinite or not a number"
        "set it to a number; conversion takes 0";
    COMPANION Warning
        "a file that belongs to this one cannot be read, or only in part"
        "run `validate` on that file";
    ID_NOT_IN_DAE Warning
        "the COLLADA file next to this one has no object with this scene item id"
        "export the scene again, or correct the id";
    LOST Warning
        "something of the model has no place in an Anark file"
        "meshes are in the COLLADA file next to it; Anark has no skins and no shape keys";
}
