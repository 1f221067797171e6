//! Pictures and matrices: small functions.

use crate::column::Column;
use crate::error::{self, Class, Details};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use scene::{Node, NodeId, Scene};

/// The MIME type of bytes that glTF can hold; empty for others.
#[pyfunction]
pub fn mime(py: Python<'_>, data: PyBuffer<u8>) -> PyResult<&'static str> {
    Ok(scene::textures::mime(&data.to_vec(py)?).unwrap_or_default())
}

/// Pixels of an encoded picture, RGBA.
#[pyfunction]
pub fn decode_image(py: Python<'_>, data: PyBuffer<u8>, name: &str, limit: u64) -> PyResult<Column> {
    let bytes = data.to_vec(py)?;
    match crate::pool::work(py, || scene::textures::decode_rgba(&bytes, name, limit))? {
        Ok((width, height, pixels)) => {
            Ok(Column::shaped(pixels, &[height as usize, width as usize, 4], true))
        }
        Err(problem) => {
            let (message, code) = (problem.to_string(), problem.code().id);
            let details = Details { message: &message, code, file: name, ..Details::default() };
            Err(error::raise(py, Class::Read, &details))
        }
    }
}

/// Pixels as PNG.
#[pyfunction]
pub fn encode_png(
    py: Python<'_>,
    data: PyBuffer<u8>,
    width: u32,
    height: u32,
    channels: u8,
) -> PyResult<Bound<'_, PyBytes>> {
    let pixels = data.to_vec(py)?;
    let wanted = u128::from(width) * u128::from(height) * if channels == 4 { 4 } else { 3 };
    if wanted != pixels.len() as u128 {
        let message = format!("{} bytes are there, {wanted} are needed", pixels.len());
        return Err(error::field(py, "pixels", &message));
    }
    match crate::pool::work(py, || png_of(&pixels, [width, height], channels))? {
        Ok(png) => Ok(PyBytes::new(py, &png)),
        Err(e) => Err(error::field(py, "pixels", &e.to_string())),
    }
}

/// Pixels as PNG.
pub fn png_of(pixels: &[u8], size: [u32; 2], channels: u8) -> Result<Vec<u8>, png::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, size[0], size[1]);
    encoder.set_color(if channels == 4 { png::ColorType::Rgba } else { png::ColorType::Rgb });
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(out)
}

type Trs = ([f32; 3], [f32; 4], [f32; 3]);

fn nodes(trs: Vec<Trs>) -> Vec<Node> {
    let node = |(translation, rotation, scale)| Node { translation, rotation, scale, ..Node::default() };
    trs.into_iter().map(node).collect()
}

/// Matrices of nodes, column-major.
#[pyfunction]
pub fn local_matrices(trs: Vec<Trs>) -> Column {
    Column::new(nodes(trs).iter().map(|n| n.local_matrix().to_cols_array()).collect(), true)
}

/// Matrices of nodes in the world, column-major.
#[pyfunction]
pub fn world_matrices(trs: Vec<Trs>, parents: Vec<Option<u32>>) -> Column {
    let mut scene = Scene { nodes: nodes(trs), ..Scene::default() };
    for (node, parent) in scene.nodes.iter_mut().zip(parents) {
        node.parent = parent.map(NodeId);
    }
    Column::new(scene.world_matrices().iter().map(glam::Mat4::to_cols_array).collect(), true)
}
