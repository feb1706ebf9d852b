//! Explains a failing inequality: two literals must have different values, but the second literal holds only for the
//! value of the first.
//!
//! ```text
//! two.threes(Field) :- three(Field, Way1), three(Field, Way2), ¬equal(Way1, Way2)
//! ```
//!
//! If a field has a three in one way only, both literals hold for that way and `¬equal` fails. Reporting this would
//! explain nothing. So the clauses of the second literal are examined, each with the additional condition that the
//! value differs.

use crate::interpret::Host;
use crate::program::{Atom, Clause, EQUAL, Goal, Term, Variable, VariableId, occurrences};
use crate::runtime::{LimitReached, Value};

use super::failures::{FailureReason, Obstacle, Refused};
use super::obstacles::{MAX_DEPTH, ObstacleSearch, SearchState, Situation};
use super::queries::{Values, choices};
use super::trace::CHOICES;

/// A literal that binds a variable only to the value of another variable, although the two must differ. The explanation
/// says why the literal holds for no other value, and not that the two values are equal.
#[derive(Clone, Copy)]
pub(super) struct Repeated {
    /// The index of the literal in source order.
    pub(super) at: usize,
    /// The index of the negated equality in source order.
    unequal: usize,
    /// The variable that the literal binds.
    gives: VariableId,
    /// The variable that has this value already.
    pub(super) has: VariableId,
}

