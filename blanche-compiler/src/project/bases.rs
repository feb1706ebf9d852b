//! Determines which files are bases, and reports bases with equal names and files that a base forgets to use.

use blanche_sorted::Entry;
use blanche_sorted::{Arrange, SortedMap};
use std::path::{Path, PathBuf};

use super::Project;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::folders::ENDING;
use crate::syntax::ast;

/// The file of a folder that starts with `base NAME`.
pub fn base_file(project: &mut Project, folder: &Path) -> std::io::Result<Option<usize>> {
    let mut candidates: Vec<PathBuf> = std::fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
        .collect();
    candidates.arrange();
    for path in candidates {
        let at = project.open(&path)?;
        if is_base(project, at) {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Whether a file has a base header.
pub fn is_base(project: &Project, at: usize) -> bool {
    project.tree(at).items.iter().any(
        |item| matches!(&item.kind, ast::ItemKind::Header(header) if header.kind == ast::HeaderKind::Base),
    )
}

/// Reports bases with equal names, because programs and modules with equal names could not be told apart. Names that
/// differ only in `-`, `.` and `_` count as equal.
pub fn namesakes(project: &Project, roots: &[usize]) -> Vec<Diagnostic> {
    let mut first: SortedMap<String, &ast::Name> = SortedMap::new();
    let mut found = Vec::new();
    for item in roots.iter().flat_map(|root| &project.tree(*root).items) {
        let ast::ItemKind::Header(header) = &item.kind else { continue };
        let (ast::HeaderKind::Base, Some(name)) = (header.kind, &header.name) else { continue };
        match first.entry(name.text.replace(['-', '.'], "_")) {
            Entry::Vacant(place) => {
                place.insert(name);
            }
            Entry::Occupied(known) => found.push(
                Diagnostic::new(
                    Code::BaseTwice,
                    format!("there are two bases `{}`", name.text),
                    name.span,
                    "the second one",
                )
                .and(known.get().span, "the first one")
                .hint("give one of them another name"),
            ),
        }
    }
    found
}

/// Reports a file that is in the folder of a base but is not used by the base; `path` is the `use` path of the file.
pub fn unused_file(project: &Project, file: usize, base: usize, path: &str) -> Diagnostic {
    let tree = project.tree(file);
    let place = tree.items.first().map_or(Span::new(tree.id, 0, 0), |item| item.span.before());
    let items = &project.tree(base).items;
    let header = items.iter().find_map(|item| match &item.kind {
        ast::ItemKind::Header(header) if header.kind == ast::HeaderKind::Base => {
            Some((item.span, header.name.as_ref().map_or("", |name| name.text.as_str())))
        }
        _ => None,
    });
    let (header, name) = header.expect("a base has a header");
    let last = items.iter().rfind(|item| matches!(item.kind, ast::ItemKind::Use(_)));
    let line = last.map_or(header, |item| item.span).after();
    Diagnostic::new(
        Code::FileUnused,
        format!("the base `{name}` does not use this file"),
        place,
        "it is in the folder of the base, but nothing uses it",
    )
    .and(header, "this is the base")
    .hint("its contents have no effect; add it to the base, or move it to another folder")
    .fix(format!("add `use {path}`"), line, format!("\nuse {path}"))
    .changing_answers()
}
