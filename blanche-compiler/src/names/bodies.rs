//! The clauses and rules themselves: predicates by name and number of arguments, then sorts and constants.

use std::collections::{BTreeMap, BTreeSet};

use super::actions::find_action;
use super::heads::rule;
use super::knots::{provisional_sorts, settled_knots};
use super::predicates::{find_predicate, show_unasked};
use super::scope::Scope;
use super::sorts;
use super::spelling::{list, nearest};
use super::{Resolver, RuleText};
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{
    Atom, Clause, Goal, PredicateId, PredicateKind, Rule, RuleKind, SortId, Term, Variable, VariableId,
};
use crate::syntax::ast::{self, ItemKind, LiteralKind};

/// Resolves every clause, callees before callers so that sorts flow upwards, then every rule and the query.
pub(super) fn resolve(resolver: &mut Resolver<'_>, query: Option<&ast::Sentence>) {
    let knots = settled_knots(resolver);
    for id in callees_first(resolver) {
        if let Some(knot) = knots.get(&id)
            && resolver.program.predicate(id).sorts.is_empty()
        {
            provisional_sorts(resolver, knot);
        }
        let items = resolver.clauses[&id].clone();
        let mut clauses = Vec::new();
        for item in items {
            let ItemKind::Derivation(derivation) = &item.kind else { continue };
            match resolve_clause(resolver, item, derivation) {
                Some(clause) => clauses.push(clause),
                None => {
                    resolver.broken.insert(id);
                }
            }
        }
        settle_heads(resolver, id, clauses);
    }
    for text in std::mem::take(&mut resolver.rules) {
        if !resolve_rule(resolver, &text) {
            resolver.incomplete = true;
        }
    }
    if let Some(sentence) = query {
        resolve_query(resolver, sentence);
    }
    asked_rules_exist(resolver);
    show_unasked(resolver);
    drop_unresolved(resolver);
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
            for_each_atom(&derivation.body, &mut |atom| {
                callees.extend(resolver.predicate(&atom.predicate.text, atom.arguments.len()));
            });
        }
    }
    callees.retain(|callee| resolver.clauses.contains_key(callee));
    callees
}

fn for_each_atom<'a>(sentence: &'a ast::Sentence, each: &mut impl FnMut(&'a ast::Atom)) {
    fn walk<'a>(sentence: &'a ast::Sentence, each: &mut dyn FnMut(&'a ast::Atom)) {
        for literal in sentence.branches.iter().flatten() {
            match &literal.kind {
                LiteralKind::Atom(atom) => each(atom),
                LiteralKind::Sentence(_) | LiteralKind::After(_) | LiteralKind::Error => {}
            }
            if let Some(inner) = literal.kind.inner() {
                walk(inner, each);
            }
        }
    }
    walk(sentence, each);
}

/// A clause under construction: variables by name, goals whose constants wait for their sorts.
struct Body {
    scope: Scope,
    goals: Option<Vec<Goal>>,
}

fn resolve_clause(
    resolver: &mut Resolver<'_>,
    item: &ast::Item,
    derivation: &ast::Derivation,
) -> Option<Clause> {
    let mut scope = Scope::default();
    let head: Vec<Option<Term>> = derivation.head.arguments.iter().map(|term| scope.term(term)).collect();
    let body = resolve_body(resolver, scope, &derivation.body);
    let complete = body.goals.is_some() && head.iter().all(Option::is_some);
    let (scope, goals) = sorts::infer(resolver, body.scope, body.goals.unwrap_or_default(), complete)?;
    if !complete {
        return None;
    }
    // Constants in the head wait until all clauses are known: `settle_heads` gives them their values.
    let head: Vec<Term> = head.into_iter().flatten().collect();
    let text = crate::syntax::print_item(item);
    Some(Clause { head, variables: scope.variables, body: goals, span: item.span, text })
}

