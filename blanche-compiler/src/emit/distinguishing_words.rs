//! Makes words for names: spells out constants, and finds words that distinguish literals. Two names never differ only
//! in a number, because a number tells the reader nothing.

use std::collections::{HashMap, HashSet};

use super::idents::{snake, spelt};

/// A constant as part of a name: `white`, `three`.
pub(super) fn constant_word(text: &str) -> String {
    text.parse().map_or_else(|_| snake(text), spelt)
}

/// Converts words separated by `.`, some of which may be constants, to part of a Rust name. A number at the end of
/// a name is kept if the source has it.
pub(super) fn phrase(text: &str) -> String {
    let words: Vec<String> = text.split('.').filter(|word| !word.is_empty()).map(constant_word).collect();
    words.join("_")
}

/// The predicates that occur in a text of literals, in order. Negated predicates get the prefix `no_`.
pub(super) fn literal_words(text: &str) -> Vec<String> {
    let body = text.split_once(":-").map_or(text, |(_, body)| body);
    let mut words = Vec::new();
    let mut no = false;
    let mut signs = body.char_indices().peekable();
    while let Some((start, sign)) = signs.next() {
        if sign == '¬' {
            no = true;
            continue;
        }
        if !sign.is_alphabetic() {
            no &= sign == '(' || sign.is_whitespace();
            continue;
        }
        let mut end = start + sign.len_utf8();
        while let Some((at, sign)) =
            signs.next_if(|(_, sign)| sign.is_alphanumeric() || ".-_".contains(*sign))
        {
            end = at + sign.len_utf8();
        }
        let (word, behind) = (&body[start..end], body[end..].trim_start());
        match word {
            "not" => no = true,
            "after" => {}
            _ if sign.is_uppercase() || !behind.starts_with('(') => no = false,
            _ => {
                words.push(if no { format!("no_{}", snake(word)) } else { snake(word) });
                no = false;
            }
        }
    }
    words
}

/// Maximum number of words of a list that are searched for a distinguishing pair.
const MAX_PAIRED_WORDS: usize = 16;

/// For each list of words, the first word that is in no other list, or else the first pair of words that is in no other
/// list. `None` if there is neither.
pub(super) fn telling_words(lists: &[Vec<String>]) -> Vec<Option<String>> {
    let mut having: HashMap<&str, usize> = HashMap::new();
    let mut having_both: HashMap<(&str, &str), usize> = HashMap::new();
    for words in lists {
        let different: HashSet<&str> = words.iter().map(String::as_str).collect();
        different.into_iter().for_each(|word| *having.entry(word).or_default() += 1);
        for pair in pairs(words) {
            *having_both.entry(sorted(pair)).or_default() += 1;
        }
    }
    let telling = |words: &Vec<String>| {
        let alone = words.iter().find(|word| having[word.as_str()] == 1).cloned();
        let pair = || {
            let mut pairs = pairs(words).into_iter();
            pairs.find(|pair| having_both[&sorted(*pair)] == 1).map(|(a, b)| format!("{a}_and_{b}"))
        };
        alone.or_else(pair)
    };
    lists.iter().map(telling).collect()
}

/// All pairs of distinct words among the first words, in order.
fn pairs(words: &[String]) -> Vec<(&str, &str)> {
    let mut first: Vec<&str> = Vec::new();
    for word in words {
        if first.len() < MAX_PAIRED_WORDS && !first.contains(&word.as_str()) {
            first.push(word);
        }
    }
    let first = first.as_slice();
    let behind = |at: usize| first[at + 1..].iter().map(move |other| (first[at], *other));
    (0..first.len()).flat_map(behind).collect()
}

/// A pair of words in alphabetical order.
fn sorted<'w>((a, b): (&'w str, &'w str)) -> (&'w str, &'w str) {
    if a < b { (a, b) } else { (b, a) }
}

#[cfg(test)]
mod tests {
    use super::super::idents::ordinal;
    use super::*;

    #[test]
    fn the_words_of_literals_are_their_predicates() {
        assert_eq!(literal_words("likes(X, anna), ¬old(X)"), ["likes", "no_old"]);
        assert_eq!(
            literal_words("aunt(X) :- sister(X, Y_), ¬ after grow.up(Y_): (rich(Y_))"),
            ["sister", "no_grow_up", "rich"]
        );
        assert_eq!(literal_words("¬(a(X), b(X, c))"), ["no_a", "b"]);
        assert_eq!(literal_words(""), [""; 0]);
    }

    #[test]
    fn a_distinguishing_word_occurs_in_only_one_list() {
        let lists = [literal_words("a(X), b(X)"), literal_words("a(X), c(X), b(X)"), literal_words("a(X)")];
        assert_eq!(telling_words(&lists), [None, Some("c".to_owned()), None]);
        let lists = ["a(X), b(X)", "b(X), c(X)", "c(X), a(X)"].map(literal_words);
        let told: Vec<String> = telling_words(&lists).into_iter().flatten().collect();
        assert_eq!(told, ["a_and_b", "b_and_c", "c_and_a"]);
    }

    #[test]
    fn numbers_are_spelt_out() {
        assert_eq!(phrase("group.white.3"), "group_white_three");
        assert_eq!(phrase("Field2.some"), "field2_some");
        assert_eq!(constant_word("225"), "two_two_five");
        assert_eq!(
            [ordinal(1), ordinal(2), ordinal(12), ordinal(13)],
            ["first", "second", "twelfth", "thirteenth"]
        );
    }
}
