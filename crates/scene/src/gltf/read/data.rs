//! Buffers and accessors: every offset, count and stride is checked here, every decoded byte is paid for.

use super::super::json::{self, F32, U8, U16, U32};
use super::{data_uri, next_to, no_such};
use crate::Files;
use crate::codes::{GLTF_ACCESSOR, GLTF_BUFFER};
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use wire::{Error, Result, codes::LIMIT};

const I8: u32 = 5120;
const I16: u32 = 5122;

/// How many bytes may be decoded per byte of input: a document can use one accessor any number of times.
const AMPLIFICATION: usize = 24;
/// What small documents may use at least.
const ALLOWANCE: usize = 8 << 20;

/// All bytes of a document.
pub struct Data<'a> {
    root: &'a json::Root,
    buffers: Vec<Cow<'a, [u8]>>,
    /// Which of them each buffer of the document is.
    places: Vec<usize>,
    budget: Cell<usize>,
}

/// Vectors by element number.
pub type Changes = Vec<(u32, [f32; 3])>;

/// Elements of an accessor, checked.
struct Elements<'a> {
    bytes: &'a [u8],
    stride: usize,
}

impl<'a> Data<'a> {
    /// Gets all buffers.
    pub fn load(
        root: &'a json::Root,
        bin: Option<&'a [u8]>,
        input: usize,
        files: &dyn Files,
        folder: &str,
    ) -> Result<Self> {
        let (mut buffers, mut places) = (Vec::<Cow<'a, [u8]>>::new(), Vec::new());
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut total = input;
        for (i, buffer) in root.buffers.iter().enumerate() {
            let in_buffer = |e: Error| e.in_index(i).in_field("buffers");
            let uri = buffer.uri.as_ref().filter(|u| !u.starts_with("data:"));
            let found = uri.and_then(|u| files.resolve(&next_to(folder, u)));
            // A file is read once, however many buffers are made of it.
            let at = if let Some(at) = found.as_ref().and_then(|f| known.get(f)) {
                *at
            } else {
                let bytes = one_buffer(buffer, bin.filter(|_| i == 0), files, found.as_deref());
                let bytes = bytes.map_err(in_buffer)?;
                total += if matches!(bytes, Cow::Owned(_)) { bytes.len() } else { 0 };
                buffers.push(bytes);
                buffers.len() - 1
            };
            let len = buffers.get(at).map_or(0, |b| b.len() as u64);
            if len < buffer.byte_length {
                let message = format!("it has {len} bytes, expected {}", buffer.byte_length);
                return Err(in_buffer(Error::new(&GLTF_BUFFER, message)));
            }
            known.extend(found.map(|f| (f, at)));
            places.push(at);
        }
        let budget = Cell::new(total.saturating_mul(AMPLIFICATION).saturating_add(ALLOWANCE));
        Ok(Self { root, buffers, places, budget })
    }

    /// A file that belongs to the document, too: what is made of it is paid for by its own size.
    pub fn allow(&self, bytes: usize) {
        self.budget.set(self.budget.get().saturating_add(bytes.saturating_mul(AMPLIFICATION)));
    }

    /// Pays for memory before it is taken.
    pub fn charge(&self, count: usize, size: usize) -> Result<()> {
        let bytes = count.saturating_mul(size);
        match self.budget.get().checked_sub(bytes) {
            Some(left) => {
                self.budget.set(left);
                Ok(())
            }
            None => Err(Error::new(&LIMIT, format!("{bytes} more bytes than the input can hold"))),
        }
    }

    /// The bytes of a view.
    pub fn view(&self, index: u32) -> Result<(&[u8], Option<u32>)> {
        let views = &self.root.buffer_views;
        let view = views.get(index as usize).ok_or_else(|| no_such("buffer view", index, views.len()))?;
        let in_view = |e: Error| e.in_index(index as usize).in_field("bufferViews");
        let place = self.places.get(view.buffer as usize);
        let buffer = place
            .and_then(|at| self.buffers.get(*at))
            .ok_or_else(|| in_view(no_such("buffer", view.buffer, self.places.len())))?;
        let start = usize::try_from(view.byte_offset).ok();
        let len = usize::try_from(view.byte_length).ok();
        let bytes = start.zip(len).and_then(|(s, l)| buffer.get(s..)?.get(..l));
        let bytes = bytes.ok_or_else(|| {
            in_view(Error::new(
                &GLTF_BUFFER,
                format!(
                    "{} bytes at {} do not fit the {} bytes of the buffer",
                    view.byte_length,
                    view.byte_offset,
                    buffer.len()
                ),
            ))
        })?;
        Ok((bytes, view.byte_stride))
    }

    fn accessor(&self, index: u32) -> Result<&'a json::Accessor> {
        let all = &self.root.accessors;
        all.get(index as usize).ok_or_else(|| no_such("accessor", index, all.len()))
    }

