//! What clauses and premises are made of: goals, atoms and terms.

use super::{PredicateId, SortId, StandsFor, Variable, VariableId};
use crate::files::Span;
use crate::runtime::Value;

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// A variable.
    Variable(VariableId),
    /// A value of the place's root sort.
    Constant(Value),
    /// A value that only the host can read: its sort and its spelling.
    Host(SortId, String),
}

impl Term {
    /// The same with something else in the place of each variable.
    fn replace(&mut self, with: &dyn Fn(VariableId) -> Term) {
        if let Term::Variable(id) = self {
            *self = with(*id);
        }
    }
}

/// Part of a body.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// A predicate holds of its arguments.
    Atom(Atom),
    /// Not all of these hold together, whatever the variables that occur nowhere else.
    Not(Vec<Goal>, Span),
    /// One of the branches holds.
    Any(Vec<Vec<Goal>>, Span),
    /// The actions can be made one after the other, and all of these hold then, whatever the variables that occur
    /// nowhere else.
    After(Vec<Atom>, Vec<Goal>, Span),
}

impl Goal {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Goal::Atom(atom) => atom.span,
            Goal::Not(_, span) | Goal::Any(_, span) | Goal::After(_, _, span) => *span,
        }
    }

    /// Puts something else in the place of each variable.
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

    /// Calls `each` with every atom in it, actions included, and whether it stands under a negation.
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

/// A predicate with arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its arguments.
    pub arguments: Vec<Term>,
    /// From the predicate to the closing bracket.
    pub span: Span,
    /// Where each argument stands.
    pub argument_spans: Vec<Span>,
    /// Of `equal`, the sort of its two sides, where one is known; constants do not show theirs.
    pub compared: Option<SortId>,
    /// Whether nobody has written it: a variable that only negations and the head speak of ranges over its sort, by a literal that
    /// stands where the variable stands first.
    pub is_added: bool,
}

impl Atom {
    /// An atom that stands for one whose predicate or arguments come later.
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

    /// An atom of one argument that nobody has written, in the place of what calls for it.
    pub(crate) fn added(predicate: PredicateId, argument: Term, span: Span) -> Atom {
        let arguments = vec![argument];
        Atom { predicate, arguments, span, argument_spans: vec![span], compared: None, is_added: true }
    }

    /// The variable for the value of a call, where it is what the call stands for; its variables are these.
    pub fn call(&self, variables: &[Variable]) -> Option<VariableId> {
        let Some(Term::Variable(id)) = self.arguments.last() else { return None };
        let variable = variables.get(id.index())?;
        (variable.stands_for == StandsFor::Call && variable.span == self.span).then_some(*id)
    }
}
