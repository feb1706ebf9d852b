//! Translates aggregates into predicates.
//!
//! The body of an aggregate becomes the only clause of a predicate of its own: for `count Field_ (disc(Field_, Color))`
//! this predicate has the arguments `Color` and `Field_`. The aggregate itself becomes a second predicate. Its
//! arguments are the variables that the body shares with its context, followed by the result. Later passes see only
//! atoms of these two predicates. A comparison constrains the result.

use blanche_sorted::{SortedMap, SortedSet};

use super::declaration_checks::MAX_ARGUMENTS;
use super::model::scope::{PendingAggregate, Scope};
use super::model::{Bodies, Declared};
use super::sort_conflicts::{InferredSort, SortReason};
use super::sorts::undeclared;
use super::{comparisons, ranges};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{
    Aggregate, Atom, Function, Goal, Numbers, Occurrences, Predicate, PredicateId, PredicateKind, SortId,
    SortKind, Term, VariableId, occurrences, own_clause, variables,
};

/// The first id of the placeholder predicates that stand for aggregates. The ids of real predicates are far smaller,
/// and those of the placeholders for comparisons far greater.
pub(super) const FIRST: u32 = 1 << 31;

/// Infers the sorts of the results of aggregates whose variables have known sorts. Returns whether a result got a new
/// sort.
pub(super) fn know(resolver: &mut Declared<'_>, scope: &Scope, known: &mut [InferredSort]) -> bool {
    let mut is_changed = false;
    for aggregating in &scope.aggregates {
        let result = aggregating.result.index();
        if known[result].is_some() {
            continue;
        }
        let sorts = aggregating.of.iter().map(|(id, _)| known[id.index()].map(|(sort, _)| sort));
        let Some(sorts) = sorts.collect::<Option<Vec<SortId>>>() else { continue };
        match result_sort(resolver, aggregating, &sorts) {
            Ok(sort) => {
                known[result] = Some((sort, SortReason::Equal(aggregating.span)));
                is_changed = true;
            }
            Err(message) => {
                let is_new = resolver.diagnostics.iter().all(|other| other.label.span != message.label.span);
                if is_new {
                    resolver.report(*message);
                }
            }
        }
    }
    is_changed
}

/// The sort of an aggregate's result when the variables of the aggregate have the sorts `sorts`.
fn result_sort(
    resolver: &mut Declared<'_>,
    aggregating: &PendingAggregate,
    sorts: &[SortId],
) -> Result<SortId, Box<Diagnostic>> {
    let place = aggregating.of[0].1;
    let (first, rest) = (sorts[0], &sorts[1..]);
    let size = |sort: &SortId| i64::from(resolver.program.sort(*sort).size());
    let others = rest.iter().map(size).fold(1i64, i64::saturating_mul);
    match aggregating.function {
        Function::Sum | Function::Min | Function::Max if resolver.may_be_declared(first) => {
            resolver.recovery.message_dropped();
            Ok(first)
        }
        Function::Count => {
            let most = others.saturating_mul(size(&first)).min(i64::from(u32::MAX) - 1);
            Ok(numbers(resolver, 0, most).expect("a count is a value"))
        }
        Function::Sum => {
            let sort = resolver.program.sort(first);
            if !matches!(sort.kind, SortKind::Range(_)) {
                let written = resolver.sources.text(place);
                let title = format!("`{written}` is not a number");
                let message =
                    Diagnostic::new(Code::NoNumber, title, place, format!("it is a `{}`", sort.name));
                return Err(Box::new(message.hint(
                    "`sum` adds up the values of its first variable; `count` says how many answers there are",
                )));
            }
            let (low, high) = bounds_of_sum(sort.number_bounds(), others);
            numbers(resolver, low, high).ok_or_else(|| Box::new(too_large(place, low, high)))
        }
        Function::Min | Function::Max => match comparisons::no_order(resolver, first, place) {
            Some(message) => Err(Box::new(message)),
            None => Ok(first),
        },
    }
}

/// The bounds of a sum of numbers between `low` and `high`: the least and the greatest possible sum. Each number may
/// occur in the sum up to `times` times.
fn bounds_of_sum((low, high): (i64, i64), times: i64) -> (i64, i64) {
    // The sum of the numbers from 1 to `number`.
    let up_to = |number: i64| i128::from(number) * i128::from(number + 1) / 2;
    let between = |low: i64, high: i64| up_to(high) - up_to(low - 1);
    let above = if high > 0 { between(low.max(1), high) } else { 0 };
    let below = if low < 0 { -between((-high).max(1), -low) } else { 0 };
    let times = i128::from(times);
    let number = |sum: i128| {
        i64::try_from(sum.saturating_mul(times)).unwrap_or(if sum < 0 { i64::MIN } else { i64::MAX })
    };
    (number(below), number(above))
}

