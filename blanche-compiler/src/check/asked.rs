//! `B0612`: a rule that a host predicate asks, probably by accident. `asks` knows rules by their names alone, so a rule that
//! happens to have such a name changes what the host answers.
//!
//! Rules of these names are meant to be there: without them nobody could ask the host. So one is suspect only if it
//! stands in another file than `asks` and than the rules that are asked besides, and has the name of one of them or is of
//! a higher level.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::names::uses_from_outside;
use crate::program::{PredicateId, PredicateKind, Program, Rule};
use crate::syntax::ast::{self, ItemKind};

/// Rules that a host predicate asks because of their names.
pub(super) fn check(program: &Program, files: &[&ast::File]) -> Vec<Diagnostic> {
    let items = files.iter().flat_map(|file| &file.items);
    let asking: Vec<&ast::ExternDeclaration> = items
        .filter_map(|item| match &item.kind {
            ItemKind::Extern(declaration) if !declaration.asks.is_empty() => Some(declaration),
            _ => None,
        })
        .collect();
    if asking.is_empty() {
        return Vec::new();
    }
    let used: BTreeSet<PredicateId> = uses_from_outside(program).into_iter().map(|(id, _)| id).collect();
    let mut found = Vec::new();
    for (predicate, id) in program.predicates.iter().zip((0..).map(PredicateId)) {
        let PredicateKind::Extern(external) = &predicate.kind else { continue };
        let Some(asks) = external.asks.as_ref().filter(|_| used.contains(&id)) else { continue };
        let Some(declaration) = asking.iter().find(|other| Some(other.name.span) == predicate.span) else {
            continue;
        };
        let rules: Vec<&Rule> = asks.iter().map(|id| program.rule(*id)).collect();
        for rule in &rules {
            let Some(name) = declaration.asks.iter().find(|name| name.text == rule.name) else { continue };
            let Some(other) = besides(rule, &rules).filter(|_| rule.name_span.file != name.span.file) else {
                continue;
            };
            let title = format!("`{}` asks this `{}`, too", predicate.signature(), rule.name);
            let label = "the host asks every rule of this name, whatever its colour and level";
            found.push(
                Diagnostic::new(Code::AskedByName, title, rule.name_span, label)
                    .and(name.span, "asked by its name here")
                    .and(other.name_span, "this rule is asked already")
                    .hint("give the rule another name, or allow the message if the host is to ask it"),
            );
        }
    }
    found.dedup_by_key(|message| message.label.span);
    found
}

/// The rule that makes another one suspect: an earlier one of its name, or the first one, which has a lower level.
fn besides<'p>(rule: &Rule, rules: &[&'p Rule]) -> Option<&'p Rule> {
    let elsewhere = |other: &&&'p Rule| other.name_span.file != rule.name_span.file;
    let before = rules.iter().take_while(|other| other.name_span != rule.name_span);
    let namesake = before.filter(elsewhere).find(|other| other.name == rule.name);
    namesake.or_else(|| rules.first().filter(elsewhere).filter(|first| first.level < rule.level)).copied()
}
