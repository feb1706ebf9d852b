//! Checks that the names of all variables that the emitter itself uses are reserved. The names are read from its
//! source.

use std::fs;
use std::path::Path;

use blanche_sorted::SortedSet;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::emit::reserved::OF_FUNCTIONS;

/// The source files of the emitter that emit functions with variables of rules.
const FILES: [&str; 14] = [
    "accesses.rs",
    "actions.rs",
    "block/splits.rs",
    "block/loops.rs",
    "block/mod.rs",
    "calls.rs",
    "comparisons.rs",
    "levels.rs",
    "operands.rs",
    "recursion.rs",
    "routines.rs",
    "rules.rs",
    "scores.rs",
    "sets.rs",
];

/// The names that emitted code binds: after `let` and `for`, and as the first parameter of closures. Interpolated
/// names are preceded by `#`.
fn bound(tokens: &TokenStream, found: &mut SortedSet<String>) {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is_bar = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '|');
    let is_word = |token: &TokenTree, words: &[&str]| matches!(token, TokenTree::Ident(ident) if words.iter().any(|word| ident == word));
    for (at, token) in tokens.iter().enumerate() {
        let before = |by: usize| at.checked_sub(by).map(|at| &tokens[at]);
        let is_mutable = before(1).is_some_and(|token| is_word(token, &["mut"]));
        let binder = if is_mutable { before(2) } else { before(1) };
        let is_bound = binder.is_some_and(|token| is_word(token, &["let", "for"]));
        let is_first = before(1).is_some_and(is_bar)
            && !before(2).is_some_and(|token| matches!(token, TokenTree::Group(_)));
        match token {
            TokenTree::Ident(ident) if is_bound || is_first => {
                found.insert(ident.to_string());
            }
            TokenTree::Group(group) => bound(&group.stream(), found),
            _ => {}
        }
    }
}

/// The names bound in all code that a file quotes.
fn quoted(tokens: &TokenStream, found: &mut SortedSet<String>) {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let is_quote = at > 1 && matches!(&tokens[at - 2], TokenTree::Ident(ident) if ident == "quote");
        match is_quote && group.delimiter() != Delimiter::Bracket {
            true => bound(&group.stream(), found),
            false => quoted(&group.stream(), found),
        }
    }
}

#[test]
fn the_variable_names_of_the_emitter_are_reserved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/emit");
    let mut found = SortedSet::new();
    for file in FILES {
        let text = fs::read_to_string(folder.join(file)).expect("the file can be read");
        quoted(&text.parse().expect("it is Rust"), &mut found);
    }
    found.retain(|name| name.starts_with(char::is_lowercase) && name != "mut");
    assert!(found.contains("answers") && found.contains("is_there"), "there is more: {found:?}");
    let free: Vec<&String> = found.iter().filter(|name| !OF_FUNCTIONS.contains(&name.as_str())).collect();
    assert!(free.is_empty(), "`OF_FUNCTIONS` in `reserved` lacks {free:?}");
}
