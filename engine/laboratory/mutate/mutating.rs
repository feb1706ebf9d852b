//! What a game must implement so that its mutants can be examined.

use std::sync::atomic::AtomicBool;

use blanche_compiler::diagnostic::Code;
use blanche_compiler::files::FileId;
use blanche_compiler::program::{Program, RuleId};
use blanche_compiler::runtime::{Limits, Solutions};
use blanche_sorted::SortedSet;

use super::checks::Notice;
use super::run::Settings;
use crate::answers::Corpus;
use crate::reached::Reached;
use noire_engine::bases::{Question, QuestionIds};
use noire_engine::world::{World, WorldError, WorldExt};

/// A game whose mutants can be examined.
pub trait Mutating: Corpus {
    /// A record of how the game continues; empty if that is not defined by rules.
    type Course: Sync;

    /// The state needed to find differences.
    type Looking<'w>: Sync
    where
        Self: 'w;

    /// Whether its rules define how the game continues, so that mutants may change that.
    const GOES_ON: bool;

    /// Number of further positions to examine after the first difference.
    const MORE: u64;

    /// Returns the game with the text of one file replaced, evaluated by the interpreter.
    ///
    /// # Errors
    /// The first error for which the text is rejected.
    fn edited(&self, file: FileId, text: &str, limits: Limits) -> Result<Self, Code>;

    /// Computes the limits for queries to a mutant from the cost of the original's queries in these positions.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn limits_of_mutants(
        &self,
        positions: Vec<Self::Position>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Limits, WorldError>;

    /// Records how the game continues.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn course(&self, seed: u64, stop: &AtomicBool) -> Result<Self::Course, WorldError>;

    /// Checks that a mutant continues in the same way.
    ///
    /// # Errors
    /// The check that notices a difference.
    fn course_notices(course: &Self::Course, mutant: &Self, stop: &AtomicBool) -> Result<(), Notice>;

    /// Prepares the search for differences, for mutants that may change these rules, in `positions` and those
    /// specified by the settings. `show` receives the progress, from 0 to 1.
    ///
    /// # Errors
    /// Fails if the game cannot continue or a query reaches a limit.
    fn looking<'w>(
        &'w self,
        settings: &Settings,
        positions: Vec<Self::Position>,
        rules: &SortedSet<usize>,
        show: &dyn Fn(f64),
    ) -> Result<Self::Looking<'w>, WorldError>;

    /// The positions of a round, each with those of `questions` that are to be evaluated there.
    fn positions<'l>(
        looking: &'l Self::Looking<'_>,
        questions: &'l [Question],
        round: u64,
    ) -> Box<dyn Iterator<Item = (Vec<Question>, Reached<Self>)> + 'l>;

    /// Describes how a mutant continues differently in a position, if it does.
    fn goes_on_otherwise(&self, mutant: &Self, position: &Self::Position) -> Option<String>;

    /// What a mutant claims with a rule in a position and the original does not. `rule` has the indices of the rule
    /// in the original and in the mutant, and `answers` their answers there.
    fn claimed(
        looking: &Self::Looking<'_>,
        mutant: &Self,
        rule: [usize; 2],
        position: &Self::Position,
        answers: [&Solutions; 2],
    ) -> Claimed;

    /// Positions with less on the board, as candidates for reduction. They are reduced again if they still show the
    /// difference.
    fn smaller(position: &Self::Position, is_first: bool) -> Vec<Self::Position>;

    /// A position in the format of `positions.txt`; `play` is the move of the query there.
    fn written(&self, position: &Self::Position, play: Option<&str>) -> String;
}

/// What a mutant claims and its original does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claimed {
    /// Whether the rule may make claims in the position.
    pub is_open: bool,
    /// A move that only the mutant claims and that does not win.
    pub refuted: Option<String>,
}

/// Maps queries of the original to those of a mutant, from which some may be missing.
pub(super) struct Counterparts<'m> {
    own: &'m Program,
    other: &'m Program,
    ids: QuestionIds,
}

impl<'m> Counterparts<'m> {
    pub(super) fn of<W: World>(world: &'m W, mutant: &'m W) -> Counterparts<'m> {
        let (own, other) = (world.program(), mutant.program());
        Counterparts { own, other, ids: QuestionIds::of(other) }
    }

    /// The query of the mutant for a rule of the original; `None` if it was left out or cannot be queried.
    pub(super) fn get(&self, rule: RuleId) -> Option<Question> {
        let Counterparts { own, other, ids } = self;
        if own.rules.len() == other.rules.len() {
            return ids.question(rule);
        }
        let title = own.rule_title(own.rule(rule));
        let mut numbered = other.rules.iter().zip(0..);
        let same = numbered.find(|(known, _)| other.rule_title(known) == title);
        ids.question(same.map(|(_, at)| RuleId(at))?)
    }
}
