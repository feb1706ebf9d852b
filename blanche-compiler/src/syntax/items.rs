//! Parses items: rules, derivations, and lines that are no valid item.
//!
//! Items are parsed strictly, word by word. At the first mismatch the fault says what was expected, and the rest of the
//! item is skipped. There is one exception: a premise after a broken head is parsed nevertheless.

use std::cell::OnceCell;

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::Span;
use crate::spelling;

use super::ast::{self, Body, Derivation, ItemKind, Name, Number, Side, Term};
use super::bodies::{atom, body};
use super::declarations::{OF_DOMAINS, declaration, declaration_of_domain};
use super::games::{self, OF_GAMES, with_body};
use super::grammar::{Rule, finish, name, number, peek, sign, skip_all, token, word};
use super::grammar_errors::{LEVELS, is_keyword, nearest, usage};
use super::heads::{declare, declares, local_arguments, want_body};
use super::layout::{DECLARATIONS, EFFECTS, lacks};
use super::moves::{played, plays, stray_effect};
use super::scores::score;
use super::shared_parsers::Parts;
use super::token::{Kind, Token};

/// The grammar of items. Large parts of it concern only games and domains. Most files need neither of these parts, so
/// they are built on first use.
#[derive(Default)]
pub(super) struct Items<'t, 's: 't> {
    parts: OnceCell<Parts<'t, 's>>,
    plain: OnceCell<Rule<'t, 's, ItemKind>>,
    of_games: OnceCell<Rule<'t, 's, ItemKind>>,
    of_domains: OnceCell<Rule<'t, 's, ItemKind>>,
}

impl<'t, 's: 't> Items<'t, 's> {
    fn parts(&self) -> &Parts<'t, 's> {
        self.parts.get_or_init(Parts::new)
    }

    /// The parser for an item that begins with `first`.
    pub(super) fn beginning(&self, first: &Token) -> &Rule<'t, 's, ItemKind> {
        let is_one_of = |words: &[&str]| first.kind == Kind::Declare && words.contains(&first.text);
        if is_one_of(&OF_GAMES) || is_one_of(EFFECTS) {
            self.of_games.get_or_init(|| item_of_game(self.parts()))
        } else if is_one_of(&OF_DOMAINS) {
            self.of_domains.get_or_init(|| item_of_domain(self.parts()))
        } else {
            self.plain.get_or_init(|| item(self.parts()))
        }
    }
}

/// Parses an item of a game, including its end token.
fn item_of_game<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let headed = choice((played(parts), with_body(parts), stray_effect())).boxed();
    or_misfit(parts, headed.or(declared(games::declaration(parts))).boxed())
}

/// Parses a declaration of a domain, including its end token.
fn item_of_domain<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    or_misfit(parts, declared(declaration_of_domain()))
}

/// Parses any other item, including its end token.
fn item<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    or_misfit(parts, choice((rule(parts), score(parts), declared(declaration(parts)))).boxed())
}

/// Parses a declaration, including its end token. A declaration that cannot be parsed is skipped and becomes an `Error`
/// item.
fn declared<'t, 's: 't>(declaration: Rule<'t, 's, ItemKind>) -> Rule<'t, 's, ItemKind> {
    let declaration = declares().rewind().ignore_then(declaration).then_ignore(finish()).boxed();
    let unreadable = declares().rewind().ignore_then(skip_all()).to(ItemKind::Error);
    declaration.recover_with(via_parser(unreadable)).boxed()
}

/// Parses an item that begins with a keyword (by the parser `declared`), a derivation, or a line that is no valid item.
fn or_misfit<'t, 's: 't>(parts: &Parts<'t, 's>, declared: Rule<'t, 's, ItemKind>) -> Rule<'t, 's, ItemKind> {
    choice((declared, derivation(parts), misfit(parts))).boxed()
}

/// The part of a rule before its premise.
#[derive(Clone)]
struct RuleHead {
    name: Name,
    side: Side,
    level: Number,
    plays: Vec<Name>,
    span: Span,
}

