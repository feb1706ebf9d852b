//! Resolves the facts of a program. A column whose constants belong to no declared sort gets an implicit sort: all
//! names, or all numbers, in such columns of the whole program. Names are sorted alphabetically and numbers by value,
//! so that the order of the text has no effect.
//!
//! Facts are stored as tuples of values. If the host (the Rust program that runs the rules) numbers the values of a
//! sort, their numbers are unknown here. Facts with such values become clauses without a body instead, and the back
//! ends convert the heads when a host is present.

use std::cell::OnceCell;

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::declaration_checks::{brought, has_too_many_arguments};
use super::model::Declared;
use super::sorts::{self, column_names};
use super::{constants, open_predicates, ownership};
use crate::diagnostic::{Code, Diagnostic, Edit, MAX_ERRORS_PER_TABLE};
use crate::files::Span;
use crate::program::{Clause, Extern, Predicate, PredicateKind, SortId, Term as Resolved};
use crate::runtime::Value;
use crate::spelling::{capitalised, uncapitalised};
use crate::syntax::ast::{self, ItemKind, Term};
use crate::syntax::print_atom;

/// All facts of one predicate, in the order of the text.
type Group<'a> = Vec<(&'a ast::Item, &'a ast::Atom)>;

/// The names of the columns in the data file from which the facts are loaded.
fn columns<'a>(group: &Group<'a>) -> Option<&'a [ast::Name]> {
    group.iter().find_map(|(item, _)| match &item.kind {
        ItemKind::Facts(facts) => facts.from.as_ref().map(|file| file.columns.as_slice()),
        _ => None,
    })
}

/// The declared sorts of the columns. They come from an `open` declaration, or from the header of the data file,
/// which may contain sorts or prefixes of sorts.
fn declared_sorts(
    resolver: &Declared<'_>,
    name: &str,
    arity: usize,
    group: &Group<'_>,
) -> Vec<Option<SortId>> {
    let mut declared = open_predicates::declared_sorts(resolver, name, arity);
    for (sort, column) in declared.iter_mut().zip(columns(group).unwrap_or_default()) {
        let word = column.text.trim_end_matches(|c: char| c.is_ascii_digit());
        let named = || resolver.sort_names.get(word).copied();
        *sort = sort.or_else(named).or_else(|| resolver.word_sort(&column.text));
    }
    declared
}

/// An argument position: the name and arity of a predicate, and the index of the argument.
type ArgumentPosition<'a> = (&'a str, usize, usize);

/// The sorts of argument positions that the names of variables there suggest. They are computed on first use, because
/// few programs need them.
struct Uses<'i, 'a> {
    items: &'i [&'a ast::Item],
    /// The root sort (the outermost sort) of each position; `None` if the variables suggest different sorts.
    found: OnceCell<SortedMap<ArgumentPosition<'a>, Option<SortId>>>,
}

impl<'a> Uses<'_, 'a> {
    /// The root sort of a position.
    fn sort(&self, resolver: &Declared<'_>, place: ArgumentPosition<'_>) -> Option<SortId> {
        *self.found.get_or_init(|| self.all(resolver)).get(&place)?
    }

    fn all(&self, resolver: &Declared<'_>) -> SortedMap<ArgumentPosition<'a>, Option<SortId>> {
        let mut found = SortedMap::new();
        let mut note = |atom: &'a ast::Atom| {
            for (at, term) in atom.arguments.iter().enumerate() {
                let Term::Variable(variable) = term else { continue };
                let Some(sort) = resolver.word_sort(&variable.text) else { continue };
                let root = Some(resolver.program.sort(sort).root);
                let known =
                    found.entry((atom.predicate.text.as_str(), atom.arguments.len(), at)).or_insert(root);
                if *known != root {
                    *known = None;
                }
            }
        };
        for item in self.items {
            match &item.kind {
                ItemKind::Derivation(derivation) => ast::each_atom_of(derivation, &mut note),
                ItemKind::Rule(rule) => ast::each_atom(&rule.body, &mut note),
                ItemKind::Score(score) => ast::each_atom(&score.body, &mut note),
                ItemKind::Preference(preference) => ast::each_atom(&preference.body, &mut note),
                _ => {}
            }
        }
        found
    }
}

