//! Splits texts into tokens as the comment at the start of the grammar specifies, and classifies the words.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use blanche_compiler::grammar::Grammar;

use super::derive::{Deriver, Terminal};

/// A word, a sign or a line end, with all kinds of the grammar to which it belongs.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    text: String,
    kinds: BTreeSet<String>,
}

impl Token {
    /// Whether the token matches a terminal of the grammar.
    pub(crate) fn is(&self, terminal: &Terminal) -> bool {
        match terminal {
            Terminal::Word(word) => self.text == *word,
            Terminal::Kind(kind) => self.kinds.contains(kind),
            Terminal::Said(said) => unreachable!("{said} stands among words"),
        }
    }
}

/// A tokenizer. It caches the kinds to which words belong.
pub(crate) struct Scanner {
    kinds: Vec<(String, Deriver)>,
    known: HashMap<String, BTreeSet<String>>,
    suppression: Deriver,
}

/// The signs of the language. A sign comes before all shorter signs with which it begins, so that the longest one is
/// found.
const SIGNS: [&str; 22] = [
    "...", ":-", ":", ",", ";", "(", ")", "¬", "!=", "\\=", "<>", "<=", "=<", ">=", "=", "≠", "<", "≤", ">",
    "≥", "+", "-",
];

/// Tokens after which an item continues on the next line.
pub(crate) const GO_ON: [&str; 20] = [
    ",", ":", ":-", ";", "¬", "!=", "\\=", "<>", "<=", "=<", ">=", "=", "≠", "<", "≤", ">", "≥", "+", "-",
    "if",
];

/// The keywords that start an effect of a move.
const EFFECTS: [&str; 3] = ["removes", "adds", "then"];

impl Scanner {
    pub(crate) fn new(grammar: &Grammar) -> Scanner {
        let words = grammar.productions.iter().filter(|production| production.section == "Words");
        let kinds = words.map(|word| (word.name.clone(), Deriver::new(grammar, &word.name, |_| false)));
        let suppression = Deriver::new(grammar, "suppression", |_| false);
        Scanner { kinds: kinds.collect(), known: HashMap::new(), suppression }
    }

    /// The tokens of a text; `None` for a malformed comment or an invalid character.
    pub(crate) fn tokens(&mut self, text: &str) -> Option<Vec<Token>> {
        let mut found: Vec<Token> = Vec::new();
        let mut depth = 0usize;
        let mut in_body = false;
        // The kind of the current item, and the kind of the current line within the item.
        let (mut item, mut line) = (String::new(), String::new());
        // Skip a byte-order mark.
        let mut at = text.len() - text.strip_prefix('\u{FEFF}').unwrap_or(text).len();
        let newline = || Token { text: "\n".to_owned(), kinds: BTreeSet::from(["newline".to_owned()]) };
        while let Some(first) = text[at..].chars().next() {
            let rest = &text[at..];
            if first == '\n' {
                at += 1;
                let last = found.last().map_or("", |last| last.text.as_str());
                let joins = EFFECTS.contains(&line.as_str()) && last == "for"
                    || item == "claims" && last == "suppose";
                let goes_on = GO_ON.contains(&last) || in_body && (last == "not" || joins);
                if depth == 0 && !goes_on {
                    found.push(newline());
                    in_body = false;
                }
            } else if matches!(first, ' ' | '\t' | '\r') {
                at += 1;
            } else if first == '%' {
                let comment = rest.lines().next().unwrap_or_default();
                at += comment.len();
                if comment.starts_with("%!") && !self.allows(comment) {
                    return None;
                }
            } else if let Some(length) = quoted(rest) {
                let token = self.word(&rest[..length]);
                found.push(token);
                at += length;
            } else if let Some(length) = word(rest) {
                let names_file =
                    found.last().is_some_and(|last| ["domain", "base", "use"].contains(&last.text.as_str()));
                let whole = [&rest[..length]];
                if found.last().is_none_or(|last| last.text == "\n") {
                    let continues = item == "move" && EFFECTS.contains(&whole[0]);
                    line = whole[0].to_owned();
                    item = if continues { item } else { line.clone() };
                }
                for part in if names_file { whole.to_vec() } else { parts(&rest[..length]) } {
                    found.push(self.word(part));
                }
                in_body |= match whole[0] {
                    "if" => true,
                    "for" => EFFECTS.contains(&line.as_str()),
                    "suppose" => item == "claims",
                    _ => false,
                };
                at += length;
            } else {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign))?;
                match *sign {
                    "(" => {
                        depth += 1;
                        if let Some(not) = found.last_mut().filter(|last| in_body && last.text == "not") {
                            not.kinds.clear();
                        }
                    }
                    ":-" => in_body = true,
                    ")" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                found.push(Token { text: (*sign).to_owned(), kinds: BTreeSet::new() });
                at += sign.len();
            }
        }
        found.push(newline());
        Some(found)
    }

    fn word(&mut self, text: &str) -> Token {
        if text == "-" {
            return Token { text: text.to_owned(), kinds: BTreeSet::new() };
        }
        let kinds = self.known.entry(text.to_owned()).or_insert_with(|| {
            let letters: Vec<char> = text.chars().collect();
            let is = |kind: &&(String, Deriver)| kind.1.derives(&letters, letter_is);
            self.kinds.iter().filter(is).map(|(name, _)| name.clone()).collect()
        });
        Token { text: text.to_owned(), kinds: kinds.clone() }
    }

    /// Whether a comment is a suppression of a warning. Spaces are allowed between its words.
    fn allows(&self, comment: &str) -> bool {
        let Some((front, reason)) = comment.split_once(':') else { return false };
        if reason.trim().is_empty() {
            return false;
        }
        let mut letters: Vec<String> = Vec::new();
        for part in front.split_whitespace() {
            match part.strip_prefix("%!") {
                Some(rest) => {
                    letters.push("%!".to_owned());
                    letters.extend((!rest.is_empty()).then(|| rest.to_owned()));
                }
                None if part == "allow" => letters.push(part.to_owned()),
                None => letters.extend(part.chars().map(String::from)),
            }
        }
        letters.extend([":".to_owned(), reason.to_owned()]);
        self.suppression.derives(&letters, |terminal, part| match terminal {
            Terminal::Word(word) => word == part,
            Terminal::Said(said) => said == "anything up to the end of the line" && part == reason,
            Terminal::Kind(_) => false,
        })
    }
}

