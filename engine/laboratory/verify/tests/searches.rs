//! The fast search of verification agrees with the plain search. This is tested on random positions, on boards on which
//! only a corner is free, and on positions with a known result.

use blanche_compiler::random::Random;

use crate::random_setups;
use crate::tests::folders;
use crate::tests::small_board::small_board;
use crate::verify::bound::upper_bound;
use crate::verify::stones::subsets::{choose, chosen, scattered};
use crate::verify::stones::{contract, shrink};
use noire_engine::bases::Backend;
use noire_engine::board::{Color, Diagram, Group, GroupContent, Point, Position};
use noire_engine::facts::Base;
use noire_engine::proof_check::definition;
use noire_engine::proof_check::exhaustive::Search;
use noire_engine::proof_check::referee::Referee;

const PLENTY: u64 = 1 << 40;

fn base() -> Base {
    Base::open("renju-2001", Default::default()).unwrap_or_else(|_| panic!("it is built in"))
}

fn drawn(text: &str) -> Position {
    text.parse::<Diagram>().unwrap_or_else(|error| panic!("{error}\n{text}")).position(None)
}

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

/// Checks that both searches agree on every stone in the sample.
fn check_agreement(
    game: &Referee<'_>,
    position: &Position,
    color: Color,
    moves: u32,
    sample: &[Point],
) -> usize {
    let mut won = 0;
    for &field in sample {
        let mut search = Search::new(game, position, color, PLENTY);
        let fast = search.wins_by(field, moves).unwrap();
        let slow = definition::wins_by(game, &mut position.clone(), color, field, moves).unwrap();
        assert_eq!(fast, slow, "{color} {field} within {moves} in {position:?}");
        assert_eq!(search.position(), &mut position.clone(), "all stones are taken back");
        won += usize::from(fast);
    }
    won
}

#[test]
fn dead_stones_of_a_small_board_do_not_affect_the_result() {
    let base = base();
    let game = Referee::new(&base, Backend::Compiled);
    let mut position = small_board(5, 0, &mut Random::new(1));
    assert_eq!(position.empty_fields().len(), 25);
    assert_eq!(game.winner(&mut position).unwrap(), None);
    for color in Color::ALL {
        for stones in 4..=5 {
            assert!(position.groups(GroupContent::Only(color, stones)).is_empty(), "{position:?}");
        }
    }
}

#[test]
fn at_levels_1_and_3_the_searches_agree_on_the_whole_board() {
    let base = base();
    let game = Referee::new(&base, Backend::Compiled);
    let mut random = Random::new(3);
    let (mut asked, mut won) = (0, 0);
    for number in 0..260 {
        let mut position = random_setups::random_setup(11, number);
        if game.winner(&mut position).unwrap().is_some() {
            continue;
        }
        for color in Color::ALL {
            let all: Vec<Point> = position.empty_fields().iter().collect();
            won += check_agreement(&game, &position, color, 1, &all);
            // Most stones win nothing. So the stones that make a four are tested, and a few others.
            let threes = position.groups(GroupContent::Only(color, 3));
            let near = |field: &&Point| threes.iter().any(|group: Group| group.base().contains(field));
            let mut some: Vec<Point> = all.iter().filter(near).take(4).copied().collect();
            some.push(all[random.below(all.len())]);
            won += check_agreement(&game, &position, color, 3, &some);
            asked += all.len() + some.len();
        }
    }
    assert!(asked > 50_000 && won > 200, "{won} of {asked} are wins");
}

#[test]
fn on_small_boards_the_searches_agree_at_every_level() {
    let base = base();
    let game = Referee::new(&base, Backend::Compiled);
    let mut random = Random::new(5);
    let mut counts = [[0; 2]; 4];
    for (at, (moves, empty, boards)) in
        [(3, 14, 400), (5, 9, 400), (7, 8, 300), (9, 8, 150)].into_iter().enumerate()
    {
        for _ in 0..boards {
            let mut position = small_board(6, 36 - empty, &mut random);
            if game.winner(&mut position).unwrap().is_some() {
                continue;
            }
            let all: Vec<Point> = position.empty_fields().iter().collect();
            for color in Color::ALL {
                counts[at][0] += check_agreement(&game, &position, color, moves, &all);
                counts[at][1] += all.len();
            }
        }
    }
    assert!(counts.iter().all(|[won, asked]| *won > 20 && won < asked), "{counts:?}");
    assert!(counts.iter().map(|[_, asked]| asked).sum::<usize>() > 5_000, "{counts:?}");
}

