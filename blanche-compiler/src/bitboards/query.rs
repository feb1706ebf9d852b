//! A conjunction on its way to operations: goals over variables with the values that each can have.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Unfit;
use super::operations::WordId;
use crate::program::{self, PredicateId, Program, SortId, Term, VariableId};
use crate::runtime::{U256, Value};

/// A variable; every clause that is put in place has its own.
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

/// The rows of a table, which the copies of a conjunction share.
pub(super) type Rows = Rc<Vec<Vec<Value>>>;

/// What must hold.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// A predicate holds of its arguments.
    Literal(PredicateId, Vec<Argument>),
    /// Not all of these hold together, whatever these variables of their own are.
    Not(BTreeSet<Variable>, Vec<Goal>),
    /// All of one of the branches hold.
    Any(Vec<Vec<Goal>>),
    /// The values of these variables are a row.
    Rows(Vec<Variable>, Rows),
    /// The value of a variable is a bit of the word.
    In(WordId, Variable),
    /// The value is the number of bits of the word, and so much more.
    Counted(WordId, i64, Argument),
    /// The word has a bit.
    Test(WordId),
}

impl Goal {
    /// What always holds.
    pub(super) fn nothing() -> Goal {
        Goal::Rows(Vec::new(), Rows::new(vec![Vec::new()]))
    }

    /// Whether it is what always holds.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Goal::Rows(variables, rows) if variables.is_empty() && !rows.is_empty())
    }

    /// Adds the variables that it speaks of.
    pub(super) fn variables(&self, found: &mut BTreeSet<Variable>) {
        self.each_variable(&mut |variable| {
            found.insert(variable);
        });
    }

    /// Calls this with the variables that it speaks of, with some more than once.
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

    /// Adds the variables that it speaks of, and those of its negations.
    fn all_variables(&self, found: &mut BTreeSet<Variable>) {
        match self {
            Goal::Not(_, goals) => goals.iter().for_each(|goal| goal.all_variables(found)),
            Goal::Any(branches) => branches.iter().flatten().for_each(|goal| goal.all_variables(found)),
            goal => goal.variables(found),
        }
    }

    /// Puts something in the place of a variable. Of a value, the words of the variable have to be asked before.
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

/// Takes a column out of a table, and the rows that do not hold.
pub(super) fn take_out(
    variables: &mut Vec<Variable>,
    rows: &mut Rows,
    at: usize,
    holds: impl Fn(&[Value]) -> bool,
) {
    variables.remove(at);
    let mut left: Vec<Vec<Value>> =
        rows.iter().filter(|row| holds(row)).map(|row| [&row[..at], &row[at + 1..]].concat()).collect();
    left.sort();
    left.dedup();
    *rows = Rows::new(left);
}

/// The values that a variable can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// A bit for each.
    Bits(U256),
    /// Too many for bits.
    Many(SortId),
}

/// A conjunction with its variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Query {
    pub(super) goals: Vec<Goal>,
    pub(super) values: BTreeMap<Variable, Values>,
}

/// The values of a sort, where words have so many bits.
pub(super) fn values(program: &Program, sort: SortId, width: u32) -> Values {
    if program.sort(program.sort(sort).root).numbers() > width as usize {
        return Values::Many(sort);
    }
    Values::Bits(program.sort(sort).values().into_iter().collect())
}

impl Query {
    /// Forgets the values of variables that no goal speaks of any more, but for one.
    pub(super) fn forget(&mut self, keep: Option<Variable>) {
        let mut left: BTreeSet<Variable> = keep.into_iter().collect();
        self.goals.iter().for_each(|goal| goal.all_variables(&mut left));
        self.values.retain(|variable, _| left.contains(variable));
    }
}

/// In how many goals of a conjunction each variable stands.
#[derive(Default)]
pub(super) struct Uses {
    /// Each variable with the number of its goals, and the last of these.
    of: Vec<(Variable, usize, usize)>,
}

impl Uses {
    /// Counts those of all goals.
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

    /// Whether a variable stands in some goal.
    pub(super) fn has(&self, variable: Variable) -> bool {
        self.of.iter().any(|(known, ..)| *known == variable)
    }

    /// The variables that stand in this goal alone, but for one.
    pub(super) fn only_in(&self, at: usize, keep: Option<Variable>) -> BTreeSet<Variable> {
        let alone = self.of.iter().filter(|(_, times, last)| *times == 1 && *last == at);
        alone.map(|(variable, ..)| *variable).filter(|variable| Some(*variable) != keep).collect()
    }
}

/// The goals of a clause or rule, with what stands for its variables. What `outside` speaks of is not local to a negation.
pub(super) fn goals(
    body: &[program::Goal],
    outside: &BTreeSet<VariableId>,
    stands: &dyn Fn(VariableId) -> Argument,
) -> Result<Vec<Goal>, Unfit> {
    let inside: Vec<BTreeSet<VariableId>> = body.iter().map(of_goal).collect();
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

/// The variables of a goal, those of its negations among them.
fn of_goal(goal: &program::Goal) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    goal.atoms(&mut |atom, _| {
        found.extend(atom.arguments.iter().filter_map(|term| match term {
            Term::Variable(id) => Some(*id),
            _ => None,
        }));
    });
    found
}
