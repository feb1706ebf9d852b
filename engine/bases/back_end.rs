//! What a back end must answer. [`Base`](super::Base) asks either of them in the same words.

use std::ops::RangeInclusive;

use blanche_compiler::interpret::Machine;
use blanche_compiler::program::{Program, RuleId};
use blanche_compiler::runtime::{
    Budget, CompiledBase, Cost, Flow, LimitReached, Limits, Matcher, Solutions, Value, Wanted,
};

use super::QuestionIds;
use super::{Question, Subject};

/// A back end that answers about subjects `S`. All its solutions are tuples over the variables of the question. Every
/// method gives an error when it reaches the step limit or the memory limit first.
pub(super) trait BackEnd<S: Subject> {
    /// Is there a solution?
    fn applies(&self, question: Question, subject: &mut S) -> Result<bool, LimitReached>;

    /// The least solution, if there is one.
    fn first(&self, question: Question, subject: &mut S) -> Result<Solutions, LimitReached>;

    /// All solutions in order, in the buffer of earlier ones.
    fn all_into(
        &self,
        question: Question,
        subject: &mut S,
        solutions: &mut Solutions,
    ) -> Result<(), LimitReached>;

    /// How many solutions there are. Those that have to be compared are kept in the buffer of earlier ones.
    fn count(
        &self,
        question: Question,
        subject: &mut S,
        buffer: &mut Solutions,
    ) -> Result<usize, LimitReached>;

    /// What it costs to answer, in steps and bytes.
    fn cost(&self, question: Question, subject: &mut S, wanted: Wanted) -> Result<Cost, LimitReached>;

    /// Hands over solutions as they are found, in any order and some perhaps again.
    fn visit(
        &self,
        question: Question,
        subject: &mut S,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached>;

    /// Hands over solutions as they are found, in any order, each once.
    fn each_once(
        &self,
        question: Question,
        subject: &mut S,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached>;

    /// Whether a solution is accepted. They are handed over as they are found until one is.
    fn any(
        &self,
        question: Question,
        subject: &mut S,
        accept: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<bool, LimitReached>;

    /// Hands over all solutions in order until `take` has enough.
    fn in_order(
        &self,
        question: Question,
        subject: &mut S,
        buffer: &mut Solutions,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached>;

    /// Whether what is asked of moves and games at this place holds.
    fn holds(&self, at: usize, subject: &mut S) -> Result<bool, LimitReached>;

    /// What the scores of a player add up to, where the player is to move or is not.
    fn sum(&self, player: usize, subject: &mut S, to_move: bool) -> Result<i64, LimitReached>;

    /// The first rule that applies, of those of these levels that are asked: by level, then as in the text.
    fn verdict(
        &self,
        subject: &mut S,
        levels: RangeInclusive<u32>,
        is_asked: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, LimitReached>;
}

/// Rules that were compiled to Rust when the program was built.
pub(super) struct Compiled<S> {
    base: CompiledBase<S>,
    /// By player, where the base adds up the player's scores.
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

    /// Rules whose guards fail are not asked.
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

/// Rules that are read at run time.
pub(super) struct Interpreter<S: Subject> {
    machine: Machine<S::Host>,
    ids: QuestionIds,
    /// By rule, its level.
    levels: Vec<u32>,
    /// By player, the player's number in the program.
    players: Vec<Option<Value>>,
}

impl<S: Subject> Interpreter<S> {
    /// The interpreter of a program.
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
