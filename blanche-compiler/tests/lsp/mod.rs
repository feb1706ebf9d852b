//! Tests of the language server, both through its standard input and output and with a real editor. The time of a
//! keystroke is also measured.

mod client;
mod ends;
mod keystroke;
mod neovim;
mod places;
mod robust;
mod spellings;
mod transcript;
