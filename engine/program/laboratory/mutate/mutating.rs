//! What a game must tell so that mutants of it can be examined.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use blanche_compiler::diagnostic::Code;
use blanche_compiler::files::FileId;
use blanche_compiler::program::{Program, RuleId};
use blanche_compiler::runtime::{Limits, Solutions};

use super::checks::Notice;
use super::run::Settings;
use crate::laboratory::answers::Corpus;
use crate::laboratory::reached::Reached;
use noire_engine::bases::{Question, QuestionIds};
use noire_engine::world::{Saying, Trouble, World};

/// A game of which mutants can be examined.
pub(crate) trait Mutating: Corpus {
    /// How the game goes on, as it was measured: nothing where no text says how.
    type Course: Sync;

    /// Where differences are looked for, with what is known of the game.
    type Looking<'w>: Sync
    where
        Self: 'w;

    /// Whether its text says how it goes on, so that mutants may change that.
    const GOES_ON: bool;

    /// How many more positions are asked after the first difference.
    const MORE: u64;

    /// The game with another text in the place of one file, answered by the interpreter.
    ///
    /// # Errors
    /// The first error for which the text is refused.
    fn edited(&self, file: FileId, text: &str, limits: Limits) -> Result<Self, Code>;

    /// What a question to a mutant may take, from what those of the game take in these positions.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn limits_of_mutants(
        &self,
        positions: Vec<Self::Position>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Limits, Trouble>;

    /// How the game goes on.
    ///
    /// # Errors
    /// When it does not.
    fn course(&self, seed: u64, stop: &AtomicBool) -> Result<Self::Course, Trouble>;

    /// Asks whether a mutant goes on in the same way.
    ///
    /// # Errors
    /// Who notices that it does not.
    fn course_notices(course: &Self::Course, mutant: &Self, stop: &AtomicBool) -> Result<(), Notice>;

    /// What is known of the game to find differences: of mutants that may change these of its rules, from these positions and
    /// those that the settings give. `show` is told how much is done, from 0 to 1.
    ///
    /// # Errors
    /// When the game cannot go on, or a question reaches a limit.
    fn looking<'w>(
        &'w self,
        settings: &Settings,
        positions: Vec<Self::Position>,
        rules: &BTreeSet<usize>,
        show: &dyn Fn(f64),
    ) -> Result<Self::Looking<'w>, Trouble>;

    /// The positions of a round, each with the questions that are asked there, of these.
    fn positions<'l>(
        looking: &'l Self::Looking<'_>,
        questions: &'l [Question],
        round: u64,
    ) -> Box<dyn Iterator<Item = (Vec<Question>, Reached<Self>)> + 'l>;

    /// How a mutant goes on otherwise in a position, in words.
    fn goes_on_otherwise(&self, mutant: &Self, position: &Self::Position) -> Option<String>;

    /// What a mutant claims by a rule in a position and the game does not; they have answered this there. The rule is the one of
    /// the game and that of the mutant.
    fn claimed(
        looking: &Self::Looking<'_>,
        mutant: &Self,
        rule: [usize; 2],
        position: &Self::Position,
        answers: [&Solutions; 2],
    ) -> Claimed;

    /// Positions with less in them than this one, from each of which more may go.
    fn smaller(position: &Self::Position, is_first: bool) -> Vec<Self::Position>;

    /// A position as the text beside the rules has it; the question plays this move there.
    fn written(&self, position: &Self::Position, play: Option<&str>) -> String;
}

/// What a mutant claims and its game does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Claimed {
    /// The rule may claim something in the position.
    pub(crate) is_open: bool,
    /// A move that the mutant claims, the game does not, and that does not win.
    pub(crate) refuted: Option<String>,
}

/// The questions of a mutant that are those of its game: something may have been left out.
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

    /// The question that is this rule of the game; nothing where it is left out, or nobody asks it.
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
