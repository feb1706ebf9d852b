//! Attacks the claims of every rule of a game, in positions of random games or in all reachable positions.
//!
//! ```text
//! few positions    if at most a few thousand positions are reachable, all of them are examined
//! otherwise        rounds of random games; the game, the seed and the number of a round determine it
//! ```
//!
//! Each position is examined once. The results of the parts of a round are combined in order. So the report does not
//! depend on the number of threads if rounds or positions are limited. With a time limit, the number of finished parts
//! depends on the machine.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use blanche_compiler::game::{Fault, Move, Rules};
use blanche_compiler::runtime::Position;

use super::claims::{Claim, Reason, claims, refutation};
use crate::position_sources::{Reachable, ReachedPosition, StopCheck, random_game_positions};
use crate::running::progress::ProgressReporter;
use crate::running::{RunError, Stage, threads};
use crate::verify::report::{Counterexample, Report, ReportOf, RuleReport, RuleReportOf, Scope};
use crate::verify::verification_world::{Settings, VerificationWorld};
use noire_engine::alarm::{Alarm, GRACE_PERIOD};
use noire_engine::bases::Question;
use noire_engine::proof_check::exhaustive_text::{SearchError, TextSearch};
use noire_engine::world::examples::of_base;
use noire_engine::world::{Text, World as _, WorldError};

/// Number of games in a round.
const GAMES_PER_ROUND: u64 = 64;

/// Number of positions that a thread takes from the queue in one step.
const BATCH: usize = 64;

/// Number of games to play before their positions are examined. It is small, so that some positions are examined in
/// time even if games take long.
const GAMES_PER_BATCH: usize = 8;

/// Playing games may take at most 1 / `PLAYING_TIME_DIVISOR` of the remaining time. The rest is for examining the
/// positions of these games.
const PLAYING_TIME_DIVISOR: u32 = 2;

/// Enumerating the reachable positions may take 1 / `ENUMERATION_TIME_DIVISOR` of the time limit.
const ENUMERATION_TIME_DIVISOR: u32 = 4;

/// If at most this many positions are reachable, all of them are examined by default.
pub const MAX_EXHAUSTIVE_POSITIONS: usize = 10_000;

/// Maximum number of positions to keep in memory. It limits `--all` and runs of random games.
pub(crate) const MAX_POSITIONS: usize = 2_000_000;

impl VerificationWorld for Text {
    const COUNTS_POSITIONS: bool = true;

    /// Examines the given positions in any case. Unless all reachable positions are examined, also examines the
    /// positions in `positions.txt`.
    fn attack(
        &self,
        given: Vec<ReachedPosition<Text>>,
        settings: &Settings,
        show: &(dyn Fn(Stage) + Sync),
    ) -> Result<ReportOf<Text>, RunError> {
        let begin = Instant::now();
        let is_late = || {
            settings.stop.load(Ordering::Relaxed) || settings.time.is_some_and(|time| begin.elapsed() > time)
        };
        let progress = ProgressReporter::new(show, begin, settings.time);
        let start = self.rules().start()?;
        // Queries that are still running after the time limit are aborted, until the end of the run.
        let sign = self.stop();
        let alarm = settings.time.zip(sign).map(|(time, sign)| Alarm::new(time + GRACE_PERIOD, sign));
        let run = Run {
            world: self,
            rules: self.rules(),
            start: &start,
            settings,
            begin,
            is_late: &is_late,
            progress,
        };
        let report = run.run(given);
        drop(alarm);
        if let Some(sign) = sign {
            sign.store(settings.stop.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        report
    }
}

struct Run<'r> {
    world: &'r Text,
    rules: &'r Rules,
    start: &'r Position,
    settings: &'r Settings,
    begin: Instant,
    is_late: &'r (dyn Fn() -> bool + Sync),
    progress: ProgressReporter<'r>,
}

/// The results so far.
struct AttackResults {
    rules: Vec<RuleReportOf<Text>>,
    /// Number of positions examined.
    positions: u64,
    /// Number of completed rounds.
    rounds: u64,
}

impl Run<'_> {
    fn run(&self, given: Vec<ReachedPosition<Text>>) -> Result<ReportOf<Text>, RunError> {
        let mut found = AttackResults { rules: self.unattacked(), positions: 0, rounds: 0 };
        let mut scope = Scope::Games { positions: 0, has_many: false, rounds: 0 };
        // If no rule makes claims, there is nothing to attack.
        if self.settings.rules.iter().any(|rule| self.world.contents().rules[*rule].level > 0) {
            scope = self.attacked(given, &mut found)?;
        }
        Ok(Report { rules: found.rules, scope, breach: None, is_repeatable: !(self.is_late)() })
    }

