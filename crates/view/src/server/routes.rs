//! The page, the answers of the [session](crate::session) and the events.

use super::state::State;
use crate::session::Answer;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State as Shared};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, unfold};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::broadcast::error::RecvError;

const PAGE: &str = include_str!("../../web/index.html");
const STYLE: &str = include_str!("../../web/app.css");
/// The page's script with three.js, made by `cargo xtask page`.
const APP: &[u8] = include_bytes!("../../page/app.js");

fn typed(kind: &'static str, body: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], body).into_response()
}

pub async fn page() -> Response {
    typed("text/html; charset=utf-8", PAGE)
}

pub async fn script() -> Response {
    typed("text/javascript; charset=utf-8", APP)
}

pub async fn style() -> Response {
    typed("text/css; charset=utf-8", STYLE)
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let mut response = typed(self.content_type, self.body);
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or_default();
        if let Some(value) = self.findings.and_then(|f| HeaderValue::from_str(&f).ok()) {
            response.headers_mut().insert("x-xenomesh-findings", value);
        }
        response
    }
}

/// What only looks.
pub async fn ask(
    Shared(state): Shared<Arc<State>>,
    Path((_, name)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Response {
    answer(state, name, query, None).await
}

/// What brings something along.
pub async fn send(
    Shared(state): Shared<Arc<State>>,
    Path((_, name)): Path<(String, String)>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    answer(state, name, query, Some(body.into())).await
}

/// Reading and converting take their time: not on the threads that answer.
async fn answer(state: Arc<State>, name: String, query: Option<String>, body: Option<Vec<u8>>) -> Response {
    let work = move || state.session.answer(&name, &query.unwrap_or_default(), body).into_response();
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
        (StatusCode::INTERNAL_SERVER_ERROR, "reading the file ended unexpectedly\n").into_response()
    })
}

pub async fn events(Shared(state): Shared<Arc<State>>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let receivers = (state.changes.subscribe(), state.listed.subscribe());
    let stream = unfold(receivers, |(mut changes, mut listed)| async move {
        loop {
            let event = tokio::select! {
                ids = changes.recv() => match ids {
                    Ok(ids) => Event::default().event("changed").data(serde_json::to_string(&ids).unwrap_or_default()),
                    Err(RecvError::Lagged(_)) => continue,
                    Err(RecvError::Closed) => return None,
                },
                more = listed.recv() => match more {
                    Ok(()) | Err(RecvError::Lagged(_)) => Event::default().event("listed").data("again"),
                    Err(RecvError::Closed) => return None,
                },
            };
            return Some((Ok(event), (changes, listed)));
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}
