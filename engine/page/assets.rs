//! The files of the page. They are built from `web/src` by `npm run build` in `web/`, and compressed in the program.

use std::path::PathBuf;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use blanche_compiler::files;

/// A file of the page.
struct Asset {
    /// Its path in the address.
    path: &'static str,
    /// Its name in the folder of built files.
    file: &'static str,
    /// Its media type.
    kind: &'static str,
    /// Its bytes, compressed by gzip.
    compressed: &'static [u8],
}

macro_rules! asset {
    ($path:literal, $file:literal, $kind:literal) => {
        Asset {
            path: $path,
            file: $file,
            kind: $kind,
            compressed: include_bytes!(concat!("web/dist/", $file, ".gz")),
        }
    };
}

const ASSETS: [Asset; 4] = [
    asset!("/", "index.html", "text/html; charset=utf-8"),
    asset!("/page.js", "page.js", "text/javascript; charset=utf-8"),
    asset!("/page.css", "page.css", "text/css; charset=utf-8"),
    asset!("/icon.svg", "icon.svg", "image/svg+xml"),
];

/// The answer to a request for the file at this path. If there is a folder, its uncompressed files are sent.
pub(crate) fn answer(path: &str, folder: Option<&PathBuf>) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.path == path) else {
        return (StatusCode::NOT_FOUND, "There is no such page.\n").into_response();
    };
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    let Some(folder) = folder else {
        let encoding = (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        return ([kind, encoding], asset.compressed).into_response();
    };
    let file = folder.join(asset.file);
    match files::read(&file) {
        Ok(bytes) => ([kind], bytes).into_response(),
        Err(error) => {
            let text = format!("{} cannot be read: {error}\n", file.display());
            (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
        }
    }
}
