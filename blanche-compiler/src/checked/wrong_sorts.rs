//! Reports a declaration with a wrong sort. If the uses of a predicate agree on the sort of an argument and the
//! declaration specifies another sort, the declaration is the mistake. One message at the declaration then replaces the
//! messages about the uses.
//!
//! The program is checked again with the corrected declaration, in memory only. The message is reported only if the
//! correction removes other messages.

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::{Checked, Edited, check_alone};
use crate::diagnostic::{Code, Diagnostic, Edit, Severity};
use crate::files::{FileId, Span};
use crate::names::occurrences::Meaning;
use crate::program::{PredicateId, Program, SortId};
use crate::project::{Files, Project};
use crate::spelling::{list, with_article};
use crate::syntax::{self, ast};

/// Maximum number of declarations to correct as a trial. Each trial costs a check of the program.
const MAX_TRIALS: usize = 4;

/// Minimum number of uses that contradict a declaration.
const MIN_USES: usize = 2;

/// Maximum number of uses that a message points at.
const MAX_SHOWN: usize = 2;

/// Replaces the messages about uses that contradict a declaration by one message at the declaration.
pub(super) fn apply(project: &Project, files: &Files, checked: &Checked) -> Option<Vec<Diagnostic>> {
    let mut found = checked.diagnostics.clone();
    let places = places(&found);
    if places.len() < MIN_USES {
        return None;
    }
    let trees = project.trees(files);
    let written = Written::new(project, &trees, checked);
    let mut tried = 0;
    let mut is_changed = false;
    for (tree, at) in trees.iter().zip(&files.files) {
        for declared in tree.items.iter().filter_map(declared) {
            let wrong = written.contradicted(&declared, &places);
            if wrong.is_empty() || tried == MAX_TRIALS {
                continue;
            }
            tried += 1;
            let program = &checked.resolved.program;
            let Some(edits) = edits(project, program, &declared, &wrong) else { continue };
            let Some(resolved_by) = resolved_by(project, files, &found, *at, &edits, &wrong) else {
                continue;
            };
            let message = wrong_declaration(project, program, &declared, &wrong, edits);
            let mut at = 0..;
            found.retain(|_| at.next().is_none_or(|at| !resolved_by.contains(&at)));
            found.push(message);
            is_changed = true;
        }
    }
    is_changed.then_some(found)
}

/// The spans of errors whose cause may be a wrong sort in a declaration.
fn places(found: &[Diagnostic]) -> SortedSet<Span> {
    let errors = found.iter().filter(|message| {
        let is_of_sort = matches!(
            message.code,
            Code::WrongSort
                | Code::NoCommonSort
                | Code::UnknownConstant
                | Code::SwappedArguments
                | Code::ComparedSorts
                | Code::EqualSorts
                | Code::BadStart
                | Code::BadEffect
                | Code::BadDrawing
        );
        is_of_sort && message.severity == Severity::Error
    });
    errors
        .flat_map(|message| std::iter::once(&message.label).chain(&message.others))
        .map(|l| l.span)
        .collect()
}

/// A declaration that specifies the sorts of a predicate's arguments.
struct Declared<'t> {
    item: Span,
    name: &'t ast::Name,
    /// The names of the arguments, each with its written sort.
    parameters: Vec<(&'t ast::Name, Option<&'t ast::Name>)>,
    /// The spans of the modes.
    modes: Vec<Span>,
}

fn declared(item: &ast::Item) -> Option<Declared<'_>> {
    fn open(parameters: &[ast::OpenParameter]) -> Vec<(&ast::Name, Option<&ast::Name>)> {
        parameters.iter().map(|parameter| (&parameter.name, parameter.sort.as_ref())).collect()
    }
    fn of_host(parameters: &[ast::Parameter]) -> Vec<(&ast::Name, Option<&ast::Name>)> {
        parameters.iter().map(|parameter| (&parameter.name, Some(&parameter.sort))).collect()
    }
    let (name, parameters) = match &item.kind {
        ast::ItemKind::State(tree) => (&tree.name, open(&tree.parameters)),
        ast::ItemKind::Open(tree) => (&tree.name, open(&tree.parameters)),
        ast::ItemKind::Extern(tree) if !tree.variadic => (&tree.name, of_host(&tree.parameters)),
        ast::ItemKind::Action(tree) => (&tree.name, of_host(&tree.parameters)),
        _ => return None,
    };
    let modes = match &item.kind {
        ast::ItemKind::Extern(tree) => tree.modes.iter().map(|mode| mode.span).collect(),
        _ => Vec::new(),
    };
    Some(Declared { item: item.span, name, parameters, modes })
}