/// Parses a rule: `rule NAME for SIDE at level N plays VARIABLES if premise`
fn rule<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let head = declare("rule")
        .then(name("the name of the rule"))
        .then(parts.side.clone())
        .then_ignore(word("at"))
        .then_ignore(word("level"))
        .then(number("a level"))
        .then(plays().or_not().map(Option::unwrap_or_default))
        .then(word("if"))
        .validate(|(((((rule, name), side), level), plays), end), _, emitter| {
            let head = RuleHead { name, side, level, plays, span: rule.span.to(end.span) };
            for problem in rule_head_problems(&head) {
                emitter.emit(problem.into());
            }
            Some((head, end))
        });
    let not_if = token(|token| !token.is("if") && token.kind != Kind::End);
    let broken = declare("rule").ignore_then(not_if.repeated()).ignore_then(word("if").or_not()).to(None);
    head.boxed()
        .recover_with(via_parser(broken))
        .then(parts.body.clone())
        .then(peek().then(plays()).or_not())
        .then_ignore(finish())
        .validate(|((head, body), late), _, emitter| {
            let Some((mut head, end)) = head else { return ItemKind::Error };
            if let Some(problem) = plays_problem(&mut head, &end, &body, late) {
                emitter.emit(problem.into());
            }
            want_body(emitter, &body, end.span, "the premise of the rule is missing after `if`");
            let RuleHead { name, side, level, plays, span } = head;
            ItemKind::Rule(ast::Rule { name, side, level, plays, body, head: span })
        })
        .boxed()
}

/// Reports mistakes in a rule head that was parsed.
fn rule_head_problems(head: &RuleHead) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    let level = head.level.value;
    if let (0, Some(plays), Some(last)) = (level, head.plays.first(), head.plays.last()) {
        problems.push(
            Diagnostic::new(
                Code::PlaysAtLevelZero,
                "a rule of level 0 that plays",
                plays.span,
                "at level 0 the game is already won, so there is nothing to play",
            )
            .fix("remove `plays`", head.level.span.after().to(last.span), ""),
        );
    }
    if level > 0 && level.is_multiple_of(2) {
        problems.push(
            Diagnostic::new(
                Code::BadLevel,
                "a level that does not exist",
                head.level.span,
                format!("{level} is even, and the last of {level} moves would be the opponent's"),
            )
            .hint(LEVELS),
        );
    }
    problems
}

/// Reports a rule without `plays`, or with `plays` after its premise.
fn plays_problem(
    head: &mut RuleHead,
    end: &Token,
    body: &Body,
    late: Option<(Token, Vec<Name>)>,
) -> Option<Diagnostic> {
    let level = head.level.value;
    let Some((word, variables)) = late else {
        let message = Diagnostic::new(
            Code::PlaysMissing,
            "a rule that must say what it plays",
            end.gap,
            format!("a rule of level {level} plays a variable"),
        );
        let hint =
            format!("write `at level {level} plays VARIABLE if`, with a variable that the premise binds");
        return (head.plays.is_empty() && level % 2 == 1).then(|| message.hint(hint));
    };
    let (whole, out) = plays_after_body(body, &word, &variables);
    let message = Diagnostic::new(
        Code::PlaysMissing,
        "`plays` after the premise",
        whole,
        "what a rule plays goes before `if`",
    );
    if level == 0 || !head.plays.is_empty() {
        return Some(message.fixes("remove it", vec![out]));
    }
    let names: Vec<&str> = variables.iter().map(|variable| variable.text.as_str()).collect();
    let said = format!("plays {}", names.join(", "));
    let there = Edit { span: end.gap, text: format!(" {said}") };
    head.plays = variables;
    Some(message.fixes(format!("write `{said}` before `if`"), vec![there, out]))
}

/// The span of a `plays` clause after a body, and the edit that removes it.
fn plays_after_body(body: &Body, word: &Token, variables: &[Name]) -> (Span, Edit) {
    let whole = word.span.to(variables.last().map_or(word.span, |last| last.span));
    (whole, Edit { span: Span { start: body.span.end, ..whole }, text: String::new() })
}

