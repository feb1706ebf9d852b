//! Derived predicates and rules get their ids; nothing is looked at but their heads.

use std::collections::BTreeMap;

use super::declarations::{MOST_ARGUMENTS, add_predicate};
use super::sides::{self, Player, Players};
use super::{Resolver, RuleText};
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Predicate, PredicateKind, Rule, RuleId, RuleKind};
use crate::syntax::ast::{self, ItemKind, Term};

/// Collects the heads of all clauses and rules.
pub(super) fn collect<'a>(resolver: &mut Resolver<'a>, items: &[&'a ast::Item]) {
    for item in items {
        match &item.kind {
            ItemKind::Derivation(derivation) => derivation_head(resolver, item, &derivation.head),
            ItemKind::Rule(_) => resolver.rule_items.push(item),
            _ => {}
        }
    }
    resolver.rule_items.sort_by_key(|item| rule(item).level.value);
    rules(resolver);
    asks(resolver);
}

/// The tree of a rule item.
pub(super) fn rule(item: &ast::Item) -> &ast::Rule {
    match &item.kind {
        ItemKind::Rule(rule) => rule,
        _ => unreachable!("only rules are collected as rules"),
    }
}

fn derivation_head<'a>(resolver: &mut Resolver<'a>, item: &'a ast::Item, head: &ast::Atom) {
    let (name, arity) = (&head.predicate.text, head.arguments.len());
    if arity > MOST_ARGUMENTS {
        resolver.report(
            Diagnostic::new(
                Code::BadMode,
                format!("`{name}` has too many arguments"),
                head.span,
                format!("{arity} arguments; a predicate has at most {MOST_ARGUMENTS}"),
            )
            .hint("say it with several predicates"),
        );
        resolver.incomplete = true;
        return;
    }
    let known = resolver.predicate(name, arity);
    if let Some(id) = known.filter(|id| !resolver.clauses.contains_key(id)) {
        let predicate = resolver.program.predicate(id);
        let (what, hint) = match predicate.kind {
            PredicateKind::Equal => ("built in", "give the derivation another name"),
            PredicateKind::Facts(_) | PredicateKind::Derived(_) => {
                ("stated by facts", "give the derivation another name and let it use the facts")
            }
            PredicateKind::Action { .. } => {
                ("an action", "give the derivation another name, or another number of arguments")
            }
            PredicateKind::Extern(_) => {
                ("answered by the host", "give the derivation another name, or another number of arguments")
            }
        };
        let title = format!("`{}` is {what} already", predicate.signature());
        let mut message =
            Diagnostic::new(Code::Redefined, title, head.predicate.span, "it cannot be derived as well");
        if let Some(declared) = resolver.declared_at(id) {
            message = message.and(declared, "there it is");
        }
        resolver.report(message.hint(hint));
        return;
    }
    let id = known.unwrap_or_else(|| {
        add_predicate(
            resolver,
            Predicate {
                name: name.clone(),
                sorts: Vec::new(),
                parameters: parameters(head),
                kind: PredicateKind::Derived(Vec::new()),
                doc: Vec::new(),
                span: Some(head.predicate.span),
            },
        )
    });
    let predicate = &mut resolver.program.predicates[id.index()];
    if predicate.doc.is_empty() {
        predicate.doc = item.doc.clone();
    }
    resolver.clauses.entry(id).or_default().push(item);
}

fn parameters(head: &ast::Atom) -> Vec<String> {
    head.arguments
        .iter()
        .enumerate()
        .map(|(at, term)| match term {
            Term::Variable(name) => name.text.clone(),
            Term::Constant(_) | Term::Error(_) => format!("Argument{}", at + 1),
        })
        .collect()
}

/// A rule's name and colour together are unique, and its colour is a player's.
fn rules(resolver: &mut Resolver<'_>) {
    let mut seen: BTreeMap<(String, String), &ast::Rule> = BTreeMap::new();
    for item in std::mem::take(&mut resolver.rule_items) {
        let tree = rule(item);
        let Players { players, problems, sound } = sides::players(resolver, &tree.side);
        let key = |player: &Player| (tree.name.text.clone(), player.text.clone());
        let twice: Vec<&Player> = players.iter().filter(|player| seen.contains_key(&key(player))).collect();
        if let Some(first) = twice.first().and_then(|player| seen.get(&key(player))) {
            let colours: Vec<&str> = twice.iter().map(|player| player.text.as_str()).collect();
            let message = two_rules(tree, first, &colours.join(" and "));
            resolver.report(message);
            resolver.incomplete = true;
            continue;
        }
        seen.extend(players.iter().map(|player| (key(player), tree)));
        problems.into_iter().for_each(|problem| resolver.report(problem));
        let first = resolver.program.rules.len();
        resolver.program.rules.extend(players.into_iter().map(|player| Rule {
            kind: RuleKind::Rule,
            name: tree.name.text.clone(),
            colour: player.value,
            side: player.variables,
            level: tree.level.value,
            plays: None,
            variables: Vec::new(),
            answer: Vec::new(),
            premise: Vec::new(),
            doc: item.doc.clone(),
            name_span: tree.name.span,
            span: item.span,
            text: crate::syntax::print_item(item),
        }));
        let rules = first..resolver.program.rules.len();
        resolver.rules.push(RuleText { item, rules, sound });
    }
}

fn two_rules(tree: &ast::Rule, first: &ast::Rule, colours: &str) -> Diagnostic {
    let every = |tree: &ast::Rule| match &tree.side.player {
        Term::Variable(name) => format!(", where `{}` is every player", name.text),
        Term::Constant(_) | Term::Error(_) => String::new(),
    };
    let name = &tree.name;
    let title = format!("there are two rules `{}` for {colours}", name.text);
    Diagnostic::new(Code::DeclaredTwice, title, name.span, format!("here again{}", every(tree)))
        .and(first.name.span, format!("the first one{}", every(first)))
        .hint("a rule's name and colour together belong to one rule; give this one another name")
}

/// The rules that extern predicates ask, by name, whatever their colour.
fn asks(resolver: &mut Resolver<'_>) {
    for (id, names) in resolver.asks.clone() {
        let found: Vec<RuleId> = (0..resolver.program.rules.len() as u32)
            .map(RuleId)
            .filter(|rule| names.iter().any(|name| name.text == resolver.program.rule(*rule).name))
            .collect();
        if let PredicateKind::Extern(external) = &mut resolver.program.predicates[id.index()].kind {
            external.asks = Some(found);
        }
    }
}
