//! A forgotten `use`: what a program does not know, and a file has that it does not use. Each file that may be meant is tried:
//! the program is checked with the line that is missing, and what is no longer wrong then is one mistake.
//!
//! Nothing is read for a program that knows its names. Another program is asked for the files that it carries only for a base
//! that uses none, where no file around it has what is unknown.

use std::collections::{BTreeMap, BTreeSet};

use super::check_alone;
use crate::diagnostic::{Code, Diagnostic, Edit, Severity};
use crate::embedded;
use crate::files::{FileId, Sources, Span};
use crate::library::Library;
use crate::project::{Files, Project};
use crate::spelling::list;
use crate::syntax::{self, ast};

/// So many files are tried; each costs a check of the program.
const MOST_TRIED: usize = 4;

/// So many files are read to find those that have a name.
const MOST_READ: usize = 500;

/// So many lines can be forgotten in one program; what is unknown behind these stays as it is.
const MOST_FORGOTTEN: usize = 3;

/// So many of the names are said.
const MOST_NAMED: usize = 5;

/// What the program does not know is what a forgotten file has: one message names that file in the place of all others.
pub(super) fn apply(project: &Project, files: &Files, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let Some(library) = files.files.last().and_then(|root| project.library(*root)) else { return found };
    if files.incomplete || !found.iter().any(asks_for_name) {
        return found;
    }
    let mut others = others(project, files, library);
    let lone_base = files.files.last().is_some_and(|root| is_lone_base(project.tree(*root)));
    if lone_base && candidates(project, &found, &others).is_empty() && embedded::asked().is_some() {
        others = self::others(project, files, library);
    }
    for _ in 0..MOST_FORGOTTEN {
        let tried = candidates(project, &found, &others).into_iter().filter_map(|path| {
            let place = place(project, files, &found, &path)?;
            let gone = gone(project, files, &found, &place)?;
            Some((path, place, gone))
        });
        // The first of those that explain most.
        let best = tried.reduce(|best, next| if next.2.len() > best.2.len() { next } else { best });
        let Some((path, place, gone)) = best else { break };
        found = told(&project.sources, found, &path, place, &gone);
    }
    found
}

/// Whether a message says that a name stands nowhere.
fn asks_for_name(message: &Diagnostic) -> bool {
    matches!(message.code, Code::UnknownPredicate | Code::UnknownSort | Code::UnknownAction | Code::NoPlayer)
}

/// The files that a `use` could name and that the program does not have, by their paths.
fn others(project: &Project, files: &Files, library: &Library) -> Vec<(String, String)> {
    let used: BTreeSet<&str> =
        files.files.iter().map(|at| project.sources.file(project.tree(*at).id).name()).collect();
    let mut seen = BTreeSet::new();
    let of_base = files.files.last().is_some_and(|root| project.tree(*root).items.iter().any(is_base));
    let offered = library.offered(of_base).into_iter().take(MOST_READ).filter_map(|path| {
        let found = library.find(&path, &project.texts)?;
        let is_used = used.contains(found.name.as_str())
            || found
                .place
                .as_ref()
                .and_then(|place| project.at_place(place))
                .is_some_and(|at| files.files.contains(&at));
        let is_new = seen.insert(found.name.clone());
        (!is_used && is_new).then(|| (path, String::from_utf8_lossy(&found.bytes).into_owned()))
    });
    offered.collect()
}

/// The paths of files that define what is unknown, those that define most of it first.
fn candidates(project: &Project, found: &[Diagnostic], others: &[(String, String)]) -> Vec<String> {
    let names: BTreeSet<&str> = found
        .iter()
        .filter(|message| asks_for_name(message))
        .map(|message| project.sources.text(message.label.span))
        .filter(|name| !name.is_empty())
        .collect();
    let mut counted: Vec<(usize, &String)> = Vec::new();
    for (path, text) in others {
        if !names.iter().any(|name| text.contains(name)) {
            continue;
        }
        let mut sources = Sources::default();
        let id = sources.add(path.as_str(), text.as_bytes());
        let tree = syntax::parse(&sources, id).file;
        if tree.items.iter().any(is_base) {
            continue;
        }
        let defined: BTreeSet<&str> = tree.items.iter().flat_map(|item| defined(&item.kind)).collect();
        let count = names.intersection(&defined).count();
        if count > 0 {
            counted.push((count, path));
        }
    }
    counted.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(other.1)));
    counted.into_iter().take(MOST_TRIED).map(|(_, path)| path.clone()).collect()
}

fn is_base(item: &ast::Item) -> bool {
    matches!(&item.kind, ast::ItemKind::Header(header) if header.kind == ast::HeaderKind::Base)
}

/// Whether a file is a base that uses no other file.
fn is_lone_base(file: &ast::File) -> bool {
    let uses = |item: &ast::Item| matches!(item.kind, ast::ItemKind::Use(_));
    file.items.iter().any(is_base) && !file.items.iter().any(uses)
}

/// The names that an item brings.
fn defined(kind: &ast::ItemKind) -> Vec<&str> {
    match kind {
        ast::ItemKind::Sort(sort) => vec![&sort.name.text],
        ast::ItemKind::Players(players) => players.players.iter().map(|name| name.text.as_str()).collect(),
        ast::ItemKind::Extern(declared) => vec![&declared.name.text],
        ast::ItemKind::Action(action) => vec![&action.name.text],
        ast::ItemKind::State(state) => vec![&state.name.text],
        ast::ItemKind::Facts(facts) => facts.atoms.iter().map(|atom| atom.predicate.text.as_str()).collect(),
        ast::ItemKind::Derivation(derivation) => vec![&derivation.head.predicate.text],
        _ => Vec::new(),
    }
}

