//! Runs a verification on all cores: draws positions, decides and counts claims, and reduces counterexamples.
//!
//! ```text
//! 1. shapes     the smallest matches of every rule, from games, built-in positions and random set-ups
//! 2. rounds     each consists of a part of the games and set-ups, for all rules, and a part of guided attack for
//!               every rule; the parts are numbered, and threads take them in order
//! 3. the end    the refuted matches with the fewest stones are reduced further, for each rule
//! ```
//!
//! The base, the seed and the number of a part determine its results. The results of the parts of a round are combined
//! in order. So a fixed number of rounds gives the same report on every machine and with any number of threads.
//!
//! With a time limit, the number of finished parts depends on the machine, but the results of these parts do not. If
//! the base has a stop flag ([`Base::stopped_by`](noire_engine::bases::Base::stopped_by)), the flag is set when the
//! time of a stage is over. This ends all queries and searches.
//!
//! A run can be split into shards. Each of n shards takes every n-th part of every round. All shards use the same
//! shapes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use blanche_compiler::runtime::{LimitReached, Solutions};

use super::claim::{Claimant, Judge, Outcome};
use super::claim_counts::{ClaimCounts, Findings, RefutedMatch};
use super::export_check;
use super::guided::Guide;
use super::match_keys::key;
use super::shrink;
use super::smallest_matches::{Shapes, shapes_in};
use crate::corpus;
use crate::position_sources::ReachedPosition;
use crate::random_setups;
use crate::running::progress::ProgressReporter;
use crate::running::{RunError, Stage, threads};
use crate::verify::report::{Counterexample, Report, ReportOf, RuleReport, RuleReportOf, Scope};
use crate::verify::verification_world::{Settings, VerificationWorld};
use noire_engine::alarm::Alarm;
use noire_engine::board::{Point, Position};
use noire_engine::proof_check::referee::Referee;
use noire_engine::world::{Stones, World as _};

/// Number of positions in a batch of the first stage. In a round, it is the number of positions of games in a part, and
/// the number of set-ups.
const BATCH: usize = 250;

/// Maximum number of random set-ups from which smallest matches are made.
const MAX_SHAPE_SET_UPS: u64 = 30_000;

/// Finding the smallest matches may take 1 / `SHAPE_TIME_DIVISOR` of the time limit.
const SHAPE_TIME_DIVISOR: u32 = 8;
/// The whole first stage, including the preparation of guided attack, may take 1 / `FIRST_STAGE_TIME_DIVISOR` of the
/// time limit.
const FIRST_STAGE_TIME_DIVISOR: u32 = 4;

/// The last stage has 1 / `LAST_STAGE_TIME_DIVISOR` of the time limit. Half of this is for the refuting lines of play.
const LAST_STAGE_TIME_DIVISOR: u32 = 10;

/// Minimum time for computing the refuting lines of play. This time may extend beyond the time limit, because
/// counterexamples that were found must be shown.
const MIN_LINE_TIME: Duration = Duration::from_secs(1);

/// Number of batches to process in parallel in the first stage before rules with enough shapes are dropped.
const PARALLEL_BATCHES: u64 = 16;

/// Number of queries of a rule that may reach the step limit in one part of a round. After that the rule is skipped.
const MAX_QUERIES_AT_LIMIT: u64 = 3;

/// Weight of the first stage in the progress display, in rounds. The first stage takes about as long as this number of
/// rounds of `renju`.
const FIRST_STAGE_ROUNDS: f64 = 30.0;

/// Share of the last stage in the progress display.
const LAST_STAGE_SHARE: f64 = 0.05;

/// Number of set-ups of each stratum in one part of guided attack, by level. There are more for lower levels, because
/// their claims take less time to decide.
const GUIDED_SET_UPS_BY_LEVEL: [u64; 3] = [60, 30, 10];

/// Number of distinct matches after which a rule waits until the other rules have as many.
const ENOUGH_MATCHES: u64 = 25_000;

