//! Determines what is in doubt (tainted) because of errors. Something is in doubt if it has a mistake, was lost because
//! of a mistake, or depends on something in doubt. Everything else is checked as in a program without errors.
//!
//! 1. An item with a mistake is in doubt, and so is one that name resolution removed from the program. Mistakes in
//!    headers and `use` lines put nothing in doubt. A repeated declaration does not put the first declaration in doubt.
//! 2. A predicate is in doubt if its declaration or one of its clauses is, if its recursion is rejected, or if the
//!    sort of an argument has a mistake. If a file is missing, open predicates are in doubt, because the file may
//!    contain clauses of them.
//! 3. Whatever depends on a predicate in doubt is in doubt too, transitively. The rules for players are in doubt if the
//!    declaration of the players has a mistake.
//!
//! Besides, [`Tainted::may_be_asked`] determines whether a predicate may be used somewhere unseen. An item with a
//! mistake may have been meant to use a predicate that its text does not mention correctly, and a missing file may use
//! predicates of shared files.

use blanche_sorted::{SortedMap, SortedSet};

use super::Items;
use super::dependencies::Graph;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::{FileId, Sources, Span};
use crate::names::Resolved;
use crate::names::unparsed_mentions::{Mentions, nameless};
use crate::program::{Goal, Predicate, PredicateId, PredicateKind, Program, SortId};
use crate::spelling::{Speller, nearest};
use crate::syntax::ast::{Item, ItemKind};

/// The keywords of declarations that contain brackets without a name before them.
const WITH_MODES: [&str; 2] = ["extern", "action"];

/// The tainted items and predicates.
pub(super) struct Tainted<'s> {
    /// Whether everything is tainted, because a file was not read.
    pub(super) everything: bool,
    /// Whether a file is missing. The missing file may use predicates of other files, but not those of `root`, the main
    /// file of the program.
    lacks_files: bool,
    root: Option<FileId>,
    /// The tainted clauses, rules, exports and scores.
    items: SortedSet<Span>,
    predicates: SortedSet<PredicateId>,
    /// The texts of the items that have mistakes.
    texts: Vec<&'s str>,
    /// Words in these texts that look like names.
    words: SortedSet<&'s str>,
    /// The arities of the argument lists in these texts that have no name before them.
    nameless: SortedSet<usize>,
    mentions: Mentions,
    speller: Speller,
}

