//! Names to ids: from the trees of a program's files to a [`Program`].
//!
//! The passes, in the order in which they run. What they hand on has three states (`model`), and a function asks for the
//! first one that has what it needs:
//!
//! 1. `declarations`: `sorts`, `boards`, `players`, `externs` and `actions`. After this: each of them has its id; what is
//!    `open` is known by its name. What all that declares a predicate asks first is `added`.
//! 2. `owners`: whose the predicates are that several files define, by how the files are shared (`sharing`). After this:
//!    it is known which clauses and facts are refused, and what is open.
//! 3. `facts`: the tuples in the text. After this: every column of facts has a sort, undeclared constants too: `Declared`.
//! 4. `heads`: derived predicates, rules, exports and scores get their ids, the last three by their `sides`, and so does
//!    what `games` ask. After this: every predicate is known by name: `Heads`.
//! 5. `clauses` and `rules` (what can be asked from outside) with their `bodies`: names of `predicates` and numbers of arguments
//!    (`arities`; `idioms` knows those of other languages), the literals that `calls` stand for, then `inference` (for recursion
//!    `recursion`, what it says of mistakes in `clashes`): the sorts of variables and the values of `constants`, and what
//!    `comparisons` say; `ranges` adds the sorts of variables that only negations and heads speak of. `unasked` says what is
//!    missing where nothing asks for what is there. After this: `Bodies`, with the program and a list of the clauses that could
//!    not be resolved.
//! 6. `occurrences`: what every name means at its place, in expectations too; not for a query. After this: an editor can ask.
//!
//! An item with a mistake is left out of the program. What is left out, and what is therefore not reported, stands in
//! `model/lost.rs`, which also says what a new form of declaration has to call.

mod actions;
mod added;
mod aggregates;
mod arities;
mod boards;
mod bodies;
mod calls;
mod clashes;
mod clauses;
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
pub(crate) mod mentions;
mod model;
mod narrowed;
pub mod occurrences;
mod open;
mod owners;
mod players;
mod predicates;
mod ranges;
mod recursion;
mod rules;
mod sharing;
mod sides;
mod sorts;
#[cfg(test)]
mod tests;
mod unasked;
mod unread;
mod weights;

use std::collections::BTreeSet;

pub(crate) use self::constants::capitalised_constant;
use self::model::{Bodies, Declared, Heads};
pub use self::sharing::Sharing;
pub(crate) use self::unasked::uses_from_outside;
use crate::diagnostic::Diagnostic;
use crate::files::{FileId, Sources};
use crate::program::{PredicateId, Program};
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
/// stand to each other. `incomplete` says that a file is missing, so that unknown names prove nothing. Queries become the
/// last rules.
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
    // A program that is asked a query was read for its editors before.
    let occurrences = match queries.is_empty() {
        false => occurrences::Occurrences::default(),
        true => occurrences::collect(&bodies, files),
    };
    let mentioned = std::mem::take(&mut bodies.mentioned);
    let declared = bodies.into_declared();
    Resolved {
        program: declared.program,
        diagnostics: declared.diagnostics,
        broken: declared.lost.broken().clone(),
        mentioned,
        incomplete: !declared.lost.knows_all_items(),
        lacks_files: declared.lost.may_lack_files(),
        libraries: declared.libraries,
        sharing: declared.sharing,
        occurrences,
        spelling_steps: declared.speller.steps(),
    }
}

/// All that is declared and stated.
fn with_declarations<'a>(mut declared: Declared<'a>, items: &[&'a ast::Item]) -> Declared<'a> {
    declarations::collect(&mut declared, items);
    owners::decide(&mut declared, items);
    facts::collect(&mut declared, items);
    declared
}

/// All predicates by name, and all that is asked from outside.
fn with_heads<'a>(declared: Declared<'a>, items: &[&'a ast::Item]) -> Heads<'a> {
    let mut heads = Heads::new(declared);
    heads::collect(&mut heads, items);
    games::heads(&mut heads, items);
    owners::report(&mut heads);
    heads.know_all();
    games::undeclared(&mut heads);
    heads
}

/// All bodies, and the queries.
fn with_bodies<'a>(heads: Heads<'a>, queries: &[&ast::Body], items: &[&ast::Item]) -> Bodies<'a> {
    let mut bodies = Bodies::new(heads);
    clauses::resolve(&mut bodies);
    rules::resolve(&mut bodies);
    games::finish(&mut bodies);
    queries.iter().for_each(|query| rules::resolve_query(&mut bodies, query));
    rules::asked_rules_exist(&mut bodies);
    unasked::missing(&mut bodies, !queries.is_empty());
    unasked::show_unasked(&mut bodies);
    rules::drop_unresolved(&mut bodies);
    constants::join_small_letters(&mut bodies, items);
    bodies
}
