//! Moves of several steps in a game of words. A step is made as any move is; then it is asked whether the same player goes on,
//! and with which moves. Whoever counts or chooses moves needs all ways to the end.

use super::Word;
use super::bit_game::{BitFault, BitGame};

/// So many steps a move has at most.
pub const MOST_STEPS: usize = 64;

/// A position has so many moves of several steps at most.
pub const MOST_CHAINS: usize = 10_000;

/// Why steps are no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unended {
    /// They came back to a position in which they have been before.
    Returns,
    /// There are more than [`MOST_STEPS`].
    TooLong,
    /// There are too many of them in one position, or in all that were played.
    TooMany,
}

/// Whether some move of a player that is in these words has to be walked to its end.
#[inline]
pub(super) fn any_goes_on<G: BitGame>(game: &G, player: usize, moves: &[G::Word]) -> bool {
    moves.iter().enumerate().any(|(group, word)| !word.is_empty() && game.may_go_on(player, group))
}

/// The positions after all moves that begin with one of these steps, in the order of the moves.
pub(super) fn ends<G: BitGame>(
    game: &G,
    words: &G::Words,
    player: usize,
    moves: &[G::Word],
) -> Result<Vec<G::Words>, BitFault> {
    let mut walk = Walk { game, player, before: Vec::new(), steps: Vec::new(), chains: 0, ends: Vec::new() };
    walk.all(words, moves)?;
    Ok(walk.ends)
}

/// Walks from a position to the ends of its moves.
struct Walk<'g, G: BitGame> {
    game: &'g G,
    player: usize,
    /// The positions before the steps so far, and the steps.
    before: Vec<G::Words>,
    steps: Vec<(usize, u32)>,
    chains: usize,
    /// The positions after the moves that were walked.
    ends: Vec<G::Words>,
}

impl<G: BitGame> Walk<'_, G> {
    /// All moves that begin with one of these steps, in their order.
    fn all(&mut self, words: &G::Words, moves: &[G::Word]) -> Result<(), BitFault> {
        for (group, word) in moves.iter().enumerate() {
            for part in 0..G::Word::PARTS {
                let mut left = word.part(part);
                while left != 0 {
                    self.step(words, (group, 64 * part as u32 + left.trailing_zeros()))?;
                    left &= left - 1;
                }
            }
        }
        Ok(())
    }

    /// All moves that begin with the steps so far and this one.
    fn step(&mut self, before: &G::Words, (group, value): (usize, u32)) -> Result<(), BitFault> {
        let (mut words, mut room) = (before.clone(), G::Room::default());
        self.game.play(&mut words, self.player, group, value, &mut room);
        self.steps.push((group, value));
        let goes_on = self.game.may_go_on(self.player, group);
        let moves: &[G::Word] = match goes_on {
            true => self.game.next(before, &mut words, self.player, (group, value), &mut room),
            false => &[],
        };
        if moves.iter().all(|word| word.is_empty()) {
            self.chains += usize::from(self.steps.len() > 1);
            if self.chains > MOST_CHAINS {
                return Err(self.unended(Unended::TooMany));
            }
            self.ends.push(words);
        } else {
            let moves = moves.to_vec();
            self.before.push(before.clone());
            if self.before.contains(&words) {
                return Err(self.unended(Unended::Returns));
            }
            if self.steps.len() >= MOST_STEPS {
                return Err(self.unended(Unended::TooLong));
            }
            self.all(&words, &moves)?;
            self.before.pop();
        }
        self.steps.pop();
        Ok(())
    }

    fn unended(&self, why: Unended) -> BitFault {
        BitFault::Unending { player: self.player, why, steps: self.steps.clone() }
    }
}
