//! The numbers in front of moves, which mean nothing to a reader and show a writer's mistake: a move or a line that is missing.

/// A number in front of a move.
#[derive(Clone, Copy, Debug)]
pub struct MoveNumber {
    /// The number; nothing where it is too large.
    pub found: Option<usize>,
    /// How many moves were made before it: all of them, and those that are written.
    pub made: [usize; 2],
}

/// The first number of a game that is not what its moves come to: which of these it is, and what was expected. Turns are counted, of so
/// many players each, or moves where each has its number; with the passes that may be left out, or without. A game that does not begin at the start begins with any number.
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
            // By how much all numbers are more than those of a game from its start.
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

/// The note about a wrong move number.
pub fn wrong_number_text(found: &str, expected: usize) -> String {
    const LONGEST: usize = 12;
    let found: String = found.chars().take(LONGEST).collect();
    format!("the number {found} stands where {expected} is expected; the moves are read in their order")
}
