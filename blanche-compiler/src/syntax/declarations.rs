//! Parses declarations: headers, used files, sorts, boards, predicates and actions of the host, open predicates,
//! facts and exports.
//!
//! They are parsed strictly, word by word. Everything after the first mismatch is skipped.

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::Span;
use crate::spelling::uncapitalised;

use super::ast::{
    ActionDeclaration, Answers, Atom, BoardDeclaration, BoardNotation, Call, Export, ExternDeclaration,
    Facts, FactsFile, Header, HeaderKind, ItemKind, Mode, Name, Number, OpenDeclaration, Parameter, Side,
    SortDeclaration, SortValues, SymmetryDeclaration, Term,
};
use super::bodies::atoms;
use super::grammar::{
    Rule, bracket, declared_name, integer, name, number, path, peek, sign, token, variable, word,
};
use super::grammar_errors::Wanted;
use super::heads::{declare, local_arguments, names, open_parameters};
use super::lists::RANGES;
use super::printer::print_atom;
use super::shared_parsers::Parts;
use super::token::{Kind, Token};

/// Parses a header, a `use`, facts or an export, without the end token.
pub(super) fn declaration<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    choice((headers(), uses(), facts_file(parts), fact(parts), export(parts))).boxed()
}

/// The keywords that begin declarations of a domain.
pub(super) const OF_DOMAINS: [&str; 6] = ["sort", "board", "symmetry", "extern", "action", "open"];

/// Parses a declaration of a domain, without the end token.
pub(super) fn declaration_of_domain<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    choice((sort(), board(), symmetry(), external(), action(), open())).boxed()
}

/// Parses a header: `domain NAME`, `base NAME`, `library`
fn headers<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
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
    .boxed()
}

