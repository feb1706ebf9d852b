//! The character set of a file: UTF-8, or the one that SGF means where nothing is said.

use std::borrow::Cow;

/// What the property `CA` calls Latin-1, whose bytes are the numbers of its characters.
const LATIN_1: [&str; 4] = ["iso-8859-1", "iso8859-1", "latin1", "latin-1"];

/// The bytes as UTF-8, where they are Latin-1: by the property `CA`, or for want of it.
pub(in super::super) fn in_utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(bytes).is_ok() {
        return Cow::Borrowed(bytes);
    }
    let text: String = bytes.iter().copied().map(char::from).collect();
    let named = text.split_once("CA[").and_then(|(_, rest)| rest.split_once(']')).map(|(name, _)| name);
    let is_latin = named.is_none_or(|name| LATIN_1.contains(&name.trim().to_ascii_lowercase().as_str()));
    if is_latin { Cow::Owned(text.into_bytes()) } else { Cow::Borrowed(bytes) }
}
