//! Measures how fast games are played: random games to their ends, and perft.
//!
//! ```text
//! cargo bench --bench games                 in two minutes
//! cargo bench --bench games -- --seed 7     other random games; the seed is 1 otherwise
//! cargo bench --bench games -- --game hex   the games alone whose name has this in it
//! ```
//!
//! First the perft numbers are compared with known ones, since only a program that plays the right game is worth
//! timing. Perft counts the moves at the last ply without making them, in the games written in Rust as well as in those
//! defined by rule files. Then the programs take turns, in rounds of the same games, so that other load on the machine
//! slows all of them equally.
//!
//! A figure is the median of its rounds. The spread is the relative distance of the median from the best round. It is
//! marked with ! above 20 %, which means that the machine was busy. Ratios are more reliable than figures.

mod games_by_hand;
mod hosted;
#[path = "../tests/large_games/texts.rs"]
mod large_games;

use std::convert::Infallible;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use blanche_compiler::game::{self, Counting, Rules};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;
use blanche_compiler::timing::{self, Effort, Timing};
use noire::bases::{Backend, TextBase};

use games_by_hand::{
    Chance, ConnectFour, Draughts, DraughtsInArrays, Ended, Game, Gomoku, Hex, Noughts, Othello, Positions,
    Tally, distinct, perft, playouts,
};

/// Time for which each program runs for one line of a table.
const EFFORT: Effort<'_> = Effort::of(Duration::from_secs(4));

/// A game to measure, with its programs: the first is written in plain Rust.
struct Measured {
    /// Number of random games in a run.
    games: u64,
    /// The known perft number.
    known: u64,
    programs: Vec<Program>,
}

/// A program that plays a game.
struct Program {
    name: String,
    playouts: Playouts,
    perft: Box<dyn Fn() -> u64>,
}

/// Plays the given number of random games.
type Playouts = Box<dyn Fn(u64, &mut Random) -> Tally>;

/// How a game is measured.
#[derive(Clone, Copy)]
struct Task {
    /// The game as defined by rule files: the name of a built-in game, or of a large game of the tests. `None` if the
    /// game exists only in Rust.
    text: Option<&'static str>,
    games: u64,
    depth: u32,
    ended: Ended,
    known: u64,
}

impl Task {
    const fn new(games: u64, depth: u32, ended: Ended, known: u64) -> Task {
        Task { text: None, games, depth, ended, known }
    }

    /// Also measures the rule files with this name.
    const fn text(self, name: &'static str) -> Task {
        Task { text: Some(name), ..self }
    }

    /// The programs of a game: the one written in Rust, the compiled rule files, and the interpreted rule files.
    fn of<G: Chance + 'static>(self) -> Measured {
        let mut programs = vec![self.by_hand::<G>(format!("{}, by hand", G::NAME))];
        if let Some(name) = self.text {
            programs.extend(BACK_ENDS.map(|back_end| self.in_text(name, back_end)));
        }
        Measured { games: self.games, known: self.known, programs }
    }

    fn by_hand<G: Chance + 'static>(self, name: String) -> Program {
        let perft = move || perft(<G as Positions>::start(), self.depth, self.ended);
        Program { name, playouts: Box::new(playouts::<G>), perft: Box::new(perft) }
    }

    fn in_text(self, name: &str, back_end: Backend) -> Program {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let rules = Arc::new(match large_games::NAMES.contains(&name) {
            true => large_games::rules(name, back_end),
            false => built_in(name, back_end),
        });
        let start = rules.start().expect("it begins");
        let (counted, first) = (Arc::clone(&rules), start.clone());
        Program {
            name: format!("  {back_end}"),
            playouts: Box::new(move |number, random| {
                let tally = game::playouts(&rules, &start, number, random, &NEVER, &|_| {});
                let game::Tally { plies, won, drawn, .. } = tally.expect("every game ends");
                Tally { first: won[0].1, second: won[1].1, drawn, plies }
            }),
            perft: Box::new(move || {
                let how = Counting { strict: self.ended == Ended::LeftOut, stop: &NEVER, told: &|_| {} };
                game::perft(&counted, &mut first.clone(), self.depth, how).expect("every game goes on")
            }),
        }
    }
}

/// The rules of a built-in game.
fn built_in(name: &str, back_end: Backend) -> Rules {
    let base = TextBase::open(name, Limits::default()).unwrap_or_else(|_| panic!("{name} is built in"));
    base.played_by(back_end).expect("it is planned")
}

/// Go-moku by the rules whose board is kept by Rust code (the host).
fn hosted_gomoku(depth: u32) -> Program {
    let (base, counted) = (hosted::base(), hosted::base());
    Program {
        name: "  on the host's board".to_owned(),
        playouts: Box::new(move |number, random| hosted::playouts(&base, number, random)),
        perft: Box::new(move || hosted::perft(&counted, depth)),
    }
}

/// All games to measure. Games without rule files are measured only in Rust.
fn games() -> Vec<Measured> {
    const NOUGHTS: Task = Task::new(10_000, 9, Ended::Counted, 255_168).text("noughts");
    const CONNECT_FOUR: Task = Task::new(10_000, 7, Ended::LeftOut, 823_536).text("connect-four");
    const OTHELLO: Task = Task::new(1_000, 8, Ended::Counted, 390_216).text("othello");
    const DRAUGHTS: Task = Task::new(500, 7, Ended::Counted, 179_740).text("draughts");
    const HEX: Task = Task::new(1_000, 3, Ended::Counted, 121 * 120 * 119).text("hex");
    const GOMOKU: Task = Task::new(1_000, 3, Ended::Counted, 225 * 224 * 223).text("go-moku");
    let mut draughts = DRAUGHTS.of::<Draughts>();
    draughts.programs.insert(1, DRAUGHTS.by_hand::<DraughtsInArrays>("  in arrays".to_owned()));
    let mut gomoku = GOMOKU.of::<Gomoku>();
    gomoku.programs.insert(1, hosted_gomoku(GOMOKU.depth));
    vec![
        NOUGHTS.of::<Noughts>(),
        CONNECT_FOUR.of::<ConnectFour>(),
        OTHELLO.of::<Othello>(),
        draughts,
        HEX.of::<Hex>(),
        gomoku,
    ]
}