/// Parses a derivation: `head :- body`
fn derivation<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let not_declared = declares().not();
    not_declared
        .ignore_then(parts.atom.clone())
        .then(sign(Kind::Denotes).or(foreign_denotes()))
        // `colour = white, black` and `wet(Place: place):` are declarations without their keyword.
        .filter(|(head, denotes)| {
            let sound = |term: &Term| !matches!(term, Term::Error(_));
            let headed = !head.arguments.is_empty() && head.arguments.iter().all(sound);
            headed || !matches!(denotes.kind, Kind::Colon | Kind::Equals)
        })
        .then(parts.body.clone())
        .then(peek().then(plays()).or_not())
        .then_ignore(finish())
        .validate(|(((head, denotes), body), late), _, emitter| {
            if let Some((word, variables)) = late {
                let (whole, out) = plays_after_body(&body, &word, &variables);
                let label = "only rules and moves have `plays`";
                let message = Diagnostic::new(Code::Expected, "a derivation that plays", whole, label);
                emitter.emit(message.fixes("remove it", vec![out]).into());
            }
            // `draw(full) if …` is a draw declaration, with brackets as in other languages.
            let declared = DECLARATIONS.contains(&head.predicate.text.as_str());
            if denotes.kind != Kind::Denotes {
                let (written, place) = (denotes.text, denotes.span);
                let label = match written {
                    "if" => "only the head of a rule ends with `if`",
                    _ => "a head and its body are joined by `:-`",
                };
                let message =
                    Diagnostic::new(Code::OtherSpelling, format!("`{written}` for `:-`"), place, label);
                // A head that begins with a digit may be the rest of the previous line, and then it is not a predicate.
                if declared || head.predicate.text.starts_with(|c: char| c.is_ascii_digit()) {
                    emitter.emit(message.hint(usage(&head.predicate.text)).into());
                    return ItemKind::Error;
                }
                let mut message = message.fix("write `:-`", place, ":-");
                if let (Some(fix), "if", true) = (&mut message.fix, written, head.arguments.is_empty()) {
                    // The keyword `draw` may be missing before the head.
                    fix.on_demand = true;
                }
                emitter.emit(message.into());
            }
            for problem in local_arguments(&head, "in a head") {
                emitter.emit(problem.into());
            }
            want_body(emitter, &body, denotes.span, "the body is missing after `:-`");
            ItemKind::Derivation(Derivation { head, body })
        })
        .boxed()
}

/// Parses the separator of a head and its body in other languages: `if`, a synonym of `if`, or a sign similar to `:-`.
fn foreign_denotes<'t, 's: 't>() -> Rule<'t, 's, Token<'s>> {
    const WORDS: &[&str] = &["if", "iff", "when", "where", "wenn", "als"];
    let word = token(|token| {
        matches!(token.kind, Kind::Name | Kind::Variable)
            && WORDS.contains(&token.text.to_lowercase().as_str())
    });
    let sign = token(|token| matches!(token.kind, Kind::Colon | Kind::Equals));
    let begins = || peek().filter(|next: &Token| next.kind.begins_literal());
    let plain = token(|token| token.is("if"));
    choice((plain, word.then_ignore(begins()), sign.then_ignore(begins()))).boxed()
}

/// Parses tokens that are not an item, and reports them. A body after `:-` is parsed nevertheless.
fn misfit<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    token(|token| !matches!(token.kind, Kind::Denotes | Kind::End))
        .repeated()
        .collect::<Vec<_>>()
        .then(peek())
        .validate(|(tokens, next), _, emitter| {
            if let Some(problem) = misfit_problem(&tokens, &next) {
                emitter.emit(problem.into());
            }
        })
        .then(sign(Kind::Denotes).ignore_then(parts.body.clone()).or_not())
        .then(skip_all())
        .to(ItemKind::Error)
        .boxed()
}

