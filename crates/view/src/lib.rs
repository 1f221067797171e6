//! Pictures: thumbnails, galleries of whole folders, and a viewer in the browser.
//!
//! | piece | what it is for |
//! |---|---|
//! | [`pose`] | where every node and vertex is at a moment of a motion |
//! | [`raster`] | a scene to pixels, the same on every machine |
//! | [`camera`] | framing |
//! | [`thumb`] | previews, turntables, contact sheets |
//! | [`thumbnailer`] | previews in file managers |

mod browser;
pub mod camera;
pub mod font;
pub mod gallery;
pub mod math;
pub mod pose;
pub mod raster;
pub mod server;
pub mod thumb;
pub mod thumbnailer;
