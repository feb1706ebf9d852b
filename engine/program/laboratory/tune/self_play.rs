//! Games that a base plays against itself, from positions at which its searches ask the scores.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::AtomicU64;

use super::ends::Ends;
use super::samples::Recorded;
use super::tuning::Tuning;
use crate::laboratory::contest::run::Taken;
use crate::laboratory::contest::{
    Contest, ContestError, Entrant, Knows, Openings, Pair, PlayedGame, Report, Terms, run,
};
use noire_engine::players::PlayerSpec;
use noire_engine::world::World;

/// How a base plays against itself. Of the two sides one examines a quarter more positions for a move: both games of an opening
/// would be the same otherwise.
pub(crate) struct SelfPlay<'w, W> {
    /// The game and what is known of it.
    pub(crate) world: &'w W,
    /// The positions for a move.
    pub(crate) positions: u64,
    /// So many games, at what time, and until when.
    pub(crate) terms: Terms,
}

impl<W: Tuning> fmt::Display for SelfPlay<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.players();
        write!(f, "{one} against {other}")
    }
}

impl<W: Tuning> SelfPlay<'_, W> {
    /// How both sides search.
    fn players(&self) -> [String; 2] {
        [self.positions, self.positions + self.positions.div_ceil(4)]
            .map(|positions| format!("search:nodes={positions}"))
    }

    /// Plays the pairs that are not known. `take` hears of each pair in its order.
    ///
    /// # Errors
    /// When a game cannot go on, or no thread can be started.
    pub(crate) fn play(
        &self,
        known: &BTreeMap<u64, Pair>,
        mut take: impl FnMut(&Report, Taken<'_>) -> bool,
    ) -> Result<Report, ContestError> {
        let [one, other] = self.players().map(|player| player.parse::<PlayerSpec>());
        let entrants =
            vec![Entrant { spec: one?, knows: Knows::Same }, Entrant { spec: other?, knows: Knows::Same }];
        let (world, seed) = (self.world, self.terms.seed);
        let ends = Ends::new(world, self.positions, seed);
        let openings = Openings::Endless(Box::new(move |number| ends.position(number)));
        let contest =
            Contest { world, entrants, openings, seed, memory: None, shorter: AtomicU64::default() };
        let mut reports = run(&contest, &self.terms, known, |reports, taken| take(&reports[0], taken))?;
        Ok(reports.pop().unwrap_or_default())
    }
}

/// A game of a pair, which was played for the position that it began in; nothing where its moves cannot be read.
pub(crate) fn recorded<W: World>(world: &W, game: &PlayedGame) -> Option<Recorded<W>> {
    let moves = world.continued(&world.start().ok()?, &[], &game.moves).ok()?;
    let made: u64 = game.used.iter().map(|used| used.moves).sum();
    let first = moves.len().saturating_sub(made as usize);
    Some(Recorded { start: None, moves, first: Some(first) })
}
