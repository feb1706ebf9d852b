//! Items: rules, derivations and declarations.
//!
//! An item is read strictly, word by word; where that fails the fault says what was wanted, and the rest of the
//! item is passed over, except that the premise behind a broken head is read all the same.

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;

use super::ast::{
    Answers, Atom, Derivation, ExternDeclaration, Header, HeaderKind, ItemKind, Mode, Name, Number, Parameter, Rule,
    Sentence, SortDeclaration, SortValues, Term, is_anonymous,
};
use super::grammar::{Grammar, finish, name, named, number, path, peek, sign, skip_all, token, variable, word};
use super::layout::DECLARATIONS;
use super::problems::{Wanted, nearest, usage};
use super::sentences::{atom, sentence};
use super::token::{Kind, Token};

/// Any item, up to its end.
pub(super) fn item<'t, 's: 't>() -> impl Grammar<'t, 's, ItemKind> {
    let strict = choice((headers(), uses(), players(), sort(), external(), fact(), later())).then_ignore(finish());
    let declaration = declares().rewind().ignore_then(strict.boxed());
    let unreadable = declares().rewind().ignore_then(skip_all()).to(ItemKind::Error);
    choice((rule(), declaration.recover_with(via_parser(unreadable)), derivation(), misfit())).boxed()
}

/// A declaration word that begins an item.
fn declares<'t, 's: 't>() -> impl Grammar<'t, 's, Token<'s>> {
    token(|token| token.kind == Kind::Declare)
}

/// This declaration word.
fn declare<'t, 's: 't>(word: &'static str) -> impl Grammar<'t, 's, Token<'s>> {
    token(move |token| token.kind == Kind::Declare && token.text == word)
}

/// What a rule says before its premise.
#[derive(Clone)]
struct RuleHead {
    name: Name,
    colour: Name,
    level: Number,
    plays: Option<Name>,
    span: Span,
}

/// `rule NAME for COLOUR at level N plays VARIABLE if premise`
fn rule<'t, 's: 't>() -> impl Grammar<'t, 's, ItemKind> {
    let plays = word("plays").ignore_then(variable("the variable that is played"));
    let head = declare("rule")
        .then(name("the name of the rule"))
        .then_ignore(word("for"))
        .then(name("a colour"))
        .then_ignore(word("at"))
        .then_ignore(word("level"))
        .then(number("a level"))
        .then(plays.or_not())
        .then(word("if"))
        .validate(|(((((rule, name), colour), level), plays), end), _, emitter| {
            let head = RuleHead { name, colour, level, plays, span: rule.span.to(end.span) };
            for problem in rule_head_problems(&head, &end) {
                emitter.emit(problem.into());
            }
            Some((head, end))
        });
    let not_if = token(|token| !token.is("if") && token.kind != Kind::End);
    let broken = declare("rule").ignore_then(not_if.repeated()).ignore_then(word("if").or_not()).to(None);
    head.boxed()
        .recover_with(via_parser(broken))
        .then(sentence())
        .then_ignore(finish())
        .validate(|(head, premise), _, emitter| {
            let Some((head, end)) = head else { return ItemKind::Error };
            if premise.branches.is_empty() {
                emitter.emit(no_body(end.span, "the premise of the rule is missing behind `if`").into());
            }
            let RuleHead { name, colour, level, plays, span } = head;
            ItemKind::Rule(Rule { name, colour, level, plays, premise, head: span })
        })
}

