//! The laws of whole plans: of rules, scores and sums, and of all planned routines.

use blanche_sorted::SortedSet;

use super::cases::{Case, CaseInModel, FailureReport, FrameShape, Planning, cases};
use super::execution::Machine;
use super::meaning::Answers;
use super::models::{Tuples, product};
use super::parts::clauses_of;
use super::profiles::EVERYTHING;
use super::programs::{Drawn, each_program, program_of, statistics};
use super::tally::{Tally, any, computes_set};
use crate::plan::budget::STEPS;
use crate::plan::model::{Action, Argument, Callee, Counted, Plan, RoutineId};
use crate::plan::planner::Planner;
use crate::plan::print;
use crate::plan::statistics::Statistics;

use crate::random::Random;
use crate::runtime::{ResultOrder, Value};

/// Bodies that are rarely generated: recursion that permutes its results, and constants that no tuple has.
const WRITTEN: &[&str] = &[
    "around(S1, S2)",
    "around(S1, S2), ¬hub(S2)",
    "staffed(S1), rank(slow, K1_), follows(K1_, night), equal(K1_, night)",
];

#[test]
fn whole_plans_change_no_answer() {
    let mut tally = Tally::default();
    let written = |(at, body): (usize, &&str)| format!("rule case.{at} for we at level 0 if {body}\n");
    let written = program_of(&WRITTEN.iter().enumerate().map(written).collect::<Vec<_>>());
    assert_eq!(written.accepted.len(), WRITTEN.len(), "all are accepted: {:?}", written.accepted);
    whole(&written, &mut Random::new(1), &mut tally);
    each_program(10, EVERYTHING, 100, &mut |drawn, random| whole(drawn, random, &mut tally));
    tally.check(&[("in order", 20), ("each once", 4), ("anyhow", 10), ("collected", 2), ("counted", 4)]);
    tally.check(&[("tail calls", 2), ("other calls", 2), ("work", 30)]);
}

/// Plans all generated bodies together.
fn whole(drawn: &Drawn, random: &mut Random, tally: &mut Tally) {
    let (cases, lenient, declared) = (cases(drawn, random), SortedSet::new(), Statistics::default());
    let mut planner = Planner::new(&drawn.program, &declared, &lenient, STEPS);
    planner.all(&|_, rule| drawn.is_planned(rule));
    let statistics = statistics(&planner, random);
    let mut planner = Planner::new(&drawn.program, &statistics, &lenient, STEPS);
    planner.all(&|_, rule| drawn.is_planned(rule));
    planner.finish().expect("there are steps enough");
    let plan = std::mem::take(&mut planner.plan);
    for case in cases.iter().filter(|case| case.given.is_empty()) {
        rule(case, &planner, &plan, tally);
    }
    sums(&cases, &plan, tally);
    let recursive = plan.routines.iter().filter_map(|routine| routine.recursion);
    tally.add("tail calls", recursive.clone().any(|recursion| recursion.is_tail));
    tally.add("other calls", recursive.clone().any(|recursion| !recursion.is_tail));
}

/// Checks that the answers of a rule come in the declared order.
fn rule(case: &Case<'_>, planner: &Planner<'_>, plan: &Plan, tally: &mut Tally) {
    let rule = &plan.rules[case.id.index()];
    let shape = FrameShape {
        slots: &rule.frame,
        sets: &rule.sets,
        host_values: &rule.host_values,
        inputs: &rule.inputs,
        answer: &rule.answer,
    };
    let order = rule.order();
    tally.add("in order", order == ResultOrder::Sorted);
    tally.add("each once", order == ResultOrder::Set);
    tally.add("anyhow", order == ResultOrder::Bag);
    tally.add("collected", computes_set(&rule.body.steps, &rule.sets, ".all"));
    tally.add("work", any(&rule.body.steps, &|step| matches!(step.action, Action::Spend { .. })));
    let found = case.check_steps("the whole plan", planner, plan, shape, &rule.body.steps);
    for (in_model, found) in case.in_models.iter().zip(found) {
        let shown = || print::steps(planner.program, plan, &rule.frame, &rule.sets, &rule.body);
        let _told = FailureReport::of("the order of answers", case, in_model, &shown);
        assert!(order != ResultOrder::Sorted || found.is_sorted(), "they come in order: {found:?}");
        assert!(
            order == ResultOrder::Bag || found.len() == in_model.answers.len(),
            "each comes once: {found:?}"
        );
    }
}

