//! Tests the number of positions that the positional search examines. For each game, it searches a fixed set of
//! positions to a fixed depth on one thread. A change without functional effect leaves all these numbers unchanged.

use std::fmt::Write as _;
use std::sync::Arc;

use blanche_compiler::game::Rules;
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Position as TextPosition};
use noire::bases::TextBase;
use noire::board::Position;
use noire::facts::Base;
use noire::games::{FiveInARow, Knowledge, TextGame};
use noire::laboratory::corpus;
use noire::search::alpha_beta::AlphaBeta;
use noire::search::alpha_beta::table::Table;
use noire::search::limits::{Clock, SearchLimits};

/// Number of positions that are searched in each game.
const POSITIONS: usize = 12;

/// Search depth in plies: first in games of stones, then in games written in BLANCHE.
const DEPTHS: [u32; 2] = [5, 6];

/// The number of positions that a search examines.
fn examined<G: Knowledge>(mut game: G, depth: u32) -> u64 {
    let (mut clock, table) = (Clock::start(SearchLimits::default()), Table::of_bytes(1 << 20));
    AlphaBeta::new(&mut game, u32::MAX, &mut clock, &table).best_of_all(depth);
    clock.positions()
}

/// Positions a few random moves from the start.
fn by_chance(rules: &Rules) -> Vec<TextPosition> {
    let (mut positions, mut moves) = (Vec::new(), Vec::new());
    for game in 0.. {
        let mut random = Random::of(22, &[game]);
        let mut position = rules.start().expect("it begins");
        let plies = 2 + game % 3;
        let goes_on = (0..plies).all(|_| {
            rules.moves(&mut position, &mut moves).expect("no limit is reached");
            rules.play(&mut position, *random.choose(&moves)).expect("it can be made");
            rules.outcome(&mut position).expect("no limit is reached").is_none()
        });
        positions.extend(goes_on.then_some(position));
        if positions.len() == POSITIONS {
            break;
        }
    }
    positions
}

#[test]
fn the_search_of_each_game_has_a_signature() {
    let (mut signatures, mut all) = (String::new(), 0);
    let games = corpus::games();
    for built_in in Base::built_in() {
        let base = Base::open(built_in.name, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
        let games = games.iter().step_by(games.len() / POSITIONS).take(POSITIONS);
        let counts = games.map(|moves| {
            let position = Position::after_moves(&moves[..9]).expect("it was played");
            examined(FiveInARow::new(&base, base.backend(), position), DEPTHS[0])
        });
        let total: u64 = counts.sum();
        all += total;
        writeln!(signatures, "{:<16} depth {} {total:>8}", built_in.name, DEPTHS[0]).expect("it is text");
    }
    for name in TextBase::all() {
        let base = TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
        let rules =
            Arc::new(base.played_by(base.backend()).unwrap_or_else(|message| panic!("{}", message.title)));
        let counts = by_chance(&rules)
            .into_iter()
            .map(|position| examined(TextGame::new(&rules, position).expect("two play"), DEPTHS[1]));
        let total: u64 = counts.sum();
        all += total;
        writeln!(signatures, "{name:<16} depth {} {total:>8}", DEPTHS[1]).expect("it is text");
    }
    writeln!(signatures, "total            {all:>16}").expect("it is text");
    insta::with_settings!({ snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/search"), prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("games", signatures);
    });
}
