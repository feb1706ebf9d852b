//! Random games of draughts.

use blanche_compiler::random::Random;

use super::super::bits::number_below;
use super::super::{Chance, End};
use super::board::{Board, Down, Up, Way, any_slide};
use super::{Draughts, QUIET_MOVES, stands_again};

/// A random game, with its buffers.
struct Table {
    board: Board,
    plies: u32,
    /// Number of moves since the last capture or move of a man.
    quiet: usize,
    /// The boards before each of these moves, as a ring buffer.
    past: [Board; QUIET_MOVES],
    /// The boards after the captures to choose from.
    captures: Vec<Board>,
}

impl Default for Table {
    fn default() -> Table {
        let past = [Board::default(); QUIET_MOVES];
        Table { board: Board::START, plies: 0, quiet: 0, past, captures: Vec::new() }
    }
}

impl Table {
    /// Makes a random move of a player. Returns the end of the game if it is over before or after the move.
    #[inline]
    fn turn<W: Way>(&mut self, random: &mut Random) -> Option<End> {
        let board = self.board;
        let jumps = board.jumps::<W>();
        if jumps != [0, 0] {
            self.captures.clear();
            board.each_capture::<W>(jumps, &mut |board| self.captures.push(board));
            self.board = self.captures[number_below(self.captures.len() as u32, random) as usize];
            self.quiet = 0;
            self.plies += 1;
            return None;
        }
        let [ahead, back] = board.slides::<W>();
        if ahead | back == 0 {
            return Some(End::Won);
        }
        self.plies += 1;
        let (place, goes_back) = any_slide(ahead, back, random);
        let (after, is_king) = board.slid::<W>(place, goes_back);
        // It is unpredictable which kind of piece moved, so the code does not branch on it.
        self.past[self.quiet % QUIET_MOVES] = board;
        self.quiet = if is_king { self.quiet + 1 } else { 0 };
        self.board = after;
        let may_be_drawn = self.quiet >= 8;
        let is_drawn = may_be_drawn
            && (self.quiet == QUIET_MOVES || stands_again(&after, &self.past[..self.quiet % QUIET_MOVES]));
        is_drawn.then_some(End::Drawn)
    }
}

impl Chance for Draughts {
    #[inline]
    fn random_games(number: u64, random: &mut Random, take: &mut impl FnMut(End, u32)) {
        let mut table = Table::default();
        for _ in 0..number {
            (table.board, table.quiet, table.plies) = (Board::START, 0, 0);
            let end = loop {
                if let Some(end) = table.turn::<Down>(random).or_else(|| table.turn::<Up>(random)) {
                    break end;
                }
            };
            take(end, table.plies);
        }
    }
}
