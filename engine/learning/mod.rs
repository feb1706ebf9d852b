//! Players that know nothing and learn from their games; what they have learned they write as BLANCHE.
//!
//! A learner sees which moves there are, which boards are images of each other, and how games end. It asks no rule, score or
//! preference.
//!
//! | file | what it holds |
//! |---|---|
//! | [`spec`] | how learners are named, and what of them can be set |
//! | [`patterns`] | a preference for each board that the learner left behind |
//! | [`training`] | games against somebody, one after the other |
//! | [`lines`] | all games in which the opponent tries every move |
//! | [`writing`] | what was learned, as a text |
//! | [`reading`] | such a text, with the lines that people changed in it |
//! | [`course`] | training that writes down what it came to, and goes on from there |

pub mod course;
pub mod lines;
pub mod patterns;
pub mod reading;
pub mod spec;
pub mod training;
pub mod writing;

use blanche_compiler::game::{Fault, Move, Outcome};
use blanche_compiler::runtime::{Position, Value};

use crate::agents::Agent;

/// Who learns from games.
pub trait Learner: Agent {
    /// The players for whom it chooses.
    fn players(&self) -> &[Value];

    /// A move was made in a game, by whomever.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn made(&mut self, before: &Position, mv: Move) -> Result<(), Fault>;

    /// A game of this number is over.
    fn ended(&mut self, game: u64, outcome: Outcome);

    /// A game was broken off: nothing is learned from it.
    fn broken_off(&mut self);
}
