//! From a question of a program to code.

use std::collections::{BTreeMap, BTreeSet};

use super::Unfit;
use super::code::{Code, Output};
use super::effort::MOST_OF_A_QUESTION;
use super::operations::WordId;
use super::query::{Goal, Query, Rows, Values, Variable};
use super::solve::Solver;
use crate::program::{Program, Rule, RuleId, VariableId};
use crate::runtime::{Layout, U256, Value};

/// The variables of an answer but the one with the most values are tried value by value, in so many ways at most.
const MOST_OUTPUTS: usize = 256;

/// Words of answers that are counted, with their code: for each word whose answers it says, by their place, and whether each of its
/// bits is one.
type Counted = (Code, Vec<(usize, bool)>);

/// The code of several rules or questions without given values, whose answers are only counted. None where one of them does not fit.
pub fn translate_counts(program: &Program, layout: &Layout, rules: &[RuleId]) -> Option<Counted> {
    let mut solver = Solver::new(program, layout, None).with_effort(MOST_OF_A_QUESTION);
    counts_by(&mut solver, rules).ok()
}

/// The code of a question or rule, which answers what its plan does. Of a question with a given value, that value is what is
/// played.
pub(super) fn answers_by(solver: &mut Solver<'_>, rule: RuleId) -> Result<Code, Unfit> {
    let rule = solver.program.rule(rule);
    let all = U256::lowest(solver.places.width);
    let question = Question::new(solver, rule, &[Given::Played(all)].repeat(rule.given))?;
    if rule.given == 1 && rule.answer.len() > 1 {
        let (spread, outputs) = question.outputs_behind(solver, 1)?;
        return Ok(Code { begins_played: true, ..Code::of(&solver.operations, outputs, spread) });
    }
    let (spread, outputs) = question.outputs_behind(solver, 0)?;
    Ok(Code::of(&solver.operations, outputs, spread))
}

/// The code of several tests whether questions without given values have answers, a word for each. What they have in common is
/// worked out once.
pub(super) fn tests_by(solver: &mut Solver<'_>, rules: &[RuleId]) -> Result<Code, Unfit> {
    let mut outputs = Vec::with_capacity(rules.len());
    for rule in rules {
        let rule = solver.program.rule(*rule);
        let question = Question::new(solver, rule, &[])?;
        outputs.push(Output { values: Vec::new(), word: question.test(solver)? });
    }
    Ok(Code::of(&solver.operations, outputs, None))
}

/// [`translate_counts`] by a solver.
pub(super) fn counts_by(solver: &mut Solver<'_>, rules: &[RuleId]) -> Result<Counted, Unfit> {
    let (mut outputs, mut of) = (Vec::new(), Vec::new());
    for (at, rule) in rules.iter().enumerate() {
        let rule = solver.program.rule(*rule);
        let question = Question::new(solver, rule, &[])?;
        let (spread, words) = question.outputs_behind(solver, 0)?;
        of.extend(words.iter().map(|_| (at, spread.is_some())));
        outputs.extend(words);
    }
    Ok((Code::of(&solver.operations, outputs, None), of))
}

/// What is known of a variable that is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// Its value.
    Value(Value),
    /// It is what is played, one of these.
    Played(U256),
    /// It is so much more than what is played.
    Moved(i32),
}

/// A question with the variables of its answer.
pub(super) struct Question {
    query: Query,
    answer: Vec<Variable>,
}

impl Question {
    /// A question of which the first variables are given.
    pub(super) fn new(solver: &mut Solver<'_>, rule: &Rule, given: &[Given]) -> Result<Question, Unfit> {
        Question::of(solver, rule, &rule.body, given)
    }

    /// The same with another premise.
    pub(super) fn of(
        solver: &mut Solver<'_>,
        rule: &Rule,
        body: &[crate::program::Goal],
        given: &[Given],
    ) -> Result<Question, Unfit> {
        let is_played = |given: &&Given| matches!(given, Given::Played(_));
        if given.iter().filter(is_played).count() > 1 {
            return Err(Unfit);
        }
        let played = given.iter().position(|given| is_played(&given));
        let outside: BTreeSet<VariableId> = rule.answer.iter().copied().collect();
        let mut query = solver.query(body, &rule.variables, &outside, &BTreeMap::new())?;
        let answer: Vec<Variable> =
            rule.answer.iter().map(|id| solver.last(rule.variables.len(), *id)).collect();
        for (variable, given) in answer.iter().zip(given) {
            let Some(Values::Bits(bits)) = query.values.get(variable).cloned() else { return Err(Unfit) };
            match given {
                Given::Value(value) => {
                    if !solver.narrow(&mut query, *variable, U256::bit(*value)) {
                        return Err(Unfit);
                    }
                }
                Given::Played(some) => {
                    if !solver.narrow(&mut query, *variable, *some) {
                        return Err(Unfit);
                    }
                    let played = solver.operations.played(bits & *some);
                    // It comes first: all else that is said of the variable is said of one bit.
                    query.goals.insert(0, Goal::In(played, *variable));
                }
                Given::Moved(by) => {
                    let played = answer[played.ok_or(Unfit)?];
                    query.goals.push(solver.moved(&query, (played, *variable), *by));
                }
            }
        }
        Ok(Question { query, answer })
    }

