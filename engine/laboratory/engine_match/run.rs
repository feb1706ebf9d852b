//! All games of a match, on several cores.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::opening::opening;
use super::played::{Contestant, Played, Terms, play};
use crate::board::Color;
use crate::games::LimitReached;
use crate::laboratory::verify::run::RunError;
use crate::laboratory::verify::threads;

/// A match.
pub struct Match<'c> {
    /// By which rules, and in which time.
    pub terms: Terms<'c>,
    /// Who against whom.
    pub contestants: [&'c Contestant; 2],
    /// So many openings, each from both sides.
    pub pairs: u64,
    /// What is drawn at random follows from it.
    pub seed: u64,
    /// So many games at the same time.
    pub threads: usize,
    /// No more games are begun, and those that are played are broken off, after this is set.
    pub stop: Arc<AtomicBool>,
}

/// Plays all games; `show` is told of the games so far. Pairs that were not played to their end are left out.
///
/// # Errors
/// When a question to the rules reaches the step limit, or no thread can be started.
pub fn run(wanted: &Match<'_>, show: &dyn Fn(&[Played])) -> Result<Vec<Played>, RunError> {
    let mut games = Vec::new();
    // Both games of an opening are one item; so many items are given out that no core waits long, where there are several.
    let batch = if wanted.threads > 1 { 2 * wanted.threads as u64 } else { 1 };
    let mut next = 0;
    while next < wanted.pairs {
        show(&games);
        let numbers: Vec<u64> = (next..wanted.pairs.min(next.saturating_add(batch))).collect();
        next += numbers.len() as u64;
        let played = threads::in_parallel(wanted.threads, &numbers, |&number| pair(wanted, number));
        for pair in played.map_err(RunError::Thread)? {
            games.extend(pair?);
        }
        if wanted.stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(games)
}

/// Both games of an opening; none where they were broken off.
fn pair(wanted: &Match<'_>, number: u64) -> Result<Vec<Played>, LimitReached> {
    let Match { terms, contestants, seed, stop, .. } = wanted;
    let moves = opening(terms.base, terms.backend, *seed, number)?;
    let mut games = Vec::with_capacity(2);
    for first in Color::ALL {
        let Some(played) = play(terms, *contestants, first, &moves, stop)? else { return Ok(Vec::new()) };
        games.push(Played { pair: number, ..played });
    }
    Ok(games)
}