/// What is wrong with a rule head that could be read.
fn rule_head_problems(head: &RuleHead, end: &Token) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    let level = head.level.value;
    match &head.plays {
        Some(plays) if level == 0 => {
            let from = head.level.span.after().to(plays.span);
            problems.push(
                Diagnostic::new(
                    Code::PlaysAtLevelZero,
                    "a rule of level 0 that plays",
                    plays.span,
                    "at level 0 the game is won already, so there is nothing to play",
                )
                .fix("take `plays` out", from, ""),
            );
        }
        Some(plays) if is_anonymous(&plays.text) => problems.push(anonymous(plays, "behind `plays`")),
        None if level % 2 == 1 => problems.push(
            Diagnostic::new(
                Code::PlaysMissing,
                "a rule that must say what it plays",
                end.gap,
                format!("a rule of level {level} plays a variable"),
            )
            .hint(format!("write `at level {level} plays VARIABLE if`, with a variable that the premise binds")),
        ),
        _ => {}
    }
    if level % 2 == 0 && level > 0 {
        problems.push(
            Diagnostic::new(
                Code::BadLevel,
                "a level that does not exist",
                head.level.span,
                format!("{level} is even, and the last of {level} moves would be the opponent's"),
            )
            .hint("a level is 0 for a game that is won, or the odd number of moves that the win takes: 1, 3, 5 …"),
        );
    }
    problems
}

/// An anonymous variable where its value would be used outside.
fn anonymous(variable: &Name, place: &str) -> Diagnostic {
    let plain = variable.text.replace('_', "");
    let message = Diagnostic::new(
        Code::AnonymousInHead,
        format!("an anonymous variable {place}"),
        variable.span,
        format!("`{}` has an underscore, which says that it is of no use outside", variable.text),
    );
    message.hint(format!("give it a name without underscore, such as `{plain}`, here and in the body"))
}

/// A head with nothing behind it.
fn no_body(after: Span, label: &str) -> Diagnostic {
    Diagnostic::new(Code::NoBody, "a head without a body", after.after(), label)
        .hint("a body is a sentence: literals such as `in(Field, Group)`, joined by commas")
}

/// `head :- body`
fn derivation<'t, 's: 't>() -> impl Grammar<'t, 's, ItemKind> {
    let not_declared = declares().not();
    not_declared
        .ignore_then(atom())
        .then(sign(Kind::Denotes).or(word("if")))
        .then(sentence())
        .then_ignore(finish())
        .validate(|((head, denotes), body), _, emitter| {
            if denotes.kind == Kind::Name {
                let message = Diagnostic::new(
                    Code::OtherSpelling,
                    "`if` for `:-`",
                    denotes.span,
                    "only the head of a rule ends with `if`",
                );
                emitter.emit(message.fix("write `:-`", denotes.span, ":-").into());
            }
            let mut seen: Vec<&str> = Vec::new();
            for argument in &head.arguments {
                if let Term::Variable(variable) = argument
                    && is_anonymous(&variable.text)
                    && !seen.contains(&variable.text.as_str())
                {
                    seen.push(&variable.text);
                    emitter.emit(anonymous(variable, "in a head").into());
                }
            }
            if body.branches.is_empty() {
                emitter.emit(no_body(denotes.span, "the body is missing behind `:-`").into());
            }
            ItemKind::Derivation(Derivation { head, body })
        })
}

/// Anything else: tokens that make no item. A sentence behind `:-` is read all the same.
fn misfit<'t, 's: 't>() -> impl Grammar<'t, 's, ItemKind> {
    token(|token| !matches!(token.kind, Kind::Denotes | Kind::End))
        .repeated()
        .collect::<Vec<_>>()
        .then(peek())
        .validate(|(tokens, next), _, emitter| {
            if let Some(problem) = misfit_problem(&tokens, &next) {
                emitter.emit(problem.into());
            }
        })
        .then(sign(Kind::Denotes).ignore_then(sentence()).or_not())
        .then(skip_all())
        .to(ItemKind::Error)
}

