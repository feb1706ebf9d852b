//! The language server on standard input and output, run by `blanche lsp`.
//!
//! The answers come from [`service`](blanche_compiler::service), which does not know the protocol. This module converts
//! them to the Language Server Protocol (LSP). Outgoing messages use the types of `gen-lsp-types`, which are generated
//! from the official description of the protocol. Incoming messages are read field by field, and only the fields that
//! are needed. So an editor that sends larger numbers, or omits other fields, still gets an answer.
//!
//! The server is part of the program and not of the library. Build scripts that compile rules need no editor support,
//! and the protocol's types take longer to build than most other dependencies.
//!
//! - `wire`: parses and writes messages as bytes.
//! - `lines`: lines and UTF-16 columns, which no other module counts; `locations` caches them for the files of an
//!   answer.
//! - `uris`: converts between file paths and URIs.
//! - `documents`: the texts that are open in the editor.
//! - `built_in`: embedded files, written where an editor can open them.
//! - `server`: the state of the server and the dispatch of requests.
//! - `editor_process`: whether the editor's process still runs.
//! - `answers`, `messages`, `edits`, `renaming`, `capabilities`: conversions to protocol types.

mod answers;
mod built_in;
mod capabilities;
mod documents;
mod editor_process;
mod edits;
mod lines;
mod locations;
mod messages;
mod renaming;
mod server;
mod sidecar_files;
#[cfg(test)]
mod tests;
mod uris;
mod wire;

use std::collections::VecDeque;
use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use serde_json::Value;

use server::Server;
use wire::{Incoming, Reader};

/// Serves an editor on standard input and output until the editor exits or disappears.
///
/// # Errors
/// If the answers cannot be written.
pub(crate) fn serve_standard_streams() -> std::io::Result<End> {
    let (sender, receiver) = mpsc::channel();
    // The thread ends when the input or the program ends.
    std::thread::spawn(move || {
        let mut reader = Reader::new(std::io::stdin().lock());
        while let Some(incoming) = reader.next() {
            if sender.send(incoming).is_err() {
                break;
            }
        }
    });
    serve(&receiver, std::io::stdout().lock())
}

/// Writes a sentence to standard error. Failures are ignored.
pub(crate) fn say(sentence: &str) {
    let _ = writeln!(std::io::stderr(), "blanche lsp: {sentence}");
}

/// How the connection ended.
pub(crate) struct End {
    /// Whether the editor requested the shutdown.
    pub said_goodbye: bool,
    /// The reason why the connection ended, as text.
    pub reason: String,
}

/// How often the server checks whether the editor's process still runs, while no message arrives.
const LOOK: Duration = Duration::from_secs(3);

/// Serves requests until the editor exits or disappears.
fn serve(receiver: &mpsc::Receiver<Incoming>, mut output: impl Write) -> std::io::Result<End> {
    let mut server = Server::default();
    let mut waiting: VecDeque<Incoming> = VecDeque::new();
    loop {
        if waiting.is_empty() {
            // No request is waiting, so there is time to check changed texts.
            server.look();
            write_all(&mut output, server.take_messages())?;
            match receiver.recv_timeout(LOOK) {
                Ok(incoming) => waiting.push_back(incoming),
                Err(RecvTimeoutError::Timeout) => {
                    match server.process().filter(|id| editor_process::is_gone(*id)) {
                        Some(id) => return Ok(server.ended(format!("the editor (process {id}) is gone"))),
                        None => continue,
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Ok(server.ended("the editor closed the input".to_owned()));
                }
            }
        }
        waiting.extend(receiver.try_iter());
        drop_cancelled(&mut waiting, &mut server);
        let Some(incoming) = waiting.pop_front() else { continue };
        let goes_on = server.take(incoming);
        write_all(&mut output, server.take_messages())?;
        if !goes_on {
            return Ok(server.ended("the editor sent `exit`".to_owned()));
        }
    }
}

impl Server {
    fn ended(&self, reason: String) -> End {
        End { said_goodbye: self.said_goodbye(), reason }
    }
}

fn write_all(output: &mut impl Write, messages: Vec<Value>) -> std::io::Result<()> {
    for message in messages {
        wire::write(output, &message)?;
    }
    output.flush()
}

/// Removes cancelled requests from the queue, and answers each of them with an error.
fn drop_cancelled(waiting: &mut VecDeque<Incoming>, server: &mut Server) {
    let cancelled: Vec<Value> = waiting.iter().filter_map(Incoming::cancels).cloned().collect();
    if cancelled.is_empty() {
        return;
    }
    for incoming in std::mem::take(waiting) {
        match incoming.request().filter(|id| cancelled.contains(id)) {
            Some(id) => server.refuse_cancelled(id.clone()),
            None if incoming.cancels().is_some() => {}
            None => waiting.push_back(incoming),
        }
    }
}
