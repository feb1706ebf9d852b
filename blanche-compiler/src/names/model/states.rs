//! The states of a program during name resolution. Each state contains the previous one, and only its own passes add
//! to it:
//!
//! 1. [`Declared`]: sorts, players, declared predicates and facts, and the ownership of predicates.
//! 2. [`Heads`]: the heads of derived predicates, and all queries from outside, by name.
//! 3. [`Bodies`]: what bodies mention, and the predicates created for comparisons, aggregates and sorts in them.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut, Range};

use blanche_sorted::{SortedMap, SortedSet};

use super::error_recovery::{ErrorRecovery, ReportedOnce};
use crate::diagnostic::{Diagnostic, Edit, Label};
use crate::files::{FileId, Sources, Span};
use crate::names::Sharing;
use crate::program::{
    BlockedOutcome, Comparison, Predicate, PredicateId, PredicateKind, Program, SortId, State,
};
use crate::runtime::Value;
use crate::spelling::Speller;
use crate::syntax::ast::{self, ItemKind};

/// The declaration of an open predicate. The predicate gets its id with its first clause.
#[derive(Clone)]
pub(crate) struct Open {
    /// The span of the predicate's name.
    pub(crate) span: Span,
    pub(crate) parameters: Vec<String>,
    /// The sorts that are written, or that the names of the arguments show.
    pub(crate) sorts: Vec<Option<SortId>>,
    pub(crate) doc: Vec<String>,
}

/// The definitions of a predicate in a file that does not own the predicate.
pub(crate) struct RejectedDefinitions {
    pub(crate) why: Rejection,
    /// A definition by the owner, or by another file if there is no owner.
    pub(crate) other: Span,
    /// The span of the `open` declaration in the file that does not own the predicate.
    pub(crate) opens: Option<Span>,
    /// The spans of the clauses and facts in that file.
    pub(crate) places: Vec<Span>,
}

/// Why definitions are rejected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// Another file owns the predicate.
    Foreign,
    /// No file owns the predicate.
    NoOwner,
    /// No file owns the predicate, but these definitions stay in the program, so that it can still be queried.
    Kept,
}

/// The declarations of a game, before the game is built.
#[derive(Default)]
pub(crate) struct DeclaredGame<'a> {
    /// Whether the program defines a game in text. The program then keeps the positions itself, and the moves are
    /// defined in text.
    pub(crate) is_there: bool,
    pub(crate) states: Vec<State>,
    /// The index of the predefined state `occurred`, which counts how often a position has occurred; `None` if it is
    /// not used.
    pub(crate) occurred: Option<usize>,
    pub(crate) first: Option<(Value, Span)>,
    pub(crate) blocked: Option<(BlockedOutcome, Span)>,
    pub(crate) notation: Option<ast::Name>,
    /// The `start` items.
    pub(crate) start: Vec<&'a ast::Item>,
    pub(crate) drawn: Vec<&'a ast::Item>,
}

/// Declarations and facts.
pub(crate) struct Declared<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) program: Program,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What was lost because of mistakes and is therefore not reported.
    pub(crate) recovery: ErrorRecovery<'a>,
    /// Suggests known names for unknown ones.
    pub(crate) speller: Speller,
    /// How the files are shared with other programs.
    pub(crate) sharing: Sharing,
    pub(crate) libraries: SortedSet<FileId>,
    /// The file of the program's domain.
    pub(crate) domain_file: Option<FileId>,
    /// The span of the `base` header.
    pub(crate) base_place: Option<Span>,
    /// Sorts by name.
    pub(crate) sort_names: SortedMap<String, SortId>,
    /// The sorts for results of aggregates, by the least and the greatest number in the sort. The map is empty before
    /// bodies are resolved.
    pub(crate) number_sorts: HashMap<(i64, i64), SortId>,
    /// The names of sorts that other sorts and extern predicates mention.
    pub(crate) mentioned_sorts: SortedSet<String>,
    /// Sorts by the declared prefixes of their variables.
    pub(crate) words: SortedMap<String, SortId>,
    /// The span of the `symmetry` declaration.
    pub(crate) symmetry_place: Option<Span>,
    /// The declarations of the game, if it is defined in text.
    pub(crate) game: DeclaredGame<'a>,
    /// Predicates by name and arity. A variadic predicate is listed with its least arity.
    pub(crate) predicate_names: SortedMap<String, SortedMap<usize, PredicateId>>,
    /// For extern predicates that query rules, the names of these rules.
    pub(crate) asks: Vec<(PredicateId, Vec<ast::Name>)>,
    /// Declarations of open predicates by name and arity, one for each file.
    pub(crate) declared_open: SortedMap<(String, usize), Vec<Open>>,
    /// The open predicates, by name and arity.
    pub(crate) open: SortedMap<(String, usize), Open>,
    /// Definitions of predicates that a file does not own, by file, name and arity.
    pub(crate) rejected: SortedMap<(FileId, String, usize), RejectedDefinitions>,
    /// The first fact of each predicate that has facts.
    pub(crate) stated: SortedMap<PredicateId, Span>,
}