/// What is wrong with tokens that make no item; `next` is `:-` or the end.
fn misfit_problem(tokens: &[Token], next: &Token) -> Option<Diagnostic> {
    let denotes = next.kind == Kind::Denotes;
    let expected = |span: Span, title: &str, label: &str| Diagnostic::new(Code::Expected, title, span, label);
    let Some((first, rest)) = tokens.split_first() else {
        let message = expected(next.span, "a body without a head", "what it denotes is missing in front of `:-`");
        return denotes.then(|| message.hint(usage("")));
    };
    if tokens.iter().any(|token| token.kind == Kind::Junk) {
        return None;
    }
    let all = first.span.to(tokens[tokens.len() - 1].span);
    if denotes {
        let denied = first.kind == Kind::Not || (first.is("not") && rest.first().is_some_and(|next| next.kind.is_word()));
        return Some(if denied {
            expected(first.span, "a head that is denied", "a derivation says when something holds, not when it fails")
                .hint("define the predicate without `¬` and deny it where it is used")
        } else {
            expected(all, "a head that is no predicate", "a head is one predicate with its arguments")
                .hint(usage(""))
        });
    }
    if !first.kind.is_word() {
        return Some(no_item(first.span, "an item does not begin with this"));
    }
    let Some(second) = rest.first() else { return Some(no_body_at_all(first, &[], all)) };
    if second.kind.is_word() && !second.first {
        let near = nearest(first.text, DECLARATIONS).or(match first.text {
            "import" | "include" | "consult" => Some("use"),
            "predicate" | "external" => Some("extern"),
            _ => None,
        });
        let message = no_item(first.span, "no item begins with this word");
        return Some(match near {
            Some(near) => Diagnostic { hints: vec![usage(near).to_string()], ..message }
                .hint(format!("did you mean `{near}`?"))
                .fix(format!("write `{near}`"), first.span, near),
            None => message,
        });
    }
    let close = closing(tokens);
    match close.and_then(|close| tokens.get(close + 1)) {
        None if close.is_some() => Some(no_body_at_all(first, rest, all)),
        Some(more) if more.kind.begins_literal() => {
            let message = expected(more.gap, "a head without `:-`", "`:-` is missing between the head and its body");
            Some(message.hint(usage("")).fix("write `:-`", more.gap, " :-"))
        }
        Some(more) => Some(no_item(more.span, "a sentence needs a head that it belongs to")),
        None if second.kind.begins_literal() => {
            let message = expected(second.gap, "a head without `:-`", "`:-` is missing between the head and its body");
            Some(message.hint(usage("")).fix("write `:-`", second.gap, " :-"))
        }
        None => Some(no_item(second.span, "a sentence needs a head that it belongs to")),
    }
}

/// Where the bracket behind the first word closes.
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

/// A line that is no item.
fn no_item(span: Span, label: &str) -> Diagnostic {
    Diagnostic::new(Code::NoItem, "a line that is no item", span, label).hint(
        "an item is a derivation `head :- body`, or begins with one of `rule`, `fact`, `use`, `sort`, `players`, \
         `extern`, `domain`, `base` or `library`",
    )
}

/// An atom that stands alone, as Prolog writes facts.
fn no_body_at_all(first: &Token, arguments: &[Token], all: Span) -> Diagnostic {
    let message = Diagnostic::new(Code::NoItem, "a line that is no item", all, "this has no body")
        .hint("a fact is written `fact parent(jan, piet)`, and a derivation `head :- body`");
    let only_constants = first.kind != Kind::Variable
        && arguments.iter().all(|token| matches!(token.kind, Kind::Name | Kind::Number | Kind::Comma | Kind::Open | Kind::Close));
    if only_constants { message.fix("write `fact`", first.span.before(), "fact ") } else { message }
}

/// `domain NAME`, `base NAME`, `library`
fn headers<'t, 's: 't>() -> impl Grammar<'t, 's, ItemKind> {
    let header = |word, kind, what| {
        declare(word)
            .ignore_then(path(what))
            .map(move |name| ItemKind::Header(Header { kind, name: Some(name) }))
    };
    choice((
        header("domain", HeaderKind::Domain, "the name of the domain"),
        header("base", HeaderKind::Base, "the name of the base"),
        declare("library").map(|_| ItemKind::Header(Header { kind: HeaderKind::Library, name: None })),
    ))
}

