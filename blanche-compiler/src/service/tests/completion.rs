//! Tests of completion and signature help.

use super::with;
use crate::service::completion::{Kind, complete};
use crate::service::signature::signatures;

/// A base that ends with the lines under test.
fn base(lines: &str) -> String {
    format!("base lamps\nuse lamps/lit\nrule double for anna at level 0 if lit(Lamp)\n{lines}")
}

/// The suggestions at the mark, as the text that would be inserted.
fn suggested(lines: &str) -> Vec<String> {
    let question = with("lamps/base", &base(lines));
    let found = complete(&question.workspace, question.file, question.offset);
    found.iter().map(|suggestion| suggestion.text()).collect()
}

const LITERALS: [&str; 12] = [
    "equal(Left, Right)",
    "shows(Lamp, Light)",
    "beside(Lamp, Other)",
    "judged(Lamp)",
    "lit(Lamp)",
    "pair(Lamp, Other)",
    "light(Light)",
    "burning(Light)",
    "lamp(Lamp)",
    "player(Who)",
    "¬",
    "after",
];

#[test]
fn predicates_with_arguments_are_suggested_for_a_literal() {
    for lines in [
        "new(Lamp) :- ‸\n",
        "new(Lamp) :- lit(Lamp), ‸",
        "new(Lamp) :- lit(Lamp), ¬‸",
        "new(Lamp) :-\n    lit(Lamp),\n    be‸",
        "new(Lamp) :- (‸",
        "new(Lamp) :- after turn(anna, Lamp): (‸)",
        "rule x for anna at level 1 plays Lamp if\n    sho‸\nexport lit(Lamp)\n",
        "score s for anna attacking 1 defending 2 if ‸",
        "new(Lamp) :- lit(Lamp) ; ‸",
    ] {
        // The predicate that is being defined is suggested too.
        let mut found = suggested(lines);
        found.retain(|text| !text.starts_with("new"));
        assert_eq!(found, LITERALS, "{lines}");
    }
    assert_eq!(suggested("new(Lamp) :- li‸(Lamp)\n")[4], "lit", "the arguments stand there already");
    assert_eq!(suggested("export ‸\n")[..6], LITERALS[..6]);
}

#[test]
fn predicates_and_sorts_are_suggested_after_open() {
    assert_eq!(suggested("open ‸\n")[..6], LITERALS[..6]);
    assert_eq!(suggested("open spare(Lamp: ‸)\n"), ["light", "burning", "lamp", "player"]);
    assert_eq!(suggested("open spare(Lamp) ‸\n"), [] as [&str; 0]);
    // In other places `open` is an ordinary name.
    let mut found = suggested("open(Lamp) :- lit(Lamp)\nnew(Lamp) :-\n    open(Lamp), ‸\n");
    found.retain(|text| !text.starts_with("new") && !text.starts_with("open"));
    assert_eq!(found, LITERALS);
}

#[test]
fn actions_are_suggested_after_after() {
    assert_eq!(suggested("new(Lamp) :- after ‸"), ["turn(Who, Lamp)"]);
    assert_eq!(suggested("new(Lamp) :- after turn(anna, Lamp), ‸"), ["turn(Who, Lamp)"]);
}

#[test]
fn variables_and_constants_of_the_expected_sort_are_suggested() {
    let rule = |body: &str| format!("rule x for Who at level 1 plays Lamp if {body}\n");
    assert_eq!(
        suggested(&rule("lit(Lamp), beside(Lamp, Lamp2), shows(Lamp, ‸)")),
        ["Light", "red", "green", "off"]
    );
    assert_eq!(suggested(&rule("shows(Lamp, Light), beside(Lamp, ‸)")), ["Lamp", "Lamp1"]);
    assert_eq!(
        suggested(&rule("lit(Lamp), after turn(‸, Lamp): (lit(Lamp))")),
        ["Who", "Who1", "anna", "bert"]
    );
    assert_eq!(
        suggested(&rule("shows(Lamp, Light), equal(Light, ‸)")),
        ["Light", "Light1", "red", "green", "off"]
    );
    for operator in ["=", "≠", ">="] {
        assert_eq!(
            suggested(&rule(&format!("shows(Lamp, Light), Light {operator} ‸"))),
            ["Light", "Light1", "red", "green", "off"]
        );
    }
    assert_eq!(suggested(&rule("lit(‸")), ["Lamp", "Lamp1"]);
    assert_eq!(
        suggested("new(X, Lamp) :- shows(Lamp, X), shows(Lamp, ‸)\n"),
        ["X", "Light", "red", "green", "off"]
    );
}

