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
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use blanche_compiler::game::{Fault, Move, Rules};
use blanche_compiler::runtime::Position;

use super::claims::{Claim, Reason, claims, refutation};
use crate::laboratory::reached::{IsLate, Reachable, Reached, of_game};
use crate::laboratory::running::told::Told;
use crate::laboratory::running::{RunError, Stage, threads};
use crate::laboratory::verify::attacking::{Attacking, Settings};
use crate::laboratory::verify::report::{Counterexample, Report, ReportOf, RuleReport, RuleReportOf, Scope};
use noire_engine::bases::Question;
use noire_engine::proof_check::prover::{Cut, Prover};
use noire_engine::world::examples::beside;
use noire_engine::world::{Text, Trouble, World as _};

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
pub(crate) const FEW: usize = 10_000;

/// More positions are not remembered: so many are gone through with `--all`, and a run of random games ends there.
pub(crate) const MOST: usize = 2_000_000;

impl Attacking for Text {
    const COUNTS_POSITIONS: bool = true;

    /// The positions given, and those beside the rules, are looked at where not all that can be reached are.
    fn attack(
        &self,
        given: Vec<Reached<Text>>,
        settings: &Settings,
        show: &(dyn Fn(Stage) + Sync),
    ) -> Result<ReportOf<Text>, RunError> {
        let begin = Instant::now();
        let is_late = || {
            settings.stop.load(Ordering::Relaxed) || settings.time.is_some_and(|time| begin.elapsed() > time)
        };
        let told = Told::new(show, begin, settings.time);
        let start = self.rules().start()?;
        Run { world: self, rules: self.rules(), start: &start, settings, begin, is_late: &is_late, told }
            .run(given)
    }
}

struct Run<'r> {
    world: &'r Text,
    rules: &'r Rules,
    start: &'r Position,
    settings: &'r Settings,
    begin: Instant,
    is_late: &'r (dyn Fn() -> bool + Sync),
    told: Told<'r>,
}

/// What was found so far.
struct Found {
    rules: Vec<RuleReportOf<Text>>,
    /// How many positions were looked at.
    positions: u64,
    /// How many rounds were gone through to the end.
    rounds: u64,
}

