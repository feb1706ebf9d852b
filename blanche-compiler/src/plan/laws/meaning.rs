//! The meaning of a conjunction, computed by a minimal evaluator that tries all assignments of its slots. Conjuncts
//! with all slots bound are tested, a literal is matched with all tuples of its predicate, and a slot that nothing
//! else binds takes all values of its sort in turn.

use super::models::Model;
use super::parts::{Kind, Part, of_goals};
use crate::plan::model::{Operand, SetSlot, Slot};
use crate::program::{Clause, PredicateId, PredicateKind, Program, SortId};
use crate::runtime::Value;
use std::cell::RefCell;
use std::rc::Rc;

use blanche_sorted::{SortedMap, SortedSet};

/// The values of the bound slots.
pub(super) type Assignment = Vec<Option<Value>>;

/// A set of distinct answers.
pub(super) type Answers = SortedSet<Vec<Value>>;

/// A program in a model, with the relations computed so far.
pub(super) struct Meaning<'p> {
    pub(super) program: &'p Program,
    pub(super) model: Model,
    pub(super) relations: RefCell<SortedMap<PredicateId, Rc<Vec<Vec<Value>>>>>,
    /// The program in the model after a station is closed; `None` if the station cannot be closed.
    after: RefCell<SortedMap<Value, Option<Rc<Meaning<'p>>>>>,
}

/// The slots of a body: their sorts, and the members of the computed sets.
#[derive(Clone, Copy)]
pub(super) struct Slots<'s> {
    pub(super) sorts: &'s [SortId],
    pub(super) sets: &'s [Option<u64>],
}

/// Receives an assignment and returns whether to stop.
type Each<'e> = &'e mut dyn FnMut(&mut Assignment) -> bool;

impl<'p> Meaning<'p> {
    pub(super) fn new(program: &'p Program, model: Model) -> Meaning<'p> {
        Meaning { program, model, relations: RefCell::default(), after: RefCell::default() }
    }

    /// The program in the model after a station is closed, or `None` if the station cannot be closed.
    pub(super) fn closed(&self, station: Value) -> Option<Rc<Meaning<'p>>> {
        let make = || {
            let model = self.model.close(self.program, station)?;
            Some(Rc::new(Meaning::new(self.program, model)))
        };
        self.after.borrow_mut().entry(station).or_insert_with(make).clone()
    }

    /// The distinct values of some operands for which all conjuncts hold.
    pub(super) fn answers(
        &self,
        slots: Slots<'_>,
        parts: &[Part],
        wanted: &[Operand],
        start: &Assignment,
    ) -> Answers {
        let mut found = Answers::new();
        let parts: Vec<&Part> = parts.iter().collect();
        let outer: Vec<Slot> = wanted.iter().filter_map(|operand| operand.slot()).collect();
        self.assignments(slots, &parts, &outer, &mut start.clone(), &mut |assignment| {
            self.complete(slots, &outer, assignment, &mut |assignment| {
                found.insert(wanted.iter().filter_map(|operand| value(*operand, assignment)).collect());
                false
            })
        });
        found
    }

    /// Calls `each` with every assignment of values to those wanted slots that have no value.
    fn complete(
        &self,
        slots: Slots<'_>,
        wanted: &[Slot],
        assignment: &mut Assignment,
        each: Each<'_>,
    ) -> bool {
        match wanted.iter().find(|slot| assignment[slot.index()].is_none()) {
            None => each(assignment),
            Some(slot) => self.choices(slots, *slot, assignment, &mut |assignment| {
                self.complete(slots, wanted, assignment, each)
            }),
        }
    }

    fn choices(&self, slots: Slots<'_>, slot: Slot, assignment: &mut Assignment, each: Each<'_>) -> bool {
        let values = self.model.universe(self.program, slots.sorts[slot.index()]);
        let enough = values.into_iter().any(|value| {
            assignment[slot.index()] = Some(value);
            each(assignment)
        });
        assignment[slot.index()] = None;
        enough
    }

    /// Calls `each` with every assignment for which all conjuncts hold. Slots in `outer` are needed outside. Other
    /// slots that occur in only one conjunct are local to this conjunct.
    fn assignments(
        &self,
        slots: Slots<'_>,
        parts: &[&Part],
        outer: &[Slot],
        assignment: &mut Assignment,
        each: Each<'_>,
    ) -> bool {
        let Some(first) = parts.first() else { return each(assignment) };
        let shared = |at: usize, slot: &&Slot| {
            let elsewhere =
                || parts.iter().enumerate().any(|(other, part)| other != at && part.slots.contains(*slot));
            assignment[slot.index()].is_none() && (outer.contains(*slot) || elsewhere())
        };
        let waits = |at: usize| parts[at].slots.iter().find(|slot| shared(at, slot)).copied();
        let without = |at: usize| [&parts[..at], &parts[at + 1..]].concat();
        if let Some(at) = (0..parts.len()).find(|at| waits(*at).is_none()) {
            return self.holds(slots, parts[at], assignment)
                && self.assignments(slots, &without(at), outer, assignment, each);
        }
        let is_relation =
            |at: &usize| matches!(&parts[*at].kind, Kind::Atom(id, _) if self.has_relation(*id));
        if let Some(at) = (0..parts.len()).find(is_relation) {
            let Kind::Atom(id, arguments) = &parts[at].kind else { unreachable!("it was just looked at") };
            let rest = without(at);
            return self.relation(*id).iter().any(|tuple| {
                self.matching(slots, arguments, tuple, assignment, &mut |assignment| {
                    self.assignments(slots, &rest, outer, assignment, each)
                })
            });
        }
        let slot = waits(0).unwrap_or_else(|| first.slots[0]);
        self.choices(slots, slot, assignment, &mut |assignment| {
            self.assignments(slots, parts, outer, assignment, each)
        })
    }

