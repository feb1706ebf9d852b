//! Determines which file owns a predicate that several files define.
//!
//! All names of a program share one namespace, so unrelated files may define the same predicate by accident. The
//! predicate belongs to the most widely shared file ([`Sharing`](super::Sharing)), regardless of the order of the
//! files. If several files are shared equally, a further condition applies: all of them must be the program's own
//! files, or all must declare the predicate open. The predicate then belongs to the first file that declares it open.
//! Only the owner may declare it open, and only then may other files add clauses or facts. If a predicate has no owner,
//! all of its definitions are reported.

use blanche_sorted::SortedMap;

use super::model::{Declared, RejectedDefinitions, Rejection};
use super::open_predicates;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::{FileId, Span};
use crate::syntax::ast::{self, ItemKind};

/// The definition of a predicate in one file.
#[derive(Clone, Copy)]
struct Definition {
    file: FileId,
    /// The span of the first clause or fact, or of the declaration if there is no clause or fact.
    first: Span,
    opens: Option<Span>,
}

/// Determines the owner of every predicate that several files define, and records rejected definitions.
pub(super) fn decide(resolver: &mut Declared<'_>, items: &[&ast::Item]) {
    for ((name, arity), definitions) in definitions(items) {
        let key = (name.to_owned(), arity);
        let mut declared = resolver.declared_open.remove(&key).unwrap_or_default();
        let is_elsewhere = definitions.len() == 1
            || resolver.predicate(name, arity).is_some()
            // A declaration that could not be parsed may have declared the predicate open.
            || resolver.recovery.may_lack_files()
            || resolver.recovery.is_dropped(name);
        if is_elsewhere {
            resolver.open.extend(declared.drain(..).next().map(|open| (key, open)));
            continue;
        }
        let Some(owner) = owner(resolver, &definitions) else {
            refuse_all(resolver, &key, &definitions);
            continue;
        };
        let Some(at) = declared.iter().position(|open| open.span.file == owner.file) else {
            for other in definitions.iter().filter(|other| other.file != owner.file) {
                add(resolver, &key, *other, Rejection::Foreign, owner.first);
            }
            continue;
        };
        let open = declared.remove(at);
        for again in declared {
            open_predicates::declared_twice(resolver, &key, open.span, again.span);
        }
        resolver.open.insert(key, open);
    }
}

/// The definitions of each predicate in each file, by name and arity.
fn definitions<'a>(items: &[&'a ast::Item]) -> SortedMap<(&'a str, usize), Vec<Definition>> {
    let mut found: SortedMap<(&str, usize), Vec<Definition>> = SortedMap::new();
    let of_atom = |atom: &'a ast::Atom| (&atom.predicate, atom.arguments.len(), false);
    let parts = items.iter().flat_map(|item| match &item.kind {
        ItemKind::Derivation(ast::Derivation { head: atom, .. }) => vec![of_atom(atom)],
        // All rows of a data file belong to one predicate, so the first row is sufficient.
        ItemKind::Facts(facts) if facts.from.is_some() => facts.atoms.iter().take(1).map(of_atom).collect(),
        ItemKind::Facts(facts) => facts.atoms.iter().map(of_atom).collect(),
        ItemKind::Open(declaration) => vec![(&declaration.name, declaration.parameters.len(), true)],
        _ => Vec::new(),
    });
    for (name, arity, opens) in parts {
        let (file, span) = (name.span.file, name.span);
        let of_name = found.entry((name.text.as_str(), arity)).or_default();
        // All items of a file come one after another.
        if of_name.last().is_none_or(|last| last.file != file) {
            of_name.push(Definition { file, first: span, opens: None });
        }
        let Some(here) = of_name.last_mut() else { continue };
        match (opens, here.opens) {
            (true, None) => here.opens = Some(span),
            (false, Some(opens)) if here.first == opens => here.first = span,
            _ => {}
        }
    }
    found
}

/// The definition in the file that owns the predicate.
fn owner(resolver: &Declared<'_>, definitions: &[Definition]) -> Option<Definition> {
    let files: Vec<FileId> = definitions.iter().map(|definition| definition.file).collect();
    let most = resolver.sharing.most_shared(&files);
    let alone = |files: &[FileId]| match files {
        [file] => definitions.iter().find(|definition| definition.file == *file).copied(),
        _ => None,
    };
    alone(&most).or_else(|| {
        let is_open = |file: &&FileId| {
            definitions.iter().any(|definition| definition.file == **file && definition.opens.is_some())
        };
        let open: Vec<FileId> = most.iter().filter(is_open).copied().collect();
        let are_own = most.iter().all(|file| resolver.sharing.is_own(*file));
        // If several of these files declare the predicate open, the first one owns it, and the others get a message.
        let agreed = are_own || open.len() == most.len();
        alone(open.get(..1).filter(|_| agreed).unwrap_or(&[]))
    })
}

/// Rejects the definitions of a predicate without an owner. Of the most widely shared files, the clauses of the first
/// one are kept.
fn refuse_all(resolver: &mut Declared<'_>, key: &(String, usize), definitions: &[Definition]) {
    let files: Vec<FileId> = definitions.iter().map(|definition| definition.file).collect();
    let most = resolver.sharing.most_shared(&files);
    let of_most: Vec<Definition> =
        definitions.iter().copied().filter(|definition| most.contains(&definition.file)).collect();
    let (Some(kept), Some(second)) = (of_most.first(), of_most.get(1)) else { return };
    add(resolver, key, *kept, Rejection::Kept, second.first);
    for other in definitions.iter().filter(|other| other.file != kept.file) {
        let why = if most.contains(&other.file) { Rejection::NoOwner } else { Rejection::Foreign };
        add(resolver, key, *other, why, kept.first);
    }
}

