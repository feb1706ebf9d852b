//! Parses comparisons: two sums with an operator between them.

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::Span;

use super::ast::{Atom, Call, Comparison, LiteralKind, Name, Operator, Sum, Summand, Term};
use super::bodies::{Core, term_of};
use super::grammar::{Rule, bracket, peek, sign, skip, token};
use super::token::{Kind, Token};

/// Parses a comparison: `N + 1 < M`. A chain such as `1 < N < 5` is reported. `is_denied` says that a `¬` precedes the
/// chain, so that the suggested fix needs brackets.
pub(super) fn comparison<'t, 's: 't>(atom: &Rule<'t, 's, Atom>, is_denied: bool) -> Rule<'t, 's, Core> {
    let sum = sum(atom);
    let more = operator().then(sum.clone()).repeated().collect::<Vec<_>>();
    begins_sum()
        .ignore_then(sum.clone())
        .then(operator())
        .then(sum)
        .then(more)
        .then(peek().filter(|next: &Token| next.kind != Kind::Open))
        .validate(move |((((left, sign), right), more), next), _, emitter| {
            let span = left.span.to(more.last().map_or(right.span, |(_, last)| last.span));
            if next.kind == Kind::Junk {
                // The bracket after the comparison is the mistake: the text uses arithmetic that the language does
                // not have.
                return (LiteralKind::Error, span);
            }
            let operator = meant(&sign);
            misspelt(&sign).into_iter().for_each(|message| emitter.emit(message.into()));
            if let Some((sign, _)) = more.first() {
                emitter.emit(row(&right, sign, is_denied.then_some(span)).into());
                return (LiteralKind::Error, span);
            }
            (
                LiteralKind::Comparison(Comparison { span, left, operator, operator_span: sign.span, right }),
                span,
            )
        })
        .boxed()
}

/// Reports a comparison or sum with a missing side, such as `N <` or `N +`.
pub(super) fn half_comparison<'t, 's: 't>(atom: &Rule<'t, 's, Atom>) -> Rule<'t, 's, Core> {
    let sign =
        token(|token| token.kind.operator().is_some() || matches!(token.kind, Kind::Plus | Kind::Minus));
    begins_sum()
        .ignore_then(sum(atom))
        .then(sign)
        .then(skip().or_not())
        .validate(|((left, sign), rest), _, emitter| {
            if !rest.is_some_and(|rest| rest.junk) {
                let label = match rest {
                    Some(_) => "a variable, a number or a constant must follow",
                    None => "nothing follows",
                };
                let message = Diagnostic::new(Code::Expected, "an incomplete comparison", sign.span, label);
                emitter.emit(message.hint("a comparison is written `N < 5`, `N = M + 1` or `X ≠ Y`").into());
            }
            (LiteralKind::Error, left.span.to(rest.map_or(sign.span, |rest| rest.span)))
        })
        .boxed()
}

/// Reports the chain `1 < N < 5`. The fix repeats the middle term. If the chain is negated, the fix puts brackets
/// around both comparisons.
fn row(middle: &Sum, sign: &Token, denied: Option<Span>) -> Diagnostic {
    let again = super::printer::print_sum(middle);
    let edit = |span, text: &str| Edit { span, text: text.to_owned() };
    let between = edit(middle.span.after(), &format!(", {again}"));
    let (title, edits) = match denied {
        Some(whole) => (
            format!("write `, {again}` in between, and brackets around both"),
            vec![edit(whole.before(), "("), between, edit(whole.after(), ")")],
        ),
        None => (format!("write `, {again}` in between"), vec![between]),
    };
    Diagnostic::new(Code::Expected, "two comparisons in one", sign.span, "a comparison has two sides")
        .hint("two comparisons are two literals: `1 < N, N < 5`")
        .fixes(title, edits)
}

/// Parses the operator of a comparison, or the word `is`.
pub(super) fn operator<'t, 's: 't>() -> Rule<'t, 's, Token<'s>> {
    token(|token| token.kind.operator().is_some() || token.is("is")).boxed()
}

/// The operator that a token means: `is` means `=`.
pub(super) fn meant(sign: &Token) -> Operator {
    sign.kind.operator().unwrap_or(Operator::Equal)
}

/// The message about the word `is` for `=`.
pub(super) fn misspelt(sign: &Token) -> Option<Diagnostic> {
    sign.is("is").then(|| {
        let label = "this is spelled differently here";
        let message = Diagnostic::new(Code::OtherSpelling, "`is` for `=`", sign.span, label);
        message.fix("write `=`", sign.span, "=")
    })
}