    /// Calls `each` if the operands can have the values of a tuple.
    fn matching(
        &self,
        slots: Slots<'_>,
        operands: &[Operand],
        tuple: &[Value],
        assignment: &mut Assignment,
        each: Each<'_>,
    ) -> bool {
        let mut new = Vec::new();
        let fits = operands.iter().zip(tuple).all(|(operand, wanted)| {
            match (operand, value(*operand, assignment)) {
                (_, Some(known)) => known == *wanted,
                (Operand::Slot(slot), None) => {
                    assignment[slot.index()] = Some(*wanted);
                    new.push(*slot);
                    self.program.sort(slots.sorts[slot.index()]).contains(*wanted)
                }
                (Operand::Constant(_), None) => unreachable!("a constant has a value"),
            }
        });
        let enough = fits && each(assignment);
        new.into_iter().for_each(|slot| assignment[slot.index()] = None);
        enough
    }

    /// Whether a conjunct holds. Its slots without a value are local to it.
    fn holds(&self, slots: Slots<'_>, part: &Part, assignment: &mut Assignment) -> bool {
        let some = |parts: &[Part], assignment: &mut Assignment| {
            let parts: Vec<&Part> = parts.iter().collect();
            self.assignments(slots, &parts, &[], assignment, &mut |_| true)
        };
        match &part.kind {
            Kind::Never => false,
            Kind::Not(inner) => !some(inner, assignment),
            Kind::Any(branches) => branches.iter().any(|branch| some(branch, assignment)),
            Kind::Atom(id, arguments) if self.has_relation(*id) => {
                let matches =
                    |tuple: &Vec<Value>| self.matching(slots, arguments, tuple, assignment, &mut |_| true);
                self.relation(*id).iter().any(matches)
            }
            Kind::After(actions, inner) => self.after(actions, assignment, |after| {
                let parts: Vec<&Part> = inner.iter().collect();
                after.assignments(slots, &parts, &[], &mut assignment.clone(), &mut |_| true)
            }),
            // These conjuncts can be tested only if all their slots have values.
            Kind::Atom(..) | Kind::Clauses(..) | Kind::Equal(..) | Kind::Within(..) | Kind::Member(..) => {
                self.complete(slots, &part.slots, assignment, &mut |full| {
                    self.conjunct_holds(slots, &part.kind, full)
                })
            }
        }
    }

    /// Whether a condition holds after the actions; `false` if one of them is impossible.
    fn after(
        &self,
        actions: &[(PredicateId, Vec<Operand>)],
        assignment: &Assignment,
        holds: impl FnOnce(&Meaning<'p>) -> bool,
    ) -> bool {
        let station = |arguments: &[Operand]| value(arguments[0], assignment).expect("a move is of values");
        let Some(((_, first), rest)) = actions.split_first() else { return holds(self) };
        self.closed(station(first)).is_some_and(|after| after.after(rest, assignment, holds))
    }

    /// Whether a conjunct holds, if all its slots have values.
    fn conjunct_holds(&self, slots: Slots<'_>, kind: &Kind, assignment: &Assignment) -> bool {
        let known = |operand: &Operand| value(*operand, assignment).expect("all slots have values");
        let member = |slot: &Slot| assignment[slot.index()].expect("all slots have values");
        match kind {
            Kind::Equal(left, right) => known(left) == known(right),
            Kind::Within(slot, sort) => self.program.sort(*sort).contains(member(slot)),
            Kind::Member(slot, set) => self.member(slots, *set) >> member(slot) & 1 == 1,
            Kind::Clauses(clauses, arguments) => {
                let values: Vec<Value> = arguments.iter().map(known).collect();
                clauses.iter().any(|clause| self.instances(clause, Some(&values)).contains(&values))
            }
            Kind::Atom(id, arguments) => {
                let values: Vec<Value> = arguments.iter().map(known).collect();
                match &self.program.predicate(*id).kind {
                    PredicateKind::Equal => values[0] == values[1],
                    _ => self.program.linear(*id).holds(&values),
                }
            }
            _ => unreachable!("it was asked before"),
        }
    }

    fn member(&self, slots: Slots<'_>, set: SetSlot) -> u64 {
        slots.sets[set.index()].expect("a set is asked for members that was made")
    }

    /// The head tuples for which the body of a clause holds, restricted to the `given` values if there are any.
    pub(super) fn instances(&self, clause: &Clause, given: Option<&[Value]>) -> Answers {
        let sorts: Vec<SortId> = clause.variables.iter().map(|variable| variable.sort).collect();
        let head: Vec<Operand> = clause.head.iter().map(super::parts::of_term).collect();
        let mut start = vec![None; sorts.len()];
        for (operand, given) in head.iter().zip(given.into_iter().flatten()) {
            let Operand::Slot(slot) = operand else { continue };
            if !self.program.sort(sorts[slot.index()]).contains(*given) {
                return Answers::new();
            }
            start[slot.index()] = Some(*given);
        }
        self.answers(Slots { sorts: &sorts, sets: &[] }, &of_goals(&clause.body), &head, &start)
    }

    fn has_relation(&self, id: PredicateId) -> bool {
        !matches!(self.program.predicate(id).kind, PredicateKind::Equal | PredicateKind::Comparison(_))
    }
}

/// The value of an operand, if it has one.
pub(super) fn value(operand: Operand, assignment: &Assignment) -> Option<Value> {
    match operand {
        Operand::Slot(slot) => assignment[slot.index()],
        Operand::Constant(value) => Some(value),
    }
}
