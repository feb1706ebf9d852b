//! Resolves sides, which say for which player an item is. A side names one player, or has a variable for the player. In
//! the second case the text is resolved once, and produces one rule for every player.

use super::model::Declared;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{SideVariable, SortId, Variable};
use crate::runtime::Value;
use crate::spelling::{MAX_LISTED, capitalised, list, may_be_misspelt, with_article};
use crate::syntax::ast::{self, Term};
use crate::syntax::print_side;

/// One of the players of an item.
#[derive(Clone, Debug)]
pub(super) struct Player {
    /// The value in the sort of the players.
    pub(super) value: Value,
    /// The name of the player, or the text as written if the player is unknown.
    pub(super) text: String,
    /// The values of the side's variables for this player.
    pub(super) variables: Vec<SideVariable>,
}

/// The players of an item.
#[derive(Clone, Debug)]
pub(super) struct Players {
    /// The players, in the order of their declaration. Never empty, so that the item can be resolved further.
    pub(super) players: Vec<Player>,
    /// The mistakes in the side.
    pub(super) problems: Vec<Diagnostic>,
    /// Whether the side's variables could be resolved to players.
    pub(super) sound: bool,
}

/// The players of an item, from its side.
pub(super) fn players(resolver: &Declared<'_>, side: &ast::Side) -> Players {
    let variables: Vec<&ast::Name> = side.variables().collect();
    let Some(first) = variables.first() else { return one_player(resolver, side) };
    let unknown = Player { value: 0, text: print_side(side), variables: Vec::new() };
    let lost = |problems| Players { players: vec![unknown.clone()], problems, sound: false };
    let Some(sort) = resolver.program.player_sort else { return lost(nobody_plays(resolver, first)) };
    if matches!(side.player, Term::Constant(_)) || variables[1..].iter().any(|other| other.text == first.text)
    {
        return lost(Vec::new()); // reported by the parser
    }
    if !resolver.recovery.knows_players() || resolver.program.players.is_empty() {
        return lost(Vec::new());
    }
    // If a declaration was lost, the prefix of a variable may belong to the sort of the players.
    let asked = if resolver.recovery.knows_all_items() { variables.as_slice() } else { &[] };
    let mut problems: Vec<Diagnostic> =
        asked.iter().filter_map(|variable| of_another_sort(resolver, variable)).collect();
    // An author who capitalises the name of a player does not mean a variable.
    let capital = variables.iter().find_map(|variable| {
        let lower = variable.text.to_lowercase();
        words(resolver).into_iter().find(|player| *player == lower).map(|player| (*variable, player))
    });
    if let Some((variable, player)) = capital {
        let title = format!("`{}` is a variable, not the player `{player}`", variable.text);
        problems.push(
            Diagnostic::new(Code::NoPlayer, title, variable.span, "it stands for every player in turn")
                .hint("give the variable another name, such as `Color`")
                .fix(format!("write `{player}`"), variable.span, player),
        );
    }
    let players = &resolver.program.players;
    if let (Some(other), false) = (&side.against, players.len() == 2) {
        problems.push(not_two(resolver, other));
    }
    if !problems.is_empty() {
        return lost(problems);
    }
    let stands_for = |at: usize| {
        let player = |of: usize| players[(at + of) % players.len()];
        let variable = |(of, name): (usize, &&ast::Name)| SideVariable {
            name: name.text.clone(),
            player: player(of),
            uses: 0,
            span: name.span,
        };
        let text = resolver.program.sort(sort).text(player(0));
        Player { value: player(0), text, variables: variables.iter().enumerate().map(variable).collect() }
    };
    Players { players: (0..players.len()).map(stands_for).collect(), problems, sound: true }
}

/// A player that is not a value of this sort, if there is one.
pub(super) fn lacks_player(resolver: &Declared<'_>, sort: SortId) -> Option<Value> {
    let program = &resolver.program;
    let root = program.player_sort.map(|players| program.sort(players).root);
    let lacks =
        |player: &Value| root != Some(program.sort(sort).root) || !program.sort(sort).contains(*player);
    program.players.iter().copied().find(lacks)
}

