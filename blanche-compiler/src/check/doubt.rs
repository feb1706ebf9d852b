//! What is in doubt because of errors: whatever is a mistake, was lost to one, or asks for such a thing. Of the rest the
//! checks of meaning say what they say of a program without errors.
//!
//! 1. An item with a mistake in it is in doubt, and so is one that names have left out of the program. What a file is,
//!    which files it uses, its sorts and its players are said of everything: a mistake there puts everything in doubt.
//! 2. A predicate is in doubt if its declaration or one of its clauses is, or if it needs itself.
//! 3. What asks for a predicate in doubt is in doubt, and so on, callers of callers included.
//!
//! An item with a mistake may also have been meant to ask for something that its text does not name any more, or not
//! rightly: [`Doubt::may_be_asked`].

use std::collections::{BTreeMap, BTreeSet};

use super::Items;
use super::dependencies::Graph;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::{Sources, Span};
use crate::names::Resolved;
use crate::names::mentions::Mentions;
use crate::names::spelling::Speller;
use crate::program::{Goal, Predicate, PredicateId, PredicateKind, Program};
use crate::syntax::ast::{Item, ItemKind};

/// What is in doubt.
pub(super) struct Doubt<'s> {
    /// All of it.
    pub(super) everything: bool,
    /// Clauses, rules, exports and scores.
    items: BTreeSet<Span>,
    predicates: BTreeSet<PredicateId>,
    /// The items with mistakes in them, as they are written.
    texts: Vec<&'s str>,
    /// What begins like a name in these.
    words: BTreeSet<&'s str>,
    /// The numbers of arguments in these in front of which no name stands.
    nameless: BTreeSet<usize>,
    mentions: Mentions,
    speller: Speller,
}

impl<'s> Doubt<'s> {
    /// What is in doubt where so much was found.
    pub(super) fn new<'d>(
        sources: &'s Sources,
        resolved: &Resolved,
        items: &Items<'_>,
        graph: &Graph,
        found: impl Iterator<Item = &'d Diagnostic>,
    ) -> Doubt<'s> {
        let errors: Vec<&Diagnostic> = found.filter(|message| message.severity == Severity::Error).collect();
        let mut doubt = Doubt {
            everything: !errors.is_empty() && resolved.lacks_definitions,
            items: BTreeSet::new(),
            predicates: BTreeSet::new(),
            texts: Vec::new(),
            words: BTreeSet::new(),
            nameless: BTreeSet::new(),
            mentions: Mentions::default(),
            speller: Speller::default(),
        };
        if errors.is_empty() {
            return doubt;
        }
        let mut mistaken = lost(&resolved.program, items);
        for error in errors {
            match items.beginning_at(error.label.span) {
                Some(item) => {
                    mistaken.insert(item.span);
                }
                None => doubt.everything |= !is_of_signs(error.code),
            }
        }
        let mut names: BTreeSet<(&str, bool)> = BTreeSet::new();
        for item in mistaken.iter().filter_map(|span| items.by_span.get(span)) {
            doubt.everything |= is_about_everything(&item.kind);
            names.extend(defined(item));
            doubt.take_text(item, sources.text(item.span));
        }
        doubt.items = mistaken;
        doubt.predicates.clone_from(&resolved.broken);
        for (predicate, id) in resolved.program.predicates.iter().zip((0..).map(PredicateId)) {
            if graph.is_knotted(id) || names.contains(&(predicate.name.as_str(), is_declared(predicate))) {
                doubt.predicates.insert(id);
            }
        }
        doubt.spread(&resolved.program);
        doubt
    }

    /// Takes up the text of an item with a mistake in it.
    fn take_text(&mut self, item: &Item, text: &'s str) {
        self.texts.push(text);
        self.words.extend(words(text));
        // Modes stand in brackets without a name.
        if !matches!(item.kind, ItemKind::Extern(_) | ItemKind::Action(_)) {
            self.nameless.extend(nameless(text));
        }
    }

    /// Step 3.
    fn spread(&mut self, program: &Program) {
        let mut askers: BTreeMap<PredicateId, Vec<(Span, Option<PredicateId>)>> = BTreeMap::new();
        let mut ask = |goals: &[Goal], place: Span, of: Option<PredicateId>| {
            for goal in goals {
                goal.atoms(&mut |atom, _| askers.entry(atom.predicate).or_default().push((place, of)));
            }
        };
        for (predicate, id) in program.predicates.iter().zip((0..).map(PredicateId)) {
            let PredicateKind::Derived(clauses) = &predicate.kind else { continue };
            clauses.iter().for_each(|clause| ask(&clause.body, clause.span, Some(id)));
        }
        program.rules.iter().for_each(|rule| ask(&rule.premise, rule.span, None));
        let mut waiting: Vec<PredicateId> = self.predicates.iter().copied().collect();
        while let Some(id) = waiting.pop() {
            for (place, of) in askers.remove(&id).unwrap_or_default() {
                self.items.insert(place);
                waiting.extend(of.filter(|of| self.predicates.insert(*of)));
            }
        }
    }

    /// Whether a clause, rule, export or score is in doubt.
    pub(super) fn item(&self, span: Span) -> bool {
        self.everything || self.items.contains(&span)
    }

    /// Whether a predicate is in doubt.
    pub(super) fn predicate(&self, id: PredicateId) -> bool {
        self.everything || self.predicates.contains(&id)
    }

    /// Whether a name stands in an item with a mistake in it.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.everything || self.mentions.any(&self.texts, name)
    }

    /// Whether something in an item with a mistake may have been meant to ask for a predicate: its name stands there, or
    /// nearly so, or arguments without a name in front of them.
    pub(super) fn may_be_asked(&self, predicate: &Predicate) -> bool {
        self.mentions(&predicate.name)
            || self.nameless.contains(&predicate.arity())
            || predicate.arity() == 0 && !self.texts.is_empty()
            || self.speller.nearest(&predicate.name, self.words.iter().copied()).is_some()
            || self.speller.is_spent()
    }
}

