//! A whole game as operations on words: what playouts and perft ask, thousands of times a millisecond. The emitter writes an
//! implementation for each base whose game fits, and the interpreter has one for any such game.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Word;
use super::bit_chains::{Unended, any_goes_on, ends};
use super::bit_past::BitPast;
use crate::random::Random;

/// A game whose positions are words. Players are called by their place among the program's players.
///
/// Moves come in groups: all moves of one group differ in one value, so a word says which there are. Groups stand in the order
/// of the moves, and so do the bits of their words.
pub trait BitGame {
    /// What words are.
    type Word: Word;

    /// The words of a position, in the order of the layout.
    type Words: Clone + PartialEq;

    /// Room for what is worked out in between.
    type Room: Default;

    /// So many of the lowest bits of the words of moves can be set.
    const WIDTH: u32 = Self::Word::BITS;

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

    /// Gives the turn of this player, who passes, to the next one.
    #[inline]
    fn pass(&self, _words: &mut Self::Words, _player: usize) {}

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

    /// With which moves a player goes on after this one, a word for each group; nothing where the player does not. The move has
    /// led from the first position to the second one, in which it is the player's turn again where there is such a move.
    fn next<'r>(
        &self,
        _before: &Self::Words,
        _words: &mut Self::Words,
        _player: usize,
        _made: (usize, u32),
        _room: &'r mut Self::Room,
    ) -> &'r [Self::Word] {
        &[]
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
}

