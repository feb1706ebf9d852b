//! A minimal executor for steps. It panics if a slot or set without a value is read, or if a slot is bound twice. It
//! also panics if an access declared to have at most one answer has two answers.

use std::cell::RefCell;
use std::ops::ControlFlow;

use blanche_sorted::SortedMap;

use super::fixpoints::{Fixpoint, folded};
use super::meaning::Meaning;
use crate::plan::model::{
    Access, Action, HostValue, Intersection, Operand, Output, Plan, RecursiveCall, Slot, Source, Step,
};
use crate::program::{PredicateId, PredicateKind};
use crate::runtime::Value;

/// A plan to execute in a model.
#[derive(Clone, Copy)]
pub(super) struct Machine<'m, 'p> {
    pub(super) plan: &'m Plan,
    pub(super) meaning: &'m Meaning<'p>,
}

/// The values of the bound slots, and the members of the computed sets.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) slots: Vec<Option<Value>>,
    pub(super) sets: Vec<Option<u64>>,
}

/// The memoised answers of a rule or clause.
pub(super) type Memo = RefCell<SortedMap<(bool, u32, Vec<Value>), bool>>;

/// The state of a rule or clause that is being executed.
#[derive(Clone, Copy)]
pub(super) struct Entered<'e> {
    pub(super) memo: &'e Memo,
    pub(super) fixpoint: Option<&'e RefCell<Fixpoint>>,
}

pub(super) type Flow = ControlFlow<()>;
pub(super) type Done<'d> = &'d mut dyn FnMut(&Frame) -> Flow;

const ON: Flow = Flow::Continue(());

impl Frame {
    /// A frame in which only the host values are bound.
    pub(super) fn new(slots: usize, sets: usize, host_values: &[HostValue]) -> Frame {
        let mut frame = Frame { slots: vec![None; slots], sets: vec![None; sets] };
        for value in host_values {
            frame.slots[value.slot.index()] = Some(super::models::read(&value.text));
        }
        frame
    }

    pub(super) fn value(&self, operand: Operand) -> Value {
        match operand {
            Operand::Slot(slot) => {
                self.slots[slot.index()].unwrap_or_else(|| panic!("{slot:?} has no value"))
            }
            Operand::Constant(value) => value,
        }
    }

    pub(super) fn values(&self, operands: &[Operand]) -> Vec<Value> {
        operands.iter().map(|operand| self.value(*operand)).collect()
    }

    fn bind(&mut self, slot: Slot, value: Value) {
        let before = self.slots[slot.index()].replace(value);
        assert!(before.is_none(), "{slot:?} is filled twice");
    }

    fn take(&mut self, output: Output, value: Value) -> bool {
        match output {
            Output::Bind(slot) => {
                self.bind(slot, value);
                true
            }
            Output::Equals(operand) => self.value(operand) == value,
            Output::Ignore => true,
        }
    }

    fn take_all(&mut self, outputs: &[Output], values: &[Value]) -> bool {
        assert_eq!(outputs.len(), values.len(), "there is an output for each value");
        outputs.iter().zip(values).all(|(output, value)| self.take(*output, *value))
    }
}

impl Machine<'_, '_> {
    /// Executes steps, and calls `done` for every way in which they succeed.
    pub(super) fn block(
        &self,
        entered: Entered<'_>,
        steps: &[Step],
        frame: &mut Frame,
        done: Done<'_>,
    ) -> Flow {
        let Some((step, rest)) = steps.split_first() else { return done(frame) };
        let mut each = |rows: Vec<Vec<Value>>, outputs: &[Output], frame: &Frame| {
            rows.into_iter().try_for_each(|row| {
                let mut inner = frame.clone();
                if !inner.take_all(outputs, &row) {
                    return ON;
                }
                self.block(entered, rest, &mut inner, done)
            })
        };
        match &step.action {
            Action::Each { access, one, inputs, outputs } => {
                let rows = self.rows(*access, &frame.values(inputs));
                assert!(!one || rows.len() < 2, "{:?} gives one answer", step.literal);
                each(rows, outputs, frame)
            }
            Action::EachIn { slot, from } => {
                let members = members(self.intersection(from, frame));
                each(members.map(|member| vec![member]).collect(), &[Output::Bind(*slot)], frame)
            }
            Action::EachCall { routine, inputs, outputs, recursion: None } => {
                each(self.call(*routine, &frame.values(inputs)), outputs, frame)
            }
            Action::EachCall { routine, inputs, outputs, recursion: Some(recursion) } => {
                let fixpoint = entered.fixpoint.expect("what needs itself is asked by itself");
                let rows = fixpoint.borrow_mut().known((*routine, frame.values(inputs)));
                match recursion {
                    RecursiveCall::Known(_) => each(rows, outputs, frame),
                    RecursiveCall::Tail => ON,
                }
            }
            action if self.succeeds(entered, action, frame) => self.block(entered, rest, frame, done),
            _ => ON,
        }
    }

