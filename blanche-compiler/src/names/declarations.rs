//! What is declared, in which order it is read, and what a file says it is. Each kind of declaration has a file: `sorts`,
//! `players`, `externs`, `actions`, `open`.

use super::actions::declare_action;
use super::boards::{self, brings, declare_board, declare_symmetry};
use super::externs::declare_extern;
use super::open::declare_open;
use super::players::declare_players;
use super::sorts::{declare_sort, find_sort};
use super::{Resolver, games};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Origin, Predicate, PredicateId, PredicateKind, SortId};
use crate::syntax::ast::{self, HeaderKind, ItemKind};

/// A predicate with more arguments than this cannot be told by its modes.
pub(super) const MOST_ARGUMENTS: usize = 16;

/// Collects all declarations of a program.
pub(super) fn collect<'a>(resolver: &mut Resolver<'a>, items: &[&'a ast::Item]) {
    equal(resolver);
    resolver.mentioned_sorts = items.iter().flat_map(|item| mentioned_sorts(&item.kind)).collect();
    for item in items {
        match &item.kind {
            ItemKind::Header(header) => describe(resolver, item, header),
            ItemKind::Sort(sort) => declare_sort(resolver, item, sort),
            ItemKind::Board(board) => declare_board(resolver, item, board),
            ItemKind::Error => {
                let text = resolver.sources.text(item.span);
                resolver.lost.unreadable_item(text);
                // What a board would have brought is nowhere in its text.
                if text.split_whitespace().next() == Some("board") {
                    boards::brought().for_each(|name| resolver.lost.declaration_failed(name));
                }
            }
            _ => {}
        }
    }
    for item in items {
        match &item.kind {
            ItemKind::Players(tree) => declare_players(resolver, item.span, tree),
            ItemKind::Symmetry(symmetry) => declare_symmetry(resolver, item, *symmetry),
            _ => {}
        }
    }
    for item in items {
        match &item.kind {
            ItemKind::Extern(declaration) => declare_extern(resolver, item, declaration),
            ItemKind::Action(declaration) => declare_action(resolver, item, declaration),
            _ => {}
        }
    }
    games::declare(resolver, items);
    for item in items {
        if let ItemKind::Open(declaration) = &item.kind {
            declare_open(resolver, item, declaration);
        }
    }
}

/// The sorts that a declaration mentions by name.
fn mentioned_sorts(item: &ItemKind) -> Vec<String> {
    match item {
        ItemKind::Sort(sort) => sort.part_of.iter().map(|name| name.text.clone()).collect(),
        ItemKind::Extern(declaration) => {
            declaration.parameters.iter().map(|parameter| parameter.sort.text.clone()).collect()
        }
        ItemKind::Action(declaration) => {
            declaration.parameters.iter().map(|parameter| parameter.sort.text.clone()).collect()
        }
        ItemKind::Open(declaration) => {
            let sorts = declaration.parameters.iter().filter_map(|parameter| parameter.sort.as_ref());
            sorts.map(|sort| sort.text.clone()).collect()
        }
        _ => Vec::new(),
    }
}

fn equal(resolver: &mut Resolver<'_>) {
    let id = add_predicate(
        resolver,
        Predicate {
            name: "equal".to_owned(),
            sorts: Vec::new(),
            parameters: vec!["Left".to_owned(), "Right".to_owned()],
            kind: PredicateKind::Equal,
            doc: vec!["The two arguments are the same value. They have one sort.".to_owned()],
            span: None,
            open: false,
            origin: Origin::Text,
        },
    );
    debug_assert_eq!(id, crate::program::EQUAL, "`equal` comes first");
}

/// Whether what a fact states or a derivation defines has too many arguments; that is reported.
pub(super) fn has_too_many_arguments(resolver: &mut Resolver<'_>, head: &ast::Atom) -> bool {
    let (name, arity) = (&head.predicate.text, head.arguments.len());
    if arity <= MOST_ARGUMENTS {
        return false;
    }
    resolver.report(
        Diagnostic::new(
            Code::BadMode,
            format!("`{name}` has too many arguments"),
            head.span,
            format!("{arity} arguments; a predicate has at most {MOST_ARGUMENTS}"),
        )
        .hint("say it with several predicates"),
    );
    resolver.lost.declaration_failed(name);
    true
}

