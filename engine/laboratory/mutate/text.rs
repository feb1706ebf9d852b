//! Mutants of games defined by rule files. Their moves, effects and ends are mutated too. Differences are searched in
//! positions of random games, or in all reachable positions if there are few.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::diagnostic::Code;
use blanche_compiler::files::FileId;
use blanche_compiler::game::{Fault, Move, Outcome, Rules};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::{Limits, Position, Solutions};
use blanche_sorted::SortedSet;

use super::checks::{Notice, first_error};
use super::mutation_world::{MutantClaims, MutationWorld};
use super::play_record::PlayRecord;
use super::run::Settings;
use crate::mutants::WORK_DIVISOR;
use crate::position_sources::{Reachable, ReachedPosition, random_game_positions};
use crate::verify::text::claims::{claims, refutation};
use crate::verify::text::run::MAX_EXHAUSTIVE_POSITIONS;
use noire_engine::bases::{Backend, Question};
use noire_engine::proof_check::exhaustive_text::TextSearch;
use noire_engine::world::{Text, World as _, WorldError, WorldExt as _};

/// Approximate number of positions in a round. A round consists of whole games.
const POSITIONS_PER_ROUND: usize = 250;

/// Minimum work limit for a query to a mutant, in steps. The limit is at least ten times what the queries of the
/// original need. If the changed rule lacks a literal that connects its joins, a query could otherwise run for minutes.
const MIN_WORK: u64 = 2_000;

/// Number of random games in which the cost of the queries of the original is measured.
const COST_GAMES: u64 = 4;

/// The positions to examine, and the limits of the search for refutations.
pub struct TextDifferenceSearch<'w> {
    rules: &'w Rules,
    positions: Vec<ReachedPosition<Text>>,
    nodes: u64,
    stop: Arc<AtomicBool>,
}

impl MutationWorld for Text {
    type PlayRecord = PlayRecord;
    type Search<'w> = TextDifferenceSearch<'w>;

    const RULES_DEFINE_PLAY: bool = true;
    const MAX_MORE_POSITIONS: u64 = 50;

    fn edited(&self, file: FileId, text: &str, limits: Limits) -> Result<Text, Code> {
        let base = self.base().edited(file, text, limits).map_err(|error| first_error(&error))?;
        let rules = base.played_by(Backend::Interpreted).map_err(|message| message.code)?;
        Ok(Text::new(base, vec![(Backend::Interpreted, rules)]))
    }

