//! Faults that tests plant in the passes of the planner, to check that other tests detect them. They exist only in
//! debug builds, and are off by default.

/// A fault in a pass that rewrites bodies. Each fault is a plausible mistake, and the first four really happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `implied_negations`: a variable local to a nested negation may be replaced by any operand.
    InnerLocalsStandForAnything,
    /// `hoist`: sets of tests are computed before the sets that the tests read.
    SetsInFrontOfTheirSources,
    /// `projections`: an empty set inside a negation ends the rule.
    DeniedSetsMustHaveMembers,
    /// `scores`: a shared set is computed without the sets that it depends on.
    SharedSetsWithoutSources,
    /// `constant_folding`: the negation of a false goal is false.
    FalseDenialsFail,
    /// `normalise`: an unfolded clause ignores the constants of its head.
    HeadConstantsForgotten,
    /// `simplify`: a variable of a narrower sort accepts any value.
    NarrowVariablesTakeAll,
    /// `simplify`: a variable is replaced by a value outside its sort.
    ValuesOfOtherSorts,
    /// `ranges`: a negation binds its variables.
    DenialsGiveValues,
    /// `anti_joins`: only the first of several negated clauses is excluded.
    OneClauseDenied,
    /// `access_paths`: an output is not compared with a variable that is already bound.
    BoundOutputsIgnored,
    /// `candidate_steps`: a value from an argument of a wider sort is not tested.
    WidePlacesNotTested,
    /// `order`: a loop forgets the sets that it should exclude.
    ExceptionsForgotten,
    /// `components`: conjuncts that share a variable are evaluated separately.
    SharedVariablesApart,
    /// `semi_joins`: any two variables of the same kind are assumed to differ.
    TwinsDiffer,
    /// `semi_joins`: a reduction set replaces every other conjunct about its variable.
    AllIsAskedBefore,
    /// `projections`: conjuncts connected to outer variables are projected too.
    ProjectionsReachOutside,
    /// `canonical`: sets that differ in a constant are treated as equal.
    ConstantsAreAlike,
    /// `negations`: a negation is tested before all of its variables are bound.
    DeniedTooEarly,
    /// `tests_to_sets`: a test of two variables is treated as a test of the first variable.
    TestsOfOthers,
    /// `hoist`: sets that differ only in what they exclude are treated as equal.
    KeptWithoutExceptions,
    /// `hoist`: every set must have two members.
    TwoDemanded,
    /// `result_order`: solutions with duplicates are declared distinct.
    BagsAreSets,
    /// `prune_routines`: calls in nested blocks keep their old routine ids.
    InnerCallsNotRenumbered,
    /// `tail_calls`: any call at the end of a clause is treated as a tail call.
    AnyLastCallIsATail,
    /// `step_count`: a test at the end of a block is dropped.
    LastTestDropped,
    /// `routines`: a clause answers although its head has another constant.
    ClausesOfOtherConstants,
    /// `aggregates`: `min` computes the maximum.
    MaxForMin,
}

impl Fault {
    /// All faults.
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

/// Runs `run` with a fault planted in all planning on this thread.
#[cfg(debug_assertions)]
pub fn with<T>(fault: Fault, run: impl FnOnce() -> T) -> T {
    /// Removes the fault when dropped, even after a panic.
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

/// Release builds have no faults.
#[cfg(not(debug_assertions))]
#[inline]
pub(crate) const fn has(_: Fault) -> bool {
    false
}
