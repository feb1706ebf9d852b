//! Names to ids: from the trees of a program's files to a [`Program`].
//!
//! The passes, in the order in which they run:
//! 1. `declarations`: `sorts`, `boards`, `players`, `externs` and `actions`. After this: each of them has its id; what is
//!    `open` is known by its name.
//! 2. `owners`: whose the predicates are that several files define, by how the files are shared (`sharing`). After this:
//!    it is known which clauses and facts are refused, and what is open.
//! 3. `facts`: the tuples in the text. After this: every column of facts has a sort, undeclared constants too.
//! 4. `heads`: derived predicates, rules, exports and scores get their ids, the last three by their `sides`, and so does
//!    what `games` ask. After this: every predicate is known by name.
//! 5. `bodies` (`rules` for what can be asked from outside): names of `predicates` and numbers of arguments (`arities`; `idioms` knows those of other languages), the literals that
//!    `calls` stand for, then `inference` (for recursion `recursion`, what it says of mistakes in `clashes`): the sorts of variables and the values
//!    of `constants`, and what `comparisons` say; `ranges` adds the sorts of variables that only negations and heads speak of.
//!    After this: a [`Program`], and a list of the clauses that could not be resolved.
//! 6. `occurrences`: what every name means at its place, in expectations too; not for a query. After this: an editor can ask.
//!
//! An item with a mistake is left out of the program. What is left out, and what is therefore not reported, stands in
//! `lost`: whoever adds a form of declaration finds there what to call.

mod actions;
mod aggregates;
mod arities;
mod boards;
mod bodies;
mod calls;
mod clashes;
mod comparisons;
mod constants;
mod declarations;
mod equalities;
mod externs;
mod facts;
mod games;
mod heads;
mod idioms;
mod inference;
mod lost;
pub(crate) mod mentions;
mod narrowed;
pub mod occurrences;
mod open;
mod owners;
mod players;
mod predicates;
mod ranges;
mod recursion;
mod rules;
mod scope;
mod sharing;
mod sides;
mod sorts;
mod unread;
mod weights;

use std::collections::{BTreeMap, BTreeSet, HashMap};

pub(crate) use self::constants::capitalised_constant;
use self::lost::{Lost, Said};
pub(crate) use self::rules::uses_from_outside;
pub use self::sharing::Sharing;
use crate::diagnostic::{Diagnostic, Edit, Label};
use crate::files::{FileId, Sources, Span};
use crate::program::{Comparison, PredicateId, PredicateKind, Program, SortId};
use crate::spelling::Speller;
use crate::syntax::ast;

/// A resolved program with what was found on the way.
#[derive(Debug)]
pub struct Resolved {
    /// The program, without the clauses that could not be resolved.
    pub program: Program,
    /// Mistakes with names and sorts.
    pub diagnostics: Vec<Diagnostic>,
    /// Predicates that lost a clause to a mistake: nothing is concluded from what they lack.
    pub broken: BTreeSet<PredicateId>,
    /// Predicates that some body mentions, resolved or not: they count as used.
    pub mentioned: BTreeSet<PredicateId>,
    /// Whether a rule, a whole item or a file was lost.
    pub incomplete: bool,
    /// Whether a file is missing, or a line could not be read that was probably to name one.
    pub lacks_files: bool,
    /// Files whose predicates are meant for others: libraries and domains.
    pub libraries: BTreeSet<FileId>,
    /// How its files stand to each other.
    pub sharing: Sharing,
    /// What every name means at its place, also in clauses that could not be resolved; nothing for a program with a query.
    pub occurrences: occurrences::Occurrences,
    /// The steps that were made to find what unknown names were meant to be.
    pub spelling_steps: usize,
}

