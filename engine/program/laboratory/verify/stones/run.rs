//! All of it: positions drawn, claims decided and counted, counterexamples made small; on all cores.
//!
//! ```text
//! 1. shapes     smallest matches of every rule, from games, built-in positions and random set-ups
//! 2. rounds     in each a part of the games and set-ups for all rules, and for every rule a part of guided attack;
//!               the parts are numbered, and threads take them one after the other
//! 3. the end    of each rule the refuted matches with the fewest stones are made smaller still
//! ```
//!
//! A part is a function of the base, the seed and its number, and what comes of the parts of a round is put together in
//! their order. So a number of rounds gives the same report on every machine and with any number of threads. Where a
//! run ends for lack of time, how far it came depends on the machine; what it found on the way does not. Where the base
//! looks at a sign ([`Base::stopped_by`](noire_engine::bases::Base::stopped_by)), that is set when the time of a stage is over, so that no question and no search
//! goes on.
//!
//! A run can be divided: of n shards each takes every n-th part of every round, with the same shapes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use blanche_compiler::runtime::{LimitReached, Solutions};

use super::claim::{Claimant, Judge, Outcome};
use super::distinct::key;
use super::exports;
use super::guided::Guide;
use super::setups;
use super::shapes::{Shapes, shapes_in};
use super::shrink;
use super::tally::{Findings, Refuted, Tally};
use crate::laboratory::corpus;
use crate::laboratory::reached::Reached;
use crate::laboratory::running::told::Told;
use crate::laboratory::running::{RunError, Stage, threads};
use crate::laboratory::verify::attacking::{Attacking, Settings};
use crate::laboratory::verify::report::{Counterexample, Report, ReportOf, RuleReport, RuleReportOf, Scope};
use noire_engine::alarm::Alarm;
use noire_engine::board::{Point, Position};
use noire_engine::proof_check::referee::Referee;
use noire_engine::world::{Stones, World as _};

/// Positions in a batch of the first stage and in the part of a round that games and set-ups have.
const BATCH: usize = 250;

/// Random set-ups from which smallest matches are made, at most.
const SHAPE_SET_UPS: u64 = 30_000;

/// For smallest matches at most this part of the time, and with the set-ups that are made of them this one.
const SHAPE_TIME: u32 = 8;
const GUIDE_TIME: u32 = 4;

/// This part of the time is kept for the last stage, and of that half for the lines that refute.
const END_TIME: u32 = 10;

/// So much time at least for the lines that refute: what was found is shown.
const LINE_TIME: Duration = Duration::from_secs(1);

/// Matches are made small in batches of this size, one after the other.
const BATCHES: u64 = 16;

/// In one part of a round a rule that was given up at the step limit so often is not asked any more.
const GIVEN_UP: u64 = 3;

/// The first stage of `renju` takes about as long as so many rounds, where time does not end it: a share for what is told.
const PREPARING: f64 = 30.0;

/// The share of the last stage.
const ENDED: f64 = 0.05;

/// Set-ups of one part of guided attack, of each stratum: the cheaper the level, the more.
const GUIDED: [u64; 3] = [60, 30, 10];

/// A rule with so many distinct matches waits for the others to have as many.
const ENOUGH: u64 = 25_000;

impl Attacking for Stones {
    const COUNTS_POSITIONS: bool = false;

    /// The positions given come on top of those that are built in.
    fn attack(
        &self,
        given: Vec<Reached<Stones>>,
        settings: &Settings,
        show: &(dyn Fn(Stage) + Sync),
    ) -> Result<ReportOf<Stones>, RunError> {
        let given: Vec<Position> = given.into_iter().map(|reached| reached.position).collect();
        attack(&Referee::new(self.base(), self.backends()[0]), &given, settings, show)
    }
}

