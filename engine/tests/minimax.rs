//! Minimax that adds the values of all positions of a line, compared with an exhaustive search of every line.

use blanche_compiler::game::{Move, Rules};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Position};
use noire::bases::{Backend, TextBase};
use noire::games::{Game, Knowledge, Outcome, TextGame};
use noire::search::limits::{Clock, SearchLimits};
use noire::search::minimax::{Minimax, Table, won};

fn rules(name: &str) -> Rules {
    let base = TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    base.played_by(Backend::Compiled).unwrap_or_else(|message| panic!("{name}: {}", message.title))
}

/// The value of a position at this remaining depth, by the definition in the document.
fn worth(game: &mut TextGame<'_>, depth: u32, width: Option<usize>) -> i64 {
    let to_move = game.to_move();
    match game.outcome().expect("no limit is reached") {
        Some(Outcome::Won(winner)) => return if winner == to_move { won(depth) } else { -won(depth) },
        Some(Outcome::Drawn) => return 0,
        None => {}
    }
    let own = game.value(to_move).expect("no limit is reached");
    if depth == 0 {
        return own;
    }
    own + 2 * after_moves(game, depth, width).into_iter().map(|(_, value)| value).max().expect("a move")
}

/// The moves that are considered, with their values.
fn after_moves(game: &mut TextGame<'_>, depth: u32, width: Option<usize>) -> Vec<(Move, i64)> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut of = |depth: u32, mv: Move| {
        game.play(mv);
        let value = -worth(game, depth, width);
        game.take_back();
        value
    };
    if let Some(width) = width {
        let mut valued: Vec<(Move, i64)> = moves.iter().map(|mv| (*mv, of(0, *mv))).collect();
        valued.sort_by_key(|(_, value)| -value);
        if valued.len() > width {
            moves = valued.into_iter().take(width).map(|(mv, _)| mv).collect();
        }
    }
    moves.into_iter().map(|mv| (mv, of(depth - 1, mv))).collect()
}

/// Positions of random games that are not over.
fn positions(rules: &Rules, games: u64, every: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..games {
        let mut random = Random::of(5, &[game]);
        let (mut position, mut moves) = (rules.start().expect("it begins"), Vec::new());
        for ply in 0.. {
            if rules.outcome(&mut position).expect("no limit is reached").is_some() {
                break;
            }
            if ply % every == 0 {
                positions.push(position.clone());
            }
            rules.moves(&mut position, &mut moves).expect("no limit is reached");
            rules.play(&mut position, *random.choose(&moves)).expect("it can be made");
        }
    }
    positions
}

#[test]
fn minimax_plays_the_first_of_the_best_moves() {
    for (name, deepest, games, every) in [("draughts", 4, 12, 5), ("noughts", 5, 12, 2), ("othello", 3, 6, 7)]
    {
        let rules = rules(name);
        for width in [None, Some(2), Some(3)] {
            // The table is kept between positions, as in a game, and is so small that entries are replaced.
            let mut table = Table::of_bytes(1 << 14);
            for position in positions(&rules, games, every) {
                let mut game = TextGame::new(&rules, position).expect("two play");
                let found = after_moves(&mut game, deepest, width);
                let most = found.iter().map(|(_, value)| *value).max().expect("a move");
                let first =
                    found.iter().find(|(_, value)| *value == most).expect("the best is one of them").0;
                let mut clock = Clock::start(SearchLimits::default());
                let best = Minimax::new(&mut game, &mut clock, &mut table, width).best(deepest);
                let best = best.expect("there is a move");
                if best.depth == deepest {
                    let move_of = |mv| rules.notation().move_text(mv);
                    let said = (move_of(best.mv), best.value);
                    assert_eq!(said, (move_of(first), most), "{name}, width {width:?}");
                } else {
                    // A search that sees that the game ends immediately stops there.
                    assert!(most.abs() >= won(deepest - 1), "{name}, width {width:?}");
                    assert!(found.iter().any(|(mv, value)| *mv == best.mv && *value == most), "{name}");
                }
            }
        }
    }
}

#[test]
fn minimax_counts_only_the_named_scores() {
    let rules = rules("othello");
    let program = rules.program();
    let is_disc = |rule: &blanche_compiler::program::Rule| {
        matches!(rule.kind, RuleKind::Score(_)) && rule.name == "disc"
    };
    let discs: Vec<RuleId> =
        program.rules.iter().zip(0..).filter(|(rule, _)| is_disc(rule)).map(|(_, at)| RuleId(at)).collect();
    let moves = rules.records().read_record(&rules.start().expect("it begins"), "f5").expect("it is a game");
    let mut position = rules.start().expect("it begins");
    moves.iter().for_each(|mv| rules.play(&mut position, *mv).expect("it can be made"));
    let mut game = TextGame::new(&rules, position).expect("two play").with_scores(Some(discs));
    let to_move = game.to_move();
    assert_eq!(game.value(to_move), Ok(1 - 4));
}