/// The undeclared sort of the numbers from `low` to `high`. `None` if there are too many numbers.
fn numbers(resolver: &mut Declared<'_>, low: i64, high: i64) -> Option<SortId> {
    if let Some(known) = resolver.number_sorts.get(&(low, high)) {
        return Some(*known);
    }
    let kind =
        SortKind::Range(Numbers::new(low, high, low.min(0)).filter(|_| high - low < i64::from(u32::MAX))?);
    let id = undeclared(resolver, &format!("{low} to {high}"), kind);
    resolver.number_sorts.insert((low, high), id);
    Some(id)
}

fn too_large(place: Span, low: i64, high: i64) -> Diagnostic {
    let label = format!("its value can be anything from {low} to {high}");
    Diagnostic::new(Code::SumTooLarge, "a sum that may be too large", place, label)
        .hint("a sum has at most 4,294,967,295 different results: give its first variable a smaller sort of numbers, or the others smaller sorts")
}

/// Replaces each placeholder for an aggregate by the atom of the aggregate, in goals whose variables have sorts.
pub(super) fn lift(
    resolver: &mut Bodies<'_>,
    scope: &Scope,
    aggregates: &[PendingAggregate],
    goals: &mut [Goal],
) {
    if aggregates.is_empty() {
        return;
    }
    let everywhere = expanded(aggregates, goals);
    let insides: Vec<Occurrences> =
        aggregates.iter().map(|aggregating| expanded(aggregates, &aggregating.goals)).collect();
    let mut around = vec![Around::default(); aggregates.len()];
    collect_contexts(aggregates, goals, &Around::default(), &mut around);
    check_variables(resolver, scope, (aggregates, &insides, &around), &everywhere);
    // Inner aggregates come first.
    let mut lifted: Vec<Atom> = Vec::new();
    for (aggregating, around) in aggregates.iter().zip(&around) {
        let mut goals = aggregating.goals.clone();
        goals.iter_mut().for_each(|goal| replace(goal, &lifted));
        let is_shared = |id: &VariableId| {
            let is_named = !scope.variables[id.index()].local;
            let is_own = aggregating.of.iter().any(|(own, _)| own == id);
            !is_own && (is_named || scope.in_head.contains(id) || around.outside.contains(id))
        };
        let shared: Vec<VariableId> = occurrences(&goals).into_keys().filter(is_shared).collect();
        lifted.push(predicates(resolver, scope, aggregating, goals, &shared));
    }
    goals.iter_mut().for_each(|goal| replace(goal, &lifted));
}

/// The index of the aggregate for which an atom is a placeholder.
fn waiting(atom: &Atom) -> Option<usize> {
    atom.predicate.0.checked_sub(FIRST).map(|at| at as usize)
}

/// The context of an aggregate.
#[derive(Clone, Default)]
struct Around {
    /// The variables that also occur outside the aggregate, and therefore have the same value inside it. Occurrences in
    /// other branches of a `;` do not count.
    outside: SortedSet<VariableId>,
    /// The variables among `outside` that an enclosing aggregate ranges over. That aggregate gives them their values.
    owned: SortedSet<VariableId>,
}

/// Computes the contexts of the aggregates in a conjunction.
fn collect_contexts(aggregates: &[PendingAggregate], goals: &[Goal], around: &Around, found: &mut [Around]) {
    let has_some = |goal: &Goal| {
        let mut has_some = false;
        goal.atoms(&mut |atom, _| has_some |= waiting(atom).is_some());
        has_some
    };
    if !goals.iter().any(has_some) {
        return;
    }
    let free: Vec<SortedSet<VariableId>> =
        goals.iter().map(|goal| free(aggregates, std::slice::from_ref(goal))).collect();
    let mut count: SortedMap<VariableId, usize> = SortedMap::new();
    free.iter().flatten().for_each(|id| *count.entry(*id).or_default() += 1);
    for (goal, own) in goals.iter().zip(&free).filter(|(goal, _)| has_some(goal)) {
        let others = count.iter().filter(|(id, count)| **count > usize::from(own.contains(id)));
        let mut around = around.clone();
        around.outside.extend(others.map(|(id, _)| *id));
        match goal {
            Goal::Atom(atom) => {
                let Some(at) = waiting(atom) else { continue };
                found[at] = around.clone();
                let of = aggregates[at].of.iter().map(|(id, _)| *id);
                around.owned.extend(of.clone());
                around.outside.extend(of);
                collect_contexts(aggregates, &aggregates[at].goals, &around, found);
            }
            Goal::Not(goals, _) => collect_contexts(aggregates, goals, &around, found),
            Goal::After(actions, goals, _) => {
                around.outside.extend(actions.iter().flat_map(|action| variables(&action.arguments)));
                collect_contexts(aggregates, goals, &around, found);
            }
            Goal::Any(branches, _) => {
                branches.iter().for_each(|branch| collect_contexts(aggregates, branch, &around, found));
            }
        }
    }
}

