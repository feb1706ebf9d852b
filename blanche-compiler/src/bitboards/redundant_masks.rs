//! Removes redundant masks. A mask is redundant if it clears only bits that cannot be set or that nothing uses.

use super::code::Code;
use super::operations::{Operation, WordId, image};
use crate::runtime::U256;

/// Removes redundant masks one by one, because removing one may make another necessary.
pub(super) fn leave_out(code: &mut Code, known: &dyn Fn(usize) -> U256) {
    let mut at = 0;
    while at < code.operations.len() {
        if let Some((mask, word)) = masked(code, at) {
            let possible = possible(code, known);
            let asked = used_bits(code, &possible);
            if (asked[at] & possible[word.index()] & !mask).is_empty() {
                replace(code, WordId(at as u32), word);
            }
        }
        at += 1;
    }
}

/// The mask of an operation, and the word that it is applied to.
fn masked(code: &Code, at: usize) -> Option<(U256, WordId)> {
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

/// Replaces one word by another everywhere.
fn replace(code: &mut Code, gone: WordId, stays: WordId) {
    let to = |id: WordId| if id == gone { stays } else { id };
    code.operations.iter_mut().for_each(|operation| *operation = operation.moved(&to));
    code.outputs.iter_mut().for_each(|output| output.word = to(output.word));
}

/// The bits that each word may have. `known` returns the bits that each word of a position may have.
fn possible(code: &Code, known: &dyn Fn(usize) -> U256) -> Vec<U256> {
    let mut bits: Vec<U256> = Vec::with_capacity(code.operations.len());
    let all = U256::lowest(code.width);
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
            Operation::Up(one, by) => of(one) << by & all,
            Operation::Down(one, by) => of(one) >> by,
            Operation::Image(table, one) => image(&code.tables[table], of(one)),
            Operation::IsEmpty(_) | Operation::Compare(_) => U256::bit(0),
        });
    }
    bits
}

/// The bits of each word that are used.
fn used_bits(code: &Code, possible: &[U256]) -> Vec<U256> {
    let all = U256::lowest(code.width);
    let mut bits = vec![U256::NONE; code.operations.len()];
    code.outputs.iter().for_each(|output| bits[output.word.index()] = all);
    for at in (0..code.operations.len()).rev() {
        let asked = bits[at];
        if asked.is_empty() {
            continue;
        }
        let mut ask = |id: WordId, asked: U256| bits[id.index()] |= asked;
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
                ask(test, all);
                ask(one, asked);
            }
            Operation::Up(one, by) => ask(one, asked >> by),
            Operation::Down(one, by) => ask(one, asked << by & all),
            Operation::Image(table, one) => {
                let rows = &code.tables[table];
                let used = (0..).zip(rows).filter(|(_, row)| !(**row & asked).is_empty());
                ask(one, used.map(|(value, _)| value).collect());
            }
            Operation::IsEmpty(one) | Operation::Least(_, one) => ask(one, all),
            Operation::Compare(test) => [test.one, test.other].into_iter().for_each(|id| ask(id, all)),
        }
    }
    bits
}