/// The names of the players, for a message. The list has at most one name more than messages show, so that the message
/// can say that there are more players.
pub(super) fn words(resolver: &Declared<'_>) -> Vec<String> {
    let players = resolver.program.players.iter().take(MAX_LISTED + 1);
    players.map(|player| resolver.program.player(*player)).collect()
}

/// Resolves a side that names a player.
fn one_player(resolver: &Declared<'_>, side: &ast::Side) -> Players {
    let (Term::Constant(colour) | Term::Variable(colour)) = &side.player else {
        unreachable!("the grammar reads a name behind `for`")
    };
    let (value, problem) = match player(resolver, colour) {
        Ok(value) => (value, None),
        // The rule is resolved further, so that other mistakes in it are found.
        Err(problem) => (0, problem),
    };
    let player = Player { value, text: colour.text.clone(), variables: Vec::new() };
    Players {
        players: vec![player],
        problems: problem.into_iter().map(|problem| *problem).collect(),
        sound: true,
    }
}

/// The player with this name. If there is none because of a mistake reported elsewhere, the error contains no message.
pub(super) fn player(resolver: &Declared<'_>, colour: &ast::Name) -> Result<Value, Option<Box<Diagnostic>>> {
    let Some(sort) = resolver.program.player_sort else {
        return Err(nobody_plays(resolver, colour).pop().map(Box::new));
    };
    let sort = resolver.program.sort(sort);
    let value = sort.value(&colour.text);
    if let Some(value) = value.filter(|value| resolver.program.players.contains(value)) {
        return Ok(value);
    }
    if colour.text.is_empty() || !resolver.recovery.knows_players() {
        return Err(None);
    }
    let players = words(resolver);
    let label = match value {
        Some(_) => format!("this is a `{}`, but not a player", sort.name),
        None => "this is not a player".to_owned(),
    };
    let near = resolver.speller.nearest(&colour.text, players.iter().map(String::as_str));
    let near = near.filter(|near| may_be_misspelt(&colour.text, near));
    let message =
        Diagnostic::new(Code::NoPlayer, format!("`{}` is not a player", colour.text), colour.span, label)
            .hint(format!("the players are {}", list(&players, "and")));
    Err(Some(Box::new(match near {
        Some(near) => message.fix(format!("write `{near}`"), colour.span, near.to_owned()),
        None => match variable(resolver, &colour.text) {
            Some(variable) => message
                .hint(format!("a variable, `for {variable}`, makes a rule for each of them"))
                .fix(format!("write `{variable}`"), colour.span, variable),
            None => message,
        },
    })))
}

/// The player variable that a lower-case word was probably meant to be. The capitalised word must begin with a prefix
/// of the players' sort.
fn variable(resolver: &Declared<'_>, word: &str) -> Option<String> {
    let upper = capitalised(word);
    let sort = resolver.word_sort(&upper)?;
    (upper.chars().all(char::is_alphanumeric) && lacks_player(resolver, sort).is_none()).then_some(upper)
}

fn nobody_plays(resolver: &Declared<'_>, colour: &ast::Name) -> Vec<Diagnostic> {
    if colour.text.is_empty() || !resolver.recovery.may_report_no_players(&colour.text) {
        return Vec::new();
    }
    let message =
        Diagnostic::new(Code::NoPlayer, "there are no players", colour.span, "no players are declared");
    vec![
        message.hint(
            "use a domain that declares its players, or declare them, for instance: players left, right",
        ),
    ]
}

/// The message about a player variable whose name shows another sort.
fn of_another_sort(resolver: &Declared<'_>, variable: &ast::Name) -> Option<Diagnostic> {
    let program = &resolver.program;
    let sort = program.sort(resolver.word_sort(&variable.text)?);
    let lacking = lacks_player(resolver, resolver.word_sort(&variable.text)?)?;
    let of_players =
        program.sorts.iter().zip(0..).filter(|(_, id)| lacks_player(resolver, SortId(*id)).is_none());
    let fitting: Vec<&String> = of_players.flat_map(|(sort, _)| sort.words.first()).collect();
    let such = fitting.first().map_or("Other", |word| word.as_str());
    Some(
        Diagnostic::new(
            Code::BadSide,
            format!("`{}` cannot stand for a player", variable.text),
            variable.span,
            format!("this is a `{}`, and the player `{}` is not one", sort.name, program.player(lacking)),
        )
        .hint(format!(
            "`{}` is a `{}` because its name begins with {}; a name such as `{such}` can stand for {}",
            variable.text,
            sort.name,
            list(&sort.words, "or"),
            list(&words(resolver), "and")
        )),
    )
}

