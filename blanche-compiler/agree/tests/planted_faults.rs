//! Plants faults in the passes of the planner, and tests that random programs reveal them. The programs use the whole
//! language.

use std::panic::{self, AssertUnwindSafe};

use agree::World;
use agree::whole::{PLANS, plan_of};
use agree_compiled::Cells;
use blanche_compiler::interpret::Host;
use blanche_compiler::plan::faults::{self, Fault};

use crate::hosts::OfTables;
use crate::whole::{Case, facts, hosted};

/// A program that reveals a fault under a plan. It is given by its kind (with facts in its text, or with a host), its
/// seed, and the index of the plan.
#[derive(Clone, Copy, Debug)]
enum Witness {
    Facts(u64, u64),
    Hosted(u64, u64),
}

/// For each fault, a program that reveals it. The programs were found by `search_programs_that_reveal_planted_faults`.
const WITNESSES: &[(Fault, Witness)] = &[
    (Fault::InnerLocalsStandForAnything, Witness::Facts(478, 0)),
    (Fault::SetsInFrontOfTheirSources, Witness::Hosted(101, 0)),
    (Fault::DeniedSetsMustHaveMembers, Witness::Facts(2277, 0)),
    (Fault::SharedSetsWithoutSources, Witness::Facts(66, 0)),
    (Fault::FalseDenialsFail, Witness::Hosted(155, 0)),
    (Fault::HeadConstantsForgotten, Witness::Hosted(5, 0)),
    (Fault::NarrowVariablesTakeAll, Witness::Facts(350, 0)),
    (Fault::ValuesOfOtherSorts, Witness::Facts(120_524, 0)),
    (Fault::DenialsGiveValues, Witness::Hosted(147, 0)),
    (Fault::OneClauseDenied, Witness::Hosted(108, 0)),
    (Fault::BoundOutputsIgnored, Witness::Hosted(5, 2)),
    (Fault::WidePlacesNotTested, Witness::Hosted(2, 0)),
    (Fault::ExceptionsForgotten, Witness::Hosted(23, 1)),
    (Fault::SharedVariablesApart, Witness::Hosted(1, 0)),
    (Fault::TwinsDiffer, Witness::Facts(429, 0)),
    (Fault::AllIsAskedBefore, Witness::Facts(1188, 0)),
    (Fault::ProjectionsReachOutside, Witness::Hosted(56, 0)),
    (Fault::ConstantsAreAlike, Witness::Hosted(1216, 0)),
    (Fault::DeniedTooEarly, Witness::Hosted(0, 0)),
    (Fault::TestsOfOthers, Witness::Hosted(51, 5)),
    (Fault::KeptWithoutExceptions, Witness::Hosted(147, 0)),
    (Fault::TwoDemanded, Witness::Hosted(51, 0)),
    (Fault::BagsAreSets, Witness::Hosted(2, 0)),
    (Fault::InnerCallsNotRenumbered, Witness::Hosted(0, 0)),
    (Fault::AnyLastCallIsATail, Witness::Hosted(367, 0)),
    (Fault::LastTestDropped, Witness::Hosted(0, 0)),
    (Fault::ClausesOfOtherConstants, Witness::Hosted(110, 0)),
    (Fault::MaxForMin, Witness::Hosted(43, 0)),
];

/// Whether a plan of a program disagrees with the naive evaluator, or breaks an assertion.
fn differs<W: World, H: Host>(case: &Case<W>, draw: u64, facts: &mut H::Facts) -> bool {
    let found = panic::catch_unwind(AssertUnwindSafe(|| {
        let plan = plan_of(&case.read.program, case.seed, draw);
        case.answered::<H>(&plan, facts)
    }));
    match (found, &case.expected) {
        (Ok(Some(found)), Some(expected)) => found != *expected,
        (Ok(_), _) => false,
        (Err(_), _) => true,
    }
}

/// Whether a witness (a program that reveals a fault) fails with the planted fault. If `fault` is `None`, whether it
/// fails without any fault.
fn shows(witness: Witness, fault: Option<Fault>) -> bool {
    let with_fault = |look: &dyn Fn() -> bool| match fault {
        Some(fault) => faults::with(fault, look),
        None => look(),
    };
    match witness {
        Witness::Facts(seed, draw) => {
            let case = facts(seed);
            with_fault(&|| differs::<_, Cells>(&case, draw, &mut ()))
        }
        Witness::Hosted(seed, draw) => {
            let case = hosted(seed);
            with_fault(&|| differs::<_, OfTables>(&case, draw, &mut case.world.clone()))
        }
    }
}

#[test]
fn planted_faults_are_found() {
    let is_shown = |fault: Fault| {
        let witness = WITNESSES.iter().find(|(known, _)| *known == fault);
        let (_, witness) = witness.unwrap_or_else(|| panic!("no program is known that shows {fault:?}"));
        assert!(!shows(*witness, None), "{witness:?} is right without a fault");
        shows(*witness, Some(fault))
    };
    let hidden: Vec<Fault> = Fault::ALL.into_iter().filter(|fault| !is_shown(*fault)).collect();
    assert!(hidden.is_empty(), "no witness shows {hidden:?}");
}

/// Number of programs of each kind that are tried when the test looks for programs that reveal a fault.
const TRIED: u64 = 2500;

#[test]
#[ignore = "takes minutes: for each fault (or that of `BLANCHE_FAULT`) the first program that shows it, for the table"]
fn search_programs_that_reveal_planted_faults() {
    let only = std::env::var("BLANCHE_FAULT").ok();
    for fault in Fault::ALL {
        if only.as_ref().is_some_and(|only| *only != format!("{fault:?}")) {
            continue;
        }
        let all = (0..TRIED).flat_map(|seed| {
            (0..PLANS).flat_map(move |draw| [Witness::Facts(seed, draw), Witness::Hosted(seed, draw)])
        });
        let found = all.into_iter().find(|witness| shows(*witness, Some(fault)) && !shows(*witness, None));
        println!("    (Fault::{fault:?}, {found:?}),");
    }
}
