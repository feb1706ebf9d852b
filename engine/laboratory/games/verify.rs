//! Attacks what every rule of a game claims, in positions of random games or in all that there are.
//!
//! ```text
//! few positions    where no more than some thousands can be reached, all of them are looked at
//! otherwise        rounds of so many games; a round is a function of the game, the seed and its number
//! ```
//!
//! Every position is looked at once. What comes of the parts of a round is put together in their order, so a number of rounds or
//! of positions gives the same report with any number of threads; where a run ends for lack of time, how far it came depends on
//! the machine.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use blanche_compiler::game::{Fault, Move, Rules};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::{Position, Value};

use super::claims::{Claim, Reason, claims, refutation};
use super::positions::{IsLate, Reachable, Reached, of_game};
use super::prover::{Cut, Prover};
use crate::laboratory::verify::bound::upper_bound;
use crate::laboratory::verify::run::Stage;
use crate::laboratory::verify::threads;
use crate::laboratory::verify::told::Told;

/// Games of a round.
const GAMES: u64 = 64;

/// Positions that one thread takes at once.
const BATCH: usize = 64;

/// So many games are played before their positions are looked at: where a game takes long, some are looked at in time.
const PLAYED: usize = 8;

/// They are played for this part of the time that is left at most, so that there is some for their positions.
const PLAYING: u32 = 2;

/// The positions that can be reached are looked for in this part of the time.
const SOUGHT: u32 = 4;

/// Where no more positions can be reached than these, all of them are looked at without being asked for.
pub const FEW: usize = 10_000;

/// More positions are not remembered: so many are gone through with `--all`, and a run of random games ends there.
pub const MOST: usize = 2_000_000;

/// What is attacked, and for how long.
#[derive(Clone)]
pub struct Settings {
    /// What is drawn at random follows from it.
    pub seed: u64,
    /// The run ends after so long.
    pub time: Option<Duration>,
    /// At most so many rounds.
    pub rounds: Option<u64>,
    /// At most so many positions.
    pub positions: Option<u64>,
    /// All positions that can be reached, however many.
    pub all: bool,
    /// So many positions may be examined for one claim.
    pub nodes: u64,
    /// So many threads work.
    pub threads: usize,
    /// This part of so many: from 0 up to, and not including, the second number.
    pub shard: (u64, u64),
    /// The run ends as if the time were over soon after this is set.
    pub stop: Arc<AtomicBool>,
    /// The rules.
    pub rules: Vec<RuleId>,
    /// Positions beside the rules, which are looked at where not all that can be reached are.
    pub examples: Vec<Reached>,
}

/// Why a run ended without a report.
#[derive(Debug)]
pub enum RunError {
    /// The game cannot go on.
    Fault(Fault),
    /// More positions can be reached than [`MOST`], and all were asked for.
    TooMany,
    /// All positions that can be reached were asked for, and time was over before they were found.
    Late,
    /// No thread could be started.
    Thread(std::io::Error),
}

impl From<Fault> for RunError {
    fn from(fault: Fault) -> RunError {
        RunError::Fault(fault)
    }
}

/// What became of the rules of a game.
#[derive(Clone, Debug)]
pub struct Report {
    /// Every rule that was asked for.
    pub rules: Vec<RuleReport>,
    /// How many positions were looked at.
    pub positions: u64,
    /// How many can be reached, those included in which the game is over, where all were looked at.
    pub all: Option<usize>,
    /// More than [`FEW`] can be reached, so that random games were looked at.
    pub has_many: bool,
    /// How many rounds were gone through to the end.
    pub rounds: u64,
}

/// What became of the claims of a rule.
#[derive(Clone, Debug)]
pub struct RuleReport {
    /// The rule.
    pub rule: RuleId,
    /// Claims that win within the level against any defence.
    pub held: u64,
    /// Claims with a defence.
    pub refuted: u64,
    /// Claims that were given up at a limit.
    pub undecided: u64,
    /// Answers that play what is no move.
    pub unplayable: u64,
    /// The refuted claim after the fewest moves.
    pub counterexample: Option<Counterexample>,
}

