//! Who may ask. Other programs and pages on this machine can reach loopback too.

use super::state::State;
use axum::body::Body;
use axum::extract::{Request, State as Shared};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Nothing from elsewhere, nothing inline. Blobs are pictures that the GLB carries.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
    connect-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Refuses strangers and marks every answer.
pub async fn check(Shared(state): Shared<Arc<State>>, request: Request<Body>, next: Next) -> Response {
    let mut response = match refuse(&state, &request) {
        Some((status, why)) => (status, why).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-store");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    response
}

fn refuse(state: &State, request: &Request<Body>) -> Option<(StatusCode, &'static str)> {
    let headers = request.headers();
    // A name that points here by DNS tricks is not ours.
    if !text(headers, &header::HOST).is_some_and(|h| is_ours(h, state.port)) {
        return Some((StatusCode::MISDIRECTED_REQUEST, "this server answers to its own address only\n"));
    }
    let token = request.uri().path().split('/').nth(1).unwrap_or_default();
    if !same(token.as_bytes(), state.token.as_bytes()) {
        return Some((StatusCode::FORBIDDEN, "the address lacks the token that `xenomesh view` printed\n"));
    }
    let origin = text(headers, &header::ORIGIN);
    let foreign = origin.is_some_and(|o| !o.strip_prefix("http://").is_some_and(|h| is_ours(h, state.port)));
    foreign.then_some((StatusCode::FORBIDDEN, "other pages may not ask\n"))
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn is_ours(host: &str, port: u16) -> bool {
    let Some((name, number)) = host.rsplit_once(':') else { return false };
    matches!(name, "127.0.0.1" | "localhost") && number.parse() == Ok(port)
}

/// Equal, in a time that does not depend on how far they are.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |d, (x, y)| d | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names() {
        assert!(is_ours("127.0.0.1:80", 80) && is_ours("localhost:80", 80));
        for bad in
            ["127.0.0.1", "127.0.0.1:81", "evil.example:80", "127.0.0.1.evil.example:80", "[::1]:80", ""]
        {
            assert!(!is_ours(bad, 80), "{bad}");
        }
        assert!(same(b"abc", b"abc") && !same(b"abc", b"abd") && !same(b"abc", b"ab"));
    }
}
