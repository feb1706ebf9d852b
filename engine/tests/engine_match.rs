//! Matches: every opening from both sides, legal games, and the same match again where no clock is asked.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::runtime::Limits as Work;
use noire::board::{Color, Position};
use noire::facts::Base;
use noire::games::judge;
use noire::laboratory::engine_match::opening::opening;
use noire::laboratory::engine_match::played::Terms;
use noire::laboratory::engine_match::score::elo;
use noire::laboratory::engine_match::{Contestant, Match, MatchScore, Played, run};
use noire::record::{DrawReason, Format, GameRecord, Outcome, read_games};
use noire::search::classic::Classic;
use noire::search::threats::Threats;
use noire::search::time::TimeControl;
use serde_json::Value;

fn base(name: &str) -> Base {
    Base::open(name, Work::default()).unwrap_or_else(|_| panic!("{name} is built in"))
}

fn played(base: &Base, pairs: u64, threads: usize) -> Vec<Played> {
    played_until(base, (pairs, threads), &|_, _| {})
}

/// The same, while `look` is shown the games so far and the sign to stop.
fn played_until(
    base: &Base,
    (pairs, threads): (u64, usize),
    look: &dyn Fn(&[Played], &AtomicBool),
) -> Vec<Played> {
    let ours = Contestant {
        name: "ours".to_owned(),
        strategy: &Threats,
        positions: Some(300),
        levels: 7,
        deepest: 4,
    };
    let other = Contestant {
        name: "other".to_owned(),
        strategy: &Classic,
        positions: Some(300),
        levels: 3,
        deepest: 4,
    };
    let time = TimeControl::new(None, None);
    let engine_match = Match {
        terms: Terms { base, backend: base.backend(), time, tolerance: Duration::ZERO },
        contestants: [&ours, &other],
        pairs,
        seed: 1,
        threads,
        stop: Arc::default(),
    };
    run(&engine_match, &|games| look(games, &engine_match.stop)).expect("nothing reaches the step limit")
}

#[test]
fn a_match_takes_no_room_for_games_that_are_not_played() {
    let stop_after_some = |games: &[Played], stop: &AtomicBool| {
        stop.store(!games.is_empty(), Ordering::Relaxed);
    };
    let games = played_until(&base("gomoku"), (u64::MAX, 1), &stop_after_some);
    assert_eq!(games.len(), 2, "the second pair was broken off");
}

#[test]
fn every_opening_is_played_from_both_sides_and_every_game_is_legal_and_at_its_end() {
    let base = base("renju");
    let games = played(&base, 2, 2);
    assert_eq!(games.len(), 4);
    for pair in games.chunks(2) {
        let [one, other] = pair else { unreachable!("games come in pairs") };
        assert_eq!(one.pair, other.pair);
        assert_eq!((one.first, other.first), (Color::Black, Color::White));
        assert_eq!(one.record.moves[..3], other.record.moves[..3], "the same opening");
        assert_eq!(one.record.players[0].as_deref(), Some("ours"));
        assert_eq!(other.record.players[0].as_deref(), Some("other"));
    }
    for game in &games {
        let judged = judge(&game.record, &base, base.backend()).expect("it is within the limit");
        let judged = judged.expect("the game has ended");
        assert_eq!(judged.moves, game.record.moves.len(), "it ended no sooner");
        assert_eq!(Some(judged.outcome), game.record.result);
    }
}

#[test]
fn a_match_without_a_clock_is_the_same_again_with_any_number_of_threads() {
    let base = base("gomoku");
    let moves = |games: &[Played]| -> Vec<_> { games.iter().map(|game| game.record.fields()).collect() };
    assert_eq!(moves(&played(&base, 2, 1)), moves(&played(&base, 2, 2)));
}

#[test]
fn openings_are_the_known_ones_and_then_drawn_so_that_nobody_can_claim_a_win() {
    let base = base("renju");
    let drawn = |seed, number| opening(&base, base.backend(), seed, number).unwrap();
    assert_eq!(drawn(1, 0), drawn(2, 0), "nothing is drawn in the first round");
    assert_eq!(drawn(1, 30), drawn(1, 30));
    assert_ne!(drawn(1, 30), drawn(2, 30));
    for number in [26, 40, 60, 90] {
        let moves = drawn(3, number);
        assert_eq!(moves.len() as u64, 3 + 2 * (number / 26));
        assert_eq!(moves[..3], drawn(3, number % 26));
        let mut position = Position::after_moves(&moves).expect("every field was empty");
        assert_eq!(base.verdict(base.backend(), &mut position).unwrap(), None);
    }
}

#[test]
fn the_command_tells_the_score_and_writes_the_games() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engine_match");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join("games.tsv");
    // An earlier run has left other games there, which are not written over.
    let _ = fs::remove_file(&file);
    let path = file.to_string_lossy();
    let ran = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["match", "--games", "2", "--nodes", "100", "--format", "json", "--output", &path])
        .output()
        .expect("the program starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let told: Value = serde_json::from_slice(&ran.stdout).expect("it prints an object");
    assert_eq!(told["games"], 2);
    let points = told["wins"].as_f64().unwrap() + told["draws"].as_f64().unwrap() / 2.0;
    assert_eq!(told["score"].as_f64(), Some(points / 2.0));
    let read = read_games("games.tsv", &fs::read(&file).expect("it was written"), Format::Lines);
    assert_eq!(read.expect("it can be read again").games.len(), 2);

    let refused = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["match", "--output", "games.psq"])
        .output()
        .expect("the program starts");
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&refused.stderr)
            .contains("many games go into a file that ends in .tsv or .sgf")
    );
}

fn ended(pair: u64, first: Color, winner: Option<Color>) -> Played {
    let result = match winner {
        Some(winner) => Outcome::Win { winner, by: None },
        None => Outcome::Draw { by: Some(DrawReason::FullBoard) },
    };
    let record = GameRecord { result: Some(result), ..GameRecord::default() };
    Played { record, first, pair, slowest: Default::default(), positions: [0; 2] }
}

#[test]
fn a_score_counts_the_games_of_the_first_and_its_error_is_that_of_pairs() {
    use Color::{Black, White};
    let games = [
        ended(0, Black, Some(Black)),
        ended(0, White, Some(White)),
        ended(1, Black, Some(Black)),
        ended(1, White, Some(Black)),
        ended(2, Black, None),
        ended(2, White, Some(White)),
    ];
    let score = MatchScore::of(&games);
    assert_eq!((score.wins, score.draws, score.losses), (4, 1, 1));
    assert!((score.rate() - 0.75).abs() < 1e-9);
    // The pairs bring 1, 0.5 and 0.75: a standard deviation of 0.25.
    let (low, high) = score.interval().unwrap();
    let error = 1.96 * 0.25 / 3f64.sqrt();
    assert!((low - (0.75 - error)).abs() < 1e-9 && (high - 1.0f64.min(0.75 + error)).abs() < 1e-9);
    assert_eq!(MatchScore::of(&games[..2]).interval(), None);
    // Two openings that brought the same prove nothing.
    let same = [&games[..2], &[ended(3, Black, Some(Black)), ended(3, White, Some(White))]].concat();
    assert_eq!(MatchScore::of(&same).interval(), Some((0.0, 1.0)));
    assert!((elo(0.75) - 190.8).abs() < 0.1);
    assert_eq!(elo(1.0), f64::INFINITY);
}
