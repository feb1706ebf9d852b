//! Explains missing keywords, and keywords that lack only a space before or after them.

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::Span;

use super::grammar_errors::{Missing, Wanted, is_keyword};
use super::token::{Kind, Token};

/// What may follow a keyword.
#[derive(Clone, Copy, PartialEq)]
enum Value {
    Variable,
    Number,
    /// A number or a variable.
    Amount,
    /// A name or a number.
    Name,
    /// A name, a number or a variable.
    Any,
    /// A literal.
    Literal,
    /// Another keyword, or nothing.
    Word,
}

/// What may follow a keyword inside an item.
fn value_of(word: &str) -> Value {
    match word {
        "words" | "plays" | "against" | "counts" | "one" => Value::Variable,
        "by" | "to" | "level" | "row" | "in" | "about" => Value::Number,
        "attacking" | "defending" | "worth" => Value::Amount,
        "like" | "asks" => Value::Name,
        "for" | "as" | "from" | "of" => Value::Any,
        "if" | "suppose" => Value::Literal,
        _ => Value::Word,
    }
}

/// Keywords inside items that [`is_keyword`] does not contain, because they are also common names.
const FURTHER_KEYWORDS: [&str; 10] =
    ["when", "named", "counts", "suppose", "row", "on", "top", "colours", "in", "about"];

/// Whether this is a keyword inside some item.
fn is_inside_items(word: &str) -> bool {
    is_keyword(word) || FURTHER_KEYWORDS.contains(&word)
}

impl Missing<'_> {
    /// Explains missing spaces beside a keyword: `attacking20`, `20defending`, `forColor`, `aso`.
    pub(super) fn space_left_out(&self) -> Option<Diagnostic> {
        let gaps = self.gaps_behind_number().or_else(|| self.gap_behind_word())?;
        let start = self.found.span.range().start;
        let place = |at: &usize| Span::new(self.found.span.file, start + at, start + at);
        let label = match gaps.as_slice() {
            [gap] if self.words.contains(&&self.found.text[..*gap]) => {
                format!("a space is missing after `{}`", &self.found.text[..*gap])
            }
            [gap] => format!("a space is missing before `{}`", &self.found.text[*gap..]),
            _ => "spaces are missing in this word".to_owned(),
        };
        let message = Diagnostic::new(Code::Expected, self.title.clone(), place(gaps.first()?), label);
        let edits = gaps.iter().map(|gap| Edit { span: place(gap), text: " ".to_owned() }).collect();
        Some(message.fixes("write a space", edits))
    }

    /// The missing spaces in a word that begins with the expected number: `20defending`, `3by3`.
    fn gaps_behind_number(&self) -> Option<Vec<usize>> {
        let text = self.found.text;
        let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let end = text.len() - behind.len();
        let is_number = |one: &Wanted| match one {
            Wanted::Number(_) => true,
            Wanted::Word(word) => *word == &text[..end],
            _ => false,
        };
        if self.found.kind != Kind::Name || end == 0 || !self.wanted.iter().any(is_number) {
            return None;
        }
        if is_inside_items(behind) {
            return Some(vec![end]);
        }
        let word =
            (1..behind.len()).rev().filter_map(|at| behind.get(..at)).find(|word| is_inside_items(word))?;
        is_value(value_of(word), &behind[word.len()..]).then(|| vec![end, end + word.len()])
    }

    /// The missing space in a word that begins with an expected keyword.
    fn gap_behind_word(&self) -> Option<Vec<usize>> {
        let found = self.found;
        let words = self.words.iter().filter(|_| found.kind == Kind::Name);
        let begins = |word: &&&str| {
            let Some(rest) = found.text.strip_prefix(**word) else { return false };
            is_value(value_of(word), rest)
                || is_inside_items(rest) && rest != **word
                || self.is_name_behind(word, rest)
        };
        words.filter(begins).map(|word| vec![word.len()]).next()
    }

    /// Whether a word in lower case behind a keyword is the name that must follow the keyword. If such a name follows
    /// the whole word, the word is a misspelling of the keyword instead.
    fn is_name_behind(&self, word: &str, rest: &str) -> bool {
        if !rest.starts_with(char::is_alphanumeric) {
            return false;
        }
        match value_of(word) {
            Value::Name | Value::Any => {
                self.next.is_none_or(|next| !next.kind.is_word() || next.first || is_inside_items(next.text))
            }
            Value::Literal => self.next.is_some_and(|next| next.kind == Kind::Open),
            _ => false,
        }
    }

    pub(super) fn word_left_out(&self) -> Option<Diagnostic> {
        let would_fit = |word: &&str| would_fit(word, self.found, self.next);
        let word = self.words.iter().copied().find(would_fit)?;
        // The played variable may be before `plays` instead of after it.
        let is_played = self.next.is_some_and(|next| next.is("plays"))
            && self.rest.get(1).is_none_or(|next| next.kind != Kind::Variable);
        if self.before.is_some_and(|before| before.is(word)) || word == "against" && is_played {
            return None;
        }
        if let Some(message) = self.space_before(word) {
            return Some(message);
        }
        let (gap, label) = (self.found.gap, format!("`{word}` is missing here"));
        let message = Diagnostic::new(Code::Expected, self.title.clone(), gap, label);
        Some(message.fix(format!("write `{word}`"), gap, format!(" {word}")))
    }

    /// Explains a missing space before a keyword: `Colorbagainst Other`. A short keyword at the end of another word may
    /// be a coincidence.
    pub(super) fn space_before(&self, word: &str) -> Option<Diagnostic> {
        let before = self.before.filter(|before| matches!(before.kind, Kind::Name | Kind::Variable))?;
        let rest = before.text.strip_suffix(word)?;
        if !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let at = before.span.range().end - word.len();
        let place = Span::new(before.span.file, at, at);
        let label = format!("a space is missing before `{word}`");
        let message = Diagnostic::new(Code::Expected, self.title.clone(), place, label);
        Some(if word.len() > 3 && rest != word { message.fix("write a space", place, " ") } else { message })
    }
}

