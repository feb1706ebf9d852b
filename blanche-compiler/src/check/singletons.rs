//! `B0503` and `B0506`: a variable that occurs once.
//!
//! In a derivation it is either of no use, and then an underscore says so, or a slip of the pen. In a rule every
//! named variable is part of the answer, so only a slip is reported there. A slip is a name that is one edit
//! away from another variable of the clause, in the word and not in what numbers it: `Feild1` beside `Field1`,
//! never `Field1` beside `Field2`.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::names::spelling::distance;
use crate::program::{Clause, Goal, PredicateKind, Program, Rule, RuleKind, Term, Variable, VariableId};

/// A clause with more variables than this was not written by hand, and nobody confuses their names.
const MOST_COMPARED: usize = 200;

/// The fewest letters of a word that can be taken for another one.
const FEWEST_LETTERS: usize = 3;

/// Variables that occur once.
pub(super) fn check(program: &Program) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for predicate in &program.predicates {
        if let PredicateKind::Derived(clauses) = &predicate.kind {
            clauses.iter().for_each(|clause| derivation(program, clause, &mut found));
        }
    }
    for rule in program.rule_texts().filter(|rule| rule.kind != RuleKind::Query) {
        rule_text(program, rule, &mut found);
    }
    found.sort_by_key(|message: &Diagnostic| message.label.span);
    found
}

/// In a rule only slips count, and the other player of whom nothing is said. That a premise does not speak of the
/// player whose turn it is may be meant: there are games in which both may do the same.
fn rule_text(program: &Program, rule: &Rule, found: &mut Vec<Diagnostic>) {
    let mut own = occurrences(&rule.variables, &rule.premise, &[]);
    if let Some(played) = rule.plays {
        own[played.index()] += 1;
    }
    // What stands for a player may be what another variable looks like.
    let (mut variables, mut counts) = (Vec::new(), Vec::new());
    for variable in &rule.side {
        let sort = program.sort(program.player_sort.expect("rules are for players")).root;
        variables.push(Variable { name: variable.name.clone(), sort, anonymous: false, span: variable.span });
        counts.push(1 + variable.uses);
    }
    variables.extend_from_slice(&rule.variables);
    counts.extend(own);
    let slips = slips(program, &variables, &counts);
    let labels = slips.values().flat_map(|slip| slip.others.iter().chain([&slip.label]));
    let drawn: Vec<_> = labels.map(|label| label.span).collect();
    if let [player, other] = rule.side.as_slice()
        && other.uses == 0
        && !drawn.contains(&other.span)
    {
        found.push(
            Diagnostic::new(
                Code::Singleton,
                format!("`{}` occurs once", other.name),
                other.span,
                "and the premise does not speak of it",
            )
            .fix("take `against` out", player.span.after().to(other.span), ""),
        );
    }
    found.extend(slips.into_values());
}

fn derivation(program: &Program, clause: &Clause, found: &mut Vec<Diagnostic>) {
    let counts = occurrences(&clause.variables, &clause.body, &clause.head);
    let mut slips = slips(program, &clause.variables, &counts);
    let drawn: Vec<_> = slips.values().flat_map(|slip| &slip.others).map(|label| label.span).collect();
    for (at, variable) in clause.variables.iter().enumerate() {
        let in_head = clause.head.contains(&Term::Variable(VariableId(at as u32)));
        if let Some(slip) = slips.remove(&at) {
            found.push(slip);
        } else if counts[at] == 1 && !variable.anonymous && !in_head && !drawn.contains(&variable.span) {
            found.push(singleton(&clause.variables, variable));
        }
    }
}

/// How often each variable occurs.
pub(super) fn occurrences(variables: &[Variable], body: &[Goal], head: &[Term]) -> Vec<usize> {
    let mut counts = vec![0; variables.len()];
    let mut count = |term: &Term| {
        if let Term::Variable(id) = term {
            counts[id.index()] += 1;
        }
    };
    head.iter().for_each(&mut count);
    body.iter().for_each(|goal| goal.atoms(&mut |atom, _| atom.arguments.iter().for_each(&mut count)));
    counts
}

fn singleton(variables: &[Variable], variable: &Variable) -> Diagnostic {
    let name = &variable.name;
    let anonymous = anonymous_name(variables, name);
    Diagnostic::new(
        Code::Singleton,
        format!("`{name}` occurs once"),
        variable.span,
        "and nothing else speaks of it",
    )
    .hint(format!(
        "if any value will do, write `{anonymous}`: the underscore says that it is of no further use"
    ))
    .fix(format!("write `{anonymous}`"), variable.span, anonymous)
}

/// The name with an underscore in front of its number: `Field_1`; one that is still free.
fn anonymous_name(variables: &[Variable], name: &str) -> String {
    let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &name[word.len()..];
    let mut underscores = "_".to_owned();
    loop {
        let candidate = format!("{word}{underscores}{number}");
        if variables.iter().all(|variable| variable.name != candidate) {
            return candidate;
        }
        underscores.push('_');
    }
}

