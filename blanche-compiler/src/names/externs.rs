//! Declares extern predicates: their arguments, and the modes in which the host answers them.

use super::declaration_checks::{
    MAX_ARGUMENTS, add_declared, cannot_have, is_outside, is_taken, parameter_sorts,
};
use super::model::Declared;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Extern, MAX_SET_SIZE, Mode, PredicateKind, SortId};
use crate::spelling::list;
use crate::syntax::ast;

/// Declares an extern predicate.
pub(super) fn declare_extern(
    resolver: &mut Declared<'_>,
    item: &ast::Item,
    declaration: &ast::ExternDeclaration,
) {
    let name = &declaration.name;
    let place = ["a domain declares what its host answers", "or derive it from other predicates"];
    if is_outside(resolver, item, name, place) || is_taken(resolver, name, declaration.parameters.len()) {
        return;
    }
    if declaration.parameters.len() > MAX_ARGUMENTS
        || declaration.parameters.is_empty() && declaration.variadic
    {
        let label = format!("at most {MAX_ARGUMENTS}, and at least one before `...`");
        return cannot_have(resolver, name, label);
    }
    let Some(sorts) = parameter_sorts(resolver, name, &declaration.parameters) else { return };
    let modes =
        declaration.modes.iter().filter_map(|mode| check_mode(resolver, declaration, &sorts, mode)).collect();
    if declaration.modes.is_empty() {
        resolver.report(
            Diagnostic::new(
                Code::BadMode,
                format!("`{}` has no mode", name.text),
                name.span,
                "without a mode it cannot be queried",
            )
            .hint(format!(
                "add a mode that the host answers, for instance: ({}) tests",
                vec!["bound"; declaration.parameters.len()].join(", ")
            )),
        );
    }
    let asks = if declaration.asks.is_empty() { None } else { Some(Vec::new()) };
    let parameters = declaration.parameters.iter().map(|parameter| parameter.name.text.clone()).collect();
    let kind = PredicateKind::Extern(Extern { state: None, variadic: declaration.variadic, asks, modes });
    let id = add_declared(resolver, (item, name), sorts, parameters, kind);
    if !declaration.asks.is_empty() {
        resolver.asks.push((id, declaration.asks.clone()));
    }
}

/// Resolves a mode, and reports an invalid one. A mode must mention every argument of the predicate. In a mode that
/// tests, all arguments are bound. If the host queries rules (`asks`), only tests are allowed.
fn check_mode(
    resolver: &mut Declared<'_>,
    declaration: &ast::ExternDeclaration,
    sorts: &[SortId],
    mode: &ast::Mode,
) -> Option<Mode> {
    let wrong = |label: String, hint: String| {
        let title = format!("this mode of `{}` is invalid", declaration.name.text);
        Diagnostic::new(Code::BadMode, title, mode.span, label).hint(hint)
    };
    let parameters: Vec<&str> = declaration.parameters.iter().map(|p| p.name.text.as_str()).collect();
    let all_bound = mode.bound.iter().all(|bound| *bound);
    let is_set = matches!(mode.answers, ast::Answers::Set { .. });
    let free: Vec<usize> = (0..mode.bound.len()).filter(|at| !mode.bound[*at]).collect();
    let has_set = free.first().and_then(|at| sorts.get(*at)).is_none_or(|sort| {
        let sort = &resolver.program.sorts[sort.index()];
        resolver.program.sorts[sort.root.index()].set_words().is_some()
    });
    let message = if mode.bound.len() != parameters.len() {
        wrong(
            format!("this has {} of {} arguments", mode.bound.len(), parameters.len()),
            format!("write `bound` or `free` for each of {}", list(&parameters, "and")),
        )
    } else if all_bound != matches!(mode.answers, ast::Answers::Test { .. }) {
        wrong(
            if all_bound { "no argument is left to give" } else { "an argument is free here" }.to_owned(),
            "if all arguments are bound, the host `tests`; if one is free, it `gives one` or `gives about N`"
                .to_owned(),
        )
    } else if is_set && (free.len() != 1 || !has_set) {
        wrong(
            if free.len() == 1 {
                format!("a set of `{}` would be too large", parameters[free[0]])
            } else {
                format!("{} arguments are free", free.len())
            },
            format!(
                "a set contains the values of one free argument, whose sort has at most {MAX_SET_SIZE}; \
                 otherwise write `gives about N`"
            ),
        )
    } else if matches!(mode.answers, ast::Answers::Test { one_in: 0 }) {
        wrong(
            "one question in 0".to_owned(),
            "`tests 1 in N` says that one question in N is answered with yes, so N is at least 1".to_owned(),
        )
    } else if declaration.variadic && !all_bound {
        wrong(
            "a predicate with `...` can only be tested".to_owned(),
            "write `bound` for every argument".to_owned(),
        )
    } else {
        if !all_bound && !declaration.asks.is_empty() {
            let label = format!("`{}` asks rules, so it can only test", declaration.name.text);
            let hint = "a host that asks rules answers yes or no: write `bound` for every argument and \
                        `tests`, and bind the tested values with another predicate";
            resolver.report(wrong(label, hint.to_owned()));
        }
        return Some(Mode { bound: mode.bound.clone(), answers: mode.answers });
    };
    resolver.report(message);
    None
}

