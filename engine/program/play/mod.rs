//! A game at the terminal: people and the computer in turn, until it ends (thesis, table 3.1) or somebody leaves.
//!
//! | file | what it holds |
//! |---|---|
//! | [`command`] | what a person can say at a turn |
//! | [`lines`] | where the lines come from that people say |
//! | [`playing`] | what a game must tell so that it can be played |
//! | `stones`, `text` | the same of both kinds of games |
//! | [`session`] | the game itself: who is to move, what is done, how it ends |
//! | `person` | somebody at the terminal as a player |
//! | `choices` | moves to choose from by their numbers |
//! | `saying` | what is said and drawn in it |
//! | `saving` | the game in a file |

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
