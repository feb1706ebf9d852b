//! Tests of the computer player: it wins when it can prove a win, stops threats, and makes legal moves.

use blanche_compiler::runtime::Limits as Work;
use noire::bases::Backend;
use noire::board::{Color, Point, Position};
use noire::facts::Base;
use noire::games::{FiveInARow, Game as _};
use noire::record::PositionSpec;
use noire::search::player::{Budget, Choice, Player, Reason};

fn base(name: &str) -> Base {
    Base::open(name, Work::default()).unwrap_or_else(|_| panic!("{name} is built in"))
}

fn budget(positions: u64) -> Budget {
    Budget { time: None, positions: Some(positions), ..Budget::default() }
}

fn chosen(base: &Base, backend: Backend, position: Position, positions: u64) -> Choice<Point> {
    let budget = budget(positions);
    Player::new(&budget).choose(&mut FiveInARow::new(base, backend, position), &budget)
}

fn after(moves: &str) -> Position {
    PositionSpec::from_moves("--moves", moves).expect("moves").position()
}

#[test]
fn the_player_wins_if_it_can_and_stops_threats() {
    let base = base("renju");
    let wins = chosen(&base, base.backend(), after("h8,a1,i8,a3,j8,a5,k8,a7"), 5_000);
    assert_eq!(wins.reason, Reason::Wins(1));
    let stops = chosen(&base, base.backend(), after("h8,g8,i8,a3,j8,a5,k8"), 5_000);
    assert_eq!(stops.mv.map(|mv| mv.to_string()).as_deref(), Some("l8"));
    let first = chosen(&base, base.backend(), Position::empty(), 5_000);
    assert_eq!(first.mv.map(|mv| mv.to_string()).as_deref(), Some("h8"), "the centre is in most groups");
}

#[test]
fn the_player_begins_in_the_middle_or_beside_the_first_stone() {
    let base = base("renju");
    for (moves, wanted) in [("", 0), ("-", 0), ("-,-", 0), ("h8", 1), ("h8,-", 1), ("-,h8", 1), ("a1", 1)] {
        let position = after(moves);
        let stone = Color::ALL.into_iter().flat_map(|color| position.stones(color).iter()).next();
        let near = stone.unwrap_or("h8".parse().expect("the middle"));
        let mv = chosen(&base, base.backend(), position, 200).mv.expect("a move");
        assert_eq!(mv.distance(near), wanted, "{mv} after {moves:?}");
    }
}

#[test]
fn both_back_ends_choose_the_same_moves() {
    let base = base("renju");
    for moves in ["h8,i9,g7", "h8,h9,j9,i9,i8", "h8,g7,h6,h7,i7"] {
        let [one, other] = [Backend::Compiled, Backend::Interpreted]
            .map(|backend| chosen(&base, backend, after(moves), 1_500));
        assert_eq!((one.mv, one.positions), (other.mv, other.positions), "{moves}");
    }
}

#[test]
fn games_against_itself_are_legal_and_end() {
    for (name, positions) in [("renju", 2_000), ("gomoku", 1_000), ("gomoku-standard", 1_000)] {
        let base = base(name);
        let mut game = FiveInARow::new(&base, base.backend(), Position::empty());
        let mut moves: Vec<Point> = Vec::new();
        let winner = loop {
            if let Some(winner) = game.winner().expect("it is within the limit") {
                break Some(winner);
            }
            let Some(mv) = Player::new(&budget(positions)).choose(&mut game, &budget(positions)).mv else {
                break None;
            };
            assert!(game.position().is_empty(mv), "{name}: {mv} is taken after {moves:?}");
            game.play(mv);
            moves.push(mv);
        };
        // Only the player who moved last can have won, since no player loses by playing on a forbidden point.
        let last = if moves.len() % 2 == 1 { Color::Black } else { Color::White };
        assert!(winner.is_none_or(|winner| winner == last), "{name}: {moves:?}");
    }
}
