//! The final passes over complete plans.

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

use crate::diagnostic::Diagnostic;
use crate::plan::planner::Planner;

impl Planner<'_> {
    /// Runs the final passes on a plan once every rule is planned.
    ///
    /// # Errors
    /// A diagnostic if planning has taken more steps than allowed.
    pub(crate) fn finish(&mut self) -> Result<(), Box<Diagnostic>> {
        if let Some(message) = self.budget.message(self.program) {
            return Err(Box::new(message));
        }
        self.validate_plan("routines");
        prune(&mut self.plan);
        self.validate_plan("prune_routines");
        mark_tail_calls(&mut self.plan);
        self.validate_plan("tail_calls");
        Work::new(self.program).count(&mut self.plan);
        self.validate_plan("step_count");
        Ok(())
    }
}
