//! Name resolution: from the syntax trees of a program's files to a [`Program`].
//!
//! The passes, in order. Their results have three states (`model`), and a function takes the first state that
//! contains what it needs:
//!
//! 1. `declarations`: `sorts`, `boards`, `players`, `externs` and `actions`. After this: each declared thing has an id,
//!    and `open` predicates are known by name. `declaration_checks` contains checks that all declarations of predicates
//!    share.
//! 2. `ownership`: decides which file owns a predicate that several files define, by how the files are shared
//!    (`sharing`). After this: it is known which predicates are open, and which clauses and facts are rejected.
//! 3. `facts`: the tuples in the text. After this: every column of facts has a sort, even if its constants are not
//!    declared. This is the state `Declared`.
//! 4. `heads`: derived predicates, rules, exports and scores get ids, and so do the queries of `games`. Rules, exports
//!    and scores get one id for each player of their `player_sides`. After this: every predicate is known by name. This
//!    is the state `Heads`.
//! 5. `clauses` and `rules` (queries from outside) with their `bodies`: names of `predicates`, numbers of arguments
//!    (`arities`), builtins of other languages (`foreign_builtins`), and the literals of `calls`. Then `inference`
//!    infers the sorts of variables and the values of `constants`, with `recursion` for recursive predicates and
//!    `sort_conflicts` for the messages. After that, `comparisons` are resolved, and `ranges` adds a literal for each
//!    variable that only negations and heads contain. `unused_definitions` relates definitions that nothing uses to
//!    unknown predicates that are used. After this: the state is `Bodies`, which contains the program and a list of the
//!    clauses that could not be resolved.
//! 6. `occurrences`: the meaning of every name, including the names in expectations. This pass is skipped for queries.
//!    After this: editors can look up names.
//!
//! An item with a mistake is omitted from the program. `model/lost.rs` keeps track of what was omitted, so that
//! messages that would follow from it are not reported. That file also says what a new form of declaration has to call.

mod actions;
mod aggregates;
mod arities;
mod boards;
mod bodies;
mod calls;
mod clauses;
mod comparisons;
mod constants;
mod declaration_checks;
mod declarations;
mod equalities;
mod externs;
mod facts;
mod foreign_builtins;
mod games;
mod heads;
mod inference;
mod model;
mod narrowed_sorts;
pub mod occurrences;
mod open_predicates;
mod ownership;
mod player_sides;
mod players;
mod predicates;
mod ranges;
mod recursion;
mod rules;
mod sharing;
mod sort_conflicts;
mod sorts;
#[cfg(test)]
mod tests;
mod unparsed_items;
pub(crate) mod unparsed_mentions;
mod unused_definitions;
mod weights;

use blanche_sorted::SortedSet;

pub(crate) use self::constants::capitalised_constant;
use self::model::{Bodies, Declared, Heads};
pub use self::sharing::Sharing;
pub(crate) use self::unused_definitions::uses_from_outside;
use crate::diagnostic::Diagnostic;
use crate::files::{FileId, Sources};
use crate::program::{PredicateId, Program};
use crate::syntax::ast;

/// A resolved program and the results of name resolution.
#[derive(Debug)]
pub struct Resolved {
    /// The program, without the clauses that could not be resolved.
    pub program: Program,
    /// Mistakes in names and sorts.
    pub diagnostics: Vec<Diagnostic>,
    /// Predicates that lost a clause because of a mistake. Nothing is concluded from missing clauses of these
    /// predicates.
    pub broken: SortedSet<PredicateId>,
    /// Predicates that some body mentions, whether or not the body could be resolved. They count as used.
    pub mentioned: SortedSet<PredicateId>,
    /// Whether a rule, a whole item or a file is missing because of a mistake.
    pub incomplete: bool,
    /// Whether a file is missing, or a line that could not be parsed probably named a file.
    pub lacks_files: bool,
    /// Files whose predicates are meant for other files: libraries and domains.
    pub libraries: SortedSet<FileId>,
    /// How the files of the program are shared with other programs.
    pub sharing: Sharing,
    /// The meaning of every name, including names in clauses that could not be resolved. Empty for a program with a
    /// query.
    pub occurrences: occurrences::Occurrences,
    /// Number of steps spent on the search for suggestions for unknown names.
    pub spelling_steps: usize,
}

/// Resolves the files of one program. `files` are in the order in which their rules count, and `sharing` says how
/// they are shared with other programs. `incomplete` says that a file is missing, so that unknown names are not
/// reported. Each query becomes a rule after all others.
pub fn resolve<'q>(
    sources: &Sources,
    files: &[&ast::File],
    sharing: Sharing,
    incomplete: bool,
    queries: impl IntoIterator<Item = &'q ast::Body>,
) -> Resolved {
    let queries: Vec<&ast::Body> = queries.into_iter().collect();
    let items: Vec<&ast::Item> = files.iter().flat_map(|file| &file.items).collect();
    let declared = Declared::new(sources, files.iter().map(|file| file.id).collect(), sharing, incomplete);
    let heads = with_heads(with_declarations(declared, &items), &items);
    let mut bodies = with_bodies(heads, &queries, &items);
    // The program has already been resolved without the query, and the occurrences were collected then.
    let occurrences = match queries.is_empty() {
        false => occurrences::Occurrences::default(),
        true => occurrences::collect(&bodies, files),
    };
    let mentioned = std::mem::take(&mut bodies.mentioned);
    let declared = bodies.into_declared();
    Resolved {
        program: declared.program,
        diagnostics: declared.diagnostics,
        broken: declared.recovery.broken().clone(),
        mentioned,
        incomplete: !declared.recovery.knows_all_items(),
        lacks_files: declared.recovery.may_lack_files(),
        libraries: declared.libraries,
        sharing: declared.sharing,
        occurrences,
        spelling_steps: declared.speller.steps(),
    }
}

/// Resolves declarations and facts.
fn with_declarations<'a>(mut declared: Declared<'a>, items: &[&'a ast::Item]) -> Declared<'a> {
    declarations::collect(&mut declared, items);
    ownership::decide(&mut declared, items);
    facts::collect(&mut declared, items);
    declared
}

/// Collects the heads: all predicates by name, and all queries from outside.
fn with_heads<'a>(declared: Declared<'a>, items: &[&'a ast::Item]) -> Heads<'a> {
    let mut heads = Heads::new(declared);
    heads::collect(&mut heads, items);
    games::heads(&mut heads, items);
    ownership::report(&mut heads);
    heads.know_all();
    games::undeclared(&mut heads);
    heads
}

/// Resolves all bodies, and the queries.
fn with_bodies<'a>(heads: Heads<'a>, queries: &[&ast::Body], items: &[&ast::Item]) -> Bodies<'a> {
    let mut bodies = Bodies::new(heads);
    clauses::resolve(&mut bodies);
    rules::resolve(&mut bodies);
    games::finish(&mut bodies);
    queries.iter().for_each(|query| rules::resolve_query(&mut bodies, query));
    rules::asked_rules_exist(&mut bodies);
    unused_definitions::missing(&mut bodies, !queries.is_empty());
    unused_definitions::report_misspelt_definitions(&mut bodies);
    rules::drop_unresolved(&mut bodies);
    constants::join_small_letters(&mut bodies, items);
    bodies
}
