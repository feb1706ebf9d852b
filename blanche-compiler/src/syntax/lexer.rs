//! Characters to raw tokens: words, signs, comments, spaces, and whatever else stands in the text.
//!
//! The lexer only cuts; it takes every text and reports nothing. What a foreign sign was meant to be is the
//! table [`SIGNS`]; the messages about it are built in [`super::spelling`].

use chumsky::prelude::*;
use chumsky::text::Char;

use super::ast::Operator;
use super::token::Kind;

/// A stretch of text of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Raw {
    /// Spaces and tabs.
    Space,
    /// A line end.
    Newline,
    /// A space that is no space: a no-break space, a form feed and the like.
    OddSpace,
    /// A line of seven signs that version control puts around two texts, to its end.
    Conflict,
    /// `%` and the rest of the line.
    Comment,
    /// `//`, `#`, `--` or `<!--` and the rest of the line.
    ForeignComment,
    /// `/* … */`
    BlockComment,
    /// Letters, digits and underscores, joined by single dots, hyphens and slashes.
    Word,
    /// Something in quotation marks, on one line.
    Quoted,
    /// `[ … ]` or `{ … }` on one line.
    List,
    /// A sign of [`SIGNS`], by its place there.
    Sign(usize),
    /// One character that has no meaning.
    Unknown,
}

/// A raw token: what it is, and its bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawToken {
    /// What it is.
    pub(super) raw: Raw,
    /// The first byte.
    pub(super) start: usize,
    /// The byte behind it.
    pub(super) end: usize,
}

/// A sign: how it is written, what it is, and how it should be written if that is something else.
pub(super) struct Sign {
    /// As it stands in the text.
    pub(super) written: &'static str,
    /// What it is taken for.
    pub(super) kind: Kind,
    /// How BLANCHE writes it; `None` where it is written so.
    pub(super) ours: Option<&'static str>,
}

/// A sign of the language.
const fn ours(written: &'static str, kind: Kind) -> Sign {
    Sign { written, kind, ours: None }
}

/// A sign of another language, and the sign that was meant.
const fn foreign(written: &'static str, kind: Kind, ours: &'static str) -> Sign {
    Sign { written, kind, ours: Some(ours) }
}

/// All signs; the longest that fits is taken. [`Kind::Junk`] has no counterpart in BLANCHE.
pub(super) const SIGNS: &[Sign] = &[
    ours("(", Kind::Open),
    ours(")", Kind::Close),
    ours(",", Kind::Comma),
    ours(":-", Kind::Denotes),
    ours("...", Kind::Dots),
    ours("..", Kind::Junk),
    ours(".", Kind::Dot),
    ours("¬", Kind::Not),
    foreign(":=", Kind::Denotes, ":-"),
    foreign("::=", Kind::Denotes, ":-"),
    foreign("::-", Kind::Denotes, ":-"),
    foreign("<-", Kind::Denotes, ":-"),
    foreign("<--", Kind::Denotes, ":-"),
    foreign("<:-", Kind::Denotes, ":-"),
    foreign("-:", Kind::Denotes, ":-"),
    foreign(": -", Kind::Denotes, ":-"),
    foreign("-->", Kind::Denotes, ":-"),
    foreign("←", Kind::Denotes, ":-"),
    foreign("⇐", Kind::Denotes, ":-"),
    ours(":", Kind::Colon),
    ours(";", Kind::Semicolon),
    foreign("&&", Kind::Comma, ","),
    foreign("&", Kind::Comma, ","),
    foreign("/\\", Kind::Comma, ","),
    foreign("∧", Kind::Comma, ","),
    foreign("，", Kind::Comma, ","),
    foreign("、", Kind::Comma, ","),
    foreign("||", Kind::Semicolon, ";"),
    foreign("|", Kind::Semicolon, ";"),
    foreign("\\/", Kind::Semicolon, ";"),
    foreign("∨", Kind::Semicolon, ";"),
    foreign("；", Kind::Semicolon, ";"),
    foreign("：", Kind::Colon, ":"),
    foreign("（", Kind::Open, "("),
    foreign("）", Kind::Close, ")"),
    foreign("…", Kind::Dots, "..."),
    ours("!=", Kind::Unequal),
    foreign("=!", Kind::Unequal, "≠"),
    foreign("\\==", Kind::Unequal, "≠"),
    ours("\\=", Kind::Unequal),
    foreign("=\\=", Kind::Unequal, "≠"),
    foreign("!==", Kind::Unequal, "≠"),
    foreign("/=", Kind::Unequal, "≠"),
    foreign("=/=", Kind::Unequal, "≠"),
    ours("<>", Kind::Unequal),
    ours("≠", Kind::Unequal),
    foreign("=:=", Kind::Equals, "="),
    foreign("==", Kind::Equals, "="),
    foreign("===", Kind::Equals, "="),
    ours("=", Kind::Equals),
    foreign("\\+", Kind::Not, "¬"),
    foreign("!", Kind::Not, "¬"),
    foreign("~", Kind::Not, "¬"),
    foreign("-", Kind::Not, "¬"),
    foreign("–", Kind::Not, "¬"),
    foreign("—", Kind::Not, "¬"),
    foreign("−", Kind::Not, "¬"),
    foreign("∼", Kind::Not, "¬"),
    foreign("～", Kind::Not, "¬"),
    foreign("￢", Kind::Not, "¬"),
    foreign("⌐", Kind::Not, "¬"),
    foreign("！", Kind::Not, "¬"),
    foreign("\\", Kind::Not, "¬"),
    ours("?-", Kind::Junk),
    ours("->", Kind::Junk),
    ours("=>", Kind::Junk),
    ours("→", Kind::Junk),
    ours("⇒", Kind::Junk),
    ours("<=>", Kind::Junk),
    ours("<->", Kind::Junk),
    ours("<==", Kind::Junk),
    ours("⇔", Kind::Junk),
    ours("↔", Kind::Junk),
    ours("<=", Kind::Order(Operator::AtMost)),
    ours("=<", Kind::Order(Operator::AtMost)),
    ours("≤", Kind::Order(Operator::AtMost)),
    ours("<", Kind::Order(Operator::Less)),
    ours(">=", Kind::Order(Operator::AtLeast)),
    ours("≥", Kind::Order(Operator::AtLeast)),
    ours(">", Kind::Order(Operator::Greater)),
    ours("+", Kind::Plus),
];

