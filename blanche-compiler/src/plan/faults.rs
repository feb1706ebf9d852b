//! Faults that a test plants in the passes of the planner, to see that what tests them would find them. Only debug builds have
//! them, and there they are off.

/// A fault in a pass that changes bodies; each is a plausible mistake, and the first four were real ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `implied_negations`: a variable local to an inner denial stands for any value.
    InnerLocalsStandForAnything,
    /// `hoist`: sets of tests stand in front of the sets that the tests ask.
    SetsInFrontOfTheirSources,
    /// `projections`: an empty set inside a denial ends the rule.
    DeniedSetsMustHaveMembers,
    /// `scores`: a shared set is made without the sets that it is made from.
    SharedSetsWithoutSources,
    /// `constant_folding`: a denial of what cannot hold cannot hold.
    FalseDenialsFail,
    /// `normalise`: an unfolded clause forgets the constants of its head.
    HeadConstantsForgotten,
    /// `simplify`: a variable of a narrower sort takes any value.
    NarrowVariablesTakeAll,
    /// `simplify`: a variable becomes a value that it cannot have.
    ValuesOfOtherSorts,
    /// `ranges`: a denial is taken to give values to its variables.
    DenialsGiveValues,
    /// `anti_joins`: of several clauses that are denied only the first is.
    OneClauseDenied,
    /// `access_paths`: an output is not compared with the value that its variable has.
    BoundOutputsIgnored,
    /// `candidate_steps`: a value of a wider place is not tested.
    WidePlacesNotTested,
    /// `order`: a loop forgets what its values are not.
    ExceptionsForgotten,
    /// `components`: parts that share a variable are asked apart.
    SharedVariablesApart,
    /// `semi_joins`: two variables of one kind are taken to differ.
    TwinsDiffer,
    /// `semi_joins`: a set that follows from others stands for all that is said of its variable.
    AllIsAskedBefore,
    /// `projections`: what hangs together with something outside is projected too.
    ProjectionsReachOutside,
    /// `canonical`: sets that differ in a constant are one.
    ConstantsAreAlike,
    /// `negations`: a denial is asked before all of its variables have values.
    DeniedTooEarly,
    /// `tests_to_sets`: a test of two variables is taken for one of the first.
    TestsOfOthers,
    /// `hoist`: sets that differ in what they leave out are one.
    KeptWithoutExceptions,
    /// `hoist`: every set must have two members.
    TwoDemanded,
    /// `result_order`: solutions that come again are said to come once.
    BagsAreSets,
    /// `prune_routines`: calls inside a block keep the old number.
    InnerCallsNotRenumbered,
    /// `tail_calls`: a last call is a tail call whatever it gives.
    AnyLastCallIsATail,
    /// `step_count`: a test at the end of a block is dropped.
    LastTestDropped,
    /// `routines`: a clause for another constant answers too.
    ClausesOfOtherConstants,
    /// `aggregates`: the greatest value is taken for the least.
    MaxForMin,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 28] = [
        Fault::InnerLocalsStandForAnything,
        Fault::SetsInFrontOfTheirSources,
        Fault::DeniedSetsMustHaveMembers,
        Fault::SharedSetsWithoutSources,
        Fault::FalseDenialsFail,
        Fault::HeadConstantsForgotten,
        Fault::NarrowVariablesTakeAll,
        Fault::ValuesOfOtherSorts,
        Fault::DenialsGiveValues,
        Fault::OneClauseDenied,
        Fault::BoundOutputsIgnored,
        Fault::WidePlacesNotTested,
        Fault::ExceptionsForgotten,
        Fault::SharedVariablesApart,
        Fault::TwinsDiffer,
        Fault::AllIsAskedBefore,
        Fault::ProjectionsReachOutside,
        Fault::ConstantsAreAlike,
        Fault::DeniedTooEarly,
        Fault::TestsOfOthers,
        Fault::KeptWithoutExceptions,
        Fault::TwoDemanded,
        Fault::BagsAreSets,
        Fault::InnerCallsNotRenumbered,
        Fault::AnyLastCallIsATail,
        Fault::LastTestDropped,
        Fault::ClausesOfOtherConstants,
        Fault::MaxForMin,
    ];
}

#[cfg(debug_assertions)]
thread_local! {
    static PLANTED: std::cell::Cell<Option<Fault>> = const { std::cell::Cell::new(None) };
}

/// Runs something with a fault in whatever is planned on this thread.
#[cfg(debug_assertions)]
pub fn with<T>(fault: Fault, run: impl FnOnce() -> T) -> T {
    /// Takes the fault out again, after a panic too.
    struct Planted;

    impl Drop for Planted {
        fn drop(&mut self) {
            PLANTED.set(None);
        }
    }

    PLANTED.set(Some(fault));
    let _planted = Planted;
    run()
}

/// Whether this fault is planted.
#[cfg(debug_assertions)]
pub(crate) fn has(fault: Fault) -> bool {
    PLANTED.get() == Some(fault)
}

/// No fault is.
#[cfg(not(debug_assertions))]
#[inline]
pub(crate) const fn has(_: Fault) -> bool {
    false
}
