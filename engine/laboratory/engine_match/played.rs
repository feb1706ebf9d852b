//! A game of a match, and the judge: the moves have to be possible and in time, and the rules of level 0 say who has won.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::bases::Backend;
use crate::board::{Color, Point, Position};
use crate::facts::Base;
use crate::games::ended;
use crate::games::{FiveInARow, LimitReached};
use crate::proof_check::FiveInARowStrategy;
use crate::record::{GameRecord, Move, Outcome, WinReason};
use crate::search::player::{Budget, Player};
use crate::search::time::TimeControl;

/// Somebody who plays in a match.
pub struct Contestant {
    /// The name in records.
    pub name: String,
    /// How wins are looked for.
    pub strategy: &'static FiveInARowStrategy,
    /// The positions that may be examined for a move.
    pub positions: Option<u64>,
    /// Rules up to this level are asked.
    pub levels: u32,
    /// So many moves the positional search looks ahead at most.
    pub deepest: u32,
}

/// A game as it was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The record, with the moves of the opening in front.
    pub record: GameRecord,
    /// The colour of the first contestant.
    pub first: Color,
    /// The number of the opening; both games of it stand for a pair.
    pub pair: u64,
    /// The longest that a move of each contestant took.
    pub slowest: [Duration; 2],
    /// The positions that each has examined.
    pub positions: [u64; 2],
}

/// By which rules a game is played, and in which time.
#[derive(Clone, Copy)]
pub struct Terms<'b> {
    /// The rules.
    pub base: &'b Base,
    /// Who answers questions to them.
    pub backend: Backend,
    /// The time of both.
    pub time: TimeControl,
    /// A move that takes so much longer than its limit loses the game.
    pub tolerance: Duration,
}

/// Plays a game from an opening; nothing where it was broken off.
///
/// # Errors
/// When the question who has won reaches the step limit.
pub fn play(
    terms: &Terms<'_>,
    contestants: [&Contestant; 2],
    first: Color,
    opening: &[Point],
    stop: &Arc<AtomicBool>,
) -> Result<Option<Played>, LimitReached> {
    let mut position = Position::after_moves(opening).expect("an opening can be played");
    let mut played = Played {
        record: GameRecord { rules: Some(terms.base.name().to_owned()), ..GameRecord::of_moves(opening) },
        first,
        pair: 0,
        slowest: [Duration::ZERO; 2],
        positions: [0; 2],
    };
    for color in Color::ALL {
        let name = &contestants[usize::from(color != first)].name;
        played.record.players[color.index()] = Some(name.clone());
    }
    let budgets = contestants.map(|contestant| Budget {
        positions: contestant.positions,
        levels: contestant.levels,
        deepest: contestant.deepest,
        stop: Arc::clone(stop),
        ..Budget::default()
    });
    let players = [0, 1].map(|at: usize| Player::new(&budgets[at]));
    let mut clocks = [terms.time; 2];
    let outcome = loop {
        if let Some(outcome) = ended(terms.base, terms.backend, &mut position)? {
            break outcome;
        }
        let to_move = position.to_move().expect("sides take turns");
        let at = usize::from(to_move != first);
        let lost = |by| Outcome::Win { winner: to_move.other(), by: Some(by) };
        let limit = clocks[at].for_a_move(Duration::ZERO);
        let budget = budgets[at].clone().with_time(limit);
        let mut game = FiveInARow::new(terms.base, terms.backend, position.clone());
        let begin = Instant::now();
        let choice = players[at].choose(contestants[at].strategy, &mut game, &budget);
        let took = begin.elapsed();
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        clocks[at].spend(took);
        played.slowest[at] = played.slowest[at].max(took);
        played.positions[at] += choice.positions;
        if limit.is_some_and(|limit| took > limit.most + terms.tolerance) {
            break lost(WinReason::Time);
        }
        let Some(mv) = choice.mv.filter(|mv| position.is_empty(*mv)) else {
            break lost(WinReason::Forfeit);
        };
        position.play(mv).expect("the field is empty");
        let milliseconds = Some(took.as_millis() as u64);
        played.record.moves.push(Move { milliseconds, ..mv.into() });
    };
    played.record.result = Some(outcome);
    Ok(Some(played))
}
