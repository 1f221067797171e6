//! Work on several cores, or on one where the feature `parallel` is off: the same names, the same results.

#[cfg(feature = "parallel")]
pub use rayon::{current_num_threads, join, prelude};

#[cfg(not(feature = "parallel"))]
pub use one_core::{current_num_threads, join, prelude};

#[cfg(not(feature = "parallel"))]
mod one_core {
    /// Both, one after the other.
    pub fn join<A, B>(a: impl FnOnce() -> A, b: impl FnOnce() -> B) -> (A, B) {
        (a(), b())
    }

    /// One.
    pub fn current_num_threads() -> usize {
        1
    }

    /// What rayon puts on slices and iterators.
    pub mod prelude {
        /// Slices, one element after the other.
        pub trait OneByOne<T> {
            /// All elements.
            fn par_iter(&self) -> std::slice::Iter<'_, T>;
            /// All elements, to change them.
            fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T>;
            /// Pieces of a length.
            fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T>;
        }

        impl<T> OneByOne<T> for [T] {
            fn par_iter(&self) -> std::slice::Iter<'_, T> {
                self.iter()
            }

            fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
                self.iter_mut()
            }

            fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T> {
                self.chunks_mut(size)
            }
        }

        /// Hints that one core has no use for.
        pub trait Hints: Iterator + Sized {
            /// Itself.
            fn with_min_len(self, _: usize) -> Self {
                self
            }
        }

        impl<I: Iterator> Hints for I {}
    }
}
