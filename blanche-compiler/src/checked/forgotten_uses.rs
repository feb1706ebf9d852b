//! Suggests a forgotten `use`, if a program uses a name that only a file without a `use` defines. Each candidate file
//! is tried by checking the program with the `use` line added. All errors that disappear are reported as one mistake.
//!
//! No files are read for a program without unknown names. The files embedded in the host program are searched only if
//! the checked program is a base that uses no files, and no file nearby defines the unknown names.

use std::cmp::Reverse;

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::{Edited, check_alone};
use crate::diagnostic::{Code, Diagnostic, Edit, Severity};
use crate::embedded;
use crate::files::{FileId, Sources, Span};
use crate::project::{Files, Project};
use crate::search_path::SearchPath;
use crate::spelling::list;
use crate::syntax::{self, ast};

/// Maximum number of files to try. Each trial costs a check of the program.
const MAX_TRIED_FILES: usize = 4;

/// Maximum number of files to read in the search for definitions of unknown names.
const MAX_READ_FILES: usize = 500;

/// Maximum number of missing `use` lines to suggest for one program.
const MAX_SUGGESTIONS: usize = 3;

/// Maximum number of names to list in a message.
const MAX_LISTED_NAMES: usize = 5;

/// Replaces messages about unknown names by one message about a file that defines these names.
pub(super) fn apply(project: &Project, files: &Files, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let Some(search_path) = files.files.last().and_then(|root| project.search_path(*root)) else {
        return found;
    };
    if files.incomplete || !found.iter().any(asks_for_name) {
        return found;
    }
    let mut others = others(project, files, search_path);
    let lone_base = files.files.last().is_some_and(|root| is_lone_base(project.tree(*root)));
    if lone_base && candidates(project, files, &found, &others).is_empty() && embedded::load().is_some() {
        others = self::others(project, files, search_path);
    }
    let mut named: Vec<String> = Vec::new();
    for _ in 0..MAX_SUGGESTIONS {
        let candidates = candidates(project, files, &found, &others).into_iter();
        let tried = candidates.filter(|path| !named.contains(path)).filter_map(|path| {
            let place = place(project, files, &found, &path)?;
            let resolved_by = resolved_by(project, files, &found, &place)?;
            Some((path, place, resolved_by))
        });
        let mut tried: Vec<(String, UsePosition, Vec<usize>)> = tried.collect();
        tried.arrange_by_key(|(.., resolved_by)| Reverse(resolved_by.len()));
        // If two files explain the same number of errors, it is unknown which of them is meant.
        if let [(_, _, one), (_, _, other), ..] = tried.as_slice()
            && one.len() == other.len()
        {
            let equal = tried.iter().take_while(|(.., resolved_by)| resolved_by.len() == one.len());
            let paths: Vec<&str> = equal.map(|(path, ..)| path.as_str()).collect();
            let hint = format!("{} define it: `use` the one that is meant", list(&paths, "and"));
            if let Some(message) = found.iter_mut().find(|message| asks_for_name(message)) {
                message.hints.push(hint);
            }
            break;
        }
        let Some((path, place, resolved_by)) = tried.into_iter().next() else { break };
        found = report_forgotten(project, files, found, &path, place, &resolved_by);
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
            // If atoms are nested, the innermost one is found first.
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

/// The files that a `use` could name and that are not part of the program, each with its path.
fn others(project: &Project, files: &Files, search_path: &SearchPath) -> Vec<(String, String)> {
    let used: SortedSet<&str> =
        files.files.iter().map(|at| project.sources.file(project.tree(*at).id).path()).collect();
    let mut seen = SortedSet::new();
    let of_base = files.files.last().is_some_and(|root| project.tree(*root).items.iter().any(is_base));
    let offered = search_path.offered(of_base).into_iter().take(MAX_READ_FILES).filter_map(|path| {
        let found = search_path.find(&path, &project.texts)?;
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

/// The paths of files that define unknown names. Files that define most of the names come first.
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
    counted.into_iter().take(MAX_TRIED_FILES).map(|(_, path)| path.clone()).collect()
}

fn is_base(item: &ast::Item) -> bool {
    matches!(&item.kind, ast::ItemKind::Header(header) if header.kind == ast::HeaderKind::Base)
}

/// Whether a file is a base that uses no other file.
fn is_lone_base(file: &ast::File) -> bool {
    let uses = |item: &ast::Item| matches!(item.kind, ast::ItemKind::Use(_));
    file.items.iter().any(is_base) && !file.items.iter().any(uses)
}

/// A name that an item defines, with the least and the greatest number of arguments that it may have.
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

/// The place where a `use` line is missing, and the edit that adds the line.
struct UsePosition {
    /// The index of the file among the files of the program.
    at: usize,
    /// The span that the message points to.
    label: Span,
    edit: Edit,
}

/// The place for the missing `use` line, in the first file of the program that contains an unknown name.
fn place(project: &Project, files: &Files, found: &[Diagnostic], path: &str) -> Option<UsePosition> {
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
    Some(UsePosition { at, label, edit })
}

/// The indices of the errors that disappear when the line is added. `None` if none of them is about an unknown name, if
/// at least as many new errors appear, or if the file does not fit into the program.
fn resolved_by(
    project: &Project,
    files: &Files,
    found: &[Diagnostic],
    place: &UsePosition,
) -> Option<Vec<usize>> {
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
    let resolved_by: Vec<usize> = (0..found.len())
        .filter(|at| found[*at].severity == Severity::Error && !is_there(&found[*at]))
        .collect();
    let fresh: Vec<Code> = errors.iter().filter(|one| !is_known(one)).map(|(code, _)| *code).collect();
    let explains = resolved_by.iter().any(|at| asks_for_name(&found[*at]));
    let is_fitting = !fresh.iter().copied().any(is_clash) && resolved_by.len() > fresh.len();
    (explains && is_fitting).then_some(resolved_by)
}

/// Whether this message shows that an added file does not fit into the program, because it declares names again or
/// causes a cycle of `use`.
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

/// Changes the messages about the unknown names. A single message is extended in its place, and several are replaced by
/// one message at the place of the missing line.
fn report_forgotten(
    project: &Project,
    files: &Files,
    mut found: Vec<Diagnostic>,
    path: &str,
    place: UsePosition,
    resolved_by: &[usize],
) -> Vec<Diagnostic> {
    let title = format!("add `use {path}`");
    if let [only] = resolved_by
        && found[*only].code != Code::WrongArity
    {
        let message = &mut found[*only];
        // If the message suggests a similar name that is known here, that name was more likely meant.
        let hint = format!("`{path}` defines it, but is not used here");
        if message.fix.is_some() {
            message.hints.push(hint);
        } else {
            *message = Diagnostic { hints: vec![hint], ..message.clone() }.fixes(title, vec![place.edit]);
        }
        return found;
    }
    let mut names: SortedMap<String, Span> = SortedMap::new();
    for at in resolved_by.iter().filter(|at| asks_for_name(&found[**at])) {
        let span = found[*at].label.span;
        let name = match (found[*at].code, unknown(project, files, &found[*at])) {
            (Code::WrongArity, (name, Some(arity))) => format!("{name}/{arity}"),
            (_, (name, _)) => name.to_owned(),
        };
        names.entry(name).or_insert(span);
    }
    let first = names.values().min_by_key(|span| (span.file != place.edit.span.file, span.start)).copied();
    let mut listed: Vec<String> = names.keys().take(MAX_LISTED_NAMES).cloned().collect();
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
    found.retain(|_| at.next().is_none_or(|at| !resolved_by.contains(&at)));
    found.push(message);
    found
}
