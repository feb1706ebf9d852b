//! Liveness analysis: the variables and sets that a part of a function needs when it becomes a function of its own.

use blanche_sorted::SortedSet;

use crate::plan::{Action, Intersection, Operand, Output, SetSlot, Slot, Source, Step};

/// Slots and sets that are live.
#[derive(Clone, Default)]
pub(super) struct Live {
    pub(super) slots: SortedSet<Slot>,
    pub(super) sets: SortedSet<SetSlot>,
}

/// Finds the slots and sets that are used without being bound before.
#[derive(Default)]
pub(super) struct Needs {
    bound: Live,
    pub(super) needed: Live,
}

impl Live {
    /// Replaces the slots and sets that are live after a step by those that are live before the step. What the blocks
    /// of the step need must be included already.
    pub(super) fn in_front(&mut self, action: &Action) {
        match action {
            Action::Each { inputs, outputs, .. } | Action::EachCall { inputs, outputs, .. } => {
                for output in outputs.iter().rev() {
                    match output {
                        Output::Bind(slot) => {
                            self.slots.remove(slot);
                        }
                        Output::Equals(operand) => self.slots.extend(operand.slot()),
                        Output::Ignore => {}
                    }
                }
                self.slots.extend(inputs.iter().filter_map(|input| input.slot()));
            }
            Action::Solve { inputs, output, .. } | Action::Aggregate { inputs, output, .. } => {
                if let Output::Equals(operand) = output {
                    self.slots.extend(operand.slot());
                }
                if let Output::Bind(slot) = output {
                    self.slots.remove(slot);
                }
                self.slots.extend(inputs.iter().filter_map(|input| input.slot()));
            }
            Action::Assign { slot, value } => {
                self.slots.remove(slot);
                self.slots.extend(value.slot());
            }
            Action::EachIn { slot, .. } => {
                self.slots.remove(slot);
                self.alone(action);
            }
            Action::BindSet { set, .. } => {
                self.sets.remove(set);
                self.alone(action);
            }
            Action::Collect { set, seen, .. } => {
                self.sets.remove(set);
                seen.iter().for_each(|seen| {
                    self.sets.remove(seen);
                });
            }
            Action::Exists { .. } | Action::Spend { .. } => {}
            Action::After { moves, .. } => {
                let inputs = moves.iter().flat_map(|one| &one.inputs);
                self.slots.extend(inputs.filter_map(|input| input.slot()));
            }
            Action::Test { .. }
            | Action::Call { .. }
            | Action::Compare { .. }
            | Action::Holds { .. }
            | Action::Within { .. }
            | Action::Has { .. }
            | Action::Fail => self.alone(action),
        }
    }

    /// Adds the slots and sets that a step without blocks needs.
    fn alone(&mut self, action: &Action) {
        let mut needs = Needs::default();
        needs.action(action);
        self.slots.extend(needs.needed.slots);
        self.sets.extend(needs.needed.sets);
    }
}

impl Needs {
    /// Adds the slots and sets that steps need if they are executed in sequence.
    pub(super) fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            self.action(&step.action);
        }
    }

    /// Adds the slots and sets that are needed to compute an intersection.
    pub(super) fn intersection(&mut self, intersection: &Intersection) {
        for source in intersection.of.iter().chain(&intersection.without) {
            match source {
                Source::Answers { lookups, inputs, .. } => {
                    for lookup in lookups {
                        self.operands(&lookup.inputs);
                        self.bound.slots.insert(lookup.slot);
                    }
                    self.operands(inputs);
                }
                Source::Set(set) => self.set(*set),
                Source::Only(operand) => self.operands(&[*operand]),
                Source::All(_) => {}
            }
        }
    }

    /// Adds the slots among some operands, except slots that are already bound.
    pub(super) fn operands(&mut self, operands: &[Operand]) {
        for slot in operands.iter().filter_map(|operand| operand.slot()) {
            if !self.bound.slots.contains(&slot) {
                self.needed.slots.insert(slot);
            }
        }
    }

    fn set(&mut self, set: SetSlot) {
        if !self.bound.sets.contains(&set) {
            self.needed.sets.insert(set);
        }
    }

    /// Calls `within` to add what a block needs. The bindings that the block makes are dropped, because they are local
    /// to it.
    fn inside(&mut self, within: impl FnOnce(&mut Needs)) {
        let bound = self.bound.clone();
        within(self);
        self.bound = bound;
    }

    fn outputs(&mut self, outputs: &[Output]) {
        for output in outputs {
            match output {
                Output::Bind(slot) => {
                    self.bound.slots.insert(*slot);
                }
                Output::Equals(operand) => self.operands(&[*operand]),
                Output::Ignore => {}
            }
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Each { inputs, outputs, .. } | Action::EachCall { inputs, outputs, .. } => {
                self.operands(inputs);
                self.outputs(outputs);
            }
            Action::Test { inputs, .. } | Action::Call { inputs, .. } | Action::Holds { inputs, .. } => {
                self.operands(inputs);
            }
            Action::Solve { inputs, output, .. } | Action::Aggregate { inputs, output, .. } => {
                self.operands(inputs);
                self.outputs(std::slice::from_ref(output));
            }
            Action::Compare { left, right, .. } => self.operands(&[*left, *right]),
            Action::Assign { slot, value } => {
                self.operands(&[*value]);
                self.bound.slots.insert(*slot);
            }
            Action::Within { slot, .. } => self.operands(&[Operand::Slot(*slot)]),
            Action::EachIn { slot, from } => {
                self.intersection(from);
                self.bound.slots.insert(*slot);
            }
            Action::Has { set, .. } => self.intersection(set),
            Action::BindSet { set, from, .. } => {
                self.intersection(from);
                self.bound.sets.insert(*set);
            }
            Action::Exists { block, .. } => self.inside(|needs| needs.steps(&block.steps)),
            Action::Collect { set, block, add, seen, .. } => {
                let sets = [Some(*set), *seen];
                self.inside(|needs| {
                    needs.bound.sets.extend(sets.into_iter().flatten());
                    needs.steps(&block.steps);
                    needs.intersection(add);
                });
                self.bound.sets.extend(sets.into_iter().flatten());
            }
            Action::After { moves, block } => {
                moves.iter().for_each(|one| self.operands(&one.inputs));
                self.inside(|needs| needs.steps(&block.steps));
            }
            Action::Fail | Action::Spend { .. } => {}
        }
    }
}
