//! The host of random domains, for the interpreter.

use std::cell::RefCell;

use agree::whole::Tables;
use blanche_compiler::interpret::Host;
use blanche_compiler::runtime::{LimitReached, Value};

thread_local! {
    /// The modes that were requested on this thread, indexed by their numbers: the predicate, and which of its
    /// arguments are bound.
    static MODES: RefCell<Vec<(String, Vec<bool>)>> = const { RefCell::new(Vec::new()) };
}

/// A host that answers from tables.
pub(crate) enum OfTables {}

impl OfTables {
    /// The values of the free arguments in the tuples that match the bound arguments of a mode.
    fn answers(tables: &Tables, mode: u32, inputs: &[Value]) -> Vec<Vec<Value>> {
        let (predicate, bound) = MODES.with_borrow(|modes| modes[mode as usize].clone());
        let mut inputs = inputs.iter();
        let given: Vec<Option<Value>> =
            bound.iter().map(|is_bound| is_bound.then(|| *inputs.next().expect("it is given"))).collect();
        let rows = tables.rows(&predicate, &given);
        let free = |row: Vec<Value>| {
            row.into_iter().zip(&bound).filter(|(_, is_bound)| !**is_bound).map(|(value, _)| value).collect()
        };
        rows.into_iter().map(free).collect()
    }
}

impl Host for OfTables {
    type Facts = Tables;

    fn mode(predicate: &str, bound: &[bool]) -> Option<u32> {
        let wanted = (predicate.to_owned(), bound.to_vec());
        MODES.with_borrow_mut(|modes| {
            let known = modes.iter().position(|mode| *mode == wanted);
            Some(known.unwrap_or_else(|| {
                modes.push(wanted);
                modes.len() - 1
            }) as u32)
        })
    }

    fn read(_: &str, text: &str) -> Option<Value> {
        Tables::read(text)
    }

    fn write(_: &str, value: Value) -> Option<String> {
        Some(Tables::write(value))
    }

    fn test(tables: &mut Tables, mode: u32, inputs: &[Value]) -> bool {
        let predicate = MODES.with_borrow(|modes| modes[mode as usize].0.clone());
        if tables.takes_several(&predicate, inputs.len()) {
            return tables.all(&predicate, inputs);
        }
        !OfTables::answers(tables, mode, inputs).is_empty()
    }

    fn each(tables: &mut Tables, mode: u32, inputs: &[Value], answers: &mut Vec<Value>) {
        answers.extend(OfTables::answers(tables, mode, inputs).into_iter().flatten());
    }

    fn set(tables: &mut Tables, mode: u32, inputs: &[Value], take: &mut dyn FnMut(&[u64])) {
        let mut words = [0u64; 8];
        for value in OfTables::answers(tables, mode, inputs).into_iter().flatten() {
            words[value as usize / 64] |= 1 << (value % 64);
        }
        let (predicate, bound) = MODES.with_borrow(|modes| modes[mode as usize].clone());
        let free = bound.iter().position(|is_bound| !is_bound).expect("one argument is free");
        take(&words[..tables.size(&predicate, bound.len(), free).div_ceil(64)]);
    }

    fn ask(
        tables: &mut Tables,
        _: u32,
        inputs: &[Value],
        rules: &mut dyn FnMut(&mut Tables) -> Result<bool, LimitReached>,
    ) -> Result<bool, LimitReached> {
        tables.leads(inputs[0], rules)
    }

    fn action(_: &str, _: usize) -> Option<u32> {
        Some(0)
    }

    fn make(tables: &mut Tables, _: u32, inputs: &[Value]) -> bool {
        tables.act_with(inputs)
    }

    fn take_back(tables: &mut Tables, _: u32, inputs: &[Value]) {
        tables.undo(inputs);
    }
}
