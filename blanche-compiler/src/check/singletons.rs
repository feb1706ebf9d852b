//! `B0503` and `B0506`: a variable that occurs once.
//!
//! In a derivation it is either of no use, and then an underscore says so, or a mistake. In a rule every
//! named variable is part of the answer, so only a mistake is reported there. A mistake is a name that is one edit
//! away from another variable of the clause, in the word and not in what numbers it: `Feild1` beside `Field1`,
//! never `Field1` beside `Field2`. A name that is a constant's but for its capital is a mistake too.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::modes::Compared;
use crate::program::{
    Clause, GameQuestion, Goal, Program, Rule, RuleKind, StandsFor, Term, Variable, VariableId,
};
use crate::spelling::{MOST_COMPARED, looks_like, same_but_for_underscores, uncapitalised, word_and_number};

/// Variables that occur once.
pub(super) fn check(program: &Program) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for clause in program.derived().flat_map(|(.., clauses)| clauses) {
        derivation(program, clause, &mut found);
    }
    // What an effect asks stands in its move.
    let is_text = |kind: RuleKind| !matches!(kind, RuleKind::Query | RuleKind::Game(GameQuestion::Effect));
    for rule in program.rule_texts().filter(|rule| is_text(rule.kind)) {
        rule_text(program, rule, &mut found);
    }
    found.sort_by_key(|message: &Diagnostic| message.label.span);
    found
}

/// In a rule only misspelt names count, a constant with a capital among them, and the other player of whom nothing is said. That a premise does not speak of the
/// player whose turn it is may be meant: there are games in which both may do the same.
fn rule_text(program: &Program, rule: &Rule, found: &mut Vec<Diagnostic>) {
    let mut own = occurrences(&rule.variables, &rule.body, &[]);
    let played = match rule.kind {
        RuleKind::Game(GameQuestion::Move | GameQuestion::Margin) => rule.answer.as_slice(),
        // What is played, and the variable that says what it is worth.
        RuleKind::Preference(valued) => &rule.answer[..rule.plays + usize::from(valued.worth.is_none())],
        _ => rule.played(),
    };
    played.iter().for_each(|id| own[id.index()] += 1);
    // What stands for a player may be what another variable looks like.
    let (mut variables, mut counts) = (Vec::new(), Vec::new());
    for variable in &rule.side {
        let sort = program.sort(program.player_sort.expect("rules are for players")).root;
        variables.push(Variable::named(variable.name.clone(), sort, false, variable.span));
        counts.push(1 + variable.uses);
    }
    variables.extend_from_slice(&rule.variables);
    counts.extend(own);
    let misspelt = misspelt(program, &variables, &counts);
    let labels = misspelt.values().flat_map(|message| message.others.iter().chain([&message.label]));
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
    let constants = rule
        .variables
        .iter()
        .zip(&counts[rule.side.len()..])
        .filter(|(variable, count)| **count == 1 && !variable.local && !drawn.contains(&variable.span));
    found.extend(constants.filter_map(|(variable, _)| called_like_a_constant(program, variable)));
    found.extend(misspelt.into_values());
}

