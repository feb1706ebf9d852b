//! Mutants of bases about five in a row. The game itself is not mutated, because the host (a game implemented in Rust)
//! defines it. To find positions in which a mutant differs, stones are added to the smallest matches of the base's
//! rules (guided attack).

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::diagnostic::Code;
use blanche_compiler::files::FileId;
use blanche_compiler::runtime::{LimitReached, Limits, Solutions, Value};
use blanche_sorted::{SortedMap, SortedSet};

use super::checks::{Notice, first_error};
use super::mutation_world::{MutantClaims, MutationWorld};
use super::run::Settings;
use crate::answers::corpus::with_last_move;
use crate::corpus;
use crate::mutants::WORK_DIVISOR;
use crate::position_sources::ReachedPosition;
use crate::random_setups;
use crate::verify::stones::claim::{Claimant, Judge, Outcome};
use crate::verify::stones::guided::Guide;
use crate::verify::stones::shrink;
use crate::verify::stones::smallest_matches::{Shapes, shapes_in};
use noire_engine::bases::{Backend, Question};
use noire_engine::board::{Color, Diagram, Point, Position, Style};
use noire_engine::proof_check::referee::Referee;
use noire_engine::world::{Stones, World as _, WorldError};

/// Number of positions of games in a round, and number of random set-ups in a round.
const BATCH: usize = 250;

/// Number of set-ups of guided attack in a round, for each stratum. A stratum is a combination of added stones.
const GUIDED_SET_UPS_PER_ROUND: u64 = 20;

/// Number of batches of set-ups that are searched for smallest matches.
const SHAPE_BATCHES: u64 = 8;

/// Margin to draw around the stones of an example, in fields.
const SPARE_FIELDS: u8 = 1;

/// The positions of games and of guided attack, and the judge that decides claims.
pub struct StonesDifferenceSearch<'w> {
    judge: Judge<'w>,
    seed: u64,
    games: Vec<Position>,
    guides: SortedMap<usize, (Claimant, Guide)>,
}

impl MutationWorld for Stones {
    type PlayRecord = ();
    type Search<'w> = StonesDifferenceSearch<'w>;

    const RULES_DEFINE_PLAY: bool = false;
    const MAX_MORE_POSITIONS: u64 = u64::MAX;

    fn edited(&self, file: FileId, text: &str, limits: Limits) -> Result<Stones, Code> {
        let base = self.base().edited(file, text, limits).map_err(|error| first_error(&error))?;
        let base = match self.stop() {
            Some(sign) => base.stopped_by(Arc::clone(sign)),
            None => base,
        };
        Ok(Stones::new(base, vec![Backend::Interpreted]))
    }

    /// The limit is ten times the work that any rule should need.
    fn limits_of_mutants(&self, _: Vec<Position>, _: u64, _: &AtomicBool) -> Result<Limits, WorldError> {
        Ok(Limits { work: self.limits().work / WORK_DIVISOR, ..self.limits() })
    }

    fn record_play(&self, _: u64, _: &AtomicBool) -> Result<(), WorldError> {
        Ok(())
    }

    fn check_play((): &(), _: &Stones, _: &AtomicBool) -> Result<(), Notice> {
        Ok(())
    }

