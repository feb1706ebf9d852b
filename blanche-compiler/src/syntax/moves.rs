//! Parses moves with their effects, and preferences.
//!
//! A move and the lines of its effects (including `then`) are separate parts of one item (see [`super::layout`]). So a
//! syntax error in one part does not affect the other parts.

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::Span;
use crate::runtime::MAX_WEIGHT;

use super::ast::{
    self, Atom, Body, Condition, Effect, EffectKind, Integer, ItemKind, Name, Preference, Side, Term, Trivia,
    Worth, is_local,
};
use super::bodies::atoms_with;
use super::comparisons::call;
use super::grammar::{
    Rule, finish, integer, missing_comma, name, peek, sign, skip_all, token, variable, word,
};
use super::grammar_errors::usage;
use super::heads::{declare, local, up_to_symmetry, want_body};
use super::layout::effect_meant;
use super::shared_parsers::Parts;
use super::token::{Kind, Token};

/// Parses a move or a preference, including its end token.
pub(super) fn played<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    choice((move_with_effects(parts), preference(parts))).boxed()
}

/// Parses the values that a rule or move plays: `plays Field1, Field2`
pub(super) fn plays<'t, 's: 't>() -> Rule<'t, 's, Vec<Name>> {
    let variables =
        variable("a variable that is played").separated_by(sign(Kind::Comma)).at_least(1).collect();
    word("plays")
        .ignore_then(variables)
        .validate(|plays: Vec<Name>, _, emitter| {
            for played in plays.iter().filter(|played| is_local(&played.text)) {
                emitter.emit(local(played, "after `plays`").into());
            }
            plays
        })
        .boxed()
}

/// Parses a move, `move NAME for SIDE plays VARIABLES if premise`, followed by lines of effects.
fn move_with_effects<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let premise = word("if").then(parts.body.clone()).or_not();
    let head = declare("move")
        .then(name("the name of the move"))
        .then(parts.side.clone())
        .then(plays())
        .then(premise)
        .then(finish())
        .validate(|(((((begin, name), side), plays), premise), end), _, emitter| {
            let head =
                begin.span.to(premise.as_ref().map_or(end.span, |(word, _): &(Token, Body)| word.span));
            let body = premise.map(|(word, body)| {
                want_body(emitter, &body, word.span, "the premise of the move is missing after `if`");
                body
            });
            Some(ast::Move { name, side, plays, body, effects: Vec::new(), head })
        })
        .boxed();
    let broken = parts.broken("move", "if").to(None);
    head.recover_with(via_parser(broken))
        .then(effect(parts).repeated().collect::<Vec<_>>())
        .map(|(head, effects)| match head {
            Some(head) => {
                ItemKind::Move(ast::Move { effects: effects.into_iter().flatten().collect(), ..head })
            }
            None => ItemKind::Error,
        })
        .boxed()
}

/// Indentation of the effect lines of a move in the output of `blanche fmt`, in spaces. Continuation lines are indented
/// further.
const INDENT: u32 = 4;

/// Reports a missing separator before a tuple. If the tuple begins a line, either a comma or a word such as `adds`
/// may be missing, so there is no fix.
fn lacks_comma(next: &Token) -> Diagnostic {
    if !next.first || next.indent > INDENT {
        return missing_comma(next, "a comma is missing here");
    }
    let label = "does this line add or remove something, or continue the line above?";
    Diagnostic::new(Code::MissingComma, "a missing word or a missing comma", next.gap, label)
        .hint("begin the line with `adds` or `removes`, or end the line above with a comma")
}

/// Parses a line of effects: `removes piece(Field1), piece(Field2)`, `adds quiet(0) if Kind1 = man`. Returns `None`
/// if the line is no effect.
fn effect<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, Option<Effect>> {
    let whole = effect_word(|kind| kind != EffectKind::Then)
        .then(denial().or_not())
        .then(atoms_with(&parts.atom, "a tuple", lacks_comma))
        .then(condition(parts).or_not())
        .then(finish())
        .validate(|((((word, denied), atoms), condition), end), _, emitter| {
            if let Some(not) = denied {
                emitter.emit(denied_effect(&word, &not, atoms.len()).into());
            }
            effect_of(&word, atoms, condition, &end)
        })
        .boxed();
    let skipped = token(|token| !token.is("if") && !token.is("for") && token.kind != Kind::End).repeated();
    let broken = effect_word(|_| true)
        .then_ignore(skipped)
        .then(condition(parts).or_not())
        .then(finish())
        .map(|((word, condition), end)| effect_of(&word, Vec::new(), condition, &end))
        .boxed();
    let whole = whole.or(continuation(parts));
    whole.recover_with(via_parser(broken)).map(Some).or(no_effect().to(None)).boxed()
}

