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
use crate::position_sources::ReachedPosition;
use noire_engine::bases::{Question, QuestionIds};
use noire_engine::world::{World, WorldError, WorldExt};

/// A game whose mutants can be examined.
pub trait MutationWorld: Corpus {
    /// A record of the course of play. It is empty if rules do not define the course of play.
    type PlayRecord: Sync;

    /// The state needed to find differences.
    type Search<'w>: Sync
    where
        Self: 'w;

    /// Whether the rules define the course of play, so that mutants may change it.
    const RULES_DEFINE_PLAY: bool;

    /// Number of further positions to examine after the first difference.
    const MAX_MORE_POSITIONS: u64;

    /// Returns the game with the text of one file replaced, evaluated by the interpreter.
    ///
    /// # Errors
    /// Fails if the text is rejected. The error is the first reason for that.
    fn edited(&self, file: FileId, text: &str, limits: Limits) -> Result<Self, Code>;

    /// Computes the limits for queries to a mutant. They depend on the cost of the queries of the original in these
    /// positions.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn limits_of_mutants(
        &self,
        positions: Vec<Self::Position>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Limits, WorldError>;

    /// Creates the record of the course of play.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn record_play(&self, seed: u64, stop: &AtomicBool) -> Result<Self::PlayRecord, WorldError>;

    /// Checks that a mutant continues in the same way.
    ///
    /// # Errors
    /// Fails if a check notices a difference. The error is that check.
    fn check_play(course: &Self::PlayRecord, mutant: &Self, stop: &AtomicBool) -> Result<(), Notice>;

    /// Prepares the search for differences, for mutants that may change these rules. The search uses `positions` and
    /// further positions that the settings specify. `show` receives the progress, from 0 to 1.
    ///
    /// # Errors
    /// Fails if the game cannot continue or a query reaches a limit.
    fn search<'w>(
        &'w self,
        settings: &Settings,
        positions: Vec<Self::Position>,
        rules: &SortedSet<usize>,
        show: &dyn Fn(f64),
    ) -> Result<Self::Search<'w>, WorldError>;

    /// The positions of a round. Each comes with the queries of `questions` that are to be evaluated in it.
    fn positions<'l>(
        search: &'l Self::Search<'_>,
        questions: &'l [Question],
        round: u64,
    ) -> Box<dyn Iterator<Item = (Vec<Question>, ReachedPosition<Self>)> + 'l>;

    /// Describes how a mutant continues differently in a position, or returns `None` if it continues in the same way.
    fn play_difference(&self, mutant: &Self, position: &Self::Position) -> Option<String>;

    /// The claim that a mutant makes with a rule in a position and the original does not make. `rule` has the indices
    /// of the rule in the original and in the mutant, and `answers` has the answers of both in the position.
    fn claimed(
        search: &Self::Search<'_>,
        mutant: &Self,
        rule: [usize; 2],
        position: &Self::Position,
        answers: [&Solutions; 2],
    ) -> MutantClaims;

    /// Positions with fewer pieces, to reduce a position that shows a difference. A smaller position that still shows
    /// the difference is reduced again.
    fn smaller(position: &Self::Position, is_first: bool) -> Vec<Self::Position>;

    /// A position in the format of `positions.txt`. `play` is the move that the query plays in it.
    fn written(&self, position: &Self::Position, play: Option<&str>) -> String;
}

/// The claims that a mutant makes and its original does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MutantClaims {
    /// Whether the rule may make claims in the position.
    pub is_open: bool,
    /// A move that only the mutant claims and that does not win.
    pub refuted: Option<String>,
}

/// The query of the mutant for each query of the original. Some may be missing.
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

    /// The query of the mutant for a rule of the original. `None` if the rule was left out or is not a query.
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
