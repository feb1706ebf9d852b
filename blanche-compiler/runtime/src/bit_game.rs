//! A whole game as operations on bitboards. Random playouts and perft call these operations thousands of times per
//! millisecond. The emitter generates an implementation for each base whose game fits into words, and the interpreter
//! has a generic one.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};

use super::Word;
use super::bit_answers::CompiledAnswers;
use super::bit_chains::{Unended, Walk, any_goes_on};
use super::bit_choice::{chosen, number_of};
use super::bit_past::BitPast;
use crate::random::Random;

/// A buffer with one word per group. A wrapper is needed because arrays of more than 32 elements do not implement
/// `Default`.
#[derive(Clone, Copy, Debug)]
pub struct GroupRoom<W, const GROUPS: usize>([W; GROUPS]);

impl<W: Word, const GROUPS: usize> Default for GroupRoom<W, GROUPS> {
    fn default() -> Self {
        GroupRoom([W::NONE; GROUPS])
    }
}

impl<W, const GROUPS: usize> Deref for GroupRoom<W, GROUPS> {
    type Target = [W];

    fn deref(&self) -> &[W] {
        &self.0
    }
}

impl<W, const GROUPS: usize> DerefMut for GroupRoom<W, GROUPS> {
    fn deref_mut(&mut self) -> &mut [W] {
        &mut self.0
    }
}

/// A game whose positions are bitboards. Players are identified by their index among the program's players.
///
/// Moves are divided into groups. The moves of a group differ in one value only, so one word has a bit for each of
/// them. Consecutive groups form runs.
///
/// Moves are ordered by run. Within a run they are ordered by bit, the lowest first, and moves with the same bit by
/// group.
pub trait BitGame {
    /// The bitboard type.
    type Word: Word;

    /// The words of a position, in the order of the layout.
    type Words: Clone + PartialEq;

    /// A buffer for intermediate results of the game's operations.
    type Room: Default;

    /// Number of low bits that can be set in a word of moves. The other bits are always 0.
    const WIDTH: u32 = Self::Word::BITS;

    /// Number of 64-bit parts that can be non-zero in a word of moves.
    const PARTS: usize = (Self::WIDTH as usize).div_ceil(64);

    /// Converts the 64-bit words of a position into words of this game.
    fn words(&self, position: &[u64]) -> Self::Words;

    /// The number of players.
    fn players(&self) -> usize;

    /// Finds the moves of a player, with one word per group. Does not check whether the game is over.
    fn moves<'r>(&self, words: &Self::Words, player: usize, room: &'r mut Self::Room) -> &'r [Self::Word];

    /// Makes a move of a player, given by its group and its value.
    fn play(&self, words: &mut Self::Words, player: usize, group: usize, value: u32, room: &mut Self::Room);

    /// The result of the game if the player's last move has ended it. Before that move, the game must not have been
    /// over.
    fn end(&self, words: &Self::Words, player: usize, room: &mut Self::Room) -> Option<BitEnd>;

    /// The result of the game if it is over with this player to move. Unlike [`BitGame::end`], it does not assume that
    /// the game was not over before.
    fn whole_end(&self, words: &Self::Words, player: usize, room: &mut Self::Room) -> Option<BitEnd>;

    /// The result of the game if this player cannot move and does not pass. `None` if the game does not define the
    /// result.
    fn blocked(&self, player: usize) -> Option<BitEnd>;

    /// Whether this player, who cannot move, passes. That is so if the game allows a pass and another player can move.
    #[inline]
    fn passes(&self, _words: &Self::Words, _player: usize, _room: &mut Self::Room) -> bool {
        false
    }

    /// Sets the player to move.
    fn give_turn(&self, words: &mut Self::Words, player: usize);

    /// For each run of a player's groups, the index just after its last group. Empty if each group is a run of its own.
    #[inline]
    fn runs(&self, _player: usize) -> &[usize] {
        &[]
    }

    /// Whether the game's rules depend on how often a position has occurred.
    #[inline]
    fn asks_the_past(&self) -> bool {
        false
    }

    /// Whether two positions are the same apart from their histories, which are states that only record the past.
    #[inline]
    fn is_same(&self, one: &Self::Words, other: &Self::Words) -> bool {
        one == other
    }

    /// A hash of a position without its histories.
    #[inline]
    fn key(&self, _words: &Self::Words) -> u64 {
        0
    }

    /// Stores in a position how often it has occurred.
    #[inline]
    fn set_occurrences(&self, _words: &mut Self::Words, _times: u32) {}

    /// Whether a move of this group can be the first step of a chain.
    #[inline]
    fn may_go_on(&self, _player: usize, _group: usize) -> bool {
        false
    }

    /// Whether the player continues after this move, so that it is only a step of a chain. If so, `moves` is set to the
    /// possible next steps, with one word per group. `before` is the position before the move.
    #[inline]
    fn goes_on(
        &self,
        _before: &Self::Words,
        _player: usize,
        _made: (usize, u32),
        _moves: &mut [Self::Word],
        _room: &mut Self::Room,
    ) -> bool {
        false
    }
}

