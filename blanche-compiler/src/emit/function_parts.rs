//! Splits functions that are too long or too deeply nested to follow. The body of a loop, a test or the computation of
//! a set becomes a function of its own, preferably if it shares few variables with the rest.

use std::collections::HashSet;

use blanche_sorted::{Arrange, SortedSet};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use super::names::Names;
use super::unit::layout;
use super::work_count;

/// Maximum number of lines in a function, without its doc comment.
pub(super) const MAX_LINES: usize = 120;

/// Number of tokens below which a function is assumed to be short enough.
const MIN_TOKENS: usize = 2 * MAX_LINES;

/// Number of tokens above which a function is certainly too long, because no function of [`MAX_LINES`] lines has that
/// many tokens.
const MAX_TOKENS: usize = 60 * MAX_LINES;

/// Average number of tokens per line in a large function.
const TOKENS_OF_A_LINE: usize = 10;

/// Maximum nesting depth of blocks.
pub(super) const MAX_NESTED: usize = 6;

/// Maximum number of variables passed to a part. A part with more variables could not be understood without the rest of
/// the function.
pub(super) const MAX_PASSED_VARIABLES: usize = 24;

/// Maximum number of points in a function considered for a split, the innermost ones first. Functions from
/// human-written programs have fewer such points.
pub(super) const MAX_SPLIT_POINTS: usize = 64;

/// Maximum number of parts into which a function is split. Functions from human-written programs take three or
/// four.
const MAX_PARTS: usize = 24;

/// A point at which a function can be split.
pub(super) struct SplitPoint {
    /// The number of the step or other split point. It does not depend on earlier splits.
    pub(super) number: usize,
    /// Nesting depth of the point in the function.
    pub(super) within: usize,
    /// The code that would be moved out.
    pub(super) inside: TokenStream,
    /// Number of variables that would be passed to the new function.
    pub(super) given: usize,
}

/// A function, and the points at which it can be split further.
pub(super) struct FunctionPart {
    /// The number of the point at which the function was split off. It is 0 for the original function, which comes
    /// first.
    pub(super) number: usize,
    pub(super) function: TokenStream,
    pub(super) split_points: Vec<SplitPoint>,
}

/// Writes a function, split at the given points.
pub(super) type Write<'w> = dyn Fn(&SortedSet<usize>) -> Vec<FunctionPart> + 'w;

/// Writes a function, split into as many parts as necessary.
pub(super) fn in_parts(names: &Names<'_>, write: &Write<'_>) -> TokenStream {
    let before = names.taken.borrow().mark();
    let mut splits = SortedSet::new();
    loop {
        names.budget.take_function();
        if names.budget.is_spent() {
            return TokenStream::new();
        }
        let mut parts = write(&splits);
        let cut = if splits.len() < MAX_PARTS { parts.iter().find_map(next_cut) } else { None };
        let Some(cut) = cut else {
            parts.arrange_by_key(|part| part.number);
            return parts.into_iter().map(|part| part.function).collect();
        };
        splits.insert(cut);
        names.taken.borrow_mut().take_back(before);
    }
}

/// The next point at which to split a function that is too large, or `None` if it is small enough.
fn next_cut(part: &FunctionPart) -> Option<usize> {
    if part.split_points.is_empty() {
        return None;
    }
    let (size, nested) = (size(&part.function), height(&part.function).saturating_sub(1));
    // Only sizes between these bounds need to be formatted to count their lines.
    let lines = match size {
        0..MIN_TOKENS => 0,
        MIN_TOKENS..MAX_TOKENS => lines(&part.function),
        _ => size / TOKENS_OF_A_LINE,
    };
    if lines <= MAX_LINES && nested <= MAX_NESTED {
        return None;
    }
    let weighed = part.split_points.iter().filter_map(|place| {
        let inside = lines * self::size(&place.inside) / size.max(1);
        let height = height(&place.inside);
        let helps =
            if nested > MAX_NESTED { place.within + height > MAX_NESTED } else { inside > MAX_LINES / 15 };
        let deep = height.saturating_sub(MAX_NESTED) + (place.within + 1).saturating_sub(MAX_NESTED);
        let long = inside.saturating_sub(MAX_LINES) + (lines - inside).saturating_sub(MAX_LINES);
        let small = if inside < MAX_LINES / 10 { 20 } else { 0 };
        helps.then_some((20 * deep + long + 5 * place.given + small, place.number))
    });
    weighed.min().map(|(_, number)| number)
}

/// Number of lines of a function, without its doc comment.
fn lines(function: &TokenStream) -> usize {
    layout(function).lines().filter(|line| !line.starts_with("///")).count()
}

/// Nesting depth of blocks in some tokens.
pub(super) fn height(tokens: &TokenStream) -> usize {
    let inside = each(tokens).map(|token| match token {
        TokenTree::Group(group) => {
            let inside = height(&group.stream());
            let is_block = match group.delimiter() {
                Delimiter::Brace => true,
                // The formatter wraps a closure that contains blocks in a block of its own.
                Delimiter::Parenthesis => inside > 0 && has_bare_closure(&group.stream()),
                Delimiter::Bracket | Delimiter::None => false,
            };
            usize::from(is_block) + inside
        }
        _ => 0,
    });
    inside.max().unwrap_or(0)
}

/// Whether there is a closure without parameters whose body is not a block.
fn has_bare_closure(tokens: &TokenStream) -> bool {
    let is_bar = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '|');
    let is_block =
        |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let tokens: Vec<TokenTree> = each(tokens).collect();
    tokens.windows(3).any(|three| is_bar(&three[0]) && is_bar(&three[1]) && !is_block(&three[2]))
}

/// Number of tokens, including those in groups.
pub(super) fn size(tokens: &TokenStream) -> usize {
    let sizes = each(tokens).map(|token| match token {
        TokenTree::Group(group) => 1 + size(&group.stream()),
        _ => 1,
    });
    sizes.sum()
}

/// All identifiers that occur in some tokens.
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

/// The identifiers that refer to names in scope, without enum variants and what follows `::` or `.`.
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

/// Whether an identifier occurs in some tokens.
pub(super) fn mentions(tokens: &TokenStream, name: &str) -> bool {
    each(tokens).any(|token| match token {
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Ident(ident) => ident == name,
        _ => false,
    })
}

/// Iterates over top-level tokens, counting them as work.
fn each(tokens: &TokenStream) -> impl Iterator<Item = TokenTree> {
    tokens.clone().into_iter().inspect(|_| work_count::count(1))
}

/// A parameter name, with a leading underscore if `body` does not use it.
pub(super) fn parameter(name: &str, body: &TokenStream) -> Ident {
    if mentions(body, name) { quote::format_ident!("{name}") } else { quote::format_ident!("_{name}") }
}
