//! The states of a program that is being resolved. Each has all that the one before it has, and only its passes can add to it:
//!
//! 1. [`Declared`]: sorts, players, predicates that are declared or stated, and what belongs to whom.
//! 2. [`Heads`]: the clauses of derived predicates by their heads, and all that is asked from outside, by name.
//! 3. [`Bodies`]: what the bodies mention, and the predicates that comparisons, aggregates and sorts become in them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::{Deref, DerefMut, Range};

use super::lost::{Lost, Said};
use crate::diagnostic::{Diagnostic, Edit, Label};
use crate::files::{FileId, Sources, Span};
use crate::names::Sharing;
use crate::program::{
    BlockedOutcome, Comparison, Predicate, PredicateId, PredicateKind, Program, SortId, State,
};
use crate::runtime::Value;
use crate::spelling::Speller;
use crate::syntax::ast::{self, ItemKind};

/// The declaration of an open predicate, before that has an id, which comes with its first clause.
#[derive(Clone)]
pub(crate) struct Open {
    /// Its name.
    pub(crate) span: Span,
    pub(crate) parameters: Vec<String>,
    /// The sorts that it says itself, or that the words of its arguments say.
    pub(crate) sorts: Vec<Option<SortId>>,
    pub(crate) doc: Vec<String>,
}

/// What a file defines that belongs to another one, or to nobody.
pub(crate) struct Refused {
    pub(crate) why: Why,
    /// What the owner has of it, or somebody else who defines it too.
    pub(crate) other: Span,
    /// Its declaration here.
    pub(crate) opens: Option<Span>,
    /// Its clauses and facts here.
    pub(crate) places: Vec<Span>,
}

/// Why it is refused.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// It belongs to another file.
    Foreign,
    /// It belongs to nobody.
    Nobodys,
    /// It belongs to nobody, and what stands here stays in the program, so that there is something to ask.
    Kept,
}

/// What is declared of a game, before it is one.
#[derive(Default)]
pub(crate) struct DeclaredGame<'a> {
    /// Whether the program says anything of a game: positions are kept here then, and moves are text.
    pub(crate) is_there: bool,
    pub(crate) states: Vec<State>,
    /// The place of the state that says how often a position has stood, where it is asked.
    pub(crate) occurred: Option<usize>,
    pub(crate) first: Option<(Value, Span)>,
    pub(crate) blocked: Option<(BlockedOutcome, Span)>,
    pub(crate) notation: Option<ast::Name>,
    /// Trees of what holds at the beginning, and of drawings.
    pub(crate) start: Vec<&'a ast::Item>,
    pub(crate) drawn: Vec<&'a ast::Item>,
}

/// What is declared, and stated by facts.
pub(crate) struct Declared<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) program: Program,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What was lost to mistakes, and so is not reported.
    pub(crate) lost: Lost<'a>,
    /// Finds what unknown names were meant to be.
    pub(crate) speller: Speller,
    /// How the files stand to each other.
    pub(crate) sharing: Sharing,
    pub(crate) libraries: BTreeSet<FileId>,
    /// The file of the program's domain.
    pub(crate) domain_file: Option<FileId>,
    /// Where the base says that it is one.
    pub(crate) base_place: Option<Span>,
    /// Sorts by name.
    pub(crate) sort_names: BTreeMap<String, SortId>,
    /// The sorts of numbers that results of aggregates have, by the least and the greatest; none before
    /// bodies are resolved.
    pub(crate) number_sorts: HashMap<(i64, i64), SortId>,
    /// Sorts that other sorts and extern predicates mention, by name.
    pub(crate) mentioned_sorts: BTreeSet<String>,
    /// Sorts by the words of their variables.
    pub(crate) words: BTreeMap<String, SortId>,
    /// Where it is said which symmetries the game has.
    pub(crate) symmetry_place: Option<Span>,
    /// What is said of the game, where its positions are kept here.
    pub(crate) game: DeclaredGame<'a>,
    /// Predicates by name and number of arguments; variadic ones by their least number.
    pub(crate) predicate_names: BTreeMap<String, BTreeMap<usize, PredicateId>>,
    /// Rules that extern predicates ask, by name, with the place of the name.
    pub(crate) asks: Vec<(PredicateId, Vec<ast::Name>)>,
    /// The declarations of open predicates, by name and number of arguments, one for each file.
    pub(crate) declared_open: BTreeMap<(String, usize), Vec<Open>>,
    /// Predicates that are open, by name and number of arguments.
    pub(crate) open: BTreeMap<(String, usize), Open>,
    /// What files define that belongs to others, by file, name and number of arguments.
    pub(crate) refused: BTreeMap<(FileId, String, usize), Refused>,
    /// Where predicates are stated first that have facts.
    pub(crate) stated: BTreeMap<PredicateId, Span>,
}

