//! The socket of a tab: checks the token, starts the thread of the tab, and passes messages in both directions.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::stream::SplitStream;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::mpsc::{self, Sender};
use tokio::time::timeout;

use crate::inbox::Inbox;
use crate::outbox::{Outbox, text};
use crate::places::Place;
use crate::protocol::{Event, Request, SavedGame};
use crate::server::{Hall, MAX_MESSAGE, MAX_TABS};
use crate::tab::{self, Tab};

/// Maximum number of messages to a tab that wait to be sent.
const MAX_UNSENT: usize = 256;

/// Maximum size of a file that a tab opens, in bytes.
const MAX_FILE: usize = 8 << 20;

/// Stack of the thread of a tab, in bytes. Searches and queries recurse.
const STACK: usize = 64 << 20;

/// Time in which a tab must send its first message.
const NEWCOMER: Duration = Duration::from_secs(2);

/// Time in which a tab must take the last message.
const PATIENCE: Duration = Duration::from_secs(10);

/// The first message of a tab. Its parts are checked one by one, because the browser may have kept a game that an older
/// version or a person has written.
#[derive(Deserialize)]
struct Hello {
    token: String,
    #[serde(default)]
    language: Value,
    #[serde(default)]
    game: Value,
}

/// Serves a tab until its socket is closed. `place` is held until the tab has sent the token.
pub(crate) async fn serve(hall: Arc<Hall>, place: Place, socket: WebSocket) {
    let (mut sink, mut stream) = socket.split();
    let (sender, mut unsent) = mpsc::channel::<String>(MAX_UNSENT);
    let writer = tokio::spawn(async move {
        while let Some(text) = unsent.recv().await {
            if sink.send(Message::Text(text.into())).await.is_err() {
                return;
            }
        }
        let _ = sink.close().await;
    });
    let first = match timeout(NEWCOMER, stream.next()).await {
        Ok(Some(Ok(Message::Text(text)))) => serde_json::from_str::<Hello>(&text).ok(),
        _ => None,
    };
    match first {
        Some(hello) if is_same(&hello.token, &hall.token) => {
            drop(place);
            run_tab(&hall, hello, &mut stream, &sender).await;
        }
        Some(_) => {
            let _ = sender.send(text(&Event::Denied)).await;
        }
        None => fail(&sender, Sentences::of(&hall, None).unknown).await,
    }
    drop(sender);
    let _ = timeout(PATIENCE, writer).await;
}

/// Runs the thread of a tab that has sent the token.
async fn run_tab(
    hall: &Arc<Hall>,
    hello: Hello,
    stream: &mut SplitStream<WebSocket>,
    sender: &Sender<String>,
) {
    let Hello { language, game, .. } = hello;
    let language = language.as_str().map(str::to_owned);
    let sentences = Sentences::of(hall, language.as_deref());
    let Some(_place) = hall.tabs.take() else {
        let _ = sender.send(text(&Event::Full { text: sentences.full })).await;
        return;
    };
    let saved = serde_json::from_value::<Option<SavedGame>>(game);
    if saved.is_err() {
        let _ = sender.send(text(&Event::Failed { text: sentences.damaged.clone() })).await;
    }
    let (saved, failure) = (saved.ok().flatten(), sentences.failure.clone());
    let inbox = Arc::new(Inbox::default());
    let tab = (Arc::clone(hall), Arc::clone(&inbox), Outbox(sender.clone()));
    let thread = thread::Builder::new().name("tab".to_owned()).stack_size(STACK);
    let started = thread.spawn(move || {
        let outbox = tab.2.clone();
        let ran = catch_unwind(AssertUnwindSafe(|| {
            tab::run(Tab::new(tab.0, tab.1, tab.2, language.as_deref()), saved);
        }));
        if ran.is_err() {
            outbox.send(&Event::Failed { text: failure });
        }
    });
    if started.is_ok() {
        receive(hall, sentences, stream, &inbox, sender).await;
    }
    inbox.close();
}

/// What the socket itself says, in the language of the tab.
struct Sentences {
    failure: String,
    large_message: String,
    large_file: String,
    unknown: String,
    flood: String,
    full: String,
    damaged: String,
}

