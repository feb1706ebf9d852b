//! An error suppresses messages about its consequences and no other messages. The test program consists of two
//! independent parts with warnings in both. There is an error of each kind in one of the parts.

use blanche_compiler::check_text;
use blanche_compiler::diagnostic::{Code, Severity};

use crate::several::codes_and_places;

const DOMAIN: &str = "
sort field of 9 like a1 words Field playable
sort color = none, white, black words Color
players white, black
extern color(Field: field, Color: color): (bound, free) gives one, (free, bound) gives about 3
extern next(Field1: field, Field2: field): (bound, free) gives about 2, (free, free) gives about 9
action put(Color: color, Field: field) growing
";

/// A part of a program with one warning of each of these codes. All its names end with `word`. All other predicates
/// depend on the predicate `middle`.
fn part(word: &str) -> String {
    let text = "
middle.WORD(Field) :- color(Field, none)
lonely.WORD(Field) :- middle.WORD(Field)
% B0605: nobody asks for this one.
% B0607: the second clause adds nothing.
edge.WORD(Field) :- middle.WORD(Field), next(Field, Field_)
edge.WORD(Field) :- middle.WORD(Field), next(Field, Field_), color(Field_, white)
% B0609: the last literal follows.
border.WORD(Field, Field2) :- middle.WORD(Field), next(Field, Field2), next(Field, Field_)
rule first.WORD for white at level 1 plays Field1 if edge.WORD(Field1), border.WORD(Field1, Field2)
% B0608: it adds nothing to the one in front of it.
rule second.WORD for white at level 3 plays Field1 if edge.WORD(Field1), border.WORD(Field1, Field2), color(Field2, black)
";
    text.replace("WORD", word)
}

const OF_MEANING: [Code; 4] = [Code::Unused, Code::Contained, Code::Shadowed, Code::Implied];

/// The codes of the warnings about a part, and whether there is an error anywhere in the program.
fn warnings_about(text: &str, word: &str) -> (Vec<Code>, bool) {
    let (sources, found) = check_text("parts.blanche", text);
    let mentions = |line: &str| line.contains(word);
    let mut codes: Vec<Code> = found
        .iter()
        .filter(|message| message.severity == Severity::Warning)
        .filter(|message| {
            let place = message.label.span;
            mentions(sources.file(place.file).line(sources.position(place).line))
        })
        .map(|message| message.code)
        .collect();
    codes.sort();
    (codes, found.iter().any(|message| message.severity == Severity::Error))
}

#[test]
fn without_an_error_both_parts_have_all_warnings() {
    let text = format!("{DOMAIN}{}{}", part("here"), part("elsewhere"));
    for word in [".here", ".elsewhere"] {
        let (codes, errors) = warnings_about(&text, word);
        let of_part: Vec<Code> = codes.into_iter().filter(|code| OF_MEANING.contains(code)).collect();
        assert!(!errors && OF_MEANING.iter().all(|code| of_part.contains(code)), "{word}: {of_part:?}");
    }
}

/// Erroneous definitions, each of which replaces `middle.here`, so that the meaning of this predicate is in doubt.
const MISTAKES: [(&str, &str); 14] = [
    ("an unknown predicate", "middle.here(Field) :- unheard.of(Field)"),
    ("an unknown constant", "middle.here(Field) :- color(Field, blue)"),
    ("a wrong number of arguments", "middle.here(Field) :- color(Field)"),
    ("an argument of the wrong sort", "middle.here(Field) :- color(Field, Field_)"),
    (
        "an unknown action",
        "middle.here(Field) :- color(Field, none), after pull(white, Field): (color(Field, white))",
    ),
    ("an action as a predicate", "middle.here(Field) :- put(white, Field)"),
    ("a variable that nothing binds", "middle.here(Field) :- color(Field, none), color(Field_, Color_)"),
    ("a predicate that denies itself", "middle.here(Field) :- color(Field, none), ¬middle.here(Field)"),
    (
        "a predicate that is stated and derived",
        "middle.here(Field) :- color(Field, none)\nfact middle.here(a1)",
    ),
    ("a missing comma", "middle.here(Field) :- color(Field, none) next(Field, Field_)"),
    ("an open bracket", "middle.here(Field) :- color(Field, none"),
    ("a body that cannot be read", "middle.here(Field) :- color(Field, none), )("),
    ("an invalid head", "middle.here(Field :- color(Field, none)"),
    (
        "a rule that cannot be read",
        "middle.here(Field) :- color(Field, non)\nrule of white if middle.here(Field)",
    ),
];