    /// The lowest limit among 2,000, 20,000, … steps that is at least ten times what the interpreter needs for any
    /// query of the original.
    fn limits_of_mutants(
        &self,
        mut positions: Vec<Position>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Limits, WorldError> {
        let is_stopped = || stop.load(Ordering::Relaxed);
        let start = self.rules().start()?;
        for number in 0..COST_GAMES {
            let game = random_game_positions(self.rules(), &start, (seed, number), &is_stopped)?;
            positions.extend(game.into_iter().map(|one| one.position));
        }
        let most = self.limits().work / WORK_DIVISOR;
        let file = self.program().files[0];
        let (_, text) = self.rule_files().source(file);
        let mut work = MIN_WORK;
        while work < most && !is_stopped() {
            let tight = Limits { work: work / WORK_DIVISOR, ..self.limits() };
            let is_enough = self.edited(file, text, tight).is_ok_and(|same| {
                positions.iter().all(|position| is_stopped() || answers_all(same.rules(), position))
            });
            if is_enough {
                break;
            }
            work *= 10;
        }
        Ok(Limits { work: work.min(most), ..self.limits() })
    }

    fn record_play(&self, seed: u64, stop: &AtomicBool) -> Result<PlayRecord, WorldError> {
        Ok(PlayRecord::of(self.rules(), seed, stop)?)
    }

    fn check_play(course: &PlayRecord, mutant: &Text, stop: &AtomicBool) -> Result<(), Notice> {
        course.check(mutant.rules(), stop)
    }

    fn search<'w>(
        &'w self,
        settings: &Settings,
        positions: Vec<Position>,
        _: &SortedSet<usize>,
        show: &dyn Fn(f64),
    ) -> Result<TextDifferenceSearch<'w>, WorldError> {
        let (rules, is_late) = (self.rules(), || settings.is_stopped());
        let start = rules.start()?;
        let drawn = positions.into_iter().map(|position| ReachedPosition { moves: None, position });
        let mut positions: Vec<ReachedPosition<Text>> = drawn.collect();
        match Reachable::from(rules, &start, MAX_EXHAUSTIVE_POSITIONS, &is_late)? {
            Some(all) if settings.rounds > 0 => {
                positions.extend((0..all.len()).map(|number| all.get(number)));
            }
            _ => {
                let (most, mut number) = (settings.rounds as usize * POSITIONS_PER_ROUND, 0);
                while positions.len() < most && number < most as u64 && !is_late() {
                    show(positions.len() as f64 / most as f64);
                    match random_game_positions(rules, &start, (settings.seed, number), &is_late) {
                        Err(Fault::Limit { .. } | Fault::Stopped) => {}
                        game => positions.extend(game?),
                    }
                    number += 1;
                }
            }
        }
        Ok(TextDifferenceSearch { rules, positions, nodes: settings.nodes, stop: Arc::clone(&settings.stop) })
    }

    /// Returns all positions in the first round, and no positions in later rounds.
    fn positions<'l>(
        seen: &'l TextDifferenceSearch<'_>,
        questions: &'l [Question],
        round: u64,
    ) -> Box<dyn Iterator<Item = (Vec<Question>, ReachedPosition<Text>)> + 'l> {
        let all = if round == 0 { seen.positions.as_slice() } else { &[] };
        Box::new(all.iter().map(|reached| (questions.to_vec(), reached.clone())))
    }

    fn play_difference(&self, mutant: &Text, position: &Position) -> Option<String> {
        match (PlayComparison { rules: self.rules(), mutant: mutant.rules() }).difference(position) {
            Ok(words) => words,
            Err((_, Fault::Stopped) | (false, _)) => None,
            Err((true, fault)) => Some(format!("The mutant cannot continue here: {fault}.")),
        }
    }

    fn claimed(
        seen: &TextDifferenceSearch<'_>,
        mutant: &Text,
        rules: [usize; 2],
        position: &Position,
        _: [&Solutions; 2],
    ) -> MutantClaims {
        let TextDifferenceSearch { rules: own, nodes, stop, .. } = seen;
        let program = own.program();
        let [rule, changed] = [(program, rules[0]), (mutant.rules().program(), rules[1])]
            .map(|(program, at)| Question::Rule(at).id(program));
        let (known, mut position) = (program.rule(rule), position.clone());
        let goes_on = matches!(own.end(&mut position), Ok(None));
        if known.level == 0 || known.plays == 0 || !goes_on {
            return MutantClaims::default();
        }
        let mut moves = Vec::new();
        if own.moves(&mut position, &mut moves).is_err() {
            return MutantClaims::default();
        }
        let Ok(before) = claims(own, rule, &mut position, &moves) else { return MutantClaims::default() };
        let Ok(after) = claims(mutant.rules(), changed, &mut position, &moves) else {
            return MutantClaims::default();
        };
        let is_late = || stop.load(Ordering::Relaxed);
        let mut prover = TextSearch::new(own, *nodes, &is_late);
        let is_new = |play: &Move| before.all.iter().all(|known| known.play != *play);
        let refuted = after.all.iter().map(|claim| claim.play).filter(is_new).find(|play| {
            matches!(refutation(&mut prover, own, &mut position, *play, known.level), Ok(Some(_)))
        });
        let is_open = !(before.all.is_empty() && after.all.is_empty());
        MutantClaims { is_open, refuted: refuted.map(|play| own.notation().move_text(play)) }
    }

    fn smaller(_: &Position, _: bool) -> Vec<Position> {
        Vec::new()
    }

    fn written(&self, position: &Position, _: Option<&str>) -> String {
        self.rules().notation().position_text(position)
    }
}

