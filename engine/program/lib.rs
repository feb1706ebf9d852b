//! The commands of the program `noire` and the modules behind them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`command_line`] | the command line: one file for each command |
//! | [`compilation`] | compiles a user's own bases into programs |
//! | [`play`] | games at the terminal |

pub mod command_line;
pub mod compilation;
pub mod play;
