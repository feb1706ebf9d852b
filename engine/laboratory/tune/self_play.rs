//! Games that a base plays against itself, from positions at which its searches ask the scores.

use std::collections::BTreeMap;
use std::fmt;

use super::ends::Ends;
use super::samples::Recorded;
use crate::bases::Backend;
use crate::board::Point;
use crate::facts::Base;
use crate::laboratory::contest::run::Taken;
use crate::laboratory::contest::searching::StrategySpec;
use crate::laboratory::contest::stones::{Entrant, StonesHost, StonesOpenings};
use crate::laboratory::contest::{ContestError, Pair, PlayedGame, Report, Terms, run};

/// How a base plays against itself. Of the two sides one examines a quarter more positions for a move: both games of an opening
/// would be the same otherwise.
pub struct SelfPlay<'b> {
    /// The base.
    pub base: &'b Base,
    /// Who answers for it.
    pub backend: Backend,
    /// The positions for a move.
    pub positions: u64,
    /// So many games, at what time, and until when.
    pub terms: Terms,
}

impl fmt::Display for SelfPlay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.players();
        write!(f, "{one} against {other}")
    }
}

impl SelfPlay<'_> {
    /// How both sides search.
    fn players(&self) -> [String; 2] {
        [self.positions, self.positions + self.positions.div_ceil(4)]
            .map(|positions| format!("threats:nodes={positions}"))
    }

    /// Plays the pairs that are not known. `take` hears of each pair in its order.
    ///
    /// # Errors
    /// When a game cannot go on, or no thread can be started.
    pub fn play(
        &self,
        known: &BTreeMap<u64, Pair>,
        take: impl FnMut(&Report, Taken<'_>) -> bool,
    ) -> Result<Report, ContestError> {
        let [one, other] = self.players().map(|player| player.parse::<StrategySpec>());
        let entrant = |spec| Entrant::Search { spec, base: self.base, backend: self.backend };
        let entrants = [entrant(one?), entrant(other?)];
        let ends = Ends::new(self.base, self.backend, self.positions, self.terms.seed);
        let openings = StonesOpenings::Endless(Box::new(move |number| ends.position(number)));
        let host = StonesHost { base: self.base, backend: self.backend, entrants, openings };
        run(&host, &self.terms, known, take)
    }
}

/// A game of a pair, which was played for the position that it began in.
pub fn recorded(game: &PlayedGame) -> Recorded {
    let moves: Vec<Point> = game.moves.split_whitespace().map_while(|mv| mv.parse().ok()).collect();
    let made: u64 = game.used.iter().map(|used| used.moves).sum();
    let first = moves.len().saturating_sub(made as usize);
    Recorded { moves, first: Some(first) }
}
