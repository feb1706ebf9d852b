//! The example positions beside the rules of a base on a host, for those who change its rules.

use blanche_compiler::expect::Bindings;
use blanche_compiler::runtime::{LimitReached, Value};

use crate::bases::{Backend, sidecars};
use crate::facts::Base;
use crate::record::{Example, Place, ProblemKind, Problems, read_examples_of};

/// The example positions that lie beside the rules of a base, in the order of their text; none without such a file.
///
/// # Errors
/// When the text has mistakes, or speaks of a rule that the base does not have.
pub fn beside(base: &Base) -> Result<Vec<Example>, Problems> {
    let Some((path, bytes)) = base.sidecar(sidecars::POSITIONS) else { return Ok(Vec::new()) };
    let rules: Vec<String> = base.rules().iter().map(|rule| rule.title()).collect();
    let examples = read_examples_of(path, bytes, &rules)?;
    let mut problems = Problems::default();
    for example in &examples {
        let Some(rule) = rule_of(base, example) else { continue };
        let names: Vec<&String> = base.rules()[rule].variables.iter().map(|(name, _)| name).collect();
        for (found, column) in example.named.iter().filter(|(name, _)| !names.contains(&name)) {
            let variables = names.iter().map(|name| (*name).clone()).collect();
            let kind =
                ProblemKind::UnknownVariable { found: found.clone(), rule: example.rule.clone(), variables };
            problems.add(Place { column: *column, ..example.place.clone() }, kind);
        }
    }
    if problems.is_empty() { Ok(examples) } else { Err(problems) }
}

/// The rule of an example, by its place in the base; nothing where the base has none of that name.
pub fn rule_of(base: &Base, example: &Example) -> Option<usize> {
    base.rules().iter().position(|rule| rule.title() == example.rule)
}

/// All solutions of a rule in the position of an example: the values of its variables.
pub(super) fn solutions(
    base: &Base,
    backend: Backend,
    rule: usize,
    example: &Example,
) -> Result<Vec<Bindings>, LimitReached> {
    let variables = &base.rules()[rule].variables;
    let solutions = base.all(backend, rule, &mut example.position())?;
    let written = |solution: &[Value]| -> Bindings {
        let values = variables.iter().zip(solution);
        let mut all: Bindings =
            values.map(|((name, sort), value)| (name.clone(), base.text(sort, *value))).collect();
        all.sort();
        all
    };
    Ok(solutions.iter().map(written).collect())
}
