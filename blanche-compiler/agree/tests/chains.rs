//! Tests of moves of several steps: every evaluator finds the same moves.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agree::generate;
use blanche_compiler::game::{Counting, Fault, Rules, Tally, perft, playouts};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;

use crate::answers::read;
use crate::played::Both;
use crate::trials::trials;

/// Known perft numbers of English draughts: positions after 0, 1, 2, … moves.
const KNOWN: [u64; 11] = [1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564];

fn captures() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/captures/base.blanche");
    fs::read_to_string(path).expect("it is there")
}

fn rules(text: &str) -> Rules {
    let program = Arc::new(read(text, None).program);
    Rules::interpreted(program, Limits::default(), None).expect("it is a game")
}

fn counted(rules: &Rules, depth: u32) -> u64 {
    let never = AtomicBool::new(false);
    let mut start = rules.start().expect("it begins");
    perft(rules, &mut start, depth, Counting { strict: false, stop: &never, told: &|_| {} })
        .expect("it is counted")
}

#[test]
fn draughts_has_the_published_move_counts() {
    let rules = rules(&captures());
    assert!(rules.are_in_words(), "it is counted in words");
    for (depth, known) in (0..).zip(KNOWN).take(trials(9).max(6)) {
        assert_eq!(counted(&rules, depth), known, "{depth}");
    }
}

#[test]
fn draughts_by_plans_has_the_published_move_counts() {
    let rules = rules(&captures()).by_plans();
    assert_eq!(counted(&rules, 5), KNOWN[5]);
}

#[test]
fn draughts_on_a_small_board_agrees_with_the_definition() {
    let small = captures()
        .replace("board 8 by 8", "board 6 by 6")
        .replace("Field ≤ 12", "Field ≤ 6")
        .replace("Field ≥ 21", "Field ≥ 13");
    let both = Both::new(&read(&small, None));
    let mut random = Random::new(4);
    let chains: usize = (0..trials(40).max(6)).map(|_| both.play(&mut random, "captures").chains).sum();
    assert!(chains > 0, "nobody went on");
}

/// The board has 72 dark fields, so its words have 128 bits.
#[test]
fn draughts_on_a_large_board_is_the_same_in_words_and_by_plans() {
    let large = captures()
        .replace("board 8 by 8", "board 12 by 12")
        .replace("Field ≤ 12", "Field ≤ 30")
        .replace("Field ≥ 21", "Field ≥ 43");
    let (in_words, by_plans) = (rules(&large), rules(&large).by_plans());
    assert!(in_words.are_in_words(), "it is counted in words");
    let compared = compared(&in_words);
    assert!(compared.0.as_ref().is_ok_and(|count| *count > 1_000) && compared.2.is_ok(), "{compared:?}");
    assert_eq!(compared, self::compared(&by_plans));
}

/// The results to compare for a game: the perft count with and without games that end early, and a tally of random
/// games. If an evaluation fails, its fault is compared instead.
pub(crate) type Compared = (Result<u64, Fault>, Result<u64, Fault>, Result<Tally, Fault>);

pub(crate) fn compared(rules: &Rules) -> Compared {
    let never = AtomicBool::new(false);
    let start = rules.start().expect("it begins");
    let count = |strict| {
        let mut start = start.clone();
        perft(rules, &mut start, 3, Counting { strict, stop: &never, told: &|_| {} })
    };
    let played = playouts(rules, &start, 5, &mut Random::new(2), &never, &|_| {});
    (count(false), count(true), played)
}

#[test]
fn chains_of_steps_are_the_same_in_words_and_by_plans() {
    let (mut fit, mut ended) = (0, 0);
    for seed in 0..trials(600) as u64 {
        let text = generate::game(seed).text;
        let in_words = text.contains("then ").then(|| rules(&text)).filter(Rules::are_in_words);
        let Some(in_words) = in_words else { continue };
        let by_plans = compared(&rules(&text).by_plans());
        fit += 1;
        ended += usize::from(by_plans.0.is_ok() && by_plans.2.is_ok());
        assert_eq!(compared(&in_words), by_plans, "seed {seed}\n{text}");
    }
    println!("{fit} games whose moves go on fit into words, {ended} of them without a mistake");
    assert!(fit > 0 && ended > 0, "{fit} {ended}");
}
