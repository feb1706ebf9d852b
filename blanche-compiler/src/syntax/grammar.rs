//! The words of the grammar: parsers for single tokens, and for what is skipped.
//!
//! The input of every parser is one item as the layout pass leaves it: brackets match, and the last token is
//! [`Kind::End`]. So there is always a next token to look at, and skipping stops at the end of its bracket.

use std::rc::Rc;

use chumsky::input::Emitter;
use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::spelling::uncapitalised;

use super::ast::{Integer, Name, Number};
use super::problems::{Fault, Wanted, article, usage};
use super::token::{Kind, Token};

/// The tokens of one item.
pub(super) type Tokens<'t, 's> = &'t [Token<'s>];

/// Errors are faults; there is no state.
pub(super) type Extra<'s> = extra::Err<Fault<'s>>;

/// A parser over the tokens of an item. Every one is boxed: chumsky's own types name all their parts, and the
/// compiler would spend minutes on those of a whole grammar.
pub(super) type Rule<'t, 's, O> = Boxed<'t, 't, Tokens<'t, 's>, O, Extra<'s>>;

/// A token of which something holds.
pub(super) fn token<'t, 's: 't>(holds: impl Fn(&Token<'s>) -> bool + 't) -> Rule<'t, 's, Token<'s>> {
    tested(Rc::new(holds))
}

/// One parser for all tests: each of a type of its own would be compiled anew.
fn tested<'t, 's: 't>(holds: Rc<dyn Fn(&Token<'s>) -> bool + 't>) -> Rule<'t, 's, Token<'s>> {
    any().filter(move |token| holds(token)).boxed()
}

/// A sign.
pub(super) fn sign<'t, 's: 't>(kind: Kind) -> Rule<'t, 's, Token<'s>> {
    token(move |token| token.kind == kind).labelled(Wanted::Sign(kind)).boxed()
}

/// A word where the grammar wants it.
pub(super) fn word<'t, 's: 't>(word: &'static str) -> Rule<'t, 's, Token<'s>> {
    token(move |token| token.is(word)).labelled(Wanted::Word(word)).boxed()
}

/// A name; `what` says of what.
pub(super) fn name<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Name> {
    token(|token| matches!(token.kind, Kind::Name | Kind::Number))
        .map(|token| named(&token))
        .labelled(Wanted::Name(what))
        .boxed()
}

/// The name of what an item declares. One that begins with a capital is told and read as what was meant, so that the rest knows
/// it. `item` is the word with which the item begins.
pub(super) fn declared_name<'t, 's: 't>(item: &'static str, what: &'static str) -> Rule<'t, 's, Name> {
    let capital =
        token(|token| token.kind == Kind::Variable).validate(move |variable: Token<'s>, _, emitter| {
            let lower = uncapitalised(variable.text);
            let title = format!("{} `{item}` that cannot be read", article(item));
            let label = format!("{what} begins with a lower-case letter");
            let message = Diagnostic::new(Code::Expected, title, variable.span, label).hint(usage(item));
            emitter.emit(message.fix(format!("write `{lower}`"), variable.span, lower.clone()).into());
            Name { text: lower, span: variable.span }
        });
    name(what).or(capital).labelled(Wanted::Name(what)).boxed()
}

/// The name of a file or a base.
pub(super) fn path<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Name> {
    token(|token| matches!(token.kind, Kind::Path | Kind::Number))
        .map(|token| named(&token))
        .labelled(Wanted::Name(what))
        .boxed()
}

/// A variable; `what` says what for.
pub(super) fn variable<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Name> {
    token(|token| token.kind == Kind::Variable)
        .map(|token| named(&token))
        .labelled(Wanted::Variable(what))
        .boxed()
}

/// A number; `what` says what it means.
pub(super) fn number<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Number> {
    token(|token| token.kind == Kind::Number)
        // The spelling pass lets no number through that does not fit.
        .map(|token| Number { value: token.text.parse().unwrap_or(u32::MAX), span: token.span })
        .labelled(Wanted::Number(what))
        .boxed()
}

/// A number that may have a `-` in front of it; `what` says what it means.
pub(super) fn integer<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Integer> {
    sign(Kind::Minus)
        .or_not()
        .then(number(what))
        .map(|(minus, Number { value, span })| match minus {
            Some(minus) => Integer { value: -i64::from(value), span: minus.span.to(span) },
            None => Integer { value: i64::from(value), span },
        })
        .labelled(Wanted::Number(what))
        .boxed()
}

/// The end of the item.
pub(super) fn finish<'t, 's: 't>() -> Rule<'t, 's, Token<'s>> {
    token(|token| token.kind == Kind::End).labelled(Wanted::End).boxed()
}

/// The next token, which stays where it is.
pub(super) fn peek<'t, 's: 't>() -> Rule<'t, 's, Token<'s>> {
    any().rewind().boxed()
}

/// What was passed over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skipped {
    /// All of it.
    pub(super) span: Span,
    /// Something in it has been reported already.
    pub(super) junk: bool,
}

impl Skipped {
    fn of(token: Token) -> Skipped {
        Skipped { span: token.span, junk: token.kind == Kind::Junk }
    }

