//! Properties of the board, checked in seeded random games against counts from scratch.

use noire::board::{Color, Direction, Group, GroupContent, GroupSet, Point, PointSet, Position, Symmetry};

use blanche_compiler::random::Random;

fn point(text: &str) -> Point {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn group(text: &str) -> Group {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The groups of the board, computed without the board's tables: one for every start and step for which the group stays
/// on the board.
fn groups_from_scratch() -> Vec<(Direction, [(i32, i32); 7])> {
    let mut groups = Vec::new();
    let steps = [
        (Direction::Row, 1, 0),
        (Direction::Column, 0, 1),
        (Direction::Rising, 1, 1),
        (Direction::Falling, 1, -1),
    ];
    for (direction, columns, rows) in steps {
        for row in 0..15 {
            for column in 0..15 {
                let fields = std::array::from_fn(|place| {
                    let steps = place as i32 - 1;
                    (column + columns * steps, row + rows * steps)
                });
                if fields[1..6].iter().copied().all(is_on_board) {
                    groups.push((direction, fields));
                }
            }
        }
    }
    groups
}

fn is_on_board((column, row): (i32, i32)) -> bool {
    (0..15).contains(&column) && (0..15).contains(&row)
}

/// Checks that every counter and set of the position matches its stones.
fn check_counted_right(position: &Position) {
    let mut sets: Vec<(GroupContent, GroupSet)> = Vec::new();
    for group in Group::all() {
        let count =
            |color| group.base().iter().filter(|&&field| position.stone(field) == Some(color)).count() as u8;
        let (black, white) = (count(Color::Black), count(Color::White));
        assert_eq!(position.count(group, Color::Black), black, "{group} {position:?}");
        assert_eq!(position.count(group, Color::White), white, "{group} {position:?}");
        let content = match (black, white) {
            (0, 0) => GroupContent::Empty,
            (_, 0) => GroupContent::Only(Color::Black, black),
            (0, _) => GroupContent::Only(Color::White, white),
            _ => GroupContent::Both,
        };
        assert_eq!(position.content(group), content, "{group} {position:?}");
        match sets.iter_mut().find(|(other, _)| *other == content) {
            Some((_, set)) => set.insert(group),
            None => sets.push((content, [group].into_iter().collect())),
        }
    }
    let counts = Color::ALL.into_iter().flat_map(|color| (0..=7).map(move |n| GroupContent::Only(color, n)));
    for content in counts.chain([GroupContent::Empty, GroupContent::Both]) {
        let expected =
            sets.iter().find(|(other, _)| *other == content).map_or(GroupSet::EMPTY, |(_, set)| *set);
        assert_eq!(position.groups(content), expected, "{content:?} {position:?}");
    }
    let black = position.stones(Color::Black);
    let white = position.stones(Color::White);
    assert!((black & white).is_empty());
    assert_eq!(black | white | position.empty_fields(), PointSet::full());
    assert_eq!(black.len() + white.len() + position.empty_fields().len(), 225);
}

#[test]
fn the_numbers_of_groups_are_those_of_table_3_2() {
    let mut total = [0; 3];
    let directions = [
        (&[Direction::Row][..], [0, 30, 135]),
        (&[Direction::Column][..], [0, 30, 135]),
        (&[Direction::Rising, Direction::Falling][..], [4, 76, 162]),
    ];
    for (directions, expected) in directions {
        let mut types = [0; 3];
        for group in directions.iter().flat_map(|&direction| Group::along(direction)) {
            assert!(directions.contains(&group.direction()));
            types[group.fields().iter().flatten().count() - 5] += 1;
        }
        assert_eq!(types, expected, "{directions:?}");
        for (sum, number) in total.iter_mut().zip(types) {
            *sum += number;
        }
    }
    assert_eq!(total, [4, 136, 432]);
    assert_eq!(Group::all().len(), 572);
}

#[test]
fn groups_are_numbered_by_direction_and_then_by_first_field() {
    let expected = groups_from_scratch();
    assert_eq!(expected.len(), Group::COUNT);
    for (group, (direction, fields)) in Group::all().zip(expected) {
        assert_eq!(group.direction(), direction, "{group}");
        for (place, at) in fields.into_iter().enumerate() {
            let expected = is_on_board(at).then(|| Point::new(at.0 as u8, at.1 as u8).unwrap());
            assert_eq!(group.field(place as u8), expected, "place {place} of {group}");
        }
        assert_eq!(group.field(7), None);
        assert_eq!(Group::from_index(group.index()), Some(group));
    }
    assert_eq!(Group::from_index(572), None);
}

#[test]
fn the_groups_of_a_field_are_in_order() {
    for field in Point::all() {
        let around: Vec<(Group, u8)> =
            Group::all().filter_map(|group| Some((group, group.place(field)?))).collect();
        let found: Vec<(Group, u8)> = Group::around(field).iter().map(|m| (m.group, m.place)).collect();
        assert_eq!(found, around, "{field}");
        let found: Vec<(Group, u8)> = Group::on(field).iter().map(|m| (m.group, m.place)).collect();
        let on: Vec<(Group, u8)> = around.into_iter().filter(|entry| (1..=5).contains(&entry.1)).collect();
        assert_eq!(found, on, "{field}");
    }
    assert_eq!(Group::on(point("a1")).len(), 3);
    assert_eq!(Group::on(point("h8")).len(), 20);
    assert_eq!(Group::around(point("h8")).len(), 28);
}

#[test]
fn every_group_is_parsed_from_its_text() {
    for group in Group::all() {
        assert_eq!(group.to_string().parse(), Ok(group));
        let base = group.base();
        let padded = |field: Point| format!("{}{:02}", field.letter(), field.row() + 1);
        assert_eq!(format!("{}.{}", padded(base[0]), padded(base[4])).parse(), Ok(group));
        assert_eq!(Group::between(base[4], base[0]), Some(group));
    }
    assert_eq!(group("c05.g09").to_string(), "c5.g9");
    assert_eq!(group("c10.g6").direction(), Direction::Falling);
    assert_eq!(group("E5.I9").direction(), Direction::Rising);
}

#[test]
fn text_that_is_not_a_group_is_rejected_with_the_reason() {
    let cases = [
        ("", "a group is its first and its last field with a dot between, such as `e3.e7`"),
        ("e3e7", "a group is its first and its last field with a dot between, such as `e3.e7`"),
        ("e3.", "a point is a column a to o and a row 1 to 15, such as `h8`"),
        ("e3.e7.e9", "a point is a column a to o and a row 1 to 15, such as `h8`"),
        ("e12.e16", "the rows of the board are 1 to 15"),
        ("l1.p1", "the columns of the board are a to o"),
        ("e3.e8", "these are not the ends of five fields in a row"),
        ("e3.e3", "these are not the ends of five fields in a row"),
        ("e3.i6", "these are not the ends of five fields in a row"),
        ("e7.e3", "this group is written `e3.e7`"),
        ("g6.c10", "this group is written `c10.g6`"),
    ];
    for (text, message) in cases {
        assert_eq!(text.parse::<Group>().unwrap_err().to_string(), message, "{text:?}");
    }
}

#[test]
fn a_set_iterates_over_all_members_in_order() {
    let mut random = Random::new(1);
    for _ in 0..200 {
        let (mut set, mut expected) = (GroupSet::EMPTY, std::collections::BTreeSet::new());
        for _ in 0..random.below(300) {
            let group = Group::from_index(random.below(572)).unwrap();
            if random.below(3) == 0 {
                set.remove(group);
                expected.remove(&group);
            } else {
                set.insert(group);
                expected.insert(group);
            }
        }
        assert!(set.iter().eq(expected.iter().copied()));
        assert_eq!(set.len(), expected.len());
        assert_eq!(set.iter().len(), expected.len());
        assert_eq!((GroupSet::full() - set).len(), 572 - expected.len());
    }
    assert_eq!(GroupSet::full().iter().last(), Group::from_index(571));
    assert_eq!(PointSet::full().iter().last(), Point::from_index(224));
    assert_eq!(PointSet::EMPTY.first(), None);
}

#[test]
fn incremental_counts_equal_counts_from_scratch() {
    let mut random = Random::new(2);
    for round in 0..20 {
        let mut position = Position::empty();
        let mut before = Vec::new();
        for _ in 0..150 {
            if random.below(4) == 0 {
                let taken = position.take_back();
                match before.pop() {
                    Some((earlier, field)) => {
                        assert_eq!(taken, Some(field));
                        assert_eq!(position, earlier);
                    }
                    None => assert_eq!(taken, None),
                }
            } else {
                let field = Point::from_index(random.below(225)).unwrap();
                if position.is_empty(field) {
                    before.push((position.clone(), field));
                    match round % 2 {
                        0 => position.play(field).unwrap(),
                        _ => position.set(field, Color::ALL[random.below(2)]),
                    }
                }
            }
            if random.below(10) == 0 {
                check_counted_right(&position);
            }
        }
        while let Some((earlier, _)) = before.pop() {
            position.take_back();
            assert_eq!(position, earlier);
        }
        assert_eq!(position, Position::empty());
        check_counted_right(&position);
    }
}

#[test]
fn the_whole_board_can_be_filled_and_emptied_again() {
    let mut position = Position::empty();
    for field in Point::all() {
        position.set(field, Color::Black);
    }
    check_counted_right(&position);
    assert_eq!(position.groups(GroupContent::Only(Color::Black, 5)), GroupSet::full());
    assert_eq!(position.made().len(), 225);
    while position.take_back().is_some() {}
    check_counted_right(&position);
    assert_eq!(position, Position::empty());
}

#[test]
fn undoing_a_stone_restores_the_last_move_and_the_turn() {
    let mut position =
        Position::set_up(&[point("h8")], &[point("i9")], Some(Color::White), Some(point("h8"))).unwrap();
    let set_up = position.clone();
    position.set(point("a1"), Color::Black);
    assert_eq!((position.last_move(), position.to_move()), (Some(point("a1")), Some(Color::White)));
    position.play(point("b1")).unwrap();
    assert_eq!((position.last_move(), position.to_move()), (Some(point("b1")), Some(Color::Black)));
    assert_eq!(position.stone(point("b1")), Some(Color::White));
    assert_eq!(position.take_back(), Some(point("b1")));
    assert_eq!(position.take_back(), Some(point("a1")));
    assert_eq!(position, set_up);
    assert_eq!(position.take_back(), None);
    assert_eq!(position, set_up);
}

#[test]
fn invalid_sets_of_stones_are_rejected() {
    let field = point("h8");
    let refused = [
        Position::after_moves(&[field, point("i9"), field]).unwrap_err(),
        Position::set_up(&[field], &[field], None, None).unwrap_err(),
        Position::set_up(&[field], &[], None, Some(point("a1"))).unwrap_err(),
        Position::set_up(&[field], &[], None, None).unwrap().play(point("a1")).unwrap_err(),
    ];
    let messages: Vec<String> = refused.iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "there is already a stone on h8",
            "there is already a stone on h8",
            "the last move a1 is a field without a stone",
            "the position does not say whose turn it is",
        ]
    );
}

