//! Collects declarations in the required order, and file headers. Each kind of declaration has its own file: `sorts`,
//! `players`, `externs`, `actions`, `open_predicates`.

use super::actions::declare_action;
use super::boards::{self, declare_board, declare_symmetry};
use super::externs::declare_extern;
use super::games;
use super::model::Declared;
use super::open_predicates::declare_open;
use super::players::declare_players;
use super::sorts::declare_sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Predicate, PredicateKind};
use crate::syntax::ast::{self, HeaderKind, ItemKind};

/// Collects all declarations of a program.
pub(super) fn collect<'a>(resolver: &mut Declared<'a>, items: &[&'a ast::Item]) {
    equal(resolver);
    resolver.mentioned_sorts = items.iter().flat_map(|item| mentioned_sorts(&item.kind)).collect();
    for item in items {
        match &item.kind {
            ItemKind::Header(header) => describe(resolver, item, header),
            ItemKind::Sort(sort) => declare_sort(resolver, item, sort),
            ItemKind::Board(board) => declare_board(resolver, item, board),
            ItemKind::Error => {
                let text = resolver.sources.text(item.span);
                resolver.recovery.unreadable_item(text);
                // A board that cannot be parsed would have defined names that do not occur in its text.
                if text.split_whitespace().next() == Some("board") {
                    boards::brought().for_each(|name| resolver.recovery.declaration_failed(name));
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

/// The names of the sorts that a declaration mentions.
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

fn equal(resolver: &mut Declared<'_>) {
    let parameters = vec!["Left".to_owned(), "Right".to_owned()];
    let doc = vec!["The two arguments are the same value. They have one sort.".to_owned()];
    let predicate = Predicate::new("equal", parameters, PredicateKind::Equal);
    let id = resolver.add_predicate(Predicate { doc, ..predicate });
    debug_assert_eq!(id, crate::program::EQUAL, "`equal` comes first");
}

fn describe(resolver: &mut Declared<'_>, item: &ast::Item, header: &ast::Header) {
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
                            "a program has only one domain",
                            item.span,
                            format!("`{}` would be the second one", name.text),
                        )
                        .hint(
                            "use the file of only one domain; games of different domains need separate bases",
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

#[cfg(test)]
mod tests {
    /// The end of an unreadable item may be followed by any character, even a multi-byte one.
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
