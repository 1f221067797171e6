//! One description of a record whose fields depend on the chunk version.

/// Declares a struct; a field with `= versions` exists in those versions only and is an `Option`.
macro_rules! versioned {
    ($(#[$m:meta])* pub struct $name:ident { $($(#[$fm:meta])* $field:ident : $ty:ty $(= $vs:pat)?),* $(,)? }) => {
        $(#[$m])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub struct $name { $($(#[$fm])* pub $field: versioned!(@ty $ty $(, $vs)?)),* }

        impl $name {
            /// Reads the fields of a version.
            pub fn read(r: &mut wire::Reader<'_>, version: u32) -> wire::Result<Self> {
                let _ = version;
                Ok(Self { $($field: versioned!(@read r, version, $field, $ty $(, $vs)?)),* })
            }

            /// Writes the fields of a version; one that is absent is written as its default.
            pub fn write(&self, w: &mut wire::Writer, version: u32) {
                let _ = version;
                $(versioned!(@write &self.$field, w, version, $ty $(, $vs)?);)*
            }
        }
    };
    (@ty $ty:ty) => { $ty };
    (@ty $ty:ty, $vs:pat) => { Option<$ty> };
    (@read $r:ident, $v:ident, $f:ident, $ty:ty) => { $r.field(stringify!($f), <$ty as wire::Wire>::read)? };
    (@read $r:ident, $v:ident, $f:ident, $ty:ty, $vs:pat) => {
        if matches!($v, $vs) { Some($r.field(stringify!($f), <$ty as wire::Wire>::read)?) } else { None }
    };
    (@write $value:expr, $w:ident, $v:ident, $ty:ty) => { wire::Wire::write($value, $w) };
    (@write $value:expr, $w:ident, $v:ident, $ty:ty, $vs:pat) => {
        if matches!($v, $vs) {
            match $value {
                Some(value) => wire::Wire::write(value, $w),
                None => wire::Wire::write(&<$ty>::default(), $w),
            }
        }
    };
}
pub(crate) use versioned;
