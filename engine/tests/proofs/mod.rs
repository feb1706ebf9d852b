//! Wins as the search finds them, unchecked, held against every reply and against exhaustive search; and searches that
//! may remember next to nothing.
//!
//! The small samples run with all tests. `cargo test --release --test engine proofs:: -- --ignored --nocapture` takes
//! thousands of positions instead, of the built-in games and of random set-ups.

mod small_tables;

use blanche_compiler::runtime::Limits as Work;
use noire::board::{Colour, Point, Position};
use noire::facts::Base;
use noire::games::FiveInARow;
use noire::laboratory::corpus;
use noire::laboratory::verify::setups;
use noire::search::check::exhaustive::Search;
use noire::search::check::plain;
use noire::search::check::referee::Referee;
use noire::search::check::replay::replay;
use noire::search::limits::{Clock, Limits};
use noire::search::solve::{Check, Solution, Wanted, solve};
use noire::search::strategy::Reach;
use noire::search::threats::Threats;

use crate::back_ends::names_we_stand_behind;

/// The seed of the random set-ups.
const SEED: u64 = 1;

fn base(name: &str) -> Base {
    Base::open(name, Work::default()).unwrap_or_else(|_| panic!("{name} is built in"))
}

/// So many undecided positions: half of them of the games, with the colour to move that is, and half drawn, with each colour.
fn undecided(game: &Referee<'_>, count: usize) -> Vec<(String, Position)> {
    let mut positions = Vec::new();
    for (number, moves) in corpus::games().into_iter().enumerate() {
        let mut position = Position::empty();
        for (ply, made) in moves.iter().enumerate() {
            position.play(*made).expect("the moves of a game can be played");
            positions.push((format!("game {number} after {} moves", ply + 1), position.clone()));
        }
    }
    let step = (2 * positions.len()).div_ceil(count).max(1);
    let mut positions: Vec<_> = positions.into_iter().step_by(step).collect();
    for number in 0..(count / 4) as u64 {
        for colour in Colour::ALL {
            let mut position = setups::drawn(SEED, number);
            position.set_to_move(Some(colour));
            positions.push((format!("set-up {number} with {colour} to move"), position));
        }
    }
    positions.retain_mut(|(_, position)| game.winner(position).is_ok_and(|winner| winner.is_none()));
    positions
}

fn solved(base: &Base, position: &Position, limits: Limits) -> Solution {
    let wanted = Wanted { reach: Reach::Quiet, levels: 7, check: Check::No, limits };
    solve(&Threats, &mut FiveInARow::new(base, base.backend(), position.clone()), &wanted)
}

fn few(positions: u64) -> Limits {
    Limits { positions, ..Limits::default() }
}

/// What became of the wins of a sample.
#[derive(Default)]
struct Tally {
    won: usize,
    /// How many of them are so short that exhaustive search says whether they are.
    short: usize,
    /// How many of them are so short that the definition of a win does.
    shortest: usize,
    faults: Vec<String>,
}

/// A win within so many moves is held against exhaustive search, one within three against the definition as well.
const SHORT: u32 = 7;
const SHORTEST: u32 = 3;

/// The definition looks at every field, so it is asked of one win in so many.
const DEFINED: usize = 16;

/// Exhaustive search may set so many stones; the short wins of these positions need fewer.
const STONES: u64 = 200_000_000;

impl Tally {
    /// Holds the win that is found in so many positions against every reply, and its length against exhaustive search.
    fn take(&mut self, game: &Referee<'_>, name: &str, position: &Position, nodes: u64) {
        let solution = solved(game.base(), position, few(nodes));
        let Some(proof) = solution.won else { return };
        self.won += 1;
        let clock = Clock::start(Limits::default());
        if let Err(unproved) = replay(game, position, &proof, STONES, &clock) {
            self.faults.push(format!("{}, {name}: {unproved}", game.base().name()));
        }
        let colour = position.to_move().expect("somebody is to move");
        let plies = proof.plies();
        if plies <= SHORT {
            self.short += 1;
            let within = Search::new(game, position, colour, STONES).wins_within(plies);
            if within != Ok(true) {
                self.faults.push(format!("{}, {name}: within {plies}: {within:?}", game.base().name()));
            }
        }
        if plies <= SHORTEST && self.short.is_multiple_of(DEFINED) {
            self.shortest += 1;
            let first = proof.first().expect("a win has a move");
            if plain::wins_by(game, &mut position.clone(), colour, first, plies) != Ok(true) {
                self.faults.push(format!("{}, {name}: {first} within {plies}", game.base().name()));
            }
        }
    }
}

fn held(count: usize, nodes: u64) -> Tally {
    let mut tally = Tally::default();
    for name in names_we_stand_behind() {
        let base = base(name);
        let game = Referee::new(&base, base.backend());
        for (name, position) in undecided(&game, count) {
            tally.take(&game, &name, &position, nodes);
        }
        let Tally { won, short, shortest, faults } = &tally;
        println!(
            "{name} and before: {won} wins, {} proofs that do not stand; {short} short ones, {shortest} by definition",
            faults.len()
        );
    }
    tally
}

#[test]
fn what_the_search_finds_wins_against_every_reply_and_as_soon_as_it_says() {
    let tally = held(240, 2_000);
    assert_eq!(tally.faults, [""; 0]);
    assert!(tally.won > 250 && tally.short > 150 && tally.shortest > 5, "{} wins", tally.won);
}

#[test]
#[ignore = "thousands of wins"]
fn what_the_search_finds_in_thousands_of_positions_wins_against_every_reply() {
    let tally = held(8_000, 5_000);
    assert_eq!(tally.faults, [""; 0]);
}

/// A position in which the search once forgot a reply that makes a four with one that the line forces, and in which another
/// reply makes the next one forbidden.
#[test]
fn a_stone_that_makes_four_with_forced_replies_is_not_forgotten() {
    let base = base("renju");
    let game = Referee::new(&base, base.backend());
    let points =
        |text: &str| -> Vec<Point> { text.split(',').map(|point| point.parse().expect("a field")).collect() };
    let black = points("h5,g6,f7,g7,h7,j7,e8,h8,j8,i9,j9,h10,j10,f11,g11,h11");
    let white = points("f6,h6,j6,e7,i7,k7,f8,i8,d9,g9,h9,e11,j11,k11,f12");
    let position = Position::set_up(&black, &white, Some(Colour::White), None).expect("a set-up");
    let mut tally = Tally::default();
    tally.take(&game, "sixteen and fifteen stones", &position, 20_000);
    assert_eq!((tally.won, tally.faults), (1, Vec::new()));
}

#[test]
fn the_length_of_a_win_counts_the_replies_that_are_not_listed() {
    use noire::games::Claim;
    use noire::search::proof::{Attack, AttackId, Defence, Proof, Threat};
    let field = |name: &str| name.parse::<Point>().expect("a field");
    let claim = |level| Claim { rule: 0, level };
    // One reply has a line that is shorter than what answers all others.
    let defence = Defence { threat: Threat::Rule(claim(7)), replies: vec![(field("h9"), AttackId(0))] };
    let proof = Proof::new(vec![Attack::Claim(claim(1), field("h10")), Attack::Move(field("h8"), defence)]);
    assert_eq!(proof.plies(), 9);
}
