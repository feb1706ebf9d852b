//! Cuts text into raw tokens: words, signs, comments, spaces and unknown characters.
//!
//! The lexer accepts every text and reports nothing. The table [`SIGNS`] says which sign of BLANCHE a foreign sign (of
//! another language) means. [`super::normalise`] builds the messages about foreign signs.

use chumsky::prelude::*;
use chumsky::text::Char;

use super::ast::Operator;
use super::token::Kind;

/// The kind of a raw token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Raw {
    /// Spaces and tabs.
    Space,
    /// A line break.
    Newline,
    /// White space other than a space, tab or line break, such as a no-break space or a form feed. Also a character of
    /// zero width.
    OddSpace,
    /// A conflict marker of version control (seven signs such as `<<<<<<<`) and the rest of its line.
    Conflict,
    /// A comment: `%` and the rest of the line.
    Comment,
    /// A comment of another language: `//`, `#`, `--` (with any dashes) or `<!--` and the rest of the line.
    ForeignComment,
    /// A comment in the style of C: `/* … */`
    BlockComment,
    /// A word: letters, digits and underscores, joined by single dots, hyphens and slashes.
    Word,
    /// Text in quotation marks, on one line.
    Quoted,
    /// A list in brackets on one line: `[ … ]` or `{ … }`
    List,
    /// A sign, as an index into [`SIGNS`].
    Sign(usize),
    /// A character without a meaning.
    Unknown,
}

/// A raw token: its kind and byte range.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawToken {
    pub(super) raw: Raw,
    /// Byte offset of the start.
    pub(super) start: usize,
    /// Byte offset after the end.
    pub(super) end: usize,
}

/// A sign, the kind of token that it produces, and the sign of BLANCHE with the same meaning.
pub(super) struct Sign {
    /// The sign as written in the text.
    pub(super) written: &'static str,
    /// The token kind that it produces.
    pub(super) kind: Kind,
    /// The sign of BLANCHE with the same meaning; `None` if `written` already is a sign of BLANCHE.
    pub(super) ours: Option<&'static str>,
}

/// Makes a sign of BLANCHE.
const fn ours(written: &'static str, kind: Kind) -> Sign {
    Sign { written, kind, ours: None }
}

/// Makes a sign of another language. `ours` is the sign of BLANCHE with the same meaning.
const fn foreign(written: &'static str, kind: Kind, ours: &'static str) -> Sign {
    Sign { written, kind, ours: Some(ours) }
}

/// All signs. The lexer takes the longest sign that matches. A sign of kind [`Kind::Junk`] has no counterpart in
/// BLANCHE.
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

/// Cuts the whole text into raw tokens, without gaps. Joined together, the raw tokens are the original text.
pub(super) fn lex(text: &str) -> Vec<RawToken> {
    raw(text).repeated().collect().parse(text).into_output().unwrap_or_default()
}

/// Parses one raw token. The last alternative accepts any character, so this never fails.
fn raw<'s>(text: &str) -> impl Parser<'s, &'s str, RawToken> {
    let same_line = || any().filter(|c: &char| *c != '\n');
    let rest_of_line = || same_line().repeated();
    // The search for the closing sign also stops at another opening sign. Otherwise a thousand unclosed signs would
    // each scan the line.
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

/// A comment from `/*` to `*/`, or only `/*` if no `*/` follows anywhere in the text.
fn block_comment<'s>(text: &str) -> impl Parser<'s, &'s str, ()> {
    let (length, last) = (text.len(), text.rfind("*/"));
    custom(move |input| {
        let before = input.save();
        let rest: &str = input.slice_from(&input.cursor()..);
        let Some(inside) = rest.strip_prefix("/*") else {
            input.rewind(before);
            return Err(EmptyErr::default());
        };
        // Compare with the position of the last `*/`, so that a thousand unclosed comments do not each scan the text.
        let is_closed = last.is_some_and(|last| length - inside.len() <= last);
        let end = match is_closed.then(|| inside.find("*/")).flatten() {
            Some(at) => at + "*/".len(),
            None => 0,
        };
        rest[..2 + end].chars().for_each(|_| input.skip());
        Ok(())
    })
}

