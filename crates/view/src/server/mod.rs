//! The viewer: a web server on loopback that shows what was opened, and nothing else.
//!
//! | request, below `/<token>/` | answer |
//! |---|---|
//! | `GET` (nothing), `app.js`, `app.css` | the page |
//! | `GET api/…` | what the [session](crate::session) answers |
//! | `POST api/posed?id=…&to=…`, `api/upload?name=…` | the same, with a body |
//! | `GET api/events` | server-sent events: which files changed, and that there are new ones |

mod guard;
mod routes;
mod state;
mod watch;

pub use crate::session::Open;
pub use state::Rescan;

use crate::session::Session;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
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
        let session = Session::new(files, options.loader, options.upload_limit);
        let state = Arc::new(State::new(session, address.port(), options.rescan));
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
    let upload_limit = state.session.upload_limit;
    Router::new()
        .route("/{token}/", get(routes::page))
        .route("/{token}/app.js", get(routes::script))
        .route("/{token}/app.css", get(routes::style))
        .route("/{token}/api/events", get(routes::events))
        .route("/{token}/api/{name}", get(routes::ask).post(routes::send))
        .layer(DefaultBodyLimit::max(upload_limit))
        .layer(from_fn_with_state(state.clone(), guard::check))
        .with_state(state)
}

#[cfg(test)]
mod tests;