/// The sorts of a predicate's arguments: for each the least sort that holds all its clauses' ones.
fn settle_heads(resolver: &mut Resolver<'_>, id: PredicateId, mut clauses: Vec<Clause>) {
    let arity = resolver.program.predicate(id).arity();
    let items = resolver.clauses[&id].clone();
    let trees: BTreeMap<crate::files::Span, &ast::Item> =
        items.iter().map(|item| (item.span, *item)).collect();
    let mut sorts: Vec<Option<(SortId, crate::files::Span)>> = vec![None; arity];
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
                        resolver.broken.insert(id);
                        Some((sort, span))
                    }
                },
            };
        }
    }
    // Constants in heads: of the sort of the other clauses, or of the one sort that knows them.
    for (at, sort) in sorts.iter_mut().enumerate().filter(|(_, sort)| sort.is_none()) {
        *sort = items.iter().find_map(|item| {
            let ItemKind::Derivation(derivation) = &item.kind else { return None };
            let ast::Term::Constant(name) = &derivation.head.arguments[at] else { return None };
            sorts::sort_of_constant(resolver, &name.text).map(|sort| (sort, name.span))
        });
    }
    clauses.retain_mut(|clause| {
        let keep = settle_head_constants(resolver, clause, &trees, &sorts);
        if !keep {
            resolver.broken.insert(id);
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
        resolver.broken.insert(id);
    }
    resolver.program.predicates[id.index()].kind = PredicateKind::Derived(clauses);
}

/// Reports constants in heads that stand where no clause says what is wanted, and that no sort knows.
fn unclear_heads(
    resolver: &mut Resolver<'_>,
    clauses: &[Clause],
    items: &[&ast::Item],
    sorts: &[Option<(SortId, crate::files::Span)>],
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
            let near = nearest(&name.text, clause.variables.iter().map(|variable| variable.name.as_str()));
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
    first: (SortId, crate::files::Span),
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
    trees: &BTreeMap<crate::files::Span, &ast::Item>,
    sorts: &[Option<(SortId, crate::files::Span)>],
) -> bool {
    let Some(item) = trees.get(&clause.span) else { return true };
    let ItemKind::Derivation(derivation) = &item.kind else { return true };
    for (at, tree) in derivation.head.arguments.iter().enumerate() {
        let ast::Term::Constant(name) = tree else { continue };
        let Some((sort, _)) = sorts[at] else { continue };
        match sorts::constant(resolver, name, sort, true) {
            Ok(term) => clause.head[at] = term,
            Err(message) => {
                resolver.report(*message);
                return false;
            }
        }
    }
    true
}

/// Resolves the text of a rule once, and puts each player in the place of the variables of its side.
fn resolve_rule(resolver: &mut Resolver<'_>, text: &RuleText<'_>) -> bool {
    let tree = rule(text.item);
    let body = resolve_body(resolver, Scope::of_side(&tree.side), &tree.premise);
    // Of whom the rule speaks is not known, so what its variables are proves nothing.
    if !text.sound {
        return false;
    }
    let complete = body.goals.is_some();
    let Some((scope, goals)) = sorts::infer(resolver, body.scope, body.goals.unwrap_or_default(), complete)
    else {
        return false;
    };
    if !complete {
        return false;
    }
    let plays = match &tree.plays {
        None => None,
        Some(name) => match plays(resolver, name, &scope) {
            Some(variable) => Some(variable),
            None => return false,
        },
    };
    let answer = answer_order(&scope, plays);
    let players = scope.players;
    let uses = crate::modes::occurrences(&goals);
    let own = |id: VariableId| VariableId(id.0 - players as u32);
    for rule in &mut resolver.program.rules[text.rules.clone()] {
        let Rule { side, premise, .. } = rule;
        for (at, variable) in side.iter_mut().enumerate() {
            variable.uses = uses.get(&VariableId(at as u32)).copied().unwrap_or(0);
        }
        premise.clone_from(&goals);
        for goal in premise {
            goal.replace(&|id| match side.get(id.index()) {
                Some(variable) => Term::Constant(variable.player),
                None => Term::Variable(own(id)),
            });
        }
        rule.variables = scope.variables[players..].to_vec();
        rule.plays = plays.map(own);
        rule.answer = answer.iter().copied().map(own).collect();
    }
    true
}

/// The named variables in the order in which answers are compared: the played one, then by name.
fn answer_order(scope: &Scope, plays: Option<VariableId>) -> Vec<VariableId> {
    let mut answer: Vec<VariableId> = (0..scope.variables.len() as u32)
        .map(VariableId)
        .filter(|id| id.index() >= scope.players && Some(*id) != plays)
        .filter(|id| !scope.variables[id.index()].anonymous)
        .collect();
    answer.sort_by(|a, b| scope.variables[a.index()].name.cmp(&scope.variables[b.index()].name));
    answer.splice(0..0, plays);
    answer
}

/// A query is a rule of nobody that plays nothing; it comes last.
fn resolve_query(resolver: &mut Resolver<'_>, sentence: &ast::Sentence) {
    let scope = Scope { query: true, ..Scope::default() };
    let body = resolve_body(resolver, scope, sentence);
    let complete = body.goals.is_some();
    let Some((scope, premise)) = sorts::infer(resolver, body.scope, body.goals.unwrap_or_default(), complete)
    else {
        return;
    };
    if !complete {
        return;
    }
    resolver.program.rules.push(Rule {
        kind: RuleKind::Query,
        name: "query".to_owned(),
        colour: 0,
        side: Vec::new(),
        level: 0,
        plays: None,
        answer: answer_order(&scope, None),
        variables: scope.variables,
        premise,
        doc: Vec::new(),
        name_span: sentence.span,
        span: sentence.span,
        text: crate::syntax::print_sentence(sentence),
    });
}

/// The variable that a rule plays: it must stand in the premise and be of a playable sort.
fn plays(resolver: &mut Resolver<'_>, name: &ast::Name, scope: &Scope) -> Option<VariableId> {
    if ast::is_anonymous(&name.text) {
        return None; // the parser has said so
    }
    let Some(id) = scope.find(&name.text) else {
        let names = scope.variables.iter().filter(|v| !v.anonymous).map(|v| v.name.as_str());
        let near = nearest(&name.text, names.clone());
        let message = Diagnostic::new(
            Code::PlaysUnbound,
            format!("the premise says nothing of `{}`", name.text),
            name.span,
            "this is what the rule would play",
        );
        let message = match near {
            Some(near) => message.hint(format!("did you mean `{near}`?")).fix(
                format!("write `{near}`"),
                name.span,
                near.to_owned(),
            ),
            None => message.hint("name a variable that the premise binds"),
        };
        resolver.report(message);
        return None;
    };
    if id.index() < scope.players {
        let message = Diagnostic::new(
            Code::PlaysSort,
            format!("`{}` cannot be played", name.text),
            name.span,
            "this is the player that the rule is for, or the other one",
        );
        resolver.report(message.hint("name a variable that the premise binds"));
        return None;
    }
    let variable = &scope.variables[id.index()];
    let program = &resolver.program;
    let sort = program.sort(variable.sort);
    // A value of a part of a sort is a value of that sort.
    let playable = (0..program.sorts.len() as u32)
        .map(SortId)
        .any(|whole| program.sort(whole).playable && program.is_part(variable.sort, whole));
    if !playable {
        let key = (name.span.file, variable.sort);
        if let Some(said) = resolver.unplayable.get(&key) {
            resolver.again(*said, name.span);
            return None;
        }
        resolver.unplayable.insert(key, resolver.diagnostics.len());
        let playable: Vec<&str> =
            resolver.program.sorts.iter().filter(|s| s.playable).map(|s| s.name.as_str()).collect();
        let hint = if playable.is_empty() {
            "no sort of this domain is playable; write `playable` at the sort of the moves".to_owned()
        } else {
            format!("a rule plays a value of {}", list(&playable, "or"))
        };
        let message = Diagnostic::new(
            Code::PlaysSort,
            format!("`{}` cannot be played", name.text),
            name.span,
            format!("this is a `{}`", sort.name),
        )
        .hint(hint);
        resolver.report(message);
        return None;
    }
    Some(id)
}

fn resolve_body(resolver: &mut Resolver<'_>, scope: Scope, sentence: &ast::Sentence) -> Body {
    let mut body = Body { scope, goals: None };
    body.goals = sentence_goals(resolver, &mut body.scope, sentence);
    body
}

/// The goals of a sentence; `None` when a literal in it could not be resolved. Goes on behind a mistake.
fn sentence_goals(
    resolver: &mut Resolver<'_>,
    scope: &mut Scope,
    sentence: &ast::Sentence,
) -> Option<Vec<Goal>> {
    let mut branches = Vec::new();
    let mut complete = !sentence.branches.is_empty();
    for branch in &sentence.branches {
        let mut goals = Vec::new();
        for literal in branch {
            match literal_goals(resolver, scope, literal) {
                Some(more) => goals.extend(more),
                None => complete = false,
            }
        }
        branches.push(goals);
    }
    match (complete, branches.len()) {
        (false, _) => None,
        (true, 1) => branches.pop(),
        (true, _) => Some(vec![Goal::Any(branches, sentence.span)]),
    }
}

fn literal_goals(
    resolver: &mut Resolver<'_>,
    scope: &mut Scope,
    literal: &ast::Literal,
) -> Option<Vec<Goal>> {
    let goals = match &literal.kind {
        LiteralKind::Error => return None,
        LiteralKind::Sentence(sentence) => sentence_goals(resolver, scope, sentence)?,
        LiteralKind::Atom(atom) => {
            vec![Goal::Atom(resolve_atom(resolver, scope, atom, find_predicate)?)]
        }
        LiteralKind::After(after) => {
            let actions = after.actions.iter();
            // Whatever is wrong with the actions, the sentence is read on.
            let actions: Vec<Option<Atom>> =
                actions.map(|action| resolve_atom(resolver, scope, action, find_action)).collect();
            let inside = sentence_goals(resolver, scope, &after.sentence);
            vec![Goal::After(actions.into_iter().collect::<Option<_>>()?, inside?, literal.span)]
        }
    };
    Some(if literal.negations % 2 == 1 { vec![Goal::Not(goals, literal.span)] } else { goals })
}

/// An atom whose predicate, or action, `find` knows.
fn resolve_atom(
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
    };
    scope.atoms.push((resolved.clone(), atom.clone()));
    Some(resolved)
}

