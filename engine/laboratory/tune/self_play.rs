//! Plays games of a base against itself, from positions at which its searches evaluate the scores.

use std::fmt;
use std::sync::atomic::AtomicU64;

use blanche_sorted::SortedMap;

use super::evaluated_positions::EvaluatedPositions;
use super::samples::FinishedGame;
use super::tuning_world::TuningWorld;
use crate::contest::run::CountedPair;
use crate::contest::{
    Contest, ContestError, ContestTerms, Entrant, KnowledgeSource, Openings, Pair, PlayedGame, Report, run,
};
use noire_engine::players::PlayerSpec;
use noire_engine::world::World;

/// Settings of self-play. One side searches a quarter more positions per move than the other, because both games of an
/// opening would be identical otherwise.
pub struct SelfPlay<'w, W> {
    /// The game with its base.
    pub world: &'w W,
    /// Number of positions to search for a move.
    pub positions: u64,
    /// Number of games, time control and stopping rule.
    pub terms: ContestTerms,
}

impl<W: TuningWorld> fmt::Display for SelfPlay<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.players();
        write!(f, "{one} against {other}")
    }
}

impl<W: TuningWorld> SelfPlay<'_, W> {
    /// The specifications of the two players.
    fn players(&self) -> [String; 2] {
        [self.positions, self.positions + self.positions.div_ceil(4)]
            .map(|positions| format!("search:nodes={positions}"))
    }

    /// Plays the pairs of games that are not in `known`. `take` is called for each pair in order.
    ///
    /// # Errors
    /// Fails if a game cannot continue or no thread can be started.
    pub fn play(
        &self,
        known: &SortedMap<u64, Pair>,
        mut take: impl FnMut(&Report, CountedPair<'_>) -> bool,
    ) -> Result<Report, ContestError> {
        let [one, other] = self.players().map(|player| player.parse::<PlayerSpec>());
        let entrants = vec![
            Entrant { spec: one?, knows: KnowledgeSource::Same },
            Entrant { spec: other?, knows: KnowledgeSource::Same },
        ];
        let (world, seed) = (self.world, self.terms.seed);
        let ends = EvaluatedPositions::new(world, self.positions, seed);
        let openings = Openings::Endless(Box::new(move |number| ends.position(number)));
        let contest =
            Contest { world, entrants, openings, seed, memory: None, shorter: AtomicU64::default() };
        let mut reports = run(&contest, &self.terms, known, |reports, taken| take(&reports[0], taken))?;
        Ok(reports.pop().unwrap_or_default())
    }
}

/// Converts a game of a pair that started from a sampled position. Returns `None` if the moves of the game cannot be
/// parsed.
pub fn finished_game<W: World>(world: &W, game: &PlayedGame) -> Option<FinishedGame<W>> {
    let moves = world.continued(&world.start().ok()?, &[], &game.moves).ok()?;
    let made: u64 = game.used.iter().map(|used| used.moves).sum();
    let first = moves.len().saturating_sub(made as usize);
    Some(FinishedGame { start: None, moves, first: Some(first) })
}
