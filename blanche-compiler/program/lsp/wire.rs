//! Parses and writes messages: a header with the length, an empty line, and JSON.
//!
//! A wrong length must not silence the server for good. JSON never contains the bytes of a header (a line end within a
//! string is written `\n`), so a message begins wherever these bytes occur, and reading resumes there:
//! - If the length is too large, this is noticed at the next header. The text before that header is the message.
//! - If the length is too small, missing or not a number, everything up to the next header is skipped.
//!
//! `lsp-server` parses such messages too, but is not used. Its reader ends at the first malformed header or message,
//! and it allocates as many bytes as a header announces. It also mistakes a request whose id is not a 32-bit number for
//! a notification, so the request gets no answer.

use std::collections::VecDeque;
use std::io::{BufRead, Write};

use serde_json::Value;

/// Maximum length of a message, in bytes. Longer messages are skipped, since no rule file is this large.
const MAX_MESSAGE_BYTES: usize = 64 << 20;

/// Maximum length of a header, in bytes. Real headers have a few dozen.
const MAX_HEADER_BYTES: usize = 1 << 16;

/// The header field that is required.
const LENGTH: &[u8] = b"content-length:";

/// An item that was read from the input.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A well-formed message.
    Message(Value),
    /// A malformed message, with the reason.
    Broken(String),
    /// Bytes between messages were skipped, for this reason.
    Damage(String),
}

impl Incoming {
    /// The id of this request. `None` if the message is not a request.
    pub(super) fn request(&self) -> Option<&Value> {
        match self {
            Incoming::Message(message) if message.get("method").is_some() => message.get("id"),
            _ => None,
        }
    }

    /// The id of the request that this message cancels. `None` if the message cancels no request.
    pub(super) fn cancels(&self) -> Option<&Value> {
        match self {
            Incoming::Message(message) if message.get("method")? == "$/cancelRequest" => {
                message.get("params")?.get("id")
            }
            _ => None,
        }
    }
}

/// Reads messages one after the other.
pub(super) struct Reader<R> {
    input: R,
    /// Bytes that were read but have not been used yet.
    bytes: Vec<u8>,
    /// How many of these bytes have already been searched for a header.
    searched: usize,
    expected: Expected,
    /// The items to return next.
    ready: VecDeque<Incoming>,
    /// Whether skipped bytes have been reported since the last header.
    lost: bool,
}

/// What should come next in the input.
#[derive(Clone, Copy)]
enum Expected {
    Header,
    /// A message of this many bytes.
    Body(usize),
    /// The end of the input.
    Nothing,
}

impl<R: BufRead> Reader<R> {
    pub(super) fn new(input: R) -> Reader<R> {
        let (bytes, ready) = (Vec::new(), VecDeque::new());
        Reader { input, bytes, searched: 0, expected: Expected::Header, ready, lost: false }
    }

    /// The next message, or `None` at the end of the input.
    pub(super) fn next(&mut self) -> Option<Incoming> {
        loop {
            if let Some(incoming) = self.ready.pop_front() {
                return Some(incoming);
            }
            let goes_on = match self.expected {
                Expected::Header => self.take_header(),
                Expected::Body(length) => self.take_body(length),
                Expected::Nothing => return None,
            };
            if !goes_on && !self.read_more() {
                self.end();
            }
        }
    }

    /// Reads some more bytes. Returns whether there were any.
    fn read_more(&mut self) -> bool {
        loop {
            let read = match self.input.fill_buf() {
                Ok(read) => read,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => return false,
            };
            let count = read.len();
            self.bytes.extend_from_slice(read);
            self.input.consume(count);
            return count > 0;
        }
    }

    /// Removes `count` bytes from the front.
    fn drop_bytes(&mut self, count: usize) {
        self.bytes.drain(..count);
        self.searched = 0;
    }

    /// Reports that bytes are skipped, at most once until the next header.
    fn lose(&mut self, reason: impl Into<String>) {
        if !std::mem::replace(&mut self.lost, true) {
            self.ready.push_back(Incoming::Damage(reason.into()));
        }
    }

    /// Consumes a header, up to the next empty line. Returns whether there was a header.
    fn take_header(&mut self) -> bool {
        let Some(end) = end_of_header(&self.bytes, self.searched) else {
            self.searched = self.bytes.len().saturating_sub(2);
            if self.bytes.len() > MAX_HEADER_BYTES {
                self.lose("a header that is not terminated");
                // Keep half of the bytes. A real header is shorter than that, so its beginning is not lost.
                self.drop_bytes(self.bytes.len() - MAX_HEADER_BYTES / 2);
            }
            return false;
        };
        match length_of(&self.bytes[..end]) {
            Ok((start, length)) => {
                if !is_header_lines(&self.bytes[..start]) {
                    self.lose(format!("{start} bytes before a header belong to no message"));
                }
                self.lost = false;
                self.expected = Expected::Body(length);
            }
            Err(Some(reason)) => self.lose(reason),
            Err(None) => {}
        }
        self.drop_bytes(end);
        true
    }

