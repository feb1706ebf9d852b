//! Tests of the counts of `noire coverage`: shares add up, and counts agree with the rules and the search.

use crate::tests::folders::folder;

use super::{NODES, StonesReport, base, covered_base, of_one, open, report, row, settings, some_cases};
use crate::coverage::case_result::Situation;
use crate::coverage::coverage_world::Settings;
use crate::coverage::stones::cases::{Case, distinct, of_position, upright};
use crate::coverage::stones::random_corpus;
use crate::verify::stones::shrink;
use crate::verify::stones::solver::{Answer, Solver};
use noire_engine::bases::Backend;
use noire_engine::board::{Color, Diagram, Point, Symmetry};
use noire_engine::proof_check::referee::Referee;

#[test]
fn undecided_positions_are_counted() {
    let base = base();
    let cases = random_corpus::cases(3, 20);
    let settings = Settings { nodes: 200, ..settings(&[1, 3, 5, 7], 1, (0, 1)) };
    let report = report(&[covered_base(&base, &[])], cases, &settings);
    let undecided: u64 = report.undecided.values().sum();
    let rows: u64 = report.rows.iter().map(|row| row.positions).sum();
    assert!(undecided > 5, "{report:?}");
    assert_eq!(rows + report.idle_fours + undecided, report.examined as u64);
}

#[test]
fn symmetric_positions_are_one_case() {
    let position = random_corpus::board(5, 0);
    let turned = |symmetry: Symmetry| of_position(format!("{symmetry:?}"), &position.transformed(symmetry));
    let cases: Vec<Case> = Symmetry::ALL.into_iter().flat_map(turned).collect();
    let left = distinct(cases);
    let names: Vec<&str> = left.iter().map(|case| &*case.name).collect();
    assert_eq!(names, ["Identity, black", "Identity, white"], "the first of each colour");
    let (symmetry, laid) = upright(&position);
    for other in Symmetry::ALL {
        let (again, alike) = upright(&position.transformed(other));
        assert_eq!(alike, laid);
        let stood = position.transformed(other).transformed(again);
        assert_eq!(stood, position.transformed(symmetry), "{other:?}");
    }
    let mut more = position.clone();
    more.set(position.empty_fields().first().unwrap(), Color::Black);
    assert_ne!(upright(&more).1, laid);
}

#[test]
fn the_random_corpus_depends_only_on_its_seed() {
    assert_eq!(random_corpus::board(1, 7), random_corpus::board(1, 7));
    assert_ne!(random_corpus::board(1, 7), random_corpus::board(2, 7));
    // Results are compared over years, so the boards of a seed must not change.
    let text = Diagram::of(&random_corpus::board(1, 7)).cropped(0).to_string();
    let wanted = "
 7 . o o . O . x o
 6 x . . x . . . .
 5 . . . . . x o .
 4 . . . o . x . .
 3 . . x o . x . .
 2 . . . o . x . .
 1 . . . x . o . .
   g h i j k l m n
";
    assert_eq!(text.trim_end(), wanted.trim_matches('\n'));
    let cases = random_corpus::cases(1, 40);
    assert_eq!(cases.len(), 20 * 2 + 20, "set-ups have both colours to move, played boards one");
    for case in &cases {
        assert_eq!(case.position.to_move(), Some(Color::ALL[case.player]));
    }
}

