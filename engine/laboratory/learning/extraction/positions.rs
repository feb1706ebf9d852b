//! All positions in which the player is to move. For each move it records which conditions hold, and whether the move
//! has the highest learned value.

use std::collections::HashMap;
use std::ops::Range;

use blanche_compiler::game::{Fault, Move, Outcome, Rules};
use blanche_compiler::runtime::{Position, Value};

use super::conditions::Conditions;
use super::{ExtractionError, ExtractionOptions};
use crate::learning::exhaustive_play::{LineCounts, LinesError, count_lines};
use noire_engine::games::{KnowledgeFilter, TextGame};
use noire_engine::players::PlayerSpec;
use noire_engine::search::clock_checks::ClockChecks;
use noire_engine::search::player::Budget;

/// Maximum number of positions that a game may reach. Games with more positions are too large for the extraction.
const MAX_POSITIONS: usize = 50_000;

/// The result of a move after the opponent's reply.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    /// The game is lost.
    Lost,
    /// The game is won or drawn.
    Kept,
    /// The game continues in the position with this index.
    To(u32),
}

/// All positions and their moves. The moves of all positions form one list.
pub(super) struct PositionTable<'r> {
    rules: &'r Rules,
    player: Value,
    positions: Vec<Position>,
    /// The moves of each position, as a range of the list of all moves.
    pub(super) moves: Vec<Range<usize>>,
    /// The possible results of play until the player is to move for the first time in a game.
    pub(super) first: Vec<Next>,
    /// The possible results of each move.
    pub(super) leads: Vec<Vec<Next>>,
    /// Whether each move has the highest learned value among the moves of its position.
    pub(super) is_best: Vec<bool>,
    /// For each condition, the moves for which it holds.
    pub(super) holds: Vec<Vec<bool>>,
    known: HashMap<Box<[u64]>, u32>,
}

impl<'r> PositionTable<'r> {
    pub(super) fn new(
        rules: &'r Rules,
        asked: &Rules,
        player: Value,
        conditions: &Conditions,
        wanted: &mut ExtractionOptions<'_>,
    ) -> Result<PositionTable<'r>, ExtractionError> {
        let mut table = PositionTable {
            rules,
            player,
            positions: Vec::new(),
            moves: Vec::new(),
            first: Vec::new(),
            leads: Vec::new(),
            is_best: Vec::new(),
            holds: vec![Vec::new(); conditions.count()],
            known: HashMap::new(),
        };
        let start = rules.start()?;
        table.first = table.next_positions(start)?;
        let (mut at, mut clock_checks) = (0, ClockChecks::begin());
        while let Some(position) = table.positions.get(at).cloned() {
            if clock_checks.is_due() {
                wanted.report_progress(0.5 * at as f64 / table.positions.len() as f64, "positions")?;
            }
            table.add_moves(position, asked, conditions)?;
            at += 1;
        }
        Ok(table)
    }

    pub(super) fn positions(&self) -> usize {
        self.positions.len()
    }

    /// The possible results of play from a position until the player is to move again.
    fn next_positions(&mut self, mut position: Position) -> Result<Vec<Next>, ExtractionError> {
        match self.rules.outcome(&mut position)? {
            Some(Outcome::Won(winner)) if winner != self.player => return Ok(vec![Next::Lost]),
            Some(_) => return Ok(vec![Next::Kept]),
            None => {}
        }
        if self.rules.to_move(&position) == self.player {
            let number = self.positions.len() as u32;
            let known = self.known.entry(position.words().into());
            let number = *known.or_insert(number);
            if number as usize == self.positions.len() {
                if self.positions.len() >= MAX_POSITIONS {
                    return Err(ExtractionError::TooMany(MAX_POSITIONS));
                }
                self.positions.push(position);
            }
            return Ok(vec![Next::To(number)]);
        }
        let mut leads = Vec::new();
        for mv in moves(self.rules, &position)? {
            let mut after = position.clone();
            self.rules.play(&mut after, mv)?;
            leads.extend(self.next_positions(after)?);
        }
        Ok(leads)
    }

    /// Analyses the moves of a position.
    fn add_moves(
        &mut self,
        position: Position,
        asked: &Rules,
        conditions: &Conditions,
    ) -> Result<(), ExtractionError> {
        let (moves, from) = (moves(self.rules, &position)?, self.leads.len());
        let worth = worth(self.rules, &position, self.player, &moves)?;
        for mv in &moves {
            let mut after = position.clone();
            self.rules.play(&mut after, *mv)?;
            let leads = self.next_positions(after)?;
            self.leads.push(leads);
        }
        let most = worth.iter().max().copied();
        self.is_best.extend(worth.iter().map(|worth| Some(*worth) == most));
        self.holds.iter_mut().for_each(|said| said.resize(from + moves.len(), false));
        for (mv, preference, _) in asked.judgement().reasons(&mut position.clone(), &moves)? {
            if let Some(word) = conditions.condition_of_query(&asked.program().rule(preference).name) {
                self.holds[word][from + mv] = true;
            }
        }
        self.moves.push(from..from + moves.len());
        Ok(())
    }

    /// Plays all games with the extracted rules. Returns their results, and the number of positions in which the
    /// rules choose a move with the highest learned value.
    pub(super) fn play_all_lines(&self, written: &Rules) -> Result<(LineCounts, usize), ExtractionError> {
        let spec: PlayerSpec = "greedy".parse().expect("there is such a player");
        let (mut player, knowledge_filter, budget) =
            (spec.chooser(0), KnowledgeFilter::default(), Budget::untimed());
        TextGame::with_filter(written, written.start()?, &knowledge_filter)
            .map_err(|_| ExtractionError::Unfit("two play the game"))?;
        let mut choose = |position: &Position| -> Result<Option<Move>, Fault> {
            let game = TextGame::with_filter(written, position.clone(), &knowledge_filter);
            Ok(player.choose(&mut game.expect("it was seen so before"), &budget)?.mv)
        };
        let mut agreeing = 0;
        for (position, range) in self.positions.iter().zip(&self.moves) {
            let (chosen, moves) = (choose(position)?, moves(self.rules, position)?);
            let at = moves.iter().position(|mv| Some(*mv) == chosen);
            agreeing += usize::from(at.is_some_and(|at| self.is_best[range.start + at]));
        }
        let lines = count_lines(self.rules, self.player, 4 * MAX_POSITIONS, &mut choose);
        let lines = lines.map_err(|untried| match untried {
            LinesError::Fault(fault) => ExtractionError::Fault(fault),
            LinesError::TooMany(most) => ExtractionError::TooMany(most),
            LinesError::Endless => ExtractionError::Unfit("positions come back in this game"),
        })?;
        Ok((lines, agreeing))
    }
}

/// The values of moves for a player. The value of a move is its preference plus the value of the scores in the position
/// after it.
fn worth(rules: &Rules, position: &Position, player: Value, moves: &[Move]) -> Result<Vec<i64>, Fault> {
    let mut worth = rules.judgement().preferred(&mut position.clone(), moves)?;
    for (mv, worth) in moves.iter().zip(&mut worth) {
        let mut after = position.clone();
        rules.play(&mut after, *mv)?;
        *worth = worth.saturating_add(rules.judgement().value(&mut after, player)?);
    }
    Ok(worth)
}

fn moves(rules: &Rules, position: &Position) -> Result<Vec<Move>, Fault> {
    let mut moves = Vec::new();
    rules.moves(&mut position.clone(), &mut moves)?;
    Ok(moves)
}
