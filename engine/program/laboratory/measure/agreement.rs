//! Whether competitors answer the same: asked before anything is timed.

use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::runtime::{LimitReached, Solutions};
use serde::Serialize;

use super::Asked;
use super::competitors::Competitor;
use super::costs::Subject;
use super::timed::{Once, Timed};
use noire_engine::bases::Backend;
use noire_engine::world::Trouble;

/// What was compared, and who answers otherwise than the first competitor.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Agreement {
    /// How many answers the first competitor gave to what has a row of its own; everyone else's were held against them.
    pub(crate) answers: usize,
    /// How many answers about subjects were compared, each in a position or at a node.
    pub(crate) others: usize,
    /// For each competitor the rows that it answers otherwise in some position. Back ends of the base never do.
    #[serde(skip)]
    pub(crate) differing: Vec<Vec<usize>>,
}

/// Why nothing can be timed.
#[derive(Clone, Debug)]
pub(crate) enum Disagreement {
    /// Something cannot be asked.
    Trouble(Trouble),
    /// The back ends of the base differ over this.
    BackEnds(String),
}

impl From<Trouble> for Disagreement {
    fn from(trouble: Trouble) -> Disagreement {
        Disagreement::Trouble(trouble)
    }
}

impl From<LimitReached> for Disagreement {
    fn from(limit: LimitReached) -> Disagreement {
        Disagreement::Trouble(limit.into())
    }
}

/// Whether nobody has set the sign to stop.
fn goes_on(stop: &AtomicBool) -> Result<(), LimitReached> {
    if stop.load(Ordering::Relaxed) { Err(LimitReached::Stopped) } else { Ok(()) }
}

/// Asks what has a row of its own in all positions, and holds the answers of all competitors against those of the first.
///
/// # Errors
/// When back ends of the base differ, when a question reaches a limit, and when the sign to stop is set.
pub(crate) fn of_rules<W: Timed>(
    world: &W,
    asked: &[Asked],
    competitors: &[Competitor<'_, W>],
    positions: &mut [Vec<W::Position>; 2],
    stop: &AtomicBool,
) -> Result<Agreement, Disagreement> {
    let mut found = Agreement { differing: vec![Vec::new(); competitors.len()], ..Agreement::default() };
    let Some((first, others)) = competitors.split_first() else { return Ok(found) };
    for (row, asked) in asked.iter().enumerate().filter(|(_, asked)| matches!(asked, Asked::One(_))) {
        for position in 0..positions[0].len() {
            goes_on(stop)?;
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

/// All back ends of a base, which are to say the same.
struct Together<'t> {
    backends: &'t [Backend],
    /// What is asked, in words.
    name: String,
    rooms: [Solutions; 2],
    compared: usize,
    stop: &'t AtomicBool,
}

impl Once for Together<'_> {
    fn once<P, T: PartialEq, E: Into<Trouble>>(
        &mut self,
        position: &mut P,
        mut ask: impl FnMut(Backend, &mut P, &mut Solutions) -> Result<T, E>,
        called: impl Fn(&P) -> String,
    ) -> Result<T, Disagreement> {
        goes_on(self.stop)?;
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

/// Asks subjects in all positions and at all nodes by each back end of the base, and gives how many answers were compared.
///
/// # Errors
/// When back ends of the base differ, when something cannot be asked, and when the sign to stop is set.
pub(crate) fn of_subjects<W: Timed>(
    world: &W,
    subjects: &[Subject],
    (positions, nodes): (&mut [W::Position], &W::Nodes),
    stop: &AtomicBool,
) -> Result<usize, Disagreement> {
    let mut compared = 0;
    for subject in subjects {
        let (backends, name) = (world.backends(), subject.name(world.contents()));
        let mut together = Together { backends, name, rooms: Default::default(), compared: 0, stop };
        world.each(*subject, positions, nodes, &mut together)?;
        compared += together.compared;
    }
    Ok(compared)
}

fn differ(what: &str, place: &str) -> Disagreement {
    Disagreement::BackEnds(format!("{what} with {place}"))
}
