//! Constant folding. Decides equalities, facts and comparisons of constants. Removes clauses that never hold or whose
//! heads have other constants, and the negations and branches that are decided as a result. A rule for every player is
//! thus planned as if it had been written once for each player.

use super::scope::Scope;
use crate::plan::analysis::contradicts;
use crate::plan::faults::{self, Fault};
use crate::plan::model::{ConjunctKind, Frame, Operand};
use crate::plan::planner::Planner;
use crate::program::{Atom, Clause, Goal, PredicateId, PredicateKind, Term};
use crate::runtime::Value;
use crate::syntax::ast::Operator;

impl<'p> Planner<'p> {
    /// Removes the goals that constants decide to be true. `None` if one of the goals cannot hold.
    pub(crate) fn fold(&self, goals: &[Goal], scope: &Scope<'_>) -> Option<Vec<Goal>> {
        if contradicts(goals) {
            return None;
        }
        let mut left = Vec::new();
        for goal in goals {
            match goal {
                Goal::Atom(atom) => match self.decided(atom, scope) {
                    Some(true) => {}
                    Some(false) => return None,
                    None => left.push(goal.clone()),
                },
                Goal::Not(inner, span) => match self.fold(inner, scope) {
                    None if faults::has(Fault::FalseDenialsFail) => return None,
                    None => {}
                    Some(inner) if inner.is_empty() => return None,
                    Some(inner) => left.push(Goal::Not(inner, *span)),
                },
                // The goals after an action concern another position, so they are folded only when they are planned.
                Goal::After(..) => left.push(goal.clone()),
                Goal::Any(branches, span) => {
                    let mut open: Vec<Vec<Goal>> =
                        branches.iter().filter_map(|branch| self.fold(branch, scope)).collect();
                    if open.iter().any(Vec::is_empty) {
                        continue;
                    }
                    match open.len() {
                        0 => return None,
                        1 => left.append(&mut open[0]),
                        _ => left.push(Goal::Any(open, *span)),
                    }
                }
            }
        }
        Some(left)
    }

    /// Whether an atom holds, or `None` if its constants do not decide this.
    fn decided(&self, atom: &Atom, scope: &Scope<'_>) -> Option<bool> {
        let known: Vec<Option<Operand>> = atom.arguments.iter().map(|term| scope.known(term)).collect();
        let constants: Vec<Option<Value>> =
            known.iter().map(|operand| operand.and_then(Operand::constant)).collect();
        match &self.program.predicate(atom.predicate).kind {
            PredicateKind::Equal => match constants.as_slice() {
                [Some(left), Some(right)] => Some(left == right),
                _ => None,
            },
            PredicateKind::Comparison(_) => {
                let arguments: Vec<Operand> = known.into_iter().collect::<Option<_>>()?;
                self.comparison_of_constants(atom.predicate, &arguments)
            }
            PredicateKind::Facts(tuples) => {
                if !tuples.iter().any(|tuple| agrees(tuple, &constants)) {
                    return Some(false);
                }
                constants.iter().all(Option::is_some).then_some(true)
            }
            PredicateKind::Derived(_) if self.empty.contains(&atom.predicate) => Some(false),
            PredicateKind::Derived(clauses) => {
                let none = !clauses.iter().any(|clause| self.can_be(clause, &constants));
                none.then_some(false)
            }
            PredicateKind::Extern(_) | PredicateKind::Aggregate(_) | PredicateKind::Action { .. } => None,
        }
    }

    /// Whether a comparison holds, or `None` if some of its arguments are not constant.
    pub(crate) fn comparison_of_constants(
        &self,
        predicate: PredicateId,
        arguments: &[Operand],
    ) -> Option<bool> {
        let values: Vec<Value> = arguments.iter().map(|operand| operand.constant()).collect::<Option<_>>()?;
        Some(self.program.linear(predicate).holds(&values))
    }

    /// The conjunct for a comparison, or `None` if the comparison always holds.
    pub(crate) fn comparison(
        &self,
        predicate: PredicateId,
        arguments: Vec<Operand>,
        frame: &Frame,
    ) -> Option<ConjunctKind> {
        if let Some(holds) = self.comparison_of_constants(predicate, &arguments) {
            return (!holds).then_some(ConjunctKind::Fail);
        }
        let linear = self.program.linear(predicate);
        let open: Vec<usize> = (0..arguments.len()).filter(|at| arguments[*at].slot().is_some()).collect();
        // An equation with a single variable fixes its value.
        if let (Operator::Equal, [at]) = (linear.operator, open.as_slice()) {
            let values: Vec<Value> =
                arguments.iter().map(|operand| operand.constant().unwrap_or(0)).collect();
            let place = self.program.predicate(predicate).sort(*at);
            let value = linear.solved(*at, &values).filter(|value| self.program.sort(place).contains(*value));
            return match value {
                Some(value) => self.equality(arguments[*at], Operand::Constant(value), frame),
                None => Some(ConjunctKind::Fail),
            };
        }
        // The bounds of the sorts may decide the comparison.
        let comparison = self.program.comparison(predicate);
        let sorts = &self.program.predicate(predicate).sorts;
        let number = |(at, operand): (usize, &Operand)| match operand {
            Operand::Slot(slot) => self.program.sort(frame.slots[slot.index()].sort).number_bounds(),
            Operand::Constant(value) => {
                let number = self.program.sort(sorts[at]).number(*value);
                (number, number)
            }
        };
        let bounds: Vec<(i64, i64)> = arguments.iter().enumerate().map(number).collect();
        match comparison.decided(comparison.bounds(arguments.iter().zip(bounds))) {
            Some(false) => Some(ConjunctKind::Fail),
            Some(true) if comparison.operator != Operator::Equal => None,
            _ => Some(ConjunctKind::Comparison { predicate, arguments }),
        }
    }

    /// The clauses that can hold with the constants among `arguments`, with their indices.
    pub(crate) fn fitting<'c>(
        &self,
        clauses: &'c [Clause],
        arguments: &[Operand],
    ) -> Vec<(usize, &'c Clause)> {
        let constants: Vec<Option<Value>> = arguments.iter().map(|operand| operand.constant()).collect();
        clauses.iter().enumerate().filter(|(_, clause)| self.can_be(clause, &constants)).collect()
    }

    /// The only tuple that agrees with the constants among `arguments`; `None` if there are no constants, or if no
    /// tuple or several tuples agree.
    pub(crate) fn only_tuple<'t>(tuples: &'t [Vec<Value>], arguments: &[Operand]) -> Option<&'t Vec<Value>> {
        let constants: Vec<Option<Value>> = arguments.iter().map(|operand| operand.constant()).collect();
        let mut fitting = tuples.iter().filter(|tuple| agrees(tuple, &constants));
        let only = fitting.next()?;
        (constants.iter().any(Option::is_some) && fitting.next().is_none()).then_some(only)
    }

    /// Whether the head of a clause matches these constants.
    fn can_be(&self, clause: &Clause, constants: &[Option<Value>]) -> bool {
        clause.head.iter().zip(constants).all(|(term, constant)| match (term, constant) {
            (_, None) | (Term::Host(..), _) => true,
            (Term::Constant(own), Some(constant)) => own == constant,
            (Term::Variable(id), Some(constant)) => {
                self.program.sort(clause.variables[id.index()].sort).contains(*constant)
            }
        })
    }
}

/// Whether a tuple agrees with all given constants.
fn agrees(tuple: &[Value], constants: &[Option<Value>]) -> bool {
    tuple.iter().zip(constants).all(|(value, constant)| constant.is_none_or(|constant| constant == *value))
}