#[test]
fn counts_add_up_and_match_the_answers_of_the_rules() {
    let base = base();
    let levels = [1, 3, 5];
    let report = report(&[covered_base(&base, &[])], some_cases(), &settings(&levels, 2, (0, 1)));
    assert_eq!(report.given, some_cases().len());
    assert!(report.given - report.decided > report.distinct, "some come twice");
    assert_eq!((report.part, report.examined), (report.distinct, report.distinct));
    let rows: u64 = report.rows.iter().map(|row| row.positions).sum();
    let left: u64 = report.idle_fours + report.differing + report.undecided.values().sum::<u64>();
    assert_eq!(rows + left, report.examined as u64);

    // Repeats the count with the complete answers of the interpreter, one win at a time.
    let game = Referee::new(base.base(), Backend::Compiled);
    let (solver, _) = Solver::new(&game, NODES).unwrap();
    let undecided = |case: &Case| game.winner(&mut case.position.clone()).unwrap().is_none();
    let mut expected = [[0; 4]; 3];
    let mut false_claims = 0;
    for case in distinct(some_cases().into_iter().filter(undecided)) {
        let color = Color::ALL[case.player];
        let position = shrink::bare(&case.position);
        let own = |rule: &usize| {
            let rule = &base.base().contents().rules[*rule];
            rule.level > 0 && rule.color == color.to_string()
        };
        let rules: Vec<usize> = (0..base.base().contents().rules.len()).filter(own).collect();
        let plays = |rule: usize| -> Vec<Point> {
            let all = base.base().on(Backend::Interpreted).all(rule, &mut position.clone()).unwrap();
            all.iter().map(|solution| Point::from_index(solution[0] as usize).unwrap()).collect()
        };
        let all: Vec<(u32, Vec<Point>)> =
            rules.iter().map(|rule| (base.base().contents().rules[*rule].level, plays(*rule))).collect();
        let chosen_rule =
            all.iter().find(|(_, plays)| !plays.is_empty()).map(|(level, plays)| (*level, plays[0]));
        let has_four = |color| !position.groups(noire_engine::board::GroupContent::Only(color, 4)).is_empty();
        let is_free = !has_four(color.other());
        let answer = solver.solve(&position, color, 5).0;
        let level = match answer {
            Answer::Won(win) => Some(win.level),
            _ => None,
        };
        if let Some((rule, play)) = chosen_rule
            && (is_free && (level == Some(1) || !has_four(color)) || rule == 1)
        {
            let wins = solver.wins_by(&position, color, play, rule).unwrap().is_some();
            false_claims += u64::from(!wins);
        }
        let Answer::Won(win) = answer else { continue };
        if !is_free || has_four(color) && win.level > 1 {
            continue;
        }
        let counts = &mut expected[win.level as usize / 2];
        counts[0] += 1;
        let wins = |play: &Point| win.moves.contains(*play);
        counts[1] += u64::from(chosen_rule.is_some_and(|(level, play)| level <= win.level && wins(&play)));
        let up_to = all.iter().filter(|(level, _)| *level <= win.level);
        counts[2] += u64::from(up_to.flat_map(|(_, plays)| plays).any(wins));
        counts[3] +=
            u64::from(chosen_rule.is_some_and(|(level, play)| {
                solver.wins_by(&position, color, play, level).unwrap().is_none()
            }));
    }
    for (at, level) in levels.into_iter().enumerate() {
        let row = row(&report, Situation::Free, Some(level));
        let recall = row.bases[0];
        assert_eq!([row.positions, recall.recognised, recall.named, recall.failed], expected[at], "{level}");
        assert!(recall.recognised <= recall.named && recall.named <= row.positions);
        assert!(recall.distinct <= row.distinct && row.distinct <= row.positions);
        assert!(row.positions > 5, "there are wins of level {level}");
        let missing = report.missing.iter().filter(|group| group.example.level == level);
        let missed: u64 = missing.map(|group| group.count()).sum();
        assert_eq!(missed, row.positions - recall.named, "what is not named is missing");
    }
    let failed: u64 = report.rules[0].values().map(|count| count.failed).sum();
    assert_eq!(failed, false_claims);
}

#[test]
fn reports_are_reproducible_and_shards_add_up() {
    let base = base();
    let bases = [covered_base(&base, &["cross.1 for white"])];
    let of = |threads, shard| report(&bases, some_cases(), &settings(&[1, 3, 5], threads, shard));
    let whole = of(1, (0, 1));
    assert_eq!(whole, of(3, (0, 1)));
    let parts = [of(2, (0, 2)), of(2, (1, 2))];
    for (at, row) in whole.rows.iter().enumerate() {
        let [one, other] = [&parts[0].rows[at], &parts[1].rows[at]];
        assert_eq!(one.positions + other.positions, row.positions);
        assert_eq!(one.bases[0].recognised + other.bases[0].recognised, row.bases[0].recognised);
    }
    let groups = |report: &StonesReport| report.missing.iter().map(|group| group.count()).sum::<u64>();
    assert_eq!(groups(&parts[0]) + groups(&parts[1]), groups(&whole));
    assert!(!whole.missing.is_empty() && whole.missing.is_sorted_by_key(|g| std::cmp::Reverse(g.count())));
}