/// Reports tokens that are not an item. `next` is `:-` or the end token.
fn misfit_problem(tokens: &[Token], next: &Token) -> Option<Diagnostic> {
    let denotes = next.kind == Kind::Denotes;
    let Some((first, rest)) = tokens.split_first() else {
        let label = "the head is missing before `:-`";
        let constraint = "for a constraint, write a derivation, `wrong(X) :- literal, literal`, and two \
                          lines below it that say that it has no answers: `%? wrong(X)` and `%= no`";
        let said = || expected(next.span, "a body without a head", label).hint(usage("")).hint(constraint);
        return denotes.then(said);
    };
    if tokens.iter().any(|token| token.kind == Kind::Junk) {
        return None;
    }
    let all = first.span.to(tokens[tokens.len() - 1].span);
    if denotes {
        return Some(no_head(first, rest, all));
    }
    if !first.kind.is_word() || (first.is("not") && !rest.is_empty()) {
        return Some(no_item(first.span, "an item does not begin with this"));
    }
    if let Some(word) = lacks(tokens) {
        return Some(lacks_word(first, word));
    }
    let Some(second) = rest.first() else {
        return Some(match first.kind {
            Kind::Path => no_item(first.span, "`base` or `domain` is missing before this name"),
            _ => word_alone(first, all),
        });
    };
    if second.kind.is_word() && !second.first {
        return Some(unknown_word(first, rest));
    }
    if second.kind == Kind::Colon && DECLARATIONS.contains(&first.text) {
        let label = format!("`{}` is not followed by `:`", first.text);
        let message = Diagnostic::new(Code::NoItem, "a line that is not an item", second.span, label);
        return Some(message.hint(usage(first.text)).fix("remove it", second.span, ""));
    }
    let behind = match closing(tokens) {
        Some(close) => tokens.get(close + 1),
        None => Some(second),
    };
    Some(match behind {
        None => no_body_at_all(first, rest, all),
        Some(more) if more.kind.begins_literal() => {
            let label = "`:-` is missing between the head and its body";
            let message = expected(more.gap, "a head without `:-`", label);
            match DECLARATIONS.contains(&first.text) {
                true => message.hint(usage(first.text)),
                false if is_keyword(more.text) => message.hint(usage("")),
                false => message.hint(usage("")).fix("write `:-`", more.gap, " :-"),
            }
        }
        Some(more) => no_item(more.span, "a body needs a head"),
    })
}

/// Reports an item without the keyword that should begin it.
pub(super) fn lacks_word(first: &Token, word: &str) -> Diagnostic {
    if first.is(word) {
        let label = format!("the name of the {word} is missing here");
        return Diagnostic::new(Code::NoItem, format!("a {word} without a name"), first.span.after(), label)
            .hint(usage(word));
    }
    let (place, label) = (first.span.before(), format!("`{word}` is missing here"));
    if first.kind == Kind::Path
        && first.text.strip_prefix(word).is_some_and(|path| path.starts_with(char::is_alphanumeric))
    {
        let start = first.span.range().start + word.len();
        let place = Span::new(first.span.file, start, start);
        let label = format!("a space is missing after `{word}`");
        let message = Diagnostic::new(Code::NoItem, "a line that is not an item", place, label);
        return message.hint(usage(word)).fix("write a space", place, " ");
    }
    let message = Diagnostic::new(Code::NoItem, "a line that is not an item", place, label);
    or_lacks_space(
        message.hint(usage(word)).fix(format!("write `{word}`"), place, format!("{word} ")),
        first,
        word,
    )
}

/// Adds the hint that only a space after the keyword may be missing, as in `sortcolor = red`. This requires that the
/// first word begins with the keyword.
fn or_lacks_space(mut message: Diagnostic, first: &Token, word: &str) -> Diagnostic {
    let begins = first.text.strip_prefix(word).is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    match &mut message.fix {
        Some(fix) if begins => fix.on_demand = true,
        _ => return message,
    }
    message.hint(format!("perhaps a space is missing after `{word}`"))
}