/// An extern predicate that the program uses must find the rules that it asks.
fn asked_rules_exist(resolver: &mut Resolver<'_>) {
    if resolver.incomplete {
        return;
    }
    for (id, names) in resolver.asks.clone() {
        if !resolver.mentioned.contains(&id) || resolver.program.rules.is_empty() {
            continue;
        }
        let known: Vec<&str> = resolver.program.rules.iter().map(|rule| rule.name.as_str()).collect();
        let missing: Vec<&ast::Name> =
            names.iter().filter(|name| !known.contains(&name.text.as_str())).collect();
        let (Some(first), Some(last)) = (missing.first(), missing.last()) else { continue };
        let signature = resolver.program.predicate(id).signature();
        let whose = match &resolver.program.base {
            Some(base) => format!("the base `{base}`"),
            None => "this program".to_owned(),
        };
        let texts: Vec<&str> = missing.iter().map(|name| name.text.as_str()).collect();
        let (noun, hint) = match texts.as_slice() {
            [one] => ("a rule", format!("write a rule `{one}`, or do not use `{signature}` here")),
            _ => ("rules", format!("write rules of these names, or do not use `{signature}` here")),
        };
        let asked = first.span.to(last.span);
        let title = format!("`{signature}` asks {noun} that {whose} does not have");
        let message = match first_use(resolver, id) {
            Some(place) => {
                let label = format!("this asks {}", list(&texts, "and"));
                Diagnostic::new(Code::AskedRuleMissing, title, place, label).and(asked, "declared here")
            }
            None => Diagnostic::new(Code::AskedRuleMissing, title, asked, "no rule has this name"),
        };
        let nearly: Vec<String> = texts
            .iter()
            .filter_map(|text| Some((text, nearest(text, known.iter().copied())?)))
            .map(|(text, near)| {
                format!("there is a rule `{near}`; it or `{text}` must be called like the other")
            })
            .collect();
        let message = match nearly.is_empty() {
            true => message.hint(hint),
            false => nearly.into_iter().fold(message, Diagnostic::hint),
        };
        resolver.report(message);
    }
}

