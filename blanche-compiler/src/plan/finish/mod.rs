//! What is so of a whole body when nothing moves any more, and what is left over.

mod distinct;
mod guards;
mod prune;
mod result_order;
mod work;

pub(crate) use prune::prune;
pub(crate) use result_order::order;
pub(crate) use work::Work;