#[test]
fn an_error_leaves_the_warnings_of_unrelated_code() {
    for (what, mistake) in MISTAKES {
        let broken = part("here").replace("middle.here(Field) :- color(Field, none)", mistake);
        let text = format!("{DOMAIN}{broken}{}", part("elsewhere"));
        let (apart, errors) = warnings_about(&text, ".elsewhere");
        assert!(errors, "{what}: {mistake}");
        let missing: Vec<Code> = OF_MEANING.into_iter().filter(|code| !apart.contains(code)).collect();
        assert_eq!(missing, [], "{what}");
        let (with_error, _) = warnings_about(&text, ".here");
        let said: Vec<Code> = with_error.into_iter().filter(|code| OF_MEANING.contains(code)).collect();
        assert_eq!(said, [], "{what}");
    }
}

#[test]
fn a_predicate_that_a_mistake_may_have_meant_is_not_unused() {
    let lonely = "lonely(Field) :- color(Field, none)\n";
    let unused = |rule: &str| {
        let text =
            format!("{DOMAIN}{lonely}{rule}\nrule other for black at level 0 if color(Field, black)\n");
        let (codes, errors) = warnings_about(&text, "lonely(Field) :-");
        assert!(errors, "{rule}");
        codes.contains(&Code::Unused)
    };
    let rule = |premise: &str| format!("rule asks for white at level 0 if color(Field, none), {premise}");
    // The call is misspelt, has no name, has unbalanced parentheses, or is in a rule that cannot be parsed.
    for premise in
        ["lonly(Field)", "(Field)", "lonely(Field", "lonely Field)", "lonely(Field) color(Field, white)"]
    {
        assert!(!unused(&rule(premise)), "{premise}");
    }
    assert!(!unused("rle asks for white if lonely(Field)"));
    // A call of another predicate is not a use of `lonely`.
    assert!(unused(&rule("unheard.of(Field, Field_)")));
    assert!(unused(&rule("color(Field_, whit)")));
}

#[test]
fn a_mistake_that_no_item_depends_on_silences_nothing() {
    let whole = format!("{DOMAIN}{}", part("here"));
    let all = warnings_about(&whole, ".here").0;
    for (what, mistake, codes) in [
        ("prose", "this line forgot its comment sign", vec![Code::NoItem]),
        ("prose with a capital", "Here are the shapes (see below).", vec![Code::NoItem]),
        ("a word", "foo", vec![Code::NoItem]),
        ("a number", "42", vec![Code::NoItem]),
        ("a bracket", ")", vec![Code::Unopened]),
        ("a misspelt `sort`", "srt lamp of 3 like a1 words Lamp", vec![Code::NoItem]),
        ("a misspelt `base`", "bas mine", vec![Code::NoItem]),
        ("a misspelt `extern`", "extrn lamp(Field: field): (bound) tests", vec![Code::NoItem]),
        ("a misspelt `use`", "us five/more", vec![Code::NoItem]),
        ("a bad mode", "extern lamp(Field: field): (bnd) tests", vec![Code::Expected]),
        ("a missing file", "use nope/nope", vec![Code::UseMissing]),
        ("a file outside", "use ../nope", vec![Code::UseOutside]),
        ("a late base", "base late", vec![Code::HeaderPlace]),
        ("players again", "players white, black", vec![Code::DeclaredTwice]),
        ("other players", "players red, blue", vec![Code::DeclaredTwice]),
        ("a sort again", "sort color = red, blue", vec![Code::DeclaredTwice]),
        ("a word of two sorts", "sort lamp of 5 like a1 words Field", vec![Code::DeclaredTwice]),
        ("a part of nothing", "sort lamp = white, black part of colour", vec![Code::UnknownSort]),
        (
            "a host's predicate again",
            "extern color(Field: field, Color: color): (bound, free) gives one",
            vec![Code::DeclaredTwice],
        ),
        ("an action again", "action put(Color: color, Field: field)", vec![Code::DeclaredTwice]),
    ] {
        for text in [format!("{DOMAIN}{mistake}\n{}", part("here")), format!("{whole}\n{mistake}\n")] {
            assert_eq!(warnings_about(&text, ".here").0, all, "{what}");
            let (_, found) = check_text("parts.blanche", &text);
            let errors = found.iter().filter(|message| message.severity == Severity::Error);
            assert_eq!(errors.map(|message| message.code).collect::<Vec<_>>(), codes, "{what}");
        }
    }
    // In a library, nothing is reported as unused, wherever its header is.
    let text = format!("{whole}\nlibrary\n");
    let but_unused: Vec<Code> = all.iter().copied().filter(|code| *code != Code::Unused).collect();
    assert_eq!(warnings_about(&text, ".here").0, but_unused);
}