pub(super) fn add_predicate(
    resolver: &mut Resolver<'_>,
    predicate: Predicate,
) -> crate::program::PredicateId {
    let id = crate::program::PredicateId(resolver.program.predicates.len() as u32);
    resolver.predicate_names.entry(predicate.name.clone()).or_default().insert(predicate.arity(), id);
    resolver.program.predicates.push(predicate);
    id
}

fn describe(resolver: &mut Resolver<'_>, item: &ast::Item, header: &ast::Header) {
    match header.kind {
        HeaderKind::Library => {
            resolver.libraries.insert(item.span.file);
        }
        HeaderKind::Domain => {
            resolver.libraries.insert(item.span.file);
            if let Some(name) = &header.name {
                if resolver.program.domain.is_some() {
                    resolver.report(
                        Diagnostic::new(
                            Code::HeaderPlace,
                            "a program has one domain",
                            item.span,
                            format!("`{}` would be the second", name.text),
                        )
                        .hint(
                            "use the file of one domain only; two games of different domains are two bases",
                        ),
                    );
                } else {
                    resolver.program.domain = Some(name.text.clone());
                    resolver.domain_file = Some(item.span.file);
                }
            }
        }
        HeaderKind::Base => {
            if let Some(name) = &header.name {
                resolver.program.base = Some(name.text.clone());
                resolver.program.doc = item.doc.clone();
                resolver.base_place = Some(item.span);
            }
        }
    }
}

/// Says that something of the host stands outside of the file of the domain: what is declared there, and what else
/// could be done.
pub(super) fn is_outside(
    resolver: &mut Resolver<'_>,
    item: &ast::Item,
    name: &ast::Name,
    [title, other]: [&str; 2],
) -> bool {
    let outside = resolver.domain_file.is_some_and(|file| file != item.span.file);
    if outside {
        let label = format!("`{}` stands outside of the domain's file", name.text);
        resolver.report(
            Diagnostic::new(Code::HeaderPlace, title, item.span, label)
                .hint(format!("declare it in the file of the domain, {other}")),
        );
        resolver.lost.declaration_failed(&name.text);
    }
    outside
}

/// What is said of a fact, a derivation or a declaration of a predicate that the board or the game brings.
pub(super) fn brought(
    resolver: &Resolver<'_>,
    id: PredicateId,
    place: Span,
    label: &str,
) -> Option<Diagnostic> {
    match resolver.program.predicate(id).origin {
        Origin::Board => Some(brings(resolver, id, place, label)),
        Origin::Game => games::brought(resolver, id, place, label),
        Origin::Text | Origin::Sort(_) => None,
    }
}

/// Says that a name is declared already with this number of arguments.
pub(super) fn is_taken(resolver: &mut Resolver<'_>, name: &ast::Name, arguments: usize) -> bool {
    let Some(first) = resolver.predicate(&name.text, arguments) else { return false };
    if let Some(message) = brought(resolver, first, name.span, "it cannot be declared as well") {
        resolver.report(message);
        return true;
    }
    let title = format!("`{}` is declared twice", resolver.program.predicate(first).signature());
    let mut message = Diagnostic::new(Code::DeclaredTwice, title, name.span, "here again");
    if let Some(first) = resolver.declared_at(first) {
        message = message.and(first, "declared here first");
    }
    resolver.report(message.hint("a predicate, or an action, is its name and its number of arguments"));
    true
}

/// The sorts of the arguments of something that is declared; `None` where one is unknown, which is said.
pub(super) fn parameter_sorts(
    resolver: &mut Resolver<'_>,
    name: &ast::Name,
    parameters: &[ast::Parameter],
) -> Option<Vec<SortId>> {
    let mut sorts = Vec::new();
    for parameter in parameters {
        match find_sort(resolver, &parameter.sort) {
            Some(sort) => sorts.push(sort),
            None => {
                resolver.lost.declaration_failed(&name.text);
                return None;
            }
        }
    }
    Some(sorts)
}

#[cfg(test)]
mod tests {
    /// What could not be read may end in front of any character.
    #[test]
    fn an_unreadable_item_ends_before_a_wide_character() {
        for text in
            [&b"base b\nuse five\x00\x80\x80Al-7\n"[..], b"base b\nuse five\x80\x80Al-7\n", b"us\x80\x80\n"]
        {
            let mut project = crate::project::Project::default();
            let root = project.add("bytes", text);
            let files = crate::project::Files { files: vec![root], incomplete: false };
            assert!(!crate::check_program(&project, &files, None).diagnostics.is_empty(), "{text:?}");
        }
    }
}
