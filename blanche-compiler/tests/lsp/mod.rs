//! Tests of the language server: through its standard input and output, and with a real editor; also measures the time
//! of a keystroke.

mod client;
mod ends;
mod keystroke;
mod neovim;
mod places;
mod robust;
mod spellings;
mod transcript;