#[cfg(test)]
mod tests {
    use crate::check_text;
    use crate::diagnostic::Code;

    fn codes(text: &str) -> Vec<Code> {
        check_text("test.blanche", text).1.iter().map(|message| message.code).collect()
    }

    #[test]
    fn an_expected_rate_of_1_in_0_is_refused() {
        let text = |rate: &str| {
            format!("domain d\nsort field of 9 like a1\nextern near(F: field): (bound) tests {rate}\n")
        };
        assert_eq!(codes(&text("1 in 1")), []);
        assert_eq!(codes(&text("1 in 0")), [Code::BadMode]);
    }
    #[test]
    fn an_extern_that_evaluates_rules_may_only_test() {
        let text = |modes: &str| {
            format!(
                "domain d\nplayers white\nsort field of 9 like a1\nextern full: tests\n\
                 extern lost(F: field) asks six: {modes}\nextern open(F: field): (free) gives about 3\n\
                 rule six for white at level 0 if full\nrule won for white at level 0 if open(F), lost(F)\n"
            )
        };
        assert_eq!(codes(&text("(bound) tests")), []);
        assert_eq!(codes(&text("(bound) tests, (free) gives one")), [Code::BadMode]);
        assert_eq!(codes(&text("(free) gives a set of about 3")), [Code::BadMode]);
    }

    /// An invalid declaration is reported once, and its uses are not reported.
    #[test]
    fn a_declaration_with_too_many_arguments_is_reported_once() {
        let names = |count: usize, word: &str| {
            (0..count).map(|at| format!("{word}{at}")).collect::<Vec<_>>().join(", ")
        };
        let sorts = (0..17).map(|at| format!("F{at}: field")).collect::<Vec<_>>().join(", ");
        let domain = "domain d\nsort field of 9 like a1\n";
        let modes = vec!["bound"; 17].join(", ");
        let external =
            format!("extern near({sorts}): ({modes}) tests\nfar(F0) :- near({})\n", names(17, "F"));
        assert_eq!(codes(&format!("{domain}{external}")), [Code::BadMode]);
        let action = format!(
            "extern empty(F: field): (free) gives about 9\naction place({sorts})\nfar(F0) :- empty(F0), after place({}): (empty(F0))\n",
            vec!["F0"; 17].join(", ")
        );
        assert_eq!(codes(&format!("{domain}{action}")), [Code::BadMode]);
        let open = format!("open near({})\nfar(F0) :- near({})\n", names(17, "F"), names(17, "F"));
        assert_eq!(codes(&format!("{domain}{open}")), [Code::BadMode]);
    }
}
