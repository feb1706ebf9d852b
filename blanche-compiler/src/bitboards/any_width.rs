//! Code and games on words (bitboards) of any width, behind traits that hide the width.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use blanche_sorted::Arrange;

use super::code::Code;
use super::executor::Room;
use super::game::Game;
use super::word_layout::WordLayout;
use crate::random::Random;
use crate::runtime::{
    AnswersIn, BitFault, BitStart, BitTally, CompiledAnswers, U256, Value, Word, bit_perft, bit_playouts,
};

/// Answers a query about positions. Positions are given in the 64-bit words of the layout.
pub trait QueryEvaluator: Debug + Send + Sync {
    /// Whether the query has an answer.
    fn applies(&self, position: &[u64]) -> bool;

    /// Number of answers.
    fn count(&self, position: &[u64]) -> usize;

    /// Calls `take` with the number of bits in each output word.
    fn bits(&self, position: &[u64], take: &mut dyn FnMut(usize));

    /// Calls `take` once with each answer for a played value, in sorted order.
    fn each(&self, position: &[u64], played: Value, take: &mut dyn FnMut(&[Value]));
}

/// Random games and position counts for a game on bitboards.
pub trait GameRunner: Debug + Send + Sync {
    /// Plays random games from a position with [`bit_playouts`].
    ///
    /// # Errors
    /// The same as for [`bit_playouts`].
    fn playouts(
        &self,
        start: BitStart<'_>,
        games: u64,
        most: u32,
        random: &mut Random,
    ) -> Result<BitTally, BitFault>;

    /// Counts positions with [`bit_perft`].
    ///
    /// # Errors
    /// The same as for [`bit_perft`].
    fn perft(
        &self,
        start: BitStart<'_>,
        depth: u32,
        strict: bool,
        stop: &AtomicBool,
    ) -> Result<u64, BitFault>;

    /// For a move that is given by its group and bit, the declaration of the move and the values that it plays.
    fn step(&self, player: usize, step: (usize, u32)) -> (usize, Vec<Value>);
}

/// Compiled code, identified by its index in the list of [all queries](super::SearchQuery::all).
#[derive(Clone, Copy)]
pub struct CompiledCode {
    /// The compiled function that answers all queries.
    pub answers: CompiledAnswers,
    /// The index of the query.
    pub at: usize,
}

/// Code in words of its own width.
struct Lowered<W> {
    code: Code<W>,
    word_layout: WordLayout,
    /// The compiled function that gives the same answers as the code, and the index of the query.
    compiled: Option<(AnswersIn<W>, usize)>,
}

impl<W: Debug> Debug for Lowered<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lowered").field("code", &self.code).finish_non_exhaustive()
    }
}

impl Code {
    /// Returns an object that answers queries by running the code, or its compiled version if there is one.
    pub fn evaluator(
        &self,
        word_layout: &WordLayout,
        compiled: Option<CompiledCode>,
    ) -> Box<dyn QueryEvaluator> {
        use CompiledAnswers::{Double, Quadruple, Single};
        let (word_layout, known) =
            (word_layout.clone(), compiled.map(|CompiledCode { answers, at }| (answers, at)));
        match (self.width, known) {
            (64, Some((Single(answers), at))) => self.lowered_to::<u64>(word_layout, Some((answers, at))),
            (128, Some((Double(answers), at))) => self.lowered_to::<u128>(word_layout, Some((answers, at))),
            (256, Some((Quadruple(answers), at))) => {
                self.lowered_to::<U256>(word_layout, Some((answers, at)))
            }
            (64, _) => self.lowered_to::<u64>(word_layout, None),
            (128, _) => self.lowered_to::<u128>(word_layout, None),
            _ => self.lowered_to::<U256>(word_layout, None),
        }
    }

    fn lowered_to<W: Word + Send + Sync + 'static>(
        &self,
        word_layout: WordLayout,
        compiled: Option<(AnswersIn<W>, usize)>,
    ) -> Box<dyn QueryEvaluator> {
        Box::new(Lowered { code: self.lowered::<W>(), word_layout, compiled })
    }
}

impl Game {
    /// Returns the game with words of its own width.
    pub fn runner(&self) -> Box<dyn GameRunner> {
        match self.word_layout.width {
            64 => Box::new(self.lowered::<u64>()),
            128 => Box::new(self.lowered::<u128>()),
            _ => Box::new(self.lowered::<U256>()),
        }
    }
}

impl<W: Word + Send + Sync> Lowered<W> {
    /// Computes the output words for a position, and passes them to `then`.
    fn answer<R>(&self, position: &[u64], played: Value, then: impl FnOnce(&[W]) -> R) -> R {
        W::with_rooms(|[words, room]| {
            if let Some((answers, at)) = self.compiled {
                room.resize(self.code.outputs.len(), W::NONE);
                if answers(at, position, played, room) {
                    return then(room);
                }
            }
            let mut worked_out = Room(std::mem::take(room));
            let position = W::of_position(position, &self.word_layout.words, words);
            self.code.run(position, played, &mut worked_out);
            words.clear();
            words.extend(self.code.answer(&worked_out));
            *room = worked_out.0;
            then(words)
        })
    }
}

impl<W: Word + Send + Sync> QueryEvaluator for Lowered<W> {
    fn applies(&self, position: &[u64]) -> bool {
        self.answer(position, 0, |words| words.iter().any(|word| !word.is_empty()))
    }

    fn count(&self, position: &[u64]) -> usize {
        self.answer(position, 0, |words| self.code.count(words))
    }

    fn bits(&self, position: &[u64], take: &mut dyn FnMut(usize)) {
        self.answer(position, 0, |words| words.iter().for_each(|word| take(word.count() as usize)));
    }

    fn each(&self, position: &[u64], played: Value, take: &mut dyn FnMut(&[Value])) {
        self.answer(position, played, |words| {
            if self.code.is_in_order() {
                return self.code.each(words, played, take);
            }
            let mut answers: Vec<Vec<Value>> = Vec::new();
            self.code.each(words, played, &mut |answer| answers.push(answer.to_vec()));
            answers.arrange();
            answers.iter().for_each(|answer| take(answer));
        });
    }
}

impl<W: Word + Send + Sync> GameRunner for Game<W> {
    fn playouts(
        &self,
        start: BitStart<'_>,
        games: u64,
        most: u32,
        random: &mut Random,
    ) -> Result<BitTally, BitFault> {
        bit_playouts(self, start, games, most, random)
    }

    fn perft(
        &self,
        start: BitStart<'_>,
        depth: u32,
        strict: bool,
        stop: &AtomicBool,
    ) -> Result<u64, BitFault> {
        bit_perft(self, start, depth, strict, stop)
    }

    fn step(&self, player: usize, (group, bit): (usize, u32)) -> (usize, Vec<Value>) {
        let group = &self.sides[player].groups[group];
        (group.of, group.plays.values(bit as Value))
    }
}