/// The message about a player variable that is used as an argument, although one of the players is not a value of the
/// argument's sort.
pub(super) fn no_player_here(
    resolver: &Declared<'_>,
    variable: &Variable,
    lacking: Value,
    wanted: SortId,
    span: Span,
) -> Diagnostic {
    let program = &resolver.program;
    let (name, wanted) = (&variable.name, &program.sort(wanted).name);
    let lacking = program.player(lacking);
    Diagnostic::new(
        Code::WrongSort,
        format!("`{name}` stands for a player, but {} is expected here", with_article(wanted)),
        span,
        format!("the player `{lacking}` is not a `{wanted}`"),
    )
    .and(variable.span, format!("`{name}` stands for every player"))
}

/// The message about `against` in a game that does not have exactly two players.
fn not_two(resolver: &Declared<'_>, other: &ast::Name) -> Diagnostic {
    let players = words(resolver);
    let label = match players.as_slice() {
        [] | [_] => "there is no other player".to_owned(),
        _ => "it is unclear which of the others this is".to_owned(),
    };
    Diagnostic::new(Code::BadSide, "`against` without two players", other.span, label).hint(
        match players.as_slice() {
            [one] => format!("`{one}` is the only player; `against` names the other one of two"),
            _ => format!("the players are {}; `against` names the other one of two", list(&players, "and")),
        },
    )
}

#[cfg(test)]
mod tests {
    use crate::check_text;
    use crate::diagnostic::{Code, Diagnostic};

    const DOMAIN: &str = "\
        sort color = none, white, black words Color\n\
        sort pale = none, white part of color words Pale\n\
        sort field = a, b, c words Field playable\n\
        extern color(Field: field, Color: color): (bound, free) gives one, (free, bound) gives about 2\n\
        extern pale(Pale: pale): (bound) tests\n";

    fn problems(rules: &str) -> Vec<Diagnostic> {
        check_text("test.blanche", &format!("{DOMAIN}players white, black\n{rules}\n")).1
    }