    /// Whether the steps succeed at least once.
    fn exists(&self, entered: Entered<'_>, steps: &[Step], frame: &Frame) -> bool {
        self.block(entered, steps, &mut frame.clone(), &mut |_| Flow::Break(())).is_break()
    }

    /// Executes an action that succeeds at most once, and returns whether it does.
    fn succeeds(&self, entered: Entered<'_>, action: &Action, frame: &mut Frame) -> bool {
        let program = self.meaning.program;
        match action {
            Action::Compare { left, right, equal } => (frame.value(*left) == frame.value(*right)) == *equal,
            Action::Holds { comparison, inputs, holds } => {
                program.linear(*comparison).holds(&frame.values(inputs)) == *holds
            }
            Action::Solve { comparison, free, inputs, output } => {
                let mut values = frame.values(inputs);
                values.insert(*free, 0);
                let solved = program.linear(*comparison).solved(*free, &values);
                let place = program.sort(program.predicate(*comparison).sort(*free));
                solved.is_some_and(|value| place.contains(value) && frame.take(*output, value))
            }
            Action::Assign { slot, value } => {
                let value = frame.value(*value);
                frame.bind(*slot, value);
                true
            }
            Action::Within { slot, sort } => program.sort(*sort).contains(frame.value(Operand::Slot(*slot))),
            Action::Test { access, inputs, holds, memo } => {
                let (Access::Extern(id, _) | Access::Facts(id, _)) = access;
                let values = frame.values(inputs);
                let ask = || !self.rows(*access, &values).is_empty();
                remembered(entered, (*memo, true, id.0, &values), ask) == *holds
            }
            Action::Call { routine, inputs, holds, memo } => {
                let values = frame.values(inputs);
                let ask = || !self.call(*routine, &values).is_empty();
                remembered(entered, (*memo, false, routine.0, &values), ask) == *holds
            }
            Action::Exists { block, holds } => self.exists(entered, &block.steps, frame) == *holds,
            Action::Has { set, at_least, holds } => {
                (self.intersection(set, frame).count_ones() >= *at_least) == *holds
            }
            Action::BindSet { set, from, at_least } => {
                let made = self.intersection(from, frame);
                frame.sets[set.index()] = Some(made);
                made.count_ones() >= *at_least
            }
            Action::Collect { set, at_least, .. } => {
                let made = self.collected(entered, action, frame);
                frame.sets[set.index()] = Some(made);
                made.count_ones() >= *at_least
            }
            Action::After { .. } => self.after(action, frame),
            Action::Aggregate { fold, routine, inputs, output } => {
                let rows = self.call(*routine, &frame.values(inputs));
                folded(*fold, rows).is_some_and(|value| frame.take(*output, value))
            }
            Action::Fail => false,
            Action::Spend { .. } => true,
            Action::Each { .. } | Action::EachIn { .. } | Action::EachCall { .. } => {
                unreachable!("it may succeed several times")
            }
        }
    }

    fn collected(&self, entered: Entered<'_>, action: &Action, frame: &Frame) -> u64 {
        let Action::Collect { block, add, seen, .. } = action else { unreachable!("it collects") };
        let (mut once, mut twice) = (0, 0);
        let flow = self.block(entered, &block.steps, &mut frame.clone(), &mut |frame| {
            let new = self.intersection(add, frame);
            twice |= once & new;
            once |= new;
            ON
        });
        assert!(flow.is_continue(), "all is collected");
        if seen.is_some() { twice } else { once }
    }

