//! Checks the numbers in front of moves. The numbers do not affect which moves are read, but a wrong number reveals a
//! missing move or line.

/// A number in front of a move.
#[derive(Clone, Copy, Debug)]
pub struct MoveNumber {
    /// The number as written; `None` if it is too large.
    pub found: Option<usize>,
    /// Two counts of the moves made before the number. The first count includes passes that the text left out, and the
    /// second includes only written moves.
    pub made: [usize; 2],
}

/// Finds the first move number that is wrong. Returns its index in `numbers` and the number expected there, or `None`
/// if all are right.
///
/// Numbers may count turns of all players or single moves, and may include or exclude passes that were left out. If no
/// way of counting fits all numbers, the function uses the way that fits the most numbers before the first wrong
/// number. If the game does not begin at the start (`is_from_start` is false), its first number is arbitrary.
pub fn wrong_number(numbers: &[MoveNumber], players: usize, is_from_start: bool) -> Option<(usize, usize)> {
    let players = players.max(1);
    let mut longest: Option<(usize, usize)> = None;
    let ways = if is_from_start { 1 } else { players };
    for (a_turn, shift) in (0..ways).map(|shift| (players, shift)).chain([(1, 0)]) {
        for which in [0, 1] {
            let follows = |pair: &[MoveNumber]| pair[1].made[which] == pair[0].made[which] + 1;
            if a_turn < players && !numbers.windows(2).all(follows) {
                continue;
            }
            let counted = |number: &MoveNumber| (number.made[which] + shift) / a_turn + 1;
            // The difference between the written numbers and the numbers of a game that begins at the start.
            let first = numbers.first()?;
            let more = match is_from_start {
                true => 0,
                false => first.found.unwrap_or(0).saturating_sub(counted(first)),
            };
            let is_right = |number: &MoveNumber| number.found == Some(counted(number) + more);
            match numbers.iter().position(|number| !is_right(number)) {
                None => return None,
                Some(at) if longest.is_none_or(|(known, _)| at > known) => {
                    longest = Some((at, counted(&numbers[at]) + more));
                }
                Some(_) => {}
            }
        }
    }
    longest
}

/// The text of a note about a wrong move number.
pub fn wrong_number_text(found: &str, expected: usize) -> String {
    const MAX_SHOWN_LETTERS: usize = 12;
    let found: String = found.chars().take(MAX_SHOWN_LETTERS).collect();
    format!("the number {found} stands where {expected} is expected; the moves are read in their order")
}
