//! What a move has lost: how much less it is worth than the best one, and in words what it misses or allows.

use std::fmt;

use super::Worth;

/// What a move has lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lost {
    /// So much by the scores, where neither the best move nor this one decides the game.
    pub(crate) points: i64,
    /// A win within so many moves that the best move has and this one has not.
    pub(crate) missed: Option<u32>,
    /// The other side wins within so many moves after it, and not after the best move.
    pub(crate) allowed: Option<u32>,
}

impl Lost {
    /// What is lost by a move that is worth so much where the best is worth this.
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

    /// Whether nothing is lost.
    pub(crate) fn is_nothing(&self) -> bool {
        *self == Lost::default()
    }

    /// Whether it changes who wins, as far as the search sees.
    pub(crate) fn is_decisive(&self) -> bool {
        self.missed.is_some() || self.allowed.is_some()
    }
}

/// `misses a win in 7, allows a win in 6`, or the number of points; nothing where nothing is lost.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missed = self.missed.map(|moves| format!("misses a win in {moves}"));
        let allowed = self.allowed.map(|moves| match moves {
            // After a move that the rules of the game punish nobody needs to move.
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