/// Whether `text`, which is joined to a keyword, can only be the value that follows it. A word in lower case may also be
/// the end of a misspelt keyword.
fn is_value(value: Value, text: &str) -> bool {
    let begins_variable = || text.starts_with(char::is_uppercase);
    let is_number = || !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let has_digit = || text.contains(|c: char| c.is_ascii_digit());
    match value {
        Value::Variable | Value::Literal => begins_variable(),
        Value::Number => is_number(),
        Value::Amount => is_number() || begins_variable(),
        Value::Name => !begins_variable() && has_digit(),
        Value::Any => begins_variable() || has_digit(),
        Value::Word => false,
    }
}

/// Whether the text would become plausible if the keyword were inserted before `found`.
pub(super) fn would_fit(word: &str, found: &Token, next: Option<&Token>) -> bool {
    match word {
        "if" => found.first || found.kind == Kind::Not || next.is_some_and(|next| next.kind == Kind::Open),
        "for" => {
            let behind = ["at", "attacking", "against", "plays"];
            matches!(found.kind, Kind::Name | Kind::Variable)
                && next.is_some_and(|next| behind.iter().any(|word| next.is(word)))
        }
        "against" => {
            let behind = ["at", "attacking", "plays"];
            found.kind == Kind::Variable && next.is_some_and(|next| behind.iter().any(|word| next.is(word)))
        }
        "attacking" => found.kind == Kind::Number && next.is_some_and(|next| next.is("defending")),
        "defending" => found.kind == Kind::Number && next.is_some_and(|next| next.is("if")),
        "when" => found.is("named") && next.is_some_and(|next| next.is("if")),
        "named" => found.is("if"),
        "at" => found.is("level"),
        "level" => found.kind == Kind::Number,
        "plays" => {
            let behind = |next: &Token| next.kind == Kind::Comma || next.is("if") || next.is("worth");
            found.kind == Kind::Variable && next.is_some_and(behind)
        }
        "worth" => {
            let is_number = matches!(found.kind, Kind::Number | Kind::Minus);
            is_number || found.kind == Kind::Variable && next.is_some_and(|next| next.is("if"))
        }
        "suppose" => found.kind == Kind::Not || next.is_some_and(|next| next.kind == Kind::Open),
        "from" => found.is("level"),
        // A field is drawn as one letter or digit.
        "as" => {
            let is_last = next.is_none_or(|next| matches!(next.kind, Kind::Comma | Kind::End));
            is_last && found.kind.is_word() && found.text.chars().count() == 1
        }
        _ => false,
    }
}
