//! Another name for a predicate, a variable, a rule, a score, a sort or a constant, everywhere at once.
//!
//! It is refused, with the reason, where a program outside of the text relies on the name, and where the new name would
//! mean something else.

use std::path::Path;

use crate::diagnostic::Edit;
use crate::files::{FileId, Span};
use crate::folders;
use crate::names::occurrences::{Meaning, VariableOfItem};
use crate::program::{Atom, Extern, GameQuestion, Goal, Origin, Predicate, PredicateKind, Program, RuleKind};
use crate::syntax::{self, ast};

use super::references::places;
use super::scope::Unsearched;
use super::{Found, Workspace, name_at};

/// The name that would get another one; or why it cannot.
pub fn renamable(workspace: &Workspace, file: FileId, offset: u32) -> Result<Span, String> {
    let Some(found) = name_at(workspace, file, offset) else {
        return Err(match word_at(workspace, file, offset) {
            Some(word) if is_word(word) => format!("`{word}` is a word of the language"),
            Some(word) => format!("it is not known what `{word}` is"),
            None => "there is no name here".to_owned(),
        });
    };
    match refusal(workspace, found).or_else(|| unknown_users(workspace, found)) {
        Some(reason) => Err(reason),
        None => Ok(found.name.span),
    }
}

/// Why a name must stay that stands in a file of which it is not known who else uses it.
fn unknown_users(workspace: &Workspace, found: Found<'_>) -> Option<String> {
    let places = places(workspace, found.name);
    let name = &found.name.text;
    if let Some(place) = places.iter().find(|place| workspace.is_embedded(place.span.file)) {
        return Some(format!(
            "`{name}` also stands in `{}`, which is built into `noire` and cannot be changed; write the files to a folder \
             (noire bases --output knowledge), then all of them get the new name",
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
        "`{}` also stands in `{}`, outside of what is open here, and others may use it there; open the folder `{}` \
         too, then all of them get the new name",
        name,
        folders::shown(path),
        folders::shown(folder),
    ))
}

/// Why a name of a knowledge folder must stay whose users were not all found.
fn too_far(name: &str, path: &Path, why: &Unsearched) -> String {
    let path = folders::shown(path);
    match why {
        Unsearched::NoProject(holder) => {
            let what = if holder.parent().is_some() { "the home folder" } else { "the whole machine" };
            format!(
                "`{name}` also stands in `{path}`, and whatever lies below `{}` may use it there; that is {what}, which is \
                 not searched; put the knowledge and what uses it into a folder of their own",
                folders::shown(holder),
            )
        }
        Unsearched::TooMuch(holder) => format!(
            "`{name}` also stands in `{path}`, and whatever lies below `{0}` may use it there, which is too much to be \
             searched; open the folder `{0}` too, then all of them get the new name",
            folders::shown(holder),
        ),
    }
}

/// The replacements that give the name at a place another one; or why that cannot be.
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
        let known = places.iter().find_map(|place| {
            let names = &program.resolved.occurrences;
            names.at(place.span.file, place.span.start).filter(|name| name.span == place.span)
        });
        if let Some(name) = known {
            free(Found { program, name }, new)?;
        }
    }
    Ok(places.into_iter().map(|place| Edit { span: place.span, text: new.to_owned() }).collect())
}

/// Whether texts that are no BLANCHE may call what stands here by its name: a rule, a score or a predicate.
pub fn is_known_outside(workspace: &Workspace, file: FileId, offset: u32) -> bool {
    let found = name_at(workspace, file, offset);
    found.is_some_and(|found| {
        let named = [Meaning::Rule, Meaning::Score, Meaning::Move, Meaning::Draw, Meaning::Preference];
        named.contains(&found.name.meaning) || matches!(found.name.meaning, Meaning::Predicate(_))
    })
}

/// Whether the board brings what is declared here.
fn of_board(program: &Program, declared: Option<Span>) -> bool {
    program.board.as_ref().is_some_and(|board| Some(board.span) == declared)
}

