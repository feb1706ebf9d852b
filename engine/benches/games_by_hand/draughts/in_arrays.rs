//! English draughts in an array of squares, the obvious way without bitboards: a move is a list of squares, all moves
//! are added to a list, and captures are tried out on the board.
//!
//! The bitboards of [`super::Draughts`] are compared with it, both in their positions and in their speed.

use blanche_compiler::random::Random;

use super::super::{Chance, End, Ended, Positions, below};
use super::board::{Board, bit_of};
use super::{Draughts, QUIET_MOVES, stands_again};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    Black,
    White,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Square {
    Empty,
    /// A player's piece, and whether it is a king.
    Piece(Player, bool),
}

/// The dark fields in rows from the top, in each row from the left.
type Squares = [Square; 32];

/// A position with the counter for draws, but without the positions before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DraughtsInArrays {
    squares: Squares,
    mover: Player,
    quiet: usize,
}

/// The squares that the piece visits, beginning with the square where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Move {
    path: [u8; MAX_SQUARES],
    length: usize,
    is_capture: bool,
}

/// Maximum number of squares of a move: no chain captures more than twelve pieces.
const MAX_SQUARES: usize = 13;

/// The four neighbours of each square: up and left, up and right, down and left, down and right.
static BESIDE: [[Option<u8>; 4]; 32] = {
    let mut beside = [[None; 4]; 32];
    let mut number = 0;
    while number < 128 {
        let (square, way) = (number / 4, number % 4);
        let row = square as i32 / 4;
        let column = square as i32 % 4 * 2 + 1 - row % 2;
        let (row, column) = (row + [-1, -1, 1, 1][way], column + [-1, 1, -1, 1][way]);
        if 0 <= row && row < 8 && 0 <= column && column < 8 {
            beside[square][way] = Some((row * 4 + column / 2) as u8);
        }
        number += 1;
    }
    beside
};

impl Player {
    fn opponent(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }

    /// The directions in which a piece of this player moves, as indices into [`BESIDE`].
    fn ways(self, is_king: bool) -> std::ops::Range<usize> {
        match (is_king, self) {
            (true, _) => 0..4,
            (false, Player::White) => 0..2,
            (false, Player::Black) => 2..4,
        }
    }

    fn crowns_on(self, square: u8) -> bool {
        match self {
            Player::Black => square >= 28,
            Player::White => square < 4,
        }
    }
}

/// The square between two squares that are a capture apart.
fn between(from: u8, to: u8) -> Option<u8> {
    let way = |way: &usize| {
        let middle = BESIDE[usize::from(from)][*way]?;
        (BESIDE[usize::from(middle)][*way] == Some(to)).then_some(middle)
    };
    (0..4).find_map(|number| way(&number))
}

impl DraughtsInArrays {
    /// Replaces the contents of the list by all legal moves.
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        for from in 0..32 {
            if let Square::Piece(player, is_king) = self.squares[usize::from(from)]
                && player == self.mover
            {
                let mut squares = self.squares;
                squares[usize::from(from)] = Square::Empty;
                let path = Move { path: [from; MAX_SQUARES], length: 1, is_capture: true };
                self.captures(&mut squares, path, is_king, moves);
            }
        }
        if moves.is_empty() {
            self.slides(moves);
        }
    }

    /// Adds all chains that continue from the end of a path. If none continues, it adds the path itself, which is a
    /// complete capture.
    fn captures(&self, squares: &mut Squares, path: Move, is_king: bool, moves: &mut Vec<Move>) {
        let from = path.path[path.length - 1];
        let is_crowned = !is_king && path.length > 1 && self.mover.crowns_on(from);
        let mut goes_on = false;
        for way in self.mover.ways(is_king) {
            let Some(middle) = BESIDE[usize::from(from)][way] else { continue };
            let Some(to) = BESIDE[usize::from(middle)][way] else { continue };
            let taken = squares[usize::from(middle)];
            let is_other = matches!(taken, Square::Piece(player, _) if player != self.mover);
            if !is_other || squares[usize::from(to)] != Square::Empty || is_crowned {
                continue;
            }
            goes_on = true;
            let mut longer = path;
            longer.path[longer.length] = to;
            longer.length += 1;
            squares[usize::from(middle)] = Square::Empty;
            self.captures(squares, longer, is_king, moves);
            squares[usize::from(middle)] = taken;
        }
        if !goes_on && path.length > 1 {
            moves.push(path);
        }
    }

    fn slides(&self, moves: &mut Vec<Move>) {
        for from in 0..32 {
            let Square::Piece(player, is_king) = self.squares[usize::from(from)] else { continue };
            if player != self.mover {
                continue;
            }
            for to in player.ways(is_king).filter_map(|way| BESIDE[usize::from(from)][way]) {
                if self.squares[usize::from(to)] == Square::Empty {
                    let mut path = [from; MAX_SQUARES];
                    path[1] = to;
                    moves.push(Move { path, length: 2, is_capture: false });
                }
            }
        }
    }

    fn play(&mut self, mv: &Move) {
        let (from, to) = (mv.path[0], mv.path[mv.length - 1]);
        let Square::Piece(player, was_king) = self.squares[usize::from(from)] else { return };
        self.squares[usize::from(from)] = Square::Empty;
        if mv.is_capture {
            for pair in mv.path[..mv.length].windows(2) {
                if let Some(middle) = between(pair[0], pair[1]) {
                    self.squares[usize::from(middle)] = Square::Empty;
                }
            }
        }
        self.squares[usize::from(to)] = Square::Piece(player, was_king || player.crowns_on(to));
        self.quiet = if was_king && !mv.is_capture { self.quiet + 1 } else { 0 };
        self.mover = player.opponent();
    }

    /// Counts the positions after `depth` moves. `past` has the boards of the game before this position.
    fn count(self, depth: u32, ended: u64, past: &mut Vec<Squares>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let since = past.len().saturating_sub(self.quiet);
        if self.quiet == QUIET_MOVES || moves.is_empty() || stands_again(&self.squares, &past[since..]) {
            return ended;
        }
        if depth == 1 {
            return moves.len() as u64;
        }
        past.push(self.squares);
        let mut all = 0;
        for mv in &moves {
            let mut after = self;
            after.play(mv);
            all += after.count(depth - 1, ended, past);
        }
        past.pop();
        all
    }
}

