//! Suggests a forgotten `use`: names that a program does not know, but a file that it does not use defines. Each
//! candidate file is tried: the program is checked with the added line, and all errors that disappear are reported as
//! one mistake.
//!
//! No files are read for a program without unknown names. The host program is asked for its embedded files only if
//! the program is a base that uses no files, and no file nearby defines the unknown names.

use std::cmp::Reverse;

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::{Edited, check_alone};
use crate::diagnostic::{Code, Diagnostic, Edit, Severity};
use crate::embedded;
use crate::files::{FileId, Sources, Span};
use crate::library::Library;
use crate::project::{Files, Project};
use crate::spelling::list;
use crate::syntax::{self, ast};

/// Maximum number of files to try; each costs a check of the program.
const MOST_TRIED: usize = 4;

/// Maximum number of files to read when searching for definitions of a name.
const MOST_READ: usize = 500;

/// Maximum number of forgotten lines to suggest for one program.
const MOST_FORGOTTEN: usize = 3;

/// Maximum number of names to list in a message.
const MOST_NAMED: usize = 5;

/// Replaces messages about unknown names by one message about the file that defines them.
pub(super) fn apply(project: &Project, files: &Files, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let Some(library) = files.files.last().and_then(|root| project.library(*root)) else { return found };
    if files.incomplete || !found.iter().any(asks_for_name) {
        return found;
    }
    let mut others = others(project, files, library);
    let lone_base = files.files.last().is_some_and(|root| is_lone_base(project.tree(*root)));
    if lone_base && candidates(project, files, &found, &others).is_empty() && embedded::asked().is_some() {
        others = self::others(project, files, library);
    }
    let mut named: Vec<String> = Vec::new();
    for _ in 0..MOST_FORGOTTEN {
        let candidates = candidates(project, files, &found, &others).into_iter();
        let tried = candidates.filter(|path| !named.contains(path)).filter_map(|path| {
            let place = place(project, files, &found, &path)?;
            let gone = gone(project, files, &found, &place)?;
            Some((path, place, gone))
        });
        let mut tried: Vec<(String, Place, Vec<usize>)> = tried.collect();
        tried.arrange_by_key(|(.., gone)| Reverse(gone.len()));
        // If two files explain the same number of errors, it is unknown which is meant.
        if let [(_, _, one), (_, _, other), ..] = tried.as_slice()
            && one.len() == other.len()
        {
            let equal = tried.iter().take_while(|(.., gone)| gone.len() == one.len());
            let paths: Vec<&str> = equal.map(|(path, ..)| path.as_str()).collect();
            let hint = format!("{} define it: `use` the one that is meant", list(&paths, "and"));
            if let Some(message) = found.iter_mut().find(|message| asks_for_name(message)) {
                message.hints.push(hint);
            }
            break;
        }
        let Some((path, place, gone)) = tried.into_iter().next() else { break };
        found = told(project, files, found, &path, place, &gone);
        named.push(path);
    }
    found
}

/// Whether a message reports an unknown name.
fn asks_for_name(message: &Diagnostic) -> bool {
    matches!(
        message.code,
        Code::UnknownPredicate | Code::WrongArity | Code::UnknownSort | Code::UnknownAction | Code::NoPlayer
    )
}

/// An unknown name, with its arity if it is the name of a predicate.
type Unknown<'a> = (&'a str, Option<usize>);

/// The unknown name in a message. A name with another arity counts as a different name.
fn unknown<'a>(project: &'a Project, files: &Files, message: &Diagnostic) -> Unknown<'a> {
    let place = message.label.span;
    let mut of_place = None;
    let trees = files.files.iter().map(|at| project.tree(*at)).filter(|tree| tree.id == place.file);
    for item in trees.flat_map(|tree| &tree.items).filter(|item| item.span.encloses(place)) {
        ast::each_atom_of_item(item, &mut |atom| {
            // Of nested atoms the inner one comes first.
            if of_place.is_none() && atom.span.encloses(place) {
                of_place = Some((project.sources.text(atom.predicate.span), atom.arguments.len()));
            }
        });
    }
    match (message.code, of_place) {
        (Code::UnknownPredicate | Code::WrongArity, Some((name, arity))) => (name, Some(arity)),
        _ => (project.sources.text(place), None),
    }
}

/// The files that a `use` could name and that the program does not have, by path.
fn others(project: &Project, files: &Files, library: &Library) -> Vec<(String, String)> {
    let used: SortedSet<&str> =
        files.files.iter().map(|at| project.sources.file(project.tree(*at).id).path()).collect();
    let mut seen = SortedSet::new();
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

/// The paths of files that define unknown names, those that define most of them first.
fn candidates(
    project: &Project,
    files: &Files,
    found: &[Diagnostic],
    others: &[(String, String)],
) -> Vec<String> {
    let names: SortedSet<Unknown<'_>> = found
        .iter()
        .filter(|message| asks_for_name(message))
        .map(|message| unknown(project, files, message))
        .filter(|(name, _)| !name.is_empty())
        .collect();
    let mut counted: Vec<(usize, &String)> = Vec::new();
    for (path, text) in others {
        if !names.iter().any(|(name, _)| text.contains(name)) {
            continue;
        }
        let mut sources = Sources::default();
        let id = sources.add(path.as_str(), text.as_bytes());
        let tree = syntax::parse(&sources, id).file;
        if tree.items.iter().any(is_base) {
            continue;
        }
        let defined: Vec<Defined<'_>> = tree.items.iter().flat_map(|item| defined(&item.kind)).collect();
        let is_defined = |unknown: &&Unknown<'_>| defined.iter().any(|known| known.is(**unknown));
        let count = names.iter().filter(is_defined).count();
        if count > 0 {
            counted.push((count, path));
        }
    }
    counted.arrange_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(other.1)));
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