impl VerificationWorld for Stones {
    const COUNTS_POSITIONS: bool = false;

    /// Attacks the claims in the given positions and in the built-in positions.
    fn attack(
        &self,
        given: Vec<ReachedPosition<Stones>>,
        settings: &Settings,
        show: &(dyn Fn(Stage) + Sync),
    ) -> Result<ReportOf<Stones>, RunError> {
        let given: Vec<Position> = given.into_iter().map(|reached| reached.position).collect();
        attack(&Referee::new(self.base(), self.backends()[0]), &given, settings, show)
    }
}

/// Attacks the claims of a base's rules.
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
    let progress = ProgressReporter::new(show, begin, settings.time);
    let run = Run { judge, claimants, settings, begin, sign, progress };
    let mut positions: Vec<Position> = Vec::new();
    for position in given.iter().chain(&built_in()).map(shrink::bare) {
        if positions.last() != Some(&position) {
            positions.push(position);
        }
    }
    let is_late = run.is_late(settings.time);
    for some in [given, &corpus::positions()] {
        export_check::query_exports(game, some, &is_late);
    }
    let Guides { guides, known, cut_short } = run.guides(&positions)?;
    let (mut claim_counts, rounds, stopped) = run.rounds(&positions, &guides)?;
    claim_counts.iter_mut().zip(known).for_each(|(tally, known)| tally.is_exhausted &= known);
    let mut attacked = run.counterexamples(claim_counts)?;
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

/// The built-in positions, and all positions of the built-in games.
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
    /// The stop flag of the base, which the judge observes too.
    sign: Option<&'r Arc<AtomicBool>>,
    progress: ProgressReporter<'r>,
}

/// The result of the first stage.
struct Guides {
    /// The set-ups of guided attack for each attacked rule.
    guides: Vec<Guide>,
    /// Whether the smallest matches of each attacked rule are known. They are unknown if the rule was skipped because
    /// of a limit, or if time ran out before a match was found.
    known: Vec<bool>,
    /// Whether the time limit was reached.
    cut_short: bool,
}

/// A part of a round.
#[derive(Clone, Copy)]
enum Part {
    /// One batch of positions and one batch of random set-ups, for all rules.
    Drawn(u64),
    /// A range of set-ups from all strata of guided attack, for one attacked rule.
    Guided(usize, u64),
}