/// The position from which games on bitboards start, with the player to move and the earlier positions.
#[derive(Clone, Copy, Debug)]
pub struct BitStart<'p> {
    /// The words of the position, in the order of the layout.
    pub position: &'p [u64],
    /// The index of the player to move.
    pub player: usize,
    /// The words of the earlier positions. They are needed only if the game depends on how often a position has
    /// occurred.
    pub past: &'p [Box<[u64]>],
}

/// A compiled game on bitboards, as functions that do not mention its type.
#[derive(Clone, Copy)]
pub struct CompiledGame {
    /// Runs [`bit_playouts`] from a position.
    pub playouts: fn(BitStart<'_>, u64, u32, &mut Random) -> Result<BitTally, BitFault>,
    /// Runs [`bit_perft`] from a position.
    pub perft: fn(BitStart<'_>, u32, bool, &AtomicBool) -> Result<u64, BitFault>,
    /// The compiled answers to the queries of a search.
    pub answers: CompiledAnswers,
}

impl CompiledGame {
    /// The functions for a game of the generated type `G`.
    pub fn of<G: BitGame + Default>(answers: CompiledAnswers) -> CompiledGame {
        CompiledGame {
            answers,
            playouts: |start, games, most, random| bit_playouts(&G::default(), start, games, most, random),
            perft: |start, depth, strict, stop| bit_perft(&G::default(), start, depth, strict, stop),
        }
    }
}

/// The result of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitEnd {
    /// A draw.
    Drawn,
    /// A win of the player with this index.
    Won(usize),
}

/// Why a game on bitboards cannot continue. The interpreter reports the fault with its source location when it plays
/// the same game from its plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BitFault {
    /// This player cannot move, and the game does not define what that means.
    Blocked(usize),
    /// The game was not over after this number of moves, which is the maximum.
    Endless(u32),
    /// A chain of a player is not a valid move, because it does not end.
    Unending {
        /// The index of the player.
        player: usize,
        /// Why the steps are not a valid move.
        why: Unended,
        /// The steps as (group, value).
        steps: Vec<(usize, u32)>,
    },
    /// The caller set the stop flag.
    Stopped,
}

/// The results of random games on bitboards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitTally {
    /// The number of games.
    pub games: u64,
    /// The total number of moves in all games.
    pub plies: u64,
    /// The number of draws.
    pub drawn: u64,
    /// The number of wins of each player.
    pub won: Vec<u64>,
}

/// Plays random games from a position to their ends. Every legal move is equally likely. `most` is the maximum number
/// of moves in a game.
///
/// # Errors
/// When a game cannot continue, or is not over after `most` moves.
#[inline]
pub fn bit_playouts<G: BitGame>(
    game: &G,
    start: BitStart<'_>,
    games: u64,
    most: u32,
    random: &mut Random,
) -> Result<BitTally, BitFault> {
    let (player, mut room) = (start.player, G::Room::default());
    let (start, mut past) = BitPast::of(game, start);
    let mut walk = Walk::default();
    let mut tally = BitTally { games, won: vec![0; game.players()], ..BitTally::default() };
    let begun = game.whole_end(&start, player, &mut room);
    for _ in 0..games {
        let (end, plies) = match begun {
            Some(end) => (end, 0),
            None => playout(game, (start.clone(), player), most, random, (&mut room, &mut past, &mut walk))?,
        };
        tally.plies += u64::from(plies);
        match end {
            BitEnd::Drawn => tally.drawn += 1,
            BitEnd::Won(player) => tally.won[player] += 1,
        }
    }
    Ok(tally)
}

/// Plays one random game from a position in which the game is not over. Returns its result and its number of moves.
#[inline]
fn playout<G: BitGame>(
    game: &G,
    (mut words, mut player): (G::Words, usize),
    most: u32,
    random: &mut Random,
    (room, past, walk): (&mut G::Room, &mut BitPast<G>, &mut Walk<G>),
) -> Result<(BitEnd, u32), BitFault> {
    past.begin_again();
    for plies in 0..most {
        let moves = game.moves(&words, player, room);
        if any_goes_on(game, player, moves) {
            walk.begin(moves);
            let ends = walk.ends(game, &words, player, room)?;
            words.clone_from(&ends[random.index(ends.len())]);
        } else {
            match chosen(game, player, moves, random) {
                Some((group, value)) => game.play(&mut words, player, group, value, room),
                None if game.passes(&words, player, room) => {
                    // Even if a pass is the only move, it is chosen at random, so that the interpreter and this code
                    // use the same random numbers.
                    random.index(1);
                    game.give_turn(&mut words, next(game, player));
                }
                None => {
                    return game.blocked(player).map(|end| (end, plies)).ok_or(BitFault::Blocked(player));
                }
            }
        }
        past.enter(game, &mut words);
        if let Some(end) = game.end(&words, player, room) {
            return Ok((end, plies + 1));
        }
        player = next(game, player);
    }
    Err(BitFault::Endless(most))
}

