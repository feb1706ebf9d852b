//! A host that answers from tables, for all evaluators of programs with a random domain.

use std::collections::BTreeSet;

use crate::value::Value;
use crate::world::World;

/// An argument of an extern predicate.
#[derive(Clone, Debug)]
pub struct Column {
    /// The values of the argument's root sort, indexed by their numbers.
    pub values: Vec<String>,
}

/// The tuples of an extern predicate.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of the predicate.
    pub name: String,
    /// The arguments of the predicate.
    pub columns: Vec<Column>,
    /// The tuples of the predicate, as numbers of values.
    pub rows: BTreeSet<Vec<u32>>,
}

/// All tables of a host, in one position.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// The values of the sort whose values the host numbers.
    numbered: Vec<String>,
    tables: Vec<Table>,
    /// The predicate whose table the action extends by a row with its arguments.
    done: Option<String>,
    /// The predicate that evaluates rules.
    asking: Option<String>,
    /// The variadic predicate, which holds if each of its arguments is in its table.
    several: Option<String>,
}

impl Tables {
    /// The text of a value of the sort whose values the host numbers.
    pub fn write(value: u32) -> String {
        format!("v{value}")
    }

    /// Parses a value of the sort whose values the host numbers.
    pub fn read(text: &str) -> Option<u32> {
        text.strip_prefix('v')?.parse().ok()
    }

    pub(super) fn of(numbered: Vec<String>) -> Tables {
        Tables { numbered, ..Tables::default() }
    }

    pub(super) fn add(&mut self, table: Table) {
        self.tables.push(table);
    }

    pub(super) fn act(&mut self, done: &str) {
        self.done = Some(done.to_owned());
    }

    pub(super) fn ask(&mut self, name: &str) {
        self.asking = Some(name.to_owned());
    }

    pub(super) fn take_several(&mut self, name: &str) {
        self.several = Some(name.to_owned());
    }

    /// Whether a predicate with `arity` arguments is the variadic one. Another predicate of the same name with exactly
    /// this arity takes precedence.
    pub fn takes_several(&self, predicate: &str, arity: usize) -> bool {
        let is_another = || arity != 1 && self.table(predicate, arity).is_some();
        self.several.as_deref() == Some(predicate) && !is_another()
    }

    /// Whether each of the values is in the table of the predicate.
    pub fn all(&self, predicate: &str, values: &[u32]) -> bool {
        values.iter().all(|value| !self.rows(predicate, &[Some(*value)]).is_empty())
    }

    /// The number of values of an argument's sort.
    pub fn size(&self, predicate: &str, arity: usize, argument: usize) -> usize {
        self.table(predicate, arity).expect("the domain has it").columns[argument].values.len()
    }

    /// The tuples of a predicate that match the given values, in order.
    pub fn rows(&self, predicate: &str, given: &[Option<u32>]) -> Vec<Vec<u32>> {
        let rows = self.table(predicate, given.len()).expect("the domain has it").rows.iter();
        let agrees = |row: &&Vec<u32>| {
            row.iter().zip(given).all(|(value, given)| given.is_none_or(|given| given == *value))
        };
        rows.filter(agrees).cloned().collect()
    }

    /// Makes the action, which adds its arguments to the tuples of a predicate. Returns `false` if the tuple is there
    /// already.
    pub fn act_with(&mut self, arguments: &[u32]) -> bool {
        self.changed().rows.insert(arguments.to_vec())
    }

    /// Undoes the action.
    pub fn undo(&mut self, arguments: &[u32]) {
        self.changed().rows.remove(arguments);
    }

    /// Makes the action with `value` and the first value of the other sort. Returns whether one of the rules applies
    /// afterwards.
    pub fn leads<E>(
        &mut self,
        value: u32,
        asked: impl FnOnce(&mut Tables) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let arguments = [value, 0];
        if !self.act_with(&arguments) {
            return Ok(false);
        }
        let answer = asked(self);
        self.undo(&arguments);
        answer
    }

    fn table(&self, predicate: &str, arity: usize) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == predicate && table.columns.len() == arity)
    }

    fn changed(&mut self) -> &mut Table {
        let done = self.done.clone().expect("the domain has an action");
        let mut tables = self.tables.iter_mut();
        tables.find(|table| table.name == done && table.columns.len() == 2).expect("the action changes it")
    }

    /// The tuples of the variadic predicate that match the given values.
    fn tuples_of_several(&self, predicate: &str, given: &[Option<Value>]) -> Vec<Vec<Value>> {
        let Table { columns, rows, .. } = self.table(predicate, 1).expect("the domain has it");
        let values = || rows.iter().map(|row| Value::read(&columns[0].values[row[0] as usize]));
        given.iter().fold(vec![Vec::new()], |tuples, given| {
            let fit: Vec<Value> =
                values().filter(|value| given.as_ref().is_none_or(|given| given == value)).collect();
            let with = |tuple: &Vec<Value>| {
                let longer = fit.iter().map(|value| tuple.iter().cloned().chain([value.clone()]).collect());
                longer.collect::<Vec<Vec<Value>>>()
            };
            tuples.iter().flat_map(with).collect()
        })
    }

    fn numbers(&mut self, arguments: &[Value]) -> Vec<u32> {
        let columns = &self.changed().columns;
        columns.iter().zip(arguments).map(|(column, value)| number(&column.values, value)).collect()
    }
}

fn number(values: &[String], value: &Value) -> u32 {
    values.iter().position(|known| Value::read(known) == *value).expect("the sort has the value") as u32
}

impl World for Tables {
    fn values(&self, _: &str) -> Vec<Value> {
        self.numbered.iter().map(|value| Value::read(value)).collect()
    }

    fn tuples(
        &mut self,
        predicate: &str,
        arguments: &[Option<Value>],
        asked: &dyn Fn(&mut Tables) -> bool,
    ) -> Option<Vec<Vec<Value>>> {
        if self.asking.as_deref() == Some(predicate) && arguments.len() == 1 {
            let given = arguments[0].as_ref().map(|value| number(&self.numbered, value));
            let mut found = Vec::new();
            for value in 0..self.numbered.len() as u32 {
                let is_wanted = given.is_none_or(|given| given == value);
                if is_wanted && self.leads(value, |tables| Ok::<bool, ()>(asked(tables))) == Ok(true) {
                    found.push(vec![Value::read(&self.numbered[value as usize])]);
                }
            }
            return Some(found);
        }
        if self.takes_several(predicate, arguments.len()) {
            return Some(self.tuples_of_several(predicate, arguments));
        }
        let table = self.table(predicate, arguments.len())?;
        let written = |row: &Vec<u32>| {
            let values = table.columns.iter().zip(row);
            values.map(|(column, value)| Value::read(&column.values[*value as usize])).collect()
        };
        Some(table.rows.iter().map(written).collect())
    }

    fn state(&self) -> Option<String> {
        Some(self.tables.iter().map(|table| format!("{:?}", table.rows)).collect())
    }

    fn make(&mut self, _: &str, arguments: &[Value]) -> bool {
        let numbers = self.numbers(arguments);
        self.act_with(&numbers)
    }

    fn take_back(&mut self, _: &str, arguments: &[Value]) {
        let numbers = self.numbers(arguments);
        self.undo(&numbers);
    }
}
