//! The types of answers that a world returns.

use blanche_compiler::runtime::Solutions;
use blanche_sorted::Arrange;
use serde::Serialize;

/// The number of answers requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Only whether there is an answer.
    Whether,
    /// Only the first answer in order.
    First,
    /// All answers, in order.
    All,
}

/// The answer to a question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether there is at least one solution.
    pub applies: bool,
    /// The solutions, as many as were requested.
    pub solutions: Solutions,
}

/// A move to which one or more preferences give a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Preferred {
    /// The move, as text.
    pub r#move: String,
    /// The sum of the worths of its preferences.
    pub worth: i64,
    /// The preferences that contribute to this value.
    pub preferences: Vec<Reason>,
}

/// A preference that gives a value to a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The name of the preference.
    pub preference: String,
    /// The worth that the preference adds to the move.
    pub worth: i64,
}

impl Preferred {
    /// Groups the reasons by move, and sorts the moves by total worth, with the best move first.
    pub(super) fn sorted(reasons: impl IntoIterator<Item = (String, Reason)>) -> Vec<Preferred> {
        let mut preferred: Vec<Preferred> = Vec::new();
        for (r#move, reason) in reasons {
            let known = preferred.iter().position(|one| one.r#move == r#move);
            let at = known.unwrap_or_else(|| {
                preferred.push(Preferred { r#move, worth: 0, preferences: Vec::new() });
                preferred.len() - 1
            });
            preferred[at].worth += reason.worth;
            preferred[at].preferences.push(reason);
        }
        preferred.arrange_by_key(|one| -one.worth);
        preferred
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The name of the winner; `None` for a draw.
    pub winner: Option<String>,
    /// The result and its reason as a sentence.
    pub words: String,
    /// The reason in a word or two, for counting games.
    pub by: String,
}
