//! How fast games are played: random games to their ends, and all games up to a depth.
//!
//! ```text
//! cargo bench --bench games                 in twenty seconds
//! cargo bench --bench games -- --seed 7     other random games; the seed is 1 otherwise
//! ```
//!
//! First the numbers of positions are compared with those that are known: a program that plays another game is not worth
//! timing. Then the programs take turns, in rounds of the same games, so that a machine that is busy with something else
//! is busy for all of them. A figure is the median of its rounds; the spread says how far it lies below the best of them, and !
//! marks one above 20 %, where the machine was busy. A ratio says more than a figure.

mod games_by_hand;

use std::convert::Infallible;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use blanche_compiler::game::{self, Counting};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;
use blanche_compiler::timing::{self, Effort, Timing};
use noire::bases::{Backend, TextBase};

use games_by_hand::{ConnectFour, Ended, Game, Noughts, Tally, distinct, perft, playouts};

/// How long each program has its turns for one line of a table.
const EFFORT: Effort = Effort::of(Duration::from_secs(4));

/// So many random games are a run.
const PLAYOUTS: u64 = 10_000;

/// Plays so many random games.
type Playouts = Box<dyn Fn(u64, &mut Random) -> Tally>;

/// What is measured of a game.
struct Measured {
    name: String,
    playouts: Playouts,
    perft: Box<dyn Fn() -> u64>,
    /// What perft gives.
    known: u64,
}

/// Each game by hand, then as its text is played: compiled, and interpreted.
fn games() -> Vec<Measured> {
    let noughts = Measured {
        name: format!("{}, by hand", Noughts::NAME),
        playouts: Box::new(playouts::<Noughts>),
        perft: Box::new(|| perft(Noughts::START, 9, Ended::Counted)),
        known: 255_168,
    };
    let connect_four = Measured {
        name: format!("{}, by hand", ConnectFour::NAME),
        playouts: Box::new(playouts::<ConnectFour>),
        perft: Box::new(|| perft(ConnectFour::START, 7, Ended::LeftOut)),
        known: 823_536,
    };
    let of_text =
        |base, depth, strict, known| BACK_ENDS.map(|back_end| in_text(base, back_end, depth, strict, known));
    let [noughts_compiled, noughts_interpreted] = of_text("noughts", 9, false, 255_168);
    let [four_compiled, four_interpreted] = of_text("connect-four", 7, true, 823_536);
    vec![noughts, noughts_compiled, noughts_interpreted, connect_four, four_compiled, four_interpreted]
}

/// The back ends, the faster one first.
const BACK_ENDS: [Backend; 2] = [Backend::Compiled, Backend::Interpreted];

/// A game in text.
fn in_text(name: &str, back_end: Backend, depth: u32, strict: bool, known: u64) -> Measured {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let base = TextBase::open(name, Limits::default()).unwrap_or_else(|_| panic!("{name} is built in"));
    let rules = Arc::new(base.played_by(back_end).expect("it is planned"));
    let start = rules.start().expect("it begins");
    let (counted, first) = (Arc::clone(&rules), start.clone());
    Measured {
        name: format!("  {back_end}"),
        playouts: Box::new(move |number, random| {
            let tally = game::playouts(&rules, &start, number, random, &NEVER, &|_| {});
            let game::Tally { plies, won, drawn, .. } = tally.expect("every game ends");
            Tally { first: won[0].1, second: won[1].1, drawn, plies }
        }),
        perft: Box::new(move || {
            let how = Counting { strict, stop: &NEVER, told: &|_| {} };
            game::perft(&counted, &mut first.clone(), depth, how).expect("every game goes on")
        }),
        known,
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let mut seed = 1;
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), arguments.next().map(|value| value.parse())) {
            ("--seed", Some(Ok(value))) => seed = value,
            ("--seed", _) => refused("--seed wants a number"),
            _ => refused(&format!("{argument} is not known; there is --seed NUMBER")),
        }
    }
    let games = games();
    known_positions(&games);
    random_games(&games, seed);
    all_games(&games);
}

