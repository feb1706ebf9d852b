//! Resolves clauses: the sorts of their variables and constants, and the sorts of the arguments of derived
//! predicates.

use blanche_sorted::{SortedMap, SortedSet};

use super::bodies::body_goals;
use super::model::scope::Scope;
use super::model::{Bodies, Declared, Heads};
use super::recursion::{components, provisional_sorts};
use super::{calls, constants, inference, open_predicates, ranges};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Atom, Clause, PredicateId, PredicateKind, SortId, Term, Variable, variables};
use crate::syntax::ast::{self, ItemKind};

/// Resolves every clause. Callees come before callers, so that sorts propagate from callees to callers.
pub(super) fn resolve(resolver: &mut Bodies<'_>) {
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
                None => resolver.recovery.clause_omitted(id),
            }
        }
        settle_heads(resolver, id, clauses);
    }
}

/// The derived predicates in an order in which each comes after the predicates that it mentions. Within a cycle the
/// order is arbitrary. An explicit stack is used, because ten thousand derivations that depend on each other would
/// overflow the call stack.
fn callees_first(resolver: &Heads<'_>) -> Vec<PredicateId> {
    let (mut seen, mut order) = (SortedSet::new(), Vec::new());
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

fn callees(resolver: &Heads<'_>, id: PredicateId) -> Vec<PredicateId> {
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

fn resolve_clause(
    resolver: &mut Bodies<'_>,
    item: &ast::Item,
    derivation: &ast::Derivation,
) -> Option<Clause> {
    let mut scope = Scope::default();
    calls::find(resolver, &mut scope, &derivation.head.arguments);
    let head: Vec<Option<Term>> = derivation.head.arguments.iter().map(|term| scope.term(term)).collect();
    let said = std::mem::take(&mut scope.said);
    let mut goals = body_goals(resolver, &mut scope, &derivation.body);
    if let Some(goals) = &mut goals {
        goals.extend(said);
    }
    let goals = goals.filter(|_| head.iter().all(Option::is_some));
    scope.declared = declared_head(resolver, &derivation.head, &head);
    // Constants in the head get their values in `settle_heads`, when all clauses are known.
    let head: Vec<Term> = head.into_iter().flatten().collect();
    scope.in_head = variables(&head).collect();
    let (scope, mut goals) = inference::infer(resolver, scope, goals)?;
    ranges::add(resolver, &scope.variables, &mut goals, &scope.in_head, &SortedSet::new());
    let text = crate::syntax::print_item(item);
    Some(Clause { head, variables: scope.variables, body: goals, span: item.span, text })
}

/// The head of a clause of an open predicate, with the sorts that its declaration specifies.
fn declared_head(
    resolver: &Declared<'_>,
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
    Some((atom, tree.clone(), open_predicates::declared_sorts(resolver, name, arity)))
}

/// Determines the sorts of a predicate's arguments. For each argument this is the declared sort, or else the smallest
/// sort that contains the sorts that all of the clauses require.
fn settle_heads(resolver: &mut Heads<'_>, id: PredicateId, mut clauses: Vec<Clause>) {
    let arity = resolver.program.predicate(id).arity();
    let items = resolver.clauses[&id].clone();
    let trees: SortedMap<Span, &ast::Item> = items.iter().map(|item| (item.span, *item)).collect();
    let predicate = resolver.program.predicate(id);
    let declared = open_predicates::declared_sorts(resolver, &predicate.name, arity);
    let mut sorts: Vec<Option<(SortId, Span)>> =
        declared.into_iter().map(|sort| Some((sort?, predicate.span?))).collect();
    for clause in &clauses {
        for (at, term) in clause.head.iter().enumerate() {
            let Term::Variable(variable) = term else { continue };
            let variable = &clause.variables[variable.index()];
            sorts[at] = match sorts[at] {
                None => Some((variable.sort, variable.span)),
                Some((sort, span)) => match resolver.program.smallest_common_sort(sort, variable.sort) {
                    Some(whole) => Some((whole, span)),
                    None => {
                        let message = heads_differ(resolver, id, at, (sort, span), variable);
                        resolver.report(message);
                        resolver.recovery.clause_omitted(id);
                        Some((sort, span))
                    }
                },
            };
        }
    }
    // A constant in a head gets the sort that the other clauses show, or else the only sort that contains the constant.
    for (at, sort) in sorts.iter_mut().enumerate().filter(|(_, sort)| sort.is_none()) {
        let roots = roots_of_heads(resolver, &items, at);
        if let Some(name) =
            roots.first_name.filter(|name| constants::undecided(resolver, &name.text, &roots.roots))
        {
            let hint = format!("use a variable, and bind it in the body: `equal(X, {})`", name.text);
            let message = constants::several_sorts(resolver, name, &roots.roots, hint);
            resolver.report(message);
            resolver.recovery.clause_omitted(id);
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
            resolver.recovery.clause_omitted(id);
        }
        keep
    });
    if sorts.iter().all(Option::is_some) {
        resolver.program.predicates[id.index()].sorts =
            sorts.into_iter().flatten().map(|(sort, _)| sort).collect();
    } else {
        // The sort of an argument is unknown, because its clauses were dropped or have constants there that belong to
        // no sort.
        unclear_heads(resolver, &clauses, &items, &sorts);
        clauses.clear();
        resolver.recovery.clause_omitted(id);
    }
    resolver.program.predicates[id.index()].kind = PredicateKind::Derived(clauses);
}

/// The constants at one argument position in all heads of a predicate: the first constant, and the root sorts that
/// contain all of them.
struct OfHeads<'a> {
    first_name: Option<&'a ast::Name>,
    roots: Vec<SortId>,
    /// Whether the first constant belongs to a sort that is not in `roots`.
    several: bool,
}

fn roots_of_heads<'a>(resolver: &Declared<'_>, items: &[&'a ast::Item], at: usize) -> OfHeads<'a> {
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

/// Reports constants in heads that belong to no sort, at argument positions whose sort no other clause determines.
fn unclear_heads(
    resolver: &mut Declared<'_>,
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
                format!("cannot infer the sort of `{}`", name.text),
                name.span,
                "no sort has this constant",
            );
            let known = clause.variables.iter().map(|variable| variable.name.as_str());
            let near = resolver.speller.nearest(&name.text, known);
            resolver.report(match near {
                Some(near) => message
                    .hint(format!("a variable begins with an upper-case letter: `{near}`?"))
                    .fix(format!("write `{near}`"), name.span, near.to_owned()),
                None => message.hint("declare it in a `sort`, or state it in a `fact`"),
            });
        }
    }
}

fn heads_differ(
    resolver: &Declared<'_>,
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
    resolver: &mut Declared<'_>,
    clause: &mut Clause,
    trees: &SortedMap<Span, &ast::Item>,
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
