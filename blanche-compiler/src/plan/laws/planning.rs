//! Takes random bodies through the passes.

use blanche_sorted::SortedSet;

use super::bodies::Profile;
use super::cases::{Case, FrameShape, Planning, cases};
use super::programs::{Drawn, each_program, statistics};
use crate::plan::budget::STEPS;
use crate::plan::model::{Conjunction, Draft, Frame, SetInfo, Slot};
use crate::plan::planner::Planner;
use crate::plan::statistics::Statistics;
use crate::program::VariableId;
use crate::random::Random;

/// A function that examines a body with a planner.
pub(super) type Look<'l> = &'l mut dyn FnMut(&Case<'_>, &mut Planner<'_>);

/// Generates random bodies that fit a profile; `bodies` is their number. Each body is planned `plans` times, with
/// different statistics.
pub(super) fn each_case(law: u64, profile: Profile, bodies: usize, plans: usize, look: Look<'_>) {
    each_program(law, profile, bodies, &mut |drawn, random| each_plan(drawn, plans, random, look));
}

/// Plans each body of a program `plans` times: first with the declared numbers of tuples, then with random statistics.
pub(super) fn each_plan(drawn: &Drawn, plans: usize, random: &mut Random, look: Look<'_>) {
    let (cases, lenient) = (cases(drawn, random), SortedSet::new());
    let mut known = Statistics::default();
    for _ in 0..plans {
        let mut planner = Planner::new(&drawn.program, &known, &lenient, STEPS);
        for case in &cases {
            let _told = Planning(&drawn.program, &case.rule.text);
            look(case, &mut planner);
        }
        let next = statistics(&planner, random);
        drop(planner);
        known = next;
    }
}

/// A draft with slots for the given variables.
pub(super) fn entered(case: &Case<'_>) -> (Draft, Vec<(VariableId, Slot)>) {
    let mut draft = Draft::entered_once();
    let slot = |id: &VariableId| {
        let variable = &case.rule.variables[id.index()];
        (*id, draft.frame.add(&variable.name, variable.sort))
    };
    let given = case.given.iter().map(slot).collect();
    (draft, given)
}

/// The conjuncts of a body, with their draft.
pub(super) struct Normalised {
    pub(super) conjunction: Conjunction,
    pub(super) answer: Vec<Slot>,
    pub(super) inputs: Vec<Slot>,
    pub(super) draft: Draft,
}

pub(super) fn normalised(case: &Case<'_>, planner: &mut Planner<'_>) -> Normalised {
    let (mut draft, given) = entered(case);
    let (conjunction, answer) = planner.normalise(case.rule, &given, &mut draft.frame);
    Normalised { conjunction, answer, inputs: given.iter().map(|(_, slot)| *slot).collect(), draft }
}

/// Calls `look` with the current slots, sets and host values of a frame.
pub(super) fn with_shape<T>(
    frame: &Frame,
    inputs: &[Slot],
    answer: &[Slot],
    look: impl FnOnce(FrameShape<'_>) -> T,
) -> T {
    let sets: Vec<SetInfo> = Frame::set_infos(frame.sets.clone());
    let Frame { slots, host_values, .. } = frame;
    look(FrameShape { slots, sets: &sets, host_values, inputs, answer })
}
