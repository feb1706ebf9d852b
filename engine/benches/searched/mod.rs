//! Othello in Rust as a game that can be searched. The scores of `knowledge/othello` are computed by operations on two
//! words.

use std::hash::Hash;

use noire::games::{Game, Knowledge, LimitReached, Outcome, Side};

use crate::games_by_hand::{End, Othello, Positions};

/// A game, with its earlier positions.
pub(crate) struct Searched {
    position: Othello,
    to_move: Side,
    before: Vec<(Othello, Side)>,
}

/// A move, given by the number of the field on which the disc is placed. A pass has the next number after the last
/// field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place(pub(crate) u8);

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            PASS => f.write_str("pass"),
            field => write!(f, "{}{}", char::from(b'a' + field % 8), field / 8 + 1),
        }
    }
}

const PASS: u8 = 64;

// The board without its first column, and without its last column.
const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

const CORNERS: u64 = 0x8100_0000_0000_0081;
const SIDES: u64 = 0x7E81_8181_8181_817E;
/// The edge fields next to a corner.
const BESIDE: u64 = 0x4281_0000_0000_8142;
/// The fields diagonally adjacent to a corner.
const BEFORE: u64 = 0x0042_0000_0000_4200;

/// Shifts a set of fields by one step, in both directions along each kind of line: rows, columns and the two diagonals.
fn steps(fields: u64) -> [[u64; 2]; 4] {
    [
        [(fields & NOT_H) << 1, (fields & NOT_A) >> 1],
        [fields << 8, fields >> 8],
        [(fields & NOT_H) << 9, (fields & NOT_A) >> 9],
        [(fields & NOT_A) << 7, (fields & NOT_H) >> 7],
    ]
}

fn beside(fields: u64) -> u64 {
    steps(fields).iter().flatten().fold(0, |all, fields| all | fields)
}

/// The discs that can never be flipped, by the same definition as in the rule files.
fn stable(own: u64) -> u64 {
    let mut stable = 0;
    loop {
        let kept = steps(stable | !0).into_iter().zip(steps(stable)).map(|(inside, backed)| {
            // Beyond the edge there is no field.
            (!inside[0] | backed[0]) | (!inside[1] | backed[1])
        });
        let next = kept.fold(own, |all, kept| all & kept);
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// The value of the discs `own`: the sum of the scores of the player who has them.
fn counted(position: Othello) -> i64 {
    let Othello { own, other } = position;
    let empty = !(own | other);
    let worth = [
        (own, 1),
        (position.moves(), 20),
        (empty & beside(other), 10),
        (stable(own), 100),
        (other & beside(empty), 30),
        (other & beside(empty & CORNERS), 60),
        (own & CORNERS, 3000),
        (own & SIDES & !BESIDE, 200),
        (own & BESIDE, -100),
        (own & BEFORE, -1000),
    ];
    worth.into_iter().map(|(fields, weight)| weight * i64::from(fields.count_ones())).sum()
}

impl Searched {
    pub(crate) fn start() -> Searched {
        Searched { position: Othello::start(), to_move: Side::First, before: Vec::new() }
    }
}

impl Game for Searched {
    type Move = Place;
    type Player = Side;

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn opponent(player: Side) -> Side {
        match player {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    fn key(&self) -> u64 {
        let Othello { own, other } = self.position;
        let mixed = own.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ other.rotate_left(32).wrapping_mul(0xD1B5_4A32_D192_ED03);
        (mixed ^ mixed >> 29 ^ self.to_move as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn key_after(&self, mv: Place) -> u64 {
        let mut after = Searched { before: Vec::new(), ..*self };
        after.play(mv);
        after.key()
    }

    fn play(&mut self, mv: Place) {
        self.before.push((self.position, self.to_move));
        self.position = match mv.0 {
            PASS => self.position.passed(),
            field => self.position.place(field.into()),
        };
        self.to_move = Searched::opponent(self.to_move);
    }

    fn take_back(&mut self) {
        (self.position, self.to_move) = self.before.pop().expect("a move was made");
    }

    fn moves(&self, moves: &mut Vec<Place>) {
        let mut left = self.position.moves();
        if left == 0 {
            moves.push(Place(PASS));
        }
        while left != 0 {
            moves.push(Place(left.trailing_zeros() as u8));
            left &= left - 1;
        }
    }

    fn outcome(&mut self) -> Result<Option<Outcome<Side>>, LimitReached> {
        Ok(self.position.end().map(|end| match end {
            End::Drawn => Outcome::Drawn,
            // Won by the player who moved last.
            End::Won => Outcome::Won(Searched::opponent(self.to_move)),
            End::Lost => Outcome::Won(self.to_move),
        }))
    }
}

/// The rule files of Othello have no rules that claim a win, so the default methods suffice.
impl Knowledge for Searched {
    fn value(&mut self, player: Side) -> Result<i64, LimitReached> {
        let value = counted(self.position) - counted(self.position.passed());
        Ok(if player == self.to_move { value } else { -value })
    }

    fn unit(&self) -> i64 {
        10
    }
}