/// A name that an item defines, with the least and greatest arity that it may have.
struct Defined<'t> {
    name: &'t str,
    least: usize,
    most: usize,
}

impl<'t> Defined<'t> {
    fn new(name: &'t ast::Name, arity: usize) -> Defined<'t> {
        Defined { name: &name.text, least: arity, most: arity }
    }

    fn is(&self, (name, arity): Unknown<'_>) -> bool {
        self.name == name && arity.is_none_or(|arity| (self.least..=self.most).contains(&arity))
    }
}

/// The names that an item defines.
fn defined(kind: &ast::ItemKind) -> Vec<Defined<'_>> {
    match kind {
        // The name of a sort is also a predicate that holds for each of its values.
        ast::ItemKind::Sort(sort) => vec![Defined::new(&sort.name, 1)],
        ast::ItemKind::Players(players) => players.players.iter().map(|name| Defined::new(name, 0)).collect(),
        ast::ItemKind::Extern(declared) => {
            let known = Defined::new(&declared.name, declared.parameters.len());
            let most = if declared.variadic { usize::MAX } else { known.most };
            vec![Defined { most, ..known }]
        }
        ast::ItemKind::Action(action) => vec![Defined::new(&action.name, action.parameters.len())],
        ast::ItemKind::State(state) => vec![Defined::new(&state.name, state.parameters.len())],
        ast::ItemKind::Open(open) => vec![Defined::new(&open.name, open.parameters.len())],
        ast::ItemKind::Facts(facts) => {
            facts.atoms.iter().map(|atom| Defined::new(&atom.predicate, atom.arguments.len())).collect()
        }
        ast::ItemKind::Derivation(derivation) => {
            vec![Defined::new(&derivation.head.predicate, derivation.head.arguments.len())]
        }
        _ => Vec::new(),
    }
}

/// The position of a missing `use`, and the edit that adds it.
struct Place {
    /// The index of the file among the trees.
    at: usize,
    /// The span that the message points to.
    label: Span,
    edit: Edit,
}

/// The position for a `use` in the first file of the program that contains an unknown name.
fn place(project: &Project, files: &Files, found: &[Diagnostic], path: &str) -> Option<Place> {
    let unknown: SortedSet<FileId> = found
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

/// The indices of the errors that the added line removes; `None` if it removes none, or adds as many.
fn gone(project: &Project, files: &Files, found: &[Diagnostic], place: &Place) -> Option<Vec<usize>> {
    let old = project.sources.file(place.edit.span.file).text();
    let edited = Edited::new(old, std::slice::from_ref(&place.edit));
    let (project, files) = project.with_text(place.at, &edited.text, *files.files.last()?)?;
    let errors: Vec<(Code, Span)> = check_alone(&project, &files, &[])
        .diagnostics
        .iter()
        .filter(|message| message.severity == Severity::Error)
        .map(|message| (message.code, edited.before(message.label.span)))
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

/// Whether this message shows that a file does not fit into the program: it declares names again, or causes a cycle
/// of `use`.
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

/// Changes the messages: a single one is extended where it is, and several are replaced by one at the missing line.
fn told(
    project: &Project,
    files: &Files,
    mut found: Vec<Diagnostic>,
    path: &str,
    place: Place,
    gone: &[usize],
) -> Vec<Diagnostic> {
    let title = format!("add `use {path}`");
    if let [only] = gone
        && found[*only].code != Code::WrongArity
    {
        let message = &mut found[*only];
        // A similar name that is known here was more likely meant.
        let hint = format!("`{path}` defines it, but is not used here");
        if message.fix.is_some() {
            message.hints.push(hint);
        } else {
            *message = Diagnostic { hints: vec![hint], ..message.clone() }.fixes(title, vec![place.edit]);
        }
        return found;
    }
    let mut names: SortedMap<String, Span> = SortedMap::new();
    for at in gone.iter().filter(|at| asks_for_name(&found[**at])) {
        let span = found[*at].label.span;
        let name = match (found[*at].code, unknown(project, files, &found[*at])) {
            (Code::WrongArity, (name, Some(arity))) => format!("{name}/{arity}"),
            (_, (name, _)) => name.to_owned(),
        };
        names.entry(name).or_insert(span);
    }
    let first = names.values().min_by_key(|span| (span.file != place.edit.span.file, span.start)).copied();
    let mut listed: Vec<String> = names.keys().take(MOST_NAMED).cloned().collect();
    let more = names.len() - listed.len();
    let label = match more {
        0 if names.len() == 1 => format!("{} is defined in that file", list(&listed, "and")),
        0 => format!("{} are defined in that file", list(&listed, "and")),
        _ => {
            listed.iter_mut().for_each(|name| *name = format!("`{name}`"));
            format!("{} and {more} more names are defined in that file", listed.join(", "))
        }
    };
    let mut message =
        Diagnostic::new(Code::UseForgotten, format!("`use {path}` is missing"), place.label, label);
    if let Some(first) = first {
        message = message.and(first, "used here, but unknown");
    }
    let message = message.fixes(title, vec![place.edit]);
    let mut at = 0..;
    found.retain(|_| at.next().is_none_or(|at| !gone.contains(&at)));
    found.push(message);
    found
}
