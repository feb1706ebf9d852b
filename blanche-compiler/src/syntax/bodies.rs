//! Parses bodies: literals, atoms and arguments.
//!
//! Every parser here accepts any tokens up to the end of its bracket. Tokens that cannot be parsed become an `Error`
//! node with one message, and the rest of the body is parsed normally.

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::spelling::uncapitalised;

use super::after::after;
use super::aggregates::{aggregate, reversed, without_variables};
use super::ast::{Atom, Body, Literal, LiteralKind, Name, Term, Trivia};
use super::comparisons::{begins_sum, comparison, half_comparison, sum, term_of_sum};
use super::grammar::{
    Rule, Skipped, argument_commas, commas, finish, leading_argument_commas, leading_commas, missing_comma,
    named, peek, sign, skip, token,
};
use super::grammar_errors::Wanted;
use super::quantifiers::{quantified, quantifier};
use super::token::{Kind, Token};

/// Parses a body: literals joined by `,` and `;`, up to the end of the bracket or of the item. The body may be empty.
/// Its span is then the empty span before the next token.
pub(super) fn body<'t, 's: 't>(atom: &Rule<'t, 's, Atom>) -> Rule<'t, 's, Body> {
    recursive(|body| {
        let or_word = foreign(OR).validate(|or: Token<'s>, _, emitter| {
            emitter.emit(spelling(&or, ";", "*or* is written `;`").into());
            or
        });
        let semicolon = sign(Kind::Semicolon).or(or_word);
        let branch = leading_commas()
            .ignore_then(
                literal(body.boxed(), atom).separated_by(separator()).allow_trailing().collect::<Vec<_>>(),
            )
            .boxed();
        peek().then(branch.clone()).then(semicolon.then(branch).repeated().collect::<Vec<_>>()).validate(
            |((next, first), more), _, emitter| {
                let alone = more.is_empty();
                let before = first.is_empty() && !alone;
                let mut branches = vec![first];
                for (at, (semicolon, branch)) in more.into_iter().enumerate() {
                    if branch.is_empty() || (at == 0 && before) {
                        emitter.emit(empty_branch(&semicolon).into());
                    }
                    branches.push(branch);
                }
                branches.retain(|branch| !branch.is_empty());
                let ends = branches
                    .first()
                    .and_then(|all| all.first())
                    .zip(branches.last().and_then(|all| all.last()));
                let span = ends.map_or(next.gap, |(first, last)| first.span.to(last.span));
                Body { span, branches }
            },
        )
    })
    .boxed()
}

/// Reports a `;` without a body on one of its sides.
fn empty_branch(semicolon: &Token) -> Diagnostic {
    Diagnostic::new(
        Code::Expected,
        "a `;` with an empty side",
        semicolon.span,
        "there is nothing on one side",
    )
    .hint("`a ; b` holds if one of the two holds")
    .fix("remove it", semicolon.span, "")
}

/// Parses the separator of two literals: commas or the word `and`. A missing comma is reported.
fn separator<'t, 's: 't>() -> Rule<'t, 's, ()> {
    let and = foreign(AND)
        .validate(|and, _, emitter| emitter.emit(spelling(&and, ",", "*and* is written `,`").into()));
    let begins = peek().filter(|next: &Token| next.kind.begins_literal());
    let is_other = foreign(OR).ignored().or(begins_plays());
    let missing = is_other.not().ignore_then(begins).validate(|next, _, emitter| {
        let label = if next.first { "the body continues on the next line" } else { "a literal ends here" };
        emitter.emit(missing_comma(&next, label).into());
    });
    choice((stray_symmetry(), stray_named(), commas(), and, unless(), missing)).boxed()
}

/// Reports `up to symmetry` at the end of a premise that cannot have it. (The layout pass separates the phrase from
/// premises that can.)
fn stray_symmetry<'t, 's: 't>() -> Rule<'t, 's, ()> {
    let this = |word: &'static str| token(move |token| token.is(word));
    sign(Kind::Comma)
        .or_not()
        .then(this("up"))
        .then_ignore(this("to"))
        .then(this("symmetry"))
        .then_ignore(finish().rewind())
        .validate(|((comma, up), symmetry), _, emitter| {
            let whole = up.span.to(symmetry.span);
            let gap = comma.map_or(up.gap, |comma: Token| comma.gap);
            let label = "only a score or a preference ends with this";
            let title = "`up to symmetry` in the wrong place";
            let message = Diagnostic::new(Code::Expected, title, whole, label);
            emitter.emit(message.fix("remove it", gap.to(symmetry.span), "").into());
        })
        .boxed()
}

