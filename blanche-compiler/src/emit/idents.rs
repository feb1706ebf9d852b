//! Makes Rust identifiers from the names of rules, predicates, variables and sorts, and from numbers.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::comments::doc_line;
use super::work_count;

/// Keywords, which cannot be identifiers in Rust.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static",
    "struct", "super", "trait", "true", "try", "type", "typeof", "union", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// Converts a name to snake case: `white.three` becomes `white_three`, `Field1` becomes `field1`, `TThreat` becomes
/// `t_threat`. Non-ASCII letters are written as their code points, so that every name yields an identifier.
pub(super) fn snake(name: &str) -> String {
    let mut text = String::new();
    let mut last_lower = false;
    // An aggregate such as `count Field_ (…)` is named by the part before its body.
    let front = name.split_once(" (").map(|(front, _)| front.trim_end_matches('_').replace(", ", "_"));
    let name = front.as_deref().unwrap_or(name);
    // A call such as `step(Field, n)` is named by its words, or by its predicate if its words are too long.
    let called = name.contains('(').then(|| words_of_call(name));
    let name = called.as_deref().unwrap_or(name);
    // A negative number `-3`, or a sum `N + M - 1`. The program has a variable for each sum.
    let name = match name.strip_prefix('-') {
        Some(number) => format!("minus_{number}"),
        None => name.replace(" + ", "_plus_").replace(" - ", "_minus_"),
    };
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && last_lower {
                text.push('_');
            }
            last_lower = c.is_ascii_lowercase();
            text.push(c.to_ascii_lowercase());
        } else if "._-/ ".contains(c) {
            // Rust names should have no double underscores.
            if !text.ends_with('_') {
                text.push('_');
            }
            last_lower = false;
        } else {
            text.push_str(&format!("u{:x}u", u32::from(c)));
            last_lower = false;
        }
    }
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
        text.insert(0, 'n');
    }
    if text.chars().all(|c| c == '_') {
        text.push('n');
    }
    text
}

/// Maximum length of a name made from the words of a call, in bytes.
const MAX_CHARACTERS: usize = 28;

fn words_of_call(name: &str) -> String {
    let words = name.replace(['(', ')'], " ").replace(", ", " ");
    let words = words.split_whitespace().collect::<Vec<&str>>().join(" ");
    match words.len() > MAX_CHARACTERS {
        true => name.split('(').next().unwrap_or(name).to_owned(),
        false => words.replace(" + ", " plus ").replace(" - ", " minus "),
    }
}

/// Converts a name to camel case: `three-by-three` becomes `ThreeByThree`.
pub(super) fn camel(name: &str) -> String {
    snake(name)
        .split('_')
        .filter(|part| !part.is_empty())
        .map(|part| {
            let mut chars = part.chars();
            chars
                .next()
                .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
        })
        .collect()
}

/// An identifier; a keyword gets a trailing underscore.
pub(super) fn ident(text: &str) -> Ident {
    if KEYWORDS.contains(&text) || text == "Self" {
        Ident::new(&format!("{text}_"), Span::call_site())
    } else {
        Ident::new(text, Span::call_site())
    }
}

/// Chooses unique names in one scope.
#[derive(Clone, Default)]
pub(super) struct Namer {
    /// Names taken in an outer scope shared by many namers.
    elsewhere: Rc<HashSet<String>>,
    taken: HashSet<String>,
    /// For each wanted name that was already taken, the number to try next.
    next: HashMap<String, usize>,
    /// The names chosen so far, each with the wanted name and the previous value of `next`.
    given: Vec<(String, String, usize)>,
}

