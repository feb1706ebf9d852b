//! The plan of a rule, and the routines that it calls: a derivation is planned once for every way in which its
//! arguments are used.

use super::budget::Subject;
use super::frame::Frame;
use super::known::Known;
use super::order::{Around, Slots};
use super::parts::{Part, PartKind, Scope};
use super::{
    Action, Argument, Block, Callee, Estimate, Operand, Planner, Routine, RoutineClause, RoutineId, RulePlan,
    Slot, Step,
};
use std::rc::Rc;

use crate::modes;
use crate::program::{Clause, PredicateKind, Rule, RuleId, RuleKind, SortId, Term, VariableId};

impl Planner<'_> {
    /// The plan of a rule, of which these variables have values when it is asked.
    pub(super) fn rule(&mut self, id: RuleId, rule: &Rule, given: &[VariableId]) -> RulePlan {
        let mut frame = Frame::entered_once();
        let variable = |id: &VariableId| &rule.variables[id.index()];
        let inputs: Vec<Slot> =
            given.iter().map(|id| frame.add(&variable(id).name, variable(id).sort)).collect();
        let given: Vec<(VariableId, Slot)> = given.iter().copied().zip(inputs.iter().copied()).collect();
        let (body, answer) = self.premise(rule, &given, &mut frame);
        let body = self.hoist(body, &mut frame);
        let gate = self.gate(&body, &frame);
        let body = match rule.kind {
            RuleKind::Score(_) => self.each_once(body, &answer, &mut frame),
            RuleKind::Rule | RuleKind::Export | RuleKind::Query => body,
        };
        let Frame { slots, sets, host_values, .. } = frame;
        RulePlan { rule: id, frame: slots, sets, host_values, inputs, answer, body, gate }
    }

    /// The steps of a premise before sets are moved to the front of them, and the slots of its answer.
    /// What is given has its slots already.
    pub(super) fn premise(
        &mut self,
        rule: &Rule,
        given: &[(VariableId, Slot)],
        frame: &mut Frame,
    ) -> (Block, Vec<Slot>) {
        let mut scope = Scope::new(&rule.variables);
        for (variable, slot) in given {
            scope.set(*variable, Operand::Slot(*slot));
        }
        // What is given or answered is not local to a negation or a branch.
        let outer = rule.answer.iter().chain(given.iter().map(|(id, _)| id));
        let outer: Vec<Term> = outer.map(|id| Term::Variable(*id)).collect();
        let mut parts = self.body(&rule.premise, &outer, &mut scope, frame);
        let mut answer = Vec::new();
        for variable in &rule.answer {
            match scope.operand(frame, &Term::Variable(*variable)) {
                Operand::Slot(slot) => answer.push(slot),
                Operand::Constant(_) => unreachable!("nothing replaces a variable of a rule"),
            }
        }
        let wanted: Slots = answer.iter().copied().collect();
        let inputs: Vec<Slot> = given.iter().map(|(_, slot)| *slot).collect();
        let bound = given_slots(&inputs, frame);
        let outside = wanted.union(&bound).copied().collect();
        let around = Around { outside, known: Known::default(), repeated: false };
        if let RuleKind::Score(_) = rule.kind {
            // A variable that has another one in its place is in no set.
            self.simplify(&mut parts, &bound, frame, &around);
            self.exclude(&mut parts, &around.outside, frame);
        }
        let body = self.conjunction(parts, bound, frame, &around, Some(&wanted));
        frame.drop_unused(&body);
        (body, answer)
    }

    /// The routine for a callee whose arguments are used in this way.
    pub(super) fn routine(&mut self, callee: Callee, arguments: &[Argument]) -> RoutineId {
        if let Some(known) = self.routines.get(&(callee, arguments.to_vec())) {
            return *known;
        }
        let before = match callee {
            Callee::Predicate(id) => Some(self.budget.turn_to(Some(Subject::Predicate(id)))),
            // They are part of what they stand in.
            Callee::Branches(_) | Callee::After(_) => None,
        };
        let id = match callee {
            Callee::After(at) => self.after_routine(at, arguments),
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
        let cost = planned.iter().map(|clause| clause.body.estimate.cost).sum::<f64>() + 1.0;
        let answers: f64 = planned.iter().map(|clause| clause.body.estimate.answers).sum();
        let test = !arguments.contains(&Argument::Result);
        let answers = if test { answers.min(0.9) } else { answers };
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
        let mut frame = Frame::default();
        let mut scope = Scope::new(&clause.variables);
        let (inputs, mut parts) =
            self.given(clause, arguments, (parameters, sorts), &mut scope, &mut frame)?;
        parts.extend(self.body(&clause.body, &clause.head, &mut scope, &mut frame));
        let results: Vec<Operand> = clause
            .head
            .iter()
            .zip(arguments)
            .filter(|(_, argument)| **argument == Argument::Result)
            .map(|(term, _)| scope.operand(&mut frame, term))
            .collect();
        let wanted: Slots = slots_of(&results).collect();
        let bound = given_slots(&inputs, &frame);
        let outside = wanted.union(&bound).copied().collect();
        let around = Around { outside, known: Known::default(), repeated: false };
        let gives = arguments.contains(&Argument::Result);
        let body = self.conjunction(parts, bound, &mut frame, &around, gives.then_some(&wanted));
        if matches!(body.steps.first(), Some(Step { action: Action::Fail, .. })) {
            return None;
        }
        Some(RoutineClause {
            frame: frame.slots,
            sets: frame.sets,
            host_values: frame.host_values,
            inputs,
            body,
            results,
            text: clause.text.clone(),
        })
    }

    /// The slots that a caller fills, and what must hold of what it gives; `None` when the constants exclude the
    /// clause.
    pub(super) fn given(
        &mut self,
        clause: &Clause,
        arguments: &[Argument],
        (parameters, sorts): (&[String], &[SortId]),
        scope: &mut Scope<'_>,
        frame: &mut Frame,
    ) -> Option<(Vec<Slot>, Vec<Part>)> {
        let mut inputs = Vec::new();
        let mut parts = Vec::new();
        let head = |kind| Part { kind, literal: "the head".to_owned() };
        for (at, (term, argument)) in clause.head.iter().zip(arguments).enumerate() {
            let given = match argument {
                Argument::Result | Argument::Any => continue,
                Argument::Constant(value) => Operand::Constant(*value),
                Argument::Input => {
                    let name = match term {
                        Term::Variable(id) => &clause.variables[id.index()].name,
                        Term::Constant(_) | Term::Host(..) => &parameters[at],
                    };
                    let slot = frame.add(name, sorts[at]);
                    inputs.push(slot);
                    Operand::Slot(slot)
                }
            };
            match term {
                Term::Variable(id) => match scope.get(*id) {
                    Some(first) => parts.push(head(PartKind::Equal(first, given))),
                    None => {
                        scope.set(*id, given);
                        let wanted = clause.variables[id.index()].sort;
                        match given {
                            Operand::Constant(value) => {
                                if !self.program.sort(wanted).contains(value) {
                                    return None;
                                }
                            }
                            Operand::Slot(slot) => {
                                if !self.program.is_part(sorts[at], wanted) {
                                    parts.push(head(PartKind::Within(slot, wanted)));
                                }
                            }
                        }
                    }
                },
                Term::Constant(_) | Term::Host(..) => match (scope.operand(frame, term), given) {
                    (Operand::Constant(a), Operand::Constant(b)) if a != b => return None,
                    (Operand::Constant(_), Operand::Constant(_)) => {}
                    (constant, given) => parts.push(head(PartKind::Equal(constant, given))),
                },
            }
        }
        Some((inputs, parts))
    }
}

/// The slots that have a value when a clause or a rule is entered.
pub(super) fn given_slots(inputs: &[Slot], frame: &Frame) -> Slots {
    inputs.iter().copied().chain(frame.host_values.iter().map(|value| value.slot)).collect()
}

/// The names and sorts of the variables in the head of a clause.
pub(super) fn shared(clause: &Clause) -> (Vec<String>, Vec<SortId>) {
    let variables = modes::variables(&clause.head).map(|id| &clause.variables[id.index()]);
    variables.map(|variable| (variable.name.clone(), variable.sort)).unzip()
}

fn slots_of(operands: &[Operand]) -> impl Iterator<Item = Slot> + '_ {
    operands.iter().filter_map(|operand| match operand {
        Operand::Slot(slot) => Some(*slot),
        Operand::Constant(_) => None,
    })
}