/// Parses the effect that the same player continues with another move: `then jump from Field3 if Kind1 = Kind2`
fn continuation<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, Effect> {
    let unnamed =
        peek().filter(|next: &Token| next.kind == Kind::Variable).map(|next| Some(next.span.before()));
    let from = word("from")
        .to(None)
        .or(unnamed)
        .then(values(parts))
        .or(bracketed(parts).map(|values| (None, values)));
    effect_word(|kind| kind == EffectKind::Then)
        .then(name("the name of the move with which it continues"))
        .then(from.or_not())
        .then(peek().then(condition(parts)).or_not())
        .then(finish())
        .validate(|((((word, name), from), condition), end), _, emitter| {
            if let Some((word, _)) = condition.as_ref().filter(|(_, condition)| condition.is_for) {
                emitter.emit(for_behind_then(word).into());
            }
            let (missing, arguments) = from.unwrap_or_default();
            if let Some(place) = missing {
                emitter.emit(missing_from(&name, place).into());
            }
            let span = arguments.last().map_or(name.span, |last: &Term| name.span.to(last.span()));
            // The missing name of the move has been reported, and the keyword `from` was read in its place.
            let is_nameless = missing.is_some() && name.text == "from";
            let atoms =
                if is_nameless { Vec::new() } else { vec![Atom { span, predicate: name, arguments }] };
            let condition = condition.map(|(_, condition)| Condition { is_for: false, ..condition });
            effect_of(&word, atoms, condition, &end)
        })
        .boxed()
}

/// Parses values in brackets, and reports that they should follow `from`.
fn bracketed<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, Vec<Term>> {
    sign(Kind::Open)
        .then(values(parts))
        .then(sign(Kind::Close))
        .validate(|((open, values), close), _, emitter| {
            let label = "the values with which the next move begins follow `from`, without brackets";
            let place = open.span.to(close.span);
            let message = Diagnostic::new(Code::Expected, "brackets after the name of a move", place, label);
            let begin = Edit { span: Span { start: open.gap.start, ..open.span }, text: " from ".to_owned() };
            let end = Edit { span: close.span, text: String::new() };
            emitter.emit(message.fixes("write `from`", vec![begin, end]).into());
            values
        })
        .boxed()
}

/// Reports a missing `from`, or a missing name of the move before `from`.
fn missing_from(name: &Name, place: Span) -> Diagnostic {
    if name.text == "from" {
        let label = "the name of the next move is missing here";
        let message = Diagnostic::new(Code::Expected, "a `then` without a move", name.span.before(), label);
        return message.hint(usage("then"));
    }
    if let Some(joined) = name.text.strip_suffix("from") {
        let at = name.span.range().start + joined.len();
        let place = Span::new(name.span.file, at, at);
        let label = "a space is missing before `from`";
        let message = Diagnostic::new(Code::Expected, "a `then` without `from`", place, label);
        return message.fix("write a space", place, " ");
    }
    let label = "`from` is missing here";
    let message = Diagnostic::new(Code::Expected, "a `then` without `from`", place, label);
    message.fix("write `from`", place, "from ")
}

/// Parses the values with which the next move begins: variables, constants and calls.
fn values<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, Vec<Term>> {
    let constant = name("a constant").map(Term::Constant);
    let variable = variable("a variable").validate(|variable: Name, _, emitter| {
        if is_local(&variable.text) {
            emitter.emit(local(&variable, "after `from`").into());
        }
        Term::Variable(variable)
    });
    choice((call(&parts.atom), variable, constant))
        .separated_by(sign(Kind::Comma))
        .at_least(1)
        .collect()
        .boxed()
}

/// Reports `for` instead of `if` in a continuation, because the move continues at most once.
fn for_behind_then(word: &Token) -> Diagnostic {
    let label = "a move continues once, if something holds";
    let message = Diagnostic::new(Code::OtherSpelling, "`for` after `then`", word.span, label);
    message.fix("write `if`", word.span, "if")
}

/// Parses the keyword of an effect whose kind satisfies `is_wanted`. A word that only means such a keyword is reported.
fn effect_word<'t, 's: 't>(is_wanted: fn(EffectKind) -> bool) -> Rule<'t, 's, (Token<'s>, EffectKind)> {
    let other = token(move |token| {
        token.kind == Kind::Declare && effect_meant(token.text).flatten().is_some_and(is_wanted)
    })
    .validate(|word: Token, _, emitter| {
        let kind = effect_meant(word.text).flatten().unwrap_or(EffectKind::Adds);
        if word.text != kind.word() {
            let meant = kind.word();
            let title = format!("`{}` for `{meant}`", word.text);
            let label = match kind {
                EffectKind::Then => "`then` says how a move continues",
                EffectKind::Removes | EffectKind::Adds => "an effect begins with `removes` or `adds`",
            };
            let message = Diagnostic::new(Code::OtherSpelling, title, word.span, label);
            emitter.emit(message.fix(format!("write `{meant}`"), word.span, meant).into());
        }
        (word, kind)
    });
    other.boxed()
}

/// The title of the message about an effect outside a move.
pub(super) const STRAY_EFFECT: &str = "an effect without a move";

/// Reports an effect outside a move, and skips the item.
pub(super) fn stray_effect<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    declare("removes")
        .or(declare("adds"))
        .or(declare("then"))
        .validate(|word: Token, _, emitter| {
            let label = "an effect belongs to a move, but no move precedes it";
            let message = Diagnostic::new(Code::NoItem, STRAY_EFFECT, word.span, label);
            emitter.emit(message.hint(usage("move")).into());
        })
        .ignore_then(skip_all())
        .to(ItemKind::Error)
        .boxed()
}

