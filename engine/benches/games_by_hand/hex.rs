//! Hex on 11 by 11 fields, with union-find.
//!
//! ```text
//!  \ A B C …        the fields of a row are consecutive bits; a row has 16, the first and the last bits are edges
//! 1 \ . . .
//! 2   \ . . .       a field is beside the two above it (n, ne), the two in its row (w, e), the two below it (sw, s)
//! ```
//!
//! The first player connects the top with the bottom, the second the left with the right. There are no passes and no
//! draws.

use blanche_compiler::random::Random;

use super::lots::Lots;
use super::{Chance, End, Positions, rows};

/// Number of fields on each side of the board.
const SIDE: usize = 11;

/// Number of fields of the board.
const FIELDS: usize = SIDE * SIDE;

/// The number of a field is this factor times its row plus its column, both counted from 1.
const ROW: usize = 16;

/// A position. `leads_to` is a union-find structure of the connected groups of stones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hex {
    /// The stones of the first and of the second player, by rows, with an empty row above and below.
    stones: [[u16; 16]; 2],
    leads_to: [u8; 256],
    /// For the root of each group: the edges of its player that the group touches, as [`FIRST_EDGE`] and [`LAST_EDGE`].
    edges: [u8; 256],
    empty: u32,
    is_won: bool,
}

/// Flag of a group that touches the first edge: the top for the first player, the left for the second.
const FIRST_EDGE: u8 = 1;

/// Flag of a group that touches the last edge: the bottom for the first player, the right for the second.
const LAST_EDGE: u8 = 2;

/// The edges that a stone on each field touches, for the first and the second player.
static EDGES: [[u8; 256]; 2] = {
    let mut edges = [[0; 256]; 2];
    let mut number = 0;
    while number < SIDE {
        let (row, column) = (ROW * (number + 1), number + 1);
        edges[0][ROW + column] = FIRST_EDGE;
        edges[0][ROW * SIDE + column] = LAST_EDGE;
        edges[1][row + 1] = FIRST_EDGE;
        edges[1][row + SIDE] = LAST_EDGE;
        number += 1;
    }
    edges
};

/// The offsets of the six neighbours of a field in circular order, and then the offset 0 of the field itself. Additions
/// are modulo 256.
const AROUND: [u8; 8] = [0xF0, 0xF1, 0x01, 0x10, 0x0F, 0xFF, 0, 0];

/// For each set of occupied neighbours of a field: the first neighbour of each run of adjacent neighbours. The other
/// neighbours of a run are already connected with the first one. If no neighbour is occupied, the entry is the field
/// itself, so that there is always a group to join and no branch is needed.
static RUNS: [u8; 64] = {
    let mut runs = [0; 64];
    runs[0] = 1 << 6;
    let mut set = 1;
    while set < 64 {
        let before = (set << 1 | set >> 5) & 0b11_1111;
        // If all six are occupied, the run has no beginning, and any neighbour will do.
        runs[set] = if set == 0b11_1111 { 1 } else { (set & !before) as u8 };
        set += 1;
    }
    runs
};

impl Hex {
    /// The root of a field's group. The root is nearly always at most two steps away, so two steps are taken without a
    /// branch, and a loop follows any further ones.
    #[inline]
    fn root(&mut self, field: u8) -> u8 {
        let leads_to = |from: u8, hex: &Hex| hex.leads_to[usize::from(from)];
        let mut root = leads_to(leads_to(field, self), self);
        loop {
            let next = leads_to(root, self);
            if next == root {
                self.leads_to[usize::from(field)] = root;
                return root;
            }
            root = next;
        }
    }

    /// The occupied neighbours of a field, in the order of [`AROUND`].
    #[inline]
    fn around(&self, player: usize, field: u8) -> usize {
        let (row, column) = (usize::from(field >> 4), field & 15);
        let rows = &self.stones[player];
        let (above, same, below) = (
            rows[(row + 15) % 16] >> column,
            rows[row] >> (column - 1),
            rows[(row + 1) % 16] >> (column - 1),
        );
        usize::from(
            above & 0b11 | same & 0b100 | (below & 0b10) << 2 | (below & 0b01) << 4 | (same & 0b1) << 5,
        )
    }

    /// Places a player's stone on an empty field.
    #[inline]
    fn place(&mut self, player: usize, field: u8) {
        let mut edges = EDGES[player][usize::from(field)];
        let mut runs = RUNS[self.around(player, field)];
        (self.leads_to[usize::from(field)], self.edges[usize::from(field)]) = (field, edges);
        let mut root = field;
        loop {
            let group = self.root(field.wrapping_add(AROUND[runs.trailing_zeros() as usize % 8]));
            edges |= self.edges[usize::from(group)];
            self.leads_to[usize::from(root)] = group;
            root = group;
            runs &= runs - 1;
            if runs == 0 {
                break;
            }
        }
        self.edges[usize::from(root)] = edges;
        self.stones[player][usize::from(field >> 4)] |= 1 << (field & 15);
        self.empty -= 1;
        self.is_won = edges == FIRST_EDGE | LAST_EDGE;
    }

    /// The player to move: 0 for the first player.
    #[inline]
    fn mover(&self) -> usize {
        (FIELDS as u32 - self.empty) as usize % 2
    }
}

impl Positions for Hex {
    const NAME: &'static str = "hex";

    fn start() -> Hex {
        Hex { stones: [[0; 16]; 2], leads_to: [0; 256], edges: [0; 256], empty: FIELDS as u32, is_won: false }
    }

    fn end(self) -> Option<End> {
        self.is_won.then_some(End::Won)
    }

    fn number_of_moves(self) -> u64 {
        u64::from(self.empty)
    }

    fn each_after(self, take: &mut impl FnMut(Hex)) {
        for field in (0..FIELDS).map(field) {
            let (row, column) = (usize::from(field >> 4), field & 15);
            if (self.stones[0][row] | self.stones[1][row]) >> column & 1 == 0 {
                let mut after = self;
                after.place(self.mover(), field);
                take(after);
            }
        }
    }
}

/// The field with this index, counted row by row.
fn field(number: usize) -> u8 {
    (ROW * (number / SIDE + 1) + number % SIDE + 1) as u8
}

impl Chance for Hex {
    #[inline]
    fn random_games(number: u64, random: &mut Random, take: &mut impl FnMut(End, u32)) {
        let (mut position, mut lots) = (Hex::start(), Lots::<FIELDS>::new(field));
        for _ in 0..number {
            // The groups need no reset: placing a stone sets the link of its field and the edges of its group.
            (position.stones, position.empty, position.is_won) = ([[0; 16]; 2], FIELDS as u32, false);
            let mut player = 1;
            while !position.is_won {
                player = 1 - player;
                position.place(player, lots.draw(position.empty, random));
            }
            take(End::Won, FIELDS as u32 - position.empty);
        }
    }
}

impl std::fmt::Display for Hex {
    /// The rows from the top, with `x` for the first player.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        rows(formatter, (FIELDS, SIDE), |number| {
            let field = field(number);
            let has = |player: usize| self.stones[player][usize::from(field >> 4)] >> (field & 15) & 1 == 1;
            match (has(0), has(1)) {
                (true, _) => 'x',
                (_, true) => 'o',
                _ => '.',
            }
        })
    }
}
