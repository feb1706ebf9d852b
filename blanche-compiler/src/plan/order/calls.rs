//! Candidates for calls of routines.

use std::rc::Rc;

use super::access_paths::output;
use super::candidates::{AccessPath, Candidate, Class};
use crate::plan::model::{Argument, Callee, Operand, Output, Routine, Slot, Slots};
use crate::plan::params::MAX_EARLY_TEST_COST;
use crate::plan::planner::Planner;
use crate::program::{SortId, variables};

impl Planner<'_> {
    /// The candidate for a call with the slots that are bound now, or `None` if it cannot be called yet.
    pub(crate) fn call(
        &mut self,
        callee: Callee,
        operands: &[Operand],
        bound: &Slots,
        is_live: &dyn Fn(&Slot, SortId) -> bool,
    ) -> Option<Candidate> {
        let known: Vec<bool> = operands.iter().map(|operand| operand.is_bound(bound)).collect();
        if !self.callee_answers(callee, &known) {
            return None;
        }
        // In recursion, constants are passed as inputs. A separate routine for each constant that is reachable through
        // the facts would give too many routines.
        let is_recursive = self.component(callee).is_some();
        let mut here = Vec::new();
        let (mut arguments, mut inputs, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        for (at, operand) in operands.iter().enumerate() {
            match operand {
                Operand::Constant(value) if !is_recursive => arguments.push(Argument::Constant(*value)),
                Operand::Constant(_) => {
                    arguments.push(Argument::Input);
                    inputs.push(*operand);
                }
                Operand::Slot(slot) if bound.contains(slot) => {
                    arguments.push(Argument::Input);
                    inputs.push(*operand);
                }
                Operand::Slot(_) => {
                    let sort = self.callee_sort(callee, at);
                    match output(*operand, sort, operands, bound, &mut here, is_live) {
                        Output::Ignore => arguments.push(Argument::Any),
                        other => {
                            arguments.push(Argument::Result);
                            outputs.push((other, sort));
                        }
                    }
                }
            }
        }
        let routine = self.routine(callee, &arguments);
        let Routine { mut estimate, asks, .. } = self.plan.routines[routine.index()];
        if let (true, Some(selectivity)) = (outputs.is_empty(), self.measured_call(callee, operands)) {
            estimate.answers = selectivity;
        }
        if self.is_recursive_call(callee) {
            // If the call repeats the current goal, the answers are already known, and the call costs little.
            let class =
                if self.is_goal(callee, &arguments, &inputs) { Class::Value } else { Class::Enumeration };
            return Some(Candidate {
                class,
                estimate,
                path: AccessPath::Call { callee, arguments, inputs, outputs },
            });
        }
        let class = match (outputs.is_empty(), estimate.cost) {
            _ if asks => Class::Asks,
            (false, _) => Class::Enumeration,
            (_, cost) if cost >= MAX_EARLY_TEST_COST => Class::Expensive,
            (true, _) => Class::Question,
        };
        Some(Candidate { class, estimate, path: AccessPath::Call { callee, arguments, inputs, outputs } })
    }

    /// Whether a recursive call repeats the clause's own goal, so that it creates no new goal. The call may also return
    /// values that the goal ignores. Also `true` if neither the call nor the goal has inputs.
    fn is_goal(&self, callee: Callee, arguments: &[Argument], inputs: &[Operand]) -> bool {
        let Some((goal, of_goal, given)) = &self.solving.goal else { return false };
        let is_wanted = |(argument, of_goal): (&Argument, &Argument)| {
            argument == of_goal || (argument, of_goal) == (&Argument::Result, &Argument::Any)
        };
        let is_same =
            callee == *goal && arguments.iter().zip(&**of_goal).all(is_wanted) && *inputs == **given;
        is_same || inputs.is_empty() && given.is_empty()
    }

    /// Whether a derivation, the branches of a `;` or an `after` can be evaluated if these arguments are bound.
    pub(crate) fn callee_answers(&mut self, callee: Callee, bound: &[bool]) -> bool {
        match callee {
            Callee::Predicate(id) => {
                let mask = bound.iter().rev().fold(0, |mask, is_bound| mask << 1 | u32::from(*is_bound));
                self.modes.answerable(id, mask, bound.len())
            }
            Callee::Branches(at) => {
                let clauses = Rc::clone(&self.branches[at]);
                clauses.iter().all(|clause| self.modes.clause_gives(clause, &|at| bound[at]))
            }
            Callee::After(at) => {
                let clause = Rc::clone(&self.afters[at]);
                self.modes.clause_gives(&clause, &|at| bound[at])
            }
        }
    }

    pub(crate) fn callee_sort(&self, callee: Callee, at: usize) -> SortId {
        match callee {
            Callee::Predicate(id) => self.program.predicate(id).sort(at),
            Callee::Branches(_) | Callee::After(_) => {
                let clause = match callee {
                    Callee::After(after) => &self.afters[after],
                    Callee::Branches(branches) => &self.branches[branches][0],
                    Callee::Predicate(_) => unreachable!("a predicate has sorts of its own"),
                };
                let variables: Vec<_> = variables(&clause.head).collect();
                clause.variables[variables[at].index()].sort
            }
        }
    }
}
