//! Masks that change nothing: the bits that they take away cannot be there, or nobody asks for them.

use super::code::Code;
use super::operations::{Operation, WordId, image};

/// Leaves out the masks of code that change nothing, one by one: what one takes away another may have to.
pub(super) fn leave_out(code: &mut Code, known: &dyn Fn(usize) -> u64) {
    let mut at = 0;
    while at < code.operations.len() {
        if let Some((mask, word)) = masked(code, at) {
            let possible = possible(code, known);
            let asked = asked(code, &possible);
            if asked[at] & possible[word.index()] & !mask == 0 {
                replace(code, WordId(at as u32), word);
            }
        }
        at += 1;
    }
}

/// The mask of an operation, and the word that it is for.
fn masked(code: &Code, at: usize) -> Option<(u64, WordId)> {
    let Operation::And(one, other) = code.operations[at] else { return None };
    let value = |id: WordId| match code.operations[id.index()] {
        Operation::Constant(value) => Some(value),
        _ => None,
    };
    match (value(one), value(other)) {
        (Some(mask), None) => Some((mask, other)),
        (None, Some(mask)) => Some((mask, one)),
        _ => None,
    }
}

/// Puts one word in the place of another one.
fn replace(code: &mut Code, gone: WordId, stays: WordId) {
    let to = |id: WordId| if id == gone { stays } else { id };
    code.operations.iter_mut().for_each(|operation| *operation = operation.moved(&to));
    code.outputs.iter_mut().for_each(|output| output.word = to(output.word));
}

/// The bits that each word can have; `known` says it of the words of positions.
fn possible(code: &Code, known: &dyn Fn(usize) -> u64) -> Vec<u64> {
    let mut bits: Vec<u64> = Vec::with_capacity(code.operations.len());
    for (at, operation) in code.operations.iter().enumerate() {
        let of = |id: WordId| bits[id.index()];
        bits.push(match *operation {
            Operation::Constant(value) => value,
            Operation::Position(_) | Operation::Played | Operation::Unknown(_) => known(at),
            Operation::Least(_, one) => of(one),
            Operation::And(one, other) => of(one) & of(other),
            Operation::Or(one, other) => of(one) | of(other),
            Operation::Without(one, _) => of(one),
            Operation::Where(_, one) => of(one),
            Operation::Up(one, by) => of(one) << by,
            Operation::Down(one, by) => of(one) >> by,
            Operation::Image(table, one) => image(&code.tables[table], of(one)),
            Operation::IsEmpty(_) | Operation::Compare(_) => 1,
        });
    }
    bits
}

/// The bits of each word that somebody asks for.
fn asked(code: &Code, possible: &[u64]) -> Vec<u64> {
    let mut bits = vec![0; code.operations.len()];
    code.outputs.iter().for_each(|output| bits[output.word.index()] = u64::MAX);
    for at in (0..code.operations.len()).rev() {
        let asked = bits[at];
        if asked == 0 {
            continue;
        }
        let mut ask = |id: WordId, asked: u64| bits[id.index()] |= asked;
        match code.operations[at] {
            Operation::Constant(_) | Operation::Position(_) | Operation::Played | Operation::Unknown(_) => {}
            Operation::And(one, other) => {
                ask(one, asked & possible[other.index()]);
                ask(other, asked & possible[one.index()]);
            }
            Operation::Or(one, other) => [one, other].into_iter().for_each(|id| ask(id, asked)),
            Operation::Without(one, other) => {
                ask(one, asked);
                ask(other, asked & possible[one.index()]);
            }
            Operation::Where(test, one) => {
                ask(test, u64::MAX);
                ask(one, asked);
            }
            Operation::Up(one, by) => ask(one, asked >> by),
            Operation::Down(one, by) => ask(one, asked << by),
            Operation::Image(table, one) => {
                let rows = &code.tables[table];
                let used = (0..64).filter(|value| rows[*value] & asked != 0).map(|value| 1 << value);
                ask(one, used.sum());
            }
            Operation::IsEmpty(one) | Operation::Least(_, one) => ask(one, u64::MAX),
            Operation::Compare(test) => [test.one, test.other].into_iter().for_each(|id| ask(id, u64::MAX)),
        }
    }
    bits
}
