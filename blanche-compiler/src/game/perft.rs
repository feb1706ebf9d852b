//! How many positions a game has: the field's test of the rules of moves.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use super::fault::Fault;
use super::images::Images;
use super::moves::Move;
use super::past::Past;
use super::rules::Rules;
use crate::runtime::Position;

/// How positions are counted.
#[derive(Clone, Copy)]
pub struct Counting<'c> {
    /// Games that ended before are left out; otherwise each counts as one.
    pub strict: bool,
    /// Who sets it has the counting given up.
    pub stop: &'c AtomicBool,
    /// Is told now and then how many were counted since it was told last.
    pub told: &'c dyn Fn(u64),
}

/// What counting different positions may keep at once by default, in bytes: a gibibyte.
pub const MOST_KEPT: u64 = 1 << 30;

/// What a box of so many words takes, in bytes, with what the allocator adds to it.
fn boxed(words: usize) -> u64 {
    8 * words as u64 + 16
}

/// What a place in a growing list or table takes for a box, in bytes: half of the places may be empty.
const PLACE: u64 = 2 * 17;

/// So many moves are counted in words before anybody is told.
const MOST_IN_WORDS: usize = 6;

/// What a walk through all games keeps for each move that it is away from the beginning.
struct Room {
    moves: Vec<Move>,
    words: Vec<u64>,
}

/// How many positions there are after exactly so many moves, each as often as there are ways to it, and how many games ended
/// before. It keeps no table. The last moves are counted and not made: whether the game is over after them is not asked. What
/// stood before the position is forgotten.
///
/// # Errors
/// When the game cannot go on somewhere, a limit is reached, or somebody sets the sign to stop.
pub fn perft(rules: &Rules, position: &mut Position, depth: u32, how: Counting<'_>) -> Result<u64, Fault> {
    let room = || Room { moves: Vec::new(), words: vec![0; position.words().len()] };
    let mut rooms: Vec<Room> = (0..depth).map(|_| room()).collect();
    let mut past = Past::new(rules, position);
    count(rules, (position, &mut past), &mut rooms, how)
}

/// The same by the first move; no moves where the game is over in this position, or nothing is to be counted behind it.
///
/// # Errors
/// As [`perft`].
pub fn divide(
    rules: &Rules,
    position: &mut Position,
    depth: u32,
    how: Counting<'_>,
) -> Result<Vec<(Move, u64)>, Fault> {
    let mut moves = Vec::new();
    if depth == 0 || rules.end_by_rule(position)?.is_some() {
        return Ok(Vec::new());
    }
    rules.moves(position, &mut moves)?;
    let room = || Room { moves: Vec::new(), words: vec![0; position.words().len()] };
    let mut rooms: Vec<Room> = (1..depth).map(|_| room()).collect();
    let mut past = Past::new(rules, position);
    let mut counts = Vec::with_capacity(moves.len());
    for mv in moves {
        let mut after = position.clone();
        rules.play_on(&mut after, mv, &mut past)?;
        counts.push((mv, count(rules, (&mut after, &mut past), &mut rooms, how)?));
        past.take_back(rules);
    }
    Ok(counts)
}

fn count(
    rules: &Rules,
    (position, past): (&mut Position, &mut Past),
    rooms: &mut [Room],
    how: Counting<'_>,
) -> Result<u64, Fault> {
    let Some((room, rest)) = rooms.split_first_mut() else { return Ok(1) };
    if rest.len() < MOST_IN_WORDS
        && let Some(in_words) = rules.in_words()
    {
        let number = in_words.perft(rules, (position, past), rest.len() as u32 + 1, how.strict, how.stop)?;
        (how.told)(number);
        return Ok(number);
    }
    let ended = u64::from(!how.strict);
    if rules.end_by_rule(position)?.is_some() {
        return Ok(ended);
    }
    rules.moves(position, &mut room.moves)?;
    if room.moves.is_empty() {
        rules.end_of_blocked(position)?;
        return Ok(ended);
    }
    if rest.is_empty() {
        let number = room.moves.len() as u64;
        (how.told)(number);
        return if how.stop.load(Ordering::Relaxed) { Err(Fault::Stopped) } else { Ok(number) };
    }
    room.words.copy_from_slice(position.words());
    let mut all = 0;
    for at in 0..room.moves.len() {
        rules.play_on(position, room.moves[at], past)?;
        all += count(rules, (position, past), rest, how)?;
        past.take_back(rules);
        position.set_words(&room.words);
    }
    Ok(all)
}

/// How many different positions there are after 0, 1, 2, … moves, up to so many, with their histories, but whatever stood before
/// them: how often a position has stood ends no game here. There are fewer numbers where all games are over before; `each` is told every number as soon as it is counted. With images, positions that are images of
/// each other count as one. At most `memory` bytes are kept.
///
/// # Errors
/// When the game cannot go on somewhere, the positions need more memory, a limit is reached, or somebody sets the sign to stop.
pub fn distinct(
    rules: &Rules,
    start: &Position,
    (depth, memory): (u32, u64),
    images: Option<&Images<'_>>,
    how: Counting<'_>,
    each: &mut dyn FnMut(u64),
) -> Result<Vec<u64>, Fault> {
    each(1);
    let seen = |position: &Position| -> Box<[u64]> {
        let count = images.map_or(0, Images::count);
        let others = (1..count).filter_map(|image| Some(images?.position(image, position).words().into()));
        others.fold(position.words().into(), |least: Box<[u64]>, image: Box<[u64]>| least.min(image))
    };
    let of_next = 2 * boxed(start.words().len()) + 2 * PLACE;
    let of_level = boxed(start.words().len()) + PLACE;
    let mut level: Vec<Box<[u64]>> = vec![start.words().into()];
    let mut numbers = vec![1];
    let mut moves = Vec::new();
    let mut position = start.clone();
    for _ in 0..depth {
        let mut known: HashSet<Box<[u64]>> = HashSet::new();
        let mut next = Vec::new();
        for words in &level {
            position.set_words(words);
            if how.stop.load(Ordering::Relaxed) {
                return Err(Fault::Stopped);
            }
            if rules.end_by_rule(&mut position)?.is_some() {
                continue;
            }
            rules.moves(&mut position, &mut moves)?;
            if moves.is_empty() {
                rules.end_of_blocked(&position)?;
            }
            for mv in &moves {
                rules.play(&mut position, *mv)?;
                if known.insert(seen(&position)) {
                    next.push(position.words().into());
                }
                position.set_words(words);
            }
            (how.told)(moves.len() as u64);
            if next.len() as u64 * of_next + level.len() as u64 * of_level > memory {
                return Err(Fault::TooMany(next.len() + level.len()));
            }
        }
        if next.is_empty() {
            break;
        }
        numbers.push(next.len() as u64);
        each(next.len() as u64);
        level = next;
    }
    Ok(numbers)
}
