//! Plays the games that programs describe: their start, moves, effects of moves, and ends.
//!
//! [`Rules`] evaluates a program's questions through an [`Asker`] and applies the answers, so that both back ends play
//! the same game. The code here is plain and slow; where speed matters, the program is translated to bitboards. Reading
//! and writing, and a program's judgement of positions, are views that borrow the rules: [`Rules::notation`],
//! [`Rules::records`] and [`Rules::judgement`].
//!
//! | file | what it holds |
//! |---|---|
//! | `rules` | the start, the moves, their effects, the end |
//! | `asker` | the trait that answers questions about a position |
//! | `words_asker` | answers by bitboard operations |
//! | `moves` | a move, which fits in a few words however many steps it has |
//! | `chains` | moves of several steps |
//! | `fault` | why a game cannot go on, with diagnostics |
//! | `past` | the positions of a game so far, and how often each has occurred |
//! | `notation` | the view [`Notation`]: how moves, positions and ends are written |
//! | `move_text` | writes and parses moves |
//! | `record` | the view [`Records`]: games as lists of moves |
//! | `pieces` | the parts of records: move numbers, moves, results, and the tags and remarks of PDN |
//! | `numbers` | checks the numbers in front of moves |
//! | `compact` | positions on one line |
//! | `squares` | where the fields of a board are in a drawing |
//! | `diagram` | writes and parses positions as drawn boards |
//! | `judgement` | the view [`Judgement`]: claims of rules, what they play, what positions and moves are worth |
//! | `made` | types of what rules compute once and cache |
//! | `images` | positions and moves under the symmetries of the board |
//! | `valuing` | several scores evaluated together |
//! | `incremental` | incrementally updated scores |
//! | `in_words` | playouts and perft counts by bitboard operations |
//! | `perft` | counts of positions |
//! | `playouts` | random games |

mod asker;
mod chains;
mod compact;
mod diagram;
mod fault;
mod images;
mod in_words;
mod incremental;
mod judgement;
mod made;
mod move_text;
mod moves;
mod notation;
mod numbers;
mod past;
mod perft;
mod pieces;
mod playouts;
mod record;
mod rules;
mod squares;
#[cfg(test)]
mod tests;
mod text;
mod valuing;
mod words_asker;

pub use crate::runtime::{MOST_STEPS, Unended};
pub use asker::{Asker, Compiled};
pub use fault::{Clash, Fault, Unending};
pub use images::Images;
pub use judgement::{Judgement, supposes_no_win};
pub use made::{Sums, Valuing};
pub use move_text::MoveFault;
pub use moves::{MOST_PLAYED, Move, Step};
pub use notation::Notation;
pub use numbers::{MoveNumber, wrong_number, wrong_number_text};
pub use past::Past;
pub use perft::{Counting, MOST_KEPT, distinct, divide, perft};
pub use pieces::Remark;
pub use playouts::{MOST_PLIES, Tally, playout, playouts};
pub use record::{Record, Records, StatedResult};
pub use rules::{End, Outcome, Rules, TO_MOVE, Why};
pub use squares::Squares;
pub use text::{TextFault, TextNote};
