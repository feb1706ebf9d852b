//! The outcomes of games and the reasons for them, as records state them, with their names and descriptions.
//!
//! Source: table 3.1 of the thesis lists the ends of a game; time and forfeit come from tournaments.

use std::fmt;
use std::str::FromStr;

use crate::board::Color;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One side won.
    Win {
        /// The colour that won.
        winner: Color,
        /// The reason for the win, if known.
        by: Option<WinReason>,
    },
    /// The game was drawn.
    Draw {
        /// The reason for the draw, if known.
        by: Option<DrawReason>,
    },
    /// The game was broken off and does not count.
    Void,
}

/// Reasons for a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinReason {
    /// The winner made five in a row.
    Five,
    /// The loser made a forbidden move.
    Forbidden,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser did not appear, or broke a rule that is not about the board.
    Forfeit,
}

/// Reasons for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// No field is empty.
    FullBoard,
    /// The players agreed to a draw.
    Agreement,
}

impl WinReason {
    /// All reasons for a win.
    pub const ALL: [WinReason; 5] =
        [WinReason::Five, WinReason::Forbidden, WinReason::Resignation, WinReason::Time, WinReason::Forfeit];

    /// The name by which a column or property of a record states the reason.
    pub const fn name(self) -> &'static str {
        match self {
            WinReason::Five => "five",
            WinReason::Forbidden => "forbidden",
            WinReason::Resignation => "resignation",
            WinReason::Time => "time",
            WinReason::Forfeit => "forfeit",
        }
    }

    /// Looks up a reason for a win by its name.
    pub fn named(name: &str) -> Option<WinReason> {
        WinReason::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// The description of the reason, as the end of a sentence that begins with "black wins".
    const fn words(self) -> &'static str {
        match self {
            WinReason::Five => "by five",
            WinReason::Forbidden => "by a forbidden move",
            WinReason::Resignation => "by resignation",
            WinReason::Time => "on time",
            WinReason::Forfeit => "by forfeit",
        }
    }
}

impl DrawReason {
    /// All reasons for a draw.
    pub const ALL: [DrawReason; 2] = [DrawReason::FullBoard, DrawReason::Agreement];

    /// The name by which a column or property of a record states the reason.
    pub const fn name(self) -> &'static str {
        match self {
            DrawReason::FullBoard => "full-board",
            DrawReason::Agreement => "agreement",
        }
    }

    /// Looks up a reason for a draw by its name.
    pub fn named(name: &str) -> Option<DrawReason> {
        DrawReason::ALL.into_iter().find(|reason| reason.name() == name)
    }

    const fn words(self) -> &'static str {
        match self {
            DrawReason::FullBoard => "on a full board",
            DrawReason::Agreement => "by agreement",
        }
    }
}

impl Outcome {
    /// The name of the reason for the win or draw, if known.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Outcome::Win { by, .. } => by.map(WinReason::name),
            Outcome::Draw { by } => by.map(DrawReason::name),
            Outcome::Void => None,
        }
    }

    /// Returns this outcome with the reason that has this name. Returns `None` if the outcome cannot have that reason.
    pub fn because(self, name: &str) -> Option<Outcome> {
        match self {
            Outcome::Win { winner, .. } => {
                WinReason::named(name).map(|by| Outcome::Win { winner, by: Some(by) })
            }
            Outcome::Draw { .. } => DrawReason::named(name).map(|by| Outcome::Draw { by: Some(by) }),
            Outcome::Void => None,
        }
    }

    /// All possible outcomes.
    pub fn all() -> impl Iterator<Item = Outcome> {
        let reasons = || std::iter::once(None).chain(WinReason::ALL.into_iter().map(Some));
        let wins = Color::ALL.into_iter().flat_map(move |winner| reasons().map(move |by| (winner, by)));
        let draws = std::iter::once(None).chain(DrawReason::ALL.into_iter().map(Some));
        wins.map(|(winner, by)| Outcome::Win { winner, by })
            .chain(draws.map(|by| Outcome::Draw { by }))
            .chain([Outcome::Void])
    }
}

/// Formats as `black wins by five`, `draw by agreement` or `no result`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win { winner, by: None } => write!(f, "{winner} wins"),
            Outcome::Win { winner, by: Some(by) } => write!(f, "{winner} wins {}", by.words()),
            Outcome::Draw { by: None } => f.write_str("draw"),
            Outcome::Draw { by: Some(by) } => write!(f, "draw {}", by.words()),
            Outcome::Void => f.write_str("no result"),
        }
    }
}

/// The error for a text that is not an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOutcomeError;

impl fmt::Display for ParseOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the end of a game is written such as `black wins by five` or `draw by agreement`")
    }
}

impl std::error::Error for ParseOutcomeError {}

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    /// Parses an outcome in the form in which `Display` formats it.
    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        Outcome::all().find(|outcome| outcome.to_string() == text).ok_or(ParseOutcomeError)
    }
}
