//! Compiled answers to the queries of a search, as bitboards.

use super::U256;

/// A function that computes the answer to a query. Its arguments are the index of the query, the words of the position,
/// the value that is played, and the words to which the answer is written. It returns `false` if it does not know the
/// query.
pub type AnswersIn<W> = fn(usize, &[u64], u32, &mut [W]) -> bool;

/// The compiled answers of a program, which uses one of three word sizes.
#[derive(Clone, Copy)]
pub enum CompiledAnswers {
    /// Answers in 64-bit words.
    Single(AnswersIn<u64>),
    /// Answers in 128-bit words.
    Double(AnswersIn<u128>),
    /// Answers in 256-bit words.
    Quadruple(AnswersIn<U256>),
}
