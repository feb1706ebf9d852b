//! Analyses positions of five in a row with the computer player of `noire`: proof search, alpha-beta, and a search for
//! the opponent's threats.

use std::sync::atomic::Ordering;
use std::time::Duration;

use blanche_compiler::game::Fault;
use blanche_sorted::Arrange;

use super::analysis_world::{AnalysisWorld, RecordedGame, Records, RemarkedGame};
use super::game_analysis::AnalysedGame;
use super::remarks::{judgments, with_remarks};
use super::{AnalysisRequest, Analyst, Candidate, Evaluation, PositionAnalysis, Why};
use noire_engine::bases::Backend;
use noire_engine::board::{Point, Position};
use noire_engine::facts::Base;
use noire_engine::games::{FiveInARow, Game, Knowledge, ended};
use noire_engine::record::{Format, GameRecord, Move, Outcome, read_all_games};
use noire_engine::search::alpha_beta::multi_pv::Line;
use noire_engine::search::alpha_beta::{DRAWN, InterimResult};
use noire_engine::search::endgame::Endgame;
use noire_engine::search::limits::Clock;
use noire_engine::search::player::{Budget, Choice, MoveFilter, Player, Reason};
use noire_engine::world::{self, Entry, World as _, WorldError};

/// Share of a budget, in percent, for finding the moves to compare. The rest is for searching these moves to the same
/// depth, which is quick because much is already in the transposition table.
const CANDIDATES_PERCENT: u64 = 60;

/// Maximum number of empty fields at which every line is followed to the end of the game. With 10 empty fields there
/// are about 30,000 positions.
const MAX_ENDGAME_FIELDS: usize = 10;

/// Share of a budget, in percent, for following all lines to the end of the game. If this share is too small, the
/// computer player searches with the rest of the budget.
const ENDGAME_PERCENT: u64 = 50;

/// Analyses positions by the rules of a base.
pub struct Stones<'b> {
    base: &'b Base,
    backend: Backend,
    budget: Budget,
    player: Player<Point>,
}

impl<'b> Stones<'b> {
    /// Creates an analyst. It uses `budget` once for each of the best moves that it looks for.
    ///
    /// # Panics
    /// Panics when a position is analysed if the back end does not exist ([`Base::has`]).
    pub(crate) fn new(base: &'b Base, backend: Backend, budget: Budget) -> Stones<'b> {
        let player = Player::new(&budget);
        Stones { base, backend, budget, player }
    }
}

impl Stones<'_> {
    /// Roughly the amount by which a quiet move changes the value of a position.
    pub(crate) fn unit(&self) -> i64 {
        FiveInARow::new(self.base, self.backend, Position::empty()).unit()
    }
}

impl AnalysisWorld for world::Stones {
    type RecordData = GameRecord;
    type SearchPosition = Position;
    type Analyst<'w> = Stones<'w>;

    const HAS_REMARKS: bool = true;
    const HAS_PROOFS: bool = true;

    fn analyst(&self, budget: Budget) -> Result<Stones<'_>, WorldError> {
        Ok(Stones::new(self.base(), self.backends()[0], budget))
    }

    fn search_positions(
        &self,
        start: &Position,
        moves: &[Option<Point>],
    ) -> Result<Vec<Position>, WorldError> {
        let mut places = Vec::with_capacity(moves.len() + 1);
        self.replay(start, moves, &mut |position| {
            places.push(position.clone());
            true
        })?;
        Ok(places)
    }

    fn position(place: &Position) -> &Position {
        place
    }

    fn records(&self, name: &str, bytes: &[u8]) -> Result<Option<Records<world::Stones>>, WorldError> {
        let format = Format::of_file(name, bytes);
        if format == Format::Lines {
            return Ok(None);
        }
        let read = read_all_games(name, bytes, Some(format));
        let (read, _) = read.map_err(|error| WorldError::Mistakes(error.to_string()))?;
        let games = read.games.into_iter().map(|record_data| {
            let players =
                record_data.players.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" – ");
            let start = record_data.start.is_some().then(|| record_data.start());
            let (name, moves, rules) =
                ((!players.is_empty()).then_some(players), record_data.turns(), record_data.rules.clone());
            RecordedGame { name, start, moves, rules, record_data }
        });
        Ok(Some((games.collect(), read.notes.iter().map(ToString::to_string).collect())))
    }

    fn record_data(game: &Entry<world::Stones>) -> GameRecord {
        let moves = game.moves.iter().flatten();
        let moves = moves.map(|field| Move { field: *field, ..Move::default() });
        GameRecord { moves: moves.collect(), rules: game.rules.clone(), ..GameRecord::default() }
    }

    fn remarked(
        analyst: &Stones<'_>,
        record_data: &GameRecord,
        analysed: &AnalysedGame<Point>,
    ) -> Option<RemarkedGame> {
        Some((with_remarks(record_data, analysed), judgments(analysed, analyst.unit())))
    }
}