#[test]
fn the_searches_agree_whether_a_colour_wins() {
    let base = base();
    let game = Referee::new(&base, Backend::Compiled);
    let mut random = Random::new(8);
    let mut won = 0;
    for _ in 0..400 {
        let mut position = small_board(6, 27, &mut random);
        if game.winner(&mut position).unwrap().is_some() {
            continue;
        }
        for color in Color::ALL {
            let fast = Search::new(&game, &position, color, PLENTY).wins_within(5).unwrap();
            let slow = definition::wins_within(&game, &mut position.clone(), color, 5).unwrap();
            assert_eq!(fast, slow, "{color} in {position:?}");
            won += usize::from(fast);
        }
    }
    assert!(won > 50, "{won}");
}

/// Checks whether the stone at the mark `*` in a drawn position wins within this number of moves.
fn check_known(color: Color, moves: u32, wins: bool, text: &str) {
    let base = base();
    let diagram: Diagram = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let play = diagram.marked('*').first().unwrap();
    let position = diagram.position(None);
    for backend in [Backend::Compiled, Backend::Interpreted] {
        let game = Referee::new(&base, backend);
        let mut search = Search::new(&game, &position, color, PLENTY);
        assert_eq!(search.wins_by(play, moves), Ok(wins), "{backend}: {play} within {moves}\n{text}");
    }
}

#[test]
fn a_six_wins_for_white_and_not_for_black() {
    let black = "
         9 . . . . . . . .
         8 . x x * x x x .
         7 . . . . . . . .
           c d e f g h i j
    ";
    check_known(Color::Black, 1, false, black);
    check_known(Color::Black, 5, false, black);
    check_known(Color::White, 1, true, &black.replace('x', "o"));
}

#[test]
fn an_open_three_wins_unless_the_opponent_makes_a_four() {
    let alone = "
         9 . . . . . . . .
         8 . . o o o * . .
         7 . . . . . . . .
           c d e f g h i j
    ";
    check_known(Color::White, 3, true, alone);
    check_known(Color::White, 1, false, alone);
    let with_a_four_of_black = "
         9 . . . . . . . .
         8 . . o o o * . .
         7 . . . . . . . .
         6 . x x x x . . .
           c d e f g h i j
    ";
    check_known(Color::White, 3, false, with_a_four_of_black);
}

#[test]
fn a_four_whose_only_defence_is_forbidden_wins() {
    // h8 is a double three for Black.
    let text = "
        12 . . . . . . . . . .
        11 . . . . . . . . . .
        10 . . . . . x . x . .
         9 . . . . . x x . . .
         8 x o o o * . . . . .
         7 . . . . . . . . . .
         6 . . . . . . . . . .
           c d e f g h i j k l
    ";
    check_known(Color::White, 3, true, text);
    check_known(Color::White, 3, false, &text.replace("x x . . .\n", "x . . . .\n"));
}

#[test]
fn two_open_threes_win_at_level_5_and_not_at_level_3() {
    let text = "
        12 . . . . . . . . .
        11 . . . . o . . . .
        10 . . . . o . . . .
         9 . . . . . . . . .
         8 . . . . * . o o .
         7 . . . . . . . . .
         6 . . . . . . . . .
           d e f g h i j k l
    ";
    check_known(Color::White, 5, true, text);
    check_known(Color::White, 3, false, text);
    // For Black the stone is forbidden.
    check_known(Color::Black, 5, false, &text.replace('o', "x"));
    // A three of the opponent becomes a four during the attack, and stops one of the two threats.
    let answered = text.replace("6 . . . . . .", "6 . x . x x .");
    check_known(Color::White, 5, false, &answered);
}

#[test]
fn a_full_board_is_not_a_win() {
    let base = base();
    let game = Referee::new(&base, Backend::Compiled);
    let mut position = small_board(5, 24, &mut Random::new(2));
    if game.winner(&mut position).unwrap().is_none() {
        let last = position.empty_fields().first().unwrap();
        for color in Color::ALL {
            check_agreement(&game, &position, color, 3, &[last]);
        }
    }
    let empty = Position::empty();
    assert_eq!(Search::new(&game, &empty, Color::White, PLENTY).wins_by(point("h8"), 3), Ok(false));
}

