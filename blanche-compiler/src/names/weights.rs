//! Resolves the weights of scores, such as `attacking N + 1`. The variables of a weight are named variables of the
//! premise, so that each solution determines their values.

use super::model::Declared;
use super::model::scope::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{SortKind, VariableId};
use crate::runtime::{MAX_COMPUTED_WEIGHT, MAX_WEIGHT_VARIABLES, Weight, Weights};
use crate::syntax::ast::{self, Term};

/// Resolves the weights of a score. The variables in `answer` have a value in each solution.
pub(super) fn of_score(
    resolver: &mut Declared<'_>,
    tree: &ast::Score,
    scope: &Scope,
    answer: &[VariableId],
) -> Option<Weights> {
    let both = [&tree.attacking, &tree.defending].map(|sum| weight(resolver, sum, scope, answer));
    let [attacking, defending] = both;
    Some(Weights { attacking: attacking?, defending: defending? })
}

fn weight(
    resolver: &mut Declared<'_>,
    sum: &ast::Sum,
    scope: &Scope,
    answer: &[VariableId],
) -> Option<Weight> {
    let mut number = 0i64;
    let mut values: Vec<(i64, usize)> = Vec::new();
    // The bounds of the weight: its least and its greatest possible value.
    let (mut least, mut greatest) = (0i128, 0i128);
    for summand in &sum.summands {
        let factor = if summand.is_taken_away { -1 } else { 1 };
        match &summand.term {
            Term::Constant(name) => {
                let written: i64 = name.text.parse().ok()?;
                number += factor * written;
                least += i128::from(factor * written);
                greatest += i128::from(factor * written);
            }
            Term::Variable(name) => {
                let id = variable(resolver, name, scope)?;
                let sort = resolver.program.sort(scope.variables[id.index()].sort);
                let (low, high) = sort.number_bounds();
                let ends = [low, high].map(|end| i128::from(factor) * i128::from(end));
                least += ends[0].min(ends[1]);
                greatest += ends[0].max(ends[1]);
                number = number.saturating_add(factor * sort.number(0));
                let at = answer.iter().position(|known| *known == id)?;
                match values.iter_mut().find(|(_, known)| *known == at) {
                    Some((count, _)) => *count += factor,
                    None => values.push((factor, at)),
                }
            }
            // The parser produces no other terms in a weight.
            Term::Sum(_) | Term::Call(_) | Term::Error(_) => return None,
        }
    }
    values.retain(|(count, _)| *count != 0);
    let mut weight = Weight::fixed(number);
    let problem = if values.len() > MAX_WEIGHT_VARIABLES {
        let label = format!("a weight has at most {MAX_WEIGHT_VARIABLES} variables");
        Some(Diagnostic::new(Code::NoWeight, "a weight with too many variables", sum.span, label))
    } else if least.min(-greatest) < -i128::from(MAX_COMPUTED_WEIGHT) {
        let label = format!("its value can be anything from {least} to {greatest}");
        Some(Diagnostic::new(Code::NoWeight, "a weight that may be too large", sum.span, label))
    } else {
        None
    };
    if let Some(message) = problem {
        resolver
            .report(message.hint("let the premise compute it, as a variable of a smaller sort of numbers"));
        return None;
    }
    weight.values[..values.len()].copy_from_slice(&values);
    Some(weight)
}

/// The variable of a weight, which must be a number that the premise binds.
fn variable(resolver: &mut Declared<'_>, name: &ast::Name, scope: &Scope) -> Option<VariableId> {
    if ast::is_local(&name.text) {
        return None; // reported by the parser
    }
    let label = match scope.find(&name.text) {
        Some(id) if scope.is_player(id) => "this is a player, not a number".to_owned(),
        Some(id) => {
            let sort = resolver.program.sort(scope.variables[id.index()].sort);
            if matches!(sort.kind, SortKind::Range(_)) {
                return Some(id);
            }
            format!("this is a `{}`, not a number", sort.name)
        }
        None => "the premise does not mention it".to_owned(),
    };
    let title = format!("`{}` is not a valid weight", name.text);
    let message = Diagnostic::new(Code::NoWeight, title, name.span, label);
    let numbers = scope.variables[scope.players..].iter().filter(|variable| {
        !variable.local && matches!(resolver.program.sort(variable.sort).kind, SortKind::Range(_))
    });
    let near = resolver.speller.nearest(&name.text, numbers.map(|variable| variable.name.as_str()));
    let message = match near {
        Some(near) => message.fix(format!("write `{near}`"), name.span, near.to_owned()),
        None => message.hint("write a number, or a variable for a number that the premise binds"),
    };
    resolver.report(message);
    None
}
