//! Counts what the current thread allocates; for tests and benches only.
//!
//! ```
//! #[global_allocator]
//! static METER: meter::Meter = meter::Meter;
//!
//! let (sum, used) = meter::measure(|| vec![1_u8; 1000].iter().map(|b| u32::from(*b)).sum::<u32>());
//! assert_eq!(sum, 1000);
//! assert!(used.peak >= 1000 && used.allocations >= 1);
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator with counters per thread.
pub struct Meter;

/// What was used between two points of a thread.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Used {
    /// Most bytes held at once, beyond what was held at the start.
    pub peak: u64,
    /// Number of allocations.
    pub allocations: u64,
    /// Bytes of all allocations together.
    pub bytes: u64,
}

thread_local! {
    // Constant and without a destructor: usable from the allocator at any time of a thread's life.
    static HELD: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
    static COUNT: Cell<u64> = const { Cell::new(0) };
    static BYTES: Cell<u64> = const { Cell::new(0) };
}

fn grown(by: usize) {
    let held = HELD.get() + by as i64;
    HELD.set(held);
    PEAK.set(PEAK.get().max(held));
    COUNT.set(COUNT.get() + 1);
    BYTES.set(BYTES.get() + by as u64);
}

fn shrunk(by: usize) {
    HELD.set(HELD.get() - by as i64);
}

// SAFETY: every call goes to the system's allocator with the arguments it came with; counting allocates nothing.
#[allow(unsafe_code, reason = "the trait is unsafe")]
unsafe impl GlobalAlloc for Meter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        shrunk(layout.size());
        // SAFETY: `ptr` came from this allocator, hence from the system's, with this layout.
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        shrunk(layout.size());
        grown(new_size);
        // SAFETY: `ptr` came from this allocator, hence from the system's, with this layout.
        unsafe { System.realloc(ptr, layout, new_size) }
    }
}

/// Runs `f` and says what this thread used meanwhile. Needs [`Meter`] as the global allocator; else all is zero.
pub fn measure<T>(f: impl FnOnce() -> T) -> (T, Used) {
    let (held, count, bytes) = (HELD.get(), COUNT.get(), BYTES.get());
    PEAK.set(held);
    let out = f();
    let used = Used {
        peak: (PEAK.get() - held).max(0) as u64,
        allocations: COUNT.get() - count,
        bytes: BYTES.get() - bytes,
    };
    (out, used)
}
