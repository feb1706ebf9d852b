//! Tests of the experiments: the data printed in the thesis, and the layout of the tables.

mod surrogates;

use blanche_compiler::runtime::Limits as Work;
use noire::facts::Base;
use noire::games::FiveInARow;
use noire::proof_check::FiveInARowStrategy;
use noire::search::classic::Classic;
use noire::search::limits::SearchLimits;
use noire::search::solve::{Check, SolveOptions, solve};
use noire::search::strategy::ThreatClass;
use noire::search::threats::Threats;
use noire_reproductions::experiment::printed::{compared, nosovsky, positions, surrogates, uiterwijk};
use noire_reproductions::experiment::{Board, Trace};
use serde_json::{Value, json};

use crate::reproduce;

#[test]
fn the_printed_positions_and_lines_are_read() {
    let positions = nosovsky();
    assert_eq!(positions.len(), 11);
    assert_eq!(positions.iter().filter(|printed| printed.line.is_some()).count(), 6);
    // The totals that the thesis prints cover these positions, and those nine of Uiterwijk's positions that it solved.
    let lines = uiterwijk();
    assert_eq!(lines.len(), 21);
    let figures =
        positions.iter().map(|printed| printed.figures).chain(lines.iter().map(|line| line.figures));
    let mut totals = [0; 4];
    for figures in figures {
        for (total, figure) in totals.iter_mut().zip(figures) {
            *total += figure.map_or(0, Trace::least);
        }
    }
    // Table 5.3 gives the total 120,148,514 at level 1. It counts twelve of its figures as ten million each.
    assert_eq!(totals, [120_148_514, 3_076_661, 687_504, 776_795]);
}

#[test]
fn every_printed_line_can_be_played_in_its_position() {
    for printed in nosovsky() {
        let mut position = printed.position.clone();
        for made in printed.line.unwrap_or_default() {
            position.play(made).unwrap_or_else(|error| panic!("{}: {error}", printed.name));
        }
    }
}

#[test]
fn every_uiterwijk_position_has_a_surrogate_or_a_lost_board() {
    let compared = compared();
    let names: Vec<&str> = compared.iter().map(|printed| printed.name).collect();
    assert!(names.iter().map(ToString::to_string).eq((1..=12).map(|number| format!("JU{number:02}"))));
    assert_eq!(compared.iter().filter(|printed| printed.thesis.is_some()).count(), 9);
    let boards = surrogates();
    assert!(boards.iter().all(|printed| printed.board == Board::Surrogate && names.contains(&printed.name)));
    assert_eq!(positions().len(), boards.len() + nosovsky().len());
}

/// The number of moves in which each surrogate is won with all rules up to level 7, in order.
fn moves(base: &str, strategy: &FiveInARowStrategy, class: ThreatClass) -> String {
    let base = Base::open(base, Work::default()).expect("it is built in");
    let plies = surrogates().into_iter().map(|printed| {
        let limits = SearchLimits { positions: 100_000, ..SearchLimits::default() };
        let mut game = FiveInARow::new(&base, base.backend(), printed.position);
        let solution =
            solve(strategy, &mut game, &SolveOptions { class, levels: 7, check: Check::InTime, limits });
        assert!(solution.checked, "{} is won, and the proof stands", printed.name);
        solution.won.expect("it is won").plies().to_string()
    });
    plies.collect::<Vec<_>>().join(" | ")
}

#[test]
fn the_book_states_in_how_many_moves_the_surrogates_are_won() {
    let book = include_str!("../../../../blanche-compiler/book/src/work/positions.md");
    let rows = [
        ("`renju-2001`, strategy of the thesis", moves("renju-2001", &Classic, ThreatClass::Threats)),
        ("`gomoku`, our strategy", moves("gomoku", &Threats, ThreatClass::Quiet)),
    ];
    for (title, moves) in rows {
        let row = format!("\n| {title} | {moves} |\n");
        assert!(book.contains(&row), "the book has not{row}");
    }
}

/// The rules of go-moku with a small search limit, so that only quick wins are found.
const GO_MOKU: [&str; 10] = [
    "experiment",
    "--game",
    "gomoku",
    "--strategy",
    "threats",
    "--reach",
    "quiet",
    "--level",
    "7",
    "--nodes",
];

#[test]
fn the_tables_mark_surrogates_and_lost_boards_and_count_wins() {
    let ran = reproduce(&[&GO_MOKU[..], &["1000"]].concat());
    let has =
        |start: &str, end: &str| ran.out.lines().any(|line| line.starts_with(start) && line.ends_with(end));
    assert!(has("JU01 ", " board lost") && has("JU04* ", " black wins in 5: j7"), "{}", ran.out);
    // The columns: the number of moves of Uiterwijk's line, of the thesis' line and of our line. Then follows which of
    // the printed lines begins with the same move as our line.
    assert!(ran.out.contains("\nJU05*     15         not found  9     yes  "), "{}", ran.out);
    assert!(ran.out.contains("\nJU12      23         19         lost  -  "), "{}", ran.out);
    assert!(ran.out.contains("\n* a surrogate: "), "{}", ran.out);
    let won = "Won with the rules of gomoku up to level 7: 5 of 11 printed boards (5 not searched to the end) and 6 of 6 \
               surrogates; 6 boards are lost.\n";
    assert!(ran.out.ends_with(won), "{}", ran.out);
    let ran = reproduce(&[&GO_MOKU[..], &["1000", "--format", "markdown"]].concat());
    assert!(ran.out.contains("\n| JU05* | 15 | not found | 9 | yes | j8.j10.") && ran.out.ends_with(won));
    assert!(ran.out.contains("\n\\* a surrogate: "), "{}", ran.out);
}

#[test]
fn json_has_the_numbers_of_the_tables() {
    let ran = reproduce(&[&GO_MOKU[..], &["1000", "--format", "json"]].concat());
    let object: Value = serde_json::from_str(&ran.out).expect("it is an object");
    assert_eq!(object["lost_boards"], json!(["JU01", "JU02", "JU03", "JU06", "JU09", "JU12"]));
    assert_eq!(
        object["won"],
        json!({ "printed": { "won": 5, "of": 11 }, "surrogates": { "won": 6, "of": 6 } })
    );
    let marked = |row: &&Value| row["surrogate"] == true;
    assert_eq!(object["positions"].as_array().expect("a list").iter().filter(marked).count(), 6);
    let rows = object["compared"].as_array().expect("a list");
    assert_eq!(rows.len(), 12);
    assert_eq!((&rows[4]["id"], &rows[4]["board"]), (&json!("JU05"), &json!("surrogate")));
    assert_eq!((&rows[4]["uiterwijk"]["same_first_move"], &rows[4]["thesis"]), (&json!(true), &Value::Null));
    assert_eq!((&rows[4]["uiterwijk"]["moves"], &rows[4]["here"]["moves"]), (&json!(15), &json!(9)));
    assert_eq!((&rows[0]["board"], &rows[0]["here"]), (&json!("lost"), &Value::Null));
    assert_eq!(rows[0]["thesis"]["same_first_move"], Value::Null);
}
