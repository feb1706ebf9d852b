//! Estimates the selectivity of literals.
//!
//! The selectivity of a literal is the fraction of all assignments of its variables that is expected to satisfy the
//! literal. It is computed as the number of tuples that have the constants of the literal, divided by the product of
//! the sizes of the sorts of its variables. The selectivities of different literals are assumed to be independent. The
//! expected number of bindings of some variables is thus the product of the sizes of their sorts and the selectivities
//! of the literals over them. The order in which they are bound does not matter.

use crate::plan::model::{
    Access, Argument, Callee, Conjunct, ConjunctKind, Draft, Frame, Operand, Slot, Slots, Source,
};
use crate::plan::params::{EQUAL_SELECTIVITY, TEST_SELECTIVITY, UNDECLARED_SELECTIVITY, WITHIN_SELECTIVITY};
use crate::plan::planner::Planner;
use crate::program::{Answers, Extern, PredicateId, PredicateKind, SortId};
use crate::runtime::Value;
use crate::syntax::ast::Operator;

impl Planner<'_> {
    /// The number of values of a slot's sort.
    pub(crate) fn slot_size(&self, frame: &Frame, slot: Slot) -> f64 {
        self.sort_size(frame.slots[slot.index()].sort)
    }

    pub(crate) fn sort_size(&self, sort: SortId) -> f64 {
        f64::from(self.program.sort(sort).size().max(1))
    }

    /// The fraction of the assignments of a conjunct's slots that satisfy the conjunct. Slots in `given` count as
    /// bound.
    pub(crate) fn selectivity(&mut self, conjunct: &Conjunct, given: &Slots, draft: &Draft) -> f64 {
        match &conjunct.kind {
            ConjunctKind::Fail => 0.0,
            ConjunctKind::Within(..) => WITHIN_SELECTIVITY,
            ConjunctKind::Member(slot, set) => {
                let reduction = draft.prelude.reductions.iter().find(|known| known.set == *set);
                let alone = (draft.frame.members(*set) / self.slot_size(&draft.frame, *slot)).min(1.0);
                reduction.map_or(alone, |reduction| reduction.selectivity)
            }
            ConjunctKind::Equal(left, right) => {
                let sizes = [left, right].map(|operand| match operand {
                    Operand::Slot(slot) => self.slot_size(&draft.frame, *slot),
                    Operand::Constant(_) => 1.0,
                });
                1.0 / sizes[0].max(sizes[1])
            }
            ConjunctKind::Comparison { predicate, arguments } => {
                match self.program.comparison(*predicate).operator {
                    // The other variables determine the value of one variable.
                    Operator::Equal => {
                        let slots = arguments.iter().filter_map(|operand| operand.slot());
                        let sizes = slots.map(|slot| self.slot_size(&draft.frame, slot));
                        1.0 / sizes.fold(1.0, f64::max)
                    }
                    operator => comparison_selectivity(operator),
                }
            }
            ConjunctKind::Atom { predicate, arguments } => self.atom_selectivity(*predicate, arguments),
            ConjunctKind::Call { callee, arguments } => {
                if let Some(selectivity) = self.measured_call(*callee, arguments) {
                    return selectivity;
                }
                let arguments: Vec<Argument> = arguments
                    .iter()
                    .map(|operand| match operand {
                        Operand::Constant(value) => Argument::Constant(*value),
                        Operand::Slot(_) => Argument::Input,
                    })
                    .collect();
                let routine = self.routine(*callee, &arguments);
                self.plan.routines[routine.index()].estimate.answers
            }
            ConjunctKind::Not(inner) => 1.0 / (1.0 + self.answers(inner, given, draft)),
        }
    }

    /// The expected number of ways to bind the slots that are not `given` so that all conjuncts hold.
    pub(crate) fn answers(&mut self, conjuncts: &[Conjunct], given: &Slots, draft: &Draft) -> f64 {
        let slots: Slots =
            conjuncts.iter().flat_map(Conjunct::slots).filter(|slot| !given.contains(slot)).collect();
        let sizes: f64 = slots.iter().map(|slot| self.slot_size(&draft.frame, *slot)).product();
        let mut everything = given.clone();
        everything.extend(&slots);
        sizes
            * conjuncts.iter().map(|conjunct| self.selectivity(conjunct, &everything, draft)).product::<f64>()
    }

    /// The fraction of the values of a sort that are in a source.
    pub(crate) fn source_selectivity(&mut self, source: &Source, sort: SortId, frame: &Frame) -> f64 {
        match source {
            Source::Only(_) => 1.0 / self.sort_size(sort),
            Source::All(part) => self.sort_size(*part) / self.sort_size(sort),
            Source::Set(set) => (frame.members(*set) / self.sort_size(sort)).min(1.0),
            Source::Answers { access, inputs, .. } => {
                let (predicate, free): (_, Vec<bool>) = match access {
                    Access::Facts(id, mask) => {
                        (*id, (0..=inputs.len()).map(|at| mask & (1 << at) == 0).collect())
                    }
                    Access::Extern(id, mode) => {
                        let PredicateKind::Extern(external) = &self.program.predicate(*id).kind else {
                            unreachable!("an access of the host is an extern predicate")
                        };
                        (*id, (0..=inputs.len()).map(|at| !external.modes[*mode].needs(at)).collect())
                    }
                };
                // The free argument gets a slot that occurs nowhere else.
                let mut inputs = inputs.iter();
                let place = Operand::Slot(Slot(u16::MAX));
                let arguments: Vec<Operand> = free
                    .iter()
                    .map(|free| if *free { place } else { *inputs.next().unwrap_or(&place) })
                    .collect();
                self.atom_selectivity(predicate, &arguments)
            }
        }
    }

    /// The constants among some arguments, and the measured number of tuples with these constants, if there is a
    /// measurement.
    pub(crate) fn measured(
        &mut self,
        predicate: PredicateId,
        arguments: &[Operand],
    ) -> (Vec<Option<Value>>, Option<f64>) {
        let constants: Vec<Option<Value>> = arguments.iter().map(|operand| operand.constant()).collect();
        let tuples = self.statistics.tuples(&self.program.predicate(predicate).name, &constants);
        self.asked.insert((predicate, constants.clone()));
        (constants, tuples)
    }

    /// The measured selectivity of a call of a derivation, if there is a measurement.
    pub(crate) fn measured_call(&mut self, callee: Callee, arguments: &[Operand]) -> Option<f64> {
        let Callee::Predicate(id) = callee else { return None };
        let declared = self.program.predicate(id);
        let (constants, measured) = self.measured(id, arguments);
        let free = (0..arguments.len()).filter(|at| constants[*at].is_none());
        let all: f64 = free.map(|at| self.sort_size(declared.sort(at))).product();
        measured.map(|tuples| (tuples / all).min(1.0))
    }

    pub(crate) fn atom_selectivity(&mut self, predicate: PredicateId, arguments: &[Operand]) -> f64 {
        let constants: Vec<Option<Value>> = arguments.iter().map(|operand| operand.constant()).collect();
        if let Some(known) = self.atom_selectivities.get(&(predicate, constants.clone())) {
            return *known;
        }
        let selectivity = self.new_atom_selectivity(predicate, arguments);
        self.atom_selectivities.insert((predicate, constants), selectivity);
        selectivity
    }

    pub(crate) fn new_atom_selectivity(&mut self, predicate: PredicateId, arguments: &[Operand]) -> f64 {
        let declared = self.program.predicate(predicate);
        let (constants, measured) = self.measured(predicate, arguments);
        let sizes = |at: &dyn Fn(usize) -> bool| -> f64 {
            let chosen =
                (0..arguments.len()).filter(|argument| constants[*argument].is_none() && at(*argument));
            chosen.map(|argument| self.sort_size(declared.sort(argument))).product()
        };
        if let Some(tuples) = measured {
            return (tuples / sizes(&|_| true)).min(1.0);
        }
        match &declared.kind {
            PredicateKind::Facts(tuples) => {
                let agrees = |tuple: &&Vec<Value>| {
                    tuple.iter().zip(&constants).all(|(value, constant)| constant.is_none_or(|c| c == *value))
                };
                (tuples.iter().filter(agrees).count() as f64 / sizes(&|_| true)).min(1.0)
            }
            PredicateKind::Extern(external) => declared_selectivity(external, &constants, &sizes),
            PredicateKind::Equal
            | PredicateKind::Comparison(_)
            | PredicateKind::Aggregate(_)
            | PredicateKind::Derived(_)
            | PredicateKind::Action { .. } => {
                unreachable!("these are no atoms of a plan")
            }
        }
    }
}

