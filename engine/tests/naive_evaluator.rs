//! The naive evaluator finds the stored numbers of solutions for the rules of the thesis.

use agree::{Naive, World};

use crate::back_ends::PRINTED;
use crate::definitions::definition_of_base;
use crate::naive_world::{PlainBoard, Stone};

/// Each line has moves, black first, and then the number of distinct solutions of each rule that the thesis prints.
const PRINTED_RULES: &str = include_str!("data/printed-rules.tsv");

fn printed_base() -> Naive {
    definition_of_base(PRINTED, |_, text| text.to_owned())
}

#[test]
fn every_printed_rule_has_the_committed_number_of_solutions() {
    let base = printed_base();
    for line in PRINTED_RULES.lines().filter(|line| !line.starts_with('#')) {
        let (moves, expected) = line.split_once('\t').unwrap();
        let mut board = PlainBoard::after_moves(moves);
        let counts: Vec<String> =
            base.rules().iter().map(|rule| base.all(&mut board, rule).len().to_string()).collect();
        assert_eq!(counts.join("\t"), expected, "{moves}");
    }
}

#[test]
fn the_rules_stand_in_the_order_of_the_base() {
    let names: Vec<String> = printed_base()
        .rules()
        .iter()
        .map(|rule| format!("{} {} {}", rule.level, rule.name, rule.colour))
        .collect();
    let expected = "
        0 five white, 0 five black, 0 overline white, 0 double.four white, 0 double.three white,
        1 four white, 1 four black,
        3 t.threat white, 3 t.threat black, 3 renju.threat white,
        5 z.threat white, 5 cross.1 white, 5 cross.2 white, 5 cross.2 black,
        7 double.cross.1 white, 7 double.cross.2 white, 7 double.cross.3 white, 7 double.cross.3 black";
    assert_eq!(names, expected.split(',').map(str::trim).collect::<Vec<_>>());
}

#[test]
fn querying_a_loss_leaves_the_board_unchanged() {
    let base = printed_base();
    let moves = "h8,i7,k6,g5,h6,h5,l6,i6,i5,j7,h3,g7,l9,h7,k7,g4,k8,g6,g8,f7";
    let (mut asked, untouched) = (PlainBoard::after_moves(moves), PlainBoard::after_moves(moves));
    for rule in base.rules() {
        base.applies(&mut asked, rule);
    }
    let fields = || (0..15).flat_map(|row| (0..15).map(move |column| (column, row)));
    assert!(fields().all(|field| asked.stone(field) == untouched.stone(field)));
    assert_eq!(fields().filter(|field| asked.stone(*field) != Stone::None).count(), 20);
}

#[test]
fn the_board_has_572_groups() {
    let groups: Vec<String> =
        PlainBoard::new().values("group").iter().map(|group| group.to_string()).collect();
    assert_eq!(groups.len(), 572);
    assert_eq!(groups[0], "a1.e1");
    assert_eq!(groups[165], "a1.a5");
    assert_eq!(groups[330], "a1.e5");
    assert_eq!(groups[451], "a5.e1");
    assert!(groups.iter().any(|group| group == "c10.g6"));
}
