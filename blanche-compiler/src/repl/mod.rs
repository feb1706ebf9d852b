//! A conversation with a program: queries are asked, derivations and rules are defined as one goes, and everything that
//! can be known of an answer is a command away. Plain text in, plain text out: only `terminal` knows one.
//!
//! - [`world`]: whom the program speaks of, and what it can show of that: facts in the text, or a host.
//! - `typed`: what was defined here, as one more file of the program.
//! - [`session`]: the conversation, line by line; `commands` are the lines that begin with `:`.
//! - [`execute`]: text that a running program executes.
//! - [`table`]: answers as a table.
//! - `completion`: what could be written next.
//! - `history`: the lines of earlier conversations.
//! - [`terminal`]: a session and somebody who types, or a script.
//! - [`waited`]: standard input, which Ctrl-C ends while it is waited for.

mod commands;
mod completion;
pub mod execute;
mod game;
mod history;
pub mod session;
pub mod table;
pub mod terminal;
mod typed;
pub mod waited;
pub mod world;

pub use completion::Completion;
pub use execute::Executed;
pub use game::InGame;
pub use session::{Next, Reply, Session};
pub use table::Table;
pub use world::{InText, World};