/// Reports `when named` at the end of a premise, because it belongs to the head.
fn stray_named<'t, 's: 't>() -> Rule<'t, 's, ()> {
    let this = |word: &'static str| token(move |token| token.is(word));
    this("when")
        .then(this("named"))
        .then_ignore(finish().rewind())
        .validate(|(when, named), _, emitter| {
            let label = "this belongs to the head of a score, before `if`";
            let place = when.span.to(named.span);
            emitter
                .emit(Diagnostic::new(Code::Expected, "`when named` after a premise", place, label).into());
        })
        .boxed()
}

/// Reports `unless` between two literals. The word means a comma and `¬`. It is not consumed, so that it is then parsed
/// as `¬`.
fn unless<'t, 's: 't>() -> Rule<'t, 's, ()> {
    let unless = token(|token| token.is("unless")).rewind();
    let denies = foreign(NOT).rewind();
    unless
        .ignore_then(denies)
        .validate(|unless, _, emitter| {
            let place = Span { start: unless.gap.start, ..unless.span };
            emitter.emit(not_spelling(&unless).fix("write `, not`", place, ", not").into());
        })
        .boxed()
}

/// Words in the author's own language that are written instead of the signs of a body. Upper case is accepted too, as
/// in SQL.
const AND: &[&str] = &["and", "und", "en", "et"];
const OR: &[&str] = &["or", "oder", "of", "ou"];
const NOT: &[&str] = &["not", "nicht", "niet", "non", "no", "unless"];

/// Parses one of `words` before a literal. A word that is not English and has a bracket after it may be a predicate
/// with arguments, and is not matched.
fn foreign<'t, 's: 't>(words: &'static [&'static str]) -> Rule<'t, 's, Token<'s>> {
    let english = words[0];
    token(move |token| {
        matches!(token.kind, Kind::Name | Kind::Variable)
            && words.contains(&token.text.to_lowercase().as_str())
    })
    .then(peek().filter(|next: &Token| next.kind.begins_literal()))
    .filter(move |(word, next)| next.kind != Kind::Open || word.text.eq_ignore_ascii_case(english))
    .map(|(word, _)| word)
    .boxed()
}

/// Reports a word in another language instead of a sign. The fix writes the sign directly after the previous token.
fn spelling(word: &Token, ours: &str, label: &str) -> Diagnostic {
    let place = Span { start: word.gap.start, ..word.span };
    Diagnostic::new(Code::OtherSpelling, format!("`{}` for `{ours}`", word.text), word.span, label).fix(
        format!("write `{ours}`"),
        place,
        ours,
    )
}

/// The kind of a literal, without `¬`, and its span.
pub(super) type Core = (LiteralKind, Span);

/// Parses a literal with the `¬` before it. Consumes at least one token.
fn literal<'t, 's: 't>(body: Rule<'t, 's, Body>, atom: &Rule<'t, 's, Atom>) -> Rule<'t, 's, Literal> {
    let core = |is_denied: bool| {
        let core = core(body.clone(), atom, is_denied);
        let nothing = peek().map(|next: Token<'s>| (LiteralKind::Error, next.gap));
        let said = quantifier().then(core.clone().or(nothing)).map(|((word, binds), (kind, span))| {
            (if binds { LiteralKind::Error } else { kind }, word.span.to(span))
        });
        said.or(core).boxed()
    };
    let hole = peek().validate(|next: Token<'s>, _, emitter| {
        emitter.emit(
            Diagnostic::new(
                Code::Expected,
                "nothing to deny",
                next.gap,
                "what does not hold is missing here",
            )
            .hint("`¬` precedes a literal or a body in brackets")
            .into(),
        );
        (LiteralKind::Error, next.gap)
    });
    let denied = not().repeated().at_least(1).collect::<Vec<_>>().then(core(true).or(hole));
    let plain = peek().then(core(false)).map(|(first, core)| literal_of(&first, 0, core));
    let denied = denied.validate(|(signs, core), _, emitter| {
        let (first, next) = (signs[0], core.1);
        if signs.len() > 1 {
            emitter.emit(double_negation(&signs, next).into());
        }
        literal_of(&first, signs.len() as u32, core)
    });
    denied.or(plain).boxed()
}