impl RuleReport {
    fn of(rule: RuleId) -> RuleReport {
        RuleReport { rule, held: 0, refuted: 0, undecided: 0, unplayable: 0, counterexample: None }
    }

    /// The 95 % bound on the rate of refutation; nothing where no claim was decided.
    pub fn bound(&self) -> Option<f64> {
        upper_bound(self.refuted, self.held + self.refuted)
    }

    /// Takes up a claim that is refuted.
    fn refute(&mut self, reached: &Reached, (claim, reason): (Claim, Reason)) {
        self.refuted += 1;
        if self.counterexample.as_ref().is_none_or(|known| reached.plies() < known.reached.plies()) {
            let Claim { play, answer } = claim;
            self.counterexample = Some(Counterexample { reached: reached.clone(), play, answer, reason });
        }
    }

    /// Takes up what another part of the positions gave.
    fn add(&mut self, other: RuleReport) {
        self.held += other.held;
        self.refuted += other.refuted;
        self.undecided += other.undecided;
        self.unplayable += other.unplayable;
        let found = self.counterexample.take().into_iter().chain(other.counterexample);
        self.counterexample = found.min_by_key(|found| found.reached.plies());
    }
}

/// A claim that fails.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The position, and how it is reached.
    pub reached: Reached,
    /// The move that is claimed to win.
    pub play: Move,
    /// The first answer of the rule with this move.
    pub answer: Vec<Value>,
    /// Why it does not win.
    pub reason: Reason,
}

/// Attacks rules of a game from this position on, and in the positions given besides; `show` is told how far it is.
///
/// # Errors
/// When the game cannot go on, there are too many positions, or no thread can be started.
pub fn verify(
    rules: &Rules,
    start: &Position,
    given: Vec<Reached>,
    settings: &Settings,
    show: &(dyn Fn(Stage) + Sync),
) -> Result<Report, RunError> {
    let begin = Instant::now();
    let is_late =
        || settings.stop.load(Ordering::Relaxed) || settings.time.is_some_and(|time| begin.elapsed() > time);
    let told = Told::new(show, begin, settings.time);
    let run = Run { rules, start, settings, begin, is_late: &is_late, told };
    run.run(given)
}

struct Run<'r> {
    rules: &'r Rules,
    start: &'r Position,
    settings: &'r Settings,
    begin: Instant,
    is_late: &'r (dyn Fn() -> bool + Sync),
    told: Told<'r>,
}

