//! Diagnostics about a variable that occurs only in a single `equal`. Marking the variable as local with an underscore
//! does not help, because an equal value always exists.

use crate::diagnostic::Diagnostic;
use crate::program::{EQUAL, Goal, Program, Term, Variable, VariableId};
use crate::spelling::{MAX_COMPARED_VARIABLES, only_near};

/// A variable that occurs only in a comparison.
pub(crate) struct Compared<'a> {
    variable: &'a Variable,
    /// The variable that the author probably meant: the only one with a similar name.
    near: Option<&'a str>,
}

impl<'a> Compared<'a> {
    /// Describes a variable, if it occurs in these goals only in a comparison.
    pub(crate) fn find(
        program: &Program,
        variables: &'a [Variable],
        goals: &[Goal],
        id: VariableId,
    ) -> Option<Compared<'a>> {
        let (mut comparisons, mut others) = (Vec::new(), false);
        for goal in goals {
            goal.atoms(&mut |atom, _| {
                if atom.arguments.contains(&Term::Variable(id)) {
                    others |= atom.predicate != EQUAL;
                    comparisons.push(atom);
                }
            });
        }
        let ([comparison], false) = (comparisons.as_slice(), others) else { return None };
        let variable = &variables[id.index()];
        let fitting = (0..).map(VariableId).zip(variables).filter(|(other, known)| {
            !comparison.arguments.contains(&Term::Variable(*other))
                && program.common(known.sort, variable.sort).is_some()
        });
        let near = (variables.len() <= MAX_COMPARED_VARIABLES)
            .then(|| only_near(&variable.name, fitting.map(|(_, known)| known.name.as_str())))
            .flatten();
        Some(Compared { variable, near })
    }

    /// Adds advice to a diagnostic.
    pub(crate) fn advise(&self, message: Diagnostic) -> Diagnostic {
        match self.near {
            Some(near) => message.hint(format!("did you mean `{near}`?")).fix(
                format!("write `{near}`"),
                self.variable.span,
                near.to_owned(),
            ),
            None => message.hint("`equal` only compares two values: other literals must bind them"),
        }
    }
}