/// A rule or similar item, and the rules created from it, one for each of its players.
#[derive(Clone)]
pub(crate) struct RuleItem<'a> {
    pub(crate) item: &'a ast::Item,
    /// The indices, in the program, of the rules created from the item.
    pub(crate) rules: Range<usize>,
    /// Whether the variables for players could be resolved to players.
    pub(crate) sound: bool,
}

/// All predicates by name, and all queries from outside.
pub(crate) struct Heads<'a> {
    pub(crate) declared: Declared<'a>,
    /// The clauses of derived predicates, as syntax trees.
    pub(crate) clauses: SortedMap<PredicateId, Vec<&'a ast::Item>>,
    /// The items of the rules, exports, scores, and queries of the game, in this order.
    pub(crate) rules: Vec<RuleItem<'a>>,
    /// The items of the moves, draws, margins and suppositions among `rules`.
    pub(crate) moves: Vec<RuleItem<'a>>,
    pub(crate) draws: Vec<RuleItem<'a>>,
    pub(crate) margins: Vec<RuleItem<'a>>,
    pub(crate) claims: Vec<RuleItem<'a>>,
    /// Open predicates without a clause, with the first span where they are queried.
    pub(crate) empty: SortedMap<PredicateId, Option<Span>>,
}

/// The results of resolving bodies.
pub(crate) struct Bodies<'a> {
    heads: Heads<'a>,
    pub(crate) mentioned: SortedSet<PredicateId>,
    /// The predicates created for comparisons, by the form of the comparison and its sorts.
    pub(crate) comparisons: HashMap<(Comparison, Vec<SortId>), PredicateId>,
    /// For each sort used as a predicate, the predicate that holds for each of its values.
    pub(crate) sort_predicates: SortedMap<SortId, PredicateId>,
    /// The sorts of variables, by the span of the first occurrence. Variables of clauses that could not be resolved are
    /// included.
    pub(crate) inferred: HashMap<Span, SortId>,
    /// The clause, rule or similar item that is being resolved.
    pub(crate) around: Option<&'a ast::Item>,
}

