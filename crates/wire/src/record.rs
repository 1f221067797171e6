//! One description of a record, both directions.

use crate::{Reader, Result, Text, Writer};

/// A piece of a file that knows how to be read and written.
pub trait Wire: Sized {
    /// The fewest bytes it can take; counts are checked against it before anything is allocated.
    const MIN_SIZE: usize;
    /// Reads it.
    fn read(r: &mut Reader<'_>) -> Result<Self>;
    /// Writes it.
    fn write(&self, w: &mut Writer);
}

macro_rules! number {
    ($($name:ident),*) => {$(
        impl Wire for $name {
            const MIN_SIZE: usize = size_of::<$name>();
            fn read(r: &mut Reader<'_>) -> Result<Self> {
                r.$name()
            }
            fn write(&self, w: &mut Writer) {
                w.$name(*self);
            }
        }
    )*};
}

number!(u8, i8, u16, i16, u32, i32, u64, i64, f32, f64);

impl<T: Wire + Copy + Default, const N: usize> Wire for [T; N] {
    const MIN_SIZE: usize = T::MIN_SIZE.saturating_mul(N);
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut out = [T::default(); N];
        for slot in &mut out {
            *slot = T::read(r)?;
        }
        Ok(out)
    }
    fn write(&self, w: &mut Writer) {
        for v in self {
            v.write(w);
        }
    }
}

impl Wire for Text {
    const MIN_SIZE: usize = 4;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let len = r.field("length", |r| r.count_u32(1))?;
        Ok(Text(r.take(len)?.to_vec()))
    }
    fn write(&self, w: &mut Writer) {
        w.u32(u32::try_from(self.0.len()).unwrap_or(u32::MAX));
        w.bytes(&self.0);
    }
}

/// Declares a struct whose fields lie one after another in the file, and how to read and write it.
///
/// ```
/// xenomesh_wire::record! {
///     /// A point.
///     #[derive(Debug, Clone, PartialEq)]
///     pub struct Point {
///         /// Across.
///         pub x: f32,
///         /// Padding is a field.
///         pub pad: [u8; 3],
///     }
/// }
/// let mut r = xenomesh_wire::Reader::new(&[0, 0, 128, 63, 9, 9, 9]);
/// assert_eq!(r.get::<Point>().unwrap(), Point { x: 1.0, pad: [9; 3] });
/// ```
#[macro_export]
macro_rules! record {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$fmeta:meta])* $fvis:vis $field:ident : $ty:ty),* $(,)? }) => {
        $(#[$meta])*
        $vis struct $name { $($(#[$fmeta])* $fvis $field: $ty),* }

        impl $crate::Wire for $name {
            const MIN_SIZE: usize = 0_usize $(.saturating_add(<$ty as $crate::Wire>::MIN_SIZE))*;
            fn read(r: &mut $crate::Reader<'_>) -> $crate::Result<Self> {
                Ok(Self { $($field: r.field(stringify!($field), <$ty as $crate::Wire>::read)?),* })
            }
            fn write(&self, w: &mut $crate::Writer) {
                $($crate::Wire::write(&self.$field, w);)*
            }
        }
    };
}
