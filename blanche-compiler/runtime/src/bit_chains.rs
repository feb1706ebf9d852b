//! Chains (moves of several steps) in a game on bitboards. A step is made like any other move. Then the game decides
//! whether the same player continues, and with which steps. To count or choose moves, all chains must be followed to
//! their ends.

use super::Word;
use super::bit_game::{BitFault, BitGame, next};

/// Maximum number of steps in a chain.
pub const MAX_MOVE_STEPS: usize = 64;

/// Maximum number of chains in a position.
pub const MAX_CHAINS: usize = 10_000;

/// Why a sequence of steps is not a valid move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unended {
    /// The steps return to the position before an earlier step, and this step is possible again.
    Returns,
    /// There are more than [`MAX_MOVE_STEPS`] steps.
    TooLong,
    /// There are too many chains in one position, or in all positions that were played.
    TooMany,
}

/// Whether any of these moves of a player might be the first step of a chain.
#[inline]
pub(super) fn any_goes_on<G: BitGame>(game: &G, player: usize, moves: &[G::Word]) -> bool {
    moves.iter().enumerate().any(|(group, word)| !word.is_empty() && game.may_go_on(player, group))
}

/// An enumeration of the chains of a position. Its buffers are reused for the next enumeration.
pub(super) struct Walk<G: BitGame> {
    /// The moves that were possible at each of the steps so far, with one word per group and step.
    moves: Vec<G::Word>,
    /// The positions before each of the steps so far. `steps` has the steps themselves, as (group, value).
    before: Vec<G::Words>,
    steps: Vec<(usize, u32)>,
    /// The number of chains found.
    chains: usize,
    /// The positions after the moves that were enumerated.
    ends: Vec<G::Words>,
}

impl<G: BitGame> Default for Walk<G> {
    fn default() -> Walk<G> {
        Walk { moves: Vec::new(), before: Vec::new(), steps: Vec::new(), chains: 0, ends: Vec::new() }
    }
}

impl<G: BitGame> Walk<G> {
    /// Starts a new enumeration with the moves of a position.
    #[inline]
    pub(super) fn begin(&mut self, moves: &[G::Word]) {
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        self.before.clear();
        self.steps.clear();
        self.ends.clear();
        self.chains = 0;
    }

    /// The positions after all moves and chains of the position, in move order.
    pub(super) fn ends(
        &mut self,
        game: &G,
        words: &G::Words,
        player: usize,
        room: &mut G::Room,
    ) -> Result<&mut Vec<G::Words>, BitFault> {
        self.all((game, player, room), words, 0)?;
        Ok(&mut self.ends)
    }

    /// Returns the buffer `ends` to the walk that it was taken from, so that it can be reused.
    pub(super) fn give_back(&mut self, ends: Vec<G::Words>) {
        self.ends = ends;
    }

    /// Follows the moves in the words of `moves` from index `from` on, in order.
    fn all(
        &mut self,
        (game, player, room): (&G, usize, &mut G::Room),
        words: &G::Words,
        from: usize,
    ) -> Result<(), BitFault> {
        let groups = self.moves.len() - from;
        let runs = game.runs(player);
        let own = if runs.is_empty() { groups } else { 0 };
        let mut first = 0;
        for end in runs.iter().copied().chain(1..=own) {
            for part in 0..G::PARTS {
                let run = &self.moves[from + first..from + end];
                let mut left = run.iter().fold(0, |all, word| all | word.part(part));
                while left != 0 {
                    let place = left.trailing_zeros();
                    for group in first..end {
                        if self.moves[from + group].part(part) >> place & 1 == 1 {
                            let made = (group, 64 * part as u32 + place);
                            self.step((game, player, room), words, made)?;
                        }
                    }
                    left &= left - 1;
                }
            }
            first = end;
        }
        Ok(())
    }

    /// Makes a step after the steps so far, and follows all chains that begin with these steps.
    fn step(
        &mut self,
        (game, player, room): (&G, usize, &mut G::Room),
        before: &G::Words,
        made: (usize, u32),
    ) -> Result<(), BitFault> {
        let mut words = before.clone();
        game.play(&mut words, player, made.0, made.1, room);
        self.steps.push(made);
        let from = self.moves.len();
        if self.goes_on((game, player, room), (before, &mut words), made) {
            self.before.push(before.clone());
            if self.is_cycle(&words, from) {
                return Err(self.unended(player, Unended::Returns));
            }
            if self.steps.len() >= MAX_MOVE_STEPS {
                return Err(self.unended(player, Unended::TooLong));
            }
            self.all((game, player, room), &words, from)?;
            self.before.pop();
            self.moves.truncate(from);
        } else {
            self.chains += usize::from(self.steps.len() > 1);
            if self.chains > MAX_CHAINS {
                return Err(self.unended(player, Unended::TooMany));
            }
            self.ends.push(words);
        }
        self.steps.pop();
        Ok(())
    }

    /// Whether the player continues after a step that led from one position to another. If so, the possible next steps
    /// are appended to `moves`.
    fn goes_on(
        &mut self,
        (game, player, room): (&G, usize, &mut G::Room),
        (before, words): (&G::Words, &mut G::Words),
        made: (usize, u32),
    ) -> bool {
        if !game.may_go_on(player, made.0) {
            return false;
        }
        let from = self.moves.len();
        // `moves` has one word per group for each of the steps so far. Add room for the next step.
        self.moves.resize(from + from / self.steps.len(), G::Word::NONE);
        if game.goes_on(before, player, made, &mut self.moves[from..], room) {
            game.give_turn(words, player);
            let moves = game.moves(words, player, room);
            self.moves[from..].iter_mut().zip(moves).for_each(|(begun, word)| *begun &= *word);
            if self.moves[from..].iter().any(|word| !word.is_empty()) {
                return true;
            }
            game.give_turn(words, next(game, player));
        }
        self.moves.truncate(from);
        false
    }

    /// Whether the position is that before an earlier step of the chain, and this step is possible again. The possible
    /// next steps are in `moves` from index `from` on.
    fn is_cycle(&self, words: &G::Words, from: usize) -> bool {
        let is_next = |(group, value): (usize, u32)| {
            self.moves[from + group].part(value as usize / 64) >> (value % 64) & 1 == 1
        };
        self.before.iter().zip(&self.steps).any(|(before, step)| before == words && is_next(*step))
    }

    fn unended(&self, player: usize, why: Unended) -> BitFault {
        BitFault::Unending { player, why, steps: self.steps.clone() }
    }
}
