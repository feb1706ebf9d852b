//! The laws of the passes that produce conjuncts: `normalise`, `simplify` and `anti_joins`.

use blanche_sorted::SortedSet;

use super::bodies::Profile;
use super::cases::{Case, FailureReport};
use super::planning::{Normalised, each_case, normalised, with_shape};
use super::profiles::{APART, DENIED, FOLDED, IMPLIED, SIMPLE};
use super::tally::Tally;
use crate::plan::model::{Conjunct, ConjunctKind, Conjunction, finish};
use crate::plan::normalise::Scope;
use crate::plan::planner::Planner;
use crate::program::Rule;

#[test]
fn constant_folding_changes_no_answer() {
    let mut tally = Tally::default();
    each_case(1, FOLDED, 80, 1, &mut |case, planner| {
        let folded = planner.fold(&case.rule.body, &Scope::new(&case.rule.variables));
        tally.add("folded", folded.as_ref() != Some(&case.rule.body));
        let rule = Rule { body: folded.clone().unwrap_or_default(), ..case.rule.clone() };
        for in_model in &case.in_models {
            let shown = || format!("{folded:#?}");
            let _told = FailureReport::of("constant folding", case, in_model, &shown);
            let known: Vec<(usize, u32)> =
                case.given.iter().map(|id| id.index()).zip(in_model.values.iter().copied()).collect();
            let found =
                if folded.is_some() { in_model.meaning.rule(&rule, &known) } else { SortedSet::new() };
            assert_eq!(found, in_model.answers, "left: what is found, right: what is so");
        }
    });
    tally.check(&[("folded", 8)]);
}

#[test]
fn normalising_changes_no_answer() {
    let mut tally = Tally::default();
    each_case(2, FOLDED, 100, 1, &mut |case, planner| {
        let Normalised { conjunction, answer, inputs, draft } = normalised(case, planner);
        tally.add("unfolded", draft.frame.unfolded > 0);
        tally.add(
            "called",
            count(&conjunction.conjuncts, &|kind| matches!(kind, ConjunctKind::Call { .. })) > 0,
        );
        tally.add(
            "a part of a sort",
            count(&conjunction.conjuncts, &|kind| matches!(kind, ConjunctKind::Within(..))) > 0,
        );
        with_shape(&draft.frame, &inputs, &answer, |shape| {
            case.check_conjuncts("normalising", planner, &conjunction.conjuncts, shape, &[]);
        });
    });
    tally.check(&[("unfolded", 30), ("called", 30), ("a part of a sort", 3)]);
}

#[test]
fn simplifying_changes_no_answer() {
    let mut tally = Tally::default();
    simplifying(3, SIMPLE, 150, &mut tally);
    tally.check(&[("united", 30), ("ranges", 30), ("implied", 30)]);
}

#[test]
fn negations_that_are_left_out_follow_from_the_rest() {
    let mut tally = Tally::default();
    simplifying(4, IMPLIED, 150, &mut tally);
    tally.check(&[("implied", 60)]);
}

#[test]
fn variables_that_functions_keep_apart_differ() {
    let mut tally = Tally::default();
    simplifying(5, APART, 100, &mut tally);
    tally.check(&[("apart", 4)]);
}

#[test]
fn anti_joins_change_no_score() {
    let mut tally = Tally::default();
    each_case(9, DENIED, 80, 2, &mut |case, planner| anti_joined(case, planner, &mut tally));
    tally.check(&[("denied sets", 10)]);
}

fn simplifying(law: u64, profile: Profile, bodies: usize, tally: &mut Tally) {
    each_case(law, profile, bodies, 1, &mut |case, planner| simplified(case, planner, tally));
}

/// Simplifies the conjuncts of a body, and checks that the answers stay the same.
pub(super) fn simplified(case: &Case<'_>, planner: &mut Planner<'_>, tally: &mut Tally) {
    let Normalised { conjunction, answer, inputs, draft } = normalised(case, planner);
    let Conjunction { conjuncts: before, bound, context } = conjunction;
    let mut after = before.clone();
    planner.simplify(&mut after, &bound, &draft.frame, &context);
    let fewer = |is_so: &dyn Fn(&ConjunctKind) -> bool| count(&after, is_so) < count(&before, is_so);
    let program = planner.program;
    let is_range = |kind: &ConjunctKind| matches!(kind, ConjunctKind::Atom { predicate, .. } if program.enumerated(*predicate).is_some());
    let differs = |conjunct: &Conjunct| match &conjunct.kind {
        ConjunctKind::Not(inner) => {
            matches!(inner.as_slice(), [Conjunct { kind: ConjunctKind::Equal(..), .. }])
        }
        _ => false,
    };
    let apart = |all: &[Conjunct]| all.iter().filter(|one| differs(one)).count();
    let denied = |all: &[Conjunct]| {
        all.iter().filter(|one| matches!(one.kind, ConjunctKind::Not(_)) && !differs(one)).count()
    };
    tally.add("united", fewer(&|kind| matches!(kind, ConjunctKind::Equal(..))));
    tally.add("ranges", fewer(&is_range));
    tally.add("implied", denied(&after) < denied(&before));
    tally.add("apart", apart(&after) < apart(&before));
    with_shape(&draft.frame, &inputs, &answer, |shape| {
        case.check_conjuncts("simplifying", planner, &after, shape, &[]);
    });
}

/// Number of conjuncts that satisfy a condition, including those inside negations.
fn count(conjuncts: &[Conjunct], is_so: &dyn Fn(&ConjunctKind) -> bool) -> usize {
    let inside = |conjunct: &Conjunct| match &conjunct.kind {
        ConjunctKind::Not(inner) => count(inner, is_so),
        _ => 0,
    };
    conjuncts.iter().map(|conjunct| usize::from(is_so(&conjunct.kind)) + inside(conjunct)).sum()
}

/// Applies anti-joins to a body, as for a score, and checks that the answers stay the same.
pub(super) fn anti_joined(case: &Case<'_>, planner: &mut Planner<'_>, tally: &mut Tally) {
    let Normalised { conjunction, answer, inputs, mut draft } = normalised(case, planner);
    let Conjunction { mut conjuncts, bound, context } = conjunction;
    planner.simplify(&mut conjuncts, &bound, &draft.frame, &context);
    planner.anti_joins(&mut conjuncts, &context.live, &mut draft);
    let prelude = finish(draft.prelude.steps.clone());
    tally.add("denied sets", !prelude.steps.is_empty());
    with_shape(&draft.frame, &inputs, &answer, |shape| {
        case.check_conjuncts("anti-joins", planner, &conjuncts, shape, &prelude.steps);
    });
}
