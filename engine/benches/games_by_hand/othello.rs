//! Othello in 64 bits for each player.
//!
//! ```text
//!  0  1  2  3  4  5  6  7     a1 to h1: row 1 is on top
//!  8  9 10 11 12 13 14 15
//!  …                          a move is the number of a field
//! 56 57 58 59 60 61 62 63
//! ```
//!
//! A pass is a move. The game is over when neither player can flip a disc.
//!
//! CITE: Delorme, *edax*: moves by parallel prefixes, and flipped discs by tables of lines.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use blanche_compiler::random::Random;

use super::bits::{Counted, each_bit};
use super::{Chance, End, Ended, Positions};

/// A position from the point of view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Othello {
    /// The discs of the player to move.
    pub(crate) own: u64,
    /// The discs of the other player.
    pub(crate) other: u64,
}

/// All columns but the outer two. A line of flipped discs contains no field of the outer columns, unless it runs along
/// them.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The first column: the lowest bit of each row.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// Factor that gathers the bits of the first column in the highest byte, in order.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// The lines through a field, including the field itself.
#[derive(Clone, Copy)]
struct Lines {
    row: u64,
    column: u64,
    /// Factor that gathers the bits of the column in the highest byte.
    gather: u64,
    /// The diagonal that goes down to the right; `up` is the one that goes up to the right.
    down: u64,
    up: u64,
}

static LINES: [Lines; 64] = {
    let mut lines = [Lines { row: 0, column: 0, gather: 0, down: 0, up: 0 }; 64];
    let mut number = 0;
    while number < 64 * 64 {
        let (field, other) = (number / 64, number % 64);
        let (row, column) = (field / 8, field % 8);
        lines[field].row = 0xFF << (8 * row);
        lines[field].column = COLUMN << column;
        lines[field].gather = GATHER >> column;
        if other / 8 + column == other % 8 + row {
            lines[field].down |= 1 << other;
        }
        if other / 8 + other % 8 == row + column {
            lines[field].up |= 1 << other;
        }
        number += 1;
    }
    lines
};

/// The places where an own disc would enclose a run of the opponent's discs that begins next to a new disc. The first
/// index is the place of the new disc in a line of eight. The second index is the set of the opponent's discs on the
/// six inner places.
static CLOSING: [[u8; 64]; 8] = {
    let mut closing = [[0; 64]; 8];
    let mut number = 0;
    while number < 8 * 64 {
        let (place, other) = (number / 64, (number % 64) << 1);
        let (mut low, mut high) = (place, place + 1);
        while low > 0 && other >> (low - 1) & 1 == 1 {
            low -= 1;
        }
        while other >> high & 1 == 1 {
            high += 1;
        }
        if 0 < low && low < place {
            closing[place][number % 64] |= 1 << (low - 1);
        }
        if place + 1 < high && high < 8 {
            closing[place][number % 64] |= 1 << high;
        }
        number += 1;
    }
    closing
};

/// The places between a new disc and the own discs at the other ends of the enclosed runs. The first index is the place
/// of the new disc in a line of eight, and the second is the set of these own discs.
static BETWEEN: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut number = 0;
    while number < 8 * 256 {
        table[number / 256][number % 256] = between(number / 256, number % 256) as u8;
        number += 1;
    }
    table
};

/// For each set of rows, all fields of these rows.
static ROWS: [u64; 256] = {
    let mut rows = [0; 256];
    let mut number = 0;
    while number < 256 * 8 {
        let (set, row) = (number / 8, number % 8);
        rows[set] |= (set as u64 >> row & 1) * (0xFF << (8 * row));
        number += 1;
    }
    rows
};

/// The places between `place` and each member of a set.
const fn between(place: usize, set: usize) -> u64 {
    let (mut between, mut end) = (0, 0);
    while end < 8 {
        if set >> end & 1 == 1 {
            let (low, high) = if end < place { (end, place) } else { (place, end) };
            // The bits from `low + 1` to `high - 1`.
            between |= ((1 << high) - 1) & !((2 << low) - 1);
        }
        end += 1;
    }
    between
}

