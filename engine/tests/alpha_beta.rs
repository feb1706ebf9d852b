//! Tests of alpha-beta search over all moves. Without pruning heuristics, the search is compared with an exhaustive
//! one. Then the effect of its heuristics is checked.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::game::Rules;
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Position};
use noire::bases::{Backend, TextBase};
use noire::games::{Game, Knowledge, KnowledgeFilter, Outcome, TextGame};
use noire::players::PlayerSpec;
use noire::search::alpha_beta::AlphaBeta;
use noire::search::alpha_beta::table::Table;
use noire::search::alpha_beta::{DECIDED, DRAWN, Valued, WON};
use noire::search::limits::{Clock, SearchLimits};
use noire::search::player::Budget;

fn rules(name: &str) -> Rules {
    let base = TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    base.played_by(Backend::Compiled).unwrap_or_else(|message| panic!("{name}: {}", message.title))
}

/// The position that a game reaches after these moves.
fn after(rules: &Rules, record: &str) -> Position {
    let mut position = rules.start().expect("it begins");
    let moves = rules.records().read_record(&position, record).expect("it is a game");
    moves.iter().for_each(|mv| rules.play(&mut position, *mv).expect("it can be made"));
    position
}

/// Positions of random games that are not over.
fn positions(rules: &Rules, games: u64, every: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..games {
        let mut random = Random::of(8, &[game]);
        let (mut position, mut moves) = (rules.start().expect("it begins"), Vec::new());
        for ply in 0.. {
            if rules.outcome(&mut position).expect("no limit is reached").is_some() {
                break;
            }
            if ply % every == every - 1 {
                positions.push(position.clone());
            }
            rules.moves(&mut position, &mut moves).expect("no limit is reached");
            rules.play(&mut position, *random.choose(&moves)).expect("it can be made");
        }
    }
    positions
}

/// The value of a position at this remaining depth, by exhaustive search. `at` is its distance from the root, in moves.
fn worth(game: &mut TextGame<'_>, depth: u32, at: u32) -> i64 {
    let to_move = game.to_move();
    match game.outcome().expect("no limit is reached") {
        Some(Outcome::Won(winner)) => {
            return if winner == to_move { WON - i64::from(at) } else { i64::from(at) - WON };
        }
        Some(Outcome::Drawn) => return DRAWN,
        None if depth == 0 => return game.value(to_move).expect("no limit is reached"),
        None => {}
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let values = moves.into_iter().map(|mv| {
        game.play(mv);
        let value = -worth(game, depth - 1, at + 1);
        game.take_back();
        value
    });
    values.max().expect("a game that goes on has moves")
}

fn plain(game: &mut TextGame<'_>, depth: u32, memory: u64) -> Valued<blanche_compiler::game::Move> {
    let (mut clock, table) = (Clock::start(SearchLimits::default()), Table::of_bytes(memory));
    AlphaBeta::new(game, 0, &mut clock, &table).full_width().best_of_all(depth).expect("there is a move")
}

#[test]
fn a_plain_search_agrees_with_exhaustive_search() {
    for (name, depth, games, every) in [("draughts", 4, 8, 9), ("noughts", 5, 8, 3), ("othello", 3, 4, 11)] {
        let rules = rules(name);
        for position in positions(&rules, games, every) {
            let mut game = TextGame::new(&rules, position).expect("two play").without_preferences();
            let value = worth(&mut game, depth, 0);
            // The result must not depend on the table size. A small table forgets entries, the smallest one forgets
            // nearly everything, and a large one keeps results from other lines.
            for memory in [0, 1 << 10, 1 << 22] {
                let found = plain(&mut game, depth, memory);
                if found.depth == depth {
                    assert_eq!(found.value, value, "{name}");
                } else {
                    assert!(found.is_known && found.value == value, "{name}: {found:?}");
                }
            }
        }
    }
}

/// At depth 1, the value is that of the position after the move, unless a capture is possible there. With a capture the
/// value may differ.
#[test]
fn captures_are_searched_before_a_leaf_is_evaluated() {
    let rules = rules("draughts");
    let mut differ = 0;
    for position in positions(&rules, 12, 7) {
        let mut game = TextGame::new(&rules, position).expect("two play").without_preferences();
        let (mut clock, table) = (Clock::start(SearchLimits::default()), Table::of_bytes(1 << 20));
        let Some(found) = AlphaBeta::new(&mut game, 0, &mut clock, &table).best_of_all(1) else { continue };
        game.play(found.mv);
        let is_quiet = !game.has_capture().expect("no limit is reached");
        let to_move = game.to_move();
        let stands = -game.value(to_move).expect("no limit is reached");
        game.take_back();
        if is_quiet {
            assert!(found.value.abs() > DECIDED || found.value == stands, "{found:?} and {stands}");
        } else {
            differ += u32::from(found.value != stands);
        }
    }
    assert!(differ > 0, "some position was not at rest");
}

#[test]
fn searches_are_deterministic_and_obey_their_limits() {
    let rules = rules("draughts");
    let position = after(&rules, "11-15 23-19 8-11 22-17");
    let search = |limits: SearchLimits, depth: u32| {
        let mut game = TextGame::new(&rules, position.clone()).expect("two play");
        let (mut clock, table) = (Clock::start(limits), Table::of_bytes(1 << 16));
        let best =
            AlphaBeta::new(&mut game, 0, &mut clock, &table).best_of_all(depth).expect("there is a move");
        assert_eq!(game.position().words(), position.words());
        (best, clock.positions())
    };
    let limits = SearchLimits::default;
    assert_eq!(search(limits(), 7), search(limits(), 7));
    assert_eq!(search(SearchLimits { positions: 500, ..limits() }, 200).1, 500);
    let stop = Arc::new(AtomicBool::new(true));
    assert!(search(SearchLimits { stop, ..limits() }, 200).1 < 1_000);
}

#[test]
fn the_only_legal_move_is_played_without_a_search() {
    let rules = rules("draughts");
    let position = after(&rules, "11-15 22-18");
    let mut player = "search".parse::<PlayerSpec>().expect("it is one").chooser(1);
    let mut game = TextGame::with_filter(&rules, position, &KnowledgeFilter::default()).expect("two play");
    let choice = player.choose(&mut game, &Budget::untimed()).expect("nothing goes wrong");
    assert_eq!(choice.mv.map(|mv| rules.notation().move_text(mv)).as_deref(), Some("15x22"));
    assert!(choice.positions < 100, "{}", choice.positions);
}
