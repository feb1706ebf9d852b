//! Finds guards: cheap necessary conditions for a rule to have answers. A guard requires a set that depends on no
//! variable to have members.
//!
//! A rule tests its own guards before its loops (see `hoist`). The rules of a level share many guards. The evaluation
//! of a whole level therefore computes each set only once, and evaluates only the rules whose guards hold.

use crate::plan::model::{
    Action, Block, Frame, Guard, Intersection, constant_part, each_intersection, likely,
};
use crate::plan::planner::Planner;

impl Planner<'_> {
    /// The guard of a planned body that is most likely to fail.
    pub(crate) fn guard(&mut self, body: &Block, frame: &Frame) -> Option<Guard> {
        let mut found: Vec<(f64, Guard)> = Vec::new();
        for step in &body.steps {
            let at_least = match &step.action {
                Action::EachIn { .. } => 1,
                Action::Has { at_least, holds: true, .. }
                | Action::BindSet { at_least: at_least @ 1.., .. } => *at_least,
                _ => continue,
            };
            each_intersection(&step.action, &mut |intersection| {
                // Excluded sources may depend on variables. Without these sources the set can only become larger, so
                // the condition is still necessary.
                let Some(Intersection { sort, of, .. }) = constant_part(intersection) else { return };
                let set = Intersection { sort, of, without: Vec::new() };
                let open = likely(self.members(&set, frame) / f64::from(at_least));
                found.push((open, Guard { set, at_least }));
            });
        }
        found.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, guard)| guard)
    }
}

#[cfg(test)]
mod tests {
    use crate::plan::tests::check;

    #[test]
    fn bodies_have_guards_as_in_the_table() {
        check("finish/guards.txt", |case| case.guard());
    }
}