    fn unattacked(&self) -> Vec<RuleReportOf<Text>> {
        self.settings.rules.iter().map(|rule| RuleReport::of(*rule)).collect()
    }

    /// Attacks claims in all reachable positions, or in positions of random games.
    fn attacked(
        &self,
        given: Vec<ReachedPosition<Text>>,
        found: &mut AttackResults,
    ) -> Result<Scope, RunError> {
        self.progress.stage([0.0; 2], 1, "the positions that can be reached".to_owned());
        let most = if self.settings.all { MAX_POSITIONS } else { MAX_EXHAUSTIVE_POSITIONS };
        let wants_all = self.settings.all || self.settings.positions.is_none();
        let is_late = || {
            self.progress.advance(0);
            (self.is_late)() || !self.settings.all && self.is_enumeration_late()
        };
        let reachable = match wants_all {
            true => Reachable::from(self.rules, self.start, most, &is_late)?,
            false => None,
        };
        let mut has_many = wants_all && reachable.is_none() && !is_late();
        if let Some(reachable) = reachable {
            if self.all(&reachable, given, found)? {
                return Ok(Scope::All { reachable: reachable.all, positions: found.positions });
            }
            has_many = false;
        } else {
            self.check_enumerated(has_many)?;
            let beside =
                of_base(self.world).map_err(|problems| WorldError::Mistakes(format!("error: {problems}")))?;
            let beside =
                beside.into_iter().map(|example| ReachedPosition { moves: None, position: example.position });
            self.rounds(given.into_iter().chain(self.open(beside)?).collect(), found)?;
        }
        Ok(Scope::Games { positions: found.positions, has_many, rounds: found.rounds })
    }

    /// Fails if the user asked for all reachable positions and they cannot all be examined.
    fn check_enumerated(&self, has_many: bool) -> Result<(), RunError> {
        if !self.settings.all || !has_many && self.settings.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let name = &self.world.contents().name;
        let words = match has_many {
            true => format!(
                "error: more than {MAX_POSITIONS} positions of {name} can be reached\n  leave out --all to examine positions of \
                 random games"
            ),
            false => format!(
                "error: the positions of {name} that can be reached were not all found in time\n  give a longer --time, or \
                 leave out --all to examine positions of random games"
            ),
        };
        Err(WorldError::Mistakes(words).into())
    }

    /// The positions in which the game is not over.
    fn open(
        &self,
        positions: impl Iterator<Item = ReachedPosition<Text>>,
    ) -> Result<Vec<ReachedPosition<Text>>, Fault> {
        let mut open = Vec::new();
        for mut reached in positions {
            if self.rules.end(&mut reached.position)?.is_none() {
                open.push(reached);
            }
        }
        Ok(open)
    }

    /// Whether the enumeration of the reachable positions has taken so long that random games are a better use of the
    /// remaining time.
    fn is_enumeration_late(&self) -> bool {
        self.settings.time.is_some_and(|time| self.begin.elapsed() > time / ENUMERATION_TIME_DIVISOR)
    }

    /// The remaining time, or `None` if there is no time limit.
    fn rest(&self) -> Option<Duration> {
        self.settings.time.map(|time| time.saturating_sub(self.begin.elapsed()))
    }

    /// Examines all reachable positions. Returns whether there was enough time.
    fn all(
        &self,
        reachable: &Reachable,
        given: Vec<ReachedPosition<Text>>,
        found: &mut AttackResults,
    ) -> Result<bool, RunError> {
        let (part, parts) = self.settings.shard;
        // The given positions may include reachable positions, which are examined below. So these are removed here.
        let mut given = given;
        if !given.is_empty() {
            let words = reachable.words();
            given.retain(|given| !words.contains(given.position.words()));
        }
        self.attack_all(given, found, [0.0; 2])?;
        let numbers: Vec<usize> =
            (0..reachable.len()).skip(part as usize).step_by(parts.max(1) as usize).collect();
        let all = numbers.len().max(1) as f64;
        let mut done = 0;
        for numbers in numbers.chunks(BATCH * self.settings.threads.max(1) * 4) {
            if (self.is_late)() {
                return Ok(false);
            }
            let part = [done, done + numbers.len()].map(|done| done as f64 / all);
            done += numbers.len();
            self.attack_all(numbers.iter().map(|number| reachable.get(*number)).collect(), found, part)?;
        }
        Ok(true)
    }

