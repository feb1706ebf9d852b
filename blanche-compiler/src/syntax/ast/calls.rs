//! Functional notation: a predicate used as a term, in place of its last argument.

use super::{Atom, Body, Derivation, Item, ItemKind, LiteralKind, Name, Term};
use crate::files::Span;

/// A call, `step(Field, n)` as a term: the value for which `step(Field, n, Value)` holds.
#[derive(Clone, Debug)]
pub struct Call {
    /// The literal that the call represents, with all arguments of its predicate. The last argument is a variable
    /// whose name is the text of the call.
    atom: Box<Atom>,
}

impl Call {
    /// Makes a call of a predicate with its written arguments. The last argument is not written.
    pub fn new(written: Atom) -> Call {
        let mut atom = Box::new(written);
        let value = Name { text: crate::syntax::print_atom(&atom), span: atom.span };
        atom.arguments.push(Term::Variable(value));
        Call { atom }
    }

    /// The literal that the call represents, with all arguments of its predicate.
    pub fn atom(&self) -> &Atom {
        &self.atom
    }

    /// The written arguments, which are all arguments except the last.
    pub fn arguments(&self) -> &[Term] {
        self.atom.arguments.split_last().map_or(&[], |(_, written)| written)
    }

    /// The written arguments, mutable.
    pub fn arguments_mut(&mut self) -> &mut [Term] {
        self.atom.arguments.split_last_mut().map_or(&mut [], |(_, written)| written)
    }

    /// The variable for the value of the call. It does not occur in the text.
    pub fn value(&self) -> &Name {
        match self.atom.arguments.last() {
            Some(Term::Variable(value)) => value,
            _ => unreachable!("the last argument of a call is a variable"),
        }
    }

    /// The span of the call.
    pub fn span(&self) -> Span {
        self.atom.span
    }
}

impl Atom {
    /// Whether this atom is the literal of a call, so that its last argument is not written.
    pub(crate) fn is_called(&self) -> bool {
        matches!(self.arguments.last(), Some(Term::Variable(value)) if value.span == self.span)
    }
}

impl Term {
    /// The variable of this term. For a call it is the variable that represents the value of the call.
    pub(crate) fn variable(&self) -> Option<&Name> {
        match self {
            Term::Variable(name) => Some(name),
            Term::Call(call) => Some(call.value()),
            Term::Constant(_) | Term::Sum(_) | Term::Error(_) => None,
        }
    }
}

/// Calls `each` with every call among `terms`, inner calls first.
pub(crate) fn calls_in<'t>(terms: impl IntoIterator<Item = &'t Term>, each: &mut dyn FnMut(&'t Call)) {
    terms.into_iter().for_each(|term| calls_in_term(term, each));
}

fn calls_in_term<'t>(term: &'t Term, each: &mut dyn FnMut(&'t Call)) {
    match term {
        Term::Call(call) => {
            call.arguments().iter().for_each(|term| calls_in_term(term, each));
            each(call);
        }
        Term::Sum(sum) => sum.summands.iter().for_each(|summand| calls_in_term(&summand.term, each)),
        Term::Variable(_) | Term::Constant(_) | Term::Error(_) => {}
    }
}

/// Calls `each` with every atom that a derivation depends on.
pub(crate) fn each_atom_of<'t>(derivation: &'t Derivation, each: &mut dyn FnMut(&'t Atom)) {
    calls_in(&derivation.head.arguments, &mut |call| each(call.atom()));
    each_atom(&derivation.body, each);
}

/// Calls `each` with every atom in the bodies of an item, and with the atom of an export.
pub(crate) fn each_atom_of_item<'t>(item: &'t Item, each: &mut dyn FnMut(&'t Atom)) {
    match &item.kind {
        ItemKind::Derivation(derivation) => each_atom_of(derivation, each),
        ItemKind::Rule(rule) => each_atom(&rule.body, each),
        ItemKind::Score(score) => each_atom(&score.body, each),
        ItemKind::Preference(preference) => each_atom(&preference.body, each),
        ItemKind::Margin(margin) => each_atom(&margin.body, each),
        ItemKind::Draw(draw) => each_atom(&draw.body, each),
        ItemKind::Claims(claims) => each_atom(&claims.body, each),
        ItemKind::Start(start) => start.body.iter().for_each(|body| each_atom(body, each)),
        ItemKind::Export(export) => each(&export.atom),
        ItemKind::Move(one) => {
            one.body.iter().for_each(|body| each_atom(body, each));
            let conditions = one.effects.iter().filter_map(|effect| effect.condition.as_ref());
            conditions.for_each(|condition| each_atom(&condition.body, each));
        }
        _ => {}
    }
}

/// Calls `each` with every atom of a body, including actions and the literals of calls.
pub(crate) fn each_atom<'t>(body: &'t Body, each: &mut dyn FnMut(&'t Atom)) {
    for literal in body.branches.iter().flatten() {
        calls_in(literal.kind.terms(), &mut |call| each(call.atom()));
        match &literal.kind {
            LiteralKind::Atom(atom) => each(atom),
            LiteralKind::After(after) => after.actions.iter().for_each(&mut *each),
            LiteralKind::Bracketed(_)
            | LiteralKind::Comparison(_)
            | LiteralKind::Aggregate(_)
            | LiteralKind::Error => {}
        }
        if let Some(inner) = literal.kind.inner() {
            each_atom(inner, each);
        }
    }
}

impl LiteralKind {
    /// The terms of this literal, without the terms of an inner body.
    pub(crate) fn terms(&self) -> Vec<&Term> {
        match self {
            LiteralKind::Atom(atom) => atom.arguments.iter().collect(),
            LiteralKind::Comparison(comparison) => comparison.terms().collect(),
            LiteralKind::Aggregate(aggregate) => {
                aggregate.right.summands.iter().map(|summand| &summand.term).collect()
            }
            LiteralKind::After(after) => after.actions.iter().flat_map(|action| &action.arguments).collect(),
            LiteralKind::Bracketed(_) | LiteralKind::Error => Vec::new(),
        }
    }
}
