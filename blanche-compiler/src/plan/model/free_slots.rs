//! Queries on steps: the slots and sets that they need, bind and mention.

use super::conjuncts::Slots;
use super::steps::{Action, Block, Intersection, Operand, Output, SetSlot, Slot, Source, Step};

/// Calls `each` with every intersection in an action, nested blocks included.
pub(crate) fn each_intersection(action: &Action, each: &mut dyn FnMut(&Intersection)) {
    match action {
        Action::EachIn { from, .. } | Action::BindSet { from, .. } => each(from),
        Action::Has { set, .. } => each(set),
        Action::Exists { block, .. } | Action::After { block, .. } => {
            block.steps.iter().for_each(|step| each_intersection(&step.action, each));
        }
        Action::Collect { block, add, .. } => {
            block.steps.iter().for_each(|step| each_intersection(&step.action, each));
            each(add);
        }
        _ => {}
    }
}

/// The sets that an action reads.
pub(crate) fn sets_read(action: &Action) -> Vec<SetSlot> {
    let mut found = Vec::new();
    each_intersection(action, &mut |intersection| {
        let sources = intersection.of.iter().chain(&intersection.without);
        found.extend(sources.filter_map(|source| match source {
            Source::Set(set) => Some(*set),
            _ => None,
        }));
    });
    found
}

/// The slots that must be bound before a source can be read.
pub(crate) fn source_slots(source: &Source) -> Vec<Slot> {
    fn slots(operands: &[Operand]) -> impl Iterator<Item = Slot> + '_ {
        operands.iter().filter_map(|operand| match operand {
            Operand::Slot(slot) => Some(*slot),
            Operand::Constant(_) => None,
        })
    }
    match source {
        Source::Answers { lookups, inputs, .. } => {
            let given: Vec<Slot> = lookups.iter().map(|lookup| lookup.slot).collect();
            let needed = lookups.iter().flat_map(|lookup| slots(&lookup.inputs)).chain(slots(inputs));
            needed.filter(|slot| !given.contains(slot)).collect()
        }
        Source::Only(operand) => slots(std::slice::from_ref(operand)).collect(),
        Source::Set(_) | Source::All(_) => Vec::new(),
    }
}

/// The slots that a step binds for later steps.
pub(crate) fn bound_by(step: &Step) -> Vec<Slot> {
    let outputs = |outputs: &[Output]| {
        outputs
            .iter()
            .filter_map(|output| match output {
                Output::Bind(slot) => Some(*slot),
                _ => None,
            })
            .collect()
    };
    match &step.action {
        Action::Each { outputs: given, .. } | Action::EachCall { outputs: given, .. } => outputs(given),
        Action::Solve { output, .. } | Action::Aggregate { output, .. } => {
            outputs(std::slice::from_ref(output))
        }
        Action::EachIn { slot, .. } | Action::Assign { slot, .. } => vec![*slot],
        _ => Vec::new(),
    }
}

/// The slots that must be bound before a step runs.
pub(crate) fn free_slots(step: &Step) -> Slots {
    fn operands(operands: &[Operand], slots: &mut Slots) {
        slots.extend(operands.iter().filter_map(|operand| match operand {
            Operand::Slot(slot) => Some(*slot),
            Operand::Constant(_) => None,
        }));
    }
    fn outputs(outputs: &[Output], slots: &mut Slots) {
        let equals: Vec<Operand> = outputs
            .iter()
            .filter_map(|output| match output {
                Output::Equals(operand) => Some(*operand),
                _ => None,
            })
            .collect();
        operands(&equals, slots);
    }
    let mut slots = Slots::new();
    let intersection = |intersection: &Intersection, slots: &mut Slots| {
        slots.extend(intersection.of.iter().chain(&intersection.without).flat_map(source_slots));
    };
    match &step.action {
        Action::Each { inputs, outputs: given, .. } | Action::EachCall { inputs, outputs: given, .. } => {
            operands(inputs, &mut slots);
            outputs(given, &mut slots);
        }
        Action::Test { inputs, .. } | Action::Call { inputs, .. } | Action::Holds { inputs, .. } => {
            operands(inputs, &mut slots);
        }
        Action::Solve { inputs, output, .. } | Action::Aggregate { inputs, output, .. } => {
            operands(inputs, &mut slots);
            outputs(std::slice::from_ref(output), &mut slots);
        }
        Action::Compare { left, right, .. } => operands(&[*left, *right], &mut slots),
        Action::Assign { value, .. } => operands(&[*value], &mut slots),
        Action::Within { slot, .. } => {
            slots.insert(*slot);
        }
        Action::EachIn { from, .. } | Action::BindSet { from, .. } => intersection(from, &mut slots),
        Action::Has { set, .. } => intersection(set, &mut slots),
        Action::Exists { block, .. } => slots.extend(free_in(block)),
        Action::After { moves, block } => {
            moves.iter().for_each(|one| operands(&one.inputs, &mut slots));
            slots.extend(free_in(block));
        }
        Action::Collect { block, add, .. } => {
            let inside: Slots = block.steps.iter().flat_map(bound_by).collect();
            intersection(add, &mut slots);
            slots.retain(|slot| !inside.contains(slot));
            slots.extend(free_in(block));
        }
        Action::Fail | Action::Spend { .. } => {}
    }
    slots
}