impl Analyst for Stones<'_> {
    type SearchPosition = Position;
    type Move = Point;

    fn ended(&mut self, place: &Position) -> Result<Option<Evaluation>, Fault> {
        // If the query for the end of the game is stopped at a limit, the position is treated as one in which the game
        // is not over.
        let outcome = ended(self.base, self.backend, &mut place.clone()).ok().flatten();
        Ok(outcome.map(|outcome| match outcome {
            Outcome::Win { winner, .. } if Some(winner) == place.to_move() => Evaluation::Wins(0),
            Outcome::Win { .. } => Evaluation::Loses(0),
            Outcome::Draw { .. } | Outcome::Void => Evaluation::Drawn,
        }))
    }

    fn best(
        &mut self,
        place: &Position,
        wanted: AnalysisRequest<'_, Point>,
    ) -> Result<PositionAnalysis<Point>, Fault> {
        let mut game = FiveInARow::new(self.base, self.backend, place.clone());
        let mut looked = PositionAnalysis {
            candidates: Vec::new(),
            is_solved: false,
            given_up: None,
            positions: 0,
            time: Duration::ZERO,
        };
        let given_up = self.base.aborted_queries();
        if game.is_opening() {
            return Ok(looked);
        }
        let empty = place.empty_fields().len();
        let moves: Vec<Point> =
            place.empty_fields().iter().filter(|mv| !wanted.excluded.contains(mv)).collect();
        let all = self.budget.for_moves(wanted.best.min(moves.len().max(1)));
        if empty <= MAX_ENDGAME_FIELDS
            && self.follow(&mut game, &all.part(ENDGAME_PERCENT), (&moves, wanted), &mut looked)
        {
            return Ok(looked);
        }
        let is_compared = wanted.best > 1 || wanted.played.is_some();
        let each = if is_compared { self.budget.part(CANDIDATES_PERCENT) } else { self.budget.clone() };
        let mut excluded = wanted.excluded.to_vec();
        while looked.candidates.len() < wanted.best && !self.budget.stop.load(Ordering::Relaxed) {
            let Some(found) = self.chosen(&mut game, &each, &excluded, &mut looked) else { break };
            excluded.push(found.mv);
            looked.candidates.push(found);
        }
        self.compare(&mut game, &all, wanted.played, &mut looked);
        looked.candidates.arrange_by_key(|candidate| -candidate.evaluation.value());
        // When all lines reach the end of the game, iterative deepening may report any depth. But no line is longer
        // than the number of empty fields.
        looked.candidates.iter_mut().for_each(|one| one.depth = one.depth.min(empty as u32));
        // A draw proves nothing about the moves that were not searched.
        let best = looked.candidates.first().map(|best| best.evaluation);
        looked.is_solved = matches!(best, Some(Evaluation::Wins(_) | Evaluation::Loses(_)));
        looked.given_up = match self.base.aborted_queries() - given_up {
            0 => None,
            1 => Some("a query was given up at its step or memory limit".to_owned()),
            times => Some(format!("{times} queries were given up at their step or memory limit")),
        };
        Ok(looked)
    }
}

