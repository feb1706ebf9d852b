//! A board of draughts in 35 bits for each player. There is a spare bit after every second row, so that every step is
//! the same shift in all rows. A step that leaves the board ends in a spare bit.
//!
//! ```text
//!     0   1   2   3        squares 1 to 4, where Black's men begin
//!   4   5   6   7   (8)    squares 5 to 8
//!     9  10  11  12
//!  13  14  15  16  (17)    down is 4 to the left and 5 to the right,
//!    18  19  20  21        up is 5 to the left and 4 to the right
//!  22  23  24  25  (26)
//!    27  28  29  30
//!  31  32  33  34          squares 29 to 32
//! ```

use blanche_compiler::random::Random;

use super::super::bits::{Counted, any_place, each_bit, number_below};

/// The pieces, from the point of view of the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Board {
    pub(super) own: u64,
    pub(super) other: u64,
    /// The kings of both players.
    pub(super) kings: u64,
}

/// The bits of all squares. Every ninth bit is spare.
const SQUARES: u64 = ((1 << 35) - 1) & !(1 << 8 | 1 << 17 | 1 << 26);

/// The bit of a square, which is numbered from 0.
pub(super) fn bit_of(square: usize) -> u64 {
    1 << (square + square / 8)
}

/// The direction in which a player's men move.
pub(super) trait Way {
    /// The direction of the other player's men.
    type Back: Way<Back = Self>;

    const IS_DOWN: bool;

    /// The row where men are crowned.
    const LAST_ROW: u64;

    /// Shifts squares by this many bits in this direction.
    fn go(squares: u64, by: u32) -> u64;
}

/// The direction of Black's men.
pub(super) struct Down;

/// The direction of White's men.
pub(super) struct Up;

impl Way for Down {
    type Back = Up;
    const IS_DOWN: bool = true;
    const LAST_ROW: u64 = 0b1111 << 31;

    #[inline]
    fn go(squares: u64, by: u32) -> u64 {
        squares << by
    }
}

impl Way for Up {
    type Back = Down;
    const IS_DOWN: bool = false;
    const LAST_ROW: u64 = 0b1111;

    #[inline]
    fn go(squares: u64, by: u32) -> u64 {
        squares >> by
    }
}

/// The steps to empty squares, each encoded as one bit: the bit of the upper one of its two squares. The bits of steps
/// that are shifts by 5 are moved up by 32. No step has its upper square in the last row, so 31 bits suffice.
#[inline]
fn slides<W: Way>(pieces: u64, empty: u64) -> u64 {
    let slides = |by: u32| if W::IS_DOWN { pieces & empty >> by } else { empty & pieces >> by };
    slides(4) | slides(5) << 32
}

/// The single captures, encoded as the steps in [`slides`] are: each capture has the bit of the upper one of its two
/// squares, which is in the first six rows.
#[inline]
fn jumps<W: Way>(pieces: u64, other: u64, empty: u64) -> u64 {
    let jumps = |by: u32| {
        let (upper, lower) = if W::IS_DOWN { (pieces, empty) } else { (empty, pieces) };
        upper & other >> by & lower >> (2 * by)
    };
    jumps(4) | jumps(5) << 32
}

impl Board {
    pub(super) const START: Board = Board { own: SQUARES & 0x1FFF, other: SQUARES & 0x1FFF << 22, kings: 0 };

    #[inline]
    fn empty(self) -> u64 {
        SQUARES & !(self.own | self.other)
    }

    #[inline]
    fn own_kings(self) -> u64 {
        self.own & self.kings
    }

    /// The single captures: forward ones by all pieces, then backward ones by kings; see [`jumps`] for the encoding.
    #[inline]
    pub(super) fn jumps<W: Way>(self) -> [u64; 2] {
        let (other, empty) = (self.other, self.empty());
        [jumps::<W>(self.own, other, empty), jumps::<W::Back>(self.own_kings(), other, empty)]
    }

    /// The slides: forward ones by all pieces, then backward ones by kings; see [`slides`] for the encoding.
    #[inline]
    pub(super) fn slides<W: Way>(self) -> [u64; 2] {
        let empty = self.empty();
        [slides::<W>(self.own, empty), slides::<W::Back>(self.own_kings(), empty)]
    }

    /// The board for the other player after a slide, and whether a king moved.
    #[inline]
    pub(super) fn slid<W: Way>(self, place: u32, goes_back: bool) -> (Board, bool) {
        let upper = 1 << (place & 31);
        let lower = upper << (4 + (place >> 5));
        let (from, to) = if W::IS_DOWN != goes_back { (upper, lower) } else { (lower, upper) };
        let is_king = self.kings & from != 0;
        let king = if is_king { from | to } else { to & W::LAST_ROW };
        (Board { own: self.other, other: self.own ^ from ^ to, kings: self.kings ^ king }, is_king)
    }

    /// Calls `take` with the board after each slide, and whether a king moved.
    #[inline]
    pub(super) fn each_slide<W: Way>(self, take: &mut impl FnMut(Board, bool)) {
        let [ahead, back] = self.slides::<W>();
        for slide in each_bit(ahead) {
            let (board, is_king) = self.slid::<W>(slide.trailing_zeros(), false);
            take(board, is_king);
        }
        for slide in each_bit(back) {
            let (board, is_king) = self.slid::<W>(slide.trailing_zeros(), true);
            take(board, is_king);
        }
    }

