//! Tests of how positions answer the predicates of five in a row. The answers are compared with the definitions in the
//! thesis.

use blanche_compiler::runtime::LimitReached;
use noire::board::{self, Diagram, Point, Position};
use noire::rules::five_in_a_row::{Cardinality, Color, Direction, Field, FiveInARowFacts, Group, Place};

use blanche_compiler::random::Random;

fn field(text: &str) -> Field {
    Field::from(text.parse::<Point>().unwrap())
}

fn group(text: &str) -> Group {
    Group::from(text.parse::<board::Group>().unwrap())
}

fn fields_text(fields: impl Iterator<Item = Field>) -> String {
    fields.map(|field| Point::from(field).to_string()).collect::<Vec<_>>().join(" ")
}

fn groups_text(groups: impl Iterator<Item = Group>) -> String {
    groups.map(|group| board::Group::from(group).to_string()).collect::<Vec<_>>().join(" ")
}

fn drawn(text: &str) -> Position {
    text.parse::<Diagram>().unwrap_or_else(|error| panic!("{error}\n{text}")).position(None)
}

const COLORS: [Color; 4] = [Color::None, Color::White, Color::Black, Color::Both];
const DIRECTIONS: [Direction; 4] = [Direction::Row, Direction::Column, Direction::Rising, Direction::Falling];

