//! Analyses a game from its end to its beginning, so that results from late in the game improve the values of earlier
//! moves.
//!
//! ```text
//! 1. If the game is over in a position, the value of the position is the result of the game.
//! 2. If the position after the move that was made is won or lost, the value of that move is known. A losing move
//!    is excluded from the search.
//! 3. The best of the remaining moves are searched, and the move that was made is searched to the same depth.
//! 4. If the move that was made was not searched, its value is the value of the next position, with the sign changed.
//!    If this value exceeds the value of the best move, the move that was made becomes the best move.
//! ```

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::game::Fault;
use blanche_sorted::Arrange;

use super::move_loss::MoveLoss;
use super::{AnalysisRequest, Analyst, Candidate, Evaluation, Played, Ply, Why};

/// Consecutive positions of a game.
pub struct GameMoves<'c, A: Analyst> {
    /// The positions. There is at least one.
    pub places: &'c [A::SearchPosition],
    /// The moves between the positions, one fewer than there are positions. `None` is a pass.
    pub moves: &'c [Option<A::Move>],
}

/// The analysis of the positions of a game from the position `first` on.
#[derive(Clone, Debug)]
pub struct AnalysedGame<M> {
    /// The index of the first analysed position, counted from 0.
    pub first: usize,
    /// The analysed positions, from `first` on.
    pub plies: Vec<Ply<M>>,
}

/// Analyses every position of a game, from the last to the first, and looks for `best` moves in each. Stops when `stop`
/// is set. The position that is being analysed at that time is dropped, unless it is the only one.
///
/// # Errors
/// Fails if the game cannot continue.
pub fn analyse_game<A: Analyst>(
    analyst: &mut A,
    game: &GameMoves<'_, A>,
    best: usize,
    stop: &AtomicBool,
    show: &mut dyn FnMut(usize),
) -> Result<AnalysedGame<A::Move>, Fault> {
    let mut backwards: Vec<Ply<A::Move>> = Vec::new();
    for at in (0..game.places.len()).rev() {
        show(at);
        let played = game.moves.get(at).copied();
        let ply = analyse_position(analyst, &game.places[at], played, backwards.last(), best)?;
        let is_stopped = stop.load(Ordering::Relaxed);
        if !is_stopped || backwards.is_empty() {
            backwards.push(ply);
        }
        if is_stopped {
            break;
        }
    }
    let first = game.places.len() - backwards.len();
    backwards.reverse();
    Ok(AnalysedGame { first, plies: backwards })
}

/// Analyses a position in which the move `played` was made. `next` is the analysis of the position after that move.
fn analyse_position<A: Analyst>(
    analyst: &mut A,
    place: &A::SearchPosition,
    played: Option<Option<A::Move>>,
    next: Option<&Ply<A::Move>>,
    best: usize,
) -> Result<Ply<A::Move>, Fault> {
    let ended = analyst.ended(place)?;
    let mut ply = Ply {
        candidates: Vec::new(),
        is_solved: false,
        ended,
        given_up: None,
        played: None,
        positions: 0,
        time: Duration::ZERO,
    };
    let after = played.flatten().zip(next).and_then(|(mv, next)| known(mv, next));
    if ply.ended.is_none() {
        add_best_moves(analyst, place, (played.flatten(), after.as_ref()), best, &mut ply)?;
    }
    // Step 4. The value of the move that was made.
    ply.played = played.map(|mv| {
        let found = ply.candidates.iter().find(|candidate| Some(candidate.mv) == mv);
        let passed = next.and_then(Ply::evaluation).map(Evaluation::before_the_move);
        let evaluation = found.map(|found| found.evaluation).or(passed);
        let lost = ply
            .candidates
            .first()
            .zip(evaluation)
            .map(|(best, evaluation)| MoveLoss::of(best.evaluation, evaluation));
        Played { mv, evaluation, lost: lost.unwrap_or_default() }
    });
    ply.candidates.truncate(best);
    Ok(ply)
}

/// Adds the best moves and the move that was made, best first. `after` is the value of the move that was made, computed
/// from the analysis of the next position.
fn add_best_moves<A: Analyst>(
    analyst: &mut A,
    place: &A::SearchPosition,
    (played, after): (Option<A::Move>, Option<&Candidate<A::Move>>),
    best: usize,
    ply: &mut Ply<A::Move>,
) -> Result<(), Fault> {
    // Step 2. The next position may determine the value of the move that was made.
    let decided = after.filter(|after| after.evaluation.is_result());
    let lost =
        decided.filter(|decided| matches!(decided.evaluation, Evaluation::Loses(_))).map(|lost| lost.mv);
    // Step 3. The best moves.
    let played = if decided.is_some() { None } else { played };
    let looked = analyst.best(place, AnalysisRequest { best, played, excluded: lost.as_slice() })?;
    (ply.positions, ply.time) = (looked.positions, looked.time);
    (ply.candidates, ply.is_solved) = (looked.candidates, looked.is_solved);
    ply.given_up = looked.given_up;
    let highest = ply.candidates.iter().map(|candidate| candidate.evaluation.value()).max();
    let is_found = |mv| ply.candidates.iter().any(|candidate| candidate.mv == mv);
    let is_better = |after: &&Candidate<A::Move>| {
        // If there is no best move, the search found no difference between the moves.
        !is_found(after.mv) && highest.is_some_and(|highest| after.evaluation.value() > highest)
    };
    if let Some(known) = decided.or(after.filter(is_better)) {
        ply.is_solved |= matches!(known.evaluation, Evaluation::Wins(_)) || ply.candidates.is_empty();
        ply.candidates.retain(|candidate| candidate.mv != known.mv);
        ply.candidates.push(known.clone());
    }
    ply.candidates.arrange_by_key(|candidate| -candidate.evaluation.value());
    Ok(())
}

/// The value of the move `mv`, computed from the position after that move.
fn known<M: Copy>(mv: M, next: &Ply<M>) -> Option<Candidate<M>> {
    let evaluation = next.evaluation()?.before_the_move();
    let reply = next.candidates.first();
    let line = std::iter::once(mv).chain(reply.into_iter().flat_map(|reply| reply.line.iter().copied()));
    // The value is certain if the game is over, or if the opponent's win is proved.
    let is_certain = next.ended.is_some() || reply.is_some_and(|reply| reply.why == Why::Proved);
    let why = match evaluation {
        _ if is_certain => Why::Proved,
        Evaluation::Scored(_) => Why::Value,
        Evaluation::Wins(_) | Evaluation::Loses(_) | Evaluation::Drawn => Why::Known,
    };
    let depth = 1 + reply.map_or(0, |reply| reply.depth);
    Some(Candidate { mv, evaluation, why, line: line.collect(), depth })
}