/// The word of a name and what numbers it: `Field` and `1`, `Field` and `_A`.
fn word_and_number(name: &str) -> (&str, &str) {
    let first = name.chars().next().map_or(0, char::len_utf8);
    let word = name[first..].trim_end_matches(|c: char| c.is_numeric() || c == '_' || c.is_uppercase());
    name.split_at(first + word.len())
}

/// Variables that occur once and look like another one, by their place in the clause.
fn slips(program: &Program, variables: &[Variable], counts: &[usize]) -> BTreeMap<usize, Diagnostic> {
    let mut slips = BTreeMap::new();
    if variables.len() > MOST_COMPARED {
        return slips;
    }
    let mut told = Vec::new();
    for (at, variable) in variables.iter().enumerate() {
        let others = variables.iter().enumerate().filter(|(other, known)| {
            // Of two that occur once, the later one is the slip.
            counts[at] == 1 && (counts[*other] > 1 || *other < at) && is_slip(program, variable, known)
        });
        let Some((other, known)) = others.max_by_key(|(other, _)| counts[*other]) else { continue };
        if told.contains(&at) {
            continue;
        }
        told.push(other);
        let (name, near) = (&variable.name, &known.name);
        let message = Diagnostic::new(
            Code::LooksLike,
            format!("`{name}` occurs once and looks like `{near}`"),
            variable.span,
            "is this another variable, or a slip?",
        )
        .and(known.span, format!("`{near}` stands here"))
        .hint(format!("did you mean `{near}`? If not, give it a name that nobody confuses with it"))
        .fix(format!("write `{near}`"), variable.span, near.clone());
        slips.insert(at, message);
    }
    slips
}

/// Whether `name` could be a slip for `known`: one edit in the word, the same number, and a sort in common.
fn is_slip(program: &Program, name: &Variable, known: &Variable) -> bool {
    let ((word, number), (known_word, known_number)) =
        (word_and_number(&name.name), word_and_number(&known.name));
    let declared = |word: &str| program.sorts.iter().any(|sort| sort.words.iter().any(|known| known == word));
    number == known_number
        && word != known_word
        && word.chars().count().min(known_word.chars().count()) >= FEWEST_LETTERS
        && word.chars().count() + known_word.chars().count() > 2 * FEWEST_LETTERS
        && distance(&word.to_lowercase(), &known_word.to_lowercase()) <= 1
        && program.common(name.sort, known.sort).is_some()
        && !(declared(word) && declared(known_word))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, problems};
    use super::*;

    const FACTS: &str = "players white, black\nfact in(a, g)\nfact near(a, b)\n";

    fn fixes(clause: &str) -> Vec<(Code, String)> {
        problems(&format!("{FACTS}{clause}\n"))
            .into_iter()
            .map(|message| (message.code, message.fix.map_or(String::new(), |fix| fix.edits[0].text.clone())))
            .collect()
    }

    #[test]
    fn a_single_variable_of_a_derivation_gets_its_underscore_where_it_fits() {
        assert_eq!(fixes("p(X) :- in(X, Group)"), [(Code::Singleton, "Group_".to_owned())]);
        assert_eq!(fixes("p(X) :- in(X, Group1)"), [(Code::Singleton, "Group_1".to_owned())]);
        assert_eq!(
            fixes("p(X) :- in(X, Y), near(X, Y_), near(Y_, X)"),
            [(Code::Singleton, "Y__".to_owned())]
        );
    }

    #[test]
    fn what_stands_in_the_head_or_joins_or_is_anonymous_is_no_singleton() {
        assert_eq!(fixes("p(X, G) :- in(X, G)"), []);
        assert_eq!(fixes("p(X) :- in(X, G_)"), []);
        assert_eq!(fixes("p(X) :- in(X, G), ¬in(X, G)").len(), 1, "B0604 and no singleton");
    }

    #[test]
    fn in_a_rule_a_named_variable_is_part_of_the_answer() {
        assert_eq!(fixes("rule r for white at level 0 if in(Field1, Group1), near(Field2, Field_1)"), []);
    }

    #[test]
    fn a_slip_is_reported_once_with_what_was_meant() {
        let slip = [(Code::LooksLike, "Field1".to_owned())];
        assert_eq!(
            fixes("rule r for white at level 0 if in(Field1, G), near(Field1, Y), near(Feild1, Y)"),
            slip
        );
        assert_eq!(
            fixes("p(Group) :- in(X_, Group), near(X_, Y_), in(Y_, Grup)"),
            [(Code::LooksLike, "Group".to_owned())]
        );
    }

    #[test]
    fn numbered_and_lettered_names_are_no_slips() {
        for names in ["Field1 Field2", "Field Field_", "FieldA FieldB", "X Y", "Row Low", "Field1 Feild2"] {
            let (one, other) = names.split_once(' ').expect("two names");
            let rule = format!("rule r for white at level 0 if near({one}, Z), near({other}, Z)");
            assert!(!codes(&format!("{FACTS}{rule}\n")).contains(&Code::LooksLike), "{names}");
        }
    }
}