/// Collects all facts of a program.
pub(super) fn collect<'a>(resolver: &mut Declared<'a>, items: &[&'a ast::Item]) {
    let mut groups: SortedMap<(&str, usize), Group<'a>> = SortedMap::new();
    for item in items {
        let ItemKind::Facts(facts) = &item.kind else { continue };
        for atom in &facts.atoms {
            if has_too_many_arguments(resolver, atom) || ownership::refuse(resolver, atom) {
                continue;
            }
            let key = (atom.predicate.text.as_str(), atom.arguments.len());
            groups.entry(key).or_default().push((item, atom));
        }
    }
    let undeclared = undeclared_constants(resolver, &groups);
    let names = undeclared.iter().filter(|text| !constants::is_number(text)).cloned().collect::<Vec<_>>();
    let mut numbers =
        undeclared.iter().filter(|text| constants::is_number(text)).cloned().collect::<Vec<_>>();
    numbers.arrange_by_key(|text| text.parse::<i64>().unwrap_or(i64::MAX));
    let uses = Uses { items, found: OnceCell::new() };
    let name_sort = implicit_sort(resolver, "name", names);
    let number_sort = implicit_sort(resolver, "number", numbers);
    for ((name, _), group) in groups {
        if let Some(first) = resolver.predicate(name, group[0].1.arguments.len()) {
            let place = group[0].1.predicate.span;
            let known = resolver.program.predicate(first);
            if let Some(message) = brought(resolver, first, place, "so facts cannot state it") {
                resolver.report(message);
                continue;
            }
            let what = match known.kind {
                PredicateKind::Action { .. } => "an action",
                PredicateKind::Extern(Extern { state: Some(_), .. }) => "a state",
                _ => "answered by the host",
            };
            let title = format!("`{}` is {what}", known.signature());
            let mut message = Diagnostic::new(Code::Redefined, title, place, "so facts cannot state it");
            if let Some(declared) = resolver.declared_at(first) {
                message = message.and(declared, "declared here");
            }
            message = match known.kind {
                PredicateKind::Extern(Extern { state: Some(_), .. }) => at_the_start(message, &group),
                _ => message.hint("give the fact another name"),
            };
            resolver.report(message);
            continue;
        }
        add_facts(resolver, name, &group, (name_sort, number_sort), &uses);
    }
}

/// Adds the fix that changes `fact` to `start`, because tuples of a state describe the start of the game.
fn at_the_start(message: Diagnostic, group: &Group<'_>) -> Diagnostic {
    let word = |item: &ast::Item| Span { end: item.span.start + "fact".len() as u32, ..item.span };
    let edits = group.iter().map(|(item, _)| Edit { span: word(item), text: "start".to_owned() });
    message.hint("`start` says what holds when the game begins").fixes("write `start`", edits.collect())
}

/// The declared sorts that contain a constant or values of the same form, the smallest sort first.
fn sorts_of(resolver: &Declared<'_>, text: &str) -> Vec<SortId> {
    let mut sorts: Vec<SortId> = (0..resolver.program.sorts.len() as u32)
        .map(SortId)
        .filter(|id| {
            let sort = resolver.program.sort(*id);
            sort.value(text).is_some() || sort.looks_like(text)
        })
        .collect();
    sorts.arrange_by_key(|id| resolver.program.sort(*id).size());
    sorts
}

fn column<'a>(group: &Group<'a>, at: usize) -> impl Iterator<Item = &'a ast::Name> {
    group.iter().filter_map(move |(_, atom)| match &atom.arguments[at] {
        Term::Constant(name) => Some(name),
        Term::Variable(_) | Term::Sum(_) | Term::Call(_) | Term::Error(_) => None,
    })
}

