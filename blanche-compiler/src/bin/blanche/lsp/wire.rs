//! Messages from and to bytes: a header with the length, an empty line, and JSON.

use std::io::{BufRead, Read, Write};

use serde_json::Value;

/// Longer messages are passed over; nobody writes rule files of this size.
const LONGEST: u64 = 64 << 20;

/// What came in.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Value),
    /// Something that is none, and why.
    Broken(String),
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
}

impl<R: BufRead> Reader<R> {
    pub(super) fn new(input: R) -> Reader<R> {
        Reader { input }
    }

    /// The next message; `None` at the end of the input.
    pub(super) fn next(&mut self) -> Option<Incoming> {
        let mut length: Option<u64> = None;
        loop {
            let mut line = Vec::new();
            // A header that never ends is none.
            let read = self.input.by_ref().take(1 << 16).read_until(b'\n', &mut line).ok()?;
            if read == 0 {
                return None;
            }
            let line = String::from_utf8_lossy(&line);
            let line = line.trim();
            if line.is_empty() {
                match length {
                    Some(_) => break,
                    None => continue,
                }
            }
            if let Some((name, value)) = line.split_once(':')
                && name.trim().eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok();
            }
        }
        let length = length?;
        if length > LONGEST {
            std::io::copy(&mut self.input.by_ref().take(length), &mut std::io::sink()).ok()?;
            return Some(Incoming::Broken(format!("a message of {length} bytes is too long")));
        }
        let mut bytes = Vec::new();
        self.input.by_ref().take(length).read_to_end(&mut bytes).ok()?;
        if (bytes.len() as u64) < length {
            return None;
        }
        Some(match serde_json::from_slice(&bytes) {
            Ok(message) => Incoming::Message(message),
            Err(error) => Incoming::Broken(format!("this is no JSON: {error}")),
        })
    }
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
            })
            .collect()
    }

    #[test]
    fn what_is_no_message_is_passed_over_and_the_next_one_is_read() {
        let text =
            b"Content-Length: 2\r\n\r\n{}noise\r\n\r\nContent-Type: x\r\ncontent-length: 3\r\n\r\n{\"a\
            Content-Length: 4\r\n\r\ntrueContent-Length: 9\r\n\r\nfal";
        assert_eq!(all(text), ["{}", "broken", "true"]);
    }

    #[test]
    fn a_message_is_as_long_as_its_bytes() {
        let mut bytes = Vec::new();
        let message = serde_json::json!({ "text": "¬🙂" });
        write(&mut bytes, &message).expect("bytes can be written");
        assert_eq!(all(&bytes), [message.to_string()]);
    }
}
