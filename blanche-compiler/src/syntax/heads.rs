//! Parsers for parts that occur in the heads of many items: keywords, and checks of variables and bodies.

use chumsky::input::Emitter;
use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;

use super::ast::{Atom, Body, Name, OpenParameter, Term, is_local};
use super::grammar::{Rule, finish, name, sign, skip_all, token, variable, word};
use super::grammar_errors::Fault;
use super::token::{Kind, Token};

/// Parses any keyword that begins an item.
pub(super) fn declares<'t, 's: 't>() -> Rule<'t, 's, Token<'s>> {
    token(|token| token.kind == Kind::Declare)
}

/// Parses the keyword `word` at the beginning of an item.
pub(super) fn declare<'t, 's: 't>(word: &'static str) -> Rule<'t, 's, Token<'s>> {
    token(move |token| token.kind == Kind::Declare && token.text == word).boxed()
}

/// Parses one or more names separated by commas. `what` describes the names in messages.
pub(super) fn names<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Vec<Name>> {
    name(what).separated_by(sign(Kind::Comma)).at_least(1).collect().boxed()
}

/// Parses parameters with optional sorts: `(Group, Color, N)`, `(Child: person, Parent: person)`
pub(super) fn open_parameters<'t, 's: 't>() -> Rule<'t, 's, Vec<OpenParameter>> {
    let parameter = variable("the name of an argument")
        .then(sign(Kind::Colon).ignore_then(name("a sort")).or_not())
        .map(|(name, sort)| OpenParameter { name, sort });
    parameter
        .separated_by(sign(Kind::Comma))
        .at_least(1)
        .collect::<Vec<_>>()
        .delimited_by(sign(Kind::Open), sign(Kind::Close))
        .boxed()
}

/// Parses `up to symmetry` and returns its span. If it cannot be parsed, this is reported and the result is `None`.
pub(super) fn up_to_symmetry<'t, 's: 't>() -> Rule<'t, 's, Option<Span>> {
    let whole = declare("up")
        .then_ignore(word("to"))
        .then(word("symmetry"))
        .then_ignore(finish())
        .map(|(up, symmetry)| Some(up.span.to(symmetry.span)))
        .boxed();
    whole.recover_with(via_parser(declare("up").ignore_then(skip_all()).to(None))).boxed()
}

/// The message about a local variable whose value would be used outside the body.
pub(super) fn local(variable: &Name, place: &str) -> Diagnostic {
    let plain = variable.text.replace('_', "");
    let message = Diagnostic::new(
        Code::LocalInHead,
        format!("a local variable {place}"),
        variable.span,
        format!("`{}` has an underscore, which makes it local to the body", variable.text),
    );
    message.hint(format!("give it a name without an underscore, such as `{plain}`, here and in the body"))
}

/// Reports each local variable among the arguments of an atom whose values are used outside the body. `place` describes
/// the position of the atom in messages.
pub(super) fn local_arguments(atom: &Atom, place: &str) -> Vec<Diagnostic> {
    let mut seen: Vec<&str> = Vec::new();
    let mut problems = Vec::new();
    for argument in &atom.arguments {
        if let Term::Variable(variable) = argument
            && is_local(&variable.text)
            && !seen.contains(&variable.text.as_str())
        {
            seen.push(&variable.text);
            problems.push(local(variable, place));
        }
    }
    problems
}

/// Reports a missing body. The message points to the position directly after the span `after`.
pub(super) fn want_body(emitter: &mut Emitter<Fault<'_>>, body: &Body, after: Span, label: &str) {
    if body.branches.is_empty() {
        let message = Diagnostic::new(Code::NoBody, "a head without a body", after.after(), label);
        let hint = "a body is made of literals such as `in(Field, Group)`, joined by commas";
        emitter.emit(message.hint(hint).into());
    }
}
