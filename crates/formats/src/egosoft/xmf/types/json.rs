//! `dump` and `build`: descriptions as they are, payloads decoded to numbers.

use super::super::read::inflate;
use super::decl;
use super::decl::{half, to_half, ty};
use super::{Buffer, Description, Element, Gap, Header, INDEX_U16, INDEX_U32, MaterialRange, Xmf};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use wire::{Endian, Error, Reader, Result, Text, Writer, codes};

#[derive(Serialize, Deserialize)]
pub(crate) struct Dump {
    header: Header,
    #[serde(with = "wire::exact::hex", default)]
    header_extra: Vec<u8>,
    buffers: Vec<BufferDump>,
    materials: Vec<RangeDump>,
    gaps: Vec<Gap>,
}

#[derive(Serialize, Deserialize)]
struct BufferDump {
    #[serde(flatten)]
    desc: Description,
    num_elements: u32,
    slots: Vec<Element>,
    #[serde(with = "wire::exact::hex", default)]
    extra: Vec<u8>,
    data: DataDump,
    /// The block as the file has it: used again while it inflates to `data`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    packed: Option<Hex>,
}

#[derive(Serialize, Deserialize)]
struct Hex(#[serde(with = "wire::exact::hex")] Vec<u8>);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DataDump {
    Indices(Vec<u32>),
    /// One column per element; numbers as they are stored, not scaled.
    Vertices(Vec<Column>),
    /// Where the description does not fit the bytes.
    Hex(#[serde(with = "wire::exact::hex")] Vec<u8>),
}

#[derive(Serialize, Deserialize)]
struct Column {
    element: String,
    #[serde(rename = "type")]
    ty: String,
    values: Vec<Number>,
}

/// A number of a vertex, every bit of it.
enum Number {
    Float(f32),
    Half(u16),
    Int(i64),
    /// As it came from JSON.
    Json(Value),
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, s: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Number::Float(v) => wire::exact::serialize(v, s),
            Number::Half(h) if half(*h).is_finite() => s.serialize_f32(half(*h)),
            Number::Half(h) => s.serialize_str(&format!("0x{h:04x}")),
            Number::Int(v) => s.serialize_i64(*v),
            Number::Json(v) => v.serialize(s),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> std::result::Result<Self, D::Error> {
        Value::deserialize(d).map(Number::Json)
    }
}

#[derive(Serialize, Deserialize)]
struct RangeDump {
    first_index: u32,
    num_indices: u32,
    name: Text,
    /// What follows the name up to 128 bytes, if it is not all zero.
    #[serde(with = "wire::exact::hex", default, skip_serializing_if = "Vec::is_empty")]
    padding: Vec<u8>,
    #[serde(with = "wire::exact::hex", default, skip_serializing_if = "Vec::is_empty")]
    extra: Vec<u8>,
}

impl Xmf {
    pub(crate) fn to_dump(&self) -> Dump {
        let endian = self.header.endian();
        Dump {
            header: self.header.clone(),
            header_extra: self.header_extra.clone(),
            buffers: self.buffers.iter().map(|b| dump_buffer(b, endian)).collect(),
            materials: self.materials.iter().map(dump_range).collect(),
            gaps: self.gaps.clone(),
        }
    }

    pub(crate) fn from_dump(d: Dump) -> Result<Self> {
        let endian = d.header.endian();
        let mut edited = false;
        let mut buffers = Vec::with_capacity(d.buffers.len());
        for (i, b) in d.buffers.into_iter().enumerate() {
            let buffer = build_buffer(b, endian, &mut edited);
            buffers.push(buffer.map_err(|e| e.in_index(i).in_field("buffers"))?);
        }
        let materials = d.materials.into_iter().map(build_range).collect();
        let mut xmf =
            Self { header: d.header, header_extra: d.header_extra, buffers, materials, gaps: d.gaps };
        if edited {
            // Old offsets cannot hold new payloads.
            xmf.recount();
        }
        Ok(xmf)
    }
}

fn dump_range(m: &MaterialRange) -> RangeDump {
    let name = m.trimmed().to_vec();
    let rest = m.name.get(name.len()..).unwrap_or_default();
    let padding =
        if m.name.len() == 128 && rest.iter().all(|b| *b == 0) { Vec::new() } else { rest.to_vec() };
    RangeDump {
        first_index: m.first_index,
        num_indices: m.num_indices,
        name: Text(name),
        padding,
        extra: m.extra.clone(),
    }
}

fn build_range(d: RangeDump) -> MaterialRange {
    let mut name = d.name.0;
    name.extend_from_slice(&d.padding);
    name.resize(128, 0);
    MaterialRange { first_index: d.first_index, num_indices: d.num_indices, name, extra: d.extra }
}

fn dump_buffer(b: &Buffer, endian: Endian) -> BufferDump {
    BufferDump {
        desc: b.desc.clone(),
        num_elements: b.num_elements,
        slots: b.slots.clone(),
        extra: b.extra.clone(),
        data: dump_data(b, endian),
        packed: b.packed.as_ref().map(|p| Hex(p.to_vec())),
    }
}

fn dump_data(b: &Buffer, endian: Endian) -> DataDump {
    let exact = b.data.len() as u64 == b.desc.raw_size();
    if b.desc.is_index() && exact && !b.data.is_empty() {
        let mut r = Reader::new(&b.data);
        r.set_endian(endian);
        let n = b.desc.count() as usize;
        let indices = match (b.desc.format, b.desc.item_size) {
            (INDEX_U16, 2) => r.bulk::<u16>(n).ok().map(|v| v.into_iter().map(u32::from).collect()),
            (INDEX_U32, 4) => r.bulk::<u32>(n).ok(),
            _ => None,
        };
        if let Some(indices) = indices {
            return DataDump::Indices(indices);
        }
    }
    let (attributes, why) = b.attributes();
    if b.desc.is_index() || !exact || why.is_some() || b.data.is_empty() {
        return DataDump::Hex(b.data.to_vec());
    }
    let stride = b.desc.item_size as usize;
    let columns = attributes.iter().map(|a| Column {
        element: decl::usage_name(a.usage, a.usage_index),
        ty: decl::type_name(a.ty),
        values: b
            .data
            .chunks_exact(stride)
            .flat_map(|v| numbers(v.get(a.offset..).unwrap_or_default(), a.ty, endian))
            .collect(),
    });
    DataDump::Vertices(columns.collect())
}

/// How the numbers of a type are laid out in the file.
fn unit(ty: u32) -> (usize, usize) {
    match ty {
        ty::FLOAT1..=ty::FLOAT4 => (decl::components(ty), 4),
        ty::D3DCOLOR | ty::UBYTE4 | ty::UBYTE4N => (4, 1),
        ty::UDEC3 | ty::DEC3N => (1, 4),
        _ => (decl::components(ty), 2),
    }
}

fn numbers(bytes: &[u8], ty: u32, endian: Endian) -> Vec<Number> {
    let mut r = Reader::new(bytes);
    r.set_endian(endian);
    let (n, size) = unit(ty);
    let one = |r: &mut Reader<'_>| -> Result<Number> {
        Ok(match (ty, size) {
            (ty::FLOAT1..=ty::FLOAT4, _) => Number::Float(r.f32()?),
            (ty::FLOAT16_2 | ty::FLOAT16_4, _) => Number::Half(r.u16()?),
            (ty::USHORT2N | ty::USHORT4N, _) => Number::Int(r.u16()?.into()),
            (_, 1) => Number::Int(r.u8()?.into()),
            (_, 2) => Number::Int(r.i16()?.into()),
            _ => Number::Int(r.u32()?.into()),
        })
    };
    (0..n).map_while(|_| one(&mut r).ok()).collect()
}

