//! Queries: the intermediate form between the goals of a program and operations. Each variable has a set of
//! possible values.

use std::rc::Rc;

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::Unfit;
use super::operations::WordId;
use crate::program::{self, PredicateId, Program, SortId, Term, VariableId};
use crate::runtime::{U256, Value};

/// A variable of a query; each unfolded clause has variables of its own.
pub(super) type Variable = usize;

/// An argument of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    Value(Value),
    Variable(Variable),
}

impl Argument {
    pub(super) fn variable(self) -> Option<Variable> {
        match self {
            Argument::Value(_) => None,
            Argument::Variable(variable) => Some(variable),
        }
    }
}

/// The rows of a table, shared between copies of a query.
pub(super) type Rows = Rc<Vec<Vec<Value>>>;

/// A condition of a query.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// A predicate holds for its arguments.
    Literal(PredicateId, Vec<Argument>),
    /// No values of these local variables satisfy all of the goals.
    Not(SortedSet<Variable>, Vec<Goal>),
    /// All goals of at least one branch hold.
    Any(Vec<Vec<Goal>>),
    /// The values of these variables form one of the rows.
    Rows(Vec<Variable>, Rows),
    /// The value of a variable is a bit of a word.
    In(WordId, Variable),
    /// A value is the number of bits in a word, plus an offset.
    Counted(WordId, i64, Argument),
    /// A word has a bit set.
    Test(WordId),
}

impl Goal {
    /// A goal that always holds.
    pub(super) fn nothing() -> Goal {
        Goal::Rows(Vec::new(), Rows::new(vec![Vec::new()]))
    }

    /// Whether this is the goal that always holds.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Goal::Rows(variables, rows) if variables.is_empty() && !rows.is_empty())
    }

    /// Adds the outer variables that the goal mentions.
    pub(super) fn variables(&self, found: &mut SortedSet<Variable>) {
        self.each_variable(&mut |variable| {
            found.insert(variable);
        });
    }

    /// Calls `each` with the outer variables that the goal mentions, possibly repeatedly.
    pub(super) fn each_variable(&self, each: &mut dyn FnMut(Variable)) {
        match self {
            Goal::Literal(_, arguments) => arguments.iter().filter_map(|one| one.variable()).for_each(each),
            Goal::Not(own, goals) => {
                let mut outer = |variable: Variable| {
                    if !own.contains(&variable) {
                        each(variable);
                    }
                };
                goals.iter().for_each(|goal| goal.each_variable(&mut outer));
            }
            Goal::Any(branches) => branches.iter().flatten().for_each(|goal| goal.each_variable(each)),
            Goal::Rows(variables, _) => variables.iter().copied().for_each(each),
            Goal::In(_, variable) => each(*variable),
            Goal::Counted(_, _, argument) => argument.variable().into_iter().for_each(each),
            Goal::Test(_) => {}
        }
    }

    /// Adds all variables that the goal mentions, including those local to negations.
    fn all_variables(&self, found: &mut SortedSet<Variable>) {
        match self {
            Goal::Not(_, goals) => goals.iter().for_each(|goal| goal.all_variables(found)),
            Goal::Any(branches) => branches.iter().flatten().for_each(|goal| goal.all_variables(found)),
            goal => goal.variables(found),
        }
    }

    /// Replaces a variable. Before a variable is replaced by a value, its words must have been tested.
    pub(super) fn put(&mut self, variable: Variable, by: Argument) {
        match self {
            Goal::Literal(_, arguments) => {
                let same = arguments.iter_mut().filter(|one| **one == Argument::Variable(variable));
                same.for_each(|one| *one = by);
            }
            Goal::Not(_, goals) => goals.iter_mut().for_each(|goal| goal.put(variable, by)),
            Goal::Any(branches) => branches.iter_mut().flatten().for_each(|goal| goal.put(variable, by)),
            Goal::Rows(variables, rows) => {
                let Some(at) = variables.iter().position(|known| *known == variable) else { return };
                match by {
                    Argument::Variable(other) => match variables.iter().position(|known| *known == other) {
                        None => variables[at] = other,
                        Some(twin) => take_out(variables, rows, at, |row| row[at] == row[twin]),
                    },
                    Argument::Value(value) => take_out(variables, rows, at, |row| row[at] == value),
                }
            }
            Goal::In(_, known) => {
                if let (true, Argument::Variable(other)) = (*known == variable, by) {
                    *known = other;
                }
            }
            Goal::Counted(_, _, argument) if *argument == Argument::Variable(variable) => *argument = by,
            Goal::Counted(..) | Goal::Test(_) => {}
        }
    }
}