    /// Examines the positions of random games.
    fn rounds(&self, given: Vec<ReachedPosition<Text>>, found: &mut AttackResults) -> Result<(), RunError> {
        let mut known: HashSet<Box<[u64]>> = HashSet::new();
        let (part, parts) = self.settings.shard;
        self.attack_new(given, &mut known, found, 0)?;
        // Number of consecutive rounds without a new position. After 100 such rounds the run ends.
        let mut in_vain = 0;
        while in_vain < 100 && known.len() < MAX_POSITIONS && !self.is_enough(found) {
            let numbers: Vec<u64> =
                (0..GAMES_PER_ROUND).map(|at| (found.rounds * GAMES_PER_ROUND + at) * parts + part).collect();
            let before = known.len();
            for (numbers, played) in numbers.chunks(GAMES_PER_BATCH).zip((0..).step_by(GAMES_PER_BATCH)) {
                let done = self.share_done(found.rounds * GAMES_PER_ROUND + played, found.positions);
                self.report_progress([done; 2], 1, found);
                let until = self.rest().map(|rest| Instant::now() + rest / PLAYING_TIME_DIVISOR);
                let is_late = || (self.is_late)() || until.is_some_and(|until| Instant::now() > until);
                let games = threads::in_parallel(self.settings.threads, numbers, |number| {
                    if is_late() { Ok(Vec::new()) } else { self.game(*number, &is_late) }
                });
                let games: Result<Vec<_>, Fault> = games.map_err(RunError::Thread)?.into_iter().collect();
                let games = games?.into_iter().flatten().collect();
                self.attack_new(games, &mut known, found, found.rounds * GAMES_PER_ROUND + played)?;
                if (self.is_late)() || self.has_enough_positions(found) {
                    return Ok(());
                }
            }
            found.rounds += 1;
            in_vain = if known.len() == before { in_vain + 1 } else { 0 };
        }
        Ok(())
    }

    /// Whether the limit on rounds, positions or time is reached.
    fn is_enough(&self, found: &AttackResults) -> bool {
        (self.is_late)()
            || self.settings.rounds.is_some_and(|most| found.rounds >= most)
            || self.has_enough_positions(found)
    }

    fn has_enough_positions(&self, found: &AttackResults) -> bool {
        self.settings.positions.is_some_and(|most| found.positions >= most)
    }

    /// Progress after this number of games and positions.
    fn share_done(&self, games: u64, positions: u64) -> f64 {
        let wanted = self.settings.rounds.map(|rounds| rounds.saturating_mul(GAMES_PER_ROUND));
        self.share(games, wanted).max(self.share(positions, self.settings.positions)).min(1.0)
    }

    /// Examines the positions that have not been examined yet, up to the limit on positions. `games` is the number of
    /// games that were played before the games of `positions`.
    fn attack_new(
        &self,
        mut positions: Vec<ReachedPosition<Text>>,
        known: &mut HashSet<Box<[u64]>>,
        found: &mut AttackResults,
        games: u64,
    ) -> Result<(), RunError> {
        positions.retain(|reached| known.insert(reached.position.words().into()));
        if let Some(most) = self.settings.positions {
            positions.truncate((most - found.positions) as usize);
        }
        let behind = found.positions + positions.len() as u64;
        let part = [
            self.share_done(games, found.positions),
            self.share_done(games + GAMES_PER_BATCH as u64, behind),
        ];
        self.attack_all(positions, found, part)
    }

    /// The positions of a game, until there is no time left. Empty if a query reached a limit.
    fn game(&self, number: u64, is_late: StopCheck<'_>) -> Result<Vec<ReachedPosition<Text>>, Fault> {
        match random_game_positions(self.rules, self.start, (self.settings.seed, number), is_late) {
            Err(Fault::Limit { .. } | Fault::Stopped) => Ok(Vec::new()),
            game => game,
        }
    }

    /// Attacks the claims of the rules in these positions. `part` is the start and the end of this work, as shares of
    /// the run.
    fn attack_all(
        &self,
        positions: Vec<ReachedPosition<Text>>,
        found: &mut AttackResults,
        part: [f64; 2],
    ) -> Result<(), RunError> {
        self.report_progress(part, positions.len() as u64, found);
        let batches: Vec<&[ReachedPosition<Text>]> = positions.chunks(BATCH).collect();
        let parts = threads::in_parallel(self.settings.threads, &batches, |batch| self.batch(batch));
        for part in parts.map_err(RunError::Thread)? {
            let (looked, rules) = part?;
            found.positions += looked;
            found.rules.iter_mut().zip(rules).for_each(|(rule, part)| add(rule, part));
        }
        Ok(())
    }