/// `use five-in-a-row/shapes`
fn uses<'t, 's: 't>() -> impl Grammar<'t, 's, ItemKind> {
    declare("use").ignore_then(path("the path of a file")).validate(|mut path: Name, _, emitter| {
        if let Some(stem) = path.text.strip_suffix(".blanche") {
            let message = Diagnostic::new(
                Code::MalformedName,
                "a path with an ending",
                path.span,
                "a file is named without its ending",
            );
            emitter.emit(message.fix(format!("write `{stem}`"), path.span, stem).into());
            path.text = stem.to_string();
        }
        ItemKind::Use(path)
    })
}

/// `players white, black`
fn players<'t, 's: 't>() -> impl Grammar<'t, 's, ItemKind> {
    declare("players").ignore_then(names("a player")).map(ItemKind::Players)
}

/// Names with commas between them.
fn names<'t, 's: 't>(what: &'static str) -> impl Grammar<'t, 's, Vec<Name>> {
    name(what).separated_by(sign(Kind::Comma)).at_least(1).collect()
}

/// What stands behind the values of a sort, in any order.
#[derive(Clone)]
enum Attribute {
    PartOf(Name),
    Words(Vec<Name>),
    Playable,
}

/// `sort NAME = …`, `sort NAME of …`
fn sort<'t, 's: 't>() -> impl Grammar<'t, 's, ItemKind> {
    let range = number("a number").then_ignore(word("to")).then(number("a number"));
    let values = sign(Kind::Equals).ignore_then(choice((
        range.map(|(least, greatest)| SortValues::Range(least, greatest)),
        names("a constant").map(SortValues::Constants),
    )));
    let opaque = word("of")
        .ignore_then(number("a number"))
        .then_ignore(word("like"))
        .then(name("an example"))
        .map(|(size, example)| SortValues::Opaque { size, example });
    let words = variable("a word").separated_by(sign(Kind::Comma)).at_least(1).collect();
    let attribute = choice((
        word("part").ignore_then(word("of")).ignore_then(name("a sort")).map(Attribute::PartOf),
        word("words").ignore_then(words).map(Attribute::Words),
        word("playable").to(Attribute::Playable),
    ));
    declare("sort")
        .ignore_then(name("the name of the sort"))
        .then(values.or(opaque))
        .then(attribute.repeated().collect::<Vec<_>>())
        .map(|((name, values), attributes)| {
            let mut sort = SortDeclaration { name, values, part_of: None, words: Vec::new(), playable: false };
            for attribute in attributes {
                match attribute {
                    Attribute::PartOf(other) => sort.part_of = Some(other),
                    Attribute::Words(words) => sort.words.extend(words),
                    Attribute::Playable => sort.playable = true,
                }
            }
            ItemKind::Sort(sort)
        })
        .boxed()
}

/// `extern in(Field: field, Group: group): (bound, bound) tests 1 in 20, …`
fn external<'t, 's: 't>() -> impl Grammar<'t, 's, ItemKind> {
    let dots = sign(Kind::Comma).ignore_then(sign(Kind::Dots));
    let parameter = variable("the name of an argument")
        .then_ignore(sign(Kind::Colon))
        .then(name("a sort"))
        .map(|(name, sort)| Parameter { name, sort });
    let parameters = parameter
        .separated_by(sign(Kind::Comma))
        .at_least(1)
        .collect::<Vec<_>>()
        .then(dots.or_not())
        .delimited_by(sign(Kind::Open), sign(Kind::Close));
    let asks = word("asks").ignore_then(names("the name of a rule"));
    declare("extern")
        .ignore_then(name("the name of the predicate"))
        .then(parameters.or_not())
        .then(asks.or_not())
        .then_ignore(sign(Kind::Colon))
        .then(mode().separated_by(sign(Kind::Comma)).at_least(1).collect::<Vec<_>>())
        .validate(|(((name, parameters), asks), modes), _, emitter| {
            let (parameters, dots) = parameters.unwrap_or_default();
            let variadic = dots.is_some();
            for (mode, dots) in &modes {
                if *dots != variadic {
                    let label = if variadic {
                        "the predicate has any number of arguments: write `...` behind the last one"
                    } else {
                        "the predicate has a fixed number of arguments, so `...` stands for nothing"
                    };
                    emitter.emit(Diagnostic::new(Code::BadMode, "a mode that cannot be", mode.span, label).into());
                }
            }
            let modes = modes.into_iter().map(|(mode, _)| mode).collect();
            ItemKind::Extern(ExternDeclaration { name, parameters, variadic, asks: asks.unwrap_or_default(), modes })
        })
        .boxed()
}

