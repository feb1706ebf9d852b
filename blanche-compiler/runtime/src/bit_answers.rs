//! Compiled answers to the queries of a search, as bitboards.

use super::U256;

/// A function that computes the answer to a query: the index of the query, the words of the position, the value that is
/// played, and the words to write the answer to. It returns `false` if it does not know the query.
pub type AnswersIn<W> = fn(usize, &[u64], u32, &mut [W]) -> bool;

/// Compiled answers, in the word size of the program.
#[derive(Clone, Copy)]
pub enum CompiledAnswers {
    /// In 64-bit words.
    Single(AnswersIn<u64>),
    /// In 128-bit words.
    Double(AnswersIn<u128>),
    /// In 256-bit words.
    Quadruple(AnswersIn<U256>),
}
