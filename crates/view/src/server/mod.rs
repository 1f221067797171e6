//! The viewer: a web server on loopback that shows what was opened, and nothing else.
//!
//! | request, below `/<token>/` | answer |
//! |---|---|
//! | `GET` (nothing), `app.js`, `app.css` | the page |
//! | `GET api/list` | what is open |
//! | `GET api/about` | the upload limit, and what to do about each finding |
//! | `GET api/glb?id=…&lod=…&collision=…&motions=…&fixed=…` | the model for the page, or the repaired one |
//! | `GET api/convert?id=…&lod=…&collision=…&motions=…` | the GLB that `convert` writes |
//! | `GET api/fits?id=…` | how much of each motion fits a model |
//! | `POST api/posed?id=…&to=…` | the model with bones moved by hand, or its pose |
//! | `GET api/report?id=…` | what `inspect --json` says |
//! | `GET api/bytes?id=…&at=…&len=…` | bytes and which fields they are |
//! | `POST api/upload?name=…` | opens a dropped file |
//! | `GET api/events` | server-sent events: which files changed, and that there are new ones |

mod guard;
mod routes;
mod state;
mod watch;

pub use state::{Open, Rescan};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use state::State;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use xenomesh::Recipe;

/// What to serve.
pub struct Options {
    /// How models are loaded.
    pub loader: Recipe,
    /// 0 = any free one.
    pub port: u16,
    /// All files dropped on the page together, in bytes.
    pub upload_limit: usize,
    /// Folders whose new files appear.
    pub folders: Vec<PathBuf>,
    /// Looks again for what to serve, after something came into a folder.
    pub rescan: Option<Rescan>,
}

/// Serves until the process ends. `ready` gets the address to open, token included.
pub fn serve(files: Vec<Open>, options: Options, ready: impl FnOnce(&str)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let address = listener.local_addr()?;
        let mut state = State::new(files, options.loader, address.port(), options.upload_limit);
        state.rescan = options.rescan;
        let state = Arc::new(state);
        // Kept until the end: dropping the watcher ends the watching.
        let _watcher = watch::start(&state, &options.folders);
        let app = app(state.clone());
        ready(&url(address, &state.token));
        axum::serve(listener, app).await
    })
}

fn url(address: SocketAddr, token: &str) -> String {
    format!("http://{address}/{token}/")
}

fn app(state: Arc<State>) -> Router {
    let upload_limit = state.upload_limit;
    Router::new()
        .route("/{token}/", get(routes::page))
        .route("/{token}/app.js", get(routes::script))
        .route("/{token}/app.css", get(routes::style))
        .route("/{token}/api/list", get(routes::list))
        .route("/{token}/api/glb", get(routes::glb))
        .route("/{token}/api/about", get(routes::about))
        .route("/{token}/api/convert", get(routes::convert))
        .route("/{token}/api/fits", get(routes::fits))
        .route("/{token}/api/posed", post(routes::posed))
        .route("/{token}/api/report", get(routes::report))
        .route("/{token}/api/bytes", get(routes::bytes))
        .route("/{token}/api/events", get(routes::events))
        .route("/{token}/api/upload", post(routes::upload))
        .layer(DefaultBodyLimit::max(upload_limit))
        .layer(from_fn_with_state(state.clone(), guard::check))
        .with_state(state)
}

#[cfg(test)]
mod tests;
