//! Bases for the domain of five in a row, and the host that answers the queries of their interpreter.

mod five_in_a_row;
mod host;

use crate::bases;

pub use host::StonesHost;

/// A knowledge base about five in a row.
pub type Base = bases::Base<crate::board::Position>;
