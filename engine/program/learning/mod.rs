//! Players that know nothing and learn from their games; what they have learned they write as BLANCHE.
//!
//! A learner sees which moves there are, which boards are images of each other, and how games end. It asks no rule, score or
//! preference.
//!
//! | file | what it holds |
//! |---|---|
//! | [`spec`] | how learners are named, and what of them can be set |
//! | [`patterns`] | a preference for each board that the learner left behind |
//! | [`fields`] | a table: what it is worth to play on a field, by how many fields are taken |
//! | [`training`] | games against somebody, one after the other |
//! | [`lines`] | all games in which the opponent tries every move |
//! | [`document`] | the text of what was learned, and what people have changed in it |
//! | [`course`] | training that writes down what it came to, and goes on from there |
//! | [`folder`] | the folder of a base that plays by what was found out |
//! | [`tables`] | the folder of the tables of the document |
//! | `seal` | texts that say whether somebody has changed them |
//! | [`extraction`] | from numbers to a few rules |

pub mod course;
pub mod document;
pub mod extraction;
pub mod fields;
pub mod folder;
pub mod lines;
pub mod patterns;
mod seal;
pub mod spec;
pub mod tables;
pub mod training;

use std::rc::Rc;

use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules};
use blanche_compiler::runtime::{Position, Value};
use blanche_compiler::syntax::ast::Item;

use noire_engine::search::player::{Budget, Choice};

/// Of what something was learned: a player or a stage of the game, and a number.
pub type Topic = (u32, u128);

/// Who learns from games.
pub trait Learner {
    /// Its move in a position, before which others have stood; the game is not over there.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn choose(&mut self, position: &Position, past: &Past, budget: &Budget) -> Result<Choice<Move>, Fault>;

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

    /// Gives what it has learned, as items of a text in their order, one after the other: all together they may be many.
    fn each_item(&self, each: &mut dyn FnMut(Item));

    /// How many items that is, about.
    fn count(&self) -> usize;

    /// Items as it will write them, when it has learned something of the beginning of the game.
    ///
    /// # Errors
    /// When the game cannot begin.
    fn sample(&self) -> Result<Vec<Item>, Fault>;

    /// What an item speaks of, of what is learned: items stand in this order.
    fn topic(&self, item: &Item) -> Option<Topic>;

    /// Knows what an item says and that a learner wrote it so. An item that somebody wrote or changed is not taken, and nothing more
    /// is learned of what it speaks of.
    fn take(&mut self, item: &Item) -> bool;

    /// What was taken is the base of these rules, in which people have written more: that counts as well.
    fn beside(&mut self, rules: Rc<Rules>);

    /// There was no room for all that could be learned.
    fn is_full(&self) -> bool;

    /// What it has learned as the files of the document, with their names; none where the document has none.
    ///
    /// # Errors
    /// When the game cannot begin.
    fn exported(&self) -> Result<Vec<(String, String)>, Fault> {
        Ok(Vec::new())
    }

    /// How much it has learned, in words.
    fn summary(&self) -> String;
}
