//! Finds near matches of a failing literal: tuples of its predicate that differ from it in one argument, or in all
//! arguments but one.

use blanche_sorted::Arrange;

use crate::interpret::Host;
use crate::program::{Atom, Goal, SortKind, Term, Variable, VariableId};
use crate::runtime::Value;

use super::failures::{Fact, NearMatch};
use super::obstacles::{ObstacleSearch, Situation, WORK};

/// Maximum number of tuples listed for each choice of open arguments.
const INSTEAD: usize = 3;

impl<H: Host> ObstacleSearch<'_, H> {
    /// The tuples that hold and differ from the atom in only one bound argument, grouped by this argument. If there are
    /// none, the tuples that agree with the atom in one bound argument.
    pub(super) fn instead(&self, facts: &mut H::Facts, atom: &Atom, at: Situation<'_>) -> Vec<NearMatch> {
        let known = self.queries().arguments(atom, at.values);
        let bound: Vec<usize> = (0..known.len()).filter(|place| known[*place].is_some()).collect();
        let one: Vec<Vec<usize>> = bound.iter().map(|place| vec![*place]).collect();
        let but_one = |kept: &usize| bound.iter().copied().filter(|place| place != kept).collect();
        // If all arguments were open, every tuple would match.
        let one: Vec<Vec<usize>> = if bound.len() == 1 && known.len() > 1 { Vec::new() } else { one };
        let others: Vec<Vec<usize>> = match bound.len() {
            0..=2 => Vec::new(),
            _ => bound.iter().map(but_one).collect(),
        };
        let mut found: Vec<NearMatch> = Vec::new();
        for choices in [one, others] {
            for open in choices {
                let tuples = self.opened(facts, atom, &known, &open);
                let shown: Vec<Fact> =
                    tuples.iter().take(INSTEAD).map(|tuple| self.tuple(atom, tuple)).collect();
                if !shown.is_empty() {
                    found.push(NearMatch { open, more: tuples.len() - shown.len(), facts: shown });
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        found.arrange_by_key(|instead| instead.facts.len() + instead.more);
        found
    }

    /// The tuples with any values for the arguments `open`. They are found by a mode that leaves these arguments open.
    /// If there is no such mode and `open` is a single argument with few values, each value is tried. Empty if the
    /// search takes too many steps.
    fn opened(
        &self,
        facts: &mut H::Facts,
        atom: &Atom,
        known: &[Option<Value>],
        open: &[usize],
    ) -> Vec<Vec<Option<Value>>> {
        let with = |place: usize| known[place].filter(|_| !open.contains(&place));
        if let Some(tuples) = self.tuples(facts, atom, &with) {
            return tuples;
        }
        let &[argument] = open else { return Vec::new() };
        let Some(sort) = self.queries().sort(atom, argument) else { return Vec::new() };
        let values: Vec<Value> = match &self.queries().program.sort(sort).kind {
            SortKind::Constants(constants) => constants.iter().map(|(_, value)| *value).collect(),
            SortKind::Range(numbers) => (numbers.first..=numbers.last).collect(),
            SortKind::Opaque { .. } => Vec::new(),
        };
        let one = |value: Value| {
            let with = |place: usize| if place == argument { Some(value) } else { known[place] };
            // One tuple for each value is enough.
            self.tuples(facts, atom, &with)?.into_iter().next()
        };
        values.into_iter().filter_map(one).collect()
    }

    /// The tuples of a predicate with these values; `None` if it has no suitable mode.
    fn tuples(
        &self,
        facts: &mut H::Facts,
        atom: &Atom,
        with: &dyn Fn(usize) -> Option<Value>,
    ) -> Option<Vec<Vec<Option<Value>>>> {
        let queries = self.queries();
        let (mut atom, mut variables) = (atom.clone(), Vec::new());
        for place in 0..atom.arguments.len() {
            atom.arguments[place] = match with(place) {
                Some(value) => Term::Constant(value),
                None => {
                    let (sort, span) = (queries.sort(&atom, place)?, atom.span);
                    variables.push(Variable::named(format!("Open{place}"), sort, false, span));
                    Term::Variable(VariableId(variables.len() as u32 - 1))
                }
            };
        }
        if !queries.can_ask_alone(&atom) {
            return None;
        }
        let nothing = vec![None; variables.len()];
        let goals = [Goal::Atom(atom.clone())];
        let answers = queries.all(facts, &goals, &variables, &nothing, WORK).ok()?;
        Some(answers.values(&nothing).map(|values| queries.arguments(&atom, &values)).collect())
    }
}
