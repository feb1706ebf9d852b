//! Games that a program keeps itself: how they begin, which moves there are, what a move does, and when they are over.
//!
//! [`Rules`] asks a program's questions and does what they say; who answers is an [`Asker`], so that both back ends play the
//! same game. Everything here is slow and plain: what must be fast takes the program as bitboards. What is written and read,
//! and what a program says of positions besides its rules, stands on views that borrow the rules: [`Rules::notation`],
//! [`Rules::records`] and [`Rules::judgement`].
//!
//! | file | what it holds |
//! |---|---|
//! | `rules` | the start, the moves, their effects, the end |
//! | `asker` | who answers questions about a position |
//! | `words_asker` | answers by operations on words |
//! | `moves` | a move, as small as a word or two, whatever its steps |
//! | `chains` | moves that go on |
//! | `fault` | what a game does that it cannot do, as diagnostics |
//! | `past` | how often positions have stood in a game |
//! | `notation` | the view [`Notation`]: how moves, positions and ends are written |
//! | `move_text` | moves as text, written and read |
//! | `record` | the view [`Records`]: games as lists of moves |
//! | `pieces` | the pieces of which records consist: numbers, moves, results, and tags and remarks of PDN |
//! | `numbers` | the numbers in front of moves |
//! | `compact` | positions in a line |
//! | `squares` | where the fields of a board stand in a drawing |
//! | `diagram` | positions as text, drawn and read |
//! | `judgement` | the view [`Judgement`]: claims of rules, what they play, what positions and moves are worth |
//! | `made` | what rules make of themselves once, and keep |
//! | `images` | positions and moves under the symmetries of the board |
//! | `valuing` | what scores say of a position, worked out together |
//! | `incremental` | scores that follow the moves |
//! | `in_words` | playouts and counts by operations on words |
//! | `perft` | counts of positions |
//! | `playouts` | games by chance |

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
