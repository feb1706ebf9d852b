//! What is so of a whole body when nothing moves any more, and what is left over.

mod distinct;
mod guards;
mod prune;
mod result_order;

pub(crate) use prune::prune;
pub(crate) use result_order::arrival;
