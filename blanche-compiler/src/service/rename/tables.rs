//! Finds names in tables of facts. A rename does not change tables, as other programs may write them.

use super::known;
use crate::checked::Checked;
use crate::names::occurrences::Meaning;
use crate::program::SortId;
use crate::service::Workspace;
use crate::service::references::NameLocation;
use crate::syntax::ast::{self, ItemKind, Term};

/// Why a name that also occurs in a table cannot be renamed.
pub(super) fn relied_on(workspace: &Workspace, places: &[NameLocation]) -> Option<String> {
    workspace.programs().find_map(|program| {
        let known = known(program, places)?;
        let place = match known.meaning {
            Meaning::Constant(Some(sort)) => in_cells(workspace, program, sort, &known.text),
            Meaning::Sort(_) => in_headers(workspace, program, &known.text),
            _ => None,
        };
        let place = place?.span;
        let (table, line) = (workspace.name(place.file), workspace.sources().line(place));
        Some(format!(
            "`{}` also occurs in the table `{table}`, in line {line}, and tables are not renamed; write the \
             new name in the table and in the rules by hand",
            known.text
        ))
    })
}

/// The facts of a program that are read from tables.
fn tables<'w>(workspace: &'w Workspace, program: &'w Checked) -> impl Iterator<Item = &'w ast::Facts> {
    let items = program.files.iter().filter_map(|file| workspace.tree(*file)).flat_map(|tree| &tree.items);
    items.filter_map(|item| match &item.kind {
        ItemKind::Facts(facts) if facts.from.is_some() => Some(facts),
        _ => None,
    })
}

/// A table cell with this value of a sort.
fn in_cells<'w>(
    workspace: &'w Workspace,
    program: &'w Checked,
    sort: SortId,
    text: &str,
) -> Option<&'w ast::Name> {
    let known = &program.resolved.program;
    let is_of_sort = |atom: &ast::Atom, at: usize| {
        let predicate = known.predicates.iter().find(|predicate| {
            predicate.name == atom.predicate.text && predicate.arity() == atom.arguments.len()
        });
        let of_place = predicate.and_then(|predicate| predicate.known_sort(at));
        // The sorts of an erroneous predicate are unknown, so assume a match.
        of_place.is_none_or(|of_place| known.sort(of_place).root == sort)
    };
    tables(workspace, program).flat_map(|facts| &facts.atoms).find_map(|atom| {
        atom.arguments.iter().enumerate().find_map(|(at, term)| match term {
            Term::Constant(name) if name.text == text && is_of_sort(atom, at) => Some(name),
            _ => None,
        })
    })
}

/// A column name that refers to this sort.
fn in_headers<'w>(workspace: &'w Workspace, program: &'w Checked, sort: &str) -> Option<&'w ast::Name> {
    let columns = tables(workspace, program).flat_map(|facts| &facts.from).flat_map(|from| &from.columns);
    let mut columns =
        columns.filter(|column| column.text.trim_end_matches(|c: char| c.is_ascii_digit()) == sort);
    columns.next()
}