/// Whether no query reaches a limit in this position.
fn answers_all(rules: &Rules, position: &Position) -> bool {
    let program = rules.program();
    let numbered = program.rules.iter().zip(0..).filter(|(rule, _)| rule.given == 0);
    let mut asked = numbered.map(|(_, at)| RuleId(at));
    let mut position = position.clone();
    asked.all(|rule| rules.evaluator().each(&mut position, rule, &[], &mut |_| {}).is_ok())
}

/// A fault, after a flag that is `true` if the fault is in the mutant rather than in the original.
type FaultOfEither = (bool, Fault);

/// Compares how a game and its mutant continue from a position.
struct PlayComparison<'r> {
    rules: &'r Rules,
    mutant: &'r Rules,
}

impl PlayComparison<'_> {
    /// Describes how the mutant differs: in its moves, in the positions after these moves, or in the end of the game.
    fn difference(&self, position: &Position) -> Result<Option<String>, FaultOfEither> {
        let PlayComparison { rules, mutant } = self;
        let (mut position, mut of_mutant) = (position.clone(), position.clone());
        if let Some(ends) = self.end_difference(&mut position, &mut of_mutant)? {
            return Ok(Some(format!("Here {ends}.")));
        }
        if rules.outcome(&mut position).map_err(own)?.is_some() {
            return Ok(None);
        }
        let (mut moves, mut changed) = (Vec::new(), Vec::new());
        rules.moves(&mut position, &mut moves).map_err(own)?;
        mutant.moves(&mut position, &mut changed).map_err(others)?;
        let text = |mv: &Move| rules.notation().move_text(*mv);
        if let Some(mv) = changed.iter().find(|mv| !moves.contains(mv)) {
            return Ok(Some(format!("The move {} exists only in the mutant.", text(mv))));
        }
        if let Some(mv) = moves.iter().find(|mv| !changed.contains(mv)) {
            return Ok(Some(format!("The mutant has no move {}.", text(mv))));
        }
        for mv in moves {
            let (mut after, mut changed) = (position.clone(), position.clone());
            rules.play(&mut after, mv).map_err(own)?;
            mutant.play(&mut changed, mv).map_err(others)?;
            if after.words() != changed.words() {
                return Ok(Some(format!("After {} the mutant has another position.", text(&mv))));
            }
            if let Some(ends) = self.end_difference(&mut after, &mut changed)? {
                return Ok(Some(format!("After {} {ends}.", text(&mv))));
            }
        }
        Ok(None)
    }

    /// Describes how the outcome of the game in a position differs between the original and the mutant. `of_mutant` is
    /// a second copy of the position.
    fn end_difference(
        &self,
        position: &mut Position,
        of_mutant: &mut Position,
    ) -> Result<Option<String>, FaultOfEither> {
        let end = self.rules.outcome(position).map_err(own)?;
        let changed = self.mutant.outcome(of_mutant).map_err(others)?;
        let [one, other] = [end, changed].map(|end| self.ended(end));
        Ok((end != changed).then(|| format!("{one}, and by the mutant {other}")))
    }

    fn ended(&self, outcome: Option<Outcome>) -> String {
        match outcome {
            None => "the game continues".to_owned(),
            Some(Outcome::Drawn) => "the game is drawn".to_owned(),
            Some(Outcome::Won(player)) => format!("{} has won", self.rules.program().player(player)),
        }
    }
}

fn own(fault: Fault) -> FaultOfEither {
    (false, fault)
}

fn others(fault: Fault) -> FaultOfEither {
    (true, fault)
}
