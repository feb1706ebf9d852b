//! What bases on the domain of five in a row are asked about, and how the interpreter asks it.

mod five_in_a_row;
mod host;

use crate::bases;

pub use host::StonesHost;

/// A knowledge base about five in a row.
pub type Base = bases::Base<crate::board::Position>;