    fn codes(rules: &str) -> Vec<Code> {
        problems(rules).iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn a_rule_for_every_player_accepts_any_fitting_variable_names() {
        for side in ["Color against Other", "Me against Color2", "Color", "X against Y"] {
            let me = side.split(' ').next().expect("a side has a word");
            let other = side.split(' ').nth(2).unwrap_or("none");
            let rule = format!("rule r for {side} at level 0 if color(Field, {me}), ¬color(Field_, {other})");
            assert_eq!(codes(&rule), [], "{rule}");
        }
    }

    #[test]
    fn a_mistake_in_a_rule_for_every_player_is_reported_once() {
        for (premise, code) in [
            ("colour(Field, Color)", Code::UnknownPredicate),
            ("color(Field)", Code::WrongArity),
            ("color(Color, Field)", Code::SwappedArguments),
            ("color(Field, Color), equal(Color, blue)", Code::UnknownConstant),
            ("color(Field, Color), ¬color(Field2, none)", Code::NothingBinds),
            ("color(Field, Color), color(Feild, Color)", Code::LooksLike),
            ("color(Field, Color), color(Field, none)", Code::NeverHolds),
            ("color(Field, Color), pale(Color)", Code::WrongSort),
        ] {
            assert_eq!(codes(&format!("rule r for Color at level 0 if {premise}")), [code], "{premise}");
        }
    }

    #[test]
    fn a_message_about_one_player_names_the_player() {
        let found = problems("rule r for Color at level 0 if color(Field, Color), color(Field, white)");
        let titles: Vec<&str> = found.iter().map(|message| message.title.as_str()).collect();
        assert_eq!(titles, ["these can never hold together for black"]);
        // A branch or a negation may be intended for only one of the players.
        for premise in ["(equal(Color, white) ; color(b, none))", "¬(equal(Color, white), color(b, none))"] {
            let rule = format!("rule r for Color at level 0 if color(Field, Color), {premise}");
            let found: Vec<Code> =
                codes(&rule).into_iter().filter(|code| *code != Code::HostConstant).collect();
            assert_eq!(found, [], "{premise}");
        }
    }

    #[test]
    fn a_call_for_a_player_without_clauses_is_reported() {
        let clauses = "may(Field, white) :- color(Field, none)\nmay(Field, black) :- color(Field, none)\n";
        let rule = |last: &str| format!("{clauses}rule r for Color at level 0 if may(Field, {last})");
        assert_eq!(codes(&rule("Color")), []);
        let found = problems(&rule("none"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].label.text, "no clause of `may/2` is for `may(Field, none)`");
    }

    #[test]
    fn name_and_colour_of_a_rule_are_unique_however_written() {
        let rule = |side: &str| {
            format!("rule r for {side} at level 0 if color(Field, none), color(Field_2, black)\n")
        };
        for (first, second, title) in [
            ("Color", "white", "there are two rules `r` for white"),
            ("black", "Color", "there are two rules `r` for black"),
            ("Color", "Me", "there are two rules `r` for white and black"),
        ] {
            let found = problems(&(rule(first) + &rule(second)));
            let titles: Vec<&str> = found.iter().map(|message| message.title.as_str()).collect();
            assert_eq!(titles, [title]);
            assert_eq!(found[0].others.len(), 1, "with both places");
        }
        let found = problems(&(rule("Color") + &rule("white").replace(" r ", " q ")));
        assert_eq!(found[0].title, "the rules `r` and `q` are the same for white");
    }

    #[test]
    fn a_variable_that_is_no_player_is_refused() {
        let rule = |side: &str| format!("rule r for {side} at level 0 if color(Field2, none)");
        for side in ["Field", "Pale", "Color against Field", "white against Other", "Color against Color"] {
            assert_eq!(codes(&rule(side)), [Code::BadSide], "{side}");
        }
        let rule = "rule r for Color at level 1 plays Color if color(Field, Color)";
        assert_eq!(codes(rule), [Code::PlaysSort]);
    }

    #[test]
    fn the_other_player_needs_exactly_two_players() {
        let rule =
            "rule r for Color against Other at level 0 if color(Field, Other), color(Field_2, Color)\n";
        let codes = |players: &str, rule: &str| -> Vec<Code> {
            let found = check_text("test.blanche", &format!("{DOMAIN}{players}{rule}")).1;
            found.iter().map(|message| message.code).collect()
        };
        assert_eq!(codes("players white, black\n", rule), []);
        assert_eq!(codes("players none, white, black\n", rule), [Code::BadSide]);
        assert_eq!(codes("players white\n", rule), [Code::BadSide]);
        assert_eq!(codes("", rule), [Code::NoPlayer]);
        let alone = "rule r for Color at level 0 if color(Field, Color)\n";
        assert_eq!(codes("players none, white, black\n", alone), []);
    }

    #[test]
    fn an_unused_variable_for_the_other_player_is_reported() {
        let found = problems("rule r for Color against Other at level 0 if color(Field, Color)");
        assert_eq!((found.len(), found[0].code), (1, Code::Singleton));
        let found =
            problems("rule r for Color against Other at level 0 if color(Field, Othr), color(Field, Color)");
        let fixes: Vec<_> =
            found.iter().map(|message| message.fix.as_ref().map(|fix| fix.edits[0].text.as_str())).collect();
        assert_eq!((found.len(), found[0].code, fixes), (1, Code::LooksLike, vec![Some("Other")]));
    }

    #[test]
    fn a_lower_case_side_is_a_misspelt_player_or_a_variable() {
        let found = problems("rule r for wite at level 0 if color(Field, none)");
        assert_eq!(found[0].fix.as_ref().map(|fix| fix.edits[0].text.as_str()), Some("white"));
        let found = problems("rule r for color at level 0 if color(Field, none)");
        assert_eq!((found[0].code, found[0].hints.len()), (Code::NoPlayer, 2));
        assert_eq!(found[0].fix.as_ref().map(|fix| fix.edits[0].text.as_str()), Some("Color"));
    }
}
