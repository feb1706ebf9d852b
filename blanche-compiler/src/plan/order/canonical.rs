//! Encodes conjuncts as text independently of slot numbers: sets with equal encodings are equal.

use std::collections::HashMap;
use std::fmt::Write;

use crate::plan::faults::{self, Fault};
use crate::plan::model::{Conjunct, ConjunctKind, Frame, Operand, Slot};

/// Encodes conjuncts that restrict the slot `first`. A slot is written as its sort and its position in the order of
/// occurrence. The slot of a host value is written as its number.
pub(crate) fn canonical(conjuncts: &[Conjunct], first: Slot, frame: &Frame) -> String {
    let mut spelling = Spelling { frame, numbers: HashMap::new(), text: String::new() };
    spelling.slot(first);
    spelling.conjuncts(conjuncts);
    spelling.text
}

struct Spelling<'f> {
    frame: &'f Frame,
    numbers: HashMap<Slot, usize>,
    text: String,
}

impl Spelling<'_> {
    fn add(&mut self, arguments: std::fmt::Arguments<'_>) {
        self.text.write_fmt(arguments).expect("a text can be written");
    }

    fn conjuncts(&mut self, conjuncts: &[Conjunct]) {
        for conjunct in conjuncts {
            self.conjunct(&conjunct.kind);
            self.text.push(';');
        }
    }

    fn conjunct(&mut self, kind: &ConjunctKind) {
        match kind {
            ConjunctKind::Atom { predicate, arguments }
            | ConjunctKind::Comparison { predicate, arguments } => {
                self.add(format_args!("{}", predicate.index()));
                self.operands(arguments);
            }
            ConjunctKind::Call { callee, arguments } => {
                self.add(format_args!("call {callee:?}"));
                self.operands(arguments);
            }
            ConjunctKind::Equal(left, right) => {
                self.text.push_str("equal");
                self.operands(&[*left, *right]);
            }
            ConjunctKind::Within(slot, sort) => {
                self.add(format_args!("within {}", sort.index()));
                self.slot(*slot);
            }
            ConjunctKind::Member(slot, set) => {
                self.add(format_args!("in {}", set.index()));
                self.slot(*slot);
            }
            ConjunctKind::Not(inner) => {
                self.text.push_str("not(");
                self.conjuncts(inner);
                self.text.push(')');
            }
            ConjunctKind::Fail => self.text.push_str("never"),
        }
    }

    fn operands(&mut self, operands: &[Operand]) {
        for operand in operands {
            match operand {
                Operand::Slot(slot) => self.slot(*slot),
                Operand::Constant(_) if faults::has(Fault::ConstantsAreAlike) => {}
                Operand::Constant(value) => self.add(format_args!(" {value}")),
            }
        }
    }

    fn slot(&mut self, slot: Slot) {
        if self.frame.read_slots().any(|read| read == slot) {
            self.add(format_args!(" #{}", slot.index()));
            return;
        }
        let next = self.numbers.len();
        let number = *self.numbers.entry(slot).or_insert(next);
        let sort = self.frame.slots[slot.index()].sort.index();
        self.add(format_args!(" _{number}:{sort}"));
    }
}
