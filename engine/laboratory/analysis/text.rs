//! Positions of a game in text, looked at by alpha-beta.

use std::sync::Arc;

use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::Position;

use super::{Analyst, Candidate, Looked, Why, Worth};
use crate::agents::unless_left_out;
use crate::games::{Game, Knowledge, TextGame};
use crate::search::alpha_beta::table::Table;
use crate::search::alpha_beta::threads::Helped;
use crate::search::alpha_beta::{AlphaBeta, Thought};
use crate::search::limits::{Clock, SearchLimits};
use crate::search::player::Budget;

/// What the table of positions takes, in bytes, where nobody says how much.
const TABLE: u64 = 64 << 20;

/// Who looks at positions of a game in text.
pub struct Text<'r> {
    rules: &'r Rules,
    budget: Budget,
    table: Table<Move>,
    /// The scores that count, as they do for who plays; all without it.
    scores: Option<Vec<RuleId>>,
}

impl<'r> Text<'r> {
    /// Somebody who uses so much for every move that is looked for; nothing where the game is not one of two players.
    pub fn new(rules: &'r Rules, budget: Budget) -> Option<Text<'r>> {
        if rules.program().players.len() != 2 {
            return None;
        }
        rules.prepare();
        let table = Table::of_bytes(budget.memory.unwrap_or(TABLE).min(TABLE));
        Some(Text { rules, budget, table, scores: unless_left_out(rules) })
    }

    fn limits(&self) -> SearchLimits {
        SearchLimits {
            positions: self.budget.positions.unwrap_or(u64::MAX),
            time: self.budget.time,
            stop: Arc::clone(&self.budget.stop),
            ..SearchLimits::default()
        }
    }
}

impl Analyst for Text<'_> {
    /// A position, and how often those before it have stood.
    type Place = (Position, Past);
    type Move = Move;

    fn ended(&mut self, (position, _): &(Position, Past)) -> Result<Option<Worth>, Fault> {
        let mut position = position.clone();
        let Some(end) = self.rules.end(&mut position)? else { return Ok(None) };
        Ok(Some(match end.outcome {
            Outcome::Won(winner) if winner == self.rules.to_move(&position) => Worth::Wins(0),
            Outcome::Won(_) => Worth::Loses(0),
            Outcome::Drawn => Worth::Scored(0),
        }))
    }

    fn best(&mut self, (position, past): &(Position, Past), besides: &[Move]) -> Result<Looked<Move>, Fault> {
        let game = TextGame::new(self.rules, position.clone()).expect("it is a game of two players");
        let mut game = game.behind(past.clone()).scored_by(self.scores.clone());
        let mut clock = Clock::start(self.limits());
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.retain(|mv| !besides.contains(mv));
        // What the text prefers says which moves are tried first, and is no part of what they are worth.
        if let Ok(preferred) = game.preferences(&moves) {
            let mut by_preference: Vec<(i64, Move)> =
                preferred.into_iter().zip(moves.iter().copied()).collect();
            by_preference.sort_by_key(|(preferred, _)| -preferred);
            moves = by_preference.into_iter().map(|(_, mv)| mv).collect();
        }
        let mut line = Vec::new();
        let mut listener = |thought: &Thought<'_, Move>| line = thought.line.to_vec();
        let Budget { levels, deepest, threads, .. } = self.budget;
        let helped = Helped { threads, levels, among: &moves, table: &self.table };
        let best = helped.search(&mut game, &mut clock, |game, clock| {
            AlphaBeta::new(game, levels, clock, &self.table).telling(&mut listener).best(&moves, deepest)
        });
        if let Some(fault) = game.fault().filter(|fault| *fault != Fault::Stopped) {
            return Err(fault);
        }
        let best = best.map(|best| {
            let line = if line.first() == Some(&best.mv) { line } else { vec![best.mv] };
            let worth = Worth::of(best.value);
            let why = match (worth, best.depth) {
                (Worth::Scored(_), 0) => Why::Unsearched,
                (Worth::Scored(_), _) => Why::Value,
                (Worth::Wins(_) | Worth::Loses(_), _) => Why::Seen,
            };
            Candidate { mv: best.mv, worth, why, line, depth: best.depth }
        });
        Ok(Looked { best, positions: clock.positions(), time: clock.elapsed() })
    }
}
