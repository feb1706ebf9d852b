//! Finds the known word that was probably meant by an unknown word, within a limit of steps. If a program is full of
//! unknown names, all of them probably have one cause, and thousands of suggestions are useless.

use std::cell::Cell;

use blanche_sorted::SortedSet;

use super::distance::within;

/// Maximum number of letters of a name. Longer names are never compared.
pub const MAX_LETTERS: usize = 64;

/// Maximum number of steps (letters read or compared) for all unknown names of a program. This suffices for a hundred
/// unknown names among a thousand similar known ones, and takes some hundredths of a second.
pub(super) const MAX_STEPS: usize = 10_000_000;

/// Searches for similar words within a limit of steps.
#[derive(Clone, Debug)]
pub struct Speller {
    left: Cell<usize>,
}

impl Default for Speller {
    fn default() -> Speller {
        Speller { left: Cell::new(MAX_STEPS) }
    }
}

/// A word prepared for comparison: in lower case, with a bit for each letter that occurs.
struct Word {
    letters: Vec<char>,
    occurring: u64,
}

impl Word {
    fn of(text: &str) -> Word {
        let letters: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
        let occurring = letters.iter().fold(0, |bits, letter| bits | 1 << (u32::from(*letter) % 64));
        Word { letters, occurring }
    }

    /// Whether the distance of two words may be at most `edits`, judging by their letters. Each edit adds a letter,
    /// removes a letter, or does both.
    fn may_be(&self, other: &Word, edits: usize) -> bool {
        self.letters.len().abs_diff(other.letters.len()) <= edits
            && (self.occurring ^ other.occurring).count_ones() as usize <= 2 * edits
    }
}

impl Speller {
    /// The candidate nearest to `word` ([`Speller::equally_near`]); `None` if there are several or none.
    pub fn nearest<'a>(&self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        match self.equally_near(word, candidates).as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The candidates nearest to `word`, in alphabetical order, if they are near enough to be meant. One edit is
    /// allowed for every three letters of `word`, but never less than one edit or more than four. Case is ignored. The
    /// result is empty after the steps are used up.
    pub fn equally_near<'a>(
        &self,
        word: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Vec<&'a str> {
        let count = word.chars().take(MAX_LETTERS + 1).count();
        if count > MAX_LETTERS || self.is_spent() {
            return Vec::new();
        }
        let allowed = (count / 3).clamp(1, 4);
        let own = Word::of(word);
        let (mut least, mut best): (usize, SortedSet<&str>) = (allowed, SortedSet::new());
        for candidate in candidates {
            if !self.take(1) {
                return Vec::new();
            }
            if candidate == word || !may_be_as_long(candidate, count, allowed) {
                continue;
            }
            let other = Word::of(candidate);
            let (edits, steps) = match own.may_be(&other, least) {
                true => within(&own.letters, &other.letters, least),
                false => (None, 0),
            };
            if !self.take(other.letters.len() + steps) {
                return Vec::new();
            }
            let shares_something = |edits: &usize| *edits < candidate.chars().count().max(count);
            let Some(edits) = edits.filter(shares_something) else { continue };
            if edits < least {
                (least, best) = (edits, SortedSet::new());
            }
            best.insert(candidate);
        }
        if self.is_spent() { Vec::new() } else { best.into_iter().collect() }
    }

    /// The elements of `all`, up to the element at which the steps are used up. Each element costs a step.
    pub fn looked_at<I: Iterator>(&self, all: I) -> impl Iterator<Item = I::Item> {
        all.take_while(|_| self.take(1))
    }

    /// Whether a word is certainly a misspelling of one of the known words ([`is_misspelling`](super::is_misspelling)).
    /// Always `false` after the steps are used up.
    pub fn is_misspelling_of<'a>(&self, word: &str, known: impl IntoIterator<Item = &'a str>) -> bool {
        let count = word.chars().take(MAX_LETTERS + 1).count();
        let mut known = known.into_iter();
        count <= MAX_LETTERS
            && !self.is_spent()
            && known.any(|known| {
                self.take(1)
                    && may_be_as_long(known, count, 1)
                    && self.take(word.len() + known.len())
                    && super::is_misspelling(word, known)
            })
    }

    /// Number of steps used so far.
    pub fn steps(&self) -> usize {
        MAX_STEPS - self.left.get()
    }

    /// Whether the steps are used up.
    pub fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// Uses steps, and returns whether there were enough. If not, no steps remain.
    fn take(&self, steps: usize) -> bool {
        let left = self.left.get().checked_sub(steps);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// Whether a word may have this number of letters, give or take some edits, judging by its length in bytes. A letter
/// has one to four bytes.
fn may_be_as_long(word: &str, letters: usize, edits: usize) -> bool {
    word.len() + edits >= letters && word.len() <= 4 * (letters + edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of steps for a program with `names` unknown names and as many known names.
    fn steps(names: usize) -> usize {
        let speller = Speller::default();
        let known: Vec<String> = (0..names).map(|at| format!("name{at}")).collect();
        for at in 0..names {
            let _ = speller.nearest(&format!("nmae{at}"), known.iter().map(String::as_str));
        }
        speller.steps()
    }

    #[test]
    fn a_hundred_misspelt_names_are_found_among_a_thousand() {
        let speller = Speller::default();
        let known: Vec<String> = (0..1_000).map(|at| format!("shape.{at}.of.a.field")).collect();
        for at in 0..100 {
            let near = speller.nearest(&format!("shaep.{at}.of.a.field"), known.iter().map(String::as_str));
            assert_eq!(near, Some(known[at].as_str()));
        }
    }

    #[test]
    fn the_number_of_comparison_steps_is_limited() {
        for names in [600, 1_200, 2_400] {
            assert!(
                steps(2 * names) < steps(names) * 5 / 2,
                "{names}: {} {}",
                steps(names),
                steps(2 * names)
            );
        }
        assert_eq!(steps(4_000), MAX_STEPS);
        let spent = Speller { left: Cell::new(0) };
        assert_eq!(spent.nearest("emtpy", ["empty"]), None);
        assert!(!spent.is_misspelling_of("emtpy", ["empty"]));
    }

    #[test]
    fn there_is_no_nearest_word_among_equally_near_ones() {
        let speller = Speller::default();
        let known = ["cross", "gross", "crosses", "line"];
        assert_eq!(speller.equally_near("bross", known), ["cross", "gross"]);
        assert_eq!(speller.nearest("bross", known), None);
        assert_eq!(speller.nearest("crosse", known), None);
        assert_eq!(speller.nearest("crossse", known), Some("crosses"));
        assert_eq!(speller.nearest("bross", ["cross", "cross"]), Some("cross"));
        assert_eq!(speller.nearest("Line", known), Some("line"));
    }

    #[test]
    fn an_overlong_name_is_not_compared() {
        let speller = Speller::default();
        let long = "a".repeat(100_000);
        assert_eq!(speller.nearest(&long, [format!("{long}b").as_str(), "empty"]), None);
        assert_eq!(speller.nearest("empyt", [long.as_str(), "empty"]), Some("empty"));
        assert!(speller.steps() < 100);
    }
}
