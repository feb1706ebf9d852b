//! What may be asked of a base besides its rules: its exports.

use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::{LimitReached, Solutions, Value};

use super::{Backend, Base};
use crate::board::Position;

/// An export as a program that asks it sees it: a predicate, and what it is about.
#[derive(Clone, Debug)]
pub struct Export {
    /// The predicate that is exported.
    pub name: String,
    /// The player of whom it speaks: `white`, `black`, or nobody in particular.
    pub colour: Option<String>,
    /// Its variables with their sorts, in the order of its arguments, in which answers are compared.
    pub variables: Vec<(String, String)>,
    /// Its doc comment, or else its predicate's.
    pub doc: String,
    /// Its text.
    pub text: String,
    /// File and line.
    pub place: String,
    /// Its place in the program that is interpreted.
    pub(crate) question: RuleId,
}

impl Base {
    /// What may be asked besides the rules, in the order of the text.
    pub fn exports(&self) -> &[Export] {
        &self.exports
    }

    /// The export of this name that speaks of this player; one that speaks of nobody in particular answers for
    /// everybody.
    pub fn export(&self, name: &str, colour: &str) -> Option<usize> {
        let speaks = |export: &Export| export.colour.as_ref().is_none_or(|whom| whom == colour);
        self.exports.iter().position(|export| export.name == name && speaks(export))
    }

    /// The values of the variables of an export for which it holds, in order.
    ///
    /// # Errors
    /// When the limit of work is reached first.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    pub fn exported(
        &self,
        backend: Backend,
        export: usize,
        position: &mut Position,
    ) -> Result<Solutions, LimitReached> {
        match backend {
            Backend::Compiled => self.compiled().exports[export].matcher.all(position, self.limits),
            Backend::Interpreted => self.machine().all(position, self.exports[export].question),
        }
    }

    /// [`Base::exported`] in the room of earlier answers: whoever asks often allocates once.
    ///
    /// # Errors
    /// When the limit of work is reached first.
    pub fn exported_into(
        &self,
        backend: Backend,
        export: usize,
        position: &mut Position,
        answers: &mut Solutions,
    ) -> Result<(), LimitReached> {
        match backend {
            Backend::Compiled => {
                self.compiled().exports[export].matcher.all_into(position, self.limits, answers)
            }
            Backend::Interpreted => {
                *answers = self.exported(backend, export, position)?;
                Ok(())
            }
        }
    }

    /// Hands over the answers of [`Base::exported`] as they come: in any order, some perhaps several times.
    ///
    /// # Errors
    /// When the limit of work is reached first.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    #[inline]
    pub fn exported_as_they_come(
        &self,
        backend: Backend,
        export: usize,
        position: &mut Position,
        mut take: impl FnMut(&[Value]),
    ) -> Result<(), LimitReached> {
        match backend {
            Backend::Compiled => {
                let mut each = |answer: &[Value]| {
                    take(answer);
                    Ok(())
                };
                self.compiled().exports[export].matcher.as_they_come(position, self.limits, &mut each)
            }
            Backend::Interpreted => {
                self.exported(backend, export, position)?.iter().for_each(take);
                Ok(())
            }
        }
    }
}
