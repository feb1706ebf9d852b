//! The plan of a rule, and the routines that it calls: a derivation is planned once for every way in which its
//! arguments are used.

mod afters;
mod given_slots;
mod rules;
mod scores;

use std::rc::Rc;

use self::given_slots::{given_slots, shared};
use crate::plan::budget::Subject;
use crate::plan::model::{
    Action, Argument, Callee, Context, Draft, Estimate, Frame, Known, Operand, Routine, RoutineClause,
    RoutineId, Slot, Slots, Step,
};
use crate::plan::normalise::Scope;
use crate::plan::params::{CALL_COST, MOST_ANSWER_YES};
use crate::plan::planner::Planner;
use crate::program::{Clause, PredicateKind, SortId};

impl Planner<'_> {
    /// The routine for a callee whose arguments are used in this way.
    pub(crate) fn routine(&mut self, callee: Callee, arguments: &[Argument]) -> RoutineId {
        if let Some(known) = self.routines.get(&(callee, arguments.to_vec())) {
            return *known;
        }
        let before = match callee {
            Callee::Predicate(id) => Some(self.budget.turn_to(Some(Subject::Predicate(id)))),
            // They are part of what they stand in.
            Callee::Branches(_) | Callee::After(_) => None,
        };
        let id = match callee {
            Callee::After(at) => {
                let around = self.within.take();
                let id = self.after_routine(at, arguments);
                self.within = around;
                id
            }
            _ => self.new_routine(callee, arguments),
        };
        if let Some(before) = before {
            self.budget.turn_to(before);
        }
        if self.plan.routines[id.index()].asks {
            self.asking.insert(callee);
        }
        id
    }

    fn new_routine(&mut self, callee: Callee, arguments: &[Argument]) -> RoutineId {
        let program = self.program;
        let within = if let Callee::Branches(at) = callee { Some(at) } else { None };
        let around = std::mem::replace(&mut self.within, within);
        let (clauses, predicate, name, parameters, sorts): (Rc<[Clause]>, _, _, Vec<String>, Vec<SortId>) =
            match callee {
                Callee::Predicate(id) => {
                    let predicate = program.predicate(id);
                    let PredicateKind::Derived(clauses) = &predicate.kind else {
                        unreachable!("only derivations are called")
                    };
                    (
                        clauses.as_slice().into(),
                        Some(id),
                        predicate.name.clone(),
                        predicate.parameters.clone(),
                        predicate.sorts.clone(),
                    )
                }
                Callee::Branches(at) => {
                    let clauses = Rc::clone(&self.branches[at]);
                    let (names, sorts) = clauses.first().map(shared).unwrap_or_default();
                    (clauses, None, "either".to_owned(), names, sorts)
                }
                Callee::After(_) => unreachable!("what holds after actions is planned apart"),
            };
        let mut planned = Vec::new();
        for clause in clauses.iter() {
            planned.extend(self.routine_clause(clause, arguments, &parameters, &sorts));
        }
        self.within = around;
        let cost = planned.iter().map(|clause| clause.body.estimate.cost).sum::<f64>() + CALL_COST;
        let answers: f64 = planned.iter().map(|clause| clause.body.estimate.answers).sum();
        let test = !arguments.contains(&Argument::Result);
        let answers = if test { answers.min(MOST_ANSWER_YES) } else { answers };
        let asks = planned.iter().any(|clause| self.asks(&clause.body));
        // What it needs may have needed it, and have planned it on the way.
        if let Some(known) = self.routines.get(&(callee, arguments.to_vec())) {
            return *known;
        }
        let id = RoutineId(self.plan.routines.len() as u32);
        self.plan.routines.push(Routine {
            predicate,
            arguments: arguments.to_vec(),
            name,
            parameters,
            sorts,
            clauses: planned,
            asks,
            tabled: predicate.is_some_and(|id| self.tabled.contains(&id)),
            work: 0,
            estimate: Estimate { answers, cost },
        });
        self.routines.insert((callee, arguments.to_vec()), id);
        id
    }

    /// One clause of a routine; `None` when the constants exclude it.
    fn routine_clause(
        &mut self,
        clause: &Clause,
        arguments: &[Argument],
        parameters: &[String],
        sorts: &[SortId],
    ) -> Option<RoutineClause> {
        // It is entered again and again, and most calls end early, so nothing is made in front of it. Hoisted as in a rule,
        // clauses took 0.9 % more instructions for all solutions of `renju` and of `gomoku` (single rules from 8 % fewer to
        // 4.7 % more); hoisted only where that should cost less than 0.7 times as much, no total changed by 0.3 %.
        let mut draft = Draft::default();
        let mut scope = Scope::new(&clause.variables);
        let (inputs, mut conjuncts) =
            self.given(clause, arguments, (parameters, sorts), &mut scope, &mut draft.frame)?;
        conjuncts.extend(self.body(&clause.body, &clause.head, &mut scope, &mut draft.frame));
        let results: Vec<Operand> = clause
            .head
            .iter()
            .zip(arguments)
            .filter(|(_, argument)| **argument == Argument::Result)
            .map(|(term, _)| scope.operand(&mut draft.frame, term))
            .collect();
        let wanted: Slots = slots_of(&results).collect();
        let bound = given_slots(&inputs, &draft.frame);
        let live = wanted.union(&bound).copied().collect();
        let context = Context { live, known: Known::default(), repeated: false };
        let gives = arguments.contains(&Argument::Result);
        let body = self.conjunction(conjuncts, bound, &mut draft, &context, gives.then_some(&wanted));
        if matches!(body.steps.first(), Some(Step { action: Action::Fail, .. })) {
            return None;
        }
        Some(RoutineClause {
            work: 0,
            frame: draft.frame.slots,
            sets: Frame::set_infos(draft.frame.sets),
            host_values: draft.frame.host_values,
            inputs,
            body,
            results,
            text: clause.text.clone(),
        })
    }
}

fn slots_of(operands: &[Operand]) -> impl Iterator<Item = Slot> + '_ {
    operands.iter().filter_map(|operand| match operand {
        Operand::Slot(slot) => Some(*slot),
        Operand::Constant(_) => None,
    })
}
