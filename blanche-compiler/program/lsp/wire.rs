//! Messages from and to bytes: a header with the length, an empty line, and JSON.
//!
//! A length that is wrong must not silence the server for good. JSON never holds the bytes of a header (in a text a line
//! end is written `\n`), so wherever such bytes stand a message begins, and reading goes on there:
//! - a length too large is noticed when the next header comes, and what stands in front of it is the message;
//! - after a length too small, or one that is missing or no number, everything up to the next header is passed over.
//!
//! `lsp-server` reads such messages too. It is not used here: its reader ends at the first header or message that is
//! wrong, it makes room for as many bytes as a header announces, and it takes a request whose id is no number of 32 bits
//! for a notification, which nobody answers.

use std::collections::VecDeque;
use std::io::{BufRead, Write};

use serde_json::Value;

/// Longer messages are passed over; nobody writes rule files of this size.
const LONGEST: usize = 64 << 20;

/// A header has some dozens of bytes. What has more and no end is none.
const LONGEST_HEADER: usize = 1 << 16;

/// What a header cannot do without.
const LENGTH: &[u8] = b"content-length:";

/// What came in.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Value),
    /// Something that is none, and why.
    Broken(String),
    /// Bytes were lost between messages, and why.
    Damage(String),
}

impl Incoming {
    /// The id of the request that this is.
    pub(super) fn request(&self) -> Option<&Value> {
        match self {
            Incoming::Message(message) if message.get("method").is_some() => message.get("id"),
            _ => None,
        }
    }

    /// The id of the request that need not be answered any more.
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
    /// What was read and not used yet.
    bytes: Vec<u8>,
    /// So many of them were searched already.
    searched: usize,
    expected: Expected,
    /// What is to be handed over next.
    ready: VecDeque<Incoming>,
    /// That bytes are lost was said, and no header came since.
    lost: bool,
}

/// What the next bytes should be.
#[derive(Clone, Copy)]
enum Expected {
    Header,
    /// A message of so many bytes.
    Body(usize),
    /// The input has ended.
    Nothing,
}

impl<R: BufRead> Reader<R> {
    pub(super) fn new(input: R) -> Reader<R> {
        let (bytes, ready) = (Vec::new(), VecDeque::new());
        Reader { input, bytes, searched: 0, expected: Expected::Header, ready, lost: false }
    }

    /// The next message; `None` at the end of the input.
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

    /// Reads some more bytes; gives whether there were any.
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

    /// Takes so many bytes away from the front.
    fn drop_bytes(&mut self, count: usize) {
        self.bytes.drain(..count);
        self.searched = 0;
    }

    /// Says, once until the next header, that bytes are lost.
    fn lose(&mut self, reason: impl Into<String>) {
        if !std::mem::replace(&mut self.lost, true) {
            self.ready.push_back(Incoming::Damage(reason.into()));
        }
    }

