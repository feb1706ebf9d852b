//! Games defined by rule files, written by an author who knew only the book about the language. The counts come from
//! the author's own programs, which are independent of this project.
//!
//! ```text
//! morris    three men's morris: pieces are placed and then slide; states beside the board, a move counter
//! order     order and chaos on 4 by 4 fields: both players place either sign, with opposite aims
//! squares   subtract a square: no board, sums, and the player without a move loses
//! pong      Pong Hau K'i: a board that is not a grid
//! ataxx     discs are doubled or jump, and flip their neighbours; players can pass
//! brandub   a king and his men against besiegers: pieces slide, and are captured between two others
//! ```

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::game::{self, Counting, Rules, playouts};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;

use crate::example_check::holds;
use crate::verify::verification_world::{Settings, VerificationWorld as _};
use noire_engine::bases::{Backend, Question, TextBase};
use noire_engine::world::examples::{example_questions, of_base};
use noire_engine::world::{Text, World as _};

static NEVER: AtomicBool = AtomicBool::new(false);

/// The games, each with the number of positions after exactly 1, 2, 3, … moves.
const COUNTS: [(&str, &[u64]); 6] = [
    ("morris", &[9, 72, 504, 3_024, 15_120, 54_720, 199_296]),
    ("order", &[32, 960, 26_880]),
    ("squares", &[5, 19, 60, 148, 302, 633, 1_101, 1_895, 2_590, 3_913, 4_093, 5_504]),
    ("pong", &[2, 2, 2, 4, 6, 10, 14, 12]),
    ("ataxx", &[16, 256, 6_460]),
    ("brandub", &[40, 960, 39_512]),
];

fn open(name: &str) -> (TextBase, Rules) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/own_games").join(name);
    let base = TextBase::open(&folder.display().to_string(), Limits::default());
    let base = base.unwrap_or_else(|error| panic!("{name}: {error:?}"));
    assert!(base.rule_files().warnings().is_empty(), "{name}: {:?}", base.rule_files().warnings());
    let rules = base.played_by(Backend::Interpreted);
    let rules = rules.unwrap_or_else(|message| panic!("{name}: {}", message.title));
    (base, rules)
}

#[test]
fn own_games_have_the_position_counts_of_other_programs() {
    for (name, counts) in COUNTS {
        let (_, rules) = open(name);
        for (depth, count) in (1..).zip(counts) {
            let mut start = rules.start().expect("it begins");
            let counting = Counting { strict: true, stop: &NEVER, told: &|_| {} };
            assert_eq!(game::perft(&rules, &mut start, depth, counting), Ok(*count), "{name}, depth {depth}");
        }
    }
    let all = |name: &str, depth| {
        let (_, rules) = open(name);
        let start = rules.start().expect("it begins");
        let counting = Counting { strict: false, stop: &NEVER, told: &|_| {} };
        game::distinct(&rules, &start, (depth, game::MAX_KEPT_BYTES), None, counting, &mut |_| {})
            .expect("it can be counted")
    };
    assert_eq!(all("morris", 6), [1, 9, 72, 252, 756, 1_260, 1_520]);
    assert_eq!(all("order", 3)[..3], [1, 32, 480]);
}

#[test]
fn examples_of_own_games_hold_and_cover_every_rule() {
    for (name, _) in COUNTS {
        let (base, rules) = open(name);
        let world = Text::new(base, vec![(Backend::Interpreted, rules)]);
        let examples = of_base(&world).unwrap_or_else(|problems| panic!("{problems}"));
        for example in &examples {
            assert_eq!(holds(&world, example), Ok(true), "{}", example.place);
        }
        let contents = world.base().contents();
        for question in example_questions(contents) {
            let same = |other: Question| other.place(contents) == question.place(contents);
            let has = |applies: bool| {
                examples.iter().any(|one| same(one.question) && one.expected.applies == applies)
            };
            assert!(has(true) && has(false), "{name}: {}", question.title(contents));
        }
    }
}

#[test]
fn claims_of_own_games_are_true() {
    for (name, _) in COUNTS {
        let (base, rules) = open(name);
        let world = Text::new(base, vec![(Backend::Interpreted, rules)]);
        let all = &world.contents().rules;
        let claiming: Vec<usize> = (0..all.len()).filter(|rule| all[*rule].level > 0).collect();
        let settings = Settings {
            seed: 1,
            time: None,
            rounds: None,
            positions: Some(400),
            all: false,
            nodes: 100_000,
            threads: 1,
            shard: (0, 1),
            stop: Arc::default(),
            rules: claiming,
        };
        let report = world.attack(Vec::new(), &settings, &|_| {}).expect("it can be asked");
        for rule in &report.rules {
            let title = all[rule.rule].title();
            assert_eq!((rule.refuted, rule.undecided, rule.unplayable), (0, 0, 0), "{name}: {title}");
        }
        let claims = report.rules.iter().map(|rule| rule.held).sum::<u64>();
        assert_eq!(claims > 0, !report.rules.is_empty(), "{name}");
    }
}

#[test]
fn random_games_of_own_games_end() {
    for (name, _) in COUNTS.iter().filter(|(name, _)| *name != "pong") {
        let (_, rules) = open(name);
        let start = rules.start().expect("it begins");
        let tally = playouts(&rules, &start, 40, &mut Random::new(3), &NEVER, &|_| {});
        let tally = tally.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(tally.won.iter().all(|(_, won)| *won > 0), "{name}: {tally:?}");
    }
}
