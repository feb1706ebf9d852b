//! Random games, played from a position to their end.

use std::sync::atomic::{AtomicBool, Ordering};

use super::fault::Fault;
use super::game_history::Past;
use super::moves::Move;
use super::rules::{End, Outcome, Rules};
use crate::random::Random;
use crate::runtime::{Position, Value};

/// Maximum number of moves of a game. A longer game is assumed to be endless.
pub const MAX_PLIES: u32 = 10_000;

/// Number of games played by bitboard operations between two progress reports.
const SOME: u64 = 256;

/// The results of several games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games.
    pub games: u64,
    /// Total number of moves in all games.
    pub plies: u64,
    /// Number of games that each player has won, in the order of the players.
    pub won: Vec<(Value, u64)>,
    /// Number of drawn games.
    pub drawn: u64,
}

/// Plays one game from `position` to its end, with uniformly random legal moves. Calls `each` before each move, with
/// the position and the move. Leaves `position` at the end of the game.
///
/// # Errors
/// When the game cannot go on or does not end, or a limit is reached.
pub fn playout(
    rules: &Rules,
    position: &mut Position,
    random: &mut Random,
    moves: &mut Vec<Move>,
    mut each: impl FnMut(&Position, Move),
) -> Result<End, Fault> {
    let mut past = Past::new(rules, position);
    for _ in 0..MAX_PLIES {
        if let Some(end) = rules.end_by_rule(position)? {
            return Ok(end);
        }
        rules.moves(position, moves)?;
        if moves.is_empty() {
            return rules.end_of_blocked(position);
        }
        // Choose moves exactly as `bitboard_games` does, so that a seed yields the same games with and without
        // bitboards.
        let mv = moves[random.index(moves.len())];
        each(position, mv);
        rules.play_on(position, mv, &mut past)?;
    }
    Err(Fault::Endless(MAX_PLIES))
}

/// Plays `games` random games from `start`, or fewer if `stop` is set. Calls `told` with the number of games finished
/// so far.
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
