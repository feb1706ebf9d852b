//! Functions in parts. What is longer or nested deeper than a person can follow is cut: the body of a loop, a question or
//! the making of a set becomes a function of its own, where few variables are needed in both.

use std::collections::{BTreeSet, HashSet};

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use super::names::Names;
use super::unit::layout;
use super::work;

/// How many lines a function has at most, its doc comment apart.
pub(super) const MOST_LINES: usize = 120;

/// A function with fewer tokens than this has not so many lines.
const FEWEST_TOKENS: usize = 2 * MOST_LINES;

/// A function with more tokens than this has more lines: no line has so many.
const MOST_TOKENS: usize = 60 * MOST_LINES;

/// How many tokens a line of a large function has.
const TOKENS_OF_A_LINE: usize = 10;

/// How many blocks stand in each other at most.
pub(super) const MOST_NESTED: usize = 6;

/// How many variables a part is given at most: one that needs more cannot be read without the rest.
pub(super) const MOST_GIVEN: usize = 24;

/// Of a function so many places are looked at: the innermost ones. Functions of programs that people wrote have fewer.
pub(super) const MOST_PLACES: usize = 64;

/// In how many parts a function is cut at most. Functions of programs that people wrote take three or four.
const MOST_PARTS: usize = 24;

/// A place where a function can be cut.
pub(super) struct Place {
    /// Its number: that of the step, the same however the function is cut.
    pub(super) number: usize,
    /// In how many blocks of the function it stands.
    pub(super) within: usize,
    /// What is cut out.
    pub(super) inside: TokenStream,
    /// How many variables it is given.
    pub(super) given: usize,
}

/// A function, and where it can be cut further.
pub(super) struct Part {
    /// The place where it was cut out; 0 for the rest, which stands first.
    pub(super) number: usize,
    pub(super) function: TokenStream,
    pub(super) places: Vec<Place>,
}

/// Writes a function, cut at these places.
pub(super) type Write<'w> = dyn Fn(&BTreeSet<usize>) -> Vec<Part> + 'w;

/// A function in as many parts as it takes.
pub(super) fn in_parts(names: &Names<'_>, write: &Write<'_>) -> TokenStream {
    let before = names.taken.borrow().mark();
    let mut cuts = BTreeSet::new();
    loop {
        names.budget.take_function();
        if names.budget.is_spent() {
            return TokenStream::new();
        }
        let mut parts = write(&cuts);
        let cut = if cuts.len() < MOST_PARTS { parts.iter().find_map(next_cut) } else { None };
        let Some(cut) = cut else {
            parts.sort_by_key(|part| part.number);
            return parts.into_iter().map(|part| part.function).collect();
        };
        cuts.insert(cut);
        names.taken.borrow_mut().take_back(before);
    }
}

/// Where a function that is too large is cut next.
fn next_cut(part: &Part) -> Option<usize> {
    if part.places.is_empty() {
        return None;
    }
    let (size, nested) = (size(&part.function), height(&part.function).saturating_sub(1));
    // Fewer tokens than this never take so many lines, and more always do.
    let lines = match size {
        0..FEWEST_TOKENS => 0,
        FEWEST_TOKENS..MOST_TOKENS => lines(&part.function),
        _ => size / TOKENS_OF_A_LINE,
    };
    if lines <= MOST_LINES && nested <= MOST_NESTED {
        return None;
    }
    let weighed = part.places.iter().filter_map(|place| {
        let inside = lines * self::size(&place.inside) / size.max(1);
        let height = height(&place.inside);
        let helps =
            if nested > MOST_NESTED { place.within + height > MOST_NESTED } else { inside > MOST_LINES / 15 };
        let deep = height.saturating_sub(MOST_NESTED) + (place.within + 1).saturating_sub(MOST_NESTED);
        let long = inside.saturating_sub(MOST_LINES) + (lines - inside).saturating_sub(MOST_LINES);
        let small = if inside < MOST_LINES / 10 { 20 } else { 0 };
        helps.then_some((20 * deep + long + 5 * place.given + small, place.number))
    });
    weighed.min().map(|(_, number)| number)
}

