//! Rust names from the names of rules, predicates, variables and sorts.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

/// Words that cannot name anything in Rust.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static",
    "struct", "super", "trait", "true", "try", "type", "typeof", "union", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// `white.three` becomes `white_three`, `Field1` becomes `field1`, `TThreat` `t_threat`. Letters that are not
/// ASCII are written by their number, so that any name gives an identifier.
pub(super) fn snake(name: &str) -> String {
    let mut text = String::new();
    let mut last_lower = false;
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && last_lower {
                text.push('_');
            }
            last_lower = c.is_ascii_lowercase();
            text.push(c.to_ascii_lowercase());
        } else if c == '.' || c == '-' || c == '_' || c == '/' {
            text.push('_');
            last_lower = false;
        } else {
            text.push_str(&format!("u{:x}_", u32::from(c)));
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

/// `three-by-three` becomes `ThreeByThree`.
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

/// An identifier; a keyword gets an underscore behind it.
pub(super) fn ident(text: &str) -> Ident {
    if KEYWORDS.contains(&text) || text == "Self" {
        Ident::new(&format!("{text}_"), Span::call_site())
    } else {
        Ident::new(text, Span::call_site())
    }
}

/// Hands out names of one scope, each once.
#[derive(Default)]
pub(super) struct Namer {
    taken: BTreeMap<String, u32>,
}

impl Namer {
    /// With names that are taken already.
    pub(super) fn reserving(words: &[&str]) -> Namer {
        Namer { taken: words.iter().map(|word| ((*word).to_owned(), 1)).collect() }
    }

    /// Also with these, which are taken elsewhere.
    pub(super) fn avoiding(mut self, names: impl IntoIterator<Item = String>) -> Namer {
        self.taken.extend(names.into_iter().map(|name| (name, 1)));
        self
    }

    /// The wanted name, or the wanted name with a number behind it.
    pub(super) fn name(&mut self, wanted: &str) -> Ident {
        // `In` and `In_` are two variables, so a keyword is escaped before it is compared.
        let wanted = ident(wanted).to_string();
        let mut name = wanted.clone();
        let mut number = 2;
        while self.taken.contains_key(&name) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        self.taken.insert(name.clone(), 1);
        ident(&name)
    }
}

/// Doc attributes, one a line.
pub(super) fn doc_lines(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote!(#(#[doc = #lines])*)
}

/// The name of the trait of a domain's facts.
pub(super) fn facts_name(domain: &str) -> Ident {
    format_ident!("{}Facts", camel(domain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_like_their_sources() {
        assert_eq!(snake("white.three"), "white_three");
        assert_eq!(snake("Field1"), "field1");
        assert_eq!(snake("Group_1"), "group_1");
        assert_eq!(snake("5"), "n5");
        assert_eq!(camel("three-by-three"), "ThreeByThree");
        assert_eq!(camel("none"), "None");
        assert_eq!(ident("in").to_string(), "in_");
    }

    #[test]
    fn any_name_gives_an_identifier() {
        for name in ["été", "_", "日本", "a.b-c", "9", "self", "Self"] {
            let _ = ident(&snake(name));
            let _ = ident(&camel(&format!("x{name}")));
        }
    }
}
