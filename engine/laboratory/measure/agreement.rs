//! Checks that competitors give the same answers, before anything is timed.

use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::runtime::{LimitReached, Solutions};
use serde::Serialize;

use super::MeasuredItem;
use super::competitors::Competitor;
use super::costs::Subject;
use super::measurement_world::{MeasurementWorld, SubjectRunner};
use noire_engine::bases::Backend;
use noire_engine::world::WorldError;

/// The number of compared answers, and the rows in which the answers of competitors differ.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Agreement {
    /// Number of answers of the first competitor, over all rows. The answers of the other competitors were compared
    /// with them.
    pub answers: usize,
    /// Number of compared answers about exports, values and other subjects. Each answer is for a position or a node of
    /// a search.
    pub others: usize,
    /// For each competitor, the rows in which its answers differ from those of the first competitor in some position.
    /// Empty for back ends of the base, which must agree.
    #[serde(skip)]
    pub differing: Vec<Vec<usize>>,
}

/// Why nothing can be timed.
#[derive(Clone, Debug)]
pub enum Disagreement {
    /// A query cannot be evaluated.
    World(WorldError),
    /// The back ends of the base differ in this query.
    BackEnds(String),
}

impl From<WorldError> for Disagreement {
    fn from(trouble: WorldError) -> Disagreement {
        Disagreement::World(trouble)
    }
}

impl From<LimitReached> for Disagreement {
    fn from(limit: LimitReached) -> Disagreement {
        Disagreement::World(limit.into())
    }
}

/// Fails if the user has stopped the run.
fn check_not_stopped(stop: &AtomicBool) -> Result<(), LimitReached> {
    if stop.load(Ordering::Relaxed) { Err(LimitReached::Stopped) } else { Ok(()) }
}

/// Evaluates the query of every row in all positions. Compares the answers of all competitors with the answers of the
/// first one.
///
/// # Errors
/// Fails if back ends of the base differ, if a query reaches a limit, or if the run is stopped.
pub fn of_rules<W: MeasurementWorld>(
    world: &W,
    asked: &[MeasuredItem],
    competitors: &[Competitor<'_, W>],
    positions: &mut [Vec<W::Position>; 2],
    stop: &AtomicBool,
) -> Result<Agreement, Disagreement> {
    let mut found = Agreement { differing: vec![Vec::new(); competitors.len()], ..Agreement::default() };
    let Some((first, others)) = competitors.split_first() else { return Ok(found) };
    for (row, asked) in asked.iter().enumerate().filter(|(_, asked)| matches!(asked, MeasuredItem::One(_))) {
        for position in 0..positions[0].len() {
            check_not_stopped(stop)?;
            let mut answers = |who: &Competitor<'_, W>| {
                who.answers(row, &mut positions[usize::from(who.is_other)][position])
            };
            let Some(known) = answers(first)? else { continue };
            found.answers += known.len();
            for (differing, other) in found.differing[1..].iter_mut().zip(others) {
                if differing.contains(&row) {
                    continue;
                }
                let Some(said) = answers(other)? else { continue };
                if other.is_other && other.written(row, &said) != first.written(row, &known) {
                    differing.push(row);
                } else if !other.is_other && !said.iter().eq(known.iter()) {
                    let place = world.written(&positions[0][position]);
                    return Err(differ(&asked.name(world.contents()), &place));
                }
            }
        }
    }
    Ok(found)
}

/// All back ends of a base. They must give the same answer.
struct AgreementCheck<'t> {
    backends: &'t [Backend],
    /// The name of the subject, for messages.
    name: String,
    rooms: [Solutions; 2],
    compared: usize,
    stop: &'t AtomicBool,
}

impl SubjectRunner for AgreementCheck<'_> {
    fn once<P, T: PartialEq, E: Into<WorldError>>(
        &mut self,
        position: &mut P,
        mut ask: impl FnMut(Backend, &mut P, &mut Solutions) -> Result<T, E>,
        called: impl Fn(&P) -> String,
    ) -> Result<T, Disagreement> {
        check_not_stopped(self.stop)?;
        self.compared += 1;
        let [room, another] = &mut self.rooms;
        let mut ask = |backend, position: &mut P, room: &mut Solutions| {
            ask(backend, position, room).map_err(|trouble| Disagreement::from(trouble.into()))
        };
        let known = ask(self.backends[0], position, room)?;
        for other in &self.backends[1..] {
            if ask(*other, position, another)? != known || !another.iter().eq(room.iter()) {
                return Err(differ(&self.name, &called(position)));
            }
        }
        Ok(known)
    }
}

/// Evaluates subjects in all positions and at all nodes with each back end of the base. Returns the number of
/// answers that were compared.
///
/// # Errors
/// Fails if back ends of the base differ, if a query cannot be evaluated, or if the run is stopped.
pub fn of_subjects<W: MeasurementWorld>(
    world: &W,
    subjects: &[Subject],
    (positions, nodes): (&mut [W::Position], &W::Nodes),
    stop: &AtomicBool,
) -> Result<usize, Disagreement> {
    let mut compared = 0;
    for subject in subjects {
        let (backends, name) = (world.backends(), subject.name(world.contents()));
        let mut together = AgreementCheck { backends, name, rooms: Default::default(), compared: 0, stop };
        world.each(*subject, positions, nodes, &mut together)?;
        compared += together.compared;
    }
    Ok(compared)
}

fn differ(what: &str, place: &str) -> Disagreement {
    Disagreement::BackEnds(format!("{what} with {place}"))
}