/// Resolves the files of one program; `files` are in the order in which their rules count, and `sharing` says how they
/// stand to each other. `incomplete` says that a file is missing, so that unknown names prove nothing. A query becomes the
/// last rule.
pub fn resolve(
    sources: &Sources,
    files: &[&ast::File],
    sharing: Sharing,
    incomplete: bool,
    query: Option<&ast::Body>,
) -> Resolved {
    let mut resolver = Resolver::new(sources, sharing, incomplete);
    let items: Vec<&ast::Item> = files.iter().flat_map(|file| &file.items).collect();
    resolver.program.files = files.iter().map(|file| file.id).collect();
    declarations::collect(&mut resolver, &items);
    owners::decide(&mut resolver, &items);
    facts::collect(&mut resolver, &items);
    heads::collect(&mut resolver, &items);
    owners::report(&mut resolver);
    resolver.lost.heads_are_known(&resolver.program, &resolver.predicate_names);
    games::undeclared(&mut resolver);
    bodies::resolve(&mut resolver, query);
    constants::join_small_letters(&mut resolver, &items);
    // A program that is asked a query was read for its editors before.
    let occurrences = match query {
        Some(_) => occurrences::Occurrences::default(),
        None => occurrences::collect(&resolver, files),
    };
    resolver.finish(occurrences)
}

/// The tree of a rule, or of what is asked like one, and the rules that it gives: one for each player that it is for.
#[derive(Clone)]
struct RuleText<'a> {
    item: &'a ast::Item,
    /// Their places in the program.
    rules: std::ops::Range<usize>,
    /// Whether its variables for players have players to stand for.
    sound: bool,
}

/// What the passes share.
struct Resolver<'a> {
    sources: &'a Sources,
    program: Program,
    diagnostics: Vec<Diagnostic>,
    /// The predicates of comparisons, by what they say and of which sorts.
    comparisons: HashMap<(Comparison, Vec<SortId>), PredicateId>,
    /// The sorts of numbers that results of aggregates have, by the least and the greatest.
    number_sorts: HashMap<(i64, i64), SortId>,
    /// What was lost to mistakes, and so is not reported.
    lost: Lost<'a>,
    mentioned: BTreeSet<PredicateId>,
    libraries: BTreeSet<FileId>,
    /// The file of the program's domain.
    domain_file: Option<FileId>,
    /// Where the base says that it is one.
    base_place: Option<Span>,
    /// Sorts by name.
    sort_names: BTreeMap<String, SortId>,
    /// The predicates that hold of each value of a sort, of the sorts that are used so.
    sort_predicates: BTreeMap<SortId, PredicateId>,
    /// Sorts that other sorts and extern predicates mention, by name.
    mentioned_sorts: BTreeSet<String>,
    /// Where it is said which symmetries the game has.
    symmetry_place: Option<Span>,
    /// What is said of the game, where its positions are kept here.
    game: games::Declared<'a>,
    /// Sorts by the words of their variables.
    words: BTreeMap<String, SortId>,
    /// Predicates by name and number of arguments; variadic ones by their least number.
    predicate_names: BTreeMap<String, BTreeMap<usize, PredicateId>>,
    /// Trees of the clauses of derived predicates, by predicate.
    clauses: BTreeMap<PredicateId, Vec<&'a ast::Item>>,
    /// Trees of the exports, before they get their ids.
    export_items: Vec<&'a ast::Item>,
    /// Trees of the rules by level, before they get their ids.
    rule_items: Vec<&'a ast::Item>,
    /// Trees of the scores, before they get their ids.
    score_items: Vec<&'a ast::Item>,
    /// The texts of the rules, in order, of the exports behind them, and of the scores.
    rules: Vec<RuleText<'a>>,
    /// Rules that extern predicates ask, by name, with the place of the name.
    asks: Vec<(PredicateId, Vec<ast::Name>)>,
    /// How the files stand to each other.
    sharing: Sharing,
    /// The declarations of open predicates, by name and number of arguments, one for each file.
    declared_open: BTreeMap<(String, usize), Vec<open::Open>>,
    /// Predicates that are open, by name and number of arguments.
    open: BTreeMap<(String, usize), open::Open>,
    /// Those without a clause, and where they are asked first.
    empty: BTreeMap<PredicateId, Option<Span>>,
    /// What files define that belongs to others, by file, name and number of arguments.
    refused: BTreeMap<(FileId, String, usize), owners::Refused>,
    /// Where predicates are stated first that have facts.
    stated: BTreeMap<PredicateId, Span>,
    /// The sorts of variables, also of clauses that could not be resolved.
    inferred: occurrences::Inferred,
    /// Finds what unknown names were meant to be.
    speller: Speller,
    /// The clause, the rule or what is asked like one that is being resolved.
    around: Option<&'a ast::Item>,
}

