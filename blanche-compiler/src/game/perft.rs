//! Perft: counts the positions of a game, the usual test of move generation.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use super::fault::Fault;
use super::game_history::Past;
use super::moves::Move;
use super::rules::Rules;
use super::symmetric_images::Images;
use crate::runtime::Position;

/// Options of a count of positions.
#[derive(Clone, Copy)]
pub struct Counting<'c> {
    /// Whether games that end before the given depth are left out. Otherwise each of them counts as one position.
    pub strict: bool,
    /// Set to abort the count.
    pub stop: &'c AtomicBool,
    /// Called from time to time with the number of positions counted since the previous call.
    pub told: &'c dyn Fn(u64),
}

/// Default memory limit for counting distinct positions, in bytes: one gibibyte.
pub const MAX_KEPT_BYTES: u64 = 1 << 30;

/// The size of a boxed slice of `words` words, in bytes, including the allocator's overhead.
fn boxed(words: usize) -> u64 {
    8 * words as u64 + 16
}

/// The size of a slot for a box in a growing vector or hash table, in bytes. Doubled because half of the slots may be
/// empty.
const PLACE: u64 = 2 * 17;

/// Maximum depth of a subtree counted by bitboard operations without a progress report, in plies.
const MAX_UNREPORTED_DEPTH: usize = 6;

/// Buffers of the recursive walk, one for each depth.
struct Room {
    moves: Vec<Move>,
    words: Vec<u64>,
}

/// Counts the positions after exactly `depth` moves, once for each path to them, plus (unless `strict`) the games that
/// ended before. Keeps no table of positions. Moves at the last ply are counted without being made (bulk counting),
/// whether or not they end the game. Repetitions are counted from the given position on.
///
/// # Errors
/// When the game cannot go on in some position, a limit is reached, or `stop` is set.
pub fn perft(rules: &Rules, position: &mut Position, depth: u32, how: Counting<'_>) -> Result<u64, Fault> {
    let room = || Room { moves: Vec::new(), words: vec![0; position.words().len()] };
    let mut rooms: Vec<Room> = (0..depth).map(|_| room()).collect();
    let mut past = Past::new(rules, position);
    count(rules, (position, &mut past), &mut rooms, how)
}

/// Counts as [`perft`] does, separately for each first move. Empty if the game is over in this position or `depth` is
/// 0.
///
/// # Errors
/// As for [`perft`].
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
    if rest.len() < MAX_UNREPORTED_DEPTH
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

/// Counts the distinct positions after 0, 1, 2, … moves, up to `depth`, and calls `each` with each number as soon as it
/// is known. The list is shorter if all games end before. Positions with different histories are distinct, but
/// repetitions are ignored, so that none ends a game. With `images`, positions that are images of each other count as
/// one position. Keeps at most `memory` bytes.
///
/// # Errors
/// When the game cannot go on in some position, the positions need more memory, a limit is reached, or `stop` is set.
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