    fn search<'w>(
        &'w self,
        settings: &Settings,
        positions: Vec<Position>,
        rules: &SortedSet<usize>,
        show: &dyn Fn(f64),
    ) -> Result<StonesDifferenceSearch<'w>, WorldError> {
        let referee = Referee::new(self.base(), self.backends()[0]);
        let (judge, _) = Judge::new(&referee, settings.nodes)?;
        Ok(StonesDifferenceSearch::new(judge.stopped_by(&settings.stop), settings, positions, rules, show))
    }

    fn positions<'l>(
        attack: &'l StonesDifferenceSearch<'_>,
        questions: &'l [Question],
        round: u64,
    ) -> Box<dyn Iterator<Item = (Vec<Question>, ReachedPosition<Stones>)> + 'l> {
        let games = attack.games.iter().skip(round as usize * BATCH).take(BATCH).cloned();
        let first = round * BATCH as u64;
        let drawn = (first..first + BATCH as u64).map(|number| with_last_move(attack.seed, number));
        let all = games.chain(drawn).map(|position| (questions.to_vec(), position));
        let guided = questions.iter().flat_map(move |question| {
            let guide = match question {
                Question::Rule(rule) => attack.guides.get(rule),
                _ => None,
            };
            guide.into_iter().flat_map(move |(_, guide)| {
                (0..guide.strata()).flat_map(move |stratum| {
                    let numbers = round * GUIDED_SET_UPS_PER_ROUND
                        ..((round + 1) * GUIDED_SET_UPS_PER_ROUND).min(guide.len(stratum));
                    let set_ups = numbers.filter_map(move |number| guide.set_up(stratum, number));
                    set_ups.map(|position| (vec![*question], position))
                })
            })
        });
        let reached = |(questions, position)| (questions, ReachedPosition { moves: None, position });
        Box::new(all.chain(guided).map(reached))
    }

    fn play_difference(&self, _: &Stones, _: &Position) -> Option<String> {
        None
    }

    fn claimed(
        attack: &StonesDifferenceSearch<'_>,
        _: &Stones,
        [rule, _]: [usize; 2],
        position: &Position,
        [before, after]: [&Solutions; 2],
    ) -> MutantClaims {
        // Guided attack exists only for rules that make claims. A rule that defines won games makes no claim, and may
        // apply anywhere.
        let Some((claimant, _)) = attack.guides.get(&rule) else {
            return MutantClaims { is_open: true, refuted: None };
        };
        if !attack.is_open(claimant, &mut position.clone()).unwrap_or(false) {
            return MutantClaims::default();
        }
        let plays = |solutions: &Solutions| -> Vec<Value> {
            let mut plays: Vec<Value> =
                solutions.iter().filter_map(|solution| solution.first().copied()).collect();
            plays.dedup();
            plays
        };
        let before = plays(before);
        let new = plays(after).into_iter().filter(|play| !before.contains(play));
        let mut new = new.filter_map(|value| Point::from_index(value as usize));
        let is_refuted =
            |play: &Point| attack.judge.decide(claimant, position, *play).outcome == Outcome::Refuted;
        MutantClaims { is_open: true, refuted: new.find(is_refuted).map(|play| play.to_string()) }
    }

    /// The first reduction removes the information about the last move. If that information is needed, later reductions
    /// keep the stone of the last move.
    fn smaller(position: &Position, is_first: bool) -> Vec<Position> {
        if is_first {
            return vec![shrink::bare(position)];
        }
        let last = position.last_move();
        let is_spared = |field: &Point| position.stone(*field).is_some() && Some(*field) != last;
        Point::all().filter(is_spared).map(|field| without(position, field)).collect()
    }

    fn written(&self, position: &Position, play: Option<&str>) -> String {
        let diagram = Diagram::of(position);
        let field =
            play.and_then(|play| play.parse::<Point>().ok()).filter(|field| position.is_empty(*field));
        let diagram = match field {
            Some(field) => diagram.mark(field, '*'),
            None => diagram,
        };
        diagram.cropped(SPARE_FIELDS).draw(Style::Ascii)
    }
}

impl<'w> StonesDifferenceSearch<'w> {
    fn new(
        judge: Judge<'w>,
        settings: &Settings,
        positions: Vec<Position>,
        rules: &SortedSet<usize>,
        show: &dyn Fn(f64),
    ) -> StonesDifferenceSearch<'w> {
        let mut games = Vec::new();
        for moves in corpus::games() {
            let mut position = Position::empty();
            for field in moves {
                position.play(field).expect("the moves of a game can be played");
                games.push(position.clone());
            }
        }
        let claimants = judge.claimants().into_iter().filter(|claimant| rules.contains(&claimant.rule));
        let claimants: Vec<Claimant> = claimants.collect();
        let mut shapes = vec![Shapes::default(); claimants.len()];
        let built_in: Vec<Position> = positions.into_iter().chain(corpus::positions()).collect();
        let drawn = |batch: u64| {
            let first = batch * BATCH as u64;
            let numbers = first..first + BATCH as u64;
            numbers
                .map(|number| random_setups::random_setup(settings.seed, number))
                .collect::<Vec<Position>>()
        };
        let batches = built_in.chunks(BATCH).map(<[Position]>::to_vec).chain((0..SHAPE_BATCHES).map(drawn));
        let batches: Vec<Vec<Position>> = if settings.rounds > 0 { batches.collect() } else { Vec::new() };
        for (number, batch) in batches.iter().enumerate() {
            if judge.is_stopped() {
                break;
            }
            show(number as f64 / batches.len() as f64);
            let wanted: Vec<usize> = (0..claimants.len()).filter(|at| !shapes[*at].is_skipped()).collect();
            let asked: Vec<Claimant> = wanted.iter().map(|at| claimants[*at].clone()).collect();
            let found = shapes_in(&judge, &asked, batch);
            wanted.iter().zip(found).for_each(|(at, found)| shapes[*at].extend(found));
        }
        let guides = claimants.into_iter().zip(&shapes).map(|(claimant, shapes)| {
            let guide = Guide::new(&judge, &claimant, shapes, settings.seed);
            (claimant.rule, (claimant, guide))
        });
        let guides = guides.collect();
        StonesDifferenceSearch { judge, seed: settings.seed, games, guides }
    }

    /// Whether a rule may make claims in a position. The game must not be over, and the suppositions of claims must
    /// hold.
    fn is_open(&self, claimant: &Claimant, position: &mut Position) -> Result<bool, LimitReached> {
        let game = self.judge.game();
        Ok(game.is_supposed(position, claimant.level)? && game.winner(position)?.is_none())
    }
}

fn without(position: &Position, field: Point) -> Position {
    let [black, white] = [Color::Black, Color::White]
        .map(|color| position.stones(color).without(field).iter().collect::<Vec<Point>>());
    Position::set_up(&black, &white, position.to_move(), position.last_move())
        .expect("these stones stood together before")
}
