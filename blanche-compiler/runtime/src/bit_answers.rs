//! Compiled answers to what a search asks of positions, as words.

use super::U256;

/// Works out the words of the answer to what is asked at this place, for a position and for what is played, and writes them down. Says
/// whether it knows what is asked.
pub type AnswersIn<W> = fn(usize, &[u64], u32, &mut [W]) -> bool;

/// Compiled answers, in words as wide as the program has them.
#[derive(Clone, Copy)]
pub enum CompiledAnswers {
    /// In 64 bits.
    Single(AnswersIn<u64>),
    /// In 128 bits.
    Double(AnswersIn<u128>),
    /// In 256 bits.
    Quadruple(AnswersIn<U256>),
}
