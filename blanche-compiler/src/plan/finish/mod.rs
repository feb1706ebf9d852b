//! What is so of a whole body when nothing moves any more, and what is left over.

mod distinct;
mod guards;
mod prune_routines;
mod result_order;
mod step_count;
mod tail_calls;

pub(crate) use prune_routines::prune;
pub(crate) use result_order::order;
pub(crate) use step_count::Work;
pub(crate) use tail_calls::mark_tail_calls;
