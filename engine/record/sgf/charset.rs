//! Decodes SGF files: UTF-8, or Latin-1, which is the default of the format.

use std::borrow::Cow;

/// The names of Latin-1 in the property `CA`. Each byte of Latin-1 is the code point of its character.
const LATIN_1: [&str; 4] = ["iso-8859-1", "iso8859-1", "latin1", "latin-1"];

/// Converts `bytes` to UTF-8 if they are Latin-1, which they are if `CA` says so or, if they are not valid UTF-8, by
/// default. Other bytes are returned unchanged.
pub(in super::super) fn in_utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(bytes).is_ok() {
        return Cow::Borrowed(bytes);
    }
    let text: String = bytes.iter().copied().map(char::from).collect();
    let named = text.split_once("CA[").and_then(|(_, rest)| rest.split_once(']')).map(|(name, _)| name);
    let is_latin = named.is_none_or(|name| LATIN_1.contains(&name.trim().to_ascii_lowercase().as_str()));
    if is_latin { Cow::Owned(text.into_bytes()) } else { Cow::Borrowed(bytes) }
}
