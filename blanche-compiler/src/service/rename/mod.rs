//! Renames a predicate, a variable, a rule, a score, a sort or a constant in all files.
//!
//! A rename is refused, with a reason, if something outside the rule files depends on the name (including `tables` of
//! facts), or if the new name is taken (`new_name`). The programs with the new name are checked in memory (`trial`).
//! The rename is also refused if they contain a new error, or if any name has changed its meaning (`resolution_diff`).
//! Occurrences that keep the old name are reported to the user (`unchanged`).

mod new_name;
mod resolution_diff;
mod tables;
mod trial;
mod unchanged;

use std::path::Path;

use crate::checked::Checked;
use crate::diagnostic::Edit;
use crate::files::{FileId, Span};
use crate::folders;
use crate::names::occurrences::{Meaning, Occurrence};
use crate::program::{Atom, Extern, Goal, Origin, Predicate, PredicateKind, Program};
use crate::syntax::{self, ast};

pub(super) use self::new_name::is_word;
use self::new_name::{check_not_taken, well_formed};
pub(super) use self::trial::TrialRename;
pub use self::unchanged::unchanged_occurrences;
use super::references::{NameLocation, places};
use super::scope::Unsearched;
use super::{ResolvedName, Workspace, name_at};

/// The range of the name at a position, or why it cannot be renamed.
pub fn renamable(workspace: &Workspace, file: FileId, offset: u32) -> Result<Span, String> {
    let Some(found) = name_at(workspace, file, offset) else {
        return Err(match word_at(workspace, file, offset) {
            Some(word) if is_word(word) => format!("`{word}` is a word of the language"),
            Some(word) => format!("`{word}` is unknown"),
            None => "there is no name here".to_owned(),
        });
    };
    let refusal = refusal(workspace, found).or_else(|| unknown_users(workspace, found));
    match refusal.or_else(|| tables::relied_on(workspace, &places(workspace, found.name))) {
        Some(reason) => Err(reason),
        None => Ok(found.name.span),
    }
}

/// The reason why a name cannot be renamed because it occurs in a file that unknown other files may use. `None` if
/// there is no such file.
fn unknown_users(workspace: &Workspace, found: ResolvedName<'_>) -> Option<String> {
    let places = places(workspace, found.name);
    let name = &found.name.text;
    if let Some(place) = places.iter().find(|place| workspace.is_embedded(place.span.file)) {
        return Some(format!(
            "`{name}` also occurs in `{}`, which is built into `noire` and cannot be changed; write the \
             files to a folder (noire games --output knowledge), then all of them get the new name",
            workspace.name(place.span.file),
        ));
    }
    let of_place = |file: FileId| Some((workspace.path(file)?, workspace.unsearched(file)?));
    if let Some((path, why)) = places.iter().find_map(|place| of_place(place.span.file)) {
        return Some(too_far(name, path, why));
    }
    let place = places.iter().find(|place| !workspace.knows_users_of(place.span.file))?;
    let path = workspace.path(place.span.file)?;
    let folder = path.parent().unwrap_or(path);
    Some(format!(
        "`{}` also occurs in `{}`, outside the open folders, and other files may use it there; open the \
         folder `{}` too, then all of them get the new name",
        name,
        folders::shown(path),
        folders::shown(folder),
    ))
}

/// Why a name of a knowledge folder cannot be renamed if not all users of the folder were found.
fn too_far(name: &str, path: &Path, why: &Unsearched) -> String {
    let path = folders::shown(path);
    match why {
        Unsearched::NoProject(holder) => {
            let what = if holder.parent().is_some() { "the home folder" } else { "the whole machine" };
            format!(
                "`{name}` also occurs in `{path}`, and any file below `{}` may use it there; that is {what}, \
                 which is not searched; move the knowledge and the files that use it to a folder of their \
                 own",
                folders::shown(holder),
            )
        }
        Unsearched::TooMuch(holder) => format!(
            "`{name}` also occurs in `{path}`, and any file below `{0}` may use it there, which is too much \
             to search; open the folder `{0}` too, then all of them get the new name",
            folders::shown(holder),
        ),
    }
}

/// The edits that rename the name at a position, or why it cannot be renamed.
pub fn rename(workspace: &Workspace, file: FileId, offset: u32, new: &str) -> Result<Vec<Edit>, String> {
    renamable(workspace, file, offset)?;
    let Some(found) = name_at(workspace, file, offset) else {
        return Err("there is no name here".to_owned());
    };
    if new == found.name.text {
        return Ok(Vec::new());
    }
    let is_variable = matches!(found.name.meaning, Meaning::Variable(_));
    well_formed(new, is_variable)?;
    let places = places(workspace, found.name);
    for program in workspace.programs() {
        if let Some(name) = known(program, &places) {
            check_not_taken(ResolvedName { program, name }, new)?;
        }
    }
    let edits: Vec<Edit> =
        places.into_iter().map(|place| Edit { span: place.span, text: new.to_owned() }).collect();
    match trial::objection(workspace, &edits, new) {
        // If the new name is a keyword, that is the likely cause of the problem.
        Some(reason) if is_word(new) => Err(format!("`{new}` is a word of the language: {reason}")),
        Some(reason) => Err(reason),
        None => Ok(edits),
    }
}

/// The occurrence of a name in a program, if it is used there.
fn known<'p>(program: &'p Checked, places: &[NameLocation]) -> Option<&'p Occurrence> {
    let names = &program.resolved.occurrences;
    let at = |place: &NameLocation| names.at(place.span.file, place.span.start);
    places.iter().find_map(|place| at(place).filter(|name| name.span == place.span))
}

