//! The entry state of a clause or rule: the slots that its caller fills.

use crate::plan::faults::{self, Fault};
use crate::plan::model::{Argument, Conjunct, ConjunctKind, Frame, Operand, Slot, Slots};
use crate::plan::normalise::Scope;
use crate::plan::planner::Planner;
use crate::program::{Clause, SortId, Term, variables};

impl Planner<'_> {
    /// The slots that the caller fills, and the conditions on their values that the head imposes. `None` if the
    /// constants exclude the clause.
    pub(crate) fn given(
        &mut self,
        clause: &Clause,
        arguments: &[Argument],
        (parameters, sorts): (&[String], &[SortId]),
        scope: &mut Scope<'_>,
        frame: &mut Frame,
    ) -> Option<(Vec<Slot>, Vec<Conjunct>)> {
        let mut inputs = Vec::new();
        let mut conjuncts = Vec::new();
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
            let must = self.head_agrees((term, sorts[at]), given, clause, scope, frame)?;
            conjuncts.extend(must.map(|kind| Conjunct { kind, literal: "the head".to_owned() }));
        }
        Some((inputs, conjuncts))
    }

    /// The condition under which a head term equals the given value, if it needs one. `None` if the constants
    /// exclude the clause.
    fn head_agrees(
        &self,
        (term, sort): (&Term, SortId),
        given: Operand,
        clause: &Clause,
        scope: &mut Scope<'_>,
        frame: &mut Frame,
    ) -> Option<Option<ConjunctKind>> {
        let Term::Variable(id) = term else {
            return match (scope.operand(frame, term), given) {
                (Operand::Constant(a), Operand::Constant(b)) => {
                    (a == b || faults::has(Fault::ClausesOfOtherConstants)).then_some(None)
                }
                (constant, given) => Some(Some(ConjunctKind::Equal(constant, given))),
            };
        };
        if let Some(first) = scope.get(*id) {
            return Some(Some(ConjunctKind::Equal(first, given)));
        }
        scope.set(*id, given);
        let wanted = clause.variables[id.index()].sort;
        match given {
            Operand::Constant(value) => self.program.sort(wanted).contains(value).then_some(None),
            Operand::Slot(slot) => {
                let is_wide = !self.program.is_part(sort, wanted);
                Some(is_wide.then_some(ConjunctKind::Within(slot, wanted)))
            }
        }
    }
}

/// The slots that are bound when a clause or rule is entered.
pub(crate) fn given_slots(inputs: &[Slot], frame: &Frame) -> Slots {
    inputs.iter().copied().chain(frame.read_slots()).collect()
}

/// The names and sorts of the variables in the head of a clause.
pub(crate) fn shared(clause: &Clause) -> (Vec<String>, Vec<SortId>) {
    let variables = variables(&clause.head).map(|id| &clause.variables[id.index()]);
    variables.map(|variable| (variable.name.clone(), variable.sort)).unzip()
}