/// The player whose turn comes after that of `player`.
#[inline]
pub(super) fn next<G: BitGame>(game: &G, player: usize) -> usize {
    if player + 1 < game.players() { player + 1 } else { 0 }
}

/// The state of a perft count; see [`bit_perft`].
struct Perft<'g, G: BitGame> {
    game: &'g G,
    strict: bool,
    stop: &'g AtomicBool,
    past: BitPast<G>,
    walk: Walk<G>,
}

/// The number of positions after exactly `depth` moves. A position counts once for each sequence of moves that leads to
/// it. Unless `strict`, games that ended earlier also count. The last moves are counted without being made.
///
/// # Errors
/// When a game cannot continue, or the caller sets `stop`.
pub fn bit_perft<G: BitGame>(
    game: &G,
    start: BitStart<'_>,
    depth: u32,
    strict: bool,
    stop: &AtomicBool,
) -> Result<u64, BitFault> {
    let player = start.player;
    let (start, past) = BitPast::of(game, start);
    let mut rooms: Vec<G::Room> = (0..=depth).map(|_| G::Room::default()).collect();
    if depth == 0 {
        return Ok(1);
    }
    if game.whole_end(&start, player, &mut rooms[0]).is_some() {
        return Ok(u64::from(!strict));
    }
    Perft { game, strict, stop, past, walk: Walk::default() }.count(&start, player, &mut rooms)
}

impl<G: BitGame> Perft<'_, G> {
    /// Counts the positions at the remaining depth. This depth is `rooms.len() - 1`.
    fn count(&mut self, words: &G::Words, player: usize, rooms: &mut [G::Room]) -> Result<u64, BitFault> {
        let (room, rest) = rooms.split_first_mut().expect("a walk ends before its rooms do");
        let moves = self.game.moves(words, player, room);
        let count = number_of::<G>(moves);
        if count == 0 {
            return self.count_passed(words, player, rooms);
        }
        let goes_on = any_goes_on(self.game, player, moves);
        if rest.len() == 1 && !goes_on {
            return Ok(count as u64);
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(BitFault::Stopped);
        }
        if goes_on {
            self.walk.begin(moves);
            return self.count_chains(words, player, rest);
        }
        let mut all = 0;
        for (group, word) in moves.iter().enumerate() {
            for part in 0..G::PARTS {
                let mut left = word.part(part);
                while left != 0 {
                    let value = 64 * part as u32 + left.trailing_zeros();
                    let mut words = words.clone();
                    self.game.play(&mut words, player, group, value, &mut rest[0]);
                    all += self.count_after(words, player, rest)?;
                    left &= left - 1;
                }
            }
        }
        Ok(all)
    }

    /// Counts the positions after a move of `player` that led to `words`.
    #[inline]
    fn count_after(
        &mut self,
        mut words: G::Words,
        player: usize,
        rooms: &mut [G::Room],
    ) -> Result<u64, BitFault> {
        self.past.enter(self.game, &mut words);
        let count = match self.game.end(&words, player, &mut rooms[0]) {
            Some(_) => Ok(u64::from(!self.strict)),
            None => self.count(&words, next(self.game, player), rooms),
        };
        self.past.take_back();
        count
    }

    /// Counts the positions if the player cannot move. Then either a pass is the only move, or the game is over.
    #[inline(never)]
    fn count_passed(
        &mut self,
        words: &G::Words,
        player: usize,
        rooms: &mut [G::Room],
    ) -> Result<u64, BitFault> {
        if !self.game.passes(words, player, &mut rooms[0]) {
            self.game.blocked(player).ok_or(BitFault::Blocked(player))?;
            return Ok(u64::from(!self.strict));
        }
        if rooms.len() == 2 {
            return Ok(1);
        }
        let mut words = words.clone();
        self.game.give_turn(&mut words, next(self.game, player));
        self.count_after(words, player, &mut rooms[1..])
    }

    /// Counts the positions if moves may be chains. Each chain is followed to its end. `walk` has already begun with
    /// the moves.
    #[inline(never)]
    fn count_chains(
        &mut self,
        words: &G::Words,
        player: usize,
        rooms: &mut [G::Room],
    ) -> Result<u64, BitFault> {
        // All chains are followed before the first position is counted. So an endless chain is reported in the same way
        // as when moves are listed.
        let ends = self.walk.ends(self.game, words, player, &mut rooms[0])?;
        if rooms.len() == 1 {
            return Ok(ends.len() as u64);
        }
        let mut ends = std::mem::take(ends);
        let count =
            ends.drain(..).try_fold(0, |all, words| Ok(all + self.count_after(words, player, rooms)?));
        // The buffer is reused by the next enumeration.
        self.walk.give_back(ends);
        count
    }
}
