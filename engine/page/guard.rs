//! Which requests are answered, and the headers of every answer.
//!
//! Pages of other sites that are open in the same browser can send requests to a server on the user's machine. Such a
//! request states a foreign origin or, after a change of the site's name record, a foreign host. Both are refused.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// What pages may load: scripts, styles and sockets of this server, and pictures that the page itself makes.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Answers a request if it comes from a page of this server, or from a program that is no browser.
pub(crate) async fn guard(State(port): State<u16>, request: Request<Body>, next: Next) -> Response {
    let mut response = match is_allowed(request.headers(), port) {
        true => next.run(request).await,
        false => (StatusCode::FORBIDDEN, "This server answers only pages that it has sent itself.\n")
            .into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether the host and the origin in these headers are those of a server on this port of the local machine. A missing
/// origin is allowed, because browsers leave it out of simple requests; a missing host is not.
fn is_allowed(headers: &HeaderMap, port: u16) -> bool {
    let is_own = |host: &str| {
        let name = host.strip_suffix(&format!(":{port}"));
        name.is_some_and(|name| ["127.0.0.1", "localhost", "[::1]"].contains(&name))
    };
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let is_own_origin = |origin: &str| origin.strip_prefix("http://").is_some_and(is_own);
    text(header::HOST).is_some_and(is_own) && text(header::ORIGIN).is_none_or(is_own_origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_server_are_answered() {
        let allowed = |host: Option<&'static str>, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            for (name, value) in [(header::HOST, host), (header::ORIGIN, origin)] {
                if let Some(value) = value {
                    headers.insert(name, HeaderValue::from_static(value));
                }
            }
            is_allowed(&headers, 7000)
        };
        for host in ["127.0.0.1:7000", "localhost:7000", "[::1]:7000"] {
            assert!(allowed(Some(host), None), "{host}");
        }
        assert!(allowed(Some("localhost:7000"), Some("http://127.0.0.1:7000")));
        for host in
            ["evil.example", "evil.example:7000", "127.0.0.1", "127.0.0.1:7001", "x127.0.0.1:7000", ""]
        {
            assert!(!allowed(Some(host), None), "{host}");
        }
        assert!(!allowed(None, None));
        for origin in ["http://evil.example", "https://127.0.0.1:7000", "http://127.0.0.1:7001", "null", ""] {
            assert!(!allowed(Some("127.0.0.1:7000"), Some(origin)), "{origin}");
        }
    }
}
