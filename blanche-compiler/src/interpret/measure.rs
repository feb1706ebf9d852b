//! Measures how many tuples literals have on average in the positions of a corpus, for the planner.

use super::state_host::mode_number;
use super::{Host, Machine};
use crate::plan::{Argument, Literal, RoutineId, Statistics, literals};
use crate::program::{Answers, Mode, PredicateId, PredicateKind, Program};
use crate::runtime::{LimitReached, Value};

/// Maximum number of possible tuples of a derivation. If a derivation has more possible tuples, its tuples are not
/// counted, because each possible tuple would have to be tested.
const MAX_TUPLES: u64 = 4096;

/// Counts the tuples of literals, position by position.
pub struct Measure<'m, H: Host> {
    machine: &'m Machine<H>,
    counted: Vec<(Literal, CountMethod, u64)>,
    positions: u64,
}

/// How the tuples of a literal are counted.
enum CountMethod {
    /// By enumerating a mode of an extern predicate.
    Mode(PredicateId, usize),
    /// By testing a derivation for every tuple.
    Routine(PredicateId, RoutineId),
}

impl<'m, H: Host> Measure<'m, H> {
    /// Prepares to count the tuples of some literals. Only literals of extern predicates that evaluate no rules, and of
    /// derivations with few possible tuples, are counted.
    pub fn new(machine: &'m Machine<H>, literals: &[Literal]) -> Self {
        let counted = literals
            .iter()
            .filter_map(|literal| Some((literal.clone(), how(machine, literal)?, 0)))
            .collect();
        Measure { machine, counted, positions: 0 }
    }

    /// The mean numbers of tuples of all literals of a program in these positions, for the planner. `turn` is
    /// called with the index of each position.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    pub fn means(
        machine: &'m Machine<H>,
        positions: &mut [H::Facts],
        turn: impl Fn(usize),
    ) -> Result<Statistics, LimitReached> {
        let mut measure = Measure::new(machine, &literals(&machine.program));
        for (at, position) in positions.iter_mut().enumerate() {
            turn(at);
            measure.count(position)?;
        }
        Ok(measure.statistics())
    }

    /// Counts the tuples in a position.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    pub fn count(&mut self, facts: &mut H::Facts) -> Result<(), LimitReached> {
        self.positions += 1;
        for (literal, how, count) in &mut self.counted {
            *count += match how {
                CountMethod::Mode(id, mode) => count_mode(self.machine, facts, *id, *mode, literal),
                CountMethod::Routine(id, routine) => {
                    let program = &self.machine.program;
                    let sorts: Vec<u32> = free(literal).map(|at| size(program, *id, at)).collect();
                    let mut holds = 0;
                    let mut all = Ok(());
                    each_tuple(
                        &sorts,
                        &mut |tuple| match self.machine.routine_holds(facts, *routine, tuple) {
                            Ok(yes) => holds += u64::from(yes),
                            Err(error) => all = Err(error),
                        },
                    );
                    all?;
                    holds
                }
            };
        }
        Ok(())
    }

    /// The mean numbers of tuples over all positions so far.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = Statistics::default();
        for (literal, _, count) in &self.counted {
            statistics.insert(literal.clone(), *count as f64 / self.positions.max(1) as f64);
        }
        statistics
    }
}

fn free(literal: &Literal) -> impl Iterator<Item = usize> + '_ {
    literal.constants.iter().enumerate().filter(|(_, constant)| constant.is_none()).map(|(at, _)| at)
}

/// Number of values of an argument's root sort.
fn size(program: &Program, id: PredicateId, argument: usize) -> u32 {
    let sort = program.sort(program.predicate(id).sort(argument));
    program.sort(sort.root).size()
}

