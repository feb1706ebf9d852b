//! The variables of one clause and the operands that replace them.

use crate::plan::model::{Frame, Operand};
use crate::program::{Occurrences, Term, Variable};

/// The variables of one clause and the operands that replace them.
pub(crate) struct Scope<'c> {
    pub(crate) variables: &'c [Variable],
    pub(crate) everywhere: Occurrences,
    pub(crate) operands: Vec<Option<Operand>>,
    /// For an unfolded clause, the caller's literal from which all its conjuncts come.
    pub(crate) literal: Option<String>,
}

impl<'c> Scope<'c> {
    pub(crate) fn new(variables: &'c [Variable]) -> Scope<'c> {
        let operands = vec![None; variables.len()];
        Scope { variables, everywhere: Occurrences::new(), operands, literal: None }
    }

    /// Replaces a variable by `operand`.
    pub(crate) fn set(&mut self, variable: crate::program::VariableId, operand: Operand) {
        self.operands[variable.index()] = Some(operand);
    }

    /// The operand that replaces a variable, if one is set.
    pub(crate) fn get(&self, variable: crate::program::VariableId) -> Option<Operand> {
        self.operands[variable.index()]
    }

    /// The operand for a term, or `None` if the term has none yet.
    pub(crate) fn known(&self, term: &Term) -> Option<Operand> {
        match term {
            Term::Constant(value) => Some(Operand::Constant(*value)),
            Term::Variable(id) => self.get(*id),
            Term::Host(..) => None,
        }
    }

    /// The operand for a term; a variable without one gets a new slot.
    pub(crate) fn operand(&mut self, frame: &mut Frame, term: &Term) -> Operand {
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
