//! Merges a warning about a variable with an error about the same variable. A variable that is not bound is often
//! misspelt. The error is kept, because the clause cannot run, and the warning is removed after its advice has been
//! added to the error.

use crate::diagnostic::{Code, Diagnostic, Fix, Severity};

/// Removes warnings about variables for which there is also an error.
pub(super) fn apply(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let warnings: Vec<usize> = (0..found.len()).filter(|at| is_advice(&found[*at])).collect();
    let mut gone = Vec::new();
    for at in warnings {
        let warning = found[at].clone();
        let error = found.iter_mut().find(|error| {
            error.severity == Severity::Error
                && is_unbound(error.code)
                && (error.label.span == warning.label.span
                    || warning.others.iter().any(|other| other.span == error.label.span))
        });
        let Some(error) = error else { continue };
        if explains(&warning) {
            // A misspelt name explains the error better than any other hint, so it replaces the hints.
            error.hints = vec![misspelt(&warning)];
            // As the program has an error, it gives no answers that the fix could change.
            error.fix = warning.fix.map(|fix| Fix { on_demand: false, changes_answers: false, ..fix });
            let place = warning.label;
            if error.label.span != place.span && error.others.iter().all(|other| other.span != place.span) {
                error.others.push(place);
            }
        }
        gone.push(at);
    }
    let mut at = 0;
    found.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
    found
}

/// Whether a message is a warning about a variable.
fn is_advice(message: &Diagnostic) -> bool {
    message.severity == Severity::Warning && matches!(message.code, Code::Singleton | Code::LooksLike)
}

/// Whether a warning suggests another variable or a constant that was probably meant.
fn explains(warning: &Diagnostic) -> bool {
    let writes_constant = warning
        .fix
        .as_ref()
        .is_some_and(|fix| fix.edits.iter().any(|edit| edit.text.starts_with(char::is_lowercase)));
    warning.code == Code::LooksLike || writes_constant
}

fn is_unbound(code: Code) -> bool {
    matches!(
        code,
        Code::NothingBinds
            | Code::CallerMustBind
            | Code::BranchUnbound
            | Code::NegationsShare
            | Code::PlaysUnbound
            | Code::ActionUnbound
    )
}

fn misspelt(warning: &Diagnostic) -> String {
    format!("{}: a mistake?", warning.title)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{FileId, Span};

    #[test]
    fn an_error_includes_the_fix_of_a_warning_about_its_variable() {
        let place = Span::new(FileId(0), 5, 11);
        let error = Diagnostic::new(Code::NothingBinds, "nothing binds `Feild1`", place, "here");
        let warning =
            Diagnostic::new(Code::LooksLike, "`Feild1` occurs once and looks like `Field1`", place, "").fix(
                "write `Field1`",
                place,
                "Field1",
            );
        let elsewhere = Diagnostic::new(Code::Singleton, "`X` occurs once", Span::new(FileId(0), 1, 2), "");
        let found = apply(vec![warning, error, elsewhere.clone()]);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].code, Code::NothingBinds);
        assert!(found[0].fix.is_some());
        assert_eq!(found[0].others, []);
        assert_eq!(found[1], elsewhere);
    }

    #[test]
    fn an_error_at_a_name_points_at_its_misspelling_too() {
        let [misspelt, meant] = [5, 20].map(|at| Span::new(FileId(0), at, at + 5));
        let error = Diagnostic::new(Code::ActionUnbound, "nothing binds `Other`", meant, "here");
        let warning =
            Diagnostic::new(Code::LooksLike, "`Othar` looks like `Other`", misspelt, "it stands here")
                .and(meant, "the other one")
                .fix("write `Other`", misspelt, "Other");
        let found = apply(vec![error, warning]);
        assert_eq!(found.len(), 1);
        let others: Vec<Span> = found[0].others.iter().map(|other| other.span).collect();
        assert_eq!((found[0].label.span, others), (meant, vec![misspelt]));
    }
}