    /// Takes the lines up to the next empty one; gives whether there were any.
    fn take_header(&mut self) -> bool {
        let Some(end) = end_of_header(&self.bytes, self.searched) else {
            self.searched = self.bytes.len().saturating_sub(2);
            if self.bytes.len() > LONGEST_HEADER {
                self.lose("a header that does not end");
                // A header that makes sense is shorter than the half that stays.
                self.drop_bytes(self.bytes.len() - LONGEST_HEADER / 2);
            }
            return false;
        };
        match length_of(&self.bytes[..end]) {
            Ok((start, length)) => {
                if !is_header_lines(&self.bytes[..start]) {
                    self.lose(format!("{start} bytes in front of a header belong to no message"));
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

    /// Takes a message of this length; gives whether it was there.
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
            // The last bytes may be the first ones of a header.
            self.take_damaged(length - begun_header(within));
        } else {
            self.searched = self.bytes.len().saturating_sub(LONGEST_HEADER / 2);
            return false;
        }
        self.expected = Expected::Header;
        true
    }

    /// Takes a message that should be so long: what is left of it is passed over with what follows, up to a header.
    fn take_damaged(&mut self, length: usize) {
        let mut values = serde_json::Deserializer::from_slice(&self.bytes[..length]).into_iter::<Value>();
        let first = values.next();
        let read = values.byte_offset();
        match first {
            Some(Ok(message)) => {
                self.ready.push_back(Incoming::Message(message));
                if !self.bytes[read..length].iter().all(u8::is_ascii_whitespace) {
                    self.lose(format!("{} bytes behind a message belong to none", length - read));
                }
                self.drop_bytes(read);
            }
            Some(Err(error)) => {
                self.ready.push_back(Incoming::Broken(format!("this is no JSON: {error}")));
                self.lost = true;
                self.drop_bytes(length);
            }
            None => {
                self.ready.push_back(Incoming::Broken("an empty message".to_owned()));
                self.drop_bytes(length);
            }
        }
    }

    /// The input has ended. What is left is a message only where it is a whole one.
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

/// Where the first empty line behind some bytes ends, if it does.
fn end_of_header(bytes: &[u8], searched: usize) -> Option<usize> {
    let mut ends = (searched..bytes.len()).filter(|at| bytes[*at] == b'\n');
    ends.find_map(|end| match bytes.get(end + 1..)? {
        [b'\n', ..] => Some(end + 2),
        [b'\r', b'\n', ..] => Some(end + 3),
        _ => None,
    })
}

/// Where the last line begins that says a length, and the length; or what is wrong, if anything but empty lines is there.
fn length_of(block: &[u8]) -> Result<(usize, usize), Option<String>> {
    let at = block.windows(LENGTH.len()).rposition(|window| window.eq_ignore_ascii_case(LENGTH));
    let Some(at) = at else {
        let is_empty = block.iter().all(u8::is_ascii_whitespace);
        return Err((!is_empty).then(|| "a header does not say how long its message is".to_owned()));
    };
    let value = block[at + LENGTH.len()..].split(|byte| *byte == b'\n').next().unwrap_or_default();
    let value = String::from_utf8_lossy(value.trim_ascii());
    match value.parse::<usize>() {
        Ok(length) if length <= LONGEST => Ok((at, length)),
        Ok(length) => Err(Some(format!("a header announces {length} bytes, which is too long"))),
        Err(_) => {
            let value: String = value.chars().take(40).collect();
            Err(Some(format!("the length `{value}` in a header is not a number of bytes")))
        }
    }
}

/// Whether every line names something and says what it is.
fn is_header_lines(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines.all(|line| {
        let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
        let is_name = !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'-');
        line.is_empty() || is_name && line.contains(&b':')
    })
}

/// Where a line that says a length begins, behind some bytes that were searched already. In JSON there is none.
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

/// How many of the last bytes may be the first ones of a header.
fn begun_header(bytes: &[u8]) -> usize {
    let begins = |count: &usize| {
        let begun = &bytes[bytes.len() - count..];
        let (name, value) = begun.split_at(LENGTH.len().min(*count));
        let is_value = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b' ' | b'\t' | b'\r');
        name.eq_ignore_ascii_case(&LENGTH[..name.len()]) && value.iter().all(is_value)
    };
    // A length has no more digits than this.
    let longest = (LENGTH.len() + 24).min(bytes.len());
    (1..=longest).rev().find(begins).unwrap_or(0)
}

/// Writes a message.
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

    /// A message with a header that says this of its length.
    fn with_length(length: &str, message: &str) -> String {
        format!("Content-Length: {length}\r\n\r\n{message}")
    }

    fn sound(message: &str) -> String {
        with_length(&message.len().to_string(), message)
    }

    #[test]
    fn what_is_no_message_is_passed_over_and_the_next_one_is_read() {
        let text =
            b"Content-Length: 2\r\n\r\n{}noise\r\n\r\nContent-Type: x\r\ncontent-length: 3\r\n\r\n{\"a\
            Content-Length: 4\r\n\r\ntrueContent-Length: 9\r\n\r\nfal";
        assert_eq!(all(text), ["{}", "damage", "broken", "true", "damage"]);
    }

    #[test]
    fn a_message_is_as_long_as_its_bytes() {
        let mut bytes = Vec::new();
        let message = serde_json::json!({ "text": "¬🙂" });
        write(&mut bytes, &message).expect("bytes can be written");
        assert_eq!(all(&bytes), [message.to_string()]);
    }

    #[test]
    fn behind_a_wrong_length_reading_goes_on_at_the_next_header() {
        let message = r#"{"id":1,"text":"Content-Length: 5\r\n\r\n"}"#;
        let length = message.len();
        let next = sound("[2]");
        let read = |length: &str| all(format!("{}{next}{next}", with_length(length, message)).as_bytes());
        assert_eq!(read(&length.to_string()), [message, "[2]", "[2]"]);
        // What is too long is found by the header behind it, wherever that is cut.
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
    fn a_whole_message_counts_though_its_header_announced_more() {
        assert_eq!(all(with_length("9", "[1]").as_bytes()), ["damage", "[1]"]);
        assert_eq!(all(with_length("0", "").as_bytes()), ["broken"]);
        assert_eq!(all(b""), [""; 0]);
        assert_eq!(all(b"\r\n"), [""; 0]);
        assert_eq!(all(b"what is this"), ["damage"]);
    }

    #[test]
    fn noise_without_end_is_not_kept() {
        let mut bytes = vec![b'x'; 4 * LONGEST_HEADER];
        bytes.extend(sound("[1]").bytes());
        assert_eq!(all(&bytes), ["damage", "[1]"]);
    }
}
