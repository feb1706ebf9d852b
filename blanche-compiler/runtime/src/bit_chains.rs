//! Moves of several steps in a game of words. A step is made as any move is; then it is asked whether the same player goes on,
//! and with which moves. Whoever counts or chooses moves needs all ways to the end.

use super::Word;
use super::bit_game::{BitFault, BitGame, next};

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

/// Walks from a position to the ends of its moves. It keeps its room from walk to walk.
pub(super) struct Walk<G: BitGame> {
    /// The words of the moves that were found after each of the steps so far.
    moves: Vec<G::Word>,
    /// The positions before the steps so far, and the steps.
    before: Vec<G::Words>,
    steps: Vec<(usize, u32)>,
    /// How many moves of several steps there were.
    chains: usize,
    /// The positions after the moves that were walked.
    ends: Vec<G::Words>,
}

impl<G: BitGame> Default for Walk<G> {
    fn default() -> Walk<G> {
        Walk { moves: Vec::new(), before: Vec::new(), steps: Vec::new(), chains: 0, ends: Vec::new() }
    }
}

impl<G: BitGame> Walk<G> {
    /// Begins with the words of the moves of a position.
    #[inline]
    pub(super) fn begin(&mut self, moves: &[G::Word]) {
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        self.before.clear();
        self.steps.clear();
        self.ends.clear();
        self.chains = 0;
    }

    /// The positions after all moves that begin as the walk did, in the order of the moves.
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

    /// Takes back the ends of a walk that is over, for its room.
    pub(super) fn give_back(&mut self, ends: Vec<G::Words>) {
        self.ends = ends;
    }

    /// All moves that go on with one of those found last, in their order; their words begin there.
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

    /// All moves that begin with the steps so far and this one.
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
            if self.before.contains(&words) {
                return Err(self.unended(player, Unended::Returns));
            }
            if self.steps.len() >= MOST_STEPS {
                return Err(self.unended(player, Unended::TooLong));
            }
            self.all((game, player, room), &words, from)?;
            self.before.pop();
            self.moves.truncate(from);
        } else {
            self.chains += usize::from(self.steps.len() > 1);
            if self.chains > MOST_CHAINS {
                return Err(self.unended(player, Unended::TooMany));
            }
            self.ends.push(words);
        }
        self.steps.pop();
        Ok(())
    }

    /// Whether the player goes on after a step, which has led from one position to another; if so, the moves are found.
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
        // Before each step so many words were found as there are groups.
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

    fn unended(&self, player: usize, why: Unended) -> BitFault {
        BitFault::Unending { player, why, steps: self.steps.clone() }
    }
}
