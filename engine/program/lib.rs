//! What the program `noire` does: its commands, and what stands behind them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`command_line`] | what the program does with its arguments |
//! | [`compilation`] | bases of a user's own compiled to programs |
//! | [`gomocup`] | the protocol by which tournament managers let programs play, on both sides |
//! | [`laboratory`] | what proves and measures knowledge |
//! | [`learning`] | players that know nothing and learn, and what they write |
//! | [`play`] | a game at the terminal |
//! | [`texts`] | what is said to people, in their language |

pub mod command_line;
pub mod compilation;
pub mod gomocup;
pub mod laboratory;
pub mod learning;
pub mod play;
pub mod texts;