    /// A word with a bit where there is an answer.
    pub(super) fn test(&self, solver: &mut Solver<'_>) -> Result<WordId, Unfit> {
        solver.solve(self.query.clone(), None)
    }

    /// The words of the answer behind so many of its variables, which are given, and which one is spread in them: that with the
    /// most values, the last of them. It is called by its place behind those that are given.
    fn outputs_behind(
        &self,
        solver: &mut Solver<'_>,
        given: usize,
    ) -> Result<(Option<usize>, Vec<Output>), Unfit> {
        let counts = self.answer[given..].iter().map(|variable| self.count(*variable));
        let counts: Vec<usize> = counts.collect::<Result<_, _>>()?;
        let most = counts.iter().max();
        let spread = counts.iter().rposition(|count| Some(count) == most);
        let others: Vec<usize> = (given..self.answer.len()).filter(|at| Some(at - given) != spread).collect();
        Ok((spread, self.outputs_of(solver, spread.map(|at| at + given), &others)?))
    }

    /// The words of the answer, in which this variable is spread.
    pub(super) fn outputs_over(
        &self,
        solver: &mut Solver<'_>,
        spread: Option<usize>,
    ) -> Result<Vec<Output>, Unfit> {
        let others: Vec<usize> = (0..self.answer.len()).filter(|at| Some(*at) != spread).collect();
        self.outputs_of(solver, spread, &others)
    }

    /// Words in which one variable of the answer is spread, with each choice of values of these other ones. What is left does
    /// not matter.
    pub(super) fn outputs_of(
        &self,
        solver: &mut Solver<'_>,
        spread: Option<usize>,
        others: &[usize],
    ) -> Result<Vec<Output>, Unfit> {
        let counts = others.iter().map(|at| self.count(self.answer[*at]));
        let counts: Vec<usize> = counts
            .chain(spread.map(|at| self.count(self.answer[at]).map(|_| 1)))
            .collect::<Result<_, _>>()?;
        let choices = counts.iter().try_fold(1usize, |all, count| all.checked_mul(*count));
        if choices.is_none_or(|choices| choices > MOST_OUTPUTS) {
            return Err(Unfit);
        }
        let mut outputs = Vec::new();
        let others: Vec<Variable> = others.iter().map(|at| self.answer[*at]).collect();
        let spread = spread.map(|at| self.answer[at]);
        each(solver, self.query.clone(), (&others, spread), &mut Vec::new(), &mut outputs)?;
        Ok(outputs)
    }

    /// The word of an answer of two variables of which the second is so much more than the first; this one is spread.
    pub(super) fn word_moved(
        &self,
        solver: &mut Solver<'_>,
        by: i32,
        spread: usize,
    ) -> Result<WordId, Unfit> {
        let mut query = self.query.clone();
        query.goals.push(solver.moved(&query, (self.answer[0], self.answer[1]), by));
        solver.solve(query, Some(self.answer[spread]))
    }

    /// The word of the answer in which this variable is spread and the other ones have these values.
    pub(super) fn word_with(
        &self,
        solver: &mut Solver<'_>,
        spread: Option<usize>,
        values: &[Value],
    ) -> Result<WordId, Unfit> {
        let mut query = self.query.clone();
        let others = self.answer.iter().enumerate().filter(|(at, _)| Some(*at) != spread);
        for ((_, variable), value) in others.zip(values) {
            solver.bind(&mut query, *variable, *value);
        }
        solver.solve(query, spread.map(|at| self.answer[at]))
    }

    /// How many values a variable can have.
    fn count(&self, variable: Variable) -> Result<usize, Unfit> {
        match self.query.values.get(&variable) {
            Some(Values::Bits(bits)) => Ok(bits.count_ones() as usize),
            _ => Err(Unfit),
        }
    }
}

impl Solver<'_> {
    /// That a second variable is so much more than a first one.
    fn moved(&self, query: &Query, (first, second): (Variable, Variable), by: i32) -> Goal {
        let seconds = self.choices(query, second);
        let row = |value: Value| {
            let moved = value.checked_add_signed(by).filter(|moved| seconds.contains(moved))?;
            Some(vec![value, moved])
        };
        let rows = self.choices(query, first).into_iter().filter_map(row).collect();
        Goal::Rows(vec![first, second], Rows::new(rows))
    }
}

/// Tries the values of each of these variables, and finds the words of another one.
fn each(
    solver: &mut Solver<'_>,
    query: Query,
    (others, spread): (&[Variable], Option<Variable>),
    values: &mut Vec<Value>,
    outputs: &mut Vec<Output>,
) -> Result<(), Unfit> {
    let Some((variable, rest)) = others.split_first() else {
        let word = solver.solve(query, spread)?;
        if !solver.operations.is_nothing(word) {
            outputs.push(Output { values: values.clone(), word });
        }
        return Ok(());
    };
    for value in solver.choices(&query, *variable) {
        let mut query = query.clone();
        solver.bind(&mut query, *variable, value);
        values.push(value);
        each(solver, query, (rest, spread), values, outputs)?;
        values.pop();
    }
    Ok(())
}
