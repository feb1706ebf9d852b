//! `B0612`: a rule that a host predicate queries, probably by accident. `asks` identifies rules only by name, so any
//! rule with such a name changes the answers of the host.
//!
//! Some rules with these names are intended, since an `asks` without any rules would be useless. So a rule is suspect
//! only in comparison with the other rules that the same `asks` names:
//! - its level differs from the level of a rule in a more widely shared file, or exceeds the levels of all rules in
//!   files that are at least as widely shared;
//! - it has the same name as a rule in another file, and that file is more widely shared, or comes first if neither is
//!   more widely shared.
//!
//! A rule in the file that contains the `asks` is never suspect.

use blanche_sorted::{SortedMap, SortedSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::files::FileId;
use crate::names::{Sharing, uses_from_outside};
use crate::program::{PredicateId, PredicateKind, Program, Rule};
use crate::syntax::ast::{self, ItemKind};

/// Reports rules that a host predicate probably queries only because of their names.
pub(super) fn check(program: &Program, sharing: &Sharing, files: &[&ast::File]) -> Vec<Diagnostic> {
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
    let used: SortedSet<PredicateId> = uses_from_outside(program).into_iter().map(|(id, _)| id).collect();
    let mut found = Vec::new();
    for (predicate, id) in program.predicates.iter().zip((0..).map(PredicateId)) {
        let PredicateKind::Extern(external) = &predicate.kind else { continue };
        let Some(asks) = external.asks.as_ref().filter(|_| used.contains(&id)) else { continue };
        let Some(declaration) = asking.iter().find(|other| Some(other.name.span) == predicate.span) else {
            continue;
        };
        let mut asked = AskedRules { rules: Vec::new(), sharing, cache: SortedMap::new() };
        asked.rules = asks.iter().map(|id| program.rule(*id)).collect();
        // The rules for several players that come from one rule in the text count as one.
        asked.rules.dedup_by_key(|rule| rule.name_span);
        for at in 0..asked.rules.len() {
            let rule = asked.rules[at];
            let Some(name) = declaration.asks.iter().find(|name| name.text == rule.name) else { continue };
            if rule.name_span.file == name.span.file {
                continue;
            }
            let Some(other) = asked.suspect_because_of(at) else { continue };
            let title = format!("`{}` also asks this `{}`", predicate.signature(), rule.name);
            let label = "the host asks every rule of this name, whatever its colour and level";
            found.push(
                Diagnostic::new(Code::AskedByName, title, rule.name_span, label)
                    .and(name.span, "asked for by its name here")
                    .and(other.name_span, "this rule is already asked for")
                    .hint("give the rule another name, or allow the message if the host is to ask it"),
            );
        }
    }
    found.dedup_by_key(|message| message.label.span);
    found
}

/// The rules that one host predicate queries, sorted by level and then by their order in the program.
struct AskedRules<'p> {
    rules: Vec<&'p Rule>,
    sharing: &'p Sharing,
    /// Whether the first file of a pair is more widely shared than the second one. Results are stored here so that they
    /// are computed only once.
    cache: SortedMap<(FileId, FileId), bool>,
}

impl<'p> AskedRules<'p> {
    fn is_more_shared(&mut self, one: &Rule, other: &Rule) -> bool {
        let (one, other) = (one.name_span.file, other.name_span.file);
        let sharing = self.sharing;
        *self.cache.entry((one, other)).or_insert_with(|| sharing.is_more_shared(one, other))
    }

    /// The rule because of which the rule with index `at` is suspect. It is a rule with the same name, or else the
    /// first rule with another level.
    fn suspect_because_of(&mut self, at: usize) -> Option<&'p Rule> {
        let rule = self.rules[at];
        let mut of_other_level = None;
        for before in 0..self.rules.len() {
            let other = self.rules[before];
            if before == at || self.is_more_shared(rule, other) {
                continue;
            }
            let is_elsewhere = rule.name_span.file != other.name_span.file;
            let is_theirs = is_elsewhere && self.is_more_shared(other, rule);
            if other.name == rule.name && (is_theirs || is_elsewhere && before < at) {
                return Some(other);
            }
            if other.level < rule.level || is_theirs && other.level > rule.level {
                of_other_level = of_other_level.or(Some(other));
            }
        }
        of_other_level
    }
}
