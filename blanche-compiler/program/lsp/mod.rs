//! The language server, on the standard input and output: what `blanche lsp` runs.
//!
//! What an editor may ask stands in [`service`](blanche_compiler::service), which knows no protocol. Here it is put into the words of
//! the Language Server Protocol. What is said to the editor has the types of `gen-lsp-types`, which are made from the
//! description that the protocol's authors keep. What the editor says is read field by field, as far as it is needed: an
//! editor that counts in larger numbers, or leaves out what does not matter here, is answered all the same.
//!
//! This module is there with the feature `lsp`: build scripts that compile rules need no editor, and the types of the
//! protocol take longer to build than most of what the compiler depends on.
//!
//! - `wire`: messages from and to bytes.
//! - `lines`: lines and UTF-16 columns, which only this module counts; `locations` keeps them for the files of an answer.
//! - `uris`: paths of this machine as the protocol writes them.
//! - `documents`: the texts that the editor holds.
//! - `built_in`: files that another program carries, where an editor can open them.
//! - `server`: the state, and which answer belongs to which request.
//! - `process`: whether the editor is still there.
//! - `answers`, `messages`, `edits`, `renaming`, `capabilities`: data of the library in the words of the protocol.

mod answers;
mod beside;
mod built_in;
mod capabilities;
mod documents;
mod edits;
mod lines;
mod locations;
mod messages;
mod process;
mod renaming;
mod server;
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

/// Answers an editor on the standard input and output until it says goodbye or is gone.
///
/// # Errors
/// When the answers cannot be written.
pub(crate) fn serve_standard_streams() -> std::io::Result<End> {
    let (sender, receiver) = mpsc::channel();
    // The thread ends with the input, or with the program.
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

/// Says something on the standard error, if anybody listens there.
pub(crate) fn say(sentence: &str) {
    let _ = writeln!(std::io::stderr(), "blanche lsp: {sentence}");
}

/// How a conversation ended.
pub(crate) struct End {
    /// Whether the editor had asked for the end.
    pub said_goodbye: bool,
    /// What ended it, in words.
    pub reason: String,
}

/// While nothing comes in, it is looked so often whether the editor is still there.
const LOOK: Duration = Duration::from_secs(3);

/// Answers until the editor says goodbye or is gone.
fn serve(receiver: &mpsc::Receiver<Incoming>, mut output: impl Write) -> std::io::Result<End> {
    let mut server = Server::default();
    let mut waiting: VecDeque<Incoming> = VecDeque::new();
    loop {
        if waiting.is_empty() {
            // Nobody waits for an answer, so there is time to look at what changed.
            server.look();
            write_all(&mut output, server.take_messages())?;
            match receiver.recv_timeout(LOOK) {
                Ok(incoming) => waiting.push_back(incoming),
                Err(RecvTimeoutError::Timeout) => match server.process().filter(|id| process::is_gone(*id)) {
                    Some(id) => return Ok(server.ended(format!("the editor (process {id}) is gone"))),
                    None => continue,
                },
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
            return Ok(server.ended("the editor said `exit`".to_owned()));
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

/// Takes requests out of the queue that the editor does not want answered any more.
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
