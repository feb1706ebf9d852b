//! Building blocks of the grammar: parsers for single tokens, and parsers that skip tokens.
//!
//! The input of every parser is one item as the layout pass leaves it: brackets match, and the last token is
//! [`Kind::End`]. So there is always a next token, and a parser that skips tokens stops at the end of the enclosing
//! bracket.

use std::rc::Rc;

use chumsky::input::Emitter;
use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::spelling::uncapitalised;

use super::ast::{Integer, Name, Number};
use super::grammar_errors::{Fault, Wanted, article, usage};
use super::token::{Kind, Token};

/// The tokens of one item.
pub(super) type Tokens<'t, 's> = &'t [Token<'s>];

/// The error type of the parsers is [`Fault`]. The parsers have no state.
pub(super) type Extra<'s> = extra::Err<Fault<'s>>;

/// A parser over the tokens of an item. Every parser is boxed: the types of chumsky's parsers contain the types of all
/// their parts, and rustc would need minutes for a whole grammar.
pub(super) type Rule<'t, 's, O> = Boxed<'t, 't, Tokens<'t, 's>, O, Extra<'s>>;

/// Parses a token for which `holds` returns `true`.
pub(super) fn token<'t, 's: 't>(holds: impl Fn(&Token<'s>) -> bool + 't) -> Rule<'t, 's, Token<'s>> {
    tested(Rc::new(holds))
}

/// The shared implementation of [`token`]. It takes a trait object, so that rustc compiles it once and not for every
/// closure.
fn tested<'t, 's: 't>(holds: Rc<dyn Fn(&Token<'s>) -> bool + 't>) -> Rule<'t, 's, Token<'s>> {
    any().filter(move |token| holds(token)).boxed()
}

/// Parses a token of this kind.
pub(super) fn sign<'t, 's: 't>(kind: Kind) -> Rule<'t, 's, Token<'s>> {
    token(move |token| token.kind == kind).labelled(Wanted::Sign(kind)).boxed()
}

/// Parses this keyword.
pub(super) fn word<'t, 's: 't>(word: &'static str) -> Rule<'t, 's, Token<'s>> {
    token(move |token| token.is(word)).labelled(Wanted::Word(word)).boxed()
}

/// Parses a name. `what` describes the named thing in messages.
pub(super) fn name<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Name> {
    token(|token| matches!(token.kind, Kind::Name | Kind::Number))
        .map(|token| named(&token))
        .labelled(Wanted::Name(what))
        .boxed()
}

/// Parses the name that an item declares. A name that begins with a capital is reported and parsed in lower case, so
/// that other parts of the program can refer to it. `item` is the keyword of the item.
pub(super) fn declared_name<'t, 's: 't>(item: &'static str, what: &'static str) -> Rule<'t, 's, Name> {
    let capital =
        token(|token| token.kind == Kind::Variable).validate(move |variable: Token<'s>, _, emitter| {
            let lower = uncapitalised(variable.text);
            let title = format!("{} `{item}` that cannot be parsed", article(item));
            let label = format!("{what} begins with a lower-case letter");
            let message = Diagnostic::new(Code::Expected, title, variable.span, label).hint(usage(item));
            emitter.emit(message.fix(format!("write `{lower}`"), variable.span, lower.clone()).into());
            Name { text: lower, span: variable.span }
        });
    name(what).or(capital).labelled(Wanted::Name(what)).boxed()
}

/// Parses a path: the name of a file or a base.
pub(super) fn path<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Name> {
    token(|token| matches!(token.kind, Kind::Path | Kind::Number))
        .map(|token| named(&token))
        .labelled(Wanted::Name(what))
        .boxed()
}

/// Parses a variable. `what` describes its purpose in messages.
pub(super) fn variable<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Name> {
    token(|token| token.kind == Kind::Variable)
        .map(|token| named(&token))
        .labelled(Wanted::Variable(what))
        .boxed()
}

/// Parses a number. `what` describes its meaning in messages.
pub(super) fn number<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Number> {
    token(|token| token.kind == Kind::Number)
        // Numbers that are too large were already rejected by the spelling pass.
        .map(|token| Number { value: token.text.parse().unwrap_or(u32::MAX), span: token.span })
        .labelled(Wanted::Number(what))
        .boxed()
}

/// Parses a number with an optional `-` before it. `what` describes its meaning in messages.
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

/// Parses the end of the item.
pub(super) fn finish<'t, 's: 't>() -> Rule<'t, 's, Token<'s>> {
    token(|token| token.kind == Kind::End).labelled(Wanted::End).boxed()
}