impl Stones<'_> {
    /// Evaluates moves by following every line to the end of the game. Returns whether the budget sufficed.
    fn follow(
        &self,
        game: &mut FiveInARow<'_>,
        budget: &Budget,
        (moves, wanted): (&[Point], AnalysisRequest<'_, Point>),
        looked: &mut PositionAnalysis<Point>,
    ) -> bool {
        let mut clock = Clock::start(Budget { threads: 1, ..budget.clone() }.limits());
        let lines = Endgame::new(game, &mut clock).lines(moves);
        looked.positions += clock.positions();
        looked.time += clock.elapsed();
        let Ok(lines) = lines else { return false };
        let is_wanted = |(number, line): &(usize, Line<Point>)| {
            *number < wanted.best || Some(line.first.mv) == wanted.played
        };
        let wanted = lines.into_iter().enumerate().filter(is_wanted);
        looked.candidates = wanted.map(|(_, line)| Candidate::searched(line)).collect();
        looked.is_solved = true;
        true
    }

    /// Returns the move that the player chooses when the moves in `excluded` are excluded.
    fn chosen(
        &self,
        game: &mut FiveInARow<'_>,
        budget: &Budget,
        excluded: &[Point],
        looked: &mut PositionAnalysis<Point>,
    ) -> Option<Candidate<Point>> {
        let mut lines: Vec<(Point, Vec<Point>)> = Vec::new();
        let mut listener = |result: &InterimResult<'_, Point>| {
            lines.retain(|(mv, _)| *mv != result.best.mv);
            lines.push((result.best.mv, result.line.to_vec()));
        };
        let choice =
            self.player.choose_among(game, budget, &MoveFilter { excluded, preferred: None }, &mut listener);
        (looked.positions, looked.time) = (looked.positions + choice.positions, looked.time + choice.time);
        let mv = choice.mv?;
        let line = lines.into_iter().find(|(first, _)| *first == mv).map(|(_, line)| line);
        Some(candidate(mv, line.filter(|line| !line.is_empty()), &choice))
    }

    /// Searches the candidates without a known result, and the move that was made, to the same depth with the remaining
    /// budget. If the budget is too small for the first depth, the candidates keep their earlier values.
    fn compare(
        &self,
        game: &mut FiveInARow<'_>,
        all: &Budget,
        played: Option<Point>,
        looked: &mut PositionAnalysis<Point>,
    ) {
        let is_found = |mv: &Point| looked.candidates.iter().any(|candidate| candidate.mv == *mv);
        let open = looked.candidates.iter().filter(|candidate| !candidate.evaluation.is_result());
        let mut moves: Vec<Point> = open.map(|candidate| candidate.mv).collect();
        moves.extend(played.filter(|mv| !is_found(mv)));
        let budget = all.without(looked.positions, looked.time);
        if moves.len() < 2 && moves.iter().all(is_found) || budget.is_used_up() {
            return;
        }
        let (found, clock) = self.player.value(game, &budget, &moves);
        looked.positions += clock.positions();
        looked.time += clock.elapsed();
        if found.lines.len() < moves.len() {
            return;
        }
        for line in found.lines {
            let valued = Candidate::searched(line);
            match looked.candidates.iter_mut().find(|candidate| candidate.mv == valued.mv) {
                // Keep the reason for the candidate: the move was safe before, and this search found no win for the
                // opponent either.
                Some(candidate) if !valued.evaluation.is_result() => {
                    *candidate = Candidate { why: candidate.why, ..valued }
                }
                Some(candidate) => *candidate = valued,
                None => looked.candidates.push(valued),
            }
        }
    }
}

/// Creates a candidate from the choice of the player and its line.
fn candidate(mv: Point, line: Option<Vec<Point>>, choice: &Choice<Point>) -> Candidate<Point> {
    let valued = choice.evaluation.unwrap_or(Evaluation::Scored(DRAWN));
    let (evaluation, why) = match choice.reason {
        Reason::Wins(moves) if choice.evaluation.is_none() => (Evaluation::Wins(moves), Why::Proved),
        Reason::Wins(moves) => (Evaluation::Wins(moves), Why::Known),
        Reason::Safe if valued.is_result() => (valued, Why::Known),
        Reason::Safe => (valued, Why::Safe),
        Reason::Best => (valued, Why::Value),
        Reason::Loses => (valued, Why::Loses),
        Reason::First => (valued, Why::Unsearched),
    };
    let depth =
        if let (Evaluation::Wins(moves), Why::Proved) = (evaluation, why) { moves } else { choice.depth };
    Candidate { mv, evaluation, why, line: line.unwrap_or_else(|| vec![mv]), depth }
}
