//! What finds the answers to all that can be asked of a compiled program.

use blanche_compiler::runtime::{CompiledExport, CompiledRule, CompiledScore, Matcher};

/// In the order of the program: of rules, of exports, of scores, of the query, which is the last rule.
pub(crate) fn matchers<'c, F>(
    rules: &'c [CompiledRule<F>],
    exports: &'c [CompiledExport<F>],
    scores: &'c [CompiledScore<F>],
    query: Option<&str>,
) -> Vec<&'c Matcher<F>> {
    let (rules, query) = rules.split_at(rules.len() - usize::from(query.is_some()));
    let mut matchers: Vec<&Matcher<F>> = rules.iter().map(|rule| &rule.matcher).collect();
    matchers.extend(exports.iter().map(|export| &export.matcher));
    matchers.extend(scores.iter().map(|score| &score.matcher));
    matchers.extend(query.iter().map(|rule| &rule.matcher));
    matchers
}
