//! Whether competitors answer the same: asked before anything is timed.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::runtime::{LimitReached, Solutions};

use super::Asked;
use super::competitors::{Competitor, Who};
use super::costs::{Asking, Subject, node_verdict};

use crate::bases::{Backend, Question, Subject as _};
use crate::board::{Color, Point, Position};
use crate::facts::Base;

/// What was compared, and who answers otherwise than the first competitor.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    /// How many answers the first competitor gave to rules; everyone else's were held against them.
    pub answers: usize,
    /// How many exports, values and verdicts were compared, each in a position or at a node.
    pub others: usize,
    /// For each competitor the rules, by their rows, that it answers otherwise in some position. Back ends of the base never do.
    pub differing: Vec<Vec<usize>>,
}

/// Why nothing can be timed.
#[derive(Clone, Debug)]
pub enum Disagreement {
    /// A question reached a limit.
    Limit(LimitReached),
    /// The back ends of the base differ over this.
    BackEnds(String),
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disagreement::Limit(limit) => limit.fmt(f),
            Disagreement::BackEnds(what) => write!(f, "the back ends differ over {what}; nothing was timed"),
        }
    }
}

/// Whether nobody has set the sign to stop.
fn goes_on(stop: &AtomicBool) -> Result<(), LimitReached> {
    if stop.load(Ordering::Relaxed) { Err(LimitReached::Stopped) } else { Ok(()) }
}

impl From<LimitReached> for Disagreement {
    fn from(limit: LimitReached) -> Disagreement {
        Disagreement::Limit(limit)
    }
}

/// Asks every rule of the rows in all positions, and holds the answers of all competitors against those of the first.
///
/// # Errors
/// When back ends of the base differ, when a question reaches a limit, and when the sign to stop is set.
pub fn of_rules(
    base: &Base,
    asked: &[Asked],
    competitors: &[Competitor<'_>],
    positions: &mut [Position],
    stop: &AtomicBool,
) -> Result<Agreement, Disagreement> {
    let mut found = Agreement { differing: vec![Vec::new(); competitors.len()], ..Agreement::default() };
    let Some((first, others)) = competitors.split_first() else { return Ok(found) };
    for (row, asked) in asked.iter().enumerate() {
        let (Asked::Rule(_), Some([rule])) = (asked, first.rules(row)) else { continue };
        for position in positions.iter_mut() {
            goes_on(stop)?;
            let answers = first.answers(*rule, position)?;
            found.answers += answers.len();
            for (at, other) in others.iter().enumerate() {
                let Some([rule]) = other.rules(row) else { continue };
                if found.differing[at + 1].contains(&row) || other.answers(*rule, position)? == answers {
                    continue;
                }
                if matches!(other.who, Who::Own(_)) {
                    return Err(differ(&asked.name(base), position));
                }
                found.differing[at + 1].push(row);
            }
        }
    }
    Ok(found)
}

/// Asks exports and values in all positions and verdicts at all nodes by each back end of the base, and gives how many were
/// compared.
///
/// # Errors
/// When back ends of the base differ, when a question reaches a limit, and when the sign to stop is set.
pub fn of_subjects(
    base: &Base,
    backends: &[Backend],
    asking: &[Asking<'_>],
    positions: &mut [Position],
    stop: &AtomicBool,
) -> Result<usize, Disagreement> {
    let Some((first, others)) = backends.split_first() else { return Ok(0) };
    let mut compared = 0;
    for one in asking.iter().filter(|one| one.backend == *first) {
        goes_on(stop)?;
        match one.subject {
            Subject::Export(export) => {
                for position in positions.iter_mut() {
                    goes_on(stop)?;
                    let answers = |backend, position: &mut Position| {
                        let mut room = Solutions::default();
                        base.answers_into(backend, Question::Export(export), position, &mut room)
                            .map(|()| room)
                    };
                    let known = answers(*first, position)?;
                    for other in others {
                        if !answers(*other, position)?.iter().eq(known.iter()) {
                            return Err(differ(&base.exports()[export].name, position));
                        }
                    }
                    compared += 1;
                }
            }
            Subject::Value => {
                for position in positions.iter_mut() {
                    goes_on(stop)?;
                    let color = position.to_move().unwrap_or(Color::Black);
                    let known = base.value(*first, position, color)?;
                    for other in others {
                        if base.value(*other, position, color)? != known {
                            return Err(differ("the value", position));
                        }
                    }
                    compared += 1;
                }
            }
            Subject::Verdict => {
                let mut outcome: Result<(), Disagreement> = Ok(());
                for walk in one.walks {
                    walk.each_node(|position, stone| {
                        if outcome.is_err() {
                            return;
                        }
                        compared += 1;
                        let goes_on = goes_on(stop).map_err(Disagreement::from);
                        outcome = goes_on.and_then(|()| same_verdict(base, backends, position, stone));
                    });
                }
                outcome?;
            }
        }
    }
    Ok(compared)
}

/// Whether the back ends give the same verdict where this stone is set.
fn same_verdict(
    base: &Base,
    backends: &[Backend],
    position: &mut Position,
    stone: Point,
) -> Result<(), Disagreement> {
    let verdicts: Result<Vec<Option<usize>>, LimitReached> =
        backends.iter().map(|backend| node_verdict(base, *backend, position, stone)).collect();
    match verdicts?.windows(2).all(|two| two[0] == two[1]) {
        true => Ok(()),
        false => Err(differ(&format!("the verdict at {stone}"), position)),
    }
}

fn differ(what: &str, position: &Position) -> Disagreement {
    Disagreement::BackEnds(format!("{what} with {}", position.options()))
}
