//! How much a game's rules know: of the positions in which whoever is to move wins within so many moves, in how many does a rule
//! say so?
//!
//! ```text
//! within n      by exhaustive search, the player who is to move wins within n moves and not within a smaller number that is
//!               asked for
//! to be known   what claims of level n suppose holds there; elsewhere no rule of that level may speak
//! recognised    the rule that a player would take plays a move that wins within n: of those that claim, the first of the
//!               lowest level, by its first answer; its level is at most n
//! named         some rule of a level up to n plays such a move by some answer
//! ```
//!
//! A rule that is taken and whose move does not win within its level makes a false claim, which is counted wherever it is made.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use blanche_compiler::game::{Fault, Move, Rules};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::Position;

use super::claims::{Claim, claiming, claims};
use super::positions::{IsLate, Reachable, Reached, of_game};
use super::prover::{Cut, Prover};
use super::verify::{FEW, RunError};
use crate::laboratory::verify::run::Stage;
use crate::laboratory::verify::threads;

/// What is covered.
#[derive(Clone)]
pub struct Settings {
    /// Random games follow from it.
    pub seed: u64,
    /// So many positions of random games; all that can be reached where they are few and this says nothing.
    pub positions: Option<usize>,
    /// Numbers of moves, the least first.
    pub levels: Vec<u32>,
    /// No position is begun after so long.
    pub time: Option<Duration>,
    /// So many positions may be examined for one.
    pub nodes: u64,
    /// So many threads work.
    pub threads: usize,
    /// This part of so many: from 0 up to, and not including, the second number.
    pub shard: (u64, u64),
    /// No position is begun after this is set.
    pub stop: Arc<AtomicBool>,
    /// These rules are not asked.
    pub without: Vec<RuleId>,
    /// So many wins of each level that no rule names are kept.
    pub missing: usize,
}

/// So many positions of random games where nothing else is said.
pub const POSITIONS: usize = 1000;

/// So many games without a new position are enough.
const IN_VAIN: usize = 1000;

/// The positions to look at are looked for in this part of the time.
const SOUGHT: u32 = 2;

/// Positions that one thread takes at once.
const BATCH: usize = 16;

/// What was found.
#[derive(Clone, Debug)]
pub struct Report {
    /// How many positions were looked at.
    pub positions: u64,
    /// How many can be reached, those included in which the game is over, where all were looked at.
    pub all: Option<usize>,
    /// Positions that were given up at a limit.
    pub undecided: u64,
    /// Wins by the number of moves.
    pub rows: Vec<Row>,
    /// The rules that were taken.
    pub taken: Vec<Taken>,
}

/// The wins within one number of moves.
#[derive(Clone, Debug)]
pub struct Row {
    /// Within so many moves.
    pub level: u32,
    /// How many there are.
    pub wins: u64,
    /// Those in which rules of this level may speak.
    pub to_be_known: u64,
    /// Those of them that the rule which is taken recognises.
    pub recognised: u64,
    /// Those of them that some rule names.
    pub named: u64,
    /// The first of those that no rule names, with the moves that win.
    pub missing: Vec<(Reached, Vec<Move>)>,
}

/// A rule that was taken.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The rule.
    pub rule: RuleId,
    /// How often.
    pub times: u64,
    /// How often its move does not win within its level.
    pub failed: u64,
}

/// What one position gives.
struct Finding {
    /// Within how many moves it is won; nothing where it is not.
    won: Option<Won>,
    /// The rule that is taken, and whether its move fails.
    taken: Option<(RuleId, bool)>,
}

struct Won {
    level: u32,
    is_to_be_known: bool,
    is_recognised: bool,
    is_named: bool,
    by: Vec<Move>,
}

/// Covers the positions of a game from this one on, or these where some are given; `show` is told how far it is.
///
/// # Errors
/// When the game cannot go on, or no thread can be started.
pub fn cover(
    rules: &Rules,
    start: &Position,
    given: Option<Vec<Reached>>,
    settings: &Settings,
    show: &(dyn Fn(Stage) + Sync),
) -> Result<Report, RunError> {
    let begin = Instant::now();
    let is_late =
        || settings.stop.load(Ordering::Relaxed) || settings.time.is_some_and(|time| begin.elapsed() > time);
    show(Stage { done: 0.0, what: "positions to look at".to_owned() });
    let (positions, all) = match given {
        Some(given) => (given, None),
        None => {
            // Positions that nobody has time to look at are none.
            let has_sought_long = || settings.time.is_some_and(|time| begin.elapsed() > time / SOUGHT);
            positions(rules, start, settings, &|| is_late() || has_sought_long())?
        }
    };
    let (part, parts) = settings.shard;
    let positions: Vec<Reached> =
        positions.into_iter().skip(part as usize).step_by(parts.max(1) as usize).collect();
    let mut report = Report { positions: 0, all, undecided: 0, rows: rows(settings), taken: Vec::new() };
    let asked: Vec<RuleId> =
        claiming(rules).into_iter().filter(|rule| !settings.without.contains(rule)).collect();
    let batches: Vec<&[Reached]> = positions.chunks(BATCH).collect();
    for some in batches.chunks(settings.threads.max(1) * 2) {
        let done = report.positions as f64 / positions.len().max(1) as f64;
        show(Stage { done, what: format!("{} of {} positions", report.positions, positions.len()) });
        let found = threads::in_parallel(settings.threads, some, |batch| {
            findings(rules, batch, &asked, settings, &is_late)
        });
        for (batch, found) in some.iter().zip(found.map_err(RunError::Thread)?) {
            for (reached, finding) in batch.iter().zip(found?) {
                report.take(reached, finding, settings.missing);
            }
        }
        if is_late() {
            report.all = None;
            break;
        }
    }
    report.taken.sort_by_key(|taken| taken.rule);
    Ok(report)
}

