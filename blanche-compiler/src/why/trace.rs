//! A trace of all ways in which a premise was tried, as a tree: the literals are at the left, the values on the
//! branches, and a ⊥ at the end of a branch that fails.
//!
//! A branch is a path through the premise: the values that each literal gives to its variables, and the literal at
//! which it ends. Branches with the same beginning are drawn as one branch, up to the point at which they differ. As
//! trees can be very wide, only some branches are kept: first those that satisfy all literals, then those that satisfy
//! the most literals. The other branches are counted at the literal at which they end. Source: thesis, figure 4.4.

use blanche_sorted::Arrange;

use crate::interpret::Host;
use crate::program::{Goal, RuleId, Variable, VariableId, variables};
use crate::runtime::{LimitReached, Value};

use super::queries::{LiteralQueries, Values, choices};

/// Maximum number of combinations that choose one branch of every `;`.
pub(super) const CHOICES: usize = 64;

/// Maximum number of steps for a single literal of a premise. If a literal needs more steps, the tree ends there.
const WORK: u64 = 1_000_000;

/// Maximum number of branches that go past a literal. If there would be more, the tree ends at that literal.
const MAX_BRANCHES: usize = 20_000;

/// Width to which remarks are wrapped, in characters.
const REMARK_WIDTH: usize = 90;

/// The tree of a premise.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The literals as text, in the order in which they were tried.
    pub literals: Vec<String>,
    /// The branches that are kept. Branches with the same beginning are adjacent.
    pub branches: Vec<Branch>,
    /// The number of branches that ended at each literal and are not kept. The last element counts the branches that
    /// satisfy all literals.
    pub hidden: Vec<usize>,
    /// The index of the first literal that was not tried, because a limit was reached or there were too many branches.
    pub cut: Option<usize>,
}

/// A path through a premise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The values of the variables that each literal bound, as text, for each literal that holds.
    pub steps: Vec<Vec<(String, String)>>,
    /// Whether all literals hold.
    pub holds: bool,
}

impl Branch {
    /// Whether both branches are the same up to and including this literal.
    pub fn is_same(&self, other: &Branch, literal: usize) -> bool {
        literal < self.steps.len()
            && literal < other.steps.len()
            && self.steps[..=literal] == other.steps[..=literal]
    }
}

/// Traces the premise of a rule or query. At most `most` branches are kept. If the caller sets the stop flag, the trace
/// ends early.
///
/// # Errors
/// When the step limit is exceeded.
pub(super) fn trace<H: Host>(
    queries: &LiteralQueries<'_, H>,
    facts: &mut H::Facts,
    rule: RuleId,
    most: usize,
) -> Result<Trace, LimitReached> {
    let rule = queries.program.rule(rule);
    let nothing: Values = vec![None; rule.variables.len()];
    let mut trees = Vec::new();
    for goals in choices(&rule.body, CHOICES) {
        trees.push(tree(queries, facts, &goals, (&rule.variables, &rule.answer), &nothing, most)?);
    }
    // There is a tree for each combination of branches of every `;`. The tree that is drawn has a branch that satisfies
    // all literals. If there is no such tree, it is the tree whose branches satisfy the most literals.
    let rank = |tree: &Trace| tree.branches.iter().map(|branch| (branch.holds, branch.steps.len())).max();
    let best = trees.into_iter().reduce(|best, tree| if rank(&tree) > rank(&best) { tree } else { best });
    Ok(best.expect("a premise has a branch"))
}

/// A leaf of the tree: values for which the first `held` literals hold.
struct Leaf {
    held: usize,
    values: Values,
}