/// An argument whose declared sort differs from the sort in its uses.
struct Wrong {
    /// The index of the argument.
    at: usize,
    /// The sort that the uses agree on.
    sort: SortId,
    /// The spans of these uses.
    uses: Vec<Span>,
    /// The number of uses that agree with the declaration.
    agreeing: usize,
}

/// The arguments in all uses of predicates, as written, by name and arity of the predicate.
struct Written<'a> {
    checked: &'a Checked,
    project: &'a Project,
    atoms: SortedMap<(&'a str, usize), Vec<Vec<Span>>>,
}

impl<'a> Written<'a> {
    fn new(project: &'a Project, trees: &[&ast::File], checked: &'a Checked) -> Written<'a> {
        let mut atoms: SortedMap<(&str, usize), Vec<Vec<Span>>> = SortedMap::new();
        for tree in trees {
            let declarations: SortedSet<Span> =
                tree.items.iter().filter_map(declared).map(|declared| declared.name.span).collect();
            let tokens = syntax::tokens(&project.sources, tree.id);
            for (at, name) in tokens.iter().enumerate().filter(|(_, name)| !declarations.contains(name)) {
                if let Some(arguments) = arguments(project, &tokens[at + 1..], *name) {
                    let key = (project.sources.text(*name), arguments.len());
                    atoms.entry(key).or_default().push(arguments);
                }
            }
        }
        Written { checked, project, atoms }
    }

    /// The arguments of a declaration whose declared sort most uses contradict. At least one error must have been
    /// reported at such a use.
    fn contradicted(&self, declared: &Declared<'_>, places: &SortedSet<Span>) -> Vec<Wrong> {
        let name = declared.name.text.as_str();
        let arity = declared.parameters.len();
        let Some(id) = self.predicate(name, arity) else { return Vec::new() };
        let Some(atoms) = self.atoms.get(&(name, arity)) else { return Vec::new() };
        let is_at_error = |place: &Span| places.iter().any(|error| error.encloses(*place));
        let at_errors = |wrong: &Wrong| wrong.uses.iter().any(is_at_error);
        let wrong = (0..arity).filter_map(|at| self.contradicted_at(id, at, atoms));
        let wrong: Vec<Wrong> = wrong.collect();
        if wrong.iter().any(at_errors) { wrong } else { Vec::new() }
    }

    /// The sort on which the uses of an argument agree, if it differs from the declared sort.
    fn contradicted_at(&self, id: PredicateId, at: usize, atoms: &[Vec<Span>]) -> Option<Wrong> {
        let program = &self.checked.resolved.program;
        let declared = program.predicate(id).known_sort(at)?;
        let mut votes: SortedMap<SortId, Vec<Span>> = SortedMap::new();
        let mut agreeing = 0;
        for place in atoms.iter().map(|arguments| arguments[at]) {
            let sorts = self.sorts(place, declared);
            if sorts.iter().any(|sort| program.common(*sort, declared).is_some()) {
                agreeing += 1;
            } else {
                sorts.into_iter().for_each(|sort| votes.entry(sort).or_default().push(place));
            }
        }
        let (sort, uses) = votes.into_iter().rev().max_by_key(|(_, uses)| uses.len())?;
        let is_most = uses.len() >= MIN_USES && uses.len() > 2 * agreeing;
        is_most.then_some(Wrong { at, sort, uses, agreeing })
    }

    /// The possible sorts of an argument, judging only by the text of the argument.
    fn sorts(&self, place: Span, declared: SortId) -> Vec<SortId> {
        let (resolved, text) = (&self.checked.resolved, self.project.sources.text(place));
        let program = &resolved.program;
        let known = resolved.occurrences.at(place.file, place.start).filter(|known| known.span == place);
        if let Some(Meaning::Variable(at)) = known.map(|known| known.meaning) {
            let variable = &resolved.occurrences.variables[at as usize];
            // If the name of the variable shows no sort, its sort may come from the declaration itself.
            let is_own = |sort: &SortId| variable.sort_shows || program.common(*sort, declared).is_none();
            return variable.sort.filter(is_own).into_iter().collect();
        }
        let is_value = text.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit());
        let sorts = (0..program.sorts.len() as u32).map(SortId).filter(|id| {
            let sort = program.sort(*id);
            is_value && (sort.value(text).is_some() || sort.looks_like(text))
        });
        sorts.collect()
    }

    fn predicate(&self, name: &str, arity: usize) -> Option<PredicateId> {
        let predicates = &self.checked.resolved.program.predicates;
        let at = predicates.iter().position(|one| one.name == name && one.arity() == arity)?;
        Some(PredicateId(at as u32))
    }
}