    /// Consumes a message of this length. Returns whether the message was complete.
    fn take_body(&mut self, length: usize) -> bool {
        let is_whole = self.bytes.len() >= length;
        let within = &self.bytes[..length.min(self.bytes.len())];
        if is_whole && let Ok(message) = serde_json::from_slice(within) {
            self.ready.push_back(Incoming::Message(message));
            self.drop_bytes(length);
        } else if let Some(at) = next_header(&self.bytes, self.searched).filter(|at| *at < length) {
            self.lose(format!("a header announces {length} bytes, and the next one comes after {at}"));
            self.take_damaged(at);
        } else if is_whole {
            // The last bytes may be the beginning of a header.
            self.take_damaged(length - begun_header(within));
        } else {
            self.searched = self.bytes.len().saturating_sub(MAX_HEADER_BYTES / 2);
            return false;
        }
        self.expected = Expected::Header;
        true
    }

    /// Consumes a message that may be shorter than `length`. The remaining bytes up to the next header are skipped.
    fn take_damaged(&mut self, length: usize) {
        let mut values = serde_json::Deserializer::from_slice(&self.bytes[..length]).into_iter::<Value>();
        let first = values.next();
        let read = values.byte_offset();
        match first {
            Some(Ok(message)) => {
                self.ready.push_back(Incoming::Message(message));
                if !self.bytes[read..length].iter().all(u8::is_ascii_whitespace) {
                    self.lose(format!("{} bytes after a message belong to none", length - read));
                }
                self.drop_bytes(read);
            }
            Some(Err(error)) => {
                self.ready.push_back(Incoming::Broken(format!("this is not JSON: {error}")));
                self.lost = true;
                self.drop_bytes(length);
            }
            None => {
                self.ready.push_back(Incoming::Broken("an empty message".to_owned()));
                self.drop_bytes(length);
            }
        }
    }

    /// Handles the end of the input. The remaining bytes are a message only if the message is complete.
    fn end(&mut self) {
        match std::mem::replace(&mut self.expected, Expected::Nothing) {
            Expected::Body(length) => {
                let there = self.bytes.len();
                self.lose(format!("a header announces {length} bytes, and the input ends after {there}"));
                if let Ok(message) = serde_json::from_slice(&self.bytes) {
                    self.ready.push_back(Incoming::Message(message));
                }
            }
            Expected::Header if self.bytes.iter().all(u8::is_ascii_whitespace) => {}
            _ => self.lose("the input ends in bytes that belong to no message"),
        }
        self.bytes.clear();
    }
}

/// The offset just after the first empty line. The first `searched` bytes have already been searched for it.
fn end_of_header(bytes: &[u8], searched: usize) -> Option<usize> {
    let mut ends = (searched..bytes.len()).filter(|at| bytes[*at] == b'\n');
    ends.find_map(|end| match bytes.get(end + 1..)? {
        [b'\n', ..] => Some(end + 2),
        [b'\r', b'\n', ..] => Some(end + 3),
        _ => None,
    })
}

/// The offset of the last line that states a length, and this length. If there is no such line, the error describes the
/// problem. The error is `None` if all lines are empty.
fn length_of(block: &[u8]) -> Result<(usize, usize), Option<String>> {
    let at = block.windows(LENGTH.len()).rposition(|window| window.eq_ignore_ascii_case(LENGTH));
    let Some(at) = at else {
        let is_empty = block.iter().all(u8::is_ascii_whitespace);
        return Err((!is_empty).then(|| "a header does not say how long its message is".to_owned()));
    };
    let value = block[at + LENGTH.len()..].split(|byte| *byte == b'\n').next().unwrap_or_default();
    let value = String::from_utf8_lossy(value.trim_ascii());
    match value.parse::<usize>() {
        Ok(length) if length <= MAX_MESSAGE_BYTES => Ok((at, length)),
        Ok(length) => Err(Some(format!("a header announces {length} bytes, which is too long"))),
        Err(_) => {
            let value: String = value.chars().take(40).collect();
            Err(Some(format!("the length `{value}` in a header is not a number of bytes")))
        }
    }
}

/// Whether every line has the form `name: value`.
fn is_header_lines(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines.all(|line| {
        let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
        let is_name = !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'-');
        line.is_empty() || is_name && line.contains(&b':')
    })
}

