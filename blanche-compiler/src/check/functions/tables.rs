//! Functional dependencies among the columns of facts.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use blanche_sorted::SortedMap;

use super::{Functions, gives_one};
use crate::program::{Operator, PredicateId, PredicateKind, Program};
use crate::runtime::Value;

/// Maximum number of columns for which all functional dependencies are searched. For facts with more columns, only the
/// last column is analysed.
const MAX_COLUMNS: usize = 6;

/// A functional dependency: an argument has at most one value for given values of some other arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dependency {
    /// The indices of the determining arguments.
    pub(super) key: Vec<usize>,
    /// The index of the determined argument.
    pub(super) value: usize,
}

/// The functional dependencies of facts, computed on first use.
pub(super) struct Tables<'p> {
    program: &'p Program,
    known: RefCell<SortedMap<PredicateId, Rc<[Dependency]>>>,
}

impl<'p> Tables<'p> {
    pub(super) fn new(program: &'p Program) -> Tables<'p> {
        Tables { program, known: RefCell::default() }
    }

    /// Finds two rows that agree in the columns `key` and differ in the column `value`.
    pub(super) fn two_rows(
        &self,
        rows: &[Vec<Value>],
        key: &[usize],
        value: usize,
    ) -> Option<[Vec<Value>; 2]> {
        let mut first: HashMap<Vec<Value>, &Vec<Value>> = HashMap::new();
        rows.iter().find_map(|row| {
            let known = *first.entry(key.iter().map(|at| row[*at]).collect()).or_insert(row);
            (known[value] != row[value]).then(|| [known.clone(), row.clone()])
        })
    }

    fn of_facts(&self, id: PredicateId) -> Rc<[Dependency]> {
        if let Some(known) = self.known.borrow().get(&id) {
            return Rc::clone(known);
        }
        let predicate = self.program.predicate(id);
        let PredicateKind::Facts(rows) = &predicate.kind else { return Rc::default() };
        let columns = predicate.arity();
        let values = if columns > MAX_COLUMNS { columns - 1..columns } else { 0..columns };
        let mut found = Vec::new();
        for value in values {
            let others: Vec<usize> = (0..columns).filter(|at| *at != value).collect();
            let alone = others.iter().map(|at| vec![*at]);
            let keys = alone.chain((others.len() != 1).then(|| others.clone()));
            let holds = |key: &Vec<usize>| self.two_rows(rows, key, value).is_none();
            found.extend(keys.filter(holds).map(|key| Dependency { key, value }));
        }
        let found: Rc<[Dependency]> = found.into();
        self.known.borrow_mut().insert(id, Rc::clone(&found));
        found
    }
}

impl Functions<'_> {
    /// The functional dependencies among the arguments of a predicate used with this number of arguments.
    pub(super) fn dependencies(&self, id: PredicateId, arguments: usize) -> Rc<[Dependency]> {
        let Some(last) = arguments.checked_sub(1) else { return Rc::default() };
        let all_but =
            |value: usize| Dependency { key: (0..arguments).filter(|at| *at != value).collect(), value };
        match &self.program.predicate(id).kind {
            PredicateKind::Facts(_) => self.tables.of_facts(id),
            PredicateKind::Derived(_) if self.derived.contains(&id) => Rc::new([all_but(last)]),
            PredicateKind::Aggregate(_) => Rc::new([all_but(last)]),
            PredicateKind::Comparison(comparison) if comparison.operator == Operator::Equal => {
                (0..arguments).map(all_but).collect()
            }
            PredicateKind::Extern(external) => {
                let mut found = Vec::new();
                for mode in &external.modes {
                    let key: Vec<usize> = (0..arguments).filter(|at| mode.needs(*at)).collect();
                    let values = (0..arguments).filter(|at| gives_one(mode, *at));
                    found.extend(values.map(|value| Dependency { key: key.clone(), value }));
                }
                let states = self.program.game.as_ref().map(|game| game.states.as_slice());
                let state = external.state.and_then(|at| states?.get(at));
                if let Some(state) = state {
                    let key: Vec<usize> = (0..arguments).filter(|at| !state.one[*at]).collect();
                    let values = (0..arguments).filter(|at| state.one[*at]);
                    found.extend(values.map(|value| Dependency { key: key.clone(), value }));
                }
                found.into()
            }
            PredicateKind::Derived(_)
            | PredicateKind::Comparison(_)
            | PredicateKind::Equal
            | PredicateKind::Action { .. } => Rc::default(),
        }
    }
}
