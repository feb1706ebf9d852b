//! Fixpoints of mutually recursive goals, and folds of aggregates.

use blanche_sorted::{SortedMap, SortedSet};

use crate::plan::model::RoutineId;
use crate::runtime::{Fold, Value};

/// A routine and its inputs.
pub(super) type Goal = (RoutineId, Vec<Value>);

/// The answers found so far for mutually recursive goals.
#[derive(Default)]
pub(super) struct Fixpoint {
    answers: SortedMap<Goal, SortedSet<Vec<Value>>>,
}

impl Fixpoint {
    /// The answers found so far for a goal. Registers the goal if it is new.
    pub(super) fn known(&mut self, goal: Goal) -> Vec<Vec<Value>> {
        self.answers.entry(goal).or_default().iter().cloned().collect()
    }

    /// All registered goals.
    pub(super) fn goals(&self) -> Vec<Goal> {
        self.answers.keys().cloned().collect()
    }

    pub(super) fn add(&mut self, goal: Goal, answers: Vec<Vec<Value>>) {
        self.answers.entry(goal).or_default().extend(answers);
    }

    /// Total number of goals and answers; grows until the fixpoint is reached.
    pub(super) fn size(&self) -> usize {
        self.answers.values().map(|answers| 1 + answers.len()).sum()
    }

    /// All answers, by goal.
    pub(super) fn into_answers(self) -> SortedMap<Goal, SortedSet<Vec<Value>>> {
        self.answers
    }
}

/// The value of an aggregate over distinct answers.
pub(super) fn folded(fold: Fold, rows: Vec<Vec<Value>>) -> Option<Value> {
    let rows: SortedSet<Vec<Value>> = rows.into_iter().collect();
    let mut first = rows.iter().map(|row| row[0]);
    match fold {
        Fold::Count => Some(rows.len() as Value),
        Fold::Sum { first: origin, result } => {
            let sum: i64 = first.map(|value| origin + i64::from(value)).sum();
            Value::try_from(sum - result).ok()
        }
        Fold::Min => first.min(),
        Fold::Max => first.by_ref().max(),
    }
}