/// The discs that a disc on this place flips in its line. The highest bytes of `own` and `other` are the discs on the
/// line.
#[inline]
fn turned_in_line(place: usize, own: u64, other: u64) -> u8 {
    let closing = CLOSING[place % 8][(other >> 57) as usize % 64];
    BETWEEN[place % 8][usize::from(closing & (own >> 56) as u8)]
}

impl Othello {
    const START: Othello = Othello { own: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36 };

    /// The empty fields where a disc flips others, that is, the legal moves.
    #[inline(always)]
    pub(crate) fn moves(self) -> u64 {
        let Othello { own, other } = self;
        let inner = other & INNER;
        // To the east, the carry of an addition finds the end of a line. No line continues in the next row.
        let east = inner + (inner & own << 1);
        let ends = east | west(own, inner) | ends(own, other, 8) | ends(own, inner, 7) | ends(own, inner, 9);
        ends & !(own | other)
    }

    /// The discs that a disc on this field flips.
    #[inline]
    fn turned(self, field: u32) -> u64 {
        let (y, x) = (field as usize / 8 % 8, field as usize % 8);
        let Lines { row, column, gather, down, up } = LINES[field as usize % 64];
        let Othello { own, other } = self;
        let in_rows = |line: u64| {
            let in_line = |discs: u64| (discs & line).wrapping_mul(COLUMN);
            u64::from(turned_in_line(x, in_line(own), in_line(other))).wrapping_mul(COLUMN) & line
        };
        let in_line = |discs: u64| (discs & column).wrapping_mul(gather);
        let in_column = ROWS[usize::from(turned_in_line(y, in_line(own), in_line(other)))] & column;
        in_rows(row) | in_rows(down) | in_rows(up) | in_column
    }

    #[inline]
    pub(crate) fn place(self, field: u32) -> Othello {
        let turned = self.turned(field);
        Othello { own: self.other ^ turned, other: self.own | turned | 1 << field }
    }

    #[inline]
    pub(crate) fn passed(self) -> Othello {
        Othello { own: self.other, other: self.own }
    }

    /// The result when neither player can move, which depends on the number of discs. The player of the discs `own` did
    /// not make the last move.
    fn result(self) -> End {
        match self.other.count_ones().cmp(&self.own.count_ones()) {
            Ordering::Greater => End::Won,
            Ordering::Equal => End::Drawn,
            Ordering::Less => End::Lost,
        }
    }
}

/// The fields just past each unbroken run of the opponent's discs that begins next to an own disc. Runs are followed in
/// both directions, in steps of `step` fields.
#[inline(always)]
fn ends(own: u64, other: u64, step: u32) -> u64 {
    let (mut up, mut down) = (other & own << step, other & own >> step);
    up |= other & up << step;
    down |= other & down >> step;
    let pairs_up = other & other << step;
    let pairs_down = pairs_up >> step;
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up << step | down >> step
}

/// The fields that [`ends`] finds to the west of own discs.
#[inline(always)]
fn west(own: u64, inner: u64) -> u64 {
    let mut west = inner & own >> 1;
    west |= inner & west >> 1;
    let pairs = inner & inner >> 1;
    west |= pairs & west >> 2;
    west |= pairs & west >> 2;
    west >> 1
}

impl Positions for Othello {
    const NAME: &'static str = "othello";

    fn start() -> Othello {
        Othello::START
    }

    fn end(self) -> Option<End> {
        (self.moves() == 0 && self.passed().moves() == 0).then(|| self.result())
    }

    /// A pass counts as a move.
    fn number_of_moves(self) -> u64 {
        u64::from(Counted::of(self.moves()).count().max(1))
    }

    fn each_after(self, take: &mut impl FnMut(Othello)) {
        let moves = self.moves();
        if moves == 0 {
            take(self.passed());
        }
        each_bit(moves).for_each(|field| take(self.place(field.trailing_zeros())));
    }

