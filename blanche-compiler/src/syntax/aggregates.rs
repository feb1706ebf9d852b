//! Parses aggregates: `count Field_ (disc(Field_, Color)) = N`.
//!
//! The words `count`, `sum`, `min` and `max` are keywords only before a variable, so predicates can have these names.
//! If the body or the comparison is missing, one message says so, and parsing continues after it.

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;

use super::ast::{Aggregate, Atom, Body, Function, LiteralKind, Name, Operator, Sum};
use super::bodies::{Core, group};
use super::comparisons::{begins_sum, meant, misspelt, operator, sum};
use super::grammar::{Rule, named, peek, sign, skip, token};
use super::token::{Kind, Token};

/// A hint that shows how an aggregate is written.
const USAGE: &str =
    "write `count X_ (parent(X_, Y)) = N`; `sum`, `min` and `max` are written in the same way";

/// A hint that shows how two aggregates are compared.
const TWO: &str =
    "give one of them a variable: `count X_ (parent(X_, Y)) = N_, count X_ (child(X_, Y)) < N_`";

/// An aggregate without its comparison: keyword, variables and body. `body` is `None` if it could not be parsed and the
/// problem has been reported.
struct Head<'s> {
    word: Token<'s>,
    function: Function,
    of: Vec<Name>,
    body: Option<Body>,
    end: Span,
}

/// Parses an aggregate with its comparison: `count X_, Y_ (body) = N`.
pub(super) fn aggregate<'t, 's: 't>(
    body: Rule<'t, 's, Body>,
    atom: &Rule<'t, 's, Atom>,
) -> Rule<'t, 's, Core> {
    // An aggregate is allowed only on the left side. An aggregate on the right side is parsed too, so that it can be
    // reported.
    let right = head(body.clone()).map(|head| Err(head.word.span.to(head.end))).or(sum(atom).map(Ok));
    let compared = operator().then(right).map(Some);
    let alone = peek().filter(|next: &Token| next.kind.operator().is_none()).to(None);
    head(body)
        .then(compared.or(alone).or_not())
        .validate(|(mut head, compared), _, emitter| {
            let span = head.word.span.to(head.end);
            let Some(body) = head.body.take() else { return (LiteralKind::Error, span) };
            match compared {
                Some(Some((_, Err(right)))) => {
                    let label = "this one needs a variable of its own";
                    let message =
                        Diagnostic::new(Code::Expected, "two aggregates in a comparison", right, label);
                    emitter.emit(message.hint(TWO).into());
                    (LiteralKind::Error, span.to(right))
                }
                Some(Some((sign, Ok(right)))) => {
                    let span = head.word.span.to(right.span);
                    misspelt(&sign).into_iter().for_each(|message| emitter.emit(message.into()));
                    (LiteralKind::Aggregate(head.compared(body, (meant(&sign), sign.span), right)), span)
                }
                Some(None) => {
                    let label = format!("nothing is compared with the {}", noun(head.function));
                    emitter.emit(incomplete(span, label).into());
                    (LiteralKind::Error, span)
                }
                // Any problem with the text after the sign is reported by the parser of that text.
                None => (LiteralKind::Error, span),
            }
        })
        .boxed()
}

/// Reports an aggregate on the right side: `N = count X_ (body)`.
pub(super) fn reversed<'t, 's: 't>(
    body: Rule<'t, 's, Body>,
    atom: &Rule<'t, 's, Atom>,
) -> Rule<'t, 's, Core> {
    begins_sum()
        .ignore_then(sum(atom))
        .then(operator())
        .then(head(body))
        .validate(|((left, sign), mut head), _, emitter| {
            let span = left.span.to(head.end);
            if let Some(body) = head.body.take() {
                let word = head.word.span;
                let aggregate = head.compared(body, (swapped(meant(&sign)), sign.span), left);
                let written = super::printer::print_aggregate(&aggregate);
                let label = format!("the {} goes on the left", noun(aggregate.function));
                let message = Diagnostic::new(Code::Expected, "an aggregate on the right side", word, label);
                emitter.emit(message.fix(format!("write `{written}`"), span, written.clone()).into());
            }
            (LiteralKind::Error, span)
        })
        .boxed()
}

