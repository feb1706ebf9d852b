//! Go-moku on 15 by 15 fields, with a word for each line of the board: five or more stones in a row win.
//!
//! ```text
//! rows         bits are columns
//! columns      bits are rows
//! diagonals    by column minus row; bits are columns
//! antidiagonals    by column plus row; bits are columns
//! ```

use blanche_compiler::random::Random;

use super::lots::Lots;
use super::{Chance, End, Positions, rows};

/// Number of fields on each side of the board.
const SIDE: usize = 15;

/// Number of fields of the board.
const FIELDS: usize = SIDE * SIDE;

/// The stones of a player. A field is numbered 16 times its row plus its column, both from 0.
#[derive(Clone, Copy, Debug)]
struct Stones {
    rows: [u16; 16],
    columns: [u16; 16],
    diagonals: [u16; 32],
    antidiagonals: [u16; 32],
}

impl Stones {
    const NONE: Stones =
        Stones { rows: [0; 16], columns: [0; 16], diagonals: [0; 32], antidiagonals: [0; 32] };

    /// Adds a stone, and returns whether it makes a five.
    #[inline]
    fn add(&mut self, field: u8) -> bool {
        let (row, column) = (usize::from(field >> 4), usize::from(field & 15));
        let mut lines = 0;
        let mut line = |line: &mut u16, bit: usize| {
            *line |= 1 << bit;
            lines = lines << 16 | u64::from(*line);
        };
        line(&mut self.rows[row], column);
        line(&mut self.columns[column], row);
        line(&mut self.diagonals[15 + column - row], column);
        line(&mut self.antidiagonals[column + row], column);
        has_five(lines)
    }
}

/// Whether one of four lines has five stones in a row. Lines have at most 15 bits, so none continues into the next.
#[inline]
fn has_five(lines: u64) -> bool {
    let twos = lines & lines >> 1;
    let fours = twos & twos >> 2;
    fours & lines >> 4 != 0
}

/// A position from the point of view of the player to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gomoku {
    own: Stones,
    other: Stones,
    empty: u32,
    is_won: bool,
}

impl Positions for Gomoku {
    const NAME: &'static str = "go-moku";

    fn start() -> Gomoku {
        Gomoku { own: Stones::NONE, other: Stones::NONE, empty: FIELDS as u32, is_won: false }
    }

    fn end(self) -> Option<End> {
        self.is_won.then_some(End::Won).or((self.empty == 0).then_some(End::Drawn))
    }

    fn number_of_moves(self) -> u64 {
        u64::from(self.empty)
    }

    fn each_after(self, take: &mut impl FnMut(Gomoku)) {
        for field in (0..FIELDS).map(field) {
            let (row, column) = (usize::from(field >> 4), field & 15);
            if (self.own.rows[row] | self.other.rows[row]) >> column & 1 == 0 {
                let mut other = self.own;
                let is_won = other.add(field);
                take(Gomoku { own: self.other, other, empty: self.empty - 1, is_won });
            }
        }
    }
}

/// The field with this index, counted row by row.
fn field(number: usize) -> u8 {
    (16 * (number / SIDE) + number % SIDE) as u8
}

impl Chance for Gomoku {
    #[inline]
    fn random_games(number: u64, random: &mut Random, take: &mut impl FnMut(End, u32)) {
        let mut lots = Lots::<FIELDS>::new(field);
        for _ in 0..number {
            let (end, plies) = random_game(&mut lots, random);
            take(end, plies);
        }
    }
}

/// How a random game ended, and after how many moves.
#[inline]
fn random_game(lots: &mut Lots<FIELDS>, random: &mut Random) -> (End, u32) {
    let (mut first, mut second) = (Stones::NONE, Stones::NONE);
    let mut left = FIELDS as u32;
    // The number of fields is odd, so the first player gets the last one.
    loop {
        if first.add(lots.draw(left, random)) {
            return (End::Won, FIELDS as u32 + 1 - left);
        }
        if left == 1 {
            return (End::Drawn, FIELDS as u32);
        }
        if second.add(lots.draw(left - 1, random)) {
            return (End::Won, FIELDS as u32 + 2 - left);
        }
        left -= 2;
    }
}

impl std::fmt::Display for Gomoku {
    /// The rows from row 0, with `x` for the player who has just moved.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        rows(formatter, (FIELDS, SIDE), |number| {
            let field = field(number);
            let has = |stones: &Stones| stones.rows[usize::from(field >> 4)] >> (field & 15) & 1 == 1;
            match (has(&self.other), has(&self.own)) {
                (true, _) => 'x',
                (_, true) => 'o',
                _ => '.',
            }
        })
    }
}