/// The variables in goals, without those that an aggregate inside the goals ranges over.
fn free(aggregates: &[PendingAggregate], goals: &[Goal]) -> SortedSet<VariableId> {
    let mut found: SortedSet<VariableId> = occurrences(goals).into_keys().collect();
    for goal in goals {
        goal.atoms(&mut |atom, _| {
            let Some(inner) = waiting(atom).map(|at| &aggregates[at]) else { return };
            let is_own = |id: &VariableId| inner.of.iter().any(|(own, _)| own == id);
            found.extend(free(aggregates, &inner.goals).into_iter().filter(|id| !is_own(id)));
        });
    }
    found
}

/// Counts the occurrences of each variable in goals and in the bodies of the aggregates among them. The result of an
/// aggregate counts as one occurrence.
fn expanded(aggregates: &[PendingAggregate], goals: &[Goal]) -> Occurrences {
    let mut all = occurrences(goals);
    for goal in goals {
        goal.atoms(&mut |atom, _| {
            let Some(at) = waiting(atom) else { return };
            *all.entry(aggregates[at].result).or_default() += 1;
            for (id, count) in expanded(aggregates, &aggregates[at].goals) {
                *all.entry(id).or_default() += count;
            }
        });
    }
    all
}

/// Replaces placeholders by the atoms of their aggregates.
fn replace(goal: &mut Goal, lifted: &[Atom]) {
    match goal {
        Goal::Atom(atom) => {
            if let Some(at) = waiting(atom) {
                atom.clone_from(&lifted[at]);
            }
        }
        Goal::Not(goals, _) | Goal::After(_, goals, _) => {
            goals.iter_mut().for_each(|goal| replace(goal, lifted));
        }
        Goal::Any(branches, _) => branches.iter_mut().flatten().for_each(|goal| replace(goal, lifted)),
    }
}

/// Creates the two predicates of an aggregate. Returns the atom for its result.
fn predicates(
    resolver: &mut Bodies<'_>,
    scope: &Scope,
    aggregating: &PendingAggregate,
    mut goals: Vec<Goal>,
    shared: &[VariableId],
) -> Atom {
    let own: Vec<VariableId> = aggregating.of.iter().map(|(id, _)| *id).collect();
    let mut names = scope.variables.clone();
    own.iter().for_each(|id| names[id.index()].local = false);
    ranges::add(
        resolver,
        &names,
        &mut goals,
        &own.iter().copied().collect(),
        &shared.iter().copied().collect(),
    );
    if shared.len() + own.len() > MAX_ARGUMENTS {
        resolver.report(too_many(aggregating, shared.len() + own.len()));
    }
    let terms = |ids: &[VariableId]| ids.iter().copied().map(Term::Variable).collect::<Vec<Term>>();
    let head = [terms(shared), terms(&own)].concat();
    let clause = own_clause(&head, &scope.variables, &goals, aggregating.span, aggregating.text.clone());
    let (function, word) = (aggregating.function, aggregating.function.word());
    let named = aggregating.of.iter().map(|(id, _)| scope.variables[id.index()].name.trim_end_matches('_'));
    let named: Vec<&str> = named.collect();
    let ids: Vec<VariableId> = shared.iter().chain(&own).copied().collect();
    let body = add(
        resolver,
        scope,
        &ids,
        format!("tuple of {word} {}", named.join(" ")),
        PredicateKind::Derived(vec![clause]),
    );
    let aggregate = Aggregate { function, of: body, width: own.len() };
    let ids: Vec<VariableId> = shared.iter().copied().chain([aggregating.result]).collect();
    let name = format!("{word} {}", named.join(" "));
    let predicate = add(resolver, scope, &ids, name, PredicateKind::Aggregate(aggregate));
    Atom {
        predicate,
        arguments: terms(&ids),
        span: aggregating.span,
        argument_spans: vec![aggregating.span; ids.len()],
        compared: None,
        is_added: false,
    }
}