/// Ends the program: its arguments are wrong.
fn refused(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(2);
}

/// Compares the numbers of positions with those that are known.
///
/// # Panics
/// When one differs.
fn known_positions(games: &[Measured]) {
    for game in games {
        assert_eq!((game.perft)(), game.known, "perft of {}", game.name);
    }
    let noughts: usize = distinct::<Noughts>(9, |position| position).iter().sum();
    let symmetric: usize = distinct(9, Noughts::least_image).iter().sum();
    assert_eq!((noughts, symmetric), (5_478, 765), "positions of noughts and crosses, and up to symmetry");
    let connect_four = distinct::<ConnectFour>(7, |position| position).pop();
    assert_eq!(connect_four, Some(54_859), "positions of connect four after seven moves");
}

/// Prints how many random games are played in a second, and how many times as long a game in text takes as the one by hand.
fn random_games(games: &[Measured], seed: u64) {
    let tallies = games.iter().map(|game| (game.playouts)(PLAYOUTS, &mut Random::new(seed)));
    let tallies: Vec<Tally> = tallies.collect();
    let timings = timings(games.len(), |game| {
        black_box((games[game].playouts)(PLAYOUTS, &mut Random::new(black_box(seed))));
    });
    println!("random games of seed {seed}, {PLAYOUTS} a round");
    print!("{:30}{:>12}{:>9}{:>9}{:>8}{:>12}", "", "per second", "spread", "by hand", "plies", "ns per ply");
    println!("{:>8}{:>8}{:>8}", "first", "second", "drawn");
    for (number, (game, tally)) in games.iter().zip(&tallies).enumerate() {
        let timing = &timings[number];
        let [first, second, drawn] =
            [tally.first, tally.second, tally.drawn].map(|games| 100.0 * games as f64 / tally.games() as f64);
        print!("{:30}{:12.0}{}", game.name, per_second(PLAYOUTS, timing), marked(timing));
        print!("{:>9}", ratio(&timings, number));
        print!("{:8.2}{:12.2}", tally.plies_per_game(), timing.median * 1e3 / tally.plies as f64);
        println!("{first:6.1} %{second:6.1} %{drawn:6.1} %");
    }
}

/// How many times as long a game takes as the one by hand, which stands first of three.
fn ratio(timings: &[Timing], number: usize) -> String {
    format!("{:.1} ×", timings[number].median / timings[number / 3 * 3].median)
}

/// Prints how many positions perft counts in a second, each by itself.
fn all_games(games: &[Measured]) {
    let timings = timings(games.len(), |game| {
        black_box((games[game].perft)());
    });
    println!("\nperft");
    println!("{:30}{:>12}{:>9}{:>9}{:>14}", "", "per second", "spread", "by hand", "positions");
    for (number, game) in games.iter().enumerate() {
        let timing = &timings[number];
        let speed = per_second(game.known, timing);
        print!("{:30}{speed:12.0}{}{:>9}", game.name, marked(timing), ratio(&timings, number));
        println!("{:14}", game.known);
    }
}

/// What a run of each game takes, the games taking turns.
fn timings(number: usize, mut run: impl FnMut(usize)) -> Vec<Timing> {
    let run = |game: usize| -> Result<(), Infallible> {
        run(game);
        Ok(())
    };
    let Ok(timings) = timing::measure(number, EFFORT, run, |_| {});
    timings
}

/// The spread in per cent, with a mark where it makes a figure doubtful.
fn marked(timing: &Timing) -> String {
    let doubtful = if timing.is_doubtful() { "!" } else { " " };
    format!("{:7.0} %{doubtful}", 100.0 * timing.spread())
}

/// How many a second, where so many take the median of the rounds.
fn per_second(number: u64, timing: &Timing) -> f64 {
    number as f64 * 1e6 / timing.median
}
