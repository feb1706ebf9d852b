//! "Did you mean": finds the nearest known word. All searches are bounded: long names are never compared, words are
//! compared only up to a distance, and all unknown names of a program share a limit of steps ([`Speller`]).

mod distance;
mod speller;

use distance::within;
pub use speller::{MAX_LETTERS, Speller};

/// The first of the candidates nearest to `word` ([`Speller::equally_near`]). This search has its own limit of steps.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    Speller::default().equally_near(word, candidates).first().copied()
}

/// The nearest candidate, if no other candidate is near enough to be meant.
pub fn only_near<'a>(word: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let near = nearest(word, candidates.clone())?;
    nearest(word, candidates.filter(|other| *other != near)).is_none().then_some(near)
}

/// A name with its article: "a `field`", "an `edge`".
pub(crate) fn with_article(name: &str) -> String {
    let is_vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} `{name}`", if is_vowel { "an" } else { "a" })
}

/// Maximum number of variables of a clause for which similar names are reported. A clause with more variables was not
/// written by a person.
pub(crate) const MAX_COMPARED_VARIABLES: usize = 200;

/// Minimum number of letters in the word of a variable that may be a misspelling of another variable.
const MIN_WORD_LETTERS: usize = 3;

/// Whether the names of two variables look alike: their words differ by one edit, and their numbers are the same. Words
/// of three letters often differ by one letter, so they look alike only if neighbouring letters are swapped.
pub fn looks_like(name: &str, known: &str) -> bool {
    let ((word, number), (known_word, known_number)) = (word_and_number(name), word_and_number(known));
    let (word, known_word) = (word.to_lowercase(), known_word.to_lowercase());
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let (own, other) = (letters(&word), letters(&known_word));
    number == known_number
        && name != known
        && own.len().min(other.len()) >= MIN_WORD_LETTERS
        && (own.len().max(other.len()) > MIN_WORD_LETTERS || own == other)
        && distance_within(&word, &known_word, 1).is_some()
}

/// Whether two variables have names that differ only in underscores.
pub fn same_but_for_underscores(name: &str, other: &str) -> bool {
    name != other && name.chars().filter(|c| *c != '_').eq(other.chars().filter(|c| *c != '_'))
}

/// Whether two names differ only in their digits: `cross.1` and `cross.2`.
pub fn same_but_for_digits(name: &str, other: &str) -> bool {
    name != other && name.chars().filter(|c| !c.is_numeric()).eq(other.chars().filter(|c| !c.is_numeric()))
}

/// Whether the name of a value may be a misspelling of another name. Members of a series (numbers, fields such as `a1`
/// and `d1`, and names that differ in their digits) are not misspellings of each other. But in a series too, a capital
/// or a letter that looks like a digit is a misspelling: `A1`, `1O`.
pub fn may_be_misspelt(name: &str, meant: &str) -> bool {
    let digits = |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>();
    let letters = |name: &str| name.chars().filter(|c| !c.is_ascii_digit()).count();
    let is_of_series = |name: &str| !digits(name).is_empty() && letters(name) <= 2;
    looks_the_same(name, meant)
        || digits(name) == digits(meant) && !is_of_series(name) && !is_of_series(meant)
}

/// Whether two names differ only in case, and in letters that look like digits.
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

/// The name with its first letter in upper case.
pub fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The name with its first letter in lower case.
pub fn uncapitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// The word and the number of a variable's name: `Field` and `1`, `Field` and `_A`.
pub fn word_and_number(name: &str) -> (&str, &str) {
    let first = name.chars().next().map_or(0, char::len_utf8);
    let word = name[first..].trim_end_matches(|c: char| c.is_numeric() || c == '_' || c.is_uppercase());
    name.split_at(first + word.len())
}

/// Minimum number of letters of the longer of two names. A difference between shorter names is never certainly a
/// misspelling.
const MIN_LETTERS: usize = 4;

/// Whether a word is certainly a misspelling of a known word, even if other names are similar too. The word must be
/// long enough and differ by one letter.
pub fn is_misspelling(word: &str, known: &str) -> bool {
    word.chars().count().max(known.chars().count()) >= MIN_LETTERS
        && one_letter_apart(&word.to_lowercase(), &known.to_lowercase())
}

/// Whether two names differ by one letter, which was replaced, inserted, deleted, or swapped with its neighbour. A
/// difference in digits does not count, since it is probably intended.
pub fn one_letter_apart(name: &str, other: &str) -> bool {
    let letters = |name: &str| name.chars().filter(|c| !c.is_numeric()).collect::<String>();
    distance_within(name, other, 1) == Some(1)
        && distance_within(&letters(name), &letters(other), 1) == Some(1)
}

/// The number of edits between two words, if it is at most `most`. Edits are insertions, deletions, replacements and
/// swaps of adjacent letters.
pub fn distance_within(a: &str, b: &str, most: usize) -> Option<usize> {
    // A letter has one to four bytes.
    if a.len() > 4 * (b.len() + most) || b.len() > 4 * (a.len() + most) {
        return None;
    }
    let letters = |word: &str| word.chars().collect::<Vec<char>>();
    within(&letters(a), &letters(b), most).0
}

/// Maximum number of words that a list in a message shows.
pub const MAX_LISTED: usize = 32;

/// Joins words in backquotes: `a`, `a and b`, `a, b and c`. If there are too many, only the first are listed,
/// followed by `and others`.
pub fn list<S: std::fmt::Display>(words: &[S], and: &str) -> String {
    let quoted: Vec<String> = words.iter().take(MAX_LISTED).map(|word| format!("`{word}`")).collect();
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
    fn the_nearest_word_of_a_misspelling_is_found() {
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
    fn variables_look_alike_if_their_words_differ_by_one_edit() {
        for (name, known) in [("Feild", "Field"), ("Feild1", "Field1"), ("Yse", "Yes"), ("Cell", "Cel")] {
            assert!(looks_like(name, known) && looks_like(known, name), "{name} {known}");
        }
        for (name, known) in [("Field1", "Field2"), ("Row", "Own"), ("Red", "Rod"), ("AB", "BA"), ("X", "X")]
        {
            assert!(!looks_like(name, known) && !looks_like(known, name), "{name} {known}");
        }
    }

    #[test]
    fn one_wrong_letter_is_a_misspelling_but_a_number_is_not() {
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