fn expected(span: Span, title: &str, label: &str) -> Diagnostic {
    Diagnostic::new(Code::Expected, title, span, label)
}

/// Reports tokens before `:-` that are not a head.
fn no_head(first: &Token, rest: &[Token], all: Span) -> Diagnostic {
    if let (Kind::Name, Some(second)) = (first.kind, rest.first())
        && second.kind.is_word()
        && rest.iter().all(|token| token.kind.is_word() || token.kind == Kind::Comma)
    {
        let label = "`(` is missing before the arguments";
        return expected(second.gap, "an invalid head", label).hint(usage(""));
    }
    let is_denied =
        first.kind == Kind::Not || (first.is("not") && rest.first().is_some_and(|next| next.kind.is_word()));
    if is_denied {
        let label = "a derivation says when something holds, not when it fails";
        return expected(first.span, "a negated head", label)
            .hint("define the predicate without `¬` and deny it where it is used");
    }
    expected(all, "a head that is not a predicate", "a head is one predicate with its arguments")
        .hint(usage(""))
}

/// Reports an unknown first word with other words after it.
fn unknown_word(first: &Token, rest: &[Token]) -> Diagnostic {
    let is_near = |near: &str| {
        let strictly = spelling::nearest(first.text, DECLARATIONS.iter().copied());
        rest.len() > 1 || strictly == Some(near) || nearest(first.text, &[near]).is_none()
    };
    let is_sure = |near: &&str| is_near(near) && may_follow(near, rest);
    match word_meant(first.text).filter(is_sure) {
        Some(near) => {
            let label = format!("did you mean `{near}`?");
            Diagnostic::new(Code::NoItem, "a line that is not an item", first.span, label)
                .hint(usage(near))
                .fix(format!("write `{near}`"), first.span, near)
        }
        None if ["win", "wins", "goal", "terminal"].iter().any(|word| first.is(word)) => {
            let label = "a rule of level 0 says who has won";
            let message = Diagnostic::new(Code::NoItem, "a line that is not an item", first.span, label);
            message.hint("it begins: `rule NAME for COLOUR at level 0 if`")
        }
        None if ["predicate", "pred", "relation", "dynamic"].iter().any(|word| first.is(word)) => no_item(
            first.span,
            "predicates are not declared",
        )
        .hint(
            "the clauses of a predicate define it, and its facts: `head :- body`, `fact parent(jan, piet)`",
        ),
        None if first.is("if") => no_item(first.span, "the conclusion comes first: `head :- body`"),
        None => no_item(first.span, "no item begins with this word"),
    }
}

/// Whether the tokens of `rest` are plausible after the keyword `word`. Otherwise the line may be a sentence of
/// prose.
fn may_follow(word: &str, rest: &[Token]) -> bool {
    let has = |word: &str| rest.iter().any(|token| token.is(word));
    let has_sign = |kind: Kind| rest.iter().any(|token| token.kind == kind);
    match word {
        "rule" | "score" | "move" | "preference" | "margin" => has("for"),
        "sort" => has_sign(Kind::Equals) || has("of"),
        "players" => has_sign(Kind::Comma),
        "board" => has("by"),
        "claims" => has("suppose"),
        "draw" => has("if"),
        "drawn" => has("as"),
        "facts" => has("from"),
        "extern" => has_sign(Kind::Colon) || rest.len() == 1,
        "fact" | "state" | "start" | "action" | "open" | "export" => has_sign(Kind::Open) || rest.len() == 1,
        _ => rest.len() == 1 || word == "symmetry",
    }
}

