//! Games on boards of more than 64 fields: rules that work for boards in single 64-bit words must also work for several
//! words. The rule files of the games are in this folder. The programs for the same games in plain Rust provide the
//! expected results.
//!
//! ```text
//! hex        11 by 11 fields; a flood of stones from side to side
//! go-moku    15 by 15 fields; windows of five are fields with directions
//! ```

mod five_in_a_row;
mod mirrored;
pub(crate) mod texts;

use std::sync::atomic::AtomicBool;

use blanche_compiler::bitboards;
use blanche_compiler::game::{Counting, Tally, perft, playouts};
use blanche_compiler::random::Random;
use noire::bases::Backend;

use crate::trials::trials;
use texts::{NAMES, rules};

pub(crate) const BACK_ENDS: [Backend; 2] = [Backend::Compiled, Backend::Interpreted];

static NEVER: AtomicBool = AtomicBool::new(false);

pub(crate) const COUNTING: Counting<'static> = Counting { strict: false, stop: &NEVER, told: &|_| {} };

#[test]
fn both_back_ends_play_large_games_with_bitboards_of_the_right_width() {
    for (name, width) in NAMES.into_iter().zip([128, 256]) {
        for back_end in BACK_ENDS {
            let rules = rules(name, back_end);
            assert!(rules.are_in_words(), "{name}, {back_end}");
            let game = bitboards::Game::of(rules.program(), rules.layout()).expect("it fits");
            assert_eq!(game.word_layout.width, width, "{name}");
        }
    }
}

#[test]
fn one_seed_gives_the_same_games_on_both_back_ends_and_with_plans() {
    for name in NAMES {
        let [compiled, interpreted] = BACK_ENDS.map(|back_end| rules(name, back_end));
        let by_plans = rules(name, Backend::Compiled).by_plans();
        let start = compiled.start().expect("it begins");
        let played = |rules, games| -> Tally {
            playouts(rules, &start, games, &mut Random::new(3), &NEVER, &|_| {}).expect("every game ends")
        };
        let many = trials(400) as u64;
        assert_eq!(played(&compiled, many), played(&interpreted, many), "{name}");
        let few = trials(16) as u64;
        assert_eq!(played(&compiled, few), played(&by_plans, few), "{name}");
        let counted =
            |rules, depth| perft(rules, &mut start.clone(), depth, COUNTING).expect("it is counted");
        assert_eq!(counted(&compiled, 2), counted(&by_plans, 2), "{name}");
        assert_eq!(counted(&compiled, 3), counted(&interpreted, 3), "{name}");
    }
}