/// The spans of the arguments in the brackets that directly follow a name.
fn arguments(project: &Project, tokens: &[Span], name: Span) -> Option<Vec<Span>> {
    let text = |span: &Span| project.sources.text(*span);
    let opening = tokens.first().filter(|token| text(token) == "(" && token.start == name.end)?;
    let (mut arguments, mut depth) = (Vec::new(), 0_usize);
    let mut current: Option<Span> = None;
    for token in tokens.iter().skip_while(|token| *token != opening).skip(1) {
        match text(token) {
            ")" if depth == 0 => {
                arguments.push(current?);
                return Some(arguments);
            }
            "," if depth == 0 => arguments.push(current.take()?),
            sign => {
                depth = match sign {
                    "(" => depth + 1,
                    ")" => depth - 1,
                    _ => depth,
                };
                current = Some(current.map_or(*token, |first| first.to(*token)));
            }
        }
    }
    None
}

/// The edits that correct a declaration. If two arguments have each other's sorts, they are swapped. Otherwise each
/// argument gets the sort that its uses show.
fn edits(
    project: &Project,
    program: &Program,
    declared: &Declared<'_>,
    wrong: &[Wrong],
) -> Option<Vec<Edit>> {
    if let Some((one, other)) = swapped(program, declared, wrong) {
        return Some(exchanged(project, declared, one, other));
    }
    let mut edits = Vec::new();
    for wrong in wrong {
        let sort = program.sort(wrong.sort);
        match declared.parameters[wrong.at] {
            (_, Some(written)) => edits.push(Edit { span: written.span, text: sort.name.clone() }),
            (name, None) => {
                let word = free_word(&sort.words, declared)?;
                let tokens = syntax::tokens(&project.sources, name.span.file);
                let is_same = |token: &Span| {
                    declared.item.encloses(*token) && project.sources.text(*token) == name.text
                };
                let same = tokens.into_iter().filter(is_same);
                edits.extend(same.map(|span| Edit { span, text: word.clone() }));
            }
        }
    }
    Some(edits)
}

/// The edits that swap two arguments in a declaration, including its modes.
fn exchanged(project: &Project, declared: &Declared<'_>, one: usize, other: usize) -> Vec<Edit> {
    let whole = |at: usize| {
        let (name, sort) = declared.parameters[at];
        sort.map_or(name.span, |sort| name.span.to(sort.span))
    };
    let text = |span: Span| project.sources.text(span);
    let tokens = syntax::tokens(&project.sources, declared.item.file);
    let of_modes = declared.modes.iter().filter_map(|mode| {
        let is_bound = |token: &&Span| mode.encloses(**token) && matches!(text(**token), "bound" | "free");
        let bound: Vec<Span> = tokens.iter().filter(is_bound).copied().collect();
        Some((*bound.get(one)?, *bound.get(other)?))
    });
    let pairs = std::iter::once((whole(one), whole(other))).chain(of_modes);
    let differ = pairs.filter(|(one, other)| text(*one) != text(*other));
    differ
        .flat_map(|(one, other)| {
            [
                Edit { span: one, text: text(other).to_owned() },
                Edit { span: other, text: text(one).to_owned() },
            ]
        })
        .collect()
}