    /// The number of elements.
    pub fn count(&self, index: u32) -> Result<usize> {
        let count = self.accessor(index)?.count;
        usize::try_from(count).map_err(|_| Error::new(&GLTF_ACCESSOR, format!("count is {count}")))
    }

    /// The component type, and whether integers mean 0–1.
    pub fn component(&self, index: u32) -> Result<(u32, bool, usize)> {
        let a = self.accessor(index)?;
        Ok((a.component_type, a.normalized, components(&a.kind)?))
    }

    fn elements(
        &self,
        view: u32,
        offset: u64,
        count: usize,
        element: usize,
        strided: bool,
    ) -> Result<Elements<'_>> {
        let (bytes, stride) = self.view(view)?;
        let stride = stride.filter(|s| strided && *s > 0).map_or(element, |s| s as usize);
        let need = count.checked_sub(1).map_or(Some(0), |n| n.checked_mul(stride)?.checked_add(element));
        let rest = usize::try_from(offset).ok().and_then(|o| bytes.get(o..));
        match rest.zip(need) {
            Some((rest, need)) if need <= rest.len() => Ok(Elements { bytes: rest, stride }),
            _ => Err(Error::new(
                &GLTF_ACCESSOR,
                format!(
                    "{count} elements of {element} bytes do not fit view {view} of {} bytes",
                    bytes.len()
                ),
            )),
        }
    }

    /// Elements as floats: integers as they are, or scaled where they are normalised.
    pub fn floats<const N: usize>(&self, index: u32) -> Result<Vec<[f32; N]>> {
        self.decode(index, true, number).map_err(|e| e.in_index(index as usize).in_field("accessors"))
    }

    /// Elements as integers. Floats are refused.
    pub fn integers<const N: usize>(&self, index: u32) -> Result<Vec<[u32; N]>> {
        self.decode(index, false, |bytes, component, _| integer(bytes, component))
            .map_err(|e| e.in_index(index as usize).in_field("accessors"))
    }

    /// The elements of an accessor without a view, if it is one: all others are zero.
    pub fn sparse_floats(&self, index: u32) -> Result<Option<Changes>> {
        let a = self.accessor(index)?;
        if a.buffer_view.is_some() {
            return Ok(None);
        }
        let Some(sparse) = &a.sparse else { return Ok(Some(Changes::new())) };
        let decode = || {
            let size = size_of_component(a.component_type)?;
            check_kind(a, 3, true)?;
            let number_of = usize::try_from(sparse.count).unwrap_or(usize::MAX);
            let (which, values) = self.sparse_parts(a, sparse, size * 3)?;
            self.charge(number_of, 16)?;
            Ok((0..number_of)
                .map(|i| {
                    let element = values.at(i, size * 3);
                    let read = |c: usize| {
                        number(element.get(c * size..).unwrap_or_default(), a.component_type, a.normalized)
                    };
                    (which(i), [read(0), read(1), read(2)])
                })
                .collect())
        };
        decode().map(Some).map_err(|e: Error| e.in_index(index as usize).in_field("accessors"))
    }

    fn sparse_parts(
        &self,
        a: &json::Accessor,
        sparse: &json::Sparse,
        element: usize,
    ) -> Result<(impl Fn(usize) -> u32, Elements<'_>)> {
        let number = usize::try_from(sparse.count).unwrap_or(usize::MAX);
        let component = sparse.indices.component_type.unwrap_or(0);
        let width = match component {
            U8 | U16 | U32 => size_of_component(component)?,
            other => return Err(Error::new(&GLTF_ACCESSOR, format!("sparse indices are of type {other}"))),
        };
        let view = |part: &json::SparsePart| {
            part.buffer_view.ok_or_else(|| Error::new(&GLTF_ACCESSOR, "a sparse part has no buffer view"))
        };
        let indices =
            self.elements(view(&sparse.indices)?, sparse.indices.byte_offset, number, width, false)?;
        let values =
            self.elements(view(&sparse.values)?, sparse.values.byte_offset, number, element, false)?;
        let count = a.count;
        let at = move |i: usize| integer(indices.at(i, width), component);
        if let Some(bad) = (0..number).map(&at).find(|i| u64::from(*i) >= count) {
            return Err(Error::new(&GLTF_ACCESSOR, format!("sparse index {bad} is beyond {count} elements")));
        }
        Ok((at, values))
    }

    fn decode<T: Copy + Default, const N: usize>(
        &self,
        index: u32,
        floats: bool,
        read: impl Fn(&[u8], u32, bool) -> T,
    ) -> Result<Vec<[T; N]>> {
        let a = self.accessor(index)?;
        check_kind(a, N, floats)?;
        let count = self.count(index)?;
        let size = size_of_component(a.component_type)?;
        let element = size * N;
        let base = match a.buffer_view {
            Some(view) => Some(self.elements(view, a.byte_offset, count, element, true)?),
            None => None,
        };
        self.charge(count, size_of::<[T; N]>())?;
        let one = |bytes: &[u8]| -> [T; N] {
            std::array::from_fn(|c| {
                read(bytes.get(c * size..).unwrap_or_default(), a.component_type, a.normalized)
            })
        };
        let mut out: Vec<[T; N]> = match &base {
            Some(e) => (0..count).map(|i| one(e.at(i, element))).collect(),
            None => vec![[T::default(); N]; count],
        };
        if let Some(sparse) = &a.sparse {
            let (which, values) = self.sparse_parts(a, sparse, element)?;
            for i in 0..usize::try_from(sparse.count).unwrap_or(0) {
                if let Some(slot) = out.get_mut(which(i) as usize) {
                    *slot = one(values.at(i, element));
                }
            }
        }
        Ok(out)
    }
}

