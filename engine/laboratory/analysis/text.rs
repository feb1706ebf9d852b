//! Analyses positions of games defined by rule files, with alpha-beta.

use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules};
use blanche_compiler::runtime::Position;
use blanche_sorted::Arrange;

use super::analysis_world::AnalysisWorld;
use super::{AnalysisRequest, Analyst, Candidate, Evaluation, PositionAnalysis};
use noire_engine::games::{Game, Knowledge, TextGame};
use noire_engine::search::alpha_beta::table::Table;
use noire_engine::search::alpha_beta::{AlphaBeta, multi_pv};
use noire_engine::search::limits::Clock;
use noire_engine::search::player::Budget;
use noire_engine::world::{self, World as _, WorldError};

/// Default size of the transposition table, in bytes.
const DEFAULT_TABLE_BYTES: u64 = 64 << 20;

/// Analyses positions of a game that a rule file defines.
pub struct Text<'r> {
    rules: &'r Rules,
    budget: Budget,
    table: Table<Move>,
}

impl<'r> Text<'r> {
    /// Creates an analyst. It uses `budget` once for each of the best moves that it looks for. `None` unless the game
    /// has two players.
    pub(crate) fn new(rules: &'r Rules, budget: Budget) -> Option<Text<'r>> {
        if rules.program().players.len() != 2 {
            return None;
        }
        rules.prepare();
        let table = Table::of_bytes(budget.memory.unwrap_or(DEFAULT_TABLE_BYTES).min(DEFAULT_TABLE_BYTES));
        Some(Text { rules, budget, table })
    }
}

impl AnalysisWorld for world::Text {
    type RecordData = ();
    type SearchPosition = (Position, Past);
    type Analyst<'w> = Text<'w>;

    const HAS_REMARKS: bool = false;
    const HAS_PROOFS: bool = false;

    fn analyst(&self, budget: Budget) -> Result<Text<'_>, WorldError> {
        Text::new(self.rules(), budget).ok_or_else(|| {
            let name = &self.contents().name;
            WorldError::Wrong(format!("error: {name} is not a game of two players, and cannot be searched"))
        })
    }

    fn search_positions(
        &self,
        start: &Position,
        moves: &[Move],
    ) -> Result<Vec<(Position, Past)>, WorldError> {
        let (mut position, mut past) = (start.clone(), Past::new(self.rules(), start));
        let mut places = vec![(position.clone(), past.clone())];
        for mv in moves {
            self.rules().play_on(&mut position, *mv, &mut past)?;
            places.push((position.clone(), past.clone()));
        }
        Ok(places)
    }

    fn position((position, _): &(Position, Past)) -> &Position {
        position
    }

    fn margin(&self, (position, _): &(Position, Past)) -> Result<Option<String>, WorldError> {
        let mut position = position.clone();
        match self.rules().end(&mut position)? {
            Some(end) => Ok(self.rules().judgement().margin_text(&mut position, end.outcome)?),
            None => Ok(None),
        }
    }
}

impl Analyst for Text<'_> {
    /// A position, with the number of times that each position occurred earlier in the game.
    type SearchPosition = (Position, Past);
    type Move = Move;

    fn ended(&mut self, (position, _): &(Position, Past)) -> Result<Option<Evaluation>, Fault> {
        let mut position = position.clone();
        let Some(end) = self.rules.end(&mut position)? else { return Ok(None) };
        Ok(Some(match end.outcome {
            Outcome::Won(winner) if winner == self.rules.to_move(&position) => Evaluation::Wins(0),
            Outcome::Won(_) => Evaluation::Loses(0),
            Outcome::Drawn => Evaluation::Drawn,
        }))
    }

    fn best(
        &mut self,
        (position, past): &(Position, Past),
        wanted: AnalysisRequest<'_, Move>,
    ) -> Result<PositionAnalysis<Move>, Fault> {
        let game = TextGame::new(self.rules, position.clone()).expect("it is a game of two players");
        let mut game = game.with_past(past.clone());
        let moves = moves_by_preference(&mut game, wanted.excluded);
        let budget = self.budget.for_moves(wanted.best.min(moves.len().max(1)));
        let budget = budget.with_worthwhile_threads();
        let mut clock = Clock::start(budget.limits());
        let Budget { levels, max_depth, .. } = budget;
        let helpers = budget.helpers(&moves, &self.table, &clock);
        let selection = multi_pv::MoveSelection { best: wanted.best, also: wanted.played };
        let found = helpers.search(&mut game, &mut clock, |game, clock| {
            AlphaBeta::new(game, levels, clock, &self.table).valuing().multi_pv(
                &moves,
                selection,
                max_depth,
                &mut |_, _| {},
            )
        });
        if let Some(fault) = game.fault().filter(|fault| *fault != Fault::Stopped) {
            return Err(fault);
        }
        let candidates = found.lines.into_iter().map(Candidate::searched).collect();
        Ok(PositionAnalysis {
            candidates,
            is_solved: found.is_solved,
            given_up: game.given_up().map(|given_up| given_up.to_string()),
            positions: clock.positions(),
            time: clock.elapsed(),
        })
    }
}

/// The legal moves except the moves in `excluded`. Preferred moves come first: preferences only order the moves to try,
/// and do not change their values.
fn moves_by_preference(game: &mut TextGame<'_>, excluded: &[Move]) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.retain(|mv| !excluded.contains(mv));
    let Ok(preferred) = game.preferences(&moves) else { return moves };
    let mut by_preference: Vec<(i64, Move)> = preferred.into_iter().zip(moves).collect();
    by_preference.arrange_by_key(|(preferred, _)| -preferred);
    by_preference.into_iter().map(|(_, mv)| mv).collect()
}
