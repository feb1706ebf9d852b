//! The trait that answers a game's questions about a position, implemented by the interpreter and by compiled rules.

use std::sync::Arc;

use crate::interpret::{Machine, StateHost};
use crate::program::{Program, RuleId, RuleKind};
use crate::runtime::{
    Budget, CompiledBase, CompiledGame, CompiledQuestion, LimitReached, Limits, Matcher, Position, Solutions,
    Value,
};

/// Evaluates the rules and questions of one program in given positions.
pub trait GameEvaluator: Send + Sync {
    /// Whether a rule or question has an answer. The question must not take input values.
    ///
    /// # Errors
    /// When a limit is reached first.
    fn applies(&self, position: &mut Position, rule: RuleId) -> Result<bool, LimitReached>;

    /// Calls `take` with each answer of a rule or question, in order and without repetition. Every answer begins with
    /// the input values `given`.
    ///
    /// # Errors
    /// When a limit is reached first.
    fn each(
        &self,
        position: &mut Position,
        rule: RuleId,
        given: &[Value],
        take: &mut dyn FnMut(&[Value]),
    ) -> Result<(), LimitReached>;

    /// The number of answers of a rule or question. The question must not take input values.
    ///
    /// # Errors
    /// When a limit is reached first.
    fn count(&self, position: &mut Position, rule: RuleId) -> Result<usize, LimitReached> {
        let mut count = 0;
        self.each(position, rule, &[], &mut |_| count += 1)?;
        Ok(count)
    }

    /// The game compiled to bitboard operations; `None` if it was not compiled to them.
    fn in_words(&self) -> Option<CompiledGame> {
        None
    }
}

impl GameEvaluator for Machine<StateHost> {
    fn applies(&self, position: &mut Position, rule: RuleId) -> Result<bool, LimitReached> {
        Machine::applies(self, position, rule)
    }

    fn each(
        &self,
        position: &mut Position,
        rule: RuleId,
        given: &[Value],
        take: &mut dyn FnMut(&[Value]),
    ) -> Result<(), LimitReached> {
        self.in_order_given(position, (rule, given), take)
    }

    fn count(&self, position: &mut Position, rule: RuleId) -> Result<usize, LimitReached> {
        Machine::count(self, position, rule)
    }
}

impl<A: GameEvaluator + ?Sized> GameEvaluator for Arc<A> {
    fn applies(&self, position: &mut Position, rule: RuleId) -> Result<bool, LimitReached> {
        (**self).applies(position, rule)
    }

    fn each(
        &self,
        position: &mut Position,
        rule: RuleId,
        given: &[Value],
        take: &mut dyn FnMut(&[Value]),
    ) -> Result<(), LimitReached> {
        (**self).each(position, rule, given, take)
    }

    fn count(&self, position: &mut Position, rule: RuleId) -> Result<usize, LimitReached> {
        (**self).count(position, rule)
    }

    fn in_words(&self) -> Option<CompiledGame> {
        (**self).in_words()
    }
}

/// A program's compiled rules, as a [`GameEvaluator`].
pub struct Compiled {
    base: CompiledBase<Position>,
    /// The location of each rule of the program in `base`, indexed by [`RuleId`].
    places: Vec<CompiledIndex>,
    limits: Limits,
}

/// The kind of a compiled rule, with its index in the list of this kind in the compiled base.
#[derive(Clone, Copy)]
enum CompiledIndex {
    Rule(usize),
    Export(usize),
    Score(usize),
    Preference(usize),
    Question(usize),
    /// The rule was not compiled.
    Nowhere,
}

impl Compiled {
    /// Wraps the compiled `base` of `program`.
    pub fn new(base: CompiledBase<Position>, program: &Program, limits: Limits) -> Compiled {
        let (mut rules, mut exports, mut scores) = (0.., 0.., 0..);
        let (mut preferences, mut questions) = (0.., 0..);
        let place = |kind: RuleKind| {
            let place = match kind {
                RuleKind::Rule => rules.next().map(CompiledIndex::Rule),
                RuleKind::Export => exports.next().map(CompiledIndex::Export),
                RuleKind::Score(_) => scores.next().map(CompiledIndex::Score),
                RuleKind::Preference(_) => preferences.next().map(CompiledIndex::Preference),
                RuleKind::Game(_) => questions.next().map(CompiledIndex::Question),
                RuleKind::Query => None,
            };
            place.unwrap_or(CompiledIndex::Nowhere)
        };
        let places = program.rules.iter().map(|rule| rule.kind).map(place).collect();
        Compiled { base, places, limits }
    }
}

/// The compiled function for a rule of the program.
enum Compilation<'b> {
    /// The function of a rule, an export, a score or a preference.
    Matcher(&'b Matcher<Position>),
    /// The function of a question that the game asks.
    Question(&'b CompiledQuestion<Position>),
}

impl Compiled {
    fn of(&self, rule: RuleId) -> Compilation<'_> {
        match self.places[rule.index()] {
            CompiledIndex::Rule(at) => Compilation::Matcher(&self.base.rules[at].matcher),
            CompiledIndex::Export(at) => Compilation::Matcher(&self.base.exports[at].matcher),
            CompiledIndex::Score(at) => Compilation::Matcher(&self.base.scores[at].matcher),
            CompiledIndex::Preference(at) => Compilation::Matcher(&self.base.preferences[at].matcher),
            CompiledIndex::Question(at) => Compilation::Question(&self.base.questions[at]),
            CompiledIndex::Nowhere => unreachable!("what was not compiled is not asked"),
        }
    }
}

impl GameEvaluator for Compiled {
    fn applies(&self, position: &mut Position, rule: RuleId) -> Result<bool, LimitReached> {
        match self.of(rule) {
            Compilation::Matcher(matcher) => (matcher.applies)(position, &mut Budget::new(self.limits)),
            Compilation::Question(question) => question.applies(position, &[], self.limits),
        }
    }

    fn each(
        &self,
        position: &mut Position,
        rule: RuleId,
        given: &[Value],
        take: &mut dyn FnMut(&[Value]),
    ) -> Result<(), LimitReached> {
        let (limits, mut room) = (self.limits, Solutions::default());
        let mut each = |answer: &[Value]| {
            take(answer);
            Ok(())
        };
        match self.of(rule) {
            Compilation::Matcher(matcher) => matcher.in_order(position, limits, &mut room, &mut each),
            Compilation::Question(question) => {
                question.in_order(position, given, limits, &mut room, &mut each)
            }
        }
    }

    fn count(&self, position: &mut Position, rule: RuleId) -> Result<usize, LimitReached> {
        let mut room = Solutions::default();
        match self.of(rule) {
            Compilation::Matcher(matcher) => matcher.count(position, self.limits, &mut room),
            Compilation::Question(question) => {
                question.all_into(position, &[], self.limits, &mut room)?;
                Ok(room.len())
            }
        }
    }

    fn in_words(&self) -> Option<CompiledGame> {
        self.base.game
    }
}