fn add(resolver: &mut Declared<'_>, key: &(String, usize), one: Definition, why: Rejection, other: Span) {
    let places = if one.opens == Some(one.first) { Vec::new() } else { vec![one.first] };
    let rejected = RejectedDefinitions { why, other, opens: one.opens, places };
    resolver.rejected.insert((one.file, key.0.clone(), key.1), rejected);
}

/// Whether a fact or clause is rejected because another file owns its predicate. If it is, its span is recorded for the
/// message.
pub(super) fn refuse(resolver: &mut Declared<'_>, head: &ast::Atom) -> bool {
    if resolver.rejected.is_empty() {
        return false;
    }
    let place = head.predicate.span;
    let key = (place.file, head.predicate.text.clone(), head.arguments.len());
    let Some(rejected) = resolver.rejected.get_mut(&key) else { return false };
    if !rejected.places.contains(&place) && rejected.why != Rejection::Kept {
        rejected.places.push(place);
    }
    rejected.why != Rejection::Kept
}

/// Reports rejected definitions, once per file, after all predicates are known.
pub(super) fn report(resolver: &mut Declared<'_>) {
    for ((file, name, arity), rejected) in std::mem::take(&mut resolver.rejected) {
        match resolver.predicate(&name, arity) {
            Some(id) => {
                if rejected.why != Rejection::Foreign {
                    resolver.recovery.clause_omitted(id);
                }
                if rejected.why != Rejection::Kept {
                    resolver.recovery.clauses_rejected(file, id);
                }
            }
            None => resolver.recovery.definitions_rejected(name.clone()),
        }
        let message = match (rejected.why, rejected.opens) {
            (Rejection::Foreign, Some(opens)) => not_to_open(resolver, &name, arity, opens, &rejected),
            (Rejection::Foreign, None) => foreign(resolver, &name, arity, &rejected),
            (Rejection::NoOwner | Rejection::Kept, _) => no_owner(resolver, &name, arity, &rejected),
        };
        resolver.report(message);
    }
}

/// The message about an `open` declaration of a predicate that another file owns, together with its clauses.
fn not_to_open(
    resolver: &Declared<'_>,
    name: &str,
    arity: usize,
    opens: Span,
    rejected: &RejectedDefinitions,
) -> Diagnostic {
    let title = format!("`{name}/{arity}` cannot be opened by this file");
    let message = Diagnostic::new(Code::NotOpen, title, opens, "declared open here")
        .and(rejected.other, "another file defines it and does not declare it open");
    let places = rejected.places.iter();
    places
        .fold(message, |message, place| {
            message.and(*place, "this would change it for everything that uses that file")
        })
        .hint("give your own predicate another name, and remove the declaration")
        .hint(how_to_open(resolver, name, arity, rejected.other))
}

/// The message about clauses or facts in a file that does not own their predicate.
fn foreign(resolver: &Declared<'_>, name: &str, arity: usize, rejected: &RejectedDefinitions) -> Diagnostic {
    let title = format!("`{name}/{arity}` is defined in another file");
    let label = "this would change it for everything that uses that file";
    let first = rejected.places.first().copied().unwrap_or(rejected.other);
    let mut message = Diagnostic::new(Code::NotOpen, title, first, label).and(rejected.other, "defined here");
    if let Some((near, open)) = open_predicates::nearly(resolver, name, arity) {
        message = message.and(open, format!("`{near}` is declared open here: did you mean this one?"));
    }
    let places = rejected.places.iter().skip(1);
    places
        .fold(message, |message, place| message.and(*place, "and here"))
        .hint("give your own predicate another name")
        .hint(how_to_open(resolver, name, arity, rejected.other))
}

/// The message about a predicate that several files define and that no file owns.
fn no_owner(resolver: &Declared<'_>, name: &str, arity: usize, rejected: &RejectedDefinitions) -> Diagnostic {
    let title = format!("`{name}/{arity}` is defined in two files, and belongs to neither");
    let first = rejected.places.first().or(rejected.opens.as_ref()).copied().unwrap_or(rejected.other);
    let written = written(resolver, name, arity);
    Diagnostic::new(Code::NotOpen, title, first, "defined here")
        .and(rejected.other, "and here, by a file that does not use this one")
        .hint("give the predicate of one of the two files another name")
        .hint(format!(
            "if both should define it, one of them declares it, open {written}, and the other one uses that \
             file"
        ))
}

fn how_to_open(resolver: &Declared<'_>, name: &str, arity: usize, owner: Span) -> String {
    let file = resolver.sources.file(owner.file).name();
    let written = written(resolver, name, arity);
    format!("if other files should extend it, `{file}` must declare it: open {written}")
}

/// The text of a predicate in a declaration.
fn written(resolver: &Declared<'_>, name: &str, arity: usize) -> String {
    let predicate = resolver.predicate(name, arity).map(|id| resolver.program.predicate(id));
    match predicate.map(|predicate| predicate.parameters.as_slice()) {
        None | Some([]) => name.to_owned(),
        Some(parameters) => format!("{name}({})", parameters.join(", ")),
    }
}
