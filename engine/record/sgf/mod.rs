//! SGF, version 4, for go-moku and renju (`GM[4]`).
//!
//! ```text
//! (;FF[4]GM[4]SZ[15]RU[renju]PB[Nakamura]PW[Meijin]RE[W+]BY[forbidden]
//! ;B[hh];W[ig];B[ii]C[an indirect opening])
//! ```
//!
//! A point is two letters, column and row from the top left, as in Go (`hh`); points such as `H8` are accepted too.
//! A [`GameRecord`](super::GameRecord) holds the main line of a tree, that is, the first branch at each node.
//! [`read_variations`] reads the others. Skipped variations, and properties that a record cannot hold, are reported in
//! notes. A file may contain several games, in
//! UTF-8 or Latin-1. SGF defines some reasons for a win (`W+Resign`, `W+Time`, `W+Forfeit`), but none that can be seen
//! on the board. For those we use a property of our own, `BY`, with the values `five`, `forbidden`, `full-board` and
//! `agreement`.
//!
//! Marks on points and lines between them (`CR`, `SQ`, `TR`, `MA`, `LB`, `LN`, `AR`) are read and written too.
//!
//! Source: the specification of FF\[4\], red-bean.com/sgf.

mod charset;
mod marking;
mod points;
mod read;
mod tree;
mod variations;
mod write;

pub(super) use charset::in_utf8;
pub(super) use read::read;
pub use variations::{TreeMove, Variations, read_variations, write_tree};
pub(super) use write::write;
pub use write::{Judgment, Mark, write_judged};
