//! An error silences what follows from it and nothing else: a program of two parts that have nothing to do with each
//! other, an error of each kind in the one, and warnings in both.

use blanche_compiler::check_text;
use blanche_compiler::diagnostic::{Code, Severity};

const DOMAIN: &str = "
sort field of 9 like a1 words Field playable
sort color = none, white, black words Color
players white, black
extern color(Field: field, Color: color): (bound, free) gives one, (free, bound) gives about 3
extern next(Field1: field, Field2: field): (bound, free) gives about 2, (free, free) gives about 9
action put(Color: color, Field: field) growing
";

/// A part with one warning of each of these codes, whose names all end with a word. `MIDDLE` is what all of it asks for.
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

/// The codes of the warnings in the text of a part, and whether there is an error anywhere.
fn said(text: &str, word: &str) -> (Vec<Code>, bool) {
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
fn both_parts_have_their_warnings_without_an_error() {
    let text = format!("{DOMAIN}{}{}", part("here"), part("elsewhere"));
    for word in [".here", ".elsewhere"] {
        let (codes, errors) = said(&text, word);
        let of_part: Vec<Code> = codes.into_iter().filter(|code| OF_MEANING.contains(code)).collect();
        assert!(!errors && OF_MEANING.iter().all(|code| of_part.contains(code)), "{word}: {of_part:?}");
    }
}

/// What `middle.here` may be instead of what it is, so that it is in doubt.
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
    ("a predicate that depends on itself", "middle.here(Field) :- color(Field, none), middle.here(Field)"),
    (
        "a predicate that is stated and derived",
        "middle.here(Field) :- color(Field, none)\nfact middle.here(a1)",
    ),
    ("a missing comma", "middle.here(Field) :- color(Field, none) next(Field, Field_)"),
    ("an open bracket", "middle.here(Field) :- color(Field, none"),
    ("a body that cannot be read", "middle.here(Field) :- color(Field, none), )("),
    ("a head that cannot be read", "middle.here(Field :- color(Field, none)"),
    (
        "a rule that cannot be read",
        "middle.here(Field) :- color(Field, non)\nrule of white if middle.here(Field)",
    ),
];

#[test]
fn an_error_leaves_the_warnings_of_what_it_has_nothing_to_do_with() {
    for (what, mistake) in MISTAKES {
        let broken = part("here").replace("middle.here(Field) :- color(Field, none)", mistake);
        let text = format!("{DOMAIN}{broken}{}", part("elsewhere"));
        let (apart, errors) = said(&text, ".elsewhere");
        assert!(errors, "{what}: {mistake}");
        let missing: Vec<Code> = OF_MEANING.into_iter().filter(|code| !apart.contains(code)).collect();
        assert_eq!(missing, [], "{what}");
        let (with_error, _) = said(&text, ".here");
        let said: Vec<Code> = with_error.into_iter().filter(|code| OF_MEANING.contains(code)).collect();
        assert_eq!(said, [], "{what}");
    }
}

#[test]
fn what_an_error_may_have_been_meant_to_ask_for_is_not_called_unused() {
    let lonely = "lonely(Field) :- color(Field, none)\n";
    let unused = |rule: &str| {
        let text =
            format!("{DOMAIN}{lonely}{rule}\nrule other for black at level 0 if color(Field, black)\n");
        let (codes, errors) = said(&text, "lonely(Field) :-");
        assert!(errors, "{rule}");
        codes.contains(&Code::Unused)
    };
    let rule = |premise: &str| format!("rule asks for white at level 0 if color(Field, none), {premise}");
    // Misspelt, without its name, in brackets that are not closed, or in a rule that cannot be read.
    for premise in
        ["lonly(Field)", "(Field)", "lonely(Field", "lonely Field)", "lonely(Field) color(Field, white)"]
    {
        assert!(!unused(&rule(premise)), "{premise}");
    }
    assert!(!unused("rle asks for white if lonely(Field)"));
    // What asks for something else is no use of it.
    assert!(unused(&rule("unheard.of(Field, Field_)")));
    assert!(unused(&rule("color(Field_, whit)")));
    // A file that is not there may ask for anything.
    let text =
        format!("use parts/more\n{DOMAIN}{lonely}rule other for black at level 0 if color(Field, black)\n");
    assert!(!said(&text, "lonely(Field) :-").0.contains(&Code::Unused));
}
