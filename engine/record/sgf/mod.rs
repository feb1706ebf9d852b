//! SGF, version 4, for go-moku and renju (`GM[4]`).
//!
//! ```text
//! (;FF[4]GM[4]SZ[15]RU[renju]PB[Nakamura]PW[Meijin]RE[W+]BY[forbidden]
//! ;B[hh];W[ig];B[ii]C[an indirect opening])
//! ```
//!
//! A point is two letters, column and row from the top left, as in Go (`hh`); records with `H8` are read as well. Of a
//! tree the main line is read: the first branch everywhere. Variations are left out, each with a note; so are
//! properties that a game has no room for. A file may hold several games, in UTF-8 or in Latin-1. SGF has reasons for a win (`W+Resign`,
//! `W+Time`, `W+Forfeit`), but none that stands on the board: those are a property of our own, `BY`, whose values are
//! `five`, `forbidden`, `full-board` and `agreement`.
//!
//! Source: the specification of FF\[4\], red-bean.com/sgf.

mod charset;
mod points;
mod read;
mod tree;
mod write;

pub(super) use charset::in_utf8;
pub(super) use read::read;
pub(super) use write::write;
pub use write::{Judgment, Mark, write_judged};
