//! The evaluation of a move or a position, which is either a known result or a score.

use std::fmt::{self, Display};

use super::alpha_beta::{DECIDED, DRAWN, Valued, WON};

/// The evaluation of a move or a position for the side that moves, according to what the search has found so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// A win within this number of moves, counting the moves of both sides.
    Wins(u32),
    /// A loss within this number of moves.
    Loses(u32),
    /// A draw. Every line was searched to its end, and neither side can force a win.
    Drawn,
    /// An undecided position, with its value according to the scores of the base.
    Scored(i64),
}

impl Evaluation {
    /// Interprets a value (see [`WON`]) of an alpha-beta search that is not finished.
    pub fn of(value: i64) -> Evaluation {
        match value {
            value if value > DECIDED => Evaluation::Wins((WON - value) as u32),
            value if value < -DECIDED => Evaluation::Loses((WON + value) as u32),
            value => Evaluation::Scored(value),
        }
    }

    /// The value used to compare evaluations.
    pub fn value(self) -> i64 {
        match self {
            Evaluation::Wins(moves) => WON - i64::from(moves),
            Evaluation::Loses(moves) => i64::from(moves) - WON,
            Evaluation::Drawn => DRAWN,
            Evaluation::Scored(value) => value,
        }
    }

    /// Whether a score is at the limit of the search's range. The true sum of scores may then lie beyond the limit.
    pub fn is_bounded(self) -> bool {
        matches!(self, Evaluation::Scored(DECIDED)) || self == Evaluation::Scored(-DECIDED)
    }

    /// Whether the result of the game is known.
    pub fn is_result(self) -> bool {
        !matches!(self, Evaluation::Scored(_))
    }

    /// Converts the evaluation of a position for its side to move to the evaluation of the move that led to the
    /// position.
    #[must_use]
    pub fn before_the_move(self) -> Evaluation {
        match self.of_the_other() {
            Evaluation::Wins(moves) => Evaluation::Wins(moves + 1),
            Evaluation::Loses(moves) => Evaluation::Loses(moves + 1),
            other => other,
        }
    }

    /// The evaluation of the same position for the other side.
    #[must_use]
    pub fn of_the_other(self) -> Evaluation {
        match self {
            Evaluation::Wins(moves) => Evaluation::Loses(moves),
            Evaluation::Loses(moves) => Evaluation::Wins(moves),
            Evaluation::Drawn => Evaluation::Drawn,
            Evaluation::Scored(value) => Evaluation::Scored(-value),
        }
    }

    /// The evaluation as one word, in the notation of chess engines: `+34`, `+M7` for a win within seven moves, `-M6`
    /// for a loss within six, or `draw`.
    pub fn word(self) -> String {
        match self {
            Evaluation::Wins(moves) => format!("+M{moves}"),
            Evaluation::Loses(moves) => format!("-M{moves}"),
            Evaluation::Drawn => DRAW.to_owned(),
            Evaluation::Scored(value) => signed(value),
        }
    }
}

impl<M> Valued<M> {
    /// The evaluation of the move.
    pub fn evaluation(&self) -> Evaluation {
        match Evaluation::of(self.value) {
            Evaluation::Scored(_) if self.is_known => Evaluation::Drawn,
            evaluation => evaluation,
        }
    }
}

/// Formats as `win in 7`, `loss in 6`, `draw` or `+34`.
impl Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::Wins(moves) => f.pad(&format!("win in {moves}")),
            Evaluation::Loses(moves) => f.pad(&format!("loss in {moves}")),
            Evaluation::Drawn => f.pad(DRAW),
            Evaluation::Scored(value) => f.pad(&signed(*value)),
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
    fn an_evaluation_says_who_wins_and_within_how_many_moves() {
        for (value, word, words) in [
            (34, "+34", "+34"),
            (0, "0", "0"),
            (-16, "-16", "-16"),
            (WON - 7, "+M7", "win in 7"),
            (6 - WON, "-M6", "loss in 6"),
        ] {
            let evaluation = Evaluation::of(value);
            assert_eq!((evaluation.word().as_str(), evaluation.to_string().as_str()), (word, words));
            assert_eq!((evaluation.value(), evaluation.of_the_other().value()), (value, -value));
        }
        assert_eq!(Evaluation::Wins(3).before_the_move(), Evaluation::Loses(4));
        assert_eq!(Evaluation::Drawn.before_the_move(), Evaluation::Drawn);
        assert_eq!((Evaluation::Drawn.word().as_str(), Evaluation::Drawn.value()), ("draw", 0));
    }
}
