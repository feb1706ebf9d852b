//! Tests of the official rule of forbidden points, which is written as derivations that evaluate themselves again after
//! one more stone. They agree with the same rule evaluated directly on every empty field, and with boards from the
//! tests of other programs.

use blanche_compiler::runtime::{Limits, Value};
use noire::bases::Backend;
use noire::board::{Color, Point, Position};
use noire::facts::Base;
use noire::record::{Entry, PositionFile, read_positions};

/// 2,000 clustered positions of 10 to 60 stones with black to move, and the forbidden points in each; see the README in
/// the same folder.
const POSITIONS: &[u8] = include_bytes!("data/forbidden-random.tsv");

/// 41 boards from other programs' tests. They have points that are forbidden, and points that look forbidden but are
/// not.
const BOARDS: &[u8] = include_bytes!("data/forbidden.tsv");

/// The base of this test. It has the same derivations as the base `renju`, and also the rule in the form of the
/// official text, which is evaluated on every empty field.
const OFFICIAL: &str = "engine/tests/knowledge/official";

fn base(name: &str) -> Base {
    Base::open(name, Limits::default()).unwrap_or_else(|_| panic!("{name} has no mistakes"))
}

fn read(name: &str, bytes: &[u8]) -> PositionFile {
    read_positions(name, bytes).expect("the positions are well formed")
}

/// The export for the points that are forbidden to Black.
fn forbidden_to_black(base: &Base) -> usize {
    base.export("forbidden", Color::Black).expect("the base says what is forbidden")
}

/// The fields of an export, in alphabetical order.
fn points(base: &Base, backend: Backend, export: usize, position: &mut Position) -> Vec<String> {
    let found = base.on(backend).exported(export, position).expect("within the limit");
    let point = |solution: &[Value]| Point::from_index(solution[0] as usize).unwrap().to_string();
    let mut found: Vec<String> = found.iter().map(point).collect();
    found.sort();
    found
}

/// The points in a column of the test's file, in alphabetical order.
fn expected(file: &PositionFile, entry: &Entry, column: &str) -> Vec<String> {
    let cell = file.cell(entry, column).unwrap_or_default();
    let mut points: Vec<String> =
        cell.split(',').filter(|point| !point.is_empty()).map(str::to_owned).collect();
    points.sort();
    points
}

#[test]
fn both_back_ends_find_the_forbidden_points_of_2000_positions() {
    let base = base("renju");
    let file = read("forbidden-random.tsv", POSITIONS);
    let mut forbidden = 0;
    for entry in &file.entries {
        let mut position = entry.spec.position();
        for backend in [Backend::Compiled, Backend::Interpreted] {
            let found = points(&base, backend, forbidden_to_black(&base), &mut position);
            assert_eq!(found, expected(&file, entry, "forbidden"), "{backend}: {}", entry.text);
            forbidden += found.len();
        }
        assert_eq!(position, entry.spec.position());
    }
    assert_eq!(file.entries.len(), 2000);
    assert!(forbidden > 1000, "most positions have some");
}

#[test]
fn both_back_ends_judge_the_boards_of_other_programs() {
    let base = base("renju");
    let file = read("forbidden.tsv", BOARDS);
    for entry in &file.entries {
        let mut position = entry.spec.position();
        let (forbidden, legal) =
            (expected(&file, entry, "forbidden"), expected(&file, entry, "explicitly-legal"));
        for backend in [Backend::Compiled, Backend::Interpreted] {
            let found = points(&base, backend, forbidden_to_black(&base), &mut position);
            if file.cell(entry, "completeness") == Some("complete") {
                assert_eq!(found, forbidden, "{backend}: {:?}", entry.id);
            }
            assert!(forbidden.iter().all(|point| found.contains(point)), "{backend}: {:?}", entry.id);
            assert!(!legal.iter().any(|point| found.contains(point)), "{backend}: {:?}", entry.id);
        }
    }
    assert_eq!(file.entries.len(), 41);
}

/// Boards with black stones on which h8 makes a five, and at the same time an overline, two fours or two threes.
const FIVES: [&str; 3] =
    ["e8,f8,g8,i8,h5,h6,h7,h9,h10", "d8,e8,f8,g8,h5,h6,h7,i9,j10,k11", "d8,e8,f8,g8,g7,f6,i7,j6"];

#[test]
fn a_five_comes_before_all_that_is_forbidden() {
    let base = base("renju");
    for stones in FIVES {
        let of =
            |stones: &str| -> Vec<Point> { stones.split(',').map(|point| point.parse().unwrap()).collect() };
        let found = |stones: &str, backend| {
            points(
                &base,
                backend,
                forbidden_to_black(&base),
                &mut Position::set_up(&of(stones), &[], None, None).unwrap(),
            )
        };
        for backend in [Backend::Compiled, Backend::Interpreted] {
            assert!(!found(stones, backend).contains(&"h8".to_owned()), "{backend}: {stones}");
            // If the stones in row 8 are removed, h8 does not make a five, and the other stones make it a forbidden
            // point.
            let rest: Vec<&str> = stones.split(',').filter(|point| !point.ends_with('8')).collect();
            assert!(found(&rest.join(","), backend).contains(&"h8".to_owned()), "{backend}: {rest:?}");
        }
    }
}

#[test]
fn the_candidate_fields_contain_every_forbidden_point() {
    let base = base(OFFICIAL);
    let file = read("forbidden-random.tsv", POSITIONS);
    for entry in file.entries.iter().step_by(3) {
        let mut position = entry.spec.position();
        let [some, all] = ["forbidden", "tried"].map(|name| {
            let export = base.export(name, Color::Black).expect("the base exports it");
            points(&base, Backend::Interpreted, export, &mut position)
        });
        assert_eq!(some, all, "{}", entry.text);
    }
}
