//! How a game in text goes on: how many positions there are after some moves, and how random games end. Those of a mutant are
//! compared with those of the game itself.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::game::{Counting, Fault, Outcome, Rules, perft, playout};
use blanche_compiler::random::Random;

use super::checks::Notice;

/// Positions are counted as deep as there are no more than so many.
const COUNTED: u64 = 10_000;

/// Words count several moves at once and so more than that; where there are more than so many, no deeper.
const MOST_COUNTED: u64 = 10 * COUNTED;

/// And no deeper than this: a game with a single line of moves goes on for ever.
const DEEPEST: u32 = 20;

/// So many random games are played.
const GAMES: u64 = 40;

/// How a random game went: how many moves it had, and who won.
type Played = (u32, Outcome);

/// How a game goes on.
pub(crate) struct Course {
    /// How many positions there are after 0, 1, 2, … moves.
    counts: Vec<u64>,
    games: Vec<Played>,
    /// The games follow from it.
    seed: u64,
}

impl Course {
    /// Counts the positions of a game, and plays it.
    pub(super) fn of(rules: &Rules, seed: u64, stop: &AtomicBool) -> Result<Course, Fault> {
        let mut course = Course { counts: Vec::new(), games: Vec::new(), seed };
        let counts = &mut course.counts;
        while counts.len() <= DEEPEST as usize && counts.last().is_none_or(|count| *count <= MOST_COUNTED) {
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

    /// Asks whether a mutant goes on in the same way.
    pub(super) fn notices(&self, mutant: &Rules, stop: &AtomicBool) -> Result<(), Notice> {
        let is_stopped = || stop.load(Ordering::Relaxed);
        for (depth, known) in (0..).zip(&self.counts) {
            let count = count(mutant, depth, stop);
            if is_stopped() {
                return Ok(());
            }
            as_before(count.map(|count| count == Some(*known)), Notice::Counts(depth))?;
        }
        for (number, known) in (0..).zip(&self.games) {
            let game = played(mutant, (self.seed, number));
            if is_stopped() {
                return Ok(());
            }
            as_before(game.map(|game| game == *known), Notice::Games(number))?;
        }
        Ok(())
    }
}

/// Who notices where something is not as before.
fn as_before(is_same: Result<bool, Fault>, notice: Notice) -> Result<(), Notice> {
    match is_same {
        Ok(true) => Ok(()),
        Err(Fault::Limit { .. }) => Err(Notice::Work("a move".to_owned())),
        Ok(false) | Err(_) => Err(notice),
    }
}

/// How many positions there are after so many moves; nothing where there are too many to be counted.
fn count(rules: &Rules, depth: u32, stop: &AtomicBool) -> Result<Option<u64>, Fault> {
    let (counted, is_enough) = (Cell::new(0), AtomicBool::new(false));
    let told = |number: u64| {
        counted.set(counted.get() + number);
        if counted.get() > COUNTED || stop.load(Ordering::Relaxed) {
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