/// The tree of a rule, or of what is asked like one, and the rules that it gives: one for each player that it is for.
#[derive(Clone)]
pub(crate) struct RuleText<'a> {
    pub(crate) item: &'a ast::Item,
    /// Their places in the program.
    pub(crate) rules: Range<usize>,
    /// Whether its variables for players have players to stand for.
    pub(crate) sound: bool,
}

/// All predicates by name, and all that is asked from outside.
pub(crate) struct Heads<'a> {
    pub(crate) declared: Declared<'a>,
    /// Trees of the clauses of derived predicates, by predicate.
    pub(crate) clauses: BTreeMap<PredicateId, Vec<&'a ast::Item>>,
    /// The texts of the rules, in order, of the exports behind them, of the scores, and of what the game asks.
    pub(crate) rules: Vec<RuleText<'a>>,
    /// Of these the texts of moves, draws, margins and suppositions.
    pub(crate) moves: Vec<RuleText<'a>>,
    pub(crate) draws: Vec<RuleText<'a>>,
    pub(crate) margins: Vec<RuleText<'a>>,
    pub(crate) claims: Vec<RuleText<'a>>,
    /// Open predicates without a clause, and where they are asked first.
    pub(crate) empty: BTreeMap<PredicateId, Option<Span>>,
}

/// What bodies speak of.
pub(crate) struct Bodies<'a> {
    heads: Heads<'a>,
    pub(crate) mentioned: BTreeSet<PredicateId>,
    /// The predicates of comparisons, by what they say and of which sorts.
    pub(crate) comparisons: HashMap<(Comparison, Vec<SortId>), PredicateId>,
    /// The predicates that hold of each value of a sort, of the sorts that are used so.
    pub(crate) sort_predicates: BTreeMap<SortId, PredicateId>,
    /// The sorts of variables, also of clauses that could not be resolved, by the place where a clause speaks of one first.
    pub(crate) inferred: HashMap<Span, SortId>,
    /// The clause, the rule or what is asked like one that is being resolved.
    pub(crate) around: Option<&'a ast::Item>,
}