impl<H: Host> ObstacleSearch<'_, H> {
    /// Checks whether the failing literal negates the equality of two variables, and a single derived literal binds the
    /// variable that is bound later. The explanation is then why that literal holds for no other value.
    pub(super) fn repeated(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        at: Situation<'_>,
        held: &[usize],
        failing: usize,
    ) -> Result<Option<Repeated>, LimitReached> {
        let Some((one, other)) = unequal(&goals[failing]).filter(|_| at.depth < MAX_DEPTH) else {
            return Ok(None);
        };
        let speaks = |place: usize, id: VariableId| occurrences([&goals[place]]).contains_key(&id);
        let of = |gives: VariableId, has: VariableId| {
            if at.values[gives.index()].is_some() {
                return None;
            }
            // No other literal may use the variable, because otherwise that literal could be the cause of the failure.
            let mut speaking = held.iter().enumerate().filter(|(_, place)| speaks(**place, gives));
            let ((number, place), None) = (speaking.next()?, speaking.next()) else { return None };
            let Goal::Atom(atom) = &goals[*place] else { return None };
            let is_derived = self.queries().clauses(atom.predicate).is_some();
            let is_given = at.values[has.index()].is_some()
                || held.iter().any(|other| other != place && speaks(*other, has));
            let repeated = Repeated { at: *place, unequal: failing, gives, has };
            (is_derived && is_given).then_some((number, repeated))
        };
        let found = [of(other, one), of(one, other)].into_iter().flatten();
        let Some((_, repeated)) = found.max_by_key(|(number, _)| *number) else { return Ok(None) };
        let tells_more = self.tells_more(facts, goals, at, held, repeated)?;
        Ok(tells_more.then_some(repeated))
    }

    /// Whether, with another value, some clause of the literal satisfies more than just the condition that the value
    /// differs. If no clause does, the explanation says only that the two values are equal.
    fn tells_more(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        at: Situation<'_>,
        held: &[usize],
        repeated: Repeated,
    ) -> Result<bool, LimitReached> {
        let Goal::Atom(atom) = &goals[repeated.at] else { return Ok(false) };
        let others = held.iter().filter(|place| **place != repeated.at);
        let others: Vec<Goal> = others.map(|place| goals[*place].clone()).collect();
        let values = self.queries().first(facts, &others, at.variables, at.values)?;
        let Some(had) = values.and_then(|values| values[repeated.has.index()]) else { return Ok(false) };
        let arguments = self.queries().arguments(atom, at.values);
        for clause in self.queries().clauses(atom.predicate).into_iter().flatten() {
            let Some((variables, values, body)) =
                otherwise(clause, self.queries().called(clause, &arguments), at, (goals, repeated, had))
            else {
                continue;
            };
            let inside =
                Situation { variables: &variables, values: &values, place: at.place, depth: at.depth + 1 };
            for body in choices(&body, CHOICES) {
                let sorted = self.sort(facts, &body, inside)?;
                if sorted.is_some_and(|sorted| sorted.failing.iter().all(|(place, _)| *place != 0)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Explains why a literal holds only for the value of the variable `repeated.has`.
    pub(super) fn otherwise(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        (repeated, values): (Repeated, &Values),
        at: Situation<'_>,
        found: &mut SearchState,
    ) -> Obstacle {
        let (goal, denied) = (&goals[repeated.at], &goals[repeated.unequal]);
        let Goal::Atom(atom) = goal else { return self.obstacle(facts, goal, at, found) };
        let mut known = at.values.clone();
        known[repeated.has.index()] = values[repeated.has.index()];
        let at = Situation { values: &known, ..at };
        let parts = [goal, denied].map(|goal| self.queries().literal_text(goal, at.variables, at.values));
        let doc = self.queries().program.predicate(atom.predicate).doc.clone();
        let failure = self.clauses_otherwise(facts, (atom, goals), repeated, at, found);
        let failure = failure.unwrap_or_else(|limit| {
            found.limit = Some(limit);
            FailureReason::Deeper
        });
        Obstacle { said: parts.join(", "), doc, failure }
    }

    /// Explains why each clause of a derivation fails for other values.
    fn clauses_otherwise(
        &self,
        facts: &mut H::Facts,
        (atom, goals): (&Atom, &[Goal]),
        repeated: Repeated,
        at: Situation<'_>,
        found: &mut SearchState,
    ) -> Result<FailureReason, LimitReached> {
        let Some(had) = at.values[repeated.has.index()].filter(|_| at.depth < MAX_DEPTH) else {
            return Ok(FailureReason::Deeper);
        };
        let arguments = self.queries().arguments(atom, at.values);
        found.followed += 1;
        let mut refused = Vec::new();
        for clause in self.queries().clauses(atom.predicate).into_iter().flatten() {
            let called = self.queries().called(clause, &arguments);
            let partials = match otherwise(clause, called, at, (goals, repeated, had)) {
                None => Vec::new(),
                Some((variables, values, body)) => {
                    let (variables, values) = (variables.as_slice(), &values);
                    let inside = Situation { variables, values, place: at.place, depth: at.depth + 1 };
                    self.body(facts, &body, inside, found)?.unwrap_or_default()
                }
            };
            refused.push(Refused { clause: clause.span, partials });
        }
        Ok(FailureReason::Refused(refused))
    }
}

/// The clause with an additional first condition: its literal must have a value other than `had`. An extra variable
/// holds the value `had`. Returns `None` if the head of the clause does not match.
fn otherwise(
    clause: &Clause,
    called: Option<Values>,
    at: Situation<'_>,
    (goals, repeated, had): (&[Goal], Repeated, Value),
) -> Option<(Vec<Variable>, Values, Vec<Goal>)> {
    let Goal::Atom(atom) = &goals[repeated.at] else { return None };
    let mut values = called?;
    values.push(Some(had));
    let mut variables = clause.variables.clone();
    let other = VariableId(variables.len() as u32);
    variables.push(at.variables[repeated.has.index()].clone());
    let gives = |(term, _): &(&Term, &Term)| **term == Term::Variable(repeated.gives);
    let given = atom.arguments.iter().zip(&clause.head).filter(gives);
    // The condition comes first, so that it is evaluated as soon as the value is bound.
    let denied = given.map(|(_, term)| denied_of(&goals[repeated.unequal], other, term));
    let body = denied.chain(clause.body.iter().cloned()).collect();
    Some((variables, values, body))
}

/// The variables of a negated equality.
fn unequal(goal: &Goal) -> Option<(VariableId, VariableId)> {
    let Goal::Not(goals, _) = goal else { return None };
    let [Goal::Atom(atom)] = goals.as_slice() else { return None };
    match atom.arguments.as_slice() {
        [Term::Variable(one), Term::Variable(other)] if atom.predicate == EQUAL => Some((*one, *other)),
        _ => None,
    }
}

/// The negated equality between this variable and a term of a clause.
fn denied_of(denied: &Goal, other: VariableId, term: &Term) -> Goal {
    let mut denied = denied.clone();
    if let Goal::Not(goals, _) = &mut denied
        && let [Goal::Atom(atom)] = goals.as_mut_slice()
    {
        atom.arguments = vec![Term::Variable(other), term.clone()];
    }
    denied
}