impl Positions for DraughtsInArrays {
    const NAME: &'static str = "draughts in arrays";

    fn start() -> DraughtsInArrays {
        let mut squares = [Square::Empty; 32];
        squares[..12].fill(Square::Piece(Player::Black, false));
        squares[20..].fill(Square::Piece(Player::White, false));
        DraughtsInArrays { squares, mover: Player::Black, quiet: 0 }
    }

    fn end(self) -> Option<End> {
        if self.quiet >= QUIET_MOVES {
            return Some(End::Drawn);
        }
        (self.number_of_moves() == 0).then_some(End::Won)
    }

    fn number_of_moves(self) -> u64 {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.len() as u64
    }

    fn each_after(self, take: &mut impl FnMut(DraughtsInArrays)) {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        for mv in &moves {
            let mut after = self;
            after.play(mv);
            take(after);
        }
    }

    /// Counts games that are drawn by repetition as ended.
    fn perft(self, depth: u32, ended: Ended) -> u64 {
        self.count(depth, u64::from(ended == Ended::Counted), &mut Vec::new())
    }
}

impl Chance for DraughtsInArrays {
    fn random_games(number: u64, random: &mut Random, take: &mut impl FnMut(End, u32)) {
        let (mut moves, mut past) = (Vec::new(), Vec::new());
        for _ in 0..number {
            let (mut position, mut plies) = (DraughtsInArrays::start(), 0);
            past.clear();
            let end = loop {
                if position.quiet == QUIET_MOVES || stands_again(&position.squares, &past) {
                    break End::Drawn;
                }
                position.moves(&mut moves);
                if moves.is_empty() {
                    break End::Won;
                }
                past.push(position.squares);
                position.play(&moves[usize::from(below(moves.len() as u32, random))]);
                if position.quiet == 0 {
                    past.clear();
                }
                plies += 1;
            };
            take(end, plies);
        }
    }
}

impl From<DraughtsInArrays> for Draughts {
    fn from(position: DraughtsInArrays) -> Draughts {
        let (mut board, goes_down) = (Board::default(), position.mover == Player::Black);
        for (number, square) in position.squares.into_iter().enumerate() {
            if let Square::Piece(player, is_king) = square {
                let side = if player == position.mover { &mut board.own } else { &mut board.other };
                *side |= bit_of(number);
                board.kings |= if is_king { bit_of(number) } else { 0 };
            }
        }
        Draughts { board, goes_down, quiet: position.quiet }
    }
}

impl From<Draughts> for DraughtsInArrays {
    fn from(position: Draughts) -> DraughtsInArrays {
        let mover = if position.goes_down { Player::Black } else { Player::White };
        let square = |number: usize| {
            let (board, bit) = (position.board, bit_of(number));
            match (board.own & bit != 0, board.other & bit != 0) {
                (true, _) => Square::Piece(mover, board.kings & bit != 0),
                (_, true) => Square::Piece(mover.opponent(), board.kings & bit != 0),
                _ => Square::Empty,
            }
        };
        DraughtsInArrays { squares: std::array::from_fn(square), mover, quiet: position.quiet }
    }
}
