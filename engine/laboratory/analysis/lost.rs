//! What a move lost compared with the best move: its difference in value, and in words which win it misses or
//! allows.

use std::fmt;

use super::Worth;

/// What a move lost compared with the best move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// Loss in units of the scores; 0 if the best move or this move decides the game.
    pub points: i64,
    /// The best move wins within this many moves, and the move that was made does not.
    pub missed: Option<u32>,
    /// The opponent wins within this many moves after the move, but not after the best one.
    pub allowed: Option<u32>,
}

impl Lost {
    /// Compares the value of the move that was made with that of the best move.
    pub(crate) fn of(best: Worth, played: Worth) -> Lost {
        let missed = match (best, played) {
            (_, Worth::Wins(_)) => None,
            (Worth::Wins(moves), _) => Some(moves),
            _ => None,
        };
        let allowed = match (best, played) {
            (Worth::Loses(_), _) => None,
            (_, Worth::Loses(moves)) => Some(moves.saturating_sub(1)),
            _ => None,
        };
        let is_decided = |worth| matches!(worth, Worth::Wins(_) | Worth::Loses(_));
        let points = match is_decided(best) || is_decided(played) {
            true => 0,
            false => (best.value() - played.value()).max(0),
        };
        Lost { points, missed, allowed }
    }

    /// Returns `true` if the move is as good as the best one.
    pub(crate) fn is_nothing(&self) -> bool {
        *self == Lost::default()
    }

    /// Whether the move changes the result of the game, according to the search.
    pub fn is_decisive(&self) -> bool {
        self.missed.is_some() || self.allowed.is_some()
    }
}

/// Writes `misses a win in 7, allows a win in 6`, or the number of points; empty if the move lost nothing.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missed = self.missed.map(|moves| format!("misses a win in {moves}"));
        let allowed = self.allowed.map(|moves| match moves {
            // The move is forbidden by the rules of the game and loses at once, without a reply.
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
    use super::{Lost, Worth};

    #[test]
    fn what_is_lost_is_said_in_words() {
        for (best, played, words) in [
            (Worth::Scored(50), Worth::Scored(34), "16"),
            (Worth::Scored(34), Worth::Scored(50), ""),
            (Worth::Wins(7), Worth::Wins(9), ""),
            (Worth::Wins(7), Worth::Scored(900), "misses a win in 7"),
            (Worth::Wins(7), Worth::Loses(5), "misses a win in 7, allows a win in 4"),
            (Worth::Scored(3), Worth::Loses(6), "allows a win in 5"),
            (Worth::Scored(3), Worth::Loses(1), "loses at once"),
            (Worth::Loses(8), Worth::Loses(4), ""),
            (Worth::Drawn, Worth::Drawn, ""),
            (Worth::Drawn, Worth::Scored(-5), "5"),
            (Worth::Wins(3), Worth::Drawn, "misses a win in 3"),
            (Worth::Drawn, Worth::Loses(3), "allows a win in 2"),
        ] {
            assert_eq!(Lost::of(best, played).to_string(), words, "{best:?} {played:?}");
        }
    }
}
