//! From goals to parts: derivations of which one clause can hold are unfolded, so that the order of literals can be
//! chosen across them; all others stay calls. What is asked after actions is a call too, because it is asked in another
//! position. Variables become slots of a frame.

use std::collections::BTreeSet;

use super::frame::Frame;
use super::{Callee, Operand, Planner, SetSlot, Slot};
use crate::literals::Literals;
use crate::modes::{self, Occurrences};
use crate::program::{Atom, Clause, Goal, PredicateKind, SortId, Term, Variable};
use std::rc::Rc;

/// A part of a conjunction, not yet ordered.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    /// The literal of the clause that it comes from, in the author's words.
    pub(super) literal: String,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PartKind {
    /// An extern predicate or facts.
    Atom { predicate: crate::program::PredicateId, arguments: Vec<Operand> },
    /// A derivation with several clauses, or branches.
    Call { callee: Callee, arguments: Vec<Operand> },
    /// Two values are the same.
    Equal(Operand, Operand),
    /// A value belongs to a part of its sort.
    Within(Slot, SortId),
    /// A value is in a set that was made before.
    Member(Slot, SetSlot),
    /// Not all of these together.
    Not(Vec<Part>),
    /// Nothing can make this hold.
    Fail,
}

impl Part {
    /// The slots in it.
    pub(super) fn slots(&self) -> BTreeSet<Slot> {
        fn add(operand: &Operand, slots: &mut BTreeSet<Slot>) {
            if let Operand::Slot(slot) = operand {
                slots.insert(*slot);
            }
        }
        let mut slots = BTreeSet::new();
        match &self.kind {
            PartKind::Atom { arguments, .. } | PartKind::Call { arguments, .. } => {
                arguments.iter().for_each(|operand| add(operand, &mut slots));
            }
            PartKind::Equal(left, right) => [left, right].into_iter().for_each(|o| add(o, &mut slots)),
            PartKind::Within(slot, _) | PartKind::Member(slot, _) => {
                slots.insert(*slot);
            }
            PartKind::Not(parts) => slots.extend(parts.iter().flat_map(Part::slots)),
            PartKind::Fail => {}
        }
        slots
    }
}

/// More clauses than this are not put in place of literals: what is long stays a call.
const MOST_UNFOLDED: usize = 60;

/// The variables of one clause and what stands for them.
pub(super) struct Scope<'c> {
    variables: &'c [Variable],
    everywhere: Occurrences,
    operands: Vec<Option<Operand>>,
    /// For an unfolded clause: the literal of the caller that all its parts come from.
    literal: Option<String>,
}

