//! Explanations are true, according to the naive evaluator: every premise that is shown as true holds, and every
//! literal that is shown as failing does not hold. There is an explanation exactly if there is something to explain.

use crate::answers::read;
use crate::trials::trials;

#[allow(dead_code, reason = "other tests ask for more of it")]
use std::collections::HashMap;

use agree::claims::Claims;
use agree::{Naive, generate};
use agree_compiled::Cells;
use blanche_compiler::files::Sources;
use blanche_compiler::interpret::Machine;
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::Limits;
use blanche_compiler::syntax::parse_query;
use blanche_compiler::why::{ObstacleSearch, ProofSearch};

const PROGRAMS: usize = 150;

/// Whether a body holds according to the naive evaluator.
fn holds(naive: &Naive, body: &str) -> bool {
    let mut sources = Sources::default();
    let id = sources.add("said", body.as_bytes());
    let (tree, problems) = parse_query(&sources, id);
    assert!(problems.is_empty(), "what is said can be read: {body}\n{problems:?}");
    !naive.query(&mut Cells, &tree).rows.is_empty()
}

#[test]
fn explanations_of_random_programs_agree_with_the_definition() {
    let (mut why, mut why_not, mut bodies) = (0, 0, 0);
    for seed in 0..trials(PROGRAMS) as u64 {
        let generate::Program { text, queries } = generate::program(seed);
        let program = read(&text, queries.first().map(String::as_str));
        let naive = Naive::new(&program.trees);
        let machine = Machine::<Cells>::new(&program.program, &program.plan, Limits::default()).unwrap();
        let reasons = ProofSearch::<Cells>::new(&program.program, Limits::default());
        let obstacles = ObstacleSearch::<Cells>::new(&program.program, Limits::default());
        let mut claims = Claims::default();
        for rule in (0..program.program.rules.len() as u32).map(RuleId) {
            let first = machine.first(&mut (), rule).unwrap();
            let partials = obstacles.rule(&mut (), rule).unwrap();
            let text = &program.program.rule(rule).text;
            assert_eq!(partials.is_some(), first.is_empty(), "seed {seed}, {text}");
            if let Some(solution) = first.iter().next() {
                let derivation = reasons.solution(&mut (), rule, solution).unwrap();
                let derivation =
                    derivation.unwrap_or_else(|| panic!("seed {seed}, {text}: {solution:?} is a solution"));
                claims.derivation(&derivation);
                why += 1;
            }
            if let Some(partials) = partials {
                claims.obstacles(&partials);
                why_not += 1;
            }
        }
        let mut asked: HashMap<String, bool> = HashMap::new();
        for (expected, said) in [(true, claims.holds), (false, claims.fails)] {
            for body in said {
                // The whole clause may restrict an unbound variable to a part of a sort. The literal alone would range
                // over the larger sort.
                if !expected && body.contains('_') && text.contains(" part of ") {
                    continue;
                }
                let found = *asked.entry(body.clone()).or_insert_with(|| holds(&naive, &body));
                assert_eq!(found, expected, "seed {seed}, {body}\n{text}\n{queries:?}");
            }
        }
        bodies += asked.len();
    }
    println!("{why} derivations, {why_not} without a solution, {bodies} bodies");
    assert!(why > trials(100) && why_not > trials(100) && bodies > trials(1000), "{why} {why_not} {bodies}");
}

#[test]
fn a_trace_has_a_complete_branch_exactly_if_its_rule_applies() {
    let mut drawn = 0;
    for seed in 0..trials(PROGRAMS) as u64 {
        let generate::Program { text, .. } = generate::program(seed);
        let program = read(&text, None);
        let machine = Machine::<Cells>::new(&program.program, &program.plan, Limits::default()).unwrap();
        let obstacles = ObstacleSearch::<Cells>::new(&program.program, Limits::default());
        for rule in (0..program.program.rules.len() as u32).map(RuleId) {
            let applies = machine.applies(&mut (), rule).unwrap();
            let tree = obstacles.trace(&mut (), rule, 6).unwrap();
            let ends = tree.branches.iter().any(|branch| branch.holds);
            assert_eq!(ends, applies, "seed {seed}, {}", program.program.rule(rule).text);
            for branch in &tree.branches {
                assert_eq!(branch.holds, branch.steps.len() == tree.literals.len());
            }
            let beside = tree.branches.windows(2);
            assert!(beside.into_iter().all(|two| two[0] != two[1]), "each branch is drawn once");
            drawn += usize::from(!tree.draw().is_empty());
        }
    }
    assert!(drawn > trials(100), "{drawn}");
}
