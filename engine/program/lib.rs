//! The commands of the program `noire` and the modules behind them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`command_line`] | the command line: one file for each command |
//! | [`compilation`] | compiles a user's own bases into programs |
//! | [`gomocup`] | both sides of the Gomocup protocol, by which tournament managers run programs |
//! | [`laboratory`] | proofs and measurements of knowledge: verification, coverage, contests |
//! | [`learning`] | players that start without knowledge and learn from their games, and the rules they write |
//! | [`play`] | games at the terminal |
//! | [`texts`] | translated messages for the user |

pub mod command_line;
pub mod compilation;
pub mod gomocup;
pub mod laboratory;
pub mod learning;
pub mod play;
pub mod texts;