/// `(bound, free) gives about 12`, and whether there are dots behind the last argument.
fn mode<'t, 's: 't>() -> impl Grammar<'t, 's, (Mode, bool)> {
    let argument = word("bound").to(true).or(word("free").to(false));
    let dots = sign(Kind::Comma).ignore_then(sign(Kind::Dots));
    let arguments = sign(Kind::Open)
        .ignore_then(argument.separated_by(sign(Kind::Comma)).at_least(1).collect::<Vec<_>>())
        .then(dots.or_not())
        .then_ignore(sign(Kind::Close));
    let one = token(|token| token.kind == Kind::Number && token.text == "1").labelled(Wanted::Word("1"));
    let rate = one.ignore_then(word("in")).ignore_then(number("a number"));
    let tests = word("tests").then(rate.or_not()).map(|(tests, rate)| {
        let span = rate.as_ref().map_or(tests.span, |rate| rate.span);
        (Answers::Test { one_in: rate.map_or(2, |rate| rate.value) }, span)
    });
    let single = word("one").map(|one| (Answers::One, one.span));
    let many = word("about")
        .ignore_then(number("a number"))
        .map(|about| (Answers::Many { about: about.value }, about.span));
    let answers = tests.or(word("gives").ignore_then(single.or(many)));
    peek()
        .then(arguments.or_not())
        .then(answers)
        .map(|((first, arguments), (answers, last))| {
            let (bound, dots) = arguments.unwrap_or_default();
            (Mode { span: first.span.to(last), bound, answers }, dots.is_some())
        })
        .boxed()
}

/// `fact parent(jan, piet)`
fn fact<'t, 's: 't>() -> impl Grammar<'t, 's, ItemKind> {
    let begins = peek().filter(|next: &Token| next.kind.is_word()).labelled(Wanted::Name("a predicate"));
    declare("fact").ignore_then(begins).ignore_then(atom()).validate(|atom: Atom, _, emitter| {
        for argument in &atom.arguments {
            if let Term::Variable(variable) = argument {
                let message = Diagnostic::new(
                    Code::Expected,
                    "a fact with a variable",
                    variable.span,
                    "a fact speaks of constants and numbers only",
                );
                emitter.emit(message.hint("what holds of everything is a derivation: `head :- body`").into());
            }
        }
        ItemKind::Fact(atom)
    })
}

/// `score …`, `action …`, `export …`
fn later<'t, 's: 't>() -> impl Grammar<'t, 's, ItemKind> {
    token(|token| token.kind == Kind::Declare && matches!(token.text, "score" | "action" | "export"))
        .then_ignore(token(|token| token.kind != Kind::End).repeated())
        .validate(|word, _, emitter| {
            let message = Diagnostic::new(
                Code::NotYet,
                format!("`{}` is not in this version yet", word.text),
                word.span,
                "a later version will know this",
            );
            emitter.emit(message.into());
            ItemKind::Later(named(&word))
        })
}

/// The one sentence of a query.
pub(super) fn query<'t, 's: 't>() -> impl Grammar<'t, 's, Sentence> {
    sentence().then_ignore(skip_all()).validate(|sentence, _, emitter| {
        if sentence.branches.is_empty() {
            let message =
                Diagnostic::new(Code::Expected, "nothing to ask", sentence.span, "a sentence is missing here");
            emitter.emit(message.hint("a sentence is made of literals such as `in(Field, Group)`, joined by `,` or `;`").into());
        }
        sentence
    })
}
