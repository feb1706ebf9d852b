//! What is said of an argument that a derivation leaves to its caller: the literal of its body that could give it a
//! value, and what that one would have to know.

use super::{Bound, Check, Modes};
use crate::diagnostic::Diagnostic;
use crate::files::Span;
use crate::program::{
    Atom, Clause, Extern, Goal, Predicate, PredicateKind, Term, VariableId, clause_occurrences, variables,
};
use crate::spelling::list;

/// A literal of the host that stands in the body of a derivation and could give an argument of its head a value.
pub(super) struct Giver<'a> {
    predicate: &'a Predicate,
    external: &'a Extern,
    /// The variables that it would have to know first, and where it has them.
    missing: Vec<(&'a str, Span)>,
}

impl Giver<'_> {
    /// A message with what must be known first.
    pub(super) fn explain(&self, message: Diagnostic) -> Diagnostic {
        let names: Vec<&str> = self.missing.iter().map(|(name, _)| *name).collect();
        let message = self.missing.iter().fold(message, |message, (name, place)| {
            message.and(*place, format!("nothing gives `{name}` a value"))
        });
        let known = knows(self.predicate, self.external);
        message.hint(format!("{known}, so {} must be bound first", list(&names, "and")))
    }
}

impl<'a> Check<'a> {
    /// The literal that could give an argument of a derivation a value, where those in `bound` have one.
    pub(super) fn nearest_giver(
        &mut self,
        predicate: &'a Predicate,
        (at, bound): (usize, u32),
    ) -> Option<Giver<'a>> {
        let PredicateKind::Derived(clauses) = &predicate.kind else { return None };
        clauses.iter().find_map(|clause| giver(&mut self.modes, clause, at, bound))
    }
}

/// What the host must know: "`group/3` can be asked when it knows `Group`, or `Color` and `N`".
pub(super) fn knows(predicate: &Predicate, external: &Extern) -> String {
    let ways = external.modes.iter().map(|mode| {
        let bound = predicate.parameters.iter().enumerate().filter(|(at, _)| mode.needs(*at));
        list(&bound.map(|(_, name)| name.as_str()).collect::<Vec<_>>(), "and")
    });
    let ways: Vec<String> = ways.collect();
    format!("`{}` can be asked when it knows {}", predicate.signature(), ways.join(", or "))
}

/// The literal of a clause that comes nearest to giving an argument of the head a value.
fn giver<'a>(modes: &mut Modes<'a>, clause: &'a Clause, at: usize, bound: u32) -> Option<Giver<'a>> {
    let Some(Term::Variable(wanted)) = clause.head.get(at) else { return None };
    let given = clause.head.iter().enumerate().filter(|(at, _)| bound & super::bit(*at) != 0);
    let given: Bound = given.flat_map(|(_, term)| variables(std::slice::from_ref(term))).collect();
    let (reached, stuck) = modes.closure(&clause.body, given, &clause_occurrences(clause));
    if reached.contains(wanted) {
        return None;
    }
    let program = modes.program;
    let givers = stuck.into_iter().filter_map(|goal| {
        let Goal::Atom(atom) = goal else { return None };
        let predicate = program.predicate(atom.predicate);
        let PredicateKind::Extern(external) = &predicate.kind else { return None };
        let missing = fewest_missing(external, atom, *wanted, &reached)?;
        let missing = missing
            .into_iter()
            .map(|(id, place)| (clause.variables[id.index()].name.as_str(), place))
            .collect();
        Some(Giver { predicate, external, missing })
    });
    givers.min_by_key(|giver| giver.missing.len())
}

/// The variables that a literal lacks to give a variable a value, by the mode that needs the fewest.
fn fewest_missing(
    external: &Extern,
    atom: &Atom,
    wanted: VariableId,
    bound: &Bound,
) -> Option<Vec<(VariableId, Span)>> {
    let variable = |at: usize| variables(std::slice::from_ref(&atom.arguments[at])).next();
    let count = atom.arguments.len();
    let gives = external.modes.iter().filter(|mode| {
        let mut places = (0..count).filter(|at| variable(*at) == Some(wanted)).peekable();
        places.peek().is_some() && places.all(|at| !mode.needs(at))
    });
    let missing = gives.map(|mode| {
        let needed = (0..count).filter(|at| mode.needs(*at));
        let unbound = needed.filter_map(|at| Some((variable(at)?, atom.argument_spans[at])));
        unbound.filter(|(id, _)| !bound.contains(id)).collect::<Vec<_>>()
    });
    missing.filter(|missing| !missing.is_empty()).min_by_key(Vec::len)
}