/// Checks that the modes of each predicate describe the same relation: a generating mode yields exactly the tuples for
/// which the test holds.
fn check_modes_agree(position: &Position) {
    for color in COLORS {
        for n in 0..=6 {
            let expected: Vec<Group> = (0..572)
                .map(Group)
                .filter(|&group| position.group_color_n(group) == Some((color, Cardinality(n))))
                .collect();
            let found: Vec<Group> = position.group_group(color, Cardinality(n)).iter().collect();
            assert_eq!(found, expected, "group(_, {color:?}, {n})");
        }
        let expected: Vec<Field> =
            (0..225).map(Field).filter(|&field| position.color_color(field) == Some(color)).collect();
        assert_eq!(position.color_field(color).iter().collect::<Vec<_>>(), expected, "color(_, {color:?})");
    }
    for direction in DIRECTIONS {
        let expected: Vec<Group> =
            (0..572).map(Group).filter(|&g| position.direction_direction(g) == Some(direction)).collect();
        assert_eq!(position.direction_group(direction).iter().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn all_modes_of_a_predicate_describe_one_relation() {
    let mut random = Random::new(4);
    for _ in 0..20 {
        let mut position = Position::empty();
        check_modes_agree(&position);
        for _ in 0..random.below(120) {
            let _ = position.play(Point::from_index(random.below(225)).unwrap());
        }
        check_modes_agree(&position);
    }
}

#[test]
fn all_modes_of_in_describe_one_relation() {
    let position = Position::empty();
    for first in 0..=8 {
        for last in 0..=8 {
            let (first, last) = (Place(first), Place(last));
            let mut of_groups = vec![Vec::new(); 225];
            for group in (0..572).map(Group) {
                let mut expected = Vec::new();
                for place in first.0..=last.0.min(6) {
                    let board_group = board::Group::from(group);
                    expected.extend(board_group.field(place as u8).map(Field::from));
                }
                expected.sort();
                let found: Vec<Field> = position.in_field(group, first, last).iter().collect();
                assert_eq!(found, expected, "in(_, {group:?}, {first:?}, {last:?})");
                for &field in &found {
                    of_groups[field.0 as usize].push(group);
                }
            }
            for field in (0..225).map(Field) {
                let found: Vec<Group> = position.in_group(field, first, last).iter().collect();
                assert_eq!(found, of_groups[field.0 as usize], "in({field:?}, _, {first:?}, {last:?})");
                for group in (0..572).step_by(7).map(Group) {
                    let holds = position.in_holds(field, group, first, last);
                    assert_eq!(
                        holds,
                        found.contains(&group),
                        "in({field:?}, {group:?}, {first:?}, {last:?})"
                    );
                }
            }
        }
    }
}

#[test]
fn a_border_field_off_the_board_does_not_exist() {
    let position = Position::empty();
    let all = |text| fields_text(position.in_field(group(text), Place(0), Place(6)).iter());
    assert_eq!(all("e5.i9"), "d4 e5 f6 g7 h8 i9 j10");
    assert_eq!(all("c10.g6"), "h5 g6 f7 e8 d9 c10 b11");
    assert_eq!(all("a1.e1"), "a1 b1 c1 d1 e1 f1");
    assert_eq!(all("k15.o15"), "j15 k15 l15 m15 n15 o15");
    assert_eq!(all("a5.e1"), "e1 d2 c3 b4 a5");
    assert_eq!(position.in_field(group("a1.e1"), Place(0), Place(0)).len(), 0);
    assert_eq!(position.in_field(group("a1.e1"), Place(5), Place(4)).len(), 0);
    let sizes = (0..572).map(|g| position.in_field(Group(g), Place(0), Place(6)).len());
    assert_eq!(
        sizes.fold([0; 3], |mut sizes, size| {
            sizes[size - 5] += 1;
            sizes
        }),
        [4, 136, 432]
    );
}

#[test]
fn a_group_has_the_colour_of_its_base_fields() {
    let position = drawn(
        "
         5 . o . . . . .
         4 . . . . x . .
         3 x x . x x . o
         2 . . . . x . .
         1 . . . . x . .
           a b c d e f g
        ",
    );
    let content = |text| position.group_color_n(group(text)).unwrap();
    assert_eq!(content("a3.e3"), (Color::Black, Cardinality(4)));
    assert_eq!(content("b3.f3"), (Color::Black, Cardinality(3)));
    assert_eq!(content("c3.g3"), (Color::Both, Cardinality(0)));
    assert_eq!(content("f3.j3"), (Color::White, Cardinality(1)));
    assert_eq!(content("h3.l3"), (Color::None, Cardinality(0)));
    assert_eq!(groups_text(position.group_group(Color::Black, Cardinality(4)).iter()), "a3.e3 e1.e5");
    assert_eq!(position.group_group(Color::White, Cardinality(0)).len(), 0);
    assert_eq!(position.group_group(Color::None, Cardinality(1)).len(), 0);
    assert_eq!(position.group_group(Color::Both, Cardinality(2)).len(), 0);
    assert_eq!(position.color_color(field("b5")), Some(Color::White));
    assert_eq!(position.color_color(field("c5")), Some(Color::None));
    assert_eq!(fields_text(position.color_field(Color::White).iter()), "g3 b5");
}

#[test]
fn a_set_up_may_have_no_last_move() {
    assert_eq!(drawn("1 x . .\n  a b c").last_move_field(), None);
    assert_eq!(drawn("1 x . O\n  a b c").last_move_field(), Some(field("c1")));
    assert_eq!(Position::empty().last_move_field(), None);
}

/// Evaluates `lead.to.black.loss` on these fields. `answers` say whether Black loses after the first stone, the second
/// stone, and so on. Returns the result, and the fields of the stones after which this was evaluated. The position must
/// be unchanged afterwards.
fn check_black_loss(
    position: &Position,
    fields: &[&str],
    answers: &[Result<bool, LimitReached>],
) -> (Result<bool, LimitReached>, Vec<String>) {
    let fields: Vec<Field> = fields.iter().map(|text| field(text)).collect();
    let mut asked = position.clone();
    let mut questions = Vec::new();
    let answer = asked.lead_to_black_loss_holds(&fields, &mut |position| {
        let last = position.last_move().expect("the stone that was set is the last move");
        assert_eq!(position.stone(last), Some(board::Color::Black));
        questions.push(last.to_string());
        answers[questions.len() - 1]
    });
    assert_eq!(asked, *position);
    assert!(asked.made().eq(position.made()));
    (answer, questions)
}

#[test]
fn black_loses_by_the_first_stone_to_which_a_rule_applies() {
    let mut position = Position::empty();
    for text in ["h8", "i9", "g7"] {
        position.play(text.parse().unwrap()).unwrap();
    }
    let check = |fields: &[&str], answers: &[Result<bool, LimitReached>]| {
        let (answer, questions) = check_black_loss(&position, fields, answers);
        (answer, questions.join(" "))
    };
    let no = Ok(false);
    assert_eq!(check(&["a1"], &[Ok(true)]), (Ok(true), "a1".to_owned()));
    assert_eq!(check(&["a1"], &[no]), (no, "a1".to_owned()));
    assert_eq!(check(&["a1", "a2", "a3"], &[no, Ok(true)]), (Ok(true), "a1 a2".to_owned()));
    assert_eq!(check(&["a1", "a2", "a3"], &[no, no, no]), (no, "a1 a2 a3".to_owned()));
    assert_eq!(check(&["h8"], &[]), (no, String::new()), "not empty");
    assert_eq!(check(&["a1", "i9", "a3"], &[no]), (no, "a1".to_owned()), "not empty");
    assert_eq!(check(&["a1", "i9"], &[Ok(true)]), (Ok(true), "a1".to_owned()), "lost before");
    assert_eq!(check(&["a1", "a1"], &[no]), (no, "a1".to_owned()), "comes twice");
    assert_eq!(
        check(&["a1", "a2", "a3"], &[no, Err(LimitReached::Work)]),
        (Err(LimitReached::Work), "a1 a2".to_owned())
    );
}

#[test]
fn black_loss_can_be_nested() {
    let mut position = Position::empty();
    let before = position.clone();
    let answer = position.lead_to_black_loss_holds(&[field("a1"), field("b1")], &mut |position| {
        let stones = position.stones(board::Color::Black).len();
        let inner = position.lead_to_black_loss_holds(&[field("c1")], &mut |position| {
            Ok(position.stones(board::Color::Black).len() == 3)
        });
        assert_eq!(position.stones(board::Color::Black).len(), stones);
        inner
    });
    assert_eq!(answer, Ok(true));
    assert_eq!(position, before);
}

#[test]
fn a_set_of_groups_is_not_changed_by_later_moves() {
    let mut position = Position::empty();
    position.set("h8".parse().unwrap(), board::Color::Black);
    let ones = position.group_group(Color::Black, Cardinality(1));
    let before: Vec<Group> = position.group_group(Color::Black, Cardinality(1)).iter().collect();
    position.set("h9".parse().unwrap(), board::Color::White);
    assert_eq!(ones.iter().collect::<Vec<_>>(), before);
}