impl<'a> Declared<'a> {
    /// Of these files, before anything is declared.
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
            lost: Lost::new(incomplete),
            speller: Speller::default(),
            sharing,
            libraries: BTreeSet::new(),
            domain_file: None,
            base_place: None,
            sort_names: BTreeMap::new(),
            number_sorts: HashMap::new(),
            mentioned_sorts: BTreeSet::new(),
            words: BTreeMap::new(),
            symmetry_place: None,
            game: DeclaredGame::default(),
            predicate_names: BTreeMap::new(),
            asks: Vec::new(),
            declared_open: BTreeMap::new(),
            open: BTreeMap::new(),
            refused: BTreeMap::new(),
            stated: BTreeMap::new(),
        }
    }

    /// Reports a mistake.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether a mistake was said in this file already: then this is one more of its places. If not, it must be reported
    /// next.
    pub(crate) fn is_said(&mut self, what: Said, span: Span) -> bool {
        if let Some(at) = self.lost.said_at(&what) {
            self.again(at, span);
            return true;
        }
        self.lost.said(what, self.diagnostics.len());
        false
    }

    /// Says that what was said once, in the same file, is the same mistake at this place too.
    pub(crate) fn again(&mut self, at: usize, span: Span) {
        let message = &mut self.diagnostics[at];
        message.others.push(Label { span, text: "and here".to_owned() });
        if let Some(fix) = &mut message.fix
            && let Some(text) = fix.edits.first().map(|edit| edit.text.clone())
        {
            fix.edits.push(Edit { span, text });
        }
    }

    /// The sort of a word that variables begin with: the letters before the first digit or underscore.
    pub(crate) fn word_sort(&self, variable: &str) -> Option<SortId> {
        let word = variable.split(|c: char| c.is_numeric() || c == '_').next().unwrap_or("");
        self.words.get(word).copied()
    }

    /// The predicate of this name that takes so many arguments.
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

    /// All predicates of this name.
    pub(crate) fn namesakes(&self, name: &str) -> Vec<PredicateId> {
        self.predicate_names.get(name).map_or_else(Vec::new, |known| known.values().copied().collect())
    }

    /// Of two places that cannot both be right the one that is the mistake, and the other one: in the file that is shared
    /// less, or where that is not known, the second.
    pub(crate) fn blamed(&self, first: Span, second: Span) -> (Span, Span) {
        let is_first = self.sharing.is_more_shared(second.file, first.file);
        if is_first { (first, second) } else { (second, first) }
    }

    /// Where a predicate is declared, if it is.
    pub(crate) fn declared_at(&self, id: PredicateId) -> Option<Span> {
        self.program.predicate(id).span
    }

    /// Whether a sort is that of the results of an aggregate.
    pub(crate) fn is_of_results(&self, sort: SortId) -> bool {
        self.number_sorts.values().any(|known| *known == sort)
    }

    /// Whether a sort that facts bring may be another one, whose declaration could not be read.
    pub(crate) fn may_be_declared(&self, id: SortId) -> bool {
        let root = self.program.sort(id).root;
        self.lost.may_lack_sorts() && self.program.sort(root).span.is_none() && !self.is_of_results(root)
    }

    /// Reports what is no value of a sort, unless it may be one of the sort that the text declares.
    pub(crate) fn report_of_value(&mut self, sort: SortId, message: Diagnostic) {
        match self.may_be_declared(sort) {
            true => self.lost.doubted(),
            false => self.report(message),
        }
    }

    /// Adds a predicate that its name finds.
    pub(crate) fn add_predicate(&mut self, predicate: Predicate) -> PredicateId {
        let id = PredicateId(self.program.predicates.len() as u32);
        self.predicate_names.entry(predicate.name.clone()).or_default().insert(predicate.arity(), id);
        self.program.predicates.push(predicate);
        id
    }
}

impl<'a> Heads<'a> {
    /// No heads yet.
    pub(crate) fn new(declared: Declared<'a>) -> Heads<'a> {
        Heads {
            declared,
            clauses: BTreeMap::new(),
            rules: Vec::new(),
            moves: Vec::new(),
            draws: Vec::new(),
            margins: Vec::new(),
            claims: Vec::new(),
            empty: BTreeMap::new(),
        }
    }

    /// All predicates are known by name.
    pub(crate) fn know_all(&mut self) {
        let Declared { lost, program, predicate_names, .. } = &mut self.declared;
        lost.heads_are_known(program, predicate_names);
    }

    /// Whether a move is called so.
    pub(crate) fn has_move(&self, name: &str) -> bool {
        let is_it =
            |text: &RuleText<'_>| matches!(&text.item.kind, ItemKind::Move(tree) if tree.name.text == name);
        self.moves.iter().any(is_it)
    }
}

impl<'a> Bodies<'a> {
    /// No body is resolved yet.
    pub(crate) fn new(heads: Heads<'a>) -> Bodies<'a> {
        Bodies {
            heads,
            mentioned: BTreeSet::new(),
            comparisons: HashMap::new(),
            sort_predicates: BTreeMap::new(),
            inferred: HashMap::new(),
            around: None,
        }
    }

    /// What is declared, once nothing more is resolved.
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
