//! Goals, atoms and terms, which are the parts of clauses and premises.

use super::{PredicateId, SortId, Variable, VariableId, VariableOrigin};
use crate::files::Span;
use crate::runtime::Value;

/// An argument of an atom.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// A variable.
    Variable(VariableId),
    /// A value, numbered in the root sort of the argument's sort.
    Constant(Value),
    /// A value that only the host understands, given by its sort and its text.
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
    /// An atom: a predicate holds for its arguments.
    Atom(Atom),
    /// A negation: the goals inside do not all hold together. Variables that occur nowhere else are existentially
    /// quantified inside the negation.
    Not(Vec<Goal>, Span),
    /// A disjunction: at least one of the branches holds.
    Any(Vec<Vec<Goal>>, Span),
    /// The actions can be performed in order, and afterwards all of the goals hold. Variables that occur nowhere else
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

    /// Calls `each` for every atom, including actions. The second argument of `each` says whether the atom is inside a
    /// negation.
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
    /// For `equal`, the common sort of both sides if it is known. It is stored here because constants have no sort of
    /// their own.
    pub compared: Option<SortId>,
    /// Whether the atom is not in the text, but was added for a variable that ranges over its sort. The span of such an
    /// atom is the first occurrence of the variable.
    pub is_added: bool,
}

impl Atom {
    /// A placeholder for an atom whose predicate or arguments are not yet known.
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

    /// An atom with one argument that is added to a body and is not in the text. `span` is the span of the variable
    /// that causes this.
    pub(crate) fn added(predicate: PredicateId, argument: Term, span: Span) -> Atom {
        let arguments = vec![argument];
        Atom { predicate, arguments, span, argument_spans: vec![span], compared: None, is_added: true }
    }

    /// The variable for the value of a call; `None` if this atom does not come from a call. `variables` are the
    /// variables of the clause.
    pub fn call(&self, variables: &[Variable]) -> Option<VariableId> {
        let Some(Term::Variable(id)) = self.arguments.last() else { return None };
        let variable = variables.get(id.index())?;
        (variable.origin == VariableOrigin::Call && variable.span == self.span).then_some(*id)
    }
}
