//! stub
use crate::{diagnostic::Diagnostic, files::Sources, names::Resolved, syntax::ast};
/// stub
pub fn check(_: &Sources, _: &[&ast::File], resolved: &Resolved) -> Vec<Diagnostic> {
    let mut d = resolved.diagnostics.clone();
    d.extend(crate::modes::check(resolved));
    d
}
