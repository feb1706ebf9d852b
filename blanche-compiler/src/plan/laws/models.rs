//! Models: possible states of a host. A model has a few values of each opaque sort, and a table for each extern
//! predicate.

use blanche_sorted::{Arrange, SortedMap};

use crate::program::{Answers, PredicateId, PredicateKind, Program, SortId, SortKind};
use crate::random::Random;
use crate::runtime::Value;

/// Maximum number of models to try. If more models are possible, a sample of this size is tried.
const MODELS: usize = 32;

/// Possible percentages of tuples that hold in a sampled model.
const DENSITIES: [usize; 5] = [10, 30, 50, 70, 90];

/// The tuples of a predicate, sorted.
pub(super) type Tuples = Vec<Vec<Value>>;

/// A possible state of the host.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    /// Number of values of each opaque sort (a sort whose values only the host knows). The values are numbered from 0.
    pub(super) values: u32,
    pub(super) tables: SortedMap<PredicateId, Tuples>,
    /// The stations that are closed.
    pub(super) closed: Vec<Value>,
}

/// The Cartesian product of the lists of values.
pub(super) fn product(choices: &[Vec<Value>]) -> Tuples {
    let mut all = vec![Vec::new()];
    for values in choices {
        let with = |tuple: &Vec<Value>| -> Tuples {
            values.iter().map(|value| tuple.iter().copied().chain([*value]).collect()).collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// The values of a sort. An opaque sort has `values` values.
pub(super) fn universe(program: &Program, sort: SortId, values: u32) -> Vec<Value> {
    match program.sort(sort).kind {
        SortKind::Opaque { .. } => (0..values).collect(),
        _ => program.sort(sort).values(),
    }
}

/// Parses a value as a host does: `s1` is 1. The laws never write values that a model lacks.
pub(super) fn read(text: &str) -> Value {
    text.trim_start_matches(char::is_alphabetic).parse().expect("a value is a letter and a number")
}

impl Model {
    /// The values of a sort.
    pub(super) fn universe(&self, program: &Program, sort: SortId) -> Vec<Value> {
        universe(program, sort, self.values)
    }

    /// The model after closing a station, which is then no longer staffed; `None` if the station is already closed.
    pub(super) fn close(&self, program: &Program, station: Value) -> Option<Model> {
        let id = |name: &str| {
            let at = program.predicates.iter().position(|predicate| predicate.name == name);
            PredicateId(at.expect("the domain has it") as u32)
        };
        if self.closed.contains(&station) {
            return None;
        }
        let mut after = self.clone();
        after.closed.push(station);
        after.closed.arrange();
        after.tables.entry(id("staffed")).or_default().retain(|tuple| tuple[0] != station);
        after.tables.entry(id("near")).or_default().retain(|tuple| tuple[1] != station);
        Some(after)
    }

    /// The tables with the names of their predicates, for messages.
    pub(super) fn text(&self, program: &Program) -> String {
        let table =
            |(id, table): (&PredicateId, &Tuples)| format!("  {} {table:?}\n", program.predicate(*id).name);
        format!("  {} values\n", self.values) + &self.tables.iter().map(table).collect::<String>()
    }
}

/// All models of the extern predicates in `used` if there are few, otherwise a sample. Other predicates have no
/// tuples.
pub(super) fn models(program: &Program, used: &[PredicateId], random: &mut Random) -> Vec<Model> {
    let tuples = |id: &PredicateId, values: u32| {
        let sorts = &program.predicate(*id).sorts;
        product(&sorts.iter().map(|sort| universe(program, *sort, values)).collect::<Vec<_>>())
    };
    let bits: usize = used.iter().map(|id| tuples(id, 2).len()).sum();
    if bits < usize::BITS as usize && 1 << bits <= MODELS {
        return (0..1 << bits).map(|chosen: usize| all_of(program, used, &tuples, chosen)).collect();
    }
    (0..MODELS).map(|_| drawn(program, used, &tuples, random)).collect()
}

/// The model with the tuples whose bits are set in `chosen`.
fn all_of(
    program: &Program,
    used: &[PredicateId],
    tuples: &dyn Fn(&PredicateId, u32) -> Tuples,
    mut chosen: usize,
) -> Model {
    let mut tables = SortedMap::new();
    for id in used {
        let mut take = |_: &Vec<Value>| {
            let is_taken = chosen & 1 == 1;
            chosen >>= 1;
            is_taken
        };
        let table = tuples(id, 2).into_iter().filter(|tuple| take(tuple)).collect();
        tables.insert(*id, functional(program, *id, table));
    }
    Model { values: 2, tables, closed: Vec::new() }
}

fn drawn(
    program: &Program,
    used: &[PredicateId],
    tuples: &dyn Fn(&PredicateId, u32) -> Tuples,
    random: &mut Random,
) -> Model {
    let values = random.between(2, 3) as u32;
    let mut tables = SortedMap::new();
    for id in used {
        let density = *random.choose(&DENSITIES);
        let mut all = tuples(id, values);
        random.shuffle(&mut all);
        all.retain(|_| random.percent(density));
        let mut table = functional(program, *id, all);
        table.arrange();
        tables.insert(*id, table);
    }
    Model { values, tables, closed: Vec::new() }
}

/// Removes tuples that would give a function a second value.
fn functional(program: &Program, id: PredicateId, mut table: Tuples) -> Tuples {
    let PredicateKind::Extern(external) = &program.predicate(id).kind else { return table };
    for mode in external.modes.iter().filter(|mode| mode.answers == Answers::One) {
        let mut seen: Vec<Vec<Value>> = Vec::new();
        table.retain(|tuple| {
            let key: Vec<Value> = (0..tuple.len()).filter(|at| mode.needs(*at)).map(|at| tuple[at]).collect();
            let is_new = !seen.contains(&key);
            seen.push(key);
            is_new
        });
    }
    table
}