/// Adds a predicate over some variables of a clause. Its name cannot occur in any text.
fn add(
    resolver: &mut Bodies<'_>,
    scope: &Scope,
    ids: &[VariableId],
    name: String,
    kind: PredicateKind,
) -> PredicateId {
    let id = PredicateId(resolver.program.predicates.len() as u32);
    let variables = || ids.iter().map(|id| &scope.variables[id.index()]);
    let predicate = Predicate::new(name, variables().map(|variable| variable.name.clone()).collect(), kind);
    let sorts = variables().map(|variable| variable.sort).collect();
    resolver.program.predicates.push(Predicate { sorts, ..predicate });
    resolver.mentioned.insert(id);
    id
}

/// Reports a variable of an aggregate that has no underscore, does not occur in the body of the aggregate, belongs to an
/// enclosing aggregate, or also occurs outside it.
fn check_variables(
    resolver: &mut Declared<'_>,
    scope: &Scope,
    (aggregates, insides, around): (&[PendingAggregate], &[Occurrences], &[Around]),
    everywhere: &Occurrences,
) {
    let mut inside: SortedMap<VariableId, usize> = SortedMap::new();
    let mut said = SortedSet::new();
    for ((aggregating, of_body), around) in aggregates.iter().zip(insides).zip(around) {
        for (at, (id, span)) in aggregating.of.iter().enumerate() {
            let variable = &scope.variables[id.index()];
            // If the variable also belongs to an enclosing aggregate, it is counted for that aggregate only.
            let count = of_body.get(id).filter(|_| !around.owned.contains(id)).copied().unwrap_or(0);
            *inside.entry(*id).or_default() += count;
            let message = match () {
                () if aggregating.of[..at].iter().any(|(other, _)| other == id) => {
                    twice(&variable.name, *span)
                }
                () if !variable.local => without_underscore(&variable.name, *span),
                () if around.owned.contains(id) => {
                    let of = aggregates.iter().flat_map(|aggregating| &aggregating.of);
                    let outer = of.filter(|(other, place)| other == id && place.start < span.start);
                    nested(&variable.name, *span, outer.map(|(_, place)| *place).min())
                }
                () if !free(aggregates, &aggregating.goals).contains(id) => {
                    not_inside(&variable.name, *span, aggregating)
                }
                () => continue,
            };
            if said.insert(*id) {
                resolver.report(message);
            }
        }
    }
    for (id, inside) in inside {
        let outside = everywhere.get(&id).is_some_and(|all| *all > inside);
        if outside && said.insert(id) {
            let of = aggregates.iter().flat_map(|aggregating| &aggregating.of);
            let place = of.clone().find(|(other, _)| *other == id).map(|(_, span)| *span);
            let name = &scope.variables[id.index()].name;
            resolver.report(also_outside(name, place.expect("it is counted somewhere")));
        }
    }
}

fn twice(name: &str, span: Span) -> Diagnostic {
    let title = format!("`{name}` is listed twice");
    Diagnostic::new(Code::CountedVariable, title, span, "an answer has one value for it")
}

fn without_underscore(name: &str, span: Span) -> Diagnostic {
    let title = format!("`{name}` has no underscore");
    Diagnostic::new(
        Code::CountedVariable,
        title,
        span,
        "it takes all its values inside the aggregate and has none outside",
    )
    .hint(format!("a variable that is used only inside has an underscore: `{name}_`"))
}

fn not_inside(name: &str, span: Span, aggregating: &PendingAggregate) -> Diagnostic {
    let title = format!("the body does not mention `{name}`");
    Diagnostic::new(Code::CountedVariable, title, span, "each of its values would make another answer")
        .and(aggregating.span, "the body is in these brackets")
}

/// The message about a variable that both an aggregate and the enclosing aggregate at `outer` range over.
fn nested(name: &str, span: Span, outer: Option<Span>) -> Diagnostic {
    let title = format!("`{name}` already belongs to the enclosing aggregate");
    let label = "it takes all its values once more, so here it is another variable";
    let message = Diagnostic::new(Code::CountedVariable, title, span, label);
    let message = match outer {
        Some(outer) => message.and(outer, "it takes its values here"),
        None => message,
    };
    message.hint("rename one of the two; a variable that already has a value is not listed after the word")
}

fn also_outside(name: &str, span: Span) -> Diagnostic {
    let title = format!("`{name}` also occurs outside the aggregate");
    Diagnostic::new(
        Code::CountedVariable,
        title,
        span,
        "it takes all its values inside, so outside it is another variable",
    )
    .hint("rename one of the two; a variable that already has a value is not listed after the word")
}

fn too_many(aggregating: &PendingAggregate, count: usize) -> Diagnostic {
    let label = format!("{count} variables; an aggregate has at most {MAX_ARGUMENTS}");
    Diagnostic::new(Code::BadMode, "an aggregate with too many variables", aggregating.span, label)
        .hint("move part of the body into a derivation of its own")
}