    /// Sets and memos computed before the moves are not available after the moves.
    fn after(&self, action: &Action, frame: &Frame) -> bool {
        let Action::After { moves, block } = action else { unreachable!("it makes moves") };
        let inner = Frame { slots: frame.slots.clone(), sets: vec![None; frame.sets.len()] };
        let entered = Entered { memo: &Memo::default(), fixpoint: None };
        let Some((first, rest)) = moves.split_first() else {
            return self.exists(entered, &block.steps, &inner);
        };
        let rest = Action::After { moves: rest.to_vec(), block: block.clone() };
        let made = self.meaning.closed(frame.value(first.inputs[0]));
        made.is_some_and(|meaning| Machine { plan: self.plan, meaning: &meaning }.after(&rest, &inner))
    }

    /// The free columns of the tuples with these inputs.
    fn rows(&self, access: Access, inputs: &[Value]) -> Vec<Vec<Value>> {
        let program = self.meaning.program;
        let (id, needs): (PredicateId, Box<dyn Fn(usize) -> bool>) = match access {
            Access::Extern(id, mode) => {
                let PredicateKind::Extern(external) = &program.predicate(id).kind else {
                    unreachable!("a mode is one of an extern predicate")
                };
                let mode = &external.modes[mode];
                (id, Box::new(move |at| mode.needs(at)))
            }
            Access::Facts(id, mask) => (id, Box::new(move |at| mask & 1 << at != 0)),
        };
        let columns = |tuple: &[Value], needed: bool| -> Vec<Value> {
            let chosen = (0..tuple.len()).filter(|at| needs(*at) == needed);
            chosen.map(|at| tuple[at]).collect()
        };
        let relation = self.meaning.relation(id);
        let fitting = relation.iter().filter(|tuple| columns(tuple, true) == inputs);
        fitting.map(|tuple| columns(tuple, false)).collect()
    }

    /// The members of an intersection.
    pub(super) fn intersection(&self, intersection: &Intersection, frame: &Frame) -> u64 {
        assert!(!intersection.of.is_empty(), "an intersection is of something");
        let of = intersection.of.iter().map(|source| self.source(source, frame));
        let without = intersection.without.iter().map(|source| self.source(source, frame));
        of.fold(u64::MAX, |all, one| all & one) & !without.fold(0, |all, one| all | one)
    }

    fn source(&self, source: &Source, frame: &Frame) -> u64 {
        let mask = |values: Vec<Value>| values.into_iter().fold(0, |all, value| all | 1 << value);
        match source {
            Source::Set(set) => frame.sets[set.index()].unwrap_or_else(|| panic!("{set:?} is not made yet")),
            Source::Only(operand) => mask(vec![frame.value(*operand)]),
            Source::All(sort) => mask(self.meaning.model.universe(self.meaning.program, *sort)),
            Source::Answers { lookups, access, inputs } => {
                let mut frame = frame.clone();
                for lookup in lookups {
                    let rows = self.rows(lookup.access, &frame.values(&lookup.inputs));
                    let [row] = rows.as_slice() else {
                        assert!(rows.is_empty(), "a look-up gives one answer");
                        return 0;
                    };
                    frame.bind(lookup.slot, row[0]);
                }
                mask(self.rows(*access, &frame.values(inputs)).into_iter().map(|row| row[0]).collect())
            }
        }
    }
}

/// The answer to a query, memoised if `memo` is set.
fn remembered(
    entered: Entered<'_>,
    (memo, is_predicate, id, values): (bool, bool, u32, &[Value]),
    ask: impl FnOnce() -> bool,
) -> bool {
    if !memo {
        return ask();
    }
    let key = (is_predicate, id, values.to_vec());
    let known = entered.memo.borrow().get(&key).copied();
    known.unwrap_or_else(|| {
        let answer = ask();
        entered.memo.borrow_mut().insert(key, answer);
        answer
    })
}

/// The members of a set in ascending order.
fn members(set: u64) -> impl Iterator<Item = Value> {
    (0..u64::BITS).filter(move |value| set >> value & 1 == 1)
}
