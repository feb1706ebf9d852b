//! Translates goals into conjuncts. A derivation is unfolded if only one of its clauses can hold, so that its literals
//! can be ordered together with the literals around it. Other derivations remain calls. Goals after an action also
//! become a call, because they are evaluated in another position. Variables become slots of a frame.

mod constant_folding;
mod implied_negations;
mod ranges;
mod scope;
mod simplify;

pub(crate) use self::ranges::is_range;
pub(crate) use self::scope::Scope;
use std::rc::Rc;

use crate::files::Span;
use crate::literals::Literals;
use crate::modes;
use crate::plan::faults::{self, Fault};
use crate::plan::model::{Callee, Conjunct, ConjunctKind, Frame, Operand};
use crate::plan::params::{MAX_UNFOLDED_CLAUSES, STEPS_PER_SHARED_SLOT};
use crate::plan::planner::Planner;
use crate::program::{Atom, Clause, Goal, PredicateKind, Term, occurrences, own_clause};

impl Planner<'_> {
    /// The conjuncts of a body; `head` are the variables that are needed outside it.
    pub(crate) fn body<'h>(
        &mut self,
        body: &[Goal],
        head: impl IntoIterator<Item = &'h Term>,
        scope: &mut Scope<'_>,
        frame: &mut Frame,
    ) -> Vec<Conjunct> {
        let Some(goals) = self.fold(body, scope) else {
            let literal = scope
                .literal
                .clone()
                .unwrap_or_else(|| Literals::written(self.program, scope.variables).goals(body));
            return vec![Conjunct { kind: ConjunctKind::Fail, literal }];
        };
        scope.everywhere = occurrences(&goals);
        for term in head {
            if let Term::Variable(id) = term {
                *scope.everywhere.entry(*id).or_default() += 1;
            }
        }
        self.conjuncts(&goals, scope, frame)
    }

    /// The conjuncts of some goals of a body.
    pub(crate) fn conjuncts(
        &mut self,
        goals: &[Goal],
        scope: &mut Scope<'_>,
        frame: &mut Frame,
    ) -> Vec<Conjunct> {
        let mut conjuncts = Vec::new();
        for goal in goals {
            self.goal(goal, scope, frame, &mut conjuncts);
        }
        conjuncts
    }

    pub(crate) fn goal(
        &mut self,
        goal: &Goal,
        scope: &mut Scope<'_>,
        frame: &mut Frame,
        conjuncts: &mut Vec<Conjunct>,
    ) {
        self.budget.take(1);
        self.budget.hold_slots(frame.slots.len());
        if self.budget.is_spent() {
            return;
        }
        match goal {
            Goal::Atom(atom) => self.atom(atom, scope, frame, conjuncts),
            Goal::Not(goals, _) => conjuncts.extend(self.denied_goals(goals, scope, frame)),
            Goal::After(actions, inner, span) => {
                let needed = modes::needed_by_after(actions, inner, &scope.everywhere);
                let head: Vec<Term> = needed.into_iter().map(Term::Variable).collect();
                let arguments = head.iter().map(|term| scope.operand(frame, term)).collect();
                let text = Literals::written(self.program, scope.variables).goal(goal);
                let literal = scope.literal.clone().unwrap_or_else(|| text.clone());
                let clause = own_clause(&head, scope.variables, std::slice::from_ref(goal), *span, text);
                let callee = Callee::After(self.after(clause));
                conjuncts.push(Conjunct { kind: ConjunctKind::Call { callee, arguments }, literal });
            }
            Goal::Any(branches, span) => {
                let shared = modes::shared(std::slice::from_ref(goal), &scope.everywhere);
                let head: Vec<Term> = shared.iter().map(|id| Term::Variable(*id)).collect();
                let arguments = head.iter().map(|term| scope.operand(frame, term)).collect();
                let Some((callee, text)) = self.branches(branches, &head, *span, scope) else { return };
                let literal = scope.literal.clone().unwrap_or(text);
                conjuncts.push(Conjunct { kind: ConjunctKind::Call { callee, arguments }, literal });
            }
        }
    }

    /// The conjunct of a negation, or `None` if its body cannot hold.
    fn denied_goals(&mut self, goals: &[Goal], scope: &mut Scope<'_>, frame: &mut Frame) -> Option<Conjunct> {
        let inner = self.conjuncts(goals, scope, frame);
        if inner.iter().any(|conjunct| conjunct.kind == ConjunctKind::Fail) {
            return None;
        }
        let literal = scope.literal.clone().unwrap_or_else(|| {
            let mut texts: Vec<&str> = inner.iter().map(|conjunct| conjunct.literal.as_str()).collect();
            let is_one = texts.len() == 1;
            texts.dedup();
            match texts.as_slice() {
                [one] if is_one || goals.len() == 1 => format!("¬{one}"),
                texts => format!("¬({})", texts.join(", ")),
            }
        });
        let kind = if inner.is_empty() { ConjunctKind::Fail } else { ConjunctKind::Not(inner) };
        Some(Conjunct { kind, literal })
    }

    /// The branches of a `;` as clauses over the variables that they share with their surroundings, and the text of the
    /// branches. `None` if the budget is spent.
    fn branches(
        &mut self,
        branches: &[Vec<Goal>],
        head: &[Term],
        span: Span,
        scope: &Scope<'_>,
    ) -> Option<(Callee, String)> {
        // Each branch has its own copy of the head.
        self.budget.take(branches.len() * head.len() * STEPS_PER_SHARED_SLOT);
        if self.budget.is_spent() {
            return None;
        }
        let clause = |branch: &Vec<Goal>| {
            let text = Literals::written(self.program, scope.variables).goals(branch);
            own_clause(head, scope.variables, branch, span, text)
        };
        let clauses: Vec<Clause> = branches.iter().map(clause).collect();
        let texts: Vec<&str> = clauses.iter().map(|clause| clause.text.as_str()).collect();
        let text = format!("({})", texts.join(" ; "));
        Some((Callee::Branches(self.branches_place(clauses, span)), text))
    }

    /// The index of these branches in `Planner::branches`. Nested branches may be planned repeatedly along with the
    /// branch that contains them, but always get the same index.
    fn branches_place(&mut self, clauses: Vec<Clause>, span: Span) -> usize {
        let next = self.branches.len();
        if let Some(within) = self.within {
            let known = self.branches_at.entry((within, span)).or_default();
            if let Some(at) = known.iter().find(|at| *self.branches[**at] == clauses) {
                return *at;
            }
            known.push(next);
        }
        self.branches.push(clauses.into());
        next
    }

    /// The index in `Planner::afters` of goals evaluated after actions. The same literal of the same clause always gets
    /// the same index, even if its clause is unfolded several times. Recursion through an action is therefore planned
    /// only once.
    pub(crate) fn after(&mut self, clause: Clause) -> usize {
        let known = self.afters_at.entry(clause.span).or_default();
        if let Some(at) = known.iter().find(|at| *self.afters[**at] == clause) {
            return *at;
        }
        known.push(self.afters.len());
        self.afters.push(Rc::new(clause));
        self.afters.len() - 1
    }

    pub(crate) fn atom(
        &mut self,
        atom: &Atom,
        scope: &mut Scope<'_>,
        frame: &mut Frame,
        conjuncts: &mut Vec<Conjunct>,
    ) {
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
            PredicateKind::Comparison(_) => match self.comparison(atom.predicate, arguments, frame) {
                Some(kind) => kind,
                None => return,
            },
            PredicateKind::Aggregate(_) => {
                ConjunctKind::Call { callee: Callee::Predicate(atom.predicate), arguments }
            }
            PredicateKind::Action { .. } => unreachable!("an action stands behind `after` only"),
            PredicateKind::Extern(_) => ConjunctKind::Atom { predicate: atom.predicate, arguments },
            PredicateKind::Facts(tuples) => match Planner::only_tuple(tuples, &arguments) {
                Some(tuple) => {
                    let kinds = tuple.iter().zip(&arguments).filter_map(|(value, argument)| {
                        self.equality(Operand::Constant(*value), *argument, frame)
                    });
                    conjuncts.extend(kinds.map(|kind| Conjunct { kind, literal: literal.clone() }));
                    return;
                }
                None => ConjunctKind::Atom { predicate: atom.predicate, arguments },
            },
            PredicateKind::Derived(clauses) => match self.fitting(clauses, &arguments).as_slice() {
                [] => ConjunctKind::Fail,
                [(at, clause)]
                    if frame.unfolded < MAX_UNFOLDED_CLAUSES
                        && self.sizes.unfolds(atom.predicate, *at)
                        && !self.tabled.contains(&atom.predicate)
                        && self.recursion.component(atom.predicate).is_none() =>
                {
                    frame.unfolded += 1;
                    self.unfold(clause, &arguments, literal, frame, conjuncts);
                    return;
                }
                _ => ConjunctKind::Call { callee: Callee::Predicate(atom.predicate), arguments },
            },
        };
        conjuncts.push(Conjunct { kind, literal });
    }

    /// The conjunct for the equality of two operands, or `None` if it always holds.
    pub(crate) fn equality(&self, left: Operand, right: Operand, frame: &Frame) -> Option<ConjunctKind> {
        match (left, right) {
            (Operand::Constant(a), Operand::Constant(b)) => (a != b).then_some(ConjunctKind::Fail),
            (Operand::Slot(slot), Operand::Constant(value))
            | (Operand::Constant(value), Operand::Slot(slot))
                if !self.program.sort(frame.slots[slot.index()].sort).contains(value) =>
            {
                Some(ConjunctKind::Fail)
            }
            _ => Some(ConjunctKind::Equal(left, right)),
        }
    }

    /// Replaces a literal by the body of a clause.
    pub(crate) fn unfold(
        &mut self,
        clause: &Clause,
        arguments: &[Operand],
        literal: String,
        frame: &mut Frame,
        conjuncts: &mut Vec<Conjunct>,
    ) {
        let mut scope = Scope::new(&clause.variables);
        scope.literal = Some(literal.clone());
        let mut push = |kind| conjuncts.push(Conjunct { kind, literal: literal.clone() });
        for (term, argument) in clause.head.iter().zip(arguments) {
            let Term::Variable(id) = term else {
                if faults::has(Fault::HeadConstantsForgotten) {
                    continue;
                }
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
                        push(ConjunctKind::Within(*slot, wanted));
                    }
                }
                Operand::Constant(value) => {
                    if !self.program.sort(wanted).contains(*value) {
                        push(ConjunctKind::Fail);
                    }
                }
            }
        }
        let body = self.body(&clause.body, &clause.head, &mut scope, frame);
        conjuncts.extend(body);
    }
}

#[cfg(test)]
mod tests {
    use crate::plan::tests::check;

    #[test]
    fn bodies_become_conjuncts_as_in_the_table() {
        check("normalise/cases.txt", |case| case.normalised());
    }
}
