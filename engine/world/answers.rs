//! What a world answers.

use blanche_compiler::runtime::Solutions;
use serde::Serialize;

/// How many answers are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// None: only whether there is one.
    Whether,
    /// The first one.
    First,
    /// All of them.
    All,
}

/// What a question is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether it has an answer.
    pub applies: bool,
    /// Those that were wanted.
    pub solutions: Solutions,
}

/// A move of which preferences speak.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Preferred {
    /// The move as it is written.
    pub r#move: String,
    /// What its preferences add up to.
    pub worth: i64,
    /// The preferences that speak of it.
    pub preferences: Vec<Reason>,
}

/// A preference that speaks of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// Its name.
    pub preference: String,
    /// What it adds.
    pub worth: i64,
}

impl Preferred {
    /// Moves with reasons, each once, the best first.
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
        preferred.sort_by_key(|one| -one.worth);
        preferred
    }
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The name of the player who has won; nobody where it is drawn.
    pub winner: Option<String>,
    /// Who has won and why, in words.
    pub words: String,
    /// Why, in a word or two, as games are counted by.
    pub by: String,
}
