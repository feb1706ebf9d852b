//! Measures the cost of rule files for a search: the same search runs on Othello written in Rust and on Othello defined
//! by rule files.
//!
//! ```text
//! cargo bench --bench search
//! ```
//!
//! First, random games check that both forms of the game have the same moves, ends and values. Then the programs take
//! turns: each searches the same positions, and examines the same number of positions in each search. The search is
//! generic, so it is also compiled for the game in Rust. The time of that search is an upper bound for the cost of the
//! trait through which a search uses a game.

#[allow(dead_code, unused_imports)] // Other benches use the rest.
mod games_by_hand;
mod searched;

use std::convert::Infallible;
use std::hint::black_box;
use std::time::Duration;

use blanche_compiler::game::{Rules, playout};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;
use blanche_compiler::timing::{self, Effort};
use noire::bases::{Backend, TextBase};
use noire::games::{Game, Knowledge, TextGame};
use noire::search::alpha_beta::AlphaBeta;
use noire::search::alpha_beta::table::Table;
use noire::search::limits::{Clock, SearchLimits};

use searched::{Place, Searched};

/// Number of positions examined in each search.
const EXAMINED: u64 = 20_000;

const EFFORT: Effort<'_> = Effort::of(Duration::from_secs(8));

/// For each position to search, the moves that lead to it from the start.
type Lines = Vec<Vec<Place>>;

fn main() {
    let [compiled, interpreted] = [Backend::Compiled, Backend::Interpreted].map(rules);
    let lines = lines(&compiled);
    let programs: [(&str, &dyn Fn() -> u64); 3] = [
        ("by hand", &|| by_hand(&lines)),
        ("compiled", &|| in_text(&compiled, &lines)),
        ("interpreted", &|| in_text(&interpreted, &lines)),
    ];
    let run = |number: usize| -> Result<(), Infallible> {
        black_box(programs[number].1());
        Ok(())
    };
    let Ok(timings) = timing::measure(programs.len(), EFFORT, run, |_| {});
    println!("{:12}{:>20}{:>12}{:>9}", "Othello", "positions/second", "by hand", "spread");
    for ((name, search), timing) in programs.iter().zip(&timings) {
        let speed = search() as f64 * 1e6 / timing.median;
        let ratio = timing.median / timings[0].median;
        println!("{name:12}{speed:20.0}{ratio:10.1} ×{:7.0} %", 100.0 * timing.spread());
    }
}

fn rules(backend: Backend) -> Rules {
    let base = TextBase::open("othello", Limits::default()).expect("it is built in");
    let rules = base.played_by(backend).expect("it is planned");
    rules.prepare();
    rules
}

/// The start of the game that is defined by rule files. All scores count, as in the game written in Rust.
fn in_text_at_start(rules: &Rules) -> TextGame<'_> {
    let game = TextGame::new(rules, rules.start().expect("it begins")).expect("two play");
    game.with_scores(Some(rules.program().scores().map(|(score, ..)| score).collect()))
}

/// Positions from random games, reached by the same moves in both forms of the game.
///
/// # Panics
/// If moves, ends or values differ on the way.
fn lines(rules: &Rules) -> Lines {
    let mut lines = Vec::new();
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let (mut position, mut made) = (rules.start().expect("it begins"), Vec::new());
        playout(rules, &mut position, &mut random, &mut Vec::new(), |_, mv| made.push(mv)).expect("it ends");
        let mut text = in_text_at_start(rules);
        let (mut by_hand, mut line) = (Searched::start(), Vec::new());
        for (number, mv) in (0..).zip(made) {
            let (mut of_text, mut of_hand) = (Vec::new(), Vec::new());
            text.moves(&mut of_text);
            by_hand.moves(&mut of_hand);
            let written: Vec<String> = of_text.iter().map(|mv| rules.notation().move_text(*mv)).collect();
            let written_of_hand: Vec<String> = of_hand.iter().map(Place::to_string).collect();
            assert_eq!(written, written_of_hand, "moves after {line:?}");
            let side = text.to_move();
            assert_eq!(text.value(side), by_hand.value(side), "values after {line:?}");
            assert_eq!(text.outcome(), by_hand.outcome(), "ends after {line:?}");
            if number == 8 + 2 * seed {
                lines.push(line.clone());
            }
            let place = of_hand[of_text.iter().position(|other| *other == mv).expect("it is legal")];
            text.play(mv);
            by_hand.play(place);
            line.push(place);
        }
    }
    lines
}

/// Searches all positions of the game written in Rust. Returns how many positions were examined.
fn by_hand(lines: &Lines) -> u64 {
    let each = lines.iter().map(|line| {
        let mut game = Searched::start();
        line.iter().for_each(|mv| game.play(*mv));
        searched(&mut game)
    });
    each.sum()
}

/// Searches all positions of the game defined by rule files. Returns how many positions were examined.
fn in_text(rules: &Rules, lines: &Lines) -> u64 {
    let each = lines.iter().map(|line| {
        let mut game = in_text_at_start(rules);
        for mv in line {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let mv = moves.into_iter().find(|known| rules.notation().move_text(*known) == mv.to_string());
            game.play(mv.expect("both have the same moves"));
        }
        searched(&mut game)
    });
    each.sum()
}

fn searched<G: Knowledge>(game: &mut G) -> u64 {
    let limits = SearchLimits { positions: EXAMINED, ..SearchLimits::default() };
    let (mut clock, table) = (Clock::start(limits), Table::of_bytes(1 << 22));
    black_box(AlphaBeta::new(game, 0, &mut clock, &table).best_of_all(60));
    clock.positions()
}