    /// Calls `take` with the board after each chain of captures that begins with one of these captures.
    #[inline]
    pub(super) fn each_capture<W: Way>(self, jumps: [u64; 2], take: &mut impl FnMut(Board)) {
        self.each_chain::<W>(jumps, &mut |from, to, taken| {
            let becomes_king = self.kings & from != 0 || to & W::LAST_ROW != 0;
            let kings = self.kings & !(from | taken) | if becomes_king { to } else { 0 };
            take(Board { own: self.other & !taken, other: self.own & !from | to, kings });
        });
    }

    /// Calls `take` for each chain of captures that begins with one of these captures: with its start, its end, and the
    /// captured pieces.
    #[inline]
    pub(super) fn each_chain<W: Way>(self, [ahead, back]: [u64; 2], take: &mut impl FnMut(u64, u64, u64)) {
        for jump in each_bit(ahead) {
            self.each_chain_from::<W, W>(jump.trailing_zeros(), take);
        }
        for jump in each_bit(back) {
            self.each_chain_from::<W, W::Back>(jump.trailing_zeros(), take);
        }
    }

    /// Calls `take` for each chain that begins with one given capture, which `place` encodes for the direction `S`.
    #[inline]
    fn each_chain_from<W: Way, S: Way>(self, place: u32, take: &mut impl FnMut(u64, u64, u64)) {
        let (upper, by) = (1 << (place & 31), 4 + (place >> 5));
        let taken = upper << by;
        let lower = taken << by;
        let (from, to) = if S::IS_DOWN { (upper, lower) } else { (lower, upper) };
        let chain = Chain { is_king: self.kings & from != 0, other: self.other, empty: self.empty() | from };
        if chain.is_over::<W>(to, taken) {
            take(from, to, taken);
        } else {
            chain.go_on::<W>(to, taken, &mut |to, taken| take(from, to, taken));
        }
    }

    #[inline]
    pub(super) fn is_blocked<W: Way>(self) -> bool {
        self.slides::<W>() == [0, 0] && self.jumps::<W>() == [0, 0]
    }

    #[inline]
    pub(super) fn number_of_moves<W: Way>(self) -> u64 {
        let (jumps, mut all) = (self.jumps::<W>(), 0);
        if jumps == [0, 0] {
            return number_of_slides(self.slides::<W>());
        }
        self.each_chain::<W>(jumps, &mut |_, _, _| all += 1);
        all
    }

    /// Calls `take` with the board after each move, and whether it was a king's slide.
    #[inline]
    pub(super) fn each_move<W: Way>(self, take: &mut impl FnMut(Board, bool)) {
        match self.jumps::<W>() {
            [0, 0] => self.each_slide::<W>(take),
            jumps => self.each_capture::<W>(jumps, &mut |board| take(board, false)),
        }
    }
}

#[inline]
fn number_of_slides([ahead, back]: [u64; 2]) -> u64 {
    u64::from(Counted::of(ahead).count() + Counted::of(back).count())
}

/// A uniformly random slide, and whether it goes backward. At least one slide must be possible.
#[inline]
pub(super) fn any_slide(ahead: u64, back: u64, random: &mut Random) -> (u32, bool) {
    if back == 0 {
        return (any_place(ahead, random), false);
    }
    let (ahead, back) = (Counted::of(ahead), Counted::of(back));
    let number = number_below(ahead.count() + back.count(), random);
    let goes_back = number >= ahead.count();
    let (slides, before) = if goes_back { (back, ahead.count()) } else { (ahead, 0) };
    (slides.place(number - before), goes_back)
}

/// State of the enumeration of a piece's captures.
#[derive(Clone, Copy)]
struct Chain {
    is_king: bool,
    other: u64,
    /// The empty squares, including the one that the piece has left.
    empty: u64,
}

impl Chain {
    /// Whether the piece cannot capture any more. A man that is crowned stops anyway, since there is nothing beyond the
    /// last row.
    #[inline]
    fn is_over<W: Way>(self, at: u64, taken: u64) -> bool {
        let left = self.other & !taken;
        let ahead = |by: u32| W::go(W::go(at, by) & left, by);
        let back = |by: u32| W::Back::go(W::Back::go(at, by) & left, by);
        let reached = ahead(4) | ahead(5) | if self.is_king { back(4) | back(5) } else { 0 };
        reached & self.empty == 0
    }

    /// Calls `take` for each chain of captures from a square: with its end and the captured pieces.
    fn go_on<W: Way>(self, at: u64, taken: u64, take: &mut impl FnMut(u64, u64)) {
        if self.is_over::<W>(at, taken) {
            return take(at, taken);
        }
        let left = self.other & !taken;
        for by in [4, 5] {
            let middle = W::go(at, by) & left;
            let to = W::go(middle, by) & self.empty;
            if to != 0 {
                self.go_on::<W>(to, taken | middle, take);
            }
            let middle = W::Back::go(at, by) & left;
            let to = W::Back::go(middle, by) & self.empty;
            if self.is_king && to != 0 {
                self.go_on::<W>(to, taken | middle, take);
            }
        }
    }
}
