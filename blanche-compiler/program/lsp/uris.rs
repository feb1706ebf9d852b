//! Converts file paths to URIs and back. A document that is not a file is identified by its URI.

use std::path::{Component, Path, PathBuf};

/// The path that a URI names. It is the same for all spellings of the URI. If the document is not a file, such as a
/// text that was never saved, the path consists of the URI itself.
///
/// CITE: RFC 3986, section 6.2.2 (case, percent-encoding, dot segments), and RFC 8089 (`file:/path`,
/// `file://localhost/path`).
pub(super) fn path(uri: &str) -> PathBuf {
    let Some((scheme, rest)) = uri.split_once(':') else { return PathBuf::from(decoded(uri)) };
    if !scheme.eq_ignore_ascii_case("file") || !rest.starts_with('/') {
        return PathBuf::from(format!("{}:{}", scheme.to_ascii_lowercase(), decoded(rest)));
    }
    let path = match rest.strip_prefix("//") {
        // The path may follow a host, which can only be this machine.
        Some(named) => named.find('/').map_or(named, |at| &named[at..]),
        None => rest,
    };
    let path = decoded(path);
    // On Windows, `/c:/rules` is `c:/rules`, and drive letters are case-insensitive.
    if cfg!(windows) && path.as_bytes().get(2) == Some(&b':') {
        return without_dots(&format!("{}{}", path[1..2].to_ascii_lowercase(), &path[2..]));
    }
    without_dots(&path)
}

/// Normalises a path: resolves `.` and `..`, and removes redundant slashes.
fn without_dots(path: &str) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in Path::new(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// Decodes percent-encoding.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut letters = text.as_bytes().iter();
    while let Some(letter) = letters.next() {
        let ahead = letters.as_slice();
        let code = (*letter == b'%').then(|| ahead.get(..2)).flatten();
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        match code {
            Some(code) => {
                bytes.push(code);
                letters.nth(1);
            }
            None => bytes.push(*letter),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The URI of a path.
pub(super) fn uri(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    if !path.is_absolute() {
        return text;
    }
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(byte as char)
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_survives_conversion_to_a_uri_and_back() {
        for text in ["/rules/a.blanche", "/a b/¬é🙂%20.blanche", "/"] {
            assert_eq!(path(&uri(Path::new(text))), Path::new(text));
        }
        assert_eq!(uri(Path::new("/a b")), "file:///a%20b");
        assert_eq!(path("file://localhost/a%2Fb%"), Path::new("/a/b%"));
        assert_eq!(path("untitled:Untitled-1"), Path::new("untitled:Untitled-1"));
    }

    #[test]
    fn all_spellings_of_a_uri_are_one_path() {
        for spelling in [
            "file:///rules/a%3ab.blanche",
            "file:///rules/a%3Ab.blanche",
            "file:///rules/a:b.blanche",
            "file:///rul%65s/a:b%2Eblanche",
            "file:///x/../rules/a:b.blanche",
            "file:///x/%2e%2E/rules/./a:b.blanche",
            "file:///../rules//a:b.blanche",
            "file://localhost/rules/a:b.blanche",
            "file://LOCALHOST/rules/a%3Ab.blanche",
            "FILE:///rules/a:b.blanche",
            "file:/rules/a:b.blanche",
        ] {
            assert_eq!(path(spelling), Path::new("/rules/a:b.blanche"), "{spelling}");
        }
        for spelling in ["untitled:New file", "Untitled:New%20file"] {
            assert_eq!(path(spelling), Path::new("untitled:New file"), "{spelling}");
        }
        assert_ne!(path("file:///rules/A.blanche"), path("file:///rules/a.blanche"));
    }
}
