//! Range literals only say that a value belongs to its sort. They are needed only if no other literal binds the
//! variable.

use crate::plan::faults::{self, Fault};
use crate::plan::model::{Callee, Conjunct, ConjunctKind, Frame, Operand, Slot, Slots};
use crate::plan::planner::Planner;
use crate::program::{PredicateKind, Program};

/// The slot of a range literal, which only says that a value belongs to its sort. `None` for other conjuncts.
fn range(program: &Program, conjunct: &Conjunct, frame: &Frame) -> Option<Slot> {
    let ConjunctKind::Atom { predicate, arguments } = &conjunct.kind else { return None };
    let (sort, [Operand::Slot(slot)]) = (program.enumerated(*predicate)?, arguments.as_slice()) else {
        return None;
    };
    program.is_part(frame.slots[slot.index()].sort, sort).then_some(*slot)
}

/// Whether a conjunct is a range literal, which only says that a value belongs to its sort.
pub(crate) fn is_range(program: &Program, conjunct: &Conjunct, frame: &Frame) -> bool {
    range(program, conjunct, frame).is_some()
}

impl Planner<'_> {
    /// Removes range literals whose variable is bound from outside or by another conjunct.
    pub(crate) fn leave_out_ranges(&mut self, conjuncts: &mut Vec<Conjunct>, bound: &Slots, frame: &Frame) {
        let program = self.program;
        let of = |conjunct: &Conjunct| range(program, conjunct, frame);
        if conjuncts.iter().all(|conjunct| of(conjunct).is_none()) {
            return;
        }
        self.budget.take(conjuncts.len());
        let mut known = bound.clone();
        self.add_bindable(conjuncts, &mut known, &of);
        let mut needed = Slots::new();
        for slot in conjuncts.iter().filter_map(of).collect::<Vec<_>>() {
            if known.insert(slot) {
                needed.insert(slot);
                self.add_bindable(conjuncts, &mut known, &of);
            }
        }
        // Of two equal ranges, the first stays.
        conjuncts.retain(|conjunct| of(conjunct).is_none_or(|slot| needed.remove(&slot)));
    }

    /// Adds to `known` all slots that conjuncts other than range literals can bind.
    fn add_bindable(
        &mut self,
        conjuncts: &[Conjunct],
        known: &mut Slots,
        range: &dyn Fn(&Conjunct) -> Option<Slot>,
    ) {
        loop {
            let before = known.len();
            for conjunct in conjuncts.iter().filter(|conjunct| range(conjunct).is_none()) {
                if !conjunct.slots().is_subset(known) && self.can_bind(conjunct, known) {
                    known.extend(conjunct.slots());
                }
            }
            if known.len() == before {
                return;
            }
        }
    }

    /// Whether a conjunct can bind all its slots if the slots in `known` are bound.
    fn can_bind(&mut self, conjunct: &Conjunct, known: &Slots) -> bool {
        let is_known = |operand: &Operand| operand.is_bound(known);
        match &conjunct.kind {
            ConjunctKind::Atom { predicate, arguments } => match &self.program.predicate(*predicate).kind {
                PredicateKind::Extern(external) => external
                    .modes
                    .iter()
                    .any(|mode| (0..arguments.len()).all(|at| !mode.needs(at) || is_known(&arguments[at]))),
                _ => true,
            },
            ConjunctKind::Call { callee: Callee::Predicate(id), arguments } => {
                let bound = arguments.iter().enumerate().filter(|(_, operand)| is_known(operand));
                let mask = bound.fold(0, |mask, (at, _)| mask | 1 << at);
                self.modes.answerable(*id, mask, arguments.len())
            }
            ConjunctKind::Equal(left, right) => is_known(left) || is_known(right),
            ConjunctKind::Comparison { predicate, arguments } => {
                let open: Slots = arguments
                    .iter()
                    .filter(|operand| !is_known(operand))
                    .filter_map(|open| open.slot())
                    .collect();
                let once = arguments.iter().filter(|operand| !is_known(operand)).count() == 1;
                let is_solved = self.program.comparison(*predicate).is_solved_for_one(arguments.len());
                open.is_empty() || is_solved && once
            }
            ConjunctKind::Member(..) => true,
            ConjunctKind::Not(_) => faults::has(Fault::DenialsGiveValues),
            // Branches are not analysed. A range literal of a variable that a branch binds is removed once the branch
            // has bound the variable.
            ConjunctKind::Call { .. } | ConjunctKind::Within(..) | ConjunctKind::Fail => false,
        }
    }
}
