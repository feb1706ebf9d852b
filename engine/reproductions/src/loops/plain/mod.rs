//! The 18 rules of `knowledge/renju-2001` written in plain Rust as nested loops: the baseline of the benchmark.
//!
//! This is what a good engineer writes in an afternoon. Each rule is a loop over the groups with the required stones
//! and a loop over their fields. The conditions follow in the order of the text, each as soon as its fields and groups
//! are known. The sets of groups that [`Position`] keeps are iterated but never combined; the other baseline combines
//! them.
//!
//! The code shares nothing with the rule compiler or its output, so it also serves as an independent check:
//! `tests/loops.rs` compares its answers with those of the compiled rules.
//!
//! | module | what it holds |
//! |---|---|
//! | `shapes` | open groups, black's groups, overlaps: the derivations that the rules share |
//! | `losses` | level 0, and black's losing stones, which evaluate level 0 again |
//! | `threats` | levels 1 to 5 |
//! | `double_crosses` | level 7 |

mod double_crosses;
mod losses;
mod shapes;
mod threats;

use std::ops::ControlFlow;

use blanche_compiler::runtime::Value;
use noire::board::{Color, Group, Point, Position};

/// Maximum number of named variables of a rule.
pub const WIDEST: usize = 6;

/// A solution: the numbers of its fields and groups, the played field first and the others by the names of the
/// variables. Unused elements are 0.
pub type Solution = [Value; WIDEST];

/// Callback that gets the solutions in any order. It returns whether to continue.
type Take<'t> = &'t mut dyn FnMut(Solution) -> ControlFlow<()>;

/// A rule written in plain Rust.
pub struct PlainRule {
    /// The short name of the rule. For example, `w3t` is the T-threat for white at level 3.
    pub code: &'static str,
    /// The number of its named variables.
    pub width: usize,
    each: fn(&mut Position, Take<'_>) -> ControlFlow<()>,
}

impl PlainRule {
    /// Whether the rule has a solution.
    pub fn applies(&self, position: &mut Position) -> bool {
        (self.each)(position, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// All solutions, in order and without duplicates.
    pub fn all(&self, position: &mut Position) -> Vec<Solution> {
        let mut solutions = Vec::new();
        let _ = (self.each)(position, &mut |solution| {
            solutions.push(solution);
            ControlFlow::Continue(())
        });
        solutions.sort_unstable();
        solutions.dedup();
        solutions
    }
}

/// The rules in the order of the base.
pub static RULES: [PlainRule; 18] = [
    PlainRule { code: "w0five", width: 1, each: losses::white_five },
    PlainRule { code: "b0five", width: 1, each: losses::black_five },
    PlainRule { code: "w0over", width: 1, each: losses::overline },
    PlainRule { code: "w044", width: 3, each: losses::double_four },
    PlainRule { code: "w033", width: 3, each: losses::double_three },
    PlainRule { code: "w1four", width: 2, each: |p, take| threats::four(p, Color::White, take) },
    PlainRule { code: "b1four", width: 2, each: |p, take| threats::four(p, Color::Black, take) },
    PlainRule { code: "w3t", width: 3, each: |p, take| threats::t_threat(p, Color::White, take) },
    PlainRule { code: "b3t", width: 3, each: |p, take| threats::t_threat(p, Color::Black, take) },
    PlainRule { code: "w3renju", width: 3, each: threats::renju_threat },
    PlainRule { code: "w5z", width: 5, each: threats::z_threat },
    PlainRule { code: "w5k1", width: 3, each: threats::cross_1 },
    PlainRule { code: "w5k2", width: 3, each: threats::white_cross_2 },
    PlainRule { code: "b5k2", width: 4, each: threats::black_cross_2 },
    PlainRule { code: "w7d1", width: 5, each: double_crosses::double_cross_1 },
    PlainRule { code: "w7d2", width: 5, each: double_crosses::double_cross_2 },
    PlainRule { code: "w7d3", width: 5, each: double_crosses::white_double_cross_3 },
    PlainRule { code: "b7d3", width: 6, each: double_crosses::black_double_cross_3 },
];

/// The solution with these fields, followed by these groups.
fn solution<const FIELDS: usize, const GROUPS: usize>(
    fields: [Point; FIELDS],
    groups: [Group; GROUPS],
) -> Solution {
    let mut solution = [0; WIDEST];
    for (number, field) in fields.iter().enumerate() {
        solution[number] = field.index() as Value;
    }
    for (number, group) in groups.iter().enumerate() {
        solution[FIELDS + number] = group.index() as Value;
    }
    solution
}
