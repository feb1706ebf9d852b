//! Translates queries of a program into code.

use blanche_sorted::{SortedMap, SortedSet};

use super::Unfit;
use super::code::{Code, Output};
use super::effort::MAX_QUERY_EFFORT;
use super::operations::WordId;
use super::query::{Goal, Query, Rows, Values, Variable};
use super::solve::Solver;
use crate::program::{Program, Rule, RuleId, VariableId};
use crate::runtime::{Layout, U256, Value};

/// Maximum number of combinations of values tried for the answer variables. The variable with the most values is not
/// tried, because its values are bits.
const MAX_OUTPUT_COMBINATIONS: usize = 256;

/// Code whose answers are counted, and for each output word the index of its rule and whether each of its bits is
/// an answer.
type Counted = (Code, Vec<(usize, bool)>);

/// The code that counts the answers of several rules or queries without given values. `None` if one of them does not
/// fit.
pub fn translate_counts(program: &Program, layout: &Layout, rules: &[RuleId]) -> Option<Counted> {
    let mut solver = Solver::new(program, layout, None).with_effort(MAX_QUERY_EFFORT);
    counts_by(&mut solver, rules).ok()
}

/// The code of a query or rule, with the same answers as its plan. If the query has a single given value, that value is
/// the played value.
pub(super) fn answers_by(solver: &mut Solver<'_>, rule: RuleId) -> Result<Code, Unfit> {
    let rule = solver.program.rule(rule);
    let all = U256::lowest(solver.word_layout.width);
    let question = RuleQuery::new(solver, rule, &[GivenValue::Played(all)].repeat(rule.given))?;
    if rule.given == 1 && rule.answer.len() > 1 {
        let (spread, outputs) = question.outputs_behind(solver, 1)?;
        return Ok(Code { begins_played: true, ..Code::of(&solver.operations, outputs, spread) });
    }
    let (spread, outputs) = question.outputs_behind(solver, 0)?;
    Ok(Code::of(&solver.operations, outputs, spread))
}

/// The code for testing whether several queries without given values have answers, with one word for each query. Common
/// parts are computed once.
pub(super) fn tests_by(solver: &mut Solver<'_>, rules: &[RuleId]) -> Result<Code, Unfit> {
    let mut outputs = Vec::with_capacity(rules.len());
    for rule in rules {
        let rule = solver.program.rule(*rule);
        let question = RuleQuery::new(solver, rule, &[])?;
        outputs.push(Output { values: Vec::new(), word: question.test(solver)? });
    }
    Ok(Code::of(&solver.operations, outputs, None))
}

/// [`translate_counts`] with a given solver.
pub(super) fn counts_by(solver: &mut Solver<'_>, rules: &[RuleId]) -> Result<Counted, Unfit> {
    let (mut outputs, mut of) = (Vec::new(), Vec::new());
    for (at, rule) in rules.iter().enumerate() {
        let rule = solver.program.rule(*rule);
        let question = RuleQuery::new(solver, rule, &[])?;
        let (spread, words) = question.outputs_behind(solver, 0)?;
        of.extend(words.iter().map(|_| (at, spread.is_some())));
        outputs.extend(words);
    }
    Ok((Code::of(&solver.operations, outputs, None), of))
}

/// The information about a given variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GivenValue {
    /// The variable has this value.
    Value(Value),
    /// The variable is the played value, which is one of these values.
    Played(U256),
    /// The variable is the played value plus this offset.
    Moved(i32),
}

/// A query with its answer variables.
pub(super) struct RuleQuery {
    query: Query,
    answer: Vec<Variable>,
}

impl RuleQuery {
    /// The query of a rule whose first variables are given.
    pub(super) fn new(
        solver: &mut Solver<'_>,
        rule: &Rule,
        given: &[GivenValue],
    ) -> Result<RuleQuery, Unfit> {
        RuleQuery::of(solver, rule, &rule.body, given)
    }

    /// The query of a rule with another premise.
    pub(super) fn of(
        solver: &mut Solver<'_>,
        rule: &Rule,
        body: &[crate::program::Goal],
        given: &[GivenValue],
    ) -> Result<RuleQuery, Unfit> {
        let is_played = |given: &&GivenValue| matches!(given, GivenValue::Played(_));
        if given.iter().filter(is_played).count() > 1 {
            return Err(Unfit);
        }
        let played = given.iter().position(|given| is_played(&given));
        let outside: SortedSet<VariableId> = rule.answer.iter().copied().collect();
        let mut query = solver.query(body, &rule.variables, &outside, &SortedMap::new())?;
        let answer: Vec<Variable> =
            rule.answer.iter().map(|id| solver.last(rule.variables.len(), *id)).collect();
        for (variable, given) in answer.iter().zip(given) {
            let Some(Values::Bits(bits)) = query.values.get(variable).cloned() else { return Err(Unfit) };
            match given {
                GivenValue::Value(value) => {
                    if !solver.narrow(&mut query, *variable, U256::bit(*value)) {
                        return Err(Unfit);
                    }
                }
                GivenValue::Played(some) => {
                    if !solver.narrow(&mut query, *variable, *some) {
                        return Err(Unfit);
                    }
                    let played = solver.operations.played(bits & *some);
                    // This goal comes first, so that everything else about the variable applies to a single bit.
                    query.goals.insert(0, Goal::In(played, *variable));
                }
                GivenValue::Moved(by) => {
                    let played = answer[played.ok_or(Unfit)?];
                    query.goals.push(solver.moved(&query, (played, *variable), *by));
                }
            }
        }
        Ok(RuleQuery { query, answer })
    }

    /// A word with a bit set if there is an answer.
    pub(super) fn test(&self, solver: &mut Solver<'_>) -> Result<WordId, Unfit> {
        solver.solve(self.query.clone(), None)
    }

    /// The output words for the answer variables after the first `given` ones, and the index of the variable stored as
    /// bits among these variables. That is the variable with the most values, and the last one if there are several.
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

    /// The output words if the answer variable with index `spread` is stored as bits.
    pub(super) fn outputs_over(
        &self,
        solver: &mut Solver<'_>,
        spread: Option<usize>,
    ) -> Result<Vec<Output>, Unfit> {
        let others: Vec<usize> = (0..self.answer.len()).filter(|at| Some(*at) != spread).collect();
        self.outputs_of(solver, spread, &others)
    }

    /// The output words in which one variable is stored as bits, for each combination of values of the variables in
    /// `others`. Other answer variables are ignored.
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
        if choices.is_none_or(|choices| choices > MAX_OUTPUT_COMBINATIONS) {
            return Err(Unfit);
        }
        let mut outputs = Vec::new();
        let others: Vec<Variable> = others.iter().map(|at| self.answer[*at]).collect();
        let spread = spread.map(|at| self.answer[at]);
        each(solver, self.query.clone(), (&others, spread), &mut Vec::new(), &mut outputs)?;
        Ok(outputs)
    }

    /// The word for the answers of a query with two answer variables in which the second value equals the first value
    /// plus `by`. `spread` is the index of the variable stored as bits.
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

    /// The word in which one variable is stored as bits, if the other variables have the given values.
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

    /// Number of values that a variable may have.
    fn count(&self, variable: Variable) -> Result<usize, Unfit> {
        match self.query.values.get(&variable) {
            Some(Values::Bits(bits)) => Ok(bits.count_ones() as usize),
            _ => Err(Unfit),
        }
    }
}

impl Solver<'_> {
    /// A goal which says that the second variable equals the first variable plus `by`.
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

/// Tries all values of some variables, and collects the words of another variable.
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