#[test]
fn a_search_stops_at_its_limit_of_stones() {
    use noire_engine::search::check::Undecided;
    let base = base();
    let game = Referee::new(&base, Backend::Compiled);
    let position = drawn(
        "
         9 . . . . . .
         8 . o o . * .
         7 . . . . . .
           f g h i j k
    ",
    );
    let mut search = Search::new(&game, &position, Color::White, 20);
    assert_eq!(search.wins_by(point("j8"), 7), Err(Undecided::Nodes));
    assert_eq!(search.position(), &mut position.clone(), "all stones are taken back");
}

#[test]
fn the_printed_game_keeps_the_contract_of_the_fast_search() {
    let base = base();
    let game = Referee::new(&base, Backend::Compiled);
    assert_eq!(contract::contract_violation(&game).unwrap(), None);
}

#[test]
fn a_contract_violation_is_reported() {
    for (name, rule, property) in [
        ("corner", "rule corner for white at level 0 if color(a1, white)", 1),
        ("brave", "rule brave for white at level 0 if white.five(Group), ¬color(h8, black)", 2),
        (
            "timid",
            "rule timid for white at level 0 if last.move(Field), color(Field, black), color(a1, black)",
            3,
        ),
    ] {
        let base = Base::open(&folders::base(&format!("verify-{name}"), rule), Default::default());
        let base = base.unwrap_or_else(|error| panic!("{name} is a base: {error:?}"));
        let game = Referee::new(&base, Backend::Interpreted);
        let breach = contract::contract_violation(&game)
            .unwrap()
            .unwrap_or_else(|| panic!("{name} breaks {property}"));
        assert_eq!(breach.property, property, "{name}: {breach}");
        assert!(game.winner(&mut shrink::bare(&breach.position)).unwrap().is_none());
    }
}

/// Compares the bound with the distribution summed term by term, and with tables of the exact bound.
#[test]
fn the_bound_has_an_error_rate_of_5_percent() {
    for (refuted, decided, known) in
        [(1, 10, 0.394163), (3, 60, 0.124188), (5, 10, 0.777559), (9, 3323, 0.004717)]
    {
        let bound = upper_bound(refuted, decided).unwrap();
        let tail: f64 = (0..=refuted)
            .map(|number| {
                let [number, all] = [number as f64, decided as f64];
                let choose: f64 =
                    (0..number as u64).map(|i| (all - i as f64) / (number - i as f64)).product();
                choose * bound.powf(number) * (1.0 - bound).powf(all - number)
            })
            .sum();
        assert!((tail - 0.05).abs() < 1e-9, "{refuted} of {decided}: {tail}");
        assert!((bound - known).abs() < 2e-4, "{refuted} of {decided}: {bound}, not {known}");
    }
}

#[test]
fn the_bound_follows_the_rule_of_three_and_is_1_if_all_are_refuted() {
    assert_eq!(format!("{:.6}", upper_bound(0, 20_000).unwrap()), "0.000150");
    assert_eq!(upper_bound(3, 3), Some(1.0));
    assert_eq!(upper_bound(0, 0), None);
}

#[test]
fn the_bound_grows_with_refutations_and_shrinks_with_matches() {
    let of = |refuted, decided| upper_bound(refuted, decided).unwrap();
    for refuted in 0..40 {
        assert!(of(refuted, 1_000_000) < of(refuted + 1, 1_000_000));
        assert!(of(refuted, 2_000_000) < of(refuted, 1_000_000));
    }
    assert!((of(0, 1_000_000) - 2.995_728e-6).abs() < 1e-11);
    assert!((of(400_000, 1_000_000) - 0.4).abs() < 1e-3);
}

#[test]
fn scattered_visits_every_number_once() {
    for bound in [1, 2, 3, 7, 30, 97, 360, 1001] {
        let mut seen: Vec<u64> = (0..bound).map(|turn| scattered(turn, 12_345, bound)).collect();
        seen.sort();
        assert!(seen.into_iter().eq(0..bound), "{bound}");
    }
}

#[test]
fn every_subset_has_its_own_number() {
    let fields: Vec<Point> = Point::all().take(9).collect();
    for few in 0..=3 {
        let mut sets: Vec<String> =
            (0..choose(9, few)).map(|number| format!("{:?}", chosen(&fields, few, number))).collect();
        sets.sort();
        sets.dedup();
        assert_eq!(sets.len() as u64, choose(9, few), "{few} of 9");
    }
}
