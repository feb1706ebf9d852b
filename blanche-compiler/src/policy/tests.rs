//! Tables of messages before and after the policy. `B0503 Y` means a message with this code at the first occurrence of
//! `Y` in the text. Messages are separated by `;`.

use super::*;
use crate::syntax;

/// A text and its syntax tree.
struct Text {
    sources: Sources,
    file: File,
}

impl Text {
    fn new(text: &str) -> Text {
        let mut sources = Sources::default();
        let id = sources.add("test.blanche", text.as_bytes());
        let file = syntax::parse(&sources, id).file;
        Text { sources, file }
    }

    /// Parses a list of messages, each given by its code and the word in the text at which it points.
    fn messages(&self, written: &str) -> Vec<Diagnostic> {
        let of_word = |written: &str| {
            let (code, word) = written.split_once(' ').expect("a code and a word");
            let code = Code::from_number(code).expect("a code");
            let text = self.sources.file(self.file.id).text();
            let at = text.find(word).unwrap_or_else(|| panic!("`{word}` stands in `{text}`"));
            Diagnostic::new(code, "", Span::new(self.file.id, at, at + word.len()), "")
        };
        let written = written.split(';').map(str::trim).filter(|one| !one.is_empty());
        written.map(of_word).collect()
    }

    /// Formats messages in the notation of the tables.
    fn written(&self, messages: &[Diagnostic]) -> String {
        let one =
            |message: &Diagnostic| format!("{} {}", message.code, self.sources.text(message.label.span));
        messages.iter().map(one).collect::<Vec<_>>().join("; ")
    }

    /// Checks which messages about the text and its meaning remain after steps 2 to 5.
    fn check_remaining(&self, (of_text, of_meaning, left): (&str, &str, &str)) {
        let found =
            of_program(&self.sources, &[&self.file], self.messages(of_text), self.messages(of_meaning));
        assert_eq!(self.written(&found), left, "of {of_text} and {of_meaning}");
    }
}

const TWO: &str = "p(X) :- q(X, Y), ¬r(X)\ns(Z) :- q(Z, V), t(W)\n";

#[test]
fn unclear_sorts_in_a_cycle_are_not_reported() {
    let text = Text::new(TWO);
    let found = text.messages("B0407 X; B0407 Z; B0301 q");
    let left = of_names(&found, |place| text.sources.line(place) == 1);
    assert_eq!(text.written(&left), "B0407 Z; B0301 q");
}

#[test]
fn an_item_with_a_mistaken_variable_has_no_warnings_about_meaning() {
    let text = Text::new(TWO);
    for row in [
        ("", "B0604 r; B0605 p", "B0604 r; B0605 p"),
        ("", "B0503 Y; B0604 r; B0603 p; B0609 t", "B0503 Y; B0609 t"),
        ("", "B0501 W; B0607 s; B0604 r", "B0501 W; B0604 r"),
        ("", "B0502 W; B0611 s", "B0502 W"),
        ("", "B0506 V; B0608 s; B0605 s", "B0506 V; B0605 s"),
        ("B0116 ¬r", "B0609 r; B0610 s", "B0116 ¬r; B0610 s"),
        // An error about an unknown predicate does not remove the other messages about the item.
        ("", "B0301 q; B0604 r", "B0301 q; B0604 r"),
    ] {
        text.check_remaining(row);
    }
}

#[test]
fn a_suppressed_warning_hides_no_other_messages() {
    let text = Text::new("%! allow B0503: one of them is enough\np(X) :- q(X, Y), r(X)\n");
    text.check_remaining(("", "B0503 Y; B0604 r", "B0604 r"));
    text.check_remaining(("", "B0506 Y; B0604 r", "B0506 Y; B0606 %! allow B0503: one of them is enough"));
}

#[test]
fn an_error_about_a_variable_is_the_only_message_about_it() {
    let text = Text::new(TWO);
    for row in [
        ("", "B0503 Y; B0501 Y", "B0501 Y"),
        ("", "B0506 V; B0505 V", "B0505 V"),
        ("", "B0503 Y; B0504 W; B0507 Z; B0508 V", "B0503 Y; B0504 W; B0507 Z; B0508 V"),
        // An error of another kind does not explain the variable, so the warning is kept.
        ("", "B0503 Y; B0402 Y", "B0503 Y; B0402 Y"),
    ] {
        text.check_remaining(row);
    }
}

#[test]
fn an_unreadable_line_has_only_the_messages_of_the_parser() {
    let text = Text::new(TWO);
    for row in [
        ("B0101 X", "B0301 q; B0503 Y; B0301 s", "B0101 X; B0301 s"),
        ("B0003 X", "B0301 r; B0301 t", "B0003 X; B0301 t"),
        ("B0009 s", "B0301 p; B0301 W", "B0009 s; B0301 p"),
        // Text with these mistakes is parsed as it was meant, so messages about the meaning are kept.
        ("B0005 ¬", "B0301 q", "B0005 ¬; B0301 q"),
        ("B0007 X", "B0301 q", "B0007 X; B0301 q"),
        ("B0201 X", "B0301 q", "B0201 X; B0301 q"),
    ] {
        text.check_remaining(row);
    }
}

#[test]
fn suppressions_are_applied_last() {
    let text = Text::new("%! allow B0605: for others\np(X) :- q(X)\n");
    for row in [
        ("", "B0605 p", ""),
        ("", "B0604 q", "B0604 q; B0606 %! allow B0605: for others"),
        // If there is an error, the suppression may be needed again once the error is corrected.
        ("", "B0301 q", "B0301 q"),
        ("B0101 p", "B0605 p", "B0101 p"),
    ] {
        text.check_remaining(row);
    }
}