#[test]
fn keywords_are_suggested_in_their_places() {
    for (lines, expected) in [
        ("rule x ‸", &["for"][..]),
        ("rule x for ‸", &["anna", "bert", "Who"]),
        ("rule x for anna ‸", &["at", "against"]),
        ("rule x for anna at ‸", &["level"]),
        ("rule x for anna at level ‸", &["0", "1", "3", "5", "7"]),
        ("rule x for anna at level 1 ‸", &["plays"]),
        ("rule x for anna at level 0 ‸", &["if"]),
        ("rule x for anna at level 1 plays ‸", &["Lamp"]),
        ("rule x for anna at level 1 plays Lamp ‸", &["if"]),
        ("score s for anna ‸", &["attacking", "against"]),
        ("score s for anna attacking 3 ‸", &["defending"]),
        ("score s for anna attacking 3 defending 1 ‸", &["if", "when named"]),
        ("score s for anna attacking 3 defending 1 when ‸", &["named"]),
        ("score s for anna attacking 3 defending 1 when named ‸", &["if"]),
        ("export lit(Lamp) ‸", &["for"]),
        ("export lit(Lamp) for ‸", &["anna", "bert", "Who"]),
        ("new(Lamp) ‸", &[":-"]),
        ("rule ‸", &[]),
        ("% lit(‸", &[]),
        ("sort x ‸", &["=", "of"]),
        ("sort x = 1 to 3 ‸", &["words", "part", "playable"]),
        ("sort x = red part of ‸", &["light", "burning", "lamp", "player"]),
        ("extern e(X: ‸", &["light", "burning", "lamp", "player"]),
        ("extern e(X: lamp): (‸", &["bound", "free"]),
    ] {
        assert_eq!(suggested(lines), expected, "{lines}");
    }
    let at_the_beginning = suggested("‸");
    assert_eq!(at_the_beginning[..2], ["rule", "domain"]);
    assert!(at_the_beginning.contains(&"lit(Lamp)".to_owned()), "one more clause");
}

#[test]
fn a_suggestion_has_a_kind_a_detail_and_a_comment() {
    let question = with("lamps/base", &base("new(Lamp) :- li‸\n"));
    let found = complete(&question.workspace, question.file, question.offset);
    let lit = found.iter().find(|suggestion| suggestion.label == "lit(Lamp)").expect("it is suggested");
    assert_eq!(
        (lit.kind, lit.detail.as_str(), lit.comment.as_str()),
        (Kind::Predicate, "lit(Lamp: lamp)", "A lamp that burns.")
    );
    assert_eq!(question.workspace.sources().text(lit.replaces), "li");
}

#[test]
fn a_call_shows_its_arguments() {
    let shown = |lines: &str| {
        let question = with("lamps/base", &base(lines));
        let found = signatures(&question.workspace, question.file, question.offset)?;
        let signature = &found.list[found.active];
        let argument = signature.arguments.get(found.argument).map(|(from, to)| &signature.label[*from..*to]);
        Some(format!("{} [{}]", signature.label, argument.unwrap_or("")))
    };
    let shows = |argument: &str| Some(format!("extern shows(Lamp: lamp, Light: light) [{argument}]"));
    assert_eq!(shown("new(L) :- shows(‸\n"), shows("Lamp: lamp"));
    assert_eq!(shown("new(L) :- shows(L, ‸)\n"), shows("Light: light"));
    assert_eq!(shown("new(L) :- shows(L, re‸d), lit(L)\n"), shows("Light: light"));
    assert_eq!(shown("new(L) :- shows(L, red, ‸)\n"), shows(""), "one too many");
    assert_eq!(
        shown("new(L) :- after turn(anna, ‸"),
        Some("action turn(Who: player, Lamp: lamp) growing [Lamp: lamp]".into())
    );
    assert_eq!(shown("new(L) :- lit(L), ‸"), None);
    assert_eq!(shown("new(L) :- ¬(‸"), None);
    // If a predicate has two arities, the smallest arity that is large enough is shown.
    let two = "near(A, B, C) :- shows(A, C), shows(B, C)\nnear(A, B) :- near(A, B, red)\nnew(L) :- near(";
    assert_eq!(shown(&format!("{two}L, ‸)\n")), Some("near(A: lamp, B: lamp) [B: lamp]".into()));
    assert_eq!(
        shown(&format!("{two}L, L, ‸)\n")),
        Some("near(A: lamp, B: lamp, C: light) [C: light]".into())
    );
}
