//! Splits goals on several variables into simpler goals.

use blanche_sorted::SortedSet;

use super::Unfit;
use super::operations::WordId;
use super::query::{Goal, Query, Values, Variable};
use super::solve::{MAX_TRIED_VALUES, Solver};
use crate::program::PredicateKind;

impl Solver<'_> {
    /// The word of a query that has goals other than words and pairs of values. `None` if it has no such goals.
    pub(super) fn split(&mut self, query: &Query, keep: Option<Variable>) -> Result<Option<WordId>, Unfit> {
        let (mut branching, mut tried): (Option<usize>, SortedSet<Variable>) = (None, SortedSet::new());
        for (at, goal) in query.goals.iter().enumerate() {
            match goal {
                Goal::Literal(predicate, arguments) => match &self.program.predicate(*predicate).kind {
                    PredicateKind::Derived(clauses) => {
                        if clauses.len() == 1 {
                            return self.clauses(query, at, keep).map(Some);
                        }
                        branching.get_or_insert(at);
                    }
                    PredicateKind::Extern(external) => {
                        let state = external.state.ok_or(Unfit)?;
                        let spread = self.layout.table(state).spread();
                        let others = (0..arguments.len()).filter(|at| Some(*at) != spread);
                        tried.extend(others.filter_map(|at| arguments[at].variable()));
                    }
                    _ => goal.variables(&mut tried),
                },
                Goal::Not(..) => goal.variables(&mut tried),
                Goal::Any(_) => drop(branching.get_or_insert(at)),
                Goal::Rows(variables, _) if variables.len() > 2 => tried.extend(variables),
                Goal::Rows(..) | Goal::In(..) | Goal::Counted(..) | Goal::Test(_) => {}
            }
        }
        if tried.is_empty() && branching.is_none() {
            return Ok(None);
        }
        match (self.fewest(query, &tried), branching) {
            (Some((_, variable)), None) => self.each_value(query, variable, keep).map(Some),
            (Some((count, variable)), Some(_)) if count <= MAX_TRIED_VALUES => {
                self.each_value(query, variable, keep).map(Some)
            }
            (_, Some(at)) => self.each_branch(query, at, keep).map(Some),
            (None, None) => Err(Unfit),
        }
    }

    /// The variable with the fewest values, and the number of its values.
    pub(super) fn fewest(&self, query: &Query, variables: &SortedSet<Variable>) -> Option<(u32, Variable)> {
        let count = |variable: &Variable| match query.values.get(variable) {
            Some(Values::Bits(bits)) => Some((bits.count_ones(), *variable)),
            _ => None,
        };
        variables.iter().filter_map(count).min()
    }

    /// The word of a query, computed by trying each value of a variable.
    pub(super) fn each_value(
        &mut self,
        query: &Query,
        variable: Variable,
        keep: Option<Variable>,
    ) -> Result<WordId, Unfit> {
        let mut all = self.operations.nothing();
        for value in self.choices(query, variable) {
            let mut query = query.clone();
            self.bind(&mut query, variable, value);
            let word = self.solve(query, keep)?;
            all = self.operations.or(all, word);
        }
        Ok(all)
    }

    /// The word of a query, computed by replacing a goal by each of its branches or clauses.
    fn each_branch(&mut self, query: &Query, at: usize, keep: Option<Variable>) -> Result<WordId, Unfit> {
        let Goal::Any(branches) = &query.goals[at] else { return self.clauses(query, at, keep) };
        let mut all = self.operations.nothing();
        for branch in branches {
            let mut query = query.clone();
            query.goals.splice(at..=at, branch.iter().cloned());
            let word = self.solve(query, keep)?;
            all = self.operations.or(all, word);
        }
        Ok(all)
    }
}