#[test]
fn each_symmetry_permutes_points_groups_and_positions_in_groups() {
    for symmetry in Symmetry::ALL {
        let points: PointSet = Point::all().map(|point| symmetry.point(point)).collect();
        assert_eq!(points, PointSet::full(), "{symmetry:?}");
        let groups: GroupSet = Group::all().map(|group| symmetry.group(group)).collect();
        assert_eq!(groups, GroupSet::full(), "{symmetry:?}");
        for point in Point::all() {
            assert_eq!(symmetry.inverse().point(symmetry.point(point)), point, "{symmetry:?}");
        }
        for group in Group::all() {
            let image = symmetry.group(group);
            assert_eq!(image.direction(), symmetry.direction(group.direction()), "{symmetry:?} {group}");
            let expected: PointSet = group.fields().iter().flatten().map(|&p| symmetry.point(p)).collect();
            assert_eq!(image.fields().iter().flatten().copied().collect::<PointSet>(), expected);
        }
    }
    let images: std::collections::BTreeSet<Point> =
        Symmetry::ALL.iter().map(|symmetry| symmetry.point(point("b3"))).collect();
    assert_eq!(images.len(), 8);
}

#[test]
fn each_symmetry_maps_a_point_as_its_name_says() {
    let images: Vec<String> =
        Symmetry::ALL.iter().map(|symmetry| symmetry.point(point("b3")).to_string()).collect();
    assert_eq!(images, ["b3", "m2", "n13", "c14", "n3", "b13", "c2", "m14"]);
}