    /// Attacks the claims in some positions, until there is no time left.
    fn batch(&self, positions: &[ReachedPosition<Text>]) -> Result<(u64, Vec<RuleReportOf<Text>>), Fault> {
        let mut found = self.unattacked();
        let mut prover = TextSearch::new(self.rules, self.settings.nodes, self.is_late);
        let mut looked = 0;
        for reached in positions {
            if (self.is_late)() {
                break;
            }
            let (mut position, mut moves) = (reached.position.clone(), Vec::new());
            match self.rules.moves(&mut position, &mut moves) {
                Err(Fault::Stopped) => break,
                listed => listed?,
            }
            looked += 1;
            for report in &mut found {
                self.attack(report, reached, &mut position, &moves, &mut prover)?;
            }
            self.progress.advance(1);
        }
        Ok((looked, found))
    }

    fn attack(
        &self,
        report: &mut RuleReportOf<Text>,
        reached: &ReachedPosition<Text>,
        position: &mut Position,
        moves: &[Move],
        prover: &mut TextSearch<'_>,
    ) -> Result<(), Fault> {
        let id = self.world.ids().get(Question::Rule(report.rule));
        let claims = match claims(self.rules, id, position, moves) {
            Err(Fault::Limit { .. }) => {
                report.undecided += 1;
                return Ok(());
            }
            Err(Fault::Stopped) => return Ok(()),
            claims => claims?,
        };
        report.unplayable += claims.unplayable;
        let rule = self.rules.program().rule(id);
        // A rule that plays no move claims that some move wins.
        let one_is_enough = rule.plays == 0;
        let mut refuted = None;
        for claim in claims.all {
            match refutation(prover, self.rules, position, claim.play, rule.level) {
                Ok(None) => {
                    report.held += 1;
                    refuted = None;
                    if one_is_enough {
                        return Ok(());
                    }
                }
                Ok(Some(reason)) if one_is_enough => refuted = refuted.or(Some((claim, reason))),
                Ok(Some(reason)) => self.refute(report, reached, (claim, reason)),
                Err(SearchError::GivenUp) => report.undecided += 1,
                Err(SearchError::Stopped | SearchError::Fault(Fault::Stopped)) => return Ok(()),
                Err(SearchError::Fault(fault)) => return Err(fault),
            }
        }
        if let Some(refuted) = refuted {
            self.refute(report, reached, refuted);
        }
        Ok(())
    }

    /// Records a refuted claim.
    fn refute(
        &self,
        report: &mut RuleReportOf<Text>,
        reached: &ReachedPosition<Text>,
        (Claim { play, answer }, reason): (Claim, Reason),
    ) {
        report.refuted += 1;
        let known = report.counterexample.as_ref();
        if known.is_some_and(|known| plies(known) <= reached.plies()) {
            return;
        }
        let level = self.world.contents().rules[report.rule].level;
        let words = reason.words(self.rules, self.rules.to_move(&reached.position), play, level);
        let ReachedPosition { moves, position } = reached.clone();
        let reply = reason.reply();
        report.counterexample =
            Some(Counterexample { position, moves, play, answer, reply, words, is_confirmed: None });
    }

    /// The fraction `done / of`, or 0 if there is no limit `of`.
    fn share(&self, done: u64, of: Option<u64>) -> f64 {
        of.map_or(0.0, |of| done as f64 / of.max(1) as f64)
    }

    /// Reports the start of a part of the run with this number of positions.
    fn report_progress(&self, part: [f64; 2], positions: u64, found: &AttackResults) {
        let sum = |of: fn(&RuleReportOf<Text>) -> u64| found.rules.iter().map(of).sum::<u64>();
        let what = format!(
            "{} positions: {} held, {} refuted, {} undecided",
            found.positions,
            sum(|rule| rule.held),
            sum(|rule| rule.refuted),
            sum(|rule| rule.undecided)
        );
        self.progress.stage(part, positions, what);
    }
}

/// Adds the results that the same rule has in another part of the positions.
fn add(report: &mut RuleReportOf<Text>, other: RuleReportOf<Text>) {
    report.held += other.held;
    report.refuted += other.refuted;
    report.undecided += other.undecided;
    report.unplayable += other.unplayable;
    let found = report.counterexample.take().into_iter().chain(other.counterexample);
    report.counterexample = found.min_by_key(plies);
}

/// Number of moves that lead to a counterexample, or `usize::MAX` if the moves are unknown.
fn plies(found: &Counterexample<Position, Move>) -> usize {
    found.moves.as_ref().map_or(usize::MAX, Vec::len)
}