/// Succeeds if the next tokens are the side of a comparison rather than a literal. Such a side is a word without
/// brackets, or a word with brackets that a sign follows. This lookahead avoids parsing a literal twice.
pub(super) fn begins_sum<'t, 's: 't>() -> Rule<'t, 's, ()> {
    let sign = token(|token| {
        token.kind.operator().is_some() || matches!(token.kind, Kind::Plus | Kind::Minus) || token.is("is")
    });
    let called = token(|token| token.kind.is_word()).then(bracket()).then(sign).ignored();
    let plain = token(|token| token.kind.is_word())
        .then_ignore(peek().filter(|next: &Token| next.kind != Kind::Open))
        .ignored();
    choice((plain, called, token(|token| token.kind == Kind::Minus).ignored())).rewind().boxed()
}

/// Parses a sum: one or more terms joined by `+` and `-`.
pub(super) fn sum<'t, 's: 't>(atom: &Rule<'t, 's, Atom>) -> Rule<'t, 's, Sum> {
    let joint = sign(Kind::Plus).or(sign(Kind::Minus));
    let term = term(atom);
    let next = joint
        .then(term.clone())
        .map(|(joint, term)| Summand { is_taken_away: joint.kind == Kind::Minus, term });
    signed(term)
        .map(|term| Summand { is_taken_away: false, term })
        .then(next.repeated().collect::<Vec<_>>())
        .validate(|(first, more), _, emitter| {
            let mut summands: Vec<Summand> = std::iter::once(first).chain(more).collect();
            if summands.len() > 1 {
                for summand in &mut summands {
                    if let Some(message) = no_number(&summand.term) {
                        emitter.emit(message.into());
                        summand.term = Term::Error(summand.term.span());
                    }
                }
            }
            let span = summands[0].term.span().to(summands[summands.len() - 1].term.span());
            Sum { span, summands }
        })
        .boxed()
}

/// Parses a term, or a number with a `-` before it.
fn signed<'t, 's: 't>(term: Rule<'t, 's, Term>) -> Rule<'t, 's, Term> {
    let negative =
        sign(Kind::Minus).then(token(|token| token.kind == Kind::Number)).map(|(minus, number)| {
            let text = if number.text == "0" { "0".to_owned() } else { format!("-{}", number.text) };
            Term::Constant(Name { text, span: minus.span.to(number.span) })
        });
    negative.or(term).boxed()
}

/// Parses a term: a word, or a call (a word with arguments in brackets).
fn term<'t, 's: 't>(atom: &Rule<'t, 's, Atom>) -> Rule<'t, 's, Term> {
    call(atom).or(token(|token| token.kind.is_word()).map(|token| term_of(&token))).boxed()
}

/// Parses a call: `step(Field, n)`
pub(super) fn call<'t, 's: 't>(atom: &Rule<'t, 's, Atom>) -> Rule<'t, 's, Term> {
    let is_called = token(|token| token.kind.is_word()).then(sign(Kind::Open)).rewind();
    let empty = token(|token| token.kind.is_word()).then(sign(Kind::Open)).then(sign(Kind::Close));
    let empty = empty.validate(|((word, open), close), _, emitter| {
        let span = open.span.to(close.span);
        let label = "a call needs arguments";
        let message = Diagnostic::new(Code::EmptyArguments, "empty brackets", span, label);
        emitter.emit(message.hint("a predicate with one argument is a literal: `last(Field)`").into());
        Term::Error(word.span.to(close.span))
    });
    empty.or(is_called.ignore_then(atom.clone()).map(|atom| Term::Call(Call::new(atom)))).boxed()
}

/// Reports a name in a sum, which may contain only variables and numbers.
fn no_number(term: &Term) -> Option<Diagnostic> {
    let Term::Constant(name) = term else { return None };
    if name.text.parse::<i64>().is_ok() {
        return None;
    }
    let title = format!("`{}` is not a number", name.text);
    Some(
        Diagnostic::new(Code::Expected, title, name.span, "only variables and numbers are added")
            .hint("a sum is written `N + 1` or `N1 - N2`"),
    )
}

/// Converts a sum to an argument. A sum of one term becomes that term.
pub(super) fn term_of_sum(mut sum: Sum) -> Term {
    match sum.summands.len() {
        1 => sum.summands.remove(0).term,
        _ => Term::Sum(sum),
    }
}
