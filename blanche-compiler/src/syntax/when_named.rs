//! Reports a misplaced or incomplete `when named`, which ends the head of a score.

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;

use super::grammar_errors::{article, nearest};
use super::token::{Kind, Token};

/// The message about `when named` at `found`, the first unexpected token of the item. `None` if the words `when named`
/// are not involved.
pub(super) fn when_named(tokens: &[Token], found: &Token) -> Option<Diagnostic> {
    let at = tokens.iter().position(|token| token.span == found.span)?;
    let item = tokens.first().filter(|item| item.kind == Kind::Declare)?;
    match begins(tokens, at) {
        true if item.is("score") => twice(tokens, at),
        true => Some(of_another_item(item, tokens, at)),
        false if item.is("score") => for_if(tokens, at),
        false => None,
    }
}

/// Whether `when named` begins at this token.
fn begins(tokens: &[Token], at: usize) -> bool {
    tokens[at].is("when") && tokens.get(at + 1).is_some_and(|next| next.is("named"))
}

/// The span of both words and the white space before them.
fn whole(tokens: &[Token], at: usize) -> Span {
    tokens[at].gap.to(tokens[at + 1].span)
}

/// The span of both words.
fn place(tokens: &[Token], at: usize) -> Span {
    tokens[at].span.to(tokens[at + 1].span)
}

fn twice(tokens: &[Token], at: usize) -> Option<Diagnostic> {
    let is_again = (0..at).any(|at| begins(tokens, at));
    let label = "this is repeated";
    let message = Diagnostic::new(Code::Expected, "`when named` twice", place(tokens, at), label);
    is_again.then(|| message.fix("remove it", whole(tokens, at), ""))
}

fn of_another_item(item: &Token, tokens: &[Token], at: usize) -> Diagnostic {
    let title = format!("`when named` in {} {}", article(item.text), item.text);
    let label = "only a score counts when it is named";
    let message = Diagnostic::new(Code::Expected, title, place(tokens, at), label);
    message.fix("remove it", whole(tokens, at), "")
}

/// Reports `when` used for `if`.
fn for_if(tokens: &[Token], at: usize) -> Option<Diagnostic> {
    let when = at.checked_sub(1).map(|before| &tokens[before]).filter(|before| before.is("when"))?;
    let is_behind_head = tokens[..at].iter().any(|token| token.is("if"));
    let is_named = nearest(tokens[at].text, &["named"]).is_some();
    let is_followed = tokens.get(at + 1).is_some_and(|next| next.is("if"));
    if is_behind_head || is_named || is_followed || tokens[at].is("if") {
        return None;
    }
    let label = "the head of a score ends with `if`";
    let message = Diagnostic::new(Code::Expected, "something else was expected here", when.span, label);
    Some(message.fix("write `if`", when.span, "if"))
}