/// The keyword that `written`, the first word of an item, was probably meant to be.
pub(crate) fn word_meant(written: &str) -> Option<&'static str> {
    match written {
        "import" | "include" | "consult" | "require" | "gebruik" | "benutze" => Some("use"),
        "predicate" | "external" => Some("extern"),
        "regel" | "règle" | "regla" => Some("rule"),
        "feit" | "faktum" | "fakt" => Some("fact"),
        "soort" | "sorte" | "type" | "enum" => Some("sort"),
        "spelers" | "spieler" | "joueurs" | "jugadores" => Some("players"),
        "zet" | "zug" | "coup" | "jugada" => Some("move"),
        "toestand" | "zustand" | "position" | "fluent" => Some("state"),
        "initially" | "initial" | "init" | "setup" | "begin" => Some("start"),
        "remise" | "tie" | "unentschieden" => Some("draw"),
        "marge" | "lead" | "winst" => Some("margin"),
        "voorkeur" | "vorliebe" => Some("preference"),
        "geblokkeerd" | "blockiert" | "stuck" => Some("blocked"),
        "display" | "symbols" => Some("drawn"),
        // A keyword that belongs inside an item is not a misspelling of another keyword.
        written if is_keyword(written) => None,
        written => nearest(written, DECLARATIONS),
    }
}

/// The index of the token that closes the bracket after the first word.
fn closing(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(1) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            _ if at == 1 => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The message about a line that is no item.
fn no_item(span: Span, label: &str) -> Diagnostic {
    Diagnostic::new(Code::NoItem, "a line that is not an item", span, label).hint(
        "an item is a derivation `head :- body`, or begins with a word: `rule`, `score`, `preference`, `fact`, `facts`, \
         `export` or `open`; in a game `sort`, `board`, `symmetry`, `players`, `starts`, `state`, `start`, `move`, \
         `blocked`, `draw`, `margin`, `claims`, `drawn` or `notation`; with a host `extern` or `action`; \
         before all others `domain`, `base`, `library` or `use`",
    )
}

/// Reports a word alone on its line: a misspelt keyword, or a fact. The only keyword that is a complete item is
/// `library`.
fn word_alone(word: &Token, all: Span) -> Diagnostic {
    let Some(near) = spelling::nearest(word.text, DECLARATIONS.iter().copied()) else {
        return no_body_at_all(word, &[], all);
    };
    let label = format!("did you mean `{near}`?");
    let message =
        Diagnostic::new(Code::NoItem, "a line that is not an item", word.span, label).hint(usage(near));
    if near == "library" {
        return message.fix("write `library`", word.span, near);
    }
    if word.kind == Kind::Variable {
        return message;
    }
    message.hint(format!("a fact without arguments is written `fact {}`", word.text))
}

/// Reports an atom without `:-` or a keyword, which is a fact in Prolog.
fn no_body_at_all(first: &Token, arguments: &[Token], all: Span) -> Diagnostic {
    let message = Diagnostic::new(Code::NoItem, "a line that is not an item", all, "this has no body");
    if DECLARATIONS.contains(&first.text) {
        return message.hint(format!("no brackets follow `{}`", first.text)).hint(usage(first.text));
    }
    let message = message.hint("a fact is written `fact parent(jan, piet)`, and a derivation `head :- body`");
    let only_constants = first.kind != Kind::Variable
        && arguments.iter().all(|token| {
            matches!(token.kind, Kind::Name | Kind::Number | Kind::Comma | Kind::Open | Kind::Close)
        });
    if !only_constants {
        return message;
    }
    let mut message = message.fix("write `fact`", first.span.before(), "fact ");
    if let (Some(fix), []) = (&mut message.fix, arguments) {
        // If the line is a single word, another keyword than `fact` may be missing.
        fix.on_demand = true;
    }
    or_lacks_space(message, first, "fact")
}

/// Parses the body of a query.
pub(super) fn query<'t, 's: 't>() -> Rule<'t, 's, Body> {
    body(&atom())
        .then_ignore(skip_all())
        .validate(|body, _, emitter| {
            if body.branches.is_empty() {
                let message =
                    Diagnostic::new(Code::Expected, "nothing to ask", body.span, "a query is missing here");
                emitter.emit(
                    message
                        .hint("a query is made of literals such as `in(Field, Group)`, joined by `,` or `;`")
                        .into(),
                );
            }
            body
        })
        .boxed()
}
