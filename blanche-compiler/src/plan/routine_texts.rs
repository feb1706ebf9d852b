//! Texts of the parts of a body that become routines of their own, used to find the source of a routine.

use crate::literals::Literals;
use crate::program::{Goal, Program, Variable};

/// Calls `each` with the text of every branch of a `;` and of every `after`, as these texts appear in the clauses of
/// their routines.
pub(crate) fn each_text(
    program: &Program,
    variables: &[Variable],
    goals: &[Goal],
    each: &mut dyn FnMut(String),
) {
    let written = Literals::written(program, variables);
    for goal in goals {
        match goal {
            Goal::Atom(_) => {}
            Goal::Not(inner, _) => each_text(program, variables, inner, each),
            Goal::Any(branches, _) => {
                for branch in branches {
                    each(written.goals(branch));
                    each_text(program, variables, branch, each);
                }
            }
            Goal::After(_, inner, _) => {
                each(written.goal(goal));
                each_text(program, variables, inner, each);
            }
        }
    }
}
