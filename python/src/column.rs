//! Memory of the library as a Python object with the buffer protocol: what numpy arrays view.

#![allow(unsafe_code)] // the buffer protocol is unsafe by its signatures; nothing else in this crate is

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use std::any::Any;
use std::ffi::{CStr, c_int, c_void};
use std::ptr;

/// An element of a column: its scalar and how many make one row.
pub trait Element: bytemuck::NoUninit + Send + Sync {
    /// The scalar, as the `struct` module says it.
    const FORMAT: &'static CStr;
    /// Bytes of a scalar.
    const SIZE: usize;
    /// Scalars a row; none if a row is a scalar.
    const TAIL: &'static [isize];
}

macro_rules! elements {
    ($($kind:ty: $format:literal $scalar:ty, $tail:expr;)*) => {
        $(impl Element for $kind {
            const FORMAT: &'static CStr = $format;
            const SIZE: usize = size_of::<$scalar>();
            const TAIL: &'static [isize] = $tail;
        })*
    };
}

elements! {
    f32: c"f" f32, &[];
    [f32; 2]: c"f" f32, &[2];
    [f32; 3]: c"f" f32, &[3];
    [f32; 4]: c"f" f32, &[4];
    [f32; 16]: c"f" f32, &[4, 4];
    u32: c"I" u32, &[];
    u16: c"H" u16, &[];
    u8: c"B" u8, &[];
    [u8; 4]: c"B" u8, &[4];
}

/// Memory of the library, by the buffer protocol.
#[pyclass(frozen, module = "xenomesh._xenomesh")]
pub struct Column {
    /// Keeps the memory alive. Nothing reads or writes it but through `start`.
    _owner: Box<dyn Any + Send + Sync>,
    start: *mut u8,
    bytes: usize,
    format: &'static CStr,
    item: usize,
    shape: Vec<isize>,
    strides: Vec<isize>,
    #[pyo3(get)]
    readonly: bool,
}

// SAFETY: the memory belongs to `_owner`, which is Send and Sync and is only dropped with the column. Rust never touches
// it again; Python threads that change one array at a time are in the same position as with any other numpy array.
unsafe impl Send for Column {}
// SAFETY: as above; the other fields do not change after construction.
unsafe impl Sync for Column {}

impl Column {
    /// Takes a vector over without a copy: one row per element.
    pub fn new<T: Element + 'static>(mut rows: Vec<T>, writable: bool) -> Self {
        let mut shape = vec![rows.len() as isize];
        shape.extend(T::TAIL);
        let start = rows.as_mut_ptr().cast();
        let bytes = size_of_val(rows.as_slice());
        Self::over(Box::new(rows), start, bytes, T::FORMAT, T::SIZE, shape, !writable)
    }

    /// Takes a vector over as an array of any shape that has as many scalars.
    pub fn shaped<T: Element + 'static>(rows: Vec<T>, shape: &[usize], writable: bool) -> Self {
        let mut made = Self::new(rows, writable);
        let shape: Vec<isize> = shape.iter().map(|n| *n as isize).collect();
        let scalars: isize = shape.iter().product();
        if scalars as usize * made.item == made.bytes {
            made.strides = strides(&shape, made.item);
            made.shape = shape;
        }
        made
    }

    /// Bytes that somebody else may hold too: always read-only.
    pub fn shared(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        let owner = Box::new(owner);
        let slice: &[u8] = (*owner).as_ref();
        let (start, bytes) = (slice.as_ptr().cast_mut(), slice.len());
        Self::over(owner, start, bytes, c"B", 1, vec![bytes as isize], true)
    }

    fn over(
        owner: Box<dyn Any + Send + Sync>,
        start: *mut u8,
        bytes: usize,
        format: &'static CStr,
        item: usize,
        shape: Vec<isize>,
        readonly: bool,
    ) -> Self {
        let strides = strides(&shape, item);
        Self { _owner: owner, start, bytes, format, item, shape, strides, readonly }
    }
}

/// Bytes from one entry to the next along each axis, the last axis closest together.
fn strides(shape: &[isize], item: usize) -> Vec<isize> {
    let mut step = item as isize;
    let mut out: Vec<isize> = shape
        .iter()
        .rev()
        .map(|n| {
            let own = step;
            step = step.saturating_mul(*n);
            own
        })
        .collect();
    out.reverse();
    out
}

#[pymethods]
impl Column {
    /// Where the memory is: arrays over it have the same address.
    #[getter]
    fn address(&self) -> usize {
        self.start as usize
    }

    /// How many bytes there are.
    #[getter]
    fn nbytes(&self) -> usize {
        self.bytes
    }

    /// Fills a view of the memory.
    ///
    /// # Safety
    /// `view` is a `Py_buffer` that may be written, or null: what Python hands to `bf_getbuffer`.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("there is no view to fill"));
        }
        let own = slf.get();
        let refused = flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE && own.readonly;
        let wants = |flag: c_int| flags & flag == flag;
        let shape = own.shape.as_ptr().cast_mut();
        let strides = own.strides.as_ptr().cast_mut();
        // SAFETY: `view` is valid by this function's contract. What it points to (memory, format, shape, strides)
        // lives in the column, which does not change and which the view keeps alive by `obj`.
        unsafe {
            (*view).obj = ptr::null_mut();
            if refused {
                return Err(PyBufferError::new_err("the array is read-only"));
            }
            (*view).buf = own.start.cast::<c_void>();
            (*view).len = own.bytes as isize;
            (*view).itemsize = own.item as isize;
            (*view).readonly = c_int::from(own.readonly);
            (*view).ndim = own.shape.len() as c_int;
            (*view).format =
                if wants(ffi::PyBUF_FORMAT) { own.format.as_ptr().cast_mut() } else { ptr::null_mut() };
            (*view).shape = if wants(ffi::PyBUF_ND) { shape } else { ptr::null_mut() };
            (*view).strides = if wants(ffi::PyBUF_STRIDES) { strides } else { ptr::null_mut() };
            (*view).suboffsets = ptr::null_mut();
            (*view).internal = ptr::null_mut();
            (*view).obj = slf.into_any().into_ptr();
        }
        Ok(())
    }

    /// Nothing to release: the view's reference to the column is dropped by Python.
    ///
    /// # Safety
    /// Called by Python with a view that [`Column::__getbuffer__`] filled.
    #[expect(clippy::unused_self, reason = "the slot of the buffer protocol")]
    unsafe fn __releasebuffer__(&self, _view: *mut ffi::Py_buffer) {}
}