#[test]
fn a_mistaken_sort_silences_the_warnings_of_its_users() {
    let text = format!("{DOMAIN}{}", part("here"));
    let before = "sort color = none, white, black words Color";
    for (what, mistaken) in [
        ("a sort", text.replace(before, "sort color = none, white, white, black words Color")),
        ("its part", text.replace(before, &format!("{before}\nsort stone = white, blank part of color"))),
    ] {
        let (codes, errors) = warnings_about(&text.replace(&text, &mistaken), ".here");
        let left: Vec<Code> = codes.into_iter().filter(|code| OF_MEANING.contains(code)).collect();
        assert!(errors && left.is_empty(), "{what}: {left:?}");
    }
    let text = format!("domain parts\n{}", text.replace("players white, black", "players white, blak"));
    let (codes, errors) = warnings_about(&text, ".here");
    assert!(errors && !codes.contains(&Code::Shadowed) && codes.contains(&Code::Contained), "{codes:?}");
}

#[test]
fn predicates_that_a_missing_file_may_use_are_not_unused() {
    let own = format!(
        "{DOMAIN}{}",
        part("here")
            .replace("border.here(Field, Field2) :-", "open ways.here(Field)\nborder.here(Field, Field2) :-")
    );
    let unused = |base: &str| {
        let files = [("mine/own", own.as_str()), ("mine/base", base)];
        let found = codes_and_places(&files);
        let lines = |of: &str| found.iter().any(|said| said.starts_with(of));
        assert!(lines("B0607 mine/own") && lines("B0608 mine/own"), "{found:?}");
        (lines("B0605 mine/own"), lines("B0605 mine/base"))
    };
    let base = "base mine\nuse mine/own\nspare(Field) :- middle.here(Field)\n";
    assert_eq!(unused(base), (true, true));
    // A missing file cannot use the last file of a base, so unused predicates of that file are still reported.
    for missing in ["use mine/more\n", "us mine/more\n", "import mine/more\n"] {
        assert_eq!(
            unused(&base.replace("use mine/own\n", &format!("use mine/own\n{missing}"))),
            (false, true),
            "{missing}"
        );
    }
}

#[test]
fn a_line_of_prose_silences_only_the_names_in_it() {
    let unknown = |text: &str| {
        let (_, found) = check_text("prose.blanche", text);
        let found = found.into_iter().map(|message| message.code);
        found.filter(|code| *code != Code::NoItem && *code != Code::Unused).collect::<Vec<Code>>()
    };
    let prose = "Nobody has told what prose means here\n";
    let mistakes = [
        ("q(Field) :- color(Field, none), unheard.of(Field)\n", Code::UnknownPredicate),
        ("extern told(Field: filed): (bound) tests\n", Code::UnknownSort),
        (
            "extern asked(Field: field) asks stop: (bound) tests\nrule r for white at level 0 if next(Field, Field_), \
             asked(Field)\n",
            Code::AskedRuleMissing,
        ),
        (
            "q(Field) :- color(Field, none), after pull(white, Field): (color(Field, white))\n",
            Code::UnknownAction,
        ),
        ("rule r for red at level 0 if color(Field, white)\n", Code::NoPlayer),
    ];
    for (mistake, code) in mistakes {
        assert_eq!(unknown(&format!("{DOMAIN}{prose}{mistake}")), [code], "{mistake}");
    }
    // The line of prose may have been meant to define the name or the players.
    assert_eq!(unknown(&format!("{DOMAIN}{prose}q(Field) :- color(Field, none), prose(Field)\n")), []);
    assert_eq!(unknown(&format!("{DOMAIN}{prose}extern odd(Field: prose): (bound) tests\n")), []);
    let nobody = "fact full(a)\nrule r for white at level 0 if full(X)\n";
    assert_eq!(unknown(&format!("{prose}{nobody}")), [Code::NoPlayer]);
    assert_eq!(unknown(&format!("The players are two\n{nobody}")), []);
    // A line that mentions a file in any way may supply any name.
    for line in ["import lines", "usse lines"] {
        assert_eq!(
            unknown(&format!("{DOMAIN}{line}\nq(Field) :- color(Field, none), wide(Field)\n")),
            [],
            "{line}"
        );
    }
}

#[test]
fn an_error_in_a_move_silences_warnings_about_blocked_players() {
    let game = |legal: &str| {
        format!(
            "board 3 by 3 like b2 words Field\nplayers x, o words Color, Other\n\n\
             %% A mark stands on the field.\nstate mark(Field, Color) one Color\n\n\
             %% A mark can be made.\n{legal}\n\n\
             %% A mark is made.\nmove mark for Color plays Field if legal(Field, Color)\n    adds mark(Field, Color)\n\n\
             blocked passes\n\n%% Nobody can move.\ndraw over if all.blocked\n"
        )
    };
    let codes = |legal: &str| -> Vec<Code> {
        let (_, found) = check_text("game.blanche", &game(legal));
        found.iter().map(|message| message.code).collect()
    };
    assert_eq!(codes("legal(Field, Color) :- player(Color), ¬mark(Field, Color_)"), []);
    assert_eq!(codes("legal(Field, Color) :- player(Color), ¬mark(Field)"), [Code::WrongArity]);
}