/// Reports a line of a move that is not an effect, and skips the line.
fn no_effect<'t, 's: 't>() -> Rule<'t, 's, ()> {
    token(|token| token.kind == Kind::Declare)
        .validate(|word: Token, _, emitter| {
            let label = "the lines after the premise of a move begin with `removes`, `adds` or `then`";
            let message = Diagnostic::new(Code::Expected, "a line that is not an effect", word.span, label);
            emitter.emit(message.hint(usage("move")).into());
        })
        .ignore_then(skip_all())
        .boxed()
}

/// Parses `¬` or `not` before a tuple that is added or removed.
fn denial<'t, 's: 't>() -> Rule<'t, 's, Token<'s>> {
    let sign = token(|token| token.kind == Kind::Not);
    let word = token(|token| token.is("not")).then_ignore(peek().filter(|next: &Token| next.kind.is_word()));
    sign.or(word).boxed()
}

/// The message about an effect with negated tuples.
fn denied_effect((word, kind): &(Token, EffectKind), not: &Token, tuples: usize) -> Diagnostic {
    let label = "`adds` says what holds after the move, and `removes` what no longer holds";
    let message = Diagnostic::new(Code::Expected, "a negated effect", not.span, label);
    let other = match kind {
        EffectKind::Adds => EffectKind::Removes.word(),
        EffectKind::Removes | EffectKind::Then => EffectKind::Adds.word(),
    };
    match tuples {
        1 => message.fix(format!("write `{other}`"), word.span.to(not.span), format!("{other} ")),
        _ => message.hint(format!("write a separate line for it that begins with `{other}`")),
    }
}

/// Parses a condition after the tuples of an effect: `if BODY` or `for BODY`.
fn condition<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, Condition> {
    word("if")
        .or(word("for"))
        .then(parts.body.clone())
        .validate(|(word, body), _, emitter| {
            let label = format!("the condition of the effect is missing after `{}`", word.text);
            want_body(emitter, &body, word.span, &label);
            Condition { is_for: word.is("for"), body }
        })
        .boxed()
}

fn effect_of(
    (word, kind): &(Token, EffectKind),
    atoms: Vec<Atom>,
    condition: Option<Condition>,
    end: &Token,
) -> Effect {
    Effect { span: word.span.to(end.span), kind: *kind, atoms, condition, trivia: Trivia::default() }
}

/// The part of a preference before its premise.
#[derive(Clone)]
struct PreferenceHead {
    name: Name,
    side: Side,
    plays: Vec<Name>,
    worth: Worth,
    span: Span,
}

/// Parses a preference, `preference NAME for SIDE plays VARIABLES worth N if premise`, optionally followed by `up to
/// symmetry`.
fn preference<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let worth = variable("a variable").map(Worth::Variable).or(integer("a number").map(Worth::Number));
    let head = declare("preference")
        .then(name("the name of the preference"))
        .then(parts.side.clone())
        .then(plays())
        .then_ignore(word("worth"))
        .then(worth)
        .then(word("if"))
        .validate(|(((((begin, name), side), plays), worth), end), _, emitter| {
            if let Some(problem) = worth_problem(&worth) {
                emitter.emit(problem.into());
            }
            Some((PreferenceHead { name, side, plays, worth, span: begin.span.to(end.span) }, end))
        })
        .boxed();
    let not_if = token(|token| !token.is("if") && token.kind != Kind::End).repeated();
    let broken = declare("preference").ignore_then(not_if).ignore_then(word("if").or_not()).to(None);
    head.recover_with(via_parser(broken))
        .then(parts.body.clone())
        .then_ignore(finish())
        .then(up_to_symmetry().or_not())
        .validate(|((head, body), up_to_symmetry), _, emitter| {
            let Some((head, end)) = head else { return ItemKind::Error };
            want_body(emitter, &body, end.span, "the premise of the preference is missing after `if`");
            let PreferenceHead { name, side, plays, worth, span } = head;
            let up_to_symmetry = up_to_symmetry.flatten();
            ItemKind::Preference(Preference { name, side, plays, worth, body, up_to_symmetry, head: span })
        })
        .boxed()
}

/// Reports the worth of a move if it is a local variable or a number out of range.
fn worth_problem(worth: &Worth) -> Option<Diagnostic> {
    match worth {
        Worth::Variable(variable) if is_local(&variable.text) => Some(local(variable, "after `worth`")),
        Worth::Number(Integer { value, span }) if value.unsigned_abs() > u64::from(MAX_WEIGHT) => {
            let label = format!("a move is worth -{MAX_WEIGHT} to {MAX_WEIGHT}");
            let message = Diagnostic::new(Code::BadWeight, "a worth that is too large", *span, label);
            Some(message.hint("only how worths compare matters, so make all of them smaller"))
        }
        Worth::Variable(_) | Worth::Number(_) => None,
    }
}
