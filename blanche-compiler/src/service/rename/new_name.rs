//! Checks whether a new name is well formed and not yet taken.

use crate::checked::Checked;
use crate::names::occurrences::{Meaning, VariableOfItem};
use crate::program::{Extern, GameQuestion, Predicate, PredicateKind, Program, RuleKind};
use crate::service::ResolvedName;
use crate::syntax::{self, ast};

/// Checks that the text is a valid name of this kind.
pub(super) fn well_formed(new: &str, is_variable: bool) -> Result<(), String> {
    let first = new.chars().next();
    if !syntax::is_name(new) || is_variable && new.contains('.') {
        return Err(format!(
            "`{new}` is not a name: a name has letters, digits and underscores, and dots inside it"
        ));
    }
    match (is_variable, first.is_some_and(char::is_uppercase)) {
        (true, false) => {
            Err(format!("`{new}` is not a variable: a variable begins with an upper-case letter"))
        }
        (false, true) => {
            Err(format!("`{new}` would be a variable: this name begins with a lower-case letter"))
        }
        _ => Ok(()),
    }
}

/// Checks that the new name has no meaning yet in the scope of the old name.
pub(super) fn check_not_taken(found: ResolvedName<'_>, new: &str) -> Result<(), String> {
    let ResolvedName { program, name } = found;
    let known = &program.resolved.program;
    let taken = |what: &str| Err(format!("there is already {what} `{new}`"));
    match name.meaning {
        Meaning::Variable(at) => check_variable_not_taken(program, at, new),
        Meaning::Predicate(id) => {
            let arity = known.predicate(id).arity();
            match taken_by(known, new, arity) {
                // The name of a sort is also a unary predicate.
                _ if arity == 1 && known.sorts.iter().any(|sort| sort.name == new) => taken("a sort"),
                Some(other) => taken(&of_arguments(other)),
                None => Ok(()),
            }
        }
        Meaning::Sort(_) => match taken_by(known, new, 1) {
            _ if known.sorts.iter().any(|sort| sort.name == new) => taken("a sort"),
            Some(other) => taken(&of_arguments(other)),
            None => Ok(()),
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

/// The predicate that a name with this number of arguments refers to.
fn taken_by<'p>(known: &'p Program, name: &str, arity: usize) -> Option<&'p Predicate> {
    let fits = |predicate: &&Predicate| {
        let is_variadic = matches!(&predicate.kind, PredicateKind::Extern(Extern { variadic: true, .. }));
        predicate.name == name && (predicate.arity() == arity || is_variadic && predicate.arity() <= arity)
    };
    known.predicates.iter().find(fits)
}

fn of_arguments(predicate: &Predicate) -> String {
    match predicate.arity() {
        1 => "a predicate of 1 argument".to_owned(),
        arity => format!("a predicate of {arity} arguments"),
    }
}

/// Checks a new name for a variable: it must not occur in the clause, must fit the sort, and must be local if and only
/// if the old name is local.
fn check_variable_not_taken(program: &Checked, at: u32, new: &str) -> Result<(), String> {
    let (known, names) = (&program.resolved.program, &program.resolved.occurrences);
    let Some(variable) = names.variables.get(at as usize) else { return Ok(()) };
    let same = |other: &&VariableOfItem| other.item == variable.item && other.name == new;
    if names.variables.iter().find(same).is_some() {
        return Err(format!("this clause already has a variable `{new}`"));
    }
    if ast::is_local(new) != ast::is_local(&variable.name) {
        return Err(match ast::is_local(new) {
            true => format!("`{new}` would be local, and not part of an answer"),
            false => format!("`{new}` would no longer be local, and would become part of an answer"),
        });
    }
    let word = new.split(|c: char| c.is_numeric() || c == '_').next().unwrap_or("");
    match (known.sort_of_word(word), variable.sort) {
        (Some(by_word), Some(sort)) if known.common(by_word, sort).is_none() => {
            let (by_word, sort) = (&known.sort(by_word).name, &known.sort(sort).name);
            Err(format!("`{new}` would be a `{by_word}`, but this is a `{sort}`"))
        }
        _ => Ok(()),
    }
}

/// Whether a word is a keyword at some place in the grammar.
pub(in crate::service) fn is_word(word: &str) -> bool {
    let inside = [
        "for",
        "against",
        "at",
        "level",
        "plays",
        "if",
        "attacking",
        "defending",
        "when",
        "named",
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
