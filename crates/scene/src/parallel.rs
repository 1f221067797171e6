//! Work on several cores, or on one where the feature `parallel` is off: the same names, the same results.

#[cfg(feature = "parallel")]
pub use rayon::{current_num_threads, join, prelude};
#[cfg(feature = "parallel")]
pub use threads::{on_threads, start};

#[cfg(not(feature = "parallel"))]
pub use one_core::{current_num_threads, join, on_threads, prelude, start};

#[cfg(feature = "parallel")]
mod threads {
    use rayon::ThreadPoolBuilder;
    use std::error::Error;

    /// Starts the threads that all work without a number of its own shares. A program calls it first: where the system
    /// starts no more threads, everything then runs on this one instead of panicking at the first use.
    pub fn start() {
        // Without a cause, it is only that they were started before.
        if ThreadPoolBuilder::new().build_global().is_err_and(|e| e.source().is_some()) {
            stay();
        }
    }

    /// Does work on so many threads, one for each core by default; on this one if no more can be started.
    pub fn on_threads<T: Send>(count: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
        if let Ok(pool) = ThreadPoolBuilder::new().num_threads(count.unwrap_or(0)).build() {
            return pool.install(work);
        }
        stay();
        work()
    }

    /// Makes this thread the only one of a pool, for as long as it runs.
    fn stay() {
        if let Ok(pool) = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build() {
            std::mem::forget(pool);
        }
    }
}

#[cfg(not(feature = "parallel"))]
mod one_core {
    /// Nothing has to be started.
    pub fn start() {}

    /// Does the work.
    pub fn on_threads<T>(_: Option<usize>, work: impl FnOnce() -> T) -> T {
        work()
    }

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
