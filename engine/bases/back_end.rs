//! The common interface of the two back ends, which evaluate compiled and interpreted rules. [`Base`](super::Base) uses
//! it to query either back end.

use std::ops::RangeInclusive;

use blanche_compiler::interpret::Machine;
use blanche_compiler::program::{Program, RuleId};
use blanche_compiler::runtime::{
    Budget, CompiledBase, Cost, Flow, LimitReached, Limits, Matcher, Solutions, Value, Wanted,
};

use super::QuestionIds;
use super::{Question, Subject};

/// A back end that answers queries about a subject `S`, such as a position. A solution is a tuple of values for the
/// variables of the question. Every method returns an error if it reaches the step limit or the memory limit.
pub(super) trait BackEnd<S: Subject> {
    /// Whether the question has a solution.
    fn applies(&self, question: Question, subject: &mut S) -> Result<bool, LimitReached>;

    /// The least solution of the question, if it has one.
    fn first(&self, question: Question, subject: &mut S) -> Result<Solutions, LimitReached>;

    /// Stores all solutions, in order, in `solutions`. Reuses the memory of `solutions`.
    fn all_into(
        &self,
        question: Question,
        subject: &mut S,
        solutions: &mut Solutions,
    ) -> Result<(), LimitReached>;

    /// Counts the solutions. If solutions must be compared to find duplicates, they are stored in `buffer`.
    fn count(
        &self,
        question: Question,
        subject: &mut S,
        buffer: &mut Solutions,
    ) -> Result<usize, LimitReached>;

    /// The cost of answering the question, in steps and bytes.
    fn cost(&self, question: Question, subject: &mut S, wanted: Wanted) -> Result<Cost, LimitReached>;

