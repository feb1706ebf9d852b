//! How a game ends, and why: what a record says of it, and the words for it.
//!
//! Source: table 3.1 of the thesis lists the ends of a game; time and default are those of tournaments.

use std::fmt;
use std::str::FromStr;

use crate::board::Color;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Somebody won.
    Win {
        /// Who.
        winner: Color,
        /// Why, where that is known.
        by: Option<WinReason>,
    },
    /// Nobody won.
    Draw {
        /// Why, where that is known.
        by: Option<DrawReason>,
    },
    /// The game was broken off, and counts for nobody.
    Void,
}

/// Why somebody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinReason {
    /// The winner made five.
    Five,
    /// The other side made a forbidden move.
    Forbidden,
    /// The other side resigned.
    Resignation,
    /// The other side had no time left.
    Time,
    /// The other side did not come, or broke a rule that has nothing to do with the board.
    Forfeit,
}

/// Why nobody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// No field is empty.
    FullBoard,
    /// The players agreed.
    Agreement,
}

impl WinReason {
    /// All reasons.
    pub const ALL: [WinReason; 5] =
        [WinReason::Five, WinReason::Forbidden, WinReason::Resignation, WinReason::Time, WinReason::Forfeit];

    /// The reason as a word, as it stands in a column or a property.
    pub const fn name(self) -> &'static str {
        match self {
            WinReason::Five => "five",
            WinReason::Forbidden => "forbidden",
            WinReason::Resignation => "resignation",
            WinReason::Time => "time",
            WinReason::Forfeit => "forfeit",
        }
    }

    /// The reason of this name.
    pub fn named(name: &str) -> Option<WinReason> {
        WinReason::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// The end of a sentence that begins "black wins".
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
    /// Both reasons.
    pub const ALL: [DrawReason; 2] = [DrawReason::FullBoard, DrawReason::Agreement];

    /// The reason as a word, as it stands in a column or a property.
    pub const fn name(self) -> &'static str {
        match self {
            DrawReason::FullBoard => "full-board",
            DrawReason::Agreement => "agreement",
        }
    }

    /// The reason of this name.
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
    /// The name of the reason, where one is known.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Outcome::Win { by, .. } => by.map(WinReason::name),
            Outcome::Draw { by } => by.map(DrawReason::name),
            Outcome::Void => None,
        }
    }

    /// The same end with the reason of this name; nothing when such an end has no such reason.
    pub fn because(self, name: &str) -> Option<Outcome> {
        match self {
            Outcome::Win { winner, .. } => {
                WinReason::named(name).map(|by| Outcome::Win { winner, by: Some(by) })
            }
            Outcome::Draw { .. } => DrawReason::named(name).map(|by| Outcome::Draw { by: Some(by) }),
            Outcome::Void => None,
        }
    }

    /// Every end that there is.
    pub fn all() -> impl Iterator<Item = Outcome> {
        let reasons = || std::iter::once(None).chain(WinReason::ALL.into_iter().map(Some));
        let wins = Color::ALL.into_iter().flat_map(move |winner| reasons().map(move |by| (winner, by)));
        let draws = std::iter::once(None).chain(DrawReason::ALL.into_iter().map(Some));
        wins.map(|(winner, by)| Outcome::Win { winner, by })
            .chain(draws.map(|by| Outcome::Draw { by }))
            .chain([Outcome::Void])
    }
}

/// `black wins by five`, `draw by agreement`, `no result`.
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

/// A text that is no end of a game.
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

    /// Reads what is displayed.
    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        Outcome::all().find(|outcome| outcome.to_string() == text).ok_or(ParseOutcomeError)
    }
}
