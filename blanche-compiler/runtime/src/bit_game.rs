//! A whole game as operations on words: what playouts and perft ask, thousands of times a millisecond. The emitter writes an
//! implementation for each base whose game fits, and the interpreter has one for any such game.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};

use super::Word;
use super::bit_answers::CompiledAnswers;
use super::bit_chains::{Unended, Walk, any_goes_on};
use super::bit_choice::{chosen, number_of};
use super::bit_past::BitPast;
use crate::random::Random;

/// Room for a word of each of many groups: arrays of more than 32 words have no default.
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

/// A game whose positions are words. Players are called by their place among the program's players.
///
/// Moves come in groups: all moves of one group differ in one value, so a word says which there are. Runs of groups stand in the
/// order of the moves. Of a run of one group the bits do; of a run of several the smallest bits of all of them come first, each
/// in the order of the groups.
pub trait BitGame {
    /// What words are.
    type Word: Word;

    /// The words of a position, in the order of the layout.
    type Words: Clone + PartialEq;

    /// Room for what is worked out in between.
    type Room: Default;

    /// So many of the lowest bits of the words of moves can be set.
    const WIDTH: u32 = Self::Word::BITS;

    /// So many parts of the words of moves can have bits.
    const PARTS: usize = (Self::WIDTH as usize).div_ceil(64);

    /// The words of a position.
    fn words(&self, position: &[u64]) -> Self::Words;

    /// How many players there are.
    fn players(&self) -> usize;

    /// The moves of a player, a word for each group. Whether the game is over is not asked.
    fn moves<'r>(&self, words: &Self::Words, player: usize, room: &'r mut Self::Room) -> &'r [Self::Word];

    /// Makes a move of a player: of this group, with this value.
    fn play(&self, words: &mut Self::Words, player: usize, group: usize, value: u32, room: &mut Self::Room);

    /// The end that a player's move has brought about, where the game was not over before.
    fn end(&self, words: &Self::Words, player: usize, room: &mut Self::Room) -> Option<BitEnd>;

    /// The end of a game with this player to move, whatever was before.
    fn whole_end(&self, words: &Self::Words, player: usize, room: &mut Self::Room) -> Option<BitEnd>;

    /// The end where this player cannot move and does not pass; none where the game does not say.
    fn blocked(&self, player: usize) -> Option<BitEnd>;

    /// Whether this player passes, who cannot move: the game says so, and somebody else can move.
    #[inline]
    fn passes(&self, _words: &Self::Words, _player: usize, _room: &mut Self::Room) -> bool {
        false
    }

    /// Gives the turn to a player.
    fn give_turn(&self, words: &mut Self::Words, player: usize);

    /// Where each run of groups of a player ends; nothing where each group is a run of its own.
    #[inline]
    fn runs(&self, _player: usize) -> &[usize] {
        &[]
    }

    /// Whether it is asked how often a position has stood.
    #[inline]
    fn asks_the_past(&self) -> bool {
        false
    }

    /// Whether two positions are the same but for their histories.
    #[inline]
    fn is_same(&self, one: &Self::Words, other: &Self::Words) -> bool {
        one == other
    }

    /// A number for a position without its histories.
    #[inline]
    fn key(&self, _words: &Self::Words) -> u64 {
        0
    }

    /// Says in a position how often it has stood.
    #[inline]
    fn stands(&self, _words: &mut Self::Words, _times: u32) {}

    /// Whether a player may go on after a move of this group.
    #[inline]
    fn may_go_on(&self, _player: usize, _group: usize) -> bool {
        false
    }

    /// Whether a player goes on after this move, where there is a move with which one can. The words of moves, one for each
    /// group, then say with which. The position is that before the move.
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

/// Where games in words begin.
#[derive(Clone, Copy, Debug)]
pub struct BitStart<'p> {
    /// The words of the position, as the layout has them.
    pub position: &'p [u64],
    /// The place of the player who is to move.
    pub player: usize,
    /// The words of the positions before it, where it is asked how often one has stood.
    pub past: &'p [Box<[u64]>],
}