/// Parses a used file: `use five-in-a-row/shapes`
fn uses<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    declare("use")
        .ignore_then(path("the path of a file"))
        .validate(|mut path: Name, _, emitter| {
            let is_joint = |c: char| matches!(c, '\\' | ':' | '/');
            let ours: Vec<&str> = path.text.split(is_joint).filter(|step| !step.is_empty()).collect();
            if path.text.contains(['\\', ':']) && ours.len() > 1 || path.text.contains("//") {
                let ours = ours.join("/");
                let ours = ours.strip_suffix(".blanche").unwrap_or(&ours);
                let label = "the steps of a path are joined by `/`";
                let title = "the path syntax of another language";
                let message = Diagnostic::new(Code::MalformedName, title, path.span, label);
                emitter.emit(message.fix(format!("write `{ours}`"), path.span, ours).into());
                path.text = ours.to_owned();
            }
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
        .boxed()
}

/// An attribute after the values of a sort. Attributes may come in any order.
#[derive(Clone)]
enum Attribute {
    PartOf(Name),
    Words(Vec<Name>),
    Playable,
}

/// Parses a sort: `sort NAME = …`, `sort NAME of …`
fn sort<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    let range = integer("a number").then_ignore(word("to")).then(integer("a number"));
    let values = sign(Kind::Equals).ignore_then(choice((
        range.map(|(least, greatest)| SortValues::Range(least, greatest)),
        names("a constant").validate(|names, _, emitter| {
            if let [name] = names.as_slice() {
                glued_range(name).into_iter().for_each(|message| emitter.emit(message.into()));
            }
            SortValues::Constants(names)
        }),
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
        .ignore_then(declared_name("sort", "the name of the sort"))
        .then(values.or(opaque))
        .then(attribute.repeated().collect::<Vec<_>>())
        .map(|((name, values), attributes)| {
            let mut sort =
                SortDeclaration { name, values, part_of: None, words: Vec::new(), playable: false };
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

/// Reports a range of numbers in one word, `0to120`, which would otherwise be the only value of a sort.
fn glued_range(name: &Name) -> Option<Diagnostic> {
    let (least, greatest) = name.text.split_once("to")?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(least) || !is_number(greatest) {
        return None;
    }
    let ours = format!("{least} to {greatest}");
    let message = Diagnostic::new(
        Code::Expected,
        "a `sort` that cannot be parsed",
        name.span,
        "this is not a range of numbers",
    );
    Some(message.hint(RANGES).fix(format!("write `{ours}`"), name.span, ours))
}

/// Parses a board: `board 8 by 8 dark numbered row 1 on top words Field`
fn board<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    let size = number("the number of columns").then_ignore(word("by")).then(number("the number of rows"));
    let one = token(|token| token.kind == Kind::Number && token.text == "1").labelled(Wanted::Word("1"));
    let notation = choice((
        word("like").ignore_then(name("an example")).map(BoardNotation::Like),
        word("numbered").to(BoardNotation::Numbered),
    ));
    let on_top = word("row").ignore_then(one).ignore_then(word("on")).ignore_then(word("top"));
    let words = variable("a word").separated_by(sign(Kind::Comma)).at_least(1).collect::<Vec<_>>();
    declare("board")
        .then(size.or(size_in_one_word()))
        .then(word("hexagonal").or_not())
        .then(word("dark").or_not())
        .then(notation)
        .then(on_top.or_not())
        .then(word("words").ignore_then(words).or_not())
        .map(|((((((begin, (width, height)), hexagonal), dark), notation), on_top), words)| {
            ItemKind::Board(BoardDeclaration {
                word: begin.span,
                width,
                height,
                hexagonal: hexagonal.map(|word| word.span),
                dark: dark.map(|word| word.span),
                notation,
                row_one_on_top: on_top.is_some(),
                words: words.unwrap_or_default(),
            })
        })
        .boxed()
}

/// Reports `8x8`, as other languages write it, and parses it as `8 by 8`.
fn size_in_one_word<'t, 's: 't>() -> Rule<'t, 's, (Number, Number)> {
    fn parts<'s>(token: &Token<'s>) -> Option<(&'s str, &'s str)> {
        let (width, height) = token.text.split_once(['x', 'X'])?;
        let is_number =
            |text: &str| (1..=4).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_digit());
        (is_number(width) && is_number(height)).then_some((width, height))
    }
    token(|token| token.kind == Kind::Name && parts(token).is_some())
        .validate(|token: Token, _, emitter| {
            let (width, height) = parts(&token).unwrap_or(("1", "1"));
            let number = |text: &str| Number { value: text.parse().unwrap_or(1), span: token.span };
            let label = "the columns and the rows are joined by the word `by`";
            let title = format!("`{}` for the size of a board", token.text);
            let message = Diagnostic::new(Code::Expected, title, token.span, label);
            let meant = format!("{width} by {height}");
            emitter.emit(message.fix(format!("write `{meant}`"), token.span, meant).into());
            (number(width), number(height))
        })
        .boxed()
}

/// Parses the symmetries: `symmetry none`, `symmetry turn with colours`
fn symmetry<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    let turn = word("turn").ignore_then(word("with")).ignore_then(word("colours"));
    declare("symmetry")
        .ignore_then(choice((
            word("none").to(SymmetryDeclaration::None),
            turn.to(SymmetryDeclaration::TurnWithColours),
        )))
        .map(ItemKind::Symmetry)
        .boxed()
}

/// Parses an extern predicate: `extern in(Field: field, Group: group): (bound, bound) tests 1 in 20, …`
fn external<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    let dots = sign(Kind::Comma).ignore_then(sign(Kind::Dots));
    let parameters = parameter()
        .separated_by(sign(Kind::Comma))
        .at_least(1)
        .collect::<Vec<_>>()
        .then(dots.or_not())
        .delimited_by(sign(Kind::Open), sign(Kind::Close));
    let asks = word("asks").ignore_then(names("the name of a rule"));
    declare("extern")
        .ignore_then(declared_name("extern", "the name of the predicate"))
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
                        "the predicate has any number of arguments: write `...` after the last one"
                    } else {
                        "the predicate has a fixed number of arguments, so `...` has no meaning"
                    };
                    emitter.emit(Diagnostic::new(Code::BadMode, "an invalid mode", mode.span, label).into());
                }
            }
            let modes = modes.into_iter().map(|(mode, _)| mode).collect();
            ItemKind::Extern(ExternDeclaration {
                name,
                parameters,
                variadic,
                asks: asks.unwrap_or_default(),
                modes,
            })
        })
        .boxed()
}

/// Parses a parameter with its sort: `Field: field`
fn parameter<'t, 's: 't>() -> Rule<'t, 's, Parameter> {
    variable("the name of an argument")
        .then_ignore(sign(Kind::Colon))
        .then(name("a sort"))
        .map(|(name, sort)| Parameter { name, sort })
        .boxed()
}

/// Parses an action: `action place(Player: player, Field: field) growing`
fn action<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    let parameters = parameter()
        .separated_by(sign(Kind::Comma))
        .at_least(1)
        .collect::<Vec<_>>()
        .delimited_by(sign(Kind::Open), sign(Kind::Close));
    declare("action")
        .ignore_then(declared_name("action", "the name of the action"))
        .then(parameters.or_not())
        .then(word("growing").or_not())
        .map(|((name, parameters), growing)| {
            let parameters = parameters.unwrap_or_default();
            ItemKind::Action(ActionDeclaration { name, parameters, growing: growing.is_some() })
        })
        .boxed()
}

/// Parses an open predicate: `open counts(Group, Color, N)`, `open parent(Child: person, Parent: person)`
fn open<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    declare("open")
        .ignore_then(declared_name("open", "the name of the predicate"))
        .then(open_parameters().or_not())
        .map(|(name, parameters)| {
            ItemKind::Open(OpenDeclaration { name, parameters: parameters.unwrap_or_default() })
        })
        .boxed()
}