fn rows(settings: &Settings) -> Vec<Row> {
    let row = |level: &u32| Row {
        level: *level,
        wins: 0,
        to_be_known: 0,
        recognised: 0,
        named: 0,
        missing: Vec::new(),
    };
    settings.levels.iter().map(row).collect()
}

impl Report {
    /// Takes up what a position gave; nothing where it was given up.
    fn take(&mut self, reached: &Reached, finding: Option<Finding>, missing: usize) {
        self.positions += 1;
        let Some(finding) = finding else {
            self.undecided += 1;
            return;
        };
        if let Some((rule, has_failed)) = finding.taken {
            let at = self.taken.iter().position(|taken| taken.rule == rule).unwrap_or_else(|| {
                self.taken.push(Taken { rule, times: 0, failed: 0 });
                self.taken.len() - 1
            });
            self.taken[at].times += 1;
            self.taken[at].failed += u64::from(has_failed);
        }
        let Some(won) = finding.won else { return };
        let Some(row) = self.rows.iter_mut().find(|row| row.level == won.level) else { return };
        row.wins += 1;
        if !won.is_to_be_known {
            return;
        }
        row.to_be_known += 1;
        row.recognised += u64::from(won.is_recognised);
        row.named += u64::from(won.is_named);
        if !won.is_named && row.missing.len() < missing {
            row.missing.push((reached.clone(), won.by));
        }
    }
}

/// The positions to look at, and how many can be reached where these are all.
fn positions(
    rules: &Rules,
    start: &Position,
    settings: &Settings,
    is_late: IsLate<'_>,
) -> Result<(Vec<Reached>, Option<usize>), Fault> {
    if settings.positions.is_none()
        && let Some(reachable) = Reachable::from(rules, start, FEW, is_late)?
    {
        let all = (0..reachable.len()).map(|number| reachable.get(number)).collect();
        return Ok((all, Some(reachable.all)));
    }
    let most = settings.positions.unwrap_or(POSITIONS);
    let (mut positions, mut known) = (Vec::new(), HashSet::<Box<[u64]>>::new());
    let (mut number, mut in_vain) = (0, 0);
    while positions.len() < most && in_vain < IN_VAIN && !is_late() {
        let game = match of_game(rules, start, (settings.seed, number), is_late) {
            Err(Fault::Limit { .. } | Fault::Stopped) => Vec::new(),
            game => game?,
        };
        number += 1;
        let before = positions.len();
        positions.extend(game.into_iter().filter(|reached| known.insert(reached.position.words().into())));
        in_vain = if positions.len() == before { in_vain + 1 } else { 0 };
    }
    positions.truncate(most);
    Ok((positions, None))
}

/// What the positions of a batch give, as far as time allows.
fn findings(
    rules: &Rules,
    batch: &[Reached],
    asked: &[RuleId],
    settings: &Settings,
    is_late: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Option<Finding>>, Fault> {
    let mut prover = Prover::new(rules, settings.nodes, is_late);
    let mut found = Vec::with_capacity(batch.len());
    for reached in batch {
        match finding(rules, &reached.position, asked, settings, &mut prover) {
            Ok(finding) => found.push(Some(finding)),
            Err(Cut::GivenUp) => found.push(None),
            Err(Cut::Stopped) => break,
            Err(Cut::Fault(fault)) => return Err(fault),
        }
        if is_late() {
            break;
        }
    }
    Ok(found)
}

fn finding(
    rules: &Rules,
    position: &Position,
    asked: &[RuleId],
    settings: &Settings,
    prover: &mut Prover<'_>,
) -> Result<Finding, Cut> {
    let (mut position, mut moves) = (position.clone(), Vec::new());
    rules.moves(&mut position, &mut moves)?;
    let level_of = |rule: RuleId| rules.program().rule(rule).level;
    let mut claimed: Vec<(RuleId, Vec<Claim>)> = Vec::new();
    for rule in asked {
        let claims = claims(rules, *rule, &mut position, &moves)?.all;
        if !claims.is_empty() {
            claimed.push((*rule, claims));
        }
    }
    // Rules are asked by level and then as they stand in the text.
    let first = claimed.first().map(|(rule, claims)| (*rule, claims[0].play));
    let taken = match first {
        None => None,
        Some((rule, play)) => {
            let player = rules.to_move(&position);
            Some((rule, !prover.wins_by(&mut position, player, play, level_of(rule))?))
        }
    };
    let won = match prover.soonest(&mut position, &moves, &settings.levels)? {
        None => None,
        Some((level, by)) => Some(Won {
            level,
            is_to_be_known: rules.supposes(&mut position, level)?,
            is_recognised: first.is_some_and(|(rule, play)| level_of(rule) <= level && by.contains(&play)),
            is_named: claimed
                .iter()
                .filter(|(rule, _)| level_of(*rule) <= level)
                .any(|(_, claims)| claims.iter().any(|claim| by.contains(&claim.play))),
            by,
        }),
    };
    Ok(Finding { won, taken })
}
