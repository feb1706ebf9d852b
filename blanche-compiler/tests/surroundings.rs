//! Tests of messages in context. The example for each code is put in the middle of a long file, and among three other
//! errors. Its message must stay the same, and the example must cause no other messages.

use blanche_compiler::check_text;
use blanche_compiler::diagnostic::Code;

/// The code and the labelled text of each diagnostic of a program, sorted.
fn codes_and_labels(text: &str) -> Vec<String> {
    let (sources, found) = check_text("example.blanche", text);
    let mut said: Vec<String> = found
        .iter()
        .map(|message| format!("{} `{}`", message.code, sources.text(message.label.span)))
        // It does not matter whether predicates of the surrounding text are used.
        .filter(|said| !(said.starts_with(Code::Unused.number()) && said.contains("zoo.")))
        .collect();
    said.sort();
    said
}

/// The examples of all codes that can be shown in a single text.
fn examples() -> Vec<(Code, &'static str)> {
    let example = |code: &Code| {
        let (_, rest) = code.page().split_once("\n## Example\n\n```blanche\n")?;
        Some((*code, rest.split_once("\n```\n")?.0))
    };
    let examples: Vec<_> = Code::ALL.iter().filter_map(example).collect();
    assert!(examples.len() > 50, "the pages have examples");
    examples
}

/// The example with text before and after it. If the example has a header, all text is put after it, since nothing can
/// precede a header.
fn surrounded(front: &str, example: &str, back: &str) -> String {
    let headed = ["base", "domain", "library"]
        .iter()
        .any(|word| example.lines().any(|line| line.split(' ').next() == Some(word)));
    if headed { format!("{example}\n\n{front}{back}") } else { format!("{front}{example}\n\n{back}") }
}

/// More than a hundred valid lines that use none of the names in the examples.
fn long(name: &str) -> String {
    let block = |at: usize| {
        format!(
            "fact zoo.{name}{at}.near(okapi, zebra)\nfact zoo.{name}{at}.near(zebra, tapir)\n\n\
             %% Not far from each other.\n\
             zoo.{name}{at}.far(X, Z) :-\n    zoo.{name}{at}.near(X, Y_), zoo.{name}{at}.near(Y_, Z),\n    \
             ¬equal(X, Z)\n\n"
        )
    };
    (0..20).map(block).collect()
}

#[test]
fn a_message_is_the_same_in_the_middle_of_a_long_file() {
    let (front, back) = (long("a"), long("b"));
    assert_eq!(codes_and_labels(&format!("{front}{back}")), [""; 0]);
    let mut wrong = String::new();
    for (code, example) in examples() {
        let (alone, inside) = (
            codes_and_labels(&format!("{example}\n")),
            codes_and_labels(&surrounded(&front, example, &back)),
        );
        if alone != inside {
            wrong += &format!("{code}\n  alone  {alone:?}\n  inside {inside:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn mistakes_around_an_example_do_not_change_its_message() {
    let front = "fact zoo.near(okapi, zebra)\n\n\
                 %% A comma is missing.\n\
                 zoo.far(X, Z) :- zoo.near(X, Y_) zoo.near(Y_, Z)\n\n\
                 %% A name is misspelt.\n\
                 zoo.left(X) :- zoo.naer(X, Y_)\n\n";
    let back = "%% A sign of another language.\nzoo.right(X) :- zoo.near(Y_, X), !zoo.near(X, Z_)\n";
    let others = codes_and_labels(&format!("{front}{back}"));
    assert_eq!(others, ["B0005 `!`", "B0101 ``", "B0301 `zoo.naer`"]);
    let mut wrong = String::new();
    for (code, example) in examples() {
        let mut expected = codes_and_labels(&format!("{example}\n"));
        expected.extend(others.clone());
        let heard = codes_and_labels(&surrounded(front, example, back));
        // Two kinds of messages may be missing. An unknown name may be defined in a line that could not be parsed.
        // Warnings about the whole program are given only if the program is valid.
        let unsaid: Vec<&String> = expected.iter().filter(|one| !heard.contains(one)).collect();
        let waits = |one: &&&String| {
            let of_program = [
                Code::Unused,
                Code::UnusedAllow,
                Code::Contained,
                Code::Shadowed,
                Code::Implied,
                Code::LevelTooLow,
                Code::InPairs,
            ];
            one.starts_with(Code::UnknownPredicate.number())
                || of_program.iter().any(|code| one.starts_with(code.number()))
        };
        let more = heard.iter().filter(|one| !expected.contains(one)).count();
        if more > 0 || unsaid.iter().filter(|one| !waits(one)).count() > 0 || heard.len() > expected.len() {
            wrong += &format!("{code}\n  expected {expected:?}\n  said     {heard:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