/// Parses a mode, `(bound, free) gives about 12`. Also returns whether `...` follows the last argument.
fn mode<'t, 's: 't>() -> Rule<'t, 's, (Mode, bool)> {
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
    let about = || word("about").ignore_then(number("a number"));
    let many = about().map(|about| (Answers::Many { about: about.value }, about.span));
    let set = word("a")
        .ignore_then(word("set"))
        .ignore_then(word("of"))
        .ignore_then(about())
        .map(|about| (Answers::Set { about: about.value }, about.span));
    let answers = tests.or(word("gives").ignore_then(single.or(many).or(set)));
    peek()
        .then(arguments.or_not())
        .then(answers)
        .map(|((first, arguments), (answers, last))| {
            let (bound, dots) = arguments.unwrap_or_default();
            (Mode { span: first.span.to(last), bound, answers }, dots.is_some())
        })
        .boxed()
}

/// Parses facts: `fact parent(jan, piet)`, `fact near(a, b), near(b, c)`
fn fact<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    declare("fact")
        .ignore_then(atoms(&parts.atom, "a predicate"))
        .validate(|atoms: Vec<Atom>, _, emitter| {
            for argument in atoms.iter().flat_map(|atom| &atom.arguments) {
                if let Some(problem) = no_value(argument) {
                    emitter.emit(problem.into());
                }
            }
            ItemKind::Facts(Facts { atoms, from: None })
        })
        .boxed()
}

/// Parses a file of facts: `facts parent from "people.csv"`
fn facts_file<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let path = token(|token| matches!(token.kind, Kind::Text | Kind::Path))
        .labelled(Wanted::Name("the path of a file in quotation marks"));
    let of_file = declare("facts")
        .or(singular())
        .then(name("the name of the predicate"))
        .then(bracket().then_ignore(token(|token| token.is("from")).rewind()).or_not())
        .then_ignore(word("from"))
        .then(path)
        .validate(|(((word, predicate), columns), path), _, emitter| {
            if let Some(problem) = facts_file_problem(&word, columns.map(|columns| columns.span), &path) {
                emitter.emit(problem.into());
            }
            let path = Name { text: path.text.to_owned(), span: path.span };
            let from = FactsFile { predicate, path, columns: Vec::new() };
            ItemKind::Facts(Facts { atoms: Vec::new(), from: Some(from) })
        });
    let stated = declare("facts")
        .then_ignore(name("").then(sign(Kind::Open)).rewind())
        .then(atoms(&parts.atom, "a predicate"));
    let stated = stated.validate(|(word, atoms), _, emitter| {
        let label = "facts in a rule file begin with `fact`, whether one or several";
        let message = Diagnostic::new(Code::NoItem, "a line that is not an item", word.span, label);
        emitter.emit(message.fix("write `fact`", word.span, "fact").into());
        ItemKind::Facts(Facts { atoms, from: None })
    });
    of_file.or(stated).boxed()
}

/// Parses the keyword `fact` before a predicate and the path of a file. The correct keyword would be `facts`.
fn singular<'t, 's: 't>() -> Rule<'t, 's, Token<'s>> {
    let is_path = |token: &Token| {
        token.kind == Kind::Text || token.kind == Kind::Path && token.text.contains(['.', '/'])
    };
    let predicate = token(|token| token.kind == Kind::Name).then(bracket().or_not());
    // This is parsed without a label, so that messages do not list `from` as expected here.
    let from = token(|token| token.is("from"));
    let rest = predicate.then(from).then(token(is_path));
    declare("fact").then_ignore(rest.rewind()).boxed()
}

/// Reports `fact` for `facts`, column names after the predicate, or a path without quotation marks. There is one
/// message for all of these.
fn facts_file_problem(word: &Token, columns: Option<Span>, path: &Token) -> Option<Diagnostic> {
    let edit = |span: Span, text: &str| Edit { span, text: text.to_owned() };
    let quoted = format!("\"{}\"", path.text);
    let is_plain = path.span.range().len() == path.text.len();
    let (title, place, label, advice) = if word.is("fact") {
        let label = "the facts of a file begin with `facts`";
        ("a line that is not an item", word.span, label, "write `facts`".to_owned())
    } else if let Some(columns) = columns {
        let label = "the first line of the file names the columns";
        ("columns before the path of a file", columns, label, "remove them".to_owned())
    } else if path.kind == Kind::Path {
        let (title, label) = match is_plain {
            true => ("a path without quotation marks", "the path of a file is written in quotation marks"),
            false => ("a path in other quotation marks", "the path of a file is written in `\"`"),
        };
        (title, path.span, label, format!("write `{quoted}`"))
    } else {
        return None;
    };
    let code = if word.is("fact") { Code::NoItem } else { Code::Expected };
    let plural = word.is("fact").then(|| edit(word.span, "facts"));
    let out = columns.map(|columns| edit(columns, ""));
    let quotes = (path.kind == Kind::Path).then(|| edit(path.span, &quoted));
    let edits: Vec<Edit> = plural.into_iter().chain(out).chain(quotes).collect();
    let advice = match edits.len() {
        1 => advice,
        _ => format!("write `facts … from {quoted}`"),
    };
    Some(Diagnostic::new(code, title, place, label).fixes(advice, edits))
}

