//! Expectations: doc tests in a rule file, which state the answers of a query.
//!
//! They are comments among the clauses of a file:
//!
//! ```text
//! %? grandparent(X, Z)
//! %= X = jan, Z = anna
//! %= X = jan, Z = kees
//!
//! %? grandparent(anna, X)
//! %= no
//! ```
//!
//! A line with `%?` is a query. The `%=` lines below it are its answers, without duplicates and in any order. An answer
//! contains the values of the named variables, or is `yes` if there are no such variables. The line `%= no` means that
//! there is no answer. For the rest of the compiler these lines are ordinary comments. This module only parses and
//! compares expectations. The queries are evaluated by other modules.

use blanche_sorted::Arrange;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::{FileId, Sources, Span};
use crate::spelling::nearest;

/// An answer: variables with their values, as text.
pub type Bindings = Vec<(String, String)>;

/// The prefix of a query line.
const ASKS: &str = "%?";
/// The prefix of an answer line.
pub const ANSWERS: &str = "%=";

/// A query and its expected answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The location of the query.
    pub question: Span,
    /// The expected answers. The answer `yes` is one answer without bindings.
    pub answers: Vec<Bindings>,
    /// The span of the lines with the answers. It begins at the end of the query, and is empty if there are no answers
    /// yet.
    pub lines: Span,
    /// The location of each answer in source order. Answers that cannot be parsed are included.
    pub written: Vec<Span>,
}

impl Expectation {
    /// The locations of the variables and values in all answers.
    pub fn values(&self, sources: &Sources) -> Vec<(Span, Span)> {
        let of_answer = |answer: &Span| -> Vec<(Span, Span)> {
            let mut at = answer.start as usize;
            let of_part = |part: &str| {
                let start = at;
                at += part.len() + 1;
                let middle = part.find('=')?;
                let trimmed = |from: usize, text: &str| {
                    let start = start + from + (text.len() - text.trim_start().len());
                    Span::new(answer.file, start, start + text.trim().len())
                };
                Some((trimmed(0, &part[..middle]), trimmed(middle + 1, &part[middle + 1..])))
            };
            sources.text(*answer).split(',').filter_map(of_part).collect()
        };
        self.written.iter().flat_map(of_answer).collect()
    }
}

/// Parses the expectations in a file. Also returns diagnostics about malformed expectations.
pub fn read(sources: &Sources, file: FileId) -> (Vec<Expectation>, Vec<Diagnostic>) {
    let text = sources.file(file).text();
    let mut expectations: Vec<Expectation> = Vec::new();
    let mut problems = Vec::new();
    // Whether the previous line belongs to an expectation.
    let mut open = false;
    // Whether the previous query was reported because it follows other code on its line. Its answers are then not
    // reported separately.
    let mut is_told = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let start = at + (line.len() - line.trim_start().len());
        let span = Span::new(file, start, start + trimmed.len());
        let behind = |sign: &str| {
            let rest = &trimmed[sign.len()..];
            Span { start: span.end - rest.trim_start().len() as u32, ..span }
        };
        if trimmed.starts_with(ASKS) {
            let question = behind(ASKS);
            if question.start == question.end {
                problems.push(expected(
                    span,
                    "a question is missing here",
                    "`%? grandparent(X, Z)` asks one",
                ));
            }
            expectations.push(Expectation {
                question,
                answers: Vec::new(),
                lines: span.after(),
                written: Vec::new(),
            });
            (open, is_told) = (true, false);
        } else if trimmed.starts_with(ANSWERS) {
            let answer = behind(ANSWERS);
            match expectations.last_mut().filter(|_| open) {
                None if is_told => {}
                None => {
                    problems.push(expected(
                        span,
                        "there is no question above this answer",
                        "`%?` asks, `%=` answers",
                    ));
                }
                Some(expectation) => {
                    expectation.lines = expectation.lines.to(span);
                    expectation.written.push(answer);
                    match sources.text(answer) {
                        "no" => {}
                        "yes" => expectation.answers.push(Bindings::new()),
                        text => match bindings(text) {
                            Some(bindings) => expectation.answers.push(bindings),
                            None => problems.push(unreadable(answer, text)),
                        },
                    }
                }
            }
        } else {
            (open, is_told) = (false, trimmed.contains(ASKS) || trimmed.contains(ANSWERS));
        }
        at += line.len();
    }
    (expectations, problems)
}

fn expected(span: Span, label: &str, hint: &str) -> Diagnostic {
    Diagnostic::new(Code::Expected, "something else was expected here", span, label).hint(hint)
}

fn unreadable(span: Span, text: &str) -> Diagnostic {
    let message = expected(
        span,
        "an answer lists the values of variables, or is `yes` or `no`",
        "write `%= X = jan, Z = anna`; without variables `%= yes`, and without answers `%= no`",
    );
    match nearest(text, ["yes", "no"]) {
        Some(near) => message.fix(format!("write `{near}`"), span, near),
        None => message,
    }
}