#[test]
fn excluded_rules_recognise_nothing() {
    let base = base();
    let cases = || random_corpus::cases(3, 60);
    let settings = settings(&[1, 3], 2, (0, 1));
    let all = report(&[covered_base(&base, &[])], cases(), &settings);
    let without = ["t.threat for white", "t.threat for black", "renju.threat for white"];
    let some = report(&[covered_base(&base, &without)], cases(), &settings);
    let threes = [&all, &some].map(|report| row(report, Situation::Free, Some(3)).clone());
    assert_eq!(threes[0].positions, threes[1].positions);
    assert!(threes[0].bases[0].recognised > 10);
    assert_eq!((threes[1].bases[0].recognised, threes[1].bases[0].named), (0, 0));
    assert_eq!(row(&all, Situation::Free, Some(1)), row(&some, Situation::Free, Some(1)));
}

#[test]
fn answered_fours_have_their_own_row_and_idle_fours_are_excluded() {
    let base = base();
    let bases = [covered_base(&base, &[])];
    let levels = [1, 3];
    let of =
        |text: &str, color| of_one(&bases, &text.parse::<Diagram>().unwrap().position(None), color, &levels);
    // White's four must be answered on i8, and this move extends Black's three to an open four.
    let text = "
        11 . . . . . . . . .
        10 . . . . . . x . .
         9 . . . . . . x . .
         8 . x o o o o . . .
         7 . . . . . . x . .
         6 . . . . . . . . .
           c d e f g h i j k
    ";
    let answered = of(text, Color::Black);
    let counted = row(&answered, Situation::Answering, Some(3));
    assert_eq!((counted.positions, row(&answered, Situation::Free, Some(3)).positions), (1, 0));
    assert_eq!(answered.missing, [], "no rule claims anything there");
    let at_once = of(text, Color::White);
    assert_eq!(row(&at_once, Situation::Free, Some(1)).positions, 1);
    // Black's four could only be extended to six.
    let idle = of(
        "
         9 . . . . . . . . .
         8 . o . x x x x . x
         7 . . . . . . . . o
           c d e f g h i j k
        ",
        Color::Black,
    );
    assert_eq!(row(&idle, Situation::Free, Some(1)).positions, 1, "the other end makes five");
    let idle = of(
        "
         9 . . . . . . . . .
         8 x . x x x x . x .
         7 . . . . . . . . .
           c d e f g h i j k
        ",
        Color::Black,
    );
    assert_eq!((idle.idle_fours, idle.rows.iter().map(|row| row.positions).sum::<u64>()), (1, 0));
}

#[test]
fn other_bases_are_measured_on_the_same_wins_except_where_games_differ() {
    let base = base();
    let settings = settings(&[1, 3], 2, (0, 1));
    let cases = || random_corpus::cases(9, 80);
    let alone = report(&[covered_base(&base, &[])], cases(), &settings);
    let without = covered_base(&base, &["t.threat for white"]);
    let both = report(&[covered_base(&base, &[]), without], cases(), &settings);
    assert_eq!(both.differing, 0);
    for (one, other) in alone.rows.iter().zip(&both.rows) {
        assert_eq!((one.positions, one.bases[0]), (other.positions, other.bases[0]));
    }
    let threes = row(&both, Situation::Free, Some(3));
    assert!(threes.bases[1].recognised < threes.bases[0].recognised);

    let text = "base free\nuse five-in-a-row/domain\nuse five-in-a-row/shapes\n\
                rule five for white at level 0 if white.five(Group_)\n\
                rule five for black at level 0 if group(Group_, black, 5)\n";
    let free = open(&folder("coverage-free", &[("base.blanche", text)]));
    let both = report(&[covered_base(&base, &[]), covered_base(&free, &[])], cases(), &settings);
    assert!(both.differing > 0, "in one game some moves of Black are forbidden");
    let rows: u64 = both.rows.iter().map(|row| row.positions).sum();
    let left = both.idle_fours + both.differing + both.undecided.values().sum::<u64>();
    assert_eq!(rows + left, both.examined as u64);
    assert!(both.rows.iter().all(|row| row.bases[1].recognised == 0), "it has no rules");
}
