//! `B0503` and `B0506`: a variable that occurs once.
//!
//! In a derivation such a variable is a mistake, or it is unused, and then its name should have an underscore. The same
//! applies to a variable in the condition of an effect, unless it is a variable of the move. In a rule every named
//! variable is part of the answer, so only probable misspellings are reported there. A name is a misspelling if its
//! word, not its number, is one edit away from that of another variable in the clause. So `Feild1` next to `Field1` is
//! a misspelling, but `Field1` next to `Field2` never is. A name that differs from a constant only in its capital is a
//! mistake too.

use std::cmp::Reverse;

use blanche_sorted::{Arrange, SortedMap};

use crate::diagnostic::{Code, Diagnostic};
use crate::modes::Compared;
use crate::names::capitalised_constant;
use crate::program::{
    Argument, Clause, GameQuestion, Goal, Program, Rule, RuleId, RuleKind, Term, Variable, VariableId,
    VariableOrigin,
};
use crate::spelling::{MAX_COMPARED_VARIABLES, looks_like, same_but_for_underscores, word_and_number};

/// Number of occurrences that is assumed for a variable of a move in the lines below the move, so that it is not
/// reported in these lines.
const OF_MOVE: usize = 2;

/// Reports variables that occur once.
pub(super) fn check(program: &Program) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for clause in program.derived().flat_map(|(.., clauses)| clauses) {
        derivation(program, clause, &mut found);
    }
    for rule in program.rule_texts() {
        match rule.kind {
            RuleKind::Query => {}
            RuleKind::Game(GameQuestion::Effect) => effect(program, rule, &mut found),
            _ => rule_text(program, rule, &mut found),
        }
    }
    found.arrange_by_key(|message: &Diagnostic| message.label.span);
    found
}

/// Checks the variables of a rule for misspelt names, capitalised constants, and an unused variable for the opponent. A
/// premise that does not mention the player to move may be intended, since in some games both players may do the same.
fn rule_text(program: &Program, rule: &Rule, found: &mut Vec<Diagnostic>) {
    let mut own = occurrences(&rule.variables, &rule.body, &[]);
    let is_start = rule.kind == RuleKind::Game(GameQuestion::Start);
    let of_tuples = if is_start { of_start(program, rule) } else { Vec::new() };
    let played = match rule.kind {
        RuleKind::Game(GameQuestion::Start) => of_tuples.as_slice(),
        RuleKind::Game(GameQuestion::Move | GameQuestion::Margin) => rule.answer.as_slice(),
        // The played variables, and the variable for the worth of the move if there is one.
        RuleKind::Preference(valued) => &rule.answer[..rule.plays + usize::from(valued.worth.is_none())],
        _ => rule.played(),
    };
    played.iter().for_each(|id| own[id.index()] += 1);
    // The variables of the premise may contain a misspelling of a player variable.
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
        let message = Diagnostic::new(
            Code::Singleton,
            format!("`{}` occurs once", other.name),
            other.span,
            "and the premise does not mention it",
        );
        // Another variable for players in the premise may be meant as this player variable.
        let sort = program.player_sort.map(|sort| program.sort(sort).root);
        let is_player =
            |variable: &&Variable| !variable.local && Some(program.sort(variable.sort).root) == sort;
        let differs_by_underscores =
            |variable: &&Variable| same_but_for_underscores(&variable.name, &other.name);
        let variables = &rule.variables;
        found.push(
            match variables.iter().find(differs_by_underscores).or(variables.iter().find(is_player)) {
                Some(variable) => message.hint(format!("is `{}` this player?", variable.name)),
                None => message.fix("remove `against`", player.span.after().to(other.span), ""),
            },
        );
    }
    let constants = rule
        .variables
        .iter()
        .zip(&counts[rule.side.len()..])
        .filter(|(variable, count)| **count == 1 && !variable.local && !drawn.contains(&variable.span));
    // A variable in a `start` line that stands for all fields would have a prefix of the fields. So a single capital
    // letter is probably meant as a constant.
    let by_chance = |variable: &Variable| !is_start && is_letter(&variable.name);
    let constants = constants.map(|(variable, _)| variable).filter(|variable| !by_chance(variable));
    found.extend(constants.filter_map(|variable| called_like_a_constant(program, variable)));
    found.extend(misspelt.into_values());
}

