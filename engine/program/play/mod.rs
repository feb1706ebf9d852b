//! A game at the terminal between people and the computer. It lasts until the game ends (thesis, table 3.1) or a person
//! leaves.
//!
//! | file | what it holds |
//! |---|---|
//! | [`command`] | the commands that a person can give at a turn |
//! | [`input`] | the source of the lines that people enter |
//! | [`session`] | the game itself: whose turn it is, what happens in each turn, how the game ends |
//! | `human_player` | a person at the terminal as a player in lessons |
//! | `move_choices` | numbered moves to choose from |
//! | `messages` | the messages and boards that are printed during a game |
//! | `saving` | saves the game to a file |

pub mod command;
mod human_player;
pub mod input;
mod messages;
mod move_choices;
mod saving;
pub mod session;

pub use human_player::HumanPlayer;
pub use session::{Controller, Origin, Session, SessionError, SessionStart, Settings};