#[test]
fn unused_suppressions_in_a_forgotten_file_are_not_reported() {
    let text = Text::new("%! allow B0605: for others\np(X) :- q(X)\n");
    let left = |found: &str| text.written(&of_forgotten(&[&text.file], text.messages(found)));
    assert_eq!(left("B0207 p"), "B0207 p");
    assert_eq!(left("B0207 p; B0605 p"), "B0207 p");
}

#[test]
fn a_predicate_that_a_forgotten_file_names_is_not_unused() {
    let text = Text::new(TWO);
    let found = text.messages("B0605 p; B0605 s; B0301 p");
    let left = beside_forgotten(found, |message| text.sources.text(message.label.span) == "p");
    assert_eq!(text.written(&left), "B0605 s; B0301 p");
}

/// A program for the steps over several programs. The fields are its files, whether it is a base, whether it lacks
/// files, and its messages, each with the file that it concerns.
type Row = (&'static [u32], bool, bool, &'static [(&'static str, u32)]);

/// The messages of these programs that remain after the steps. They are written in the notation of [`Row`].
fn merged_messages(rows: &[Row]) -> Vec<(&'static str, u32)> {
    let message = |(code, file): &(&'static str, u32)| {
        let code = Code::from_number(code).expect("a code");
        Diagnostic::new(code, "", Span::new(FileId(*file), 0, 1), "")
    };
    let read = |files: &[u32]| files.iter().copied().map(FileId).collect::<Vec<_>>();
    let found: Vec<(Vec<FileId>, Vec<Diagnostic>)> =
        rows.iter().map(|row| (read(row.0), row.3.iter().map(message).collect())).collect();
    let findings: Vec<Finding<'_>> = rows
        .iter()
        .zip(&found)
        .map(|((_, is_base, lacks_files, _), (files, diagnostics))| Finding {
            files,
            is_base: *is_base,
            lacks_files: *lacks_files,
            diagnostics,
        })
        .collect();
    let left = of_programs(&findings, |message| message.code != Code::BadStatistics);
    left.iter().map(|message| (message.code.number(), message.label.span.file.0)).collect()
}

#[test]
fn messages_of_several_programs_about_a_shared_file_are_merged() {
    const FIRST: Row = (&[1, 2], true, false, &[("B0301", 1), ("B0605", 1), ("B0605", 2), ("B0703", 2)]);
    // Messages for which `concerns` is false are left out.
    assert_eq!(merged_messages(&[FIRST]), [("B0301", 1), ("B0605", 1), ("B0605", 2)]);
    // The other program uses what is unused in the first program.
    let other: Row = (&[1, 3], true, false, &[("B0301", 1)]);
    assert_eq!(merged_messages(&[FIRST, other]), [("B0301", 1), ("B0605", 2)]);
    let other: Row = (&[1, 3], true, false, &[("B0605", 1), ("B0301", 3)]);
    assert_eq!(merged_messages(&[FIRST, other]), [("B0301", 1), ("B0605", 1), ("B0605", 2), ("B0301", 3)]);
    // One of the two programs needs the suppression, so it is not reported as unused.
    let [needs, does_not]: [Row; 2] = [(&[1], true, false, &[]), (&[1], true, false, &[("B0606", 1)])];
    assert_eq!(merged_messages(&[needs, does_not]), []);
    assert_eq!(merged_messages(&[does_not, does_not]), [("B0606", 1)]);
}

#[test]
fn missing_rules_after_a_broken_use_line_are_not_reported() {
    const LIBRARY: Row = (&[1], false, false, &[("B0307", 1)]);
    assert_eq!(merged_messages(&[LIBRARY]), [("B0307", 1)]);
    assert_eq!(merged_messages(&[(&[2], true, true, &[("B0201", 2)]), LIBRARY]), [("B0201", 2)]);
    // If the base itself lacks the rule, this is reported.
    let both: Row = (&[1, 2], true, true, &[("B0307", 1), ("B0201", 2)]);
    assert_eq!(merged_messages(&[both, LIBRARY]), [("B0307", 1), ("B0201", 2)]);
    // If there is no error message about the broken line, the other messages are kept.
    assert_eq!(merged_messages(&[(&[2], true, true, &[]), LIBRARY]), [("B0307", 1)]);
}

#[test]
fn searched_places_are_listed_once_per_program() {
    let missing = |file: u32, at: usize, fix: bool| {
        let place = Span::new(FileId(file), at, at + 1);
        let message = Diagnostic::new(Code::UseMissing, "there is no file", place, NOWHERE);
        let message = if fix { message.hint("did you mean `a`?").fix("", place, "a") } else { message };
        message.hint("searched for as b").hint("searched for as c")
    };
    let [one, two] = [[FileId(1)], [FileId(2)]];
    let of_one = [missing(1, 9, false), missing(1, 5, true), missing(1, 7, true)];
    let of_two = [missing(2, 3, false)];
    let finding = |files, diagnostics| Finding { files, is_base: true, lacks_files: true, diagnostics };
    let left = of_programs(&[finding(&one, &of_one), finding(&two, &of_two)], |_| true);
    let hints: Vec<(u32, usize)> =
        left.iter().map(|message| (message.label.span.start, message.hints.len())).collect();
    assert_eq!(hints, [(9, 0), (5, 3), (7, 1), (3, 2)], "the first place of a program has all hints");
    let labels = left.iter().filter(|message| message.label.text == NOWHERE).count();
    assert_eq!(labels, 2);
}
