//! What a clause or a rule has when it is entered: the slots that its caller fills.

use crate::modes;
use crate::plan::model::{Argument, Conjunct, ConjunctKind, Frame, Operand, Slot, Slots};
use crate::plan::normalise::Scope;
use crate::plan::planner::Planner;
use crate::program::{Clause, SortId, Term};

impl Planner<'_> {
    /// The slots that a caller fills, and what must hold of what it gives; `None` when the constants exclude the
    /// clause.
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
        let head = |kind| Conjunct { kind, literal: "the head".to_owned() };
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
                    Some(first) => conjuncts.push(head(ConjunctKind::Equal(first, given))),
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
                                    conjuncts.push(head(ConjunctKind::Within(slot, wanted)));
                                }
                            }
                        }
                    }
                },
                Term::Constant(_) | Term::Host(..) => match (scope.operand(frame, term), given) {
                    (Operand::Constant(a), Operand::Constant(b)) if a != b => return None,
                    (Operand::Constant(_), Operand::Constant(_)) => {}
                    (constant, given) => conjuncts.push(head(ConjunctKind::Equal(constant, given))),
                },
            }
        }
        Some((inputs, conjuncts))
    }
}

/// The slots that have a value when a clause or a rule is entered.
pub(crate) fn given_slots(inputs: &[Slot], frame: &Frame) -> Slots {
    inputs.iter().copied().chain(frame.host_values.iter().map(|value| value.slot)).collect()
}

/// The names and sorts of the variables in the head of a clause.
pub(crate) fn shared(clause: &Clause) -> (Vec<String>, Vec<SortId>) {
    let variables = modes::variables(&clause.head).map(|id| &clause.variables[id.index()]);
    variables.map(|variable| (variable.name.clone(), variable.sort)).unzip()
}
