//! A conversation (REPL) with a program: the user asks queries, defines derivations and rules, and explains answers by
//! commands. Input and output are plain text. Only `terminal` deals with terminals.
//!
//! - [`world`]: the source of the facts (the program's text or a host, that is, another program) and how facts are
//!   shown.
//! - `definitions`: the definitions of the conversation, as an additional file of the program.
//! - [`session`]: processes the conversation line by line; `commands` are the lines that begin with `:`.
//! - [`execute`]: text that is executed on behalf of a running program.
//! - [`table`]: answers as a table.
//! - `completion`: suggestions for what to type next.
//! - `history`: the lines of earlier conversations.
//! - [`terminal`]: runs a session at a terminal or from a script.
//! - [`standard_input`]: standard input, which Ctrl-C can interrupt while a read blocks.

mod commands;
mod completion;
mod definitions;
pub mod execute;
mod game;
mod history;
pub mod session;
pub mod standard_input;
pub mod table;
pub mod terminal;
pub mod world;

pub use completion::Completion;
pub use execute::Executed;
pub use game::InGame;
pub use session::{Next, Reply, Session};
pub use table::Table;
pub use world::{InText, World};
