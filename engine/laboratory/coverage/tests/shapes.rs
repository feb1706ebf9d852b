//! Shapes of missed wins do not depend on their place and orientation on the board, and contain no unnecessary stones.

use super::{NODES, base, covered_base, of_one, places, report, settings, some_cases};
use crate::coverage::stones::knowledge::Knowledge;
use crate::verify::stones::shrink;
use crate::verify::stones::solver::{Answer, Solver};
use noire_engine::bases::Backend;
use noire_engine::board::{Color, Diagram, Point, PointSet, Position, Symmetry};
use noire_engine::proof_check::referee::Referee;

#[test]
fn the_shape_of_a_win_does_not_depend_on_place_or_orientation() {
    let base = base();
    let without = ["t.threat for white", "t.threat for black", "renju.threat for white", "cross.1 for white"];
    let bases = [covered_base(&base, &without)];
    // An open three and two crossing open twos, surrounded by stones that have no influence or only weaken the attack.
    let positions = [
        (
            "
        10 . . . . . . . .
         9 . . x . . o . .
         8 . . . o o o . .
         7 . x . x . . . .
         6 . . . . . . . .
           d e f g h i j k
        ",
            3,
            3,
        ),
        (
            "
        11 . . . . o . . . .
        10 . . . . o . . . .
         9 . . . . . . . . .
         8 . . . . . . o o .
         7 . x . . . . . x .
         6 . . . x . . . . .
           d e f g h i j k l
        ",
            5,
            4,
        ),
    ];
    for (text, level, stones) in positions {
        let position = text.parse::<Diagram>().unwrap().position(None);
        let mut keys = Vec::new();
        for symmetry in Symmetry::ALL {
            for (right, up) in [(0, 0), (-1, 1), (1, -2)] {
                let moved = |point: Point| {
                    let moved = |number: u8, by: i8| number.checked_add_signed(by).unwrap();
                    symmetry.point(Point::new(moved(point.column(), right), moved(point.row(), up)).unwrap())
                };
                let [black, white] =
                    Color::ALL.map(|color| position.stones(color).iter().map(moved).collect());
                let turned = shrink::set_up(black, white);
                let report = of_one(&bases, &turned, Color::White, &[1, 3, 5]);
                let [group] = &report.missing[..] else { panic!("one win is missing: {report:?}") };
                let shape = &group.example;
                assert_eq!((shape.level, shape.player, shape.size.0), (level, Color::White.index(), stones));
                // The example has the orientation of the record.
                let all = |position: &Position| position.stones(Color::Black) | position.stones(Color::White);
                assert!(
                    (all(&shape.position) - all(&turned)).is_empty()
                        && turned.is_empty(shape.plays[0].expect("a field"))
                );
                keys.push(shape.key);
            }
        }
        keys.dedup();
        assert_eq!(keys.len(), 1, "{text}");
    }
    // Black's open three is the same shape as White's.
    let white = positions[0].0.parse::<Diagram>().unwrap().position(None);
    let black = positions[0].0.replace('x', "X").replace('o', "x").replace('X', "o");
    let black = black.parse::<Diagram>().unwrap().position(None);
    let [one, other] = [(&white, Color::White), (&black, Color::Black)]
        .map(|(position, color)| of_one(&bases, position, color, &[1, 3]).missing[0].example.key);
    assert_eq!(one, other);
}

#[test]
fn every_stone_of_a_shape_is_necessary() {
    let base = base();
    let without = ["cross.1 for white", "cross.2 for white", "cross.2 for black"];
    let bases = [covered_base(&base, &without)];
    let game = Referee::new(base.base(), Backend::Compiled);
    let knowledge = Knowledge::new(game.clone(), &places(base.base(), &without));
    let (solver, _) = Solver::new(&game, NODES).unwrap();
    let report = report(&bases, some_cases(), &settings(&[1, 3, 5], 2, (0, 1)));
    assert!(report.missing.len() > 3, "{}", report.missing.len());
    let is_missed = |position: &Position, color: Color, play: Point, level: u32| {
        let Answer::Won(win) = solver.solve(position, color, level).0 else { return false };
        let plays = knowledge.plays(&mut position.clone(), color, level).unwrap();
        win.level == level
            && win.moves.contains(play)
            && (plays & win.moves).is_empty()
            && game.is_supposed(&mut position.clone(), 3) == Ok(true)
    };
    for group in report.missing.iter().filter(|group| group.example.level > 1) {
        let shape = &group.example;
        let (color, play, level) = (Color::ALL[shape.player], shape.plays[0].expect("a field"), shape.level);
        assert!(is_missed(&shape.position, color, play, level), "{shape:?}");
        for stone in shape.position.stones(Color::Black) | shape.position.stones(Color::White) {
            let smaller = shrink::without(&shape.position, PointSet::only(stone));
            assert!(!is_missed(&smaller, color, play, level), "{stone} can go: {shape:?}");
        }
    }
}
