//! Paths of this machine as URIs and back. What is no file of a machine is known by its URI alone.

use std::path::{Path, PathBuf};

/// The path that a URI names. A text without a file, such as one that was never saved, has its URI for a path.
pub(super) fn path(uri: &str) -> PathBuf {
    let Some(rest) = uri.strip_prefix("file://") else { return PathBuf::from(uri) };
    // A host may stand in front of the path; there is only this one.
    let rest = rest.find('/').map_or(rest, |at| &rest[at..]);
    let mut bytes = Vec::with_capacity(rest.len());
    let mut letters = rest.as_bytes().iter();
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
    let path = String::from_utf8_lossy(&bytes).into_owned();
    // `/c:/rules` is `c:/rules` where drives have letters.
    let has_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    PathBuf::from(if has_drive { path[1..].to_owned() } else { path })
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
    fn a_path_comes_back_from_its_uri() {
        for text in ["/rules/a.blanche", "/a b/¬é🙂%20.blanche", "/"] {
            assert_eq!(path(&uri(Path::new(text))), Path::new(text));
        }
        assert_eq!(uri(Path::new("/a b")), "file:///a%20b");
        assert_eq!(path("file://localhost/a%2Fb%"), Path::new("/a/b%"));
        assert_eq!(path("untitled:Untitled-1"), Path::new("untitled:Untitled-1"));
    }
}
