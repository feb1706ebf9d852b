//! The worth of a move or a position: a known result, or a score.

use std::fmt::{self, Display};

use super::alpha_beta::{DECIDED, DRAWN, Valued, WON};

/// The worth of a move or a position for the side that moves, as far as the search has found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A win within this number of moves, counting the moves of both sides.
    Wins(u32),
    /// A loss within this number of moves.
    Loses(u32),
    /// A draw: neither side can force a win, as every line was searched to its end.
    Drawn,
    /// An undecided position, with its score by the scores of the base.
    Scored(i64),
}

impl Worth {
    /// Interprets an alpha-beta value (see [`WON`]) of a search that is not finished.
    pub fn of(value: i64) -> Worth {
        match value {
            value if value > DECIDED => Worth::Wins((WON - value) as u32),
            value if value < -DECIDED => Worth::Loses((WON + value) as u32),
            value => Worth::Scored(value),
        }
    }

    /// The value used to compare worths.
    pub fn value(self) -> i64 {
        match self {
            Worth::Wins(moves) => WON - i64::from(moves),
            Worth::Loses(moves) => i64::from(moves) - WON,
            Worth::Drawn => DRAWN,
            Worth::Scored(value) => value,
        }
    }

    /// Whether a score is at the limit of the search's range, so that the true sum of scores may lie beyond it.
    pub fn is_bounded(self) -> bool {
        matches!(self, Worth::Scored(DECIDED)) || self == Worth::Scored(-DECIDED)
    }

    /// Whether the result of the game is known.
    pub fn is_result(self) -> bool {
        !matches!(self, Worth::Scored(_))
    }

    /// The worth of the move that leads to a position with this worth for its side to move.
    #[must_use]
    pub fn before_the_move(self) -> Worth {
        match self.of_the_other() {
            Worth::Wins(moves) => Worth::Wins(moves + 1),
            Worth::Loses(moves) => Worth::Loses(moves + 1),
            other => other,
        }
    }

    /// The worth of the same position for the other side.
    #[must_use]
    pub fn of_the_other(self) -> Worth {
        match self {
            Worth::Wins(moves) => Worth::Loses(moves),
            Worth::Loses(moves) => Worth::Wins(moves),
            Worth::Drawn => Worth::Drawn,
            Worth::Scored(value) => Worth::Scored(-value),
        }
    }

    /// The worth in one word, in the notation of chess engines: `+34`, `+M7` for a win within seven moves, `-M6` for a
    /// loss, `draw`.
    pub fn word(self) -> String {
        match self {
            Worth::Wins(moves) => format!("+M{moves}"),
            Worth::Loses(moves) => format!("-M{moves}"),
            Worth::Drawn => DRAW.to_owned(),
            Worth::Scored(value) => signed(value),
        }
    }
}

impl<M> Valued<M> {
    /// The worth of the move.
    pub fn worth(&self) -> Worth {
        match Worth::of(self.value) {
            Worth::Scored(_) if self.is_known => Worth::Drawn,
            worth => worth,
        }
    }
}

/// Formats as `win in 7`, `loss in 6`, `draw` or `+34`.
impl Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Wins(moves) => f.pad(&format!("win in {moves}")),
            Worth::Loses(moves) => f.pad(&format!("loss in {moves}")),
            Worth::Drawn => f.pad(DRAW),
            Worth::Scored(value) => f.pad(&signed(*value)),
        }
    }
}

/// The word for a known draw.
const DRAW: &str = "draw";

/// Formats a number with its sign: `+34`, `-16`, `0`.
fn signed(value: i64) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worth_says_who_wins_and_within_how_many_moves() {
        for (value, word, words) in [
            (34, "+34", "+34"),
            (0, "0", "0"),
            (-16, "-16", "-16"),
            (WON - 7, "+M7", "win in 7"),
            (6 - WON, "-M6", "loss in 6"),
        ] {
            let worth = Worth::of(value);
            assert_eq!((worth.word().as_str(), worth.to_string().as_str()), (word, words));
            assert_eq!((worth.value(), worth.of_the_other().value()), (value, -value));
        }
        assert_eq!(Worth::Wins(3).before_the_move(), Worth::Loses(4));
        assert_eq!(Worth::Drawn.before_the_move(), Worth::Drawn);
        assert_eq!((Worth::Drawn.word().as_str(), Worth::Drawn.value()), ("draw", 0));
    }
}