/// Parses a negation sign: `¬`, or the word `not` before text that can be negated.
fn not<'t, 's: 't>() -> Rule<'t, 's, Token<'s>> {
    let foreign = foreign(NOT).validate(|not, _, emitter| {
        if !not.is("not") {
            emitter.emit(not_spelling(&not).fix("write `not`", not.span, "not").into());
        }
        not
    });
    sign(Kind::Not).or(foreign).boxed()
}

/// The message about a word for `¬`. Only the first message at a span is kept.
fn not_spelling(word: &Token) -> Diagnostic {
    let title = format!("`{}` for `¬`", word.text);
    Diagnostic::new(Code::NotSpelling, title, word.span, "*not* is written `¬`, or `not`")
}

fn literal_of(first: &Token, negations: u32, (kind, span): Core) -> Literal {
    Literal { span: first.span.to(span), negations, kind, new_line: first.first, trivia: Trivia::default() }
}

/// Reports a double negation: `¬¬p` is `p`.
fn double_negation(signs: &[Token], core: Span) -> Diagnostic {
    let even = signs.len() - signs.len() % 2;
    let place = signs[0].span.to(signs[even - 1].span);
    let behind = signs.get(even).map_or(core.start, |next| next.span.start);
    Diagnostic::new(Code::DoubleNegation, "a double negation", place, "a double negation has no effect").fix(
        "remove it",
        Span { end: behind.max(place.end), ..place },
        "",
    )
}

/// Parses a literal without its `¬`, and any tokens attached to it.
fn core<'t, 's: 't>(
    body: Rule<'t, 's, Body>,
    atom: &Rule<'t, 's, Atom>,
    is_denied: bool,
) -> Rule<'t, 's, Core> {
    let literal = choice((
        group(body.clone()),
        junk(),
        aggregate(body.clone(), atom),
        reversed(body.clone(), atom),
        without_variables(),
        after(body, atom),
        comparison(atom, is_denied),
        half_comparison(atom),
        lone_term(atom),
        quantified(),
        atom_literal(atom),
    ))
    .boxed();
    let stuck = token(|next| {
        (!next.kind.begins_literal() || next.kind == Kind::Minus)
            && !matches!(next.kind, Kind::Close | Kind::Comma | Kind::Semicolon | Kind::Dot | Kind::End)
            || next.kind == Kind::Junk
    })
    .then(skip().or_not());
    let stray = stuck.clone().validate(|(first, more), _, emitter| {
        let all = more.map_or(first.span, |more| first.span.to(more.span));
        if first.kind != Kind::Junk && !more.is_some_and(|more| more.junk) {
            emitter.emit(stray(&first).into());
        }
        (LiteralKind::Error, all)
    });
    let whole = literal.then(stray.clone().or_not()).map(|((kind, span), stray)| match stray {
        Some((_, rest)) => (LiteralKind::Error, span.to(rest)),
        None => (kind, span),
    });
    whole.or(stray).boxed()
}

/// Reports a token that cannot occur between literals.
fn stray(found: &Token) -> Diagnostic {
    let (label, hint) = match found.kind {
        Kind::Denotes => ("a body has no second `:-`", "a derivation begins on a line of its own"),
        kind if kind.operator().is_some() => (
            "only variables, numbers, constants and sums are compared",
            "a comparison is written `N < 5`, `N = M + 1` or `X ≠ Y`",
        ),
        Kind::Plus | Kind::Minus => (
            "only variables and numbers are added",
            "a sum is part of a comparison, `N = M + 1`, or an argument, `quiet(N + 1)`",
        ),
        Kind::Colon => (
            "only actions are followed by `:`",
            "literals are joined by `,` or `;`; for what holds after a move, write `after mark(left, Cell): \
             (body)`",
        ),
        _ => (
            "this cannot be part of a body",
            "a body is made of literals such as `in(Field, Group)`, joined by `,` or `;`",
        ),
    };
    Diagnostic::new(Code::Expected, "something else was expected here", found.span, label).hint(hint)
}

/// Parses a body in brackets: `( body )`
pub(super) fn group<'t, 's: 't>(body: Rule<'t, 's, Body>) -> Rule<'t, 's, Core> {
    sign(Kind::Open)
        .then(body)
        .then(sign(Kind::Close))
        .validate(|((open, inside), close), _, emitter| {
            let span = open.span.to(close.span);
            if inside.branches.is_empty() {
                let message = Diagnostic::new(
                    Code::Expected,
                    "brackets with nothing inside",
                    span,
                    "there must be a body between them",
                );
                emitter.emit(message.into());
                return (LiteralKind::Error, span);
            }
            (LiteralKind::Bracketed(inside), span)
        })
        .boxed()
}

