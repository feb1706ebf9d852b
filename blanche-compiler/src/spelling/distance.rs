//! Computes the edit distance of two words up to a bound.
//!
//! `strsim` has this distance too, and the unit test compares the results. But `strsim` has no bound and always fills
//! the whole table. This would be slow, because a misspelt word is compared with every name of a program, and a name
//! may have thousands of letters.

/// The number of edits between two words, if it is at most `most`. Edits are insertions, deletions, replacements and
/// swaps of adjacent letters. Also returns the number of steps taken, which is at most a few times `most` per letter.
///
/// CITE: Damerau 1964, restricted to one edit per position (optimal string alignment); Ukkonen 1985, the band around
/// the diagonal outside which the distance exceeds the bound.
pub(super) fn within(a: &[char], b: &[char], most: usize) -> (Option<usize>, usize) {
    if a.len().abs_diff(b.len()) > most {
        return (None, 1);
    }
    let mut steps = 1;
    // The rows of the table. Each contains only the cells that are at most `most` away from the diagonal.
    let width = 2 * most + 1;
    let far = most + 1;
    let (mut before, mut last, mut row) = (vec![far; width], vec![far; width], vec![far; width]);
    // Row `i` stores column `j` at index `j + most - i`.
    last[most..].iter_mut().zip(0..=b.len()).for_each(|(edits, j)| *edits = j);
    for i in 1..=a.len() {
        row.fill(far);
        let (from, to) = (i.saturating_sub(most), (i + most).min(b.len()));
        for j in from..=to {
            let at = j + most - i;
            let above = last.get(at + 1).map_or(far, |edits| edits + 1);
            let beside = if at > 0 { row[at - 1] + 1 } else { far };
            let mut best = above.min(beside);
            if j > 0 {
                best = best.min(last[at] + usize::from(a[i - 1] != b[j - 1]));
            }
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[at] + 1);
            }
            row[at] = best.min(far);
        }
        steps += to + 1 - from;
        // If two successive rows exceed the bound, the distance exceeds it too.
        if row.iter().chain(&last).all(|edits| *edits >= far) {
            return (None, steps);
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    let edits = last[b.len() + most - a.len()];
    ((edits <= most).then_some(edits), steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bounded_distance_equals_the_full_distance_up_to_its_bound() {
        let words: Vec<Vec<char>> = (0..=4u32)
            .flat_map(|length| (0..3u32.pow(length)).map(move |number| (length, number)))
            .map(|(length, number)| {
                (0..length).map(|at| ['a', 'b', 'c'][(number / 3u32.pow(at) % 3) as usize]).collect()
            })
            .chain(
                ["makes.five", "maeks.fvie", "amkes.five", "five", "makesfive.", "mkaes.fivee"]
                    .map(|word| word.chars().collect()),
            )
            .collect();
        let text = |word: &[char]| word.iter().collect::<String>();
        for a in &words {
            for b in &words {
                let whole = strsim::osa_distance(&text(a), &text(b));
                for most in 0..5 {
                    assert_eq!(within(a, b, most).0, (whole <= most).then_some(whole), "{a:?} {b:?} {most}");
                }
            }
        }
    }

    #[test]
    fn the_number_of_steps_is_linear_in_the_length_of_the_words() {
        let word = |letters: usize| vec!['a'; letters];
        let steps = |letters: usize| {
            let mut other = word(letters);
            other[letters / 2] = 'b';
            let (edits, steps) = within(&word(letters), &other, 4);
            assert_eq!(edits, Some(1));
            steps
        };
        assert!(steps(2_000) < steps(1_000) * 5 / 2 && steps(1_000) < 10_000);
        // Words without common letters are rejected before they are compared.
        assert!(within(&word(1_000), &vec!['b'; 1_000], 4).1 < 100);
    }
}
