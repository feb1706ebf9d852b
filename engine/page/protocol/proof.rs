//! What the server tells of proofs.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// A position of a proof in which the winner is to move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ProofStep {
    /// The winning move; `None` if there is none, because the game is over or the proof ends here.
    pub text: Option<String>,
    /// Why it wins, as a part of a sentence.
    pub said: String,
    /// The replies that need moves of their own.
    pub replies: Vec<ProofReply>,
}

/// A reply in a proof.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ProofReply {
    /// The reply; `None` stands for all replies that are not listed.
    pub text: Option<String>,
    /// The index of the position after the reply; `None` if it is too deep to be sent.
    pub step: Option<usize>,
}