    /// This and what follows it.
    pub(super) fn and(self, other: Skipped) -> Skipped {
        Skipped { span: self.span.to(other.span), junk: self.junk || other.junk }
    }
}

/// A bracket with all that is inside.
pub(super) fn bracket<'t, 's: 't>() -> Rule<'t, 's, Skipped> {
    recursive(|bracket| {
        let inside =
            token(|token| !matches!(token.kind, Kind::Open | Kind::Close | Kind::End)).map(Skipped::of);
        sign(Kind::Open)
            .map(Skipped::of)
            .foldl(bracket.or(inside).repeated(), Skipped::and)
            .then(sign(Kind::Close).map(Skipped::of))
            .map(|(open, close)| open.and(close))
    })
    .boxed()
}

/// Everything up to the next separator outside brackets, and at least one token.
pub(super) fn skip<'t, 's: 't>() -> Rule<'t, 's, Skipped> {
    let plain = token(|token| {
        !matches!(token.kind, Kind::Open | Kind::Close | Kind::Comma | Kind::Semicolon | Kind::End)
    });
    let one = bracket().or(plain.map(Skipped::of)).boxed();
    one.clone().foldl(one.repeated(), Skipped::and).boxed()
}

/// Everything up to the end of the item.
pub(super) fn skip_all<'t, 's: 't>() -> Rule<'t, 's, ()> {
    token(|token| token.kind != Kind::End).repeated().ignore_then(finish()).ignored().boxed()
}

/// The separators between two of a row, one of which is enough. What is too much is reported, and a missing one
/// is too; what stands there instead is left for the next of the row to complain about.
pub(super) fn commas<'t, 's: 't>() -> Rule<'t, 's, ()> {
    commas_with(|commas, _, emitter| extra_commas(commas, "nothing follows that it could join", emitter))
}

/// The same between the arguments of a predicate. Where one is missing beside a comma, it is not known whether the comma is
/// too much, unless the bracket is not closed either.
pub(super) fn argument_commas<'t, 's: 't>() -> Rule<'t, 's, ()> {
    commas_with(|commas, next, emitter| {
        let is_open = next.kind == Kind::Close && next.span.start == next.span.end;
        match is_open {
            true => extra_commas(commas, "nothing follows that it could join", emitter),
            false => lacks_argument(commas, emitter),
        }
    })
}

/// Commas in front of the first argument.
pub(super) fn leading_argument_commas<'t, 's: 't>() -> Rule<'t, 's, ()> {
    sign(Kind::Comma)
        .repeated()
        .collect::<Vec<_>>()
        .validate(|commas, _, emitter| lacks_argument(&commas, emitter))
        .boxed()
}

/// Says that an argument is missing beside a comma.
fn lacks_argument<'s>(commas: &[Token<'s>], emitter: &mut Emitter<Fault<'s>>) {
    if let (Some(first), Some(last)) = (commas.first(), commas.last()) {
        let label = "an argument is missing beside it, or it is one too many";
        let message =
            Diagnostic::new(Code::ExtraComma, "a comma without an argument", first.span.to(last.span), label);
        emitter.emit(message.hint("write the argument, or take the comma out").into());
    }
}

/// Separators, and what is said of those that are too much, in front of a token.
fn commas_with<'t, 's: 't>(
    extra: impl Fn(&[Token<'s>], &Token<'s>, &mut Emitter<Fault<'s>>) + 't,
) -> Rule<'t, 's, ()> {
    token(|token| matches!(token.kind, Kind::Comma | Kind::Dot))
        .repeated()
        .at_least(1)
        .collect::<Vec<_>>()
        .then(peek())
        .validate(move |(commas, next), _, emitter| {
            let last = matches!(next.kind, Kind::Close | Kind::End | Kind::Semicolon);
            extra(&commas[usize::from(!last)..], &next, emitter);
            if !last && commas[0].kind == Kind::Dot {
                let message = Diagnostic::new(
                    Code::OtherSpelling,
                    "a full stop for a comma",
                    commas[0].span,
                    "the body continues behind it",
                );
                emitter.emit(message.fix("write `,`", commas[0].span, ",").into());
            }
        })
        .boxed()
}

/// Commas in front of the first of a row.
pub(super) fn leading_commas<'t, 's: 't>() -> Rule<'t, 's, ()> {
    sign(Kind::Comma)
        .repeated()
        .collect::<Vec<_>>()
        .validate(|commas, _, emitter| {
            extra_commas(&commas, "nothing stands in front that it could join", emitter);
        })
        .boxed()
}

/// Says that commas are too many; they stand side by side.
fn extra_commas<'s>(commas: &[Token<'s>], label: &str, emitter: &mut Emitter<Fault<'s>>) {
    if let (Some(first), Some(last)) = (commas.first(), commas.last()) {
        let span = first.span.to(last.span);
        let message = Diagnostic::new(Code::ExtraComma, "a comma too many", span, label);
        emitter.emit(message.fix("take it out", span, "").into());
    }
}

/// A comma that is missing in front of a token.
pub(super) fn missing_comma(next: &Token, label: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingComma, "a missing comma", next.gap, label).fix("write `,`", next.gap, ",")
}

/// A token as a name.
pub(super) fn named(token: &Token) -> Name {
    Name { text: token.text.to_string(), span: token.span }
}