/// The variables in the tuples of a `start` line, once for each occurrence.
fn of_start(program: &Program, rule: &Rule) -> Vec<VariableId> {
    let starts = program.game.iter().flat_map(|game| &game.start);
    let is_its = |id: RuleId| program.rules[id.index()].span == rule.span;
    let tuples = starts.filter(|start| start.question.is_some_and(is_its)).flat_map(|start| &start.tuples);
    let answered = tuples.flat_map(|tuple| &tuple.arguments).filter_map(|argument| match argument {
        Argument::Answer(at) => Some(rule.answer[*at]),
        Argument::Constant(_) => None,
    });
    answered.collect()
}

/// Checks the condition of an effect or of a `then` line. The variables of the move and its premise were checked
/// together with the move. A variable that occurs only in the line must join something, or it is a mistake.
fn effect(program: &Program, rule: &Rule, found: &mut Vec<Diagnostic>) {
    let mut counts = occurrences(&rule.variables, &rule.body, &[]);
    for (count, variable) in counts.iter_mut().zip(&rule.variables) {
        if !rule.span.encloses(variable.span) {
            *count = OF_MOVE;
        }
    }
    rule.answer.iter().for_each(|id| counts[id.index()] += 1);
    let mut variables = rule.variables.clone();
    for variable in &rule.side {
        let sort = program.sort(program.player_sort.expect("moves are for players")).root;
        variables.push(Variable::named(variable.name.clone(), sort, false, variable.span));
        counts.push(OF_MOVE);
    }
    let heads: Vec<Term> = rule.answer.iter().copied().map(Term::Variable).collect();
    once(program, (&variables, &counts), &rule.body, &heads, found);
}

fn derivation(program: &Program, clause: &Clause, found: &mut Vec<Diagnostic>) {
    let counts = occurrences(&clause.variables, &clause.body, &clause.head);
    once(program, (&clause.variables, &counts), &clause.body, &clause.head, found);
}

/// Reports variables of a body that occur once and are not in the head.
fn once(
    program: &Program,
    (variables, counts): (&[Variable], &[usize]),
    body: &[Goal],
    head: &[Term],
    found: &mut Vec<Diagnostic>,
) {
    let mut misspelt = misspelt(program, variables, counts);
    let drawn: Vec<_> =
        misspelt.values().flat_map(|message| &message.others).map(|label| label.span).collect();
    for (at, variable) in variables.iter().enumerate() {
        let id = VariableId(at as u32);
        let in_head = head.contains(&Term::Variable(id));
        if let Some(message) = misspelt.remove(&at) {
            found.push(message);
        } else if counts[at] == 1 && !variable.local && !in_head && !drawn.contains(&variable.span) {
            // If a variable is a single letter, it resembles a constant only by chance.
            let constant =
                || called_like_a_constant(program, variable).filter(|_| !is_letter(&variable.name));
            found.push(match half_local(program, variables, variable) {
                Some(other) => confusion(variable, other),
                None => constant()
                    .or_else(|| compared(program, variables, body, id))
                    .unwrap_or_else(|| singleton(variables, variable)),
            });
        }
    }
}

/// Number of occurrences of each variable.
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
        "and nothing else mentions it",
    )
    .hint(format!("if any value will do, write `{local}`: the underscore says that the value is not used"))
    .fix(format!("write `{local}`"), variable.span, local)
}

/// The message about a variable that is only compared. The message does not suggest an underscore, because a suitable
/// value would always exist.
fn compared(program: &Program, variables: &[Variable], body: &[Goal], id: VariableId) -> Option<Diagnostic> {
    let compared = Compared::find(program, variables, body, id)?;
    let variable = &variables[id.index()];
    let title = format!("`{}` occurs once", variable.name);
    let label = "it is compared, and nothing else mentions it";
    Some(compared.advise(Diagnostic::new(Code::Singleton, title, variable.span, label)).changing_answers())
}

/// The name with an underscore before its number, `Field_1`, or with more underscores if that name is taken.
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

