//! English draughts: with bitboards, and in an array of squares for comparison.
//!
//! Black moves first, and downward. A chain of captures is one move, and different sequences of squares are different
//! moves. The game is drawn when a position occurs for the third time, and after forty moves of each player without a
//! capture or a move of a man.

mod board;
mod by_chance;
mod in_arrays;

use std::str::FromStr;

use super::{End, Ended, Positions};

use board::{Board, Down, Up, Way, bit_of};

pub(crate) use in_arrays::DraughtsInArrays;

/// A position with the counter for draws, but without the positions before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Draughts {
    board: Board,
    /// Whether Black, whose men move down, is to move.
    goes_down: bool,
    /// Number of moves since the last capture or move of a man.
    quiet: usize,
}

/// Number of moves without a capture or a move of a man after which the game is drawn.
const QUIET_MOVES: usize = 80;

/// Whether a position occurs for the third time. `past` has the boards since the last capture or move of a man. A board
/// can recur after four moves at the earliest. The same player is to move only after an even number of moves.
#[inline]
fn stands_again<B: PartialEq>(board: &B, past: &[B]) -> bool {
    past.len() >= 8 && past.iter().rev().skip(3).step_by(2).filter(|before| *before == board).nth(1).is_some()
}

impl Draughts {
    /// Counts the positions after `depth` moves. `past` has the boards between the last irreversible move and this
    /// position.
    fn count<W: Way>(self, depth: u32, ended: u64, past: &mut Vec<Board>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let board = self.board;
        let since = past.len() - self.quiet.min(past.len());
        if self.quiet >= QUIET_MOVES || stands_again(&board, &past[since..]) {
            return ended;
        }
        // A player who cannot move has lost.
        if depth == 1 {
            let moves = board.number_of_moves::<W>();
            return if moves == 0 { ended } else { moves };
        }
        let (mut all, mut is_blocked) = (0, true);
        past.push(board);
        board.each_move::<W>(&mut |board, is_quiet| {
            let quiet = if is_quiet { self.quiet + 1 } else { 0 };
            let after = Draughts { board, goes_down: !self.goes_down, quiet };
            all += after.count::<W::Back>(depth - 1, ended, past);
            is_blocked = false;
        });
        past.pop();
        if is_blocked { ended } else { all }
    }
}

impl Positions for Draughts {
    const NAME: &'static str = "draughts";

    fn start() -> Draughts {
        Draughts { board: Board::START, goes_down: true, quiet: 0 }
    }

    fn end(self) -> Option<End> {
        let is_blocked =
            if self.goes_down { self.board.is_blocked::<Down>() } else { self.board.is_blocked::<Up>() };
        let is_drawn = self.quiet >= QUIET_MOVES;
        is_drawn.then_some(End::Drawn).or(is_blocked.then_some(End::Won))
    }

    fn number_of_moves(self) -> u64 {
        if self.goes_down { self.board.number_of_moves::<Down>() } else { self.board.number_of_moves::<Up>() }
    }

    fn each_after(self, take: &mut impl FnMut(Draughts)) {
        let mut after = |board, is_quiet: bool| {
            let quiet = if is_quiet { self.quiet + 1 } else { 0 };
            take(Draughts { board, goes_down: !self.goes_down, quiet });
        };
        if self.goes_down {
            self.board.each_move::<Down>(&mut after);
        } else {
            self.board.each_move::<Up>(&mut after);
        }
    }

    /// Counts games that are drawn by repetition as ended.
    fn perft(self, depth: u32, ended: Ended) -> u64 {
        let (ended, past) = (u64::from(ended == Ended::Counted), &mut Vec::new());
        if self.goes_down {
            self.count::<Down>(depth, ended, past)
        } else {
            self.count::<Up>(depth, ended, past)
        }
    }
}

impl FromStr for Draughts {
    type Err = String;

    /// Parses a FEN such as `W:W21,K30:B1,K5`, optionally followed by `:H12` for the number of moves without a capture
    /// or a move of a man.
    fn from_str(text: &str) -> Result<Draughts, String> {
        let mut parts = text.split(':');
        let goes_down = parts.next() == Some("B");
        let (mut sides, mut kings, mut quiet) = ([0; 2], 0, 0);
        for part in parts {
            let (side, squares) = match part.split_at_checked(1) {
                Some(("B", squares)) => (0, squares),
                Some(("W", squares)) => (1, squares),
                Some(("H", moves)) => {
                    quiet = moves.parse().map_err(|_| format!("{moves} is no number"))?;
                    continue;
                }
                _ => return Err(format!("{part} names no player")),
            };
            for square in squares.split(',').filter(|square| !square.is_empty()) {
                let number = square.strip_prefix('K').unwrap_or(square);
                let number = number.parse::<usize>().ok().filter(|number| (1..=32).contains(number));
                let bit = bit_of(number.ok_or_else(|| format!("{square} is no square"))? - 1);
                sides[side] |= bit;
                kings |= if square.starts_with('K') { bit } else { 0 };
            }
        }
        let [own, other] = if goes_down { sides } else { [sides[1], sides[0]] };
        Ok(Draughts { board: Board { own, other, kings }, goes_down, quiet })
    }
}
