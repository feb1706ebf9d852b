//! Regression tests: bodies whose meaning a pass has changed, or could easily change.

use super::conjuncts::{anti_joined, simplified};
use super::planning::each_plan;
use super::programs::program_of;
use super::steps::ordered;
use super::tally::Tally;
use crate::random::Random;

/// The bodies, each with the error it triggered or guards against.
const FOUND: &[&str] = &[
    // Of two negations that contain a negation, the stronger one was removed.
    "staffed(S1_), ¬(¬(near(S1_, S4_), ¬staffed(S4_))), \
     ¬(station(S2_), on(S2_, L3_), ¬(near(S1_, S2_), ¬staffed(S2_)))",
    // A set was computed before another set that it reads.
    "¬(hub(S10_), open(L9_), on(S7_, L9_)), wait(S4, N5_), hub(S7_), pace(S7_, K8), staffed(S4), sign(S4, W6)",
    // An empty set inside a negation ended the whole rule.
    "¬(¬(hub(S1_)), on(S1_, L3_), near(S1_, s1), open(L3_)), next(S1_, s0), \
     ¬(¬(hub(S1_), hub(S1_)), on(S1_, L2_), near(S1_, s1), open(L2_))",
    // A lookup bound a variable to a value outside its sort.
    "staffed(S1), ¬(calls.at(l1, S1, K3_), kind(K3_)), on(S1, L2)",
    // A lookup bound a variable although another literal mentions the variable too.
    "¬next(S2, S2), staffed(S1_), ¬(on(S1_, L3_), next(S2, S1_)), on(S2, L3_), staffed(S2)",
    // Sets that differ in a constant, a host value or a sort must not replace each other.
    "staffed(S1), near(S1, S2), ¬(on(S1, L3_), on(S4_, L3_), speed(S4_, fast), hub(S4_)), \
     ¬(on(S2, L5_), on(S6_, L5_), speed(S6_, slow), hub(S6_))",
    "staffed(S1), near(S1, S2), ¬(on(S1, L3_), on(S4_, L3_), near(S4_, s0), hub(S4_)), \
     ¬(on(S2, L5_), on(S6_, L5_), near(S6_, s1), hub(S6_))",
    "on(S1, L1), on(S1, L2), staffed(S1), ¬(kind(L1, K3_), follows(K3_, K4_)), ¬(kind(L2, K5_), follows(K5_, D6_))",
    // Conjuncts connected to outer variables through other conjuncts must not become a set that is computed once.
    "staffed(S1), near(S1, S2), ¬(on(S2, L3_), on(S4_, L3_), kind(L3_, fast), on(S4_, L5_), on(S2, L5_), \
     kind(L5_, slow), staffed(S4_))",
    // Two sets must be made from tests of the same values.
    "staffed(S1), staffed(S2), staffed(S3), pace(S2, fast), pace(S3, slow)",
    // A variable is replaced by a variable with fewer values.
    "pair(D1_, K2)",
    // A variable is replaced by a constant outside its sort.
    "pair(D1, K2_), equal(K2_, night)",
    "staffed(S1), ¬(pair(D2_, K3_), equal(K3_, night))",
];

/// Number of times each body is planned.
const PLANS: usize = 6;

#[test]
fn plans_of_earlier_regressions_have_the_same_answers() {
    for kind in ["rule case.N for we at level 0", "score case.N for we attacking 1 defending 1"] {
        let text = |(at, body): (usize, &&str)| format!("{} if {body}\n", kind.replace('N', &at.to_string()));
        let texts: Vec<String> = FOUND.iter().enumerate().map(text).collect();
        let drawn = program_of(&texts);
        assert_eq!(drawn.accepted.len(), FOUND.len(), "all are accepted: {:?}", drawn.accepted);
        each_plan(&drawn, PLANS, &mut Random::new(1), &mut |case, planner| {
            let mut tally = Tally::default();
            simplified(case, planner, &mut tally);
            anti_joined(case, planner, &mut tally);
            ordered(case, planner, &mut tally);
        });
    }
}