/// The messages about variables that occur once and look like another variable, by index of the variable.
fn misspelt(program: &Program, variables: &[Variable], counts: &[usize]) -> SortedMap<usize, Diagnostic> {
    let mut misspelt = SortedMap::new();
    if variables.len() > MAX_COMPARED_VARIABLES {
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

/// How trustworthy a name is, to decide which of two names is misspelt. The most important criterion is that the name
/// begins with a prefix of a sort, then that its word occurs more often, then that it occurs first.
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
    .and(known.span, format!("`{near}` is used here"))
    .hint(format!("did you mean `{near}`? If not, choose a name that cannot be confused with it"))
    .fix(format!("write `{near}`"), variable.span, near.clone())
    .changing_answers()
}

/// Whether `name` may be a misspelling of `known`, because they look alike and their sorts have common values.
/// Variables for calls, sums and aggregates are excluded, because their names do not come from the author.
fn is_misspelling(program: &Program, name: &Variable, known: &Variable) -> bool {
    [name, known].iter().all(|variable| variable.origin == VariableOrigin::Itself)
        && looks_like(&name.name, &known.name)
        && program.common(name.sort, known.sort).is_some()
        && ![name, known].iter().all(|variable| is_declared(program, &variable.name))
}

/// Whether a name begins with a prefix that a sort declares.
fn is_declared(program: &Program, name: &str) -> bool {
    program.sort_of_word(word_and_number(name).0).is_some()
}

/// A local variable whose name differs only by underscores. Both variables probably mean one value.
fn half_local<'a>(program: &Program, variables: &'a [Variable], variable: &Variable) -> Option<&'a Variable> {
    variables.iter().filter(|other| other.local).find(|other| {
        same_but_for_underscores(&variable.name, &other.name)
            && program.common(variable.sort, other.sort).is_some()
    })
}

/// The message about a variable that occurs once and has the name of a constant of its sort.
fn called_like_a_constant(program: &Program, variable: &Variable) -> Option<Diagnostic> {
    capitalised_constant(program, &variable.name, variable.span, variable.sort)
}

