//! What a game must tell so that its questions can be timed.

use blanche_compiler::runtime::{Cost, LimitReached, Solutions};

use super::Question;
use super::agreement::Disagreement;
use super::costs::Subject;
use crate::laboratory::answers::Corpus;
use noire_engine::bases::{Backend, Question as OfBase};
use noire_engine::world::Trouble;

/// A game whose questions can be timed.
pub(crate) trait Timed: Corpus {
    /// What stands for a question where it is asked.
    type Id: Copy + Ord;

    /// Where verdicts are asked.
    type Nodes;

    /// What its subjects are, in words.
    const SUBJECTS: &'static str;

    /// What is timed in rows of their own: its rules, and what is asked as they are.
    fn rows(&self) -> Vec<OfBase>;

    /// What stands for a question.
    fn id(&self, question: OfBase) -> Self::Id;

    /// Whether all back ends answer by operations on words that they interpret.
    fn is_alike(&self, question: Question, id: Self::Id) -> bool;

    /// Asks, and gives the number of answers.
    ///
    /// # Errors
    /// When a limit is reached first.
    fn put(
        &self,
        backend: Backend,
        question: Question,
        id: Self::Id,
        position: &mut Self::Position,
        room: &mut Solutions,
    ) -> Result<usize, LimitReached>;

    /// What it costs to ask; nothing where steps are not counted.
    ///
    /// # Errors
    /// When a limit is reached first.
    fn cost(
        &self,
        backend: Backend,
        question: Question,
        id: Self::Id,
        position: &mut Self::Position,
    ) -> Result<Option<Cost>, LimitReached>;

    /// What is asked position by position, or node by node.
    fn subjects(&self) -> Vec<Subject>;

    /// The positions where none are given, and where they come from, in words.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn built_in(&self, seed: u64) -> Result<(Vec<Self::Position>, &'static str), Trouble>;

    /// The nodes in positions that are given, or else those that are built in.
    fn nodes(&self, given: Option<&[Self::Position]>) -> Self::Nodes;

    /// A position as messages show it.
    fn written(&self, position: &Self::Position) -> String;

    /// Has a subject asked once in each position, or at each node.
    ///
    /// # Errors
    /// Those of the one who asks.
    fn each(
        &self,
        subject: Subject,
        positions: &mut [Self::Position],
        nodes: &Self::Nodes,
        asker: &mut impl Once,
    ) -> Result<(), Disagreement>;
}

/// Asks a subject at one place after the other: by a back end with a clock, or by all of them to compare what they say.
pub(crate) trait Once {
    /// Asks at a place, which is called so where back ends differ over it.
    ///
    /// # Errors
    /// When it has no answer, or back ends differ.
    fn once<P, T: PartialEq, E: Into<Trouble>>(
        &mut self,
        position: &mut P,
        ask: impl FnMut(Backend, &mut P, &mut Solutions) -> Result<T, E>,
        called: impl Fn(&P) -> String,
    ) -> Result<T, Disagreement>;

    /// The verdict that was asked last ends at this level; nothing where no rule applies.
    fn ends_at(&mut self, _level: Option<u32>) {}
}
