//! The laws of the passes that create and move steps: `order`, `hoist` and `finish::guards`.

use super::bodies::Profile;
use super::cases::{Case, FailureReport, FrameShape};
use super::execution::Machine;
use super::planning::{each_case, entered, with_shape};
use super::profiles::{ASKED, DOUBLED, JOINED, LOOKED_UP, ORDERED, PROJECTED, TESTED};
use super::tally::{Tally, any, computes_set, has_exclusion, has_lookup_in_exclusion};
use crate::plan::model::{Action, Draft, Guard, Slot, Step};
use crate::plan::planner::Planner;

#[test]
fn ordering_literals_changes_no_answer() {
    let mut tally = Tally::default();
    ordering(6, ORDERED, 160, &mut tally);
    tally.check(&[("asked apart", 40), ("taken away", 10), ("guarded", 60), ("moved", 40)]);
}

#[test]
fn semi_joins_change_no_answer() {
    let mut tally = Tally::default();
    ordering(7, JOINED, 80, &mut tally);
    tally.check(&[("semi-joins", 10), ("twins", 2), ("two", 4), ("kept", 50)]);
}

#[test]
fn repeated_literals_change_no_answer() {
    let mut tally = Tally::default();
    ordering(15, DOUBLED, 40, &mut tally);
    tally.check(&[("twins", 4), ("two", 1)]);
}

#[test]
fn sets_of_tests_change_no_answer() {
    let mut tally = Tally::default();
    ordering(12, TESTED, 80, &mut tally);
    tally.check(&[("chosen", 5), ("kept", 50)]);
}

#[test]
fn projections_of_negations_change_no_answer() {
    let mut tally = Tally::default();
    ordering(8, PROJECTED, 80, &mut tally);
    tally.check(&[("projections", 10)]);
}

#[test]
fn lookups_in_negations_change_no_answer() {
    let mut tally = Tally::default();
    ordering(14, LOOKED_UP, 50, &mut tally);
    tally.check(&[("looked up", 4)]);
}

#[test]
fn remembered_answers_change_no_answer() {
    let mut tally = Tally::default();
    ordering(13, ASKED, 40, &mut tally);
    tally.check(&[("remembered", 20)]);
}

/// Orders bodies that fit a profile and hoists their sets, each body three times with different statistics.
fn ordering(law: u64, profile: Profile, bodies: usize, tally: &mut Tally) {
    each_case(law, profile, bodies, 3, &mut |case, planner| ordered(case, planner, tally));
}

/// Orders a body and hoists its sets, and checks the answers after both passes.
pub(super) fn ordered(case: &Case<'_>, planner: &mut Planner<'_>, tally: &mut Tally) {
    let (mut draft, given) = entered(case);
    let inputs: Vec<Slot> = given.iter().map(|(_, slot)| *slot).collect();
    let (ordered, answer) = planner.premise(case.rule, &given, &mut draft);
    let Draft { mut frame, .. } = draft;
    let all: Vec<Step> = ordered.steps().cloned().collect();
    with_shape(&frame, &inputs, &answer, |shape| {
        tally_ordered(&all, shape, tally);
        case.check_steps("ordering", planner, &planner.plan, shape, &all);
    });
    let hoisted = planner.hoist(ordered, &mut frame);
    let guard = planner.guard(&hoisted, &frame);
    with_shape(&frame, &inputs, &answer, |shape| {
        let at_least_two = |step: &Step| matches!(step.action, Action::BindSet { at_least: 2, .. });
        tally.add("moved", hoisted.steps != all);
        tally.add("chosen", computes_set(&hoisted.steps, shape.sets, ".chosen"));
        tally.add("two", any(&hoisted.steps, &at_least_two));
        tally.add("kept", any(&hoisted.steps, &|step| matches!(step.action, Action::BindSet { .. })));
        tally.add("guarded", guard.is_some());
        case.check_steps("hoisting", planner, &planner.plan, shape, &hoisted.steps);
        guard.into_iter().for_each(|guard| guarded(case, planner, shape, &guard));
    });
}

fn tally_ordered(steps: &[Step], shape: FrameShape<'_>, tally: &mut Tally) {
    let counts_twice = |step: &Step| matches!(step.action, Action::Collect { seen: Some(_), .. });
    let asks_apart = |step: &Step| matches!(step.action, Action::Exists { holds: true, .. });
    let remembers = |step: &Step| {
        matches!(step.action, Action::Call { memo: true, .. } | Action::Test { memo: true, .. })
    };
    tally.add("projections", computes_set(steps, shape.sets, ".of.some"));
    tally.add(
        "semi-joins",
        computes_set(steps, shape.sets, ".some") && !computes_set(steps, shape.sets, ".of.some"),
    );
    tally.add("twins", any(steps, &counts_twice));
    tally.add("asked apart", any(steps, &asks_apart));
    tally.add("taken away", has_exclusion(steps));
    tally.add("looked up", has_lookup_in_exclusion(steps));
    tally.add("remembered", any(steps, &remembers));
}

/// Checks that the guard of a body holds in all models in which the body has answers.
fn guarded(case: &Case<'_>, planner: &Planner<'_>, shape: FrameShape<'_>, guard: &Guard) {
    for in_model in case.in_models.iter().filter(|in_model| !in_model.answers.is_empty()) {
        let shown = || format!("{guard:?}");
        let _told = FailureReport::of("guards", case, in_model, &shown);
        let machine = Machine { plan: &planner.plan, meaning: &in_model.meaning };
        let members = machine.intersection(&guard.set, &in_model.frame(shape)).count_ones();
        assert!(members >= guard.at_least, "it has {members} members");
    }
}