fn bad(message: String) -> Error {
    Error::new(&codes::JSON, message).in_field("data")
}

fn build_buffer(d: BufferDump, endian: Endian, edited: &mut bool) -> Result<Buffer> {
    let mut b = Buffer {
        desc: d.desc,
        num_elements: d.num_elements,
        slots: d.slots,
        extra: d.extra,
        data: bytes::Bytes::new(),
        packed: None,
    };
    let data = match d.data {
        DataDump::Hex(bytes) => bytes,
        DataDump::Indices(list) => build_indices(&b, &list, endian)?,
        DataDump::Vertices(columns) => build_vertices(&b, &columns, endian)?,
    };
    match d.packed {
        Some(Hex(packed)) if inflate(&packed, data.len()).is_ok_and(|old| old == data) => {
            b.packed = Some(packed.into());
            b.data = data.into();
        }
        _ => {
            *edited |= b.desc.compressed != 0 || data.len() != b.desc.stored_size as usize;
            b.set_data(data);
        }
    }
    Ok(b)
}

fn build_indices(b: &Buffer, list: &[u32], endian: Endian) -> Result<Vec<u8>> {
    let mut w = Writer::new(endian);
    for i in list {
        if b.desc.format == INDEX_U16 {
            w.u16(u16::try_from(*i).map_err(|_| bad(format!("index {i} does not fit 16 bits")))?);
        } else {
            w.u32(*i);
        }
    }
    Ok(w.finish())
}