impl CompiledGame {
    /// What compiled code of this type plays.
    pub fn of<G: BitGame + Default>() -> CompiledGame {
        CompiledGame {
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
    let mut tally = BitTally { games, won: vec![0; game.players()], ..BitTally::default() };
    let begun = game.whole_end(&start, player, &mut room);
    for _ in 0..games {
        let (end, plies) = match begun {
            Some(end) => (end, 0),
            None => playout(game, (start.clone(), player), most, random, (&mut room, &mut past))?,
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
    (room, past): (&mut G::Room, &mut BitPast<G>),
) -> Result<(BitEnd, u32), BitFault> {
    past.begin_again();
    for plies in 0..most {
        let moves = game.moves(&words, player, room);
        if any_goes_on(game, player, moves) {
            let moves = moves.to_vec();
            chosen_end(game, (&mut words, player), &moves, random)?;
        } else {
            match chosen::<G>(moves, random) {
                Some((group, value)) => game.play(&mut words, player, group, value, room),
                None if game.passes(&words, player, room) => {
                    // It is chosen too, among one.
                    random.index(1);
                    game.pass(&mut words, player);
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

/// Makes one of the moves that begin with these steps.
#[inline(never)]
fn chosen_end<G: BitGame>(
    game: &G,
    (words, player): (&mut G::Words, usize),
    moves: &[G::Word],
    random: &mut Random,
) -> Result<(), BitFault> {
    let mut ends = ends(game, words, player, moves)?;
    let at = random.index(ends.len());
    *words = ends.swap_remove(at);
    Ok(())
}

/// Whose turn comes after a player's.
#[inline]
fn next<G: BitGame>(game: &G, player: usize) -> usize {
    if player + 1 < game.players() { player + 1 } else { 0 }
}

/// One of the moves; none where there are none.
#[inline]
fn chosen<G: BitGame>(moves: &[G::Word], random: &mut Random) -> Option<(usize, u32)> {
    if let ([word], 1) = (moves, G::Word::PARTS) {
        let word = word.part(0);
        if G::WIDTH <= 8 {
            let byte = word as usize & 0xFF;
            let count = COUNTS[byte];
            return (count > 0).then(|| (0, PLACES[random.index(count.into()) & 7][byte].into()));
        }
        if G::WIDTH <= 16 {
            return chosen_of_16(word as usize, random).map(|place| (0, place));
        }
        let all = Counted::of(word);
        return (all.count() > 0).then(|| (0, all.member(random.index(all.count()))));
    }
    if let [word] = moves {
        return chosen_of_parts(*word, random).map(|place| (0, place));
    }
    let count = number_of(moves);
    if count == 0 {
        return None;
    }
    let mut wanted = random.index(count);
    for (group, word) in moves.iter().enumerate() {
        for part in 0..G::Word::PARTS {
            let all = Counted::of(word.part(part));
            match wanted.checked_sub(all.count()) {
                Some(left) => wanted = left,
                None => return Some((group, 64 * part as u32 + all.member(wanted))),
            }
        }
    }
    None
}

/// The place of one of the bits of a word of several parts; none where there are none.
#[inline]
fn chosen_of_parts<W: Word>(word: W, random: &mut Random) -> Option<u32> {
    // For each part how many bits it and those below it have; there are four at most.
    let (mut all, mut up_to) = ([Counted::of(0); 4], [0; 4]);
    let mut count = 0;
    for part in 0..W::PARTS {
        all[part] = Counted::of(word.part(part));
        count += all[part].count();
        up_to[part] = count;
    }
    if count == 0 {
        return None;
    }
    let number = random.index(count);
    // Nobody can guess in which part it is, so no branch asks.
    let (mut place, mut chosen, mut below) = (0, all[0], 0);
    for part in 1..W::PARTS {
        if number >= up_to[part - 1] {
            (place, chosen, below) = (64 * part as u32, all[part], up_to[part - 1]);
        }
    }
    Some(place + chosen.member(number - below))
}

/// How many bits words have.
#[inline]
fn number_of<W: Word>(words: &[W]) -> usize {
    words.iter().map(|word| (0..W::PARTS).map(|at| Counted::of(word.part(at)).count()).sum::<usize>()).sum()
}

/// The place of one of the lowest 16 bits of a word; none where there are none.
#[inline]
fn chosen_of_16(word: usize, random: &mut Random) -> Option<u32> {
    let (low, high) = (word & 0xFF, word >> 8 & 0xFF);
    let below = usize::from(COUNTS[low]);
    let count = below + usize::from(COUNTS[high]);
    if count == 0 {
        return None;
    }
    let number = random.index(count);
    // Nobody can guess in which byte it is, so no branch asks.
    let is_high = usize::from(number >= below);
    let (byte, number) = ([low, high][is_high], number - [0, below][is_high]);
    Some(8 * is_high as u32 + u32::from(PLACES[number & 7][byte]))
}

/// How many bits each byte has.
static COUNTS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    table
};

/// A word whose bits are counted: for each byte those in it and in the bytes below it.
#[derive(Clone, Copy)]
struct Counted {
    word: u64,
    below: u64,
}

/// The lowest bit of each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// For each byte and each number the place of the bit of that number in it.
static PLACES: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut number) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[number][byte] = place;
                number += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

impl Counted {
    #[inline]
    fn of(word: u64) -> Counted {
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        Counted { word, below: bytes.wrapping_mul(ONES) }
    }

    #[inline]
    fn count(self) -> usize {
        (self.below >> 56) as usize
    }

    /// The place of the bit of this number, counted from 0 and from the lowest; there are more.
    ///
    /// CITE: Vigna 2008, *Broadword implementation of rank/select queries*.
    #[inline]
    fn member(self, number: usize) -> u32 {
        const TOPS: u64 = ONES << 7;
        // A byte keeps its top bit where it and those below have so many bits at most.
        let passed = ((((number as u64 * ONES) | TOPS) - self.below) & TOPS) >> 7;
        let place = (passed.wrapping_mul(ONES) >> 56) as u32 * 8;
        let before = (self.below << 8) >> place & 0xFF;
        let byte = (self.word >> place & 0xFF) as usize;
        place + u32::from(PLACES[(number - before as usize) & 7][byte])
    }
}

/// Counts positions; see [`bit_perft`].
struct Perft<'g, G: BitGame> {
    game: &'g G,
    strict: bool,
    stop: &'g AtomicBool,
    past: BitPast<G>,
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
    Perft { game, strict, stop, past }.count(&start, player, &mut rooms)
}

impl<G: BitGame> Perft<'_, G> {
    /// The positions after as many moves as there are rooms but one.
    fn count(&mut self, words: &G::Words, player: usize, rooms: &mut [G::Room]) -> Result<u64, BitFault> {
        let (room, rest) = rooms.split_first_mut().expect("a walk ends before its rooms do");
        let moves = self.game.moves(words, player, room);
        let count = number_of(moves);
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
            let moves = moves.to_vec();
            return self.count_chains(words, player, &moves, rest);
        }
        let mut all = 0;
        for (group, word) in moves.iter().enumerate() {
            for part in 0..G::Word::PARTS {
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
        self.game.pass(&mut words, player);
        self.count_after(words, player, &mut rooms[1..])
    }

    /// The same where players go on: every move is walked to its end.
    #[inline(never)]
    fn count_chains(
        &mut self,
        words: &G::Words,
        player: usize,
        moves: &[G::Word],
        rooms: &mut [G::Room],
    ) -> Result<u64, BitFault> {
        // All of them are walked before any is counted on, so that what has no end is told as where moves are listed.
        let ends = ends(self.game, words, player, moves)?;
        if rooms.len() == 1 {
            return Ok(ends.len() as u64);
        }
        ends.into_iter().try_fold(0, |all, words| Ok(all + self.count_after(words, player, rooms)?))
    }
}

#[cfg(test)]
mod tests {
    use super::{Counted, chosen_of_16};
    use crate::random::Random;

    #[test]
    fn each_of_16_bits_is_chosen_as_often_as_the_others() {
        let mut random = Random::new(4);
        for word in [0b1, 0x8000, 0b1001_0110_1100_0001, 0xFFFF, 0xFF00] {
            let mut often = [0; 16];
            for _ in 0..16_000 {
                often[chosen_of_16(word, &mut random).expect("it has bits") as usize] += 1;
            }
            let expected = 16_000 / word.count_ones() as usize;
            for (place, often) in often.into_iter().enumerate() {
                let is_set = word >> place & 1 == 1;
                assert!(
                    if is_set { often > expected * 3 / 4 } else { often == 0 },
                    "{word:b} {place}: {often}"
                );
            }
        }
        assert_eq!(chosen_of_16(0, &mut random), None);
    }

    #[test]
    fn members_are_found_by_their_number() {
        let mut random = Random::new(3);
        for turn in 0..2000 {
            let word = match turn {
                0 => u64::MAX,
                1 => 1,
                2 => 1 << 63,
                _ => random.bits() & random.bits() >> (turn % 64),
            };
            let all = Counted::of(word);
            assert_eq!(all.count(), word.count_ones() as usize);
            let members = (0..64).filter(|place| word >> place & 1 == 1);
            for (number, place) in members.enumerate() {
                assert_eq!(all.member(number), place, "{word:b} {number}");
            }
        }
    }
}