/// Why a name must stay, if it must.
fn refusal(workspace: &Workspace, found: Found<'_>) -> Option<String> {
    let (name, program) = (found.name, &found.program.resolved.program);
    let text = &name.text;
    match name.meaning {
        Meaning::Variable(_) => None,
        Meaning::Header => Some(format!("programs know `{text}` by this name")),
        Meaning::Board => Some("`board` is a word of the language".to_owned()),
        Meaning::File => Some("this is the path of a file; give the file another name".to_owned()),
        Meaning::Parameter(_) => {
            Some(format!("`{text}` only says what an argument is for; change it in the declaration"))
        }
        Meaning::Constant(None) => Some(format!("it is not known of which sort `{text}` is")),
        Meaning::Constant(Some(sort)) => {
            let declared = program.sort(sort).span;
            if of_board(program, declared) {
                return Some(format!("the board brings `{text}`, and writes it in one way only"));
            }
            let sort = program.sort(sort);
            if sort.value(text).is_none() || !matches!(sort.kind, crate::program::SortKind::Constants(_)) {
                return Some(format!(
                    "`{text}` is a number or a value of the host, and written in one way only"
                ));
            }
            relied_on(workspace, declared).then(|| format!("the host knows the value `{text}` by this name"))
        }
        Meaning::Sort(sort) => {
            let declared = program.sort(sort).span;
            if of_board(program, declared) {
                return Some(format!(
                    "the board brings the sort `{text}`, which has this name on every board"
                ));
            }
            relied_on(workspace, declared).then(|| format!("the host knows the sort `{text}` by this name"))
        }
        Meaning::Predicate(id) => {
            let predicate = program.predicate(id);
            if predicate.origin == Origin::Board {
                return Some(format!(
                    "the board brings `{}`, which has this name on every board",
                    predicate.signature()
                ));
            }
            if predicate.origin == Origin::Game {
                return Some(format!(
                    "every game brings `{}`, which has this name in all of them",
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
        Meaning::Rule => asked(workspace, text),
        Meaning::Score | Meaning::Move | Meaning::Draw | Meaning::Preference => None,
    }
}

/// Whether something is declared in the file of a domain, whose host knows its names.
fn relied_on(workspace: &Workspace, declared: Option<Span>) -> bool {
    let tree = declared.and_then(|span| workspace.tree(span.file));
    tree.is_some_and(|tree| {
        tree.items.iter().any(|item| {
            matches!(&item.kind, ast::ItemKind::Header(header) if header.kind == ast::HeaderKind::Domain)
        })
    })
}

/// Programs ask a base for its exports by their names.
fn exported(workspace: &Workspace, predicate: &Predicate) -> Option<String> {
    let of_name = |program: &crate::checked::Checked| {
        let program = &program.resolved.program;
        let asks = |atom: &Atom| program.predicate(atom.predicate).span == predicate.span;
        program
            .exports()
            .any(|(_, export)| matches!(export.body.as_slice(), [Goal::Atom(atom)] if asks(atom)))
    };
    let found = workspace.programs().any(of_name);
    found.then(|| format!("`{}` is exported: programs ask for it by this name", predicate.name))
}

/// The rules that an extern predicate asks are known to the domain by their names.
fn asked(workspace: &Workspace, rule: &str) -> Option<String> {
    let trees = workspace.files().filter_map(|file| workspace.tree(file));
    let asks = trees.flat_map(|tree| &tree.items).find_map(|item| match &item.kind {
        ast::ItemKind::Extern(declaration) => {
            declaration.asks.iter().any(|name| name.text == rule).then_some(&declaration.name.text)
        }
        _ => None,
    });
    asks.map(|predicate| format!("`{predicate}` of the domain asks the rule `{rule}` by this name"))
}

fn well_formed(new: &str, is_variable: bool) -> Result<(), String> {
    let first = new.chars().next();
    if !syntax::is_name(new) || is_variable && new.contains('.') {
        return Err(format!(
            "`{new}` is no name: a name has letters, digits and underscores, and dots inside it"
        ));
    }
    match (is_variable, first.is_some_and(char::is_uppercase)) {
        (true, false) => Err(format!("`{new}` is no variable: a variable begins with a capital")),
        (false, true) => Err(format!("`{new}` would be a variable: this name begins with a small letter")),
        (false, false) if is_word(new) => Err(format!("`{new}` is a word of the language")),
        _ => Ok(()),
    }
}

/// Whether the new name means nothing yet where it would stand.
fn free(found: Found<'_>, new: &str) -> Result<(), String> {
    let Found { program, name } = found;
    let (known, names) = (&program.resolved.program, &program.resolved.occurrences);
    let taken = |what: &str| Err(format!("there is {what} `{new}` already"));
    match name.meaning {
        Meaning::Variable(at) => {
            let Some(variable) = names.variables.get(at as usize) else { return Ok(()) };
            let same = |other: &&VariableOfItem| other.item == variable.item && other.name == new;
            if names.variables.iter().find(same).is_some() {
                return taken("a variable of this clause that is called");
            }
            if ast::is_local(new) != ast::is_local(&variable.name) {
                return Err(match ast::is_local(new) {
                    true => format!("`{new}` would be local, and no part of an answer"),
                    false => format!("`{new}` would not be local any more, and become part of an answer"),
                });
            }
            let word = new.split(|c: char| c.is_numeric() || c == '_').next().unwrap_or("");
            match (known.sort_of_word(word), variable.sort) {
                (Some(by_word), Some(sort)) if known.common(by_word, sort).is_none() => {
                    let (by_word, sort) = (&known.sort(by_word).name, &known.sort(sort).name);
                    Err(format!("`{new}` would be a `{by_word}`, and this is a `{sort}`"))
                }
                _ => Ok(()),
            }
        }
        Meaning::Predicate(id) => {
            let arity = known.predicate(id).arity();
            let same = |other: &&Predicate| other.name == new && other.arity() == arity;
            match known.predicates.iter().find(same) {
                Some(_) => taken(&format!("a predicate of {arity} arguments")),
                None => Ok(()),
            }
        }
        Meaning::Sort(_) => match known.sorts.iter().any(|sort| sort.name == new) {
            true => taken("a sort"),
            false => Ok(()),
        },
        Meaning::Constant(Some(sort)) => match known.sort(sort).value(new) {
            Some(_) => taken("a value of this sort"),
            None => Ok(()),
        },
        Meaning::Rule => match known.rules.iter().any(|rule| rule.kind == RuleKind::Rule && rule.name == new)
        {
            true => taken("a rule"),
            false => Ok(()),
        },
        Meaning::Score | Meaning::Move | Meaning::Draw | Meaning::Preference => {
            let (what, is_such): (&str, fn(RuleKind) -> bool) = match name.meaning {
                Meaning::Move => ("a move", |kind| kind == RuleKind::Game(GameQuestion::Move)),
                Meaning::Draw => ("a draw", |kind| kind == RuleKind::Game(GameQuestion::Draw)),
                Meaning::Preference => ("a preference", |kind| matches!(kind, RuleKind::Preference(_))),
                _ => ("a score", |kind| matches!(kind, RuleKind::Score(_))),
            };
            match known.rules.iter().any(|rule| is_such(rule.kind) && rule.name == new) {
                true => taken(what),
                false => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// The word of the text at a place.
fn word_at(workspace: &Workspace, file: FileId, offset: u32) -> Option<&str> {
    let sources = workspace.sources();
    let tokens = syntax::tokens(sources, file);
    let at = tokens.partition_point(|token| token.start <= offset);
    let token = tokens[..at].last().filter(|token| offset <= token.end)?;
    Some(sources.text(*token)).filter(|text| syntax::is_name(text))
}

/// Words that mean something of their own where they stand.
pub(super) fn is_word(word: &str) -> bool {
    let inside = [
        "for",
        "against",
        "at",
        "level",
        "plays",
        "if",
        "attacking",
        "defending",
        "not",
        "after",
        "equal",
        "by",
        "hexagonal",
        "dark",
        "numbered",
        "asks",
        "bound",
        "free",
        "gives",
        "tests",
        "about",
        "words",
        "playable",
        "part",
        "of",
        "like",
        "to",
        "growing",
        "one",
        "history",
        "removes",
        "adds",
        "then",
        "loses",
        "draws",
        "from",
        "suppose",
        "worth",
        "up",
        "as",
    ];
    syntax::declaration_words().contains(&word) || inside.contains(&word)
}
