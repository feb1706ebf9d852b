//! Clauses themselves: predicates by name and number of arguments, then sorts and constants.

use std::collections::{BTreeMap, BTreeSet};

use super::Resolver;
use super::actions::find_action;
use super::predicates::{find_predicate, show_unasked};
use super::recursion::{components, provisional_sorts};
use super::rules;
use super::scope::Scope;
use super::{aggregates, calls, comparisons, constants, idioms, inference, open, ranges};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Atom, Clause, Goal, PredicateId, PredicateKind, SortId, Term, Variable, VariableId};
use crate::syntax::ast::{self, ItemKind, LiteralKind};

/// Resolves every clause, callees before callers so that sorts flow upwards, then every rule and the query.
pub(super) fn resolve(resolver: &mut Resolver<'_>, query: Option<&ast::Body>) {
    let components = components(resolver);
    for id in callees_first(resolver) {
        if let Some(component) = components.get(&id)
            && resolver.program.predicate(id).sorts.is_empty()
        {
            provisional_sorts(resolver, component);
        }
        let items = resolver.clauses[&id].clone();
        let mut clauses = Vec::new();
        for item in items {
            let ItemKind::Derivation(derivation) = &item.kind else { continue };
            resolver.around = Some(item);
            let resolved = resolve_clause(resolver, item, derivation);
            resolver.around = None;
            match resolved {
                Some(clause) => clauses.push(clause),
                None => resolver.lost.clause_left_out(id),
            }
        }
        settle_heads(resolver, id, clauses);
    }
    rules::resolve(resolver, query);
    open::missing(resolver, query.is_some());
    show_unasked(resolver);
    rules::drop_unresolved(resolver);
}

/// Derived predicates, each after those it mentions; inside a cycle the order is arbitrary.
/// With a stack of its own: a chain of ten thousand derivations must not be a chain of ten thousand calls.
fn callees_first(resolver: &Resolver<'_>) -> Vec<PredicateId> {
    let (mut seen, mut order) = (BTreeSet::new(), Vec::new());
    for root in resolver.clauses.keys() {
        if !seen.insert(*root) {
            continue;
        }
        let mut stack = vec![(*root, callees(resolver, *root))];
        while let Some((id, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) if seen.insert(next) => stack.push((next, callees(resolver, next))),
                Some(_) => {}
                None => {
                    order.push(*id);
                    stack.pop();
                }
            }
        }
    }
    order
}

fn callees(resolver: &Resolver<'_>, id: PredicateId) -> Vec<PredicateId> {
    let mut callees = Vec::new();
    for item in &resolver.clauses[&id] {
        if let ItemKind::Derivation(derivation) = &item.kind {
            ast::each_atom_of(derivation, &mut |atom| {
                callees.extend(resolver.predicate(&atom.predicate.text, atom.arguments.len()));
            });
        }
    }
    callees.retain(|callee| resolver.clauses.contains_key(callee));
    callees
}

/// A clause under construction: variables by name, goals whose constants wait for their sorts.
pub(super) struct Body {
    pub(super) scope: Scope,
    pub(super) goals: Option<Vec<Goal>>,
}

fn resolve_clause(
    resolver: &mut Resolver<'_>,
    item: &ast::Item,
    derivation: &ast::Derivation,
) -> Option<Clause> {
    let mut scope = Scope::default();
    calls::find(resolver, &mut scope, &derivation.head.arguments);
    let head: Vec<Option<Term>> = derivation.head.arguments.iter().map(|term| scope.term(term)).collect();
    let said = std::mem::take(&mut scope.said);
    let mut body = resolve_body(resolver, scope, &derivation.body);
    if let Some(goals) = &mut body.goals {
        goals.extend(said);
    }
    let complete = body.goals.is_some() && head.iter().all(Option::is_some);
    let mut scope = body.scope;
    scope.declared = declared_head(resolver, &derivation.head, &head);
    scope.in_head = variables_of(&head).collect();
    let (scope, mut goals) = inference::infer(resolver, scope, body.goals.unwrap_or_default(), complete)?;
    if !complete {
        return None;
    }
    ranges::add(resolver, &scope.variables, &mut goals, &scope.in_head, &BTreeSet::new());
    // Constants in the head wait until all clauses are known: `settle_heads` gives them their values.
    let head: Vec<Term> = head.into_iter().flatten().collect();
    let text = crate::syntax::print_item(item);
    Some(Clause { head, variables: scope.variables, body: goals, span: item.span, text })
}