impl Run<'_> {
    /// Stage 1: builds the set-ups of every rule from its smallest matches.
    fn guides(&self, positions: &[Position]) -> Result<Guides, RunError> {
        // Consecutive positions of a game differ by one stone, so a sample of the positions is enough.
        let some: Vec<Position> = positions.iter().step_by(5).cloned().collect();
        let mut shapes = vec![Shapes::default(); self.claimants.len()];
        let time = self.settings.time.map(|time| time / SHAPE_TIME_DIVISOR);
        let is_late = self.is_late(time);
        let alarm = self.end_after(time);
        let mut cut_short = false;
        let drawn = MAX_SHAPE_SET_UPS / BATCH as u64;
        let batches = some.len().div_ceil(BATCH) as u64;
        let mut next = 0;
        while next < batches + drawn {
            let is_wanted = |at: &usize| !shapes[*at].is_full() && !shapes[*at].is_skipped();
            let wanted: Vec<usize> = (0..self.claimants.len()).filter(is_wanted).collect();
            if wanted.is_empty() {
                break;
            }
            if is_late() {
                cut_short = true;
                break;
            }
            let share = |at: u64| self.prepared(0.5 * at as f64 / (batches + drawn) as f64);
            let part = [share(next), share(next + PARALLEL_BATCHES)];
            self.progress.stage(part, PARALLEL_BATCHES, "smallest matches".to_owned());
            let claimants: Vec<Claimant> = wanted.iter().map(|at| self.claimants[*at].clone()).collect();
            let numbers: Vec<u64> = (next..(next + PARALLEL_BATCHES).min(batches + drawn)).collect();
            next += PARALLEL_BATCHES;
            let found = self.in_parallel(&numbers, |&number| {
                let start = number as usize * BATCH;
                match some.get(start..) {
                    Some(rest) if !rest.is_empty() => {
                        shapes_in(&self.judge, &claimants, &rest[..rest.len().min(BATCH)])
                    }
                    _ => {
                        let first = (number - batches) * BATCH as u64;
                        let drawn = first..first + BATCH as u64;
                        let drawn =
                            drawn.map(|number| random_setups::random_setup(self.settings.seed, number));
                        shapes_in(&self.judge, &claimants, &drawn.collect::<Vec<_>>())
                    }
                }
            })?;
            for found in found {
                wanted.iter().zip(found).for_each(|(at, found)| shapes[*at].extend(found));
            }
        }
        drop(alarm);
        let alarm = self.end_after(self.settings.time.map(|time| time / FIRST_STAGE_TIME_DIVISOR));
        let numbers: Vec<usize> = (0..self.claimants.len()).collect();
        let part = [self.prepared(0.5), self.prepared(1.0)];
        self.progress.stage(part, numbers.len() as u64, "smallest matches, set everywhere".to_owned());
        let guides = self.in_parallel(&numbers, |&at| {
            Guide::new(&self.judge, &self.claimants[at], &shapes[at], self.settings.seed)
        })?;
        cut_short |= self.judge.is_stopped();
        drop(alarm);
        let is_known =
            |shapes: &Shapes| !(shapes.is_skipped() || cut_short && shapes.iter().next().is_none());
        Ok(Guides { guides, known: shapes.iter().map(is_known).collect(), cut_short })
    }

    /// Sets an alarm that ends running queries and searches when `time` has passed since the start of the run. Clears
    /// the effect of an earlier alarm, unless the run must stop.
    fn end_after(&self, time: Option<Duration>) -> Option<Alarm> {
        let sign = self.sign?;
        sign.store(false, Ordering::Relaxed);
        if self.settings.stop.load(Ordering::Relaxed) {
            sign.store(true, Ordering::Relaxed);
        }
        let end = self.begin + time?;
        Some(Alarm::new(end.saturating_duration_since(Instant::now()), sign))
    }

    /// Sets the alarm for work after the end of the run. It leaves time to show the counterexamples that were found.
    fn end_late(&self) -> Option<Alarm> {
        let sign = self.sign?;
        sign.store(false, Ordering::Relaxed);
        let is_stopped = self.settings.stop.load(Ordering::Relaxed);
        let rest = match self.settings.time {
            Some(time) if !is_stopped => time.saturating_sub(self.begin.elapsed()),
            None if !is_stopped => return None,
            _ => Duration::ZERO,
        };
        Some(Alarm::new(rest.max(MIN_LINE_TIME), sign))
    }

    /// Stage 2: runs rounds if there is a rule to attack. Returns the counts, the number of completed rounds, and
    /// whether the time limit ended the rounds.
    fn rounds(
        &self,
        positions: &[Position],
        guides: &[Guide],
    ) -> Result<(Vec<ClaimCounts>, u64, bool), RunError> {
        let mut claim_counts = vec![ClaimCounts::default(); self.claimants.len()];
        if claim_counts.is_empty() {
            return Ok((claim_counts, 0, false));
        }
        // Number of finished parts of guided attack for each rule.
        let mut had = vec![0; self.claimants.len()];
        let (shard, shards) = self.settings.shard;
        let time = self.settings.time.map(|time| time - time / LAST_STAGE_TIME_DIVISOR);
        let is_late = self.is_late(time);
        let _alarm = self.end_after(time);
        for round in 0.. {
            if self.settings.rounds.is_some_and(|rounds| round >= rounds) {
                return Ok((claim_counts, round, false));
            }
            let number = round * shards + shard;
            let behind =
                claim_counts.iter().any(|tally| !tally.is_exhausted && tally.matches() < ENOUGH_MATCHES);
            let mut parts: Vec<Part> = Vec::new();
            for (at, guide) in guides.iter().enumerate() {
                let number = had[at] * shards + shard;
                let first = number * self.share(at);
                claim_counts[at].is_exhausted =
                    (0..guide.strata()).all(|stratum| first >= guide.len(stratum));
                let waits = behind && claim_counts[at].matches() >= ENOUGH_MATCHES;
                if !claim_counts[at].is_exhausted && !waits {
                    had[at] += 1;
                    parts.push(Part::Guided(at, number));
                }
            }
            // The parts that take longest come first, so that the threads finish at about the same time.
            parts.reverse();
            parts.push(Part::Drawn(number));
            self.report_round(
                round,
                &claim_counts,
                parts.iter().map(|part| self.units(*part, positions, guides)).sum(),
            );
            let found =
                self.parts_in_parallel(&parts, |part| self.findings(*part, positions, guides, &is_late))?;
            for found in found {
                for (at, findings) in found {
                    claim_counts[at].extend(findings);
                }
            }
            if is_late() {
                return Ok((claim_counts, round, true));
            }
        }
        unreachable!("rounds end by time or by number, and one of the two is given");
    }

    /// Whether this much time has passed since the start of the run, or the run must stop.
    fn is_late(&self, time: Option<Duration>) -> impl Fn() -> bool + Sync {
        let limit = time.map(|time| self.begin + time);
        move || {
            limit.is_some_and(|limit| Instant::now() > limit) || self.settings.stop.load(Ordering::Relaxed)
        }
    }

    fn share(&self, claimant: usize) -> u64 {
        match self.claimants[claimant].level {
            0..=3 => GUIDED_SET_UPS_BY_LEVEL[0],
            4..=5 => GUIDED_SET_UPS_BY_LEVEL[1],
            _ => GUIDED_SET_UPS_BY_LEVEL[2],
        }
    }

    /// Progress of the run when this share of the first stage is done. Without a limit on rounds it is 0, and the
    /// progress depends only on the time.
    fn prepared(&self, share: f64) -> f64 {
        self.share_of_rounds(FIRST_STAGE_ROUNDS * share)
    }

    /// Progress of the run after this number of rounds.
    fn after_rounds(&self, rounds: u64) -> f64 {
        self.share_of_rounds(FIRST_STAGE_ROUNDS + rounds as f64)
    }

    /// The share of the whole run that this number of rounds takes. The first stage counts as `FIRST_STAGE_ROUNDS`
    /// rounds.
    fn share_of_rounds(&self, rounds: f64) -> f64 {
        self.settings
            .rounds
            .map_or(0.0, |all| (1.0 - LAST_STAGE_SHARE) * rounds / (FIRST_STAGE_ROUNDS + all as f64))
    }

    /// Reports the start of a round with this number of units.
    fn report_round(&self, round: u64, claim_counts: &[ClaimCounts], units: u64) {
        let count =
            |outcome: Outcome| claim_counts.iter().map(|tally| tally.counts[outcome as usize]).sum::<u64>();
        let what = format!(
            "round {}: {} held, {} refuted, {} undecided",
            round + 1,
            count(Outcome::Held),
            count(Outcome::Refuted),
            count(Outcome::Undecided)
        );
        self.progress.stage([self.after_rounds(round), self.after_rounds(round + 1)], units, what);
    }

    /// Number of set-ups that a part examines, summed over the rules.
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

    /// Examines a part, until there is no time left.
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
                // The first set-ups were used in stage 1, so this stage continues with the next ones.
                let first = MAX_SHAPE_SET_UPS + number * BATCH as u64;
                let drawn = first..first + BATCH as u64;
                let drawn = drawn.map(|number| random_setups::random_setup(self.settings.seed, number));
                for position in some.chain(drawn) {
                    for (at, found) in found.iter_mut().enumerate() {
                        if is_late() {
                            break;
                        }
                        if found.given_up < MAX_QUERIES_AT_LIMIT {
                            self.decide(at, &mut position.clone(), &mut room, found);
                        }
                        self.progress.advance(1);
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
                        if is_late() || found.given_up >= MAX_QUERIES_AT_LIMIT {
                            break;
                        }
                        if let Some(mut position) = guide.set_up(stratum, number) {
                            self.decide(at, &mut position, &mut room, &mut found);
                        }
                        self.progress.advance(1);
                    }
                }
                vec![(at, found)]
            }
        }
    }

    /// Decides the claims of a rule in a position.
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
            // If a claim is undecided because the user stopped the run, this shows nothing about the rule.
            if decided.outcome == Outcome::Undecided && self.judge.is_stopped() {
                return;
            }
            found.add(key(position, play, decided.fields), decided.outcome);
            if decided.outcome == Outcome::Refuted {
                found.keep(RefutedMatch { position: position.clone(), play });
            }
        }
    }

    /// Stage 3: finds the smallest counterexample of each rule.
    fn counterexamples(&self, claim_counts: Vec<ClaimCounts>) -> Result<Vec<RuleReportOf<Stones>>, RunError> {
        let alarm = self.end_after(self.settings.time.map(|time| time - time / LAST_STAGE_TIME_DIVISOR / 2));
        let all: Vec<(usize, &RefutedMatch)> = claim_counts
            .iter()
            .enumerate()
            .flat_map(|(at, tally)| tally.refuted.iter().map(move |refuted| (at, refuted)))
            .collect();
        let ends = self.ends();
        self.progress.stage([ends[0], ends[1]], all.len() as u64, "shrinking counterexamples".to_owned());
        let smaller = self.in_parallel(&all, |&(at, refuted)| {
            let (claimant, play) = (&self.claimants[at], refuted.play);
            if self.judge.is_stopped() {
                return (at, refuted.clone());
            }
            // If a match cannot be reduced within the step limit, it is kept as it was found.
            let position = shrink::smallest_counterexample(&self.judge, claimant, &refuted.position, play);
            let position = position.unwrap_or_else(|_| refuted.position.clone());
            let (position, play) = shrink::centred(&self.judge, claimant, position, play);
            (at, RefutedMatch { position, play })
        })?;
        drop(alarm);
        let _alarm = self.end_late();
        let numbers: Vec<usize> = (0..self.claimants.len()).collect();
        let what = "confirming counterexamples with the plain search".to_owned();
        self.progress.stage([ends[1], 1.0], numbers.len() as u64, what);
        let attacked = self.in_parallel(&numbers, |&at| {
            let (claimant, tally) = (&self.claimants[at], &claim_counts[at]);
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
        refuted: &RefutedMatch,
    ) -> Option<Counterexample<Position, Option<Point>>> {
        let RefutedMatch { position, play } = refuted;
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

    /// Progress at which the last stage and its second half start.
    fn ends(&self) -> [f64; 2] {
        match self.settings.rounds {
            Some(_) => [1.0 - LAST_STAGE_SHARE, 1.0 - LAST_STAGE_SHARE / 2.0],
            None => [0.0; 2],
        }
    }

    /// Processes all items in parallel. Each item counts as one unit of the stage.
    fn in_parallel<T: Sync, R: Send>(
        &self,
        items: &[T],
        each: impl Fn(&T) -> R + Sync,
    ) -> Result<Vec<R>, RunError> {
        self.parts_in_parallel(items, |item| {
            let done = each(item);
            self.progress.advance(1);
            done
        })
    }

    /// Processes all items in parallel. The function `each` counts the units of the stage itself.
    fn parts_in_parallel<T: Sync, R: Send>(
        &self,
        items: &[T],
        each: impl Fn(&T) -> R + Sync,
    ) -> Result<Vec<R>, RunError> {
        threads::in_parallel(self.settings.threads, items, each).map_err(RunError::Thread)
    }
}
