//! Games by chance, from a position to their ends.

use std::sync::atomic::{AtomicBool, Ordering};

use super::fault::Fault;
use super::moves::Move;
use super::past::Past;
use super::rules::{End, Outcome, Rules};
use crate::random::Random;
use crate::runtime::{Position, Value};

/// A game that goes on for so many moves is taken for one that never ends.
pub const MOST_PLIES: u32 = 10_000;

/// So many games in words are played before anybody is told.
const SOME: u64 = 256;

/// What came of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many games there were.
    pub games: u64,
    /// The moves of all of them together.
    pub plies: u64,
    /// Who has won how many, in the order of the players.
    pub won: Vec<(Value, u64)>,
    /// How many nobody has won.
    pub drawn: u64,
}

/// Plays one game from this position to its end, every legal move as likely as the others, and hands over each move before it
/// is made. The position is the last one of the game then.
///
/// # Errors
/// When the game cannot go on, does not end, or a limit is reached.
pub fn playout(
    rules: &Rules,
    position: &mut Position,
    random: &mut Random,
    moves: &mut Vec<Move>,
    mut each: impl FnMut(&Position, Move),
) -> Result<End, Fault> {
    let mut past = Past::new(rules, position);
    for _ in 0..MOST_PLIES {
        if let Some(end) = rules.end_by_rule(position)? {
            return Ok(end);
        }
        rules.moves(position, moves)?;
        if moves.is_empty() {
            return rules.end_of_blocked(position);
        }
        // The same choice as of games in words, so that one seed gives the same games.
        let mv = moves[random.index(moves.len())];
        each(position, mv);
        rules.play_on(position, mv, &mut past)?;
    }
    Err(Fault::Endless(MOST_PLIES))
}

/// Plays so many games from this position, or until somebody sets the sign to stop; `told` hears how many are behind.
///
/// # Errors
/// When a game cannot go on or does not end, or a limit is reached.
pub fn playouts(
    rules: &Rules,
    start: &Position,
    games: u64,
    random: &mut Random,
    stop: &AtomicBool,
    told: &dyn Fn(u64),
) -> Result<Tally, Fault> {
    let mut tally = Tally {
        won: rules.program().players.iter().map(|player| (*player, 0)).collect(),
        ..Tally::default()
    };
    if let Some(in_words) = rules.in_words() {
        while tally.games < games && !stop.load(Ordering::Relaxed) {
            let some = in_words.playouts(rules, start, SOME.min(games - tally.games), random)?;
            tally.games += some.games;
            tally.plies += some.plies;
            tally.drawn += some.drawn;
            tally.won.iter_mut().zip(some.won).for_each(|((_, won), more)| *won += more);
            told(tally.games);
        }
        return Ok(tally);
    }
    let (mut position, mut moves) = (start.clone(), Vec::new());
    while tally.games < games && !stop.load(Ordering::Relaxed) {
        position.set_words(start.words());
        let mut plies = 0;
        let end = playout(rules, &mut position, random, &mut moves, |_, _| plies += 1)?;
        tally.games += 1;
        tally.plies += plies;
        match end.outcome {
            Outcome::Won(winner) => {
                tally.won.iter_mut().filter(|(player, _)| *player == winner).for_each(|(_, won)| *won += 1);
            }
            Outcome::Drawn => tally.drawn += 1,
        }
        told(tally.games);
    }
    Ok(tally)
}