/// A game in words that was compiled.
#[derive(Clone, Copy)]
pub struct CompiledGame {
    /// [`bit_playouts`] from a position.
    pub playouts: fn(BitStart<'_>, u64, u32, &mut Random) -> Result<BitTally, BitFault>,
    /// [`bit_perft`] of a position.
    pub perft: fn(BitStart<'_>, u32, bool, &AtomicBool) -> Result<u64, BitFault>,
    /// What a search asks of positions.
    pub answers: CompiledAnswers,
}

impl CompiledGame {
    /// What compiled code of this type plays.
    pub fn of<G: BitGame + Default>(answers: CompiledAnswers) -> CompiledGame {
        CompiledGame {
            answers,
            playouts: |start, games, most, random| bit_playouts(&G::default(), start, games, most, random),
            perft: |start, depth, strict, stop| bit_perft(&G::default(), start, depth, strict, stop),
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitEnd {
    /// Nobody has won.
    Drawn,
    /// This player has.
    Won(usize),
}

/// Why games in words do not go on. The same game by its plan says it with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BitFault {
    /// This player cannot move, and the game does not say what that means.
    Blocked(usize),
    /// A game was not over after so many moves.
    Endless(u32),
    /// A player goes on and comes to no end.
    Unending {
        /// Who.
        player: usize,
        /// Why that is no move.
        why: Unended,
        /// The steps: groups and values.
        steps: Vec<(usize, u32)>,
    },
    /// Somebody set the sign to stop.
    Stopped,
}

/// What came of games in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitTally {
    /// How many there were.
    pub games: u64,
    /// The moves of all of them.
    pub plies: u64,
    /// How many nobody has won.
    pub drawn: u64,
    /// How many each player has won.
    pub won: Vec<u64>,
}

/// Plays so many games from a position to their ends, every legal move as likely as the others. A game of so many moves at
/// most is no endless one.
///
/// # Errors
/// When a game cannot go on or does not end.
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

/// How a game by chance ended that was not over, and after how many moves.
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
                    // It is chosen too, among one.
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

/// Whose turn comes after a player's.
#[inline]
pub(super) fn next<G: BitGame>(game: &G, player: usize) -> usize {
    if player + 1 < game.players() { player + 1 } else { 0 }
}

/// Counts positions; see [`bit_perft`].
struct Perft<'g, G: BitGame> {
    game: &'g G,
    strict: bool,
    stop: &'g AtomicBool,
    past: BitPast<G>,
    walk: Walk<G>,
}

/// How many positions there are after exactly so many moves, each as often as there are ways to it, and how many games ended
/// before, where that is not `strict`. The last moves are counted and not made.
///
/// # Errors
/// When a game cannot go on, or somebody sets the sign to stop.
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
    /// The positions after as many moves as there are rooms but one.
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

    /// The positions after a move of a player that has led to these words.
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

    /// The same where the player cannot move: a pass is the only move, or the game is over.
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

    /// The same where players go on: every move is walked to its end. The walk has begun with the moves.
    #[inline(never)]
    fn count_chains(
        &mut self,
        words: &G::Words,
        player: usize,
        rooms: &mut [G::Room],
    ) -> Result<u64, BitFault> {
        // All of them are walked before any is counted on, so that what has no end is told as where moves are listed.
        let ends = self.walk.ends(self.game, words, player, &mut rooms[0])?;
        if rooms.len() == 1 {
            return Ok(ends.len() as u64);
        }
        let mut ends = std::mem::take(ends);
        let count =
            ends.drain(..).try_fold(0, |all, words| Ok(all + self.count_after(words, player, rooms)?));
        // The next walk has the room of this one.
        self.walk.give_back(ends);
        count
    }
}