pub(crate) fn free_in(block: &Block) -> Slots {
    let (mut free, mut inside) = (Slots::new(), Slots::new());
    for step in &block.steps {
        free.extend(free_slots(step).into_iter().filter(|slot| !inside.contains(slot)));
        inside.extend(bound_by(step));
    }
    free
}

/// A copy of an action with slot `from` replaced by `to`, for comparing tests of two variables.
pub(crate) fn renamed(action: &Action, from: Slot, to: Slot) -> Action {
    let mut action = action.clone();
    rename(&mut action, from, to);
    action
}

pub(crate) fn rename(action: &mut Action, from: Slot, to: Slot) {
    let replace = |operand: &mut Operand| {
        if *operand == Operand::Slot(from) {
            *operand = Operand::Slot(to);
        }
    };
    let in_intersection = |intersection: &mut Intersection| {
        for source in intersection.of.iter_mut().chain(&mut intersection.without) {
            match source {
                Source::Answers { lookups, inputs, .. } => {
                    lookups.iter_mut().flat_map(|lookup| &mut lookup.inputs).for_each(replace);
                    inputs.iter_mut().for_each(replace);
                }
                Source::Only(operand) => replace(operand),
                Source::Set(_) | Source::All(_) => {}
            }
        }
    };
    match action {
        Action::Test { inputs, .. }
        | Action::Call { inputs, .. }
        | Action::Holds { inputs, .. }
        | Action::Solve { inputs, .. } => inputs.iter_mut().for_each(replace),
        Action::Aggregate { inputs, output, .. } => {
            inputs.iter_mut().for_each(replace);
            if let Output::Equals(operand) = output {
                replace(operand);
            }
        }
        Action::Each { inputs, outputs, .. } | Action::EachCall { inputs, outputs, .. } => {
            inputs.iter_mut().for_each(replace);
            for output in outputs {
                if let Output::Equals(operand) = output {
                    replace(operand);
                }
            }
        }
        Action::Compare { left, right, .. } => [left, right].into_iter().for_each(replace),
        Action::Assign { value, .. } => replace(value),
        Action::Within { slot, .. } if *slot == from => *slot = to,
        Action::EachIn { from: intersection, .. } | Action::BindSet { from: intersection, .. } => {
            in_intersection(intersection)
        }
        Action::Has { set, .. } => in_intersection(set),
        Action::Exists { block, .. } => {
            block.steps.iter_mut().for_each(|step| rename(&mut step.action, from, to))
        }
        Action::After { moves, block } => {
            moves.iter_mut().flat_map(|one| &mut one.inputs).for_each(replace);
            block.steps.iter_mut().for_each(|step| rename(&mut step.action, from, to));
        }
        Action::Collect { block, add, .. } => {
            block.steps.iter_mut().for_each(|step| rename(&mut step.action, from, to));
            in_intersection(add);
        }
        Action::Within { .. } | Action::Fail | Action::Spend { .. } => {}
    }
}
