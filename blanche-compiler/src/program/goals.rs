//! Goals, atoms and terms, of which clauses and premises consist.

use super::{PredicateId, SortId, StandsFor, Variable, VariableId};
use crate::files::Span;
use crate::runtime::Value;

/// An argument of an atom.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// A variable.
    Variable(VariableId),
    /// A value of the root sort of the argument.
    Constant(Value),
    /// A value that only the host understands: its sort and its text.
    Host(SortId, String),
}

impl Term {
    /// Replaces the term if it is a variable.
    fn replace(&mut self, with: &dyn Fn(VariableId) -> Term) {
        if let Term::Variable(id) = self {
            *self = with(*id);
        }
    }
}

/// A part of a body.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// A predicate holds for its arguments.
    Atom(Atom),
    /// A negation: not all of these goals hold together. Variables that occur nowhere else are existentially
    /// quantified inside the negation.
    Not(Vec<Goal>, Span),
    /// A disjunction: one of the branches holds.
    Any(Vec<Vec<Goal>>, Span),
    /// The actions can be performed in order, and all of the goals hold afterwards. Variables that occur nowhere else
    /// are existentially quantified inside.
    After(Vec<Atom>, Vec<Goal>, Span),
}

impl Goal {
    /// The span of the goal.
    pub fn span(&self) -> Span {
        match self {
            Goal::Atom(atom) => atom.span,
            Goal::Not(_, span) | Goal::Any(_, span) | Goal::After(_, _, span) => *span,
        }
    }

    /// Replaces every variable.
    pub fn replace(&mut self, with: &dyn Fn(VariableId) -> Term) {
        match self {
            Goal::Atom(atom) => atom.arguments.iter_mut().for_each(|term| term.replace(with)),
            Goal::Not(goals, _) => goals.iter_mut().for_each(|goal| goal.replace(with)),
            Goal::Any(branches, _) => {
                branches.iter_mut().flatten().for_each(|goal| goal.replace(with));
            }
            Goal::After(actions, goals, _) => {
                actions
                    .iter_mut()
                    .flat_map(|action| &mut action.arguments)
                    .for_each(|term| term.replace(with));
                goals.iter_mut().for_each(|goal| goal.replace(with));
            }
        }
    }

    /// Calls `each` with every atom, including actions, and whether it is inside a negation.
    pub fn atoms<'a>(&'a self, each: &mut impl FnMut(&'a Atom, bool)) {
        fn walk<'a>(goal: &'a Goal, negated: bool, each: &mut impl FnMut(&'a Atom, bool)) {
            match goal {
                Goal::Atom(atom) => each(atom, negated),
                Goal::Not(goals, _) => goals.iter().for_each(|goal| walk(goal, true, each)),
                Goal::Any(branches, _) => {
                    branches.iter().flatten().for_each(|goal| walk(goal, negated, each))
                }
                Goal::After(actions, goals, _) => {
                    actions.iter().for_each(|action| each(action, negated));
                    goals.iter().for_each(|goal| walk(goal, negated, each));
                }
            }
        }
        walk(self, false, each);
    }
}

/// A predicate with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// The arguments.
    pub arguments: Vec<Term>,
    /// The span from the predicate to the closing bracket.
    pub span: Span,
    /// The span of each argument.
    pub argument_spans: Vec<Span>,
    /// For `equal`: the common sort of both sides, if known (constants carry none).
    pub compared: Option<SortId>,
    /// Whether the atom was added and is not in the text: the literal for a variable that ranges over its sort, with
    /// the span of the variable's first occurrence.
    pub is_added: bool,
}

impl Atom {
    /// A placeholder for an atom whose predicate or arguments are not known yet.
    pub(crate) fn waiting(predicate: PredicateId, span: Span) -> Atom {
        Atom {
            predicate,
            arguments: Vec::new(),
            span,
            argument_spans: Vec::new(),
            compared: None,
            is_added: false,
        }
    }

    /// An added atom with one argument, which is not in the text, with the span of its cause.
    pub(crate) fn added(predicate: PredicateId, argument: Term, span: Span) -> Atom {
        let arguments = vec![argument];
        Atom { predicate, arguments, span, argument_spans: vec![span], compared: None, is_added: true }
    }

    /// The variable for the value of a call, if this atom is the literal of a call. `variables` are those of the
    /// clause.
    pub fn call(&self, variables: &[Variable]) -> Option<VariableId> {
        let Some(Term::Variable(id)) = self.arguments.last() else { return None };
        let variable = variables.get(id.index())?;
        (variable.stands_for == StandsFor::Call && variable.span == self.span).then_some(*id)
    }
}
