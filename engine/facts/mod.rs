//! The hand-written answers to what a domain declares as `extern`, one file per domain. The traits are written
//! by the emitter from `knowledge/`; a predicate that is forgotten here is a compile error that names it.

mod five_in_a_row;

use crate::bases;

/// A knowledge base about five in a row.
pub type Base = bases::Base<crate::board::Position>;