/// Clauses and rules that are no part of the program.
fn lost(program: &Program, items: &Items<'_>) -> BTreeSet<Span> {
    let clauses = program.predicates.iter().filter_map(|predicate| match &predicate.kind {
        PredicateKind::Derived(clauses) => Some(clauses),
        _ => None,
    });
    let mut kept: BTreeSet<Span> = clauses.flatten().map(|clause| clause.span).collect();
    kept.extend(program.rules.iter().map(|rule| rule.span));
    let is_lost = |item: &&&Item| match item.kind {
        ItemKind::Derivation(_) | ItemKind::Rule(_) | ItemKind::Export(_) | ItemKind::Score(_) => {
            !kept.contains(&item.span)
        }
        ItemKind::Error => true,
        _ => false,
    };
    items.by_span.values().filter(is_lost).map(|item| item.span).collect()
}

/// Whether a mistake is one of bytes and signs, which are read as what was meant wherever they stand.
fn is_of_signs(code: Code) -> bool {
    code <= Code::NumberTooLarge && code != Code::FileTooLarge || code == Code::BadAllow
}

/// Whether an item says something of everything.
fn is_about_everything(item: &ItemKind) -> bool {
    matches!(item, ItemKind::Header(_) | ItemKind::Use(_) | ItemKind::Sort(_) | ItemKind::Players(_))
}

/// The name of the predicate or action that an item defines, and whether it declares it: a clause that cannot be one of
/// what is declared leaves that as it is.
fn defined(item: &Item) -> Option<(&str, bool)> {
    Some(match &item.kind {
        ItemKind::Derivation(derivation) => (&derivation.head.predicate.text, false),
        ItemKind::Fact(atom) => (&atom.predicate.text, false),
        ItemKind::Open(declaration) => (&declaration.name.text, false),
        ItemKind::Extern(declaration) => (&declaration.name.text, true),
        ItemKind::Action(declaration) => (&declaration.name.text, true),
        _ => return None,
    })
}

/// Whether a predicate is declared, and neither stated nor derived.
fn is_declared(predicate: &Predicate) -> bool {
    !matches!(predicate.kind, PredicateKind::Facts(_) | PredicateKind::Derived(_))
}

/// What begins like a name in a text, or has arguments like one.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
    let pieces = text.split(move |c: char| !is_of_name(c)).map(|piece| piece.trim_matches(['.', '-', '_']));
    pieces.filter(move |piece| {
        let end = piece.as_ptr() as usize - text.as_ptr() as usize + piece.len();
        piece.starts_with(char::is_lowercase) || !piece.is_empty() && text[end..].starts_with('(')
    })
}

/// The numbers of arguments in brackets in front of which no name stands. What has brackets or literals in it is a
/// sentence.
fn nameless(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices('(').filter_map(|(at, _)| {
        let (before, behind) = (text[..at].trim_end(), &text[at + 1..]);
        let inside = &behind[..behind.find(['(', ')', '¬', ';', ':', '\n'])?];
        let is_whole = behind[inside.len()..].starts_with(')');
        let has_name = before.len() == at && before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        (is_whole && !has_name).then(|| inside.split(',').count())
    })
}
