//! Moves that go on: every evaluator finds the same chains of steps.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::game::{Counting, Rules, perft};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;

use crate::answers::read;
use crate::games::Both;
use crate::trials::trials;

/// What the field knows of English draughts: positions after 0, 1, 2, … moves.
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
fn draughts_has_the_counts_that_the_field_knows() {
    let rules = rules(&captures());
    assert!(rules.are_in_words(), "it is counted in words");
    for depth in 0..=trials(8).max(5) {
        assert_eq!(counted(&rules, depth as u32), KNOWN[depth], "{depth}");
    }
}

#[test]
fn draughts_by_plans_has_the_same_counts() {
    let rules = rules(&captures()).by_plans();
    assert_eq!(counted(&rules, 5), KNOWN[5]);
}

#[test]
fn draughts_on_a_small_board_is_played_as_it_is_defined() {
    let small = captures()
        .replace("board 8 by 8", "board 6 by 6")
        .replace("Field ≤ 12", "Field ≤ 6")
        .replace("Field ≥ 21", "Field ≥ 13");
    let both = Both::new(&read(&small, None));
    let mut random = Random::new(4);
    let chains: usize = (0..trials(40).max(6)).map(|_| both.play(&mut random, "captures").chains).sum();
    assert!(chains > 0, "nobody went on");
}