impl<'c> Scope<'c> {
    pub(super) fn new(variables: &'c [Variable]) -> Scope<'c> {
        let operands = vec![None; variables.len()];
        Scope { variables, everywhere: Occurrences::new(), operands, literal: None }
    }

    /// Fixes what stands for a variable.
    pub(super) fn set(&mut self, variable: crate::program::VariableId, operand: Operand) {
        self.operands[variable.index()] = Some(operand);
    }

    /// What stands for a variable so far.
    pub(super) fn get(&self, variable: crate::program::VariableId) -> Option<Operand> {
        self.operands[variable.index()]
    }

    /// What stands for a term, if something does already.
    pub(super) fn known(&self, term: &Term) -> Option<Operand> {
        match term {
            Term::Constant(value) => Some(Operand::Constant(*value)),
            Term::Variable(id) => self.get(*id),
            Term::Host(..) => None,
        }
    }

    /// What stands for a term; a variable that nothing stands for yet gets a slot.
    pub(super) fn operand(&mut self, frame: &mut Frame, term: &Term) -> Operand {
        match term {
            Term::Constant(value) => Operand::Constant(*value),
            Term::Host(sort, text) => Operand::Slot(frame.host_value(*sort, text)),
            Term::Variable(id) => *self.operands[id.index()].get_or_insert_with(|| {
                let variable = &self.variables[id.index()];
                Operand::Slot(frame.add(&variable.name, variable.sort))
            }),
        }
    }
}

impl Planner<'_> {
    /// The parts of a body; `head` are the variables that matter outside of it.
    pub(super) fn body<'h>(
        &mut self,
        body: &[Goal],
        head: impl IntoIterator<Item = &'h Term>,
        scope: &mut Scope<'_>,
        frame: &mut Frame,
    ) -> Vec<Part> {
        let Some(goals) = self.fold(body, scope) else {
            let literal = scope
                .literal
                .clone()
                .unwrap_or_else(|| Literals::written(self.program, scope.variables).goals(body));
            return vec![Part { kind: PartKind::Fail, literal }];
        };
        scope.everywhere = modes::occurrences(&goals);
        for term in head {
            if let Term::Variable(id) = term {
                *scope.everywhere.entry(*id).or_default() += 1;
            }
        }
        self.parts(&goals, scope, frame)
    }

    /// The parts of some goals of a body.
    fn parts(&mut self, goals: &[Goal], scope: &mut Scope<'_>, frame: &mut Frame) -> Vec<Part> {
        let mut parts = Vec::new();
        for goal in goals {
            self.goal(goal, scope, frame, &mut parts);
        }
        parts
    }

    fn goal(&mut self, goal: &Goal, scope: &mut Scope<'_>, frame: &mut Frame, parts: &mut Vec<Part>) {
        self.budget.take(1);
        self.budget.hold_slots(frame.slots.len());
        if self.budget.is_spent() {
            return;
        }
        match goal {
            Goal::Atom(atom) => self.atom(atom, scope, frame, parts),
            Goal::Not(goals, _) => {
                let inner = self.parts(goals, scope, frame);
                // What cannot hold is denied already.
                if inner.iter().any(|part| part.kind == PartKind::Fail) {
                    return;
                }
                let kind = if inner.is_empty() { PartKind::Fail } else { PartKind::Not(inner.clone()) };
                let literal = scope.literal.clone().unwrap_or_else(|| {
                    let texts: Vec<&str> = inner.iter().map(|part| part.literal.as_str()).collect();
                    match texts.as_slice() {
                        [one] => format!("¬{one}"),
                        _ => {
                            let mut texts = texts;
                            texts.dedup();
                            if texts.len() == 1 && goals.len() == 1 {
                                format!("¬{}", texts[0])
                            } else {
                                format!("¬({})", texts.join(", "))
                            }
                        }
                    }
                });
                parts.push(Part { kind, literal });
            }
            Goal::After(actions, inner, span) => {
                let needed = modes::needed_by_after(actions, inner, &scope.everywhere);
                let head: Vec<Term> = needed.into_iter().map(Term::Variable).collect();
                let arguments = head.iter().map(|term| scope.operand(frame, term)).collect();
                let text = Literals::written(self.program, scope.variables).goal(goal);
                let literal = scope.literal.clone().unwrap_or_else(|| text.clone());
                let (variables, body) = (scope.variables.to_vec(), vec![goal.clone()]);
                let callee = Callee::After(self.after(Clause { head, variables, body, span: *span, text }));
                parts.push(Part { kind: PartKind::Call { callee, arguments }, literal });
            }
            Goal::Any(branches, span) => {
                let shared = modes::shared(std::slice::from_ref(goal), &scope.everywhere);
                let head: Vec<Term> = shared.iter().map(|id| Term::Variable(*id)).collect();
                let arguments = head.iter().map(|term| scope.operand(frame, term)).collect();
                let clauses = branches
                    .iter()
                    .map(|branch| Clause {
                        head: head.clone(),
                        variables: scope.variables.to_vec(),
                        body: branch.clone(),
                        span: *span,
                        text: Literals::written(self.program, scope.variables).goals(branch),
                    })
                    .collect::<Vec<_>>();
                let texts: Vec<&str> = clauses.iter().map(|clause| clause.text.as_str()).collect();
                let literal = scope.literal.clone().unwrap_or_else(|| format!("({})", texts.join(" ; ")));
                self.branches.push(clauses.into());
                let callee = Callee::Branches(self.branches.len() - 1);
                parts.push(Part { kind: PartKind::Call { callee, arguments }, literal });
            }
        }
    }

    /// The place of what is asked after some actions: the same literal of the same clause has one, however often the
    /// clause is put in place of a literal, so that what needs itself through an action is planned once.
    fn after(&mut self, clause: Clause) -> usize {
        let known = self.afters_at.entry(clause.span).or_default();
        if let Some(at) = known.iter().find(|at| *self.afters[**at] == clause) {
            return *at;
        }
        known.push(self.afters.len());
        self.afters.push(Rc::new(clause));
        self.afters.len() - 1
    }

    fn atom(&mut self, atom: &Atom, scope: &mut Scope<'_>, frame: &mut Frame, parts: &mut Vec<Part>) {
        let arguments: Vec<Operand> = atom.arguments.iter().map(|term| scope.operand(frame, term)).collect();
        let literal = scope
            .literal
            .clone()
            .unwrap_or_else(|| Literals::written(self.program, scope.variables).atom(atom));
        let program = self.program;
        let kind = match &program.predicate(atom.predicate).kind {
            PredicateKind::Equal => match self.equality(arguments[0], arguments[1], frame) {
                Some(kind) => kind,
                None => return,
            },
            PredicateKind::Action { .. } => unreachable!("an action stands behind `after` only"),
            PredicateKind::Extern(_) => PartKind::Atom { predicate: atom.predicate, arguments },
            PredicateKind::Facts(tuples) => match Planner::only_tuple(tuples, &arguments) {
                Some(tuple) => {
                    let kinds = tuple.iter().zip(&arguments).filter_map(|(value, argument)| {
                        self.equality(Operand::Constant(*value), *argument, frame)
                    });
                    parts.extend(kinds.map(|kind| Part { kind, literal: literal.clone() }));
                    return;
                }
                None => PartKind::Atom { predicate: atom.predicate, arguments },
            },
            PredicateKind::Derived(clauses) => match self.fitting(clauses, &arguments).as_slice() {
                [] => PartKind::Fail,
                [(at, clause)]
                    if frame.unfolded < MOST_UNFOLDED
                        && self.sizes.unfolds(atom.predicate, *at)
                        && !self.tabled.contains(&atom.predicate) =>
                {
                    frame.unfolded += 1;
                    self.unfold(clause, &arguments, literal, frame, parts);
                    return;
                }
                _ => PartKind::Call { callee: Callee::Predicate(atom.predicate), arguments },
            },
        };
        parts.push(Part { kind, literal });
    }

    /// That two operands are equal; nothing where they are by themselves.
    fn equality(&self, left: Operand, right: Operand, frame: &Frame) -> Option<PartKind> {
        match (left, right) {
            (Operand::Constant(a), Operand::Constant(b)) => (a != b).then_some(PartKind::Fail),
            (Operand::Slot(slot), Operand::Constant(value))
            | (Operand::Constant(value), Operand::Slot(slot))
                if !self.program.sort(frame.slots[slot.index()].sort).contains(value) =>
            {
                Some(PartKind::Fail)
            }
            _ => Some(PartKind::Equal(left, right)),
        }
    }

    /// Puts the body of a clause in place of a literal.
    pub(super) fn unfold(
        &mut self,
        clause: &Clause,
        arguments: &[Operand],
        literal: String,
        frame: &mut Frame,
        parts: &mut Vec<Part>,
    ) {
        let mut scope = Scope::new(&clause.variables);
        scope.literal = Some(literal.clone());
        let mut push = |kind| parts.push(Part { kind, literal: literal.clone() });
        for (term, argument) in clause.head.iter().zip(arguments) {
            let Term::Variable(id) = term else {
                let constant = scope.operand(frame, term);
                self.equality(constant, *argument, frame).into_iter().for_each(&mut push);
                continue;
            };
            if let Some(first) = scope.get(*id) {
                self.equality(first, *argument, frame).into_iter().for_each(&mut push);
                continue;
            }
            scope.set(*id, *argument);
            let wanted = clause.variables[id.index()].sort;
            match argument {
                Operand::Slot(slot) => {
                    if !self.program.is_part(frame.slots[slot.index()].sort, wanted) {
                        push(PartKind::Within(*slot, wanted));
                    }
                }
                Operand::Constant(value) => {
                    if !self.program.sort(wanted).contains(*value) {
                        push(PartKind::Fail);
                    }
                }
            }
        }
        let body = self.body(&clause.body, &clause.head, &mut scope, frame);
        parts.extend(body);
    }
}