/// The whole text as raw tokens; their texts, one after the other, are the text again.
pub(super) fn lex(text: &str) -> Vec<RawToken> {
    raw(text).repeated().collect().parse(text).into_output().unwrap_or_default()
}

/// One raw token of a text. The last choice takes any character, so there is one for every text.
fn raw<'s>(text: &str) -> impl Parser<'s, &'s str, RawToken> {
    let same_line = || any().filter(|c: &char| *c != '\n');
    let rest_of_line = || same_line().repeated();
    // The opening sign ends the search too, so that a thousand of them are not searched a thousand times.
    let until = |open: char, close: char| {
        same_line().filter(move |c: &char| *c != close && *c != open).repeated().then(just(close))
    };

    let space = any().filter(|c: &char| matches!(c, ' ' | '\t' | '\r')).repeated().at_least(1);
    let odd_space = any().filter(|c: &char| is_odd_space(*c)).repeated().at_least(1);
    let conflict = choice((just("<<<<<<<"), just("======="), just(">>>>>>>"), just("|||||||")));
    choice((
        space.to(Raw::Space),
        just('\n').to(Raw::Newline),
        conflict.then(rest_of_line()).to(Raw::Conflict),
        word().to(Raw::Word),
        just('%').then(rest_of_line()).to(Raw::Comment),
        foreign_comment().then(rest_of_line()).to(Raw::ForeignComment),
        block_comment(text).to(Raw::BlockComment),
        odd_space.to(Raw::OddSpace),
        sign(),
        just('\'').then(until('\'', '\'')).to(Raw::Quoted),
        just('"').then(until('"', '"')).to(Raw::Quoted),
        one_of("“”„").then(until('“', '”')).to(Raw::Quoted),
        one_of("‘’‚").then(until('‘', '’')).to(Raw::Quoted),
        just('[').then(until('[', ']')).to(Raw::List),
        just('{').then(until('{', '}')).to(Raw::List),
        cluster().to(Raw::Unknown),
    ))
    .map_with(|raw, extra| {
        let span: SimpleSpan = extra.span();
        RawToken { raw, start: span.start, end: span.end }
    })
}

/// A comment between `/*` and `*/`, or `/*` alone where no `*/` follows in the text.
fn block_comment<'s>(text: &str) -> impl Parser<'s, &'s str, ()> {
    let (length, last) = (text.len(), text.rfind("*/"));
    custom(move |input| {
        let before = input.save();
        let rest: &str = input.slice_from(&input.cursor()..);
        let Some(inside) = rest.strip_prefix("/*") else {
            input.rewind(before);
            return Err(EmptyErr::default());
        };
        // Known beforehand, so that a thousand comments that are not closed are not searched a thousand times.
        let is_closed = last.is_some_and(|last| length - inside.len() <= last);
        let end = match is_closed.then(|| inside.find("*/")).flatten() {
            Some(at) => at + "*/".len(),
            None => 0,
        };
        rest[..2 + end].chars().for_each(|_| input.skip());
        Ok(())
    })
}