    /// Overrides the default method, to find the moves only once.
    fn perft(self, depth: u32, ended: Ended) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        if moves == 0 {
            return match self.end() {
                Some(_) => u64::from(ended == Ended::Counted),
                None => self.passed().perft(depth - 1, ended),
            };
        }
        if depth == 1 {
            return Counted::of(moves).count().into();
        }
        each_bit(moves).map(|field| self.place(field.trailing_zeros()).perft(depth - 1, ended)).sum()
    }
}

/// Number of random games played side by side. The processor computes the moves of two games at a time, and need not
/// wait for one game before it continues with the next.
const TABLES: usize = 8;

/// Games played side by side, as a structure of arrays.
struct Tables {
    own: [u64; TABLES],
    other: [u64; TABLES],
    plies: [u32; TABLES],
}

impl Tables {
    #[inline]
    fn position(&self, table: usize) -> Othello {
        Othello { own: self.own[table], other: self.other[table] }
    }

    #[inline]
    fn put(&mut self, table: usize, position: Othello, plies: u32) {
        (self.own[table], self.other[table], self.plies[table]) = (position.own, position.other, plies);
    }

    /// Finds the moves of all games. Not inlined, so that the compiler vectorises the loop as it is.
    #[inline(never)]
    fn find_moves(&self, moves: &mut [Counted; TABLES]) {
        for (table, moves) in moves.iter_mut().enumerate() {
            *moves = Counted::by_sums(self.position(table).moves());
        }
    }
}

impl Chance for Othello {
    #[inline]
    fn random_games(number: u64, random: &mut Random, take: &mut impl FnMut(End, u32)) {
        let Othello { own, other } = Othello::START;
        let mut tables = Tables { own: [own; TABLES], other: [other; TABLES], plies: [0; TABLES] };
        let mut moves = [Counted::NONE; TABLES];
        // Every game that was begun must be counted, or longer games would be under-represented. When a table has a
        // game that is no longer needed, the game continues, but its result is not counted.
        let mut games: [u64; TABLES] = std::array::from_fn(|table| table as u64);
        let (mut begun, mut taken) = (TABLES as u64, 0);
        while taken < number {
            tables.find_moves(&mut moves);
            for (table, moves) in moves.iter().enumerate() {
                let (position, plies) = (tables.position(table), tables.plies[table]);
                if moves.count() != 0 {
                    tables.put(table, position.place(moves.any_place(random)), plies + 1);
                } else if position.passed().moves() != 0 {
                    tables.put(table, position.passed(), plies + 1);
                } else {
                    if games[table] < number {
                        take(position.result(), plies);
                        taken += 1;
                    }
                    tables.put(table, Othello::START, 0);
                    games[table] = begun;
                    begun += 1;
                }
            }
        }
    }
}

impl FromStr for Othello {
    type Err = String;

    /// Parses 64 fields from a1 to h8. `x` is a disc of the player to move, `o` a disc of the other player, and `-` an
    /// empty field. Blanks are ignored.
    fn from_str(text: &str) -> Result<Othello, String> {
        let mut position = Othello { own: 0, other: 0 };
        let fields: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        if fields.len() != 64 {
            return Err(format!("there are {} fields instead of 64", fields.len()));
        }
        for (field, letter) in fields.into_iter().enumerate() {
            match letter {
                'x' => position.own |= 1 << field,
                'o' => position.other |= 1 << field,
                '-' => {}
                _ => return Err(format!("{letter} is no field")),
            }
        }
        Ok(position)
    }
}

impl fmt::Display for Othello {
    /// The text that [`Othello::from_str`] parses, in rows.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for field in 0..64 {
            let letter = match (self.own >> field & 1, self.other >> field & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '-',
            };
            let end = if field % 8 == 7 { "\n" } else { "" };
            write!(formatter, "{letter}{end}")?;
        }
        Ok(())
    }
}