/// Parses bindings such as `X = jan, Z = anna`, and sorts them by variable.
pub fn bindings(text: &str) -> Option<Bindings> {
    let one = |part: &str| {
        let (variable, value) = part.split_once('=')?;
        let (variable, value) = (variable.trim(), value.trim());
        let is_variable = variable.starts_with(char::is_uppercase) && !variable.contains(char::is_whitespace);
        let is_value = !value.is_empty() && !value.contains(|c: char| c.is_whitespace() || c == '=');
        (is_variable && is_value).then(|| (variable.to_owned(), value.to_owned()))
    };
    let mut all: Bindings = text.split(',').map(one).collect::<Option<_>>()?;
    all.arrange();
    Some(all)
}

/// Formats bindings as they are parsed: `X = jan, Z = anna`, or `yes` for none.
pub fn written(bindings: &Bindings) -> String {
    if bindings.is_empty() {
        return "yes".to_owned();
    }
    let all: Vec<String> = bindings.iter().map(|(variable, value)| format!("{variable} = {value}")).collect();
    all.join(", ")
}

/// The difference between expected and actual answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The expected answers that are missing.
    pub missing: Vec<Bindings>,
    /// The answers that were not expected.
    pub unexpected: Vec<Bindings>,
}

impl Difference {
    /// The difference, or `None` if the answers are the same. Order and duplicates do not matter.
    pub fn between(expected: &[Bindings], got: &[Bindings]) -> Option<Difference> {
        let lacking = |these: &[Bindings], those: &[Bindings]| {
            these.iter().filter(|one| !those.contains(one)).cloned().collect::<Vec<_>>()
        };
        let difference = Difference { missing: lacking(expected, got), unexpected: lacking(got, expected) };
        (!difference.missing.is_empty() || !difference.unexpected.is_empty()).then_some(difference)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Bindings {
        bindings(text).expect("these are bindings")
    }

    #[test]
    fn a_query_has_the_answers_below_it() {
        let mut sources = Sources::default();
        let text =
            "fact p(a)\n  %? p(X)\n  %= X = a\n\n%? p(b)\r\n%= no\r\n%?  p(a)\n%= yes\n%? q\np(b) :- p(a)\n";
        let file = sources.add("a", text.as_bytes());
        let (found, problems) = read(&sources, file);
        assert_eq!(problems, []);
        let asked: Vec<&str> = found.iter().map(|one| sources.text(one.question)).collect();
        assert_eq!(asked, ["p(X)", "p(b)", "p(a)", "q"]);
        let answers: Vec<_> = found.iter().map(|one| one.answers.clone()).collect();
        assert_eq!(answers, [vec![pairs("X = a")], vec![], vec![vec![]], vec![]]);
        assert_eq!(sources.text(found[0].lines), "\n  %= X = a");
        assert_eq!(sources.text(found[3].lines), "");
    }

    #[test]
    fn the_values_of_answers_have_source_places() {
        let mut sources = Sources::default();
        let file = sources.add("a", "%? p(X, Y)\n  %=  X = a,Y=b.c \n%= no\n%= Y =  é, X = d\n".as_bytes());
        let (found, _) = read(&sources, file);
        let values = found[0].values(&sources);
        let values: Vec<(&str, &str)> = values
            .into_iter()
            .map(|(variable, value)| (sources.text(variable), sources.text(value)))
            .collect();
        assert_eq!(values, [("X", "a"), ("Y", "b.c"), ("Y", "é"), ("X", "d")]);
    }

    #[test]
    fn an_unreadable_expectation_is_reported_at_its_place() {
        for (text, label) in [
            ("%= X = a\n", "%= X = a"),
            ("%? p(X)\n\n%= X = a\n", "%= X = a"),
            ("%?\n", "%?"),
            ("%? p(X)\n%= a\n", "a"),
            ("%? p(X)\n%= X = a b\n", "X = a b"),
            ("%? p(X)\n%= x = a\n", "x = a"),
        ] {
            let mut sources = Sources::default();
            let file = sources.add("a", text.as_bytes());
            let (_, problems) = read(&sources, file);
            let labels: Vec<&str> = problems.iter().map(|one| sources.text(one.label.span)).collect();
            assert_eq!(labels, [label], "{text}");
        }
    }

    #[test]
    fn answers_below_a_misplaced_query_are_not_reported() {
        let mut sources = Sources::default();
        let file = sources.add("a", "q(X) :- p(X) %? q(b)\n%= X = b\n%= no\n\n%= yes\n".as_bytes());
        let (expectations, problems) = read(&sources, file);
        assert_eq!((expectations.len(), problems.len()), (0, 1));
        assert_eq!(sources.text(problems[0].label.span), "%= yes");
    }

    #[test]
    fn a_difference_lists_missing_and_unexpected_answers() {
        let (a, b, c) = (pairs("X = a"), pairs("X = b"), pairs("X = c"));
        assert_eq!(Difference::between(&[a.clone(), b.clone()], &[b.clone(), a.clone()]), None);
        let difference = Difference::between(&[a.clone(), b.clone()], &[b, c.clone()]);
        assert_eq!(difference, Some(Difference { missing: vec![a], unexpected: vec![c] }));
        assert_eq!(written(&pairs("Z = b, X = a")), "X = a, Z = b");
    }
}
