//! Plays the games that programs describe: their start, moves, effects of moves, and ends.
//!
//! [`Rules`] evaluates a program's questions through a [`GameEvaluator`] and applies the answers, so that both back
//! ends play the same game. The code here is plain and slow. If speed matters, the program is translated to bitboard
//! operations. Three views that borrow the rules have the methods for reading, for writing, and for a program's
//! judgement of positions: [`Rules::notation`], [`Rules::records`] and [`Rules::judgement`].
//!
//! | file | what it holds |
//! |---|---|
//! | `rules` | the start, the moves, their effects, the end |
//! | `evaluators` | the trait that answers questions about a position |
//! | `bitboard_evaluator` | answers by bitboard operations |
//! | `moves` | a move, which has the same small size for any number of steps |
//! | `chains` | moves of several steps |
//! | `fault` | why a game cannot go on, with diagnostics |
//! | `game_history` | the positions of a game so far, and how often each has occurred |
//! | `notation` | the view [`Notation`]: how moves, positions and ends are written |
//! | `move_text` | writes and parses moves |
//! | `move_readings` | reads texts as moves that may be illegal |
//! | `record` | the view [`Records`]: games as lists of moves |
//! | `pieces` | the parts of records: move numbers, moves, results, and the tags and remarks of PDN |
//! | `numbers` | checks the numbers in front of moves |
//! | `compact_positions` | positions on one line |
//! | `drawn_squares` | the place of each field in a drawing of the board |
//! | `diagram` | writes and parses positions as drawn boards |
//! | `judgement` | the view [`Judgement`]: claims of rules, moves they play, values of positions and moves |
//! | `caches` | the types of data that rules compute once and cache |
//! | `symmetric_images` | positions and moves under the symmetries of the board |
//! | `joint_scores` | several scores evaluated together |
//! | `incremental` | incrementally updated scores |
//! | `bitboard_games` | playouts and perft counts by bitboard operations |
//! | `perft` | counts of positions |
//! | `playouts` | random games |

mod bitboard_evaluator;
mod bitboard_games;
mod caches;
mod chains;
mod compact_positions;
mod diagram;
mod drawn_squares;
mod evaluators;
mod fault;
mod game_history;
mod incremental;
mod joint_scores;
mod judgement;
mod move_readings;
mod move_text;
mod moves;
mod notation;
mod numbers;
mod perft;
mod pieces;
mod playouts;
mod record;
mod rules;
mod symmetric_images;
#[cfg(test)]
mod tests;
mod text_faults;

pub use crate::runtime::{MAX_MOVE_STEPS, Unended};
pub use caches::{Sums, Valuing};
pub use chains::NextStep;
pub use drawn_squares::Squares;
pub use evaluators::{Compiled, GameEvaluator};
pub use fault::{Clash, Fault, Unending};
pub use game_history::Past;
pub use judgement::{Judgement, supposes_no_win};
pub use move_readings::{MoveReading, StepReading};
pub use move_text::MoveFault;
pub use moves::{MAX_PLAYED_VALUES, Move, Step};
pub use notation::Notation;
pub use numbers::{MoveNumber, wrong_number, wrong_number_text};
pub use perft::{Counting, MAX_KEPT_BYTES, distinct, divide, perft};
pub use pieces::Remark;
pub use playouts::{MAX_PLIES, Tally, playout, playouts};
pub use record::{Record, Records, StatedResult};
pub use rules::{End, EndReason, Outcome, Rules, TO_MOVE};
pub use symmetric_images::Images;
pub use text_faults::{TextFault, TextNote};