fn tree<H: Host>(
    queries: &LiteralQueries<'_, H>,
    facts: &mut H::Facts,
    goals: &[Goal],
    (variables, answer): (&[Variable], &[VariableId]),
    nothing: &Values,
    most: usize,
) -> Result<Trace, LimitReached> {
    let order = queries.order(goals, nothing);
    let goals: Vec<&Goal> = order.iter().map(|at| &goals[*at]).collect();
    // Step 1. For each prefix of the literals, find all values for which it holds.
    let mut levels: Vec<Vec<Values>> = vec![vec![nothing.clone()]];
    let mut cut = None;
    for held in 1..=goals.len() {
        let first: Vec<Goal> = goals[..held].iter().map(|goal| (*goal).clone()).collect();
        let answers = queries.all(facts, &first, variables, nothing, WORK);
        let Some(answers) = answers.ok().filter(|answers| answers.solutions.len() <= MAX_BRANCHES) else {
            cut = Some(held - 1);
            break;
        };
        let level: Vec<Values> = answers.values(nothing).collect();
        if level.is_empty() {
            break;
        }
        levels.push(level);
    }
    // Step 2. Find the leaves: values for which the next literal does not hold.
    let mut leaves: Vec<Leaf> = Vec::new();
    for (held, level) in levels.iter().enumerate() {
        let parents: std::collections::HashSet<Values> = match levels.get(held + 1) {
            Some(next) => next.iter().map(|values| restricted(values, &level[0])).collect(),
            None => Default::default(),
        };
        let ends = level.iter().filter(|values| !parents.contains(*values));
        leaves.extend(ends.map(|values| Leaf { held, values: values.clone() }));
    }
    // Step 3. Keep the leaves that satisfy the most literals, in tree order.
    let mut hidden = vec![0; goals.len() + 1];
    // Leaves that satisfy all literals are ordered by their answers.
    let tuple = |leaf: &Leaf| -> Vec<Option<Value>> {
        let ends = leaf.held == goals.len();
        answer.iter().filter(|_| ends).map(|id| leaf.values[id.index()]).collect()
    };
    leaves.sort_by_cached_key(|leaf| (std::cmp::Reverse(leaf.held), tuple(leaf)));
    for leaf in leaves.iter().skip(most) {
        hidden[leaf.held] += 1;
    }
    leaves.truncate(most);
    let steps = steps(&goals);
    leaves.arrange_by_key(|leaf| path(leaf, &steps));
    let branches = leaves.iter().map(|leaf| branch(queries, leaf, &steps, variables, goals.len())).collect();
    let literals = goals.iter().map(|goal| queries.literal_text(goal, variables, nothing)).collect();
    Ok(Trace { literals, branches, hidden, cut })
}

/// The values of the variables that have a value in `pattern`. The values of all other variables are left out.
fn restricted(values: &Values, pattern: &Values) -> Values {
    values.iter().zip(pattern).map(|(value, wanted)| wanted.and(*value)).collect()
}

/// The variables that each literal is the first to bind.
fn steps(goals: &[&Goal]) -> Vec<Vec<VariableId>> {
    let mut known: Vec<VariableId> = Vec::new();
    let new = |goal: &&Goal| {
        let Goal::Atom(atom) = goal else { return Vec::new() };
        let mut new: Vec<VariableId> = Vec::new();
        for id in variables(&atom.arguments) {
            if !known.contains(&id) {
                known.push(id);
                new.push(id);
            }
        }
        new
    };
    goals.iter().map(new).collect()
}

/// The values along the branch of a leaf. Sorting by them makes branches with the same beginning adjacent.
fn path(leaf: &Leaf, steps: &[Vec<VariableId>]) -> Vec<Value> {
    let along = steps[..leaf.held].iter().flatten();
    along.filter_map(|id| leaf.values[id.index()]).collect()
}

fn branch<H: Host>(
    queries: &LiteralQueries<'_, H>,
    leaf: &Leaf,
    steps: &[Vec<VariableId>],
    variables: &[Variable],
    all: usize,
) -> Branch {
    let written = |id: &VariableId| {
        let variable = &variables[id.index()];
        Some((variable.name.clone(), queries.write(variable, leaf.values[id.index()]?)))
    };
    let steps = steps[..leaf.held].iter().map(|new| new.iter().filter_map(written).collect()).collect();
    Branch { steps, holds: leaf.held == all }
}