impl<'a> Declared<'a> {
    /// The initial state for these files, without declarations.
    pub(crate) fn new(
        sources: &'a Sources,
        files: Vec<FileId>,
        sharing: Sharing,
        incomplete: bool,
    ) -> Declared<'a> {
        Declared {
            sources,
            program: Program { files, ..Program::default() },
            diagnostics: Vec::new(),
            recovery: ErrorRecovery::new(incomplete),
            speller: Speller::default(),
            sharing,
            libraries: SortedSet::new(),
            domain_file: None,
            base_place: None,
            sort_names: SortedMap::new(),
            number_sorts: HashMap::new(),
            mentioned_sorts: SortedSet::new(),
            words: SortedMap::new(),
            symmetry_place: None,
            game: DeclaredGame::default(),
            predicate_names: SortedMap::new(),
            asks: Vec::new(),
            declared_open: SortedMap::new(),
            open: SortedMap::new(),
            rejected: SortedMap::new(),
            stated: SortedMap::new(),
        }
    }

    /// Reports a mistake.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether this mistake was already reported in this file. If it was, the span is added to the existing message. If
    /// it was not, the caller must report the mistake next.
    pub(crate) fn is_reported(&mut self, what: ReportedOnce, span: Span) -> bool {
        if let Some(at) = self.recovery.first_report(&what) {
            self.add_repetition(at, span);
            return true;
        }
        self.recovery.record_report(what, self.diagnostics.len());
        false
    }

    /// Adds a span to the diagnostic with index `at`. If the diagnostic has a fix, the fix is extended to this span.
    pub(crate) fn add_repetition(&mut self, at: usize, span: Span) {
        let message = &mut self.diagnostics[at];
        message.others.push(Label { span, text: "and here".to_owned() });
        if let Some(fix) = &mut message.fix
            && let Some(text) = fix.edits.first().map(|edit| edit.text.clone())
        {
            fix.edits.push(Edit { span, text });
        }
    }

    /// The sort shown by the name of a variable: its prefix is the letters before the first digit or underscore.
    pub(crate) fn word_sort(&self, variable: &str) -> Option<SortId> {
        let word = variable.split(|c: char| c.is_numeric() || c == '_').next().unwrap_or("");
        self.words.get(word).copied()
    }

    /// The predicate with this name that accepts this number of arguments.
    pub(crate) fn predicate(&self, name: &str, arguments: usize) -> Option<PredicateId> {
        let by_arity = self.predicate_names.get(name)?;
        by_arity.get(&arguments).copied().or_else(|| {
            by_arity.values().copied().find(|id| {
                let predicate = self.program.predicate(*id);
                matches!(&predicate.kind, PredicateKind::Extern(e) if e.variadic)
                    && arguments >= predicate.arity()
            })
        })
    }

    /// All predicates with this name.
    pub(crate) fn namesakes(&self, name: &str) -> Vec<PredicateId> {
        self.predicate_names.get(name).map_or_else(Vec::new, |known| known.values().copied().collect())
    }

    /// Orders two conflicting spans so that the span to report as the mistake comes first. This is the span in the less
    /// widely shared file, or `second` if neither file is more widely shared.
    pub(crate) fn blamed(&self, first: Span, second: Span) -> (Span, Span) {
        let is_first = self.sharing.is_more_shared(second.file, first.file);
        if is_first { (first, second) } else { (second, first) }
    }

    /// The span of the declaration of a predicate, if it has one.
    pub(crate) fn declared_at(&self, id: PredicateId) -> Option<Span> {
        self.program.predicate(id).span
    }

    /// Whether a sort was created for the results of aggregates.
    pub(crate) fn is_of_results(&self, sort: SortId) -> bool {
        self.number_sorts.values().any(|known| *known == sort)
    }

    /// Whether an implicit sort of facts may actually be a declared sort whose declaration could not be parsed.
    pub(crate) fn may_be_declared(&self, id: SortId) -> bool {
        let root = self.program.sort(id).root;
        self.recovery.may_lack_sorts() && self.program.sort(root).span.is_none() && !self.is_of_results(root)
    }

    /// Reports a wrong value of a sort, unless the sort may be declared in text that could not be parsed.
    pub(crate) fn report_of_value(&mut self, sort: SortId, message: Diagnostic) {
        match self.may_be_declared(sort) {
            true => self.recovery.message_dropped(),
            false => self.report(message),
        }
    }

    /// Adds a predicate, and makes it known by name.
    pub(crate) fn add_predicate(&mut self, predicate: Predicate) -> PredicateId {
        let id = PredicateId(self.program.predicates.len() as u32);
        self.predicate_names.entry(predicate.name.clone()).or_default().insert(predicate.arity(), id);
        self.program.predicates.push(predicate);
        id
    }
}

impl<'a> Heads<'a> {
    /// Starts the second state, without any heads.
    pub(crate) fn new(declared: Declared<'a>) -> Heads<'a> {
        Heads {
            declared,
            clauses: SortedMap::new(),
            rules: Vec::new(),
            moves: Vec::new(),
            draws: Vec::new(),
            margins: Vec::new(),
            claims: Vec::new(),
            empty: SortedMap::new(),
        }
    }

    /// Records that all predicates are known by name.
    pub(crate) fn know_all(&mut self) {
        let Declared { recovery, program, predicate_names, .. } = &mut self.declared;
        recovery.heads_are_known(program, predicate_names);
    }

    /// Whether there is a move with this name.
    pub(crate) fn has_move(&self, name: &str) -> bool {
        let is_it =
            |text: &RuleItem<'_>| matches!(&text.item.kind, ItemKind::Move(tree) if tree.name.text == name);
        self.moves.iter().any(is_it)
    }
}

impl<'a> Bodies<'a> {
    /// Starts the third state, without any resolved bodies.
    pub(crate) fn new(heads: Heads<'a>) -> Bodies<'a> {
        Bodies {
            heads,
            mentioned: SortedSet::new(),
            comparisons: HashMap::new(),
            sort_predicates: SortedMap::new(),
            inferred: HashMap::new(),
            around: None,
        }
    }

    /// Returns the first state, after resolution is complete.
    pub(crate) fn into_declared(self) -> Declared<'a> {
        self.heads.declared
    }
}

impl<'a> Deref for Heads<'a> {
    type Target = Declared<'a>;

    fn deref(&self) -> &Declared<'a> {
        &self.declared
    }
}

impl DerefMut for Heads<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.declared
    }
}

impl<'a> Deref for Bodies<'a> {
    type Target = Heads<'a>;

    fn deref(&self) -> &Heads<'a> {
        &self.heads
    }
}

impl DerefMut for Bodies<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.heads
    }
}
