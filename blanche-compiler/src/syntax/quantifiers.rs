//! Reports quantifiers: words for *there is* and *for all*, which other languages write before or around a body.
//!
//! BLANCHE has no quantifiers. One message explains what to write instead, and the rest of the body is parsed
//! normally.

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic};

use super::ast::LiteralKind;
use super::bodies::Core;
use super::grammar::{Rule, bracket, peek, sign, token};
use super::token::{Kind, Token};

/// A hint that shows what to write instead of a quantifier.
const INSTEAD: &str = "for *some*, use a variable with an underscore: `parent(X, Y_)`; for *none*, deny it: \
                       `¬parent(X, Y_)`; for *all*, deny an exception: `¬(parent(X, Y_), ¬happy(Y_))`";

/// A hint that shows what to write instead of a predicate that collects all answers.
const COUNTED: &str = "to count answers, write `count X_ (parent(X_, Y)) = N`; `sum`, `min` and `max` are \
                       written in the same way";

/// Parses `exists Y:` or `exists` before a literal. Returns the word and whether variables follow it.
pub(super) fn quantifier<'t, 's: 't>() -> Rule<'t, 's, (Token<'s>, bool)> {
    const WORDS: &[&str] = &["exists", "exist", "forall", "foreach", "some", "any", "all", "every", "each"];
    let there = token(|token| token.is("there") || token.is("for"))
        .then_ignore(peek().filter(|next: &Token| WORDS.contains(&next.text)));
    let word = token(|token| token.kind == Kind::Name && WORDS.contains(&token.text));
    let binder = || {
        token(|token| token.kind == Kind::Variable)
            .then_ignore(peek().filter(|next: &Token| next.kind != Kind::Open))
    };
    let colon = token(|token| matches!(token.kind, Kind::Colon | Kind::Dot));
    let binders = binder().separated_by(sign(Kind::Comma)).at_least(1).collect::<Vec<_>>();
    // If no variable follows, only `exists` and `exist` are accepted. Other words may be predicates after a missing
    // comma.
    let exists = token(|token| WORDS[..2].contains(&token.text))
        .then_ignore(peek().filter(|next: &Token| next.kind == Kind::Name));
    let conditional = token(|token| token.is("if"))
        .then_ignore(peek().filter(|next: &Token| next.kind.begins_literal() && next.kind != Kind::Open))
        .validate(|word, _, emitter| {
            let label = "a body has one `if`, before it";
            let message = Diagnostic::new(Code::Expected, "`if` inside a body", word.span, label);
            let message = message.hint("literals are joined by `,` or `;`");
            emitter.emit(message.fix("remove it", word.span, "").into());
            (word, false)
        });
    let binding = word.then(binders.then(colon.or_not()).to(true));
    there
        .or_not()
        .then(binding.or(exists.map(|word| (word, false))))
        .map(|(there, (word, binds))| ((there, word), binds))
        .validate(|((there, word), binds), _, emitter| {
            let all = there.map_or(word.span, |there| there.span.to(word.span));
            let written = there.map_or(String::new(), |there| format!("{} ", there.text)) + word.text;
            let title = format!("`{written}` before a literal");
            let label = "BLANCHE has no word for this";
            let message = Diagnostic::new(Code::Expected, title, all, label);
            emitter.emit(message.hint(INSTEAD).into());
            (there.unwrap_or(word), binds)
        })
        .or(conditional)
        .boxed()
}

/// Reports `forall(…, …)` and similar predicates of Prolog whose arguments are bodies.
pub(super) fn quantified<'t, 's: 't>() -> Rule<'t, 's, Core> {
    const WORDS: &[&str] =
        &["forall", "foreach", "exists", "findall", "bagof", "setof", "aggregate_all", "count"];
    // An argument that contains brackets is a body.
    let nested = sign(Kind::Open)
        .then(token(|token| !matches!(token.kind, Kind::Open | Kind::Close | Kind::End)).repeated())
        .then(sign(Kind::Open));
    token(|token| token.kind == Kind::Name && WORDS.contains(&token.text))
        .then_ignore(nested.rewind())
        .then(bracket())
        .validate(|(word, inside), _, emitter| {
            let span = word.span.to(inside.span);
            if !inside.junk {
                let message = Diagnostic::new(
                    Code::NoFunctions,
                    format!("`{}` over bodies", word.text),
                    word.span,
                    "the arguments of a predicate are values, not bodies",
                );
                let instead = if WORDS[..3].contains(&word.text) { INSTEAD } else { COUNTED };
                emitter.emit(message.hint(instead).into());
            }
            (LiteralKind::Error, span)
        })
        .boxed()
}