/// Where a predicate is used first, in the order of the files.
fn first_use(resolver: &Resolver<'_>, id: PredicateId) -> Option<crate::files::Span> {
    let program = &resolver.program;
    let clauses = program.predicates.iter().filter_map(|predicate| match &predicate.kind {
        PredicateKind::Derived(clauses) => Some(clauses),
        _ => None,
    });
    let bodies = clauses.flatten().map(|clause| &clause.body);
    let mut places = Vec::new();
    for goal in bodies.chain(program.rules.iter().map(|rule| &rule.premise)).flatten() {
        goal.atoms(&mut |atom, _| {
            if atom.predicate == id {
                places.push(atom.span);
            }
        });
    }
    let file = |place: &crate::files::Span| program.files.iter().position(|file| *file == place.file);
    places.into_iter().min_by_key(|place| (file(place), place.start))
}

/// Rules that were lost leave the program; so do questions to them.
fn drop_unresolved(resolver: &mut Resolver<'_>) {
    let kept: Vec<bool> = resolver.program.rules.iter().map(|rule| !rule.premise.is_empty()).collect();
    if kept.iter().all(|kept| *kept) {
        return;
    }
    let mut renumbered: BTreeMap<u32, u32> = BTreeMap::new();
    let mut rules = Vec::new();
    for (at, rule) in std::mem::take(&mut resolver.program.rules).into_iter().enumerate() {
        if kept[at] {
            renumbered.insert(at as u32, rules.len() as u32);
            rules.push(rule);
        }
    }
    resolver.program.rules = rules;
    for predicate in &mut resolver.program.predicates {
        if let PredicateKind::Extern(external) = &mut predicate.kind
            && let Some(asks) = &mut external.asks
        {
            *asks = asks
                .iter()
                .filter_map(|id| renumbered.get(&id.0).map(|new| crate::program::RuleId(*new)))
                .collect();
        }
    }
}