/// The estimated fraction of values that satisfy a comparison.
pub(crate) fn comparison_selectivity(operator: Operator) -> f64 {
    match operator {
        Operator::Equal => EQUAL_SELECTIVITY,
        Operator::Unequal => 1.0 - EQUAL_SELECTIVITY,
        _ => TEST_SELECTIVITY,
    }
}

/// A function that returns the number of possible value tuples of some arguments, leaving out constant arguments. It
/// takes a function that selects the arguments by index.
type Sizes<'s> = dyn Fn(&dyn Fn(usize) -> bool) -> f64 + 's;

/// The selectivity declared by the most informative mode. A mode is preferred if it needs every argument that is
/// constant here. A mode with several answers is preferred to a mode with one answer, because a mode with one answer
/// does not declare how often a value is the answer.
fn declared_selectivity(external: &Extern, constants: &[Option<Value>], sizes: &Sizes<'_>) -> f64 {
    let told = external.modes.iter().map(|mode| {
        let needs_constants = (0..constants.len()).all(|at| constants[at].is_none() || mode.needs(at));
        let free = sizes(&|at| !mode.needs(at));
        let (telling, selectivity) = match mode.answers {
            Answers::Many { about } | Answers::Set { about } => (2, f64::from(about) / free),
            Answers::One => (1, 1.0 / free),
            Answers::Test { one_in } => (0, 1.0 / f64::from(one_in.max(1))),
        };
        (needs_constants, telling, selectivity.min(1.0))
    });
    let best = told.max_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(b.2.total_cmp(&a.2)));
    best.map_or(UNDECLARED_SELECTIVITY, |(_, _, selectivity)| selectivity)
}