fn build_vertices(b: &Buffer, columns: &[Column], endian: Endian) -> Result<Vec<u8>> {
    let (attributes, why) = b.attributes();
    if let Some(why) = why {
        return Err(bad(why));
    }
    if columns.len() != attributes.len() {
        return Err(bad(format!("{} columns for {} elements", columns.len(), attributes.len())));
    }
    let mut vertices = None;
    for (a, c) in attributes.iter().zip(columns) {
        let n = unit(a.ty).0;
        let (whole, rest) =
            (c.values.len().checked_div(n).unwrap_or(0), c.values.len().checked_rem(n).unwrap_or(0));
        if n > 0 && (rest != 0 || vertices.is_some_and(|v| v != whole)) {
            return Err(bad(format!(
                "column {} has {} numbers, which is not a whole column",
                c.element,
                c.values.len()
            )));
        }
        if n > 0 {
            vertices = Some(whole);
        }
    }
    let mut w = Writer::new(endian);
    for v in 0..vertices.unwrap_or(0) {
        for (a, c) in attributes.iter().zip(columns) {
            let n = unit(a.ty).0;
            for number in c.values.get(v * n..(v + 1) * n).unwrap_or_default() {
                put_number(&mut w, number, a.ty)?;
            }
        }
    }
    Ok(w.finish())
}

fn put_number(w: &mut Writer, number: &Number, ty: u32) -> Result<()> {
    let Number::Json(value) = number else {
        return Ok(());
    };
    let not = || bad(format!("{value} is not a number of type {}", decl::type_name(ty)));
    let bits = |digits: usize| {
        let text = value.as_str()?.strip_prefix("0x")?;
        (text.len() <= digits).then(|| u32::from_str_radix(text, 16).ok())?
    };
    match ty {
        ty::FLOAT1..=ty::FLOAT4 => match value.as_f64() {
            Some(v) => w.f32(v as f32),
            None => w.u32(bits(8).ok_or_else(not)?),
        },
        ty::FLOAT16_2 | ty::FLOAT16_4 => match value.as_f64() {
            Some(v) => w.u16(to_half(v as f32)),
            None => w.u16(bits(4).ok_or_else(not)? as u16),
        },
        _ => {
            let v = value.as_i64().ok_or_else(not)?;
            match (ty, unit(ty).1) {
                (ty::USHORT2N | ty::USHORT4N, _) => w.u16(u16::try_from(v).map_err(|_| not())?),
                (_, 1) => w.u8(u8::try_from(v).map_err(|_| not())?),
                (_, 2) => w.i16(i16::try_from(v).map_err(|_| not())?),
                _ => w.u32(u32::try_from(v).map_err(|_| not())?),
            }
        }
    }
    Ok(())
}