/// The constants of columns in which no constant belongs to a declared sort.
fn undeclared_constants(
    resolver: &Declared<'_>,
    groups: &SortedMap<(&str, usize), Group<'_>>,
) -> SortedSet<String> {
    let mut undeclared = SortedSet::new();
    for ((name, arity), group) in groups {
        let declared = declared_sorts(resolver, name, *arity, group);
        for at in (0..*arity).filter(|at| declared[*at].is_none()) {
            if column(group, at).all(|name| sorts_of(resolver, &name.text).is_empty()) {
                undeclared.extend(column(group, at).map(|name| name.text.clone()));
            }
        }
    }
    undeclared
}

fn implicit_sort(resolver: &mut Declared<'_>, name: &str, constants: Vec<String>) -> Option<SortId> {
    (!constants.is_empty()).then(|| sorts::add_undeclared_sort(resolver, name, constants))
}

fn add_facts(
    resolver: &mut Declared<'_>,
    name: &str,
    group: &Group<'_>,
    (name_sort, number_sort): (Option<SortId>, Option<SortId>),
    uses: &Uses<'_, '_>,
) {
    let (arity, first) = (group[0].1.arguments.len(), group[0].1.predicate.span);
    let mut declared = declared_sorts(resolver, name, arity, group);
    for at in 0..arity {
        if declared[at].is_some() {
            continue;
        }
        let best = best_sorts(resolver, group, at);
        let mut roots: Vec<SortId> = best.iter().map(|sort| resolver.program.sort(*sort).root).collect();
        roots.arrange();
        roots.dedup();
        let undecided = |name: &&ast::Name| constants::undecided(resolver, &name.text, &roots);
        let first = column(group, at).find(undecided);
        // Without this step, the best sort for a number would be chosen, although the number may denote a field. The
        // variables in clauses that use the predicate may show which sort is meant.
        if roots.len() > 1 && first.is_none_or(|name| constants::is_number(&name.text)) {
            declared[at] = uses.sort(resolver, (name, arity, at)).filter(|used| roots.contains(used));
        }
        let Some(first) = first.filter(|_| declared[at].is_none()) else { continue };
        // Only the name of a declared sort can be written after an argument.
        let declared_root = roots.iter().find(|root| resolver.program.sort(**root).span.is_some());
        let message = match (declared_root, number_and_name(group, at)) {
            (None, Some(both)) => numbers_and_names(name, at, both),
            (declared, _) => {
                let mut parameters: Vec<String> =
                    (1..=arity).map(|number| format!("Argument{number}")).collect();
                let sort = &resolver.program.sort(*declared.unwrap_or(&roots[0])).name;
                parameters[at] = format!("{}: {sort}", parameters[at]);
                let hint = format!(
                    "write it in the declaration of the predicate: `open {name}({})`",
                    parameters.join(", ")
                );
                constants::several_sorts(resolver, first, &roots, hint)
            }
        };
        resolver.report(message);
        resolver.recovery.declaration_failed(name);
        return;
    }
    let mut sorts = Vec::new();
    for (at, declared) in declared.into_iter().enumerate() {
        match declared.or_else(|| column_sort(resolver, group, at, name_sort, number_sort)) {
            Some(sort) => sorts.push(sort),
            None => {
                // Every argument of this column has a mistake that has been reported.
                resolver.recovery.declaration_failed(name);
                return;
            }
        }
    }
    let mut seen: SortedMap<Vec<Resolved>, crate::files::Span> = SortedMap::new();
    let mut clauses = Vec::new();
    let (mut refused, mut twins) = (0, 0);
    for (_, atom) in group {
        let Some(head) = head(resolver, atom, &sorts) else {
            refused += 1;
            if refused == MAX_ERRORS_PER_TABLE {
                break;
            }
            continue;
        };
        if let Some(first) = seen.get(&head) {
            twins += 1;
            if twins > MAX_ERRORS_PER_TABLE {
                continue;
            }
            resolver.report(
                Diagnostic::new(Code::Duplicate, "this fact is stated twice", atom.span, "repeated here")
                    .and(*first, "stated here first")
                    .hint("remove one of them")
                    .removable(),
            );
            continue;
        }
        seen.insert(head.clone(), atom.span);
        let text = format!("fact {}", print_atom(atom));
        clauses.push(Clause { head, variables: Vec::new(), body: Vec::new(), span: atom.span, text });
    }
    let tuples: Option<SortedSet<Vec<Value>>> = clauses.iter().map(|clause| tuple(&clause.head)).collect();
    let parameters = match columns(group) {
        Some(columns) => columns.iter().map(|column| capitalised(&column.text)).collect(),
        None => column_names(resolver, &sorts),
    };
    let kind = match tuples {
        Some(tuples) => PredicateKind::Facts(tuples.into_iter().collect()),
        None => PredicateKind::Derived(clauses),
    };
    let mut docs = group.iter().map(|(item, _)| &item.doc).filter(|doc| !doc.is_empty());
    let (doc, span) = (docs.next().cloned().unwrap_or_default(), Some(first));
    let predicate = Predicate { sorts, doc, span, ..Predicate::new(name, parameters, kind) };
    let id = resolver.add_predicate(open_predicates::as_declared(resolver, predicate));
    resolver.stated.insert(id, first);
}

