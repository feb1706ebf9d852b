//! Open predicates: other files may add clauses to them.
//!
//! A predicate belongs to one file (`ownership`), and a clause in another file would change it for all users of that
//! file. So the file has to allow it: `open counts(Group, Color, N)`. A library uses the same declaration for
//! predicates that a base (a named set of rules) has to define. A base that uses the library and has no clause for such
//! a predicate is reported.

use super::declaration_checks::{declares_too_many, is_taken};
use super::model::{Declared, Heads, Open};
use super::sorts::find_sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Predicate, PredicateId, PredicateKind, SortId};
use crate::spelling::one_letter_apart;
use crate::syntax::ast;

/// Maximum number of names to compare with a name that may be misspelt.
const MAX_COMPARED_NAMES: usize = 256;

/// Declares the open predicate `open counts(Group, Color, N)`.
pub(super) fn declare_open(
    resolver: &mut Declared<'_>,
    item: &ast::Item,
    declaration: &ast::OpenDeclaration,
) {
    let (name, parameters) = (&declaration.name, &declaration.parameters);
    let key = (name.text.clone(), parameters.len());
    if is_taken(resolver, name, parameters.len()) {
        return;
    }
    let of_name = resolver.declared_open.get(&key);
    let first = of_name.and_then(|known| known.iter().find(|known| known.span.file == name.span.file));
    if let Some(first) = first.map(|first| first.span) {
        declared_twice(resolver, &key, first, name.span);
        return;
    }
    if declares_too_many(resolver, name, parameters.len()) {
        return;
    }
    let mut sorts = Vec::new();
    for parameter in parameters {
        sorts.push(match &parameter.sort {
            None => sort_of_word(resolver, &parameter.name),
            Some(sort) => match find_sort(resolver, sort) {
                Some(sort) => Some(sort),
                None => {
                    resolver.recovery.declaration_failed(&name.text);
                    return;
                }
            },
        });
    }
    let parameters = parameters.iter().map(|parameter| parameter.name.text.clone()).collect();
    let open = Open { span: name.span, parameters, sorts, doc: item.doc.clone() };
    resolver.declared_open.entry(key).or_default().push(open);
}

/// Reports a predicate that is declared open twice.
pub(super) fn declared_twice(resolver: &mut Declared<'_>, key: &(String, usize), first: Span, again: Span) {
    let title = format!("`{}/{}` is declared twice", key.0, key.1);
    let message = Diagnostic::new(Code::DeclaredTwice, title, again, "repeated here");
    let message = message.and(first, "declared here first");
    resolver.report(message.hint("one declaration opens it for all files; remove this one"));
}

/// An open predicate whose name is similar to `name`, with the span of its declaration.
pub(super) fn nearly(resolver: &Declared<'_>, name: &str, arity: usize) -> Option<(String, Span)> {
    let declared = resolver.open.iter().take(MAX_COMPARED_NAMES);
    let mut declared = declared.filter(|((_, of_open), _)| *of_open == arity);
    let ((near, _), open) = declared.find(|((other, _), _)| is_one_letter_off(name, other))?;
    Some((near.clone(), open.span))
}

/// The sort that the name of an argument shows. If the name shows none but may be a misspelling of a declared prefix,
/// this is reported.
fn sort_of_word(resolver: &mut Declared<'_>, name: &ast::Name) -> Option<SortId> {
    if let Some(sort) = resolver.word_sort(&name.text) {
        return Some(sort);
    }
    let near =
        resolver.words.keys().take(MAX_COMPARED_NAMES).find(|word| is_one_letter_off(&name.text, word))?;
    let owner = &resolver.program.sort(resolver.words[near]).name;
    let title = format!("`{}` looks like `{near}`", name.text);
    let message = Diagnostic::new(Code::LooksLike, title, name.span, "no sort owns this word")
        .hint(format!("`{near}` is a word of the sort `{owner}`"))
        .fix(format!("write `{near}`"), name.span, near.clone());
    resolver.report(message);
    None
}

/// Whether two names differ by one letter and are long enough that one of them is probably misspelt.
fn is_one_letter_off(name: &str, other: &str) -> bool {
    name.chars().count() >= 4 && one_letter_apart(name, other)
}

/// The sort of each argument in the `open` declaration of this predicate. `None` for each argument if there is no such
/// declaration.
pub(super) fn declared_sorts(resolver: &Declared<'_>, name: &str, arity: usize) -> Vec<Option<SortId>> {
    let open = resolver.open.get(&(name.to_owned(), arity));
    open.map_or_else(|| vec![None; arity], |open| open.sorts.clone())
}

/// Adds the data of the `open` declaration of a predicate to the predicate, if there is such a declaration.
pub(super) fn as_declared(resolver: &Declared<'_>, mut predicate: Predicate) -> Predicate {
    let Some(open) = resolver.open.get(&(predicate.name.clone(), predicate.arity())) else {
        return predicate;
    };
    predicate.open = true;
    predicate.span = Some(open.span);
    predicate.parameters.clone_from(&open.parameters);
    if let Some(sorts) = open.sorts.iter().copied().collect::<Option<Vec<SortId>>>() {
        predicate.sorts = sorts;
    }
    if !open.doc.is_empty() {
        predicate.doc.clone_from(&open.doc);
    }
    predicate
}

/// Adds open predicates without a clause as empty predicates. Nothing is concluded from their lack of answers.
pub(super) fn add_empty(resolver: &mut Heads<'_>) {
    for ((name, arity), _) in resolver.open.clone() {
        if resolver.predicate(&name, arity).is_some() {
            continue;
        }
        let kind = PredicateKind::Derived(Vec::new());
        let predicate = as_declared(resolver, Predicate::new(name, vec![String::new(); arity], kind));
        let id = resolver.add_predicate(predicate);
        resolver.recovery.clause_missing(id);
        resolver.empty.insert(id, None);
    }
}

/// Records the first use of an open predicate without clauses.
pub(super) fn note_use(resolver: &mut Heads<'_>, id: PredicateId, here: Span) {
    let place = |span: Span| (resolver.program.files.iter().position(|file| *file == span.file), span.start);
    if let Some(known) = resolver.empty.get(&id)
        && known.is_none_or(|known| place(here) < place(known))
    {
        resolver.empty.insert(id, Some(here));
    }
}