/// Parses a token that has been reported already, and skips everything up to the next separator.
fn junk<'t, 's: 't>() -> Rule<'t, 's, Core> {
    token(|token| token.kind == Kind::Junk)
        .rewind()
        .ignore_then(skip())
        .map(|all| (LiteralKind::Error, all.span))
        .boxed()
}

/// Reports a variable or a sum in place of a literal. If a junk token follows, nothing is reported, because that token
/// has been reported.
fn lone_term<'t, 's: 't>(atom: &Rule<'t, 's, Atom>) -> Rule<'t, 's, Core> {
    let begins = token(|token| matches!(token.kind, Kind::Variable | Kind::Minus)).rewind();
    begins
        .ignore_then(begins_sum())
        .ignore_then(sum(atom))
        .then_ignore(peek().filter(|next: &Token| next.kind != Kind::Open))
        .then(peek())
        .validate(|(sum, next), _, emitter| {
            if next.kind != Kind::Junk {
                let (title, label) = match sum.term() {
                    Some(Term::Variable(_)) => {
                        ("a variable on its own", "a variable is not a literal")
                    }
                    Some(_) => ("a number on its own", "a number is not a literal"),
                    None => ("a sum on its own", "a sum is not a literal"),
                };
                let hint = "a literal is a predicate with its arguments, `in(Field, Group)`, or a comparison, `N < 5`";
                emitter.emit(Diagnostic::new(Code::Expected, title, sum.span, label).hint(hint).into());
            }
            (LiteralKind::Error, sum.span)
        })
        .boxed()
}

/// Parses an atom as a literal.
fn atom_literal<'t, 's: 't>(atom: &Rule<'t, 's, Atom>) -> Rule<'t, 's, Core> {
    atom.clone()
        .map(|atom| {
            let span = atom.span;
            (LiteralKind::Atom(atom), span)
        })
        .boxed()
}

/// Parses an atom: `predicate(argument, argument)`, or a predicate alone.
pub(super) fn atom<'t, 's: 't>() -> Rule<'t, 's, Atom> {
    recursive(|atom| atom_of(arguments(&atom.boxed()))).boxed()
}

/// Parses a predicate, followed by what the parser `arguments` accepts.
fn atom_of<'t, 's: 't>(arguments: Rule<'t, 's, (Vec<Term>, Span)>) -> Rule<'t, 's, Atom> {
    let word = token(|token| matches!(token.kind, Kind::Name | Kind::Number | Kind::Path));
    let predicate = begins_plays().not().ignore_then(word);
    let capital = token(|token| token.kind == Kind::Variable)
        .then_ignore(peek().filter(|next: &Token| next.kind == Kind::Open))
        .validate(|variable, _, emitter| {
            let lower = uncapitalised(variable.text);
            let message = Diagnostic::new(
                Code::CapitalPredicate,
                "a predicate that begins with an upper-case letter",
                variable.span,
                "only variables begin with an upper-case letter",
            );
            emitter.emit(message.fix(format!("write `{lower}`"), variable.span, lower.clone()).into());
            Name { text: lower, span: variable.span }
        });
    predicate
        .map(|token| named(&token))
        .or(capital)
        .then(arguments.or_not())
        .map(|(predicate, arguments)| {
            let (arguments, span) = arguments.unwrap_or((Vec::new(), predicate.span));
            Atom { span: predicate.span.to(span), predicate, arguments }
        })
        .boxed()
}

/// Succeeds if `plays VARIABLE` and the end of the item follow. These words are not a literal.
fn begins_plays<'t, 's: 't>() -> Rule<'t, 's, ()> {
    let variable = token(|token| token.kind == Kind::Variable);
    let variables = variable.separated_by(sign(Kind::Comma)).at_least(1);
    token(|token| token.is("plays")).then(variables).then(finish()).rewind().ignored().boxed()
}

/// Succeeds if the next token can begin an atom. `what` describes the atom in messages.
pub(super) fn begins_atom<'t, 's: 't>(what: &'static str) -> Rule<'t, 's, Token<'s>> {
    peek().filter(|next: &Token| next.kind.is_word()).labelled(Wanted::Name(what)).boxed()
}

