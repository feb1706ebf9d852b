//! A game from its end to its beginning: what the search has seen late in the game says what earlier moves were worth.
//!
//! ```text
//! 1. a position in which the game is over is worth what its end says
//! 2. where the position after the move that was made is won or lost, the move is known to be lost or won: a lost one is left
//!    out of the search
//! 3. the best moves are looked for, one after the other, each among those that are left
//! 4. a move that was made and is none of them is worth what the position after it is worth to the other side
//! ```

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::game::Fault;

use super::lost::Lost;
use super::{Analyst, Candidate, Played, Ply, Why, Worth};

/// Positions that follow each other.
pub struct Course<'c, A: Analyst> {
    /// The positions, one at least.
    pub places: &'c [A::Place],
    /// The moves between them, one fewer; nothing for a pass.
    pub moves: &'c [Option<A::Move>],
}

/// What was found of the positions from one on.
#[derive(Clone, Debug)]
pub struct Walked<M> {
    /// The number of the first of them, from 0.
    pub first: usize,
    /// The positions from it on.
    pub plies: Vec<Ply<M>>,
}

/// Looks for so many of the best moves of every position, from the last one on, until the sign to stop is set. A position that
/// was being looked at then counts only where it is the first.
///
/// # Errors
/// When the game cannot go on.
pub fn walk<A: Analyst>(
    analyst: &mut A,
    course: &Course<'_, A>,
    best: usize,
    stop: &AtomicBool,
    show: &mut dyn FnMut(usize),
) -> Result<Walked<A::Move>, Fault> {
    let mut backwards: Vec<Ply<A::Move>> = Vec::new();
    for at in (0..course.places.len()).rev() {
        show(at);
        let played = course.moves.get(at).copied();
        let ply = looked_at(analyst, &course.places[at], played, backwards.last(), best)?;
        let is_stopped = stop.load(Ordering::Relaxed);
        if !is_stopped || backwards.is_empty() {
            backwards.push(ply);
        }
        if is_stopped {
            break;
        }
    }
    let first = course.places.len() - backwards.len();
    backwards.reverse();
    Ok(Walked { first, plies: backwards })
}

/// Looks at a position in which this move was made, which led to the next one.
fn looked_at<A: Analyst>(
    analyst: &mut A,
    place: &A::Place,
    played: Option<Option<A::Move>>,
    next: Option<&Ply<A::Move>>,
    best: usize,
) -> Result<Ply<A::Move>, Fault> {
    let ended = analyst.ended(place)?;
    let mut ply = Ply { candidates: Vec::new(), ended, played: None, positions: 0, time: Duration::ZERO };
    if ply.ended.is_none() {
        // Step 2. What follows may say what the move is worth.
        let known = played.flatten().zip(next).and_then(|(mv, next)| known(mv, next));
        look_for_the_best(analyst, place, known, best, &mut ply)?;
    }
    // Step 4. The move that was made.
    let after = next.and_then(Ply::worth).map(Worth::before_the_move);
    ply.played = played.map(|mv| {
        let found = ply.candidates.iter().find(|candidate| Some(candidate.mv) == mv);
        let worth = found.map(|found| found.worth).or(after);
        let lost = ply.candidates.first().zip(worth).map(|(best, worth)| Lost::of(best.worth, worth));
        Played { mv, worth, lost: lost.unwrap_or_default() }
    });
    ply.candidates.truncate(best);
    Ok(ply)
}

/// Adds so many of the best moves, and the one of which something is known where that decides the game.
fn look_for_the_best<A: Analyst>(
    analyst: &mut A,
    place: &A::Place,
    known: Option<Candidate<A::Move>>,
    best: usize,
    ply: &mut Ply<A::Move>,
) -> Result<(), Fault> {
    let decided = known.clone().filter(|known| !matches!(known.worth, Worth::Scored(_)));
    let is_lost = |known: &&Candidate<A::Move>| matches!(known.worth, Worth::Loses(_));
    let mut besides: Vec<A::Move> = decided.iter().filter(is_lost).map(|known| known.mv).collect();
    // Step 3. The best moves.
    while ply.candidates.len() < best {
        let looked = analyst.best(place, &besides)?;
        (ply.positions, ply.time) = (ply.positions + looked.positions, ply.time + looked.time);
        let Some(found) = looked.best else { break };
        besides.push(found.mv);
        // A move that is the only one is not looked into, and the position after it was.
        let known = known.as_ref().filter(|known| known.mv == found.mv && found.depth <= 1);
        ply.candidates.push(known.cloned().unwrap_or(found));
    }
    if let Some(decided) = decided {
        ply.candidates.retain(|candidate| candidate.mv != decided.mv);
        ply.candidates.push(decided);
    }
    ply.candidates.sort_by_key(|candidate| -candidate.worth.value());
    Ok(())
}

/// What the position after a move says of it.
fn known<M: Copy>(mv: M, next: &Ply<M>) -> Option<Candidate<M>> {
    let worth = next.worth()?.before_the_move();
    let reply = next.candidates.first();
    let line = std::iter::once(mv).chain(reply.into_iter().flat_map(|reply| reply.line.iter().copied()));
    // The game is over, or the other side has a proof.
    let is_certain = next.ended.is_some() || reply.is_some_and(|reply| reply.why == Why::Proved);
    let why = match worth {
        _ if is_certain => Why::Proved,
        Worth::Scored(_) => Why::Value,
        Worth::Wins(_) | Worth::Loses(_) => Why::Seen,
    };
    let depth = 1 + reply.map_or(0, |reply| reply.depth);
    Some(Candidate { mv, worth, why, line: line.collect(), depth })
}
