//! `noire coverage` counts a win by its level and its winning first moves. Both agree with the plain search.

use blanche_compiler::random::Random;

use super::{NODES, base, open};
use crate::tests::folders;
use crate::tests::small_board::small_board;
use crate::verify::stones::solver::{Answer, Solver};
use noire_engine::bases::Backend;
use noire_engine::board::{Color, Diagram, Point, PointSet, Position};
use noire_engine::proof_check::definition;
use noire_engine::proof_check::referee::Referee;

/// The level of the position and its winning first moves, by the plain search.
fn by_definition(
    game: &Referee<'_>,
    position: &mut Position,
    color: Color,
    most: u32,
) -> Option<(u32, PointSet)> {
    let level = (1..=most)
        .step_by(2)
        .find(|level| definition::wins_within(game, position, color, *level).unwrap())?;
    let wins =
        |field: &Point| definition::wins_by(game, &mut position.clone(), color, *field, level).unwrap();
    Some((level, position.empty_fields().iter().filter(wins).collect()))
}

#[test]
fn on_small_boards_the_plain_search_finds_the_same_levels_and_first_moves() {
    let base = base();
    let game = Referee::new(base.base(), Backend::Compiled);
    let (solver, breach) = Solver::new(&game, NODES).unwrap();
    assert_eq!(breach, None);
    let mut random = Random::new(21);
    // Number of compared positions that are not won within 7 moves, and then of those that are won within 1, 3, 5 and 7
    // moves.
    let mut compared = [0; 5];
    for number in 0..30_000 {
        let mut position = small_board(6, 36 - 9, &mut random);
        if game.winner(&mut position).unwrap().is_some() {
            continue;
        }
        for color in Color::ALL {
            let found = match solver.solve(&position, color, 7).0 {
                Answer::Won(win) => Some((win.level, win.moves)),
                Answer::NotWithin => None,
                Answer::Undecided(level) => panic!("{level} is undecided in {position:?}"),
            };
            // The plain search is slow, so only a sample of the frequent kinds is compared.
            let kind = found.map_or(0, |(level, _)| level as usize / 2 + 1);
            let every = [200, 200, 10, 2, 1][kind];
            if number % every == 0 {
                compared[kind] += 1;
                assert_eq!(found, by_definition(&game, &mut position, color, 7), "{color} {position:?}");
            }
        }
    }
    assert!(compared.iter().all(|wins| *wins >= 10), "{compared:?}");
}

#[test]
fn with_a_violated_contract_the_plain_search_decides_within_its_limit() {
    let rule = "rule corner for white at level 0 if color(a1, white)";
    let base = open(&folders::base("coverage-corner", rule));
    let game = Referee::new(base.base(), Backend::Interpreted);
    let (solver, breach) = Solver::new(&game, 1_000).unwrap();
    assert_eq!(breach.map(|breach| breach.property), Some(1));
    let position = Position::empty();
    let Answer::Won(win) = solver.solve(&position, Color::White, 3).0 else { panic!("white wins") };
    assert_eq!((win.level, format!("{:?}", win.moves)), (1, "{a1}".to_owned()));
    assert_eq!(solver.solve(&position, Color::Black, 3).0, Answer::Undecided(3));
}

/// Positions in which all winning first moves are marked, with the winner and the level.
const KNOWN: [(Color, u32, &str); 7] = [
    (
        Color::White,
        1,
        "
         9 . . . . . . . .
         8 . * o o o o * .
         7 . . . . . . . .
           c d e f g h i j
        ",
    ),
    (
        Color::Black,
        1,
        "
         9 . . . . . . . .
         8 . o x x x x * .
         7 . . . . . . . .
           a b c d e f g h
        ",
    ),
    (
        Color::White,
        3,
        "
         9 . . . . . . . . .
         8 . . * o o o * . .
         7 . . . . . . . . .
           c d e f g h i j k
        ",
    ),
    (
        Color::White,
        3,
        "
        10 . . . . . . . .
         9 . . . o . . . .
         8 x o o * o . . .
         7 . . . o . . . .
         6 . . . o . . . .
         5 . . . x . . . .
           c d e f g h i j
        ",
    ),
    (
        Color::White,
        5,
        "
        12 . . . . . . . . .
        11 . . . . o . . . .
        10 . . . . o . . . .
         9 . . . . . . . . .
         8 . . . . * . o o .
         7 . . . . . . . . .
         6 . . . . . . . . .
           d e f g h i j k l
        ",
    ),
    (
        Color::Black,
        5,
        "
        10 . . . . . . . . .
         9 . . . . . . . . .
         8 o x x x . * . . .
         7 . . . . . . . . .
         6 . . . x . . . . .
         5 . . x . . . . . .
         4 . . . . . . . . .
           c d e f g h i j k
        ",
    ),
    (
        Color::White,
        7,
        "
        10 . . . . . . . .
         9 . x o o . . . .
         8 . . * . o . . .
         7 . . . o * . . .
         6 . . . . . . . .
           e f g h i j k l
        ",
    ),
];

#[test]
fn hand_made_wins_have_the_expected_level_and_first_moves() {
    let base = base();
    for backend in [Backend::Compiled, Backend::Interpreted] {
        let game = Referee::new(base.base(), backend);
        let (solver, _) = Solver::new(&game, NODES).unwrap();
        for (color, level, text) in KNOWN {
            // The interpreter is slow, and the search that decides level 7 is the same for both back ends.
            if backend == Backend::Interpreted && level == 7 {
                continue;
            }
            let diagram: Diagram = text.parse().unwrap();
            let position = diagram.position(None);
            let Answer::Won(win) = solver.solve(&position, color, level).0 else {
                panic!("{color} wins within {level} in {text}")
            };
            assert_eq!((win.level, win.moves), (level, diagram.marked('*')), "{text}");
            if level > 1 {
                assert_eq!(solver.solve(&position, color, level - 2).0, Answer::NotWithin);
            }
        }
    }
}

#[test]
fn a_search_stopped_at_its_limit_is_undecided() {
    let base = base();
    let game = Referee::new(base.base(), Backend::Compiled);
    let (solver, _) = Solver::new(&game, 200).unwrap();
    let position = KNOWN[6].2.parse::<Diagram>().unwrap().position(None);
    assert!(matches!(solver.solve(&position, Color::White, 7).0, Answer::Undecided(_)));
}