    /// Passes solutions to `take` as they are found, in any order and possibly with duplicates.
    fn visit(
        &self,
        question: Question,
        subject: &mut S,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached>;

    /// Passes solutions to `take` as they are found, in any order, without duplicates.
    fn each_once(
        &self,
        question: Question,
        subject: &mut S,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached>;

    /// Whether `accept` returns `true` for some solution. Each solution is passed to `accept` as it is found.
    fn any(
        &self,
        question: Question,
        subject: &mut S,
        accept: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<bool, LimitReached>;

    /// Passes all solutions in order to `take`, until it returns a break.
    fn in_order(
        &self,
        question: Question,
        subject: &mut S,
        buffer: &mut Solutions,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached>;

    /// Whether a query about moves and games has a solution. `at` is the index of the query among these queries.
    fn holds(&self, at: usize, subject: &mut S) -> Result<bool, LimitReached>;

    /// The sum of the scores of a player. `to_move` states whether this player is to move, which selects the weights.
    fn sum(&self, player: usize, subject: &mut S, to_move: bool) -> Result<i64, LimitReached>;

    /// The first rule that applies, in order of level and, within a level, in source order. Only rules whose level is
    /// in `levels`, and for which `is_asked` returns `true`, are tried.
    fn verdict(
        &self,
        subject: &mut S,
        levels: RangeInclusive<u32>,
        is_asked: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, LimitReached>;
}

/// The back end with rules that were compiled to Rust.
pub(super) struct Compiled<S> {
    base: CompiledBase<S>,
    /// The sums of scores, indexed by player. Each is given as its index in the base, or `None` if the player has no
    /// scores.
    sums: Vec<Option<usize>>,
    limits: Limits,
}

impl<S: Subject> Compiled<S> {
    pub(super) fn new(base: CompiledBase<S>, limits: Limits) -> Compiled<S> {
        let sum = |player: &S::Player| base.sums.iter().position(|sum| sum.colour == player.to_string());
        let sums = S::players().iter().map(sum).collect();
        Compiled { base, sums, limits }
    }

    #[inline]
    fn matcher(&self, question: Question) -> &Matcher<S> {
        match question {
            Question::Rule(rule) => &self.base.rules[rule].matcher,
            Question::Score(score) => &self.base.scores[score].matcher,
            Question::Export(export) => &self.base.exports[export].matcher,
            Question::Preference(preference) => &self.base.preferences[preference].matcher,
            Question::Draw(_) => unreachable!("a base with a host has no draws"),
        }
    }
}

impl<S: Subject> BackEnd<S> for Compiled<S> {
    #[inline]
    fn applies(&self, question: Question, subject: &mut S) -> Result<bool, LimitReached> {
        (self.matcher(question).applies)(subject, &mut Budget::new(self.limits))
    }

    fn first(&self, question: Question, subject: &mut S) -> Result<Solutions, LimitReached> {
        self.matcher(question).first(subject, self.limits)
    }

    fn all_into(
        &self,
        question: Question,
        subject: &mut S,
        solutions: &mut Solutions,
    ) -> Result<(), LimitReached> {
        self.matcher(question).all_into(subject, self.limits, solutions)
    }

    fn count(
        &self,
        question: Question,
        subject: &mut S,
        buffer: &mut Solutions,
    ) -> Result<usize, LimitReached> {
        self.matcher(question).count(subject, self.limits, buffer)
    }

    fn cost(&self, question: Question, subject: &mut S, wanted: Wanted) -> Result<Cost, LimitReached> {
        self.matcher(question).cost(subject, wanted, self.limits)
    }

    #[inline]
    fn visit(
        &self,
        question: Question,
        subject: &mut S,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        self.matcher(question).as_they_come(subject, self.limits, take)
    }

    #[inline]
    fn each_once(
        &self,
        question: Question,
        subject: &mut S,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        self.matcher(question).each_once(subject, self.limits, take)
    }

    fn any(
        &self,
        question: Question,
        subject: &mut S,
        accept: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<bool, LimitReached> {
        self.matcher(question).any(subject, self.limits, accept)
    }

    fn in_order(
        &self,
        question: Question,
        subject: &mut S,
        buffer: &mut Solutions,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        self.matcher(question).in_order(subject, self.limits, buffer, take)
    }

    fn holds(&self, at: usize, subject: &mut S) -> Result<bool, LimitReached> {
        self.base.questions[at].applies(subject, &[], self.limits)
    }

    #[inline]
    fn sum(&self, player: usize, subject: &mut S, to_move: bool) -> Result<i64, LimitReached> {
        match self.sums[player] {
            Some(sum) => self.base.sums[sum].of(subject, self.limits, to_move),
            None => Ok(0),
        }
    }

    /// Does not evaluate rules whose guards fail.
    #[inline]
    fn verdict(
        &self,
        subject: &mut S,
        levels: RangeInclusive<u32>,
        is_asked: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, LimitReached> {
        let mut first = 0;
        for level in &self.base.levels {
            let mut worth = if levels.contains(&level.level) { (level.worth_asking)(subject) } else { 0 };
            while worth != 0 {
                let rule = first + worth.trailing_zeros() as usize;
                worth &= worth - 1;
                let applies = self.base.rules[rule].matcher.applies;
                if is_asked(rule) && applies(subject, &mut Budget::new(self.limits))? {
                    return Ok(Some(rule));
                }
            }
            first += level.rules;
        }
        Ok(None)
    }
}

/// The back end that interprets rules at run time.
pub(super) struct Interpreter<S: Subject> {
    machine: Machine<S::Host>,
    ids: QuestionIds,
    /// The level of each rule, indexed by rule.
    levels: Vec<u32>,
    /// The value that stands for each player in the program, indexed by player.
    players: Vec<Option<Value>>,
}

impl<S: Subject> Interpreter<S> {
    /// Creates the interpreter of a program.
    pub(super) fn new(machine: Machine<S::Host>, program: &Program) -> Interpreter<S> {
        let named = |player: &S::Player| {
            program.players.iter().copied().find(|known| program.player(*known) == player.to_string())
        };
        let ids = QuestionIds::of(program);
        let levels = ids.rules().iter().map(|id| program.rule(*id).level).collect();
        Interpreter { machine, ids, levels, players: S::players().iter().map(named).collect() }
    }

    pub(super) fn machine(&self) -> &Machine<S::Host> {
        &self.machine
    }

    pub(super) fn map(self, change: impl FnOnce(Machine<S::Host>) -> Machine<S::Host>) -> Interpreter<S> {
        Interpreter { machine: change(self.machine), ..self }
    }

    fn id(&self, question: Question) -> RuleId {
        self.ids.get(question)
    }
}

impl<S: Subject> BackEnd<S> for Interpreter<S> {
    fn applies(&self, question: Question, subject: &mut S) -> Result<bool, LimitReached> {
        self.machine.applies(subject, self.id(question))
    }

    fn first(&self, question: Question, subject: &mut S) -> Result<Solutions, LimitReached> {
        self.machine.first(subject, self.id(question))
    }

    fn all_into(
        &self,
        question: Question,
        subject: &mut S,
        solutions: &mut Solutions,
    ) -> Result<(), LimitReached> {
        *solutions = self.machine.all(subject, self.id(question))?;
        Ok(())
    }

    fn count(
        &self,
        question: Question,
        subject: &mut S,
        _buffer: &mut Solutions,
    ) -> Result<usize, LimitReached> {
        self.machine.count(subject, self.id(question))
    }

    fn cost(&self, question: Question, subject: &mut S, wanted: Wanted) -> Result<Cost, LimitReached> {
        self.machine.cost(subject, self.id(question), wanted)
    }

    fn visit(
        &self,
        question: Question,
        subject: &mut S,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        let _ = self.machine.all(subject, self.id(question))?.iter().try_for_each(take);
        Ok(())
    }

    fn each_once(
        &self,
        question: Question,
        subject: &mut S,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        self.visit(question, subject, take)
    }

    fn any(
        &self,
        question: Question,
        subject: &mut S,
        accept: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<bool, LimitReached> {
        self.machine.any(subject, self.id(question), accept)
    }

    fn in_order(
        &self,
        question: Question,
        subject: &mut S,
        _buffer: &mut Solutions,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        self.visit(question, subject, take)
    }

    fn holds(&self, at: usize, subject: &mut S) -> Result<bool, LimitReached> {
        self.machine.applies(subject, self.ids.other(at))
    }

    fn sum(&self, player: usize, subject: &mut S, to_move: bool) -> Result<i64, LimitReached> {
        match self.players[player] {
            Some(player) => self.machine.sum(subject, player, to_move),
            None => Ok(0),
        }
    }

    fn verdict(
        &self,
        subject: &mut S,
        levels: RangeInclusive<u32>,
        is_asked: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, LimitReached> {
        for (rule, (id, level)) in self.ids.rules().iter().zip(&self.levels).enumerate() {
            if levels.contains(level) && is_asked(rule) && self.machine.applies(subject, *id)? {
                return Ok(Some(rule));
            }
        }
        Ok(None)
    }
}
