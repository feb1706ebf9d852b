//! Decodes SGF files, which are in UTF-8 or in Latin-1, the default encoding of SGF.

use std::borrow::Cow;

/// The names of Latin-1 in the property `CA`. In Latin-1 each byte equals the code point of its character.
const LATIN_1: [&str; 4] = ["iso-8859-1", "iso8859-1", "latin1", "latin-1"];

/// Converts `bytes` from Latin-1 to UTF-8, and returns other bytes unchanged. The bytes are taken for Latin-1 if the
/// property `CA` says so, or if they are not valid UTF-8.
pub(in super::super) fn in_utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(bytes).is_ok() {
        return Cow::Borrowed(bytes);
    }
    let text: String = bytes.iter().copied().map(char::from).collect();
    let named = text.split_once("CA[").and_then(|(_, rest)| rest.split_once(']')).map(|(name, _)| name);
    let is_latin = named.is_none_or(|name| LATIN_1.contains(&name.trim().to_ascii_lowercase().as_str()));
    if is_latin { Cow::Owned(text.into_bytes()) } else { Cow::Borrowed(bytes) }
}
