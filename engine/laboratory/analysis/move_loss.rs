//! What a move lost compared with the best move: the difference in value, and the win that it misses or allows.

use std::fmt;

use super::Evaluation;

/// What a move lost compared with the best move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLoss {
    /// Loss in units of the scores. It is 0 if either of the two moves decides the game.
    pub points: i64,
    /// The number of moves within which the best move wins, if the move that was made does not win.
    pub missed: Option<u32>,
    /// The number of moves within which the opponent wins after the move, if the opponent does not win after the best
    /// move.
    pub allowed: Option<u32>,
}

impl MoveLoss {
    /// Compares the value of the move that was made with the value of the best move.
    pub(crate) fn of(best: Evaluation, played: Evaluation) -> MoveLoss {
        let missed = match (best, played) {
            (_, Evaluation::Wins(_)) => None,
            (Evaluation::Wins(moves), _) => Some(moves),
            _ => None,
        };
        let allowed = match (best, played) {
            (Evaluation::Loses(_), _) => None,
            (_, Evaluation::Loses(moves)) => Some(moves.saturating_sub(1)),
            _ => None,
        };
        let is_decided = |evaluation| matches!(evaluation, Evaluation::Wins(_) | Evaluation::Loses(_));
        let points = match is_decided(best) || is_decided(played) {
            true => 0,
            false => (best.value() - played.value()).max(0),
        };
        MoveLoss { points, missed, allowed }
    }

    /// Returns `true` if the move is as good as the best one.
    pub(crate) fn is_zero(&self) -> bool {
        *self == MoveLoss::default()
    }

    /// Whether the move changes the result of the game, according to the search.
    pub fn is_decisive(&self) -> bool {
        self.missed.is_some() || self.allowed.is_some()
    }
}

/// Writes `misses a win in 7, allows a win in 6`, or the number of points. Writes nothing if the move lost nothing.
impl fmt::Display for MoveLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missed = self.missed.map(|moves| format!("misses a win in {moves}"));
        let allowed = self.allowed.map(|moves| match moves {
            // The rules of the game forbid the move, so it loses immediately, without a reply.
            0 => "loses at once".to_owned(),
            moves => format!("allows a win in {moves}"),
        });
        let points = (self.points > 0).then(|| self.points.to_string());
        let parts: Vec<String> = [missed, allowed, points].into_iter().flatten().collect();
        f.pad(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::{Evaluation, MoveLoss};

    #[test]
    fn losses_are_described_in_words() {
        for (best, played, words) in [
            (Evaluation::Scored(50), Evaluation::Scored(34), "16"),
            (Evaluation::Scored(34), Evaluation::Scored(50), ""),
            (Evaluation::Wins(7), Evaluation::Wins(9), ""),
            (Evaluation::Wins(7), Evaluation::Scored(900), "misses a win in 7"),
            (Evaluation::Wins(7), Evaluation::Loses(5), "misses a win in 7, allows a win in 4"),
            (Evaluation::Scored(3), Evaluation::Loses(6), "allows a win in 5"),
            (Evaluation::Scored(3), Evaluation::Loses(1), "loses at once"),
            (Evaluation::Loses(8), Evaluation::Loses(4), ""),
            (Evaluation::Drawn, Evaluation::Drawn, ""),
            (Evaluation::Drawn, Evaluation::Scored(-5), "5"),
            (Evaluation::Wins(3), Evaluation::Drawn, "misses a win in 3"),
            (Evaluation::Drawn, Evaluation::Loses(3), "allows a win in 2"),
        ] {
            assert_eq!(MoveLoss::of(best, played).to_string(), words, "{best:?} {played:?}");
        }
    }
}
