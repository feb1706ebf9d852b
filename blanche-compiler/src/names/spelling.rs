//! "Did you mean": the nearest known word.

/// The candidate that is nearest to `word`, if one is near enough to be a slip: at most one edit in three
/// letters, at least one. Case does not count as a difference in distance but breaks no tie.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let allowed = (word.chars().count() / 3).clamp(1, 4);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .map(|candidate| (distance(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| {
            *distance <= allowed && *distance < candidate.chars().count().max(word.chars().count())
        })
        .min_by(|(a, x), (b, y)| a.cmp(b).then(x.cmp(y)))
        .map(|(_, candidate)| candidate)
}

/// The nearest candidate, if no other one is near enough to be meant.
pub fn only_near<'a>(word: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let near = nearest(word, candidates.clone())?;
    nearest(word, candidates.filter(|other| *other != near)).is_none().then_some(near)
}

/// The fewest letters of a word of a variable that can be taken for another one.
const FEWEST_IN_A_WORD: usize = 3;

/// Whether one variable's name looks like another one's: one edit in the word, and the same number.
pub fn looks_like(name: &str, known: &str) -> bool {
    let ((word, number), (known_word, known_number)) = (word_and_number(name), word_and_number(known));
    number == known_number
        && word != known_word
        && word.chars().count().min(known_word.chars().count()) >= FEWEST_IN_A_WORD
        && word.chars().count() + known_word.chars().count() > 2 * FEWEST_IN_A_WORD
        && distance(&word.to_lowercase(), &known_word.to_lowercase()) <= 1
}

/// Whether two variables have the same name but for underscores.
pub fn same_but_for_underscores(name: &str, other: &str) -> bool {
    name != other && name.chars().filter(|c| *c != '_').eq(other.chars().filter(|c| *c != '_'))
}

/// The word of a variable's name and what numbers it: `Field` and `1`, `Field` and `_A`.
pub fn word_and_number(name: &str) -> (&str, &str) {
    let first = name.chars().next().map_or(0, char::len_utf8);
    let word = name[first..].trim_end_matches(|c: char| c.is_numeric() || c == '_' || c.is_uppercase());
    name.split_at(first + word.len())
}

/// The fewest letters of a name that is taken for a slip where much else is unknown.
const FEWEST_LETTERS: usize = 4;

/// Whether a word is so near to a known one that it is a slip whatever else may be called like it: of several letters
/// one is amiss.
pub fn is_slip(word: &str, known: &str) -> bool {
    word.chars().count().max(known.chars().count()) >= FEWEST_LETTERS
        && one_letter_apart(&word.to_lowercase(), &known.to_lowercase())
}

/// Whether one letter is another one, too many, too few, or stands at its neighbour's place. Names that differ in a digit
/// are told apart on purpose.
pub fn one_letter_apart(name: &str, other: &str) -> bool {
    let letters = |name: &str| name.chars().filter(|c| !c.is_numeric()).collect::<String>();
    distance(name, other) == 1 && distance(&letters(name), &letters(other)) == 1
}

/// Whether a name stands in a text, and not only as a part of a longer word. Names with dots have words in them; a
/// variable may stand directly behind one where a bracket was lost.
pub fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(char::is_alphanumeric)
            && !after.starts_with(|c: char| c.is_alphanumeric() && !c.is_uppercase())
    })
}

/// Edits from one word to the other: letters put in, left out, replaced, or swapped with their neighbour.
/// CITE: Damerau 1964, restricted to one edit per place (optimal string alignment).
pub fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// `a`, `a and b`, `a, b and c`, each in backquotes.
pub fn list<S: std::fmt::Display>(words: &[S], and: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} {and} {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word() {
        let known = ["white.three", "white.four", "empty", "in", "open"];
        assert_eq!(nearest("white.tree", known), Some("white.three"));
        assert_eq!(nearest("emtpy", known), Some("empty"));
        assert_eq!(nearest("opne", known), Some("open"));
        assert_eq!(nearest("last.move", known), None);
        assert_eq!(nearest("x", known), None);
    }

    #[test]
    fn one_letter_of_several_is_a_slip_and_a_number_is_none() {
        assert!(is_slip("levl", "level") && is_slip("maks.five", "makes.five") && is_slip("thre", "three"));
        assert!(
            !is_slip("in", "is") && !is_slip("cross.1", "cross.2") && !is_slip("makes.four", "makes.five")
        );
    }

    #[test]
    fn a_word_is_mentioned_where_it_stands_alone() {
        assert!(mentions("win(Field :- in(Field)", "in") && mentions("white.in (", "in"));
        assert!(mentions("inField) :- near(Field)", "in"), "a bracket is lost");
        assert!(!mentions("rule win for white", "in"));
    }
}