impl<'s> Tainted<'s> {
    /// Determines what is in doubt because of the errors among the messages `found`.
    pub(super) fn new<'d>(
        sources: &'s Sources,
        resolved: &Resolved,
        items: &Items<'_>,
        graph: &Graph,
        found: impl Iterator<Item = &'d Diagnostic>,
    ) -> Tainted<'s> {
        let errors: Vec<&Diagnostic> = found.filter(|message| message.severity == Severity::Error).collect();
        let mut tainted = Tainted {
            everything: errors.iter().any(|error| error.code == Code::FileTooLarge),
            lacks_files: resolved.lacks_files,
            root: resolved.program.files.last().copied(),
            items: SortedSet::new(),
            predicates: SortedSet::new(),
            texts: Vec::new(),
            words: SortedSet::new(),
            nameless: SortedSet::new(),
            mentions: Mentions::default(),
            speller: Speller::default(),
        };
        if errors.is_empty() {
            return tainted;
        }
        let mistakes = tainted.mistakes(sources, &resolved.program, items, &errors);
        for item in mistakes.items.union(&mistakes.redeclared).filter_map(|span| items.by_span.get(span)) {
            tainted.take_text(Some(item), sources.text(item.span));
        }
        tainted.predicates.clone_from(&resolved.broken);
        tainted.defined_by(&resolved.program, items, graph, &mistakes);
        tainted.items.extend(mistakes.items);
        tainted.spread(&resolved.program);
        tainted
    }

    /// Step 1. Finds the items with mistakes. Lines with mistakes that belong to no item are processed here too.
    fn mistakes(
        &mut self,
        sources: &'s Sources,
        program: &Program,
        items: &Items<'_>,
        errors: &[&Diagnostic],
    ) -> Mistakes {
        let (mut redeclared, mut rejected) = (SortedSet::new(), SortedSet::new());
        let mut mistaken = dropped_items(program, items);
        for error in errors {
            if error.code == Code::NotOpen {
                let places = error.others.iter().chain([&error.label]).map(|label| label.span);
                let here = places.filter(|place| place.file == error.label.span.file);
                rejected.extend(here.filter_map(|place| items.around(place)));
            }
            match items.beginning_at(error.label.span) {
                Some(item) if error.code == Code::DeclaredTwice && is_declaration(&item.kind) => {
                    redeclared.insert(item.span);
                }
                Some(item) => {
                    mistaken.insert(item.span);
                }
                None if is_of_signs(error.code) => {}
                None => {
                    let line = sources.line(error.label.span);
                    self.take_text(None, sources.file(error.label.span.file).line(line));
                }
            }
        }
        Mistakes { items: mistaken, redeclared, rejected }
    }

    /// Step 2. Puts in doubt the predicates that are defined by items with mistakes. If the declaration of the players
    /// has a mistake, the rules for players are in doubt too.
    fn defined_by(&mut self, program: &Program, items: &Items<'_>, graph: &Graph, mistakes: &Mistakes) {
        let mut names: SortedSet<(&str, bool)> = SortedSet::new();
        let mut roots: SortedSet<SortId> = SortedSet::new();
        let mut players_are_sound = true;
        for item in mistakes.items.iter().filter_map(|span| items.by_span.get(span)) {
            names.extend(defined(item).into_iter().filter(|_| !mistakes.rejected.contains(&item.span)));
            roots.extend(sort_of(program, item));
            players_are_sound &= !matches!(item.kind, ItemKind::Players(_));
        }
        let has_tainted_sort = |predicate: &Predicate| {
            predicate.sorts.iter().any(|sort| roots.contains(&program.sort(*sort).root))
        };
        for (predicate, id) in program.predicates.iter().zip((0..).map(PredicateId)) {
            if graph.is_refused_cycle(id)
                || names.contains(&(predicate.name.as_str(), is_declared(predicate)))
                || has_tainted_sort(predicate)
            {
                self.predicates.insert(id);
            }
        }
        players_are_sound &= program.player_sort.is_none_or(|sort| !roots.contains(&program.sort(sort).root));
        let of_players = program.rules.iter().filter(|rule| !players_are_sound && rule.colour.is_some());
        self.items.extend(of_players.map(|rule| rule.span));
    }

    /// Adds the text of an item with a mistake.
    fn take_text(&mut self, item: Option<&Item>, text: &'s str) {
        self.texts.push(text);
        self.words.extend(words(text));
        // The brackets of modes have no name before them.
        let asks_nothing = match item.map(|item| &item.kind) {
            Some(ItemKind::Extern(_) | ItemKind::Action(_)) => true,
            Some(ItemKind::Error) => {
                let word = text.split_whitespace().next().unwrap_or("");
                WITH_MODES.contains(&word) || nearest(word, WITH_MODES).is_some()
            }
            _ => false,
        };
        if !asks_nothing {
            self.nameless.extend(nameless(text));
        }
    }

    /// Step 3. Spreads doubt to everything that depends on predicates in doubt.
    fn spread(&mut self, program: &Program) {
        let mut askers: SortedMap<PredicateId, Vec<(Span, Option<PredicateId>)>> = SortedMap::new();
        let mut ask = |goals: &[Goal], place: Span, of: Option<PredicateId>| {
            for goal in goals {
                goal.atoms(&mut |atom, _| askers.entry(atom.predicate).or_default().push((place, of)));
            }
        };
        for (predicate, id) in program.predicates.iter().zip((0..).map(PredicateId)) {
            let PredicateKind::Derived(clauses) = &predicate.kind else { continue };
            clauses.iter().for_each(|clause| ask(&clause.body, clause.span, Some(id)));
        }
        program.rules.iter().for_each(|rule| ask(&rule.body, rule.span, None));
        let mut waiting: Vec<PredicateId> = self.predicates.iter().copied().collect();
        while let Some(id) = waiting.pop() {
            for (place, of) in askers.remove(&id).unwrap_or_default() {
                self.items.insert(place);
                waiting.extend(of.filter(|of| self.predicates.insert(*of)));
            }
        }
    }

    /// Whether a clause, rule, export or score is tainted.
    pub(super) fn item(&self, span: Span) -> bool {
        self.everything || self.items.contains(&span)
    }

    /// Whether a predicate is tainted.
    pub(super) fn predicate(&self, id: PredicateId) -> bool {
        self.everything || self.predicates.contains(&id)
    }

    /// Whether an item with a mistake contains the name.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.everything || self.mentions.any(&self.texts, name)
    }

    /// Whether an item with a mistake may have been meant to use a predicate. This is so if it contains the name of the
    /// predicate or a similar one, or arguments without a name. Also `true` if a missing file may use the predicate.
    pub(super) fn may_be_asked(&self, predicate: &Predicate) -> bool {
        let is_seen = || predicate.span.is_none_or(|span| Some(span.file) != self.root);
        self.lacks_files && is_seen()
            || self.mentions(&predicate.name)
            || self.nameless.contains(&predicate.arity())
            || predicate.arity() == 0 && !self.texts.is_empty()
            || !self.speller.equally_near(&predicate.name, self.words.iter().copied()).is_empty()
            || self.speller.is_spent()
    }
}