impl Run<'_> {
    fn run(&self, given: Vec<Reached<Text>>) -> Result<ReportOf<Text>, RunError> {
        let mut found = Found { rules: self.unattacked(), positions: 0, rounds: 0 };
        let mut scope = Scope::Games { positions: 0, has_many: false, rounds: 0 };
        // Without a claim there is nothing to attack.
        if self.settings.rules.iter().any(|rule| self.world.contents().rules[*rule].level > 0) {
            scope = self.attacked(given, &mut found)?;
        }
        Ok(Report { rules: found.rules, scope, breach: None, is_repeatable: !(self.is_late)() })
    }

    fn unattacked(&self) -> Vec<RuleReportOf<Text>> {
        self.settings.rules.iter().map(|rule| RuleReport::of(*rule)).collect()
    }

    /// Looks for claims in all positions that can be reached, or in those of random games.
    fn attacked(&self, given: Vec<Reached<Text>>, found: &mut Found) -> Result<Scope, RunError> {
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
        let mut has_many = wants_all && reachable.is_none() && !is_late();
        if let Some(reachable) = reachable {
            if self.all(&reachable, given, found)? {
                return Ok(Scope::All { reachable: reachable.all, positions: found.positions });
            }
            has_many = false;
        } else {
            self.may_be_drawn(has_many)?;
            let beside =
                beside(self.world).map_err(|problems| Trouble::Mistakes(format!("error: {problems}")))?;
            let beside =
                beside.into_iter().map(|example| Reached { moves: None, position: example.position });
            self.rounds(given.into_iter().chain(self.open(beside)?).collect(), found)?;
        }
        Ok(Scope::Games { positions: found.positions, has_many, rounds: found.rounds })
    }

    /// Refuses positions of random games where all that can be reached were asked for.
    fn may_be_drawn(&self, has_many: bool) -> Result<(), RunError> {
        if !self.settings.all || !has_many && self.settings.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let name = &self.world.contents().name;
        let words = match has_many {
            true => format!(
                "error: more than {MOST} positions of {name} can be reached\n  leave --all out, and positions of random games \
                 are looked at"
            ),
            false => format!(
                "error: the positions of {name} that can be reached were not all found in time\n  give --time more seconds, or \
                 leave --all out, and positions of random games are looked at"
            ),
        };
        Err(Trouble::Mistakes(words).into())
    }

    /// The positions in which the game goes on.
    fn open(&self, positions: impl Iterator<Item = Reached<Text>>) -> Result<Vec<Reached<Text>>, Fault> {
        let mut open = Vec::new();
        for mut reached in positions {
            if self.rules.end(&mut reached.position)?.is_none() {
                open.push(reached);
            }
        }
        Ok(open)
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

    /// Looks at all positions; whether time was enough.
    fn all(
        &self,
        reachable: &Reachable,
        given: Vec<Reached<Text>>,
        found: &mut Found,
    ) -> Result<bool, RunError> {
        let (part, parts) = self.settings.shard;
        // What is given may be no position that can be reached; what can is looked at once.
        let mut given = given;
        given.retain(|given| !reachable.holds(&given.position));
        self.look(given, found, [0.0; 2])?;
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
            self.look(numbers.iter().map(|number| reachable.get(*number)).collect(), found, part)?;
        }
        Ok(true)
    }

    /// Looks at the positions of random games.
    fn rounds(&self, given: Vec<Reached<Text>>, found: &mut Found) -> Result<(), RunError> {
        let mut known: HashSet<Box<[u64]>> = HashSet::new();
        let (part, parts) = self.settings.shard;
        self.look_anew(given, &mut known, found, 0)?;
        // A round without a new position is no reason to go on for ever.
        let mut in_vain = 0;
        while in_vain < 100 && known.len() < MOST && !self.is_enough(found) {
            let numbers: Vec<u64> = (0..GAMES).map(|at| (found.rounds * GAMES + at) * parts + part).collect();
            let before = known.len();
            for (numbers, played) in numbers.chunks(PLAYED).zip((0..).step_by(PLAYED)) {
                let done = self.share_done(found.rounds * GAMES + played, found.positions);
                self.tell([done; 2], 1, found);
                let until = self.rest().map(|rest| Instant::now() + rest / PLAYING);
                let is_late = || (self.is_late)() || until.is_some_and(|until| Instant::now() > until);
                let games = threads::in_parallel(self.settings.threads, numbers, |number| {
                    if is_late() { Ok(Vec::new()) } else { self.game(*number, &is_late) }
                });
                let games: Result<Vec<_>, Fault> = games.map_err(RunError::Thread)?.into_iter().collect();
                let games = games?.into_iter().flatten().collect();
                self.look_anew(games, &mut known, found, found.rounds * GAMES + played)?;
                if (self.is_late)() || self.has_enough_positions(found) {
                    return Ok(());
                }
            }
            found.rounds += 1;
            in_vain = if known.len() == before { in_vain + 1 } else { 0 };
        }
        Ok(())
    }

    /// Whether there is no need, or no time, for another round.
    fn is_enough(&self, found: &Found) -> bool {
        (self.is_late)()
            || self.settings.rounds.is_some_and(|most| found.rounds >= most)
            || self.has_enough_positions(found)
    }

    fn has_enough_positions(&self, found: &Found) -> bool {
        self.settings.positions.is_some_and(|most| found.positions >= most)
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
        mut positions: Vec<Reached<Text>>,
        known: &mut HashSet<Box<[u64]>>,
        found: &mut Found,
        games: u64,
    ) -> Result<(), RunError> {
        positions.retain(|reached| known.insert(reached.position.words().into()));
        if let Some(most) = self.settings.positions {
            positions.truncate((most - found.positions) as usize);
        }
        let behind = found.positions + positions.len() as u64;
        let part = [self.share_done(games, found.positions), self.share_done(games + PLAYED as u64, behind)];
        self.look(positions, found, part)
    }

    /// The positions of a game as far as it came in time; of one in which a question reached a limit, none.
    fn game(&self, number: u64, is_late: IsLate<'_>) -> Result<Vec<Reached<Text>>, Fault> {
        match of_game(self.rules, self.start, (self.settings.seed, number), is_late) {
            Err(Fault::Limit { .. } | Fault::Stopped) => Ok(Vec::new()),
            game => game,
        }
    }

    /// Attacks what the rules claim in these positions, which are this part of the run.
    fn look(&self, positions: Vec<Reached<Text>>, found: &mut Found, part: [f64; 2]) -> Result<(), RunError> {
        self.tell(part, positions.len() as u64, found);
        let batches: Vec<&[Reached<Text>]> = positions.chunks(BATCH).collect();
        let parts = threads::in_parallel(self.settings.threads, &batches, |batch| self.batch(batch));
        for part in parts.map_err(RunError::Thread)? {
            let (looked, rules) = part?;
            found.positions += looked;
            found.rules.iter_mut().zip(rules).for_each(|(rule, part)| add(rule, part));
        }
        Ok(())
    }

    /// What becomes of the claims in some positions, as far as time allows.
    fn batch(&self, positions: &[Reached<Text>]) -> Result<(u64, Vec<RuleReportOf<Text>>), Fault> {
        let mut found = self.unattacked();
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
        report: &mut RuleReportOf<Text>,
        reached: &Reached<Text>,
        position: &mut Position,
        moves: &[Move],
        prover: &mut Prover<'_>,
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
                Ok(Some(reason)) => self.refute(report, reached, (claim, reason)),
                Err(Cut::GivenUp) => report.undecided += 1,
                Err(Cut::Stopped) => return Ok(()),
                Err(Cut::Fault(fault)) => return Err(fault),
            }
        }
        if let Some(refuted) = refuted {
            self.refute(report, reached, refuted);
        }
        Ok(())
    }

    /// Takes up a claim that is refuted.
    fn refute(
        &self,
        report: &mut RuleReportOf<Text>,
        reached: &Reached<Text>,
        (Claim { play, answer }, reason): (Claim, Reason),
    ) {
        report.refuted += 1;
        let known = report.counterexample.as_ref();
        if known.is_some_and(|known| plies(known) <= reached.plies()) {
            return;
        }
        let level = self.world.contents().rules[report.rule].level;
        let words = reason.words(self.rules, self.rules.to_move(&reached.position), play, level);
        let Reached { moves, position } = reached.clone();
        let reply = reason.reply();
        report.counterexample =
            Some(Counterexample { position, moves, play, answer, reply, words, is_confirmed: None });
    }

    /// The share of a number that is behind; none where there is no end to it.
    fn share(&self, done: u64, of: Option<u64>) -> f64 {
        of.map_or(0.0, |of| done as f64 / of.max(1) as f64)
    }

    /// Tells that a part of the run begins, of so many positions.
    fn tell(&self, part: [f64; 2], positions: u64, found: &Found) {
        let sum = |of: fn(&RuleReportOf<Text>) -> u64| found.rules.iter().map(of).sum::<u64>();
        let what = format!(
            "{} positions: {} held, {} refuted, {} undecided",
            found.positions,
            sum(|rule| rule.held),
            sum(|rule| rule.refuted),
            sum(|rule| rule.undecided)
        );
        self.told.stage(part, positions, what);
    }
}

/// Takes up what another part of the positions gave of a rule.
fn add(report: &mut RuleReportOf<Text>, other: RuleReportOf<Text>) {
    report.held += other.held;
    report.refuted += other.refuted;
    report.undecided += other.undecided;
    report.unplayable += other.unplayable;
    let found = report.counterexample.take().into_iter().chain(other.counterexample);
    report.counterexample = found.min_by_key(plies);
}

/// How many moves lead to a counterexample; where nobody knows, more than to any other.
fn plies(found: &Counterexample<Position, Move>) -> usize {
    found.moves.as_ref().map_or(usize::MAX, Vec::len)
}