fn how<H: Host>(machine: &Machine<H>, literal: &Literal) -> Option<CountMethod> {
    let program = &machine.program;
    let at = program.predicates.iter().position(|predicate| {
        predicate.name == literal.predicate && predicate.arity() == literal.constants.len()
    })?;
    let id = PredicateId(at as u32);
    match &program.predicate(id).kind {
        PredicateKind::Extern(external) if external.asks.is_none() && !external.variadic => {
            let name = &literal.predicate;
            let tuples = |mode: &Mode| -> u64 {
                free(literal)
                    .filter(|at| mode.needs(*at))
                    .map(|at| u64::from(size(program, id, at)))
                    .product()
            };
            let modes = external.modes.iter().enumerate();
            let (mode, _) = modes
                .filter(|(at, _)| mode_number::<H>(name, external, *at).is_some())
                .min_by_key(|(_, mode)| tuples(mode))?;
            Some(CountMethod::Mode(id, mode))
        }
        PredicateKind::Derived(_) => {
            let tuples: u64 = free(literal).map(|at| u64::from(size(program, id, at))).product();
            let used = |argument: &Argument, constant: &Option<Value>| match (argument, constant) {
                (Argument::Input, None) => true,
                (Argument::Constant(value), Some(constant)) => value == constant,
                _ => false,
            };
            let routine = machine.plan.routines.iter().position(|routine| {
                let arguments = || routine.arguments.iter().zip(&literal.constants);
                routine.predicate == Some(id) && !routine.asks && arguments().all(|(a, c)| used(a, c))
            })?;
            (tuples <= MAX_TUPLES).then_some(CountMethod::Routine(id, RoutineId(routine as u32)))
        }
        _ => None,
    }
}

fn count_mode<H: Host>(
    machine: &Machine<H>,
    facts: &mut H::Facts,
    id: PredicateId,
    at: usize,
    literal: &Literal,
) -> u64 {
    let program = &machine.program;
    let predicate = program.predicate(id);
    let PredicateKind::Extern(external) = &predicate.kind else { return 0 };
    let mode = &external.modes[at];
    let Some(number) = mode_number::<H>(&predicate.name, external, at) else { return 0 };
    let needed: Vec<usize> = (0..literal.constants.len()).filter(|at| mode.needs(*at)).collect();
    let given: Vec<Option<Value>> =
        (0..literal.constants.len()).filter(|at| !mode.needs(*at)).map(|at| literal.constants[at]).collect();
    let unknown: Vec<u32> = needed
        .iter()
        .filter(|at| literal.constants[**at].is_none())
        .map(|at| size(program, id, *at))
        .collect();
    let mut answers = Vec::new();
    let mut count = 0;
    each_tuple(&unknown, &mut |tuple| {
        let mut tuple = tuple.iter();
        let inputs: Vec<Value> = needed
            .iter()
            .map(|at| literal.constants[*at].unwrap_or_else(|| *tuple.next().expect("one for each")))
            .collect();
        match mode.answers {
            Answers::Test { .. } => count += u64::from(H::test(facts, number, &inputs)),
            Answers::Set { .. } => H::set(facts, number, &inputs, &mut |words| {
                count += match given[0] {
                    None => words.iter().map(|word| u64::from(word.count_ones())).sum(),
                    Some(value) => words[(value as usize) / 64] >> (value % 64) & 1,
                };
            }),
            Answers::One | Answers::Many { .. } => {
                answers.clear();
                H::each(facts, number, &inputs, &mut answers);
                let fits = |row: &&[Value]| {
                    row.iter().zip(&given).all(|(value, wanted)| wanted.is_none_or(|wanted| wanted == *value))
                };
                count += answers.chunks_exact(given.len()).filter(fits).count() as u64;
            }
        }
    });
    count
}

/// Calls `each` with every tuple of numbers that are less than `sizes`.
fn each_tuple(sizes: &[u32], each: &mut dyn FnMut(&[Value])) {
    let mut tuple = vec![0; sizes.len()];
    if sizes.contains(&0) {
        return;
    }
    loop {
        each(&tuple);
        let Some(at) = (0..sizes.len()).find(|at| tuple[*at] + 1 < sizes[*at]) else { return };
        tuple[at] += 1;
        tuple[..at].fill(0);
    }
}
