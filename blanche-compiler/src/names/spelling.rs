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
}