impl Elements<'_> {
    /// The bytes of an element; [`Data::elements`] checked that they are there.
    fn at(&self, i: usize, element: usize) -> &[u8] {
        let start = i * self.stride;
        self.bytes.get(start..start + element).unwrap_or_default()
    }
}

fn one_buffer<'a>(
    buffer: &json::Buffer,
    bin: Option<&'a [u8]>,
    files: &dyn Files,
    found: Option<&str>,
) -> Result<Cow<'a, [u8]>> {
    Ok(match &buffer.uri {
        None => match bin {
            Some(bytes) => Cow::Borrowed(bytes),
            None => return Err(Error::new(&GLTF_BUFFER, "it has no URI and the file has no binary chunk")),
        },
        Some(uri) if uri.starts_with("data:") => match data_uri(uri) {
            Some((_, bytes)) => Cow::Owned(bytes),
            None => return Err(Error::new(&GLTF_BUFFER, "its data URI is not base64").in_field("uri")),
        },
        Some(uri) => {
            let bytes = found.and_then(|found| files.read(found).ok());
            let gone = || Error::new(&GLTF_BUFFER, format!("there is no file {uri:?}")).in_field("uri");
            Cow::Owned(bytes.ok_or_else(gone)?)
        }
    })
}

fn check_kind(a: &json::Accessor, n: usize, floats: bool) -> Result<()> {
    if components(&a.kind)? != n {
        return Err(Error::new(&GLTF_ACCESSOR, format!("type is {}, expected {n} numbers", a.kind)));
    }
    if !floats && a.component_type == F32 {
        return Err(Error::new(&GLTF_ACCESSOR, "component type is float, expected an integer"));
    }
    Ok(())
}

fn components(kind: &str) -> Result<usize> {
    Ok(match kind {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" | "MAT2" => 4,
        "MAT3" => 9,
        "MAT4" => 16,
        _ => {
            return Err(Error::new(
                &GLTF_ACCESSOR,
                format!("type is {kind:?}, expected SCALAR, VECn or MATn"),
            ));
        }
    })
}

fn size_of_component(component: u32) -> Result<usize> {
    Ok(match component {
        I8 | U8 => 1,
        I16 | U16 => 2,
        U32 | F32 => 4,
        other => return Err(Error::new(&GLTF_ACCESSOR, format!("component type is {other}"))),
    })
}

fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk::<N>().copied().unwrap_or([0; N])
}

fn number(bytes: &[u8], component: u32, normalized: bool) -> f32 {
    let (value, scale) = match component {
        F32 => return f32::from_le_bytes(first(bytes)),
        I8 => (f32::from(i8::from_le_bytes(first(bytes))), 127.0),
        U8 => (f32::from(u8::from_le_bytes(first(bytes))), 255.0),
        I16 => (f32::from(i16::from_le_bytes(first(bytes))), 32767.0),
        U16 => (f32::from(u16::from_le_bytes(first(bytes))), 65535.0),
        _ => (u32::from_le_bytes(first(bytes)) as f32, u32::MAX as f32),
    };
    if normalized { (value / scale).max(-1.0) } else { value }
}

fn integer(bytes: &[u8], component: u32) -> u32 {
    match component {
        U8 | I8 => u32::from(u8::from_le_bytes(first(bytes))),
        U16 | I16 => u32::from(u16::from_le_bytes(first(bytes))),
        _ => u32::from_le_bytes(first(bytes)),
    }
}