/// The offset of the next line that states a length, after the bytes that have already been searched. JSON never
/// contains such a line.
fn next_header(bytes: &[u8], searched: usize) -> Option<usize> {
    let says_length = |at: &usize| {
        let Some((name, value)) = bytes[*at..].split_at_checked(LENGTH.len()) else { return false };
        let line = value.trim_ascii_start();
        let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let ends = matches!(line[digits..], [b'\n', ..] | [b'\r', b'\n', ..]);
        name.eq_ignore_ascii_case(LENGTH) && digits > 0 && ends
    };
    (searched..bytes.len()).filter(|at| bytes[*at].eq_ignore_ascii_case(&LENGTH[0])).find(says_length)
}

/// How many bytes at the end may be the beginning of a header.
fn begun_header(bytes: &[u8]) -> usize {
    let begins = |count: &usize| {
        let begun = &bytes[bytes.len() - count..];
        let (name, value) = begun.split_at(LENGTH.len().min(*count));
        let is_value = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b' ' | b'\t' | b'\r');
        name.eq_ignore_ascii_case(&LENGTH[..name.len()]) && value.iter().all(is_value)
    };
    // No length has more digits than this.
    let longest = (LENGTH.len() + 24).min(bytes.len());
    (1..=longest).rev().find(begins).unwrap_or(0)
}

/// Writes a message with its header.
pub(super) fn write(output: &mut impl Write, message: &Value) -> std::io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<String> {
        let mut reader = Reader::new(bytes);
        std::iter::from_fn(|| reader.next())
            .map(|incoming| match incoming {
                Incoming::Message(message) => message.to_string(),
                Incoming::Broken(_) => "broken".to_owned(),
                Incoming::Damage(_) => "damage".to_owned(),
            })
            .collect()
    }

    /// A message whose header states `length`.
    fn with_length(length: &str, message: &str) -> String {
        format!("Content-Length: {length}\r\n\r\n{message}")
    }

    fn sound(message: &str) -> String {
        with_length(&message.len().to_string(), message)
    }

    #[test]
    fn noise_is_skipped_and_the_next_message_is_read() {
        let text =
            b"Content-Length: 2\r\n\r\n{}noise\r\n\r\nContent-Type: x\r\ncontent-length: 3\r\n\r\n{\"a\
            Content-Length: 4\r\n\r\ntrueContent-Length: 9\r\n\r\nfal";
        assert_eq!(all(text), ["{}", "damage", "broken", "true", "damage"]);
    }

    #[test]
    fn the_length_of_a_message_counts_bytes() {
        let mut bytes = Vec::new();
        let message = serde_json::json!({ "text": "¬🙂" });
        write(&mut bytes, &message).expect("bytes can be written");
        assert_eq!(all(&bytes), [message.to_string()]);
    }

    #[test]
    fn after_a_wrong_length_reading_resumes_at_the_next_header() {
        let message = r#"{"id":1,"text":"Content-Length: 5\r\n\r\n"}"#;
        let length = message.len();
        let next = sound("[2]");
        let read = |length: &str| all(format!("{}{next}{next}", with_length(length, message)).as_bytes());
        assert_eq!(read(&length.to_string()), [message, "[2]", "[2]"]);
        // A length that is too large is detected at the following header, wherever the input is cut.
        for more in 1..next.len() + 20 {
            let mut heard = read(&(length + more).to_string());
            heard.retain(|heard| heard != "damage");
            assert_eq!(heard, [message, "[2]", "[2]"], "{more} too long");
        }
        for less in 1..length {
            assert_eq!(read(&(length - less).to_string()), ["broken", "[2]", "[2]"], "{less} too short");
        }
        for wrong in ["", "-3", "3.5", "0x10", "many", "99999999999", "99999999999999999999999999"] {
            assert_eq!(read(wrong), ["damage", "[2]", "[2]"], "`{wrong}`");
        }
        let without = all(format!("Content-Type: x\r\n\r\n{message}{next}").as_bytes());
        assert_eq!(without, ["damage", "[2]"]);
    }

    #[test]
    fn a_whole_message_is_read_even_if_its_header_announced_more() {
        assert_eq!(all(with_length("9", "[1]").as_bytes()), ["damage", "[1]"]);
        assert_eq!(all(with_length("0", "").as_bytes()), ["broken"]);
        assert_eq!(all(b""), [""; 0]);
        assert_eq!(all(b"\r\n"), [""; 0]);
        assert_eq!(all(b"what is this"), ["damage"]);
    }

    #[test]
    fn endless_noise_is_not_buffered() {
        let mut bytes = vec![b'x'; 4 * MAX_HEADER_BYTES];
        bytes.extend(sound("[1]").bytes());
        assert_eq!(all(&bytes), ["damage", "[1]"]);
    }
}