impl Sentences {
    fn of(hall: &Hall, language: Option<&str>) -> Sentences {
        let translations = tab::translations(hall, language);
        let say = |name: &str, size: usize| translations.format(name, &[("size", (size as u32).into())]);
        Sentences {
            failure: say("page-program-failed", 0),
            large_message: say("page-message-too-large", MAX_MESSAGE >> 10),
            large_file: say("page-file-too-large", MAX_FILE >> 20),
            unknown: say("page-unknown-message", 0),
            flood: say("page-too-many-messages", 0),
            full: say("page-too-many-tabs", MAX_TABS),
            damaged: say("page-tab-damaged", 0),
        }
    }
}

/// The parts of a file that have come so far. Each byte is a character.
#[derive(Default)]
struct Parts {
    text: String,
    /// Number of characters, also of those that are dropped because the file is too large.
    length: usize,
}

impl Parts {
    fn add(&mut self, part: &str) {
        self.length += part.chars().count();
        if self.length > MAX_FILE {
            self.text = String::new();
        } else {
            self.text.push_str(part);
        }
    }

    /// The whole file; `None` if it is too large.
    fn whole(self) -> Option<String> {
        (self.length <= MAX_FILE).then_some(self.text)
    }
}

/// Passes messages of a tab to its thread until the socket is closed.
async fn receive(
    hall: &Hall,
    mut sentences: Sentences,
    stream: &mut SplitStream<WebSocket>,
    inbox: &Inbox,
    sender: &Sender<String>,
) {
    let mut file = Parts::default();
    loop {
        let request = match stream.next().await {
            Some(Ok(Message::Text(text))) => serde_json::from_str::<Request>(&text).ok(),
            Some(Ok(Message::Binary(_))) => None,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
            Some(Ok(Message::Close(_))) | None => return,
            Some(Err(_)) => {
                fail(sender, sentences.large_message).await;
                return;
            }
        };
        let request = match request {
            Some(Request::FilePart { bytes }) => {
                file.add(&bytes);
                continue;
            }
            Some(Request::Open { name, bytes }) => {
                file.add(&bytes);
                match std::mem::take(&mut file).whole() {
                    Some(bytes) => Request::Open { name, bytes },
                    None => {
                        fail(sender, sentences.large_file.clone()).await;
                        continue;
                    }
                }
            }
            Some(request) => request,
            None => {
                fail(sender, sentences.unknown.clone()).await;
                continue;
            }
        };
        if let Request::Language { language } = &request {
            sentences = Sentences::of(hall, Some(language));
        }
        if !inbox.push(request) {
            fail(sender, sentences.flood.clone()).await;
        }
    }
}

async fn fail(sender: &Sender<String>, sentence: String) {
    let _ = sender.send(text(&Event::Failed { text: sentence })).await;
}

/// Whether two tokens are equal, found out in a time that does not depend on where they differ.
fn is_same(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    one.len() == other.len() && pairs.fold(0, |different, (one, other)| different | (one ^ other)) == 0
}

#[cfg(test)]
mod tests {
    use super::{MAX_FILE, Parts, is_same};

    #[test]
    fn a_file_has_as_many_bytes_as_characters() {
        let file = |parts: &[String]| {
            let mut file = Parts::default();
            parts.iter().for_each(|part| file.add(part));
            file.whole()
        };
        let half = "ÿ".repeat(MAX_FILE / 2);
        let parts = [half.clone(), half, "a".to_owned()];
        assert_eq!(file(&parts[..2]).map(|file| file.chars().count()), Some(MAX_FILE));
        assert!(file(&parts).is_none(), "a byte more");
        let parts = [parts.to_vec(), vec!["(;B[hh])".to_owned()]].concat();
        assert!(file(&parts).is_none(), "its end is no file of its own");
    }

    #[test]
    fn a_token_is_compared_as_a_whole() {
        assert!(is_same("abc", "abc") && is_same("", ""));
        assert!(!is_same("abc", "abd") && !is_same("abc", "ab") && !is_same("", "a"));
    }
}
