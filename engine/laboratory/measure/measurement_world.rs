//! What a game must implement so that its queries can be timed.

use blanche_compiler::runtime::{Cost, LimitReached, Solutions};

use super::Question;
use super::agreement::Disagreement;
use super::costs::Subject;
use crate::answers::Corpus;
use noire_engine::bases::{Backend, Question as OfBase};
use noire_engine::world::WorldError;

/// A game whose queries can be timed.
pub trait MeasurementWorld: Corpus {
    /// The identifier of a query that the game evaluates.
    type Id: Copy + Ord;

    /// The nodes of a search at which verdicts (the first rule that applies) are timed.
    type Nodes;

    /// A phrase for messages that lists the subjects, that is, what is timed in this game.
    const SUBJECTS: &'static str;

    /// The single queries that have rows of their own: rules, and other queries that are evaluated in the same way.
    fn rows(&self) -> Vec<OfBase>;

    /// The identifier of a query.
    fn id(&self, question: OfBase) -> Self::Id;

    /// Whether all back ends interpret the same operations on bitboard words.
    fn runs_same_code(&self, question: Question, id: Self::Id) -> bool;

    /// Evaluates a query and returns the number of answers.
    ///
    /// # Errors
    /// Fails if a limit is reached first.
    fn put(
        &self,
        backend: Backend,
        question: Question,
        id: Self::Id,
        position: &mut Self::Position,
        room: &mut Solutions,
    ) -> Result<usize, LimitReached>;

    /// The cost of a query, or `None` if steps are not counted.
    ///
    /// # Errors
    /// Fails if a limit is reached first.
    fn cost(
        &self,
        backend: Backend,
        question: Question,
        id: Self::Id,
        position: &mut Self::Position,
    ) -> Result<Option<Cost>, LimitReached>;

    /// The subjects that are timed separately in each position or node.
    fn subjects(&self) -> Vec<Subject>;

    /// The default positions, and a description of their source.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn built_in(&self, seed: u64) -> Result<(Vec<Self::Position>, &'static str), WorldError>;

    /// The nodes in the given positions, or the built-in nodes if no positions are given.
    fn nodes(&self, given: Option<&[Self::Position]>) -> Self::Nodes;

    /// A position in the form used in messages.
    fn written(&self, position: &Self::Position) -> String;

    /// Evaluates a subject once in each position or at each node, through `asker`.
    ///
    /// # Errors
    /// Fails if `asker` does.
    fn each(
        &self,
        subject: Subject,
        positions: &mut [Self::Position],
        nodes: &Self::Nodes,
        asker: &mut impl SubjectRunner,
    ) -> Result<(), Disagreement>;
}

/// Evaluates a subject in one position after the other. One implementation uses a single back end and a clock, and
/// another uses all back ends and compares their answers.
pub trait SubjectRunner {
    /// Evaluates a subject in one position. `called` returns the name of the position, for the message about back ends
    /// that differ.
    ///
    /// # Errors
    /// Fails if there is no answer, or if back ends differ.
    fn once<P, T: PartialEq, E: Into<WorldError>>(
        &mut self,
        position: &mut P,
        ask: impl FnMut(Backend, &mut P, &mut Solutions) -> Result<T, E>,
        called: impl Fn(&P) -> String,
    ) -> Result<T, Disagreement>;

    /// Reports the level of the rule that decided the last verdict, or `None` if no rule applied.
    fn ends_at(&mut self, _level: Option<u32>) {}
}
