//! Examines one position: within how many moves it is won, and what the rules claim.

use super::cases::{Case, Distinct, of_position, upright};
use super::knowledge::Knowledge;
use super::missed_win::{self, Shape};
use super::random_corpus;
use crate::corpus;
use crate::coverage::case_result::{
    BaseResult, CaseResult, ChosenRule, Cost, DecidedCase, MissedWin, Situation,
};
use crate::coverage::coverage_world::{Cases, CasesOf, CoverageWorld, CoveredBase, Settings, Source};
use crate::position_sources::StopCheck;
use crate::running::RunError;
use crate::verify::stones::match_keys::win_key;
use crate::verify::stones::shrink;
use crate::verify::stones::solver::{Answer, Solver, Win};
use noire_engine::bases::queried_exports::NEXT_MOVE;
use noire_engine::board::{Color, Group, GroupContent, Point, PointSet, Position};
use noire_engine::proof_check::referee::Referee;
use noire_engine::world::{Stones, World as _};

impl CoverageWorld for Stones {
    type Examiner<'w> = Examiner<'w>;

    const DEFAULT_LEVELS: &'static [u32] = &[1, 3, 5, 7];
    const DEFAULT_NODES: u64 = 30_000_000;
    const BATCH: usize = 1;
    const ANSWERING_SITUATION: &'static str = "where the other side has a four";
    const HAS_FOURS: bool = true;

    /// Uses the positions of the built-in games if no positions are given and no random ones are requested. Excludes a
    /// position if the game is over with or without its last move, because the last move can lose the game.
    ///
    /// Makes one position at a time: all random boards may not fit into memory, and making them takes long.
    fn cases(&self, source: Source<Stones>, is_late: StopCheck<'_>) -> Result<CasesOf<Stones>, RunError> {
        let game = Referee::new(self.base(), self.backends()[0]);
        let (mut given, mut decided, mut distinct) = (0, 0, Distinct::default());
        // Adds the cases of a position. Returns whether there is time for more.
        let mut add = |cases: Vec<Case>| -> Result<bool, RunError> {
            for mut case in cases {
                given += 1;
                let is_over = game.winner(&mut case.position)?.is_some()
                    || game.winner(&mut shrink::bare(&case.position))?.is_some();
                if is_over {
                    decided += 1;
                } else {
                    distinct.add(case);
                }
            }
            Ok(!is_late())
        };
        let (mut sources, mut is_complete) = (Vec::new(), true);
        if !source.given.is_empty() {
            for (name, reached) in source.given {
                is_complete = add(of_position(name, &reached.position))?;
                if !is_complete {
                    break;
                }
            }
            sources.push(source.called);
        } else if source.random.is_none() {
            let games = corpus::games();
            sources.push(format!("every position of {} built-in games", games.len()));
            for (number, moves) in games.iter().enumerate() {
                is_complete = add(of_game(number + 1, moves))?;
                if !is_complete {
                    break;
                }
            }
        }
        if let (false, Some(given)) = (is_complete, sources.last_mut()) {
            given.push_str(" (as many as there was time for)");
        }
        if let Some(boards) = source.random {
            let mut made = 0;
            while made < boards && !is_late() {
                add(random_corpus::cases_of_board(source.seed, made))?;
                made += 1;
            }
            let noun = if made == 1 { "board" } else { "boards" };
            sources.push(format!("{made} random {noun} of seed {}", source.seed));
        }
        let source = sources.join(" and ");
        Ok(Cases { source, distinct: distinct.cases, given, decided, reachable: None })
    }

    fn examiner<'w>(
        bases: &'w [CoveredBase<'w, Stones>],
        settings: &Settings,
    ) -> Result<(Examiner<'w>, Option<String>), RunError> {
        let (mut knowledge, mut solvers, mut breach) = (Vec::new(), Vec::new(), None);
        for CoveredBase { world, without } in bases {
            let base = world.base();
            let game = Referee::new(base, base.backend());
            let (solver, broken) = Solver::new(&game, settings.nodes)?;
            solvers.push(solver.stopped_by(&settings.stop));
            knowledge.push(Knowledge::new(game, without));
            breach = breach.or(broken);
        }
        let shapes = if settings.missing { settings.levels.clone() } else { Vec::new() };
        let examiner = Examiner { bases: knowledge, solvers, most: settings.most(), shapes };
        Ok((examiner, breach.map(|breach| breach.to_string())))
    }

    /// Drops cases that were abandoned because the user stopped the run.
    fn examine(
        examiner: &Examiner<'_>,
        cases: &[&Case],
        _: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<(StonesResult, Cost)>, RunError> {
        let examined = cases.iter().map(|case| examiner.examine(case));
        Ok(examined.take_while(|_| !examiner.solvers[0].is_stopped()).collect())
    }
}

/// The result for a position of stones.
type StonesResult = CaseResult<Position, Option<Point>>;

/// The cases of all positions of a game.
fn of_game(number: usize, moves: &[Point]) -> Vec<Case> {
    let mut position = Position::empty();
    let mut cases = of_position(format!("game {number} after 0"), &position);
    for (ply, field) in moves.iter().enumerate() {
        position.play(*field).expect("the moves of a game can be played");
        cases.extend(of_position(format!("game {number} after {}", ply + 1), &position));
    }
    cases
}

/// Examines positions of five in a row.
pub struct Examiner<'k> {
    bases: Vec<Knowledge<'k>>,
    /// A solver for the game of each base.
    solvers: Vec<Solver<'k>>,
    /// Maximum number of moves for which wins are searched.
    most: u32,
    /// The levels whose missed wins are reduced.
    shapes: Vec<u32>,
}

