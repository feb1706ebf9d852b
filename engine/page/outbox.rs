//! Messages to a tab.

use tokio::sync::mpsc::Sender;

use crate::protocol::Event;

/// The sender of a tab's messages.
#[derive(Clone)]
pub(crate) struct Outbox(pub(crate) Sender<String>);

impl Outbox {
    /// Sends a message, and waits if the browser reads too slowly. Messages to a closed tab are dropped.
    pub(crate) fn send(&self, event: &Event) {
        let _ = self.0.blocking_send(text(event));
    }

    /// Sends a message about the progress of a search, unless the browser reads too slowly.
    pub(crate) fn send_progress(&self, event: &Event) {
        let _ = self.0.try_send(text(event));
    }
}

/// The message as JSON.
pub(crate) fn text(event: &Event) -> String {
    serde_json::to_string(event).unwrap_or_default()
}