/// A name, a number or a path. A path that climbs or begins at the root is one word too, so that `use` can say what is
/// wrong with it.
fn word<'s>() -> impl Parser<'s, &'s str, ()> {
    let begins = any().filter(|c: &char| is_name_character(*c) && !is_mark(*c)).rewind();
    let letters = any().filter(|c: &char| is_name_character(*c)).ignored();
    // A character without width inside of a name belongs to it, so that there is one message.
    let hidden = any().filter(|c: &char| is_hidden(*c)).repeated().at_least(1).then(letters).ignored();
    let name = letters.or(hidden).repeated().at_least(1);
    let step = choice((just("../"), just("./")));
    let joint = choice((just('/').then(step.repeated().at_least(1)).ignored(), one_of("./-").ignored()));
    let lead = choice((just('/').then(step.repeated()).ignored(), step.repeated().at_least(1)));
    lead.or_not().then(begins).then(name.separated_by(joint).at_least(1)).ignored()
}

/// One character that has no meaning, with all that is joined to it: the parts of an emoji, marks and variation selectors.
fn cluster<'s>() -> impl Parser<'s, &'s str, ()> {
    let joiner = just('\u{200D}').then(any().filter(|c: &char| is_pictograph(*c))).ignored();
    let modifier = any().filter(|c: &char| is_mark(*c) || matches!(c, '\u{1F3FB}'..='\u{1F3FF}')).ignored();
    let flag = any().filter(|c: &char| is_regional(*c)).repeated().exactly(2).ignored();
    flag.or(any().ignored()).then(joiner.or(modifier).repeated()).ignored()
}

/// The sign with which comments of other languages begin.
fn foreign_comment<'s>() -> impl Parser<'s, &'s str, ()> {
    let behind = any().filter(|c: &char| c.is_whitespace()).ignored().or(end()).rewind();
    let marks = choice((just("//"), just("#"), just("<!--")));
    choice((marks.ignored(), just("--").then(behind).ignored()))
}

/// A sign of the language or of another one; of several that begin alike the longest.
fn sign<'s>() -> impl Parser<'s, &'s str, Raw> {
    custom(|input| {
        let before = input.save();
        let rest = input.slice_from(&input.cursor()..);
        let found = longest_sign(rest);
        match found {
            Some(at) => {
                for _ in SIGNS[at].written.chars() {
                    input.skip();
                }
                Ok(Raw::Sign(at))
            }
            None => {
                input.rewind(before);
                Err(EmptyErr::default())
            }
        }
    })
}

/// The longest sign that a text begins with, by its place in [`SIGNS`].
fn longest_sign(text: &str) -> Option<usize> {
    let first = text.as_bytes().first()?;
    (0..SIGNS.len())
        .filter(|at| SIGNS[*at].written.as_bytes()[0] == *first && text.starts_with(SIGNS[*at].written))
        .max_by_key(|at| SIGNS[*at].written.len())
}

/// Letters of any script with their marks, digits and underscores. The replacement character stands for a byte that is no UTF-8
/// and belongs to the word that it was in.
pub(super) fn is_name_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == char::REPLACEMENT_CHARACTER || is_mark(c)
}

/// A mark that belongs to the letter in front of it: an accent, a vowel sign, a variation selector.
pub(super) fn is_mark(c: char) -> bool {
    // Beside marks Unicode lets some joiners, dots and connecting lines stand in identifiers.
    let is_other = matches!(
        c,
        '_' | '\u{B7}'
            | '\u{387}'
            | '\u{200C}'
            | '\u{200D}'
            | '\u{203F}'
            | '\u{2040}'
            | '\u{2054}'
            | '\u{30FB}'
            | '\u{FE33}'
            | '\u{FE34}'
            | '\u{FE4D}'..='\u{FE4F}' | '\u{FF3F}' | '\u{FF65}'
    );
    !c.is_ascii() && !is_other && !c.is_alphanumeric() && c.is_ident_continue()
}

/// A character that nobody sees.
pub(super) fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}')
}

/// A character that may be a part of a joined emoji.
fn is_pictograph(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace() && !c.is_ascii()
}

/// Half of a flag.
fn is_regional(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// White space other than space, tab and line end, and characters without width.
fn is_odd_space(c: char) -> bool {
    let plain = matches!(c, ' ' | '\t' | '\r' | '\n');
    !plain && (c.is_whitespace() || is_hidden(c))
}
