//! Chooses a uniformly random move of a game on bitboards. Move number `n` is the move with index `n` in the list of
//! moves, so the result is the same as that of choosing from the list.

use super::Word;
use super::bit_game::BitGame;
use crate::random::Random;

/// A random move of a player as (group, value). `None` if there are no moves.
#[inline]
pub(super) fn chosen<G: BitGame>(
    game: &G,
    player: usize,
    moves: &[G::Word],
    random: &mut Random,
) -> Option<(usize, u32)> {
    if let ([word], 1) = (moves, G::PARTS) {
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
    let count = number_of::<G>(moves);
    if count == 0 {
        return None;
    }
    let number = random.index(count);
    Some(match game.runs(player) {
        [] => member_of_groups::<G>(moves, number),
        runs => member_of_runs::<G>(moves, runs, number),
    })
}

/// The move with this index, which must be in range. For games in which each group of moves is a separate run.
#[inline]
fn member_of_groups<G: BitGame>(moves: &[G::Word], mut number: usize) -> (usize, u32) {
    for (group, word) in moves.iter().enumerate() {
        for part in 0..G::PARTS {
            let all = Counted::of(word.part(part));
            match number.checked_sub(all.count()) {
                Some(left) => number = left,
                None => return (group, 64 * part as u32 + all.member(number)),
            }
        }
    }
    unreachable!("there are more moves")
}

/// The move with this index, which must be in range. For games in which a run consists of several groups of moves.
#[inline]
fn member_of_runs<G: BitGame>(moves: &[G::Word], runs: &[usize], mut number: usize) -> (usize, u32) {
    let mut first = 0;
    for end in runs {
        let run = &moves[first..*end];
        let count = number_of::<G>(run);
        if number >= count {
            number -= count;
            first = *end;
            continue;
        }
        for part in 0..G::PARTS {
            let mut left = run.iter().fold(0, |all, word| all | word.part(part));
            while left != 0 {
                let place = left.trailing_zeros();
                for (group, word) in (first..).zip(run) {
                    if word.part(part) >> place & 1 == 1 {
                        match number.checked_sub(1) {
                            Some(rest) => number = rest,
                            None => return (group, 64 * part as u32 + place),
                        }
                    }
                }
                left &= left - 1;
            }
        }
    }
    unreachable!("there are more moves")
}

/// The index of a random set bit in a word of several parts; `None` if no bit is set.
#[inline]
fn chosen_of_parts<W: Word>(word: W, random: &mut Random) -> Option<u32> {
    // For each part of the word, how many bits are set in this part and in the lower parts. There are at most four
    // parts.
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
    // The part is selected without a branch, because the branch predictor could not guess it.
    let (mut place, mut chosen, mut below) = (0, all[0], 0);
    for part in 1..W::PARTS {
        if number >= up_to[part - 1] {
            (place, chosen, below) = (64 * part as u32, all[part], up_to[part - 1]);
        }
    }
    Some(place + chosen.member(number - below))
}

/// The number of moves that these words represent.
#[inline]
pub(super) fn number_of<G: BitGame>(words: &[G::Word]) -> usize {
    words.iter().map(|word| (0..G::PARTS).map(|at| Counted::of(word.part(at)).count()).sum::<usize>()).sum()
}

/// The index of a random set bit among the lowest 16 bits. `None` if none of them is set.
#[inline]
fn chosen_of_16(word: usize, random: &mut Random) -> Option<u32> {
    let (low, high) = (word & 0xFF, word >> 8 & 0xFF);
    let below = usize::from(COUNTS[low]);
    let count = below + usize::from(COUNTS[high]);
    if count == 0 {
        return None;
    }
    let number = random.index(count);
    // The byte is selected without a branch, because the branch predictor could not guess it.
    let is_high = usize::from(number >= below);
    let (byte, number) = ([low, high][is_high], number - [0, below][is_high]);
    Some(8 * is_high as u32 + u32::from(PLACES[number & 7][byte]))
}

/// For each value of a byte, the number of its set bits.
static COUNTS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    table
};

/// A word with cumulative bit counts: byte `i` of `below` is the number of set bits in bytes 0 to `i` of `word`.
#[derive(Clone, Copy)]
struct Counted {
    word: u64,
    below: u64,
}

/// A word with the lowest bit of each byte set.
const ONES: u64 = 0x0101_0101_0101_0101;

/// `PLACES[n][byte]` is the index of set bit number `n` in a byte.
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

    /// The index of the set bit with this number, counted from 0 at the lowest bit. The number must be in range.
    ///
    /// CITE: Vigna 2008, *Broadword implementation of rank/select queries*.
    #[inline]
    fn member(self, number: usize) -> u32 {
        const TOPS: u64 = ONES << 7;
        // A byte keeps its top bit if its cumulative count is at most `number`.
        let passed = ((((number as u64 * ONES) | TOPS) - self.below) & TOPS) >> 7;
        let place = (passed.wrapping_mul(ONES) >> 56) as u32 * 8;
        let before = (self.below << 8) >> place & 0xFF;
        let byte = (self.word >> place & 0xFF) as usize;
        place + u32::from(PLACES[(number - before as usize) & 7][byte])
    }
}

#[cfg(test)]
mod tests {
    use super::{Counted, chosen_of_16};
    use crate::random::Random;

    #[test]
    fn each_set_bit_of_16_is_chosen_equally_often() {
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
