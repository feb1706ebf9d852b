//! Compares the naive evaluator with the interpreter under several plans.

use agree::whole::{PLANS, first_seed};

use super::Case;
use crate::played::Line;
use crate::whole::programs;

/// Number of games in a full test run.
const GAMES: usize = 12;

/// Minimum number of games for which averages are checked.
const MANY: u64 = 50;

/// Compares the results under each of these plans with the results of the naive evaluator, and with the results under
/// the first of the plans.
fn compare(case: &Case, expected: &Line, plans: impl IntoIterator<Item = u64>) {
    let mut first: Option<Line> = None;
    for draw in plans {
        let found = case.found(&case.rules(draw).by_plans());
        let about = format!("plan {draw} of {}", case.text);
        found.assert_equals(expected, &about);
        if let Some(first) = &first {
            found.assert_equals(first, &about);
        }
        first.get_or_insert(found);
    }
}

#[test]
fn every_plan_of_a_game_agrees_with_the_definition() {
    let (first, games) = (first_seed(), programs(GAMES));
    let (mut begun, mut moves, mut said, mut defined, mut answered) = (0, 0, 0, 0, 0);
    for seed in first..first + games {
        let case = Case::new(seed);
        let found = case.found(&case.rules(0).by_plans());
        let expected = case.defined(&found);
        compare(&case, &expected, 0..PLANS);
        begun += u64::from(found.plies[0].has_moves());
        moves += found.plies.len();
        said += found.plies.iter().map(|ply| ply.said()).sum::<usize>();
        defined += expected.plies.iter().map(|ply| ply.said()).sum::<usize>();
        answered += expected.plies.iter().map(|ply| ply.answered()).sum::<usize>();
    }
    println!("{games} games, {begun} of which begin with a move; {moves} positions");
    println!("{said} questions, {defined} of them defined in time, {answered} with answers");
    // Averages over few games are not reliable.
    if games >= MANY {
        assert!(begun * 2 > games, "most games begin with a move");
        assert!(defined * 2 > said && answered * 20 > said, "{said} {defined} {answered}");
    }
}

/// Games that reveal faults planted in the planner. Faults can be planted only in debug builds.
#[cfg(debug_assertions)]
mod faults {
    use std::panic::{self, AssertUnwindSafe};

    use agree::whole::PLANS;
    use blanche_compiler::plan::faults::{self, Fault};

    use super::compare;
    use crate::played::Line;
    use crate::whole_games::Case;

    /// For each of these faults, the first game that reveals it, and the index of the plan. The games were found by
    /// `search_games_that_reveal_planted_faults`.
    const WITNESSES: &[(Fault, u64, u64)] =
        &[(Fault::InnerLocalsStandForAnything, 132, 0), (Fault::SetsInFrontOfTheirSources, 79, 3)];

    /// Whether the naive evaluator disagrees with a plan of a game, or an assertion fails. The planner has the fault
    /// `fault`, if one is given.
    fn shows(case: &Case, expected: &Line, draw: u64, fault: Option<Fault>) -> bool {
        let differs = || panic::catch_unwind(AssertUnwindSafe(|| compare(case, expected, [draw]))).is_err();
        fault.map_or_else(differs, |fault| faults::with(fault, differs))
    }

    fn case(seed: u64) -> (Case, Line) {
        let case = Case::new(seed);
        let expected = case.defined(&case.found(&case.rules(0).by_plans()));
        (case, expected)
    }

    #[test]
    fn planted_faults_are_found_in_games() {
        for (fault, seed, draw) in WITNESSES {
            let (case, expected) = case(*seed);
            assert!(!shows(&case, &expected, *draw, None), "game {seed} is right without a fault");
            assert!(shows(&case, &expected, *draw, Some(*fault)), "game {seed} shows {fault:?}");
        }
    }

    /// Number of games that are tried when the test looks for games that reveal a fault.
    const TRIED: u64 = 500;

    #[test]
    #[ignore = "takes minutes: for each fault of the table the first game that shows it"]
    fn search_games_that_reveal_planted_faults() {
        for (fault, ..) in WITNESSES {
            let found = (0..TRIED).find_map(|seed| {
                let (case, expected) = case(seed);
                let mut draws = 0..PLANS;
                draws.find(|draw| shows(&case, &expected, *draw, Some(*fault))).map(|draw| (seed, draw))
            });
            println!("    (Fault::{fault:?}, {found:?}),");
        }
    }
}
