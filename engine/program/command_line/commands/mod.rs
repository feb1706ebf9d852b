//! The commands of `noire`, each with its arguments and its implementation.

pub(crate) mod analyse;
pub(crate) mod answers;
pub(crate) mod apply;
pub(crate) mod bench;
pub(crate) mod compile;
pub(crate) mod contest;
pub(crate) mod convert;
pub(crate) mod coverage;
pub(crate) mod doc;
pub(crate) mod draw;
pub(crate) mod eval;
pub(crate) mod explain;
mod extract;
pub(crate) mod forbidden;
pub(crate) mod games;
pub(crate) mod gomocup;
pub(crate) mod learn;
pub(crate) mod mutate;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod repl;
pub(crate) mod rules;
#[cfg(feature = "page")]
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod statistics;
pub(crate) mod test;
pub(crate) mod tune;
pub(crate) mod verify;
pub(crate) mod watch;
