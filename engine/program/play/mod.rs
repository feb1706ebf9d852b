//! A game at the terminal between people and the computer. It lasts until the game ends (thesis, table 3.1) or a person
//! leaves.
//!
//! | file | what it holds |
//! |---|---|
//! | [`command`] | the commands that a person can give at a turn |
//! | [`lines`] | the source of the lines that people enter |
//! | [`playing`] | what a game must implement to be played at the terminal |
//! | `stones`, `text` | the implementations for games of stones and for games defined in rule files |
//! | [`session`] | the game itself: whose turn it is, what happens in each turn, how the game ends |
//! | `person` | a person at the terminal as a player in lessons |
//! | `choices` | numbered moves to choose from |
//! | `saying` | the messages and boards that are printed during a game |
//! | `saving` | saves the game to a file |

mod choices;
pub mod command;
pub mod lines;
mod person;
pub mod playing;
mod saving;
mod saying;
pub mod session;
mod stones;
mod text;

pub use person::Person;
pub use session::{Begun, Origin, Seat, Session, SessionError, Settings};