/// Whether other files may refer to the name at a position. Never true for variables, which are local to their clause.
pub fn is_known_outside(workspace: &Workspace, file: FileId, offset: u32) -> bool {
    let found = name_at(workspace, file, offset);
    found.is_some_and(|found| !matches!(found.name.meaning, Meaning::Variable(_)))
}

/// Whether a declaration is the board declaration, which also declares other names.
fn of_board(program: &Program, declared: Option<Span>) -> bool {
    program.board.as_ref().is_some_and(|board| Some(board.span) == declared)
}

/// The reason why a name cannot be renamed; `None` if it can.
fn refusal(workspace: &Workspace, found: ResolvedName<'_>) -> Option<String> {
    let (name, program) = (found.name, &found.program.resolved.program);
    let text = &name.text;
    match name.meaning {
        Meaning::Variable(_) => None,
        Meaning::Header => Some(format!("programs know `{text}` by this name")),
        Meaning::Board => Some("`board` is a word of the language".to_owned()),
        Meaning::File => Some("this is the path of a file; give the file another name".to_owned()),
        Meaning::Parameter(_) => {
            Some(format!("`{text}` only describes an argument; change it in the declaration"))
        }
        Meaning::Constant(None) => Some(format!("the sort of `{text}` is unknown")),
        Meaning::Constant(Some(sort)) => {
            let declared = program.sort(sort).span;
            if of_board(program, declared) {
                return Some(format!("`{text}` comes from the board, and has only this form"));
            }
            let sort = program.sort(sort);
            if sort.value(text).is_none() || !matches!(sort.kind, crate::program::SortKind::Constants(_)) {
                return Some(format!("`{text}` is a number or a value of the host, and has only this form"));
            }
            relied_on(workspace, declared).then(|| format!("the host knows the value `{text}` by this name"))
        }
        Meaning::Sort(sort) => {
            let declared = program.sort(sort).span;
            if of_board(program, declared) {
                return Some(format!(
                    "the sort `{text}` comes from the board, and has this name on every board"
                ));
            }
            relied_on(workspace, declared).then(|| format!("the host knows the sort `{text}` by this name"))
        }
        Meaning::Predicate(id) => {
            let predicate = program.predicate(id);
            if predicate.origin == Origin::Board {
                return Some(format!(
                    "`{}` comes from the board, and has this name on every board",
                    predicate.signature()
                ));
            }
            if predicate.origin == Origin::Game {
                return Some(format!(
                    "`{}` is part of every game, and has this name in all of them",
                    predicate.signature()
                ));
            }
            match predicate.kind {
                PredicateKind::Extern(Extern { state: Some(_), .. }) => None,
                PredicateKind::Equal | PredicateKind::Comparison(_) | PredicateKind::Aggregate(_) => {
                    Some("`equal` is a word of the language".to_owned())
                }
                PredicateKind::Extern(_) => Some(format!(
                    "`{}` is answered by the host, which knows it by this name",
                    predicate.signature()
                )),
                PredicateKind::Action { .. } => Some(format!(
                    "`{}` is made by the host, which knows it by this name",
                    predicate.signature()
                )),
                PredicateKind::Facts(_) | PredicateKind::Derived(_) => exported(workspace, predicate),
            }
        }
        Meaning::Rule => queried_by_domain(workspace, text),
        Meaning::Score | Meaning::Move | Meaning::Draw | Meaning::Preference => None,
    }
}

/// Whether something is declared in the file of a domain, so that the host depends on its name.
fn relied_on(workspace: &Workspace, declared: Option<Span>) -> bool {
    let tree = declared.and_then(|span| workspace.tree(span.file));
    tree.is_some_and(|tree| {
        tree.items.iter().any(|item| {
            matches!(&item.kind, ast::ItemKind::Header(header) if header.kind == ast::HeaderKind::Domain)
        })
    })
}

/// The reason why an exported predicate cannot be renamed: programs query it by name.
fn exported(workspace: &Workspace, predicate: &Predicate) -> Option<String> {
    let of_name = |program: &Checked| {
        let program = &program.resolved.program;
        let asks = |atom: &Atom| program.predicate(atom.predicate).span == predicate.span;
        program
            .exports()
            .any(|(_, export)| matches!(export.body.as_slice(), [Goal::Atom(atom)] if asks(atom)))
    };
    let found = workspace.programs().any(of_name);
    found.then(|| format!("`{}` is exported: programs ask for it by this name", predicate.name))
}

/// The reason why a rule that an extern predicate evaluates cannot be renamed: the domain refers to the rule by name.
fn queried_by_domain(workspace: &Workspace, rule: &str) -> Option<String> {
    let trees = workspace.files().filter_map(|file| workspace.tree(file));
    let asks = trees.flat_map(|tree| &tree.items).find_map(|item| match &item.kind {
        ast::ItemKind::Extern(declaration) => {
            declaration.asks.iter().any(|name| name.text == rule).then_some(&declaration.name.text)
        }
        _ => None,
    });
    asks.map(|predicate| format!("`{predicate}` of the domain asks the rule `{rule}` by this name"))
}

/// The word at a position.
fn word_at(workspace: &Workspace, file: FileId, offset: u32) -> Option<&str> {
    let sources = workspace.sources();
    let tokens = syntax::tokens(sources, file);
    let at = tokens.partition_point(|token| token.start <= offset);
    let token = tokens[..at].last().filter(|token| offset <= token.end)?;
    Some(sources.text(*token)).filter(|text| syntax::is_name(text))
}
