//! The course of play in a game defined by rule files: the number of positions after some moves, and the results of
//! random games. These numbers and results of a mutant are compared with the numbers and results of the original.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::game::{Counting, Fault, Outcome, Rules, perft, playout};
use blanche_compiler::random::Random;

use super::checks::Notice;

/// Maximum number of positions at a depth. A greater number is not used as a check.
const MAX_COUNTED: u64 = 10_000;

/// Maximum number of positions at a depth for which the next depth is counted too. It is larger than `MAX_COUNTED`,
/// because bitboard operations count several moves in one step and can go beyond that.
const MAX_COUNT_BEFORE_NEXT_DEPTH: u64 = 10 * MAX_COUNTED;

/// Maximum depth of counting, in moves. It is needed because a game with a single line of play never exceeds the other
/// limits.
const MAX_DEPTH: u32 = 20;

/// Number of random games to play.
const GAMES: u64 = 40;

/// The length of a random game in moves, and its result.
type Played = (u32, Outcome);

/// The recorded course of play: position counts and random games.
pub struct PlayRecord {
    /// Number of positions after 0, 1, 2, … moves.
    counts: Vec<u64>,
    games: Vec<Played>,
    /// Seed of the random games.
    seed: u64,
}

impl PlayRecord {
    /// Counts the positions of a game and plays random games.
    pub(super) fn of(rules: &Rules, seed: u64, stop: &AtomicBool) -> Result<PlayRecord, Fault> {
        let mut course = PlayRecord { counts: Vec::new(), games: Vec::new(), seed };
        let counts = &mut course.counts;
        while counts.len() <= MAX_DEPTH as usize
            && counts.last().is_none_or(|count| *count <= MAX_COUNT_BEFORE_NEXT_DEPTH)
        {
            let Some(count) = count(rules, counts.len() as u32, stop)? else { break };
            if counts.last() == Some(&count) && counts.len() > 1 {
                break;
            }
            counts.push(count);
        }
        for number in 0..GAMES {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            course.games.push(played(rules, (seed, number))?);
        }
        Ok(course)
    }

    /// Checks that a mutant continues in the same way. The error is the check that notices a difference.
    pub(super) fn check(&self, mutant: &Rules, stop: &AtomicBool) -> Result<(), Notice> {
        let is_stopped = || stop.load(Ordering::Relaxed);
        for (depth, known) in (0..).zip(&self.counts) {
            let count = count(mutant, depth, stop);
            if is_stopped() {
                return Ok(());
            }
            expect_same(count.map(|count| count == Some(*known)), Notice::Counts(depth))?;
        }
        for (number, known) in (0..).zip(&self.games) {
            let game = played(mutant, (self.seed, number));
            if is_stopped() {
                return Ok(());
            }
            expect_same(game.map(|game| game == *known), Notice::Games(number))?;
        }
        Ok(())
    }
}

/// Converts a comparison with the original into the check that notices a difference.
fn expect_same(is_same: Result<bool, Fault>, notice: Notice) -> Result<(), Notice> {
    match is_same {
        Ok(true) => Ok(()),
        Err(Fault::Limit { .. }) => Err(Notice::Work("a move".to_owned())),
        Ok(false) | Err(_) => Err(notice),
    }
}

/// Number of positions after `depth` moves, or `None` if there are too many to count.
fn count(rules: &Rules, depth: u32, stop: &AtomicBool) -> Result<Option<u64>, Fault> {
    let (counted, is_enough) = (Cell::new(0), AtomicBool::new(false));
    let told = |number: u64| {
        counted.set(counted.get() + number);
        if counted.get() > MAX_COUNTED || stop.load(Ordering::Relaxed) {
            is_enough.store(true, Ordering::Relaxed);
        }
    };
    let how = Counting { strict: false, stop: &is_enough, told: &told };
    match perft(rules, &mut rules.start()?, depth, how) {
        Err(Fault::Stopped) => Ok(None),
        count => count.map(Some),
    }
}

fn played(rules: &Rules, (seed, number): (u64, u64)) -> Result<Played, Fault> {
    let mut random = Random::of(seed, &[number]);
    let (mut position, mut moves, mut plies) = (rules.start()?, Vec::new(), 0);
    let end = playout(rules, &mut position, &mut random, &mut moves, |_, _| plies += 1)?;
    Ok((plies, end.outcome))
}