impl Trace {
    /// Draws the tree, with a row for each literal and a column for each branch. A value belongs to the value above it.
    /// Values joined by a line belong to the same value above.
    pub fn draw(&self) -> Vec<String> {
        if self.branches.is_empty() {
            return Vec::new();
        }
        let side = self.literals.iter().map(|literal| literal.chars().count()).max().unwrap_or(0) + 3;
        let cells: Vec<Vec<String>> = self.branches.iter().map(|branch| self.cells(branch)).collect();
        let widths: Vec<usize> = cells
            .iter()
            .map(|column| column.iter().map(|cell| cell.chars().count()).max().unwrap_or(0) + 3)
            .collect();
        let rows = self.literals.len() + usize::from(self.branches.iter().any(|branch| branch.holds));
        let mut lines = Vec::new();
        for row in 0..rows {
            let literal = self.literals.get(row).map_or("", String::as_str);
            let mut line = pad(literal, side);
            for (at, column) in cells.iter().enumerate() {
                let left = at.checked_sub(1).map(|left| &self.branches[left]);
                let shared = left.is_some_and(|left| left.is_same(&self.branches[at], row));
                let cell = if shared { "" } else { column.get(row).map_or("", String::as_str) };
                let joined = self.is_joined(at, row);
                let stands = at + 1 < cells.len() && !self.branches[at].is_same(&self.branches[at + 1], row);
                line.push_str(&if joined { lead(cell, widths[at], stands) } else { pad(cell, widths[at]) });
            }
            lines.push(line.trim_end().to_owned());
        }
        lines.extend(self.remarks());
        lines
    }

    /// Whether a line joins a branch to a branch at its right, because both continue the same value at this literal.
    fn is_joined(&self, branch: usize, literal: usize) -> bool {
        let this = &self.branches[branch];
        let next = self.branches[branch + 1..].iter().find(|next| !this.is_same(next, literal));
        let shared = |next: &Branch| literal == 0 || this.is_same(next, literal - 1);
        this.steps.len() >= literal && next.is_some_and(|next| next.steps.len() >= literal && shared(next))
    }

    /// The cells in the column of a branch.
    fn cells(&self, branch: &Branch) -> Vec<String> {
        let mut cells: Vec<String> = branch.steps.iter().map(|step| cell(step)).collect();
        cells.push(self.end_sign(branch).to_owned());
        cells
    }

    /// Whether all literals of a branch hold; `None` if the next literal was not tried.
    pub fn outcome(&self, branch: &Branch) -> Option<bool> {
        (branch.holds || self.cut != Some(branch.steps.len())).then_some(branch.holds)
    }

    /// The sign at the end of a branch: `✓` if all literals hold, `⊥` if one fails, `?` if this is unknown.
    pub fn end_sign(&self, branch: &Branch) -> &'static str {
        match self.outcome(branch) {
            Some(true) => "✓",
            Some(false) => "⊥",
            None => "?",
        }
    }

    /// Remarks about what is not drawn, wrapped into lines.
    pub fn remarks(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let all: usize = self.hidden.iter().sum();
        if all > 0 {
            let ends = self.hidden.iter().enumerate().filter(|(_, count)| **count > 0);
            let ends: Vec<String> = ends
                .map(|(at, count)| match self.literals.get(at) {
                    Some(literal) => format!("{count} at {literal}"),
                    None => format!("{count} at the end"),
                })
                .collect();
            let more = if all == 1 { "1 more branch ends:" } else { &format!("{all} more branches end:") };
            let mut line = more.to_owned();
            for (at, end) in ends.iter().enumerate() {
                let comma = if at + 1 < ends.len() { "," } else { "" };
                if line.chars().count() + end.chars().count() > REMARK_WIDTH {
                    lines.push(std::mem::replace(&mut line, "   ".to_owned()));
                }
                line.push_str(&format!(" {end}{comma}"));
            }
            lines.push(line);
        }
        if let Some(literal) = self.cut.and_then(|at| self.literals.get(at)) {
            lines.push(format!("? it is unknown whether this holds: {literal}"));
        }
        lines
    }
}

/// The values that a literal bound, as text. If the literal bound no values, a vertical line.
pub fn cell(step: &[(String, String)]) -> String {
    match step {
        [] => "│".to_owned(),
        values => values.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", "),
    }
}

fn pad(text: &str, width: usize) -> String {
    let gap = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(gap))
}

/// The text, padded to `width` by a horizontal line. `stands` tells whether a non-empty cell follows.
fn lead(text: &str, width: usize, stands: bool) -> String {
    let before = if text.is_empty() { "" } else { " " };
    let behind = if stands { " " } else { "" };
    let length = width.saturating_sub(text.chars().count() + before.len() + behind.len());
    format!("{text}{before}{}{behind}", "─".repeat(length))
}
