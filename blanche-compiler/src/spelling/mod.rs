//! "Did you mean": the nearest known word. Every search has a bound: long names are compared with no other one, words are
//! compared as far as they may be near, and a program has a number of steps for all its unknown names ([`Speller`]).

mod distance;
mod speller;

use distance::within;
pub use speller::{MOST_LETTERS, Speller};

/// The first candidate of those that are nearest to `word`, where a person asks once ([`Speller::equally_near`]).
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    Speller::default().equally_near(word, candidates).first().copied()
}

/// The nearest candidate, if no other one is near enough to be meant.
pub fn only_near<'a>(word: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let near = nearest(word, candidates.clone())?;
    nearest(word, candidates.filter(|other| *other != near)).is_none().then_some(near)
}

/// A name with the article that its first letter wants: "a `field`", "an `edge`".
pub(crate) fn with_article(name: &str) -> String {
    let is_vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} `{name}`", if is_vowel { "an" } else { "a" })
}

/// A clause with more variables than this was not written by hand, and nobody confuses their names.
pub(crate) const MOST_COMPARED: usize = 200;

/// The fewest letters of a word of a variable that can be taken for another one.
const FEWEST_IN_A_WORD: usize = 3;

/// Whether one variable's name looks like another one's: one edit in the word, and the same number.
pub fn looks_like(name: &str, known: &str) -> bool {
    let ((word, number), (known_word, known_number)) = (word_and_number(name), word_and_number(known));
    number == known_number
        && word != known_word
        && word.chars().count().min(known_word.chars().count()) >= FEWEST_IN_A_WORD
        && word.chars().count() + known_word.chars().count() > 2 * FEWEST_IN_A_WORD
        && distance_within(&word.to_lowercase(), &known_word.to_lowercase(), 1).is_some()
}

/// Whether two variables have the same name but for underscores.
pub fn same_but_for_underscores(name: &str, other: &str) -> bool {
    name != other && name.chars().filter(|c| *c != '_').eq(other.chars().filter(|c| *c != '_'))
}

/// Whether two names differ in their digits and in nothing else: `cross.1` and `cross.2`.
pub fn same_but_for_digits(name: &str, other: &str) -> bool {
    name != other && name.chars().filter(|c| !c.is_numeric()).eq(other.chars().filter(|c| !c.is_numeric()))
}

/// Whether a name of values can be another one with a mistake in it. What tells names of a series apart is none: numbers, fields
/// such as `a1` and `d1`, and names that differ in their digits. A capital, or a letter that looks like a digit, is one in
/// those too: `A1`, `1O`.
pub fn may_be_misspelt(name: &str, meant: &str) -> bool {
    let digits = |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>();
    let letters = |name: &str| name.chars().filter(|c| !c.is_ascii_digit()).count();
    let is_of_series = |name: &str| !digits(name).is_empty() && letters(name) <= 2;
    looks_the_same(name, meant)
        || digits(name) == digits(meant) && !is_of_series(name) && !is_of_series(meant)
}

/// Whether two names differ in nothing but capitals, and letters that look like digits.
pub fn looks_the_same(name: &str, other: &str) -> bool {
    let looks = |name: &str| -> String {
        let seen = name.chars().flat_map(char::to_lowercase);
        seen.map(|c| match c {
            'o' => '0',
            'l' | 'i' => '1',
            c => c,
        })
        .collect()
    };
    looks(name) == looks(other)
}

/// The same with the first letter in upper case.
pub fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The same with the first letter in lower case.
pub fn uncapitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// The word of a variable's name and what numbers it: `Field` and `1`, `Field` and `_A`.
pub fn word_and_number(name: &str) -> (&str, &str) {
    let first = name.chars().next().map_or(0, char::len_utf8);
    let word = name[first..].trim_end_matches(|c: char| c.is_numeric() || c == '_' || c.is_uppercase());
    name.split_at(first + word.len())
}

/// The fewest letters of a name that is taken for a misspelt one where much else is unknown.
const FEWEST_LETTERS: usize = 4;

/// Whether a word is so near to a known one that it is misspelt whatever else may be called like it: of several letters
/// one is amiss.
pub fn is_misspelling(word: &str, known: &str) -> bool {
    word.chars().count().max(known.chars().count()) >= FEWEST_LETTERS
        && one_letter_apart(&word.to_lowercase(), &known.to_lowercase())
}

/// Whether one letter is another one, too many, too few, or stands at its neighbour's place. Names that differ in a digit
/// are told apart on purpose.
pub fn one_letter_apart(name: &str, other: &str) -> bool {
    let letters = |name: &str| name.chars().filter(|c| !c.is_numeric()).collect::<String>();
    distance_within(name, other, 1) == Some(1)
        && distance_within(&letters(name), &letters(other), 1) == Some(1)
}

/// Edits from one word to the other, if there are at most `most`: letters put in, left out, replaced, or swapped with
/// their neighbour.
pub fn distance_within(a: &str, b: &str, most: usize) -> Option<usize> {
    // A letter is one byte to four.
    if a.len() > 4 * (b.len() + most) || b.len() > 4 * (a.len() + most) {
        return None;
    }
    let letters = |word: &str| word.chars().collect::<Vec<char>>();
    within(&letters(a), &letters(b), most).0
}

/// So many words are listed; nobody reads more.
pub const MOST_LISTED: usize = 32;

/// `a`, `a and b`, `a, b and c`, each in backquotes; of very many the first, `and others`.
pub fn list<S: std::fmt::Display>(words: &[S], and: &str) -> String {
    let quoted: Vec<String> = words.iter().take(MOST_LISTED).map(|word| format!("`{word}`")).collect();
    match quoted.as_slice() {
        some if some.len() < words.len() => format!("{} {and} others", some.join(", ")),
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} {and} {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_finds_its_own() {
        let known = ["white.three", "white.four", "empty", "in", "open"];
        assert_eq!(nearest("white.tree", known), Some("white.three"));
        assert_eq!(nearest("emtpy", known), Some("empty"));
        assert_eq!(nearest("opne", known), Some("open"));
        assert_eq!(nearest("last.move", known), None);
        assert_eq!(nearest("x", known), None);
    }

    #[test]
    fn a_number_or_a_field_is_no_misspelling_of_another_one() {
        for (name, meant) in
            [("wite", "white"), ("a1", "A1"), ("1O", "10"), ("aI0", "a10"), ("dead2", "daed2")]
        {
            assert!(may_be_misspelt(name, meant), "{name} {meant}");
        }
        for (name, meant) in [
            ("1993", "1990"),
            ("15", "1"),
            ("d1", "a1"),
            ("a9", "a1"),
            ("aa1", "ab1"),
            ("size3", "size2"),
            ("size", "size2"),
            ("-1", "1"),
        ] {
            assert!(!may_be_misspelt(name, meant) && !may_be_misspelt(meant, name), "{name} {meant}");
        }
    }

    #[test]
    fn one_letter_of_several_is_a_mistake_and_a_number_is_none() {
        assert!(
            is_misspelling("levl", "level")
                && is_misspelling("maks.five", "makes.five")
                && is_misspelling("thre", "three")
        );
        assert!(
            !is_misspelling("in", "is")
                && !is_misspelling("cross.1", "cross.2")
                && !is_misspelling("makes.four", "makes.five")
        );
    }
}
