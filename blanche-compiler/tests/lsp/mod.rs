//! The language server as editors use it: the real program, spoken to over its standard input and output; a real
//! editor; and how long a keystroke takes.

mod client;
mod ends;
mod keystroke;
mod neovim;
mod places;
mod robust;
mod spellings;
mod transcript;
