//! Diagnostics about an argument that a derivation leaves to its caller. The diagnostics show which literal in the body
//! of the derivation could bind the argument, and what this literal needs.

use blanche_sorted::Arrange;

use super::{Bound, Check, Modes};
use crate::diagnostic::Diagnostic;
use crate::files::Span;
use crate::literals::Literals;
use crate::program::{
    Atom, Clause, Extern, Goal, Mode, Predicate, PredicateKind, Program, Term, Variable, VariableId,
    clause_occurrences, variables,
};
use crate::spelling::list;

/// An extern literal in the body of a derivation that could bind an argument of its head.
pub(super) struct BindingLiteral<'a> {
    /// The literal in the author's words.
    literal: String,
    /// The name of the argument's variable.
    wanted: &'a str,
    /// The variables that would have to be bound first, with their positions.
    missing: Vec<(&'a str, Span)>,
}

impl BindingLiteral<'_> {
    /// Adds to a diagnostic what must be bound first.
    pub(super) fn explain(&self, message: Diagnostic) -> Diagnostic {
        let names: Vec<&str> = self.missing.iter().map(|(name, _)| *name).collect();
        let have = if names.len() == 1 { "has a value" } else { "have values" };
        let message = self.missing.iter().fold(message, |message, (name, place)| {
            message.and(*place, format!("nothing gives `{name}` a value"))
        });
        let (literal, wanted) = (&self.literal, self.wanted);
        message.hint(format!("`{literal}` gives `{wanted}` values once {} {have}", list(&names, "and")))
    }
}

impl<'a> Check<'a> {
    /// The literal that could bind an argument of a derivation, if the arguments in `bound` are bound.
    pub(super) fn nearest_giver(
        &mut self,
        predicate: &'a Predicate,
        (at, bound): (usize, u32),
    ) -> Option<BindingLiteral<'a>> {
        let PredicateKind::Derived(clauses) = &predicate.kind else { return None };
        clauses.iter().find_map(|clause| binding_literal(&mut self.modes, clause, at, bound))
    }
}

/// Describes which variables an extern literal needs, by their names in the clause: "`in(Field1, Group)` can be asked
/// when `Field1` or `Group` has a value".
pub(super) fn modes_hint(
    program: &Program,
    atom: &Atom,
    external: &Extern,
    bound: u32,
    names: &[Variable],
) -> String {
    let literal = Literals::written(program, names).atom(atom);
    let variable = |at: usize| variables(std::slice::from_ref(&atom.arguments[at])).next();
    let lacking = |mode: &Mode| -> Vec<usize> {
        (0..atom.arguments.len()).filter(|at| mode.needs(*at) && bound & super::bit(*at) == 0).collect()
    };
    let mut ways: Vec<Vec<usize>> = external.modes.iter().map(lacking).collect();
    ways.arrange_by_key(|way| (way.len(), way.clone()));
    // Keep only minimal combinations: a combination that contains all variables of a smaller combination adds nothing.
    let mut least: Vec<Vec<usize>> = Vec::new();
    for way in ways {
        if !least.iter().any(|known| known.iter().all(|at| way.contains(at))) {
            least.push(way);
        }
    }
    let named = |way: &Vec<usize>| -> Vec<&str> {
        let mut names: Vec<&str> =
            way.iter().filter_map(|at| Some(names[variable(*at)?.index()].name.as_str())).collect();
        names.dedup();
        names
    };
    let least: Vec<Vec<&str>> = least.iter().map(named).collect();
    let is_one_each = least.iter().all(|way| way.len() == 1);
    let ways = match is_one_each {
        true => list(&least.concat(), "or"),
        false => least.iter().map(|way| list(way, "and")).collect::<Vec<_>>().join(", or "),
    };
    let has = if is_one_each || least.first().is_some_and(|way| way.len() == 1) {
        "has a value"
    } else {
        "have values"
    };
    format!("`{literal}` can be asked when {ways} {has}")
}

/// The literal of a clause that could bind an argument of the head. If there are several, it is the literal that needs
/// the fewest other variables.
fn binding_literal<'a>(
    modes: &mut Modes<'a>,
    clause: &'a Clause,
    at: usize,
    bound: u32,
) -> Option<BindingLiteral<'a>> {
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
        let literal = Literals::written(program, &clause.variables).atom(atom);
        Some(BindingLiteral { literal, wanted: &clause.variables[wanted.index()].name, missing })
    });
    givers.min_by_key(|giver| giver.missing.len())
}

/// The unbound variables that a literal needs in order to bind `wanted`, if it is evaluated in the mode that needs the
/// fewest variables.
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
