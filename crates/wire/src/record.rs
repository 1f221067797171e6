//! One description of a record, both directions.

use crate::{Reader, Result, Text, Writer};
use std::ops::{RangeFrom, RangeInclusive};

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

impl<T: Wire> Wire for Vec<T> {
    const MIN_SIZE: usize = 4;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let n = r.field("count", |r| r.count_u32(T::MIN_SIZE))?;
        r.list(n)
    }
    fn write(&self, w: &mut Writer) {
        w.u32(u32::try_from(self.len()).unwrap_or(u32::MAX));
        w.put_all(self);
    }
}

/// The versions that have a field.
pub trait Versions {
    /// Whether a version has it.
    fn has(&self, version: u32) -> bool;
}

impl Versions for u32 {
    fn has(&self, version: u32) -> bool {
        *self == version
    }
}

impl Versions for RangeInclusive<u32> {
    fn has(&self, version: u32) -> bool {
        self.contains(&version)
    }
}

impl Versions for RangeFrom<u32> {
    fn has(&self, version: u32) -> bool {
        self.contains(&version)
    }
}

impl Versions for bool {
    fn has(&self, _: u32) -> bool {
        *self
    }
}

/// Declares a struct whose fields are one after another in the file, and how to read and write it.
///
/// | field | is |
/// |---|---|
/// | `a: T` | always there |
/// | `a: T = 2..=3` | an `Option<T>`, there in these versions ([`Reader::version`]): a number, a range, or a condition |
/// | `a: Vec<T> [n]` | `n` records in a row |
/// | `a: T as h(x)` | whatever `h::read(r, x)` and `h::write(&a, w)` do; [`crate::bulk`] for arrays of numbers |
/// | `@count n = a * 16;` | a `u32`, the length of the list `a` with at least 16 bytes an item: no field of the struct. `@count n = a * 16, 2..;` in these versions only |
///
/// `struct Name(v)` gives the version a name for conditions and lengths; both may use fields before them when reading.
///
/// ```
/// use xenomesh_wire::{Reader, bulk, record};
///
/// record! {
///     /// A point.
///     #[derive(Debug, Clone, PartialEq)]
///     pub struct Point {
///         /// Across.
///         pub x: f32,
///         /// Padding is a field.
///         pub pad: [u8; 3],
///     }
/// }
/// let mut r = Reader::new(&[0, 0, 128, 63, 9, 9, 9]);
/// assert_eq!(r.get::<Point>().unwrap(), Point { x: 1.0, pad: [9; 3] });
///
/// record! {
///     /// A line.
///     #[derive(Debug, Clone, PartialEq)]
///     pub struct Line {
///         @count length = points * 7;
///         /// Since version 2.
///         pub color: u32 = 2..,
///         /// Its points.
///         pub points: Vec<Point> [length],
///     }
/// }
/// let mut r = Reader::new(&[1, 0, 0, 0, 0, 0, 128, 63, 9, 9, 9]);
/// r.set_version(1);
/// assert_eq!(r.get::<Line>().unwrap(), Line { color: None, points: vec![Point { x: 1.0, pad: [9; 3] }] });
/// ```
#[macro_export]
macro_rules! record {
    ($(#[$meta:meta])* $vis:vis struct $name:ident $(($v:ident))? { $(
        $(@count $count:ident = $list:ident * $size:expr $(, $since:expr)?;)*
        $(#[$fmeta:meta])* $fvis:vis $field:ident : $ty:ty $([$n:expr])? $(as $how:ident $(($($arg:expr),*))?)? $(= $versions:expr)?
    ),* $(,)? }) => {
        $(#[$meta])*
        $vis struct $name { $($(#[$fmeta])* $fvis $field: $crate::record!(@type $ty $(, $versions)?)),* }

        impl $crate::Wire for $name {
            const MIN_SIZE: usize = 0_usize $(
                $(.saturating_add($crate::record!(@four $($since)?)))*
                .saturating_add($crate::record!(@min $ty, ($($n)?) ($($how)?) ($($versions)?)))
            )*;
            fn read(r: &mut $crate::Reader<'_>) -> $crate::Result<Self> {
                $(let $v = r.version(); let _ = $v;)?
                $(
                    $(let $count = if $crate::record!(@has r $(, $since)?) {
                        r.field(stringify!($count), |r| r.count_u32($size))?
                    } else {
                        0
                    };)*
                    let $field =
                        $crate::record!(@read r, $field, $ty, ($($n)?) ($($how ($($($arg),*)?))?) ($($versions)?));
                )*
                Ok(Self { $($field),* })
            }
            fn write(&self, w: &mut $crate::Writer) {
                $(let $v = w.version(); let _ = $v;)?
                $(
                    $(if $crate::record!(@has w $(, $since)?) {
                        w.u32(u32::try_from(self.$list.len()).unwrap_or(u32::MAX));
                    })*
                    $crate::record!(@write w, &self.$field, $ty, ($($n)?) ($($how)?) ($($versions)?));
                )*
            }
        }
    };
    (@four) => { 4 };
    (@four $since:expr) => { 0 };
    (@has $rw:ident) => { true };
    (@has $rw:ident, $since:expr) => { $crate::Versions::has(&($since), $rw.version()) };
    (@type $ty:ty) => { $ty };
    (@type $ty:ty, $versions:expr) => { Option<$ty> };
    (@min $ty:ty, () () ()) => { <$ty as $crate::Wire>::MIN_SIZE };
    (@min $ty:ty, $($other:tt)*) => { 0 };
    (@read $r:ident, $field:ident, $ty:ty, () () ()) => {
        $r.field(stringify!($field), <$ty as $crate::Wire>::read)?
    };
    (@read $r:ident, $field:ident, $ty:ty, ($n:expr) () ()) => {
        $r.field(stringify!($field), |r| r.list($n))?
    };
    (@read $r:ident, $field:ident, $ty:ty, () ($how:ident ($($arg:expr),*)) ()) => {
        $r.field(stringify!($field), |r| $how::read(r $(, $arg)*))?
    };
    (@read $r:ident, $field:ident, $ty:ty, () () ($versions:expr)) => {
        if $crate::record!(@has $r, $versions) {
            Some($r.field(stringify!($field), <$ty as $crate::Wire>::read)?)
        } else {
            None
        }
    };
    (@write $w:ident, $value:expr, $ty:ty, () () ()) => { $crate::Wire::write($value, $w) };
    (@write $w:ident, $value:expr, $ty:ty, ($n:expr) () ()) => { $w.put_all($value) };
    (@write $w:ident, $value:expr, $ty:ty, () ($how:ident) ()) => { $how::write($value, $w) };
    (@write $w:ident, $value:expr, $ty:ty, () () ($versions:expr)) => {
        if $crate::record!(@has $w, $versions) {
            match $value {
                Some(value) => $crate::Wire::write(value, $w),
                None => $crate::Wire::write(&<$ty>::default(), $w),
            }
        }
    };
}