/// The sort of a column: the root of the smallest sort that contains most of the constants of the column. If no
/// declared sort contains any, the sort is the implicit sort of names or of numbers. The root is used because a part
/// would change the meaning of `¬` as long as the facts mention only values of that part.
fn column_sort(
    resolver: &Declared<'_>,
    group: &Group<'_>,
    at: usize,
    name_sort: Option<SortId>,
    number_sort: Option<SortId>,
) -> Option<SortId> {
    let known = best_sorts(resolver, group, at)
        .into_iter()
        .min_by_key(|sort| (resolver.program.sort(*sort).size(), std::cmp::Reverse(*sort)))
        .map(|sort| resolver.program.sort(sort).root);
    known.or_else(|| {
        let numbers = column(group, at).filter(|name| constants::is_number(&name.text)).count();
        let names = column(group, at).count() - numbers;
        if numbers + names == 0 {
            None
        } else if numbers > names {
            number_sort
        } else {
            name_sort.or(number_sort)
        }
    })
}

/// The declared sorts that contain the most constants of a column.
fn best_sorts(resolver: &Declared<'_>, group: &Group<'_>, at: usize) -> Vec<SortId> {
    let mut votes: SortedMap<SortId, usize> = SortedMap::new();
    for name in column(group, at) {
        for sort in sorts_of(resolver, &name.text) {
            *votes.entry(sort).or_default() += 1;
        }
    }
    let most = votes.values().copied().max();
    votes.into_iter().filter(|(_, votes)| Some(*votes) == most).map(|(sort, _)| sort).collect()
}

/// The first number and the first name of a column; `None` unless it has both.
fn number_and_name<'a>(group: &Group<'a>, at: usize) -> Option<(&'a ast::Name, &'a ast::Name)> {
    let first = |number: bool| column(group, at).find(|name| constants::is_number(&name.text) == number);
    Some((first(true)?, first(false)?))
}

/// The message about a column that contains both numbers and names, none of which are declared. Some of them must be
/// wrong.
fn numbers_and_names(predicate: &str, at: usize, (number, name): (&ast::Name, &ast::Name)) -> Diagnostic {
    let title = format!("argument {} of `{predicate}` is both a number and a name", at + 1);
    let (mut first, mut second) = ((number, "number"), (name, "name"));
    if name.span < number.span {
        std::mem::swap(&mut first, &mut second);
    }
    let label = |(value, what): (&ast::Name, &str)| format!("`{}` is a {what}", value.text);
    Diagnostic::new(Code::SortUnclear, title, second.0.span, label(second))
        .and(first.0.span, label(first))
        .hint("all values of an argument have one sort: write either numbers or names")
}