#[test]
fn counting_commutes_with_every_symmetry() {
    let mut random = Random::new(3);
    for _ in 0..10 {
        let mut position = Position::empty();
        for _ in 0..80 {
            let _ = position.play(Point::from_index(random.below(225)).unwrap());
        }
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            check_counted_right(&image);
            for group in Group::all() {
                assert_eq!(
                    image.content(symmetry.group(group)),
                    position.content(group),
                    "{symmetry:?} {group}"
                );
            }
            assert_eq!(image.transformed(symmetry.inverse()), position);
        }
    }
}

#[test]
fn every_point_is_parsed_from_its_text() {
    for point in Point::all() {
        assert_eq!(point.to_string().parse(), Ok(point));
        assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
        assert_eq!(format!("{}{:02}", point.letter(), point.row() + 1).parse(), Ok(point));
    }
}

#[test]
fn points_are_ordered_by_row_and_then_by_column() {
    let first: Vec<String> = Point::all().take(17).map(|point| point.to_string()).collect();
    assert_eq!(first.join(" "), "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 o1 a2 b2");
}

#[test]
fn text_that_is_not_a_point_is_rejected_with_the_reason() {
    use noire::board::ParsePointError::{Column, Form, Row};
    let cases = [
        ("", Form),
        ("h", Form),
        ("8", Form),
        ("hh8", Form),
        ("h8 ", Form),
        ("h-8", Form),
        ("h+8", Form),
        ("é8", Form),
        ("h٣", Form),
        ("p8", Column),
        ("Z99", Column),
        ("h0", Row),
        ("h00", Row),
        ("h16", Row),
        ("h99", Row),
        ("h008", Row),
        ("h999999999999999999999", Row),
    ];
    for (text, problem) in cases {
        assert_eq!(text.parse::<Point>(), Err(problem), "{text:?}");
    }
}

#[test]
fn a_step_off_the_board_has_no_target() {
    let corner = Point::new(14, 14).unwrap();
    assert_eq!(corner.step(Direction::Row, 1), None);
    assert_eq!(corner.step(Direction::Falling, -1), None);
    assert_eq!(corner.step(Direction::Rising, -14), Point::new(0, 0));
    assert_eq!(corner.step(Direction::Rising, i8::MIN), None);
}