/// Reports `count parent(X_, Y) = N` and `count(X_)(parent(X_, Y)) = N`: the variables are missing or in brackets.
pub(super) fn without_variables<'t, 's: 't>() -> Rule<'t, 's, Core> {
    let literal = token(|token| token.kind == Kind::Name && !token.first).then(sign(Kind::Open)).ignored();
    let variables = token(|token| token.kind == Kind::Variable).separated_by(sign(Kind::Comma)).at_least(1);
    let in_brackets =
        sign(Kind::Open).then(variables).then(sign(Kind::Close)).then(sign(Kind::Open)).ignored();
    token(|token| token.kind == Kind::Name && Function::of_word(token.text).is_some())
        .then_ignore(literal.or(in_brackets).rewind())
        .then(skip())
        .validate(|(word, rest), _, emitter| {
            if !rest.junk {
                let label = "the variables that are counted follow this word, then the body in brackets";
                emitter.emit(incomplete(word.span, label).into());
            }
            (LiteralKind::Error, word.span.to(rest.span))
        })
        .boxed()
}

/// Parses the keyword, the variables and the body.
fn head<'t, 's: 't>(body: Rule<'t, 's, Body>) -> Rule<'t, 's, Head<'s>> {
    let variable = token(|token| token.kind == Kind::Variable).map(|token| named(&token)).boxed();
    let inside = group(body).map(|(kind, span)| match kind {
        LiteralKind::Bracketed(body) => (Some(body), span),
        _ => (None, span),
    });
    let bare = peek().filter(|next: &Token| next.kind != Kind::Open).then(skip().or_not()).validate(
        |(next, rest), _, emitter| {
            if !rest.is_some_and(|rest| rest.junk) {
                let (place, label) = match rest {
                    Some(rest) => (rest.span, "what is counted goes in brackets"),
                    None => (next.gap, "the body is missing here"),
                };
                emitter.emit(incomplete(place, label).into());
            }
            (None, rest.map_or(next.gap, |rest| rest.span))
        },
    );
    word()
        .then(variable.separated_by(sign(Kind::Comma)).at_least(1).collect::<Vec<_>>())
        .then(inside.or(bare))
        .map(|(((word, function), of), (body, end))| Head { word, function, of, body, end })
        .boxed()
}

/// Parses the keyword before a variable.
fn word<'t, 's: 't>() -> Rule<'t, 's, (Token<'s>, Function)> {
    let variable = peek().filter(|next: &Token| next.kind == Kind::Variable);
    token(|token| token.kind == Kind::Name && Function::of_word(token.text).is_some())
        .then_ignore(variable)
        .map(|word| (word, Function::of_word(word.text).unwrap_or(Function::Count)))
        .boxed()
}

impl Head<'_> {
    /// Builds the aggregate from its parts and the right side of its comparison.
    fn compared(self, body: Body, (operator, operator_span): (Operator, Span), right: Sum) -> Aggregate {
        let Head { word, function, of, end, .. } = self;
        let (span, left_span) = (word.span.to(right.span), word.span.to(end));
        Aggregate {
            span,
            function,
            function_span: word.span,
            left_span,
            of,
            body,
            operator,
            operator_span,
            right,
        }
    }
}

/// The operator with the same meaning when the two sides are swapped: `<` becomes `>`.
fn swapped(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::Greater,
        Operator::AtMost => Operator::AtLeast,
        Operator::Greater => Operator::Less,
        Operator::AtLeast => Operator::AtMost,
        same => same,
    }
}

/// The noun that messages use for the result of an aggregate.
fn noun(function: Function) -> &'static str {
    match function {
        Function::Count => "count",
        Function::Sum => "sum",
        Function::Min => "minimum",
        Function::Max => "maximum",
    }
}

fn incomplete(span: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::Expected, "an incomplete aggregate", span, label).hint(USAGE)
}
