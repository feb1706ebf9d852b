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
use std::time::Duration;

use blanche_compiler::random::Random;
use blanche_compiler::timing::{self, Effort, Timing};
use games_by_hand::{ConnectFour, Ended, Game, Noughts, Tally, distinct, perft, playouts};

/// How long each program has its turns for one line of a table.
const EFFORT: Effort = Effort::of(Duration::from_secs(4));

/// So many random games are a run.
const PLAYOUTS: u64 = 10_000;

/// What is measured of a game by hand.
struct Measured {
    name: &'static str,
    playouts: fn(u64, &mut Random) -> Tally,
    perft: fn() -> u64,
    /// What perft gives.
    known: u64,
}

const GAMES: [Measured; 2] = [
    Measured {
        name: Noughts::NAME,
        playouts: playouts::<Noughts>,
        perft: || perft(Noughts::START, 9, Ended::Counted),
        known: 255_168,
    },
    Measured {
        name: ConnectFour::NAME,
        playouts: playouts::<ConnectFour>,
        perft: || perft(ConnectFour::START, 7, Ended::LeftOut),
        known: 823_536,
    },
];

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
    known_positions();
    random_games(seed);
    all_games();
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
fn known_positions() {
    for game in &GAMES {
        assert_eq!((game.perft)(), game.known, "perft of {}", game.name);
    }
    let noughts: usize = distinct::<Noughts>(9, |position| position).iter().sum();
    let symmetric: usize = distinct(9, Noughts::least_image).iter().sum();
    assert_eq!((noughts, symmetric), (5_478, 765), "positions of noughts and crosses, and up to symmetry");
    let connect_four = distinct::<ConnectFour>(7, |position| position).pop();
    assert_eq!(connect_four, Some(54_859), "positions of connect four after seven moves");
}

/// Prints how many random games are played in a second.
fn random_games(seed: u64) {
    let tallies = GAMES.map(|game| (game.playouts)(PLAYOUTS, &mut Random::new(seed)));
    let timings = timings(|game| {
        black_box((GAMES[game].playouts)(PLAYOUTS, &mut Random::new(black_box(seed))));
    });
    println!("random games of seed {seed}, {PLAYOUTS} a round");
    print!("{:22}{:>14}{:>9}{:>8}{:>12}", "", "per second", "spread", "plies", "ns per ply");
    println!("{:>8}{:>8}{:>8}", "first", "second", "drawn");
    let speeds = timings.iter().map(|timing| per_second(PLAYOUTS, timing));
    let speeds: Vec<f64> = speeds.collect();
    for (number, (game, tally)) in GAMES.iter().zip(&tallies).enumerate() {
        let (timing, speed) = (timings[number], speeds[number]);
        let [first, second, drawn] =
            [tally.first, tally.second, tally.drawn].map(|games| 100.0 * games as f64 / tally.games() as f64);
        print!("{:22}{speed:14.0}{}", game.name, marked(&timing));
        print!("{:7.2}{:12.2}", tally.plies_per_game(), timing.median * 1e3 / tally.plies as f64);
        println!("{first:6.1} %{second:6.1} %{drawn:6.1} %");
    }
    println!("{} / {}: {:.2}", GAMES[0].name, GAMES[1].name, speeds[0] / speeds[1]);
}

/// Prints how many positions perft counts in a second, each by itself.
fn all_games() {
    let timings = timings(|game| {
        black_box((GAMES[game].perft)());
    });
    println!("\nperft");
    println!("{:22}{:>14}{:>9}{:>14}", "", "per second", "spread", "positions");
    for (game, timing) in GAMES.iter().zip(&timings) {
        let speed = per_second(game.known, timing);
        println!("{:22}{speed:14.0}{}{:13}", game.name, marked(timing), game.known);
    }
}

/// What a run of each game takes, the games taking turns.
fn timings(mut run: impl FnMut(usize)) -> Vec<Timing> {
    let run = |game: usize| -> Result<(), Infallible> {
        run(game);
        Ok(())
    };
    let Ok(timings) = timing::measure(GAMES.len(), EFFORT, run, |_| {});
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