/// The variables among the arguments of a head.
fn variables_of(head: &[Option<Term>]) -> impl Iterator<Item = VariableId> + '_ {
    head.iter().flatten().filter_map(|term| match term {
        Term::Variable(id) => Some(*id),
        Term::Constant(_) | Term::Host(..) => None,
    })
}

/// The head of a clause whose predicate is declared: what stands in it is of the sorts that the declaration says.
fn declared_head(
    resolver: &Resolver<'_>,
    tree: &ast::Atom,
    terms: &[Option<Term>],
) -> Option<(Atom, ast::Atom, Vec<Option<SortId>>)> {
    let (name, arity) = (&tree.predicate.text, tree.arguments.len());
    let predicate = resolver.predicate(name, arity)?;
    if !resolver.program.predicate(predicate).open {
        return None;
    }
    let arguments = terms.iter().cloned().collect::<Option<Vec<Term>>>()?;
    let argument_spans = tree.arguments.iter().map(ast::Term::span).collect();
    let atom =
        Atom { predicate, arguments, span: tree.span, argument_spans, compared: None, is_added: false };
    Some((atom, tree.clone(), open::declared_sorts(resolver, name, arity)))
}

/// The sorts of a predicate's arguments: what it is declared with, or for each the least sort that holds all its clauses' ones.
fn settle_heads(resolver: &mut Resolver<'_>, id: PredicateId, mut clauses: Vec<Clause>) {
    let arity = resolver.program.predicate(id).arity();
    let items = resolver.clauses[&id].clone();
    let trees: BTreeMap<Span, &ast::Item> = items.iter().map(|item| (item.span, *item)).collect();
    let predicate = resolver.program.predicate(id);
    let declared = open::declared_sorts(resolver, &predicate.name, arity);
    let mut sorts: Vec<Option<(SortId, Span)>> =
        declared.into_iter().map(|sort| Some((sort?, predicate.span?))).collect();
    for clause in &clauses {
        for (at, term) in clause.head.iter().enumerate() {
            let Term::Variable(variable) = term else { continue };
            let variable = &clause.variables[variable.index()];
            sorts[at] = match sorts[at] {
                None => Some((variable.sort, variable.span)),
                Some((sort, span)) => match resolver.program.least_whole(sort, variable.sort) {
                    Some(whole) => Some((whole, span)),
                    None => {
                        let message = heads_differ(resolver, id, at, (sort, span), variable);
                        resolver.report(message);
                        resolver.lost.clause_left_out(id);
                        Some((sort, span))
                    }
                },
            };
        }
    }
    // Constants in heads: of the sort of the other clauses, or of the one sort that knows them.
    for (at, sort) in sorts.iter_mut().enumerate().filter(|(_, sort)| sort.is_none()) {
        let roots = roots_of_heads(resolver, &items, at);
        if let Some(name) =
            roots.first_name.filter(|name| constants::undecided(resolver, &name.text, &roots.roots))
        {
            let hint =
                format!("use a variable, and say in the body which one it is: `equal(X, {})`", name.text);
            let message = constants::several_sorts(resolver, name, &roots.roots, hint);
            resolver.report(message);
            resolver.lost.clause_left_out(id);
            resolver.program.predicates[id.index()].kind = PredicateKind::Derived(Vec::new());
            return;
        }
        if let ([root], true) = (roots.roots.as_slice(), roots.several) {
            *sort = roots.first_name.map(|name| (*root, name.span));
            continue;
        }
        *sort = items.iter().find_map(|item| {
            let ItemKind::Derivation(derivation) = &item.kind else { return None };
            let ast::Term::Constant(name) = &derivation.head.arguments[at] else { return None };
            constants::sort_of_constant(resolver, &name.text).map(|sort| (sort, name.span))
        });
    }
    clauses.retain_mut(|clause| {
        let keep = settle_head_constants(resolver, clause, &trees, &sorts);
        if !keep {
            resolver.lost.clause_left_out(id);
        }
        keep
    });
    if sorts.iter().all(Option::is_some) {
        resolver.program.predicates[id.index()].sorts =
            sorts.into_iter().flatten().map(|(sort, _)| sort).collect();
    } else {
        // No sort is known for some argument: its clauses were lost, or have constants there that no sort knows.
        unclear_heads(resolver, &clauses, &items, &sorts);
        clauses.clear();
        resolver.lost.clause_left_out(id);
    }
    resolver.program.predicates[id.index()].kind = PredicateKind::Derived(clauses);
}