/// A new name for an argument. It begins with a prefix of the argument's sort, and no other argument has it.
fn free_word(words: &[String], declared: &Declared<'_>) -> Option<String> {
    let is_free = |word: &String| declared.parameters.iter().all(|(name, _)| name.text != *word);
    let first = words.first()?;
    let numbered = (1..=declared.parameters.len() + 1).map(|number| format!("{first}{number}"));
    words.iter().cloned().chain(numbered).find(is_free)
}

/// Finds two arguments that are declared with each other's sorts.
fn swapped(program: &Program, declared: &Declared<'_>, wrong: &[Wrong]) -> Option<(usize, usize)> {
    let [one, other] = wrong else { return None };
    let name = &declared.name.text;
    let of_declaration = |predicate: &&crate::program::Predicate| {
        predicate.name == *name && predicate.arity() == declared.parameters.len()
    };
    let predicate = program.predicates.iter().find(of_declaration)?;
    let is_of = |wrong: &Wrong, at: usize| {
        predicate.known_sort(at).is_some_and(|sort| program.common(sort, wrong.sort).is_some())
    };
    (is_of(one, other.at) && is_of(other, one.at)).then_some((one.at, other.at))
}

/// The indices of the messages that disappear with the correction. `None` if no message disappears, or if new ones
/// appear. New errors are accepted at uses that agree with the declaration, if there are only a few of these uses.
fn resolved_by(
    project: &Project,
    files: &Files,
    found: &[Diagnostic],
    at: usize,
    edits: &[Edit],
    wrong: &[Wrong],
) -> Option<SortedSet<usize>> {
    let file: FileId = edits.first()?.span.file;
    let mut ordered = edits.to_vec();
    ordered.arrange_by_key(|edit| edit.span.start);
    let edited = Edited::new(project.sources.file(file).text(), &ordered);
    let (project, files) = project.with_text(at, &edited.text, *files.files.last()?)?;
    let is_error = |message: &&Diagnostic| message.severity == Severity::Error;
    let after = check_alone(&project, &files, &[]).diagnostics;
    let after: SortedSet<(Code, Span)> = after
        .iter()
        .filter(is_error)
        .map(|message| (message.code, edited.before(message.label.span)))
        .collect();
    let before: SortedSet<(Code, Span)> =
        found.iter().filter(is_error).map(|message| (message.code, message.label.span)).collect();
    let fresh = after.difference(&before).count();
    let most_fresh: usize = wrong.iter().map(|wrong| wrong.agreeing).sum();
    let resolved_by: SortedSet<usize> = found
        .iter()
        .enumerate()
        .filter(|(_, message)| is_error(message) && !after.contains(&(message.code, message.label.span)))
        .map(|(at, _)| at)
        .collect();
    (!resolved_by.is_empty() && fresh <= most_fresh).then_some(resolved_by)
}

/// The message at the declaration that replaces the messages about the uses.
fn wrong_declaration(
    project: &Project,
    program: &Program,
    declared: &Declared<'_>,
    wrong: &[Wrong],
    edits: Vec<Edit>,
) -> Diagnostic {
    let name = &declared.name.text;
    let signature = format!("{name}/{}", declared.parameters.len());
    if let Some((one, other)) = swapped(program, declared, wrong) {
        let (one, other) = (declared.parameters[one].0, declared.parameters[other].0);
        let title = format!("the arguments of `{signature}` are declared in the wrong order");
        let label = format!("`{}` and `{}` must be swapped", one.text, other.text);
        let message = Diagnostic::new(Code::SwappedArguments, title, one.span.to(other.span), label);
        let message = shown(message, wrong.first(), "all uses have the other order");
        return message.fixes(format!("swap `{}` and `{}`", one.text, other.text), edits);
    }
    let sort = |wrong: &Wrong| program.sort(wrong.sort).name.as_str();
    let argument = |wrong: &Wrong| declared.parameters[wrong.at].0.text.as_str();
    let arguments: Vec<&str> = wrong.iter().map(argument).collect();
    let sorts: Vec<&str> = wrong.iter().map(sort).collect();
    let title = match wrong {
        [one] => format!("`{signature}` declares the wrong sort for `{}`", argument(one)),
        _ => format!("`{signature}` declares the wrong sorts for {}", list(&arguments, "and")),
    };
    let first = &wrong[0];
    let (parameter, written) = declared.parameters[first.at];
    let place = written.unwrap_or(parameter).span;
    let uses = first.uses.len() + first.agreeing;
    let label = match first.agreeing {
        0 => format!("every use has {} here", with_article(sorts[0])),
        _ => format!("{} of {uses} uses have {} here", first.uses.len(), with_article(sorts[0])),
    };
    let message = Diagnostic::new(Code::WrongSort, title, place, label);
    let message = shown(message, Some(first), &with_article(sorts[0]));
    let texts: SortedSet<&str> = edits.iter().map(|edit| edit.text.as_str()).collect();
    let texts: Vec<&str> = texts.into_iter().collect();
    debug_assert!(
        edits.iter().all(|edit| project.sources.text(edit.span) != edit.text),
        "a fix changes text"
    );
    message.fixes(format!("write {}", list(&texts, "and")), edits)
}