/// Where a `use` is missing, and what to write there.
struct Place {
    /// The file, by its place among the trees.
    at: usize,
    /// What is said of it points here.
    label: Span,
    edit: Edit,
}

/// The place in the first file of the program that does not know something.
fn place(project: &Project, files: &Files, found: &[Diagnostic], path: &str) -> Option<Place> {
    let unknown: BTreeSet<FileId> = found
        .iter()
        .filter(|message| asks_for_name(message))
        .map(|message| message.label.span.file)
        .collect();
    let at = *files.files.iter().find(|at| unknown.contains(&project.tree(**at).id))?;
    let tree = project.tree(at);
    let last_use = tree.items.iter().rfind(|item| matches!(item.kind, ast::ItemKind::Use(_)));
    let header = tree.items.iter().find(|item| matches!(item.kind, ast::ItemKind::Header(_)));
    let start = Span::new(tree.id, 0, 0);
    let edit = match (last_use, header) {
        (Some(line), _) => Edit { span: line.span.after(), text: format!("\nuse {path}") },
        (None, Some(header)) => Edit { span: header.span.after(), text: format!("\n\nuse {path}") },
        (None, None) => Edit { span: start, text: format!("use {path}\n\n") },
    };
    let label = last_use.or(header).map_or(start, |item| item.span);
    Some(Place { at, label, edit })
}

/// The errors that the line takes away; nothing where it takes none, or brings as many.
fn gone(project: &Project, files: &Files, found: &[Diagnostic], place: &Place) -> Option<Vec<usize>> {
    let Edit { span, text } = &place.edit;
    let start = span.range().start;
    let old = project.sources.file(span.file).text();
    let new = format!("{}{text}{}", &old[..start], &old[start..]);
    let (project, files) = project.with_text(place.at, &new, *files.files.last()?)?;
    let moved = |span: Span| {
        let range = span.range();
        let is_behind = span.file == place.edit.span.file && range.start >= start + text.len();
        let by = if is_behind { text.len() } else { 0 };
        Span::new(span.file, range.start - by, range.end - by)
    };
    let errors: Vec<(Code, Span)> = check_alone(&project, &files, None)
        .diagnostics
        .iter()
        .filter(|message| message.severity == Severity::Error)
        .map(|message| (message.code, moved(message.label.span)))
        .collect();
    let is_there = |message: &Diagnostic| errors.contains(&(message.code, message.label.span));
    let is_known =
        |(code, span): &(Code, Span)| found.iter().any(|one| one.code == *code && one.label.span == *span);
    let gone: Vec<usize> = (0..found.len())
        .filter(|at| found[*at].severity == Severity::Error && !is_there(&found[*at]))
        .collect();
    let fresh: Vec<Code> = errors.iter().filter(|one| !is_known(one)).map(|(code, _)| *code).collect();
    let explains = gone.iter().any(|at| asks_for_name(&found[*at]));
    let is_fitting = !fresh.iter().copied().any(is_clash) && gone.len() > fresh.len();
    (explains && is_fitting).then_some(gone)
}

/// Whether a file that does not fit into a program gives this message: it declares again what is there, or uses what uses it.
fn is_clash(code: Code) -> bool {
    matches!(
        code,
        Code::DeclaredTwice
            | Code::Redefined
            | Code::NotOpen
            | Code::UseCircular
            | Code::UseMissing
            | Code::HeaderPlace
    )
}

/// What is said: of one name where it stands, and of several in one message where the line is missing.
fn told(
    sources: &Sources,
    mut found: Vec<Diagnostic>,
    path: &str,
    place: Place,
    gone: &[usize],
) -> Vec<Diagnostic> {
    let title = format!("add `use {path}`");
    if let [only] = gone {
        let message = &mut found[*only];
        // A name that is called nearly so and is known here was more likely meant.
        let hint = format!("`{path}` has it, and is not used here");
        if message.fix.is_some() {
            message.hints.push(hint);
        } else {
            *message = Diagnostic { hints: vec![hint], ..message.clone() }.fixes(title, vec![place.edit]);
        }
        return found;
    }
    let mut names: BTreeMap<&str, Span> = BTreeMap::new();
    for at in gone.iter().filter(|at| asks_for_name(&found[**at])) {
        let span = found[*at].label.span;
        names.entry(sources.text(span)).or_insert(span);
    }
    let first = names.values().min_by_key(|span| (span.file != place.edit.span.file, span.start)).copied();
    let mut listed: Vec<String> = names.keys().take(MOST_NAMED).map(|name| (*name).to_owned()).collect();
    let more = names.len() - listed.len();
    let label = match more {
        0 if names.len() == 1 => format!("{} stands in that file", list(&listed, "and")),
        0 => format!("{} stand in that file", list(&listed, "and")),
        _ => {
            listed.iter_mut().for_each(|name| *name = format!("`{name}`"));
            format!("{} and {more} more names stand in that file", listed.join(", "))
        }
    };
    let mut message =
        Diagnostic::new(Code::UseForgotten, format!("`use {path}` is missing"), place.label, label);
    if let Some(first) = first {
        message = message.and(first, "asked for here, and not known");
    }
    let message = message.fixes(title, vec![place.edit]);
    let mut at = 0..;
    found.retain(|_| at.next().is_none_or(|at| !gone.contains(&at)));
    found.push(message);
    found
}