impl<'a> Resolver<'a> {
    fn new(sources: &'a Sources, sharing: Sharing, incomplete: bool) -> Resolver<'a> {
        Resolver {
            sources,
            sharing,
            program: Program {
                base: None,
                domain: None,
                doc: Vec::new(),
                files: Vec::new(),
                sorts: Vec::new(),
                players: Vec::new(),
                player_sort: None,
                board: None,
                game: None,
                suppositions: Vec::new(),
                predicates: Vec::new(),
                rules: Vec::new(),
            },
            diagnostics: Vec::new(),
            comparisons: HashMap::new(),
            number_sorts: HashMap::new(),
            lost: Lost::new(incomplete),
            mentioned: BTreeSet::new(),
            libraries: BTreeSet::new(),
            domain_file: None,
            base_place: None,
            sort_names: BTreeMap::new(),
            sort_predicates: BTreeMap::new(),
            mentioned_sorts: BTreeSet::new(),
            symmetry_place: None,
            game: games::Declared::default(),
            words: BTreeMap::new(),
            predicate_names: BTreeMap::new(),
            clauses: BTreeMap::new(),
            export_items: Vec::new(),
            rule_items: Vec::new(),
            score_items: Vec::new(),
            rules: Vec::new(),
            asks: Vec::new(),
            declared_open: BTreeMap::new(),
            open: BTreeMap::new(),
            empty: BTreeMap::new(),
            refused: BTreeMap::new(),
            stated: BTreeMap::new(),
            inferred: occurrences::Inferred::new(),
            speller: Speller::default(),
            around: None,
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether a mistake was said in this file already: then this is one more of its places. If not, it must be reported
    /// next.
    fn is_said(&mut self, what: Said, span: Span) -> bool {
        if let Some(at) = self.lost.said_at(&what) {
            self.again(at, span);
            return true;
        }
        self.lost.said(what, self.diagnostics.len());
        false
    }

    /// Says that what was said once, in the same file, is the same mistake at this place too.
    fn again(&mut self, at: usize, span: Span) {
        let message = &mut self.diagnostics[at];
        message.others.push(Label { span, text: "and here".to_owned() });
        if let Some(fix) = &mut message.fix
            && let Some(text) = fix.edits.first().map(|edit| edit.text.clone())
        {
            fix.edits.push(Edit { span, text });
        }
    }

    /// The sort of a word that variables begin with: the letters before the first digit or underscore.
    fn word_sort(&self, variable: &str) -> Option<SortId> {
        let word = variable.split(|c: char| c.is_numeric() || c == '_').next().unwrap_or("");
        self.words.get(word).copied()
    }

    /// The predicate of this name that takes so many arguments.
    fn predicate(&self, name: &str, arguments: usize) -> Option<PredicateId> {
        let by_arity = self.predicate_names.get(name)?;
        by_arity.get(&arguments).copied().or_else(|| {
            by_arity.values().copied().find(|id| {
                let predicate = self.program.predicate(*id);
                matches!(&predicate.kind, PredicateKind::Extern(e) if e.variadic)
                    && arguments >= predicate.arity()
            })
        })
    }

    /// Of two places that cannot both be right the one that is the mistake, and the other one: in the file that is shared
    /// less, or where that is not known, the second.
    fn blamed(&self, first: Span, second: Span) -> (Span, Span) {
        let is_first = self.sharing.is_more_shared(second.file, first.file);
        if is_first { (first, second) } else { (second, first) }
    }

    /// Where a predicate is declared, if it is.
    fn declared_at(&self, id: PredicateId) -> Option<Span> {
        self.program.predicate(id).span
    }

    fn finish(self, occurrences: occurrences::Occurrences) -> Resolved {
        Resolved {
            program: self.program,
            diagnostics: self.diagnostics,
            broken: self.lost.broken().clone(),
            mentioned: self.mentioned,
            incomplete: !self.lost.knows_all_items(),
            lacks_files: self.lost.may_lack_files(),
            libraries: self.libraries,
            sharing: self.sharing,
            occurrences,
            spelling_steps: self.speller.steps(),
        }
    }
}
