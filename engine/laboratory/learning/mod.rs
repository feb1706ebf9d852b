//! Players that start without knowledge and learn from their games. The result is written as rules in BLANCHE.
//!
//! A learner knows which moves are legal, which boards are symmetric to each other, and how games end. It does not use
//! any rule, score or preference.
//!
//! | file | what it holds |
//! |---|---|
//! | [`spec`] | the names and settings of learners |
//! | [`patterns`] | a learner with a score for each board after one of its moves |
//! | [`fields`] | a learner with a table: the value of playing on a field, by the number of occupied fields |
//! | [`training_games`] | training games against an opponent |
//! | [`exhaustive_play`] | all games in which the opponent tries every move |
//! | [`document`] | the file of learned knowledge, with the changes made by users |
//! | [`saved_training`] | training that saves its result and can be continued |
//! | [`folder`] | the folder of a base that uses the result |
//! | [`tables`] | the folder of tables, in the file format of the publication that describes the `fields` learner |
//! | `content_hash` | hashes in files, which show whether a user has changed them |
//! | [`extraction`] | extracts a few rules from learned values |

mod content_hash;
pub mod document;
pub mod exhaustive_play;
pub mod extraction;
pub mod fields;
pub mod folder;
pub mod patterns;
pub mod saved_training;
pub mod spec;
pub mod tables;
pub mod training_games;

use std::rc::Rc;

use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules};
use blanche_compiler::runtime::{Position, Value};
use blanche_compiler::syntax::ast::Item;

use noire_engine::search::player::{Budget, Choice};

/// The subject of a learned item. It consists of a player or a stage of the game, and a number. Items are ordered by
/// subject.
pub type Topic = (u32, u128);

/// A player that learns from games.
pub trait Learner {
    /// Chooses a move in a position in which the game is not over. `past` holds the earlier positions of the game.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn choose(&mut self, position: &Position, past: &Past, budget: &Budget) -> Result<Choice<Move>, Fault>;

    /// The players for whom the learner chooses moves.
    fn players(&self) -> &[Value];

    /// Observes a move by any player.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn move_made(&mut self, before: &Position, mv: Move) -> Result<(), Fault>;

    /// Learns from the end of the game with the number `game`.
    fn game_ended(&mut self, game: u64, outcome: Outcome);

    /// Discards the current game, which was aborted.
    fn game_aborted(&mut self);

    /// Calls `each` for all learned items in order. The items are not collected, because there may be many.
    fn each_item(&self, each: &mut dyn FnMut(Item));

    /// Approximate number of learned items.
    fn count(&self) -> usize;

    /// Examples of the items that the learner will write, as if it had learned something at the start of the game.
    ///
    /// # Errors
    /// Fails if the game cannot start.
    fn sample(&self) -> Result<Vec<Item>, Fault>;

    /// The subject of an item, or `None` if the item is not about learned knowledge. Items are ordered by subject.
    fn topic(&self, item: &Item) -> Option<Topic>;

    /// Loads an item if a learner wrote it. Returns `false` for an item that a user wrote or changed, and the learner
    /// then learns nothing more about the subject of that item.
    fn load_item(&mut self, item: &Item) -> bool;

    /// Sets the rules of the base that contains the loaded items. Items that users added to this base also count in the
    /// choice of moves.
    fn set_rules(&mut self, rules: Rc<Rules>);

    /// Whether the memory limit has kept the learner from learning more.
    fn is_full(&self) -> bool;

    /// The learned knowledge as files, in the format of the publication that describes the method. Each file is a pair
    /// of name and content. Empty if the publication defines no format.
    ///
    /// # Errors
    /// Fails if the game cannot start.
    fn exported(&self) -> Result<Vec<(String, String)>, Fault> {
        Ok(Vec::new())
    }

    /// A summary of how much was learned.
    fn summary(&self) -> String;
}