fn is_letter(name: &str) -> bool {
    name.chars().count() == 1
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
    fn a_singleton_in_a_derivation_is_renamed_to_a_local_variable() {
        assert_eq!(fixes("p(X) :- in(X, Group)"), [(Code::Singleton, "Group_".to_owned())]);
        assert_eq!(fixes("p(X) :- in(X, Group1)"), [(Code::Singleton, "Group_1".to_owned())]);
    }

    #[test]
    fn a_variable_that_is_in_the_head_joined_or_local_is_no_singleton() {
        assert_eq!(fixes("p(X, G) :- in(X, G)"), []);
        assert_eq!(fixes("p(X) :- in(X, G_)"), []);
        assert_eq!(fixes("p(X) :- in(X, G), ¬in(X, G)").len(), 1, "B0604 and no singleton");
    }

    #[test]
    fn variables_that_differ_by_an_underscore_look_alike() {
        let joined = [(Code::LooksLike, "Y_".to_owned())];
        let sorts = "sort place = a, b words P\nsort row = g words R\n";
        let of_two = fixes(&format!("{sorts}p(X) :- in(X, Y), near(Y_, X)"));
        assert_eq!(of_two, [(Code::Singleton, "Y__".to_owned())], "two sorts");
        assert_eq!(fixes("p(X) :- near(X, Y), near(Y_, X)"), joined);
        assert_eq!(fixes("p(X) :- near(X, Y_), near(Y, X)"), joined);
        assert_eq!(fixes("p(X) :- near(X, Y), near(X, Y_), near(Y_, X)"), joined, "used twice");
        let rule = "rule r for white at level 0 if near(X, Field), near(Field_, X), in(X, G)";
        assert_eq!(fixes(rule), []);
    }

    #[test]
    fn a_singleton_that_is_only_compared_is_not_made_local() {
        assert_eq!(fixes("p(X) :- near(X, Y_), ¬equal(Y_, Zoo)"), [(Code::Singleton, String::new())]);
        assert_eq!(fixes("p(X, Y) :- near(X, Y), ¬equal(X, Yy)"), [(Code::Singleton, "Y".to_owned())]);
    }

    #[test]
    fn a_capitalised_constant_is_reported_as_a_singleton() {
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
    fn of_two_similar_variables_the_one_named_after_a_sort_is_right() {
        let sort = "sort place = a, b words Field\n";
        let clause = "p(G) :- in(Feild_, G), near(Field_, b)";
        assert_eq!(fixes(&format!("{sort}{clause}")), [(Code::LooksLike, "Field_".to_owned())]);
        assert_eq!(fixes(clause), [(Code::LooksLike, "Feild_".to_owned())], "the later one is the mistake");
    }

    #[test]
    fn a_named_variable_of_a_rule_is_no_singleton() {
        assert_eq!(fixes("rule r for white at level 0 if in(Field1, Group1), near(Field2, Field_1)"), []);
    }

    #[test]
    fn a_misspelt_variable_is_reported_once_with_the_right_name() {
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
    fn numbered_and_lettered_variables_do_not_look_alike() {
        for names in ["Field1 Field2", "Field Field_", "FieldA FieldB", "X Y", "Row Low", "Field1 Feild2"] {
            let (one, other) = names.split_once(' ').expect("two names");
            let rule = format!("rule r for white at level 0 if near({one}, Z), near({other}, Z)");
            assert!(!codes(&format!("{FACTS}{rule}\n")).contains(&Code::LooksLike), "{names}");
        }
    }

    const GAME: &str = "board 3 by 3 like b2 words Field\nplayers x, o words Color, Other\n\
        state man(Field, Color) one Color\nstate on(Field)\nempty(Field) :- ¬man(Field, Color_)\n";

    /// The messages about variables in a game, with the texts that their fixes write.
    fn of_game(lines: &str) -> Vec<(Code, String)> {
        let is_of_variable = |message: &Diagnostic| matches!(message.code, Code::Singleton | Code::LooksLike);
        let found = problems(&format!("{GAME}{lines}\n")).into_iter().filter(is_of_variable);
        found
            .map(|message| (message.code, message.fix.map_or(String::new(), |fix| fix.edits[0].text.clone())))
            .collect()
    }

    /// The messages about variables in a move that has this line below it.
    fn of_line(line: &str) -> Vec<(Code, String)> {
        let line = format!(
            "move go for Color against Other plays Field if empty(Field), ¬man(Field, Other)\n    adds man(Field, Color)\n    {line}"
        );
        of_game(&line)
    }

    #[test]
    fn a_variable_of_an_effect_that_resembles_one_of_its_move_is_misspelt() {
        let field = [(Code::LooksLike, "Field".to_owned())];
        for line in [
            "adds on(Field) if ¬at.edge(Feild, n)",
            "adds on(Field) if at.edge(Feild, n)",
            "removes on(Field) if on(Feild)",
            "then go from Field if ¬row(Feild, 1)",
        ] {
            assert_eq!(of_line(line), field, "{line}");
        }
        assert_eq!(of_line("adds on(Field) if man(Field, Othar)"), [(Code::LooksLike, "Other".to_owned())]);
        let field1 = [(Code::LooksLike, "Field1".to_owned())];
        assert_eq!(of_line("removes on(Field1) for man(Fiedl1, Other), step(Field1, n, Field)"), field1);
    }

    #[test]
    fn a_variable_that_occurs_once_in_an_effect_is_a_singleton() {
        assert_eq!(
            of_line("adds on(Field) if man(Field1, Other)"),
            [(Code::Singleton, "Field_1".to_owned())]
        );
        for line in [
            "adds on(Field) if man(Field_1, Other)",
            "adds on(Field1) for man(Field1, Other)",
            "adds on(Field) if step(Field, n, Field1), man(Field1, Color)",
            "then go from Field if man(Field, Other)",
            "removes on(Field)",
        ] {
            assert_eq!(of_line(line), [], "{line}");
        }
    }

    #[test]
    fn a_capitalised_constant_in_a_start_or_drawing_is_reported() {
        let a1 = [(Code::Singleton, "a1".to_owned())];
        assert_eq!(of_game("start man(A1, x)"), a1);
        assert_eq!(of_game("start man(Field, X)"), [(Code::Singleton, "x".to_owned())]);
        assert_eq!(of_game("start man(A1, x) if row(A1, 1)"), []);
        assert_eq!(of_game("start man(A1, x), on(A1)"), []);
        assert_eq!(of_game("start man(Field, x)"), []);
        let x = [(Code::Singleton, "x".to_owned())];
        assert_eq!(of_game("drawn man(Field, X) as x, man(Field, o) as o"), x);
        assert_eq!(of_game("drawn man(Field, x) as x, man(A1, o) as o, on(Field) as n"), []);
        assert_eq!(of_game("drawn man(Field, Color) as x"), []);
    }
}