/// Whether a letter matches a terminal in a production for words.
fn letter_is(terminal: &Terminal, letter: &char) -> bool {
    match terminal {
        Terminal::Word(word) => *word == letter.to_string(),
        Terminal::Said(said) => match said.as_str() {
            "a letter of any script that is no capital" => {
                letter.is_alphanumeric() && !letter.is_uppercase() && !letter.is_ascii_digit()
            }
            "a capital letter of any script" => letter.is_uppercase(),
            "a mark that belongs to the letter in front of it, such as an accent" => is_mark(*letter),
            "a quotation mark" => *letter == '"',
            _ => false,
        },
        Terminal::Kind(kind) => unreachable!("{kind} stands in a word"),
    }
}

/// The parts of a sum that is written without spaces, such as `N-1`: variables, numbers and minus signs. A word that is
/// not a sum is returned whole.
fn parts(word: &str) -> Vec<&str> {
    let is_variable = |part: &str| {
        part.starts_with(char::is_uppercase) && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let all: Vec<&str> = word.split('-').collect();
    match all.iter().any(|part| is_variable(part))
        && all.iter().all(|part| is_variable(part) || is_number(part))
    {
        true => all
            .iter()
            .enumerate()
            .flat_map(|(at, part)| [(at > 0).then_some("-"), Some(*part)])
            .flatten()
            .collect(),
        false => vec![word],
    }
}

/// Whether a character is a combining mark. Such marks are not letters, but they are valid within a name.
fn is_mark(c: char) -> bool {
    let is_other = c.is_alphanumeric() || matches!(c, '_' | '.');
    !is_other && blanche_compiler::syntax::is_name(&format!("a{c}"))
}

/// The length in bytes of the word at the start of a text. A word consists of letters, digits and underscores, with
/// single dots, hyphens or slashes between them.
fn word(text: &str) -> Option<usize> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_' || is_mark(c);
    let mut length = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        let next = letters.peek().is_some_and(|(_, next)| is_letter(*next));
        if length == 0 && is_mark(c) || !(is_letter(c) || length > 0 && ".-/".contains(c) && next) {
            break;
        }
        length = at + c.len_utf8();
    }
    (length > 0).then_some(length)
}

/// The length in bytes of the quoted path at the start of a text.
fn quoted(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('"')?.lines().next()?;
    inside.find('"').map(|end| end + 2)
}

/// The words and signs of a text with their byte ranges. Comments are left out.
pub(crate) fn cut(text: &str) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign)).map(|sign| sign.len());
        let length = match quoted(rest).or(word(rest)).or(sign) {
            Some(length) => {
                found.push((at..at + length, rest[..length].to_owned()));
                length
            }
            None if first == '%' => rest.lines().next().map_or(1, str::len),
            None => first.len_utf8(),
        };
        at += length;
    }
    found
}
