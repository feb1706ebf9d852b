//! Generates random items from the grammar. Their layout is random, if the grammar leaves it free.

use std::collections::{BTreeMap, BTreeSet};

use blanche_compiler::grammar::{Expression, Grammar};

use blanche_compiler::random::Random;

use super::words::GO_ON;

/// Depth beyond which the generator chooses the alternative that nests least.
const DEEPEST: usize = 12;
/// Maximum number of times that an optional part is repeated.
const LONGEST: usize = 4;

/// Words that have a meaning of their own in some positions where the grammar allows a name.
const SPOKEN: [&str; 3] = ["and", "or", "is"];

/// A generator of items.
pub(crate) struct Maker<'g> {
    grammar: &'g Grammar,
    random: Random,
    /// The minimum derivation depth of each production.
    heights: BTreeMap<&'g str, usize>,
    /// The keywords of the language.
    words: BTreeSet<&'g str>,
    used: BTreeSet<&'g str>,
}

impl<'g> Maker<'g> {
    pub(crate) fn new(grammar: &'g Grammar, seed: u64) -> Maker<'g> {
        let mut heights: BTreeMap<&str, usize> = BTreeMap::new();
        loop {
            let before = heights.clone();
            for production in &grammar.productions {
                if let Some(height) = height(&production.expression, &before) {
                    heights.insert(&production.name, height + 1);
                }
            }
            if heights == before {
                break;
            }
        }
        let mut words: BTreeSet<&str> = BTreeSet::from(SPOKEN);
        grammar.productions.iter().for_each(|production| collect(&production.expression, &mut words));
        Maker { grammar, random: Random::new(seed), heights, words, used: BTreeSet::new() }
    }

    /// The number of productions used so far.
    pub(crate) fn productions(&self) -> usize {
        self.used.len()
    }

    /// Generates a random item.
    pub(crate) fn item(&mut self) -> String {
        let mut tokens = Vec::new();
        self.production("item", 0, &mut tokens);
        let mut text = String::new();
        let mut depth = 0usize;
        for (at, token) in tokens.iter().enumerate() {
            if token == "\n" || at > 0 && tokens[at - 1] == "\n" {
                text.push_str(if token == "\n" { token } else { "    " });
                text.push_str(if token == "\n" { "" } else { token });
                continue;
            }
            depth = if token == ")" { depth.saturating_sub(1) } else { depth };
            if at > 0 {
                let last = tokens[at - 1].as_str();
                let free = depth > 0 || GO_ON.contains(&last);
                let glued =
                    matches!(token.as_str(), "," | ")" | ":" | ";" | "(") || matches!(last, "(" | "¬");
                match self.random.below(8) {
                    0 if free => text.push_str("\n    "),
                    1 if free => text.push_str("  % a remark\n\n    "),
                    2 => text.push_str("  "),
                    3 | 4 if glued => {}
                    _ => text.push(' '),
                }
            }
            text.push_str(token);
            depth += usize::from(token == "(");
        }
        text.push('\n');
        text
    }

    fn production(&mut self, name: &str, depth: usize, tokens: &mut Vec<String>) {
        let production = self.grammar.production(name).expect("the grammar was read whole");
        self.used.insert(&production.name);
        if name == "newline" {
            tokens.push("\n".to_owned());
        } else if production.section == "Words" {
            tokens.push(self.word(&production.expression));
        } else {
            self.expression(&production.expression, depth + 1, tokens);
        }
    }

    /// A random word. It is not a keyword, and not a number with a leading zero.
    fn word(&mut self, expression: &'g Expression) -> String {
        loop {
            let mut letters = Vec::new();
            self.expression(expression, 0, &mut letters);
            let word = letters.concat();
            let number = word.bytes().all(|byte| byte.is_ascii_digit());
            let taken = if number {
                word.len() > 1 && word.starts_with('0')
            } else {
                self.words.contains(word.as_str())
            };
            if !taken {
                return word;
            }
        }
    }

    fn expression(&mut self, expression: &'g Expression, depth: usize, tokens: &mut Vec<String>) {
        let deep = depth > DEEPEST;
        match expression {
            Expression::Word(word) => tokens.push(word.clone()),
            Expression::Said(said) => tokens.push(self.letter(said)),
            Expression::Name(name)
                if self.grammar.production(name).is_some_and(|p| p.section == "Words") && depth == 0 =>
            {
                let inner = &self.grammar.production(name).expect("it was found").expression;
                self.used.insert(name);
                self.expression(inner, 0, tokens);
            }
            Expression::Name(name) => self.production(name, depth, tokens),
            Expression::Sequence(parts) => parts.iter().for_each(|part| self.expression(part, depth, tokens)),
            Expression::Choice(branches) => {
                let shortest = branches.iter().min_by_key(|branch| height(branch, &self.heights));
                let branch = match shortest.filter(|_| deep) {
                    Some(shortest) => shortest,
                    None => &branches[self.random.below(branches.len())],
                };
                self.expression(branch, depth, tokens);
            }
            Expression::Option(inner) => {
                if !deep && self.random.below(2) == 0 {
                    self.expression(inner, depth, tokens);
                }
            }
            Expression::Repeat(inner) => {
                for _ in 0..LONGEST {
                    if deep || self.random.below(2) == 0 {
                        break;
                    }
                    self.expression(inner, depth, tokens);
                }
            }
        }
    }

    fn letter(&mut self, said: &str) -> String {
        let letters: Vec<char> = match said {
            "a letter of any script that is no capital" => {
                "abcdefghijklmnopqrstuvwxyzéßøλжあ".chars().collect()
            }
            "a mark that belongs to the letter in front of it, such as an accent" => {
                vec!['\u{301}', '\u{308}', '\u{94D}', '\u{93F}']
            }
            "a quotation mark" => vec!['"'],
            "a capital letter of any script" => "ABCFGNXYZÉΛЖ".chars().collect(),
            other => panic!("nobody knows what {other} is"),
        };
        self.random.choose(&letters).to_string()
    }
}

/// The minimum derivation depth of an expression; `None` as long as it is unknown.
fn height(expression: &Expression, known: &BTreeMap<&str, usize>) -> Option<usize> {
    match expression {
        Expression::Word(_) | Expression::Said(_) | Expression::Option(_) | Expression::Repeat(_) => Some(0),
        Expression::Name(name) => known.get(name.as_str()).copied(),
        Expression::Sequence(parts) => {
            parts.iter().map(|part| height(part, known)).try_fold(0, |most, part| Some(most.max(part?)))
        }
        Expression::Choice(branches) => branches.iter().filter_map(|branch| height(branch, known)).min(),
    }
}

/// The keywords of the grammar that look like names.
fn collect<'g>(expression: &'g Expression, words: &mut BTreeSet<&'g str>) {
    match expression {
        Expression::Word(word) => {
            words.insert(word);
        }
        Expression::Name(_) | Expression::Said(_) => {}
        Expression::Sequence(parts) | Expression::Choice(parts) => {
            parts.iter().for_each(|part| collect(part, words))
        }
        Expression::Option(inner) | Expression::Repeat(inner) => collect(inner, words),
    }
}