/// Attacks rules of a base.
fn attack(
    game: &Referee<'_>,
    given: &[Position],
    settings: &Settings,
    show: &(dyn Fn(Stage) + Sync),
) -> Result<ReportOf<Stones>, RunError> {
    let begin = Instant::now();
    let sign = game.base().stop();
    let (judge, breach) = Judge::new(game, settings.nodes)?;
    let judge = judge.stopped_by(sign.unwrap_or(&settings.stop));
    let claimants: Vec<Claimant> =
        judge.claimants().into_iter().filter(|claimant| settings.rules.contains(&claimant.rule)).collect();
    let told = Told::new(show, begin, settings.time);
    let run = Run { judge, claimants, settings, begin, sign, told };
    let mut positions: Vec<Position> = given.iter().chain(&built_in()).map(shrink::bare).collect();
    positions.dedup();
    let is_late = run.is_late(settings.time);
    for some in [given, &corpus::positions()] {
        exports::look(game, some, &is_late);
    }
    let Guides { guides, known, cut_short } = run.guides(&positions)?;
    let (mut tallies, rounds, stopped) = run.rounds(&positions, &guides)?;
    tallies.iter_mut().zip(known).for_each(|(tally, known)| tally.is_exhausted &= known);
    let mut attacked = run.counterexamples(tallies)?;
    let rules = settings.rules.iter().map(|&rule| {
        let at = attacked.iter().position(|attacked| attacked.rule == rule);
        at.map_or_else(|| RuleReport::of(rule), |at| attacked.swap_remove(at))
    });
    Ok(Report {
        rules: rules.collect(),
        scope: Scope::SetUps { rounds },
        breach: breach.map(|breach| breach.to_string()),
        is_repeatable: !cut_short && !stopped,
    })
}

/// The built-in positions, and those of the built-in games.
fn built_in() -> Vec<Position> {
    let mut positions = corpus::positions();
    for moves in corpus::games() {
        let mut position = Position::empty();
        for field in moves {
            position.play(field).expect("the moves of a game can be played");
            positions.push(position.clone());
        }
    }
    positions
}

struct Run<'r> {
    judge: Judge<'r>,
    claimants: Vec<Claimant>,
    settings: &'r Settings,
    begin: Instant,
    /// What the base looks at, and with it the judge.
    sign: Option<&'r Arc<AtomicBool>>,
    told: Told<'r>,
}

/// What the first stage gives.
struct Guides {
    /// For every claimant.
    guides: Vec<Guide>,
    /// Something is known of what could be set up for it: where it was given up, or time was over before a match of it was
    /// found, nothing is.
    known: Vec<bool>,
    /// Time was too short.
    cut_short: bool,
}

/// A part of a round.
#[derive(Clone, Copy)]
enum Part {
    /// This batch of positions and this one of random set-ups, for all rules.
    Drawn(u64),
    /// For one claimant these numbers of all strata of its guided attack.
    Guided(usize, u64),
}

