//! Go-moku by the base `gomoku`, whose board is kept by Rust code (the host). Besides the program in plain Rust, this
//! is a second program with which the rule files of go-moku are compared.

use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;
use noire::bases::Backend;
use noire::board::{Color, Position};
use noire::facts::Base;
use noire::games::{FiveInARow, Game, Outcome};

use crate::games_by_hand::Tally;

/// The base whose rules decide when a game ends.
pub(crate) fn base() -> Base {
    Base::open("gomoku", Limits::default()).unwrap_or_else(|_| panic!("it is built in"))
}

fn begun(base: &Base) -> FiveInARow<'_> {
    FiveInARow::new(base, Backend::Compiled, Position::after_moves(&[]).expect("an empty board is one"))
}

/// Plays `number` games from the empty board to their ends, with uniformly random legal moves.
pub(crate) fn playouts(base: &Base, number: u64, random: &mut Random) -> Tally {
    let (mut tally, mut moves) = (Tally::default(), Vec::new());
    for _ in 0..number {
        let mut game = begun(base);
        let outcome = loop {
            if let Some(outcome) = game.outcome().expect("it is within its limits") {
                break outcome;
            }
            moves.clear();
            game.moves(&mut moves);
            game.play(*random.choose(&moves));
            tally.plies += 1;
        };
        match outcome {
            Outcome::Won(Color::Black) => tally.first += 1,
            Outcome::Won(Color::White) => tally.second += 1,
            Outcome::Drawn => tally.drawn += 1,
        }
    }
    tally
}

/// The number of sequences of `depth` moves (perft). The moves at the last ply are counted without being made.
pub(crate) fn perft(base: &Base, depth: u32) -> u64 {
    fn behind(game: &mut FiveInARow<'_>, depth: u32) -> u64 {
        if depth == 0 || game.outcome().expect("it is within its limits").is_some() {
            return 1;
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut leaves = 0;
        for mv in moves {
            game.play(mv);
            leaves += behind(game, depth - 1);
            game.take_back();
        }
        leaves
    }
    behind(&mut begun(base), depth)
}
