//! Whoever answers questions in the positions of a corpus, so that answers are counted and compared in one way, of bases on a
//! host and of games in text.

use blanche_compiler::expect::Bindings;
use blanche_compiler::runtime::{Solutions, Value};

use super::tally::Sum;

/// Questions and positions, each by its number.
pub trait Asked {
    /// Why a question has no answer.
    type Fault;

    /// How many questions there are.
    fn questions(&self) -> usize;

    /// `t.threat for white`, `the score two for white`
    fn title(&self, question: usize) -> String;

    /// Whether it is a rule of the base.
    fn is_rule(&self, question: usize) -> bool;

    /// What its answers are worth, of a score.
    fn weights(&self, question: usize) -> Vec<i64>;

    /// Its variables, in the order of an answer, and which values theirs may be: two questions of which this is the same have
    /// the same numbers for the same values.
    fn variables(&self, question: usize) -> Vec<(String, String)>;

    /// An answer as it is written, in the order of the variables.
    fn written(&self, question: usize, answer: &[Value]) -> Bindings;

    /// How many positions the corpus has.
    fn positions(&self) -> usize;

    /// Takes up what makes a position this one and no other.
    fn position(&self, number: usize, sum: &mut Sum);

    /// All answers of a question in a position, in their order.
    ///
    /// # Errors
    /// When a limit is reached.
    fn ask(&mut self, question: usize, position: usize, room: &mut Solutions) -> Result<(), Self::Fault>;
}
