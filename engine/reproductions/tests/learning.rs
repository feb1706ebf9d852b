//! Tests of how many games learners need until they are no longer beaten, and of the tables that they learn.

use std::sync::Arc;

use blanche_compiler::game::Rules;
use blanche_compiler::runtime::Limits;
use noire::bases::{Backend, TextBase};
use noire::learning::spec::LearnerSpec;
use noire_reproductions::learning::{self as laboratory, tables};

fn rules(name: &str) -> Rules {
    let base = TextBase::open(name, Limits::default()).expect("it is built in");
    base.played_by(Backend::Compiled).expect("it plays")
}

#[test]
fn an_experiment_finds_when_no_line_beats_the_learner() {
    let rules = rules("noughts");
    let rows = laboratory::rows();
    assert!(rows.iter().all(|row| row.learner.parse::<LearnerSpec>().is_ok()));
    let row = laboratory::Row { games: 3_000, ..rows[0].clone() };
    let measured = laboratory::measure(&rules, &row, (1, 3), &Arc::default(), &mut |_, _| {});
    let measured = measured.expect("it is carried out").expect("nobody stops it");
    assert_eq!((measured.runs.len(), measured.came_so_far()), (3, 3));
    let mut untils: Vec<u64> = measured.runs.iter().filter_map(|run| run.until).collect();
    untils.sort_unstable();
    assert_eq!(measured.until().map(|until| until.value), Some(untils[1] as f64));
    for run in &measured.runs {
        let until = run.until.expect("it came so far");
        // A learner that learns only from losses stops changing once it cannot lose.
        assert!(run.strengths.iter().all(|(games, lines)| (lines.lost == 0) == (*games >= until)), "{run:?}");
    }
    let curve = measured.curve();
    let games: Vec<u64> = curve.points.iter().map(|(games, ..)| *games).collect();
    assert_eq!(games, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 3_000]);
    assert_eq!((measured.lost().value, curve.points[11].1), (0.0, 0.0));
    // A learner that plays against itself is deterministic, so there is only one run.
    let alone = laboratory::Row { against: "itself".to_owned(), games: 20, ..row };
    let alone = laboratory::measure(&rules, &alone, (1, 3), &Arc::default(), &mut |_, _| {});
    assert_eq!(alone.expect("it is carried out").map(|alone| alone.runs.len()), Some(1));
}

#[test]
fn a_large_game_is_measured_by_its_played_games() {
    let rules = rules("othello");
    let row = laboratory::Row {
        experiment: "test".to_owned(),
        game: "othello".to_owned(),
        learner: "fields".to_owned(),
        against: "exposed-4:depth=2".to_owned(),
        opening_moves: 0,
        games: 200,
        runs: 1,
        measure: laboratory::Measure::Games,
        document: String::new(),
    };
    let measured = |row: &laboratory::Row| {
        let measured = laboratory::measure(&rules, row, (1, 9), &Arc::default(), &mut |_, _| {});
        measured.expect("it is carried out").expect("nobody stops it")
    };
    let learns = measured(&row);
    assert_eq!(learns.runs.len(), 1, "no more runs than the row has");
    for run in &learns.runs {
        assert_eq!(run.games.all(), 200);
        assert_eq!(run.strengths.iter().map(|(_, games)| games.all()).sum::<u64>(), 200);
        assert!(run.until.is_some_and(|until| until > 0 && until <= 180), "it wins in the end: {run:?}");
        assert_eq!(run.strengths.last().map(|(games, lately)| (*games, lately.lost)), Some((200, 0)));
    }
    assert_eq!(learns.lost().value, 0.0);
    assert!((0.1..0.99).contains(&learns.score().value), "{:?}", learns.score());
    // A learner without rewards loses the same game again and again.
    let learner = "fields:rewards=0/0/0".to_owned();
    let learns_nothing = measured(&laboratory::Row { learner, games: 20, runs: 1, ..row.clone() });
    assert_eq!((learns_nothing.runs[0].until, learns_nothing.score().value), (None, 0.0));
    // With random openings the learner's games differ.
    let learner = "fields:rewards=0/0/0,with=exposed-4".to_owned();
    let after_lots = measured(&laboratory::Row { learner, games: 6, opening_moves: 8, runs: 1, ..row });
    assert!((0.1..1.0).contains(&after_lots.score().value), "{:?}", after_lots.score());
}

#[test]
fn tables_of_the_document_are_compared_with_ours() {
    let rules = rules(tables::game());
    let theirs = tables::printed(&rules).expect("its board is the document's");
    let field = rules.program().board.as_ref().expect("it has a board").field;
    let at = |name: &str| rules.program().sort(field).value(name).expect("it is a field") as usize;
    let number = |table: &[i64], name: &str| table[at(name)];
    assert_eq!(["a1", "b1", "b2", "h8"].map(|name| number(&theirs.all, name)), [1020, -120, -330, 1020]);
    assert_eq!(["a1", "h1", "b2", "h8", "a8"].map(|name| number(&theirs.one, name)), [35, 59, -23, 16, 24]);
    let random = Some("random".parse().expect("it is one"));
    let ours = tables::learned(&rules, random, (300, 1), &Arc::default(), &mut |_| {});
    let ours = ours.expect("it learns").expect("nobody stops it");
    for name in ["a8", "h1", "h8"] {
        assert_eq!(number(&ours.all, name), number(&ours.all, "a1"), "images of a field have one number");
    }
    assert!(number(&ours.all, "a1") > 50 && number(&ours.all, "b1") < 0, "{:?}", ours.all);
    assert!(tables::rank_correlation(&theirs.all, &ours.all) > 0.2);
}

#[test]
fn the_rank_correlation_measures_how_alike_two_orders_are() {
    assert_eq!(tables::rank_correlation(&[1, 5, 9, 20], &[-3, 0, 1, 2]), 1.0);
    assert_eq!(tables::rank_correlation(&[1, 5, 9], &[7, 3, -1]), -1.0);
    let some = tables::rank_correlation(&[1, 2, 2, 3], &[2, 1, 3, 4]);
    assert!((some - 0.632).abs() < 0.001, "{some}");
}