/// Reports a call in place of a constant. `place` describes the position in the message.
pub(super) fn no_call(call: &Call, place: &str) -> Diagnostic {
    let title = format!("a term inside a term {place}");
    let label = format!(
        "`{}` has arguments of its own, but only constants are allowed here",
        call.atom().predicate.text
    );
    Diagnostic::new(Code::NoFunctions, title, call.span(), label)
}

/// The title of the message about a variable in a fact.
pub(crate) const VARIABLE_IN_FACT: &str = "a fact with a variable";

/// Reports an argument of a fact that is not a constant.
fn no_value(argument: &Term) -> Option<Diagnostic> {
    match argument {
        Term::Sum(sum) => {
            let label = "a fact states values";
            let hint = "write the resulting number, or derive it: `next(N, N + 1) :- number(N)`";
            Some(Diagnostic::new(Code::Expected, "a sum in a fact", sum.span, label).hint(hint))
        }
        Term::Call(call) => {
            let hint = "write the value, or derive it: `age(X, age(Y)) :- twin(X, Y)`";
            Some(no_call(call, "in a fact").hint(hint))
        }
        Term::Variable(variable) => {
            let label = "a fact has only constants and numbers; constants begin with a lower-case letter";
            let constant = uncapitalised(&variable.text);
            let message = Diagnostic::new(Code::Expected, VARIABLE_IN_FACT, variable.span, label)
                .hint("write a derivation for what holds of everything: `head :- body`")
                .fix(format!("write `{constant}`"), variable.span, constant);
            Some(message)
        }
        Term::Constant(_) | Term::Error(_) => None,
    }
}

/// Parses `if` or `:-` and skips the rest of the item.
fn premise<'t, 's: 't>() -> Rule<'t, 's, Token<'s>> {
    let rest = token(|token| token.kind != Kind::End).repeated();
    token(|token| token.is("if") || token.kind == Kind::Denotes).then_ignore(rest).boxed()
}

/// Reports an export with a premise.
fn premise_of_export(word: &Token, atom: &Atom, side: Option<&Side>) -> Diagnostic {
    let label = "an export has no premise: it names something derived elsewhere";
    let message = Diagnostic::new(Code::Expected, "an export with a premise", word.span, label);
    let name = &atom.predicate.text;
    let message =
        message.hint(format!("derive it with `{name}(…) :- …`, and export it on a line of its own"));
    let is_plain = atom.arguments.iter().all(|argument| matches!(argument, Term::Variable(_)));
    if side.is_some()
        || !is_plain
        || atom.arguments.is_empty()
        || word.kind == Kind::Denotes && word.text != ":-"
    {
        return message;
    }
    let line = format!("\n\n{} :-", print_atom(atom));
    message.fix("write it on two lines", word.gap.to(word.span), line)
}

/// Parses an export: `export forbidden(Field)`, `export forbidden(Field) for black`
fn export<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let begins = peek().filter(|next: &Token| next.kind.is_word()).labelled(Wanted::Name("a predicate"));
    declare("export")
        .ignore_then(begins)
        .ignore_then(parts.atom.clone())
        .then(parts.side.clone().or_not())
        .then(premise().or_not())
        .validate(|((atom, side), premise): ((Atom, Option<Side>), _), _, emitter| {
            if let Some(word) = premise {
                emitter.emit(premise_of_export(&word, &atom, side.as_ref()).into());
            }
            for problem in local_arguments(&atom, "in an export") {
                emitter.emit(problem.into());
            }
            for argument in &atom.arguments {
                const HINT: &str = "write a variable; a derivation can bind it";
                let message = match argument {
                    Term::Sum(sum) => {
                        let label = "an export gives the values of its arguments";
                        Diagnostic::new(Code::Expected, "a sum in an export", sum.span, label)
                    }
                    Term::Call(call) => no_call(call, "in an export"),
                    Term::Variable(_) | Term::Constant(_) | Term::Error(_) => continue,
                };
                emitter.emit(message.hint(HINT).into());
            }
            ItemKind::Export(Export { atom, side })
        })
        .boxed()
}