/// The back ends, the faster one first.
const BACK_ENDS: [Backend; 2] = [Backend::Compiled, Backend::Interpreted];

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut seed, mut wanted) = (1, String::new());
    while let Some(argument) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--seed" => seed = value.parse().unwrap_or_else(|_| refused("--seed wants a number")),
            "--game" => wanted = value,
            _ => refused(&format!("{argument} is not known; there are --seed NUMBER and --game NAME")),
        }
    }
    let mut games = games();
    games.retain(|game| game.programs[0].name.contains(&wanted));
    if games.is_empty() {
        refused(&format!("no game has {wanted} in its name"));
    }
    known_positions(&games);
    random_games(&games, seed);
    all_games(&games);
}

/// Reports wrong arguments and ends the program.
fn refused(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(2);
}

/// Checks that every program finds the known perft number, and that the numbers of distinct positions are the known
/// ones.
///
/// # Panics
/// If a number differs.
fn known_positions(games: &[Measured]) {
    for game in games {
        for program in &game.programs {
            assert_eq!((program.perft)(), game.known, "perft of {}", program.name);
        }
    }
    let noughts: usize = distinct::<Noughts>(9, |position| position).iter().sum();
    let symmetric: usize = distinct(9, Noughts::least_image).iter().sum();
    assert_eq!((noughts, symmetric), (5_478, 765), "positions of noughts and crosses, and up to symmetry");
    let connect_four = distinct::<ConnectFour>(7, |position| position).pop();
    assert_eq!(connect_four, Some(54_859), "positions of connect four after seven moves");
}

/// A program with its game and its time, and the time of the Rust implementation of the game.
struct Row<'g> {
    game: &'g Measured,
    program: &'g Program,
    timing: Timing,
    by_hand: Timing,
}

impl Row<'_> {
    /// The time as a multiple of the time of the Rust implementation.
    fn ratio(&self) -> String {
        format!("{:.1} ×", self.timing.median / self.by_hand.median)
    }

    /// How many items are processed per second, if processing `number` items takes the median of the rounds.
    fn per_second(&self, number: u64) -> f64 {
        number as f64 * 1e6 / self.timing.median
    }
}

/// Times one run of each program of each game. The programs take turns.
fn rows<'g>(games: &'g [Measured], run: impl Fn(&Measured, &Program)) -> Vec<Row<'g>> {
    let all: Vec<(&Measured, &Program)> =
        games.iter().flat_map(|game| game.programs.iter().map(move |program| (game, program))).collect();
    let timings = timings(all.len(), |number| run(all[number].0, all[number].1));
    let mut by_hand = timings[0];
    let rows = all.into_iter().zip(timings).map(|((game, program), timing)| {
        if std::ptr::eq(program, &game.programs[0]) {
            by_hand = timing;
        }
        Row { game, program, timing, by_hand }
    });
    rows.collect()
}

/// Prints how many random games each program plays per second, and its time as a multiple of that of the Rust
/// implementation.
fn random_games(games: &[Measured], seed: u64) {
    let rows = rows(games, |game, program| {
        black_box((program.playouts)(game.games, &mut Random::new(black_box(seed))));
    });
    println!("random games of seed {seed}");
    print!("{:30}{:>12}{:>9}{:>9}{:>8}{:>12}", "", "per second", "spread", "by hand", "plies", "ns per ply");
    println!("{:>8}{:>8}{:>8}{:>8}", "first", "second", "drawn", "games");
    for row in rows {
        let Row { game, program, timing, .. } = &row;
        let tally = (program.playouts)(game.games, &mut Random::new(seed));
        let [first, second, drawn] =
            [tally.first, tally.second, tally.drawn].map(|games| 100.0 * games as f64 / tally.games() as f64);
        print!("{:30}{:12.0}{}", program.name, row.per_second(game.games), marked(timing));
        print!("{:>9}", row.ratio());
        print!("{:8.2}{:12.2}", tally.plies_per_game(), timing.median * 1e3 / tally.plies as f64);
        println!("{first:6.1} %{second:6.1} %{drawn:6.1} %{:8}", game.games);
    }
}

/// Prints how many positions each program counts per second in perft.
fn all_games(games: &[Measured]) {
    let rows = rows(games, |_, program| {
        black_box((program.perft)());
    });
    println!("\nperft");
    println!("{:30}{:>16}{:>9}{:>9}{:>14}", "", "per second", "spread", "by hand", "positions");
    for row in rows {
        let speed = row.per_second(row.game.known);
        print!("{:30}{speed:16.0}{}{:>9}", row.program.name, marked(&row.timing), row.ratio());
        println!("{:14}", row.game.known);
    }
}

/// Times this number of tasks, which take turns.
fn timings(number: usize, mut run: impl FnMut(usize)) -> Vec<Timing> {
    let run = |game: usize| -> Result<(), Infallible> {
        run(game);
        Ok(())
    };
    let Ok(timings) = timing::measure(number, EFFORT, run, |_| {});
    timings
}

/// The spread in per cent, followed by a mark if the spread is so large that the figure is doubtful.
fn marked(timing: &Timing) -> String {
    let doubtful = if timing.is_doubtful() { "!" } else { " " };
    format!("{:7.0} %{doubtful}", 100.0 * timing.spread())
}
