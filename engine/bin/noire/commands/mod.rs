//! The commands, each with its arguments and what it does.

pub(crate) mod agents;
pub(crate) mod answers;
pub(crate) mod apply;
pub(crate) mod bases;
pub(crate) mod bench;
pub(crate) mod convert;
pub(crate) mod coverage;
pub(crate) mod doc;
pub(crate) mod engine_match;
pub(crate) mod eval;
pub(crate) mod experiment;
pub(crate) mod explain;
pub(crate) mod forbidden;
pub(crate) mod gomocup;
pub(crate) mod mutate;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod play;
mod play_text;
pub(crate) mod playouts;
pub(crate) mod repl;
pub(crate) mod rules;
pub(crate) mod solve;
pub(crate) mod statistics;
pub(crate) mod test;
pub(crate) mod verify;