fn derivation(program: &Program, clause: &Clause, found: &mut Vec<Diagnostic>) {
    let counts = occurrences(&clause.variables, &clause.body, &clause.head);
    let mut misspelt = misspelt(program, &clause.variables, &counts);
    let drawn: Vec<_> =
        misspelt.values().flat_map(|message| &message.others).map(|label| label.span).collect();
    for (at, variable) in clause.variables.iter().enumerate() {
        let in_head = clause.head.contains(&Term::Variable(VariableId(at as u32)));
        if let Some(message) = misspelt.remove(&at) {
            found.push(message);
        } else if counts[at] == 1 && !variable.local && !in_head && !drawn.contains(&variable.span) {
            found.push(match half_local(program, &clause.variables, &counts, variable) {
                Some(other) => confusion(variable, other),
                None => called_like_a_constant(program, variable)
                    .or_else(|| compared(program, clause, VariableId(at as u32)))
                    .unwrap_or_else(|| singleton(&clause.variables, variable)),
            });
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
    body.iter().for_each(|goal| {
        goal.atoms(&mut |atom, _| {
            if !atom.is_added {
                atom.arguments.iter().for_each(&mut count);
            }
        });
    });
    counts
}

fn singleton(variables: &[Variable], variable: &Variable) -> Diagnostic {
    let name = &variable.name;
    let local = local_name(variables, name);
    Diagnostic::new(
        Code::Singleton,
        format!("`{name}` occurs once"),
        variable.span,
        "and nothing else speaks of it",
    )
    .hint(format!("if any value will do, write `{local}`: the underscore says that it is of no further use"))
    .fix(format!("write `{local}`"), variable.span, local)
}

/// A variable that is only compared. Any value will not do there: there is always one that is equal.
fn compared(program: &Program, clause: &Clause, id: VariableId) -> Option<Diagnostic> {
    let compared = Compared::find(program, &clause.variables, &clause.body, id)?;
    let variable = &clause.variables[id.index()];
    let title = format!("`{}` occurs once", variable.name);
    let label = "it is compared, and nothing else speaks of it";
    Some(compared.advise(Diagnostic::new(Code::Singleton, title, variable.span, label)).changing_answers())
}

/// The name with an underscore in front of its number: `Field_1`; one that is still free.
pub(super) fn local_name(variables: &[Variable], name: &str) -> String {
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

/// Variables that occur once and look like another one, by their place in the clause.
fn misspelt(program: &Program, variables: &[Variable], counts: &[usize]) -> BTreeMap<usize, Diagnostic> {
    let mut misspelt = BTreeMap::new();
    if variables.len() > MOST_COMPARED {
        return misspelt;
    }
    let mut told = Vec::new();
    for (at, variable) in variables.iter().enumerate().filter(|(at, _)| counts[*at] == 1) {
        let trust = |at: usize| trust(program, variables, counts, at);
        let others = variables.iter().enumerate().filter(|(other, known)| {
            is_misspelling(program, variable, known) && (counts[*other] > 1 || trust(*other) > trust(at))
        });
        let Some((other, known)) = others.max_by_key(|(other, _)| counts[*other]) else { continue };
        if told.contains(&at) {
            continue;
        }
        told.push(other);
        misspelt.insert(at, confusion(variable, known));
    }
    misspelt
}

/// How much speaks for a name, where one of two that occur once is misspelt: that it begins with a word of a sort, that
/// its word stands there more often, that it came first.
fn trust(
    program: &Program,
    variables: &[Variable],
    counts: &[usize],
    at: usize,
) -> (bool, usize, Reverse<usize>) {
    let word = word_and_number(&variables[at].name).0;
    let same_word = variables.iter().zip(counts).filter(|(other, _)| word_and_number(&other.name).0 == word);
    (is_declared(program, &variables[at].name), same_word.map(|(_, count)| count).sum(), Reverse(at))
}

fn confusion(variable: &Variable, known: &Variable) -> Diagnostic {
    let (name, near) = (&variable.name, &known.name);
    Diagnostic::new(
        Code::LooksLike,
        format!("`{name}` occurs once and looks like `{near}`"),
        variable.span,
        "is this another variable, or a mistake?",
    )
    .and(known.span, format!("`{near}` stands here"))
    .hint(format!("did you mean `{near}`? If not, give it a name that nobody confuses with it"))
    .fix(format!("write `{near}`"), variable.span, near.clone())
    .changing_answers()
}

/// Whether `name` could be a misspelt `known`: they look alike, and have a sort in common. The value of a
/// call, a sum or an aggregate is named by its whole text, which is no misspelt name.
fn is_misspelling(program: &Program, name: &Variable, known: &Variable) -> bool {
    [name, known].iter().all(|variable| variable.stands_for == StandsFor::Itself)
        && looks_like(&name.name, &known.name)
        && program.common(name.sort, known.sort).is_some()
        && ![name, known].iter().all(|variable| is_declared(program, &variable.name))
}

/// Whether a name begins with a word that a sort has for its variables.
fn is_declared(program: &Program, name: &str) -> bool {
    program.sort_of_word(word_and_number(name).0).is_some()
}

/// A variable with an underscore that occurs once too, and whose name is the same otherwise: one value has one name.
fn half_local<'a>(
    program: &Program,
    variables: &'a [Variable],
    counts: &[usize],
    variable: &Variable,
) -> Option<&'a Variable> {
    let once = variables.iter().zip(counts).filter(|(_, count)| **count == 1).map(|(other, _)| other);
    once.filter(|other| other.local).find(|other| {
        same_but_for_underscores(&variable.name, &other.name)
            && program.common(variable.sort, other.sort).is_some()
    })
}

/// What is said of a variable that occurs once and is called like a constant of its sort.
fn called_like_a_constant(program: &Program, variable: &Variable) -> Option<Diagnostic> {
    let name = &variable.name;
    let constant = uncapitalised(name);
    // Variables of a single letter are called like constants by chance.
    let is_letter = name.chars().count() == 1;
    if is_letter || is_declared(program, name) {
        return None;
    }
    program.sort(variable.sort).value(&constant)?;
    let message = Diagnostic::new(
        Code::Singleton,
        format!("`{name}` is a variable, and not the constant `{constant}`"),
        variable.span,
        "it occurs once, and stands for any value",
    );
    let hint = "a name that begins with a capital is a variable; a constant begins with a small letter";
    Some(message.hint(hint).fix(format!("write `{constant}`"), variable.span, constant).changing_answers())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, problems};
    use super::*;

    const FACTS: &str = "players white, black\nfact in(a, g)\nfact near(a, b)\n";

    fn fixes(clause: &str) -> Vec<(Code, String)> {
        problems(&format!("{FACTS}{clause}\n"))
            .into_iter()
            .filter(|message| !matches!(message.code, Code::Multiplies | Code::Unconnected))
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
    fn what_stands_in_the_head_or_joins_or_is_local_is_no_singleton() {
        assert_eq!(fixes("p(X, G) :- in(X, G)"), []);
        assert_eq!(fixes("p(X) :- in(X, G_)"), []);
        assert_eq!(fixes("p(X) :- in(X, G), ¬in(X, G)").len(), 1, "B0604 and no singleton");
    }

    #[test]
    fn of_two_that_differ_by_an_underscore_each_is_perhaps_the_other() {
        let joined = [(Code::LooksLike, "Y_".to_owned())];
        let sorts = "sort place = a, b words P\nsort row = g words R\n";
        let of_two = fixes(&format!("{sorts}p(X) :- in(X, Y), near(Y_, X)"));
        assert_eq!(of_two, [(Code::Singleton, "Y__".to_owned())], "two sorts");
        assert_eq!(fixes("p(X) :- near(X, Y), near(Y_, X)"), joined);
        assert_eq!(fixes("p(X) :- near(X, Y_), near(Y, X)"), joined);
        let rule = "rule r for white at level 0 if near(X, Field), near(Field_, X), in(X, G)";
        assert_eq!(fixes(rule), []);
    }

    #[test]
    fn what_is_only_compared_gets_no_underscore() {
        assert_eq!(fixes("p(X) :- near(X, Y_), ¬equal(Y_, Zoo)"), [(Code::Singleton, String::new())]);
        assert_eq!(fixes("p(X, Y) :- near(X, Y), ¬equal(X, Yy)"), [(Code::Singleton, "Y".to_owned())]);
    }

    #[test]
    fn a_constant_with_a_capital_is_a_variable() {
        let facts = "sort color = none, white, black words Color\nfact full(a, white)\n";
        let said = |clause: &str| {
            let found = fixes(&format!("{facts}{clause}"));
            found.into_iter().filter(|(code, _)| *code != Code::Unused).collect::<Vec<_>>()
        };
        let constant = [(Code::Singleton, "white".to_owned())];
        assert_eq!(said("rule r for white at level 0 if full(X, White)"), constant);
        assert_eq!(said("p(X) :- full(X, White)"), constant);
        assert_eq!(
            said("rule r for white at level 0 if full(X, White), full(Y, White), full(Z, white)"),
            [],
            "it joins two"
        );
        assert_eq!(said("rule r for white at level 0 if full(X, Color), full(Y, white)"), []);
        assert_eq!(
            fixes("rule r for white at level 0 if in(A, G), near(X, Y)"),
            [],
            "letters are called like constants"
        );
    }

    #[test]
    fn the_name_with_a_word_of_a_sort_is_the_right_one() {
        let sort = "sort place = a, b words Field\n";
        let clause = "p(G) :- in(Feild_, G), near(Field_, b)";
        assert_eq!(fixes(&format!("{sort}{clause}")), [(Code::LooksLike, "Field_".to_owned())]);
        assert_eq!(fixes(clause), [(Code::LooksLike, "Feild_".to_owned())], "the later one is the mistake");
    }

    #[test]
    fn in_a_rule_a_named_variable_is_part_of_the_answer() {
        assert_eq!(fixes("rule r for white at level 0 if in(Field1, Group1), near(Field2, Field_1)"), []);
    }

    #[test]
    fn a_mistake_is_reported_once_with_what_was_meant() {
        let meant = [(Code::LooksLike, "Field1".to_owned())];
        assert_eq!(
            fixes("rule r for white at level 0 if in(Field1, G), near(Field1, Y), near(Feild1, Y)"),
            meant
        );
        assert_eq!(
            fixes("p(Group) :- in(X_, Group), near(X_, Y_), in(Y_, Grup)"),
            [(Code::LooksLike, "Group".to_owned())]
        );
    }

    #[test]
    fn numbered_and_lettered_names_are_no_mistakes() {
        for names in ["Field1 Field2", "Field Field_", "FieldA FieldB", "X Y", "Row Low", "Field1 Feild2"] {
            let (one, other) = names.split_once(' ').expect("two names");
            let rule = format!("rule r for white at level 0 if near({one}, Z), near({other}, Z)");
            assert!(!codes(&format!("{FACTS}{rule}\n")).contains(&Code::LooksLike), "{names}");
        }
    }
}