/// Checks that each count of a sum is the number of the score's answers.
fn sums(cases: &[Case<'_>], plan: &Plan, tally: &mut Tally) {
    for sum in &plan.sums {
        let shape =
            FrameShape { slots: &sum.frame, sets: &sum.sets, host_values: &[], inputs: &[], answer: &[] };
        for count in &sum.counts {
            let Counted::InSum(block) = &count.counted else { continue };
            tally.add("counted", true);
            let Some(case) = cases.iter().find(|case| case.id == count.score) else { continue };
            for in_model in &case.in_models {
                let shown = || format!("{block:#?}");
                let _told = FailureReport::of("sums", case, in_model, &shown);
                let machine = Machine { plan, meaning: &in_model.meaning };
                let mut counted = 0;
                machine.all(&sum.shared.steps, &in_model.frame(shape), &mut |frame| {
                    machine.all(&block.steps, frame, &mut |_| counted += 1);
                });
                assert_eq!(counted, in_model.answers.len(), "left: what is counted, right: what is so");
            }
        }
    }
}

/// Number of models in which each routine is called.
const WORLDS: usize = 5;

#[test]
fn routines_have_the_answers_of_their_clauses() {
    let mut tally = Tally::default();
    let profile = super::bodies::Profile { clauses: 3, scores: 0, ..EVERYTHING };
    each_program(11, profile, 60, &mut |drawn, random| {
        let cases = cases(drawn, random);
        let (lenient, statistics) = (SortedSet::new(), Statistics::default());
        let mut planner = Planner::new(&drawn.program, &statistics, &lenient, STEPS);
        for case in &cases {
            let before = planner.plan.routines.len();
            let _told = Planning(&drawn.program, &case.rule.text);
            planner.rule(case.id, case.rule, &case.given);
            let new: Vec<((Callee, Vec<Argument>), RoutineId)> = planner
                .routines
                .iter()
                .filter(|(_, id)| id.index() >= before)
                .map(|(of, id)| (of.clone(), *id))
                .collect();
            for ((callee, arguments), id) in new {
                let of = |wanted: fn(&Argument) -> bool| arguments.iter().any(wanted);
                tally.add("any", of(|argument| *argument == Argument::Any));
                tally.add("constant", of(|argument| matches!(argument, Argument::Constant(_))));
                tally.add("recursive", planner.plan.routines[id.index()].recursion.is_some());
                tally.add("after", matches!(callee, Callee::After(_)));
                routine(case, &planner, (callee, &arguments), id, random);
            }
        }
    });
    tally.check(&[("any", 10), ("constant", 5), ("recursive", 5), ("after", 3)]);
}

fn routine(
    case: &Case<'_>,
    planner: &Planner<'_>,
    (callee, arguments): (Callee, &[Argument]),
    id: RoutineId,
    random: &mut Random,
) {
    let routine = &planner.plan.routines[id.index()];
    for _ in 0..WORLDS {
        let in_model = random.choose(&case.in_models);
        let shown = || {
            let clauses = routine.clauses.iter().map(|clause| {
                print::steps(planner.program, &planner.plan, &clause.frame, &clause.sets, &clause.body)
            });
            format!("{arguments:?}\n{}", clauses.collect::<Vec<_>>().join("clause\n"))
        };
        let _told = FailureReport::of("routines", case, in_model, &shown);
        let tuples = tuples(planner, callee, in_model);
        let inputs =
            arguments.iter().zip(&routine.sorts).filter(|(argument, _)| **argument == Argument::Input);
        let choices = inputs.map(|(_, sort)| in_model.meaning.model.universe(planner.program, *sort));
        let machine = Machine { plan: &planner.plan, meaning: &in_model.meaning };
        for inputs in product(&choices.collect::<Vec<_>>()) {
            let mut wanted = Answers::new();
            for tuple in &tuples {
                wanted.extend(result(arguments, tuple, &inputs));
            }
            let found: Answers = machine.call(id, &inputs).into_iter().collect();
            assert_eq!(found, wanted, "left: what {} gives to {inputs:?}, right: what is so", routine.name);
        }
    }
}

/// All tuples of a callee.
fn tuples(planner: &Planner<'_>, callee: Callee, in_model: &CaseInModel<'_>) -> Tuples {
    match callee {
        Callee::Predicate(id) => (*in_model.meaning.relation(id)).clone(),
        _ => {
            let clauses = clauses_of(planner, callee);
            let all: Answers =
                clauses.iter().flat_map(|clause| in_model.meaning.instances(clause, None)).collect();
            all.into_iter().collect()
        }
    }
}

/// The results in a tuple, if the tuple has these inputs and the routine's constants.
fn result(arguments: &[Argument], tuple: &[Value], inputs: &[Value]) -> Option<Vec<Value>> {
    let mut inputs = inputs.iter();
    let mut results = Vec::new();
    for (argument, value) in arguments.iter().zip(tuple) {
        match argument {
            Argument::Input if inputs.next() == Some(value) => {}
            Argument::Constant(constant) if constant == value => {}
            Argument::Any => {}
            Argument::Result => results.push(*value),
            _ => return None,
        }
    }
    Some(results)
}