impl Run<'_> {
    fn run(&self, given: Vec<Reached>) -> Result<Report, RunError> {
        let mut report = Report {
            rules: self.settings.rules.iter().map(|rule| RuleReport::of(*rule)).collect(),
            positions: 0,
            all: None,
            has_many: false,
            rounds: 0,
        };
        // Without a claim there is nothing to attack.
        if self.settings.rules.iter().all(|rule| self.rules.program().rule(*rule).level == 0) {
            return Ok(report);
        }
        self.told.stage([0.0; 2], 1, "the positions that can be reached".to_owned());
        let most = if self.settings.all { MOST } else { FEW };
        let wants_all = self.settings.all || self.settings.positions.is_none();
        let is_late = || {
            self.told.did(0);
            (self.is_late)() || !self.settings.all && self.has_sought_long()
        };
        let reachable = match wants_all {
            true => Reachable::from(self.rules, self.start, most, &is_late)?,
            false => None,
        };
        report.all = reachable.as_ref().map(|reachable| reachable.all);
        report.has_many = wants_all && reachable.is_none() && !is_late();
        match reachable {
            Some(reachable) => self.all(&reachable, given, &mut report)?,
            None if report.has_many && self.settings.all => return Err(RunError::TooMany),
            None if self.settings.all && !self.settings.stop.load(Ordering::Relaxed) => {
                return Err(RunError::Late);
            }
            None => {
                let examples = self.settings.examples.iter().cloned();
                self.rounds(given.into_iter().chain(examples).collect(), &mut report)?;
            }
        }
        Ok(report)
    }

    /// Whether the positions that can be reached have been looked for so long that the rest of the time is better spent on those of
    /// random games.
    fn has_sought_long(&self) -> bool {
        self.settings.time.is_some_and(|time| self.begin.elapsed() > time / SOUGHT)
    }

    /// How much time is left; nothing where there is no end to it.
    fn rest(&self) -> Option<Duration> {
        self.settings.time.map(|time| time.saturating_sub(self.begin.elapsed()))
    }

    /// Looks at all positions.
    fn all(&self, reachable: &Reachable, given: Vec<Reached>, report: &mut Report) -> Result<(), RunError> {
        let (part, parts) = self.settings.shard;
        // What is given may be no position that can be reached; what can is looked at once.
        let mut given = given;
        given.retain(|given| !reachable.holds(&given.position));
        self.look(given, report, [0.0; 2])?;
        let numbers: Vec<usize> =
            (0..reachable.len()).skip(part as usize).step_by(parts.max(1) as usize).collect();
        let all = numbers.len().max(1) as f64;
        let mut done = 0;
        for numbers in numbers.chunks(BATCH * self.settings.threads.max(1) * 4) {
            if (self.is_late)() {
                report.all = None;
                break;
            }
            let part = [done, done + numbers.len()].map(|done| done as f64 / all);
            done += numbers.len();
            self.look(numbers.iter().map(|number| reachable.get(*number)).collect(), report, part)?;
        }
        Ok(())
    }

    /// Looks at the positions of random games.
    fn rounds(&self, given: Vec<Reached>, report: &mut Report) -> Result<(), RunError> {
        let mut known: HashSet<Box<[u64]>> = HashSet::new();
        let (part, parts) = self.settings.shard;
        self.look_anew(given, &mut known, report, 0)?;
        // A round without a new position is no reason to go on for ever.
        let mut in_vain = 0;
        while in_vain < 100 && known.len() < MOST && !self.is_enough(report) {
            let numbers: Vec<u64> =
                (0..GAMES).map(|at| (report.rounds * GAMES + at) * parts + part).collect();
            let before = known.len();
            for (numbers, played) in numbers.chunks(PLAYED).zip((0..).step_by(PLAYED)) {
                let done = self.share_done(report.rounds * GAMES + played, report.positions);
                self.tell([done; 2], 1, report);
                let until = self.rest().map(|rest| Instant::now() + rest / PLAYING);
                let is_late = || (self.is_late)() || until.is_some_and(|until| Instant::now() > until);
                let games = threads::in_parallel(self.settings.threads, numbers, |number| {
                    if is_late() { Ok(Vec::new()) } else { self.game(*number, &is_late) }
                });
                let games: Result<Vec<_>, Fault> = games.map_err(RunError::Thread)?.into_iter().collect();
                let games = games?.into_iter().flatten().collect();
                self.look_anew(games, &mut known, report, report.rounds * GAMES + played)?;
                if (self.is_late)() || self.has_enough_positions(report) {
                    return Ok(());
                }
            }
            report.rounds += 1;
            in_vain = if known.len() == before { in_vain + 1 } else { 0 };
        }
        Ok(())
    }

    /// Whether there is no need, or no time, for another round.
    fn is_enough(&self, report: &Report) -> bool {
        (self.is_late)()
            || self.settings.rounds.is_some_and(|most| report.rounds >= most)
            || self.has_enough_positions(report)
    }

    fn has_enough_positions(&self, report: &Report) -> bool {
        self.settings.positions.is_some_and(|most| report.positions >= most)
    }

    /// The share of the rounds that is done after so many games and positions.
    fn share_done(&self, games: u64, positions: u64) -> f64 {
        let wanted = self.settings.rounds.map(|rounds| rounds.saturating_mul(GAMES));
        self.share(games, wanted).max(self.share(positions, self.settings.positions)).min(1.0)
    }

    /// Looks at those of the positions that are not known, and no more of them than are wanted. So many games were played before those
    /// from which they are.
    fn look_anew(
        &self,
        mut positions: Vec<Reached>,
        known: &mut HashSet<Box<[u64]>>,
        report: &mut Report,
        games: u64,
    ) -> Result<(), RunError> {
        positions.retain(|reached| known.insert(reached.position.words().into()));
        if let Some(most) = self.settings.positions {
            positions.truncate((most - report.positions) as usize);
        }
        let behind = report.positions + positions.len() as u64;
        let part = [self.share_done(games, report.positions), self.share_done(games + PLAYED as u64, behind)];
        self.look(positions, report, part)
    }

    /// The positions of a game as far as it came in time; of one in which a question reached a limit, none.
    fn game(&self, number: u64, is_late: IsLate<'_>) -> Result<Vec<Reached>, Fault> {
        match of_game(self.rules, self.start, (self.settings.seed, number), is_late) {
            Err(Fault::Limit { .. } | Fault::Stopped) => Ok(Vec::new()),
            game => game,
        }
    }

    /// Attacks what the rules claim in these positions, which are this part of the run.
    fn look(&self, positions: Vec<Reached>, report: &mut Report, part: [f64; 2]) -> Result<(), RunError> {
        self.tell(part, positions.len() as u64, report);
        let batches: Vec<&[Reached]> = positions.chunks(BATCH).collect();
        let found = threads::in_parallel(self.settings.threads, &batches, |batch| self.batch(batch));
        for found in found.map_err(RunError::Thread)? {
            let (looked, parts) = found?;
            report.positions += looked;
            report.rules.iter_mut().zip(parts).for_each(|(rule, part)| rule.add(part));
        }
        Ok(())
    }

    /// What becomes of the claims in some positions, as far as time allows.
    fn batch(&self, positions: &[Reached]) -> Result<(u64, Vec<RuleReport>), Fault> {
        let mut found: Vec<RuleReport> =
            self.settings.rules.iter().map(|rule| RuleReport::of(*rule)).collect();
        let mut prover = Prover::new(self.rules, self.settings.nodes, self.is_late);
        let mut looked = 0;
        for reached in positions {
            if (self.is_late)() {
                break;
            }
            let (mut position, mut moves) = (reached.position.clone(), Vec::new());
            self.rules.moves(&mut position, &mut moves)?;
            looked += 1;
            for report in &mut found {
                self.attack(report, reached, &mut position, &moves, &mut prover)?;
            }
            self.told.did(1);
        }
        Ok((looked, found))
    }

    fn attack(
        &self,
        report: &mut RuleReport,
        reached: &Reached,
        position: &mut Position,
        moves: &[Move],
        prover: &mut Prover<'_>,
    ) -> Result<(), Fault> {
        let claims = match claims(self.rules, report.rule, position, moves) {
            Err(Fault::Limit { .. }) => {
                report.undecided += 1;
                return Ok(());
            }
            Err(Fault::Stopped) => return Ok(()),
            claims => claims?,
        };
        report.unplayable += claims.unplayable;
        let rule = self.rules.program().rule(report.rule);
        // A rule that plays nothing says that some move wins.
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
                Ok(Some(reason)) => report.refute(reached, (claim, reason)),
                Err(Cut::GivenUp) => report.undecided += 1,
                Err(Cut::Stopped) => return Ok(()),
                Err(Cut::Fault(fault)) => return Err(fault),
            }
        }
        if let Some(refuted) = refuted {
            report.refute(reached, refuted);
        }
        Ok(())
    }

    /// The share of a number that is behind; none where there is no end to it.
    fn share(&self, done: u64, of: Option<u64>) -> f64 {
        of.map_or(0.0, |of| done as f64 / of.max(1) as f64)
    }

    /// Tells that a part of the run begins, of so many positions.
    fn tell(&self, part: [f64; 2], positions: u64, report: &Report) {
        let sum = |of: fn(&RuleReport) -> u64| report.rules.iter().map(of).sum::<u64>();
        let what = format!(
            "{} positions: {} held, {} refuted, {} undecided",
            report.positions,
            sum(|rule| rule.held),
            sum(|rule| rule.refuted),
            sum(|rule| rule.undecided)
        );
        self.told.stage(part, positions, what);
    }
}
