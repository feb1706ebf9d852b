//! A game at the terminal: people and the computer in turn, until it ends (thesis, table 3.1) or somebody leaves.
//!
//! | file | what it holds |
//! |---|---|
//! | [`command`] | what a person can say at a turn |
//! | [`lines`] | where the lines come from that people say |
//! | [`session`] | the game itself: who is to move, what is done, how it ends |
//! | `text_session` | a game in text, in the words of its text |
//! | `forbidden` | points that are forbidden, and why |
//! | `person` | somebody at the terminal as a player |
//! | `choices` | moves to choose from by their numbers |
//! | `saying` | what is said and drawn in it |
//! | `saving` | the game in a file |

mod choices;
pub mod command;
mod forbidden;
pub mod lines;
mod person;
mod saving;
mod saying;
pub mod session;
mod text_session;

pub use person::Person;
pub use session::{Origin, Player, Session, Settings};
pub use text_session::{SessionError, TextSession, TextSettings};
