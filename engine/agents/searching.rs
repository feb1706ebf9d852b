//! Agents that look ahead. What they find out is kept from move to move.

use std::sync::atomic::Ordering;

use blanche_compiler::game::{Fault, Move, Past, Rules};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::Position;

use super::{Agent, Choice, Outlook};
use crate::games::TextGame;
use crate::search::alpha_beta::table::Table;
use crate::search::alpha_beta::{AlphaBeta, DECIDED, Thought, Valued, WON};
use crate::search::limits::{Clock, SearchLimits};
use crate::search::minimax::{self, Minimax};

/// What a search keeps, and how it looks ahead.
pub(super) enum Looking {
    /// Alpha-beta with the rules up to a level.
    AlphaBeta { table: Table<Move>, levels: u32, is_plain: bool, is_unguided: bool },
    /// Minimax in which every position on the way counts.
    Minimax { table: minimax::Table<Move>, width: Option<usize> },
}

/// An agent that looks ahead.
pub(crate) struct Searching<'r> {
    rules: &'r Rules,
    looking: Looking,
    depth: u32,
    /// The scores that count; all without it.
    scores: Option<Vec<RuleId>>,
}

impl<'r> Searching<'r> {
    pub(super) fn new(
        rules: &'r Rules,
        looking: Looking,
        depth: u32,
        scores: Option<Vec<RuleId>>,
    ) -> Searching<'r> {
        rules.prepare();
        rules.valuing(|score| scores.as_ref().is_none_or(|scores| scores.contains(&score)));
        Searching { rules, looking, depth, scores }
    }

    fn game(&self, position: &Position, past: &Past) -> TextGame<'r> {
        let game = TextGame::new(self.rules, position.clone()).expect("an agent plays games of two players");
        game.behind(past.clone()).scored_by(self.scores.clone())
    }
}

impl Agent for Searching<'_> {
    fn choose(&mut self, position: &Position, past: &Past, limits: SearchLimits) -> Result<Choice, Fault> {
        self.choose_preferring(position, past, limits, None)
    }

    fn choose_telling(
        &mut self,
        position: &Position,
        past: &Past,
        limits: SearchLimits,
        listener: &mut dyn FnMut(&Thought<'_, Move>),
    ) -> Result<Choice, Fault> {
        self.look((position, past), limits, None, listener)
    }
}

impl Searching<'_> {
    /// A move, as [`Agent::choose`] has it. Where the search is alpha-beta, these preferences count at the top, one for each move of
    /// the game, and not those of the text.
    pub(crate) fn choose_preferring(
        &mut self,
        position: &Position,
        past: &Past,
        limits: SearchLimits,
        preferred: Option<Vec<i64>>,
    ) -> Result<Choice, Fault> {
        self.look((position, past), limits, preferred, &mut |_| {})
    }

    fn look(
        &mut self,
        (position, past): (&Position, &Past),
        limits: SearchLimits,
        preferred: Option<Vec<i64>>,
        listener: &mut dyn FnMut(&Thought<'_, Move>),
    ) -> Result<Choice, Fault> {
        let mut game = self.game(position, past);
        let stop = limits.stop.clone();
        let mut clock = Clock::start(limits);
        let mut listener = |thought: &Thought<'_, Move>| listener(thought);
        let (best, outlook) = match &mut self.looking {
            Looking::AlphaBeta { table, levels, is_plain, is_unguided } => {
                game = if *is_unguided { game.unguided() } else { game };
                let search = AlphaBeta::new(&mut game, *levels, &mut clock, table).telling(&mut listener);
                let search = if *is_plain { search.plain() } else { search };
                let mut search = match preferred {
                    Some(preferred) => search.preferring(preferred),
                    None => search,
                };
                let best = search.best_of_all(self.depth);
                (best, best.map_or(Outlook::Open, |best| of_alpha_beta(&best)))
            }
            Looking::Minimax { table, width } => {
                let best = Minimax::new(&mut game, &mut clock, table, *width).best(self.depth);
                (best, best.map_or(Outlook::Open, |best| of_minimax(&best)))
            }
        };
        if let Some(fault) = game.fault().filter(|fault| *fault != Fault::Stopped) {
            return Err(fault);
        }
        let is_stopped = stop.load(Ordering::Relaxed);
        Ok(Choice {
            mv: best.map(|best| best.mv),
            outlook: if is_stopped { Outlook::Open } else { outlook },
            depth: best.map_or(0, |best| best.depth),
            positions: clock.positions(),
            time: clock.elapsed(),
            given_up: game.given_up(),
        })
    }
}

fn of_alpha_beta(best: &Valued<Move>) -> Outlook {
    match best.value {
        value if value > DECIDED => Outlook::Wins((WON - value) as u32),
        value if value < -DECIDED => Outlook::Loses,
        _ => Outlook::Open,
    }
}

/// Only the next move is known to end the game: other values are sums.
fn of_minimax(best: &Valued<Move>) -> Outlook {
    match best.depth.checked_sub(1).map(minimax::won) {
        Some(won) if best.value >= won => Outlook::Wins(1),
        Some(won) if best.value <= -won => Outlook::Loses,
        _ => Outlook::Open,
    }
}