impl Examiner<'_> {
    /// Examines a position in which the game is not over.
    fn examine(&self, case: &Case) -> (StonesResult, Cost) {
        let color = Color::ALL[case.player];
        // Step 1. Bring the position into canonical orientation, so that the result does not depend on the orientation
        // in the record.
        let (symmetry, _) = upright(&case.position);
        let there = shrink::bare(&case.position.transformed(symmetry));
        let back = symmetry.inverse();

        // Step 2. Determine within how many moves the position is won, in the game of the first base and in the other
        // games.
        let (answer, time) = self.solvers[0].solve(&there, color, self.most);
        let mut cost = Cost { search: time, verdicts: Vec::new() };
        let win = match answer {
            Answer::Undecided(level) => return (CaseResult::Undecided(level), cost),
            Answer::NotWithin => None,
            Answer::Won(win) => Some(win),
        };
        for (solver, base) in self.solvers.iter().zip(&self.bases).skip(1) {
            if !matches!(base.game().winner(&mut case.position.clone()), Ok(None)) {
                return (CaseResult::Differs, cost);
            }
            match (win, solver.solve(&there, color, self.most).0) {
                (_, Answer::Undecided(level)) => return (CaseResult::Undecided(level), cost),
                (None, Answer::NotWithin) => {}
                (Some(own), Answer::Won(other)) if (own.level, own.moves) == (other.level, other.moves) => {}
                _ => return (CaseResult::Differs, cost),
            }
        }
        let level = win.map(|win| win.level);
        let game = self.bases[0].game();
        let has_four =
            |color| game.base().on(game.backend()).is_urgent(&mut there.clone(), color).unwrap_or_default();
        let situation = match has_four(color.other()) {
            true => Situation::Answering,
            false if has_four(color) && level != Some(NEXT_MOVE) => return (CaseResult::IdleFour, cost),
            false => Situation::Free,
        };

        // Step 3. Determine what the rules claim in the position, in the orientation of the record.
        let mut position = shrink::bare(&case.position);
        position.set_to_move(Some(color));
        let moves: PointSet = win.map_or(PointSet::EMPTY, |win| win.moves);
        let moves: PointSet = moves.iter().map(|field| back.point(field)).collect();
        let mut base_results = Vec::new();
        for base in &self.bases {
            base_results.push(self.base_result(base, &mut position, color, (level, situation), moves));
            cost.verdicts.push(base.verdict_time(&mut position).unwrap_or_default());
        }

        // Step 4. Reduce the win if it is missed, that is, if no rule plays a winning move.
        let missed = match (win, situation) {
            (Some(win), Situation::Free) if self.shapes.contains(&win.level) && !base_results[0].is_named => {
                self.shape(&there, color, win).map(|shape| missed(&shape.transformed(back)))
            }
            _ => None,
        };
        let class = win.map(|win| win_key(&there, win.fields));
        let begins_with_a_four = moves.iter().any(|play| makes_four(&position, color, play));
        let found = DecidedCase { situation, level, class, begins_with_a_four, base_results, missed };
        (CaseResult::Decided(Box::new(found)), cost)
    }

    fn base_result(
        &self,
        base: &Knowledge<'_>,
        position: &mut Position,
        color: Color,
        (level, situation): (Option<u32>, Situation),
        moves: PointSet,
    ) -> BaseResult<Option<Point>> {
        let mut result = BaseResult::nothing();
        match base.chosen_rule(position, color) {
            Ok(chosen_rule) => result.chosen_rule = chosen_rule,
            Err(_) => result.limit_exceeded = true,
        }
        if let Some(chosen_rule @ ChosenRule { play: Some(play), .. }) = result.chosen_rule {
            // In a free situation every rule makes a claim. A rule of level 1 makes a claim in any situation.
            result.is_claim = situation == Situation::Free || chosen_rule.level <= NEXT_MOVE;
            let is_winning = moves.contains(play);
            result.is_recognised = is_winning && level.is_some_and(|level| chosen_rule.level <= level);
            result.does_win = match level {
                // All moves that win within the level of the position are known, and no move wins sooner.
                Some(level) if chosen_rule.level <= level => Some(is_winning && chosen_rule.level == level),
                None if chosen_rule.level <= self.most => Some(false),
                _ => {
                    let wins = self.solvers[0].wins_by(position, color, play, chosen_rule.level);
                    wins.ok().map(|fields| fields.is_some())
                }
            };
        }
        let Some(level) = level else { return result };
        match base.plays(position, color, level) {
            Ok(plays) => result.is_named = !(plays & moves).is_empty(),
            Err(_) => result.limit_exceeded = true,
        }
        result
    }

    fn shape(&self, position: &Position, color: Color, win: Win) -> Option<Shape> {
        missed_win::missed(&self.solvers[0], &self.bases[0], position, color, win)
    }
}

/// Converts a reduced win for the report.
fn missed(shape: &Shape) -> MissedWin<Position, Option<Point>> {
    MissedWin {
        position: shape.position.clone(),
        moves: None,
        player: shape.color.index(),
        level: shape.level,
        plays: vec![Some(shape.play)],
        key: Some(shape.key().1),
        size: shape.stones(),
    }
}

/// Whether a stone of `color` on this field makes a four.
fn makes_four(position: &Position, color: Color, field: Point) -> bool {
    let threes = position.groups(GroupContent::Only(color, 3));
    !(Group::with(field, 1, 5) & threes).is_empty()
}