/// Parses one or more atoms with commas between them. `what` describes the atoms in messages.
pub(super) fn atoms<'t, 's: 't>(atom: &Rule<'t, 's, Atom>, what: &'static str) -> Rule<'t, 's, Vec<Atom>> {
    atoms_with(atom, what, |next| missing_comma(next, "a comma is missing here"))
}

/// Parses one or more atoms with commas between them. `lacks_comma` builds the message about a missing comma before a
/// token.
pub(super) fn atoms_with<'t, 's: 't>(
    atom: &Rule<'t, 's, Atom>,
    what: &'static str,
    lacks_comma: impl Fn(&Token<'s>) -> Diagnostic + 't,
) -> Rule<'t, 's, Vec<Atom>> {
    const JOINTS: [&str; 8] = ["if", "for", "when", "where", "iff", "while", "unless", "then"];
    let begins = peek().filter(|next: &Token| next.kind.is_word() && !JOINTS.contains(&next.text));
    let missing = begins.validate(move |next: Token<'s>, _, emitter| emitter.emit(lacks_comma(&next).into()));
    begins_atom(what)
        .ignore_then(atom.clone().separated_by(commas().or(missing)).allow_trailing().at_least(1).collect())
        .boxed()
}

/// Parses `(argument, argument)`, and returns the arguments and their span.
fn arguments<'t, 's: 't>(atom: &Rule<'t, 's, Atom>) -> Rule<'t, 's, (Vec<Term>, Span)> {
    let missing =
        peek().filter(|next: &Token| next.kind.is_word()).validate(|next: Token<'s>, _, emitter| {
            emitter.emit(missing_comma(&next, "two arguments are separated by a comma").into());
        });
    let separator = argument_commas().or(missing);
    let terms = leading_argument_commas()
        .ignore_then(argument(atom).separated_by(separator).allow_trailing().collect::<Vec<_>>());
    sign(Kind::Open)
        .then(peek())
        .then(terms)
        .then(sign(Kind::Close))
        .validate(|(((open, next), terms), close), _, emitter| {
            let span = open.span.to(close.span);
            if next.kind == Kind::Close && close.span.start != close.span.end {
                let place = Span { start: open.gap.start, ..span };
                let message = Diagnostic::new(
                    Code::EmptyArguments,
                    "empty brackets",
                    span,
                    "a predicate without arguments is written without brackets",
                );
                emitter.emit(message.fix("remove them", place, "").into());
            }
            (terms, span)
        })
        .boxed()
}

/// Parses an argument, and any tokens attached to it.
fn argument<'t, 's: 't>(atom: &Rule<'t, 's, Atom>) -> Rule<'t, 's, Term> {
    let term = sum(atom).map(term_of_sum);
    let stuck = token(|next| {
        !next.kind.is_word() && !matches!(next.kind, Kind::Close | Kind::Comma | Kind::Dot | Kind::End)
    });
    let or = sign(Kind::Semicolon).then(skip().or_not()).map(|(semicolon, rest)| {
        let or = Skipped { span: semicolon.span, junk: false };
        rest.map_or(or, |rest| or.and(rest))
    });
    let rest = skip().or(or);
    let stray = stuck.rewind().then(rest).validate(|(first, all), _, emitter| {
        if !all.junk {
            emitter.emit(stray_argument(&first).into());
        }
        Term::Error(all.span)
    });
    let whole = term.then(stray.clone().or_not()).map(|(term, stray)| match stray {
        Some(stray) => Term::Error(term.span().to(stray.span())),
        None => term,
    });
    whole.or(stray).boxed()
}

/// Reports a token that cannot occur between arguments.
fn stray_argument(found: &Token) -> Diagnostic {
    let label = match found.kind {
        Kind::Not => "an argument cannot be denied",
        Kind::Semicolon => "arguments cannot be joined by *or*",
        Kind::Open => "an argument has no brackets around it",
        _ => "an argument is a variable, a constant or a number",
    };
    Diagnostic::new(Code::Expected, "something else was expected here", found.span, label)
        .hint("the arguments of a predicate are written `(Field, Group, 1)`")
}

/// Converts a word to an argument.
pub(super) fn term_of(token: &Token) -> Term {
    match token.kind {
        Kind::Variable => Term::Variable(named(token)),
        _ => Term::Constant(named(token)),
    }
}