/// Returns the next token without consuming it.
pub(super) fn peek<'t, 's: 't>() -> Rule<'t, 's, Token<'s>> {
    any().rewind().boxed()
}

/// A range of skipped tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skipped {
    /// The span of all skipped tokens.
    pub(super) span: Span,
    /// Whether some of the tokens have been reported already.
    pub(super) junk: bool,
}

impl Skipped {
    fn of(token: Token) -> Skipped {
        Skipped { span: token.span, junk: token.kind == Kind::Junk }
    }

    /// Joins two adjacent skipped ranges.
    pub(super) fn and(self, other: Skipped) -> Skipped {
        Skipped { span: self.span.to(other.span), junk: self.junk || other.junk }
    }
}

/// Skips a bracket and its contents.
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

/// Skips at least one token, up to the next separator outside brackets.
pub(super) fn skip<'t, 's: 't>() -> Rule<'t, 's, Skipped> {
    let plain = token(|token| {
        !matches!(token.kind, Kind::Open | Kind::Close | Kind::Comma | Kind::Semicolon | Kind::End)
    });
    let one = bracket().or(plain.map(Skipped::of)).boxed();
    one.clone().foldl(one.repeated(), Skipped::and).boxed()
}

/// Skips the rest of the item.
pub(super) fn skip_all<'t, 's: 't>() -> Rule<'t, 's, ()> {
    token(|token| token.kind != Kind::End).repeated().ignore_then(finish()).ignored().boxed()
}

/// Parses the commas between two elements of a list. Extra commas are reported. If the text after the commas is not an
/// element, the parser of the next element reports the problem.
pub(super) fn commas<'t, 's: 't>() -> Rule<'t, 's, ()> {
    commas_with(|commas, _, emitter| extra_commas(commas, "nothing follows it", emitter))
}

/// Parses the commas between two arguments of a predicate. Several commas in a row are reported as a missing argument,
/// because either an argument or a comma may be wrong. If the bracket is unclosed, they are reported as superfluous
/// instead.
pub(super) fn argument_commas<'t, 's: 't>() -> Rule<'t, 's, ()> {
    commas_with(|commas, next, emitter| {
        let is_open = next.kind == Kind::Close && next.span.start == next.span.end;
        match is_open {
            true => extra_commas(commas, "nothing follows it", emitter),
            false => lacks_argument(commas, emitter),
        }
    })
}

/// Parses and reports commas before the first argument.
pub(super) fn leading_argument_commas<'t, 's: 't>() -> Rule<'t, 's, ()> {
    sign(Kind::Comma)
        .repeated()
        .collect::<Vec<_>>()
        .validate(|commas, _, emitter| lacks_argument(&commas, emitter))
        .boxed()
}

/// Reports that an argument is missing next to commas.
fn lacks_argument<'s>(commas: &[Token<'s>], emitter: &mut Emitter<Fault<'s>>) {
    if let (Some(first), Some(last)) = (commas.first(), commas.last()) {
        let label = "an argument is missing next to it, or it is superfluous";
        let message =
            Diagnostic::new(Code::ExtraComma, "a comma without an argument", first.span.to(last.span), label);
        emitter.emit(message.hint("write the argument, or remove the comma").into());
    }
}

/// Parses commas before a token, and calls `extra` to report the superfluous ones.
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
                    "the body continues after it",
                );
                emitter.emit(message.fix("write `,`", commas[0].span, ",").into());
            }
        })
        .boxed()
}

/// Parses and reports commas before the first element of a list.
pub(super) fn leading_commas<'t, 's: 't>() -> Rule<'t, 's, ()> {
    sign(Kind::Comma)
        .repeated()
        .collect::<Vec<_>>()
        .validate(|commas, _, emitter| {
            extra_commas(&commas, "nothing precedes it", emitter);
        })
        .boxed()
}

/// Reports adjacent commas that are superfluous.
fn extra_commas<'s>(commas: &[Token<'s>], label: &str, emitter: &mut Emitter<Fault<'s>>) {
    if let (Some(first), Some(last)) = (commas.first(), commas.last()) {
        let span = first.span.to(last.span);
        let message = Diagnostic::new(Code::ExtraComma, "a comma too many", span, label);
        emitter.emit(message.fix("remove it", span, "").into());
    }
}

/// The message about a missing comma before `next`.
pub(super) fn missing_comma(next: &Token, label: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingComma, "a missing comma", next.gap, label).fix("write `,`", next.gap, ",")
}

/// Converts a token to a name.
pub(super) fn named(token: &Token) -> Name {
    Name { text: token.text.to_string(), span: token.span }
}