/// How many lines a function has, its doc comment apart.
fn lines(function: &TokenStream) -> usize {
    layout(function).lines().filter(|line| !line.starts_with("///")).count()
}

/// How many blocks stand in each other.
pub(super) fn height(tokens: &TokenStream) -> usize {
    let inside = each(tokens).map(|token| match token {
        TokenTree::Group(group) => {
            let inside = height(&group.stream());
            let is_block = match group.delimiter() {
                Delimiter::Brace => true,
                // The layout puts a closure that holds blocks into one of its own.
                Delimiter::Parenthesis => inside > 0 && has_bare_closure(&group.stream()),
                Delimiter::Bracket | Delimiter::None => false,
            };
            usize::from(is_block) + inside
        }
        _ => 0,
    });
    inside.max().unwrap_or(0)
}

/// Whether there is a closure without arguments whose body is no block.
fn has_bare_closure(tokens: &TokenStream) -> bool {
    let is_bar = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '|');
    let is_block =
        |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let tokens: Vec<TokenTree> = each(tokens).collect();
    tokens.windows(3).any(|three| is_bar(&three[0]) && is_bar(&three[1]) && !is_block(&three[2]))
}

/// How many tokens there are.
pub(super) fn size(tokens: &TokenStream) -> usize {
    let sizes = each(tokens).map(|token| match token {
        TokenTree::Group(group) => 1 + size(&group.stream()),
        _ => 1,
    });
    sizes.sum()
}

/// All names that occur among tokens.
pub(super) fn mentioned(tokens: &TokenStream) -> HashSet<String> {
    fn walk(tokens: &TokenStream, found: &mut HashSet<String>) {
        for token in each(tokens) {
            match token {
                TokenTree::Group(group) => walk(&group.stream(), found),
                TokenTree::Ident(ident) => {
                    found.insert(ident.to_string());
                }
                _ => {}
            }
        }
    }
    let mut found = HashSet::new();
    walk(tokens, &mut found);
    found
}

/// The names that something in scope is called by: not the variants of an enumeration, nor what stands behind `::` or `.`.
pub(super) fn called(tokens: &TokenStream) -> HashSet<String> {
    fn walk(tokens: &TokenStream, found: &mut HashSet<String>) {
        let is_punct = |token: Option<&TokenTree>, sign: char| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
        let is_word = |token: Option<&TokenTree>, word: &str| matches!(token, Some(TokenTree::Ident(ident)) if ident == word);
        let (mut last, mut before) = (None, None);
        for token in each(tokens) {
            let is_inside = is_punct(last.as_ref(), '.')
                || is_punct(last.as_ref(), ':') && is_punct(before.as_ref(), ':');
            let has_variants = is_word(before.as_ref(), "enum")
                || is_word(before.as_ref(), "words") && is_punct(last.as_ref(), '!');
            match &token {
                TokenTree::Group(group) if !has_variants => walk(&group.stream(), found),
                TokenTree::Ident(ident) if !is_inside => {
                    found.insert(ident.to_string());
                }
                _ => {}
            }
            before = last.replace(token);
        }
    }
    let mut found = HashSet::new();
    walk(tokens, &mut found);
    found
}

/// Whether a name occurs among tokens.
pub(super) fn mentions(tokens: &TokenStream, name: &str) -> bool {
    each(tokens).any(|token| match token {
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Ident(ident) => ident == name,
        _ => false,
    })
}

/// Tokens one by one, counted.
fn each(tokens: &TokenStream) -> impl Iterator<Item = TokenTree> {
    tokens.clone().into_iter().inspect(|_| work::count(1))
}

/// A parameter, or one that nobody asks.
pub(super) fn parameter(name: &str, body: &TokenStream) -> Ident {
    if mentions(body, name) { quote::format_ident!("{name}") } else { quote::format_ident!("_{name}") }
}