impl Namer {
    /// A namer for which some names are already taken.
    pub(super) fn reserving<'w>(words: impl IntoIterator<Item = &'w str>) -> Namer {
        Namer { taken: words.into_iter().map(str::to_owned).collect(), ..Namer::default() }
    }

    /// A namer that avoids the names of an outer scope.
    pub(super) fn beside(names: &Rc<HashSet<String>>) -> Namer {
        Namer { elsewhere: Rc::clone(names), ..Namer::default() }
    }

    /// Marks more names as taken.
    pub(super) fn avoiding(mut self, names: impl IntoIterator<Item = String>) -> Namer {
        let before = self.taken.len();
        self.taken.extend(names);
        work_count::count(self.taken.len() - before);
        self
    }

    /// Returns a unique variable name: the wanted name, or, if that is taken, the wanted name with an ordinal: `group`,
    /// `group_second`.
    pub(super) fn name(&mut self, wanted: &str) -> Ident {
        self.place(wanted, |place| format!("_{}", ordinal(place)))
    }

    /// Returns a unique name of a type or variant: `Group`, `GroupSecond`.
    pub(super) fn type_name(&mut self, wanted: &str) -> Ident {
        self.place(wanted, |place| camel(&ordinal(place)))
    }

    /// Returns a unique name of a constant: `GROUP`, `GROUP_SECOND`.
    pub(super) fn constant(&mut self, wanted: &str) -> Ident {
        self.place(&wanted.to_uppercase(), |place| format!("_{}", ordinal(place)).to_uppercase())
    }

    /// Returns the first of the wanted names that is free. If none is free, returns the last wanted name with an
    /// ordinal.
    pub(super) fn first(&mut self, wanted: impl IntoIterator<Item = String>) -> Ident {
        let mut last = String::new();
        for name in wanted {
            if self.is_free(&name) {
                return self.name(&name);
            }
            last = name;
        }
        self.name(&last)
    }

    /// All names that are taken: chosen names and reserved names.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.elsewhere.iter().chain(&self.taken)
    }

    /// Number of names chosen so far.
    pub(super) fn mark(&self) -> usize {
        self.given.len()
    }

    /// Releases all names chosen since `mark`, so that they can be chosen again.
    pub(super) fn take_back(&mut self, mark: usize) {
        while self.given.len() > mark {
            let Some((name, wanted, place)) = self.given.pop() else { break };
            self.taken.remove(&name);
            self.next.insert(wanted, place);
        }
    }

    /// Whether a name is free.
    fn is_free(&self, wanted: &str) -> bool {
        let name = ident(wanted).to_string();
        !self.taken.contains(&name) && !self.elsewhere.contains(&name)
    }

    fn place(&mut self, wanted: &str, behind: impl Fn(usize) -> String) -> Ident {
        // `In` and `In_` are two variables, so keywords are escaped before names are compared.
        let wanted = ident(wanted).to_string();
        // Trailing underscores distinguish names of the source; an ordinal is inserted before them.
        let bare = wanted.trim_end_matches('_').to_owned();
        let first = self.next.get(&wanted).copied().unwrap_or(1);
        for place in first.. {
            work_count::count(1);
            let name = match place {
                1 => wanted.clone(),
                _ => format!("{bare}{}{}", behind(place), &wanted[bare.len()..]),
            };
            if !self.elsewhere.contains(&name) && self.taken.insert(name.clone()) {
                self.next.insert(wanted.clone(), place + 1);
                self.given.push((name.clone(), wanted, first));
                return ident(&name);
            }
        }
        unreachable!("there are more places than names")
    }
}

/// Doc attributes, one per line.
pub(super) fn doc_lines(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| doc_line(line));
    quote!(#(#[doc = #lines])*)
}

/// A name without the trailing underscore that escapes a keyword.
pub(super) fn plain(name: &Ident) -> String {
    name.to_string().trim_end_matches('_').to_owned()
}

const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

const ORDINALS: [&str; 13] = [
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];

/// The ordinal of a number in words: `first`, `second`, …
pub(super) fn ordinal(place: usize) -> String {
    match ORDINALS.get(place) {
        Some(word) => (*word).to_owned(),
        None => format!("{}th", spelt(place).trim_end_matches('y')),
    }
}

/// A number in words. The digits of a large number are named one by one.
pub(super) fn spelt(number: usize) -> String {
    NUMBERS.get(number).map_or_else(
        || {
            let digits = number.to_string();
            let digits: Vec<&str> = digits.bytes().map(|digit| NUMBERS[usize::from(digit - b'0')]).collect();
            digits.join("_")
        },
        |word| (*word).to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_resemble_the_names_in_the_source() {
        assert_eq!(snake("white.three"), "white_three");
        assert_eq!(snake("Field1"), "field1");
        assert_eq!(snake("Group_1"), "group_1");
        assert_eq!(snake("5"), "n5");
        assert_eq!(camel("three-by-three"), "ThreeByThree");
        assert_eq!(camel("none"), "None");
        assert_eq!(ident("in").to_string(), "in_");
    }

    #[test]
    fn letters_outside_ascii_become_code_points() {
        assert_eq!(snake("été"), "ue9utue9u");
        assert_eq!(format!("{}_{}", snake("né"), snake("ça")), "nue9u_ue7ua");
    }

    #[test]
    fn released_names_are_reused() {
        let elsewhere = Rc::new(HashSet::from(["field".to_owned()]));
        let mut namer = Namer::beside(&elsewhere);
        assert_eq!(namer.name("group").to_string(), "group");
        let mark = namer.mark();
        let names = |namer: &mut Namer| ["group", "field", "group"].map(|name| namer.name(name).to_string());
        let first = names(&mut namer);
        assert_eq!(first, ["group_second", "field_second", "group_third"]);
        namer.take_back(mark);
        assert_eq!(names(&mut namer), first);
    }

    #[test]
    fn any_name_becomes_an_identifier() {
        for name in ["été", "_", "日本", "a.b-c", "9", "self", "Self"] {
            let _ = ident(&snake(name));
            let _ = ident(&camel(&format!("x{name}")));
        }
    }
}