/// The values of a fact; `None` if one of them depends on the host.
fn tuple(head: &[Resolved]) -> Option<Vec<Value>> {
    head.iter()
        .map(|term| match term {
            Resolved::Constant(value) => Some(*value),
            Resolved::Host(..) | Resolved::Variable(_) => None,
        })
        .collect()
}

/// The arguments of a fact. Reports arguments that are not values of their columns.
fn head(resolver: &mut Declared<'_>, atom: &ast::Atom, sorts: &[SortId]) -> Option<Vec<Resolved>> {
    let mut head = Vec::new();
    for (term, sort) in atom.arguments.iter().zip(sorts) {
        match term {
            Term::Constant(name) => match constants::constant(resolver, name, *sort, true) {
                Ok(value) => head.push(value),
                Err(message) => {
                    resolver.report(*message);
                    return None;
                }
            },
            Term::Variable(name) => {
                resolver.report(
                    Diagnostic::new(
                        Code::NothingBinds,
                        "a fact has no variables",
                        name.span,
                        format!("`{}` begins with an upper-case letter, so it is a variable", name.text),
                    )
                    .hint("a fact states constants, which begin with a lower-case letter or a digit")
                    .fix(
                        "begin with a lower-case letter",
                        name.span,
                        uncapitalised(&name.text),
                    ),
                );
                return None;
            }
            Term::Sum(_) | Term::Call(_) | Term::Error(_) => return None,
        }
    }
    Some(head)
}

#[cfg(test)]
mod tests {
    use crate::check_text;
    use crate::diagnostic::{Code, Severity};

    #[test]
    fn a_fact_with_too_many_arguments_is_reported_once() {
        let codes = |arguments: usize| {
            let list = |letter: &str| {
                (0..arguments).map(|at| format!("{letter}{at}")).collect::<Vec<_>>().join(", ")
            };
            let (values, variables) = (list("a"), list("X"));
            let text = format!(
                "players white, black\nfact p({values})\nrule r for white at level 0 if p({variables})\n"
            );
            let (_, found) = check_text("facts.blanche", &text);
            found.into_iter().map(|message| message.code).collect::<Vec<_>>()
        };
        assert_eq!(codes(16), []);
        assert_eq!(codes(17), [Code::BadMode], "nothing is said of what needs it");
    }

    #[test]
    fn the_variable_of_a_use_decides_whether_a_number_is_a_field() {
        let codes = |asked: &str| {
            let text = format!(
                "board 8 by 8 dark numbered row 1 on top words Field\nsort taken = 0 to 32 words Taken\nplayers white, black\n\
                 fact worth(6, 5)\nrule r for white at level 0 if {asked}\n"
            );
            let (_, found) = check_text("facts.blanche", &text);
            let errors = found.into_iter().filter(|message| message.severity == Severity::Error);
            errors.map(|message| message.code).collect::<Vec<_>>()
        };
        assert_eq!(codes("worth(Taken_, Field_)"), []);
        assert_eq!(codes("worth(X_, Field_)"), [Code::SortUnclear]);
    }

    #[test]
    fn a_column_of_numbers_and_names_hints_only_at_declared_sorts() {
        let said = |text: &str| {
            let found = check_text("facts.blanche", &format!("{text}q(X) :- size(X, Y_)\n%? q(jan)\n")).1;
            assert_eq!(found.len(), 1, "{found:?}");
            let message = found.into_iter().next().expect("there is one");
            (message.title, message.others.len(), message.hints.concat())
        };
        let (title, others, hint) = said("fact size(jan, 5), size(piet, anna)\n");
        assert_eq!((title.as_str(), others), ("argument 2 of `size` is both a number and a name", 1));
        assert!(!hint.contains("open"), "{hint}");
        let sorts = "sort number = 0 to 9 words N\nsort color = red, green words Color\n";
        let (.., hint) = said(&format!("{sorts}fact size(jan, 5), size(piet, red)\n"));
        assert!(hint.ends_with("`open size(Argument1, Argument2: number)`"), "{hint}");
    }
}