/// Parses a word: a name, a number or a path. A path that begins with `/`, `./` or `../` is also one word, so that the
/// parser of `use` can explain why it is not allowed.
fn word<'s>() -> impl Parser<'s, &'s str, ()> {
    let begins = any().filter(|c: &char| is_name_character(*c) && !is_mark(*c)).rewind();
    let letters = any().filter(|c: &char| is_name_character(*c)).ignored();
    // A zero-width character inside a name is part of the name, so that there is one message about it.
    let hidden = any().filter(|c: &char| is_hidden(*c)).repeated().at_least(1).then(letters).ignored();
    let name = letters.or(hidden).repeated().at_least(1);
    let step = choice((just("../"), just("./")));
    let joint = choice((just('/').then(step.repeated().at_least(1)).ignored(), one_of("./-").ignored()));
    let lead = choice((just('/').then(step.repeated()).ignored(), step.repeated().at_least(1)));
    lead.or_not().then(begins).then(name.separated_by(joint).at_least(1)).ignored()
}

/// A character without a meaning, together with all characters that combine with it: emoji parts, combining marks and
/// variation selectors.
fn cluster<'s>() -> impl Parser<'s, &'s str, ()> {
    let joiner = just('\u{200D}').then(any().filter(|c: &char| is_pictograph(*c))).ignored();
    let modifier = any().filter(|c: &char| is_mark(*c) || matches!(c, '\u{1F3FB}'..='\u{1F3FF}')).ignored();
    let flag = any().filter(|c: &char| is_regional(*c)).repeated().exactly(2).ignored();
    flag.or(any().ignored()).then(joiner.or(modifier).repeated()).ignored()
}

/// The beginning of a comment in the syntax of another language.
fn foreign_comment<'s>() -> impl Parser<'s, &'s str, ()> {
    let behind = any().filter(|c: &char| c.is_whitespace()).ignored().or(end()).rewind();
    let marks = choice((just("//"), just("#"), just("<!--")));
    let dash = || any().filter(|c: &char| is_dash(*c));
    choice((marks.ignored(), dash().then(dash()).then(behind).ignored()))
}

/// The longest sign of [`SIGNS`] that matches.
fn sign<'s>() -> impl Parser<'s, &'s str, Raw> {
    custom(|input| {
        let before = input.save();
        let rest = input.slice_from(&input.cursor()..);
        match longest_sign(rest) {
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

/// The index in [`SIGNS`] of the longest sign that `text` begins with. In a sign of several characters, a typographic
/// dash or colon stands for the character of the keyboard: `:−` is read like `:-`.
fn longest_sign(text: &str) -> Option<usize> {
    let first = on_keyboard(text.chars().next()?);
    let matches = |written: &str| text.starts_with(written) || is_typographic_form(text, written);
    let length = |at: &usize| {
        let written = SIGNS[*at].written;
        (written.chars().count(), text.starts_with(written))
    };
    (0..SIGNS.len())
        .filter(|at| SIGNS[*at].written.starts_with([first, text.chars().next().unwrap_or(first)]))
        .filter(|at| matches(SIGNS[*at].written))
        .max_by_key(length)
}

/// Whether `text` begins with the sign `written` of several characters, some of them in a typographic form.
fn is_typographic_form(text: &str, written: &str) -> bool {
    let mut characters = text.chars().map(on_keyboard);
    written.chars().nth(1).is_some() && written.chars().all(|one| characters.next() == Some(one))
}

/// The dash or colon of the keyboard that a typographic character stands for in a sign. Other characters are returned
/// unchanged.
fn on_keyboard(c: char) -> char {
    match c {
        '：' | '﹕' | '∶' | '꞉' => ':',
        c if is_dash(c) => '-',
        c => c,
    }
}

/// Whether this is the hyphen-minus of the keyboard or a character that looks similar: a hyphen, a dash or a minus.
pub(super) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2D7}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}')
}

/// Whether a character can be part of a name: letters of any script with their marks, digits and underscores. The
/// replacement character represents an invalid UTF-8 byte and belongs to the word that contained it.
pub(super) fn is_name_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == char::REPLACEMENT_CHARACTER || is_mark(c)
}

/// Whether this mark belongs to the preceding letter: an accent, vowel sign or variation selector.
pub(super) fn is_mark(c: char) -> bool {
    // Besides marks, Unicode allows some joiners, dots and connectors in identifiers.
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

/// Whether a character is invisible.
pub(super) fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}')
}

/// Whether a character may be part of a joined emoji.
fn is_pictograph(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace() && !c.is_ascii()
}

/// Whether this character is a regional indicator. Two such characters make a flag.
fn is_regional(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// White space other than space, tab and line break, and zero-width characters.
fn is_odd_space(c: char) -> bool {
    let plain = matches!(c, ' ' | '\t' | '\r' | '\n');
    !plain && (c.is_whitespace() || is_hidden(c))
}
