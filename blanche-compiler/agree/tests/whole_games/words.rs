//! Compares games played by bitboard operations on machine words with the same games played by their plans.

use std::collections::BTreeMap;

use agree::whole::first_seed;
use blanche_compiler::bitboards;
use blanche_compiler::game::Fault;
use blanche_compiler::random::Random;

use super::Case;
use crate::in_words::{goes_on, play_in_words};
use crate::whole::programs;

/// Number of games in a full test run.
const GAMES: usize = 12;

/// Plays a game by bitboard operations, if they can express it, and compares it with its plans. Returns the width of
/// its words in bits.
fn compare(case: &Case) -> Option<u32> {
    let program = &case.read.program;
    let by_plans = case.rules(0).by_plans();
    case.found(&case.rules(0)).assert_equals(&case.found(&by_plans), &case.text);
    let words = bitboards::Game::of(program, &program.layout().expect("it is small"))?;
    // Games with moves of several steps are not played as a whole; only their queries are compared.
    if !goes_on(program) {
        let played = play_in_words(&case.text, &by_plans, &words, &mut Random::of(case.seed, &[6]));
        assert!(matches!(played, Ok(_) | Err(Fault::Limit { .. })), "{played:?}\n{}", case.text);
    }
    Some(words.word_layout.width)
}

#[test]
fn games_over_the_whole_language_are_the_same_in_words_and_by_plans() {
    let (first, games) = (first_seed(), programs(GAMES));
    let mut widths: BTreeMap<u32, usize> = BTreeMap::new();
    for width in (first..first + games).filter_map(|seed| compare(&Case::new(seed))) {
        *widths.entry(width).or_default() += 1;
    }
    println!("{games} games; games by width of words, in bits: {widths:?}");
}
