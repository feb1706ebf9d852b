//! Tests of extracting a few rules from the numbers that a learner has learned.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::game::Rules;
use blanche_compiler::runtime::{Limits, Position};
use noire::bases::{Backend, TextBase};
use noire::learning::exhaustive_play::count_lines;
use noire::learning::extraction::{
    DEFAULT_MAX_RULES, Extracted, ExtractionError, ExtractionOptions, extract,
};
use noire::learning::saved_training::SavedTraining;

use super::{folder, greedy, learn, noughts, plan};

/// A game on a smaller board with other names. A player with two corners of a square in a row wins, so the first player
/// always wins.
const PAIRS: &str = "\
base pairs

board 2 by 3 like b2 words Spot

players black, white words Side

state disc(Side, Spot) one Side

bare(Spot) :- ¬disc(Side_, Spot)

move put for Side plays Spot if bare(Spot)
    adds disc(Side, Spot)

rule pair for Side at level 0 if
    disc(Side, Spot1), half(Direction), step(Spot1, Direction, Spot2), disc(Side, Spot2)

draw full if ¬bare(Spot_)

drawn disc(black, Spot) as x, disc(white, Spot) as o
";

fn taught(base: &TextBase, rules: &Rules, folder: &Path, (method, player, games): (&str, usize, u64)) {
    let plan = plan(method, &[player], rules);
    let mut course = SavedTraining::open(base, rules, folder, &plan).expect("it begins");
    for number in 1..=games {
        learn(rules, &mut *course.learner, (number, number), Some("random"));
        course.count();
    }
    course.save().expect("it is written");
}

fn extracted(folder: &Path, most: usize) -> Result<Extracted, ExtractionError> {
    extract(folder, &mut ExtractionOptions { most, stop: &AtomicBool::new(false), show: &mut |_, _| {} })
}

#[test]
fn the_table_of_the_document_becomes_a_few_rules_that_never_lose() {
    let ((base, rules), folder) = (noughts(), folder("extracted"));
    let numbers = folder.join("numbers");
    taught(&base, &rules, &numbers, ("noughts-1983-losses", 1, 2_600));
    let found = extracted(&numbers, DEFAULT_MAX_RULES).expect("rules are found");
    assert!(found.rules <= 6, "{}", found.text);
    assert_eq!(found.lines.lost, 0, "{}", found.text);
    assert_eq!(found.positions, 2_097, "positions with o to move");
    assert!(found.agreeing * 10 > found.positions * 8, "{} of {}", found.agreeing, found.positions);
    // The command produces the same text as the library, and a base that plays by this text.
    let into = folder.join("by-rules");
    let ran = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["learn", "--extract"])
        .args([&numbers, Path::new("--into"), &into])
        .output()
        .expect("it runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(said.contains(&format!("{} of 2097 positions", found.agreeing)), "{said}");
    let written = TextBase::open(&into.display().to_string(), Limits::default()).expect("it has no mistakes");
    assert!(written.rule_files().warnings().is_empty(), "{:?}", written.rule_files().warnings());
    let preferences =
        written.rule_files().program().rules.iter().filter(|rule| rule.name.starts_with("found.")).count();
    assert_eq!(preferences, found.rules * 2, "one for each player");
    let rules = written.played_by(Backend::Interpreted).expect("it plays");
    let mut answer = |position: &Position| Ok(greedy(&rules, position));
    let all = count_lines(&rules, rules.program().players[1], 10_000, &mut answer).expect("all are tried");
    assert_eq!(all, found.lines);
    // A limit of one rule gives a weaker result, which is reported.
    let one = extracted(&numbers, 1).expect("a rule is found");
    assert!(one.rules == 1 && one.lines.lost > 0, "{one:?}");
}

#[test]
fn rules_are_extracted_for_another_game_of_lines() {
    let folder = folder("pairs");
    fs::create_dir_all(folder.join("pairs")).expect("a folder can be made");
    fs::write(folder.join("pairs/base.blanche"), PAIRS).expect("it is written");
    let base = TextBase::open(&folder.join("pairs").display().to_string(), Limits::default());
    let base = base.expect("it has no mistakes");
    let rules = base.played_by(Backend::Interpreted).expect("it plays");
    let numbers = folder.join("numbers");
    taught(&base, &rules, &numbers, ("patterns", 0, 300));
    let found = extracted(&numbers, DEFAULT_MAX_RULES).expect("rules are found");
    assert_eq!((found.lines.lost, found.lines.drawn), (0, 0), "{}", found.text);
    assert!(found.rules <= 2 && found.text.contains("winning.line = 1 to "), "{}", found.text);
}

#[test]
fn tables_that_cannot_be_extracted_are_reported() {
    let ((base, rules), folder) = (noughts(), folder("unfit"));
    let numbers = folder.join("numbers");
    taught(&base, &rules, &numbers, ("patterns", 1, 5));
    let stop = AtomicBool::new(false);
    let mut show = |_: f64, _: &str| stop.store(true, Ordering::Relaxed);
    let stopped = extract(&numbers, &mut ExtractionOptions { most: 3, stop: &stop, show: &mut show });
    assert!(matches!(stopped, Err(ExtractionError::Stopped)), "{stopped:?}");
    let said =
        |folder: &str| extracted(Path::new(folder), 3).map(|_| ()).map_err(|trouble| trouble.to_string());
    assert_eq!(
        said("knowledge/noughts"),
        Err("knowledge/noughts/learned.blanche was not written by a learner".to_owned())
    );
    let othello = TextBase::open("othello", Limits::default()).expect("it is built in");
    let othello_rules = othello.played_by(Backend::Compiled).expect("it plays");
    let large = folder.join("large");
    taught(&othello, &othello_rules, &large, ("fields", 1, 1));
    assert_eq!(
        said(&large.display().to_string()),
        Err("a single mark wins here: this is not a game of lines".to_owned())
    );
}

#[test]
fn rules_written_by_the_user_are_left_unchanged() {
    let ((base, rules), folder) = (noughts(), folder("somebody"));
    let [numbers, into] = ["numbers", "into"].map(|name| folder.join(name));
    taught(&base, &rules, &numbers, ("patterns", 1, 5));
    fs::create_dir_all(&into).expect("a folder can be made");
    let (file, own) = (into.join("found.blanche"), "%% My own rules.\n");
    fs::write(&file, own).expect("it is written");
    let ran = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["learn", "--extract"])
        .args([&numbers, Path::new("--into"), &into])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(!ran.status.success() && said.contains("was not written by `noire learn --extract`"), "{said}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), own);
}