/// The constants at one place of all heads of a predicate: the first one, and the sorts, each with all that it is part of,
/// that know all of them.
struct OfHeads<'a> {
    first_name: Option<&'a ast::Name>,
    roots: Vec<SortId>,
    /// More sorts than these know the first one.
    several: bool,
}

fn roots_of_heads<'a>(resolver: &Resolver<'_>, items: &[&'a ast::Item], at: usize) -> OfHeads<'a> {
    let mut found = OfHeads { first_name: None, roots: Vec::new(), several: false };
    for item in items {
        let ItemKind::Derivation(derivation) = &item.kind else { continue };
        let ast::Term::Constant(name) = &derivation.head.arguments[at] else { continue };
        let known = constants::roots_of_constant(resolver, &name.text);
        match found.first_name {
            None => {
                let several = known.len() > 1;
                found = OfHeads { first_name: Some(name), roots: known, several };
            }
            Some(_) => found.roots.retain(|root| known.contains(root)),
        }
    }
    found
}

/// Reports constants in heads that stand where no clause says what is wanted, and that no sort knows.
fn unclear_heads(
    resolver: &mut Resolver<'_>,
    clauses: &[Clause],
    items: &[&ast::Item],
    sorts: &[Option<(SortId, Span)>],
) {
    for clause in clauses {
        let Some(item) = items.iter().find(|item| item.span == clause.span) else { continue };
        let ItemKind::Derivation(derivation) = &item.kind else { continue };
        for (tree, _) in derivation.head.arguments.iter().zip(sorts).filter(|(_, sort)| sort.is_none()) {
            let ast::Term::Constant(name) = tree else { continue };
            let message = Diagnostic::new(
                Code::SortUnclear,
                format!("nothing says what `{}` is", name.text),
                name.span,
                "no sort has this constant",
            );
            let known = clause.variables.iter().map(|variable| variable.name.as_str());
            let near = resolver.speller.nearest(&name.text, known);
            resolver.report(match near {
                Some(near) => message.hint(format!("a variable begins with a capital: `{near}`?")).fix(
                    format!("write `{near}`"),
                    name.span,
                    near.to_owned(),
                ),
                None => message.hint("declare it in a `sort`, or state it in a `fact`"),
            });
        }
    }
}

fn heads_differ(
    resolver: &Resolver<'_>,
    id: PredicateId,
    at: usize,
    first: (SortId, Span),
    second: &Variable,
) -> Diagnostic {
    let program = &resolver.program;
    Diagnostic::new(
        Code::NoCommonSort,
        format!("the clauses of `{}` differ in argument {}", program.predicate(id).signature(), at + 1),
        second.span,
        format!("here it is a `{}`", program.sort(second.sort).name),
    )
    .and(first.1, format!("there it is a `{}`", program.sort(first.0).name))
    .hint("an argument of a predicate has one sort; two sorts are two predicates")
}

fn settle_head_constants(
    resolver: &mut Resolver<'_>,
    clause: &mut Clause,
    trees: &BTreeMap<Span, &ast::Item>,
    sorts: &[Option<(SortId, Span)>],
) -> bool {
    let Some(item) = trees.get(&clause.span) else { return true };
    let ItemKind::Derivation(derivation) = &item.kind else { return true };
    for (at, tree) in derivation.head.arguments.iter().enumerate() {
        let ast::Term::Constant(name) = tree else { continue };
        let Some((sort, _)) = sorts[at] else { continue };
        match constants::constant(resolver, name, sort, true) {
            Ok(term) => clause.head[at] = term,
            Err(message) => {
                resolver.report(*message);
                return false;
            }
        }
    }
    true
}

pub(super) fn resolve_body(resolver: &mut Resolver<'_>, scope: Scope, tree: &ast::Body) -> Body {
    let mut body = Body { scope, goals: None };
    body.goals = body_goals(resolver, &mut body.scope, tree);
    body
}

/// The goals of a body; `None` when a literal in it could not be resolved. Goes on behind a mistake.
pub(super) fn body_goals(
    resolver: &mut Resolver<'_>,
    scope: &mut Scope,
    body: &ast::Body,
) -> Option<Vec<Goal>> {
    let mut branches = Vec::new();
    let mut complete = !body.branches.is_empty();
    let is_one_of_several = usize::from(body.branches.len() > 1);
    scope.depth += is_one_of_several;
    for branch in &body.branches {
        let mut goals = Vec::new();
        let around = calls::enter(scope);
        for literal in branch {
            match literal_goals(resolver, scope, literal) {
                Some(more) => goals.extend(more),
                None => complete = false,
            }
        }
        calls::leave(scope, around);
        branches.push(goals);
    }
    scope.depth -= is_one_of_several;
    match (complete, branches.len()) {
        (false, _) => None,
        (true, 1) => branches.pop(),
        (true, _) => Some(vec![Goal::Any(branches, body.span)]),
    }
}

fn literal_goals(
    resolver: &mut Resolver<'_>,
    scope: &mut Scope,
    literal: &ast::Literal,
) -> Option<Vec<Goal>> {
    if literal.negations.is_multiple_of(2) {
        return said_goals(resolver, scope, literal);
    }
    // What is called in what is denied is found inside of the negation.
    let around = calls::enter(scope);
    scope.depth += 1;
    let goals = said_goals(resolver, scope, literal);
    scope.depth -= 1;
    calls::leave(scope, around);
    Some(vec![Goal::Not(goals?, literal.span)])
}

/// What a literal says without its `¬`.
fn said_goals(resolver: &mut Resolver<'_>, scope: &mut Scope, literal: &ast::Literal) -> Option<Vec<Goal>> {
    if let Some(message) = idioms::over_a_body(resolver, &literal.kind) {
        resolver.report(message);
        return None;
    }
    let goals = match &literal.kind {
        LiteralKind::Error => return None,
        LiteralKind::Bracketed(body) => body_goals(resolver, scope, body)?,
        LiteralKind::Atom(atom) => {
            let atom = resolve_atom(resolver, scope, atom, find_predicate);
            let mut goals = std::mem::take(&mut scope.said);
            goals.push(Goal::Atom(atom?));
            goals
        }
        LiteralKind::Comparison(tree) => {
            calls::find(resolver, scope, tree.terms());
            let compared = comparisons::comparison(scope, tree);
            let mut goals = std::mem::take(&mut scope.said);
            goals.push(compared?);
            goals
        }
        LiteralKind::Aggregate(tree) => aggregates::goals(resolver, scope, tree)?,
        LiteralKind::After(after) => {
            let actions = after.actions.iter();
            // Whatever is wrong with the actions, the body is read on.
            let actions: Vec<Option<Atom>> =
                actions.map(|action| resolve_atom(resolver, scope, action, find_action)).collect();
            let mut goals = std::mem::take(&mut scope.said);
            let inside = body_goals(resolver, scope, &after.body);
            goals.push(Goal::After(actions.into_iter().collect::<Option<_>>()?, inside?, literal.span));
            goals
        }
    };
    Some(goals)
}

/// An atom whose predicate, or action, `find` knows.
fn resolve_atom(
    resolver: &mut Resolver<'_>,
    scope: &mut Scope,
    atom: &ast::Atom,
    find: fn(&mut Resolver<'_>, &ast::Atom) -> Option<PredicateId>,
) -> Option<Atom> {
    calls::find(resolver, scope, &atom.arguments);
    atom_of_terms(resolver, scope, atom, find)
}

/// The same where the calls among its arguments have been looked for.
pub(super) fn atom_of_terms(
    resolver: &mut Resolver<'_>,
    scope: &mut Scope,
    atom: &ast::Atom,
    find: fn(&mut Resolver<'_>, &ast::Atom) -> Option<PredicateId>,
) -> Option<Atom> {
    let terms: Vec<Option<Term>> = atom.arguments.iter().map(|term| scope.term(term)).collect();
    let predicate = find(resolver, atom)?;
    resolver.mentioned.insert(predicate);
    let arguments = terms.into_iter().collect::<Option<Vec<Term>>>()?;
    let resolved = Atom {
        predicate,
        arguments,
        span: atom.span,
        argument_spans: atom.arguments.iter().map(ast::Term::span).collect(),
        compared: None,
        is_added: false,
    };
    scope.add(resolved.clone(), atom.clone());
    Some(resolved)
}