/// Adds labels for the first uses that contradict the declaration.
fn shown(message: Diagnostic, wrong: Option<&Wrong>, text: &str) -> Diagnostic {
    let mut uses = wrong.map_or(Vec::new(), |wrong| wrong.uses.clone());
    uses.arrange();
    let uses = uses.into_iter().take(MAX_SHOWN).enumerate();
    uses.fold(message, |message, (at, place)| match at {
        0 => message.and(place, text),
        _ => message.and(place, "and here"),
    })
}

#[cfg(test)]
mod tests {
    use super::super::check_text;

    /// The messages about a game with this state declaration. Each has its code, the labelled text, and the text that
    /// the fix inserts.
    fn wrong_declaration(state: &str) -> Vec<(String, String, String)> {
        let text = format!(
            "board 3 by 3 like b2 words Field\nplayers left, right words Color, Other\n\
             sort kind = man, king words Kind\nfact strong(king)\n{state}\n\
             empty(Field) :- ¬mark(Field, Color_)\n\
             move put for Color plays Field if empty(Field), strong(Kind_)\n    adds mark(Field, Color)\n\
             rule won for Color at level 0 if mark(b2, Color), mark(Field, Color), straight(D), step(b2, D, Field)\n\
             draw full if ¬empty(Field_)\ndrawn mark(Field, left) as x, mark(Field, right) as o\n"
        );
        let (sources, found) = check_text("game.blanche", &text);
        let told = found.iter().map(|message| {
            let fix = message.fix.as_ref().map_or(String::new(), |fix| fix.title.clone());
            (message.code.to_string(), sources.text(message.label.span).to_owned(), fix)
        });
        told.collect()
    }

    fn message(code: &str, label: &str, fix: &str) -> Vec<(String, String, String)> {
        vec![(code.to_owned(), label.to_owned(), fix.to_owned())]
    }

    #[test]
    fn a_declaration_that_all_uses_contradict_is_the_mistake() {
        assert_eq!(wrong_declaration("state mark(Field, Color) one Color"), []);
        assert_eq!(
            wrong_declaration("state mark(Field, Who: kind) one Who"),
            message("B0401", "kind", "write `player`")
        );
        assert_eq!(
            wrong_declaration("state mark(Field, Kind) one Kind"),
            message("B0401", "Kind", "write `Color`")
        );
    }

    #[test]
    fn declared_arguments_that_all_uses_swap_are_swapped() {
        assert_eq!(
            wrong_declaration("state mark(Color, Field) one Color"),
            message("B0406", "Color, Field", "swap `Color` and `Field`")
        );
    }

    #[test]
    fn a_use_that_other_uses_contradict_is_the_mistake() {
        let text = "domain d\nsort field of 9 like b2 words Field\nplayers left, right words Color\n\
                    extern mark(Field: field, Color: player): (free, free) gives about 9\n\
                    p(Field) :- mark(Field, Color_)\nq(Field) :- mark(Field, Field)\n\
                    r(Field) :- mark(Field, left)\n";
        let (sources, found) = check_text("domain.blanche", text);
        let errors: Vec<_> = found
            .iter()
            .filter(|message| message.severity == crate::diagnostic::Severity::Error)
            .map(|message| (message.code.to_string(), sources.text(message.label.span)))
            .collect();
        assert_eq!(errors, [("B0401".to_owned(), "Field")]);
    }
}