impl Run<'_> {
    /// Stage 1: the set-ups of every rule, from its smallest matches.
    fn guides(&self, positions: &[Position]) -> Result<Guides, RunError> {
        // Positions of a game differ by a stone, so a few of them are enough.
        let some: Vec<Position> = positions.iter().step_by(5).cloned().collect();
        let mut shapes = vec![Shapes::default(); self.claimants.len()];
        let time = self.settings.time.map(|time| time / SHAPE_TIME);
        let is_late = self.is_late(time);
        let alarm = self.end_after(time);
        let mut cut_short = false;
        let drawn = SHAPE_SET_UPS / BATCH as u64;
        let batches = some.len().div_ceil(BATCH) as u64;
        let mut next = 0;
        while next < batches + drawn {
            let is_wanted = |at: &usize| !shapes[*at].is_full() && !shapes[*at].is_given_up();
            let wanted: Vec<usize> = (0..self.claimants.len()).filter(is_wanted).collect();
            if wanted.is_empty() {
                break;
            }
            if is_late() {
                cut_short = true;
                break;
            }
            let share = |at: u64| self.prepared(0.5 * at as f64 / (batches + drawn) as f64);
            let part = [share(next), share(next + BATCHES)];
            self.told.stage(part, BATCHES, "smallest matches".to_owned());
            let claimants: Vec<Claimant> = wanted.iter().map(|at| self.claimants[*at].clone()).collect();
            let numbers: Vec<u64> = (next..(next + BATCHES).min(batches + drawn)).collect();
            next += BATCHES;
            let found = self.in_parallel(&numbers, |&number| {
                let start = number as usize * BATCH;
                match some.get(start..) {
                    Some(rest) if !rest.is_empty() => {
                        shapes_in(&self.judge, &claimants, &rest[..rest.len().min(BATCH)])
                    }
                    _ => {
                        let first = (number - batches) * BATCH as u64;
                        let drawn = first..first + BATCH as u64;
                        let drawn = drawn.map(|number| setups::drawn(self.settings.seed, number));
                        shapes_in(&self.judge, &claimants, &drawn.collect::<Vec<_>>())
                    }
                }
            })?;
            for found in found {
                wanted.iter().zip(found).for_each(|(at, found)| shapes[*at].extend(found));
            }
        }
        drop(alarm);
        let alarm = self.end_after(self.settings.time.map(|time| time / GUIDE_TIME));
        let numbers: Vec<usize> = (0..self.claimants.len()).collect();
        let part = [self.prepared(0.5), self.prepared(1.0)];
        self.told.stage(part, numbers.len() as u64, "smallest matches, set everywhere".to_owned());
        let guides = self.in_parallel(&numbers, |&at| {
            Guide::new(&self.judge, &self.claimants[at], &shapes[at], self.settings.seed)
        })?;
        cut_short |= self.judge.is_stopped();
        drop(alarm);
        let is_known =
            |shapes: &Shapes| !(shapes.is_given_up() || cut_short && shapes.iter().next().is_none());
        Ok(Guides { guides, known: shapes.iter().map(is_known).collect(), cut_short })
    }

    /// Has the questions and searches end that go on when so much time has gone since the beginning. What ended them before
    /// is over, unless the run is to stop.
    fn end_after(&self, time: Option<Duration>) -> Option<Alarm> {
        let sign = self.sign?;
        sign.store(false, Ordering::Relaxed);
        if self.settings.stop.load(Ordering::Relaxed) {
            sign.store(true, Ordering::Relaxed);
        }
        let end = self.begin + time?;
        Some(Alarm::new(end.saturating_duration_since(Instant::now()), sign))
    }

    /// The same for what is done after the end, so that what was found can be shown.
    fn end_late(&self) -> Option<Alarm> {
        let sign = self.sign?;
        sign.store(false, Ordering::Relaxed);
        let is_stopped = self.settings.stop.load(Ordering::Relaxed);
        let rest = match self.settings.time {
            Some(time) if !is_stopped => time.saturating_sub(self.begin.elapsed()),
            None if !is_stopped => return None,
            _ => Duration::ZERO,
        };
        Some(Alarm::new(rest.max(LINE_TIME), sign))
    }

    /// Stage 2: round after round, where there is a rule to attack; how many were ended, and whether time ended them.
    fn rounds(&self, positions: &[Position], guides: &[Guide]) -> Result<(Vec<Tally>, u64, bool), RunError> {
        let mut tallies = vec![Tally::default(); self.claimants.len()];
        if tallies.is_empty() {
            return Ok((tallies, 0, false));
        }
        // The parts of guided attack that each rule has had.
        let mut had = vec![0; self.claimants.len()];
        let (shard, shards) = self.settings.shard;
        let time = self.settings.time.map(|time| time - time / END_TIME);
        let is_late = self.is_late(time);
        let _alarm = self.end_after(time);
        for round in 0.. {
            if self.settings.rounds.is_some_and(|rounds| round >= rounds) {
                return Ok((tallies, round, false));
            }
            let number = round * shards + shard;
            let behind = tallies.iter().any(|tally| !tally.is_exhausted && tally.matches() < ENOUGH);
            let mut parts: Vec<Part> = Vec::new();
            for (at, guide) in guides.iter().enumerate() {
                let number = had[at] * shards + shard;
                let first = number * self.share(at);
                tallies[at].is_exhausted = (0..guide.strata()).all(|stratum| first >= guide.len(stratum));
                let waits = behind && tallies[at].matches() >= ENOUGH;
                if !tallies[at].is_exhausted && !waits {
                    had[at] += 1;
                    parts.push(Part::Guided(at, number));
                }
            }
            // The costly parts come first, so that the threads end together.
            parts.reverse();
            parts.push(Part::Drawn(number));
            self.tell_round(
                round,
                &tallies,
                parts.iter().map(|part| self.units(*part, positions, guides)).sum(),
            );
            let found =
                self.parts_in_parallel(&parts, |part| self.findings(*part, positions, guides, &is_late))?;
            for found in found {
                for (at, findings) in found {
                    tallies[at].extend(findings);
                }
            }
            if is_late() {
                return Ok((tallies, round, true));
            }
        }
        unreachable!("rounds end by time or by number, and one of the two is given");
    }

    /// Whether so much time has gone, or the run is to stop.
    fn is_late(&self, time: Option<Duration>) -> impl Fn() -> bool + Sync {
        let limit = time.map(|time| self.begin + time);
        move || {
            limit.is_some_and(|limit| Instant::now() > limit) || self.settings.stop.load(Ordering::Relaxed)
        }
    }

    fn share(&self, claimant: usize) -> u64 {
        match self.claimants[claimant].level {
            0..=3 => GUIDED[0],
            4..=5 => GUIDED[1],
            _ => GUIDED[2],
        }
    }

    /// The share of the run that is done when so much of the first stage is. Where the number of rounds is not limited, only time says
    /// how far the run is.
    fn prepared(&self, share: f64) -> f64 {
        self.share_of_rounds(PREPARING * share)
    }

    /// The share of the run that is done after so many rounds.
    fn after_rounds(&self, rounds: u64) -> f64 {
        self.share_of_rounds(PREPARING + rounds as f64)
    }

    /// The share of so many rounds in the run, in which the first stage counts as some.
    fn share_of_rounds(&self, rounds: f64) -> f64 {
        self.settings.rounds.map_or(0.0, |all| (1.0 - ENDED) * rounds / (PREPARING + all as f64))
    }

    /// Tells that a round of so many units begins.
    fn tell_round(&self, round: u64, tallies: &[Tally], units: u64) {
        let count =
            |outcome: Outcome| tallies.iter().map(|tally| tally.counts[outcome as usize]).sum::<u64>();
        let what = format!(
            "round {}: {} held, {} refuted, {} undecided",
            round + 1,
            count(Outcome::Held),
            count(Outcome::Refuted),
            count(Outcome::Undecided)
        );
        self.told.stage([self.after_rounds(round), self.after_rounds(round + 1)], units, what);
    }

    /// The set-ups that a part looks at, for each rule.
    fn units(&self, part: Part, positions: &[Position], guides: &[Guide]) -> u64 {
        match part {
            Part::Drawn(number) => {
                let given = positions.len().saturating_sub(number as usize * BATCH).min(BATCH);
                (given + BATCH) as u64 * self.claimants.len() as u64
            }
            Part::Guided(at, number) => {
                let share = self.share(at);
                let left = |stratum: usize| guides[at].len(stratum).saturating_sub(number * share).min(share);
                (0..guides[at].strata()).map(left).sum()
            }
        }
    }

    /// What comes of a part, as far as time allows.
    fn findings(
        &self,
        part: Part,
        positions: &[Position],
        guides: &[Guide],
        is_late: &dyn Fn() -> bool,
    ) -> Vec<(usize, Findings)> {
        let mut room = Solutions::default();
        match part {
            Part::Drawn(number) => {
                let mut found = vec![Findings::default(); self.claimants.len()];
                let some = positions.iter().skip(number as usize * BATCH).take(BATCH).cloned();
                // The first set-ups made shapes already; there are more.
                let first = SHAPE_SET_UPS + number * BATCH as u64;
                let drawn = first..first + BATCH as u64;
                let drawn = drawn.map(|number| setups::drawn(self.settings.seed, number));
                for position in some.chain(drawn) {
                    for (at, found) in found.iter_mut().enumerate() {
                        if is_late() {
                            break;
                        }
                        if found.given_up < GIVEN_UP {
                            self.decide(at, &mut position.clone(), &mut room, found);
                        }
                        self.told.did(1);
                    }
                }
                found.into_iter().enumerate().collect()
            }
            Part::Guided(at, number) => {
                let mut found = Findings::default();
                let (guide, share) = (&guides[at], self.share(at));
                for stratum in 0..guide.strata() {
                    let numbers = number * share..((number + 1) * share).min(guide.len(stratum));
                    for number in numbers {
                        if is_late() || found.given_up >= GIVEN_UP {
                            break;
                        }
                        if let Some(mut position) = guide.set_up(stratum, number) {
                            self.decide(at, &mut position, &mut room, &mut found);
                        }
                        self.told.did(1);
                    }
                }
                vec![(at, found)]
            }
        }
    }

    /// Decides what a rule claims in a position.
    fn decide(&self, at: usize, position: &mut Position, room: &mut Solutions, found: &mut Findings) {
        let claimant = &self.claimants[at];
        let claims = match self.judge.claims(claimant, position, room) {
            Ok(claims) => claims,
            Err(LimitReached::Stopped) => return,
            Err(_) => {
                found.given_up += 1;
                return;
            }
        };
        for (play, _) in claims {
            let decided = self.judge.decide(claimant, position, play);
            // What was not decided because somebody wants to see the report says nothing of the rule.
            if decided.outcome == Outcome::Undecided && self.judge.is_stopped() {
                return;
            }
            found.take_up(key(position, play, decided.fields), decided.outcome);
            if decided.outcome == Outcome::Refuted {
                found.keep(Refuted { position: position.clone(), play });
            }
        }
    }

    /// Stage 3: the smallest counterexample of each rule.
    fn counterexamples(&self, tallies: Vec<Tally>) -> Result<Vec<RuleReportOf<Stones>>, RunError> {
        let alarm = self.end_after(self.settings.time.map(|time| time - time / END_TIME / 2));
        let all: Vec<(usize, &Refuted)> = tallies
            .iter()
            .enumerate()
            .flat_map(|(at, tally)| tally.refuted.iter().map(move |refuted| (at, refuted)))
            .collect();
        let ends = self.ends();
        self.told.stage([ends[0], ends[1]], all.len() as u64, "counterexamples made small".to_owned());
        let smaller = self.in_parallel(&all, |&(at, refuted)| {
            let (claimant, play) = (&self.claimants[at], refuted.play);
            if self.judge.is_stopped() {
                return (at, refuted.clone());
            }
            // A match that cannot be made smaller within the step limit stays as it was found.
            let position = shrink::smallest_counterexample(&self.judge, claimant, &refuted.position, play);
            let position = position.unwrap_or_else(|_| refuted.position.clone());
            let (position, play) = shrink::centred(&self.judge, claimant, position, play);
            (at, Refuted { position, play })
        })?;
        drop(alarm);
        let _alarm = self.end_late();
        let numbers: Vec<usize> = (0..self.claimants.len()).collect();
        let what = "counterexamples confirmed by the plain search".to_owned();
        self.told.stage([ends[1], 1.0], numbers.len() as u64, what);
        let attacked = self.in_parallel(&numbers, |&at| {
            let (claimant, tally) = (&self.claimants[at], &tallies[at]);
            let smallest = smaller.iter().filter(|(of, _)| *of == at).map(|(_, refuted)| refuted);
            let smallest = smallest.min_by_key(|refuted| refuted.order());
            let [held, refuted, undecided] = tally.counts;
            RuleReport {
                rule: claimant.rule,
                held,
                refuted,
                undecided,
                unplayable: 0,
                is_exhausted: tally.is_exhausted,
                counterexample: smallest.and_then(|refuted| self.counterexample(claimant, refuted)),
            }
        })?;
        Ok(attacked)
    }

    fn counterexample(
        &self,
        claimant: &Claimant,
        refuted: &Refuted,
    ) -> Option<Counterexample<Position, Option<Point>>> {
        let Refuted { position, play } = refuted;
        let mut position = position.clone();
        position.set_to_move(Some(claimant.color));
        let claims = self.judge.claims(claimant, &mut position, &mut Solutions::default()).ok()?;
        let (_, answer) = claims.into_iter().find(|(known, _)| known == play)?;
        let refutation = self.judge.refutation(claimant, &position, *play).ok()??;
        let is_confirmed = Some(self.judge.confirms(claimant, &mut position, *play));
        let words = refutation.words(self.judge.game().base(), claimant);
        let reply = refutation.reply().map(Some);
        Some(Counterexample { position, moves: None, play: Some(*play), answer, reply, words, is_confirmed })
    }

    /// The shares of the run after which its last stage begins, and the second half of that.
    fn ends(&self) -> [f64; 2] {
        match self.settings.rounds {
            Some(_) => [1.0 - ENDED, 1.0 - ENDED / 2.0],
            None => [0.0; 2],
        }
    }

    /// Does something for each item, and counts each as a unit of the stage.
    fn in_parallel<T: Sync, R: Send>(
        &self,
        items: &[T],
        each: impl Fn(&T) -> R + Sync,
    ) -> Result<Vec<R>, RunError> {
        self.parts_in_parallel(items, |item| {
            let done = each(item);
            self.told.did(1);
            done
        })
    }

    /// Does something for each item, which counts the units itself.
    fn parts_in_parallel<T: Sync, R: Send>(
        &self,
        items: &[T],
        each: impl Fn(&T) -> R + Sync,
    ) -> Result<Vec<R>, RunError> {
        threads::in_parallel(self.settings.threads, items, each).map_err(RunError::Thread)
    }
}
