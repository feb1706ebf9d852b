//! Derived predicates and rules get their ids; nothing is looked at but their heads.

use std::collections::BTreeMap;

use super::Resolver;
use super::declarations::{MOST_ARGUMENTS, add_predicate};
use super::spelling::list;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Predicate, PredicateKind, Rule, RuleId, RuleKind};
use crate::syntax::ast::{self, ItemKind, Term};

/// Collects the heads of all clauses and rules.
pub(super) fn collect<'a>(resolver: &mut Resolver<'a>, items: &[&'a ast::Item]) {
    for item in items {
        match &item.kind {
            ItemKind::Derivation(derivation) => derivation_head(resolver, item, &derivation.head),
            ItemKind::Rule(_) => resolver.rules.push(item),
            _ => {}
        }
    }
    resolver.rules.sort_by_key(|item| rule(item).level.value);
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
    let mut seen: BTreeMap<(String, String), Span> = BTreeMap::new();
    let mut rules = Vec::new();
    for item in resolver.rules.clone() {
        let tree = rule(item);
        let key = (tree.name.text.clone(), tree.colour.text.clone());
        if let Some(first) = seen.get(&key) {
            resolver.report(
                Diagnostic::new(
                    Code::DeclaredTwice,
                    format!("there are two rules `{}` for {}", key.0, key.1),
                    tree.name.span,
                    "here again",
                )
                .and(*first, "the first one")
                .hint("a rule's name and colour together belong to one rule; give this one another name"),
            );
            resolver.incomplete = true;
            continue;
        }
        seen.insert(key, tree.name.span);
        let colour = match player(resolver, &tree.colour) {
            Ok(colour) => colour,
            Err(message) => {
                if let Some(message) = message {
                    resolver.report(*message);
                }
                // The rule is still read on, so that other mistakes in it are found.
                0
            }
        };
        rules.push(item);
        resolver.program.rules.push(Rule {
            kind: RuleKind::Rule,
            name: tree.name.text.clone(),
            colour,
            level: tree.level.value,
            plays: None,
            variables: Vec::new(),
            answer: Vec::new(),
            premise: Vec::new(),
            doc: item.doc.clone(),
            name_span: tree.name.span,
            span: item.span,
            text: crate::syntax::print_item(item),
        });
    }
    resolver.rules = rules;
}

fn player(resolver: &Resolver<'_>, colour: &ast::Name) -> Result<u16, Option<Box<Diagnostic>>> {
    let Some(sort) = resolver.program.player_sort else {
        if resolver.incomplete || colour.text.is_empty() {
            return Err(None);
        }
        return Err(Some(Box::new(
            Diagnostic::new(Code::NoPlayer, "nobody plays here", colour.span, "no players are declared")
                .hint("use a domain that declares its players, or write for instance: players white, black"),
        )));
    };
    let sort = resolver.program.sort(sort);
    let value = sort.value(&colour.text);
    if let Some(value) = value.filter(|value| resolver.program.players.contains(value)) {
        return Ok(value);
    }
    if colour.text.is_empty() || resolver.players_lost {
        return Err(None);
    }
    let players: Vec<String> = resolver.program.players.iter().map(|player| sort.text(*player)).collect();
    let label = match value {
        Some(_) => format!("this is a `{}`, but nobody plays it", sort.name),
        None => "nobody plays this".to_owned(),
    };
    let near = super::spelling::nearest(&colour.text, players.iter().map(String::as_str));
    let message =
        Diagnostic::new(Code::NoPlayer, format!("`{}` is no player", colour.text), colour.span, label)
            .hint(format!("the players are {}", list(&players, "and")));
    Err(Some(Box::new(match near {
        Some(near) => message.fix(format!("write `{near}`"), colour.span, near.to_owned()),
        None => message,
    })))
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