/// The items with mistakes.
struct Mistakes {
    items: SortedSet<Span>,
    /// Items that repeat an earlier declaration.
    redeclared: SortedSet<Span>,
    /// Items that are rejected because another file owns their predicate. The clauses in the owner's file are not in
    /// doubt.
    rejected: SortedSet<Span>,
}

/// The clauses and rules in the text that were not added to the program.
fn dropped_items(program: &Program, items: &Items<'_>) -> SortedSet<Span> {
    let clauses = program.predicates.iter().filter_map(|predicate| match &predicate.kind {
        PredicateKind::Derived(clauses) => Some(clauses),
        _ => None,
    });
    let mut kept: SortedSet<Span> = clauses.flatten().map(|clause| clause.span).collect();
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

/// Whether a mistake concerns only bytes and signs whose meaning is clear in spite of the mistake.
fn is_of_signs(code: Code) -> bool {
    code <= Code::NumberTooLarge && code != Code::FileTooLarge || code == Code::BadAllow
}

/// Whether an item is a declaration, so that it contains no clauses.
fn is_declaration(item: &ItemKind) -> bool {
    matches!(
        item,
        ItemKind::Sort(_)
            | ItemKind::Board(_)
            | ItemKind::Symmetry(_)
            | ItemKind::Players(_)
            | ItemKind::Extern(_)
            | ItemKind::Action(_)
            | ItemKind::Open(_)
    )
}

/// The root of the sort that an item declares: the outermost sort that contains it.
fn sort_of(program: &Program, item: &Item) -> Option<SortId> {
    let place = match &item.kind {
        ItemKind::Sort(declaration) => declaration.name.span,
        ItemKind::Board(board) => board.word,
        _ => return None,
    };
    let declared = program.sorts.iter().find(|sort| sort.span == Some(place));
    declared.map(|sort| sort.root)
}

/// The names of the predicates or the action that an item defines. Each has a flag that says whether the item is a
/// declaration of the host. An invalid clause of a declared predicate does not put the declaration in doubt.
fn defined(item: &Item) -> Vec<(&str, bool)> {
    match &item.kind {
        ItemKind::Derivation(derivation) => vec![(&derivation.head.predicate.text, false)],
        ItemKind::Facts(facts) if let Some(file) = &facts.from => vec![(&file.predicate.text, false)],
        ItemKind::Facts(facts) => {
            facts.atoms.iter().map(|atom| (atom.predicate.text.as_str(), false)).collect()
        }
        ItemKind::Open(declaration) => vec![(&declaration.name.text, false)],
        ItemKind::Extern(declaration) => vec![(&declaration.name.text, true)],
        ItemKind::Action(declaration) => vec![(&declaration.name.text, true)],
        _ => Vec::new(),
    }
}

/// Whether a predicate is declared, rather than defined by facts or clauses.
fn is_declared(predicate: &Predicate) -> bool {
    !matches!(predicate.kind, PredicateKind::Facts(_) | PredicateKind::Derived(_))
}

/// The words of a text that look like names or are followed by brackets.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
    let pieces = text.split(move |c: char| !is_of_name(c)).map(|piece| piece.trim_matches(['.', '-', '_']));
    pieces.filter(move |piece| {
        let end = piece.as_ptr() as usize - text.as_ptr() as usize + piece.len();
        piece.starts_with(char::is_lowercase) || !piece.is_empty() && text[end..].starts_with('(')
    })
}