/// Removes a column from a table, and the rows for which `holds` is false.
pub(super) fn take_out(
    variables: &mut Vec<Variable>,
    rows: &mut Rows,
    at: usize,
    holds: impl Fn(&[Value]) -> bool,
) {
    variables.remove(at);
    let mut left: Vec<Vec<Value>> =
        rows.iter().filter(|row| holds(row)).map(|row| [&row[..at], &row[at + 1..]].concat()).collect();
    left.arrange();
    left.dedup();
    *rows = Rows::new(left);
}

/// The values that a variable may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// A word with a bit for each value.
    Bits(U256),
    /// The values of a sort that does not fit into a word.
    Many(SortId),
}

/// A conjunction with its variables and their possible values.
#[derive(Clone, Debug, Default)]
pub(super) struct Query {
    pub(super) goals: Vec<Goal>,
    pub(super) values: SortedMap<Variable, Values>,
}

/// The values of a sort, if words have `width` bits.
pub(super) fn values(program: &Program, sort: SortId, width: u32) -> Values {
    if program.sort(program.sort(sort).root).numbers() > width as usize {
        return Values::Many(sort);
    }
    Values::Bits(program.sort(sort).values().into_iter().collect())
}

impl Query {
    /// Removes variables that no goal mentions, except `keep`.
    pub(super) fn forget(&mut self, keep: Option<Variable>) {
        let mut left: SortedSet<Variable> = keep.into_iter().collect();
        self.goals.iter().for_each(|goal| goal.all_variables(&mut left));
        self.values.retain(|variable, _| left.contains(variable));
    }
}

/// For each variable, the number of goals that mention it.
#[derive(Default)]
pub(super) struct Uses {
    /// Each variable with its number of goals, and the index of the last of these goals.
    of: Vec<(Variable, usize, usize)>,
}

impl Uses {
    /// Counts the uses in all goals.
    pub(super) fn of(goals: &[Goal]) -> Uses {
        let mut uses = Uses::default();
        for (at, goal) in goals.iter().enumerate() {
            goal.each_variable(&mut |variable| uses.add(variable, at));
        }
        uses
    }

    fn add(&mut self, variable: Variable, at: usize) {
        match self.of.iter_mut().find(|(known, ..)| *known == variable) {
            Some((_, _, last)) if *last == at => {}
            Some((_, times, last)) => (*times, *last) = (*times + 1, at),
            None => self.of.push((variable, 1, at)),
        }
    }

    /// Whether any goal mentions a variable.
    pub(super) fn has(&self, variable: Variable) -> bool {
        self.of.iter().any(|(known, ..)| *known == variable)
    }

    /// The variables that only the goal at index `at` mentions, except `keep`.
    pub(super) fn only_in(&self, at: usize, keep: Option<Variable>) -> SortedSet<Variable> {
        let alone = self.of.iter().filter(|(_, times, last)| *times == 1 && *last == at);
        alone.map(|(variable, ..)| *variable).filter(|variable| Some(*variable) != keep).collect()
    }
}

/// Converts the goals of a clause or rule; `stands` returns the argument that replaces a variable. The variables in
/// `outside` are not local to a negation.
pub(super) fn goals(
    body: &[program::Goal],
    outside: &SortedSet<VariableId>,
    stands: &dyn Fn(VariableId) -> Argument,
) -> Result<Vec<Goal>, Unfit> {
    let inside: Vec<SortedSet<VariableId>> = body.iter().map(of_goal).collect();
    let goal = |(at, goal): (usize, &program::Goal)| {
        let mut outside = outside.clone();
        let others = inside.iter().enumerate().filter(|(other, _)| *other != at);
        others.for_each(|(_, variables)| outside.extend(variables));
        match goal {
            program::Goal::Atom(atom) => {
                let arguments = atom.arguments.iter().map(|term| match term {
                    Term::Variable(id) => Ok(stands(*id)),
                    Term::Constant(value) => Ok(Argument::Value(*value)),
                    Term::Host(..) => Err(Unfit),
                });
                Ok(Goal::Literal(atom.predicate, arguments.collect::<Result<_, _>>()?))
            }
            program::Goal::Not(inner, _) => {
                let own = inside[at].difference(&outside).filter_map(|id| stands(*id).variable());
                Ok(Goal::Not(own.collect(), goals(inner, &outside, stands)?))
            }
            program::Goal::Any(branches, _) => {
                let branches = branches.iter().map(|branch| goals(branch, &outside, stands));
                Ok(Goal::Any(branches.collect::<Result<_, _>>()?))
            }
            program::Goal::After(..) => Err(Unfit),
        }
    };
    body.iter().enumerate().map(goal).collect()
}

/// The variables of a goal, including those in negations.
fn of_goal(goal: &program::Goal) -> SortedSet<VariableId> {
    let mut found = SortedSet::new();
    goal.atoms(&mut |atom, _| {
        found.extend(atom.arguments.iter().filter_map(|term| match term {
            Term::Variable(id) => Some(*id),
            _ => None,
        }));
    });
    found
}
