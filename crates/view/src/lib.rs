//! Pictures: thumbnails, galleries of whole folders, and a viewer in the browser.
//!
//! | piece | what it is for |
//! |---|---|
//! | [`pose`] | where every node and vertex is at a moment of a motion |
//! | [`raster`] | a scene to pixels, the same on every machine |
//! | [`camera`] | framing |
//! | [`thumb`] | previews, turntables, contact sheets |
//! | [`session`] | what is open, and every answer about it |
//! | [`server`] | the session over HTTP, for a browser on this machine |
//! | [`thumbnailer`] | previews in file managers |

mod browser;
pub mod camera;
pub mod font;
pub mod gallery;
pub mod math;
pub mod pose;
pub mod raster;
#[cfg(feature = "server")]
pub mod server;
pub mod session;
pub mod thumb;
pub mod thumbnailer;
